/// Symmetry of the wetted surface, found in its nodes: one system of n unknowns becomes several of a part of them.
///
/// Planes x = x0 and y = y0: the potential falls into two or four parts, even or odd, with n/2 or n/4 unknowns each.
/// Bodies of revolution about one vertical: every rigid mode and every force is of order m = 0 or 1 in the azimuth, so
/// one unknown per ring of nodes is enough, and two systems.
#pragma once

#include <vector>

#include "swell/bem/surface.h"

namespace swell::bem {

/// A part of the potential: at node j of orbit r with target t it is a_r (p_j p_t + q_j q_t).
struct SymmetryPart {
  VectorX p, q;                       ///< per node; q is empty where it vanishes
  double sign_x = 1.0, sign_y = 1.0;  ///< of planes: even 1, odd -1
  int order = 0;                      ///< of a body of revolution: m
};

struct Symmetry {
  enum class Kind { none, planes, revolution } kind = Kind::none;
  bool plane_x = false, plane_y = false;  ///< x = x0, y = y0
  double x0 = 0.0, y0 = 0.0;
  std::vector<int> orbit;   ///< of every node
  std::vector<int> target;  ///< the node of every orbit where the equation is asked
  std::vector<SymmetryPart> parts;

  Eigen::Index orbits() const noexcept { return static_cast<Eigen::Index>(target.size()); }
  /// Whether a point on the still water is one of those that the parts need.
  bool keeps(const Vector3& x) const noexcept;
};

/// @param rigid_only  all modes are those of rigid bodies, as the reduction to rings needs
Symmetry find_symmetry(const Surface& surface, bool rigid_only);
/// None: as many orbits as nodes.
Symmetry no_symmetry(const Surface& surface);

}  // namespace swell::bem
