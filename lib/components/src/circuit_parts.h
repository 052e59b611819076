// Descriptions shared by circuits and the hydraulic power take-off. Private to the library.
#pragma once

#include <functional>
#include <map>
#include <optional>

#include "swell/components/element.h"
#include "swell/network/hydraulic.h"
#include "swell/network/solver.h"
#include "swell/network/vessel.h"
#include "swell/pto/generator.h"
#include "swell/pto/hydraulic_motor.h"
#include "types.h"

namespace swell::components {

/// Describes a group of keys that is always present.
inline void nest(model::Visitor& v, const model::Key& key, std::function<void(model::Visitor&)> describe) {
  v.nested(key, {[] { return true; }, [] {}, std::move(describe)});
}

struct Efficiencies {
  std::optional<double> volumetric, mechanical;
  pto::EfficiencyMotor losses(double displacement) const;
};

struct CircuitSolver {
  network::SolverOptions adaptive;
  std::optional<int> steps;
  network::SolverOptions options() const;
};

/// Placeholder for a unit that depends on the element's domain.
constexpr const char* kOpenUnit = "the unit of the domain";

/// Built-in elements, and domains by name.
std::vector<ElementType> built_in_elements();
ElementType equations_element();
const std::map<std::string, network::Domain>& built_in_domains();

/// @param all  need of keys without a default
void describe_gas(model::Visitor& v, network::GasAccumulatorParameters& p, model::Need all);
void describe_headroom(model::Visitor& v, double& headroom);
/// The same gas in a larger vessel: at the initial pressure it fills the same volume as before.
network::GasAccumulatorParameters with_headroom(network::GasAccumulatorParameters gas, double headroom);
void describe_relief(model::Visitor& v, network::ReliefValveParameters& p);
void describe_efficiencies(model::Visitor& v, double& setting, Efficiencies& p);
void describe_flywheel(model::Visitor& v, network::FlywheelParameters& p, model::Need all);
void describe_armature(model::Visitor& v, pto::CircuitGeneratorParameters& p, model::Need all);
void describe(model::Visitor& v, CircuitSolver& p);

}  // namespace swell::components
