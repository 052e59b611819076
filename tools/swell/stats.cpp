// swell stats: what a record says, from mean and deviation to fatigue.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <numeric>
#include <optional>

#include "commands.h"
#include "finite_number.h"
#include "json_report.h"
#include "recording.h"
#include "report.h"
#include "swell/analysis/extremes.h"
#include "swell/analysis/rainflow.h"
#include "swell/analysis/record_spectrum.h"
#include "swell/assembly/series.h"
#include "swell/base/vector.h"
#include "swell/figures/figure.h"
#include "swell/model/files.h"

namespace swell::command {
namespace {

struct StatsOptions {
  std::string file;
  std::vector<std::string> select;
  std::optional<double> from, to;
  double hours = 3.0;
  std::vector<double> slopes = {3.0, 5.0, 10.0};
  double frequency = 1.0;
  int segments = 0;  // 0: by the number of waves
  bool json = false, spectra = false, cycles = false, force = false;
  std::string figure;  // of the spectra; empty: none
};

/// What an engineer looks at first; --select names anything else.
const std::vector<std::string> kUsual = {"wave.elevation",     "bodies.*.position", "joints.*.position",
                                         "ptos.*.position",    "ptos.*.force",      "ptos.*.power",
                                         "moorings.*.tension", "moorings.*.force"};

struct Judged {
  analysis::Signal signal;
  analysis::Statistics statistics;
  analysis::ZeroCrossings crossings;
  analysis::Spectrum spectrum;
  analysis::SpectralMoments moments;
  analysis::Extreme up, down;
  std::vector<analysis::Cycle> cycles;
  std::vector<double> equivalent;  // by slope
  double scale = 1.0;              // from SI to `unit`
  std::string unit, name;
};

bool is_load(const std::string& units) { return units == "N" || units == "N m" || units == "Pa"; }

/// A mean below this part of the largest value is shown as 0.
constexpr double kZeroMean = 1e-7;

/// One unit for the whole row, by its largest number.
void choose_unit(Judged& j) {
  const double largest = std::max(std::abs(j.statistics.minimum), std::abs(j.statistics.maximum));
  j.unit = j.signal.units;
  if (j.unit == "rad") {
    j.unit = "deg";
    j.scale = 180.0 / kPi;
    return;
  }
  if (j.unit == "1" || j.unit.empty() || j.unit == "m") return;
  for (const auto& [factor, prefix] : {std::pair{1e9, "G"}, std::pair{1e6, "M"}, std::pair{1e3, "k"}}) {
    if (largest < factor) continue;
    j.scale = 1.0 / factor;
    j.unit = prefix + j.unit;
    return;
  }
}

Judged judge(const StatsOptions& options, const analysis::Recording& recording, const analysis::Signal& signal,
             double from, double to) {
  Judged j;
  j.signal = signal;
  j.name = signal.path.substr(1) + (signal.label.empty() ? "" : " " + signal.label);
  const analysis::Record record = analysis::part_of({recording.time, signal.values}, from, to);
  j.statistics = analysis::statistics_of(record);
  choose_unit(j);
  if (j.statistics.lost > 0.0) return j;  // gaps have no crossings, spectrum or cycles
  const std::vector<analysis::Wave> waves = analysis::waves_of(record);
  j.crossings = analysis::zero_crossings(waves);
  j.spectrum = analysis::welch(record, options.segments > 0 ? options.segments : analysis::segments_of(waves.size()));
  j.moments = analysis::moments_of(j.spectrum);
  j.up = analysis::extreme_of(record, waves, true, 3600.0 * options.hours);
  j.down = analysis::extreme_of(record, waves, false, 3600.0 * options.hours);
  if (is_load(signal.units)) {
    j.cycles = analysis::rainflow(record.value);
    const double time = record.time.size() > 1 ? record.time.back() - record.time.front() : 0.0;
    for (const double slope : options.slopes)
      j.equivalent.push_back(analysis::damage_equivalent(j.cycles, slope, options.frequency * time));
  }
  return j;
}

/// A product of two Gaussian records: Rayleigh's law is not that of its crests.
bool is_power(const std::string& name) { return name.size() >= 5 && name.compare(name.size() - 5, 5, "power") == 0; }

Json extreme_json(const analysis::Extreme& e, bool rayleigh) {
  return {{"count", e.count},
          {"observed", e.observed},
          {"rayleigh", rayleigh ? Json{{"scale", e.rayleigh}, {"expected", e.by_rayleigh}} : Json()},
          {"weibull", {{"scale", e.weibull.scale}, {"shape", e.weibull.shape}, {"expected", e.by_weibull}}},
          {"gumbel", e.blocks == 0 ? Json()
                                   : Json{{"location", e.gumbel.location},
                                          {"scale", e.gumbel.scale},
                                          {"blocks", e.blocks},
                                          {"most_probable", e.by_gumbel}}}};
}

Json judged_json(const StatsOptions& options, const Judged& j) {
  const analysis::Statistics& s = j.statistics;
  Json out = {{"path", j.signal.path},
              {"label", j.signal.label},
              {"units", j.signal.units},
              {"mean", s.mean},
              {"standard_deviation", s.standard_deviation},
              {"significant", s.significant},
              {"minimum", s.minimum},
              {"minimum_at", s.minimum_at},
              {"maximum", s.maximum},
              {"maximum_at", s.maximum_at},
              {"skewness", s.skewness},
              {"kurtosis", s.kurtosis}};
  if (s.lost > 0.0) {
    out["not_finite"] = s.lost;
    return out;
  }
  out["zero_crossings"] = {{"count", j.crossings.count},
                           {"mean_period", j.crossings.mean_period},
                           {"mean_height", j.crossings.mean_height},
                           {"third_height", j.crossings.third_height},
                           {"third_period", j.crossings.third_period},
                           {"tenth_height", j.crossings.tenth_height},
                           {"largest_height", j.crossings.largest_height}};
  const analysis::SpectralMoments& m = j.moments;
  out["spectrum"] = {{"segments", j.spectrum.segments},
                     {"m_minus_1", m.m_minus_1},
                     {"m0", m.m0},
                     {"m1", m.m1},
                     {"m2", m.m2},
                     {"m4", m.m4},
                     {"peak_period", m.peak_period},
                     {"energy_period", m.energy_period},
                     {"mean_period", m.mean_period},
                     {"zero_crossing_period", m.zero_crossing},
                     {"narrowness", m.narrowness},
                     {"bandwidth", m.bandwidth}};
  if (options.spectra) {
    out["spectrum"]["omega"] = j.spectrum.omega;
    out["spectrum"]["density"] = j.spectrum.density;
  }
  out["extremes"] = {{"hours", options.hours},
                     {"above", extreme_json(j.up, !is_power(j.name))},
                     {"below", extreme_json(j.down, !is_power(j.name))}};
  if (!j.equivalent.empty()) {
    Json list = Json::array();
    for (std::size_t i = 0; i < options.slopes.size(); ++i)
      list.push_back({{"slope", options.slopes[i]}, {"range", j.equivalent[i]}});
    out["fatigue"] = {{"frequency", options.frequency}, {"damage_equivalent", list}};
    double cycles = 0.0, largest = 0.0;
    for (const analysis::Cycle& c : j.cycles) {
      cycles += c.count;
      largest = std::max(largest, c.range);
    }
    out["fatigue"]["cycles"] = cycles;
    out["fatigue"]["largest_range"] = largest;
    if (options.cycles) {
      Json all = Json::array();
      for (const analysis::Cycle& c : j.cycles) all.push_back({c.range, c.mean, c.count});
      out["fatigue"]["list"] = all;
    }
  }
  return out;
}

void print(const StatsOptions& options, const std::vector<Judged>& all, double from, double to) {
  std::size_t width = 6;
  for (const Judged& j : all) width = std::max(width, j.name.size());
  put("{}: {:.6g} to {:.6g} s\n\n", options.file, from, to);
  put("{:<{}}  {:<5} {:>10} {:>10} {:>10} {:>10} {:>10}\n", "", width, "unit", "mean", "deviation", "least", "greatest",
      "signific.");
  for (const Judged& j : all) {
    const analysis::Statistics& s = j.statistics;
    put("{:<{}}  {:<5} {:>10.4g} {:>10.4g} {:>10.4g} {:>10.4g} {:>10.4g}{}\n", j.name, width, j.unit,
        std::abs(s.mean) < kZeroMean * std::max(-s.minimum, s.maximum) ? 0.0 : s.mean * j.scale,
        s.standard_deviation * j.scale, s.minimum * j.scale, s.maximum * j.scale, s.significant * j.scale,
        s.lost > 0.0 ? fmt::format("  {:.3g} % is not finite", 100.0 * s.lost) : "");
  }
  put("  significant: 4 standard deviations, crest to trough\n");

  put("\n{:<{}}  {:>6} {:>8} {:>8} {:>10} {:>10} {:>8} {:>8} {:>8} {:>6}\n", "up-crossings and spectrum", width,
      "waves", "Tz [s]", "T1/3", "H1/3", "largest", "Tp [s]", "Te [s]", "Tm [s]", "nu");
  for (const Judged& j : all) {
    if (j.crossings.count == 0) continue;
    put("{:<{}}  {:>6} {:>8.4g} {:>8.4g} {:>10.4g} {:>10.4g} {:>8.4g} {:>8.4g} {:>8.4g} {:>6.3f}\n", j.name, width,
        j.crossings.count, j.crossings.mean_period, j.crossings.third_period, j.crossings.third_height * j.scale,
        j.crossings.largest_height * j.scale, j.moments.peak_period, j.moments.energy_period, j.moments.mean_period,
        j.moments.narrowness);
  }
  put("\n{:<{}}  {:>10} {:>10} {:>10} {:>8} {:>10}   from the mean, in {:g} h\n", "extremes", width, "observed",
      "Rayleigh", "Weibull", "(shape)", "Gumbel", options.hours);
  for (const Judged& j : all) {
    for (const auto* e : {&j.up, &j.down}) {
      if (e->count < 2) continue;
      // Equal crests are no random ones: they have no distribution.
      const bool random = e->weibull.shape > 0.0 && e->weibull.shape < 50.0;
      const auto given = [&](bool there, double value) {
        return there ? fmt::format("{:.4g}", value) : std::string("-");
      };
      put("{:<{}}  {}{:>9.4g} {:>10} {:>10} {:>8} {:>10}\n", e == &j.up ? j.name : "", width, e == &j.up ? "+" : "-",
          e->observed * j.scale, given(random && !is_power(j.name), e->by_rayleigh * j.scale),
          given(random, e->by_weibull * j.scale), given(random, e->weibull.shape),
          given(random && e->blocks > 0, e->by_gumbel * j.scale));
    }
  }
  bool fatigue = false;
  for (const Judged& j : all) fatigue = fatigue || !j.equivalent.empty();
  if (!fatigue) return;
  put("\n{:<{}}  {:<5} {:>8} {:>10}", "fatigue by rainflow", width, "unit", "cycles", "largest");
  for (const double slope : options.slopes) put(" {:>10}", fmt::format("m = {:g}", slope));
  put("   damage-equivalent range at {:g} Hz\n", options.frequency);
  for (const Judged& j : all) {
    if (j.equivalent.empty()) continue;
    double cycles = 0.0, largest = 0.0;
    for (const analysis::Cycle& c : j.cycles) {
      cycles += c.count;
      largest = std::max(largest, c.range);
    }
    put("{:<{}}  {:<5} {:>8.6g} {:>10.4g}", j.name, width, j.unit, cycles, largest * j.scale);
    for (const double e : j.equivalent) put(" {:>10.4g}", e * j.scale);
    put("\n");
  }
}

/// Before anything is read.
void check_figure(const StatsOptions& options) {
  if (options.figure.empty()) return;
  figures::check_path(options.figure);
  model::check_output_file({"spectra", options.figure, "choose another with --figure", {}, {}},
                           {{options.file, options.file}});
  figures::check_path(options.figure, options.force);
}

void draw_spectra(const StatsOptions& options, const std::vector<Judged>& all) {
  constexpr std::size_t kMost = 24;
  figures::Figure figure;
  figure.title = std::filesystem::path(options.file).stem().string();
  std::size_t left_out = 0;
  for (const Judged& j : all) {
    const std::vector<double>&omega = j.spectrum.omega, &density = j.spectrum.density;
    const double whole = std::accumulate(density.begin(), density.end(), 0.0);
    if (!(whole > 0.0)) continue;
    if (figure.panels.size() == kMost) {
      ++left_out;
      continue;
    }
    // Beyond 99.99 % of the energy there is nothing to see.
    figures::Curve curve;
    double sum = 0.0;
    for (std::size_t i = 0; i < omega.size() && (sum < 0.9999 * whole || i < 8); ++i) {
      curve.x.push_back(omega[i]);
      curve.y.push_back(density[i] * j.scale * j.scale);
      sum += density[i];
    }
    figure.panels.push_back(
        {j.name, "frequency [rad/s]", fmt::format("spectrum [({})² s/rad]", j.unit), {std::move(curve)}});
  }
  if (figure.panels.empty())
    throw InputError(Origin{options.file, 0, 0, ""}, "no signal has a spectrum to draw",
                     "choose datasets with --select");
  if (left_out > 0) put(stderr, "warning: {} panels were left out; choose datasets with --select\n", left_out);
  if (figure.panels.size() > 4) {
    figure.columns = 2;
    figure.width = 1300;
  }
  figures::render(figure, options.figure);
  if (!options.json) put("Figure: {}\n", options.figure);
}

int stats(const StatsOptions& options) {
  check_figure(options);
  if (options.from && options.to && !(*options.from < *options.to))
    throw InputError({}, fmt::format("--from {:g} s is not before --to {:g} s", *options.from, *options.to));
  analysis::Recording recording;
  if (options.select.empty()) {
    const analysis::Recording whole = read_recording(options.file);
    recording = {whole.name, whole.time, {}};
    // A circuit or a system of FMUs alone has none of the usual but the sea: its components are shown.
    const auto is_of_device = [](const analysis::Signal& s) { return s.path.rfind("/wave/", 0) != 0; };
    for (const std::vector<std::string>& usual : {kUsual, std::vector<std::string>{"components.*"}}) {
      if (std::any_of(recording.signals.begin(), recording.signals.end(), is_of_device)) break;
      for (const analysis::Signal& s : whole.signals) {
        if (!assembly::selected(s.path, usual)) continue;
        const auto [low, high] = std::minmax_element(s.values.begin(), s.values.end());
        if (low != s.values.end() && *high - *low < 1e-9 && s.units != "N") continue;  // it does not move
        if (low != s.values.end() && *low == *high) continue;
        recording.signals.push_back(s);
      }
    }
  } else {
    recording = read_recording(options.file, options.select);
  }
  if (recording.time.size() < 2)
    throw InputError(Origin{options.file, 0, 0, "/time"}, "it has fewer than two rows", "run the case for longer");
  const double first = recording.time.front(), last = recording.time.back();
  double from = options.from.value_or(averages_from(options.file).value_or(first));
  const double to = options.to.value_or(last);
  if (!options.from && !(from < last)) from = first;  // the run ended in its ramp
  if (!(from < last) || !(to > first))
    throw InputError(Origin{options.file, 0, 0, ""},
                     fmt::format("no row lies in the time asked for: the results are of {:g} to {:g} s", first, last),
                     "give other --from and --to");
  if (recording.signals.empty())
    throw InputError(Origin{options.file, 0, 0, ""}, "nothing in it moves", "choose datasets with --select");
  std::vector<Judged> all;
  all.reserve(recording.signals.size());
  for (const analysis::Signal& signal : recording.signals) all.push_back(judge(options, recording, signal, from, to));
  const std::vector<std::string> warnings = run_warnings(options.file);
  if (options.json) {
    Json signals = Json::array();
    for (const Judged& j : all) signals.push_back(judged_json(options, j));
    print_json({{"status", "done"},
                {"results", options.file},
                {"from", std::max(from, first)},
                {"to", std::min(to, last)},
                {"warnings", warnings},
                {"signals", signals}});
  } else {
    for (const std::string& warning : warnings) put(stderr, "of the run: {}\n", warning);
    print(options, all, std::max(from, first), std::min(to, last));
  }
  if (!options.figure.empty()) draw_spectra(options, all);
  return 0;
}

}  // namespace

void add_stats_command(CLI::App& app, int& status) {
  CLI::App* command = app.add_subcommand("stats", "statistics, spectra, extremes and fatigue of a results file");
  const auto options = std::make_shared<StatsOptions>();
  command->add_option("results", options->file, "results file")->required();
  command
      ->add_option("--select", options->select,
                   "these datasets instead of the usual: --select 'bodies.*.force.pto'; again for each further pattern")
      ->allow_extra_args(false);
  command->add_option("--from", options->from, "begin [s]; default: where the averages of the run begin");
  command->add_option("--to", options->to, "end [s]");
  command->add_option("--hours", options->hours, "of the extremes")->check(positive_number())->capture_default_str();
  command->add_option("--slope", options->slopes, "of the S-N line, for damage-equivalent ranges; default: 3, 5, 10")
      ->check(number_between(1.0, 50.0))
      ->allow_extra_args(false);
  command->add_option("--frequency", options->frequency, "of the equivalent cycles [Hz]")
      ->check(positive_number())
      ->capture_default_str();
  command
      ->add_option("--segments", options->segments,
                   "that spectra are averaged over, 1: the finest and roughest; default: 1 to 8, of 16 waves each")
      ->check(CLI::Range(1, 1000));
  command->add_flag("--json", options->json, "print the outcome as JSON");
  command->add_flag("--spectra", options->spectra, "with --json: the spectra themselves");
  command->add_option("--figure", options->figure, "draw the spectra (.svg, .png or .pdf)");
  command->add_flag("--force", options->force, "replace a file that is read-only or no figure");
  command->add_flag("--cycles", options->cycles, "with --json: every cycle as range, mean and count");
  command->callback([options, &status] { status = stats(*options); });
}

}  // namespace swell::command
