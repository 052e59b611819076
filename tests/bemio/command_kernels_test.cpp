// What the command bemio computes from the coefficients, and what it reports of it: kernels and state spaces.
#ifdef BEMIO_COMMAND

#include <H5Cpp.h>
#include <nlohmann/json.hpp>

#include "bemio_command.h"
#include "swell/hydro/bemio_h5.h"
#include "swell_test/test.h"

namespace swell::bemio::command_kernels_test {
namespace {

TEST_F(BemioCommand, KernelsThatRepeatOrDoNotDecayAreReported) {
  SWELL_TEST_DATA(sphere, "bem/wamit/Sphere/sphere.out", "WEC-Sim/WEC-Sim");
  // 100 steps over 8.38 rad/s: mirrored at 37.5 s.
  const Outcome coarse = bemio("convert " + sphere.string() + " -o x.h5 --integration-frequencies 101");
  EXPECT_EQ(coarse.status, 0);
  EXPECT_THAT(coarse.err,
              HasSubstr("radiation kernel of 60 s: integrated over 101 frequencies it is that of the force to "
                        "37.5 s only and runs backwards then: --integration-frequencies 162 or a shorter "
                        "--radiation-time"));
  EXPECT_THAT(coarse.err, HasSubstr("--integration-frequencies 420 or a shorter --excitation-time"));
  EXPECT_THAT(coarse.err, Not(HasSubstr("% of the energy")));
  EXPECT_THAT(bemio("check x.h5").out,
              ::testing::AllOf(HasSubstr("integrated over 101 frequencies: beyond 37.5 s it runs backwards"),
                               HasSubstr("integrated over 101 frequencies: beyond 37.5 s it repeats itself")));
  EXPECT_THAT(bemio("convert " + sphere.string() + " -o x.h5 --radiation-time 1 --excitation-time 1").err,
              ::testing::AllOf(HasSubstr("of the peak of sphere"), HasSubstr("is left in the last tenth of 1 s; "),
                               HasSubstr("take a longer kernel"), HasSubstr("lies beyond its +-1 s")));
  EXPECT_THAT(bemio("convert " + sphere.string() + " -o x.h5").err, Not(HasSubstr("kernel")));
  EXPECT_THAT(bemio("check x.h5 --kernel-time 100").out,
              HasSubstr("(the file's kernel ends there, before the 100 s asked"));
}

TEST_F(BemioCommand, PeriodsAtEvenStepsDoNotShortenTheExcitationKernelToNothing) {
  SWELL_TEST_DATA(barge, "bem/wamit/GBMBarge/barge.out", "WEC-Sim/WEC-Sim_Applications");
  ASSERT_EQ(bemio("convert " + barge.string() + " -o x.h5").status, 0);
  const hydro::HydroData data = hydro::read_bemio_h5((folder_ / "x.h5").string());
  EXPECT_GT(data.bodies[0].excitation_irf_time.back(), 5.0);  // 21 rad/s between the last two frequencies, of no force
}

TEST_F(BemioCommand, KernelsNameTheFrequenciesOfTheirIntegrals) {
  write(swell_test::small_wamit());
  ASSERT_EQ(bemio("convert small.out -o x.h5").status, 0);
  // As converted; as made by a repair; as read and written again by one that leaves the kernels alone.
  ASSERT_NE(bemio("check small.out --repair -o made.h5").status, 2);
  ASSERT_NE(bemio("check x.h5 --repair -o again.h5").status, 2);
  for (const char* name : {"x.h5", "made.h5", "again.h5"}) {
    for (const char* path : {"radiation_damping", "excitation"}) {
      H5::H5File file((folder_ / name).string(), H5F_ACC_RDONLY);
      H5::DataSet set = file.openDataSet(std::string("/body1/hydro_coeffs/") + path + "/impulse_response_fun/w");
      hsize_t shape[2] = {0, 0};
      set.getSpace().getSimpleExtentDims(shape);
      ASSERT_EQ(shape[0], 1001U) << name << path;
      std::vector<double> omega(1001);
      set.read(omega.data(), H5::PredType::NATIVE_DOUBLE);
      EXPECT_NEAR(omega.front(), 0.2 * kPi, 1e-6);
      EXPECT_NEAR(omega.back(), 0.4 * kPi, 1e-6);
    }
  }
}

TEST_F(BemioCommand, TheFitOfAStateSpaceStandsInTheFileAndInWhatIsPrinted) {
  SWELL_TEST_DATA(sphere, "bem/wamit/Sphere/sphere.out", "WEC-Sim/WEC-Sim");
  const Outcome convert = bemio("convert " + sphere.string() + " -o s.h5 --state-space --r2 0.97 --json");
  ASSERT_EQ(convert.status, 0) << convert.err;
  const auto made = nlohmann::json::parse(convert.out);
  const auto reported = nlohmann::json::parse(bemio("info s.h5 --json").out)[0];
  const auto value = [&](const std::string& name) {
    H5::H5File file((folder_ / "s.h5").string(), H5F_ACC_RDONLY);
    H5::DataSet set = file.openDataSet("/body1/hydro_coeffs/radiation_damping/state_space/" + name);
    std::vector<double> values(static_cast<std::size_t>(set.getSpace().getSimpleExtentNpoints()));
    set.read(values.data(), H5::PredType::NATIVE_DOUBLE);
    return values;
  };
  // What is stored is what was fitted, and what the realisation that is read gives again.
  const double whole = made["state_space_r2_of_the_matrix"]["sphere"];
  EXPECT_GT(whole, 0.97);
  EXPECT_NEAR(value("r2_matrix")[0], whole, 1e-9);
  EXPECT_NEAR(reported["state_space"]["r2_of_the_matrix"][0].get<double>(), whole, 1e-9);
  const double lowest = made["state_space_passivity"]["lowest_eigenvalue"];
  EXPECT_DOUBLE_EQ(value("passivity")[0], lowest);
  EXPECT_NEAR(reported["state_space"]["passivity"]["lowest_eigenvalue"].get<double>(), lowest, 1e-9);
  EXPECT_TRUE(reported["state_space"]["passivity"]["stable"].get<bool>());
  const std::vector<double> r2 = value("r2t"), order = value("it"), reached = value("conv");
  for (const auto& fit : made["state_space"]) {
    const auto at = 6 * (fit["row"].get<std::size_t>() - 1) + fit["column"].get<std::size_t>() - 1;
    EXPECT_NEAR(r2[at], fit["r2"].get<double>(), 1e-6);
    EXPECT_EQ(order[at], fit["order"].get<double>());
    EXPECT_EQ(reached[at], fit["reached"].get<bool>() ? 1.0 : 2.0);
  }
  const Outcome info = bemio("info s.h5"), check = bemio("check s.h5");
  EXPECT_THAT(info.out, HasSubstr("state space: stable, "));
  EXPECT_THAT(check.out, HasSubstr("passivity of the state space"));
}

}  // namespace
}  // namespace swell::bemio::command_kernels_test

#endif
