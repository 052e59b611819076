#include "swell/hydro/contradictions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "swell/base/motions.h"
#include "swell/hydro/kernel_agreement.h"
#include "swell/hydro/long_waves.h"

namespace swell::hydro {
namespace {

void infinite_added_mass(const HydroData& data, std::vector<std::string>& notes) {
  constexpr double kStrong = 0.05, kRadiated = 0.05, kOther = 2.0;
  const std::size_t count = data.omega.size();
  for (std::size_t b = 0; b < data.bodies.size(); ++b) {
    const HydroBody& body = data.bodies[b];
    if (!body.added_mass_infinite || body.added_mass.size() != count || body.radiation_damping.size() != count)
      continue;
    const int first = data.first_dof(b), n = std::min(3, body.dof);
    double strongest = 0.0;
    for (int i = 0; i < n; ++i) strongest = std::max(strongest, std::abs(body.added_mass.back()(i, first + i)));
    std::string motions;
    for (int i = 0; i < n; ++i) {
      const double last = body.added_mass.back()(i, first + i), infinite = (*body.added_mass_infinite)(i, first + i);
      double most = 0.0, now = 0.0;
      for (std::size_t k = 0; k < count; ++k) {
        now = data.omega[k] * std::abs(body.radiation_damping[k](i, first + i));
        most = std::max(most, now);
      }
      if (!(last > kStrong * strongest) || now > kRadiated * most) continue;
      if (infinite >= last / kOther && infinite <= last * kOther) continue;
      motions += fmt::format("{}{:.3g} times in {}", motions.empty() ? "" : ", ", infinite / last,
                             kMotions[static_cast<std::size_t>(i)]);
    }
    if (motions.empty()) continue;
    notes.push_back(fmt::format(
        "body {}: the added mass at infinite frequency is not that of {:.4g} rad/s, where the motion has ceased to "
        "radiate ({}): it is of another run, or missing; bemio convert of the BEM output makes it anew",
        body.name, data.omega.back(), motions));
  }
}

}  // namespace

std::vector<std::string> contradictions(const HydroData& data) {
  std::vector<std::string> notes = kernel_contradictions(data);
  infinite_added_mass(data, notes);
  return notes;
}

std::string stiffness_contradiction(const HydroData& data, std::size_t body) {
  const auto ratio = heave_force_over_stiffness(data, body);
  if (!ratio || !std::isfinite(*ratio) || std::abs(std::log(std::max(*ratio, 1e-300))) < kOtherStiffness) return {};
  return fmt::format(
      "in long waves heave is pushed with {:.3g} times its hydrostatic stiffness, and ought to be with once: one of "
      "them "
      "is scaled (density, gravity, a length), or of another body",
      *ratio);
}

std::string volume_contradiction(const HydroData& data, std::size_t at) {
  if (!has_excitation(data) || !over_frequency(data, &HydroBody::added_mass)) return {};
  const HydroBody& body = data.bodies[at];
  const std::size_t head = along_x(data);
  const double cosine = std::abs(std::cos(data.direction[head] * kDegree));
  // Runs of heave alone know no surge.
  if (cosine < 0.5 || body.dof < 1 || !(body.displaced_volume > 0.0) ||
      !(largest(body, head, 0) > 1e-6 * largest(body, head, std::min(2, body.dof - 1))))
    return {};
  const auto found = volume_of_surge(data, at, cosine);
  if (!found || std::abs(found->force - 1.0) <= kSameVolume ||
      (found->ratio > 0.0 && std::abs(std::log(found->ratio)) < kOtherStiffness))
    return {};
  return fmt::format(
      "in long waves surge is pushed as if it displaced {:.3g} times its volume of {:.4g} m^3, which makes its "
      "buoyancy: "
      "the volume, the scale of force or added mass, or the water depth is another",
      found->ratio, body.displaced_volume);
}

}  // namespace swell::hydro
