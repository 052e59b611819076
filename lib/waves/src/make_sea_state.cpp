#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "check_waves.h"
#include "fourier.h"
#include "swell/base/interpolation.h"
#include "swell/waves/directional_spectrum.h"
#include "swell/waves/dispersion.h"
#include "swell/waves/sea_state.h"
#include "swell/waves/streams.h"

namespace swell::waves {
namespace {

constexpr double kTwoPi = 2.0 * kPi;
constexpr std::size_t kDefaultCount = 500;
constexpr std::size_t kTraditionalCount = 1000;

struct Component {
  double omega, amplitude, phase, direction, d_omega, density;
};

// m0 of the whole spectrum, to find the share outside the range: up to a tail (f^-4 / 4 of the peak's) of 1e-9.
double whole_energy(const Spectrum& spectrum) {
  if (const auto* table = std::get_if<TabulatedSpectrum>(&spectrum)) {
    return moment(spectrum, 0, table->omega().front(), table->omega().back());
  }
  const auto& parametric = std::get<ParametricSpectrum>(spectrum);
  return moment(spectrum, 0, 0.0, 200.0 * parametric.peak_omega());
}

std::vector<double> steps_of(const std::vector<double>& time) {
  std::vector<double> steps(time.size());
  std::adjacent_difference(time.begin(), time.end(), steps.begin());
  steps.erase(steps.begin());
  return steps;
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<long>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

// Collects components, then converts them to arrays.
class SeaStateBuilder {
 public:
  SeaStateBuilder(const SeaSettings& settings, Diagnostics& diagnostics)
      : settings_(settings), choices_(settings.choices), stream_(settings.choices.stream), diagnostics_(diagnostics) {}

  void draw_from(RandomStream stream) { stream_ = stream; }

  void operator()(const StillWater& w) { begin(SeaKind::still).still_period = w.period; }

  void operator()(const RegularWave& w) {
    WaveSystem& system = begin(SeaKind::regular);
    const double omega = kTwoPi / w.period;
    system.directions = {w.direction};
    system.shares = {1.0};
    system.direction_fastest = true;
    system.peak_omega = omega;
    components_.push_back({omega, 0.5 * w.height, w.phase, w.direction, 0.0, 0.0});
  }

  void operator()(const IrregularWave& w) {
    const ParametricSpectrum spectrum(w.spectrum, w.significant_height, w.peak_period, w.gamma, choices_.normalisation);
    FrequencyRange range =
        settings_.range ? *settings_.range : FrequencyRange{0.25 * spectrum.peak_omega(), 6.0 * spectrum.peak_omega()};
    if (!narrow(w, range)) return;
    const double inside = moment(spectrum, 0, range.omega_min, range.omega_max);
    const double asked = w.significant_height * w.significant_height / 16.0;
    if (!covers(w.source.origin, inside / whole_energy(spectrum), range)) return;
    WaveSystem& system = begin(SeaKind::irregular);
    system.peak_omega = spectrum.peak_omega();
    const BinMethod method = w.bins.value_or(choices_.bins);
    const DirectionList list = discretise(w.directions);
    if (method == BinMethod::conserving) {
      // Energy outside the range is added to the components, so that the sea has the requested height.
      const double factor = choices_.normalisation == Normalisation::exact ? asked / inside : 1.0;
      add_conserving(system, spectrum, range, count_of(w, list, kDefaultCount), list, w.seed, factor, w.phase);
    } else if (method == BinMethod::wec_sim_traditional) {
      const auto bins =
          wec_sim_traditional_bins(spectrum, range.omega_min, range.omega_max, count_of(w, list, kTraditionalCount));
      add_grid(system, bins, list, phases_of(w, bins.omega.size() * list.direction.size()));
    } else {
      const auto bins =
          wec_sim_equal_energy_bins(spectrum, range.omega_min, range.omega_max, count_of(w, list, kDefaultCount));
      add_grid(system, bins, list, phases_of(w, bins.omega.size() * list.direction.size()));
    }
  }

  void operator()(const ImportedSpectrum& w) {
    std::vector<double> omega;
    std::vector<double> s;
    std::vector<double> phase;
    for (std::size_t i = 0; i < w.frequency.size(); ++i) {
      omega.push_back(kTwoPi * w.frequency[i]);
      s.push_back(w.spectrum[i] / kTwoPi);
    }
    const TabulatedSpectrum whole(omega, s);
    FrequencyRange range{omega.front(), omega.back()};
    const double all = whole_energy(whole);
    if (!(all > 0.0)) {
      diagnostics_.error(w.source.of("file"), "the spectrum has no energy: every density is 0");
      return;
    }
    if (settings_.range) {
      range.omega_min = std::max(range.omega_min, settings_.range->omega_min);
      range.omega_max = std::min(range.omega_max, settings_.range->omega_max);
      if (!covers(w.source.of("file"), moment(whole, 0, range.omega_min, range.omega_max) / all, range)) return;
    }
    BinMethod method =
        w.bins.value_or(choices_.bins == BinMethod::conserving ? BinMethod::conserving : BinMethod::as_given);
    if (!w.phase.empty()) method = BinMethod::as_given;
    const DirectionList list = discretise(w.directions);
    WaveSystem& system = begin(SeaKind::imported_spectrum);
    if (method == BinMethod::conserving) {
      if (range.omega_min == 0.0 && whole.density(0.0) > 0.0) {
        diagnostics_.error(w.source.of("file"), "the spectrum has energy at frequency 0, which no wave can carry",
                           "begin the table above 0 Hz");
        return;
      }
      add_conserving(system, whole, range, w.count.value_or(kDefaultCount), list, w.seed, 1.0, {});
      system.peak_omega = omega[static_cast<std::size_t>(std::max_element(s.begin(), s.end()) - s.begin())];
      return;
    }
    FrequencyBins bins;
    for (std::size_t i = 0; i < omega.size(); ++i) {
      if (omega[i] < range.omega_min || omega[i] > range.omega_max || omega[i] == 0.0) continue;
      bins.omega.push_back(omega[i]);
      bins.density.push_back(s[i]);
      if (!w.phase.empty()) phase.push_back(w.phase[i]);
    }
    bins.width = choices_.wec_sim_widths ? wec_sim_widths(bins.omega) : trapezoidal_widths(bins.omega);
    if (phase.empty()) phase = phases(w.seed, bins.omega.size() * list.direction.size());
    add_grid(system, bins, list, phase);
    system.peak_omega = peak_of(bins);
  }

  void operator()(const FullDirectionalSpectrum& w) {
    FrequencyBins bins;
    std::vector<Eigen::Index> rows;
    for (std::size_t i = 0; i < w.frequency.size(); ++i) {
      const double omega = kTwoPi * w.frequency[i];
      const bool inside =
          !settings_.range || (omega >= settings_.range->omega_min && omega <= settings_.range->omega_max);
      if (!inside || omega == 0.0) continue;
      bins.omega.push_back(omega);
      bins.density.push_back(w.spectrum[i] / kTwoPi);
      rows.push_back(static_cast<Eigen::Index>(i));
    }
    if (bins.omega.size() < 2) {
      diagnostics_.error(w.source.of("file"),
                         "the full directional spectrum has fewer than two frequencies above 0 Hz in range");
      return;
    }
    bins.width = choices_.wec_sim_widths ? wec_sim_widths(bins.omega) : trapezoidal_widths(bins.omega);
    const std::vector<double> width = direction_widths(w.direction);
    WaveSystem& system = begin(SeaKind::full_directional);
    system.directions = w.direction;
    system.shares.assign(w.direction.size(), 0.0);
    system.direction_fastest = !choices_.single_summation;
    system.peak_omega = peak_of(bins);
    const std::size_t n_directions = w.direction.size();
    const std::vector<double> phase = phases(w.seed, bins.omega.size() * n_directions);
    double worst = 0.0;
    for (std::size_t i = 0; i < bins.omega.size(); ++i) {
      double integral = 0.0;
      for (std::size_t j = 0; j < n_directions; ++j) integral += w.spread(rows[i], eigen_index(j)) * width[j];
      if (bins.density[i] > 0.0 && std::abs(integral - 1.0) > std::abs(worst)) worst = integral - 1.0;
      // By default every frequency keeps its energy despite quadrature errors; WEC-Sim does not correct them.
      const bool renormalise = !choices_.wec_sim_widths && integral > 0.0;
      std::vector<double> shares(n_directions);
      for (std::size_t j = 0; j < n_directions; ++j)
        shares[j] = w.spread(rows[i], eigen_index(j)) * width[j] / (renormalise ? integral : 1.0);
      const std::vector<double> omega = own_frequencies(bins, i, shares);
      for (std::size_t j = 0; j < n_directions; ++j) {
        add(bins, i, omega[j], shares[j], w.direction[j], phase[i * n_directions + j]);
        system.shares[j] += shares[j] * bins.density[i] * bins.width[i];
      }
    }
    double energy = 0.0;
    for (const double share : system.shares) energy += share;
    for (double& share : system.shares) share = energy > 0.0 ? share / energy : 0.0;
    if (std::abs(worst) > 0.01) {
      // By default the spectrum determines the energy; with WEC-Sim's choices its widths of directions do.
      diagnostics_.warning(
          "spread-sum", w.source.of("file"),
          fmt::format("the spread integrates over direction to {:.3g} at a frequency, and not to 1: {}", 1.0 + worst,
                      choices_.wec_sim_widths
                          ? "the sea has that many times the energy of the spectrum there, as WEC-Sim's has"
                          : "the sea keeps the energy of the spectrum at every frequency, and the shares of its "
                            "directions are divided by the integral"),
          "give directions all round, or of a sector at whose ends the density is 0");
    }
  }

  void operator()(const ImportedElevation& w) {
    WaveSystem& system = begin(SeaKind::imported_elevation);
    ElevationRecord record;
    record.time = w.time;
    record.elevation = w.elevation;
    record.direction = w.direction;
    record.x = w.x;
    record.y = w.y;
    record.route = w.route.value_or(choices_.elevation_route);
    if (!choices_.record_by_lines) record.join_by_splines();
    system.directions = {w.direction};
    system.shares = {1.0};
    system.direction_fastest = true;
    // Fourier components need a constant time step; other records are resampled to their mean step.
    const std::size_t n = w.time.size();
    const double step = (w.time.back() - w.time.front()) / static_cast<double>(n - 1);
    std::vector<double> samples(w.elevation);
    double unevenness = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      unevenness = std::max(unevenness, std::abs(w.time[i] - w.time.front() - step * static_cast<double>(i)) / step);
    }
    if (unevenness > 1e-3) {
      const std::vector<double> steps = steps_of(w.time);
      const auto widest = std::max_element(steps.begin(), steps.end());
      const double gap = *widest, after = w.time[static_cast<std::size_t>(widest - steps.begin())];
      diagnostics_.warning(
          "uneven-record", w.source.of("file"),
          fmt::format("the elevation's time step varies: it is {:g} s mostly and {:g} s after t = {:g} "
                      "s; its components come from {} at the mean step",
                      median(steps), gap, after,
                      choices_.record_by_lines ? "straight lines through its rows" : "a cubic spline through its rows"),
          "fill a gap with rows: a straight line joins its ends");
      for (std::size_t i = 0; i < n; ++i) samples[i] = record.at(w.time.front() + step * static_cast<double>(i));
    }
    const FourierSeries series = fourier_series(samples);
    record.mean = series.mean;
    double lost = 0.0;
    double all = 0.0;
    double largest = 0.0;
    for (std::size_t m = 0; m < series.amplitude.size(); ++m) {
      const double omega = kTwoPi * static_cast<double>(m + 1) / (step * static_cast<double>(n));
      const double energy = 0.5 * series.amplitude[m] * series.amplitude[m];
      all += energy;
      const bool outside =
          settings_.range && (omega < settings_.range->omega_min || omega > settings_.range->omega_max);
      if (outside) lost += energy;
      if (outside && w.only_in_range) continue;
      // The record was measured at (x, y), from its own first time on.
      const double travel = wavenumber_of(omega) * (w.x * std::cos(w.direction) + w.y * std::sin(w.direction));
      const double phase = std::remainder(series.phase[m] - omega * w.time.front() + travel, kTwoPi);
      components_.push_back({omega, series.amplitude[m], phase, w.direction, 0.0, 0.0});
      if (series.amplitude[m] > largest) {
        largest = series.amplitude[m];
        system.peak_omega = omega;
      }
    }
    constexpr double kWorthSaying = 1e-4;  // a hundredth of the standard deviation
    if (lost > kWorthSaying * all) {
      diagnostics_.warning(
          "energy-outside-data", w.source.of("file"),
          fmt::format("{:.2g} % of the elevation's energy ({:.2g} % of its standard deviation) lies outside the "
                      "hydrodynamic data, {:.4g} to {:.4g} rad/s: {}",
                      100.0 * lost / all, 100.0 * std::sqrt(lost / all), settings_.range->omega_min,
                      settings_.range->omega_max,
                      w.only_in_range ? "it is left out"
                                      : "the elevation keeps it, and above them it makes no force on the body"));
    }
    warn_of_coarse_rows(w, record, system.peak_omega);
    system.record = std::move(record);
  }

  void add_wave(std::size_t place, const WaveSpec& wave) {
    place_ = place;
    const std::size_t before = systems_.size();
    std::visit(*this, wave);
    if (systems_.size() == before) return;  // rejected, and reported
    WaveSystem& system = systems_.back();
    system.count = eigen_index(components_.size()) - system.first;
    double m0 = 0.0;
    for (Eigen::Index i = system.first; i < system.first + system.count; ++i) {
      const Component& c = components_[static_cast<std::size_t>(i)];
      m0 += 0.5 * c.amplitude * c.amplitude;
      system.power += regular_wave_power(c.amplitude, c.omega, settings_.water.depth, settings_.water.gravity,
                                         settings_.water.density);
    }
    system.significant_height = 4.0 * std::sqrt(m0);
  }

  SeaState finish() {
    SeaState sea;
    sea.water_ = settings_.water;
    sea.ramp_ = settings_.ramp;
    sea.current_ = settings_.current;
    sea.choices_ = choices_;
    sea.warnings_ = diagnostics_.warnings();
    const Eigen::Index n = eigen_index(components_.size());
    WaveComponents& c = sea.components_;
    for (Eigen::ArrayXd* a :
         {&c.omega, &c.wavenumber, &c.amplitude, &c.phase, &c.direction, &c.d_omega, &c.spectral_density, &sea.kx_,
          &sea.ky_, &sea.cos_, &sea.sin_, &sea.speed_, &sea.bottom_}) {
      a->resize(n);
    }
    c.system.resize(n);
    constexpr double kWecSimDeepDepth = 200.0;
    const bool wec_sim_law = choices_.depth_law == DepthLaw::wec_sim;
    sea.law_depth_ = settings_.water.depth.value_or(wec_sim_law ? kWecSimDeepDepth : 0.0);
    for (Eigen::Index i = 0; i < n; ++i) {
      const Component& from = components_[static_cast<std::size_t>(i)];
      const double k = wavenumber_of(from.omega);
      c.omega[i] = from.omega;
      c.wavenumber[i] = k;
      c.amplitude[i] = from.amplitude;
      c.phase[i] = from.phase;
      c.direction[i] = from.direction;
      c.d_omega[i] = from.d_omega;
      c.spectral_density[i] = from.density;
      sea.cos_[i] = std::cos(from.direction);
      sea.sin_[i] = std::sin(from.direction);
      sea.kx_[i] = k * sea.cos_[i];
      sea.ky_[i] = k * sea.sin_[i];
      sea.speed_[i] = from.amplitude * settings_.water.gravity * k / from.omega;
      const bool finite = wec_sim_law ? k * sea.law_depth_ <= kPi : settings_.water.depth.has_value();
      sea.bottom_[i] = finite ? std::exp(-2.0 * k * sea.law_depth_) : 0.0;
    }
    for (std::size_t s = 0; s < systems_.size(); ++s) {
      const WaveSystem& system = systems_[s];
      c.system.segment(system.first, system.count) = static_cast<int>(s);
      if (!system.record) continue;
      sea.still_level_ += system.record->mean;
      sea.raw_records_ = sea.raw_records_ || system.record->route == ElevationRoute::excitation_kernel;
    }
    sea.systems_ = std::move(systems_);
    return sea;
  }

 private:
  static Eigen::Index eigen_index(std::size_t i) { return static_cast<Eigen::Index>(i); }

  WaveSystem& begin(SeaKind kind) {
    systems_.emplace_back();
    systems_.back().kind = kind;
    systems_.back().first = eigen_index(components_.size());
    return systems_.back();
  }

  double wavenumber_of(double omega) const {
    const WaterProperties& water = settings_.water;
    return choices_.wavenumber_by_sweeps ? wavenumber_wec_sim(omega, water.depth, water.gravity)
                                         : wavenumber(omega, water.depth, water.gravity);
  }

  /// The sea's own frequency limits; beyond the hydrodynamic data only if extrapolation is requested.
  bool narrow(const IrregularWave& w, FrequencyRange& range) {
    const double lowest = w.omega_min.value_or(range.omega_min), highest = w.omega_max.value_or(range.omega_max);
    // Limits with few digits may miss the ends of the data by their rounding.
    constexpr double kSlack = 1e-7;
    const bool inside =
        lowest >= range.omega_min * (1.0 - kSlack) && highest <= range.omega_max * (1.0 + kSlack) && lowest < highest;
    if (settings_.range && settings_.range->omega_min == settings_.range->omega_max) {
      diagnostics_.error(w.source.origin,
                         fmt::format("the hydrodynamic data hold one frequency, {:.6g} rad/s, and an irregular sea has "
                                     "many",
                                     settings_.range->omega_min),
                         "run the BEM code at more frequencies");
      return false;
    }
    if (settings_.range && !settings_.range->extrapolate && !inside) {
      diagnostics_.error(
          w.source.of("bins.range"),
          fmt::format("waves.bins.range = [{:.6g}, {:.6g}] rad/s lies outside the hydrodynamic data, {:.6g} to {:.6g} "
                      "rad/s",
                      lowest, highest, range.omega_min, range.omega_max),
          "choose limits inside, or set hydrodynamics.extrapolate: true",
          fmt::format("[{:.6g}, {:.6g}]", lowest, highest));
      return false;
    }
    range.omega_min = lowest;
    range.omega_max = highest;
    return true;
  }

  /// Components represent every wave of at least two rows; joined rows lose amplitude of waves with few rows.
  void warn_of_coarse_rows(const ImportedElevation& w, const ElevationRecord& record, double peak_omega) {
    if (record.route != ElevationRoute::excitation_kernel || !(peak_omega > 0.0)) return;
    constexpr double kRows = 4.0;  // a spline then keeps 98.6 % of the amplitude
    const double x = std::min(peak_omega * median(steps_of(record.time)), kPi);
    if (!(x * kRows > kTwoPi * (1.0 + 1e-9))) return;
    diagnostics_.warning(
        "coarse-record", w.source.of("file"),
        fmt::format("the record has {:.2g} rows in its peak period of {:.3g} s, and {} that joins them keeps {:.2g} of "
                    "the amplitude there: the excitation lacks the rest",
                    kTwoPi / x, kTwoPi / peak_omega, choices_.record_by_lines ? "a straight line" : "a cubic spline",
                    choices_.record_by_lines ? line_response(x) : spline_response(x)),
        "give at least four rows in a wave, or method: components, which keeps waves of two rows");
  }

  bool covers(const Origin& origin, double share, const FrequencyRange& range) {
    const std::string message =
        fmt::format("the frequency range {:.4g} to {:.4g} rad/s holds {:.3g} % of the sea's energy", range.omega_min,
                    range.omega_max, 100.0 * share);
    if (!(share >= 0.5)) {
      diagnostics_.error(origin, message + "; it must hold at least half", "compute the hydrodynamics for this sea");
      return false;
    }
    if (share < 0.99) diagnostics_.warning("energy-outside-data", origin, message);
    return true;
  }

  std::uint32_t seed_of(const std::optional<std::uint32_t>& seed) const {
    return seed.value_or(static_cast<std::uint32_t>(place_ + 1));
  }

  std::vector<double> phases(const std::optional<std::uint32_t>& seed, std::size_t count) const {
    std::vector<double> numbers = uniform_numbers(stream_, seed_of(seed), count);
    for (double& u : numbers) u *= kTwoPi;
    return numbers;
  }

  /// Number of frequencies: as requested, or from the given phases.
  static std::size_t count_of(const IrregularWave& w, const DirectionList& list, std::size_t otherwise) {
    if (!w.phase.empty()) otherwise = std::max<std::size_t>(1, w.phase.size() / list.direction.size());
    return w.count.value_or(otherwise);
  }

  std::vector<double> phases_of(const IrregularWave& w, std::size_t count) const {
    return w.phase.empty() ? phases(w.seed, count) : w.phase;
  }

  void add(const FrequencyBins& bins, std::size_t i, double omega, double share, double direction, double phase) {
    const double density = bins.density[i] * share;
    components_.push_back({omega, std::sqrt(2.0 * density * bins.width[i]), phase, direction, bins.width[i], density});
  }

  /// Frequency of each direction in a bin. Waves of one frequency and several directions form a stationary pattern
  /// (double summation is not ergodic [Jefferys1987], [MilesFunke1989]). Each direction therefore has its own part of
  /// the bin, as wide as its share, with its frequency in the middle. Bins meet halfway between their frequencies; the
  /// order of directions alternates.
  std::vector<double> own_frequencies(const FrequencyBins& bins, std::size_t i,
                                      const std::vector<double>& shares) const {
    const std::size_t n = shares.size();
    double total = 0.0;
    for (const double share : shares) total += share;
    if (!choices_.single_summation || n == 1 || !(total > 0.0)) return std::vector<double>(n, bins.omega[i]);
    const double low = i == 0 ? bins.omega[i] : 0.5 * (bins.omega[i - 1] + bins.omega[i]);
    const double high = i + 1 == bins.omega.size() ? bins.omega[i] : 0.5 * (bins.omega[i] + bins.omega[i + 1]);
    std::vector<double> omega(n);
    double below = 0.0;
    for (std::size_t k = 0; k < n; ++k) {
      const std::size_t j = i % 2 == 0 ? k : n - 1 - k;
      omega[j] = low + (high - low) * (below + 0.5 * shares[j]) / total;
      below += shares[j];
    }
    return omega;
  }

  // Adds every bin in every direction.
  void add_grid(WaveSystem& system, const FrequencyBins& bins, const DirectionList& list,
                const std::vector<double>& phase) {
    system.directions = list.direction;
    system.shares = list.share;
    const std::size_t n = list.direction.size();
    system.direction_fastest = !choices_.single_summation || n == 1;
    for (std::size_t i = 0; i < bins.omega.size(); ++i) {
      const std::vector<double> omega = own_frequencies(bins, i, list.share);
      for (std::size_t j = 0; j < n; ++j) add(bins, i, omega[j], list.share[j], list.direction[j], phase[i * n + j]);
    }
  }

  void add_conserving(WaveSystem& system, const Spectrum& spectrum, const FrequencyRange& range, std::size_t count,
                      const DirectionList& list, const std::optional<std::uint32_t>& seed, double factor,
                      const std::vector<double>& given) {
    const std::size_t n = list.direction.size();
    const bool single = choices_.single_summation || n == 1;
    FrequencyBins bins = conserving_bins(spectrum, range.omega_min, range.omega_max, count,
                                         single ? list.share : std::vector<double>{1.0});
    for (double& s : bins.density) s *= factor;
    const std::vector<double> phase = given.empty() ? phases(seed, count * n) : given;
    if (!single) {
      add_grid(system, bins, list, phase);
      return;
    }
    system.directions = list.direction;
    system.shares = list.share;
    system.direction_fastest = n == 1;
    for (std::size_t i = 0; i < bins.omega.size(); ++i)
      add(bins, i, bins.omega[i], 1.0, list.direction[i % n], phase[i]);
  }

  static double peak_of(const FrequencyBins& bins) {
    const auto largest = std::max_element(bins.density.begin(), bins.density.end());
    return bins.omega[static_cast<std::size_t>(largest - bins.density.begin())];
  }

  // Trapezoidal widths, including the gap that closes a circle.
  std::vector<double> direction_widths(const std::vector<double>& direction) const {
    if (choices_.wec_sim_widths) return wec_sim_widths(direction);
    std::vector<double> widths = trapezoidal_widths(direction);
    const double gap = closing_gap(direction);
    if (gap > 0.0) {
      widths.front() += 0.5 * gap;
      widths.back() += 0.5 * gap;
    }
    return widths;
  }

  const SeaSettings& settings_;
  const WaveChoices& choices_;
  RandomStream stream_;  // of the present wave
  Diagnostics& diagnostics_;
  std::vector<Component> components_;
  std::vector<WaveSystem> systems_;
  std::size_t place_ = 0;  // in the list, of the present wave
};

SeaState make_sea_state(const std::vector<WaveSpec>& waves, const SeaSettings& settings) {
  return make_sea_state(waves, settings, std::vector<RandomStream>(waves.size(), settings.choices.stream));
}

SeaState make_sea_state(const std::vector<WaveSpec>& waves, const SeaSettings& settings,
                        const std::vector<RandomStream>& streams) {
  SWELL_EXPECT(streams.size() == waves.size());
  Diagnostics diagnostics;
  check_waves(waves, settings, diagnostics);
  diagnostics.throw_if_errors();
  SeaStateBuilder builder(settings, diagnostics);
  for (std::size_t i = 0; i < waves.size(); ++i) {
    builder.draw_from(streams[i]);
    builder.add_wave(i, waves[i]);
  }
  diagnostics.throw_if_errors();
  return builder.finish();
}

SeaState make_sea_state(const std::vector<WaveSpec>& waves, const WaterProperties& water, const FrequencyRange& range,
                        Ramp ramp, const Current& current, const WaveChoices& choices) {
  SeaSettings settings;
  settings.water = water;
  settings.range = range;
  settings.ramp = ramp;
  settings.current = current;
  settings.choices = choices;
  return make_sea_state(waves, settings);
}

}  // namespace swell::waves
