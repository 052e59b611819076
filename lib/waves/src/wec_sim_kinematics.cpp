#include "swell/waves/wec_sim_kinematics.h"

#include <cmath>

#include "swell/base/error.h"

namespace swell::waves {
namespace {

constexpr double kDeepDepth = 200.0;  // WEC-Sim's water depth when the water is infinitely deep

}  // namespace

WaveKinematics wec_sim_morison_kinematics(const SeaState& sea, std::size_t direction, double time, const Vector3& p_W) {
  WaveKinematics result;
  if (sea.systems().empty()) return result;
  const WaveSystem& system = sea.systems().front();
  if (system.count == 0) return result;
  SWELL_EXPECT(system.direction_fastest && direction < system.directions.size());
  const WaveComponents& c = sea.components();
  const auto stride = static_cast<Eigen::Index>(system.directions.size());
  const auto column = static_cast<Eigen::Index>(direction);
  const double h = sea.depth().value_or(kDeepDepth);
  const double heading = system.directions[direction];
  const double cosine = std::cos(heading);
  const double sine = std::sin(heading);
  const double along = p_W.x() * cosine + p_W.y() * sine;
  double speed = 0.0;
  double speed_rate = 0.0;
  double w = 0.0;
  double dw = 0.0;
  double head = 0.0;
  for (Eigen::Index i = system.first; i < system.first + system.count; i += stride) {
    const Eigen::Index own = i + column;
    const double k = c.wavenumber[own];
    const double psi = c.omega[own] * time - k * along + c.phase[i];
    const double cos_psi = std::cos(psi);
    const double sin_psi = std::sin(psi);
    double horizontal = std::exp(k * p_W.z());
    double vertical = horizontal;
    if (k * h <= kPi) {
      horizontal = std::cosh(k * (p_W.z() + h)) / std::cosh(k * h);
      vertical = std::sinh(k * (p_W.z() + h)) / std::cosh(k * h);
    }
    const double acceleration = c.amplitude[own] * sea.gravity() * k;
    result.elevation += c.amplitude[own] * cos_psi;
    head += c.amplitude[own] * horizontal * cos_psi;
    speed += acceleration / c.omega[own] * horizontal * cos_psi;
    speed_rate -= acceleration * horizontal * sin_psi;
    w -= acceleration / c.omega[own] * vertical * sin_psi;
    dw -= acceleration * vertical * cos_psi;
  }
  const double ramp = sea.ramp(time);
  result.elevation *= ramp;
  result.velocity = ramp * Vector3(speed * cosine, speed * sine, w);
  result.acceleration = ramp * Vector3(speed_rate * cosine, speed_rate * sine, dw);
  result.pressure = ramp * sea.density() * sea.gravity() * head;
  return result;
}

double wec_sim_froude_krylov_pressure(const SeaState& sea, double time, const Vector3& p_W, double eta, double s) {
  if (sea.systems().empty()) return 0.0;
  const WaveSystem& system = sea.systems().front();
  if (system.count == 0 || p_W.z() > s) return 0.0;
  SWELL_EXPECT(system.direction_fastest);
  const WaveComponents& c = sea.components();
  const bool finite = sea.depth().has_value();
  const double h = sea.depth().value_or(kDeepDepth);
  const double z_deep = p_W.z() - s;
  const double z_finite = z_deep * h / (h + s);
  if (system.kind == SeaKind::regular) {
    const double k = c.wavenumber[system.first];
    const double decay = finite ? std::cosh(k * (z_finite + h)) / std::cosh(k * h) : std::exp(k * z_deep);
    return sea.density() * sea.gravity() * eta * decay;
  }
  const auto n_directions = static_cast<Eigen::Index>(system.directions.size());
  double head = 0.0;
  for (Eigen::Index j = 0; j < n_directions; ++j) {
    const double heading = system.directions[static_cast<std::size_t>(j)];
    const double along = p_W.x() * std::cos(heading) + p_W.y() * std::sin(heading);
    double sum = 0.0;
    for (Eigen::Index i = system.first; i < system.first + system.count; i += n_directions) {
      const double k = c.wavenumber[i + j];
      const bool shallow = finite && h <= kPi / (2.0 * k);
      const double phase = shallow ? c.phase[i + j] : c.phase[i];
      const double decay = shallow ? std::cosh(k * (z_finite + h)) / std::cosh(k * h) : std::exp(k * z_deep);
      sum += c.amplitude[i + j] * std::cos(k * along - c.omega[i] * time - phase) * decay;
    }
    head += static_cast<double>(n_directions - j) * sum;
  }
  return sea.density() * sea.gravity() * head;
}

}  // namespace swell::waves
