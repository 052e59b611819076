#include "run_outputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "checkpoint_file.h"
#include "swell/base/replace.h"
#include "swell/model/files.h"
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
  return results_path(model, options).replace_extension(".checkpoint.h5");
}

namespace {

/// A name that says another format would be believed by whoever opens the file.
void judge_name(const fs::path& results, const Origin& origin, Diagnostics& diagnostics) {
  std::string extension = results.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  for (const char* other : {".csv", ".txt", ".dat", ".json", ".yaml", ".yml", ".xml", ".mat", ".png", ".svg", ".pdf"}) {
    if (extension != other) continue;
    diagnostics.error(origin, fmt::format("{}: results are written as HDF5, whatever the name", results.string()),
                      fmt::format("call it {}", fs::path(results).replace_extension(".h5").string()));
  }
}

}  // namespace

void judge_run_outputs(const model::Model& model, const RunOptions& options, Diagnostics& diagnostics) {
  if (!options.checkpoint.empty() && !options.checkpoint_at)
    diagnostics.error(
        {},
        fmt::format("--checkpoint {}: no time for it, so that nothing would be written", options.checkpoint.string()),
        "say when with --checkpoint-at");
  std::vector<model::InputFile> inputs = model::input_files(model);
  if (!options.restart.empty()) inputs.push_back({"--restart", options.restart});

  if (model::in_memory(model) && options.output.empty() && model.output.file.empty())
    return;  // runs in memory write nothing
  const fs::path results = results_path(model, options);
  const bool named_by_case = options.output.empty() && !model.output.file.empty();
  judge_name(results, named_by_case ? model.output.source.of("file") : Origin{}, diagnostics);
  std::vector<model::OutputFile> outputs = {{"results", results, "choose another name with -o or output.file",
                                             named_by_case ? "output.file" : "", model.output.source.of("file")}};
  if (!model.output.state.empty()) {
    outputs.push_back({"states", model.output.state, "choose another name for output.state", "output.state",
                       model.output.source.of("state")});
  }
  if (options.checkpoint_at || !options.checkpoint.empty())
    outputs.push_back({"checkpoint", checkpoint_path(model, options), "choose another name with --checkpoint", {}, {}});
  const std::size_t before = diagnostics.list().size();
  model::judge_outputs(outputs, inputs, diagnostics);
  if (diagnostics.list().size() == before && !options.force) {
    if (const auto reason = not_to_be_replaced(results, replaceable_results(model.containment))) {
      diagnostics.error(named_by_case ? model.output.source.of("file") : Origin{results.string(), 0, 0, ""},
                        fmt::format("the results would replace {}, which {}", results.filename().string(), *reason),
                        "choose another name with -o or output.file, or replace it with --force");
    }
    Replaceable states = replaceable_text("state file of Swell", {kStateFileMark});
    states.options = "output.state";
    if (!model.output.state.empty()) judge_replacement(model.output.state, states, false, diagnostics);
    if (options.checkpoint_at)
      judge_replacement(checkpoint_path(model, options), replaceable_checkpoint(), false, diagnostics);
  }
  // The place of the partial results is that of the results: what is wrong with it need not be said twice.
  if (diagnostics.list().size() != before) return;
  outputs.push_back({"results of a run that fails", partial_path(results), outputs.front().remedy, {}, {}});
  model::judge_outputs(outputs, inputs, diagnostics);
}

void judge_results_size(const model::Model& model, assembly::BuiltCase& built, const fs::path& results, double begin,
                        bool runs, Diagnostics& diagnostics) {
  constexpr double kMostBytes = 50e9, kMuch = 1e9;
  double numbers = 1.0;  // the time
  for (const auto* list : {&built.recorded, &built.states}) {
    for (const assembly::RecordedSeries& recorded : *list) {
      if (assembly::selected(recorded.series.path, model.output.select)) numbers += std::max(1, recorded.series.width);
    }
  }
  const double end = model.simulation.start + model.simulation.duration;
  const double rows = std::floor((end - begin) / built.solver.output_step) + 1.0;
  const double bytes = 8.0 * numbers * rows;
  const std::string size = fmt::format("{:.4g} rows of {} numbers, {:.3g} GB", rows, numbers, 1e-9 * bytes);
  const Origin& origin = model.output.time_step ? model.output.source.of("time_step") : model.output.source.origin;
  const char* const remedy =
      "set a longer output.time_step or a shorter simulation.duration, or choose what is stored with output.select";
  if (bytes > kMostBytes) {
    diagnostics.error(
        origin, fmt::format("the results would have {}, and the most is {:g} GB", size, 1e-9 * kMostBytes), remedy);
    return;
  }
  // What the disk lacks is no mistake of the case.
  std::error_code error;
  const fs::path folder = results.has_parent_path() ? results.parent_path() : fs::path(".");
  const fs::space_info space = fs::space(folder, error);
  if (!error && bytes > static_cast<double>(space.available)) {
    const std::string text =
        fmt::format("the results would have {}, and the disk of {} has {:.3g} GB left; make room, or {}", size,
                    folder.string(), 1e-9 * static_cast<double>(space.available), remedy);
    if (runs) throw SimulationError(text, begin, "results", results.string());
    built.notes.push_back(text);
    return;
  }
  if (bytes > kMuch) built.notes.push_back(fmt::format("the results have {} before compression; {}", size, remedy));
}

}  // namespace swell::run
