#include "swell/morison/sea.h"

#include <algorithm>
#include <cmath>

#include "swell/waves/near_waves.h"

namespace swell::morison {
namespace {

constexpr double kWecSimDeepWater = 200.0;  // m, WEC-Sim's depth for infinite depth

/// Fluid at a point, including the element's diffraction.
Fluid fluid_of(const Element& element, const Placement& at, const waves::SeaState& sea, double time, const Vector3& p_W,
               const waves::WaveKinematics& waves) {
  Fluid fluid = {waves.velocity + sea.current_velocity(time, p_W), waves.acceleration};
  if (!element.diffracted) return fluid;
  // The profile is stretched to the surface of the sea, not to that of the filtered waves.
  Vector3 p = p_W;
  if (sea.choices().stretching == waves::Stretching::wheeler) {
    p.z() -= waves.elevation;
    if (sea.depth()) p.z() *= *sea.depth() / (*sea.depth() + waves.elevation);
    p.z() = std::min(p.z(), 0.0);
  }
  const waves::Stretching stretching =
      sea.choices().stretching == waves::Stretching::none ? waves::Stretching::none : waves::Stretching::constant;
  const Vector3 whole = 2.0 * element.diffracted->kinematics(time, p, stretching).acceleration;
  const Vector3 excess = whole - (1.0 + element.added_mass[0]) * fluid.acceleration;
  fluid.diffraction = excess - at.axis_W.dot(excess) * at.axis_W;
  return fluid;
}

/// Placement of an element, its elevation_force, and the fluid at its load point if wet.
struct Surroundings {
  Placement at;
  Vector6 elevation_force;
  Fluid fluid;

  Surroundings(const Element& element, const BodyMotion& body, const waves::SeaState& sea,
               const waves::NearWaves& waves, double time, Surface surface) {
    const Vector3 p = element_point(element, body);
    const waves::WaveKinematics there = waves.kinematics(p);
    at = place(element, body, surface == Surface::local ? there.elevation : 0.0);
    elevation_force = morison::elevation_force(element, body, there.elevation, sea.density() * sea.gravity());
    if (at.wet <= 0.0) return;
    const Vector3 wet_part = load_point(at, body);  // the middle, unless the surface cuts the element
    fluid = fluid_of(element, at, sea, time, wet_part, wet_part == p ? there : waves.kinematics(wet_part));
  }
};

/// Waves around the elements, as a series if cheaper than one sum per element.
waves::NearWaves waves_about(const std::vector<Element>& elements, const BodyMotion& body, const waves::SeaState& sea,
                             double time) {
  constexpr std::size_t kFew = 8;
  if (elements.size() < kFew) return {sea, time};
  Vector3 low = elements.front().position, high = low;
  double longest = 0.0;
  for (const Element& element : elements) {
    low = low.cwiseMin(element.position);
    high = high.cwiseMax(element.position);
    longest = std::max(longest, element.length);
  }
  return {sea, time, body.p_WC + 0.5 * (body.R_WB * (low + high)), 0.5 * ((high - low).norm() + longest)};
}

/// Waves of one direction as in WEC-Sim's Morison blocks, with the phase of the first direction.
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

Fluid fluid_at(const Element& element, const Placement& at, const waves::SeaState& sea, double time,
               const Vector3& p_W) {
  return fluid_of(element, at, sea, time, p_W, sea.kinematics(time, p_W));
}

Placement place(const Element& element, const BodyMotion& body, const waves::SeaState& sea, double time,
                Surface surface) {
  const Vector3 p = element_point(element, body);
  return place(element, body, surface == Surface::local ? sea.elevation(time, p.x(), p.y()) : 0.0);
}

BodyLoad body_load(const std::vector<Element>& elements, const BodyMotion& body, const waves::SeaState& sea,
                   double time, Surface surface) {
  BodyLoad sum;
  const waves::NearWaves waves = waves_about(elements, body, sea, time);
  for (const Element& element : elements) {
    const Surroundings water(element, body, sea, waves, time, surface);
    sum.load.froude_krylov += water.elevation_force;
    const Placement& at = water.at;
    if (at.wet <= 0.0) continue;
    sum.load += element_load(element, at, body, water.fluid, sea.density());
    sum.inertia += element_inertia(element, at, body.R_WB, sea.density());
  }
  return sum;
}

ElementWrench body_force_given_acceleration(const std::vector<Element>& elements, const BodyMotion& body,
                                            const waves::SeaState& sea, double time, const Vector6& acceleration,
                                            Surface surface) {
  ElementWrench sum;
  const waves::NearWaves waves = waves_about(elements, body, sea, time);
  for (const Element& element : elements) {
    const Surroundings water(element, body, sea, waves, time, surface);
    sum.froude_krylov += water.elevation_force;
    const Placement& at = water.at;
    if (at.wet <= 0.0) continue;
    sum += element_force_given_acceleration(element, at, body, water.fluid, sea.density(), acceleration);
  }
  return sum;
}

ElementReport element_report(const Element& element, const BodyMotion& body, const waves::SeaState& sea, double time,
                             const Vector6& acceleration, Surface surface) {
  ElementReport report;
  const Surroundings water(element, body, sea, {sea, time}, time, surface);
  report.force = report.froude_krylov = water.elevation_force.head<3>();
  const Placement& at = water.at;
  if (at.wet <= 0.0) return report;
  const Vector3& r = at.r_CE_W;
  const Fluid& fluid = water.fluid;
  const ElementWrench load = element_force_given_acceleration(element, at, body, fluid, sea.density(), acceleration);
  report.drag = load.drag.head<3>();
  report.inertia = load.inertia.head<3>();
  report.froude_krylov += load.froude_krylov.head<3>();
  report.force = report.drag + report.inertia + report.froude_krylov;
  report.velocity = fluid.velocity - body.v_WC - body.w_WB.cross(r);
  report.acceleration = fluid.acceleration - acceleration.head<3>() - acceleration.tail<3>().cross(r) -
                        body.w_WB.cross(body.w_WB.cross(r));
  const bool across = element.option == Option::normal_tangential;
  report.flow = (report.velocity - (across ? at.axis_W.dot(report.velocity) : 0.0) * at.axis_W).norm();
  return report;
}

std::optional<double> mean_period(const waves::SeaState& sea) {
  const waves::WaveComponents& c = sea.components();
  const double energy = c.amplitude.square().sum();
  if (energy > 0.0) return 2.0 * kPi * std::sqrt(energy / (c.amplitude * c.omega).square().sum());
  for (const waves::WaveSystem& system : sea.systems()) {
    if (system.still_period) return system.still_period;
  }
  return std::nullopt;
}

std::optional<double> mean_wavelength(const waves::SeaState& sea) {
  const waves::WaveComponents& c = sea.components();
  const double energy = c.amplitude.square().sum();
  if (!(energy > 0.0)) return std::nullopt;
  return 2.0 * kPi * energy / (c.amplitude.square() * c.wavenumber).sum();
}

ElementWrench wec_sim_element_force(const Element& element, const WecSimMotion& body, const waves::SeaState& sea,
                                    double time) {
  const Vector3 p = wec_sim_element_point(element, body.pose);
  const Vector3 current = sea.current_velocity(time, p);
  if (sea.systems().empty() || sea.systems().front().count == 0)
    return wec_sim_force_without_waves(element, body, current, sea.density());
  const waves::WaveSystem& system = sea.systems().front();
  const auto directions = static_cast<Eigen::Index>(system.direction_fastest ? system.directions.size() : 1);
  ElementWrench sum;
  for (Eigen::Index d = 0; d < directions; ++d) {
    Fluid fluid = wec_sim_waves(sea, d, directions, time, p);
    fluid.velocity += current;
    sum += wec_sim_force_in_waves(element, body, &fluid, 1, sea.density());
  }
  return sum;
}

ElementWrench wec_sim_body_force(const std::vector<Element>& elements, const WecSimMotion& body,
                                 const waves::SeaState& sea, double time) {
  ElementWrench sum;
  for (const Element& element : elements) sum += wec_sim_element_force(element, body, sea, time);
  return sum;
}

}  // namespace swell::morison
