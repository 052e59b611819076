/// Random poses and closed loops of poses: what tests of conservative loads walk through.
#pragma once

#include <array>
#include <cmath>
#include <random>

#include "swell/base/vector.h"

namespace swell_test {

struct Pose {
  swell::Vector3 shift = swell::Vector3::Zero();
  swell::Matrix3 rotation = swell::Matrix3::Identity();
};

/// A pose as loads read it: displacement with roll, pitch, yaw, and the rotation column by column.
struct Form {
  swell::Vector6 displacement;
  std::array<double, 9> rotation{};
};

inline Form forms(const Pose& pose) {
  Form form;
  form.displacement << pose.shift, swell::roll_pitch_yaw(pose.rotation);
  Eigen::Map<swell::Matrix3>(form.rotation.data()) = pose.rotation;
  return form;
}

/// Shifts of a metre, any heading, tilts up to `tilt` [rad] about any level axis.
inline Pose random_pose(std::mt19937& random, double tilt) {
  std::uniform_real_distribution<double> one(-1.0, 1.0);
  const double axis = 3.14159 * one(random), heading = 3.14159 * one(random), angle = tilt * one(random);
  Pose pose;
  for (int i = 0; i < 3; ++i) pose.shift[i] = one(random);
  pose.rotation = (Eigen::AngleAxisd(angle, swell::Vector3(std::cos(axis), std::sin(axis), 0.0)) *
                   Eigen::AngleAxisd(heading, swell::Vector3::UnitZ()))
                      .toRotationMatrix();
  return pose;
}

/// Moved by a small shift [m] and turned by a rotation vector [rad] of the world's axes.
inline Pose moved(Pose pose, const swell::Vector6& by) {
  pose.shift += by.head<3>();
  const double angle = by.tail<3>().norm();
  if (angle > 0.0) pose.rotation = Eigen::AngleAxisd(angle, by.tail<3>() / angle).toRotationMatrix() * pose.rotation;
  return pose;
}

/// A smooth closed loop of poses, s from 0 to 1: six sums of two harmonics, shifts of a metre, angles of `angle` [rad]
/// and three times that in yaw.
class Loop {
 public:
  Loop(std::mt19937& random, double angle) {
    std::uniform_real_distribution<double> one(-1.0, 1.0);
    for (int i = 0; i < 6; ++i) {
      const double size = i < 3 ? 1.0 : i == 5 ? 3.0 * angle : angle;
      for (double& a : amplitude_[static_cast<std::size_t>(i)]) a = 0.5 * size * one(random);
    }
  }
  Form at(double s, swell::Vector6& velocity) const {
    swell::Vector6 x, rate;
    for (int i = 0; i < 6; ++i) {
      const auto& a = amplitude_[static_cast<std::size_t>(i)];
      x[i] = rate[i] = 0.0;
      for (int k = 0; k < 2; ++k) {
        const double w = 2.0 * 3.14159265358979324 * (k + 1);
        const auto c = 2 * static_cast<std::size_t>(k);
        x[i] += a[c] * std::cos(w * s) + a[c + 1] * std::sin(w * s);
        rate[i] += w * (-a[c] * std::sin(w * s) + a[c + 1] * std::cos(w * s));
      }
    }
    const swell::Matrix3 Rz = Eigen::AngleAxisd(x[5], swell::Vector3::UnitZ()).toRotationMatrix();
    const swell::Matrix3 Ry = Eigen::AngleAxisd(x[4], swell::Vector3::UnitY()).toRotationMatrix();
    velocity.head<3>() = rate.head<3>();
    velocity.tail<3>() = Rz * Ry * swell::Vector3::UnitX() * rate[3] + Rz * swell::Vector3::UnitY() * rate[4] +
                         swell::Vector3::UnitZ() * rate[5];
    Form form;
    form.displacement = x;
    Eigen::Map<swell::Matrix3>(form.rotation.data()) = swell::rotation_from_roll_pitch_yaw(x.tail<3>());
    return form;
  }

 private:
  std::array<std::array<double, 4>, 6> amplitude_{};
};

/// Work of force(form, F) round the loop: periodic, so that the sum of `points` equal shares converges faster than any
/// power of their number.
template <class Force>
double work_of(const Loop& loop, const Force& force, int points = 400) {
  double work = 0.0;
  for (int i = 0; i < points; ++i) {
    swell::Vector6 velocity, F;
    const Form form = loop.at(static_cast<double>(i) / points, velocity);
    force(form, F.data());
    work += F.dot(velocity) / points;
  }
  return work;
}

}  // namespace swell_test
