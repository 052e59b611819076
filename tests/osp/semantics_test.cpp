#include "swell/osp/semantics.h"

#include <gtest/gtest.h>

namespace swell::osp {
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

TEST(Connection, UnitsOfAnotherDimensionAreRefusedAndOfAnotherScaleConvertedOnRequest) {
  const Variable n = variable("f", Causality::input, "N"), kn = variable("f", Causality::output, "kN");
  EXPECT_EQ(codes(check_connection(n, variable("v", Causality::output, "N m"), "a", "b")),
            Codes{"VE_VariableConnection_3"});
  EXPECT_EQ(codes(check_connection(n, kn, "device.f", "pto.f")), Codes{"X_UnitScale"});
  ConnectionOptions options;
  options.convert_units = true;
  std::vector<Conversion> conversions;
  EXPECT_TRUE(check_connection(n, kn, "device.f", "pto.f", options, &conversions).empty());
  ASSERT_EQ(conversions.size(), 1U);
  EXPECT_EQ(conversions[0].text, "pto.f [kN] to device.f [N]: times 1000");
  EXPECT_DOUBLE_EQ(conversions[0].unit(3.0), 3000.0);
}

TEST(Connection, FramesThatLieStillAreConvertedOthersRefused) {
  Group a = group(PortType::Force, "mooring", {variable("F", Causality::output, "N")});
  Group b = group(PortType::Force, "load", {variable("F", Causality::input, "N")});
  a.frame = "hull";
  b.frame = "ned";
  const std::vector<Diagnostic> faults = check_connection(a, b, "line", "body");
  ASSERT_EQ(codes(faults), Codes{"X_Frame"});
  EXPECT_EQ(faults[0].message, "line.mooring is in frame 'hull', body.load in 'ned'");
  FrameTree frames;
  Frame hull, ned;
  hull.name = "hull";
  hull.p_PF = Vector3(1.0, 0.0, 0.0);
  ned.name = "ned";
  ned.R_PF = z_up_to_z_down().R;
  frames.add(hull);
  frames.add(ned);
  ConnectionOptions options;
  options.frames = &frames;
  std::vector<Conversion> conversions;
  EXPECT_TRUE(check_connection(a, b, "line", "body", options, &conversions).empty());
  ASSERT_EQ(conversions.size(), 1U);
  EXPECT_EQ(conversions[0].text,
            "line.mooring in 'hull' to body.load in 'ned': turned between z up and z down, moved by (1, 0, 0) m");
  hull.moving = true;
  frames.add(hull);
  EXPECT_EQ(codes(check_connection(a, b, "line", "body", options)), Codes{"X_Frame"});
}

}  // namespace
}  // namespace swell::osp
