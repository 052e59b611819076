// Wave excitation of the bodies with BEM data.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "stages.h"
#include "swell/device/excitation_loads.h"
#include "swell/device/hydro_sets.h"

namespace swell::assembly {

namespace {

void add_yawing(const Case& c, const Hydro& hydro, const Sea& sea, const Mechanism& mechanism, std::size_t index,
                Parts& parts) {
  const model::Body& body = *c.bodies[index];
  c.uses(c.model.hydrodynamics.interpolation, c.model.hydrodynamics.mean_drift, body.large_horizontal_motion);
  const hydro::HydroBodyRef data = excitation_data(c, hydro, sea, mechanism, {index}).front();
  parts.components.push_back(device::yawing_excitation(
      body.name, {hydro::YawedExcitation(data, *sea, c.choices.interpolation, c.model.hydrodynamics.mean_drift)},
      *body.passive_yaw, body.large_horizontal_motion));
}

/// Shares the splines of a body between the cases of a batch.
hydro::ExcitationOptions sharing_options(const Case& c, const Sea& sea) {
  struct Made {
    std::shared_ptr<const hydro::HydroData> data;  // its address is in the key
    hydro::ExcitationCoefficients coefficients;
  };
  hydro::ExcitationOptions options = excitation_options(c);
  options.coefficients = [&c, &sea, rule = options.interpolation](const hydro::HydroBodyRef& body) {
    const auto key = fmt::format("excitation of {} {}, {} {} {}", fmt::ptr(body.data.get()), body.body, sea->density(),
                                 sea->gravity(), static_cast<int>(rule));
    return c.shared
        .get<Made>(key,
                   [&] {
                     return Made{body.data, hydro::ExcitationCoefficients(body, sea->density(), sea->gravity(), rule)};
                   })
        ->coefficients;
  };
  return options;
}

/// Of all bodies in one component, but for those whose coefficients turn with them.
void add_excitation(const Case& c, const Hydro& hydro, const Sea& sea, const Mechanism& mechanism, const Device& device,
                    const solver::Options& steps, CoupledBodies all, Parts& parts) {
  if (sea->components().size() == 0) return;
  use_waves(c, sea);
  for (std::size_t k = all.bodies.size(); k-- > 0;) {
    if (!c.bodies[all.bodies[k]]->passive_yaw) continue;
    refuse_moving_in_record(*c.bodies[all.bodies[k]], sea);
    add_yawing(c, hydro, sea, mechanism, all.bodies[k], parts);
    all.bodies.erase(all.bodies.begin() + static_cast<std::ptrdiff_t>(k));
    all.refs.erase(all.refs.begin() + static_cast<std::ptrdiff_t>(k));
  }
  if (all.refs.empty()) return;
  device::BodyNames names;
  for (const std::size_t i : all.bodies) names.push_back(c.bodies[i]->name);
  const std::vector<hydro::HydroBodyRef> refs = excitation_data(c, hydro, sea, mechanism, all.bodies);
  const bool moving = std::any_of(all.bodies.begin(), all.bodies.end(),
                                  [&](std::size_t i) { return c.bodies[i]->large_horizontal_motion; });
  if (kernel_route(sea)) {
    for (const std::size_t i : all.bodies) refuse_moving_in_record(*c.bodies[i], sea);
    parts.add<device::Excitation>(names, record_excitation(c, sea, refs, steps), device.tilting);
  } else if (moving) {
    std::vector<bool> moves;
    for (const std::size_t i : all.bodies) {
      moves.push_back(c.bodies[i]->large_horizontal_motion);
      c.uses(c.bodies[i]->large_horizontal_motion);
    }
    parts.add<device::DisplacedExcitation>(names, hydro::LinearExcitation(refs, *sea, sharing_options(c, sea)), moves,
                                           device.tilting);
  } else {
    parts.add<device::Excitation>(names, hydro::LinearExcitation(refs, *sea, sharing_options(c, sea)),
                                  c.model.simulation.start, half_step(steps), device.tilting);
  }
}

}  // namespace

bool kernel_route(const Sea& sea) {
  const auto& systems = sea->systems();
  return !systems.empty() && systems.front().record &&
         systems.front().record->route == waves::ElevationRoute::excitation_kernel;
}

void refuse_moving_in_record(const model::Body& body, const Sea& sea) {
  if (!kernel_route(sea)) return;
  const char* key = body.passive_yaw               ? "passive_yaw"
                    : body.large_horizontal_motion ? "large_horizontal_motion"
                                                   : nullptr;
  if (key == nullptr) return;
  throw InputError(
      body.source.of(key),
      fmt::format("{} does not go with an imported elevation by the excitation kernel, which knows the sea "
                  "at one place and from one heading",
                  key),
      "let the record run as components");
}

hydro::RecordExcitation record_excitation(const Case& c, const Sea& sea, const std::vector<hydro::HydroBodyRef>& refs,
                                          const solver::Options& steps) {
  c.uses(c.model.environment.elevation_ramp);
  const auto count = static_cast<std::size_t>(std::ceil(c.model.simulation.duration / steps.step)) + 2;
  return hydro::RecordExcitation(refs, *sea->systems().front().record, sea->density(), sea->gravity(),
                                 waves::Ramp{sea->ramp_duration()}, c.model.simulation.start, steps.step, count,
                                 c.choices.elevation_ramp == model::ElevationRamp::twice);
}

hydro::ExcitationOptions excitation_options(const Case& c) {
  const model::Hydrodynamics& hydrodynamics = c.model.hydrodynamics;
  c.uses(hydrodynamics.interpolation, hydrodynamics.mean_drift);
  if (c.model.waves.size() > 1) c.uses(c.model.environment.sea_coefficients);
  hydro::ExcitationOptions options;
  options.interpolation = c.choices.interpolation;
  options.coefficients_of_first_sea = c.choices.sea_coefficients == model::SeaCoefficients::first_sea;
  options.mean_drift = c.model.hydrodynamics.mean_drift;
  return options;
}

std::optional<double> half_step(const solver::Options& steps) {
  return steps.method == solver::Method::rk4 ? std::optional<double>(0.5 * steps.step) : std::nullopt;
}

Parts excitation_loads(const Case& c, const Hydro& hydro, const Sea& sea, const Mechanism& mechanism,
                       const Device& device, const solver::Options& steps) {
  Parts parts;
  CoupledBodies excited;
  for (std::size_t i = 0; i < c.bodies.size(); ++i) {
    if (hydro.has(i) && !is_variable(c, hydro, i)) excited.add(i, hydro.of[i]);
  }
  if (!excited.refs.empty())
    collect(c.diagnostics, [&] { add_excitation(c, hydro, sea, mechanism, device, steps, std::move(excited), parts); });
  return parts;
}

}  // namespace swell::assembly
