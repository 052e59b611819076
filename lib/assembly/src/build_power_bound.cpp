// The most power that the bodies of a case can take from its waves.
#include <algorithm>

#include "stages.h"
#include "swell/bodies/mobility.h"
#include "swell/device/multibody_component.h"
#include "swell/hydro/power_bound.h"

namespace swell::assembly {

namespace {

struct BoundedGroup {
  std::vector<hydro::HydroBodyRef> refs;
  std::shared_ptr<const hydro::RadiationCoefficients> radiation;
  std::vector<int> rows;     // that move
  std::optional<double> at;  // [rad/s] of constant coefficients
};

/// Is the excitation a function of time alone, and is there no energy at the start?
bool is_bounded(const Case& c, const Hydro& hydro, const Sea& sea, const Mechanism& mechanism) {
  const model::Hydrodynamics& choices = c.model.hydrodynamics;
  if (!hydro.sets.empty() || kernel_route(sea) || sea->components().size() == 0 || !c.model.initial.file.empty() ||
      choices.mean_drift != model::MeanDrift::none || choices.second_order != model::SecondOrder::none)
    return false;
  const auto starts_away = [](const auto& joint) {
    return std::any_of(joint.extension.begin(), joint.extension.end(), [](double x) { return x != 0.0; });
  };
  if (std::any_of(c.model.joints.begin(), c.model.joints.end(), starts_away) ||
      std::any_of(c.model.ptos.begin(), c.model.ptos.end(), starts_away))
    return false;
  for (std::size_t i = 0; i < c.bodies.size(); ++i) {
    const model::Body& body = *c.bodies[i];
    const model::InitialPose& initial = body.initial;
    if (mechanism.meshes[i] || is_mode(body) || body.passive_yaw || body.large_horizontal_motion ||
        !initial.displacement.isZero(0.0) || initial.angle != 0.0 || !initial.velocity.isZero(0.0) ||
        !initial.angular_velocity.isZero(0.0))
      return false;
  }
  return true;
}

}  // namespace

std::function<double()> greatest_power(const Case& c, const Hydro& hydro, const Sea& sea, const Mechanism& mechanism,
                                       const EnergyPlan& energy, const system::Graph& graph) {
  constexpr std::size_t kMost = 300;  // motions; beyond that the matrices take seconds
  if (energy.other_sources || c.model.ptos.empty() || hydro.coupled.empty() || !is_bounded(c, hydro, sea, mechanism))
    return {};
  const std::vector<bool> moves = bodies::mobile_entries(
      dynamic_cast<const device::MultibodyComponent&>(*graph.find(device::MultibodyComponent::kName)).multibody());
  std::vector<BoundedGroup> groups;
  for (const CoupledBodies& all : hydro.coupled) {
    BoundedGroup group{all.refs, shared_radiation(c, all.refs).coefficients, {}, {}};
    for (std::size_t k = 0; k < all.bodies.size(); ++k) {
      const model::Body& body = *c.bodies[all.bodies[k]];
      std::optional<double> at;
      if (c.radiation_of(body) == model::Radiation::constant) at = coefficient_frequency(c, sea, body);
      if (k > 0 && at != group.at) return {};
      group.at = at;
      for (int i = 0; i < 6; ++i)
        if (moves[6 * all.bodies[k] + static_cast<std::size_t>(i)]) group.rows.push_back(all.first_row[k] + i);
    }
    if (group.rows.size() > kMost) return {};
    groups.push_back(std::move(group));
  }
  return [groups, sea, options = excitation_options(c)] {
    double power = 0.0;
    for (const BoundedGroup& group : groups)
      power += hydro::greatest_power(hydro::LinearExcitation(group.refs, *sea, options), *group.radiation, group.rows,
                                     group.at);
    return power;
  };
}

}  // namespace swell::assembly
