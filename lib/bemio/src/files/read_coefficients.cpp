#include "files/read_coefficients.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "files/text_file.h"
#include "swell/hydro/plausible.h"

namespace swell::bemio {
namespace {

constexpr double kSameFrequency = 1e-9;  // relative

std::vector<std::size_t> order_of(const std::vector<double>& values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  return order;
}

template <class T>
std::vector<T> permuted(const std::vector<T>& values, const std::vector<std::size_t>& order) {
  std::vector<T> sorted;
  if (values.empty()) return sorted;
  sorted.reserve(order.size());
  for (const std::size_t k : order) sorted.push_back(values[k]);
  return sorted;
}

template <class Table>
void sort_table(Table& table, const std::vector<std::size_t>& directions, const std::vector<std::size_t>& frequencies) {
  table = permuted(table, directions);
  for (auto& row : table) row = permuted(row, frequencies);
}

template <class Table>
Table rows_of_body(const Table& table, int first, int dof) {
  Table own(table.size());
  for (std::size_t d = 0; d < table.size(); ++d) {
    own[d].reserve(table[d].size());
    for (const auto& all : table[d]) own[d].push_back(all.segment(first, dof));
  }
  return own;
}

[[noreturn]] void not_finite(const std::string& file, const std::string& what) {
  fail_input(file, -1, what + " is not a finite number", "take this frequency out of the BEM run or run it again");
}

template <class Table>
void check_table(const Table& table, const Coefficients& c, const std::string& file, const char* what) {
  for (std::size_t d = 0; d < table.size(); ++d) {
    for (std::size_t k = 0; k < table[d].size(); ++k) {
      if (!table[d][k].allFinite()) {
        not_finite(file, fmt::format("{} at {:.6g} rad/s, direction {:g} deg", what, c.omega[k], c.direction[d]));
      }
    }
  }
}

// Of thin plates the volume is round-off of either sign.
void no_negative_volume(hydro::HydroBody& body, hydro::HydroData& data) {
  if (!(body.displaced_volume < 0.0)) return;
  double most = 0.0;  // a volume: added mass of translations over the density
  for (const MatrixX& A : body.added_mass) {
    const double own = A.topRows<3>().cwiseAbs().maxCoeff();
    if (std::isfinite(own)) most = std::max(most, own);
  }
  if (-body.displaced_volume > 1e-3 * most) {
    fail_input(data.file, -1,
               fmt::format("body {}: displaced volume = {:g} m^3 must be 0 or more", body.name, body.displaced_volume),
               "do the normals of the mesh point outward? Correct the mesh and run the BEM code again");
  }
  data.notes.push_back(
      fmt::format("body {}: displaced volume = {:g} m^3 is taken as 0", body.name, body.displaced_volume));
  body.displaced_volume = 0.0;
}

}  // namespace

void assemble(Coefficients c, hydro::HydroData& data, bool keep_gaps) {
  const std::string& file = data.file;
  for (const double w : c.omega) {
    if (!std::isfinite(w) || w <= 0.0)
      not_finite(file, fmt::format("frequency {} rad/s (or it is not above 0) which", w));
  }
  for (const double b : c.direction) {
    if (!std::isfinite(b)) not_finite(file, "a wave direction");
  }
  std::vector<std::size_t> frequencies = order_of(c.omega);
  std::vector<std::size_t> unique;
  for (const std::size_t k : frequencies) {
    if (!unique.empty() && c.omega[k] - c.omega[unique.back()] <= kSameFrequency * c.omega[k]) {
      data.notes.push_back(fmt::format("frequency {:.9g} rad/s occurs twice; the first is used", c.omega[k]));
      continue;
    }
    unique.push_back(k);
  }
  std::vector<std::size_t> directions;
  for (const std::size_t d : order_of(c.direction)) {
    if (!directions.empty() && c.direction[d] == c.direction[directions.back()]) {
      data.notes.push_back(fmt::format("direction {:g} deg occurs twice; the first is used", c.direction[d]));
      continue;
    }
    directions.push_back(d);
  }
  c.added_mass = permuted(c.added_mass, unique);
  c.damping = permuted(c.damping, unique);
  for (ForceTable* table : {&c.excitation, &c.froude_krylov, &c.scattering}) sort_table(*table, directions, unique);
  for (DriftTable* table : {&c.drift_control_surface, &c.drift_momentum, &c.drift_pressure}) {
    sort_table(*table, directions, unique);
  }
  c.omega = permuted(c.omega, unique);
  c.direction = permuted(c.direction, directions);
  for (std::size_t k = 0; !keep_gaps && k < c.added_mass.size(); ++k) {
    if (!c.added_mass[k].allFinite()) not_finite(file, fmt::format("added mass at {:.6g} rad/s", c.omega[k]));
  }
  for (std::size_t k = 0; !keep_gaps && k < c.damping.size(); ++k) {
    if (!c.damping[k].allFinite()) not_finite(file, fmt::format("radiation damping at {:.6g} rad/s", c.omega[k]));
  }
  if (c.added_mass_infinite && !c.added_mass_infinite->allFinite())
    not_finite(file, "added mass at infinite frequency");
  if (c.added_mass_zero && !c.added_mass_zero->allFinite()) not_finite(file, "added mass at zero frequency");
  if (!keep_gaps) {
    check_table(c.excitation, c, file, "excitation");
    check_table(c.froude_krylov, c, file, "Froude-Krylov force");
    check_table(c.scattering, c, file, "scattering force");
  }
  check_table(c.drift_control_surface, c, file, "mean drift by control surface");
  check_table(c.drift_momentum, c, file, "mean drift by momentum");
  check_table(c.drift_pressure, c, file, "mean drift by pressure");
  data.omega = c.omega;
  data.direction = c.direction;
  const int n = data.total_dof();
  for (std::size_t b = 0; b < data.bodies.size(); ++b) {
    hydro::HydroBody& body = data.bodies[b];
    const int first = data.first_dof(b);
    for (const MatrixX& A : c.added_mass) body.added_mass.push_back(A.block(first, 0, body.dof, n));
    for (const MatrixX& B : c.damping) body.radiation_damping.push_back(B.block(first, 0, body.dof, n));
    if (c.added_mass_infinite) body.added_mass_infinite = c.added_mass_infinite->block(first, 0, body.dof, n);
    if (c.added_mass_zero) body.added_mass_zero = c.added_mass_zero->block(first, 0, body.dof, n);
    body.excitation = rows_of_body(c.excitation, first, body.dof);
    body.froude_krylov = rows_of_body(c.froude_krylov, first, body.dof);
    body.scattering = rows_of_body(c.scattering, first, body.dof);
    body.mean_drift_control_surface = rows_of_body(c.drift_control_surface, first, body.dof);
    body.mean_drift_momentum = rows_of_body(c.drift_momentum, first, body.dof);
    body.mean_drift_pressure = rows_of_body(c.drift_pressure, first, body.dof);
    if (!body.restoring_stiffness.allFinite() || !body.cg.allFinite() || !body.cb.allFinite() ||
        !std::isfinite(body.displaced_volume)) {
      not_finite(file, fmt::format("a hydrostatic value of body {}", body.name));
    }
    no_negative_volume(body, data);
  }
}

std::vector<std::pair<std::size_t, int>> excited_without_damping(const hydro::HydroData& data) {
  constexpr double kNothing = 1e-9;  // of the added mass: digits of a zero
  std::vector<std::pair<std::size_t, int>> found;
  for (std::size_t b = 0; b < data.bodies.size(); ++b) {
    const hydro::HydroBody& body = data.bodies[b];
    const int motions = std::min(body.dof, 6), first = data.first_dof(b);
    if (body.radiation_damping.empty()) continue;
    double force[6] = {}, kind[2] = {};
    for (const auto& direction : body.excitation) {
      for (const Eigen::VectorXcd& X : direction) {
        for (int i = 0; i < motions; ++i) force[i] = std::max(force[i], std::abs(X[i]));
      }
    }
    for (int i = 0; i < motions; ++i) kind[i / 3] = std::max(kind[i / 3], force[i]);
    for (int i = 0; i < motions; ++i) {
      double inertia = 0.0;  // as A / rho, which has the unit of B / (rho omega)
      for (const MatrixX& A : body.added_mass) inertia = std::max(inertia, std::abs(A(i, first + i)));
      const bool radiates =
          std::any_of(body.radiation_damping.begin(), body.radiation_damping.end(),
                      [&](const MatrixX& B) { return std::abs(B(i, first + i)) > kNothing * inertia; });
      if (!radiates && force[i] > 1e-3 * kind[i / 3]) found.emplace_back(b, i);
    }
  }
  return found;
}

ForceTable zero_forces(std::size_t directions, std::size_t frequencies, int n) {
  return ForceTable(directions, std::vector<Eigen::VectorXcd>(frequencies, Eigen::VectorXcd::Zero(n)));
}

DriftTable zero_drift(std::size_t directions, std::size_t frequencies, int n) {
  return DriftTable(directions, std::vector<VectorX>(frequencies, VectorX::Zero(n)));
}

void add_up_parts(Coefficients& c) {
  c.excitation = c.scattering;
  for (std::size_t d = 0; d < c.excitation.size(); ++d) {
    for (std::size_t k = 0; k < c.excitation[d].size(); ++k) c.excitation[d][k] += c.froude_krylov[d][k];
  }
}

double largest_difference(const ForceTable& table, const ForceTable& other) {
  constexpr double kRoundOff = 1e-3;
  if (other.empty() || other.front().empty()) return 0.0;
  VectorX peak = VectorX::Zero(other.front().front().size()), apart = peak;
  for (std::size_t d = 0; d < other.size(); ++d) {
    for (std::size_t k = 0; k < other[d].size(); ++k) {
      peak = peak.cwiseMax(other[d][k].cwiseAbs());
      apart = apart.cwiseMax((table[d][k] - other[d][k]).cwiseAbs());
    }
  }
  const double largest = peak.maxCoeff();
  return largest > 0.0 ? (apart.array() / peak.array().max(kRoundOff * largest)).maxCoeff() : 0.0;
}

void Filled::add(std::size_t block, int i, int j) {
  if (block >= places_.size()) places_.resize(block + 1);
  places_[block].emplace_back(i, j);
}

void Filled::check(const std::string& file, const std::function<std::string(std::size_t)>& name_of,
                   const std::function<std::string(int)>& place_of) {
  const auto refuse = [&](std::size_t block, std::pair<int, int> place, const std::string& how) {
    const std::string where = place.second > 0 ? fmt::format("row {} {}", place.first, place.second)
                              : place_of       ? place_of(place.first)
                                               : fmt::format("dof {}", place.first);
    fail_input(file, -1, fmt::format("{} {} {}", where, how, name_of(block)),
               "rows are missing, repeated or damaged; copy the file again or run the BEM code again");
  };
  for (std::size_t b = 0; b < places_.size(); ++b) {
    auto& own = places_[b];
    std::sort(own.begin(), own.end());
    const auto twice = std::adjacent_find(own.begin(), own.end());
    if (twice != own.end()) refuse(b, *twice, "occurs twice at");
    if (own == places_[0]) continue;
    std::vector<std::pair<int, int>> odd;
    std::set_symmetric_difference(own.begin(), own.end(), places_[0].begin(), places_[0].end(),
                                  std::back_inserter(odd));
    const bool extra = std::binary_search(own.begin(), own.end(), odd.front());
    refuse(b, odd.front(), extra ? "stands, though not in the first block, at" : "is missing at");
  }
}

std::optional<std::size_t> nearest_index(const std::vector<double>& values, double value, double tolerance,
                                         double floor) {
  std::optional<std::size_t> best;
  double distance = std::max(tolerance * std::abs(value), floor);
  for (std::size_t k = 0; k < values.size(); ++k) {
    const double d = std::abs(values[k] - value);
    if (d <= distance && (!best || d < distance)) {
      best = k;
      distance = d;
    }
  }
  return best;
}

void check_water(double density, double gravity, const std::filesystem::path& file) {
  if (!hydro::is_liquid(density)) {
    fail_input(shown(file), -1, fmt::format("water density = {:g} kg/m^3 must be a number from 100 to 20000", density),
               "kg/m^3 is meant, 1025 for sea water; correct the input of the BEM code and run it again");
  }
  if (!hydro::is_gravity(gravity)) {
    fail_input(shown(file), -1, fmt::format("gravity = {:g} m/s^2 must be a number from 1 to 25", gravity),
               "m/s^2 is meant, 9.81; correct the input of the BEM code and run it again");
  }
}

bool optional_part(const std::string& what, const char* option, std::vector<std::string>& notes,
                   const std::function<void()>& read) {
  try {
    read();
    return true;
  } catch (const InputError& error) {
    notes.push_back(fmt::format("{} left out: {}{}", what, error.diagnostics().front().text(),
                                *option == '\0' ? "" : fmt::format(" (--ignore {} leaves it out unread)", option)));
    return false;
  }
}

bool optional_file(const std::optional<std::filesystem::path>& file, const std::string& what, const char* option,
                   const std::string& absent, std::vector<std::string>& notes,
                   const std::function<void(const std::filesystem::path&)>& read, const std::string& then) {
  if (file && optional_part(what, option, notes, [&] { read(*file); })) return true;
  const std::string& note = file ? then : absent;
  if (!note.empty()) notes.push_back(note);
  return false;
}

void check_allocation(double count, std::size_t bytes, double factor, const std::string& file) {
  if (count <= factor * static_cast<double>(bytes) + 1e4) return;
  fail_input(file, -1, fmt::format("announces {:.3g} numbers, more than its {} bytes can hold", count, bytes),
             "the file is damaged or an index in it is wrong; copy it again");
}

}  // namespace swell::bemio
