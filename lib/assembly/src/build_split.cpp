// Whether `added_mass: split` holds, known before the run.
#include <fmt/format.h>

#include <Eigen/LU>
#include <algorithm>

#include "stages.h"
#include "swell/device/added_mass.h"

namespace swell::assembly {

void check_split(const Case& c, const Mechanism& mechanism, const AddedMass& added, const MatrixX& J,
                 const MatrixX& morison) {
  constexpr Eigen::Index kMost = 120;  // speeds; beyond that the eigenvalues take seconds
  if (!c.split() || (!added.split && morison.size() == 0)) return;
  if (J.cols() == 0 || J.cols() > kMost) return;
  const Eigen::PartialPivLU<MatrixX> implicit(
      J.transpose() * bodies::rigid_inertia(added.split ? added.split->bodies : mechanism.rigid) * J);
  const auto projected = [&](const MatrixX& inertia) -> MatrixX { return implicit.solve(J.transpose() * inertia * J); };
  const MatrixX none = MatrixX::Zero(J.cols(), J.cols());
  const MatrixX of_elements = morison.size() > 0 ? projected(morison) : none;
  double worst = 0.0;
  const auto grow = [&](const MatrixX& delayed) {
    worst = std::max(worst, bodies::delayed_growth(delayed, of_elements, c.held(), c.choices.wec_sim_axes));
  };
  grow(added.split ? projected(added.split->residual) : none);
  for (const device::SetResiduals& sets : added.residuals) {  // the other bodies in their initial sets
    for (const MatrixX& rows : sets.rows) {
      MatrixX residual = added.split->residual;
      residual.middleRows<6>(6 * static_cast<Eigen::Index>(sets.body)) = rows;
      grow(projected(residual));
    }
  }
  if (!(worst > 1.0 + 1e-9)) return;
  const bool by_morison = morison.size() > 0;
  const model::Simulation& simulation = c.model.simulation;
  c.warnings.push_back(fmt::format(
      "{}: added_mass: split leaves so much inertia{} to the delayed acceleration that the explicit loop grows {:.3g} "
      "times per step, whatever the step; say added_mass: exact{}",
      simulation.source.of(simulation.source.has("added_mass") ? "added_mass" : "reproduce").place(),
      by_morison ? " (that of Morison elements with it)" : "", worst,
      by_morison ? "" : ", or an added_mass_factor of about 2"));
}

}  // namespace swell::assembly
