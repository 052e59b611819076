// The place of rest before the run.
#include "results_file.h"
#include "shipped_sphere.h"
#include "swell/hydro/bemio_h5.h"
#include "swell/model/read_case.h"
#include "swell/run/run.h"
#include "swell_test/test.h"

namespace swell::statics_test {
namespace {

using swell_test::hemisphere;
using swell_test::read_dataset;

run::RunSummary run(const std::string& yaml) {
  Diagnostics diagnostics;
  const auto path = std::filesystem::temp_directory_path() / "swell-statics.yaml";
  const model::Model model = model::read_case_text(yaml, path, {}, diagnostics);
  diagnostics.throw_if_errors();
  run::RunOptions options;
  options.output = std::filesystem::temp_directory_path() / "swell-statics.h5";
  return run::run_case(model, options);
}

std::string sphere(const std::string& mass, const std::string& more) {
  return "simulation: {duration: 5, time_step: 0.05, static_equilibrium: true}\nwaves: {type: none}\n"
         "bodies:\n  - {name: sphere, hydro_data: {file: " +
         hemisphere() + ", body: 1}, mass: " + mass + ", inertia: [1690000, 1690000, 2606000]}\n" + more;
}

TEST(Statics, AHeavyBodySinksByItsExcessOverTheStiffnessAndStaysThere) {
  const hydro::HydroData data = hydro::read_bemio_h5(hemisphere());
  const double k = data.bodies[0].restoring_stiffness(2, 2) * 1000.0 * 9.81,
               excess = 270e3 * 9.81 - data.bodies[0].displaced_volume * 1000.0 * 9.81;
  const run::RunSummary summary = run(sphere("270e3", ""));
  const MatrixX position = read_dataset(summary.results, "/bodies/sphere/position");
  EXPECT_NEAR(position(0, 2), -2.0 - excess / k, 1e-8);
  EXPECT_LT((position.rowwise() - position.row(0)).cwiseAbs().maxCoeff(), 1e-8);
  bool reported = false;
  for (const std::string& note : summary.notes)
    reported =
        reported || (note.find("sphere at rest: weight 2.6487e+06 N, buoyancy 2.6487e+06 N") != std::string::npos);
  EXPECT_TRUE(reported);
}

TEST(Statics, AMooringShiftsThePlaceOfRest) {
  // A spring of 1e5 N/m that pulls 5e4 N to the side: half a metre.
  const run::RunSummary summary = run(sphere(
      "equilibrium",
      "moorings:\n  - {name: net, type: matrix, body: sphere, stiffness: [1e5, 1e5, 0, 0, 0, 1e5], preload: [5e4, 0, "
      "0, 0, 0, 0]}\n"));
  const MatrixX position = read_dataset(summary.results, "/bodies/sphere/position");
  EXPECT_NEAR(position(0, 0), 0.5, 1e-7);
  EXPECT_LT((position.rowwise() - position.row(0)).cwiseAbs().maxCoeff(), 1e-7);
}

std::pair<std::string, std::string> checked(const std::string& yaml) {
  Diagnostics diagnostics;
  const model::Model model = model::read_case_text(yaml, "case.yaml", {}, diagnostics);
  std::string notes, warnings;
  for (const std::string& note : run::check_case(model, diagnostics)) notes += note + "\n";
  for (const Diagnostic& warning : diagnostics.warnings()) warnings += warning.text() + "\n";
  return {notes, warnings};
}

// The check finds the place of rest of any case. Trim: rho g V b over the stiffness of pitch, with the centre of
// buoyancy b beside that of gravity.
TEST(Statics, CheckTellsTrimAndWhatNothingHolds) {
  const hydro::HydroData data = hydro::read_bemio_h5(hemisphere());
  const double gm = data.bodies[0].restoring_stiffness(4, 4) / data.bodies[0].displaced_volume;
  const auto beside = [](const std::string& x) {
    return "simulation: {duration: 5, time_step: 0.05}\nwaves: {type: regular, height: 1, period: 6}\nbodies:\n  - "
           "{name: sphere, hydro_data: {file: " +
           hemisphere() + ", body: 1}, mass: equilibrium, center_of_buoyancy: [" + x +
           ", 0, -1.875], inertia: [1690000, 1690000, 2606000]}\n";
  };
  for (const double b : {0.36, -0.36}) {
    const auto [notes, warnings] = checked(beside(std::to_string(b)));
    const std::size_t at = notes.find("pitch ");
    ASSERT_NE(at, std::string::npos) << notes;
    const double angle = b / gm;  // linear; sines and cosines are off by its square
    EXPECT_NEAR(std::stod(notes.substr(at + 6)) * kDegree, -angle, std::pow(std::abs(angle), 3));
    EXPECT_THAT(warnings, ::testing::Not(HasSubstr("at rest")));
  }
  EXPECT_THAT(checked(beside("0.8")).second, HasSubstr("at rest in still water sphere tilts by"));
  EXPECT_THAT(checked(beside("0")).first, ::testing::Not(HasSubstr("at rest")));
  EXPECT_THAT(
      checked("simulation: {duration: 5, time_step: 0.05}\nwaves: {type: none}\nbodies:\n  - {name: stone, mass: "
              "1000, inertia: [1, 1, 1], center_of_gravity: [0, 0, -10], volume: 0.5}\nptos: [{name: PTO, "
              "type: translational, base: world, follower: stone, damping: 1}]\n")
          .second,
      HasSubstr("no static equilibrium was found"));
}

// Nothing is free to move: there is nothing to search.
TEST(Statics, AGivenMotionIsAtRestWhereItIsGiven) {
  const std::string given = sphere(
      "equilibrium",
      "joints: [{name: J, type: translational, base: world, follower: sphere, motion: {amplitude: 0.1, period: 5}}]\n");
  EXPECT_THAT(checked(given).second, ::testing::Not(HasSubstr("at rest")));
  std::string free = given;
  free.replace(free.find(", static_equilibrium: true"), 26, "");
  EXPECT_THAT(checked(free).second, ::testing::Not(HasSubstr("at rest")));
}

TEST(Statics, WithoutAPlaceOfRestTheErrorSaysWhy) {
  const std::string head =
                        "simulation: {duration: 5, time_step: 0.05, static_equilibrium: true}\nwaves: {type: none}\n",
                    stone =
                        "bodies:\n  - {name: stone, mass: 1000, inertia: [1, 1, 1], center_of_gravity: [0, 0, -10], "
                        "center_of_buoyancy: [0, 0, -10], volume: 0.5}\n";
  const std::pair<std::string, const char*> rows[] = {
      {stone, "weight 9810 N, buoyancy 4905 N"},
      // A line far shorter than its ends are apart holds nothing where it is drawn.
      {"environment: {depth: 50}\n" + stone +
           "moorings:\n  - {name: chain, type: catenary, body: stone, count: 3, length: 40, mass_per_length: 60, "
           "diameter: 0.1, axial_stiffness: 1e4, fairlead_radius: 1, fairlead_z: -10, anchor_radius: 80, depth: 50}\n",
       "is 40 m long, and its ends are"},
      // The stiffness of the design position would carry the excess at any depth: 294 kN by 2 kN/m lie 147 m down.
      {"bodies:\n  - {name: b, mass: 140000, inertia: [1e6, 1e6, 1e6], center_of_gravity: [0, 0, -5], "
       "center_of_buoyancy: [0, 0, -4], volume: 110, stiffness: [0, 0, 2000, 0, 0, 0]}\n",
       "lies 147"}};
  for (const auto& [bodies, cause] : rows)
    EXPECT_THAT(swell_test::refusal_of<SimulationError>([&, &more = bodies] { run(head + more); }), HasSubstr(cause));
}

// Two equal lines drag the body to halfway between their anchors, 50 m away: many steps of the search.
TEST(Statics, ABodyThatUnequalLinesDragFarComesToRest) {
  const std::string yaml =
      "simulation: {duration: 5, time_step: 0.02, static_equilibrium: true}\nenvironment: {depth: 100}\n"
      "waves: {type: none}\nbodies:\n"
      "  - {name: b, mass: 1.0e5, inertia: [1e6, 1e6, 1e6], center_of_gravity: [0, 0, -5], center_of_buoyancy: [0, 0, "
      "-4], volume: 110, stiffness: [0, 0, 5e5, 0, 0, 0], linear_damping: [1e5, 1e5, 1e5, 1e6, 1e6, 1e6]}\n"
      "moorings:\n  - {name: c, type: catenary, body: b, length: 220, weight: 1000, axial_stiffness: 1e8, lines: "
      "[{fairlead: [5, 0, -5], anchor: [200, 0, -100]}, {fairlead: [-5, 0, -5], anchor: [-100, 0, -100]}]}\n";
  const MatrixX position = read_dataset(run(yaml).results, "/bodies/b/position");
  EXPECT_NEAR(position(0, 0), 50.0, 0.5) << "halfway between the anchors, for the lines are equal";
  EXPECT_LT((position.rowwise() - position.row(0)).cwiseAbs().maxCoeff(), 1e-6);
}

}  // namespace
}  // namespace swell::statics_test
