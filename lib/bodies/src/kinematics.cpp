#include <algorithm>
#include <cmath>

#include "at.h"
#include "joint_motion.h"
#include "swell/bodies/multibody.h"

namespace swell::bodies {
namespace {

/// Pose and motion of one body, or of the world.
struct Frame {
  Matrix3 R = Matrix3::Identity();
  Vector3 p = Vector3::Zero();
  Vector3 v = Vector3::Zero();
  Vector3 omega = Vector3::Zero();
  Vector3 bias_v = Vector3::Zero();
  Vector3 bias_omega = Vector3::Zero();
};

Frame frame_of(const Kinematics& k, int body) {
  Frame f;
  if (body == kWorld) return f;
  f.R = k.R_WB[at(body)];
  f.p = k.p_WC[at(body)];
  f.v = k.velocity.segment<3>(6 * body);
  f.omega = k.velocity.segment<3>(6 * body + 3);
  f.bias_v = k.bias.segment<3>(6 * body);
  f.bias_omega = k.bias.segment<3>(6 * body + 3);
  return f;
}

}  // namespace

Kinematics Multibody::make_kinematics() const {
  Kinematics k;
  const std::size_t n = bodies_.size();
  k.R_WB.assign(n, Matrix3::Identity());
  k.p_WC.assign(n, Vector3::Zero());
  k.velocity.setZero(6 * n_bodies());
  // The factorisation for loops needs all columns.
  k.jacobian = Jacobian(columns_, nv_, nv_ <= Jacobian::kWholeSpeeds || n_constraints_ > 0);
  k.bias.setZero(6 * n_bodies());
  k.coordinate.setZero(n_efforts_);
  k.rate.setZero(n_efforts_);
  k.R_WJ.assign(joints_.size(), Matrix3::Identity());
  k.p_WJ.assign(joints_.size(), Vector3::Zero());
  k.row_follower.setZero(6, n_rows_);
  k.row_base.setZero(6, n_rows_);
  k.row_bias.setZero(n_rows_);
  k.constraint_jacobian.setZero(n_constraints_, nv_);
  k.constraint_bias.setZero(n_constraints_);
  k.constraint_residual.setZero(n_constraints_);
  k.constraint_rate.setZero(n_constraints_);
  k.prescribed_acceleration.setZero(n_prescribed_);
  if (only_slides_) {
    k.jacobian = *design_jacobian_;
    for (std::size_t j = 0; j < joints_.size(); ++j) k.R_WJ[j] = joints_[j].joint.axes;
  }
  // Columns of free bodies, and of bodies that slide on them except the arm, are constant.
  for (const int index : tree_) {
    const JointPlace& place = joints_[at(index)];
    if (place.free_body) k.jacobian.block<6, 6>(6 * place.child, place.v_offset).setIdentity();
    if (place.carried_freely >= 0) k.jacobian.block<6, 6>(6 * place.child, place.carried_freely).setIdentity();
  }
  if (n_constraints_ > 0) {
    k.loop_factors = Eigen::ColPivHouseholderQR<MatrixX>(nv_, n_constraints_);
    k.loop_step.setZero(nv_);
    k.loop_trial.setZero(nq_);
    k.loop_target.setZero(n_constraints_);
    k.loop_basis.setZero(nv_, nv_);
    k.loop_work.setZero(nv_);
  }
  return k;
}

void Multibody::kinematics(ConstVectorRef q, ConstVectorRef v, ConstVectorRef prescribed, Kinematics& out) const {
  body_kinematics(q, v, prescribed, out);
  free_joint_kinematics(out);
}

void Multibody::body_kinematics(ConstVectorRef q, ConstVectorRef v, ConstVectorRef prescribed, Kinematics& out) const {
  if (only_slides_) return sliding_kinematics(q, v, out);
  tree_kinematics(q, v, prescribed, out);
  for (std::size_t j = 0; j < joints_.size(); ++j) {
    if (joints_[j].cut) row_kinematics(j, q.data(), out);
  }
}

void Multibody::free_joint_kinematics(Kinematics& out) const {
  if (only_slides_) return;
  for (std::size_t j = 0; j < joints_.size(); ++j) {
    const JointPlace& place = joints_[j];
    if (place.free_body) row_kinematics(j, nullptr, out);
    if (!place.slides) continue;
    const Frame follower = frame_of(out, place.joint.follower);
    out.R_WJ[j] = follower.R * place.joint.axes;
    out.p_WJ[j] = follower.p + follower.R * place.r_follower;
  }
}

// Axes, Jacobian and bias are those of the design pose, set by make_kinematics().
void Multibody::sliding_kinematics(ConstVectorRef q, ConstVectorRef v, Kinematics& out) const {
  const Jacobian& J = *design_jacobian_;
  const double *coordinates = q.data(), *rates = v.data();
  double* moves = out.velocity.data();
  for (int i = 0; i < n_bodies(); ++i, moves += 6) {
    Vector3 position = bodies_[at(i)].cg, velocity = Vector3::Zero();
    for (const int column : columns(i)) {
      const Eigen::Map<const Vector3> along(J.column_of(i, column));
      position += coordinates[column] * along;
      velocity += rates[column] * along;
    }
    out.p_WC[at(i)] = position;
    Vector3::Map(moves) = velocity;
  }
  for (std::size_t j = 0; j < joints_.size(); ++j) {
    const JointPlace& place = joints_[j];
    const int f = place.joint.follower;
    out.p_WJ[j] = f == kWorld ? place.r_follower : Vector3(out.p_WC[at(f)] + place.r_follower);
    for (int i = 0; i < place.dof; ++i) {
      out.coordinate[place.offset + i] = q[place.v_offset + i];
      out.rate[place.offset + i] = v[place.v_offset + i];
    }
  }
}

void Multibody::tree_kinematics(ConstVectorRef q, ConstVectorRef v, ConstVectorRef prescribed, Kinematics& out) const {
  if (n_prescribed_ > 0) out.prescribed_acceleration = prescribed.segment(2 * n_prescribed_, n_prescribed_);
  for (const int index : tree_) {
    const JointPlace& place = joints_[at(index)];
    const int c = place.child;
    const RigidBody& child = bodies_[at(c)];
    if (place.free_body) {
      // q is the displacement of the cg and the body's quaternion, v its velocity: nothing to propagate
      out.R_WB[at(c)] = unit_quaternion(q.data() + place.q_offset + 3).toRotationMatrix();
      out.p_WC[at(c)] = child.cg + q.segment<3>(place.q_offset);
      out.velocity.segment<6>(6 * c) = v.segment<6>(place.v_offset);
      continue;
    }
    if (place.slides) {
      slide_along(index, q, v, out);
      continue;
    }
    if (place.joint.type == JointType::floating_3dof && place.v_offset >= 0 && place.parent == kWorld &&
        !place.against) {
      move_in_plane(index, q, v, out);
      continue;
    }
    const bool moved = place.prescribed_offset >= 0;
    const double* coordinates =
        moved ? prescribed.data() + place.prescribed_offset : q.data() + std::max(0, place.q_offset);
    const double* rates =
        moved ? prescribed.data() + n_prescribed_ + place.prescribed_offset : v.data() + std::max(0, place.v_offset);
    const JointMotion m = joint_motion(place.joint.type, coordinates, rates, moved);
    const Matrix3& A = place.joint.axes;
    const Frame parent = frame_of(out, place.parent);

    // Pose of the child: from base to follower, or back. [theory/numerics/bodies.md, eq. 1]
    const bool slides = place.joint.type == JointType::translational || place.joint.type == JointType::fixed;
    Matrix3 R_WJ, R_child;
    Vector3 p_child, p_WJ;
    if (!place.against) {
      R_WJ = parent.R * A;
      p_WJ = parent.p + parent.R * place.r_base + R_WJ * m.d;
      R_child = slides ? parent.R : Matrix3(R_WJ * m.R * A.transpose());
      p_child = p_WJ - R_child * place.r_follower;
    } else {
      p_WJ = parent.p + parent.R * place.r_follower;
      R_WJ = parent.R * A * m.R.transpose();
      R_child = slides ? parent.R : Matrix3(R_WJ * A.transpose());
      p_child = p_WJ - R_WJ * m.d - R_child * place.r_base;
    }
    const double sign = place.against ? -1.0 : 1.0;

    // Velocity: V_child = X V_parent + sign S u, S = [R D + R W x (p_child - p_WJ); R W]. [theory/numerics/bodies.md,
    // eq. 2]
    const Vector3 r = p_child - parent.p;
    const Vector3 lever = p_child - p_WJ;
    Eigen::Matrix<double, 6, 6> S;
    Vector3 slide = Vector3::Zero(), spin = Vector3::Zero();
    for (int i = 0; i < place.dof; ++i) {
      const Vector3 w = R_WJ * m.W.col(i);
      const Vector3 d = R_WJ * m.D.col(i);
      S.col(i) << sign * (d + w.cross(lever)), sign * w;
      slide += rates[i] * d;
      spin += rates[i] * w;
    }
    const Vector3 omega_child = parent.omega + sign * spin;
    const Vector3 v_child = parent.v + parent.omega.cross(r) + sign * (slide + spin.cross(lever));

    // Acceleration at v' = 0. [theory/numerics/bodies.md, eq. 3]
    const Vector3& omega_base = place.against ? omega_child : parent.omega;
    const Vector3 v_WJ = place.against ? Vector3(parent.v + parent.omega.cross(p_WJ - parent.p))
                                       : Vector3(v_child + omega_child.cross(p_WJ - p_child));
    const Vector3 spin_rate = R_WJ * m.w_bias + omega_base.cross(spin);
    Vector3 bias_omega = parent.bias_omega + sign * spin_rate;
    Vector3 bias_v = parent.bias_v + parent.bias_omega.cross(r) + parent.omega.cross(v_child - parent.v) +
                     sign * (omega_base.cross(slide) + spin_rate.cross(lever) + spin.cross(v_child - v_WJ));
    if (moved) {
      for (int i = 0; i < place.dof; ++i) {
        const double acceleration = out.prescribed_acceleration[place.prescribed_offset + i];
        bias_v += acceleration * S.col(i).head<3>();
        bias_omega += acceleration * S.col(i).tail<3>();
      }
    }

    out.R_WB[at(c)] = R_child;
    out.p_WC[at(c)] = p_child;
    out.velocity.segment<6>(6 * c) << v_child, omega_child;
    out.bias.segment<6>(6 * c) << bias_v, bias_omega;
    out.R_WJ[at(index)] = R_WJ;
    out.p_WJ[at(index)] = p_WJ;
    if (place.parent != kWorld) {
      for (const int column : columns(place.parent)) {
        const Vector3 linear = out.jacobian.block<3, 1>(6 * place.parent, column);
        const Vector3 angular = out.jacobian.block<3, 1>(6 * place.parent + 3, column);
        out.jacobian.block<3, 1>(6 * c, column) = linear + angular.cross(r);
        out.jacobian.block<3, 1>(6 * c + 3, column) = angular;
      }
    }
    if (place.v_offset >= 0) out.jacobian.block(6 * c, place.v_offset, 6, place.dof) = S.leftCols(place.dof);

    // Coordinates and rates for the joint's loads.
    const int translations = place.dof - (has_quaternion(place.joint.type) ? 3 : 0);
    for (int i = 0; i < place.dof; ++i) out.rate[place.offset + i] = rates[i];
    for (int i = 0; i < (moved ? place.dof : translations); ++i) out.coordinate[place.offset + i] = coordinates[i];
    if (!moved && has_quaternion(place.joint.type)) {
      joint_angles(place.joint.type, m.R, nullptr, out.coordinate.data() + place.offset + translations);
    }
  }
}

// tree_kinematics for the most common joint of wave energy: one direction, no rotation. free_joint_kinematics computes
// the joint's place.
void Multibody::slide_along(int index, ConstVectorRef q, ConstVectorRef v, Kinematics& out) const {
  static const Matrix3 straight = Matrix3::Identity();
  const JointPlace& place = joints_[at(index)];
  const int c = place.child, p = place.parent;
  const Matrix3& R = p == kWorld ? straight : out.R_WB[at(p)];
  const double sign = place.against ? -1.0 : 1.0;
  const Vector3 axis = sign * (R * place.joint.axes.col(2));
  const Vector3 arm = sign * (place.r_base - place.r_follower);
  const double coordinate = q[place.q_offset], rate = v[place.v_offset];
  const Vector3 r = R * arm + coordinate * axis;
  const Vector3 along = rate * axis;
  auto velocity = out.velocity.segment<6>(6 * c);
  if (p == kWorld) {
    out.p_WC[at(c)] = r;
    velocity.head<3>() = along;
    velocity.tail<3>().setZero();
  } else {
    out.p_WC[at(c)] = out.p_WC[at(p)] + r;
    const Vector3 omega = out.velocity.segment<3>(6 * p + 3), carried = omega.cross(r),
                  turned = omega.cross(carried + 2.0 * along);
    velocity.head<3>() = out.velocity.segment<3>(6 * p) + carried + along;
    velocity.tail<3>() = omega;
    auto bias = out.bias.segment<6>(6 * c);
    if (place.carried_freely >= 0) {
      bias.head<3>() = turned;
    } else {
      const Vector3 b_omega = out.bias.segment<3>(6 * p + 3);
      bias.head<3>() = out.bias.segment<3>(6 * p) + b_omega.cross(r) + turned;
      bias.tail<3>() = b_omega;
    }
    add_arm(place, r, out);
  }
  out.R_WB[at(c)] = R;
  out.jacobian.block<3, 1>(6 * c, place.v_offset) = axis;
  out.coordinate[place.offset] = coordinate;
  out.rate[place.offset] = rate;
}

// The columns that move the parent also move the child, at distance `r`.
void Multibody::add_arm(const JointPlace& place, const Vector3& r, Kinematics& out) const {
  const int c = 6 * place.child, p = 6 * place.parent;
  if (place.carried_freely >= 0) {  // unit columns: only the rotational part changes
    auto arm = out.jacobian.block<3, 3>(c, place.carried_freely + 3);
    arm(1, 0) = -r.z();
    arm(2, 0) = r.y();
    arm(0, 1) = r.z();
    arm(2, 1) = -r.x();
    arm(0, 2) = -r.y();
    arm(1, 2) = r.x();
    return;
  }
  for (const int column : columns(place.parent)) {
    const Vector3 angular = out.jacobian.block<3, 1>(p + 3, column);
    out.jacobian.block<3, 1>(c, column) = out.jacobian.block<3, 1>(p, column) + angular.cross(r);
    out.jacobian.block<3, 1>(c + 3, column) = angular;
  }
}

// tree_kinematics for a body that floats in a plane fixed in the world: along the joint's x and z, about its y.
void Multibody::move_in_plane(int index, ConstVectorRef q, ConstVectorRef v, Kinematics& out) const {
  const JointPlace& place = joints_[at(index)];
  const int c = place.child;
  const Matrix3& A = place.joint.axes;
  const double* coordinates = q.data() + place.q_offset;
  const double* rates = v.data() + place.v_offset;
  const double cosine = std::cos(coordinates[2]), sine = std::sin(coordinates[2]);
  Matrix3 turned;  // A R_y
  turned << cosine * A.col(0) - sine * A.col(2), A.col(1), sine * A.col(0) + cosine * A.col(2);
  const Matrix3 R = turned * A.transpose();
  const Vector3 lever = -(R * place.r_follower);
  const Vector3 p_WJ = place.r_base + coordinates[0] * A.col(0) + coordinates[1] * A.col(2);
  const Vector3 carried = A.col(1).cross(lever);
  const Vector3 omega = rates[2] * A.col(1);
  out.R_WB[at(c)] = R;
  out.p_WC[at(c)] = p_WJ + lever;
  out.velocity.segment<6>(6 * c) << rates[0] * A.col(0) + rates[1] * A.col(2) + rates[2] * carried, omega;
  out.bias.segment<6>(6 * c) << rates[2] * omega.cross(carried), Vector3::Zero();
  out.R_WJ[at(index)] = A;
  out.p_WJ[at(index)] = p_WJ;
  auto jacobian = out.jacobian.block<6, 3>(6 * c, place.v_offset);
  jacobian.topRows<3>() << A.col(0), A.col(2), carried;
  jacobian.bottomRows<3>() << Vector3::Zero(), Vector3::Zero(), A.col(1);
  for (int i = 0; i < 3; ++i) {
    out.coordinate[place.offset + i] = coordinates[i];
    out.rate[place.offset + i] = rates[i];
  }
}

void Multibody::row_kinematics(std::size_t j, const double* q, Kinematics& out) const {
  const JointPlace& place = joints_[j];
  const JointType type = place.joint.type;
  const int b = place.joint.base;
  const int f = place.joint.follower;
  const Frame base = frame_of(out, b);
  const Frame follower = frame_of(out, f);
  const Matrix3 R_WJ = base.R * place.joint.axes;
  const Matrix3 R_WF = follower.R * place.joint.axes;
  const Vector3 arm_base = base.R * place.r_base;
  const Vector3 arm_follower = follower.R * place.r_follower;
  const Vector3 p_base = base.p + arm_base;
  const Vector3 p_follower = follower.p + arm_follower;
  const Vector3 r = p_follower - p_base;
  const Vector3 reach = arm_base + r;  // from the base's cg to the follower's joint origin
  const Vector3 w_rel = follower.omega - base.omega;
  const Vector3 v_rel = follower.v + follower.omega.cross(arm_follower) - base.v - base.omega.cross(arm_base);
  const Vector3 a_follower = follower.omega.cross(follower.omega.cross(arm_follower));
  const Vector3 a_base = base.omega.cross(base.omega.cross(arm_base));
  out.R_WJ[j] = R_WJ;
  out.p_WJ[j] = p_follower;

  // Shift along the base's axis a: u = a.(p_follower - p_base). [theory/numerics/bodies.md, eq. 5]
  const auto set_translation = [&](int row, int axis) {
    const Vector3 a = R_WJ.col(axis);
    out.row_follower.col(row) << a, arm_follower.cross(a);
    out.row_base.col(row) << -a, -reach.cross(a);
    const Vector3 a_rate = base.omega.cross(a);
    out.row_bias[row] = a.dot(a_follower - a_base) + 2.0 * a_rate.dot(v_rel) + base.omega.cross(a_rate).dot(r);
    return a.dot(r);
  };
  // Relative angular velocity along c, which turns with omega_c.
  const auto set_rotation = [&](int row, const Vector3& c, const Vector3& omega_c) {
    out.row_follower.col(row) << Vector3::Zero(), c;
    out.row_base.col(row) << Vector3::Zero(), -c;
    out.row_bias[row] = omega_c.cross(c).dot(w_rel);
  };
  // Angle between a on the base and b on the follower, phi = a.b. [theory/numerics/bodies.md, eq. 6]
  const auto set_square = [&](int row, int axis_base, int axis_follower) {
    const Vector3 a = R_WJ.col(axis_base);
    const Vector3 g = R_WF.col(axis_follower);
    const Vector3 c = g.cross(a);
    out.row_follower.col(row) << Vector3::Zero(), c;
    out.row_base.col(row) << Vector3::Zero(), -c;
    out.row_bias[row] = w_rel.dot(follower.omega.cross(g).cross(a) + g.cross(base.omega.cross(a)));
    return a.dot(g);
  };

  // Free motions first.
  int row = place.row_offset;
  int counted = 0;
  const std::vector<int>& motions = free_motions(type);
  for (std::size_t i = 0; i < motions.size(); ++i, ++row) {
    if (motions[i] < 3) {
      out.coordinate[place.offset + static_cast<int>(i)] = set_translation(row, motions[i]);
    } else {
      const bool second = type == JointType::universal && motions[i] == 4;
      if (second) {
        set_rotation(row, R_WF.col(1), follower.omega);
      } else {
        set_rotation(row, R_WJ.col(motions[i] - 3), base.omega);
      }
      ++counted;
    }
  }
  if (counted > 0) {
    const double* near = q != nullptr && place.q_offset >= 0 ? q + place.q_offset : nullptr;
    double* angles = out.coordinate.data() + place.offset + place.dof - counted;
    joint_angles(type, R_WJ.transpose() * R_WF, place.free_body ? nullptr : near, angles);
  }
  // Then the constraints of a cut joint.
  if (place.cut) {
    int k = place.constraint_offset;
    for (int axis = 0; axis < 3; ++axis) {
      if (std::find(motions.begin(), motions.end(), axis) != motions.end()) continue;
      out.constraint_residual[k++] = set_translation(row++, axis);
    }
    if (type == JointType::fixed || type == JointType::translational) {
      out.constraint_residual[k++] = set_square(row++, 2, 1);
      out.constraint_residual[k++] = set_square(row++, 0, 2);
      out.constraint_residual[k++] = set_square(row++, 1, 0);
    } else if (type == JointType::rotational || type == JointType::floating_3dof) {
      out.constraint_residual[k++] = set_square(row++, 0, 1);
      out.constraint_residual[k++] = set_square(row++, 2, 1);
    } else if (type == JointType::universal) {
      out.constraint_residual[k++] = set_square(row++, 0, 1);
    }
  }

  for (int i = 0; i < place.dof + place.n_constraints; ++i) {
    const int column = place.row_offset + i;
    double rate = 0.0;
    double bias = out.row_bias[column];
    if (f != kWorld) {
      rate += out.row_follower.col(column).dot(out.velocity.segment<6>(6 * f));
      bias += out.row_follower.col(column).dot(out.bias.segment<6>(6 * f));
    }
    if (b != kWorld) {
      rate += out.row_base.col(column).dot(out.velocity.segment<6>(6 * b));
      bias += out.row_base.col(column).dot(out.bias.segment<6>(6 * b));
    }
    if (i < place.dof) {
      out.rate[place.offset + i] = rate;
      continue;
    }
    const int k = place.constraint_offset + i - place.dof;
    out.constraint_rate[k] = rate;
    out.constraint_bias[k] = bias;
    if (f != kWorld) {
      for (const int v : columns(f)) out.constraint_jacobian(k, v) = 0.0;
    }
    if (b != kWorld) {
      for (const int v : columns(b)) out.constraint_jacobian(k, v) = 0.0;
    }
    if (f != kWorld) {
      for (const int v : columns(f)) {
        out.constraint_jacobian(k, v) += out.row_follower.col(column).dot(out.jacobian.block<6, 1>(6 * f, v));
      }
    }
    if (b != kWorld) {
      for (const int v : columns(b)) {
        out.constraint_jacobian(k, v) += out.row_base.col(column).dot(out.jacobian.block<6, 1>(6 * b, v));
      }
    }
  }
}

void Multibody::coordinate_rates(ConstVectorRef q, ConstVectorRef v, const Kinematics& kinematics,
                                 VectorRef out) const {
  if (only_slides_) {  // each coordinate's rate is its speed
    std::copy_n(v.data(), nv_, out.data());
    return;
  }
  for (const JointPlace& place : joints_) {
    if (place.q_offset < 0) continue;
    if (place.cut) {
      const int n = counted_angles(place.joint.type);
      out.segment(place.q_offset, n) = kinematics.rate.segment(place.offset + place.dof - n, n);
      continue;
    }
    if (!has_quaternion(place.joint.type)) {
      for (int i = 0; i < place.dof; ++i) out[place.q_offset + i] = v[place.v_offset + i];
      continue;
    }
    const int translations = place.dof - 3;
    for (int i = 0; i < translations; ++i) out[place.q_offset + i] = v[place.v_offset + i];
    // Q' = 1/2 (0, w) Q with w in the axes of the base: keeps |Q| exactly
    const double* e = q.data() + place.q_offset + translations;
    const double* w = v.data() + place.v_offset + translations;
    double* rate = out.data() + place.q_offset + translations;
    rate[0] = -0.5 * (w[0] * e[1] + w[1] * e[2] + w[2] * e[3]);
    rate[1] = 0.5 * (w[0] * e[0] + w[1] * e[3] - w[2] * e[2]);
    rate[2] = 0.5 * (w[1] * e[0] + w[2] * e[1] - w[0] * e[3]);
    rate[3] = 0.5 * (w[2] * e[0] + w[0] * e[2] - w[1] * e[1]);
  }
}

void Multibody::retract(VectorRef q, ConstVectorRef step) const {
  for (const JointPlace& place : joints_) {
    if (place.q_offset < 0 || place.cut) continue;
    const int plain = has_quaternion(place.joint.type) ? place.dof - 3 : place.dof;
    q.segment(place.q_offset, plain) += step.segment(place.v_offset, plain);
    if (plain == place.dof) continue;
    double* e = q.data() + place.q_offset + plain;
    const Quaternion turned = rotation_by(step.segment<3>(place.v_offset + plain)) * unit_quaternion(e);
    e[0] = turned.w();
    e[1] = turned.x();
    e[2] = turned.y();
    e[3] = turned.z();
  }
}

void Multibody::normalize(VectorRef q) const {
  for (const JointPlace& place : joints_) {
    if (place.q_offset < 0 || place.cut || !has_quaternion(place.joint.type)) continue;
    auto e = q.segment<4>(place.q_offset + place.dof - 3);
    e /= e.norm();
  }
}

}  // namespace swell::bodies
