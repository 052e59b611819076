/// Direct-drive generators as ordinary differential equations; the caller owns states and rates.
///
/// Linear permanent-magnet generator in rotor axes, resistive load (PTO-Sim's model, in positive coefficients):
///   w_e = pi v / tau_p,  i_d = (l_d - l_f) / L_s,  i_q = l_q / L_s
///   dl_d/dt = -(R_s + R_load) i_d + w_e l_q,  dl_q/dt = -(R_s + R_load) i_q - w_e l_d,  dtheta/dt = w_e
///   F = -b v + (pi / tau_p) l_f i_q on the moving part,  P_el = R_load (i_d^2 + i_q^2)
/// Energy: -F v = b v^2 + R_s i^2 + P_el + d/dt(L_s i^2 / 2), exactly.
/// (PTO-Sim's b and R_load are negative.)
#pragma once

namespace swell::pto {

struct LinearGenerator {
  double pole_pitch = 0.0;                            ///< tau_p [m]
  double magnet_flux = 0.0;                           ///< l_f [Wb]
  double winding_resistance = 0.0;                    ///< R_s [ohm]
  double inductance = 0.0;                            ///< L_s [H]
  double load_resistance = 0.0;                       ///< R_load [ohm]
  double friction = 0.0;                              ///< b [N s/m]
  double initial_flux_d = 0.0, initial_flux_q = 0.0;  ///< [Wb]
  double initial_angle = 0.0;                         ///< theta_d0 [rad]
};
constexpr int kLinearGeneratorStates = 3;  ///< l_d, l_q, theta

struct LinearGeneratorOutput {
  double force, friction_force;                          ///< [N]
  double absorbed_power, electrical_power, copper_loss;  ///< [W]
  double current[3], voltage[3];                         ///< of the phases [A], [V]
  double magnetic_energy;                                ///< L_s i^2 / 2 [J]
};

void check(const LinearGenerator& generator);  ///< throws InputError
void initial_state(const LinearGenerator& generator, double* state);
void rates(const LinearGenerator& generator, const double* state, double velocity, double* rate);
LinearGeneratorOutput outputs(const LinearGenerator& generator, const double* state, double velocity);

/// The same with a rotary input: velocity = radius * angular velocity, torque = radius * force.
struct RotaryGenerator {
  double radius = 0.0;  ///< [m]
  LinearGenerator linear;
};
void check(const RotaryGenerator& generator);
void rates(const RotaryGenerator& generator, const double* state, double angular_velocity, double* rate);
/// `force` and `friction_force` are torques [N m].
LinearGeneratorOutput outputs(const RotaryGenerator& generator, const double* state, double angular_velocity);

/// Simple direct drive: a geared motor that follows a force command with the lag of its winding.
///   w = g v,  dT/dt = (F_command / g - T) R / L,  force = g (T - b w) - g^2 J a,  i = T / K_t
///   P_el = K_t w i + R i^2 (negative while it generates)
/// The part -g^2 J a is inertia of the equation of motion: `reflected_mass`.
struct SimpleDirectDrive {
  double torque_constant = 0.0;  ///< K_t [N m/A]
  double gear_ratio = 0.0;       ///< g [rad/m]
  double inertia = 0.0;          ///< J [kg m^2]
  double friction = 0.0;         ///< b [N m s]
  double resistance = 0.0;       ///< R [ohm]
  double inductance = 0.0;       ///< L [H], 0: no lag
};
constexpr int kSimpleDirectDriveStates = 1;  ///< T [N m]

struct SimpleDirectDriveOutput {
  double force;                                           ///< without the inertia part [N]
  double generator_force, friction_force, inertia_force;  ///< [N]; inertia_force at the given acceleration
  double absorbed_power, electrical_power, copper_loss;   ///< [W]
  double current, voltage;
};
void check(const SimpleDirectDrive& drive);
double reflected_mass(const SimpleDirectDrive& drive);  ///< g^2 J [kg]
/// Rate of T; 0 without inductance.
double rate(const SimpleDirectDrive& drive, double torque, double force_command);
SimpleDirectDriveOutput outputs(const SimpleDirectDrive& drive, double torque, double force_command, double velocity,
                                double acceleration);

}  // namespace swell::pto
