/// Data of LinearCase: the case at rest in one small wave, linearised at each frequency on demand. Private.
#pragma once

#include <fmt/format.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <set>

#include "swell/assembly/built_case.h"
#include "swell/base/column_units.h"
#include "swell/base/error.h"
#include "swell/device/multibody_component.h"
#include "swell/linear/linear.h"

namespace swell::linear {

using Complex = std::complex<double>;

constexpr double kHeight = 2e-3;  // [m] of the exciting wave: small for every device, far above round-off
constexpr double kNudge = 1e-5;   // of states, for central differences: exact for linear laws

inline const std::vector<std::string> kWanted = {"bodies.*.position", "bodies.*.*.position", "joints.*.position",
                                                 "ptos.*.position",   "ptos.*.velocity",     "ptos.*.force"};

/// The take-off whose force a path of the results is; "" for another path.
inline std::string force_of(const std::string& path) {
  const std::size_t end = path.find("/force");
  return path.rfind("/ptos/", 0) == 0 && end != std::string::npos ? path.substr(6, end - 6) : std::string();
}

/// x' = A x + f, y = C x + d, per metre of amplitude.
struct At {
  MatrixX a, c;
  Eigen::VectorXcd f, d;
};

struct LinearCase::Impl {
  model::Model model, original;
  assembly::SharedData own;
  assembly::SharedData* shared = &own;
  std::string shared_name;  ///< key of the case without its sea in the shared data; "" if nothing is shared
  double direction = 0.0;
  std::vector<Output> outputs;
  std::vector<std::string> notes;
  std::vector<std::string> of_design;     ///< notes that do not affect linearity
  std::set<std::string> unknown;          ///< take-offs driven by what is held as at rest
  using Key = std::pair<double, double>;  ///< frequency and wave direction
  std::map<Key, At> known;

  const At& at(double omega, double towards) {
    const Key key{omega, towards};
    if (const auto found = known.find(key); found != known.end()) return found->second;
    At made = outputs.empty() || shared_name.empty()  // the first evaluation defines the outputs
                  ? linearised(key)
                  : *shared->get<At>(fmt::format("linear {:a} {:a} {}", omega, towards, shared_name),
                                     [&] { return linearised(key); });
    return known.emplace(key, std::move(made)).first->second;
  }

  /// The case in one small wave, evaluated in any state and at any time.
  struct InWave {
    assembly::BuiltCase built;
    system::System system;
    std::vector<double> state, rate;
    Eigen::Index outputs = 0;

    static assembly::BuiltCase in(const model::Model& model, assembly::SharedData& shared) {
      assembly::BuiltCase built = assembly::build_case(model, &shared, assembly::Checks::none);
      auto& recorded = built.recorded;
      recorded.erase(std::remove_if(recorded.begin(), recorded.end(),
                                    [&](const auto& r) { return !assembly::selected(r.series, kWanted); }),
                     recorded.end());
      return built;
    }
    InWave(const model::Model& model, assembly::SharedData& shared)
        : built(in(model, shared)), system(built.compile()), state(system.initialize(0.0)), rate(state.size()) {
      for (const auto& recorded : built.recorded) outputs += std::max(1, recorded.series.width);
    }
    /// Can the wave of `model` replace the present one without a new build?
    bool into(const model::Model& in_wave, assembly::SharedData& data) {
      if (!assembly::retune(in_wave, data, built, system)) return false;
      state = system.initialize(0.0);
      return true;
    }
    /// Rates, then outputs.
    VectorX at(double time) {
      system.evaluate_major(time, state.data(), rate.data());
      system.observe(time, state.data());
      const auto n = static_cast<Eigen::Index>(rate.size());
      VectorX all(n + outputs);
      all.head(n) = Eigen::Map<const VectorX>(rate.data(), n);
      Eigen::Index row = n;
      for (int i = 0; i < system.recorded_count(); ++i) {
        const double* from = system.recorded(i);
        const int width = std::max(1, built.recorded[static_cast<std::size_t>(i)].series.width);
        for (int k = 0; k < width; ++k) all[row++] = from[k];
      }
      return all;
    }
  };

  /// @param phase  0: a crest at the origin at t = 0
  InWave& in_wave(const Key& key, double phase = 0.0) {
    model::RegularWave wave;
    wave.height = kHeight;
    wave.period = 2.0 * kPi / key.first;
    wave.direction = key.second;
    wave.phase = phase;
    model.waves = {wave};
    if (last == nullptr || !last->into(model, *shared)) last = std::make_unique<InWave>(model, *shared);
    return *last;
  }

  At linearised(const Key& key) {
    InWave& crest = in_wave(key);
    const std::vector<double> rest = crest.state;
    if (rest.empty())
      throw InputError(model.simulation.source.origin, "nothing of this case has a state, so that there is no motion",
                       "swell linear is for devices: bodies, joints, masses");
    if (outputs.empty()) describe(crest.built, crest.system);

    const auto n = static_cast<Eigen::Index>(rest.size()), m = static_cast<Eigen::Index>(outputs.size());
    At result{MatrixX(n, n), MatrixX(m, n), Eigen::VectorXcd(n), Eigen::VectorXcd(m)};
    // Re{F exp(i omega t)} at four quarters of the period: half the difference between a wave and its opposite, which
    // removes other time dependence (a table, a driven joint).
    MatrixX of_wave(n + m, 4);
    const double quarter = 0.25 * 2.0 * kPi / key.first;
    for (int i = 0; i < 4; ++i) of_wave.col(i) = crest.at(i * quarter);
    if (known.empty()) judge_design(crest.system, 0.5 * (of_wave.col(0) + of_wave.col(2)));
    const auto require_numbers = [&](const VectorX& values) {
      Eigen::Index row = 0;
      while (row < values.size() && std::isfinite(values[row])) ++row;
      if (row == values.size()) return;
      const std::string what = row < n ? "a rate of its states" : outputs[static_cast<std::size_t>(row - n)].name();
      throw SimulationError(fmt::format("the case has no linear form about its design position: {} is no number beside "
                                        "it; look at formulas (a division by 0, a root of a negative number)",
                                        what),
                            0.0, "", what);
    };
    for (Eigen::Index j = 0; j < n; ++j) {
      const auto at_j = static_cast<std::size_t>(j);
      const double nudge = kNudge * std::max(1.0, std::abs(rest[at_j]));
      crest.state[at_j] = rest[at_j] + nudge;
      const VectorX up = crest.at(0.0);
      crest.state[at_j] = rest[at_j] - nudge;
      const VectorX slope = (up - crest.at(0.0)) / (2.0 * nudge);
      require_numbers(slope);
      result.a.col(j) = slope.head(n);
      result.c.col(j) = slope.tail(m);
      crest.state[at_j] = rest[at_j];
    }
    InWave& trough = in_wave(key, kPi);
    for (int i = 0; i < 4; ++i) of_wave.col(i) = 0.5 * (of_wave.col(i) - trough.at(i * quarter));
    const double scale = 1.0 / kHeight;  // half the difference over the amplitude
    result.f.real() = scale * (of_wave.col(0) - of_wave.col(2)).head(n);
    result.f.imag() = scale * (of_wave.col(3) - of_wave.col(1)).head(n);
    result.d.real() = scale * (of_wave.col(0) - of_wave.col(2)).tail(m);
    result.d.imag() = scale * (of_wave.col(3) - of_wave.col(1)).tail(m);
    return result;
  }

  /// Adds a note if the device accelerates in its design pose without waves: the response is about that pose.
  void judge_design(const system::System& system, const VectorX& rates) {
    constexpr double kAtRest = 1e-3;  // of gravity
    const auto* device =
        dynamic_cast<const device::MultibodyComponent*>(system.find(device::MultibodyComponent::kName));
    if (device == nullptr || device->multibody().nv() == 0) return;
    const Eigen::Index first = *system.state_offset(device::MultibodyComponent::kMotion) + device->multibody().nq();
    Eigen::Index worst = 0;
    const double most = rates.segment(first, device->multibody().nv()).cwiseAbs().maxCoeff(&worst);
    if (!(most > kAtRest * model.environment.gravity)) return;
    of_design.push_back(
        fmt::format("the design position is not at rest: {} accelerates by {:.3g} m/s^2 or rad/s^2 there in still "
                    "water ({:.2g} of gravity); the response is about that position; swell check finds the rest",
                    device->multibody().speed_names()[static_cast<std::size_t>(worst)], rates[first + worst],
                    most / model.environment.gravity));
  }

  void describe(assembly::BuiltCase& built, system::System& system) {
    for (const auto& recorded : built.recorded) {
      const int width = std::max(1, recorded.series.width);
      const auto units = units_of_columns(recorded.series.units, static_cast<std::size_t>(width));
      for (int k = 0; k < width; ++k) {
        const auto at_k = static_cast<std::size_t>(k);
        outputs.push_back({recorded.series.path,
                           at_k < recorded.series.labels.size() ? recorded.series.labels[at_k] : "", units[at_k]});
      }
    }
    const std::vector<system::ComponentInfo> components = system.describe();
    std::set<std::string> read;
    std::map<std::string, const system::ComponentInfo*> owner;  // of an output
    for (const system::ComponentInfo& component : components) {
      for (const auto& input : component.inputs) read.insert(input.sources.begin(), input.sources.end());
      for (const auto& output : component.outputs) owner[output.address] = &component;
    }
    const auto sampled = system.sampled();
    std::vector<std::string> remembers;
    for (const system::ComponentInfo& component : components) {
      const bool acts = std::any_of(component.outputs.begin(), component.outputs.end(),
                                    [&](const auto& output) { return read.count(output.address) > 0; });
      const bool is_sampled =
          std::any_of(sampled.begin(), sampled.end(), [&](const auto& s) { return s.component == component.name; });
      // A mode (counted turns, a held heading, a switch) keeps its value.
      const bool remembers_more = std::any_of(component.memories.begin(), component.memories.end(),
                                              [](const auto& m) { return m.kind != system::MemoryKind::mode; });
      if (acts && (is_sampled || remembers_more)) remembers.push_back(component.name);
    }
    // Upstream of a force, up to the bodies.
    const std::function<bool(const std::string&, std::set<std::string>&)> is_held = [&](const std::string& address,
                                                                                        std::set<std::string>& seen) {
      const auto found = owner.find(address);
      if (found == owner.end()) return false;
      const system::ComponentInfo& component = *found->second;
      if (component.name == device::MultibodyComponent::kName || !seen.insert(component.name).second) return false;
      if (std::find(remembers.begin(), remembers.end(), component.name) != remembers.end()) return true;
      return std::any_of(component.inputs.begin(), component.inputs.end(), [&](const auto& input) {
        return std::any_of(input.sources.begin(), input.sources.end(),
                           [&](const std::string& source) { return is_held(source, seen); });
      });
    };
    // The force of a joint is an input of the bodies by the same address, that of a tether an output of its own.
    const auto is_driven = [&](const std::string& force) {
      std::set<std::string> seen;
      for (const system::ComponentInfo& component : components)
        for (const auto& input : component.inputs)
          for (const std::string& source : input.sources)
            if (input.address == force && is_held(source, seen)) return true;
      return is_held(force, seen);
    };
    for (const auto& recorded : built.recorded) {
      const std::string pto = force_of(recorded.series.path);
      if (!pto.empty() && is_driven(recorded.address)) unknown.insert(pto);
    }
    if (!remembers.empty())
      notes.push_back(
          fmt::format("{} {} sampled or with a memory of {} own: {} is held as at rest, and what it does in "
                      "waves, its power too, is not in this",
                      fmt::join(remembers, ", "), remembers.size() == 1 ? "is" : "are",
                      remembers.size() == 1 ? "its" : "their", remembers.size() == 1 ? "it" : "each"));
  }

  std::unique_ptr<InWave> last;  ///< the case in the most recent wave

  /// The states' response at one frequency, per metre of amplitude.
  Eigen::VectorXcd states(double omega, double towards) {
    const At& s = at(omega, towards);
    const Eigen::Index n = s.a.rows();
    const Eigen::MatrixXcd system = Complex(0.0, omega) * Eigen::MatrixXcd::Identity(n, n) - s.a.cast<Complex>();
    return system.partialPivLu().solve(s.f);
  }

  /// Returns a sentence for forces of take-offs or rates of states that deviate from linear by a tenth or more.
  /// @param motions  (states, instants) deviations from rest, as large as in the sea
  std::vector<std::string> departures(const Key& key, const MatrixX& motions) {
    constexpr double kMuch = 0.1;
    const At& s = at(key.first, key.second);
    InWave& water = in_wave(key);
    const std::vector<double> rest = water.state;
    const Eigen::Index n = s.a.rows(), m = s.c.rows();
    const VectorX at_rest = water.at(0.0);
    MatrixX exact(n + m, motions.cols()), linear(n + m, motions.cols());
    for (Eigen::Index i = 0; i < motions.cols(); ++i) {
      for (Eigen::Index j = 0; j < n; ++j)
        water.state[static_cast<std::size_t>(j)] = rest[static_cast<std::size_t>(j)] + motions(j, i);
      exact.col(i) = water.at(0.0) - at_rest;
    }
    linear << s.a * motions, s.c * motions;
    std::vector<std::string> found;
    const auto judge = [&](const std::string& name, Eigen::Index row, double least) {
      const auto e = exact.row(row), l = linear.row(row);
      if (!e.allFinite()) {
        found.push_back(name + ", which is not a number there");
        return;
      }
      const double size = std::max(e.cwiseAbs().maxCoeff(), l.cwiseAbs().maxCoeff());
      const double part = (e - l).cwiseAbs().maxCoeff() / size;
      if (size > least && part >= kMuch) found.push_back(fmt::format("{} by {:.0f} %", name, 100.0 * part));
    };
    for (std::size_t k = 0; k < outputs.size(); ++k) {
      const std::string pto = force_of(outputs[k].path);
      if (!pto.empty()) judge("the force of " + pto, n + static_cast<Eigen::Index>(k), 0.0);
    }
    const auto* device =
        dynamic_cast<const device::MultibodyComponent*>(water.system.find(device::MultibodyComponent::kName));
    for (const system::ComponentInfo& component : water.system.describe()) {
      for (const auto& state : component.states) {
        const auto first = static_cast<Eigen::Index>(*water.system.state_offset(state.address));
        const bool is_motion = device != nullptr && state.address == device::MultibodyComponent::kMotion;
        if (!is_motion) {
          for (Eigen::Index i = 0; i < state.spec.width; ++i)
            judge(
                fmt::format("the rate of {}{}", state.address, state.spec.width > 1 ? fmt::format(" ({})", i + 1) : ""),
                first + i, 0.0);
          continue;
        }
        // Accelerations of a fiftieth of the largest or less are residuals of the others and ignored.
        const std::vector<std::string> names = device->multibody().speed_names();
        const auto begin = first + device->multibody().nq(), count = static_cast<Eigen::Index>(names.size());
        const double largest = linear.middleRows(begin, count).cwiseAbs().maxCoeff();
        for (Eigen::Index i = 0; i < count; ++i)
          judge("the acceleration of " + names[static_cast<std::size_t>(i)], begin + i, 0.02 * largest);
      }
    }
    if (found.empty()) return {};
    return {
        fmt::format("in motions of the size of this sea's these depart from their linear parts: {}; swell rao "
                    "measures at a height of wave that you choose, swell run in the sea",
                    fmt::join(found, ", "))};
  }

  /// Response at one frequency and mean power of each take-off, per metre and square metre of amplitude.
  std::pair<Eigen::VectorXcd, std::vector<std::pair<std::string, double>>> solve(double omega, double towards) {
    const At& s = at(omega, towards);
    const Eigen::VectorXcd y = s.c.cast<Complex>() * states(omega, towards) + s.d;
    // P = -1/2 Re{F v*}: the force acts on the follower.
    std::vector<std::pair<std::string, double>> power;
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      const std::string& path = outputs[i].path;
      const std::string tail = "/velocity";
      if (path.rfind("/ptos/", 0) != 0 || path.size() < tail.size() ||
          path.compare(path.size() - tail.size(), tail.size(), tail) != 0)
        continue;
      const std::string name = path.substr(6, path.size() - 6 - tail.size());
      for (std::size_t k = 0; k < outputs.size(); ++k) {
        if (outputs[k].path != "/ptos/" + name + "/force" || outputs[k].label != outputs[i].label) continue;
        const double p =
            unknown.count(name) != 0
                ? std::numeric_limits<double>::quiet_NaN()
                : -0.5 * std::real(y[static_cast<Eigen::Index>(k)] * std::conj(y[static_cast<Eigen::Index>(i)]));
        const auto same = std::find_if(power.begin(), power.end(), [&](const auto& e) { return e.first == name; });
        if (same == power.end())
          power.emplace_back(name, p);
        else
          same->second += p;
      }
    }
    return {y, power};
  }
};

}  // namespace swell::linear
