// Every joint type from its YAML against a closed form: Landau & Lifshitz, Mechanics, sections 11 (pendulum), 23
// (normal modes), 33 and 35 (free and heavy top); hard stops against WEC-Sim's law (theory/wec-sim.md, "Joints, end
// stops, take-offs").
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>
#include <string>

#include "results_file.h"
#include "swell/base/vector.h"
#include "swell_test/measured.h"

namespace swell {
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

/// Steady precession of a symmetric body about a fixed point: I1 cos(tilt) P^2 - I3 spin P + m g l = 0, exact for any
/// spin. Returns how far the centre of gravity leaves its circle.
double precession_error(double tilt, double spin, bool fast, double duration, double step) {
  const double m = 2.0, l = 0.5, I3 = 0.3, I1 = 0.2 + m * l * l;
  const double a = I1 * std::cos(tilt), b = -I3 * spin, c = m * kG * l, root = std::sqrt(b * b - 4.0 * a * c);
  const double P = spin == 0.0 ? std::sqrt(-c / a) : fast ? (-b + root) / (2.0 * a) : 2.0 * c / (-b + root);
  const Vector3 axis(std::sin(tilt), 0.0, std::cos(tilt)),
      omega = P * (Vector3::UnitZ() - std::cos(tilt) * axis) + spin * axis;
  const auto file = run_text(
      with("simulation: {duration: $T;, time_step: $H;}\n"
           "bodies: [{name: top, mass: 2, inertia: [0.2, 0.2, 0.3], center_of_gravity: [0, 0, 0.5],\n"
           "  initial: {axis: [0, 1, 0], angle: $A;, angular_velocity: [$X;, $Y;, $Z;]}}]\n"
           "joints: [{name: ball, type: spherical, base: world, follower: top}]\n",
           {{"T", duration}, {"H", step}, {"A", tilt / kDegree}, {"X", omega.x()}, {"Y", omega.y()}, {"Z", omega.z()}}),
      "top");
  const VectorX time = column(file, "/time");
  const MatrixX cg = read_dataset(file, "/bodies/top/position");
  double worst = 0.0;
  for (Eigen::Index i = 0; i < time.size(); ++i) {
    const Vector3 expected(l * std::sin(tilt) * std::cos(P * time[i]), l * std::sin(tilt) * std::sin(P * time[i]),
                           l * std::cos(tilt));
    worst = std::max(worst, (cg.row(i).head<3>().transpose() - expected).norm());
  }
  return worst;
}

TEST(Joints, AGyroscopeOnABallJointPrecessesSteadily) {
  // Spin 60 rad/s: 0.06 rad a step; RK4's error is of fourth order in it.
  const double coarse = precession_error(0.5, 60.0, false, 5.0, 0.002),
               fine = precession_error(0.5, 60.0, false, 5.0, 0.001);
  swell_test::measured("slow precession of a fast top: off by %.2g m and %.2g m at half the step (order %.2f)", coarse,
                       fine, std::log2(coarse / fine));
  EXPECT_LT(fine, 1e-6);
  EXPECT_GT(std::log2(coarse / fine), 3.5);
  EXPECT_LT(precession_error(0.5, 60.0, true, 2.0, 0.0005), 1e-6);
}

TEST(Joints, ASphericalPendulumKeepsItsCone) { EXPECT_LT(precession_error(2.6, 0.0, false, 10.0, 0.005), 1e-6); }

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

/// Energy of a planar chain about y: sum of m v^2/2 + J w^2/2 + m g z.
VectorX energy(const std::filesystem::path& file, const std::vector<std::tuple<std::string, double, double>>& bodies) {
  VectorX sum;
  for (const auto& [name, mass, J] : bodies) {
    const MatrixX x = read_dataset(file, "/bodies/" + name + "/position"),
                  v = read_dataset(file, "/bodies/" + name + "/velocity");
    const VectorX own =
        0.5 * mass * v.leftCols(3).rowwise().squaredNorm() + 0.5 * J * v.col(4).cwiseAbs2() + mass * kG * x.col(2);
    sum = sum.size() == 0 ? own : VectorX(sum + own);
  }
  return sum;
}

TEST(Joints, ADoublePendulumOfLargeSwingKeepsItsEnergyWithTheOrderOfTheIntegrator) {
  const auto drift = [](double step) {
    const auto file = run_text(
        with("simulation: {duration: 5, time_step: $H;}\n"
             "bodies:\n  - {name: inner, mass: 2, inertia: [0.3, 0.3, 0.3], center_of_gravity: [0, 0, -0.6]}\n"
             "  - {name: outer, mass: 1.2, inertia: [0.1, 0.1, 0.1], center_of_gravity: [0, 0, -1.5]}\n"
             "joints:\n  - {name: shoulder, type: rotational, base: world, follower: inner, extension: 2}\n"
             "  - {name: elbow, type: rotational, base: inner, follower: outer, location: [0, 0, -1], extension: -1}\n",
             {{"H", step}}),
        "chaos");
    const VectorX E = energy(file, {{"inner", 2.0, 0.3}, {"outer", 1.2, 0.1}});
    return (E.array() - E[0]).abs().maxCoeff();
  };
  const double coarse = drift(0.01), fine = drift(0.005);
  swell_test::measured("double pendulum: energy drift %.2g J and %.2g J at half the step (order %.2f)", coarse, fine,
                       std::log2(coarse / fine));
  // (w h)^5/120 = 8e-8 a step at 10 rad/s, 500 steps, 30 J exchanged: 1e-3.
  EXPECT_LT(coarse, 1e-3);
  EXPECT_GT(std::log2(coarse / fine), 3.5);
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

/// A mass of 2 kg thrown at 1.5 m/s from 0 against a stop at 0.3 m, without gravity; k = 5000 N/m, w = 0.02 m.
std::filesystem::path thrown(double damping, double step) {
  return run_text(with("simulation: {duration: 0.6, time_step: $H;}\nenvironment: {gravity: 1.0e-12}\n"
                       "bodies: [{name: mass, mass: 2, inertia: [1, 1, 1], center_of_gravity: [0, 0, 0], initial: "
                       "{velocity: [0, 0, 1.5]}}]\n"
                       "joints: [{name: rail, type: translational, base: world, follower: mass, limits: {upper: 0.3, "
                       "stiffness: 5000, damping: $C;, transition: 0.02}}]\n",
                       {{"H", step}, {"C", damping}}),
                  "stop");
}

TEST(HardStop, WithoutDamperGivesBackTheSpeedAndReachesTheDepthOfItsEnergy) {
  const double m = 2.0, v = 1.5, k = 5000.0, w = 0.02;
  const auto file = thrown(0.0, 1e-4);
  const VectorX z = column(file, "/joints/rail/position"), u = column(file, "/joints/rail/velocity");
  // m v^2/2 = 0.35 k w^2 + k (d^2 - w^2)/2 (the integral of s(d) k d).
  const double deepest = std::sqrt((m * v * v - 0.7 * k * w * w) / k + w * w);
  EXPECT_NEAR(z.maxCoeff() - 0.3, deepest, 1e-6);  // between two outputs: u dt/2 at most, squared
  EXPECT_NEAR(u[u.size() - 1], -v, 1e-8);
}

TEST(HardStop, WithDamperTakesWhatItsLawSays) {
  const double m = 2.0, v = 1.5, k = 5000.0, c = 40.0, w = 0.02;
  // The law by itself at a step of 1e-6 s, from contact until the mass has left.
  double d = 0.0, rate = v, lost = 0.0;
  const double h = 1e-6;
  const auto effort = [&](double x, double y) {
    const double s = x >= w ? 1.0 : x / w * (x / w) * (3.0 - 2.0 * x / w);
    return x > 0.0 ? -s * (k * x + c * y) : 0.0;
  };
  for (int i = 0; i < 400000 && (d > 0.0 || rate > 0.0); ++i) {
    const double middle_rate = rate + 0.5 * h * effort(d, rate) / m, middle = d + 0.5 * h * rate;
    const double s = middle >= w ? 1.0 : middle / w * (middle / w) * (3.0 - 2.0 * middle / w);
    if (middle > 0.0) lost += h * s * c * middle_rate * middle_rate;
    d += h * middle_rate;
    rate += h * effort(middle, middle_rate) / m;
  }
  const auto file = thrown(c, 1e-4);
  const VectorX u = column(file, "/joints/rail/velocity");
  swell_test::measured("hard stop: leaves with %.6f m/s of 1.5, %.4f J of 2.25 lost", u[u.size() - 1], lost);
  EXPECT_NEAR(u[u.size() - 1], rate, 1e-6);
  EXPECT_NEAR(0.5 * m * (v * v - u[u.size() - 1] * u[u.size() - 1]), lost, 1e-5);
}

// A free symmetric body: the angular momentum L stands still in space, and the rate turns about it with |L|/I1; the
// centre of gravity falls.
TEST(Joints, AFreeBodyTumblesThroughFullTurns) {
  const double I1 = 0.5, I3 = 0.8;
  const Vector3 start(1.0, 4.0, 6.0);
  const auto file = run_text(
      "simulation: {duration: 10, time_step: 0.0025}\n"
      "bodies: [{name: stone, mass: 2, inertia: [0.5, 0.5, 0.8], center_of_gravity: [0, 0, 0], initial: {velocity: "
      "[1, 0, 3], angular_velocity: [1, 4, 6]}}]\n"
      "joints: [{name: free, type: floating-6dof, base: world, follower: stone}]\n",
      "tumble");
  const VectorX time = column(file, "/time");
  const MatrixX velocity = read_dataset(file, "/bodies/stone/velocity"),
                position = read_dataset(file, "/bodies/stone/position");
  const Vector3 L(I1 * start.x(), I1 * start.y(), I3 * start.z());
  double worst = 0.0;
  for (Eigen::Index i = 0; i < time.size(); ++i) {
    const double t = time[i];
    const Vector3 expected = Eigen::AngleAxisd(L.norm() / I1 * t, L.normalized()) * start;
    worst = std::max(worst, (velocity.row(i).tail<3>().transpose() - expected).norm());
    EXPECT_NEAR(position(i, 2), 3.0 * t - 0.5 * kG * t * t, 1e-9);
    EXPECT_NEAR(position(i, 0), t, 1e-10);
  }
  // 10.6 rad/s for 10 s: 17 turns of 0.026 rad a step, (0.026)^4/120 x 106 rad x 7.3 rad/s = 3e-6.
  EXPECT_LT(worst, 1e-5);
}

}  // namespace
}  // namespace swell
