// What each type answers to a known input, against the closed form; and that each can be made from its own example.
#include "swell/components/registry.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "swell/components/declared.h"
#include "swell/model/read_case.h"
#include "swell/solver/integrator.h"
#include "swell/system/system.h"

namespace swell::components {
namespace {

using system::Declaration;
using system::Evaluation;

constexpr double kStep = 0.01, kDuration = 3.0;

std::unique_ptr<system::Component> make(const std::string& type, const std::string& parameters,
                                        Diagnostics& diagnostics) {
  static const Registry registry = Registry::built_in();
  Surroundings around = surroundings_of_examples();
  // sin(t - x) / 10: with gravity 1 a period of 2 pi has the wave number 1 in deep water.
  waves::SeaSettings settings;
  settings.water.gravity = 1.0;
  waves::RegularWave wave;
  wave.height = 0.2;
  wave.period = 2.0 * kPi;
  wave.phase = -0.5 * kPi;
  around.environment = std::make_shared<const Environment>(
      std::make_shared<const waves::SeaState>(waves::make_sea_state({wave}, settings)));
  const Parameter tree = model::read_yaml_text("{" + parameters + "}", "part.yaml", model::kCaseFile);
  return registry.make(type, "part", tree, around, {}, diagnostics);
}

using Signal = double (*)(double time);

std::unique_ptr<system::Component> source(const std::string& name, Signal signal) {
  return declared(name, "source", [signal](Declaration& d) {
    d.output(port("output"), {system::Read::time()},
             [signal](const Evaluation& e, double* out) { out[0] = signal(e.time); });
  });
}

struct Answer {
  const char* name;
  const char* type;
  const char* parameters;
  std::vector<std::pair<const char*, Signal>> inputs;  // port and what is sent into it
  Signal expected;
  double tolerance;  // of the arithmetic alone, unless a bound stands beside
};

double sine(double t) { return std::sin(t); }
double cosine(double t) { return std::cos(t); }
double one(double) { return 1.0; }

const Answer kAnswers[] = {
    {"Gain",
     "gain",
     "factor: 2, offset: 1",
     {{"input", sine}},
     [](double t) { return 2.0 * std::sin(t) + 1.0; },
     1e-14},
    {"Sum",
     "sum",
     "factors: [1, -2]",
     {{"input1", sine}, {"input2", cosine}},
     [](double t) { return std::sin(t) - 2.0 * std::cos(t); },
     1e-14},
    {"Product",
     "product",
     "inputs: 2",
     {{"input1", sine}, {"input2", cosine}},
     [](double t) { return std::sin(t) * std::cos(t); },
     1e-14},
    {"Saturation",
     "saturation",
     "lower: -0.2, upper: 0.5",
     {{"input", sine}},
     [](double t) { return std::max(-0.2, std::min(0.5, std::sin(t))); },
     1e-14},
    {"LookupTable",
     "lookup-table",
     "table: [[-0.5, 1], [0.5, 3]]",
     {{"input", sine}},
     [](double t) { return 2.0 + 2.0 * std::max(-0.5, std::min(0.5, std::sin(t))); },
     1e-14},
    // Straight lines between accepted points: h^2/8 of the second derivative.
    {"Delay",
     "delay",
     "time: 0.5",
     {{"input", sine}},
     [](double t) { return t < 0.5 ? 0.0 : std::sin(t - 0.5); },
     kStep* kStep / 8.0},
    {"Sampler",
     "sampler",
     "sample_time: 0.25",
     {{"input", sine}},
     [](double t) { return std::sin(0.25 * std::floor(t / 0.25 + 1e-9)); },
     1e-12},
    // RK4 on x' = u - 2 x: h^4/120 of the fifth derivative per unit of time, below (2 h)^4.
    {"FirstOrder",
     "transfer-function",
     "numerator: [3], denominator: [1, 2]",
     {{"input", one}},
     [](double t) { return 1.5 * (1.0 - std::exp(-2.0 * t)); },
     16.0 * kStep* kStep* kStep* kStep},
    {"LeadLag",
     "transfer-function",
     "numerator: [1, 1], denominator: [1, 2]",
     {{"input", one}},
     [](double t) { return 0.5 + 0.5 * std::exp(-2.0 * t); },
     16.0 * kStep* kStep* kStep* kStep},
    // The error is -sin t: P e + I integral(e); Simpson of RK4.
    {"ProportionalIntegral",
     "pid",
     "proportional: 2, integral: 3, setpoint: 0",
     {{"input", sine}},
     [](double t) { return -2.0 * std::sin(t) - 3.0 * (1.0 - std::cos(t)); },
     kStep* kStep* kStep* kStep},
    {"Constant", "constant", "value: 4", {}, [](double) { return 4.0; }, 0.0},
    {"Step", "step", "time: 1.005, before: 1, after: 2", {}, [](double t) { return t < 1.005 ? 1.0 : 2.0; }, 0.0},
    {"Sine",
     "sine",
     "amplitude: 2, period: 4, phase: 90, offset: 1",
     {},
     [](double t) { return 1.0 + 2.0 * std::cos(kPi * t / 2.0); },
     1e-14},
    {"Ramp",
     "ramp",
     "start: 1, end: 2, from: 3, to: 5",
     {},
     [](double t) { return 3.0 + 2.0 * std::max(0.0, std::min(1.0, t - 1.0)); },
     1e-14},
    {"Table", "table", "table: [[0, 1], [2, 5]]", {}, [](double t) { return 1.0 + 2.0 * std::min(t, 2.0); }, 1e-14},
    {"WaveProbe", "wave-probe", "position: [0.7, 3]", {}, [](double t) { return 0.1 * std::sin(t - 0.7); }, 1e-12},
    // position -> force of a joint's spring and damper: -(k x + k3 x^3 + c v)
    {"JointSpring",
     "joint-spring",
     "stiffness: 5, damping: 2",
     {{"position", sine}, {"velocity", cosine}},
     [](double t) { return -5.0 * std::sin(t) - 2.0 * std::cos(t); },
     1e-13},
};

class Response : public ::testing::TestWithParam<Answer> {};

TEST_P(Response, IsThatOfTheClosedForm) {
  const Answer& answer = GetParam();
  Diagnostics diagnostics;
  auto part = make(answer.type, answer.parameters, diagnostics);
  diagnostics.throw_if_errors();
  ASSERT_TRUE(part);
  system::Graph graph;
  graph.add(std::move(part));
  for (const auto& [name, signal] : answer.inputs) {
    graph.add(source(name, signal));
    graph.connect(std::string(name) + ".output", std::string("part.") + name);
  }
  system::System system = std::move(graph).compile({"part.output"});
  solver::Options options;
  options.step = options.output_step = kStep;
  options.duration = kDuration;
  solver::Integrator integrator(system, options);
  integrator.initialize();
  double worst = 0.0;
  int rows = 0;
  integrator.run([&](double time) {
    worst = std::max(worst, std::abs(system.recorded(0)[0] - answer.expected(time)));
    ++rows;
    return true;
  });
  EXPECT_EQ(rows, 301);
  EXPECT_LE(worst, answer.tolerance);
}

INSTANTIATE_TEST_SUITE_P(Types, Response, ::testing::ValuesIn(kAnswers),
                         [](const auto& answer) { return std::string(answer.param.name); });

TEST(Registry, EveryTypeIsMadeFromItsOwnExample) {
  const Registry registry = Registry::built_in();
  EXPECT_GE(registry.types().size(), 30U);
  for (const Registry::Type& type : registry.types()) {
    if (type.name == "fmu") continue;  // made from a file: tests/fmi
    Diagnostics diagnostics;
    const auto part = make(type.name, type.example, diagnostics);
    EXPECT_TRUE(part) << type.name << ": " << type.example;
    EXPECT_TRUE(diagnostics.list().empty()) << type.name << ": " << diagnostics.list()[0].text();
  }
}

TEST(Registry, AnUnknownKeyNamesTheTypeAndTheNearestKey) {
  const Registry registry = Registry::built_in();
  for (const Registry::Type& type : registry.types()) {
    Diagnostics diagnostics;
    make(type.name, type.example + (type.example.empty() ? "" : ", ") + "no_such_key: 1", diagnostics);
    ASSERT_FALSE(diagnostics.list().empty()) << type.name;
    EXPECT_NE(diagnostics.list()[0].text().find("no_such_key"), std::string::npos) << diagnostics.list()[0].text();
  }
}

}  // namespace
}  // namespace swell::components
