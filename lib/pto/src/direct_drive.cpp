#include "swell/pto/direct_drive.h"

#include <cmath>

#include "swell/base/constants.h"
#include "swell/network/basic.h"

namespace swell::pto {

using network::require_positive;

namespace {

struct Currents {
  double d, q;
};

Currents currents(const LinearGenerator& g, const double* state) {
  return {(state[0] - g.magnet_flux) / g.inductance, state[1] / g.inductance};
}

}  // namespace

void check(const LinearGenerator& g) {
  require_positive(g.pole_pitch, "linear generator: pole_pitch", "m");
  require_positive(g.magnet_flux, "linear generator: magnet_flux", "Wb");
  require_positive(g.winding_resistance, "linear generator: winding_resistance", "ohm");
  require_positive(g.inductance, "linear generator: inductance", "H");
  require_positive(g.load_resistance, "linear generator: load_resistance", "ohm", true);
  require_positive(g.friction, "linear generator: friction", "N s/m", true);
}

void initial_state(const LinearGenerator& g, double* state) {
  state[0] = g.initial_flux_d;
  state[1] = g.initial_flux_q;
  state[2] = g.initial_angle;
}

void rates(const LinearGenerator& g, const double* state, double velocity, double* rate) {
  const double w = kPi * velocity / g.pole_pitch;
  const Currents i = currents(g, state);
  const double r = g.winding_resistance + g.load_resistance;
  rate[0] = -r * i.d + w * state[1];
  rate[1] = -r * i.q - w * state[0];
  rate[2] = w;
}

LinearGeneratorOutput outputs(const LinearGenerator& g, const double* state, double velocity) {
  LinearGeneratorOutput out{};
  const Currents i = currents(g, state);
  const double square = i.d * i.d + i.q * i.q;
  out.friction_force = -g.friction * velocity;
  out.force = out.friction_force + kPi / g.pole_pitch * g.magnet_flux * i.q;
  out.absorbed_power = -out.force * velocity;
  out.electrical_power = g.load_resistance * square;
  out.copper_loss = g.winding_resistance * square;
  out.magnetic_energy = 0.5 * g.inductance * square;
  const double park = std::sqrt(2.0 / 3.0);  // power-invariant
  for (int k = 0; k < 3; ++k) {
    const double angle = state[2] - 2.0 * kPi / 3.0 * k;
    out.current[k] = park * (i.d * std::cos(angle) - i.q * std::sin(angle));
    out.voltage[k] = g.load_resistance * out.current[k];
  }
  return out;
}

void check(const RotaryGenerator& g) {
  require_positive(g.radius, "rotary generator: radius", "m");
  check(g.linear);
}

void rates(const RotaryGenerator& g, const double* state, double angular_velocity, double* rate) {
  rates(g.linear, state, g.radius * angular_velocity, rate);
}

LinearGeneratorOutput outputs(const RotaryGenerator& g, const double* state, double angular_velocity) {
  LinearGeneratorOutput out = outputs(g.linear, state, g.radius * angular_velocity);
  out.force *= g.radius;
  out.friction_force *= g.radius;
  return out;
}

void check(const SimpleDirectDrive& d) {
  require_positive(d.torque_constant, "simple direct drive: torque_constant", "N m/A");
  if (d.gear_ratio == 0.0) require_positive(d.gear_ratio, "simple direct drive: gear_ratio", "rad/m");
  require_positive(d.inertia, "simple direct drive: inertia", "kg m^2", true);
  require_positive(d.friction, "simple direct drive: friction", "N m s", true);
  require_positive(d.resistance, "simple direct drive: resistance", "ohm");
  require_positive(d.inductance, "simple direct drive: inductance", "H", true);
}

double reflected_mass(const SimpleDirectDrive& d) { return d.gear_ratio * d.gear_ratio * d.inertia; }

double rate(const SimpleDirectDrive& d, double torque, double force_command) {
  if (d.inductance == 0.0) return 0.0;
  return (force_command / d.gear_ratio - torque) * d.resistance / d.inductance;
}

SimpleDirectDriveOutput outputs(const SimpleDirectDrive& d, double torque, double force_command, double velocity,
                                double acceleration) {
  SimpleDirectDriveOutput out{};
  const double t = d.inductance == 0.0 ? force_command / d.gear_ratio : torque;
  const double w = d.gear_ratio * velocity;
  out.generator_force = d.gear_ratio * t;
  out.friction_force = -d.gear_ratio * d.friction * w;
  out.inertia_force = -reflected_mass(d) * acceleration;
  out.force = out.generator_force + out.friction_force;
  out.absorbed_power = -(out.force + out.inertia_force) * velocity;
  out.current = t / d.torque_constant;
  out.voltage = d.torque_constant * w;
  out.copper_loss = d.resistance * out.current * out.current;
  out.electrical_power = out.voltage * out.current + out.copper_loss;
  return out;
}

}  // namespace swell::pto
