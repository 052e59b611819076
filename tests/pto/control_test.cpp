#include "swell/pto/control.h"

#include "swell/pto/sensor.h"
#include "swell_test/test.h"

namespace swell::pto::control_test {
namespace {

TEST(Reactive, IsProportionalIntegralAndLimited) {
  EXPECT_DOUBLE_EQ(force(Reactive{4.9181e4, -5.7335e5}, 0.5, -0.2), -4.9181e4 * 0.5 - 5.7335e5 * 0.2);
  EXPECT_DOUBLE_EQ(force(Reactive{1e4, 0.0, 0.0, 500.0}, 1.0, 0.0), -500.0);
}

TEST(Latching, HoldsAfterAChangeOfSignAndRestsAfterTheRelease) {
  const SwitchedDamping law = latching(8.6e5, 3.7308e7, 2.4, 0.2);
  double m[kSwitchedDampingMemory];
  initial_memory(law, m);
  const double dt = 0.01;
  std::vector<double> held;
  // Velocity of period 8 s: a zero every 4 s, from t = 4 on.
  const auto velocity = [](double t) { return std::sin(2.0 * 3.14159265358979 * (t + 1e-6) / 8.0); };
  for (int i = 0; i <= 1000; ++i) {
    update(law, i * dt, velocity(i * dt), m);
    if (m[0] != 0.0) held.push_back(i * dt);
    EXPECT_DOUBLE_EQ(force(law, 2.0, m), m[0] != 0.0 ? -2.0 * 3.7308e7 : -2.0 * 8.6e5);
  }
  // Held from 4 s for 2.4 s and from 8 s on for the rest of its time.
  EXPECT_NEAR(held.front(), 4.0, 1e-9);
  EXPECT_NEAR(static_cast<double>(held.size()) * dt, 2.4 + 2.0 + dt, 2.5 * dt);
}

TEST(Latching, DoesNotLatchAgainWithinThePause) {
  const SwitchedDamping law = latching(0.0, 1e6, 1.0, 0.2);
  double m[kSwitchedDampingMemory];
  initial_memory(law, m);
  update(law, 0.0, 1.0, m);
  update(law, 0.1, -1.0, m);
  EXPECT_EQ(m[0], 1.0);
  EXPECT_NEAR(next_switch(law, m), 1.1, 2e-9);
  update(law, 1.1, -1.0, m);  // released
  EXPECT_EQ(m[0], 0.0);
  update(law, 1.2, 1.0, m);  // crosses too early
  EXPECT_EQ(m[0], 0.0);
  update(law, 1.4, -1.0, m);
  EXPECT_EQ(m[0], 1.0);
}

// Points come by sums of steps, round-off before or behind the end of a hold. Where the switch goes over the event must
// be due: the release was once without one, and the first stage of the next step had the force of the held latch.
TEST(Latching, IsReleasedWhereItsEventIsDueAndNowhereElse) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> share(0.0, 1.0);
  int early = 0;
  for (int sample = 0; sample < 2000; ++sample) {
    const int steps = 1 + static_cast<int>(200.0 * share(random));
    const double step = 1e-3 + share(random) * 0.1, begin = 100.0 * share(random);
    const SwitchedDamping law = latching(0.0, 1e6, steps * step, 0.0);
    double m[kSwitchedDampingMemory];
    initial_memory(law, m);
    update(law, begin - step, 1.0, m);
    update(law, begin, -1.0, m);
    double t = begin;
    for (int i = 0; i < steps; ++i) t += step;
    if (t < begin + law.hold) ++early;
    const bool due = t - next_switch(law, m) >= 0.0;
    update(law, t, -1.0, m);
    EXPECT_EQ(m[0] == 0.0, due) << begin << " " << step << " " << steps;
    EXPECT_TRUE(due);
  }
  EXPECT_GT(early, 100);  // the sums do fall short
}

TEST(Declutching, IsFreeAfterAChangeOfSign) {
  const SwitchedDamping law = declutching(2.3202e5, 0.8);
  double m[kSwitchedDampingMemory];
  initial_memory(law, m);
  update(law, 0.0, 1.0, m);
  EXPECT_DOUBLE_EQ(force(law, 1.0, m), -2.3202e5);
  update(law, 0.01, -0.1, m);
  EXPECT_DOUBLE_EQ(force(law, -0.1, m), 0.0);
  update(law, 0.81, -0.5, m);
  EXPECT_DOUBLE_EQ(force(law, -0.5, m), 2.3202e5 * 0.5);
}

TEST(Pid, IntegratesByForwardEulerAndStopsAtItsLimits) {
  Pid pid;
  pid.proportional = 2.0;
  pid.integral = 3.0;
  pid.sample_time = 0.1;
  double m[kPidMemory];
  initial_memory(pid, m);
  EXPECT_DOUBLE_EQ(update(pid, 1.0, m), 2.0);
  EXPECT_DOUBLE_EQ(update(pid, 1.0, m), 2.0 + 3.0 * 0.1);
  pid.upper = 1.0;
  for (int i = 0; i < 100; ++i) EXPECT_DOUBLE_EQ(update(pid, 1.0, m), 1.0);
  EXPECT_NEAR(m[0], 0.2, 1e-15);  // not wound up
  pid = Pid{0.0, 0.0, 0.5, 0.1};
  initial_memory(pid, m);
  EXPECT_DOUBLE_EQ(update(pid, 1.0, m), 0.0);
  EXPECT_DOUBLE_EQ(update(pid, 1.2, m), 0.5 * 0.2 / 0.1 * 1.0);
  EXPECT_THROW(check(Pid{}), InputError);
}

TEST(Sensor, DelaysByFractionsOfASample) {
  Sensor s;
  s.sample_time = 0.1;
  for (const double delay : {0.0, 0.05, 0.1, 0.25, 1.0}) {
    s.delay = delay;
    std::vector<double> m(memory_size(s));
    initial_memory(s, m.data());
    for (int k = 0; k < 40; ++k) {
      const double y = update(s, 0.1 * k, m.data());
      EXPECT_NEAR(y, std::max(0.1 * k - delay, 0.0), delay > 0.1 * k ? 0.06 : 1e-12) << delay << " " << k;
    }
  }
}

// Components without seeds have streams of their own: the correlation of n pairs is below 4 / sqrt(n).
TEST(Sensor, NoiseOfTwoNamesIsIndependent) {
  const std::uint64_t a = seed_of("a"), b = seed_of("b"), n = 2000;
  double product = 0.0;
  for (std::uint64_t k = 0; k < n; ++k) product += gaussian(a, k) * gaussian(b, k);
  EXPECT_LT(std::abs(product) / n, 4.0 / std::sqrt(n));
}

TEST(Sensor, QuantisesAndAddsReproducibleNoise) {
  Sensor s;
  s.sample_time = 0.1;
  s.quantum = 0.5;
  std::vector<double> m(memory_size(s));
  initial_memory(s, m.data());
  EXPECT_DOUBLE_EQ(update(s, 1.3, m.data()), 1.5);
  s.quantum = 0.0;
  s.noise = 2.0;
  s.seed = 42;
  double sum = 0.0, square = 0.0;
  const int n = 20000;
  std::vector<double> first, copy = m;
  for (int k = 0; k < n; ++k) {
    const double y = update(s, 0.0, m.data());
    if (k < 10) first.push_back(y);
    sum += y;
    square += y * y;
  }
  EXPECT_NEAR(sum / n, 0.0, 4.0 * 2.0 / std::sqrt(n));
  EXPECT_NEAR(std::sqrt(square / n), 2.0, 4.0 * 2.0 / std::sqrt(2.0 * n));
  for (int k = 0; k < 10; ++k) EXPECT_EQ(update(s, 0.0, copy.data()), first[static_cast<std::size_t>(k)]);
  EXPECT_NE(gaussian(1, 0), gaussian(2, 0));
}

}  // namespace
}  // namespace swell::pto::control_test
