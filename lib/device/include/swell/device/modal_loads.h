/// Generalised modes of a body: the stiffness of its structure and of the water, its damping, and the report of its
/// modes. A mode is a body of one motion, surge, named "<body>/<mode>" (lib/assembly, build_modes.cpp).
#pragma once

#include <string>

#include "swell/device/attachment.h"
#include "swell/device/stack.h"

namespace swell::device {

/// Hydrostatic coupling of modes with the body, and stiffness among modes, from the potential
///   V = w'K_c q + q'K q / 2,   w = (zeta, n_y, -n_x)
/// with zeta the heave of the cg and n the world's vertical in body axes: heave, roll and pitch where they are small,
/// and the force is the gradient where they are not.
class ModalStiffness : public Load {
 public:
  /// @param modes  bodies of the modes   @param coupling  K_c: heave, roll, pitch by modes [N/m, N]
  /// @param stiffness  K [N/m], symmetric
  ModalStiffness(std::string body, BodyNames modes, MatrixX coupling, MatrixX stiffness);
  void declare(system::Declaration& declaration) override;

 private:
  BodyNames bodies_;  // that which has the modes, then its modes
  MatrixX coupling_, stiffness_;
  VectorX q_, force_;  // scratch
};

/// The matrix of the hydro data as it is, with roll, pitch and yaw: F = -K (x, q), where K need not be symmetric. The
/// body's own 6 x 6 is another load's.
class ModalMatrix : public Load {
 public:
  /// @param stiffness  (6 + n)^2 [N/m, N, N m]: of the body, then of its modes
  ModalMatrix(std::string body, BodyNames modes, MatrixX stiffness);
  void declare(system::Declaration& declaration) override;

 private:
  BodyNames bodies_;
  MatrixX stiffness_;
  VectorX x_, force_;  // scratch
};

/// F = -C q'.
class ModalDamping : public Load {
 public:
  /// @param damping  C [N s/m]   @param takes  whether it only takes energy
  ModalDamping(const std::string& body, BodyNames modes, MatrixX damping, bool takes);
  void declare(system::Declaration& declaration) override;

 private:
  BodyNames modes_;
  MatrixX damping_;
  VectorX rate_, force_;  // scratch
};

/// The forces on one mode as scalars: outputs "total" and those of ForcePart. Named as the mode's joint, with
/// "/forces".
class ModeForces : public system::Component {
 public:
  /// @param joint  "barge.mode1"   @param mode  body of the mode
  ModeForces(const std::string& joint, std::string mode);
  void declare(system::Declaration& declaration) override;
  static std::string name_of(const std::string& joint);
  /// Whether such a part can act on a mode.
  static bool has(ForcePart part);

 private:
  std::string mode_;
};

}  // namespace swell::device
