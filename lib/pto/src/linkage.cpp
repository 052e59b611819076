#include "swell/pto/linkage.h"

#include <algorithm>
#include <cmath>

#include "swell/network/basic.h"

namespace swell::pto {

using network::require_positive;

void check(const Crank& p) {
  require_positive(p.crank, "crank: crank", "m");
  require_positive(p.rod, "crank: rod", "m");
  require_positive(p.rod - std::abs(p.crank - p.offset), "crank: rod - |crank - offset|", "m");
}

void check(const AdjustableRod& p) {
  require_positive(p.crank, "adjustable rod: crank", "m");
  require_positive(p.rod_length, "adjustable rod: rod_length", "m");
  require_positive(p.rod_length - std::abs(p.crank - p.offset), "adjustable rod: rod_length - |crank - offset|", "m");
}

LinkagePoint evaluate(const Crank& p, double q) {
  const double s = std::sin(q), c = std::cos(q);
  const double lateral = p.crank * c - p.offset;
  const double height = std::sqrt(p.rod * p.rod - lateral * lateral);  // NaN if the rod does not reach
  const double start = std::sqrt(p.rod * p.rod - (p.crank - p.offset) * (p.crank - p.offset));
  // height^2 = L^2 - lateral^2, so height' = lateral r sin(q) / height.
  const double slope = lateral * p.crank * s / height;
  return {p.crank * s + height - start, p.crank * c + slope};
}

LinkagePoint evaluate(const AdjustableRod& p, double q) {
  const double s = std::sin(q), c = std::cos(q);
  const double d = std::sqrt(p.rod_length * p.rod_length - (p.crank - p.offset) * (p.crank - p.offset));
  const double lateral = p.crank * c - p.offset;
  const double along = p.crank * s - d;
  const double length = std::max(std::hypot(lateral, along), 1e-9 * p.rod_length);
  return {length - p.rod_length, p.crank * (along * c - lateral * s) / length};
}

}  // namespace swell::pto
