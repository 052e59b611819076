#include "swell/device/hydro_sets.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "swell/base/error.h"
#include "swell/bodies/body_loads.h"
#include "swell/device/body_loads.h"
#include "swell/device/excitation_loads.h"
#include "swell/device/yaw_frame.h"

namespace swell::device {

using system::Computed;
using system::Declaration;
using system::Evaluation;
using system::Input;
using system::Memory;
using system::MemoryKind;
using system::PortKind;
using system::PortSpec;
using system::Read;
using system::Reads;

namespace {

/// Adds share times the mass's inertia (M) and the force that its rotation needs (h), about the reference point.
void add_mass(const SetMass& part, double share, const Matrix3& R, const Vector3& w, Matrix6& M, Vector6& h) {
  const Vector3 c = R * part.cg_B;
  const Matrix3 I = R * part.inertia * R.transpose(), C = cross_matrix(c);
  M.topLeftCorner<3, 3>() += share * part.mass * Matrix3::Identity();
  M.topRightCorner<3, 3>() -= share * part.mass * C;
  M.bottomLeftCorner<3, 3>() += share * part.mass * C;
  M.bottomRightCorner<3, 3>() += share * (I - part.mass * C * C);
  const Vector3 centripetal = part.mass * w.cross(w.cross(c));
  h.head<3>() += share * centripetal;
  h.tail<3>() += share * (w.cross(I * w) + c.cross(centripetal));
}

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

namespace {
std::string of_set(std::size_t set) { return "set" + std::to_string(set + 1); }
}  // namespace

void SetLoad::give_sum(Declaration& d, const char* description, Input weights, const Reads& reads,
                       const SetLaw& law) const {
  give_force(d, description, reads, [weights, law, sets = count_](const Evaluation& e, double* out) {
    Vector6 sum = Vector6::Zero(), one;
    for (std::size_t i = 0; i < sets; ++i) {
      const double share = e.input(weights)[i];
      if (share == 0.0) continue;
      law(e, i, one.data());
      sum += share * one;
    }
    as_six(out) = sum;
  });
  give_sets(d, weights, reads, law);
}

void SetLoad::give_sets(Declaration& d, Input weights, const Reads& reads, const SetLaw& law) const {
  for (std::size_t i = 0; shows_sets_ && i < count_; ++i) {
    d.output(six_vector(of_set(i), "N, N m", fmt::format("what set {} adds to it", i + 1)), reads,
             [weights, law, i](const Evaluation& e, double* out) {
               const double share = e.input(weights)[i];
               if (share == 0.0) {
                 as_six(out).setZero();
                 return;
               }
               law(e, i, out);
               as_six(out) *= share;
             });
  }
}

void SummedLoad::declare(Declaration& d) {
  Reads reads;
  if (count() == 1) {
    const SetLaw law = declare_(d, reads);
    return give_force(d, description_, reads, [law](const Evaluation& e, double* out) { law(e, 0, out); });
  }
  const Input weights = read_weights(d);
  reads.emplace_back(weights);
  const SetLaw law = declare_(d, reads);
  give_sum(d, description_, weights, reads, law);
}

namespace {

const char* const kWaveExcitation = "wave excitation";

SummedLoadPtr excitation(const std::string& body, const char* type, std::size_t sets, SummedLoad::Declare declare) {
  return std::make_unique<SummedLoad>(body, "excitation", type, LoadTraits{ForcePart::excitation}, kWaveExcitation,
                                      sets, std::move(declare));
}

/// What a load and the laws that it hands out share; it never changes.
template <class T>
std::shared_ptr<const T> shared(T value) {
  return std::make_shared<const T>(std::move(value));
}

}  // namespace

SummedLoadPtr excitation_of_sets(const std::string& body, const std::vector<hydro::LinearExcitation>& sets,
                                 double start, std::optional<double> half_step) {
  struct Tabulated {
    hydro::TabulatedExcitation excitation;
    std::vector<double> table;  // a cache of values that depend on time alone
  };
  const auto all = std::make_shared<std::vector<Tabulated>>();
  for (const hydro::LinearExcitation& set : sets) {
    Tabulated& own = all->emplace_back(Tabulated{{set, start, half_step}, {}});
    own.table.resize(own.excitation.workspace_size());
    own.excitation.reset(own.table.data());
  }
  return excitation(body, "wave excitation, several sets", sets.size(), [all](Declaration&, Reads& reads) {
    reads.emplace_back(Read::time());
    return [all](const Evaluation& e, std::size_t i, double* out) {
      (*all)[i].excitation.evaluate(e.time, (*all)[i].table.data(), out);
    };
  });
}

SummedLoadPtr displaced_excitation_of_sets(const std::string& body, std::vector<hydro::LinearExcitation> sets) {
  const std::size_t count = sets.size();
  return excitation(body, "wave excitation at the instantaneous place, several sets", count,
                    [body, all = shared(std::move(sets))](Declaration& d, Reads& reads) {
                      const Input x = read_motion(d, Motion::displacement, body);
                      reads.insert(reads.end(), {x, Read::time()});
                      return [all, x](const Evaluation& e, std::size_t i, double* out) {
                        (*all)[i].evaluate_displaced(e.time, e.input(x), out);
                      };
                    });
}

SummedLoadPtr record_excitation_of_sets(const std::string& body, std::vector<hydro::RecordExcitation> sets) {
  const std::size_t count = sets.size();
  return excitation(body, "excitation by imported elevation, several sets", count,
                    [all = shared(std::move(sets))](Declaration&, Reads& reads) {
                      reads.emplace_back(Read::time());
                      return
                          [all](const Evaluation& e, std::size_t i, double* out) { (*all)[i].evaluate(e.time, out); };
                    });
}

SummedLoadPtr yawing_excitation(const std::string& body, std::vector<hydro::YawedExcitation> sets, double threshold,
                                bool moves) {
  const std::size_t count = sets.size();
  return excitation(body, "wave excitation at the instantaneous heading", count,
                    [body, threshold, moves, all = shared(std::move(sets))](Declaration& d, Reads& reads) {
                      const Input x = read_motion(d, Motion::displacement, body);
                      const HeldHeading heading(d, threshold, x);
                      reads.insert(reads.end(), {x, Read::time()});
                      heading.add_to(reads);
                      return [all, moves, x, heading](const Evaluation& e, std::size_t i, double* out) {
                        static constexpr double kHere[2] = {0.0, 0.0};
                        const double yaw = e.input(x)[5];
                        (*all)[i].evaluate(e.time, yaw, heading.of(e, yaw), moves ? e.input(x) : kHere, out);
                      };
                    });
}

SummedLoadPtr slow_drift(const std::string& body, std::vector<std::optional<hydro::SlowDrift>> sets,
                         std::optional<double> threshold) {
  const std::size_t count = sets.size();
  const auto declare = [body, threshold, all = shared(std::move(sets))](Declaration& d,
                                                                        Reads& reads) -> SetLoad::SetLaw {
    const auto force = [all](std::size_t i, double time, double yaw, double coefficient_yaw, double* out) {
      as_six(out).setZero();
      if ((*all)[i]) (*all)[i]->evaluate(time, yaw, coefficient_yaw, out);
    };
    reads.emplace_back(Read::time());
    if (!threshold)
      return [force](const Evaluation& e, std::size_t i, double* out) { force(i, e.time, 0.0, 0.0, out); };
    const Input x = read_motion(d, Motion::displacement, body);
    const HeldHeading heading(d, *threshold, x);
    reads.emplace_back(x);
    heading.add_to(reads);
    return [force, x, heading](const Evaluation& e, std::size_t i, double* out) {
      const double yaw = e.input(x)[5];
      force(i, e.time, yaw, heading.of(e, yaw), out);
    };
  };
  return std::make_unique<SummedLoad>(body, "slow_drift", "second-order difference-frequency force",
                                      LoadTraits{ForcePart::excitation}, "slow drift", count, declare);
}

VariableRestoring::VariableRestoring(const std::string& body, std::vector<hydro::HydrostaticPotential> sets)
    : SetLoad(body, "restoring", "linear hydrostatics, several sets", {ForcePart::restoring}, sets.size()),
      sets_(std::move(sets)) {}

void VariableRestoring::declare(Declaration& d) {
  const Input weights = read_weights(d);
  const bool held = std::any_of(sets_.begin(), sets_.end(), [](const auto& set) { return set.is_held; });
  const Input x = read(d, held ? Motion::displacement : Motion::shift), R = read(d, Motion::axes);
  const TurnCount turns = held ? TurnCount(d, x) : TurnCount();
  Reads reads = {weights, x, R};
  turns.add_to(reads);
  give_sum(d, "hydrostatic restoring, weight and buoyancy", weights, reads,
           [this, x, R, turns](const Evaluation& e, std::size_t i, double* out) {
             Vector6 own;
             sets_[i].evaluate(turns.of(e, e.input(x), own), e.input(R), out);
           });
  d.output(potential_port("energy of the sets by their shares"), reads,
           [this, weights, x, R, turns](const Evaluation& e, double* out) {
             Vector6 own;
             const double* at = turns.of(e, e.input(x), own);
             out[0] = 0.0;
             for (std::size_t i = 0; i < sets_.size(); ++i)
               out[0] += e.input(weights)[i] * sets_[i].energy(at, e.input(R));
           });
}

SummedLoadPtr angle_restoring(const std::string& body, std::vector<hydro::LinearRestoring> sets, bool turns) {
  const std::size_t count = sets.size();
  const auto declare = [body, turns, all = shared(std::move(sets))](Declaration& d, Reads& reads) {
    const Input x = read_motion(d, Motion::displacement, body);
    reads.emplace_back(x);
    if (all->size() == 1) {
      d.parameter("heave stiffness", fmt::format("{:.8g}", all->front().stiffness(2, 2)), "N/m");
      d.parameter("static load in heave", fmt::format("{:.8g}", all->front().static_load(2)), "N");
    }
    return [all, turns, x](const Evaluation& e, std::size_t i, double* out) {
      turns ? restoring_in_turned_axes((*all)[i], e.input(x), out) : (*all)[i].evaluate(e.input(x), out);
    };
  };
  return std::make_unique<SummedLoad>(
      body, "restoring",
      turns ? "linear hydrostatics in axes that turn with the yaw" : "linear hydrostatics by roll, pitch and yaw",
      LoadTraits{ForcePart::restoring}, "hydrostatic restoring, weight and buoyancy", count, declare);
}

VariableAddedMass::VariableAddedMass(const std::string& body, std::vector<MatrixX> sets, BodyNames all, int own,
                                     bool coupled)
    : BodyLoad(body, "added_mass", "added mass, several sets", {ForcePart::added_mass, Energy::inertia}),
      sets_(std::move(sets)),
      all_(std::move(all)),
      own_(own),
      coupled_(coupled) {
  SWELL_EXPECT(own_ >= 0 && static_cast<std::size_t>(own_) < all_.size());
  for (const MatrixX& set : sets_)
    SWELL_EXPECT(set.rows() == 6 && set.cols() == 6 * static_cast<Eigen::Index>(all_.size()));
  sum_.setZero(6, 6 * static_cast<Eigen::Index>(all_.size()));
  a_.setZero(sum_.cols());
}

void VariableAddedMass::declare(Declaration& d) {
  const Input weights = HydroSets::read_weights(d, body(), sets_.size());
  const Computed added = d.output(inertia_port("inertia", "added mass of the active set, row by row"), {weights},
                                  [this, weights](const Evaluation& e, double* out) {
                                    Matrix6 sum = Matrix6::Zero();
                                    for (std::size_t i = 0; i < sets_.size(); ++i)
                                      sum += e.input(weights)[i] * sets_[i].middleCols<6>(6 * own_);
                                    as_inertia(out) = sum;
                                  });
  d.to(inertia_on(body()));
  if (coupled_) return declare_coupled(d, weights, added);
  const Input a = read_motion_of(d, Motion::acceleration, body());  // for the report only
  d.output(six_vector("reported", "N, N m", "force of the added mass"), {added, a},
           [added, a](const Evaluation& e, double* out) {
             as_six(out) = -(as_inertia(e.computed(added)) * as_six(e.input(a)));
           });
  reported_as(d, body(), ForcePart::added_mass);
}

std::vector<std::string> VariableAddedMass::effects(const std::string& port) const {
  return port == "coupled_inertia" ? std::vector<std::string>{"coupled_force"} : std::vector<std::string>{};
}

void VariableAddedMass::declare_coupled(Declaration& d, Input weights, Computed inertia) {
  using RowMatrix6X = Eigen::Matrix<double, 6, Eigen::Dynamic, Eigen::RowMajor>;
  const auto width = static_cast<int>(sum_.cols());
  PortSpec port =
      inertia_port("coupled_inertia", "added mass of the active set from the other bodies' accelerations, row by row");
  port.width = 6 * width;
  const Computed coupled = d.output(port, {weights}, [this, weights, width](const Evaluation& e, double* out) {
    sum_.setZero();
    for (std::size_t i = 0; i < sets_.size(); ++i) {
      const double weight = e.input(weights)[i];
      if (weight != 0.0) sum_ += weight * sets_[i];
    }
    sum_.middleCols<6>(6 * own_).setZero();
    Eigen::Map<RowMatrix6X>(out, 6, width) = sum_;
  });
  d.to(coupled_inertia_on(body()));
  acceleration_.declare(d, all_, Motion::acceleration);
  Reads reads = acceleration_.reads();
  reads.emplace_back(coupled);
  const Computed force = d.output(six_vector("coupled_force", "N, N m", "force of the other bodies' accelerations"),
                                  reads, [this, coupled, width](const Evaluation& e, double* out) {
                                    acceleration_.gather(e, a_.data());
                                    as_six(out).noalias() =
                                        -(Eigen::Map<const RowMatrix6X>(e.computed(coupled), 6, width) * a_);
                                  });
  reads.emplace_back(inertia);
  reads.emplace_back(force);
  d.output(six_vector("reported", "N, N m", "force of the added mass"), reads,
           [this, inertia, force](const Evaluation& e, double* out) {
             acceleration_.gather(e, a_.data());
             as_six(out) = as_six(e.computed(force)) - as_inertia(e.computed(inertia)) * a_.segment<6>(6 * own_);
           });
  reported_as(d, body(), ForcePart::added_mass);
}

template <class Law>
SummedLoadPtr velocity_load_of_sets(const std::string& body, const char* load, const char* type, ForcePart part,
                                    std::vector<Law> sets) {
  const bool takes = std::all_of(sets.begin(), sets.end(), [](const Law& law) { return law.only_takes(); });
  const std::size_t count = sets.size();
  const auto declare = [body, all = shared(std::move(sets))](Declaration& d, Reads& reads) {
    const Input v = read_motion(d, Motion::velocity, body);
    reads.emplace_back(v);
    return [all, v](const Evaluation& e, std::size_t i, double* out) {
      as_six(out) = (*all)[i](Vector6(as_six(e.input(v))));
    };
  };
  return std::make_unique<SummedLoad>(body, load, type,
                                      LoadTraits{part, takes ? Energy::dissipates : Energy::exchanges},
                                      "force against the velocity", count, declare);
}

template SummedLoadPtr velocity_load_of_sets(const std::string&, const char*, const char*, ForcePart,
                                             std::vector<bodies::LinearDamping>);
template SummedLoadPtr velocity_load_of_sets(const std::string&, const char*, const char*, ForcePart,
                                             std::vector<bodies::QuadraticDrag>);

SetMass together(const SetMass& one, const SetMass& other) {
  SetMass sum;
  sum.mass = one.mass + other.mass;
  sum.cg_B = (one.mass * one.cg_B + other.mass * other.cg_B) / sum.mass;
  for (const SetMass* part : {&one, &other}) {
    const Matrix3 C = cross_matrix(part->cg_B - sum.cg_B);
    sum.inertia += part->inertia - part->mass * C * C;
  }
  return sum;
}

VariableMass::VariableMass(const std::string& body, const SetMass& own, std::vector<SetMass> sets)
    : SetLoad(body, "set_mass", "mass of the sets beyond the body's own", {ForcePart::added_mass, Energy::inertia},
              sets.size()),
      own_(own),
      sets_(std::move(sets)) {}

void VariableMass::declare(Declaration& d) {
  const Input weights = HydroSets::read_weights(d, body(), sets_.size());
  const Input R = read(d, Motion::rotation);
  const Input v = read(d, Motion::velocity);
  // Force (6), then inertia (36).
  const Computed both =
      d.compute("masses", 42, {weights, R, v}, [this, weights, R, v](const Evaluation& e, double* out) {
        const Matrix3 rotation_WB = as_rotation(e.input(R));
        const Vector3 w = as_six(e.input(v)).tail<3>();
        Matrix6 M = Matrix6::Zero();
        Vector6 h = Vector6::Zero();
        for (std::size_t i = 0; i < sets_.size(); ++i) {
          const double weight = e.input(weights)[i];
          if (weight != 0.0) add_mass(sets_[i], weight, rotation_WB, w, M, h);
        }
        add_mass(own_, -1.0, rotation_WB, w, M, h);
        as_six(out) = -h;
        as_inertia(out + 6) = M;
      });
  give_inertia(d, "force of the rotation of the masses", both, both, 6);
  if (!shows_sets()) return;
  const Input a = read_motion_of(d, Motion::acceleration, body());
  give_sets(d, weights, {weights, R, v, a}, [this, R, v, a](const Evaluation& e, std::size_t i, double* out) {
    Matrix6 M = Matrix6::Zero();
    Vector6 h = Vector6::Zero();
    const Matrix3 rotation_WB = as_rotation(e.input(R));
    const Vector3 w = as_six(e.input(v)).tail<3>();
    add_mass(sets_[i], 1.0, rotation_WB, w, M, h);
    add_mass(own_, -1.0, rotation_WB, w, M, h);
    as_six(out) = -h - M * as_six(e.input(a));
  });
}

SummedLoadPtr weight_of_sets(const std::string& body, double own, std::vector<SetMass> sets, double gravity) {
  const std::size_t count = sets.size();
  const auto declare = [body, own, gravity, all = shared(std::move(sets))](Declaration& d, Reads& reads) {
    const Input R = read_motion(d, Motion::rotation, body);
    reads.emplace_back(R);
    return [all, own, gravity, R](const Evaluation& e, std::size_t i, double* out) {
      const SetMass& set = (*all)[i];
      const Vector3 arm = as_rotation(e.input(R)) * set.cg_B;
      as_six(out).head<3>() = Vector3(0.0, 0.0, gravity * (own - set.mass));
      as_six(out).tail<3>() = arm.cross(Vector3(0.0, 0.0, -gravity * set.mass));
    };
  };
  return std::make_unique<SummedLoad>(body, "set_weight", "weight of the sets' masses beyond the body's own",
                                      LoadTraits{ForcePart::restoring}, "weight", count, declare);
}

std::string AddedMassOfSets::name_of(const std::string& body) { return load_name(body, "added_mass_of_sets"); }

AddedMassOfSets::AddedMassOfSets(const std::string& body, std::vector<MatrixX> sets, BodyNames all, int own, bool turns)
    : Component(name_of(body), "force of the added mass by set"),
      body_(body),
      sets_(std::move(sets)),
      all_(std::move(all)),
      own_(own),
      turns_(turns),
      a_(VectorX::Zero(6 * static_cast<Eigen::Index>(all_.size()))) {}

void AddedMassOfSets::declare(Declaration& d) {
  const Input weights = HydroSets::read_weights(d, body_, sets_.size());
  acceleration_.declare(d, all_, Motion::acceleration);
  Reads reads = acceleration_.reads();
  reads.emplace_back(weights);
  Input x, v;
  if (turns_) {
    x = read_motion(d, Motion::displacement, body_);
    v = read_motion(d, Motion::velocity, body_);
    reads.emplace_back(x);
    reads.emplace_back(v);
  }
  for (std::size_t i = 0; i < sets_.size(); ++i) {
    d.output(six_vector(of_set(i), "N, N m", fmt::format("force of the added mass of set {}", i + 1)), reads,
             [this, weights, x, v, i](const Evaluation& e, double* out) {
               acceleration_.gather(e, a_.data());
               Vector6 force = -(sets_[i] * a_);
               if (turns_) {
                 const Matrix6 own = sets_[i].middleCols<6>(6 * own_);
                 const Vector6 at = as_six(e.input(x));
                 force -= turn_of_added_mass(own, at[5]) * a_.segment<6>(6 * own_);
                 force += force_of_turn(own, at, as_six(e.input(v)));
               }
               as_six(out) = e.input(weights)[i] * force;
             });
  }
}

}  // namespace swell::device
