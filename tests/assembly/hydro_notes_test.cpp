// What the reader of hydrodynamic data has to say reaches the user of a case.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "swell/hydro/bemio_h5.h"
#include "swell/model/read_case.h"
#include "swell/run/run.h"
#include "swell_test/data.h"

namespace swell::run {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

std::vector<std::string> warnings_with_kernel(double factor) {
  const std::filesystem::path folder = std::filesystem::path(::testing::TempDir()) / "hydro_notes";
  std::filesystem::create_directories(folder);
  hydro::HydroData data = hydro::read_bemio_h5((swell_test::source_folder() / "inputs/sphere/hemisphere.h5").string());
  for (MatrixX& K : data.bodies[0].radiation_irf) K *= factor;
  hydro::write_bemio_h5(data, (folder / "sphere.h5").string());
  Diagnostics diagnostics;
  const model::Model model = model::read_case_text(
      "simulation: {duration: 1, time_step: 0.02}\nwaves: {type: none}\nbodies:\n  - {name: sphere, hydro_data: {file: "
      "sphere.h5, body: 1}, mass: equilibrium, inertia: [1690000, 1690000, 2606000]}\njoints:\n  - {name: guide, type: "
      "translational, base: world, follower: sphere}\n",
      folder / "case.yaml", {}, diagnostics);
  diagnostics.throw_if_errors();
  CaseRun run(model);
  run.run([](double) { return true; });
  return texts(run.warnings());
}

// A kernel of a hundredth gave 281 kW instead of 247 kW on RM3, without a word.
TEST(HydroNotes, AKernelThatContradictsTheDampingWarns) {
  EXPECT_THAT(
      warnings_with_kernel(0.01),
      Contains(AllOf(HasSubstr("sphere.h5: warning: body sphere: the stored radiation kernel is not the cosine"),
                     HasSubstr("bemio convert makes it anew"))));
  EXPECT_THAT(warnings_with_kernel(1.0), Not(Contains(HasSubstr("kernel"))));
}

// Every run of the shipped sphere reported that its damping changes by 0.009 %.
TEST(HydroNotes, DataThatAreMadePassiveAreReportedFromATenthOfAPerCentOn) {
  const auto notes = [](double coupling) {
    const std::filesystem::path folder = std::filesystem::path(::testing::TempDir()) / "hydro_notes_passive";
    std::filesystem::create_directories(folder);
    hydro::HydroData data =
        hydro::read_bemio_h5((swell_test::source_folder() / "inputs/sphere/hemisphere.h5").string());
    (*data.bodies[0].added_mass_infinite)(0, 2) = coupling * (*data.bodies[0].added_mass_infinite)(2, 2);
    hydro::write_bemio_h5(data, (folder / "sphere.h5").string());
    Diagnostics diagnostics;
    const model::Model model = model::read_case_text(
        "simulation: {duration: 1, time_step: 0.02}\nwaves: {type: none}\nbodies:\n  - {name: sphere, hydro_data: "
        "{file: sphere.h5, body: 1}, mass: equilibrium, inertia: [1690000, 1690000, 2606000]}\n",
        folder / "case.yaml", {}, diagnostics);
    diagnostics.throw_if_errors();
    return run::CaseRun(model).notes();
  };
  EXPECT_THAT(notes(0.0), Not(Contains(HasSubstr("made reciprocal and passive"))));
  EXPECT_THAT(notes(0.01),
              Contains(AllOf(HasSubstr("made reciprocal and passive"), HasSubstr("added mass changes by 0.5 %"))));
}

// What `bemio convert` writes of a lone WAMIT .1.
std::vector<std::string> warnings_without_excitation(const std::string& waves) {
  const std::filesystem::path folder = std::filesystem::path(::testing::TempDir()) / "hydro_notes_calm";
  std::filesystem::create_directories(folder);
  hydro::HydroData data = hydro::read_bemio_h5((swell_test::source_folder() / "inputs/sphere/hemisphere.h5").string());
  data.direction.clear();
  for (auto* table : {&data.bodies[0].excitation, &data.bodies[0].froude_krylov, &data.bodies[0].scattering})
    table->clear();
  data.bodies[0].excitation_irf.clear();
  data.bodies[0].excitation_irf_time.clear();
  hydro::write_bemio_h5(data, (folder / "calm.h5").string());
  Diagnostics diagnostics;
  const model::Model model =
      model::read_case_text("simulation: {duration: 1, time_step: 0.02}\nwaves: " + waves +
                                "\nbodies:\n  - {name: sphere, hydro_data: {file: calm.h5, body: 1}, mass: "
                                "equilibrium, inertia: [1690000, 1690000, 2606000]}\njoints:\n  - {name: "
                                "guide, type: translational, base: world, follower: sphere}\n",
                            folder / "case.yaml", {}, diagnostics);
  diagnostics.throw_if_errors();
  CaseRun run(model);
  run.run([](double) { return true; });
  return texts(run.warnings());
}

TEST(HydroNotes, ARadiationRunServesCalmWaterAndInWavesNamesTheRemedy) {
  EXPECT_NO_THROW(warnings_without_excitation("{type: none}"));
  for (const char* waves :
       {"{type: regular, height: 1, period: 8}",
        "{type: irregular, spectrum: jonswap, significant_height: 1, peak_period: 8, gamma: 3.3, seed: 1}"}) {
    try {
      warnings_without_excitation(waves);
      ADD_FAILURE() << waves;
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), AllOf(HasSubstr("has no excitation"), HasSubstr("without waves"))) << waves;
    }
  }
}

}  // namespace
}  // namespace swell::run
