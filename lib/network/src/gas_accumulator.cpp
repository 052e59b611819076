#include "swell/network/gas_accumulator.h"

#include <algorithm>
#include <cmath>

#include "element_spec.h"
#include "swell/network/basic.h"

namespace swell::network {

namespace {

constexpr double kFullest = 0.05;  // smallest share of the gas volume at which a real accumulator still works
}

namespace {

struct GasAccumulator final : Component {
  explicit GasAccumulator(GasAccumulatorParameters parameters) : p_(parameters) {
    require_positive(p_.volume, "gas accumulator: volume", "m^3");
    require_positive(p_.precharge, "gas accumulator: precharge", "Pa");
    require_positive(p_.exponent, "gas accumulator: exponent", "-");
    require_positive(p_.minimum_volume, "gas accumulator: minimum_volume", "m^3", true);
    require_positive(p_.volume - p_.minimum_volume, "gas accumulator: volume - minimum_volume", "m^3");
    require_positive(p_.thermal_time, "gas accumulator: thermal_time", "s", true);
    require_positive(p_.empty_compliance, "gas accumulator: empty_compliance", "-", true);
    if (p_.initial_pressure == 0.0) p_.initial_pressure = p_.precharge;
  }
  Spec spec() const override {
    Spec s;
    s.terminals = {make_terminal("port", Domain::hydraulic)};
    s.terminals[0].anchored = true;
    s.terminals[0].initial = p_.initial_pressure;
    s.terminals[0].over_nominal = p_.precharge;
    // At the start the gas is at the temperature of the wall when it is thermal.
    const double exponent = p_.thermal_time > 0.0 ? 1.0 : p_.exponent;
    const double filling = p_.initial_pressure / p_.precharge;
    const double ratio = p_.has_empty_state ? std::max(1.0, filling) : filling;
    double gas = p_.volume * std::pow(ratio, -1.0 / exponent);
    if (ratio == 1.0 && p_.has_empty_state)
      gas *= 1.0 + p_.empty_compliance * (1.0 - p_.initial_pressure / p_.precharge);
    const double floor = std::max(p_.minimum_volume, 1e-6 * p_.volume);
    s.states = {{"gas_volume", "m^3", p_.volume, gas, floor}};
    if (p_.thermal_time > 0.0) s.states.push_back({"temperature_ratio", "-", 1.0, 1.0, 1e-3});
    Validity gas_volume;
    if (p_.has_empty_state) gas_volume.upper = p_.volume * (1.0 + 1e-9);
    gas_volume.above =
        "the accumulator ran empty: its gas has its full volume and no longer holds the pressure of the line; lower "
        "its "
        "precharge, start with a higher initial_pressure, or give it more volume";
    gas_volume.lower = std::max(p_.minimum_volume * (1.0 + 1e-6), kFullest * p_.volume);
    gas_volume.below =
        "the accumulator was filled until its gas had less than a twentieth of its volume, which none is built for; "
        "give "
        "the line a relief valve, the accumulator more volume, or the motor more displacement";
    s.validity.push_back(gas_volume);
    s.residuals = {"gas pressure"};
    s.outputs = {{"pressure", "Pa"}, {"gas_volume", "m^3"}};
    s.derivatives = Derivatives::all;
    return s;
  }
  void evaluate(const Point& at, double* residual, double* rate) const override {
    const double gas = gas_pressure(at.state);
    const double lack = (gas - at.over[0]) / p_.precharge;
    residual[0] = p_.has_empty_state ? std::min(stop(at), lack) : lack;
    rate[0] = -at.through[0];
    if (p_.thermal_time > 0.0) {
      rate[1] = (1.0 - at.state[1]) / p_.thermal_time +
                (p_.heat_ratio - 1.0) * gas * at.through[0] / (p_.precharge * p_.volume);
    }
  }
  void jacobian(const Point& at, Jacobian& out) const override {
    const bool thermal = p_.thermal_time > 0.0;
    const double gas = gas_pressure(at.state);
    const double slope = -(thermal ? 1.0 : p_.exponent) * gas / at.state[0];
    const bool empty = p_.has_empty_state && stop(at) < (gas - at.over[0]) / p_.precharge;
    if (empty) {
      out.over(0, 0) = -p_.empty_compliance / p_.precharge;
      out.state(0, 0) = -1.0 / p_.volume;
    } else {
      out.over(0, 0) = -1.0 / p_.precharge;
      out.state(0, 0) = slope / p_.precharge;
      if (thermal) out.state(0, 1) = gas / at.state[1] / p_.precharge;
    }
    out.through(out.rate(0), 0) = -1.0;
    if (thermal) {
      const double k = (p_.heat_ratio - 1.0) / (p_.precharge * p_.volume);
      out.through(out.rate(1), 0) = k * gas;
      out.state(out.rate(1), 0) = k * slope * at.through[0];
      out.state(out.rate(1), 1) = -1.0 / p_.thermal_time + k * gas / at.state[1] * at.through[0];
    }
  }
  void outputs(const Point& at, double* value) const override {
    value[0] = at.over[0];
    value[1] = at.state[0];
  }
  double stored_energy(const Point& at) const override {
    const double compression = p_.volume / at.state[0];
    // Thermal: the internal energy of the gas above that at the wall temperature.
    if (p_.thermal_time > 0.0) return p_.precharge * p_.volume * (at.state[1] - 1.0) / (p_.heat_ratio - 1.0);
    if (p_.exponent == 1.0) return p_.precharge * p_.volume * std::log(compression);
    return p_.precharge * p_.volume * (std::pow(compression, p_.exponent - 1.0) - 1.0) / (p_.exponent - 1.0);
  }

  double gas_pressure(const double* state) const {
    const double compression = p_.volume / state[0];
    if (p_.thermal_time > 0.0) return p_.precharge * compression * state[1];
    return p_.precharge * (p_.exponent == 1.0 ? compression : std::pow(compression, p_.exponent));
  }
  // Missing gas volume as a share of V_0, corrected for the oil left at the port; 0 if empty.
  double stop(const Point& at) const {
    return (p_.volume - at.state[0]) / p_.volume - p_.empty_compliance * (at.over[0] / p_.precharge - 1.0);
  }
  GasAccumulatorParameters p_;
};

}  // namespace

Element gas_accumulator(const GasAccumulatorParameters& p) { return std::make_shared<GasAccumulator>(p); }

}  // namespace swell::network
