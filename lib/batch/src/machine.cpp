#include "machine.h"

#include <fftw3.h>

#include <cmath>
#include <complex>
#include <mutex>
#include <vector>

#include "swell/base/fftw_planner.h"
#include "swell/batch/cases.h"

namespace swell::batch {

namespace {

std::uint64_t functions(std::uint64_t hash) {
  for (int i = 1; i <= 500; ++i) {
    const volatile double argument =
        0.0137 * i * (1.0 + 0.37 * (i % 7));  // volatile: worked out here, not by the compiler
    const double x = argument;
    const double values[] = {std::sin(x),
                             std::cos(x),
                             std::tan(x),
                             std::exp(-x),
                             std::exp(0.1 * x),
                             std::log(x),
                             std::tanh(x),
                             std::sinh(0.1 * x),
                             std::cosh(0.1 * x),
                             std::atan2(x, 3.0),
                             std::asin(std::fmod(x, 1.0)),
                             std::pow(x, 1.7),
                             std::cbrt(x)};
    hash = hash_bytes(values, sizeof values, hash);
  }
  return hash;
}

std::uint64_t transforms(std::uint64_t hash) {
  for (const int n : {30, 64, 250, 1024}) {
    double* in = fftw_alloc_real(static_cast<std::size_t>(n));
    fftw_complex* out = fftw_alloc_complex(static_cast<std::size_t>(n) / 2 + 1);
    {
      const std::lock_guard<std::mutex> lock(fftw_planner_mutex());
      const fftw_plan plan = fftw_plan_dft_r2c_1d(n, in, out, FFTW_ESTIMATE);
      for (int i = 0; i < n; ++i) in[i] = static_cast<double>((i * 7919) % 1009) / 1009.0 - 0.5;
      fftw_execute(plan);
      fftw_destroy_plan(plan);
    }
    hash = hash_bytes(out, static_cast<std::size_t>(n / 2 + 1) * sizeof(fftw_complex), hash);
    fftw_free(in);
    fftw_free(out);
  }
  return hash;
}

}  // namespace

std::uint64_t arithmetic_class() {
  static const std::uint64_t kClass = transforms(functions(kHashStart));
  return kClass;
}

}  // namespace swell::batch
