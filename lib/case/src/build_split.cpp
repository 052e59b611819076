// Stability of `added_mass: split`, known before the run.
#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <algorithm>

#include "build.h"

namespace swell::model {

namespace {

/// Growth per step of the explicit loop a_n = -(D E + M F) a with E the delay and F the one or two delays of Morison
/// elements (WEC-Sim has a second one before their block). Extrapolated, E = 2/z - 1/z^2; held, E = 1/z. The greatest
/// root of det(z^4 (1 + D E + M F)) = 0, by its companion matrix.
double growth(const MatrixX& D, const MatrixX& M, bool held, bool twice) {
  const Eigen::Index n = D.rows();
  const double e1 = held ? 1.0 : 2.0, e2 = held ? 0.0 : -1.0;
  // Coefficients of z^3, z^2, z, 1.
  MatrixX c[4] = {e1 * D, e2 * D, MatrixX::Zero(n, n), MatrixX::Zero(n, n)};
  if (twice) {
    c[1] += e1 * e1 * M;
    c[2] += 2.0 * e1 * e2 * M;
    c[3] += e2 * e2 * M;
  } else {
    c[0] += e1 * M;
    c[1] += e2 * M;
  }
  MatrixX companion = MatrixX::Zero(4 * n, 4 * n);
  for (Eigen::Index k = 0; k < 4; ++k) companion.block(0, k * n, n, n) = -c[k];
  companion.block(n, 0, 3 * n, 3 * n).setIdentity();
  return companion.eigenvalues().cwiseAbs().maxCoeff();
}

}  // namespace

void check_split(Building& b) {
  constexpr Eigen::Index kMost = 120;  // speeds; beyond that the eigenvalues take seconds
  const MatrixX& J = b.jacobian;
  if (b.choices.added_mass != AddedMass::split || (b.delayed.empty() && b.delayed_morison.size() == 0)) return;
  if (J.cols() == 0 || J.cols() > kMost) return;
  const Eigen::PartialPivLU<MatrixX> implicit(J.transpose() * b.implicit * J);
  const auto projected = [&](const MatrixX& inertia) -> MatrixX { return implicit.solve(J.transpose() * inertia * J); };
  const MatrixX none = MatrixX::Zero(J.cols(), J.cols());
  const bool held = b.choices.delayed_acceleration == DelayedAcceleration::held;
  const MatrixX morison = b.delayed_morison.size() > 0 ? projected(b.delayed_morison) : none;
  double worst = b.delayed.empty() ? growth(none, morison, held, b.choices.wec_sim_axes) : 0.0;
  for (const MatrixX& residual : b.delayed)
    worst = std::max(worst, growth(projected(residual), morison, held, b.choices.wec_sim_axes));
  if (!(worst > 1.0 + 1e-9)) return;
  const bool by_morison = b.delayed_morison.size() > 0;
  const Simulation& simulation = b.model.simulation;
  b.built.warnings.push_back(fmt::format(
      "{}: added_mass: split leaves so much inertia{} to the delayed acceleration that the explicit loop grows {:.3g} "
      "times per step, whatever the step; say added_mass: exact{}",
      simulation.source.of(simulation.source.has("added_mass") ? "added_mass" : "reproduce").place(),
      by_morison ? " (that of Morison elements with it)" : "", worst,
      by_morison ? "" : ", or an added_mass_factor of about 2"));
}

}  // namespace swell::model
