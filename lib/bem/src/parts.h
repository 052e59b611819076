/// What the whole calculation and the fields of one frequency share.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "swell/bem/compute.h"

namespace swell::bem {

/// What a row of the matrices is.
struct Row {
  std::size_t body = 0;
  int motion = 0;  ///< 0 to 5, then the modes
  int kind() const { return std::min(motion / 3, 2); }
};

std::vector<Row> rows_of(const std::vector<ComputeBody>& bodies);
/// Normal velocities of all rows at the nodes.
MatrixX velocities_of(const Surface& surface, const std::vector<ComputeBody>& bodies);
/// @throws InputError when all are dry
Surface surface_of(const std::vector<ComputeBody>& bodies);
/// Iteration takes 10 to 20 products with the matrix, 160 n^2 operations at most per right-hand side, the normal
/// equations 16/3 n^3; the vectors it keeps are then a fraction of the matrix.
inline Eigen::Index iterative_limit(const ComputeRequest& request, std::size_t rows) {
  const auto columns = static_cast<Eigen::Index>(rows + request.heading.size());
  return request.iterative_above.value_or(std::max<Eigen::Index>(1500, 60 * columns));
}
double group_velocity(double omega, double k, std::optional<double> depth);

}  // namespace swell::bem
