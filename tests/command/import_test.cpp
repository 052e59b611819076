// swell import wec-sim, as a user meets it.
#include "command_folder.h"
#include "swell/run/results_reader.h"
#include "swell_test/slx_model.h"
#include "swell_test/test.h"

namespace swell::import_test {
namespace {

using swell_test::contents;
using swell_test::library_block;
using swell_test::Outcome;
using swell_test::physical;

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
  EXPECT_THAT(imported.out, HasSubstr(", 0 not imported"));
  EXPECT_THAT(contents(folder_ / "case.yaml"), HasSubstr("duration: 100  # simu.endTime, line 3"));
  EXPECT_EQ(contents(folder_ / "case.yaml").find("# yaml-language-server: $schema=/"), 0U);
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
  const std::string edited = contents(folder_ / "case.yaml") + "# my own line\n";
  write("case.yaml", edited);
  EXPECT_EQ(run("import wec-sim wec -o case.yaml").status, 2);
  EXPECT_EQ(contents(folder_ / "case.yaml"), edited);
  EXPECT_EQ(run("import wec-sim wec -o case.yaml --force").status, 0);
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

TEST_F(ImportCommand, LostPropertyStopsTheCase) {
  write("wec/wecSimInputFile.m", contents(folder_ / "wec/wecSimInputFile.m") + "pto(1).friction = 3;\n");
  const Outcome imported = run("import wec-sim wec -o case.yaml");
  EXPECT_EQ(imported.status, 1);
  EXPECT_THAT(imported.out, HasSubstr("Not imported:"));
  EXPECT_EQ(run("import wec-sim wec -o case.yaml --json").status, 1);
  const Outcome checked = run("check case.yaml");
  EXPECT_EQ(checked.status, 2);
  EXPECT_THAT(checked.err, HasSubstr("components.not_imported_1.type = missing-load: this part of the model was not"));
  EXPECT_EQ(run("run case.yaml").status, 2);
}

// What WEC-Sim stores of a body, simu.saveText: the results of the same run, a force with WEC-Sim's sign.
TEST_F(ImportCommand, ResultsAreHeldAgainstWhatWecSimStored) {
  ASSERT_EQ(run("import wec-sim wec -o case.yaml").status, 0);
  ASSERT_EQ(run("run case.yaml").status, 0);
  const run::ResultsReader results(folder_ / "case.results.h5");
  const run::Table time = results.read("/time"), position = results.read("/bodies/Sphere/position"),
                   damping = results.read("/bodies/Sphere/force/radiation_damping");
  const auto stored = [&](double error) {
    std::string text = "time";
    for (const char* field : {"position", "forceRadiationDamping"}) {
      for (int dof = 1; dof <= 6; ++dof) text += " " + std::string(field) + "_" + std::to_string(dof);
    }
    std::ostringstream rows;
    rows.precision(17);
    for (std::size_t r = 0; r < time.rows; r += 2) {  // every other time: dtOut
      rows << "\n" << time.values[r];
      for (std::size_t c = 0; c < 6; ++c) rows << " " << position.at(r, c) + (c == 2 && r == 1000 ? error : 0.0);
      for (std::size_t c = 0; c < 6; ++c) rows << " " << -damping.at(r, c);
    }
    return text + rows.str() + "\n";
  };
  write("body1_other.txt", stored(0.0));  // its name in WEC-Sim is another: the comment of the import says which
  const Outcome same = run("compare case.results.h5 body1_other.txt");
  EXPECT_EQ(same.status, 0) << same.out << same.err;
  EXPECT_THAT(same.out, HasSubstr("0 of 12 series differ"));
  write("body1_other.txt", stored(1e-3));
  const Outcome different = run("compare case.results.h5 body1_other.txt --figure worst.svg");
  EXPECT_EQ(different.status, 1);
  EXPECT_THAT(different.out, ::testing::ContainsRegex("bodies/Sphere/position heave +0.001 m +50 .* beyond"));
  EXPECT_TRUE(std::filesystem::exists(folder_ / "worst.svg") || different.err.find("gnuplot") != std::string::npos);
  write("body9_other.txt", stored(0.0));
  const Outcome nothing = run("compare case.results.h5 body9_other.txt");
  EXPECT_EQ(nothing.status, 2);
  EXPECT_THAT(nothing.err, HasSubstr("it holds nothing that case.results.h5 has too"));
}

// Piston, check valves and accumulators read each other in a ring; PTO-Sim's integrators are forward Euler, so that the
// ring closes through them. A passive drive takes energy out.
TEST_F(ImportCommand, AHydraulicDriveOfPtoSimRuns) {
  using swell_test::signal;
  const auto drive = [](const char* block, const char* name, int sid, const std::string& object) {
    return library_block(std::string("WECSim_Lib_PTOSim/Hydraulic/") + block, name, sid, "ptoSim", object);
  };
  swell_test::write_nested_slx(
      folder_ / "wec/sphere.slx",
      library_block("WECSim_Lib/Frames/Global Reference Frame", "Ground", 1) +
          library_block("WECSim_Lib/Body Elements/Rigid Body", "Sphere", 2, "body", "body(1)") +
          library_block("WECSim_Lib/PTOs/Translational PTO Actuation Force", "PTO", 3, "pto", "pto(1)") +
          physical("1#rconn:1", "3#lconn:1") + physical("3#rconn:1", "2#rconn:1") +
          drive("Compressible Fluid Piston", "Piston", 4, "ptoSim(1)") +
          drive("Rectifying Check Valve", "Valves", 5, "ptoSim(2)") +
          drive("Gas-Charged Hydraulic Accumulator", "High", 6, "ptoSim(3)") +
          drive("Gas-Charged Hydraulic Accumulator", "Low", 7, "ptoSim(4)") + signal("3#out:1", "4#in:3") +
          signal("4#out:1", "3#in:1") + signal("4#out:2", "5#in:1") + signal("4#out:3", "5#in:2") +
          signal("5#out:1", "4#in:1") + signal("5#out:2", "4#in:2") + signal("5#out:3", "6#in:1") +
          signal("5#out:4", "7#in:1") + signal("6#out:1", "5#in:3") + signal("7#out:1", "5#in:4"));
  write("wec/wecSimInputFile.m",
        contents(folder_ / "wec/wecSimInputFile.m") +
            "simu.dt = 0.01;\npto(1).damping = 0;\nptoSim(1) = ptoSimClass('hydraulicCyl');\n"
            "ptoSim(1).hydPistonCompressible.xi_piston = 35;\nptoSim(1).hydPistonCompressible.Ap_A = 0.0378;\n"
            "ptoSim(1).hydPistonCompressible.Ap_B = 0.0378;\nptoSim(1).hydPistonCompressible.bulkModulus = 1.86e9;\n"
            "ptoSim(1).hydPistonCompressible.pistonStroke = 70;\nptoSim(1).hydPistonCompressible.pAi = 1.5e6;\n"
            "ptoSim(1).hydPistonCompressible.pBi = 1.5e6;\nptoSim(2) = ptoSimClass('rectCheckValve');\n"
            "ptoSim(2).rectifyingCheckValve.Cd = 0.61;\nptoSim(2).rectifyingCheckValve.Amax = 0.002;\n"
            "ptoSim(2).rectifyingCheckValve.Amin = 1e-8;\nptoSim(2).rectifyingCheckValve.pMax = 1.5e5;\n"
            "ptoSim(2).rectifyingCheckValve.pMin = 0;\nptoSim(2).rectifyingCheckValve.rho = 850;\n"
            "ptoSim(2).rectifyingCheckValve.k1 = 200;\nptoSim(2).rectifyingCheckValve.k2 = 8e-5;\n"
            "ptoSim(3) = ptoSimClass('hydraulicAcc');\nptoSim(3).gasHydAccumulator.vI0 = 8.5;\n"
            "ptoSim(3).gasHydAccumulator.pIprecharge = 2e6;\nptoSim(4) = ptoSimClass('hydraulicAcc');\n"
            "ptoSim(4).gasHydAccumulator.vI0 = 8.5;\nptoSim(4).gasHydAccumulator.pIprecharge = 1e6;\n");
  ASSERT_EQ(run("import wec-sim wec -o case.yaml").status, 0);
  const Outcome checked = run("check case.yaml");
  EXPECT_EQ(checked.status, 0) << checked.err;
  const Outcome ran = run("run case.yaml");
  ASSERT_EQ(ran.status, 0) << ran.err;
  const run::ResultsReader results(folder_ / "case.results.h5");
  const run::Table power = results.read("/ptos/PTO1/power"), high = results.read("/components/High_pressure/output"),
                   low = results.read("/components/Low_pressure/output");
  double energy = 0.0;
  for (const double p : power.values) energy += p;
  EXPECT_GT(energy, 0.0);
  EXPECT_GT(high.values.back(), 2e6);  // oil was pumped from the low to the high accumulator
  EXPECT_LT(low.values.back(), 1e6);
}

// Rows of zeros at the end of an array that was made longer than its data.
TEST_F(ImportCommand, ASpectrumPaddedWithZerosIsTheSpectrum) {
  const std::string spectrum = "0.05 0\n0.1 3\n0.15 4\n0.2 1\n0.3 0\n";
  write("plain.txt", spectrum);
  write("padded.txt", spectrum + "0 0\n0 0\n0 0\n");
  std::string hand = contents(folder_ / "hand.yaml");
  hand.replace(hand.find("{type: regular, height: 2, period: 6}"), 37,
               "{type: imported-spectrum, file: plain.txt, seed: 1}");
  write("plain.yaml", hand);
  hand.replace(hand.find("plain.txt"), 9, "padded.txt");
  write("padded.yaml", hand);
  ASSERT_EQ(run("run plain.yaml").status, 0);
  const Outcome padded = run("run padded.yaml");
  ASSERT_EQ(padded.status, 0) << padded.err;
  EXPECT_EQ(run("compare plain.results.h5 padded.results.h5 --relative 0").status, 0);
}

}  // namespace
}  // namespace swell::import_test
