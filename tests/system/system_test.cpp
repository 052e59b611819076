#include "swell/system/system.h"

#include "swell_test/port.h"
#include "swell_test/test.h"

namespace swell::system::system_test {
namespace {

using swell_test::port;

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
  return swell_test::refusal_of([&] { std::move(graph).compile(recorded); });
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

// Each mistake names both ends and what would fit, all of them at once.
TEST(System, WrongConnectionsAreNamed) {
  const struct {
    void (*connect)(Graph&);
    std::vector<const char*> named;
  } rows[] = {{[](Graph& g) {
                 g.emplace<PointMass>("mass", 1.0, 0.0);
                 g.emplace<Gain>("spring", 1.0, "m", "N", "world");
                 g.emplace<Gain>("damper", 1.0, "m/s", "N", "world");
               },
               {"input damper.input (width 1, m/s) is not connected; outputs that fit: mass.velocity",
                "input spring.input (width 1, m) is not connected; outputs that fit: mass.position"}},
              {[](Graph& g) {
                 g = oscillator();
                 g.emplace<Gain>("a", 1.0, "m/s", "N", "world");
                 g.connect("mass.position", "a.input");
                 g.emplace<Gain>("b", 1.0, "m", "N", "body");
                 g.connect("mass.position", "b.input");
                 g.emplace<Gain>("c", 1.0, "m", "N", "world");
                 g.constant({1.0, 2.0}, "c.input");
                 g.connect("mass.positon", "spring.input");
                 g.connect("mass.position", "spring.imput");
               },
               {"a.input (m/s): the units differ", "b.input (frame body): the frames differ",
                "c.input is given 2 numbers", "did you mean mass.position?", "did you mean spring.input?"}},
              {[](Graph& g) {
                 g.emplace<PointMass>("mass", 1.0, 0.0);
                 g.emplace<Gain>("spring", -1.0);
                 g.connect("mass.position", "spring.input", {"case.yaml", 12, 3, ""});
                 g.connect("mass.velocity", "spring.input", {"case.yaml", 9, 3, ""});
                 g.constant({0.0}, "mass.force");
               },
               {"case.yaml:12:3", "joined before at case.yaml:9:3", "spring.input", "takes one connection but has 2"}},
              {[](Graph& g) {
                 g.add(std::make_unique<PointMass>("mass", 1.0, 0.0), {"case.yaml", 4, 5, ""});
                 g.add(std::make_unique<PointMass>("mass", 2.0, 0.0), {"case.yaml", 9, 5, ""});
               },
               {"two components are named mass", "case.yaml:4", "case.yaml:9"}},
              {[](Graph& g) {
                 g.emplace<Gain>("first", 1.0);
                 g.emplace<Gain>("second", 1.0);
                 g.connect("first.output", "second.input");
                 g.connect("second.output", "first.input");
               },
               {"algebraic loop: ", "first.output", "second.output"}},
              // A force that reads an acceleration: inertia ports exist for that.
              {[](Graph& g) {
                 g.emplace<PointMass>("mass", 1.0, 0.0);
                 g.emplace<Gain>("added", -1.0, "m/s^2", "N", "world");
                 g.connect("mass.acceleration", "added.input");
                 g.connect("added.output", "mass.force");
               },
               {"algebraic loop", "inertia port"}}};
  for (const auto& row : rows) {
    Graph graph;
    row.connect(graph);
    const std::string message = message_of(graph);
    for (const char* word : row.named) EXPECT_NE(message.find(word), std::string::npos) << word << ": " << message;
  }
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
  Graph early, late;
  early.emplace<Unlucky>(true);
  EXPECT_NE(message_of(early).find("component unlucky (user's own) could not be set up: no licence"),
            std::string::npos);
  late.emplace<Unlucky>(false);
  System system = std::move(late).compile();
  try {
    (void)system.initialize(0.0);
    FAIL();
  } catch (const SimulationError& error) {
    EXPECT_EQ(error.component(), "unlucky");
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

std::string failure_of(Graph graph, const Initialization& options) {
  graph.initialization(options);
  System system = std::move(graph).compile();
  return swell_test::refusal_of([&] { (void)system.initialize(0.0); }, "settled");
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

TEST(System, InitialConditionsThatDoNotSettleAreNamedWithTheirSpeed) {
  Initialization newton, more, coarse;
  newton.method = Initialization::Method::newton;
  newton.max_iterations = 20;
  more.max_iterations = 200;
  coarse.tolerance = 1e-3;
  struct {
    Graph graph;
    Initialization options;
    const char* words;
  } rows[] = {{mutual(2.0), {}, "a.s, b.s"},
              // A factor of 1e8 squared in each sweep passes the largest double in the 20th.
              {mutual(1e8), {}, "did not settle in 20 sweeps"},
              // Contraction 0.81: 1e-10 takes 107 sweeps or so.
              {mutual(0.9), {}, "did not settle in 100 sweeps (initialization.max_iterations = 100): a.s"},
              {mutual(0.9), more, "settled"},
              {mutual(0.9), coarse, "settled"},
              {own_image([](double x) { return x + x * x + 1.0; }), newton, "Newton's method is left with"},
              {own_image([](double x) { return x; }), newton, "do not determine all of them at step 0"},
              {own_image([](double x) { return std::sqrt(-x); }), newton, "a value that is not finite"}};
  for (auto& row : rows)
    EXPECT_NE(failure_of(std::move(row.graph), row.options).find(row.words), std::string::npos) << row.words;
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
}  // namespace swell::system::system_test
