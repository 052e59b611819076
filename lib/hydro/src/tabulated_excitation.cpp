#include "swell/hydro/tabulated_excitation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "radiation_kernels.h"
#include "swell/base/error.h"
#include "swell/base/wide.h"

namespace swell::hydro {

namespace {
constexpr Eigen::Index kPhasors = 64;  // components whose phasors stand on the stack together
constexpr std::size_t kFewest = 16;    // components of a table: its interpolation has a price too
constexpr int kPoints = TabulatedExcitation::kPoints;
constexpr int kFirst = 1 - kPoints / 2;  // of the points

// Workspace: last time asked for, the force (active rows, ramp not applied), then the tables.
constexpr std::size_t kLast = 0;
constexpr std::size_t kForce = 1;

// 1 / prod_{j != i} (i - j) for the points -7 ... 8.
std::array<double, kPoints> lagrange_scale() {
  std::array<double, kPoints> scale{};
  for (int i = 0; i < kPoints; ++i) {
    double product = 1.0;
    for (int j = 0; j < kPoints; ++j) product *= j == i ? 1.0 : static_cast<double>(i - j);
    scale[static_cast<std::size_t>(i)] = 1.0 / product;
  }
  return scale;
}

// Weights of the points -7 ... 8 at x in [0, 1).
void lagrange(double x, double* weights) {
  static const std::array<double, kPoints> kScale = lagrange_scale();
  double product = 1.0;
  for (int i = 0; i < kPoints; ++i) {
    weights[i] = kScale[static_cast<std::size_t>(i)] * product;
    product *= x - static_cast<double>(i + kFirst);
  }
  product = 1.0;
  for (int i = kPoints; i-- > 0;) {
    weights[i] *= product;
    product *= x - static_cast<double>(i + kFirst);
  }
}
}  // namespace

TabulatedExcitation::TabulatedExcitation(const LinearExcitation& excitation, double t0, std::optional<double> step)
    : excitation_(excitation), t0_(t0), step_(step), exact_(excitation.omega_.size() <= kFew) {
  SWELL_EXPECT(!step || *step > 0.0);
  padded_ = static_cast<std::size_t>(padded(static_cast<int>(excitation_.active_.size()), kWide4));
  workspace_size_ = kForce + padded_;
  std::vector<Eigen::Index> order(static_cast<std::size_t>(excitation_.omega_.size()));
  std::iota(order.begin(), order.end(), Eigen::Index{0});
  if (exact_) {
    if (step) add_table(order, *step, true);
    return;
  }
  std::stable_sort(order.begin(), order.end(),
                   [this](Eigen::Index a, Eigen::Index b) { return excitation_.omega_(a) > excitation_.omega_(b); });
  for (auto from = order.begin(); from != order.end();) {
    const double highest = excitation_.omega_(*from);
    auto to = from;
    while (to != order.end() &&
           (excitation_.omega_(*to) > 0.5 * highest || static_cast<std::size_t>(to - from) < kFewest ||
            static_cast<std::size_t>(order.end() - to) < kFewest))
      ++to;
    add_table({from, to}, kPhase / highest, false);
    from = to;
  }
}

void TabulatedExcitation::add_table(const std::vector<Eigen::Index>& components, double interval, bool exact) {
  Table table;
  table.interval = interval;
  const auto n = static_cast<Eigen::Index>(components.size());
  const auto rows = static_cast<Eigen::Index>(excitation_.active_.size());
  table.omega.resize(n);
  table.re.resize(rows, n);
  table.im.resize(rows, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const Eigen::Index source = components[static_cast<std::size_t>(i)];
    table.omega(i) = excitation_.omega_(source);
    table.re.col(i) = excitation_.re_.col(source);
    table.im.col(i) = excitation_.im_.col(source);
  }
  table.turn_cos = (table.omega * interval).cos();
  table.turn_sin = (table.omega * interval).sin();
  table.before = exact ? 0 : kPoints / 2 - 1;
  table.lines = exact ? kBlock : kBlock + kPoints - 1;
  table.place = workspace_size_;
  workspace_size_ += 1 + static_cast<std::size_t>(table.lines) * padded_;
  tables_.push_back(std::move(table));
}

void TabulatedExcitation::reset(double* workspace) const {
  std::fill_n(workspace, workspace_size_, 0.0);
  workspace[kLast] = std::numeric_limits<double>::quiet_NaN();
  for (const Table& table : tables_) workspace[table.place] = std::numeric_limits<double>::quiet_NaN();
}

// The lines of times kBlock number - before and following.
const double* TabulatedExcitation::block(const Table& table, long number, double* workspace) const {
  double* lines = workspace + table.place + 1;
  if (workspace[table.place] == static_cast<double>(number)) return lines;
  workspace[table.place] = static_cast<double>(number);
  std::fill_n(lines, static_cast<std::size_t>(table.lines) * padded_, 0.0);
  const double start = t0_ + static_cast<double>(number * kBlock - table.before) * table.interval;
  const auto active = static_cast<int>(excitation_.active_.size());
  std::array<double, kPhasors> c{}, s{};
  for (Eigen::Index at = 0; at < table.omega.size(); at += kPhasors) {
    const auto width = static_cast<int>(std::min(kPhasors, table.omega.size() - at));
    for (int i = 0; i < width; ++i) {
      c[static_cast<std::size_t>(i)] = std::cos(table.omega(at + i) * start);
      s[static_cast<std::size_t>(i)] = std::sin(table.omega(at + i) * start);
    }
    for (long m = 0; m < table.lines; ++m) {
      add_phasors(active, width, table.re.data() + at, table.im.data() + at, static_cast<int>(table.re.cols()),
                  c.data(), s.data(), lines + static_cast<std::size_t>(m) * padded_);
      turn_phasors(width, table.turn_cos.data() + at, table.turn_sin.data() + at, c.data(), s.data());
    }
  }
  return lines;
}

void TabulatedExcitation::evaluate(double t, double* workspace, double* out) const {
  const LinearExcitation& e = excitation_;
  const auto rows = static_cast<int>(padded_);
  const double* force = workspace + kForce;
  if (exact_) {
    const double n = step_ ? (t - t0_) / *step_ : 0.5, nearest = std::round(n);
    if (tables_.empty() || std::abs(n - nearest) > 1e-7) {
      e.evaluate(t, out);
      return;
    }
    const auto number = static_cast<long>(std::floor(nearest / static_cast<double>(kBlock)));
    const long line = static_cast<long>(nearest) - number * kBlock;
    const double* lines = block(tables_.front(), number, workspace);
    force = lines + static_cast<std::size_t>(line) * padded_;
  } else if (workspace[kLast] != t) {  // stages of one time ask once
    workspace[kLast] = t;
    double* sum = workspace + kForce;
    std::fill_n(sum, padded_, 0.0);
    for (const Table& table : tables_) {
      const double n = (t - t0_) / table.interval, whole = std::floor(n);
      const auto number = static_cast<long>(std::floor(whole / static_cast<double>(kBlock)));
      const long line = static_cast<long>(whole) - number * kBlock;  // the first of the points: before = 7
      const double* lines = block(table, number, workspace) + static_cast<std::size_t>(line) * padded_;
      double weights[kPoints];
      lagrange(n - whole, weights);
      add_lines(kPoints, rows, weights, lines, sum);
    }
  }
  const double R = e.ramp_(t);
  std::fill_n(out, e.rows_, 0.0);
  for (std::size_t a = 0; a < e.active_.size(); ++a) {
    out[e.active_[a]] = R * (force[a] + e.drift_(static_cast<Eigen::Index>(a)));
  }
}

}  // namespace swell::hydro
