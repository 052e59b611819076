// A case as an FMU: what it says of itself, and the numbers of the run, through the C functions of both versions.
#include "swell/fmu/export_fmu.h"

#include <dlfcn.h>
#include <cstdarg>
#include <thread>

#include "exported.h"
#include "swell/fmi/archive.h"
#include "swell/fmi/c_interface.h"
#include "swell/fmi/imported.h"
#include "swell/fmu/exported_instance.h"
#include "swell/model/read_case.h"
#include "swell/run/simulation.h"
#include "swell_test/test.h"

#ifdef SWELL_FMU_MODULE
namespace swell::fmu::export_test {
namespace {

namespace fs = std::filesystem;

INSTANTIATE_TEST_SUITE_P(Fmi, Exported, ::testing::Values(2, 3));

TEST_P(Exported, SaysWhatItHas) {
  exported();
  EXPECT_EQ(description_.version, GetParam());
  ASSERT_TRUE(description_.co_simulation);
  EXPECT_TRUE(description_.co_simulation->serializes_state);
  const fmi::Variable* force = description_.find("PTO.force.input.z");
  ASSERT_NE(force, nullptr);
  EXPECT_EQ(force->causality, fmi::Causality::input);
  EXPECT_EQ(force->unit, "N");
  EXPECT_EQ(force->start, std::vector<std::string>{"0"});
  const fmi::Variable* constant = description_.find("gain.input");
  ASSERT_NE(constant, nullptr);
  EXPECT_EQ(constant->variability, fmi::Variability::tunable);
  EXPECT_EQ(constant->start, std::vector<std::string>{"3"});
  const fmi::Variable* damping = description_.find("ptos.PTO.damping");
  ASSERT_NE(damping, nullptr);
  EXPECT_EQ(damping->variability, fmi::Variability::fixed);
  EXPECT_EQ(damping->start, std::vector<std::string>{"300000"});
  for (const char* output :
       {"sphere.position.heave", "sphere.velocity.pitch", "PTO.power.z", "sea.elevation", "gain.output"})
    EXPECT_NE(description_.find(output), nullptr) << output;
  EXPECT_EQ(summary_.files, 1U);
  std::ifstream osp(summary_.osp);
  const std::string text{std::istreambuf_iterator<char>(osp), {}};
  EXPECT_THAT(text, HasSubstr("ref=\"sphere.position.heave\""));
  const fmi::Archive archive(summary_.fmu);
  EXPECT_EQ(archive.read("documentation/licenses/license.txt"), "licence");
  EXPECT_THAT(archive.read("documentation/index.html"), HasSubstr("PTO.force.input.z"));
}

// With end stops the power of a take-off is what results call power, without theirs, by the same name everywhere: in
// the exported FMU, in a stepped run and in connections.
TEST_P(Exported, HasThePowerOfATakeOffWithStops) {
  const std::vector<std::string> stops = {"ptos.PTO.limits.upper=0.1", "ptos.PTO.limits.lower=-0.1",
                                          "ptos.PTO.limits.stiffness=1e6"};
  {
    std::string text = kCase;
    const std::string constant = "{value: 3, to: gain.input}";
    text.replace(text.find(constant), constant.size(), "{from: PTO.power, to: gain.input}");
    std::ofstream(folder_ / "cases/buoy.yaml") << text;
  }
  exported({}, stops);
  ASSERT_NE(description_.find("PTO.power.z"), nullptr);
  Instance it = started();
  run::Simulation sim(model(stops),
                      {nullptr, {}, {"PTO.power", "PTO.velocity", "PTO.mechanical_power", "gain.output"}});
  double apart = 0.0;
  for (int k = 1; k <= 100; ++k) {
    step(it, 0.1 * (k - 1), 0.1);
    sim.step_to(0.1 * k);
    const double power = sim.read("PTO.power")[0], u = sim.read("PTO.velocity")[0];
    const unsigned reference_of_power = reference("PTO.power.z");
    double value = 0.0;
    ASSERT_EQ(it.get(&reference_of_power, 1, &value), fmi::ok);
    ASSERT_EQ(value, power) << k;
    ASSERT_NEAR(power, 3e5 * u * u, 1e-9 * (1.0 + 3e5 * u * u)) << "that of the damper alone";
    ASSERT_EQ(sim.read("gain.output")[0], 2.0 * power);
    apart = std::max(apart, std::abs(power - sim.read("PTO.mechanical_power")[0]));
  }
  EXPECT_GT(apart, 1e3) << "the stops take power";
}

// The same case is the same FMU, bit for bit; another case has another token.
TEST_P(Exported, TheTokenIsThatOfTheContents) {
  const auto bytes = [](const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return std::string{std::istreambuf_iterator<char>(in), {}};
  };
  const std::string first = bytes(exported());
  const std::string token = description_.token;
  EXPECT_EQ(bytes(exported()), first);
  exported({}, {"ptos.PTO.damping=4e5"});
  EXPECT_NE(description_.token, token);
  EXPECT_EQ(description_.find("ptos.PTO.damping")->start, std::vector<std::string>{"400000"});
}

// What the line file names goes with it, and stays beside it.
TEST_P(Exported, ALineFileTakesItsTablesAlong) {
  std::ofstream(folder_ / "data here/chain.txt")
      << "--- LINE TYPES ---\nTypeName Diam Mass/m EA BA EI Cd Ca CdAx CaAx\n- - - - - - - - - -\nchain 0.1 60 "
         "tables/ea.txt -0.8 0 1.6 1 0.1 0\n--- POINTS ---\nID Attachment X Y Z Mass Volume CdA Ca\n- - - - - - - - "
         "-\n1 "
         "Fixed 180 0 -50 0 0 0 0\n2 Vessel 4 0 -3 0 0 0 0\n--- LINES ---\nID LineType AttachA AttachB UnstrLen "
         "NumSegs "
         "Outputs\n- - - - - - -\n1 chain 1 2 185 4 -\n--- OPTIONS ---\n3e5 kBot\n3e4 cBot\n50 WtrDpth\n";
  fs::create_directory(folder_ / "data here/tables");
  const auto stiffen = [this](const char* tension) {
    std::ofstream(folder_ / "data here/tables/ea.txt") << "Strain Tension\n- -\n0 0\n0.01 " << tension << "\n0.1 3e7\n";
  };
  stiffen("3e6");
  std::ofstream(folder_ / "cases/buoy.yaml", std::ios::app)
      << "environment: {depth: 50}\nmoorings: [{name: chain, type: lines, body: sphere, file: ../data "
         "here/chain.txt}]\n";
  exported();
  const std::string token = description_.token;
  started();
  stiffen("4e6");
  exported();
  EXPECT_NE(description_.token, token);
  // A second line of another folder, with a table of the same name.
  fs::create_directory(folder_ / "data there");
  fs::copy(folder_ / "data here", folder_ / "data there", fs::copy_options::recursive);
  std::ofstream(folder_ / "data there/tables/ea.txt") << "Strain Tension\n- -\n0 0\n0.01 5e6\n0.1 3e7\n";
  std::ifstream in(folder_ / "cases/buoy.yaml");
  std::string text{std::istreambuf_iterator<char>(in), {}};
  const std::string one = "moorings: [";
  text.replace(text.find(one), one.size(),
               one + "{name: other, type: lines, body: sphere, file: ../data there/chain.txt}, ");
  std::ofstream(folder_ / "cases/buoy.yaml") << text;
  exported();
  started();
}

TEST_P(Exported, HasTheNumbersOfTheRun) {
  exported();
  run::Simulation sim(model());
  fs::remove_all(folder_ / "data here");
  fs::remove_all(folder_ / "cases");
  Instance it = started();
  const auto same = [&](double t) {
    for (const std::size_t i : description_.outputs) {
      const fmi::Variable& v = description_.variables[i];
      double value = 0.0;
      ASSERT_EQ(it.get(&v.reference, 1, &value), fmi::ok);
      if (v.name == "sphere.position.heave") {
        ASSERT_EQ(value, sim.read("sphere.position")[2]) << t;
      }
      if (v.name == "PTO.power.z") {
        ASSERT_EQ(value, sim.read("PTO.power")[0]) << t;
      }
    }
  };
  same(0.0);
  for (int k = 1; k <= 100; ++k) {
    step(it, 0.1 * (k - 1), 0.1);
    sim.step_to(0.1 * k);
    same(0.1 * k);
  }
}

TEST_P(Exported, GoesBackBitForBitHereAndElsewhere) {
  exported();
  Instance it = started();
  const unsigned force = reference("PTO.force.input.z"), rate = reference("gain.input");
  double time = 0.0;
  const auto go_on = [&](Instance& on, double from) {
    std::vector<std::vector<double>> rows = {row(on)};
    for (int k = 0; k < 30; ++k) {
      const double push = 1e5 * std::sin(0.7 * k), length = 0.03 + 0.01 * (k % 5);
      EXPECT_EQ(on.set(&force, 1, &push), fmi::ok);
      EXPECT_EQ(on.set(&rate, 1, &push), fmi::ok);
      step(on, from, length);
      from += length;
      rows.push_back(row(on));
    }
    return rows;
  };
  for (int k = 0; k < 17; ++k, time += 0.07) step(it, time, 0.07);
  void* state = nullptr;
  ASSERT_EQ(it.save(&state), fmi::ok);
  std::size_t size = 0;
  ASSERT_EQ(it.serialized_size(state, &size), fmi::ok);
  std::vector<char> bytes(size);
  ASSERT_EQ(it.serialize(state, bytes.data(), size), fmi::ok);
  const auto first = go_on(it, time);
  ASSERT_EQ(it.load(state), fmi::ok);
  EXPECT_EQ(go_on(it, time), first);
  it.forget(&state);
  EXPECT_EQ(state, nullptr);
  Instance other = started();
  ASSERT_EQ(other.deserialize(bytes.data(), size, &state), fmi::ok);
  ASSERT_EQ(other.load(state), fmi::ok);
  EXPECT_EQ(go_on(other, time), first);
  other.forget(&state);
  bytes[size / 2] = static_cast<char>(bytes[size / 2] ^ 1);
  EXPECT_NE(other.deserialize(bytes.data(), size, &state), fmi::ok);
}

// What pushes the sphere along the PTO is what accelerates it: the derivative is that of the solved equation of motion,
// linear in the force, so a difference of any size is exact but for rounding.
TEST_P(Exported, TheDirectionalDerivativeIsThatOfTheEquationOfMotion) {
  exported();
  Instance it = started();
  const unsigned force = reference("PTO.force.input.z"), heave = reference("sphere.acceleration.heave");
  const auto acceleration = [&](double push) {
    double value = 0.0;
    EXPECT_EQ(it.set(&force, 1, &push), fmi::ok);
    EXPECT_EQ(it.get(&heave, 1, &value), fmi::ok);
    return value;
  };
  const double expected = (acceleration(1e6) - acceleration(-1e6)) / 2e6;
  acceleration(0.0);
  const double seed = 2.0;
  double derivative = 0.0;
  ASSERT_EQ(it.directional_derivative(&heave, 1, &force, 1, &seed, &derivative), fmi::ok);
  EXPECT_GT(expected, 0.0);
  // Rounding: eps |a| / (2 step expected) with a step of 6e-6 1e5 N.
  EXPECT_NEAR(derivative, 2.0 * expected, 2.0 * expected * 1e-6);
  EXPECT_EQ(acceleration(0.0), acceleration(0.0));
}

// Before initialization or in it, as importers differ.
TEST_P(Exported, ParametersCountBeforeTheStartAlone) {
  exported();
  Instance it = instance(description_.token);
  const unsigned damping = reference("ptos.PTO.damping");
  const double other = 9e5;
  const double not_this = 1.0;
  ASSERT_EQ(it.set(&damping, 1, &not_this), fmi::ok);
  ASSERT_EQ(it.set_up({}), fmi::ok);
  ASSERT_EQ(it.enter_initialization(), fmi::ok);
  ASSERT_EQ(it.set(&damping, 1, &other), fmi::ok);
  ASSERT_EQ(it.exit_initialization(), fmi::ok);
  run::Simulation sim(model({"ptos.PTO.damping=9e5"}));
  for (int k = 0; k < 40; ++k) step(it, 0.1 * k, 0.1);
  sim.step_to(4.0);
  const unsigned heave = reference("sphere.position.heave");
  double value = 0.0;
  ASSERT_EQ(it.get(&heave, 1, &value), fmi::ok);
  // The simulation was taken there in one call: the same grid, the same bits.
  EXPECT_EQ(value, sim.read("sphere.position")[2]);
  std::vector<std::string> reported;
  EXPECT_EQ(it.set(&damping, 1, &value), fmi::error);
}

TEST_P(Exported, MistakesAreStatusesWithWords) {
  exported();
  std::vector<std::string> reported;
  EXPECT_THROW(instance("another", &reported), InputError);
  Instance it = instance(description_.token, &reported);
  double reached = 0.0, value = 1.0;
  bool ended = false;
  const auto last = [&] { return reported.empty() ? std::string() : reported.back(); };
  EXPECT_EQ(it.step(0.0, 0.1, &reached, &ended), fmi::error);
  EXPECT_THAT(last(), HasSubstr("DoStep: not allowed instantiated"));
  ASSERT_EQ(it.set_up({0.0, true, 1.0, false, 0.0}), fmi::ok);
  ASSERT_EQ(it.enter_initialization(), fmi::ok);
  ASSERT_EQ(it.exit_initialization(), fmi::ok);
  EXPECT_EQ(it.step(0.5, 0.1, &reached, &ended), fmi::error);
  EXPECT_THAT(last(), HasSubstr("the FMU is at 0 s"));
  EXPECT_EQ(it.step(0.0, -0.1, &reached, &ended), fmi::error);
  EXPECT_EQ(it.step(0.0, 2.0, &reached, &ended), fmi::error);
  EXPECT_THAT(last(), HasSubstr("beyond the stop time 1 s"));
  const unsigned none = 100000, heave = reference("sphere.position.heave");
  EXPECT_EQ(it.get(&none, 1, &value), fmi::error);
  EXPECT_EQ(it.set(&heave, 1, &value), fmi::error);
  EXPECT_THAT(last(), HasSubstr("cannot be set"));
  EXPECT_EQ(it.step(0.0, 0.1, &reached, &ended), fmi::ok) << "none of these has harmed it";
  EXPECT_THROW(exported({GetParam(), {"PTO.forse"}, {}, {}, {}, false}), InputError);
  EXPECT_THROW(exported({GetParam(), {}, {"sphere.positon"}, {}, {}, false}), InputError);
}

// Every function of the version is there, nothing else of the solver shows, and an importer runs it: here our own,
// which loads the library as any other's, two instances at a time in two threads.
TEST_P(Exported, RunsAsALibraryInThreads) {
  module_ = SWELL_FMU_MODULE;
  const fmi::Unit unit(exported());
  void* library = dlopen(SWELL_FMU_MODULE, RTLD_NOW | RTLD_LOCAL);
  ASSERT_NE(library, nullptr) << dlerror();
#define SWELL_THERE(NAME, PARAMETERS) EXPECT_NE(dlsym(library, (prefix + #NAME).c_str()), nullptr) << #NAME;
#define SWELL_THERE_AS(RESULT, NAME, PARAMETERS) SWELL_THERE(NAME, PARAMETERS)
  std::string prefix = "fmi2";
  SWELL_FMI2_COMMON(SWELL_THERE, SWELL_THERE_AS)
  SWELL_FMI2_STEPPED(SWELL_THERE)
  SWELL_FMI2_EXCHANGED(SWELL_THERE)
  prefix = "fmi3";
  SWELL_FMI3_COMMON(SWELL_THERE, SWELL_THERE_AS)
  SWELL_FMI3_STEPPED(SWELL_THERE)
  SWELL_FMI3_EXCHANGED(SWELL_THERE)
  SWELL_FMI3_RARE(SWELL_THERE, SWELL_THERE_AS)
  EXPECT_EQ(dlsym(library, "_ZN5swell3run7versionB5cxx11Ev"), nullptr);
  dlclose(library);

  fmi::ImportOptions options;
  options.name = "one";
  options.groups.resize(1);
  for (std::size_t i = 0; i < unit.description().variables.size(); ++i) {
    const fmi::Variable& v = unit.description().variables[i];
    if (v.name == "PTO.force.input.z") options.inputs.push_back(i);
    if (v.name == "sphere.position.heave") options.groups[0].push_back(i);
  }
  const auto run_one = [&](double amplitude, std::vector<double>& rows) {
    const auto slave = fmi::make_imported(unit, options);
    std::vector<double> u = {0.0}, y = {0.0};
    slave->begin(0.0, {}, u, y);
    slave->start(u, y);
    for (int k = 0; k < 60; ++k) {
      u[0] = amplitude * std::sin(k * 0.1);
      if (!slave->step(0.1 * k, 0.1, u, y)) break;
      rows.push_back(y[0]);
    }
  };
  std::vector<std::vector<double>> alone(2), together(2);
  run_one(1e5, alone[0]);
  run_one(2e5, alone[1]);
  std::thread a([&] { run_one(1e5, together[0]); }), b([&] { run_one(2e5, together[1]); });
  a.join();
  b.join();
  EXPECT_EQ(together, alone);
  EXPECT_NE(alone[0], alone[1]);
}

const std::vector<std::string> kStates = {"hydrodynamics.radiation=state-space"};

// The FMU's rates, integrated by the same method at the same step in a case of its own, are the run: sums of the same
// numbers in another order, 200 steps of a motion of 1 m. With `both` co-simulation is what it was.
TEST_P(Exported, ModelExchangeIsTheSameMotion) {
  module_ = SWELL_FMU_MODULE;
  ExportOptions options;
  options.model_exchange = true;
  const fs::path file = exported(options, kStates);
  ASSERT_TRUE(description_.co_simulation && description_.model_exchange);
  EXPECT_EQ(description_.derivatives.size(), summary_.states);
  run::Simulation alone(model(kStates));
  ASSERT_EQ(summary_.states, alone.state().size());
  Diagnostics diagnostics;
  const model::Model around =
      model::read_case_text(fmt::format("simulation: {{duration: 20, time_step: 0.1, integrator: rk4}}\n"
                                        "components: [{{name: buoy, type: fmu, file: '{}', kind: model-exchange}}]\n"
                                        "connections: [{{value: 5e4, to: buoy.PTO_force_input_z}}]\n",
                                        file.string()),
                            "inputs/", {}, diagnostics);
  diagnostics.throw_if_errors();
  run::Simulation inside(around);
  run::Simulation pushed(model(kStates), {nullptr, {"PTO.force"}, {}});
  pushed.set_input("PTO.force", {5e4});
  for (int k = 0; k <= 200; ++k) {
    inside.step_to(0.1 * k);
    pushed.step_to(0.1 * k);
    ASSERT_NEAR(inside.read("buoy.sphere_position_heave").front(), pushed.read("sphere.position")[2], 1e-11) << k;
    ASSERT_NEAR(inside.read("buoy.sphere_velocity_heave").front(), pushed.read("sphere.velocity")[2], 1e-11) << k;
  }
}

// An importer may read whatever modelDescription.xml names (libcosim reads all of it): the states, their rates and
// event functions are those of the same point in model exchange, and reading them moves nothing.
TEST_P(Exported, EveryVariableCanBeReadInCoSimulation) {
  ExportOptions options;
  options.model_exchange = true;
  std::vector<std::string> overrides = kStates;
  overrides.emplace_back("simulation.stop=[{signal: sphere.position, entry: 3, above: 5}]");
  exported(options, overrides);
  std::vector<unsigned> all, states, rates;
  for (const fmi::Variable& v : description_.variables) all.push_back(v.reference);
  for (const std::size_t i : description_.derivatives) {
    rates.push_back(description_.variables[i].reference);
    states.push_back(description_.variables[*description_.variables[i].derivative].reference);
  }
  ASSERT_EQ(states.size(), summary_.states);
  std::vector<double> values(all.size()), x(states.size()), v(states.size()), expected(states.size());
  Instance read = started(), left = started();
  Instance equations(folder_ / "un packed/resources", description_.token, nullptr, false, fmi::Kind::model_exchange);
  equations.set_up({0.0, false, 0.0, false, 0.0});
  equations.enter_initialization();
  equations.exit_initialization();
  equations.enter_continuous_time();
  for (int k = 0; k < 50; ++k) {
    ASSERT_EQ(read.get(all.data(), all.size(), values.data()), fmi::ok) << k;
    ASSERT_EQ(read.get(states.data(), states.size(), x.data()), fmi::ok);
    ASSERT_EQ(read.get(rates.data(), rates.size(), v.data()), fmi::ok);
    equations.set_time(0.1 * k);
    ASSERT_EQ(equations.set_states(x.data(), x.size()), fmi::ok);
    ASSERT_EQ(equations.get_rates(expected.data(), expected.size()), fmi::ok);
    for (std::size_t i = 0; i < v.size(); ++i)
      ASSERT_NEAR(v[i], expected[i], 1e-12 * std::max(1.0, std::abs(expected[i]))) << k << ", " << i;
    ASSERT_EQ(row(read), row(left)) << k;
    step(read, 0.1 * k, 0.1);
    step(left, 0.1 * k, 0.1);
  }
}

// A motion follows a force by way of its states, the force that is shown directly: an importer that closes a loop over
// motions has no algebraic one.
TEST_P(Exported, OutputsSayWhichInputsTheyFollow) {
  exported();
  const auto follows = [&](const std::string& output) {
    const fmi::Variable* force = description_.find("PTO.force.input.z");
    const auto place = static_cast<std::size_t>(description_.find(output) - description_.variables.data());
    const auto at = std::find(description_.outputs.begin(), description_.outputs.end(), place);
    const auto& needs = description_.output_needs[static_cast<std::size_t>(at - description_.outputs.begin())];
    return std::find(needs->begin(), needs->end(), static_cast<std::size_t>(force - description_.variables.data())) !=
           needs->end();
  };
  EXPECT_FALSE(follows("sphere.position.heave"));
  EXPECT_FALSE(follows("sphere.velocity.heave"));
  EXPECT_FALSE(follows("sea.elevation"));
  EXPECT_TRUE(follows("PTO.force.z"));
}

TEST_P(Exported, ModelExchangeOfACaseWithMemoryIsRefused) {
  ExportOptions options;
  options.model_exchange = true;
  {
    const std::string refused = swell_test::refusal_of([&] { exported(options); });
    EXPECT_THAT(refused, HasSubstr("memory other than states"));
    EXPECT_THAT(refused, HasSubstr("radiation: state-space"));
  }
}

TEST_P(Exported, ModelExchangeKeepsToItsModes) {
  ExportOptions options;
  options.model_exchange = true;
  exported(options, kStates);
  std::vector<std::string> reported;
  Instance it(
      folder_ / "un packed/resources", description_.token,
      [&](fmi::Status, const char*, const std::string& text) { reported.push_back(text); }, false,
      fmi::Kind::model_exchange);
  EXPECT_EQ(it.set_up({0.0, false, 0.0, false, 0.0}), fmi::ok);
  EXPECT_EQ(it.enter_initialization(), fmi::ok);
  EXPECT_EQ(it.enter_continuous_time(), fmi::error);
  EXPECT_EQ(it.exit_initialization(), fmi::ok);
  std::vector<double> x(summary_.states), rates(summary_.states + 1);
  EXPECT_EQ(it.set_states(x.data(), x.size()), fmi::error) << "not in event mode";
  bool moved = true, ended = true;
  EXPECT_EQ(it.discrete_states(&moved, &ended), fmi::ok);
  EXPECT_FALSE(moved || ended);
  EXPECT_EQ(it.enter_continuous_time(), fmi::ok);
  EXPECT_EQ(it.get_states(x.data(), x.size()), fmi::ok);
  EXPECT_EQ(it.get_rates(rates.data(), rates.size()), fmi::error);
  EXPECT_THAT(reported.back(), HasSubstr("continuous states, not"));
  EXPECT_EQ(it.get_rates(rates.data(), x.size()), fmi::ok);
  x[0] = std::nan("");
  EXPECT_EQ(it.set_states(x.data(), x.size()), fmi::discard);
  double reached = 0.0;
  EXPECT_EQ(it.step(0.0, 0.1, &reached, &ended), fmi::error);
  EXPECT_EQ(it.terminate(), fmi::ok);
}

// y = (2 s + 3) / (s / 2 + 1) u = 4 u - 2 / (s + 2) u: one state of rate -2 x + b u, y = c x + 4 u, c b = -2 whatever
// the state is. Central differences of a linear function are exact but for rounding, eps / 6e-6 of each number.
TEST_P(Exported, ModelExchangeHasDerivativesAndGoesBack) {
  std::ofstream(folder_ / "cases/buoy.yaml")
      << "simulation: {duration: 9, time_step: 0.1, integrator: rk4}\n"
         "components:\n  - {name: u, type: input, value: 0}\n"
         "  - {name: g, type: transfer-function, numerator: [2, 3], denominator: [0.5, 1]}\n"
         "connections: [{from: u.output, to: g.input}]\n";
  ExportOptions options;
  options.co_simulation = false;
  options.model_exchange = true;
  exported(options);
  ASSERT_EQ(summary_.states, 1U);
  EXPECT_TRUE(description_.model_exchange->serializes_state && description_.model_exchange->directional_derivative);
  const auto begun = [&] {
    Instance it(folder_ / "un packed/resources", description_.token, nullptr, false, fmi::Kind::model_exchange);
    EXPECT_EQ(it.set_up({0.0, false, 0.0, false, 0.0}), fmi::ok);
    EXPECT_EQ(it.enter_initialization(), fmi::ok);
    EXPECT_EQ(it.exit_initialization(), fmi::ok);
    EXPECT_EQ(it.enter_continuous_time(), fmi::ok);
    return it;
  };
  Instance it = begun();
  const unsigned u = reference("u"), y = reference("g.output");
  const fmi::Variable& rate = description_.variables[description_.derivatives.front()];
  const unsigned x = description_.variables[*rate.derivative].reference;
  const double input = 0.7, state_value = -1.3;
  ASSERT_EQ(it.set(&u, 1, &input), fmi::ok);
  ASSERT_EQ(it.set_time(0.4), fmi::ok);
  ASSERT_EQ(it.set_states(&state_value, 1), fmi::ok);
  const auto now = [&](Instance& of) {
    const unsigned all[] = {u, y, rate.reference, x};
    std::vector<double> values(4);
    EXPECT_EQ(of.get(all, 4, values.data()), fmi::ok);
    return values;
  };
  const std::vector<double> here = now(it);
  const auto derivative = [&](unsigned unknown, unsigned known) {
    const double seed = 1.0;
    double value = 0.0;
    EXPECT_EQ(it.directional_derivative(&unknown, 1, &known, 1, &seed, &value), fmi::ok);
    return value;
  };
  constexpr double kRounding = 1e-9;
  EXPECT_NEAR(derivative(y, u), 4.0, kRounding);
  EXPECT_NEAR(derivative(rate.reference, x), -2.0, kRounding);
  EXPECT_NEAR(derivative(y, x) * derivative(rate.reference, u), -2.0, kRounding);
  const unsigned both[] = {u, x};
  const double seeds[] = {0.5, -1.0};
  double sum = 0.0;
  ASSERT_EQ(it.directional_derivative(&y, 1, both, 2, seeds, &sum), fmi::ok);
  EXPECT_NEAR(sum, 0.5 * derivative(y, u) - derivative(y, x), kRounding);
  EXPECT_EQ(now(it), here) << "asking moves nothing";

  void* state = nullptr;
  ASSERT_EQ(it.save(&state), fmi::ok);
  std::size_t size = 0;
  ASSERT_EQ(it.serialized_size(state, &size), fmi::ok);
  std::vector<char> bytes(size);
  ASSERT_EQ(it.serialize(state, bytes.data(), size), fmi::ok);
  const double elsewhere = 8.0;
  ASSERT_EQ(it.enter_events(), fmi::ok);
  ASSERT_EQ(it.set(&u, 1, &elsewhere), fmi::ok);
  ASSERT_EQ(it.load(state), fmi::ok);
  it.forget(&state);
  EXPECT_EQ(now(it), here);
  EXPECT_EQ(it.set_time(0.5), fmi::ok) << "in continuous time as before";
  Instance other = begun();
  ASSERT_EQ(other.deserialize(bytes.data(), size, &state), fmi::ok);
  ASSERT_EQ(other.load(state), fmi::ok);
  other.forget(&state);
  EXPECT_EQ(now(other), here);
  bytes.back() = static_cast<char>(bytes.back() ^ 1);
  EXPECT_NE(other.deserialize(bytes.data(), size, &state), fmi::ok);
}

// The input of the transfer function jumps at 0.437 s, between communication points. With event mode and early return
// the step ends there; with event mode alone it says that there was an event. The numbers are those of a run without.
TEST_P(Exported, StepsEndAtEventsForWhoeverAsksForIt) {
  std::ofstream(folder_ / "cases/buoy.yaml")
      << "simulation: {duration: 9, time_step: 0.1, integrator: rk4}\n"
         "components:\n  - {name: jump, type: step, time: 0.437, after: 1}\n"
         "  - {name: g, type: transfer-function, numerator: [3], denominator: [0.5, 1]}\n"
         "connections: [{from: jump.output, to: g.input}]\n";
  exported();
  EXPECT_EQ(description_.co_simulation->event_mode, GetParam() == 3);
  if (GetParam() == 2) return;
  Instance plain = started();
  for (const bool early : {false, true}) {
    Instance it = instance(description_.token);
    it.use_event_mode(early);
    EXPECT_EQ(it.set_up({0.0, false, 0.0, false, 0.0}), fmi::ok);
    EXPECT_EQ(it.enter_initialization(), fmi::ok);
    EXPECT_EQ(it.exit_initialization(), fmi::ok);
    double reached = 0.0;
    bool ended = false, event = false, moved = false;
    EXPECT_EQ(it.step(0.0, 0.1, &reached, &ended, &event), fmi::error) << "it is in event mode";
    EXPECT_EQ(it.enter_steps(), fmi::ok);
    std::vector<double> events;
    for (double time = 0.0; time < 0.99; time = reached) {
      const double next = 0.1 * (std::floor(time / 0.1 + 1e-6) + 1.0);
      ASSERT_EQ(it.step(time, next - time, &reached, &ended, &event), fmi::ok);
      if (!event) continue;
      events.push_back(reached);
      ASSERT_EQ(it.enter_events(), fmi::ok);
      ASSERT_EQ(it.discrete_states(&moved, &ended), fmi::ok);
      EXPECT_FALSE(moved || ended);
      ASSERT_EQ(it.enter_steps(), fmi::ok);
    }
    ASSERT_EQ(events.size(), 1U);
    EXPECT_NEAR(events.front(), early ? 0.437 : 0.5, 1e-9);
    if (!early) {
      for (int k = 0; k < 10; ++k) step(plain, 0.1 * k, 0.1);
    }
    EXPECT_EQ(row(it), row(plain)) << early;
  }
}

}  // namespace
}  // namespace swell::fmu::export_test
#endif
