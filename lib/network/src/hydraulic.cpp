#include "swell/network/hydraulic.h"

#include <algorithm>
#include <cmath>

#include "element_spec.h"
#include "swell/base/constants.h"
#include "swell/network/basic.h"

namespace swell::network {

double orifice_flow(double dp, double area, double discharge_coefficient, double density, double laminar_pressure,
                    double* slope) {
  const double k = discharge_coefficient * area * std::sqrt(2.0 / density);
  const double square = dp * dp + laminar_pressure * laminar_pressure;
  const double root = std::sqrt(std::sqrt(square));
  if (slope != nullptr) *slope = k / root * (1.0 - 0.5 * dp * dp / square);
  return k * dp / root;
}

ValveOpening valve_opening(const AreaCheckValveParameters& p, double dp) {
  const double range = p.maximum_area - p.minimum_area;
  if (p.tanh_gain > 0.0) {
    const double th = std::tanh(p.tanh_gain * (dp - 0.5 * (p.maximum_pressure + p.minimum_pressure)));
    return {p.minimum_area + 0.5 * range * (1.0 + th), 0.5 * range * p.tanh_gain * (1.0 - th * th)};
  }
  const double ramp = p.maximum_pressure - p.minimum_pressure;
  const double s = std::clamp((dp - p.minimum_pressure) / ramp, 0.0, 1.0);
  return {p.minimum_area + range * s, s > 0.0 && s < 1.0 ? range / ramp : 0.0};
}

double effective_bulk_modulus(double bulk_modulus, double gas_fraction, double exponent, double pressure) {
  if (gas_fraction <= 0.0) return bulk_modulus;
  const double r = gas_fraction / (1.0 - gas_fraction);
  const double p = std::max(pressure, 1e-3 * kStandardPressure);
  const double gas = r * std::pow(kStandardPressure / p, 1.0 / exponent);
  return (1.0 + gas) / (1.0 / bulk_modulus + gas / (exponent * p));
}

namespace {

struct CheckValve final : Component {
  explicit CheckValve(CheckValveParameters parameters)
      : p_(parameters),
        flow_per_pressure_(info(parameters.domain).through_nominal / info(parameters.domain).over_nominal) {
    require_positive(p_.opening_pressure, "check valve: opening_pressure", "Pa", true);
    require_positive(p_.on_resistance, "check valve: on_resistance", "Pa s/m^3", true);
    require_positive(p_.off_conductance, "check valve: off_conductance", "m^3/(s Pa)", true);
  }
  Spec spec() const override { return two_port(p_.domain, "valve", Derivatives::all); }
  void evaluate(const Point& at, double* residual, double* /*rate*/) const override {
    residual[0] = continuity(at);
    const double dp = at.over[0] - at.over[1];
    const double w = at.through[0] - p_.off_conductance * dp;
    residual[1] = std::min(w, flow_per_pressure_ * (p_.opening_pressure + p_.on_resistance * w - dp));
  }
  void jacobian(const Point& at, Jacobian& out) const override {
    continuity(out);
    const double dp = at.over[0] - at.over[1];
    const double w = at.through[0] - p_.off_conductance * dp;
    const bool closed = w <= flow_per_pressure_ * (p_.opening_pressure + p_.on_resistance * w - dp);
    const double c = flow_per_pressure_;
    const double dw = closed ? 1.0 : c * p_.on_resistance;
    const double ddp = -p_.off_conductance * dw - (closed ? 0.0 : c);
    out.through(1, 0) = dw;
    out.over(1, 0) = ddp;
    out.over(1, 1) = -ddp;
  }

  CheckValveParameters p_;
  double flow_per_pressure_;  // converts both sides of the complementarity pair to one unit
};

struct AreaCheckValve final : Component {
  explicit AreaCheckValve(AreaCheckValveParameters parameters) : p_(parameters) {
    require_positive(p_.discharge_coefficient, "check valve: discharge_coefficient", "-");
    require_positive(p_.minimum_area, "check valve: minimum_area", "m^2", true);
    require_positive(p_.maximum_area - p_.minimum_area, "check valve: maximum_area - minimum_area", "m^2");
    require_positive(p_.maximum_pressure - p_.minimum_pressure, "check valve: maximum_pressure - minimum_pressure",
                     "Pa");
    require_positive(p_.density, "check valve: density", "kg/m^3");
    require_positive(p_.laminar_pressure, "check valve: laminar_pressure", "Pa");
  }
  Spec spec() const override { return two_port(Domain::hydraulic, "valve", Derivatives::all); }
  void evaluate(const Point& at, double* residual, double* /*rate*/) const override {
    const double dp = at.over[0] - at.over[1];
    residual[0] = continuity(at);
    residual[1] = at.through[0] - orifice_flow(dp, valve_opening(p_, dp).area, p_.discharge_coefficient, p_.density,
                                               p_.laminar_pressure);
  }
  void jacobian(const Point& at, Jacobian& out) const override {
    const double dp = at.over[0] - at.over[1];
    const ValveOpening opening = valve_opening(p_, dp);
    double slope = 0.0;
    orifice_flow(dp, opening.area, p_.discharge_coefficient, p_.density, p_.laminar_pressure, &slope);
    slope += orifice_flow(dp, opening.slope, p_.discharge_coefficient, p_.density, p_.laminar_pressure);
    flow_law(out, slope);
  }

  AreaCheckValveParameters p_;
};

struct ReliefValve final : Component {
  explicit ReliefValve(ReliefValveParameters parameters) : p_(parameters) {
    require_positive(p_.full_pressure - p_.crack_pressure, "relief valve: full_pressure - crack_pressure", "Pa");
    require_positive(p_.full_flow, "relief valve: full_flow", "m^3/s");
    require_positive(p_.time_constant, "relief valve: time_constant", "s", true);
  }
  Spec spec() const override {
    Spec s = two_port(p_.domain, "relief flow", Derivatives::all);
    if (p_.time_constant > 0.0) s.states = {{"opening", info(p_.domain).through_unit, p_.full_flow, 0.0}};
    return s;
  }
  void evaluate(const Point& at, double* residual, double* rate) const override {
    const double gain = p_.full_flow / (p_.full_pressure - p_.crack_pressure);
    const double flow = gain * std::max(0.0, at.over[0] - at.over[1] - p_.crack_pressure);
    residual[0] = continuity(at);
    residual[1] = at.through[0] - (p_.time_constant > 0.0 ? open(at) * at.state[0] : flow);
    if (p_.time_constant > 0.0) rate[0] = (flow - at.state[0]) / p_.time_constant;
  }
  void jacobian(const Point& at, Jacobian& out) const override {
    const double gain = p_.full_flow / (p_.full_pressure - p_.crack_pressure);
    const double slope = at.over[0] - at.over[1] > p_.crack_pressure ? gain : 0.0;
    if (p_.time_constant > 0.0) {
      continuity(out);
      out.through(1, 0) = 1.0;
      out.state(1, 0) = -open(at);
      const double closes = open(at) > 0.0 && open(at) < 1.0 ? at.state[0] / p_.crack_pressure : 0.0;
      out.over(1, 0) = -closes;
      out.over(1, 1) = closes;
      out.over(out.rate(0), 0) = slope / p_.time_constant;
      out.over(out.rate(0), 1) = -slope / p_.time_constant;
      out.state(out.rate(0), 0) = -1.0 / p_.time_constant;
    } else {
      flow_law(out, slope);
    }
  }

  /// Factor of the lagging flow: below the opening pressure the drive falls, and the valve passes no reverse flow.
  double open(const Point& at) const {
    return std::min(std::max((at.over[0] - at.over[1]) / p_.crack_pressure, 0.0), 1.0);
  }

  ReliefValveParameters p_;
};

struct Chamber final : Component {
  explicit Chamber(ChamberParameters parameters) : p_(parameters) {
    require_positive(p_.volume, "chamber: volume", "m^3");
    require_positive(p_.bulk_modulus, "chamber: bulk_modulus", "Pa");
    require_positive(p_.gas_fraction, "chamber: gas_fraction", "-", true);
    require_positive(1.0 - p_.gas_fraction, "chamber: 1 - gas_fraction", "-");
  }
  Spec spec() const override {
    return one_port(Domain::hydraulic, p_.initial_pressure,
                    {"pressure", "Pa", info(Domain::hydraulic).over_nominal, p_.initial_pressure}, "pressure",
                    Derivatives::none);
  }
  void evaluate(const Point& at, double* residual, double* rate) const override {
    residual[0] = at.over[0] - at.state[0];
    rate[0] = effective_bulk_modulus(p_.bulk_modulus, p_.gas_fraction, p_.gas_exponent, at.state[0]) / p_.volume *
              at.through[0];
  }
  double stored_energy(const Point& at) const override {
    // Without gas. Gas work of entrained gas counts as absorbed in the audit.
    return 0.5 * p_.volume / p_.bulk_modulus * at.state[0] * at.state[0];
  }

  ChamberParameters p_;
};

}  // namespace

Element check_valve(const CheckValveParameters& p) { return std::make_shared<CheckValve>(p); }
Element area_check_valve(const AreaCheckValveParameters& p) { return std::make_shared<AreaCheckValve>(p); }
Element relief_valve(const ReliefValveParameters& p) { return std::make_shared<ReliefValve>(p); }
Element chamber(const ChamberParameters& p) { return std::make_shared<Chamber>(p); }

}  // namespace swell::network
