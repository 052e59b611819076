/// Complex transform of fixed length on FFTW, unscaled both ways. Private to lib/hydro.
#pragma once

#include <fftw3.h>

#include <complex>
#include <memory>
#include <mutex>

#include "complex.h"
#include "swell/base/fftw_planner.h"

namespace swell::hydro {

class Fft {
 public:
  Fft(std::size_t n, int sign)
      : data_(reinterpret_cast<Complex*>(fftw_alloc_complex(n)), [](Complex* p) { fftw_free(p); }) {
    const std::lock_guard<std::mutex> lock(fftw_planner_mutex());
    plan_ = fftw_plan_dft_1d(static_cast<int>(n), raw(), raw(), sign, FFTW_ESTIMATE);
  }
  ~Fft() {
    const std::lock_guard<std::mutex> lock(fftw_planner_mutex());
    fftw_destroy_plan(plan_);
  }
  Fft(const Fft&) = delete;
  Fft& operator=(const Fft&) = delete;
  Complex& operator[](std::size_t i) { return data_.get()[i]; }
  void run() { fftw_execute(plan_); }

 private:
  fftw_complex* raw() { return reinterpret_cast<fftw_complex*>(data_.get()); }
  std::unique_ptr<Complex, void (*)(Complex*)> data_;
  fftw_plan plan_;
};

}  // namespace swell::hydro
