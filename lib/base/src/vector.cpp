#include "swell/base/vector.h"

#include <algorithm>
#include <cmath>

namespace swell {

Matrix3 rotation_from_roll_pitch_yaw(const Vector3& rpy) {
  return (Eigen::AngleAxisd(rpy.z(), Vector3::UnitZ()) * Eigen::AngleAxisd(rpy.y(), Vector3::UnitY()) *
          Eigen::AngleAxisd(rpy.x(), Vector3::UnitX()))
      .toRotationMatrix();
}

Vector3 roll_pitch_yaw(const Matrix3& R) {
  return {std::atan2(R(2, 1), R(2, 2)), std::asin(std::clamp(-R(2, 0), -1.0, 1.0)), std::atan2(R(1, 0), R(0, 0))};
}

}  // namespace swell
