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

struct CheckLaw {
  const Origin& origin;
  Diagnostics& diagnostics;

  void finite(double value, const char* name) const {
    if (!std::isfinite(value)) diagnostics.error(origin, fmt::format("current.{} = {} must be a number", name, value));
  }
  void depth(double value) const {
    if (!(value > 0.0)) {
      diagnostics.error(origin, fmt::format("current.depth = {} m must be above 0", value),
                        "give the depth at which the current vanishes", fmt::format("{}", value), "> 0 m");
    }
  }
  void operator()(const NoCurrent&) const {}
  void operator()(const UniformCurrent& c) const {
    finite(c.speed, "speed");
    finite(c.direction, "direction");
  }
  void operator()(const PowerLawCurrent& c) const {
    finite(c.speed, "speed");
    finite(c.direction, "direction");
    depth(c.depth);
    if (!(c.exponent > 0.0)) {
      diagnostics.error(origin, fmt::format("current.exponent = {} must be above 0", c.exponent), "1/7 is customary");
    }
  }
  void operator()(const LinearCurrent& c) const {
    finite(c.speed, "speed");
    finite(c.direction, "direction");
    depth(c.depth);
  }
  void operator()(const CurrentProfile& c) const {
    if (c.depth.empty() || c.depth.size() != c.speed.size() || c.depth.size() != c.direction.size()) {
      diagnostics.error(origin,
                        fmt::format("current profile has {} depths, {} speeds and {} directions; they must be as many, "
                                    "at least one",
                                    c.depth.size(), c.speed.size(), c.direction.size()));
      return;
    }
    for (std::size_t i = 0; i < c.depth.size(); ++i) {
      finite(c.speed[i], "speed");
      finite(c.direction[i], "direction");
      if (!(c.depth[i] >= 0.0) || (i > 0 && !(c.depth[i] > c.depth[i - 1]))) {
        diagnostics.error(origin, fmt::format("current.depth[{}] = {} m must be at least 0 and ascend", i, c.depth[i]),
                          "depths count downwards from still water");
      }
    }
  }
};

}  // namespace

Vector3 Current::velocity(double z) const { return std::visit(VelocityAt{std::min(z, 0.0)}, law); }

void check(const Current& current, Diagnostics& diagnostics) {
  std::visit(CheckLaw{current.origin, diagnostics}, current.law);
}

}  // namespace swell::waves
