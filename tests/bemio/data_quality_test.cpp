// Every test of the data-quality checks on good data, and on data that were broken on purpose.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <functional>
#include <map>

#include "findings.h"
#include "swell/bemio/data_quality.h"
#include "swell/bemio/read.h"
#include "swell/hydro/impulse_response.h"
#include "swell_test/data.h"

namespace swell::bemio {
namespace {

using ::testing::HasSubstr;
const char* const kRepository = "WEC-Sim/WEC-Sim";

TEST(DataQuality, SphereOfCapytaineIsSoundAndItsRelationsCloseWithinOnePercent) {
  SWELL_TEST_DATA(path, "bem/capytaine/sphere", kRepository);
  hydro::HydroData data = read_bem(path);
  process(data, {});
  const auto findings = examine(data);
  EXPECT_EQ(worst(findings), Verdict::good);
  EXPECT_LE(finding_of(findings, "ogilvie-relation").number, 1.0);
  EXPECT_LE(finding_of(findings, "haskind-relation").number, 3.0);
}

// A pair that is known in closed form: K(t) = a^2 t exp(-a t) has B(w) = int K cos = a^2 (a^2 - w^2) / (a^2 + w^2)^2
// and A(w) - A_inf = -1/w int K sin = -2 a^3 / (a^2 + w^2)^2.
TEST(DataQuality, OgilvieReturnsTheInfiniteAddedMassOfAnExactPair) {
  hydro::HydroData data;
  hydro::HydroBody body;
  body.name = "exact";
  body.restoring_stiffness = MatrixX::Zero(6, 6);
  const double a = 1.5, infinite = 7.0;
  for (int k = 1; k <= 4000; ++k) {
    const double w = 0.02 * k, s = a * a + w * w;
    data.omega.push_back(w);
    MatrixX A = MatrixX::Zero(6, 6), B = MatrixX::Zero(6, 6);
    A(2, 2) = infinite - 2.0 * a * a * a / (s * s);
    B(2, 2) = a * a * (a * a - w * w) / (s * s) / w;
    body.added_mass.push_back(A);
    body.radiation_damping.push_back(B);
  }
  data.bodies.push_back(body);
  const auto estimate = ogilvie_infinite(data, 0, 2, 2);
  ASSERT_FALSE(estimate.empty());
  for (const auto& [w, A] : estimate) {
    // The line from 0 to the first frequency misses B(0) = 1, the tail beyond 80 rad/s decays as a^2 / w^2.
    if (w < 0.5 || w > 20.0) continue;
    EXPECT_NEAR(A, infinite, w > 4.0 ? 2e-3 : 0.05) << w;
  }
}

// validation/bem-sets has the table of all sets.
TEST(DataQuality, OgilviesRelationClosesWithinOnePercentOrTheReasonIsGiven) {
  const struct {
    const char* set;
    double most;  // [%] 0: does not close
    const char* reason;
  } cases[] = {{"wamit/Cylinder/cyl.out", 0.2, ""},
               {"wamit/RM3_noA0Ainf/rm3_withoutA0Ainf.out", 0.3, ""},
               {"nemoh_v3.0.2/OC3-Hywind_FOWT", 0.3, ""},
               {"capytaine/cylinder", 0.2, ""},
               {"wamit/RM3/rm3.out", 0.0, "the damping at the last frequency is still 18 % of its peak"},
               {"nemoh_v2.3/RM3", 0.0, "spikes in added mass or damping"},
               {"hams/Cylinder", 0.0, "the data begin at 0.99 rad/s only"}};
  for (const auto& one : cases) {
    SWELL_TEST_DATA(path, std::string("bem/") + one.set, kRepository);
    const auto findings = examine(read_bem(path));
    const Finding& relation = finding_of(findings, "ogilvie-relation");
    if (one.most > 0.0) {
      EXPECT_EQ(relation.verdict, Verdict::good) << one.set;
      EXPECT_LE(relation.number, one.most) << one.set;
    } else {
      EXPECT_NE(relation.verdict, Verdict::good) << one.set;
      EXPECT_GT(relation.number, 1.0) << one.set;
      EXPECT_THAT(relation.sentence, HasSubstr(one.reason)) << one.set;
    }
  }
}

TEST(DataQuality, NamesEachMotionBeyondTheLimit) {
  SWELL_TEST_DATA(path, "bem/capytaine/sphere", kRepository);
  hydro::HydroData data = read_bem(path);
  process(data, {});
  hydro::HydroBody& body = data.bodies[0];
  EXPECT_TRUE(finding_of(examine(data), "added-mass-infinite-frequency").beyond.empty());
  std::map<std::string, double> expected;
  for (const auto& [motion, i] : {std::pair{"surge", 0}, std::pair{"heave", 2}}) {
    double largest = 0.0;
    for (const MatrixX& A : body.added_mass) largest = std::max(largest, std::abs(A(i, i)));
    const double part = i == 0 ? 0.2 : 0.3;
    (*body.added_mass_infinite)(i, i) = body.added_mass.back()(i, i) - part * largest;
    expected[body.name + " " + motion] = 100.0 * part;
  }
  const Finding f = finding_of(examine(data), "added-mass-infinite-frequency");
  EXPECT_EQ(f.dof, "heave");
  ASSERT_EQ(f.beyond.size(), expected.size());
  for (const auto& [motion, number] : expected) EXPECT_NEAR(f.beyond.at(motion), number, 1e-9) << motion;
}

TEST(DataQuality, AReversedPhaseIsSeenAndRepaired) {
  SWELL_TEST_DATA(path, "bem/wamit/Sphere/sphere.out", kRepository);
  hydro::HydroData data = read_bem(path);
  EXPECT_EQ(finding_of(examine(data), "sign-phase").verdict, Verdict::good);
  const hydro::HydroData original = data;
  for (auto& row : data.bodies[0].excitation) {
    for (auto& X : row) X = X.conjugate().eval();
  }
  const Finding f = finding_of(examine(data), "sign-phase");
  EXPECT_EQ(f.verdict, Verdict::bad);
  EXPECT_NEAR(f.number, -90.0, 1.0);
  EXPECT_THAT(f.sentence, HasSubstr("exp(-i omega t)"));
  const Repair repaired = repair(data);
  EXPECT_EQ(finding_of(examine(repaired.data), "sign-phase").verdict, Verdict::good);
  EXPECT_EQ(repaired.data.bodies[0].excitation[0][7], original.bodies[0].excitation[0][7]);
}

TEST(DataQuality, ScaledQuantitiesAreSuspected) {
  SWELL_TEST_DATA(path, "bem/wamit/Sphere/sphere.out", kRepository);
  const hydro::HydroData good = read_bem(path);
  EXPECT_EQ(finding_of(examine(good), "likely-unit-slips").verdict, Verdict::good);
  hydro::HydroData dense = good;
  for (MatrixX& A : dense.bodies[0].added_mass) A *= 1000.0;
  EXPECT_THAT(finding_of(examine(dense), "likely-unit-slips").sentence, HasSubstr("density"));
  hydro::HydroData heavy = good;
  for (auto& row : heavy.bodies[0].excitation) {
    for (auto& X : row) X *= 9.81;
  }
  EXPECT_EQ(finding_of(examine(heavy), "heave-force-long-waves").verdict, Verdict::bad);
  // All over, and with it the power of every run; an irregular frequency is local.
  const Finding all_over = finding_of(examine(heavy), "haskind-relation");
  EXPECT_EQ(all_over.verdict, Verdict::bad);
  EXPECT_THAT(all_over.sentence, HasSubstr("the power of a run by as much"));
  hydro::HydroData spike = good;
  spike.bodies[0].radiation_damping[good.omega.size() / 2] *= 3.0;
  EXPECT_GT(finding_of(examine(spike), "haskind-relation").number, 20.0);
  EXPECT_EQ(finding_of(examine(spike), "haskind-relation").verdict, Verdict::doubtful);
  hydro::HydroData relative = good;
  relative.bodies[0].cb.z() = 0.126;
  EXPECT_EQ(finding_of(examine(relative), "likely-unit-slips").verdict, Verdict::doubtful);
  EXPECT_NE(finding_of(examine(relative), "volume-against-stiffness").verdict, Verdict::good);
}

TEST(DataQuality, AsymmetryNamesBodyAndDofs) {
  SWELL_TEST_DATA(path, "bem/wamit/Sphere/sphere.out", kRepository);
  hydro::HydroData data = read_bem(path);
  for (MatrixX& A : data.bodies[0].added_mass) A(0, 4) *= 1.5;
  const Finding f = finding_of(examine(data), "symmetry-added-mass");
  EXPECT_EQ(f.verdict, Verdict::doubtful);
  EXPECT_EQ(f.body, "sphere");
  EXPECT_EQ(f.dof, "surge-pitch");
}

TEST(DataQuality, TheSeaDecidesOnRangeAndResolution) {
  SWELL_TEST_DATA(path, "bem/aqwa/Sphere", kRepository);
  const hydro::HydroData data = read_bem(path);
  QualityOptions swell_sea, chop;
  swell_sea.peak_period = 8.0;
  chop.peak_period = 1.5;
  EXPECT_EQ(finding_of(examine(data, swell_sea), "range-frequencies").verdict, Verdict::good);
  EXPECT_EQ(finding_of(examine(data, chop), "range-frequencies").verdict, Verdict::bad);
}

TEST(DataQuality, VolumesOfTheWholeSystemInBothBodiesAreNoticed) {
  SWELL_TEST_DATA(path, "bem/nemoh_v3.0.2/RM3", kRepository);
  const Finding f = finding_of(examine(read_bem(path)), "displaced-volume");
  EXPECT_EQ(f.verdict, Verdict::doubtful);
  EXPECT_EQ(f.body, "spar");
}

// Heave alone, no hydrostatics beside it: motions that are 0 and a missing volume are no numbers to divide by.
TEST(DataQuality, ABodyWithOneMotionAndWithoutVolumeHasNoAsymmetry) {
  SWELL_TEST_DATA(path, "bem/capytaine/buoy_heave_only/results.nc", kRepository);
  hydro::HydroData data = read_bem(path);
  for (const double volume : {0.0, -5.0}) {
    data.bodies[0].displaced_volume = volume;
    for (const Finding& f : examine(data))
      EXPECT_TRUE(std::isfinite(f.number)) << f.check->code << ", volume " << volume;
    EXPECT_EQ(finding_of(examine(data), "symmetry-added-mass").verdict, Verdict::good);
    EXPECT_EQ(finding_of(examine(data), "symmetry-damping").verdict, Verdict::good);
  }
}

// Yaw of a body of revolution is round-off, whether or not the volume that gives the scale of moments is there.
TEST(DataQuality, RoundOffIsNotJudgedWithoutAVolumeEither) {
  SWELL_TEST_DATA(path, "bem/capytaine/cylinder_v1.5/cylinder_full.nc", kRepository);
  hydro::HydroData data = read_bem(path);
  process(data, {});
  data.bodies[0].displaced_volume = 0.0;
  for (const Finding& f : examine(data)) EXPECT_NE(f.dof, "yaw") << f.check->code << " " << f.number;
}

// 20 (1 - exp(-k d)) / k exp(-i k x), what a wall that reflects all takes, at frequencies that are even in period: the
// phase turns by up to two radians between them.
hydro::HydroData rotating_force() {
  hydro::HydroData data;
  hydro::HydroBody body;
  body.name = "wall";
  body.restoring_stiffness = MatrixX::Zero(6, 6);
  body.excitation.resize(1);
  data.direction = {0.0};
  data.gravity = 9.81;
  for (int k = 0; k < 120; ++k) {
    const double w = 2.0 * kPi / (14.2 - 0.1 * k), wave = w * w / 9.81;
    data.omega.push_back(w);
    Eigen::VectorXcd X = Eigen::VectorXcd::Zero(6);
    X[0] = 20.0 * (1.0 - std::exp(-2.0 * wave)) / wave * std::polar(1.0, -20.0 * wave);
    body.excitation[0].push_back(X);
    body.added_mass.push_back(MatrixX::Identity(6, 6));
    body.radiation_damping.push_back(MatrixX::Zero(6, 6));
  }
  data.bodies.push_back(body);
  return data;
}

TEST(Clean, AForceThatTurnsFasterThanTheGridStaysAsItIs) {
  hydro::HydroData data = rotating_force();
  const hydro::HydroData original = data;
  EXPECT_TRUE(clean(data).empty());
  for (std::size_t k = 0; k < data.omega.size(); ++k)
    EXPECT_EQ(data.bodies[0].excitation[0][k], original.bodies[0].excitation[0][k]) << data.omega[k];
}

TEST(Clean, ASpikeOfATurningForceIsFoundAndBridgedAlongItsRotation) {
  for (const std::complex<double> factor : {std::complex<double>(1.5, 0.0), std::polar(1.0, 0.8)}) {
    for (const std::size_t at : {60U, 100U, 112U}) {
      hydro::HydroData data = rotating_force();
      const hydro::HydroData original = data;
      data.bodies[0].excitation[0][at][0] *= factor;
      const std::vector<Spike> found = find_spikes(data);
      ASSERT_FALSE(found.empty()) << at << " " << factor;
      EXPECT_EQ(found[0].frequency, at);
      clean(data);
      for (std::size_t k = at - 1; k <= at + 1; ++k) {
        const auto before = original.bodies[0].excitation[0][k][0];
        EXPECT_LE(std::abs(data.bodies[0].excitation[0][k][0] - before), 0.02 * std::abs(before)) << k << " " << factor;
      }
    }
  }
}

TEST(Clean, GbmBargeHasNoIrregularFrequencyInItsExcitation) {
  SWELL_TEST_DATA(path, "bem/wamit/GBMBarge/barge.out", kRepository);
  hydro::HydroData data = read_bem(path);
  const hydro::HydroData original = data;
  for (const Spike& spike : clean(data))
    EXPECT_NE(spike.quantity, Spike::Quantity::excitation) << data.omega[spike.frequency];
  // A real one among them.
  data = original;
  const auto at =
      static_cast<std::size_t>(std::lower_bound(data.omega.begin(), data.omega.end(), 1.5) - data.omega.begin());
  data.bodies[0].excitation[0][at][0] *= 1.3;
  const std::vector<Spike> found = find_spikes(data);
  EXPECT_TRUE(std::any_of(found.begin(), found.end(), [&](const Spike& s) {
    return s.quantity == Spike::Quantity::excitation && s.row == 0 && s.frequency == at;
  }));
}

// A writer without a grid of its own names the data's frequencies. A sum over so few would repeat within these kernels:
// sound ones were called "another run".
TEST(DataQuality, ALongKernelThatNamesTheFrequenciesOfTheDataWasNotSummedOverThem) {
  hydro::HydroData data = read_bem(swell_test::source_folder() / "inputs/sphere/hemisphere.h5");
  hydro::ImpulseResponseOptions fine;
  fine.end_time = 1.2 * 2.0 * kPi / (data.omega[1] - data.omega[0]);
  fine.times = 4001;
  fine.frequencies = 8001;
  hydro::add_radiation_irf(data, fine);
  hydro::add_excitation_irf(data, fine);
  const auto judged = [&](const char* test) { return finding_of(examine(data), test); };
  for (hydro::HydroBody& body : data.bodies) body.radiation_irf_omega = body.excitation_irf_omega = data.omega;
  for (const char* test : {"radiation-kernel-against-damping", "excitation-kernel-against-excitation"}) {
    EXPECT_EQ(judged(test).verdict, Verdict::good) << test << " " << judged(test).number;
  }
  for (MatrixX& K : data.bodies[0].radiation_irf) K *= 2.0;
  for (VectorX& f : data.bodies[0].excitation_irf[0]) f *= 2.0;
  for (const char* test : {"radiation-kernel-against-damping", "excitation-kernel-against-excitation"})
    EXPECT_EQ(judged(test).verdict, Verdict::bad) << test;
}

TEST(DataQuality, AnExcitationKernelThatIsCutOffIsReported) {
  SWELL_TEST_DATA(path, "sphere/sphere.h5", kRepository);
  hydro::HydroData data = read_bem(path);
  EXPECT_EQ(finding_of(examine(data), "decay-excitation-kernel").verdict, Verdict::good);
  EXPECT_LE(finding_of(examine(data), "energy-excitation-kernel").number, 0.01);
  ProcessingOptions options;
  options.excitation.end_time = 1.0;
  process(data, options);
  EXPECT_EQ(finding_of(examine(data), "decay-excitation-kernel").verdict, Verdict::bad);
  EXPECT_EQ(finding_of(examine(data), "energy-excitation-kernel").verdict, Verdict::bad);
  EXPECT_THAT(data.notes, ::testing::Contains(HasSubstr("lies beyond its +-1 s")));
}

// f = exp(-a |t|) cos(w0 t) has X = a / (a^2 + (w - w0)^2) and the like at -w0; the part exp(-2 a T) of the integral of
// f^2 lies beyond T, but for the fast half of cos^2: at most a / w0 = 4 % of it. Of what a cut takes away some lies at
// frequencies where there was no X, which are not judged: 2 % at T = 2 to 8 % at T = 10 here.
TEST(DataQuality, TheEnergyThatAnExcitationKernelLeavesOutIsThatOfTheClosedForm) {
  constexpr double a = 0.2, w0 = 5.0;
  hydro::HydroData data;
  data.direction = {0.0};
  hydro::HydroBody body;
  body.name = "exact";
  body.restoring_stiffness = MatrixX::Zero(6, 6);
  body.excitation.resize(1);
  for (int k = 1; k <= 1000; ++k) {
    const double w = 0.01 * k;
    data.omega.push_back(w);
    Eigen::VectorXcd X = Eigen::VectorXcd::Zero(6);
    X[2] = a / (a * a + (w - w0) * (w - w0)) + a / (a * a + (w + w0) * (w + w0));
    body.excitation[0].push_back(X);
    body.added_mass.push_back(MatrixX::Identity(6, 6));
    body.radiation_damping.push_back(MatrixX::Zero(6, 6));
  }
  data.bodies.push_back(body);
  for (const double T : {2.0, 5.0, 10.0}) {
    for (const std::size_t times : {std::size_t{1001}, std::size_t{11}}) {  // 11: too coarse, made again
      ProcessingOptions options;
      options.excitation.end_time = T;
      options.excitation.times = times;
      hydro::add_excitation_irf(data, options.excitation);
      const auto lost = excitation_energy_lost(data);
      ASSERT_TRUE(lost.has_value());
      EXPECT_NEAR(lost->part, std::exp(-2.0 * a * T), 0.1 * std::exp(-2.0 * a * T)) << T << " " << times;
      EXPECT_EQ(lost->dof, 2);
      const double percent = 100.0 * lost->part;
      EXPECT_EQ(finding_of(examine(data), "energy-excitation-kernel").verdict,
                percent > 4.0 ? Verdict::bad : Verdict::doubtful);
    }
  }
}

TEST(DataQuality, AConjugatedHeaveForceIsSeen) {
  const char* const name = "sign-heave-force-phase";
  for (const char* set : {"wamit/Cylinder/cyl.out", "wamit/Sphere/sphere.out", "wamit/RM3/rm3.out", "aqwa/Sphere",
                          "capytaine/rm3", "capytaine/buoy_heave_only/results.nc", "hams/Cylinder"}) {
    SWELL_TEST_DATA(path, std::string("bem/") + set, kRepository);
    hydro::HydroData data = read_bem(path);
    EXPECT_EQ(finding_of(examine(data), name).verdict, Verdict::good) << set;
    for (auto& row : data.bodies[0].excitation) {
      for (auto& X : row) X[2] = std::conj(X[2]);
    }
    EXPECT_EQ(finding_of(examine(data), name).verdict, Verdict::bad) << set;
    EXPECT_EQ(finding_of(examine(data), name).body, data.bodies[0].name) << set;
  }
}

// A barge of 80 m is not short in waves that are long against the cube root of its volume. Its force passes through 0
// where the wave is as long as the barge.
TEST(DataQuality, AShallowHullIsMeasuredByItsWaterplane) {
  SWELL_TEST_DATA(path, "bem/wamit/GBMBarge/barge.out", kRepository);
  const char* const name = "sign-heave-force-phase";
  for (const double volume : {4000.0, 2000.0, 1500.0, 1000.0}) {
    hydro::HydroData data = read_bem(path);
    data.bodies[0].displaced_volume = volume;
    data.bodies[0].cb.z() = -volume / 1600.0;
    const Finding f = finding_of(examine(data), name);
    EXPECT_EQ(f.verdict, Verdict::good) << volume << ": " << f.number;
    EXPECT_GE(f.number, 0.7) << volume;
    for (auto& X : data.bodies[0].excitation[0]) X[2] = std::conj(X[2]);
    EXPECT_EQ(finding_of(examine(data), name).verdict, Verdict::bad) << volume;
  }
}

TEST(DataQuality, AHeaveForceWithoutAPhaseIsNotCalledConjugated) {
  SWELL_TEST_DATA(path, "bem/wamit/Sphere/sphere.out", kRepository);
  hydro::HydroData data = read_bem(path);
  for (auto& row : data.bodies[0].excitation) {
    for (auto& X : row) X[2] = std::abs(X[2]);
  }
  const Finding f = finding_of(examine(data), "sign-heave-force-phase");
  EXPECT_EQ(f.verdict, Verdict::doubtful) << f.number;
  EXPECT_THAT(f.sentence, HasSubstr("hardly leads or lags"));
  EXPECT_THAT(f.sentence, ::testing::Not(HasSubstr("conjugated")));
}

// Taylor's theorem: what is held in water that accelerates is acted on by its volume and its added mass.
TEST(DataQuality, TheVolumeIsThatOfTheSurgeForceInLongWaves) {
  const char* const name = "volume-against-surge-force";
  for (const char* set : {"wamit/Cylinder/cyl.out", "wamit/Sphere/sphere.out", "wamit/RM3/rm3.out",
                          "wamit/GBMBarge/barge.out", "nemoh_v2.3/RM3", "nemoh_v3.0.2/OC3-Hywind_FOWT", "aqwa/Cylinder",
                          "aqwa/RM3", "capytaine/sphere", "capytaine/rm3", "hams/Cylinder"}) {
    SWELL_TEST_DATA(path, std::string("bem/") + set, kRepository);
    const hydro::HydroData good = read_bem(path);
    const Finding found = finding_of(examine(good), name);
    EXPECT_EQ(found.verdict, Verdict::good) << set;
    EXPECT_NEAR(found.number, 1.0, 0.1) << set;  // RM3 of WAMIT 0.91, whose matrices are not symmetric either
    for (const double factor : {0.5, 2.0}) {
      hydro::HydroData data = good;
      data.bodies[0].displaced_volume *= factor;
      EXPECT_EQ(finding_of(examine(data), name).verdict, Verdict::bad) << set << " " << factor;
      EXPECT_EQ(finding_of(examine(data), name).body, data.bodies[0].name) << set << " " << factor;
    }
  }
  // That of both bodies in each.
  SWELL_TEST_DATA(path, "bem/nemoh_v3.0.2/RM3", kRepository);
  EXPECT_EQ(finding_of(examine(read_bem(path)), name).verdict, Verdict::bad);
}

// Runs of heave alone, with hydrostatics.
TEST(DataQuality, AVolumeIsNotAskedOfASurgeThatWasNotComputed) {
  SWELL_TEST_DATA(path, "bem/capytaine/buoy_heave_only/results.nc", kRepository);
  hydro::HydroData data = read_bem(path);
  data.bodies[0].displaced_volume = 1.0;
  EXPECT_EQ(finding_of(examine(data), "volume-against-surge-force").verdict, Verdict::not_applicable);
}

// Four spheres 50 m apart are in one phase of the longest waves only: they neither radiate alike nor interact
// so.
TEST(DataQuality, BodiesFarApartAreNotTakenForOne) {
  const auto findings = examine(read_bem(swell_test::source_folder() / "inputs/array/four.h5"));
  for (const char* name : {"sign-heave-force-phase", "volume-against-surge-force"}) {
    const Finding f = finding_of(findings, name);
    EXPECT_TRUE(f.verdict == Verdict::good || f.verdict == Verdict::not_applicable) << name << " " << f.number;
  }
}

TEST(DataQuality, RoundOffInTheWaterplaneOfABodyUnderWaterIsNoFault) {
  SWELL_TEST_DATA(path, "bem/wamit/Sphere/sphere.out", kRepository);
  hydro::HydroData data = read_bem(path);
  hydro::HydroBody& body = data.bodies[0];
  const double lever = body.displaced_volume * (body.cb.z() - body.cg.z());
  body.restoring_stiffness.setZero();
  body.restoring_stiffness(2, 2) = -1e-9;
  body.restoring_stiffness(3, 3) = body.restoring_stiffness(4, 4) = lever;
  EXPECT_EQ(finding_of(examine(data), "volume-against-stiffness").verdict, Verdict::good);
  body.restoring_stiffness(2, 2) = -1.0;
  EXPECT_EQ(finding_of(examine(data), "volume-against-stiffness").verdict, Verdict::bad);
}

TEST(DataQuality, AVolumeAThousandTimesTooLargeIsBad) {
  SWELL_TEST_DATA(path, "bem/wamit/Sphere/sphere.out", kRepository);
  hydro::HydroData data = read_bem(path);
  data.bodies[0].displaced_volume *= 1000.0;
  data.bodies[0].displaced_volume_xyz.reset();
  EXPECT_EQ(finding_of(examine(data), "displaced-volume").verdict, Verdict::bad);
}

}  // namespace
}  // namespace swell::bemio
