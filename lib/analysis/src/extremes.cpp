#include "swell/analysis/extremes.h"

#include <algorithm>
#include <cmath>

namespace swell::analysis {

double Weibull::quantile(double probability) const {
  return shape > 0.0 ? scale * std::pow(-std::log1p(-probability), 1.0 / shape) : 0.0;
}

double Gumbel::quantile(double probability) const { return location - scale * std::log(-std::log(probability)); }

Weibull fit_weibull(const std::vector<double>& values) {
  double largest = 0.0, smallest = 0.0;
  std::vector<double> x;
  for (const double v : values) {
    if (!(v > 0.0) || !std::isfinite(v)) continue;
    smallest = x.empty() ? v : std::min(smallest, v);
    largest = std::max(largest, v);
    x.push_back(v);
  }
  if (x.size() < 2 || !(largest > smallest * (1.0 + 1e-9))) return {};
  // With y = x/largest: sum y^k ln y / sum y^k - 1/k - mean ln y = 0, which grows with k; by bisection.
  double mean_log = 0.0;
  for (double& v : x) {
    v /= largest;
    mean_log += std::log(v);
  }
  const auto n = static_cast<double>(x.size());
  mean_log /= n;
  const auto sums = [&](double k) {
    double power = 0.0, weighted = 0.0;
    for (const double v : x) {
      const double p = std::pow(v, k);
      power += p;
      weighted += p * std::log(v);
    }
    return std::pair{power, weighted};
  };
  double low = 1e-3, high = 1e3;
  for (int i = 0; i < 100; ++i) {
    const double k = std::sqrt(low * high);
    const auto [power, weighted] = sums(k);
    (weighted / power - 1.0 / k - mean_log < 0.0 ? low : high) = k;
  }
  Weibull fit;
  fit.shape = std::sqrt(low * high);
  fit.scale = largest * std::pow(sums(fit.shape).first / n, 1.0 / fit.shape);
  return fit;
}

Gumbel fit_gumbel(const std::vector<double>& values) {
  if (values.size() < 3) return {};
  std::vector<double> x = values;
  std::sort(x.begin(), x.end());
  const auto n = static_cast<double>(x.size());
  double b0 = 0.0, b1 = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    b0 += x[i] / n;
    b1 += x[i] * static_cast<double>(i) / (n * (n - 1.0));
  }
  constexpr double kEuler = 0.57721566490153286;
  Gumbel fit;
  fit.scale = (2.0 * b1 - b0) / std::log(2.0);
  fit.location = b0 - kEuler * fit.scale;
  return fit;
}

Extreme extreme_of(const Record& record, const std::vector<Wave>& waves, bool upper, double duration,
                   std::size_t blocks) {
  Extreme e;
  e.duration = duration;
  const Statistics s = statistics_of(record);
  e.rayleigh = std::sqrt(2.0) * s.standard_deviation;
  std::vector<double> maxima;
  double time = 0.0;
  for (const Wave& wave : waves) {
    maxima.push_back(upper ? wave.crest : -wave.trough);
    e.observed = std::max(e.observed, maxima.back());
    time += wave.period;
  }
  e.count = maxima.size();
  if (maxima.size() < 2 || !(time > 0.0)) return e;
  const double expected = std::max(1.5, duration / time * static_cast<double>(maxima.size()));
  e.weibull = fit_weibull(maxima);
  e.by_rayleigh = e.rayleigh * std::sqrt(std::log(expected));
  e.by_weibull = e.weibull.quantile(1.0 - 1.0 / expected);

  // Each block needs at least ten waves for its largest to be an extreme.
  e.blocks = std::min(blocks, maxima.size() / 10);
  if (e.blocks < 3) {
    e.blocks = 0;
    return e;
  }
  std::vector<double> largest(e.blocks, 0.0);
  for (std::size_t i = 0; i < maxima.size(); ++i) {
    double& block = largest[std::min(e.blocks - 1, i * e.blocks / maxima.size())];
    block = std::max(block, maxima[i]);
  }
  e.gumbel = fit_gumbel(largest);
  e.by_gumbel =
      e.gumbel.location + e.gumbel.scale * std::log(std::max(1.0, duration * static_cast<double>(e.blocks) / time));
  return e;
}

}  // namespace swell::analysis
