#include "swell/bodies/initial_state.h"

#include <fmt/format.h>

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "at.h"
#include "joint_motion.h"

namespace swell::bodies {
namespace {

Vector3 rotation_vector(const Matrix3& R) {
  const Eigen::AngleAxisd turn(R);
  return turn.angle() * turn.axis();
}

Matrix3 partial_rotation(const Matrix3& R, double share) {
  if (share == 1.0) return R;
  const Vector3 w = share * rotation_vector(R);
  return rotation_by(w).toRotationMatrix();
}

/// Rotation of the follower from the angles that joint.h names.
Matrix3 rotation_of(JointType type, const Vector3& angles) {
  return type == JointType::spherical ? rotation_from_roll_pitch_yaw(angles) : rotation_from_xyz(angles);
}

/// Bodies of an island that keep their reference pose (the pose without requests for bodies).
enum class Hold {
  all,     ///< all bodies; bodies with half a pose requested keep the other half
  silent,  ///< bodies without any request
  none,    ///< none: joints keep their coordinates; then bodies with a request keep the half not requested
};

/// Requested state of the mechanism.
struct Goal {
  const Multibody& multibody;
  VectorX motion;
  double size = 1.0;                        ///< [m] longest arm from a cg to a joint
  std::vector<InitialBody> given = {};      ///< one per body
  std::vector<InitialBody> reference = {};  ///< one per body: without any request for bodies
  std::vector<Hold> hold = {};              ///< one per island
};

/// Equations are solved in the order of rank, each as nearly as those before allow. Only `required` ones must hold.
enum Rank { required, joints_keep, bodies_keep, n_ranks };

/// One group of equations: rows of J with the residual that a step has to remove.
struct Equation {
  Rank rank;
  int island;
  std::vector<int> columns;  ///< of J
  MatrixX rows;
  VectorX residual;
  const char* kind;  ///< of thing: body, joint
  const std::string* name;
  const Origin* origin;
  const char* what;
};

struct Step {
  VectorX speeds;
  bool open = false;  ///< equations of lower rank take part
};

struct System {
  std::vector<Equation> equations;
  double largest() const {
    double most = 0.0;
    for (const Equation& e : equations)
      if (e.rank == required) most = std::max(most, e.residual.norm());
    return most;
  }
  double square() const {
    double sum = 0.0;
    for (const Equation& e : equations)
      if (e.rank == required) sum += e.residual.squaredNorm();
    return sum;
  }
  /// Smallest step that solves all equations in the least-squares sense, island by island.
  Step solve(const Multibody& multibody) const {
    Step step{VectorX::Zero(multibody.nv())};
    std::vector<std::vector<const Equation*>> of_island(at(multibody.n_islands()));
    for (const Equation& e : equations) of_island[at(e.island)].push_back(&e);
    std::vector<std::vector<int>> columns(of_island.size());
    std::vector<int> place(at(multibody.nv()), -1);
    for (int body = 0; body < multibody.n_bodies(); ++body) {
      std::vector<int>& own = columns[at(multibody.island(body))];
      for (const int c : multibody.columns(body)) {
        if (place[at(c)] >= 0) continue;
        place[at(c)] = static_cast<int>(own.size());
        own.push_back(c);
      }
    }
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const VectorX own = solve(of_island[i], place, static_cast<Eigen::Index>(columns[i].size()), step.open);
      for (std::size_t c = 0; c < columns[i].size(); ++c)
        step.speeds[columns[i][c]] = own[static_cast<Eigen::Index>(c)];
    }
    return step;
  }

 private:
  static VectorX solve(const std::vector<const Equation*>& list, const std::vector<int>& place, Eigen::Index columns,
                       bool& open) {
    VectorX step = VectorX::Zero(columns);
    MatrixX left;  // directions that no equation has used yet; empty: all
    for (int rank = 0; rank < n_ranks && columns > 0; ++rank) {
      Eigen::Index n = 0;
      for (const Equation* e : list) n += e->rank == rank ? e->residual.size() : 0;
      if (n == 0) continue;
      MatrixX A = MatrixX::Zero(n, columns);
      VectorX b(n);
      Eigen::Index row = 0;
      for (const Equation* e : list) {
        if (e->rank != rank) continue;
        const Eigen::Index size = e->residual.size();
        for (std::size_t i = 0; i < e->columns.size(); ++i)
          A.col(place[at(e->columns[i])]).segment(row, size) = e->rows.col(static_cast<Eigen::Index>(i));
        b.segment(row, size) = e->residual;
        row += size;
      }
      open = open || rank != required;
      b -= A * step;
      Eigen::CompleteOrthogonalDecomposition<MatrixX> cod;
      cod.setThreshold(1e-9);
      cod.compute(left.size() > 0 ? MatrixX(A * left) : A);
      const VectorX own = cod.solve(b);
      step += left.size() > 0 ? VectorX(left * own) : own;
      const Eigen::Index free = cod.cols() - cod.rank();
      if (free == 0) break;
      const MatrixX rest = cod.colsPermutation() * MatrixX(cod.matrixZ().transpose()).rightCols(free);
      left = left.size() > 0 ? MatrixX(left * rest) : rest;
    }
    return step;
  }
};

/// Coordinates from the requested extensions alone.
VectorX first_guess(const Multibody& multibody) {
  VectorX q = multibody.design_coordinates();
  for (const JointPlace& place : multibody.joints()) {
    const std::vector<double>& e = place.joint.extension;
    if (e.empty() || place.q_offset < 0 || place.free_body) continue;
    if (place.cut) {
      const int n = counted_angles(place.joint.type);
      for (int i = 0; i < n; ++i) q[place.q_offset + i] = e[at(place.dof - n + i)];
      continue;
    }
    const int plain = has_quaternion(place.joint.type) ? place.dof - 3 : place.dof;
    for (int i = 0; i < plain; ++i) q[place.q_offset + i] = e[at(i)];
    if (plain == place.dof) continue;
    const Vector3 angles(e[at(plain)], e[at(plain + 1)], e[at(plain + 2)]);
    const Quaternion turn(rotation_of(place.joint.type, angles));
    q.segment<4>(place.q_offset + plain) << turn.w(), turn.x(), turn.y(), turn.z();
  }
  return q;
}

std::vector<int> columns_of(const Multibody& multibody, const JointPlace& place) {
  std::vector<int> columns;
  for (const int body : {place.joint.base, place.joint.follower}) {
    if (body == kWorld) continue;
    for (const int c : multibody.columns(body))
      if (std::find(columns.begin(), columns.end(), c) == columns.end()) columns.push_back(c);
  }
  return columns;
}

int island_of(const Multibody& multibody, const Joint& joint) {
  return multibody.island(std::max(joint.base, joint.follower));
}

/// Contribution of one speed to motion i of a joint with rows of its own (JointPlace::row_offset).
double row_by_speed(const Multibody& multibody, const Kinematics& k, const JointPlace& place, int i, int column) {
  double sum = 0.0;
  for (const auto& [body, row] : {std::pair{place.joint.follower, &k.row_follower}, {place.joint.base, &k.row_base}}) {
    if (body == kWorld) continue;
    const std::vector<int>& own = multibody.columns(body);
    if (std::binary_search(own.begin(), own.end(), column))
      sum += row->col(place.row_offset + i).dot(k.jacobian.block<6, 1>(6 * body, column));
  }
  return sum;
}

/// Tree joints are rows of the identity; the others act through the bodies they connect.
/// @param share  of the extensions
void add_joints(const Goal& goal, const Kinematics& k, double share, bool speeds, System& s) {
  for (const JointPlace& place : goal.multibody.joints()) {
    const Joint& joint = place.joint;
    if (place.dof == 0 || place.prescribed_offset >= 0) continue;
    const bool given = !joint.extension.empty() && !speeds;
    const bool floats = joint.type == JointType::floating_6dof || joint.type == JointType::floating_3dof;
    if (!given && floats && (joint.base == kWorld || joint.follower == kWorld)) continue;
    const bool by_bodies = place.row_offset >= 0;
    std::vector<int> columns(at(place.dof));
    std::iota(columns.begin(), columns.end(), place.v_offset);
    if (by_bodies) columns = columns_of(goal.multibody, place);
    MatrixX rows = MatrixX::Zero(place.dof, static_cast<Eigen::Index>(columns.size()));
    VectorX residual(place.dof);
    const int plain = has_quaternion(joint.type) ? place.dof - 3 : place.dof;
    const std::vector<double> e = given ? joint.extension : std::vector<double>(at(place.dof), 0.0);
    for (int i = 0; i < place.dof; ++i) {
      residual[i] = speeds ? -k.rate[place.offset + i] : share * e[at(i)] - k.coordinate[place.offset + i];
      if (!by_bodies) rows(i, i) = 1.0;
      for (std::size_t c = 0; by_bodies && c < columns.size(); ++c)
        rows(i, static_cast<Eigen::Index>(c)) = row_by_speed(goal.multibody, k, place, i, columns[c]);
    }
    if (plain < place.dof && !speeds) {
      const Vector3 angles(e[at(plain)], e[at(plain + 1)], e[at(plain + 2)]);
      const Matrix3 turn = joint.follower == kWorld ? Matrix3(Matrix3::Identity()) : k.R_WB[at(joint.follower)];
      const Matrix3 now =
          k.R_WJ[static_cast<std::size_t>(&place - goal.multibody.joints().data())].transpose() * turn * joint.axes;
      residual.tail<3>() = rotation_vector(rotation_of(joint.type, share * angles) * now.transpose());
    }
    for (int i = 0; i < place.dof && !given; ++i) {
      if (free_motions(joint.type)[at(i)] > 2) continue;
      rows.row(i) /= goal.size;
      residual[i] /= goal.size;
    }
    s.equations.push_back({given ? required : joints_keep, island_of(goal.multibody, joint), std::move(columns),
                           std::move(rows), std::move(residual), "joint", &joint.name, &joint.origin, "extension"});
  }
}

void add_loops(const Multibody& multibody, const Kinematics& k, const VectorX& residual, System& s) {
  for (const JointPlace& place : multibody.joints()) {
    if (place.n_constraints == 0) continue;
    std::vector<int> columns = columns_of(multibody, place);
    const MatrixX rows = k.constraint_jacobian(Eigen::seqN(place.constraint_offset, place.n_constraints), columns);
    s.equations.push_back({required, island_of(multibody, place.joint), std::move(columns), rows,
                           -residual.segment(place.constraint_offset, place.n_constraints), "joint", &place.joint.name,
                           &place.joint.origin, "closing the loop"});
  }
}

/// @param share  1: the full request; less: that fraction of the way from the design pose
void add_bodies(const Goal& goal, const Kinematics& k, double share, bool speeds, System& s) {
  const Multibody& multibody = goal.multibody;
  const auto asked = [&](int i, int half) {
    const InitialBody& given = goal.given[at(i)];
    if (speeds) return half == 0 ? given.velocity.has_value() : given.angular_velocity.has_value();
    return half == 0 ? given.displacement.has_value() : given.rotation.has_value();
  };
  std::vector<bool> any(at(multibody.n_islands()), false);
  for (int i = 0; i < multibody.n_bodies(); ++i)
    if (asked(i, 0) || asked(i, 1)) any[at(multibody.island(i))] = true;
  for (int i = 0; i < multibody.n_bodies(); ++i) {
    const RigidBody& body = multibody.bodies()[at(i)];
    const int island = multibody.island(i);
    const bool silent = !asked(i, 0) && !asked(i, 1);
    const bool leads = any[at(island)] ? !silent : multibody.is_base(i);
    for (const int half : {0, 1}) {
      const bool holds =
          !body.link && (goal.hold[at(island)] == Hold::all || (goal.hold[at(island)] == Hold::silent && silent));
      if (!asked(i, half) && !holds && !leads) continue;
      const InitialBody& to = asked(i, half) ? goal.given[at(i)] : goal.reference[at(i)];
      const Rank rank = asked(i, half) || holds ? required : bodies_keep;
      VectorX residual;
      if (speeds)
        residual = (half == 0 ? *to.velocity : *to.angular_velocity) - k.velocity.segment<3>(6 * i + 3 * half);
      else if (half == 0)
        residual = body.cg + share * *to.displacement - k.p_WC[at(i)];
      else
        residual = rotation_vector(partial_rotation(*to.rotation, share) * k.R_WB[at(i)].transpose());
      MatrixX rows = k.jacobian.rows<3>(6 * i + 3 * half, multibody.columns(i));
      if (rank != required && half == 0) {
        rows /= goal.size;
        residual /= goal.size;
      }
      const char* const what[] = {"displacement", "rotation", "velocity", "angular velocity"};
      s.equations.push_back({rank, island, multibody.columns(i), std::move(rows), std::move(residual), "body",
                             &body.name, &body.origin, what[(speeds ? 2 : 0) + half]});
    }
  }
}

System position_system(const Goal& goal, const Kinematics& k, double share) {
  System s;
  add_bodies(goal, k, share, false, s);
  add_joints(goal, k, share, false, s);
  add_loops(goal.multibody, k, k.constraint_residual, s);
  return s;
}

System velocity_system(const Goal& goal, const Kinematics& k) {
  System s;
  add_bodies(goal, k, 1.0, true, s);
  add_joints(goal, k, 1.0, true, s);
  add_loops(goal.multibody, k, k.constraint_rate, s);
  return s;
}

void report(const System& s, double tolerance, const char* remedy, Diagnostics& diagnostics) {
  for (const Equation& e : s.equations) {
    if (e.rank != required || e.residual.norm() <= tolerance) continue;
    diagnostics.error(*e.origin,
                      fmt::format("{} {}: initial {} is inconsistent with the joints, residual {:.4g}", e.kind, *e.name,
                                  e.what, e.residual.norm()),
                      remedy, fmt::format("{:.17g}", e.residual.norm()), fmt::format("at most {:g}", tolerance));
  }
}

/// Gauss-Newton towards a share of the requests; a step that makes things worse is halved.
System approach(const Goal& goal, double share, InitialState& state, Kinematics& k) {
  const Multibody& multibody = goal.multibody;
  multibody.kinematics(state.q, state.v, goal.motion, k);
  System system = position_system(goal, k, share);
  double last = std::numeric_limits<double>::infinity();
  for (int iteration = 0; iteration < 60; ++iteration) {
    Step step = system.solve(multibody);
    const double length = step.speeds.norm();
    if (system.largest() <= 1e-15 && (!step.open || length <= 1e-14)) break;
    // Equations of lower rank still converge while steps get shorter: near the end, and earlier if a step hardly
    // disturbs the required ones.
    const bool shorter = step.open && length < 0.9 * last;
    last = length;
    bool better = false;
    for (int halving = 0; halving < 12 && !better; ++halving, step.speeds *= 0.5) {
      VectorX trial = state.q;
      multibody.retract(trial, step.speeds);
      multibody.kinematics(trial, state.v, goal.motion, k);
      System next = position_system(goal, k, share);
      const bool settles = shorter && (length < 0.1 || next.largest() < 0.1 * step.speeds.norm());
      if (!(next.square() < system.square()) && !settles) continue;
      better = true;
      state.q = trial;
      system = std::move(next);
    }
    if (!better) break;
  }
  // The turns of cut joints are counted from step to step.
  multibody.kinematics(state.q, state.v, goal.motion, k);
  for (const JointPlace& place : multibody.joints()) {
    if (!place.cut || place.q_offset < 0) continue;
    const int n = counted_angles(place.joint.type);
    state.q.segment(place.q_offset, n) = k.coordinate.segment(place.offset + place.dof - n, n);
  }
  return system;
}

/// Relaxes `hold` by one level in islands whose equations fail. Returns false if nothing was left to relax.
bool let_go(const System& system, double tolerance, std::vector<Hold>& hold) {
  std::vector<bool> fails(hold.size(), false);
  for (const Equation& e : system.equations)
    if (e.rank == required && !(e.residual.norm() <= tolerance)) fails[at(e.island)] = true;
  bool any = false;
  for (std::size_t i = 0; i < hold.size(); ++i) {
    if (!fails[i] || hold[i] == Hold::none) continue;
    hold[i] = hold[i] == Hold::all ? Hold::silent : Hold::none;
    any = true;
  }
  return any;
}

/// Largest requested rotation [rad] or displacement relative to the size of the mechanism.
double farthest(const Goal& goal) {
  double most = 0.0;
  for (const InitialBody& request : goal.given) {
    if (request.displacement) most = std::max(most, request.displacement->norm() / goal.size);
    if (request.rotation) most = std::max(most, rotation_vector(*request.rotation).norm());
  }
  for (const JointPlace& place : goal.multibody.joints()) {
    for (std::size_t i = 0; i < place.joint.extension.size(); ++i) {
      const bool shift = free_motions(place.joint.type)[i] < 3;
      most = std::max(most, std::abs(place.joint.extension[i]) / (shift ? goal.size : 1.0));
    }
  }
  return std::min(most, 1000.0);
}

/// Finds the pose that meets the goal, and relaxes `hold` in islands that cannot.
System find_pose(Goal& goal, double tolerance, InitialState& state, Kinematics& k) {
  const VectorX from = state.q;
  // A loop can often be closed in several ways; small steps keep the branch of the design pose.
  const int steps = goal.multibody.n_constraints() == 0 ? 1 : 1 + static_cast<int>(10.0 * farthest(goal));
  for (;;) {
    state.q = from;
    System system;
    bool again = false;
    for (int i = 1; i <= steps && !again; ++i) {
      system = approach(goal, static_cast<double>(i) / steps, state, k);
      again = let_go(system, tolerance, goal.hold);
    }
    if (!again) return system;
  }
}

/// Finds the speeds in the same way, at the pose of k.
System find_speeds(Goal& goal, double tolerance, InitialState& state, Kinematics& k) {
  for (;;) {
    state.v.setZero();
    goal.multibody.kinematics(state.q, state.v, goal.motion, k);
    state.v = velocity_system(goal, k).solve(goal.multibody).speeds;
    goal.multibody.kinematics(state.q, state.v, goal.motion, k);
    System system = velocity_system(goal, k);
    if (!let_go(system, tolerance, goal.hold)) return system;
  }
}

}  // namespace

Matrix3 rotation_about(const Vector3& axis, double angle, const Origin& origin) {
  if (angle == 0.0) return Matrix3::Identity();
  const double length = axis.norm();
  if (!(length > 0.0)) {
    throw InputError(Diagnostic{Severity::error, origin, "axis = [0, 0, 0] has no direction", "[0, 0, 0]",
                                "a direction of any length above 0", "give a direction such as [0, 1, 0]"});
  }
  return Eigen::AngleAxisd(angle, axis / length).toRotationMatrix();
}

InitialState initial_state(const Multibody& multibody, const std::vector<InitialBody>& requested,
                           const VectorX& prescribed, double tolerance) {
  SWELL_EXPECT(requested.empty() || static_cast<int>(requested.size()) == multibody.n_bodies());
  const auto n = at(multibody.n_bodies());
  Goal goal{multibody, prescribed.size() > 0 ? prescribed : VectorX(VectorX::Zero(3 * multibody.n_prescribed()))};
  SWELL_EXPECT(goal.motion.size() == 3 * multibody.n_prescribed());
  double arm = 0.0;
  for (const JointPlace& place : multibody.joints()) {
    if (place.joint.base != kWorld) arm = std::max(arm, place.r_base.norm());
    if (place.joint.follower != kWorld) arm = std::max(arm, place.r_follower.norm());
  }
  if (arm > 0.0) goal.size = arm;
  std::vector<Hold> asked(at(multibody.n_islands()), Hold::none), moving = asked;
  for (int i = 0; i < static_cast<int>(requested.size()); ++i) {
    const InitialBody& request = requested[at(i)];
    if (request.displacement || request.rotation) asked[at(multibody.island(i))] = Hold::all;
    if (request.velocity || request.angular_velocity) moving[at(multibody.island(i))] = Hold::all;
  }
  const auto without = [&] {
    goal.given.assign(n, {});
    goal.hold.assign(asked.size(), Hold::none);
  };
  const auto with = [&](const std::vector<Hold>& hold) {
    if (!requested.empty()) goal.given = requested;
    goal.hold = hold;
    return std::find(hold.begin(), hold.end(), Hold::all) != hold.end();
  };
  Diagnostics diagnostics;
  InitialState state;
  state.v = VectorX::Zero(multibody.nv());
  Kinematics k = multibody.make_kinematics();
  goal.reference.assign(n, {Vector3::Zero(), Matrix3::Identity(), Vector3::Zero(), Vector3::Zero()});
  without();
  state.q = multibody.n_constraints() == 0 ? first_guess(multibody) : multibody.design_coordinates();
  const VectorX design = state.q;
  System system = find_pose(goal, tolerance, state, k);
  if (with(asked)) {
    for (std::size_t i = 0; i < n; ++i) {
      goal.reference[i].displacement = k.p_WC[i] - multibody.bodies()[i].cg;
      goal.reference[i].rotation = k.R_WB[i];
    }
    if (multibody.n_constraints() > 0) state.q = design;
    system = find_pose(goal, tolerance, state, k);
  }
  // Poses written by hand with four digits are not exact: accept the nearest pose that the joints allow.
  constexpr double kByHand = 1e-3;  // [m, rad]
  report(system, std::max(tolerance, kByHand),
         "displace the bodies along their joints, or leave their initial pose out", diagnostics);
  state.position_residual = system.largest();
  diagnostics.throw_if_errors();
  VectorX still = VectorX::Zero(multibody.nv());
  multibody.project(state.q, still, goal.motion, k);

  without();
  system = find_speeds(goal, tolerance, state, k);
  if (with(moving)) {
    for (int i = 0; i < multibody.n_bodies(); ++i) {
      goal.reference[at(i)].velocity = k.velocity.segment<3>(6 * i);
      goal.reference[at(i)].angular_velocity = k.velocity.segment<3>(6 * i + 3);
    }
    system = find_speeds(goal, tolerance, state, k);
  }
  report(system, tolerance, "give velocities that the joints allow, or leave them out", diagnostics);
  state.velocity_residual = system.largest();
  diagnostics.throw_if_errors();
  return state;
}

}  // namespace swell::bodies
