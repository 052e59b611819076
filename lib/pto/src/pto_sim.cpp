#include "swell/pto/pto_sim.h"

#include <algorithm>
#include <cmath>

#include "swell/base/constants.h"
#include "swell/pto/hydraulic_motor.h"

namespace swell::pto::ptosim {

double flow(const CheckValve& v, double dp) {
  const double middle = 0.5 * (v.maximum_pressure + v.minimum_pressure);
  const double area =
      v.minimum_area + 0.5 * (v.maximum_area - v.minimum_area) * (1.0 + std::tanh(v.k2 * (dp - middle)));
  return v.discharge_coefficient * area * std::sqrt(2.0 * dp * std::tanh(v.k1 * dp) / v.density);
}

double example_k2(double minimum_area, double maximum_area, double minimum_pressure, double maximum_pressure) {
  const double range = maximum_area - minimum_area;
  return std::atanh((minimum_area - 0.5 * range) * 2.0 / range) /
         (minimum_pressure - 0.5 * (maximum_pressure + minimum_pressure));
}

Rectified rectify(const CheckValve& v, double p_a, double p_b, double p_c, double p_d) {
  const double q1 = flow(v, p_a - p_c), q2 = flow(v, p_b - p_c), q3 = flow(v, p_d - p_b), q4 = flow(v, p_d - p_a);
  return {-q1 + q4, -q2 + q3, q1 + q2, -q3 - q4};
}

PistonRates rates(const Piston& p, double flow_a, double flow_b, double position, double velocity) {
  const double length_a = std::max(p.initial_position - position, 1e-10);
  const double volume_b = std::max(p.area_b * (position - p.initial_position + p.stroke), 1e-10);
  return {p.bulk_modulus / p.area_a * (p.area_a * velocity + flow_a) / length_a,
          p.bulk_modulus * (flow_b - p.area_b * velocity) / volume_b};
}

double accumulator_pressure(double precharge, double gas_volume, double volume) {
  return precharge * std::pow(gas_volume / (gas_volume - volume), 1.4);
}

Train rm3_train() {
  Train t{};
  t.piston = {35.0, 0.0378, 0.0378, 1.86e9, 70.0, 2.1333e7, 2.1333e7};
  t.valve = {0.61, 0.002, 1e-8, 1.5e6, 0.0, 850.0, 200.0, example_k2(1e-8, 0.002, 0.0, 1.5e6)};
  t.high_precharge = 2784.7 * 6894.75;
  t.low_precharge = 1392.4 * 6894.75;
  t.high_volume = t.low_volume = 8.5;
  t.displacement = displacement_from_cc_per_rev(120.0);
  t.volumetric_efficiency = 0.9;
  t.mechanical_efficiency = 0.85;
  t.armature_resistance = t.armature_inductance = t.voltage_constant = t.inertia = t.damping = 0.8;
  t.reference_rpm = 1000.0;
  t.proportional = t.integral = 1e-3;
  return t;
}

void initial_memory(const Train& t, double* memory) {
  std::fill(memory, memory + kTrainMemory, 0.0);
  memory[0] = t.piston.initial_pressure_a;
  memory[1] = t.piston.initial_pressure_b;
}

TrainOutput step(const Train& t, double dt, double position, double velocity, double* m) {
  constexpr double kRpm = 60.0 / (2.0 * kPi);
  TrainOutput o{};
  o.pressure_a = m[0];
  o.pressure_b = m[1];
  o.force = t.piston.area_b * m[1] - t.piston.area_a * m[0];
  o.high_pressure = accumulator_pressure(t.high_precharge, t.high_volume, m[2]);
  o.low_pressure = accumulator_pressure(t.low_precharge, t.low_volume, m[3]);
  o.speed = m[5];
  const double dp = o.high_pressure - o.low_pressure;
  const double motor_flow = t.displacement * m[5] / t.volumetric_efficiency;
  o.motor_torque = t.mechanical_efficiency * t.displacement * dp;
  const double error = t.reference_rpm - kRpm * m[5];
  o.load_resistance = t.proportional * error + t.integral * m[6];
  o.absorbed_power = -o.force * velocity;
  o.electrical_power = o.load_resistance * m[4] * m[4];

  const Rectified q = rectify(t.valve, m[0], m[1], o.high_pressure, o.low_pressure);
  const PistonRates piston = rates(t.piston, q.a, q.b, position, velocity);
  const double current_rate =
      (-t.voltage_constant * m[5] - (t.armature_resistance + o.load_resistance) * m[4]) / t.armature_inductance;
  const double speed_rate = (t.voltage_constant * m[4] - t.damping * m[5] + o.motor_torque) / t.inertia;
  m[0] += dt * piston.p_a;
  m[1] += dt * piston.p_b;
  m[2] += dt * (q.c - motor_flow);
  m[3] += dt * (q.d + motor_flow);
  m[4] += dt * current_rate;
  m[5] += dt * speed_rate;
  m[6] += dt * error;
  return o;
}

}  // namespace swell::pto::ptosim
