/// Morison elements of one body in a sea: evaluates the fluid at each element and sums the wrenches.
#pragma once

#include <optional>
#include <vector>

#include "swell/morison/element.h"
#include "swell/morison/wec_sim.h"
#include "swell/waves/sea_state.h"

namespace swell::morison {

/// Surface used for the wet part; elements above are dry.
enum class Surface {
  local,  ///< the instantaneous elevation above the element (default)
  mean    ///< z = 0
};

/// Load and inertia of a body's elements at one instant, about the cg, world axes. Wrench on the body:
/// load.total() - inertia [a_C; alpha]. The Froude-Krylov part includes elevation_force (element.h), also for dry parts
/// below still water level.
struct BodyLoad {
  ElementWrench load;
  Matrix6 inertia = Matrix6::Zero();
};

/// Waves and current at a point below the surface; above z = 0 by the sea's stretching.
Fluid fluid_at(const waves::SeaState& sea, double time, const Vector3& p_W);

/// The same including the element's diffraction.   @param at  placement of the element
Fluid fluid_at(const Element& element, const Placement& at, const waves::SeaState& sea, double time,
               const Vector3& p_W);

/// Computes the element's placement in the sea.
Placement place(const Element& element, const BodyMotion& body, const waves::SeaState& sea, double time,
                Surface surface);

/// Sum over the elements, in order. Costs one sea evaluation per element, two if cut by the surface; many elements
/// share a series (waves/near_waves.h). Allocates nothing.
BodyLoad body_load(const std::vector<Element>& elements, const BodyMotion& body, const waves::SeaState& sea,
                   double time, Surface surface = Surface::local);

/// The same as forces for a given (delayed) acceleration [a_C; alpha], for `split` and for reports by part.
ElementWrench body_force_given_acceleration(const std::vector<Element>& elements, const BodyMotion& body,
                                            const waves::SeaState& sea, double time, const Vector6& acceleration,
                                            Surface surface = Surface::local);

/// One element, for the results.
struct ElementReport {
  Vector3 force = Vector3::Zero();          ///< [N] on the body, including its own inertia, world axes
  Vector3 drag = Vector3::Zero();           ///< [N] parts of it
  Vector3 inertia = Vector3::Zero();        ///< [N]
  Vector3 froude_krylov = Vector3::Zero();  ///< [N] includes elevation_force
  Vector3 velocity = Vector3::Zero();       ///< [m/s] of the fluid relative to the element, where the load acts
  Vector3 acceleration = Vector3::Zero();   ///< [m/s2] of the fluid relative to the element
  double flow = 0.0;                        ///< [m/s] speed for KC and Re: option 2 across the axis, else total
};

/// Returns the element's forces at the body acceleration `acceleration` = [a_C; alpha]; a dry element has
/// elevation_force only.
ElementReport element_report(const Element& element, const BodyMotion& body, const waves::SeaState& sea, double time,
                             const Vector6& acceleration, Surface surface = Surface::local);

/// Mean zero-crossing period of the elevation, 2 pi sqrt(m0/m2) [s]; regular waves: their period; still water: the
/// period of constant coefficients. Empty if there is none.
std::optional<double> mean_period(const waves::SeaState& sea);

/// Length 2 pi/k [m] of the energy-weighted mean wavenumber; regular waves: their length. Empty without waves.
std::optional<double> mean_wavelength(const waves::SeaState& sea);

/// Contribution of one element to WEC-Sim's force.
ElementWrench wec_sim_element_force(const Element& element, const WecSimMotion& body, const waves::SeaState& sea,
                                    double time);

/// WEC-Sim's force: first sea only, unstretched kinematics with the exponential profile for kh > pi (infinite depth
/// counts as 200 m, theory/wec-sim.md, "Kinematics for Morison elements"), once per direction, every direction with the
/// phases of the first; still water by wec_sim_force_without_waves.
ElementWrench wec_sim_body_force(const std::vector<Element>& elements, const WecSimMotion& body,
                                 const waves::SeaState& sea, double time);

}  // namespace swell::morison
