/// Response amplitude operators measured in the time domain, for comparison with the frequency domain.
#pragma once

#include <functional>
#include <vector>

#include "swell/linear/linear.h"

namespace swell::linear {

struct RaoOptions {
  std::vector<double> omega;  ///< [rad/s] ascending; `white`: equally spaced
  double height = 0.02;       ///< [m] of each wave, crest to trough: small, for the linear response
  double settle = 40.0;       ///< periods before the response is measured (`regular`); `white`: records
  std::function<void(double fraction)> progress;
};

struct MeasuredRao {
  std::vector<double> omega;  ///< [rad/s] as run; `white`: moved to harmonics of the record
  std::vector<Output> outputs;
  MatrixXc operators;            ///< (outputs, omega) per metre of the wave's amplitude at the origin
  std::vector<double> unsteady;  ///< per omega: change over the last two parts, relative to the largest response
};

/// One run per frequency; the harmonic by least squares over ten periods after `settle`.
/// @throws InputError, SimulationError
MeasuredRao rao_by_regular_waves(const model::Model& model, const RaoOptions& options);

/// One run in a sea of equal waves at all frequencies, each a harmonic of the record [Schroeder1970].
/// @throws InputError, SimulationError
MeasuredRao rao_by_white_sea(const model::Model& model, const RaoOptions& options);

}  // namespace swell::linear
