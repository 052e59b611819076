#include "swell/network/domain.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace swell::network {

const DomainInfo& info(Domain domain) {
  static constexpr std::array<DomainInfo, 5> kDomains{{
      {"hydraulic", "pressure", "Pa", "volume flow", "m^3/s", 1e6, 1e-3},
      {"pneumatic", "absolute pressure", "Pa", "mass flow", "kg/s", 1e5, 1e-3},
      {"electrical", "voltage", "V", "current", "A", 100.0, 10.0},
      {"rotational", "angular velocity", "rad/s", "torque", "N m", 100.0, 100.0},
      {"translational", "velocity", "m/s", "force", "N", 1.0, 1e5},
  }};
  return kDomains[static_cast<std::size_t>(domain)];
}

double power(Domain domain, double over, double through, double gas_density) {
  if (domain != Domain::pneumatic) return over * through;
  const double p = std::max(over, 1e-3 * kStandardPressure);  // the logarithm of an empty vessel is kept finite
  return through * kStandardPressure / gas_density * std::log(p / kStandardPressure);
}

}  // namespace swell::network
