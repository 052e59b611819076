// Every joint type from its YAML against a closed form: Landau & Lifshitz, Mechanics, sections 11 (pendulum), 23
// (normal modes), 33 and 35 (free and heavy top); hard stops against WEC-Sim's law (theory/wec-sim.md, "Joints, end
// stops, take-offs").
#include <Eigen/Eigenvalues>

#include "results_file.h"
#include "swell_test/test.h"

namespace swell::joints_test {
namespace {

using swell_test::read_dataset;
using swell_test::run_text;

constexpr double kG = 9.81;

/// Text with every `NAME` of a number put in: {"A", 0.1} replaces $A.
std::string with(std::string text, const std::vector<std::pair<std::string, double>>& values) {
  for (const auto& [name, value] : values) {
    char digits[40];
    std::snprintf(digits, sizeof digits, "%.17g", value);
    const std::string word = "$" + name + ";";
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word))
      text.replace(at, word.size(), digits);
  }
  return text;
}

VectorX column(const std::filesystem::path& file, const std::string& path, Eigen::Index j = 0) {
  return read_dataset(file, path).col(j);
}

/// Period of sin-restored swings of this amplitude: inertia x'' = -moment sin x.
double swing_period(double inertia, double moment, double amplitude) {
  return 4.0 * std::sqrt(inertia / moment) * std::comp_ellint_1(std::sin(0.5 * amplitude));
}

// 200 steps of a period, over which RK4 leaves about 200 (2 pi/200)^5/120 = 5e-8 of the swing, some times more where it
// is far from a sine.
void expect_swing(const VectorX& coordinate, double amplitude) {
  ASSERT_EQ(coordinate.size(), 201);
  EXPECT_NEAR(coordinate[0], amplitude, 1e-12);
  EXPECT_NEAR(coordinate[50], 0.0, 1e-6 * amplitude);
  EXPECT_NEAR(coordinate[100], -amplitude, 1e-6 * amplitude);
  EXPECT_NEAR(coordinate[200], amplitude, 1e-6 * amplitude);
}

TEST(Joints, AUniversalJointSwingsAboutEachOfItsAxesLikeAPendulum) {
  const double amplitude = 1.1;
  for (int axis = 0; axis < 2; ++axis) {
    const double period = swing_period(2.0 * 1.0 + (axis == 0 ? 0.4 : 0.7), 2.0 * kG, amplitude);
    const auto file = run_text(
        with("simulation: {duration: $T;, time_step: $H;}\n"
             "bodies: [{name: bob, mass: 2, inertia: [0.4, 0.7, 0.5], center_of_gravity: [0, 0, -1]}]\n"
             "joints: [{name: gimbal, type: universal, base: world, follower: bob, extension: [$X;, $Y;]}]\n",
             {{"T", period}, {"H", period / 200}, {"X", axis == 0 ? amplitude : 0}, {"Y", axis == 0 ? 0 : amplitude}}),
        "universal");
    const MatrixX position = read_dataset(file, "/joints/gimbal/position");
    expect_swing(position.col(axis), amplitude);
    EXPECT_LT(position.col(1 - axis).cwiseAbs().maxCoeff(), 1e-12);
    // A turn about +x carries the bob to +y, about +y to -x.
    const MatrixX cg = read_dataset(file, "/bodies/bob/position");
    EXPECT_NEAR(cg(0, axis == 0 ? 1 : 0), (axis == 0 ? 1.0 : -1.0) * std::sin(amplitude), 1e-12);
  }
}

TEST(Joints, ADoublePendulumSwingsInItsNormalModes) {
  // Absolute angles: T = 1/2 x'M x', V = 1/2 x K x; what is left out is of the order of the angle squared.
  const double m1 = 2.0, c1 = 0.6, L = 1.0, J1 = 0.3, m2 = 1.2, c2 = 0.5, J2 = 0.1, angle = 1e-4;
  MatrixX M(2, 2), K = MatrixX::Zero(2, 2);
  M << J1 + m1 * c1 * c1 + m2 * L * L, m2 * L * c2, m2 * L * c2, J2 + m2 * c2 * c2;
  K(0, 0) = (m1 * c1 + m2 * L) * kG;
  K(1, 1) = m2 * c2 * kG;
  const Eigen::GeneralizedSelfAdjointEigenSolver<MatrixX> modes(K, M);
  for (int k = 0; k < 2; ++k) {
    const double omega = std::sqrt(modes.eigenvalues()(k)), period = 2.0 * kPi / omega;
    const VectorX shape = angle * modes.eigenvectors().col(k) / modes.eigenvectors().col(k).cwiseAbs().maxCoeff();
    const auto file = run_text(
        with(
            "simulation: {duration: $T;, time_step: $H;}\n"
            "bodies:\n  - {name: inner, mass: 2, inertia: [0.3, 0.3, 0.3], center_of_gravity: [0, 0, -0.6]}\n"
            "  - {name: outer, mass: 1.2, inertia: [0.1, 0.1, 0.1], center_of_gravity: [0, 0, -1.5]}\n"
            "joints:\n  - {name: shoulder, type: rotational, base: world, follower: inner, extension: $A;}\n"
            "  - {name: elbow, type: rotational, base: inner, follower: outer, location: [0, 0, -1], extension: $B;}\n",
            {{"T", 3.0 * period}, {"H", period / 200}, {"A", shape(0)}, {"B", shape(1) - shape(0)}}),
        "double");
    const VectorX time = column(file, "/time"), shoulder = column(file, "/joints/shoulder/position"),
                  elbow = column(file, "/joints/elbow/position");
    double worst = 0.0;
    for (Eigen::Index i = 0; i < time.size(); ++i) {
      const double swing = std::cos(omega * time[i]);
      worst = std::max(worst, std::abs(shoulder[i] - shape(0) * swing));
      worst = std::max(worst, std::abs(shoulder[i] + elbow[i] - shape(1) * swing));
    }
    EXPECT_LT(worst, 1e-6 * angle) << "mode " << k;
  }
}

// A parallelogram's coupler does not turn: the linkage is one pendulum of inertia 2 (J + m c^2) + M a^2.
TEST(Joints, AParallelFourBarSwingsLikeThePendulumItIs) {
  const double amplitude = 0.9;
  const double period = swing_period(2.0 * (0.2 + 1.0 * 0.25) + 2.0 * 1.0, (2.0 * 0.5 + 2.0 * 1.0) * kG, amplitude);
  const auto file =
      run_text(with("simulation: {duration: $T;, time_step: $H;}\n"
                    "bodies:\n  - {name: left, mass: 1, inertia: [0.1, 0.2, 0.1], center_of_gravity: [0, 0, -0.5]}\n"
                    "  - {name: right, mass: 1, inertia: [0.1, 0.2, 0.1], center_of_gravity: [2, 0, -0.5]}\n"
                    "  - {name: coupler, mass: 2, inertia: [0.1, 0.9, 0.9], center_of_gravity: [0.7, 0, -1]}\n"
                    "joints:\n  - {name: A, type: rotational, base: world, follower: left, extension: $A;}\n"
                    "  - {name: B, type: rotational, base: left, follower: coupler, location: [0, 0, -1]}\n"
                    "  - {name: C, type: rotational, base: coupler, follower: right, location: [2, 0, -1]}\n"
                    "  - {name: D, type: rotational, base: world, follower: right, location: [2, 0, 0]}\n",
                    {{"T", period}, {"H", period / 200}, {"A", amplitude}}),
               "parallel");
  const VectorX angle = column(file, "/joints/A/position");
  expect_swing(angle, amplitude);
  EXPECT_LT((column(file, "/joints/D/position") - angle).cwiseAbs().maxCoeff(), 1e-10);
  EXPECT_LT(column(file, "/bodies/coupler/position", 4).cwiseAbs().maxCoeff(), 1e-10) << "the coupler does not turn";
}

// z'' = -g - (k (z - z0) + c z')/m, released from rest: an exact damped oscillation about z0 - m g/k.
TEST(Joints, ATranslationalJointWithSpringAndDamperIsTheDampedOscillator) {
  const double m = 3.0, k = 120.0, c = 4.0, z0 = 0.2, start = 0.5;
  const auto file = run_text(
      "simulation: {duration: 6, time_step: 0.005}\n"
      "bodies: [{name: mass, mass: 3, inertia: [1, 1, 1], center_of_gravity: [0, 0, 0]}]\n"
      "ptos: [{name: rail, type: translational, base: world, follower: mass, stiffness: 120, damping: 4, "
      "equilibrium_position: 0.2, extension: 0.5}]\n",
      "rail");
  const VectorX time = column(file, "/time"), z = column(file, "/ptos/rail/position"),
                power = column(file, "/ptos/rail/power"), rate = column(file, "/ptos/rail/velocity"),
                force = column(file, "/ptos/rail/force");
  const double rest = z0 - m * kG / k, s = 0.5 * c / m, w = std::sqrt(k / m - s * s);
  for (Eigen::Index i = 0; i < time.size(); ++i) {
    const double t = time[i];
    // (w h)^4/120 per radian times 38 radians: 2e-7.
    EXPECT_NEAR(z[i], rest + (start - rest) * std::exp(-s * t) * (std::cos(w * t) + s / w * std::sin(w * t)), 1e-7);
    EXPECT_NEAR(force[i], -k * (z[i] - z0) - c * rate[i], 1e-9 * k);
    EXPECT_NEAR(power[i], -force[i] * rate[i], 1e-9 * k);
  }
}

}  // namespace
}  // namespace swell::joints_test
