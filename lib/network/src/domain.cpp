#include "swell/network/domain.h"

#include <algorithm>
#include <cmath>
#include <list>
#include <mutex>

namespace swell::network {

const DomainInfo& info(Domain domain) { return *domain.info_; }

Domain Domain::own(const OwnDomain& d) {
  struct Kept {
    OwnDomain text;
    DomainInfo info;
  };
  static std::mutex mutex;
  static std::list<Kept> all;  // addresses stay
  const std::lock_guard<std::mutex> lock(mutex);
  const auto found = std::find_if(all.begin(), all.end(), [&](const Kept& kept) {
    const OwnDomain& k = kept.text;
    return k.name == d.name && k.over == d.over && k.over_unit == d.over_unit && k.through == d.through &&
           k.through_unit == d.through_unit && k.over_nominal == d.over_nominal &&
           k.through_nominal == d.through_nominal && k.power == d.power;
  });
  if (found != all.end()) return Domain(&found->info);
  Kept& kept = all.emplace_back(Kept{d, {}});
  const OwnDomain& t = kept.text;
  kept.info = {t.name.c_str(), t.over.c_str(),    t.over_unit.c_str(), t.through.c_str(), t.through_unit.c_str(),
               t.over_nominal, t.through_nominal, t.over.c_str(),      t.through.c_str(), t.power};
  return Domain(&kept.info);
}

double power(Domain domain, double over, double through, double gas_density) {
  switch (info(domain).power) {
    case TerminalPower::product:
      return over * through;
    case TerminalPower::through:
      return through;
    case TerminalPower::none:
      return 0.0;
    case TerminalPower::gas:
      break;
  }
  const double p = std::max(over, 1e-3 * kStandardPressure);  // the logarithm of an empty vessel is kept finite
  return through * kStandardPressure / gas_density * std::log(p / kStandardPressure);
}

}  // namespace swell::network
