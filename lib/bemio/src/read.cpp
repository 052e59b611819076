#include "swell/bemio/read.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <optional>

#include "files/read_coefficients.h"
#include "files/text_file.h"
#include "formats/format_row.h"
#include "formats/wamit/wamit_numeric.h"
#include "swell/base/error_codes.h"
#include "swell/base/motions.h"
#include "swell/base/regular_file.h"
#include "swell/base/text.h"
#include "swell/hydro/long_waves.h"

namespace swell::bemio {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const fs::path& path, const std::string& message, const std::string& remedy) {
  fail_input(shown(path), -1, message, remedy);
}

// A file or folder, and who reads it.
struct Located {
  const Reader* reader = nullptr;
  Source source;
};

Located locate(const fs::path& path, const ReadOptions& options = {});

std::vector<fs::path> with_extension(const fs::path& folder, const std::string& extension) {
  std::vector<fs::path> found;
  std::error_code code;
  for (fs::directory_iterator it(folder, code), end; !code && it != end; it.increment(code)) {
    if (extension_of(it->path()) == extension && !is_impulse_response(it->path())) found.push_back(it->path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::optional<fs::path> run_around(const fs::path& path);

bool is_extension(const std::string& main) { return main[0] == '.'; }

// `main` of a run below `folder`, in any case of letters.
std::optional<fs::path> below(const fs::path& folder, const fs::path& main) {
  if (!main.has_parent_path()) return find_ignoring_case(folder, main.string());
  const auto inner = find_ignoring_case(folder, main.parent_path().string());
  return inner ? find_ignoring_case(*inner, main.filename().string()) : std::nullopt;
}

// "NEMOH Nemoh.cal, WAMIT .out, ...": all that is read, for messages.
std::string known_mains(bool named) {
  std::string list;
  for (const Reader& reader : readers()) {
    std::vector<const char*> mains = reader.mains;
    if (named && mains.empty()) mains = reader.more_extensions;
    if (mains.empty()) continue;
    list += fmt::format("{}{} {}", list.empty() ? "" : ", ", reader.title, mains.front());
  }
  return list;
}

Located in_folder(const fs::path& folder) {
  for (const Reader& reader : readers()) {
    for (const char* main : reader.mains) {
      const auto found = is_extension(main) ? std::nullopt : below(folder, main);
      if (found) return {&reader, {*found}};
    }
  }
  for (const Reader& reader : readers()) {
    for (const char* main : reader.mains) {
      if (!is_extension(main)) continue;
      const std::vector<fs::path> found = with_extension(folder, lower_case(main));
      if (found.size() > 1 && reader.several) return {&reader, {found[0], {}, found}};
      if (found.size() > 1)
        refuse(folder, fmt::format("holds {} files {}", found.size(), lower_case(main)), "name one of them");
      if (found.size() == 1) return locate(found[0]);
    }
  }
  if (const auto run = run_around(folder / "*"))
    refuse(folder, "is a part of a run, not the folder to name",
           "name " + shown(*run) + ": what belongs to it is found");
  refuse(folder, fmt::format("holds no BEM result that is known ({})", known_mains(false)),
         "name the folder of the run or the file");
}

std::array<char, 8> first_bytes(const fs::path& path) {
  require_regular_file(path);
  std::array<char, 8> head{};
  std::ifstream(path, std::ios::binary).read(head.data(), head.size());
  return head;
}

// The run that a file belongs to, where that can be seen: its main file.
std::optional<fs::path> run_around(const fs::path& path) {
  for (const char* extension : {".out", ".AH1", ".1"}) {
    if (auto main = find_accompanying(path, extension); main && *main != path) return main;
  }
  fs::path folder = path.parent_path();
  for (int level = 0; level < 3; ++level, folder /= "..") {
    for (const Reader& reader : readers()) {
      for (const char* name : reader.mains) {
        const auto main = is_extension(name) ? std::nullopt : below(folder, name);
        if (main && *main != path) return main->lexically_normal();
      }
    }
  }
  const std::vector<fs::path> datasets =
      with_extension(path.has_parent_path() ? path.parent_path() : fs::path("."), ".nc");
  if (datasets.size() == 1) return datasets[0].lexically_normal();
  return std::nullopt;
}

[[noreturn]] void refuse_unknown(const fs::path& path) {
  if (const auto run = run_around(path))
    refuse(path, "is a part of a run, not the file to name", "name " + shown(*run) + ": what belongs to it is found");
  refuse(path, "is not a BEM result that is known", "known are " + known_mains(true));
}

// What `ignore` may name: what any reader takes beside its main file.
void check_ignored(const ReadOptions& options) {
  std::vector<std::string> known;
  for (const Reader& reader : readers()) {
    for (const char* one : reader.accompanying) {
      if (std::find(known.begin(), known.end(), one) == known.end()) known.emplace_back(one);
    }
  }
  Diagnostics mistakes;
  for (const std::string& one : options.ignore) {
    const std::string name = lower_case(one);
    if (std::any_of(known.begin(), known.end(), [&](const std::string& k) { return name == k || "." + name == k; }))
      continue;
    std::string list;
    for (const std::string& k : known) list += (list.empty() ? "" : " ") + k;
    mistakes.error({}, fmt::format("--ignore names {}, which is not an accompanying file that is looked for", one),
                   did_you_mean(name, known, "known are " + list));
  }
  mistakes.throw_if_errors();
}

Located locate(const fs::path& path, const ReadOptions& options) {
  std::error_code code;
  if (path.empty()) throw InputError(Origin{}, "the name of the BEM result is empty", "name its file or folder");
  if (!fs::exists(path, code)) refuse(path, "does not exist", "check the name");
  if (fs::is_directory(path, code)) return in_folder(path);
  if (!fs::is_regular_file(path, code)) refuse(path, "is neither a file nor a folder", "save what it gives in a file");
  const std::string extension = extension_of(path);
  const Named named{path, lower_case(path.filename().string()), extension, first_bytes(path), options};
  for (const Reader& reader : readers()) {
    if (!reader.detect) continue;
    if (auto source = reader.detect(named)) return {&reader, std::move(*source)};
  }
  for (const Reader& reader : readers()) {
    const auto is_own = [&](const char* own) { return is_extension(own) && extension == lower_case(own); };
    if (std::any_of(reader.mains.begin(), reader.mains.end(), is_own) ||
        std::any_of(reader.more_extensions.begin(), reader.more_extensions.end(), is_own))
      return {&reader, {path}};
  }
  for (const char* part : {".cal", ".pot", ".cfg", ".frc", ".4", ".6p", ".in", ".dat", ".txt", ".gdf"}) {
    if (extension == part && run_around(path)) refuse_unknown(path);
  }
  for (const char* mesh : {".gdf", ".stl", ".obj", ".ply", ".pnl", ".msh", ".mar"}) {
    if (extension == mesh)
      refuse(path, "is a mesh, not a BEM result",
             "name what the BEM code has written for it: .out, Nemoh.cal, .AH1, .nc");
  }
  // No known extension: the first lines tell.
  TextFile file;
  load_text(path, file);
  const std::string start = lower_case(std::string_view(file.text).substr(0, 4000));
  for (const Reader& reader : readers()) {
    if (reader.words && contains(start, reader.words)) return {&reader, {path}};
  }
  refuse_unknown(path);
}

}  // namespace

const std::vector<Reader>& readers() {
  static const std::vector<Reader> all{
#define SWELL_READER(name) name##_reader(),
#include "formats/readers.def"
#undef SWELL_READER
  };
  return all;
}

bool ReadOptions::ignores(const std::string& extension) const {
  return std::any_of(ignore.begin(), ignore.end(), [&](const std::string& one) {
    const std::string lower = lower_case(one);
    return lower == extension || "." + lower == extension;
  });
}

std::string format_name(const fs::path& path, const ReadOptions& options) {
  return locate(path, options).reader->title;
}

fs::path main_file(const fs::path& path) { return locate(path).source.file; }

void check_output(const fs::path& output, const std::vector<fs::path>& inputs) {
  const auto no = [&](const std::string& message, const std::string& remedy) {
    throw InputError(Origin{}, fmt::format("--output = {} {}", shown(output), message), remedy);
  };
  const std::string remedy = "name another file: the original is never touched";
  if (extension_of(output) != ".h5") no("must end in .h5", "the file that is written is BEMIO's HDF5");
  std::error_code code;
  if (fs::is_directory(output, code)) no("is a folder", "name a file in it");
  if (const fs::path folder = output.parent_path(); !folder.empty() && !fs::is_directory(folder, code))
    no(fmt::format("cannot be written: there is no folder {}", shown(folder)), "make it, or name a file elsewhere");
  for (const fs::path& input : inputs) {
    if (!fs::exists(output, code)) break;
    if (fs::equivalent(output, input, code) || fs::equivalent(output, main_file(input), code))
      no(fmt::format("is the input {}", shown(input)), remedy);
  }
}

namespace {

// Every reader hands over leads, by what its code writes; what the user says of the file, or else long waves, decide.
hydro::HydroData read_with_phases(const Located& located, ReadOptions options) {
  using Phases = ReadOptions::Phases;
  const auto& [row, source] = located;
  const Reader& reader = *row;
  const bool lags = reader.sense == Sense::lag, turns = reader.sense != Sense::lead;
  const Phases usual = lags ? Phases::lag : Phases::lead, other = lags ? Phases::lead : Phases::lag;
  hydro::HydroData data = reader.read(source, options);
  using hydro::PhaseSense;
  const PhaseSense sense = options.phases == Phases::automatic ? hydro::phase_sense(data) : PhaseSense::unknown;
  const bool shown_by_waves = sense == PhaseSense::lag;
  if (sense == PhaseSense::contradictory)
    data.notes.push_back(
        fmt::format("in long waves surge lags the crest by 90 degrees, as for exp(-i omega t), but heave leads as for "
                    "exp(+i omega t): kept as they are (--phases {} turns all forces)",
                    other == Phases::lag ? "lag" : "lead"));
  if (options.phases != other && !shown_by_waves) return data;
  if (!turns || (shown_by_waves && !lags)) {
    conjugate_forces(data);
  } else if (shown_by_waves) {  // these readers turn the phases themselves, about points that are not the origin
    options.phases = other;
    data = reader.read(source, options);
  }
  data.notes.push_back(
      shown_by_waves
          ? fmt::format("in long waves the forces lag although they must lead: the file is written for "
                        "exp({}i omega t), not for the exp({}i omega t) of {}; conjugated (--phases {} keeps them)",
                        lags ? '+' : '-', lags ? '-' : '+', reader.title, usual == Phases::lag ? "lag" : "lead")
          : fmt::format("phases of the forces taken as {}s over the crest, as asked for (--phases)",
                        other == Phases::lag ? "lag" : "lead"));
  return data;
}

}  // namespace

hydro::HydroData read_bem(const fs::path& path, const ReadOptions& options) {
  check_ignored(options);
  return code::of_file([&] {
    hydro::HydroData data = read_with_phases(locate(path, options), options);
    for (const auto& [b, i] : excited_without_damping(data))
      data.notes.push_back(fmt::format(
          "body {}: waves push it in {}, and its radiation damping there is 0 at every frequency: sound only where a "
          "joint holds that motion",
          data.bodies[b].name, kMotions[static_cast<std::size_t>(i)]));
    return data;
  });
}

}  // namespace swell::bemio
