// Components through the command: a crash of a user's library, OSP files, FhSim's XML.
#include <fcntl.h>
#include <sys/wait.h>
#include <csignal>

#include "command_folder.h"
#include "swell_test/test.h"

namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;

using swell_test::contents;

class ComponentsCommand : public swell_test::SaidFolder {
 protected:
  std::set<std::string> files() const {
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder_)) names.insert(entry.path().filename().string());
    return names;
  }
};

#ifndef SWELL_SANITIZED
TEST_F(ComponentsCommand, ACrashInALibraryIsReportedAndLeavesNoFinishedFile) {
  write("case.yaml", std::string("simulation: {duration: 2, time_step: 0.1, integrator: rk4}\ncomponents:\n"
                                 "  - {name: bad, type: crash, time: 1, library: ") +
                         SWELL_CRASHING_LIBRARY + "}\n");
  EXPECT_EQ(swell("run case.yaml -o out.h5"), 1);
  EXPECT_THAT(said_, AllOf(HasSubstr("crashed"), HasSubstr("component libraries in use"), HasSubstr("not finished")));
  EXPECT_FALSE(fs::exists(folder_ / "out.h5"));
  // A stack without end, and a component that ends the program as if all were well.
  EXPECT_EQ(swell("run case.yaml -o out.h5 --set components.bad.how=recursion"), 1);
  EXPECT_THAT(said_, AllOf(HasSubstr("crashed"), HasSubstr("component libraries in use"), HasSubstr("not finished")));
  EXPECT_EQ(swell("run case.yaml -o out.h5 --set components.bad.how=exit"), 1);
  EXPECT_THAT(said_, AllOf(HasSubstr("called exit()"), HasSubstr("component libraries in use")));
  EXPECT_FALSE(fs::exists(folder_ / "out.h5"));
}
#endif

TEST_F(ComponentsCommand, AFunctionOfPythonIsRefusedBeforeTheRun) {
  write("case.yaml",
        "simulation: {duration: 2, time_step: 0.1, integrator: rk4}\ncomponents:\n"
        "  - {name: law, type: python, function: 'controllers:damper', outputs: [force]}\n");
  write("study.yaml",
        "base: case.yaml\naxes: [{key: simulation.time_step, values: [0.1, 0.2]}]\nresults: {file: study.h5}\n");
  for (const char* command : {"run case.yaml -o out.h5", "batch study.yaml", "linear case.yaml --from 1 --to 2",
                              "rao case.yaml --from 1 --to 2", "fmu case.yaml"}) {
    EXPECT_EQ(swell(command), 2) << command;
    EXPECT_THAT(said_, AllOf(HasSubstr("case.yaml:3:"), HasSubstr("components.law"), HasSubstr("has no Python"),
                             HasSubstr("swell.load(")))
        << command;
  }
  EXPECT_EQ(files(), (std::set<std::string>{"case.yaml", "study.yaml"}));
  EXPECT_EQ(swell("check case.yaml"), 0) << said_;
}

TEST_F(ComponentsCommand, AnInterruptEndsARunBetweenTwoSteps) {
  // A thousand million steps before the next row of results.
  write("case.yaml",
        "simulation: {duration: 1.0e6, time_step: 1.0e-3, integrator: rk4}\ncomponents:\n"
        "  - {name: M, type: point-mass, mass: 2}\nconnections:\n  - {value: [1, 0, 0], to: M.force}\n"
        "output: {time_step: 1.0e6}\n");
  // Twice, as GNU timeout sends it: to the command and to its group. Both are one wish.
  for (const unsigned between : {0U, 2000U, 20000U}) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      const int reported = open((folder_ / "reported").c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
      if (chdir(folder_.c_str()) != 0 || dup2(reported, STDOUT_FILENO) < 0 || dup2(reported, STDERR_FILENO) < 0)
        _exit(126);
      execl(SWELL_COMMAND, SWELL_COMMAND, "run", "case.yaml", "-o", "out.h5", nullptr);
      _exit(127);
    }
    const auto writing = [&] { return files().size() > 2; };  // its results, beside the case and what it reported
    for (int i = 0; i < 6000 && !writing() && waitpid(child, nullptr, WNOHANG) == 0; ++i) usleep(10000);
    ASSERT_TRUE(writing()) << contents(folder_ / "reported");
    kill(child, SIGTERM);
    usleep(between);
    kill(child, SIGTERM);
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status)) << "killed, not ended";
    EXPECT_EQ(WEXITSTATUS(status), 1);
    EXPECT_THAT(contents(folder_ / "reported"), HasSubstr("interrupted at t = "));
    EXPECT_EQ(files(), (std::set<std::string>{"case.yaml", "reported", "out.partial.h5"}));
    fs::remove(folder_ / "out.partial.h5");
  }
}

// Six mistakes of a user, one each: reported before the run, with status 2, and nothing is written.
class CheckedCase : public ComponentsCommand {
 protected:
  void check(const std::string& components, const std::string& connections) {
    write("case.yaml", "simulation: {duration: 2, time_step: 0.1, integrator: rk4}\ncomponents:\n" + components +
                           "connections:\n" + connections);
    EXPECT_EQ(swell("check case.yaml"), 2);
    EXPECT_EQ(files(), (std::set<std::string>{"case.yaml"}));
  }
  /// A source of three numbers into a gain of three, with what is reported of the two ports.
  void join(const std::string& from, const std::string& to, const std::string& value = "[1, 2, 3]") {
    check("  - {name: a, type: constant, value: " + value + ", ports: {output: {" + from +
              "}}}\n  - {name: b, type: gain, factor: 1, width: 3, ports: {input: {" + to + "}}}\n",
          "  - {from: a.output, to: b.input}\n");
  }
};

TEST_F(ComponentsCommand, WhatIsExportedIsTheDevicesOwnOpenInterface) {
  write("case.yaml", R"(simulation: {duration: 2, time_step: 0.1, integrator: rk4}
bodies: [{name: cart, mass: 100, inertia: [1, 1, 1], center_of_gravity: [0, 0, 0]}]
ptos: [{name: PTO, type: translational, base: world, follower: cart, axis: [1, 0, 0]}]
components:
  - {name: brake, type: gain, factor: -100}
  - {name: push, type: constant, value: [1, 0, 0], ports: {output: {unit: N, frame: cart}}}
connections:
  - {from: PTO.velocity, to: brake.input}
  - {from: brake.output, to: PTO.force}
  - {from: push.output, to: cart.force, point: [0, 0, 1]}
)");
  EXPECT_EQ(swell("osp export case.yaml -o interface"), 0) << said_;
  std::stringstream text;
  text << std::ifstream(folder_ / "interface/case_OspModelDescription.xml").rdbuf();
  const std::string all = text.str();
  // Forces are open though something inside feeds them; PTO.force as it is goes out under that name.
  for (const char* name : {"cart.position", "cart.velocity", "cart.acceleration", "cart.force", "PTO.position",
                           "PTO.velocity", "PTO.acceleration", "PTO.force", "PTO.power", "PTO.force.input",
                           "sea.elevation", "brake.output", "push.output"}) {
    EXPECT_THAT(all, HasSubstr(std::string("name=\"") + name + "\""));
  }
  for (const char* inside : {"cart/", " at cart", "brake.input", "joint_force", "momentum_rate", "displacement\""})
    EXPECT_EQ(all.find(inside), std::string::npos) << inside;
  EXPECT_EQ(swell("osp validate interface"), 0) << said_;
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

#ifndef SWELL_SANITIZED  // no library for an FMU
TEST_F(ComponentsCommand, TheInterfaceOfASystemIsNamedAfterItsFile) {
  fs::create_directory(folder_ / "plant");
  write("gain.yaml",
        "simulation: {duration: 2, time_step: 0.1, integrator: rk4}\ncomponents:\n"
        "  - {name: g, type: gain, factor: 2}\nconnections:\n  - {value: 1, to: g.input}\n");
  ASSERT_EQ(swell("fmu gain.yaml -o plant/gain.fmu"), 0) << said_;
  write("plant/OspSystemStructure.xml",
        "<OspSystemStructure xmlns=\"http://opensimulationplatform.com/MSMI/OSPSystemStructure\" version=\"0.1\">"
        "<BaseStepSize>0.1</BaseStepSize><Simulators><Simulator name=\"g\" source=\"gain.fmu\"/></Simulators>"
        "</OspSystemStructure>");
  EXPECT_EQ(swell("osp export plant -o named"), 0) << said_;
  EXPECT_TRUE(fs::exists(folder_ / "named/OspSystemStructure_OspModelDescription.xml")) << said_;
  EXPECT_EQ(swell("osp export plant/. -o pointed"), 0) << said_;
  EXPECT_TRUE(fs::exists(folder_ / "pointed/OspSystemStructure.modelDescription.xml")) << said_;
  EXPECT_EQ(swell("osp export plant"), 0) << said_;
  EXPECT_TRUE(fs::exists(folder_ / "plant/OspSystemStructure_OspModelDescription.xml")) << "beside what it describes";
}
#endif

TEST_F(ComponentsCommand, TheShippedPairIsAValidSystemAndItsPortsFitEachOther) {
  const std::string inputs = std::string(SWELL_SOURCE_DIR) + "/inputs/osp/";
  for (const char* name : {"device", "generator"})
    ASSERT_EQ(swell("osp export " + inputs + name + ".yaml -o ."), 0) << said_;
  // The interfaces alone stand for the FMUs.
  std::string text = swell_test::contents(inputs + "OspSystemStructure.xml");
  for (std::size_t at = text.find(".fmu\""); at != std::string::npos; at = text.find(".fmu\""))
    text.replace(at, 4, ".modelDescription.xml");
  write("OspSystemStructure.xml", text);
  EXPECT_EQ(swell("osp validate . --open"), 0) << said_;
  EXPECT_EQ(said_.find("PTO.port ("), std::string::npos) << "it is joined";
  EXPECT_EQ(said_.find("warning"), std::string::npos) << said_;
  // Without the connection both are open and each names the other.
  const std::size_t begin = text.find("<Connections>"), end = text.find("</Connections>");
  write("OspSystemStructure.xml", text.erase(begin, end + 14 - begin));
  EXPECT_EQ(swell("osp validate . --open"), 0) << said_;
  EXPECT_THAT(said_, AllOf(HasSubstr("device.PTO.port (LinearMechanicalPort): fits generator.rod"),
                           HasSubstr("generator.rod (LinearMechanicalPort): fits device.PTO.port")));
  write("types.yaml", "group_types:\n  - {name: Rod, groups: rod, roles: [{name: x, type: Frce}]}\n");
  EXPECT_EQ(swell("osp validate . --group-types types.yaml"), 2);
  EXPECT_THAT(said_, AllOf(HasSubstr("types.yaml:2:"), HasSubstr("Force")));
}

}  // namespace
