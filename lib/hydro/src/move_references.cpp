#include "swell/hydro/move_references.h"

namespace swell::hydro {

void move_references(HydroData& data, const std::vector<Vector3>& arms) {
  std::vector<Matrix6> T(arms.size(), Matrix6::Identity());
  for (std::size_t i = 0; i < arms.size(); ++i) T[i].topRightCorner<3, 3>() = cross_matrix(arms[i]);
  for (std::size_t i = 0; i < data.bodies.size(); ++i) {
    HydroBody& body = data.bodies[i];
    const auto turn = [&](MatrixX& m) {
      m.topRows<6>() = (T[i].transpose() * m.topRows<6>()).eval();
      for (std::size_t j = 0; j < data.bodies.size(); ++j) {
        const Eigen::Index first = data.first_dof(j);
        m.middleCols<6>(first) = (m.middleCols<6>(first) * T[j]).eval();
      }
    };
    for (MatrixX& m : body.added_mass) turn(m);
    for (MatrixX& m : body.radiation_damping) turn(m);
    if (body.added_mass_infinite) turn(*body.added_mass_infinite);
    if (body.added_mass_zero) turn(*body.added_mass_zero);
    for (MatrixX& m : body.radiation_irf) turn(m);
    for (auto* parts : {&body.excitation, &body.froude_krylov, &body.scattering}) {
      for (auto& direction : *parts) {
        for (Eigen::VectorXcd& force : direction) force.head<6>() = (T[i].transpose() * force.head<6>()).eval();
      }
    }
    for (auto* drifts : {&body.mean_drift_control_surface, &body.mean_drift_momentum, &body.mean_drift_pressure}) {
      for (auto& direction : *drifts) {
        for (VectorX& force : direction) force.head<6>() = (T[i].transpose() * force.head<6>()).eval();
      }
    }
    MatrixX& K = body.restoring_stiffness;
    if (K.rows() >= 6 && K.cols() >= 6)
      K.topLeftCorner<6, 6>() = (T[i].transpose() * K.topLeftCorner<6, 6>() * T[i]).eval();
    body.excitation_irf.clear();
    body.radiation_state_space.clear();
    body.cg += arms[i];
  }
}

}  // namespace swell::hydro
