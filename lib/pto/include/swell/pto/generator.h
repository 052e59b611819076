/// Rotary generators on a shaft; terminal "shaft" (rotational). The inertia is a Flywheel on the same node.
#pragma once

#include <optional>

#include "swell/network/component.h"
#include "swell/pto/table.h"

namespace swell::pto {

/// PI control of the speed by the load resistance: R = clamp(P e + I integral(e)), e = reference - speed, in rpm as in
/// PTO-Sim's examples. Beyond a limit the integral action fades to zero within 0.01 ohm.
struct SpeedControl {
  double reference_rpm = 1000.0;
  double proportional = 1e-3;       ///< P [ohm/rpm]
  double integral = 1e-3;           ///< I [ohm/(rpm s)]
  double lower = 0.0, upper = 1e6;  ///< [ohm]
};

/// Equivalent circuit: L di/dt = K_e w - (R_a + R_load) i, torque K_e i on the shaft, P_el = R_load i^2.
struct CircuitGeneratorParameters {
  double armature_resistance = 0.0;     ///< R_a [ohm]
  double armature_inductance = 0.0;     ///< L [H]
  double voltage_constant = 0.0;        ///< K_e [V s/rad]
  double load_resistance = 0.0;         ///< [ohm] initial value of the input "load_resistance"
  double initial_current = 0.0;         ///< [A]
  std::optional<SpeedControl> control;  ///< replaces the input
};
/// Outputs "electrical_power" [W], "current" [A], "voltage" [V], "torque" [N m], "copper_loss" [W], "load_resistance".
class CircuitGenerator final : public network::Component {
 public:
  explicit CircuitGenerator(CircuitGeneratorParameters parameters);
  network::Spec spec() const override;
  void evaluate(const network::Point& at, double* residual, double* rate) const override;
  void jacobian(const network::Point& at, network::Jacobian& out) const override;
  void outputs(const network::Point& at, double* value) const override;
  double stored_energy(const network::Point& at) const override;  ///< L i^2 / 2

 private:
  struct Share {
    double share, slope;
  };
  Share integrated(double load, double error) const;
  double unlimited_load(const network::Point& at) const;
  double load(const network::Point& at) const;
  CircuitGeneratorParameters p_;
};

/// Generator by efficiency map. The torque is the input "torque" [N m] (positive brakes a positive speed), limited to
/// the largest torque and power; P_el = T w eta(|w|, |T|) when generating, T w / eta when motoring.
struct MapGeneratorParameters {
  Table2 efficiency{1.0};                      ///< eta(|w| [rad/s], |T| [N m])
  double largest_torque = network::kInfinity;  ///< [N m]
  double largest_power = network::kInfinity;   ///< |T w| [W]
  double damping = 0.0;                        ///< T = input + damping * w^exponent
  double exponent = 1.0;
};
/// Outputs "electrical_power" [W], "torque" [N m], "loss" [W].
class MapGenerator final : public network::Component {
 public:
  explicit MapGenerator(MapGeneratorParameters parameters);
  network::Spec spec() const override;
  void evaluate(const network::Point& at, double* residual, double* rate) const override;
  void outputs(const network::Point& at, double* value) const override;

 private:
  double torque(const network::Point& at) const;
  MapGeneratorParameters p_;
};

/// Electrical power of a torque and speed with an efficiency map [W].
double electrical_power(const Table2& efficiency, double torque, double speed);

}  // namespace swell::pto
