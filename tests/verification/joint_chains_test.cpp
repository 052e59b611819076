// Joints that meet without a body between: a chain moves as the joint type of the same motion, and keeps energy.
#include <H5Cpp.h>

#include "results_file.h"
#include "shipped_sphere.h"
#include "swell/model/read_case.h"
#include "swell_test/test.h"

namespace swell::joint_chains_test {
namespace {

using swell_test::hemisphere;
using swell_test::read_dataset;
using swell_test::run_audited;
using swell_test::run_text;

/// A body without water on given joints.
std::string body_on(const std::string& joints, const std::string& initial = "", const std::string& more = "") {
  return "simulation: {duration: 6, time_step: 0.01, integrator: rk4" + more +
         "}\nbodies:\n  - {name: bob, mass: 2, inertia: [0.4, 0.7, 0.5], inertia_products: [0.05, -0.1, 0.02], "
         "center_of_gravity: [0.3, 0.2, -1]" +
         initial + "}\njoints:\n" + joints;
}

void expect_same_motion(const std::string& one, const std::string& other, const char* what, double most = 1e-9) {
  const MatrixX x = read_dataset(run_text(one, "chain-one"), "/bodies/bob/position"),
                y = read_dataset(run_text(other, "chain-other"), "/bodies/bob/position");
  ASSERT_EQ(x.rows(), y.rows());
  EXPECT_GT((x.rowwise() - x.row(0)).cwiseAbs().maxCoeff(), 0.1) << what << ": it moves";
  EXPECT_LT((x - y).cwiseAbs().maxCoeff(), most) << what;
}

// Two free bodies of m and a spring of six freedoms between them, which constrains nothing: x = cos(w t) apart, w =
// sqrt(2 k / m). RK4 is off by w T (w h)^4 / 120 = 1.5e-7 of it at the end.
TEST(JointChains, ASpringOfSixFreedomsJoinsFreeBodies) {
  const auto body = [](const std::string& name, const std::string& more) {
    return "  - {name: " + name +
           ", mass: 1e5, volume: 100, inertia: [1e5, 1e5, 1e5], center_of_gravity: [0, 0, 0], center_of_buoyancy: [0, "
           "0, 0]" +
           more + "}\n";
  };
  const auto file = run_text(
      "simulation: {duration: 20, time_step: 0.02, integrator: rk4}\n"
      "environment: {water_density: 1000, gravity: 9.81}\nwaves: {type: none}\nbodies:\n" +
          body("a", ", initial: {displacement: [1, 0, 0]}") + body("b", "") +
          "joints:\n  - {name: ja, type: floating-6dof, base: world, follower: a}\n"
          "  - {name: jb, type: floating-6dof, base: world, follower: b}\n"
          "ptos:\n  - {name: spring, type: floating-6dof, base: a, follower: b, stiffness: 1e5}\n",
      "chain-spring");
  const MatrixX a = read_dataset(file, "/bodies/a/position"), b = read_dataset(file, "/bodies/b/position"),
                t = read_dataset(file, "/time");
  for (Eigen::Index i = 0; i < t.rows(); ++i)
    ASSERT_NEAR(a(i, 0) - b(i, 0), std::cos(std::sqrt(2.0) * t(i, 0)), 1e-6) << t(i, 0) << " s";
}

// The same coordinates, the same steps: rounding, grown over the 600 steps of a motion that is not chaotic.
TEST(JointChains, TwoHingesAreAUniversalJoint) {
  const std::string start = ", initial: {angular_velocity: [0.8, 0.5, 0]}";
  expect_same_motion(
      body_on("  - {name: gimbal, type: universal, base: world, follower: bob, extension: [0.9, 0.4]}\n"),
      body_on("  - {name: outer, type: rotational, axis: [1, 0, 0], base: world, follower: inner, extension: [0.9]}\n"
              "  - {name: inner, type: rotational, axis: [0, 1, 0], base: outer, follower: bob, extension: [0.4]}\n"),
      "two hinges");
  // Written from the other end, and with names that sort the other way round.
  expect_same_motion(
      body_on("  - {name: gimbal, type: universal, base: world, follower: bob, extension: [0.9, 0.4]}\n"),
      body_on("  - {name: a, type: rotational, axis: [0, 1, 0], base: z, follower: bob, extension: [0.4]}\n"
              "  - {name: z, type: rotational, axis: [1, 0, 0], base: world, follower: a, extension: [0.9]}\n"),
      "two hinges by other names");
}

// Quaternions of the one, angles of the other: RK4 differs by its error, 600 (h w)^5/120 with w of 4 rad/s.
TEST(JointChains, ThreeHingesAreASphericalJoint) {
  expect_same_motion(
      body_on("  - {name: ball, type: spherical, base: world, follower: bob, extension: [0.5, 0.3, 0]}\n"),
      body_on("  - {name: j1, type: rotational, axis: [0, 0, 1], base: world, follower: j2, extension: [0]}\n"
              "  - {name: j2, type: rotational, axis: [0, 1, 0], base: j1, follower: j3, extension: [0.3]}\n"
              "  - {name: j3, type: rotational, axis: [1, 0, 0], base: j2, follower: bob, extension: [0.5]}\n"),
      "three hinges", 600 * std::pow(0.01 * 4.0, 5) / 120 * 10);
}

TEST(JointChains, TwoSlidersAndAHingeAreAFloating3dofJoint) {
  const std::string spring = ", stiffness: 30, damping: 0.4";
  expect_same_motion(
      body_on("  - {name: plane, type: floating-3dof, base: world, follower: bob, location: [0, 0, 0.5], "
              "extension: [0.3, -0.2, 0.6]" +
              spring + "}\n"),
      body_on("  - {name: surge, type: translational, axis: [1, 0, 0], base: world, follower: heave, location: [0, 0, "
              "0.5], extension: [0.3]" +
              spring +
              "}\n  - {name: heave, type: translational, base: surge, follower: pitch, location: [0, 0, 0.5], "
              "extension: [-0.2]" +
              spring +
              "}\n  - {name: pitch, type: rotational, base: heave, follower: bob, location: [0, 0, 0.5], extension: "
              "[0.6]" +
              spring + "}\n"),
      "two sliders and a hinge");
}

// A slider on a hinge (a bead on a swinging rod) is no joint type of its own: the audit closes its energy.
TEST(JointChains, ASliderOnAHingeKeepsEnergy) {
  const auto summary =
      run_audited(body_on("  - {name: hinge, type: rotational, base: world, follower: slider, extension: [0.8]}\n"
                          "  - {name: slider, type: translational, base: hinge, follower: bob, stiffness: 90}\n"),
                  "chain-energy");
  ASSERT_TRUE(summary.audit.has_value());
  EXPECT_TRUE(summary.audit->closes);
  EXPECT_LT(std::abs(summary.audit->residual), 1e-6 * summary.audit->exchanged);
}

/// The sphere in waves, its motion in the vertical plane by one joint or by three.
std::string sphere(bool chained, const std::string& hydrodynamics, const std::string& simulation = "") {
  const std::string damper = ", damping: 2.0e4}\n";
  return "simulation: {duration: 20, time_step: 0.05, ramp: 5" + simulation +
         "}\nwaves: {type: regular, height: 1.5, period: 6}\nhydrodynamics: {" + hydrodynamics +
         "}\nbodies:\n  - {name: bob, hydro_data: {file: " + hemisphere() +
         ", body: 1}, mass: equilibrium, inertia: [1690000, 1690000, 2606000]}\n" +
         (chained ? "joints:\n  - {name: surge, type: translational, axis: [1, 0, 0], base: world, follower: heave" +
                        damper + "  - {name: pitch, type: rotational, base: heave, follower: bob" + damper +
                        "ptos:\n  - {name: heave, type: translational, base: surge, follower: pitch" + damper
                  : "ptos:\n  - {name: plane, type: floating-3dof, base: world, follower: bob" + damper);
}

TEST(JointChains, CarryABodyWithHydrodynamicsAndATakeOffAmongThem) {
  for (const char* hydrodynamics : {"radiation: convolution", "radiation: state-space", "radiation: constant"})
    expect_same_motion(sphere(false, hydrodynamics), sphere(true, hydrodynamics), hydrodynamics, 1e-8);
  expect_same_motion(sphere(false, "radiation: convolution", ", added_mass: split"),
                     sphere(true, "radiation: convolution", ", added_mass: split"), "split", 1e-8);
  const auto plane = run_text(sphere(false, "radiation: convolution"), "chain-plane"),
             chain = run_text(sphere(true, "radiation: convolution"), "chain-chain");
  const MatrixX power = read_dataset(plane, "/ptos/plane/power").col(1), own = read_dataset(chain, "/ptos/heave/power");
  EXPECT_LT((power - own).cwiseAbs().maxCoeff(), 1e-6 * power.cwiseAbs().maxCoeff());
  const H5::H5File file(chain.string(), H5F_ACC_RDONLY);
  EXPECT_EQ(file.openGroup("/bodies").getNumObjs(), 1U) << "links are no bodies of the results";
}

std::vector<std::string> faults(const std::string& joints) {
  try {
    run_text(body_on(joints), "chain-fault");
  } catch (const InputError& error) {
    std::vector<std::string> list;
    for (const Diagnostic& d : error.diagnostics()) list.push_back(d.text());
    return list;
  }
  return {};
}

TEST(JointChains, WhatDoesNotFitIsRefusedWithTheRemedy) {
  const std::string one = "  - {name: one, type: rotational, base: world, follower: two}\n";
  EXPECT_THAT(faults(one + "  - {name: two, type: translational, base: world, follower: bob}\n"),
              Contains(HasSubstr("joints.one.follower = two is a joint whose ends are world and bob: two joints that "
                                 "meet without a body name each other")));
  EXPECT_THAT(faults("  - {name: one, type: rotational, base: one, follower: bob}\n"),
              Contains(HasSubstr("is the joint itself")));
  EXPECT_THAT(faults("  - {name: one, type: rotational, base: two, follower: two}\n"
                     "  - {name: two, type: rotational, base: one, follower: one}\n"),
              Contains(HasSubstr("meet at both ends")));
  // Two sliders along one line: one motion, two coordinates.
  EXPECT_THAT(faults("  - {name: one, type: translational, base: world, follower: two}\n"
                     "  - {name: two, type: translational, base: one, follower: bob}\n"),
              Contains(HasSubstr("joints of a chain without a body between must move in different ways")));
}

}  // namespace
}  // namespace swell::joint_chains_test
