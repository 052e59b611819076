// What a case may say and hardly means is warned of; cases that mean it are left alone.
#include "swell/hydro/bemio_h5.h"
#include "swell/hydro/impulse_response.h"
#include "swell/mesh/read_mesh.h"
#include "swell/run/assess_case.h"
#include "swell_test/component_cases.h"
#include "swell_test/primitives.h"
#include "swell_test/test.h"

namespace swell::run::advice_test {
namespace {

/// The hemisphere of inputs/sphere with settings of its own.
struct Sphere {
  std::string simulation = "duration: 5, time_step: 0.05";
  std::string waves = "{type: regular, height: 1, period: 6}";
  std::string environment = "water_density: 1000, gravity: 9.81";
  std::string inertia = "[1690000, 1690000, 2606000]";
  std::string pto = "type: translational, damping: 1.0e5";
  std::string more;

  std::string text() const {
    return "simulation: {" + simulation + "}\nwaves: " + waves + "\nenvironment: {" + environment +
           "}\nbodies:\n  - {name: sphere, hydro_data: {file: " SWELL_SOURCE_DIR
           "/inputs/sphere/hemisphere.h5, body: 1}, mass: equilibrium, inertia: " +
           inertia + "}\nptos:\n  - {name: pto, base: world, follower: sphere, " + pto + "}\n" + more;
  }
  std::vector<std::string> warnings() const { return texts(CaseRun(read_text(text())).warnings()); }
};

TEST(Advice, TheCaseOfTheseTestsIsLeftAlone) {
  EXPECT_THAT(Sphere().warnings(), IsEmpty());
  const CaseRun run(read_text(Sphere().text()));
  EXPECT_THAT(run.notes(), Not(Contains(HasSubstr("moves nothing"))));
}

std::string pto(const char* keys) { return std::string("type: translational, ") + keys; }

std::string morison(const char* end, const char* more = "") {
  return std::string("[1690000, 1690000, 2606000], morison_members: [{start: [0, 0, -8], end: [0, 0, ") + end +
         "], start_diameter: 0.5, end_diameter: 0.5, cd_normal: 1, ca_normal: 1" + more + "}]";
}

std::string element(const char* z) {
  return std::string(
             "[1690000, 1690000, 2606000], morison: [{option: 1, cd: [1, 1, 1], ca: [1, 1, 1], area: [1, 1, "
             "1], volume: 1, position: [0, 0, ") +
         z + "]}]";
}

std::string oil(const char* pressure) {
  return std::string(
             "components:\n  - {name: oil, type: hydraulic-pto, example: rm3, high: {volume: 4, precharge: 1.0e7, "
             "initial_pressure: ") +
         pressure +
         "}}\nconnections:\n  - {from: pto.velocity, to: oil.velocity}\n  - {from: pto.position, to: oil.position}\n"
         "  - {from: oil.output, to: pto.force}\n";
}

TEST(Advice, IsGivenOfWhatIsHardlyMeant) {
  const char* const irregular = "{type: irregular, significant_height: 1, peak_period: 6}";
  const char* const deep = "water_density: 1000, gravity: 9.81, depth: 50";
  const struct {
    std::string Sphere::*key;
    std::string value;
    std::string Sphere::*other;
    std::string beside;
    const char* codes;  ///< of all warnings
  } rows[] = {
      // omega h = pi/2: (pi/2)^4/120 = 5.07 % of rk4; ten steps a period are enough, and twenty of an irregular sea.
      {&Sphere::simulation, "duration: 20, time_step: 1.5", &Sphere::more, "", "coarse-step"},
      {&Sphere::simulation, "duration: 20, time_step: 0.6", &Sphere::more, "", ""},
      {&Sphere::simulation, "duration: 20, time_step: 0.6", &Sphere::waves, irregular, "coarse-step"},
      {&Sphere::simulation, "duration: 20, time_step: 0.3", &Sphere::waves, irregular, ""},
      {&Sphere::simulation, "duration: 20, time_step: 1.5, integrator: dopri5", &Sphere::waves, irregular, ""},
      {&Sphere::pto, pto("damping: -1.2e6"), &Sphere::more, "", "negative-damping"},
      {&Sphere::more,
       "moorings: [{name: m, type: tether, body: sphere, attachment: [0, 0, -5], base_attachment: [0, 0, -40], "
       "pre_tension: 1e4, damping: -1}]\n",
       &Sphere::more, "", "negative-damping"},
      {&Sphere::environment, "water_density: 1.025, gravity: 32.2", &Sphere::more, "", "odd-density odd-gravity"},
      // The frequencies of data belong to the gravity that they were computed for.
      {&Sphere::environment, "water_density: 1000, gravity: 9.9", &Sphere::more, "", "other-gravity"},
      {&Sphere::environment, "water_density: 1000, gravity: 9.80665", &Sphere::more, "", ""},
      // Angles of more than a turn are taken for degrees.
      {&Sphere::pto,
       "type: rotational, location: [0, 0, -10], damping: 1, stiffness: 1, equilibrium_position: 10, limits: {lower: "
       "-30, upper: 30}",
       &Sphere::more, "", "odd-angle odd-angle odd-angle"},
      {&Sphere::pto, pto("damping: 1, stiffness: 1, equilibrium_position: 10, limits: {upper: 30}"), &Sphere::more, "",
       ""},
      // Inertia of tonnes, where the body turns only.
      {&Sphere::inertia, "[1.69, 1.69, 2.606]", &Sphere::more, "", ""},
      {&Sphere::inertia, "[1.69, 1.69, 2.606]", &Sphere::pto, "type: rotational, location: [0, 0, -10], damping: 1",
       "odd-inertia"},
      // 0.142 * 56.2 m = 7.98 m.
      {&Sphere::waves, "{type: regular, height: 9, period: 6}", &Sphere::more, "", "breaking-wave"},
      {&Sphere::waves, "{type: regular, height: 7.9, period: 6}", &Sphere::more, "", ""},
      // 40 % of the kernel's peak is left at 1 s, which changes what is passive too, and 2 % at 5 s.
      {&Sphere::more, "hydrodynamics: {convolution: {duration: 1}}\n", &Sphere::more, "", "kernel-cut"},
      {&Sphere::more, "hydrodynamics: {convolution: {duration: 5}}\n", &Sphere::more, "", ""},
      {&Sphere::environment, deep, &Sphere::pto, "type: rotational, location: [0, 0, -60], damping: 1",
       "other-depth below-bed"},
      {&Sphere::environment, deep, &Sphere::inertia, element("28"), "other-depth above-water"},
      {&Sphere::environment, deep, &Sphere::inertia, element("-70"), "other-depth below-bed"},
      {&Sphere::environment, deep, &Sphere::inertia, element("-3"), "other-depth"},
      // The cg is 2 m down: the member ends at still water, 3 m above it, or 1 m below.
      {&Sphere::inertia, morison("2"), &Sphere::more, "", "flooded-member pressure-twice"},
      {&Sphere::inertia, morison("2", ", cut_at_surface: true"), &Sphere::more, "", "pressure-twice no-effect"},
      {&Sphere::inertia, morison("5"), &Sphere::more, "", "pressure-twice"},
      // The axes of WEC-Sim decide where members end, so the key acts.
      {&Sphere::inertia, morison("1"), &Sphere::more, "hydrodynamics: {wec_sim_axes: true}\n", ""},
      {&Sphere::inertia, morison("1"), &Sphere::more, "", ""},
      {&Sphere::more, "moorings: [{name: m, type: matrix, body: sphere}]\n", &Sphere::more, "", "empty-mooring"},
      {&Sphere::more, oil("5.0e6"), &Sphere::more, "", "empty-accumulator"},
      {&Sphere::more, oil("1.5e7"), &Sphere::more, "", ""}};
  for (const auto& row : rows) {
    Sphere sphere;
    sphere.*row.other = row.beside;
    sphere.*row.key = row.value;
    std::string codes;
    for (const Diagnostic& d : CaseRun(read_text(sphere.text())).warnings())
      codes += (codes.empty() ? "" : " ") + d.code;
    EXPECT_EQ(codes, row.codes) << row.value << row.beside;
  }
}

// A mesh that is drawn out along x and squeezed along y has the volume and the waterplane's area of the data.
TEST(Advice, AMeshOfAnotherWaterplaneThanTheDataIsReported) {
  const auto codes = [](double stretch) {
    mesh::TriangleMesh surface = mesh::moved(mesh::icosphere(5.0, 3), Vector3(0.0, 0.0, 2.0));
    surface.vertices.row(0) *= stretch;
    surface.vertices.row(1) /= stretch;
    const auto path = std::filesystem::temp_directory_path() / "swell-advice-waterplane.stl";
    {
      std::ofstream out(path, std::ios::binary);
      mesh::write_stl(surface, out);
    }
    std::string text = Sphere().text();
    text.insert(text.find("mass: equilibrium"), "nonlinear_hydro: mean, geometry: " + path.string() + ", ");
    std::vector<std::string> list;
    for (const Diagnostic& each : CaseRun(read_text(text)).warnings()) list.push_back(each.code);
    return list;
  };
  EXPECT_THAT(codes(1.0), Not(Contains("mesh-waterplane")));
  EXPECT_THAT(codes(1.5), Contains("mesh-waterplane"));
}

TEST(Advice, AComponentWhoseOutputsNobodyTakesIsNoted) {
  Sphere idle;
  idle.more =
      "components:\n  - {name: control, type: gain, factor: 2}\nconnections:\n  - {from: pto.velocity, to: "
      "control.input}\n";
  const auto notes = [](const Sphere& sphere) { return CaseRun(read_text(sphere.text())).notes(); };
  EXPECT_THAT(notes(idle), Contains(HasSubstr("control moves nothing: no connection takes its output control.output")));
  idle.more += "  - {from: control.output, to: pto.force}\n";
  EXPECT_THAT(notes(idle), Not(Contains(HasSubstr("moves nothing"))));
  // Seven outputs in deep water: their list would be no help.
  idle.more = "components: [{name: probe, type: wave-probe, position: [1, 2, -3]}]\n";
  EXPECT_THAT(notes(idle), Contains(AllOf(HasSubstr("probe moves nothing: no connection takes one of its 7 outputs, "),
                                          Not(HasSubstr("probe.gravity")))));
}

// Data of the hemisphere up to 1.5 rad/s only: what A_inf and the kernel lack is some per cent of the inertia at 6 s.
TEST(Advice, DataThatEndWhereTheBodyStillRadiatesAreReported) {
  EXPECT_THAT(Sphere().warnings(), IsEmpty()) << "the whole data";
  hydro::HydroData data = hydro::read_bemio_h5(SWELL_SOURCE_DIR "/inputs/sphere/hemisphere.h5");
  const auto last =
      static_cast<std::size_t>(std::upper_bound(data.omega.begin(), data.omega.end(), 1.5) - data.omega.begin());
  data.omega.resize(last);
  for (hydro::HydroBody& body : data.bodies) {
    body.added_mass.resize(last);
    body.radiation_damping.resize(last);
    for (auto* table : {&body.excitation, &body.froude_krylov, &body.scattering})
      for (auto& direction : *table) direction.resize(std::min(last, direction.size()));
    body.radiation_irf_omega.clear();
    body.excitation_irf_omega.clear();
  }
  hydro::ImpulseResponseOptions kernel;
  hydro::add_radiation_irf(data, kernel);
  hydro::add_excitation_irf(data, kernel);
  const std::filesystem::path file = std::filesystem::path(testing::TempDir()) / "short_range.h5";
  hydro::write_bemio_h5(data, file.string());
  Sphere sphere;
  std::string text = sphere.text();
  const std::string whole = SWELL_SOURCE_DIR "/inputs/sphere/hemisphere.h5";
  text.replace(text.find(whole), whole.size(), file.string());
  EXPECT_THAT(texts(CaseRun(read_text(text)).warnings()),
              Contains(AllOf(HasSubstr("the radiation memory of heave of sphere has an added mass of"),
                             HasSubstr("at the sea's 6 s"))));
}

// 261.8 t and an added mass of -400 t in heave: alone, and with a body that is jointed to it.
TEST(Advice, AnInertiaThatIsNotPositiveIsRefused) {
  hydro::HydroData data = hydro::read_bemio_h5(SWELL_SOURCE_DIR "/inputs/sphere/hemisphere.h5");
  for (MatrixX& added : data.bodies[0].added_mass) added(2, 2) = -400.0;
  const std::filesystem::path file = std::filesystem::path(testing::TempDir()) / "negative.h5";
  hydro::write_bemio_h5(data, file.string());
  const std::string whole = SWELL_SOURCE_DIR "/inputs/sphere/hemisphere.h5";
  const auto refused = [&](const std::string& radiation, const std::string& more) {
    Sphere sphere;
    sphere.more = "hydrodynamics: {radiation: " + radiation + "}\n";
    std::string text = sphere.text();
    text.replace(text.find(whole), whole.size(), file.string());
    text.insert(text.find("ptos:"), more);
    return faults(text);
  };
  const auto refusal =
      ElementsAre(AllOf(HasSubstr("bodies.sphere: mass and added mass at 1.047 rad/s are not positive"),
                        HasSubstr("in heave they are 2.618e+05 and -4e+05 kg")));
  EXPECT_THAT(refused("constant", ""), refusal);
  const std::string load =
      "  - {name: load, mass: 1e6, inertia: [1, 1, 1], center_of_gravity: [0, 0, 10]}\njoints: ["
      "{name: J, base: sphere, follower: load, type: ";
  EXPECT_THAT(refused("constant", load + "translational}]\n"), refusal) << "it slides: it adds nothing in heave";
  EXPECT_THAT(refused("constant", load + "fixed}]\n"), IsEmpty());
  EXPECT_THAT(refused("convolution", ""), IsEmpty());
}

// SEA-Stack writes such files: A_inf and K are all that a convolution needs, and advice that needs A(omega) is not
// given.
TEST(Advice, DataWithoutFrequencyTablesRun) {
  hydro::HydroData data = hydro::read_bemio_h5(SWELL_SOURCE_DIR "/inputs/sphere/hemisphere.h5");
  for (hydro::HydroBody& body : data.bodies) {
    body.added_mass.clear();
    body.radiation_damping.clear();
  }
  const std::filesystem::path file = std::filesystem::path(testing::TempDir()) / "no_tables.h5";
  hydro::write_bemio_h5(data, file.string());
  const std::string whole = SWELL_SOURCE_DIR "/inputs/sphere/hemisphere.h5";
  for (const char* waves : {"{type: regular, height: 1, period: 6}",
                            "{type: irregular, significant_height: 1, peak_period: 6}", "{type: none}"}) {
    Sphere sphere;
    sphere.waves = waves;
    std::string text = sphere.text();
    text.replace(text.find(whole), whole.size(), file.string());
    EXPECT_NO_THROW(CaseRun{read_text(text)}) << waves;
  }
}

TEST(Advice, WaterThatIsNotThatOfTheDataIsReportedWhereTheCaseNamesNone) {
  hydro::HydroData data = hydro::read_bemio_h5(SWELL_SOURCE_DIR "/inputs/sphere/hemisphere.h5");
  data.density = 1025.0;
  const std::filesystem::path file = std::filesystem::path(testing::TempDir()) / "sea_water.h5";
  hydro::write_bemio_h5(data, file.string());
  const std::string whole = SWELL_SOURCE_DIR "/inputs/sphere/hemisphere.h5";
  const auto warnings = [&](const char* environment) {
    Sphere sphere;
    sphere.environment = environment;
    std::string text = sphere.text();
    text.replace(text.find(whole), whole.size(), file.string());
    return texts(CaseRun(read_text(text)).warnings());
  };
  EXPECT_THAT(warnings("gravity: 9.81"),
              ElementsAre(AllOf(HasSubstr("the default density of 1000 kg/m^3"), HasSubstr("computed for 1025"))));
  EXPECT_THAT(warnings("water_density: 1025"), IsEmpty());
  EXPECT_THAT(warnings("water_density: 1000"), IsEmpty()) << "asked for by name";
}

TEST(Advice, LinesMuchTooShortAreReported) {
  Sphere moored;

  std::ifstream in(SWELL_SOURCE_DIR "/inputs/loads/chains.txt");
  std::string chains((std::istreambuf_iterator<char>(in)), {});
  const std::filesystem::path file = std::filesystem::path(testing::TempDir()) / "short_chains.txt";
  moored.environment = "water_density: 1025, gravity: 9.80665, depth: 50";
  moored.more = "moorings: [{name: m, type: lines, body: sphere, file: " + file.string() + "}]\n";
  const auto write = [&] { std::ofstream(file) << chains; };
  write();
  EXPECT_THAT(moored.warnings(), Not(Contains(HasSubstr("apart"))));
  const std::size_t line = chains.find("185");
  ASSERT_NE(line, std::string::npos);
  chains.replace(line, 3, "2");
  write();
  EXPECT_THAT(moored.warnings(),
              Contains(AllOf(HasSubstr("line 1 is 2 m long, and its ends are "), HasSubstr("apart"))));
}

TEST(Advice, AResultsFileCalledOtherwiseThanHdf5IsRefused) {
  RunOptions options;
  options.output = "power.CSV";
  Diagnostics diagnostics;
  check_case(read_text(Sphere().text()), diagnostics, options);
  ASSERT_TRUE(diagnostics.has_errors());
  EXPECT_THAT(diagnostics.list().front().text(),
              "power.CSV: results are written as HDF5, whatever the name; call it power.h5");
}

TEST(Advice, ARunThatDivergesSaysWhichPtoDroveIt) {
  Sphere driven;
  driven.simulation = "duration: 2000, time_step: 0.05";
  driven.pto = "type: translational, damping: -1.2e6";
  RunOptions options;
  options.output = std::filesystem::path(testing::TempDir()) / "driven.h5";
  EXPECT_THAT(swell_test::refusal_of<SimulationError>([&] { run_case(read_text(driven.text()), options); }),
              AllOf(HasSubstr("check what drives the motion: a negative damping"),
                    HasSubstr("pto put energy into the motion until then")));
  driven.pto = "type: translational, damping: 1.0e8";  // a passive one that the step is too coarse for
  EXPECT_THAT(swell_test::refusal_of<SimulationError>([&] { run_case(read_text(driven.text()), options); }),
              AllOf(HasSubstr("try a smaller time step"), Not(HasSubstr("put energy"))));
}

}  // namespace
}  // namespace swell::run::advice_test
