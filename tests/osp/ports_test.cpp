#include "swell/osp/ports.h"

#include <gtest/gtest.h>

#include "swell_test/port.h"

namespace swell::osp::ports_test {
namespace {

using swell_test::port;

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
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_EQ(diagnostics.list()[i].text().substr(0, 4), std::string("abc").substr(i, 1) + ".f:");
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

TEST(ConnectionRule, PassesConvertsOrRefusesByUnitTypeAndFrame) {
  const struct {
    system::PortSpec from, to;
    double factor;
    const char* rule;  ///< of the error; "*" where a warning shows the factor
  } rows[] = {
      {port("out", 1, "N"), port("in", 1, "kg m/s^2"), 1.0, ""},
      {port("out", 1, ""), port("in", 1, "N"), 1.0, ""},
      {port("out", 1, "kN"), port("in", 1, "N"), 1000.0, "*"},
      {port("out", 1, "N", "", "Force"), port("in", 1, "Pa", "", "Pressure"), 1.0, "VE_VariableGroupConnection_1"},
      {port("out", 1, "J"), port("in", 1, "N m"), 1.0, "VE_VariableGroupConnection_1"},
      {port("out", 1, "N"), port("in", 1, "m/s"), 1.0, "VE_VariableConnection_3"},
      {port("out", 3, "N", "world"), port("in", 3, "N", "body"), 1.0, "X_Frame"},
      {port("out", 1, "K"), port("in", 1, "degC"), 1.0, "X_UnitScale"}};
  for (const auto& row : rows) {
    Diagnostics found;
    const double factor = join(row.from, row.to, found);
    std::string rules;
    for (const Diagnostic& d : found.list()) rules += d.severity == Severity::error ? d.rule : "*";
    EXPECT_EQ(rules, row.rule) << row.from.unit << row.to.unit;
    if (!found.has_errors()) EXPECT_EQ(factor, row.factor) << row.from.unit << row.to.unit;
  }
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
}  // namespace swell::osp::ports_test
