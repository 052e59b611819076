// Files that somebody else made: what they say stays text, what they bring along is not run, and size is no weapon.
#include <H5Cpp.h>
#include <sys/resource.h>
#include <nlohmann/json.hpp>

#include "command_folder.h"
#include "swell/base/visible.h"
#include "swell_test/test.h"

namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;

class Untrusted : public swell_test::CommandFolder {
 protected:
  /// A case of one body, whose name stands in double quotes.
  static std::string one_body(const std::string& name) {
    return "simulation: {duration: 1, time_step: 0.1}\nbodies:\n  - {name: \"" + name +
           "\", mass: 1000, inertia: [1, 1, 1], center_of_gravity: [0, 0, 0]}\n";
  }
  static std::string with_library(const std::string& library) {
    return "simulation: {duration: 1, time_step: 0.1}\ncomponents:\n  - {name: own, type: crash, time: 9, library: " +
           library + "}\n";
  }
  /// Processor time of the command [s].
  double seconds(const std::string& arguments) const {
    const auto used = [] {
      rusage usage{};
      getrusage(RUSAGE_CHILDREN, &usage);
      return static_cast<double>(usage.ru_utime.tv_sec) + 1e-6 * static_cast<double>(usage.ru_utime.tv_usec);
    };
    const double before = used();
    run(arguments);
    return used() - before;
  }
};

TEST_F(Untrusted, EscapeSequencesDoNotReachTheTerminal) {
  write("name.yaml", one_body("a\\x1b]0;title\\x07z"));
  write("key.yaml", one_body("a") + "\"k\\x1b[31mey\": 3\n");
  write("c1.yaml", one_body("a\\u009b31m"));
  write("study.yaml", "base: name.yaml\naxes: [{key: \"wa\\x1b[2Jves.height\", values: [1]}]\n");
  for (const char* arguments :
       {"check name.yaml", "check name.yaml --json", "run name.yaml", "inspect name.yaml", "check key.yaml",
        "check c1.yaml", "batch study.yaml", "run $(printf 'no\\033[31m.yaml')", "run --no$(printf '\\033[31m') x",
        "plot $(printf 'no\\033[31m.h5')", "$(printf 'no\\033[31m')"}) {
    const auto outcome = run(arguments);
    EXPECT_EQ(outcome.status, 2) << arguments;
    EXPECT_EQ(swell::visible(outcome.out), outcome.out) << arguments;
    EXPECT_EQ(swell::visible(outcome.err), outcome.err) << arguments;
  }
  const auto outcome = run("check name.yaml --json");
  EXPECT_THAT(outcome.err, HasSubstr("name.yaml:3:12: the text a\\u001b]0;title\\u0007z has a control character"));
  EXPECT_EQ(nlohmann::json::parse(outcome.out)["status"], "input");
}

TEST_F(Untrusted, AMistakeThatIsFoundTwiceIsReportedOnce) {
  write("gap.txt", "0 0\n0.01 1\n5 0\n5.01 1\n12 0\n");
  write("case.yaml",
        one_body("b") +
            "joints: [{name: j, type: translational, base: world, follower: b, location: [0, 0, 0], motion: "
            "{file: gap.txt}}]\n");
  EXPECT_THAT(run("check case.yaml").err, HasSubstr("1 error in the input"));
}

TEST_F(Untrusted, NamesInResultsMakeNoBrokenXml) {
  write("case.yaml", one_body("float"));
  ASSERT_EQ(run("run case.yaml -q -o out.h5").status, 0);
  {
    const H5::H5File file((folder_ / "out.h5").string(), H5F_ACC_RDWR);
    file.move("/bodies/float", "/bodies/f\x1b[31m<&\x01");
  }
  const auto xdmf = run("xdmf out.h5 -o out.xdmf");
  EXPECT_EQ(xdmf.status, 2);
  EXPECT_THAT(xdmf.err, HasSubstr("f\\u001b[31m<&\\u0001: its name has a character that XML cannot hold"));
  EXPECT_FALSE(fs::exists(folder_ / "out.xdmf"));
  ASSERT_EQ(run("plot out.h5 -o out.svg --select 'bodies.*.position'").status, 0);
  const std::string figure = swell_test::contents(folder_ / "out.svg");
  EXPECT_EQ(swell::visible(figure), figure);
  EXPECT_THAT(figure, HasSubstr("</svg>"));
}

TEST_F(Untrusted, LibrariesAreLoadedOnlyWhereThatIsAllowed) {
  // Loading this one would fail, and say so.
  write("libown.so", "no program");
  write("case.yaml", with_library("own"));
  for (const char* arguments : {"check case.yaml", "inspect case.yaml", "osp export case.yaml"}) {
    const auto outcome = run(arguments);
    EXPECT_EQ(outcome.status, 2) << arguments;
    EXPECT_THAT(outcome.err, HasSubstr("components.own.library = own was not loaded")) << arguments;
    EXPECT_THAT(outcome.err, HasSubstr("--allow-libraries")) << arguments;
    const auto allowed = run(std::string(arguments) + " --allow-libraries");
    EXPECT_EQ(allowed.status, 2);
    EXPECT_THAT(allowed.err, HasSubstr("libown.so")) << arguments;
    EXPECT_THAT(allowed.err, Not(HasSubstr("was not loaded"))) << arguments;
  }
  // An FMU is such a program too, once the case is called: `check` reads its description only.
  write("unit.fmu", "no program");
  write("unit.yaml",
        "simulation: {duration: 1, time_step: 0.1}\ncomponents:\n  - {name: f, type: fmu, file: unit.fmu}\n");
  for (const char* arguments : {"inspect unit.yaml", "inspect unit.yaml --graph", "inspect unit.yaml --component f",
                                "linear unit.yaml", "rao unit.yaml"}) {
    const auto outcome = run(arguments);
    EXPECT_EQ(outcome.status, 2) << arguments;
    EXPECT_THAT(outcome.err, HasSubstr("unit.yaml:3:")) << arguments;
    EXPECT_THAT(outcome.err, HasSubstr("components.f.file = unit.fmu was not loaded")) << arguments;
    EXPECT_THAT(run(std::string(arguments) + " --allow-libraries").err, Not(HasSubstr("was not loaded"))) << arguments;
  }
  EXPECT_THAT(run("check unit.yaml").err, Not(HasSubstr("was not loaded")));
#ifndef SWELL_SANITIZED
  write("good.yaml", with_library(SWELL_CRASHING_LIBRARY));
  write("beside.yaml", "simulation: {duration: 1, time_step: 0.1}\ncomponents:\n  - {name: f, type: fmu, library: " +
                           std::string(SWELL_CRASHING_LIBRARY) + ", file: [unit.fmu]}\n");
  setenv("SWELL_TEST_LOADED", (folder_ / "loaded").c_str(), 1);
  for (const char* arguments :
       {"check good.yaml", "check good.yaml --json", "inspect good.yaml", "osp export good.yaml", "check beside.yaml",
        "inspect beside.yaml", "rao beside.yaml"}) {
    EXPECT_EQ(run(arguments).status, 2) << arguments;
    EXPECT_FALSE(fs::exists(folder_ / "loaded")) << arguments;
  }
  run("check good.yaml --allow-libraries");
  EXPECT_TRUE(fs::exists(folder_ / "loaded"));
  unsetenv("SWELL_TEST_LOADED");
  EXPECT_EQ(run("check good.yaml").status, 2);
  EXPECT_EQ(run("check good.yaml --allow-libraries").status, 0);
  EXPECT_EQ(run("run good.yaml -q -o good.h5").status, 0);  // to run a case is to run what it names
#endif
}

#ifndef SWELL_SANITIZED
TEST_F(Untrusted, ALibraryThatIsCutShortIsRefused) {
  const std::string whole = swell_test::contents(SWELL_CRASHING_LIBRARY);
  write("case.yaml", with_library("cut"));
  for (int eighth = 0; eighth < 8; ++eighth) {
    write("libcut.so", whole.substr(0, whole.size() * static_cast<std::size_t>(eighth) / 8));
    const auto outcome = run("run case.yaml -q -o out.h5");
    // What the loader maps may end before the sections that only debuggers read: then it is no harm.
    EXPECT_TRUE(outcome.status == 2 || (outcome.status == 0 && eighth > 3)) << eighth << "/8: " << outcome.err;
    EXPECT_THAT(outcome.err, Not(HasSubstr("crashed"))) << eighth << "/8";
  }
}
#endif

// Four times the entries take four times as long, not sixteen; at most a fixed part of it is start-up.
TEST_F(Untrusted, CheckingTakesTimeInProportionToTheCase) {
  for (const int n : {1500, 6000}) {
    std::string
        chain =
            "simulation: {duration: 1, time_step: 0.1}\ncomponents:\n  - {name: c0, type: expression, expression: t}\n",
        links = "connections:\n", wrong = "simulation: {duration: 1, time_step: 0.1}\nbodies:\n", unknown;
    for (int i = 0; i < 6 * n; ++i) unknown += "bogus" + std::to_string(i) + ": 1\n";
    write("unknown" + std::to_string(n) + ".yaml", unknown);
    for (int i = 1; i < n; ++i) {
      const std::string me = std::to_string(i);
      chain += "  - {name: c" + me + ", type: expression, expression: 2 * x, inputs: [x]}\n";
      links += "  - {from: c" + std::to_string(i - 1) + ".output, to: c" + me + ".x}\n";
      wrong += "  - {name: b" + me + ", mass: -1, x: 2}\n";
    }
    write("chain" + std::to_string(n) + ".yaml", chain + links);
    write("wrong" + std::to_string(n) + ".yaml", wrong);
  }
  for (const std::string kind : {"chain", "wrong", "unknown"}) {
    const double few = seconds("check " + kind + "1500.yaml"), many = seconds("check " + kind + "6000.yaml");
    EXPECT_LT(many, 8.0 * few) << kind << ": " << few << " s and " << many << " s";
  }
}

}  // namespace
