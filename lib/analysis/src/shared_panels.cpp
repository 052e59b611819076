#include "swell/analysis/shared_panels.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "swell/base/error.h"

namespace swell::analysis {
namespace {

constexpr double kLeastHeight = 0.05;  // of a curve in its panel
constexpr double kSame = 1e-6;         // of the width: curves far too close to distinguish
constexpr double kRoundOff = 1e-9;     // of the largest value: constant in double precision
constexpr double kNothing = 1e-12;     // of the largest value of all: residue of sums that are zero

struct Range {
  double low = std::numeric_limits<double>::infinity(), high = -std::numeric_limits<double>::infinity();
  double width() const { return high - low; }
  double largest() const { return std::max(std::abs(low), std::abs(high)); }
  Range with(const Range& other) const { return {std::min(low, other.low), std::max(high, other.high)}; }
};

Range range_of(const std::vector<double>& values) {
  Range range;
  for (const double v : values) {
    if (std::isfinite(v)) range = range.with({v, v});
  }
  return range;
}

bool same(const Candidate& a, const Candidate& b, double sign, double tolerance) {
  return std::equal(a.values.begin(), a.values.end(), b.values.begin(), b.values.end(), [&](double x, double y) {
    return std::abs(x - sign * y) <= tolerance || (std::isnan(x) && std::isnan(y));
  });
}

struct Axis {
  Range range;
  double least_width;  // of its curves
  std::vector<std::size_t> curves;
};

}  // namespace

SharedPanels share_panels(const std::vector<Candidate>& candidates, std::size_t most) {
  SWELL_EXPECT(most > 0);
  SharedPanels result;
  std::vector<Range> ranges;
  std::vector<std::size_t> order;
  double largest = 0.0;
  for (const Candidate& candidate : candidates) {
    ranges.push_back(range_of(candidate.values));
    if (ranges.back().width() >= 0.0) largest = std::max(largest, ranges.back().largest());
  }
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (ranges[i].width() > kRoundOff * ranges[i].largest() && ranges[i].largest() > kNothing * largest)
      order.push_back(i);
  }
  // Elements before their connectors.
  const auto dots = [&](std::size_t i) {
    return std::count(candidates[i].name.begin(), candidates[i].name.end(), '.');
  };
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return dots(a) < dots(b); });
  std::vector<std::size_t> kept;
  for (const std::size_t i : order) {
    const double tolerance = kSame * ranges[i].width();
    const bool is_covered = std::any_of(kept.begin(), kept.end(), [&](std::size_t k) {
      return same(candidates[i], candidates[k], 1.0, tolerance) || same(candidates[i], candidates[k], -1.0, tolerance);
    });
    (is_covered ? result.covered : kept).push_back(i);
  }
  std::sort(kept.begin(), kept.end());
  std::sort(result.covered.begin(), result.covered.end());
  std::vector<Axis> axes;
  for (const std::size_t i : kept) {
    const double width = ranges[i].width();
    const auto axis = std::find_if(axes.begin(), axes.end(), [&](const Axis& a) {
      return a.curves.size() < most && std::min(a.least_width, width) >= kLeastHeight * a.range.with(ranges[i]).width();
    });
    if (axis == axes.end()) {
      axes.push_back({ranges[i], width, {i}});
      continue;
    }
    axis->range = axis->range.with(ranges[i]);
    axis->least_width = std::min(axis->least_width, width);
    axis->curves.push_back(i);
  }
  for (Axis& axis : axes) result.panels.push_back(std::move(axis.curves));
  return result;
}

}  // namespace swell::analysis
