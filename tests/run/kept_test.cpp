// Preparations that are kept between programs: same bits from a warm cache and from a cold one.
#include <sys/stat.h>

#include "swell/assembly/shared_data.h"
#include "swell/model/read_case.h"
#include "swell/run/run.h"
#include "swell_test/test.h"

namespace swell::run::kept_test {
namespace {

namespace fs = std::filesystem;

struct Kind {
  const char* file;
  std::vector<std::string> overrides;
};
void PrintTo(const Kind& kind, std::ostream* out) {
  *out << kind.file << ' ' << ::testing::PrintToString(kind.overrides);
}

class KeptPreparation : public ::testing::TestWithParam<Kind> {
 protected:
  void SetUp() override {
    fs::remove_all(folder_);
    setenv("SWELL_CACHE", folder_.c_str(), 1);
  }
  void TearDown() override {
    unsetenv("SWELL_CACHE");
    fs::remove_all(folder_);
  }
  struct Outcome {
    std::vector<double> values;
    std::vector<std::string> notes;
  };
  /// A program of its own: nothing is shared but the folder, where everything is kept.
  static Outcome run(const Kind& kind) {
    std::vector<std::string> overrides = kind.overrides;
    overrides.insert(overrides.end(), {"simulation.duration=3", "simulation.ramp=0"});
    const model::Model model = model::read_case(swell_test::source_folder() / "inputs" / kind.file, overrides);
    assembly::SharedData shared(std::size_t{1} << 40U, 0.0);
    CaseRun run(model, &shared);
    Outcome outcome;
    run.run([&](double) {
      for (std::size_t i = 0; i < run.series().size(); ++i)
        outcome.values.insert(outcome.values.end(), run.values(i), run.values(i) + std::max(1, run.series()[i].width));
      return true;
    });
    outcome.notes = run.notes();
    return outcome;
  }
  std::vector<fs::path> files() const {
    std::vector<fs::path> all;
    for (const auto& entry : fs::directory_iterator(folder_ / "prepared")) all.push_back(entry.path());
    return all;
  }
  const fs::path folder_ = fs::temp_directory_path() / ("swell_kept_" + std::to_string(getpid()));
};

TEST_P(KeptPreparation, GivesBitsOfColdRun) {
  const Outcome cold = run(GetParam());
  // A value that is made anew is a new file under the old name.
  const auto inodes = [&] {
    std::set<ino_t> all;
    for (const fs::path& file : files()) {
      struct stat status {};
      EXPECT_EQ(stat(file.c_str(), &status), 0);
      all.insert(status.st_ino);
    }
    return all;
  };
  const std::set<ino_t> made = inodes();
  ASSERT_GT(made.size(), 0U);
  const Outcome warm = run(GetParam());
  EXPECT_EQ(warm.values, cold.values);
  EXPECT_EQ(warm.notes, cold.notes);
  EXPECT_EQ(inodes(), made);
}

TEST_P(KeptPreparation, IsMadeAnewWithNoteWhereDamaged) {
  const Outcome cold = run(GetParam());
  for (const fs::path& file : files()) {
    std::fstream bytes(file, std::ios::in | std::ios::out | std::ios::binary);
    bytes.seekp(static_cast<std::streamoff>(fs::file_size(file) / 2));
    const auto byte = static_cast<char>(bytes.peek() ^ 1);
    bytes.put(byte);
  }
  const Outcome damaged = run(GetParam());
  EXPECT_EQ(damaged.values, cold.values);
  EXPECT_THAT(damaged.notes, Contains(HasSubstr("damaged")));
  EXPECT_EQ(run(GetParam()).notes, cold.notes);
}

TEST_P(KeptPreparation, IsLeftOutWhereFolderCannotBeWritten) {
  const Outcome kept = run(GetParam());
  std::ofstream(folder_.string() + ".file") << "a file, no folder";
  setenv("SWELL_CACHE", (folder_.string() + ".file").c_str(), 1);
  const Outcome outcome = run(GetParam());
  EXPECT_EQ(outcome.values, kept.values);
  EXPECT_EQ(outcome.notes, kept.notes);
}

INSTANTIATE_TEST_SUITE_P(
    OfEveryKind, KeptPreparation,
    ::testing::Values(Kind{"sphere/irregular.yaml", {"hydrodynamics.radiation=convolution"}},
                      Kind{"sphere/irregular.yaml", {"hydrodynamics.radiation=state-space"}},
                      Kind{"sphere/irregular.yaml",
                           {"hydrodynamics.radiation=state-space", "hydrodynamics.state_space.realisation=entrywise"}},
                      Kind{"sphere/irregular.yaml",
                           {"hydrodynamics.radiation=convolution", "hydrodynamics.radiation_data=as-given"}},
                      Kind{"sphere/irregular.yaml",
                           {"hydrodynamics.radiation=convolution", "hydrodynamics.convolution.sampling=step"}},
                      Kind{"array/four.yaml", {"hydrodynamics.radiation=convolution"}},
                      Kind{"loads/passive-yaw.yaml", {}}));

}  // namespace
}  // namespace swell::run::kept_test
