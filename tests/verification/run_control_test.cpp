// What steers a run from outside, on the shipped hemisphere: checkpoints, the end of a run by a signal, motions given
// in time; and WEC-Sim's scheme with state-space radiation against a calculation of its own.
#include "results_file.h"
#include "swell/hydro/bemio_h5.h"
#include "swell/hydro/coefficients.h"
#include "swell/hydro/state_space.h"
#include "swell/model/read_case.h"
#include "swell/run/run.h"
#include "swell_test/test.h"

namespace swell::run_control_test {
namespace {

using swell_test::read_dataset;
using swell_test::run_text;

std::string shipped() { return (swell_test::source_folder() / "inputs/sphere/hemisphere.h5").string(); }

std::string yaml(const std::string& simulation, const std::string& more, const std::string& pto,
                 const std::string& body = "") {
  return "simulation: {" + simulation + "}\n" + more + "bodies:\n  - {name: sphere, hydro_data: {file: " + shipped() +
         ", body: 1}, mass: equilibrium, inertia: [1690000, 1690000, 2606000]" + body +
         "}\nptos:\n  - {name: PTO, type: translational, base: world, follower: sphere, " + pto + "}\n";
}

const std::string kWave = "waves: {type: irregular, significant_height: 2, peak_period: 6, bins: {count: 20}}\n";

model::Model case_of(const std::string& text) {
  Diagnostics diagnostics;
  model::Model model =
      model::read_case_text(text, std::filesystem::temp_directory_path() / "control.yaml", {}, diagnostics);
  diagnostics.throw_if_errors();
  return model;
}

// A body that falls: z = -g t^2/2, so the coordinate passes -1 m at sqrt(2/g). RK4 is exact for a parabola; the event
// is located to 1e-9 s.
TEST(Stop, ARunEndsWhereItsSignalPassesTheBound) {
  const std::string text =
      "simulation: {duration: 10, time_step: 0.1, stop: [{signal: rail.position, below: -1}]}\n"
      "bodies: [{name: stone, mass: 2, inertia: [1, 1, 1], center_of_gravity: [0, 0, 0]}]\n"
      "joints: [{name: rail, type: translational, base: world, follower: stone}]\n";
  run::RunOptions options;
  options.output = std::filesystem::temp_directory_path() / "swell-stop.h5";
  const run::RunSummary summary = run::run_case(case_of(text), options);
  ASSERT_TRUE(summary.stopped_at.has_value());
  EXPECT_NEAR(*summary.stopped_at, std::sqrt(2.0 / 9.81), 2e-9);
  EXPECT_EQ(read_dataset(summary.results, "/time").rows(), 5);
  std::filesystem::remove(options.output);
  const auto refused = [&](const std::string& rule) {
    return [=] {
      case_of(text);
      run_text(std::string(text).replace(text.find("{signal: rail.position, below: -1}"), 34, rule), "stop");
    };
  };
  EXPECT_THAT(
      refused("{signal: rail.positon, below: -1}"),
      ::testing::ThrowsMessage<InputError>(HasSubstr("is not a signal of the results; did you mean rail.position?")));
  EXPECT_THAT(refused("{signal: rail.position, entry: 2, below: -1}"),
              ::testing::ThrowsMessage<InputError>(HasSubstr("has 1 entries, and entry = 2")));
  EXPECT_THAT(refused("{signal: rail.position}"),
              ::testing::ThrowsMessage<InputError>(HasSubstr("has neither above nor below")));
}

// x = cos 2t. Dormand-Prince with steps of a second meets the bound in the middle of one: the outputs up to there come
// from the shortened step. Tolerance 1e-8 per step; its dense output is of fourth order in steps that the tolerance
// chose.
TEST(Stop, OutputsUpToTheEventBelongToTheShortenedStep) {
  const std::string text =
      "simulation: {duration: 10, integrator: dopri5, tolerance: 1.0e-8, time_step: 0.3, max_step: 1,\n"
      "  stop: [{signal: rail.position, below: -0.7}]}\n"
      "environment: {gravity: 1.0e-9}\n"
      "bodies: [{name: stone, mass: 1, inertia: [1, 1, 1], center_of_gravity: [0, 0, 0]}]\n"
      "ptos: [{name: rail, type: translational, base: world, follower: stone, stiffness: 4, extension: 1}]\n"
      "output: {time_step: 0.01}\n";
  run::RunOptions options;
  options.output = std::filesystem::temp_directory_path() / "swell-stop-dense.h5";
  const run::RunSummary summary = run::run_case(case_of(text), options);
  ASSERT_TRUE(summary.stopped_at.has_value());
  EXPECT_NEAR(*summary.stopped_at, 0.5 * std::acos(-0.7), 1e-7);
  const VectorX time = read_dataset(summary.results, "/time").col(0),
                position = read_dataset(summary.results, "/ptos/rail/position").col(0);
  ASSERT_EQ(time.size(), 118);
  for (Eigen::Index i = 0; i < time.size(); ++i) EXPECT_NEAR(position[i], std::cos(2.0 * time[i]), 1e-6) << time[i];
}

// The force that a given heave takes from the joint, with constant coefficients: (m + A) q'' + B q' + K q.
TEST(GivenMotion, TakesTheForceOfTheLinearEquation) {
  const double period = 6.0, omega = 2.0 * kPi / period, amplitude = 0.5;
  const auto file = run_text(
      yaml("duration: 12, time_step: 0.1", "waves: {type: none, period: 6}\nhydrodynamics: {radiation: constant}\n",
           "motion: {amplitude: 0.5, period: 6}"),
      "motion");
  const auto data = std::make_shared<const hydro::HydroData>(hydro::read_bemio_h5(shipped()));
  const hydro::RadiationCoefficients radiation({{data, 0}}, 1000.0, true);
  const hydro::HydroBody& body = data->bodies[0];
  const double mass = 1000.0 * body.displaced_volume + radiation.added_mass(omega)(2, 2),
               damping = radiation.damping(omega)(2, 2), stiffness = 1000.0 * 9.81 * body.restoring_stiffness(2, 2);
  const VectorX time = read_dataset(file, "/time").col(0), force = read_dataset(file, "/ptos/PTO/force").col(0),
                heave = read_dataset(file, "/bodies/sphere/position").col(2);
  for (Eigen::Index i = 0; i < time.size(); ++i) {
    const double q = amplitude * std::sin(omega * time[i]), u = amplitude * omega * std::cos(omega * time[i]);
    EXPECT_NEAR(heave[i], body.cg.z() + q, 1e-12);
    EXPECT_NEAR(force[i], (stiffness - mass * omega * omega) * q + damping * u, 1e-9 * stiffness);
  }
}

TEST(GivenMotion, MistakesAreNamed) {
  EXPECT_THAT(
      [&] { run_text(yaml("duration: 1, time_step: 0.1", "", "damping: 5, motion: {amplitude: [1, 2]}"), "m"); },
      ::testing::ThrowsMessage<InputError>(::testing::AllOf(
          HasSubstr("ptos.PTO.motion.amplitude has 2 entries, and translational has 1 coordinate"),
          HasSubstr("ptos.PTO.motion.period is missing"), HasSubstr("ptos.PTO.damping has no effect with motion"))));
}

// WEC-Sim's step (reference: its theory and code as described in docs/choices.md) by hand, for one heaving body with
// state-space radiation: states are continuous in RK4, added mass is split with the acceleration extrapolated from the
// last two major steps. Both calculations make the same operations in another order: round-off only.
TEST(WecSimScheme, WithStateSpaceRadiationIsTheOneCalculatedByHand) {
  const double h = 0.05, damping = 322292.0, tau = 1e-7;
  const auto data = std::make_shared<const hydro::HydroData>(hydro::read_bemio_h5(shipped()));
  const double omega = data->omega[20], period = 2.0 * kPi / omega;  // a frequency of the data: no interpolation
  char wave[80];
  std::snprintf(wave, sizeof wave, "waves: {type: regular, height: 2, period: %.17g}\n", period);
  const auto file = run_text(yaml("duration: 30, time_step: 0.05, ramp: 10, reproduce: wec-sim",
                                  std::string(wave) + "hydrodynamics: {radiation: state-space}\n", "damping: 322292"),
                             "scheme");
  const VectorX heave = read_dataset(file, "/bodies/sphere/position").col(2);

  const hydro::RadiationCoefficients radiation({{data, 0}}, 1000.0, false);
  const hydro::StateSpaceModel model = hydro::state_space_entry_wise(radiation);
  const MatrixX& A_inf = radiation.added_mass_infinite();
  const double moved = 2.0 * (A_inf(0, 0) + A_inf(1, 1) + A_inf(2, 2));
  const double m = 1000.0 * data->bodies[0].displaced_volume + moved, residual = A_inf(2, 2) - moved;
  const double k = 1000.0 * 9.81 * data->bodies[0].restoring_stiffness(2, 2);
  const std::complex<double> X = hydro::ExcitationCoefficients({data, 0}, 1000.0, 9.81).at(omega, 0.0)(2);

  const auto n = static_cast<Eigen::Index>(model.states());
  VectorX x = VectorX::Zero(n + 2);  // z, w, radiation states
  double t_old = 0.0, t_new = 0.0, a_old = 0.0, a_new = 0.0;
  int stored = 0;
  const MatrixX A = model.whole_A();
  const auto rate = [&](double t, const VectorX& s) {
    double a_past = 0.0;
    if (stored == 1) a_past = a_new;
    if (stored >= 2) a_past = a_new + (t - tau - t_new) / (t_new - t_old) * (a_new - a_old);
    const double ramp = t < 10.0 ? 0.5 * (1.0 + std::cos(kPi + kPi * t / 10.0)) : 1.0;
    const double excitation = ramp * (X.real() * std::cos(omega * t) - X.imag() * std::sin(omega * t));
    const VectorX states = s.tail(n);
    const double memory = model.C.row(2).dot(states);
    VectorX d(n + 2);
    d[0] = s[1];
    d[1] = (excitation - memory - k * s[0] - damping * s[1] - residual * a_past) / m;
    d.tail(n) = A * states + model.B.col(2) * s[1];
    return d;
  };
  double worst = 0.0;
  for (Eigen::Index i = 0; i < heave.size(); ++i) {
    const double t = h * static_cast<double>(i);
    worst = std::max(worst, std::abs(heave[i] - data->bodies[0].cg.z() - x[0]));
    const VectorX k1 = rate(t, x);
    a_old = a_new;
    t_old = t_new;
    a_new = k1[1];
    t_new = t;
    ++stored;
    const VectorX k2 = rate(t + 0.5 * h, x + 0.5 * h * k1), k3 = rate(t + 0.5 * h, x + 0.5 * h * k2),
                  k4 = rate(t + h, x + h * k3);
    x += h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
  }
  swell_test::measured("state space as WEC-Sim against the hand calculation: %.2g m over 30 s", worst);
  EXPECT_GT(heave.maxCoeff() - heave.minCoeff(), 1.0);
  // 600 steps of a stable loop, a few hundred operations each on numbers of order 1: n eps = 600 x 300 x 1e-16 = 2e-11.
  EXPECT_LT(worst, 2e-11);
}

}  // namespace
}  // namespace swell::run_control_test
