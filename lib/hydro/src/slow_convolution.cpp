#include "swell/hydro/slow_convolution.h"

#include <algorithm>
#include <cmath>

#include "swell/base/error.h"

namespace swell::hydro {

SlowConvolution::SlowConvolution(const SampledKernel& kernel, int steps_per_sample)
    : convolution_(kernel), steps_(steps_per_sample) {
  SWELL_EXPECT(steps_per_sample >= 1);
}

// The step's number within the slow period, three newest forces, the three that have crossed, the convolution's own.
std::size_t SlowConvolution::memory_size() const noexcept {
  return 1 + 6 * static_cast<std::size_t>(rows()) + convolution_.memory_size();
}

void SlowConvolution::reset(double* memory) const {
  std::fill_n(memory, memory_size(), 0.0);
  convolution_.reset(memory + 1 + 6 * rows());
}

void SlowConvolution::step(const double* v, double* memory, double* force) const {
  const int n = rows();
  double* newest = memory + 1;
  double* crossed = newest + 3 * n;
  const int now = static_cast<int>(memory[0]);
  if (now == 0) {
    std::copy_n(newest, 3 * n, crossed);
    std::copy(newest + n, newest + 3 * n, newest);
    convolution_.sample(v, crossed + 3 * n, newest + 2 * n);
  }
  const double s = 1.0 + static_cast<double>(now) / static_cast<double>(steps_);
  for (int i = 0; i < n; ++i) force[i] = continue_pchip(crossed[i], crossed[n + i], crossed[2 * n + i], s);
  memory[0] = now + 1 == steps_ ? 0.0 : static_cast<double>(now + 1);
}

// [FritschCarlson1980] as MATLAB has it: harmonic mean inside, three-point formula kept to the data's shape at
// the end.
double continue_pchip(double y0, double y1, double y2, double s) {
  const double before = y1 - y0, last = y2 - y1;
  const auto opposed = [](double a, double b) { return (a > 0.0 && b < 0.0) || (a < 0.0 && b > 0.0); };
  const double inside = before * last > 0.0 ? 2.0 * before * last / (before + last) : 0.0;
  double end = 0.5 * (3.0 * last - before);
  if (opposed(end, last) || last == 0.0) {
    end = 0.0;
  } else if (opposed(before, last) && std::abs(end) > std::abs(3.0 * last)) {
    end = 3.0 * last;
  }
  const double u = s + 1.0;  // from the middle point
  const double c = 3.0 * last - 2.0 * inside - end, d = inside - 2.0 * last + end;
  return y1 + u * (inside + u * (c + u * d));
}

}  // namespace swell::hydro
