#include "swell/linear/linear.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "linear_case.h"
#include "swell/assembly/sea_of.h"
#include "swell/model/read_case.h"
#include "swell/waves/sea_state.h"

namespace swell::linear {

namespace {

/// The case at rest in its design pose, with the coefficients of one frequency.
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
  for (model::Joint& joint : model.joints) joint.extension.clear();  // starts away from the design pose
  for (model::Pto& pto : model.ptos) pto.extension.clear();
  return model;
}

double energy_of(const waves::WaveComponents& sea, Eigen::Index i) { return 0.5 * sea.amplitude[i] * sea.amplitude[i]; }

/// Part of a sea, represented by one frequency.
struct Group {
  double omega, towards, energy;  ///< [rad/s] [rad] [m^2] half the square of the amplitude
};

/// Omits components of a record outside the hydrodynamic data, as a run does.
std::vector<Group> excited(std::vector<Group> groups, const model::Model& model, const LinearCase& of) {
  const bool record = std::any_of(model.waves.begin(), model.waves.end(), [](const model::Wave& wave) {
    return std::holds_alternative<model::ImportedElevation>(wave);
  });
  const bool data = std::any_of(model.bodies.begin(), model.bodies.end(),
                                [](const model::Body& body) { return body.hydro_data.has_value(); });
  if (!record || !data || model.hydrodynamics.extrapolate) return groups;
  const auto [least, greatest] = of.range();
  groups.erase(std::remove_if(groups.begin(), groups.end(),
                              [from = least, to = greatest](const Group& g) { return g.omega < from || g.omega > to; }),
               groups.end());
  return groups;
}

/// Components by direction, ascending in frequency.
std::map<double, std::vector<Eigen::Index>> by_direction_of(const waves::WaveComponents& sea) {
  std::map<double, std::vector<Eigen::Index>> by_direction;
  for (Eigen::Index i = 0; i < sea.size(); ++i) by_direction[sea.direction[i]].push_back(i);
  for (auto& [direction, list] : by_direction)
    std::sort(list.begin(), list.end(), [&](Eigen::Index a, Eigen::Index b) { return sea.omega[a] < sea.omega[b]; });
  return by_direction;
}

/// Groups of neighbours by direction, each at its mean frequency, so that the energy stays in place.
std::vector<Group> by_neighbours(const waves::WaveComponents& sea) {
  std::vector<Group> groups;
  const auto by_direction = by_direction_of(sea);
  const std::size_t most = std::max<std::size_t>(1, 200 / by_direction.size());
  for (const auto& [direction, list] : by_direction) {
    const std::size_t each = (list.size() + most - 1) / most;
    for (std::size_t first = 0; first < list.size(); first += each) {
      double energy = 0.0, moment = 0.0;
      for (std::size_t k = first; k < std::min(list.size(), first + each); ++k) {
        const double e = energy_of(sea, list[k]);
        energy += e;
        moment += e * sea.omega[list[k]];
      }
      if (energy > 0.0) groups.push_back({moment / energy, direction, energy});
    }
  }
  return groups;
}

/// Distributes the energy of each component to its neighbours on a grid common to all seas; the mean frequency is kept.
/// A component without a neighbour within the sea's range keeps its frequency. The power of a resonance with damping
/// ratio z is then exact to 2 exp(-2 pi z / step), step = ln 2 / 24 for one direction.
std::vector<Group> on_grid(const waves::WaveComponents& sea) {
  constexpr int kFew = 8;
  std::map<std::pair<double, double>, double> energies;
  const auto by_direction = by_direction_of(sea);
  const double per_octave = std::max(6.0, 24.0 / static_cast<double>(by_direction.size()));
  for (const auto& [direction, list] : by_direction) {
    const double least = sea.omega[list.front()], greatest = sea.omega[list.back()];
    for (const Eigen::Index i : list) {
      const double w = sea.omega[i], step = std::floor(std::log2(w) * per_octave);
      const double low = std::exp2(step / per_octave), high = std::exp2((step + 1.0) / per_octave);
      const bool has_low = low >= least, has_high = high <= greatest;
      double share = (w - low) / (high - low);  // of the upper neighbour
      if (!has_low || !has_high) share = has_high ? 1.0 : 0.0;
      const bool own = list.size() <= kFew || (!has_low && !has_high);
      if (own) energies[{w, direction}] += energy_of(sea, i);
      if (!own && share < 1.0) energies[{low, direction}] += (1.0 - share) * energy_of(sea, i);
      if (!own && share > 0.0) energies[{high, direction}] += share * energy_of(sea, i);
    }
  }
  std::vector<Group> groups;
  for (const auto& [at, energy] : energies) {
    if (energy > 0.0) groups.push_back({at.first, at.second, energy});
  }
  return groups;
}

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

LinearCase::LinearCase(const model::Model& model, assembly::SharedData* shared) : impl_(std::make_unique<Impl>()) {
  impl_->original = model;
  impl_->model = at_rest(model);
  impl_->direction = wave_direction(model);
  if (shared == nullptr) return;
  impl_->shared = shared;
  model::Model without_sea = impl_->model;
  without_sea.waves.clear();
  impl_->shared_name = model::write_yaml(model::case_tree(without_sea));
}
LinearCase::~LinearCase() = default;
LinearCase::LinearCase(LinearCase&&) noexcept = default;

std::pair<double, double> LinearCase::range() const {
  model::Model model = impl_->model;
  model.hydrodynamics.extrapolate = true;  // only the data's frequencies are read, so the wave may lie outside
  model::RegularWave wave;
  wave.height = kHeight;
  wave.period = 2.0 * kPi;
  wave.direction = impl_->direction;
  model.waves = {wave};
  double low = 0.0, high = HUGE_VAL;
  for (const auto& data : assembly::build_case(model, impl_->shared, assembly::Checks::none).hydro_data) {
    if (data == nullptr || data->omega.empty()) continue;
    low = std::max(low, data->omega.front());
    high = std::min(high, data->omega.back());
  }
  return high < HUGE_VAL ? std::pair{std::max(low, 1e-3), high} : std::pair{0.1, 3.0};
}

Response LinearCase::response(const std::vector<double>& omega) {
  Response response;
  response.omega = omega;
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
  response.notes.insert(response.notes.end(), impl_->of_design.begin(), impl_->of_design.end());
  return response;
}

InSea LinearCase::in_sea() { return in_sea(false); }

InSea LinearCase::in_sea(bool grid) {
  InSea result;
  const std::shared_ptr<const waves::SeaState> state = assembly::sea_of(impl_->original, impl_->shared);
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
  const std::vector<Group> groups = excited(grid ? on_grid(sea) : by_neighbours(sea), impl_->original, *this);
  if (groups.empty()) return result;
  // Motions of the sea at some instants: whole periods for one wave, non-repeating phases for many.
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

std::vector<std::pair<std::string, double>> LinearCase::power_if_linear() {
  constexpr Eigen::Index kMostStates = 100;
  constexpr double kGrowth = 1e-3;  // [rad/s] as in instability()
  const model::Hydrodynamics& h = impl_->original.hydrodynamics;
  const auto& bodies = impl_->original.bodies;
  if (h.mean_drift != model::MeanDrift::none || h.second_order != model::SecondOrder::none || h.sum_frequency ||
      std::any_of(bodies.begin(), bodies.end(), [](const model::Body& b) { return b.large_horizontal_motion; }))
    return {};
  const std::shared_ptr<const waves::SeaState> sea = assembly::sea_of(impl_->original, impl_->shared);
  if (sea->components().size() == 0) return {};
  const std::vector<Group> groups = excited(on_grid(sea->components()), impl_->original, *this);
  const auto strongest = std::max_element(groups.begin(), groups.end(),
                                          [](const Group& a, const Group& b) { return a.energy < b.energy; });
  if (strongest == groups.end()) return {};
  // One frequency shows whether the others are worth computing.
  const MatrixX& a = impl_->at(strongest->omega, strongest->towards).a;
  if (!impl_->notes.empty() || a.rows() > kMostStates || a.eigenvalues().real().maxCoeff() > kGrowth) return {};
  InSea result = in_sea(true);
  return result.notes.empty() ? std::move(result.power) : std::vector<std::pair<std::string, double>>{};
}

}  // namespace swell::linear
