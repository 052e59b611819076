#include "swell/bodies/equation_of_motion.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "at.h"
#include "floating.h"
#include "inertia_blocks.h"
#include "small_system.h"
#include "swell/base/wide.h"
#include "swell/bodies/mobility.h"
#include "turned_inertia.h"

namespace swell::bodies {

namespace {

bool isotropic(const Matrix3& I) { return I == Matrix3(I(0, 0) * Matrix3::Identity()); }

/// Up to this many speeds one matrix is used, so that the order of sums, and every bit, stays the same.
constexpr int kWholeSpeeds = 64;

BodyMatrix of_bodies(const Multibody& multibody, const MatrixX& added_mass) {
  const int bodies = multibody.n_bodies(), n = 6 * bodies;
  if (added_mass.size() == 0) return {};
  if (added_mass.rows() == n && added_mass.cols() == n) return BodyMatrix(added_mass);
  throw InputError(Diagnostic{
      Severity::error,
      {},
      fmt::format("added mass is {} x {}, {} bodies need {} x {}", added_mass.rows(), added_mass.cols(), bodies, n, n),
      "",
      "",
      ""});
}

}  // namespace

EquationOfMotion::EquationOfMotion(const Multibody& multibody, const MatrixX& added_mass, const VectorX& joint_inertia,
                                   bool couples, const std::vector<bool>& tilts)
    : EquationOfMotion(multibody, of_bodies(multibody, added_mass), joint_inertia, couples, tilts) {}

EquationOfMotion::EquationOfMotion(const Multibody& multibody, const BodyMatrix& added_mass,
                                   const VectorX& joint_inertia, bool couples, const std::vector<bool>& tilts)
    : multibody_(multibody), joint_inertia_(joint_inertia) {
  const int n = 6 * multibody_.n_bodies();
  SWELL_EXPECT(added_mass.size() <= n);
  Diagnostics diagnostics;
  if (!added_mass.all_finite()) diagnostics.error({}, "added mass has entries that are not finite");
  if (joint_inertia_.size() > 0 && joint_inertia_.size() != multibody_.n_efforts()) {
    diagnostics.error({}, fmt::format("joint inertia has {} entries, the joints have {} coordinates",
                                      joint_inertia_.size(), multibody_.n_efforts()));
  }
  if (!joint_inertia_.allFinite()) diagnostics.error({}, "joint inertia has entries that are not finite");
  diagnostics.throw_if_errors();
  if (joint_inertia_.size() > 0 && joint_inertia_.isZero(0.0)) joint_inertia_.resize(0);
  const bool any_tilts = std::find(tilts.begin(), tilts.end(), true) != tilts.end();
  const bool adds = !added_mass.empty() && (any_tilts || !added_mass.is_zero());

  tilts_.assign(at(multibody_.n_bodies()), false);
  turns_like_.assign(at(multibody_.n_bodies()), 0);
  turn_of_ = turns_like_;
  const std::vector<int> like = turns_like(multibody_);
  for (int i = 0; i < static_cast<int>(tilts.size()) && adds; ++i) {
    tilts_[at(i)] = tilts[at(i)] && multibody_.rotates(i);
    if (!tilts_[at(i)]) continue;
    const auto alike = [&](int other) { return like[at(other)] == like[at(i)]; };
    tilting_.push_back(i);
    const auto first = std::find_if(turning_.begin(), turning_.end(), alike);
    turns_like_[at(i)] = first == turning_.end() ? i : *first;
    turn_of_[at(i)] = 3 * static_cast<int>(first - turning_.begin());
    if (first == turning_.end()) turning_.push_back(i);
  }
  added_rotation_.assign(at(multibody_.n_bodies()), Matrix3::Zero());
  for (int i = 0; 6 * i < added_mass.size() && adds; ++i)
    added_rotation_[at(i)] = added_mass.block(i, i).bottomRightCorner<3, 3>();
  std::shared_ptr<InertiaBlocks> blocks;
  if (multibody_.nv() > kWholeSpeeds && multibody_.n_constraints() == 0 && !couples) {
    blocks = std::make_shared<InertiaBlocks>(inertia_blocks(multibody_, added_mass));
    if (blocks->blocks.size() < 2) blocks.reset();
    blocks_ = blocks;
  }
  if (adds && !blocks_) added_mass_ = added_mass.whole(multibody_.n_bodies() - added_mass.size() / 6);
  if (!tilting_.empty() && !blocks_) set_tilted_columns();
  if (!tilting_.empty() && joint_inertia_.size() == 0) floating_ = floating_masses(multibody_, added_mass, tilts_);
  Kinematics k = multibody_.make_kinematics();
  multibody_.kinematics(multibody_.design_coordinates(), VectorX::Zero(multibody_.nv()),
                        VectorX::Zero(3 * multibody_.n_prescribed()), k);
  Dynamics d = make_dynamics();
  if (multibody_.jacobian_is_constant() && tilting_.empty() && added_mass_.size() > 0) {
    const Jacobian& J = multibody_.design_jacobian();
    if (J.whole()) {
      projected_added_mass_ = J.matrix().transpose() * added_mass_ * J.matrix();
    } else {
      add_projected(added_mass_, k, false, d);
      projected_added_mass_ = d.inertia;
    }
  }
  find_axes(k, d);
  if (blocks_) {
    assemble_blocks(k, nullptr, joint_inertia_.size() > 0, d);
  } else {
    assemble(k, nullptr, nullptr, joint_inertia_.size() > 0, d);
  }
  constant_ = multibody_.jacobian_is_constant() && tilting_.empty();
  for (int i = 0; i < multibody_.n_bodies(); ++i) {
    if (multibody_.rotates(i) && !isotropic(multibody_.bodies()[at(i)].inertia)) constant_ = false;
  }
  if (joint_inertia_.size() > 0) {
    for (const JointPlace& place : multibody_.joints()) {
      if (place.row_offset >= 0 && !joint_inertia_.segment(place.offset, place.dof).isZero(0.0)) constant_ = false;
    }
  }
  small_ = !constant_ && multibody_.n_constraints() == 0 && multibody_.nv() > 0 && multibody_.nv() <= kSmallSpeeds &&
           n <= kSmallMotions;
  if (small_) pattern_ = std::make_shared<const JacobianPattern>(jacobian_pattern(multibody_));
  if (small_ && !tilting_.empty())
    tilted_pattern_ = std::make_shared<const JacobianPattern>(tilted_pattern(multibody_, tilts_));
  if (blocks) {
    for (std::size_t i = 0; i < blocks->blocks.size(); ++i) {
      InertiaBlock& block = blocks->blocks[i];
      if (!block.columns.empty()) factor_design(d.blocks[i].inertia, block.columns, block.design);
    }
  } else if (multibody_.nv() > 0) {
    std::vector<int> all(at(multibody_.nv()));
    std::iota(all.begin(), all.end(), 0);
    factor_design(d.inertia, all, lu_);
  }
}

void EquationOfMotion::factor_design(const MatrixX& inertia, const std::vector<int>& speeds,
                                     Eigen::PartialPivLU<MatrixX>& lu) const {
  lu.compute(inertia);
  // Share of its column that each pivot keeps, free of units: round-off means that this direction has no inertia.
  const VectorX kept =
      lu.matrixLU().diagonal().cwiseAbs().cwiseQuotient(inertia.colwise().norm().transpose().cwiseMax(1e-300));
  int weakest = 0;
  const double least = kept.minCoeff(&weakest);
  // With loops, only the free directions need inertia.
  if (multibody_.n_constraints() > 0 || least > 1e-14) return;
  const auto names = multibody_.speed_names();
  const bool chained = std::any_of(multibody_.bodies().begin(), multibody_.bodies().end(),
                                   [](const RigidBody& body) { return body.link; });
  throw InputError(Diagnostic{Severity::error,
                              {},
                              fmt::format("the mechanism's inertia is singular: nothing resists an acceleration, "
                                          "first seen at {}",
                                          names[at(speeds[at(weakest)])]),
                              "",
                              "mass, inertia or added mass for every free motion",
                              chained ? "joints of a chain without a body between must move in different ways; else "
                                        "give the bodies moved by this joint an inertia"
                                      : "give the bodies moved by this joint an inertia"});
}

Dynamics EquationOfMotion::make_dynamics() const {
  const int n = 6 * multibody_.n_bodies();
  const int nv = multibody_.nv();
  const int nc = multibody_.n_constraints();
  const int free = nv - multibody_.constraint_rank();
  const int nj = static_cast<int>(multibody_.joints().size());
  Dynamics d;
  d.speed_rate.setZero(nv);
  d.acceleration.setZero(n);
  d.joint_acceleration.setZero(multibody_.n_efforts());
  d.actuation.setZero(multibody_.n_efforts());
  d.joint_wrench.setZero(6 * nj);
  d.constraint_wrench.setZero(6 * nj);
  d.wrench_on_follower.setZero(6 * nj);
  d.wrench_on_base.setZero(6 * nj);
  d.added_inertia_wrench.setZero(n);
  d.joint_wrench_on_body.setZero(n);
  d.multiplier.setZero(nc);
  d.joint_inertia.setZero(multibody_.n_efforts());
  if (joint_inertia_.size() > 0) d.joint_inertia = joint_inertia_;
  for (const RigidBody& body : multibody_.bodies()) d.inertia_W.push_back(body.inertia);  // fixed if not rotating
  d.force.setZero(n);
  d.momentum_rate.setZero(n);
  d.coupled.setZero(n);
  d.rhs.setZero(nv);
  if (!tilting_.empty()) {
    d.axes.resize(at(multibody_.n_bodies()));
    if (nv <= kSmallSpeeds) d.tilted_jacobian.setZero(n, nv);
    const int turns = padded(3 * static_cast<int>(turning_.size()), kWide4);
    for (VectorX* v : {&d.tilted_rate, &d.tilted_velocity, &d.tilted_acceleration, &d.tilted_product}) v->setZero(n);
    for (VectorX* v : {&d.tilted_change, &d.tilted_momentum}) v->setZero(turns);
    d.tilted_wrench.setZero(padded(n, kWide4));
  }
  if (blocks_) {
    for (const InertiaBlock& block : blocks_->blocks) {
      const auto size = static_cast<Eigen::Index>(block.columns.size());
      d.blocks.push_back({MatrixX::Zero(size, size), Eigen::PartialPivLU<MatrixX>(std::max<Eigen::Index>(1, size)),
                          VectorX::Zero(size), VectorX::Zero(size)});
    }
  } else {
    d.inertia.setZero(nv, nv);
    d.product.setZero(n, nv);
    d.lu = Eigen::PartialPivLU<MatrixX>(std::max(1, nv));
  }
  if (multibody_.nv() <= kSmallSpeeds && n <= kSmallMotions) {
    const int height = padded(nv, kWide4), depth = padded(n, kWide4);
    d.small_mass.assign(at(n * depth), 0.0);
    d.small_product.assign(at(height * depth), 0.0);
    d.small_turned.assign(at(depth * height), 0.0);
    d.small_system.assign(at((nv + 1) * height), 0.0);
    Eigen::Map<RowMatrixX, 0, Eigen::OuterStride<>> mass(d.small_mass.data(), n, n, Eigen::OuterStride<>(depth));
    if (added_mass_.size() > 0) mass = added_mass_;
    for (int i = 0; i < multibody_.n_bodies(); ++i) {
      mass.block<3, 3>(6 * i, 6 * i).diagonal().array() += multibody_.bodies()[at(i)].mass;
      mass.block<3, 3>(6 * i + 3, 6 * i + 3) += multibody_.bodies()[at(i)].inertia;
    }
  }
  if (nc > 0) {
    const int rank = multibody_.constraint_rank();
    d.basis.setZero(nv, nv);
    d.reduced.setZero(free, free);
    d.reduced_product.setZero(nv, free);
    d.gram.setZero(rank, rank);
    d.reduced_rhs.setZero(free);
    d.reduced_solution.setZero(free);
    d.target.setZero(nc);
    d.constrained.setZero(nc);
    d.work.setZero(nv);
    d.reduced_lu = Eigen::PartialPivLU<MatrixX>(std::max(1, free));
    d.gram_lu = Eigen::PartialPivLU<MatrixX>(std::max(1, rank));
    d.qr = Eigen::ColPivHouseholderQR<MatrixX>(nv, nc);
  }
  return d;
}

// J^T M J over the columns that move each body. [theory/numerics/bodies.md, eq. 10]
void EquationOfMotion::add_projected(const MatrixX& inertia, const Kinematics& k, bool tilts, Dynamics& out) const {
  const int n = multibody_.n_bodies();
  const auto column_of = [&](int body, int column) -> Vector6 {
    if (tilts) return added_mass_column(k, out, body, column);
    return k.jacobian.block<6, 1>(6 * body, column);
  };
  out.product.setZero();
  for (int j = 0; j < n; ++j) {
    for (const int column : multibody_.columns(j))
      out.product.col(column).noalias() += inertia.middleCols<6>(6 * j) * column_of(j, column);
  }
  for (int i = 0; i < n; ++i) {
    for (const int row : multibody_.columns(i))
      out.inertia.row(row).noalias() += column_of(i, row).transpose() * out.product.middleRows<6>(6 * i);
  }
}

Vector6 EquationOfMotion::added_mass_column(const Kinematics& k, const Dynamics& d, int body, int column) const {
  Vector6 motion = k.jacobian.block<6, 1>(6 * body, column);
  if (tilts_[at(body)]) motion.tail<3>() = (axes_of(body, d).in_world.transpose() * motion.tail<3>()).eval();
  return motion;
}

void EquationOfMotion::assemble(const Kinematics& k, const Matrix6* body_inertia, const MatrixX* coupled_inertia,
                                bool any_joint_inertia, Dynamics& out) const {
  const bool constant = multibody_.jacobian_is_constant() && tilting_.empty();
  turn_inertia(multibody_, k, {}, out);
  if (constant && added_mass_.size() > 0) {
    out.inertia = projected_added_mass_;
  } else {
    out.inertia.setZero();
  }
  if (!constant && added_mass_.size() > 0) add_projected(added_mass_, k, true, out);
  if (coupled_inertia != nullptr) add_projected(*coupled_inertia, k, false, out);
  const auto entry = [&](int row, int column) -> double& { return out.inertia(row, column); };
  add_bodies(k, body_inertia, out, entry);
  if (any_joint_inertia) add_joints(k, out, entry);
}

void EquationOfMotion::assemble_blocks(const Kinematics& k, const Matrix6* body_inertia, bool any_joint_inertia,
                                       Dynamics& out) const {
  turn_inertia(multibody_, k, {}, out);
  const InertiaBlocks& all = *blocks_;
  for (std::size_t b = 0; b < all.blocks.size(); ++b) {
    MatrixX& inertia = out.blocks[b].inertia;
    inertia.setZero();
    for (const InertiaBlock::Coupling& c : all.blocks[b].couplings) {
      for (const int column : multibody_.columns(c.cause)) {
        const Vector6 moved = c.mass * added_mass_column(k, out, c.cause, column);
        for (const int row : multibody_.columns(c.body))
          inertia(all.place[at(row)], all.place[at(column)]) += added_mass_column(k, out, c.body, row).dot(moved);
      }
    }
  }
  // Rows and columns of one entry belong to one block.
  const auto entry = [&](int row, int column) -> double& {
    return out.blocks[at(all.block_of_speed[at(row)])].inertia(all.place[at(row)], all.place[at(column)]);
  };
  add_bodies(k, body_inertia, out, entry);
  if (any_joint_inertia) add_joints(k, out, entry);
}

template <class Entry>
void EquationOfMotion::add_bodies(const Kinematics& k, const Matrix6* body_inertia, const Dynamics& d,
                                  Entry entry) const {
  for (int i = 0; i < multibody_.n_bodies(); ++i) {
    Matrix6 M = Matrix6::Zero();
    M.topLeftCorner<3, 3>().diagonal().setConstant(multibody_.bodies()[at(i)].mass);
    M.bottomRightCorner<3, 3>() = d.inertia_W[at(i)];
    if (body_inertia != nullptr) M += body_inertia[i];
    for (const int column : multibody_.columns(i)) {
      const Vector6 moved = M * k.jacobian.block<6, 1>(6 * i, column);
      for (const int row : multibody_.columns(i)) entry(row, column) += k.jacobian.block<6, 1>(6 * i, row).dot(moved);
    }
  }
}

template <class Entry>
void EquationOfMotion::add_joints(const Kinematics& k, const Dynamics& d, Entry entry) const {
  for (const JointPlace& place : multibody_.joints()) {
    for (int a = 0; a < place.dof; ++a) {
      const double inertia = d.joint_inertia[place.offset + a];
      if (inertia == 0.0) continue;
      if (place.row_offset < 0) {
        if (place.v_offset >= 0) entry(place.v_offset + a, place.v_offset + a) += inertia;
        continue;
      }
      // u = g.v with g = row_follower^T J_follower + row_base^T J_base
      const int row = place.row_offset + a, follower = place.joint.follower, base = place.joint.base;
      const auto moves = [&](int column, int body) {
        return body != kWorld &&
               std::binary_search(multibody_.columns(body).begin(), multibody_.columns(body).end(), column);
      };
      const auto share = [&](int body, const auto& rows, int column) {
        return moves(column, body) ? rows.col(row).dot(k.jacobian.template block<6, 1>(6 * body, column)) : 0.0;
      };
      const auto each = [&](auto take) {  // column that moves either
        const auto with = [&](int column) {
          const double g = share(follower, k.row_follower, column) + share(base, k.row_base, column);
          if (g != 0.0) take(column, g);
        };
        for (int i = 0; follower != kWorld && i < static_cast<int>(multibody_.columns(follower).size()); ++i)
          with(multibody_.columns(follower)[at(i)]);
        for (int i = 0; base != kWorld && i < static_cast<int>(multibody_.columns(base).size()); ++i)
          if (const int column = multibody_.columns(base)[at(i)]; !moves(column, follower)) with(column);
      };
      each([&](int c, double g_c) { each([&](int r, double g_r) { entry(r, c) += inertia * g_r * g_c; }); });
    }
  }
}

// Updates M of small_system.h.
void EquationOfMotion::set_small_mass(const Matrix6* body_inertia, const MatrixX* coupled_inertia,
                                      Dynamics& out) const {
  const int n = multibody_.n_bodies();
  const int depth = padded(6 * n, kWide4);
  double* M = out.small_mass.data();
  const bool anew = coupled_inertia != nullptr || out.small_mass_couples;
  if (anew) {
    // `from` is stored by columns.
    const auto add = [&](const double* from) {
      for (int column = 0; column < 6 * n; ++column) {
        for (int row = 0; row < 6 * n; ++row, ++from) M[row * depth + column] += *from;
      }
    };
    std::fill_n(M, 6 * n * depth, 0.0);
    if (added_mass_.size() > 0) add(added_mass_.data());
    if (coupled_inertia != nullptr) add(coupled_inertia->data());
  }
  out.small_mass_couples = coupled_inertia != nullptr;
  const bool varies = body_inertia != nullptr || out.small_mass_varies;
  for (int i = 0; i < n; ++i) {
    if (anew) {  // the rest is added to the added mass
      double* own = M + 6 * i * (depth + 1);
      const Matrix3& I = out.inertia_W[at(i)];
      for (int k = 0; k < 3; ++k) {
        own[k * (depth + 1)] += multibody_.bodies()[at(i)].mass;
        for (int j = 0; j < 3; ++j) own[(3 + k) * depth + 3 + j] += I(k, j);
      }
      for (int k = 0; k < 36 && body_inertia != nullptr; ++k)
        own[k / 6 * depth + k % 6] += body_inertia[i](k / 6, k % 6);
      continue;
    }
    if (!multibody_.rotates(i) && !varies) continue;
    if (!varies) {  // only rotating inertia changes
      const Matrix3& I = out.inertia_W[at(i)];
      const Matrix3& A = added_rotation_[at(i)];
      double* own = M + (6 * i + 3) * (depth + 1);
      for (int row = 0; row < 3; ++row, own += depth) {
        for (int column = 0; column < 3; ++column) own[column] = I(row, column) + A(row, column);
      }
      continue;
    }
    Matrix6 own = Matrix6::Zero();
    own.topLeftCorner<3, 3>().diagonal().setConstant(multibody_.bodies()[at(i)].mass);
    own.bottomRightCorner<3, 3>() = out.inertia_W[at(i)];
    if (body_inertia != nullptr) own += tilts_[at(i)] ? by_axes(body_inertia[i], axes_of(i, out)) : body_inertia[i];
    if (added_mass_.size() > 0) own += added_mass_.block<6, 6>(6 * i, 6 * i);
    for (int row = 0; row < 6; ++row) {
      for (int column = 0; column < 6; ++column) M[(6 * i + row) * depth + 6 * i + column] = own(row, column);
    }
  }
  out.small_mass_varies = body_inertia != nullptr;
}

// Adds efforts of tree joints to the right-hand side; efforts of cut joints and of free bodies as wrenches.
void EquationOfMotion::apply_loads(const Kinematics& k, ConstVectorRef wrench, ConstVectorRef effort,
                                   bool any_joint_inertia, Dynamics& out) const {
  out.force = wrench;
  if (!tilting_.empty()) out.force += out.tilted_wrench.head(out.force.size());
  out.rhs.setZero();
  for (const JointPlace& place : multibody_.joints()) {
    if (place.row_offset < 0) {
      if (place.v_offset >= 0) out.rhs.segment(place.v_offset, place.dof) += effort.segment(place.offset, place.dof);
      continue;
    }
    add_row_efforts(k, place, effort, any_joint_inertia, out, out.force);
  }
}

void EquationOfMotion::add_row_efforts(const Kinematics& k, const JointPlace& place, ConstVectorRef effort,
                                       bool any_joint_inertia, const Dynamics& d, VectorX& out) const {
  for (int a = 0; a < place.dof; ++a) {
    const int row = place.row_offset + a;
    double pull = effort[place.offset + a];
    if (any_joint_inertia && d.joint_inertia[place.offset + a] != 0.0) {
      double bias = k.row_bias[row];
      if (place.joint.follower != kWorld) {
        bias += k.row_follower.col(row).dot(k.bias.segment<6>(6 * place.joint.follower));
      }
      if (place.joint.base != kWorld) bias += k.row_base.col(row).dot(k.bias.segment<6>(6 * place.joint.base));
      pull -= d.joint_inertia[place.offset + a] * bias;
    }
    if (pull == 0.0) continue;
    if (place.joint.follower != kWorld) out.segment<6>(6 * place.joint.follower) += pull * k.row_follower.col(row);
    if (place.joint.base != kWorld) out.segment<6>(6 * place.joint.base) += pull * k.row_base.col(row);
  }
}

// Nothing rotates: J, the inertia and its factors are constant, and the bias is zero.
void EquationOfMotion::solve_sliding(ConstVectorRef wrench, ConstVectorRef effort, Dynamics& out) const {
  const Jacobian& J = multibody_.design_jacobian();
  double *rhs = out.rhs.data(), *rates = out.speed_rate.data(), *acceleration = out.acceleration.data();
  const double* force = wrench.data();
  for (const JointPlace& place : multibody_.joints()) {
    for (int a = 0; a < place.dof; ++a) rhs[place.v_offset + a] = effort[place.offset + a];
  }
  for (int i = 0; i < multibody_.n_bodies(); ++i, force += 6) {
    for (const int column : multibody_.columns(i)) {
      const double* along = J.column_of(i, column);
      rhs[column] += along[0] * force[0] + (along[1] * force[1] + along[2] * force[2]);
    }
  }
  if (multibody_.nv() > 0) solve_factored(out.rhs, out.speed_rate, out);
  for (int i = 0; i < multibody_.n_bodies(); ++i, acceleration += 6) {
    Vector3 sum = Vector3::Zero();
    for (const int column : multibody_.columns(i)) sum += rates[column] * Vector3::Map(J.column_of(i, column));
    Vector3::Map(acceleration) = sum;
  }
}

// Solves with the factors of the design pose; small systems without the overhead of blocked substitution.
void EquationOfMotion::solve_factored(const VectorX& rhs, VectorX& solution, Dynamics& out) const {
  const int nv = multibody_.nv();
  if (blocks_) {
    solve_blocks(rhs, true, solution, out);
    return;
  }
  if (nv > kSmallSpeeds) {
    solution = lu_.solve(rhs);
    return;
  }
  const MatrixX& LU = lu_.matrixLU();
  if (nv == 1) {
    solution[0] = rhs[0] / LU(0, 0);
    return;
  }
  for (int i = 0; i < nv; ++i) solution[lu_.permutationP().indices()[i]] = rhs[i];
  for (int i = 1; i < nv; ++i) {
    for (int j = 0; j < i; ++j) solution[i] -= LU(i, j) * solution[j];
  }
  for (int i = nv; i-- > 0;) {
    for (int j = i + 1; j < nv; ++j) solution[i] -= LU(i, j) * solution[j];
    solution[i] /= LU(i, i);
  }
}

void EquationOfMotion::solve_blocks(const VectorX& rhs, bool design, VectorX& solution, Dynamics& out) const {
  for (std::size_t b = 0; b < out.blocks.size(); ++b) {
    const InertiaBlock& block = blocks_->blocks[b];
    Dynamics::Block& work = out.blocks[b];
    if (block.columns.empty()) continue;
    for (std::size_t i = 0; i < block.columns.size(); ++i)
      work.rhs[static_cast<Eigen::Index>(i)] = rhs[block.columns[i]];
    if (!design) work.lu.compute(work.inertia);
    work.rate = (design ? block.design : work.lu).solve(work.rhs);
    for (std::size_t i = 0; i < block.columns.size(); ++i)
      solution[block.columns[i]] = work.rate[static_cast<Eigen::Index>(i)];
  }
}

void EquationOfMotion::solve(const Kinematics& k, ConstVectorRef wrench, ConstVectorRef effort,
                             const Matrix6* body_inertia, Dynamics& out, const double* joint_inertia,
                             const MatrixX* coupled_inertia) const {
  find_axes(k, out);
  accelerations(k, wrench, effort, body_inertia, out, joint_inertia, coupled_inertia);
  reactions(k, wrench, effort, body_inertia, out, joint_inertia, coupled_inertia);
}

void EquationOfMotion::accelerations(const Kinematics& k, ConstVectorRef wrench, ConstVectorRef effort,
                                     const Matrix6* body_inertia, Dynamics& out, const double* joint_inertia,
                                     const MatrixX* coupled_inertia) const {
  SWELL_EXPECT(coupled_inertia == nullptr || !blocks_);
  const int n = multibody_.n_bodies();
  const bool any_joint_inertia = joint_inertia_.size() > 0 || joint_inertia != nullptr;
  if (joint_inertia != nullptr) {
    out.joint_inertia = Eigen::Map<const VectorX>(joint_inertia, multibody_.n_efforts());
    if (joint_inertia_.size() > 0) out.joint_inertia += joint_inertia_;
  }
  const bool constant = constant_ && body_inertia == nullptr && joint_inertia == nullptr && coupled_inertia == nullptr;
  if (constant && multibody_.only_slides()) return solve_sliding(wrench, effort, out);
  if (floating_ && body_inertia == nullptr && joint_inertia == nullptr && coupled_inertia == nullptr)
    return solve_floating(k, wrench, effort, out);
  const bool tilts = !tilting_.empty();
  const bool small = small_ && !any_joint_inertia && !(tilts && coupled_inertia != nullptr);
  if (tilts) tilt_added_mass(k, out);
  if (small) {
    turn_inertia(multibody_, k, tilts_, out);
    for (const int i : tilting_)  // inertia_W of these bodies is in tilted axes; reactions() computes it in world axes
      out.inertia_W[at(i)] =
          by_tilted_axes(multibody_.bodies()[at(i)].inertia, k.R_WB[at(i)], axes_of(i, out).in_world);
    set_small_mass(body_inertia, coupled_inertia, out);
  } else if (constant) {
    turn_inertia(multibody_, k, {}, out);
  } else if (blocks_) {
    assemble_blocks(k, body_inertia, any_joint_inertia, out);
  } else {
    assemble(k, body_inertia, coupled_inertia, any_joint_inertia, out);
  }
  apply_loads(k, wrench, effort, any_joint_inertia, out);
  for (int i = 0; i < n; ++i) {
    if (!multibody_.rotates(i)) continue;
    auto moment = out.force.segment<3>(6 * i + 3);
    if (small && tilts_[at(i)]) {
      const Vector3 omega = out.tilted_velocity.segment<3>(6 * i + 3), momentum = out.inertia_W[at(i)] * omega;
      moment -= axes_of(i, out).in_world * omega.cross(momentum);
    } else {
      const Vector3 omega = k.velocity.segment<3>(6 * i + 3), momentum = out.inertia_W[at(i)] * omega;
      moment -= omega.cross(momentum);
    }
  }
  // Right-hand side J^T (F - h - M b) + tau.
  if (small) {
    const int nv = multibody_.nv();
    const double* J = k.jacobian.data();
    add_transposed(*pattern_, J, out.force.data(), out.rhs.data());
    if (tilts) tilt_jacobian(k, out);
    const auto turn_speeds = [&](VectorX& of_speeds, bool to_axes) {
      for (std::size_t f = 0; tilts && f < tilted_pattern_->free.size(); ++f) {
        const JacobianPattern::Free& free = tilted_pattern_->free[f];
        const Matrix3& Q = axes_of(free.body, out).in_world;
        auto rotation = of_speeds.segment<3>(free.column);
        rotation = to_axes ? Vector3(Q.transpose() * rotation) : Vector3(Q * rotation);
      }
    };
    turn_speeds(out.rhs, true);
    project_inertia(tilts ? *tilted_pattern_ : *pattern_, 6 * n, nv, tilts ? out.tilted_jacobian.data() : J,
                    out.small_mass.data(), tilts ? out.tilted_rate.data() : k.bias.data(), out.rhs.data(),
                    out.small_product.data(), out.small_turned.data(), out.small_system.data());
    solve_small(nv, out.small_system.data(), out.speed_rate.data());
    turn_speeds(out.speed_rate, false);
    out.acceleration = k.bias;
    add_product(*pattern_, J, out.speed_rate.data(), out.acceleration.data());
    return;
  }
  out.coupled.setZero();
  add_added_mass(1.0, k.bias, out, out.coupled);
  if (coupled_inertia != nullptr) out.coupled.noalias() += *coupled_inertia * k.bias;
  for (int i = 0; i < n; ++i) {
    const Vector6 bias = k.bias.segment<6>(6 * i);
    Vector6 f = out.force.segment<6>(6 * i) - out.coupled.segment<6>(6 * i);
    f.head<3>() -= multibody_.bodies()[at(i)].mass * bias.head<3>();
    f.tail<3>() -= out.inertia_W[at(i)] * bias.tail<3>();
    if (body_inertia != nullptr) f -= body_inertia[i] * bias;
    for (const int column : multibody_.columns(i)) out.rhs[column] += k.jacobian.block<6, 1>(6 * i, column).dot(f);
  }
  if (multibody_.nv() > 0) {
    if (multibody_.n_constraints() > 0) {
      solve_constrained(k, out);
    } else if (constant) {
      solve_factored(out.rhs, out.speed_rate, out);
    } else if (blocks_) {
      solve_blocks(out.rhs, false, out.speed_rate, out);
    } else {
      out.lu.compute(out.inertia);
      out.speed_rate = out.lu.solve(out.rhs);
    }
  }
  for (int i = 0; i < n; ++i) {
    Vector6 a = k.bias.segment<6>(6 * i);
    for (const int column : multibody_.columns(i)) a += out.speed_rate[column] * k.jacobian.block<6, 1>(6 * i, column);
    out.acceleration.segment<6>(6 * i) = a;
  }
}

}  // namespace swell::bodies
