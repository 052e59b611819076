#include "swell/bem/refine.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "parts.h"
#include "swell/base/motions.h"

namespace swell::bem {
namespace {

// From coarse to fine: nodes along and around. For smooth potentials (at edges by grading) a higher order is better
// than smaller elements.
Resolution division(int level) {
  Resolution r;
  r.order = 4 + level;
  r.around = std::max(4, 4 + level);  // refined in every direction, else its error stays undetected
  r.size = 1.8;
  r.edge_levels = 1;
  return r;
}
constexpr int kFinest = 7;

// A body's cg is relative to the world origin, not to its position; a cg one or two body sizes above the water is
// plausible (a mast).
void note_far_cg(Device& device) {
  constexpr double kFar = 10.0;
  for (const ComputeBody& body : device.request.bodies) {
    const Surface s = make_surface(body.elements);
    const Vector3 low = s.points.rowwise().minCoeff(), high = s.points.rowwise().maxCoeff();
    const double away = (body.cg - body.cg.cwiseMax(low).cwiseMin(high)).norm(), size = (high - low).norm();
    if (away > kFar * size)
      device.warnings.warning("cg-far-away", body.origin,
                              fmt::format("the cg of body {} is {:.4g} m from its wet surface, which is {:.4g} m large",
                                          body.name, away, size),
                              "cg is in metres, from the origin of the world and not from the body's position");
  }
}

constexpr std::array kDrifts{&hydro::HydroBody::mean_drift_momentum, &hydro::HydroBody::mean_drift_pressure};

}  // namespace

double largest_difference(const hydro::HydroData& a, const hydro::HydroData& b, std::string* where) {
  double worst = 0.0;
  const auto note = [&](double value, double scale, const std::string& body, const char* what, int i, std::size_t k) {
    if (!(scale > 0.0) || value / scale <= worst) return;
    worst = value / scale;
    if (where != nullptr) *where = fmt::format("{} {} {} at {:.4g} rad/s", body, dof_name(i), what, b.omega[k]);
  };
  for (std::size_t body = 0; body < b.bodies.size(); ++body) {
    const hydro::HydroBody &x = a.bodies[body], &y = b.bodies[body];
    const int first = b.first_dof(body);
    // Largest of the three translations (rotations): values zero by symmetry have no scale of their own.
    std::array<double, 3> added{}, force{}, drift{};
    for (std::size_t k = 0; k < b.omega.size(); ++k) {
      for (int i = 0; i < y.dof; ++i) {
        const auto kind = static_cast<std::size_t>(std::min(i / 3, 2));
        added[kind] =
            std::max(added[kind], std::hypot(y.added_mass[k](i, first + i), y.radiation_damping[k](i, first + i)));
        for (const auto& row : y.excitation) force[kind] = std::max(force[kind], std::abs(row[k][i]));
        for (const auto member : kDrifts)
          for (const auto& row : y.*member)
            if (i < 6) drift[kind] = std::max(drift[kind], std::abs(row[k][i]));
      }
    }
    // A sphere has no moments about its centre: the scale is the force times a tenth of its length.
    const double lever = 0.1 * std::cbrt(y.displaced_volume);
    added[1] = std::max(added[1], lever * lever * added[0]);
    force[1] = std::max(force[1], lever * force[0]);
    drift[1] = std::max(drift[1], lever * drift[0]);
    for (std::size_t k = 0; k < b.omega.size(); ++k) {
      for (int i = 0; i < y.dof; ++i) {
        const auto kind = static_cast<std::size_t>(std::min(i / 3, 2));
        note(std::abs(x.added_mass[k](i, first + i) - y.added_mass[k](i, first + i)), added[kind], y.name, "added mass",
             i, k);
        note(std::abs(x.radiation_damping[k](i, first + i) - y.radiation_damping[k](i, first + i)), added[kind], y.name,
             "damping", i, k);
        for (std::size_t h = 0; h < y.excitation.size(); ++h)
          note(std::abs(x.excitation[h][k][i] - y.excitation[h][k][i]), force[kind], y.name, "excitation", i, k);
        for (const auto member : kDrifts)
          for (std::size_t h = 0; i < 6 && h < (y.*member).size(); ++h)
            note(std::abs((x.*member)[h][k][i] - (y.*member)[h][k][i]), drift[kind], y.name, "mean drift", i, k);
      }
    }
  }
  return worst;
}

Refinement refine(Device& device, double error, const Progress& progress) {
  divide(device, division(0));  // also chooses the frequencies if requested
  const std::vector<double> all = device.request.omega;
  const bool kernels = device.request.kernels, chooses = device.request.choose_frequencies;
  std::vector<double> some;
  constexpr std::size_t kSome = 6;
  for (std::size_t i = 0; i < kSome; ++i) {
    const double omega = all[i * (all.size() - 1) / (kSome - 1)];
    if (some.empty() || omega > some.back()) some.push_back(omega);
  }
  device.request.kernels = device.request.choose_frequencies = false;
  Refinement out;
  hydro::HydroData before;
  double last = 0.0;
  for (int level = 0; level <= kFinest; ++level) {
    out.resolution = division(level);
    device.request.omega = some;
    divide(device, out.resolution);
    if (progress) progress(0.0, fmt::format("division {} of the surface", level + 1));
    hydro::HydroData now = compute(device.request);
    if (level > 0) {
      const double difference = largest_difference(before, now, &out.where);
      // If the error falls by the factor r per division, the finer's is r/(1 - r) of the difference. At least twice the
      // difference: r is known from the second division on only, and other frequencies may have more.
      const double falls = last > 0.0 ? std::min(difference / last, 0.9) : 0.0;
      out.error = difference * std::max(2.0, falls / (1.0 - falls));
      out.reached = out.error <= error;
      last = difference;
    }
    before = std::move(now);
    if (out.reached) break;
  }
  device.request.omega = all;
  device.request.kernels = kernels;
  device.request.choose_frequencies = chooses;
  divide(device, out.resolution);
  return out;
}

Resolution with_panels(Device& device, int panels) {
  const double asked = panels, most = asked * std::sqrt(0.9 * memory_of_machine() / least_memory(asked));
  refuse_beyond_machine(
      least_memory(asked), device.source.of("panels"), fmt::format("panels = {}", panels),
      fmt::format("at most {:g} panels, if every symmetry is there", 1000.0 * std::floor(most / 1000.0)));
  divide(device, division(0));  // also chooses the frequencies if requested
  Resolution best;
  double apart = 1e300, made = 0.0;
  // Order before size: for smooth potentials it is more accurate with equally many nodes.
  for (int level = kFinest; level >= -1; --level) {
    for (double size = 3.6; size > 1e-4; size /= 1.3) {
      Resolution tried = division(level);
      tried.size = size;
      divide(device, tried);
      Eigen::Index nodes = 0;
      for (const ComputeBody& body : device.request.bodies)
        for (const Element& e : body.elements) nodes += e.nodes();
      const double far = std::abs(std::log(static_cast<double>(nodes) / panels));
      if (far < apart - 0.02) {
        apart = far;
        best = tried;
        made = static_cast<double>(nodes);
      }
      if (nodes > panels) break;
    }
  }
  if (apart > std::log(1.5))
    device.warnings.warning(
        "panels-not-met", device.source.of("panels"),
        fmt::format("panels = {}: {:g} is the nearest division that waves of {:.4g} rad/s leave", panels, made,
                    device.request.omega.back()),
        "edges and four nodes to the shortest wave need them; lower the highest frequency for fewer");
  divide(device, best);
  return best;
}

std::optional<Refinement> divide_as_asked(Device& device, const Progress& progress) {
  std::optional<Refinement> refined;
  if (device.error)
    refined = refine(device, *device.error, progress);
  else if (device.panels)
    with_panels(device, *device.panels);
  else
    divide(device, device.resolution);
  note_far_cg(device);
  return refined;
}

}  // namespace swell::bem
