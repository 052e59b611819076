#include "swell/pto/hydraulic_cylinder.h"

#include <algorithm>
#include <cmath>

#include "spec_parts.h"
#include "swell/network/basic.h"

namespace swell::pto {

using network::Derivatives;
using network::Domain;
using network::Jacobian;
using network::Point;
using network::require_positive;
using network::Spec;

namespace {

enum Input : std::size_t { kVelocity, kPosition };

// A chamber keeps a residual volume: the oil spring stays finite if the rod is pushed beyond its end.
constexpr double kSmallestShare = 1e-4;

void check(const CylinderParameters& p) {
  require_positive(p.area_a, "cylinder: area_a", "m^2");
  require_positive(p.area_b, "cylinder: area_b", "m^2");
  require_positive(p.leakage, "cylinder: leakage", "m^3/(s Pa)", true);
  require_positive(p.rod.viscous, "cylinder: viscous friction", "N s/m", true);
  require_positive(p.rod.coulomb, "cylinder: coulomb friction", "N", true);
  require_positive(p.rod.coulomb_velocity, "cylinder: coulomb_velocity", "m/s");
  require_positive(p.rod.x_max - p.rod.x_min, "cylinder: x_max - x_min", "m");
  require_positive(p.rod.stop_stiffness, "cylinder: stop_stiffness", "N/m", true);
  require_positive(p.rod.stop_damping, "cylinder: stop_damping", "N s/m", true);
}

Spec common_spec() {
  Spec s;
  s.terminals = {make_terminal("a", Domain::hydraulic), make_terminal("b", Domain::hydraulic)};
  s.inputs = {{"velocity", "m/s"}, {"position", "m", 0.0, "velocity"}};
  s.outputs = {{"force", "N"},      {"absorbed_power", "W"}, {"pressure_a", "Pa"},   {"pressure_b", "Pa"},
               {"flow_a", "m^3/s"}, {"flow_b", "m^3/s"},     {"friction_loss", "W"}, {"oil_loss", "W"}};
  s.derivatives = Derivatives::all;
  return s;
}

void common_outputs(const CylinderParameters& p, const Point& at, double* value) {
  const double v = at.input[kVelocity];
  const double resistance = rod_friction(p.rod, v) + rod_stop(p.rod, at.input[kPosition], v);
  const double force = p.area_b * at.over[1] - p.area_a * at.over[0] - resistance;
  value[0] = force;
  value[1] = -force * v;
  value[2] = at.over[0];
  value[3] = at.over[1];
  value[4] = at.through[0];
  value[5] = at.through[1];
  value[6] = resistance * v;
  value[7] = 0.0;
}

}  // namespace

double rod_friction(const RodLimits& rod, double velocity) {
  return rod.viscous * velocity + rod.coulomb * std::tanh(velocity / rod.coulomb_velocity);
}

double rod_stop(const RodLimits& rod, double position, double velocity) {
  if (position > rod.x_max) {
    return std::max(0.0, rod.stop_stiffness * (position - rod.x_max) + rod.stop_damping * velocity);
  }
  if (position < rod.x_min) {
    return std::min(0.0, rod.stop_stiffness * (position - rod.x_min) + rod.stop_damping * velocity);
  }
  return 0.0;
}

CompressibleCylinder::CompressibleCylinder(CylinderParameters parameters) : p_(parameters) {
  check(p_);
  require_positive(p_.volume_a, "cylinder: volume_a", "m^3");
  require_positive(p_.volume_b, "cylinder: volume_b", "m^3");
  require_positive(p_.bulk_modulus, "cylinder: bulk_modulus", "Pa");
}
double CompressibleCylinder::chamber_a(double x) const {
  return std::max(p_.volume_a - p_.area_a * x, kSmallestShare * p_.volume_a);
}
double CompressibleCylinder::chamber_b(double x) const {
  return std::max(p_.volume_b + p_.area_b * x, kSmallestShare * p_.volume_b);
}
Spec CompressibleCylinder::spec() const {
  Spec s = common_spec();
  s.terminals[0].anchored = s.terminals[1].anchored = true;
  s.terminals[0].initial = p_.initial_pressure_a;
  s.terminals[1].initial = p_.initial_pressure_b;
  const double nominal = network::info(Domain::hydraulic).over_nominal;
  s.states = {{"p_a", "Pa", nominal, p_.initial_pressure_a}, {"p_b", "Pa", nominal, p_.initial_pressure_b}};
  s.residuals = {"pressure in chamber A", "pressure in chamber B"};
  return s;
}
void CompressibleCylinder::evaluate(const Point& at, double* residual, double* rate) const {
  const double v = at.input[kVelocity];
  const double x = at.input[kPosition];
  const double leak = p_.leakage * (at.state[0] - at.state[1]);
  residual[0] = at.over[0] - at.state[0];
  residual[1] = at.over[1] - at.state[1];
  rate[0] = p_.bulk_modulus / chamber_a(x) * (at.through[0] - leak + p_.area_a * v);
  rate[1] = p_.bulk_modulus / chamber_b(x) * (at.through[1] + leak - p_.area_b * v);
}
void CompressibleCylinder::jacobian(const Point& at, Jacobian& out) const {
  const double a = p_.bulk_modulus / chamber_a(at.input[kPosition]);
  const double b = p_.bulk_modulus / chamber_b(at.input[kPosition]);
  for (std::size_t k = 0; k < 2; ++k) {
    out.over(k, k) = 1.0;
    out.state(k, k) = -1.0;
  }
  out.through(out.rate(0), 0) = a;
  out.state(out.rate(0), 0) = -a * p_.leakage;
  out.state(out.rate(0), 1) = a * p_.leakage;
  out.through(out.rate(1), 1) = b;
  out.state(out.rate(1), 0) = b * p_.leakage;
  out.state(out.rate(1), 1) = -b * p_.leakage;
}
// Leakage, and the compression energy p^2 / (2 beta) per volume of the outgoing oil, which volume flows do not
// transport. With this loss the energy balance of the chambers closes: work on the rod + flow work in = change of V p^2
// / (2 beta) + friction + loss.
void CompressibleCylinder::outputs(const Point& at, double* value) const {
  common_outputs(p_, at, value);
  const double a = at.over[0], b = at.over[1], v = at.input[kVelocity];
  value[7] = p_.leakage * (a - b) * (a - b) + v * (p_.area_a * a * a - p_.area_b * b * b) / (2.0 * p_.bulk_modulus);
}
double CompressibleCylinder::stored_energy(const Point& at) const {
  const double x = at.input[kPosition];
  return (chamber_a(x) * at.state[0] * at.state[0] + chamber_b(x) * at.state[1] * at.state[1]) /
         (2.0 * p_.bulk_modulus);
}

IncompressibleCylinder::IncompressibleCylinder(CylinderParameters parameters) : p_(parameters) { check(p_); }
Spec IncompressibleCylinder::spec() const {
  Spec s = common_spec();
  s.terminals[0].imposes = s.terminals[1].imposes = network::Imposes::through;
  s.terminals[0].initial = p_.initial_pressure_a;
  s.terminals[1].initial = p_.initial_pressure_b;
  s.residuals = {"flow into chamber A", "flow into chamber B"};
  return s;
}
void IncompressibleCylinder::evaluate(const Point& at, double* residual, double* /*rate*/) const {
  residual[0] = at.through[0] + p_.area_a * at.input[kVelocity];
  residual[1] = at.through[1] - p_.area_b * at.input[kVelocity];
}
void IncompressibleCylinder::jacobian(const Point& /*at*/, Jacobian& out) const {
  out.through(0, 0) = 1.0;
  out.through(1, 1) = 1.0;
}
void IncompressibleCylinder::outputs(const Point& at, double* value) const { common_outputs(p_, at, value); }

}  // namespace swell::pto
