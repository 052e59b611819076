// Checkpoint and restart of everything that keeps a memory of its own: moorings, circuits, sampled controllers, delays,
// latches, random sensors, slow convolution. Every dataset of the rest of the run has the same bits.
#include "results_file.h"
#include "swell/model/read_case.h"
#include "swell/run/results_reader.h"
#include "swell/run/run.h"
#include "swell_test/test.h"

namespace swell::restart_test {
namespace {

using swell_test::read_dataset;

class Restart : public ::testing::Test {
 protected:
  void expect_the_same(const std::string& text, double duration, unsigned seed) const {
    Diagnostics diagnostics;
    const model::Model model = model::read_case_text(text, folder_ / "case.yaml", {}, diagnostics);
    diagnostics.throw_if_errors();
    run::RunOptions whole;
    whole.output = folder_ / "whole.h5";
    run::run_case(model, whole);
    std::mt19937 random(seed);
    for (int trial = 0; trial < 3; ++trial) {
      run::RunOptions first;
      first.output = folder_ / "first.h5";
      first.checkpoint_at = 0.95 * duration * static_cast<double>(random()) / 4294967296.0;
      run::RunOptions second;
      second.output = folder_ / "second.h5";
      second.restart = run::run_case(model, first).checkpoint;
      run::run_case(model, second);
      const std::vector<std::string> paths = run::ResultsReader(whole.output).datasets();
      ASSERT_GT(paths.size(), 5U);
      for (const std::string& path : paths) {
        const MatrixX a = read_dataset(whole.output, path), b = read_dataset(first.output, path),
                      c = read_dataset(second.output, path);
        ASSERT_GT(c.rows(), 0);
        EXPECT_TRUE(a == b) << "writing a checkpoint at " << *first.checkpoint_at << " s changed " << path;
        EXPECT_TRUE(a.bottomRows(c.rows()) == c) << path << " after " << *first.checkpoint_at << " s";
        EXPECT_TRUE(a.allFinite()) << path;
      }
    }
  }

  /// The shipped sphere on a vertical guide in a small irregular sea.
  static std::string sphere(const std::string& simulation, const std::string& more, bool guided = true) {
    return "simulation: {" + simulation + "}\n" +
           "waves: {type: irregular, significant_height: 2, peak_period: 6, bins: {count: 12}}\n"
           "bodies:\n  - {name: sphere, hydro_data: {file: " +
           (swell_test::source_folder() / "inputs/sphere/hemisphere.h5").string() +
           ", body: 1}, mass: equilibrium, inertia: [1690000, 1690000, 2606000]}\n" +
           (guided ? "ptos:\n  - {name: PTO, type: translational, base: world, follower: sphere, damping: 1.0e4}\n"
                   : "joints:\n  - {name: free, type: floating-6dof, base: world, follower: sphere}\n") +
           more;
  }

  const std::filesystem::path folder_ = swell_test::fresh_folder("restart");
};

TEST_F(Restart, WithEachIntegratorAndRadiation) {
  expect_the_same(sphere("duration: 9, time_step: 0.05", "output: {time_step: 0.07}\n"), 9.0, 7);
  expect_the_same(sphere("duration: 9, integrator: dopri5, tolerance: 1.0e-5", ""), 9.0, 7);
  expect_the_same(sphere("duration: 9, integrator: implicit, time_step: 0.1", ""), 9.0, 7);
  expect_the_same(sphere("duration: 9, time_step: 0.05", "hydrodynamics: {radiation: state-space}\n"), 9.0, 7);
}

// What lies before the checkpoint is in no average of the rest: neither by name nor in number.
TEST_F(Restart, AveragesBeginWhereItGoesOn) {
  const auto windows = [&](const std::string& waves) {
    std::string text = sphere("duration: 60, time_step: 0.05, ramp: 10", "");
    const std::string sea = "waves: {type: irregular, significant_height: 2, peak_period: 6, bins: {count: 12}}";
    text.replace(text.find(sea), sea.size(), waves);
    Diagnostics diagnostics;
    const model::Model model = model::read_case_text(text, folder_ / "case.yaml", {}, diagnostics);
    diagnostics.throw_if_errors();
    run::RunOptions first, second;
    first.output = folder_ / "first.h5";
    first.checkpoint_at = 45.0;
    second.output = folder_ / "second.h5";
    second.restart = run::run_case(model, first).checkpoint;
    return run::run_case(model, second).window;
  };
  const run::Window sea = windows("waves: {type: irregular, significant_height: 2, peak_period: 6, bins: {count: 12}}"),
                    regular = windows("waves: {type: regular, height: 1, period: 6}");
  EXPECT_NEAR(sea.from, 45.0, 1e-9);
  EXPECT_NEAR(sea.to, 60.0, 1e-9);
  EXPECT_EQ(regular.periods, 2);
  EXPECT_NEAR(regular.from, 48.0, 1e-9);
}

TEST_F(Restart, WithLinesThatStepByThemselves) {
  const std::string lines = (folder_ / "lines.txt").string();
  std::ofstream(lines)
      << "--- LINE TYPES ---\nName Diam MassDen EA BA/-zeta EI Cd Ca CdAx CaAx\n(-) (m) (kg/m) (N) "
         "(N-s/-) (N-m^2) (-) (-) (-) (-)\nchain 0.1 60 1.0e7 -0.8 0 1.6 1.0 0.05 0.0\n"
         "--- POINTS ---\nID Attachment X Y Z M V CdA CA\n(#) (-) (m) (m) (m) (kg) (m^3) (m^2) (-)\n"
         "1 Fixed 100 0 -50 0 0 0 0\n2 Coupled 4 0 -3 0 0 0 0\n"
         "--- LINES ---\nID LineType AttachA AttachB UnstrLen NumSegs Outputs\n(#) (-) (#) (#) (m) (-) "
         "(-)\n1 chain 1 2 112 8 p\n--- OPTIONS ---\n50 WtrDpth\n0.002 dtM\n3.0e5 kBot\n3.0e4 cBot\n";
  const auto moored = [&](const std::string& step, const std::string& stepping) {
    std::string keys = "output: {time_step: 0.05}\nmoorings:\n  - {name: chains, type: lines, body: sphere, file: ";
    keys.append(lines).append(", stepping: ").append(stepping).append("}\n");
    expect_the_same(sphere("duration: 3, time_step: " + step, keys, false), 3.0, 2);
  };
  moored("0.05", "own");
  moored("0.004", "continuous");
}

TEST_F(Restart, WithTheOilOfAHydraulicPto) {
  expect_the_same(sphere("duration: 5, time_step: 0.05",
                         "components:\n  - {name: oil, type: hydraulic-pto, example: rm3}\n"
                         "connections:\n  - {from: PTO.velocity, to: oil.velocity}\n"
                         "  - {from: PTO.position, to: oil.position}\n  - {from: oil.output, to: PTO.force}\n"),
                  5.0, 3);
}

TEST_F(Restart, WithACircuitOfTheUsers) {
  expect_the_same(
      sphere("duration: 5, time_step: 0.05",
             "components:\n  - name: oil\n    type: circuit\n    elements:\n"
             "      - {name: cylinder, type: cylinder, area_a: 0.03, area_b: 0.03, volume_a: 0.2, volume_b: 0.2, "
             "initial_pressure_a: 1.0e7, initial_pressure_b: 1.0e7}\n"
             "      - {name: throttle, type: resistance, resistance: 1.0e8}\n"
             "    nodes: [[cylinder.a, throttle.a], [throttle.b, cylinder.b]]\n"
             "    inputs: {velocity: cylinder.velocity, position: cylinder.position}\n"
             "    outputs: {output: cylinder.force}\n"
             "connections:\n  - {from: PTO.velocity, to: oil.velocity}\n  - {from: PTO.position, to: oil.position}\n"
             "  - {from: oil.output, to: PTO.force}\n"),
      5.0, 4);
}

// A sensor with noise and delay, a sampled law, a delay, a filter and a latch: streams of random numbers, samples that
// wait and modes.
TEST_F(Restart, WithSampledControllersSensorsAndLatches) {
  const std::string control =
      "components:\n"
      "  - {name: eye, type: sensor, sample_time: 0.1, delay: 0.3, noise: 0.01, seed: 5}\n"
      "  - {name: law, type: sampled-controller, sample_time: 0.2, numerator: [1.0e4, -5.0e3], denominator: [1, "
      "-0.5]}\n"
      "  - {name: late, type: delay, time: 0.37}\n"
      "  - {name: filter, type: transfer-function, numerator: [1], denominator: [0.5, 1]}\n"
      "  - {name: c, type: pid, proportional: -2.0e4, integral: -1.0e3, derivative: -100, sample_time: 0.15, setpoint: "
      "0}\n"
      "  - {name: hold, type: declutching, damping: 3.0e4, free_time: 0.4}\n"
      "  - {name: rough, type: noise, sample_time: 0.25, deviation: 1.0e3, seed: 9}\n"
      "connections:\n"
      "  - {from: PTO.velocity, to: eye.input}\n  - {from: eye.output, to: law.input}\n"
      "  - {from: PTO.velocity, to: late.input}\n  - {from: late.output, to: filter.input}\n"
      "  - {from: filter.output, to: c.input}\n  - {from: PTO.velocity, to: hold.input}\n"
      "  - {from: c.output, to: PTO.force}\n  - {from: hold.output, to: PTO.force}\n"
      "  - {from: rough.output, to: PTO.force}\n";
  expect_the_same(sphere("duration: 6, time_step: 0.05", control), 6.0, 5);
}

TEST_F(Restart, WithWecSimsSlowConvolution) {
  expect_the_same(sphere("duration: 6, time_step: 0.05, reproduce: wec-sim",
                         "hydrodynamics: {convolution: {duration: 15, time_step: 0.2}}\n"),
                  6.0, 6);
}

TEST_F(Restart, OnAClosedLoop) {
  expect_the_same(
      "simulation: {duration: 5, time_step: 0.01}\n"
      "bodies:\n"
      "  - {name: crank, mass: 1, inertia: [0.01, 0.1, 0.1], center_of_gravity: [0, 0, -0.5]}\n"
      "  - {name: coupler, mass: 2, inertia: [0.01, 0.7, 0.7], center_of_gravity: [1, 0, -1.25]}\n"
      "  - {name: rocker, mass: 1, inertia: [0.01, 0.1, 0.1], center_of_gravity: [2, 0, -0.75], initial: "
      "{angular_velocity: [0, 1, 0]}}\n"
      "joints:\n"
      "  - {name: A, type: rotational, base: world, follower: crank, location: [0, 0, 0]}\n"
      "  - {name: B, type: rotational, base: crank, follower: coupler, location: [0, 0, -1]}\n"
      "  - {name: C, type: rotational, base: coupler, follower: rocker, location: [2, 0, -1.5]}\n"
      "  - {name: D, type: rotational, base: world, follower: rocker, location: [2, 0, 0]}\n",
      5.0, 7);
}

// The checkpoints of this seed fall between samples, so that no sentence is under way at one.
TEST_F(Restart, WithSentencesThatWereSentAndCameIn) {
  expect_the_same(sphere("duration: 6, time_step: 0.05",
                         R"(components:
  - {name: talker, type: nmea-output, port: 31847, sentence: HEVHW, sample_time: 0.5, inputs: [speed], fields: [speed, T], decimals: 9}
  - {name: ear, type: nmea-input, port: 31847, sentence: HEVHW, sample_time: 0.1, fields: {speed: 1}, initial: -1}
connections:
  - {from: PTO.velocity, to: talker.speed}
)"),
                  6.0, 37);
}

}  // namespace
}  // namespace swell::restart_test
