#include "swell/bodies/mobility.h"

#include <cmath>
#include <numeric>

#include "at.h"
#include "poses.h"

namespace swell::bodies {
namespace {

/// Calls `take` with the Jacobian in the design pose and in poses without symmetry.
template <class Take>
void in_poses(const Multibody& multibody, Take take) {
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
    take(k.jacobian);
  }
}

}  // namespace

Eigen::Matrix<bool, Eigen::Dynamic, Eigen::Dynamic> jacobian_entries(const Multibody& multibody) {
  const Eigen::Index rows = 6 * static_cast<Eigen::Index>(multibody.n_bodies());
  Eigen::Matrix<bool, Eigen::Dynamic, Eigen::Dynamic> used(rows, multibody.nv());
  used.setConstant(false);
  if (multibody.n_prescribed() > 0) {
    for (int body = 0; body < multibody.n_bodies(); ++body) {
      for (const int column : multibody.columns(body)) used.block<6, 1>(6 * body, column).setConstant(true);
    }
    return used;
  }
  in_poses(multibody, [&](const Jacobian& J) { used = used.array() || (J.matrix().array() != 0.0); });
  return used;
}

std::vector<bool> mobile_entries(const Multibody& multibody) {
  const std::size_t rows = 6 * static_cast<std::size_t>(multibody.n_bodies());
  if (multibody.n_prescribed() > 0) return std::vector<bool>(rows, true);
  std::vector<bool> mobile(rows, false);
  in_poses(multibody, [&](const Jacobian& J) {
    for (int body = 0; body < multibody.n_bodies(); ++body) {
      for (const int column : multibody.columns(body)) {
        for (int row = 0; row < 6; ++row) {
          if (J.block<6, 1>(6 * body, column)[row] != 0.0) mobile[at(6 * body + row)] = true;
        }
      }
    }
  });
  return mobile;
}

std::vector<int> turns_like(const Multibody& multibody) {
  std::vector<int> like(static_cast<std::size_t>(multibody.n_bodies()));
  std::iota(like.begin(), like.end(), 0);
  for (const int j : multibody.tree()) {
    const JointPlace& place = multibody.joints()[static_cast<std::size_t>(j)];
    const JointType type = place.joint.type;
    if (place.parent == kWorld || (type != JointType::translational && type != JointType::fixed)) continue;
    like[static_cast<std::size_t>(place.child)] = like[static_cast<std::size_t>(place.parent)];
  }
  return like;
}

}  // namespace swell::bodies
