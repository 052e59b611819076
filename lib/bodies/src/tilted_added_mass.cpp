// The added mass of an equation of motion, as given and in axes that tilt. [theory/radiation.md, "Axes"]
#include <algorithm>

#include "inertia_blocks.h"
#include "swell/bodies/equation_of_motion.h"

namespace swell::bodies {
namespace {

constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

// With u = J v, g = A u: the momentum is J^T g. Its rate is J^T A J v' + J^T A (J' v) and what carries it round.
void EquationOfMotion::tilt_added_mass(const Kinematics& k, Dynamics& out) const {
  out.tilted_rate = k.velocity;
  for (const int i : tilting_) {
    TiltedAxes& axes = out.axes[at(i)];
    axes = TiltedAxes(k.R_WB[at(i)].col(2));
    const Vector3 omega = k.velocity.segment<3>(6 * i + 3);
    out.tilted_rate.segment<3>(6 * i + 3).noalias() = axes.in_world.transpose() * omega;
    out.tilted_change.segment<3>(6 * i + 3) = -axes.carried_rate(omega);
  }
  out.tilted_wrench.setZero();
  if (blocks_) {
    out.tilted_product.setZero();
    blocks_->add_added_mass(1.0, out.tilted_rate, out.tilted_product);
    blocks_->add_added_mass(1.0, out.tilted_change, out.tilted_wrench);
  } else {
    for (const int i : tilting_) {
      for (int r = 6 * i + 3; r < 6 * i + 6; ++r) {
        out.tilted_product[r] = added_mass_rows_.col(r).dot(out.tilted_rate);
        out.tilted_wrench += out.tilted_change[r] * added_mass_.col(r);
      }
    }
  }
  for (const int i : tilting_) {
    const TiltedAxes& axes = out.axes[at(i)];
    auto moment = out.tilted_wrench.segment<3>(6 * i + 3);
    moment = (axes.in_world * moment).eval();
    moment -= axes.moment_of(out.tilted_product.segment<3>(6 * i + 3), k.velocity.segment<3>(6 * i + 3));
  }
}

void EquationOfMotion::tilt_jacobian(const Kinematics& k, Dynamics& out) const {
  out.tilted_jacobian = k.jacobian;
  out.tilted_rate = k.bias;
  for (const int i : tilting_) {
    const Matrix3 to_axes = out.axes[at(i)].in_world.transpose();
    const auto turn = [&to_axes](auto rows) { rows = (to_axes * rows).eval(); };
    for (const int c : multibody_.columns(i)) turn(out.tilted_jacobian.block<3, 1>(6 * i + 3, c));
    turn(out.tilted_rate.segment<3>(6 * i + 3));
  }
}

void EquationOfMotion::add_added_mass(double factor, const VectorX& vector, Dynamics& work, VectorX& out) const {
  const auto add = [&](const VectorX& from, VectorX& to) {
    if (blocks_) return blocks_->add_added_mass(factor, from, to);
    if (added_mass_.size() > 0) to.noalias() += factor * (added_mass_ * from);
  };
  if (tilting_.empty()) return add(vector, out);
  work.tilted_rate = vector;
  for (const int i : tilting_) {
    auto rate = work.tilted_rate.segment<3>(6 * i + 3);
    rate = (work.axes[at(i)].in_world.transpose() * rate).eval();
  }
  work.tilted_product.setZero();
  add(work.tilted_rate, work.tilted_product);
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
