#include "swell/morison/diffraction.h"

#include <cmath>

namespace swell::morison {

std::complex<double> maccamy_fuchs(double kR) {
  constexpr double kSlender = 1e-6;  // C_m - 2 is of order x^2 ln x
  if (kR < kSlender) return 2.0;
  const double J = std::cyl_bessel_j(0.0, kR) - std::cyl_bessel_j(1.0, kR) / kR,
               Y = std::cyl_neumann(0.0, kR) - std::cyl_neumann(1.0, kR) / kR;
  return std::complex<double>(0.0, -4.0) / (kPi * kR * kR * std::complex<double>(J, -Y));
}

std::shared_ptr<const waves::SeaState> diffracted_sea(const waves::SeaState& sea, double radius) {
  const Eigen::ArrayXd& k = sea.components().wavenumber;
  Eigen::ArrayXcd transfer(k.size());
  for (Eigen::Index i = 0; i < k.size(); ++i) transfer[i] = 0.5 * maccamy_fuchs(k[i] * radius);
  return std::make_shared<const waves::SeaState>(sea.filtered(transfer));
}

}  // namespace swell::morison
