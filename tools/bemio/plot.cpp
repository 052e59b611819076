#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>

#include "console.h"
#include "swell/base/error.h"
#include "swell/bemio/doctor.h"
#include "swell/bemio/plots.h"
#include "swell/hydro/plausible.h"

namespace bemio_command {
namespace {

namespace bem = swell::bemio;

struct Options {
  Common common;
  std::vector<std::string> inputs, dofs, quantities, labels;
  std::string output = "coefficients.svg";
  int body = 0;
  double direction = 0.0, density = 1000.0, gravity = 9.81;
};

[[noreturn]] void unknown(const std::string& what, const std::string& value, const std::vector<std::string>& known) {
  swell::Diagnostic diagnostic;
  diagnostic.message = fmt::format("{} = {} is not known", what, value);
  std::string list;
  for (const std::string& one : known) list += (list.empty() ? "" : ", ") + one;
  const auto near = swell::nearest(value, known);
  diagnostic.remedy = near ? "did you mean " + *near + "?" : "known are " + list;
  throw swell::InputError(diagnostic);
}

// A BEM result holds no kernels: those that convert would write.
void add_kernels(swell::hydro::HydroData& data) {
  const bool without = std::any_of(data.bodies.begin(), data.bodies.end(), [](const auto& body) {
    return body.radiation_irf.empty() && !body.radiation_damping.empty();
  });
  if (!without || data.omega.size() < 2) return;
  bem::ProcessingOptions options;
  options.radiation.end_time = kRadiationTime;
  options.excitation.end_time = excitation_time_of(data);
  bem::process(data, options);
}

void check(const Options& o) {
  swell::Diagnostics mistakes;
  if (!std::isfinite(o.direction))
    mistakes.error({}, fmt::format("--direction = {:g} deg must be a number", o.direction));
  if (!o.labels.empty() && o.labels.size() != o.inputs.size())
    mistakes.error({},
                   fmt::format("--label names {}, {} are drawn", counted(o.labels.size(), "label", "labels"),
                               counted(o.inputs.size(), "input", "inputs")),
                   "give one for each input, separated by commas, or none");
  mistakes.throw_if_errors();
}

int plot(const Options& o) {
  check(o);
  std::vector<swell::hydro::HydroData> data;
  for (const std::string& input : o.inputs) {
    data.push_back(read(input, o.common, true));
    add_kernels(data.back());
  }
  std::vector<bem::PlotSet> sets;
  for (std::size_t k = 0; k < data.size(); ++k) {
    std::string label =
        o.labels.empty() ? std::filesystem::path(o.inputs[k]).lexically_normal().filename().string() : o.labels[k];
    if (label.empty() || label == ".") label = o.inputs[k];
    sets.push_back({label, &data[k]});
  }
  bem::PlotOptions options;
  options.direction = o.direction;
  options.density = o.density;
  options.gravity = o.gravity;
  std::vector<std::string> known;
  for (const auto& [name, quantity] : bem::plot_quantities()) known.push_back(name);
  for (const std::string& wanted : o.quantities) {
    bool found_it = false;
    for (const auto& [name, quantity] : bem::plot_quantities()) {
      if (name != wanted) continue;
      options.quantities.push_back(quantity);
      found_it = true;
    }
    if (!found_it) unknown("--quantity", wanted, known);
  }
  const std::size_t count = data[0].bodies.size();
  if (o.body < 0 || static_cast<std::size_t>(o.body) > count)
    unknown("--body", std::to_string(o.body), {"1 to " + std::to_string(count)});
  Json written = Json::array();
  const std::filesystem::path output = o.output;
  for (std::size_t b = 0; b < count; ++b) {
    if (o.body > 0 && b + 1 != static_cast<std::size_t>(o.body)) continue;
    options.body = b;
    options.dofs.clear();
    for (const std::string& wanted : o.dofs) {
      std::vector<std::string> names;
      for (int i = 0; i < data[0].bodies[b].dof; ++i) {
        names.push_back(bem::dof_name(i));
        if (names.back() == wanted) options.dofs.push_back(i);
      }
      if (std::find(names.begin(), names.end(), wanted) == names.end()) unknown("--dof", wanted, names);
    }
    std::filesystem::path path = output;
    if (count > 1 && o.body == 0)
      path.replace_filename(
          fmt::format("{}-{}{}", output.stem().string(), data[0].bodies[b].name, output.extension().string()));
    swell::figures::render(bem::coefficient_figure(sets, options), path);
    written.push_back(path.string());
    if (!o.common.json) fmt::print("{}\n", path.string());
  }
  if (o.common.json) fmt::print("{}\n", written.dump(2));
  return done;
}

}  // namespace

void add_plot(CLI::App& app, int& status) {
  auto options = std::make_shared<Options>();
  CLI::App* command =
      app.add_subcommand("plot", "coefficients and kernels of one or several results, a figure per body");
  command->add_option("inputs", options->inputs, "files or folders")->required();
  command->add_option("-o,--output", options->output, "figure: .svg, .png or .pdf")->capture_default_str();
  add_common(*command, options->common);
  command->add_option("--body", options->body, "one body only, from 1");
  command->add_option("--dof", options->dofs, "surge, heave, ...; those that matter unless given")
      ->delimiter(',')
      ->allow_extra_args(false);
  command
      ->add_option("--quantity", options->quantities,
                   "added-mass, damping, excitation, phase, kernel, excitation-kernel")
      ->delimiter(',')
      ->allow_extra_args(false);
  command->add_option("--label", options->labels, "legend of each input")->delimiter(',')->allow_extra_args(false);
  command->add_option("--direction", options->direction, "wave direction [deg], the nearest is taken");
  command->add_option("--density", options->density, "water density [kg/m^3] of the figure")
      ->check(CLI::Range(swell::hydro::kLeastDensity, swell::hydro::kMostDensity));
  command->add_option("--gravity", options->gravity, "gravity [m/s^2] of the figure")
      ->check(CLI::Range(swell::hydro::kLeastGravity, swell::hydro::kMostGravity));
  command->callback([options, &status] { status = plot(*options); });
}

}  // namespace bemio_command
