// Groups of ports in a case: joined as wholes, exported, refused where they do not fit.
#include "swell/assembly/built_case.h"
#include "swell/assembly/case_port_groups.h"
#include "swell/device/load.h"
#include "swell/osp/ports.h"
#include "swell/run/inspect.h"
#include "swell_test/component_cases.h"
#include "swell_test/test.h"

namespace swell::run::groups_test {
namespace {

// A mass of 1 t on a slide, held by a spring of its own joint, damped by the law through its port.
std::string slide(const std::string& rest) {
  return R"(simulation: {duration: 4, time_step: 0.01, integrator: rk4}
bodies:
  - {name: cart, mass: 1000, inertia: [1, 1, 1], center_of_gravity: [0, 0, 0]}
ptos:
  - {name: PTO, type: translational, base: world, follower: cart, location: [0, 0, 0], axis: [1, 0, 0], stiffness: 4000}
components:
  - {name: law, type: gain, factor: -500, ports: {input: {unit: m/s}, output: {unit: N}}}
  - {name: push, type: constant, value: 800, ports: {output: {unit: N}}}
)" + rest;
}

const char* const kRod =
    "groups:\n  - {name: rod, type: LinearMechanicalPort, ports: {Force: law.output, LinearVelocity: law.input}}\n";

TEST(Groups, OfOthersLeaveATetherConservative) {
  const std::string tether =
      "moorings: [{name: t, type: tether, body: cart, attachment: [0, 0, 0], base_attachment: [5, 0, 0], stiffness: "
      "10}]\n";
  const auto energy = [&](const std::string& rest) {
    const assembly::BuiltCase built = assembly::build_case(read_text(slide(rest + tether)));
    return dynamic_cast<const device::Load&>(*built.graph.find("t")).traits({}).energy;
  };
  EXPECT_EQ(energy(std::string(kRod) + "connections:\n  - {group: PTO.port, with: rod}\n"), device::Energy::conserves);
  EXPECT_EQ(energy("connections:\n  - {from: law.output, to: t.force}\n  - {from: t.velocity, to: law.input}\n"),
            device::Energy::exchanges);
}

TEST(Groups, OneConnectionOfAPowerPortIsTwoOfItsPorts) {
  const std::string push = "  - {from: push.output, to: PTO.force}\n";
  const Values whole =
      run(read_text(slide(std::string(kRod) + "connections:\n  - {group: PTO.port, with: rod}\n" + push)));
  const Values turned =
      run(read_text(slide(std::string(kRod) + "connections:\n  - {group: rod, with: PTO.port}\n" + push)));
  const Values single = run(read_text(
      slide("connections:\n  - {from: PTO.velocity, to: law.input}\n  - {from: law.output, to: PTO.force}\n" + push)));
  EXPECT_EQ(whole, single);
  EXPECT_EQ(turned, single);
  EXPECT_NE(single.at("/components/law/output")[0], 0.0);
}

TEST(Groups, WhatDoesNotFitIsRefusedByTheRuleItBreaks) {
  const auto joined = [](const std::string& groups, const std::string& with) {
    return faults(slide(groups + "connections:\n  - {group: PTO.port, with: " + with +
                        "}\n  - {from: PTO.velocity, to: law.input}\n"));
  };
  EXPECT_THAT(joined(kRod, "rood"),
              Contains(AllOf(HasSubstr("group rood does not exist"), HasSubstr("did you mean rod?"))));
  EXPECT_THAT(joined("groups:\n  - {name: rod, type: LinearMechanicalPort, ports: {Force: law.output}}\n", "rod"),
              Contains(HasSubstr("role LinearVelocity is missing")));
  EXPECT_THAT(joined("groups:\n  - {name: rod, type: LinearMechanicalPrt, ports: {Force: law.output}}\n", "rod"),
              Contains(HasSubstr("did you mean LinearMechanicalPort?")));
  EXPECT_THAT(joined("groups:\n  - {name: rod, type: LinearMechanicalPort, ports: {Force: law.output, LinearVelocity: "
                     "law.inptu}}\n",
                     "rod"),
              Contains(AllOf(HasSubstr("there is no port law.inptu"), HasSubstr("did you mean law.input?"))));
  // Both of one group outputs, or the same way as the other side.
  EXPECT_THAT(joined("groups:\n  - {name: rod, type: LinearMechanicalPort, ports: {Force: law.output, LinearVelocity: "
                     "PTO.velocity}}\n",
                     "rod"),
              Contains(HasSubstr("VE_LinearMechanicalPort_1")));
  EXPECT_THAT(joined("", "PTO.port"), Contains(HasSubstr("VE_VariableConnection_2")));
  EXPECT_THAT(joined("groups:\n  - {name: f, type: Force, ports: {Force: push.output}}\n", "f"),
              Contains(HasSubstr("VE_VariableGroupConnection_1")));
  EXPECT_THAT(faults(slide("connections:\n  - {group: PTO.port}\n  - {from: PTO.velocity, to: law.input}\n")),
              Contains(HasSubstr("with")));
}

// A body that flies, damped at a point of it in all six directions.
std::string flight(const std::string& rest) {
  return R"(simulation: {duration: 2, time_step: 0.01, integrator: rk4}
bodies:
  - {name: cart, mass: 1000, inertia: [100, 200, 300], center_of_gravity: [0, 0, 0],
     initial: {velocity: [1, 0.5, 0], angular_velocity: [0.1, 0.2, 0.3]}}
)" + rest;
}

const char* const kThrees = R"(components:
  - {name: law, type: gain, width: 3, factor: -500, ports: {input: {unit: m/s}, output: {unit: N}}}
  - {name: turn, type: gain, width: 3, factor: -500, ports: {input: {unit: rad/s}, output: {unit: N m}}}
groups:
  - {name: lin, type: LinearMechanicalPort, ports: {Force: law.output, LinearVelocity: law.input}}
  - {name: ang, type: AngularMechanicalPort, ports: {Torque: turn.output, AngularVelocity: turn.input}}
  - {name: both, type: Generic, ports: {linear: lin, angular: ang}}
)";
const char* const kSix = R"(components:
  - {name: law, type: gain, width: 6, factor: -500, ports: {input: {unit: "m/s, rad/s"}, output: {unit: "N, N m"}}}
)";

TEST(Groups, ABodysPortIsForceAndVelocityAtAPointOfIt) {
  const std::string motion = "/bodies/cart/position";
  const auto single = run(read_text(flight(std::string(kSix) + R"(connections:
  - {from: cart.velocity, to: law.input, point: [0, 0, 2]}
  - {from: law.output, to: cart.force, point: [0, 0, 2]}
)")));
  ASSERT_NE(single.at(motion)[4], 0.0);
  for (const char* joined :
       {"{group: cart.port, with: both, point: [0, 0, 2]}", "{group: both, with: cart.port, point: [0, 0, 2]}"}) {
    const std::string connection = std::string("connections:\n  - ") + joined + "\n";
    const auto six = run(read_text(flight(
        std::string(kSix) + "groups:\n  - {name: both, type: Generic, ports: {load: law.output, motion: law.input}}\n" +
        connection)));
    EXPECT_EQ(six.at(motion), single.at(motion));
    const auto threes = run(read_text(flight(kThrees + connection)));
    for (std::size_t i = 0; i < single.at(motion).size(); ++i)
      EXPECT_NEAR(threes.at(motion)[i], single.at(motion)[i], 1e-12);
  }
  const auto parts = run(read_text(flight(std::string(kThrees) + R"(connections:
  - {group: cart.port.linear, with: lin, point: [0, 0, 2]}
  - {group: ang, with: cart.port.angular}
)")));
  for (std::size_t i = 0; i < single.at(motion).size(); ++i)
    EXPECT_NEAR(parts.at(motion)[i], single.at(motion)[i], 1e-12);
}

TEST(Groups, OneFrameAmongPortsWithoutAnyIsConvertedAlone) {
  const std::string connection = "connections:\n  - {group: cart.port, with: both, point: [0, 0, 2]}\n";
  std::string framed = kThrees;
  framed.replace(framed.find("{unit: N}"), 9, "{unit: N, frame: world}");
  EXPECT_EQ(run(read_text(flight(framed + connection))).at("/bodies/cart/position"),
            run(read_text(flight(kThrees + connection))).at("/bodies/cart/position"));
}

// A force and a moment by an isotropic law are the same in whatever axes they are written.
TEST(Groups, BothHalvesOfABodysPortAreCarriedBetweenFrames) {
  const std::string connection = "connections:\n  - {group: cart.port, with: both, point: [0, 0, 2]}\n";
  const auto plain = run(read_text(flight(kThrees + connection))).at("/bodies/cart/position");
  for (const char* frame : {"cart", "world-down", "world"}) {
    std::string framed = kThrees;
    for (std::size_t at = framed.find("{unit: "); at != std::string::npos; at = framed.find("{unit: ", at + 1))
      framed.insert(at + 1, fmt::format("frame: {}, ", frame));
    const auto motion = run(read_text(flight(framed + connection))).at("/bodies/cart/position");
    ASSERT_EQ(motion.size(), plain.size());
    // Turning there and back has the round-off of a few products, of positions of some metres.
    for (std::size_t i = 0; i < plain.size(); ++i) EXPECT_NEAR(motion[i], plain[i], 1e-12) << frame;
  }
}

TEST(Groups, WhatDoesNotFitABodysPortIsRefused) {
  const auto joined = [](const std::string& connection) {
    return faults(flight(std::string(kThrees) + "connections:\n  - " + connection + "\n"));
  };
  EXPECT_THAT(joined("{group: cart.port, with: lin}"),
              Contains(AllOf(HasSubstr("VE_VariableGroupConnection_1"), HasSubstr("cart.port.linear"))));
  EXPECT_THAT(joined("{group: cart.port, with: cart.port}"), Contains(HasSubstr("VE_VariableConnection_2")));
  EXPECT_THAT(joined("{group: both, with: both, point: [0, 0, 1]}"), Contains(HasSubstr("neither is of a body")));
  EXPECT_THAT(joined("{group: cart.port, with: both}\n  - {group: both, with: cart.port}"),
              ::testing::ElementsAre(HasSubstr("is joined to cart.port a second time")));
  EXPECT_THAT(joined("{group: cart.prt, with: both}"), Contains(HasSubstr("did you mean cart.port?")));
  const auto generic = [](const std::string& ports) {
    return faults(flight(std::string(kSix) + "groups:\n  - {name: both, type: Generic, ports: {" + ports +
                         "}}\nconnections:\n  - {group: cart.port, with: both}\n"));
  };
  EXPECT_THAT(generic("load: law.output"), Contains(HasSubstr("does not take law.output alone")));
  EXPECT_THAT(generic("load: law.output, motion: law.inptu"), Contains(HasSubstr("there is no group or port")));
  EXPECT_THAT(generic("load: law.output, motion: cart.velocity"), Contains(HasSubstr("VE_LinearMechanicalPort_1")));
}

TEST(Groups, ATypeOfTheUsersOwnJoinsItsOwnKind) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / fmt::format("swell_groups_{}", getpid());
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "types.yaml") << R"(group_types:
  - name: Brake
    roles:
      - {name: speed, type: LinearVelocity, count: 1}
      - {name: effort, type: Force, count: 1}
    rules:
      - {rule: opposite-causality, roles: [speed, effort], message: a brake answers a speed with a force}
)";
  const auto text = [](const std::string& type_of_rod, const std::string& roles) {
    return slide(
        "group_types: types.yaml\ngroups:\n  - {name: shoe, type: Brake, ports: {speed: PTO.velocity, effort: "
        "PTO.force}}\n"
        "  - {name: rod, type: " +
        type_of_rod + ", ports: {" + roles + "}}\nconnections:\n  - {group: shoe, with: rod}\n");
  };
  const auto model = [&](const std::string& case_text) { return read_text(case_text, folder / "case.yaml"); };
  const Values whole = run(model(text("Brake", "speed: law.input, effort: law.output")));
  EXPECT_EQ(whole,
            run(read_text(slide(
                "connections:\n  - {from: PTO.velocity, to: law.input}\n  - {from: law.output, to: PTO.force}\n"))));
  const auto wrong = [&](const std::string& case_text) {
    Diagnostics diagnostics;
    check_case(model(case_text), diagnostics);
    std::string all;
    for (const Diagnostic& d : diagnostics.list()) all += d.text() + "\n";
    return all;
  };
  EXPECT_THAT(wrong(text("LinearMechanicalPort", "Force: law.output, LinearVelocity: law.input")),
              HasSubstr("shoe is a Brake, rod a LinearMechanicalPort"));
  EXPECT_THAT(wrong(text("Brake", "speed: PTO.velocity, effort: law.output")),
              AllOf(HasSubstr("X_OwnRule"), HasSubstr("a brake answers a speed with a force")));
}

std::vector<osp::Group> exported(const std::string& text) {
  Diagnostics diagnostics;
  const model::Model model = read_text(text);
  const auto given = assembly::port_groups_of(model, diagnostics);
  auto groups = osp::interface_of(device_interface(model), diagnostics, given.declared, given.own);
  diagnostics.throw_if_errors();
  return groups;
}

const osp::Group* named(const std::vector<osp::Group>& groups, const std::string& name) {
  for (const osp::Group& group : groups) {
    if (group.name == name) return &group;
  }
  return nullptr;
}

TEST(Groups, ATakeOffGoesOutAsAPowerPortAndABodyAsTwo) {
  const std::vector<osp::Group> groups = exported(slide("connections:\n  - {from: PTO.velocity, to: law.input}\n"));
  const osp::Group* port = named(groups, "PTO.port");
  ASSERT_NE(port, nullptr);
  EXPECT_EQ(port->type, osp::PortType::LinearMechanicalPort);
  ASSERT_EQ(port->groups.size(), 2U);
  EXPECT_THAT(port->groups[0].variables[0].name, ::testing::StartsWith("PTO.force.input"));
  EXPECT_EQ(port->groups[0].variables[0].causality, osp::Causality::input);
  EXPECT_THAT(port->groups[1].variables[0].name, ::testing::StartsWith("PTO.velocity"));
  EXPECT_EQ(port->groups[1].variables[0].causality, osp::Causality::output);
  const osp::Group* body = named(groups, "cart.port");
  ASSERT_NE(body, nullptr);
  EXPECT_EQ(body->type, osp::PortType::Generic);
  ASSERT_EQ(body->groups.size(), 4U);  // quantities: clients of OSP-IS join no third level
  for (const osp::Group& part : body->groups) EXPECT_TRUE(part.groups.empty()) << part.name;
  const osp::Group *linear = named(groups, "cart.port.linear"), *angular = named(groups, "cart.port.angular");
  ASSERT_TRUE(linear != nullptr && angular != nullptr);
  EXPECT_EQ(linear->type, osp::PortType::LinearMechanicalPort);
  EXPECT_EQ(angular->type, osp::PortType::AngularMechanicalPort);
  for (const osp::Group& group : groups) EXPECT_TRUE(osp::check_group(group).empty()) << group.name;
}

TEST(Groups, TheWaterAtAPointIsAnInterface) {
  const std::vector<osp::Group> groups = exported(R"(simulation: {duration: 1, time_step: 0.1, integrator: rk4}
environment: {depth: 20}
components:
  - {name: p, type: wave-probe, position: [1, 2, -3]}
)");
  const osp::Group* water = named(groups, "p.environment");
  ASSERT_NE(water, nullptr);
  std::vector<std::string> types;
  for (const osp::Group& part : water->groups) types.push_back(osp::info(part.type).name);
  EXPECT_THAT(types, AllOf(Contains("Pressure"), Contains("LinearVelocity"), Contains("LinearAcceleration"),
                           Contains("LinearDisplacement")));
  EXPECT_TRUE(osp::check_group(*water).empty());
}

}  // namespace
}  // namespace swell::run::groups_test
