// A body of revolution has no spin that water could give or take, at any tilt and in any sea.
#include "results_file.h"
#include "shipped_sphere.h"
#include "swell/model/read_case.h"
#include "swell/run/inspect.h"
#include "swell_test/test.h"

namespace swell::tilted_axes_test {
namespace {

using swell_test::read_dataset;
using swell_test::run_audited;

/// Largest angular velocity about the body's own axis, over the largest at all.
double spin_of(const std::filesystem::path& file, const std::string& body) {
  const MatrixX position = read_dataset(file, "/bodies/" + body + "/position"),
                velocity = read_dataset(file, "/bodies/" + body + "/velocity");
  double spin = 0.0, most = 0.0;
  for (Eigen::Index i = 0; i < position.rows(); ++i) {
    const Matrix3 R = rotation_from_roll_pitch_yaw(position.row(i).tail<3>().transpose());
    const Vector3 omega = velocity.row(i).tail<3>().transpose();
    spin = std::max(spin, std::abs(R.col(2).dot(omega)));
    most = std::max(most, omega.norm());
  }
  return spin / most;
}

// In world axes the moments of excitation, memory and added mass have a part along the axis, tilt times moment, and the
// spin reaches a tenth of the rest after five minutes. What is left is RK4's error, (omega h)^4 / 120 = 3e-7 of an
// oscillation of 1.5 rad/s.
TEST(TiltedAxes, OfABodyOfRevolutionTheSpinStays) {
  const std::string file = swell_test::hemisphere();
  std::mt19937 random(3);
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  for (const std::string& radiation : std::vector<std::string>{"constant", "convolution", "state-space"}) {
    for (const std::string& waves :
         std::vector<std::string>{"{type: none, period: 6}", "{type: regular, height: 1, period: 6}"}) {
      const auto run = run_audited(
          "simulation: {duration: 300, time_step: 0.05}\nwaves: " + waves +
              "\nhydrodynamics: {radiation: " + radiation + "}\nbodies:\n  - {name: buoy, hydro_data: {file: " + file +
              ", body: 1" + "}, mass: equilibrium, inertia: [4e6, 4e6, 5e6], initial: {axis: [" +
              std::to_string(number(random)) + ", " + std::to_string(number(random)) +
              ", 0], angle: 12}}\nmoorings: [{name: m, type: matrix, body: buoy, stiffness: [2e4, 0, 0, 0, 0, 0]}]\n"
              "output: {time_step: 1}\n",
          "tilted-axes");
      EXPECT_LT(spin_of(run.results, "buoy"), 1e-6) << radiation << ", " << waves;
      ASSERT_TRUE(run.audit);
      EXPECT_TRUE(run.audit->closes) << radiation << ", " << waves;
    }
  }
}

// Moments of inertia that differ turn a body by Euler's equations, I_z s' = (I_x - I_y) w_x w_y in its own axes, and
// the water of a body of revolution adds nothing to that: RM3 tilted by 8 degrees turns so. The trapezoid over rows
// 0.05 s apart errs by (omega h)^2 / 12 = 2e-3 of an oscillation of w_x w_y at 3 rad/s; in heading axes the spin
// departs from Euler's by 41 % of it.
TEST(TiltedAxes, UnequalMomentsOfInertiaTurnABodyByEulersEquationsAlone) {
  constexpr double kRow = 0.05, kIx = 4e6, kIy = 4.4e6, kIz = 5e6;
  const auto run = run_audited(
      "simulation: {duration: 300, time_step: 0.05}\nwaves: {type: none}\nhydrodynamics: {radiation: convolution}\n"
      "bodies:\n  - {name: buoy, hydro_data: {file: " +
          swell_test::hemisphere() +
          ", body: 1}, mass: equilibrium, inertia: [4e6, 4.4e6, 5e6], initial: {axis: [1, 0.4, 0], angle: 8}}\n"
          "moorings: [{name: m, type: matrix, body: buoy, stiffness: [2e4, 0, 0, 0, 0, 0]}]\n"
          "output: {time_step: 0.05}\n",
      "tilted-euler");
  const MatrixX position = read_dataset(run.results, "/bodies/buoy/position"),
                velocity = read_dataset(run.results, "/bodies/buoy/velocity");
  double euler = 0.0, before = 0.0, largest = 0.0, off = 0.0;
  for (Eigen::Index i = 0; i < position.rows(); ++i) {
    const Matrix3 R = rotation_from_roll_pitch_yaw(position.row(i).tail<3>().transpose());
    const Vector3 omega = R.transpose() * velocity.row(i).tail<3>().transpose();
    const double rate = (kIx - kIy) / kIz * omega[0] * omega[1];
    if (i > 0) euler += 0.5 * kRow * (before + rate);
    before = rate;
    largest = std::max(largest, std::abs(euler));
    off = std::max(off, std::abs(omega[2] - euler));
  }
  EXPECT_GT(largest, 1e-5);
  EXPECT_LT(off, 5e-3 * largest);
}

// Reciprocity is of one kind of axes: a body tilts with its data unless something in its set of interacting bodies
// keeps the heading's axes.
TEST(TiltedAxes, BodiesThatInteractHaveOneKindOfAxes) {
  const std::string file = (swell_test::source_folder() / "inputs/array/four.h5").string();
  const auto tilting = [&](const std::string& hydrodynamics, const std::string& first) {
    Diagnostics diagnostics;
    const model::Model model =
        model::read_case_text("simulation: {duration: 1, time_step: 0.1}\nwaves: {type: none}\nhydrodynamics: {" +
                                  hydrodynamics + "}\nbodies:\n  - {name: a, hydro_data: {file: " + file +
                                  ", body: 1}, mass: equilibrium, inertia: [4e6, 4e6, 5e6]" + first +
                                  "}\n  - {name: b, hydro_data: {file: " + file +
                                  ", body: 2}, mass: equilibrium, inertia: [4e6, 4e6, 5e6]}\n",
                              "tilted.yaml", {}, diagnostics);
    diagnostics.throw_if_errors();
    std::string names;
    for (const system::ComponentInfo& component : run::case_interface(model)) {
      for (const auto& output : component.outputs) {
        const std::size_t end = output.spec.name.find(".tilted_axes");
        if (end != std::string::npos) names += output.spec.name.substr(0, end);
      }
    }
    return names;
  };
  EXPECT_EQ(tilting("body_to_body: true", ""), "ab");
  EXPECT_EQ(tilting("body_to_body: true", ", passive_yaw: 1"), "");
  EXPECT_EQ(tilting("body_to_body: false", ", passive_yaw: 1"), "b");
}

}  // namespace
}  // namespace swell::tilted_axes_test
