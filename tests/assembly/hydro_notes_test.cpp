// What the reader of hydrodynamic data has to say reaches the user of a case.
#include "swell/hydro/bemio_h5.h"
#include "swell/model/read_case.h"
#include "swell/run/run.h"
#include "swell_test/test.h"

namespace swell::run::hydro_notes_test {
namespace {

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
    EXPECT_THAT(swell_test::refusal_of([&] { warnings_without_excitation(waves); }),
                AllOf(HasSubstr("has no excitation"), HasSubstr("without waves")))
        << waves;
  }
}

/// Warnings and notes of a case with the bodies' lines after their names.
std::vector<std::string> reported(const std::vector<std::string>& bodies, const std::string& more = "") {
  std::string text = "simulation: {duration: 1, time_step: 0.02}\nwaves: {type: none}\n" + more + "bodies:\n";
  for (std::size_t i = 0; i < bodies.size(); ++i)
    text += "  - {name: " + std::string(1, static_cast<char>('a' + i)) + ", " + bodies[i] + "}\n";
  Diagnostics diagnostics;
  const model::Model model =
      model::read_case_text(text, swell_test::source_folder() / "inputs/sphere/case.yaml", {}, diagnostics);
  diagnostics.throw_if_errors();
  const CaseRun run(model);
  std::vector<std::string> all = texts(run.warnings());
  all.insert(all.end(), run.notes().begin(), run.notes().end());
  return all;
}

const std::string kShipped = "hydro_data: {file: hemisphere.h5, body: 1";
const std::string kSphere = "}, mass: equilibrium, inertia: [2e6, 2e6, 3e6]";

TEST(PlacedData, TellsThatPlacesDoNotInteract) {
  EXPECT_THAT(reported({kShipped + kSphere, kShipped + ", position: [20, 0, 0]" + kSphere}),
              Contains(HasSubstr("no interaction through the water between a; b")));
  EXPECT_THAT(reported({kShipped + kSphere, kShipped + ", position: [20, 0, 0]" + kSphere},
                       "hydrodynamics: {body_to_body: false}\n"),
              Not(Contains(HasSubstr("no interaction"))));
}

TEST(PlacedData, TellsOfAnotherCentreOfGravity) {
  EXPECT_THAT(
      reported({kShipped + kSphere + ", center_of_gravity: [0, 0, -1]"}),
      Contains(HasSubstr("a: hydro data about [0, 0, -2] m are used about its center_of_gravity, [0, 0, -1] m")));
  EXPECT_THAT(reported({kShipped + kSphere + ", center_of_gravity: [20, 0, -2]"}),
              Contains(HasSubstr("position: [x, y, 0]")));
  EXPECT_THAT(reported({kShipped + ", position: [20, 0, 0]" + kSphere + ", center_of_gravity: [20, 0, -2]"}),
              Not(Contains(HasSubstr("center_of_gravity"))));
}

TEST(PlacedData, RefusesAnotherDraughtAndPlacesOfWhatIsComputed) {
  const auto refused = [](const std::string& body) { return swell_test::refusal_of([&] { reported({body}); }); };
  EXPECT_THAT(refused(kShipped + ", position: [20, 0, 1]" + kSphere),
              HasSubstr("bodies.a.hydro_data.position.z = 1 m must be 0"));
  EXPECT_THAT(refused("geometry: {shape: sphere, radius: 5}, center_of_gravity: [0, 0, -2], hydro_data: {compute: {}, "
                      "yaw: 3" +
                      kSphere),
              HasSubstr("contradict"));
}

// 1 kg with hydro data on a body of 262 t: a way to give a hull, and the equipment within it, each their own line.
TEST(OddMass, JudgesWeldedBodiesAsOne) {
  const std::string light = kShipped + "}, mass: 1, inertia: [1, 1, 1]",
                    weld = "joints:\n  - {name: w, type: fixed, base: a, follower: b, location: [0, 0, 0]}\n";
  const auto ballast = [](const std::string& mass) {
    return "center_of_gravity: [0, 0, -2], mass: " + mass + ", inertia: [2e6, 2e6, 3e6]";
  };
  EXPECT_THAT(reported({light}), Contains(HasSubstr("bodies.a.mass = 1 kg is")));
  EXPECT_THAT(reported({light, ballast("261800")}, weld), Not(Contains(HasSubstr("tonnes"))));
  EXPECT_THAT(reported({light, ballast("261.8")}, weld),
              Contains(HasSubstr("bodies.a.mass + bodies.b.mass = 262.8 kg")));
}

}  // namespace
}  // namespace swell::run::hydro_notes_test
