#include "swell/bodies/body_matrix.h"

#include "swell/base/error.h"

namespace swell::bodies {
namespace {
std::size_t place(Eigen::Index i) { return static_cast<std::size_t>(i); }
}  // namespace

BodyMatrix::BodyMatrix(std::size_t bodies) : bodies_(static_cast<Eigen::Index>(bodies)) {
  if (is_whole()) {
    whole_.setZero(size(), size());
  } else {
    blocks_.resize(bodies);
  }
}

BodyMatrix::BodyMatrix(const MatrixX& matrix) : BodyMatrix(place(matrix.rows() / 6)) {
  SWELL_EXPECT(matrix.rows() == size() && matrix.cols() == size());
  for (Eigen::Index body = 0; body < bodies_; ++body) set_rows(body, matrix.middleRows<6>(6 * body));
}

bool BodyMatrix::is_zero() const {
  if (is_whole()) return whole_.isZero(0.0);
  for (const auto& row : blocks_) {
    for (const auto& [cause, block] : row) {
      if (!block.isZero(0.0)) return false;
    }
  }
  return true;
}

bool BodyMatrix::all_finite() const {
  if (is_whole()) return whole_.allFinite();
  for (const auto& row : blocks_) {
    for (const auto& [cause, block] : row) {
      if (!block.allFinite()) return false;
    }
  }
  return true;
}

Matrix6 BodyMatrix::block(Eigen::Index body, Eigen::Index cause) const {
  if (is_whole()) return whole_.block<6, 6>(6 * body, 6 * cause);
  const auto found = blocks_[place(body)].find(cause);
  return found == blocks_[place(body)].end() ? Matrix6(Matrix6::Zero()) : found->second;
}

bool BodyMatrix::couples(Eigen::Index body, Eigen::Index cause) const { return !block(body, cause).isZero(0.0); }

double& BodyMatrix::entry(Eigen::Index row, Eigen::Index column) {
  if (is_whole()) return whole_(row, column);
  return blocks_[place(row / 6)].emplace(column / 6, Matrix6::Zero()).first->second(row % 6, column % 6);
}

MatrixX BodyMatrix::rows(Eigen::Index body) const {
  if (is_whole()) return whole_.middleRows<6>(6 * body);
  MatrixX out = MatrixX::Zero(6, size());
  for (const auto& [cause, block] : blocks_[place(body)]) out.middleCols<6>(6 * cause) = block;
  return out;
}

void BodyMatrix::set_rows(Eigen::Index body, const Eigen::Ref<const MatrixX>& rows) {
  if (is_whole()) {
    whole_.middleRows<6>(6 * body) = rows;
    return;
  }
  blocks_[place(body)].clear();
  for (Eigen::Index cause = 0; cause < bodies_; ++cause) {
    const Matrix6 block = rows.middleCols<6>(6 * cause);
    if (!block.isZero(0.0)) blocks_[place(body)].emplace(cause, block);
  }
}

MatrixX BodyMatrix::whole(Eigen::Index more) const {
  MatrixX out = MatrixX::Zero(6 * (bodies_ + more), 6 * (bodies_ + more));
  for (Eigen::Index body = 0; body < bodies_; ++body) out.middleRows<6>(6 * body).leftCols(size()) = rows(body);
  return out;
}

std::vector<Eigen::Index> BodyMatrix::causes(Eigen::Index body) const {
  std::vector<Eigen::Index> out;
  const auto affected_by = [&](Eigen::Index cause) {
    if (cause != body && couples(body, cause)) out.push_back(cause);
  };
  if (is_whole()) {
    for (Eigen::Index cause = 0; cause < bodies_; ++cause) affected_by(cause);
  } else {
    for (const auto& [cause, block] : blocks_[place(body)]) affected_by(cause);
  }
  return out;
}

void BodyMatrix::add_product(double factor, const VectorX& x, Eigen::Ref<VectorX> out) const {
  if (is_whole()) {
    out.noalias() += factor * (whole_ * x);
    return;
  }
  for (Eigen::Index body = 0; body < bodies_; ++body) {
    for (const auto& [cause, block] : blocks_[place(body)])
      out.segment<6>(6 * body) += factor * (block * x.segment<6>(6 * cause));
  }
}

}  // namespace swell::bodies
