// One set of made-up coefficients, written as each program writes its own (by the programs' conventions, worked out
// here apart from the readers), and read back to the same numbers.
#include <matio.h>
#include <netcdf.h>

#include "../fuzz/made_sets.h"
#include "../fuzz/small_accompanied.h"
#include "../fuzz/small_netcdf.h"
#include "netcdf_edit.h"
#include "refusal.h"
#include "swell/bemio/processing.h"
#include "swell/waves/dispersion.h"
#include "swell_test/test.h"
#include "swell_test/workbook.h"

namespace swell::bemio::new_formats_test {
namespace {

namespace fs = std::filesystem;
using swell_test::Complex, swell_test::hdb, swell_test::hydrodyn, swell_test::kSi, swell_test::orcaflex,
    swell_test::OrcaStyle, swell_test::ss_file, swell_test::Truth, swell_test::user, swell_test::write_hydro;

// Same numbers, to round-off of the conversions: their sums have about ten terms of at most 1e3 times the result.
constexpr double kRound = 1e-10;

void expect_same(const hydro::HydroData& data, const Truth& t, bool limits) {
  ASSERT_EQ(data.bodies.size(), t.cg.size());
  ASSERT_EQ(data.omega.size(), t.omega.size());
  ASSERT_EQ(data.direction.size(), t.direction.size());
  EXPECT_NEAR(data.density.value_or(0.0), t.density, 1e-9);
  for (std::size_t b = 0; b < t.cg.size(); ++b) {
    const auto& body = data.bodies[b];
    const int first = static_cast<int>(6 * b);
    EXPECT_LT((body.cg - t.cg[b]).norm(), 1e-9) << body.cg.transpose();
    EXPECT_LT((body.cb - t.cb[b]).norm(), 1e-9);
    EXPECT_NEAR(body.displaced_volume, t.volume[b], 1e-6);
    const auto near = [&](const MatrixX& got, const MatrixX& wanted, const char* what) {
      EXPECT_LT((got - wanted).cwiseAbs().maxCoeff(), kRound * wanted.cwiseAbs().maxCoeff())
          << what << " of body " << b;
    };
    near(body.restoring_stiffness * t.density * *data.gravity, t.stiffness[b], "stiffness");
    for (std::size_t k = 0; k < t.omega.size(); ++k) {
      EXPECT_NEAR(data.omega[k], t.omega[k], 1e-9);
      near(body.added_mass[k] * t.density, t.A[k].middleRows(first, 6), "added mass");
      near(body.radiation_damping[k] * t.density * t.omega[k], t.B[k].middleRows(first, 6), "damping");
    }
    EXPECT_EQ(body.added_mass_infinite.has_value(), limits);
    if (limits && body.added_mass_infinite)
      near(*body.added_mass_infinite * t.density, t.A_infinite.middleRows(first, 6), "A_inf");
    ASSERT_EQ(body.excitation.size(), t.direction.size());
    for (std::size_t h = 0; h < t.direction.size(); ++h) {
      for (std::size_t k = 0; k < t.omega.size(); ++k) {
        const Eigen::VectorXcd got = body.excitation[h][k] * t.density * *data.gravity,
                               wanted = t.X[h][k].segment(first, 6);
        EXPECT_LT((got - wanted).cwiseAbs().maxCoeff(), 10.0 * kRound * wanted.cwiseAbs().maxCoeff())
            << h << " " << k << " of body " << b;
      }
    }
  }
}

// ---- AQUA+ and Diodore ----------------------------------------------------------------------------------------------
fs::path written(const char* name, const std::string& file, const std::string& content) {
  fs::path path = fresh_folder(name) / file;
  std::ofstream(path, std::ios::binary) << content;
  return path;
}

TEST(NewFormats, HdbOfTwoCoupledStructures) {
  const Truth t(2);
  const hydro::HydroData data = read_bem(written("bemio_hdb", "two.hdb", hdb(t)));
  expect_same(data, t, false);
  EXPECT_EQ(data.bodies[1].name, "hull2");
  EXPECT_THAT(data.notes, Contains(HasSubstr("does not name the water")));
  expect_same(read_bem(written("bemio_hdb", "degrees.hdb", hdb(t, true))), t, false);
}

TEST(NewFormats, HdbTakesItsWaterFromTheOptions) {
  const Truth t(1);
  ReadOptions options;
  options.density = 1000.0;
  options.depth = 60.0;
  const hydro::HydroData data = read_bem(written("bemio_hdb", "one.hdb", hdb(t)), options);
  EXPECT_DOUBLE_EQ(*data.density, 1000.0);
  EXPECT_DOUBLE_EQ(*data.water_depth, 60.0);
  EXPECT_NEAR(data.bodies[0].added_mass[0](0, 0) * 1000.0, t.A[0](0, 0), 1e-3);
  EXPECT_THAT(data.notes, Not(Contains(HasSubstr("does not name the water"))));
}

TEST(NewFormats, HdbThatLacksAnythingIsRefused) {
  const std::string whole = hdb(Truth(1));
  const auto reported = [&](const std::string& from, const std::string& to) {
    return refusal(written("bemio_hdb", "bad.hdb", replaced(whole, from, to)));
  };
  EXPECT_THAT(reported("[DAMPING_TERM_4]", "[OTHER]"), HasSubstr("line 4 of the damping of hull1 is missing"));
  EXPECT_THAT(reported("[INCIDENCE_EFM_PH_002]", "[OTHER]"),
              HasSubstr("modulus or phase of the heading 0 deg is missing"));
  EXPECT_THAT(reported("[DAMPING_TERM_2]\n", "[DAMPING_TERM_2]\n 3.0 1 2 3 4 5 6\n"),
              HasSubstr("has 4 rows for 3 periods"));
  EXPECT_THAT(reported("[FORWARD_SPEED]   0.00", "[FORWARD_SPEED]   2.00"), HasSubstr("forward speed is not 0"));
  EXPECT_THAT(refusal(written("bemio_hdb", "cut.hdb", whole.substr(0, whole.size() - 500))), HasSubstr("cut.hdb"));
}

// ---- OrcaFlex -------------------------------------------------------------------------------------------------------
class OrcaFlexFormat : public ::testing::TestWithParam<OrcaStyle> {};

TEST_P(OrcaFlexFormat, IsReadWhateverItsConventions) {
  Truth t(GetParam().group ? 2 : 1);
  if (GetParam().units == kSi) t.gravity = 9.80665;
  const hydro::HydroData data = read_bem(written("bemio_orcaflex", "model.yml", orcaflex(t, GetParam())));
  expect_same(data, t, true);
  EXPECT_NEAR(*data.water_depth, t.depth, 1e-9);
  EXPECT_NEAR(*data.gravity, t.gravity, 1e-9);
}

INSTANTIATE_TEST_SUITE_P(
    Styles, OrcaFlexFormat,
    ::testing::Values(OrcaStyle{"si", 1.0, 1e3, 1e3, kSi, "frequency (rad/s)", true, false, false, "crest", 0.0, 0},
                      OrcaStyle{"lags", 1.0, 1.0, 1.0, user("m", "kg", "N", 1.0), "frequency (Hz)", false, true, false,
                                "trough", kPi, 0},
                      OrcaStyle{"feet", 0.3048, 0.45359237, 4.4482216152605, user("ft", "lbm", "lbf", 0.3048),
                                "period (s)", false, false, false, "zero up-crossing", 0.5 * kPi, 0},
                      OrcaStyle{"reversed", 1e3, 1e3, 1e3, user("km", "te", "kN", 1e3), "period (s)", true, true, false,
                                "zero down-crossing", -0.5 * kPi, 0b110101},
                      OrcaStyle{"group", 1.0, 1e3, 1e3, kSi, "frequency (rad/s)", false, false, true, "crest", 0.0,
                                0b001010}),
    [](const auto& p) { return std::string(p.param.name); });

// Headings by symmetry: those of the other side are the mirror image, sway, roll and yaw with the other sign.
TEST(OrcaFlexFormat, SymmetryGivesTheOtherHeadings) {
  Truth t(1);
  t.direction = {0.0, 40.0};
  t.X.resize(2);
  const OrcaStyle si{"si", 1.0, 1e3, 1e3, kSi, "frequency (rad/s)", true, false, false, "crest", 0.0, 0};
  const hydro::HydroData data = read_bem(
      written("bemio_orcaflex", "half.yml", replaced(orcaflex(t, si), "Symmetry: None", "Symmetry: xz plane")));
  ASSERT_EQ(data.direction, (std::vector<double>{-40.0, 0.0, 40.0}));
  for (int i = 0; i < 6; ++i) {
    // About points on the plane of symmetry; the reference points of this file lie off it by centimetres in y.
    EXPECT_NEAR(std::abs(data.bodies[0].excitation[0][0][i]), std::abs(data.bodies[0].excitation[2][0][i]),
                i > 2 ? 1e3 : 1e-9);
  }
  EXPECT_THAT(data.notes, Contains(HasSubstr("1 directions made from those of the file by its symmetry")));
}

TEST(OrcaFlexFormat, WhatIsNoSetIsRefused) {
  const OrcaStyle si{"si", 1.0, 1e3, 1e3, kSi, "frequency (rad/s)", true, false, false, "crest", 0.0, 0};
  const std::string whole = orcaflex(Truth(1), si);
  const auto reported = [&](const std::string& content) {
    return refusal(written("bemio_orcaflex", "bad.yml", content));
  };
  EXPECT_THAT(reported("LoadRAOCalculationMethod: Haskind\n"), HasSubstr("is the input of an OrcaWave run"));
  EXPECT_THAT(reported("bodies: []\n"), HasSubstr("holds no VesselTypes"));
  EXPECT_THAT(reported("VesselTypes: [\n"), HasSubstr("is not sound YAML"));
  EXPECT_THAT(reported(replaced(whole, "RAOWaveUnit: amplitude", "RAOWaveUnit: max wave slope")),
              HasSubstr("choose amplitude"));
  EXPECT_THAT(reported(replaced(whole, "WaterDepth: ", "WaterDepth: -")), HasSubstr("WaterDepth must be above 0"));
  EXPECT_THAT(reported(replaced(whole, "CentreOfMass: [", "CentreOfMass: [x")), HasSubstr("bad.yml:"));
  EXPECT_THAT(reported(whole.substr(0, whole.find("FrequencyDependent"))), HasSubstr("no vessel type has added mass"));
}

// ---- MATLAB ---------------------------------------------------------------------------------------------------------
TEST(NewFormats, HydroSavedByMatlab) {
  for (const mat_ft version : {MAT_FT_MAT5, MAT_FT_MAT73}) {
    for (const Containment containment : {Containment::in_process, Containment::child_process}) {
      const Truth t(2);
      const fs::path path = fresh_folder("bemio_matlab") / "hydro.mat";
      write_hydro(path, t, version);
      ReadOptions options;
      options.containment = containment;
      const hydro::HydroData data = read_bem(path, options);
      expect_same(data, t, true);
      EXPECT_EQ(data.code, "WAMIT");
      EXPECT_TRUE(data.bodies[0].froude_krylov.empty());
      EXPECT_EQ(data.bodies[1].name, "hull2");
      EXPECT_DOUBLE_EQ(*data.water_depth, t.depth);
    }
  }
}

TEST(NewFormats, AMatlabFileOfSomethingElseIsRefused) {
  const fs::path path = fresh_folder("bemio_matlab") / "other.mat";
  swell_test::write_mat(path, MAT_FT_MAT5, {swell_test::mat_array("eta", {2, 2}, {1, 2, 3, 4})});
  EXPECT_THAT(refusal(path), HasSubstr("holds no structure with the fields w and A, but eta"));
  Truth t(1);
  t.A.pop_back();
  write_hydro(path, t, MAT_FT_MAT5);
  EXPECT_THAT(refusal(path), HasSubstr("72 numbers, 108 are expected"));
}

// ---- AQWA's .QTF ----------------------------------------------------------------------------------------------------
// F = sum a_i a_j {P cos(-w t + e) + Q sin(-w t + e)} for waves a cos(-w_i t + e_i) at the cg, turned into a lead over
// the crest at the origin by evaluating both at some instants.
TEST(NewFormats, QtfOfAqwaIsTheForceOfItsManual) {
  const double omega[] = {0.5, 1.0, 1.5};
  std::mt19937 random(3);
  std::uniform_real_distribution<double> number(-1e4, 1e4);
  double P[2][6][3][3], Q[2][6][3][3];  // difference (Hermitian) and sum (symmetric)
  for (int kind = 0; kind < 2; ++kind) {
    for (int d = 0; d < 6; ++d) {
      for (int i = 0; i < 3; ++i) {
        for (int j = 0; j <= i; ++j) {
          P[kind][d][i][j] = P[kind][d][j][i] = std::round(number(random));
          Q[kind][d][i][j] = i == j && kind == 0 ? 0.0 : std::round(number(random));
          Q[kind][d][j][i] = (kind == 0 ? -1.0 : 1.0) * Q[kind][d][i][j];
        }
      }
    }
  }
  std::string qtf = "AQTF-2.0 :\n  1  2   3   180.0  0.0\n   0.5  1.0\n   1.5\n";
  for (int h = 0; h < 2; ++h) {
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) {
        qtf += fmt::format("  1  {}   {}   {}", h + 1, i + 1, j + 1);
        for (int row = 0; row < 4; ++row) {
          for (int d = 0; d < 6; ++d)
            qtf += fmt::format("  {:.4E}", (row % 2 == 0 ? P : Q)[row / 2][d][i][j] * (h == 1 ? 1.0 : 7.0));
          qtf += "\n";
        }
      }
    }
  }
  swell_test::SmallRun run = swell_test::small_aqwa();
  run.files["small.QTF"] = qtf;
  const fs::path folder = fresh_folder("bemio_aqwa_qtf");
  swell_test::write_run(run, folder);
  const hydro::HydroData data = read_bem(folder / run.main);
  ASSERT_EQ(data.bodies[0].qtf_difference.size(), 6U);
  const double x = data.bodies[0].cg.x(), weight = *data.density * *data.gravity;
  ASSERT_GT(std::abs(x), 0.05);
  const double a[] = {0.7, 1.1, 0.4}, e[] = {0.3, -1.2, 2.0};
  for (int d = 0; d < 6; ++d) {
    for (const double t : {0.0, 0.37, 2.9}) {
      double wanted = 0.0;
      for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
          const double minus = -(omega[i] - omega[j]) * t + e[i] - e[j],
                       plus = -(omega[i] + omega[j]) * t + e[i] + e[j];
          wanted += a[i] * a[j] *
                    (P[0][d][i][j] * std::cos(minus) + Q[0][d][i][j] * std::sin(minus) +
                     P[1][d][i][j] * std::cos(plus) + Q[1][d][i][j] * std::sin(plus));
        }
      }
      double got = 0.0;
      const auto amplitude = [&](double period) {  // of the elevation at the origin, exp(+i w t)
        const double w = 2.0 * kPi / period, k = waves::wavenumber(w, data.water_depth, *data.gravity);
        const int i = static_cast<int>(std::round(2.0 * w)) - 1;
        return std::polar(a[i], -e[i] + k * x + w * t);
      };
      for (const auto* list : {&data.bodies[0].qtf_difference[static_cast<std::size_t>(d)],
                               &data.bodies[0].qtf_sum[static_cast<std::size_t>(d)]}) {
        const bool sum = list != &data.bodies[0].qtf_difference[static_cast<std::size_t>(d)];
        for (const auto& entry : *list) {
          const Complex second = amplitude(entry.period_j);
          got += weight * (entry.value * amplitude(entry.period_i) * (sum ? second : std::conj(second))).real();
        }
      }
      EXPECT_NEAR(got, wanted, 1e-6 * 1e4)
          << "dof " << d << " at " << t;  // the file has five digits of numbers up to 1e4
    }
  }
  run.files["small.QTF"].resize(qtf.size() / 2);
  swell_test::write_run(run, folder);
  const hydro::HydroData without = read_bem(folder / run.main);
  EXPECT_TRUE(without.bodies[0].qtf_difference.empty());
  EXPECT_THAT(without.notes, Contains(HasSubstr("--ignore .qtf")));
}

// One of the six forces a tenth larger in the listing than in the .AH1.
TEST(NewFormats, AqwaListingThatContradictsIsReported) {
  swell_test::SmallRun run = swell_test::small_aqwa_accompanied();
  const fs::path folder = fresh_folder("bemio_aqwa_contradiction");
  const auto differs = Contains(HasSubstr("small.LIS differs from the .AH1 by 10 %"));
  swell_test::write_run(run, folder);
  EXPECT_THAT(read_bem(folder / run.main).notes, Not(differs));
  std::string& listing = run.files["small.LIS"];
  const std::size_t total = listing.find("FROUDE KRYLOV + DIFFRACTION FORCES"), heave = listing.find("3.00E+04", total);
  listing.replace(heave, 8, "3.30E+04");
  swell_test::write_run(run, folder);
  EXPECT_THAT(read_bem(folder / run.main).notes, differs);
}

// ---- SS_Fitting's .ss and OpenFAST's inputs beside a WAMIT set
// --------------------------------------------------------- Two blocks: one that surge drives and that acts on surge
// and pitch, one from heave to heave.
swell_test::SmallRun numeric_set() {
  swell_test::SmallRun run = swell_test::small_wamit();
  for (const char* other : {"small.out", "small.mmx", "small.pot"}) run.files.erase(other);
  run.main = "small.1";
  return run;
}

TEST(NewFormats, StateSpaceOfSsFittingIsTheKernelOfItsMatrices) {
  swell_test::SmallRun run = numeric_set();
  run.files["small.ss"] = ss_file();
  const fs::path folder = fresh_folder("bemio_ss");
  swell_test::write_run(run, folder);
  ReadOptions options;
  EXPECT_THAT(read_bem(folder / run.main, options).notes, Contains(HasSubstr("--water-density")));
  options.density = 1025.0;
  const hydro::HydroData data = read_bem(folder / run.main, options);
  const auto& entries = data.bodies[0].radiation_state_space;
  ASSERT_EQ(entries.size(), 6U);
  for (std::size_t i = 0; i < 6; ++i) {
    for (std::size_t j = 0; j < 6; ++j) {
      const bool there = (j == 0 && (i == 0 || i == 4)) || (i == 2 && j == 2);
      ASSERT_EQ(entries[i][j].A.rows(), there ? (j == 0 ? 2 : 1) : 0) << i << j;
    }
  }
  // The force on the body, C x = -int K v: K / rho of heave is 2 exp(-t/4), of surge starts at 1, of pitch at 0.5.
  EXPECT_DOUBLE_EQ(entries[2][2].C[0] * entries[2][2].B[0], 2.0);
  EXPECT_DOUBLE_EQ(entries[2][2].A(0, 0), -0.25);
  EXPECT_DOUBLE_EQ(entries[0][0].C.dot(entries[0][0].B), 1.0);
  EXPECT_DOUBLE_EQ(entries[4][0].C.dot(entries[4][0].B), 0.5);
  EXPECT_DOUBLE_EQ(entries[4][0].C.dot(entries[4][0].A * entries[4][0].B), -0.5 * 0.5 - 0.1);
  options.ignore = {".ss"};
  EXPECT_TRUE(read_bem(folder / run.main, options).bodies[0].radiation_state_space.empty());
  // What is read survives `convert`, whose kernels are new.
  hydro::HydroData processed = data;
  ProcessingOptions processing;
  processing.radiation.end_time = 20.0;
  process(processed, processing);
  EXPECT_EQ(processed.bodies[0].radiation_state_space.size(), 6U);
  run.files["small.ss"].resize(200);
  swell_test::write_run(run, folder);
  options.ignore.clear();
  EXPECT_THAT(read_bem(folder / run.main, options).notes, Contains(HasSubstr("--ignore .ss")));
}

TEST(NewFormats, OpenFastsInputGivesWaterAndLength) {
  const fs::path folder = fresh_folder("bemio_openfast");
  swell_test::SmallRun run = numeric_set();
  swell_test::write_run(run, folder / "HydroData");
  const hydro::HydroData plain = read_bem(folder / "HydroData" / run.main);
  std::ofstream(folder / "Model_HydroDyn.dat") << hydrodyn("HydroData\\small");
  std::ofstream(folder / "Other_HydroDyn.dat") << hydrodyn("HydroData/another");
  const hydro::HydroData data = read_bem(folder / "HydroData" / run.main);
  EXPECT_DOUBLE_EQ(*data.density, 1025.0);
  EXPECT_DOUBLE_EQ(*data.water_depth, 50.0);
  EXPECT_DOUBLE_EQ(data.bodies[0].displaced_volume, 12.5);
  EXPECT_DOUBLE_EQ(data.bodies[0].cb.x(), 0.5);
  // A L^(3 + rotations), X L^(2 + rotations) with L = 2.
  EXPECT_DOUBLE_EQ(data.bodies[0].added_mass[0](0, 0), 8.0 * plain.bodies[0].added_mass[0](0, 0));
  EXPECT_DOUBLE_EQ(data.bodies[0].added_mass[0](4, 4), 32.0 * plain.bodies[0].added_mass[0](4, 4));
  EXPECT_THAT(data.notes, Contains(HasSubstr("from OpenFAST's Model_HydroDyn.dat")));
  ReadOptions options;
  options.ignore = {".dat"};
  EXPECT_EQ(read_bem(folder / "HydroData" / run.main, options).bodies[0].added_mass, plain.bodies[0].added_mass);
  // Since OpenFAST 3 the water is SeaState's: it is looked for beside.
  std::ofstream(folder / "Model_HydroDyn.dat")
      << replaced(replaced(hydrodyn("HydroData/small"), "   1025   WtrDens", "\"DEFAULT\"   WtrDens"),
                  "    50   WtrDpth", "    x   WtrDpth");
  fs::remove(folder / "Other_HydroDyn.dat");
  std::ofstream(folder / "Model_SeaState.dat") << "   1027   WtrDens  - density\n \"DEFAULT\"  WtrDpth - depth\n";
  std::ofstream(folder / "Model.fst") << "  9.80665  Gravity - (m/s^2)\n  1025  WtrDens\n";
  const hydro::HydroData two = read_bem(folder / "HydroData" / run.main);
  EXPECT_FALSE(two.density.has_value()) << "1025 and 1027 disagree";
  EXPECT_DOUBLE_EQ(*two.gravity, 9.80665);
}

// ---- Capytaine: bodies computed one by one
// -----------------------------------------------------------------------------
TEST(NewFormats, CapytaineDatasetsOfAFolderAreOneSet) {
  const fs::path folder = fresh_folder("bemio_capytaine_folder");
  swell_test::write_small_netcdf(folder / "buoy.nc", false, true);
  swell_test::write_small_netcdf(folder / "plate.nc", false, true);
  edit<double>(folder / "plate.nc", "added_mass", [](std::vector<double>& v) { v[0] = 5e3; });
  const hydro::HydroData data = read_bem(folder);
  ASSERT_EQ(data.bodies.size(), 2U);
  EXPECT_EQ(data.bodies[1].name, "plate");
  EXPECT_DOUBLE_EQ(data.bodies[1].added_mass[0](2, 8), 5.0);
  EXPECT_TRUE(data.bodies[1].added_mass[0].leftCols(6).isZero(0.0));
  EXPECT_THAT(data.notes, Contains(HasSubstr("no hydrodynamic coupling")));
  edit<double>(folder / "plate.nc", "omega", [](std::vector<double>& v) { v[2] = 1.6; });
  EXPECT_THAT(refusal(folder), HasSubstr("frequencies are not"));
}

TEST(NewFormats, CapytaineWithADimensionOfBodiesAndDegrees) {
  const fs::path path = fresh_folder("bemio_capytaine_bodies") / "both.nc";
  int id = 0, body = 0, omega = 0, radiating = 0, influenced = 0, length = 0, direction = 0, complex = 0, two = 0,
      v[12] = {};
  ASSERT_EQ(nc_create(path.c_str(), NC_CLOBBER, &id), 0);
  nc_def_dim(id, "body_name", 2, &body);
  nc_def_dim(id, "omega", 2, &omega);
  nc_def_dim(id, "radiating_dof", 1, &radiating);
  nc_def_dim(id, "influenced_dof", 1, &influenced);
  nc_def_dim(id, "string5", 5, &length);
  nc_def_dim(id, "wave_direction", 2, &direction);
  nc_def_dim(id, "complex", 2, &complex);
  nc_def_dim(id, "string2", 2, &two);
  const int matrix[] = {body, omega, radiating, influenced}, force[] = {complex, body, omega, direction, influenced};
  const int names[] = {radiating, length}, forces[] = {influenced, length}, parts[] = {complex, two},
            bodies[] = {body, length};
  nc_def_var(id, "added_mass", NC_DOUBLE, 4, matrix, &v[0]);
  nc_def_var(id, "radiation_damping", NC_DOUBLE, 4, matrix, &v[1]);
  nc_def_var(id, "omega", NC_DOUBLE, 1, &omega, &v[2]);
  nc_def_var(id, "radiating_dof", NC_CHAR, 2, names, &v[3]);
  nc_def_var(id, "influenced_dof", NC_CHAR, 2, forces, &v[4]);
  nc_def_var(id, "excitation_force", NC_DOUBLE, 5, force, &v[5]);
  nc_def_var(id, "wave_direction", NC_DOUBLE, 1, &direction, &v[6]);
  nc_def_var(id, "complex", NC_CHAR, 2, parts, &v[7]);
  nc_def_var(id, "body_name", NC_CHAR, 2, bodies, &v[8]);
  nc_def_var(id, "rho", NC_DOUBLE, 0, nullptr, &v[9]);
  nc_def_var(id, "g", NC_DOUBLE, 0, nullptr, &v[10]);
  nc_put_att_text(id, v[6], "units", 7, "degrees");
  ASSERT_EQ(nc_enddef(id), 0);
  const double A[] = {1e3, 2e3, 3e3, 4e3}, w[] = {1.0, 2.0}, beta[] = {0.0, 5.0}, rho = 1000.0, g = 9.81;
  double F[16];
  for (int k = 0; k < 16; ++k) F[k] = 1e3 * (k + 1);
  nc_put_var_double(id, v[0], A);
  nc_put_var_double(id, v[1], A);
  nc_put_var_double(id, v[2], w);
  nc_put_var_text(id, v[3], "Heave");
  nc_put_var_text(id, v[4], "Heave");
  nc_put_var_double(id, v[5], F);
  nc_put_var_double(id, v[6], beta);
  nc_put_var_text(id, v[7], "reim");
  nc_put_var_text(id, v[8],
                  "float"
                  "plate");
  nc_put_var_double(id, v[9], &rho);
  nc_put_var_double(id, v[10], &g);
  ASSERT_EQ(nc_close(id), 0);
  const hydro::HydroData data = read_bem(path);
  ASSERT_EQ(data.bodies.size(), 2U);
  EXPECT_EQ(data.bodies[0].name, "float");
  EXPECT_EQ(data.bodies[1].name, "plate");
  EXPECT_EQ(data.direction, (std::vector<double>{0.0, 5.0}))
      << "degrees, as the units say, though within a turn of radians";
  EXPECT_DOUBLE_EQ(data.bodies[1].added_mass[1](2, 8), 4.0);
  EXPECT_DOUBLE_EQ(data.bodies[1].excitation[1][0][2].real() * 9810.0, F[5]);  // re, plate, first frequency, 5 deg
}

// ---- Sets by heading
// ----------------------------------------------------------------------------------------------------
TEST(NewFormats, SetsByHeadingAreWhatTurnedBodiesFeel) {
  Truth t(1);
  t.direction = {-30.0, 0.0, 40.0, 360.0};
  t.X.push_back(t.X[1]);
  hydro::HydroData data = read_bem(written("bemio_split", "one.hdb", hdb(t)));
  const auto sets = split_by_direction(data, 10.0);
  ASSERT_EQ(sets.size(), 3U) << "0 and 360 are one heading";
  EXPECT_DOUBLE_EQ(sets[0].direction, 330.0);
  EXPECT_DOUBLE_EQ(sets[0].yaw, 40.0);
  EXPECT_DOUBLE_EQ(sets[2].yaw, -30.0);
  for (std::size_t s = 0; s < sets.size(); ++s) {
    const auto& body = sets[s].data.bodies[0];
    ASSERT_EQ(sets[s].data.direction, std::vector<double>{10.0});
    // In the axes that turn with the body everything is as in the data: work along a motion given in either axes.
    const double c = std::cos(sets[s].yaw * kDegree), n = std::sin(sets[s].yaw * kDegree);
    Vector6 own, world;
    own << 0.3, -1.1, 0.2, 0.7, 0.4, -0.9;
    world << c * own[0] - n * own[1], n * own[0] + c * own[1], own[2], c * own[3] - n * own[4], n * own[3] + c * own[4],
        own[5];
    const Complex had = own.dot(data.bodies[0].excitation[s][1]), has = world.dot(body.excitation[0][1]);
    EXPECT_LT(std::abs(had - has), 1e-10 * std::abs(had));
    EXPECT_NEAR(world.dot(body.added_mass[1] * world), own.dot(data.bodies[0].added_mass[1] * own), 1e-6);
    EXPECT_NEAR(world.dot(body.restoring_stiffness * world), own.dot(data.bodies[0].restoring_stiffness * own), 1e-6);
    EXPECT_NEAR((body.cb - body.cg).norm(), (data.bodies[0].cb - data.bodies[0].cg).norm(), 1e-12);
  }
}

}  // namespace
}  // namespace swell::bemio::new_formats_test
