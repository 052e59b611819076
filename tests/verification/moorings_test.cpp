// Moorings in a case, each against the closed form of what it does to a body.
#include <Eigen/Eigenvalues>

#include "results_file.h"
#include "swell/base/interpolation.h"
#include "swell/mooring/catenary.h"
#include "swell/mooring/moordyn_file.h"
#include "swell_test/test.h"

namespace swell::moorings_test {
namespace {

using swell_test::read_dataset;
using swell_test::run_text;

std::filesystem::path scratch_folder() {
  auto folder = std::filesystem::temp_directory_path() / "swell-moorings-test";
  std::filesystem::create_directories(folder);
  return folder;
}

/// A neutrally buoyant body of 1000 kg without any other load.
std::string body_in_water(const std::string& moorings, const std::string& initial, double step, double duration,
                          double volume = 1.0) {
  std::ostringstream text;
  text << "simulation: {duration: " << duration << ", time_step: " << step
       << "}\nwaves: {type: none}\nenvironment: {depth: 50}\n"
          "bodies:\n  - {name: buoy, mass: 1000, inertia: [500, 500, 500], center_of_gravity: [0, 0, -10], "
          "center_of_buoyancy: [0, 0, -10], volume: "
       << volume << ", initial: {" << initial << "}}\nmoorings:\n"
       << moorings;
  return text.str();
}

double worst_against(const std::filesystem::path& file, int motion, const std::function<double(double)>& exact) {
  const MatrixX time = read_dataset(file, "/time"), position = read_dataset(file, "/bodies/buoy/position");
  double worst = 0.0;
  for (Eigen::Index i = 0; i < time.rows(); ++i)
    worst = std::max(worst, std::abs(position(i, motion) - exact(time(i, 0))));
  return worst;
}

TEST(Moorings, AMatrixMakesAHarmonicOscillatorAboutItsLocationPlusPreloadOverStiffness) {
  // 1000 kg on 4000 N/m: 2 rad/s; preload of 400 N shifts the middle by 0.1 m. RK4: error (omega h)^5 / 120 per step.
  const auto file = run_text(body_in_water("  - {name: net, type: matrix, body: buoy, stiffness: [4000, 0, 0, 0, 0, "
                                           "0], preload: [400, 0, 0, 0, 0, 0]}\n",
                                           "displacement: [1, 0, 0]", 0.01, 20.0),
                             "matrix");
  EXPECT_LT(worst_against(file, 0, [](double t) { return 0.1 + 0.9 * std::cos(2.0 * t); }), 2e-7);
  const MatrixX force = read_dataset(file, "/bodies/buoy/force/mooring"),
                own = read_dataset(file, "/moorings/net/force");
  EXPECT_DOUBLE_EQ(force(0, 0), 400.0 - 4000.0);
  EXPECT_EQ(force, own);
  const MatrixX total = read_dataset(file, "/bodies/buoy/force/total");
  EXPECT_LT((total - force).cwiseAbs().maxCoeff(), 1e-9);
}

TEST(Moorings, AMatrixAwayFromTheCentreTurnsTheBody) {
  // Spring k at arm L over the cg resists pitch with k L^2: 2500 * 4 / 500 = 20 rad^2/s^2, to first order in the angle,
  // while surge is held by a stiff guide spring elsewhere: the body is on a pin here.
  std::string text = body_in_water(
      "  - {name: net, type: matrix, body: buoy, location: [0, 0, -8], stiffness: [2500, 0, 0, 0, 0, 0]}\n", "", 0.01,
      10.0);
  text +=
      "joints:\n  - {name: pin, type: rotational, base: world, follower: buoy, location: [0, 0, -10], extension: "
      "1e-3}\n";
  const auto file = run_text(text, "turned");
  EXPECT_LT(worst_against(file, 4, [](double t) { return 1e-3 * std::cos(std::sqrt(20.0) * t); }), 1e-7);
}

TEST(Moorings, ATableOfALinearSpringIsTheMatrix) {
  const auto table = scratch_folder() / "spring.csv";
  {
    std::ofstream out(table);
    out << "# surge sway heave roll pitch yaw Fx Fy Fz Mx My Mz\n";
    for (const double x : {1.5, -1.5, 0.0}) {
      for (const double z : {-1.0, 1.0})
        out << x << " 0 " << z << " 0 0 0 " << -4000.0 * x << " 0 " << -1000.0 * z << " 0 0 0\n";
    }
  }
  const std::string start = "displacement: [1, 0, 0.5]";
  const auto by_table =
      run_text(body_in_water("  - {name: net, type: lookup-table, body: buoy, file: " + table.string() + "}\n", start,
                             0.02, 10.0),
               "table");
  const auto by_matrix =
      run_text(body_in_water("  - {name: net, type: matrix, body: buoy, stiffness: [4000, 0, 1000, 0, 0, 0]}\n", start,
                             0.02, 10.0),
               "table-matrix");
  const MatrixX difference =
      read_dataset(by_table, "/bodies/buoy/position") - read_dataset(by_matrix, "/bodies/buoy/position");
  EXPECT_LT(difference.cwiseAbs().maxCoeff(), 1e-11);
}

TEST(Moorings, ACableBetweenTwoBodiesPullsBothEquallyAndKeepsTheirCentre) {
  const std::string text =
      "simulation: {duration: 8, time_step: 0.01}\nwaves: {type: none}\nbodies:\n"
      "  - {name: a, mass: 1000, inertia: [1, 1, 1], center_of_gravity: [0, 0, -10], center_of_buoyancy: [0, 0, -10], "
      "volume: 1}\n"
      "  - {name: b, mass: 3000, inertia: [1, 1, 1], center_of_gravity: [5, 0, -10], center_of_buoyancy: [5, 0, -10], "
      "volume: 3, initial: "
      "{displacement: "
      "[0.5, 0, 0]}}\n"
      "moorings:\n  - {name: rope, type: cable, body: b, base: a, attachment: [5, 0, -10], base_attachment: [0, 0, "
      "-10], "
      "stiffness: 2e4, damping: 100, length: 5}\n";
  const auto file = run_text(text, "rope");
  const MatrixX a = read_dataset(file, "/bodies/a/position"), b = read_dataset(file, "/bodies/b/position");
  const VectorX centre = 0.25 * a.col(0) + 0.75 * b.col(0);
  EXPECT_LT((centre.array() - centre[0]).abs().maxCoeff(), 1e-12);
  const MatrixX on_a = read_dataset(file, "/moorings/rope/force_on_a"),
                on_b = read_dataset(file, "/moorings/rope/force_on_b");
  EXPECT_EQ((on_a + on_b).cwiseAbs().maxCoeff(), 0.0);
}

const char* const kChains =
    "axial_stiffness: 5e6, length: 62, mass_per_length: 20, diameter: 0.05, count: 2, fairlead_radius: 0, fairlead_z: "
    "-10, "
    "anchor_radius: 45, depth: 50";

TEST(Moorings, TwoCatenariesHoldABodyWithTheirClosedFormStiffness) {
  // Small surge: stiffness 2 dH/dx of one line; the lines' weight on the body is carried by extra volume.
  mooring::Catenary line;
  line.length = 62.0;
  line.weight = mooring::submerged_weight(20.0, 0.05, 1000.0, 9.81);
  line.axial_stiffness = 5e6;
  const mooring::CatenaryForces rest = mooring::solve_catenary(line, 45.0, 40.0);
  const double volume = 1.0 + 2.0 * rest.vertical / (1000.0 * 9.81);
  std::string text = body_in_water(std::string("  - {name: chains, type: catenary, body: buoy, ") + kChains + "}\n", "",
                                   0.02, 20.0, volume);
  text +=
      "joints:\n  - {name: rail, type: translational, base: world, follower: buoy, axis: [1, 0, 0], extension: 1e-4}\n";
  const auto file = run_text(text, "chains");
  const double omega = std::sqrt(2.0 * rest.stiffness(0, 0) / 1000.0);
  EXPECT_LT(worst_against(file, 0, [&](double t) { return 1e-4 * std::cos(omega * t); }), 2e-8);
  const MatrixX tension = read_dataset(file, "/moorings/chains/tension");
  ASSERT_EQ(tension.cols(), 2);
  EXPECT_NEAR(tension(0, 0), rest.fairlead_tension(), 1e-3 * rest.fairlead_tension());
}

std::string line_file(double length, const std::string& options = {}, const std::string& damping = "-0.8",
                      const std::string& stiffness = "1e6") {
  const auto path = scratch_folder() / "lines.txt";
  std::ofstream out(path);
  out << "two lines\n--- LINE TYPES ---\n"
         "LineType Diam Mass/m EA BA/-zeta EI Cd Ca CdAx CaAx\n(-) (m) (kg/m) (N) (N-s/-) (N-m^2) (-) (-) (-) (-)\n"
         "chain 0.05 20 "
      << stiffness << " " << damping
      << " 0 1.6 1.0 0.05 0.0\n"
         "--- POINTS ---\nID Attachment X Y Z Mass Volume CdA CA\n(#) (word/ID) (m) (m) (m) (kg) (m3) (m2) (-)\n"
         "1 Coupled 0 0 -10 0 0 0 0\n2 Fixed -45 0 -50 0 0 0 0\n3 Fixed 45 0 -50 0 0 0 0\n4 Coupled 0 0 -10 0 0 0 0\n"
         "--- LINES ---\nID LineType AttachA AttachB UnstrLen NumSegs LineOutputs\n(#) (-) (#) (#) (m) (-) (-)\n"
      << "1 chain 2 1 " << length << " 10 -\n2 chain 3 4 " << length
      << " 10 -\n--- SOLVER OPTIONS ---\n50 WtrDpth\n3e5 kBot\n3e4 cBot\n"
      << options << "--- need this line ---\n";
  return path.string();
}

std::string lines_case(const std::string& keys, double step) {
  return body_in_water("  - {name: chains, type: lines, body: buoy, file: " + line_file(62.0) + ", " + keys + "}\n",
                       "displacement: [2, 0, 0]", step, 10.0, 1.8);
}

TEST(Moorings, LinesStepByThemselvesAsTheyDoAsStatesOfTheIntegrator) {
  const auto states = run_text(lines_case("stepping: continuous", 0.002), "lines-states");
  const MatrixX reference = read_dataset(states, "/bodies/buoy/position");
  const MatrixX tension = read_dataset(states, "/moorings/chains/tension");
  double previous = 0.0;
  for (const int coarser : {20, 10}) {  // steps of 0.04 and 0.02 s
    const auto own = run_text(lines_case("stepping: own, own_step: 0.002", 0.002 * coarser), "lines-own");
    const MatrixX position = read_dataset(own, "/bodies/buoy/position");
    double worst = 0.0;
    for (Eigen::Index i = 0; i < position.rows(); ++i)
      worst = std::max(worst, (position.row(i) - reference.row(coarser * i)).cwiseAbs().maxCoeff());
    swell_test::measured("lines, own steps under a step of %.3f s: %.3g m from states of the integrator",
                         0.002 * coarser, worst);
    EXPECT_LT(worst, 2e-3);
    if (previous > 0.0) {
      EXPECT_LT(worst, 0.6 * previous);
    }
    previous = worst;
    const MatrixX own_tension = read_dataset(own, "/moorings/chains/tension");
    EXPECT_NEAR(own_tension(own_tension.rows() - 1, 0), tension(tension.rows() - 1, 0), 0.01 * tension.maxCoeff());
  }
}

// Rows between the steps ask for trials of the lines at other times; those of the stages must not depend on them.
TEST(Moorings, RowsBetweenStepsLeaveLinesAlone) {
  const auto run = [](const std::string& rows) {
    return read_dataset(
        run_text(lines_case("stepping: own", 0.02) + "output: {time_step: " + rows + "}\n", "lines-rows"),
        "/bodies/buoy/position");
  };
  const MatrixX few = run("0.02"), many = run("0.005");
  ASSERT_EQ(many.rows(), 4 * few.rows() - 3);
  for (Eigen::Index i = 0; i < few.rows(); ++i) EXPECT_EQ(few.row(i), many.row(4 * i)) << i;
}

// Two lines of impedance sqrt(EA m) = 45 kN s/m stop 1 t in half a step of 0.02 s: a force that lags behind the motion
// would feed the body (the limit of the lag is 0.76 M / Z). 3 cm: the snatch that one RK4 step spreads, which moves the
// body by 2 m/s times a step.
TEST(Moorings, StiffLinesHoldALightBody) {
  const auto run = [](double step) {
    const std::string file = line_file(62.0, {}, "-0.8", "1e8");
    return read_dataset(run_text(body_in_water("  - {name: chains, type: lines, body: buoy, file: " + file + "}\n",
                                               "displacement: [2, 0, 0]", step, 10.0, 1.8) +
                                     "output: {time_step: 0.1}\n",
                                 "lines-stiff"),
                        "/bodies/buoy/position");
  };
  EXPECT_LT((run(0.02) - run(0.004)).cwiseAbs().maxCoeff(), 0.03);
}

TEST(Moorings, LinePaidOutByAConnectionEqualsALongerLine) {
  const auto run = [](double length, const std::string& options, const std::string& more) {
    const std::string file = line_file(length, options, "1e4");
    const auto results =
        run_text(body_in_water("  - {name: chains, type: lines, body: buoy, own_step: 0.004, file: " + file + "}\n",
                               "displacement: [2, 0, 0]", 0.02, 4.0, 1.8) +
                     more,
                 "lines-winch");
    return std::pair(read_dataset(results, "/bodies/buoy/position"), read_dataset(results, "/moorings/chains/tension"));
  };
  const auto [position, tension] = run(65.0, "", "");
  const auto [wound, pull] = run(62.0, "--- CONTROL ---\nChannelID Line(s)\n(-) (-)\n1 1,2\n",
                                 "connections: [{value: 3, to: chains.channel1}]\n");
  EXPECT_LT((wound - position).cwiseAbs().maxCoeff(), 1e-9);
  EXPECT_LT((pull - tension).cwiseAbs().maxCoeff(), 1e-9 * tension.maxCoeff());
}

TEST(Moorings, ALineThatFailsLetsTheBodyGo) {
  const auto run = [](const std::string& options) {
    return run_text(
        body_in_water("  - {name: chains, type: lines, body: buoy, file: " + line_file(62.0, options) + "}\n", "", 0.02,
                      8.0, 1.8),
        "lines-failure");
  };
  const auto file = run("--- FAILURE ---\nFailureID Point Line(s) FailTime FailTen\n- - - - -\n1 1 1 3 0\n");
  const MatrixX time = read_dataset(file, "/time"), failed = read_dataset(file, "/moorings/chains/failed");
  const MatrixX position = read_dataset(file, "/bodies/buoy/position"),
                force = read_dataset(file, "/moorings/chains/force");
  const MatrixX pull = read_dataset(file, "/moorings/chains/fairlead_pull");
  const MatrixX whole = read_dataset(run(""), "/bodies/buoy/position");
  const Eigen::Index last = time.rows() - 1;
  for (Eigen::Index k = 0; k <= last; ++k) {
    EXPECT_EQ(failed(k, 0), time(k, 0) >= 3.0 - 1e-9 ? 1.0 : 0.0) << time(k, 0);
    if (std::abs(time(k, 0) - 3.0) < 1e-9) {
      EXPECT_GT(force(k, 0), 0.1 * pull(k, 1));  // the other line alone: it was in balance
    } else if (time(k, 0) < 3.0) {
      EXPECT_LT(std::abs(force(k, 0)), 1e-6 * pull(k, 1));
      EXPECT_LT((position.row(k) - whole.row(k)).cwiseAbs().maxCoeff(), 1e-8);  // rest is found to 1e-6 of the weight
    }
  }
  EXPECT_GT(position(last, 0), 0.5);           // drawn to the anchor of the line that is left
  EXPECT_LT(pull(last, 0), 0.3 * pull(0, 0));  // its own weight under water at most
}

TEST(Moorings, LinesAtRestHoldTheirCatenary) {
  mooring::Catenary line;
  line.length = 62.0;
  line.weight = mooring::submerged_weight(20.0, 0.05, 1000.0, 9.81);
  line.axial_stiffness = 1e6;
  const mooring::CatenaryForces rest = mooring::solve_catenary(line, 45.0, 40.0);
  std::string text = body_in_water("  - {name: chains, type: lines, body: buoy, file: " + line_file(62.0) + "}\n", "",
                                   0.02, 2.0, 1.0 + 2.0 * rest.vertical / 9810.0);
  const auto file = run_text(text, "lines-rest");
  const MatrixX tension = read_dataset(file, "/moorings/chains/tension");
  EXPECT_NEAR(tension(0, 0), rest.fairlead_tension(), 0.01 * rest.fairlead_tension());  // ten segments
  // Every end by name: the pull is the catenary's, the segment's tension less by the rise of half a segment.
  const auto at_start = [&](const char* name) {
    return read_dataset(file, std::string("/moorings/chains/") + name)(0, 0);
  };
  EXPECT_EQ(at_start("fairlead_pull"), tension(0, 0));
  EXPECT_NEAR(at_start("anchor_pull"), rest.anchor_tension(), 0.01 * rest.fairlead_tension());
  EXPECT_NEAR(at_start("fairlead_tension"),
              rest.fairlead_tension() - line.weight * 3.1 * rest.vertical / rest.fairlead_tension(),
              0.01 * rest.fairlead_tension());
  EXPECT_LT(at_start("fairlead_tension"), at_start("fairlead_pull") - 0.5 * line.weight * 3.1);
  EXPECT_GT(at_start("anchor_tension"), at_start("anchor_pull") - 1e-6);
  const MatrixX position = read_dataset(file, "/bodies/buoy/position");
  EXPECT_LT((position.rowwise() - position.row(0)).cwiseAbs().maxCoeff(), 0.05);
}

// A line file with rods and bodies; `rods` and `points` are rows.
std::string rod_file(const std::string& rods, const std::string& points, const std::string& lines) {
  const auto path = scratch_folder() / "rods.txt";
  std::ofstream(path)
      << "rods\n--- LINE TYPES ---\nTypeName Diam Mass/m EA BA/-zeta EI Cd Ca CdAx CaAx\n- - - - - - - - - -\n"
         "rope 0.05 8 1e6 -0.8 0 1.6 1.0 0.05 0.0\n--- ROD TYPES ---\nTypeName Diam Mass/m Cd Ca CdEnd CaEnd\n"
         "- - - - - - -\npole 0.4 250 0 0 0 0\n--- RODS ---\nID RodType Attachment Xa Ya Za Xb Yb Zb NumSegs Out\n"
         "- - - - - - - - - - -\n"
      << rods << "--- POINTS ---\nID Attachment X Y Z Mass Volume CdA CA\n- - - - - - - - -\n"
      << points << "--- LINES ---\nID LineType AttachA AttachB UnstrLen NumSegs Outputs\n- - - - - - -\n"
      << lines << "--- OPTIONS ---\n50 WtrDpth\n--- end of input ---\n";
  return path.string();
}

TEST(Moorings, ALineFileWithoutCoupledPointsHangsBesideTheBodies) {
  // A pole of 4 m on a hinge hangs at rest; no force of it acts on the body.
  const auto file = run_text(body_in_water("  - {name: passive, type: lines, file: " +
                                               rod_file("1 pole Pinned 20 0 -10 23 0 -12.5 4 -\n",
                                                        "1 Fixed 30 0 -45 0 0 0 0\n", "1 rope 1 R1B 33.5 6 -\n") +
                                               "}\n",
                                           "", 0.02, 2.0),
                             "lines-passive");
  const MatrixX pose = read_dataset(file, "/moorings/passive/rod1_pose"),
                position = read_dataset(file, "/bodies/buoy/position"),
                pull = read_dataset(file, "/moorings/passive/fairlead_pull");
  EXPECT_EQ(pose(0, 0), 20.0);
  EXPECT_EQ(pose(0, 2), -10.0);
  EXPECT_LT((pose.rowwise() - pose.row(0)).cwiseAbs().maxCoeff(), 1e-3);
  EXPECT_LT((position.rowwise() - position.row(0)).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_GT(pull(0, 0), 0.0);
}

TEST(Moorings, ARodHingedToABodySwingsWithItAsCartAndPendulum) {
  // M = 1000 kg on a spring k, a pole (m, I about its hinge, middle at d) hinged at its centre of gravity: to first
  // order (M + m) x'' + m d q'' = -k x, m d x'' + I q'' = -(m - rho V) g d q. Its volume carries body and pole.
  const double length = std::sqrt(13.0), d = 0.5 * length, mass = 250.0 * length, k = 4000.0;
  const double water = 1000.0 * kPi * 0.04 * length, inertia = mass * (13.0 / 3.0 + 0.01);
  const std::string moorings = "  - {name: pole, type: lines, body: buoy, water: still, file: " +
                               rod_file("1 pole CoupledPinned 0 0 -10 3 0 -12 8 -\n", "", "") +
                               "}\n  - {name: net, type: matrix, body: buoy, stiffness: [4000, 0, 0, 0, 0, 0]}\n";
  const auto file = run_text(
      body_in_water(moorings, "displacement: [0.1, 0, 0]", 0.01, 8.0, 1.0 + (mass - water) / 1000.0), "lines-hinged");
  Eigen::Matrix2d M, K;
  M << 1000.0 + mass, mass * d, mass * d, inertia;
  K << k, 0.0, 0.0, (mass - water) * 9.81 * d;
  const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::Matrix2d> modes(K, M);
  const Eigen::Vector2d share = modes.eigenvectors().transpose() * M * Eigen::Vector2d(0.1, 0.0);
  // Angles reach 0.06 rad: 1e-3 of the frequencies, and 8 s are 4 periods.
  EXPECT_LT(worst_against(file, 0,
                          [&](double t) {
                            double x = 0.0;
                            for (int n = 0; n < 2; ++n)
                              x += modes.eigenvectors()(0, n) * share[n] *
                                   std::cos(std::sqrt(modes.eigenvalues()[n]) * t);
                            return x;
                          }),
            2e-3);
  EXPECT_THAT(swell_test::refusal_of([&] {
                run_text(body_in_water("  - {name: pole, type: lines, body: buoy, stepping: continuous, file: " +
                                           rod_file("1 pole CoupledPinned 0 0 -10 3 0 -12 8 -\n", "", "") + "}\n",
                                       "", 0.01, 0.1),
                         "lines-hinged-states");
              }),
              HasSubstr("hinges on a coupled point, whose acceleration only stepping: own knows"));
}

TEST(Moorings, ACatenaryTooShortForItsEndsAndABodyThatSinksAreReported) {
  const auto warnings = [](const std::string& text) { return texts(swell_test::run_audited(text, "short").warnings); };
  EXPECT_THAT(warnings(body_in_water("  - {name: short, type: catenary, body: buoy, length: 20, axial_stiffness: 1e6, "
                                     "weight: 100, lines: [{fairlead: [0, 0, -10], anchor: [0, 0, -50]}]}\n",
                                     "", 0.01, 0.02)),
              Contains(HasSubstr("moorings.short: line1 is 20 m long, and its ends are 40 m apart")));
  const auto anchored = [&](const char* z) {
    return warnings(
        body_in_water("  - {name: c, type: catenary, body: buoy, length: 120, axial_stiffness: 1e6, weight: "
                      "100, lines: [{fairlead: [0, 0, -10], anchor: [60, 0, " +
                          std::string(z) + "]}]}\n",
                      "", 0.01, 0.02));
  };
  EXPECT_THAT(anchored("-50"), Not(Contains(HasSubstr("its anchor"))));
  EXPECT_THAT(anchored("50"), Contains(HasSubstr("line1: its anchor is at z = 50 m, above the still water level")));
  EXPECT_THAT(anchored("-80"), Contains(HasSubstr("z = -80 m, below the bed of water that is 50 m deep")));
  EXPECT_THAT(anchored("-30"), Contains(HasSubstr("lies on a level bed there, but the water is 50 m deep")));
  const std::string body =
      "simulation: {duration: 0.1, time_step: 0.01}\nwaves: {type: none}\nbodies:\n  - {name: stone, mass: 1000, "
      "inertia: [500, 500, 500], center_of_gravity: [0, 0, -10], center_of_buoyancy: [0, 0, -10], volume: ";
  EXPECT_THAT(warnings(body + "0.4}\n"),
              Contains(HasSubstr("bodies.stone: nothing holds it and it has no waterplane: with 9810 N of weight and "
                                 "3924 N of buoyancy it sinks")));
  EXPECT_THAT(warnings(body + "1.0}\n"), Not(Contains(HasSubstr("sinks"))));
}

// RM3 on three lines with clumps (data: SWELL_DATA/mooring), the imported elevation of WEC-Sim's run. Fairlead tensions
// against MoorDyn coupled to WEC-Sim. The lines take their own longest stable step instead of the file's 0.5 ms.
//
// Two densities are at work. WEC-Sim computes the bodies in its own 1000 kg/m^3; it hands MoorDyn no density, the file
// gives none, and MoorDyn's default is 1025 kg/m^3 (and 9.80665 m/s^2), which is what `reproduce: wec-sim` takes for
// the lines. With 1000 kg/m^3 for both, the floats between the lines (33.5 m^3, 16.8 t) lift 5 % less and the tensions
// are 6.5 % of their peak off.
TEST(Moorings, Rm3sFairleadTensionsAreThoseOfMoorDyn) {
  SWELL_TEST_DATA(lines, "mooring/lines.txt", "WEC-Sim/WEC-Sim_Applications");
  const auto data = lines.parent_path().parent_path();
  const mooring::MoordynFile as_written = mooring::read_moordyn_file(lines.string(), 70.0);
  ASSERT_EQ(as_written.model.water_density, 1025.0);
  ASSERT_EQ(as_written.model.gravity, 9.80665);
  const double duration = 120.0;
  std::ostringstream text;
  text << "simulation: {duration: " << duration
       << ", time_step: 0.05, ramp: 40, reproduce: wec-sim}\nenvironment: {water_density: 1000, gravity: 9.81, depth: "
          "70}\n"
          "waves: {type: imported-elevation, file: "
       << (data / "mooring/wecsim_moordyn_wave_elevation.txt").string()
       << "}\nhydrodynamics: {radiation: convolution, convolution: {duration: 60}}\nbodies:\n"
          "  - {name: float, hydro_data: {file: "
       << (data / "rm3/rm3.h5").string()
       << ", body: 1}, mass: equilibrium, inertia: [20907301, 21306090.66, 37085481.11]}\n"
          "  - {name: spar, hydro_data: {file: "
       << (data / "rm3/rm3.h5").string()
       << ", body: 2}, mass: equilibrium, inertia: [94419614.57, 94407091.24, 28542224.82], initial: {displacement: "
          "[0, 0, "
          "-0.21]}}\n"
          "joints:\n  - {name: Constraint1, type: floating-3dof, base: world, follower: spar, location: [0, 0, 0]}\n"
          "ptos:\n  - {name: PTO1, type: translational, base: spar, follower: float, location: [0, 0, 0], damping: "
          "1.2e6}\n"
          "moorings:\n  - {name: lines, type: lines, bodies: {Body1: spar}, file: "
       << lines.string() << ", own_step: 0.004}\n";
  const auto file = run_text(text.str(), "rm3-lines");
  const MatrixX time = read_dataset(file, "/time"), tension = read_dataset(file, "/moorings/lines/tension");
  ASSERT_EQ(tension.cols(), 3);
  std::vector<double> t_ref;
  std::vector<double> ref[3];
  std::ifstream in(data / "mooring/wecsim_moordyn_fairlead_tensions.txt");
  std::string line;
  while (std::getline(in, line)) {
    std::istringstream fields(line);
    double t = 0.0, a = 0.0, b = 0.0, c = 0.0;
    if (!(fields >> t >> a >> b >> c)) continue;
    t_ref.push_back(t);
    ref[0].push_back(a);
    ref[1].push_back(b);
    ref[2].push_back(c);
  }
  for (int i = 0; i < 3; ++i) {
    double worst = 0.0, peak = 0.0, sum = 0.0, at = 0.0;
    for (Eigen::Index k = 0; k < time.rows(); ++k) {
      if (time(k, 0) < 40.0) continue;  // the ramp: their lines start slack in mid-water and snap
      const double theirs = linear_interpolation(t_ref, ref[i], time(k, 0));
      if (std::abs(tension(k, i) - theirs) > worst) at = time(k, 0);
      worst = std::max(worst, std::abs(tension(k, i) - theirs));
      sum += (tension(k, i) - theirs) * (tension(k, i) - theirs);
      peak = std::max(peak, theirs);
    }
    swell_test::measured("fairlead %d: at %.1f s, peak %.0f N, worst difference %.0f N (%.2f %%), rms %.2f %%", i + 4,
                         at, peak, worst, 100.0 * worst / peak,
                         100.0 * std::sqrt(sum / static_cast<double>(time.rows())) / peak);
    EXPECT_LT(worst, 0.05 * peak);
  }
}

std::string errors_of(const std::string& text) {
  return swell_test::refusal_of([&] { run_text(text, "wrong"); }, "no error");
}

TEST(Moorings, WhatNoMooringCanBeIsRefused) {
  const auto table = scratch_folder() / "ragged.csv";
  std::ofstream(table) << "0 0 0 0 0 0 1 0 0 0 0 0\n1 0 1 0 0 0 1 0 0 0 0 0\n";
  const std::string cable = "type: cable, body: buoy, attachment: [0, 0, -10], base_attachment: [0, 0, -35], ";
  const std::pair<std::string, const char*> rows[] = {
      {"type: matrix, body: boy", "did you mean buoy?"},
      {"type: MoorDyn, body: buoy", "WEC-Sim's MoorDyn is type: lines here"},
      {"type: matrix, body: buoy, preTension: [0, 0, 1, 0, 0, 0]", "WEC-Sim's preTension is moorings.preload here"},
      {cable + "stiffness: -3", "must be above 0"},
      {cable + "base: buoy, stiffness: 3", "both ends of the cable are on buoy"},
      {"type: lines, body: buoy", "moorings.m.file is missing"},
      {"type: catenary, body: buoy, axial_stiffness: 5e6, length: 62, weight: 100", "count is missing"},
      {"type: lookup-table, body: buoy, file: " + table.string(), "make a grid of 4"}};
  for (const auto& [mooring, reported] : rows)
    EXPECT_THAT(errors_of(body_in_water("  - {name: m, " + mooring + "}\n", "", 0.1, 1.0)), HasSubstr(reported))
        << mooring;
}

}  // namespace
}  // namespace swell::moorings_test
