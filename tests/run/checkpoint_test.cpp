// What a checkpoint is good for: the case, the data and the bytes that made it.
#include "swell/model/choices.h"
#include "swell/model/read_case.h"
#include "swell/run/results_reader.h"
#include "swell/run/run.h"
#include "swell_test/test.h"

namespace swell::run::checkpoint_test {
namespace {

namespace fs = std::filesystem;

class CheckpointFile : public ::testing::Test {
 protected:
  CheckpointFile() {
    std::string name = (fs::temp_directory_path() / "swell-checkpoint-XXXXXX").string();
    folder_ = mkdtemp(name.data());
    fs::copy_file(swell_test::source_folder() / "inputs/sphere/hemisphere.h5", folder_ / "bem.h5");
    std::ofstream(folder_ / "case.yaml")
        << "simulation: {duration: 3, time_step: 0.1, ramp: 1}\n"
           "waves: {type: regular, height: 1, period: 6}\n"
           "hydrodynamics: {convolution: {duration: 2}}\n"
           "bodies: [{name: sphere, hydro_data: {file: bem.h5, body: 1}, mass: equilibrium, inertia: [1e6, 1e6, "
           "1e6]}]\n"
           "ptos: [{name: PTO, type: translational, base: world, follower: sphere, damping: 3e5}]\n";
    RunOptions options;
    options.output = folder_ / "first.h5";
    options.checkpoint_at = 1.5;
    checkpoint_ = run_case(model::read_case(folder_ / "case.yaml"), options).checkpoint;
  }
  ~CheckpointFile() override { fs::remove_all(folder_); }

  /// What restarting says, or "goes on".
  std::string restart(const std::vector<std::string>& overrides = {}, const fs::path& file = "case.yaml",
                      bool audit = false) const {
    RunOptions options;
    options.audit = audit;
    options.output = folder_ / "second.h5";
    options.restart = checkpoint_;
    try {
      run_case(model::read_case(folder_ / file, overrides), options);
      return "goes on";
    } catch (const InputError& error) {
      return error.what();
    }
  }

  fs::path folder_, checkpoint_;
};

TEST_F(CheckpointFile, GoesOnWithAnotherDurationOutputOrFolder) {
  EXPECT_EQ(restart(), "goes on");
  EXPECT_EQ(restart({"simulation.duration=4"}), "goes on");
  EXPECT_EQ(restart({"output.select=[ptos.PTO.power]", "output.compression=1"}), "goes on");
  EXPECT_EQ(restart({"output.time_step=0.25"}), "goes on");
  {
    const ResultsReader rows(folder_ / "second.h5"), whole(folder_ / "first.h5");
    const Table time = rows.read("/time"), heave = rows.read("/bodies/sphere/position"),
                all = whole.read("/bodies/sphere/position");
    ASSERT_EQ(time.rows, 6U);  // 1.75, 2, ... 3 s, and every second of them is one of the first run's
    for (std::size_t row = 0; row < time.rows; ++row) {
      EXPECT_NEAR(time.values[row], 1.75 + 0.25 * static_cast<double>(row), 1e-12);
      const auto same = static_cast<std::size_t>(std::lround(10.0 * time.values[row]));
      EXPECT_TRUE(row % 2 == 0 || heave.at(row, 2) == all.at(same, 2)) << time.values[row];
    }
  }
  fs::create_directory(folder_ / "moved");
  fs::copy_file(folder_ / "case.yaml", folder_ / "moved/renamed.yaml");
  fs::rename(folder_ / "bem.h5", folder_ / "moved/bem.h5");
  EXPECT_EQ(restart({}, "moved/renamed.yaml"), "goes on");
}

// What counts is what the run computes with: the bytes of a file, wherever they lie, and the choice in force.
TEST_F(CheckpointFile, GoesOnWithTheSameBytesElsewhereAndWithEveryDefaultWrittenDown) {
  fs::copy_file(folder_ / "bem.h5", folder_ / "copy.h5");
  for (const std::string& path : {std::string("copy.h5"), std::string("./bem.h5"), (folder_ / "copy.h5").string()})
    EXPECT_EQ(restart({"bodies.sphere.hydro_data.file=" + path}), "goes on") << path;
  std::ofstream(folder_ / "copy.h5", std::ios::app) << "other contents";
  EXPECT_THAT(restart({"bodies.sphere.hydro_data.file=copy.h5"}),
              HasSubstr("the contents of bodies.sphere.hydro_data.file are others"));
  std::size_t written = 0;
  for (const model::ChoiceLine& choice : model::choice_table()) {
    if (choice.key.find("simulation.") != 0 && choice.key.find("hydrodynamics.") != 0) continue;
    const std::string answer = restart({choice.key + "=" + choice.standard});
    if (answer.find("was made by another") == std::string::npos) ++written;  // some say nothing without another key
    EXPECT_THAT(answer, Not(HasSubstr("was made by another"))) << choice.key;
  }
  EXPECT_GT(written, 5U);
  EXPECT_THAT(restart({"simulation.integrator=dopri5"}), HasSubstr("simulation.integrator was rk4 and is dopri5"));
}

TEST_F(CheckpointFile, SaysThatTheAuditIsWhatDiffers) {
  EXPECT_THAT(restart({}, "case.yaml", true),
              AllOf(HasSubstr("was made without --audit"), HasSubstr("restart without")));
}

TEST_F(CheckpointFile, IsRefusedWithOtherPhysicsByName) {
  for (const std::string override :
       {"waves.height=1.001", "waves.period=7", "waves.phase=1", "simulation.ramp=0.5", "bodies.sphere.mass=2e5",
        "bodies.sphere.inertia=[1e6, 1e6, 2e6]", "ptos.PTO.damping=3.1e5", "ptos.PTO.stiffness=1",
        "environment.water_density=1025", "environment.gravity=9.8", "hydrodynamics.convolution.duration=2.1",
        "simulation.time_step=0.05"}) {
    EXPECT_THAT(restart({override}),
                AllOf(HasSubstr("was made by another case: "), HasSubstr(override.substr(0, override.find('=')))))
        << override;
  }
  EXPECT_THAT(restart({"ptos.PTO.damping=3.1e5"}), HasSubstr("ptos.PTO.damping was 300000 and is 310000"));
  std::ofstream(folder_ / "bem.h5", std::ios::app) << "other contents";
  EXPECT_THAT(restart(), HasSubstr("the contents of bodies.sphere.hydro_data.file are others"));
}

// The line file is the same, and the stiffness that it names is another.
TEST_F(CheckpointFile, IsRefusedWithOtherContentsOfAFileThatAFileNames) {
  std::ofstream(folder_ / "chain.txt")
      << "--- LINE TYPES ---\nTypeName Diam Mass/m EA BA EI Cd Ca CdAx CaAx\n(-) (m) (kg/m) (N) (-) (-) (-) (-) (-) "
         "(-)\nchain 0.1 60 ea.txt -0.8 0 1.6 1 0.1 0\n--- POINTS ---\nID Attachment X Y Z Mass Volume CdA Ca\n(-) (-) "
         "(m) (m) (m) (-) (-) (-) (-)\n1 Fixed 180 0 -50 0 0 0 0\n2 Vessel 4 0 -3 0 0 0 0\n--- LINES ---\nID LineType "
         "AttachA AttachB UnstrLen NumSegs Outputs\n(-) (-) (-) (-) (m) (-) (-)\n1 chain 1 2 185 4 -\n--- OPTIONS ---\n"
         "3e5 kBot\n3e4 cBot\n50 WtrDpth\n--- need this line ---\n";
  const auto stiffen = [this](const char* tension) {
    std::ofstream(folder_ / "ea.txt") << "Strain Tension\n(-) (N)\n0 0\n0.01 " << tension << "\n0.1 3e7\n";
  };
  stiffen("3e6");
  std::ofstream(folder_ / "case.yaml", std::ios::app)
      << "environment: {depth: 50}\nmoorings: [{name: chain, type: lines, body: sphere, file: chain.txt}]\n";
  RunOptions options;
  options.output = folder_ / "moored.h5";
  options.checkpoint_at = 1.5;
  checkpoint_ = run_case(model::read_case(folder_ / "case.yaml"), options).checkpoint;
  EXPECT_EQ(restart(), "goes on");
  stiffen("4e6");
  EXPECT_THAT(restart(), HasSubstr("the contents of ea.txt of moorings.chain.file are others"));
}

// Every byte counts: nothing is read before the digest is compared.
TEST_F(CheckpointFile, IsRefusedWithAnyBitChangedAndCutAnywhere) {
  const std::string whole = swell_test::contents(checkpoint_);
  std::mt19937 random(150);
  for (int trial = 0; trial < 160; ++trial) {
    std::string damaged = whole;
    if (trial < 150) {
      char& byte = damaged[random() % damaged.size()];
      byte = static_cast<char>(byte ^ static_cast<char>(1U << random() % 8));
    } else {
      damaged.resize(random() % damaged.size());
    }
    std::ofstream(checkpoint_, std::ios::binary) << damaged;
    EXPECT_THAT(restart(), HasSubstr("is not a checkpoint of this version, or is damaged")) << trial;
  }
}

TEST_F(CheckpointFile, ItsNameWithoutATimeIsRefused) {
  RunOptions options;
  options.output = folder_ / "third.h5";
  options.checkpoint = folder_ / "c.h5";
  EXPECT_THAT([&] { run_case(model::read_case(folder_ / "case.yaml"), options); },
              ::testing::ThrowsMessage<InputError>(HasSubstr("no time for it, so that nothing would be written")));
  EXPECT_FALSE(fs::exists(options.output));
}

}  // namespace
}  // namespace swell::run::checkpoint_test
