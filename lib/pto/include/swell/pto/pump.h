/// Pump of variable displacement, also with pressure compensation.
#pragma once

#include <optional>

#include "swell/pto/hydraulic_motor.h"

namespace swell::pto {

/// A compensator turns the displacement back as the pressure difference nears its setting:
///   u_c = clamp(1 - (dp - p_set) / range, least, 1)
/// full at p_set and below, `least` from p_set + range (1 - least) on; with a time constant it follows with a
/// first-order lag.
struct PressureCompensator {
  double pressure = 0.0;       ///< p_set [Pa] at the start
  double range = 0.0;          ///< [Pa], above 0
  double least = 0.0;          ///< share of the displacement that is left
  double time_constant = 0.0;  ///< [s], 0: immediate
};

/// Terminals "low", "high" (hydraulic) and "shaft" (rotational). Q = u D w eta_v from low to high, the shaft is braked
/// by u D dp / eta_m: the laws of the motor with the setting -u. Input "setting" u; with a compensator also "pressure",
/// and u u_c instead of u. Outputs "flow", "displacement" (share at work), "shaft_power" (taken), "loss".
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
