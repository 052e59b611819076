#include "swell/device/excitation_loads.h"

#include <cmath>

#include "swell/base/error.h"

namespace swell::device {

using system::Computed;
using system::Declaration;
using system::Evaluation;
using system::Read;

namespace {
// Between tabulated times the shortest wave turns by this much at most: 2.8e-9 of its force [hydro/excitation.h].
constexpr double kPhase = 0.2;
}  // namespace

Excitation::Excitation(BodyNames bodies, hydro::LinearExcitation excitation, double start,
                       std::optional<double> half_step)
    : Component("excitation", "wave excitation, first order"),
      bodies_(std::move(bodies)),
      excitation_(std::move(excitation)),
      start_(start),
      half_step_(half_step) {
  SWELL_EXPECT(excitation_.rows() == 6 * static_cast<int>(bodies_.size()));
  if (half_step_) {
    grid_.emplace(excitation_, start_, *half_step_, kPhase);
    block_.resize(grid_->workspace_size());
    grid_->reset(block_.data());
  }
}

// Times on the grid of half steps come from the table, all others (events, outputs between steps) from the sum itself:
// either way a function of time alone.
void Excitation::evaluate(double time, double* out) const {
  if (grid_) {
    const double n = (time - start_) / *half_step_, nearest = std::round(n);
    if (std::abs(n - nearest) < 1e-7) {
      grid_->evaluate(static_cast<long>(nearest), block_.data(), out);
      return;
    }
  }
  excitation_.evaluate(time, out);
}

void Excitation::declare(Declaration& d) {
  const Computed force = d.compute("excitation", excitation_.rows(), {Read::time()},
                                   [this](const Evaluation& e, double* out) { evaluate(e.time, out); });
  declare_forces(d, bodies_, force, "wave excitation");
}

RecordedExcitation::RecordedExcitation(BodyNames bodies, hydro::RecordExcitation excitation)
    : Component("excitation", "wave excitation, kernel and recorded elevation"),
      bodies_(std::move(bodies)),
      excitation_(std::move(excitation)) {
  SWELL_EXPECT(excitation_.rows() == 6 * static_cast<int>(bodies_.size()));
}

void RecordedExcitation::declare(Declaration& d) {
  const Computed force = d.compute("excitation", excitation_.rows(), {Read::time()},
                                   [this](const Evaluation& e, double* out) { excitation_.evaluate(e.time, out); });
  declare_forces(d, bodies_, force, "wave excitation");
}

}  // namespace swell::device
