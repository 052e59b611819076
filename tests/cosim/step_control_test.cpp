// Step-size control of co-simulation: the loop of two lags of tests/fmi against its closed form, and a lag at a device
// of the case.
#include "swell/model/read_case.h"
#include "swell/run/results_reader.h"
#include "swell/run/run.h"
#include "swell/run/simulation.h"
#include "swell_test/test.h"
#include "units.h"

namespace swell::cosim::step_control_test {
namespace {

constexpr double kFast = 0.05, kSlow = 4.0;  // [s] time constants
constexpr double kGain = -0.5, kOffset = 1.0;
constexpr double kFirst = 1.0, kEnd = 12.0;  // [s]

// fast' = (kOffset + kGain slow - fast) / kFast, slow' = (fast - slow) / kSlow from rest. Two real rates: the matrix is
// exp(A t) = (e^{r1 t} (A - r2 I) - e^{r2 t} (A - r1 I)) / (r1 - r2).
Eigen::Vector2d monolithic(double t) {
  Eigen::Matrix2d a;
  a << -1.0 / kFast, kGain / kFast, 1.0 / kSlow, -1.0 / kSlow;
  const double mean = 0.5 * a.trace(), root = std::sqrt(mean * mean - a.determinant());
  const double r1 = mean + root, r2 = mean - root;
  const Eigen::Matrix2d one = Eigen::Matrix2d::Identity();
  const Eigen::Matrix2d e = (std::exp(r1 * t) * (a - r2 * one) - std::exp(r2 * t) * (a - r1 * one)) / (r1 - r2);
  const double x = kOffset / (1.0 - kGain);
  const Eigen::Vector2d rest(x, x);
  return rest - e * rest;
}

struct Outcome {
  double error = 0.0;  // the largest at the rows
  long calls = 0;      // steps of one FMU, those that are taken back too
};

class StepControl : public ::testing::TestWithParam<std::tuple<int, bool>> {
 protected:
  model::Model read(const std::string& cosimulation, double step) const {
    const std::string file = folder_.lag(std::get<0>(GetParam())).string();
    const bool isolate = std::get<1>(GetParam());
    const auto lag = [&](const char* name, double T) {
      return fmt::format("  - {{name: {}, type: fmu, file: {}, step: {}, isolate: {}, parameters: {{T: {}{}}}}}\n",
                         name, file, step, isolate, T, more_);
    };
    Diagnostics diagnostics;
    model::Model model = model::read_case_text(
        fmt::format("simulation: {{duration: {}, time_step: 12, integrator: rk4, cosimulation: {}}}\n"
                    "components:\n{}{}"
                    "  - {{name: turn, type: expression, expression: {} * u + {}, inputs: [u]}}\n"
                    "connections:\n"
                    "  - {{value: 1, to: fast.on}}\n"
                    "  - {{value: 1, to: slow.on}}\n"
                    "  - {{from: slow.out_x, to: turn.u}}\n"
                    "  - {{from: turn.output, to: fast.in_u}}\n"
                    "  - {{from: fast.out_x, to: slow.in_u}}\n",
                    kEnd, cosimulation, lag("fast", kFast), lag("slow", kSlow), kGain, kOffset),
        "inputs/", {}, diagnostics);
    diagnostics.throw_if_errors();
    return model;
  }
  Outcome run(const std::string& cosimulation, double step) const { return run_of(read(cosimulation, step)); }
  static Outcome run_of(const model::Model& model) {
    run::Simulation sim(model);
    Outcome outcome;
    for (double t = kFirst; t <= kEnd; t += kFirst) {
      sim.step_to(t);
      const Eigen::Vector2d x(sim.read("fast.out_x").front(), sim.read("slow.out_x").front());
      outcome.error = std::max(outcome.error, (x - monolithic(t)).norm());
    }
    outcome.calls = std::lround(sim.read("fast.steps").front());
    return outcome;
  }
  static fmi::Variable& variable(fmi::Description& d, const std::string& name) {
    return *std::find_if(d.variables.begin(), d.variables.end(), [&](const auto& v) { return v.name == name; });
  }
  /// The lag, with what it says of itself changed.
  void declare(const std::function<void(fmi::Description&)>& change) const {
    const int version = std::get<0>(GetParam());
    fmi::Description d = swell_test::lag_description(version);
    change(d);
    fmi::write_archive(
        folder_.path / fmt::format("lag{}.fmu", version),
        {{"modelDescription.xml", write_description(d)},
         {version == 3 ? "binaries/x86_64-linux/lag.so" : "binaries/linux64/lag.so", {}, SWELL_TEST_UNIT}});
  }
  swell_test::UnitFolder folder_;
  std::string more_;  // parameters of both lags
};
INSTANTIATE_TEST_SUITE_P(Fmi, StepControl,
                         ::testing::Values(std::tuple{2, false}, std::tuple{3, false}, std::tuple{2, true}));

// A step errs by C H^2 and is held at the tolerance: H ~ sqrt(tolerance), and the errors of N ~ 1 / H steps sum to
// ~ sqrt(tolerance). A hundredth of the tolerance is a tenth of the error for ten times the steps. What holds in the
// limit holds here within a factor 2: steps are cut at the rows, and grow by factors between 0.2 and 2.
TEST_P(StepControl, TheErrorFollowsTheTolerance) {
  const Outcome loose = run("{tolerance: 1e-4}", 0.01), tight = run("{tolerance: 1e-6}", 0.01);
  EXPECT_GT(loose.error / tight.error, 5.0);
  EXPECT_LT(loose.error / tight.error, 20.0);
  EXPECT_GT(tight.calls, 5 * loose.calls);
  EXPECT_LT(tight.calls, 20 * loose.calls);
}

// The fast lag settles within a few tenths of a second; fixed steps are as short all through the twelve.
TEST_P(StepControl, FixedStepsOfEqualErrorAreMore) {
  const Outcome controlled = run("{method: gauss-seidel, tolerance: 1e-5}", 0.01);
  double step = 0.1;
  Outcome fixed = run("gauss-seidel", step);
  while (fixed.error > controlled.error && step > 1e-4) fixed = run("gauss-seidel", step *= 0.5);
  EXPECT_GT(fixed.calls, 0);
  RecordProperty("controlled", static_cast<int>(controlled.calls));
  RecordProperty("fixed", static_cast<int>(fixed.calls));
  EXPECT_LT(controlled.calls, fixed.calls);
}

TEST_P(StepControl, StepsStayWithinTheirBounds) {
  // 12 s in steps of 0.1 s, each once as a whole and in two halves.
  EXPECT_EQ(run("{tolerance: 0.1, max_step: 0.1}", 0.1).calls, 360);
  EXPECT_EQ(run("{tolerance: 1e-12, min_step: 0.1, max_step: 0.1}", 0.1).calls, 360);
}

// The length of the next step and what errors are relative to go with the checkpoint, which cuts no step.
TEST_P(StepControl, ACheckpointGoesOnWithTheSameSteps) {
  const model::Model model = read("{tolerance: 1e-4}", 0.01);
  declare([](fmi::Description& d) { d.co_simulation->serializes_state = true; });
  const auto last = [&](const char* name, const std::function<void(run::RunOptions&)>& choose) {
    run::RunOptions options;
    options.output = folder_.path / name;
    choose(options);
    run::run_case(model, options);
    return run::ResultsReader(options.output).read("/components/fast/out_x").values.back();
  };
  const std::filesystem::path half = folder_.path / "half.h5";
  const double whole = last("whole.h5", [](run::RunOptions&) {});
  const double stopped = last("stopped.h5", [&](run::RunOptions& options) {
    options.checkpoint_at = 5.03;
    options.checkpoint = half;
  });
  const double again = last("again.h5", [&](run::RunOptions& options) { options.restart = half; });
  EXPECT_EQ(stopped, whole);
  EXPECT_EQ(again, whole);
}

// What an FMU calls discrete is judged where it has nothing else: the loop is the same, and so are its steps.
TEST_P(StepControl, DiscreteOutputsAreJudgedWhereNoneIsContinuous) {
  const Outcome declared = run("{tolerance: 1e-4}", 0.01);
  const model::Model model = read("{tolerance: 1e-4}", 0.01);
  declare([](fmi::Description& d) { variable(d, "out.x").variability = fmi::Variability::discrete; });
  const Outcome discrete = run_of(model);
  EXPECT_EQ(discrete.calls, declared.calls);
  EXPECT_EQ(discrete.error, declared.error);
}

// FMUs of OSP's fmiCpp do not go on from a step that is announced as one to be taken back.
TEST_P(StepControl, AnFmuThatTakesNoStepForPassingKeepsItsNumbers) {
  const Outcome usual = run("{tolerance: 1e-4}", 0.01);
  more_ = ", fault: 5";
  const Outcome other = run("{tolerance: 1e-4}", 0.01);
  EXPECT_EQ(other.calls, usual.calls);
  EXPECT_EQ(other.error, usual.error);
}

// One of two: the other is held at the tolerance, and nobody claims the first is.
TEST_P(StepControl, AnFmuThatIsNotJudgedIsNamed) {
  const model::Model both = read("{tolerance: 1e-4}", 0.01);
  const std::filesystem::path other = folder_.path / "other.fmu";
  std::filesystem::copy_file(folder_.lag(std::get<0>(GetParam())), other);
  model::Model model = both;
  for (model::Component& component : model.components) {
    if (component.name != "slow") continue;
    for (std::size_t i = 0; i < component.parameters.keys.size(); ++i) {
      if (component.parameters.keys[i] == "file") component.parameters.items[i].text = other.string();
    }
  }
  declare([](fmi::Description& d) { variable(d, "out.x").variability = fmi::Variability::constant; });
  EXPECT_THAT(texts(run::Simulation(model).warnings()),
              Contains(AllOf(HasSubstr("fast"), HasSubstr("no output by which the error of a step can be judged"))));
}

TEST_P(StepControl, WhatItCannotDoIsRefused) {
  const int version = std::get<0>(GetParam());
  const auto refused = [](const model::Model& model) {
    return swell_test::message([&] { run::Simulation sim(model); });
  };
  EXPECT_THAT(refused(read("{min_step: 0.1}", 0.1)), HasSubstr("tolerance is missing"));
  EXPECT_THAT(refused(read("{tolerance: 1e-4, min_step: 0.1, max_step: 0.01}", 0.1)), HasSubstr("lies above max_step"));
  const model::Model model = read("{tolerance: 1e-4}", 0.1);
  run::RunOptions options;
  options.real_time = 1.0;
  EXPECT_THAT(swell_test::message([&] { run::run_case(model, options); }), HasSubstr("leave the tolerance out"));
  declare([](fmi::Description& d) { variable(d, "out.x").variability = fmi::Variability::constant; });
  EXPECT_THAT(refused(model), HasSubstr("nothing of the case tells the error of a communication step"));
  declare([](fmi::Description& d) { d.co_simulation->keeps_state = d.co_simulation->variable_step = false; });
  EXPECT_THAT(refused(model),
              AllOf(HasSubstr(fmt::format("lag{}.fmu cannot give its state", version)), HasSubstr("fast"),
                    HasSubstr("slow"), HasSubstr("canHandleVariableCommunicationStepSize")));
}

// A mass on a spring is a device of the case; the FMU answers its speed by a force with a lag. All of it goes back with
// the FMU: against a run whose steps are so short that its error is a hundredth.
TEST(StepControlOfADevice, GoesBackWithTheFmus) {
  const swell_test::UnitFolder folder;
  const std::string file = folder.lag(2).string();
  const auto position = [&](const std::string& cosimulation, double step) {
    Diagnostics diagnostics;
    const model::Model model = model::read_case_text(
        fmt::format("simulation: {{duration: 6, time_step: 0.02, integrator: rk4, cosimulation: {}}}\n"
                    "bodies: [{{name: mass, mass: 1000, center_of_gravity: [0, 0, 0], inertia: [100, 100, 100]}}]\n"
                    "ptos: [{{name: PTO, type: translational, axis: [1, 0, 0], base: world, follower: mass, "
                    "stiffness: 4000, equilibrium_position: 1}}]\n"
                    "components:\n"
                    "  - {{name: damper, type: gain, factor: -1000}}\n"
                    "  - {{name: lag, type: fmu, file: {}, step: {}, parameters: {{T: 0.2}}}}\n"
                    "  - {{name: force, type: gain, factor: 1, ports: {{output: {{unit: N}}}}}}\n"
                    "connections:\n"
                    "  - {{value: 1, to: lag.on}}\n"
                    "  - {{from: PTO.velocity, to: damper.input}}\n"
                    "  - {{from: damper.output, to: lag.in_u}}\n"
                    "  - {{from: lag.out_x, to: force.input}}\n"
                    "  - {{from: force.output, to: PTO.force}}\n",
                    cosimulation, file, step),
        "inputs/", {}, diagnostics);
    diagnostics.throw_if_errors();
    run::Simulation sim(model);
    std::vector<double> rows;
    for (int k = 1; k <= 12; ++k) {
      sim.step_to(0.5 * k);
      rows.push_back(sim.read("PTO.position").front());
    }
    return rows;
  };
  const auto difference = [](const std::vector<double>& a, const std::vector<double>& b) {
    double most = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, std::abs(a[i] - b[i]));
    return most;
  };
  const std::vector<double> fine = position("jacobi", 1e-4);
  const double loose = difference(position("{tolerance: 1e-3}", 0.01), fine),
               tight = difference(position("{tolerance: 1e-5}", 0.01), fine);
  EXPECT_GT(loose / tight, 5.0);
  EXPECT_LT(loose / tight, 20.0);
  // A controlled run at one step is the run at that half step: nothing is left over of what was taken back. Its times
  // are sums of steps: a rounding each, over 600 of them, of values near 1.
  EXPECT_LT(difference(position("{tolerance: 0.1, min_step: 0.02, max_step: 0.02}", 0.02), position("jacobi", 0.01)),
            600 * 4e-16);
}

}  // namespace
}  // namespace swell::cosim::step_control_test
