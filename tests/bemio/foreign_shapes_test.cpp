// Shapes of files that public repositories hold (validation/bem-foreign), made up small: each must be read, to the
// right number, and what is wrong in it must cost no more than it says.
#include <H5Cpp.h>
#include <netcdf.h>

#include "../fuzz/small_accompanied.h"
#include "../fuzz/small_netcdf.h"
#include "netcdf_edit.h"
#include "refusal.h"
#include "swell/hydro/bemio_h5.h"
#include "swell/waves/dispersion.h"
#include "swell_test/test.h"

namespace swell::bemio::foreign_shapes_test {
namespace {

namespace fs = std::filesystem;
using swell_test::SmallRun;

struct Shape {
  const char* name;
  std::function<SmallRun()> run;
  std::function<void(SmallRun&)> change;
  std::function<void(const hydro::HydroData&)> expect;  // beside being read
  const char* note = "";                                // a part of one that must be there
};

void PrintTo(const Shape& shape, std::ostream* out) { *out << shape.name; }

// What is read without the change.
hydro::HydroData plain(const std::function<SmallRun()>& make) {
  const SmallRun run = make();
  const fs::path folder = fresh_folder("bemio_plain_shape");
  swell_test::write_run(run, folder);
  return read_bem(folder / run.main);
}

// Two bodies of one header: every block is that of the first, again.
void two_structures(SmallRun& run) {
  std::string& text = run.files["small.AH1"];
  text = replaced(text, "  1  2   2      0.00000", "  2  2   2      0.00000");
  std::string twice;
  std::vector<std::string> block;
  bool pairs = false;  // whether rows begin with a pair of structures
  const auto flush = [&] {
    for (const std::string& line : block) twice += line + "\n";
    for (std::string line : block) {
      if (pairs && line.rfind("  1  1  ", 0) == 0)
        line.replace(0, 6, "  2  2");
      else if (line.rfind("  1", 0) == 0)
        line.replace(0, 3, "  2");
      twice += line + "\n";
    }
    block.clear();
  };
  std::istringstream lines(text);
  bool blocks = false;
  for (std::string line; std::getline(lines, line);) {
    const bool keyword = line[0] >= 'A' && line[0] <= 'Z';
    if (keyword || !blocks) {
      flush();
      twice += line + "\n";
      blocks = blocks || keyword;
      pairs = line.rfind("ADDEDMASS", 0) == 0 || line == "DAMPING";
    } else {
      block.push_back(line);
    }
  }
  flush();
  text = twice;
}

SmallRun numeric_alone() {
  SmallRun run = swell_test::small_wamit();
  run.files.erase("small.out");
  run.main = "";  // the folder
  return run;
}

std::string drift(bool one_heading, bool twice) {
  std::string rows;
  for (const double T : {10.0, 5.0}) {
    for (int i = 0; i < 6; ++i) {
      const std::string row =
          fmt::format("  {:.6E}  0.000000E+00{}     {}  {:.6E}  1.800000E+02  {:.6E}  0.000000E+00\n", T,
                      one_heading ? "" : "  0.000000E+00", i + 1, 0.25 * i, -0.25 * i);
      rows += twice ? row + row : row;
    }
  }
  return rows;
}

const auto kDrift = [](const hydro::HydroData& data) {
  EXPECT_DOUBLE_EQ(data.bodies[0].mean_drift_pressure[0][0][3], -0.75);
};
const auto kNoStiffness = [](const hydro::HydroData& data) {
  EXPECT_TRUE(data.bodies[0].restoring_stiffness.isZero(0.0));
  EXPECT_FALSE(data.bodies[0].excitation.empty());
};
// The excitation of the file that the change left alone.
const auto kSameForces = [](const std::function<SmallRun()>& make) {
  return [make](const hydro::HydroData& data) {
    EXPECT_EQ(data.bodies[0].excitation, plain(make).bodies[0].excitation);
    EXPECT_EQ(data.bodies[0].added_mass, plain(make).bodies[0].added_mass);
  };
};

const std::vector<Shape> kShapes{
    {"AqwaHeaderWithTheNumberOfStructures", swell_test::small_aqwa, two_structures,
     [](const hydro::HydroData& data) {
       ASSERT_EQ(data.bodies.size(), 2U);
       EXPECT_EQ(data.bodies[1].added_mass[0].rightCols(6), data.bodies[0].added_mass[0].leftCols(6));
       EXPECT_TRUE(data.bodies[1].added_mass[0].leftCols(6).isZero(0.0));
     }},
    {"Aqwa19StiffnessOfThreeColumns",
     [] {
       SmallRun run;
       run.main = "small.LIS";
       run.files["small.LIS"] = swell_test::small_listing();
       return run;
     },
     [](SmallRun& run) {
       std::string& text = run.files["small.LIS"];
       for (const char* row : {"HEAVE( Z) =", "ROLL (RX) =", "PITCH(RY) ="}) {
         const std::size_t end = text.find('\n', text.find(row));
         text.erase(end - 10, 10);
       }
     },
     [](const hydro::HydroData& data) {
       EXPECT_NEAR(data.bodies[0].restoring_stiffness(3, 3), 2.021e3 / (1025.0 * 9.81), 1e-12);
     }},
    {"Wamit6WithBlankXgAndYg", swell_test::small_wamit,
     [](SmallRun& run) {
       run.files["small.out"] = replaced(run.files["small.out"], "(Xg,Yg,Zg):     0.000000     0.000000     0.000000",
                                         "(Xg,Yg,Zg):                               -7.500000");
     },
     [](const hydro::HydroData& data) { EXPECT_FALSE(data.bodies[0].moments_about_cg); }},
    {"WamitForcesAgainstTheOutBelowAnyNoise", swell_test::small_wamit,
     [](SmallRun& run) {  // sway of a body in head seas: round-off in both files
       std::string& out = run.files["small.out"];
       const std::size_t at = out.find("     2   ", out.find("Wave Heading"));
       out.replace(out.find('.', at) - 1, 12, "9.000000E-09");
     },
     kSameForces(swell_test::small_wamit)},
    {"WamitPhasesInRadians", swell_test::small_wamit,
     [](SmallRun& run) {
       std::string& text = run.files["small.3"];
       text = replaced(text, "  3.000000E+01  ", "  5.235988E-01  ", true);
     },
     kSameForces(swell_test::small_wamit)},
    {"WamitStiffnessWithAYawSpring", swell_test::small_wamit,
     [](SmallRun& run) {
       run.files["small.hst"] =
           replaced(run.files["small.hst"], "     6     6   0.000000E+00", "     6     6   4.000000E+00");
     },
     [](const hydro::HydroData& data) { EXPECT_DOUBLE_EQ(data.bodies[0].restoring_stiffness(5, 5), 4.0); }},
    {"WamitDriftOfOneHeading", swell_test::small_wamit,
     [](SmallRun& run) { run.files["small.9"] = drift(true, false); }, kDrift},
    {"WamitDriftRowsRepeated", swell_test::small_wamit,
     [](SmallRun& run) { run.files["small.9"] = drift(false, true); }, kDrift, "rows occur twice with equal values"},
    {"WamitNumericFilesAloneByTheirFolder", numeric_alone, [](SmallRun&) {},
     [](const hydro::HydroData& data) {
       EXPECT_EQ(data.omega.size(), 2U);
       EXPECT_GT(data.bodies[0].restoring_stiffness(2, 2), 0.0);
     }},
    {"WamitForcesWithoutRadiation", swell_test::small_wamit,
     [](SmallRun& run) {
       std::string& out = run.files["small.out"];
       std::string rest;
       std::istringstream lines(out);
       bool radiation = false;
       for (std::string line; std::getline(lines, line);) {
         if (line.find("ADDED-MASS") != std::string::npos) radiation = true;
         if (line.find("****") != std::string::npos || line.find("FORCES AND MOMENTS") != std::string::npos)
           radiation = false;
         if (!radiation) rest += line + "\n";
       }
       // The limits have nothing but added mass.
       const std::size_t first = rest.find(" ****"), finite = rest.rfind(" ****", rest.find("Wave period (sec)"));
       out = rest.substr(0, first) + rest.substr(finite);
       run.files.erase("small.1");
     },
     [](const hydro::HydroData& data) {
       EXPECT_TRUE(data.bodies[0].added_mass.empty());
       EXPECT_FALSE(data.bodies[0].excitation.empty());
     },
     "no added mass and damping in the .out"},
    {"WamitStiffnessRowTwice", numeric_alone,
     [](SmallRun& run) {
       std::string& hst = run.files["small.hst"];
       hst += hst.substr(hst.rfind('\n', hst.size() - 2) + 1);
     },
     [](const hydro::HydroData& data) { EXPECT_GT(data.bodies[0].restoring_stiffness(2, 2), 0.0); }},
    {"WamitStiffnessFileCutOff", numeric_alone, [](SmallRun& run) { run.files["small.hst"].resize(300); }, kNoStiffness,
     "--ignore .hst"},
    {"WamitDriftFileCutOff", swell_test::small_wamit,
     [](SmallRun& run) { run.files["small.9"] = drift(false, false).substr(0, 500); },
     kSameForces(swell_test::small_wamit), "--ignore .9"},
    {"WamitPartsDamaged", swell_test::small_wamit_accompanied,
     [](SmallRun& run) { run.files["small.3fk"].resize(400); },
     [](const hydro::HydroData& data) {
       EXPECT_TRUE(data.bodies[0].froude_krylov.empty());
       EXPECT_FALSE(data.bodies[0].scattering.empty());
     },
     "--ignore .3fk"},
    {"WamitForcesCutOffBesideTheOut", swell_test::small_wamit, [](SmallRun& run) { run.files["small.3"].resize(300); },
     [](const hydro::HydroData& data) { EXPECT_NEAR(std::abs(data.bodies[0].excitation[0][0][2]), 4.0, 1e-5); },
     "excitation from the .out"},
    {"NemohWordsInCommentsAndBlankAdditionalLines", swell_test::small_nemoh,
     [](SmallRun& run) {
       run.files["Nemoh.cal"] = replaced(run.files["Nemoh.cal"], "0\t! Number of lines of additional information\n",
                                         "3\t! Number of lines of additional information\n"
                                         "1 0. 0. 0. ! Center Of Gravity of the body\n\n\n");
     },
     kSameForces(swell_test::small_nemoh)},
    {"NemohStiffnessOfAnotherWater", swell_test::small_nemoh,
     [](SmallRun& run) { run.files["Nemoh.cal"] = replaced(run.files["Nemoh.cal"], "1025.0", "1000.0"); },
     [](const hydro::HydroData& data) {
       EXPECT_NEAR(data.bodies[0].restoring_stiffness(2, 2), 2e5 / (1000.0 * 9.81), 1e-9);
     }},
    {"NemohHydrostaticsDamaged", swell_test::small_nemoh,
     [](SmallRun& run) { run.files["Mesh/KH.dat"] = "nothing of the kind\n"; }, kNoStiffness, "--ignore kh"},
    {"NemohExcitationDamaged", swell_test::small_nemoh_accompanied,
     [](SmallRun& run) { run.files["Results/ExcitationForce.tec"].resize(400); },
     [](const hydro::HydroData& data) {
       const Eigen::VectorXcd whole = plain(swell_test::small_nemoh_accompanied).bodies[0].excitation[0][1];
       const double digits = 1e-7 * whole.cwiseAbs().maxCoeff();  // 7 decimals of each part
       EXPECT_LT((data.bodies[0].excitation[0][1] - whole).cwiseAbs().maxCoeff(), digits);
     },
     "the excitation force left out: "},
    {"NemohExcitationDamagedWithoutItsParts", swell_test::small_nemoh,
     [](SmallRun& run) { run.files["Results/ExcitationForce.tec"].resize(400); },
     [](const hydro::HydroData& data) { EXPECT_TRUE(data.bodies[0].excitation.empty()); }, "ExcitationForce.tec:"},
    {"HamsWithoutPromisedLimits", swell_test::small_hams,
     [](SmallRun& run) {
       std::string& one = run.files["Output/Wamit_format/Buoy.1"];
       one = one.substr(one.find(" 6.000000E+00"));
     },
     [](const hydro::HydroData& data) { EXPECT_FALSE(data.bodies[0].added_mass_infinite.has_value()); }},
    {"HamsControlFileWithoutTypeOfTheOutput", swell_test::small_hams,
     [](SmallRun& run) {
       std::string& control = run.files["Input/ControlFile.in"];
       control = replaced(control, "Input_frequency_type        1\n    Output_frequency_type       4\n",
                          "Input_frequency_type        4\n");
     },
     kSameForces(swell_test::small_hams), "no Output_frequency_type"},
    {"HamsWithoutForces", swell_test::small_hams, [](SmallRun& run) { run.files.erase("Output/Wamit_format/Buoy.3"); },
     [](const hydro::HydroData& data) { EXPECT_EQ(data.omega.size(), 2U); }, "there is no excitation"},
};

class ForeignShapes : public ::testing::TestWithParam<Shape> {};

TEST_P(ForeignShapes, AreReadToTheRightNumbers) {
  SmallRun run = GetParam().run();
  GetParam().change(run);
  const fs::path folder = fresh_folder(std::string("bemio_shape_") + GetParam().name);
  swell_test::write_run(run, folder);
  const hydro::HydroData data = read_bem(folder / run.main);
  GetParam().expect(data);
  if (*GetParam().note != '\0') {
    EXPECT_THAT(data.notes, Contains(HasSubstr(GetParam().note)));
  }
}

INSTANTIATE_TEST_SUITE_P(Table, ForeignShapes, ::testing::ValuesIn(kShapes),
                         [](const auto& shape) { return std::string(shape.param.name); });

// Datasets of Capytaine 1 name the entries of the upper triangle along a dimension of their own.
TEST(ForeignShapes, StiffnessOfCapytaine1) {
  const fs::path path = fresh_folder("bemio_capytaine_1") / "buoy.nc";
  swell_test::write_small_netcdf(path, false, false);
  int file = 0, entries = 0, letters = 0, names = 0, values = 0, volume = 0;
  ASSERT_EQ(nc_open(path.c_str(), NC_WRITE, &file), 0);
  ASSERT_EQ(nc_redef(file), 0);
  nc_def_dim(file, "hydrostatic_S", 2, &entries);
  nc_def_dim(file, "string3", 3, &letters);
  const int text[] = {entries, letters};
  nc_def_var(file, "hydrostatic_S", NC_CHAR, 2, text, &names);
  nc_def_var(file, "hydrostatic_stiffness", NC_DOUBLE, 1, &entries, &values);
  nc_def_var(file, "displaced_volume", NC_DOUBLE, 0, nullptr, &volume);
  ASSERT_EQ(nc_enddef(file), 0);
  const double S[] = {3e5, 7e4}, V = 12.5;
  ASSERT_EQ(nc_put_var_text(file, names, "S33S35"), 0);
  ASSERT_EQ(nc_put_var_double(file, values, S), 0);
  ASSERT_EQ(nc_put_var_double(file, volume, &V), 0);
  ASSERT_EQ(nc_close(file), 0);
  const hydro::HydroData data = read_bem(path);
  EXPECT_DOUBLE_EQ(data.bodies[0].restoring_stiffness(2, 2), 3e5 / 9810.0);
  EXPECT_DOUBLE_EQ(data.bodies[0].restoring_stiffness(4, 2), 7e4 / 9810.0);
  EXPECT_DOUBLE_EQ(data.bodies[0].displaced_volume, 12.5);
}

// About the centre of gravity r from the rotation centre: My = My' - r_z Fx, in rows and columns.
TEST(ForeignShapes, MomentsOfCapytaineMoveToTheCentreOfGravity) {
  SWELL_TEST_DATA(sphere, "bem/capytaine/sphere", "WEC-Sim/WEC-Sim");
  const fs::path folder = fresh_folder("bemio_capytaine_centre");
  for (const auto& part : fs::directory_iterator(sphere)) fs::copy_file(part, folder / part.path().filename());
  const fs::path path = folder / "sphere_hydrodynamics.nc";
  const hydro::HydroData before = read_bem(path);
  int file = 0, axes = 0, center = 0;
  ASSERT_EQ(nc_open(path.c_str(), NC_WRITE, &file), 0);
  ASSERT_EQ(nc_redef(file), 0);
  nc_def_dim(file, "point_coordinates", 3, &axes);
  nc_def_var(file, "rotation_center", NC_DOUBLE, 1, &axes, &center);
  ASSERT_EQ(nc_enddef(file), 0);
  const double R[] = {0.0, 0.0, 1.5};
  ASSERT_EQ(nc_put_var_double(file, center, R), 0);
  ASSERT_EQ(nc_close(file), 0);
  const hydro::HydroData data = read_bem(path);
  const hydro::HydroBody &a = before.bodies[0], &b = data.bodies[0];
  EXPECT_EQ(b.cg, a.cg);
  const double r = a.cg.z() - R[2];
  for (std::size_t k = 0; k < data.omega.size(); ++k) {
    const double size = a.added_mass[k].cwiseAbs().maxCoeff();
    EXPECT_NEAR(b.added_mass[k](4, 0), a.added_mass[k](4, 0) - r * a.added_mass[k](0, 0), 1e-12 * size);
    EXPECT_NEAR(
        b.added_mass[k](4, 4),
        a.added_mass[k](4, 4) - r * (a.added_mass[k](0, 4) + a.added_mass[k](4, 0)) + r * r * a.added_mass[k](0, 0),
        1e-12 * size);
    EXPECT_LT(std::abs(b.excitation[0][k][4] - a.excitation[0][k][4] + r * a.excitation[0][k][0]),
              1e-12 * a.excitation[0][k].norm());
  }
}

TEST(ForeignShapes, DirectionsOfCapytaineInDegrees) {
  const fs::path path = fresh_folder("bemio_capytaine_degrees") / "buoy.nc";
  swell_test::write_small_netcdf(path, false, true);
  edit<double>(path, "wave_direction", [](std::vector<double>& values) { values[0] = 45.0; });
  const hydro::HydroData data = read_bem(path);
  EXPECT_DOUBLE_EQ(data.direction[0], 45.0);
  EXPECT_THAT(data.notes, Contains(HasSubstr("taken as degrees")));
}

// The file that is named is the one that is read, though its run has another of that name.
TEST(ForeignShapes, AHamsFileThatIsNamedIsTheOneThatIsRead) {
  SmallRun run = swell_test::small_hams();
  const std::string one = run.files["Output/Wamit_format/Buoy.1"];
  run.files["Output_Benchmark/Wamit_format/Buoy.1"] = replaced(one, "1.000000E+01", "2.000000E+01", true);
  run.files["Output_Benchmark/Wamit_format/Buoy.3"] = run.files["Output/Wamit_format/Buoy.3"];
  const fs::path folder = fresh_folder("bemio_hams_named");
  swell_test::write_run(run, folder);
  const auto A11 = [&](const fs::path& path) { return read_bem(folder / path).bodies[0].added_mass[0](0, 0); };
  EXPECT_DOUBLE_EQ(A11("Output_Benchmark/Wamit_format/Buoy.1"), 20.0);
  EXPECT_DOUBLE_EQ(A11("Output_Benchmark/Wamit_format/Buoy.3"), 20.0);
  EXPECT_DOUBLE_EQ(A11("Output_Benchmark/Wamit_format"), 20.0);
  EXPECT_DOUBLE_EQ(A11("Output/Wamit_format/Buoy.1"), 10.0);
  EXPECT_DOUBLE_EQ(A11("."), 10.0);
}

// WAMIT's F2T gives impulse responses over time the extensions of coefficients over period.
TEST(ForeignShapes, ImpulseResponsesAreNoAddedMass) {
  const fs::path folder = fresh_folder("bemio_f2t");
  SmallRun run = numeric_alone();
  run.files["small_IR.1"] = "  0.0000     1     1      0.0000          0.0000\n  0.0500     1     1   1.0   2.0\n";
  swell_test::write_run(run, folder);
  EXPECT_THAT(refusal(folder / "small_IR.1"), HasSubstr("impulse responses over time"));
  EXPECT_THAT(refusal(folder / "small_IR.1"), HasSubstr("name the .out of the run, or its .1 and .3"));
  const fs::path renamed = fresh_folder("bemio_f2t_renamed") / "plain.1";
  std::ofstream(renamed) << " WAMIT F2T IRF\n  0.0000     1     1      0.1     0.2\n  0.0500     1     1   1.0   2.0\n";
  EXPECT_THAT(refusal(renamed), HasSubstr("impulse responses over time"));
  EXPECT_EQ(refusal(folder), "(none)") << "the .1 of the coefficients is the only one";
}

// exp(+i w t) makes surge lead the crest by 90 degrees in long waves, whatever the code: a set that is written with the
// other sense comes out right in every command, and the option keeps it.
TEST(ForeignShapes, ForcesOfTheOtherSenseOfTimeAreConjugated) {
  for (const char* set : {"wamit/Sphere/sphere.out", "nemoh_v2.3/Sphere", "aqwa/Sphere/sphere.AH1", "capytaine/sphere",
                          "hams/Cylinder", "capytaine/rm3", "aqwa/RM3/RM3.AH1"}) {
    SWELL_TEST_DATA(path, std::string("bem/") + set, "WEC-Sim/WEC-Sim");
    const hydro::HydroData sound = read_bem(path);
    EXPECT_THAT(sound.notes, ::testing::Not(Contains(HasSubstr("--phases")))) << set;
    hydro::HydroData turned = sound;
    for (hydro::HydroBody& body : turned.bodies) {
      for (auto* table : {&body.excitation, &body.froude_krylov, &body.scattering}) {
        for (auto& row : *table) {
          for (Eigen::VectorXcd& X : row) X = X.conjugate().eval();
        }
      }
    }
    const fs::path file = fresh_folder("bemio_turned") / "turned.h5";
    hydro::write_bemio_h5(turned, file.string());
    const hydro::HydroData read = read_bem(file);
    EXPECT_EQ(read.bodies[0].excitation[0][3], sound.bodies[0].excitation[0][3]) << set;
    EXPECT_THAT(read.notes, Contains(HasSubstr("conjugated (--phases lead keeps them)"))) << set;
    ReadOptions as_written;
    as_written.phases = ReadOptions::Phases::lead;
    EXPECT_EQ(read_bem(file, as_written).bodies[0].excitation[0][3], turned.bodies[0].excitation[0][3]) << set;
  }
}

// The excitation of a .3 with the other sense beside parts that are right: each comes out right.
TEST(ForeignShapes, PartsOfTheRightSenseAreKept) {
  SWELL_TEST_DATA(path, "bem/wamit/Sphere/sphere.out", "WEC-Sim/WEC-Sim");
  const hydro::HydroData sound = read_bem(path);
  ASSERT_FALSE(sound.bodies[0].froude_krylov.empty());
  hydro::HydroData turned = sound;
  for (auto& row : turned.bodies[0].excitation) {
    for (Eigen::VectorXcd& X : row) X = X.conjugate().eval();
  }
  const fs::path file = fresh_folder("bemio_parts") / "turned.h5";
  hydro::write_bemio_h5(turned, file.string());
  const hydro::HydroData read = read_bem(file);
  EXPECT_EQ(read.bodies[0].excitation[0][3], sound.bodies[0].excitation[0][3]);
  EXPECT_EQ(read.bodies[0].froude_krylov[0][3], sound.bodies[0].froude_krylov[0][3]);
}

// One force of the two: no sense is right for both, so they stay and every command says so.
TEST(ForeignShapes, ForcesThatContradictEachOtherStayAndAreNoted) {
  SWELL_TEST_DATA(path, "bem/wamit/Sphere/sphere.out", "WEC-Sim/WEC-Sim");
  hydro::HydroData data = read_bem(path);
  for (Eigen::VectorXcd& X : data.bodies[0].excitation[0]) X[0] = std::conj(X[0]);
  const fs::path file = fresh_folder("bemio_contradictory") / "sphere.h5";
  hydro::write_bemio_h5(data, file.string());
  const hydro::HydroData read = read_bem(file);
  EXPECT_EQ(read.bodies[0].excitation[0][3], data.bodies[0].excitation[0][3]);
  EXPECT_THAT(read.notes, Contains(HasSubstr("but heave leads")));
}

// The reader itself: a dataset of Capytaine whose imaginary parts have the other sign (WecOptTool's), and a user who
// says so of a code whose phases are counted at each structure.
TEST(ForeignShapes, CapytainesAndAqwasForcesByWhatTheUserSays) {
  SWELL_TEST_DATA(sphere, "bem/capytaine/sphere/sphere_hydrodynamics.nc", "WEC-Sim/WEC-Sim");
  const fs::path file = fresh_folder("bemio_wecopttool") / "sphere.nc";
  fs::copy_file(sphere, file);
  fs::permissions(file, fs::perms::owner_all, fs::perm_options::add);
  ReadOptions none;
  none.ignore = {"kh", "hydrostatics"};
  const hydro::HydroData sound = read_bem(sphere, none);
  for (const char* force : {"Froude_Krylov_force", "diffraction_force"})
    edit<double>(file, force, [](std::vector<double>& values) {
      for (std::size_t k = values.size() / 2; k < values.size(); ++k) values[k] = -values[k];  // re, then im
    });
  const hydro::HydroData turned = read_bem(file);
  EXPECT_LT((turned.bodies[0].excitation[0][5] - sound.bodies[0].excitation[0][5]).norm(), 1e-12);
  ReadOptions lead;
  lead.phases = ReadOptions::Phases::lead;
  EXPECT_LT((read_bem(file, lead).bodies[0].excitation[0][5] - sound.bodies[0].excitation[0][5]).norm(), 1e-12);
  lead.phases = ReadOptions::Phases::lag;
  EXPECT_GT((read_bem(file, lead).bodies[0].excitation[0][5] - sound.bodies[0].excitation[0][5]).norm(), 1.0);

  const SmallRun run = swell_test::small_aqwa();  // its centre of gravity lies at x = 0.1 m
  const fs::path folder = fresh_folder("bemio_aqwa_lead");
  swell_test::write_run(run, folder);
  lead.phases = ReadOptions::Phases::lead;
  const auto X = [&](const ReadOptions& options) {
    return read_bem(folder / run.main, options).bodies[0].excitation[0][0][0];
  };
  const std::complex<double> place = X({}) * X(lead);  // the phase cancels, twice the place is left
  EXPECT_NEAR(std::arg(place), -2.0 * 0.1 * waves::wavenumber(0.5, 30.0, 9.81), 1e-12);
}

}  // namespace
}  // namespace swell::bemio::foreign_shapes_test
