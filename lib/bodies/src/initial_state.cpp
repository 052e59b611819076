#include "swell/bodies/initial_state.h"

#include <fmt/format.h>

#include <Eigen/QR>
#include <cmath>
#include <map>
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

std::vector<int> all_columns(const Multibody& multibody) {
  std::vector<int> columns(at(multibody.nv()));
  std::iota(columns.begin(), columns.end(), 0);
  return columns;
}

/// Rotation of the follower from the angles that joint.h names.
Matrix3 rotation_of(JointType type, const Vector3& angles) {
  return type == JointType::spherical ? rotation_from_roll_pitch_yaw(angles) : rotation_from_xyz(angles);
}

/// One group of equations: rows of J with the residual that a step has to remove.
struct Equation {
  std::vector<int> columns;  ///< of J
  MatrixX rows;
  VectorX residual;
  std::string who;  ///< "body flap"
  const Origin* origin;
  const char* what;
};

struct System {
  std::vector<Equation> equations;
  double largest() const {
    double most = 0.0;
    for (const Equation& e : equations) most = std::max(most, e.residual.norm());
    return most;
  }
  double square() const {
    double sum = 0.0;
    for (const Equation& e : equations) sum += e.residual.squaredNorm();
    return sum;
  }
  /// Step of least norm that solves all equations in the least-squares sense. Those of bodies that nothing ties
  /// together are solved apart, where there are many.
  VectorX solve(int nv) const {
    constexpr int kWhole = 64;  // up to here all are one matrix, with the bits of that
    VectorX step = VectorX::Zero(nv);
    if (nv == 0) return step;
    std::vector<int> root(at(nv), 0);
    if (nv > kWhole) {
      std::iota(root.begin(), root.end(), 0);
      const auto root_of = [&](int c) {
        while (root[at(c)] != c) c = root[at(c)] = root[at(root[at(c)])];
        return c;
      };
      for (const Equation& e : equations) {
        for (const int c : e.columns) root[at(root_of(c))] = root_of(e.columns.front());
      }
      for (int c = 0; c < nv; ++c) root[at(c)] = root_of(c);
    }
    std::map<int, std::vector<const Equation*>> groups;
    for (const Equation& e : equations) groups[e.columns.empty() ? 0 : root[at(e.columns.front())]].push_back(&e);
    std::map<int, std::vector<int>> members;
    for (int c = 0; c < nv; ++c) members[root[at(c)]].push_back(c);
    std::vector<int> place(at(nv), 0);
    for (const auto& [group, list] : groups) {
      const std::vector<int>& columns = members[group];
      for (std::size_t i = 0; i < columns.size(); ++i) place[at(columns[i])] = static_cast<int>(i);
      const VectorX own = solve(list, place, columns.size());
      for (std::size_t i = 0; i < columns.size(); ++i) step[columns[i]] = own[static_cast<Eigen::Index>(i)];
    }
    return step;
  }

 private:
  static VectorX solve(const std::vector<const Equation*>& list, const std::vector<int>& place, std::size_t columns) {
    Eigen::Index n = 0;
    for (const Equation* e : list) n += e->residual.size();
    MatrixX A = MatrixX::Zero(n, static_cast<Eigen::Index>(columns));
    VectorX b(n);
    Eigen::Index row = 0;
    for (const Equation* e : list) {
      const Eigen::Index size = e->residual.size();
      for (std::size_t i = 0; i < e->columns.size(); ++i)
        A.col(place[at(e->columns[i])]).segment(row, size) = e->rows.col(static_cast<Eigen::Index>(i));
      b.segment(row, size) = e->residual;
      row += size;
    }
    Eigen::CompleteOrthogonalDecomposition<MatrixX> cod;
    cod.setThreshold(1e-9);
    cod.compute(A);
    return cod.solve(b);
  }
};

/// Extension of a joint that ties a body freely to the world, as the pose of that body.
void pose_from_extension(const JointPlace& place, InitialBody& request, const Vector3& cg) {
  const std::vector<double>& e = place.joint.extension;
  const Matrix3& A = place.joint.axes;
  const Matrix3 turn = rotation_from_xyz(Vector3(e[3], e[4], e[5]));
  const Vector3 shift(e[0], e[1], e[2]);
  Matrix3 R;
  Vector3 p;
  if (!place.against) {
    R = A * turn * A.transpose();
    p = place.joint.location + A * shift - R * place.r_follower;
  } else {
    R = A * turn.transpose() * A.transpose();
    p = place.joint.location - A * turn.transpose() * shift - R * place.r_base;
  }
  request.rotation = R;
  request.displacement = p - cg;
}

/// The coordinates that the extensions ask for, before anything else is weighed.
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

/// Extensions of tree joints hold as rows of the identity, those of cut joints through the bodies they connect.
void add_extensions(const Multibody& multibody, const Kinematics& k, double share, System& s) {
  for (const JointPlace& place : multibody.joints()) {
    const std::vector<double>& e = place.joint.extension;
    if (e.empty() || place.free_body || place.prescribed_offset >= 0 || place.dof == 0) continue;
    std::vector<int> columns = all_columns(multibody);
    if (!place.cut) {
      columns.resize(at(place.dof));
      std::iota(columns.begin(), columns.end(), place.v_offset);
    }
    const auto width = static_cast<Eigen::Index>(columns.size());
    Equation equation{std::move(columns),       MatrixX::Zero(place.dof, width),
                      VectorX::Zero(place.dof), "joint " + place.joint.name,
                      &place.joint.origin,      "extension"};
    const int plain = has_quaternion(place.joint.type) ? place.dof - 3 : place.dof;
    for (int i = 0; i < place.dof; ++i) {
      if (i < plain) equation.residual[i] = share * e[at(i)] - k.coordinate[place.offset + i];
      if (!place.cut) {
        equation.rows(i, i) = 1.0;
        continue;
      }
      const int row = place.row_offset + i;
      if (place.joint.follower != kWorld) {
        equation.rows.row(i) +=
            k.row_follower.col(row).transpose() * k.jacobian.matrix().middleRows<6>(6 * place.joint.follower);
      }
      if (place.joint.base != kWorld) {
        equation.rows.row(i) +=
            k.row_base.col(row).transpose() * k.jacobian.matrix().middleRows<6>(6 * place.joint.base);
      }
    }
    if (plain < place.dof) {
      const Vector3 angles(e[at(plain)], e[at(plain + 1)], e[at(plain + 2)]);
      const Matrix3 turn =
          place.joint.follower == kWorld ? Matrix3(Matrix3::Identity()) : k.R_WB[at(place.joint.follower)];
      const Matrix3 now =
          k.R_WJ[static_cast<std::size_t>(&place - multibody.joints().data())].transpose() * turn * place.joint.axes;
      equation.residual.tail<3>() = rotation_vector(rotation_of(place.joint.type, share * angles) * now.transpose());
    }
    s.equations.push_back(std::move(equation));
  }
}

void add_loops(const Multibody& multibody, const Kinematics& k, const VectorX& residual, System& s) {
  for (const JointPlace& place : multibody.joints()) {
    if (place.n_constraints == 0) continue;
    s.equations.push_back({all_columns(multibody),
                           k.constraint_jacobian.middleRows(place.constraint_offset, place.n_constraints),
                           -residual.segment(place.constraint_offset, place.n_constraints), "joint " + place.joint.name,
                           &place.joint.origin, "closing the loop"});
  }
}

/// @param share  1: all that is requested; less: that part of the way to them from the design pose
System position_system(const Multibody& multibody, const std::vector<InitialBody>& requested, const Kinematics& k,
                       double share) {
  System s;
  for (int i = 0; i < multibody.n_bodies(); ++i) {
    const InitialBody& request = requested[at(i)];
    const RigidBody& body = multibody.bodies()[at(i)];
    if (request.displacement) {
      s.equations.push_back({multibody.columns(i), k.jacobian.rows<3>(6 * i, multibody.columns(i)),
                             body.cg + share * *request.displacement - k.p_WC[at(i)], "body " + body.name, &body.origin,
                             "displacement"});
    }
    if (request.rotation) {
      s.equations.push_back({multibody.columns(i), k.jacobian.rows<3>(6 * i + 3, multibody.columns(i)),
                             rotation_vector(partial_rotation(*request.rotation, share) * k.R_WB[at(i)].transpose()),
                             "body " + body.name, &body.origin, "rotation"});
    }
  }
  add_extensions(multibody, k, share, s);
  add_loops(multibody, k, k.constraint_residual, s);
  return s;
}

System velocity_system(const Multibody& multibody, const std::vector<InitialBody>& requested, const Kinematics& k) {
  System s;
  for (int i = 0; i < multibody.n_bodies(); ++i) {
    const InitialBody& request = requested[at(i)];
    const RigidBody& body = multibody.bodies()[at(i)];
    if (request.velocity) {
      s.equations.push_back({multibody.columns(i), k.jacobian.rows<3>(6 * i, multibody.columns(i)),
                             *request.velocity - k.velocity.segment<3>(6 * i), "body " + body.name, &body.origin,
                             "velocity"});
    }
    if (request.angular_velocity) {
      s.equations.push_back({multibody.columns(i), k.jacobian.rows<3>(6 * i + 3, multibody.columns(i)),
                             *request.angular_velocity - k.velocity.segment<3>(6 * i + 3), "body " + body.name,
                             &body.origin, "angular velocity"});
    }
  }
  add_loops(multibody, k, k.constraint_rate, s);
  return s;
}

void report(const System& s, double tolerance, const char* remedy, Diagnostics& diagnostics) {
  for (const Equation& e : s.equations) {
    if (e.residual.norm() <= tolerance) continue;
    diagnostics.error(*e.origin,
                      fmt::format("{}: initial {} is inconsistent with the joints, residual {:.4g}", e.who, e.what,
                                  e.residual.norm()),
                      remedy, fmt::format("{:.17g}", e.residual.norm()), fmt::format("at most {:g}", tolerance));
  }
}

/// Gauss-Newton towards a share of the requests; a step that makes things worse is halved.
System approach(const Multibody& multibody, const std::vector<InitialBody>& requested, const VectorX& motion,
                double share, InitialState& state, Kinematics& k) {
  multibody.kinematics(state.q, state.v, motion, k);
  System system = position_system(multibody, requested, k, share);
  for (int iteration = 0; iteration < 60 && system.largest() > 1e-15; ++iteration) {
    VectorX step = system.solve(multibody.nv());
    bool better = false;
    for (int halving = 0; halving < 12 && !better; ++halving, step *= 0.5) {
      VectorX trial = state.q;
      multibody.retract(trial, step);
      multibody.kinematics(trial, state.v, motion, k);
      System next = position_system(multibody, requested, k, share);
      if (!(next.square() < system.square())) continue;
      better = true;
      state.q = trial;
      system = std::move(next);
    }
    if (!better) break;
  }
  // The turns of cut joints are counted from step to step.
  multibody.kinematics(state.q, state.v, motion, k);
  for (const JointPlace& place : multibody.joints()) {
    if (!place.cut || place.q_offset < 0) continue;
    const int n = counted_angles(place.joint.type);
    state.q.segment(place.q_offset, n) = k.coordinate.segment(place.offset + place.dof - n, n);
  }
  return system;
}

/// How far the requests lead: the largest rotation [rad] or displacement relative to the size of the mechanism.
double farthest(const Multibody& multibody, const std::vector<InitialBody>& requested) {
  double size = 0.0;
  for (const JointPlace& place : multibody.joints()) {
    if (place.joint.base != kWorld) size = std::max(size, place.r_base.norm());
    if (place.joint.follower != kWorld) size = std::max(size, place.r_follower.norm());
  }
  if (!(size > 0.0)) size = 1.0;
  double most = 0.0;
  for (const InitialBody& request : requested) {
    if (request.displacement) most = std::max(most, request.displacement->norm() / size);
    if (request.rotation) most = std::max(most, rotation_vector(*request.rotation).norm());
  }
  for (const JointPlace& place : multibody.joints()) {
    for (std::size_t i = 0; i < place.joint.extension.size(); ++i) {
      const bool shift = free_motions(place.joint.type)[i] < 3;
      most = std::max(most, std::abs(place.joint.extension[i]) / (shift ? size : 1.0));
    }
  }
  return std::min(most, 1000.0);
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
  const VectorX motion = prescribed.size() > 0 ? prescribed : VectorX(VectorX::Zero(3 * multibody.n_prescribed()));
  SWELL_EXPECT(motion.size() == 3 * multibody.n_prescribed());
  std::vector<InitialBody> wanted = requested;
  wanted.resize(at(multibody.n_bodies()));
  Diagnostics diagnostics;
  for (const JointPlace& place : multibody.joints()) {
    if (!place.free_body || place.joint.extension.empty()) continue;
    InitialBody& request = wanted[at(place.child)];
    if (request.displacement || request.rotation) {
      diagnostics.error(place.joint.origin,
                        fmt::format("joint {}: extension and the initial pose of body {} give the same quantity twice",
                                    place.joint.name, multibody.bodies()[at(place.child)].name),
                        "give one of them");
      continue;
    }
    pose_from_extension(place, request, multibody.bodies()[at(place.child)].cg);
  }
  diagnostics.throw_if_errors();

  InitialState state;
  state.v = VectorX::Zero(multibody.nv());
  Kinematics k = multibody.make_kinematics();
  System system;
  if (multibody.n_constraints() == 0) {
    state.q = first_guess(multibody);
    system = approach(multibody, wanted, motion, 1.0, state, k);
  } else {
    // A loop can often be closed in several ways. Going there in small steps keeps the way in which it was drawn.
    state.q = multibody.design_coordinates();
    const int steps = 1 + static_cast<int>(10.0 * farthest(multibody, wanted));
    for (int i = 1; i <= steps; ++i) {
      system = approach(multibody, wanted, motion, static_cast<double>(i) / steps, state, k);
    }
  }
  report(system, tolerance, "displace the bodies along their joints, or leave their initial pose out", diagnostics);
  state.position_residual = system.largest();
  diagnostics.throw_if_errors();
  VectorX still = VectorX::Zero(multibody.nv());
  multibody.project(state.q, still, motion, k);

  still.setZero();
  multibody.kinematics(state.q, still, motion, k);
  state.v = velocity_system(multibody, wanted, k).solve(multibody.nv());
  multibody.kinematics(state.q, state.v, motion, k);
  system = velocity_system(multibody, wanted, k);
  report(system, tolerance, "give velocities that the joints allow, or leave them out", diagnostics);
  state.velocity_residual = system.largest();
  diagnostics.throw_if_errors();
  return state;
}

}  // namespace swell::bodies
