#include "swell/pto/hydraulic_motor.h"

#include <algorithm>
#include <cmath>

#include "spec_parts.h"
#include "swell/base/constants.h"
#include "swell/network/basic.h"

namespace swell::pto {

using network::Domain;
using network::Jacobian;
using network::Point;
using network::require_positive;
using network::Spec;

namespace {

struct Evaluate {
  const MotorParameters& p;
  double u, dp, w;

  MotorFlowTorque operator()(const IdealMotor& /*m*/) const {
    return {u * p.displacement * w, u * p.displacement * dp};
  }

  MotorFlowTorque operator()(const EfficiencyMotor& m) const {
    const double flow = u * p.displacement * w;
    const double torque = u * p.displacement * dp;
    const double eta_v = m.volumetric(std::abs(dp), std::abs(w));
    const double eta_m = m.mechanical(std::abs(dp), std::abs(w));
    // Efficiency as a power, so that the loss keeps its sign in the transition from motor to pump.
    const double motoring = std::tanh(flow * dp / m.power_blend);  // 1 motor, -1 pump
    if (motoring == 1.0) return {flow / eta_v, torque * eta_m};    // outside the transition
    return {flow * std::pow(eta_v, -motoring), torque * std::pow(eta_m, motoring)};
  }
};

struct Check {
  void operator()(const IdealMotor& /*m*/) const {}
  void operator()(const EfficiencyMotor& m) const {
    require_positive(m.volumetric.smallest(), "hydraulic motor: volumetric efficiency", "-");
    require_positive(m.mechanical.smallest(), "hydraulic motor: mechanical efficiency", "-");
    require_positive(1.0 - m.volumetric.largest(), "hydraulic motor: 1 - volumetric efficiency", "-", true);
    require_positive(1.0 - m.mechanical.largest(), "hydraulic motor: 1 - mechanical efficiency", "-", true);
    require_positive(m.power_blend, "hydraulic motor: power_blend", "W");
  }
};

}  // namespace

double displacement_from_cc_per_rev(double cc_per_rev) { return cc_per_rev * 1e-6 / (2.0 * kPi); }

MotorFlowTorque motor(const MotorParameters& p, double setting, double dp, double speed) {
  return std::visit(Evaluate{p, setting, dp, speed}, p.losses);
}

HydraulicMotor::HydraulicMotor(MotorParameters parameters) : p_(std::move(parameters)) {
  require_positive(p_.displacement, "hydraulic motor: displacement", "m^3/rad");
  require_positive(1.0 - std::abs(p_.setting), "hydraulic motor: 1 - |setting|", "-", true);
  std::visit(Check{}, p_.losses);
}
Spec HydraulicMotor::spec() const {
  Spec s;
  s.terminals = {make_terminal("high", Domain::hydraulic), make_terminal("low", Domain::hydraulic),
                 make_terminal("shaft", Domain::rotational)};
  s.residuals = {"continuity", "flow", "torque"};
  s.derivatives = network::Derivatives::all;
  s.inputs = {{"setting", "-", p_.setting, {}, -1.0, 1.0, "its displacement grows with it all the same"}};
  s.outputs = {
      {"flow", "m^3/s"}, {"torque", "N m"}, {"shaft_power", "W"}, {"pressure_difference", "Pa"}, {"loss", "W"}};
  return s;
}
void HydraulicMotor::evaluate(const Point& at, double* residual, double* /*rate*/) const {
  const MotorFlowTorque m = motor(p_, at.input[0], at.over[0] - at.over[1], at.over[2]);
  residual[0] = at.through[0] + at.through[1];
  residual[1] = at.through[0] - m.flow;
  residual[2] = at.through[2] + m.torque;
}
// Flow and torque depend on two variables, differenced here; the network would difference six columns.
void HydraulicMotor::jacobian(const Point& at, Jacobian& out) const {
  const double dp = at.over[0] - at.over[1], w = at.over[2], u = at.input[0];
  const auto shifted = [](double x, double nominal) {
    const double h = std::max(1e-7 * std::abs(x), 1e-9 * nominal);
    return x < 0.0 ? x - h : x + h;  // away from zero
  };
  const double dp_s = shifted(dp, network::info(Domain::hydraulic).over_nominal),
               w_s = shifted(w, network::info(Domain::rotational).over_nominal);
  const MotorFlowTorque here = motor(p_, u, dp, w), by_dp = motor(p_, u, dp_s, w), by_w = motor(p_, u, dp, w_s);
  const double flow_by_dp = (by_dp.flow - here.flow) / (dp_s - dp),
               torque_by_dp = (by_dp.torque - here.torque) / (dp_s - dp);
  out.through(0, 0) = out.through(0, 1) = out.through(1, 0) = out.through(2, 2) = 1.0;
  out.over(1, 0) = -flow_by_dp;
  out.over(1, 1) = flow_by_dp;
  out.over(1, 2) = -(by_w.flow - here.flow) / (w_s - w);
  out.over(2, 0) = torque_by_dp;
  out.over(2, 1) = -torque_by_dp;
  out.over(2, 2) = (by_w.torque - here.torque) / (w_s - w);
}
void HydraulicMotor::outputs(const Point& at, double* value) const {
  const double dp = at.over[0] - at.over[1];
  value[0] = at.through[0];
  value[1] = -at.through[2];
  value[2] = -at.through[2] * at.over[2];
  value[3] = dp;
  value[4] = dp * at.through[0] + at.through[2] * at.over[2];
}

}  // namespace swell::pto
