/// Vessels and sources of FONSim's list for isothermal gas (pneumatic domain: absolute pressure, mass flow) and for
/// liquid (hydraulic domain: volume flow). The oil or gas held is the state.
#pragma once

#include <vector>

#include "swell/network/component.h"

namespace swell::network {

/// Rigid vessel of gas, terminal "port", state "mass": m p_a = V rho_s p, dm/dt = through.
struct GasVesselParameters {
  double volume = 0.0;                            ///< V [m^3]
  double standard_density = kStandardAirDensity;  ///< rho_s [kg/m^3] at p_a
  double initial_pressure = kStandardPressure;    ///< [Pa absolute]
};
class GasVessel final : public Component {
 public:
  explicit GasVessel(GasVesselParameters parameters);
  Spec spec() const override;
  void evaluate(const Point& at, double* residual, double* rate) const override;
  void jacobian(const Point& at, Jacobian& out) const override;
  /// Exergy at constant temperature, V (p ln(p / p_a) - p + p_a).
  double stored_energy(const Point& at) const override;

 private:
  GasVesselParameters p_;
};

/// Source of a gas volume flow Q [m^3/s] at the line pressure, positive out of the source: mdot + Q rho_s p / p_a = 0.
class GasVolumeFlowSource final : public Component {
 public:
  explicit GasVolumeFlowSource(double flow, double standard_density = kStandardAirDensity)
      : flow_(flow), standard_density_(standard_density) {}
  Spec spec() const override;
  void evaluate(const Point& at, double* residual, double* rate) const override;

 private:
  double flow_, standard_density_;
};

/// Elastic vessel, terminal "port": p = k (V - V_0) + p_0. Hydraulic: state V; pneumatic: state m, V = m p_a / (rho_s
/// p).
struct LinearAccumulatorParameters {
  double stiffness = 0.0;       ///< k [Pa/m^3]
  double rest_volume = 0.0;     ///< V_0 [m^3]
  double rest_pressure = 0.0;   ///< p_0 [Pa]
  double initial_volume = 0.0;  ///< [m^3]
  double standard_density = kStandardAirDensity;
};
class LinearAccumulator final : public Component {
 public:
  LinearAccumulator(Domain domain, LinearAccumulatorParameters parameters);
  Spec spec() const override;
  void evaluate(const Point& at, double* residual, double* rate) const override;
  /// Hydraulic: work of filling from V_0. Pneumatic: exergy at constant temperature of filling from p_a, with the
  /// wall's work: p V ln(p / p_a) - int V dp.
  double stored_energy(const Point& at) const override;

 private:
  Domain domain_;
  LinearAccumulatorParameters p_;
};

/// Free actuator, terminals "a", "b" at one pressure p = f(V), f a measured curve (linear between points, continued
/// outside; it may fall for a while, as of a balloon, where p V rises all the same). Hydraulic: state V; pneumatic:
/// state m. Output "volume".
struct FreeActuatorParameters {
  std::vector<double> volume;    ///< [m^3], ascending
  std::vector<double> pressure;  ///< [Pa], absolute of gas
  double initial_volume = 0.0;   ///< [m^3]
  double standard_density = kStandardAirDensity;
};
class FreeActuator final : public Component {
 public:
  FreeActuator(Domain domain, FreeActuatorParameters parameters);
  Spec spec() const override;
  void evaluate(const Point& at, double* residual, double* rate) const override;
  void outputs(const Point& at, double* value) const override;
  /// What filling from the first point of the curve took: int f dV of a liquid, int ln(f / p_a) d(f V) of a gas.
  double stored_energy(const Point& at) const override;

 private:
  double pressure(double volume) const;
  double volume(const Point& at) const;
  Domain domain_;
  FreeActuatorParameters p_;
};

/// Rotating mass, terminal "port" (rotational), state "speed": J dw/dt = T - b w - T_c tanh(w / w_s).
struct FlywheelParameters {
  double inertia = 0.0;         ///< J [kg m^2]
  double damping = 0.0;         ///< b [N m s]
  double coulomb_torque = 0.0;  ///< T_c [N m]
  double coulomb_speed = 0.1;   ///< w_s [rad/s], width of the change of sign
  double initial_speed = 0.0;   ///< [rad/s]
};
class Flywheel final : public Component {
 public:
  explicit Flywheel(FlywheelParameters parameters);
  Spec spec() const override;
  void evaluate(const Point& at, double* residual, double* rate) const override;
  void jacobian(const Point& at, Jacobian& out) const override;
  void outputs(const Point& at, double* value) const override;
  double stored_energy(const Point& at) const override;

 private:
  FlywheelParameters p_;
};

}  // namespace swell::network
