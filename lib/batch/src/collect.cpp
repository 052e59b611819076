#include "swell/batch/collect.h"

#include <fftw3.h>
#include <fmt/format.h>

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>

#include "power_summary.h"
#include "swell/base/fftw_planner.h"
#include "swell/base/vector.h"
#include "swell/run/window.h"

namespace swell::batch {

namespace {

// In double throughout: Boost's constants in long double throw before main() where that type has no more range than
// double (valgrind).
using DoublePrecision = boost::math::policies::policy<boost::math::policies::promote_double<false>>;

}  // namespace

double student_t(double confidence, double degrees) {
  const boost::math::students_t_distribution<double, DoublePrecision> distribution(degrees);
  return boost::math::quantile(distribution, 0.5 * (1.0 + confidence));
}

void welch(const std::vector<double>& values, double step, double segment, std::vector<double>& frequency,
           std::vector<double>& density) {
  frequency.clear();
  density.clear();
  std::size_t n = std::min(values.size(), static_cast<std::size_t>(std::llround(segment / step)));
  n -= n % 2;
  if (n < 8) return;
  const auto bins = n / 2 + 1;
  double* in = fftw_alloc_real(n);
  fftw_complex* out = fftw_alloc_complex(bins);
  fftw_plan plan = nullptr;
  {
    const std::lock_guard<std::mutex> lock(fftw_planner_mutex());
    plan = fftw_plan_dft_r2c_1d(static_cast<int>(n), in, out, FFTW_ESTIMATE);
  }
  std::vector<double> window(n);
  for (std::size_t i = 0; i < n; ++i)
    window[i] = 0.5 - 0.5 * std::cos(2.0 * kPi * static_cast<double>(i) / static_cast<double>(n));
  density.assign(bins, 0.0);
  double mean = 0.0, variance = 0.0, whole = 0.0;
  for (const double value : values) mean += value / static_cast<double>(values.size());
  for (const double value : values) variance += (value - mean) * (value - mean) / static_cast<double>(values.size());
  for (std::size_t at = 0; at + n <= values.size(); at += n / 2) {
    for (std::size_t i = 0; i < n; ++i) in[i] = window[i] * (values[at + i] - mean);
    fftw_execute(plan);
    for (std::size_t k = 0; k < bins; ++k) {
      const double sides = k == 0 || k + 1 == bins ? 1.0 : 2.0;
      density[k] += sides * (out[k][0] * out[k][0] + out[k][1] * out[k][1]);
    }
  }
  // The windows weigh rows unequally: the lines get the variance of the rows.
  for (const double line : density) whole += line / (static_cast<double>(n) * step);
  for (std::size_t k = 0; k < bins; ++k) {
    density[k] *= whole > 0.0 ? variance / whole : 0.0;
    frequency.push_back(static_cast<double>(k) / (static_cast<double>(n) * step));
  }
  {
    const std::lock_guard<std::mutex> lock(fftw_planner_mutex());
    fftw_destroy_plan(plan);
  }
  fftw_free(in);
  fftw_free(out);
}

namespace {

bool wanted(const assembly::Series& series, const std::vector<std::string>& patterns) {
  return !patterns.empty() && assembly::selected(series, patterns);
}

}  // namespace

std::string take_off_of(const assembly::Series& series) {
  const std::string& path = series.path;
  const bool is_power =
      path.size() > 12 && path.compare(0, 6, "/ptos/") == 0 && path.substr(path.size() - 6) == "/power";
  return is_power ? path.substr(6, path.size() - 12) : "";
}

bool has_statistics(const Study& study, const assembly::Series& series) {
  return wanted(series, study.keep.statistics) || !take_off_of(series).empty() ||
         (study.lengthen && assembly::selected(series, {study.lengthen->quantity}));
}

Collector::Collector(const Study& study, const run::CaseRun& run, double start, double end, double ramp,
                     const std::set<std::string>& rotors)
    : study_(study), run_(run), previous_(start) {
  // A run that lengthen may end anywhere has no middle and no last period.
  const auto period = study.keep.whole_periods && !study.lengthen ? run.regular_period() : std::nullopt;
  window_ = run::averaging_window(start, end - start, ramp, period, study.keep.from);
  from_ = window_.from;
  for (std::size_t s = 0; s < run.series().size(); ++s) {
    const assembly::Series& series = run.series()[s];
    const auto width = static_cast<std::size_t>(std::max(series.width, 1));
    const std::string pto = take_off_of(series);
    const auto& ptos = study.power.ptos;
    const bool is_power = !pto.empty();
    const bool counts = is_power && (ptos.empty() || std::find(ptos.begin(), ptos.end(), pto) != ptos.end());
    if (has_statistics(study, series)) {
      std::vector<Quantity> quantities = columns_of(series);
      for (std::size_t i = 0; i < width; ++i) {
        if (is_power) {
          powers_.push_back({columns_.size()});
          powers_.back().mean.from = from_;
        }
        columns_.push_back({s, i, std::move(quantities[i]), counts, is_power, is_power && rotors.count(pto) > 0});
      }
    }
    if (wanted(series, study.keep.series)) kept_.push_back({s, width, {}});
    if (wanted(series, study.keep.spectra)) spectra_.push_back({s, width, {}});
  }
  // The variance of n waves scatters by some 1 / sqrt(n) [TuckerPitt2001, 4.1], as if each were independent: neighbours
  // of five share a tenth of theirs. A short run has two blocks at least.
  constexpr double kWaves = 5.0;
  const double window = std::max(end - from_, 0.0);
  of_power_.length = std::min(kWaves * run.longest_period().value_or(window), 0.5 * window);
  if (!study.lengthen) return;
  of_target_.length = study.lengthen->block;
  std::vector<Quantity> quantities;
  for (const Column& column : columns_) quantities.push_back(column.quantity);
  target_ = find_column(study.lengthen->quantity, quantities).value_or(target_);
}

bool Collector::row(double time) {
  if (!kept_.empty()) time_.push_back(time);
  const auto take = [this](std::vector<Buffer>& buffers) {
    for (Buffer& buffer : buffers) {
      const double* values = run_.values(buffer.series);
      buffer.values.insert(buffer.values.end(), values, values + buffer.width);
    }
  };
  take(kept_);
  // A sample stands for the time since the one before it, or since the window's begin.
  const double weight = time - std::max(previous_, from_);
  previous_ = time;
  if (weight <= 1e-9 * std::max(1.0, std::abs(time))) return true;
  weight_ += weight;
  if (!spectra_.empty()) window_time_.push_back(time);
  take(spectra_);
  double power = 0.0, watched = 0.0;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    Column& column = columns_[c];
    const double value = run_.values(column.series)[column.entry];
    if (!begun_) column.first = column.minimum = column.maximum = value;
    const double shifted = value - column.first;  // sums about a value of the signal lose no digits
    column.sum += weight * shifted;
    column.squares += weight * shifted * shifted;
    column.minimum = std::min(column.minimum, value);
    column.maximum = std::max(column.maximum, value);
    if (column.power) power += value;
    if (c == target_) watched = value;
  }
  if (!begun_) total_.first = power;
  total_.sum += weight * (power - total_.first);
  total_.squares += weight * (power - total_.first) * (power - total_.first);
  total_.maximum = std::max(total_.maximum, power);
  begun_ = true;
  of_power_.add(weight, power);
  if (!study_.lengthen || !of_target_.add(weight, study_.lengthen->quantity == "power" ? power : watched)) return true;
  if (of_target_.means.size() < static_cast<std::size_t>(study_.lengthen->least)) return true;
  const Interval interval = interval_of(of_target_.means, study_.lengthen->confidence);
  content_ = interval.half_width <= study_.lengthen->relative * std::abs(interval.mean);
  return !content_;
}

bool Collector::Blocks::add(double weight_of_value, double value) {
  sum += weight_of_value * value;
  weight += weight_of_value;
  if (weight < length * (1.0 - 1e-9)) return false;
  means.push_back(sum / weight);
  sum = weight = 0.0;
  return true;
}

/// Of long runs the blocks are joined: ten or more suffice, and longer ones are less dependent.
std::vector<double> Collector::blocks_of_power() const {
  constexpr std::size_t kEnough = 10;
  Blocks last = of_power_;
  last.length *= 0.5;  // rows need not meet the ends of blocks
  last.add(0.0, 0.0);
  const std::size_t joined = std::max<std::size_t>(1, last.means.size() / kEnough);
  std::vector<double> means;
  for (std::size_t i = 0; i + joined <= last.means.size(); i += joined) {
    double sum = 0.0;
    for (std::size_t k = i; k < i + joined; ++k) sum += last.means[k];
    means.push_back(sum / static_cast<double>(joined));
  }
  return means;
}

void Collector::point(double time) {
  if (powers_.empty()) return;
  const bool step = steps_.reach(time);
  double total = 0.0;
  for (Power& power : powers_) {
    const double value = run_.values(columns_[power.column].series)[columns_[power.column].entry];
    if (columns_[power.column].power) total += value;
    if (time >= from_) {
      power.minimum = std::min(power.minimum, value);
      power.maximum = std::max(power.maximum, value);
    }
    if (step) {
      power.mean.add(steps_, power.pieces.take(steps_.rule(), value));
    } else {
      power.pieces.start(value);
    }
  }
  if (time >= from_) total_.maximum = std::max(total_.maximum, total);
}

double Collector::mean_of(std::size_t column) const {
  for (const Power& power : powers_) {
    if (power.column == column && power.mean.time > 0.0) return power.mean.value();
  }
  return weight_ > 0.0 ? columns_[column].first + columns_[column].sum / weight_ : columns_[column].first;
}

double Collector::span() const {
  double span = weight_;
  for (const Power& power : powers_) span = std::max(span, power.mean.time);
  return span;
}

double Collector::absorbed() const {
  double sum = 0.0;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    if (columns_[c].take_off && !columns_[c].wind && weight_ > 0.0) sum += mean_of(c);
  }
  return sum;
}

void Collector::finish(CaseRecord& record) const {
  record.simulated = previous_;
  record.from = from_;
  record.lengthened = content_ || !study_.lengthen;
  record.window = weight_;
  record.wave_power = run_.wave_power();
  record.power = record.wind_power = 0.0;
  auto quantities = std::make_shared<std::vector<Quantity>>();
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    const Column& column = columns_[c];
    const double of_rows = weight_ > 0.0 ? column.sum / weight_ : 0.0, mean = mean_of(c);
    const double variance = weight_ > 0.0 ? column.squares / weight_ - of_rows * of_rows : 0.0;
    quantities->push_back(column.quantity);
    record.statistics.push_back({mean, std::sqrt(std::max(0.0, variance)), column.minimum, column.maximum});
    if (!column.power) continue;
    record.power += mean;
    if (column.wind) record.wind_power += mean;
  }
  for (const Power& power : powers_) {
    if (!(power.mean.time > 0.0)) continue;
    auto& statistics = record.statistics[power.column];
    statistics.minimum = std::min(statistics.minimum, power.minimum);
    statistics.maximum = std::max(statistics.maximum, power.maximum);
  }
  record.quantities = std::move(quantities);
  record.energy = record.power * weight_;
  if (weight_ > 0.0) {
    const double mean = total_.sum / weight_;
    record.power_deviation = std::sqrt(std::max(0.0, total_.squares / weight_ - mean * mean));
    record.power_maximum = total_.maximum;
    const std::vector<double> blocks = blocks_of_power();
    record.power_variance = interval_of(blocks, study_.power.confidence).variance;
    record.power_blocks = static_cast<double>(blocks.size());
  }
  const double step = window_time_.size() > 1
                          ? (window_time_.back() - window_time_.front()) / static_cast<double>(window_time_.size() - 1)
                          : 0.0;
  for (const Buffer& buffer : spectra_) {
    const assembly::Series& series = run_.series()[buffer.series];
    std::vector<Quantity> columns = columns_of(series);
    for (std::size_t i = 0; i < buffer.width && step > 0.0; ++i) {
      std::vector<double> values;
      for (std::size_t k = i; k < buffer.values.size(); k += buffer.width) values.push_back(buffer.values[k]);
      Spectrum spectrum;
      spectrum.quantity = std::move(columns[i]);
      welch(values, step, study_.keep.spectrum_segment, spectrum.frequency, spectrum.density);
      if (!spectrum.density.empty()) record.spectra.push_back(std::move(spectrum));
    }
  }
  record.time = time_;
  for (const Buffer& buffer : kept_) {
    const assembly::Series& series = run_.series()[buffer.series];
    record.series.push_back(
        {series.path, series.units, series.description, series.labels, buffer.width, buffer.values});
  }
}

}  // namespace swell::batch
