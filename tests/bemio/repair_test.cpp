// What check --repair repairs, and that it repairs what it says.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "findings.h"
#include "swell/bemio/data_quality.h"
#include "swell/bemio/processing.h"
#include "swell/bemio/read.h"
#include "swell_test/data.h"

namespace swell::bemio {
namespace {

using ::testing::HasSubstr;
const char* const kRepository = "WEC-Sim/WEC-Sim";

TEST(Repair, NegativeDampingIsProjected) {
  SWELL_TEST_DATA(path, "bem/capytaine/sphere", kRepository);
  hydro::HydroData data = read_bem(path);
  data.bodies[0].radiation_damping[60](2, 2) *= -0.5;
  const auto before = examine(data);
  EXPECT_EQ(finding_of(before, "positive-damping-dof").verdict, Verdict::doubtful);
  EXPECT_EQ(finding_of(before, "positive-damping-dof").dof, "heave");
  EXPECT_EQ(finding_of(before, "passivity-damping-matrix").verdict, Verdict::doubtful);
  const Repair repaired = repair(data);
  EXPECT_EQ(finding_of(examine(repaired.data), "passivity-damping-matrix").verdict, Verdict::good);
  EXPECT_FALSE(repaired.steps.empty());
}

// What the one test calls round-off the other need not: the largest eigenvalue of coupled motions is a multiple of any
// dof's own damping. And the scale of both falls with a negative peak that is repaired.
TEST(Repair, LeavesNothingOfNegativeDampingToComplainOf) {
  for (const char* set : {"wamit/Sphere/sphere.out", "wamit/RM3/rm3.out", "capytaine/rm3"}) {
    SWELL_TEST_DATA(path, std::string("bem/") + set, kRepository);
    const hydro::HydroData data = read_bem(path);
    EXPECT_NE(finding_of(examine(data), "positive-damping-dof").verdict, Verdict::good) << set;
    const Repair repaired = repair(data);
    const auto after = examine(repaired.data);
    for (const char* test : {"positive-damping-dof", "passivity-damping-matrix"})
      EXPECT_EQ(finding_of(after, test).verdict, Verdict::good) << set << ": " << test;
  }
}

TEST(Repair, LeavesDampingAloneThatNoTestComplainsOf) {
  SWELL_TEST_DATA(path, "bem/capytaine/sphere", kRepository);
  hydro::HydroData data = read_bem(path);
  data.bodies[0].radiation_damping.back()(2, 2) *= -1.0;  // nothing is left of it there
  const double least = data.omega.back() * data.bodies[0].radiation_damping.back()(2, 2);
  ASSERT_LT(least, 0.0);
  ASSERT_EQ(finding_of(examine(data), "positive-damping-dof").verdict, Verdict::good);
  EXPECT_EQ(repair(data).data.bodies[0].radiation_damping, data.bodies[0].radiation_damping);
}

TEST(Repair, AConjugatedForceGetsANewKernel) {
  SWELL_TEST_DATA(path, "bem/capytaine/sphere", kRepository);
  hydro::HydroData good = read_bem(path);
  ProcessingOptions options;
  options.excitation.end_time = 20.0;
  process(good, options);
  hydro::HydroData lagging = good;
  for (auto& row : lagging.bodies[0].excitation) {
    for (Eigen::VectorXcd& X : row) X = X.conjugate().eval();
  }
  for (auto* table : {&lagging.bodies[0].froude_krylov, &lagging.bodies[0].scattering}) table->clear();
  process(lagging, options);
  const Repair repaired = repair(lagging);
  double most = 0.0, apart = 0.0;
  for (std::size_t k = 0; k < good.bodies[0].excitation_irf_time.size(); ++k) {
    most = std::max(most, good.bodies[0].excitation_irf[0][k].cwiseAbs().maxCoeff());
    apart = std::max(
        apart,
        (good.bodies[0].excitation_irf[0][k] - repaired.data.bodies[0].excitation_irf[0][k]).cwiseAbs().maxCoeff());
  }
  // It was that of the lagging force, turned about t = 0. Cleaning moves the force by 1e-5.
  EXPECT_LE(apart, 1e-3 * most);
  EXPECT_THAT(repaired.steps, ::testing::Contains(HasSubstr("impulse responses recomputed")));
}

}  // namespace
}  // namespace swell::bemio
