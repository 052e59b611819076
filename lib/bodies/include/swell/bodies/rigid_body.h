/// Mass properties of a rigid body, in the design pose.
#pragma once

#include <string>

#include "swell/base/error.h"
#include "swell/base/vector.h"

namespace swell::bodies {

struct RigidBody {
  std::string name;
  double mass = 0.0;                  ///< [kg]
  Matrix3 inertia = Matrix3::Zero();  ///< [kg m2] about the cg, body axes (= world axes in the design pose)
  Vector3 cg = Vector3::Zero();       ///< [m] world, design pose
  Origin origin = {};
  /// Massless link between two joints of a chain that meet without a body. Links are sorted behind all bodies.
  bool link = false;
};

/// Inertia tensor from its diagonal and its entries xy, xz, yz (entries of the tensor: I_xy = -integral of xy dm).
Matrix3 inertia_tensor(const Vector3& diagonal, const Vector3& products);

}  // namespace swell::bodies
