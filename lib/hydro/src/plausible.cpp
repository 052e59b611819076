#include "swell/hydro/plausible.h"

namespace swell::hydro {

bool is_liquid(double density) { return density >= kLeastDensity && density <= kMostDensity; }

bool is_normalised(double density) { return density == 1.0; }

bool is_gravity(double gravity) { return gravity >= kLeastGravity && gravity <= kMostGravity; }

}  // namespace swell::hydro
