#include "swell/base/gauss_legendre.h"

#include <cmath>

#include "swell/base/error.h"
#include "swell/base/vector.h"

namespace swell {

GaussRule gauss_legendre(int n) {
  SWELL_EXPECT(n >= 1);
  GaussRule rule;
  for (int i = 0; i < n; ++i) {
    double x = -std::cos(kPi * (i + 0.75) / (n + 0.5)), slope = 1.0;
    for (int iteration = 0; iteration < 100; ++iteration) {
      double p0 = 1.0, p1 = x;
      for (int k = 2; k <= n; ++k) {
        const double p2 = ((2.0 * k - 1.0) * x * p1 - (k - 1.0) * p0) / k;
        p0 = p1;
        p1 = p2;
      }
      slope = n * (x * p1 - p0) / (x * x - 1.0);
      const double step = p1 / slope;
      x -= step;
      if (std::abs(step) < 1e-16) break;
    }
    rule.x.push_back(x);
    rule.w.push_back(2.0 / ((1.0 - x * x) * slope * slope));
  }
  return rule;
}

}  // namespace swell
