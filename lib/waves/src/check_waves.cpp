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

  void operator()(const StillWater& w) {
    if (w.period) above_zero(w.source, "period", *w.period, "s");
  }

  void operator()(const RegularWave& w) {
    above_zero(w.source, "height", w.height, "m");
    if (!above_zero(w.source, "period", w.period, "s")) return;
    direction(w.source, "direction", w.direction);
    finite(w.source, "phase", w.phase, "rad");
    const double omega = 2.0 * kPi / w.period;
    if (settings_.range && !settings_.range->extrapolate) {
      const FrequencyRange& r = *settings_.range;
      // A period written with a few digits may miss the end of the range by its own rounding.
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
    if (!(settings_.water.gravity > 0.0) || (settings_.water.depth && !(*settings_.water.depth > 0.0))) return;
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
    const bool height = above_zero(w.source, "significant_height", w.significant_height, "m");
    const bool period = above_zero(w.source, "peak_period", w.peak_period, "s");
    directions(w.source, w.directions);
    if (w.phase.empty()) seed(w.source, w.seed);
    phases(w);
    count(w.source, w.count, w.bins.value_or(settings_.choices.bins) == BinMethod::wec_sim_traditional ? 2 : 1);
    if (w.spectrum == SpectrumShape::jonswap && w.gamma) {
      if (!(*w.gamma >= 1.0 && std::isfinite(*w.gamma))) {
        diagnostics_.error(w.source.of("gamma"), fmt::format("waves.gamma = {} must be at least 1", *w.gamma),
                           "3.3 is customary; auto takes it from Tp/sqrt(Hs)", fmt::format("{}", *w.gamma), ">= 1");
      } else if (*w.gamma > 10.0) {
        diagnostics_.warning("odd-gamma", w.source.of("gamma"),
                             fmt::format("waves.gamma = {} is above the usual 1 to 7", *w.gamma));
      }
    }
    if (w.bins == BinMethod::as_given) {
      diagnostics_.error(w.source.of("bins"), "waves.bins = as-given needs an imported spectrum",
                         "choose another kind of bins");
    }
    narrowing(w);
    if (height && period && settings_.water.gravity > 0.0) {
      const double steepness =
          2.0 * kPi * w.significant_height / (settings_.water.gravity * w.peak_period * w.peak_period);
      if (steepness > 1.0 / 15.0) {  // DNV-RP-C205, 3.5.5
        diagnostics_.warning("steep-sea", w.source.origin,
                             fmt::format("waves: 2 pi Hs/(g Tp^2) = {:.3g} is above 1/15, the steepest sea "
                                         "that is observed",
                                         steepness),
                             "were height and period meant?");
      }
    }
  }

  void operator()(const ImportedSpectrum& w) {
    table(w.source.of("file"), w.frequency, w.spectrum);
    if (!w.phase.empty() && w.phase.size() != w.frequency.size()) {
      diagnostics_.error(w.source.of("file"),
                         fmt::format("the spectrum has {} frequencies and {} phases; they must be as many",
                                     w.frequency.size(), w.phase.size()));
    }
    for (std::size_t i = 0; i < w.phase.size(); ++i) finite(w.source, fmt::format("phase[{}]", i), w.phase[i], "rad");
    directions(w.source, w.directions);
    if (!w.phase.empty() && discretised_count(w.directions) > 1) {
      diagnostics_.error(w.source.of("file"), "a spectrum with given phases can have one direction only",
                         "leave the phases out, or use a full directional spectrum");
    }
    seed(w.source, w.seed);
    count(w.source, w.count, 1);
    const bool wec_sim_kind = w.bins == BinMethod::wec_sim_equal_energy || w.bins == BinMethod::wec_sim_traditional;
    if (wec_sim_kind) {
      diagnostics_.error(w.source.of("file"), "waves.bins of WEC-Sim's kinds do not apply to an imported spectrum",
                         "use conserving or as-given");
    }
  }

  void operator()(const FullDirectionalSpectrum& w) {
    table(w.source.of("file"), w.frequency, w.spectrum);
    seed(w.source, w.seed);
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
      direction(w.source, fmt::format("direction[{}]", i), w.direction[i]);
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
    direction(w.source, "direction", w.direction);
    finite(w.source, "x", w.x, "m");
    finite(w.source, "y", w.y, "m");
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
    const Source nowhere{};
    above_zero(nowhere, "water_density", water.density, "kg/m^3", "environment");
    above_zero(nowhere, "gravity", water.gravity, "m/s^2", "environment");
    if (water.depth) above_zero(nowhere, "depth", *water.depth, "m", "environment");
    if (!(settings_.ramp.duration >= 0.0) || !std::isfinite(settings_.ramp.duration)) {
      diagnostics_.error(nowhere.origin,
                         fmt::format("simulation.ramp = {} s must be 0 or more", settings_.ramp.duration));
    }
    if (settings_.range) {
      const FrequencyRange& r = *settings_.range;
      if (!(r.omega_min >= 0.0 && r.omega_max >= r.omega_min && std::isfinite(r.omega_max))) {
        diagnostics_.error(nowhere.origin, fmt::format("the frequency range {} to {} rad/s must ascend from 0 or more",
                                                       r.omega_min, r.omega_max));
      }
    }
    check(settings_.current, diagnostics_);
  }

 private:
  /// The place of "direction[3]" is that of "direction".
  static const Origin& key_of(const Source& source, const std::string& name) {
    return source.of(name.substr(0, name.find('[')));
  }

  bool above_zero(const Source& source, const std::string& name, double value, const char* unit,
                  const char* section = "waves") {
    if (value > 0.0 && std::isfinite(value)) return true;
    const std::string remedy = value < 0.0 ? fmt::format("did you mean {}?", -value) : std::string();
    diagnostics_.error(source.of(name), fmt::format("{}.{} = {} {} must be above 0", section, name, value, unit),
                       remedy, fmt::format("{}", value), fmt::format("> 0 {}", unit));
    return false;
  }

  void finite(const Source& source, const std::string& name, double value, const char* unit) {
    if (!std::isfinite(value)) {
      diagnostics_.error(key_of(source, name), fmt::format("waves.{} = {} {} must be a number", name, value, unit));
    }
  }

  void direction(const Source& source, const std::string& name, double value) {
    constexpr double kSlack = 1e-9;
    if (std::isfinite(value) && std::abs(value) <= 2.0 * kPi + kSlack) return;
    diagnostics_.error(key_of(source, name),
                       fmt::format("waves.{} = {:.6g} deg must lie within -360 and 360", name, value / kDegree), "",
                       fmt::format("{:.6g}", value / kDegree), "-360 to 360 deg");
  }

  void seed(const Source& source, const std::optional<std::uint32_t>& value) {
    if (value && *value == 0) {
      diagnostics_.error(source.of("seed"), "waves.seed = 0 must be at least 1",
                         "0 means 'different every time' in WEC-Sim; here every run can be repeated", "0", ">= 1");
    }
  }

  void count(const Source& source, const std::optional<std::size_t>& value, std::size_t least) {
    if (value && *value < least) {
      diagnostics_.error(source.of("bins.count"),
                         fmt::format("waves.bins.count = {} must be at least {}", *value, least));
    }
  }

  void phases(const IrregularWave& w) {
    if (w.phase.empty()) return;
    for (std::size_t i = 0; i < w.phase.size(); ++i) finite(w.source, fmt::format("phases[{}]", i), w.phase[i], "rad");
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

  void narrowing(const IrregularWave& w) {
    if (!w.omega_min && !w.omega_max) return;
    if (w.omega_min && !(*w.omega_min >= 0.0)) {
      diagnostics_.error(w.source.of("bins.range"),
                         fmt::format("waves.bins.range: {} rad/s must be 0 or more", *w.omega_min));
    }
    if (w.omega_min && w.omega_max && !(*w.omega_max > *w.omega_min)) {
      diagnostics_.error(w.source.of("bins.range"),
                         fmt::format("waves.bins.range = [{}, {}] rad/s must ascend", *w.omega_min, *w.omega_max));
    }
  }

  static std::size_t discretised_count(const Directions& d) {
    if (const auto* list = std::get_if<DirectionList>(&d)) return list->direction.size();
    return static_cast<std::size_t>(std::max(std::get<SpreadingFunction>(d).count, 0));
  }

  void directions(const Source& source, const Directions& d) {
    if (const auto* function = std::get_if<SpreadingFunction>(&d)) {
      direction(source, "spreading.direction", function->mean);
      above_zero(source, "spreading.parameter", function->parameter, "");
      if (function->count < 1) {
        diagnostics_.error(source.of("spread"),
                           fmt::format("waves.spreading.count = {} must be at least 1", function->count));
      }
      return;
    }
    const auto& list = std::get<DirectionList>(d);
    if (list.direction.empty() || list.direction.size() != list.share.size()) {
      diagnostics_.error(source.of("direction"),
                         fmt::format("waves.direction has {} entries and waves.spread {}; they must be as many",
                                     list.direction.size(), list.share.size()));
      return;
    }
    double sum = 0.0;
    for (std::size_t i = 0; i < list.share.size(); ++i) {
      direction(source, fmt::format("direction[{}]", i), list.direction[i]);
      if (!(list.share[i] >= 0.0 && list.share[i] <= 1.0)) {
        diagnostics_.error(source.of("spread"),
                           fmt::format("waves.spread[{}] = {} must lie within 0 and 1", i, list.share[i]));
      }
      sum += list.share[i];
    }
    if (std::abs(sum - 1.0) > 1e-6) {
      const std::string message = fmt::format("waves.spread sums to {:.6g}; the shares must sum to 1", sum);
      if (settings_.choices.single_summation) {
        diagnostics_.error(source.of("spread"), message, "divide each by the sum");
      } else {
        diagnostics_.warning("spread-sum", source.of("spread"), message,
                             "the sea has that part of the energy asked for");  // WEC-Sim goes on
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
