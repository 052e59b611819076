#include "swell/hydro/restoring.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "swell/base/angle_moment.h"
#include "swell/base/motions.h"

namespace swell::hydro {

void LinearRestoring::evaluate(const double* displacement, double* out) const {
  if (stiffness.rows() == 6 && stiffness.cols() == 6) {  // without generalised modes
    const Eigen::Map<const Matrix6> K(stiffness.data());
    Eigen::Map<Vector6>(out).noalias() = static_load.head<6>() - K * Eigen::Map<const Vector6>(displacement);
    return;
  }
  const Eigen::Map<const VectorX> x(displacement, stiffness.cols());
  Eigen::Map<VectorX> F(out, stiffness.rows());
  F = static_load;
  F.noalias() -= stiffness * x;
}

LinearRestoring make_linear_restoring(const HydroBody& body, double mass, double density, double gravity,
                                      const MatrixX& stiffness) {
  LinearRestoring out;
  const bool given = stiffness.size() > 0 && (stiffness.array() != 0.0).any();
  out.stiffness = given ? stiffness : MatrixX(density * gravity * body.restoring_stiffness);
  out.static_load = VectorX::Zero(body.dof);
  const Vector3 buoyancy(0.0, 0.0, density * gravity * body.displaced_volume);
  out.static_load(2) = buoyancy.z() - mass * gravity;
  // theory/wec-sim.md, "Hydrostatics" adds +(buoyancy) x (cb - cg) to the stored restoring force, which is minus the
  // force on the body.
  if (body.dof >= 6) out.static_load.segment<3>(3) = (body.cb - body.cg).cross(buoyancy);
  return out;
}

Vector6 StaticForces::load() const {
  Vector6 load;
  load << 0.0, 0.0, buoyancy - weight, arm.cross(Vector3(0.0, 0.0, buoyancy));
  return load;
}

Matrix6 StaticForces::stiffness() const {
  Matrix6 stiffness = Matrix6::Zero();
  stiffness(3, 3) = stiffness(4, 4) = first_moment().z();
  return stiffness;
}

LinearRestoring SetHydrostatics::linear() const {
  constexpr double kSamePlace = 1e-9;  // [m]
  LinearRestoring restoring = make_linear_restoring(data, mass, density, gravity, stiffness);
  restoring.static_load.segment<3>(3) += cg_B.cross(Vector3(0.0, 0.0, -mass * gravity));
  if (away.norm() > kSamePlace) restoring.static_load.head<6>() += restoring.stiffness.topLeftCorner<6, 3>() * away;
  return restoring;
}

HydrostaticPotential SetHydrostatics::potential(WithoutPotential* removed) const {
  const double buoyancy = density * gravity * data.displaced_volume;
  const Vector3 moment = buoyancy * (data.cb - data.cg) - mass * gravity * cg_B;
  MatrixX K = make_linear_restoring(data, mass, density, gravity, stiffness).stiffness;
  // The data's stiffness has the weight of the displaced water at the set's own centre of gravity.
  if (stiffness.size() == 0 || stiffness.isZero(0.0)) {
    const double weight_error = (buoyancy - mass * gravity) * cg_B.z();
    K(3, 3) += weight_error;
    K(4, 4) += weight_error;
  }
  return make_hydrostatic_potential(K, buoyancy - mass * gravity, moment, away, removed);
}

void HydrostaticPotential::evaluate(const double* displacement, const double* R, double* out) const {
  const double nx = R[2], ny = R[5], u = 1.0 - R[8], zeta = displacement[2] - rest;
  const double wall = 1.0 + u * (1.0 + u), slope = 1.0 + 2.0 * u;
  const Eigen::Vector2d s(ny, -nx);
  const Eigen::Vector2d by_heave = waterplane.block<2, 1>(1, 0) * zeta, by_tilt = waterplane.block<2, 2>(1, 1) * s;
  const Eigen::Vector2d p = by_heave + wall * by_tilt;
  // Gradient with respect to n; under a turn by dtheta of the world's axes dn = R' (e_z x dtheta).
  const Vector3 g(-first_moment.x() - p.y(), -first_moment.y() + p.x(),
                  -first_moment.z() - 0.5 * slope * s.dot(by_tilt));
  out[0] = out[1] = out[5] = 0.0;
  out[2] = lift - waterplane(0, 0) * zeta - waterplane.block<1, 2>(0, 1).dot(s);
  out[3] = -(R[1] * g.x() + R[4] * g.y() + R[7] * g.z());
  out[4] = R[0] * g.x() + R[3] * g.y() + R[6] * g.z();
  if (!is_held) return;
  const Eigen::Map<const Vector6> x(displacement);
  const Vector6 F = -(held * (x - held_rest));
  Eigen::Map<Vector3>(out) += F.head<3>();
  Eigen::Map<Vector3>(out + 3) += moment_of_angles(x.tail<3>(), F.tail<3>());
}

double HydrostaticPotential::energy(const double* displacement, const double* R) const {
  // 1 - n_z without the difference: n_z is rounded at 1e-16, which times weight and arm was 1e-9 J of a body at rest.
  const double u = R[8] > 0.0 ? (R[2] * R[2] + R[5] * R[5]) / (1.0 + R[8]) : 1.0 - R[8];
  const double wall = 1.0 + u * (1.0 + u);
  const double zeta = displacement[2] - rest;
  const Eigen::Vector2d s(R[5], -R[2]);
  double energy = -lift * displacement[2] - first_moment.dot(Vector3(R[2], R[5], -u)) +
                  0.5 * waterplane(0, 0) * (zeta * zeta - rest * rest) + zeta * waterplane.block<1, 2>(0, 1).dot(s) +
                  0.5 * wall * s.dot(waterplane.block<2, 2>(1, 1) * s);
  if (is_held) {
    const Vector6 x = Eigen::Map<const Vector6>(displacement) - held_rest;
    energy += 0.5 * (x.dot(held * x) - held_rest.dot(held * held_rest));
  }
  return energy;
}

WithoutPotential without_potential(const Matrix6& K) {
  WithoutPotential out;
  const double whole = K.cwiseAbs().maxCoeff();
  for (Eigen::Index i = 0; i < 6; ++i) {
    for (Eigen::Index j = 0; j < i; ++j) {
      const double half = 0.5 * std::abs(K(i, j) - K(j, i)), mean = std::sqrt(std::abs(K(i, i) * K(j, j)));
      const double share = half == 0.0 ? 0.0 : half / (mean > 0.0 ? mean : whole);
      if (share <= out.share) continue;
      out.share = share;
      out.entries = fmt::format("{} due to {}: {:.4g}, the other way {:.4g}", kMotions[static_cast<std::size_t>(i)],
                                kMotions[static_cast<std::size_t>(j)], K(i, j), K(j, i));
    }
  }
  return out;
}

HydrostaticPotential make_hydrostatic_potential(const MatrixX& stiffness, double lift, const Vector3& first_moment,
                                                const Vector3& rest, WithoutPotential* removed) {
  Matrix6 K = stiffness.topLeftCorner<6, 6>();
  // WAMIT's C46 and C56 (manual, ch. 3): the static load's place off the axis, which turns with the body by itself.
  if (K(5, 3) == 0.0 && K(5, 4) == 0.0) K(3, 5) = K(4, 5) = 0.0;
  if (removed != nullptr) *removed = without_potential(K);
  HydrostaticPotential out;
  out.lift = lift;
  out.first_moment = first_moment;
  out.rest = rest.z();
  out.held = 0.5 * (K + K.transpose());
  out.waterplane = out.held.block<3, 3>(2, 2);
  out.waterplane(1, 1) -= first_moment.z();
  out.waterplane(2, 2) -= first_moment.z();
  out.held.block<3, 3>(2, 2).setZero();
  out.held_rest.head<3>() = rest;
  out.is_held = !out.held.isZero(0.0);
  return out;
}

ModalPotential::ModalPotential(const MatrixX& stiffness) {
  const Eigen::Index n = stiffness.rows() - 6;
  coupling = stiffness.block(2, 6, 3, n);
  const MatrixX given = stiffness.bottomRightCorner(n, n);
  among = 0.5 * (given + given.transpose());
  MatrixX taken = MatrixX::Zero(n, 6);
  taken.middleCols(2, 3) = coupling.transpose();
  left = std::max((stiffness.block(6, 0, n, 6) - taken).cwiseAbs().maxCoeff(),
                  0.5 * (given - given.transpose()).cwiseAbs().maxCoeff());
  size = stiffness.diagonal().segment(2, 3).cwiseAbs().maxCoeff() + given.diagonal().cwiseAbs().maxCoeff();
}

}  // namespace swell::hydro
