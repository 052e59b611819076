#include "swell/hydro/plausible.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace swell::hydro {

bool is_liquid(double density) { return density >= kLeastDensity && density <= kMostDensity; }

bool is_normalised(double density) { return density == 1.0; }

bool is_gravity(double gravity) { return gravity >= kLeastGravity && gravity <= kMostGravity; }

std::string odd_stiffness(const Matrix6& C, bool upper_alone) {
  constexpr double kDigits = 1e-4, kNoise = 1e-6;  // five digits in the coarsest file; round-off of the integrals
  const double most = C.cwiseAbs().maxCoeff();
  for (const int i : {0, 1, 5}) {
    for (int j = 0; j < 6; ++j) {
      if (std::abs(C(i, j)) > kNoise * most)
        return fmt::format("has C({},{}) = {:g}: surge, sway and yaw feel none", i + 1, j + 1, C(i, j));
    }
  }
  for (int i = 0; i < 6; ++i) {
    for (int j = 0; j < i; ++j) upper_alone = upper_alone && C(i, j) == 0.0;
  }
  for (int i = 2; i < 5; ++i) {
    double row = 0.0;
    for (int j = 0; j < 5; ++j) {
      row = std::max(row, std::abs(C(i, j)));
      const double a = C(i, j), b = C(j, i);
      if (!upper_alone && std::abs(a - b) > kDigits * std::max(std::abs(a), std::abs(b)) + kNoise * most)
        return fmt::format("is not symmetric: C({},{}) = {:g}, C({},{}) = {:g}", i + 1, j + 1, a, j + 1, i + 1, b);
    }
    if (row > kNoise * most && std::abs(C(i, i)) <= 1e-9 * row)
      return fmt::format("has C({0},{0}) = {1:g} beside {2:g} in its row", i + 1, C(i, i), row);
  }
  return {};
}

}  // namespace swell::hydro
