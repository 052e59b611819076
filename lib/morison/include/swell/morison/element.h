/// One Morison element on a moving body: drag, inertia and Froude-Krylov force of a slender or small part.
///
/// With u, u_dot the fluid's velocity and acceleration at the element, v, a the element's (rotation and centripetal
/// terms included), and Du = u - v, in every direction i (option 1) or normal and tangential part i (option 2)
///
///   F_i = 1/2 rho Cd_i A_i |Du_i| Du_i  +  rho V Ca_i (u_dot_i - a_i)  +  rho V u_dot_i
///            drag                            inertia                         Froude-Krylov
///
/// Source: [Morison1950]; relative form as in [DNVRPC205, ch. 6].
/// The part proportional to the body's acceleration is inertia, not force (this avoids an algebraic loop). With the
/// element's Jacobian J = [1, -[r]x] and M_a = rho V Ca (3 x 3),
///
///   wrench about the cg = element_load - element_inertia [a_C; alpha],   element_inertia = J^T M_a J.
///
/// The added mass of an element with a length, cut at the surface, has the kinetic energy T = 1/2 v . M_a(q) v of the
/// body's motion. Lagrange's equations add to -M_a a the terms -dM_a/dt v (wetting and rotation) and the gradient of T
/// in the pose: in still water the load's work equals the decrease of T [Lamb1932, 124 and 136]. Second-order terms of
/// waves and current [Rainey1989] are omitted, as in Morison's equation, which holds for a fixed element. A point
/// element, fully wet or dry, has Morison's formula alone.
///
/// rho V u_dot is the wave pressure force on a closed surface. A surface-piercing member has no wetted end at the
/// surface; the pressure between still level and surface is added by `elevation_force`.
///
/// Wrenches and six-vectors: about the cg C, world axes. u_dot is the local derivative. The element's buoyancy in still
/// water is part of the body's volume and stiffness.
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
  /// Extent along `axis`, centred on `position` [m]. 0: a point, fully wet or dry. > 0: cut at the surface; the wet
  /// part scales area and volume, and its middle is the load's point, so the force is continuous in pose and time.
  double length = 0.0;
  /// Extent across the axis [m]; 0: unknown. An element with a length that lies flat becomes wet over this height.
  double diameter = 0.0;
  /// Growth of the diameter per length along `axis` [-], for the section at the surface.
  double taper = 0.0;
  /// Uppermost strip of a member cut at still water at set-up: assumed extension of the member above [m]. No strip
  /// covers it, but the surface reaches it, and the strip's upper end is not a wetted end.
  double beyond = 0.0;
  /// Waves diffracted by a vertical cylinder of this diameter (diffraction.h); null: Morison's equation alone.
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
  /// Diffraction's addition to (1 + Ca) times the acceleration, normal to the axis [m/s2]: part of `inertia`.
  Vector3 diffraction = Vector3::Zero();
};

/// Geometry of an element at one instant. wet is 0 (above the surface) to 1.
struct Placement {
  Vector3 r_CE_W = Vector3::Zero();   ///< from the cg to the middle of the wet part, world axes [m]
  Vector3 axis_W = Vector3::UnitZ();  ///< unit axis, world
  double wet = 1.0;                   ///< wet share of the element [-]

  /// Derivatives of wet and r_CE_W by the pose, for an element with a length. d: depth of the element's middle,
  /// a = axis_W.z: height of its axis' end, phi: rotation of the body,
  ///   d wet = wet_d dd + wet_a da,   d r_CE_W = phi x (r_CM_W + slide axis_W) + r_d dd + r_a da.
  bool cut = false;                  ///< element with a length: its added mass has a kinetic energy
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
  Vector6 froude_krylov = Vector6::Zero();  ///< rho V u_dot; in a sea including elevation_force
  /// Power removed by drag from the relative motion, F_drag . (u - v) >= 0 [W]. The power on the body, drag . [v_C; w],
  /// has either sign.
  double dissipation = 0.0;

  Vector6 total() const { return drag + inertia + froude_krylov; }
  ElementWrench& operator+=(const ElementWrench& other);
};

/// Returns the element with its axis normalised. Errors go to `diagnostics`: negative or non-finite coefficients,
/// areas, volume or length, an axis of zero length.
Element checked(const Element& element, const Origin& origin, Diagnostics& diagnostics);

/// Middle of the whole element in the world, where the elevation is evaluated.
Vector3 element_point(const Element& element, const BodyMotion& body);

/// Computes the wet part for a surface at height `elevation` [m] (0: mean level). A point element above it is dry.
Placement place(const Element& element, const BodyMotion& body, double elevation);

/// Point of the load in the world, where the fluid is evaluated.
inline Vector3 load_point(const Placement& at, const BodyMotion& body) { return body.p_WC + at.r_CE_W; }

/// Difference of buoyancy between a surface at height `elevation` and still water, about the cg, world axes [N, N m]:
///
///   F = rho g (V(elevation) - V(0)) z,   at the middle of the volume between the two levels,
///
/// V: volume of an element with a length below a level plane, exact for a circular cylinder at any inclination. By
/// Gauss's theorem the pressure on the wetted surface is the integral of rho u_dot + rho g z over the wet volume, since
/// the pressure at the water surface is zero; the body's hydrostatics include V(0). Zero for parts equally wet at both
/// levels and for a point element. Source: [Rainey1989]; linear form as in [Newman1977, 6.18].
/// @param specific_weight  rho g [N/m3]
Vector6 elevation_force(const Element& element, const BodyMotion& body, double elevation, double specific_weight);

/// rho V Ca as a 3 x 3 matrix in world axes, wet share included [kg]; symmetric.
Matrix3 element_added_mass(const Element& element, const Placement& at, const Matrix3& R_WB, double density);

/// Added inertia about the cg, J^T M_a J [kg, kg m, kg m2]; symmetric, positive semi-definite.
Matrix6 element_inertia(const Element& element, const Placement& at, const Matrix3& R_WB, double density);

/// Returns the wrench at the body acceleration `acceleration` = [a_C; alpha], for `split` (delayed input) and reports.
ElementWrench element_force_given_acceleration(const Element& element, const Placement& at, const BodyMotion& body,
                                               const Fluid& fluid, double density, const Vector6& acceleration);

/// Returns the wrench without inertia times [a_C; alpha]: drag, Froude-Krylov, rho V Ca u_dot, the centripetal bias of
/// the added mass and, for an element with a length, the terms of its kinetic energy.
ElementWrench element_load(const Element& element, const Placement& at, const BodyMotion& body, const Fluid& fluid,
                           double density);

}  // namespace swell::morison
