/// Selects the division of shapes by comparing solutions.
#pragma once

#include <optional>
#include <string>

#include "swell/bem/device.h"

namespace swell::bem {

struct Refinement {
  Resolution resolution;
  double error = 0.0;    ///< estimate from the largest difference to the previous division
  bool reached = false;  ///< the error is below the requested one
  std::string where;     ///< the worst curve: "float heave-heave damping at 1.2 rad/s"
};

/// Solves some of the device's frequencies on successively finer divisions until the estimated error of added mass,
/// damping, excitation and mean drift is below `error`, relative to the largest value of each curve (of its kind, if
/// zero by symmetry). The estimate is twice the difference of two divisions, more if differences fall slowly.
Refinement refine(Device& device, double error, const Progress& progress = {});

/// Returns the division with the number of nodes nearest to `panels`, graded towards edges according to its order.
Resolution with_panels(Device& device, int panels);

/// Divides the bodies as requested: by an error, a number of panels, or a resolution.
std::optional<Refinement> divide_as_asked(Device& device, const Progress& progress = {});

/// Largest difference of two sets for the same bodies and frequencies, in the same measure.
double largest_difference(const hydro::HydroData& a, const hydro::HydroData& b, std::string* where = nullptr);

}  // namespace swell::bem
