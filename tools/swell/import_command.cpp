// swell import: cases of other programs become cases of Swell.
#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "commands.h"
#include "report.h"
#include "swell/base/replace.h"
#include "swell/base/text.h"
#include "swell/base/visible.h"
#include "swell/hydro/is_own_bemio_h5.h"
#include "swell/wecsim/import.h"

namespace swell::command {
namespace {

namespace fs = std::filesystem;

struct ImportCommand {
  std::string folder, output;
  std::vector<std::string> defines;
  bool best = false, force = false, quiet = false, json = false;
};

std::map<std::string, std::string> defines_of(const ImportCommand& options) {
  std::map<std::string, std::string> out;
  Diagnostics diagnostics;
  for (const std::string& d : options.defines) {
    const std::size_t equals = d.find('=');
    if (equals == std::string::npos || equals == 0)
      diagnostics.error({}, fmt::format("--define {} must be NAME=VALUE", d),
                        "give a value of MATLAB: --define waveFlag=\"'irregular'\"");
    else
      out[d.substr(0, equals)] = d.substr(equals + 1);
  }
  diagnostics.throw_if_errors();
  return out;
}

const char* word(wecsim::ReportLine::Kind kind) {
  switch (kind) {
    case wecsim::ReportLine::Kind::taken:
      return "taken";
    case wecsim::ReportLine::Kind::decided:
      return "decided";
    case wecsim::ReportLine::Kind::lost:
    case wecsim::ReportLine::Kind::refused:
      return "not taken";
  }
  return "";
}

int import_wec_sim(const ImportCommand& options) {
  const auto defines = defines_of(options);
  const fs::path folder = options.folder;
  wecsim::ImportOptions import;
  import.best = options.best;
  import.defines = defines;
  import.containment = Containment::child_process;
  import.output = options.output.empty() ? wecsim::model_file(folder, defines).replace_extension(".yaml")
                                         : fs::path(options.output);
  if (!import.output.parent_path().empty() && !fs::is_directory(import.output.parent_path()))
    throw InputError(Origin{},
                     fmt::format("-o {}: the folder {} does not exist", import.output.string(),
                                 import.output.parent_path().string()),
                     "make it first");
  const wecsim::Imported imported = wecsim::import_case(folder, import);
  const Replaceable ours = unedited_text("case as an import wrote it", {"swell import wec-sim", "swell batch"});
  Diagnostics diagnostics;
  check_replacement(import.output, ours, options.force, diagnostics);
  if (imported.study) check_replacement(imported.study->path, ours, options.force, diagnostics);
  for (const auto& c : imported.conversions)
    check_replacement(c.output, {"BEMIO HDF5 file of Swell", hydro::is_own_bemio_h5}, options.force, diagnostics);
  // The case or the study that an earlier import wrote names its tables.
  const auto is_named = [&](const fs::path& table) {
    const auto in = [&](const fs::path& file) {
      return ours.ours(file) && file_bytes(file).value_or("").find(table.filename().string()) != std::string::npos;
    };
    return in(import.output) || (imported.study && in(imported.study->path));
  };
  for (const auto& f : imported.files)
    check_replacement(f.path, {"table of an imported case", is_named}, options.force, diagnostics);
  diagnostics.throw_if_errors();
  for (const auto& c : imported.conversions) (void)wecsim::convert(c, Containment::child_process);
  for (const auto& f : imported.files) write_in_place(f.path, f.text);
  if (imported.study)
    write_in_place(imported.study->path, with_checksum_line(editor_line("study-schema.json") + imported.study->text));
  write_in_place(import.output, with_checksum_line(editor_line("case-schema.json") + imported.yaml));
  using Kind = wecsim::ReportLine::Kind;
  if (options.json) {
    Json j;
    j["status"] = imported.runs ? "done" : "incomplete";
    j["case"] = import.output.string();
    if (imported.study) j["study"] = imported.study->path.string();
    j["report"] = Json::array();
    for (const auto& line : imported.report)
      j["report"].push_back({{"kind", word(line.kind)},
                             {"text", line.text},
                             {"file", line.origin.file},
                             {"line", line.origin.line},
                             {"path", line.origin.path}});
    print_json(j);
    return imported.runs ? 0 : 1;
  }
  if (options.quiet) return imported.runs ? 0 : 1;
  const std::size_t lost = imported.count(Kind::lost) + imported.count(Kind::refused);
  for (const char* kind : {"taken", "decided", "not taken"}) {
    bool first = true;
    for (const auto& line : imported.report) {
      if (std::string(word(line.kind)) != kind) continue;
      if (first)
        put("{}\n", line.kind == Kind::taken ? "Imported:" : line.kind == Kind::decided ? "Decided:" : "Not imported:");
      first = false;
      const std::string place = line.origin.line > 0       ? line.origin.place()
                                : line.origin.path.empty() ? ""
                                                           : fs::path(line.origin.file).filename().string();
      put("  {}{}\n", place.empty() ? "" : place + ": ", visible(line.text));
    }
  }
  put("{}: {} imported, {} decided, {} not imported\n", import.output.string(), imported.count(Kind::taken),
      imported.count(Kind::decided), lost);
  if (imported.study) put("Conditions: {}\n", imported.study->path.string());
  if (!imported.runs) put("The case does not run: a part that acts on the device was not imported (see above).\n");
  return imported.runs ? 0 : 1;
}

}  // namespace

void add_import_command(CLI::App& app, int& status) {
  auto options = std::make_shared<ImportCommand>();
  CLI::App* import = app.add_subcommand("import", "convert cases of other programs into cases of Swell");
  import->require_subcommand(1);
  CLI::App* command =
      import->add_subcommand("wec-sim", "a WEC-Sim case: wecSimInputFile.m, its Simulink model, its data");
  command->add_option("folder", options->folder, "the folder that holds wecSimInputFile.m, or the input file itself")
      ->required();
  command->add_option("-o,--output", options->output, "case file to write (.yaml); default: beside the model");
  command->add_flag("--best", options->best, "Swell's own numerical choices instead of WEC-Sim's");
  command
      ->add_option("--define", options->defines,
                   "set a variable before the input file runs: --define enable_ss=1; again for each further one")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  command->add_flag("--force", options->force, "replace files that were edited, or that no import has written");
  command->add_flag("-q,--quiet", options->quiet, "no report");
  command->add_flag("--json", options->json, "print the report as JSON");
  command->callback([options, &status] { status = import_wec_sim(*options); });
}

}  // namespace swell::command
