// Several sets of hydrodynamic data on one body, excitation at the instantaneous place, mean drift.
#include "results_file.h"
#include "shipped_sphere.h"
#include "sphere_with_sets.h"
#include "swell/hydro/bemio_h5.h"
#include "swell/hydro/coefficients.h"
#include "swell/model/read_case.h"
#include "swell/run/run.h"
#include "swell_test/test.h"

namespace swell::variable_hydro_test {
namespace {

using swell_test::changed_hemisphere;
using swell_test::heavier;
using swell_test::hemisphere;
using swell_test::read_dataset;
using swell_test::run_text;
using swell_test::scale;
using swell_test::sets;
using swell_test::sphere;
using swell_test::switches;
using swell_test::worst;

TEST(VariableHydro, OneSetInAListIsTheCaseWithoutSetsBitForBit) {
  const auto alone = run_text(sphere("file: " + hemisphere() + ", body: 1"), "sets-off");
  const auto list = run_text(sphere("sets: [{file: " + hemisphere() + ", body: 1}]"), "sets-list");
  for (const char* path : {"/bodies/sphere/position", "/bodies/sphere/force/total"})
    EXPECT_EQ(read_dataset(alone, path), read_dataset(list, path)) << path;
}

TEST(VariableHydro, HysteresisSpacesTheSwitches) {
  const auto count = [](double width) {
    std::ostringstream rule;
    rule << "signal: sphere.position.heave, thresholds: [-2], hysteresis: " << width;
    return switches(run_text(sphere(sets(hemisphere(), heavier(), rule.str())), "sets-hysteresis"));
  };
  const int narrow = count(0.05), wide = count(20.0);
  EXPECT_GT(narrow, 8);
  EXPECT_LE(narrow, 16);  // twice a period
  EXPECT_EQ(wide, 0);
}

// The velocity that acts on a set jumps where the sets switch. Heave is given, so that the memory's force after
// switches is known: a fine sum of K_1 over the past of the first set and of K_2 over that of the second. Heave is z =
// a (1 - cos w t) / 2 with a switch where it passes the threshold; the memory starts with the motion.
double error_after_switches(double grid) {
  const std::string second = changed_hemisphere("kernel30", [](hydro::HydroData& data) { scale(data.bodies[0], 1.3); });
  constexpr double kA = 1.0, kPeriod = 6.0, kOmega = 2.0 * kPi / kPeriod, kEnd = 20.0, kThreshold = -2.0 + 0.37;
  std::ostringstream yaml;
  yaml << "simulation: {duration: " << kEnd << ", time_step: 0.01}\nwaves: {type: none}\nhydrodynamics: {radiation: "
       << "convolution, radiation_data: as-given, convolution: {time_step: " << grid << "}}\nbodies:\n"
       << "  - {name: sphere, hydro_data: {"
       << sets(hemisphere(), second, "signal: sphere.position.heave, thresholds: [-1.63]")
       << "}, mass: 261.8e3, inertia: [1690000, 1690000, 2606000]}\n"
       << "joints: [{name: rail, type: translational, base: world, follower: sphere, location: [0, 0, 0], motion: "
       << "{amplitude: " << 0.5 * kA << ", period: " << kPeriod << ", phase: -90, offset: " << 0.5 * kA << "}}]\n";
  const auto file = run_text(yaml.str(), "sets-memory");
  const VectorX time = read_dataset(file, "/time").col(0), z = read_dataset(file, "/bodies/sphere/position").col(2),
                force = read_dataset(file, "/bodies/sphere/force/radiation_damping").col(2);
  std::vector<std::vector<MatrixX>> kernels;
  constexpr double kFine = 1e-3;
  constexpr std::size_t kCount = 20001;
  for (const std::string& set : {hemisphere(), second}) {
    const auto data = std::make_shared<const hydro::HydroData>(hydro::read_bemio_h5(set));
    kernels.push_back(hydro::RadiationCoefficients({{data, 0}}, 1000.0, true).kernel(kFine, kCount, {2}, {2}));
  }
  const auto velocity = [&](double t) { return 0.5 * kA * kOmega * std::sin(kOmega * t); };
  const auto heave = [&](double t) { return -2.0 + 0.5 * kA * (1.0 - std::cos(kOmega * t)); };
  double worst = 0.0, largest = 0.0;
  for (Eigen::Index i = 0; i < time.size(); i += 3) {
    EXPECT_NEAR(z[i], heave(time[i]), 1e-9);
    double sum = 0.0;  // by the midpoint rule, whose cells the switches cut by at most kFine / 2
    const auto cells = static_cast<std::size_t>(std::lround(time[i] / kFine));
    for (std::size_t k = 0; k < cells; ++k) {
      const double lag = (static_cast<double>(k) + 0.5) * kFine, then = time[i] - lag;
      const auto& K = kernels[heave(then) > kThreshold ? 1 : 0];
      sum += kFine * 0.5 * (K[k](0, 0) + K[std::min(k + 1, kCount - 1)](0, 0)) * velocity(then);
    }
    worst = std::max(worst, std::abs(force[i] + sum));
    largest = std::max(largest, std::abs(sum));
  }
  return worst / largest;
}

TEST(VariableHydro, TheMemoryAfterASwitchIsTheIntegralToSecondOrder) {
  // The first moment of a jump is wrong by D^2 J / 8 at most: of the force 0.3 K' D^2 v / 8, with K' < 2 w K and a
  // largest force of some K v / (2 w) that is 0.15 w^2 D^2 = 4.1e-4 at 0.05 s for each of the switches that the memory
  // of some 6 s holds, of either sign. Before, a jump was interpolated across: 8.1e-3 at 0.05 s.
  const double coarse = error_after_switches(0.05), fine = error_after_switches(0.02);
  swell_test::measured("memory after switches: %.2g of the largest at 0.05 s, %.2g at 0.02 s", coarse, fine);
  EXPECT_LT(coarse, 1e-3);
  EXPECT_LT(fine, 2e-4);
}

// --- what else changes with the set ---

std::string two(const std::string& second_file, const std::string& second_keys, const std::string& rule) {
  return "sets: [{file: " + hemisphere() + ", body: 1}, {file: " + second_file + ", body: 1" + second_keys + "}], " +
         rule;
}

std::string errors_of(const std::string& yaml) {
  return swell_test::refusal_of([&] { run_text(yaml, "sets-wrong"); }, "no error");
}

TEST(VariableHydro, MistakesAreNamed) {
  const std::string heave = "signal: sphere.position.heave, thresholds: [0]";
  const std::string modes = changed_hemisphere("dofs", [](hydro::HydroData& data) {
    hydro::HydroBody& body = data.bodies[0];
    const auto grow = [](MatrixX& m) { m.conservativeResizeLike(MatrixX::Zero(7, 7)); };
    body.dof = 7;
    grow(body.restoring_stiffness);
    for (auto* list : {&body.added_mass, &body.radiation_damping, &body.radiation_irf}) {
      for (MatrixX& m : *list) grow(m);
    }
    if (body.added_mass_infinite) grow(*body.added_mass_infinite);
    body.added_mass_zero.reset();
    for (auto* waves : {&body.excitation, &body.froude_krylov, &body.scattering}) {
      for (auto& direction : *waves) {
        for (auto& force : direction) force.conservativeResizeLike(Eigen::VectorXcd::Zero(7));
      }
    }
    for (auto* drift : {&body.mean_drift_control_surface, &body.mean_drift_momentum, &body.mean_drift_pressure})
      drift->clear();
    swell_test::clear_what_follows(body);
  });
  const struct {
    std::string sets, body, named;
  } rows[] = {{two(heavier(), "", "signal: flap.angle, thresholds: [0]"), "", "flap.angle"},
              {two(heavier(), "", "signal: sphere.position, thresholds: [0]"), "", "sphere.position"},
              {two(heavier(), "", "signal: sphere.position.heave, thresholds: [0, 1]"), "", "thresholds has 2 entries"},
              {two(heavier(), "", heave + ", table: [1, 3]"), "", "table holds 3"},
              {two(heavier(), "", heave + ", table: [2, 2]"), "", "table lacks the set at the start"},
              {two(heavier(), "", heave + ", table: [1, 2, 1]"), "", "a table of 3 needs 2"},
              {two(heavier(), ", inertia: [1e6, 1e6, 1e6]", "initial: 1"), "", "inertia without mass"},
              {two(heavier(), "", "initial: 1"), ", volume: 250", "displaced volume"},
              {two(heavier(), ", quadratic_drag: {cd: [1, 1, 1, 1, 1, 1]}", "initial: 1"), "", "quadratic_drag.area"},
              {two(heavier(), ", mass: 1e5, inertia_products: [9e9, 0, 0]", "initial: 1"), "", "inertia_products"},
              {two(modes, "", "initial: 1"), "", "generalised modes"}};
  for (const auto& row : rows) EXPECT_THAT(errors_of(sphere(row.sets, "", row.body)), HasSubstr(row.named)) << row.sets;
}

TEST(VariableHydro, OddSetsAreWarnedOf) {
  const std::string shallow = changed_hemisphere("shallow", [](hydro::HydroData& data) { data.water_depth = 50.0; });
  const struct {
    std::string file, keys, rule, code;
  } rows[] = {{heavier(), ", mass: 261.8e3", "initial: 1", ""},
              {heavier(), ", mass: 262", "initial: 1", "odd-mass"},
              {heavier(), ", mass: 2.6e8", "initial: 1", "odd-mass"},
              {heavier(), ", linear_damping: [0, 0, -1e3, 0, 0, 0]", "initial: 1", "negative-damping"},
              {heavier(), ", quadratic_drag: {drag: [0, 0, -1e3, 0, 0, 0]}", "initial: 1", "negative-damping"},
              {shallow, "", "initial: 1", "other-depth"},
              {heavier(), "", "signal: sphere.position.heave, thresholds: [-1, 1], interpolate: true, hysteresis: 0.5",
               "no-effect"}};
  for (const auto& row : rows) {
    std::string codes;
    for (const Diagnostic& d : swell_test::run_audited(sphere(two(row.file, row.keys, row.rule)), "odd-sets").warnings)
      codes += d.code + " ";
    if (row.code.empty()) EXPECT_EQ(codes, "") << row.keys;
    EXPECT_THAT(codes, HasSubstr(row.code)) << row.keys << row.rule;
  }
}

TEST(VariableHydro, DampingAndDragOfASetAreThoseOfTheCaseOfThatSetAlone) {
  const std::string damping =
      ", linear_damping: [1e3, 1e3, 5e4, 1e5, 1e5, 1e5], quadratic_drag: {cd: [1, 1, 1, 1, 1, "
      "1], area: [50, 50, 80, 1e3, 1e3, 1e3]}";
  const auto alone = run_text(sphere("file: " + heavier() + ", body: 1", "", damping), "drag-alone");
  const auto set = run_text(sphere(two(heavier(), damping, "initial: 2")), "drag-set");
  EXPECT_LT(worst(alone, set, "/bodies/sphere/position"), 1e-10);
  for (const char* part : {"linear_damping", "morison_and_viscous"}) {
    const std::string path = std::string("/bodies/sphere/force/") + part;
    EXPECT_GT(read_dataset(alone, path).cwiseAbs().maxCoeff(), 1e3) << part;
    EXPECT_LT(worst(alone, set, path), 1e-4) << part;
  }
  // A set without its own takes the body's.
  const auto first =
      run_text(sphere(two(heavier(), ", linear_damping: [0, 0, 1, 0, 0, 0]", ""), "", damping), "drag-1");
  const auto body = run_text(sphere("file: " + hemisphere() + ", body: 1", "", damping), "drag-2");
  EXPECT_LT(worst(first, body, "/bodies/sphere/position"), 1e-10);
}

// Free in all motions, with a centre of gravity that the second set moves: the same rigid body, described about two
// points. Hydrodynamics are linear about either, so that they agree to second order of the motion.
TEST(VariableHydro, AMassAwayFromTheBodysCentreTurnsAndWeighsAsItShould) {
  const std::string low = changed_hemisphere("low", [](hydro::HydroData& data) {
    hydro::HydroBody& body = data.bodies[0];
    body.cg.z() = -3.0;
    body.radiation_state_space.clear();
    swell_test::clear_what_follows(body);
  });
  const auto free = [](const std::string& hydro_data, const std::string& mass) {
    return "simulation: {duration: 40, time_step: 0.05, ramp: 10}\nwaves: {type: regular, height: 0.02, period: 6}\n"
           "components: [{name: ramp, type: ramp, start: 0, end: 0.001, from: -1, to: 1}]\n"
           "bodies:\n  - {name: sphere, hydro_data: {" +
           hydro_data + "}, " + mass + "}\n";
  };
  // The second set acts from half a millisecond on, while everything rests: the reference point is the first set's.
  const auto alone =
      run_text(free("file: " + low + ", body: 1", "mass: 261.8e3, inertia: [1.2e6, 1.3e6, 2.6e6]"), "low-alone");
  const auto set =
      run_text(free(two(low, ", mass: 261.8e3, inertia: [1.2e6, 1.3e6, 2.6e6]", "signal: ramp.output, thresholds: [0]"),
                    "mass: 250e3, inertia: [1.7e6, 1.7e6, 2.6e6]"),
               "low-set");
  EXPECT_EQ(switches(set), 1);
  const MatrixX a = read_dataset(alone, "/bodies/sphere/position"), s = read_dataset(set, "/bodies/sphere/position");
  double pitch = 0.0, surge = 0.0, worst_pitch = 0.0, worst_surge = 0.0;
  for (Eigen::Index i = 0; i < a.rows(); ++i) {
    pitch = std::max(pitch, std::abs(a(i, 4)));
    surge = std::max(surge, std::abs(a(i, 0)));
    worst_pitch = std::max(worst_pitch, std::abs(a(i, 4) - s(i, 4)));
    // The low centre is one metre below the body's reference point.
    worst_surge = std::max(worst_surge, std::abs(a(i, 0) - (s(i, 0) - std::sin(s(i, 4)))));
  }
  swell_test::measured("pitch %.3g rad to %.2g, surge %.3g m to %.2g", pitch, worst_pitch, surge, worst_surge);
  EXPECT_GT(pitch, 1e-5);
  EXPECT_LT(worst_pitch, 2e-3 * pitch);
  EXPECT_LT(worst_surge, 2e-3 * surge);
}

// The signal begins in the last interval, whose set is the initial one too, and falls through the middle and back.
TEST(VariableHydro, ATableHoldsFromTheFirstCrossingWhereverTheSignalBegan) {
  const std::string rule = "signal: ramp.output, thresholds: [1, 2], table: [2, 1, 2], hysteresis: 0.02, initial: 2";
  for (const auto& [from, to] : {std::pair{3.01, 1.5}, std::pair{3.01, 0.01}, std::pair{0.01, 3.01}}) {
    const auto file =
        run_text(sphere(two(heavier(), "", rule), "components: [{name: ramp, type: ramp, start: 0, end: 30, from: " +
                                                      std::to_string(from) + ", to: " + std::to_string(to) + "}]\n"),
                 "sets-table-from");
    const MatrixX set = read_dataset(file, "/bodies/sphere/hydro_set"), time = read_dataset(file, "/time");
    for (Eigen::Index i = 0; i < set.rows(); ++i) {
      const double signal = from + (to - from) * std::min(1.0, time(i, 0) / 30.0);
      if (std::abs(signal - 1.0) < 0.02 || std::abs(signal - 2.0) < 0.02) continue;
      EXPECT_EQ(set(i, 0), signal > 1.0 && signal < 2.0 ? 1.0 : 2.0) << time(i, 0);
    }
  }
}

TEST(VariableHydro, AComponentPicksTheSetByTheValueOfItsPort) {
  // Sampled, so that its output jumps between steps: two sets at once at 10 s, back at 20 s.
  const std::string rule = "signal: chooser.output, thresholds: [1.5, 2.5]";
  const std::string text = "sets: [{file: " + hemisphere() + ", body: 1}, {file: " + hemisphere() +
                           ", body: 1}, {file: " + heavier() + ", body: 1}], " + rule;
  const auto file = run_text(
      sphere(text,
             "components:\n  - {name: clock, type: ramp, start: 0, end: 40, from: 0, to: 40}\n"
             "  - {name: chooser, type: expression, inputs: [now], expression: \"1 + 2*(now > 9.99)*(now < 19.99)\", "
             "sample_time: 0.5}\nconnections: [{from: clock.output, to: chooser.now}]\n"),
      "sets-component");
  const MatrixX set = read_dataset(file, "/bodies/sphere/hydro_set"), time = read_dataset(file, "/time");
  for (Eigen::Index i = 0; i < set.rows(); ++i) {
    if (std::abs(time(i, 0) - 10.0) < 0.11 || std::abs(time(i, 0) - 20.0) < 0.11) continue;
    EXPECT_EQ(set(i, 0), time(i, 0) > 10.0 && time(i, 0) < 20.0 ? 3.0 : 1.0) << time(i, 0);
  }
}

// Data of the body at two drafts: at the second the sphere rests half a metre lower.
TEST(VariableHydro, ADisplacedSetRestsWhereItsDataWereComputed) {
  const std::string low = changed_hemisphere("low-draft", [](hydro::HydroData& data) {
    data.bodies[0].cg.z() -= 0.5;
    data.bodies[0].cb.z() -= 0.5;
  });
  const auto end = [&](const std::string& centers) {
    std::string text = sphere(sets(hemisphere(), low, "signal: ramp.output, thresholds: [0]"),
                              "hydrodynamics: {set_centers: " + centers +
                                  "}\ncomponents: [{name: ramp, type: ramp, start: 0, end: 0.01, from: -1, to: 1}]\n",
                              "", "{type: none}");
    text.replace(text.find("damping: 1e5"), 12, "damping: 4e5");
    text.replace(text.find("mass: 261.8e3"), 13, "mass: equilibrium");
    const MatrixX position = read_dataset(run_text(text, "sets-draft"), "/bodies/sphere/position");
    return position(position.rows() - 1, 2);
  };
  EXPECT_NEAR(end("displaced"), -2.5, 1e-3);
  EXPECT_NEAR(end("moved"), -2.0, 1e-3);
}

// --- order ---

// Mixed sets: the rate of the stored velocity is w a + w' v, so that the memory keeps its fourth order in the step of
// the kernel. With w a alone it had the second.
TEST(VariableHydro, MixedSetsHaveTheFourthOrderOfTheKernelStep) {
  const std::string soft = changed_hemisphere("mixed-soft", [](hydro::HydroData& data) {
    for (auto& K : data.bodies[0].radiation_irf) K *= 2.0;
    for (auto& B : data.bodies[0].radiation_damping) B *= 2.0;
  });
  const auto run = [&](double step) {
    std::ostringstream radiation;
    radiation << "hydrodynamics: {convolution: {time_step: " << step << "}}\n"
              << "components: [{name: wave, type: sine, period: 7, amplitude: 0.9}]\n";
    std::string text = sphere(sets(hemisphere(), soft, "signal: wave.output, thresholds: [-1, 1], interpolate: true"),
                              radiation.str());
    text.replace(text.find("time_step: 0.05"), 15, "time_step: 0.01");
    return run_text(text, "mixed-order");
  };
  const MatrixX exact = read_dataset(run(0.0125), "/bodies/sphere/position");
  double last = 0.0;
  for (const double step : {0.4, 0.2, 0.1}) {
    const double error = (read_dataset(run(step), "/bodies/sphere/position") - exact).cwiseAbs().maxCoeff();
    swell_test::measured("kernel step %g s: %.3g m", step, error);
    if (last > 0.0) {
      EXPECT_GT(std::log2(last / error), 3.3);
    }
    last = error;
  }
}

// --- what the sea asks of the sets, and absurd numbers ---

TEST(VariableHydro, TheSeaMustLieWithinTheDataOfEverySet) {
  const std::string narrow = changed_hemisphere("narrow", [](hydro::HydroData& data) {
    const auto keep = [&](auto& list) {
      if (list.size() > 20) list.resize(20);
    };
    keep(data.omega);
    hydro::HydroBody& body = data.bodies[0];
    keep(body.added_mass);
    keep(body.radiation_damping);
    for (auto* parts : {&body.excitation, &body.froude_krylov, &body.scattering}) {
      for (auto& direction : *parts) keep(direction);
    }
  });
  EXPECT_THAT(errors_of(sphere(sets(hemisphere(), narrow, "initial: 1"))),
              AllOf(HasSubstr("wave period 6 s is outside the BEM range"), HasSubstr("narrow.h5")));
  const std::string text = errors_of(sphere(sets(hemisphere(), hemisphere(), "initial: 1"), "", "",
                                            "{type: regular, height: 2, period: 6, direction: 30}"));
  EXPECT_THAT(text, HasSubstr("wave direction 30 degrees is outside the headings 0 to 0 degrees of"));
  EXPECT_THAT(text, HasSubstr("sets-wrong.yaml:2:"));  // the line that says so
}

TEST(LargeHorizontalMotion, TheExcitationIsThatOfTheWaveWhereTheBodyIs) {
  const double period = 6.0, k = std::pow(2.0 * kPi / period, 2) / 9.81, x = 7.0;
  const auto moved = run_text(
      "simulation: {duration: 1, time_step: 0.05}\nwaves: {type: regular, height: 2, period: 6}\n"
      "bodies:\n  - {name: sphere, hydro_data: {file: " +
          hemisphere() +
          ", body: 1}, mass: equilibrium, inertia: [1e6, 1e6, 1e6], large_horizontal_motion: true, "
          "initial: {displacement: [7, 0, 0]}}\n",
      "horizontal-moved");
  std::ostringstream waves;
  waves.precision(17);
  waves << "{type: regular, height: 2, period: 6, phase: " << std::remainder(-k * x, 2.0 * kPi) / kDegree << "}";
  const auto phased = run_text("simulation: {duration: 1, time_step: 0.05}\nwaves: " + waves.str() +
                                   "\nbodies:\n  - {name: sphere, hydro_data: {file: " + hemisphere() +
                                   ", body: 1}, mass: equilibrium, inertia: [1e6, 1e6, 1e6]}\n",
                               "horizontal-phased");
  const MatrixX a = read_dataset(moved, "/bodies/sphere/force/excitation"),
                b = read_dataset(phased, "/bodies/sphere/force/excitation");
  EXPECT_LT((a.row(0) - b.row(0)).cwiseAbs().maxCoeff(), 1e-6 * b.row(0).cwiseAbs().maxCoeff());
}

TEST(MeanDrift, ItIsTheCoefficientTimesTheAmplitudeSquared) {
  const std::string file = changed_hemisphere("drift", [](hydro::HydroData& data) {
    VectorX drift = VectorX::Zero(6);
    drift[0] = 0.4;
    data.bodies[0].mean_drift_control_surface.assign(data.direction.size(),
                                                     std::vector<VectorX>(data.omega.size(), drift));
  });
  const auto force = [&](const char* key) {
    const auto result = run_text(
        sphere("file: " + file + ", body: 1", std::string("hydrodynamics: {mean_drift: ") + key + "}\n"), "drift");
    return read_dataset(result, "/bodies/sphere/force/excitation");
  };
  const MatrixX difference = force("control-surface") - force("none");
  EXPECT_NEAR(difference(difference.rows() - 1, 0), 0.4 * 1000.0 * 9.81 * 1.0, 1e-3);
  EXPECT_EQ(difference.col(2).cwiseAbs().maxCoeff(), 0.0);
  // The file holds one way to integrate it; another would be nothing, silently.
  EXPECT_THAT(errors_of(sphere("file: " + file + ", body: 1", "hydrodynamics: {mean_drift: momentum}\n")),
              AllOf(HasSubstr("hydrodynamics.mean_drift: no body has such a drift force in"), HasSubstr(file)));
}

}  // namespace
}  // namespace swell::variable_hydro_test
