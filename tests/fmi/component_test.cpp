// `type: fmu` in a case: FMUs of both versions, in this process and in one of their own.
#include <thread>

#include "swell/fmi/fmu_file.h"
#include "swell/model/read_case.h"
#include "swell/run/results_reader.h"
#include "swell/run/run.h"
#include "swell/run/simulation.h"
#include "swell_test/test.h"
#include "units.h"

namespace swell::fmi::component_test {
namespace {

using swell_test::message;

struct How {
  int version;
  bool isolate;
};
void PrintTo(const How& how, std::ostream* out) { *out << how.version << (how.isolate ? " isolated" : ""); }

class FmuComponent : public ::testing::TestWithParam<How> {
 protected:
  model::Model read(const std::string& parameters = "", double step = 0.1) const {
    Description description = swell_test::lag_description(GetParam().version);
    if (declared_) declared_(*description.co_simulation);
    const std::string file = folder_.lag(description).string();
    Diagnostics diagnostics;
    model::Model model = model::read_case_text(
        fmt::format(
            "simulation: {{duration: 2, time_step: 0.025, integrator: rk4}}\n"
            "components:\n"
            "  - {{name: u, type: sine, amplitude: 3e5, period: 1.7, offset: 1e5, ports: {{output: {{unit: Pa}}}}}}\n"
            "  - {{name: on, type: constant, value: 1}}\n"
            "  - {{name: lag, type: fmu, file: {}, step: {}, isolate: {}, parameters: {{{}}}}}\n"
            "connections:\n"
            "  - {{from: u.output, to: lag.in_u}}\n"
            "  - {{from: on.output, to: lag.on}}\n",
            file, step, GetParam().isolate, parameters),
        "inputs/", {}, diagnostics);
    diagnostics.throw_if_errors();
    return model;
  }
  void declare(std::function<void(Interface&)> edit) { declared_ = std::move(edit); }

  swell_test::UnitFolder folder_;
  std::function<void(Interface&)> declared_;
};
INSTANTIATE_TEST_SUITE_P(Fmi, FmuComponent,
                         ::testing::Values(How{2, false}, How{3, false}, How{2, true}, How{3, true}));

// The closed form of a lag whose input is held from sample to sample, in bar though what feeds it is in Pa.
TEST_P(FmuComponent, IsSteppedAtItsCommunicationStep) {
  run::Simulation sim(read("T: 0.4, label: five!"));
  double x = 0.0;
  for (int k = 0; k <= 80; ++k) {
    const double t = 0.025 * k;
    sim.step_to(t);
    if (k % 4 == 0 && k > 0) {
      const double held = 1.0 + 3.0 * std::sin(2.0 * M_PI * (t - 0.1) / 1.7);
      x += (1.0 - std::exp(-0.1 / 0.4)) * (held - x);
    }
    // One unit is converted, and the sine taken at a time of the grid: a few roundings per sample of a value up to 4.
    ASSERT_NEAR(sim.read("lag.out_x").front(), x, 1e-14 * 4.0 * (k + 1)) << t;
    ASSERT_EQ(sim.read("lag.steps").front(), k / 4) << t;
  }
  EXPECT_EQ(sim.read("lag.letters").front(), 5.0);
}

TEST_P(FmuComponent, ParametersAreCheckedBeforeTheRun) {
  const std::string all = message([&] { run::Simulation(read("falt: 1, T: 0, fault: 1.5, out.x: 1, in.u: 2")); });
  for (const char* part : {"falt is not a variable", "did you mean fault?", "T = 0 is outside",
                           "fault = 1.5: a whole number", "out.x cannot be set", "in.u is an input"})
    EXPECT_THAT(all, HasSubstr(part));
}

TEST_P(FmuComponent, WhatTheFmuSaysOfItsFailureIsPassedOn) {
  const auto fails = [&](int fault) {
    return message([&] {
      run::Simulation sim(read(fmt::format("fault: {}", fault)));
      sim.step_to(1.0);
    });
  };
  EXPECT_THAT(fails(1), AllOf(HasSubstr("lag (lag"), HasSubstr("asked to fail")));
  EXPECT_THAT(fails(4), HasSubstr("EnterInitializationMode ended with error"));
  if (GetParam().isolate) {
    EXPECT_THAT(fails(2), AllOf(HasSubstr("lag (lag"), HasSubstr("its process crashed: Segmentation fault")));
    EXPECT_THAT(fails(6), AllOf(HasSubstr("lag (lag"), HasSubstr("called exit(0)")));
    EXPECT_THAT(fails(7), AllOf(HasSubstr("lag (lag"), HasSubstr("called _exit(0)")));
  }
}

// Results, reports and checkpoints have relative names.
TEST_P(FmuComponent, TheWorkingDirectoryStaysWhereItIs) {
  const std::filesystem::path here = std::filesystem::current_path();
  run::Simulation sim(read("fault: 8"));
  sim.step_to(1.0);
  EXPECT_EQ(std::filesystem::current_path(), here);
}

TEST_P(FmuComponent, AnFmuThatEndsTheRunEndsItThere) {
  for (const char* fault : {"fault: 3", "fault: 9"}) {
    run::Simulation sim(read(fault));
    EXPECT_FALSE(sim.step_to(1.0)) << fault;
    const std::vector<Diagnostic> warnings = sim.warnings();
    EXPECT_TRUE(
        std::any_of(warnings.begin(), warnings.end(), [](const Diagnostic& d) { return d.code == "fmu-ended"; }));
    EXPECT_NEAR(sim.time(), 0.3, 1e-6) << fault;  // its third step, and then the event, located to 1e-9 s
  }
}

TEST_P(FmuComponent, ARunThatGoesBackIsRefusedWhereTheFmuDoesNotGiveItsState) {
  declare([](Interface& can) { can.keeps_state = false; });
  run::Simulation sim(read());
  sim.step_to(0.5);
  const auto saved = sim.snapshot();
  sim.step_to(0.8);
  sim.restore(*saved);
  EXPECT_THAT(message([&] { sim.step_to(0.8); }), AllOf(HasSubstr("cannot be restored"), HasSubstr("canGetAndSet")));
}

// Any number of times, to points before and after, and to the very start.
TEST_P(FmuComponent, ARunThatGoesBackGivesTheSameBits) {
  run::Simulation sim(read());
  std::vector<std::shared_ptr<const run::Simulation::Snapshot>> saved;
  std::vector<double> first;
  for (int k = 0; k <= 10; ++k) {
    sim.step_to(0.1 * k);
    first.push_back(sim.read("lag.out_x").front());
    saved.push_back(sim.snapshot());
  }
  for (const int from : {5, 8, 0, 5}) {
    sim.restore(*saved[static_cast<std::size_t>(from)]);
    for (int k = from; k <= 10; ++k) {
      sim.step_to(0.1 * k);
      ASSERT_EQ(sim.read("lag.out_x").front(), first[static_cast<std::size_t>(k)]) << from << ": " << k;
    }
  }
}

TEST_P(FmuComponent, AnotherSimulationGoesOnFromBytes) {
  const auto rest = [](run::Simulation& sim) {
    std::vector<double> values;
    for (int k = 5; k <= 10; ++k) {
      sim.step_to(0.1 * k);
      values.push_back(sim.read("lag.out_x").front());
    }
    return values;
  };
  for (const bool writes : {true, false}) {
    declare([&](Interface& can) { can.serializes_state = writes; });
    run::Simulation one(read()), other(read());
    EXPECT_EQ(one.unkept(true).empty(), writes);
    EXPECT_TRUE(one.unkept(false).empty());
    one.step_to(0.5);
    const auto saved = one.snapshot();
    std::string bytes;
    const std::string refused = message([&] { bytes = one.serialize(*saved); });
    const std::vector<double> expected = rest(one);
    if (writes) {
      other.restore(*other.deserialize(bytes));
      EXPECT_EQ(rest(other), expected);
    } else {
      EXPECT_THAT(refused,
                  AllOf(HasSubstr("lag (lag"), HasSubstr("canSerializeFMU"), HasSubstr("the snapshot itself")));
    }
    // Kept in one instance, taken by another: by way of bytes.
    run::Simulation third(read());
    const auto direct = [&] { third.restore(*one.snapshot()); };
    if (writes) {
      direct();
      EXPECT_EQ(third.read("lag.out_x").front(), expected.back());
    } else {
      EXPECT_THAT(message(direct), HasSubstr("earlier instance"));
    }
  }
}

// Importers with pools of threads make it in one and step it in another.
TEST_P(FmuComponent, OutlivesTheThreadThatMadeIt) {
  std::unique_ptr<run::Simulation> sim;
  std::thread([&] { sim = std::make_unique<run::Simulation>(read()); }).join();
  sim->step_to(0.5);
  run::Simulation here(read());
  here.step_to(0.5);
  EXPECT_EQ(sim->read("lag.out_x"), here.read("lag.out_x"));
}

// A checkpoint holds what the FMU writes; the restarted run has the bits of the whole one. One that writes nothing is
// refused before the run.
TEST_P(FmuComponent, ACheckpointHoldsIt) {
  const auto file = [&](const char* name) { return folder_.path / name; };
  const auto last = [&](const model::Model& model, run::RunOptions options, const char* name) {
    options.output = file(name);
    run::run_case(model, options);
    return run::ResultsReader(file(name)).read("/components/lag/out_x").values.back();
  };
  declare([](Interface& can) { can.serializes_state = true; });
  run::RunOptions options;
  options.checkpoint_at = 0.5;
  options.checkpoint = file("half.h5");
  const double whole = last(read(), options, "whole.h5");
  run::RunOptions again;
  again.restart = file("half.h5");
  EXPECT_EQ(last(read(), again, "again.h5"), whole);
  declare([](Interface& can) { can.serializes_state = false; });
  EXPECT_THAT(message([&] { last(read(), options, "none.h5"); }),
              AllOf(HasSubstr("cannot hold lag (lag"), HasSubstr("canSerializeFMUstate")));
}

// Enumerations are given by word, by number too.
TEST(Enumerations, AreGivenByWord) {
  const swell_test::UnitFolder folder;
  Description d = swell_test::lag_description(2);
  Variable& fault = d.variables[3];
  ASSERT_EQ(fault.name, "fault");
  fault.type = Type::enumeration;
  fault.items = {{"none", 0}, {"refuses to step", 1}, {"ends", 3}};
  write_archive(folder.path / "lag2.fmu",
                {{"modelDescription.xml", write_description(d)}, {"binaries/linux64/lag.so", {}, SWELL_TEST_UNIT}});
  const auto run = [&](const std::string& value) {
    return message([&] {
      Diagnostics diagnostics;
      const model::Model model = model::read_case_text(
          fmt::format("simulation: {{duration: 1, time_step: 0.1, integrator: rk4}}\n"
                      "components: [{{name: lag, type: fmu, file: {}, step: 0.1, parameters: {{fault: {}}}}}]\n"
                      "connections: [{{value: 1, to: lag.in_u}}, {{value: 1, to: lag.on}}]\n",
                      (folder.path / "lag2.fmu").string(), value),
          "inputs/", {}, diagnostics);
      diagnostics.throw_if_errors();
      run::Simulation(model).step_to(1.0);
    });
  };
  EXPECT_EQ(run("none"), "went well");
  EXPECT_THAT(run("refuses to step"), HasSubstr("asked to fail"));
  EXPECT_THAT(run("1"), HasSubstr("asked to fail"));
  EXPECT_THAT(run("nome"), ::testing::AllOf(HasSubstr("fault = nome is not a word"), HasSubstr("did you mean none?"),
                                            HasSubstr("none, refuses to step, ends")));
}

}  // namespace
}  // namespace swell::fmi::component_test
