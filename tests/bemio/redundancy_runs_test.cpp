// What runs of HAMS, Capytaine and NEMOH say twice in files of their own: one of the two is changed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>
#include <netcdf.h>

#include <cmath>
#include <functional>
#include <sstream>

#include "../../lib/bemio/src/nemoh_twice.h"
#include "netcdf_edit.h"
#include "refusal.h"
#include "swell_test/data.h"

namespace swell::bemio {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;
namespace fs = std::filesystem;

TEST(RedundantRuns, AqwasMassDisplacementAndBlocksThatStandTwice) {
  SWELL_TEST_DATA(ah1, "bem/aqwa/RM3/RM3.AH1", "WEC-Sim/WEC-Sim");
  const fs::path path = fresh("bemio_aqwa_mass") / "RM3.AH1";
  const std::string text = text_of(ah1);
  write(path, replaced(text, "  2          8.9004E+02", "  2          8.9004E+03"));
  EXPECT_THAT(read_bem(path).notes, Contains(HasSubstr("structure2: MASS has 8.9004e+05 kg, DISPLACEMENT 8900.4 m^3 "
                                                       "displaces 8.9004e+06 kg")));
  const std::string block = text.substr(text.find("COB"), text.find("DISPLACEMENT") - text.find("COB"));
  write(path, replaced(text, "FIDD", replaced(block, "-1.297", "-2.297") + "FIDD"));
  const hydro::HydroData data = read_bem(path);
  EXPECT_EQ(data.bodies[0].cb.z(), -1.297);
  EXPECT_THAT(data.notes,
              Contains(HasSubstr("RM3.AH1:2544: the block COB stands a second time; the first, from line 36 on")));
}

TEST(RedundantRuns, WamitsExternalMatricesInFrcAndMmx) {
  SWELL_TEST_DATA(barge, "bem/wamit/GBMBarge", "WEC-Sim/WEC-Sim");
  const fs::path folder = copied(barge, "bemio_wamit_frc"), main = folder / "barge.out", mmx = folder / "barge.mmx",
                 frc = folder / "barge.frc";
  EXPECT_THAT(read_bem(main).notes, Not(Contains(HasSubstr("barge.frc"))));
  const std::string text = text_of(mmx), input = text_of(frc);
  write(mmx, replaced(text, "1.079216E+06", "1.079216E+07"));
  EXPECT_THAT(refusal(main), HasSubstr("barge.frc:6: external mass(7,7) = 1079216, in the .mmx 1.079216e+07"));
  ReadOptions without;
  without.ignore = {".frc"};
  EXPECT_EQ(refusal(main, without), "(none)");
  write(mmx, text);
  write(frc, replaced(input, "4.382532E+07", "4.392532E+07"));
  EXPECT_THAT(refusal(main),
              HasSubstr("barge.frc:18: external stiffness(8,8) = 4.392532e+07, in the .mmx 4.382532e+07"));
  write(frc, replaced(input, "\n 1000.", "\n 1025."));
  EXPECT_THAT(read_bem(main).notes, Contains(HasSubstr("barge.frc has the density 1025 kg/m^3, 1000 is used")));
  write(frc, input.substr(0, input.find("4.382532E+07")));
  EXPECT_THAT(read_bem(main).notes, Contains(HasSubstr("barge.frc not compared with the .mmx: it is of another form")));
}

TEST(RedundantRuns, HamssLimitsAgreeWithItsNativeTables) {
  SWELL_TEST_DATA(cylinder, "bem/hams/Cylinder", "YingyiLiu/HAMS");
  const fs::path folder = copied(cylinder, "bemio_hams_limits"), one = folder / "Output/Wamit_format/Buoy.1";
  EXPECT_EQ(refusal(folder), "(none)");
  const std::string text = text_of(one);
  write(one, replaced(text, "-1.000000E+00     3     3  2.428173E+00", "-1.000000E+00     3     3  9.000000E+00"));
  EXPECT_THAT(refusal(folder),
              HasSubstr("OAMASS3.txt:1: has 0.24889E+04 in column 5, Wamit_format makes it 9.22500e+03"));
  write(one, replaced(text, "0.000000E+00     3     3  1.817945E+00", "0.000000E+00     3     3  9.000000E+00"));
  EXPECT_THAT(refusal(folder),
              HasSubstr("OAMASS3.txt:2: has 0.18634E+04 in column 5, Wamit_format makes it 9.22500e+03"));
  ReadOptions without;
  without.ignore = {"hams_format"};
  EXPECT_EQ(refusal(folder, without), "(none)");
}

TEST(RedundantRuns, HamssWavenumbersAreThoseOfItsDepth) {
  SWELL_TEST_DATA(cylinder, "bem/hams/Cylinder", "YingyiLiu/HAMS");
  const fs::path folder = copied(cylinder, "bemio_hams_depth"), control = folder / "Input/ControlFile.in";
  const std::string text = text_of(control);
  write(control, replaced(text, "Waterdepth  10.D0", "Waterdepth  5.D0"));
  EXPECT_THAT(refusal(folder), HasSubstr("OAMASS1.txt:3: has the wavenumber 0.120 rad/m; 0.990285 rad/s in "
                                         "ControlFile.in's Waterdepth 5 makes it 0.1543"));
  write(control, replaced(text, "Waterdepth  10.D0", "Waterdepth  -10.D0"));
  EXPECT_THAT(refusal(folder), HasSubstr("in ControlFile.in's infinite depth makes it 0.1;"));
  write(control, text);
  // A version that prints the wavenumber of deep water: said, not refused.
  const fs::path native = folder / "Output/Hams_format";
  for (const auto& entry : fs::directory_iterator(native)) {
    const std::string table = text_of(entry.path());
    std::string deep;
    for (std::size_t at = 0, end = 0; at < table.size(); at = end + 1) {
      end = table.find('\n', at);
      std::string line = table.substr(at, end - at + 1);
      const double w = std::stod(line.substr(8, 8));
      if (w > 0.0) line.replace(0, 8, fmt::format("{:7.3f} ", w * w / 9.80665));
      deep += line;
    }
    write(entry.path(), deep);
  }
  EXPECT_THAT(read_bem(folder).notes, Contains(HasSubstr("holds wavenumbers of deep water: the Waterdepth")));
}

TEST(RedundantRuns, HamssStiffnessAndMassAreSaidMoreThanOnce) {
  SWELL_TEST_DATA(cylinder, "bem/hams/Cylinder", "YingyiLiu/HAMS");
  const fs::path folder = copied(cylinder, "bemio_hams_stiffness"), input = folder / "Input/Hydrostatic.in";
  const std::string text = text_of(input);
  const double volume = read_bem(folder).bodies[0].displaced_volume;
  write(input, replaced(text, "0.31462E+05", "0.91462E+05"));
  EXPECT_THAT(refusal(folder), HasSubstr("Buoy.hst: C(3,3) = 3.12998, Hydrostatic.in has 9.09905 (91462 / rho g)"));
  // A version that hands on the sum with the external restoring.
  const std::string title = " External Restoring Matrix:\n";
  std::string external = text.substr(text.find(title));
  external = replaced(external, title + "   0.00000E+00", title + "   0.10000E+05");
  write(input, text.substr(0, text.find(title)) + external);
  const fs::path hst = folder / "Output/Wamit_format/Buoy.hst";
  const std::string stiffness = text_of(hst);
  write(hst, replaced(stiffness, "     1     1    0.000000E+00", "     1     1    9.948466E-01"));
  EXPECT_EQ(refusal(folder), "(none)");
  write(hst, stiffness);
  EXPECT_EQ(refusal(folder), "(none)");
  for (const char* row : {"   0.16040E+04   0.00000E+00   0.00000E+00   0.00000E+00",
                          "   0.00000E+00   0.16040E+04   0.00000E+00   0.60123E+03"}) {
    write(input, replaced(text, row, replaced(row, "0.16040E+04", "0.16040E+05")));
    const hydro::HydroData data = read_bem(folder);
    EXPECT_EQ(data.bodies[0].displaced_volume, volume);
    EXPECT_THAT(data.notes, Contains(HasSubstr("kg differ, those of a rigid body do not")));
  }
}

TEST(RedundantRuns, CapytainesPartsMakeItsTotal) {
  SWELL_TEST_DATA(rm3, "bem/capytaine/rm3", "WEC-Sim/WEC-Sim");
  const fs::path folder = copied(rm3, "bemio_capytaine_parts"), path = folder / "rm3_hydrodynamics.nc";
  EXPECT_EQ(refusal(path), "(none)");
  for (const char* name : {"diffraction_force", "Froude_Krylov_force", "excitation_force"}) {
    copied(rm3, "bemio_capytaine_parts");
    edit<double>(path, name, [](std::vector<double>& values) {
      for (double& v : values) v *= 3.0;
    });
    EXPECT_THAT(refusal(path), HasSubstr("the excitation (excitation_force) has modulus")) << name;
  }
}

TEST(RedundantRuns, CapytainesHydrostaticsBesideAndInside) {
  SWELL_TEST_DATA(rm3, "bem/capytaine/rm3", "WEC-Sim/WEC-Sim");
  const fs::path folder = copied(rm3, "bemio_capytaine_beside"), path = folder / "rm3_hydrodynamics.nc";
  const std::string kh = text_of(folder / "KH_0.dat"), volume = text_of(folder / "Hydrostatics_0.dat");
  write(folder / "KH_0.dat", replaced(kh, "2.800973E+06", "2.900973E+06"));
  EXPECT_THAT(refusal(path), HasSubstr("KH_0.dat: body rm3_float: C(3,3) / rho g = 295.716, in the dataset 285.522"));
  ReadOptions without;
  without.ignore = {"kh"};
  EXPECT_EQ(refusal(path, without), "(none)");
  write(folder / "KH_0.dat", replaced(kh, "2.800973E+06", "2.810973E+06"));
  EXPECT_THAT(read_bem(path).notes,
              Contains(HasSubstr("KH_0.dat: body rm3_float: C(3,3) / rho g = 286.542, in the dataset 285.522")));
  // About another point: the dataset's is used.
  write(folder / "KH_0.dat", replaced(kh, "7.206113E+07 6.533903E-09", "7.906113E+07 6.533903E-09"));
  EXPECT_THAT(read_bem(path).notes, Contains(HasSubstr("KH_0.dat: body rm3_float: C(5,5) / rho g = ")));
  ReadOptions like_bemio;
  like_bemio.like_bemio = true;  // KH's is used
  EXPECT_THAT(refusal(path, like_bemio), HasSubstr("KH_0.dat: body rm3_float: C(5,5) / rho g = "));
  // A seventh row, as of a run with modes: the dataset's is used, the file only compared.
  write(folder / "KH_0.dat", kh + kh.substr(0, kh.find('\n') + 1));
  EXPECT_THAT(read_bem(path).notes, Contains(HasSubstr("not compared with the dataset: ")));
  write(folder / "KH_0.dat", kh);
  write(folder / "Hydrostatics_0.dat", replaced(volume, "7.258330E+02", "7.258330E+03"));
  EXPECT_THAT(read_bem(path).notes, Contains(HasSubstr("body rm3_float: inertia_matrix has the mass 725833 kg, its "
                                                       "volume displaces 7.25833e+06 kg")));
}

// The column of yaw is round-off of the integrals over the mesh, where no diagonal tells its size.
TEST(RedundantRuns, CapytainesStiffnessMayDifferByRoundOff) {
  SWELL_TEST_DATA(cylinder, "bem/capytaine/cylinder", "WEC-Sim/WEC-Sim");
  const fs::path folder = copied(cylinder, "bemio_capytaine_noise"), path = folder / "cylinder_hydrodynamics.nc";
  const std::string kh = text_of(folder / "KH.dat");
  const std::vector<std::string> notes = read_bem(path).notes;
  for (const char* other : {"0.000000E+00", "4.921741E-14", "9.155273E-06"}) {
    write(folder / "KH.dat", replaced(kh, "4.321741E-14", other));
    EXPECT_EQ(refusal(path), "(none)") << other;
    EXPECT_EQ(read_bem(path).notes, notes) << other;
  }
  write(folder / "KH.dat", replaced(kh, "4.321741E-14", "4.321741E+01"));
  EXPECT_THAT(read_bem(path).notes, Contains(HasSubstr("KH.dat: body floating_cylinder: C(5,6) / rho g = ")));
}

TEST(RedundantRuns, CapytainesCentresAndVolumesInTheDatasetAndBesideIt) {
  SWELL_TEST_DATA(rm3, "bem/capytaine/rm3", "WEC-Sim/WEC-Sim");
  const auto with = [&](const char* name, const std::vector<double>& values) {
    fs::path path = copied(rm3, "bemio_capytaine_centres") / "rm3_hydrodynamics.nc";
    int file = 0, id = 0, dimensions[2] = {0, 0};
    EXPECT_EQ(nc_open(path.c_str(), NC_WRITE, &file), 0);
    nc_redef(file);
    nc_def_dim(file, "parts", values.size() > 3 ? 2 : 1, dimensions);
    nc_def_dim(file, "each", values.size() > 3 ? values.size() / 2 : values.size(), dimensions + 1);
    EXPECT_EQ(nc_def_var(file, name, NC_DOUBLE, 2, dimensions, &id), 0);
    nc_enddef(file);
    EXPECT_EQ(nc_put_var_double(file, id, values.data()), 0);
    nc_close(file);
    return path;
  };
  EXPECT_EQ(refusal(with("center_of_mass", {0, 0, -0.72, 0, 0, -21.29})), "(none)");
  EXPECT_THAT(refusal(with("center_of_mass", {0, 0, -0.72, 0, 0, -31.29})),
              HasSubstr("Hydrostatics_1.dat: body rm3_spar: z of the centre of gravity [m] = -21.29, in the dataset "
                        "-31.29"));
  EXPECT_THAT(read_bem(with("center_of_mass", {0, 0, -0.72, 0, 0, -21.3})).notes,
              Contains(HasSubstr("z of the centre of gravity [m] = -21.29, in the dataset -21.3")));
  EXPECT_THAT(refusal(with("center_of_buoyancy", {0, 0, -1.2927, 0, 1, -15.6045})),
              HasSubstr("Hydrostatics_1.dat: body rm3_spar: y of the centre of buoyancy [m] = 0, in the dataset 1"));
  EXPECT_THAT(refusal(with("disp_volume", {725.833, 500.0})),
              HasSubstr("Hydrostatics_1.dat: body rm3_spar: displacement [m^3] = 886.688, in the dataset 500"));
  // Of the joined system, unknown, or of meshes that reach above the water: nothing to compare with.
  EXPECT_EQ(refusal(with("center_of_mass", {0, 0, -12.0})), "(none)");
  const double nan = std::nan("");
  EXPECT_EQ(refusal(with("center_of_mass", {0, 0, nan, nan, nan, nan})), "(none)");
  EXPECT_EQ(refusal(with("volume", {1000.0, 1200.0})), "(none)");
}

// "spar" is the beginning of "spar9": the joined name is taken name by name, and the files follow.
TEST(RedundantRuns, CapytainesBodiesComeInTheOrderOfTheJoinedName) {
  SWELL_TEST_DATA(rm3, "bem/capytaine/rm3", "WEC-Sim/WEC-Sim");
  const fs::path folder = copied(rm3, "bemio_capytaine_order"), path = folder / "rm3_hydrodynamics.nc";
  const auto rename = [](const std::string& title) {
    return [title](std::vector<char>& text) {
      std::string all(text.begin(), text.end());
      if (text.size() == title.size()) {
        all = title;
      } else {
        for (std::size_t at = 0; at < all.size(); at += 16) {
          const std::string dof = all.substr(at, 16), name = dof.substr(0, dof.find("__")),
                            motion = std::string(dof.substr(dof.find("__")).c_str());
          std::string own = (name == "rm3_float" ? "rm3_spar" : "rm3_spar9") + motion;
          own.resize(16, '\0');
          all.replace(at, 16, own);
        }
      }
      std::copy(all.begin(), all.end(), text.begin());
    };
  };
  for (const char* variable : {"body_name", "influenced_dof", "radiating_dof"})
    edit<char>(path, variable, rename("rm3_spar9+rm3_spar"));
  for (const char* stem : {"KH", "Hydrostatics"}) {  // the spar's are of the first body now
    fs::rename(folder / fmt::format("{}_0.dat", stem), folder / "x");
    fs::rename(folder / fmt::format("{}_1.dat", stem), folder / fmt::format("{}_0.dat", stem));
    fs::rename(folder / "x", folder / fmt::format("{}_1.dat", stem));
  }
  const hydro::HydroData data = read_bem(path);
  ASSERT_EQ(data.bodies.size(), 2U);
  EXPECT_EQ(data.bodies[0].name, "rm3_spar9");
  EXPECT_NEAR(data.bodies[0].cg.z(), -21.29, 1e-6);
  EXPECT_NEAR(data.bodies[0].restoring_stiffness(2, 2), 28.2385, 1e-3);
  EXPECT_EQ(data.bodies[1].name, "rm3_spar");
  // A joined name of other words: the order is told.
  edit<char>(path, "body_name", rename("rm3_flotateur_spar"));
  EXPECT_THAT(refusal(path), HasSubstr("KH_0.dat: body rm3_spar: C(3,3) / rho g = 28.2385, in the dataset 285.522"));
  ReadOptions without;
  without.ignore = {"kh"};
  EXPECT_THAT(read_bem(path, without).notes, Contains(HasSubstr("does not join the names of the bodies")));
}

TEST(RedundantRuns, NemohsMatricesInDatFiles) {
  SWELL_TEST_DATA(sphere, "bem/nemoh_v3.0.2/Sphere", "WEC-Sim/WEC-Sim");
  const fs::path folder = copied(sphere, "bemio_nemoh_matrices"), results = folder / "Results";
  const std::string tec = text_of(results / "RadiationCoefficients.tec"), cm = text_of(results / "CM.dat"),
                    ca = text_of(results / "CA.dat");
  const hydro::HydroData whole = read_bem(folder);
  EXPECT_THAT(whole.notes, Not(Contains(HasSubstr("not compared"))));
  write(results / "RadiationCoefficients.tec", replaced(tec, "0.2788887E+06", "0.3788887E+06"));
  EXPECT_THAT(refusal(folder), HasSubstr("CM.dat:5: added mass at 0.02 rad/s, force 3 motion 3 = 0.278889E+06, "
                                         "RadiationCoefficients.tec has 378888.7"));
  write(results / "RadiationCoefficients.tec", tec);
  write(results / "CA.dat", replaced(ca, "0.623729E+03", "0.723729E+03"));
  EXPECT_THAT(refusal(folder), HasSubstr("CA.dat:5: damping at 0.02 rad/s, force 3 motion 3 = 0.723729E+03"));
  ReadOptions without;
  without.ignore = {"ca"};
  EXPECT_EQ(refusal(folder, without), "(none)");
  // Overflown, cut off, of another run: what the tables hold is used, and said.
  write(results / "CA.dat", replaced(ca, "0.623729E+03", "************"));
  EXPECT_EQ(read_bem(folder).notes, whole.notes);
  write(results / "CA.dat", ca.substr(0, ca.size() / 2));
  EXPECT_THAT(read_bem(folder).notes, Contains(HasSubstr("CA.dat not compared: it holds ")));
  write(results / "CA.dat", replaced(ca, "\n 8.4000\n", "\n 8.6000\n"));
  EXPECT_THAT(read_bem(folder).notes, Contains(HasSubstr("CA.dat not compared: it has other frequencies")));
  // Rows as forces instead of motions.
  std::istringstream lines(cm);
  std::string line, turned;
  std::getline(lines, line);
  turned = line + "\n";
  for (std::string omega; std::getline(lines, omega) && !omega.empty();) {
    turned += omega + "\n";
    std::string v[6][6];
    for (auto& row : v) {
      for (std::string& entry : row) lines >> entry;
    }
    std::getline(lines, line);
    for (int i = 0; i < 6; ++i) {
      for (auto& row : v) turned += "  " + row[i];
      turned += "\n";
    }
  }
  write(results / "CA.dat", ca);
  write(results / "CM.dat", turned);
  EXPECT_EQ(read_bem(folder).notes, whole.notes);
}

TEST(RedundantRuns, NemohsForcesInFeDat) {
  SWELL_TEST_DATA(sphere, "bem/nemoh_v3.0.2/Sphere", "WEC-Sim/WEC-Sim");
  const fs::path folder = copied(sphere, "bemio_nemoh_forces"), results = folder / "Results";
  const std::string fe = text_of(results / "Fe.dat");
  const hydro::HydroData whole = read_bem(folder);
  EXPECT_THAT(whole.notes, Not(Contains(HasSubstr("not compared"))));
  write(results / "Fe.dat", replaced(fe, "0.769156E+06", "0.769156E+05"));
  EXPECT_THAT(refusal(folder), HasSubstr("Fe.dat:5: force 3 at heading 0 deg, 0.04 rad/s = 0.769156E+05, the tables "
                                         "have 769156.5"));
  ReadOptions without;
  without.ignore = {"fe"};
  EXPECT_EQ(refusal(folder, without), "(none)");
  // One phase in the first row by half a degree; all rows in a convention of another version; noise.
  write(results / "Fe.dat", replaced(fe, "157.98", "158.48"));
  EXPECT_THAT(refusal(folder), HasSubstr("Fe.dat:4: phase of force 6 at heading 0 deg, 0.02 rad/s = 158.48 deg, the "
                                         "tables have 157.98"));
  const auto phases = [&](const std::function<double(double)>& change) {
    std::istringstream lines(fe);
    std::string line, text;
    while (std::getline(lines, line)) {
      std::istringstream fields(line);
      std::vector<double> v(13);
      for (double& value : v) fields >> value;
      if (line.find('"') != std::string::npos || !fields) {
        text += line + "\n";
        continue;
      }
      text += fmt::format(" {:.4f}", v[0]);
      for (int i = 0; i < 6; ++i) text += fmt::format(" {:.5E}", v[static_cast<std::size_t>(1 + i)]);
      for (int i = 0; i < 6; ++i) text += fmt::format(" {:.2f}", change(v[static_cast<std::size_t>(7 + i)]));
      text += "\n";
    }
    write(results / "Fe.dat", text);
  };
  phases([](double degrees) { return std::remainder(-degrees - 90.0, 360.0); });
  EXPECT_EQ(read_bem(folder).notes, whole.notes);
  int n = 0;
  phases([&](double) { return static_cast<double>(++n % 360) - 180.0; });
  EXPECT_THAT(read_bem(folder).notes, Contains(HasSubstr("Fe.dat: phases not compared")));
  // Overflown, cut off, of another run.
  write(results / "Fe.dat", replaced(fe, "0.769156E+06", "************"));
  EXPECT_EQ(read_bem(folder).notes, whole.notes);
  write(results / "Fe.dat", fe.substr(0, fe.size() / 2));
  EXPECT_THAT(read_bem(folder).notes, Contains(HasSubstr("Fe.dat not compared: it holds ")));
  write(results / "Fe.dat", replaced(fe, "\n 8.4000 ", "\n 8.6000 "));
  EXPECT_THAT(read_bem(folder).notes, Contains(HasSubstr("Fe.dat not compared: it has other frequencies")));
}

// A whole run of which Nemoh.cal lists other forces than motions is refused before; the comparison itself must not
// count on that.
TEST(RedundantRuns, NemohsMatricesOfMoreOrFewerForcesThanMotions) {
  const fs::path folder = fresh("bemio_nemoh_uneven");
  Coefficients c;
  c.omega = {0.5};
  c.added_mass = c.damping = {MatrixX(6, 6)};
  for (int i = 0; i < 6; ++i) {
    for (int j = 0; j < 6; ++j) {
      c.added_mass[0](i, j) = 10.0 * (i + 1) + (j + 1);
      c.damping[0](i, j) = 100.0 * (i + 1) + (j + 1);
    }
  }
  const auto compared = [&](const std::vector<int>& motion, const std::vector<int>& force, const std::string& cm) {
    write(folder / "CM.dat", "Nb de frequency :     1\n 0.5000\n" + cm);
    std::vector<std::string> notes;
    try {
      check_nemoh_matrices(folder, {}, c, motion, force, 1000.0, notes);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return notes.empty() ? std::string("(none)") : notes[0];
  };
  const std::vector<int> heave{2}, six{0, 1, 2, 3, 4, 5};
  const std::string row = " 13000. 23000. 33000. 43000. 53000. 63000.\n";
  EXPECT_EQ(compared(heave, six, row), "(none)");
  EXPECT_THAT(compared(heave, six, replaced(row, "63000", "64000")),
              HasSubstr("added mass at 0.5 rad/s, force 6 motion 3 = 64000., RadiationCoefficients.tec has 63000"));
  const std::vector<int> three{0, 2, 4}, two{2, 4};
  EXPECT_EQ(compared(three, two, " 31000. 51000.\n 33000. 53000.\n 35000. 55000.\n"), "(none)");
  EXPECT_EQ(compared(three, two, " 31000. 33000. 35000.\n 51000. 53000. 55000.\n"), "(none)");  // rows are forces
  EXPECT_THAT(compared(three, two, " 31000. 51000.\n 33000. 53000.\n 35000. 56000.\n"),
              HasSubstr("force 5 motion 5 = 56000., RadiationCoefficients.tec has 55000"));
  // Square, as if every motion had its force: nothing is read past the two.
  EXPECT_THAT(compared(three, two, " 1. 2. 3.\n 4. 5. 6.\n 7. 8. 9.\n"),
              HasSubstr("CM.dat not compared: it holds 10 numbers, 1 frequencies of 3 motions and 2 forces make 7"));

  SWELL_TEST_DATA(sphere, "bem/nemoh_v3.0.2/Sphere", "WEC-Sim/WEC-Sim");
  const fs::path run = copied(sphere, "bemio_nemoh_heave"), cal = run / "Nemoh.cal";
  const std::string text = text_of(cal);
  const std::size_t motions = text.find("6\t\t\t\t! Number of degrees"), forces = text.find("6\t\t\t\t! Number of res"),
                    end = text.find("0\t\t\t\t! Number of lines of add");
  ASSERT_TRUE(motions < forces && forces < end && end != std::string::npos);
  write(cal, text.substr(0, motions) + "1 ! Number of degrees of freedom\n1 0. 0. 1. 0. 0. 0. ! Heave\n" +
                 text.substr(forces));
  EXPECT_THAT(refusal(run), HasSubstr("body sphere: its 1 motions and 6 forces are not of the same directions"));
  write(cal, text.substr(0, forces) + "1 ! Number of resulting generalised forces\n1 0. 0. 1. 0. 0. 0. ! z\n" +
                 text.substr(end));
  EXPECT_THAT(refusal(run), HasSubstr("body sphere: its 6 motions and 1 forces are not of the same directions"));
}

TEST(RedundantRuns, NemohsHydrostaticsInTwoFiles) {
  SWELL_TEST_DATA(rm3, "bem/nemoh_v2.3/RM3", "WEC-Sim/WEC-Sim");
  for (const char* stem : {"KH", "Hydrostatics"}) {
    const fs::path folder = copied(rm3, "bemio_nemoh_exchanged"), mesh = folder / "Mesh";
    EXPECT_EQ(refusal(folder), "(none)");
    fs::rename(mesh / fmt::format("{}_0.dat", stem), mesh / "x");
    fs::rename(mesh / fmt::format("{}_1.dat", stem), mesh / fmt::format("{}_0.dat", stem));
    fs::rename(mesh / "x", mesh / fmt::format("{}_1.dat", stem));
    EXPECT_THAT(refusal(folder), HasSubstr("KH_0.dat: body float: C33 = ")) << stem;
    ReadOptions without;
    without.ignore = {"kh", "hydrostatics"};
    EXPECT_EQ(refusal(folder, without), "(none)");
  }
  SWELL_TEST_DATA(sphere, "bem/nemoh_v3.0.2/Sphere", "WEC-Sim/WEC-Sim");
  const fs::path folder = copied(sphere, "bemio_nemoh_floats"), file = folder / "Mesh/Hydrostatics.dat",
                 kh = folder / "Mesh/KH.dat";
  const std::string text = text_of(file), stiffness = text_of(kh);
  write(file, replaced(text, "Displacement =  0.2613639E+03", "Displacement =  0.2613639E+04"));
  EXPECT_THAT(read_bem(folder).notes,
              Contains(HasSubstr("Hydrostatics.dat: body sphere: mass = 261364 kg, rho times the displacement "
                                 "2613.64 m^3 is 2.61364e+06 kg: it floats only if")));
  write(file, replaced(text, "Mass = 0.2613639E+06", "Mass = 0.1176138E+06"));  // on taut lines
  EXPECT_THAT(read_bem(folder).notes, Contains(HasSubstr("body sphere: mass = 117614 kg, rho times")));
  write(file, replaced(text, "Mass = 0.2613639E+06", "Mass = 0.2000000E+06"));  // held down by a mooring
  EXPECT_THAT(read_bem(folder).notes, Contains(HasSubstr("it floats only if something else bears the difference")));
  write(file, replaced(text, "Waterplane area =  0.7848785E+02", "Waterplane area =  0.3924392E+02"));
  EXPECT_THAT(read_bem(folder).notes, Contains(HasSubstr("is 384982.9 N/m (half a body?)")));
  write(file, replaced(text, "Waterplane area =  0.7848785E+02", "Waterplane area =  ************"));
  EXPECT_EQ(refusal(folder), "(none)");
  const std::size_t mass = text.find(" Mass");
  write(file, replaced(text.substr(0, mass), "Displacement =  0.2613639E+03", "Displacement = -0.2613639E+03"));
  EXPECT_THAT(refusal(folder), HasSubstr("body sphere: displaced volume = -261.364 m^3 must be 0 or more; do the"));
  write(file, replaced(text.substr(0, mass), "Displacement =  0.2613639E+03", "Displacement = -0.2613639E-03"));
  EXPECT_THAT(read_bem(folder).notes, Contains(HasSubstr("displaced volume = -0.000261364 m^3 is taken as 0")));
  // Under water: the waterplane and C33 are round-off of their own.
  write(file, replaced(text, "Waterplane area =  0.7848785E+02", "Waterplane area =  0.1000000E-05"));
  write(kh, replaced(stiffness, "0.7699646E+06", "-.1250000E+00"));
  EXPECT_EQ(refusal(folder), "(none)");
  write(file, text);
  write(kh, replaced(stiffness, "0.7699646E+06", "0.7749646E+06"));
  EXPECT_THAT(read_bem(folder).notes, Contains(HasSubstr("KH.dat: body sphere: C33 = 774964.6 N/m, rho g times")));
  write(kh, replaced(stiffness, "0.7699646E+06", "0.7699646E+05"));
  EXPECT_THAT(refusal(folder), HasSubstr("of Hydrostatics.dat is 769965.8 N/m; the files are of different bodies"));
  EXPECT_THAT(refusal(folder), HasSubstr("--ignore hydrostatics (volume and centre of buoyancy are then unknown) or "
                                         "--ignore kh (the hydrostatic stiffness is then 0)"));
  for (const char* what : {"hydrostatics", "kh"}) {
    ReadOptions without;
    without.ignore = {what};
    EXPECT_EQ(refusal(folder, without), "(none)") << what;
  }
  // Mesh.cal with sea water, Nemoh.cal with fresh: 769964.6 N/m times 1.025.
  write(kh, replaced(stiffness, "0.7699646E+06", "0.7892137E+06"));
  EXPECT_THAT(refusal(folder), HasSubstr("is 769965.8 N/m; KH fits water of 1025 kg/m^3, Nemoh.cal has 1000: give "
                                         "Mesh.cal and Nemoh.cal the same density"));
}

TEST(RedundantRuns, NemohsAxesInNemohCalAndInTheTables) {
  SWELL_TEST_DATA(sphere, "bem/nemoh_v3.0.2/Sphere", "WEC-Sim/WEC-Sim");
  const fs::path folder = copied(sphere, "bemio_nemoh_axes"), cal = folder / "Nemoh.cal", results = folder / "Results";
  for (const char* name : {"CM.dat", "CA.dat"}) fs::remove(results / name);
  const std::string head = text_of(cal), tec = text_of(results / "RadiationCoefficients.tec");
  const auto asked = [&](const char* what) { write(cal, replaced(head, "1   420\t0.02\t8.4", what)); };
  write(results / "RadiationCoefficients.tec", replaced(tec, "w (rad/s)", "f (Hz)"));
  EXPECT_THAT(refusal(folder),
              HasSubstr("RadiationCoefficients.tec:1: the frequencies go from 0.125664 to 52.7788 "
                        "rad/s, those of Nemoh.cal from 0.02 to 8.4 rad/s, which is a factor of 2 pi"));
  write(results / "RadiationCoefficients.tec", tec);
  asked("2   420\t0.0031830989\t1.3369015");  // Hz in, rad/s out
  EXPECT_EQ(refusal(folder), "(none)");
  asked("3   420\t0.74799825\t314.159265");  // s in
  EXPECT_EQ(refusal(folder), "(none)");
  asked("2   420\t0.02\t8.4");
  EXPECT_THAT(refusal(folder), HasSubstr("which is a factor of 2 pi"));
  asked("1   420\t0.02\t9.4");
  EXPECT_THAT(read_bem(folder).notes, Contains(HasSubstr("those of Nemoh.cal from 0.02 to 9.4 rad/s; the tables are")));
  write(cal, replaced(head, "1\t0.\t0.\t", "1\t30.\t30.\t"));
  EXPECT_THAT(refusal(folder), HasSubstr("wave direction 1 of 1 is 0 deg, Nemoh.cal asks for 30 deg"));
}

}  // namespace
}  // namespace swell::bemio
