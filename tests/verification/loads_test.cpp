// What holds for every load: off means as if it had never been there; inertia acts the same in both treatments of the
// added mass; every dataset has its line on the page of conventions.
#include <H5Cpp.h>
#include <regex>

#include "results_file.h"
#include "shipped_sphere.h"
#include "swell/model/read_case.h"
#include "swell/run/run.h"
#include "swell/waves/dispersion.h"
#include "swell_test/test.h"

namespace swell::loads_test {
namespace {

using swell_test::hemisphere;
using swell_test::read_dataset;
using swell_test::run_text;

struct Keys {
  std::string simulation, body, pto, hydrodynamics, top;
};

std::string case_with(const Keys& keys, const std::string& step = "0.05") {
  return "simulation: {duration: 15, ramp: 5, time_step: " + step + keys.simulation +
         "}\nenvironment: {depth: infinite, current: {speed: 0.4, direction: 30}}\n"
         "waves: {type: irregular, significant_height: 1.5, peak_period: 6, bins: {count: 40}}\n"
         "hydrodynamics: {radiation: convolution" +
         keys.hydrodynamics + "}\nbodies:\n  - {name: sphere, hydro_data: {file: " + hemisphere() +
         ", body: 1}, mass: equilibrium, inertia: [1690000, 1690000, 2606000]" + keys.body +
         "}\nptos:\n  - {name: PTO, type: floating-3dof, base: world, follower: sphere, damping: 2e4" + keys.pto +
         "}\n" + keys.top;
}

bool same_bits(const MatrixX& a, const MatrixX& b) {
  return a.rows() == b.rows() && a.cols() == b.cols() &&
         std::memcmp(a.data(), b.data(), sizeof(double) * static_cast<std::size_t>(a.size())) == 0;
}

TEST(Loads, OneThatIsOffLeavesTheCaseBitForBitAsItWas) {
  const auto reference = run_text(case_with({}), "loads-none");
  const std::string zeros = "[0, 0, 0, 0, 0, 0]";
  const std::vector<std::pair<const char*, Keys>> off = {
      {"linear damping", {"", ", linear_damping: " + zeros, "", "", ""}},
      {"quadratic drag", {"", ", quadratic_drag: {drag: " + zeros + "}", "", "", ""}},
      {"no Morison elements", {"", ", morison: []", "", "", ""}},
      {"Morison elements of nothing",
       {"", ", morison: [{option: 1, cd: [0, 0, 0], ca: [0, 0, 0], area: [0, 0, 0], volume: 0, position: [0, 0, -1]}]",
        "", "", ""}},
      {"large horizontal motion", {"", ", large_horizontal_motion: false", "", "", ""}},
      {"mean drift", {"", "", "", ", mean_drift: none", ""}},
      {"second order", {"", "", "", ", second_order: none", ""}},
      {"static equilibrium", {", static_equilibrium: false", "", "", "", ""}},
      {"no moorings", {"", "", "", "", "moorings: []\n"}},
      {"mooring matrix of zeros",
       {"", "", "", "", "moorings: [{name: net, type: matrix, body: sphere, stiffness: " + zeros + "}]\n"}},
      {"slack cable",
       {"", "", "", "",
        "moorings: [{name: tether, type: cable, body: sphere, attachment: [0, 0, -5], base_attachment: [0, 0, -30], "
        "stiffness: 1e5, length: 100}]\n"}},
      {"a force of zero", {"", "", "", "", "connections: [{value: " + zeros + ", to: sphere.force}]\n"}},
  };
  for (const auto& [name, keys] : off) {
    const auto file = run_text(case_with(keys), "loads-off");
    for (const char* path : {"/bodies/sphere/position", "/bodies/sphere/velocity", "/bodies/sphere/force/total",
                             "/bodies/sphere/force/excitation", "/bodies/sphere/force/radiation_damping"})
      EXPECT_TRUE(same_bits(read_dataset(reference, path), read_dataset(file, path))) << name << ": " << path;
  }
}

// The delayed acceleration of `split` is a straight line through the last two: an error of second order in the step.
void approach(const char* what, const Keys& keys) {
  const auto surge_and_heave = [&](const std::string& treatment, const std::string& step) {
    Keys all = keys;
    all.simulation += ", added_mass: " + treatment;
    all.top += "output: {time_step: 0.2}\n";
    return MatrixX(
        read_dataset(run_text(case_with(all, step), "loads-treatment"), "/bodies/sphere/position").leftCols(3));
  };
  const MatrixX exact = surge_and_heave("exact", "0.025");
  const double motion = (exact.rowwise() - exact.row(0)).cwiseAbs().maxCoeff();
  const double first = (surge_and_heave("split", "0.05") - surge_and_heave("exact", "0.05")).cwiseAbs().maxCoeff(),
               second = (surge_and_heave("split", "0.025") - exact).cwiseAbs().maxCoeff();
  swell_test::measured("%s: split - exact %.3g and %.3g m at 0.05 and 0.025 s, of %.3g m", what, first, second, motion);
  EXPECT_LT(first, 0.02 * motion) << what;
  EXPECT_LT(second, 0.6 * first) << what;
}

TEST(Loads, InertiaOfMorisonElementsIsTheSameInExactAndSplit) {
  approach("Morison elements",
           {"",
            ", morison: [{option: 1, cd: [1, 1, 1], ca: [1, 1, 1], area: [10, 10, 10], volume: 30, position: [0, 0, "
            "-3]}]",
            "", "", ""});
}

TEST(Loads, MorisonInertiaTooLargeForSplitIsNamedWhenTheRunDiverges) {
  Keys keys;
  keys.simulation = ", added_mass: split";
  keys.body =
      ", morison: [{option: 1, cd: [1, 1, 1], ca: [1, 1, 1], area: [10, 10, 10], volume: 3000, position: [0, 0, "
      "-3]}]";
  {
    const std::string refused =
        swell_test::refusal_of<SimulationError>([&] { run_text(case_with(keys), "loads-too-much"); });
    EXPECT_THAT(refused, ::testing::HasSubstr("sphere/morison"));
    EXPECT_THAT(refused, ::testing::HasSubstr("outweighs the inertia of the body"));
    EXPECT_THAT(refused, ::testing::HasSubstr("use added_mass: exact"));
  }
}

TEST(Loads, InertiaOfLineEndsIsTheSameInExactAndSplit) {
  const std::string file = (swell_test::source_folder() / "inputs/loads/chains.txt").string();
  approach("line ends",
           {"", "", "", "", "moorings: [{name: chains, type: lines, body: sphere, file: " + file + "}]\n"});
}

// A pile that stands still, through the surface, against a fine quadrature of Morison's formula up to the elevation.
TEST(Loads, OfAPileReachUpToTheInstantaneousSurface) {
  const double A = 0.5, T = 8.0, h = 30.0, D = 1.0, rho = 1000.0, g = 9.81, cd = 1.0, ca = 1.0;
  const double omega = 2.0 * kPi / T, k = waves::wavenumber(omega, h, g);
  const auto run = [&](int strips) {
    return run_text(
        "simulation: {duration: 16, time_step: 0.05}\nenvironment: {depth: 30, water_density: 1000}\n"
        "waves: {type: regular, height: 1, period: 8}\nbodies:\n  - {name: pile, mass: 1e5, inertia: [1e6, 1e6, 1e6], "
        "center_of_gravity: [0, 0, -15], volume: 0, morison_members: [{start: [0, 0, -15], end: [0, 0, 20], "
        "start_diameter: 1, end_diameter: 1, cd_normal: 1, ca_normal: 1, elements: " +
            std::to_string(strips) +
            "}]}\njoints:\n  - {name: foot, type: fixed, base: world, follower: pile, location: [0, 0, -30]}\n",
        "loads-pile");
  };
  double last_force = 0.0, last_moment = 0.0;
  for (const int strips : {20, 40, 80}) {
    const auto file = run(strips);
    const MatrixX force = read_dataset(file, "/bodies/pile/force/morison_and_viscous");
    const VectorX time = read_dataset(file, "/time");
    const VectorX elevation = read_dataset(file, "/wave/elevation");
    double worst_force = 0.0, worst_moment = 0.0, most_force = 0.0, most_moment = 0.0, jump = 0.0, before = 0.0;
    for (Eigen::Index n = 0; n < time.size(); ++n) {
      const double psi = omega * time[n], eta = A * std::cos(psi);
      EXPECT_NEAR(elevation[n], eta, 1e-12);
      double F = 0.0, M = 0.0;  // about the still water level: what happens at the surface counts there
      constexpr int kPoints = 20000;
      for (int i = 0; i < kPoints; ++i) {
        const double dz = (h + eta) / kPoints, z = -h + (i + 0.5) * dz;
        const double c =
            std::cosh(k * (std::min(z, 0.0) + h)) / std::cosh(k * h);  // constant above z = 0, as by default
        const double u = A * g * k / omega * c * std::cos(psi), a = -A * g * k * c * std::sin(psi);
        const double f = 0.5 * rho * cd * D * std::abs(u) * u + rho * (1.0 + ca) * 0.25 * kPi * D * D * a;
        F += f * dz;
        M += f * z * dz;
      }
      // The dataset's moment is about the centre of gravity at -15 m.
      const double moment = force(n, 4) - 15.0 * force(n, 0);
      const double error = force(n, 0) - F;
      worst_force = std::max(worst_force, std::abs(error));
      worst_moment = std::max(worst_moment, std::abs(moment - M));
      most_force = std::max(most_force, std::abs(F));
      most_moment = std::max(most_moment, std::abs(M));
      if (n > 0) jump = std::max(jump, std::abs(error - before));
      before = error;
    }
    swell_test::measured("pile of %d strips: force %.2g, moment %.2g of the largest", strips, worst_force / most_force,
                         worst_moment / most_moment);
    // Midpoint rule over strips of dL: for drag, the fastest with exp(2 k z), (2 k dL)^2/24 of the force; and half a
    // strip where the profile has its kink at z = 0, k dL^2/8 over the reach 1/k of the force.
    const double dL = 35.0 / strips, error = std::pow(2.0 * k * dL, 2) / 24.0 + std::pow(k * dL, 2) / 8.0;
    EXPECT_LT(worst_force, error * most_force);
    EXPECT_LT(worst_moment, 2.0 * error * most_moment);  // z exp(2 k z): twice the curvature at most
    // What is left is smooth: while the surface passes a strip, in dL/(A omega) s, the error may run through its range.
    EXPECT_LT(jump, 2.0 * error * most_force * std::min(1.0, 0.05 * A * omega / dL + 4.0 * omega * 0.05));
    if (last_force > 0.0) {
      EXPECT_LT(worst_force, 0.5 * last_force);
      EXPECT_LT(worst_moment, 0.5 * last_moment);
    }
    last_force = worst_force;
    last_moment = worst_moment;
  }
}

// --- docs/conventions.md ---

void list(const H5::Group& group, const std::string& at, std::set<std::string>& out) {
  for (hsize_t i = 0; i < group.getNumObjs(); ++i) {
    const std::string name = group.getObjnameByIdx(i);
    if (group.childObjType(name) == H5O_TYPE_GROUP) {
      list(group.openGroup(name), at + name + "/", out);
    } else {
      out.insert(at + name);
    }
  }
}

/// Names of bodies, joints and so on replaced by their kind.
std::string general(const std::string& path) {
  static const std::vector<std::pair<std::regex, std::string>> rules = {
      {std::regex("^/bodies/[^/]+/"), "/bodies/<b>/"},
      {std::regex("^/joints/[^/]+/"), "/joints/<j>/"},
      {std::regex("^/ptos/turbine/(speed|generator_torque|wind|thrust|aerodynamic_torque|pitch|electrical_power)$"),
       "/ptos/<r>/$1"},
      {std::regex("^/ptos/(?!<r>)[^/]+/"), "/ptos/<p>/"},
      {std::regex("^/moorings/[^/]+/"), "/moorings/<m>/"},
      {std::regex("/force_on_.*$"), "/force_on_<b>"},
      {std::regex("^/components/[^/]+/[^/]+$"), "/components/<c>/<port>"},
      {std::regex("^/signals/[^/]+/[^/]+$"), "/signals/<c>/<port>"},
      {std::regex("^/states/.*$"), "/states/<c>/<state>"},
      {std::regex("^/bodies/<b>/sets/[^/]+/force/.*$"), "/bodies/<b>/sets/<n>/force/<part>"},
      {std::regex("^/bodies/<b>/mode[0-9]+/"), "/bodies/<b>/<mode>/"},
      {std::regex("^/bodies/<b>/<mode>/force/(?!total$).*$"), "/bodies/<b>/<mode>/force/<part>"},
      {std::regex("^/hydro/.*$"), "/hydro/<b>/..."},
  };
  std::string out = path;
  for (const auto& [pattern, text] : rules) out = std::regex_replace(out, pattern, text);
  return out;
}

TEST(Conventions, EveryDatasetOfAResultsFileHasALineOnThePage) {
  std::ifstream in(swell_test::source_folder() / "docs/conventions.md");
  ASSERT_TRUE(in) << "docs/conventions.md";
  std::set<std::string> page;
  std::string line;
  while (std::getline(in, line)) {
    if (line.rfind("| `/", 0) != 0) continue;
    const std::string first = line.substr(0, line.find('|', 1));
    static const std::regex kToken("`(/[^`]*)`");
    for (std::sregex_iterator at(first.begin(), first.end(), kToken), end; at != end; ++at) page.insert((*at)[1]);
  }
  const std::filesystem::path table = std::filesystem::temp_directory_path() / "page-rotor.txt";
  std::ofstream(table) << "# pitch\n0 20\n# tip-speed ratio\n1 10\n# wind\n10\n# power\n0.06 0.006\n0.6 0.06\n# "
                          "thrust\n0.1 0.01\n1 0.1\n";
  const std::string yaml =
      "simulation: {duration: 1, time_step: 0.05}\n"
      "environment: {gauges: [{x: 1}], wind: {type: steady, speed: 10}}\nrotors: [{name: turbine, body: sphere, hub: "
      "[0, 0, 60], radius: 40, speed: 1.5, table: " +
      table.string() +
      "}]\nwaves: {type: regular, height: 1, period: 6}\n"
      "bodies:\n"
      "  - name: sphere\n    hydro_data: {sets: [{file: " +
      hemisphere() + ", body: 1}, {file: " + hemisphere() +
      ", body: 1, mass: 2.6e5}]}\n    mass: equilibrium\n    inertia: [1690000, 1690000, 2606000]\n"
      "  - {name: plate, mass: 1000, inertia: [1e3, 1e3, 1e3], center_of_gravity: [0, 0, -20], center_of_buoyancy: "
      "[0, "
      "0, "
      "-20], volume: 1, morison: [{option: 1, cd: [1, 1, 1], ca: [1, 1, 1], area: [1, 1, 1], volume: 0.5, "
      "diameter: 1, "
      "position: [0, 0, 0]}]}\n"
      "joints:\n  - {name: rail, type: translational, base: world, follower: plate, location: [0, 0, -20], "
      "stiffness: "
      "1e4}\n"
      "ptos:\n  - {name: PTO, type: translational, base: plate, follower: sphere, damping: 1e4, stiffness: 1e3, "
      "limits: "
      "{lower: -9, upper: 9}}\n"
      "moorings:\n"
      "  - {name: net, type: matrix, body: sphere, stiffness: [1e4, 0, 0, 0, 0, 0]}\n"
      "  - {name: tether, type: cable, body: sphere, base: plate, attachment: [0, 0, -5], base_attachment: [0, 0, "
      "-19], stiffness: 1e4}\n"
      "  - {name: chains, type: lines, body: sphere, file: " +
      (swell_test::source_folder() / "inputs/loads/chains.txt").string() +
      "}\n"
      "components: [{name: wave, type: sine, amplitude: 1, period: 3}, {name: shaped, type: transfer-function, "
      "numerator: [1], denominator: [1, 1]}]\n"
      "connections: [{from: wave.output, to: shaped.input}, {from: shaped.output, to: PTO.force}]\n"
      "output: {states: true, morison: true, set_forces: true, hydro_coefficients: true, select: ['*', "
      "PTO.mechanical_power]}\n";
  Diagnostics diagnostics;
  const model::Model model =
      model::read_case_text(yaml, std::filesystem::temp_directory_path() / "page.yaml", {}, diagnostics);
  diagnostics.throw_if_errors();
  run::RunOptions options;
  options.output = std::filesystem::temp_directory_path() / "page.h5";
  options.audit = true;
  run_text(
      "simulation: {duration: 1, time_step: 0.1}\ncomponents: [{name: wave, type: sine, amplitude: 1, period: 3}]\n",
      "page-small");
  std::set<std::string> paths;
  for (const model::Model& each : {model, model::read_case(swell_test::source_folder() / "inputs/barge/regular.yaml",
                                                           {"simulation.duration=1"}, diagnostics)}) {
    const H5::H5File file(run::run_case(each, options).results.string(), H5F_ACC_RDONLY);
    list(file.openGroup("/"), "/", paths);
  }
  EXPECT_GT(paths.size(), 50U);
  std::set<std::string> seen;
  for (const std::string& path : paths) {
    EXPECT_TRUE(page.count(general(path)) == 1) << path << " has no line in docs/conventions.md";
    seen.insert(general(path));
  }
  for (const std::string& path : page) EXPECT_TRUE(seen.count(path) == 1) << path << " is on the page and in no file";
}

}  // namespace
}  // namespace swell::loads_test
