#include "swell/morison/element.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace swell::morison {
namespace {

/// Applies direction-dependent coefficients c to v: in body axes, or normal and tangential to the axis.
Vector3 resolve(const Element& element, const Vector3& c, const Placement& at, const Matrix3& R_WB, const Vector3& v) {
  if (element.option == Option::body_axes) {
    return R_WB * c.cwiseProduct(R_WB.transpose() * v);
  }
  const Vector3 tangential = at.axis_W.dot(v) * at.axis_W;
  return c[0] * (v - tangential) + c[1] * tangential;
}

Vector3 drag_force(const Element& element, const Placement& at, const Matrix3& R_WB, const Vector3& relative,
                   double density) {
  const Vector3 c = 0.5 * density * at.wet * element.drag.cwiseProduct(element.area);
  if (element.option == Option::body_axes) {
    const Vector3 relative_B = R_WB.transpose() * relative;
    return R_WB * c.cwiseProduct(relative_B.cwiseAbs().cwiseProduct(relative_B));
  }
  const Vector3 tangential = at.axis_W.dot(relative) * at.axis_W;
  const Vector3 normal = relative - tangential;
  return c[0] * normal.norm() * normal + c[1] * tangential.norm() * tangential;
}

Vector6 wrench(const Vector3& r, const Vector3& force) {
  Vector6 F;
  F << force, r.cross(force);
  return F;
}

/// Share of a cylinder's volume below a level plane, exact.
/// @param depth  of its middle below the plane [m]
/// @param rise   height of one end's middle above the other's [m]
/// @param reach  extent of a section above and below its middle [m]
double wet_share(double depth, double rise, double reach) {
  constexpr double kLeastReach = 1e-9, kFlat = 1e-4;
  if (std::abs(depth) >= 0.5 * rise + reach) return depth > 0.0 ? 1.0 : 0.0;
  reach = std::max(reach, kLeastReach);  // for an upright cylinder
  // The share of a unit circle below a line x above its middle, 1/2 + (x sqrt(1 - x^2) + asin x)/pi, and its integral.
  const auto circle = [](double x) {
    x = std::clamp(x, -1.0, 1.0);
    return 0.5 + (x * std::sqrt(1.0 - x * x) + std::asin(x)) / kPi;
  };
  const auto integral = [](double x) {
    if (std::abs(x) >= 1.0) return std::max(x, 0.0);
    const double q = 1.0 - x * x;
    return 0.5 * x + (x * std::asin(x) + std::sqrt(q) * (1.0 - q / 3.0)) / kPi;
  };
  if (rise < kFlat * reach) return circle(depth / reach);
  return (integral((depth + 0.5 * rise) / reach) - integral((depth - 0.5 * rise) / reach)) * reach / rise;
}

}  // namespace

ElementWrench& ElementWrench::operator+=(const ElementWrench& other) {
  drag += other.drag;
  inertia += other.inertia;
  froude_krylov += other.froude_krylov;
  dissipation += other.dissipation;
  return *this;
}

Element checked(const Element& element, const Origin& origin, Diagnostics& diagnostics) {
  const auto at_least_zero = [&](const Vector3& v, const char* name, const char* unit, int entries) {
    for (int i = 0; i < entries; ++i) {
      if (!(std::isfinite(v[i]) && v[i] >= 0.0)) {
        diagnostics.error(origin, fmt::format("Morison element: {}[{}] = {:g}{} must be finite and at least 0", name,
                                              i + 1, v[i], unit));
      }
    }
  };
  const int entries = element.option == Option::body_axes ? 3 : 2;
  at_least_zero(element.drag, "cd", "", entries);
  at_least_zero(element.added_mass, "ca", "", entries);
  at_least_zero(element.area, "area", " m2", entries);
  if (!(std::isfinite(element.volume) && element.volume >= 0.0)) {
    diagnostics.error(origin,
                      fmt::format("Morison element: volume = {:g} m3 must be finite and at least 0", element.volume));
  }
  if (!(std::isfinite(element.length) && element.length >= 0.0)) {
    diagnostics.error(origin,
                      fmt::format("Morison element: length = {:g} m must be finite and at least 0", element.length));
  }
  if (!element.position.allFinite()) {
    diagnostics.error(origin, "Morison element: position must be three finite numbers in m");
  }
  Element result = element;
  const double norm = element.axis.norm();
  if (!(std::isfinite(norm) && norm > 0.0)) {
    diagnostics.error(origin, "Morison element: axis = [0, 0, 0] has no direction",
                      "give the direction of the element in body axes, such as [0, 0, 1]");
  } else {
    result.axis = element.axis / norm;
  }
  return result;
}

Vector3 element_point(const Element& element, const BodyMotion& body) {
  return body.p_WC + body.R_WB * element.position;
}

Placement place(const Element& element, const BodyMotion& body, double elevation) {
  Placement at;
  at.r_CE_W = at.r_CM_W = body.R_WB * element.position;
  at.axis_W = body.R_WB * element.axis;
  at.cut = element.length > 0.0;
  const double depth = elevation - (body.p_WC.z() + at.r_CE_W.z());  // of the middle, positive below the surface
  if (element.length <= 0.0) {
    at.wet = depth >= 0.0 ? 1.0 : 0.0;
    return at;
  }
  // A steep element is cut where its axis pierces the surface, which is exact for the volume below a plane. An element
  // flatter than its diameter becomes wet over its height, to avoid a jump.
  const double rise = element.length * std::abs(at.axis_W.z());
  const double level = std::sqrt(std::max(0.0, 1.0 - at.axis_W.z() * at.axis_W.z()));
  const double height = std::max(rise, element.diameter * level);
  if (height <= 0.0 || std::abs(depth) >= 0.5 * height) {
    at.wet = depth >= 0.0 ? 1.0 : 0.0;
    return at;
  }
  at.wet = 0.5 + depth / height;
  // The wet part is at the lower end. Its middle is (1 - wet) L/2 down the axis from the element's middle; for a flat
  // element (1 - wet) D/2 straight down; between them weighted by the share of the axis in the height.
  const double dry = 1.0 - at.wet;
  const double along = rise / height;
  const double down = at.axis_W.z() > 0.0 ? -1.0 : 1.0;
  const Vector3 half = 0.5 * down * element.length * at.axis_W;  // to the lower end
  const Vector3 drop(0.0, 0.0, -0.5 * element.diameter);         // across the axis
  at.r_CE_W += dry * (along * half + (1.0 - along) * level * drop);
  // Derivatives by the depth and by the height a of the axis' end; for a steep element the height is its rise.
  const double a = at.axis_W.z(), rise_a = -down * element.length;
  const double level_a = level > 0.0 ? -a / level : 0.0;
  const bool steep = height == rise;
  const double height_a = steep ? rise_a : element.diameter * level_a;
  const double along_a = steep ? 0.0 : (rise_a - along * height_a) / height;
  at.slide = 0.5 * dry * along * down * element.length;
  at.wet_d = 1.0 / height;
  at.wet_a = -depth / (height * height) * height_a;
  const Vector3 of_wet = -along * half - (1.0 - along) * level * drop;
  at.r_d = at.wet_d * of_wet;
  at.r_a = at.wet_a * of_wet + dry * (along_a * (half - level * drop) + (1.0 - along) * level_a * drop);
  return at;
}

Vector6 elevation_force(const Element& element, const BodyMotion& body, double elevation, double specific_weight) {
  if (element.length <= 0.0) return Vector6::Zero();
  const double length = element.length + element.beyond;
  const double shift = std::copysign(0.5 * element.beyond, element.axis.z());  // of the middle, along the axis
  const Vector3 axis = body.R_WB * element.axis;
  const Vector3 r = body.R_WB * element.position + shift * axis;
  const double z = body.p_WC.z() + r.z(), a = axis.z();
  const double rise = length * std::abs(a), level = std::sqrt(std::max(0.0, 1.0 - a * a));
  const double width = element.diameter * level;
  const double share = wet_share(elevation - z, rise, 0.5 * width) - wet_share(-z, rise, 0.5 * width);
  if (share == 0.0) return Vector6::Zero();
  // The force and the section are taken where the axis is between the two levels; for a flat element in its middle.
  const double height = std::max(rise, width);
  const auto crossing = [height](double depth) { return std::clamp(depth / height, -0.5, 0.5); };
  const double s = std::copysign(0.5 * length * rise / height, a) * (crossing(elevation - z) + crossing(-z));
  const double growth = element.diameter > 0.0 ? 1.0 + element.taper * (shift + s) / element.diameter : 1.0;
  const double volume = element.volume * length / element.length * growth * growth;
  return wrench(r + s * axis, Vector3(0.0, 0.0, specific_weight * volume * share));
}

Matrix3 element_added_mass(const Element& element, const Placement& at, const Matrix3& R_WB, double density) {
  const double mass = density * element.volume * at.wet;
  if (element.option == Option::body_axes) {
    return R_WB * (mass * element.added_mass).asDiagonal() * R_WB.transpose();
  }
  const double normal = mass * element.added_mass[0];
  const double tangential = mass * element.added_mass[1];
  Matrix3 M = (tangential - normal) * at.axis_W * at.axis_W.transpose();
  M.diagonal().array() += normal;
  return M;
}

Matrix6 element_inertia(const Element& element, const Placement& at, const Matrix3& R_WB, double density) {
  const Matrix3 M = element_added_mass(element, at, R_WB, density);
  const Matrix3 r = cross_matrix(at.r_CE_W);
  const Matrix3 rM = r * M;
  Matrix6 I;
  I.topLeftCorner<3, 3>() = M;
  I.bottomLeftCorner<3, 3>() = rM;
  I.topRightCorner<3, 3>() = rM.transpose();
  I.bottomRightCorner<3, 3>() = -rM * r;
  return I;
}

namespace {

/// Velocity terms of the added mass of an element with a length, for the velocity [v; w] of the cg and the body's axes,
/// in addition to the centripetal -M_a (w x dr/dt). T = 1/2 s . M_a s, s = v + w x r, has the momentum g = M_a s at the
/// element; with w in world axes Lagrange's equations are [Meirovitch1970, 4.13]
///
///   force = -d(g)/dt + dT/dx      moment = -d(r x g)/dt + w x (r x g) + dT/dphi
Vector6 of_kinetic_energy(const Element& element, const Placement& at, const Matrix3& R_WB, const Vector3& v,
                          const Vector3& w, double density) {
  const Vector3& r = at.r_CE_W;
  const Vector3& axis = at.axis_W;
  const Vector3 s = v + w.cross(r);
  const auto momentum = [&](const Vector3& velocity) -> Vector3 {  // of the fully wet element
    return density * element.volume * resolve(element, element.added_mass, at, R_WB, velocity);
  };
  const Vector3 whole = momentum(s), g = at.wet * whole, G = g.cross(w);
  const Vector3 moved = at.r_CM_W + at.slide * axis;
  // Rates along the motion.
  const double depth_rate = -(v + w.cross(at.r_CM_W)).z(), axis_rate = w.cross(axis).z();
  const double wet_rate = at.wet_d * depth_rate + at.wet_a * axis_rate;
  const Vector3 r_rate = w.cross(moved) + at.r_d * depth_rate + at.r_a * axis_rate;
  // Gradient of T by the depth, by the height of the axis' end, by the rotation of all axes and the arm.
  const double T_d = 0.5 * s.dot(whole) * at.wet_d + G.dot(at.r_d);
  const double T_a = 0.5 * s.dot(whole) * at.wet_a + G.dot(at.r_a);
  const Vector3 up = Vector3::UnitZ();
  const Vector3 force = -wet_rate * whole - w.cross(g) + at.wet * momentum(w.cross(s) - w.cross(r_rate));
  Vector6 load;
  load << force - T_d * up, r.cross(force) - r_rate.cross(g) + w.cross(r.cross(g)) + g.cross(s) + moved.cross(G) -
                                T_d * at.r_CM_W.cross(up) + T_a * axis.cross(up);
  return load;
}

}  // namespace

ElementWrench element_force_given_acceleration(const Element& element, const Placement& at, const BodyMotion& body,
                                               const Fluid& fluid, double density, const Vector6& acceleration) {
  ElementWrench result;
  if (at.wet <= 0.0) {
    return result;
  }
  const Vector3& r = at.r_CE_W;
  const Vector3 v = body.v_WC + body.w_WB.cross(r);
  Vector3 a = acceleration.head<3>() + acceleration.tail<3>().cross(r);
  if (!at.cut) a += body.w_WB.cross(body.w_WB.cross(r));
  const Vector3 relative = fluid.velocity - v;
  const double mass = density * element.volume * at.wet;
  const Vector3 drag = drag_force(element, at, body.R_WB, relative, density);
  result.drag = wrench(r, drag);
  result.inertia = wrench(r, mass * resolve(element, element.added_mass, at, body.R_WB, fluid.acceleration - a));
  if (element.diffracted) result.inertia += wrench(r, mass * fluid.diffraction);
  if (at.cut) {
    result.inertia += of_kinetic_energy(element, at, body.R_WB, body.v_WC, body.w_WB, density);
  }
  result.froude_krylov = wrench(r, mass * fluid.acceleration);
  result.dissipation = drag.dot(relative);
  return result;
}

ElementWrench element_load(const Element& element, const Placement& at, const BodyMotion& body, const Fluid& fluid,
                           double density) {
  return element_force_given_acceleration(element, at, body, fluid, density, Vector6::Zero());
}

}  // namespace swell::morison
