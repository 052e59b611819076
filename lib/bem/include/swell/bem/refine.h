/// Chooses how finely shapes are divided, by comparing solutions.
#pragma once

#include <string>

#include "swell/bem/device.h"

namespace swell::bem {

struct Refinement {
  Resolution resolution;
  double error = 0.0;    ///< estimate: the largest difference to the division before, as below
  bool reached = false;  ///< whether it is below what was asked
  std::string where;     ///< the worst curve: "float heave-heave damping at 1.2 rad/s"
};

/// Solves some of the device's frequencies on finer and finer divisions until added mass, damping and excitation of two
/// in turn differ by no more than `error` of the largest value of each curve (of its kind, where symmetry makes it
/// vanish). The difference is the error of the coarser; the finer is taken, whose own is several times smaller.
Refinement refine(Device& device, double error, const Progress& progress = {});

/// The largest difference of two sets of the same bodies and frequencies, measured so.
double largest_difference(const hydro::HydroData& a, const hydro::HydroData& b, std::string* where = nullptr);

}  // namespace swell::bem
