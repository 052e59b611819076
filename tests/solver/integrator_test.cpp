#include "swell/solver/integrator.h"

#include <iomanip>

#include "swell/solver/implicit.h"
#include "swell_test/port.h"
#include "swell_test/test.h"

namespace swell::solver::integrator_test {
namespace {

using swell_test::port;
using system::Component;
using system::Computed;
using system::Declaration;
using system::Evaluation;
using system::Graph;
using system::PortSpec;
using system::Read;
using system::State;
using system::System;

// x'' + 2 zeta w x' + w^2 x = cos t
class Oscillator : public Component {
 public:
  Oscillator(double omega, double zeta, bool forced)
      : Component("oscillator", "oscillator"), w_(omega), zeta_(zeta), forced_(forced) {}
  void declare(Declaration& d) override {
    const State s =
        d.state(port("s", 2), {1.0, 0.0}, {State{0}, Read::time()}, [this](const Evaluation& e, double* rate) {
          const double* x = e.state(State{0});
          rate[0] = x[1];
          rate[1] = -2.0 * zeta_ * w_ * x[1] - w_ * w_ * x[0] + (forced_ ? std::cos(e.time) : 0.0);
        });
    d.output(port("x"), s, 0);
    d.output(port("v"), s, 1);
  }

 private:
  double w_, zeta_;
  bool forced_;
};

double exact(double t, double w, double zeta) {
  const double wd = w * std::sqrt(1.0 - zeta * zeta);
  return std::exp(-zeta * w * t) * (std::cos(wd * t) + zeta * w / wd * std::sin(wd * t));
}

double error_at_end(Method method, double h, double output_step) {
  Graph graph;
  graph.emplace<Oscillator>(2.0, 0.05, false);
  System system = std::move(graph).compile({"oscillator.x"});
  Options options;
  options.method = method;
  options.duration = 10.0;
  options.step = h;
  options.output_step = output_step;
  options.tolerance = h;  // of the adaptive methods
  Integrator integrator(system, options);
  integrator.initialize();
  double worst = 0.0;
  integrator.run([&](double t) {
    worst = std::max(worst, std::abs(system.recorded(0)[0] - exact(t, 2.0, 0.05)));
    return true;
  });
  return worst;
}

TEST(Integrator, Rk4ConvergesWithOrderFourAtThePointsAndBetweenThem) {
  for (const double output : {0.1, 0.03}) {
    const double coarse = error_at_end(Method::rk4, 0.1, output), fine = error_at_end(Method::rk4, 0.05, output);
    EXPECT_NEAR(std::log2(coarse / fine), 4.0, 0.35) << output;
  }
}

TEST(Integrator, AStepOfRk4AsksFourTimes) {
  Graph graph;
  graph.emplace<Oscillator>(2.0, 0.05, true);
  System system = std::move(graph).compile();
  Options options;
  options.duration = 1.0;
  options.step = 0.1;
  Integrator integrator(system, options);
  integrator.initialize();
  integrator.run({});
  EXPECT_EQ(integrator.statistics().steps, 10);
  EXPECT_EQ(system.evaluations(), 1 + 4 * 10);  // the first point, then three stages and the new point each
}

TEST(Integrator, AdaptiveMethodsFollowTheirTolerance) {
  for (const Method method : {Method::dopri5, Method::implicit}) {
    // Error per step at the tolerance, over some tens of steps, and an interpolant of one order less.
    EXPECT_LT(error_at_end(method, 1e-6, 0.1), 2e-4);
    EXPECT_LT(error_at_end(method, 1e-9, 0.1), 2e-6);
  }
}

TEST(Integrator, OutputTimesAreMultiplesOfTheOutputStepForEveryMethod) {
  for (const Method method : {Method::rk4, Method::dopri5, Method::implicit}) {
    Graph graph;
    graph.emplace<Oscillator>(2.0, 0.05, true);
    System system = std::move(graph).compile({"oscillator.x"});
    Options options;
    options.method = method;
    options.duration = 1.0;
    options.step = 0.08;
    options.output_step = 0.1;
    Integrator integrator(system, options);
    integrator.initialize();
    std::vector<double> times;
    integrator.run([&](double t) {
      times.push_back(t);
      return true;
    });
    ASSERT_EQ(times.size(), 11U);
    for (std::size_t i = 0; i < times.size(); ++i) EXPECT_EQ(times[i], 0.1 * static_cast<double>(i));
  }
}

// A sampled computation that keeps when it ran, and an event at every zero of cos(w t).
class Watcher : public Component {
 public:
  Watcher(double period, double omega, std::vector<double>& samples, std::vector<double>& events)
      : Component("watcher", "watcher"), period_(period), w_(omega), samples_(samples), events_(events) {}
  void declare(Declaration& d) override {
    if (period_ > 0.0) {
      const Computed held = d.compute(
          "sample", 1, {Read::time()},
          [this](const Evaluation& e, double* out) {
            samples_.push_back(e.time);
            out[0] = e.time;
          },
          system::Rate::at_accepted_points(period_));
      d.output(port("sample"), held, 0);
    }
    if (w_ > 0.0) {
      const Computed wave = d.compute("wave", 1, {Read::time()},
                                      [this](const Evaluation& e, double* out) { out[0] = std::cos(w_ * e.time); });
      d.event({"zero", 0, false}, wave, [this](const Evaluation& e) { events_.push_back(e.time); });
    }
  }

 private:
  double period_, w_;
  std::vector<double>&samples_, &events_;
};

// Sums of steps left remainders that were shorter than any step may be ("no step is short enough" at the end), RK4
// ended an ulp early, and samples at 1e5 s were taken twice or never. No test had a start, a duration and steps that
// are no multiples of each other.
TEST(Integrator, EndRowsSamplesAndEventsAreHitWhateverTheirTimes) {
  std::mt19937 random(7);
  const auto draw = [&random](double low, double high) {
    return low + (high - low) * std::generate_canonical<double, 53>(random);
  };
  const double round[] = {0.01, 0.02, 0.025, 0.03, 0.05, 0.07, 0.1, 0.125, 0.2, 0.3, 0.7, 1.0 / 3.0};
  const auto length = [&] { return random() % 3 == 0 ? draw(0.01, 0.7) : round[random() % std::size(round)]; };
  int failures = 0;
  for (int run = 0; run < 500 && failures < 10; ++run) {
    Options options;
    options.method = std::array{Method::dopri5, Method::implicit, Method::rk4}[static_cast<std::size_t>(run % 3)];
    options.step = length();
    options.output_step = length();
    options.max_step = random() % 2 == 0 ? length() : 0.0;
    options.start = std::array{0.0, 0.0, -3.7, 17.3, 1e5, draw(-100.0, 1e6)}[random() % 6];
    options.duration = std::array{3.6, 36.0, 10.0, 1.0, draw(0.5, 40.0), 7.77}[random() % 6];
    if (run % 12 == 0) options.duration = 3600.0;  // sums of steps drift by more than the shortest step
    options.tolerance = std::pow(10.0, -draw(3.0, 9.0));
    const double period = random() % 2 == 0 ? length() : 0.0, omega = random() % 2 == 0 ? draw(0.5, 3.0) : 0.0;
    if (omega > 0.0 && options.max_step == 0.0) options.max_step = 0.7;  // less than between two zeros
    SCOPED_TRACE(testing::Message() << std::setprecision(17) << "run " << run << ", start " << options.start
                                    << ", duration " << options.duration << ", step " << options.step << ", output "
                                    << options.output_step << ", max_step " << options.max_step << ", period " << period
                                    << ", omega " << omega << ", tolerance " << options.tolerance);
    std::vector<double> samples, events, rows;
    Graph graph;
    graph.emplace<Oscillator>(2.0, 0.05, true);
    if (period > 0.0 || omega > 0.0) graph.emplace<Watcher>(period, omega, samples, events);
    System system = std::move(graph).compile(period > 0.0 ? std::vector<std::string>{"oscillator.x", "watcher.sample"}
                                                          : std::vector<std::string>{"oscillator.x"});
    Integrator integrator(system, options);
    integrator.initialize();
    try {
      integrator.run([&](double t) {
        rows.push_back(t);
        return true;
      });
    } catch (const SimulationError& error) {
      ADD_FAILURE() << error.what();
      ++failures;
      continue;
    }
    const double end = options.start + options.duration;
    // Times that a few roundings part are one instant; so are those nearer than a billionth of the shortest interval.
    const double rounding =
        16.0 * std::numeric_limits<double>::epsilon() * std::max(std::abs(end), options.duration) + 1e-9 * 0.7;
    bool good = integrator.time() == end;
    EXPECT_EQ(integrator.time(), end);
    const auto expect_multiples = [&](const std::vector<double>& times, double step, double tolerance,
                                      const char* what) {
      const auto count = static_cast<std::size_t>(std::floor((options.duration + rounding) / step)) + 1;
      EXPECT_EQ(times.size(), count) << what;
      good = good && times.size() == count;
      for (std::size_t k = 0; k < times.size() && good; ++k) {
        const double expected = options.start + static_cast<double>(k) * step;
        good = std::abs(times[k] - expected) <= tolerance;
        EXPECT_LE(std::abs(times[k] - expected), tolerance) << what << " " << k;
      }
    };
    expect_multiples(rows, options.output_step, 0.0, "row");
    if (period > 0.0) expect_multiples(samples, period, rounding, "sample");
    if (omega > 0.0) {
      // Located to event_tolerance, as many as there are zeros.
      const double first = std::ceil(options.start * omega / M_PI - 0.5), last = std::floor(end * omega / M_PI - 0.5);
      EXPECT_NEAR(static_cast<double>(events.size()), last - first + 1.0, 0.0);
      for (const double t : events) {
        const double k = std::round(t * omega / M_PI - 0.5);
        EXPECT_NEAR(t, (k + 0.5) * M_PI / omega, options.event_tolerance + rounding);
      }
    }
    if (!good) ++failures;
  }
}

// x' = -sign(x): no step follows the relay through zero.
class Relay : public Component {
 public:
  Relay() : Component("relay", "relay") {}
  void declare(Declaration& d) override {
    d.state(port("x"), {0.3}, {State{0}}, [](const Evaluation& e, double* rate) {
      const double x = *e.state(State{0});
      rate[0] = x > 0.0 ? -1.0 : 1.0;
    });
  }
};

TEST(Integrator, ARunThatWouldNotEndSaysWhereAndWithWhatStep) {
  for (const Method method : {Method::dopri5, Method::implicit}) {
    Graph graph;
    graph.emplace<Relay>();
    System system = std::move(graph).compile();
    Options options;
    options.method = method;
    options.duration = 100.0;
    options.tolerance = 1e-9;
    options.most_steps = 2000;
    Integrator integrator(system, options);
    integrator.initialize();
    try {
      integrator.run({});
      ADD_FAILURE() << "the relay was followed through zero";
    } catch (const SimulationError& error) {
      EXPECT_NEAR(error.time(), 0.3, 0.1);
      EXPECT_TRUE(std::string(error.what()).find("standstill") != std::string::npos ||
                  std::string(error.what()).find("no step is short enough") != std::string::npos)
          << error.what();
    }
  }
}

TEST(Esdirk4, HasOrderFourOnANonlinearProblemAndDampsAStiffOne) {
  // x' = -x^2 (t + 1) + cos t is smooth; compare halved steps against a fine one.
  const Rate f = [](double t, const double* x, double* r) { r[0] = -x[0] * x[0] * (t + 1.0) + std::cos(t); };
  const auto solve = [&](int n) {
    Esdirk4 method(1);
    std::vector<double> x = {0.5}, next(1), rate(1);
    for (int i = 0; i < n; ++i) {
      const double t = 2.0 * i / n;
      f(t, x.data(), rate.data());
      method.prepare(f, t, x, rate);
      EXPECT_GE(method.attempt(f, t, x, rate, 2.0 / n, 1e-13, 1e-13, next), 0.0);
      x = next;
    }
    return x[0];
  };
  const double reference = solve(640), coarse = std::abs(solve(20) - reference), fine = std::abs(solve(40) - reference);
  EXPECT_NEAR(std::log2(coarse / fine), 4.0, 0.4);

  const Rate stiff = [](double, const double* x, double* r) { r[0] = -1e8 * x[0]; };
  Esdirk4 method(1);
  std::vector<double> x = {1.0}, next(1), rate = {-1e8};
  method.prepare(stiff, 0.0, x, rate);
  method.attempt(stiff, 0.0, x, rate, 1.0, 1e-3, 1e-3, next);
  EXPECT_LT(std::abs(next[0]), 1e-4);  // L-stable: one huge step kills the transient
}

/// x' = 1, but a stage that lies more than `reach` beyond the last accepted point cannot be computed; nor can any after
/// `end`.
class ShortSighted : public Component {
 public:
  ShortSighted(double reach, double end) : Component("short", "short-sighted"), reach_(reach), end_(end) {}
  void declare(Declaration& d) override {
    d.state(port("s"), {0.0}, {Read::time()}, [this](const Evaluation& e, double* rate) {
      if (e.time - e.step_start > reach_ || e.time > end_) throw SimulationError("too far", e.time, "short", "s");
      rate[0] = 1.0;
    });
  }

 private:
  double reach_, end_;
};

TEST(Integrator, AComponentThatCannotFollowATrialStageGetsAShorterStep) {
  for (const Method method : {Method::dopri5, Method::implicit}) {
    for (const double end : {10.0, 0.5}) {
      Graph graph;
      graph.emplace<ShortSighted>(0.03, end);
      System system = std::move(graph).compile();
      Options options;
      options.method = method;
      options.duration = 1.0;
      options.step = 0.2;
      Integrator integrator(system, options);
      integrator.initialize();
      const auto run = [&] { integrator.run([](double) { return true; }); };
      if (end > 1.0) {
        run();
        EXPECT_NEAR(integrator.state()[0], 1.0, 1e-12);
        EXPECT_GT(integrator.statistics().rejected, 0);
      } else {
        EXPECT_THROW(run(), SimulationError);
        EXPECT_NEAR(integrator.time(), 0.5, 1e-9);
      }
    }
  }
}

TEST(Esdirk4, RepeatedAttemptsFromAPointTakeItsDerivativesOnce) {
  constexpr int kSize = 20;
  int calls = 0;
  const Rate f = [&calls](double, const double* x, double* r) {
    ++calls;
    for (int i = 0; i < kSize; ++i) r[i] = -x[i];
  };
  Esdirk4 method(kSize);
  std::vector<double> x(kSize, 1.0), rate(kSize, -1.0), first(kSize), again(kSize);
  method.prepare(f, 0.0, x, rate);
  EXPECT_EQ(calls, kSize);
  method.attempt(f, 0.0, x, rate, 0.1, 1e-6, 1e-6, first);
  method.attempt(f, 0.0, x, rate, 0.05, 1e-6, 1e-6, again);
  method.attempt(f, 0.0, x, rate, 0.1, 1e-6, 1e-6, again);
  EXPECT_LT(calls, 3 * kSize);  // two calls per stage: linear problems take no more
  EXPECT_EQ(first, again);
}

TEST(Integrator, ARunThatGoesOnFromACheckpointIsBitIdentical) {
  for (const Method method : {Method::rk4, Method::dopri5, Method::implicit}) {
    const auto make = [] {
      Graph graph;
      graph.emplace<Oscillator>(2.0, 0.05, true);
      return std::move(graph).compile({"oscillator.x"});
    };
    Options options;
    options.method = method;
    options.duration = 10.0;
    options.step = 0.07;
    options.output_step = 0.1;
    System whole = make();
    Integrator undisturbed(whole, options);
    undisturbed.initialize();
    std::vector<double> expected;
    undisturbed.run([&](double) {
      expected.push_back(whole.recorded(0)[0]);
      return true;
    });

    System first = make();
    Integrator before(first, options);
    before.initialize();
    std::vector<double> got;
    before.run(
        [&](double) {
          got.push_back(first.recorded(0)[0]);
          return true;
        },
        3.21);
    System second = make();
    Integrator after(second, options);
    after.restore(before.checkpoint());
    after.run([&](double) {
      got.push_back(second.recorded(0)[0]);
      return true;
    });
    EXPECT_EQ(expected, got);
  }
}

class Explosive : public Component {
 public:
  Explosive() : Component("charge", "explosive") {}
  void declare(Declaration& d) override {
    d.state(port("s"), {1.0}, {State{0}},
            [](const Evaluation& e, double* rate) { rate[0] = std::pow(e.state(State{0})[0], 3.0); });
  }
  std::string diagnose() const override { return "charge: it was meant to blow up"; }
};

TEST(Integrator, DivergenceStopsAtOnceAndNamesComponentTimeAndCause) {
  Graph graph;
  graph.emplace<Explosive>();
  System system = std::move(graph).compile();
  Options options;
  options.duration = 10.0;
  options.step = 0.1;
  Integrator integrator(system, options);
  integrator.initialize();
  try {
    integrator.run({});
    FAIL();
  } catch (const SimulationError& error) {
    EXPECT_EQ(error.component(), "charge");
    EXPECT_GT(error.time(), 0.0);
    EXPECT_LT(error.time(), 3.0);
    EXPECT_NE(std::string(error.what()).find("charge: it was meant to blow up"), std::string::npos) << error.what();
  }
}

// Its code fails from t = 0.5 on.
class Failing : public Component {
 public:
  explicit Failing(int& failures) : Component("mine", "failing"), failures_(failures) {}
  void declare(Declaration& d) override {
    d.state(port("s"), {0.0}, {Read::time()}, [this](const Evaluation& e, double* rate) {
      rate[0] = 1.0;
      if (e.time < 0.5) return;
      ++failures_;
      throw std::runtime_error("index out of range");
    });
  }

 private:
  int& failures_;
};

TEST(Integrator, AnExceptionOfAComponentEndsTheRunAtOnceWithItsName) {
  for (const Method method : {Method::rk4, Method::dopri5, Method::implicit}) {
    int failures = 0;
    Graph graph;
    graph.emplace<Failing>(failures);
    System system = std::move(graph).compile();
    Options options;
    options.method = method;
    options.duration = 1.0;
    options.step = options.max_step = 0.1;
    options.output_step = 0.1;
    Integrator integrator(system, options);
    integrator.initialize();
    try {
      integrator.run([](double) { return true; });
      FAIL();
    } catch (const SimulationError& error) {
      EXPECT_EQ(error.component(), "mine");
      EXPECT_NE(std::string(error.what()).find("component mine (failing) failed at t = 0.5"), std::string::npos)
          << error.what();
      EXPECT_NE(std::string(error.what()).find("index out of range"), std::string::npos) << error.what();
    }
    EXPECT_EQ(failures, 1);
  }
}

}  // namespace
}  // namespace swell::solver::integrator_test
