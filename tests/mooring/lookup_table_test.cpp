#include "swell/mooring/lookup_table.h"

#include <gtest/gtest.h>

namespace swell::mooring::lookup_table_test {
namespace {

// A force that is linear in every displacement, so that the table must reproduce it inside and, extrapolated, outside.
double plane(std::size_t f, const Vector6& x) {
  double y = static_cast<double>(f) + 1.0;
  for (int d = 0; d < 6; ++d) y += (static_cast<double>(f) + 0.5 * d - 2.0) * x[d];
  return y;
}

LookupTable table() {
  LookupTable t;
  t.breakpoints = {{{-1.0, 0.5, 2.0}, {-1.0, 1.0}, {-2.0, 0.0, 1.0, 3.0}, {-0.1, 0.2}, {-0.3, 0.3}, {-1.0, 0.0, 1.0}}};
  for (double x : t.breakpoints[0])
    for (double y : t.breakpoints[1])
      for (double z : t.breakpoints[2])
        for (double rx : t.breakpoints[3])
          for (double ry : t.breakpoints[4])
            for (double rz : t.breakpoints[5]) {
              Vector6 at;
              at << x, y, z, rx, ry, rz;
              for (std::size_t f = 0; f < 6; ++f) t.values[f].push_back(plane(f, at));
            }
  return t;
}

TEST(LookupMooring, ReproducesAForceThatIsLinearInEveryDisplacement) {
  const LookupMooring mooring(table());
  Vector6 at;
  at << 1.3, -0.4, 2.2, 0.15, -0.2, 0.7;
  const Vector6 F = mooring.interpolate(0.0, at);
  for (std::size_t f = 0; f < 6; ++f) EXPECT_NEAR(F[static_cast<Eigen::Index>(f)], plane(f, at), 1e-12);
}

TEST(LookupMooring, OutsideItStopsOrHoldsTheEdgeOrExtrapolatesLikeWecSim) {
  LookupTable t = table();
  Vector6 at = Vector6::Zero(), edge = Vector6::Zero();
  at[0] = 5.0;
  edge[0] = 2.0;
  try {
    LookupMooring(t).interpolate(12.5, at);
    FAIL() << "a table says nothing outside itself";
  } catch (const SimulationError& error) {
    EXPECT_STREQ(error.what(),
                 "mooring lookup table: the displacement (5, 0, 0) m, (0, 0, 0) rad is outside the table; widen the "
                 "table, or choose to clamp or to extrapolate");
    EXPECT_EQ(error.time(), 12.5);
  }
  t.outside = OutsideTable::clamp;
  EXPECT_NEAR(LookupMooring(t).interpolate(0.0, at)[3], plane(3, edge), 1e-12);
  t.outside = OutsideTable::extrapolate;
  EXPECT_NEAR(LookupMooring(t).interpolate(0.0, at)[3], plane(3, at), 1e-12);
}

TEST(LookupMooring, ASingleBreakpointMeansThatTheForceDoesNotDependOnIt) {
  LookupTable t;
  for (auto& x : t.breakpoints) x = {0.0};
  t.breakpoints[0] = {-1.0, 1.0};
  for (auto& y : t.values) y = {0.0, 0.0};
  t.values[0] = {10.0, -10.0};
  t.location = Vector3(0.0, 0.0, -3.0);
  const LookupMooring mooring(t);
  BodyMotion body;
  body.pose << 0.5, 9.0, 0.0, 0.0, 0.0, 0.0;
  const Vector6 F = mooring.wrench(0.0, Vector3(0.0, 0.0, -3.0), body);
  EXPECT_DOUBLE_EQ(F[0], -5.0);
  EXPECT_DOUBLE_EQ(F[4], 15.0);
}

TEST(LookupMooring, WrongShapesAndOrdersAreAllReported) {
  LookupTable t = table();
  t.breakpoints[1] = {1.0, 1.0};
  t.values[4].pop_back();
  t.breakpoints[5] = {-20.0, 0.0, 20.0};
  Diagnostics diagnostics;
  check(t, {"case.yaml", 8, 1, ""}, diagnostics);
  ASSERT_EQ(diagnostics.list().size(), 3U);
  EXPECT_EQ(diagnostics.list()[0].text(),
            "case.yaml:8:1: lookup table: breakpoints of Y must ascend, but 1 m follows 1 m");
  EXPECT_EQ(diagnostics.list()[1].text(),
            "case.yaml:8:1: warning: lookup table: RZ reaches from -20 to 20 rad; rotations are in radians; were "
            "degrees meant?");
  EXPECT_EQ(diagnostics.list()[2].text(),
            "case.yaml:8:1: lookup table: MY has 287 values, the breakpoints ask for 3 x 2 x 4 x 2 x 2 x 3 = 288");
  EXPECT_THROW(LookupMooring{t}, InputError);
}

}  // namespace
}  // namespace swell::mooring::lookup_table_test
