#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "swell/bemio/processing.h"

namespace swell::bemio {

std::vector<DirectionalSet> split_by_direction(const hydro::HydroData& data, double wave_direction) {
  std::vector<DirectionalSet> sets;
  for (std::size_t d = 0; d < data.direction.size(); ++d) {
    DirectionalSet set;
    set.yaw = std::remainder(wave_direction - data.direction[d], 360.0);
    set.direction = data.direction[d] - 360.0 * std::floor(data.direction[d] / 360.0);
    const bool twice = std::any_of(sets.begin(), sets.end(), [&](const DirectionalSet& other) {
      return std::abs(std::remainder(set.direction - other.direction, 360.0)) < 1e-6;
    });
    if (twice) continue;
    set.data = data;
    set.data.direction = {wave_direction};
    const Matrix3 turn = Eigen::AngleAxisd(set.yaw * kDegree, Vector3::UnitZ()).toRotationMatrix();
    const auto of = [&](int dof) {
      MatrixX R = MatrixX::Identity(dof, dof);
      R.topLeftCorner<3, 3>() = R.block<3, 3>(3, 3) = turn;
      return R;
    };
    MatrixX all = MatrixX::Zero(data.total_dof(), data.total_dof());
    for (std::size_t b = 0; b < data.bodies.size(); ++b)
      all.block(data.first_dof(b), data.first_dof(b), data.bodies[b].dof, data.bodies[b].dof) = of(data.bodies[b].dof);
    for (hydro::HydroBody& body : set.data.bodies) {
      const MatrixX R = of(body.dof);
      const auto turned = [&](MatrixX& M) { M = R * M * all.transpose(); };
      for (MatrixX& A : body.added_mass) turned(A);
      for (MatrixX& B : body.radiation_damping) turned(B);
      if (body.added_mass_infinite) turned(*body.added_mass_infinite);
      if (body.added_mass_zero) turned(*body.added_mass_zero);
      for (MatrixX& K : body.radiation_irf) turned(K);
      for (MatrixX* M :
           {&body.restoring_stiffness, &body.external_mass, &body.external_stiffness, &body.external_damping}) {
        if (M->rows() == body.dof && M->cols() == body.dof) *M = R * *M * R.transpose();
      }
      body.cb = body.cg + turn * (body.cb - body.cg);
      for (auto* forces : {&body.excitation, &body.froude_krylov, &body.scattering}) {
        if (forces->empty()) continue;
        *forces = {(*forces)[d]};
        for (Eigen::VectorXcd& X : forces->front()) X = R.cast<std::complex<double>>() * X;
      }
      for (auto* forces : {&body.mean_drift_control_surface, &body.mean_drift_momentum, &body.mean_drift_pressure,
                           &body.excitation_irf}) {
        if (forces->empty()) continue;
        *forces = {(*forces)[d]};
        for (VectorX& F : forces->front()) F = R * F;
      }
      // Fitted entry by entry in the old axes, and of a heading that may be another one.
      body.radiation_state_space.clear();
      body.qtf_sum.clear();
      body.qtf_difference.clear();
    }
    set.data.notes.push_back(
        fmt::format("of the heading {:g} deg: forces on bodies turned by {:g} deg in waves from {:g} deg",
                    data.direction[d], set.yaw, wave_direction));
    sets.push_back(std::move(set));
  }
  return sets;
}

}  // namespace swell::bemio
