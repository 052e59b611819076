// NEMOH's run as it reads and writes it itself: lines by their order, long rows broken, moments about any point.
#include <sys/stat.h>

#include "../fuzz/small_accompanied.h"
#include "refusal.h"
#include "swell/waves/dispersion.h"
#include "swell_test/test.h"

namespace swell::bemio::nemoh_test {
namespace {

namespace fs = std::filesystem;

hydro::HydroData read(const char* name, const swell_test::SmallRun& run, const ReadOptions& options = {}) {
  const fs::path folder = fresh_folder(name);
  swell_test::write_run(run, folder);
  return read_bem(folder / run.main, options);
}

std::string refused(const char* name, const swell_test::SmallRun& run) {
  const fs::path folder = fresh_folder(name);
  swell_test::write_run(run, folder);
  return refusal(folder / run.main);
}

// Comments are of no meaning to NEMOH: another language, or none at all.
TEST(NemohCal, LinesAreWhatTheirPlaceSaysWithCommentsOrWithout) {
  swell_test::SmallRun run = swell_test::small_nemoh();
  std::string& cal = run.files["Nemoh.cal"];
  cal = replaced(cal, "9.81\t! G ! M/S**2 ! Gravity", "9.78\t! G ! M/S**2 ! pesanteur");
  cal = replaced(cal, "0. 0.\t! XEFF YEFF ! M ! Wave measurement point", "7. -3.\t! mesure de houle");
  const hydro::HydroData data = read("nemoh_cal_words", run);
  EXPECT_EQ(data.gravity, 9.78);
  swell_test::SmallRun at_origin = run;
  at_origin.files["Nemoh.cal"] = replaced(cal, "7. -3.", "0. 0.");
  const double k = waves::wavenumber(data.omega[1], 30.0, 9.78);
  const std::complex<double> moved =
      read("nemoh_cal_words", at_origin).bodies[0].excitation[0][1][2] * std::polar(1.0, -7.0 * k);
  EXPECT_LT(std::abs(data.bodies[0].excitation[0][1][2] - moved), 1e-12 * std::abs(moved));

  std::string bare;
  std::istringstream lines(cal);
  for (std::string line; std::getline(lines, line);) {
    if (line.find("---QTF") == 0) break;
    bare += line.substr(0, line.find('!')) + "\n";
  }
  run.files["Nemoh.cal"] = bare;
  run.files.erase("Results/QTF/OUT_QTFM_N_0.dat");
  const hydro::HydroData again = read("nemoh_cal_words", run);
  EXPECT_EQ(again.bodies[0].excitation, data.bodies[0].excitation);
}

// 7 bodies have 42 forces: 85 numbers in a row, of which NEMOH writes 80 in the first line.
TEST(NemohTables, RowsOfMoreThanEightyNumbersGoOnInTheNextLine) {
  const swell_test::SmallRun one = swell_test::small_nemoh();
  constexpr int kBodies = 7, kDofs = 6 * kBodies;
  const std::string& cal = one.files.at("Nemoh.cal");
  const std::size_t first = cal.find("--- Body 1"), after = cal.find("--- Load");
  swell_test::SmallRun run = one;
  run.files.erase("Results/QTF/OUT_QTFM_N_0.dat");
  std::string bodies;
  for (int b = 1; b <= kBodies; ++b) {
    bodies += replaced(replaced(cal.substr(first, after - first), "Body 1", fmt::format("Body {}", b)), "buoy.dat",
                       fmt::format("buoy{}.dat", b));
    for (const char* file : {"Hydrostatics", "KH"})
      run.files[fmt::format("Mesh/{}_{}.dat", file, b - 1)] = one.files.at(fmt::format("Mesh/{}.dat", file));
  }
  run.files["Nemoh.cal"] = replaced(cal.substr(0, first), "1\t! Number of bodies", "7\t! Number of bodies") + bodies +
                           cal.substr(after, cal.find("---QTF") - after);
  std::string titles;
  for (int b = 1; b <= kBodies; ++b) {
    for (int i = 1; i <= 6; ++i) titles += fmt::format("\"A   {}   {}\" \"B   {}   {}\"\n", b, i, b, i);
  }
  const auto row = [](double omega, const std::function<std::pair<double, double>(int)>& pair) {
    std::string text = fmt::format("  {:.7E}", omega);
    for (int i = 0; i < kDofs; ++i) {
      const auto [x, y] = pair(i);
      for (const double value : {x, y}) {
        // the first line holds omega and 79 more
        text += fmt::format("{} {:.7E}", std::count(text.begin(), text.end(), 'E') == 80 ? "\n" : "", value);
      }
    }
    return text + "\n";
  };
  std::string radiation = "VARIABLES=\"w (rad/s)\"\n" + titles, force = radiation;
  for (int j = 0; j < kDofs; ++j) {
    radiation += fmt::format("Zone t=\"Motion of body    {} in DoF   {}\",I=     2,F=POINT\n", j / 6 + 1, j % 6 + 1);
    for (int k = 0; k < 2; ++k)
      radiation += row(0.5 + 0.5 * k, [&](int i) { return std::pair{100.0 * i + j + k, 1.0 * (i == j)}; });
  }
  force += "Zone t=\"Excitation force - beta =   0.000 deg\",I=     2,F=POINT\n";
  for (int k = 0; k < 2; ++k) force += row(0.5 + 0.5 * k, [&](int i) { return std::pair{1e4 + i, 0.0}; });
  run.files["Results/RadiationCoefficients.tec"] = radiation;
  run.files["Results/ExcitationForce.tec"] = force;
  const hydro::HydroData data = read("nemoh_seven", run);
  ASSERT_EQ(data.bodies.size(), 7U);
  EXPECT_NEAR(data.bodies[6].added_mass[1](5, 41), (100.0 * 41 + 41 + 1) / 1025.0, 1e-6);
  EXPECT_NEAR(data.bodies[0].added_mass[0](3, 41), (100.0 * 3 + 41) / 1025.0, 1e-6);
  EXPECT_NEAR(std::abs(data.bodies[6].excitation[0][0][5]), (1e4 + 41) / (1025.0 * 9.81), 1e-6);
  // The second line of a row cut off.
  std::string& text = run.files["Results/RadiationCoefficients.tec"];
  const std::size_t second = text.find('\n', text.find("Zone")) + 1, cut = text.find('\n', second);
  text.erase(cut, text.find('\n', cut + 1) - cut);
  EXPECT_THAT(refused("nemoh_seven", run), HasSubstr("numbers in the row, 85 expected"));
}

// A mass m at the point c moves with the velocity v + omega x (c - o), whatever the point o of the dofs.
Matrix6 of_point_mass(double m, const Vector3& c, const Vector3& o) {
  Eigen::Matrix<double, 3, 6> J;
  J << Matrix3::Identity(), -cross_matrix(c - o);
  return m * J.transpose() * J;
}

// A cg 100 m outside the hull won over the point of the moments, which is in it.
TEST(NemohMoments, CgOutsideTheHullIsNotTaken) {
  swell_test::SmallRun run = swell_test::small_nemoh();
  for (const double z : {-1.5, -100.0}) {
    run.files["Mesh/Hydrostatics.dat"] = fmt::format(
        " XF =   0.000 - XG =   0.000\n YF =   0.000 - YG =   0.000\n ZF =  -0.900 - ZG =  {:.3f}\n Displacement =  "
        "0.1000000E+02\n Waterplane area =  0.1989011E+02\n",
        z);
    const hydro::HydroData data = read("nemoh_far_cg", run);
    EXPECT_EQ(data.bodies[0].cg.z(), z < -50.0 ? -1.0 : z);
    const auto reported =
        Contains(HasSubstr("100) m of Hydrostatics.dat is 99.1 m from cb: the point of Nemoh.cal is used"));
    if (z < -50.0)
      EXPECT_THAT(data.notes, reported);
    else
      EXPECT_THAT(data.notes, ::testing::Not(reported));
  }
}

TEST(NemohMoments, AreMovedFromThePointsOfNemohCalToTheCentreOfGravity) {
  const Vector3 mass_at(1.5, -0.7, -2.0), force_at(-0.4, 0.9, -1.1), f(3e3, -2e3, 5e3), cg(0.1, -0.2, -1.0);
  const Vector3 points(0.6, 0.3, 0.4);
  swell_test::SmallRun run = swell_test::small_nemoh();
  run.files.erase("Results/QTF/OUT_QTFM_N_0.dat");
  std::string& cal = run.files["Nemoh.cal"];
  for (const char* axis : {"1. 0. 0.", "0. 1. 0.", "0. 0. 1."})
    cal = replaced(cal, fmt::format("2 {} 0. 0. -1.", axis), fmt::format("2 {} 0.6 0.3 0.4", axis), true);
  run.files["Mesh/Hydrostatics.dat"] =
      " XF =   0.000 - XG =   0.100\n YF =   0.000 - YG =  -0.200\n ZF =  -0.900 - ZG =  -1.000\n Displacement =  "
      "0.1000000E+02\n Waterplane area =  0.1989011E+02\n";
  const Matrix6 A = of_point_mass(700.0, mass_at, points);
  const Vector3 M = (force_at - points).cross(f);
  std::string& radiation = run.files["Results/RadiationCoefficients.tec"];
  radiation.erase(radiation.find("Zone"));
  for (int j = 0; j < 6; ++j) {
    radiation += fmt::format("Zone t=\"Motion of body    1 in DoF   {}\",I=     2,F=POINT\n", j + 1);
    for (const double w : {0.5, 1.0}) {
      radiation += fmt::format("  {:.7E}", w);
      for (int i = 0; i < 6; ++i) radiation += fmt::format(" {:.14E} {:.14E}", A(i, j), w * A(i, j));
      radiation += "\n";
    }
  }
  std::string& force = run.files["Results/ExcitationForce.tec"];
  force.erase(force.find("Zone"));
  force += "Zone t=\"Excitation force - beta =   0.000 deg\",I=     2,F=POINT\n";
  for (const double w : {0.5, 1.0}) {
    force += fmt::format("  {:.7E}", w);
    for (int i = 0; i < 6; ++i) {
      const double part = i < 3 ? f[i] : M[i - 3];
      force += fmt::format(" {:.14E} {:.14E}", std::abs(part), part < 0.0 ? kPi : 0.0);
    }
    force += "\n";
  }
  const hydro::HydroData data = read("nemoh_moments", run);
  EXPECT_THAT(data.notes, Contains(HasSubstr("moments are about (0.6, 0.3, 0.4) m in Nemoh.cal, the centre of gravity "
                                             "of Hydrostatics.dat is (0.1, -0.2, -1) m, where they are moved to")));
  const hydro::HydroBody& body = data.bodies[0];
  EXPECT_TRUE(body.moments_about_cg);
  const Matrix6 expected = of_point_mass(700.0, mass_at, cg);
  EXPECT_LT((1025.0 * body.added_mass[1] - expected).cwiseAbs().maxCoeff(), 1e-9 * expected.cwiseAbs().maxCoeff());
  EXPECT_LT((1025.0 * body.radiation_damping[0] - expected).cwiseAbs().maxCoeff(),
            1e-9 * expected.cwiseAbs().maxCoeff());
  const Vector3 moment = (force_at - cg).cross(f);
  for (int i = 0; i < 6; ++i)
    EXPECT_NEAR(1025.0 * 9.81 * body.excitation[0][0][i].real(), i < 3 ? f[i] : moment[i - 3], 1e-8 * f.norm());
  // As WEC-Sim's tool takes them, and forces alone about another point.
  ReadOptions bemio;
  bemio.like_bemio = true;
  const hydro::HydroData as_bemio = read("nemoh_moments", run, bemio);
  EXPECT_THAT(as_bemio.notes, Contains(HasSubstr("they are used as if they were about that")));
  EXPECT_FALSE(as_bemio.bodies[0].moments_about_cg);
  const std::size_t forces = cal.find("resulting generalised forces");
  cal = replaced(cal.substr(0, forces), " 0.6 0.3 0.4", " 0.1 -0.2 -1.0", true) + cal.substr(forces);
  EXPECT_THAT(read("nemoh_moments", run).notes, Contains(HasSubstr("moments are about (0.6, 0.3, 0.4) m")));
}

// Elevations at (x, y) = (7, -3) m are those at the origin later by k (x cos b + y sin b).
TEST(NemohSecondOrder, TransferFunctionsAreOfWavesAtTheOriginToo) {
  swell_test::SmallRun run = swell_test::small_nemoh_accompanied();
  const hydro::HydroData there = read("nemoh_qtf", run);
  std::string& cal = run.files["Nemoh.cal"];
  cal = replaced(cal, "0. 0.\t! XEFF", "7. -3.\t! XEFF");
  const hydro::HydroData here = read("nemoh_qtf", run);
  const double k1 = waves::wavenumber(0.5, 30.0, 9.81), k2 = waves::wavenumber(1.0, 30.0, 9.81);
  bool met = false;
  for (std::size_t e = 0; e < here.bodies[0].qtf_difference[2].size(); ++e) {
    const hydro::QtfEntry &own = here.bodies[0].qtf_difference[2][e], &other = there.bodies[0].qtf_difference[2][e],
                          &sum = here.bodies[0].qtf_sum[2][e], &other_sum = there.bodies[0].qtf_sum[2][e];
    if (!(own.period_i > 12.0 && own.period_j < 7.0)) continue;
    met = true;
    EXPECT_LT(std::abs(own.value - other.value * std::polar(1.0, -7.0 * (k1 - k2))), 1e-12);
    EXPECT_LT(std::abs(sum.value - other_sum.value * std::polar(1.0, -7.0 * (k1 + k2))), 1e-12);
  }
  EXPECT_TRUE(met);
  // One body's file may have no number.
  run.files["Results/QTF/OUT_QTFM_N.dat"] = run.files["Results/QTF/OUT_QTFM_N_0.dat"];
  run.files.erase("Results/QTF/OUT_QTFM_N_0.dat");
  EXPECT_EQ(read("nemoh_qtf", run).bodies[0].qtf_difference.size(), 6U);
}

}  // namespace
}  // namespace swell::bemio::nemoh_test
