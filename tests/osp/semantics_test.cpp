#include "swell/osp/semantics.h"

#include <gtest/gtest.h>

namespace swell::osp::semantics_test {
namespace {

Variable variable(const std::string& name, Causality causality, const char* unit, Axis axis = Axis::none) {
  Variable v;
  v.name = name;
  v.causality = causality;
  v.unit = parse_unit(unit);
  v.axis = axis;
  return v;
}

Group group(PortType type, const std::string& name, std::vector<Variable> variables) {
  Group g;
  g.type = type;
  g.name = name;
  g.variables = std::move(variables);
  return g;
}

std::vector<std::string> codes(const std::vector<Diagnostic>& faults) {
  std::vector<std::string> out;
  for (const Diagnostic& f : faults) out.push_back(f.rule);
  return out;
}
using Codes = std::vector<std::string>;

TEST(PortType, ThereAreTheFiftyOfTheSpecificationAndTheirEnumIsTheirOrder) {
  ASSERT_EQ(port_types().size(), 50U);
  for (std::size_t i = 0; i < 50; ++i) {
    EXPECT_EQ(static_cast<std::size_t>(port_types()[i].type), i) << port_types()[i].name;
    EXPECT_EQ(port_type(port_types()[i].name), port_types()[i].type);
    for (const PortPart& part : port_types()[i].parts) {
      EXPECT_TRUE(part.element == "Variable" || port_type(part.element) != PortType::undefined) << part.element;
    }
  }
  EXPECT_EQ(port_type("Thrust"), PortType::undefined);
}

TEST(PortType, PowerPortsMultiplyToPowerAndQuasiPortsToEnergy) {
  const Unit watt = *parse_unit("W"), joule = *parse_unit("J");
  for (const PortTypeInfo& type : port_types()) {
    if (type.family != PortFamily::power_port && type.family != PortFamily::quasi_port) continue;
    const Unit effort = *info(port_type(type.parts[0].element)).unit,
               flow = *info(port_type(type.parts[1].element)).unit;
    Exponents product{};
    for (std::size_t i = 0; i < kBaseUnits; ++i) product[i] = effort.exponents[i] + flow.exponents[i];
    product[7] = 0;  // N m times rad/s: the radian is not part of the moment
    EXPECT_EQ(product, (type.family == PortFamily::power_port ? watt : joule).exponents) << type.name;
  }
}

TEST(Semantics, FrequencyIsPerSecondOrRadiansPerSecond) {
  for (const char* unit : {"Hz", "rad/s"}) {
    EXPECT_TRUE(check_group(group(PortType::Frequency, "f", {variable("f", Causality::output, unit)})).empty());
  }
}

TEST(Connection, VariablesArePairedByAxisNotByTheirOrder) {
  const Group a =
      group(PortType::Force, "a",
            {variable("ax", Causality::output, "N", Axis::x), variable("az", Causality::output, "N", Axis::z)});
  const Group b =
      group(PortType::Force, "b",
            {variable("bz", Causality::input, "N", Axis::z), variable("bx", Causality::input, "N", Axis::x)});
  EXPECT_TRUE(check_connection(a, b).empty());
  Group c = b;
  c.variables[1].axis = Axis::y;
  EXPECT_EQ(codes(check_connection(a, c)), Codes{"VE_VariableConnection_5"});
}

// A run turns what lies still; other clients do not, so that both are faults of the file.
TEST(Connection, FramesThatLieStillAreToldFromOthers) {
  Group a = group(PortType::Force, "mooring", {variable("F", Causality::output, "N", Axis::y)});
  Group b = group(PortType::Force, "load", {variable("F", Causality::input, "N", Axis::y)});
  a.frame = "world";
  for (const auto& [frame, code] : {std::pair("world-down", kFrameTurned), {"hull", "X_Frame"}}) {
    b.frame = frame;
    const std::vector<Diagnostic> faults = check_connection(a, b);
    ASSERT_EQ(codes(faults), Codes{"X_Frame"});
    EXPECT_EQ(faults[0].code, code);
  }
  EXPECT_EQ(frame_factor("world", "world-down", Axis::y, parse_unit("N")), -1.0);
  EXPECT_EQ(frame_factor("world", "world-down", Axis::x, parse_unit("N")), 1.0);
  EXPECT_FALSE(frame_factor("world", "hull", Axis::x, parse_unit("N")));
}

}  // namespace
}  // namespace swell::osp::semantics_test
