#include <fmt/format.h>

#include <algorithm>

#include "swell/hydro/bemio_h5.h"

namespace swell::hydro {
namespace {

/// The columns of the chosen bodies, side by side.
MatrixX columns(const MatrixX& all, const HydroData& data, const std::vector<std::size_t>& chosen) {
  Eigen::Index width = 0;
  for (const std::size_t b : chosen) width += data.bodies[b].dof;
  MatrixX out(all.rows(), width);
  Eigen::Index at = 0;
  for (const std::size_t b : chosen) {
    out.middleCols(at, data.bodies[b].dof) = all.middleCols(data.first_dof(b), data.bodies[b].dof);
    at += data.bodies[b].dof;
  }
  return out;
}

}  // namespace

std::size_t body_index(const HydroData& data, int number, const Origin& origin) {
  // Modes that stand as bodies come last, and are nobody's choice.
  const auto count = static_cast<std::size_t>(
      std::count_if(data.bodies.begin(), data.bodies.end(), [](const HydroBody& body) { return body.mode_of < 0; }));
  if (number >= 1 && static_cast<std::size_t>(number) <= count) return static_cast<std::size_t>(number) - 1;
  std::string known;
  for (std::size_t b = 0; b < count; ++b) {
    known += fmt::format("{}{} ({})", b == 0 ? "" : ", ", b + 1, data.bodies[b].name);
  }
  throw InputError(Diagnostic{
      Severity::error, origin,
      fmt::format("body {} is not in {}: it holds {}", number, data.file, known.empty() ? "no bodies" : known),
      std::to_string(number), known, "bodies count from 1 in the order of the BEM run"});
}

HydroData select_bodies(const HydroData& data, const std::vector<int>& numbers, const Origin& origin) {
  std::vector<std::size_t> chosen;
  chosen.reserve(numbers.size());
  for (const int number : numbers) chosen.push_back(body_index(data, number, origin));
  HydroData out = data;
  out.bodies.clear();
  for (const std::size_t b : chosen) {
    HydroBody body = data.bodies[b];
    for (MatrixX& A : body.added_mass) A = columns(A, data, chosen);
    for (MatrixX& B : body.radiation_damping) B = columns(B, data, chosen);
    for (MatrixX& K : body.radiation_irf) K = columns(K, data, chosen);
    if (body.added_mass_infinite) body.added_mass_infinite = columns(*body.added_mass_infinite, data, chosen);
    if (body.added_mass_zero) body.added_mass_zero = columns(*body.added_mass_zero, data, chosen);
    for (auto& row : body.radiation_state_space) {
      std::vector<EntryStateSpace> kept;
      for (const std::size_t c : chosen) {
        const auto first = row.begin() + data.first_dof(c);
        kept.insert(kept.end(), first, first + data.bodies[c].dof);
      }
      row = std::move(kept);
    }
    out.bodies.push_back(std::move(body));
  }
  return out;
}

}  // namespace swell::hydro
