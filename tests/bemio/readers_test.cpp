// What the table of expected values does not hold: HAMS, listings, quadratic transfer functions, accompanying files,
// notes.
#include "netcdf_edit.h"
#include "swell/bemio/read.h"
#include "swell_test/test.h"

namespace swell::bemio::readers_test {
namespace {

namespace fs = std::filesystem;

const char* const kRepository = "WEC-Sim/WEC-Sim";

TEST(Hams, CylinderHasTheScalingOfTheNativeTablesAndSurgeLeadsByNinetyDegrees) {
  SWELL_TEST_DATA(folder, "bem/hams/Cylinder", "YingyiLiu/HAMS");
  const hydro::HydroData data = read_bem(folder);
  ASSERT_EQ(data.bodies.size(), 1U);
  EXPECT_EQ(data.omega.size(), 30U);
  EXPECT_EQ(data.direction.size(), 36U);
  EXPECT_DOUBLE_EQ(*data.density, 1025.0);
  EXPECT_DOUBLE_EQ(*data.water_depth, 10.0);
  const hydro::HydroBody& body = data.bodies[0];
  // OAMASS1.txt and ODAMPING3.txt, dimensional, five digits: the limits 691.69 and 294.72, and 382.83 at 0.990 rad/s.
  EXPECT_NEAR((*body.added_mass_zero)(0, 0) * 1025.0, 691.69, 0.005);
  EXPECT_NEAR((*body.added_mass_infinite)(0, 0) * 1025.0, 294.72, 0.005);
  EXPECT_NEAR(data.omega[0], 0.990, 5e-4);
  EXPECT_NEAR(body.radiation_damping[0](2, 2) * 1025.0 * data.omega[0], 382.83, 0.01);
  EXPECT_NEAR(std::arg(body.excitation[0][0][0]) / kDegree, 90.2205, 1e-3);
  EXPECT_NEAR(std::abs(body.excitation[0][0][2]), 2.748824, 1e-6);
  EXPECT_NEAR(body.restoring_stiffness(2, 2) * 1025.0 * 9.80665, 31462.0, 0.5);
}

TEST(Aqwa, TheListingAddsPartsThatSumToTheExcitationOfTheCoefficientFile) {
  SWELL_TEST_DATA(folder, "bem/aqwa/Cylinder", kRepository);
  const hydro::HydroData ah1 = read_bem(folder / "cylinder.AH1");
  ASSERT_EQ(ah1.bodies[0].froude_krylov.size(), ah1.direction.size());
  ASSERT_EQ(ah1.bodies[0].scattering.size(), ah1.direction.size());
  for (std::size_t d = 0; d < ah1.direction.size(); ++d) {
    for (std::size_t k = 0; k < ah1.omega.size(); ++k) {
      const Eigen::VectorXcd& FK = ah1.bodies[0].froude_krylov[d][k];
      const Eigen::VectorXcd& SC = ah1.bodies[0].scattering[d][k];
      for (const int i : {0, 2, 4}) {
        // Three digits of each part.
        const double size = std::abs(FK[i]) + std::abs(SC[i]);
        EXPECT_LE(std::abs(FK[i] + SC[i] - ah1.bodies[0].excitation[d][k][i]), 6e-3 * size)
            << d << " " << k << " " << i;
      }
    }
  }
}

TEST(Aqwa, TheListingAloneAgreesWithTheCoefficientFileToItsDigits) {
  SWELL_TEST_DATA(source, "bem/aqwa/Cylinder", kRepository);
  const auto folder = std::filesystem::path(::testing::TempDir()) / "bemio_listing";
  std::filesystem::create_directories(folder);
  std::filesystem::copy_file(source / "cylinder.LIS", folder / "cylinder.LIS",
                             std::filesystem::copy_options::overwrite_existing);
  const hydro::HydroData ah1 = read_bem(source / "cylinder.AH1"), lis = read_bem(folder / "cylinder.LIS");
  ASSERT_EQ(lis.omega.size(), ah1.omega.size());
  EXPECT_EQ(lis.direction, ah1.direction);
  EXPECT_NEAR(lis.bodies[0].displaced_volume, ah1.bodies[0].displaced_volume, 1e-5);
  EXPECT_NEAR(lis.bodies[0].restoring_stiffness(4, 4), ah1.bodies[0].restoring_stiffness(4, 4), 1e-5);
  for (std::size_t k = 0; k < lis.omega.size(); ++k) {
    const double A = ah1.bodies[0].added_mass[k](2, 2), B = ah1.bodies[0].radiation_damping[k](0, 0);
    EXPECT_NEAR(lis.bodies[0].added_mass[k](2, 2), A, 1e-4 * A);
    EXPECT_NEAR(lis.bodies[0].radiation_damping[k](0, 0), B, 2e-3 * B);  // the frequency has four decimals
    EXPECT_LE(std::abs(lis.bodies[0].excitation[1][k][2] - ah1.bodies[0].excitation[1][k][2]),
              6e-3 * std::abs(ah1.bodies[0].excitation[1][k][2]));
  }
}

TEST(Nemoh, SecondOrderTablesAreCompletedToSquares) {
  SWELL_TEST_DATA(folder, "bem/nemoh_v3.0.2/OC3-Hywind_FOWT", kRepository);
  const hydro::HydroData data = read_bem(folder);
  const hydro::HydroBody& body = data.bodies[0];
  ASSERT_EQ(body.qtf_sum.size(), 6U);
  const std::size_t n = 26;
  ASSERT_EQ(body.qtf_sum[0].size(), n * n);
  ASSERT_EQ(body.qtf_difference[0].size(), n * n);
  // Second row of the files: w 0.300 and 0.250, dof 1; their phase convention is the opposite of ours.
  EXPECT_NEAR(body.qtf_difference[0][1].value.real(), 0.02284330, 1e-9);
  EXPECT_NEAR(body.qtf_difference[0][1].value.imag(), 0.04079880, 1e-9);
  EXPECT_NEAR(body.qtf_difference[0][n].value.imag(), -0.04079880, 1e-9);
  EXPECT_NEAR(body.qtf_sum[0][1].value.imag(), 1.724501, 1e-9);
  EXPECT_NEAR(body.qtf_sum[0][n].value.imag(), 1.724501, 1e-9);
  EXPECT_THAT(data.notes, Contains(HasSubstr("announces 26 frequencies, the tables hold 128")));
}

TEST(Wamit, TheMostPreciseSourceWinsAndIsNamed) {
  SWELL_TEST_DATA(path, "bem/wamit/RM3/rm3.out", kRepository);
  const hydro::HydroData precise = read_bem(path);
  EXPECT_THAT(precise.notes, Contains(HasSubstr("excitation from rm3.3")));
  EXPECT_THAT(precise.notes, Contains(HasSubstr("hydrostatic stiffness from rm3.hst")));
  ReadOptions like_bemio;
  like_bemio.like_bemio = true;
  const hydro::HydroData rounded = read_bem(path, like_bemio);
  double worst = 0.0;
  for (std::size_t k = 0; k < precise.omega.size(); ++k) {
    const std::complex<double> a = precise.bodies[0].excitation[0][k][2], b = rounded.bodies[0].excitation[0][k][2];
    EXPECT_NEAR(std::abs(a), std::abs(b), 1e-4 * std::abs(a) + 1e-4);
    if (std::abs(a) > 1.0) worst = std::max(worst, std::abs(std::arg(a / b)) / kDegree);
  }
  EXPECT_GT(worst, 0.1);  // the phases of the .out are whole degrees
  EXPECT_LE(worst, 0.51);
}

// A file of another run beside the .out is the more precise source, and wrong.
TEST(Wamit, AccompanyingFilesOfAnotherRunAreNoted) {
  for (const char* name : {"Sphere/sphere", "RM3/rm3", "Cylinder/cyl", "MeanDriftSphere/sphere", "GBMBarge/barge"}) {
    SWELL_TEST_DATA(sound, std::string("bem/wamit/") + name + ".out", kRepository);
    EXPECT_THAT(read_bem(sound).notes, Not(Contains(HasSubstr("same run?")))) << name;
  }
  SWELL_TEST_DATA(path, "bem/wamit/Sphere/sphere.out", kRepository);
  const auto folder = fs::path(::testing::TempDir()) / "bemio_wamit_other_run";
  fs::create_directories(folder);
  const auto scaled = [&](const char* name, std::size_t column, double factor) {
    std::ifstream in(path.parent_path() / name);
    std::ofstream out(folder / name);
    for (std::string line; std::getline(in, line);) {
      if (line.find("WAMIT") != std::string::npos) continue;  // the title
      std::istringstream fields(line);
      std::string field;
      for (std::size_t k = 0; fields >> field; ++k) {
        if (k >= column) field = std::to_string(factor * std::stod(field));
        out << ' ' << field;
      }
      out << '\n';
    }
  };
  fs::copy_file(path, folder / "sphere.out", fs::copy_options::overwrite_existing);
  scaled("sphere.3", 3, 1.2);
  scaled("sphere.hst", 2, 1.1);
  const hydro::HydroData data = read_bem(folder / "sphere.out");
  EXPECT_THAT(data.notes, Contains(AllOf(HasSubstr("sphere.3 differs from the .out by 2"), HasSubstr("--ignore .3"))));
  EXPECT_THAT(data.notes,
              Contains(AllOf(HasSubstr("sphere.hst differs from the .out by 10 %"), HasSubstr(".hst takes"))));
}

// WEC-Sim_Applications' OrificeModel: an .hst of one mode more than the .out. BEMIO takes the rows by their numbers.
TEST(Wamit, TakesStiffnessOfTheModesThatTheOutHas) {
  SWELL_TEST_DATA(path, "bem/wamit/GBMBarge/barge.out", kRepository);
  const auto folder = fs::path(::testing::TempDir()) / "bemio_wamit_more_modes";
  fs::create_directories(folder);
  for (const char* ending : {".out", ".hst", ".mmx", ".cfg"})
    fs::copy_file(fs::path(path).replace_extension(ending), folder / (std::string("barge") + ending),
                  fs::copy_options::overwrite_existing);
  ReadOptions like_bemio;
  like_bemio.like_bemio = true;
  const hydro::HydroData sound = read_bem(folder / "barge.out", like_bemio);
  const int n = sound.bodies[0].dof;
  std::ofstream more(folder / "barge.hst", std::ios::app);
  for (int i = 1; i <= n + 1; ++i) more << i << ' ' << n + 1 << " 7\n";
  for (int j = 1; j <= n; ++j) more << n + 1 << ' ' << j << " 7\n";
  more.close();
  const hydro::HydroData data = read_bem(folder / "barge.out", like_bemio);
  EXPECT_EQ((data.bodies[0].restoring_stiffness - sound.bodies[0].restoring_stiffness).norm(), 0.0);
  EXPECT_GT(data.bodies[0].restoring_stiffness(6, 6), 0.0);
  EXPECT_THAT(data.notes, Contains(HasSubstr("rows of modes beyond")));
  EXPECT_THAT(read_bem(folder / "barge.out").notes, Contains(HasSubstr("beyond the " + std::to_string(n))));
}

TEST(Capytaine, AForceThatIsNotTheSumOfItsPartsIsNoted) {
  for (const char* name : {"cylinder/cylinder", "rm3/rm3", "sphere/sphere"}) {
    SWELL_TEST_DATA(sound, std::string("bem/capytaine/") + name + "_hydrodynamics.nc", kRepository);
    EXPECT_THAT(read_bem(sound).notes, Not(Contains(HasSubstr("excitation_force differs")))) << name;
  }
  SWELL_TEST_DATA(sphere, "bem/capytaine/sphere/sphere_hydrodynamics.nc", kRepository);
  const auto file = fs::path(::testing::TempDir()) / "bemio_total_of_another_run.nc";
  fs::copy_file(sphere, file, fs::copy_options::overwrite_existing);
  fs::permissions(file, fs::perms::owner_all, fs::perm_options::add);
  edit<double>(file, "excitation_force", [](std::vector<double>& values) {
    for (double& value : values) value *= 1.1;
  });
  ReadOptions none;
  none.ignore = {"kh", "hydrostatics"};
  EXPECT_THAT(read_bem(file, none).notes,
              Contains(HasSubstr("Froude_Krylov_force by 10 % of a motion's largest force")));
}

TEST(Wamit, NumericFilesAloneGiveTheSameCoefficients) {
  SWELL_TEST_DATA(path, "bem/wamit/Sphere/sphere.out", kRepository);
  const hydro::HydroData out = read_bem(path);
  const auto folder = std::filesystem::path(::testing::TempDir()) / "bemio_numeric_only";
  std::filesystem::create_directories(folder);
  for (const char* name : {"sphere.1", "sphere.3", "sphere.hst", "sphere.mmx"}) {
    std::filesystem::copy_file(path.parent_path() / name, folder / name,
                               std::filesystem::copy_options::overwrite_existing);
  }
  const hydro::HydroData numeric = read_bem(folder / "sphere.1");
  ASSERT_EQ(numeric.omega.size(), out.omega.size());
  for (std::size_t k = 0; k < out.omega.size(); ++k) {
    EXPECT_EQ(numeric.bodies[0].added_mass[k], out.bodies[0].added_mass[k]);
    EXPECT_EQ(numeric.bodies[0].radiation_damping[k], out.bodies[0].radiation_damping[k]);
    EXPECT_EQ(numeric.bodies[0].excitation[0][k], out.bodies[0].excitation[0][k]);
  }
  EXPECT_EQ(*numeric.bodies[0].added_mass_infinite, *out.bodies[0].added_mass_infinite);
  EXPECT_DOUBLE_EQ(numeric.bodies[0].displaced_volume, 261.364);
  EXPECT_FALSE(numeric.water_depth.has_value());
  EXPECT_EQ(numeric.bodies[0].cg.z(), 0.0);
  // With the input of the run beside them, depth and origin are known too.
  for (const char* name : {"Sphere/sphere", "RM3/rm3", "GBMBarge/barge"}) {
    SWELL_TEST_DATA(main, std::string("bem/wamit/") + name + ".out", kRepository);
    const hydro::HydroData whole = read_bem(main);
    for (const char* extension : {".1", ".3", ".hst", ".mmx", ".pot", ".cfg"}) {
      fs::path accompanying = main;
      accompanying.replace_extension(extension);
      if (fs::exists(accompanying))
        fs::copy_file(accompanying, folder / accompanying.filename(), fs::copy_options::overwrite_existing);
    }
    const hydro::HydroData alone = read_bem(folder / fs::path(name).filename().replace_extension(".1"));
    EXPECT_EQ(alone.water_depth, whole.water_depth) << name;
    ASSERT_EQ(alone.bodies.size(), whole.bodies.size()) << name;
    for (std::size_t b = 0; b < whole.bodies.size(); ++b) {
      EXPECT_EQ(alone.bodies[b].cg, whole.bodies[b].cg) << name;
      EXPECT_LE((alone.bodies[b].cb - whole.bodies[b].cb).norm(), 1e-6) << name;
      EXPECT_EQ(alone.bodies[b].name, whole.bodies[b].name) << name;
    }
  }
}

TEST(Wamit, DriftFilesAgreeWithTheOutToItsSixDigits) {
  SWELL_TEST_DATA(path, "bem/wamit/MeanDriftSphere/sphere.out", kRepository);
  ReadOptions out_only;
  out_only.like_bemio = true;
  const hydro::HydroData precise = read_bem(path), out = read_bem(path, out_only);
  ASSERT_EQ(precise.omega.size(), 200U);
  for (std::size_t k = 0; k < precise.omega.size(); ++k) {
    for (const int i : {0, 2}) {
      const double a = precise.bodies[0].mean_drift_pressure[0][k][i], b = out.bodies[0].mean_drift_pressure[0][k][i];
      EXPECT_NEAR(a, b, 1e-5 * std::abs(b) + 1e-6) << k;
    }
  }
}

// Surge of a body that is small against the wave is inertia: it leads the crest by 90 degrees. Heave follows it.
TEST(Phase, SurgeLeadsByNinetyDegreesAndHeaveFollowsInLongWavesFromEveryCode) {
  for (const char* name : {"wamit/Sphere/sphere.out", "nemoh_v2.3/Sphere", "nemoh_v3.0.2/Sphere",
                           "aqwa/Sphere/sphere.AH1", "capytaine/sphere", "hams/Cylinder"}) {
    SWELL_TEST_DATA(path, std::string("bem/") + name, kRepository);
    const hydro::HydroData data = read_bem(path);
    std::size_t head = 0;
    while (data.direction[head] != 0.0) ++head;
    EXPECT_NEAR(std::arg(data.bodies[0].excitation[head][0][0]) / kDegree, 90.0, 1.0) << name;
    EXPECT_NEAR(std::arg(data.bodies[0].excitation[head][0][2]) / kDegree, 0.0, 1.0) << name;
  }
}

TEST(ReadBem, RefusesWhatItDoesNotKnowAndSaysWhatItKnows) {
  const auto folder = std::filesystem::path(::testing::TempDir()) / "bemio_empty";
  std::filesystem::create_directories(folder);
  EXPECT_THAT(swell_test::refusal_of([&] { read_bem(folder); }), HasSubstr("holds no BEM result that is known"));
  EXPECT_THROW(read_bem(folder / "absent.out"), InputError);
}

}  // namespace
}  // namespace swell::bemio::readers_test
