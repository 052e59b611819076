/// Dynamics of mooring lines as lumped masses between segments with axial stiffness and internal damping.
///
/// Source: [HallGoupee2015]. Node mass and loads are those of half the segments beside it; Morison's drag
/// and added mass are split along the tangent there. All nodes count as submerged.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "swell/mooring/attachment.h"
#include "swell/mooring/line_model.h"

namespace swell::mooring {

/// Motion of the water, given by whoever knows the sea. Absent: still water.
class WaterMotion {
 public:
  virtual ~WaterMotion() = default;
  /// Velocity [m/s] and acceleration [m/s^2] of the water at a world point [m]. Pure; no allocation.
  virtual void at(double t, const Vector3& p_W, Vector3& velocity, Vector3& acceleration) const = 0;
};

/// Energy of the mooring [J].
struct LineEnergy {
  double kinetic = 0.0;  ///< of the masses that move by themselves, without added mass
  double elastic = 0.0;  ///< of taut segments
  double bending = 0.0;  ///< of bent lines
  double weight = 0.0;   ///< of weight less buoyancy; 0 with every node at z = 0
  double seabed = 0.0;   ///< of the pressed seabed
  double total() const { return kinetic + elastic + bending + weight + seabed; }
};

/// Motion of a rigid body of the model, world axes.
struct RigidMotion {
  Vector3 position = Vector3::Zero(), velocity = Vector3::Zero();  ///< of its origin
  Vector3 angular_velocity = Vector3::Zero();
  Matrix3 axes = Matrix3::Identity();  ///< its axes in the world
};

/// Power balance [W]: d(energy)/dt = fairleads + water_inertia - internal_damping - drag - seabed, exactly where no
/// winch turns and the seabed is plane.
struct LinePower {
  double fairleads = 0.0;         ///< put in by the bodies at the coupled points
  double water_inertia = 0.0;     ///< put in by added mass and the pressure of the accelerated water
  double internal_damping = 0.0;  ///< taken out
  double drag = 0.0;    ///< taken out, with the lift of vortices; negative where waves or current drive the line
  double seabed = 0.0;  ///< taken out by damping and friction
};

/// What a line does to its two ends [N].
struct LineEnds {
  double tension_a = 0.0, tension_b = 0.0;  ///< of the first and the last segment: elastic and internal damping
  double pull_a = 0.0,
         pull_b = 0.0;  ///< the same with the weight in water of the half segment beside the end, as vectors
};

/// A segment in an implicit step, slack [0] and taut [1]: its force at the middle [N] with the velocity of the start,
/// and what it gains by a change of velocity [N s per m/s]; and the same as it is taken now.
struct SegmentLaw {
  double force[2], yield[2], now;
  int kind;               ///< 0 slack, 1 taut, 2 slack at one end of the step
  double margin, way;     ///< [m] stretched by at the start, and more at the end without a change of velocity
  double length, damped;  ///< [m] unstretched; [N] of the damping alone
};

/// Memory of one evaluation, sized by LumpedMass::make_scratch. One per thread.
struct LineScratch {
  std::vector<Vector3> position, velocity, force, acceleration;  ///< per node
  std::vector<Matrix3> inertia;                                  ///< per node, added mass included
  std::vector<RigidMotion> rigid;                                ///< per rigid body
  std::vector<Vector6> wrench, rigid_acceleration;  ///< per rigid body, about its origin; acc. of the origin
  std::vector<Matrix6> rigid_inertia, rigid_added;  ///< per rigid body, about its origin
  std::vector<Matrix3> hinge_inertia;               ///< per rigid body: what acts on its hinge
  std::vector<PointMotion> motion;                  ///< per coupled point, at a stage of advance()
  std::vector<double> stage[5];                     ///< states and derivatives of advance() with rigid bodies
  std::vector<Vector3> along,
      reach[2];                  ///< per segment: its direction, and what a unit pull makes of each end's velocity
  std::vector<Vector3> turn;     ///< per coupled point: its change of velocity in an implicit step
  std::vector<SegmentLaw> law;   ///< per segment
  std::vector<Vector3> unbound;  ///< per node: change of velocity without the gains of the segments
  std::vector<double> tension, yield, gain, tie;  ///< per segment, of an implicit step; their matrix
  std::vector<double> pull;                       ///< per node: sum of tension over length
  std::vector<double> slow, creep, strain_rate;  ///< per viscoelastic segment: slow strain, its rate, rate of the whole
  std::vector<double> wound, winding;            ///< per winch: line paid out beyond its length [m] and the rate [m/s]
  std::vector<double> factor, factor_rate;       ///< per line: its length over that of the model, and the rate [1/s]
  std::vector<double> largest, rise;             ///< per line: tension [N] and its fastest change [N/s], of advance()
  std::vector<std::array<double, 4>> wake, wake_rate;  ///< per node with lift: phase, displacement, mean squares
  bool snatches = false;                               ///< a segment became taut or slack in the last implicit step
  bool at_rest = false;                                ///< viscoelastic segments have settled
  std::vector<Vector3> water_velocity[2], water_acceleration[2];  ///< per node, at both ends of advance()
};

/// A system of lines, ready for the time loop. State: positions of the moving nodes (3 each), then their velocities;
/// then per rigid body the position of its origin, its quaternion (w x y z), the velocity of the origin and the angular
/// velocity, all in world axes; then the strain of the slow spring of each viscoelastic segment; then per inner node of
/// lines with lift its phase, the displacement across the flow and the mean squares of that and of its rate. Of a
/// hinged body position and velocity are those of the hinge, whatever the state says.
class LumpedMass {
 public:
  /// @throws InputError when check() finds an error
  explicit LumpedMass(LineModel model, const Origin& origin = {});

  std::size_t state_size() const noexcept { return wake_at() + 4 * n_wakes_; }
  std::size_t n_coupled() const noexcept { return coupled_.size(); }  ///< coupled points, in the model's order
  std::size_t n_nodes() const noexcept { return n_nodes_; }
  const LinePoint& coupled_point(std::size_t i) const { return model_.points[coupled_[i]]; }
  const LineModel& model() const noexcept { return model_; }
  LineScratch make_scratch() const;
  /// Whether something hinges on a coupled point: then `coupled` must have accelerations. advance() finds them itself.
  bool needs_acceleration() const noexcept { return needs_acceleration_; }

  /// Rest in still water or a steady stream, the coupled points at `coupled` (their velocities are not used): catenary
  /// first guess, then Newton on the convex energy with Levenberg's damping. Returns the state; that of the first guess
  /// where the model does not start at rest.
  /// @param wound  [m] paid out by each winch, or null for none
  /// @throws SimulationError naming the node whose forces do not balance
  std::vector<double> static_state(const PointMotion* coupled, const WaterMotion* water = nullptr, double t = 0.0,
                                   const double* wound = nullptr) const;

  /// First failure of the model, of those without a bit in `failed`, that happens in this state; none: npos.
  std::size_t failing(std::uint64_t failed, double t, const double* state, const PointMotion* coupled,
                      LineScratch& scratch) const;
  /// Puts the loose point of a failure where its line comes off.
  void come_off(std::size_t failure, const PointMotion* coupled, double* state, LineScratch& scratch) const;
  static constexpr auto npos = static_cast<std::size_t>(-1);

  /// d(state)/dt. Pure; no allocation.
  /// @param coupled  motion of the n_coupled() points
  /// @param derivative  state_size() values, or null
  /// @param force  force on the body at each coupled point [N, world], n_coupled() values, or null. The inertia of the
  ///               half segment there is left out (evaluated_inertia has it), its weight, drag and contact are in
  /// @param power  energy balance, or null
  void evaluate(double t, const double* state, const PointMotion* coupled, const WaterMotion* water, double* derivative,
                Vector3* force, LinePower* power, LineScratch& scratch) const;

  /// Moves `state` from t to t + dt; the coupled points follow the cubic through their positions and velocities at both
  /// ends. Waves and current are taken at the nodes at both ends and are linear in between, so their cost does not grow
  /// with the number of steps. With rigid bodies the steps are of RK4, no longer than own_step(). Without, they are
  /// implicit in the axial forces, the drag and the seabed, of second order where segments have
  /// internal damping, no longer than own_step() and shorter while tensions ring or nodes land. Winches go on from
  /// `wound` of the scratch at the rate `winding`.
  void advance(double t, double dt, const PointMotion* begin, const PointMotion* end, const WaterMotion* water,
               double* state, LineScratch& scratch) const;

  /// Longest step of RK4 that is stable, with a margin, or the model's own when that is shorter [s]. The stiffest axial
  /// motion bounds it; what moves slower is resolved far better than it needs.
  double max_step() const noexcept { return max_step_; }
  /// Longest step of advance() [s]. Without rigid bodies it is an implicit one, which a high tension may shorten.
  double own_step() const noexcept { return rigids_.empty() ? implicit_step_ : max_step_; }
  /// Largest sqrt(EA m) [N s/m]: tension by which a line answers a sudden velocity of its end, along the line.
  double impedance() const noexcept { return impedance_; }
  /// Largest EA / L of a whole line [N/m]: tension by which a taut line answers a displacement of its end.
  double end_stiffness() const noexcept { return end_stiffness_; }

  /// Motion of a rigid body.
  RigidMotion rigid_motion(std::size_t rigid, const double* state, const PointMotion* coupled,
                           LineScratch& scratch) const;

  LineEnergy energy(const double* state, const PointMotion* coupled, LineScratch& scratch) const;

  /// Both ends of every line; `ends` holds one entry per line.
  void line_ends(const double* state, const PointMotion* coupled, LineEnds* ends, LineScratch& scratch) const;
  /// The pulls of one line.
  void end_tensions(std::size_t line, const double* state, const PointMotion* coupled, double& at_a, double& at_b,
                    LineScratch& scratch) const;

  /// Inertia that the lines' ends add to the body at a coupled point [kg], world axes, of the last evaluate().
  const Matrix3& evaluated_inertia(std::size_t coupled, const LineScratch& scratch) const {
    return scratch.inertia[n_moving_ + coupled];
  }

  /// Nodes of a line, from end a to end b, as positions [m].
  std::vector<Vector3> line_shape(std::size_t line, const double* state, const PointMotion* coupled) const;

 private:
  struct Segment {
    std::size_t i, j;                   // nodes
    double length, stiffness, damping;  // l, EA, BA
    std::size_t type, line;
    bool curved;       // the type has curves in place of EA or BA
    std::size_t slow;  // place of its slow strain, or npos
  };
  struct Share {                      // of a node in a line: half the segments beside it
    std::size_t node, before, after;  // the tangent runs from before to after
    double mass, lift, added_n, added_t, water, drag_n, drag_t, seabed_k, seabed_c;
    std::size_t line, wake;  // place of its wake, or npos
    double vortex;           // rho d l C_l / 2
  };
  struct Lump {  // point of finite size
    std::size_t node;
    double mass, lift, added, water, drag;
  };

  // Bending between two spans: energy L W(k), k = |t_2 - t_1| / L with their unit tangents, W the integral of the
  // moment.
  struct Bend {
    std::size_t i, j, k, m;  // nodes: t_1 from i to j, t_2 from k to m
    double length;           // L
    std::size_t type, line;
  };

  // A piece of a rod about a node; its middle lies `ahead` of the node along the rod.
  struct Piece {
    std::size_t node, rod;
    double ahead, length, diameter;
    double volume, water, weight;  // its water [kg]; weight in air [N]
    double mass;                   // at its node: 0 where a rigid body has it
    double added_n, added_t, drag_n, drag_t, seabed_k, seabed_c;
  };
  struct RodEnds {
    std::size_t a, b;
    double length;
  };

  struct Wetted {
    double share, potential, by_tilt;
  };

  void build_rods();
  void build_step();
  void build_rows();
  Wetted wetted(const Piece& piece, double z, double t_z) const;
  bool carried(std::size_t node) const { return node < n_moving_ || node >= first_attached_; }
  void rigid_rates(const double* state, double* derivative, const LineScratch& scratch) const;
  void rigid_power(LineScratch& scratch, LinePower& power) const;
  double rigid_kinetic(const LineScratch& scratch) const;
  void wrench_of(std::size_t rigid, LineScratch& scratch) const;
  void condense(LineScratch& scratch) const;
  void accelerate(const PointMotion* coupled, LineScratch& scratch) const;
  void scatter_rigids(const double* state, LineScratch& scratch) const;
  double rod_energy(const LineScratch& scratch) const;
  void static_step(const std::vector<double>& from, const VectorX& step, std::vector<double>& to) const;
  std::optional<std::size_t> rigid_of(std::size_t unknown) const;
  std::string unknown_name(std::size_t unknown) const;
  std::string advice(std::size_t unknown) const;
  LineEnds ends_of(std::size_t line, const LineScratch& scratch) const;
  double elastic_energy(const LineScratch& scratch) const;
  double bending_energy(const LineScratch& scratch) const;
  void bend(LineScratch& scratch) const;
  struct Pull {                // of a segment
    double elastic, damping;   // [N]
    double spring, damper;     // their slopes over strain and over strain rate
    double creep, lost;        // rate of the slow strain; power lost per length [W/m]
    double taut, taut_spring;  // [N] of the law that goes on below 0, and its slope over strain
    double taut_damper;
  };
  struct Moduli {  // of the slow and the fast spring of a viscoelastic segment, and their slopes over the slow strain
    double slow, fast, slow_slope, fast_slope;
  };
  Moduli moduli(const Segment& s, double slow) const;
  double elastic(const Segment& s, double strain) const;
  double stored(const Segment& s, double strain, double slow, bool at_rest) const;  // [J/m]
  double settled(const Segment& s, double strain) const;                            // slow strain at rest
  Pull pull(std::size_t k, double strain, double rate, const LineScratch& scratch, double ahead) const;
  Pull slow_pull(const Segment& s, double strain, double rate, double slow, double ahead) const;
  double strain_of(const Segment& s, const LineScratch& scratch) const;
  std::pair<double, double> stretch_now(std::size_t k, const LineScratch& scratch) const;  // strain and its rate
  Pull pull_now(std::size_t k, const LineScratch& scratch) const;
  void reel(double late, LineScratch& scratch) const;
  std::size_t slow_at() const { return 6 * n_moving_ + 13 * model_.rigids.size(); }
  std::size_t wake_at() const { return slow_at() + n_slow_; }
  std::array<double, 4> wake_rates(const LineType& type, const std::array<double, 4>& wake, double speed,
                                   double across) const;
  Vector3 vortex_force(const Share& s, const Vector3& tangent, const Vector3& flow, double ahead,
                       LineScratch& scratch) const;
  void scatter(const double* state, const PointMotion* coupled, LineScratch& scratch) const;
  struct WaterSample {  // the scratch holds the water at t0 and t0 + dt
    double t0, dt;
  };
  void sample_water(double t, const WaterMotion& water, double ahead, int which, LineScratch& scratch) const;
  double longest_step(LineScratch& scratch) const;
  void implicit_step(double t, double h, const WaterSample* sample, double* state, LineScratch& scratch) const;
  void tie_segments(LineScratch& scratch) const;
  bool renew_segments(double h, LineScratch& scratch) const;
  void rates(double t, const double* state, const PointMotion* coupled, const WaterMotion* water,
             const WaterSample* sample, double* derivative, Vector3* force, LinePower* power,
             LineScratch& scratch) const;
  // ahead > 0 [s], half an implicit step, adds the implicit terms to the inertia and to the segments.
  void loads(double t, const WaterMotion* water, const WaterSample* sample, LineScratch& scratch, LinePower* power,
             double ahead = 0.0) const;
  void water_at(double t, std::size_t place, const WaterMotion* water, const WaterSample* sample,
                const LineScratch& scratch, Vector3& u, Vector3& a) const;
  void rigid_loads(double t, const WaterMotion* water, const WaterSample* sample, LineScratch& scratch,
                   LinePower* power) const;
  void contact(std::size_t node, double stiffness, double damping, const Vector3& tangent, LineScratch& scratch,
               LinePower* power, double ahead = 0.0) const;
  void first_guess(std::vector<double>& state, const PointMotion* coupled, LineScratch& scratch) const;
  double potential(const LineScratch& scratch) const;
  double pressed(std::size_t node, const LineScratch& scratch) const;
  std::string node_name(std::size_t node) const;

  LineModel model_;
  std::size_t n_moving_ = 0, n_nodes_ = 0, first_attached_ = 0, n_slow_ = 0, n_wakes_ = 0;
  bool needs_acceleration_ = false;
  std::vector<std::size_t> coupled_;     // indices of points
  std::vector<std::size_t> point_node_;  // node of a point; moving nodes come first, then coupled, then fixed
  std::vector<std::vector<std::size_t>> line_nodes_;  // from a to b
  std::vector<std::size_t> line_segment_;             // first segment of a line
  std::vector<Segment> segments_;
  // Segments that share a moving node, and the row of each in the lower triangle of their matrix.
  struct Shared {
    std::size_t earlier, end;  // which end of the earlier one
    double sign;
  };
  struct Row {
    std::vector<Shared> shared;
    std::size_t first = 0, start = 0;  // column of its first entry, place of column 0
  };
  std::vector<Row> rows_;
  std::vector<Bend> bends_;
  std::vector<Share> shares_;
  std::vector<Lump> lumps_;
  std::vector<Piece> pieces_;
  std::vector<RodEnds> rods_;
  struct Rigid {
    double mass = 0.0;                 // with rods
    Vector3 moment;                    // mass times centre of gravity, its axes
    Matrix3 inertia;                   // about the origin, its axes
    double lift = 0.0;                 // of weight and buoyancy of the body itself, without rods [N]
    double reach = 0.0;                // [m], by which a turn moves its points
    std::vector<std::size_t> points;   // attached
    std::optional<std::size_t> pivot;  // node
  };
  std::vector<Rigid> rigids_;
  std::vector<std::vector<std::size_t>> attached_;  // per rigid body: indices of its points
  double max_step_ = 0.0, implicit_step_ = 0.0;
  double impedance_ = 0.0, end_stiffness_ = 0.0;
  double event_step_ = 0.0;         // [s] implicit one while tensions ring or nodes land
  double snatch_step_ = 1e300;      // [s] while segments become taut or slack
  double bending_rate_ = 0.0;       // omega^2 of bending, bounded
  std::vector<double> least_mass_;  // per moving node
};

}  // namespace swell::mooring
