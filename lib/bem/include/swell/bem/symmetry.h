/// Symmetry of the wetted surface, detected from its nodes: replaces one system by several smaller ones.
///
/// Planes x = x0 and y = y0: the potential has two or four parts, even or odd, with n/2 or n/4 unknowns each. Bodies of
/// revolution about one vertical: all rigid modes and forces are of order m = 0 or 1 in the azimuth, so there are two
/// systems with one unknown per ring of nodes.
#pragma once

#include <vector>

#include "swell/bem/surface.h"

namespace swell::bem {

/// A part of the potential: at node j of orbit r with target t it is a_r (p_j p_t + q_j q_t).
struct SymmetryPart {
  VectorX p, q;                       ///< per node; q is empty if zero
  double sign_x = 1.0, sign_y = 1.0;  ///< of planes: even 1, odd -1
  int order = 0;                      ///< of a body of revolution: m
};

struct Symmetry {
  enum class Kind { none, planes, revolution } kind = Kind::none;
  bool plane_x = false, plane_y = false;  ///< x = x0, y = y0
  double x0 = 0.0, y0 = 0.0;
  std::vector<int> orbit;   ///< of every node
  std::vector<int> target;  ///< the collocation node of every orbit
  std::vector<SymmetryPart> parts;

  Eigen::Index orbits() const noexcept { return static_cast<Eigen::Index>(target.size()); }
  /// Is this point on the still water needed by the parts?
  bool keeps(const Vector3& x) const noexcept;
};

/// @param rigid_only  all modes are rigid-body modes, a condition of the reduction to rings
Symmetry find_symmetry(const Surface& surface, bool rigid_only);
/// No symmetry: as many orbits as nodes.
Symmetry no_symmetry(const Surface& surface);

}  // namespace swell::bem
