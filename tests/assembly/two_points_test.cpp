// The line between two points of bodies: what is measured along it and what acts along it.
#include "swell_test/component_cases.h"
#include "swell_test/test.h"

namespace swell::run::two_points_test {
namespace {

// Two bodies that water neither lifts nor resists, joined by a ram that pushes and pulls at points off their centres.
const std::string kPair = R"(simulation: {duration: 4, time_step: 0.005, integrator: rk4}
bodies:
  - {name: a, mass: 100, inertia: [50, 50, 50], center_of_gravity: [0, 0, -10], center_of_buoyancy: [0, 0, -10], volume: 0.1}
  - {name: b, mass: 300, inertia: [80, 80, 80], center_of_gravity: [6, 1, -12], center_of_buoyancy: [6, 1, -12], volume: 0.3}
components:
  - {name: line, type: distance, length: 5}
  - {name: drive, type: sine, amplitude: 60, period: 1.7, phase: 0.4}
  - {name: ram, type: line-force}
  - {name: power, type: product}
  - {name: work, type: transfer-function, numerator: [1], denominator: [1, 0]}
connections:
  - {from: a.position, to: line.position_a, point: [0.5, 0.2, 0.3]}
  - {from: a.velocity, to: line.velocity_a, point: [0.5, 0.2, 0.3]}
  - {from: b.position, to: line.position_b, point: [-1, 0, 0.4]}
  - {from: b.velocity, to: line.velocity_b, point: [-1, 0, 0.4]}
  - {from: a.position, to: ram.position_a, point: [0.5, 0.2, 0.3]}
  - {from: b.position, to: ram.position_b, point: [-1, 0, 0.4]}
  - {from: drive.output, to: ram.input}
  - {from: ram.force_a, to: a.force, point: [0.5, 0.2, 0.3]}
  - {from: ram.force_b, to: b.force, point: [-1, 0, 0.4]}
  - {from: drive.output, to: power.input1}
  - {from: line.rate, to: power.input2}
  - {from: power.output, to: work.input}
output: {time_step: 0.05}
)";

Vector3 head(const std::vector<double>& six) { return {six[0], six[1], six[2]}; }
Vector3 tail(const std::vector<double>& six) { return {six[3], six[4], six[5]}; }

TEST(TwoPoints, ARamWorksAsForceTimesRateAndLeavesTheMomentumOfThePair) {
  for (const double until : {0.5, 1.3, 2.6, 4.0}) {
    const Values v = run(read_text(kPair), until);
    struct Body {
      const char* name;
      double mass, inertia;
    };
    Vector3 momentum = Vector3::Zero(), angular = Vector3::Zero(), force = Vector3::Zero(), moment = Vector3::Zero();
    double energy = 0.0, size = 0.0;
    for (const Body& body : {Body{"a", 100.0, 50.0}, Body{"b", 300.0, 80.0}}) {
      const std::string root = std::string("/bodies/") + body.name + "/";
      const Vector3 x = head(v.at(root + "position")), u = head(v.at(root + "velocity")),
                    w = tail(v.at(root + "velocity")), F = head(v.at(root + "force/external"));
      momentum += body.mass * u;
      angular += body.mass * x.cross(u) + body.inertia * w;
      force += F;
      moment += x.cross(F) + tail(v.at(root + "force/external"));
      energy += 0.5 * body.mass * u.squaredNorm() + 0.5 * body.inertia * w.squaredNorm();
      size += body.mass * u.norm();
    }
    ASSERT_GT(size, 5.0) << "it moves";
    EXPECT_LT(momentum.norm(), 1e-12 * size);
    EXPECT_LT(force.norm(), 1e-12 * 60.0);
    EXPECT_LT(moment.norm(), 1e-11 * 60.0 * 12.0);
    // RK4 at 340 steps per period keeps quadratic invariants to about 340 (2 pi/340)^5/120 = 6e-9 of what passes.
    EXPECT_LT(angular.norm(), 1e-7 * size * 12.0);
    EXPECT_NEAR(energy, v.at("/components/work/output")[0], 1e-7 * std::max(energy, 1.0));
  }
}

TEST(TwoPoints, RateIsTheDerivativeOfTheLength) {
  const model::Model model = read_text(kPair);
  for (const double t : {0.7, 1.9, 3.1}) {
    const double h = 0.05;
    const double ahead = run(model, t + h).at("/components/line/length")[0],
                 behind = run(model, t - h).at("/components/line/length")[0];
    const Values now = run(model, t);
    // Central difference: h^2/6 of the third derivative, about (2 pi/1.7)^2 of the rate.
    EXPECT_NEAR((ahead - behind) / (2 * h), now.at("/components/line/rate")[0], 0.01);
    EXPECT_NEAR(now.at("/components/line/elongation")[0], now.at("/components/line/length")[0] - 5.0, 1e-15);
  }
}

/// A mass on a spring and a damper to a point of the world, made of whole components or of these two.
std::string mass(const std::string& parts) {
  return R"(simulation: {duration: 3, time_step: 0.002, integrator: rk4}
components:
  - {name: M, type: point-mass, mass: 2, position: [1, -2, -5], velocity: [0.4, 0, 1]}
)" + parts +
         "output: {time_step: 0.1}\n";
}

TEST(TwoPoints, ASpringAndADamperOfSignalsAreTheWholeComponents) {
  const Values whole = run(read_text(mass(R"(  - {name: S, type: spring, stiffness: 80, length: 4}
  - {name: D, type: damper, damping: 3}
connections:
  - {value: [0, 0, -10], to: S.position_a}
  - {value: [0, 0, -10], to: D.position_a}
  - {value: [0, 0, 0], to: D.velocity_a}
  - {from: M.position, to: S.position_b}
  - {from: M.position, to: D.position_b}
  - {from: M.velocity, to: D.velocity_b}
  - {from: S.force_b, to: M.force}
  - {from: D.force_b, to: M.force}
)")));
  const Values parts = run(read_text(mass(R"(  - {name: line, type: distance, point_a: [0, 0, -10], length: 4}
  - {name: law, type: expression, inputs: [x, v], expression: "-80 * x - 3 * v"}
  - {name: pull, type: line-force, point_a: [0, 0, -10]}
connections:
  - {from: M.position, to: line.position_b}
  - {from: M.velocity, to: line.velocity_b}
  - {from: line.elongation, to: law.x}
  - {from: line.rate, to: law.v}
  - {from: law.output, to: pull.input}
  - {from: M.position, to: pull.position_b}
  - {from: pull.force_b, to: M.force}
)")));
  for (std::size_t i = 0; i < 3; ++i)  // rounding of 1500 steps
    EXPECT_NEAR(whole.at("/components/M/position")[i], parts.at("/components/M/position")[i], 1e-12);
  EXPECT_GT(std::abs(whole.at("/components/M/position")[0] - 1.0), 0.1);
}

TEST(TwoPoints, CoincidingPointsGiveNoForceAndTwoFixedOnesAreRefused) {
  std::string text = mass(R"(  - {name: line, type: distance, point_a: [1, -2, -5]}
  - {name: push, type: line-force, point_a: [1, -2, -5]}
connections:
  - {from: M.position, to: line.position_b}
  - {from: M.velocity, to: line.velocity_b}
  - {value: 100, to: push.input}
  - {from: M.position, to: push.position_b}
  - {from: push.force_b, to: M.force}
)");
  const Values begin = run(read_text(text), 0.0);
  EXPECT_EQ(begin.at("/components/line/length")[0], 0.0);
  EXPECT_EQ(begin.at("/components/line/rate")[0], 0.0);
  EXPECT_EQ(begin.at("/components/push/force_b"), (std::vector<double>{0, 0, 0}));
  text.replace(text.find("line, type: distance,"), 21, "line, type: distance, point_b: [0, 0, 0],");
  EXPECT_THAT(faults(text), Contains(HasSubstr("fixes the second end as well")));
}

}  // namespace
}  // namespace swell::run::two_points_test
