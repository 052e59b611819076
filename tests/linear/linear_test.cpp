// The frequency domain of a case against closed forms, and the time domain against it.
#include "swell/linear/linear.h"
#include "swell/assembly/built_case.h"
#include "swell/assembly/sea_of.h"
#include "swell/hydro/bemio_h5.h"
#include "swell/linear/rao.h"
#include "swell/model/read_case.h"
#include "swell/run/run.h"
#include "swell_test/test.h"

namespace swell::linear::linear_test {
namespace {

model::Model case_of(const std::string& text, const std::string& folder = "inputs/sphere") {
  Diagnostics diagnostics;
  model::Model model = model::read_case_text(text, swell_test::source_folder() / folder / "case.yaml", {}, diagnostics);
  diagnostics.throw_if_errors();
  return model;
}

constexpr const char* kSphere =
    "simulation: {duration: 60, time_step: 0.05}\n"
    "waves: {type: regular, height: 2, period: 6}\n"
    "bodies:\n"
    "  - {name: sphere, hydro_data: {file: hemisphere.h5, body: 1}, mass: equilibrium, inertia: [1690000, 1690000, "
    "2606000]}\n"
    "ptos:\n"
    "  - {name: PTO, type: translational, base: world, follower: sphere, location: [0, 0, 0], damping: 322292}\n";

std::size_t place(const std::vector<Output>& outputs, const std::string& name) {
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    if (outputs[i].name() == name) return i;
  }
  ADD_FAILURE() << "no output " << name;
  return 0;
}

// What acts whatever the waves do (a table, a sine of the wave's own period) is no response to them.
TEST(Linear, what_depends_on_time_by_itself_is_left_out) {
  const std::vector<double> omega = {2.0 * 3.14159265358979 / 6.0};
  const auto heave = [&](const std::string& more) {
    LinearCase linear(case_of(kSphere + more));
    const Response r = linear.response(omega);
    return std::pair(
        std::abs(r.operators(static_cast<Eigen::Index>(place(r.outputs, "/bodies/sphere/position heave")), 0)),
        r.power.at(0).power.at(0));
  };
  const auto [alone, power] = heave("");
  const std::string to = "connections: [{from: k.output, to: PTO.force}]\n";
  for (const char* k : {"{name: k, type: table, table: [[0, 0], [50, 1e5], [300, 1e5]]}",
                        "{name: k, type: sine, amplitude: 3e5, period: 6}"}) {
    const auto [with, taken] = heave("components: [" + std::string(k) + "]\n" + to);
    EXPECT_NEAR(with, alone, 1e-6 * alone) << k;
    EXPECT_NEAR(taken, power, 1e-6 * power) << k;
  }
}

TEST(Linear, what_has_no_state_is_refused) {
  LinearCase linear(case_of(
      "simulation: {duration: 1, time_step: 0.1}\ncomponents: [{name: s, type: sine, amplitude: 1, period: 2}]\n"));
  EXPECT_THAT([&] { linear.response({1.0}); }, ::testing::ThrowsMessage<InputError>(::testing::HasSubstr("no motion")));
}

// c < 0 beyond what the sphere radiates; k < 0 beyond its hydrostatics; and the sphere as it is.
TEST(Linear, an_unstable_device_is_told_from_a_stable_one) {
  const auto verdict = [](const std::string& damping, const std::string& more = "") {
    std::string text = kSphere;
    text.replace(text.find("322292"), 6, damping);
    LinearCase linear(case_of(text + more));
    const std::vector<double> omega = frequencies(0.3, 2.0, 20);
    return linear.instability(linear.modes(omega), omega.front()).value_or("stable");
  };
  EXPECT_EQ(verdict("322292"), "stable");
  EXPECT_THAT(verdict("-322292"), ::testing::HasSubstr("grows e-fold"));
  EXPECT_THAT(verdict("322292",
                      "components: [{name: s, type: joint-spring, stiffness: -9e5}]\nconnections: [{from: "
                      "PTO.position, to: s.position}, {from: PTO.velocity, to: s.velocity}, {from: s.output, "
                      "to: PTO.force}]\n"),
              ::testing::HasSubstr("grows e-fold"));
}

// m x'' + c x' + k x = 0: omega_d^2 = k/m - (c/2m)^2, zeta = c / (2 sqrt(km)).
TEST(Linear, modes_of_a_mass_on_a_spring_are_those_of_the_textbook) {
  LinearCase linear(case_of(
      "simulation: {duration: 20, time_step: 0.01}\n"
      "bodies:\n"
      "  - {name: block, mass: 1000, inertia: [10, 10, 10], center_of_gravity: [0, 0, 0], center_of_buoyancy: [0, 0, "
      "0], "
      "volume: 1}\n"
      "ptos:\n"
      "  - {name: spring, type: translational, base: world, follower: block, stiffness: 4000, damping: 200}\n"));
  const std::vector<Mode> modes = linear.modes(frequencies(0.5, 5.0, 10));
  ASSERT_EQ(modes.size(), 1U);
  // Central differences of a linear law: round-off over the nudge, 1e-16 * 1e4 N / (1e-5 m * 1000 kg).
  EXPECT_NEAR(modes[0].omega, std::sqrt(4.0 - 0.01), 1e-7);
  EXPECT_NEAR(modes[0].damping, 0.05, 1e-7);
  ASSERT_EQ(modes[0].shape.size(), 1U);
  EXPECT_EQ(modes[0].shape[0].name, "/bodies/block/position heave");
  EXPECT_EQ(modes[0].shape[0].amplitude, 1.0);
}

// Two equal masses in a chain on equal springs: omega = sqrt(k/m) / phi and phi sqrt(k/m), with the golden ratio phi;
// the smaller motion is 1 / phi of the larger, with it in the low mode and against it in the high one.
TEST(Linear, modes_say_which_bodies_move_against_each_other) {
  const std::string block =
      "mass: 1000, inertia: [10, 10, 10], center_of_gravity: [0, 0, 0], center_of_buoyancy: [0, "
      "0, 0], volume: 1}\n";
  LinearCase linear(case_of(
      "simulation: {duration: 20, time_step: 0.01}\nbodies:\n  - {name: a, " + block + "  - {name: b, " + block +
      "ptos:\n  - {name: low, type: translational, base: world, follower: a, stiffness: 4000, damping: 1}\n"
      "  - {name: high, type: translational, base: a, follower: b, stiffness: 4000, damping: 1}\n"));
  const std::vector<Mode> modes = linear.modes(frequencies(0.5, 5.0, 10));
  ASSERT_EQ(modes.size(), 2U);
  const double phi = 0.5 * (1.0 + std::sqrt(5.0));
  // The dampers: zeta of some 1e-4 shifts omega by its square and the phase by a few times zeta.
  EXPECT_NEAR(modes[0].omega, 2.0 / phi, 1e-5);
  EXPECT_NEAR(modes[1].omega, 2.0 * phi, 1e-5);
  ASSERT_EQ(modes[0].shape.size(), 2U);
  ASSERT_EQ(modes[1].shape.size(), 2U);
  EXPECT_EQ(modes[0].shape[0].name, "/bodies/b/position heave");
  EXPECT_NEAR(modes[0].shape[1].amplitude, 1.0 / phi, 1e-4);
  EXPECT_NEAR(modes[0].shape[1].phase, 0.0, 5e-3);
  EXPECT_EQ(modes[1].shape[0].name, "/bodies/a/position heave");
  EXPECT_NEAR(modes[1].shape[1].amplitude, 1.0 / phi, 1e-4);
  EXPECT_NEAR(std::abs(modes[1].shape[1].phase), kPi, 5e-3);
}

// What is sampled is held as at rest, and the response says so where something reads it: not of the watch and the
// energy balance, nor of a value that is shown alone.
TEST(Linear, sampled_components_that_act_on_something_are_named) {
  LinearCase linear(case_of(std::string(kSphere) +
                            "components:\n"
                            "  - {name: brake, type: expression, expression: -1e4 * v, inputs: [v], sample_time: 0.1}\n"
                            "  - {name: display, type: expression, expression: 2 * v, inputs: [v], sample_time: 0.1}\n"
                            "connections:\n"
                            "  - {from: PTO.velocity, to: brake.v}\n"
                            "  - {from: PTO.velocity, to: display.v}\n"
                            "  - {from: brake.output, to: PTO.force}\n"));
  EXPECT_THAT(linear.response({1.0}).notes,
              ::testing::ElementsAre("brake is sampled or with a memory of its own: it is held as at rest, and what "
                                     "it does in waves, its power too, is not in this"));
  EXPECT_TRUE(std::isnan(linear.response({1.0}).power.at(0).power.at(0)));  // and no 0 W
}

// Heave of the shipped hemisphere at frequencies of its own data: X / (K - w^2 (m + A) + i w (B + c)), P = c w^2 |X|^2
// / 2.
// The spring of a matrix counts turns, a memory that stands still in small motions: no note, and power in studies.
TEST(Linear, a_matrix_mooring_is_a_spring) {
  const std::string mooring = "moorings: [{name: m, type: matrix, body: sphere, stiffness: [0, 0, 1e5, 0, 0, 0]}]\n";
  std::string pto = kSphere;
  pto.replace(pto.find("damping: 322292"), 15, "damping: 322292, stiffness: 1e5");
  LinearCase by_mooring(case_of(kSphere + mooring)), by_pto(case_of(pto));
  const InSea one = by_mooring.in_sea(), other = by_pto.in_sea();
  EXPECT_EQ(one.notes, other.notes);
  const auto power = by_mooring.power_if_linear();
  ASSERT_EQ(power.size(), 1u);
  EXPECT_NEAR(power[0].second, other.power.at(0).second, 1e-6 * power[0].second);
}

// Of a record, what is beyond the data makes no excitation in a run, and none here.
TEST(Linear, components_of_a_record_beyond_the_data_are_left_out) {
  const auto file = std::filesystem::temp_directory_path() / "swell-linear-record.txt";
  {
    std::ofstream out(file);
    for (int i = 0; i <= 1200; ++i) {
      const double t = 0.05 * i;
      out << t << ' ' << std::cos(2.0 * kPi / 6.0 * t) + 1e-3 * std::cos(2.0 * kPi / 0.3 * t) << '\n';
    }
  }
  std::string text = kSphere;
  text.replace(text.find("{type: regular, height: 2, period: 6}"), 37,
               "{type: imported-elevation, file: " + file.string() + "}");
  LinearCase linear(case_of(text));
  const InSea sea = linear.in_sea();
  ASSERT_EQ(sea.power.size(), 1u);
  LinearCase regular(case_of(kSphere));
  EXPECT_NEAR(sea.power[0].second, regular.in_sea().power.at(0).second, 0.05 * sea.power[0].second);  // 10 waves
}

TEST(Linear, the_hemisphere_answers_as_one_degree_of_freedom_in_closed_form) {
  const hydro::HydroData data =
      hydro::read_bemio_h5((swell_test::source_folder() / "inputs/sphere/hemisphere.h5").string());
  const hydro::HydroBody& body = data.bodies[0];
  LinearCase linear(case_of(kSphere));
  std::vector<double> omega;
  for (std::size_t k = data.omega.size() / 8; k < data.omega.size() / 2; k += 5) omega.push_back(data.omega[k]);
  ASSERT_GT(omega.size(), 4U);
  const Response r = linear.response(omega);
  const std::size_t heave = place(r.outputs, "/bodies/sphere/position heave");
  constexpr double kRho = 1000.0, kG = 9.81, kDamping = 322292.0;
  const double mass = kRho * body.displaced_volume, stiffness = kRho * kG * body.restoring_stiffness(2, 2);
  ASSERT_EQ(r.power.size(), 1U);
  EXPECT_THAT(r.notes, ::testing::IsEmpty()) << "all of it is linear";
  for (std::size_t i = 0; i < omega.size(); ++i) {
    const std::size_t k = data.omega.size() / 8 + 5 * i;
    const double w = omega[i], a = kRho * body.added_mass[k](2, 2), b = kRho * w * body.radiation_damping[k](2, 2);
    const std::complex<double> expected =
        kRho * kG * body.excitation[0][k](2) / std::complex<double>(stiffness - w * w * (mass + a), w * (b + kDamping));
    const std::complex<double> found = r.operators(static_cast<Eigen::Index>(heave), static_cast<Eigen::Index>(i));
    // What separates them: round-off of the data made reciprocal and passive, and of differences (1e-7, above).
    EXPECT_LT(std::abs(found - expected), 1e-6 * std::abs(expected)) << "omega " << w;
    EXPECT_NEAR(r.power[0].power[i], 0.5 * kDamping * w * w * std::norm(expected), 1e-5 * r.power[0].power[i]);
  }
}

// Sloshing in a moonpool: mass and added mass of one frequency are negative together, and the response is what it is.
TEST(Linear, AnswersWhereMassAndAddedMassAreNegative) {
  hydro::HydroData data = hydro::read_bemio_h5((swell_test::source_folder() / "inputs/sphere/hemisphere.h5").string());
  hydro::HydroBody& body = data.bodies[0];
  const std::size_t k = data.omega.size() / 4;
  body.added_mass[k](2, 2) = -2.0 * body.displaced_volume;
  const auto file = swell_test::fresh_folder("linear-moonpool") / "moonpool.h5";
  hydro::write_bemio_h5(data, file.string());
  std::string text = kSphere;
  text.replace(text.find("hemisphere.h5"), 13, file.string());
  LinearCase linear(case_of(text));
  const Response r = linear.response({data.omega[k]});
  constexpr double kRho = 1000.0, kG = 9.81, kDamping = 322292.0;
  const double w = data.omega[k], mass = -kRho * body.displaced_volume;
  const std::complex<double> expected =
      kRho * kG * body.excitation[0][k](2) /
      std::complex<double>(kRho * kG * body.restoring_stiffness(2, 2) - w * w * mass,
                           w * (kRho * w * body.radiation_damping[k](2, 2) + kDamping));
  const std::size_t heave = place(r.outputs, "/bodies/sphere/position heave");
  EXPECT_LT(std::abs(r.operators(static_cast<Eigen::Index>(heave), 0) - expected), 1e-6 * std::abs(expected));
}

TEST(Linear, NotesADesignPositionThatIsNotAtRest) {
  const auto notes = [](const char* mass) {
    std::string text = kSphere;
    text.replace(text.find("equilibrium"), 11, mass);
    LinearCase linear(case_of(text));
    return linear.response({1.0}).notes;
  };
  EXPECT_THAT(notes("equilibrium"), ::testing::IsEmpty());
  EXPECT_THAT(notes("2.5e5"), ::testing::ElementsAre(::testing::HasSubstr("the design position is not at rest")));
}

// Laws that have no linear part, or another one at the size of the sea's motions, are named; linear ones are not.
TEST(Linear, what_is_not_linear_at_the_size_of_the_sea_is_named) {
  const auto notes = [&](const std::string& law) {
    LinearCase linear(case_of(kSphere + law));
    (void)linear.response({1.0});
    return linear.in_sea().notes;
  };
  const auto formula = [](const std::string& text) {
    return "components: [{name: c, type: expression, inputs: [v], expression: \"" + text +
           "\"}]\nconnections: [{from: PTO.velocity, to: c.v}, {from: c.output, to: PTO.force}]\n";
  };
  EXPECT_THAT(notes(""), ::testing::IsEmpty());
  EXPECT_THAT(notes(formula("-1e5 * v")), ::testing::IsEmpty());
  for (const char* law : {"-3e5 * v * abs(v)", "-3e5 * sign(v)", "abs(v) < 0.2 ? 0 : -1e6 * v", "-1e5 * tanh(20 * v)"})
    EXPECT_THAT(notes(formula(law)), ::testing::ElementsAre(::testing::HasSubstr("the force of PTO by "))) << law;
}

// A start away from the design position is none of linearisation: the period is the same, and so is the power.
TEST(Linear, the_extension_of_a_joint_at_the_start_changes_nothing) {
  const auto heave = [&](const char* extension) {
    std::string text = kSphere;
    text.replace(text.find(", damping: 322292"), 0,
                 std::string(", limits: {lower: -0.8, upper: 0.8, stiffness: 1e7}, ") + "extension: " + extension);
    LinearCase linear(case_of(text));
    return linear.response({1.0}).power.at(0).power.at(0);
  };
  EXPECT_NEAR(heave("0.9"), heave("0"), 1e-9 * heave("0"));
}

// A law that is no number at rest has no linear form; one that is none at the sea's motions is named.
TEST(Linear, what_is_no_number_is_no_response) {
  const auto with = [&](const std::string& text) {
    return LinearCase(case_of(kSphere +
                              ("components: [{name: c, type: expression, inputs: [v], expression: \"" + text) +
                              "\"}]\nconnections: [{from: PTO.velocity, to: c.v}, {from: c.output, to: PTO.force}]\n"));
  };
  EXPECT_THROW((void)with("-1e5 * sqrt(v)").response({1.0}), Error);
  LinearCase later = with("v > 0.2 ? -1e5 * sqrt(0.1 - v) : -1e5 * v");
  (void)later.response({1.0});
  EXPECT_THAT(later.in_sea().notes, ::testing::ElementsAre(::testing::HasSubstr("which is not a number there")));
}

// README: heave 0.7165 m and 90.7 kW in a wave of 2 m and 6 s, the exact linear answer of this case.
TEST(Linear, in_the_sea_of_the_case_is_the_answer_of_the_readme) {
  LinearCase linear(case_of(kSphere));
  const Response r = linear.response({1.0});
  const InSea sea = linear.in_sea();
  const std::size_t heave = place(r.outputs, "/bodies/sphere/position heave");
  ASSERT_GT(sea.amplitude.size(), heave);
  EXPECT_NEAR(sea.amplitude[heave], 0.7165, 5e-5);
  EXPECT_NEAR(sea.deviation[heave], 0.7165 / std::sqrt(2.0), 5e-5);
  ASSERT_EQ(sea.power.size(), 1U);
  EXPECT_NEAR(sea.power[0].second, 90.7e3, 50.0);
}

// The sea alone, which in_sea() takes, is bit for bit that of the assembled case: bins keep to the data's frequencies,
// and the depth is theirs.
TEST(Linear, the_sea_without_the_device_is_that_of_the_case) {
  for (const char* sea :
       {"{type: regular, height: 2, period: 6}", "{type: irregular, significant_height: 2, peak_period: 8, seed: 3}"}) {
    std::string text = kSphere;
    const std::string regular = "{type: regular, height: 2, period: 6}";
    text.replace(text.find(regular), regular.size(), sea);
    const model::Model model = case_of(text);
    const auto built = assembly::build_case(model);
    const auto alone = assembly::sea_of(model);
    const waves::WaveComponents &a = built.sea->components(), &b = alone->components();
    ASSERT_GT(a.size(), 0);
    ASSERT_EQ(a.size(), b.size());
    EXPECT_TRUE((a.omega == b.omega).all());
    EXPECT_TRUE((a.amplitude == b.amplitude).all());
    EXPECT_TRUE((a.phase == b.phase).all());
    EXPECT_TRUE((a.direction == b.direction).all());
  }
}

TEST(Linear, the_hemisphere_has_one_mode_where_its_own_frequency_is_met) {
  LinearCase linear(case_of(kSphere));
  const auto [low, high] = linear.range();
  const std::vector<Mode> modes = linear.modes(frequencies(std::max(0.3, low), std::min(2.5, high), 12));
  ASSERT_EQ(modes.size(), 1U);
  // |K - w^2 (m + A(w))| = 0 without damping lies above; with zeta the damped one is lower by sqrt(1 - zeta^2).
  const hydro::HydroData data =
      hydro::read_bemio_h5((swell_test::source_folder() / "inputs/sphere/hemisphere.h5").string());
  const hydro::HydroBody& body = data.bodies[0];
  const double w = modes[0].omega;
  std::size_t k = 0;
  while (data.omega[k + 1] < w) ++k;
  const double part = (w - data.omega[k]) / (data.omega[k + 1] - data.omega[k]);
  const double a = 1000.0 * ((1 - part) * body.added_mass[k](2, 2) + part * body.added_mass[k + 1](2, 2));
  const double b =
      1000.0 * w * ((1 - part) * body.radiation_damping[k](2, 2) + part * body.radiation_damping[k + 1](2, 2));
  const double m = 1000.0 * body.displaced_volume + a, stiffness = 9810.0 * body.restoring_stiffness(2, 2);
  const double natural = std::sqrt(stiffness / m), zeta = (b + 322292.0) / (2.0 * std::sqrt(stiffness * m));
  // Linear interpolation of smooth data at a spacing of a few hundredths of rad/s: second order, below 1e-3.
  EXPECT_NEAR(modes[0].damping, zeta, 2e-3 * zeta + 1e-4);
  EXPECT_NEAR(w, natural * std::sqrt(1.0 - zeta * zeta), 2e-3 * w);
}

// The time domain against the frequency domain: convolution of fourth order and RK4 leave less than a thousandth.
TEST(Rao, of_regular_waves_is_the_linear_one) {
  const model::Model model = case_of(kSphere);
  RaoOptions options;
  options.omega = {0.7, 1.2};
  options.settle = 25.0;
  const MeasuredRao measured = rao_by_regular_waves(model, options);
  const Response linear = LinearCase(model).response(measured.omega);
  const auto heave = static_cast<Eigen::Index>(place(measured.outputs, "/bodies/sphere/position heave"));
  const auto same = static_cast<Eigen::Index>(place(linear.outputs, "/bodies/sphere/position heave"));
  for (Eigen::Index i = 0; i < 2; ++i) {
    const auto expected = linear.operators(same, i);
    EXPECT_LT(std::abs(measured.operators(heave, i) - expected), 3e-3 * std::abs(expected))
        << options.omega[static_cast<std::size_t>(i)];
  }
}

TEST(Rao, of_one_white_sea_is_the_linear_one_at_every_frequency) {
  const model::Model model = case_of(kSphere);
  RaoOptions options;
  options.omega = frequencies(0.5, 1.7, 9);
  options.settle = 3.0;
  const MeasuredRao measured = rao_by_white_sea(model, options);
  ASSERT_GE(measured.omega.size(), 8U);
  const Response linear = LinearCase(model).response(measured.omega);
  const auto heave = static_cast<Eigen::Index>(place(measured.outputs, "/bodies/sphere/position heave"));
  const auto same = static_cast<Eigen::Index>(place(linear.outputs, "/bodies/sphere/position heave"));
  for (std::size_t i = 0; i < measured.omega.size(); ++i) {
    const auto at = static_cast<Eigen::Index>(i);
    const auto expected = linear.operators(same, at);
    EXPECT_LT(std::abs(measured.operators(heave, at) - expected), 3e-3 * std::abs(expected)) << measured.omega[i];
  }
}

// Waves towards +y push the body along y: by either method in the time domain as in the frequency domain.
// Frequencies 1e-6 rad/s apart repeat after 73 days.
TEST(Rao, of_a_white_sea_that_would_last_for_months_is_refused) {
  RaoOptions options;
  options.omega = frequencies(1.0, 1.00001, 11);
  EXPECT_THAT(swell_test::refusal_of([&] { (void)rao_by_white_sea(case_of(kSphere), options); }),
              ::testing::HasSubstr("repeat after 6.28e+06 s"));
}

TEST(Rao, is_taken_in_the_direction_of_the_waves_of_the_case) {
  const model::Model model = case_of(
      "simulation: {duration: 60, time_step: 0.05}\n"
      "waves: {type: irregular, spectrum: jonswap, significant_height: 1, peak_period: 6, direction: 90}\n"
      "bodies:\n"
      "  - {name: sphere, hydro_data: {file: headings.h5, body: 1}, mass: equilibrium, inertia: [1690000, 1690000, "
      "2606000]}\n"
      "ptos:\n"
      "  - {name: PTO, type: translational, base: world, follower: sphere, location: [0, 0, 0], axis: [0, 1, 0], "
      "damping: 300000, stiffness: 400000}\n",
      "inputs/loads");
  EXPECT_DOUBLE_EQ(wave_direction(model), 0.5 * kPi);
  RaoOptions options;
  options.omega = frequencies(0.8, 1.4, 3);
  LinearCase linear(model);
  for (const auto& [method, settle] : {std::pair{&rao_by_regular_waves, 25.0}, std::pair{&rao_by_white_sea, 3.0}}) {
    options.settle = settle;
    const MeasuredRao measured = method(model, options);
    const Response expected = linear.response(measured.omega);
    const auto sway = static_cast<Eigen::Index>(place(measured.outputs, "/bodies/sphere/position sway"));
    const auto same = static_cast<Eigen::Index>(place(expected.outputs, "/bodies/sphere/position sway"));
    for (Eigen::Index i = 0; i < measured.operators.cols(); ++i) {
      const auto answer = expected.operators(same, i);
      EXPECT_GT(std::abs(answer), 0.1);
      EXPECT_LT(std::abs(measured.operators(sway, i) - answer), 3e-3 * std::abs(answer));
    }
  }
}

TEST(Linear, the_range_is_that_of_the_data_however_they_are_given) {
  const auto range = [](const std::string& hydro_data) {
    const std::string shape = hydro_data.find("compute") == std::string::npos
                                  ? ""
                                  : ", geometry: {shape: sphere, radius: 5}, center_of_gravity: [0, 0, -2]";
    return LinearCase(case_of("simulation: {duration: 20, time_step: 0.05}\n"
                              "bodies:\n"
                              "  - {name: buoy, hydro_data: " +
                              hydro_data + ", mass: equilibrium, inertia: [1e6, 1e6, 1e6]" + shape + "}\n"))
        .range();
  };
  EXPECT_EQ(range("{compute: {frequencies: {from: 0.2, to: 2.5, count: 4}}}"), std::pair(0.2, 2.5));
  EXPECT_EQ(range("{compute: {frequencies: [0.3, 0.7, 1.5]}}"), std::pair(0.3, 1.5));
  // Waves up to Ka = 6 (docs/boundary-elements.md), a = 5 m less the distance of the outermost nodes from the rim, 1 %.
  const double highest = std::sqrt(6.0 * 9.81 / 5.0);
  EXPECT_GE(range("{compute: {frequencies: auto}}").second, highest);
  EXPECT_LT(range("{compute: {frequencies: auto}}").second, 1.01 * highest);
  const hydro::HydroData data =
      hydro::read_bemio_h5((swell_test::source_folder() / "inputs/sphere/hemisphere.h5").string());
  EXPECT_EQ(range("{file: hemisphere.h5, body: 1}"), std::pair(data.omega.front(), data.omega.back()));
}

// x = exp(-sigma t) cos(omega t + phi) after a push. The mode takes Z = A - i B/omega at the real omega; the decay is a
// root of lambda^2 (m + Z) + k at the complex frequency lambda/i = omega + i sigma. To first order in sigma its lambda
// lies sigma (omega dZ/domega - i B/omega) / (2 (m + Z)) from the mode's. Left are the terms of second order: half the
// curvature of Z, its slope once more, and the square of the first step.
TEST(Linear, a_decay_in_the_time_domain_has_the_period_and_the_damping_of_the_mode) {
  model::Model model = case_of(
      "simulation: {duration: 20, time_step: 0.02}\n"
      "waves: {type: none}\n"
      "bodies:\n"
      "  - {name: sphere, hydro_data: {file: hemisphere.h5, body: 1}, mass: equilibrium, inertia: [1690000, 1690000, "
      "2606000], initial: {displacement: [0, 0, 0.01]}}\n"
      "ptos:\n"
      "  - {name: PTO, type: translational, base: world, follower: sphere, location: [0, 0, 0]}\n");
  LinearCase linear(model);
  const std::vector<Mode> modes = linear.modes(frequencies(0.6, 2.5, 12));
  ASSERT_EQ(modes.size(), 1U);
  const double omega = modes[0].omega,
               sigma = modes[0].damping * omega / std::sqrt(1.0 - std::pow(modes[0].damping, 2));

  // The data around the mode, over the density.
  const hydro::HydroData data =
      hydro::read_bemio_h5((swell_test::source_folder() / "inputs/sphere/hemisphere.h5").string());
  const hydro::HydroBody& body = data.bodies[0];
  std::size_t k = 0;
  while (data.omega[k] < omega) ++k;
  const auto z = [&](std::size_t i) {
    return std::complex<double>(body.added_mass[i](2, 2), -body.radiation_damping[i](2, 2));
  };
  constexpr std::size_t kApart = 5;  // of the points of the differences
  const double step = data.omega[k + kApart] - data.omega[k];
  const std::complex<double> slope = (z(k + kApart) - z(k - kApart)) / (2.0 * step),
                             curvature = (z(k + kApart) - 2.0 * z(k) + z(k - kApart)) / (step * step);
  const std::complex<double> m = body.displaced_volume + z(k);
  const std::complex<double> shift = sigma * (omega * slope + std::complex<double>(0.0, z(k).imag())) / (2.0 * m);
  const double away = sigma + std::abs(shift);  // from the real axis
  const double left =
      (0.25 * omega * std::abs(curvature) + std::abs(slope)) * away * away / std::abs(m) + std::norm(shift) / omega;
  ASSERT_LT(left, std::abs(shift));

  run::CaseRun run(model, nullptr, {"bodies.sphere.position"});
  std::vector<double> time, heave;
  run.run([&](double t) {
    time.push_back(t);
    heave.push_back(run.values(0)[2]);
    return true;
  });
  // Turning points: half a damped period apart, their ratio exp(-sigma T / 2). The first half period still has the
  // start in the memory of the water.
  std::vector<std::pair<double, double>> turns;
  for (std::size_t i = 1; i + 1 < heave.size(); ++i) {
    const double a = heave[i - 1], b = heave[i], c = heave[i + 1];
    if ((b - a) * (c - b) >= 0.0) continue;
    const double bend = a - 2.0 * b + c, part = 0.5 * (a - c) / bend;
    turns.emplace_back(time[i] + part * (time[i] - time[i - 1]), b - 0.25 * (a - c) * part);
  }
  ASSERT_GT(turns.size(), 4U);
  const double half = 0.5 * (turns[3].first - turns[1].first);
  const double decay = std::log((turns[1].second - turns[2].second) / (turns[3].second - turns[2].second)) / half;
  EXPECT_NEAR(kPi / half, omega + shift.imag(), left);
  EXPECT_NEAR(decay, sigma - shift.real(), left);
}

}  // namespace
}  // namespace swell::linear::linear_test
