// hydro_data: {compute: ...}: the bodies of a case are a device file, solved together.
#include "swell/assembly/built_case.h"
#include "swell/base/progress.h"
#include "swell/base/seal.h"
#include "swell/run/assess_case.h"
#include "swell_test/component_cases.h"
#include "swell_test/test.h"

namespace swell::run::computed_hydro_test {
namespace {

/// A cache of its own.
class ComputedHydro : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() / ("swell_computed_" + std::to_string(getpid()));
    setenv("SWELL_CACHE", folder_.c_str(), 1);
  }
  void TearDown() override {
    unsetenv("SWELL_CACHE");
    std::filesystem::remove_all(folder_);
  }
  std::size_t files() const {
    std::size_t n = 0;
    std::error_code problem;
    for (const auto& entry : std::filesystem::directory_iterator(folder_, problem))
      n += entry.is_regular_file() ? 1 : 0;
    return n;
  }
  static std::string text(const std::string& bodies) {
    return "simulation: {duration: 1, time_step: 0.1}\nwaves: {type: regular, height: 1, period: 6}\nhydrodynamics: "
           "{radiation: constant}\nbodies:\n" +
           bodies;
  }
  static std::string message(const std::string& bodies) {
    return swell_test::refusal_of([&] { CaseRun run(read_text(text(bodies))); });
  }
  std::filesystem::path folder_;
};

const char* const kOne =
    "  - {name: one, geometry: {shape: sphere, radius: 5}, center_of_gravity: [0, 0, -2], mass: equilibrium, inertia: "
    "[1e6, 1e6, 1e6], hydro_data: {compute: {frequencies: {from: 0.3, to: 2, count: 12}}}}\n";
const char* const kTwo =
    "  - {name: two, geometry: {shape: sphere, radius: 5, position: [20, 0, 0]}, center_of_gravity: [20, 0, -2], mass: "
    "equilibrium, inertia: [1e6, 1e6, 1e6], hydro_data: {compute: {}}}\n";

// A mistake of each kind costs no boundary elements: the folder of the computed data stays empty.
TEST_F(ComputedHydro, MistakesAreFoundBeforeAnythingIsComputed) {
  const std::string pto = "ptos: [{name: P, type: translational, base: world, follower: one, location: [0, 0, 0]}]\n";
  const std::string gain = "components: [{name: g, type: gain, factor: 2}]\n";
  const std::pair<const char*, std::string> mistakes[] = {
      {"onee", "ptos: [{name: P, type: translational, base: world, follower: onee, location: [0, 0, 0]}]\n"},
      {"onee", "joints: [{name: J, type: heave, base: world, follower: onee, location: [0, 0, 0]}]\n"},
      {"P.velocty", pto + gain + "connections: [{from: P.velocty, to: g.input}]\n"},
      {"one.veloctiy", gain + "connections: [{from: one.veloctiy, to: g.input}]\n"},
      {"g.inptu", pto + gain + "connections: [{from: P.velocity, to: g.inptu}]\n"},
      {"gainn", "components: [{name: g, type: gainn, factor: 2}]\n"},
      {"gian", "components: [{name: g, type: gain, gian: 2}]\n"},
      {"g.input", gain},  // without a connection
      {"bodies.*.positon", "output: {select: ['bodies.*.positon']}\n"},
      {"P.powre", pto + "output: {select: [P.powre]}\n"},
      {"bodies.one.positon",
       "simulation: {duration: 1, time_step: 0.1, stop: [{signal: bodies.one.positon, above: 1}]}\n"},
      {"no.txt", "moorings: [{name: m, type: lines, file: no.txt}]\n"},
  };
  for (const auto& [word, more] : mistakes) {
    std::string whole = text(kOne);
    if (more.find("simulation:") != std::string::npos) whole.erase(0, whole.find('\n') + 1);
    EXPECT_THAT(swell_test::refusal_of([&, &more = more] { CaseRun run(read_text(whole + more)); }), HasSubstr(word))
        << more;
    EXPECT_EQ(files(), 0U) << more;
  }
  // Where keys are wrong already, the search for further mistakes computes nothing.
  Diagnostics found;
  const model::Model model = model::read_case_text(text(kOne) + "bodise: []\n", "case.yaml", {}, found);
  assembly::check_data(model, found);
  EXPECT_TRUE(found.has_errors());
  EXPECT_EQ(files(), 0U);
}

TEST_F(ComputedHydro, ReportsItsWarningsBeforeComputing) {
  struct Stop {};
  std::string whole = text(kOne);
  whole.insert(whole.find("frequencies:"), "headings: [0.7854, 1.5708], ");
  std::vector<std::string> codes;
  const ListenToProgress listen([](double, const std::string&) { throw Stop(); },
                                [&](const std::vector<Diagnostic>& warnings) {
                                  for (const Diagnostic& warning : warnings) codes.push_back(warning.code);
                                });
  EXPECT_THROW(CaseRun run(read_text(whole)), Stop);
  EXPECT_EQ(codes, std::vector<std::string>{"headings-in-radians"});
  EXPECT_EQ(files(), 0U);
}

TEST_F(ComputedHydro, BodiesAreSolvedTogetherOnceInWhateverOrder) {
  EXPECT_EQ(message(std::string(kOne) + kTwo), "");
  EXPECT_EQ(files(), 1U);
  EXPECT_EQ(message(std::string(kTwo) + kOne), "");
  EXPECT_EQ(files(), 1U);
  // Alone it is another device.
  EXPECT_EQ(message(kOne), "");
  EXPECT_EQ(files(), 2U);
}

// Data of our own that were cut off are computed anew; of a user's file that is an error.
TEST_F(ComputedHydro, WhatWasDamagedIsMadeAnew) {
  ASSERT_EQ(message(kOne), "");
  for (const auto& entry : std::filesystem::directory_iterator(folder_))
    if (entry.path().extension() == ".h5") std::filesystem::resize_file(entry.path(), 100);
  EXPECT_EQ(message(kOne), "");
  EXPECT_EQ(files(), 1U);
}

// One byte of the kept data, and the numbers of a run would be others: the file is no longer what was kept.
TEST_F(ComputedHydro, WhatWasChangedIsMadeAnew) {
  ASSERT_EQ(message(kOne), "");
  std::filesystem::path kept;
  for (const auto& entry : std::filesystem::directory_iterator(folder_))
    if (entry.path().extension() == ".h5") kept = entry.path();
  const auto bytes = [&] {
    std::ifstream in(kept, std::ios::binary);
    return std::string((std::istreambuf_iterator<char>(in)), {});
  };
  const std::string before = bytes();
  std::string changed = before;
  changed[before.size() / 2] = static_cast<char>(changed[before.size() / 2] ^ 1);
  std::ofstream(kept, std::ios::binary) << changed;
  EXPECT_EQ(message(kOne), "");
  EXPECT_EQ(bytes().size(), before.size());
  EXPECT_NE(bytes(), changed);
  EXPECT_EQ(seal_of(kept, kComputedSeal), Seal::whole);
}

// That there was a wait is no doubt about the data.
TEST_F(ComputedHydro, TheTimeItTookIsANoteOfTheCaseThatWaited) {
  const auto notes = [&](bool waited) {
    const CaseAssessment verdict = assess_case(read_text(text(kOne)), {}, nullptr);
    for (const Diagnostic& warning : verdict.warnings) EXPECT_THAT(warning.message, Not(HasSubstr("computed in")));
    EXPECT_EQ(std::any_of(verdict.notes.begin(), verdict.notes.end(),
                          [](const std::string& note) { return note.find("computed in") != std::string::npos; }),
              waited);
  };
  notes(true);
  notes(false);
}

TEST_F(ComputedHydro, WhatIsMissingOrDiffersIsSaid) {
  const auto body = [](const std::string& keys) {
    return "  - {name: buoy, mass: equilibrium, inertia: [1e6, 1e6, 1e6], " + keys + "}\n";
  };
  EXPECT_THAT(message(body("center_of_gravity: [0, 0, -2], hydro_data: {compute: {}}")),
              HasSubstr("bodies.buoy.geometry is missing: there is nothing to compute"));
  EXPECT_THAT(message(body("geometry: {shape: sphere, radius: 5}, hydro_data: {compute: {}}")),
              HasSubstr("bodies.buoy.center_of_gravity is missing"));
  EXPECT_THAT(message(body("geometry: {shape: spere, radius: 5}, center_of_gravity: [0, 0, -2], hydro_data: {compute: "
                           "{frequencies: [1]}}")),
              AllOf(HasSubstr("sphere"), HasSubstr("case.yaml:5")));
  EXPECT_THAT(message(body("geometry: {shape: sphere, radius: 5}, center_of_gravity: [0, 0, -2], hydro_data: {compute: "
                           "{frequencies: [1], environment: {depth: 3}}}")),
              HasSubstr("depth are those of the case's environment"));
  EXPECT_THAT(message(body("geometry: {shape: sphere, radius: 5}, center_of_gravity: [0, 0, -2], volume: 5, "
                           "center_of_buoyancy: [0, 0, 0]")),
              HasSubstr("bodies.buoy.geometry: a shape is not used"));
  std::string other = kTwo;
  other.replace(other.find("{}}}"), 4, "{frequencies: [1]}}}");
  EXPECT_THAT(message(std::string(kOne) + other), HasSubstr("compute differs from that of one"));
  EXPECT_EQ(files(), 0U);
}

}  // namespace
}  // namespace swell::run::computed_hydro_test
