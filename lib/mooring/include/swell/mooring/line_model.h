/// What a lumped-mass mooring is made of: line types, points, lines, seabed. Plain data; lumped_mass.h gives it motion.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "swell/base/error.h"
#include "swell/base/vector.h"

namespace swell::mooring {

/// A law given by points: linear between them and, with the last slope, beyond; odd, y(-x) = -y(x). Empty: not used.
struct LineCurve {
  std::vector<double> x, y;  ///< x rises from 0, y(0) = 0

  bool empty() const noexcept { return x.empty(); }
  double operator()(double at) const;
  double integral(double at) const;  ///< from 0 to `at`
  double slope(double at) const;
  double steepest() const;  ///< largest slope
  double secant() const { return y.back() / x.back(); }
};

/// A kind of line. Transverse coefficients refer to the diameter, tangential drag to the skin pi d l.
struct LineType {
  std::string name;
  double diameter = 0.0;                ///< d [m], of equal volume
  double mass_per_length = 0.0;         ///< m [kg/m] in air
  double axial_stiffness = 0.0;         ///< EA [N]
  double internal_damping = 0.0;        ///< BA [N s]; used unless damping_ratio is given
  std::optional<double> damping_ratio;  ///< fraction of the critical damping of one segment: BA = ratio l sqrt(EA m)
  double bending_stiffness = 0.0;       ///< EI [N m^2]
  LineCurve tension;                    ///< [N] over strain, in place of EA
  LineCurve damping;                    ///< [N] over strain rate [1/s], in place of BA
  LineCurve bending;                    ///< moment [N m] over curvature [1/m], in place of EI
  double drag_transverse = 0.0;         ///< C_dn [-]
  double drag_tangential = 0.0;         ///< C_dt [-]
  double added_mass_transverse = 0.0;   ///< C_an [-]
  double added_mass_tangential = 0.0;   ///< C_at [-]
  /// Viscoelastic where above 0: EA and BA then hold for slow stretching, dynamic_stiffness + dynamic_slope times the
  /// slow load [N], and dynamic_damping [N s], for fast.
  double dynamic_stiffness = 0.0, dynamic_slope = 0.0, dynamic_damping = 0.0;
  double lift = 0.0;                             ///< C_l [-] of vortices, across the flow
  double lift_centre = 0.18, lift_range = 0.08;  ///< reduced frequencies f d / U of the lift: centre +- range
};

/// What moves past the lines.
enum class LineWater { still, current, waves };

enum class PointKind {
  fixed,    ///< an anchor, at rest
  coupled,  ///< moved by a body: its motion is given, its force is handed back
  free,     ///< moves under its own weight and the lines on it
  attached  ///< moves with a rigid body of the model
};

/// Where lines end. Mass, volume, drag and added mass act at every point but the fixed (force only at coupled ones).
struct LinePoint {
  std::string name;
  PointKind kind = PointKind::fixed;
  Vector3 position = Vector3::Zero();  ///< [m] world; of a free point the first guess, of a coupled one the start
  double mass = 0.0;                   ///< [kg]
  double volume = 0.0;                 ///< [m^3]
  double drag_area = 0.0;              ///< C_d A [m^2], the same in all directions
  double added_mass = 0.0;             ///< C_a [-], times density and volume
  std::string body;                    ///< coupled points: body of the line file, "" for a point of the vessel itself
  Vector3 offset = Vector3::Zero();    ///< with a body, or attached: place in its axes [m] from its origin
  std::size_t rigid = 0;               ///< attached points: index of the RigidBody
};

/// A body that moves by itself: free, or turning about a point that something else moves.
struct RigidBody {
  std::string name;
  std::optional<std::size_t> pivot;                 ///< point that its origin is hinged to; none: free in all six
  Vector3 position = Vector3::Zero();               ///< [m] world, of its origin; the first guess
  Quaternion orientation = Quaternion::Identity();  ///< of its axes in the world
  double mass = 0.0;                                ///< [kg], without rods and points
  double volume = 0.0;                              ///< [m^3]; buoyancy acts at the centre of gravity, as in MoorDyn
  Vector3 cg = Vector3::Zero();                     ///< [m], its axes
  Vector3 inertia = Vector3::Zero();                ///< [kg m^2], principal, about the centre of gravity
  Vector6 drag_area = Vector6::Zero();   ///< C_d A [m^2], then of the rotation [m^5], at the origin, its axes
  Vector6 added_mass = Vector6::Zero();  ///< C_a, times density and volume, at the origin, its axes
};

/// A kind of rod. Coefficients across refer to the diameter, those of the ends to the area and the hemisphere there.
struct RodType {
  std::string name;
  double diameter = 0.0;               ///< d [m]
  double mass_per_length = 0.0;        ///< [kg/m]
  double drag_transverse = 0.0;        ///< C_d [-], with d l
  double added_mass_transverse = 0.0;  ///< C_a [-], with pi d^2 l / 4
  double drag_end = 0.0;               ///< [-], with pi d^2 / 4 at each end
  double added_mass_end = 0.0;         ///< [-], with pi d^3 / 12 at each end
};

/// A rigid cylinder along points in equal steps, all of one kind and, if attached, on one rigid body, which gets its
/// inertia. It may pierce still water: buoyancy, drag and added mass act on its wetted part.
struct Rod {
  std::string name;
  std::size_t type = 0;             ///< index of the RodType
  std::vector<std::size_t> points;  ///< from end A to end B, at least 2
};

struct MooringLine {
  std::string name;
  std::size_t type = 0;     ///< index of the LineType
  std::size_t point_a = 0;  ///< index of the LinePoint at s = 0
  std::size_t point_b = 0;  ///< index of the LinePoint at s = length
  double length = 0.0;      ///< [m], unstretched
  int segments = 20;
  std::optional<std::size_t> winch = std::nullopt;  ///< index of the winch that pays out this line
  /// Points that give the direction in which a line with bending stiffness leaves end a, reaches end b; none: a hinge.
  std::optional<std::array<std::size_t, 2>> clamp_a = std::nullopt, clamp_b = std::nullopt;
};

/// Seabed. Contact per node: N = (k pen - c z') d l along its normal, never below 0, and friction against the slip: mu
/// N, where the creep that stands for rest needs less than `friction_static` mu N the creep's force. The creep is mu
/// `friction_damping` v per node where that is given (FricDamp of MoorDyn), else mu N v / `friction_speed`.
struct Seabed {
  double depth = 0.0;            ///< [m]; with a grid its greatest
  double stiffness = 3.0e6;      ///< k [Pa/m]
  double damping = 3.0e5;        ///< c [Pa s/m]
  double friction = 0.0;         ///< mu [-]
  double friction_speed = 0.02;  ///< [m/s]
  std::optional<double> friction_axial =
      std::nullopt;  ///< mu along the line; `friction` then acts across it alone. None: any way
  std::optional<double> friction_damping = std::nullopt;  ///< [N s/m]
  double friction_static = 1.0;                           ///< largest creep force over mu N, at least 1
  /// Depths [m] at x, y [m], ascending, all y of the first x first; bilinear, beyond the grid those of its edge. Empty:
  /// level.
  std::vector<double> x, y, depths;

  struct Ground {
    double z;        ///< [m] height of the seabed
    Vector3 normal;  ///< upwards
  };
  Ground at(const Vector3& place) const { return depths.empty() ? Ground{-depth, Vector3::UnitZ()} : on_grid(place); }
  Ground on_grid(const Vector3& place) const;
};

/// A line's end, or several at one point, that come off it together.
struct LineFailure {
  std::string name;
  std::size_t point = 0;
  std::vector<std::size_t> lines;
  double time = 1e300;     ///< [s] or
  double tension = 1e300;  ///< [N] of the segment at the end of any of the lines, whichever is first
  std::size_t loose = 0;   ///< free point where the lines end afterwards; until then nothing acts on it
};

struct LineModel {
  std::vector<LineType> types;
  std::vector<LinePoint> points;
  std::vector<MooringLine> lines;
  std::vector<RigidBody> rigids;  ///< before those that hinge on them
  std::vector<RodType> rod_types;
  std::vector<Rod> rods;
  std::vector<std::string> winches;
  std::vector<LineFailure> failures;
  std::optional<Seabed> seabed;    ///< none: the water has no bottom
  double water_density = 1025.0;   ///< [kg/m^3]
  double gravity = 9.80665;        ///< [m/s^2]
  std::optional<double> max_step;  ///< [s] asked for; the stability limit holds in any case
  bool starts_at_rest =
      true;  ///< false (TmaxIC 0): from the places of the file, without a search for the state of rest
};

/// The model once the failures with a bit in `failed` have happened.
LineModel after(const LineModel& model, std::uint64_t failed);

/// Every mistake, with the name of its type, point or line.
void check(const LineModel& model, const Origin& origin, Diagnostics& diagnostics);

}  // namespace swell::mooring
