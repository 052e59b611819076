#include "swell/analysis/statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace swell::analysis {

Record part_of(const Record& record, double from, double to) {
  Record part;
  for (std::size_t i = 0; i < record.time.size(); ++i) {
    if (record.time[i] < from || record.time[i] > to) continue;
    part.time.push_back(record.time[i]);
    part.value.push_back(record.value[i]);
  }
  return part;
}

Record uniform(const Record& record) {
  const std::size_t n = record.time.size();
  if (n < 3) return record;
  const double step = (record.time.back() - record.time.front()) / static_cast<double>(n - 1);
  bool is_uniform = true;
  for (std::size_t i = 1; is_uniform && i < n; ++i)
    is_uniform = std::abs(record.time[i] - record.time[i - 1] - step) < 1e-6 * step;
  if (is_uniform) return record;
  Record result;
  result.time.resize(n);
  result.value.resize(n);
  std::size_t k = 1;
  for (std::size_t i = 0; i < n; ++i) {
    const double t = std::min(record.time.front() + static_cast<double>(i) * step, record.time.back());
    while (k + 1 < n && record.time[k] < t) ++k;
    const double part = (t - record.time[k - 1]) / (record.time[k] - record.time[k - 1]);
    result.time[i] = t;
    result.value[i] = (1.0 - part) * record.value[k - 1] + part * record.value[k];
  }
  return result;
}

// By the trapezoidal rule in time: the ends count half, so that a whole number of periods has its own mean.
Statistics statistics_of(const Record& record) {
  Statistics s;
  Record finite;
  for (std::size_t i = 0; i < record.value.size(); ++i) {
    if (!std::isfinite(record.value[i])) continue;
    finite.time.push_back(record.time[i]);
    finite.value.push_back(record.value[i]);
  }
  const std::size_t n = finite.value.size();
  if (!record.value.empty())
    s.lost = static_cast<double>(record.value.size() - n) / static_cast<double>(record.value.size());
  if (n == 0) return s;
  const auto least = std::min_element(finite.value.begin(), finite.value.end()),
             greatest = std::max_element(finite.value.begin(), finite.value.end());
  const auto time_of = [&finite](auto value) {
    return finite.time[static_cast<std::size_t>(value - finite.value.begin())];
  };
  s.minimum = *least;
  s.minimum_at = time_of(least);
  s.maximum = *greatest;
  s.maximum_at = time_of(greatest);
  const double duration = finite.time.back() - finite.time.front();
  const auto average = [&](auto of) {
    if (!(duration > 0.0)) return of(finite.value.front());
    double sum = 0.0;
    for (std::size_t i = 1; i < n; ++i)
      sum += 0.5 * (of(finite.value[i - 1]) + of(finite.value[i])) * (finite.time[i] - finite.time[i - 1]);
    return sum / duration;
  };
  s.mean = average([](double v) { return v; });
  const auto moment = [&](int order) { return average([&](double v) { return std::pow(v - s.mean, order); }); };
  const double m2 = moment(2);
  s.standard_deviation = std::sqrt(m2);
  s.significant = 4.0 * s.standard_deviation;
  if (m2 > 0.0) {
    s.skewness = moment(3) / (m2 * s.standard_deviation);
    s.kurtosis = moment(4) / (m2 * m2);
  }
  return s;
}

std::vector<Wave> waves_of(const Record& record) {
  std::vector<Wave> waves;
  if (record.value.empty()) return waves;
  const double mean =
      std::accumulate(record.value.begin(), record.value.end(), 0.0) / static_cast<double>(record.value.size());
  double start = 0.0, crest = 0.0, trough = 0.0;
  bool inside = false;
  for (std::size_t i = 0; i < record.value.size(); ++i) {
    const double d = record.value[i] - mean;
    if (i > 0) {
      const double before = record.value[i - 1] - mean;
      if (before < 0.0 && d >= 0.0) {
        const double at = record.time[i - 1] + (record.time[i] - record.time[i - 1]) * before / (before - d);
        if (inside) waves.push_back({start, at - start, crest, trough});
        inside = true;
        start = at;
        crest = trough = 0.0;
      }
    }
    crest = std::max(crest, d);
    trough = std::min(trough, d);
  }
  return waves;
}

ZeroCrossings zero_crossings(const std::vector<Wave>& waves) {
  ZeroCrossings z;
  z.count = waves.size();
  if (waves.empty()) return z;
  std::vector<Wave> highest = waves;
  std::sort(highest.begin(), highest.end(), [](const Wave& a, const Wave& b) { return a.height() > b.height(); });
  const auto mean_of = [&](std::size_t part, auto of) {
    const std::size_t n = std::max<std::size_t>(1, highest.size() / part);
    double sum = 0.0;
    for (std::size_t i = 0; i < n; ++i) sum += of(highest[i]);
    return sum / static_cast<double>(n);
  };
  const auto height = [](const Wave& w) { return w.height(); };
  const auto period = [](const Wave& w) { return w.period; };
  z.mean_period = mean_of(1, period);
  z.mean_height = mean_of(1, height);
  z.third_height = mean_of(3, height);
  z.third_period = mean_of(3, period);
  z.tenth_height = mean_of(10, height);
  z.largest_height = highest.front().height();
  return z;
}

}  // namespace swell::analysis
