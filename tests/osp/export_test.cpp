#include "swell/osp/export.h"

#include "swell/osp/model_description.h"
#include "swell/osp/ports.h"
#include "swell/osp/validate.h"
#include "swell/osp/wiring.h"
#include "swell_test/test.h"

namespace swell::osp::export_test {
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
  EXPECT_NE(report.faults[0].text().find("did you mean f?"), std::string::npos) << report.faults[0].text();
}

// A description without its FMU still says its own units.
TEST_F(Export, UnitsThatAFileDefinesAreJudgedWithoutAnFmu) {
  const auto classes = [&](const std::string& unit) {
    std::string text = osp("<Force name='g'><Variable ref='f' unit='" + unit + "'/></Force>");
    text.insert(text.find("<VariableGroups>"),
                "<UnitDefinitions><Unit name='kN'><BaseUnit kg='1' m='1' s='-2' factor='1000'/></Unit>"
                "<Unit name='m'><BaseUnit m='1'/></Unit></UnitDefinitions>");
    write("M_OspModelDescription.xml", text);
    return validate(folder_ / "M_OspModelDescription.xml").classes();
  };
  EXPECT_EQ(classes("kN"), Codes{});
  EXPECT_EQ(classes("m"), Codes{"X_QuantityUnit"});
  EXPECT_EQ(classes("N"), Codes{});  // the FMU may define it
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

// Clients find a description by the name of the FMU's model alone.
TEST_F(Export, ADescriptionByTheNameOfTheFileIsTakenWithAWarning) {
  write("other.modelDescription.xml", kFmi);
  write("other_OspModelDescription.xml", osp("<Force name='g'><Variable ref='f'/></Force>"));
  for (const Model& model : {read_model(folder_ / "other.modelDescription.xml"),
                             read_osp_model(folder_ / "other_OspModelDescription.xml")}) {
    EXPECT_NE(model.find_group("g"), nullptr);
    ASSERT_EQ(model.faults.size(), 1U);
    EXPECT_EQ(model.faults[0].severity, Severity::warning);
    EXPECT_NE(model.faults[0].text().find("rename it M_OspModelDescription.xml"), std::string::npos);
  }
  write("M_OspModelDescription.xml", osp("<Force name='h'><Variable ref='f'/></Force>"));
  const Model model = read_model(folder_ / "other.modelDescription.xml");
  EXPECT_NE(model.find_group("h"), nullptr);
  EXPECT_TRUE(model.faults.empty());
}

// Controllers whose FMUs give no units: against the rules, and yet run, with a warning.
TEST_F(Export, AUnitOnOneSideAloneStopsNoRun) {
  write("M.modelDescription.xml", kFmi);
  std::string with_unit = kFmi;
  with_unit.replace(with_unit.find("<ModelVariables>"), 16,
                    "<UnitDefinitions><Unit name='N'><BaseUnit kg='1' m='1' s='-2'/></Unit></UnitDefinitions>"
                    "<ModelVariables>");
  for (auto at = with_unit.find("<Real/>"); at != std::string::npos; at = with_unit.find("<Real/>"))
    with_unit.replace(at, 7, "<Real unit='N'/>");
  write("D.modelDescription.xml", with_unit);
  write("OspSystemStructure.xml",
        "<OspSystemStructure xmlns='http://opensimulationplatform.com/MSMI/OSPSystemStructure' version='0.1'>"
        "<Simulators><Simulator name='a' source='M.modelDescription.xml'/>"
        "<Simulator name='b' source='D.modelDescription.xml'/></Simulators><Connections><VariableConnection>"
        "<Variable simulator='a' name='f'/><Variable simulator='b' name='v'/></VariableConnection></Connections>"
        "</OspSystemStructure>");
  EXPECT_EQ(validate(folder_).classes(), Codes{"VE_VariableConnection_3"});
  std::vector<Diagnostic> faults;
  EXPECT_EQ(wiring_of_osp(folder_ / "OspSystemStructure.xml", faults).wires.size(), 1U);
  ASSERT_EQ(faults.size(), 1U);
  EXPECT_EQ(faults[0].severity, Severity::warning);
  EXPECT_NE(faults[0].text().find("numbers pass as they are"), std::string::npos) << faults[0].text();
}

// Ports within a group: the third level, which libcosim passes over.
TEST_F(Export, GroupsThatClientsDoNotReachAreWarnedOf) {
  write("M.modelDescription.xml", kFmi);
  const std::string port =
      "<LinearMechanicalPort name='p'><Force name='F'><Variable ref='f'/></Force><LinearVelocity name='V'>"
      "<Variable ref='v'/></LinearVelocity></LinearMechanicalPort>";
  const auto heard = [&](const std::string& groups, const std::string& name) {
    write("M_OspModelDescription.xml", osp(groups));
    std::string end = "<VariableGroup simulator='a' name='" + name + "'/>";
    std::string other = end;
    other.replace(other.find("'a'"), 3, "'b'");
    write("OspSystemStructure.xml", system_of("<Connections><VariableGroupConnection>" + end + other +
                                              "</VariableGroupConnection></Connections>"));
    std::string all;
    for (const Diagnostic& fault : validate(folder_).faults) all += fault.text() + "\n";
    return all;
  };
  const char* const deep = "deeper than the second level";
  EXPECT_EQ(heard(port, "p").find(deep), std::string::npos);
  EXPECT_NE(heard("<Generic name='g'>" + port + "</Generic>", "g").find(deep), std::string::npos);
  EXPECT_NE(heard("<Generic name='g'>" + port + "</Generic>", "p").find(deep), std::string::npos);
  EXPECT_EQ(heard("<Generic name='g'>" + port + "</Generic>", "F").find(deep), std::string::npos);
}

TEST_F(Export, APathThatHoldsNothingIsAnInputError) {
  EXPECT_THROW(validate(folder_), InputError);
  EXPECT_THROW(validate(folder_ / "nothing.xml"), InputError);
  write("broken.xml", "<a><b></a>");
  EXPECT_EQ(validate(folder_ / "broken.xml").classes(), Codes{"SCHEMA"});
}

}  // namespace
}  // namespace swell::osp::export_test
