#include "swell/morison/sea.h"

#include <cmath>

namespace swell::morison {
namespace {

constexpr double kWecSimDeepWater = 200.0;  // m, the depth that WEC-Sim gives to infinite depth

/// Waves of one direction as WEC-Sim's Morison blocks have them; the phase is that of the first direction.
Fluid wec_sim_waves(const waves::SeaState& sea, Eigen::Index direction, Eigen::Index directions, double time,
                    const Vector3& p) {
  const waves::WaveSystem& system = sea.systems().front();
  const waves::WaveComponents& c = sea.components();
  const double h = sea.depth().value_or(kWecSimDeepWater);
  const double ramp = sea.ramp(time);
  Fluid fluid;
  for (Eigen::Index f = system.first; f < system.first + system.count; f += directions) {
    const Eigen::Index j = f + direction;
    const double k = c.wavenumber[j];
    const double cos = std::cos(c.direction[j]);
    const double sin = std::sin(c.direction[j]);
    const double psi = c.omega[j] * time - k * (p.x() * cos + p.y() * sin) + c.phase[f];
    double horizontal = std::exp(k * p.z());
    double vertical = horizontal;
    if (k * h <= kPi) {
      horizontal = std::cosh(k * (p.z() + h)) / std::cosh(k * h);
      vertical = std::sinh(k * (p.z() + h)) / std::cosh(k * h);
    }
    const double a = ramp * c.amplitude[j] * sea.gravity() * k;
    const Vector3 along(cos * horizontal, sin * horizontal, 0.0);
    const Vector3 up(0.0, 0.0, vertical);
    fluid.velocity += a / c.omega[j] * (std::cos(psi) * along - std::sin(psi) * up);
    fluid.acceleration -= a * (std::sin(psi) * along + std::cos(psi) * up);
  }
  return fluid;
}

}  // namespace

Fluid fluid_at(const waves::SeaState& sea, double time, const Vector3& p_W) {
  const waves::WaveKinematics waves = sea.kinematics(time, p_W);
  return {waves.velocity + sea.current_velocity(time, p_W), waves.acceleration};
}

Placement place(const Element& element, const BodyMotion& body, const waves::SeaState& sea, double time,
                Surface surface) {
  const Vector3 p = element_point(element, body);
  return place(element, body, surface == Surface::local ? sea.elevation(time, p.x(), p.y()) : 0.0);
}

BodyLoad body_load(const std::vector<Element>& elements, const BodyMotion& body, const waves::SeaState& sea,
                   double time, Surface surface) {
  BodyLoad sum;
  for (const Element& element : elements) {
    const Placement at = place(element, body, sea, time, surface);
    if (at.wet <= 0.0) continue;
    sum.load += element_load(element, at, body, fluid_at(sea, time, load_point(at, body)), sea.density());
    sum.inertia += element_inertia(element, at, body.R_WB, sea.density());
  }
  return sum;
}

ElementWrench body_force_given_acceleration(const std::vector<Element>& elements, const BodyMotion& body,
                                            const waves::SeaState& sea, double time, const Vector6& acceleration,
                                            Surface surface) {
  ElementWrench sum;
  for (const Element& element : elements) {
    const Placement at = place(element, body, sea, time, surface);
    if (at.wet <= 0.0) continue;
    sum += element_force_given_acceleration(element, at, body, fluid_at(sea, time, load_point(at, body)), sea.density(),
                                            acceleration);
  }
  return sum;
}

ElementWrench wec_sim_body_force(const std::vector<Element>& elements, const WecSimMotion& body,
                                 const waves::SeaState& sea, double time) {
  ElementWrench sum;
  const bool still = sea.systems().empty() || sea.systems().front().count == 0;
  for (const Element& element : elements) {
    const Vector3 p = wec_sim_element_point(element, body.pose);
    const Vector3 current = sea.current_velocity(time, p);
    if (still) {
      sum += wec_sim_force_without_waves(element, body, current, sea.density());
      continue;
    }
    const waves::WaveSystem& system = sea.systems().front();
    const auto directions = static_cast<Eigen::Index>(system.direction_fastest ? system.directions.size() : 1);
    for (Eigen::Index d = 0; d < directions; ++d) {
      Fluid fluid = wec_sim_waves(sea, d, directions, time, p);
      fluid.velocity += current;
      sum += wec_sim_force_in_waves(element, body, &fluid, 1, sea.density());
    }
  }
  return sum;
}

}  // namespace swell::morison
