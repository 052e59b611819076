// The whole way from a BEM result to the file that simulations read.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "swell/base/error.h"
#include "swell/bemio/compare.h"
#include "swell/bemio/data_quality.h"
#include "swell/bemio/processing.h"
#include "swell/bemio/read.h"
#include "swell/hydro/bemio_h5.h"
#include "swell_test/data.h"
#include "swell_test/refusal.h"

namespace swell::bemio {
namespace {

using ::testing::HasSubstr;
const char* const kRepository = "WEC-Sim/WEC-Sim";

TEST(Convert, Rm3LikeBemioEqualsTheSuppliedFile) {
  SWELL_TEST_DATA(out, "rm3/rm3.out", kRepository);
  SWELL_TEST_DATA(h5, "rm3/rm3.h5", kRepository);
  ReadOptions like_bemio;
  like_bemio.like_bemio = true;
  hydro::HydroData data = read_bem(out, like_bemio);
  ProcessingOptions options;
  options.radiation.end_time = 60.0;
  options.excitation.end_time = 157.0;
  process(data, options);
  const std::string path = ::testing::TempDir() + "/rm3_like_bemio.h5";
  hydro::write_bemio_h5(data, path);
  const auto differences = compare(read_bem(path), read_bem(h5));
  // Coefficients are the same printed digits; kernels are the same sums in another order.
  for (const Difference& d : differences)
    EXPECT_LE(d.relative, 1e-12) << d.quantity << " " << d.body << " " << d.dof << " " << d.sentence;
}

TEST(Convert, AWrittenFileHoldsWhatWasRead) {
  for (const char* name : {"nemoh_v3.0.2/OC3-Hywind_FOWT", "aqwa/RM3", "capytaine/rm3", "wamit/GBMBarge",
                           "wamit/MeanDriftSphere", "hams/Cylinder"}) {
    SWELL_TEST_DATA(source, std::string("bem/") + name, kRepository);
    const hydro::HydroData data = read_bem(source);
    const std::string path = ::testing::TempDir() + "/round_trip.h5";
    hydro::write_bemio_h5(data, path);
    for (const Difference& d : compare(data, read_bem(path)))
      EXPECT_LE(d.relative, 1e-14) << name << ": " << d.quantity << " " << d.dof << " " << d.sentence;
  }
}

TEST(Process, MissingInfiniteAddedMassComesFromOgilviesRelation) {
  SWELL_TEST_DATA(without, "bem/wamit/RM3_noA0Ainf/rm3_withoutA0Ainf.out", kRepository);
  hydro::HydroData data = read_bem(without);
  ASSERT_FALSE(data.bodies[0].added_mass_infinite.has_value());
  ProcessingOptions options;
  options.radiation.end_time = 60.0;
  process(data, options);
  // data/bem/README: 1241.8 by the mean over the data's frequencies with a 60 s kernel (exact 1232.8).
  EXPECT_NEAR((*data.bodies[0].added_mass_infinite)(2, 2), 1241.8, 0.1);
}

TEST(Process, StateSpaceOfTheSphereMeetsEveryEntryAndTheMatrix) {
  SWELL_TEST_DATA(path, "bem/wamit/Sphere/sphere.out", kRepository);
  hydro::HydroData data = read_bem(path);
  ProcessingOptions options;
  options.radiation.end_time = 15.0;
  options.radiation.times = 301;
  options.state_space = true;
  const auto fits = process(data, options);
  ASSERT_FALSE(fits.empty());
  for (const FitReport& fit : fits) EXPECT_GE(fit.r2, 0.95) << fit.row << " " << fit.column;
  EXPECT_GT(whole_matrix_r2(data.bodies[0]), 0.95);
  const std::string file = ::testing::TempDir() + "/sphere_ss.h5";
  hydro::write_bemio_h5(data, file);
  EXPECT_NEAR(whole_matrix_r2(read_bem(file).bodies[0]), whole_matrix_r2(data.bodies[0]), 1e-12);
}

// Yaw of a body of revolution is round-off: its fit had order 10 and R^2 = -0.11.
TEST(Process, NoiseIsNotFittedAndIsReported) {
  SWELL_TEST_DATA(path, "bem/wamit/Cylinder/cyl.out", kRepository);
  hydro::HydroData data = read_bem(path);
  ProcessingOptions options;
  options.radiation.end_time = 60.0;
  options.state_space = true;
  for (const FitReport& fit : process(data, options)) {
    EXPECT_LT(fit.row, 5);
    EXPECT_LT(fit.column, 5);
    EXPECT_TRUE(fit.reached) << fit.row << " " << fit.column;
  }
  EXPECT_EQ(data.bodies[0].radiation_state_space[5][5].A.rows(), 0);
  EXPECT_GT(whole_matrix_r2(data.bodies[0]), 0.98);
  EXPECT_THAT(data.notes, ::testing::Contains(::testing::AllOf(HasSubstr("entries are numerical noise and get none"),
                                                               HasSubstr("; all of cyl yaw"))));
  options.noise_level = 0.0;  // as BEMIO fits it
  const auto all = add_state_space(data, options);
  EXPECT_TRUE(std::any_of(all.begin(), all.end(), [](const FitReport& f) { return f.row == 5 && f.column == 5; }));
}

// The unit of a generalised mode is anybody's: it is no noise beside the motions of the body, nor they beside it.
TEST(Process, AGeneralisedModeInAnotherUnitIsFitted) {
  SWELL_TEST_DATA(path, "bem/wamit/GBMBarge/barge.out", "WEC-Sim/WEC-Sim_Applications");
  hydro::HydroData data = read_bem(path);
  ProcessingOptions options;
  options.radiation.end_time = 30.0;
  process(data, options);
  const std::size_t fits = add_state_space(data, options).size();
  for (const double unit : {1e-4, 1e4}) {
    hydro::HydroData other = data;
    for (MatrixX& K : other.bodies[0].radiation_irf) {
      K.row(8) *= unit;
      K.col(8) *= unit;
    }
    EXPECT_EQ(add_state_space(other, options).size(), fits) << unit;
  }
}

TEST(Process, OneFrequencyGivesNoKernelsAndSaysSo) {
  SWELL_TEST_DATA(path, "bem/hams/Cylinder", "YingyiLiu/HAMS");
  hydro::HydroData data = read_bem(path);
  data.omega.resize(1);
  for (hydro::HydroBody& body : data.bodies) {
    body.added_mass.resize(1);
    body.radiation_damping.resize(1);
    for (auto& row : body.excitation) row.resize(1);
    body.added_mass_infinite.reset();
  }
  hydro::HydroData fitted = data;
  EXPECT_TRUE(process(data, {}).empty());
  EXPECT_TRUE(data.bodies[0].radiation_irf.empty());
  EXPECT_THAT(data.notes, ::testing::Contains(HasSubstr("one frequency only: no impulse responses")));
  EXPECT_NO_THROW(repair(fitted));  // it crashed
  ProcessingOptions options;
  options.state_space = true;
  EXPECT_THROW(process(fitted, options), InputError);
}

TEST(Process, ABodyWithoutDampingKeepsItsKernelAndGivesTheTimes) {
  SWELL_TEST_DATA(path, "bem/wamit/Sphere/sphere.out", kRepository);
  hydro::HydroData one = read_bem(path);
  ProcessingOptions options;
  options.radiation.end_time = 12.0;
  options.radiation.times = 241;
  process(one, options);
  hydro::HydroData data = combine({one, one});
  data.bodies[1].radiation_damping.clear();
  const std::vector<MatrixX> kernel = data.bodies[1].radiation_irf;
  options.radiation.end_time = 30.0;
  process(data, options);
  EXPECT_EQ(data.bodies[1].radiation_irf, kernel);
  EXPECT_EQ(data.bodies[0].radiation_irf_time, data.bodies[1].radiation_irf_time);
  EXPECT_THAT(data.notes, ::testing::Contains(HasSubstr("no radiation damping; its kernel stays as it is, to 12 s")));
  data.bodies[0].radiation_damping.clear();
  const std::vector<Finding> findings = examine(data);
  for (const char* name : {"symmetry-damping", "positive-damping-dof", "passivity-damping-matrix", "ogilvie-relation",
                           "haskind-relation"}) {
    EXPECT_TRUE(std::any_of(findings.begin(), findings.end(), [&](const Finding& f) {
      return std::string(f.check->code) == name && f.verdict == Verdict::not_applicable &&
             f.sentence.find("no radiation damping over frequency of body") != std::string::npos;
    })) << name;
  }
}

TEST(Process, AStateSpaceOfAnotherKernelIsLeftOutAndOneOfTheSameStays) {
  SWELL_TEST_DATA(path, "bem/wamit/Sphere/sphere.out", kRepository);
  hydro::HydroData data = read_bem(path);
  ProcessingOptions options;
  options.radiation.end_time = 15.0;
  options.radiation.times = 151;
  options.state_space = true;
  process(data, options);
  options.state_space = false;
  hydro::HydroData same = data;
  process(same, options);
  EXPECT_FALSE(same.bodies[0].radiation_state_space.empty());
  options.radiation.omega_max = 2.0;
  process(data, options);
  EXPECT_TRUE(data.bodies[0].radiation_state_space.empty());
  EXPECT_THAT(data.notes, ::testing::Contains(HasSubstr("state space was fitted to another kernel and is left out")));
}

TEST(Compare, SeesEveryQuantityOfABody) {
  SWELL_TEST_DATA(path, "bem/wamit/GBMBarge", kRepository);
  SWELL_TEST_DATA(sphere, "bem/wamit/Sphere/sphere.out", kRepository);
  SWELL_TEST_DATA(drift, "bem/wamit/MeanDriftSphere/sphere.out", kRepository);
  SWELL_TEST_DATA(second_order, "bem/nemoh_v3.0.2/OC3-Hywind_FOWT", kRepository);
  const auto differs = [](const hydro::HydroData& a, auto change, const std::string& quantity) {
    EXPECT_TRUE(compare(a, a).empty()) << quantity;
    hydro::HydroData b = a;
    change(b.bodies[0]);
    bool found = false;
    for (const auto& list : {compare(a, b), compare(b, a)}) {
      for (const Difference& d : list) found = found || d.quantity == quantity;
      EXPECT_TRUE(found) << quantity;
      found = false;
    }
  };
  using Body = hydro::HydroBody;
  const hydro::HydroData barge = read_bem(path);
  differs(
      barge, [](Body& b) { b.generalised_mass(0, 0) += 1.0; }, "mass of the modes");
  differs(
      barge, [](Body& b) { b.external_stiffness(2, 2) += 1.0; }, "external stiffness");
  differs(
      barge, [](Body& b) { b.generalised_damping = MatrixX(); }, "damping of the modes");
  hydro::HydroData data = read_bem(sphere);
  differs(
      data, [](Body& b) { b.added_mass_infinite.reset(); }, "added mass at infinite frequency");
  differs(
      data, [](Body& b) { (*b.added_mass_zero)(0, 0) += 1.0; }, "added mass at zero frequency");
  data.bodies[0].froude_krylov = data.bodies[0].scattering = data.bodies[0].excitation;
  differs(
      data, [](Body& b) { b.froude_krylov.clear(); }, "Froude-Krylov force");
  differs(
      data, [](Body& b) { b.scattering.clear(); }, "scattering force");
  ProcessingOptions options;
  options.radiation.end_time = 15.0;
  options.radiation.times = 151;
  options.state_space = true;
  process(data, options);
  differs(
      data, [](Body& b) { b.radiation_state_space[2][2].C *= 1.01; }, "state space (kernel)");
  differs(
      data, [](Body& b) { b.radiation_state_space[2][2].D += 0.1; }, "state space (direct term)");
  differs(
      data, [](Body& b) { b.radiation_state_space.clear(); }, "state space");
  differs(
      data, [](Body& b) { b.radiation_irf.clear(); }, "radiation kernel");
  differs(
      read_bem(drift), [](Body& b) { b.mean_drift_pressure[0][7][2] += 0.1; }, "mean drift (pressure integration)");
  differs(
      read_bem(second_order), [](Body& b) { b.qtf_difference[0][5].value += 0.1; },
      "quadratic transfer function (difference)");
  differs(
      read_bem(second_order), [](Body& b) { b.qtf_sum[1].pop_back(); }, "quadratic transfer function (sum)");
  // Another basis of the same states is no difference of what they do.
  hydro::HydroData turned = data;
  hydro::EntryStateSpace& entry = turned.bodies[0].radiation_state_space[0][0];
  entry.B *= 2.0;
  entry.C *= 0.5;
  for (const Difference& d : compare(data, turned)) EXPECT_LE(d.relative, 1e-12) << d.quantity;
  EXPECT_FALSE(compare(data, turned).empty());
}

TEST(Compare, TellsThePhaseOfForcesThatDifferInItAlone) {
  SWELL_TEST_DATA(path, "bem/wamit/MeanDriftSphere/sphere.out", kRepository);
  const hydro::HydroData data = read_bem(path);
  hydro::HydroData turned = data;
  std::complex<double>& X = turned.bodies[0].excitation[0][7][2];
  X *= std::polar(1.0, 0.5);
  ASSERT_FALSE(compare(data, turned).empty());
  const Difference d = compare(data, turned)[0];
  EXPECT_NEAR(d.first, d.second, 1e-12 * d.first);
  ASSERT_TRUE(d.first_phase && d.second_phase);
  EXPECT_NEAR(std::remainder(*d.second_phase - *d.first_phase, 360.0), 0.5 / kDegree, 1e-9);
  // What is real has a sign and no phase.
  turned = data;
  double& F = turned.bodies[0].mean_drift_pressure[0][7][2];
  F = -F - 1.0;
  const Difference drift = compare(data, turned)[0];
  EXPECT_FALSE(drift.first_phase.has_value());
  EXPECT_EQ(drift.second, F);
}

TEST(Combine, BodiesStandSideBySideWithoutCoupling) {
  SWELL_TEST_DATA(path, "bem/wamit/Sphere/sphere.out", kRepository);
  const hydro::HydroData one = read_bem(path);
  const hydro::HydroData two = combine({one, one});
  ASSERT_EQ(two.bodies.size(), 2U);
  EXPECT_EQ(two.bodies[1].added_mass[3].rightCols(6), one.bodies[0].added_mass[3]);
  EXPECT_TRUE(two.bodies[1].added_mass[3].leftCols(6).isZero(0.0));
  hydro::HydroData other = one;
  other.water_depth = 10.0;
  other.file = "other.out";
  {
    const std::string refused = swell_test::refusal_of([&] { combine({one, other}); });
    EXPECT_THAT(refused, HasSubstr("other.out"));
    EXPECT_THAT(refused, HasSubstr("is 10 m, but 50 m"));
  }
}

TEST(AtFrequencies, SplinesReproduceTheKnotsAndRefuseToExtrapolate) {
  SWELL_TEST_DATA(path, "bem/wamit/Sphere/sphere.out", kRepository);
  const hydro::HydroData data = read_bem(path);
  std::vector<double> every_second;
  for (std::size_t k = 0; k < data.omega.size(); k += 2) every_second.push_back(data.omega[k]);
  const hydro::HydroData coarse = at_frequencies(data, every_second);
  EXPECT_NEAR(coarse.bodies[0].added_mass[10](2, 2), data.bodies[0].added_mass[20](2, 2), 1e-9);
  EXPECT_NEAR(coarse.bodies[0].excitation[0][10][0].imag(), data.bodies[0].excitation[0][20][0].imag(), 1e-9);
  EXPECT_THROW(at_frequencies(data, {0.1, 20.0}), InputError);
}

TEST(Clean, APlantedSpikeAndANaNAreFoundAndRepaired) {
  SWELL_TEST_DATA(path, "bem/wamit/Sphere/sphere.out", kRepository);
  const hydro::HydroData good = read_bem(path);
  EXPECT_TRUE(find_spikes(good).empty() || find_spikes(good)[0].departure < 0.02);
  hydro::HydroData bad = good;
  bad.bodies[0].added_mass[100](2, 2) *= 1.3;
  bad.bodies[0].radiation_damping[60](0, 0) = std::nan("");
  bad.bodies[0].excitation[0][80][2] *= 1.5;
  const auto found = find_spikes(bad);
  ASSERT_GE(found.size(), 3U);
  EXPECT_TRUE(std::isinf(found[0].departure));
  clean(bad);
  const auto near = [](double a, double b, double peak) { return std::abs(a - b) <= 2e-3 * peak; };
  EXPECT_TRUE(near(bad.bodies[0].added_mass[100](2, 2), good.bodies[0].added_mass[100](2, 2), 264.6));
  EXPECT_TRUE(near(bad.bodies[0].radiation_damping[60](0, 0), good.bodies[0].radiation_damping[60](0, 0), 100.0));
  EXPECT_LE(std::abs(bad.bodies[0].excitation[0][80][2] - good.bodies[0].excitation[0][80][2]), 2e-3 * 78.5);
}

TEST(Clean, RoundOffInAMotionThatDoesNotRadiateIsNoSpike) {
  SWELL_TEST_DATA(path, "bem/wamit/Sphere/sphere.out", kRepository);
  hydro::HydroData data = read_bem(path);
  const std::size_t before = find_spikes(data).size();
  for (MatrixX& B : data.bodies[0].radiation_damping) B(5, 5) = 1e-13;
  data.bodies[0].radiation_damping[60](5, 5) = 2e-12;
  EXPECT_EQ(find_spikes(data).size(), before);
  data.bodies[0].radiation_damping[60](3, 3) = 100.0;  // beyond round-off it is one, here too
  EXPECT_GT(find_spikes(data).size(), before);
}

}  // namespace
}  // namespace swell::bemio
