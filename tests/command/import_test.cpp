// swell import wec-sim, as a user meets it.
#include <gmock/gmock.h>

#include "command_folder.h"
#include "swell_test/slx_model.h"

namespace swell {
namespace {

using swell_test::contents;
using swell_test::library_block;
using swell_test::Outcome;
using swell_test::physical;
using ::testing::HasSubstr;

class ImportCommand : public swell_test::CommandFolder {
 protected:
  ImportCommand() {
    std::filesystem::create_directory(folder_ / "wec");
    std::filesystem::copy_file(SWELL_SOURCE_DIR "/inputs/sphere/hemisphere.h5", folder_ / "wec/sphere.h5");
    swell_test::write_nested_slx(
        folder_ / "wec/sphere.slx",
        library_block("WECSim_Lib/Frames/Global Reference Frame", "Ground", 1) +
            library_block("WECSim_Lib/Body Elements/Rigid Body", "Sphere", 2, "body", "body(1)") +
            library_block("WECSim_Lib/PTOs/Translational PTO", "PTO", 3, "pto", "pto(1)") +
            physical("1#rconn:1", "3#rconn:1") + physical("3#lconn:1", "2#rconn:1"));
    write("wec/wecSimInputFile.m",
          "simu = simulationClass();\nsimu.simMechanicsFile = 'sphere.slx';\nsimu.rampTime = 40;  simu.endTime = 100;  "
          "simu.dt = 0.05;  simu.cicEndTime = 15;\n"
          "waves = waveClass('regularCIC');\nwaves.height = 2;  waves.period = 6;\n"
          "body(1) = bodyClass('sphere.h5');\nbody(1).mass = 'equilibrium';  body(1).inertia = [1690000 1690000 "
          "2606000];\n"
          "pto(1) = ptoClass('PTO1');\npto(1).damping = 322292;  pto(1).location = [0 0 0];\n");
    // the same case by hand: docs/tutorials/from-wec-sim.md
    write("hand.yaml",
          "simulation: {duration: 100, time_step: 0.05, ramp: 40, reproduce: wec-sim}\nwaves: {type: regular, height: "
          "2, period: 6}\n"
          "hydrodynamics: {radiation: convolution, convolution: {duration: 15}}\n"
          "bodies:\n  - {name: Sphere, hydro_data: {file: wec/sphere.h5, body: 1}, mass: equilibrium, inertia: "
          "[1690000, 1690000, 2606000]}\n"
          "ptos:\n  - {name: PTO1, type: translational, base: world, follower: Sphere, damping: 322292, location: [0, "
          "0, 0]}\n");
  }
};

TEST_F(ImportCommand, TheImportedCaseIsTheOneWrittenByHand) {
  const Outcome imported = run("import wec-sim wec -o case.yaml");
  EXPECT_EQ(imported.status, 0) << imported.err;
  EXPECT_THAT(imported.out, HasSubstr("pto(1) is PTO1: translational between world and Sphere"));
  EXPECT_THAT(imported.out, HasSubstr(", 0 did not"));
  EXPECT_THAT(contents(folder_ / "case.yaml"), HasSubstr("duration: 100  # simu.endTime, line 3"));
  EXPECT_EQ(run("check case.yaml").status, 0);
  const Outcome a = run("run case.yaml"), b = run("run hand.yaml");
  EXPECT_EQ(a.status, 0) << a.err;
  // motions and power as the summary prints them; the numbers behind are the same bits, as the cases say the same
  const auto of = [](const std::string& text, const std::string& from, const std::string& to) {
    return text.substr(text.find(from), text.find(to) - text.find(from));
  };
  EXPECT_EQ(of(a.out, "Sphere", "Choices"), of(b.out, "Sphere", "Choices"));
}

TEST_F(ImportCommand, ItReplacesItsOwnFilesAndNoOthers) {
  write("mine.yaml", "simulation: {duration: 1}\n");
  const Outcome refused = run("import wec-sim wec -o mine.yaml");
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.err, HasSubstr("mine.yaml"));
  EXPECT_EQ(contents(folder_ / "mine.yaml"), "simulation: {duration: 1}\n");
  EXPECT_EQ(run("import wec-sim wec -o case.yaml").status, 0);
  EXPECT_EQ(run("import wec-sim wec -o case.yaml").status, 0);
  EXPECT_EQ(run("import wec-sim wec -o mine.yaml --force").status, 0);
}

TEST_F(ImportCommand, MistakesNameThePlaceAndLeaveNothing) {
  EXPECT_THAT(run("import wec-sim nowhere").err, HasSubstr("this folder does not exist"));
  write("wec/wecSimInputFile.m", contents(folder_ / "wec/wecSimInputFile.m") + "pto(1).damping = gain * 2;\n");
  const Outcome refused = run("import wec-sim wec -o case.yaml");
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.err, HasSubstr("wecSimInputFile.m:10:18: gain is neither a variable nor a function"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "case.yaml"));
  EXPECT_EQ(run("import wec-sim wec -o case.yaml --define gain=1e5").status, 0);
  EXPECT_THAT(contents(folder_ / "case.yaml"), HasSubstr("damping: 200000"));
}

}  // namespace
}  // namespace swell
