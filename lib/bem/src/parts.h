/// Code shared by the whole computation and the fields of one frequency.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "swell/bem/compute.h"

namespace swell::bem {

/// Meaning of a row of the matrices.
struct Row {
  std::size_t body = 0;
  int motion = 0;  ///< 0 to 5, then the modes
  int kind() const { return std::min(motion / 3, 2); }
};

/// Number of devices and of unknowns from which interaction is treated separately.
constexpr int kFewDevices = 3;
constexpr Eigen::Index kManyUnknowns = 1500;

std::vector<Row> rows_of(const std::vector<ComputeBody>& bodies);
/// Normal velocities of all rows at the nodes.
MatrixX velocities_of(const Surface& surface, const std::vector<ComputeBody>& bodies);
/// @throws InputError if a body is dry
void refuse_dry(const std::vector<ComputeBody>& bodies);
/// @throws InputError if a body is dry
Surface surface_of(const std::vector<ComputeBody>& bodies);
/// @throws InputError  bodies inside out, through the sea bed, or that meet each other
void check_bodies(const Surface& s, const std::vector<ComputeBody>& bodies, std::optional<double> depth);
double memory_of_machine();  ///< [bytes]
/// Smallest possible memory [bytes] for this number of nodes: all symmetries halve it, rings need a sixteenth.
double least_memory(double nodes);
/// @param what  description of the need, "900 nodes" @throws InputError
void refuse_beyond_machine(double memory, const Origin& origin, const std::string& what, const std::string& remedy);
/// Iteration takes 10 to 20 products with the matrix, 160 n^2 operations at most per right-hand side, the normal
/// equations 16/3 n^3; the vectors it keeps are then a fraction of the matrix.
inline Eigen::Index iterative_limit(const ComputeRequest& request, std::size_t rows) {
  const auto columns = static_cast<Eigen::Index>(rows + request.heading.size());
  return request.iterative_above.value_or(std::max<Eigen::Index>(500, 60 * columns));
}
double group_velocity(double omega, double k, std::optional<double> depth);

}  // namespace swell::bem
