#include "check_waves.h"

#include <cmath>
#include <map>

#include <fmt/format.h>

#include "swell/waves/breaking.h"
#include "swell/waves/dispersion.h"

namespace swell::waves {
namespace {

class Checker {
 public:
  Checker(const SeaSettings& settings, Diagnostics& diagnostics) : settings_(settings), diagnostics_(diagnostics) {}

  void operator()(const StillWater&) {}

  void operator()(const RegularWave& w) {
    SWELL_EXPECT(w.height > 0.0 && w.period > 0.0 && is_direction(w.direction) && std::isfinite(w.phase));
    const double omega = 2.0 * kPi / w.period;
    if (settings_.range && !settings_.range->extrapolate) {
      const FrequencyRange& r = *settings_.range;
      // A period with few digits may miss the end of the range by its rounding.
      constexpr double kSlack = 1e-7;
      if (omega < r.omega_min * (1.0 - kSlack) || omega > r.omega_max * (1.0 + kSlack)) {
        diagnostics_.error(
            w.source.of(w.source.has("frequency") ? "frequency" : "period"),
            fmt::format("waves.period = {} s (omega {:.6g} rad/s) lies outside the hydrodynamic data, "
                        "{:.6g} to {:.6g} s (omega {:.6g} to {:.6g} rad/s)",
                        w.period, omega, 2.0 * kPi / r.omega_max,
                        r.omega_min > 0.0 ? 2.0 * kPi / r.omega_min : HUGE_VAL, r.omega_min, r.omega_max),
            "choose a period inside, or set hydrodynamics.extrapolate: true", fmt::format("{}", w.period));
      }
    }
    const double k = wavenumber(omega, settings_.water.depth, settings_.water.gravity);
    const double steepest = steepest_height(k, settings_.water.depth);
    if (w.height > steepest) {
      diagnostics_.warning("breaking-wave", w.source.of(w.source.has("amplitude") ? "amplitude" : "height"),
                           fmt::format("waves.height = {} m is above the breaking limit {:.3g} m of a wave of {} s",
                                       w.height, steepest, w.period),
                           "linear wave theory does not hold");
    }
  }

  void operator()(const IrregularWave& w) {
    SWELL_EXPECT(w.significant_height > 0.0 && w.peak_period > 0.0 && w.bins != BinMethod::as_given);
    SWELL_EXPECT(!w.gamma || *w.gamma >= 1.0);
    directions(w.source, w.directions);
    phases(w);
    if (w.count && *w.count < 2 && w.bins.value_or(settings_.choices.bins) == BinMethod::wec_sim_traditional)
      diagnostics_.error(w.source.of("bins.count"),
                         fmt::format("waves.bins.count = {} must be at least 2 for traditional bins", *w.count));
    if (w.spectrum == SpectrumShape::jonswap && w.gamma && *w.gamma > 10.0)
      diagnostics_.warning("odd-gamma", w.source.of("gamma"),
                           fmt::format("waves.gamma = {} is above the usual 1 to 7", *w.gamma));
    const double steepness =
        2.0 * kPi * w.significant_height / (settings_.water.gravity * w.peak_period * w.peak_period);
    if (steepness > 1.0 / 15.0) {  // DNV-RP-C205, 3.5.5
      diagnostics_.warning("steep-sea", w.source.origin,
                           fmt::format("waves: 2 pi Hs/(g Tp^2) = {:.3g} is above 1/15, the steepest sea "
                                       "that is observed",
                                       steepness),
                           "check height and period");
    }
  }

  void operator()(const ImportedSpectrum& w) {
    table(w.source.of("file"), w.frequency, w.spectrum);
    if (!w.phase.empty() && w.phase.size() != w.frequency.size()) {
      diagnostics_.error(w.source.of("file"),
                         fmt::format("the spectrum has {} frequencies and {} phases; they must be as many",
                                     w.frequency.size(), w.phase.size()));
    }
    directions(w.source, w.directions);
    if (!w.phase.empty() && discretised_count(w.directions) > 1) {
      diagnostics_.error(w.source.of("file"), "a spectrum with given phases can have one direction only",
                         "leave the phases out, or use a full directional spectrum");
    }
    SWELL_EXPECT(w.bins != BinMethod::wec_sim_equal_energy && w.bins != BinMethod::wec_sim_traditional);
  }

  void operator()(const FullDirectionalSpectrum& w) {
    table(w.source.of("file"), w.frequency, w.spectrum);
    const auto rows = static_cast<std::size_t>(w.spread.rows());
    const auto columns = static_cast<std::size_t>(w.spread.cols());
    if (rows != w.frequency.size() || columns != w.direction.size() || columns == 0) {
      diagnostics_.error(w.source.of("file"),
                         fmt::format("the spread is {} x {} for {} frequencies and {} directions; it must be "
                                     "frequencies x directions",
                                     rows, columns, w.frequency.size(), w.direction.size()),
                         "transpose it?");
      return;
    }
    if (columns < 2) {
      diagnostics_.error(w.source.of("file"), "a full directional spectrum has 1 direction; it needs at least 2",
                         "for one direction import the spectrum alone");
    }
    for (std::size_t i = 0; i < columns; ++i) {
      if (!is_direction(w.direction[i]))
        diagnostics_.error(
            w.source.of("file"),
            fmt::format("waves.direction[{}] = {:.6g} deg must lie within -360 and 360", i, w.direction[i] / kDegree));
      if (i > 0 && !(w.direction[i] > w.direction[i - 1])) {
        diagnostics_.error(w.source.of("file"),
                           fmt::format("waves.direction[{}] = {:.6g} deg must be above the one before it, {:.6g} deg",
                                       i, w.direction[i] / kDegree, w.direction[i - 1] / kDegree));
      }
    }
    if (!w.spread.allFinite() || (w.spread.array() < 0.0).any()) {
      diagnostics_.error(w.source.of("file"), "the spread holds a value that is negative or not a number");
    }
  }

  void operator()(const ImportedElevation& w) {
    if (w.time.size() != w.elevation.size() || w.time.size() < 2) {
      diagnostics_.error(w.source.of("file"),
                         w.time.size() == w.elevation.size()
                             ? fmt::format("the elevation has {} row{}; at least two are needed", w.time.size(),
                                           w.time.size() == 1 ? "" : "s")
                             : fmt::format("the elevation has {} times and {} values; they must be as many",
                                           w.time.size(), w.elevation.size()));
      return;
    }
    for (std::size_t i = 0; i < w.time.size(); ++i) {
      if (!std::isfinite(w.time[i]) || !std::isfinite(w.elevation[i])) {
        diagnostics_.error(w.source.of("file"), fmt::format("row {} of the elevation is not a number", i + 1));
        return;
      }
      if (i > 0 && !(w.time[i] > w.time[i - 1])) {
        diagnostics_.error(w.source.of("file"),
                           fmt::format("row {} of the elevation has time {} s after {} s; times must ascend", i + 1,
                                       w.time[i], w.time[i - 1]));
        return;
      }
    }
  }

  /// Two random seas with one seed have the same phases.
  void equal_seeds(const std::vector<WaveSpec>& waves) {
    std::map<std::uint32_t, std::size_t> first;
    for (std::size_t i = 0; i < waves.size(); ++i) {
      std::optional<std::uint32_t> given;
      bool random = false;
      if (const auto* sea = std::get_if<IrregularWave>(&waves[i])) {
        given = sea->seed;
        random = sea->phase.empty();
      } else if (const auto* table = std::get_if<ImportedSpectrum>(&waves[i])) {
        given = table->seed;
        random = table->phase.empty();
      } else if (const auto* grid = std::get_if<FullDirectionalSpectrum>(&waves[i])) {
        given = grid->seed;
        random = true;
      }
      if (!random) continue;
      const std::uint32_t value = given.value_or(static_cast<std::uint32_t>(i + 1));
      const auto [place, is_new] = first.emplace(value, i);
      if (!is_new) {
        const Origin origin = std::visit([](const auto& w) { return w.source.of("seed"); }, waves[i]);
        diagnostics_.warning(
            "repeated-seed", origin,
            fmt::format("waves[{}].seed = {} is that of waves[{}]: both draw the same phases", i, value, place->second),
            "give each sea its own seed");
      }
    }
  }

  void settings() {
    const WaterProperties& water = settings_.water;
    SWELL_EXPECT(water.density > 0.0 && water.gravity > 0.0 && (!water.depth || *water.depth > 0.0));
    SWELL_EXPECT(settings_.ramp.duration >= 0.0);
    SWELL_EXPECT(!settings_.range || settings_.range->omega_max >= settings_.range->omega_min);
    check(settings_.current, diagnostics_);
  }

 private:
  static bool is_direction(double value) { return std::abs(value) <= 2.0 * kPi + 1e-9; }

  void phases(const IrregularWave& w) {
    if (w.phase.empty()) return;
    const std::size_t directions = discretised_count(w.directions);
    const std::size_t wanted = w.count ? *w.count * directions : directions;
    if (directions > 0 && (w.count ? w.phase.size() != wanted : w.phase.size() % wanted != 0)) {
      diagnostics_.error(
          w.source.of("phases"),
          w.count ? fmt::format("waves.phases has {} entries, and {} frequencies in {} directions have {} components",
                                w.phase.size(), *w.count, directions, wanted)
                  : fmt::format("waves.phases has {} entries, which {} directions do not share evenly", w.phase.size(),
                                directions),
          "one phase per component, the direction running fastest");
    }
  }

  static std::size_t discretised_count(const Directions& d) {
    if (const auto* list = std::get_if<DirectionList>(&d)) return list->direction.size();
    return static_cast<std::size_t>(std::max(std::get<SpreadingFunction>(d).count, 0));
  }

  void directions(const Source& source, const Directions& d) {
    if (const auto* function = std::get_if<SpreadingFunction>(&d)) {
      SWELL_EXPECT(function->parameter > 0.0 && function->count >= 1 && is_direction(function->mean));
      return;
    }
    const auto& list = std::get<DirectionList>(d);
    SWELL_EXPECT(!list.direction.empty() && list.direction.size() == list.share.size());
    double sum = 0.0;
    for (const double share : list.share) sum += share;
    if (std::abs(sum - 1.0) > 1e-6) {
      const std::string message = fmt::format("waves.spread sums to {:.6g}; the shares must sum to 1", sum);
      if (settings_.choices.single_summation) {
        diagnostics_.error(source.of("spread"), message, "divide each by the sum");
      } else {
        diagnostics_.warning("spread-sum", source.of("spread"), message,
                             "the sea has that share of the energy");  // as in WEC-Sim
      }
    }
  }

  void table(const Origin& origin, const std::vector<double>& f, const std::vector<double>& s) {
    if (f.size() != s.size() || f.size() < 2) {
      diagnostics_.error(origin,
                         fmt::format("the spectrum has {} frequencies and {} densities; they must be as many, at "
                                     "least two",
                                     f.size(), s.size()));
      return;
    }
    for (std::size_t i = 0; i < f.size(); ++i) {
      if (!(f[i] >= 0.0) || !std::isfinite(f[i]) || (i > 0 && !(f[i] > f[i - 1]))) {
        diagnostics_.error(origin,
                           fmt::format("row {} of the spectrum has frequency {} Hz; frequencies must be 0 or more "
                                       "and ascend",
                                       i + 1, f[i]));
        return;
      }
      if (!(s[i] >= 0.0) || !std::isfinite(s[i])) {
        diagnostics_.error(
            origin, fmt::format("row {} of the spectrum has density {} m^2/Hz; it must be 0 or more", i + 1, s[i]));
        return;
      }
    }
    if (settings_.range) {
      std::size_t inside = 0;
      for (const double x : f) {
        const double omega = 2.0 * kPi * x;
        if (omega >= settings_.range->omega_min && omega <= settings_.range->omega_max) ++inside;
      }
      if (inside < 2) {
        diagnostics_.error(
            origin,
            fmt::format("the spectrum has {} rows within the hydrodynamic data, {:.6g} to {:.6g} Hz; "
                        "it needs at least two",
                        inside, settings_.range->omega_min / (2.0 * kPi), settings_.range->omega_max / (2.0 * kPi)),
            "is the first column in Hz?");
      }
    }
  }

  const SeaSettings& settings_;
  Diagnostics& diagnostics_;
};

}  // namespace

void check_waves(const std::vector<WaveSpec>& waves, const SeaSettings& settings, Diagnostics& diagnostics) {
  Checker checker(settings, diagnostics);
  checker.settings();
  for (const WaveSpec& wave : waves) std::visit(checker, wave);
  checker.equal_seeds(waves);
}

}  // namespace swell::waves
