/// A 6N x 6N matrix over the motions of N bodies, such as added mass. Above kWholeBodies bodies only the non-zero 6 x 6
/// blocks are stored: few of many bodies interact, and a full matrix needs memory and time of order N^2.
#pragma once

#include <map>
#include <vector>

#include "swell/base/vector.h"

namespace swell::bodies {

class BodyMatrix {
 public:
  /// Largest number of bodies stored as one matrix.
  static constexpr Eigen::Index kWholeBodies = 20;

  BodyMatrix() = default;  ///< empty
  /// Makes a zero matrix.
  explicit BodyMatrix(std::size_t bodies);
  explicit BodyMatrix(const MatrixX& matrix);

  bool empty() const { return bodies_ == 0; }
  Eigen::Index size() const { return 6 * bodies_; }  ///< rows and columns
  bool is_zero() const;
  bool all_finite() const;

  Matrix6 block(Eigen::Index body, Eigen::Index cause) const;
  /// Is the 6 x 6 block not zero?
  bool couples(Eigen::Index body, Eigen::Index cause) const;
  double& entry(Eigen::Index row, Eigen::Index column);
  MatrixX rows(Eigen::Index body) const;  ///< 6 x 6N
  void set_rows(Eigen::Index body, const Eigen::Ref<const MatrixX>& rows);
  /// Returns the full matrix, extended by zeros for `more` bodies.
  MatrixX whole(Eigen::Index more = 0) const;
  /// Returns the other bodies whose motion acts on `body`, ascending.
  std::vector<Eigen::Index> causes(Eigen::Index body) const;

  /// out += factor A x
  void add_product(double factor, const VectorX& x, Eigen::Ref<VectorX> out) const;

 private:
  bool is_whole() const { return bodies_ <= kWholeBodies; }

  Eigen::Index bodies_ = 0;
  MatrixX whole_;
  std::vector<std::map<Eigen::Index, Matrix6>> blocks_;  ///< by body, then by cause
};

}  // namespace swell::bodies
