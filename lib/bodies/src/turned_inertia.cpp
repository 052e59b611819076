#include "turned_inertia.h"

#include "at.h"

namespace swell::bodies {

void turn_inertia(const Multibody& multibody, const Kinematics& k, const std::vector<bool>& without, Dynamics& out) {
  for (int i = 0; i < multibody.n_bodies(); ++i) {
    if (!multibody.rotates(i) || (!without.empty() && without[at(i)])) continue;
    const Matrix3& R = k.R_WB[at(i)];
    const Matrix3 turned = R * multibody.bodies()[at(i)].inertia;
    out.inertia_W[at(i)].noalias() = turned * R.transpose();
  }
}

Matrix3 by_tilted_axes(const Matrix3& I, const Matrix3& R, const Matrix3& Q) {
  if (R(2, 2) < 0.5) {
    const Matrix3 turned = Q.transpose() * R;
    return turned * I * turned.transpose();
  }
  const double c = Q(0, 0) * R(0, 0) + Q(1, 0) * R(1, 0) + Q(2, 0) * R(2, 0),
               s = Q(0, 1) * R(0, 0) + Q(1, 1) * R(1, 0) + Q(2, 1) * R(2, 0);
  const double cc = c * c, ss = s * s, cs = c * s, twice = 2.0 * cs * I(0, 1);
  Matrix3 out;
  out(0, 0) = cc * I(0, 0) - twice + ss * I(1, 1);
  out(1, 1) = ss * I(0, 0) + twice + cc * I(1, 1);
  out(0, 1) = out(1, 0) = cs * (I(0, 0) - I(1, 1)) + (cc - ss) * I(0, 1);
  out(0, 2) = out(2, 0) = c * I(0, 2) - s * I(1, 2);
  out(1, 2) = out(2, 1) = s * I(0, 2) + c * I(1, 2);
  out(2, 2) = I(2, 2);
  return out;
}

}  // namespace swell::bodies
