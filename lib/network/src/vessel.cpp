#include "swell/network/vessel.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "element_spec.h"
#include "swell/base/error.h"
#include "swell/base/error_codes.h"
#include "swell/base/interpolation.h"
#include "swell/network/basic.h"

namespace swell::network {

namespace {

/// ln(p / p_a), kept finite as power() does.
double log_of_pressure(double p) { return std::log(std::max(p / kStandardPressure, 1e-3)); }

struct GasVessel final : Component {
  explicit GasVessel(GasVesselParameters parameters) : p_(parameters) {
    require_positive(p_.volume, "gas vessel: volume", "m^3");
    require_positive(p_.standard_density, "gas vessel: standard_density", "kg/m^3");
    require_positive(p_.initial_pressure, "gas vessel: initial_pressure", "Pa");
  }
  Spec spec() const override {
    const double unit = p_.volume * p_.standard_density;
    Spec s =
        one_port(Domain::pneumatic, p_.initial_pressure,
                 {"mass", "kg", unit, unit * p_.initial_pressure / kStandardPressure}, "gas law", Derivatives::all);
    s.terminals[0].lower = 0.0;
    s.terminals[0].gas_density = p_.standard_density;
    return s;
  }
  void evaluate(const Point& at, double* residual, double* rate) const override {
    residual[0] = at.state[0] * kStandardPressure - p_.volume * p_.standard_density * at.over[0];
    rate[0] = at.through[0];
  }
  void jacobian(const Point& /*at*/, Jacobian& out) const override {
    out.state(0, 0) = kStandardPressure;
    out.over(0, 0) = -p_.volume * p_.standard_density;
    out.through(out.rate(0), 0) = 1.0;
  }
  // Exergy at constant temperature, V (p ln(p / p_a) - p + p_a).
  double stored_energy(const Point& at) const override {
    const double p = at.state[0] * kStandardPressure / (p_.volume * p_.standard_density);
    return p_.volume * (p * log_of_pressure(p) - p + kStandardPressure);
  }

  GasVesselParameters p_;
};

struct GasVolumeFlowSource final : Component {
  explicit GasVolumeFlowSource(double flow, double standard_density)
      : flow_(flow), standard_density_(standard_density) {}
  Spec spec() const override {
    Spec s;
    s.terminals = {make_terminal("port", Domain::pneumatic)};
    s.terminals[0].gas_density = standard_density_;
    s.terminals[0].imposes = Imposes::through;
    s.terminals[0].initial = kStandardPressure;  // at vacuum it delivers nothing, which also solves the equations
    s.residuals = {"imposed flow"};
    return s;
  }
  void evaluate(const Point& at, double* residual, double* /*rate*/) const override {
    residual[0] = at.through[0] + flow_ * standard_density_ * at.over[0] / kStandardPressure;
  }

  double flow_, standard_density_;
};

struct LinearAccumulator final : Component {
  LinearAccumulator(Domain domain, LinearAccumulatorParameters parameters) : domain_(domain), p_(parameters) {
    require_positive(p_.stiffness, "linear accumulator: stiffness", "Pa/m^3");
    require_positive(p_.standard_density, "linear accumulator: standard_density", "kg/m^3");
  }
  Spec spec() const override {
    const double p = p_.stiffness * (p_.initial_volume - p_.rest_volume) + p_.rest_pressure;
    const double unit = std::max({p_.initial_volume, p_.rest_volume, 1e-6});
    if (domain_ == Domain::pneumatic) {
      const double mass = p_.standard_density * p / kStandardPressure * p_.initial_volume;
      Spec s =
          one_port(domain_, p, {"mass", "kg", unit * p_.standard_density, mass}, "elastic wall", Derivatives::none);
      s.terminals[0].gas_density = p_.standard_density;
      return s;
    }
    return one_port(domain_, p, {"volume", "m^3", unit, p_.initial_volume}, "elastic wall", Derivatives::none);
  }
  void evaluate(const Point& at, double* residual, double* rate) const override {
    rate[0] = at.through[0];
    if (domain_ == Domain::pneumatic) {
      // Multiplied by the pressure to avoid division by zero for an empty vessel.
      const double pv = at.state[0] * kStandardPressure / p_.standard_density;
      residual[0] = at.over[0] * (at.over[0] - p_.rest_pressure + p_.stiffness * p_.rest_volume) - p_.stiffness * pv;
      return;
    }
    residual[0] = at.over[0] - p_.stiffness * (at.state[0] - p_.rest_volume) - p_.rest_pressure;
  }
  // Hydraulic: work of filling from V_0. Pneumatic: exergy at constant temperature of filling from p_a, with the
  // wall's work: p V ln(p / p_a) - int V dp.
  double stored_energy(const Point& at) const override {
    if (domain_ != Domain::pneumatic) {
      const double filled = at.state[0] - p_.rest_volume;
      return (p_.rest_pressure + 0.5 * p_.stiffness * filled) * filled;
    }
    const double p = at.over[0];
    const double filled = (p - p_.rest_pressure) / p_.stiffness,
                 empty = (kStandardPressure - p_.rest_pressure) / p_.stiffness;
    const double int_volume =
        p_.rest_volume * (p - kStandardPressure) + 0.5 * p_.stiffness * (filled * filled - empty * empty);
    return (p * (p_.rest_volume + filled) * log_of_pressure(p) - int_volume);
  }

  Domain domain_;
  LinearAccumulatorParameters p_;
};

struct FreeActuator final : Component {
  FreeActuator(Domain domain, FreeActuatorParameters parameters) : domain_(domain), p_(std::move(parameters)) {
    const auto& v = p_.volume;
    const bool ascending = v.size() >= 2 && std::adjacent_find(v.begin(), v.end(), std::greater_equal<>()) == v.end();
    if (!ascending || v.size() != p_.pressure.size()) {
      throw code::error("wrong-value", {},
                        "free actuator: volume must be an ascending list of at least 2, and pressure as long",
                        "give the curve from the smallest volume on");
    }
    if (domain_ != Domain::pneumatic) return;
    // p V must rise with V, so that each mass has one volume. On a straight piece p V is a parabola.
    for (std::size_t i = 0; i + 1 < v.size(); ++i) {
      const double slope = (p_.pressure[i + 1] - p_.pressure[i]) / (v[i + 1] - v[i]);
      const bool positive = p_.pressure[i] > 0.0 && p_.pressure[i + 1] > 0.0;
      if (positive && p_.pressure[i] + slope * v[i] > 0.0 && p_.pressure[i + 1] + slope * v[i + 1] > 0.0) continue;
      throw code::error("wrong-value", {},
                        fmt::format("free actuator: between {:g} and {:g} m^3 pressure times volume does not rise: one "
                                    "mass of gas would have two volumes",
                                    v[i], v[i + 1]),
                        "pressures are absolute; leave out a piece that falls so steeply");
    }
  }
  Spec spec() const override {
    const double p = pressure(p_.initial_volume);
    const bool gas = domain_ == Domain::pneumatic;
    const double density = gas ? p_.standard_density * p / kStandardPressure : 1.0;
    Spec s = one_port(domain_, p,
                      {gas ? "mass" : "volume", gas ? "kg" : "m^3",
                       p_.volume.back() * (gas ? p_.standard_density : 1.0), density * p_.initial_volume},
                      "pressure-volume curve", Derivatives::none);
    s.terminals[0].name = "a";
    if (gas) s.terminals[0].gas_density = p_.standard_density;
    s.terminals.push_back(s.terminals[0]);
    s.terminals[1].name = "b";
    s.terminals[1].anchored = false;
    s.residuals.push_back("one pressure");
    // Outside the curve its first and last pieces are extended. A hundredth of the range is allowed for integration
    // errors, as an actuator may rest at the first point.
    const auto filling = [&](std::size_t i) {
      return p_.volume[i] * (gas ? p_.standard_density * p_.pressure[i] / kStandardPressure : 1.0);
    };
    const double first = filling(0), last = filling(p_.volume.size() - 1), margin = 0.01 * (last - first);
    const std::string what = " of its curve, whose straight piece goes on there; give the table more points";
    s.validity.push_back({0, first - margin, last + margin, "it holds less than at the first point" + what,
                          "it holds more than at the last point" + what});
    if (gas) s.outputs = {{"volume", "m^3"}};  // for a liquid V is the state
    return s;
  }
  void evaluate(const Point& at, double* residual, double* rate) const override {
    rate[0] = at.through[0] + at.through[1];
    residual[0] = at.over[0] - pressure(volume(at));
    residual[1] = at.over[0] - at.over[1];
  }
  void outputs(const Point& at, double* value) const override {
    if (domain_ == Domain::pneumatic) value[0] = volume(at);
  }
  // Work of filling from the first point: int f dV of a liquid, int ln(f / p_a) d(f V) of a gas.
  double stored_energy(const Point& at) const override {
    const double end = volume(at);
    double energy = 0.0;
    const auto piece = [&](double from, double to) {  // of one straight line
      const double p_from = pressure(from), p_to = pressure(to);
      if (domain_ != Domain::pneumatic) {
        energy += 0.5 * (p_from + p_to) * (to - from);
        return;
      }
      const double slope = to != from ? (p_to - p_from) / (to - from) : 0.0;
      energy += p_to * to * log_of_pressure(p_to) - p_from * from * log_of_pressure(p_from) -
                0.5 * slope * (to * to - from * from);
    };
    double from = p_.volume.front();
    for (std::size_t i = 1; i + 1 < p_.volume.size() && p_.volume[i] < end; ++i) {
      piece(from, p_.volume[i]);
      from = p_.volume[i];
    }
    piece(from, end);
    return energy;
  }

  double pressure(double volume) const {
    const std::size_t i = find_piece(p_.volume, volume);
    const double slope = (p_.pressure[i + 1] - p_.pressure[i]) / (p_.volume[i + 1] - p_.volume[i]);
    return p_.pressure[i] + slope * (volume - p_.volume[i]);
  }
  double volume(const Point& at) const {
    if (domain_ != Domain::pneumatic) return at.state[0];
    const double density = p_.standard_density * std::max(at.over[0] / kStandardPressure, 1e-3);
    return at.state[0] / density;
  }
  Domain domain_;
  FreeActuatorParameters p_;
};

struct Flywheel final : Component {
  explicit Flywheel(FlywheelParameters parameters) : p_(parameters) {
    require_positive(p_.inertia, "flywheel: inertia", "kg m^2");
    require_positive(p_.damping, "flywheel: damping", "N m s", true);
  }
  Spec spec() const override {
    Spec s = one_port(Domain::rotational, p_.initial_speed,
                      {"speed", "rad/s", info(Domain::rotational).over_nominal, p_.initial_speed}, "speed",
                      Derivatives::all);
    s.outputs = {{"speed", "rad/s"}, {"friction_loss", "W"}};
    return s;
  }
  void evaluate(const Point& at, double* residual, double* rate) const override {
    const double w = at.state[0];
    residual[0] = at.over[0] - w;
    rate[0] = (at.through[0] - p_.damping * w) / p_.inertia;
  }
  void jacobian(const Point& /*at*/, Jacobian& out) const override {
    out.over(0, 0) = 1.0;
    out.state(0, 0) = -1.0;
    out.through(out.rate(0), 0) = 1.0 / p_.inertia;
    out.state(out.rate(0), 0) = -p_.damping / p_.inertia;
  }
  void outputs(const Point& at, double* value) const override {
    const double w = at.state[0];
    value[0] = w;
    value[1] = w * (p_.damping * w);
  }
  double stored_energy(const Point& at) const override { return 0.5 * p_.inertia * at.state[0] * at.state[0]; }

  FlywheelParameters p_;
};

}  // namespace

Element gas_vessel(const GasVesselParameters& p) { return std::make_shared<GasVessel>(p); }
Element gas_volume_flow_source(double flow, double standard_density) {
  return std::make_shared<GasVolumeFlowSource>(flow, standard_density);
}
Element linear_accumulator(Domain domain, const LinearAccumulatorParameters& p) {
  return std::make_shared<LinearAccumulator>(domain, p);
}
Element free_actuator(Domain domain, const FreeActuatorParameters& p) {
  return std::make_shared<FreeActuator>(domain, p);
}
Element flywheel(const FlywheelParameters& p) { return std::make_shared<Flywheel>(p); }

}  // namespace swell::network
