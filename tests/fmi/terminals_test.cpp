// Terminals of FMI 3.0: what they join is what single connections join.
#include "swell/model/read_case.h"
#include "swell/run/simulation.h"
#include "swell_test/test.h"
#include "units.h"

namespace swell::fmi::terminals_test {
namespace {

using swell_test::message;

std::string member(const std::string& name, const std::string& variable) {
  return fmt::format("<TerminalMemberVariable variableKind='signal' memberName='{}' variableName='{}'/>", name,
                     variable);
}
std::string terminal(const std::string& name, const std::string& rule, const std::string& inside) {
  return fmt::format("<Terminal name='{}' matchingRule='{}'>{}</Terminal>", name, rule, inside);
}
std::string document(const std::string& terminals) {
  return "<?xml version='1.0'?><fmiTerminalsAndIcons fmiVersion='3.0'><Terminals>" + terminals +
         "</Terminals></fmiTerminalsAndIcons>";
}

class Terminals : public ::testing::Test {
 protected:
  // Two of one FMU: out.x of one is for in.u of the other.
  model::Model read(const std::string& terminals, const std::string& connections, const std::string& more = {},
                    const std::function<void(Description&)>& edit = {}, const std::string& components = {}) const {
    Description d = swell_test::lag_description(3);
    if (edit) edit(d);
    const std::string file = folder_.lag(d, document(terminals)).string();
    Diagnostics diagnostics;
    model::Model model =
        model::read_case_text(fmt::format("simulation: {{duration: 2, time_step: 0.1, integrator: rk4}}\n{}"
                                          "components:\n"
                                          "  - {{name: a, type: fmu, file: {}, step: 0.1, parameters: {{bias: 3}}}}\n"
                                          "  - {{name: b, type: fmu, file: {}, step: 0.1, parameters: {{T: 0.5}}}}\n{}"
                                          "connections:\n  - {{value: 1, to: a.on}}\n  - {{value: 1, to: b.on}}\n{}",
                                          more, file, file, components, connections),
                              "inputs/", {}, diagnostics);
    diagnostics.throw_if_errors();
    return model;
  }
  static std::vector<double> rows(const model::Model& model) {
    run::Simulation sim(model);
    std::vector<double> values;
    for (int k = 0; k <= 20; ++k) {
      sim.step_to(0.1 * k);
      for (const char* output : {"a.out_x", "b.out_x"}) values.push_back(sim.read(output).front());
    }
    return values;
  }
  swell_test::UnitFolder folder_;
};

const char* const kSingle = "  - {from: a.out_x, to: b.in_u}\n  - {from: b.out_x, to: a.in_u}\n";
const char* const kJoined = "  - {group: a.left, with: b.right}\n";

TEST_F(Terminals, JoinAsSingleConnectionsDo) {
  const std::vector<double> single = rows(read("", kSingle));
  // By name, whatever the order; a parameter is none of the ports, and inner terminals belong to the outer one.
  const auto plug = [&](const char* rule) {
    return terminal("left", rule, member("to", "out.x") + member("back", "in.u") + member("time", "T")) +
           terminal("right", rule, member("back", "out.x") + member("to", "in.u"));
  };
  EXPECT_EQ(rows(read(plug("plug"), kJoined)), single);
  EXPECT_EQ(rows(read(plug("bus"), kJoined)), single);
  const std::string inner =
      terminal("left", "plug", terminal("in", "plug", member("to", "out.x")) + member("back", "in.u")) +
      terminal("right", "plug", member("back", "out.x") + member("in.to", "in.u"));
  EXPECT_EQ(rows(read(inner, kJoined)), single);
  const std::string places = terminal("left", "sequence", member("p", "out.x") + member("q", "in.u")) +
                             terminal("right", "sequence", member("r", "in.u") + member("s", "out.x"));
  EXPECT_EQ(rows(read(places, kJoined)), single);
  // Of a bus what both have.
  const std::string bus = terminal("left", "bus", member("to", "out.x") + member("count", "steps")) +
                          terminal("right", "bus", member("to", "in.u"));
  EXPECT_EQ(rows(read(bus, std::string(kJoined) + "  - {value: 0, to: a.in_u}\n")),
            rows(read("", "  - {from: a.out_x, to: b.in_u}\n  - {value: 0, to: a.in_u}\n")));
}

std::string flow(std::string of, const char* kind) {
  return of.replace(of.find("'signal'"), 8, fmt::format("'{}'", kind));
}

// FMI 3.0.2, 2.4.9: flows into all terminals that are joined sum to zero, so that two of one direction differ in sign,
// and an inflow and an outflow do not. In Pa at one end and bar at the other the unit goes through the sign.
TEST_F(Terminals, FlowsOfOneDirectionDifferInSign) {
  const std::string rest = "  - {value: 0, to: a.in_u}\n";
  const std::vector<double> single = rows(read("", "  - {from: a.out_x, to: b.in_u}\n" + rest));
  const auto turned = [&](std::vector<double> values) {  // b begins at 0 and is linear
    for (std::size_t i = 1; i < values.size(); i += 2) values[i] = -values[i];
    return values;
  };
  const auto joined = [&](const char* left, const char* right) {
    const std::string both = terminal("left", "plug", flow(member("to", "out.x"), left)) +
                             terminal("right", "plug", flow(member("to", "in.u"), right));
    return rows(read(both, kJoined + rest));
  };
  EXPECT_NE(single.back(), 0.0);
  EXPECT_EQ(joined("inflow", "outflow"), single);
  EXPECT_EQ(joined("signal", "signal"), single);
  EXPECT_EQ(joined("signal", "inflow"), single);
  EXPECT_EQ(joined("inflow", "inflow"), turned(single));
  EXPECT_EQ(joined("outflow", "outflow"), turned(single));
}

TEST_F(Terminals, WhatDoesNotFitIsNamed) {
  const auto refusal = [&](const std::string& terminals, const std::string& connections = kJoined) {
    return message([&] { run::Simulation(read(terminals, connections)); });
  };
  const std::string left = terminal("left", "plug", member("to", "out.x") + member("back", "in.u"));
  EXPECT_THAT(refusal(left + terminal("right", "plug", member("to", "out.x") + member("back", "in.u"))),
              HasSubstr("a.out_x and b.out_x are both outputs"));
  EXPECT_THAT(refusal(left + terminal("right", "plug", member("to", "in.u") + member("fro", "out.x"))),
              HasSubstr("b.right has no member back"));
  EXPECT_THAT(refusal(left + terminal("right", "plug", member("to", "in.u"))), HasSubstr("have 2 and 1 members"));
  EXPECT_THAT(refusal(left + terminal("right", "sequence", member("to", "in.u"))), HasSubstr("matching rules differ"));
  EXPECT_THAT(refusal(left), AllOf(HasSubstr("group b.right does not exist"), HasSubstr("groups: a.left, b.left")));
  EXPECT_EQ(refusal(left + terminal("spare", "org.maker.clip", member("to", "in.u")), kSingle), "went well");
  EXPECT_THAT(
      refusal(terminal("left", "none", member("to", "out.x")) + terminal("right", "none", member("to", "in.u"))),
      HasSubstr("none of plug, bus and sequence"));
  EXPECT_THAT(refusal(left + terminal("right", "plug", member("to", "gone"))), HasSubstr("the variable gone"));
  EXPECT_THAT(refusal("<Terminal"), HasSubstr("is not XML"));
  EXPECT_EQ(refusal("<Terminal", kSingle), "went well") << "nobody asks for its terminals";
}

// A force and a velocity are a mechanical port: the drag F = -c v of an FMU at a take-off is the force that it gives.
TEST_F(Terminals, AForceAndAVelocityJoinAJoint) {
  const auto mechanical = [](Description& d) {
    UnitDefinition newton, speed;
    newton.name = "N";
    newton.exponents = {1, 1, -2, 0, 0, 0, 0, 0};
    speed.name = "m/s";
    speed.exponents = {0, 1, -1, 0, 0, 0, 0, 0};
    d.units.push_back(newton);
    d.units.push_back(speed);
    for (Variable& v : d.variables) {
      if (v.name == "in.u") v.unit = "m/s";
      if (v.name == "out.x") v.unit = "N";
    }
  };
  const std::string device =
      "bodies: [{name: mass, mass: 1000, center_of_gravity: [0, 0, 0], inertia: [100, 100, 100]}]\n"
      "ptos: [{name: PTO, type: translational, axis: [1, 0, 0], base: world, follower: mass, stiffness: 4000, "
      "equilibrium_position: 1}]\n";
  const std::string rest = "  - {value: 0, to: b.in_u}\n";
  const auto position = [&](const std::string& connections, const std::string& force = member("f", "out.x"),
                            const std::string& components = {}) {
    run::Simulation sim(
        read(terminal("flange", "plug", force + member("v", "in.u")) + terminal("odd", "plug", member("n", "steps")),
             connections + rest, device, mechanical, components));
    sim.step_to(2.0);
    return sim.read("PTO.position").front();
  };
  EXPECT_EQ(position("  - {group: a.flange, with: PTO.port}\n"),
            position("  - {from: a.out_x, to: PTO.force}\n  - {from: PTO.velocity, to: a.in_u}\n"));
  // A force that goes out of the FMU is the one on the joint; one that goes in is that on the FMU.
  const std::string joined = "  - {group: PTO.port, with: a.flange}\n";
  EXPECT_EQ(position(joined, flow(member("f", "out.x"), "outflow")), position(joined));
  EXPECT_EQ(position(joined, flow(member("f", "out.x"), "inflow")),
            position("  - {from: a.out_x, to: other.input}\n  - {from: other.output, to: PTO.force}\n"
                     "  - {from: PTO.velocity, to: a.in_u}\n",
                     member("f", "out.x"), "  - {name: other, type: gain, factor: -1}\n"));
  EXPECT_THAT(message([&] { position("  - {group: PTO.port, with: a.odd}\n"); }),
              AllOf(HasSubstr("only a.odd is a terminal"), HasSubstr("<joint>.port")));
}

}  // namespace
}  // namespace swell::fmi::terminals_test
