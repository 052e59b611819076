#include <algorithm>
#include <cmath>

#include "swell/mooring/lumped_mass.h"

namespace swell::mooring {

void LumpedMass::advance(double t, double dt, const PointMotion* begin, const PointMotion* end,
                         const WaterMotion* water, double* state, Vector3* force_end, Vector3* force_mean,
                         LineScratch& scratch) const {
  const int steps = std::max(1, static_cast<int>(std::ceil(dt / max_step_ - 1e-9)));
  const double h = dt / steps;
  const std::size_t n = state_size();
  // Cubic Hermite in tau = (time - t) / dt.
  const auto move = [&](double tau) {
    for (std::size_t i = 0; i < coupled_.size(); ++i) {
      const Vector3 span = end[i].position - begin[i].position;
      const Vector3 m0 = dt * begin[i].velocity, m1 = dt * end[i].velocity;
      const Vector3 c2 = 3.0 * span - 2.0 * m0 - m1, c3 = m0 + m1 - 2.0 * span;
      scratch.motion[i].position = begin[i].position + tau * (m0 + tau * (c2 + tau * c3));
      scratch.motion[i].velocity = (m0 + tau * (2.0 * c2 + tau * 3.0 * c3)) / dt;
      scratch.motion[i].acceleration = (2.0 * c2 + 6.0 * tau * c3) / (dt * dt);
    }
  };
  const WaterSample sample{t, dt};
  const WaterSample* sampled = water != nullptr ? &sample : nullptr;
  if (water != nullptr) {
    scatter(state, begin, scratch);
    sample_water(t, *water, 0.0, 0, scratch);
    sample_water(t + dt, *water, dt, 1, scratch);
  }
  std::vector<double>&trial = scratch.stage[0], &k1 = scratch.stage[1], &k2 = scratch.stage[2], &k3 = scratch.stage[3],
  &k4 = scratch.stage[4];
  const auto slope = [&](double at, const double* x, std::vector<double>& k, double weight) {
    move((at - t) / dt);
    rates(at, x, scratch.motion.data(), nullptr, sampled, k.data(), scratch.coupled_force.data(), nullptr, scratch);
    if (force_mean == nullptr) return;
    for (std::size_t i = 0; i < coupled_.size(); ++i) force_mean[i] += weight / steps * scratch.coupled_force[i];
  };
  if (force_mean != nullptr) std::fill(force_mean, force_mean + coupled_.size(), Vector3::Zero());
  for (int step = 0; step < steps; ++step) {
    const double at = t + step * h;
    slope(at, state, k1, 1.0 / 6.0);
    for (std::size_t i = 0; i < n; ++i) trial[i] = state[i] + 0.5 * h * k1[i];
    slope(at + 0.5 * h, trial.data(), k2, 1.0 / 3.0);
    for (std::size_t i = 0; i < n; ++i) trial[i] = state[i] + 0.5 * h * k2[i];
    slope(at + 0.5 * h, trial.data(), k3, 1.0 / 3.0);
    for (std::size_t i = 0; i < n; ++i) trial[i] = state[i] + h * k3[i];
    slope(at + h, trial.data(), k4, 1.0 / 6.0);
    for (std::size_t i = 0; i < n; ++i) state[i] += h / 6.0 * (k1[i] + 2.0 * (k2[i] + k3[i]) + k4[i]);
  }
  if (force_end != nullptr) evaluate(t + dt, state, end, water, nullptr, force_end, nullptr, scratch);
}

}  // namespace swell::mooring
