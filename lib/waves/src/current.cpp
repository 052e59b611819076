#include "swell/waves/current.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "swell/base/interpolation.h"

namespace swell::waves {
namespace {

Vector3 towards(double speed, double direction) {
  return {speed * std::cos(direction), speed * std::sin(direction), 0.0};
}

struct VelocityAt {
  double z;  // at or below still water

  Vector3 operator()(const NoCurrent&) const { return Vector3::Zero(); }
  Vector3 operator()(const UniformCurrent& c) const { return towards(c.speed, c.direction); }
  Vector3 operator()(const PowerLawCurrent& c) const {
    if (z <= -c.depth) return Vector3::Zero();
    return towards(c.speed * std::pow(1.0 + z / c.depth, c.exponent), c.direction);
  }
  Vector3 operator()(const LinearCurrent& c) const {
    if (z <= -c.depth) return Vector3::Zero();
    return towards(c.speed * (1.0 + z / c.depth), c.direction);
  }
  Vector3 operator()(const CurrentProfile& c) const {
    const double depth = -z;
    if (c.depth.size() == 1 || depth <= c.depth.front()) return towards(c.speed.front(), c.direction.front());
    if (depth >= c.depth.back()) return towards(c.speed.back(), c.direction.back());
    const std::size_t i = find_piece(c.depth, depth);
    const double part = (depth - c.depth[i]) / (c.depth[i + 1] - c.depth[i]);
    return (1.0 - part) * towards(c.speed[i], c.direction[i]) + part * towards(c.speed[i + 1], c.direction[i + 1]);
  }
};

}  // namespace

Vector3 Current::velocity(double z) const { return std::visit(VelocityAt{std::min(z, 0.0)}, law); }

void check(const Current& current, Diagnostics& diagnostics) {
  const auto* profile = std::get_if<CurrentProfile>(&current.law);
  if (profile == nullptr) return;
  const std::vector<double>& depth = profile->depth;
  SWELL_EXPECT(!depth.empty() && depth.size() == profile->speed.size() && depth.size() == profile->direction.size());
  for (std::size_t i = 0; i < depth.size(); ++i) {
    if (!(depth[i] >= 0.0) || (i > 0 && !(depth[i] > depth[i - 1])))
      diagnostics.error(current.origin,
                        fmt::format("current.depth[{}] = {} m must be at least 0 and ascend", i, depth[i]),
                        "depths count downwards from still water");
  }
}

}  // namespace swell::waves
