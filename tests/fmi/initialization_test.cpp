// FMUs of one case start together: in initialization mode each has for inputs what the others give.
#include "swell/model/read_case.h"
#include "swell/run/simulation.h"
#include "swell_test/test.h"
#include "units.h"

namespace swell::fmi::initialization_test {
namespace {

struct How {
  int version;
  bool isolate;
  const char* master;
};
void PrintTo(const How& how, std::ostream* out) {
  *out << how.version << (how.isolate ? " isolated " : " ") << how.master;
}

class Initialization : public ::testing::TestWithParam<How> {
 protected:
  /// An FMU that starts at x = bias + gain u [bar], and keeps that for long.
  std::string lag(const std::string& name, double gain, double bias) const {
    return fmt::format(
        "  - {{name: {}, type: fmu, file: {}, step: 0.1, isolate: {}, parameters: {{T: 1e9, gain: {}, bias: {}}}}}\n",
        name, folder_.lag(GetParam().version).string(), GetParam().isolate, gain, bias);
  }
  /// Model exchange: x = u at the start.
  std::string rest(const std::string& name) const {
    return fmt::format("  - {{name: {}, type: fmu, file: {}, isolate: {}}}\n", name,
                       folder_.equations(swell_test::equations_description(GetParam().version, "rest")).string(),
                       GetParam().isolate);
  }
  static std::string on(const std::string& names) {
    std::string text;
    for (const char name : names) text += fmt::format("  - {{value: 1, to: {}.on}}\n", name);
    return text;
  }
  static std::string nothing_to(const std::string& input) { return fmt::format("  - {{value: 0, to: {}}}\n", input); }
  static std::string wire(const std::string& from, const std::string& to) {
    return fmt::format("  - {{from: {}, to: {}}}\n", from, to);
  }
  run::Simulation start(const std::string& components, const std::string& connections,
                        const std::string& more = "") const {
    Diagnostics diagnostics;
    const model::Model model = model::read_case_text(
        fmt::format("simulation: {{duration: 1, time_step: 0.1, integrator: rk4, cosimulation: {}}}\n{}"
                    "components:\n{}connections:\n{}",
                    GetParam().master, more, components, connections),
        "inputs/", {}, diagnostics);
    diagnostics.throw_if_errors();
    return run::Simulation(model);
  }
  static double value(run::Simulation& sim, const std::string& port) { return sim.read(port).front(); }
  swell_test::UnitFolder folder_;
};
INSTANTIATE_TEST_SUITE_P(Fmi, Initialization,
                         ::testing::Values(How{2, false, "jacobi"}, How{3, false, "jacobi"}, How{2, true, "jacobi"},
                                           How{3, true, "gauss-seidel"}, How{2, false, "gauss-seidel"}));

// c gives b through a gain, b gives a through a sampler: neither names nor the order of the case is that of the values.
TEST_P(Initialization, ValuesGoAlongAChain) {
  run::Simulation sim =
      start(lag("a", 2.0, 0.5) + lag("b", 3.0, 0.25) + lag("c", 0.0, 4.0) +
                "  - {name: twice, type: gain, factor: 2}\n"
                "  - {name: held, type: sampler, sample_time: 0.2}\n",
            on("abc") + nothing_to("c.in_u") + wire("c.out_x", "twice.input") + wire("twice.output", "b.in_u") +
                wire("b.out_x", "held.input") + wire("held.output", "a.in_u"));
  EXPECT_EQ(value(sim, "c.out_x"), 4.0);
  EXPECT_EQ(value(sim, "b.out_x"), 24.25);
  EXPECT_EQ(value(sim, "a.out_x"), 49.0);
}

// Continuous states of the case, and FMUs for model exchange, between those for co-simulation.
TEST_P(Initialization, StatesOfTheCaseAndOfModelExchangeTakePart) {
  run::Simulation sim = start(lag("a", 2.0, 0.0) + lag("c", 3.0, 1.0) + rest("b") +
                                  "  - {name: M, type: point-mass, mass: 1, position: [0, 0, 5]}\n"
                                  "  - {name: pick, type: pick, width: 3, entries: [3]}\n"
                                  "  - {name: level, type: expression, expression: z, inputs: [z]}\n",
                              on("ac") + "  - {value: [0, 0, 0], to: M.force}\n" + wire("M.position", "pick.input") +
                                  wire("pick.output", "level.z") + wire("level.output", "c.in_u") +
                                  wire("c.out_x", "b.u") + wire("b.x", "a.in_u"));
  EXPECT_EQ(value(sim, "c.out_x"), 16.0);
  EXPECT_EQ(value(sim, "b.x"), 16.0);
  EXPECT_EQ(value(sim, "a.out_x"), 32.0);
}

// a = 1 + b / 2, b = a / 2: the sweeps contract by 1/4, so that what is left is a third of the last change, which is
// below 1e-10 of the value.
TEST_P(Initialization, ALoopIsSweptUntilItSettles) {
  run::Simulation sim =
      start(lag("a", 0.5, 1.0) + lag("b", 0.5, 0.0), on("ab") + wire("a.out_x", "b.in_u") + wire("b.out_x", "a.in_u"));
  EXPECT_NEAR(value(sim, "a.out_x"), 4.0 / 3.0, 1e-10);
  EXPECT_NEAR(value(sim, "b.out_x"), 2.0 / 3.0, 1e-10);
  EXPECT_TRUE(sim.warnings().empty());
}

// a = 1 + 2 b, b = a: from a = 1, b = 0 two sweeps lead to a = 1, b = 1 and a = 3, b = 3. Newton's method finds -1.
TEST_P(Initialization, ALoopThatDoesNotSettleIsSaid) {
  const std::string fmus = lag("a", 2.0, 1.0) + lag("b", 1.0, 0.0);
  const std::string wires = on("ab") + wire("a.out_x", "b.in_u") + wire("b.out_x", "a.in_u");
  run::Simulation sim = start(fmus, wires);
  EXPECT_EQ(value(sim, "a.out_x"), 3.0);
  EXPECT_EQ(value(sim, "b.out_x"), 3.0);
  ASSERT_EQ(sim.warnings().size(), 1U);
  EXPECT_THAT(sim.warnings().front().text(),
              AllOf(HasSubstr("a, b"), HasSubstr("do not settle in 100 sweeps"), HasSubstr("method: newton")));
  run::Simulation solved = start(fmus, wires, "initialization: {method: newton}\n");
  EXPECT_NEAR(value(solved, "a.out_x"), -1.0, 1e-6);  // differences of 1e-7: the equations are linear
  EXPECT_TRUE(solved.warnings().empty());
}

// What a run that is taken back to its start begins with is the same.
TEST_P(Initialization, ARunBeginsAnewWithTheSameValues) {
  run::Simulation sim =
      start(lag("a", 2.0, 0.5) + lag("b", 0.0, 3.0), on("ab") + nothing_to("b.in_u") + wire("b.out_x", "a.in_u"));
  const auto saved = sim.snapshot();
  sim.step_to(0.5);
  EXPECT_NE(value(sim, "a.out_x"), 6.5);
  sim.restore(*saved);
  EXPECT_EQ(value(sim, "a.out_x"), 6.5);
}

// An FMU without states has its discrete input from the start on, not from its first event.
TEST_P(Initialization, DiscreteInputsAreThereAtTheStart) {
  run::Simulation sim =
      start(lag("a", 0.0, 7.0) +
                fmt::format("  - {{name: clock, type: fmu, file: {}, isolate: {}}}\n",
                            folder_.equations(swell_test::equations_description(GetParam().version, "clock")).string(),
                            GetParam().isolate),
            on("a") + nothing_to("a.in_u") + nothing_to("clock.u") + wire("a.letters", "clock.whole") +
                wire("a.out_x", "clock.held"));
  EXPECT_EQ(value(sim, "clock.whole_then"), 4.0);
  EXPECT_EQ(value(sim, "clock.held_then"), 7.0);
}

}  // namespace
}  // namespace swell::fmi::initialization_test
