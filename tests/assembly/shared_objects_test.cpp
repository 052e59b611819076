// Objects that components share: the sea and the seabed, in still water and waves, against closed forms.
#include "swell_test/component_cases.h"
#include "swell_test/test.h"

namespace swell::run::shared_objects_test {
namespace {

double at(const Values& values, const std::string& path, std::size_t i = 0) { return values.at(path).at(i); }

TEST(SharedObjects, AProbeGivesAllOfTheWaterAtAPointAsLinearTheorySays) {
  const std::string head = R"(simulation: {duration: 3, time_step: 0.1, integrator: rk4}
environment: {depth: 20, water_density: 1025, gravity: 9.8, current: {speed: 0.7, direction: 90}}
waves: {type: regular, height: 1.6, period: 7, direction: 30}
components:
)";
  const Values end = run(read_text(head + R"(  - {name: p, type: wave-probe, position: [12, -3, -4]}
  - {name: place, type: constant, value: [12, -3, -4], ports: {output: {unit: m, frame: world}}}
  - {name: q, type: wave-probe, moving: true}
connections:
  - {from: place.output, to: q.position}
)"));
  // omega^2 = g k tanh(k h) by bisection; (W8) to (W10) of lib/waves as the textbook has them.
  const double omega = 2.0 * kPi / 7.0, a = 0.8, g = 9.8, h = 20.0, z = -4.0, t = 3.0, theta = kPi / 6.0;
  double low = 0.0, high = 10.0;
  for (int i = 0; i < 200; ++i)
    (g * 0.5 * (low + high) * std::tanh(0.5 * (low + high) * h) < omega * omega ? low : high) = 0.5 * (low + high);
  const double k = low, psi = omega * t - k * (12.0 * std::cos(theta) - 3.0 * std::sin(theta));
  const double ch = std::cosh(k * (z + h)) / std::cosh(k * h), sh = std::sinh(k * (z + h)) / std::cosh(k * h);
  const double u = a * g * k / omega * ch * std::cos(psi), du = -a * g * k * ch * std::sin(psi);
  const std::string p = "/components/p/";
  constexpr double kRound = 1e-10;
  EXPECT_NEAR(at(end, p + "output"), a * std::cos(psi), kRound);
  EXPECT_NEAR(at(end, p + "velocity", 0), u * std::cos(theta), kRound);
  EXPECT_NEAR(at(end, p + "velocity", 1), u * std::sin(theta) + 0.7, kRound);
  EXPECT_NEAR(at(end, p + "velocity", 2), -a * g * k / omega * sh * std::sin(psi), kRound);
  EXPECT_NEAR(at(end, p + "acceleration", 0), du * std::cos(theta), kRound);
  EXPECT_NEAR(at(end, p + "acceleration", 2), -a * g * k * sh * std::cos(psi), kRound);
  EXPECT_NEAR(at(end, p + "current", 1), 0.7, kRound);
  EXPECT_NEAR(at(end, p + "dynamic_pressure"), 1025.0 * g * a * ch * std::cos(psi), 1e-6);
  EXPECT_EQ(at(end, p + "depth"), 20.0);
  EXPECT_EQ(at(end, p + "density"), 1025.0);
  EXPECT_EQ(at(end, p + "gravity"), 9.8);
  for (const char* port : {"output", "velocity", "acceleration", "current", "dynamic_pressure"})
    EXPECT_EQ(end.at("/components/q/" + std::string(port)), end.at(p + port)) << port;
  EXPECT_THAT(faults(head + "  - {name: p, type: wave-probe, position: [1]}\n"),
              ElementsAre(HasSubstr("has 1 number")));
  EXPECT_THAT(faults(head + "  - {name: p, type: wave-probe, position: [1, 2], moving: true}\n"),
              Contains(HasSubstr("has no effect")));
}

TEST(SharedObjects, ASinkingMassReachesTheSpeedAtWhichDragCarriesIt) {
  // m dv/dt = W - k v^2 from rest: v = v_t tanh(W t/(m v_t)), v_t = sqrt(W/k), with W = m g - rho g V, k = rho Cd A/2.
  const Values end = run(read_text(R"(simulation: {duration: 1.5, time_step: 0.005, integrator: rk4}
components:
  - {name: m, type: point-mass, mass: 500, gravity: 9.81, position: [0, 0, -5]}
  - {name: w, type: water-load, drag_coefficient: 0.8, area: 0.5, volume: 0.2}
connections:
  - {from: m.position, to: w.position}
  - {from: m.velocity, to: w.velocity}
  - {from: w.force, to: m.force}
)"));
  const double weight = 500.0 * 9.81 - 1000.0 * kGravity * 0.2, drag = 0.5 * 1000.0 * 0.8 * 0.5;
  const double terminal = std::sqrt(weight / drag);
  EXPECT_NEAR(at(end, "/components/m/velocity", 2), -terminal * std::tanh(weight * 1.5 / (500.0 * terminal)), 1e-8);
}

// An anchor on the ground holds a float under water by a spring. The contact stands before the seabed that it names.
const char* const kMasses = R"(simulation: {duration: 60, time_step: 0.01, integrator: rk4}
environment: {depth: 30, gravity: 9.81}
components:
  - {name: touch, type: seabed-contact, seabed: ground}
  - {name: ground, type: seabed, stiffness: 2.0e5, damping: 2.0e4, friction: 0.5}
  - {name: anchor, type: point-mass, mass: 2000, gravity: 9.81, position: [0, 0, -10]}
  - {name: buoy, type: point-mass, mass: 400, gravity: 9.81, position: [0, 0, -5]}
  - {name: rope, type: spring, stiffness: 5000, length: 15, tension_only: true}
  - {name: on_anchor, type: water-load, drag_coefficient: 1, area: 1.5, volume: 0.8}
  - {name: on_buoy, type: water-load, drag_coefficient: 0.6, area: 1.2, volume: 0.9}
connections:
  - {from: anchor.position, to: rope.position_a}
  - {from: buoy.position, to: rope.position_b}
  - {from: rope.force_a, to: anchor.force}
  - {from: rope.force_b, to: buoy.force}
  - {from: anchor.position, to: touch.position}
  - {from: anchor.velocity, to: touch.velocity}
  - {from: touch.force, to: anchor.force}
  - {from: anchor.position, to: on_anchor.position}
  - {from: anchor.velocity, to: on_anchor.velocity}
  - {from: on_anchor.force, to: anchor.force}
  - {from: buoy.position, to: on_buoy.position}
  - {from: buoy.velocity, to: on_buoy.velocity}
  - {from: on_buoy.force, to: buoy.force}
)";

TEST(SharedObjects, TwoMassesComeToRestWhereTheForcesBalance) {
  const Values end = run(read_text(kMasses));
  const double pull = (0.9 * 1000.0 - 400.0) * 9.81, press = (2000.0 - 0.8 * 1000.0) * 9.81 - pull;
  const double anchor = -30.0 - press / 2.0e5;
  // What is left of the oscillation after 60 s: the contact is damped within a second, the float by its drag.
  EXPECT_NEAR(at(end, "/components/anchor/position", 2), anchor, 1e-4);
  EXPECT_NEAR(at(end, "/components/buoy/position", 2), anchor + 15.0 + pull / 5000.0, 2e-2);
  EXPECT_NEAR(at(end, "/components/touch/penetration"), press / 2.0e5, 1e-4);
}

TEST(SharedObjects, FrictionHoldsOnASlopeUpToItsCoefficient) {
  // A mass on a plane of slope s slides where mu < s, with g (sin - mu cos) once it moves, and creeps within the
  // smoothing (sliding_speed atanh(s/mu)) where mu > s.
  const auto speed = [](const char* friction) {
    const Values end = run(read_text(fmt::format(R"(simulation: {{duration: 4, time_step: 0.002, integrator: rk4}}
environment: {{gravity: 9.81}}
components:
  - {{name: ground, type: seabed, level: 0, slope: [-0.2, 0], stiffness: 1.0e5, damping: 4.0e3, friction: {}}}
  - {{name: m, type: point-mass, mass: 100, gravity: 9.81, position: [0, 0, 0]}}
  - {{name: touch, type: seabed-contact, seabed: ground}}
connections:
  - {{from: m.position, to: touch.position}}
  - {{from: m.velocity, to: touch.velocity}}
  - {{from: touch.force, to: m.force}}
)",
                                                 friction)));
    return std::hypot(at(end, "/components/m/velocity", 0), at(end, "/components/m/velocity", 2));
  };
  const double cosine = 1.0 / std::sqrt(1.04), sine = 0.2 * cosine;
  EXPECT_NEAR(speed("0"), 9.81 * sine * 4.0, 0.02 * 9.81 * sine * 4.0);  // 2 %: the fall into the spring at first
  EXPECT_NEAR(speed("0.1"), 9.81 * (sine - 0.1 * cosine) * 4.0, 0.03 * 9.81 * sine * 4.0);
  EXPECT_NEAR(speed("0.5"), 0.01 * std::atanh(0.4), 1e-4);
}

TEST(SharedObjects, WhatIsNotThereOrOfAnotherTypeIsNamedWithItsLine) {
  const auto named = [](const char* owner) {
    return faults(fmt::format(R"(simulation: {{duration: 1, time_step: 0.1, integrator: rk4}}
components:
  - {{name: ground, type: seabed, level: -10, stiffness: 1}}
  - {{name: one, type: constant, value: [0, 0, 0]}}
  - {{name: touch, type: seabed-contact, seabed: {}}}
connections:
  - {{from: one.output, to: touch.position}}
  - {{from: one.output, to: touch.velocity}}
)",
                              owner));
  };
  EXPECT_THAT(named("ground"), ElementsAre());
  EXPECT_THAT(named("grund"), ElementsAre(::testing::AllOf(HasSubstr("case.yaml:5:"), HasSubstr("no such component"),
                                                           HasSubstr("did you mean ground?"))));
  EXPECT_THAT(named("one"), ElementsAre(HasSubstr("shares no object of this type")));
  EXPECT_THAT(named("touch"), ElementsAre(HasSubstr("shares no object of this type")));
  EXPECT_THAT(faults("simulation: {duration: 1, time_step: 0.1, integrator: rk4}\ncomponents:\n"
                     "  - {name: ground, type: seabed, stiffness: 1}\n"),
              ElementsAre(HasSubstr("level is missing, and the water is infinitely deep")));
}

TEST(SharedObjects, AMistakeElsewhereMakesNoneOfThoseWhoAskTheSea) {
  std::string text = kMasses;
  text.replace(text.find("duration: 60"), 12, "duration: -1");
  EXPECT_THAT(faults(text), ElementsAre(HasSubstr("simulation.duration = -1")));
  // Nor does the owner's own mistake count twice.
  std::string owner = kMasses;
  owner.replace(owner.find("stiffness: 2.0e5"), 16, "stiffness: -1");
  EXPECT_THAT(faults(owner), ElementsAre(HasSubstr("components.ground.stiffness = -1")));
}

TEST(SharedObjects, ALibraryOfTheUsersSharesAndAsks) {
  // One law for two ropes; a built-in spring with the same law gives the same motion, buoyancy from the water apart.
  const auto hung = [](const std::string& rope) {
    return run(read_text(R"(simulation: {duration: 5, time_step: 0.01, integrator: rk4}
components:
  - {name: m, type: point-mass, mass: 20, gravity: 9.81, position: [0, 0, 2]}
)" + rope + R"(connections:
  - {value: [0, 0, 8], to: r.position_a}
  - {from: m.position, to: r.position_b}
  - {from: r.force_b, to: m.force}
)"));
  };
  const Values own = hung(std::string("  - {name: r, type: shared-rope, library: ") + SWELL_TEST_SHARED_LAW +
                          ", law: l, length: 5}\n  - {name: l, type: rope-law, library: " + SWELL_TEST_SHARED_LAW +
                          ", stiffness: 300, stiffening: 40}\n");
  const Values built_in =
      hung("  - {name: r, type: spring, stiffness: 300, cubic_stiffness: 40, length: 5, tension_only: true}\n");
  EXPECT_NEAR(at(own, "/components/m/position", 2), at(built_in, "/components/m/position", 2), 1e-9);
}

TEST(SharedObjects, RestIsFoundFromASpringAtItsRelaxedLength) {
  // There the spring has no stiffness across, and a rope none towards its fixed end either: z = -m g/k below the
  // relaxed length, or as much above it where the mass floats; x and y as they were.
  for (const char* rope : {"", ", tension_only: true"}) {
    for (const double g : {9.81, -9.81}) {
      const double side = g > 0.0 ? -1.0 : 1.0;
      const Values end = run(read_text(fmt::format(R"(simulation: {{duration: 2, time_step: 0.01, integrator: rk4}}
components:
  - {{name: m, type: point-mass, mass: 3, gravity: {}, position: [1, 2, {}], rest: true}}
  - {{name: s, type: spring, stiffness: 50, length: 4{}}}
connections:
  - {{value: [1, 2, 0], to: s.position_a}}
  - {{from: m.position, to: s.position_b}}
  - {{from: s.force_b, to: m.force}}
)",
                                                   g, 4.0 * side, rope)));
      EXPECT_NEAR(at(end, "/components/m/position", 0), 1.0, 1e-9) << rope;
      EXPECT_NEAR(at(end, "/components/m/position", 1), 2.0, 1e-9) << rope;
      EXPECT_NEAR(at(end, "/components/m/position", 2), side * (4.0 + 3.0 * 9.81 / 50.0), 1e-9) << rope;
    }
  }
}

}  // namespace
}  // namespace swell::run::shared_objects_test
