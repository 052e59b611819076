// Cases as a newcomer writes them, on the shipped hemisphere: every key that is accepted does something, what cannot be
// done is reported with its place, and no input is ever replaced.
#include "results_file.h"
#include "swell/model/choices.h"
#include "swell/model/read_case.h"
#include "swell/model/table_file.h"
#include "swell/run/assess_case.h"
#include "swell/run/run.h"
#include "swell_test/test.h"

namespace swell::odd_cases_test {
namespace {

using swell_test::read_dataset;
using swell_test::run_text;

struct Parts {
  std::string simulation = "duration: 5, time_step: 0.05";
  std::string waves = "{type: regular, height: 2, period: 6}";
  std::string more;  ///< whole lines at the top
  std::string body;  ///< keys of the body, with a comma before each
  std::string pto = ", damping: 322292";
  std::string data = "sphere/hemisphere.h5";
};

std::string yaml(const Parts& p) {
  return "simulation: {" + p.simulation + "}\nwaves: " + p.waves + "\n" + p.more +
         "bodies:\n  - {name: sphere, hydro_data: {file: " +
         (swell_test::source_folder() / "inputs" / p.data).string() +
         ", body: 1}, mass: equilibrium, inertia: [1690000, 1690000, 2606000]" + p.body +
         "}\nptos:\n  - {name: PTO, type: translational, base: world, follower: sphere" + p.pto + "}\n";
}

VectorX heave(const Parts& p) { return read_dataset(run_text(yaml(p), "odd"), "/bodies/sphere/position").col(2); }
VectorX elevation(const Parts& p) { return read_dataset(run_text(yaml(p), "odd"), "/wave/elevation").col(0); }

/// What `swell check` reports of a case, a line each.
std::string reported(const Parts& p) {
  Diagnostics found;
  const model::Model m = model::read_case_text(yaml(p), std::filesystem::temp_directory_path() / "odd.yaml", {}, found);
  std::string text;
  for (const Diagnostic& d : run::assess_case(m, found, nullptr).diagnostics) text += d.text() + "\n";
  return text;
}

/// The messages with which a case is refused when it is read or run.
std::vector<std::string> refusal(const Parts& p) {
  std::vector<std::string> texts;
  try {
    run_text(yaml(p), "odd");
  } catch (const InputError& error) {
    for (const Diagnostic& d : error.diagnostics()) texts.push_back(d.text());
  }
  return texts;
}

TEST(Keys, ASeaWithoutHeightIsStillWater) {
  Parts still, flat;
  still.body = flat.body = ", initial: {displacement: [0, 0, 1]}";
  still.waves = "{type: none}";
  for (const char* sea : {"{type: regular, height: 0, period: 6}", "{type: regular, amplitude: 0, period: 6}",
                          "{type: irregular, significant_height: 0, peak_period: 6, seed: 1}"}) {
    flat.waves = sea;
    EXPECT_EQ(heave(flat), heave(still)) << sea;
  }
}

// What the functions do is tests/waves' matter; here, that a case reaches each with its own parameter.
TEST(Keys, EverySpreadingFunctionIsReachable) {
  const auto spread = [](const std::string& function) {
    Parts p;
    p.waves =
        "{type: irregular, significant_height: 2, peak_period: 6, seed: 1, direction: 20, spread: " + function + "}";
    Diagnostics diagnostics;
    const model::Model model = model::read_case_text(yaml(p), "spread.yaml", {}, diagnostics);
    diagnostics.throw_if_errors();
    return std::get<model::SpreadingFunction>(std::get<model::IrregularWave>(model.waves[0]).spread);
  };
  EXPECT_EQ(spread("{type: cos-n, n: 4}").n, 4.0);
  EXPECT_NEAR(spread("{type: wrapped-normal, deviation: 25}").deviation, 25.0 * kPi / 180.0, 1e-15);
  Parts p;
  p.waves = "{type: irregular, significant_height: 2, peak_period: 6, spread: {type: cos-n, s: 4}}";
  EXPECT_THAT(refusal(p), ElementsAre(HasSubstr("waves.spread.s belongs to another spreading function")));
}

TEST(Keys, NoMomentOfInertiaWhereNothingTurns) {
  const auto with = [](const std::string& inertia, const std::string& joint) {
    return "simulation: {duration: 5, time_step: 0.05}\nwaves: {type: none}\nbodies:\n  - {name: plate, mass: 1000, "
           "inertia: " +
           inertia +
           ", center_of_gravity: [0, 0, -3], center_of_buoyancy: [0, 0, -2], volume: 1.5}\n"
           "joints:\n  - {name: joint, base: world, follower: plate, location: [0, 0, -5], " +
           joint + "}\n";
  };
  const auto motion = [](const std::string& text) {
    return read_dataset(run_text(text, "odd"), "/bodies/plate/position");
  };
  const std::string hinge = "type: rotational, extension: 5", rail = "type: translational";
  EXPECT_EQ(motion(with("[0, 700, 0]", hinge)), motion(with("[500, 700, 600]", hinge)));
  EXPECT_EQ(motion(with("[0, 0, 0]", rail)), motion(with("[500, 700, 600]", rail)));
  EXPECT_THAT(swell_test::refusal_of([&] { motion(with("[500, 0, 0]", hinge)); }),
              HasSubstr("bodies.plate.inertia.2 = 0 kg m^2 must be above 0: the body turns about"));
}

TEST(Keys, GivenPhasesReplaceTheRandomOnes) {
  Parts p;
  p.waves = "{type: irregular, significant_height: 2, peak_period: 6, phases: [0, 0, 0, 0]}";
  const VectorX crest = elevation(p);
  p.waves = "{type: irregular, significant_height: 2, peak_period: 6, phases: [180, 180, 180, 180]}";
  const VectorX trough = elevation(p);
  // Four components of equal energy and m0 = Hs^2/16: at t = 0 the sum of the amplitudes, 4 sqrt(2 m0/4).
  EXPECT_NEAR(crest[0], 4.0 * std::sqrt(2.0 * 4.0 / 16.0 / 4.0), 1e-9);
  EXPECT_NEAR((crest + trough).norm(), 0.0, 1e-12 * crest.norm());
  p.waves = "{type: irregular, significant_height: 2, peak_period: 6, phases: [0, 0], bins: {count: 3}}";
  EXPECT_THAT(refusal(p),
              ElementsAre(HasSubstr("2:73: waves.phases has 2 entries, and 3 frequencies in 1 directions")));
}

TEST(Keys, ASpreadingSectorHoldsItsDirections) {
  // The shipped data know one heading: a spread sea is refused by name of its outermost direction.
  Parts p;
  p.waves = "{type: irregular, significant_height: 2, peak_period: 6, spread: {type: cos-2s, width: 30, count: 3}}";
  EXPECT_THAT(refusal(p), ElementsAre(HasSubstr("wave direction -10 degrees")));
  p.waves = "{type: irregular, significant_height: 2, peak_period: 6, spread: {type: cos-2s, width: 60, count: 3}}";
  EXPECT_THAT(refusal(p), ElementsAre(HasSubstr("wave direction -20 degrees")));
  p.waves =
      "{type: irregular, significant_height: 2, peak_period: 6, spread: {type: cos-2s, s: 1e6, width: 90, count: 8}}";
  EXPECT_THAT(refusal(p), ElementsAre(HasSubstr("waves.spread has no energy in its 8 directions: the function is "
                                                "narrower than they are apart")));
}

// Seas that are not what their keys say are run with a warning.
TEST(Keys, SeasThatAreNotAsAskedAreReported) {
  const auto warnings = [](const std::string& waves, const char* data = "sphere/hemisphere.h5") {
    Parts p;
    p.waves = waves;
    p.data = data;
    return reported(p);
  };
  EXPECT_THAT(
      warnings("{type: irregular, significant_height: 2, peak_period: 6, bins: {method: traditional, count: 5}}"),
      HasSubstr("and 2 m are asked for: its bins are too few"));
  EXPECT_EQ(warnings("{type: irregular, significant_height: 2, peak_period: 6, bins: {count: 20}}"), "");
  // cos-2s of s = 200 has a circular deviation of sqrt(2 / 201) = 5.7 deg.
  const auto spread = [&](const char* width) {
    return warnings("{type: irregular, significant_height: 2, peak_period: 6, spread: {type: cos-2s, s: 200, width: " +
                        std::string(width) + ", count: 3}}",
                    "loads/headings.h5");
  };
  EXPECT_THAT(spread("90"),
              HasSubstr("those next to the mean are 30 deg apart, and the function spreads it by 5.72 deg"));
  EXPECT_THAT(spread("30"), ::testing::Not(HasSubstr("next to the mean")));
  EXPECT_THAT(warnings("{type: irregular, significant_height: 2, peak_period: 6, spread: {type: cos-2s, s: 200, "
                       "directions: [-90, -0.5, 0.5, 90]}}",
                       "loads/headings.h5"),
              HasSubstr("the directions spread the energy by 0.5 deg"));
  const auto sector = [&](const char* rows) {
    const auto file = std::filesystem::temp_directory_path() / "swell-odd-sector.txt";
    std::ofstream(file) << rows;
    return warnings("{type: directional-spectrum, file: " + file.string() + "}", "loads/headings.h5");
  };
  EXPECT_THAT(sector("0 -20 0 20\n0.1 0.5 1 0.2\n0.15 1 2 0.4\n0.2 0.1 0.2 0.04\n"),
              HasSubstr("the directions go from -20 to 20 deg, and at their ends the density is 0.5 of that of the "
                        "densest direction: waves from the other 320 deg are left out"));
  EXPECT_THAT(sector("0 -20 0 20\n0.1 0 1 0\n0.15 0 2 0\n0.2 0 0.2 0\n"), ::testing::Not(HasSubstr("left out")));
  const auto record = std::filesystem::temp_directory_path() / "swell-odd-datum.txt";
  for (const double level : {0.0, 30.0}) {
    std::ofstream out(record);
    for (int i = 0; i <= 200; ++i) out << 0.1 * i << " " << level + std::cos(i * 0.1) << "\n";
    out.close();
    const std::string text = warnings("{type: imported-elevation, file: " + record.string() + "}");
    if (level > 0.0) {
      EXPECT_THAT(text, HasSubstr("the elevations of the record lie about 30.05 m"));
    } else {
      EXPECT_THAT(text, ::testing::Not(HasSubstr("lie about")));
    }
  }
  const std::string wave = "{type: regular, height: 2, period: 7}";
  EXPECT_THAT(warnings("[" + wave + ", " + wave + "]"), HasSubstr("seas 1 and 2 are one regular wave of 7 s"));
  EXPECT_EQ(warnings("[" + wave + ", {type: regular, height: 2, period: 8}]"), "");
}

TEST(Keys, AGivenVolumeIsTheOneThatFloats) {
  // mass: equilibrium of 100 m^3 floats at the design pose, as any volume must; buoyancy and weight are the same.
  Parts p;
  p.waves = "{type: none}";
  p.body = ", volume: 100";
  EXPECT_LT((heave(p).array() + 2.0).abs().maxCoeff(), 1e-9);
}

TEST(Keys, OfHeldMotionsOtherHullsAndTimesThatAreOverAreReported) {
  const auto with_body = [](const std::string& keys) {
    Parts p;
    p.body = keys;
    return reported(p);
  };
  EXPECT_THAT(with_body(", linear_damping: [1e4, 0, 0, 0, 0, 0]"), HasSubstr("linear_damping has no effect"));
  EXPECT_EQ(with_body(", linear_damping: [0, 0, 1e4, 0, 0, 0]").find("no effect"), std::string::npos);
  EXPECT_THAT(with_body(", volume: 100"), HasSubstr("those of a hull of 261.799"));
  EXPECT_EQ(with_body(", volume: 262"), "");
  Parts p;
  p.simulation = "start: 100, duration: 5, time_step: 0.05, ramp: 50";
  EXPECT_THAT(reported(p), HasSubstr("ends before the run"));
  p.simulation = "start: 10, duration: 5, time_step: 0.05, ramp: 12";  // from t = 0: full height after 2 s
  EXPECT_EQ(reported(p).find("ramp"), std::string::npos);
  p.simulation = "start: 10, duration: 5, time_step: 0.05, ramp: 20";
  EXPECT_THAT(reported(p), HasSubstr("never reach full height"));
}

// 5 m above its hinge, turned by 10 degrees: [5 sin 10, 0, 5 (cos 10 - 1)] with four digits is 6e-6 m off.
TEST(Cases, StartFromAPoseWrittenWithFourDigits) {
  const auto start = [](const std::string& place) {
    return read_dataset(
        run_text(
            "simulation: {duration: 0.02, time_step: 0.01}\nbodies:\n  - {name: a, mass: 1000, inertia: [200, 300, "
            "400], center_of_gravity: [0, 0, 0], center_of_buoyancy: [0, 0, 0], volume: 1, initial: {displacement: " +
                place +
                ", axis: [0, 1, 0], angle: 10}}\njoints:\n  - {name: j, type: rotational, base: world, follower: "
                "a, location: [0, 0, -5]}\n",
            "digits"),
        "/bodies/a/position");
  };
  const MatrixX position = start("[0.8682, 0, -0.07596]");
  EXPECT_NEAR(position(0, 4), 10.0 * kDegree, 1e-5);
  EXPECT_NEAR(std::hypot(position(0, 0), position(0, 2) + 5.0), 5.0, 1e-12) << "the joint holds";
  EXPECT_THROW(start("[0.8882, 0, -0.07596]"), InputError);
}

TEST(Cases, WhereNothingMovesStillGiveLoads) {
  const MatrixX wave =
      read_dataset(run_text("simulation: {duration: 6, time_step: 0.1}\nwaves: {type: regular, height: 2, period: 6}\n"
                            "bodies:\n  - {name: sphere, hydro_data: {file: " +
                                (swell_test::source_folder() / "inputs/sphere/hemisphere.h5").string() +
                                ", body: 1}, mass: equilibrium, inertia: [1, 1, 1]}\n"
                                "joints: [{name: hold, type: fixed, base: world, follower: sphere}]\n",
                            "fixed"),
                   "/joints/hold/constraint_force");
  ASSERT_EQ(wave.rows(), 61);
  EXPECT_GT(wave.col(2).maxCoeff(), 1e4);
  EXPECT_LT((wave.row(0) - wave.row(60)).cwiseAbs().maxCoeff(), 1e-6 * wave.cwiseAbs().maxCoeff());
}

TEST(Keys, ABuoyancyCentreOffTheAxisTips) {
  Parts p;
  p.waves = "{type: none}";
  p.body = ", center_of_buoyancy: [1, 0, -2]";
  const MatrixX force = read_dataset(run_text(yaml(p), "odd"), "/bodies/sphere/force/restoring");
  const double buoyancy = 1000.0 * 9.81 * 2.0 / 3.0 * kPi * 125.0;
  EXPECT_NEAR(force(0, 4), -buoyancy, 1e-3 * buoyancy);  // upwards at x = 1: the bow rises, pitch falls
}

TEST(Refusals, AreSaidOnceAndAtTheirPlace) {
  Parts p;
  p.simulation = "duration: 5, integrator: dopri5, reproduce: wec-sim";
  p.more = "hydrodynamics: {convolution: {duration: 20}}\n";
  EXPECT_THAT(refusal(p), ElementsAre(HasSubstr("1:13: simulation.time_step is missing: the convolution is sampled")));
  p = Parts{};
  p.simulation = "duration: 5, time_step: 0.05, reproduce: wec-sim";
  EXPECT_THAT(refusal(p), ElementsAre(HasSubstr("1:55: reproduce: wec-sim keeps 60 s of the radiation kernel, and the "
                                                "data hold 20 s; set hydrodynamics: {convolution: {duration: 20}}")));
  p = Parts{};
  p.more = "hydrodynamics: {convolution: {time_step: 1.0e-9}}\n";
  EXPECT_THAT(refusal(p), ElementsAre(HasSubstr("3:42: hydrodynamics.convolution.time_step = 1e-09 s makes 2e+10")));
  p.more = "hydrodynamics: {radiation: state-space, state_space: {realisation: entrywise, passive: true}}\n";
  EXPECT_THAT(refusal(p), ElementsAre(HasSubstr("state_space.passive = true needs realisation: whole-matrix")));
  p.more = "output: {time_step: 50}\n";
  EXPECT_THAT(refusal(p), ElementsAre(HasSubstr("3:21: output.time_step = 50 s is longer than the run of 5 s")));
  p.more = "output: {select: [bodies.*.positon]}\n";
  EXPECT_THAT(refusal(p), ElementsAre(HasSubstr("3:18: output.select = bodies.*.positon matches no result")));
  // A pattern picks what is recorded: other outputs are recorded by their names.
  p.more = "output: {select: [sphere.shi*]}\n";
  EXPECT_THAT(refusal(p), ElementsAre(HasSubstr("3:18: output.select = sphere.shi* matches no result")));
  p.more = "environment: {current: {profile: linear, speed: 1}}\n";
  EXPECT_THAT(refusal(p), ElementsAre(HasSubstr("3:24: environment.current.depth is missing")));
  p.more = "environment: {current: {profile: table, z: [-10, 5], speeds: [1, 2]}}\n";
  EXPECT_THAT(refusal(p), ElementsAre(HasSubstr("environment.current.z reaches 5 m, above still water")));
  p = Parts{};
  p.simulation = "duration: 5, time_step: 0.05, start: 1.0e+15";
  EXPECT_THAT(refusal(p), ElementsAre(HasSubstr("simulation.start = 1e+15 s: steps of 0.05 s are lost in the digits")));
  p.simulation = "duration: 5, time_step: 0.05, start: 1.7e+9";
  EXPECT_THAT(refusal(p), IsEmpty());
  p = Parts{};
  p.simulation = "duration: 5, time_step: 0";
  EXPECT_THAT(refusal(p), ElementsAre(HasSubstr("simulation.time_step = 0 s must be above 0")));
  p = Parts{};
  p.body = ", hydro_data: {file: nowhere.h5, body: 1}";
  std::string text = yaml(p);
  text.erase(text.find(" hydro_data: {file: "), text.find("body: 1},") + 9 - text.find(" hydro_data: {file: "));
  EXPECT_THAT([&] { run_text(text, "odd"); },
              ::testing::ThrowsMessage<InputError>(::testing::Not(HasSubstr("center_of_gravity"))))
      << "one mistake, one message";
}

TEST(Refusals, ARecordForTheExcitationKernelStandsAlone) {
  const auto record = std::filesystem::temp_directory_path() / "swell-odd-record.txt";
  std::ofstream(record) << "0 0\n1 0.5\n2 0\n3 -0.5\n";
  const std::string sea = "{type: imported-elevation, method: excitation-kernel, file: " + record.string() + "}";
  Parts p;
  p.waves = "[" + sea + ", {type: regular, height: 1, period: 6}]";
  EXPECT_THAT(refusal(p), ElementsAre(HasSubstr("waves.method = excitation-kernel allows no other seas")));
  p.waves = sea;
  Diagnostics diagnostics;
  const auto model =
      model::read_case_text(yaml(p), std::filesystem::temp_directory_path() / "odd.yaml", {}, diagnostics);
  run::RunOptions options;
  options.output = std::filesystem::temp_directory_path() / "swell-odd.h5";
  EXPECT_THAT(texts(run::run_case(model, options).warnings),
              ElementsAre(HasSubstr("the record lasts from 0 to 3 s and the run from 0 to 5 s")));
}

TEST(ImportedElevation, StaysTheRecordBeyondTheHydrodynamicData) {
  // A wave within the data's range and a ripple beyond it (the hemisphere's end at 6 rad/s).
  const auto record = std::filesystem::temp_directory_path() / "swell-odd-ripple.txt";
  std::ofstream out(record);
  const auto eta = [](double t) { return std::cos(2.0 * kPi * t / 8.0) + 0.023 * std::cos(2.0 * kPi * t / 0.5); };
  for (int i = 0; i < 800; ++i) out << fmt::format("{:.2f} {:.15g}\n", 0.1 * i, eta(0.1 * i));
  out.close();
  Parts p;
  p.simulation = "duration: 20, time_step: 0.1";
  p.waves = "{type: imported-elevation, file: " + record.string() + "}";
  const auto file = run_text(yaml(p), "odd");
  const VectorX wave = read_dataset(file, "/wave/elevation").col(0);
  for (Eigen::Index i = 0; i < wave.size(); ++i) EXPECT_NEAR(wave[i], eta(0.1 * static_cast<double>(i)), 1e-9);
  Diagnostics found;
  const model::Model m = model::read_case_text(yaml(p), std::filesystem::temp_directory_path() / "odd.yaml", {}, found);
  EXPECT_THAT(texts(run::assess_case(m, found, nullptr).warnings),
              ElementsAre(HasSubstr("(2.3 % of its standard deviation) lies outside the hydrodynamic data")));
}

TEST(Ramp, LeavesStillWaterBeforeTimeZero) {
  Parts p;
  p.simulation = "start: -20, duration: 40, time_step: 0.05, ramp: 15";
  const VectorX wave = elevation(p), motion = heave(p);
  EXPECT_EQ(wave.head(401).cwiseAbs().maxCoeff(), 0.0);
  EXPECT_LT((motion.head(400).array() - motion[0]).abs().maxCoeff(), 1e-9);
  EXPECT_GT(wave.tail(100).maxCoeff(), 0.9);
}

TEST(Tables, MayBeginWithAByteOrderMark) {
  const auto folder = std::filesystem::temp_directory_path();
  const auto table = [&](const std::string& text) {
    std::ofstream(folder / "swell-odd-table.csv", std::ios::binary) << text;
    return model::read_table_file(folder / "swell-odd-table.csv", 2, 2, {});
  };
  for (const char* mark : {"", "\xEF\xBB\xBF"}) {
    for (const char* heading : {"", "time,height\r\n", "# a remark\n"}) {
      const MatrixX rows = table(std::string(mark) + heading + "0,1\r\n1,2\r\n2,3\r\n");
      ASSERT_EQ(rows.rows(), 3) << heading;
      EXPECT_EQ(rows(0, 1), 1.0);
    }
  }
  EXPECT_THROW(table("0,1x\n1,2\n2,3\n"), InputError) << "no heading: it begins with a number";
}

TEST(Motions, ThatEndBeforeTheRunOrHaveGapsAreReported) {
  const auto file = std::filesystem::temp_directory_path() / "swell-odd-motion.txt";
  const auto answer = [&](double first, double last, double gap) {
    std::ofstream out(file);
    double shift = 0.0;
    for (int i = 0; i <= static_cast<int>(std::lround((last - first) / 0.1)); ++i) {
      const double t = first + 0.1 * i;
      if (t > 2.0) shift = gap;
      out << fmt::format("{:.3f} {:.6f}\n", t + shift, 0.3 * std::sin(t));
    }
    out.close();
    Parts p;
    p.pto = ", motion: {file: " + file.string() + "}";
    Diagnostics found;
    const model::Model m =
        model::read_case_text(yaml(p), std::filesystem::temp_directory_path() / "odd.yaml", {}, found);
    const run::CaseAssessment verdict = run::assess_case(m, found, nullptr);
    std::string text = verdict.good ? "" : "refused: ";
    for (const Diagnostic& d : verdict.diagnostics) text += d.text() + "\n";
    return text;
  };
  EXPECT_EQ(answer(0.0, 5.0, 0.0), "");
  EXPECT_THAT(answer(0.0, 4.0, 0.0),
              HasSubstr("the motion lasts from 0 to 4 s and the run from 0 to 5 s: beyond its ends "
                        "the joint PTO stands still at the last row"));
  EXPECT_THAT(answer(1.0, 5.0, 0.0), HasSubstr("stands still at the first row"));
  EXPECT_THAT(answer(0.0, 4.0, 1.5), HasSubstr("rows of the motion are 1.6 s apart at t = 2 s and mostly 0.1 s"));
  EXPECT_THAT(answer(0.0, 5.0, -1.0), HasSubstr("times must ascend, but 1.1 s follows 2 s in row 22"));
  EXPECT_THAT(answer(0.0, 0.2, 0.0), HasSubstr("3 of the four rows at least that the spline of a motion needs"));
  EXPECT_THAT(answer(0.0, 5.0, 300.0),
              ::testing::AllOf(HasSubstr("refused: "), HasSubstr("between the rows at 2 and 302.1 s the cubic spline "),
                               HasSubstr("all rows lie within"), HasSubstr("fill the gap with rows")));
}

// Millimetres at 100 Hz: second differences are those of the rounding, 1e-3 / 0.01^2 = 10 m/s^2. The same at 1 Hz, or
// with nine digits, or a polygon of exact numbers, are motions.
TEST(Motions, OfFewDigitsAndShortStepsAreReported) {
  const auto file = std::filesystem::temp_directory_path() / "swell-rounded-motion.txt";
  const auto answer = [&](double step, int digits, auto motion) {
    std::ofstream out(file);
    for (int i = 0; i <= static_cast<int>(std::lround(6.0 / step)); ++i)
      out << fmt::format("{:.3f} {:.{}f}\n", step * i, motion(step * i), digits);
    out.close();
    Parts p;
    p.pto = ", motion: {file: " + file.string() + "}";
    return reported(p);
  };
  const auto sine = [](double t) { return 0.3 * std::sin(t); };
  const auto triangle = [](double t) { return 0.1 * std::abs(std::remainder(t, 4.0)); };
  EXPECT_THAT(answer(0.01, 3, sine), HasSubstr("the motion is rounded to 0.001, and its rows are 0.01 s apart: its "
                                               "accelerations jump by 10 m/s^2"));
  EXPECT_EQ(answer(0.5, 3, sine), "");
  EXPECT_EQ(answer(0.01, 9, sine), "");
  EXPECT_EQ(answer(0.01, 3, triangle), "");
  EXPECT_EQ(answer(0.01, 3, [](double t) { return t < 3.0 ? 0.0 : 1.0; }).find("rounded"), std::string::npos)
      << "one step";
  EXPECT_EQ(answer(0.1, 3, [](double t) { return 0.1 * t * t; }), "") << "exact rows of a constant acceleration";
  EXPECT_EQ(answer(0.25, 3, [](double t) { return 0.001 * std::round(300.0 * std::sin(0.02 * t)); }), "")
      << "1e-3 / 0.25^2 = 0.016 m/s^2 of one that is slower than the run: nothing beside the sea's";
}

TEST(Tables, ASplineThatLeavesItsRowsIsReported) {
  const auto answer = [&](const std::string& table) {
    Parts p;
    p.more = "components: [{name: l, type: lookup-table, interpolation: " + table +
             "}]\nconnections: [{from: PTO.velocity, to: l.input}, {from: l.output, to: PTO.force}]\n";
    return reported(p);
  };
  const std::string step = "table: [[-2, -1], [-0.1, -1], [0.1, 1], [2, 1]]";
  EXPECT_THAT(answer("spline, " + step),
              ::testing::AllOf(HasSubstr("the spline through the rows reaches"), HasSubstr("from -1 to 1")));
  EXPECT_EQ(answer("linear, " + step), "");
  std::string sine = "spline, table: [";
  for (int i = 0; i <= 10; ++i) sine += fmt::format("{}[{}, {:.9f}]", i > 0 ? ", " : "", i, std::sin(0.2 * kPi * i));
  EXPECT_EQ(answer(sine + "]"), "") << "ten a period";
}

TEST(Formulas, ThatMuParserWouldTakeAsSomethingElseAreRefused) {
  const auto answer = [&](const std::string& formula) {
    Parts p;
    p.more = "components: [{name: c, type: expression, inputs: [v], expression: \"" + formula +
             "\"}]\nconnections: [{from: PTO.velocity, to: c.v}, {from: c.output, to: PTO.force}]\n";
    return refusal(p);
  };
  const auto number =
      ElementsAre(::testing::AllOf(HasSubstr("outside the parentheses of a function"), HasSubstr("decimal point")));
  for (const char* text : {"-260,000 * v", "-1,5e5*v", "(1, 2)*v", "max(v, 2), 3", "2*(v + (0,5))"})
    EXPECT_THAT(answer(text), number) << text;
  for (const char* text : {"v=0 ? 1 : 2", "v = 3", "max(v=1, 2)", "-1e3*(v=0)"})
    EXPECT_THAT(answer(text), ElementsAre(HasSubstr("compare with =="))) << text;
  for (const char* text : {"-1e5*v*(1<t<5)", "0 < v < 2", "v != 0 == 1", "max(1, 0 <= v <= 2)"})
    EXPECT_THAT(answer(text), ElementsAre(HasSubstr("compares again at character "))) << text;
  for (const char* text : {"0 < v && v < 2", "v < 0 ? 1 : v > 1", "max(v < 1, v > 2)", "(v < 1) == (t > 2)"})
    EXPECT_THAT(answer(text), IsEmpty()) << text;
  for (const char* text : {"2*vé", "2*v²", "2·v", "−v"})
    EXPECT_THAT(answer(text), ElementsAre(HasSubstr("formulas are ASCII"))) << text;
  EXPECT_THAT(answer(""), ElementsAre(HasSubstr("expression is empty")));
  for (const char* text : {"v==0 ? 1 : 2", "max(v, -1e3)", "min(v, max(1, 2))", "(v<=0)*(v>=-1)*(v!=3)", "-1.5e5*v"})
    EXPECT_THAT(answer(text), IsEmpty()) << text;
}

TEST(Formulas, SayWhereTheyHaveNoValue) {
  for (const auto& [formula, cause] : {std::pair<const char*, const char*>("1/v", "a division by zero"),
                                       {"sqrt(-1 - v*v)", "it has no value there"}}) {
    Parts p;
    p.more = std::string("components: [{name: c, type: expression, inputs: [v], expression: \"") + formula +
             "\"}]\nconnections: [{from: PTO.velocity, to: c.v}, {from: c.output, to: PTO.force}]\n";
    EXPECT_THAT(swell_test::refusal_of<SimulationError>([&] { run_text(yaml(p), "odd"); }),
                ::testing::AllOf(HasSubstr("odd.yaml:3:"), HasSubstr("the formula " + std::string(formula)),
                                 HasSubstr("of c was"), HasSubstr("at t = 0 s and v = 0"), HasSubstr(cause)));
  }
}

// What tests/run/keys_act_test.cpp does not reach: choices that show in other seas than one regular wave alone.
TEST(Choices, OfSeasHaveAnEffect) {
  const auto record = std::filesystem::temp_directory_path() / "swell-odd-choice.txt";
  std::ofstream out(record);
  for (int i = 0; i < 400; ++i) out << 0.1 * i << ' ' << std::sin(0.1 * i) << '\n';
  out.close();
  Parts recorded, between, two, shallow;
  recorded.simulation += ", ramp: 3";
  recorded.waves = "{type: imported-elevation, method: excitation-kernel, file: " + record.string() + "}";
  between.waves = "{type: regular, height: 2, period: 6.123}";
  two.waves = "[{type: regular, height: 1, period: 6}, {type: regular, height: 1, period: 9}]";
  // A hundred sweeps are not enough where the water is shallow for the wave.
  shallow.waves = "{type: regular, height: 1, period: 60}";
  shallow.more = "environment: {depth: 5}\n";
  shallow.body =
      ", morison: [{option: 1, cd: [1, 1, 1], ca: [1, 1, 1], area: [9, 9, 9], volume: 9, position: [0, 0, -1]}]";
  for (const auto& [standard, other] :
       {std::pair<Parts, const char*>(recorded, "environment: {elevation_ramp: twice}\n"),
        {between, "hydrodynamics: {interpolation: linear}\n"},
        {two, "environment: {sea_coefficients: first-sea}\n"},
        {shallow, "environment: {depth: 5, dispersion: hundred-sweeps}\n"}}) {
    Parts chosen = standard;
    chosen.more = other;
    EXPECT_GT((heave(standard) - heave(chosen)).cwiseAbs().maxCoeff(), 1e-12) << other;
  }
}

}  // namespace
}  // namespace swell::odd_cases_test
