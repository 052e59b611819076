// The discrete Fourier transform of a record, by FFTW.
#pragma once

#include <vector>

namespace swell::waves {

// x_j = mean + sum_m amplitude_m cos(m 2 pi j/N + phase_m), m = 1 .. N/2, exact at the samples.
struct FourierSeries {
  double mean = 0.0;
  std::vector<double> amplitude, phase;  // entry 0 is m = 1
};

FourierSeries fourier_series(const std::vector<double>& samples);

}  // namespace swell::waves
