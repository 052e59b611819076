// swell bem: geometry in, hydrodynamic data out.
#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <memory>

#include "commands.h"
#include "finite_number.h"
#include "json_report.h"
#include "progress.h"
#include "report.h"
#include "swell/base/replace.h"
#include "swell/base/text.h"
#include "swell/bem/device.h"
#include "swell/bem/passive_memory.h"
#include "swell/bem/refine.h"
#include "swell/bemio/plots.h"
#include "swell/hydro/bemio_h5.h"
#include "swell/hydro/is_own_bemio_h5.h"
#include "swell/model/computed_device.h"
#include "swell/model/files.h"
#include "swell/model/read_case.h"

namespace swell::command {
namespace {

struct BemOptions {
  std::string file, output, fields, plot;
  std::optional<double> fields_at;
  int threads = 0;
  bool state_space = false, force = false, quiet = false, json = false;
};

std::string in_bytes(double bytes) { return with_prefix(bytes, "B"); }

/// Coefficients over frequency and kernels over time, a figure for each body.
void draw(const hydro::HydroData& data, const std::vector<std::filesystem::path>& figures) {
  bemio::PlotOptions plot;
  plot.density = data.density.value_or(plot.density);
  plot.gravity = data.gravity.value_or(plot.gravity);
  for (std::size_t b = 0; b < figures.size(); ++b) {
    plot.body = b;
    swell::figures::render(bemio::coefficient_figure({{"swell bem", &data}}, plot), figures[b]);
  }
}

/// Before anything takes time.
void announce(const bem::ComputeReport& report) {
  const char* how = report.symmetry == bem::Symmetry::Kind::revolution ? ", bodies of revolution"
                    : report.symmetry == bem::Symmetry::Kind::planes   ? ", planes of symmetry"
                                                                       : "";
  if (report.devices > 1)
    put("{} nodes of {} separate devices, {} of memory\n", report.unknowns, report.devices, in_bytes(report.memory));
  else
    put("{} nodes, {} unknowns at once{}, {} points inside the waterplanes, {} of memory\n", report.unknowns,
        report.orbits, how, report.interior, in_bytes(report.memory));
  std::fflush(stdout);
}

std::vector<Diagnostic> warnings_of(const bem::PassiveMemory& memory) {
  std::vector<Diagnostic> warnings;
  if (memory.error > bem::PassiveMemory::kAsked)
    warnings.push_back(warning_of(
        "state-space-error", "",
        fmt::format("the state space is off by up to {:.2g} % of the peak of the response, {:g} % asked; more "
                    "frequencies, and up to higher ones, are what it lacks",
                    100.0 * memory.error, 100.0 * bem::PassiveMemory::kAsked)));
  if (memory.passivity.lowest < -bem::PassiveMemory::kRoundOff)
    warnings.push_back(warning_of("state-space-not-passive", "",
                                  fmt::format("the state space gains energy at {:.3g} rad/s, {:.1e} of its peak",
                                              memory.passivity.omega, -memory.passivity.lowest)));
  return warnings;
}

/// A device file's tree, or what the bodies of a case ask for.
Parameter device_tree(const std::filesystem::path& file, Diagnostics& diagnostics) {
  Parameter tree = model::read_yaml_file(file, model::kDeviceFile);
  if (tree.find("simulation") == nullptr) return tree;
  tree = model::computed_device(model::read_case(file), diagnostics);
  if (tree.find("bodies") == nullptr)
    diagnostics.error(Origin{file.string(), 0, 0, ""}, "no body of this case has hydro_data: {compute: ...}",
                      "give bodies a geometry and hydro_data: {compute: {frequencies: auto}}, or name a device file");
  diagnostics.throw_if_errors();
  return tree;
}

int run_bem(const BemOptions& options) {
  const std::filesystem::path file = options.file;
  const std::filesystem::path output = options.output.empty() ? std::filesystem::path(file).replace_extension(".h5")
                                                              : std::filesystem::path(options.output);
  const auto read_tree = [](const std::filesystem::path& path) {
    return model::read_yaml_file(path, model::kDeviceFile);
  };
  Diagnostics diagnostics;
  const Parameter tree = device_tree(file, diagnostics);
  bem::Device device = bem::read_device(tree, file.parent_path(), read_tree, diagnostics);
  model::check_output_file({"hydrodynamic data", output, "choose another with -o", {}, {}}, {{options.file, file}});
  if (!options.fields.empty()) {
    model::check_output_file({"fields", options.fields, "choose another with --fields", {}, {}},
                             {{options.file, file}, {"hydrodynamic data", output}});
    Replaceable xdmf = replaceable_text("XDMF file", {"<Xdmf"});
    xdmf.options = "--fields";
    check_replacement(options.fields, xdmf, options.force, diagnostics);
  }
  std::vector<std::filesystem::path> figures;
  if (!options.plot.empty()) {
    const std::vector<std::string> bodies = names_of(device.request.bodies);
    figures = bemio::figure_paths(options.plot, bodies);
    for (const auto& figure : figures) swell::figures::check_path(figure, options.force);
  }
  if (options.state_space) bem::check_state_space(device.request, device.source.of("frequencies"), diagnostics);
  check_replacement(output, {"BEMIO HDF5 file of Swell", hydro::is_own_bemio_h5}, options.force, diagnostics);
  diagnostics.throw_if_errors();
  report_warnings(diagnostics.warnings());
  device.request.threads = options.threads;
  Progress shown(!options.quiet && !options.json);
  const bem::Progress progress = progress_listener();
  const std::optional<bem::Refinement> refinement = bem::divide_as_asked(device, progress);
  shown.clear();
  report_warnings(device.warnings.warnings());
  // Beside what will be written: a killed run leaves it, the next goes on from it.
  device.request.unfinished = output.string() + ".unfinished";
  if (!options.quiet && !options.json) device.request.announce = announce;
  bem::ComputeReport report;
  hydro::HydroData data = bem::compute(device.request, &report, progress);
  shown.clear();
  Diagnostics doubts;
  bem::check_identities(report, device.request.origin, doubts);
  report_warnings(doubts.warnings());
  hydro::write_bemio_h5(data, output.string());  // first: what was solved stays, whatever becomes of the fit
  bem::PassiveMemory memory;
  if (options.state_space) {
    memory = bem::add_passive_state_space(data);
    hydro::write_bemio_h5(data, output.string());
    report_warnings(warnings_of(memory));
  }
  if (!options.fields.empty())
    bem::write_xdmf(bem::compute_fields(device.request, options.fields_at.value_or(data.omega[data.omega.size() / 2])),
                    options.fields);
  draw(data, figures);
  if (options.json) {
    Json j;
    j["status"] = "done";
    j["figures"] = Json::array();
    for (const auto& figure : figures) j["figures"].push_back(figure.string());
    j["output"] = output.string();
    j["bodies"] = data.bodies.size();
    j["frequencies"] = data.omega.size();
    j["frequencies_solved"] = report.solved;
    j["devices"] = report.devices;
    j["headings"] = data.direction.size();
    j["nodes"] = report.unknowns;
    j["unknowns"] = report.orbits;
    if (refinement) {
      j["error"] = refinement->error;
      j["error_reached"] = refinement->reached;
    }
    j["interior_points"] = report.interior;
    j["memory"] = report.memory;
    j["seconds"] = report.seconds_set_up + report.seconds_solve;
    j["haskind"] = report.haskind;
    j["energy"] = report.energy;
    j["reciprocity"] = report.reciprocity;
    if (device.request.mean_drift != bem::MeanDrift::none) {
      j["optical"] = report.optical;
      j["drift"] = report.drift;
    }
    j["resumed"] = report.resumed;
    if (options.state_space) {
      j["state_space_error"] = memory.error;
      j["state_space_states"] = memory.states;
    }
    print_json(j);
    return 0;
  }
  if (options.quiet) return 0;
  for (const hydro::HydroBody& body : data.bodies) {
    const double round_off = 1e-9 * std::cbrt(body.displaced_volume);
    const Vector3 cb = (body.cb.array().abs() < round_off).select(0.0, body.cb);
    put("{:<12} {:.5g} m3, centre of buoyancy ({:.4g}, {:.4g}, {:.4g}) m, waterplane {:.5g} m2\n", body.name,
        body.displaced_volume, cb.x(), cb.y(), cb.z(), body.restoring_stiffness(2, 2));
  }
  if (refinement)
    put("error {:.2g} % by the divisions before: {}{}\n", 100.0 * refinement->error, refinement->where,
        refinement->reached ? "" : fmt::format("; {:g} % is not reached by the finest", 100.0 * *device.error));
  put("Haskind against pressure {:.2g} %, waves' energy against damping {:.2g} %, reciprocity {:.2g} %\n",
      100.0 * report.haskind, 100.0 * report.energy, 100.0 * report.reciprocity);
  if (report.resumed > 0) put("{} frequencies were those of a run that did not end\n", report.resumed);
  if (options.state_space)
    put("state space: {} states in all entries, its response within {:.2g} % of the data's\n", memory.states,
        100.0 * memory.error);
  if (report.optical > 0.0)
    put("mean drift: power lost by the wave against that of the waves that go out {:.2g} %{}\n", 100.0 * report.optical,
        report.drift > 0.0
            ? fmt::format(", forces by pressure against those by momentum {:.2g} %", 100.0 * report.drift)
            : "");
  put("{}: {} frequencies {:.4g} to {:.4g} rad/s{}, {} heading{}, {:.2f} s\n", output.string(), data.omega.size(),
      data.omega.front(), data.omega.back(),
      device.request.choose_frequencies ? fmt::format(" from {} that were solved", report.solved) : "",
      data.direction.size(), data.direction.size() == 1 ? "" : "s", report.seconds_set_up + report.seconds_solve);
  for (const auto& figure : figures) put("{}\n", figure.string());
  return 0;
}

}  // namespace

void add_bem_command(CLI::App& app, int& status) {
  auto options = std::make_shared<BemOptions>();
  CLI::App* command = app.add_subcommand("bem", "compute hydrodynamic data from the geometry of a device");
  command
      ->add_option("device", options->file,
                   "device file (YAML): environment, frequencies, headings, bodies; or a case whose bodies say compute")
      ->required();
  command->add_option("-o,--output", options->output, "file to write (.h5); default: beside the device file");
  command->add_option("--threads", options->threads, "threads; default: all cores")->check(CLI::Range(1, 1024));
  command->add_option("--fields", options->fields,
                      "write mesh, pressures, elevation and waves far away at one frequency as XDMF, for ParaView");
  command->add_option("--fields-at", options->fields_at, "that frequency [rad/s]; default: the middle one")
      ->check(number_between(1e-6, 1e6));
  command->add_option("--plot", options->plot,
                      "draw coefficients and kernels, a figure for each body (.svg, .png or .pdf)");
  command->add_flag("--state-space", options->state_space,
                    "write the radiation's memory as a passive state space too, for WEC-Sim");
  command->add_flag("--force", options->force, "replace a file that is read-only or no hydrodynamic data");
  command->add_flag("-q,--quiet", options->quiet, "no progress and no summary");
  command->add_flag("--json", options->json, "print the outcome as JSON");
  command->callback([options, &status] { status = run_bem(*options); });
}

}  // namespace swell::command
