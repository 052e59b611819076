#include "swell/system/system.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <stdexcept>
#include <string>

namespace swell::system {
namespace {

PortSpec port(std::string name, int width = 1, std::string unit = "", std::string frame = "") {
  PortSpec spec;
  spec.name = std::move(name);
  spec.width = width;
  spec.unit = std::move(unit);
  spec.frame = std::move(frame);
  return spec;
}

class PointMass : public Component {
 public:
  PointMass(std::string name, double mass, double z) : Component(std::move(name), "point-mass"), mass_(mass), z_(z) {}
  void declare(Declaration& d) override {
    const Input force = d.input(port("force", 1, "N", "world"), Fan::sum_or_nothing);
    const State x = d.state(port("position", 1, "m", "world"), {z_}, {State{1}},
                            [](const Evaluation& e, double* rate) { rate[0] = e.state(State{1})[0]; });
    const State v = d.state(port("velocity", 1, "m/s", "world"), {0.0}, {force},
                            [this, force](const Evaluation& e, double* rate) { rate[0] = e.input(force)[0] / mass_; });
    d.output(port("position", 1, "m", "world"), x);
    d.output(port("velocity", 1, "m/s", "world"), v);
    d.output(port("acceleration", 1, "m/s^2", "world"), {force},
             [this, force](const Evaluation& e, double* out) { out[0] = e.input(force)[0] / mass_; });
  }

 private:
  double mass_, z_;
};

class Gain : public Component {
 public:
  Gain(std::string name, double gain, std::string in_unit = "", std::string out_unit = "", std::string frame = "")
      : Component(std::move(name), "gain"),
        gain_(gain),
        in_unit_(std::move(in_unit)),
        out_unit_(std::move(out_unit)),
        frame_(std::move(frame)) {}
  void declare(Declaration& d) override {
    const Input in = d.input(port("input", 1, in_unit_, frame_));
    shared = d.compute("product", 1, {in}, [this, in](const Evaluation& e, double* out) {
      ++runs;
      last_input = e.input(in);
      out[0] = gain_ * e.input(in)[0];
    });
    d.output(port("output", 1, out_unit_, frame_), shared);
    d.output(port("again", 1, out_unit_, frame_), shared);
  }
  mutable int runs = 0;
  mutable const double* last_input = nullptr;
  Computed shared;

 private:
  double gain_;
  std::string in_unit_, out_unit_, frame_;
};

std::string message_of(Graph& graph, const std::vector<std::string>& recorded = {}) {
  try {
    std::move(graph).compile(recorded);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

Graph oscillator(bool reversed = false) {
  Graph graph;
  if (reversed) {
    graph.emplace<Gain>("spring", -100.0, "m", "N", "world");
    graph.emplace<Gain>("damper", -0.3, "m/s", "N", "world");
    graph.emplace<PointMass>("mass", 2.0, 1.0);
    graph.connect("damper.output", "mass.force");
    graph.connect("spring.output", "mass.force");
  } else {
    graph.emplace<PointMass>("mass", 2.0, 1.0);
    graph.emplace<Gain>("damper", -0.3, "m/s", "N", "world");
    graph.emplace<Gain>("spring", -100.0, "m", "N", "world");
    graph.connect("spring.output", "mass.force");
    graph.connect("damper.output", "mass.force");
  }
  graph.connect("mass.position", "spring.input");
  graph.connect("mass.velocity", "damper.input");
  return graph;
}

TEST(System, SeveralForcesAddUpInTheOrderOfTheirNames) {
  System system = oscillator().compile();
  std::vector<double> x = system.initialize(0.0), dx(2);
  x[1] = 0.7;
  system.evaluate(0.0, x.data(), dx.data());
  EXPECT_EQ(dx[0], 0.7);
  EXPECT_EQ(dx[1], (-0.3 * 0.7 + -100.0 * 1.0) / 2.0);
}

TEST(System, OrderOfDeclarationDoesNotChangeABit) {
  System a = oscillator(false).compile(), b = oscillator(true).compile();
  std::vector<double> x = a.initialize(0.0), y = b.initialize(0.0), dx(2), dy(2);
  ASSERT_EQ(x, y);
  std::mt19937 random(3);
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  for (int i = 0; i < 100; ++i) {
    x = {any(random), any(random)};
    a.evaluate(0.1 * i, x.data(), dx.data());
    b.evaluate(0.1 * i, x.data(), dy.data());
    EXPECT_EQ(dx, dy);
  }
}

TEST(System, ASharedComputationRunsOncePerEvaluationHoweverManyReadIt) {
  Graph graph = oscillator();
  auto& source = graph.emplace<Gain>("source", 2.0, "m", "", "world");
  graph.connect("mass.position", "source.input");
  auto& reader = graph.emplace<Gain>("reader", 1.0, "", "N", "world");
  auto& other = graph.emplace<Gain>("reader2", 1.0, "", "N", "world");
  graph.connect("source.output", "reader.input");
  graph.connect("source.again", "reader2.input");
  graph.connect("reader.output", "mass.force");
  graph.connect("reader2.output", "mass.force");
  System system = std::move(graph).compile();
  std::vector<double> x = system.initialize(0.0), dx(2);
  for (int i = 0; i < 7; ++i) system.evaluate(0.0, x.data(), dx.data());
  EXPECT_EQ(source.runs, 7);
  EXPECT_EQ(reader.runs, 7);
  EXPECT_EQ(other.runs, 7);
}

TEST(System, AnOutputThatNobodyReadsIsNotComputed) {
  Graph graph = oscillator();
  auto& idle = graph.emplace<Gain>("idle", 2.0, "m", "", "world");
  graph.connect("mass.position", "idle.input");
  System system = std::move(graph).compile();
  std::vector<double> x = system.initialize(0.0), dx(2);
  system.evaluate(0.0, x.data(), dx.data());
  EXPECT_EQ(idle.runs, 0);

  Graph logged = oscillator();
  auto& read = logged.emplace<Gain>("idle", 2.0, "m", "", "world");
  logged.connect("mass.position", "idle.input");
  System with_log = std::move(logged).compile({"idle.output"});
  x = with_log.initialize(0.0);
  with_log.evaluate(0.0, x.data(), dx.data());
  EXPECT_EQ(read.runs, 0);  // not by the derivatives
  with_log.observe(0.0, x.data());
  EXPECT_EQ(read.runs, 1);
  EXPECT_EQ(with_log.recorded(0)[0], 2.0);
}

TEST(System, AReaderSeesTheMemoryOfTheProducerAndStagesSeeTheirOwnState) {
  Graph graph = oscillator();
  auto* spring = static_cast<Gain*>(nullptr);
  {
    Graph fresh;
    fresh.emplace<PointMass>("mass", 2.0, 1.0);
    spring = &fresh.emplace<Gain>("spring", -100.0, "m", "N", "world");
    fresh.connect("spring.output", "mass.force");
    fresh.connect("mass.position", "spring.input");
    graph = std::move(fresh);
  }
  System system = std::move(graph).compile();
  std::vector<double> x = system.initialize(0.0), stage = {5.0, 0.0}, dx(2);
  system.evaluate(0.0, x.data(), dx.data());
  EXPECT_EQ(spring->last_input, x.data());  // the state vector itself, no copy
  EXPECT_EQ(dx[1], -50.0);
  system.evaluate(0.0, stage.data(), dx.data());
  EXPECT_EQ(spring->last_input, stage.data());
  EXPECT_EQ(dx[1], -250.0);
}

TEST(System, UnconnectedInputsAreReportedAllAtOnceWithWhatWouldFit) {
  Graph graph;
  graph.emplace<PointMass>("mass", 1.0, 0.0);
  graph.emplace<Gain>("spring", 1.0, "m", "N", "world");
  graph.emplace<Gain>("damper", 1.0, "m/s", "N", "world");
  const std::string message = message_of(graph);
  EXPECT_NE(message.find("input damper.input (width 1, m/s) is not connected; outputs that fit: mass.velocity"),
            std::string::npos)
      << message;
  EXPECT_NE(message.find("input spring.input (width 1, m) is not connected; outputs that fit: mass.position"),
            std::string::npos)
      << message;
}

TEST(System, WrongUnitFrameWidthAndNamesAreErrorsThatNameBothEnds) {
  Graph graph = oscillator();
  graph.emplace<Gain>("a", 1.0, "m/s", "N", "world");
  graph.connect("mass.position", "a.input");
  graph.emplace<Gain>("b", 1.0, "m", "N", "body");
  graph.connect("mass.position", "b.input");
  graph.emplace<Gain>("c", 1.0, "m", "N", "world");
  graph.constant({1.0, 2.0}, "c.input");
  graph.connect("mass.positon", "spring.input");
  graph.connect("mass.position", "spring.imput");
  const std::string message = message_of(graph);
  EXPECT_NE(message.find("mass.position (m) cannot feed a.input (m/s): the units differ"), std::string::npos)
      << message;
  EXPECT_NE(message.find("mass.position (frame world) cannot feed b.input (frame body): the frames differ"),
            std::string::npos)
      << message;
  EXPECT_NE(message.find("c.input is given 2 numbers but is 1 wide"), std::string::npos) << message;
  EXPECT_NE(message.find("mass.positon: no such output; did you mean mass.position?"), std::string::npos) << message;
  EXPECT_NE(message.find("spring.imput: no such input; did you mean spring.input?"), std::string::npos) << message;
}

TEST(System, AnInputThatTakesOneConnectionRefusesTwo) {
  Graph graph;
  graph.emplace<PointMass>("mass", 1.0, 0.0);
  graph.emplace<Gain>("spring", -1.0);
  graph.connect("mass.position", "spring.input", {"case.yaml", 12, 3, ""});
  graph.connect("mass.velocity", "spring.input", {"case.yaml", 9, 3, ""});
  graph.constant({0.0}, "mass.force");
  const std::string message = message_of(graph);
  EXPECT_NE(message.find("case.yaml:12:3"), std::string::npos) << message;
  EXPECT_NE(message.find("joined before at case.yaml:9:3"), std::string::npos) << message;
  EXPECT_NE(message.find("spring.input"), std::string::npos) << message;
  EXPECT_NE(message.find("takes one connection but has 2"), std::string::npos) << message;
}

TEST(System, TwoGainsInARingAreAnAlgebraicLoopThatNamesItsPorts) {
  Graph graph;
  graph.emplace<Gain>("first", 1.0);
  graph.emplace<Gain>("second", 1.0);
  graph.connect("first.output", "second.input");
  graph.connect("second.output", "first.input");
  const std::string message = message_of(graph, {"first.output"});
  EXPECT_NE(message.find("algebraic loop: "), std::string::npos) << message;
  EXPECT_TRUE(message.find("first.output -> second.output -> first.output") != std::string::npos ||
              message.find("second.output -> first.output -> second.output") != std::string::npos)
      << message;
}

TEST(System, AForceThatReadsAnAccelerationIsReportedAboutInertiaPorts) {
  Graph graph;
  graph.emplace<PointMass>("mass", 1.0, 0.0);
  graph.emplace<Gain>("added", -1.0, "m/s^2", "N", "world");
  graph.connect("mass.acceleration", "added.input");
  graph.connect("added.output", "mass.force");
  const std::string message = message_of(graph);
  EXPECT_NE(message.find("algebraic loop"), std::string::npos) << message;
  EXPECT_NE(message.find("inertia port"), std::string::npos) << message;
}

TEST(System, TheScheduleGivesBitForBitWhatNaiveRecursionGives) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  Graph graph;
  graph.emplace<PointMass>("mass", 2.0, 1.0);
  // A random layered graph of gains that all end in the mass.
  std::vector<std::string> outputs = {"mass.position", "mass.velocity"};
  for (int i = 0; i < 40; ++i) {
    const std::string name = "g" + std::to_string(i);
    graph.emplace<Gain>(name, any(random));
    graph.connect(outputs[random() % outputs.size()], name + ".input");
    outputs.push_back(name + ".output");
    graph.connect(name + ".again", "mass.force");
  }
  System system = std::move(graph).compile();
  std::vector<double> x = system.initialize(0.0), dx(2), dy(2);
  for (int i = 0; i < 20; ++i) {
    x = {any(random), any(random)};
    system.evaluate(0.0, x.data(), dx.data());
    system.evaluate_by_recursion(0.0, x.data(), dy.data());
    EXPECT_EQ(dx, dy);
  }
}

TEST(System, TenThousandComponentsInARowCompileAndRun) {
  Graph graph;
  graph.emplace<PointMass>("mass", 2.0, 1.0);
  std::string last = "mass.position";
  for (int i = 0; i < 10000; ++i) {
    const std::string name = "g" + std::to_string(i);
    graph.emplace<Gain>(name, 1.0);
    graph.connect(last, name + ".input");
    last = name + ".output";
  }
  graph.connect(last, "mass.force");
  System system = std::move(graph).compile();
  std::vector<double> x = system.initialize(0.0), dx(2);
  system.evaluate(0.0, x.data(), dx.data());
  EXPECT_EQ(dx[1], 0.5);
  EXPECT_EQ(system.minor_length(), 10002U);  // the gains and the two rates of the mass, nothing else
}

// Runs `n` gains in a row behind a mass, and `n` gains side by side into one input.
std::int64_t calls_of_one_evaluation(int n, bool in_a_row) {
  Graph graph;
  graph.emplace<PointMass>("mass", 2.0, 1.0);
  std::string last = "mass.position";
  for (int i = 0; i < n; ++i) {
    const std::string name = "g" + std::to_string(i);
    graph.emplace<Gain>(name, 1.0);
    graph.connect(in_a_row ? last : "mass.position", name + ".input");
    last = name + ".output";
    if (!in_a_row) graph.connect(last, "mass.force");
  }
  if (in_a_row) graph.connect(last, "mass.force");
  System system = std::move(graph).compile();
  std::vector<double> x = system.initialize(0.0), dx(2);
  const std::int64_t before = system.computations_run();
  system.evaluate(0.0, x.data(), dx.data());
  EXPECT_EQ(dx[1], in_a_row ? 0.5 : 0.5 * n);
  return system.computations_run() - before;
}

TEST(System, AnEvaluationOfTenTimesTheComponentsTakesTenTimesTheCalls) {
  for (const int n : {10, 100, 1000, 10000}) {
    EXPECT_EQ(calls_of_one_evaluation(n, true), n + 2);   // and the two rates of the mass
    EXPECT_EQ(calls_of_one_evaluation(n, false), n + 3);  // and the sum
  }
}

/// A user's component whose set-up fails, in one of the two places where its code runs before the first step.
class Unlucky : public Component {
 public:
  explicit Unlucky(bool early) : Component("unlucky", "user's own"), early_(early) {}
  void declare(Declaration& d) override {
    if (early_) throw std::runtime_error("no licence");
    const State s = d.state(port("s"), {0.0}, {}, [](const Evaluation&, double* rate) { rate[0] = 0.0; });
    d.initialize(s, {}, [](const Evaluation&, double*) { throw std::runtime_error("no table"); });
  }

 private:
  bool early_;
};

TEST(System, AnExceptionInAComponentsSetUpCarriesItsName) {
  Graph early;
  early.emplace<Unlucky>(true);
  try {
    (void)std::move(early).compile();
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("component unlucky (user's own) could not be set up: no licence"),
              std::string::npos);
  }
  Graph late;
  late.emplace<Unlucky>(false);
  System system = std::move(late).compile();
  try {
    (void)system.initialize(0.0);
    FAIL();
  } catch (const SimulationError& error) {
    EXPECT_EQ(error.component(), "unlucky");
    EXPECT_NE(std::string(error.what()).find("no table"), std::string::npos);
  }
}

// x = 0.5 y + 1 and y = 0.5 x (theory/components.md, "Initial conditions") or their divergent cousin (I2).
class Mutual : public Component {
 public:
  Mutual(std::string name, double gain, double offset)
      : Component(std::move(name), "mutual"), gain_(gain), offset_(offset) {}
  void declare(Declaration& d) override {
    const Input other = d.input(port("other"));
    const State s = d.state(port("s"), {0.0}, {}, [](const Evaluation&, double* rate) { rate[0] = 0.0; });
    d.initialize(s, {other},
                 [this, other](const Evaluation& e, double* value) { value[0] = gain_ * e.input(other)[0] + offset_; });
    d.output(port("value"), s);
  }

 private:
  double gain_, offset_;
};

Graph mutual(double gain) {
  Graph graph;
  graph.emplace<Mutual>("a", gain, 1.0);
  graph.emplace<Mutual>("b", gain, 0.0);
  graph.connect("a.value", "b.other");
  graph.connect("b.value", "a.other");
  return graph;
}

TEST(System, InitialConditionsThatDependOnEachOtherSettle) {
  System system = mutual(0.5).compile();
  const std::vector<double> x = system.initialize(0.0);
  EXPECT_NEAR(x[0], 4.0 / 3.0, 1e-10);
  EXPECT_NEAR(x[1], 2.0 / 3.0, 1e-10);
}

TEST(System, InitialConditionsThatDivergeNameWhoDidNotSettleAndHowFast) {
  System system = mutual(2.0).compile();
  try {
    system.initialize(0.0);
    FAIL();
  } catch (const InputError& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find("a.s, b.s"), std::string::npos) << message;
    EXPECT_NE(message.find("4 times the one before"), std::string::npos) << message;
  }
}

TEST(System, InitialConditionsThatOverflowAreReportedByTheNumbersFromBefore) {
  // A factor of 1e8 squared in each sweep passes the largest double in the 20th.
  System system = mutual(1e8).compile();
  try {
    system.initialize(0.0);
    FAIL();
  } catch (const InputError& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find("a.s, b.s"), std::string::npos) << message;
    EXPECT_NE(message.find("and overflowed (each change 1e+16 times the one before)"), std::string::npos) << message;
    EXPECT_EQ(message.find("nan"), std::string::npos) << message;
  }
}

std::string failure_of(Graph graph, const Initialization& options) {
  graph.initialization(options);
  System system = std::move(graph).compile();
  try {
    (void)system.initialize(0.0);
  } catch (const InputError& error) {
    return error.what();
  }
  return "settled";
}

TEST(System, SlowInitialConditionsNeedALimitOfTheCase) {
  // Contraction 0.81: 1e-10 takes 107 sweeps or so.
  const std::string message = failure_of(mutual(0.9), {});
  EXPECT_EQ(
      message,
      "the initial conditions of a.s, b.s depend on each other and did not settle in 100 sweeps "
      "(initialization.max_iterations = 100): a.s went 5.26316, 5.26316, 5.26316 (each change 0.81 times the one "
      "before); they settle slowly: raise initialization.max_iterations, or set initialization.method: newton, or "
      "give one of these states explicitly in the case (initial: {component.state: value})");
  Initialization more;
  more.max_iterations = 200;
  EXPECT_EQ(failure_of(mutual(0.9), more), "settled");
  Initialization coarse;
  coarse.tolerance = 1e-3;
  EXPECT_EQ(failure_of(mutual(0.9), coarse), "settled");
}

TEST(System, NewtonSolvesInitialConditionsThatSweepsDrive) {
  Initialization newton;
  newton.method = Initialization::Method::newton;
  newton.max_iterations =
      3;  // linear: one step, a second against the rounding of the differences, a third that sees it
  Graph graph = mutual(2.0);
  graph.initialization(newton);
  System system = std::move(graph).compile();
  const std::vector<double> x = system.initialize(0.0);
  EXPECT_NEAR(x[0], -1.0 / 3.0, 1e-12);
  EXPECT_NEAR(x[1], -2.0 / 3.0, 1e-12);
}

/// s = f(s) alone.
class OwnImage : public Component {
 public:
  explicit OwnImage(double (*f)(double)) : Component("own", "own"), f_(f) {}
  void declare(Declaration& d) override {
    const State s = d.state(port("s"), {0.5}, {}, [](const Evaluation&, double* rate) { rate[0] = 0.0; });
    d.initialize(s, {s}, [this, s](const Evaluation& e, double* value) { value[0] = f_(e.state(s)[0]); });
    d.output(port("value"), s);
  }

 private:
  double (*f_)(double);
};

Graph own_image(double (*f)(double)) {
  Graph graph;
  graph.emplace<OwnImage>(f);
  return graph;
}

TEST(System, NewtonIsQuadraticOnCurvedInitialConditions) {
  Initialization newton;
  newton.method = Initialization::Method::newton;
  newton.max_iterations = 6;
  Graph graph = own_image([](double s) { return s + s * s - 2.0; });  // s = sqrt(2); the sweep runs away
  graph.initialization(newton);
  System system = std::move(graph).compile();
  EXPECT_NEAR(system.initialize(0.0)[0], std::sqrt(2.0), 1e-12);
  // A function that reads the state it sets is an equation: Newton's method without being asked.
  EXPECT_EQ(failure_of(own_image([](double s) { return s + s * s - 2.0; }), {}), "settled");
}

TEST(System, NewtonNamesWhoDidNotSettleAndWhy) {
  Initialization newton;
  newton.method = Initialization::Method::newton;
  newton.max_iterations = 20;
  const std::string none = failure_of(own_image([](double s) { return s + s * s + 1.0; }), newton);
  EXPECT_NE(none.find("the initial conditions of own.s depend on each other and Newton's method did not settle them"),
            std::string::npos)
      << none;
  const std::string any = failure_of(own_image([](double s) { return s; }), newton);
  EXPECT_NE(any.find("Newton's method cannot begin: the equations do not determine all of them: own.s starts at 0.5; "
                     "give one of these states"),
            std::string::npos)
      << any;
  const std::string nan = failure_of(own_image([](double s) { return std::sqrt(-s); }), newton);
  EXPECT_NE(nan.find("a value is not finite: own.s"), std::string::npos) << nan;
}

// A counter with sample time 0.5 s that holds its output, and an integrator of it.
class Counter : public Component {
 public:
  Counter() : Component("counter", "counter") {}
  void declare(Declaration& d) override {
    const Memory n = d.memory(port("n"), MemoryKind::discrete, {0.0});
    d.output(
        port("count"), {n}, [n](const Evaluation& e, double* out) { out[0] = e.memory(n)[0]; },
        Rate::at_accepted_points(0.5));
    d.commit({n}, [n](const Evaluation& e) { e.change(n)[0] += 1.0; });
  }
};

TEST(System, TwoSystemsInOneProcessKnowNothingOfEachOther) {
  System a = oscillator().compile(), b = oscillator().compile();
  std::vector<double> x = a.initialize(0.0), y = b.initialize(0.0), dx(2), dy(2), again(2);
  a.evaluate(0.0, x.data(), dx.data());
  y[0] = 0.25;
  b.evaluate(3.0, y.data(), dy.data());
  EXPECT_NE(dx, dy);
  a.evaluate(0.0, x.data(), again.data());
  EXPECT_EQ(dx, again);
  EXPECT_EQ(b.evaluations(), 1);
}

/// s = other + 1, and how often that was asked.
class Chained : public Component {
 public:
  explicit Chained(std::string name) : Component(std::move(name), "chained") {}
  void declare(Declaration& d) override {
    const Input other = d.input(port("other"));
    const State s = d.state(port("s"), {0.0}, {}, [](const Evaluation&, double* rate) { rate[0] = 0.0; });
    d.initialize(s, {other}, [this, other](const Evaluation& e, double* value) {
      ++asked;
      value[0] = e.input(other)[0] + 1.0;
    });
    d.output(port("value"), s);
  }
  int asked = 0;
};

TEST(System, InitialConditionsInARowRunOnceEachWhateverTheirNames) {
  Graph graph;
  constexpr int kLength = 300;
  std::vector<Chained*> all;
  for (int i = 0; i < kLength; ++i) all.push_back(&graph.emplace<Chained>("c" + std::to_string(kLength - i)));
  graph.constant({0.0}, "c" + std::to_string(kLength) + ".other");
  for (int i = 1; i < kLength; ++i)
    graph.connect("c" + std::to_string(i + 1) + ".value", "c" + std::to_string(i) + ".other");
  System system = std::move(graph).compile();
  const std::vector<double> x = system.initialize(0.0);
  EXPECT_EQ(x[static_cast<std::size_t>(*system.state_offset("c1.s"))], kLength);
  for (const Chained* one : all) EXPECT_EQ(one->asked, 1);
}

TEST(System, TwoComponentsOfOneNameAreAnErrorThatNamesBothPlaces) {
  Graph graph;
  graph.add(std::make_unique<PointMass>("mass", 1.0, 0.0), {"case.yaml", 4, 5, ""});
  graph.add(std::make_unique<PointMass>("mass", 2.0, 0.0), {"case.yaml", 9, 5, ""});
  try {
    (void)std::move(graph).compile();
    FAIL();
  } catch (const InputError& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("two components are named mass"), std::string::npos) << text;
    EXPECT_NE(text.find("case.yaml:4"), std::string::npos) << text;
    EXPECT_NE(text.find("case.yaml:9"), std::string::npos) << text;
  }
}

TEST(System, ASampledOutputIsHeldBetweenItsSampleTimes) {
  Graph graph;
  graph.emplace<Counter>();
  System system = std::move(graph).compile({"counter.count"});
  system.initialize(0.0);
  std::vector<double> seen;
  for (int i = 0; i <= 10; ++i) {
    system.evaluate_major(0.1 * i, nullptr, nullptr);
    seen.push_back(system.recorded(0)[0]);
    system.commit();
  }
  EXPECT_EQ(seen, (std::vector<double>{0, 0, 0, 0, 0, 5, 5, 5, 5, 5, 10}));
}

}  // namespace
}  // namespace swell::system
