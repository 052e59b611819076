// What the supplied WAMIT runs do not have: a length scale, turned bodies, second-order files, wrong counts.
#include "../fuzz/small_files.h"
#include "swell/bemio/read.h"
#include "swell_test/test.h"

namespace swell::bemio::wamit_test {
namespace {

using swell_test::fresh_folder;
using swell_test::replaced;
namespace fs = std::filesystem;

// The run in lengths of two metres: the wavenumber is printed times that.
swell_test::SmallRun in_two_metres() {
  swell_test::SmallRun run = swell_test::small_wamit();
  std::string& out = run.files["small.out"];
  out = replaced(out, "Length scale:        1.00000", "Length scale:        2.00000");
  for (const double T : {10.0, 5.0}) {
    out = replaced(out, fmt::format("(kL) =  {:.6E}", swell_test::small_wavenumber(T)),
                   fmt::format("(kL) =  {:.6E}", 2.0 * swell_test::small_wavenumber(T)));
  }
  return run;
}

TEST(WamitScale, LengthIsMultipliedBackWithTheExponentsOfEveryQuantity) {
  const fs::path one = fresh_folder("wamit_l1"), two = fresh_folder("wamit_l2");
  swell_test::write_run(swell_test::small_wamit(), one);
  swell_test::write_run(in_two_metres(), two);
  const hydro::HydroBody a = read_bem(one / "small.out").bodies[0], b = read_bem(two / "small.out").bodies[0];
  EXPECT_DOUBLE_EQ(b.added_mass[0](0, 0), 8.0 * a.added_mass[0](0, 0));
  EXPECT_DOUBLE_EQ(b.added_mass[0](0, 4), 16.0 * a.added_mass[0](0, 4));
  EXPECT_DOUBLE_EQ(b.radiation_damping[0](3, 4), 32.0 * a.radiation_damping[0](3, 4));
  EXPECT_DOUBLE_EQ(b.excitation[0][0][1].real(), 4.0 * a.excitation[0][0][1].real());
  EXPECT_DOUBLE_EQ(b.excitation[0][0][5].real(), 8.0 * a.excitation[0][0][5].real());
  EXPECT_DOUBLE_EQ(b.restoring_stiffness(2, 2), 4.0 * a.restoring_stiffness(2, 2));
  EXPECT_DOUBLE_EQ(b.restoring_stiffness(4, 4), 16.0 * a.restoring_stiffness(4, 4));
  EXPECT_DOUBLE_EQ(b.mean_drift_pressure[0][0][2], 2.0 * a.mean_drift_pressure[0][0][2]);
  EXPECT_DOUBLE_EQ(b.mean_drift_pressure[0][0][4], 4.0 * a.mean_drift_pressure[0][0][4]);
}

// Found by the fuzzer: finite in the file, and infinite with its unit.
TEST(WamitScale, ANumberThatItsUnitMakesInfiniteIsRefused) {
  swell_test::SmallRun run = in_two_metres();
  std::string& out = run.files["small.out"];
  const std::size_t drift = out.find("3.00000E-01", out.find("DRIFT"));
  ASSERT_NE(drift, std::string::npos);
  out.replace(drift, 11, "1.0000E+308");
  const fs::path place = fresh_folder("wamit_infinite");
  swell_test::write_run(run, place);
  EXPECT_THAT(swell_test::refusal_of([&] { read_bem(place / "small.out"); }),
              HasSubstr("mean drift by pressure at 0.628319 rad/s, direction 0 deg is not a finite"));
}

TEST(WamitTurned, CoefficientsOfATurnedBodyComeOutInWorldAxes) {
  swell_test::SmallRun run = swell_test::small_wamit();
  const fs::path straight = fresh_folder("wamit_straight"), turned = fresh_folder("wamit_turned");
  swell_test::write_run(run, straight);
  run.files["small.out"] = replaced(run.files["small.out"], "PHIBODY =   0.0", "PHIBODY =   90.0");
  swell_test::write_run(run, turned);
  const hydro::HydroBody a = read_bem(straight / "small.out").bodies[0], b = read_bem(turned / "small.out").bodies[0];
  // Body x is world y, body y is world -x.
  EXPECT_NEAR(b.added_mass[0](1, 1), a.added_mass[0](0, 0), 1e-12);
  EXPECT_NEAR(b.added_mass[0](1, 3), -a.added_mass[0](0, 4), 1e-12);
  EXPECT_NEAR(std::abs(b.excitation[0][0][1] - a.excitation[0][0][0]), 0.0, 1e-12);
  EXPECT_NEAR(std::abs(b.excitation[0][0][0] + a.excitation[0][0][1]), 0.0, 1e-12);
  EXPECT_NEAR(b.added_mass[0](2, 2), a.added_mass[0](2, 2), 1e-12);
}

TEST(WamitSecondOrder, TrianglesAreCompletedAndAMissingPairIsNamed) {
  swell_test::SmallRun run = swell_test::small_wamit();
  run.files["small.12d"] =
      " WAMIT Numeric Output -- Filename  small.12d\n"
      "  5.0E+00  5.0E+00  0.0E+00  0.0E+00     3  1.0E+00  0.0E+00  1.0E+00  0.0E+00\n"
      "  5.0E+00  1.0E+01  0.0E+00  0.0E+00     3  1.0E+00  5.313E+01  0.6E+00  0.8E+00\n"
      "  1.0E+01  1.0E+01  0.0E+00  0.0E+00     3  2.0E+00  0.0E+00  2.0E+00  0.0E+00\n";
  const fs::path path = fresh_folder("wamit_qtf");
  swell_test::write_run(run, path);
  const auto table = read_bem(path / "small.out").bodies[0].qtf_difference;
  ASSERT_EQ(table.size(), 6U);
  ASSERT_EQ(table[2].size(), 4U);
  // Ascending frequency: (10, 10), (5, 10), (10, 5), (5, 5) with the first index fastest; Hermitian.
  EXPECT_EQ(table[2][0].value, std::complex<double>(2.0, 0.0));
  EXPECT_EQ(table[2][1].value, std::complex<double>(0.6, 0.8));
  EXPECT_DOUBLE_EQ(table[2][1].period_i, 5.0);
  EXPECT_EQ(table[2][2].value, std::complex<double>(0.6, -0.8));
  std::string& text = run.files["small.12d"];
  text.erase(text.find("  5.0E+00  1.0E+01"), text.find("  1.0E+01  1.0E+01") - text.find("  5.0E+00  1.0E+01"));
  swell_test::write_run(run, path);
  const hydro::HydroData without = read_bem(path / "small.out");
  EXPECT_TRUE(without.bodies[0].qtf_difference.empty());
  EXPECT_THAT(without.notes,
              ::testing::Contains(::testing::AllOf(HasSubstr("lacks the periods"), HasSubstr("--ignore .12d"))));
}

TEST(WamitCounts, WrongBodyCountsAreRefused) {
  swell_test::SmallRun run = swell_test::small_wamit();
  const fs::path path = fresh_folder("wamit_counts");
  run.files["small.out"] =
      replaced(run.files["small.out"], " Input from Geometric Data File:         buoy.gdf\n",
               " Input from Geometric Data Files:\n   N=  1     buoy.gdf\n   N=  2     spar.gdf\n");
  swell_test::write_run(run, path);
  EXPECT_THAT(swell_test::refusal_of([&] { read_bem(path / "small.out"); }),
              HasSubstr("2 geometry files named, 1 bodies described"));
}

TEST(WamitLimits, ZeroAndInfinityAreNotSwapped) {
  const fs::path path = fresh_folder("wamit_limits");
  swell_test::write_run(swell_test::small_wamit(), path);
  const hydro::HydroBody body = read_bem(path / "small.out").bodies[0];
  EXPECT_DOUBLE_EQ((*body.added_mass_zero)(0, 0), swell_test::made_up(0, 0, -2));
  EXPECT_DOUBLE_EQ((*body.added_mass_infinite)(0, 0), swell_test::made_up(0, 0, -1));
}

}  // namespace
}  // namespace swell::bemio::wamit_test
