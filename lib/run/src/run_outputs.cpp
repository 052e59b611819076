#include "run_outputs.h"

#include <H5Cpp.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <csignal>

#include "checkpoint_file.h"
#include "swell/base/failed_write.h"
#include "swell/base/hdf5_mutex.h"
#include "swell/base/replace.h"
#include "swell/base/text.h"
#include "swell/run/results_writer.h"

namespace swell::run {

namespace fs = std::filesystem;

fs::path results_path(const model::Model& model, const RunOptions& options) {
  if (!options.output.empty()) return options.output;
  if (!model.output.file.empty()) return model.output.file;
  if (model.file.has_filename()) return fs::path(model.file).replace_extension(".results.h5");
  return "results.h5";
}

fs::path checkpoint_path(const model::Model& model, const RunOptions& options) {
  if (!options.checkpoint.empty()) return options.checkpoint;
  return results_path(model, options).replace_extension(".checkpoint");
}

void check_results_name(const fs::path& results, const Origin& origin, Diagnostics& diagnostics) {
  const std::string extension = extension_of(results);
  for (const char* other : {".csv", ".txt", ".dat", ".json", ".yaml", ".yml", ".xml", ".mat", ".png", ".svg", ".pdf",
                            ".xlsx", ".nc", ".zip", ".gz"}) {
    if (extension != other) continue;
    diagnostics.error(origin, fmt::format("{}: results are written as HDF5, whatever the name", results.string()),
                      fmt::format("call it {}", fs::path(results).replace_extension(".h5").string()));
  }
}

std::vector<model::OutputFile> check_run_outputs(const model::Model& model, const RunOptions& options,
                                                 Diagnostics& diagnostics) {
  if (!options.checkpoint.empty() && !options.checkpoint_at)
    diagnostics.error(
        {},
        fmt::format("--checkpoint {}: no time for it, so that nothing would be written", options.checkpoint.string()),
        "say when with --checkpoint-at");
  std::vector<model::InputFile> inputs = model::input_files(model);
  if (!options.restart.empty()) inputs.push_back({"--restart", options.restart});

  if (model::in_memory(model) && options.output.empty() && model.output.file.empty())
    return {};  // runs in memory write nothing
  const fs::path results = results_path(model, options);
  const bool named_by_case = options.output.empty() && !model.output.file.empty();
  check_results_name(results, named_by_case ? model.output.source.of("file") : Origin{}, diagnostics);
  std::vector<model::OutputFile> outputs = {{"results", results, "choose another name with -o or output.file",
                                             named_by_case ? "output.file" : "", model.output.source.of("file")}};
  if (!model.output.state.empty()) {
    outputs.push_back({"states", model.output.state, "choose another name for output.state", "output.state",
                       model.output.source.of("state")});
  }
  if (options.checkpoint_at || !options.checkpoint.empty())
    outputs.push_back({"checkpoint", checkpoint_path(model, options), "choose another name with --checkpoint", {}, {}});
  const std::size_t before = diagnostics.list().size();
  model::check_outputs(outputs, inputs, diagnostics);
  if (diagnostics.list().size() == before && !options.force) {
    if (const auto reason = not_to_be_replaced(results, replaceable_results(model.containment))) {
      diagnostics.error(named_by_case ? model.output.source.of("file") : Origin{results.string(), 0, 0, ""},
                        fmt::format("the results would replace {}, which {}", results.filename().string(), *reason),
                        "choose another name with -o or output.file, or replace it with --force");
    }
    Replaceable states = replaceable_text("state file of Swell", {kStateFileMark});
    states.options = "output.state";
    if (!model.output.state.empty()) check_replacement(model.output.state, states, false, diagnostics);
    if (options.checkpoint_at)
      check_replacement(checkpoint_path(model, options), replaceable_checkpoint(), false, diagnostics);
  }
  // The place of the partial results is that of the results: what is wrong with it need not be reported again.
  if (diagnostics.list().size() != before) return outputs;
  outputs.push_back({"results of a run that fails", partial_path(results), outputs.front().remedy, {}, {}});
  model::check_outputs(outputs, inputs, diagnostics);
  return outputs;
}

void check_results_size(const model::Model& model, assembly::BuiltCase& built, const fs::path& results, double begin,
                        bool runs, Diagnostics& diagnostics) {
  constexpr double kMostBytes = 50e9, kMuch = 1e9;
  double numbers = 1.0;  // the time
  for (const auto* list : {&built.recorded, &built.states}) {
    for (const assembly::RecordedSeries& recorded : *list) {
      if (assembly::selected(recorded.series, model.output.select)) numbers += std::max(1, recorded.series.width);
    }
  }
  const double end = model.simulation.start + model.simulation.duration;
  const double rows = built.solver.output_times.empty() ? std::floor((end - begin) / built.solver.output_step) + 1.0
                                                        : static_cast<double>(built.solver.output_times.size());
  double constant = 0.0;
  for (const assembly::StoredArray& array : built.hydro) constant += static_cast<double>(array.values.size());
  const double bytes = 8.0 * (numbers * rows + constant);
  const std::string size = fmt::format("{:.4g} rows of {} numbers, {:.3g} GB", rows, numbers, 1e-9 * bytes);
  const Origin& origin = model.output.time_step ? model.output.source.of("time_step") : model.output.source.origin;
  const char* const remedy =
      "set a longer output.time_step or a shorter simulation.duration, or choose what is stored with output.select";
  if (bytes > kMostBytes) {
    diagnostics.error(origin, fmt::format("the results would have {}; the limit is {:g} GB", size, 1e-9 * kMostBytes),
                      remedy);
    return;
  }
  // What the disk lacks is no mistake of the case.
  std::error_code error;
  const fs::path folder = results.has_parent_path() ? results.parent_path() : fs::path(".");
  const fs::space_info space = fs::space(folder, error);
  if (!error && bytes > static_cast<double>(space.available)) {
    const std::string text =
        fmt::format("the results would have {}, and the disk of {} has {:.3g} GB left; free some space, or {}", size,
                    folder.string(), 1e-9 * static_cast<double>(space.available), remedy);
    if (runs) throw FailedWrite(text, results, begin, "results");
    built.notes.push_back(text);
    return;
  }
  if (bytes > kMuch) built.notes.push_back(fmt::format("the results have {} before compression; {}", size, remedy));
}

fs::path partial_path(const fs::path& path) {
  fs::path result = path;
  if (result.extension() == ".h5") result.replace_extension();
  return result.string() + ".partial.h5";
}

namespace {

/// Whether Swell wrote the file: every results file, partial ones too, has these attributes.
bool is_results_file(const fs::path& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return false;
  try {
    const H5::H5File file(path.string(), H5F_ACC_RDONLY);
    const H5::Group root = file.openGroup("/");
    return root.attrExists("case") && root.attrExists("version") && root.attrExists("overrides");
  } catch (const H5::Exception&) {
    return false;
  }
}

/// What a results file is of: the case but for its end, and the time that it covers.
struct Extent {
  std::string of;
  double from = 0.0, to = 0.0;  ///< [s]
};

std::optional<Extent> extent_of(const fs::path& path) {
  if (!is_results_file(path)) return std::nullopt;
  try {
    const H5::H5File file(path.string(), H5F_ACC_RDONLY);
    const H5::Group root = file.openGroup("/");
    Extent extent;
    const H5::Attribute text = root.openAttribute("case"), overrides = root.openAttribute("overrides");
    text.read(text.getStrType(), extent.of);
    const H5::DataSpace space = overrides.getSpace();
    std::vector<char*> lines(static_cast<std::size_t>(std::max<hssize_t>(0, space.getSimpleExtentNpoints())), nullptr);
    if (!lines.empty()) overrides.read(overrides.getStrType(), lines.data());
    for (const char* line : lines) {
      const std::string key = line == nullptr ? "" : line;
      if (key.rfind("simulation.duration=", 0) != 0 && key.rfind("output.", 0) != 0) extent.of += "\n" + key;
    }
    if (!lines.empty()) H5Dvlen_reclaim(overrides.getStrType().getId(), space.getId(), H5P_DEFAULT, lines.data());
    const H5::DataSet time = file.openDataSet("/time");
    std::vector<double> times(static_cast<std::size_t>(time.getSpace().getSimpleExtentNpoints()));
    if (times.empty()) return std::nullopt;
    time.read(times.data(), H5::PredType::NATIVE_DOUBLE);
    extent.from = times.front();
    extent.to = times.back();
    return extent;
  } catch (const H5::Exception&) {
    return std::nullopt;
  }
}

/// Whether `newer` has all that `older` has: the same case over at least its time.
bool supersedes(const fs::path& newer, const fs::path& older) {
  const auto now = extent_of(newer), before = extent_of(older);
  if (!before) return is_results_file(older);  // no row, or none that can be read
  if (!now || now->of != before->of) return false;
  const double slack = 1e-9 * std::max(1.0, std::abs(before->to));
  return now->from <= before->from + slack && now->to >= before->to - slack;
}

}  // namespace

void settle_partial(const fs::path& results, std::vector<std::string>& notes) {
  const fs::path partial = partial_path(results);
  if (!is_results_file(partial)) return;
  if (supersedes(results, partial)) {
    std::error_code error;
    fs::remove(partial, error);
  } else if (const auto left = extent_of(partial)) {
    notes.push_back(fmt::format("{} of an earlier run stays: it has {:.6g} to {:.6g} s of {} case", partial.string(),
                                left->from, left->to, extent_of(results)->of == left->of ? "the same" : "another"));
  }
}

fs::path keep_as_partial(const fs::path& temporary, const fs::path& results) {
  std::error_code error;
  fs::path partial = partial_path(results);
  const std::string stem = fs::path(partial).replace_extension().string();
  for (int i = 2; i < 100; ++i) {
    if (fs::symlink_status(partial, error).type() == fs::file_type::not_found || supersedes(temporary, partial)) break;
    partial = stem + fmt::format("-{}.h5", i);
  }
  if (fs::exists(partial, error) && !supersedes(temporary, partial)) return temporary;
  fs::rename(temporary, partial, error);
  return error ? temporary : partial;
}

namespace {

/// <results>.<process id>.part, and <results>.<process id>.packed.part, a compressed copy of it.
struct Part {
  fs::path path;
  pid_t owner = 0;
  bool packed = false;
};

std::vector<Part> parts_of(const fs::path& target) {
  std::vector<Part> parts;
  std::error_code error;
  const std::string begin = target.filename().string() + ".", end = ".part", kPacked = ".packed";
  const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    if (name.size() <= begin.size() + end.size() || name.compare(0, begin.size(), begin) != 0 ||
        name.compare(name.size() - end.size(), end.size(), end) != 0)
      continue;
    std::string id = name.substr(begin.size(), name.size() - begin.size() - end.size());
    const bool packed =
        id.size() > kPacked.size() && id.compare(id.size() - kPacked.size(), kPacked.size(), kPacked) == 0;
    if (packed) id.resize(id.size() - kPacked.size());
    if (id.empty() || id.size() > 9 || id.find_first_not_of("0123456789") != std::string::npos) continue;
    if (!entry.is_regular_file(error) || entry.is_symlink(error)) continue;
    parts.push_back({entry.path(), std::stoi(id), packed});
  }
  return parts;
}

/// Of the open file, not of the process: threads of one process see each other's, and libhdf5, which asks for flock,
/// sees none of them.
struct flock growing_lock() {
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  return lock;
}

bool grows(const fs::path& part) {
  const int file = ::open(part.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return false;
  struct flock lock = growing_lock();
  const bool locked = fcntl(file, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
  ::close(file);
  return locked;
}

}  // namespace

void mark_as_growing(int descriptor) noexcept {
  struct flock lock = growing_lock();
  static_cast<void>(fcntl(descriptor, F_OFD_SETLK, &lock));  // where the file system has none, both runs go on
}

void refuse_second_run(const fs::path& target, const fs::path& mine) {
  for (const Part& part : parts_of(target)) {
    if (part.path.filename() == mine.filename() || !grows(part.path)) continue;
    throw InputError(Origin{target.string(), 0, 0, ""},
                     fmt::format("another run, process {}, is writing these results", part.owner),
                     "wait for it, or choose another name with -o");
  }
}

void adopt_stale_parts(const fs::path& target, const fs::path& results, std::vector<std::string>& notes) {
  std::error_code error;
  std::vector<fs::path> stale;
  for (const Part& part : parts_of(target)) {
    // Whose process lives is at work, unless that is this one: its number has come round again.
    if (grows(part.path) || (part.owner != getpid() && (kill(part.owner, 0) == 0 || errno != ESRCH))) continue;
    if (part.packed) {
      fs::remove(part.path, error);
    } else {
      stale.push_back(part.path);
    }
  }
  for (const fs::path& part : stale) {
    std::size_t rows = 0;
    if (is_results_file(part)) {
      try {
        const H5::H5File file(part.string(), H5F_ACC_RDONLY);
        rows = static_cast<std::size_t>(file.openDataSet("/time").getSpace().getSimpleExtentNpoints());
      } catch (const H5::Exception&) {
        rows = 0;
      }
    } else if (fs::file_size(part, error) > 0) {
      notes.push_back(fmt::format("{} is left of a run that was killed, and cannot be read", part.string()));
      continue;
    }
    if (rows == 0) {
      fs::remove(part, error);
      continue;
    }
    const fs::path kept = keep_as_partial(part, results);
    notes.push_back(fmt::format("an earlier run of the same results was killed: its {} rows are in {}{}", rows,
                                kept.string(), kept == part ? "" : " until a run of this case goes as far"));
  }
}

Replaceable replaceable_results(Containment containment) {
  return {"results file of Swell", [containment](const fs::path& file) {
            if (containment == Containment::in_process) return is_results_file(file);
            try {
              return run_contained({Origin{file.string(), 0, 0, ""}, "HDF5", 10.0},
                                   [&] { return std::string(is_results_file(file) ? "1" : "0"); }) == "1";
            } catch (const InputError&) {  // it crashes HDF5
              return false;
            }
          }};
}

}  // namespace swell::run
