#include "swell/mooring/cable.h"

#include "swell_test/test.h"

namespace swell::mooring::cable_test {
namespace {

Cable cable(bool only_pulls) {
  Cable c;
  c.stiffness = 1000.0;
  c.damping = 200.0;
  c.length = 5.0;
  c.damping_only_pulls = only_pulls;
  return c;
}

TEST(Cable, PullsWhenTautAndRestsWhenSlack) {
  EXPECT_DOUBLE_EQ(tension(cable(true), 5.5, 0.0), 500.0);
  EXPECT_DOUBLE_EQ(tension(cable(true), 5.5, 1.0), 700.0);
  EXPECT_EQ(tension(cable(true), 4.9, 10.0), 0.0);
}

TEST(Cable, DampingNeverPushesUnlessWecSimsLawIsAskedFor) {
  EXPECT_EQ(tension(cable(true), 5.1, -10.0), 0.0);
  EXPECT_DOUBLE_EQ(tension(cable(false), 5.1, -10.0), 1000.0 * (5.1 - 5.0) - 2000.0);
}

TEST(Cable, LengthFollowsFromThePreTensionOrTheInitialDistance) {
  Diagnostics diagnostics;
  CableInput input;
  input.stiffness = 1000.0;
  EXPECT_DOUBLE_EQ(make_cable(input, 7.0, {}, diagnostics).length, 7.0);
  input.pre_tension = 500.0;
  EXPECT_DOUBLE_EQ(make_cable(input, 7.0, {}, diagnostics).length, 6.5);
  input.pre_tension.reset();
  input.length = 4.0;
  EXPECT_DOUBLE_EQ(make_cable(input, 7.0, {}, diagnostics).length, 4.0);
  EXPECT_FALSE(diagnostics.has_errors());
}

TEST(Cable, BothLengthAndPreTensionIsAnError) {
  Diagnostics diagnostics;
  CableInput input{1000.0, 0.0, 4.0, 500.0};
  make_cable(input, 7.0, {"c.yaml", 2, 3, ""}, diagnostics);
  ASSERT_EQ(diagnostics.list().size(), 1U);
  EXPECT_EQ(diagnostics.list()[0].text(),
            "c.yaml:2:3: cable has both length = 4 m and pre_tension = 500 N; give one of them: the other follows from "
            "the stiffness and the initial distance");
}

TEST(Cable, ImpossibleValuesAreReported) {
  Diagnostics diagnostics;
  make_cable({0.0, -1.0, {}, {}}, 7.0, {}, diagnostics);
  make_cable({10.0, 0.0, {}, 500.0}, 7.0, {}, diagnostics);
  ASSERT_EQ(diagnostics.list().size(), 3U);
  EXPECT_EQ(diagnostics.list()[0].text(), "cable stiffness = 0 N/m must be above 0");
  EXPECT_EQ(diagnostics.list()[1].text(), "cable damping = -1 N s/m must not be negative");
  EXPECT_EQ(diagnostics.list()[2].text(),
            "cable pre_tension = 500 N stretches the cable by 50 m, more than its ends are apart (7 m); raise the "
            "stiffness or lower the pre-tension");
}

TEST(Cable, WhatItTakesIsStoredOrDissipated) {
  // Ends drawn apart and let back at a prescribed motion: work in = energy + dissipation (trapezoid, second order).
  const Cable c = cable(true);
  double work = 0.0, lost = 0.0, before_power = 0.0, before_lost = 0.0, before_energy = 0.0, energy = 0.0;
  const int n = 200000;
  for (int i = 0; i <= n; ++i) {
    const double t = 3.0 * i / n;
    PointMotion a, b;
    b.position = Vector3(4.0, 3.0, 0.0) * (1.0 + 0.1 * std::sin(5.0 * t));
    b.velocity = Vector3(4.0, 3.0, 0.0) * 0.5 * std::cos(5.0 * t);
    const CableForce f = evaluate(c, a, b);
    const double power = -f.force.dot(b.velocity);
    if (i > 0) {
      work += 0.5 * (power + before_power) * 3.0 / n;
      lost += 0.5 * (f.dissipated_power + before_lost) * 3.0 / n;
    } else {
      before_energy = f.stored_energy;
    }
    before_power = power;
    before_lost = f.dissipated_power;
    energy = f.stored_energy;
    EXPECT_GE(f.tension, 0.0);
  }
  EXPECT_NEAR(work, energy - before_energy + lost, 2e-4 * lost);
}

}  // namespace
}  // namespace swell::mooring::cable_test
