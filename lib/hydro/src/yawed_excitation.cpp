#include "swell/hydro/yawed_excitation.h"

#include <fmt/format.h>

#include <cmath>

namespace swell::hydro {

YawedExcitation::YawedExcitation(const HydroBodyRef& body, const waves::SeaState& sea, Interpolation rule)
    : ramp_{sea.ramp_duration()} {
  const ExcitationCoefficients coefficients(body, sea.density(), sea.gravity(), rule);
  if (!coefficients.all_round()) {
    throw InputError(
        {}, fmt::format("body {} of {}: the headings of the data do not go all round", body->name, body.data->file),
        "passive_yaw needs excitation from -180 to 180 degrees");
  }
  const waves::WaveComponents& c = sea.components();
  omega_ = c.omega;
  kx_ = c.wavenumber * c.direction.cos();
  ky_ = c.wavenumber * c.direction.sin();
  direction_ = c.direction;
  const double spacing = 2.0 * kPi / headings_;
  for (Eigen::Index i = 0; i < c.size(); ++i) {
    auto& table = table_.emplace_back(6, headings_);
    for (int h = 0; h < headings_; ++h) {
      const double heading = std::remainder(h * spacing, 2.0 * kPi);
      table.col(h) = coefficients.at(c.omega(i), heading).head<6>() * std::polar(c.amplitude(i), c.phase(i));
    }
  }
}

void YawedExcitation::evaluate(double t, double yaw, double coefficient_yaw, const double* offset, double* out) const {
  using Vector6c = Eigen::Matrix<std::complex<double>, 6, 1>;
  const double spacing = 2.0 * kPi / headings_;
  Vector6 local = Vector6::Zero();
  for (Eigen::Index i = 0; i < omega_.size(); ++i) {
    double place = (direction_(i) - coefficient_yaw) / spacing;
    place -= headings_ * std::floor(place / headings_);
    const int below = static_cast<int>(place) % headings_, above = (below + 1) % headings_;
    const double share = place - std::floor(place);
    const auto& table = table_[static_cast<std::size_t>(i)];
    const Vector6c X = (1.0 - share) * table.col(below) + share * table.col(above);
    const double psi = omega_(i) * t - kx_(i) * offset[0] - ky_(i) * offset[1];
    local += X.real() * std::cos(psi) - X.imag() * std::sin(psi);
  }
  const double R = ramp_(t), cosine = std::cos(yaw), sine = std::sin(yaw);
  for (const int at : {0, 3}) {
    out[at] = R * (cosine * local[at] - sine * local[at + 1]);
    out[at + 1] = R * (sine * local[at] + cosine * local[at + 1]);
    out[at + 2] = R * local[at + 2];
  }
}

}  // namespace swell::hydro
