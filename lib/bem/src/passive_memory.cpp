#include "swell/bem/passive_memory.h"

#include <algorithm>
#include <memory>

#include "swell/base/error.h"
#include "swell/hydro/coefficients.h"
#include "swell/hydro/state_space.h"

namespace swell::bem {

double add_passive_state_space(hydro::HydroData& data) {
  // A borrowed pointer: the coefficients are copied from it.
  const std::shared_ptr<const hydro::HydroData> borrowed(std::shared_ptr<void>(), &data);
  std::vector<hydro::HydroBodyRef> bodies;
  for (std::size_t b = 0; b < data.bodies.size(); ++b) {
    if (data.bodies[b].dof > 6)
      throw InputError(Origin{}, "the file's state space has no place for modes beside the six motions of a body",
                       "leave --state-space out; a run makes its own: hydrodynamics: {radiation: state-space}");
    bodies.push_back({borrowed, b});
  }
  const double density = data.density.value_or(1000.0);
  const hydro::RadiationCoefficients coefficients(bodies, density, true);
  hydro::MimoOptions options;
  options.passive = true;
  options.error = 0.01;
  const hydro::StateSpaceModel model = hydro::state_space_mimo(coefficients, options);
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
    const bool damped = model.D(row, column) > 0.0;
    hydro::EntryStateSpace entry;
    entry.A = MatrixX::Zero(order + (damped ? 1 : 0), order + (damped ? 1 : 0));
    entry.B = entry.C = VectorX::Zero(entry.A.rows());
    Eigen::Index at = 0;
    for (const std::size_t k : blocks) {
      const auto [first, size] = model.blocks[k];
      entry.A.block(at, at, size, size) = model.A[k];
      entry.B.segment(at, size) = model.B.col(column).segment(first, size);
      entry.C.segment(at, size) = model.C.row(row).segment(first, size).transpose() / density;
      at += size;
    }
    // WEC-Sim takes no direct term. 2 D p / (s + p) damps by D or more up to its pole p, the last frequency.
    if (damped) {
      const double pole = data.omega.back();
      entry.A(at, at) = -pole;
      entry.B(at) = 1.0;
      entry.C(at) = 2.0 * model.D(row, column) * pole / density;
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
  return model.response_error;
}

}  // namespace swell::bem
