#include "swell/morison/strips.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace swell::morison {
namespace {

constexpr double kMostStrips = 1e6;  // more is an error of units and would exhaust memory

bool valid(const Member& member, const Origin& origin, Diagnostics& diagnostics) {
  bool good = true;
  const auto fail = [&](const std::string& message, const std::string& remedy = {}) {
    diagnostics.error(origin, "Morison member: " + message, remedy);
    good = false;
  };
  const auto at_least_zero = [&](double value, const char* name, const char* unit) {
    if (!(std::isfinite(value) && value >= 0.0)) {
      fail(fmt::format("{} = {:g}{} must be finite and at least 0", name, value, unit));
    }
  };
  at_least_zero(member.diameter_a, "diameter_a", " m");
  at_least_zero(member.diameter_b, "diameter_b", " m");
  at_least_zero(member.drag_normal, "drag_normal", "");
  at_least_zero(member.drag_tangential, "drag_tangential", "");
  at_least_zero(member.added_mass_normal, "added_mass_normal", "");
  at_least_zero(member.added_mass_tangential, "added_mass_tangential", "");
  const double length = (member.end_b - member.end_a).norm();
  if (!std::isfinite(length) || length <= 0.0) {
    fail(fmt::format("length from end_a to end_b = {:g} m must be above 0", length), "give two different ends");
  }
  if (member.count.has_value() == member.strip_length.has_value()) {
    fail(member.count ? "count and strip_length are both given" : "neither count nor strip_length is given",
         "give exactly one of them");
  }
  if (member.count && *member.count < 1) {
    fail(fmt::format("count = {} must be at least 1", *member.count));
  }
  if (member.strip_length && !(std::isfinite(*member.strip_length) && *member.strip_length > 0.0)) {
    fail(fmt::format("strip_length = {:g} m must be above 0", *member.strip_length));
  } else if (member.strip_length && length / *member.strip_length > kMostStrips) {
    fail(fmt::format("strip_length = {:g} m makes {:.3g} strips of {:g} m, at most {:g} are sensible",
                     *member.strip_length, length / *member.strip_length, length, kMostStrips),
         "check the unit, lengths are in m");
  }
  return good;
}

}  // namespace

std::vector<Element> strips(const Member& member, const Origin& origin, Diagnostics& diagnostics) {
  std::vector<Element> elements;
  if (!valid(member, origin, diagnostics)) {
    return elements;
  }
  const Vector3 along = member.end_b - member.end_a;
  // Kept part [s0, s1] of the member, relative to its length.
  double s0 = 0.0;
  double s1 = 1.0;
  if (member.waterline) {
    const double za = member.end_a.z() - *member.waterline;
    const double zb = member.end_b.z() - *member.waterline;
    if (za >= 0.0 && zb >= 0.0) {
      return elements;
    }
    if (za > 0.0) s0 = za / (za - zb);
    if (zb > 0.0) s1 = za / (za - zb);
  }
  constexpr double kAtSurface = 1e-6, kAboveCrests = 50.0;  // [m]
  const double length = along.norm() * (s1 - s0);
  const int count = member.count
                        ? *member.count
                        : std::max(1, static_cast<int>(std::ceil(length / *member.strip_length * (1.0 - 1e-12))));
  elements.reserve(static_cast<std::size_t>(count));
  const double step = (s1 - s0) / count;
  const auto diameter = [&](double s) { return member.diameter_a + s * (member.diameter_b - member.diameter_a); };
  for (int i = 0; i < count; ++i) {
    const double begin = s0 + i * step;
    const double D1 = diameter(begin);
    const double D2 = diameter(begin + step);
    const double dL = length / count;
    Element e;
    e.option = Option::normal_tangential;
    e.drag = {member.drag_normal, member.drag_tangential, 0.0};
    e.added_mass = {member.added_mass_normal, member.added_mass_tangential, 0.0};
    e.area = {0.5 * (D1 + D2) * dL, kPi * 0.5 * (D1 + D2) * dL, 0.0};
    e.volume = kPi / 12.0 * (D1 * D1 + D1 * D2 + D2 * D2) * dL;
    e.position = member.end_a + (begin + 0.5 * step) * along;
    e.axis = along.normalized();
    e.length = member.cut_at_surface ? dL : 0.0;
    e.diameter = 0.5 * (D1 + D2);
    e.taper = (member.diameter_b - member.diameter_a) / along.norm();
    const bool above_a = member.waterline && member.end_a.z() >= *member.waterline - kAtSurface,
               above_b = member.waterline && member.end_b.z() >= *member.waterline - kAtSurface;
    if (member.cut_at_surface && ((above_a && i == 0) || (above_b && i == count - 1))) e.beyond = kAboveCrests;
    elements.push_back(e);
  }
  return elements;
}

}  // namespace swell::morison
