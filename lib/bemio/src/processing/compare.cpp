#include "swell/bemio/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <limits>
#include <map>
#include <tuple>
#include <type_traits>

#include "swell/base/interpolation.h"
#include "swell/base/motions.h"
#include "swell/hydro/bemio_h5.h"

namespace swell::bemio {
namespace {

using RealCurve = std::vector<double>;

// Moduli and phases of two complex values.
void set_values(Difference& d, std::complex<double> first, std::complex<double> second) {
  d.first = std::abs(first);
  d.second = std::abs(second);
  d.first_phase = std::arg(first) / kDegree;
  d.second_phase = std::arg(second) / kDegree;
}

struct Grid {
  std::vector<double> x;     // where both are compared
  bool same = false;         // the two grids are one
  std::vector<double> a, b;  // the grids themselves
  bool of_time = false;
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
Grid times(const std::vector<double>& a, const std::vector<double>& b, bool interpolate) {
  Grid grid = common(a, b, interpolate);
  grid.of_time = true;
  return grid;
}

class Comparison {
 public:
  Comparison(const hydro::HydroData& first, const hydro::HydroData& second, const CompareOptions& options)
      : a_(first), b_(second), options_(options), omega_(common(first.omega, second.omega, options.interpolate)) {}

  std::vector<Difference> run() {
    if (a_.bodies.size() != b_.bodies.size() || a_.total_dof() != b_.total_dof()) {
      say("bodies",
          fmt::format("{} {} with {} dofs, and {} with {}", a_.bodies.size(), a_.bodies.size() == 1 ? "body" : "bodies",
                      a_.total_dof(), b_.bodies.size(), b_.total_dof()));
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
    scalar("gravity", a_.gravity.value_or(kGravity), b_.gravity.value_or(kGravity));
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
              const std::vector<RealCurve>& x, const std::vector<RealCurve>& y, double scale) {
    if (grid.x.empty() || scale <= 0.0) return;
    std::vector<RealCurve> on = y;
    std::vector<RealCurve> from = x;
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
      const bool complex = x.size() == 2;
      const std::complex<double> first(from[0][k], complex ? from[1][k] : 0.0);
      const std::complex<double> second(on[0][k], complex ? on[1][k] : 0.0);
      double difference = std::abs(first - second);
      if (std::isnan(difference)) {
        if (std::isnan(std::abs(first)) && std::isnan(std::abs(second))) continue;
        difference = std::numeric_limits<double>::infinity();
      }
      if (!(difference / scale > worst.relative)) continue;
      worst.relative = difference / scale;
      worst.omega = grid.x[k];
      worst.over_time = grid.of_time;
      worst.first = first.real();
      worst.second = second.real();
      if (complex) set_values(worst, first, second);
    }
    if (worst.relative == 0.0) return;
    worst.quantity = quantity;
    worst.body = name_;
    worst.dof = dof;
    worst.direction = direction;
    list_.push_back(std::move(worst));
  }

  // Row and column of a matrix of all bodies, or of the body's own: its modes alone where it has fewer rows than dofs.
  std::string pair(std::size_t b, int i, int j, Eigen::Index columns) const {
    const auto dof = static_cast<Eigen::Index>(a_.bodies[b].dof);
    if (columns <= dof) {
      const int first = static_cast<int>(dof - columns);
      return dof_name(first + i) + "-" + dof_name(first + j);
    }
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
        RealCurve one, other;
        for (const MatrixX& M : x) one.push_back(M(i, j));
        for (const MatrixX& M : y) other.push_back(M(i, j));
        curves(quantity, pair(b, i, j, peak.cols()), std::nullopt, grid, {one}, {other},
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
        double peak = 0.0;
        const auto parts = [&](const auto& row) {
          constexpr bool complex = !std::is_same_v<std::decay_t<decltype(row[0][0])>, double>;
          std::vector<RealCurve> list(complex ? 2 : 1);
          for (const auto& F : row) {
            peak = std::fmax(peak, std::abs(F[i]));
            list[0].push_back(std::real(F[i]));
            if (complex) list[1].push_back(std::imag(F[i]));
          }
          return list;
        };
        const std::vector<RealCurve> one = parts(x[d]), other = parts(y[e]);
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
    limit("added mass at infinite frequency", b, x.added_mass_infinite, y.added_mass_infinite);
    limit("added mass at zero frequency", b, x.added_mass_zero, y.added_mass_zero);
    matrices("added mass", b, omega_, x.added_mass, y.added_mass);
    matrices("radiation damping", b, omega_, x.radiation_damping, y.radiation_damping);
    forces("excitation", omega_, x.excitation, y.excitation);
    forces("Froude-Krylov force", omega_, x.froude_krylov, y.froude_krylov);
    forces("scattering force", omega_, x.scattering, y.scattering);
    forces("mean drift (control surface)", omega_, x.mean_drift_control_surface, y.mean_drift_control_surface);
    forces("mean drift (momentum conservation)", omega_, x.mean_drift_momentum, y.mean_drift_momentum);
    forces("mean drift (pressure integration)", omega_, x.mean_drift_pressure, y.mean_drift_pressure);
    quadratic("quadratic transfer function (sum)", x.qtf_sum, y.qtf_sum);
    quadratic("quadratic transfer function (difference)", x.qtf_difference, y.qtf_difference);
    const std::tuple<const char*, const MatrixX*, const MatrixX*> own[] = {
        {"mass of the modes", &x.generalised_mass, &y.generalised_mass},
        {"damping of the modes", &x.generalised_damping, &y.generalised_damping},
        {"stiffness of the modes", &x.generalised_stiffness, &y.generalised_stiffness},
        {"external mass", &x.external_mass, &y.external_mass},
        {"external damping", &x.external_damping, &y.external_damping},
        {"external stiffness", &x.external_stiffness, &y.external_stiffness}};
    for (const auto& [quantity, one, other] : own) {
      if (one->size() > 0 || other->size() > 0) matrices(quantity, b, none, {*one}, {*other});
    }
    // What is made from the coefficients is missing in a result of the BEM code: reported, but no difference of
    // results.
    if (both("radiation kernel", x.radiation_irf.empty(), y.radiation_irf.empty())) {
      matrices("radiation kernel", b, times(x.radiation_irf_time, y.radiation_irf_time, options_.interpolate),
               x.radiation_irf, y.radiation_irf);
    }
    if (both("excitation kernel", x.excitation_irf.empty(), y.excitation_irf.empty())) {
      forces("excitation kernel", times(x.excitation_irf_time, y.excitation_irf_time, options_.interpolate),
             x.excitation_irf, y.excitation_irf);
    }
    if (both("state space", x.radiation_state_space.empty(), y.radiation_state_space.empty())) state_space(b, x, y);
  }

  void limit(const char* quantity, std::size_t b, const std::optional<MatrixX>& x, const std::optional<MatrixX>& y) {
    const Grid none{{0.0}, true, {0.0}, {0.0}};
    const auto list = [](const std::optional<MatrixX>& M) {
      return M ? std::vector<MatrixX>{*M} : std::vector<MatrixX>{};
    };
    matrices(quantity, b, none, list(x), list(y));
  }

  // Whether both files have a derived quantity; notes it without weight when one has.
  bool both(const char* quantity, bool first_lacks, bool second_lacks) {
    if (first_lacks != second_lacks) {
      say(quantity, fmt::format("body {}: only the {} file has it", name_, first_lacks ? "second" : "first"));
      list_.back().relative = 0.0;
    }
    return !first_lacks && !second_lacks;
  }

  void quadratic(const char* quantity, const std::vector<std::vector<hydro::QtfEntry>>& x,
                 const std::vector<std::vector<hydro::QtfEntry>>& y) {
    if (x.empty() && y.empty()) return;
    if (x.size() != y.size()) return say(quantity, fmt::format("body {}: only one of the files has it", name_));
    for (std::size_t i = 0; i < x.size(); ++i) {
      using Place = std::array<double, 4>;  // both periods and headings to the digits that files print
      const auto place = [](const hydro::QtfEntry& e) {
        const auto digits = [](double v) { return std::round(v * 1e5) / 1e5; };
        return Place{digits(e.period_i), digits(e.period_j), digits(e.heading_i), digits(e.heading_j)};
      };
      std::map<Place, std::complex<double>> other;
      double peak = 0.0;
      for (const hydro::QtfEntry& e : y[i]) {
        other[place(e)] = e.value;
        peak = std::max(peak, std::abs(e.value));
      }
      for (const hydro::QtfEntry& e : x[i]) peak = std::max(peak, std::abs(e.value));
      Difference worst;
      std::size_t alone = x[i].size() > y[i].size() ? 0 : y[i].size() - x[i].size();
      for (const hydro::QtfEntry& e : x[i]) {
        const auto at = other.find(place(e));
        if (at == other.end()) {
          ++alone;
          continue;
        }
        const double apart = std::abs(e.value - at->second);
        if (apart == 0.0 || (worst.relative > 0.0 && apart / peak <= worst.relative)) continue;
        worst.relative = apart / peak;
        worst.omega = 2.0 * kPi / e.period_i;
        worst.direction = e.heading_i;
        set_values(worst, e.value, at->second);
      }
      if (alone > 0) {
        say(quantity, fmt::format("body {} {}: {} pairs of periods and headings are in one file only", name_,
                                  dof_name(static_cast<int>(i)), alone));
      }
      if (worst.relative == 0.0) continue;
      worst.quantity = quantity;
      worst.body = name_;
      worst.dof = dof_name(static_cast<int>(i));
      list_.push_back(std::move(worst));
    }
  }

  // Realisations are compared by what they do: the signs and the order of the states mean nothing.
  void state_space(std::size_t b, const hydro::HydroBody& x, const hydro::HydroBody& y) {
    const std::vector<double>& time = x.radiation_irf_time.size() > 1 ? x.radiation_irf_time : y.radiation_irf_time;
    const double step = time.size() > 1 ? time[1] - time[0] : 0.05;
    const std::size_t count = time.size() > 1 ? time.size() : 401;
    const auto response = [&](const hydro::EntryStateSpace& e) {
      const VectorX K = e.kernel(step, static_cast<Eigen::Index>(count));
      return RealCurve(K.begin(), K.end());
    };
    const auto equal = [](const hydro::EntryStateSpace& p, const hydro::EntryStateSpace& q) {
      return p.A.rows() == q.A.rows() && p.A == q.A && p.B == q.B && p.C == q.C && p.D == q.D;
    };
    Grid grid;
    for (std::size_t k = 0; k < count; ++k) grid.x.push_back(step * static_cast<double>(k));
    grid.same = grid.of_time = true;
    for (std::size_t i = 0; i < x.radiation_state_space.size() && i < y.radiation_state_space.size(); ++i) {
      for (std::size_t j = 0; j < x.radiation_state_space[i].size() && j < y.radiation_state_space[i].size(); ++j) {
        const hydro::EntryStateSpace &p = x.radiation_state_space[i][j], &q = y.radiation_state_space[i][j];
        if (equal(p, q)) continue;
        const std::string dof = pair(b, static_cast<int>(i), static_cast<int>(j),
                                     static_cast<Eigen::Index>(x.radiation_state_space[i].size()));
        const RealCurve one = response(p), other = response(q);
        double peak = std::max(std::abs(p.D), std::abs(q.D));
        for (const RealCurve* K : {&one, &other}) {
          for (const double k : *K) peak = std::fmax(peak, std::abs(k));
        }
        const std::size_t before = list_.size();
        curves("state space (kernel)", dof, std::nullopt, grid, {one}, {other}, peak);
        if (p.D != q.D) number("state space (direct term)", dof, p.D, q.D, peak);
        if (list_.size() > before) continue;
        say("state space", fmt::format("body {} {}: other matrices with the same kernel", name_, dof));
        list_.back().relative = 0.0;
      }
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

std::optional<hydro::HydroData> in_order_of(const hydro::HydroData& first, const hydro::HydroData& second) {
  std::map<std::string, int> number;  // in the second set, from 1
  for (const hydro::HydroBody& body : second.bodies) number.emplace(body.name, static_cast<int>(number.size()) + 1);
  if (number.size() != second.bodies.size() || first.bodies.size() != second.bodies.size()) return std::nullopt;
  std::vector<int> order;
  for (const hydro::HydroBody& body : first.bodies) {
    const auto at = number.find(body.name);
    if (at == number.end() || std::find(order.begin(), order.end(), at->second) != order.end()) return std::nullopt;
    order.push_back(at->second);
  }
  if (std::is_sorted(order.begin(), order.end())) return std::nullopt;
  return hydro::select_bodies(second, order);
}

std::vector<Difference> compare(const hydro::HydroData& first, const hydro::HydroData& second,
                                const CompareOptions& options) {
  const std::optional<hydro::HydroData> ordered = in_order_of(first, second);
  std::vector<Difference> list = Comparison(first, ordered ? *ordered : second, options).run();
  if (!ordered) return list;
  Difference order;
  order.quantity = "order of the bodies";
  order.of_order = true;
  for (const hydro::HydroBody& body : second.bodies) order.sentence += (order.sentence.empty() ? "" : ", ") + body.name;
  order.sentence += " in the second: paired by name";
  list.push_back(std::move(order));
  return list;
}

}  // namespace swell::bemio
