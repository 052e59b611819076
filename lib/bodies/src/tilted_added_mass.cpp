// The added mass of an equation of motion, as given and in axes that tilt. [theory/radiation.md, "Axes"]
#include "inertia_blocks.h"
#include "swell/bodies/equation_of_motion.h"

namespace swell::bodies {
namespace {

constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

Matrix6 tilted(const Matrix6& A, const TiltedAxes& row, const TiltedAxes& column) {
  Matrix6 out = A;
  const Matrix3 half = row.in_world * A.bottomRightCorner<3, 3>();
  out.bottomLeftCorner<3, 3>().noalias() = row.in_world * A.bottomLeftCorner<3, 3>();
  out.topRightCorner<3, 3>().noalias() = A.topRightCorner<3, 3>() * column.in_world.transpose();
  out.bottomRightCorner<3, 3>().noalias() = half * column.in_world.transpose();
  return out;
}

// With u = J v, g = A u: the momentum is J^T g. Its rate is J^T A J v' + J^T A (J' v) and what carries it round.
void EquationOfMotion::tilt_added_mass(const Kinematics& k, Dynamics& out) const {
  out.tilted_rate = k.velocity;
  out.tilted_change.setZero();
  for (const int i : tilting_) {
    TiltedAxes& axes = out.axes[at(i)];
    axes = TiltedAxes(k.R_WB[at(i)].col(2));
    const Vector3 omega = k.velocity.segment<3>(6 * i + 3);
    out.tilted_rate.segment<3>(6 * i + 3).noalias() = axes.in_world.transpose() * omega;
    out.tilted_change.segment<3>(6 * i + 3) = axes.carried_rate(omega);
  }
  if (blocks_) {
    out.tilted_product.setZero();
    out.tilted_wrench.setZero();
    blocks_->add_added_mass(1.0, out.tilted_rate, out.tilted_product);
    blocks_->add_added_mass(-1.0, out.tilted_change, out.tilted_wrench);
  } else {
    out.tilted_product.noalias() = added_mass_ * out.tilted_rate;
    out.tilted_wrench.setZero();
    for (const int j : tilting_)
      out.tilted_wrench.noalias() -= added_mass_.middleCols<3>(6 * j + 3) * out.tilted_change.segment<3>(6 * j + 3);
  }
  for (const int i : tilting_) {
    const TiltedAxes& axes = out.axes[at(i)];
    auto moment = out.tilted_wrench.segment<3>(6 * i + 3);
    moment = (axes.in_world * moment).eval();
    moment -= axes.moment_of(out.tilted_product.segment<3>(6 * i + 3), k.velocity.segment<3>(6 * i + 3));
  }
  if (blocks_) return;
  for (int i = 0; i < multibody_.n_bodies(); ++i) {
    for (int j = 0; j < multibody_.n_bodies(); ++j) {
      if (!tilts_[at(i)] && !tilts_[at(j)]) continue;  // the axes of those are the world's
      out.tilted_mass.block<6, 6>(6 * i, 6 * j) =
          tilted(added_mass_.block<6, 6>(6 * i, 6 * j), out.axes[at(i)], out.axes[at(j)]);
    }
  }
}

void EquationOfMotion::add_added_mass(double factor, const VectorX& vector, Dynamics& work, VectorX& out) const {
  if (!blocks_) {
    if (added_mass_.size() > 0) out.noalias() += factor * (added_mass_now(work) * vector);
    return;
  }
  if (tilting_.empty()) return blocks_->add_added_mass(factor, vector, out);
  work.tilted_rate = vector;
  for (const int i : tilting_) {
    auto rate = work.tilted_rate.segment<3>(6 * i + 3);
    rate = (work.axes[at(i)].in_world.transpose() * rate).eval();
  }
  work.tilted_product.setZero();
  blocks_->add_added_mass(factor, work.tilted_rate, work.tilted_product);
  for (const int i : tilting_) {
    auto moment = work.tilted_product.segment<3>(6 * i + 3);
    moment = (work.axes[at(i)].in_world * moment).eval();
  }
  out += work.tilted_product;
}

double EquationOfMotion::added_kinetic_energy(const Kinematics& k) const {
  Dynamics work = make_dynamics();
  if (!tilting_.empty()) tilt_added_mass(k, work);
  VectorX momentum = VectorX::Zero(k.velocity.size());
  add_added_mass(1.0, k.velocity, work, momentum);
  double twice = k.velocity.dot(momentum);
  if (joint_inertia_.size() > 0) twice += joint_inertia_.dot(k.rate.cwiseAbs2());
  return 0.5 * twice;
}

}  // namespace swell::bodies
