/// One Morison element on a moving body: drag, inertia and Froude-Krylov force of a slender or small part.
///
/// With u, u_dot the fluid's velocity and acceleration at the element and v, a the element's own (rotation and
/// centripetal terms included), Du = u - v, in every direction i (option 1) or normal and tangential part i (option 2)
///
///   F_i = 1/2 rho Cd_i A_i |Du_i| Du_i  +  rho V Ca_i (u_dot_i - a_i)  +  rho V u_dot_i
///            drag                            inertia                         Froude-Krylov
///
/// Source: [Morison1950]; relative form as in [DNVRPC205, ch. 6].
/// The part proportional to the body's acceleration is inertia, not force (no algebraic loop): with the element's
/// Jacobian J = [1, -[r]x] and M_a = rho V Ca (3 x 3),
///
///   wrench about the cg = element_load - element_inertia [a_C; alpha],   element_inertia = J^T M_a J.
///
/// The added mass of an element with a length, which is cut at the surface, has the kinetic energy of the body's own
/// motion, T = 1/2 v . M_a(q) v: Lagrange's equations add to -M_a a the terms -dM_a/dt v (wetting and turning) and the
/// gradient of T in the pose, so that in still water the load's work is the fall of T [Lamb1932, 124 and 136]. What
/// waves and current add of second order [Rainey1989] is left out, as Morison's equation does: on a fixed element the
/// load is Morison's. A point element, wholly wet or dry, has Morison's formula alone.
///
/// rho V u_dot is the force of the wave's pressure on a closed surface. Where a member pierces the surface it has no
/// wetted end there, and the pressure of the water between still level and surface is missing: `elevation_force`.
///
/// Wrenches and six-vectors: about the cg C, world axes. u_dot is the local derivative. Buoyancy of the element in
/// still water belongs to the body's volume and stiffness.
#pragma once

#include <memory>

#include "swell/base/error.h"
#include "swell/base/vector.h"

namespace swell::waves {
class SeaState;
}  // namespace swell::waves

namespace swell::morison {

enum class Option {
  body_axes = 1,         ///< coefficients on the body's x, y, z; each direction on its own
  normal_tangential = 2  ///< first: normal to the axis, second: along it; third ignored
};

/// Coefficients and place of one element. For option 2 the first entry of drag, added_mass and area is normal to the
/// axis, the second tangential.
struct Element {
  Option option = Option::body_axes;
  Vector3 drag = Vector3::Zero();        ///< Cd [-]
  Vector3 added_mass = Vector3::Zero();  ///< Ca [-]
  Vector3 area = Vector3::Zero();        ///< [m2]
  double volume = 0.0;                   ///< [m3]
  Vector3 position = Vector3::Zero();    ///< from the cg, body axes [m]
  Vector3 axis = Vector3::UnitZ();       ///< body axes; any length but 0 (normalised by `checked`)
  /// Extent along `axis`, centred on `position` [m]. 0: a point, wholly wet or wholly dry. Above 0: cut at the surface,
  /// the wet part scales area and volume and its middle takes the load, so that force is continuous in pose and time.
  double length = 0.0;
  /// Extent across the axis [m]; 0: not known. One with a length that lies flat becomes wet over this height.
  double diameter = 0.0;
  /// Growth of the diameter per length along `axis` [-]. Of use at the surface, where the section counts.
  double taper = 0.0;
  /// Of the uppermost strip of a member that was cut at still water at set-up: the length by which it is taken to go on
  /// above [m]. No strip has it, but the surface reaches it, and the strip's upper end is no wetted end.
  double beyond = 0.0;
  /// The waves as a vertical cylinder of this diameter diffracts them (diffraction.h); null: Morison's equation alone.
  std::shared_ptr<const waves::SeaState> diffracted{};
};

/// Diameter [m] of the cylinder of this volume [m3] and this area from the side [m2]; 0 without an area.
inline double diameter_of(double volume, double area) { return area > 0.0 ? 4.0 * volume / (kPi * area) : 0.0; }

/// Motion of the body's centre of gravity and axes, all in the world frame.
struct BodyMotion {
  Vector3 p_WC = Vector3::Zero();      ///< place of the cg [m]
  Matrix3 R_WB = Matrix3::Identity();  ///< body axes in the world
  Vector3 v_WC = Vector3::Zero();      ///< velocity of the cg [m/s]
  Vector3 w_WB = Vector3::Zero();      ///< angular velocity [rad/s]
};

/// The fluid at the element, world frame: waves and current together.
struct Fluid {
  Vector3 velocity = Vector3::Zero();      ///< [m/s]
  Vector3 acceleration = Vector3::Zero();  ///< local derivative [m/s2]
  /// What diffraction adds to (1 + Ca) times the acceleration, normal to the element's axis [m/s2]: part of `inertia`.
  Vector3 diffraction = Vector3::Zero();
};

/// Where the element stands: what geometry alone says. wet is 0 (above the surface) to 1.
struct Placement {
  Vector3 r_CE_W = Vector3::Zero();   ///< from the cg to the middle of the wet part, world axes [m]
  Vector3 axis_W = Vector3::UnitZ();  ///< unit axis, world
  double wet = 1.0;                   ///< wet share of the element [-]

  /// How wet and r_CE_W change with the pose, of an element with a length. With the depth d of the element's middle
  /// below the surface and the height a of its axis' end, a = axis_W.z, and a turn phi of the body,
  ///   d wet = wet_d dd + wet_a da,   d r_CE_W = phi x (r_CM_W + slide axis_W) + r_d dd + r_a da.
  bool cut = false;                  ///< an element with a length: its added mass has a kinetic energy
  Vector3 r_CM_W = Vector3::Zero();  ///< from the cg to the middle of the whole element [m]
  double slide = 0.0;                ///< [m]
  double wet_d = 0.0, wet_a = 0.0;   ///< [1/m], [-]
  Vector3 r_d = Vector3::Zero();     ///< [-]
  Vector3 r_a = Vector3::Zero();     ///< [m]
};

/// The element's wrench by part, each about the cg in world axes [N, N m].
struct ElementWrench {
  Vector6 drag = Vector6::Zero();
  Vector6 inertia = Vector6::Zero();
  Vector6 froude_krylov = Vector6::Zero();  ///< rho V u_dot; in a sea with the elevation's force
  /// Power that drag takes out of the relative motion, F_drag . (u - v) >= 0 [W]. The power given to the body is
  /// drag . [v_C; w], of either sign.
  double dissipation = 0.0;

  Vector6 total() const { return drag + inertia + froude_krylov; }
  ElementWrench& operator+=(const ElementWrench& other);
};

/// The element with its axis normalised. Mistakes go to `diagnostics`: negative or non-finite coefficients, areas,
/// volume or length, an axis of no length.
Element checked(const Element& element, const Origin& origin, Diagnostics& diagnostics);

/// Place of the unwetted element's middle in the world, where the elevation is asked for.
Vector3 element_point(const Element& element, const BodyMotion& body);

/// Wet part under a surface at height `elevation` [m] (0: mean level). A point element is dry above it.
Placement place(const Element& element, const BodyMotion& body, double elevation);

/// Place of the load in the world, where the fluid is asked for.
inline Vector3 load_point(const Placement& at, const BodyMotion& body) { return body.p_WC + at.r_CE_W; }

/// Buoyancy by which the surface at height `elevation` differs from still water, about the cg, world axes [N, N m]:
///
///   F = rho g (V(elevation) - V(0)) z,   at the middle of the volume between the two levels,
///
/// V the volume of an element with a length below a level plane, exact for a circular cylinder at any inclination. By
/// Gauss's theorem the pressure on the wetted surface is the integral of rho u_dot + rho g z over the wet volume, since
/// there is none on the surface of the water; of rho g z the body's hydrostatics have V(0). Zero of what is wet, or
/// dry, at both levels, and of a point element. Source: [Rainey1989]; linear form as in [Newman1977, 6.18].
/// @param specific_weight  rho g [N/m3]
Vector6 elevation_force(const Element& element, const BodyMotion& body, double elevation, double specific_weight);

/// rho V Ca as a 3 x 3 matrix in world axes, wet share included [kg]; symmetric.
Matrix3 element_added_mass(const Element& element, const Placement& at, const Matrix3& R_WB, double density);

/// Added inertia about the cg, J^T M_a J [kg, kg m, kg m2]; symmetric, positive semi-definite.
Matrix6 element_inertia(const Element& element, const Placement& at, const Matrix3& R_WB, double density);

/// The wrench when the body accelerates with `acceleration` = [a_C; alpha]: for `split`, where it is a delayed input,
/// and for reports.
ElementWrench element_force_given_acceleration(const Element& element, const Placement& at, const BodyMotion& body,
                                               const Fluid& fluid, double density, const Vector6& acceleration);

/// Everything but inertia times [a_C; alpha]: drag, Froude-Krylov, rho V Ca u_dot and what velocities make of the added
/// mass: the centripetal bias and, of an element with a length, the terms of its kinetic energy.
ElementWrench element_load(const Element& element, const Placement& at, const BodyMotion& body, const Fluid& fluid,
                           double density);

}  // namespace swell::morison
