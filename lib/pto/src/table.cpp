#include "swell/pto/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "swell/base/error.h"
#include "swell/base/interpolation.h"

namespace swell::pto {

namespace {

bool ascending(const std::vector<double>& v) {
  return !v.empty() && std::adjacent_find(v.begin(), v.end(), std::greater_equal<>()) == v.end();
}

struct Place {
  std::size_t lower, upper;
  double share;
};

Place locate(const std::vector<double>& axis, double at) {
  if (axis.size() == 1) return {0, 0, 0.0};
  const std::size_t i = find_piece(axis, at);
  return {i, i + 1, std::clamp((at - axis[i]) / (axis[i + 1] - axis[i]), 0.0, 1.0)};
}

}  // namespace

Table2::Table2(double constant) : values_{constant} {}

Table2::Table2(std::vector<double> x, std::vector<double> y, std::vector<double> values, const char* what)
    : x_(std::move(x)), y_(std::move(y)), values_(std::move(values)) {
  Diagnostics diagnostics;
  if (!ascending(x_) || !ascending(y_)) diagnostics.error({}, fmt::format("{}: the axes must ascend", what));
  if (values_.size() != x_.size() * y_.size()) {
    diagnostics.error({}, fmt::format("{}: {} values for {} x {} points", what, values_.size(), x_.size(), y_.size()));
  }
  diagnostics.throw_if_errors();
}

double Table2::operator()(double x, double y) const {
  const Place i = locate(x_, x);
  const Place j = locate(y_, y);
  const auto at = [&](std::size_t a, std::size_t b) { return values_[a * y_.size() + b]; };
  const double low = at(i.lower, j.lower) + j.share * (at(i.lower, j.upper) - at(i.lower, j.lower));
  const double high = at(i.upper, j.lower) + j.share * (at(i.upper, j.upper) - at(i.upper, j.lower));
  return low + i.share * (high - low);
}

double Table2::smallest() const { return *std::min_element(values_.begin(), values_.end()); }
double Table2::largest() const { return *std::max_element(values_.begin(), values_.end()); }

}  // namespace swell::pto
