// Second-order force at difference and sum frequencies.
#include <fmt/format.h>

#include <algorithm>

#include "stages.h"
#include "swell/device/excitation_loads.h"
#include "swell/device/hydro_sets.h"

namespace swell::assembly {

namespace {

// A mean drift that no body's data hold would be nothing, silently.
void require_mean_drift(const Case& c, const Hydro& hydro) {
  const model::MeanDrift way = c.model.hydrodynamics.mean_drift;
  if (way == model::MeanDrift::none) return;
  const auto holds = [&](const hydro::HydroBodyRef& ref) {
    if (!ref.data) return false;
    const hydro::HydroBody& body = ref.data->bodies[static_cast<std::size_t>(ref.body)];
    return !(way == model::MeanDrift::control_surface ? body.mean_drift_control_surface
             : way == model::MeanDrift::momentum      ? body.mean_drift_momentum
                                                      : body.mean_drift_pressure)
                .empty();
  };
  if (std::any_of(hydro.of.begin(), hydro.of.end(), holds)) return;
  std::string files;
  for (const auto& [name, file] : hydro.files) files += (files.empty() ? "" : ", ") + name;
  throw InputError(c.model.hydrodynamics.source.of("mean_drift"),
                   fmt::format("hydrodynamics.mean_drift: no body has such a drift force in {}", files),
                   "`bemio info` lists what a file holds; leave mean_drift out, or compute it");
}

bool has_drift(const Case& c, const Hydro& hydro, std::size_t body, hydro::SlowDriftRule rule) {
  if (!is_variable(c, hydro, body)) return hydro::has_slow_drift(hydro.of[body], rule);
  const std::vector<CoupledBodies>& sets = hydro.sets.at(body);
  return std::any_of(sets.begin(), sets.end(),
                     [&](const CoupledBodies& set) { return hydro::has_slow_drift(set.refs.front(), rule); });
}

bool has_sums(const Case& c, const Hydro& hydro, std::size_t body) {
  if (!is_variable(c, hydro, body)) return hydro::has_sum_frequency(hydro.of[body]);
  const std::vector<CoupledBodies>& sets = hydro.sets.at(body);
  return std::any_of(sets.begin(), sets.end(),
                     [](const CoupledBodies& set) { return hydro::has_sum_frequency(set.refs.front()); });
}

/// Each set its own force, none where one of several has no data for it.
void add_drift(const Case& c, const Hydro& hydro, const Sea& sea, const hydro::SlowDriftOptions& options,
               std::size_t index, Parts& parts) {
  const model::Body& body = *c.bodies[index];
  std::vector<hydro::HydroBodyRef> sets = {hydro.of[index]};
  const bool several = is_variable(c, hydro, index);
  if (several) sets.clear();
  for (std::size_t k = 0; several && k < hydro.sets.at(index).size(); ++k)
    sets.push_back(hydro.sets.at(index)[k].refs.front());
  const bool some = several && has_drift(c, hydro, index, options.rule);
  std::vector<std::optional<hydro::SlowDrift>> drifts;
  for (const hydro::HydroBodyRef& set : sets) {
    drifts.emplace_back();
    if (some && !hydro::has_slow_drift(set, options.rule)) {
      c.note("no-second-order-force",
             fmt::format("{}: no second-order force with set {}, its data have none", body.name, drifts.size()));
      continue;
    }
    drifts.back().emplace(set, *sea, options);
    for (const std::string& note : drifts.back()->notes())
      c.note("second-order", several ? fmt::format("set {}: {}", drifts.size(), note) : note);
  }
  auto load = device::slow_drift(body.name, std::move(drifts), body.passive_yaw);
  several ? add_set_load(c, body, "slow_drift", parts, std::move(load)) : parts.components.push_back(std::move(load));
}

}  // namespace

Parts second_order_loads(const Case& c, const Hydro& hydro, const Sea& sea) {
  Parts parts;
  const model::SecondOrder order = c.model.hydrodynamics.second_order;
  if (order == model::SecondOrder::none || sea->components().size() == 0) {
    require_mean_drift(c, hydro);
    return parts;
  }
  use_waves(c, sea);
  c.uses(c.model.hydrodynamics.second_order);
  const Source& source = c.model.hydrodynamics.source;
  if (c.model.hydrodynamics.mean_drift != model::MeanDrift::none) {
    throw InputError(source.of("mean_drift"), "hydrodynamics.mean_drift and second_order both hold the mean force",
                     "leave mean_drift out");
  }
  if (kernel_route(sea)) {
    throw InputError(source.of("second_order"),
                     "second_order does not go with an imported elevation by the excitation kernel",
                     "let the record run as components");
  }
  hydro::SlowDriftOptions options;
  options.rule = order == model::SecondOrder::full       ? hydro::SlowDriftRule::full
                 : order == model::SecondOrder::standing ? hydro::SlowDriftRule::standing
                                                         : hydro::SlowDriftRule::newman;
  options.interpolation = excitation_options(c).interpolation;
  options.start = c.model.simulation.start;
  options.duration = c.model.simulation.duration;
  options.origin = source.of("second_order");
  options.sums = c.model.hydrodynamics.sum_frequency;
  std::vector<std::size_t> with, without;
  for (std::size_t i = 0; i < c.bodies.size(); ++i) {
    if (hydro.has(i)) (has_drift(c, hydro, i, options.rule) ? with : without).push_back(i);
  }
  // A body without data goes without the force if another has it; if none has, the first says what is missing.
  if (with.empty()) with = without;
  if (with.empty()) throw InputError(options.origin, "second_order: no body has hydro data", "leave second_order out");
  for (const std::size_t i : with) {
    const model::Body& body = *c.bodies[i];
    collect(c.diagnostics, [&] {
      options.turns = body.passive_yaw.has_value();
      add_drift(c, hydro, sea, options, i, parts);
    });
    if (c.diagnostics.has_errors()) return parts;
  }
  if (std::any_of(with.begin(), with.end(), [&](std::size_t i) { return has_sums(c, hydro, i); }))
    c.uses(c.model.hydrodynamics.sum_frequency);
  for (const std::size_t i : without) {
    if (std::find(with.begin(), with.end(), i) == with.end())
      c.note("no-second-order-force", fmt::format("{}: no second-order force, its data have none", c.bodies[i]->name));
  }
  return parts;
}

}  // namespace swell::assembly
