// Components through the command: a crash of a user's library, OSP files, FhSim's XML.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;

class ComponentsCommand : public ::testing::Test {
 protected:
  ComponentsCommand() {
    std::string name = (fs::temp_directory_path() / "swell-components-test-XXXXXX").string();
    folder_ = mkdtemp(name.data());
  }
  ~ComponentsCommand() override { fs::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) const { std::ofstream(folder_ / name) << text; }
  int swell(const std::string& arguments) {
    const std::string command =
        "cd " + folder_.string() + " && " + SWELL_COMMAND + " " + arguments + " > said 2>&1 < /dev/null";
    const int status = std::system(command.c_str());
    std::stringstream text;
    text << std::ifstream(folder_ / "said").rdbuf();
    said_ = text.str();
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  fs::path folder_;
  std::string said_;
};

#ifndef SWELL_SANITIZED
TEST_F(ComponentsCommand, ACrashInALibraryIsReportedAndLeavesNoFinishedFile) {
  write("case.yaml", std::string("simulation: {duration: 2, time_step: 0.1, integrator: rk4}\ncomponents:\n"
                                 "  - {name: bad, type: crash, time: 1, library: ") +
                         SWELL_CRASHING_LIBRARY + "}\n");
  EXPECT_EQ(swell("run case.yaml -o out.h5"), 1);
  EXPECT_THAT(said_, AllOf(HasSubstr("crashed"), HasSubstr("component libraries in use"), HasSubstr("not finished")));
  EXPECT_FALSE(fs::exists(folder_ / "out.h5"));
}
#endif

TEST_F(ComponentsCommand, ALoopIsFoundByCheckWithItsPorts) {
  write("case.yaml",
        "simulation: {duration: 2, time_step: 0.1, integrator: rk4}\ncomponents:\n"
        "  - {name: a, type: gain, factor: 1}\n  - {name: b, type: gain, factor: 1}\n"
        "connections:\n  - {from: a.output, to: b.input}\n  - {from: b.output, to: a.input}\n");
  EXPECT_EQ(swell("check case.yaml"), 2);
  EXPECT_THAT(said_, AllOf(HasSubstr("a.output"), HasSubstr("b.output")));
}

TEST_F(ComponentsCommand, TheInterfaceThatIsExportedIsValid) {
  write("case.yaml",
        "simulation: {duration: 2, time_step: 0.1, integrator: rk4}\ncomponents:\n"
        "  - {name: M, type: point-mass, mass: 2}\nconnections:\n  - {value: [1, 0, 0], to: M.force}\n");
  EXPECT_EQ(swell("osp export case.yaml -o interface"), 0) << said_;
  EXPECT_TRUE(fs::exists(folder_ / "interface/case_OspModelDescription.xml"));
  EXPECT_EQ(swell("osp validate interface"), 0) << said_;
  EXPECT_THAT(said_, HasSubstr("valid"));
  write("case_OspModelDescription.xml", "<nothing/>");
  EXPECT_EQ(swell("osp validate case_OspModelDescription.xml"), 2);
}

}  // namespace
