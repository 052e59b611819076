// Joint and constraint reactions from known accelerations.
#include <cmath>

#include "at.h"
#include "swell/bodies/equation_of_motion.h"
#include "turned_inertia.h"

namespace swell::bodies {
// Computes the wrench that each joint transmits.
void EquationOfMotion::reactions(const Kinematics& k, ConstVectorRef wrench, ConstVectorRef effort,
                                 const Matrix6* body_inertia, Dynamics& out, const double* joint_inertia,
                                 const MatrixX* coupled_inertia) const {
  const int n = multibody_.n_bodies();
  if (!tilting_.empty()) turn_inertia(multibody_, k, {}, out);  // accelerations() may have left tilted axes in it
  if (floating_) tilt_added_mass(k, out);                       // accelerations() may have skipped it
  out.added_inertia_wrench.setZero();
  if (!tilting_.empty()) out.added_inertia_wrench = out.tilted_wrench.head(6 * n);
  share_tilted_moment(k, out, out.added_inertia_wrench);
  add_added_mass(-1.0, out.acceleration, out, out.added_inertia_wrench);
  if (coupled_inertia != nullptr) out.added_inertia_wrench.noalias() -= *coupled_inertia * out.acceleration;
  for (int i = 0; i < n; ++i) {
    const Vector6 a = out.acceleration.segment<6>(6 * i);
    if (body_inertia != nullptr) out.added_inertia_wrench.segment<6>(6 * i) -= body_inertia[i] * a;
    const Vector3 omega = k.velocity.segment<3>(6 * i + 3);
    Vector6 rate;
    rate << multibody_.bodies()[at(i)].mass * a.head<3>(),
        out.inertia_W[at(i)] * a.tail<3>() + omega.cross(out.inertia_W[at(i)] * omega);
    out.momentum_rate.segment<6>(6 * i) = rate - out.added_inertia_wrench.segment<6>(6 * i);
  }
  out.joint_wrench_on_body = out.momentum_rate - wrench;
  recover_joint_wrenches(k, effort, joint_inertia_.size() > 0 || joint_inertia != nullptr, out);
}

void EquationOfMotion::recover_joint_wrenches(const Kinematics& k, ConstVectorRef effort, bool any_joint_inertia,
                                              Dynamics& out) const {
  const std::vector<JointPlace>& joints = multibody_.joints();
  // Wrench that each body needs from its tree joint, computed in momentum_rate: need = M a + h - F - (cut joints).
  VectorX& need = out.momentum_rate;
  need = out.joint_wrench_on_body;
  const auto set_wrenches = [&](int j, const Vector6& on_follower_cg) {
    const JointPlace& place = joints[at(j)];
    const Vector3 force = on_follower_cg.head<3>();
    const Vector3 p_follower =
        place.joint.follower == kWorld ? Vector3(Vector3::Zero()) : k.p_WC[at(place.joint.follower)];
    const Vector3 p_base = place.joint.base == kWorld ? Vector3(Vector3::Zero()) : k.p_WC[at(place.joint.base)];
    out.wrench_on_follower.segment<6>(6 * j) = on_follower_cg;
    out.wrench_on_base.segment<6>(6 * j) = -shift_wrench(on_follower_cg, p_base - p_follower);
    const Vector6 at_joint = shift_wrench(on_follower_cg, k.p_WJ[at(j)] - p_follower);
    out.joint_wrench.segment<3>(6 * j) = k.R_WJ[at(j)].transpose() * force;
    out.joint_wrench.segment<3>(6 * j + 3) = k.R_WJ[at(j)].transpose() * at_joint.tail<3>();
  };

  // Cut joints: reactions from the multipliers, efforts as given.
  for (std::size_t j = 0; j < joints.size(); ++j) {
    const JointPlace& place = joints[j];
    if (place.row_offset < 0) continue;
    for (int a = 0; a < place.dof; ++a) {
      const int row = place.row_offset + a;
      double u_rate = k.row_bias[row];
      if (place.joint.follower != kWorld) {
        u_rate += k.row_follower.col(row).dot(out.acceleration.segment<6>(6 * place.joint.follower));
      }
      if (place.joint.base != kWorld) {
        u_rate += k.row_base.col(row).dot(out.acceleration.segment<6>(6 * place.joint.base));
      }
      out.joint_acceleration[place.offset + a] = u_rate;
    }
    if (!place.cut) continue;
    Vector6 on_follower = Vector6::Zero();  // about the follower's joint origin
    Vector6 on_base = Vector6::Zero();      // about the base's cg
    for (int i = 0; i < place.dof + place.n_constraints; ++i) {
      double pull = 0.0;
      if (i < place.dof) {
        pull = effort[place.offset + i];
        if (any_joint_inertia) {
          pull -= out.joint_inertia[place.offset + i] * out.joint_acceleration[place.offset + i];
        }
      } else {
        pull = out.multiplier[place.constraint_offset + i - place.dof];
      }
      on_follower += pull * k.row_follower.col(place.row_offset + i);
      on_base += pull * k.row_base.col(place.row_offset + i);
    }
    const int index = static_cast<int>(j);
    set_wrenches(index, on_follower);
    if (place.joint.follower != kWorld) need.segment<6>(6 * place.joint.follower) -= on_follower;
    if (place.joint.base != kWorld) need.segment<6>(6 * place.joint.base) -= on_base;
  }

  // Tree joints from the leaves to the world: a joint transmits the wrenches of its child and all bodies beyond.
  const std::vector<int>& tree = multibody_.tree();
  for (std::size_t t = tree.size(); t-- > 0;) {
    const int j = tree[t];
    const JointPlace& place = joints[at(j)];
    const Vector6 on_child = need.segment<6>(6 * place.child);
    const Vector3 p_parent = place.parent == kWorld ? Vector3(Vector3::Zero()) : k.p_WC[at(place.parent)];
    const Vector6 at_parent = shift_wrench(on_child, p_parent - k.p_WC[at(place.child)]);
    if (place.parent != kWorld) need.segment<6>(6 * place.parent) += at_parent;
    set_wrenches(j, place.against ? Vector6(-at_parent) : on_child);
    if (place.v_offset >= 0 && !place.free_body) {
      out.joint_acceleration.segment(place.offset, place.dof) = out.speed_rate.segment(place.v_offset, place.dof);
    } else if (place.prescribed_offset >= 0) {
      out.joint_acceleration.segment(place.offset, place.dof) =
          k.prescribed_acceleration.segment(place.prescribed_offset, place.dof);
    }
  }

  // Constraint part: the total minus the part along the free motions.
  for (std::size_t index = 0; index < joints.size(); ++index) {
    const JointPlace& place = joints[index];
    const int j = static_cast<int>(index);
    auto constraint = out.constraint_wrench.segment<6>(6 * j);
    constraint = out.joint_wrench.segment<6>(6 * j);
    for (int a = 0; a < place.dof; ++a) {
      const int motion = free_motions(place.joint.type)[at(a)];
      Vector6 along = Vector6::Unit(motion);
      if (place.joint.type == JointType::universal && motion == 4) {
        const double rx = k.coordinate[place.offset];
        along << 0.0, 0.0, 0.0, 0.0, std::cos(rx), std::sin(rx);
      }
      const double carried = along.dot(constraint);
      constraint -= carried * along;
      if (place.prescribed_offset < 0) continue;
      double given = effort[place.offset + a];
      if (any_joint_inertia) given -= out.joint_inertia[place.offset + a] * out.joint_acceleration[place.offset + a];
      out.actuation[place.offset + a] = carried - given;
    }
  }
}

}  // namespace swell::bodies
