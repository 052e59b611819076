// The whole way from a BEM result to the file that simulations read.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "swell/base/error.h"
#include "swell/bemio/compare.h"
#include "swell/bemio/processing.h"
#include "swell/bemio/read.h"
#include "swell/hydro/bemio_h5.h"
#include "swell_test/data.h"

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
  try {
    combine({one, other});
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("other.out"));
    EXPECT_THAT(error.what(), HasSubstr("is 10 m, but 50 m"));
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

TEST(Dimensional, IsUndoneByNormalised) {
  SWELL_TEST_DATA(path, "bem/wamit/Sphere/sphere.out", kRepository);
  const hydro::HydroData data = read_bem(path);
  const hydro::HydroData si = dimensional(data, 1025.0, 9.81);
  EXPECT_NEAR(si.bodies[0].radiation_damping[49](2, 2),
              1025.0 * data.omega[49] * data.bodies[0].radiation_damping[49](2, 2), 1e-6);
  for (const Difference& d : compare(data, normalised(si, 1025.0, 9.81))) EXPECT_LE(d.relative, 1e-14) << d.quantity;
}

TEST(Clean, APlantedSpikeAndANaNAreFoundAndMended) {
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
