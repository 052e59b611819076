// Motions given in time: from a file, and where bodies on them start.
#include "results_file.h"
#include "swell_test/test.h"

namespace swell::given_motion_test {
namespace {

using swell_test::read_dataset;
using swell_test::run_text;

constexpr double kG = 9.81;

/// A cubic in time, which a not-a-knot spline through any of its points reproduces: z = 0.3 + 0.2 t - 0.5 t^2 + 0.1
/// t^3.
double z_of(double t) { return 0.3 + t * (0.2 + t * (-0.5 + 0.1 * t)); }
double a_of(double t) { return -1.0 + 0.6 * t; }

TEST(MotionFromAFile, IsFollowedAndTakesTheForceThatItNeeds) {
  const auto table = std::filesystem::temp_directory_path() / "swell-motion.csv";
  {
    std::ofstream out(table);
    out.precision(17);
    for (const double t : {0.0, 0.4, 0.7, 1.5, 2.2, 3.0}) out << t << " " << z_of(t) << "\n";
  }
  const auto file = run_text(
      "simulation: {duration: 4, time_step: 0.05}\n"
      "bodies: [{name: lift, mass: 3, inertia: [1, 1, 1], center_of_gravity: [0, 0, 0]}]\n"
      "joints: [{name: rail, type: translational, base: world, follower: lift, motion: {file: " +
          table.string() + "}}]\n",
      "motion-file");
  const VectorX time = read_dataset(file, "/time").col(0), z = read_dataset(file, "/bodies/lift/position").col(2),
                force = read_dataset(file, "/joints/rail/force").col(0);
  for (Eigen::Index i = 0; i < time.size(); ++i) {
    if (time[i] > 3.0 + 1e-9) {
      EXPECT_NEAR(z[i], z_of(3.0), 1e-12) << "the end value is held";
      continue;
    }
    EXPECT_NEAR(z[i], z_of(time[i]), 1e-12);
    EXPECT_NEAR(force[i], 3.0 * (kG + a_of(time[i])), 1e-6) << time[i];
  }
}

// A hinge rides on a lift that starts at 0.6 m, moving: its bob begins where its own angle says, with the lift's speed.
TEST(GivenMotion, CarriesWhatHangsOnItFromTheStart) {
  const auto file = run_text(
      "simulation: {duration: 1, time_step: 0.01}\n"
      "bodies:\n"
      "  - {name: lift, mass: 3, inertia: [1, 1, 1], center_of_gravity: [0, 0, 0]}\n"
      "  - {name: bob, mass: 1, inertia: [0.1, 0.1, 0.1], center_of_gravity: [0, 0, -1]}\n"
      "joints:\n"
      "  - {name: rail, type: translational, base: world, follower: lift, motion: {amplitude: 0.5, period: 4, phase: "
      "30, "
      "offset: 0.35}}\n"
      "  - {name: hinge, type: rotational, base: lift, follower: bob, extension: 0.2}\n",
      "rides");
  const MatrixX bob = read_dataset(file, "/bodies/bob/position"), velocity = read_dataset(file, "/bodies/bob/velocity");
  EXPECT_NEAR(bob(0, 2), 0.6 - std::cos(0.2), 1e-9);
  EXPECT_NEAR(bob(0, 4), 0.2, 1e-9);
  EXPECT_NEAR(velocity(0, 2), 0.5 * 2.0 * kPi / 4.0 * std::cos(kPi / 6.0), 1e-9);
}

std::string pinned(const std::string& lift_initial, const std::string& motion) {
  return "simulation: {duration: 1, time_step: 0.01}\n"
         "bodies: [{name: lift, mass: 3, inertia: [1, 1, 1], center_of_gravity: [0, 0, 0], initial: {" +
         lift_initial + "}}]\njoints: [{name: rail, type: translational, base: world, follower: lift, " + motion +
         "}]\n";
}

TEST(GivenMotion, SaysWhereItsBodyStarts) {
  const std::string sine = "motion: {amplitude: 0.5, period: 4, phase: 30, offset: 0.35}";
  const auto agreed = run_text(pinned("displacement: [0, 0, 0.6]", sine), "agreed");
  EXPECT_NEAR(read_dataset(agreed, "/bodies/lift/position")(0, 2), 0.6, 1e-12);
  EXPECT_THAT([&] { run_text(pinned("displacement: [0, 0, 0.5]", sine), "torn"); },
              ::testing::ThrowsMessage<InputError>(
                  HasSubstr("body lift: initial displacement is inconsistent with the joints, residual 0.1")));
  EXPECT_THAT(
      [&] {
        run_text(pinned("displacement: [0, 0, 0.5]",
                        "prescribed: true}]\ncomponents: [{name: c, type: constant, value: [0, 0, 0]}]\n"
                        "connections: [{from: c.output, to: rail.motion"),
                 "signal");
      },
      ::testing::ThrowsMessage<InputError>(
          HasSubstr("bodies.lift.initial: joint rail follows a signal, which gives the place of the body")));
}

}  // namespace
}  // namespace swell::given_motion_test
