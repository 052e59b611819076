#include "fourier.h"

#include <cmath>
#include <complex>

#include <fftw3.h>

#include "swell/base/error.h"
#include "swell/base/fftw_planner.h"

namespace swell::waves {

FourierSeries fourier_series(const std::vector<double>& samples) {
  SWELL_EXPECT(samples.size() >= 2);
  const std::size_t n = samples.size();
  std::vector<double> in(samples);
  std::vector<std::complex<double>> out(n / 2 + 1);
  {
    const std::lock_guard<std::mutex> lock(fftw_planner_mutex());
    // std::complex<double> has the layout of fftw_complex by the C++ standard and by FFTW's manual.
    auto* spectrum = reinterpret_cast<fftw_complex*>(out.data());
    const fftw_plan plan = fftw_plan_dft_r2c_1d(static_cast<int>(n), in.data(), spectrum, FFTW_ESTIMATE);
    fftw_execute(plan);
    fftw_destroy_plan(plan);
  }
  FourierSeries series;
  const double scale = 1.0 / static_cast<double>(n);
  series.mean = out[0].real() * scale;
  for (std::size_t m = 1; m < out.size(); ++m) {
    const bool nyquist = 2 * m == n;  // its own mirror image
    series.amplitude.push_back((nyquist ? 1.0 : 2.0) * scale * std::abs(out[m]));
    series.phase.push_back(std::arg(out[m]));
  }
  return series;
}

}  // namespace swell::waves
