#include "swell/pto/air.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "spec_parts.h"
#include "swell/base/error_codes.h"
#include "swell/base/interpolation.h"
#include "swell/network/basic.h"

namespace swell::pto {

using network::Derivatives;
using network::Domain;
using network::Jacobian;
using network::kStandardPressure;
using network::Point;
using network::require_positive;
using network::Spec;

namespace {

struct AirChamber final : network::Component {
  explicit AirChamber(AirChamberParameters parameters) : p_(parameters) {
    require_positive(p_.area, "air chamber: area", "m^2");
    require_positive(p_.volume, "air chamber: volume", "m^3");
    require_positive(p_.exponent, "air chamber: exponent", "-");
    require_positive(p_.standard_density, "air chamber: standard_density", "kg/m^3");
  }
  Spec spec() const override {
    Spec s;
    s.terminals = {make_terminal("port", Domain::pneumatic)};
    s.terminals[0].anchored = true;
    s.terminals[0].initial = kStandardPressure;
    s.terminals[0].lower = 0.0;
    s.terminals[0].gas_density = p_.standard_density;
    const double mass = p_.volume * p_.standard_density;
    s.states = {{"mass", "kg", mass, mass}};
    s.residuals = {"gas law"};
    s.inputs = {{"velocity", "m/s"}, {"position", "m", 0.0, "velocity"}};
    s.inputs[1].upper = p_.volume / p_.area;
    s.inputs[1].beyond = "the water is at the roof: a thousandth of the air stays";
    s.outputs = {{"force", "N"}, {"absorbed_power", "W"}, {"overpressure", "Pa"}, {"volume", "m^3"}};
    s.derivatives = Derivatives::all;
    return s;
  }
  void evaluate(const Point& at, double* residual, double* rate) const override {
    residual[0] = at.over[0] - pressure(at);
    rate[0] = at.through[0];
  }
  void jacobian(const Point& at, Jacobian& out) const override {
    out.over(0, 0) = 1.0;
    out.state(0, 0) = -p_.exponent * pressure(at) / std::max(at.state[0], least_mass());
    out.through(out.rate(0), 0) = 1.0;
  }
  void outputs(const Point& at, double* value) const override {
    const double over = pressure(at) - kStandardPressure;
    value[0] = -over * p_.area;
    value[1] = over * p_.area * at.input[0];
    value[2] = over;
    value[3] = volume(at);
  }
  // Work of the air expanding to p_a: m int (p - p_a) d(-v), v = 1/rho, along p v^n.
  double stored_energy(const Point& at) const override {
    const double n = p_.exponent, compression = ratio(at);
    const double work =
        std::abs(n - 1.0) < 1e-6 ? std::log(compression) : (std::pow(compression, n - 1.0) - 1.0) / (n - 1.0);
    return at.state[0] / p_.standard_density * kStandardPressure * (work + 1.0 / compression - 1.0);
  }

  double volume(const Point& at) const { return std::max(p_.volume - p_.area * at.input[1], 1e-3 * p_.volume); }
  double least_mass() const { return 1e-6 * p_.volume * p_.standard_density; }
  double ratio(const Point& at) const {
    return std::max(at.state[0], least_mass()) / (p_.standard_density * volume(at));
  }
  double pressure(const Point& at) const { return kStandardPressure * std::pow(ratio(at), p_.exponent); }

  AirChamberParameters p_;
};

struct AirTurbine final : network::Component {
  explicit AirTurbine(AirTurbineParameters parameters) : p_(std::move(parameters)) {
    require_positive(p_.diameter, "air turbine: diameter", "m");
    require_positive(p_.standard_density, "air turbine: standard_density", "kg/m^3");
    const auto rises = [](const std::vector<double>& x) {
      return x.size() >= 2 && x[0] == 0.0 && std::adjacent_find(x.begin(), x.end(), std::greater_equal<>()) == x.end();
    };
    if (!rises(p_.head) || !rises(p_.flow) || p_.power.size() != p_.head.size())
      throw code::error("wrong-value", {}, "air turbine: head and flow must ascend from 0 in two rows at least",
                        "give rows of head, flow, power for heads from 0 on; negative ones are those of the other way");
    for (std::size_t i = 0; i < p_.head.size(); ++i)
      if (p_.power[i] > p_.head[i] * p_.flow[i])
        throw code::error(
            "out-of-range", {},
            fmt::format("air turbine: power {:g} in row {} is above head times flow, {:g}: it would make energy",
                        p_.power[i], i + 1, p_.head[i] * p_.flow[i]),
            "power is that of the shaft over density, speed^3 and diameter^5");
  }
  Spec spec() const override {
    Spec s;
    s.terminals = {make_terminal("a", Domain::pneumatic), make_terminal("b", Domain::pneumatic),
                   make_terminal("shaft", Domain::rotational)};
    s.terminals[0].gas_density = s.terminals[1].gas_density = p_.standard_density;
    s.terminals[0].initial = s.terminals[1].initial = kStandardPressure;
    s.residuals = {"continuity", "flow", "torque"};
    s.outputs = {{"pneumatic_power", "W"}, {"shaft_power", "W"}, {"volume_flow", "m^3/s"}};
    return s;
  }
  void evaluate(const Point& at, double* residual, double* /*rate*/) const override {
    const Now now = at_speed(at);
    residual[0] = at.through[0] + at.through[1];
    residual[1] = at.through[0] - now.flow;
    residual[2] = at.through[2] + now.torque;
  }
  void outputs(const Point& at, double* value) const override {
    const Now now = at_speed(at);
    value[0] = (at.over[0] - at.over[1]) * now.flow / p_.standard_density;
    value[1] = now.torque * at.over[2];
    value[2] = now.flow / p_.standard_density;
  }

 private:
  struct Now {
    double flow, torque;
  };
  Now at_speed(const Point& at) const {
    const double rho = p_.standard_density, D = p_.diameter, difference = at.over[0] - at.over[1];
    const double N = std::max(std::abs(at.over[2]), 0.01);  // at rest the laws beyond the table apply
    const double unit = rho * N * N * D * D, head = std::abs(difference) / unit;
    double flow = 0.0, power = 0.0;
    if (head > p_.head.back()) {
      flow = p_.flow.back() * std::sqrt(head / p_.head.back());
      power = p_.power.back() * head / p_.head.back();
    } else {
      const std::size_t i = find_piece(p_.head, head);
      const double share = (head - p_.head[i]) / (p_.head[i + 1] - p_.head[i]);
      flow = p_.flow[i] + share * (p_.flow[i + 1] - p_.flow[i]);
      // The efficiency is interpolated between rows: interpolated power would exceed head times flow, which is a
      // parabola.
      const auto efficiency = [&](std::size_t row) {
        const std::size_t k = std::max<std::size_t>(1, row);
        return (p_.power[k] - p_.power[0]) / (p_.head[k] * p_.flow[k]);
      };
      const double turned = efficiency(i) + share * (efficiency(i + 1) - efficiency(i));
      power = std::min(head * flow, p_.power[0] + turned * head * flow);  // with windage at rest
    }
    return {std::copysign(flow * rho * N * D * D * D, difference), power * unit * D * D * D};
  }
  AirTurbineParameters p_;
};

}  // namespace

network::Element air_chamber(const AirChamberParameters& p) { return std::make_shared<AirChamber>(p); }
network::Element air_turbine(const AirTurbineParameters& p) { return std::make_shared<AirTurbine>(p); }

}  // namespace swell::pto
