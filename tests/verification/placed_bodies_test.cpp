// A whole case moved and turned with its sea: the motion is the same, moved and turned.
#include "sphere_with_sets.h"
#include "swell/waves/dispersion.h"
#include "swell_test/test.h"

namespace swell::placed_bodies_test {
namespace {

using swell_test::changed_hemisphere;
using swell_test::read_dataset;
using swell_test::run_audited;

constexpr double kYaw = 40.0, kX = 35.0, kY = -20.0, kDuration = 25.0;

/// A hull that is no body of revolution: surge apart from sway.
std::string oblong(const std::string& name, double heave) {
  return changed_hemisphere(name, [&](hydro::HydroData& data) {
    hydro::HydroBody& body = data.bodies[0];
    VectorX scale = VectorX::Ones(6);
    scale[0] = 1.3;
    scale[2] = heave;
    const auto both = [&](MatrixX& m) { m = (scale.asDiagonal() * m * scale.asDiagonal()).eval(); };
    for (auto* all : {&body.added_mass, &body.radiation_damping, &body.radiation_irf})
      for (MatrixX& m : *all) both(m);
    both(*body.added_mass_infinite);
    for (auto& X : body.excitation[0]) X = scale.cwiseProduct(X).eval();
    body.radiation_state_space.clear();
  });
}

struct Spelling {
  const char* name;
  const char* hydrodynamics;  // keys of it
  bool sets;                  // two of them, by heave
  const char* cg;             // z of the case's own centre of gravity, or none
};

std::string case_of(const Spelling& spelling, bool elsewhere) {
  const double c = std::cos(kYaw * kDegree), s = std::sin(kYaw * kDegree), omega = 2.0 * kPi / 6.0,
               k = waves::wavenumber(omega, std::nullopt, 9.81),
               phase = std::remainder(k * (kX * c + kY * s) / kDegree, 360.0);
  const auto turned = [&](double x, double y, double z) {
    return elsewhere ? fmt::format("[{}, {}, {}]", c * x - s * y, s * x + c * y, z)
                     : fmt::format("[{}, {}, {}]", x, y, z);
  };
  const auto file = [&](const char* name, double heave) {
    return "file: " + oblong(name, heave) + ", body: 1" +
           (elsewhere ? fmt::format(", position: [{}, {}, 0], yaw: {}", kX, kY, kYaw) : "");
  };
  const std::string data = spelling.sets ? "sets: [{" + file("oblong", 1.0) + "}, {" + file("taller", 1.1) +
                                               "}], signal: sphere.position.heave, thresholds: [-1.9]"
                                         : file("oblong", 1.0);
  std::string text = fmt::format(
      "simulation: {{duration: {}, time_step: 0.05, ramp: 5}}\nwaves: {{type: regular, height: 1.5, period: 6, "
      "direction: {}, phase: {}}}\nhydrodynamics: {{{}}}\nbodies:\n  - name: sphere\n    hydro_data: {{{}}}\n    mass: "
      "261.8e3\n    inertia: [1690000, 1690000, 2606000]\n    initial: {{displacement: {}, axis: {}, angle: 4}}\n",
      kDuration, elsewhere ? kYaw : 0.0, elsewhere ? phase : 0.0, spelling.hydrodynamics, data, turned(0.5, -0.3, 0.4),
      turned(1.0, 0.4, 0.0));
  if (spelling.cg != nullptr)
    text +=
        fmt::format("    center_of_gravity: [{}, {}, {}]\n", elsewhere ? kX : 0.0, elsewhere ? kY : 0.0, spelling.cg);
  return text;
}

TEST(PlacedBodies, MoveAsTheyDoAtHome) {
  const double c = std::cos(kYaw * kDegree), s = std::sin(kYaw * kDegree);
  // The repair of passivity scales the motions by their own damping: it is not the same for the turned ones.
  for (const Spelling& spelling : {Spelling{"convolution", "radiation_data: as-given", false, nullptr},
                                   Spelling{"state space", "radiation: state-space", false, nullptr},
                                   Spelling{"centre of gravity", "radiation: constant", false, "-1.4"},
                                   Spelling{"sets", "radiation: constant", true, "-1.9"}}) {
    const run::RunSummary home = run_audited(case_of(spelling, false), "home"),
                          away = run_audited(case_of(spelling, true), "away");
    ASSERT_TRUE(home.audit && away.audit);
    EXPECT_TRUE(home.audit->closes) << spelling.name;
    EXPECT_TRUE(away.audit->closes) << spelling.name;
    const MatrixX a = read_dataset(home.results, "/bodies/sphere/position"),
                  b = read_dataset(away.results, "/bodies/sphere/position");
    ASSERT_EQ(a.rows(), b.rows());
    MatrixX moved = a.leftCols<3>();
    moved.col(0) = (c * a.col(0) - s * a.col(1)).array() + kX;
    moved.col(1) = (s * a.col(0) + c * a.col(1)).array() + kY;
    // A realisation is fitted to each of the two kernels.
    const double same = std::string(spelling.name) == "state space" ? 2e-3 : 1e-8;
    EXPECT_LT((moved - b.leftCols<3>()).cwiseAbs().maxCoeff(), same) << spelling.name;
    EXPECT_GT((a.col(2).array() + 2.0).abs().maxCoeff(), 0.3) << "it moves";
  }
}

// Two bodies whose data end at other frequencies, depths and times: neither their names nor the shorter memory of the
// other one may move what the first one does.
TEST(Placement, DataOfAnotherBodyAndItsNameMoveNothing) {
  const auto shorter = changed_hemisphere("shorter", [](hydro::HydroData& data) {
    hydro::HydroBody& body = data.bodies[0];
    const std::size_t kept = body.radiation_irf_time.size() / 3;
    body.radiation_irf_time.resize(kept);
    body.radiation_irf.resize(kept);
    body.radiation_state_space.clear();
  });
  const auto whole = oblong("oblong", 1.0);
  const auto run = [&](const char* radiation, const std::string& name, const std::string& other) {
    std::string text = fmt::format(
        "simulation: {{duration: 15, time_step: 0.05}}\nwaves: {{type: irregular, significant_height: 1, peak_period: "
        "5, "
        "seed: 1}}\nenvironment: {{gauges: [{{x: 100, y: 0}}]}}\nhydrodynamics: {{radiation: {}, convolution: "
        "{{time_step: "
        "0.05}}}}\nbodies:\n  - {{name: {}, hydro_data: {{file: {}, body: 1}}, mass: equilibrium, inertia: [1690000, "
        "1690000, 2606000]}}\n",
        radiation, name, whole);
    if (!other.empty())
      text += fmt::format(
          "  - {{name: {}, hydro_data: {{file: {}, body: 1, position: [200, 50, 0]}}, mass: equilibrium, "
          "inertia: [1690000, 1690000, 2606000]}}\n",
          other, shorter);
    const auto file = swell_test::run_text(text, "named");
    return std::pair(read_dataset(file, "/bodies/" + name + "/position"), read_dataset(file, "/wave/gauges"));
  };
  for (const char* radiation : {"convolution", "state-space"}) {
    const auto [first, elevation] = run(radiation, "a", "z");
    const auto [last, same] = run(radiation, "z", "a");
    EXPECT_EQ(elevation, same);
    EXPECT_LT((first - last).cwiseAbs().maxCoeff(), 1e-9) << radiation;
  }
  // As given: the repair of passive data takes all rows together.
  const char* const as_given = "convolution, radiation_data: as-given";
  const MatrixX together = run(as_given, "a", "z").first, alone = run(as_given, "a", "").first;
  EXPECT_LT((together - alone).cwiseAbs().maxCoeff(), 1e-9);
}

}  // namespace
}  // namespace swell::placed_bodies_test
