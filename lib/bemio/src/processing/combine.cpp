#include <fmt/format.h>

#include <cmath>

#include "swell/base/error.h"
#include "swell/bemio/processing.h"

namespace swell::bemio {
namespace {

constexpr double kSameOmega = 1e-4;      // [rad/s]
constexpr double kSameDirection = 0.01;  // [deg]

}  // namespace

hydro::HydroData combine(const std::vector<hydro::HydroData>& parts) {
  SWELL_EXPECT(!parts.empty());
  if (parts.size() == 1) return parts[0];
  const hydro::HydroData& first = parts[0];
  Diagnostics diagnostics;
  const auto differ = [&](const hydro::HydroData& part, const std::string& message, const std::string& remedy) {
    Origin origin;
    origin.file = part.file;
    diagnostics.error(origin, message + fmt::format(" in {}", first.file), remedy);
  };
  int n = 0;
  for (const hydro::HydroData& part : parts) {
    n += part.total_dof();
    const auto value = [&](const std::optional<double>& own, const std::optional<double>& other, const char* what,
                           const char* unit, const char* remedy) {
      const bool same =
          own.has_value() == other.has_value() && (!own || std::abs(*own - *other) <= 1e-6 * std::abs(*other));
      const auto text = [&](const std::optional<double>& v) {
        return v ? fmt::format("{:g} {}", *v, unit) : std::string("not given");
      };
      if (!same) differ(part, fmt::format("{} is {}, but {}", what, text(own), text(other)), remedy);
    };
    value(part.water_depth, first.water_depth, "water depth (not given: infinite)", "m",
          "the depth is in every coefficient: run the BEM code for the same depth");
    value(part.gravity, first.gravity, "gravity", "m/s^2", "name it with --gravity, or run the BEM code for the same");
    value(part.density, first.density, "density", "kg/m^3",
          "name it with --density: normalised coefficients do not depend on it");
    bool same = part.omega.size() == first.omega.size();
    for (std::size_t k = 0; same && k < part.omega.size(); ++k)
      same = std::abs(part.omega[k] - first.omega[k]) <= kSameOmega;
    if (!same) {
      differ(part, fmt::format("the {} frequencies are not the {}", part.omega.size(), first.omega.size()),
             "bring them to one grid first (--frequencies)");
    }
    same = part.direction.size() == first.direction.size();
    for (std::size_t d = 0; same && d < part.direction.size(); ++d)
      same = std::abs(part.direction[d] - first.direction[d]) <= kSameDirection;
    if (!same)
      differ(part, fmt::format("the {} wave directions are not the {}", part.direction.size(), first.direction.size()),
             "run the BEM code for the same directions");
  }
  diagnostics.throw_if_errors();

  hydro::HydroData all = first;
  all.bodies.clear();
  all.notes.clear();
  all.code.clear();
  all.file.clear();
  int offset = 0;
  for (const hydro::HydroData& part : parts) {
    if (all.code.find(part.code) == std::string::npos) all.code += (all.code.empty() ? "" : "+") + part.code;
    all.file += (all.file.empty() ? "" : " + ") + part.file;
    for (const std::string& note : part.notes) all.notes.push_back(fmt::format("{}: {}", part.file, note));
    const int own = part.total_dof();
    const auto widen = [&](const MatrixX& M) {
      MatrixX wide = MatrixX::Zero(M.rows(), n);
      wide.middleCols(offset, own) = M;
      return wide;
    };
    for (hydro::HydroBody body : part.bodies) {
      for (MatrixX& A : body.added_mass) A = widen(A);
      for (MatrixX& B : body.radiation_damping) B = widen(B);
      if (body.added_mass_infinite) body.added_mass_infinite = widen(*body.added_mass_infinite);
      if (body.added_mass_zero) body.added_mass_zero = widen(*body.added_mass_zero);
      for (MatrixX& K : body.radiation_irf) K = widen(K);
      for (auto& row : body.radiation_state_space) {
        std::vector<hydro::EntryStateSpace> wide(static_cast<std::size_t>(n));
        std::move(row.begin(), row.end(), wide.begin() + offset);
        row = std::move(wide);
      }
      all.bodies.push_back(std::move(body));
    }
    offset += own;
  }
  all.notes.push_back("bodies of different runs have no hydrodynamic coupling");
  return all;
}

}  // namespace swell::bemio
