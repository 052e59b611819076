#include "unpack.h"

#include <cmath>

#include "swell/base/vector.h"

namespace swell::report {

namespace {

void sphere(double radius, std::vector<float>& vertices, std::vector<std::uint32_t>& triangles) {
  constexpr std::uint32_t kRings = 16, kAround = 24;
  for (std::uint32_t i = 0; i <= kRings; ++i) {
    for (std::uint32_t k = 0; k < kAround; ++k) {
      const double a = kPi * i / kRings, b = 2.0 * kPi * k / kAround;
      for (const double v : {std::sin(a) * std::cos(b), std::sin(a) * std::sin(b), std::cos(a)})
        vertices.push_back(static_cast<float>(radius * v));
      if (i == 0) continue;
      const std::uint32_t p = (i - 1) * kAround + k, q = (i - 1) * kAround + (k + 1) % kAround;
      for (const std::uint32_t index : {p, p + kAround, q, q, p + kAround, q + kAround}) triangles.push_back(index);
    }
  }
}

}  // namespace

Surface surface_of(const Json& body) {
  Surface surface;
  if (body.contains("vertices")) {
    surface.vertices = unpacked<float>(body["vertices"]);
    surface.triangles = unpacked<std::uint32_t>(body["triangles"]);
  } else {
    sphere(body["radius"].get<double>(), surface.vertices, surface.triangles);
  }
  return surface;
}

}  // namespace swell::report
