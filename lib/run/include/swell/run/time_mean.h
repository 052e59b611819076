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

/// A quantity at the accepted points that may jump at one (Integrator::watch shows such a point twice): a smooth piece
/// begins there, whose slope before says nothing.
class Pieces {
 public:
  /// At a point where no step ends.
  void start(double value) {
    if (begun_ && value != known_.value) steps_ = 0;
    begun_ = true;
    known_.value = value;
  }
  double value() const { return known_.value; }
  /// The cubic over the step that ends, of what is known since the last jump.
  StepRule::Cubic take(const StepRule& rule, double value) {
    StepRule::Cubic cubic = rule.take(value, known_);
    if (steps_ < 1) cubic.second = known_.second = 0.0;
    if (steps_ < 2) cubic.third = 0.0;
    steps_ = steps_ < 2 ? steps_ + 1 : 2;
    return cubic;
  }

 private:
  StepRule::Known known_;
  int steps_ = 2;  // since the last jump; the rule itself knows the first of all
  bool begun_ = false;
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
