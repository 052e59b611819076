// Connections to a point of a body and between frames, against closed forms.
#include "swell_test/component_cases.h"
#include "swell_test/test.h"

namespace swell::run::connection_points_test {
namespace {

// A bar on a hinge through its centre of gravity, pushed at a point 2 m ahead of it. The y axis turns the point
// downwards.
const std::string kBar = R"(simulation: {duration: 1.5, time_step: 0.005, integrator: rk4}
bodies:
  - {name: bar, mass: 100, inertia: [50, 50, 50], center_of_gravity: [0, 0, 0]}
joints:
  - {name: hinge, type: rotational, base: world, follower: bar, location: [0, 0, 0]}
components:
  - {name: push, type: constant, value: [0, 0, 30], ports: {output: {unit: N, frame: FRAME}}}
  - {name: place, type: gain, factor: 1, width: 3}
  - {name: speed, type: gain, factor: 1, width: 3}
connections:
  - {from: push.output, to: bar.force, point: [2, 0, 0]}
  - {from: bar.position, to: place.input, point: [2, 0, 0]}
  - {from: bar.velocity, to: speed.input, point: [2, 0, 0]}
)";

std::string bar(const std::string& frame) {
  std::string text = kBar;
  text.replace(text.find("FRAME"), 5, frame);
  return text;
}

TEST(Points, AForceInTheAxesOfTheBodyTurnsItEvenly) {
  // moment = r x F = (2, 0, 0) x (0, 0, 30) = (0, -60, 0) in the body's axes, whatever its angle.
  const Values end = run(read_text(bar("bar")));
  const double angle = -0.5 * 60.0 / 50.0 * 1.5 * 1.5;
  EXPECT_NEAR(end.at("/joints/hinge/position")[0], angle, 1e-9);
  EXPECT_NEAR(end.at("/components/place/output")[0], 2.0 * std::cos(angle), 1e-9);
  EXPECT_NEAR(end.at("/components/place/output")[2], -2.0 * std::sin(angle), 1e-9);
  EXPECT_NEAR(end.at("/bodies/bar/force/external")[4], -60.0, 1e-9);
}

TEST(Points, AForceInTheWorldLiftsItsPointAsItsWorkSays) {
  // 1/2 I w^2 = F z of the point, and the point's speed is 2 m times w. z down is the other way round.
  for (const auto& [frame, sign] : {std::pair("world", 1.0), std::pair("world-down", -1.0)}) {
    const Values end = run(read_text(bar(frame)));
    const double w = end.at("/joints/hinge/velocity")[0];
    EXPECT_NEAR(0.5 * 50.0 * w * w, sign * 30.0 * end.at("/components/place/output")[2], 1e-6);
    const auto& v = end.at("/components/speed/output");
    EXPECT_NEAR(std::hypot(v[0], v[2]), 2.0 * std::abs(w), 1e-9);
    EXPECT_LT(sign * w, -0.5);
  }
}

TEST(Points, AConstantForceAndAWrenchActAtAPointToo) {
  std::string text = bar("bar");
  const std::string line = "{from: push.output, to: bar.force, point: [2, 0, 0]}";
  text.replace(text.find(line), line.size(), "{value: [0, 0, 30, 0, 7, 0], to: bar.force, point: [2, 0, 0]}");
  const Values begin = run(read_text(text), 0.0);
  EXPECT_NEAR(begin.at("/bodies/bar/force/external")[4], -60.0 + 7.0, 1e-9);
}

// Only the notes made before those of the radiation were looked through.
TEST(Points, TwoConstantForcesAtOnePointAreNotedOnce) {
  std::string text = bar("bar");
  const std::string line = "{from: push.output, to: bar.force, point: [2, 0, 0]}";
  text.replace(text.find(line), line.size(),
               "{value: [0, 0, 30], to: bar.force, point: [2, 0, 0]}\n"
               "  - {value: [0, 0, 20], to: bar.force, point: [2, 0, 0]}");
  const std::vector<std::string> notes = CaseRun(read_text(text)).notes();
  EXPECT_EQ(std::count_if(notes.begin(), notes.end(),
                          [](const std::string& note) { return note.find("a constant acts at") == 0; }),
            1);
}

TEST(Points, WhatHasNoPointOrNoBodyIsSaid) {
  const auto with = [](const std::string& what, const std::string& instead) {
    std::string text = bar("world");
    text.replace(text.find(what), what.size(), instead);
    return faults(text);
  };
  EXPECT_THAT(
      with("to: bar.force, point: [2, 0, 0]", "to: bar.force"),
      ElementsAre("case.yaml:11:5: push.output (width 3, N) cannot feed bar.force (width 6, N, N m): the widths "
                  "differ; name the point of bar, from its centre of gravity in body axes: point: [0, 0, 0], "
                  "where the force acts"));
  EXPECT_THAT(
      with("to: place.input, point: [2, 0, 0]", "to: place.input"),
      ElementsAre(HasSubstr("12:5: bar.position (width 6, m, rad) cannot feed place.input (width 3): the widths "
                            "differ; name the point of bar")));
  EXPECT_THAT(with("bar.velocity", "bar.acceleration"),
              ElementsAre(HasSubstr("13:54: connections: bar.acceleration to speed.input has a point, but neither is a "
                                    "body's force, position or velocity")));
  EXPECT_THAT(with("name: place, type: gain, factor: 1, width: 3", "name: place, type: gain, factor: 1"),
              ElementsAre(HasSubstr("place.input takes 1 numbers, the place of a point has 3")));
  EXPECT_THAT(with("frame: world", "frame: bra"),
              ElementsAre(AllOf(HasSubstr("there is no frame bra"), HasSubstr("did you mean bar?"))));
  EXPECT_THAT(with("unit: N, frame: world", "unit: m"),
              ElementsAre(HasSubstr("push.output is in m, push.output at bar (2, 0, 0).in in N")));
  EXPECT_THAT(with("frame: world", "frame: joint"),
              ElementsAre(AllOf(HasSubstr("'joint'"), HasSubstr("numbers along its axes, not a vector in space"))));
}

TEST(Points, ASumAddsWhatLiesInOtherFramesInItsOwn) {
  // Three down and five up make two up, whichever comes first.
  for (const bool down_first : {true, false}) {
    const Values end = run(read_text(std::string("simulation: {duration: 0.1, time_step: 0.1}\n") + R"(bodies:
  - {name: cart, mass: 100, inertia: [1, 1, 1], center_of_gravity: [0, 0, 0]}
components:
  - {name: up, type: constant, value: [0, 0, 5, 0, 0, 0], ports: {output: {unit: "N, N m", frame: world}}}
  - {name: down, type: constant, value: [0, 0, 3, 0, 0, 0], ports: {output: {unit: "N, N m", frame: world-down}}}
  - {name: s, type: sum, width: 6}
connections:
  - {from: up.output, to: s.input)" + std::string(down_first ? "2" : "1") +
                                     "}\n  - {from: down.output, to: s.input" + std::string(down_first ? "1" : "2") +
                                     "}\n  - {from: s.output, to: cart.force}\n"));
    EXPECT_NEAR(end.at("/bodies/cart/force/external")[2], 2.0, 1e-12);
  }
}

}  // namespace
}  // namespace swell::run::connection_points_test
