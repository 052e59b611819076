// Several sets of hydro data together with passive yaw, large horizontal motion, a surface mesh and second order.
#include "results_file.h"
#include "shipped_sphere.h"
#include "swell/bemio/processing.h"
#include "swell/hydro/bemio_h5.h"
#include "swell/hydro/impulse_response.h"
#include "swell/run/run.h"
#include "swell_test/test.h"

namespace swell::sets_together_test {
namespace {

using swell_test::read_dataset;
using swell_test::run_text;

/// Headings all round, surge and sway unequal: what turns with the body shows. Everything but the place scales.
std::string data_of(const std::string& name, double factor) {
  hydro::HydroData data = hydro::read_bemio_h5((swell_test::source_folder() / "inputs/loads/headings.h5").string());
  hydro::HydroBody& body = data.bodies[0];
  for (auto* list : {&body.added_mass, &body.radiation_damping, &body.radiation_irf}) {
    for (MatrixX& m : *list) {
      m *= factor;
      m(0, 0) *= 1.5;
    }
  }
  if (body.added_mass_infinite) {
    *body.added_mass_infinite *= factor;
    (*body.added_mass_infinite)(0, 0) *= 1.5;
  }
  for (auto& direction : body.excitation) {
    for (auto& force : direction) force *= factor;
  }
  hydro::add_excitation_irf(data);  // of the scaled excitation
  body.restoring_stiffness *= factor;
  body.radiation_state_space.clear();
  auto& qtf = body.qtf_difference;
  qtf.assign(6, {});
  const auto add = [&](double Ti, double Tj, std::complex<double> value) {
    for (double heading = -150.0; heading <= 180.0; heading += 30.0) {
      qtf[0].push_back({Ti, Tj, heading, heading, factor * std::cos(heading * kDegree) * value});
      qtf[1].push_back({Ti, Tj, heading, heading, factor * std::sin(heading * kDegree) * value});
    }
  };
  add(6.0, 6.0, 0.3);
  add(8.0, 8.0, 0.3);
  add(6.0, 8.0, {0.1, 0.2});
  add(8.0, 6.0, {0.1, -0.2});
  const auto path = std::filesystem::temp_directory_path() / ("sets-together-" + name + ".h5");
  hydro::write_bemio_h5(data, path.string());
  return path.string();
}

struct Together {
  const char* name;
  std::string body;   ///< keys of the body
  std::string waves;  ///< beside period 6 s, or instead of it
  std::string hydro;  ///< keys of hydrodynamics
  /// Of the body with one set too the data stand in the world's axes: they tilt with a body that leaves a plane
  /// otherwise (docs/theory/radiation.md), and never with one that yaws or has several sets.
  bool turns() const { return body.find("passive_yaw") != std::string::npos; }
};

/// An imported elevation by the excitation kernel, instead of the waves.
std::string record() {
  const auto path = std::filesystem::temp_directory_path() / "sets-together-record.txt";
  std::ofstream file(path);
  for (int i = 0; i <= 1000; ++i) file << 0.05 * i << ' ' << std::sin(0.05 * i) + 0.3 * std::sin(0.09 * i) << '\n';
  return "{type: imported-elevation, method: excitation-kernel, file: " + path.string() + "}";
}

std::vector<Together> all_together() {
  const std::string mesh = ", nonlinear_hydro: instantaneous, geometry: " +
                           (swell_test::source_folder() / "inputs/sphere/sphere.stl").string();
  const std::string turned = ", initial: {axis: [0, 0, 1], angle: 30, angular_velocity: [0, 0, 0.1]}";
  return {{"passive yaw", ", passive_yaw: 1" + turned, "", ""},
          {"passive yaw, moving", ", passive_yaw: 0, large_horizontal_motion: true" + turned, "", ""},
          {"large motion", ", large_horizontal_motion: true, initial: {displacement: [7, 0, 0]}", "", ""},
          {"mesh", mesh, "", ""},
          {"mesh, passive yaw", mesh + ", passive_yaw: 1" + turned, "", ""},
          {"second order, passive yaw", ", passive_yaw: 1" + turned, ", {type: regular, height: 1, period: 8}",
           "second_order: full"},
          {"record by the kernel", "", record(), ""},
          {"second order", "", ", {type: regular, height: 1, period: 8}", "second_order: full"}};
}

std::string text_of(const Together& how, const std::string& hydro_data, const std::string& radiation,
                    const std::string& more = "", const std::string& output = "") {
  const std::string plane =
      how.turns()
          ? ""
          : "joints: [{name: plane, type: floating-3dof, base: world, follower: sphere, location: [0, 0, 0]}]\n";
  return "simulation: {duration: 20, time_step: 0.05, ramp: 5" + more + "}\nwaves: [" +
         (how.waves.rfind('{', 0) == 0 ? "" : "{type: regular, height: 1, period: 6}") + how.waves +
         "]\nhydrodynamics: {radiation: " + radiation + (how.hydro.empty() ? "" : ", " + how.hydro) +
         "}\nbodies:\n  - {name: sphere, hydro_data: {" + hydro_data +
         "}, mass: 261.8e3, inertia: [1690000, 1690000, 2606000]" + how.body +
         "}\nmoorings:\n  - {name: net, type: matrix, body: sphere, stiffness: [20000, 20000, 0, 0, 0, 200000], "
         "damping: [2000, 2000, 0, 0, 0, 20000]}\n" +
         plane + "components: [{name: clock, type: ramp, start: 0, end: 20, from: 0, to: 20}]\n" + output;
}

std::string sets(const std::string& first, const std::string& second, const std::string& rule) {
  return "sets: [{file: " + first + ", body: 1}, {file: " + second + ", body: 1}], " + rule;
}

double worst(const std::filesystem::path& a, const std::filesystem::path& b, const std::string& path) {
  const MatrixX x = read_dataset(a, path), y = read_dataset(b, path);
  return (x - y).cwiseAbs().maxCoeff() / (1.0 + x.cwiseAbs().maxCoeff());
}

// The same sums in another order: round-off, which the motion's own feedback does not raise.
TEST(SetsTogether, ASetThatStaysIsTheCaseOfThatSetAlone) {
  const std::string light = data_of("light", 1.0), heavy = data_of("heavy", 1.2);
  for (const Together& how : all_together()) {
    for (const char* radiation : {"constant", "convolution", "state-space"}) {
      if (std::string(radiation) == "constant" && !how.waves.empty()) continue;  // of one frequency
      SCOPED_TRACE(std::string(how.name) + ", " + radiation);
      const auto alone = run_text(text_of(how, "file: " + heavy + ", body: 1", radiation), "together-alone");
      const auto set = run_text(text_of(how, sets(light, heavy, "initial: 2"), radiation), "together-set");
      EXPECT_LT(worst(alone, set, "/bodies/sphere/position"), 1e-10);
      for (const char* part : {"excitation", "radiation_damping", "added_mass", "restoring", "total"})
        EXPECT_LT(worst(alone, set, std::string("/bodies/sphere/force/") + part), 1e-9) << part;
      const auto other = run_text(text_of(how, "file: " + light + ", body: 1", radiation), "together-other");
      EXPECT_GT(worst(alone, other, "/bodies/sphere/position"), 1e-4);
    }
  }
}

TEST(SetsTogether, UnderEulerAnglesAndSplitASetThatStaysIsTheCaseOfThatSetAlone) {
  const std::string light = data_of("light", 1.0), heavy = data_of("heavy", 1.2);
  for (const char* way : {", restoring: euler-angles", ", added_mass: split", ", reproduce: wec-sim"}) {
    for (const Together& how : all_together()) {
      if (std::string(way) == ", reproduce: wec-sim" && !how.hydro.empty()) continue;  // 60 s of kernel, and its own
      SCOPED_TRACE(std::string(how.name) + way);
      // Under `split` what has moved into the body is that of the initial set, so that both files hold it.
      const std::string short_kernel = "convolution, convolution: {duration: 15}";
      const auto alone = run_text(text_of(how, "file: " + heavy + ", body: 1", short_kernel, way), "together-alone");
      const auto set = run_text(text_of(how, sets(light, heavy, "initial: 2"), short_kernel, way), "together-set");
      EXPECT_LT(worst(alone, set, "/bodies/sphere/position"), 1e-9);
    }
  }
}

// A switch ends a step at its instant, so that the two runs differ by the method's own error of shorter steps (at 0.05
// s in waves of 6 s some (2 pi 0.05 / 6)^4 / 120 = 6e-8 of the motion for each), and by the memory's second order
// there.
TEST(SetsTogether, BetweenEqualSetsNothingHappens) {
  const std::string light = data_of("light", 1.0);
  const std::string rule = "signal: clock.output, thresholds: [7.313, 11.737], table: [1, 2, 1]";
  for (Together how : all_together()) {
    SCOPED_TRACE(how.name);
    // With a threshold the heading is taken anew at accepted points, of which a switch adds one.
    if (const auto at = how.body.find("passive_yaw: 1"); at != std::string::npos)
      how.body.replace(at, 14, "passive_yaw: 0");
    const auto one = run_text(text_of(how, "file: " + light + ", body: 1", "convolution"), "together-one");
    const auto two = run_text(text_of(how, sets(light, light, rule), "convolution"), "together-two");
    const MatrixX set = read_dataset(two, "/bodies/sphere/hydro_set");
    EXPECT_EQ(set.maxCoeff(), 2.0);
    EXPECT_EQ(set.minCoeff(), 1.0);
    EXPECT_LT(worst(one, two, "/bodies/sphere/position"), 2e-6);
  }
}

// Everything that scales with the data is linear in it: half of 1.0 and half of 1.2 is 1.1.
TEST(SetsTogether, HalfOfEachSetIsTheSetOfTheirMean) {
  const std::string light = data_of("light", 1.0), heavy = data_of("heavy", 1.2), mean = data_of("mean", 1.1);
  const std::string rule = "signal: clock.output, thresholds: [-1e9, 1e9], interpolate: true";
  for (const Together& how : all_together()) {
    SCOPED_TRACE(how.name);
    const auto mixed = run_text(text_of(how, sets(light, heavy, rule), "convolution"), "together-mixed");
    const auto alone = run_text(text_of(how, "file: " + mean + ", body: 1", "convolution"), "together-mean");
    EXPECT_LT(worst(mixed, alone, "/bodies/sphere/position"), 2e-7);
  }
}

TEST(SetsTogether, TheEnergyBalanceOfARunThatSwitchesCloses) {
  const std::string light = data_of("light", 1.0), heavy = data_of("heavy", 1.2);
  const std::string rule = "signal: clock.output, thresholds: [7.313, 11.737], table: [1, 2, 1]";
  std::string own = sets(light, heavy, rule);  // the second with a mass and a drag of its own
  own.insert(own.find("}], "), ", mass: 250e3, quadratic_drag: {drag: [0, 0, 1e5, 0, 0, 0]}");
  for (const Together& how : all_together()) {
    SCOPED_TRACE(how.name);
    const run::RunSummary summary = swell_test::run_audited(text_of(how, own, "convolution"), "together-audit");
    EXPECT_TRUE(summary.audit->closes) << summary.audit->residual / summary.audit->exchanged;
    EXPECT_LT(summary.audit->worst_force_defect, 1e-9);
  }
}

// Second order depends on time alone: before the switch it is the first set's, afterwards the second's.
TEST(SetsTogether, TheSlowDriftIsThatOfTheSetInForce) {
  const std::string light = data_of("light", 1.0), heavy = data_of("heavy", 1.2);
  const Together how = all_together().back();
  const auto force = [&](const std::string& hydro_data) {
    std::string text = text_of(how, hydro_data, "convolution");
    text.replace(text.find("floating-3dof"), 13, "fixed");
    return run_text(text, "together-drift");
  };
  const auto read = [](const std::filesystem::path& file) {
    return read_dataset(file, "/bodies/sphere/force/excitation");
  };
  const MatrixX first = read(force("file: " + light + ", body: 1")),
                second = read(force("file: " + heavy + ", body: 1"));
  const auto file = force(sets(light, heavy, "signal: clock.output, thresholds: [7.313]"));
  const MatrixX switched = read(file), set = read_dataset(file, "/bodies/sphere/hydro_set");
  double off = 0.0;
  for (Eigen::Index i = 0; i < set.rows(); ++i)
    off = std::max(off, (switched.row(i) - (set(i, 0) == 1.0 ? first : second).row(i)).cwiseAbs().maxCoeff());
  EXPECT_LT(off, 1e-9 * second.cwiseAbs().maxCoeff());
  EXPECT_GT((first - second).cwiseAbs().maxCoeff(), 0.1 * second.cwiseAbs().maxCoeff());
}

// With a mesh the weight of a set's own mass is a load of its own.
TEST(SetsTogether, TheWeightOfASetIsThatOfTheCaseOfThatSetAlone) {
  const std::string light = data_of("light", 1.0);
  const Together how = all_together()[3];
  std::string alone_text = text_of(how, "file: " + light + ", body: 1", "convolution");
  alone_text.replace(alone_text.find("261.8e3"), 7, "255.0e3");
  const auto alone = run_text(alone_text, "together-mass-alone");
  const auto set = run_text(
      text_of(how, "sets: [{file: " + light + ", body: 1}, {file: " + light + ", body: 1, mass: 255e3}], initial: 2",
              "convolution"),
      "together-mass-set");
  EXPECT_LT(worst(alone, set, "/bodies/sphere/position"), 1e-9);
}

TEST(SetsTogether, TheForcesOfTheSetsSumToTheParts) {
  const std::string light = data_of("light", 1.0), heavy = data_of("heavy", 1.2);
  const std::string damping =
      ", mass: 255e3, linear_damping: [1e3, 1e3, 5e4, 1e5, 1e5, 1e5], quadratic_drag: {drag: [0, 0, 1e5, 0, 0, 0]}";
  const std::string hydro_data = "sets: [{file: " + light + ", body: 1}, {file: " + heavy + ", body: 1" + damping +
                                 "}], signal: clock.output, thresholds: [5, 15], interpolate: true";
  for (const Together& how : all_together()) {
    SCOPED_TRACE(how.name);
    const std::string text = text_of(how, hydro_data, "convolution");
    const auto plain = run_text(text, "together-plain");
    const auto file = run_text(text + "output: {set_forces: true}\n", "together-forces");
    EXPECT_EQ(read_dataset(plain, "/bodies/sphere/position"), read_dataset(file, "/bodies/sphere/position"));
    const bool mesh = how.body.find("geometry") != std::string::npos;
    const auto sum = [&](const std::vector<std::string>& parts) {
      MatrixX total;
      for (const std::string& part : parts) {
        for (const char* set : {"1", "2"}) {
          const MatrixX one = read_dataset(file, std::string("/bodies/sphere/sets/") + set + "/force/" + part);
          total = total.size() == 0 ? one : MatrixX(total + one);
        }
      }
      return total;
    };
    const auto check = [&](const std::string& part, const std::vector<std::string>& parts) {
      const MatrixX whole = read_dataset(file, "/bodies/sphere/force/" + part);
      EXPECT_LT((sum(parts) - whole).cwiseAbs().maxCoeff(), 1e-9 * (1.0 + whole.cwiseAbs().maxCoeff())) << part;
      EXPECT_GT(whole.cwiseAbs().maxCoeff(), 1.0) << part;
    };
    if (how.hydro.empty() && !mesh) check("excitation", {"excitation"});
    if (!how.hydro.empty()) check("excitation", {"excitation", "slow_drift"});
    check("radiation_damping", {"radiation_damping"});
    check("added_mass", {"added_mass", "set_mass"});
    if (!mesh) check("restoring", {"restoring"});
    check("linear_damping", {"linear_damping"});
    check("morison_and_viscous", {"quadratic_drag"});
  }
}

// `bemio convert --split-directions`: one set for each heading, picked by the yaw. At a heading of the data it is what
// passive yaw reads from its table there; both hold the same numbers.
TEST(SetsByHeading, AtAHeadingOfTheDataAreThePassiveYawThere) {
  hydro::HydroData data = hydro::read_bemio_h5((swell_test::source_folder() / "inputs/loads/headings.h5").string());
  // Of a body of revolution every heading is alike in the world: this one is not.
  for (std::size_t d = 0; d < data.direction.size(); ++d) {
    for (auto& force : data.bodies[0].excitation[d]) force *= 1.0 + 0.5 * std::sin(data.direction[d] * kDegree);
  }
  data.bodies[0].excitation_irf.clear();
  data.bodies[0].excitation_irf_time.clear();
  const auto whole = std::filesystem::temp_directory_path() / "all-headings.h5";
  hydro::write_bemio_h5(data, whole.string());
  std::string files, yaws;
  std::vector<double> turned;  // [deg]
  for (const bemio::DirectionalSet& set : bemio::split_by_direction(data, 20.0)) {
    if (std::abs(set.yaw) > 65.0) continue;  // headings ascend, so that the yaw falls
    turned.push_back(set.yaw);
    const auto path = std::filesystem::temp_directory_path() / ("heading-" + std::to_string(set.yaw) + ".h5");
    hydro::write_bemio_h5(set.data, path.string());
    files = "{file: " + path.string() + ", body: 1}" + (files.empty() ? "" : ", ") + files;
    yaws = std::to_string(set.yaw * kDegree) + (yaws.empty() ? "" : ", ") + yaws;
  }
  const auto first = [&](const std::string& hydro_data, double yaw, const std::string& key) {
    const auto file = run_text(
        "simulation: {duration: 0.1, time_step: 0.05}\nwaves: {type: regular, height: 2, period: 6, phase: 40, "
        "direction: 20}\nbodies:\n  - {name: sphere, hydro_data: {" +
            hydro_data + "}, mass: equilibrium, inertia: [1e6, 1e6, 1e6], initial: {axis: [0, 0, 1], angle: " +
            std::to_string(yaw) + "}" + key + "}\n",
        "by-heading");
    return VectorX(read_dataset(file, "/bodies/sphere/force/excitation").row(0).transpose());
  };
  const std::string sets =
      "sets: [" + files + "], signal: sphere.position.yaw, interpolate: true, thresholds: [" + yaws + "]";
  const VectorX design = first("file: " + whole.string() + ", body: 1", 0.0, "");
  ASSERT_GT(turned.size(), 2U);
  for (const double yaw : turned) {
    const VectorX set = first(sets, yaw, ""),
                  passive = first("file: " + whole.string() + ", body: 1", yaw, ", passive_yaw: 0");
    // The table's lines between headings 2 degrees apart: 1.5e-4 X'', here of factors like sin(2 beta).
    EXPECT_LT((set - passive).norm(), 1e-3 * passive.norm()) << yaw;
    if (std::abs(yaw) > 20.0) {
      EXPECT_GT((set - design).norm(), 0.05 * design.norm()) << yaw;
    }
  }
}

}  // namespace
}  // namespace swell::sets_together_test
