// swell osp validate, swell osp export.
#include <fmt/format.h>

#include <filesystem>
#include <sstream>

#include "commands.h"
#include "report.h"
#include "swell/osp/export.h"
#include "swell/osp/ports.h"
#include "swell/osp/validate.h"
#include "swell/run/inspect.h"
#include "swell/run/run.h"

namespace swell::command {

int osp_validate(const OspCommand& options) {
  std::ostringstream verdict;
  const int status = osp::validate_command(options.path, verdict);
  put("{}", verdict.str());
  return status;
}

int osp_export(const OspCommand& options) {
  model::Model model;
  if (!read_and_check(options, model, nullptr, false)) return 2;
  try {
    Diagnostics diagnostics;
    const std::vector<osp::Group> groups = osp::interface_of(run::device_interface(model), diagnostics);
    diagnostics.throw_if_errors();
    report_warnings(diagnostics.warnings());
    const std::filesystem::path file(options.file);
    const std::filesystem::path folder =
        options.folder.empty() ? file.parent_path() : std::filesystem::path(options.folder);
    const auto written =
        osp::export_interface(folder.empty() ? "." : folder, file.stem().string(), groups, options.force);
    if (options.json) {
      Json files = Json::array();
      for (const auto& path : written) files.push_back(path.string());
      print_json({{"status", "done"}, {"files", files}});
    } else {
      for (const auto& path : written) put("{}\n", path.string());
    }
    return 0;
  } catch (const InputError& error) {
    report_input_errors(error.diagnostics(), options.json);
    return 2;
  } catch (const SimulationError& error) {
    report_failure(error, options.json);
    return 1;
  }
}

}  // namespace swell::command
