#include "swell/pto/generator.h"

#include <algorithm>
#include <cmath>

#include "spec_parts.h"
#include "swell/base/constants.h"
#include "swell/network/basic.h"

namespace swell::pto {

using network::Domain;
using network::Point;
using network::require_positive;
using network::Spec;

namespace {

constexpr double kWindUp = 0.01;  // [ohm] beyond a limit of the load, where integration stops

constexpr double kRpm = 60.0 / (2.0 * kPi);  // rpm per rad/s

}  // namespace

CircuitGenerator::CircuitGenerator(CircuitGeneratorParameters parameters) : p_(parameters) {
  require_positive(p_.armature_resistance, "generator: armature_resistance", "ohm");
  require_positive(p_.armature_inductance, "generator: armature_inductance", "H");
  require_positive(p_.voltage_constant, "generator: voltage_constant", "V s/rad");
  require_positive(p_.load_resistance, "generator: load_resistance", "ohm", true);
  if (p_.control) {
    require_positive(p_.control->upper - p_.control->lower, "generator: range of the load", "ohm");
  }
}
Spec CircuitGenerator::spec() const {
  Spec s;
  s.terminals = {make_terminal("shaft", Domain::rotational)};
  s.states = {{"current", "A", network::info(Domain::electrical).through_nominal, p_.initial_current}};
  s.residuals = {"torque"};
  s.derivatives = network::Derivatives::all;
  if (p_.control) {
    s.states.push_back({"speed_error_integral", "rpm s", 1000.0, 0.0});
  } else {
    s.inputs = {{"load_resistance", "ohm", p_.load_resistance, {}, 0.0, network::kInfinity, "the load gives power"}};
  }
  s.outputs = {{"electrical_power", "W"}, {"current", "A"},     {"voltage", "V"},
               {"torque", "N m"},         {"copper_loss", "W"}, {"load_resistance", "ohm"}};
  return s;
}
double CircuitGenerator::unlimited_load(const Point& at) const {
  return p_.load_resistance + p_.control->proportional * (p_.control->reference_rpm - kRpm * at.over[0]) +
         p_.control->integral * at.state[1];
}
double CircuitGenerator::load(const Point& at) const {
  if (!p_.control) return at.input[0];
  return std::clamp(unlimited_load(at), p_.control->lower, p_.control->upper);
}
// Share of the error that is integrated, and its slope over the load: 1 within the limits, 0 from kWindUp beyond,
// linear between. A jump would leave an implicit step without a solution.
CircuitGenerator::Share CircuitGenerator::integrated(double load, double error) const {
  double beyond = 0.0, sign = 0.0;
  if (load > p_.control->upper && error > 0.0) {
    beyond = load - p_.control->upper;
    sign = -1.0;
  } else if (load < p_.control->lower && error < 0.0) {
    beyond = p_.control->lower - load;
    sign = 1.0;
  }
  if (beyond >= kWindUp) return {0.0, 0.0};
  return {1.0 - beyond / kWindUp, sign / kWindUp};
}
void CircuitGenerator::evaluate(const Point& at, double* residual, double* rate) const {
  const double i = at.state[0];
  residual[0] = at.through[0] - p_.voltage_constant * i;
  rate[0] = (p_.voltage_constant * at.over[0] - (p_.armature_resistance + load(at)) * i) / p_.armature_inductance;
  if (p_.control) {
    const double error = p_.control->reference_rpm - kRpm * at.over[0];
    const double r = unlimited_load(at);
    rate[1] = integrated(r, error).share * error;
  }
}
void CircuitGenerator::jacobian(const Point& at, network::Jacobian& out) const {
  const double i = at.state[0], inductance = p_.armature_inductance;
  out.through(0, 0) = 1.0;
  out.state(0, 0) = -p_.voltage_constant;
  out.over(out.rate(0), 0) = p_.voltage_constant / inductance;
  out.state(out.rate(0), 0) = -(p_.armature_resistance + load(at)) / inductance;
  if (!p_.control) return;
  const double r = unlimited_load(at);
  const double error = p_.control->reference_rpm - kRpm * at.over[0];
  if (r > p_.control->lower && r < p_.control->upper) {  // the load depends on speed and integral
    out.over(out.rate(0), 0) += p_.control->proportional * kRpm * i / inductance;
    out.state(out.rate(0), 1) = -p_.control->integral * i / inductance;
  }
  const Share share = integrated(r, error);
  out.over(out.rate(1), 0) = -kRpm * (share.share + error * share.slope * p_.control->proportional);
  out.state(out.rate(1), 1) = error * share.slope * p_.control->integral;
}
void CircuitGenerator::outputs(const Point& at, double* value) const {
  const double i = at.state[0];
  const double r = load(at);
  value[0] = r * i * i;
  value[1] = i;
  value[2] = r * i;
  value[3] = p_.voltage_constant * i;
  value[4] = p_.armature_resistance * i * i;
  value[5] = r;
}
double CircuitGenerator::stored_energy(const Point& at) const {
  return 0.5 * p_.armature_inductance * at.state[0] * at.state[0];
}

double electrical_power(const Table2& efficiency, double torque, double speed) {
  const double mechanical = torque * speed;
  const double eta = efficiency(std::abs(speed), std::abs(torque));
  return mechanical >= 0.0 ? mechanical * eta : mechanical / eta;
}

MapGenerator::MapGenerator(MapGeneratorParameters parameters) : p_(std::move(parameters)) {
  require_positive(p_.efficiency.smallest(), "generator: smallest efficiency", "-");
  require_positive(1.0 - p_.efficiency.largest(), "generator: 1 - largest efficiency", "-", true);
  require_positive(p_.largest_torque, "generator: largest_torque", "N m");
  require_positive(p_.largest_power, "generator: largest_power", "W");
  require_positive(p_.damping, "generator: damping", "N m s", true);
}
Spec MapGenerator::spec() const {
  Spec s;
  s.terminals = {make_terminal("shaft", Domain::rotational)};
  s.residuals = {"torque"};
  s.inputs = {{"torque", "N m"}};
  s.outputs = {{"electrical_power", "W"}, {"torque", "N m"}, {"loss", "W"}};
  return s;
}
double MapGenerator::torque(const Point& at) const {
  const double limit = std::min(p_.largest_torque, p_.largest_power / std::max(std::abs(at.over[0]), 1e-9));
  const double w = at.over[0];
  const double braking =
      p_.exponent == 1.0 ? p_.damping * w : std::copysign(p_.damping * std::pow(std::abs(w), p_.exponent), w);
  return std::clamp(at.input[0] + braking, -limit, limit);
}
void MapGenerator::evaluate(const Point& at, double* residual, double* /*rate*/) const {
  residual[0] = at.through[0] - torque(at);
}
void MapGenerator::outputs(const Point& at, double* value) const {
  const double t = torque(at);
  value[0] = electrical_power(p_.efficiency, t, at.over[0]);
  value[1] = t;
  value[2] = t * at.over[0] - value[0];
}

}  // namespace swell::pto
