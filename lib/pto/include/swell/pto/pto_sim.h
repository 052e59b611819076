/// WEC-Sim's PTO-Sim blocks as built, for like-for-like comparison: forward-Euler integrators at the base rate, no
/// empty accumulators, valves whose closed leakage flows uphill. For anything else use the networks.
#pragma once

namespace swell::pto::ptosim {

/// Q = C_d A_v sqrt(2 dp tanh(k_1 dp) / rho), A_v = A_min + (A_max - A_min)(1 + tanh(k_2 (dp - p_mid))) / 2. The root
/// is positive for negative dp too.
struct CheckValve {
  double discharge_coefficient, maximum_area, minimum_area, maximum_pressure, minimum_pressure, density, k1, k2;
};
double flow(const CheckValve& valve, double dp);
/// The k_2 of the examples: atanh((A_min - (A_max - A_min)/2) 2 / (A_max - A_min)) / (p_min - (p_max + p_min)/2).
double example_k2(double minimum_area, double maximum_area, double minimum_pressure, double maximum_pressure);

struct Rectified {
  double a, b, c, d;  ///< flows out of the rectifier into what is connected [m^3/s]; C high, D low
};
Rectified rectify(const CheckValve& valve, double p_a, double p_b, double p_c, double p_d);

struct Piston {
  double initial_position, area_a, area_b, bulk_modulus, stroke, initial_pressure_a, initial_pressure_b;
};
struct PistonRates {
  double p_a, p_b;  ///< [Pa/s]
};
PistonRates rates(const Piston& piston, double flow_a, double flow_b, double position, double velocity);

/// p_0 (V_0 / (V_0 - volume))^1.4, volume = integral of the inflow.
double accumulator_pressure(double precharge, double gas_volume, double volume);

struct Train {
  Piston piston;
  CheckValve valve;
  double high_precharge, low_precharge, high_volume, low_volume;  ///< [Pa], [m^3]
  double displacement;                                            ///< [m^3/rad]
  double volumetric_efficiency, mechanical_efficiency;
  double armature_resistance, armature_inductance, voltage_constant, inertia, damping;
  double reference_rpm, proportional, integral;
};
/// RM3_cHydraulic_PTO.
Train rm3_train();

constexpr int kTrainMemory = 7;  ///< p_A, p_B, oil in high, oil in low, current, speed [rad/s], integral of the error
struct TrainOutput {
  double force, pressure_a, pressure_b, high_pressure, low_pressure, speed, motor_torque, load_resistance;
  double absorbed_power, electrical_power;
};
void initial_memory(const Train& train, double* memory);
/// Outputs at the current memory, then one forward-Euler step of dt.
TrainOutput step(const Train& train, double dt, double position, double velocity, double* memory);

}  // namespace swell::pto::ptosim
