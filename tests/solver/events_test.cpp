// Events: where they are located, what they may change, and what counts as a crossing of zero.
#include "swell/solver/integrator.h"
#include "swell_test/port.h"
#include "swell_test/test.h"

namespace swell::solver::events_test {
namespace {

using swell_test::port;
using system::Component;
using system::Computed;
using system::Declaration;
using system::Evaluation;
using system::EventSpec;
using system::Graph;
using system::Memory;
using system::MemoryKind;
using system::PortSpec;
using system::Read;
using system::State;
using system::System;

// A ball that bounces without loss: events must be located in time.
class Ball : public Component {
 public:
  Ball() : Component("ball", "ball") {}
  void declare(Declaration& d) override {
    const Memory sign = d.memory(port("sign"), MemoryKind::mode, {1.0});
    // Height above the floor is |z| with z smooth: a bounce flips gravity's sign, so that no state has to jump.
    const State s = d.state(port("s", 2), {1.0, 0.0}, {State{0}, sign}, [sign](const Evaluation& e, double* rate) {
      rate[0] = e.state(State{0})[1];
      rate[1] = -9.81 * e.memory(sign)[0];
    });
    const Computed height =
        d.compute("height", 1, {s}, [s](const Evaluation& e, double* out) { out[0] = e.state(s)[0]; });
    EventSpec spec;
    spec.name = "bounce";
    d.event(spec, height, [this, sign](const Evaluation& e) {
      e.change(sign)[0] = -e.memory(sign)[0];
      times.push_back(e.time);
    });
    d.output(port("z"), s, 0);
  }
  std::vector<double> times;
};

TEST(Integrator, EventsAreLocatedInTime) {
  for (const Method method : {Method::rk4, Method::dopri5, Method::implicit}) {
    Graph graph;
    Ball& ball = graph.emplace<Ball>();
    System system = std::move(graph).compile({"ball.z"});
    Options options;
    options.method = method;
    options.duration = 5.0;
    options.step = 0.1;
    options.tolerance = 1e-8;
    Integrator integrator(system, options);
    integrator.initialize();
    integrator.run({});
    const double quarter = std::sqrt(2.0 / 9.81);
    ASSERT_EQ(ball.times.size(), 6U);
    for (std::size_t i = 0; i < ball.times.size(); ++i) {
      EXPECT_NEAR(ball.times[i], quarter * (1.0 + 2.0 * static_cast<double>(i)), 2e-8 * static_cast<double>(i + 1));
    }
  }
}

// A ball whose velocity an event turns round: the state itself jumps. Between bounces its height is a parabola, which
// each method integrates exactly; a bounce is late by 1e-9 s at most, and then the height is off by 2 v 1e-9 s.
class Turned : public Component {
 public:
  Turned() : Component("ball", "ball") {}
  void declare(Declaration& d) override {
    const State s = d.state(port("s", 2), {1.0, 0.0}, {State{0}}, [](const Evaluation& e, double* rate) {
      rate[0] = e.state(State{0})[1];
      rate[1] = -9.81;
    });
    const Computed height =
        d.compute("height", 1, {s}, [s](const Evaluation& e, double* out) { out[0] = e.state(s)[0]; });
    d.event({"bounce", -1, false}, height, [s](const Evaluation& e) {
      e.change(s)[0] = 0.0;
      e.change(s)[1] = -e.state(s)[1];
    });
    d.output(port("z"), s, 0);
  }
};

TEST(Integrator, AnEventMaySetStatesAnew) {
  for (const Method method : {Method::rk4, Method::dopri5, Method::implicit}) {
    Graph graph;
    graph.emplace<Turned>();
    System system = std::move(graph).compile({"ball.z"});
    Options options;
    options.method = method;
    options.duration = 5.0;
    options.step = 0.1;
    options.tolerance = 1e-8;
    Integrator integrator(system, options);
    integrator.initialize();
    const double quarter = std::sqrt(2.0 / 9.81), fastest = std::sqrt(2.0 * 9.81);
    int rows = 0;
    integrator.run([&](double t) {
      const double bounces = std::floor((t + quarter) / (2.0 * quarter));
      const double from_top = t - 2.0 * quarter * bounces;
      EXPECT_NEAR(system.recorded(0)[0], 1.0 - 0.5 * 9.81 * from_top * from_top, 2e-9 * fastest * (bounces + 1.0)) << t;
      return ++rows > 0;
    });
    EXPECT_EQ(rows, 51);
  }
}

/// Notes when a function of time crosses zero.
class Watch : public Component {
 public:
  Watch(std::function<double(double)> value, int direction)
      : Component("watch", "watch"), value_(std::move(value)), direction_(direction) {}
  void declare(Declaration& d) override {
    const Computed value =
        d.compute("value", 1, {Read::time()}, [this](const Evaluation& e, double* out) { out[0] = value_(e.time); });
    EventSpec spec;
    spec.name = "crossing";
    spec.direction = direction_;
    d.event(spec, value, [this](const Evaluation& e) { times.push_back(e.time); });
    d.state(port("s"), {1.0}, {State{0}}, [](const Evaluation&, double* rate) { rate[0] = 0.0; });
  }
  std::vector<double> times;

 private:
  std::function<double(double)> value_;
  int direction_;
};

std::vector<double> crossings(const std::function<double(double)>& value, int direction, Method method,
                              double restart_at = -1.0) {
  Options options;
  options.method = method;
  options.duration = 2.0;
  options.step = 0.25;  // a binary number: points fall on the zeros below exactly
  Graph graph;
  Watch& watch = graph.emplace<Watch>(value, direction);
  System system = std::move(graph).compile();
  Integrator integrator(system, options);
  integrator.initialize();
  if (restart_at >= 0.0) {
    integrator.run({}, restart_at);
    integrator.restore(integrator.checkpoint());
  }
  integrator.run({});
  return watch.times;
}

TEST(Integrator, AFunctionThatBeginsAtZeroCrossesItWhenItLeaves) {
  const auto up = [](double t) { return t; };
  const auto down = [](double t) { return -t; };
  const auto later = [](double t) { return std::max(0.0, t - 0.6); };
  for (const Method method : {Method::rk4, Method::dopri5, Method::implicit}) {
    ASSERT_EQ(crossings(up, +1, method).size(), 1U);
    EXPECT_LT(crossings(up, +1, method)[0], 2e-9);
    EXPECT_EQ(crossings(up, -1, method).size(), 0U);
    EXPECT_EQ(crossings(up, 0, method).size(), 1U);
    EXPECT_EQ(crossings(down, -1, method).size(), 1U);
    EXPECT_EQ(crossings(down, +1, method).size(), 0U);
    ASSERT_EQ(crossings(later, +1, method).size(), 1U);
    EXPECT_NEAR(crossings(later, +1, method)[0], 0.6, 2e-9);
    EXPECT_EQ(crossings([](double) { return 0.0; }, 0, method).size(), 0U);
  }
}

TEST(Integrator, AZeroAtAnAcceptedPointIsCrossedOnce) {
  const auto through = [](double t) { return t - 0.5; };
  const auto touch = [](double t) { return -(t - 0.5) * (t - 0.5); };
  const auto rest = [](double t) { return t < 0.5 ? t - 0.5 : std::max(0.0, t - 1.0); };
  const auto back = [](double t) { return t < 0.5 ? 0.5 - t : std::max(0.0, t - 1.0); };
  for (const double restart_at : {-1.0, 0.5, 0.75}) {
    EXPECT_EQ(crossings(through, +1, Method::rk4, restart_at), std::vector<double>{0.5});
    EXPECT_EQ(crossings(through, -1, Method::rk4, restart_at).size(), 0U);
    EXPECT_EQ(crossings(rest, +1, Method::rk4, restart_at), std::vector<double>{0.5});  // and not when it leaves
    EXPECT_EQ(crossings(rest, 0, Method::rk4, restart_at), std::vector<double>{0.5});
    EXPECT_EQ(crossings(back, 0, Method::rk4, restart_at).size(), 2U);   // down to zero, up from it
    EXPECT_EQ(crossings(back, +1, Method::rk4, restart_at).size(), 0U);  // it never was below
    EXPECT_EQ(crossings(back, -1, Method::rk4, restart_at), std::vector<double>{0.5});
    ASSERT_EQ(crossings(touch, 0, Method::rk4, restart_at).size(), 2U);  // to zero, and back below it
    EXPECT_EQ(crossings(touch, -1, Method::rk4, restart_at).size(), 0U);
  }
}

}  // namespace
}  // namespace swell::solver::events_test
