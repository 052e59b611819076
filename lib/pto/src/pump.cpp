#include "swell/pto/pump.h"

#include <algorithm>
#include <cmath>

#include "spec_parts.h"
#include "swell/network/basic.h"

namespace swell::pto {

using network::Domain;
using network::Point;
using network::require_positive;

VariablePump::VariablePump(MotorParameters pump, std::optional<PressureCompensator> compensator)
    : p_(std::move(pump)), c_(compensator) {
  HydraulicMotor checked(p_);  // the same checks
  if (!c_) return;
  require_positive(c_->range, "pump: range of the compensator", "Pa");
  require_positive(c_->least, "pump: least displacement", "-", true);
  require_positive(1.0 - c_->least, "pump: 1 - least displacement", "-", true);
  require_positive(c_->time_constant, "pump: time_constant", "s", true);
}

network::Spec VariablePump::spec() const {
  network::Spec s;
  s.terminals = {make_terminal("low", Domain::hydraulic), make_terminal("high", Domain::hydraulic),
                 make_terminal("shaft", Domain::rotational)};
  s.residuals = {"continuity", "flow", "torque"};
  s.inputs = {{"setting", "1", p_.setting, {}, -1.0, 1.0, "its displacement grows with it all the same"}};
  if (c_) s.inputs.push_back({"pressure", "Pa", c_->pressure});
  if (c_ && c_->time_constant > 0.0) s.states = {{"compensation", "1", 1.0, 1.0, 0.0, 1.0}};
  s.outputs = {{"flow", "m^3/s"}, {"displacement", "1"}, {"shaft_power", "W"}, {"loss", "W"}};
  return s;
}

double VariablePump::compensation(const Point& at) const {
  const double dp = at.over[1] - at.over[0];
  return std::clamp(1.0 - (dp - at.input[1]) / c_->range, c_->least, 1.0);
}

double VariablePump::share(const Point& at) const {
  if (!c_) return at.input[0];
  return at.input[0] * (c_->time_constant > 0.0 ? at.state[0] : compensation(at));
}

void VariablePump::evaluate(const Point& at, double* residual, double* rate) const {
  const MotorFlowTorque m = motor(p_, -share(at), at.over[1] - at.over[0], at.over[2]);
  residual[0] = at.through[0] + at.through[1];
  residual[1] = at.through[1] - m.flow;  // into high: negative when pumping
  residual[2] = at.through[2] + m.torque;
  if (c_ && c_->time_constant > 0.0) rate[0] = (compensation(at) - at.state[0]) / c_->time_constant;
}

void VariablePump::outputs(const Point& at, double* value) const {
  value[0] = at.through[0];
  value[1] = share(at);
  value[2] = at.through[2] * at.over[2];
  value[3] = value[2] + at.through[0] * at.over[0] + at.through[1] * at.over[1];
}

}  // namespace swell::pto
