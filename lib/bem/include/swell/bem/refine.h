/// Chooses how finely shapes are divided, by comparing solutions.
#pragma once

#include <optional>
#include <string>

#include "swell/bem/device.h"

namespace swell::bem {

struct Refinement {
  Resolution resolution;
  double error = 0.0;    ///< estimate, from the largest difference to the division before, as below
  bool reached = false;  ///< whether it is below what was asked
  std::string where;     ///< the worst curve: "float heave-heave damping at 1.2 rad/s"
};

/// Solves some of the device's frequencies on finer and finer divisions until added mass, damping, excitation and
/// mean drift of two in turn say that the finer is within `error` of the largest value of each curve (of its kind,
/// where symmetry makes it vanish): by twice their difference, or more where differences fall slowly.
Refinement refine(Device& device, double error, const Progress& progress = {});

/// The division whose nodes are nearest to so many, graded towards edges as its order asks.
Resolution with_panels(Device& device, int panels);

/// Divides the bodies as the device asks: by an error, by a number of panels, or by its resolution.
std::optional<Refinement> divide_as_asked(Device& device, const Progress& progress = {});

/// The largest difference of two sets of the same bodies and frequencies, measured so.
double largest_difference(const hydro::HydroData& a, const hydro::HydroData& b, std::string* where = nullptr);

}  // namespace swell::bem
