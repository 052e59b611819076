#include "swell/osp/export.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "swell/osp/model_description.h"
#include "swell/osp/ports.h"
#include "swell/osp/validate.h"

namespace swell::osp {
namespace {

class Export : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() /
              ("swell_osp_" + std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()));
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  void write(const std::string& name, const std::string& text) const { std::ofstream(folder_ / name) << text; }
  std::filesystem::path folder_;
};

Group port(const char* name, int width, const char* unit, const char* frame, Causality causality) {
  Diagnostics diagnostics;
  system::PortSpec spec;
  spec.name = name;
  spec.width = width;
  spec.unit = unit;
  spec.frame = frame;
  Group group = group_of(spec, causality, "device", {}, diagnostics);
  diagnostics.throw_if_errors();
  return group;
}

// One valid group of a type, its parts and variables made up.
Group sample(PortType type, const std::string& name, Causality causality, int& counter) {
  Group group;
  group.type = type;
  group.name = name;
  int half = 0;
  for (const PortPart& part : info(type).parts) {
    if (type == PortType::Generic) break;
    if (part.element != "Variable") {
      const bool turned =
          half++ == 1 && (info(type).family == PortFamily::power_port || info(type).family == PortFamily::quasi_port);
      const Causality other = causality == Causality::input ? Causality::output : Causality::input;
      group.groups.push_back(
          sample(port_type(part.element), name + "." + part.element, turned ? other : causality, counter));
      continue;
    }
    for (int i = 0; i < std::max(part.min, 1); ++i) {
      Variable v;
      v.name = "v" + std::to_string(++counter);
      v.causality = causality;
      v.unit = info(type).unit;
      group.variables.push_back(v);
    }
  }
  return group;
}

TEST_F(Export, EveryTypeOfTheSpecificationIsWrittenReadBackAndValid) {
  std::vector<Group> groups;
  int counter = 0;
  for (auto type = port_types().rbegin(); type != port_types().rend(); ++type) {
    groups.push_back(sample(type->type, "g" + type->name, Causality::output, counter));
  }
  const auto paths = export_interface(folder_, "all", groups);
  const Report report = validate(paths[0]);
  for (const Fault& fault : report.faults) ADD_FAILURE() << fault.text();
  const Model model = read_osp_model(paths[0]);
  EXPECT_EQ(model.groups.size(), 50U);
  for (const Group& group : groups) {
    const Group* read = model.find_group(group.name);
    ASSERT_NE(read, nullptr) << group.name;
    EXPECT_EQ(read->type, group.type);
    EXPECT_EQ(read->variables.size(), group.variables.size());
  }
}

TEST_F(Export, TheInterfaceOfADeviceKeepsUnitsAxesAndCausality) {
  const std::vector<Group> groups = {port("load", 6, "N, N m", "world", Causality::input),
                                     port("velocity", 6, "m/s, rad/s", "world", Causality::output),
                                     port("stroke", 1, "mm", "", Causality::output)};
  const auto paths = export_interface(folder_, "device", groups);
  EXPECT_TRUE(validate(folder_).valid());
  const Model model = read_osp_model(paths[0]);
  const Group* torque = model.find_group("device.load.angular");
  ASSERT_NE(torque, nullptr);
  EXPECT_EQ(torque->type, PortType::Torque);
  EXPECT_EQ(torque->variables[1].axis, Axis::y);
  EXPECT_EQ(torque->variables[1].causality, Causality::input);
  const Group* stroke = model.find_group("device.stroke");
  ASSERT_NE(stroke, nullptr);
  EXPECT_EQ(stroke->type, PortType::LinearDisplacement);
  EXPECT_DOUBLE_EQ(stroke->variables[0].unit->factor, 1e-3);
}

TEST_F(Export, FilesHaveTheNameOfTheModel) {  // by which libcosim looks for them
  const auto paths = export_interface(folder_, "rm3-like wec", {port("force", 1, "N", "world", Causality::input)});
  EXPECT_EQ(paths[0].filename(), "rm3_like_wec_OspModelDescription.xml");
}

TEST_F(Export, AnInvalidInterfaceIsRefused) {
  std::vector<Group> groups = {port("a", 1, "N", "", Causality::input), port("a", 1, "N", "", Causality::input)};
  EXPECT_THROW(write_model_description(groups), InputError);
}

TEST_F(Export, ASystemIsWrittenAndReadBack) {
  SystemStructure system;
  system.base_step_size = 0.01;
  system.simulators = {{"hull", "hull.fmu", {}, {{"mass", DataType::real, "10", {}}}, {}}};
  Function sum;
  sum.kind = Function::Kind::sum;
  sum.name = "total";
  sum.inputs = 2;
  system.functions = {sum};
  Connection c;
  c.a = {false, "hull", "F", {}};
  c.b = {true, "total", "out", {}};
  system.connections = {c};
  write("OspSystemStructure.xml", write_system_structure(system));
  std::vector<Fault> faults;
  const SystemStructure read = read_system_structure(folder_ / "OspSystemStructure.xml", faults);
  for (const Fault& fault : faults) ADD_FAILURE() << fault.text();
  EXPECT_EQ(read.functions[0].inputs, 2);
  EXPECT_EQ(read.simulators[0].initial_values[0].variable, "mass");
  EXPECT_TRUE(read.connections[0].b.of_function);
  EXPECT_EQ(read.base_step_size, 0.01);
}

// --- faults that no sample of the data shows ---

const char* const kFmi =
    "<fmiModelDescription fmiVersion='2.0' modelName='M'><CoSimulation modelIdentifier='M'/><ModelVariables>"
    "<ScalarVariable name='f' causality='output'><Real/></ScalarVariable>"
    "<ScalarVariable name='v' causality='input'><Real/></ScalarVariable>"
    "<ScalarVariable name='k' causality='parameter' variability='fixed'><Real/></ScalarVariable>"
    "</ModelVariables></fmiModelDescription>";

std::string osp(const std::string& groups) {
  return "<OspModelDescription xmlns='https://open-simulation-platform.com/OspModelDescription/1.0.1' version='1.0'>"
         "<VariableGroups>" +
         groups + "</VariableGroups></OspModelDescription>";
}

std::string system_of(const std::string& rest) {
  return "<OspSystemStructure xmlns='http://opensimulationplatform.com/MSMI/OSPSystemStructure' version='0.1'>"
         "<Simulators><Simulator name='a' source='M.modelDescription.xml'/>"
         "<Simulator name='b' source='M.modelDescription.xml'/></Simulators>" +
         rest + "</OspSystemStructure>";
}

using Codes = std::vector<std::string>;

TEST_F(Export, UndefinedUnitsAndBadReferencesOfAModelAreFound) {
  write("M.modelDescription.xml", kFmi);
  write("M_OspModelDescription.xml", osp("<Force name='g'><Variable ref='f' unit='N'/></Force>"));
  EXPECT_EQ(validate(folder_ / "M_OspModelDescription.xml").classes(), Codes{"X_UndefinedUnit"});
  write("M_OspModelDescription.xml", osp("<Force name='g'><Variable ref='F'/></Force>"));
  const Report report = validate(folder_);
  EXPECT_EQ(report.classes(), Codes{"X_UnresolvedRef"});
  EXPECT_NE(report.faults[0].text().find("did you mean 'f'?"), std::string::npos) << report.faults[0].text();
}

TEST_F(Export, FaultsOfASystemAreFound) {
  write("M.modelDescription.xml", kFmi);
  write("M_OspModelDescription.xml", osp("<Force name='g'><Variable ref='f'/></Force>"));
  const auto classes = [&](const std::string& rest) {
    write("OspSystemStructure.xml", system_of(rest));
    return validate(folder_).classes();
  };
  const std::string av = "<Variable simulator='a' name='f'/>", bv = "<Variable simulator='b' name='v'/>";
  EXPECT_EQ(classes("<Connections><VariableConnection>" + av + bv + "</VariableConnection></Connections>"), Codes{});
  EXPECT_EQ(classes("<Connections><VariableConnection>" + av + "<Variable simulator='b' name='k'/>" +
                    "</VariableConnection></Connections>"),
            Codes{"VE_Variable_1"});
  EXPECT_EQ(classes("<Connections><VariableGroupConnection><VariableGroup simulator='a' name='g'/>"
                    "<VariableGroup simulator='b' name='h'/></VariableGroupConnection></Connections>"),
            Codes{"X_UnknownGroup"});
  const std::string linear = "<Functions><LinearTransformation name='t'/></Functions>";
  const std::string in = "<SignalConnection>" + av + "<Signal function='t' name='in'/></SignalConnection>";
  const std::string out = "<SignalConnection><Signal function='t' name='out'/>" + bv + "</SignalConnection>";
  EXPECT_EQ(classes(linear + "<Connections>" + in + out + "</Connections>"), Codes{});
  EXPECT_EQ(classes(linear + "<Connections>" + out + "</Connections>"), Codes{"X_FunctionInputMissing"});
  EXPECT_EQ(classes(linear + "<Connections>" + in + in + out + "</Connections>"), Codes{"X_FanIn"});
  EXPECT_EQ(classes("<Connections>" + in + "</Connections>"), Codes{"X_UnknownFunction"});
  EXPECT_EQ(classes("<Functions><LinearTransformation name='t'/><LinearTransformation name='t'/></Functions>"
                    "<Connections>" +
                    in + out + "</Connections>"),
            Codes{"X_DuplicateFunction"});
  EXPECT_EQ(classes(linear + "<Connections>" + in + out + "<SignalConnection>" + av +
                    "<Signal function='t' name='in[0]'/></SignalConnection></Connections>"),
            Codes{"X_FunctionSignal"});
  EXPECT_EQ(
      classes("<Connections><VariableConnection powerBond='p'>" + av + bv + "</VariableConnection></Connections>"),
      Codes{"VE_OSPSystemStructure"});
}

TEST_F(Export, APathThatHoldsNothingIsAnInputError) {
  EXPECT_THROW(validate(folder_), InputError);
  EXPECT_THROW(validate(folder_ / "nothing.xml"), InputError);
  write("broken.xml", "<a><b></a>");
  EXPECT_EQ(validate(folder_ / "broken.xml").classes(), Codes{"SCHEMA"});
}

TEST_F(Export, TheCommandPrintsTheClassesAndItsStatus) {
  write("M.modelDescription.xml", kFmi);
  write("M_OspModelDescription.xml", osp("<Force name='g'><Variable ref='k'/></Force>"));
  std::ostringstream out;
  EXPECT_EQ(validate_command(folder_, out), 2);
  EXPECT_NE(out.str().find("error VE_Variable_1: variable 'k' of group 'g' is neither input nor output"),
            std::string::npos)
      << out.str();
  EXPECT_NE(out.str().find("\ninvalid: VE_Variable_1\n"), std::string::npos);
}

}  // namespace
}  // namespace swell::osp
