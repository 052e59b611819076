// The added mass of an equation of motion, as given and in axes that tilt. [theory/radiation.md, "Axes"]
#include <algorithm>

#include "at.h"
#include "inertia_blocks.h"
#include "small_system.h"
#include "swell/base/wide.h"
#include "swell/bodies/equation_of_motion.h"

namespace swell::bodies {
void EquationOfMotion::set_tilted_columns() {
  const int n = 6 * multibody_.n_bodies(), turns = 3 * static_cast<int>(turning_.size());
  const int height = padded(turns, kWide4), depth = padded(n, kWide4);
  tilted_rows_.assign(at(n * height), 0.0);
  tilted_columns_.assign(at(turns * depth), 0.0);
  for (const int i : tilting_) {
    for (int c = 0; c < 3; ++c) {
      const int r = turn_of_[at(i)] + c, row = 6 * i + 3 + c;
      for (int j = 0; j < n; ++j) {
        tilted_rows_[at(j * height + r)] += added_mass_(row, j);
        tilted_columns_[at(r * depth + j)] += added_mass_(j, row);
      }
    }
  }
}

void EquationOfMotion::find_axes(const Kinematics& k, Dynamics& out) const {
  if (tilting_.empty()) return;
  out.tilted_velocity = k.velocity;
  for (const int i : tilting_) {
    const int like = turns_like_[at(i)];
    auto rate = out.tilted_velocity.segment<3>(6 * i + 3);
    if (like != i) {  // common rotation and angular velocity
      rate = out.tilted_velocity.segment<3>(6 * like + 3);
      continue;
    }
    out.axes[at(i)] = TiltedAxes(k.R_WB[at(i)].col(2));
    rate.noalias() = out.axes[at(i)].in_world.transpose() * k.velocity.segment<3>(6 * i + 3);
  }
}

// d(Q^T omega)/dt = Q^T omega' + (Q^T)' omega; the last term is -tilted_change, from tilt_added_mass().
void EquationOfMotion::tilt_accelerations(Dynamics& out) const {
  out.tilted_acceleration = out.acceleration;
  for (std::size_t t = 0; t < turning_.size(); ++t) {
    const int i = turning_[t];
    out.tilted_acceleration.segment<3>(6 * i + 3) =
        out.axes[at(i)].in_world.transpose() * out.acceleration.segment<3>(6 * i + 3) -
        out.tilted_change.segment<3>(3 * static_cast<Eigen::Index>(t));
  }
  for (const int i : tilting_)
    out.tilted_acceleration.segment<3>(6 * i + 3) = out.tilted_acceleration.segment<3>(6 * turns_like_[at(i)] + 3);
}

// With u = J v, g = A u the momentum is J^T g. Its rate: J^T A J v' (inertia), J^T A (J' v) (axes of the rates) and
// TiltedAxes::moment_of(g) (axes of the momentum), linear in g: bodies with a common rotation share one evaluation.
void EquationOfMotion::tilt_added_mass(const Kinematics& k, Dynamics& out) const {
  const int n = 6 * multibody_.n_bodies(), turns = 3 * static_cast<int>(turning_.size());
  for (int t = 0; 3 * t < turns; ++t) {
    const int i = turning_[at(t)];
    out.tilted_change.segment<3>(3 * t) = -out.axes[at(i)].carried_rate(k.velocity.segment<3>(6 * i + 3));
  }
  if (blocks_) {
    out.tilted_product.setZero();
    blocks_->add_added_mass(1.0, out.tilted_velocity, out.tilted_product);
    out.tilted_momentum.setZero();
    for (const int i : tilting_)
      out.tilted_momentum.segment<3>(turn_of_[at(i)]) += out.tilted_product.segment<3>(6 * i + 3);
    out.tilted_rate.setZero();
    for (const int i : tilting_) out.tilted_rate.segment<3>(6 * i + 3) = out.tilted_change.segment<3>(turn_of_[at(i)]);
    out.tilted_wrench.setZero();
    blocks_->add_added_mass(1.0, out.tilted_rate, out.tilted_wrench);
  } else {
    sum_columns(n, padded(turns, kWide4), tilted_rows_.data(), out.tilted_velocity.data(), out.tilted_momentum.data());
    sum_columns(turns, padded(n, kWide4), tilted_columns_.data(), out.tilted_change.data(), out.tilted_wrench.data());
  }
  for (const int i : tilting_) {
    auto moment = out.tilted_wrench.segment<3>(6 * i + 3);
    moment = (axes_of(i, out).in_world * moment).eval();
  }
  for (int t = 0; 3 * t < turns; ++t) {
    const int i = turning_[at(t)];
    out.tilted_wrench.segment<3>(6 * i + 3) -=
        out.axes[at(i)].moment_of(out.tilted_momentum.segment<3>(3 * t), k.velocity.segment<3>(6 * i + 3));
  }
}

void EquationOfMotion::share_tilted_moment(const Kinematics& k, Dynamics& work, VectorX& wrench) const {
  if (turning_.size() == tilting_.size()) return;
  work.tilted_product.setZero();
  if (blocks_) {
    blocks_->add_added_mass(1.0, work.tilted_velocity, work.tilted_product);
  } else {
    work.tilted_product.noalias() += added_mass_ * work.tilted_velocity;
  }
  for (const int i : tilting_) {
    const int first = turns_like_[at(i)];
    if (first == i) continue;
    const Vector3 moment =
        work.axes[at(first)].moment_of(work.tilted_product.segment<3>(6 * i + 3), k.velocity.segment<3>(6 * i + 3));
    wrench.segment<3>(6 * first + 3) += moment;
    wrench.segment<3>(6 * i + 3) -= moment;
  }
}

void EquationOfMotion::tilt_jacobian(const Kinematics& k, Dynamics& out) const {
  const MatrixX& J = k.jacobian.matrix();
  std::copy_n(J.data(), J.size(), out.tilted_jacobian.data());
  std::copy_n(k.bias.data(), k.bias.size(), out.tilted_rate.data());
  if (!tilted_pattern_->free.empty()) {  // rotations of free bodies have no bias
    const Eigen::Index n = J.rows();
    for (const JacobianPattern::Free& free : tilted_pattern_->free) {
      const Matrix3& Q = axes_of(free.body, out).in_world;
      for (const int place : free.arms) {
        const double* in = J.data() + place;
        double* arm = out.tilted_jacobian.data() + place;
        for (int c = 0; c < 3; ++c, arm += n) {
          for (int r = 0; r < 3; ++r) arm[r] = in[r] * Q(0, c) + in[n + r] * Q(1, c) + in[2 * n + r] * Q(2, c);
        }
      }
    }
    return;
  }
  const auto turn = [&](int body, double* x) {
    const Matrix3& Q = axes_of(body, out).in_world;
    const double a = x[0], b = x[1], c = x[2];
    for (int r = 0; r < 3; ++r) x[r] = Q(0, r) * a + Q(1, r) * b + Q(2, r) * c;
  };
  for (const auto& triple : tilted_pattern_->turned) turn(triple.body, out.tilted_jacobian.data() + triple.in_J);
  for (const int i : tilting_) turn(i, &out.tilted_rate[6 * i + 3]);
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
    rate = (axes_of(i, work).in_world.transpose() * rate).eval();
  }
  work.tilted_product.setZero();
  add(work.tilted_rate, work.tilted_product);
  for (const int i : tilting_) {
    auto moment = work.tilted_product.segment<3>(6 * i + 3);
    moment = (axes_of(i, work).in_world * moment).eval();
  }
  out += work.tilted_product;
}

double EquationOfMotion::added_kinetic_energy(const Kinematics& k) const {
  Dynamics work = make_dynamics();
  find_axes(k, work);
  VectorX momentum = VectorX::Zero(k.velocity.size());
  add_added_mass(1.0, k.velocity, work, momentum);
  double twice = k.velocity.dot(momentum);
  if (joint_inertia_.size() > 0) twice += joint_inertia_.dot(k.rate.cwiseAbs2());
  return 0.5 * twice;
}

}  // namespace swell::bodies
