#include "real_fft.h"

#include <mutex>
#include <vector>

#include "swell/base/error.h"
#include "swell/base/fftw_planner.h"

namespace swell::hydro {

RealFft::RealFft(std::size_t length, std::size_t bins) : bins_(bins) {
  SWELL_EXPECT(length >= 2 && length % 2 == 0 && bins >= length / 2 + 1);
  std::vector<double> values(length), spectrum(2 * bins);
  const fftw_iodim size{static_cast<int>(length), 1, 1};
  constexpr unsigned kSameEverywhere = FFTW_ESTIMATE | FFTW_UNALIGNED | FFTW_NO_SIMD;
  const std::lock_guard<std::mutex> lock(fftw_planner_mutex());
  forward_ = fftw_plan_guru_split_dft_r2c(1, &size, 0, nullptr, values.data(), spectrum.data(), spectrum.data() + bins,
                                          kSameEverywhere | FFTW_PRESERVE_INPUT);
  backward_ = fftw_plan_guru_split_dft_c2r(1, &size, 0, nullptr, spectrum.data(), spectrum.data() + bins, values.data(),
                                           kSameEverywhere | FFTW_DESTROY_INPUT);
  SWELL_EXPECT(forward_ != nullptr && backward_ != nullptr);
}

RealFft::~RealFft() {
  const std::lock_guard<std::mutex> lock(fftw_planner_mutex());
  fftw_destroy_plan(forward_);
  fftw_destroy_plan(backward_);
}

void RealFft::forward(const double* values, double* spectrum) const {
  // FFTW's interface is not const; PRESERVE_INPUT makes it so.
  fftw_execute_split_dft_r2c(forward_, const_cast<double*>(values), spectrum, spectrum + bins_);
}

void RealFft::backward(double* spectrum, double* values) const {
  fftw_execute_split_dft_c2r(backward_, spectrum, spectrum + bins_, values);
}

}  // namespace swell::hydro
