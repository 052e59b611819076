/// Means over time of what is known at the accepted points of a run (power), whatever the rows of results are.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>

#include "swell/base/step_rule.h"

namespace swell::run {

/// The accepted points as they pass (Integrator::watch).
class AcceptedSteps {
 public:
  /// @returns whether a step ends here: the first point, and a second one at the same time, end none
  bool reach(double time) {
    const double begin = end_;
    if (!(time > begin) && begin < HUGE_VAL) return false;
    end_ = time;
    if (begin == HUGE_VAL) return false;
    begin_ = begin;
    rule_.emplace(end_ - begin_, before_);
    return true;
  }
  double begin() const { return begin_; }
  double end() const { return end_; }
  const StepRule& rule() const { return *rule_; }  ///< after reach() was true

 private:
  double begin_ = 0.0, end_ = HUGE_VAL;  // [s]
  StepRule::Before before_;
  std::optional<StepRule> rule_;
};

/// Mean over the part of a span of time that has passed.
struct TimeMean {
  double from = -HUGE_VAL, to = HUGE_VAL;  ///< [s]
  double sum = 0.0, time = 0.0;

  void add(const AcceptedSteps& steps, const StepRule::Cubic& cubic) {
    const double a = std::max(from, steps.begin()), b = std::min(to, steps.end());
    if (!(b > a)) return;
    const StepRule& rule = steps.rule();
    sum += b < steps.end() ? rule.integral(cubic, b - steps.begin()) : rule.integral(cubic);
    if (a > steps.begin()) sum -= rule.integral(cubic, a - steps.begin());
    time += b - a;
  }
  double value() const { return time > 0.0 ? sum / time : 0.0; }
};

}  // namespace swell::run
