#include "swell/network/tube.h"

#include <algorithm>
#include <cmath>

#include "element_spec.h"
#include "swell/base/constants.h"
#include "swell/network/basic.h"

namespace swell::network {

namespace {

// Density at the mean pressure of a gas element, floored at a tenth of the standard density.
double gas_density(double standard, double p_a, double p_b) {
  return standard * std::max(0.5 * (p_a + p_b) / kStandardPressure, 0.1);
}

void check_tube(const TubeParameters& p) {
  require_positive(p.length, "tube: length", "m");
  require_positive(p.diameter, "tube: diameter", "m");
  require_positive(p.viscosity, "tube: viscosity", "Pa s");
  require_positive(p.density, "tube: density", "kg/m^3");
  require_positive(p.roughness, "tube: roughness", "m", true);
}

Spec of_gas(Spec spec, Domain domain, double density) {
  if (domain == Domain::pneumatic) {
    for (Terminal& terminal : spec.terminals) terminal.gas_density = density;
  }
  return spec;
}

}  // namespace

double reynolds_number(const TubeParameters& tube, double flow, double density) {
  return 4.0 * density * std::abs(flow) / (kPi * tube.diameter * tube.viscosity);
}

double haaland_friction_factor(double reynolds, double relative_roughness) {
  const double x = 1.8 * std::log10(std::pow(relative_roughness / 3.7, 1.11) + 6.9 / reynolds);
  return 1.0 / (x * x);
}

double tube_pressure_drop(const TubeParameters& tube, double flow, double density) {
  constexpr double kLaminarEnd = 2300.0, kTurbulentBegin = 4000.0;
  const double d = tube.diameter;
  const double reynolds = reynolds_number(tube, flow, density);
  const double laminar = 128.0 * tube.viscosity * tube.length * flow / (kPi * d * d * d * d);
  if (reynolds <= kLaminarEnd) return laminar;
  const double f = haaland_friction_factor(reynolds, tube.roughness / d);
  const double turbulent = f * 8.0 * tube.length * density * flow * std::abs(flow) / (kPi * kPi * std::pow(d, 5));
  if (reynolds >= kTurbulentBegin) return turbulent;
  const double s = (reynolds - kLaminarEnd) / (kTurbulentBegin - kLaminarEnd);
  return laminar + s * (turbulent - laminar);
}

double pipe_bulk_modulus(const PipeParameters& pipe) {
  if (pipe.wall_thickness <= 0.0) return pipe.bulk_modulus;
  return 1.0 / (1.0 / pipe.bulk_modulus + pipe.tube.diameter / (pipe.wall_modulus * pipe.wall_thickness));
}

namespace {

/// What takes pressure from a flow without storing any.
template <class Parameters>
struct Resistance final : Component {
  Resistance(Domain domain, Parameters parameters) : domain_(domain), p_(parameters) { check(p_); }
  Spec spec() const override {
    return of_gas(two_port(domain_, "pressure drop", Derivatives::none), domain_, p_.density);
  }
  void evaluate(const Point& at, double* residual, double* /*rate*/) const override {
    const bool gas = domain_ == Domain::pneumatic;
    const double density = gas ? gas_density(p_.density, at.over[0], at.over[1]) : p_.density;
    const double flow = gas ? at.through[0] / density : at.through[0];
    residual[0] = continuity(at);
    residual[1] = at.over[0] - at.over[1] - pressure_drop(p_, flow, density);
  }

  static void check(const TubeParameters& p) { check_tube(p); }
  static void check(const RestrictorParameters& p) {
    require_positive(p.loss, "flow restrictor: loss", "-");
    require_positive(p.diameter, "flow restrictor: diameter", "m");
    require_positive(p.density, "flow restrictor: density", "kg/m^3");
    require_positive(p.laminar_flow, "flow restrictor: laminar_flow", "m^3/s");
  }
  static double pressure_drop(const TubeParameters& p, double flow, double density) {
    return tube_pressure_drop(p, flow, density);
  }
  static double pressure_drop(const RestrictorParameters& p, double flow, double density) {
    const double k = p.loss * 8.0 * density / (kPi * kPi * std::pow(p.diameter, 4));
    return k * flow * std::hypot(flow, p.laminar_flow);
  }

  Domain domain_;
  Parameters p_;
};
using Tube = Resistance<TubeParameters>;
using FlowRestrictor = Resistance<RestrictorParameters>;

struct Pipe final : Component {
  explicit Pipe(PipeParameters parameters) : p_(parameters), inertance_(0.0), capacity_(0.0) {
    check_tube(p_.tube);
    require_positive(p_.bulk_modulus, "pipe: bulk_modulus", "Pa");
    require_positive(p_.wall_thickness, "pipe: wall_thickness", "m", true);
    require_positive(p_.wall_modulus, "pipe: wall_modulus", "Pa");
    require_positive(p_.segments, "pipe: segments", "-");
    const double area = 0.25 * kPi * p_.tube.diameter * p_.tube.diameter;
    const double cell = p_.tube.length / p_.segments;
    inertance_ = p_.tube.density * cell / area;
    capacity_ = area * cell / pipe_bulk_modulus(p_);
  }
  Spec spec() const override {
    Spec s;
    s.terminals = {make_terminal("a", Domain::hydraulic), make_terminal("b", Domain::hydraulic)};
    for (Terminal& t : s.terminals) {
      t.anchored = true;  // by the capacities inside
      t.initial = p_.initial_pressure;
    }
    s.residuals = {"flow at a", "flow at b"};
    const DomainInfo& d = info(Domain::hydraulic);
    for (int i = 0; i <= p_.segments; ++i) {
      s.states.push_back({"flow_" + std::to_string(i), d.through_unit, d.through_nominal, p_.initial_flow});
    }
    for (int i = 1; i <= p_.segments; ++i) {
      s.states.push_back({"pressure_" + std::to_string(i), d.over_unit, d.over_nominal, p_.initial_pressure});
    }
    // A flow depends on itself and the adjacent pressures, a pressure on the adjacent flows: a long pipe is as sparse
    // as its network.
    s.derivatives = Derivatives::all;
    const auto n = static_cast<std::size_t>(p_.segments);
    const std::size_t flow = 4, pressure = flow + n + 1, rates = 2;  // columns: over 0, 1; through 2, 3
    s.pattern = {{0, 2}, {0, flow}, {1, 3}, {1, flow + n}};
    for (std::size_t i = 0; i <= n; ++i) {
      s.pattern.emplace_back(rates + i, i == 0 ? 0 : pressure + i - 1);
      s.pattern.emplace_back(rates + i, i == n ? 1 : pressure + i);
      s.pattern.emplace_back(rates + i, flow + i);
    }
    for (std::size_t i = 0; i < n; ++i) {
      s.pattern.emplace_back(rates + n + 1 + i, flow + i);
      s.pattern.emplace_back(rates + n + 1 + i, flow + i + 1);
    }
    return s;
  }
  void jacobian(const Point& at, Jacobian& out) const override {
    const auto n = static_cast<std::size_t>(p_.segments);
    out.through(0, 0) = out.through(1, 1) = 1.0;
    out.state(0, 0) = -1.0;
    out.state(1, n) = 1.0;
    for (std::size_t i = 0; i <= n; ++i) {
      const bool end = i == 0 || i == n;
      const double inertance = (end ? 0.5 : 1.0) * inertance_;
      const double share = (end ? 0.5 : 1.0) / p_.segments;
      const double q = at.state[i], step = std::copysign(std::max(1e-7 * std::abs(q), 1e-12), q);
      const double slope =
          (tube_pressure_drop(p_.tube, q + step, p_.tube.density) - tube_pressure_drop(p_.tube, q, p_.tube.density)) /
          (q + step - q);
      const std::size_t row = out.rate(i);
      (i == 0 ? out.over(row, 0) : out.state(row, n + i)) = 1.0 / inertance;
      (i == n ? out.over(row, 1) : out.state(row, n + 1 + i)) = -1.0 / inertance;
      out.state(row, i) = -share * slope / inertance;
    }
    for (std::size_t i = 0; i < n; ++i) {
      out.state(out.rate(n + 1 + i), i) = 1.0 / capacity_;
      out.state(out.rate(n + 1 + i), i + 1) = -1.0 / capacity_;
    }
  }
  void evaluate(const Point& at, double* residual, double* rate) const override {
    const auto n = static_cast<std::size_t>(p_.segments);
    const double* flow = at.state;
    const double* pressure = at.state + n + 1;
    residual[0] = at.through[0] - flow[0];
    residual[1] = at.through[1] + flow[n];
    for (std::size_t i = 0; i <= n; ++i) {
      const bool end = i == 0 || i == n;
      const double before = i == 0 ? at.over[0] : pressure[i - 1];
      const double after = i == n ? at.over[1] : pressure[i];
      const double share = (end ? 0.5 : 1.0) / p_.segments;
      const double friction = share * tube_pressure_drop(p_.tube, flow[i], p_.tube.density);
      rate[i] = (before - after - friction) / ((end ? 0.5 : 1.0) * inertance_);
    }
    for (std::size_t i = 0; i < n; ++i) rate[n + 1 + i] = (flow[i] - flow[i + 1]) / capacity_;
  }
  double stored_energy(const Point& at) const override {
    const auto n = static_cast<std::size_t>(p_.segments);
    double energy = 0.0;
    for (std::size_t i = 0; i <= n; ++i) {
      energy += 0.5 * (i == 0 || i == n ? 0.5 : 1.0) * inertance_ * at.state[i] * at.state[i];
    }
    for (std::size_t i = 0; i < n; ++i) energy += 0.5 * capacity_ * at.state[n + 1 + i] * at.state[n + 1 + i];
    return energy;
  }

  PipeParameters p_;
  double inertance_, capacity_;  // of one whole cell
};

}  // namespace

Element tube(Domain domain, const TubeParameters& p) { return std::make_shared<Tube>(domain, p); }
Element flow_restrictor(Domain domain, const RestrictorParameters& p) {
  return std::make_shared<FlowRestrictor>(domain, p);
}
Element pipe(const PipeParameters& p) { return std::make_shared<Pipe>(p); }

}  // namespace swell::network
