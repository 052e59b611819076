/// Integrals over time of what is known at accepted points alone, whose steps may be unequal: of the cubic through the
/// last four of them, or of what is left of it where there are fewer, or where the step before was so much shorter that
/// its slope says nothing (an event). Newton's divided differences [HairerNorsettWanner1993, III.5]; at equal
/// steps the weights are those of the implicit Adams method, 9/24, 19/24, -5/24, 1/24.
#pragma once

namespace swell {

/// A step of length h that has been accepted, after those of h1 and h2.
class StepRule {
 public:
  /// What is kept between steps: lengths [s] of the last two steps that count, 0 for none.
  struct Before {
    double h1 = 0.0, h2 = 0.0;
  };
  /// What is kept of a quantity: its value, slope and second divided difference at the last point.
  struct Known {
    double value = 0.0, slope = 0.0, second = 0.0;
  };
  /// The cubic in the time x since the step's begin: value + slope x + second x (x - h) + third x (x - h) (x + h1).
  struct Cubic {
    double value, slope, second, third;
  };

  /// @param before  in: of the steps so far; out: with this one   @param h  [s] > 0
  StepRule(double h, Before& before) : h_(h), per_h_(1.0 / h) {
    // Times the step before. Error control lets a step grow fivefold at most; what grows more follows an event, whose
    // slope may be that of a jump.
    constexpr double kLongest = 5.01;
    if (before.h1 > 0.0 && h <= kLongest * before.h1) {
      h1_ = before.h1;
      per_second_ = 1.0 / (h + h1_);
      if (before.h2 > 0.0) per_third_ = 1.0 / (h + h1_ + before.h2);
    }
    before = {h, h1_};
    of_second_ = -h * h * h / 6.0;
    of_third_ = 0.5 * of_second_ * (h + 2.0 * h1_);
  }

  double length() const { return h_; }

  /// The cubic over this step to a new value at its end; `known` moves on.
  Cubic take(double value, Known& known) const {
    Cubic cubic{known.value, (value - known.value) * per_h_, 0.0, 0.0};
    cubic.second = (cubic.slope - known.slope) * per_second_;
    cubic.third = (cubic.second - known.second) * per_third_;
    known = {value, cubic.slope, cubic.second};
    return cubic;
  }

  /// Of the whole step: by the parabola, and what the cubic adds to that, which estimates the parabola's error.
  double parabola(const Cubic& c) const { return h_ * (c.value + 0.5 * h_ * c.slope) + of_second_ * c.second; }
  double beyond_parabola(const Cubic& c) const { return of_third_ * c.third; }
  double integral(const Cubic& c) const { return parabola(c) + beyond_parabola(c); }
  /// From the step's begin to the time x after it [s].
  double integral(const Cubic& c, double x) const {
    return x * (c.value + x * (0.5 * c.slope + c.second * (x / 3.0 - 0.5 * h_) +
                               c.third * (0.25 * x * x + (h1_ - h_) * x / 3.0 - 0.5 * h_ * h1_)));
  }

 private:
  double h_, per_h_, h1_ = 0.0, per_second_ = 0.0, per_third_ = 0.0, of_second_, of_third_;
};

}  // namespace swell
