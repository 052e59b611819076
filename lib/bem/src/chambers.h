/// Oscillating water columns: free surfaces inside a body with air of their own above them.
///
/// The water of a chamber is known by the pressure on it: phi_z - K phi = 1 there, the same kernel and the same matrix
/// as without the chamber. `enclose` changes from pressures to motions, exactly: a chamber becomes one more mode of its
/// body, the mean rise of the water against the body, which the air opposes with pressure times area. Derivation and
/// sources: docs/theory/water-columns.md.
#pragma once

#include <vector>

#include "parts.h"
#include "swell/bem/device.h"

namespace swell::bem {

struct Chambers {
  std::vector<Eigen::Index> rows;  ///< of all rows: the mode of each chamber
  MatrixX area;                    ///< nodes x chambers: of the water's surface at a node [m2]
  MatrixX volume;                  ///< rows x chambers: swept by the lid per unit of a motion [m3/m, m3/rad]
  VectorX surface;                 ///< area of each [m2]

  bool empty() const noexcept { return rows.empty(); }
  /// Volumes by areas: the restoring of still water that lids add, / (rho g).
  MatrixX restoring() const { return volume * surface.cwiseInverse().asDiagonal() * volume.transpose(); }
};
Chambers chambers_of(const Surface& surface, const std::vector<ComputeBody>& bodies);
/// Velocities of the hull with the columns that stand for unit pressure: -1 at the nodes of the chamber.
MatrixX with_pressures(const MatrixX& velocities, const Chambers& chambers);

/// From the potentials of moving hulls, of unit pressures and of waves to forces on bodies with lids.
class Enclosed {
 public:
  /// @param phi  nodes x (rows + waves), as Influence::solve gives it   @param force  rows x (rows + waves): its
  ///   integrals over the hull; on return those of the bodies with lids
  Enclosed(const Chambers& chambers, double K, const Eigen::MatrixXcd& phi, Eigen::MatrixXcd& force);
  /// The same for forces of further waves / (rho g), rows x waves; `rise`: integrals of the wave over the chambers.
  void add_lids(Eigen::MatrixXcd& force, const Eigen::MatrixXcd& rise) const { force += lever_ * rise; }

 private:
  Eigen::MatrixXcd lever_;  // rows x chambers
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
/// Reports lids that do not reach from wall to wall, lids on one water, and hulls that pierce a lid.
void check_lids(const std::vector<Lid>& lids, const std::vector<Geometry>& hulls, Diagnostics& diagnostics);

}  // namespace swell::bem
