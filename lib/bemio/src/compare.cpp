#include "swell/bemio/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "swell/base/interpolation.h"
#include "swell/bemio/doctor.h"

namespace swell::bemio {
namespace {

using Curve = std::vector<double>;

struct Grid {
  std::vector<double> x;     // where both are compared
  bool same = false;         // the two grids are one
  std::vector<double> a, b;  // the grids themselves
};

Grid common(const std::vector<double>& a, const std::vector<double>& b, bool interpolate) {
  Grid grid;
  grid.a = a;
  grid.b = b;
  grid.same = a.size() == b.size();
  for (std::size_t k = 0; grid.same && k < a.size(); ++k)
    grid.same = std::abs(a[k] - b[k]) <= 1e-6 * std::max(std::abs(a[k]), 1e-3);
  if (grid.same)
    grid.x = a;
  else if (interpolate && a.size() > 1 && b.size() > 1) {
    for (const double x : a) {
      if (x >= b.front() && x <= b.back()) grid.x.push_back(x);
    }
  }
  return grid;
}

class Comparison {
 public:
  Comparison(const hydro::HydroData& first, const hydro::HydroData& second, const CompareOptions& options)
      : a_(first), b_(second), options_(options), omega_(common(first.omega, second.omega, options.interpolate)) {}

  std::vector<Difference> run() {
    if (a_.bodies.size() != b_.bodies.size() || a_.total_dof() != b_.total_dof()) {
      say("bodies", fmt::format("{} bodies with {} dofs, and {} with {}", a_.bodies.size(), a_.total_dof(),
                                b_.bodies.size(), b_.total_dof()));
      return done();
    }
    if (!omega_.same) {
      say("frequencies",
          fmt::format("{} from {:g} to {:g} rad/s, and {} from {:g} to {:g} rad/s{}", a_.omega.size(),
                      a_.omega.empty() ? 0.0 : a_.omega.front(), a_.omega.empty() ? 0.0 : a_.omega.back(),
                      b_.omega.size(), b_.omega.empty() ? 0.0 : b_.omega.front(),
                      b_.omega.empty() ? 0.0 : b_.omega.back(), omega_.x.empty() ? "" : "; compared by interpolation"));
    }
    const auto scalar = [&](const char* name, double x, double y) {
      number(name, "", x, y, std::max(std::abs(x), std::abs(y)));
    };
    scalar("water depth", a_.water_depth.value_or(1e30), b_.water_depth.value_or(1e30));
    scalar("gravity", a_.gravity.value_or(9.81), b_.gravity.value_or(9.81));
    scalar("density", a_.density.value_or(1000.0), b_.density.value_or(1000.0));
    directions();
    for (std::size_t b = 0; b < a_.bodies.size(); ++b) body(b);
    return done();
  }

 private:
  void say(const char* quantity, std::string sentence) {
    Difference d;
    d.quantity = quantity;
    d.relative = std::numeric_limits<double>::infinity();
    d.sentence = std::move(sentence);
    list_.push_back(std::move(d));
  }

  std::vector<Difference> done() {
    std::stable_sort(list_.begin(), list_.end(),
                     [](const Difference& x, const Difference& y) { return x.relative > y.relative; });
    return std::move(list_);
  }

  void number(const char* quantity, const std::string& dof, double x, double y, double scale) {
    if (x == y || scale <= 0.0) return;
    Difference d;
    d.quantity = quantity;
    d.body = name_;
    d.dof = dof;
    d.first = x;
    d.second = y;
    d.relative = std::abs(x - y) / scale;
    list_.push_back(std::move(d));
  }

  void directions() {
    for (std::size_t i = 0; i < a_.direction.size(); ++i) {
      // The same number first; -180 and 180 are one direction only when there is no better partner.
      std::optional<std::size_t> partner;
      for (std::size_t j = 0; j < b_.direction.size(); ++j) {
        if (std::abs(std::remainder(a_.direction[i] - b_.direction[j], 360.0)) > 0.01) continue;
        if (!partner || std::abs(a_.direction[i] - b_.direction[j]) <= 0.01) partner = j;
      }
      if (partner) pairs_.emplace_back(i, *partner);
    }
    if (pairs_.size() != a_.direction.size() || a_.direction.size() != b_.direction.size()) {
      say("directions",
          fmt::format("{} and {}, {} in common", a_.direction.size(), b_.direction.size(), pairs_.size()));
    }
  }

  // The curves x, y over the grids of `grid`; complex ones as two parts. Adds the worst place.
  void curves(const char* quantity, const std::string& dof, std::optional<double> direction, const Grid& grid,
              const std::vector<Curve>& x, const std::vector<Curve>& y, double scale) {
    if (grid.x.empty() || scale <= 0.0) return;
    std::vector<Curve> on = y;
    std::vector<Curve> from = x;
    if (!grid.same) {
      for (std::size_t p = 0; p < x.size(); ++p) {
        const CubicSpline other(grid.b, y[p]), own(grid.a, x[p]);
        on[p].clear();
        from[p].clear();
        for (const double at : grid.x) {
          on[p].push_back(other(at));
          from[p].push_back(own(at));
        }
      }
    }
    Difference worst;
    for (std::size_t k = 0; k < grid.x.size(); ++k) {
      double difference = 0.0, first = 0.0, second = 0.0;
      for (std::size_t p = 0; p < x.size(); ++p) {
        difference = std::hypot(difference, from[p][k] - on[p][k]);
        first = x.size() == 1 ? from[p][k] : std::hypot(first, from[p][k]);
        second = x.size() == 1 ? on[p][k] : std::hypot(second, on[p][k]);
      }
      if (std::isnan(difference)) {
        if (std::isnan(first) && std::isnan(second)) continue;
        difference = std::numeric_limits<double>::infinity();
      }
      if (!(difference / scale > worst.relative)) continue;
      worst.relative = difference / scale;
      worst.omega = grid.x[k];
      worst.first = first;
      worst.second = second;
    }
    if (worst.relative == 0.0) return;
    worst.quantity = quantity;
    worst.body = name_;
    worst.dof = dof;
    worst.direction = direction;
    list_.push_back(std::move(worst));
  }

  std::string pair(std::size_t b, int i, int j) const {
    std::size_t c = a_.bodies.size() - 1;
    while (c > 0 && a_.first_dof(c) > j) --c;
    const std::string column = dof_name(j - a_.first_dof(c));
    return c == b ? dof_name(i) + "-" + column : dof_name(i) + "-" + a_.bodies[c].name + " " + column;
  }

  void matrices(const char* quantity, std::size_t b, const Grid& grid, const std::vector<MatrixX>& x,
                const std::vector<MatrixX>& y) {
    if (x.empty() && y.empty()) return;
    if (x.empty() != y.empty() || x[0].rows() != y[0].rows() || x[0].cols() != y[0].cols()) {
      return say(quantity, fmt::format("body {}: only one of the files has it, or their sizes differ", name_));
    }
    // Entries are judged against their own peak, or against the kind's (force-translation and so on) when tiny.
    const auto kind = [](int i) { return i % 6 > 2 ? 1 : 0; };
    double group[3] = {0.0, 0.0, 0.0};
    MatrixX peak = MatrixX::Zero(x[0].rows(), x[0].cols());
    for (const auto* list : {&x, &y}) {
      for (const MatrixX& M : *list) peak = peak.cwiseMax(M.cwiseAbs());
    }
    for (int i = 0; i < peak.rows(); ++i) {
      for (int j = 0; j < peak.cols(); ++j) group[kind(i) + kind(j)] = std::max(group[kind(i) + kind(j)], peak(i, j));
    }
    // Coupling that vanishes by symmetry is judged against the diagonal: sqrt of translation times rotation.
    group[1] = std::max(group[1], std::sqrt(group[0] * group[2]));
    for (int i = 0; i < peak.rows(); ++i) {
      for (int j = 0; j < peak.cols(); ++j) {
        Curve one, other;
        for (const MatrixX& M : x) one.push_back(M(i, j));
        for (const MatrixX& M : y) other.push_back(M(i, j));
        curves(quantity, pair(b, i, j), std::nullopt, grid, {one}, {other},
               std::max(peak(i, j), options_.floor * group[kind(i) + kind(j)]));
      }
    }
  }

  template <class Table>
  void forces(const char* quantity, const Grid& grid, const Table& x, const Table& y) {
    if (x.empty() && y.empty()) return;
    if (x.size() != a_.direction.size() || y.size() != b_.direction.size())
      return say(quantity, fmt::format("body {}: only one of the files has it", name_));
    double group[2] = {0.0, 0.0};
    for (const auto* table : {&x, &y}) {
      for (const auto& row : *table) {
        for (const auto& F : row) {
          for (Eigen::Index i = 0; i < F.size(); ++i) group[i % 6 > 2] = std::fmax(group[i % 6 > 2], std::abs(F[i]));
        }
      }
    }
    for (const auto& [d, e] : pairs_) {
      const auto dofs = x[d].empty() ? 0 : x[d][0].size();
      for (Eigen::Index i = 0; i < dofs; ++i) {
        std::vector<Curve> one(2), other(2);
        double peak = 0.0;
        for (const auto& F : x[d]) {
          peak = std::fmax(peak, std::abs(F[i]));
          one[0].push_back(std::real(F[i]));
          one[1].push_back(std::imag(F[i]));
        }
        for (const auto& F : y[e]) {
          peak = std::fmax(peak, std::abs(F[i]));
          other[0].push_back(std::real(F[i]));
          other[1].push_back(std::imag(F[i]));
        }
        curves(quantity, dof_name(static_cast<int>(i)), a_.direction[d], grid, one, other,
               std::max(peak, options_.floor * group[i % 6 > 2]));
      }
    }
  }

  void body(std::size_t b) {
    const hydro::HydroBody &x = a_.bodies[b], &y = b_.bodies[b];
    name_ = x.name;
    if (x.dof != y.dof) return say("dofs", fmt::format("body {}: {} and {}", name_, x.dof, y.dof));
    const double length = std::max(std::cbrt(std::max(x.displaced_volume, y.displaced_volume)), 1e-9);
    for (int axis = 0; axis < 3; ++axis) {
      const std::string letter(1, static_cast<char>('x' + axis));
      number("cg", letter, x.cg[axis], y.cg[axis], length);
      number("cb", letter, x.cb[axis], y.cb[axis], length);
    }
    number("displaced volume", "", x.displaced_volume, y.displaced_volume,
           std::max(x.displaced_volume, y.displaced_volume));
    const Grid none{{0.0}, true, {0.0}, {0.0}};
    matrices("hydrostatic stiffness", b, none, {x.restoring_stiffness}, {y.restoring_stiffness});
    if (x.added_mass_infinite && y.added_mass_infinite)
      matrices("added mass at infinite frequency", b, none, {*x.added_mass_infinite}, {*y.added_mass_infinite});
    matrices("added mass", b, omega_, x.added_mass, y.added_mass);
    matrices("radiation damping", b, omega_, x.radiation_damping, y.radiation_damping);
    forces("excitation", omega_, x.excitation, y.excitation);
    if (!x.froude_krylov.empty() && !y.froude_krylov.empty())
      forces("Froude-Krylov force", omega_, x.froude_krylov, y.froude_krylov);
    if (!x.scattering.empty() && !y.scattering.empty()) forces("scattering force", omega_, x.scattering, y.scattering);
    if (!x.radiation_irf.empty() && !y.radiation_irf.empty()) {
      matrices("radiation kernel", b, common(x.radiation_irf_time, y.radiation_irf_time, options_.interpolate),
               x.radiation_irf, y.radiation_irf);
    }
    if (!x.excitation_irf.empty() && !y.excitation_irf.empty()) {
      forces("excitation kernel", common(x.excitation_irf_time, y.excitation_irf_time, options_.interpolate),
             x.excitation_irf, y.excitation_irf);
    }
  }

  const hydro::HydroData &a_, &b_;
  const CompareOptions& options_;
  Grid omega_;
  std::vector<std::pair<std::size_t, std::size_t>> pairs_;
  std::vector<Difference> list_;
  std::string name_;
};

}  // namespace

std::vector<Difference> compare(const hydro::HydroData& first, const hydro::HydroData& second,
                                const CompareOptions& options) {
  return Comparison(first, second, options).run();
}

}  // namespace swell::bemio
