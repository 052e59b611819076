/// Real transform of fixed length on FFTW into split arrays, executed on the caller's arrays. Private to lib/hydro.
///
/// Plans are estimated, for any alignment and without vector units: the operations, and so the bits, depend on the
/// length only, not on the machine, the addresses or what ran before.
#pragma once

#include <fftw3.h>

#include <cstddef>

namespace swell::hydro {

class RealFft {
 public:
  /// @param length even   @param bins space of each spectrum's real (imaginary) part, at least length / 2 + 1
  RealFft(std::size_t length, std::size_t bins);
  ~RealFft();
  RealFft(const RealFft&) = delete;
  RealFft& operator=(const RealFft&) = delete;

  /// spectrum: bins real parts, then bins imaginary parts. The padding is not written.
  void forward(const double* values, double* spectrum) const;
  /// Unscaled. The spectrum is lost.
  void backward(double* spectrum, double* values) const;

 private:
  std::size_t bins_;
  fftw_plan forward_ = nullptr, backward_ = nullptr;
};

}  // namespace swell::hydro
