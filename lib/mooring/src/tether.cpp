#include "swell/mooring/tether.h"

#include <limits>

namespace swell::mooring {

double TetherLaw::elastic(double stroke) const {
  return pre_tension + stiffness * stroke - bodies::effort(stop, stroke, 0.0);
}

double TetherLaw::energy(double stroke) const {
  return (pre_tension + 0.5 * stiffness * stroke) * stroke + bodies::stored_energy(stop, stroke);
}

double TetherLaw::slack_stroke() const {
  double low = -1.0, high = 0.0;  // elastic() grows with the stroke and is at least 0 at 0
  while (elastic(low) > 0.0) {
    if (low < -1e9) return -std::numeric_limits<double>::infinity();
    high = low;
    low *= 2.0;
  }
  for (int i = 0; i < 100; ++i) {
    const double middle = 0.5 * (low + high);
    (elastic(middle) > 0.0 ? high : low) = middle;
  }
  return high;
}

}  // namespace swell::mooring
