// swell fmu: a case as an FMU.
#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "commands.h"
#include "license.h"
#include "report.h"
#include "swell/fmu/export_fmu.h"
#include "swell/run/assess_case.h"

namespace swell::command {

namespace {

namespace fs = std::filesystem;

struct FmuCommand : CaseOptions {
  std::string output, kind = "co-simulation";
  fmu::ExportOptions options;
};

/// Beside the command in a build folder, below lib/ where it is installed.
fs::path module_file() {
  std::error_code failed;
  const fs::path folder = fs::read_symlink("/proc/self/exe", failed).parent_path();
  const char* const name = "swell_fmu.so";
  for (const fs::path& place : {folder / name, folder / "../lib/swell" / name, folder / SWELL_LIBRARY_FOLDER / name}) {
    if (fs::is_regular_file(place, failed)) return fs::weakly_canonical(place, failed);
  }
  return folder / name;
}

int write_fmu(FmuCommand& command) {
  model::Model model;
  if (!read_and_check(command, model, nullptr, false)) return 2;
  run::require_functions(model);
  try {
    command.options.module = module_file();
    command.options.co_simulation = command.kind != "model-exchange";
    command.options.model_exchange = command.kind != "co-simulation";
    command.options.license = kLicense;
    const fs::path file =
        command.output.empty() ? fs::path(command.file).replace_extension(".fmu").filename() : fs::path(command.output);
    const fmu::ExportSummary done = fmu::export_fmu(model, file, command.options);
    report_warnings(done.warnings);
    if (command.json) {
      print_json({{"status", "done"},
                  {"fmu", done.fmu.string()},
                  {"osp", done.osp.string()},
                  {"inputs", done.inputs},
                  {"outputs", done.outputs},
                  {"parameters", done.parameters},
                  {"states", done.states}});
    } else {
      const std::string kind = command.kind == "both"             ? "co-simulation and model exchange"
                               : command.kind == "model-exchange" ? "model exchange"
                                                                  : command.kind;
      const auto counted = [](auto n, const std::string& what) {
        return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
      };
      put("{}: FMI {}.0 {}, {}, {}, {}, {}{} of the case\n{}\n", done.fmu.string(), command.options.version, kind,
          counted(done.inputs, "input"), counted(done.outputs, "output"), counted(done.parameters, "parameter"),
          done.states > 0 ? counted(done.states, "state") + ", " : "", counted(done.files, "file"), done.osp.string());
    }
    return 0;
  } catch (const InputError& error) {
    report_input_errors(error.diagnostics(), command.json);
    return 2;
  } catch (const SimulationError& error) {
    report_failure(error, command.json);
    return 1;
  }
}

}  // namespace

void add_fmu_command(CLI::App& app, int& status) {
  const auto command = std::make_shared<FmuCommand>();
  CLI::App* fmu = app.add_subcommand("fmu", "write a case as an FMU, for other simulators");
  fmu->add_option("case", command->file, "case file (YAML)")->required();
  fmu->add_option("-o,--output", command->output, "the FMU; default: <case>.fmu in the working directory");
  fmu->add_option("--fmi", command->options.version, "version of FMI: 2 or 3")
      ->check(CLI::IsMember({2, 3}))
      ->capture_default_str();
  fmu->add_option("--kind", command->kind,
                  "co-simulation: stepped by itself; model-exchange: integrated by the importer")
      ->check(CLI::IsMember({"co-simulation", "model-exchange", "both"}))
      ->capture_default_str();
  fmu->add_option("--inputs", command->options.inputs,
                  "open inputs that the importer sets: --inputs '*.force'; again for each further pattern")
      ->allow_extra_args(false);
  fmu->add_option("--outputs", command->options.outputs,
                  "outputs that it gets: --outputs '*.position'; again for each further pattern")
      ->allow_extra_args(false);
  fmu->add_option("--set", command->overrides, "set a value of the case: --set ptos.PTO1.damping=2e6")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  fmu->add_flag("--force", command->options.force, "replace a file that is read-only or no FMU");
  fmu->add_flag("--json", command->json, "print the outcome as JSON");
  fmu->callback([command, &status] { status = write_fmu(*command); });
}

}  // namespace swell::command
