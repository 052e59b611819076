// swell osp validate, swell osp export.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "commands.h"
#include "report.h"
#include "swell/assembly/case_port_groups.h"
#include "swell/cosim/system_case.h"
#include "swell/model/read_case.h"
#include "swell/osp/export.h"
#include "swell/osp/ports.h"
#include "swell/osp/validate.h"
#include "swell/run/inspect.h"
#include "swell/run/run.h"

namespace swell::command {

int osp_validate(const OspCommand& options) {
  std::ostringstream verdict;
  std::vector<osp::GroupType> own;
  if (!options.group_types.empty()) {
    Diagnostics diagnostics;
    own = assembly::read_group_types(options.group_types, diagnostics);
    diagnostics.throw_if_errors();
  }
  const int status = osp::validate_command(options.path, verdict, own, options.list_open);
  put("{}", verdict.str());
  return status;
}

namespace {

/// What the case shows to others: values that it takes from outside are its inputs.
std::vector<osp::Group> groups_of(const model::Model& model, Diagnostics& diagnostics) {
  std::vector<system::ComponentInfo> ports = run::device_interface(model);
  for (system::ComponentInfo& component : ports) {
    if (component.type != "input") continue;
    for (auto& port : component.outputs) {
      port.address = component.name;
      component.inputs.push_back(std::move(port));
    }
    component.outputs.clear();
  }
  const assembly::PortGroups given = assembly::port_groups_of(model, diagnostics);
  return osp::interface_of(ports, diagnostics, given.declared, given.own);
}

/// A system may leave its end to whoever runs it; what it shows to others does not depend on it.
bool lacks_end(const OspCommand& options) {
  Diagnostics found;
  cosim::read_case(options.file, options.overrides, found);
  return std::any_of(found.list().begin(), found.list().end(),
                     [](const Diagnostic& d) { return d.code == "missing" && d.subject == "simulation.duration"; });
}

}  // namespace

int osp_export(const OspCommand& command) {
  OspCommand options = command;
  if (lacks_end(options)) options.overrides.emplace_back("simulation.duration=1");
  model::Model model;
  if (!read_and_check(options, model, nullptr, false)) return 2;
  try {
    Diagnostics diagnostics;
    const std::vector<osp::Group> groups = groups_of(model, diagnostics);
    diagnostics.throw_if_errors();
    report_warnings(diagnostics.warnings());
    // Of a folder it is the file that was read in it.
    const std::filesystem::path folder =
        options.folder.empty() ? model.file.parent_path() : std::filesystem::path(options.folder);
    const auto written =
        osp::export_interface(folder.empty() ? "." : folder, model.file.stem().string(), groups, options.force);
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
