#include "swell/bodies/mobility.h"

#include <cmath>

namespace swell::bodies {

std::vector<bool> mobile_entries(const Multibody& multibody) {
  const auto rows = static_cast<std::size_t>(6 * multibody.n_bodies());
  if (multibody.n_prescribed() > 0) return std::vector<bool>(rows, true);
  std::vector<bool> mobile(rows, false);
  Kinematics k = multibody.make_kinematics();
  const VectorX v = VectorX::Zero(multibody.nv());
  VectorX step(multibody.nv());
  constexpr int kPoses = 3;
  for (int pose = 0; pose < kPoses; ++pose) {
    VectorX q = multibody.design_coordinates();
    if (pose > 0) {
      for (Eigen::Index i = 0; i < step.size(); ++i)
        step[i] = std::sin(1.0 + 1.7 * static_cast<double>(i) + 2.3 * pose);
      multibody.retract(q, step);
    }
    multibody.kinematics(q, v, k);
    for (std::size_t row = 0; row < rows; ++row) {
      if (k.jacobian.row(static_cast<Eigen::Index>(row)).cwiseAbs().sum() > 0.0) mobile[row] = true;
    }
  }
  return mobile;
}

}  // namespace swell::bodies
