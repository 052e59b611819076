/// A 6N x 6N matrix over the motions of N bodies, such as added mass. Few of many bodies interact, and all
/// entries would take the square of their number in memory and time: beyond kWholeBodies it is kept as its 6 x 6
/// blocks.
#pragma once

#include <map>
#include <vector>

#include "swell/base/vector.h"

namespace swell::bodies {

class BodyMatrix {
 public:
  /// Up to so many bodies it is one matrix.
  static constexpr Eigen::Index kWholeBodies = 20;

  BodyMatrix() = default;  ///< empty
  /// Zero.
  explicit BodyMatrix(std::size_t bodies);
  explicit BodyMatrix(const MatrixX& matrix);

  bool empty() const { return bodies_ == 0; }
  Eigen::Index size() const { return 6 * bodies_; }  ///< rows and columns
  bool is_zero() const;
  bool all_finite() const;

  Matrix6 block(Eigen::Index body, Eigen::Index cause) const;
  /// Whether it has entries that are not zero.
  bool couples(Eigen::Index body, Eigen::Index cause) const;
  double& entry(Eigen::Index row, Eigen::Index column);
  MatrixX rows(Eigen::Index body) const;  ///< 6 x 6N
  void set_rows(Eigen::Index body, const Eigen::Ref<const MatrixX>& rows);
  /// As one matrix, with zeros for `more` bodies behind these.
  MatrixX whole(Eigen::Index more = 0) const;
  /// The bodies other than itself whose motion acts on a body; ascending.
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
