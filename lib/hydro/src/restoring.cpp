#include "swell/hydro/restoring.h"

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

double LinearRestoring::potential_energy(const double* displacement) const {
  const Eigen::Map<const VectorX> x(displacement, stiffness.cols());
  double energy = -static_load.dot(x);
  for (Eigen::Index j = 0; j < stiffness.cols(); ++j) energy += 0.5 * x(j) * stiffness.col(j).dot(x);
  return energy;
}

LinearRestoring make_linear_restoring(const HydroBody& body, double mass, double density, double gravity,
                                      const MatrixX& stiffness) {
  LinearRestoring out;
  const bool given = stiffness.size() > 0 && (stiffness.array() != 0.0).any();
  out.stiffness = given ? stiffness : MatrixX(density * gravity * body.restoring_stiffness);
  out.static_load = VectorX::Zero(body.dof);
  const Vector3 buoyancy(0.0, 0.0, density * gravity * body.displaced_volume);
  out.static_load(2) = buoyancy.z() - mass * gravity;
  // wec-sim.md 3.5 adds +(buoyancy) x (cb - cg) to the stored restoring force, which is minus the force on the body.
  if (body.dof >= 6) out.static_load.segment<3>(3) = (body.cb - body.cg).cross(buoyancy);
  return out;
}

}  // namespace swell::hydro
