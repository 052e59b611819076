// Whether `added_mass: split` holds, known before the run.
#include <fmt/format.h>

#include <Eigen/LU>
#include <algorithm>

#include "building.h"

namespace swell::assembly {

void check_split(Building& b) {
  constexpr Eigen::Index kMost = 120;  // speeds; beyond that the eigenvalues take seconds
  const MatrixX& J = b.jacobian;
  if (b.choices.added_mass != model::AddedMass::split || (b.delayed.empty() && b.delayed_morison.size() == 0)) return;
  if (J.cols() == 0 || J.cols() > kMost) return;
  const Eigen::PartialPivLU<MatrixX> implicit(J.transpose() * b.implicit * J);
  const auto projected = [&](const MatrixX& inertia) -> MatrixX { return implicit.solve(J.transpose() * inertia * J); };
  const MatrixX none = MatrixX::Zero(J.cols(), J.cols());
  const bool held = b.choices.delayed_acceleration == model::DelayedAcceleration::held;
  const MatrixX morison = b.delayed_morison.size() > 0 ? projected(b.delayed_morison) : none;
  double worst = b.delayed.empty() ? bodies::delayed_growth(none, morison, held, b.choices.wec_sim_axes) : 0.0;
  for (const MatrixX& residual : b.delayed)
    worst = std::max(worst, bodies::delayed_growth(projected(residual), morison, held, b.choices.wec_sim_axes));
  if (!(worst > 1.0 + 1e-9)) return;
  const bool by_morison = b.delayed_morison.size() > 0;
  const model::Simulation& simulation = b.model.simulation;
  b.diagnostics.warning(
      simulation.source.of(simulation.source.has("added_mass") ? "added_mass" : "reproduce"),
      fmt::format(
          "added_mass: split leaves so much inertia{} to the delayed acceleration that the explicit loop grows {:.3g} "
          "times per step, whatever the step; say added_mass: exact{}",
          by_morison ? " (that of Morison elements with it)" : "", worst,
          by_morison ? "" : ", or an added_mass_factor of about 2"));
}

}  // namespace swell::assembly
