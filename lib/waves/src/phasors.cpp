#include "swell/waves/phasors.h"

#include <cmath>

#include "swell/base/error.h"

namespace swell::waves {

Phasors::Phasors(const Eigen::ArrayXd& omega, const Eigen::ArrayXd& phase, double start, double step, int reseed)
    : omega_(omega),
      phase_(phase),
      cos_step_((omega * step).cos()),
      sin_step_((omega * step).sin()),
      start_(start),
      step_(step),
      reseed_(reseed) {
  SWELL_EXPECT(omega.size() == phase.size() && reseed >= 1);
}

void Phasors::initialise(double* memory) const { memory[0] = -1.0; }

void Phasors::advance(std::int64_t n, double* memory) const {
  const double held = memory[0];
  const auto wanted = static_cast<double>(n);
  if (held == wanted) return;
  const std::int64_t seeded = n - n % reseed_;
  if (held < static_cast<double>(seeded) || held > wanted) seed(seeded, memory);
  while (memory[0] < wanted) rotate(memory);
}

void Phasors::seed(std::int64_t n, double* memory) const {
  const double time = start_ + static_cast<double>(n) * step_;
  const Eigen::Index count = size();
  for (Eigen::Index i = 0; i < count; ++i) {
    const double psi = omega_[i] * time + phase_[i];
    memory[1 + i] = std::cos(psi);
    memory[1 + count + i] = std::sin(psi);
  }
  memory[0] = static_cast<double>(n);
}

void Phasors::rotate(double* memory) const {
  const Eigen::Index count = size();
  double* c = memory + 1;
  double* s = c + count;
  for (Eigen::Index i = 0; i < count; ++i) {
    const double turned = c[i] * cos_step_[i] - s[i] * sin_step_[i];
    s[i] = s[i] * cos_step_[i] + c[i] * sin_step_[i];
    c[i] = turned;
  }
  memory[0] += 1.0;
}

}  // namespace swell::waves
