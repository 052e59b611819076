// swell: the command line. Parses the arguments; commands.h does the work.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <exception>
#include <new>
#include <stdexcept>

#include "commands.h"
#include "finite_number.h"
#include "json_report.h"
#include "option_values.h"
#include "process.h"
#include "report.h"
#include "swell/run/version.h"
#include "unknown_command.h"

namespace swell::command {
namespace {

void add_case_options(CLI::App* app, CaseOptions& options, bool case_required = true) {
  app->add_option("case", options.file,
                  case_required ? "case file (YAML), or a system of FMUs (OSP-IS, SSP)"
                                : "case file (YAML), or a system of FMUs (OSP-IS, SSP); default: the only case in the "
                                  "folder")
      ->required(case_required);
  app->add_option(
         "--set", options.overrides,
         "set a value of the case: --set ptos.PTO1.damping=2e6 (list items by name); again for each further one")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  app->add_option("--scenario", options.scenario,
                  "of a system of FMUs: scenario file of OSP (JSON), values changed at given times");
  app->add_flag("--json", options.json, "print the outcome as JSON");
}

void add_library_option(CLI::App* app, CaseOptions& options) {
  app->add_flag("--allow-libraries", options.allow_libraries,
                "load the component libraries and FMUs that the case names: their code runs");
}

int dispatch(int argc, char** argv) {
  CLI::App app{"Swell simulates wave-energy converters in the time domain."};
  app.name("swell");  // not the path that it was started by
  app.footer(
      "Examples:\n"
      "  swell new                                 a commented case to start from\n"
      "  swell check rm3.yaml                      every mistake of the case at once\n"
      "  swell run rm3.yaml -o out.h5 --set waves.height=3\n"
      "  swell inspect rm3.yaml                    every port, parameter and state\n"
      "  swell batch study.yaml                    many cases, in threads; start it again to continue after a stop\n"
      "  swell fmu rm3.yaml -o rm3.fmu             an FMU for other simulators, solver and data inside\n"
      "  swell bem device.yaml -o hydro.h5         hydrodynamic data from the geometry of a device\n"
      "  swell import wec-sim folder -o case.yaml  a WEC-Sim case, with a report of the parts\n"
      "  swell plot out.h5 other.h5 -o figure.svg  motions, forces and power\n"
      "  swell report out.h5 -o report.html        one offline page: plots, the device in 3-D, tables\n"
      "  swell stats out.h5                        deviations, spectra, extremes, fatigue\n"
      "  swell compare reference.h5 out.h5         worst first; exit status 1 beyond the tolerance\n"
      "  swell linear rm3.yaml                     natural periods, damping, RAO, mean power\n" +
      std::string(kExitStatus));
  app.set_version_flag("--version", fmt::format("swell {}", run::version()));
  app.require_subcommand(1);
  int status = 0;

  RunCommand run_options;
  CLI::App* run_app = app.add_subcommand("run", "run a case and write its results");
  add_case_options(run_app, run_options, false);
  run_app->add_option("-o,--output", run_options.output,
                      "results file; default: output.file of the case, or <case>.results.h5");
  run_app->add_flag("--force", run_options.force,
                    "replace a file that is read-only, or that is not a results file of an earlier run");
  run_app->add_flag("--audit", run_options.audit, "check the energy balance; the run fails if it does not close");
  CLI::Option* real_time =
      run_app->add_flag("--real-time", run_options.real_time,
                        "keep to the wall clock, and report the worst lateness and the work per step");
  run_app->add_option("--speed", run_options.speed, "of --real-time: simulated seconds per second")
      ->needs(real_time)
      ->check(number_between(1e-3, 1e6))
      ->capture_default_str();
  run_app->add_option("--checkpoint-at", run_options.checkpoint_at, "write a checkpoint at this time [s] and continue")
      ->excludes(real_time);
  run_app->add_option("--checkpoint", run_options.checkpoint, "its file; default: <results>.checkpoint");
  run_app->add_option("--restart", run_options.restart, "continue from a checkpoint; the results begin after it");
  run_app->add_flag("--report", run_options.report, "write a page of plots and the device in 3-D beside the results");
  run_app->add_flag("--open", run_options.open, "the same, opened in the browser");
  CLI::Option* quiet = run_app->add_flag("-q,--quiet", run_options.quiet, "no progress bar and no summary");
  run_app->add_flag("-v,--verbose", run_options.verbose, "notes on the preparation too")->excludes(quiet);
  run_app->callback([&] {
    if (run_options.file.empty()) run_options.file = only_case();
    status = run(run_options);
  });

  CheckCommand check_options;
  CLI::App* check_app = app.add_subcommand("check", "validate a case without running it: all mistakes at once");
  add_case_options(check_app, check_options);
  add_library_option(check_app, check_options);
  check_app->add_option("-o,--output", check_options.output, "results file of the run, judged with the rest");
  check_app->callback([&] { status = check(check_options); });

  InspectCommand inspect_options;
  CLI::App* inspect_app = app.add_subcommand("inspect", "list every component, port, parameter and state of a case");
  add_case_options(inspect_app, inspect_options);
  add_library_option(inspect_app, inspect_options);
  inspect_app->add_option("--component", inspect_options.component,
                          "only this one, of a body the hydrodynamic coefficients that the case uses");
  inspect_app->add_flag("--graph", inspect_options.graph,
                        "components, elements of circuits and connections in the language of Graphviz: | dot -Tsvg");
  inspect_app->callback([&] { status = inspect(inspect_options); });

  add_batch_command(app, status);
  add_bem_command(app, status);
  add_import_command(app, status);
  add_fmu_command(app, status);

  PlotCommand plot_options;
  CLI::App* plot_app =
      app.add_subcommand("plot", "draw motions, forces and power of results files, or the mean power of a study");
  plot_app->add_option("results", plot_options.files, "results files; several are laid over each other")->required();
  plot_app->add_option("-o,--output", plot_options.output, "figure (.svg, .png or .pdf); default: <first file>.svg");
  plot_app
      ->add_option(
          "--select", plot_options.select,
          "draw these datasets instead: --select 'bodies.*.position'; again for each further pattern; of a study "
          "the axes to draw over")
      ->allow_extra_args(false);
  plot_app->add_option("--from", plot_options.from, "start of the time axis [s]");
  plot_app->add_option("--to", plot_options.to, "end of the time axis [s]");
  plot_app->add_flag("--force", plot_options.force, "replace a file that is read-only or no figure");
  plot_app->callback([&] { status = plot(plot_options); });

  add_stats_command(app, status);
  add_compare_command(app, status);
  add_linear_command(app, status);
  add_rao_command(app, status);
  add_report_command(app, status);

  OspCommand osp_options;
  CLI::App* osp_app = app.add_subcommand("osp", "check OSP interface files, or write those of a case");
  osp_app->require_subcommand(1);
  CLI::App* validate_app =
      osp_app->add_subcommand("validate", "judge OspModelDescription and OspSystemStructure files");
  validate_app->add_option("path", osp_options.path, "a file, an FMU or a folder")->required();
  validate_app->add_option("--group-types", osp_options.group_types, "file with types of groups of your own");
  validate_app->add_flag("--open", osp_options.list_open, "list groups that nothing joins, with what would fit them");
  validate_app->callback([&] { status = osp_validate(osp_options); });
  CLI::App* export_app = osp_app->add_subcommand("export", "write the interface of a case's device as OSP files");
  add_case_options(export_app, osp_options);
  add_library_option(export_app, osp_options);
  export_app->add_option("-o,--output", osp_options.folder, "folder for the files; default: that of the case");
  export_app->add_flag("--force", osp_options.force, "replace files that are read-only or no interface files");
  export_app->callback([&] { status = osp_export(osp_options); });

  XdmfCommand xdmf_options;
  CLI::App* xdmf_app = app.add_subcommand(
      "xdmf", "write a run for ParaView: bodies as meshes, lines, springs, joints, the sea (XDMF and HDF5)");
  xdmf_app->add_option("results", xdmf_options.file, "results file")->required();
  xdmf_app->add_option("-o,--output", xdmf_options.output, "XDMF file; default: <results>.xdmf");
  xdmf_app->add_option("--every", xdmf_options.every, "only every n-th row; absent: up to 500 frames")
      ->check(CLI::Range(1, 1000000));
  xdmf_app->add_flag("--force", xdmf_options.force, "replace a file that is read-only or no XDMF file");
  xdmf_app->callback([&] { status = xdmf(xdmf_options); });

  Page page = Page::schema;
  CLI::App* schema_app =
      app.add_subcommand("schema", "print the JSON Schema of the case file, as in docs/case-schema.json");
  schema_app->add_flag_callback(
      "--reference", [&] { page = Page::reference; }, "print docs/case-file.md instead");
  std::vector<std::string> schema_libraries;
  schema_app->add_flag_callback(
      "--components", [&] { page = Page::components; }, "print docs/component-types.md instead");
  schema_app->add_option("--library", schema_libraries, "your own component library; its types are included");
  schema_app->add_flag_callback(
      "--choices", [&] { page = Page::choices; }, "print docs/choices.md instead");
  schema_app->add_flag_callback(
      "--study", [&] { page = Page::study; },
      "print the JSON Schema of the study file, docs/study-schema.json, instead");
  schema_app->add_flag_callback(
      "--device", [&] { page = Page::device; },
      "print the JSON Schema of the device file of swell bem, docs/device-schema.json, instead");
  schema_app->callback([&] { status = schema(page, schema_libraries); });

  add_new_command(app, status);
  add_shell_commands(app);
  add_examples(app);

  check_option_values(app);
  const std::string unknown = unknown_command(app, argc, argv, "run");
  if (!unknown.empty()) {
    put(stderr, "{}\n", unknown);
    return 2;
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return report_usage(app, error, argc, argv);
  } catch (const std::bad_alloc&) {
    throw std::runtime_error(
        fmt::format("the machine has no memory left for: swell {}", fmt::join(argv + 1, argv + argc, " ")));
  }
  return status;
}

}  // namespace
}  // namespace swell::command

int main(int argc, char** argv) {
  swell::command::prepare_process();
  swell::command::report_crashes(swell::command::asks_for_json(argc, argv));
  const int status = swell::command::guarded(
      "swell", [&] { return swell::command::dispatch(argc, argv); },
      [&](const std::vector<swell::Diagnostic>& diagnostics) {
        swell::command::report_input_errors(diagnostics, swell::command::asks_for_json(argc, argv));
      },
      swell::command::asks_for_json(argc, argv));
  swell::command::no_more_crashes();
  return status;
}
