// A case that is stepped from outside: the same numbers as the run alone, inputs, and going back.
#include "swell/run/simulation.h"

#include "swell/model/read_case.h"
#include "swell/run/run.h"
#include "swell_test/test.h"

namespace swell::run::simulation_test {
namespace {

model::Model read(const std::string& name, const std::vector<std::string>& overrides) {
  return model::read_case(swell_test::source_folder() / "inputs" / name, overrides);
}

/// Every dataset of the whole run, row by row.
std::vector<std::vector<double>> rows_of(const model::Model& model) {
  CaseRun run(model);
  std::vector<std::vector<double>> rows;
  run.run([&](double) {
    std::vector<double>& row = rows.emplace_back();
    for (std::size_t i = 0; i < run.series().size(); ++i)
      row.insert(row.end(), run.values(i), run.values(i) + std::max(1, run.series()[i].width));
    return true;
  });
  return rows;
}

std::vector<double> row_of(Simulation& sim) {
  std::vector<double> row;
  for (std::size_t i = 0; i < sim.outputs().size(); ++i) {
    const double* values = sim.read(i);
    row.insert(row.end(), values, values + sim.outputs()[i].spec.width);
  }
  return row;
}

struct Shipped {
  const char* file;
  std::vector<std::string> overrides;
};
void PrintTo(const Shipped& shipped, std::ostream* out) { *out << shipped.file; }

class SteppedCase : public ::testing::TestWithParam<Shipped> {
 protected:
  model::Model model_ = read(GetParam().file, GetParam().overrides);
  /// The same at fixed steps of 0.05 s, with a row at each.
  model::Model fixed() const {
    std::vector<std::string> overrides = GetParam().overrides;
    overrides.insert(overrides.end(),
                     {"simulation.integrator=rk4", "simulation.time_step=0.05", "output.time_step=0.05"});
    return read(GetParam().file, overrides);
  }
};

// Fixed steps on the grid of the case: nothing but who calls differs, so not one bit may.
TEST_P(SteppedCase, HasTheNumbersOfTheRun) {
  const model::Model model = fixed();
  const auto rows = rows_of(model);
  Simulation sim(model);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    sim.step_to(sim.start() + static_cast<double>(k) * 0.05);
    ASSERT_EQ(row_of(sim), rows[k]) << "row " << k;
  }
}

// Save anywhere, also between grid points and with inputs set; go on; go back; go on again.
TEST_P(SteppedCase, GoesBackToASavedStateBitForBit) {
  std::mt19937 random(21);
  std::uniform_real_distribution<double> length(0.003, 0.31);
  Simulation sim(model_), other(model_);
  double time = sim.start();
  for (int i = 0; i < 13; ++i) sim.step_to(time += length(random));
  const auto saved = sim.snapshot();
  const std::string bytes = sim.serialize(*saved);
  std::vector<double> times;
  for (int i = 0; i < 40; ++i) times.push_back(time += length(random));
  const auto go_on = [&times](Simulation& s) {
    std::vector<std::vector<double>> rows = {row_of(s)};
    for (const double t : times) {
      s.step_to(t);
      rows.push_back(row_of(s));
    }
    return rows;
  };
  const auto first = go_on(sim);
  sim.restore(*saved);
  EXPECT_EQ(go_on(sim), first) << "in the same simulation";
  other.restore(*other.deserialize(bytes));
  EXPECT_EQ(go_on(other), first) << "in another, from bytes";
}

INSTANTIATE_TEST_SUITE_P(Inputs, SteppedCase,
                         ::testing::Values(Shipped{"sphere/regular.yaml", {"simulation.duration=30"}},
                                           Shipped{"sphere/irregular.yaml", {"simulation.duration=30"}},
                                           Shipped{"sphere/variable.yaml", {"simulation.duration=30"}},
                                           Shipped{"control/expression.yaml", {"simulation.duration=20"}},
                                           Shipped{"loads/lines.yaml", {"simulation.duration=10"}},
                                           Shipped{"fhsim/mass-spring.yaml", {"simulation.duration=10"}}));

// A damper as a case has it against one that the caller makes of position differences: at every stage the same force
// only where the input is constant, so here a constant force, whose answer the case has too.
TEST(Simulation, AnInputIsAForceLikeAnyOther) {
  const std::vector<std::string> still = {"simulation.duration=10", "waves.height=1"};
  model::Model with = read("sphere/regular.yaml", still);
  ASSERT_FALSE(with.ptos.empty());
  const std::string address = with.ptos.front().name + ".force";
  model::Connection constant;
  constant.from = std::vector<double>{2.5e5};
  constant.to = address;
  with.connections.push_back(constant);
  Simulation by_case(with), from_outside(read("sphere/regular.yaml", still), {nullptr, {address}, {}});
  from_outside.set_input(address, {2.5e5});
  for (int k = 1; k <= 100; ++k) {
    by_case.step_to(0.1 * k);
    from_outside.step_to(0.1 * k);
    ASSERT_EQ(by_case.read(with.bodies.front().name + ".position"),
              from_outside.read(with.bodies.front().name + ".position"))
        << k;
  }
  // What feeds the address as a constant is the value at the start.
  Simulation taken(with, {nullptr, {address}, {}});
  EXPECT_EQ(taken.inputs().front().start, std::vector<double>{2.5e5});
}

const char* const kSampled =
    "simulation: {duration: 2, time_step: 0.01}\n"
    "components:\n"
    "  - {name: command, type: input, value: 1}\n"
    "  - {name: hold, type: sampler, sample_time: 0.1}\n"
    "  - {name: sum, type: transfer-function, numerator: [1], denominator: [1, 0]}\n"
    "connections:\n"
    "  - {from: command.output, to: hold.input}\n"
    "  - {from: hold.output, to: sum.input}\n";

model::Model sampled_case() {
  Diagnostics diagnostics;
  model::Model model = model::read_case_text(kSampled, "inputs/", {}, diagnostics);
  diagnostics.throw_if_errors();
  return model;
}

// A sample taken at a point takes the value that is set there, though the point has been shown with the one before.
TEST(Simulation, ASampleSeesWhatIsSetAtItsTime) {
  Simulation sim(sampled_case());
  EXPECT_EQ(sim.read("hold.output").front(), 1.0);
  sim.set_input("command", {2.0});
  EXPECT_EQ(sim.read("hold.output").front(), 2.0);
  sim.step_to(0.05);
  sim.set_input("command", {3.0});
  EXPECT_EQ(sim.read("hold.output").front(), 2.0) << "no sample here";
  sim.step_to(0.1);
  EXPECT_EQ(sim.read("hold.output").front(), 3.0);
  sim.set_input("command", {4.0});
  const auto saved = sim.snapshot();
  sim.step_to(0.2);
  // 2 held over 0.1 s, then 4: exact for Runge-Kutta but for rounding.
  EXPECT_NEAR(sim.read("sum.output").front(), 0.2 + 0.4, 1e-15);
  sim.restore(*saved);
  EXPECT_EQ(sim.read("hold.output").front(), 4.0);
  sim.set_input("command", {5.0});
  sim.step_to(0.2);
  EXPECT_NEAR(sim.read("sum.output").front(), 0.2 + 0.5, 1e-15) << "set anew after going back";
}

// Linear in time between points: the integral of 1 + 2 t over a second is 2, which Runge-Kutta has exactly.
TEST(Simulation, ARateCarriesTheInputOn) {
  Diagnostics diagnostics;
  model::Model model = model::read_case_text(
      "simulation: {duration: 2, time_step: 0.25}\n"
      "components: [{name: command, type: input, value: 1}, {name: sum, type: transfer-function, numerator: [1], "
      "denominator: [1, 0]}]\n"
      "connections: [{from: command.output, to: sum.input}]\n",
      "inputs/", {}, diagnostics);
  diagnostics.throw_if_errors();
  Simulation sim(model);
  const double rate = 2.0;
  sim.set_input_rate(sim.input("command"), &rate);
  sim.step_to(1.0);
  EXPECT_NEAR(sim.read("sum.output").front(), 2.0, 1e-15);
}

TEST(Simulation, RefusesWhatIsNotThere) {
  const auto message = [](const auto& act) { return swell_test::refusal_of([&] { act(); }, "taken"); };
  Simulation sim(sampled_case());
  EXPECT_THAT(message([&] { sim.set_input("comand", {1.0}); }), HasSubstr("did you mean command?"));
  EXPECT_THAT(message([&] { sim.set_input("command", {1.0, 2.0}); }), HasSubstr("takes 1 number, not 2"));
  EXPECT_THAT(message([&] { sim.set_input("command", {std::nan("")}); }), HasSubstr("nan"));
  EXPECT_THAT(message([&] { sim.step_to(-1.0); }), HasSubstr("time goes forward"));
  EXPECT_THAT(message([&] { sim.read("hold.outputs"); }), HasSubstr("did you mean hold.output?"));
  EXPECT_THAT(message([] { Simulation(sampled_case(), {nullptr, {"hold.inputs"}, {}}); }), HasSubstr("hold.input"));
  std::string bytes = sim.serialize(*sim.snapshot());
  for (std::size_t at = 0; at < bytes.size(); at += 7) {
    std::string changed = bytes;
    changed[at] = static_cast<char>(changed[at] ^ 1);
    EXPECT_THAT(message([&] { sim.deserialize(changed); }), HasSubstr("saved state")) << at;
    EXPECT_THAT(message([&] { sim.deserialize(bytes.substr(0, at)); }), HasSubstr("saved state")) << at;
  }
}

// Columns of results are named by their axes. Ports without names keep numbers, by which exported FMUs name variables.
TEST(Columns, OfVectorsAreNamedByTheirAxes) {
  const auto labels_of = [](const model::Model& model, const std::string& path) {
    CaseRun run(model);
    for (const assembly::Series& series : run.series())
      if (series.path == path) return series.labels;
    return std::vector<std::string>{"none"};
  };
  const model::Model mass = read("fhsim/mass-spring.yaml", {"simulation.duration=0.1"});
  EXPECT_THAT(labels_of(mass, "/components/M/position"), ElementsAre("x", "y", "z"));
  const Simulation sim(mass);
  EXPECT_TRUE(sim.outputs()[sim.output("M.position")].spec.labels.empty());
  EXPECT_THAT(labels_of(read("sphere/regular.yaml", {"simulation.duration=0.1"}), "/ptos/PTO/constraint_force"),
              ElementsAre("x", "y", "z", "rx", "ry", "rz"));
}

}  // namespace
}  // namespace swell::run::simulation_test
