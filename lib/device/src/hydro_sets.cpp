#include "swell/device/hydro_sets.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "swell/base/error.h"
#include "system_words.h"

namespace swell::device {

namespace {

// Hat functions over the signal, constant beyond the ends.
void mix(const std::vector<double>& at, double signal, double* weight) {
  std::fill_n(weight, at.size(), 0.0);
  const auto above = static_cast<std::size_t>(std::upper_bound(at.begin(), at.end(), signal) - at.begin());
  if (above == 0) {
    weight[0] = 1.0;
  } else if (above == at.size()) {
    weight[at.size() - 1] = 1.0;
  } else {
    weight[above] = (signal - at[above - 1]) / (at[above] - at[above - 1]);
    weight[above - 1] = 1.0 - weight[above];
  }
}

// Just past an edge: a signal that begins on it, as a body in equilibrium may, crosses when it leaves.
double beyond(double edge, double side) {
  return edge + side * std::max(1e-12 * std::abs(edge), std::numeric_limits<double>::min());
}

}  // namespace

std::string HydroSets::name_of(const std::string& body) { return load_name(body, "hydro_set"); }

MotionSource HydroSets::motions(const std::string& body, std::size_t set) {
  return [body, set](Motion motion, const std::string& of) {
    return fmt::format("{}.{}{}{}", name_of(body), device::name_of(motion), set, of == body ? "" : "/" + of);
  };
}

Input HydroSets::read_weights(Declaration& d, const std::string& body, std::size_t sets, const std::string& port) {
  const Input weights = d.input(device::port(port, static_cast<int>(sets), "1", "share of each set"));
  d.from(weights, name_of(body) + ".weights");
  return weights;
}

HydroSets::HydroSets(const std::string& body, SetRule rule, BodyNames coupled)
    : Component(name_of(body), "choice of the hydrodynamic set"),
      body_(body),
      rule_(std::move(rule)),
      coupled_(std::move(coupled)) {
  SWELL_EXPECT(rule_.sets > 0 && rule_.initial >= 0 && rule_.initial < rule_.sets);
  if (rule_.table.empty()) {
    rule_.table.resize(static_cast<std::size_t>(rule_.sets));
    std::iota(rule_.table.begin(), rule_.table.end(), 0);
  }
}

void HydroSets::declare(Declaration& d) {
  d.parameter("sets", std::to_string(rule_.sets));
  d.parameter("thresholds", fmt::format("{}", fmt::join(rule_.thresholds, ", ")));
  d.parameter("hysteresis", fmt::format("{:g}", rule_.hysteresis));
  const Input velocity = read_motion(d, Motion::velocity, body_),
              acceleration = read_motion(d, Motion::acceleration, body_);
  const auto start = std::find(rule_.table.begin(), rule_.table.end(), rule_.initial) - rule_.table.begin();
  const Memory active =
      d.memory(port("active", 1, "", "active interval, from 0"), MemoryKind::mode, {static_cast<double>(start)});
  const int n = rule_.sets;
  Reads reads = {active};
  Input signal;
  if (rule_.has_signal) {
    signal = d.input(port("signal", 1, "", "what the thresholds are compared with"));
    if (rule_.interpolate) reads.emplace_back(signal);
  }
  const Computed weights = d.output(port("weights", n, "1", "share of each set"), reads,
                                    [this, signal, active, n](const Evaluation& e, double* out) {
                                      if (rule_.interpolate) {
                                        mix(rule_.thresholds, e.input(signal)[0], out);
                                        return;
                                      }
                                      std::fill_n(out, n, 0.0);
                                      out[rule_.table[static_cast<std::size_t>(e.memory(active)[0])]] = 1.0;
                                    });
  d.output(port("set", 1, "1", "active set, from 1; in between where sets are mixed"), {weights},
           [weights, n](const Evaluation& e, double* out) {
             out[0] = 0.0;
             for (int i = 0; i < n; ++i) out[0] += (i + 1) * e.computed(weights)[i];
           });
  // The motions that act on set i: those of the body, then those of its neighbours.
  const bool mixes = rule_.interpolate && rule_.has_signal;
  const Computed rates = mixes ? declare_weight_rates(d, weights) : weights;
  const auto share = [&](const std::string& of, Input velocity_of, Input acceleration_of) {
    for (int i = 0; i < n; ++i) {
      const std::string port = std::to_string(i + 1) + (of.empty() ? "" : "/" + of);
      d.output(six_vector("velocity" + port, "m/s, rad/s", fmt::format("velocity that acts on set {}", i + 1)),
               {weights, velocity_of}, [weights, velocity_of, i](const Evaluation& e, double* out) {
                 as_six(out) = e.computed(weights)[i] * as_six(e.input(velocity_of));
               });
      const PortSpec spec = six_vector("acceleration" + port, "m/s^2, rad/s^2", "its rate");
      if (mixes) {
        d.output(spec, {weights, rates, velocity_of, acceleration_of},
                 [weights, rates, velocity_of, acceleration_of, i](const Evaluation& e, double* out) {
                   as_six(out) = e.computed(weights)[i] * as_six(e.input(acceleration_of)) +
                                 e.computed(rates)[i] * as_six(e.input(velocity_of));
                 });
      } else {
        d.output(spec, {weights, acceleration_of}, [weights, acceleration_of, i](const Evaluation& e, double* out) {
          as_six(out) = e.computed(weights)[i] * as_six(e.input(acceleration_of));
        });
      }
    }
  };
  share("", velocity, acceleration);
  for (const std::string& other : coupled_) {
    const Input v = read_motion_of(d, Motion::velocity, other), a = read_motion_of(d, Motion::acceleration, other);
    share(other, v, a);
  }
  if (rule_.has_signal && !rule_.interpolate) declare_switches(d, signal, active);
}

// Rates of the weights at accepted points, from the parabola through this one and the last two: the radiation memory
// takes them for the derivative of what it stores.
Computed HydroSets::declare_weight_rates(Declaration& d, Computed weights) {
  const auto n = static_cast<std::size_t>(rule_.sets);
  // Number of points, then time and weights of the last one and of the one before it.
  const std::size_t size = 1 + 2 * (1 + n);
  const Memory past = keep(d, MemoryKind::history, "past_weights", size);
  const Computed rates = d.compute("weight_rates", rule_.sets, {weights, past, Read::time()},
                                   [weights, past, n](const Evaluation& e, double* out) {
                                     const double* memory = e.memory(past);
                                     const double *one = memory + 1, *two = one + 1 + n, *now = e.computed(weights);
                                     std::fill_n(out, n, 0.0);
                                     const double h1 = e.time - one[0], h2 = one[0] - two[0];
                                     if (memory[0] < 1.0 || h1 <= 0.0) return;
                                     for (std::size_t i = 0; i < n; ++i) {
                                       const double slope = (now[i] - one[1 + i]) / h1;
                                       out[i] = slope;
                                       if (memory[0] > 1.0 && h2 > 0.0)
                                         out[i] += h1 / (h1 + h2) * (slope - (one[1 + i] - two[1 + i]) / h2);
                                     }
                                   });
  d.commit({weights, past, Read::time()}, [weights, past, n](const Evaluation& e) {
    double* memory = e.change(past);
    double *one = memory + 1, *two = one + 1 + n;
    if (memory[0] > 0.0 && e.time <= one[0]) return;
    std::copy_n(one, 1 + n, two);
    one[0] = e.time;
    std::copy_n(e.computed(weights), n, one + 1);
    memory[0] = std::min(2.0, memory[0] + 1.0);
  });
  return rates;
}

// The interval within [lowest, highest] that fits the signal, the active one if it may be kept.
long HydroSets::fitting(double signal, long active, long lowest, long highest) const {
  const double half = 0.5 * rule_.hysteresis;
  long above = 0, reached = 0;
  for (const double threshold : rule_.thresholds) {
    if (signal > threshold + half) ++above;
    if (signal >= threshold - half) ++reached;
  }
  const long least = std::min(std::max(above, lowest), highest);
  const long most = std::max(least, std::min(reached, highest));
  return std::clamp(active, least, most);
}

void HydroSets::declare_switches(Declaration& d, Input signal, Memory active) {
  const auto intervals = static_cast<long>(rule_.thresholds.size());
  const auto set_active = [this, signal, active](const Evaluation& e, long lowest, long highest) {
    const auto now = static_cast<long>(e.memory(active)[0]);
    e.change(active)[0] = static_cast<double>(fitting(e.input(signal)[0], now, lowest, highest));
  };
  if (rule_.at_points) {
    d.commit({signal, active}, [set_active, intervals](const Evaluation& e) { set_active(e, 0, intervals); });
    return;
  }
  // Two events per threshold that do not depend on the mode: upwards past its upper edge, downwards past its lower one.
  // What they make active fits the signal whatever was active: the run may begin far from the initial set's interval.
  const double half = 0.5 * rule_.hysteresis;
  for (std::size_t k = 0; k < rule_.thresholds.size(); ++k) {
    const double upper = beyond(rule_.thresholds[k] + half, 1.0), lower = beyond(rule_.thresholds[k] - half, -1.0);
    const auto below = static_cast<long>(k);
    const Computed rise =
        d.compute(fmt::format("above{}", k + 1), 1, {signal},
                  [signal, upper](const Evaluation& e, double* out) { out[0] = e.input(signal)[0] - upper; });
    d.event({fmt::format("above{}", k + 1), +1, false}, rise,
            [set_active, below, intervals](const Evaluation& e) { set_active(e, below + 1, intervals); });
    const Computed fall =
        d.compute(fmt::format("below{}", k + 1), 1, {signal},
                  [signal, lower](const Evaluation& e, double* out) { out[0] = e.input(signal)[0] - lower; });
    d.event({fmt::format("below{}", k + 1), -1, false}, fall,
            [set_active, below](const Evaluation& e) { set_active(e, 0, below); });
  }
}

void PickSignal::declare(Declaration& d) {
  const Input from = d.input(port("from", 6, "", "the port"));
  d.from(from, port_);
  const PortSpec signal = port("signal", 1, unit_, "its entry", frame_);
  d.output(signal, {from}, [from, entry = entry_](const Evaluation& e, double* out) { out[0] = e.input(from)[entry]; });
  d.to(HydroSets::signal_of(body_));
}

}  // namespace swell::device
