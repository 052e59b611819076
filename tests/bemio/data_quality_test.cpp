// Every test of the data-quality checks on good data, and on data that were broken on purpose; what `check` calls bad,
// and with it its exit status 1, is what makes a run in the time domain wrong. What check --repair repairs.
#include "swell/bemio/data_quality.h"
#include "../fuzz/small_files.h"
#include "refusal.h"
#include "swell/bemio/processing.h"
#include "swell/bemio/read.h"
#include "swell/hydro/impulse_response.h"
#include "swell_test/test.h"

namespace swell::bemio::data_quality_test {
namespace {

using hydro::HydroBody;
using hydro::HydroData;
const char* const kRepository = "WEC-Sim/WEC-Sim";

/// The finding of the check with that code; a failure of the test where there is none.
Finding finding_of(const HydroData& data, const std::string& code, const QualityOptions& options = {}) {
  for (const Finding& f : examine(data, options)) {
    if (f.check->code == code) return f;
  }
  ADD_FAILURE() << "no check " << code;
  return {};
}

void conjugate_all(HydroData& data) {
  for (auto& row : data.bodies[0].excitation) {
    for (Eigen::VectorXcd& X : row) X = X.conjugate().eval();
  }
}

// Stiffness of roll and pitch, in volumes.
void set_roll_stiffness(HydroBody& body, double volumes, const Vector3& cb) {
  body.cb = cb;
  body.restoring_stiffness(3, 3) = body.restoring_stiffness(4, 4) = volumes * body.displaced_volume;
}

// A sphere under water: its waterplane has this area.
void submerge(HydroBody& body, double waterplane) {
  body.restoring_stiffness.setZero();
  set_roll_stiffness(body, body.cb.z() - body.cg.z(), body.cb);
  body.restoring_stiffness(2, 2) = waterplane;
}

void set_volumes(HydroBody& body, double y, double z) {
  body.displaced_volume_xyz = body.displaced_volume * Vector3(1.0, y, z);
}

struct Fault {
  const char *code, *set;
  Verdict verdict;
  std::function<void(HydroData&, HydroBody&)> damage = [](HydroData&, HydroBody&) {};
  const char* dof = "";
};

template <class List>
void scale(List& list, double factor) {
  for (auto& value : list) value *= factor;
}

TEST(DataQuality, VerdictOfEachFault) {
  const char *const sphere = "bem/wamit/Sphere/sphere.out", *const smooth = "bem/capytaine/sphere",
                    *const stored = "sphere/sphere.h5";
  using D = HydroData;
  using B = HydroBody;
  const Fault faults[] = {
      // A run leaves negative damping out. Where that is little of what is radiated it is right.
      {"passivity-damping-matrix", smooth, Verdict::doubtful,
       [](D&, B& b) { b.radiation_damping[60](2, 2) *= -5.0; }, "heave"},
      {"passivity-damping-matrix", smooth, Verdict::bad, [](D&, B& b) { scale(b.radiation_damping, -1.0); }},
      {"positive-damping-dof", smooth, Verdict::doubtful, [](D&, B& b) { b.radiation_damping[60](2, 2) *= -0.5; },
       "heave"},
      {"symmetry-added-mass", sphere, Verdict::doubtful, [](D&, B& b) { b.added_mass[9](0, 4) *= 1.5; }, "surge-pitch"},
      // A run leaves such a kernel out with a note and goes on.
      {"finite-numbers", sphere, Verdict::doubtful,
       [](D& d, B& b) {
         process(d, {});
         b.radiation_irf[1](2, 2) = std::nan("");
       }},
      {"finite-numbers", sphere, Verdict::bad, [](D&, B& b) { b.radiation_damping[0](2, 2) = std::nan(""); }},
      // A run asks for the volume and the stiffness that the data lack. A pile that stands on the bed has no panels
      // below. The last has the whole system's volume in both bodies.
      {"displaced-volume", sphere, Verdict::doubtful,
       [](D&, B& b) { b.displaced_volume = b.restoring_stiffness(2, 2) = 0.0; }},
      {"displaced-volume", sphere, Verdict::doubtful, [](D&, B& b) { set_volumes(b, 1.0, 0.0); }},
      {"displaced-volume", sphere, Verdict::bad, [](D&, B& b) { set_volumes(b, 0.5, 0.0); }},
      {"displaced-volume", sphere, Verdict::bad, [](D&, B& b) { b.displaced_volume *= 1000.0; }},
      {"displaced-volume", "bem/nemoh_v3.0.2/RM3", Verdict::doubtful},
      {"volume-against-stiffness", sphere, Verdict::bad, [](D&, B& b) { set_roll_stiffness(b, -1.0, b.cb); }},
      // A centre of buoyancy that nobody named judges nothing.
      {"volume-against-stiffness", sphere, Verdict::doubtful,
       [](D&, B& b) { set_roll_stiffness(b, -1.0, b.cg); }},
      {"volume-against-stiffness", sphere, Verdict::not_applicable,
       [](D&, B& b) { set_roll_stiffness(b, 1.0, b.cg); }},
      {"volume-against-stiffness", sphere, Verdict::good, [](D&, B& b) { submerge(b, -1e-9); }},  // round-off
      {"volume-against-stiffness", sphere, Verdict::bad, [](D&, B& b) { submerge(b, -1.0); }},
      {"likely-unit-slips", sphere, Verdict::good},
      {"likely-unit-slips", sphere, Verdict::doubtful, [](D&, B& b) { scale(b.added_mass, 1000.0); }},
      {"likely-unit-slips", sphere, Verdict::doubtful, [](D&, B& b) { b.cb.z() = 0.126; }},
      {"heave-force-long-waves", sphere, Verdict::bad, [](D&, B& b) { scale(b.excitation[0], 9.81); }},
      // All over, and with it the power of every run; an irregular frequency is local.
      {"haskind-relation", sphere, Verdict::bad, [](D&, B& b) { scale(b.excitation[0], 9.81); }},
      {"haskind-relation", sphere, Verdict::doubtful, [](D&, B& b) { b.radiation_damping[100] *= 3.0; }},
      {"sign-phase", sphere, Verdict::good},
      {"sign-phase", sphere, Verdict::bad, [](D& d, B&) { conjugate_all(d); }},
      {"sign-heave-force-phase", sphere, Verdict::doubtful,  // without a phase, and not called conjugated
       [](D&, B& b) {
         for (Eigen::VectorXcd& X : b.excitation[0]) X[2] = std::abs(X[2]);
       }},
      {"decay-excitation-kernel", stored, Verdict::good},
      {"decay-excitation-kernel", stored, Verdict::bad,
       [](D& d, B&) {
         ProcessingOptions options;
         options.excitation.end_time = 1.0;
         process(d, options);
       }},
      {"passivity-state-space", stored, Verdict::doubtful},  // used on request only, and the run says what it does
      {"volume-against-surge-force", "bem/capytaine/buoy_heave_only/results.nc", Verdict::not_applicable,
       [](D&, B& b) { b.displaced_volume = 1.0; }}};
  for (std::size_t k = 0; k < std::size(faults); ++k) {
    const Fault& fault = faults[k];
    SWELL_TEST_DATA(path, fault.set, kRepository);
    HydroData data = read_bem(path);
    fault.damage(data, data.bodies[0]);
    const Finding f = finding_of(data, fault.code);
    EXPECT_EQ(f.verdict, fault.verdict) << k << " " << fault.code << ": " << f.number << " " << f.sentence;
    if (*fault.dof != '\0') {
      EXPECT_EQ(f.dof, fault.dof) << k << " " << fault.code;
    }
  }
}

TEST(DataQuality, SphereOfCapytaineIsSoundAndItsRelationsCloseWithinOnePercent) {
  SWELL_TEST_DATA(path, "bem/capytaine/sphere", kRepository);
  HydroData data = read_bem(path);
  process(data, {});
  EXPECT_EQ(worst(examine(data)), Verdict::good);
  EXPECT_LE(finding_of(data, "ogilvie-relation").number, 1.0);
  EXPECT_LE(finding_of(data, "haskind-relation").number, 3.0);
}

// A pair that is known in closed form: K(t) = a^2 t exp(-a t) has B(w) = int K cos = a^2 (a^2 - w^2) / (a^2 + w^2)^2
// and A(w) - A_inf = -1/w int K sin = -2 a^3 / (a^2 + w^2)^2.
TEST(DataQuality, OgilvieReturnsTheInfiniteAddedMassOfAnExactPair) {
  HydroData data;
  HydroBody body;
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
  const MatrixX estimate = ogilvie_infinite(data, 0);
  ASSERT_EQ(estimate.rows(), 3999);
  for (Eigen::Index k = 0; k < estimate.rows(); ++k) {
    const double w = 0.02 * static_cast<double>(k) + 0.03, A = estimate(k, 2);
    // The line from 0 to the first frequency misses B(0) = 1, the tail beyond 80 rad/s decays as a^2 / w^2.
    if (w < 0.5 || w > 20.0) continue;
    EXPECT_NEAR(A, infinite, w > 4.0 ? 2e-3 : 0.05) << w;
  }
}

// validation/bem-sets has the table of all sets.
TEST(DataQuality, OgilviesRelationClosesWithinOnePercentWhereItCan) {
  const std::pair<const char*, double> sets[] = {// [%] at most; 0: does not close
                                                 {"wamit/Cylinder/cyl.out", 0.2},
                                                 {"wamit/RM3_noA0Ainf/rm3_withoutA0Ainf.out", 0.3},
                                                 {"nemoh_v3.0.2/OC3-Hywind_FOWT", 0.3},
                                                 {"capytaine/cylinder", 0.2},
                                                 {"wamit/RM3/rm3.out", 0.0},
                                                 {"nemoh_v2.3/RM3", 0.0},
                                                 {"hams/Cylinder", 0.0}};
  for (const auto& [set, most] : sets) {
    SWELL_TEST_DATA(path, std::string("bem/") + set, kRepository);
    const Finding relation = finding_of(read_bem(path), "ogilvie-relation");
    EXPECT_EQ(relation.verdict == Verdict::good, most > 0.0) << set;
    if (most > 0.0)
      EXPECT_LE(relation.number, most) << set;
    else
      EXPECT_GT(relation.number, 1.0) << set;
  }
}

TEST(DataQuality, NamesEachMotionBeyondTheLimit) {
  SWELL_TEST_DATA(path, "bem/capytaine/sphere", kRepository);
  HydroData data = read_bem(path);
  process(data, {});
  HydroBody& body = data.bodies[0];
  EXPECT_TRUE(finding_of(data, "added-mass-infinite-frequency").beyond.empty());
  std::map<std::string, double> expected;
  for (const auto& [motion, i] : {std::pair{"surge", 0}, std::pair{"heave", 2}}) {
    double largest = 0.0;
    for (const MatrixX& A : body.added_mass) largest = std::max(largest, std::abs(A(i, i)));
    const double part = i == 0 ? 0.2 : 0.3;
    (*body.added_mass_infinite)(i, i) = body.added_mass.back()(i, i) - part * largest;
    expected[body.name + " " + motion] = 100.0 * part;
  }
  const Finding f = finding_of(data, "added-mass-infinite-frequency");
  EXPECT_EQ(f.dof, "heave");
  ASSERT_EQ(f.beyond.size(), expected.size());
  for (const auto& [motion, number] : expected) EXPECT_NEAR(f.beyond.at(motion), number, 1e-9) << motion;
}

TEST(DataQuality, TheSeaDecidesOnTheRange) {
  SWELL_TEST_DATA(path, "bem/aqwa/Sphere", kRepository);
  QualityOptions options;
  for (const auto& [period, verdict] : {std::pair{8.0, Verdict::good}, {1.5, Verdict::bad}}) {
    options.peak_period = period;
    EXPECT_EQ(finding_of(read_bem(path), "range-frequencies", options).verdict, verdict) << period;
  }
}

// Heave alone, no hydrostatics beside it: motions that are 0 and a missing volume are no numbers to divide by.
TEST(DataQuality, ABodyWithOneMotionAndWithoutVolumeHasNoAsymmetry) {
  SWELL_TEST_DATA(path, "bem/capytaine/buoy_heave_only/results.nc", kRepository);
  HydroData data = read_bem(path);
  for (const double volume : {0.0, -5.0}) {
    data.bodies[0].displaced_volume = volume;
    for (const Finding& f : examine(data))
      EXPECT_TRUE(std::isfinite(f.number)) << f.check->code << ", volume " << volume;
    EXPECT_EQ(finding_of(data, "symmetry-added-mass").verdict, Verdict::good);
    EXPECT_EQ(finding_of(data, "symmetry-damping").verdict, Verdict::good);
  }
}

// Yaw of a body of revolution is round-off, whether or not the volume that gives the scale of moments is there.
TEST(DataQuality, RoundOffIsNotJudgedWithoutAVolumeEither) {
  SWELL_TEST_DATA(path, "bem/capytaine/cylinder_v1.5/cylinder_full.nc", kRepository);
  HydroData data = read_bem(path);
  process(data, {});
  data.bodies[0].displaced_volume = 0.0;
  for (const Finding& f : examine(data)) EXPECT_NE(f.dof, "yaw") << f.check->code << " " << f.number;
}

// A writer without a grid of its own names the data's frequencies. A sum over so few would repeat within these kernels:
// sound ones were called "another run".
TEST(DataQuality, ALongKernelThatNamesTheFrequenciesOfTheDataWasNotSummedOverThem) {
  HydroData data = read_bem(swell_test::source_folder() / "inputs/sphere/hemisphere.h5");
  hydro::ImpulseResponseOptions fine;
  fine.end_time = 1.2 * 2.0 * kPi / (data.omega[1] - data.omega[0]);
  fine.times = 4001;
  fine.frequencies = 8001;
  hydro::add_radiation_irf(data, fine);
  hydro::add_excitation_irf(data, fine);
  const auto judged = [&](const char* test) { return finding_of(data, test); };
  for (HydroBody& body : data.bodies) body.radiation_irf_omega = body.excitation_irf_omega = data.omega;
  for (const char* test : {"radiation-kernel-against-damping", "excitation-kernel-against-excitation"}) {
    EXPECT_EQ(judged(test).verdict, Verdict::good) << test << " " << judged(test).number;
  }
  for (MatrixX& K : data.bodies[0].radiation_irf) K *= 2.0;
  for (VectorX& f : data.bodies[0].excitation_irf[0]) f *= 2.0;
  for (const char* test : {"radiation-kernel-against-damping", "excitation-kernel-against-excitation"})
    EXPECT_EQ(judged(test).verdict, Verdict::bad) << test;
}

// f = exp(-a |t|) cos(w0 t) has X = a / (a^2 + (w - w0)^2) and the like at -w0; the part exp(-2 a T) of the integral of
// f^2 lies beyond T, but for the fast half of cos^2: at most a / w0 = 4 % of it. Of what a cut takes away some lies at
// frequencies where there was no X, which are not judged: 2 % at T = 2 to 8 % at T = 10 here.
TEST(DataQuality, TheEnergyThatAnExcitationKernelLeavesOutIsThatOfTheClosedForm) {
  constexpr double a = 0.2, w0 = 5.0;
  HydroData data;
  data.direction = {0.0};
  HydroBody body;
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
      EXPECT_EQ(finding_of(data, "energy-excitation-kernel").verdict, percent > 4.0 ? Verdict::bad : Verdict::doubtful);
    }
  }
}

TEST(DataQuality, AConjugatedHeaveForceIsSeen) {
  const char* const name = "sign-heave-force-phase";
  for (const char* set : {"wamit/Cylinder/cyl.out", "wamit/Sphere/sphere.out", "wamit/RM3/rm3.out", "aqwa/Sphere",
                          "capytaine/rm3", "capytaine/buoy_heave_only/results.nc", "hams/Cylinder"}) {
    SWELL_TEST_DATA(path, std::string("bem/") + set, kRepository);
    HydroData data = read_bem(path);
    EXPECT_EQ(finding_of(data, name).verdict, Verdict::good) << set;
    for (auto& row : data.bodies[0].excitation) {
      for (auto& X : row) X[2] = std::conj(X[2]);
    }
    EXPECT_EQ(finding_of(data, name).verdict, Verdict::bad) << set;
    EXPECT_EQ(finding_of(data, name).body, data.bodies[0].name) << set;
  }
}

// A barge of 80 m is not short in waves that are long against the cube root of its volume. Its force passes through 0
// where the wave is as long as the barge.
TEST(DataQuality, AShallowHullIsMeasuredByItsWaterplane) {
  SWELL_TEST_DATA(path, "bem/wamit/GBMBarge/barge.out", kRepository);
  const char* const name = "sign-heave-force-phase";
  for (const double volume : {4000.0, 2000.0, 1500.0, 1000.0}) {
    HydroData data = read_bem(path);
    data.bodies[0].displaced_volume = volume;
    data.bodies[0].cb.z() = -volume / 1600.0;
    const Finding f = finding_of(data, name);
    EXPECT_EQ(f.verdict, Verdict::good) << volume << ": " << f.number;
    EXPECT_GE(f.number, 0.7) << volume;
    for (auto& X : data.bodies[0].excitation[0]) X[2] = std::conj(X[2]);
    EXPECT_EQ(finding_of(data, name).verdict, Verdict::bad) << volume;
  }
}

// Taylor's theorem: what is held in water that accelerates is acted on by its volume and its added mass.
TEST(DataQuality, TheVolumeIsThatOfTheSurgeForceInLongWaves) {
  const char* const name = "volume-against-surge-force";
  for (const char* set : {"wamit/Cylinder/cyl.out", "wamit/Sphere/sphere.out", "wamit/RM3/rm3.out",
                          "wamit/GBMBarge/barge.out", "nemoh_v2.3/RM3", "nemoh_v3.0.2/OC3-Hywind_FOWT", "aqwa/Cylinder",
                          "aqwa/RM3", "capytaine/sphere", "capytaine/rm3", "hams/Cylinder"}) {
    SWELL_TEST_DATA(path, std::string("bem/") + set, kRepository);
    const HydroData good = read_bem(path);
    const Finding found = finding_of(good, name);
    EXPECT_EQ(found.verdict, Verdict::good) << set;
    EXPECT_NEAR(found.number, 1.0, 0.1) << set;  // RM3 of WAMIT 0.91, whose matrices are not symmetric either
    for (const double factor : {0.5, 2.0}) {
      HydroData data = good;
      data.bodies[0].displaced_volume *= factor;
      EXPECT_EQ(finding_of(data, name).verdict, Verdict::bad) << set << " " << factor;
      EXPECT_EQ(finding_of(data, name).body, data.bodies[0].name) << set << " " << factor;
    }
  }
  // That of both bodies in each.
  SWELL_TEST_DATA(path, "bem/nemoh_v3.0.2/RM3", kRepository);
  EXPECT_EQ(finding_of(read_bem(path), name).verdict, Verdict::bad);
}

// Four spheres 50 m apart are in one phase of the longest waves only: they neither radiate alike nor interact so.
TEST(DataQuality, BodiesFarApartAreNotTakenForOne) {
  const HydroData data = read_bem(swell_test::source_folder() / "inputs/array/four.h5");
  for (const char* name : {"sign-heave-force-phase", "volume-against-surge-force"}) {
    const Finding f = finding_of(data, name);
    EXPECT_TRUE(f.verdict == Verdict::good || f.verdict == Verdict::not_applicable) << name << " " << f.number;
  }
}

// A .1 without its rows 3 3: the force in heave is there, and what it says of damping is not.
TEST(DataQuality, AMotionThatIsPushedAndRadiatesNothingIsDoubtfulAndNoted) {
  SWELL_TEST_DATA(path, "bem/wamit/Sphere", kRepository);
  const std::filesystem::path folder = fresh_folder("swell_no_heave");
  std::filesystem::copy_file(path / "sphere.3", folder / "sphere.3");
  std::istringstream rows(contents(path / "sphere.1"));
  std::string kept;
  for (std::string row; std::getline(rows, row);) {
    if (row.find("     3     3 ") == std::string::npos) kept += row + "\n";
  }
  write_text(folder / "sphere.1", kept);
  ReadOptions options;
  options.density = 1025.0;
  options.depth = 50.0;
  const HydroData data = read_bem(folder / "sphere.1", options), whole = read_bem(path / "sphere.1", options);
  EXPECT_THAT(data.notes, Contains(HasSubstr("waves push it in heave, and its radiation damping there is 0")));
  EXPECT_THAT(whole.notes, Not(Contains(HasSubstr("waves push it"))));
  HydroData digits = whole;  // of a zero, as some writers print it
  for (MatrixX& B : digits.bodies[0].radiation_damping) B(2, 2) *= 1e-12;
  for (const HydroData& set : {data, digits}) {
    const Finding f = finding_of(set, "positive-damping-dof");
    EXPECT_EQ(f.verdict, Verdict::doubtful);
    EXPECT_EQ(f.dof, "heave");
  }
}

// Pitch of a body whose moments are small beside its forces rings for ever: its own peak says so, motions of one size
// do not.
TEST(DataQuality, AWeakMotionThatRingsIsDoubtfulAndAStrongOneIsBad) {
  const char* const name = "decay-radiation-kernel";
  SWELL_TEST_DATA(path, "bem/wamit/Cylinder/cyl.out", kRepository);
  const HydroData good = read_bem(path);
  ASSERT_EQ(finding_of(good, name).verdict, Verdict::good);
  const std::size_t k = good.omega.size() / 2;
  HydroData weak = good, strong = good;
  double pitch = 0.0, heave = 0.0;
  for (const MatrixX& B : good.bodies[0].radiation_damping) {
    pitch = std::max(pitch, B(4, 4));
    heave = std::max(heave, B(2, 2));
  }
  weak.bodies[0].radiation_damping[k](4, 4) += 20.0 * pitch;
  strong.bodies[0].radiation_damping[k](2, 2) += 60.0 * heave;
  QualityOptions options;
  options.kernel_time = 2.0;
  EXPECT_EQ(finding_of(weak, name, options).verdict, Verdict::doubtful);
  EXPECT_EQ(finding_of(strong, name, options).verdict, Verdict::bad);
}

// A hull of 10 m3 that moves as much: X1 = k (V + A) over rho g, k of the depth in which it was computed.
HydroData in_depth(double depth) {
  constexpr double kGravity = 9.81, kVolume = 10.0;
  HydroData data;
  HydroBody body;
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
TEST(DataQuality, ForcesOfAnotherDepthAreToldFromAnotherVolume) {
  const char* const name = "volume-against-surge-force";
  HydroData data = in_depth(20.0);
  data.water_depth = 20.0;
  EXPECT_EQ(finding_of(data, name).verdict, Verdict::good);
  data.water_depth.reset();
  Finding f = finding_of(data, name);
  EXPECT_EQ(f.verdict, Verdict::doubtful) << f.number;
  EXPECT_THAT(f.sentence, HasSubstr("depth of 20 m"));
  data = in_depth(std::numeric_limits<double>::infinity());
  data.water_depth = 20.0;
  f = finding_of(data, name);
  EXPECT_EQ(f.verdict, Verdict::doubtful) << f.number;
  EXPECT_THAT(f.sentence, HasSubstr("deep water"));
  for (const double factor : {0.4, 2.5}) {
    data = in_depth(20.0);
    data.water_depth = 20.0;
    data.bodies[0].displaced_volume *= factor;
    EXPECT_EQ(finding_of(data, name).verdict, Verdict::bad) << factor;
  }
}

TEST(Repair, ConjugatesAReversedPhase) {
  SWELL_TEST_DATA(path, "bem/wamit/Sphere/sphere.out", kRepository);
  HydroData data = read_bem(path);
  const HydroData original = data;
  conjugate_all(data);
  const Repair repaired = repair(data);
  EXPECT_EQ(finding_of(repaired.data, "sign-phase").verdict, Verdict::good);
  EXPECT_EQ(repaired.data.bodies[0].excitation[0][7], original.bodies[0].excitation[0][7]);
}

// What the one test calls round-off the other need not: the largest eigenvalue of coupled motions is a multiple of any
// dof's own damping. And the scale of both falls with a negative peak that is repaired.
TEST(Repair, LeavesNothingOfNegativeDampingToComplainOf) {
  for (const char* set : {"wamit/Sphere/sphere.out", "wamit/RM3/rm3.out", "capytaine/rm3", "capytaine/sphere"}) {
    SWELL_TEST_DATA(path, std::string("bem/") + set, kRepository);
    HydroData data = read_bem(path);
    if (std::string(set) == "capytaine/sphere") data.bodies[0].radiation_damping[60](2, 2) *= -0.5;
    EXPECT_NE(finding_of(data, "positive-damping-dof").verdict, Verdict::good) << set;
    const Repair repaired = repair(data);
    EXPECT_FALSE(repaired.steps.empty()) << set;
    for (const char* test : {"positive-damping-dof", "passivity-damping-matrix"})
      EXPECT_EQ(finding_of(repaired.data, test).verdict, Verdict::good) << set << ": " << test;
  }
}

TEST(Repair, LeavesDampingAloneThatNoTestComplainsOf) {
  SWELL_TEST_DATA(path, "bem/capytaine/sphere", kRepository);
  HydroData data = read_bem(path);
  data.bodies[0].radiation_damping.back()(2, 2) *= -1.0;  // nothing is left of it there
  const double least = data.omega.back() * data.bodies[0].radiation_damping.back()(2, 2);
  ASSERT_LT(least, 0.0);
  ASSERT_EQ(finding_of(data, "positive-damping-dof").verdict, Verdict::good);
  EXPECT_EQ(repair(data).data.bodies[0].radiation_damping, data.bodies[0].radiation_damping);
}

TEST(Repair, AConjugatedForceGetsANewKernel) {
  SWELL_TEST_DATA(path, "bem/capytaine/sphere", kRepository);
  HydroData good = read_bem(path);
  ProcessingOptions options;
  options.excitation.end_time = 20.0;
  process(good, options);
  HydroData lagging = good;
  conjugate_all(lagging);
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
}

}  // namespace
}  // namespace swell::bemio::data_quality_test
