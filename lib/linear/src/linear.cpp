#include "swell/linear/linear.h"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <algorithm>
#include <atomic>
#include <cmath>
#include <exception>
#include <map>
#include <set>
#include <thread>

#include "swell/assembly/built_case.h"
#include "swell/assembly/sea_of.h"
#include "swell/base/column_units.h"
#include "swell/base/contained.h"
#include "swell/base/error.h"
#include "swell/device/multibody_component.h"
#include "swell/hydro/bemio_h5.h"
#include "swell/model/read_case.h"
#include "swell/waves/sea_state.h"

namespace swell::linear {

namespace {

using Complex = std::complex<double>;

constexpr double kHeight = 2e-3;  // [m] of the wave that excites: small against every device, far above round-off
constexpr double kNudge = 1e-5;   // of states, for central differences: linear laws are exact at any

const std::vector<std::string> kWanted = {"bodies.*.position", "bodies.*.*.position", "joints.*.position",
                                          "ptos.*.position",   "ptos.*.velocity",     "ptos.*.force"};

/// The case at rest in its design position, with the coefficients of one frequency.
model::Model at_rest(model::Model model) {
  model.simulation.start = 0.0;
  model.simulation.ramp = 0.0;
  model.simulation.duration = 1.0;
  model.simulation.time_step = 0.1;
  model.simulation.integrator = model::Integrator::rk4;
  model.simulation.added_mass = model::AddedMass::exact;
  model.simulation.stop.clear();
  model.simulation.max_step.reset();
  model.simulation.tolerance.reset();
  model.simulation.added_mass_delay.reset();
  model.simulation.delayed_acceleration.reset();
  model.hydrodynamics.radiation = model::Radiation::constant;
  model.hydrodynamics.mean_drift = model::MeanDrift::none;
  model.hydrodynamics.second_order = model::SecondOrder::none;
  model.hydrodynamics.sum_frequency = false;
  model.hydrodynamics.convolution = {};
  model.hydrodynamics.state_space = {};
  model.initial = {};
  model.output = {};
  for (model::Body& body : model.bodies) {
    body.radiation.reset();
    body.initial = {};
    body.modes.displacement.clear();
    body.modes.velocity.clear();
    body.large_horizontal_motion = false;
  }
  for (model::Joint& joint : model.joints) joint.extension.clear();  // a start away from the design position
  for (model::Pto& pto : model.ptos) pto.extension.clear();
  return model;
}

/// x' = A x + f, y = C x + d, per metre of amplitude.
struct At {
  MatrixX a, c;
  Eigen::VectorXcd f, d;
};

}  // namespace

double Mode::period() const { return 2.0 * kPi / omega; }

double wave_direction(const model::Model& model) {
  for (const model::Wave& wave : model.waves) {
    if (const auto* regular = std::get_if<model::RegularWave>(&wave)) return regular->direction;
    if (const auto* irregular = std::get_if<model::IrregularWave>(&wave); irregular && !irregular->direction.empty())
      return irregular->direction.front();
    if (const auto* spectrum = std::get_if<model::ImportedSpectrum>(&wave); spectrum && !spectrum->direction.empty())
      return spectrum->direction.front();
    if (const auto* record = std::get_if<model::ImportedElevation>(&wave)) return record->direction;
  }
  return 0.0;
}

std::vector<double> frequencies(double from, double to, int count) {
  std::vector<double> omega;
  omega.reserve(static_cast<std::size_t>(std::max(count, 0)));
  for (int i = 0; i < count; ++i) omega.push_back(count > 1 ? from + (to - from) * i / (count - 1) : 0.5 * (from + to));
  return omega;
}

struct LinearCase::Impl {
  model::Model model, original;
  assembly::SharedData shared;
  double direction = 0.0;
  std::vector<Output> outputs;
  std::vector<std::string> notes;
  std::map<std::pair<double, double>, At> known;

  using Key = std::pair<double, double>;  ///< frequency, and direction of its wave

  const At& at(double omega, double towards) {
    know({{omega, towards}});
    return known.at({omega, towards});
  }

  /// Each is a case of its own: several threads work at them.
  void know(const std::vector<Key>& keys) {
    std::set<Key> wanted;
    for (const Key& key : keys) {
      if (known.count(key) == 0) wanted.insert(key);
    }
    if (wanted.empty()) return;
    if (outputs.empty()) {  // the first reads the files
      known.emplace(*wanted.begin(), linearised(*wanted.begin()));
      wanted.erase(wanted.begin());
    }
    const std::vector<Key> list(wanted.begin(), wanted.end());
    std::vector<At> made(list.size());
    std::vector<std::exception_ptr> failed(list.size());
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
      for (std::size_t i = next++; i < list.size(); i = next++) {
        try {
          made[i] = linearised(list[i]);
        } catch (...) {
          failed[i] = std::current_exception();
        }
      }
    };
    std::vector<std::thread> others(
        std::min<std::size_t>(list.size(), std::max(1U, std::thread::hardware_concurrency())) - (list.empty() ? 0 : 1));
    for (std::thread& other : others) other = std::thread(work);
    work();
    for (std::thread& other : others) other.join();
    for (const std::exception_ptr& failure : failed) {
      if (failure) std::rethrow_exception(failure);
    }
    for (std::size_t i = 0; i < list.size(); ++i) known.emplace(list[i], std::move(made[i]));
  }

  /// The case in one small wave, to be looked at in any state and at any time.
  struct InWave {
    assembly::BuiltCase built;
    system::System system;
    std::vector<double> state, rate;
    Eigen::Index outputs = 0;

    static assembly::BuiltCase in(const model::Model& model, const model::RegularWave& wave,
                                  assembly::SharedData& shared) {
      model::Model in_wave = model;
      in_wave.waves = {wave};
      assembly::BuiltCase built = assembly::build_case(in_wave, &shared);
      auto& recorded = built.recorded;
      recorded.erase(std::remove_if(recorded.begin(), recorded.end(),
                                    [&](const auto& r) { return !assembly::selected(r.series, kWanted); }),
                     recorded.end());
      return built;
    }
    InWave(const model::Model& model, const model::RegularWave& wave, assembly::SharedData& shared)
        : built(in(model, wave, shared)), system(built.compile()), state(system.initialize(0.0)), rate(state.size()) {
      for (const auto& recorded : built.recorded) outputs += std::max(1, recorded.series.width);
    }
    /// Rates and outputs, one below the other.
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

  At linearised(const Key& key) {
    const auto [omega, towards] = key;
    model::RegularWave wave;
    wave.height = kHeight;
    wave.period = 2.0 * kPi / omega;
    wave.direction = towards;
    InWave crest(model, wave, shared);
    wave.phase = kPi;
    InWave trough(model, wave, shared);
    const std::vector<double> rest = crest.state;
    if (rest.empty())
      throw InputError(model.simulation.source.origin, "nothing of this case has a state, so that there is no motion",
                       "swell linear is for devices: bodies, joints, masses");
    if (outputs.empty()) describe(crest.built, crest.system);

    const auto n = static_cast<Eigen::Index>(rest.size()), m = static_cast<Eigen::Index>(outputs.size());
    At result{MatrixX(n, n), MatrixX(m, n), Eigen::VectorXcd(n), Eigen::VectorXcd(m)};
    // Re{F exp(i omega t)} at four quarters of the period: half the difference of a wave and of its opposite, which
    // leaves out what depends on the time by itself (a table, a driven joint).
    MatrixX of_wave(n + m, 4);
    for (int quarter = 0; quarter < 4; ++quarter) {
      const double time = quarter * 0.25 * wave.period;
      of_wave.col(quarter) = 0.5 * (crest.at(time) - trough.at(time));
    }
    const double scale = 1.0 / kHeight;  // half the difference over the amplitude
    result.f.real() = scale * (of_wave.col(0) - of_wave.col(2)).head(n);
    result.f.imag() = scale * (of_wave.col(3) - of_wave.col(1)).head(n);
    result.d.real() = scale * (of_wave.col(0) - of_wave.col(2)).tail(m);
    result.d.imag() = scale * (of_wave.col(3) - of_wave.col(1)).tail(m);
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
    return result;
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
    for (const system::ComponentInfo& component : components) {
      for (const auto& input : component.inputs) read.insert(input.sources.begin(), input.sources.end());
    }
    const auto sampled = system.sampled();
    std::vector<std::string> remembers;
    for (const system::ComponentInfo& component : components) {
      const bool acts = std::any_of(component.outputs.begin(), component.outputs.end(),
                                    [&](const auto& output) { return read.count(output.address) > 0; });
      const bool is_sampled =
          std::any_of(sampled.begin(), sampled.end(), [&](const auto& s) { return s.component == component.name; });
      // A mode (turns counted, a heading held, a switch) acts as it stands.
      const bool remembers_more = std::any_of(component.memories.begin(), component.memories.end(),
                                              [](const auto& m) { return m.kind != system::MemoryKind::mode; });
      if (acts && (is_sampled || remembers_more)) remembers.push_back(component.name);
    }
    if (!remembers.empty())
      notes.push_back(
          fmt::format("{} {} sampled or with a memory of {} own: {} is held as at rest, and what it does in "
                      "waves, its power too, is not in this",
                      fmt::join(remembers, ", "), remembers.size() == 1 ? "is" : "are",
                      remembers.size() == 1 ? "its" : "their", remembers.size() == 1 ? "it" : "each"));
  }

  /// The states' response at one frequency, per metre of amplitude.
  Eigen::VectorXcd states(double omega, double towards) {
    const At& s = at(omega, towards);
    const Eigen::Index n = s.a.rows();
    const Eigen::MatrixXcd system = Complex(0.0, omega) * Eigen::MatrixXcd::Identity(n, n) - s.a.cast<Complex>();
    return system.partialPivLu().solve(s.f);
  }

  /// A sentence where forces of take-offs or rates of states depart from their linear parts by a tenth and more.
  /// @param motions  (states, instants) departures from rest, of the size of those in the sea
  std::vector<std::string> departures(const Key& key, const MatrixX& motions) {
    constexpr double kMuch = 0.1;
    const auto [omega, towards] = key;
    const At& s = at(omega, towards);
    model::RegularWave wave;
    wave.height = kHeight;
    wave.period = 2.0 * kPi / omega;
    wave.direction = towards;
    InWave water(model, wave, shared);
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
        found.push_back(name + ", which is no number there");
        return;
      }
      const double size = std::max(e.cwiseAbs().maxCoeff(), l.cwiseAbs().maxCoeff());
      const double part = (e - l).cwiseAbs().maxCoeff() / size;
      if (size > least && part >= kMuch) found.push_back(fmt::format("{} by {:.0f} %", name, 100.0 * part));
    };
    for (std::size_t k = 0; k < outputs.size(); ++k) {
      const std::size_t end = outputs[k].path.find("/force");
      if (outputs[k].path.rfind("/ptos/", 0) == 0 && end != std::string::npos)
        judge("the force of " + outputs[k].path.substr(6, end - 6), n + static_cast<Eigen::Index>(k), 0.0);
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
        // Accelerations: those that are a fiftieth of the largest or less are what others leave over.
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

  /// The response at one frequency, and the mean power of each take-off, both per (square) metre of amplitude.
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
        const double p = -0.5 * std::real(y[static_cast<Eigen::Index>(k)] * std::conj(y[static_cast<Eigen::Index>(i)]));
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

LinearCase::LinearCase(const model::Model& model) : impl_(std::make_unique<Impl>()) {
  impl_->original = model;
  impl_->model = at_rest(model);
  impl_->direction = wave_direction(model);
}
LinearCase::~LinearCase() = default;
LinearCase::LinearCase(LinearCase&&) noexcept = default;

std::optional<std::pair<double, double>> LinearCase::range() const {
  double low = 0.1, high = 3.0;
  bool any = false, unknown = false;
  const auto narrow = [&](const std::vector<double>& omega) {
    if (omega.empty()) return;
    low = any ? std::max(low, omega.front()) : omega.front();
    high = any ? std::min(high, omega.back()) : omega.back();
    any = true;
  };
  // frequencies: {from, to}, or a list
  const auto narrow_by = [&](const Parameter* given) {
    std::vector<double> omega;
    if (given != nullptr && given->is_map()) {
      for (const char* end : {"from", "to"}) {
        const Parameter* value = given->find(end);
        if (value != nullptr) omega.push_back(value->number);
      }
    } else if (given != nullptr) {
      for (const Parameter& item : given->items) omega.push_back(item.number);
    }
    unknown = unknown || (given != nullptr && omega.empty());
    narrow(omega);
  };
  for (const model::Body& body : impl_->model.bodies) {
    if (!body.hydro_data) continue;
    if (body.hydro_data->compute.is_map()) {
      narrow_by(body.hydro_data->compute.find("frequencies"));
      unknown = unknown || !any;
      continue;
    }
    for (const model::HydroFile& set : body.hydro_data->sets) {
      if (set.file.extension() == ".h5") {
        const std::string bytes = run_contained({Origin{set.file.string(), 0, 0, ""}, "HDF5"}, [&] {
          ByteWriter out;
          out.array(hydro::read_bemio_h5(set.file.string()).omega);
          return out.take();
        });
        narrow(ByteReader(bytes).array<double>());
      } else {  // computed from a geometry: at the frequencies of its file
        narrow_by(model::read_yaml_file(set.file, model::kDeviceFile).find("frequencies"));
      }
    }
  }
  if (unknown) return std::nullopt;
  return std::pair{std::max(low, 1e-3), high};
}

Response LinearCase::response(const std::vector<double>& omega) {
  Response response;
  response.omega = omega;
  std::vector<Impl::Key> keys;
  keys.reserve(omega.size());
  for (const double w : omega) keys.emplace_back(w, impl_->direction);
  impl_->know(keys);
  for (std::size_t i = 0; i < omega.size(); ++i) {
    const auto [y, power] = impl_->solve(omega[i], impl_->direction);
    if (i == 0) {
      response.operators.resize(y.size(), static_cast<Eigen::Index>(omega.size()));
      for (const auto& [name, value] : power) response.power.push_back({name, {}});
    }
    response.operators.col(static_cast<Eigen::Index>(i)) = y;
    for (std::size_t k = 0; k < power.size(); ++k) response.power[k].power.push_back(power[k].second);
  }
  response.outputs = impl_->outputs;
  response.notes = impl_->notes;
  return response;
}

std::optional<std::string> LinearCase::instability(const std::vector<Mode>& modes, double lowest) {
  // Growth that a run of hours would see; below it lie the zeros of drift, which central differences leave at 1e-5.
  constexpr double kGrowth = 1e-3;  // [rad/s]
  double growth = 0.0;
  for (const Mode& m : modes) growth = std::max(growth, -m.damping * m.omega);
  const Eigen::VectorXcd values = impl_->at(lowest, impl_->direction).a.eigenvalues();
  for (const Complex value : values) {
    if (std::abs(value.imag()) < 1e-6) growth = std::max(growth, value.real());
  }
  if (growth < kGrowth) return std::nullopt;
  return fmt::format(
      "unstable about its design position: a motion grows e-fold in {:.3g} s, so that there is no response "
      "to waves and no mean power; look at the sign of stiffness, damping and control, and at centres "
      "of gravity and buoyancy",
      1.0 / growth);
}

std::vector<Mode> LinearCase::modes(const std::vector<double>& omega) {
  struct Eigen_ {
    Complex value;
    Eigen::VectorXcd vector;
  };
  const auto look = [&](double w) {
    const At& s = impl_->at(w, impl_->direction);
    const Eigen::EigenSolver<MatrixX> solver(s.a);
    std::vector<Eigen_> list;
    for (Eigen::Index i = 0; i < s.a.rows(); ++i) {
      if (solver.eigenvalues()[i].imag() > 1e-6)
        list.push_back({solver.eigenvalues()[i], solver.eigenvectors().col(i)});
    }
    return list;
  };
  // The eigenvalue of one frequency that goes on from another's: the same shape (modal assurance), then the nearest.
  const auto goes_on = [](const Eigen_& from, const std::vector<Eigen_>& list) -> const Eigen_* {
    const Eigen_* best = nullptr;
    double most = 0.0;
    for (const Eigen_& e : list) {
      const double likeness = std::abs(from.vector.dot(e.vector)) / (from.vector.norm() * e.vector.norm()) /
                              (1.0 + std::abs(e.value - from.value) / std::abs(from.value));
      if (likeness > most) {
        most = likeness;
        best = &e;
      }
    }
    return best;
  };
  std::vector<Mode> modes;
  std::vector<Eigen_> before;
  for (std::size_t i = 0; i < omega.size(); ++i) {
    const std::vector<Eigen_> now = look(omega[i]);
    for (const Eigen_& start : before) {
      const Eigen_* end = goes_on(start, now);
      if (end == nullptr || !(start.value.imag() >= omega[i - 1]) || !(end->value.imag() < omega[i])) continue;
      double low = omega[i - 1], high = omega[i], f_low = start.value.imag() - low, f_high = end->value.imag() - high;
      Eigen_ at = start;
      double w = low;
      for (int k = 0; k < 8 && high - low > 1e-9 * high; ++k) {  // Illinois: the end that stays counts half
        w = f_low == f_high ? 0.5 * (low + high) : (low * f_high - high * f_low) / (f_high - f_low);
        const std::vector<Eigen_> list = look(w);
        const Eigen_* next = goes_on(at, list);
        if (next == nullptr) break;
        at = *next;
        const double f = at.value.imag() - w;
        if (std::abs(f) < 1e-10 * w) break;
        if (f > 0.0) {
          low = w;
          f_low = f;
          f_high *= 0.5;
        } else {
          high = w;
          f_high = f;
          f_low *= 0.5;
        }
      }
      Mode mode;
      mode.omega = at.value.imag();
      mode.damping = -at.value.real() / std::abs(at.value);
      const Eigen::VectorXcd y = impl_->at(w, impl_->direction).c.cast<Complex>() * at.vector;
      double largest = 0.0;
      Complex reference = 1.0;
      const auto is_position = [&](std::size_t k) { return impl_->outputs[k].path.rfind("/bodies/", 0) == 0; };
      for (std::size_t k = 0; k < impl_->outputs.size(); ++k) {
        const Complex value = y[static_cast<Eigen::Index>(k)];
        if (!is_position(k) || !(std::abs(value) > largest)) continue;
        largest = std::abs(value);
        reference = value;
      }
      for (std::size_t k = 0; k < impl_->outputs.size(); ++k) {
        const Complex value = y[static_cast<Eigen::Index>(k)];
        const double part = largest > 0.0 ? std::abs(value) / largest : 0.0;
        if (is_position(k) && part > 0.05)
          mode.shape.push_back({impl_->outputs[k].name(), part, std::arg(value * std::conj(reference))});
      }
      std::stable_sort(mode.shape.begin(), mode.shape.end(),
                       [](const Mode::Part& a, const Mode::Part& b) { return a.amplitude > b.amplitude; });
      modes.push_back(std::move(mode));
    }
    before = now;
  }
  std::sort(modes.begin(), modes.end(), [](const Mode& a, const Mode& b) { return a.omega < b.omega; });
  return modes;
}

InSea LinearCase::in_sea() {
  InSea result;
  const std::shared_ptr<const waves::SeaState> state = assembly::sea_of(impl_->original, &impl_->shared);
  const waves::WaveComponents& sea = state->components();
  const Eigen::Index count = sea.size();
  if (count == 0) return result;
  const bool one = count == 1;
  std::map<std::string, double> power;
  std::vector<std::string> names;
  VectorX variance;
  const auto add = [&](double omega, double towards, double half_square) {
    const auto [y, by_pto] = impl_->solve(omega, towards);
    if (variance.size() == 0) variance = VectorX::Zero(y.size());
    variance.array() += half_square * y.array().abs2();
    for (const auto& [name, p] : by_pto) {
      if (power.count(name) == 0) names.push_back(name);
      power[name] += 2.0 * half_square * p;
    }
    return y;
  };
  // Groups of neighbours by direction, each at its own mean frequency: the energy of each stays where it is.
  struct Group {
    double omega, towards, energy;
  };
  std::vector<Group> groups;
  std::vector<Impl::Key> keys;
  std::map<double, std::vector<Eigen::Index>> by_direction;
  for (Eigen::Index i = 0; i < count; ++i) by_direction[sea.direction[i]].push_back(i);
  const std::size_t most = std::max<std::size_t>(1, 200 / by_direction.size());
  for (auto& [direction, list] : by_direction) {
    std::sort(list.begin(), list.end(), [&](Eigen::Index a, Eigen::Index b) { return sea.omega[a] < sea.omega[b]; });
    const std::size_t each = (list.size() + most - 1) / most;
    for (std::size_t first = 0; first < list.size(); first += each) {
      double energy = 0.0, moment = 0.0;
      for (std::size_t k = first; k < std::min(list.size(), first + each); ++k) {
        const double e = 0.5 * sea.amplitude[list[k]] * sea.amplitude[list[k]];
        energy += e;
        moment += e * sea.omega[list[k]];
      }
      if (!(energy > 0.0)) continue;
      groups.push_back({moment / energy, direction, energy});
      keys.emplace_back(moment / energy, direction);
    }
  }
  impl_->know(keys);
  if (groups.empty()) return result;
  // The sea's motions at some instants: whole periods of one wave; of many, phases that no instant repeats.
  constexpr Eigen::Index kInstants = 24;
  constexpr double kGolden = 0.61803398874989485;
  MatrixX motions;
  std::size_t strongest = 0, g = 0;
  for (const Group& group : groups) {
    const Eigen::VectorXcd x = impl_->states(group.omega, group.towards) * std::sqrt(2.0 * group.energy);
    if (motions.size() == 0) motions = MatrixX::Zero(x.size(), kInstants);
    for (Eigen::Index i = 0; i < kInstants; ++i) {
      const double turn =
          one ? static_cast<double>(i) / kInstants : kGolden * static_cast<double>(g + 1) * static_cast<double>(i + 1);
      motions.col(i) += (x * std::polar(1.0, 2.0 * kPi * turn)).real();
    }
    if (group.energy > groups[strongest].energy) strongest = g;
    ++g;
  }
  result.notes = impl_->departures({groups[strongest].omega, groups[strongest].towards}, motions);
  for (const Group& group : groups) {
    const Eigen::VectorXcd y = add(group.omega, group.towards, group.energy);
    if (!one) continue;
    const Eigen::VectorXcd response = y * std::polar(sea.amplitude[0], sea.phase[0]);
    for (Eigen::Index k = 0; k < response.size(); ++k) {
      result.amplitude.push_back(std::abs(response[k]));
      result.phase.push_back(std::arg(response[k]));
    }
  }
  for (const double v : variance) result.deviation.push_back(std::sqrt(v));
  for (const std::string& name : names) result.power.emplace_back(name, power[name]);
  return result;
}

}  // namespace swell::linear
