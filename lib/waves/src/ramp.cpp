#include "swell/waves/ramp.h"

#include <cmath>

#include "swell/base/vector.h"

namespace swell::waves {

double Ramp::operator()(double time) const {
  if (duration <= 0.0 || time >= duration) return 1.0;
  if (time <= 0.0) return 0.0;  // the cosine would rise again towards -T
  return 0.5 * (1.0 + std::cos(kPi + kPi * time / duration));
}

}  // namespace swell::waves
