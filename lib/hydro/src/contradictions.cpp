#include "swell/hydro/contradictions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "swell/base/motions.h"
#include "swell/hydro/kernel_agreement.h"
#include "swell/hydro/long_waves.h"

namespace swell::hydro {
namespace {

void heave_stiffness(const HydroData& data, std::vector<std::string>& notes) {
  const auto found = heave_force_over_stiffness(data);
  if (!found || std::abs(std::log(found->number)) < kOtherStiffness) return;
  const std::string& body = data.bodies[found->body].name;
  notes.push_back(
      std::isfinite(found->number)
          ? fmt::format("body {}: in long waves heave is pushed with {:.3g} times its hydrostatic stiffness, and ought "
                        "to be with once: one of them is scaled (density, gravity, a length), or of another body",
                        body, found->number)
          : fmt::format("body {}: its heave stiffness is 0, and waves push it as one that cuts the surface: the "
                        "hydrostatics are missing or of another body",
                        body));
}

void infinite_added_mass(const HydroData& data, std::vector<std::string>& notes) {
  constexpr double kStrong = 0.05, kRadiated = 0.05, kOther = 2.0;
  for (std::size_t b = 0; b < data.bodies.size(); ++b) {
    const HydroBody& body = data.bodies[b];
    const std::size_t count = data.omega.size();
    if (!body.added_mass_infinite || body.added_mass.size() != count || body.radiation_damping.size() != count)
      continue;
    const int first = data.first_dof(b), n = std::min(3, body.dof);
    double strongest = 0.0;
    for (int i = 0; i < n; ++i) strongest = std::max(strongest, std::abs(body.added_mass.back()(i, first + i)));
    for (int i = 0; i < n; ++i) {
      const double last = body.added_mass.back()(i, first + i), infinite = (*body.added_mass_infinite)(i, first + i);
      double most = 0.0, now = 0.0;
      for (std::size_t k = 0; k < count; ++k) {
        now = data.omega[k] * std::abs(body.radiation_damping[k](i, first + i));
        most = std::max(most, now);
      }
      if (!(last > kStrong * strongest) || now > kRadiated * most) continue;
      if (infinite >= last / kOther && infinite <= last * kOther) continue;
      notes.push_back(fmt::format(
          "body {}: the added mass at infinite frequency in {} is {:.3g} times that at {:.4g} rad/s, where this motion "
          "has ceased to radiate: it is of another run, or missing; bemio convert makes it anew by Ogilvie's relation "
          "(bemio check)",
          body.name, kMotions[static_cast<std::size_t>(i)], infinite / last, data.omega.back()));
    }
  }
}

}  // namespace

std::vector<std::string> contradictions(const HydroData& data) {
  std::vector<std::string> notes = kernel_contradictions(data);
  heave_stiffness(data, notes);
  infinite_added_mass(data, notes);
  return notes;
}

}  // namespace swell::hydro
