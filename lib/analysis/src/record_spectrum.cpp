#include "swell/analysis/record_spectrum.h"

#include <fftw3.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <mutex>
#include <numeric>

#include "swell/base/fftw_planner.h"
#include "swell/base/vector.h"

namespace swell::analysis {

Spectrum welch(const Record& raw, int segments) {
  Spectrum result;
  const Record record = uniform(raw);
  const std::size_t n = record.value.size();
  if (n < 16 || segments < 1) return result;
  for (const double v : record.value) {
    if (!std::isfinite(v)) return result;
  }
  const double step = (record.time.back() - record.time.front()) / static_cast<double>(n - 1);
  const std::size_t length = std::max<std::size_t>(16, 2 * (n / (2 * static_cast<std::size_t>(segments))));
  const std::size_t hop = length / 2, bins = length / 2 + 1;
  const double mean =
      std::accumulate(record.value.begin(), record.value.end(), 0.0) / static_cast<double>(record.value.size());

  std::vector<double> window(length), block(length);
  for (std::size_t i = 0; i < length; ++i)
    window[i] = 0.5 - 0.5 * std::cos(2.0 * kPi * (static_cast<double>(i) + 0.5) / static_cast<double>(length));
  const std::unique_ptr<fftw_complex[], decltype(&fftw_free)> out(fftw_alloc_complex(bins), &fftw_free);
  fftw_plan plan = nullptr;
  {
    const std::lock_guard<std::mutex> lock(fftw_planner_mutex());
    plan = fftw_plan_dft_r2c_1d(static_cast<int>(length), block.data(), out.get(), FFTW_ESTIMATE);
  }
  std::vector<double> sum(bins, 0.0);
  for (std::size_t first = 0; first + length <= n; first += hop) {
    for (std::size_t i = 0; i < length; ++i) block[i] = window[i] * (record.value[first + i] - mean);
    fftw_execute(plan);
    for (std::size_t k = 0; k < bins; ++k) sum[k] += out[k][0] * out[k][0] + out[k][1] * out[k][1];
    ++result.segments;
  }
  {
    const std::lock_guard<std::mutex> lock(fftw_planner_mutex());
    fftw_destroy_plan(plan);
  }
  // The windows weigh rows unequally, least at the ends: by Parseval the lines have the variance of weighted rows, some
  // per cent different. Motions slower than a segment are in the first line.
  const double d_omega = 2.0 * kPi / (static_cast<double>(length) * step);
  sum[1] += 0.5 * sum[0];
  double whole = 0.0;
  for (std::size_t k = 1; k < bins; ++k) {
    result.omega.push_back(static_cast<double>(k) * d_omega);
    result.density.push_back((2 * k == length ? 1.0 : 2.0) * sum[k]);
    whole += result.density.back() * d_omega;
  }
  const double deviation = statistics_of(record).standard_deviation;
  for (double& density : result.density) density *= whole > 0.0 ? deviation * deviation / whole : 0.0;
  return result;
}

int segments_of(std::size_t waves) { return std::clamp(static_cast<int>(waves / 16), 1, 8); }

SpectralMoments moments_of(const Spectrum& spectrum) {
  SpectralMoments m;
  if (spectrum.omega.size() < 2) return m;
  const double d = spectrum.omega[1] - spectrum.omega[0];
  double fourth = 0.0, fourth_omega = 0.0;
  const double largest = *std::max_element(spectrum.density.begin(), spectrum.density.end());
  for (std::size_t i = 0; i < spectrum.omega.size(); ++i) {
    const double w = spectrum.omega[i], s = spectrum.density[i] * d;
    m.m_minus_1 += s / w;
    m.m0 += s;
    m.m1 += s * w;
    m.m2 += s * w * w;
    m.m4 += s * w * w * w * w;
    const double shape = largest > 0.0 ? std::pow(spectrum.density[i] / largest, 4) : 0.0;
    fourth += shape;
    fourth_omega += shape * w;
  }
  if (!(m.m0 > 0.0)) return m;
  m.peak_period = 2.0 * kPi * fourth / fourth_omega;
  m.energy_period = 2.0 * kPi * m.m_minus_1 / m.m0;
  m.mean_period = 2.0 * kPi * m.m0 / m.m1;
  m.zero_crossing = 2.0 * kPi * std::sqrt(m.m0 / m.m2);
  m.narrowness = std::sqrt(std::max(0.0, m.m0 * m.m2 / (m.m1 * m.m1) - 1.0));
  m.bandwidth = std::sqrt(std::max(0.0, 1.0 - m.m2 * m.m2 / (m.m0 * m.m4)));
  return m;
}

}  // namespace swell::analysis
