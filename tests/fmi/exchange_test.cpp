// Model exchange: the FMU's states integrated with those of the case, its events located. FMUs of both versions, in
// this process and in one of their own, against closed forms.
#include <sys/wait.h>
#include <chrono>

#include "swell/model/read_case.h"
#include "swell/run/results_reader.h"
#include "swell/run/run.h"
#include "swell/run/simulation.h"
#include "swell_test/test.h"
#include "units.h"

namespace swell::fmi::exchange_test {
namespace {

using swell_test::message;

struct Where {
  int version;
  bool isolate;
};
void PrintTo(const Where& where, std::ostream* out) { *out << where.version << (where.isolate ? " isolated" : ""); }

/// What FMU and case are.
struct OneCase {
  std::string model = "decay", parameters, others, connections;
  std::string solver = "integrator: rk4, time_step: 0.05";
  std::function<void(Description&)> edit;
};

class Exchanged : public ::testing::TestWithParam<Where> {
 protected:
  model::Model read(const OneCase& setup) const {
    Description d = swell_test::equations_description(GetParam().version, setup.model);
    if (setup.edit) setup.edit(d);
    Diagnostics diagnostics;
    model::Model model = model::read_case_text(
        fmt::format("simulation: {{duration: 3, {}}}\n"
                    "components:\n"
                    "  - {{name: fmu, type: fmu, file: {}, isolate: {}, parameters: {{{}}}}}\n{}"
                    "connections:\n{}",
                    setup.solver, folder_.equations(d).string(), GetParam().isolate, setup.parameters, setup.others,
                    setup.connections.empty() ? "  - {value: 0, to: fmu.u}\n" : setup.connections),
        "inputs/", {}, diagnostics);
    diagnostics.throw_if_errors();
    return model;
  }
  static double read_one(run::Simulation& sim, const std::string& address) { return sim.read(address).front(); }

  swell_test::UnitFolder folder_;
};
INSTANTIATE_TEST_SUITE_P(Fmi, Exchanged,
                         ::testing::Values(Where{2, false}, Where{3, false}, Where{2, true}, Where{3, true}));

const char* const kSine = "  - {name: sine, type: sine, amplitude: 2, period: 3}\n";
const char* const kFromSine = "  - {from: sine.output, to: fmu.u}\n";

// x' = k (u - x), u = a sin wt: x = (a w k / (k^2 + w^2) + 1) e^-kt + a k (k sin wt - w cos wt) / (k^2 + w^2).
double decay_after(double t) {
  const double a = 2.0, w = 2.0 * M_PI / 3.0, k = 1.5, n = k * k + w * w;
  return (1.0 + a * k * w / n) * std::exp(-k * t) + a * k * (k * std::sin(w * t) - w * std::cos(w * t)) / n;
}

TEST_P(Exchanged, InputsAreReadContinuously) {
  const auto error_at_end = [&](const std::string& solver) {
    OneCase setup;
    setup.parameters = "k: 1.5, d: 0.25";
    setup.others = kSine;
    setup.connections = kFromSine;
    setup.solver = solver;
    run::Simulation sim(read(setup));
    double worst = 0.0;
    for (int i = 0; i <= 30; ++i) {
      const double t = 0.1 * i;
      sim.step_to(t);
      worst = std::max(worst, std::abs(read_one(sim, "fmu.x") - decay_after(t)));
      // Direct feedthrough, one multiplication and one addition of numbers up to 2.
      EXPECT_NEAR(read_one(sim, "fmu.y"), read_one(sim, "fmu.x") + 0.25 * 2.0 * std::sin(2.0 * M_PI * t / 3.0), 1e-14);
    }
    return worst;
  };
  // Fourth order: half the step, a sixteenth of the error; its next term is 0.05 of it.
  const double coarse = error_at_end("integrator: rk4, time_step: 0.1");
  const double fine = error_at_end("integrator: rk4, time_step: 0.05");
  EXPECT_NEAR(coarse / fine, 16.0, 2.0);
  // Some 30 steps, the error of each within the tolerance; errors decay.
  EXPECT_LT(error_at_end("integrator: dopri5, time_step: 0.1, tolerance: 1e-9"), 3e-8);
  EXPECT_LT(error_at_end("integrator: implicit, time_step: 0.1, tolerance: 1e-9"), 3e-8);
}

// x' = k (s - x), s' = -x by way of a component of the case: x'' + k x' + k x = 0.
TEST_P(Exchanged, ALoopThroughTheCaseIsALoopOfStates) {
  OneCase setup;
  setup.parameters = "k: 2";
  setup.others =
      "  - {name: back, type: gain, factor: -1}\n"
      "  - {name: sum, type: transfer-function, numerator: [1], denominator: [1, 0]}\n";
  setup.connections =
      "  - {from: fmu.x, to: back.input}\n"
      "  - {from: back.output, to: sum.input}\n"
      "  - {from: sum.output, to: fmu.u}\n";
  setup.solver = "integrator: dopri5, time_step: 0.1, tolerance: 1e-10";
  run::Simulation sim(read(setup));
  for (int i = 0; i <= 30; ++i) {
    const double t = 0.1 * i;
    sim.step_to(t);
    // x(0) = 1, x'(0) = -2, roots -1 +- i
    EXPECT_NEAR(read_one(sim, "fmu.x"), std::exp(-t) * (std::cos(t) - std::sin(t)), 1e-8) << t;
  }
}

TEST_P(Exchanged, OnlyOutputsThatFollowAnInputDirectlyCloseALoop) {
  const auto looped = [&](const std::string& output, bool reported) {
    OneCase setup;
    setup.others = "  - {name: back, type: gain, factor: -1}\n";
    setup.connections =
        fmt::format("  - {{from: fmu.{}, to: back.input}}\n  - {{from: back.output, to: fmu.u}}\n", output);
    if (!reported) setup.edit = [](Description& d) { d.output_needs.clear(); };
    return message([&] {
      run::Simulation sim(read(setup));
      sim.step_to(1.0);
      // x' = -2 x; the error of 20 steps of 0.05 s: x (2 h)^5 / 120 each
      EXPECT_NEAR(read_one(sim, "fmu.x"), std::exp(-2.0), 20 * std::pow(0.1, 5) / 120.0);
    });
  };
  EXPECT_EQ(looped("x", true), "went well");
  EXPECT_THAT(looped("y", true), HasSubstr("algebraic loop"));
  EXPECT_THAT(looped("x", false), HasSubstr("algebraic loop"));
}

// The same equations, integrated here in steps of a tenth of a millisecond: their own error is below 1e-12.
TEST_P(Exchanged, VanDerPolWithinTheToleranceOfTheIntegrator) {
  if (GetParam().isolate) return;  // nothing that the others do not show
  OneCase setup;
  setup.model = "pol";
  setup.parameters = "x: 2, k: 1";
  setup.solver = "integrator: dopri5, time_step: 0.01, tolerance: 1e-10";
  run::Simulation sim(read(setup));
  sim.step_to(3.0);
  double x = 2.0, v = 0.0;
  const double h = 1e-4;
  const auto rate = [](double a, double b) { return (1.0 - a * a) * b - a; };
  for (int i = 0; i < 30000; ++i) {
    const double k1 = v, l1 = rate(x, v), k2 = v + 0.5 * h * l1, l2 = rate(x + 0.5 * h * k1, k2), k3 = v + 0.5 * h * l2,
                 l3 = rate(x + 0.5 * h * k2, k3), k4 = v + h * l3, l4 = rate(x + h * k3, k4);
    x += h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
    v += h / 6.0 * (l1 + 2.0 * l2 + 2.0 * l3 + l4);
  }
  EXPECT_NEAR(read_one(sim, "fmu.x"), x, 1e-8);
  EXPECT_NEAR(read_one(sim, "fmu.v"), v, 1e-8);
}

// Height between two bounces is a parabola, which every method here integrates exactly; each bounce is located to 1e-9
// s, and a bounce that is late by that moves the ball by less than 4 v 1e-9 s, v <= 4.43 m/s.
TEST_P(Exchanged, ABallBouncesWhenItTouchesTheGround) {
  for (const char* solver : {"integrator: rk4, time_step: 0.05", "integrator: dopri5, time_step: 0.05, tolerance: 1e-8",
                             "integrator: implicit, time_step: 0.05, tolerance: 1e-8"}) {
    OneCase setup;
    setup.model = "ball";
    setup.parameters = "k: 0.7";
    setup.solver = solver;
    run::Simulation sim(read(setup));
    const double g = 9.81;
    double from = -std::sqrt(2.0 / g), speed = std::sqrt(2.0 * g);  // as if thrown up before the start
    int bounces = 0;
    for (int i = 0; i <= 250; ++i) {
      const double t = 0.01 * i;
      sim.step_to(t);
      while (t > from + 2.0 * speed / g) {
        from += 2.0 * speed / g;
        speed *= 0.7;
        ++bounces;
      }
      const double height = speed * (t - from) - 0.5 * g * (t - from) * (t - from);
      ASSERT_NEAR(read_one(sim, "fmu.x"), height, 4.0 * 4.43e-9 * (bounces + 1)) << solver << " " << t;
    }
    EXPECT_GE(bounces, 5);
  }
}

TEST_P(Exchanged, TimeEventsAndDiscreteInputsAreEvents) {
  OneCase setup;
  setup.model = "clock";
  setup.others =
      "  - {name: steps, type: sine, amplitude: 2.2, period: 3}\n"
      "  - {name: jump, type: step, time: 0.52, before: 1, after: 5}\n";
  setup.connections =
      "  - {value: 0, to: fmu.u}\n"
      "  - {from: steps.output, to: fmu.whole}\n"
      "  - {from: jump.output, to: fmu.held}\n";
  setup.parameters = "d: 6";
  run::Simulation sim(read(setup));
  for (int i = 0; i < 29; ++i) {
    const double t = 0.06 * i + 0.03;  // no point is a time of an event
    if (!sim.step_to(t)) break;
    ASSERT_EQ(read_one(sim, "fmu.count"), std::floor(t / 0.3)) << t;
    ASSERT_EQ(read_one(sim, "fmu.whole_then"), std::round(2.2 * std::sin(2.0 * M_PI * t / 3.0))) << t;
    ASSERT_EQ(read_one(sim, "fmu.held_then"), t < 0.52 ? 1.0 : 5.0) << t;
  }
  sim.step_to(3.0);
  EXPECT_NEAR(sim.time(), 1.8, 4e-9);  // the sixth count, and then the event that ends the run, each located to 1e-9 s
}

TEST_P(Exchanged, AnEventThatIsAskedForMovesStates) {
  OneCase setup;
  setup.parameters = "fault: 5, k: 0";
  run::Simulation sim(read(setup));
  sim.step_to(0.99);
  EXPECT_EQ(read_one(sim, "fmu.x"), 1.0);
  sim.step_to(1.1);
  EXPECT_EQ(read_one(sim, "fmu.x"), 2.0);
}

TEST_P(Exchanged, AnFmuThatEndsTheRunEndsItThere) {
  OneCase setup;
  setup.parameters = "fault: 3";
  run::Simulation sim(read(setup));
  EXPECT_FALSE(sim.step_to(2.0));
  EXPECT_NEAR(sim.time(), 1.0, 2e-9);
}

// Scaled by its nominal value a state of another size takes the same steps.
TEST_P(Exchanged, NominalValuesAreScales) {
  if (GetParam().isolate) return;
  const auto course = [&](double size) {
    OneCase setup;
    setup.parameters = fmt::format("x: {}, k: 3", size);
    setup.solver = "integrator: dopri5, time_step: 0.01, tolerance: 1e-3";
    setup.edit = [size](Description& d) { d.variables[*d.variables[d.derivatives[0]].derivative].nominal = size; };
    run::Simulation sim(read(setup));
    sim.step_to(1.5);
    return read_one(sim, "fmu.x") / size;
  };
  EXPECT_NEAR(course(1024.0), course(1.0), 1e-15);  // a power of two: the same bits, but for what is read as text
}

// It does not give its state.
TEST_P(Exchanged, ARunCanGoBackWhereNothingHidesInTheFmu) {
  const auto go_back = [&](bool completes, const std::string& model, double from, double to) {
    OneCase setup;
    setup.model = model;
    setup.edit = [&](Description& d) { d.model_exchange->completed_step_needed = completes; };
    run::Simulation sim(read(setup));
    sim.step_to(from);
    const auto saved = sim.snapshot();
    sim.step_to(to);
    const double first = read_one(sim, "fmu.x");
    return message([&] {
      sim.restore(*saved);
      sim.step_to(to);
      EXPECT_EQ(read_one(sim, "fmu.x"), first);
    });
  };
  EXPECT_EQ(go_back(false, "decay", 0.4, 0.8), "went well");
  EXPECT_THAT(go_back(true, "decay", 0.4, 0.8), HasSubstr("cannot be restored"));
  EXPECT_EQ(go_back(false, "ball", 0.4, 0.8), "went well") << "it bounces at 0.45 s, after the point that is saved";
  EXPECT_THAT(go_back(false, "ball", 0.6, 1.8), HasSubstr("cannot be restored")) << "and at 1.35 s";
}

// Refused before the run where it is known then; after a first event in the run that goes on, to its end.
TEST_P(Exchanged, ARunIsNotLostForACheckpointThatCannotBe) {
  OneCase setup;
  setup.model = "ball";  // it bounces at 0.45 s
  const auto run = [&](double at, bool completes) {
    setup.edit = [&](Description& d) { d.model_exchange->completed_step_needed = completes; };
    run::RunOptions options;
    options.output = folder_.path / "run.h5";
    options.checkpoint = folder_.path / "checkpoint.h5";
    options.checkpoint_at = at;
    std::filesystem::remove(options.output);
    std::filesystem::remove(options.checkpoint);
    return run::run_case(read(setup), options);
  };
  EXPECT_THAT(message([&] { run(0.2, true); }), HasSubstr("a checkpoint cannot hold fmu"));
  EXPECT_FALSE(std::filesystem::exists(folder_.path / "run.h5"));
  const run::RunSummary early = run(0.2, false), late = run(2.0, false);
  EXPECT_TRUE(early.warnings.empty());
  EXPECT_FALSE(early.checkpoint.empty());
  ASSERT_EQ(late.warnings.size(), 1U);
  EXPECT_EQ(late.warnings[0].code, "no-checkpoint");
  EXPECT_TRUE(late.checkpoint.empty());
  EXPECT_FALSE(std::filesystem::exists(folder_.path / "checkpoint.h5"));
  EXPECT_EQ(run::ResultsReader(folder_.path / "run.h5").read("/time").values.back(), 3.0);
}

// Where it gives its state nothing hides: events, completed steps and discrete inputs go back as well.
TEST_P(Exchanged, ARunGoesBackThroughEventsWhereTheFmuGivesItsState) {
  for (const char* const model : {"decay", "ball", "clock"}) {
    for (const bool completes : {false, true}) {
      OneCase setup;
      setup.model = model;
      setup.edit = [&](Description& d) {
        d.model_exchange->completed_step_needed = completes;
        d.model_exchange->keeps_state = d.model_exchange->serializes_state = true;
      };
      setup.others = kSine;
      setup.connections = kFromSine;
      if (setup.model == "clock") setup.connections += "  - {value: 2, to: fmu.whole}\n  - {value: 3, to: fmu.held}\n";
      const std::string output = setup.model == "clock" ? "fmu.count" : "fmu.x";
      const auto rest = [&](run::Simulation& sim, int from) {
        std::vector<double> values;
        for (int k = from; k <= 60; ++k) {
          sim.step_to(0.05 * k);
          values.push_back(read_one(sim, output));
        }
        return values;
      };
      run::Simulation sim(read(setup)), other(read(setup));
      for (const int from : {0, 12, 30}) {  // the ball bounces at 0.45 s, 1.35 s, 2.26 s, the clock each 0.3 s
        sim.step_to(0.05 * from);
        const auto saved = sim.snapshot();
        const std::string bytes = sim.serialize(*saved);
        const std::vector<double> first = rest(sim, from);
        sim.restore(*saved);
        EXPECT_EQ(rest(sim, from), first) << model << from;
        other.restore(*other.deserialize(bytes));
        EXPECT_EQ(rest(other, from), first) << model << from << " in another";
        sim.restore(*saved);
      }
    }
  }
}

// Who checks a case has agreed to nothing yet: a library that cannot even be loaded is no mistake there.
TEST(Exchange, ACheckRunsNoneOfItsCode) {
  const swell_test::UnitFolder folder;
  const auto file = folder.path / "pol.fmu";
  Description d = swell_test::equations_description(3, "pol");
  write_archive(file, {{"modelDescription.xml", write_description(d)}, {"binaries/x86_64-linux/equations.so", "x"}});
  Diagnostics diagnostics;
  const model::Model model = model::read_case_text(fmt::format("simulation: {{duration: 1, time_step: 0.1}}\n"
                                                               "components: [{{name: x, type: fmu, file: {}}}]\n"
                                                               "connections: [{{value: 0, to: x.u}}]\n",
                                                               file.string()),
                                                   "inputs/", {}, diagnostics);
  run::check_case(model, diagnostics);
  EXPECT_NO_THROW(diagnostics.throw_if_errors());
  EXPECT_ANY_THROW(const run::Simulation sim(model));
}

}  // namespace
}  // namespace swell::fmi::exchange_test
