/// Pump of variable displacement, also with pressure compensation.
#pragma once

#include <optional>

#include "swell/pto/hydraulic_motor.h"

namespace swell::pto {

/// Pressure compensator: reduces the displacement as the pressure difference nears its setting,
///   u_c = clamp(1 - (dp - p_set) / range, least, 1)
/// full at p_set and below, `least` from p_set + range (1 - least) on; with a time constant, a first-order lag.
struct PressureCompensator {
  double pressure = 0.0;       ///< p_set [Pa] at the start
  double range = 0.0;          ///< [Pa], above 0
  double least = 0.0;          ///< smallest share of the displacement
  double time_constant = 0.0;  ///< [s], 0: immediate
};

/// Terminals "low", "high" (hydraulic) and "shaft" (rotational). Flow Q = u D w eta_v from low to high, braking torque
/// u D dp / eta_m: the motor's laws with setting -u. Input "setting" u; a compensator adds the input "pressure" and
/// replaces u by u u_c. Outputs "flow", "displacement" (present share), "shaft_power" (absorbed), "loss".
class VariablePump final : public network::Component {
 public:
  VariablePump(MotorParameters pump, std::optional<PressureCompensator> compensator);
  network::Spec spec() const override;
  void evaluate(const network::Point& at, double* residual, double* rate) const override;
  void outputs(const network::Point& at, double* value) const override;

 private:
  double compensation(const network::Point& at) const;
  double share(const network::Point& at) const;
  MotorParameters p_;
  std::optional<PressureCompensator> c_;
};

}  // namespace swell::pto
