// What the files that a study's cases read may do meanwhile, and what earlier starts may leave.
#include "study_folder.h"
#include "swell/assembly/shared_data.h"
#include "swell/batch/power.h"
#include "swell/batch/run_batch.h"
#include "swell_test/test.h"

namespace swell::batch::inputs_test {
namespace {

/// The sphere with its hydro file in the folder, where a test can touch it.
class InputsTest : public BatchTest {
 protected:
  InputsTest() {
    fs::copy_file(swell_test::source_folder() / "inputs/sphere/hemisphere.h5", folder_ / "bem.h5");
    replace_base(h5(), "bem.h5");
  }
  static std::string h5() { return (swell_test::source_folder() / "inputs/sphere/hemisphere.h5").string(); }
  void replace_base(const std::string& what, const std::string& by) const {
    std::string text = swell_test::contents(folder_ / "case.yaml");
    const std::size_t at = text.find(what);
    ASSERT_NE(at, std::string::npos);
    std::ofstream(folder_ / "case.yaml") << text.replace(at, what.size(), by);
  }
  void append(const char* file) const { std::ofstream(folder_ / file, std::ios::app) << "# more\n"; }
};

const char* const kShort =
    "axes: [{key: waves.significant_height, values: [1, 2, 3]}]\nset: {simulation.duration: 25}\n";

TEST_F(InputsTest, AVerdictOfAnAbsentFileIsNotUsedAgain) {
  std::ofstream(folder_ / "files.csv") << "bodies.sphere.hydro_data.file\nbem.h5\nlate.h5\nbem.h5\n";
  const std::string text = "axes: [{table: {file: files.csv}}]\nset: {simulation.duration: 25}\n";
  const BatchSummary first = run_batch(study(text));
  EXPECT_EQ(first.wrong, 1U);
  fs::copy_file(folder_ / "bem.h5", folder_ / "late.h5");
  const BatchSummary second = run_batch(study(text));
  EXPECT_EQ(second.done, 3U);
  EXPECT_EQ(second.reused, 2U);
}

// A verdict of a reader in trouble (a file server, a full table of open files) with every file in its place.
TEST_F(InputsTest, AWrongCaseIsJudgedAgainAtTheNextStart) {
  const std::string text = "axes: [{key: waves.peak_period, values: [7, -1]}]\nset: {simulation.duration: 25}\n";
  EXPECT_EQ(run_batch(study(text)).wrong, 1U);
  const BatchSummary again = run_batch(study(text));
  EXPECT_EQ(again.reused, 1U);
  EXPECT_EQ(again.wrong, 1U);
}

// The second case reads the file when it has been appended to, or is gone.
TEST_F(InputsTest, AFileThatChangesWhileTheBatchRunsEndsIt) {
  for (const bool away : {false, true}) {
    BatchOptions options;
    options.threads = 1;
    options.fresh = true;
    int begun = 0;
    options.case_begins = [&](const std::string&) {
      if (begun++ != 1) return;
      if (away) {
        fs::remove(folder_ / "bem.h5");
      } else {
        append("bem.h5");
      }
    };
    EXPECT_THAT(swell_test::refusal_of<SimulationError>([&] { run_batch(study(kShort), options); }),
                HasSubstr("bem.h5 was changed while the batch ran"));
    if (!away) {
      EXPECT_EQ(run_batch(study(kShort)).reused, 0U) << "the contents are others now";
    }
  }
}

// Every file that the base case, the study's own values or an axis names, however it names it.
TEST_F(InputsTest, AFileWithOtherContentsRunsTheCasesThatReadItAgain) {
  fs::copy_file(folder_ / "bem.h5", folder_ / "other.h5");
  fs::copy_file(folder_ / "bem.h5", folder_ / "third.h5");
  const std::string by_set = "set: {simulation.duration: 25, bodies.sphere.hydro_data.file: other.h5}\n";
  const std::string by_map =
      "set: {simulation.duration: 25}\naxes: [{key: bodies.sphere.hydro_data, values: [{file: bem.h5, body: 1}, {file: "
      "third.h5, body: 1}]}]\n";
  EXPECT_EQ(run_batch(study(by_set, "set.h5")).done, 1U);
  EXPECT_EQ(run_batch(study(by_map, "map.h5")).done, 2U);
  EXPECT_EQ(run_batch(study(by_set, "set.h5")).reused, 1U);
  EXPECT_EQ(run_batch(study(by_map, "map.h5")).reused, 2U);
  append("other.h5");
  append("third.h5");
  EXPECT_EQ(run_batch(study(by_set, "set.h5")).reused, 0U);
  EXPECT_EQ(run_batch(study(by_map, "map.h5")).reused, 1U) << "one of the two reads another file";
}

TEST_F(InputsTest, ARecompiledComponentLibraryIsAnotherCase) {
  // Nothing that can be loaded: the key alone is asked for.
  std::ofstream(folder_ / "libown.so") << "one";
  replace_base("ptos:", "components: [{name: c, type: own, library: own}]\nptos:");
  const auto key = [&] {
    Study s;
    s.base = folder_ / "case.yaml";
    return CaseKeys(s, base_case(s)).key(conditions_of(s).front(), 1);
  };
  const std::uint64_t before = key();
  EXPECT_EQ(key(), before);
  std::ofstream(folder_ / "libown.so") << "two";
  EXPECT_NE(key(), before);
}

/// A line from the sphere to the bed 50 m below; its stiffness is in a file that the line file names.
class FilesOfFiles : public InputsTest {
 protected:
  void moor() const {
    std::ofstream(folder_ / "chain.txt")
        << "--- LINE TYPES ---\nTypeName Diam Mass/m EA BA EI Cd Ca CdAx CaAx\n(-) (m) (kg/m) (N) (-) (-) (-) (-) (-) "
           "(-)\nchain 0.1 60 ea.txt -0.8 0 1.6 1 0.1 0\n--- POINTS ---\nID Attachment X Y Z Mass Volume CdA Ca\n(-) "
           "(-) (m) (m) (m) (-) (-) (-) (-)\n1 Fixed 180 0 -50 0 0 0 0\n2 Vessel 4 0 -3 0 0 0 0\n--- LINES ---\nID "
           "LineType AttachA AttachB UnstrLen NumSegs Outputs\n(-) (-) (-) (-) (m) (-) (-)\n1 chain 1 2 185 4 -\n"
           "--- OPTIONS ---\n3e5 kBot\n3e4 cBot\n50 WtrDpth\n--- need this line ---\n";
    stiffen("3e6");
    replace_base(
        "ptos:",
        "environment: {depth: 50}\nmoorings: [{name: chain, type: lines, body: sphere, file: chain.txt}]\nptos:");
  }
  void stiffen(const std::string& tension) const {
    std::ofstream(folder_ / "ea.txt") << "Strain Tension\n(-) (N)\n0 0\n0.01 " << tension << "\n0.1 3e7\n";
  }
  /// Of the first case, with values of the study's own.
  std::uint64_t key(const std::vector<std::string>& set = {}) const {
    Study s;
    s.base = folder_ / "case.yaml";
    s.set = set;
    return CaseKeys(s, base_case(s)).key(conditions_of(s).front(), 1);
  }
};

TEST_F(FilesOfFiles, AnotherStiffnessOfALineRunsItsCasesAgain) {
  moor();
  EXPECT_EQ(run_batch(study(kShort)).done, 3U);
  EXPECT_EQ(run_batch(study(kShort)).reused, 3U);
  stiffen("4e6");
  EXPECT_EQ(run_batch(study(kShort)).reused, 0U);
}

// A device file names a shape, which names a mesh; and a set of the study names the device.
TEST_F(FilesOfFiles, AnotherMeshOfADeviceIsAnotherCase) {
  fs::create_directory(folder_ / "shapes");
  const auto write = [this](const char* file, const char* text) { std::ofstream(folder_ / file) << text; };
  write("device.yaml", "bodies: [{name: box, geometry: {shape: shapes/two.yaml}, center_of_gravity: [0, 0, -1]}]\n");
  write("shapes/two.yaml", "shape: union\nparts: [{mesh: ./hull.obj}]\n");
  write("shapes/hull.obj", "v 0 0 0\n");
  for (const bool by_set : {true, false}) {
    std::vector<std::string> set;
    if (by_set)
      set = {"bodies.sphere.hydro_data.file=device.yaml"};
    else
      replace_base("bem.h5", "device.yaml");
    write("shapes/hull.obj", "v 0 0 0\n");
    const std::uint64_t before = key(set);
    EXPECT_EQ(key(set), before);
    write("shapes/hull.obj", "v 0 0 1\n");
    EXPECT_NE(key(set), before) << by_set;
  }
}

TEST_F(InputsTest, TheStudyIsWhatItWasWhenItWasRead) {
  const Study s = study(kShort);
  run_batch(s);
  const std::string results = swell_test::contents(folder_ / "out.h5");
  replace_base("damping: 3e5", "damping: 9e9");
  BatchOptions options;
  options.fresh = true;
  run_batch(s, options);
  EXPECT_EQ(swell_test::contents(folder_ / "out.h5"), results);
}

TEST_F(InputsTest, IntervalsThatStayTooWideAreReported) {
  const BatchSummary until =
      run_batch(study("axes: [{key: waves.significant_height, values: [1, 2]}]\nset: {simulation.duration: 25}\n"
                      "seeds: {until: {relative: 1e-6, least: 2, most: 3}}\n"));
  EXPECT_EQ(until.wide, 2U);
  ASSERT_EQ(until.notes.size(), 1U);
  EXPECT_THAT(until.notes[0], HasSubstr("in 2 of 2 conditions the interval of power stayed wider than 0.0001 %"));
  const BatchSummary longer = run_batch(study("lengthen: {relative: 1e-6, block: 5, least: 3}\n"));
  EXPECT_EQ(longer.not_lengthened, 1U);
  ASSERT_EQ(longer.notes.size(), 1U);
  EXPECT_THAT(longer.notes[0], HasSubstr("lengthen: 1 case ended with an interval of power wider than"));
  EXPECT_TRUE(run_batch(study("lengthen: {relative: 10, block: 5, least: 3}\n", "met.h5")).notes.empty());
}

// Processes of their own give the bits of threads.
TEST_F(InputsTest, IsolatedCasesHaveTheSameBytes) {
  run_batch(study(kShort, "threads.h5"));
  BatchOptions options;
  options.isolate = true;
  options.threads = 2;
  run_batch(study(kShort, "processes.h5"), options);
  EXPECT_EQ(swell_test::contents(folder_ / "threads.h5"), swell_test::contents(folder_ / "processes.h5"));
}

#ifndef SWELL_SANITIZED  // whose allocator does not say what it holds
TEST(SharedData, LetsGoOfWhatNobodyUsesWhereMemoryIsShort) {
  assembly::SharedData short_of(1), plenty;
  const auto held = [](assembly::SharedData& data) {
    auto used = data.get<int>("used", [] { return 1; });
    for (int i = 0; i < 10; ++i) data.get<int>(std::to_string(i), [i] { return i; });
    data.begin_case();
    return data.size();
  };
  EXPECT_EQ(held(short_of), 1U);
  EXPECT_EQ(held(plenty), 11U);
}
#endif

}  // namespace
}  // namespace swell::batch::inputs_test
