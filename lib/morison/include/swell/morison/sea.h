/// Morison elements of one body in a sea: the fluid is asked for at each element and the wrenches are summed.
#pragma once

#include <vector>

#include "swell/morison/element.h"
#include "swell/morison/wec_sim.h"
#include "swell/waves/sea_state.h"

namespace swell::morison {

/// The surface above which elements are dry.
enum class Surface {
  local,  ///< the instantaneous elevation above the element (default)
  mean    ///< z = 0
};

/// Load and inertia of a body's elements at one instant, about the cg, world axes: the wrench on the body is
/// load.total() - inertia [a_C; alpha].
struct BodyLoad {
  ElementWrench load;
  Matrix6 inertia = Matrix6::Zero();
};

/// Waves and current at a point below the surface; above z = 0 by the sea's stretching.
Fluid fluid_at(const waves::SeaState& sea, double time, const Vector3& p_W);

/// Where the element stands in the sea.
Placement place(const Element& element, const BodyMotion& body, const waves::SeaState& sea, double time,
                Surface surface);

/// Sum over the elements, in their order. Costs one or two evaluations of the sea per element; allocates nothing.
BodyLoad body_load(const std::vector<Element>& elements, const BodyMotion& body, const waves::SeaState& sea,
                   double time, Surface surface = Surface::local);

/// The same as forces for a given (delayed) acceleration [a_C; alpha], for `split` and for reports by part.
ElementWrench body_force_given_acceleration(const std::vector<Element>& elements, const BodyMotion& body,
                                            const waves::SeaState& sea, double time, const Vector6& acceleration,
                                            Surface surface = Surface::local);

/// WEC-Sim's force: the first sea only, kinematics unstretched with the exponential profile where kh > pi (infinite
/// depth counts as 200 m, theory/wec-sim.md, "Kinematics for Morison elements"), once per direction and every direction
/// with the first one's phases; still water by wec_sim_force_without_waves.
ElementWrench wec_sim_body_force(const std::vector<Element>& elements, const WecSimMotion& body,
                                 const waves::SeaState& sea, double time);

}  // namespace swell::morison
