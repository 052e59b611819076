#include "swell/mooring/matrix.h"

#include <Eigen/Eigenvalues>

#include "swell/base/angle_moment.h"

namespace swell::mooring {

void check(const MatrixMooring& mooring, const Origin& origin, Diagnostics& diagnostics) {
  const auto finite = [&](bool ok, const char* name) {
    if (!ok)
      diagnostics.error(origin, std::string(name) + " has a value that is not a finite number").code = "wrong-value";
  };
  finite(mooring.location.allFinite() && mooring.displacement.allFinite(), "mooring location");
  finite(mooring.preload.allFinite(), "mooring pre_tension");
  finite(mooring.stiffness.allFinite(), "mooring stiffness");
  finite(mooring.damping.allFinite(), "mooring damping");
  if (!mooring.damping.allFinite()) return;
  const Matrix6 symmetric = 0.5 * (mooring.damping + mooring.damping.transpose());
  const Eigen::SelfAdjointEigenSolver<Matrix6> eigen(symmetric, Eigen::EigenvaluesOnly);
  const double scale = symmetric.cwiseAbs().maxCoeff();
  if (eigen.eigenvalues().minCoeff() < -1e-9 * scale) {
    diagnostics.warning("negative-damping", origin,
                        "mooring damping has a negative eigenvalue and feeds energy into the body",
                        "check the signs: the force is -C v");
  }
}

Vector3 attachment_in_body(const MatrixMooring& mooring, const Vector3& cg_design) {
  // Body and attachment are displaced together, so the displacement drops out of their difference.
  return mooring.location - cg_design;
}

void attachment_state(const BodyMotion& body, const Vector3& p_BP_B, Vector6& pose, Vector6& velocity) {
  const PointMotion point = point_on_body(body, p_BP_B);
  pose << point.position, body.pose.tail<3>();
  velocity << point.velocity, body.velocity.tail<3>();
}

Vector6 wrench(const MatrixMooring& mooring, const Vector3& p_BP_B, const BodyMotion& body) {
  Vector6 x, v;
  attachment_state(body, p_BP_B, x, v);
  const Vector3 p_WP = x.head<3>();
  x.head<3>() -= mooring.location;
  Vector6 F_P = mooring.preload - mooring.stiffness * x;
  if (mooring.potential) F_P.tail<3>() = moment_of_angles(x.tail<3>(), F_P.tail<3>());
  F_P -= mooring.damping * v;
  return shift_wrench(F_P, body.pose.head<3>() - p_WP);
}

double stored_energy(const MatrixMooring& mooring, const Vector3& p_BP_B, const BodyMotion& body) {
  Vector6 x, v;
  attachment_state(body, p_BP_B, x, v);
  x.head<3>() -= mooring.location;
  return 0.5 * x.dot(mooring.stiffness * x) - mooring.preload.dot(x);
}

double dissipated_power(const MatrixMooring& mooring, const Vector3& p_BP_B, const BodyMotion& body) {
  Vector6 x, v;
  attachment_state(body, p_BP_B, x, v);
  return v.dot(mooring.damping * v);
}

}  // namespace swell::mooring
