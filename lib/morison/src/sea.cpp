#include "swell/morison/sea.h"

#include <cstddef>

#include "swell/waves/wec_sim_kinematics.h"

namespace swell::morison {
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
    const std::size_t directions = system.direction_fastest ? system.directions.size() : 1;
    for (std::size_t d = 0; d < directions; ++d) {
      const waves::WaveKinematics waves = waves::wec_sim_morison_kinematics(sea, d, time, p);
      const Fluid fluid{waves.velocity + current, waves.acceleration};
      sum += wec_sim_force_in_waves(element, body, &fluid, 1, sea.density());
    }
  }
  return sum;
}

}  // namespace swell::morison
