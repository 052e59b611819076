#include "swell/bem/passive_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <complex>
#include <memory>
#include <utility>
#include <vector>

#include "swell/base/error.h"
#include "swell/hydro/coefficients.h"
#include "swell/hydro/state_space.h"

namespace swell::bem {

namespace {

// WEC-Sim has no direct term. Each motion with one gets an additional state F = g D p / (s + p), p the last frequency
// of the data. Without a direct term C B must be symmetric: at high frequencies the response is C B / (i w), with
// the skew part of C B as its Hermitian part. The same states remove it; g is the smallest power of two for which the
// whole is passive up to sixty times p.
void replace_direct_term(hydro::StateSpaceModel& model, const std::vector<double>& omega, PassiveMemory& made) {
  const double pole = omega.back();
  const VectorX direct = model.D.diagonal();
  const MatrixX start = model.C * model.B, skew = 0.5 * (start - start.transpose());
  std::vector<Eigen::Index> rows;
  for (Eigen::Index row = 0; row < direct.size(); ++row) {
    if (direct(row) > 0.0) rows.push_back(row);
  }
  const auto more = static_cast<Eigen::Index>(rows.size()), fitted = model.B.rows();
  model.D.setZero();
  model.B.conservativeResize(fitted + more, Eigen::NoChange);
  model.C.conservativeResize(Eigen::NoChange, fitted + more);
  model.B.bottomRows(more).setZero();
  for (Eigen::Index k = 0; k < more; ++k) {
    model.A.push_back(MatrixX::Constant(1, 1, -pole));
    model.blocks.push_back({static_cast<int>(fitted + k), 1});
    model.B(fitted + k, rows[static_cast<std::size_t>(k)]) = 1.0;
  }
  constexpr double kMost = 64.0;
  for (double gain = 2.0; gain <= kMost; gain *= 2.0) {
    for (Eigen::Index k = 0; k < more; ++k) {
      const Eigen::Index row = rows[static_cast<std::size_t>(k)];
      model.C.col(fitted + k) = -skew.col(row);
      model.C(row, fitted + k) += gain * direct(row) * pole;
    }
    made.passivity = hydro::measure_passivity(model, pole);
    if (made.passivity.lowest >= -PassiveMemory::kRoundOff || more == 0) break;
  }
  // The damping of these states counts as an error of the fit.
  double share = 0.0;
  for (Eigen::Index k = 0; k < more; ++k) {
    const Eigen::Index row = rows[static_cast<std::size_t>(k)];
    double peak = 0.0;
    for (const double w : omega) peak = std::max(peak, std::abs(model.transfer(w)(row, row)));
    share = std::max(share, (model.C.col(fitted + k).cwiseAbs().maxCoeff() / pole) / peak);
  }
  made.error += share;
}

}  // namespace

void check_state_space(const ComputeRequest& request, const Origin& frequencies, Diagnostics& diagnostics) {
  if (request.omega.size() == 1)
    diagnostics.error(
        frequencies,
        fmt::format("frequencies: {:g} rad/s alone gives no memory to make a state space of", request.omega.front()),
        "write frequencies: auto, or leave --state-space out");
  for (const ComputeBody& body : request.bodies) {
    if (body.modes.empty()) continue;
    diagnostics
        .error(body.origin,
               fmt::format("{}: the state space of a file has no place for modes beside six motions", body.name),
               "leave --state-space out; a run makes its own: hydrodynamics: {radiation: state-space}")
        .code = "contradiction";
  }
}

PassiveMemory add_passive_state_space(hydro::HydroData& data) {
  // Non-owning pointer; the coefficients are copied.
  const std::shared_ptr<const hydro::HydroData> borrowed(std::shared_ptr<void>(), &data);
  std::vector<hydro::HydroBodyRef> bodies;
  for (std::size_t b = 0; b < data.bodies.size(); ++b) {
    SWELL_EXPECT(data.bodies[b].dof == 6);
    bodies.push_back({borrowed, b});
  }
  const double density = data.density.value_or(1000.0);
  const hydro::RadiationCoefficients coefficients(bodies, density, true);
  hydro::MimoOptions options;
  options.passive = true;
  constexpr double kOfFit = 0.8;  // the rest is for the states that replace the direct term
  options.error = kOfFit * PassiveMemory::kAsked;
  hydro::StateSpaceModel model = hydro::state_space_mimo(coefficients, options);
  PassiveMemory made;
  made.error = model.response_error;
  replace_direct_term(model, data.omega, made);
  const Eigen::Index columns = 6 * static_cast<Eigen::Index>(data.bodies.size());
  const auto entry_of = [&](Eigen::Index row, Eigen::Index column) {
    std::vector<std::size_t> blocks;
    Eigen::Index order = 0;
    for (std::size_t k = 0; k < model.blocks.size(); ++k) {
      const auto [first, size] = model.blocks[k];
      if (model.B.col(column).segment(first, size).isZero(0.0) || model.C.row(row).segment(first, size).isZero(0.0))
        continue;
      blocks.push_back(k);
      order += size;
    }
    made.states += order;
    hydro::EntryStateSpace entry;
    entry.A = MatrixX::Zero(order, order);
    entry.B = entry.C = VectorX::Zero(order);
    Eigen::Index at = 0;
    for (const std::size_t k : blocks) {
      const auto [first, size] = model.blocks[k];
      entry.A.block(at, at, size, size) = model.A[k];
      entry.B.segment(at, size) = model.B.col(column).segment(first, size);
      entry.C.segment(at, size) = model.C.row(row).segment(first, size).transpose() / density;
      at += size;
    }
    return entry;
  };
  for (std::size_t b = 0; b < data.bodies.size(); ++b) {
    auto& entries = data.bodies[b].radiation_state_space;
    entries.assign(6, std::vector<hydro::EntryStateSpace>(static_cast<std::size_t>(columns)));
    for (Eigen::Index i = 0; i < 6; ++i)
      for (Eigen::Index j = 0; j < columns; ++j)
        entries[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] =
            entry_of(6 * static_cast<Eigen::Index>(b) + i, j);
  }
  return made;
}

}  // namespace swell::bem
