// Waves and current of a case as a SeaState.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <type_traits>
#include <vector>

#include "stages.h"
#include "swell/base/refuse.h"
#include "swell/hydro/plausible.h"
#include "swell/model/table_file.h"
#include "swell/waves/directional_spectrum.h"
#include "swell/waves/streams.h"

namespace swell::assembly {

namespace {

std::vector<double> column(const MatrixX& table, int j) {
  return {table.col(j).data(), table.col(j).data() + table.rows()};
}

/// Directions of a function, against how far it spreads: those next to the mean more than three deviations apart miss
/// the function between them (of a normal one the sum is right to 2 exp(-2 (pi deviation / gap)^2), 22 % then), and all
/// of them may lie where it has hardly changed, or at its ends alone.
void warn_of_spread(const waves::SpreadingFunction& spreading, const waves::DirectionList& list, const Origin& origin,
                    Diagnostics& diagnostics) {
  if (list.direction.size() < 2) return;
  constexpr double kGap = 3.0, kOther = 3.0;
  const auto deviation_of = [](double moment) { return std::sqrt(2.0 * std::max(0.0, 1.0 - moment)); };
  const double deviation = deviation_of(waves::first_directional_moment(spreading));
  std::vector<double> from_mean;
  double moment = 0.0;
  for (std::size_t i = 0; i < list.direction.size(); ++i) {
    from_mean.push_back(std::remainder(list.direction[i] - spreading.mean, 2.0 * kPi));
    moment += list.share[i] * std::cos(from_mean.back());
  }
  std::sort(from_mean.begin(), from_mean.end(), [](double a, double b) { return std::abs(a) < std::abs(b); });
  const double apart = std::abs(from_mean[1] - from_mean[0]), found = deviation_of(moment);
  if (apart <= kGap * deviation && found <= kOther * deviation && deviation <= kOther * found) return;
  diagnostics.warning(
      "coarse-directions", origin,
      fmt::format("waves.spread: the directions spread the energy by {:.3g} deg, those next to the mean "
                  "are {:.3g} deg apart, and the function spreads it by {:.3g} deg: the sea is not the "
                  "one that it describes",
                  found / kDegree, apart / kDegree, deviation / kDegree),
      "leave width and directions out, for directions of equal energy, or give closer ones about the mean");
}

/// Wave models write all directions; a table that ends where the sea is still dense has lost the waves beyond.
void warn_of_cut_sector(const waves::FullDirectionalSpectrum& sea, const Origin& origin, Diagnostics& diagnostics) {
  constexpr double kDense = 0.05;  // some per cent of the energy lie beyond a normal function cut there
  const double density = waves::density_at_ends(sea);
  if (!(density > kDense)) return;
  const double first = sea.direction.front() / kDegree, last = sea.direction.back() / kDegree;
  diagnostics.warning(
      "cut-directions", origin,
      fmt::format("the directions go from {:g} to {:g} deg, and at their ends the density is {:.2g} of that of the "
                  "densest direction: waves from the other {:g} deg are left out of the sea, with their energy",
                  first, last, density, 360.0 - (last - first)),
      "give the columns of all directions; a full circle has equal steps, or its first column again at 360");
}

waves::Directions directions_of(const std::vector<double>& direction, const model::Spreading& spread,
                                Diagnostics& diagnostics) {
  if (const auto* function = std::get_if<model::SpreadingFunction>(&spread)) {
    waves::SpreadingFunction spreading;
    spreading.shape = function->shape;
    spreading.mean = direction.empty() ? 0.0 : direction.front();
    spreading.parameter = function->shape == waves::SpreadingShape::cos_2s  ? function->s
                          : function->shape == waves::SpreadingShape::cos_n ? function->n
                                                                            : function->deviation;
    spreading.count = function->count;
    if (function->directions.empty() && function->width >= 2.0 * kPi * (1.0 - 1e-12)) return spreading;
    const std::vector<double> given =
        function->directions.empty() ? waves::directions_in_sector(spreading.mean, function->width, function->count)
                                     : function->directions;
    double energy = 0.0;
    for (const double theta : given) energy += waves::spreading_density(spreading, theta);
    if (!(energy > 0.0))
      throw InputError(function->source.origin,
                       fmt::format("waves.spread has no energy in its {} directions: the function is narrower than "
                                   "they are apart, or points elsewhere",
                                   given.size()),
                       "leave width and directions out, for directions of equal energy, or give ones nearer to the "
                       "mean direction");
    const waves::DirectionList list = waves::share_out(spreading, given);
    warn_of_spread(spreading, list, function->source.origin, diagnostics);
    return list;
  }
  waves::DirectionList list;
  list.direction = direction.empty() ? std::vector<double>{0.0} : direction;
  list.share = std::get<std::vector<double>>(spread);
  if (list.share.empty()) {
    list.share.assign(list.direction.size(), 0.0);
    list.share.front() = 1.0;
  }
  return list;
}

class SpecMaker {
 public:
  explicit SpecMaker(const Case& c) : c_(c) {}

  /// Absent where the case names none: the sea then takes its place in the list, so that no two draw the same phases.
  /// WEC-Sim's seas take 1 alike.
  std::optional<std::uint32_t> seed_of(const model::RandomPhases& random) const {
    if (!random.seed && !c_.wec_sim()) return std::nullopt;
    return static_cast<std::uint32_t>(random.seed.value_or(1));
  }

  waves::WaveSpec operator()(const model::StillWater& wave) const { return wave; }
  waves::WaveSpec operator()(const model::RegularWave& wave) const { return wave; }
  waves::WaveSpec operator()(const model::IrregularWave& wave) const {
    waves::IrregularWave spec;
    spec.spectrum = wave.spectrum;
    spec.significant_height = wave.significant_height;
    spec.peak_period = wave.peak_period;
    spec.gamma =
        std::holds_alternative<double>(wave.gamma) ? std::optional<double>(std::get<double>(wave.gamma)) : std::nullopt;
    spec.directions = directions_of(wave.direction, wave.spread, c_.diagnostics);
    spec.seed = seed_of(wave.random);
    spec.phase = wave.phases;
    if (!spec.phase.empty()) c_.used.except(wave.random);
    spec.bins = model::bins_of(wave.bins, c_.choices);
    if (wave.bins.count) spec.count = static_cast<std::size_t>(*wave.bins.count);
    if (wave.bins.range) {
      spec.omega_min = (*wave.bins.range)[0];
      spec.omega_max = (*wave.bins.range)[1];
    }
    spec.source = wave.source;
    for (const char* key : {"count", "range"}) {
      if (wave.bins.source.has(key)) spec.source.keys[std::string("bins.") + key] = wave.bins.source.of(key);
    }
    return spec;
  }
  waves::WaveSpec operator()(const model::ImportedSpectrum& wave) const {
    std::vector<model::OtherUnit> others = model::radians_for_hertz();
    for (model::OtherUnit& other : model::degrees_for_radians()) others.push_back(std::move(other));  // of the phase
    MatrixX table = model::read_table_file(wave.file, 2, 3, wave.source.of("file"), c_.model.containment, others);
    // rows of zeros at the end are an array that was made longer than its data
    Eigen::Index rows = table.rows();
    while (rows > 2 && table(rows - 1, 0) == 0.0 && table(rows - 1, 1) == 0.0) --rows;
    table.conservativeResize(rows, Eigen::NoChange);
    waves::ImportedSpectrum spec;
    spec.frequency = column(table, 0);
    spec.spectrum = column(table, 1);
    if (table.cols() > 2) {
      spec.phase = column(table, 2);
      c_.used.except(wave.random);
    }
    spec.directions = directions_of(wave.direction, wave.spread, c_.diagnostics);
    spec.seed = seed_of(wave.random);
    if (c_.wec_sim()) spec.bins = waves::BinMethod::as_given;
    spec.source = wave.source;
    return spec;
  }
  waves::WaveSpec operator()(const model::DirectionalSpectrum& wave) const {
    MatrixX table = model::read_table_file(wave.file, 3, 0, wave.source.of("file"), c_.model.containment,
                                           model::radians_for_hertz());
    // likewise: rows and columns of zeros at the end
    Eigen::Index rows = table.rows(), columns = table.cols();
    while (rows > 3 && table.row(rows - 1).isZero(0.0)) --rows;
    while (columns > 3 && table.col(columns - 1).isZero(0.0)) --columns;
    table = table.topLeftCorner(rows, columns).eval();
    if (table.rows() < 3)
      throw InputError(wave.source.of("file"),
                       "a directional spectrum needs a row of directions and at least two of densities");
    const Eigen::Index nf = table.rows() - 1, nd = table.cols() - 1;
    std::vector<double> frequency, direction;
    for (Eigen::Index i = 0; i < nf; ++i) frequency.push_back(table(i + 1, 0));
    for (Eigen::Index j = 0; j < nd; ++j) direction.push_back(table(0, j + 1) * kDegree);
    MatrixX density = table.bottomRightCorner(nf, nd);
    const bool wec_sim = c_.wec_sim();  // whose rule takes the directions as they come
    if (!wec_sim) waves::order_directions(direction, density);
    waves::FullDirectionalSpectrum spec =
        waves::directional_spectrum(std::move(frequency), std::move(direction), density, !wec_sim);
    if (!wec_sim) warn_of_cut_sector(spec, wave.source.of("file"), c_.diagnostics);
    spec.seed = seed_of(wave.random);
    spec.source = wave.source;
    return spec;
  }
  waves::WaveSpec operator()(const model::ImportedElevation& wave) const {
    const MatrixX table = model::read_table_file(wave.file, 2, 2, wave.source.of("file"), c_.model.containment);
    waves::ImportedElevation spec;
    spec.time = column(table, 0);
    spec.elevation = column(table, 1);
    spec.direction = wave.direction;
    spec.route = wave.method;
    spec.source = wave.source;
    return spec;
  }

 private:
  const Case& c_;
};

/// The stream of a sea: its own, else that of the case.
struct StreamOf {
  const model::Choices& choices;
  template <class Wave>
  waves::RandomStream operator()(const Wave& wave) const {
    if constexpr (std::is_same_v<Wave, model::IrregularWave> || std::is_same_v<Wave, model::ImportedSpectrum> ||
                  std::is_same_v<Wave, model::DirectionalSpectrum>)
      return model::stream_of(wave.random, choices);
    else
      return choices.random_stream;
  }
};

waves::Current current_of(const std::optional<model::Current>& given) {
  waves::Current current;
  if (!given) return current;
  current.origin = given->source.origin;
  switch (given->profile) {
    case model::CurrentProfile::uniform:
      current.law = waves::UniformCurrent{given->speed, given->direction};
      break;
    case model::CurrentProfile::power_law:
      current.law = waves::PowerLawCurrent{given->speed, given->direction, given->depth.value_or(0.0)};
      break;
    case model::CurrentProfile::linear:
      current.law = waves::LinearCurrent{given->speed, given->direction, given->depth.value_or(0.0)};
      break;
    case model::CurrentProfile::table: {
      waves::CurrentProfile profile;  // ours goes upwards in z, theirs downwards in depth
      for (std::size_t i = given->z.size(); i-- > 0;) {
        profile.depth.push_back(-given->z[i]);
        profile.speed.push_back(given->speeds[i]);
        profile.direction.push_back(given->direction);
      }
      current.law = profile;
      break;
    }
  }
  return current;
}

/// All hydro data of the case must know the directions and frequencies of its waves.
void check_sea(const Case& c, const Hydro& hydro, const waves::SeaState& sea) {
  std::vector<const hydro::HydroData*> files;
  const auto add = [&](const hydro::HydroData* data) {
    if (data != nullptr && std::find(files.begin(), files.end(), data) == files.end()) files.push_back(data);
  };
  for (const auto& ref : hydro.of) add(ref.data.get());
  for (const auto& entry : hydro.sets) {
    for (const CoupledBodies& set : entry.second) add(set.refs.front().data.get());
  }
  const waves::WaveComponents& components = sea.components();
  std::set<std::string> reported;  // a file of several bodies, a direction of many frequencies: once
  const auto check = [&](const auto& part) {
    try {
      part();
    } catch (const InputError& error) {
      for (const Diagnostic& diagnostic : error.diagnostics()) {
        if (reported.insert(diagnostic.text()).second) c.diagnostics.add(diagnostic);
      }
    }
  };
  const auto count = static_cast<int>(std::min(sea.systems().size(), c.model.waves.size()));
  for (const hydro::HydroData* data : files) {
    for (int system = 0; system < count; ++system) {  // one of a sea's directions is enough to say
      const Source& source = model::source_of(c.model.waves[static_cast<std::size_t>(system)]);
      check([&] {
        for (Eigen::Index i = 0; i < components.direction.size(); ++i) {
          if (components.system[i] == system)
            hydro::check_direction(*data, components.direction[i], source.of("direction"));
        }
      });
    }
    if (c.model.hydrodynamics.extrapolate) {
      if (components.size() > 0 && !data->omega.empty() &&
          (components.omega.minCoeff() < data->omega.front() || components.omega.maxCoeff() > data->omega.back()))
        c.uses(c.model.hydrodynamics.extrapolate);
      continue;
    }
    for (const waves::WaveSystem& system : sea.systems()) {
      if (system.record || system.count == 0) continue;  // what a record holds beyond the data acts on nothing
      const auto omega = components.omega.segment(system.first, system.count);
      for (const double end : {omega.minCoeff(), omega.maxCoeff()})
        check([&] {
          hydro::check_frequency_range(
              *data, end, c.model.waves.empty() ? Origin{} : model::source_of(c.model.waves.front()).origin);
        });
    }
  }
}

/// Seas that are not what their keys say: of another height, one wave twice, a record with a datum.
void warn_of_other_seas(const Case& c, const std::vector<waves::WaveSpec>& specs, const waves::SeaState& sea) {
  const std::vector<waves::WaveSystem>& systems = sea.systems();
  const std::size_t count = std::min({specs.size(), systems.size(), c.model.waves.size()});
  for (std::size_t i = 0; i < count; ++i) {
    const Source& source = model::source_of(c.model.waves[i]);
    if (const auto* spec = std::get_if<waves::IrregularWave>(&specs[i])) {
      constexpr double kFar = 0.05;  // some ten per cent of its power
      const double got = systems[i].significant_height;
      if (std::abs(got - spec->significant_height) > kFar * spec->significant_height)
        c.diagnostics.warning(
            "other-height", source.of("significant_height"),
            fmt::format("the components of this sea have a significant height of {:.3g} m, and {:.3g} "
                        "m are asked for: its bins are too few, or miss a part of the spectrum",
                        got, spec->significant_height),
            "give more bins (bins.count), a wider bins.range, or bins.method: default, which keeps the energy");
    }
    if (const auto* record = std::get_if<waves::ImportedElevation>(&specs[i]); record && !record->elevation.empty()) {
      const Eigen::Map<const VectorX> eta(record->elevation.data(),
                                          static_cast<Eigen::Index>(record->elevation.size()));
      const double mean = eta.mean(), deviation = std::sqrt((eta.array() - mean).square().mean());
      if (std::abs(mean) > deviation && deviation > 0.0)
        c.diagnostics.warning("record-datum", source.of("file"),
                              fmt::format("the elevations of the record lie about {:.4g} m, with a deviation of {:.3g} "
                                          "m: heights above the still-water level are expected",
                                          mean, deviation),
                              "subtract the level from the record, as a gauge's datum or the tide");
    }
    for (std::size_t j = 0; j < i; ++j) {
      const auto *one = std::get_if<waves::RegularWave>(&specs[j]), *two = std::get_if<waves::RegularWave>(&specs[i]);
      if (one == nullptr || two == nullptr || one->period != two->period || one->direction != two->direction ||
          !(one->height * two->height > 0.0))
        continue;
      c.diagnostics.warning("same-wave", source.of("period"),
                            fmt::format("seas {} and {} are one regular wave of {:g} s: their amplitudes add, by their "
                                        "phases, and the wave power that results and capture width name does not",
                                        j + 1, i + 1, two->period),
                            "give one wave with the sum of the heights, or other periods");
    }
  }
}

/// Water of another depth, gravity or density than that of the data of any body and set.
void warn_of_other_water(const Case& c, const Hydro& hydro, const std::optional<double>& depth) {
  constexpr double kOtherGravity = 0.005;  // 9.8 and 9.81 differ by 0.001
  constexpr double kOtherWater = 0.005;    // fresh and sea water differ by 0.025
  const model::Environment& water = c.model.environment;
  const auto text = [](const std::optional<double>& d, const char* infinite) {
    return d ? fmt::format("{:g} m", *d) : std::string(infinite);
  };
  for (const auto& [name, file] : hydro.files) {
    if (!file) continue;
    if (file->water_depth != depth)
      c.diagnostics.warning(
          "other-depth", water.source.of("depth"),
          fmt::format("{} is {} but the BEM data of {} were computed for {}",
                      water.depth ? "environment.depth" : "the water depth, the least of the hydro data,",
                      text(depth, "infinite"), name, text(file->water_depth, "infinite depth")));
    if (file->gravity && hydro::is_gravity(water.gravity) &&
        !(std::abs(*file->gravity - water.gravity) < kOtherGravity * water.gravity))
      c.diagnostics.warning(
          "other-gravity", water.source.of("gravity"),
          fmt::format("environment.gravity = {:g} m/s^2 but the BEM data of {} were computed for {:g}: their "
                      "frequencies belong to that",
                      water.gravity, name, *file->gravity),
          fmt::format("environment: {{gravity: {:g}}}, or data computed for this gravity", *file->gravity));
    if (file->density && hydro::is_liquid(*file->density) && !water.source.has("water_density") &&
        !(std::abs(*file->density - water.water_density) < kOtherWater * water.water_density))
      c.diagnostics.warning(
          "other-density", water.source.origin,
          fmt::format(
              "the water has the default density of {:g} kg/m^3, and the BEM data of {} were computed for {:g}: "
              "forces, buoyancy and power are in proportion to it",
              water.water_density, name, *file->density),
          fmt::format("environment: {{water_density: {:g}}}, or the default by name", *file->density));
  }
}

/// Water, range of frequencies, ramp, current and rules of the case and its data.
waves::SeaSettings settings_of(const Case& c, const Hydro& hydro) {
  const model::Model& model = c.model;
  waves::SeaSettings settings;
  settings.water.density = model.environment.water_density;
  settings.water.gravity = model.environment.gravity;

  // For regular waves check_sea names the file that lacks the frequency.
  const bool regular = std::all_of(model.waves.begin(), model.waves.end(), [](const model::Wave& wave) {
    return std::holds_alternative<model::RegularWave>(wave);
  });
  // Whatever the bodies and files are called: the least depth, and the frequencies that all data have in common.
  for (const auto& [name, file] : hydro.files) {
    if (!file) continue;
    const double depth = file->water_depth.value_or(HUGE_VAL);
    if (std::isfinite(depth) && depth < settings.water.depth.value_or(HUGE_VAL)) settings.water.depth = depth;
    if (file->omega.empty()) continue;
    const double low = file->omega.front(), high = file->omega.back();
    if (!settings.range) settings.range = waves::FrequencyRange{low, high, model.hydrodynamics.extrapolate};
    waves::FrequencyRange& range = *settings.range;
    const bool all = range.extrapolate || regular;  // else what each of them has
    range.omega_min = all ? std::min(range.omega_min, low) : std::max(range.omega_min, low);
    range.omega_max = all ? std::max(range.omega_max, high) : std::min(range.omega_max, high);
  }
  if (settings.range && !(settings.range->omega_min < settings.range->omega_max) && hydro.files.size() > 1) {
    code::refuse(c.diagnostics, "contradiction", model.hydrodynamics.source.origin,
                 fmt::format("the hydro data of {} files have no range of frequencies in common", hydro.files.size()),
                 "compute them over the same frequencies, or set hydrodynamics.extrapolate: true");
    settings.range.reset();
  }
  if (model.environment.depth) {
    const double depth = *model.environment.depth;
    settings.water.depth = std::isfinite(depth) ? std::optional<double>(depth) : std::nullopt;
  }
  warn_of_other_water(c, hydro, settings.water.depth);
  settings.ramp = waves::Ramp{model.simulation.ramp};
  settings.current = current_of(model.environment.current);

  settings.choices = c.wec_sim() ? waves::wec_sim_choices(c.choices.random_stream) : waves::WaveChoices{};
  settings.choices.bins = c.choices.bins;
  settings.choices.stream = c.choices.random_stream;
  settings.choices.wavenumber_by_sweeps = c.choices.dispersion == model::Dispersion::hundred_sweeps;
  if (model.environment.wheeler_stretching) settings.choices.stretching = waves::Stretching::wheeler;
  return settings;
}

/// Records beside other seas, and records that end before the run does.
void check_records(const Case& c, const std::vector<waves::WaveSpec>& specs) {
  const model::Model& model = c.model;
  for (const model::Wave& wave : model.waves) {
    const auto* record = std::get_if<model::ImportedElevation>(&wave);
    if (record == nullptr || record->method != model::ElevationRoute::excitation_kernel || model.waves.size() == 1)
      continue;
    code::refuse(c.diagnostics, "contradiction", record->source.of("method"),
                 "waves.method = excitation-kernel allows no other seas: the record is the whole sea",
                 "write method: components, or remove the other seas");
  }
  for (const waves::WaveSpec& spec : specs) {
    const auto* record = std::get_if<waves::ImportedElevation>(&spec);
    const double end = model.simulation.start + model.simulation.duration;
    if (record == nullptr || record->time.empty()) continue;
    if (record->time.front() <= model.simulation.start + 1e-9 && record->time.back() >= end - 1e-9 * std::abs(end))
      continue;
    c.diagnostics.warning(
        "short-record", record->source.of("file"),
        fmt::format("the record lasts from {:g} to {:g} s and the run from {:g} to {:g} s: beyond its ends {}",
                    record->time.front(), record->time.back(), model.simulation.start, end,
                    record->route == waves::ElevationRoute::components ? "it is repeated" : "its end values are held"));
  }
}

}  // namespace

std::shared_ptr<waves::SeaState> make_sea(const Case& c, const Hydro& hydro) {
  const model::Model& model = c.model;
  const waves::SeaSettings settings = settings_of(c, hydro);
  std::vector<waves::RandomStream> streams;
  for (const model::Wave& wave : model.waves) streams.push_back(std::visit(StreamOf{c.choices}, wave));

  std::vector<waves::WaveSpec> specs;
  bool complete = true;
  for (const model::Wave& wave : model.waves) {
    complete = collect(c.diagnostics, [&] { specs.push_back(std::visit(SpecMaker(c), wave)); }) && complete;
  }
  check_records(c, specs);
  if (specs.empty()) {
    specs.emplace_back(waves::StillWater{});
    streams.push_back(settings.choices.stream);
  }
  std::shared_ptr<waves::SeaState> sea;
  if (!complete) return sea;
  if (collect(c.diagnostics,
              [&] { sea = std::make_shared<waves::SeaState>(waves::make_sea_state(specs, settings, streams)); })) {
    for (const Diagnostic& warning : sea->warnings()) c.diagnostics.add(warning);
    warn_of_other_seas(c, specs, *sea);
    check_sea(c, hydro, *sea);
  }
  return sea;
}

void use_waves(const Case& c, const Sea& sea) {
  const model::Environment& e = c.model.environment;
  for (const model::Wave& wave : c.model.waves) {
    if (std::holds_alternative<model::StillWater>(wave)) continue;
    c.uses(wave);
  }
  if (sea->components().size() == 0) return;
  c.uses(e.water_density, e.depth);
  if (sea->depth()) c.uses(e.dispersion);
}

void use_current(const Case& c) {
  const auto& current = c.model.environment.current;
  if (!current) return;
  c.uses(current);
  if (current->profile != model::CurrentProfile::table) c.used.except(current->speeds);
  if (current->profile == model::CurrentProfile::table) c.used.except(current->speed);
  if (current->profile == model::CurrentProfile::table || current->profile == model::CurrentProfile::uniform)
    c.used.except(current->depth);
}

void use_flow(const Case& c, const Sea& sea) {
  use_waves(c, sea);
  use_current(c);
  if (sea->components().size() > 0) c.uses(c.model.environment.wheeler_stretching);
}

double coefficient_frequency(const Case& c, const Sea& sea, const model::Body& body) {
  for (const model::Wave& wave : c.model.waves) {
    if (std::holds_alternative<model::StillWater>(wave)) c.uses(wave);
  }
  for (const waves::WaveSystem& system : sea->systems()) {
    if (system.kind == waves::SeaKind::regular) return system.peak_omega;
    if (system.still_period) return 2.0 * kPi / *system.still_period;
  }
  for (const waves::WaveSystem& system : sea->systems()) {
    if (system.kind == waves::SeaKind::still) continue;
    c.diagnostics.warning(
        "constant-in-irregular", body.source.of("radiation"),
        fmt::format(
            "bodies.{}.radiation = constant in an irregular sea takes the coefficients at the peak period of {:.4g} s; "
            "radiation: convolution holds for every frequency",
            body.name, 2.0 * kPi / system.peak_omega));
    return system.peak_omega;
  }
  throw InputError(body.source.of("radiation"),
                   fmt::format("bodies.{}.radiation = constant needs a frequency, but still water has none", body.name),
                   "give the waves a period (waves: {type: none, period: 8}) or use radiation: convolution");
}

}  // namespace swell::assembly
