// The whole way from a BEM result to the file that simulations read.
#include "swell/bemio/compare.h"
#include "swell/bemio/data_quality.h"
#include "swell/bemio/processing.h"
#include "swell/bemio/read.h"
#include "swell/hydro/bemio_h5.h"
#include "swell_test/test.h"

namespace swell::bemio::convert_test {
namespace {

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
  using Body = hydro::HydroBody;
  const struct {
    const char *set, *quantity;
    std::function<void(Body&)> change;
  } rows[] = {
      {"GBMBarge", "mass of the modes", [](Body& b) { b.generalised_mass(0, 0) += 1.0; }},
      {"GBMBarge", "external stiffness", [](Body& b) { b.external_stiffness(2, 2) += 1.0; }},
      {"GBMBarge", "damping of the modes", [](Body& b) { b.generalised_damping = MatrixX(); }},
      {"Sphere/sphere.out", "added mass at infinite frequency", [](Body& b) { b.added_mass_infinite.reset(); }},
      {"Sphere/sphere.out", "added mass at zero frequency", [](Body& b) { (*b.added_mass_zero)(0, 0) += 1.0; }},
      {"Sphere/sphere.out", "Froude-Krylov force", [](Body& b) { b.froude_krylov.clear(); }},
      {"Sphere/sphere.out", "scattering force", [](Body& b) { b.scattering.clear(); }},
      {"Sphere/sphere.out", "state space (kernel)", [](Body& b) { b.radiation_state_space[2][2].C *= 1.01; }},
      {"Sphere/sphere.out", "state space (direct term)", [](Body& b) { b.radiation_state_space[2][2].D += 0.1; }},
      {"Sphere/sphere.out", "state space", [](Body& b) { b.radiation_state_space.clear(); }},
      {"Sphere/sphere.out", "radiation kernel", [](Body& b) { b.radiation_irf.clear(); }},
      {"MeanDriftSphere/sphere.out", "mean drift (pressure integration)",
       [](Body& b) { b.mean_drift_pressure[0][7][2] += 0.1; }},
      {"../nemoh_v3.0.2/OC3-Hywind_FOWT", "quadratic transfer function (difference)",
       [](Body& b) { b.qtf_difference[0][5].value += 0.1; }},
      {"../nemoh_v3.0.2/OC3-Hywind_FOWT", "quadratic transfer function (sum)",
       [](Body& b) { b.qtf_sum[1].pop_back(); }}};
  std::map<std::string, hydro::HydroData> sets;
  for (const auto& row : rows) {
    SWELL_TEST_DATA(path, std::string("bem/wamit/") + row.set, kRepository);
    const auto [place, is_new] = sets.try_emplace(row.set);
    hydro::HydroData& a = place->second;
    if (is_new) a = read_bem(path);
    if (is_new && std::string(row.set) == "Sphere/sphere.out") {
      ProcessingOptions options;
      options.radiation.end_time = 15.0;
      options.radiation.times = 151;
      options.state_space = true;
      process(a, options);
    }
    EXPECT_TRUE(compare(a, a).empty()) << row.quantity;
    hydro::HydroData b = a;
    row.change(b.bodies[0]);
    for (const auto& list : {compare(a, b), compare(b, a)})
      EXPECT_TRUE(std::any_of(list.begin(), list.end(), [&](const Difference& d) {
        return d.quantity == row.quantity;
      })) << row.quantity;
  }
  const hydro::HydroData& data = sets["Sphere/sphere.out"];
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
}  // namespace swell::bemio::convert_test
