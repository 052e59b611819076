#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>

#include "console.h"
#include "swell/base/error.h"
#include "swell/base/motions.h"
#include "swell/base/text.h"
#include "swell/bemio/compare.h"
#include "swell/bemio/data_quality.h"
#include "swell/bemio/plots.h"
#include "swell/hydro/plausible.h"

namespace bemio_command {
namespace {

namespace bem = swell::bemio;

struct PlotCommand {
  Common common;
  std::vector<std::string> inputs, dofs, quantities, labels;
  std::string output = "coefficients.svg";
  std::optional<int> body;
  std::optional<double> direction;
  std::optional<double> density, gravity;  // instead of the first input's
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

void check(const PlotCommand& o) {
  swell::Diagnostics mistakes;
  if (o.direction && !std::isfinite(*o.direction))
    mistakes.error({}, fmt::format("--direction = {:g} deg must be a number", *o.direction));
  require_water(mistakes, "--density", o.density, o.gravity);
  for (std::size_t k = 1; k < o.labels.size(); ++k) {
    const auto before = o.labels.begin() + static_cast<std::ptrdiff_t>(k);
    if (std::find(o.labels.begin(), before, o.labels[k]) != before)
      mistakes.error({}, fmt::format("--label: {} occurs twice", o.labels[k]), "the legend could not distinguish them");
  }
  if (!o.labels.empty() && o.labels.size() != o.inputs.size())
    mistakes.error({},
                   fmt::format("--label names {}, {} drawn", counted(o.labels.size(), "label", "labels"),
                               counted(o.inputs.size(), "input is", "inputs are")),
                   "give one for each input, separated by commas, or none");
  mistakes.throw_if_errors();
}

// Names of the files, or what was typed where these are the same.
std::vector<std::string> labels_of(const PlotCommand& o) {
  if (!o.labels.empty()) return o.labels;
  std::vector<std::string> labels;
  for (const std::string& input : o.inputs) {
    labels.push_back(std::filesystem::path(input).lexically_normal().filename().string());
    if (labels.back().empty() || labels.back() == ".") labels.back() = input;
  }
  const std::vector<std::string> names = labels;
  for (std::size_t k = 0; k < labels.size(); ++k) {
    if (std::count(names.begin(), names.end(), names[k]) > 1) labels[k] = o.inputs[k];
  }
  return labels;
}

// The direction that is drawn where another was asked for.
void tell_direction(const swell::hydro::HydroData& data, const PlotCommand& o, const std::string& input) {
  if (!o.direction || data.direction.empty()) return;
  const double nearest = *std::min_element(data.direction.begin(), data.direction.end(), [&](double a, double b) {
    return std::abs(a - *o.direction) < std::abs(b - *o.direction);
  });
  if (std::abs(nearest - *o.direction) > 0.5)
    put(stderr, "{}: has no waves from {:g} deg; those from {:g} deg are drawn\n", input, *o.direction, nearest);
}

int plot(const PlotCommand& o) {
  check(o);
  std::vector<swell::hydro::HydroData> data;
  for (const std::string& input : o.inputs) {
    data.push_back(read(input, o.common));
    add_kernels(data.back());
  }
  for (std::size_t k = 1; k < data.size(); ++k) {
    auto ordered = bem::in_order_of(data[0], data[k]);
    if (!ordered) continue;
    put(stderr, "{}: its bodies are in another order than those of {}; they are paired by name\n", o.inputs[k],
        o.inputs[0]);
    data[k] = std::move(*ordered);
  }
  const std::vector<std::string> labels = labels_of(o);
  std::vector<bem::PlotSet> sets;
  for (std::size_t k = 0; k < data.size(); ++k) {
    sets.push_back({labels[k], &data[k]});
    tell_direction(data[k], o, o.inputs[k]);
  }
  bem::PlotOptions options;
  options.direction = o.direction.value_or(0.0);
  // One water for all curves, or the same coefficients in two waters would look different.
  const double density = data[0].density.value_or(1000.0);
  options.density = o.density.value_or(swell::hydro::is_liquid(density) ? density : 1000.0);
  options.gravity = o.gravity.value_or(data[0].gravity.value_or(9.81));
  const std::vector<std::string> known = swell::keys_of(bem::plot_quantities());
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
  if (o.body && (*o.body < 1 || static_cast<std::size_t>(*o.body) > count)) {
    throw swell::InputError(
        {}, fmt::format("--body = {}: {} holds {}", *o.body, o.inputs[0], counted(count, "body", "bodies")),
        "bodies count from 1; the figures are those of the first input's bodies");
  }
  Json written = Json::array();
  const std::vector<std::string> bodies = swell::names_of(data[0].bodies);
  const std::vector<std::filesystem::path> paths =
      o.body ? std::vector<std::filesystem::path>(count, o.output) : bem::figure_paths(o.output, bodies);
  for (std::size_t b = 0; b < count; ++b) {  // all before the first is drawn
    if (!o.body || b + 1 == static_cast<std::size_t>(*o.body)) swell::figures::check_path(paths[b], o.common.force);
  }
  for (std::size_t b = 0; b < count; ++b) {
    if (o.body && b + 1 != static_cast<std::size_t>(*o.body)) continue;
    options.body = b;
    for (std::size_t k = 1; k < data.size(); ++k) {
      if (b >= data[k].bodies.size())
        put(stderr, "{}: has no body {}; it is left out of the figure of {}\n", o.inputs[k], b + 1,
            data[0].bodies[b].name);
    }
    options.dofs.clear();
    for (const std::string& wanted : o.dofs) {
      std::vector<std::string> dofs;
      for (int i = 0; i < data[0].bodies[b].dof; ++i) {
        dofs.push_back(swell::dof_name(i));
        if (dofs.back() == wanted) options.dofs.push_back(i);
      }
      if (std::find(dofs.begin(), dofs.end(), wanted) == dofs.end()) unknown("--dof", wanted, dofs);
    }
    swell::figures::render(bem::coefficient_figure(sets, options), paths[b]);
    written.push_back(paths[b].string());
    if (!o.common.json) put("{}\n", paths[b].string());
  }
  if (o.common.json) swell::command::print_json(written);
  return done;
}

}  // namespace

void add_plot(CLI::App& app, int& status) {
  auto options = std::make_shared<PlotCommand>();
  CLI::App* command =
      app.add_subcommand("plot", "draw coefficients and kernels of one or several results, a figure per body");
  command->add_option("inputs", options->inputs, "files or folders")->required();
  command->add_option("-o,--output", options->output, "figure: .svg, .png or .pdf")->capture_default_str();
  add_common(*command, options->common);
  add_force(*command, options->common);
  command->add_option("--body", options->body, "one body only, from 1");
  command->add_option("--dof", options->dofs, "surge, heave, ... with commas between; those that matter unless given")
      ->delimiter(',')
      ->allow_extra_args(false);
  command
      ->add_option("--quantity", options->quantities,
                   "added-mass, damping, excitation, phase, kernel, excitation-kernel; several with commas")
      ->delimiter(',')
      ->allow_extra_args(false);
  command->add_option("--label", options->labels, "legend of each input")->delimiter(',')->allow_extra_args(false);
  command->add_option("--direction", options->direction, "wave direction [deg], the nearest is taken");
  command->add_option("--density", options->density, "water density [kg/m^3] of the figure; that of the first input");
  command->add_option("--gravity", options->gravity, "gravity [m/s^2] of the figure; that of the first input");
  command->callback([options, &status] { status = plot(*options); });
}

}  // namespace bemio_command
