/// cos and sin of omega_i t + phase_i on the points of a uniform time grid, without calling cos and sin.
///
///   z_i(n) = exp(i (omega_i t_n + phase_i)),  t_n = t_0 + n dt,   z_i(n + 1) = z_i(n) exp(i omega_i dt)
///
/// z is recomputed every `reseed` steps, which limits the drift to about 4 reseed 2^-53 (1.2e-13 for 256). The value at
/// step n depends on n only, so a restart continues bit for bit.
#pragma once

#include <cstdint>

#include <Eigen/Core>

namespace swell::waves {

class Phasors {
 public:
  /// @param omega, phase  same length [rad/s], [rad]   @param start t_0 [s]   @param step dt [s]
  Phasors(const Eigen::ArrayXd& omega, const Eigen::ArrayXd& phase, double start, double step, int reseed = 256);

  Eigen::Index size() const noexcept { return omega_.size(); }
  /// Doubles of caller-owned memory: the step they belong to, then the cosines, then the sines.
  Eigen::Index memory_size() const noexcept { return 2 * size() + 1; }
  /// Marks the memory as empty.
  void initialise(double* memory) const;
  /// Advances the memory to step n >= 0: one rotation from n - 1, no change at n. Allocates nothing.
  void advance(std::int64_t n, double* memory) const;

  Eigen::Map<const Eigen::ArrayXd> cosines(const double* memory) const { return {memory + 1, size()}; }
  Eigen::Map<const Eigen::ArrayXd> sines(const double* memory) const { return {memory + 1 + size(), size()}; }

 private:
  void seed(std::int64_t n, double* memory) const;
  void rotate(double* memory) const;
  Eigen::ArrayXd omega_, phase_, cos_step_, sin_step_;
  double start_, step_;
  std::int64_t reseed_;
};

}  // namespace swell::waves
