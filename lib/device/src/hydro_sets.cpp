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

PortSpec inertia_port(std::string description) {
  PortSpec spec;
  spec.name = "inertia";
  spec.width = 36;
  spec.unit = "kg, kg m, kg m^2";
  spec.frame = "world";
  spec.kind = PortKind::inertia;
  spec.description = std::move(description);
  return spec;
}

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

PortSpec plain(std::string name, int width, std::string description) {
  PortSpec spec;
  spec.name = std::move(name);
  spec.width = width;
  spec.description = std::move(description);
  return spec;
}

PortSpec number(std::string name, int width, std::string description) {
  PortSpec spec = plain(std::move(name), width, std::move(description));
  spec.unit = "1";
  return spec;
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

HydroSets::HydroSets(const std::string& body, SetRule rule)
    : Component(load_name(body, "hydro_set"), "choice of the hydrodynamic set"), rule_(std::move(rule)) {
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
  const Input velocity = d.input(six_vector("velocity", "m/s, rad/s", "velocity of the body"));
  const Input acceleration = d.input(six_vector("acceleration", "m/s^2, rad/s^2", "acceleration of the body"));
  const auto start = std::find(rule_.table.begin(), rule_.table.end(), rule_.initial) - rule_.table.begin();
  const Memory active =
      d.memory(plain("active", 1, "active interval, from 0"), MemoryKind::mode, {static_cast<double>(start)});
  const int n = rule_.sets;
  Reads reads = {active};
  Input signal;
  if (rule_.has_signal) {
    signal = d.input(plain("signal", 1, "what the thresholds are compared with"));
    if (rule_.interpolate) reads.emplace_back(signal);
  }
  const Computed weights = d.output(number("weights", n, "share of each set"), reads,
                                    [this, signal, active, n](const Evaluation& e, double* out) {
                                      if (rule_.interpolate) {
                                        mix(rule_.thresholds, e.input(signal)[0], out);
                                        return;
                                      }
                                      std::fill_n(out, n, 0.0);
                                      out[rule_.table[static_cast<std::size_t>(e.memory(active)[0])]] = 1.0;
                                    });
  d.output(number("set", 1, "active set, from 1; in between where sets are mixed"), {weights},
           [weights, n](const Evaluation& e, double* out) {
             out[0] = 0.0;
             for (int i = 0; i < n; ++i) out[0] += (i + 1) * e.computed(weights)[i];
           });
  for (int i = 0; i < n; ++i) {
    const std::string number = std::to_string(i + 1);
    d.output(six_vector("velocity" + number, "m/s, rad/s", "velocity that set " + number + " feels"),
             {weights, velocity}, [weights, velocity, i](const Evaluation& e, double* out) {
               as_six(out) = e.computed(weights)[i] * as_six(e.input(velocity));
             });
    d.output(six_vector("acceleration" + number, "m/s^2, rad/s^2", "acceleration that set " + number + " feels"),
             {weights, acceleration}, [weights, acceleration, i](const Evaluation& e, double* out) {
               as_six(out) = e.computed(weights)[i] * as_six(e.input(acceleration));
             });
  }
  if (!rule_.has_signal || rule_.interpolate) return;
  // Two events per threshold that do not depend on the mode: upwards past its upper edge, downwards past its lower one.
  // What they make active fits the signal whatever was active: the run may begin far from the initial set's interval.
  const double half = 0.5 * rule_.hysteresis;
  const auto set_active = [this, signal, active, half](const Evaluation& e, long lowest, long highest) {
    const double value = e.input(signal)[0];
    long above = 0, reached = 0;
    for (const double threshold : rule_.thresholds) {
      if (value > threshold + half) ++above;
      if (value >= threshold - half) ++reached;
    }
    const long least = std::min(std::max(above, lowest), highest);
    const long most = std::max(least, std::min(reached, highest));
    e.change(active)[0] = static_cast<double>(std::clamp(static_cast<long>(e.memory(active)[0]), least, most));
  };
  const auto intervals = static_cast<long>(rule_.thresholds.size());
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

void Pick::declare(Declaration& d) {
  const Input from = d.input(plain("from", width_, "the port"));
  PortSpec signal = plain("signal", 1, "its entry");
  signal.unit = unit_;
  signal.frame = frame_;
  d.output(signal, {from}, [from, entry = entry_](const Evaluation& e, double* out) { out[0] = e.input(from)[entry]; });
}

VariableExcitation::VariableExcitation(const std::string& body, const std::vector<hydro::LinearExcitation>& sets,
                                       double start, std::optional<double> half_step)
    : Component(load_name(body, "excitation"), "wave excitation, several sets") {
  for (const hydro::LinearExcitation& set : sets) {
    sets_.emplace_back(set, start, half_step);
    sets_.back().reset(tables_.emplace_back(sets_.back().workspace_size()).data());
  }
}

void VariableExcitation::declare(Declaration& d) {
  const Input weights = d.input(number("weights", static_cast<int>(sets_.size()), "share of each set"));
  d.output(six_vector("force", "N, N m", "wave excitation", PortKind::effort), {weights, Read::time()},
           [this, weights](const Evaluation& e, double* out) {
             Vector6 sum = Vector6::Zero(), one;
             for (std::size_t i = 0; i < sets_.size(); ++i) {
               const double weight = e.input(weights)[i];
               if (weight == 0.0) continue;
               sets_[i].evaluate(e.time, tables_[i].data(), one.data());
               sum += weight * one;
             }
             as_six(out) = sum;
           });
}

VariableRestoring::VariableRestoring(const std::string& body, std::vector<hydro::LinearRestoring> sets)
    : Component(load_name(body, "restoring"), "linear hydrostatics, several sets"), sets_(std::move(sets)) {}

void VariableRestoring::declare(Declaration& d) {
  const Input weights = d.input(number("weights", static_cast<int>(sets_.size()), "share of each set"));
  const Input x = d.input(six_vector("displacement", "m, rad", "shift of the centre of gravity and roll, pitch, yaw"));
  d.output(six_vector("force", "N, N m", "hydrostatic restoring, weight and buoyancy", PortKind::effort), {weights, x},
           [this, weights, x](const Evaluation& e, double* out) {
             Vector6 sum = Vector6::Zero(), one;
             for (std::size_t i = 0; i < sets_.size(); ++i) {
               const double weight = e.input(weights)[i];
               if (weight == 0.0) continue;
               sets_[i].evaluate(e.input(x), one.data());
               sum += weight * one;
             }
             as_six(out) = sum;
           });
}

VariableAddedMass::VariableAddedMass(const std::string& body, std::vector<Matrix6> sets)
    : Component(load_name(body, "added_mass"), "added mass, several sets"), sets_(std::move(sets)) {}

void VariableAddedMass::declare(Declaration& d) {
  const Input weights = d.input(number("weights", static_cast<int>(sets_.size()), "share of each set"));
  const Input a = d.input(six_vector("acceleration", "m/s^2, rad/s^2", "acceleration, for the report only"));
  const Computed added = d.output(inertia_port("added mass of the active set, row by row"), {weights},
                                  [this, weights](const Evaluation& e, double* out) {
                                    Matrix6 sum = Matrix6::Zero();
                                    for (std::size_t i = 0; i < sets_.size(); ++i)
                                      sum += e.input(weights)[i] * sets_[i];
                                    as_inertia(out) = sum;
                                  });
  d.output(six_vector("reported", "N, N m", "force of the added mass"), {added, a},
           [added, a](const Evaluation& e, double* out) {
             as_six(out) = -(as_inertia(e.computed(added)) * as_six(e.input(a)));
           });
}

VariableDamping::VariableDamping(const std::string& body, Law law, std::vector<Matrix6> sets)
    : Component(load_name(body, law == Law::linear ? "linear_damping" : "quadratic_drag"),
                law == Law::linear ? "linear damping, several sets" : "quadratic drag, several sets"),
      law_(law),
      sets_(std::move(sets)) {}

void VariableDamping::declare(Declaration& d) {
  const Input weights = d.input(number("weights", static_cast<int>(sets_.size()), "share of each set"));
  const Input v = d.input(six_vector("velocity", "m/s, rad/s", "velocity of the body"));
  d.output(six_vector("force", "N, N m", "force against the velocity", PortKind::effort), {weights, v},
           [this, weights, v](const Evaluation& e, double* out) {
             Vector6 sum = Vector6::Zero();
             const Vector6 velocity = as_six(e.input(v));
             for (std::size_t i = 0; i < sets_.size(); ++i) {
               const double weight = e.input(weights)[i];
               if (weight == 0.0) continue;
               sum += weight * (law_ == Law::linear ? bodies::linear_damping(sets_[i], velocity)
                                                    : bodies::quadratic_drag(sets_[i], velocity));
             }
             as_six(out) = sum;
           });
}

VariableMass::VariableMass(const std::string& body, const SetMass& own, std::vector<SetMass> sets)
    : Component(load_name(body, "set_mass"), "mass of the sets beyond the body's own"),
      own_(own),
      sets_(std::move(sets)) {}

void VariableMass::declare(Declaration& d) {
  const Input weights = d.input(number("weights", static_cast<int>(sets_.size()), "share of each set"));
  PortSpec rotation = plain("rotation", 9, "body axes to world axes, row by row");
  rotation.frame = "world";
  rotation.unit = "1";
  const Input R = d.input(rotation);
  const Input v = d.input(six_vector("velocity", "m/s, rad/s", "velocity of the body"));
  const Input a = d.input(six_vector("acceleration", "m/s^2, rad/s^2", "acceleration, for the report only"));
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
  d.output(six_vector("force", "N, N m", "force of the rotation of the masses", PortKind::effort), both);
  d.output(inertia_port("mass of the active set beyond the body's own, row by row"), both, 6);
  d.output(six_vector("reported", "N, N m", "force of the masses"), {both, a},
           [both, a](const Evaluation& e, double* out) {
             const double* masses = e.computed(both);
             as_six(out) = as_six(masses) - as_inertia(masses + 6) * as_six(e.input(a));
           });
}

}  // namespace swell::device
