// Groups of systems as wires between scalars.
#include "swell/osp/wiring.h"

#include "swell/osp/validate.h"
#include "swell_test/test.h"

namespace swell::osp::wiring_test {
namespace {

namespace fs = std::filesystem;
using ::testing::UnorderedElementsAre;

class OspSystem : public ::testing::Test {
 protected:
  void write(const std::string& name, const std::string& text) const { std::ofstream(folder_ / name) << text; }
  void write_model(const std::string& name, const std::string& groups) const {
    std::string variables;
    for (const char* each : {"f1", "f2", "f3"})
      variables += "<ScalarVariable name='" + std::string(each) + "' causality='output'><Real/></ScalarVariable>";
    for (const char* each : {"v1", "v2", "v3"})
      variables += "<ScalarVariable name='" + std::string(each) + "' causality='input'><Real/></ScalarVariable>";
    write(name + ".modelDescription.xml", "<fmiModelDescription fmiVersion='2.0' modelName='" + name +
                                              "'><CoSimulation modelIdentifier='" + name + "'/><ModelVariables>" +
                                              variables + "</ModelVariables></fmiModelDescription>");
    write(name + "_OspModelDescription.xml", "<OspModelDescription xmlns='" + namespace_ + "' version='" + version_ +
                                                 "'>"
                                                 "<VariableGroups>" +
                                                 groups + "</VariableGroups></OspModelDescription>");
  }
  std::vector<std::string> wires(const std::string& rest) {
    write("OspSystemStructure.xml",
          "<OspSystemStructure xmlns='http://opensimulationplatform.com/MSMI/OSPSystemStructure' version='0.1'>"
          "<Simulators><Simulator name='a' source='A.modelDescription.xml'/>"
          "<Simulator name='b' source='B.modelDescription.xml'/><Simulator name='c' source='B.modelDescription.xml'/>"
          "</Simulators>" +
              rest + "</OspSystemStructure>");
    std::vector<Diagnostic> faults;
    wiring_ = wiring_of_osp(folder_ / "OspSystemStructure.xml", faults);
    for (const Diagnostic& fault : faults) {
      if (fault.severity == Severity::error) ADD_FAILURE() << fault.text();
    }
    std::vector<std::string> all;
    for (const Wiring::Wire& wire : wiring_.wires)
      all.push_back(wire.from.owner + "." + wire.from.name + " " + wire.to.owner + "." + wire.to.name);
    return all;
  }
  const fs::path folder_ = swell_test::fresh_folder("wiring");
  std::string namespace_ = "https://open-simulation-platform.com/OspModelDescription/1.0.1", version_ = "1.0";
  Wiring wiring_;
};

std::string group(const char* simulator, const char* name) {
  return std::string("<VariableGroup simulator='") + simulator + "' name='" + name + "'/>";
}

// Variables pair by axis, not by their order in the file, and each goes from output to input.
TEST_F(OspSystem, AGroupIsAWirePerVariable) {
  const std::string three = "<Variable ref='X1' axis='x'/><Variable ref='X2' axis='y'/><Variable ref='X3' axis='z'/>";
  const std::string turned = "<Variable ref='X1' axis='z'/><Variable ref='X2' axis='x'/><Variable ref='X3' axis='y'/>";
  const auto with = [](std::string text, char letter) {
    for (char& c : text) {
      if (c == 'X') c = letter;
    }
    return text;
  };
  const std::string open = "<Generic name='port'><Force name='force'>",
                    between = "</Force><LinearVelocity name='speed'>", close = "</LinearVelocity></Generic>";
  write_model("A", open + with(three, 'f') + between + with(three, 'v') + close);
  write_model("B", open + with(turned, 'v') + between + with(turned, 'f') + close);
  EXPECT_THAT(wires("<Connections><VariableGroupConnection>" + group("b", "port") + group("a", "port") +
                    "</VariableGroupConnection></Connections>"),
              UnorderedElementsAre("a.f1 b.v2", "a.f2 b.v3", "a.f3 b.v1", "b.f2 a.v1", "b.f3 a.v2", "b.f1 a.v3"));
}

// Not valid against the present schema, and read: the elements are the same.
TEST_F(OspSystem, DescriptionsOfEarlierVersionsAreRead) {
  for (const auto& [older, version] :
       {std::pair("http://opensimulationplatform.com/MSMI/OSPModelDescription", "0.1"),
        std::pair("https://open-simulation-platform.com/OspModelDescription/1.0.0", "1.0")}) {
    namespace_ = older;
    version_ = version;
    write_model("A", "<Force name='port'><Variable ref='f1'/></Force>");
    write_model("B", "<Force name='port'><Variable ref='v1'/></Force>");
    EXPECT_THAT(wires("<Connections><VariableGroupConnection>" + group("b", "port") + group("a", "port") +
                      "</VariableGroupConnection></Connections>"),
                ElementsAre("a.f1 b.v1"));
    EXPECT_EQ(validate(folder_ / "OspSystemStructure.xml").classes(), std::vector<std::string>{"SCHEMA"});
  }
}

TEST_F(OspSystem, AVectorSumIsASumPerEntry) {
  const std::string out =
      "<Force name='out'><Variable ref='f1' axis='z'/><Variable ref='f2' axis='x'/>"
      "<Variable ref='f3' axis='y'/></Force>";
  const std::string in =
      "<Force name='in'><Variable ref='v1' axis='x'/><Variable ref='v2' axis='y'/>"
      "<Variable ref='v3' axis='z'/></Force>";
  write_model("A", in);
  write_model("B", out);
  const auto join = [](const std::string& a, const std::string& signal_name) {
    return "<SignalGroupConnection>" + a + "<SignalGroup function='sum' name='" + signal_name +
           "'/></SignalGroupConnection>";
  };
  EXPECT_THAT(
      wires("<Functions><VectorSum name='sum' inputCount='2' dimension='3'/></Functions><Connections>" +
            join(group("b", "out"), "in[0]") + join(group("c", "out"), "in[1]") + join(group("a", "in"), "out") +
            "</Connections>"),
      ElementsAre("b.f2 sum_1.in[0]", "b.f3 sum_2.in[0]", "b.f1 sum_3.in[0]", "c.f2 sum_1.in[1]", "c.f3 sum_2.in[1]",
                  "c.f1 sum_3.in[1]", "sum_1.out a.v1", "sum_2.out a.v2", "sum_3.out a.v3"));
  ASSERT_EQ(wiring_.blocks.size(), 3U);
  EXPECT_EQ(wiring_.blocks[2].inputs, 2);
}

}  // namespace
}  // namespace swell::osp::wiring_test
