#include "drift.h"

#include <cmath>
#include <complex>

namespace swell::bem {

MomentumDrift momentum_drift(const FarField& far) {
  const Eigen::Index n = far.a.size(), most = n / 2 - 1;
  Eigen::VectorXcd order(2 * most + 1);  // coefficients of a over e^{i m theta}, m = -most ... most
  for (Eigen::Index m = -most; m <= most; ++m) {
    std::complex<double> sum = 0.0;
    for (Eigen::Index i = 0; i < n; ++i)
      sum += far.a[i] * std::polar(1.0, -2.0 * kPi * static_cast<double>(m * i % n) / static_cast<double>(n));
    order[m + most] = sum / static_cast<double>(n);
  }
  std::complex<double> forward = 0.0, turned = 0.0;
  double energy = 0.0, angular = 0.0;
  for (Eigen::Index m = -most; m <= most; ++m) {
    const std::complex<double> a = order[m + most], ahead = a * std::polar(1.0, static_cast<double>(m) * far.heading);
    forward += ahead;
    energy += std::norm(a);
    angular += static_cast<double>(m) * (ahead.real() + std::norm(a));
    if (m < most) turned += a * std::conj(order[m + most + 1]);
  }
  const double celerity = far.omega / far.k, scale = 2.0 * far.group / far.k;
  MomentumDrift out;
  // Without dampers -Re a(heading) equals the energy but loses digits in long waves.
  const std::complex<double> force = scale / celerity * (energy * std::polar(1.0, far.heading) - turned);
  out.x = force.real();
  out.y = force.imag();
  out.yaw = scale / far.omega * angular;
  out.lost = -scale * forward.real();
  out.radiated = scale * energy;
  return out;
}

}  // namespace swell::bem
