/// The projected inertia of independent mechanisms is block diagonal: a thousand buoys need a thousand small
/// factorisations. One large factorisation would take time of order N^3 and memory of order N^2.
#pragma once

#include <Eigen/LU>

#include <vector>

#include "swell/bodies/body_matrix.h"
#include "swell/bodies/multibody.h"

namespace swell::bodies {

/// Bodies connected by joints, shared speeds or added mass.
struct InertiaBlock {
  std::vector<int> bodies, columns;  ///< ascending
  /// Added mass of one body by the acceleration of another or its own.
  struct Coupling {
    int body, cause;
    Matrix6 mass;
  };
  std::vector<Coupling> couplings;
  Eigen::PartialPivLU<MatrixX> design;  ///< factors in the design pose
};

struct InertiaBlocks {
  std::vector<InertiaBlock> blocks;
  std::vector<int> block_of;        ///< by body
  std::vector<int> block_of_speed;  ///< by speed
  std::vector<int> place;           ///< by speed: its row within its block

  /// out += factor times added mass times vector (6N each).
  void add_added_mass(double factor, const VectorX& vector, VectorX& out) const;
};

/// @param added_mass  of the first bodies; zero for the others
InertiaBlocks inertia_blocks(const Multibody& multibody, const BodyMatrix& added_mass);

}  // namespace swell::bodies
