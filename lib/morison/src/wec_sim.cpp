#include "swell/morison/wec_sim.h"

#include <cmath>

namespace swell::morison {
namespace {

struct Kinematics {
  Vector3 arm;  // Q r
  Vector3 velocity;
  Vector3 acceleration;
  Matrix3 Q;
};

Kinematics kinematics(const Element& element, const WecSimMotion& body) {
  Kinematics k;
  k.Q = wec_sim_turn(body.pose.tail<3>());
  k.arm = k.Q * element.position;
  const Vector3& r = element.position;  // not rotated, as in WEC-Sim
  const Vector3 w = body.velocity.tail<3>();
  const Vector3 alpha = body.acceleration.tail<3>();
  k.velocity = body.velocity.head<3>() + w.cross(r);
  k.acceleration = body.acceleration.head<3>() + alpha.cross(r) + w.cross(w.cross(r));
  return k;
}

struct Forces {
  Vector3 drag, inertia, froude_krylov;
};

Forces body_axes(const Element& e, const Kinematics& k, const Vector3& du, const Fluid& fluid, double density) {
  const Eigen::RowVector3d area = (e.area.transpose() * k.Q).cwiseAbs();
  const Eigen::RowVector3d cd = e.drag.cwiseAbs().transpose() * k.Q;  // signed, as in WEC-Sim
  const Eigen::RowVector3d ca = (e.added_mass.transpose() * k.Q).cwiseAbs();
  const Vector3 da = fluid.acceleration - k.acceleration;
  Forces f;
  for (int i = 0; i < 3; ++i) {
    f.drag[i] = 0.5 * density * cd[i] * area[i] * std::abs(du[i]) * du[i];
    f.inertia[i] = density * e.volume * ca[i] * da[i];
    f.froude_krylov[i] = density * e.volume * fluid.acceleration[i];
  }
  return f;
}

Forces normal_tangential(const Element& e, const Kinematics& k, const Vector3& du, const Fluid& fluid, double density) {
  const Vector3 axis = k.Q * e.axis;
  const double square = axis.squaredNorm();
  const auto along = [&](const Vector3& v) { return Vector3(v.dot(axis) / square * axis); };
  const Vector3 da = fluid.acceleration - k.acceleration;
  const Vector3 du_t = along(du);
  const Vector3 du_n = du - du_t;
  const Vector3 da_t = along(da);
  Forces f;
  f.drag = 0.5 * density * (e.drag[0] * e.area[0] * du_n.norm() * du_n + e.drag[1] * e.area[1] * du_t.norm() * du_t);
  f.inertia = density * e.volume * (e.added_mass[0] * (da - da_t) + e.added_mass[1] * da_t);
  f.froude_krylov = density * e.volume * fluid.acceleration;
  return f;
}

ElementWrench evaluate(const Element& element, const Kinematics& k, const Fluid& fluid, double density) {
  const Vector3 du = fluid.velocity - k.velocity;
  const Forces f = element.option == Option::body_axes ? body_axes(element, k, du, fluid, density)
                                                       : normal_tangential(element, k, du, fluid, density);
  ElementWrench F;
  F.drag << f.drag, k.arm.cross(f.drag);
  F.inertia << f.inertia, k.arm.cross(f.inertia);
  F.froude_krylov << f.froude_krylov, k.arm.cross(f.froude_krylov);
  F.dissipation = f.drag.dot(du);
  return F;
}

}  // namespace

Matrix3 wec_sim_turn(const Vector3& rpy) {
  const double cf = std::cos(rpy[0]), sf = std::sin(rpy[0]);
  const double ct = std::cos(rpy[1]), st = std::sin(rpy[1]);
  const double cp = std::cos(rpy[2]), sp = std::sin(rpy[2]);
  Matrix3 Q;
  Q << ct * cp, cf * sp + sf * st * cp, sf * sp - cf * st * sp,  // the last factor should be cos(yaw)
      -ct * sp, cf * cp - sf * st * sp, sf * cp + cf * st * sp,  //
      st, -sf * ct, cf * ct;
  return Q;
}

Vector3 wec_sim_element_point(const Element& element, const Vector6& pose) {
  return pose.head<3>() + wec_sim_turn(pose.tail<3>()) * element.position;
}

ElementWrench wec_sim_force_in_waves(const Element& element, const WecSimMotion& body, const Fluid* fluids,
                                     std::size_t count, double density) {
  ElementWrench sum;
  const Kinematics k = kinematics(element, body);
  if (body.pose.z() + k.arm.z() > 0.0) {
    return sum;
  }
  for (std::size_t i = 0; i < count; ++i) {
    sum += evaluate(element, k, fluids[i], density);
  }
  return sum;
}

ElementWrench wec_sim_force_without_waves(const Element& element, const WecSimMotion& body, const Vector3& current,
                                          double density) {
  const Kinematics k = kinematics(element, body);
  if (body.pose.z() + k.arm.z() > 0.0) {
    return {};
  }
  Fluid fluid;
  if (element.option == Option::body_axes) {
    fluid.velocity = current;  // option 2 uses the body's velocity only
  }
  return evaluate(element, k, fluid, density);
}

}  // namespace swell::morison
