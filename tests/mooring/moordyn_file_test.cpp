#include "swell/mooring/moordyn_file.h"

#include "swell/mooring/lumped_mass.h"
#include "swell_test/test.h"

namespace swell::mooring::moordyn_file_test {
namespace {

std::vector<std::vector<double>> columns(const std::filesystem::path& path) {
  std::ifstream stream(path);
  std::vector<std::vector<double>> rows;
  for (std::string line; std::getline(stream, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream words(line);
    std::vector<double> row;
    for (double value = 0.0; words >> value;) row.push_back(value);
    rows.push_back(row);
  }
  return rows;
}

TEST(MoordynFile, ReadsTheRm3Mooring) {
  SWELL_TEST_DATA(path, "mooring/lines.txt", "WEC-Sim/WEC-Sim_Applications");
  const MoordynFile file = read_moordyn_file(path.string());
  ASSERT_EQ(file.bodies.size(), 1U);
  EXPECT_EQ(file.bodies[0].position, Vector3(0.0, 0.0, -21.5));
  ASSERT_EQ(file.model.points.size(), 9U);
  EXPECT_EQ(file.model.points[0].kind, PointKind::coupled);
  EXPECT_EQ(file.model.points[0].body, "Body1");
  EXPECT_EQ(file.model.points[0].position, Vector3(-3.0, 0.0, -10.0));
  EXPECT_EQ(file.model.points[6].kind, PointKind::free);
  EXPECT_EQ(file.model.points[6].drag_area, 12.566);
  ASSERT_EQ(file.model.lines.size(), 6U);
  EXPECT_EQ(file.model.lines[5].segments, 5);
  EXPECT_EQ(file.model.types[0].damping_ratio, 0.8);
  EXPECT_EQ(file.model.types[0].drag_tangential, 0.05);
  EXPECT_EQ(file.model.seabed->depth, 70.0);
  EXPECT_EQ(file.step, 0.0005);
  EXPECT_EQ(file.outputs, (std::vector<std::string>{"FairTen4", "FairTen5", "FairTen6"}));
  EXPECT_FALSE(file.wave_kinematics);
}

TEST(MoordynFile, ReadsTheOrderOfVersionOne) {
  const MoordynFile file = parse_moordyn(
      "--- LINE TYPES ---\n1 NTypes - number of LineTypes\nLineType Diam MassDenInAir EA BA/-zeta Can Cat Cdn Cdt\n(-) "
      "(m) (kg/m) (N) (Pa-s) - - - -\n"
      "main 0.0766 113.35 7.536E8 -1.0 1.0 0.5 1.6 0.1\n"
      "--- CONNECTION PROPERTIES ---\n2 NConnects - number of connections\nNode Type X Y Z M V FX FY FZ CdA CA\n(-) "
      "(-) (m) (m) (m) (kg) (m^3) - - - - -\n"
      "1 Fixed 0 0 -200 0 0 0 0 0 0 0\n2 CPLD 700 0 -14 0 0 0 0 0 0 0\n"
      "--- LINE PROPERTIES ---\n1 NLines - number of line objects\nLine LineType UnstrLen NumSegs NodeAnch NodeFair "
      "Outputs\n- - (m) - - - -\n"
      "1 main 835.35 20 1 2 -\n"
      "--- SOLVER OPTIONS ---\n200 WtrDpth\n9.8 g\n--- OUTPUTS ---\nFairTen1\nEND\n",
      "old.txt");
  EXPECT_EQ(file.model.types[0].added_mass_tangential, 0.5);
  EXPECT_EQ(file.model.types[0].drag_transverse, 1.6);
  EXPECT_EQ(file.model.lines[0].point_b, 1U);
  EXPECT_EQ(file.model.lines[0].length, 835.35);
  EXPECT_EQ(file.model.points[1].kind, PointKind::coupled);
  EXPECT_EQ(file.model.gravity, 9.8);
}

// A column is read, asks for output, is zero, or is reported with its place.
TEST(MoordynFile, ReportsColumnThatNothingReads) {
  const auto read = [](const char* viv, const char* force, const char* body) {
    return parse_moordyn(
        fmt::format(
            "--- LINE TYPES ---\nTypeName Diam Mass/m EA BA/-zeta EI Cd Ca CdAx CaAx Cl dF cF\n- - - - - - - - - - - - "
            "-\n"
            "chain 0.1 20 1e8 -1 0 1 1 0.1 0 {}\n"
            "--- BODIES ---\nID Attachment X0 Y0 Z0 r0 p0 y0 Mass CG* I* Volume CdA* Ca*\n- - - - - - - - - - - - - -\n"
            "1 Coupled 0 0 0 0 0 5 {}\n"
            "--- POINTS ---\nID Attachment X Y Z M V FX FY FZ CdA Ca\n- - - - - - - - - - - -\n"
            "1 Fixed 0 0 -50 0 0 0 0 {} 0 0\n2 Body1 1 0 -5 0 0 0 0 0 0 0\n"
            "--- LINES ---\nID LineType AttachA AttachB UnstrLen NumSegs LineOutputs\n- - - - - - -\n"
            "1 chain 1 2 60 4 pt\n--- OPTIONS ---\n1025 rho\n9.81 g\n50 WtrDpth\n",
            viv, body, force),
        "lines.txt");
  };
  EXPECT_TRUE(read("0 0.0 0", "0", "0 0 0 0 0 0").warnings.empty());
  const auto reported = [](const MoordynFile& file, int line, const std::string& text) {
    return file.warnings.size() == 1 && file.warnings[0].origin.line == line &&
           file.warnings[0].message.find(text) != std::string::npos;
  };
  EXPECT_TRUE(reported(read("0 0 0 7", "0", "0 0 0 0 0 0"), 4, "column 14 = 7"));
  EXPECT_TRUE(reported(read("0 0 0", "-3", "0 0 0 0 0 0"), 12, "fz = -3"));
  EXPECT_TRUE(reported(read("0 0 0", "0", "9 0 0 0 0 0"), 8, "mass = 9"));
}

// TmaxIC 0: a free buoy starts where the file has it; else at rest, where its mooring is taut below it.
TEST(MoordynFile, StartsAtThePlacesOfTheFile) {
  const auto start = [](const char* option) {
    const LumpedMass lines(
        parse_moordyn(std::string("--- LINE TYPES ---\nTypeName Diam Mass/m EA BA/-zeta EI Cd Ca CdAx CaAx\n"
                                  "- - - - - - - - - -\nrope 0.1 20 1e6 -1 0 1 1 0.1 0\n"
                                  "--- BODIES ---\nID Attachment X0 Y0 Z0 r0 p0 y0 Mass CG* I* Volume CdA* Ca*\n"
                                  "- - - - - - - - - - - - - -\n1 Free 3 2 -20 0 10 0 1000 0 100 2 0 0\n"
                                  "--- POINTS ---\nID Attachment X Y Z Mass Volume CdA Ca\n- - - - - - - - -\n"
                                  "1 Fixed 0 0 -50 0 0 0 0\n2 Body1 0 0 -1 0 0 0 0\n"
                                  "--- LINES ---\nID LineType AttachA AttachB UnstrLen NumSegs Outputs\n- - - - - - -\n"
                                  "1 rope 1 2 20 4 -\n--- OPTIONS ---\n1025 rho\n9.81 g\n50 WtrDpth\n") +
                          option,
                      "buoy.txt")
            .model,
        {});
    const std::vector<double> state = lines.static_state(nullptr);
    return Vector3(state[state.size() - 13], state[state.size() - 12], state[state.size() - 11]);
  };
  EXPECT_EQ(start("0 TmaxIC\n"), Vector3(3.0, 2.0, -20.0));
  for (const char* option : {"", "10 TmaxIC\n"}) EXPECT_NEAR(start(option).head<2>().norm(), 0.0, 1e-3) << option;
}

// A chain of one segment that lies on the seabed, both ends free, slides with 1 m/s.
LumpedMass sliding(const std::string& options) {
  return LumpedMass(
      parse_moordyn("--- LINE TYPES ---\nTypeName Diam Mass/m EA BA/-zeta EI Cd Ca CdAx CaAx\n- - - - - - - - - -\n"
                    "chain 0.252 390 1.674e9 -1 0 0 1 0 1\n"
                    "--- POINTS ---\nID Attachment X Y Z Mass Volume CdA Ca\n- - - - - - - - -\n"
                    "1 Free 0 0 -50 0 0 0 0\n2 Free 100 0 -50 0 0 0 0\n"
                    "--- LINES ---\nID LineType AttachA AttachB UnstrLen NumSegs Outputs\n- - - - - - -\n"
                    "1 chain 1 2 100 1 -\n--- OPTIONS ---\n1025 rho\n9.80665 g\n1e5 kBot\n1e4 cBot\n50 WtrDpth\n"
                    "1e-4 dtM\n" +
                        options,
                    "sliding.txt")
          .model);
}
constexpr double kSlidingWeight = (390.0 - 1025.0 * kPi * 0.252 * 0.252 / 4.0) * 9.80665;
constexpr double kSlidingMass = 390.0 + 1025.0 * kPi * 0.252 * 0.252 / 4.0;

TEST(MoordynFile, FricDampAndStatDynFricScaleRuleTheFriction) {
  // MoorDyn: per node mu FricDamp v until that exceeds StatDynFricScale mu N, else mu N. From 1 m/s the chain slides
  // with mu N down to v1 = 2 N / FricDamp and then creeps to rest: exp(-mu FricDamp t / m).
  const double normal = 50.0 * kSlidingWeight, mass = 50.0 * kSlidingMass, mu = 0.5, damp = 4.0 * normal, v1 = 0.5;
  const LumpedMass mooring =
      sliding(fmt::format("{} FrictionCoefficient\n{} FricDamp\n2 StatDynFricScale\n", mu, damp));
  const double z = -50.0 - kSlidingWeight / (1e5 * 0.252);
  std::vector<double> x = {0, 0, z, 100, 0, z, 0, 1, 0, 0, 1, 0};
  LineScratch scratch = mooring.make_scratch();
  const double t = 0.3, until = (1.0 - v1) / (mu * normal / mass), rate = mu * damp / mass;
  mooring.advance(0.0, t, nullptr, nullptr, nullptr, x.data(), scratch);
  // The law jumps by mu N at v1, a change of 4.6 m/s^2 within one step: 2 h in m/s, and h in m until rest.
  EXPECT_NEAR(x[7], v1 * std::exp(-rate * (t - until)), 2.0 * mooring.own_step());
  EXPECT_NEAR(x[1], 0.5 * (1.0 + v1) * until + v1 / rate * (1.0 - std::exp(-rate * (t - until))), mooring.own_step());
}

TEST(MoordynFile, FrictionAcrossAndAlongTheLineMayDiffer) {
  // MoorDyn-F: MU_KT across, MU_KA along.
  const LumpedMass mooring = sliding("0.8 MU_KT\n0.3 MU_KA\n1e9 CV\n");
  const double z = -50.0 - kSlidingWeight / (1e5 * 0.252);
  const std::vector<double> x = {0, 0, z, 100, 0, z, 1, 1, 0, 1, 1, 0};
  std::vector<double> rate(12);
  LineScratch scratch = mooring.make_scratch();
  mooring.evaluate(0.0, x.data(), nullptr, nullptr, rate.data(), nullptr, nullptr, scratch);
  EXPECT_NEAR(rate[6], -0.3 * kSlidingWeight / kSlidingMass, 1e-9);
  EXPECT_NEAR(rate[7], -0.8 * kSlidingWeight / kSlidingMass, 1e-9);
}

TEST(MoordynFile, FrictionThatHardlyBrakesIsReported) {
  const auto warnings = [](const std::string& options) {
    return parse_moordyn(
               "--- LINE TYPES ---\nTypeName Diam Mass/m EA BA/-zeta EI Cd Ca CdAx CaAx\n- - - - - - - - - -\n"
               "chain 0.252 390 1.674e9 -1 0 0 1 0 1\n"
               "--- POINTS ---\nID Attachment X Y Z Mass Volume CdA Ca\n- - - - - - - - -\n"
               "1 Fixed 0 0 -50 0 0 0 0\n2 Coupled 100 0 0 0 0 0 0\n"
               "--- LINES ---\nID LineType AttachA AttachB UnstrLen NumSegs Outputs\n- - - - - - -\n"
               "1 chain 1 2 120 12 -\n--- OPTIONS ---\n50 WtrDpth\n0.5 FrictionCoefficient\n" +
                   options,
               "weak.txt")
        .warnings;
  };
  ASSERT_EQ(warnings("").size(), 1U);
  EXPECT_NE(warnings("")[0].text().find("at a slip of 166 m/s"), std::string::npos) << warnings("")[0].text();
  EXPECT_TRUE(warnings("4e5 FricDamp\n").empty());
}

TEST(MoordynFile, StiffnessDampingAndBendingMayBeTables) {
  const auto folder = std::filesystem::temp_directory_path() / "swell-moordyn-tables";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "rope.dat") << "---- rope ----\nStrain Tension\n(-) (N)\n0.0 0.0\n0.01 1e5\n0.02 4e5\n";
  const std::string text =
      "--- LINE TYPES ---\nTypeName Diam Mass/m EA BA/-zeta EI Cd Ca CdAx CaAx\n- - - - - - - - - -\n"
      "rope 0.1 10 rope.dat -1 25 1 1 0 0\n"
      "--- POINTS ---\nID Attachment X Y Z Mass Volume CdA Ca\n- - - - - - - - -\n"
      "1 Fixed 0 0 -50 0 0 0 0\n2 Coupled 100 0 0 0 0 0 0\n"
      "--- LINES ---\nID LineType AttachA AttachB UnstrLen NumSegs Outputs\n- - - - - - -\n"
      "1 rope 1 2 120 12 -\n--- OPTIONS ---\n50 WtrDpth\n";
  const MoordynFile file = parse_moordyn(text, (folder / "lines.txt").string());
  const LineType& type = file.model.types[0];
  EXPECT_EQ(type.bending_stiffness, 25.0);
  EXPECT_NEAR(type.tension(0.015), 2.5e5, 1e-6);
  EXPECT_NEAR(type.tension(0.03), 7e5, 1e-6);
  EXPECT_NEAR(type.tension.integral(0.02), 500.0 + 2500.0, 1e-9);
  std::ofstream(folder / "rope.dat") << "a\nb\nc\n0 0\nx\n";
  try {
    parse_moordyn(text, (folder / "lines.txt").string());
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("rope.dat:5: \"x\" is not a pair of numbers"), std::string::npos)
        << error.what();
  }
}

TEST(MoordynFile, EveryMistakeIsReportedAtItsLine) {
  try {
    parse_moordyn(
        "--- LINE TYPES ---\nTypeName Diam Mass/m EA BA/-zeta EI Cd Ca CdAx CaAx\n- - - - - - - - - -\n"
        "chain 0.1 12o 1e8|2e8|3|4 -1 100 1 1 0 0\n"
        "--- POINTS ---\nID Attachment X Y Z Mass Volume CdA Ca\n- - - - - - - - -\n"
        "1 Fixd 0 0 -50 0 0 0 0\n1 Body7 1 2 3 0 0 0 0\n"
        "--- LINES ---\nID LineType AttachA AttachB UnstrLen NumSegs Outputs\n- - - - - - -\n"
        "1 chian 1 3 100 10.5 -\n"
        "2 chain 1 1 100 10 -\n2 chain 1 1 100 10 -\n"
        "--- OPTIONS ---\ndeep WtrDpth\n",
        "bad.txt");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(),
                 "bad.txt:4: LINE TYPES: mass = 12o is not a number\n"
                 "bad.txt:4: LINE TYPES: EA = 1e8|2e8|3|4: expected 2 or 3 numbers separated by |\n"
                 "bad.txt:8: point 1: attachment Fixd is not known; use Fixed, Coupled (or Vessel), Free (or Connect), "
                 "or BodyN\n"
                 "bad.txt:9: point 1: attachment Body7 names no body of the file\n"
                 "bad.txt:17: the file of the sea bed deep is not beside the line file\n"
                 "bad.txt:13: line 1: line type chian is not among LINE TYPES; did you mean chain?\n"
                 "bad.txt:13: line 1: end B = 3 is not among the POINTS\n"
                 "bad.txt:13: line 1: NumSegs = 10.5 must be a whole number from 1 to 100000\n"
                 "bad.txt:15: line 2 is defined twice\n"
                 "bad.txt:9: point 1 is defined twice");
    std::string codes;
    for (const Diagnostic& d : error.diagnostics()) codes += d.code + " ";
    EXPECT_EQ(codes,
              "wrong-value wrong-value wrong-value unknown-name no-file unknown-name unknown-name out-of-range "
              "duplicate-name duplicate-name ");
  }
}

TEST(MoordynFile, AFileThatIsSomethingElseSaysSo) {
  try {
    parse_moordyn("hello\nworld\n", "x.txt");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(error.diagnostics()[0].text(), "x.txt: has no section LINE TYPES; is it a MoorDyn line file?");
    EXPECT_EQ(error.diagnostics()[0].code, "bad-file");
  }
  EXPECT_THROW(read_moordyn_file("/nowhere/lines.txt"), InputError);
}

// The measure of MoorDyn's own test: static tensions, and the largest deviation of the dynamic part over twice its
// largest reference value.
void compare_chain(const std::filesystem::path& chain, const std::string& motion_file, double& static_error,
                   double& anchor_error, double& dynamic_error) {
  const auto folder = chain.parent_path();
  const MoordynFile file = read_moordyn_file(chain.string());
  const LumpedMass mooring(file.model);
  const auto motion = columns(folder / (motion_file + ".txt"));
  const auto reference = columns(folder / ("WD0050_Chain_" + motion_file + ".txt"));
  PointMotion fairlead;
  std::vector<double> state = mooring.static_state(&fairlead);
  LineScratch scratch = mooring.make_scratch();
  double anchor = 0.0, tension = 0.0;
  mooring.end_tensions(0, state.data(), &fairlead, anchor, tension, scratch);
  const double rest = tension;
  static_error = rest / 991.6e3 - 1.0;
  anchor_error = anchor / 826.2e3 - 1.0;
  double worst = 0.0, largest = 0.0;
  std::size_t i_ref = 0;
  const auto at = [&](std::size_t i) {
    PointMotion p;
    p.position = Vector3(motion[i][1], motion[i][2], motion[i][3]);
    const std::size_t a = i == 0 ? 0 : i - 1, b = std::min(i + 1, motion.size() - 1);
    p.velocity =
        (Vector3(motion[b][1], motion[b][2], motion[b][3]) - Vector3(motion[a][1], motion[a][2], motion[a][3])) /
        (motion[b][0] - motion[a][0]);
    return p;
  };
  for (std::size_t i = 0; i + 1 < motion.size(); ++i) {
    if (motion[i][0] >= -1e-9) {
      const PointMotion now = at(i);
      mooring.end_tensions(0, state.data(), &now, anchor, tension, scratch);
      const double ref = 1e3 * reference[i_ref][3] - 991.6e3;
      worst = std::max(worst, std::abs(tension - rest - ref));
      largest = std::max(largest, std::abs(ref));
      ++i_ref;
    }
    const PointMotion begin = at(i), end = at(i + 1);
    mooring.advance(motion[i][0], 0.1, &begin, &end, nullptr, state.data(), scratch);
  }
  dynamic_error = worst / (2.0 * largest);
}

TEST(MoordynFile, TheChainIn50mOfWaterHasTheTensionsOfTheReference) {
  SWELL_TEST_DATA(path, "mooring/WD0050_Chain.txt", "FloatingArrayDesign/MoorDyn");
  for (const std::string motion : {"ZZP1_A1", "ZZP1_A2"}) {
    double fairlead = 0.0, anchor = 0.0, dynamic = 0.0;
    compare_chain(path, motion, fairlead, anchor, dynamic);
    EXPECT_LT(std::abs(fairlead), 0.10);
    EXPECT_LT(std::abs(anchor), 0.10);
    EXPECT_LT(dynamic, 0.15);
  }
}

}  // namespace
}  // namespace swell::mooring::moordyn_file_test
