#include "swell/hydro/move_references.h"

#include <array>
#include <map>

namespace swell::hydro {

namespace {

/// Forces of pairs of waves with their moments: about the new point by T transposed.
void move_pairs(std::vector<std::vector<QtfEntry>>& lists, const Matrix6& T) {
  using Vector6c = Eigen::Matrix<std::complex<double>, 6, 1>;
  std::map<std::array<double, 4>, Vector6c> pairs;
  for (std::size_t dof = 0; dof < std::min<std::size_t>(6, lists.size()); ++dof) {
    for (const QtfEntry& e : lists[dof]) {
      auto& force =
          pairs.try_emplace({e.period_i, e.period_j, e.heading_i, e.heading_j}, Vector6c::Zero()).first->second;
      force[static_cast<Eigen::Index>(dof)] = e.value;
    }
  }
  if (pairs.empty() || T.isIdentity(0.0)) return;
  lists.resize(std::max<std::size_t>(6, lists.size()));
  for (std::size_t dof = 0; dof < 6; ++dof) lists[dof].clear();
  for (const auto& [pair, force] : pairs) {
    const Vector6c moved = T.transpose() * force;
    for (std::size_t dof = 0; dof < 6; ++dof)
      lists[dof].push_back({pair[0], pair[1], pair[2], pair[3], moved[static_cast<Eigen::Index>(dof)]});
  }
}

}  // namespace

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
    for (auto& direction : body.excitation_irf) {
      for (VectorX& force : direction) force.head<6>() = (T[i].transpose() * force.head<6>()).eval();
    }
    move_pairs(body.qtf_difference, T[i]);
    move_pairs(body.qtf_sum, T[i]);
    body.radiation_state_space.clear();
    body.cg += arms[i];
  }
}

}  // namespace swell::hydro
