#include "swell/analysis/rainflow.h"

#include <algorithm>
#include <cmath>

namespace swell::analysis {

std::vector<double> turning_points(const std::vector<double>& values) {
  std::vector<double> points;
  for (const double v : values) {
    if (!std::isfinite(v) || (!points.empty() && points.back() == v)) continue;
    const std::size_t n = points.size();
    if (n >= 2 && (points[n - 1] - points[n - 2]) * (v - points[n - 1]) > 0.0)
      points[n - 1] = v;
    else
      points.push_back(v);
  }
  return points;
}

std::vector<Cycle> rainflow(const std::vector<double>& values) {
  std::vector<Cycle> cycles;
  std::vector<double> stack;  // the first entry is the starting point S
  const auto cycle = [](double a, double b, double count) { return Cycle{std::abs(b - a), 0.5 * (a + b), count}; };
  for (const double point : turning_points(values)) {
    stack.push_back(point);
    while (stack.size() >= 3) {
      const std::size_t n = stack.size();
      const double x = std::abs(stack[n - 1] - stack[n - 2]), y = std::abs(stack[n - 2] - stack[n - 3]);
      if (x < y) break;
      if (n == 3) {  // Y contains the starting point
        cycles.push_back(cycle(stack[0], stack[1], 0.5));
        stack.erase(stack.begin());
      } else {
        cycles.push_back(cycle(stack[n - 3], stack[n - 2], 1.0));
        stack.erase(stack.end() - 3, stack.end() - 1);
      }
    }
  }
  for (std::size_t i = 1; i < stack.size(); ++i) cycles.push_back(cycle(stack[i - 1], stack[i], 0.5));
  return cycles;
}

double damage_equivalent(const std::vector<Cycle>& cycles, double slope, double equivalent) {
  double largest = 0.0, sum = 0.0;
  for (const Cycle& c : cycles) largest = std::max(largest, c.range);
  if (!(largest > 0.0) || !(equivalent > 0.0)) return 0.0;
  for (const Cycle& c : cycles) sum += c.count * std::pow(c.range / largest, slope);
  return largest * std::pow(sum / equivalent, 1.0 / slope);
}

}  // namespace swell::analysis
