/// Oscillating water columns: free surfaces inside a body under enclosed air.
///
/// The water of a chamber is known by the pressure on it: phi_z - K phi = 1 there, the same kernel and the same matrix
/// as without the chamber. `enclose` changes from pressures to motions, exactly: a chamber becomes one more mode of its
/// body, the mean rise of the water against the body, which the air opposes with pressure times area. A damping lid
/// adds sloshing shapes, whose pressures are eliminated. Derivation and sources: docs/theory/water-columns.md.
#pragma once

#include <vector>

#include "parts.h"
#include "swell/bem/device.h"

namespace swell::bem {

/// Patches: the chambers with uniform pressure, then the sloshing shapes of damping lids.
struct Chambers {
  std::vector<Eigen::Index> rows;  ///< of all rows: the mode of each chamber
  MatrixX area;                    ///< nodes x patches: of the water's surface at a node, times the shape [m2]
  MatrixX volume;                  ///< rows x patches: swept by the lid per unit of a motion [m3/m, m3/rad]
  VectorX surface;                 ///< area of each patch, and of a shape's square [m2]
  VectorX lid;                     ///< damping of each shape, as Mode::lid_damping [m^(1/2)]

  bool empty() const noexcept { return rows.empty(); }
  Eigen::Index count() const noexcept { return static_cast<Eigen::Index>(rows.size()); }
  /// The column of a patch among rows, shapes and waves.
  Eigen::Index column(Eigen::Index patch) const {
    return patch < count() ? rows[static_cast<std::size_t>(patch)] : volume.rows() + patch - count();
  }
  /// Volumes by areas: the restoring of still water that lids add, / (rho g).
  MatrixX restoring() const {
    const auto a = volume.leftCols(count());
    return a * surface.head(count()).cwiseInverse().asDiagonal() * a.transpose();
  }
};
/// @param K  the highest wavenumber [1/m]: decides how many sloshing shapes a damping lid has
Chambers chambers_of(const Surface& surface, const std::vector<ComputeBody>& bodies, double K);
/// Velocities of the hull with the columns of unit pressure, minus the shape at the nodes of the chamber; those of
/// sloshing shapes after all rows.
MatrixX with_pressures(const MatrixX& velocities, const Chambers& chambers, const Eigen::ArrayXd& weights);

/// Converts potentials of moving hulls, unit pressures and waves to forces on bodies with lids.
class Enclosed {
 public:
  /// @param phi  nodes x (rows + shapes + waves), as Influence::solve gives it   @param force  of the same columns: its
  ///   integrals over the hull; on return those of the bodies with lids, rows x (rows + waves)
  Enclosed(const Chambers& chambers, double K, const Eigen::MatrixXcd& phi, Eigen::MatrixXcd& force);
  /// The same for forces of further waves / (rho g), rows x waves; `rise`: integrals of the wave over the patches.
  void add_lids(Eigen::MatrixXcd& force, const Eigen::MatrixXcd& rise) const { force += lever_ * rise; }
  /// Damping / (rho omega) of each row by the work of damping lids.
  const VectorX& absorbed() const noexcept { return absorbed_; }

 private:
  Eigen::MatrixXcd lever_;  // rows x patches
  VectorX absorbed_;
};

/// The surface of a chamber: a disc with the radii a and b, or a rectangle with the half diagonals a and b [m].
struct Lid {
  std::string name;
  std::size_t body = 0;
  Vector3 centre, a, b;
  bool is_round = false;
  Origin origin;
};

/// Chambers of a body of the device file: {name, radius} or {name, length, width}, each with `center` in the axes of
/// the body's geometry. Each adds a mode to the body and its surface to the geometry. @param place  of the body
void read_chambers(const Parameter& list, const Vector3& position, double yaw, std::size_t place, ComputeBody& body,
                   std::optional<Geometry>& geometry, std::vector<Lid>& lids, Diagnostics& diagnostics);
/// Reports lids that do not extend from wall to wall, overlapping lids, and hulls that pierce a lid.
void check_lids(const std::vector<Lid>& lids, const std::vector<Geometry>& hulls, Diagnostics& diagnostics);

}  // namespace swell::bem
