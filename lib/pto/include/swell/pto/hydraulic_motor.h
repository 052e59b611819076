/// Variable-displacement motor or pump: terminals "high", "low" (hydraulic) and "shaft" (rotational).
///
///   ideal       Q = u D w,  T = u D dp,  dp = p_high - p_low
///   efficiency  motor: Q = u D w / eta_v, T = eta_m u D dp; pump: Q = eta_v u D w, T = u D dp / eta_m; chosen by the
///               sign of the ideal power P = u D w dp: the factors are eta_v^-s and eta_m^s, s = tanh(P / power_blend)
/// Q flows into "high" and out of "low"; T drives the shaft. Input "setting" u in [-1, 1].
#pragma once

#include <variant>

#include "swell/network/component.h"
#include "swell/pto/table.h"

namespace swell::pto {

struct IdealMotor {};

struct EfficiencyMotor {
  Table2 volumetric{1.0};      ///< eta_v(|dp| [Pa], |w| [rad/s]), in (0, 1]
  Table2 mechanical{1.0};      ///< eta_m(|dp|, |w|)
  double power_blend = 100.0;  ///< [W]
};

struct MotorParameters {
  double displacement = 0.0;  ///< D [m^3/rad]
  double setting = 1.0;       ///< u at the start
  std::variant<IdealMotor, EfficiencyMotor> losses;
};

/// D [m^3/rad] from a displacement in cm^3 per revolution.
double displacement_from_cc_per_rev(double cc_per_rev);

struct MotorFlowTorque {
  double flow;    ///< into "high" [m^3/s]
  double torque;  ///< on the shaft [N m]
};
MotorFlowTorque motor(const MotorParameters& motor, double setting, double dp, double speed);

/// Outputs "flow" [m^3/s], "torque" [N m], "shaft_power" [W], "pressure_difference" [Pa], "loss" [W].
class HydraulicMotor final : public network::Component {
 public:
  explicit HydraulicMotor(MotorParameters parameters);
  network::Spec spec() const override;
  void evaluate(const network::Point& at, double* residual, double* rate) const override;
  void jacobian(const network::Point& at, network::Jacobian& out) const override;
  void outputs(const network::Point& at, double* value) const override;

 private:
  MotorParameters p_;
};

}  // namespace swell::pto
