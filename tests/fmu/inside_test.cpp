// Exported cases that have FMUs inside: what they claim, and their state as a whole.
#include <sys/wait.h>

#include <cerrno>
#include <cmath>

#include "exported.h"

#ifdef SWELL_FMU_MODULE
namespace swell::fmu::inside_test {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;

class Inside : public Exported {};
INSTANTIATE_TEST_SUITE_P(Fmi, Inside, ::testing::Values(2, 3));

// What an FMU inside of the case does not give cannot be taken back with the rest, and one that is stepped stands with
// the inputs of its last step: the export claims neither.
TEST_P(Inside, ClaimsOfACaseWithAnFmuWhatItCan) {
  const swell_test::UnitFolder units;
  const auto capabilities = [&](const std::string& component) {
    std::ofstream(folder_ / "cases/buoy.yaml") << "simulation: {duration: 2, time_step: 0.1, integrator: rk4}\n"
                                                  "components:\n  - " +
                                                      component;
    exported();
    const fmi::Interface& can = *description_.co_simulation;
    EXPECT_TRUE(can.variable_step);
    return std::tuple{can.keeps_state, can.serializes_state, can.directional_derivative};
  };
  EXPECT_EQ(capabilities("{name: gain, type: gain, factor: 2}\nconnections: [{value: 1, to: gain.input}]\n"),
            std::tuple(true, true, true));
  for (const auto& [keeps, writes] : {std::pair{false, false}, {true, false}, {true, true}}) {
    fmi::Description lag = swell_test::lag_description(2), decay = swell_test::equations_description(2, "decay");
    for (fmi::Interface* inner : {&*lag.co_simulation, &*decay.model_exchange}) {
      inner->keeps_state = keeps;
      inner->serializes_state = writes;
    }
    EXPECT_EQ(capabilities(fmt::format("{{name: lag, type: fmu, file: {}, step: 0.1}}\nconnections: [{{value: 1, to: "
                                       "lag.in_u}}, {{value: 1, to: lag.on}}]\n",
                                       units.lag(lag).string())),
              std::tuple(keeps, writes, false));
    EXPECT_EQ(capabilities(fmt::format("{{name: rest, type: fmu, file: {}}}\nconnections: [{{value: 1, to: rest.u}}]\n",
                                       units.equations(decay).string())),
              std::tuple(keeps, writes, true));
  }
}

// FMUs inside, one stepped and one integrated with the case, are kept with it: in another instance of other parameters,
// whose FMUs are others, by way of their bytes. What they do not give is refused with their name.
TEST_P(Inside, GoesBackWithTheFmusInsideOfIt) {
  for (const bool isolate : {false, true}) {
    for (const auto& [keeps, writes] : {std::pair{true, true}, {true, false}, {false, false}}) {
      if (isolate && !writes) continue;  // each costs an archive
      const swell_test::UnitFolder units;
      fmi::Description lag = swell_test::lag_description(GetParam());
      fmi::Description ball = swell_test::equations_description(GetParam(), "ball");
      for (fmi::Interface* inner : {&*lag.co_simulation, &*ball.model_exchange}) {
        inner->keeps_state = keeps;
        inner->serializes_state = writes;
      }
      std::ofstream(folder_ / "cases/buoy.yaml") << fmt::format(
          "simulation: {{duration: 9, time_step: 0.02, integrator: rk4}}\n"
          "components:\n"
          "  - {{name: u, type: input, value: 0, ports: {{output: {{unit: bar}}}}}}\n"
          "  - {{name: lag, type: fmu, file: {}, step: 0.1, isolate: {}, parameters: {{T: 0.7}}}}\n"
          "  - {{name: ball, type: fmu, file: {}, isolate: {}}}\n"
          "connections:\n"
          "  - {{from: u.output, to: lag.in_u}}\n  - {{value: 1, to: lag.on}}\n  - {{value: 0, to: ball.u}}\n",
          units.lag(lag).string(), isolate, units.equations(ball).string(), isolate);
      exported();
      const unsigned u = reference("u");
      const std::vector<unsigned> shown = {reference("lag.out_x"), reference("ball.x"), reference("ball.v")};
      const auto values = [&](Instance& it) {
        std::vector<double> now(shown.size());
        EXPECT_EQ(it.get(shown.data(), shown.size(), now.data()), fmi::ok);
        return now;
      };
      const auto go_on = [&](Instance& it, int from) {
        std::vector<std::vector<double>> rows = {values(it)};
        for (int k = from; k < 60; ++k) {
          const double input = std::sin(0.3 * k);
          EXPECT_EQ(it.set(&u, 1, &input), fmi::ok);
          step(it, 0.05 * k, 0.05);
          rows.push_back(values(it));
        }
        return rows;
      };
      std::vector<std::string> reported;
      Instance it = instance(description_.token, &reported);
      ASSERT_EQ(it.set_up({}), fmi::ok);
      ASSERT_EQ(it.enter_initialization(), fmi::ok);
      void* state = nullptr;
      if (!keeps) {
        EXPECT_EQ(it.save(&state), fmi::error);
        EXPECT_THAT(reported, Contains(AllOf(HasSubstr("cannot be kept"), HasSubstr("lag ("), HasSubstr("ball ("))));
        continue;
      }
      void* first_state = nullptr;
      ASSERT_EQ(it.save(&first_state), fmi::ok);
      ASSERT_EQ(it.exit_initialization(), fmi::ok);
      const auto whole = go_on(it, 0);
      ASSERT_EQ(it.load(first_state), fmi::ok);
      ASSERT_EQ(it.exit_initialization(), fmi::ok);
      EXPECT_EQ(go_on(it, 0), whole);
      ASSERT_EQ(it.load(first_state), fmi::ok);
      ASSERT_EQ(it.exit_initialization(), fmi::ok);
      for (int k = 0; k < 31; ++k) {  // in the middle of a step of the lag, behind two bounces of the ball
        const double input = std::sin(0.3 * k);
        ASSERT_EQ(it.set(&u, 1, &input), fmi::ok);
        step(it, 0.05 * k, 0.05);
      }
      ASSERT_EQ(it.save(&state), fmi::ok);
      const auto rest = go_on(it, 31);
      EXPECT_EQ(rest.back(), whole.back());
      ASSERT_EQ(it.load(state), fmi::ok);
      EXPECT_EQ(go_on(it, 31), rest);
      std::size_t size = 0;
      if (!writes) {
        EXPECT_EQ(it.serialized_size(state, &size), fmi::error);
        EXPECT_THAT(reported, Contains(AllOf(HasSubstr("cannot be written"), HasSubstr("lag ("))));
      } else {
        ASSERT_EQ(it.serialized_size(state, &size), fmi::ok);
        std::vector<char> bytes(size);
        ASSERT_EQ(it.serialize(state, bytes.data(), size), fmi::ok);
        void* read = nullptr;
        Instance other = started();
        ASSERT_EQ(other.deserialize(bytes.data(), size, &read), fmi::ok);
        ASSERT_EQ(other.load(read), fmi::ok);
        EXPECT_EQ(go_on(other, 31), rest);
        ASSERT_EQ(other.reset(), fmi::ok);  // its FMUs go, and with them what they keep
        ASSERT_EQ(other.load(read), fmi::ok);
        EXPECT_EQ(go_on(other, 31), rest);
        ASSERT_EQ(it.reset(), fmi::ok);
        ASSERT_EQ(it.load(state), fmi::ok);
        EXPECT_EQ(go_on(it, 31), rest);
        other.forget(&read);
      }
      it.forget(&state);
      it.forget(&first_state);
    }
  }
}

// What the importer has not freed goes with the instance (FMI 3.0.2, 2.3.1: FreeInstance), by both kinds: a state holds
// the FMUs that it is of, and those have processes.
TEST_P(Inside, StatesThatWereNotFreedGoWithTheInstance) {
  const swell_test::UnitFolder units;
  fmi::Description decay = swell_test::equations_description(GetParam(), "decay");
  decay.model_exchange->keeps_state = decay.model_exchange->serializes_state = true;
  decay.model_exchange->completed_step_needed = false;
  std::ofstream(folder_ / "cases/buoy.yaml") << fmt::format(
      "simulation: {{duration: 2, time_step: 0.1, integrator: rk4}}\n"
      "components: [{{name: rest, type: fmu, file: {}, isolate: true}}]\n"
      "connections: [{{value: 1, to: rest.u}}]\n",
      units.equations(decay).string());
  exported();
  const auto processes = [] { return waitpid(-1, nullptr, WNOHANG) >= 0 || errno != ECHILD; };
  ASSERT_FALSE(processes());
  {
    Instance it = started();
    EXPECT_TRUE(processes());
    void *first = nullptr, *second = nullptr, *read = nullptr;
    ASSERT_EQ(it.save(&first), fmi::ok);
    ASSERT_EQ(it.reset(), fmi::ok);  // the FMU of the first state stays for it
    ASSERT_EQ(it.set_up({}), fmi::ok);
    ASSERT_EQ(it.enter_initialization(), fmi::ok);
    ASSERT_EQ(it.save(&second), fmi::ok);
    std::size_t size = 0;
    ASSERT_EQ(it.serialized_size(second, &size), fmi::ok);
    std::vector<char> bytes(size);
    ASSERT_EQ(it.serialize(second, bytes.data(), size), fmi::ok);
    ASSERT_EQ(it.deserialize(bytes.data(), size, &read), fmi::ok);
    it.forget(&second);
    it.forget(&second);
    EXPECT_EQ(second, nullptr);
  }
  EXPECT_FALSE(processes());
}

// Where steps between FMUs follow a tolerance, an event that the importer wants to know of is a communication point:
// the FMUs inside stand there, too. Here an input jumps at 0.437 s.
TEST_P(Inside, StepsThatFollowAToleranceEndAtEvents) {
  if (GetParam() == 2) return;
  const swell_test::UnitFolder units;
  std::ofstream(folder_ / "cases/buoy.yaml") << fmt::format(
      "simulation: {{duration: 2, time_step: 0.1, integrator: rk4, cosimulation: {{tolerance: 1e-4}}}}\n"
      "components:\n"
      "  - {{name: lag, type: fmu, file: {}, step: 0.1}}\n"
      "  - {{name: jump, type: step, time: 0.437, after: 1, ports: {{output: {{unit: bar}}}}}}\n"
      "  - {{name: g, type: transfer-function, numerator: [3], denominator: [0.5, 1]}}\n"
      "connections:\n  - {{from: jump.output, to: g.input}}\n  - {{from: jump.output, to: lag.in_u}}\n"
      "  - {{value: 1, to: lag.on}}\n",
      units.lag(GetParam()).string());
  exported();
  ASSERT_TRUE(description_.co_simulation->event_mode);
  for (const double interval : {0.1, 0.5, 0.437}) {
    Instance it = instance(description_.token);
    it.use_event_mode(true);
    ASSERT_EQ(it.set_up({}), fmi::ok);
    ASSERT_EQ(it.enter_initialization(), fmi::ok);
    ASSERT_EQ(it.exit_initialization(), fmi::ok);
    ASSERT_EQ(it.enter_steps(), fmi::ok);
    double reached = 0.0;
    std::vector<double> events;
    for (double time = 0.0; time < 1.5 - 1e-6; time = reached) {
      bool ended = false, event = false, moved = false;
      const double next = interval * (std::floor(time / interval + 1e-6) + 1.0);
      ASSERT_EQ(it.step(time, next - time, &reached, &ended, &event), fmi::ok);
      if (!event) {
        EXPECT_NEAR(reached, next, 1e-9) << "a step ends early at events alone";
        continue;
      }
      events.push_back(reached);
      ASSERT_EQ(it.enter_events(), fmi::ok);
      ASSERT_EQ(it.discrete_states(&moved, &ended), fmi::ok);
      ASSERT_EQ(it.enter_steps(), fmi::ok);
    }
    ASSERT_EQ(events.size(), 1U) << interval;
    EXPECT_NEAR(events.front(), 0.437, 2e-9) << interval;
    const std::vector<unsigned> shown = {reference("g.output"), reference("lag.out_x")};
    std::vector<double> values(2);
    ASSERT_EQ(it.get(shown.data(), 2, values.data()), fmi::ok);
    // RK4 with 0.1 s for a time constant of 0.5 s errs by less than (h / T)^5 / 120 in each of 11 steps. The lag is
    // exact for an input that holds; it takes the jump at the communication point behind it.
    EXPECT_NEAR(values[0], 3.0 * (1.0 - std::exp(-2.0 * (reached - 0.437))), 3.0 * 11 * std::pow(0.2, 5) / 120.0);
    EXPECT_NEAR(values[1], 1.0 - std::exp(-(reached - 0.437)), 1e-8) << interval;
  }
}

}  // namespace
}  // namespace swell::fmu::inside_test
#endif
