/// Two sets of coefficients, entry by entry.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "swell/hydro/hydro_data.h"

namespace swell::bemio {

/// The worst place of one entry (a curve over frequency or time), or of one number.
struct Difference {
  std::string quantity;                             ///< "added mass", "excitation", "cg"
  std::string body, dof;                            ///< of the first set
  std::optional<double> omega;                      ///< [rad/s] or, where `over_time`, time [s]
  bool over_time = false;                           ///< a kernel
  bool of_order = false;                            ///< the bodies stand in another order: all others rest on it
  std::optional<double> direction;                  ///< [deg]
  double first = 0.0, second = 0.0;                 ///< the values there (moduli of complex ones)
  std::optional<double> first_phase, second_phase;  ///< [deg] of complex values
  double relative = 0.0;  ///< |difference| / largest value of the quantity's kind in both sets
  std::string sentence;   ///< for what cannot be compared number by number
};

struct CompareOptions {
  /// Compare by interpolation where the grids differ (over the common range); otherwise different grids are a
  /// difference of their own.
  bool interpolate = true;
  double floor = 1e-3;  ///< entries that peak below this part of their kind (forces or moments) are judged against it
};

/// The second set with its bodies in the order of the first's, where both hold the same names, each once, but not in
/// the same order; nothing otherwise.
std::optional<hydro::HydroData> in_order_of(const hydro::HydroData& first, const hydro::HydroData& second);

/// Every quantity of HydroData. Bodies are paired by name where both sets hold the same ones (another order is a
/// difference of 0 with a sentence), by their places otherwise. Worst entry first; empty when the sets are equal to the
/// last bit. State spaces are compared by their kernels. What only one set holds is an infinite difference; a kernel or
/// state space, which can be made from the rest, one of 0 with a sentence.
std::vector<Difference> compare(const hydro::HydroData& first, const hydro::HydroData& second,
                                const CompareOptions& options = {});

}  // namespace swell::bemio
