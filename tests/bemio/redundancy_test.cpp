// What an input says twice: damage to either is seen, the digits that are printed are allowed for.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <H5Cpp.h>

#include <cmath>
#include <sstream>

#include "../fuzz/small_files.h"
#include "netcdf_edit.h"
#include "refusal.h"
#include "swell/bemio/processing.h"
#include "swell/hydro/bemio_h5.h"
#include "swell_test/data.h"

namespace swell::bemio {
namespace {

using ::testing::HasSubstr;
namespace fs = std::filesystem;

TEST(Redundancy, WamitsPeriodAndWavenumberMustFitEachOtherAndTheListOfTheRun) {
  SWELL_TEST_DATA(sphere, "bem/wamit/Sphere/sphere.out", "WEC-Sim/WEC-Sim");
  const fs::path path = fresh("bemio_periods") / "sphere.out";
  const std::string text = text_of(sphere);
  write(path, replaced(text, "Wave period (sec) =  3.141595E+00", "Wave period (sec) =  3.150000E+00"));
  EXPECT_THAT(refusal(path), HasSubstr("wave period = 3.15 s has the wavenumber kL = 0.4055"));
  EXPECT_THAT(refusal(path), HasSubstr("but the list of the run has 3.1416 s in this place"));
  // The lines of two periods exchanged: each is sound in itself.
  const std::size_t one = text.find(" Wave period (sec) =  3.141595E+00"),
                    two = text.find(" Wave period (sec) =", one + 10);
  const auto line = [&](std::size_t at) { return text.substr(at, text.find('\n', at) - at); };
  std::string exchanged = text;
  exchanged.replace(two, line(two).size(), line(one));
  exchanged.replace(one, line(one).size(), line(two));
  write(path, exchanged);
  EXPECT_THAT(refusal(path), HasSubstr("but the list of the run has"));
  write(path, text);
  EXPECT_EQ(refusal(path), "(none)");
}

TEST(Redundancy, WamitsForcesInTwoFormsAndTwoFiles) {
  const fs::path folder = fresh("bemio_forces");
  swell_test::SmallRun run = swell_test::small_wamit();
  swell_test::write_run(run, folder);
  EXPECT_EQ(refusal(folder / run.main), "(none)");
  const std::string three = run.files["small.3"];
  // Re of heave with the other sign.
  const std::string re = fmt::format("{:.6E}", 4.0 * std::cos(30.0 * 0.017453292519943295));
  write(folder / "small.3", replaced(three, "  " + re, " -" + re));
  EXPECT_THAT(refusal(folder / run.main), HasSubstr("small.3:3: force row: modulus 4.000000E+00 and phase 3.000000E+01 "
                                                    "deg are not those of -3.464102E+00 + i 2.000000E+00"));
  // All forces twice as large, as of another wave amplitude; two dofs exchanged; a period damaged.
  std::string twice;
  for (const double T : {10.0, 5.0}) {
    for (int i = 0; i < 6; ++i) {
      const std::complex<double> X = std::polar(2.0 * (2.0 + i), 15.0 * i * 0.017453292519943295);
      twice += fmt::format("  {:.6E}  0.000000E+00     {}  {:.6E}  {:.6E}  {:.6E}  {:.6E}\n", T, i + 1, std::abs(X),
                           15.0 * i, X.real(), X.imag());
    }
  }
  write(folder / "small.3", twice);
  EXPECT_THAT(refusal(folder / run.main), HasSubstr("has modulus 4 and phase 0.0 deg, in the .out 2 and 0.0 deg"));
  std::string exchanged = replaced(three, "E+00     3  ", "E+00     x  ", true);
  exchanged = replaced(exchanged, "E+00     5  ", "E+00     3  ", true);
  write(folder / "small.3", replaced(exchanged, "E+00     x  ", "E+00     5  ", true));
  EXPECT_THAT(refusal(folder / run.main), HasSubstr("dof 3 at 10 s, 0 deg has modulus 6"));
  write(folder / "small.3", replaced(three, "  5.000000E+00  0.0", "  5.100000E+00  0.0"));
  EXPECT_THAT(refusal(folder / run.main), HasSubstr("its period or heading 5.1 is not in the main file, others are"));
  ReadOptions without;
  without.ignore = {".3"};
  EXPECT_EQ(refusal(folder / run.main, without), "(none)");
}

TEST(Redundancy, WamitsMainOutputAgainstTheRadiationAndTheBodiesBesideIt) {
  SWELL_TEST_DATA(rm3, "bem/wamit/RM3/rm3.out", "WEC-Sim/WEC-Sim");
  const fs::path folder = fresh("bemio_out_twice"), main = folder / "rm3.out";
  for (const char* extension : {".out", ".1", ".hst", ".mmx", ".pot"})
    fs::copy_file(fs::path(rm3).replace_extension(extension), folder / (std::string("rm3") + extension));
  EXPECT_EQ(refusal(main), "(none)");
  const std::string text = text_of(rm3);
  // A(1,1) of the limits and of a period, B, the volume, the centre of buoyancy and XBODY, each in the .out alone.
  write(main, replaced(text, "1     1   9.272929E+01", "1     1   9.372929E+01"));
  EXPECT_THAT(refusal(main), HasSubstr("A(1,1) at the period 0 s = 92.72929, in the .out 93.72929"));
  write(main, replaced(text, "2.293438E+02   1.105539E-06", "2.293448E+02   1.105539E-06"));
  EXPECT_THAT(refusal(main), HasSubstr("= 229.3438, in the .out 229.3448"));
  write(main, replaced(text, "2.293438E+02   1.105539E-06", "2.293438E+02   1.105539E-05"));
  EXPECT_THAT(refusal(main), HasSubstr("B(1,1) at the period"));
  write(main, replaced(text, "725.833      725.833      725.834", "7258.33      7258.33      7258.34"));
  EXPECT_THAT(refusal(main),
              HasSubstr("rm3.mmx:8: body 1: volumes = (725.833, 725.833, 725.834), in the .out (7258.33"));
  write(main, replaced(text, "5.686012", "6.686012"));
  EXPECT_THAT(refusal(main), HasSubstr("rm3.mmx:53: body 2: centre of buoyancy = (0, -2e-06, 5.686012)"));
  write(main, replaced(text, "ZBODY =  -21.2900", "ZBODY =   -2.1290"));
  EXPECT_THAT(refusal(main), HasSubstr("rm3.pot:13: body 2: XBODY = (0, 0, -21.29), in the .out (0, 0, -2.129)"));
  ReadOptions without;
  without.ignore = {".pot"};
  EXPECT_EQ(refusal(main, without), "(none)");
  write(main, text);
  const std::string pot = text_of(folder / "rm3.pot"), mmx = text_of(folder / "rm3.mmx");
  write(folder / "rm3.pot",
        replaced(pot, "0.                             HBOT", "50.                            HBOT"));
  EXPECT_THAT(refusal(main), HasSubstr("rm3.pot:2: water depth = 50 m, in the .out infinite"));
  write(folder / "rm3.pot", replaced(pot, " 0.0 0.0 -21.29 0.0", " 0.0 0.0 ****** 0.0"));
  EXPECT_THAT(read_bem(main).notes,
              ::testing::Contains(HasSubstr("rm3.pot:13: the four numbers of XBODY expected; it is not compared")));
  write(folder / "rm3.pot", replaced(pot, " 2 \t\t\t\tNBODY", " x \t\t\t\tNBODY"));
  EXPECT_THAT(read_bem(main).notes, ::testing::Contains(HasSubstr("rm3.pot:8: the number of bodies (NBODY) expected")));
  write(folder / "rm3.pot", pot);
  write(folder / "rm3.mmx", replaced(mmx, "9.81000", "9.91000"));
  EXPECT_THAT(refusal(main), HasSubstr("rm3.mmx:3: gravity = 9.91, in the .out 9.81"));
  write(folder / "rm3.mmx", replaced(mmx, "NBODY =     2", "NBODY =     3"));
  EXPECT_THAT(refusal(main), HasSubstr("rm3.mmx:5: 2 bodies found, 3 announced (NBODY)"));
  write(folder / "rm3.mmx",
        replaced(mmx, " Center of Gravity:  (Xg,Yg,Zg)     0.000000     0.000003     0.000000\n", ""));
  EXPECT_THAT(refusal(main), HasSubstr("rm3.mmx:8: body 1: the line \"Center of gravity\" is missing"));
  write(folder / "rm3.mmx", replaced(mmx, "     1     2     0.000000E+00\n", ""));
  EXPECT_THAT(refusal(main), HasSubstr("rm3.mmx:8: body 1: 35 rows of the mass matrix found, 36 expected"));
  write(folder / "rm3.mmx", mmx);
  const std::string hst = text_of(folder / "rm3.hst");
  const std::string row = "     1     1   0.000000E+00";
  write(folder / "rm3.hst", replaced(hst, row, "     1     1   5.000000E+00"));
  EXPECT_THAT(refusal(main), HasSubstr("rm3.hst"));
  write(main, replaced(text, "C(3,3),C(3,4),C(3,5):   28.238", "C(3,3),C(3,4),C(3,5):   29.238"));
  write(folder / "rm3.hst", hst);
  EXPECT_THAT(refusal(main), HasSubstr("rm3.hst: body 2: C(3,3) = 28.2385, in the .out 29.238"));
}

TEST(Redundancy, AqwasCoefficientsAndListingAreOfOneRun) {
  SWELL_TEST_DATA(ah1, "bem/aqwa/Cylinder/cylinder.AH1", "WEC-Sim/WEC-Sim");
  const fs::path folder = fresh("bemio_aqwa_twice"), main = folder / "cylinder.AH1", list = folder / "cylinder.LIS";
  const std::string text = text_of(ah1), listing = text_of(fs::path(ah1).replace_extension(".LIS"));
  write(list, listing);
  write(main, text);
  EXPECT_EQ(refusal(main), "(none)");
  write(main, replaced(text, "1025.000", "   1.025"));
  EXPECT_THAT(refusal(main), HasSubstr("water density = 1.025 kg/m^3"));
  write(main, replaced(text, "2.4173E-01", "2.4173E+00"));
  EXPECT_THAT(refusal(main), HasSubstr("structure1: displacement [m^3] = 0.241731, in the .AH1 2.4173"));
  write(main, replaced(text, "HYDSTIFFNESS\n  1          0.0000E+00", "HYDSTIFFNESS\n  1          1.0000E+05"));
  EXPECT_THAT(refusal(main), HasSubstr("surge, sway and yaw feel none"));
  write(main, text);
  write(list, replaced(listing, "1.2389E+02", "1.2489E+02"));
  EXPECT_THAT(refusal(main), HasSubstr("structure1: added mass at"));
  write(list, replaced(listing, "8.38E+01   90.01", "8.38E+02   90.01"));
  EXPECT_THAT(refusal(main), HasSubstr("the excitation of the .AH1 has modulus"));
}

TEST(Redundancy, WamitsPartsMustMakeTheWhole) {
  SWELL_TEST_DATA(rm3, "bem/wamit/RM3/rm3.out", "WEC-Sim/WEC-Sim");
  const fs::path folder = fresh("bemio_parts");
  for (const char* extension : {".out", ".3", ".3fk"})
    fs::copy_file(fs::path(rm3).replace_extension(extension), folder / (std::string("rm3") + extension));
  fs::copy_file(folder / "rm3.3fk", folder / "rm3.3sc");
  EXPECT_THAT(refusal(folder / "rm3.out"), HasSubstr("the sum of Froude-Krylov and scattering force"));
  fs::copy_file(fs::path(rm3).replace_extension(".3sc"), folder / "rm3.3sc", fs::copy_options::overwrite_existing);
  EXPECT_EQ(refusal(folder / "rm3.out"), "(none)");
}

TEST(Redundancy, WamitsDriftInTwoFormsAndTwoFiles) {
  const fs::path folder = fresh("bemio_drift");
  swell_test::SmallRun run = swell_test::small_wamit();
  std::string nine = " WAMIT Numeric Output\n";
  for (const double T : {10.0, 5.0}) {
    for (int i = 0; i < 6; ++i)
      nine += fmt::format("  {:.6E}  0.000000E+00  0.000000E+00     {}  {:.6E}  1.800000E+02  {:.6E}  0.000000E+00\n",
                          T, i + 1, 0.1 * i, -0.1 * i);
  }
  run.files["small.9"] = nine;
  swell_test::write_run(run, folder);
  EXPECT_EQ(refusal(folder / run.main), "(none)");
  EXPECT_THAT(read_bem(folder / run.main).notes, ::testing::Contains(HasSubstr("mean drift (pressure integration)")));
  write(folder / "small.9", replaced(nine, "-3.000000E-01", " 3.000000E-01"));
  EXPECT_THAT(refusal(folder / run.main),
              HasSubstr("small.9:5: drift row: modulus 3.000000E-01 and phase 1.800000E+02 deg are not those of "
                        "3.000000E-01 + i 0.000000E+00"));
  std::string other = replaced(nine, "3.000000E-01", "3.100000E-01", true);
  write(folder / "small.9", other);
  EXPECT_THAT(refusal(folder / run.main),
              HasSubstr("small.9: dof 4 at 10 s, 0 deg has the drift -0.31, in the .out -0.3"));
  // A row is missing; a whole period is missing: the classic end of a block.
  write(folder / "small.9", nine.substr(0, nine.rfind("  5.000000E+00")));
  EXPECT_THAT(refusal(folder / run.main), HasSubstr("small.9: holds between 5 and 6 dofs per period and heading"));
  write(folder / "small.9", nine.substr(0, nine.find("  5.000000E+00  0.0")));
  EXPECT_THAT(refusal(folder / run.main), HasSubstr("small.9: holds between 0 and 6 dofs per period and heading"));
  write(folder / "small.9", replaced(nine, "-3.000000E-01  0.000000E+00", "          NaN           NaN"));
  EXPECT_THAT(refusal(folder / run.main), HasSubstr("has the drift 0, in the .out -0.3"));
}

TEST(Redundancy, SecondOrderRowsInTwoFormsAndTheSamePairsForEveryDof) {
  const fs::path folder = fresh("bemio_second_order");
  swell_test::SmallRun run = swell_test::small_wamit();
  const auto row = [](double a, double b, int dof) {
    return fmt::format(
        "  {:.6E}  {:.6E}  0.000000E+00  0.000000E+00  {}  1.000000E+00  3.000000E+01  8.660254E-01  "
        "5.000000E-01\n",
        a, b, dof);
  };
  std::string table;
  for (const int dof : {1, 3, 5}) table += row(5, 5, dof) + row(5, 10, dof) + row(10, 10, dof);
  for (const char* name : {"small.12d", "small.10s"}) {
    run.files[name] = table;
    swell_test::write_run(run, folder);
    EXPECT_EQ(refusal(folder / run.main), "(none)");
    EXPECT_THAT(read_bem(folder / run.main).notes,
                ::testing::Contains(HasSubstr("holds no second-order force of the dofs 2 4 6")));
    write(folder / name, replaced(table, "8.660254E-01", "8.760254E-01"));
    EXPECT_THAT(refusal(folder / run.main),
                HasSubstr(std::string(name) + ":1: quadratic force row: modulus 1.000000E+00 and "
                                              "phase 3.000000E+01 deg are not those of 8.760254E-01"));
    // The table ends with a sound square of fewer periods: only the other dofs tell.
    write(folder / name, table.substr(0, table.rfind(row(5, 10, 5))));
    EXPECT_THAT(refusal(folder / run.main), HasSubstr("the pair 5, 10 at 0, 0 deg is missing at dof 5"));
    write(folder / name, table + row(5, 10, 5));
    EXPECT_THAT(refusal(folder / run.main), HasSubstr("the pair 5, 10 at 0, 0 deg stands twice at dof 5"));
    write(folder / name, replaced(table, "  5  1.000000E+00", "  7  1.000000E+00"));
    EXPECT_THAT(refusal(folder / run.main),
                HasSubstr(":7: periods or frequencies above 0 and a degree of freedom from 1 to 6"));
    run.files.erase(name);
    fs::remove(folder / name);
  }
}

// Rows that are found by their names: the next of a name must not stand in for one that is lost.
TEST(Redundancy, ALineThatIsLostOrDoubledIsNotReplacedByTheNextOfItsName) {
  SWELL_TEST_DATA(listing, "bem/aqwa/Cylinder/cylinder.LIS", "WEC-Sim/WEC-Sim");
  const fs::path path = fresh("bemio_listing") / "cylinder.LIS";
  const std::string text = text_of(listing);
  const std::size_t matrix = text.find("ADDED  MASS\n", text.find("WAVE PERIOD ="));
  for (const char* name : {"\n            Y ", "\n           RY "}) {
    const std::size_t found = text.find(name, matrix), at = found + 1, end = text.find('\n', at) + 1;
    ASSERT_NE(found, std::string::npos);
    write(path, text.substr(0, at) + text.substr(end));
    EXPECT_THAT(refusal(path), HasSubstr("the six rows of the matrix do not follow")) << "lost" << name;
    write(path, text.substr(0, end) + text.substr(at));
    EXPECT_THAT(refusal(path), HasSubstr("the six rows of the matrix do not follow")) << "doubled" << name;
  }
  const fs::path run = fresh("bemio_hydrostatics");
  const swell_test::SmallRun small = swell_test::small_nemoh();
  swell_test::write_run(small, run);
  const std::string lines = small.files.at("Mesh/Hydrostatics.dat"), first = lines.substr(0, lines.find('\n') + 1);
  write(run / "Mesh/Hydrostatics.dat", first + lines);
  EXPECT_THAT(refusal(run), HasSubstr("4 lines \"XF = .. - XG = ..\" found, 3 expected"));
  write(run / "Mesh/Hydrostatics.dat", lines + " Displacement =  0.2E+02\n");
  EXPECT_THAT(refusal(run), HasSubstr("Hydrostatics.dat:6: the displacement stands twice"));
}

TEST(Redundancy, AClassicNetcdfIsAsLongAsItsHeaderSays) {
  SWELL_TEST_DATA(data, "bem/capytaine", "WEC-Sim/WEC-Sim");
  for (const char* name : {"sphere/sphere_hydrodynamics.nc", "cylinder_v1.5/cylinder_full.nc"}) {
    const std::string whole = text_of(data / name);
    const fs::path path = fresh("bemio_netcdf_end") / "cut.nc";
    write(path, whole);
    EXPECT_EQ(refusal(path), "(none)");
    for (const std::size_t cut : {1U, 2U, 8U, 64U, 1000U, 100000U}) {
      write(path, whole.substr(0, whole.size() - cut));
      EXPECT_THAT(refusal(path), HasSubstr(fmt::format("has {} bytes, its header announces", whole.size() - cut)))
          << name << " cut by " << cut;
    }
  }
}

// Records: one variable alone is not padded, several are; the library writes, the reader measures.
TEST(Redundancy, RecordsOfAClassicNetcdfCountTowardsItsLength) {
  const fs::path path = fresh("bemio_netcdf_records") / "records.nc";
  for (const int format : {0, NC_64BIT_OFFSET, NC_64BIT_DATA}) {
    for (const int variables : {1, 2}) {
      int file = 0, dimension = 0, ids[2] = {0, 0};
      ASSERT_EQ(nc_create(path.c_str(), NC_CLOBBER | format, &file), 0);
      ASSERT_EQ(nc_def_dim(file, "time", NC_UNLIMITED, &dimension), 0);
      for (int v = 0; v < variables; ++v) nc_def_var(file, v == 0 ? "a" : "b", NC_SHORT, 1, &dimension, &ids[v]);
      ASSERT_EQ(nc_enddef(file), 0);
      const short values[5] = {1, 2, 3, 4, 5};
      const std::size_t start = 0, count = 5;
      for (int v = 0; v < variables; ++v) ASSERT_EQ(nc_put_vara_short(file, ids[v], &start, &count, values), 0);
      ASSERT_EQ(nc_close(file), 0);
      const std::string whole = text_of(path);
      EXPECT_THAT(refusal(path), HasSubstr("the variable is missing")) << format << variables;
      write(path, whole.substr(0, whole.size() - 4));
      EXPECT_THAT(refusal(path), HasSubstr("its header announces")) << format << variables;
    }
  }
}

TEST(Redundancy, HamsCountsAndNativeTablesMustFit) {
  SWELL_TEST_DATA(cylinder, "bem/hams/Cylinder", "YingyiLiu/HAMS");
  const fs::path folder = fresh("bemio_hams");
  fs::copy(cylinder, folder, fs::copy_options::recursive | fs::copy_options::overwrite_existing);
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    fs::permissions(entry.path(), fs::perms::owner_all, fs::perm_options::add);
  const fs::path one = folder / "Output" / "Wamit_format" / "Buoy.1", three = folder / "Output/Wamit_format/Buoy.3",
                 native = folder / "Output" / "Hams_format";
  EXPECT_THAT(read_bem(folder).notes, ::testing::Contains(HasSubstr("agrees with the tables of Hams_format")));
  const std::string radiation = text_of(one), force = text_of(three);
  // The last frequency cut off in both; the last heading.
  const std::string last =
      radiation.substr(0, radiation.size() - 36 * (radiation.size() - radiation.rfind('\n', radiation.size() - 2) - 1));
  write(one, last);
  EXPECT_THAT(refusal(folder), HasSubstr("29 frequencies found, ControlFile.in announces 30"));
  write(one, radiation);
  std::istringstream lines(force);
  std::string fewer;
  for (std::string line; std::getline(lines, line);)
    if (line.find("  3.500000E+02  ") == std::string::npos) fewer += line + "\n";
  write(three, fewer);
  EXPECT_THAT(refusal(folder), HasSubstr("35 headings found, ControlFile.in announces 36"));
  write(three, force);
  const std::string mass = text_of(native / "OAMASS1.txt");
  write(native / "OAMASS1.txt", replaced(mass, "0.72682E+03", "0.73682E+03"));
  EXPECT_THAT(refusal(folder),
              HasSubstr("OAMASS1.txt:3: has 0.73682E+03 in column 3, Wamit_format makes it 7.26820e+02"));
  write(native / "OAMASS1.txt", mass);
  const std::string excitation = text_of(native / "OEXFOR3.txt");
  write(native / "OEXFOR3.txt", text_of(native / "OEXFOR5.txt"));
  EXPECT_THAT(refusal(folder), HasSubstr("OEXFOR3.txt:73: has"));
  write(native / "OEXFOR3.txt", excitation);
  const fs::path hydrostatic = folder / "Input" / "Hydrostatic.in";
  const std::string stiffness = text_of(hydrostatic),
                    row = "   0.00000E+00   0.00000E+00   0.31462E+05   0.45338E-12   0.67571E-12   0.00000E+00\n";
  write(hydrostatic, replaced(stiffness, row, row + row));
  EXPECT_THAT(refusal(folder), HasSubstr("a seventh row follows where six are expected"));
  write(hydrostatic, stiffness);
  ReadOptions options;
  options.ignore = {".3", ".in", "hams_format"};
  const hydro::HydroData bare = read_bem(folder, options);
  EXPECT_TRUE(bare.bodies[0].excitation.empty());
  EXPECT_TRUE(bare.bodies[0].restoring_stiffness.isZero(0.0));
}

TEST(Redundancy, NemohsForcesAndStiffness) {
  SWELL_TEST_DATA(sphere, "bem/nemoh_v3.0.2/Sphere", "WEC-Sim/WEC-Sim");
  const fs::path folder = fresh("bemio_nemoh");
  fs::copy(sphere, folder, fs::copy_options::recursive);
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    fs::permissions(entry.path(), fs::perms::owner_all, fs::perm_options::add);
  fs::path results = folder / "Results";
  if (!fs::exists(results)) results = folder / "results";
  ASSERT_TRUE(fs::exists(results / "FKForce.tec"));
  EXPECT_EQ(refusal(folder), "(none)");
  fs::rename(results / "FKForce.tec", results / "x");
  fs::rename(results / "ExcitationForce.tec", results / "FKForce.tec");
  fs::rename(results / "x", results / "ExcitationForce.tec");
  EXPECT_THAT(refusal(folder), HasSubstr("the tables are of different runs, exchanged or damaged"));
  fs::rename(results / "ExcitationForce.tec", results / "x");
  fs::rename(results / "FKForce.tec", results / "ExcitationForce.tec");
  fs::rename(results / "x", results / "FKForce.tec");
  const fs::path kh = folder / "Mesh" / "KH.dat", cal = folder / "Nemoh.cal";
  const std::string text = text_of(kh);
  std::vector<std::string> rows;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) rows.push_back(line + "\n");
  ASSERT_EQ(rows.size(), 6U);
  for (const auto& [a, b] : {std::pair{2, 3}, std::pair{3, 4}, std::pair{0, 2}, std::pair{4, 5}}) {
    auto other = rows;
    std::swap(other[static_cast<std::size_t>(a)], other[static_cast<std::size_t>(b)]);
    std::string joined;
    for (const std::string& row : other) joined += row;
    write(kh, joined);
    EXPECT_THAT(refusal(folder), HasSubstr("KH.dat: the hydrostatic stiffness ")) << a << b;
  }
  write(kh, text);
  const std::string head = text_of(cal);
  write(cal, replaced(head, "1000.000000", "1.025"));
  EXPECT_THAT(refusal(folder), HasSubstr("water density = 1.025 kg/m^3 must be a number from 100 to 20000"));
}

TEST(Redundancy, CapytainesAxesInTwoUnits) {
  SWELL_TEST_DATA(sphere, "bem/capytaine/sphere", "WEC-Sim/WEC-Sim");
  const fs::path folder = fresh("bemio_capytaine");
  fs::path source;
  for (const auto& entry : fs::directory_iterator(sphere)) {
    if (entry.path().extension() == ".nc") source = entry.path();
  }
  const fs::path path = folder / "sphere.nc";
  const auto change = [&](const char* variable, double factor, double offset) {
    fs::copy_file(source, path, fs::copy_options::overwrite_existing);
    fs::permissions(path, fs::perms::owner_all, fs::perm_options::add);
    edit<double>(path, variable, [&](std::vector<double>& values) {
      for (double& v : values) v = factor * v + offset;
    });
  };
  change("omega", 1.0, 0.0);
  EXPECT_EQ(refusal(path), "(none)");
  change("omega", 1.0 / (2.0 * kPi), 0.0);  // Hz
  EXPECT_THAT(refusal(path), HasSubstr("where omega ="));
  change("wave_direction", 1.0, 180.0);
  EXPECT_THAT(refusal(path), HasSubstr("= 180 rad lies beyond a turn; Capytaine's directions are radians"));
  change("rho", 1e-3, 0.0);
  EXPECT_THAT(refusal(path), HasSubstr("water density = 1 kg/m^3 must be a number from 100 to 20000"));
}

TEST(Redundancy, BemiosFrequenciesForcesAndVolume) {
  const fs::path folder = fresh("bemio_h5_twice");
  swell_test::SmallRun run = swell_test::small_wamit();
  swell_test::write_run(run, folder);
  hydro::HydroData data = read_bem(folder / run.main);
  process(data, {});
  const std::string path = (folder / "small.h5").string();
  const auto change = [&](const char* dataset, double factor) {
    hydro::write_bemio_h5(data, path);
    H5::H5File file(path, H5F_ACC_RDWR);
    H5::DataSet set = file.openDataSet(dataset);
    std::vector<double> values(static_cast<std::size_t>(set.getSpace().getSimpleExtentNpoints()));
    set.read(values.data(), H5::PredType::NATIVE_DOUBLE);
    values.back() *= factor;
    set.write(values.data(), H5::PredType::NATIVE_DOUBLE);
  };
  change("/simulation_parameters/T", 1.0);
  EXPECT_EQ(refusal(path), "(none)");
  change("/simulation_parameters/T", 1.1);
  EXPECT_THAT(refusal(path), HasSubstr("/simulation_parameters/T: period 2 = 5.5 s is not 2 pi / w = 5 s"));
  change("/body1/hydro_coeffs/excitation/mag", 2.0);
  EXPECT_THAT(refusal(path), HasSubstr("/body1/hydro_coeffs/excitation/mag: mag and phase make"));
  change("/body1/hydro_coeffs/excitation/phase", -1.0);
  EXPECT_THAT(refusal(path), HasSubstr("but re and im are"));
  change("/body1/properties/disp_vol", -1.0);
  EXPECT_THAT(refusal(path), HasSubstr("disp_vol: = -10.1 m^3 must be 0 or more"));
}

}  // namespace
}  // namespace swell::bemio
