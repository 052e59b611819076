/// The static elastic catenary in its vertical plane, with or without the seabed under it, and several of them on a
/// body.
///
/// Closed form: [Irvine1981]; seabed form as in [Jonkman2007, 2.6].
#pragma once

#include <string>
#include <vector>

#include "swell/base/error.h"
#include "swell/mooring/attachment.h"

namespace swell::mooring {

/// A uniform elastic line between an anchor and a fairlead.
struct Catenary {
  double length = 0.0;           ///< L [m], unstretched
  double weight = 0.0;           ///< w [N/m] in water, per unstretched length; negative floats (no seabed then)
  double axial_stiffness = 0.0;  ///< EA [N]
  bool seabed = true;            ///< the anchor lies on a level seabed that carries the line
  double seabed_friction = 0.0;  ///< C_B [-]; used with a seabed only
};

/// Weight in water per length [N/m]: (m - rho pi d^2 / 4) g.
double submerged_weight(double mass_per_length, double diameter, double water_density, double gravity);

void check(const Catenary& line, const Origin& origin, Diagnostics& diagnostics);

/// Forces that hold the line. H and V pull the fairlead towards the anchor and down.
struct CatenaryForces {
  double horizontal = 0.0;                              ///< H at the fairlead [N], at least 0
  double vertical = 0.0;                                ///< V at the fairlead [N], positive when the line pulls down
  double anchor_horizontal = 0.0;                       ///< [N], H less the friction of the seabed
  double anchor_vertical = 0.0;                         ///< [N], V - w L, 0 with line on the seabed
  double on_seabed = 0.0;                               ///< unstretched length at rest on the seabed [m]
  double residual = 0.0;                                ///< distance between the end of the line and the fairlead [m]
  bool converged = false;                               ///< residual within 1e-9 L
  Eigen::Matrix2d stiffness = Eigen::Matrix2d::Zero();  ///< d(H, V)/d(x, z) [N/m]
  double fairlead_tension() const;
  double anchor_tension() const;
};

/// Where the end of the line comes to, (x, z) [m] from the anchor, for given forces at the fairlead (H > 0).
Eigen::Vector2d catenary_end(const Catenary& line, double horizontal, double vertical);

/// d(x, z)/d(H, V) of catenary_end [m/N].
Eigen::Matrix2d catenary_compliance(const Catenary& line, double horizontal, double vertical);

/// Solves for the forces, given the fairlead's place x >= 0 and z [m] from the anchor. Newton in (ln H, V) with
/// backtracking, then nested bisection should it stall at the kink of touch-down. A line so slack that
/// it hangs straight down from the fairlead has H = 0 exactly. Pure: the same place gives the same forces.
CatenaryForces solve_catenary(const Catenary& line, double x, double z);

/// (x, z) from the anchor [m] at the unstretched arc length s [m] from the anchor; `forces` from solve_catenary at x.
Eigen::Vector2d catenary_point(const Catenary& line, const CatenaryForces& forces, double x, double s);

/// Elastic plus gravitational energy [J], the anchor's level the zero; without friction its gradient is (H, V).
double catenary_energy(const Catenary& line, const CatenaryForces& forces, double x, double z);

/// One line of a system on a body.
struct StaticLine {
  std::string name;
  Vector3 fairlead_B = Vector3::Zero();  ///< [m] from the cg, body axes
  Vector3 anchor_W = Vector3::Zero();    ///< [m] world
  Catenary line;
};

/// `count` lines at equal angles (WEC-Sim's nonLinearStatic): fairleads at `fairlead_radius` and height `fairlead_z`
/// over the cg, anchors at `anchor_radius` and z = -depth [m]; the first one at `first_angle` [rad] from +x.
std::vector<StaticLine> equal_angle_lines(const Catenary& line, int count, double fairlead_radius, double fairlead_z,
                                          double anchor_radius, double depth, double first_angle = 0.0);

/// Force on the fairlead [N], world axes; optionally the forces in the plane and the 3x3 stiffness -dF/dp [N/m].
Vector3 fairlead_force(const StaticLine& line, const Vector3& p_WF, CatenaryForces* forces = nullptr,
                       Matrix3* stiffness = nullptr);

/// Sum of all lines on the body about its cg [N, N m], world axes. `tensions`, when given, holds lines.size() values.
Vector6 wrench(const std::vector<StaticLine>& lines, const BodyMotion& body, double* tensions = nullptr);

/// Energy of all lines [J].
double stored_energy(const std::vector<StaticLine>& lines, const BodyMotion& body);

}  // namespace swell::mooring
