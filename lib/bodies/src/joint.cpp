#include "swell/bodies/joint.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace swell::bodies {
namespace {

struct TypeFacts {
  std::string name;
  std::vector<int> motions;
};

const std::array<TypeFacts, 7>& facts() {
  static const std::array<TypeFacts, 7> table = {{{"fixed", {}},
                                                  {"translational", {2}},
                                                  {"rotational", {4}},
                                                  {"floating-3dof", {0, 2, 4}},
                                                  {"floating-6dof", {0, 1, 2, 3, 4, 5}},
                                                  {"universal", {3, 4}},
                                                  {"spherical", {3, 4, 5}}}};
  return table;
}

const TypeFacts& facts(JointType type) { return facts()[static_cast<std::size_t>(type)]; }

std::string vector_text(const Vector3& v) { return fmt::format("[{}, {}, {}]", v.x(), v.y(), v.z()); }

Vector3 direction(const Vector3& v, const char* what, const Origin& origin) {
  const double length = v.norm();
  if (!(length > 0.0) || !v.allFinite()) {
    throw InputError(Diagnostic{Severity::error, origin, fmt::format("{} = {} has no direction", what, vector_text(v)),
                                vector_text(v), "a direction of any length above 0",
                                "give a direction such as [0, 0, 1]"});
  }
  return v / length;
}

}  // namespace

int degrees_of_freedom(JointType type) { return static_cast<int>(facts(type).motions.size()); }

const std::vector<int>& free_motions(JointType type) { return facts(type).motions; }

const std::string& name_of(JointType type) { return facts(type).name; }

Matrix3 joint_axes(const Vector3& z, const Vector3& y, const Origin& origin) {
  const Vector3 ez = direction(z, "orientation z", origin);
  const Vector3 ey = direction(y, "orientation y", origin);
  if (std::abs(ey.dot(ez)) > 1e-3) {
    throw InputError(Diagnostic{Severity::error, origin,
                                fmt::format("orientation y = {} and z = {} must be perpendicular, |y.z| = {:.3g}",
                                            vector_text(y), vector_text(z), std::abs(ey.dot(ez))),
                                vector_text(y), "|y.z| at most 1e-3", "turn one of them"});
  }
  // The remaining error of orthogonality (up to 1e-3) is removed from y: the axes are a rotation to round-off.
  Matrix3 axes;
  axes.col(0) = ey.cross(ez).normalized();
  axes.col(1) = ez.cross(axes.col(0)).normalized();
  axes.col(2) = ez;
  return axes;
}

namespace {

/// The shortest rotation from one direction to another that is not opposite.
Quaternion shortest_turn(const Vector3& from, const Vector3& to) {
  // Both branches are the length of the sum; near opposite directions the cosine loses digits.
  const double cosine = to.dot(from), s = cosine > -0.9 ? std::sqrt(2.0 * (1.0 + cosine)) : (from + to).norm();
  Quaternion turn;
  turn.vec() = from.cross(to) * (1.0 / s);
  turn.w() = 0.5 * s;
  return turn;
}

}  // namespace

Matrix3 joint_axes_along(JointType type, const Vector3& axis, const Origin& origin) {
  const Vector3 along = direction(axis, "axis", origin).normalized();
  const bool vertical = type == JointType::translational;
  const Vector3 from = vertical ? Vector3::UnitZ() : Vector3::UnitY();
  if (along == from) return Matrix3::Identity();
  if (along.dot(from) >= -1.0 + 1e-12) return shortest_turn(from, along).toRotationMatrix();
  // Opposite: rotate by 180 degrees about x or z first. Eigen's FromTwoVectors would compile a singular-value
  // decomposition.
  const Quaternion half = vertical ? Quaternion(0.0, -1.0, 0.0, 0.0) : Quaternion(0.0, 0.0, 0.0, 1.0);
  return (along == -from ? half : shortest_turn(-from, along) * half).toRotationMatrix();
}

}  // namespace swell::bodies
