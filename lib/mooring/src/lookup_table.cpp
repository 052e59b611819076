#include "swell/mooring/lookup_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "swell/base/interpolation.h"

namespace swell::mooring {

namespace {
constexpr std::array<const char*, 6> kDisplacement = {"X", "Y", "Z", "RX", "RY", "RZ"};
constexpr std::array<const char*, 6> kUnit = {"m", "m", "m", "rad", "rad", "rad"};
constexpr std::array<const char*, 6> kForce = {"FX", "FY", "FZ", "MX", "MY", "MZ"};
}  // namespace

void check(const LookupTable& table, const Origin& origin, Diagnostics& diagnostics) {
  std::size_t size = 1;
  std::string shape;
  for (std::size_t d = 0; d < 6; ++d) {
    const std::vector<double>& x = table.breakpoints[d];
    size *= x.size();
    shape += (d == 0 ? "" : " x ") + std::to_string(x.size());
    if (x.empty()) {
      diagnostics
          .error(origin, fmt::format("lookup table: {} has no breakpoints", kDisplacement[d]),
                 "give one breakpoint where the table does not depend on it")
          .code = "missing";
    }
    for (std::size_t i = 1; i < x.size(); ++i) {
      if (!(x[i] > x[i - 1])) {
        diagnostics
            .error(origin, fmt::format("lookup table: breakpoints of {} must ascend, but {} {} follows {} {}",
                                       kDisplacement[d], x[i], kUnit[d], x[i - 1], kUnit[d]))
            .code = "wrong-value";
        break;
      }
    }
    if (d >= 3 && !x.empty() && std::max(std::abs(x.front()), std::abs(x.back())) > 2.0 * kPi) {
      diagnostics.warning(
          "odd-angle", origin,
          fmt::format("lookup table: {} reaches from {} to {} rad", kDisplacement[d], x.front(), x.back()),
          "rotations are in radians; were degrees meant?");
    }
  }
  for (std::size_t f = 0; f < 6; ++f) {
    const std::vector<double>& y = table.values[f];
    if (y.size() != size) {
      diagnostics
          .error(origin, fmt::format("lookup table: {} has {} values, the breakpoints ask for {} = {}", kForce[f],
                                     y.size(), shape, size))
          .code = "contradiction";
    }
    if (!std::all_of(y.begin(), y.end(), [](double v) { return std::isfinite(v); })) {
      diagnostics.error(origin, fmt::format("lookup table: {} has a value that is not a finite number", kForce[f]))
          .code = "wrong-value";
    }
  }
}

LookupMooring::LookupMooring(LookupTable table, const Origin& origin) : table_(std::move(table)) {
  Diagnostics diagnostics;
  check(table_, origin, diagnostics);
  diagnostics.throw_if_errors();
  std::size_t stride = 1;
  for (std::size_t d = 6; d-- > 0;) {
    stride_[d] = stride;
    stride *= table_.breakpoints[d].size();
  }
}

bool LookupMooring::inside(const Vector6& displacement) const {
  for (std::size_t d = 0; d < 6; ++d) {
    const std::vector<double>& x = table_.breakpoints[d];
    const double at = displacement[static_cast<Eigen::Index>(d)];
    if (x.size() > 1 && !(at >= x.front() && at <= x.back())) return false;
  }
  return true;
}

Vector6 LookupMooring::interpolate(double t, const Vector6& displacement) const {
  if (table_.outside == OutsideTable::error && !inside(displacement)) {
    throw SimulationError(
        fmt::format(
            "mooring lookup table: the displacement ({:.4g}, {:.4g}, {:.4g}) m, ({:.4g}, {:.4g}, {:.4g}) rad is "
            "outside the table; widen the table, or choose to clamp or to extrapolate",
            displacement[0], displacement[1], displacement[2], displacement[3], displacement[4], displacement[5]),
        t, "mooring", "lookup table");
  }
  std::array<std::size_t, 6> low{};
  std::array<double, 6> weight{};  // of the upper neighbour
  std::array<std::size_t, 6> live{};
  std::size_t n_live = 0;
  std::size_t base = 0;
  for (std::size_t d = 0; d < 6; ++d) {
    const std::vector<double>& x = table_.breakpoints[d];
    if (x.size() < 2) continue;
    low[d] = find_piece(x, displacement[static_cast<Eigen::Index>(d)]);
    double s = (displacement[static_cast<Eigen::Index>(d)] - x[low[d]]) / (x[low[d] + 1] - x[low[d]]);
    if (table_.outside == OutsideTable::clamp) s = std::clamp(s, 0.0, 1.0);
    weight[d] = s;
    base += low[d] * stride_[d];
    live[n_live++] = d;
  }
  Vector6 F = Vector6::Zero();
  for (std::size_t corner = 0; corner < (std::size_t{1} << n_live); ++corner) {
    double w = 1.0;
    std::size_t index = base;
    for (std::size_t k = 0; k < n_live; ++k) {
      const bool upper = ((corner >> k) & 1U) != 0U;
      w *= upper ? weight[live[k]] : 1.0 - weight[live[k]];
      if (upper) index += stride_[live[k]];
    }
    if (w == 0.0) continue;
    for (std::size_t f = 0; f < 6; ++f) F[static_cast<Eigen::Index>(f)] += w * table_.values[f][index];
  }
  return F;
}

Vector6 LookupMooring::wrench(double t, const Vector3& p_BP_B, const BodyMotion& body) const {
  const Vector3 p_WP = point_on_body(body, p_BP_B).position;
  Vector6 displacement;
  displacement << p_WP - table_.location, body.pose.tail<3>();
  return shift_wrench(interpolate(t, displacement), body.pose.head<3>() - p_WP);
}

}  // namespace swell::mooring
