// Integrals by accepted points: exact for cubics at any steps, of fourth order for the rest, whole or in part.
#include "swell/base/step_rule.h"

#include "swell_test/test.h"

namespace swell::step_rule_test {
namespace {

struct Sum {
  double whole = 0.0, error = 0.0;
};

Sum integral(const std::vector<double>& times, const std::function<double(double)>& f) {
  Sum sum;
  StepRule::Before before;
  StepRule::Known known{f(times[0]), 0.0, 0.0};
  for (std::size_t i = 1; i < times.size(); ++i) {
    const StepRule rule(times[i] - times[i - 1], before);
    const StepRule::Cubic cubic = rule.take(f(times[i]), known);
    sum.whole += rule.integral(cubic);
    sum.error += std::abs(rule.beyond_parabola(cubic));
    EXPECT_NEAR(rule.integral(cubic, rule.length()), rule.integral(cubic), 1e-9 * (1.0 + std::abs(sum.whole)));
  }
  return sum;
}

std::vector<double> uneven(std::mt19937& random, double mean, double end) {
  std::uniform_real_distribution<double> share(0.4, 1.6);  // neighbours within a factor of 4, as those of error control
  std::vector<double> times{0.0};
  while (times.back() < end) times.push_back(std::min(end, times.back() + mean * share(random)));
  return times;
}

TEST(StepRule, IsExactForCubicsFromTheFourthPointOnWhateverTheSteps) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> any(-1.0, 1.0), share(0.6, 1.4);
  for (int trial = 0; trial < 200; ++trial) {
    const double a = any(random), b = any(random), c = any(random), d = any(random);
    const auto f = [&](double t) { return a + t * (b + t * (c + t * d)); };
    const auto whole = [&](double t) { return t * (a + t * (b / 2 + t * (c / 3 + t * d / 4))); };
    StepRule::Before before;
    StepRule::Known known{f(0.0), 0.0, 0.0};
    double time = 0.0;
    for (int i = 1; i < 12; ++i) {
      const double h = share(random);
      const StepRule rule(h, before);
      const StepRule::Cubic cubic = rule.take(f(time + h), known);
      if (i > 2) {
        const double x = h * 0.5 * (1.0 + any(random)), scale = 1e-10 * (1.0 + std::pow(time + h, 4.0));
        EXPECT_NEAR(rule.integral(cubic), whole(time + h) - whole(time), scale);
        EXPECT_NEAR(rule.integral(cubic, x), whole(time + x) - whole(time), scale);
      }
      time += h;
    }
  }
}

// A power of mean 0 whose sum by trapezoids drifts when steps follow its phase.
TEST(StepRule, FollowsUnequalStepsToFourthOrderAndKnowsItsError) {
  std::mt19937 random(5);
  const auto f = [](double t) { return std::sin(t); };
  double last = 0.0;
  for (const double h : {0.4, 0.2, 0.1}) {
    double worst = 0.0;
    for (int trial = 0; trial < 20; ++trial) {
      const Sum sum = integral(uneven(random, h, 30.0), f);
      const double error = std::abs(sum.whole - (1.0 - std::cos(30.0)));
      EXPECT_LT(error, sum.error + 0.5 * h * h * h);  // the first two steps have fewer points
      worst = std::max(worst, error);
    }
    // 16 where all steps had four points; those of the start are of lower order.
    if (last > 0.0) {
      EXPECT_LT(worst, last / 4.0);
    }
    last = worst;
  }
}

// An event: a step of 1e-9 s across a jump has a slope of 1e9, which must not reach the next step.
TEST(StepRule, AJumpWithinAShortStepCostsNoMoreThanByTrapezoids) {
  std::vector<double> times;
  for (int i = 0; i <= 50; ++i) times.push_back(0.1 * i);
  times.push_back(5.0 + 1e-9);
  for (int i = 1; i <= 50; ++i) times.push_back(5.0 + 0.1 * i);
  const Sum sum = integral(times, [](double t) { return t > 5.0 ? 1.0 : 0.0; });
  EXPECT_NEAR(sum.whole, 5.0, 1e-6);
}

}  // namespace
}  // namespace swell::step_rule_test
