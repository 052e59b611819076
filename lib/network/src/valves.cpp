#include "swell/network/valves.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "element_spec.h"
#include "swell/base/error.h"
#include "swell/base/error_codes.h"
#include "swell/network/basic.h"
#include "swell/network/hydraulic.h"

namespace swell::network {

namespace {

double outflow_function(double r, double k) {
  return std::sqrt(std::max(0.0, k / (k - 1.0) * (std::pow(r, 2.0 / k) - std::pow(r, (k + 1.0) / k))));
}

Spec opening_spec(const OpeningParameters& p, const char* law) {
  Spec s = two_port(p.domain, law, Derivatives::none);
  if (p.domain == Domain::pneumatic) {
    for (Terminal& t : s.terminals) t.gas_density = p.density;
  }
  return s;
}

}  // namespace

double opening_flow(const OpeningParameters& p, double area, double pressure_a, double pressure_b) {
  if (p.domain != Domain::pneumatic)
    return orifice_flow(pressure_a - pressure_b, area, p.discharge_coefficient, p.density, p.laminar_pressure);
  const double floor = 1e-3 * kStandardPressure;  // no flow from an empty vessel, and no division by zero
  const double upstream = std::max({pressure_a, pressure_b, floor});
  const double ratio = std::clamp(std::min(pressure_a, pressure_b) / upstream, 0.0, 1.0);
  const double k = p.heat_ratio;
  const double critical = std::pow(2.0 / (k + 1.0), k / (k - 1.0));
  const double psi = ratio <= critical ? outflow_function(critical, k)
                     : ratio <= p.laminar_ratio
                         ? outflow_function(ratio, k)
                         : outflow_function(p.laminar_ratio, k) * (1.0 - ratio) / (1.0 - p.laminar_ratio);
  const double flow = p.discharge_coefficient * area * upstream * std::sqrt(2.0 * p.density / kStandardPressure) * psi;
  return pressure_a >= pressure_b ? flow : -flow;
}

void check_opening(const OpeningParameters& p, const char* what) {
  const std::string of = std::string(what) + ": ";
  require_positive(p.area, (of + "area").c_str(), "m^2", true);
  require_positive(p.discharge_coefficient, (of + "discharge_coefficient").c_str(), "-");
  require_positive(p.density, (of + "density").c_str(), "kg/m^3");
  require_positive(p.laminar_pressure, (of + "laminar_pressure").c_str(), "Pa");
  require_positive(p.heat_ratio - 1.0, (of + "heat_ratio - 1").c_str(), "-");
  require_positive(1.0 - p.laminar_ratio, (of + "1 - laminar_ratio").c_str(), "-");
  if (p.domain == Domain::hydraulic || p.domain == Domain::pneumatic) return;
  throw code::error("wrong-value", {}, of + "its domain must be hydraulic or pneumatic, not " + info(p.domain).name);
}

double spool_area(const SpoolParameters& p, double position) {
  const double open = std::clamp((position - p.overlap) / (1.0 - p.overlap), 0.0, 1.0);
  return p.full.area * (p.leakage + (1.0 - p.leakage) * open);
}

namespace {

struct ControlledOrifice final : Component {
  explicit ControlledOrifice(OpeningParameters parameters) : p_(parameters) { check_opening(p_, "orifice"); }
  Spec spec() const override {
    Spec s = opening_spec(p_, "orifice flow");
    s.inputs = {{"area", "m^2", p_.area, {}, 0.0, kInfinity, "it is closed"}};
    if (p_.domain != Domain::pneumatic) s.derivatives = Derivatives::all;
    return s;
  }
  void evaluate(const Point& at, double* residual, double* /*rate*/) const override {
    residual[0] = continuity(at);
    residual[1] = at.through[0] - opening_flow(p_, std::max(0.0, at.input[0]), at.over[0], at.over[1]);
  }
  void jacobian(const Point& at, Jacobian& out) const override {  // of oil; gas uses differences
    double slope = 0.0;
    orifice_flow(at.over[0] - at.over[1], std::max(0.0, at.input[0]), p_.discharge_coefficient, p_.density,
                 p_.laminar_pressure, &slope);
    flow_law(out, slope);
  }

  OpeningParameters p_;
};

void check_spool(const SpoolParameters& p, const char* what) {
  check_opening(p.full, what);
  const std::string of = std::string(what) + ": ";
  require_positive(p.full.area, (of + "area").c_str(), "m^2");
  require_positive(p.leakage, (of + "leakage").c_str(), "-", true);
  require_positive(1.0 - p.leakage, (of + "1 - leakage").c_str(), "-", true);
  require_positive(p.overlap, (of + "overlap").c_str(), "-", true);
  require_positive(1.0 - p.overlap, (of + "1 - overlap").c_str(), "-");
}
struct ControlledValve final : Component {
  explicit ControlledValve(SpoolParameters parameters) : p_(parameters) { check_spool(p_, "valve"); }
  Spec spec() const override {
    Spec s = opening_spec(p_.full, "valve flow");
    s.inputs = {{"opening", "1", p_.position, {}, 0.0, 1.0, "it is as at the nearest of them"}};
    return s;
  }
  void evaluate(const Point& at, double* residual, double* /*rate*/) const override {
    residual[0] = continuity(at);
    residual[1] = at.through[0] - opening_flow(p_.full, spool_area(p_, at.input[0]), at.over[0], at.over[1]);
  }

  SpoolParameters p_;
};

struct DirectionalValve final : Component {
  DirectionalValve(SpoolParameters parameters, int ways) : p_(parameters), ways_(ways) {
    check_spool(p_, "directional valve");
    SWELL_EXPECT(ways == 3 || ways == 4);
  }
  Spec spec() const override {
    Spec s;
    const auto count = static_cast<std::size_t>(ways_);
    static const char* const kNames[] = {"p", "t", "a", "b"};
    for (std::size_t i = 0; i < count; ++i) {
      s.terminals.push_back(make_terminal(kNames[i], p_.full.domain));
      if (p_.full.domain == Domain::pneumatic) s.terminals.back().gas_density = p_.full.density;
      s.residuals.push_back(std::string("flow at ") + kNames[i]);
    }
    s.inputs = {{"spool", "1", p_.position, {}, -1.0, 1.0, "it is as at the nearest of them"}};
    return s;
  }
  void evaluate(const Point& at, double* residual, double* /*rate*/) const override {
    enum { p, t, a, b };
    const double forward = spool_area(p_, at.input[0]), back = spool_area(p_, -at.input[0]);
    const auto flow = [&](double area, int from, int to) {
      return opening_flow(p_.full, area, at.over[from], at.over[to]);
    };
    const double p_to_a = flow(forward, p, a), a_to_t = flow(back, a, t);
    residual[p] = at.through[p] - p_to_a;
    residual[t] = at.through[t] + a_to_t;
    residual[a] = at.through[a] + p_to_a - a_to_t;
    if (ways_ == 3) return;
    const double p_to_b = flow(back, p, b), b_to_t = flow(forward, b, t);
    residual[p] -= p_to_b;
    residual[t] += b_to_t;
    residual[b] = at.through[b] + p_to_b - b_to_t;
  }

  SpoolParameters p_;
  int ways_;
};

struct FlowSensor final : Component {
  explicit FlowSensor(Domain domain) : domain_(domain) {}
  Spec spec() const override {
    Spec s = two_port(domain_, "no loss", Derivatives::all);
    const DomainInfo& d = info(domain_);
    std::string unit = std::string(d.through_unit) + " s";
    if (domain_ == Domain::hydraulic) unit = "m^3";
    if (domain_ == Domain::pneumatic) unit = "kg";
    s.states = {{"total", unit, d.through_nominal}};
    s.outputs = {{"flow", d.through_unit}};
    return s;
  }
  void evaluate(const Point& at, double* residual, double* rate) const override {
    residual[0] = continuity(at);
    residual[1] = at.over[0] - at.over[1];
    rate[0] = at.through[0];
  }
  void jacobian(const Point& /*at*/, Jacobian& out) const override {
    continuity(out);
    out.over(1, 0) = 1.0;
    out.over(1, 1) = -1.0;
    out.through(out.rate(0), 0) = 1.0;
  }
  void outputs(const Point& at, double* value) const override { value[0] = at.through[0]; }

  Domain domain_;
};

}  // namespace

Element controlled_orifice(const OpeningParameters& p) { return std::make_shared<ControlledOrifice>(p); }
Element controlled_valve(const SpoolParameters& p) { return std::make_shared<ControlledValve>(p); }
Element directional_valve(const SpoolParameters& p, int ways) { return std::make_shared<DirectionalValve>(p, ways); }
Element flow_sensor(Domain domain) { return std::make_shared<FlowSensor>(domain); }

}  // namespace swell::network
