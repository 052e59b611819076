// What `check` calls bad, and with it its exit status 1: what makes a run in the time domain wrong, and nothing else.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <sstream>

#include "findings.h"
#include "swell/base/vector.h"
#include "swell/bemio/data_quality.h"
#include "swell/bemio/processing.h"
#include "swell/bemio/read.h"
#include "swell_test/data.h"
#include "text_files.h"

namespace swell::bemio {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;
const char* const kRepository = "WEC-Sim/WEC-Sim";

// A run leaves negative damping out. Where that is little of what is radiated it is right.
TEST(Severity, EnergyGainedAtOneFrequencyIsDoubtfulAndAllOverIsBad) {
  const char* const name = "passivity-damping-matrix";
  SWELL_TEST_DATA(path, "bem/capytaine/sphere", kRepository);
  hydro::HydroData data = read_bem(path);
  data.bodies[0].radiation_damping[60](2, 2) *= -5.0;
  const Finding once = finding_of(examine(data), name);
  EXPECT_GT(once.number, 10.0);
  EXPECT_EQ(once.verdict, Verdict::doubtful) << once.sentence;
  for (MatrixX& B : data.bodies[0].radiation_damping) B(2, 2) = -std::abs(B(2, 2));
  EXPECT_EQ(finding_of(examine(data), name).verdict, Verdict::bad);
}

// A .1 without its rows 3 3: the force in heave is there, and what it says of damping is not.
TEST(Severity, AMotionThatIsPushedAndRadiatesNothingIsDoubtfulAndNoted) {
  SWELL_TEST_DATA(path, "bem/wamit/Sphere", kRepository);
  const fs::path folder = fs::temp_directory_path() / fmt::format("swell_no_heave_{}", ::getpid());
  fs::remove_all(folder);
  fs::create_directories(folder);
  fs::copy_file(path / "sphere.3", folder / "sphere.3");
  std::istringstream rows(text_of(path / "sphere.1"));
  std::string kept;
  for (std::string row; std::getline(rows, row);) {
    if (row.find("     3     3 ") == std::string::npos) kept += row + "\n";
  }
  write(folder / "sphere.1", kept);
  ReadOptions options;
  options.density = 1025.0;
  options.depth = 50.0;
  const hydro::HydroData data = read_bem(folder / "sphere.1", options);
  EXPECT_THAT(data.notes,
              ::testing::Contains(HasSubstr("waves push it in heave, and its radiation damping there is 0")));
  const Finding f = finding_of(examine(data), "positive-damping-dof");
  EXPECT_EQ(f.verdict, Verdict::doubtful);
  EXPECT_EQ(f.dof, "heave");
  EXPECT_THAT(f.sentence, HasSubstr("waves push this motion and it radiates none"));
  const hydro::HydroData whole = read_bem(path / "sphere.1", options);
  EXPECT_THAT(whole.notes, Not(::testing::Contains(HasSubstr("waves push it"))));
  EXPECT_THAT(finding_of(examine(whole), "positive-damping-dof").sentence, Not(HasSubstr("radiates none")));
  hydro::HydroData digits = whole;  // of a zero, as some writers print it
  for (MatrixX& B : digits.bodies[0].radiation_damping) B(2, 2) *= 1e-12;
  EXPECT_THAT(finding_of(examine(digits), "positive-damping-dof").sentence, HasSubstr("radiates none"));
}

// Pitch of a body whose moments are small beside its forces rings for ever: its own peak says so, motions of one size
// do not.
TEST(Severity, AWeakMotionThatRingsIsDoubtfulAndAStrongOneIsBad) {
  const char* const name = "decay-radiation-kernel";
  SWELL_TEST_DATA(path, "bem/wamit/Cylinder/cyl.out", kRepository);
  const hydro::HydroData good = read_bem(path);
  ASSERT_EQ(finding_of(examine(good), name).verdict, Verdict::good);
  const std::size_t k = good.omega.size() / 2;
  hydro::HydroData weak = good, strong = good;
  double pitch = 0.0, heave = 0.0;
  for (const MatrixX& B : good.bodies[0].radiation_damping) {
    pitch = std::max(pitch, B(4, 4));
    heave = std::max(heave, B(2, 2));
  }
  weak.bodies[0].radiation_damping[k](4, 4) += 20.0 * pitch;
  strong.bodies[0].radiation_damping[k](2, 2) += 60.0 * heave;
  QualityOptions options;
  options.kernel_time = 2.0;
  EXPECT_EQ(finding_of(examine(weak, options), name).verdict, Verdict::doubtful);
  EXPECT_EQ(finding_of(examine(strong, options), name).verdict, Verdict::bad);
}

// A run leaves such a kernel out with a note and goes on.
TEST(Severity, AGapInAKernelIsDoubtfulBesideItsCoefficients) {
  const char* const name = "finite-numbers";
  SWELL_TEST_DATA(path, "bem/wamit/Sphere/sphere.out", kRepository);
  hydro::HydroData data = read_bem(path);
  process(data, {});
  data.bodies[0].radiation_irf[1](2, 2) = std::nan("");
  EXPECT_EQ(finding_of(examine(data), name).verdict, Verdict::doubtful);
  data.bodies[0].radiation_damping[0](2, 2) = std::nan("");
  EXPECT_EQ(finding_of(examine(data), name).verdict, Verdict::bad);
}

// A run asks for the volume and the stiffness that the data lack.
TEST(Severity, HydrostaticsThatLackAreForTheCaseToGive) {
  SWELL_TEST_DATA(path, "bem/wamit/Sphere/sphere.out", kRepository);
  hydro::HydroData data = read_bem(path);
  data.bodies[0].displaced_volume = 0.0;
  data.bodies[0].displaced_volume_xyz.reset();
  data.bodies[0].restoring_stiffness.setZero();
  const Finding f = finding_of(examine(data), "displaced-volume");
  EXPECT_EQ(f.verdict, Verdict::doubtful);
  EXPECT_THAT(f.sentence, HasSubstr("bodies.*.volume"));
}

// A pile that stands on the bed has no panels below.
TEST(Severity, TwoVolumeIntegralsThatAgreeAreTheVolume) {
  SWELL_TEST_DATA(path, "bem/wamit/Sphere/sphere.out", kRepository);
  hydro::HydroData data = read_bem(path);
  const double V = data.bodies[0].displaced_volume;
  data.bodies[0].displaced_volume_xyz = Vector3(V, V, 0.0);
  EXPECT_EQ(finding_of(examine(data), "displaced-volume").verdict, Verdict::doubtful);
  data.bodies[0].displaced_volume_xyz = Vector3(V, 0.5 * V, 0.0);
  EXPECT_EQ(finding_of(examine(data), "displaced-volume").verdict, Verdict::bad);
}

TEST(Severity, StiffnessIsNotJudgedByACentreOfBuoyancyThatNobodyNamed) {
  const char* const name = "volume-against-stiffness";
  SWELL_TEST_DATA(path, "bem/wamit/Sphere/sphere.out", kRepository);
  hydro::HydroData data = read_bem(path);
  hydro::HydroBody& body = data.bodies[0];
  body.restoring_stiffness(3, 3) = body.restoring_stiffness(4, 4) = -body.displaced_volume;
  EXPECT_EQ(finding_of(examine(data), name).verdict, Verdict::bad);
  body.cb = body.cg;
  EXPECT_EQ(finding_of(examine(data), name).verdict, Verdict::doubtful);
  EXPECT_THAT(finding_of(examine(data), name).sentence, HasSubstr("weight"));
  body.restoring_stiffness(3, 3) = body.restoring_stiffness(4, 4) = body.displaced_volume;
  EXPECT_EQ(finding_of(examine(data), name).verdict, Verdict::not_applicable);
}

// A hull of 10 m3 that moves as much: X1 = k (V + A) over rho g, k of the depth in which it was computed.
hydro::HydroData in_depth(double depth) {
  constexpr double kGravity = 9.81, kVolume = 10.0;
  hydro::HydroData data;
  hydro::HydroBody body;
  body.name = "hull";
  body.displaced_volume = kVolume;
  body.cb.z() = -1e-3;
  body.restoring_stiffness = MatrixX::Zero(6, 6);
  body.excitation.resize(1);
  data.direction = {0.0};
  data.gravity = kGravity;
  for (int i = 1; i <= 12; ++i) {
    const double w = 0.1 * i;
    double wave = w * w / kGravity;
    for (int n = 0; n < 500 && std::isfinite(depth); ++n)
      wave = 0.5 * (wave + w * w / kGravity / std::tanh(wave * depth));
    Eigen::VectorXcd X = Eigen::VectorXcd::Zero(6);
    X[0] = {0.0, 2.0 * kVolume * wave};
    X[2] = 1.0;
    data.omega.push_back(w);
    body.excitation[0].push_back(X);
    body.added_mass.push_back(kVolume * MatrixX::Identity(6, 6));
    body.radiation_damping.push_back(MatrixX::Zero(6, 6));
  }
  data.bodies.push_back(body);
  return data;
}

// OrcaFlex writes the depth of its model beside forces of deep water, Diodore and AQUA+ none beside those of 200 m.
TEST(Severity, ForcesOfAnotherDepthAreToldFromAnotherVolume) {
  const char* const name = "volume-against-surge-force";
  hydro::HydroData data = in_depth(20.0);
  data.water_depth = 20.0;
  EXPECT_EQ(finding_of(examine(data), name).verdict, Verdict::good);
  data.water_depth.reset();
  Finding f = finding_of(examine(data), name);
  EXPECT_EQ(f.verdict, Verdict::doubtful) << f.number;
  EXPECT_THAT(f.sentence, HasSubstr("depth of 20 m"));
  data = in_depth(std::numeric_limits<double>::infinity());
  data.water_depth = 20.0;
  f = finding_of(examine(data), name);
  EXPECT_EQ(f.verdict, Verdict::doubtful) << f.number;
  EXPECT_THAT(f.sentence, HasSubstr("deep water"));
  for (const double factor : {0.4, 2.5}) {
    data = in_depth(20.0);
    data.water_depth = 20.0;
    data.bodies[0].displaced_volume *= factor;
    EXPECT_EQ(finding_of(examine(data), name).verdict, Verdict::bad) << factor;
  }
}

// A stored realisation is used on request only, and the run says what it does.
TEST(Severity, AStateSpaceThatGainsEnergyIsDoubtful) {
  SWELL_TEST_DATA(path, "sphere/sphere.h5", kRepository);
  const auto findings = examine(read_bem(path));
  EXPECT_EQ(finding_of(findings, "passivity-state-space").verdict, Verdict::doubtful);
  EXPECT_NE(worst(findings), Verdict::bad);
}

}  // namespace
}  // namespace swell::bemio
