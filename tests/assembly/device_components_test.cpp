// Components on a device: circuits, flywheels, loads, latches.
#include "swell_test/component_cases.h"
#include "swell_test/test.h"

namespace swell::run::device_components_test {
namespace {

TEST(Device, ACircuitOfTheUsersBrakesTheCart) {
  // Oil pushed through a throttle between two equal chambers: F = -R A^2 v once the oil's own compliance has settled.
  const Values end = run(read_text(kCart + R"(ptos:
  - {name: PTO, type: translational, base: world, follower: cart, axis: [1, 0, 0]}
components:
  - name: oil
    type: circuit
    elements:
      - {name: cylinder, type: cylinder, area_a: 0.01, area_b: 0.01, volume_a: 0.01, volume_b: 0.01, initial_pressure_a: 1.0e7, initial_pressure_b: 1.0e7}
      - {name: throttle, type: resistance, resistance: 1.0e7}
    nodes: [[cylinder.a, throttle.a], [throttle.b, cylinder.b]]
    inputs: {velocity: cylinder.velocity, position: cylinder.position}
    outputs: {output: cylinder.force}
connections:
  - {from: PTO.velocity, to: oil.velocity}
  - {from: PTO.position, to: oil.position}
  - {from: oil.output, to: PTO.force}
  - {value: 100, to: PTO.force}
)"));
  EXPECT_NEAR(end.at("/bodies/cart/velocity")[0], 0.1, 1e-4);  // 100 N against 1e7 x 0.01^2 N s/m, time constant 0.1 s
}

const std::string kNet = R"(simulation: {duration: 20, time_step: 0.01, integrator: rk4}
bodies: []
components:
  - name: net
    type: circuit
)";

TEST(Device, GasAndLiquidVesselsEqualiseThroughTubesAndRestrictors) {
  // A pneumatic tube of default gas is air: 5 bar and 1 bar meet in the middle; as oil, the tube would leave them
  // apart.
  const Values gas = run(read_text(kNet + R"(    elements:
      - {name: full, type: gas-vessel, volume: 0.1, initial_pressure: 5.0e5}
      - {name: bend, type: restrictor, domain: pneumatic, loss: 2, diameter: 0.03}
      - {name: line, type: tube, domain: pneumatic, length: 5, diameter: 0.03}
      - {name: empty, type: gas-vessel, volume: 0.1, initial_pressure: 1.0e5}
    nodes: [[full.port, bend.a], [bend.b, line.a], [line.b, empty.port]]
)"));
  const auto stored = gas.at("/components/net/part_stored_energy");
  const double exergy = 0.1 * (3e5 * std::log(3e5 / 101325.0) - 3e5 + 101325.0);
  EXPECT_NEAR(stored[0], exergy, 1e-3 * exergy);
  EXPECT_NEAR(stored[3], exergy, 1e-3 * exergy);
  // Equal stiffnesses meet at the mean pressure: 1/2 dp^2 / k of work from rest each, on top of p_0 dV.
  const Values oil = run(read_text(kNet + R"(    elements:
      - {name: full, type: linear-accumulator, stiffness: 1.0e8, rest_volume: 0.01, rest_pressure: 1.0e6, initial_volume: 0.02}
      - {name: line, type: pipe, length: 5, diameter: 0.03, initial_pressure: 1.5e6}
      - {name: empty, type: linear-accumulator, stiffness: 1.0e8, rest_volume: 0.01, rest_pressure: 1.0e6}
    nodes: [[full.port, line.a], [line.b, empty.port]]
)"));
  const auto held = oil.at("/components/net/part_stored_energy");
  EXPECT_NEAR(held[0], 1e6 * 0.005 + 0.5 * 1e8 * 0.005 * 0.005, 10.0);
  EXPECT_NEAR(held[2], held[0], 10.0);
}

TEST(Device, TheEnergyBalanceOfACircuitBeginsWithWhatItHoldsAtTheStart) {
  const std::string wheel = kNet + R"(    elements:
      - {name: wheel, type: flywheel, inertia: 5, initial_speed: 10}
      - {name: generator, type: generator, armature_resistance: 1, armature_inductance: 0.001, voltage_constant: 1, load_resistance: 3}
    nodes: [[wheel.port, generator.shaft]]
)";
  const Values first = run(read_text(wheel), 0.0);
  EXPECT_NEAR(first.at("/components/net/stored_energy")[0], 0.5 * 5 * 10 * 10, 1e-9);
  EXPECT_NEAR(first.at("/components/net/part_absorbed_energy")[0], 0.0, 1e-12);
}

// No state of the integrator depends on such a circuit: its rows are where it shows.
TEST(Device, ANumberInACircuitThatNoDeviceHasIsRefused) {
  const std::string wheel = kNet + R"(    elements:
      - {name: wheel, type: flywheel, inertia: 5, initial_speed: 1.0e+200}
      - {name: generator, type: generator, armature_resistance: 1, armature_inductance: 0.001, voltage_constant: 1, load_resistance: 3}
    nodes: [[wheel.port, generator.shaft]]
)";
  EXPECT_THAT(
      [&] { run(read_text(wheel)); },
      ::testing::ThrowsMessage<InputError>(HasSubstr("initial_speed = 1.0e+200 rad/s is implausible for any device")));
}

// Its winding is a hundred times quicker than the step: the message says what to do.
TEST(Device, AGeneratorThatDivergesNamesTheTimeOfItsWinding) {
  const std::string generator = R"(
simulation: {duration: 20, time_step: 0.02, integrator: rk4}
components:
  - {name: v, type: sine, amplitude: 1, period: 8}
  - {name: g, type: linear-generator, pole_pitch: 0.072, magnet_flux: 8, winding_resistance: 4.5, inductance: 0.12, load_resistance: 115.5, friction: 100}
connections: [{from: v.output, to: g.velocity}]
)";
  EXPECT_THAT(swell_test::refusal_of<SimulationError>([&] { run(read_text(generator)); }),
              AllOf(HasSubstr("the winding of g settles with L/R = 0.001 s"), HasSubstr("shorter than 0.0027 s"),
                    HasSubstr("integrator: implicit")));
}

std::vector<std::string> warnings_of_run(const std::string& text) {
  CaseRun run(read_text(text));
  run.run([](double) { return true; });
  return texts(run.warnings());
}

// 5 litres of gas at 1e5 Pa and 2e5 Pa (n = 1.4) hold 1.95 l of oil: a draw of 0.5 l/s has it empty at 3.9 s. 4.75 of 5
// l of gas are filled up at 9.5 s.
TEST(Device, AnEmptiedOrOverfilledAccumulatorAndAVacuumAreReportedOnceWithTimeAndRemedy) {
  const std::string text = kNet + R"(    elements:
      - {name: draw, type: through-source, value: -0.0005}
      - {name: tank, type: gas-accumulator, volume: 0.005, precharge: 1.0e5, initial_pressure: 2.0e5}
      - {name: suction, type: resistance, resistance: 1.0e7}
      - {name: feed, type: through-source, value: 0.0005}
      - {name: line, type: resistance, resistance: 1.0e7}
      - {name: full, type: gas-accumulator, volume: 0.005, precharge: 1.0e5, initial_pressure: 1.0e5}
    nodes: [[draw.port, suction.a], [suction.b, tank.port], [feed.port, line.a], [line.b, full.port]]
)";
  EXPECT_THAT(
      warnings_of_run(text),
      ::testing::UnorderedElementsAre(
          AllOf(HasSubstr("net: at t = 3.91 s tank: the accumulator ran empty"), HasSubstr("lower its precharge")),
          AllOf(HasSubstr("net: at t = 3.91 s the pressure at draw.port, suction.a fell below a vacuum"),
                HasSubstr("oil cannot be pulled"), HasSubstr("charge_pressure")),
          HasSubstr("net: at t = 3.91 s the pressure at tank.port, suction.b fell below a vacuum"),
          AllOf(HasSubstr("net: at t = 9.5 s full: the accumulator was filled until its gas had less than a twentieth"),
                HasSubstr("relief valve"))));
  // Within their range nobody says anything.
  std::string shorter = text;
  shorter.replace(shorter.find("duration: 20"), 12, "duration: 3.8");
  EXPECT_THAT(warnings_of_run(shorter), ::testing::IsEmpty());
}

// At the edge between gas and empty the residual along Newton's corrections has a valley: they were cut to a 32nd each
// and ended at the limit, whatever the step.
TEST(Device, ALowAccumulatorAtTheEdgeOfEmptyIsFollowed) {
  std::string text = kCart;
  text.replace(text.find("mass: 100"), 9, "mass: 1000");
  const Values end = run(read_text(text + R"(ptos:
  - {name: PTO, type: translational, base: world, follower: cart, axis: [1, 0, 0], stiffness: 4000, extension: 1}
components:
  - name: oil
    type: hydraulic-pto
    cylinder: {area_a: 0.004, area_b: 0.004, volume_a: 0.02, volume_b: 0.02, initial_pressure_a: 1.0e5, initial_pressure_b: 1.0e5}
    valve: {maximum_area: 0.002, maximum_pressure: 1.5e6}
    high: {volume: 0.005, precharge: 2.9e5, initial_pressure: 3.0e5}
    low: {volume: 0.001, precharge: 1.0e5, initial_pressure: 1.2e5}
    motor: {displacement_cc: 1, volumetric_efficiency: 0.95, mechanical_efficiency: 0.92}
    flywheel: {inertia: 1.0, damping: 0.1, initial_speed: 10}
    generator: {armature_resistance: 0.5, armature_inductance: 0.5, voltage_constant: 0.8, control: {speed: 800}}
connections:
  - {from: PTO.velocity, to: oil.velocity}
  - {from: PTO.position, to: oil.position}
  - {from: oil.output, to: PTO.force}
)"));
  EXPECT_LT(end.at("/components/oil/low_pressure")[0], 1.2e5);
  EXPECT_LT(std::abs(end.at("/bodies/cart/position")[0]), 1.0);
}

TEST(Device, AFlywheelRunsDownOnAGeneratorAndOnATransformer) {
  // J dw/dt = -k^2 w / (R_a + R_l), the current's time constant being 0.25 ms.
  const Values generator = run(read_text(kNet + R"(    elements:
      - {name: wheel, type: flywheel, inertia: 5, initial_speed: 10}
      - {name: generator, type: generator, armature_resistance: 1, armature_inductance: 0.001, voltage_constant: 1, load_resistance: 3}
    nodes: [[wheel.port, generator.shaft]]
    outputs: {speed: wheel.speed}
)"));
  EXPECT_NEAR(generator.at("/components/net/speed")[0], 10.0 * std::exp(-20.0 / (5.0 * 4.0)), 1e-2);
  // A given torque of 2 N m brakes by 2/5 rad/s^2.
  const Values map = run(read_text(kNet + R"(    elements:
      - {name: wheel, type: flywheel, inertia: 5, initial_speed: 10}
      - {name: generator, type: map-generator, efficiency: 0.9}
    nodes: [[wheel.port, generator.shaft]]
    inputs: {torque: generator.torque}
    outputs: {speed: wheel.speed}
connections:
  - {value: 2, to: net.torque}
)"));
  EXPECT_NEAR(map.at("/components/net/speed")[0], 10.0 - 0.4 * 20.0, 1e-6);
  // Twice the speed on the other side: its damper of 1 N m s is felt as 4.
  const Values gear = run(read_text(kNet + R"(    elements:
      - {name: wheel, type: flywheel, inertia: 80, initial_speed: 10}
      - {name: gear, type: transformer, domain_a: rotational, domain_b: rotational, ratio: 2}
      - {name: damper, type: resistance, domain: rotational, resistance: 1}
      - {name: ground, type: over-source, domain: rotational, value: 0}
    nodes: [[wheel.port, gear.a], [gear.b, damper.a], [damper.b, ground.port]]
    outputs: {speed: wheel.speed}
)"));
  EXPECT_NEAR(gear.at("/components/net/speed")[0], 10.0 * std::exp(-1.0), 1e-2);
}

TEST(Device, ACircuitWithOneMistakeHasOneMessage) {
  const auto message = [](const std::string& rest) {
    return swell_test::refusal_of([&] { run(read_text(kNet + rest)); });
  };
  const std::string wheel = "    elements:\n      - {name: wheel, type: flywheel, inertia: 5}\n";
  const std::string brake = "      - {name: brake, type: map-generator, efficiency: 0.9}\n";
  const std::string joined = "    nodes: [[wheel.port, brake.shaft]]\n";
  const std::string bad = message(wheel + "      - {name: brake, type: map-generator, efficiency: 2}\n" + joined +
                                  "    inputs: {torque: brake.torque}\n");
  EXPECT_NE(bad.find("efficiency = 2 must lie in (0, 1]"), std::string::npos) << bad;
  EXPECT_EQ(bad.find("unknown key"), std::string::npos) << bad;
  const std::string flat = message(wheel + brake + "    nodes: [wheel.port, brake.shaft]\n");
  EXPECT_NE(flat.find("nodes has wheel.port where a list of terminals should be"), std::string::npos) << flat;
  const std::string twice = message(wheel + brake + joined + "    inputs: {a: brake.torque, b: brake.torque}\n");
  EXPECT_NE(twice.find("inputs has a and b for brake.torque"), std::string::npos) << twice;
  const std::string untyped = message(wheel + "      - {name: brake}\n" + joined);
  EXPECT_NE(untyped.find("type is missing"), std::string::npos) << untyped;
  EXPECT_EQ(untyped.find("is no element"), std::string::npos) << untyped;
  const std::string wire =
      message(wheel + "      - {name: brake, type: tube, domain: electrical, length: 1, diameter: 1}\n" + joined);
  EXPECT_NE(wire.find("domain = electrical must be one of hydraulic, pneumatic"), std::string::npos) << wire;
  EXPECT_THAT(message(wheel + brake + joined + "    inputs: {a: }\n"),
              HasSubstr("inputs.a must name an input of an element, as element.signal; inputs of its elements: "
                        "brake.torque"));
  EXPECT_THAT(message(wheel + brake + joined + "    outputs: {a: wheel.sped}\n"),
              HasSubstr("outputs.a = wheel.sped: no element has this output; did you mean wheel.speed?"));
  EXPECT_THAT(message(wheel + brake + "    nodes: [[wheel.port, brake.shaft], [wheel.port, brake.shaft]]\n"),
              AllOf(HasSubstr("nodes has wheel.port in two nodes, which makes them one"),
                    HasSubstr("write all terminals of a node into one list")));
  EXPECT_THAT(message(wheel + brake + "    nodes: [[wheel.port, brake.shaft, wheel.port]]\n"),
              HasSubstr("nodes has wheel.port twice in one node; name it once"));
  EXPECT_THAT(message(wheel + brake + joined + "    inputs: {torque: brake.torque}\n    solver: {steps: 1.0e9}\n"),
              HasSubstr("solver.steps"));
}

TEST(Device, APrescribedJointFollowsItsSignal) {
  const Values end = run(read_text(kCart + R"(joints:
  - {name: guide, type: translational, base: world, follower: cart, axis: [1, 0, 0], prescribed: true}
components:
  - {name: move, type: prescribed-motion, amplitude: 0.3, period: 3}
connections:
  - {from: move.output, to: guide.motion}
)"));
  const double w = 2.0 * kPi / 3.0;
  EXPECT_NEAR(end.at("/bodies/cart/position")[0], 0.3 * std::sin(2.0 * w), 1e-12);
  EXPECT_NEAR(end.at("/bodies/cart/acceleration")[0], -0.3 * w * w * std::sin(2.0 * w), 1e-12);
}

}  // namespace
}  // namespace swell::run::device_components_test
