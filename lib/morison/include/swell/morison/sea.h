/// Morison elements of one body in a sea: the fluid is asked for at each element and the wrenches are summed.
#pragma once

#include <optional>
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
/// load.total() - inertia [a_C; alpha]. The Froude-Krylov part holds the elevation's force (element.h), of what is dry
/// below still level, too.
struct BodyLoad {
  ElementWrench load;
  Matrix6 inertia = Matrix6::Zero();
};

/// Waves and current at a point below the surface; above z = 0 by the sea's stretching.
Fluid fluid_at(const waves::SeaState& sea, double time, const Vector3& p_W);

/// The same with what the element's diffraction makes of the waves. @param at  where it stands
Fluid fluid_at(const Element& element, const Placement& at, const waves::SeaState& sea, double time,
               const Vector3& p_W);

/// Where the element stands in the sea.
Placement place(const Element& element, const BodyMotion& body, const waves::SeaState& sea, double time,
                Surface surface);

/// Sum over the elements, in their order. Costs one evaluation of the sea per element, two where the surface cuts it,
/// or of a series (waves/near_waves.h) that many elements share; allocates nothing.
BodyLoad body_load(const std::vector<Element>& elements, const BodyMotion& body, const waves::SeaState& sea,
                   double time, Surface surface = Surface::local);

/// The same as forces for a given (delayed) acceleration [a_C; alpha], for `split` and for reports by part.
ElementWrench body_force_given_acceleration(const std::vector<Element>& elements, const BodyMotion& body,
                                            const waves::SeaState& sea, double time, const Vector6& acceleration,
                                            Surface surface = Surface::local);

/// One element as results show it.
struct ElementReport {
  Vector3 force = Vector3::Zero();          ///< [N] on the body, its own inertia included, world axes
  Vector3 drag = Vector3::Zero();           ///< [N] parts of it
  Vector3 inertia = Vector3::Zero();        ///< [N]
  Vector3 froude_krylov = Vector3::Zero();  ///< [N] the elevation's force in it
  Vector3 velocity = Vector3::Zero();       ///< [m/s] of the fluid relative to the element, where the load acts
  Vector3 acceleration = Vector3::Zero();   ///< [m/s2] of the fluid relative to the element
  double flow = 0.0;  ///< [m/s] speed that KC and Re go by: of option 2 across the axis, else the whole
};

/// The element when the body accelerates with `acceleration` = [a_C; alpha]; where it is dry, the elevation's force
/// alone.
ElementReport element_report(const Element& element, const BodyMotion& body, const waves::SeaState& sea, double time,
                             const Vector6& acceleration, Surface surface = Surface::local);

/// Mean zero-crossing period of the elevation, 2 pi sqrt(m0/m2) [s]; of regular waves their period, of still water the
/// one that coefficients are taken at. Nothing where there is none.
std::optional<double> mean_period(const waves::SeaState& sea);

/// Length 2 pi/k [m] of the mean wavenumber, weighted with the energy; of regular waves theirs. Nothing without waves.
std::optional<double> mean_wavelength(const waves::SeaState& sea);

/// One element's part of WEC-Sim's force.
ElementWrench wec_sim_element_force(const Element& element, const WecSimMotion& body, const waves::SeaState& sea,
                                    double time);

/// WEC-Sim's force: the first sea only, kinematics unstretched with the exponential profile where kh > pi (infinite
/// depth counts as 200 m, theory/wec-sim.md, "Kinematics for Morison elements"), once per direction and every direction
/// with the first one's phases; still water by wec_sim_force_without_waves.
ElementWrench wec_sim_body_force(const std::vector<Element>& elements, const WecSimMotion& body,
                                 const waves::SeaState& sea, double time);

}  // namespace swell::morison
