#include "swell/bemio/read.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <optional>

#include "long_waves.h"
#include "readers.h"
#include "swell/base/regular_file.h"
#include "swell/bemio/processing.h"
#include "swell/hydro/bemio_h5.h"
#include "swell/hydro/coefficient_table.h"
#include "text_file.h"

namespace swell::bemio {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const fs::path& path, const std::string& message, const std::string& remedy) {
  fail_input(shown(path), -1, message, remedy);
}

struct Source {
  Format format;
  fs::path file;                  // the file that the reader takes
  fs::path tables{};              // HAMS: the one of Wamit_format that was named
  std::vector<fs::path> parts{};  // Capytaine: the datasets of a folder that holds several
};

// Datasets of one body each, set side by side.
hydro::HydroData read_datasets(const Source& source, const ReadOptions& options) {
  if (source.parts.empty()) return read_capytaine(source.file, options);
  std::vector<hydro::HydroData> parts;
  for (const fs::path& path : source.parts) {
    parts.push_back(read_capytaine(path, options));
    if (parts.back().bodies[0].name == "body1") parts.back().bodies[0].name = path.stem().string();  // it names none
    for (std::size_t k = 0; k + 1 < parts.size(); ++k) {
      if (parts[k].bodies[0].name == parts.back().bodies[0].name)
        refuse(
            source.file.parent_path(),
            fmt::format("holds {} datasets, two of them of the body {}", source.parts.size(), parts[k].bodies[0].name),
            "name one of them; several are read as one set where each has a body of its own");
    }
  }
  hydro::HydroData all = combine(parts);
  all.file = shown(source.file.parent_path());
  return all;
}

// What the phases of a code's forces are, and whether its reader turns them itself (`phases`).
enum class Sense { lead, lag, as_the_file_says };

// One row for each format: its name, its reader, its phases, and by what a file is known that has no other sign: its
// extensions, and words among its first lines.
struct Reader {
  Format format;
  const char* name;
  Sense sense;
  std::vector<const char*> extensions;
  const char* words;
  hydro::HydroData (*read)(const Source& source, const ReadOptions& options);
};

const std::vector<Reader>& readers() {
  using Data = hydro::HydroData;
  static const std::vector<Reader> all{
      {Format::wamit,
       "WAMIT",
       Sense::lead,
       {".out"},
       "wamit",
       [](const Source& s, const ReadOptions& o) -> Data { return read_wamit_out(s.file, o); }},
      {Format::wamit_numeric,
       "WAMIT numeric files",
       Sense::lead,
       {},
       nullptr,
       [](const Source& s, const ReadOptions& o) -> Data { return read_wamit_numeric(s.file, o); }},
      {Format::nemoh,
       "NEMOH",
       Sense::lag,
       {},
       "fluid specific volume",
       [](const Source& s, const ReadOptions& o) -> Data { return read_nemoh(s.file, o); }},
      {Format::aqwa,
       "AQWA",
       Sense::lag,
       {".ah1", ".lis"},
       "aqwa",
       [](const Source& s, const ReadOptions& o) -> Data { return read_aqwa(s.file, o); }},
      {Format::capytaine, "Capytaine", Sense::lag, {".nc", ".nc4"}, nullptr, read_datasets},
      {Format::hams,
       "HAMS",
       Sense::lead,
       {},
       "hams control file",
       [](const Source& s, const ReadOptions& o) -> Data { return read_hams(s.file, s.tables, o); }},
      {Format::hdb,
       "AQUA+/Diodore",
       Sense::lag,
       {".hdb"},
       "[hydro_para]",
       [](const Source& s, const ReadOptions& o) -> Data { return read_hdb(s.file, o); }},
      {Format::orcaflex,
       "OrcaFlex",
       Sense::as_the_file_says,
       {".yml", ".yaml"},
       "program: orcaflex",
       [](const Source& s, const ReadOptions& o) -> Data { return read_orcaflex(s.file, o); }},
      {Format::matlab,
       "MATLAB",
       Sense::lead,
       {".mat"},
       nullptr,
       [](const Source& s, const ReadOptions& o) -> Data { return read_matlab(s.file, o); }},
      {Format::bemio_h5,
       "BEMIO HDF5",
       Sense::lead,
       {".h5", ".hdf5"},
       nullptr,
       [](const Source& s, const ReadOptions& o) -> Data {
         return hydro::read_bemio_h5(s.file.string(), o.containment, o.gaps);
       }},
      {Format::table,
       "coefficient table",
       Sense::lead,
       {".csv"},
       nullptr,
       [](const Source& s, const ReadOptions& o) -> Data {
         return hydro::read_coefficient_table(s.file.string(), o.gaps);
       }}};
  return all;
}

const Reader& reader_of(Format format) {
  return *std::find_if(readers().begin(), readers().end(), [&](const Reader& r) { return r.format == format; });
}

Source locate(const fs::path& path, const ReadOptions& options = {});

// What WAMIT's F2T writes under the extensions of coefficients: impulse responses over time.
bool is_impulse_response(const fs::path& path) {
  const std::string stem = lower_case(path.stem().string());
  return stem.size() > 3 && (stem.rfind("_ir") == stem.size() - 3 || stem.rfind("_jr") == stem.size() - 3);
}

std::vector<fs::path> with_extension(const fs::path& folder, const std::string& extension) {
  std::vector<fs::path> found;
  std::error_code code;
  for (fs::directory_iterator it(folder, code), end; !code && it != end; it.increment(code)) {
    if (lower_case(it->path().extension().string()) == extension && !is_impulse_response(it->path()))
      found.push_back(it->path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::optional<fs::path> run_around(const fs::path& path);

Source in_folder(const fs::path& folder) {
  if (const auto cal = find_ignoring_case(folder, "Nemoh.cal")) return {Format::nemoh, *cal};
  for (const fs::path& input : {find_ignoring_case(folder, "Input").value_or(folder), folder}) {
    if (const auto control = find_ignoring_case(input, "ControlFile.in")) return {Format::hams, *control};
  }
  const std::pair<const char*, Format> kinds[] = {
      {".out", Format::wamit},   {".ah1", Format::aqwa},        {".nc", Format::capytaine},
      {".h5", Format::bemio_h5}, {".1", Format::wamit_numeric}, {".lis", Format::aqwa},
      {".hdb", Format::hdb},     {".yml", Format::orcaflex},    {".mat", Format::matlab}};
  for (const auto& [extension, format] : kinds) {
    const std::vector<fs::path> found = with_extension(folder, extension);
    if (found.size() > 1 && format == Format::capytaine) return {format, found[0], {}, found};
    if (found.size() > 1) refuse(folder, fmt::format("holds {} files {}", found.size(), extension), "name one of them");
    if (found.size() == 1) return locate(found[0]);
  }
  if (const auto run = run_around(folder / "*"))
    refuse(folder, "is a part of a run, not the folder to name",
           "name " + shown(*run) + ": what belongs to it is found");
  refuse(
      folder,
      "holds no BEM result that is known (Nemoh.cal, Input/ControlFile.in, .out, .AH1, .nc, .h5, .1, .hdb, .yml, .mat)",
      "name the folder of the run or the file");
}

std::array<char, 8> first_bytes(const fs::path& path) {
  require_regular_file(path);
  std::array<char, 8> head{};
  std::ifstream(path, std::ios::binary).read(head.data(), head.size());
  return head;
}

bool is_hdf5(const std::array<char, 8>& head) {
  return head[0] == '\x89' && head[1] == 'H' && head[2] == 'D' && head[3] == 'F';
}

// The run that a file belongs to, where that can be seen: its main file.
std::optional<fs::path> run_around(const fs::path& path) {
  for (const char* extension : {".out", ".AH1", ".1"}) {
    if (auto main = find_companion(path, extension); main && *main != path) return main;
  }
  fs::path folder = path.parent_path();
  for (int level = 0; level < 3; ++level, folder /= "..") {
    for (const char* name : {"Nemoh.cal", "ControlFile.in", "Input/ControlFile.in"}) {
      const fs::path wanted(name);
      const auto sub = wanted.has_parent_path() ? find_ignoring_case(folder, wanted.parent_path().string())
                                                : std::optional<fs::path>(folder);
      if (!sub) continue;
      const auto main = find_ignoring_case(*sub, wanted.filename().string());
      if (main && *main != path) return main->lexically_normal();
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
  refuse(path, "is not a BEM result that is known",
         "known are WAMIT .out/.1, NEMOH Nemoh.cal, AQWA .AH1/.LIS, Capytaine .nc, HAMS ControlFile.in, AQUA+ and "
         "Diodore .hdb, OrcaFlex .yml, BEMIO .h5 and .mat, tables .csv");
}

// WAMIT's files of numbers, all of one run.
constexpr std::array<const char*, 16> kWamitCompanions{".1",   ".2",   ".3",   ".3fk", ".3sc", ".7",   ".8",   ".9",
                                                       ".hst", ".mmx", ".10d", ".10s", ".11d", ".11s", ".12d", ".12s"};
bool is_wamit_companion(const std::string& extension) {
  return std::find(kWamitCompanions.begin(), kWamitCompanions.end(), extension) != kWamitCompanions.end();
}

// What `ignore` may name: companions by extension or, where that says nothing, by the first letters of their names.
void check_ignored(const ReadOptions& options) {
  std::vector<std::string> known(kWamitCompanions.begin(), kWamitCompanions.end());
  for (const char* other : {".out", ".pot", ".cfg", ".in", ".lis", "kh", "hydrostatics", "qtf", ".dat", ".ss"})
    known.emplace_back(other);
  Diagnostics mistakes;
  for (const std::string& one : options.ignore) {
    const std::string name = lower_case(one);
    if (std::any_of(known.begin(), known.end(), [&](const std::string& k) { return name == k || "." + name == k; }))
      continue;
    std::string list;
    for (const std::string& k : known) list += (list.empty() ? "" : " ") + k;
    const auto near = nearest(name, known);
    mistakes.error({}, fmt::format("--ignore names {}, which is no companion that is looked for", one),
                   near ? "did you mean " + *near + "?" : "known are " + list);
  }
  mistakes.throw_if_errors();
}

Source locate(const fs::path& path, const ReadOptions& options) {
  std::error_code code;
  if (path.empty()) throw InputError(Origin{}, "the name of the BEM result is empty", "name its file or folder");
  if (!fs::exists(path, code)) refuse(path, "does not exist", "check the name");
  if (fs::is_directory(path, code)) return in_folder(path);
  if (!fs::is_regular_file(path, code)) refuse(path, "is neither a file nor a folder", "save what it gives in a file");
  const std::array<char, 8> head = first_bytes(path);
  const std::string extension = lower_case(path.extension().string()), name = lower_case(path.filename().string());
  if (is_hdf5(head)) return {extension == ".nc" || extension == ".nc4" ? Format::capytaine : Format::bemio_h5, path};
  if (head[0] == 'C' && head[1] == 'D' && head[2] == 'F') return {Format::capytaine, path};
  if (std::string_view(head.data(), 6) == "MATLAB") return {Format::matlab, path};
  if (extension == ".cal" && (name == "nemoh.cal" || !find_ignoring_case(path.parent_path(), "Nemoh.cal")))
    return {Format::nemoh, path};
  if (extension == ".tec") {
    for (const fs::path& folder : {path.parent_path() / "..", path.parent_path()}) {
      if (const auto cal = find_ignoring_case(folder, "Nemoh.cal")) return {Format::nemoh, *cal};
    }
    refuse(path, "has no Nemoh.cal in the folder above it", "name the folder of the run");
  }
  if (name == "controlfile.in") return {Format::hams, path};
  if (is_wamit_companion(extension)) {
    if (is_impulse_response(path))
      refuse(path, "holds impulse responses over time (WAMIT's F2T), not coefficients over frequency",
             "name the .out of the run, or its .1 and .3");
    const fs::path folder = fs::absolute(path).parent_path();
    const auto input = lower_case(folder.filename().string()) == "wamit_format"
                           ? find_ignoring_case(folder.parent_path().parent_path(), "Input")
                           : std::nullopt;
    if (const auto control = input ? find_ignoring_case(*input, "ControlFile.in") : std::nullopt)
      return {Format::hams, *control, path};
    const auto out = options.ignores(".out") ? std::nullopt : find_companion(path, ".out");
    if (out) return {Format::wamit, *out};
    if (extension != ".1" && !find_companion(path, ".1"))
      refuse(path, "is one of WAMIT's numeric files, without the .1 of added mass and damping beside it",
             "copy the whole run, and name its .out or its .1");
    return {Format::wamit_numeric, path};
  }
  for (const Reader& reader : readers()) {
    for (const char* own : reader.extensions) {
      if (extension == own) return {reader.format, path};
    }
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
    if (reader.words && contains(start, reader.words)) return {reader.format, path};
  }
  refuse_unknown(path);
}

}  // namespace

bool ReadOptions::ignores(const std::string& extension) const {
  return std::any_of(ignore.begin(), ignore.end(), [&](const std::string& one) {
    const std::string lower = lower_case(one);
    return lower == extension || "." + lower == extension;
  });
}

Format detect_format(const fs::path& path, const ReadOptions& options) { return locate(path, options).format; }

fs::path main_file(const fs::path& path) { return locate(path).file; }

void check_output(const fs::path& output, const std::vector<fs::path>& inputs) {
  const auto no = [&](const std::string& message, const std::string& remedy) {
    throw InputError(Origin{}, fmt::format("--output = {} {}", shown(output), message), remedy);
  };
  const std::string remedy = "name another file: the original is never touched";
  if (lower_case(output.extension().string()) != ".h5")
    no("must end in .h5", "the file that is written is BEMIO's HDF5");
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

const char* format_name(Format format) { return reader_of(format).name; }

namespace {

// Every reader hands over leads, by what its code writes; what the user says of the file, or else long waves, decide.
hydro::HydroData read_with_phases(const Source& source, ReadOptions options) {
  using Phases = ReadOptions::Phases;
  const Reader& reader = reader_of(source.format);
  const bool lags = reader.sense == Sense::lag, turns = reader.sense != Sense::lead;
  const Phases usual = lags ? Phases::lag : Phases::lead, other = lags ? Phases::lead : Phases::lag;
  hydro::HydroData data = reader.read(source, options);
  const PhaseSense sense = options.phases == Phases::automatic ? phase_sense(data) : PhaseSense::unknown;
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
          ? fmt::format("in long waves the forces lag where the water asks for a lead: the file is written for "
                        "exp({}i omega t), not for the exp({}i omega t) of {}; conjugated (--phases {} keeps them)",
                        lags ? '+' : '-', lags ? '-' : '+', reader.name, usual == Phases::lag ? "lag" : "lead")
          : fmt::format("phases of the forces taken as {}s over the crest, as asked for (--phases)",
                        other == Phases::lag ? "lag" : "lead"));
  return data;
}

}  // namespace

hydro::HydroData read_bem(const fs::path& path, const ReadOptions& options) {
  check_ignored(options);
  return read_with_phases(locate(path, options), options);
}

}  // namespace swell::bemio
