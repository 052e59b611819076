#include "swell/osp/ports.h"

#include <gtest/gtest.h>

namespace swell::osp {
namespace {

system::PortSpec port(const char* name, int width, const char* unit, const char* frame = "", const char* type = "") {
  system::PortSpec spec;
  spec.name = name;
  spec.width = width;
  spec.unit = unit;
  spec.frame = frame;
  spec.type = type;
  return spec;
}

TEST(Ports, AWrenchBecomesAForceAndATorqueWithAxes) {
  Diagnostics diagnostics;
  const Group g = group_of(port("load", 6, "N, N m", "world"), Causality::input, "float", {}, diagnostics);
  EXPECT_FALSE(diagnostics.has_errors());
  EXPECT_EQ(g.type, PortType::Generic);
  ASSERT_EQ(g.groups.size(), 2U);
  EXPECT_EQ(g.groups[0].type, PortType::Force);
  EXPECT_EQ(g.groups[1].type, PortType::Torque);
  EXPECT_EQ(g.groups[1].variables[2].name, "float.load[6]");
  EXPECT_EQ(g.groups[1].variables[2].axis, Axis::z);
  EXPECT_TRUE(check_group(g).empty());
}

TEST(Ports, TheTypeIsDeclaredOrFollowsFromTheUnit) {
  Diagnostics diagnostics;
  EXPECT_EQ(group_of(port("v", 1, "m/s"), Causality::output, "PTO1", {}, diagnostics).type, PortType::LinearVelocity);
  EXPECT_EQ(group_of(port("n", 1, "rad/s", "", "ShaftSpeed"), Causality::output, "", {}, diagnostics).type,
            PortType::ShaftSpeed);
  EXPECT_EQ(group_of(port("k", 9, "N/m"), Causality::output, "", {}, diagnostics).type, PortType::Generic);
  EXPECT_FALSE(diagnostics.has_errors());
}

TEST(Ports, WhatCannotBeIsReported) {
  Diagnostics diagnostics;
  group_of(port("f", 1, "N", "", "Fource"), Causality::output, "a", {}, diagnostics);
  group_of(port("f", 4, "N", "", "Force"), Causality::output, "b", {}, diagnostics);
  group_of(port("f", 1, "stone"), Causality::output, "c", {}, diagnostics);
  ASSERT_EQ(diagnostics.list().size(), 3U);
  EXPECT_EQ(diagnostics.list()[0].text(), "a.f: there is no port type Fource; did you mean Force?");
  EXPECT_EQ(diagnostics.list()[1].text(), "b.f: a port of width 4 cannot be a Force; it takes 1 to 3 values");
  EXPECT_EQ(diagnostics.list()[2].text(), "c.f: unit stone cannot be read; write it as in kg m^2/s^2");
}

TEST(Ports, MixedVectorsArePartedByTheirUnits) {
  Diagnostics diagnostics;
  const Group plane = group_of(port("q", 3, "m, m, rad", "joint"), Causality::output, "", {}, diagnostics);
  ASSERT_EQ(plane.groups.size(), 2U);
  EXPECT_EQ(plane.groups[0].type, PortType::LinearDisplacement);
  EXPECT_EQ(plane.groups[0].variables.size(), 2U);
  EXPECT_EQ(plane.groups[1].type, PortType::AngularDisplacement);
  EXPECT_EQ(plane.groups[1].variables[0].name, "q[3]");
  EXPECT_EQ(type_text(port("F", 6, "N, N m", "world")), "Generic (Force, Torque)");
  EXPECT_EQ(type_text(port("x", 1, "")), "undefined");
  EXPECT_EQ(entry_units(port("motion", 3, "m, m/s, m/s^2")), (std::vector<std::string>{"m", "m/s", "m/s^2"}));
  EXPECT_FALSE(diagnostics.has_errors());
  group_of(port("F", 5, "N, N m"), Causality::output, "a", {}, diagnostics);
  ASSERT_EQ(diagnostics.list().size(), 1U);
  EXPECT_EQ(diagnostics.list()[0].text(),
            "a.F: 2 units (N, N m) for 5 values; give one unit, one for each value, or one for each of as many equal "
            "parts");
}

TEST(Ports, AnEnergyIsNoMoment) {
  EXPECT_EQ(type_text(port("E", 1, "J")), "Generic");
  EXPECT_EQ(type_text(port("E", 1, "kWh")), "Generic");
  EXPECT_EQ(type_text(port("M", 1, "N m")), "Torque");
}

double join(const system::PortSpec& from, const system::PortSpec& to, Diagnostics& diagnostics) {
  return connection_rule({from, to, "a.out", "b.in", {"case.yaml", 7, 3, ""}}, diagnostics);
}

TEST(ConnectionRule, EqualUnitsPassAndOtherScalesAreMultipliedAndShown) {
  Diagnostics diagnostics;
  EXPECT_EQ(join(port("out", 1, "N"), port("in", 1, "kg m/s^2"), diagnostics), 1.0);
  EXPECT_TRUE(diagnostics.list().empty());
  EXPECT_EQ(join(port("out", 1, "kN"), port("in", 1, "N"), diagnostics), 1000.0);
  EXPECT_EQ(texts(diagnostics.warnings()),
            std::vector<std::string>{"case.yaml:7:3: warning: a.out in kN is multiplied by 1000 to feed b.in in N"});
  EXPECT_EQ(join(port("out", 1, ""), port("in", 1, "N"), diagnostics), 1.0);
}

TEST(ConnectionRule, WrongTypeUnitAndFrameAreCaughtBeforeTheRun) {
  Diagnostics diagnostics;
  join(port("out", 1, "N", "", "Force"), port("in", 1, "Pa", "", "Pressure"), diagnostics);
  join(port("out", 1, "N"), port("in", 1, "m/s"), diagnostics);
  join(port("out", 3, "N", "world"), port("in", 3, "N", "body"), diagnostics);
  join(port("out", 1, "K"), port("in", 1, "degC"), diagnostics);
  ASSERT_EQ(diagnostics.list().size(), 4U);
  EXPECT_EQ(diagnostics.list()[0].text(),
            "case.yaml:7:3: VE_VariableGroupConnection_1: a.out is a Force, b.in a Pressure: a port joins only its own "
            "kind; put between them what turns one into the other");
  EXPECT_EQ(diagnostics.list()[1].text(),
            "case.yaml:7:3: VE_VariableConnection_3: a.out is in N, b.in in m/s; join only the same quantity");
  EXPECT_EQ(
      diagnostics.list()[2].text(),
      "case.yaml:7:3: X_Frame: a.out is in frame 'world', b.in in 'body'; insert a transformation, or declare the "
      "frame");
  EXPECT_EQ(
      diagnostics.list()[3].text(),
      "case.yaml:7:3: X_UnitScale: a.out in K cannot be turned into b.in in degC by one factor; use the same unit "
      "on both sides");
}

TEST(ConnectionRule, AnEnergyDoesNotFeedAMoment) {
  Diagnostics diagnostics;
  join(port("out", 1, "J"), port("in", 1, "N m"), diagnostics);
  ASSERT_EQ(diagnostics.list().size(), 1U);
  EXPECT_EQ(diagnostics.list()[0].text(),
            "case.yaml:7:3: VE_VariableGroupConnection_1: a.out in J and b.in in N m are an energy and a moment; join "
            "only the same quantity");
}

TEST(ConnectionRule, APortOfSeveralUnitsTakesThoseAndConvertsTheirMultiples) {
  system::PortSpec velocity = port("in", 1, "", "joint");
  velocity.choices = {"m/s", "rad/s"};
  Diagnostics diagnostics;
  EXPECT_EQ(join(port("out", 1, "rad/s"), velocity, diagnostics), 1.0);
  EXPECT_NEAR(join(port("out", 1, "rpm"), velocity, diagnostics), 0.104719755, 1e-8);
  EXPECT_FALSE(diagnostics.has_errors());
  Diagnostics refused;
  join(port("out", 1, "m"), velocity, refused);
  ASSERT_EQ(refused.list().size(), 1U);
  EXPECT_EQ(refused.list()[0].text(),
            "case.yaml:7:3: VE_VariableConnection_3: a.out is in m, b.in in m/s or rad/s; join only the same quantity");
}

}  // namespace
}  // namespace swell::osp
