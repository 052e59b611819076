// Wind rotors in a case, each against the closed form of what it does to a body of 1000 t in still water.
#include "results_file.h"
#include "swell_test/test.h"

namespace swell::rotors_test {
namespace {

using swell_test::read_dataset;
using swell_test::run_text;

constexpr double kRadius = 40.0, kDensity = 1.225, kArea = kPi * kRadius * kRadius;
// The table below is bilinear: C_T = 0.1 lambda, C_P = 0.06 lambda, at a pitch of 20 deg a tenth of it.
constexpr double kThrust = 0.1, kPower = 0.06;

std::string table() {
  const auto path = std::filesystem::temp_directory_path() / "swell-rotor-table.txt";
  std::ofstream out(path);
  out << "# pitch\n0 20\n# tip-speed ratio\n1 10\n# wind\n10\n# power\n0.06 0.006\n0.6 0.06\n# thrust\n0.1 0.01\n1 "
         "0.1\n";
  return path.string();
}

struct Given {
  explicit Given(std::string of_rotor) : rotor(std::move(of_rotor)) {}
  std::string wind = "{type: steady, speed: 10}", rotor,
              joint = "{name: pile, type: fixed, base: world, follower: hull}", initial, components;
  double step = 0.01, duration = 1.0;
};

std::string rotor_case(const Given& g) {
  std::ostringstream text;
  text << "simulation: {duration: " << g.duration << ", time_step: " << g.step << "}\nwaves: {type: none}\n"
       << "environment: {depth: 100, water_density: 1000, gravity: 9.81" << (g.wind.empty() ? "" : ", wind: ") << g.wind
       << "}\nbodies:\n  - {name: hull, mass: 1e6, inertia: [1e9, 1e9, 1e9], center_of_gravity: [0, 0, 0], "
          "center_of_buoyancy: [0, 0, 0], volume: 1000"
       << (g.initial.empty() ? "" : ", initial: {" + g.initial + "}") << "}\n"
       << (g.joint.empty() ? "" : "joints:\n  - " + g.joint + "\n")
       << "rotors:\n  - {name: turbine, body: hull, hub: [0, 0, 60], radius: 40, table: " << table() << ", " << g.rotor
       << "}\n"
       << g.components;
  return text.str();
}

double thrust_of(double wind, double speed) {
  return 0.5 * kDensity * kArea * wind * wind * kThrust * speed * kRadius / wind;
}
double power_of(double wind, double speed) {
  return 0.5 * kDensity * kArea * wind * wind * wind * kPower * speed * kRadius / wind;
}

TEST(Rotors, ATiltedRotorAtFixedSpeedPutsThrustAndTorqueOnItsBody) {
  const double tilt = 6.0 * kDegree, wind = 10.0 * std::cos(tilt), speed = 1.5;
  std::ostringstream axis;
  axis.precision(17);
  axis << "speed: 1.5, efficiency: 0.9, axis: [" << std::cos(tilt) << ", 0, " << -std::sin(tilt) << "]";
  const auto file = run_text(rotor_case(Given(axis.str())), "rotor-fixed");
  const MatrixX force = read_dataset(file, "/bodies/hull/force/external");
  const Vector3 n(std::cos(tilt), 0.0, -std::sin(tilt)), thrust = thrust_of(wind, speed) * n;
  const Vector3 moment = Vector3(0, 0, 60).cross(thrust) + power_of(wind, speed) / speed * n;
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(force(0, i), thrust[i], 1e-9 * thrust.norm());
    EXPECT_NEAR(force(0, 3 + i), moment[i], 1e-9 * moment.norm());
  }
  EXPECT_NEAR(read_dataset(file, "/ptos/turbine/power")(0, 0), power_of(wind, speed), 1e-3);
  EXPECT_NEAR(read_dataset(file, "/ptos/turbine/electrical_power")(0, 0), 0.9 * power_of(wind, speed), 1e-3);
}

// A body on a spring in pitch, its hinge at the centre of gravity: thrust T(U - h q') damps it by h^2 dT/dU, where
// dT/dU = 1/2 rho A U (2 C_T - lambda dC_T/dlambda) at fixed speed.
TEST(Rotors, ThrustDampsPitchByItsSlope) {
  const double speed = 1.5, h = 60.0, inertia = 1e9, spring = 1e10, q0 = 1e-4;
  const double lambda = speed * kRadius / 10.0;
  const double slope = 0.5 * kDensity * kArea * 10.0 * (2.0 * kThrust * lambda - lambda * kThrust);
  Given g("speed: 1.5");
  g.joint.clear();
  g.duration = 20.0;
  std::string text = rotor_case(g);
  text +=
      "ptos:\n  - {name: hinge, type: rotational, base: world, follower: hull, location: [0, 0, 0], stiffness: 1e10, "
      "extension: 1e-4}\n";
  const auto file = run_text(text, "rotor-damping");
  const MatrixX time = read_dataset(file, "/time"), angle = read_dataset(file, "/ptos/hinge/position");
  const double rest = h * thrust_of(10.0, speed) / spring, delta = 0.5 * slope * h * h / inertia;
  const double omega = std::sqrt(spring / inertia - delta * delta);
  for (Eigen::Index i = 0; i < time.rows(); ++i) {
    const double t = time(i, 0);
    const double exact =
        rest + (q0 - rest) * std::exp(-delta * t) * (std::cos(omega * t) + delta / omega * std::sin(omega * t));
    // The wind along the shaft, and with it the thrust, falls with cos(pitch): by 2 rest^2 at a pitch of twice that at
    // rest, to which the body answers by 1 / (2 zeta) at most, zeta = delta / omega.
    EXPECT_NEAR(angle(i, 0), exact, rest * rest * rest * omega / delta);
  }
  EXPECT_GT(std::exp(-delta * 20.0), 0.2);
  EXPECT_LT(std::exp(-delta * 20.0), 0.9);  // a damping that can be seen
}

// Still air on a rotor at rest takes less than 4/(3 pi) h^3 1/2 rho A C_T q0 omega^3 t / K of the motion; its period
// stays.
TEST(Rotors, ARotorAtRestLeavesTheFreeDecayAsItIs) {
  Given g("speed: 0, inertia: 1e8");
  g.wind = "{type: steady, speed: 0}";
  g.joint.clear();
  g.duration = 20.0;
  const double q0 = 0.01;
  const auto file =
      run_text(rotor_case(g) +
                   "ptos:\n  - {name: hinge, type: rotational, base: world, follower: hull, location: [0, 0, 0], "
                   "stiffness: 1e9, extension: 0.01}\n",
               "rotor-rest");
  const MatrixX time = read_dataset(file, "/time"), angle = read_dataset(file, "/ptos/hinge/position");
  const double share = 4.0 / (3.0 * kPi) * 0.5 * kDensity * kArea * kThrust * 60.0 * 60.0 * 60.0 * q0 * 20.0 / 1e9;
  for (Eigen::Index i = 0; i < time.rows(); ++i) EXPECT_NEAR(angle(i, 0), q0 * std::cos(time(i, 0)), share * q0);
  EXPECT_LT(share, 0.01);
}

// In vacuo the spin s stays, and the angular momentum I Omega + J s n of the free body with its rotor too.
TEST(Rotors, TheSpinOfTheRotorKeepsTheAngularMomentum) {
  Given g("speed: 2, inertia: 1e8");
  g.wind = "{type: steady, speed: 0, density: 1e-30}";
  g.joint.clear();
  g.initial = "angular_velocity: [0.02, -0.05, 0.03]";
  g.duration = 40.0;
  const auto file = run_text(rotor_case(g), "rotor-gyroscope");
  const MatrixX pose = read_dataset(file, "/bodies/hull/position"),
                velocity = read_dataset(file, "/bodies/hull/velocity"),
                relative = read_dataset(file, "/ptos/turbine/speed");
  Vector3 first = Vector3::Zero();
  double most = 0.0;
  for (Eigen::Index i = 0; i < pose.rows(); ++i) {
    const Vector3 omega = velocity.row(i).tail<3>(), rpy = pose.row(i).tail<3>();
    const Vector3 n = rotation_from_roll_pitch_yaw(rpy) * Vector3::UnitX();
    EXPECT_NEAR(relative(i, 0) + omega.dot(n), 2.0, 1e-12);
    const Vector3 momentum = 1e9 * omega + 1e8 * 2.0 * n;
    if (i == 0) first = momentum;
    most = std::max(most, (momentum - first).norm());
  }
  EXPECT_LT(most, 1e-7 * first.norm());
  EXPECT_GT((pose.row(pose.rows() - 1) - pose.row(0)).tail<3>().norm(), 0.1);  // it does turn
}

const char* const kControl =
    "inertia: 5e6, control: {rated_speed: 1.8, minimum_speed: 0.5, rated_torque: 8.5e5, tip_speed_ratio: 7, "
    "torque_gain: 1e6, "
    "torque_integral: 1e5, pitch_gains: {pitch: [0, 20], proportional: [1, 1], integral: [0.1, 0.1]}, maximum_pitch: "
    "20}";

// What the wind brings less what the generator takes is what the rotor keeps; thrust times way what the hull keeps.
TEST(Rotors, EnergyIsKeptThroughAGustWithControl) {
  Given g(kControl);
  g.wind = "{type: gust, speed: 11, amplitude: 8, start: 2}";
  g.joint = "{name: rail, type: translational, base: world, follower: hull, location: [0, 0, 0], axis: [1, 0, 0]}";
  g.duration = 15.0;
  const auto file = run_text(rotor_case(g), "rotor-energy");
  const auto column = [&](const char* name) {
    return VectorX(read_dataset(file, std::string("/ptos/turbine/") + name).col(0));
  };
  const VectorX speed = column("speed"), torque = column("aerodynamic_torque"), power = column("power"),
                thrust = column("thrust"), pitch = column("pitch");
  const VectorX surge = read_dataset(file, "/bodies/hull/velocity").col(0);
  double rotor = 0.0, hull = 0.0, brought = 0.0;
  for (Eigen::Index i = 1; i < speed.size(); ++i) {
    rotor += 0.005 * (torque[i] * speed[i] - power[i] + torque[i - 1] * speed[i - 1] - power[i - 1]);
    hull += 0.005 * (thrust[i] * surge[i] + thrust[i - 1] * surge[i - 1]);
    brought += 0.005 * std::abs(torque[i] * speed[i]) * 2.0;
    // The trapezoid's error is h^2/12 times the second derivative: of the power at most its size over the square of the
    // fastest time, the 0.3 s of the pitch drive.
    const double kept = 0.5 * 5e6 * (speed[i] * speed[i] - speed[0] * speed[0]);
    ASSERT_NEAR(kept, rotor, 1e-4 * brought + 1.0) << i;
    ASSERT_NEAR(0.5 * 1e6 * surge[i] * surge[i], hull, 1e-4 * std::abs(hull) + 1.0) << i;
  }
  EXPECT_GT(pitch.maxCoeff(), 0.01);  // the gust takes it through the regions
  EXPECT_GT(speed.maxCoeff() - speed.minCoeff(), 0.02);
}

TEST(Rotors, ControlComesToRestAtItsSteadyStateInEveryRegion) {
  for (const double wind : {6.0, 9.0, 14.0}) {
    Given g(kControl);
    g.wind = "{type: steady, speed: " + std::to_string(wind) + "}";
    g.step = 0.05;
    g.duration = 0.1;
    const auto steady = run_text(rotor_case(g), "rotor-steady");
    g.duration = 400.0;
    g.rotor += std::string(", speed: ") + (wind > 10.0 ? "1.7" : "0.9");
    const auto run = run_text(rotor_case(g), "rotor-settles");
    for (const char* name : {"speed", "power", "thrust", "pitch"}) {
      const MatrixX at = read_dataset(steady, std::string("/ptos/turbine/") + name),
                    of = read_dataset(run, std::string("/ptos/turbine/") + name);
      EXPECT_NEAR(of(of.rows() - 1, 0), at(0, 0), 1e-3 * std::abs(at(0, 0)) + 1e-4) << name << " at " << wind;
    }
  }
}

TEST(Rotors, AConnectedTorqueAndPitchActAsTheirFixedValues) {
  Given g("speed: 1.5, inertia: 2e7, pitch: 1");
  g.duration = 5.0;
  g.components = "connections:\n  - {value: 1e5, to: turbine.torque}\n  - {value: 0.01, to: turbine.pitch}\n";
  const auto file = run_text(rotor_case(g), "rotor-ports");
  const MatrixX speed = read_dataset(file, "/ptos/turbine/speed"),
                torque = read_dataset(file, "/ptos/turbine/aerodynamic_torque"),
                pitch = read_dataset(file, "/ptos/turbine/pitch"),
                force = read_dataset(file, "/ptos/turbine/generator_torque");
  EXPECT_NEAR(pitch(0, 0), kDegree + 0.01, 1e-12);
  EXPECT_EQ(force(0, 0), 1e5);
  double change = 0.0;
  for (Eigen::Index i = 1; i < speed.rows(); ++i) change += 0.005 * (torque(i, 0) + torque(i - 1, 0) - 2e5) / 2e7;
  EXPECT_NEAR(speed(speed.rows() - 1, 0) - speed(0, 0), change, 1e-8);
}

/// A rotor at 1.5 rad/s for 20 s, in regular waves of this height.
std::string rotor_in_waves(const std::string& height) {
  Given g("speed: 1.5");
  g.duration = 20.0;
  g.step = 0.1;
  std::string text = rotor_case(g);
  text.replace(text.find("{type: none}"), 12, "{type: regular, height: " + height + ", period: 5}");
  return text;
}

TEST(Rotors, PowerOfTheWindIsNoPartOfTheCaptureWidth) {
  const auto alone = swell_test::run_audited(rotor_in_waves("1"), "rotor-capture");
  ASSERT_EQ(alone.ptos.size(), 1U);
  EXPECT_NEAR(alone.ptos[0].mean_power, power_of(10.0, 1.5), 1e-3);
  EXPECT_FALSE(alone.capture_width.has_value());
}

// The waves carry less over ten kilometres of crest than the rotor absorbs.
TEST(Rotors, WindPowerIsNotHeldAgainstTheWaves) {
  EXPECT_FALSE(swell_test::run_audited(rotor_in_waves("0.001"), "rotor-plausible").invalid_power.has_value());
}

int warnings_of(const std::string& text, const char* code, const char* word) {
  const auto found = swell_test::run_audited(text, "rotor-warnings").warnings;
  return static_cast<int>(std::count_if(found.begin(), found.end(), [&](const Diagnostic& d) {
    return d.code == code && d.text().find(word) != std::string::npos;
  }));
}

TEST(Rotors, WarnsOnceOutsideTheTable) {
  // Tip-speed ratios of 12 and 6 at 40 m; the table ends at 10, its pitch at 20 deg.
  EXPECT_EQ(warnings_of(rotor_case(Given("speed: 3")), "outside-model", "tip-speed ratio is 12"), 1);
  EXPECT_EQ(warnings_of(rotor_case(Given("speed: 1.5, pitch: 25")), "outside-model", "is 25"), 1);
  EXPECT_EQ(warnings_of(rotor_case(Given("speed: 1.5")), "outside-model", ""), 0);
}

TEST(Rotors, WarnsAboutKeysWithoutEffect) {
  Given g("speed: 1.5");
  g.components = "connections:\n  - {value: 1e5, to: turbine.torque}\n";
  EXPECT_EQ(warnings_of(rotor_case(g), "no-effect", "turbine.torque"), 1);
  g.rotor += ", inertia: 2e7";
  EXPECT_EQ(warnings_of(rotor_case(g), "no-effect", "turbine.torque"), 0);
  g.wind = "{type: steady, speed: 10, height: 90}";
  EXPECT_EQ(warnings_of(rotor_case(g), "no-effect", "wind.height"), 1);
  g.wind = "{type: steady, speed: 10, height: 90, shear: 0.1}";
  EXPECT_EQ(warnings_of(rotor_case(g), "no-effect", "wind.height"), 0);
}

TEST(Rotors, TurbulenceIsIndependentOfTheDuration) {
  Given g("speed: 1.5");
  g.wind = "{type: turbulent, speed: 10, intensity: 0.1, seed: 4}";
  g.step = 0.5;
  g.duration = 20.0;
  const MatrixX brief = read_dataset(run_text(rotor_case(g), "rotor-brief"), "/ptos/turbine/wind");
  g.duration = 700.0;
  const MatrixX lasting = read_dataset(run_text(rotor_case(g), "rotor-lasting"), "/ptos/turbine/wind");
  EXPECT_LT((lasting.topRows(brief.rows()) - brief).cwiseAbs().maxCoeff(), 1e-9);
  EXPECT_GT(brief.maxCoeff() - brief.minCoeff(), 0.1);
}

TEST(Rotors, RefusesRadiusOtherThanTheBladeTip) {
  const auto folder = std::filesystem::temp_directory_path();
  const auto blade = folder / "swell-rotor-short-blade.txt", polar = folder / "swell-rotor-round.txt";
  std::ofstream(blade) << "2 2 0 1\n36 1 0 1\n";
  std::ofstream(polar) << "-180 0 0.5\n180 0 0.5\n";
  std::string text = rotor_case(Given("speed: 1.5"));
  const std::string file = "table: " + table();
  text.replace(text.find(file), file.size(),
               "blade: {file: " + blade.string() + ", polars: [{file: " + polar.string() + "}]}");
  const auto message = [](const std::string& of) -> std::string {
    try {
      run_text(of, "rotor-radius");
    } catch (const InputError& error) {
      return error.diagnostics().front().text();
    }
    return "";
  };
  EXPECT_NE(message(text).find("radius = 40 m"), std::string::npos) << message(text);
  text.replace(text.find("radius: 40"), 10, "radius: 36");
  EXPECT_EQ(message(text), "");
}

TEST(Rotors, WindWithoutARotorIsSaidToHaveNoEffect) {
  Given g("speed: 1.5");
  std::string text = rotor_case(g);
  text.erase(text.find("rotors:"));
  const auto found = swell_test::run_audited(text, "rotor-none").warnings;
  EXPECT_TRUE(std::any_of(found.begin(), found.end(), [](const Diagnostic& d) {
    return d.code == "no-effect" && d.message.find("environment.wind") != std::string::npos;
  }));
}

TEST(Rotors, WhatNoRotorCanBeIsRefusedAtItsKey) {
  const auto refused = [](Given g, const char* word, const char* wind = nullptr) {
    if (wind != nullptr) g.wind = wind;
    try {
      run_text(rotor_case(g), "rotor-refused");
    } catch (const InputError& error) {
      const auto& found = error.diagnostics();
      return std::any_of(found.begin(), found.end(),
                         [&](const Diagnostic& d) { return d.text().find(word) != std::string::npos; });
    }
    return false;
  };
  EXPECT_TRUE(refused(Given("speed: 1"), "environment.wind", ""));
  EXPECT_TRUE(refused(Given("pitch: 1"), "speed"));
  EXPECT_TRUE(refused(Given("speed: 1, axis: [-1, 0, 0]"), "axis"));
  EXPECT_TRUE(refused(Given("speed: 1, axis: [0, 0, 0]"), "axis"));
  EXPECT_TRUE(refused(Given("speed: 1, inertia: 1e6, control: {rated_speed: 1}"), "rated_torque"));
  EXPECT_TRUE(refused(Given("speed: 1, control: {rated_speed: 1}"), "inertia"));
  EXPECT_TRUE(refused(Given("speed: 1, blade: {file: none.txt}"), "none.txt"));
}

}  // namespace
}  // namespace swell::rotors_test
