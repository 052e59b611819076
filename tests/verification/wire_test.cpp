// From wave to wire: the energy that leaves a device at its joint is found again in the oil, on the shaft and in the
// load, for RM3 with a hydraulic power take-off and for a flap that drives one by a crank (both as shipped in inputs/).
#include "swell/model/read_case.h"
#include "swell/run/run.h"
#include "swell_test/test.h"

namespace swell::wire_test {
namespace {

/// Energies [J] from the start of the network to its last accepted point.
struct Wire {
  double joint = 0.0;     ///< taken out of the device, integrated as a state of its own (energy balance)
  double absorbed = 0.0;  ///< by the rod, integrated by the network
  double electrical = 0.0, motor = 0.0, copper = 0.0, friction = 0.0, oil = 0.0;
  std::map<std::string, double> through, stored;  ///< by part: in through its terminals, change of what it holds
  double throughput = 0.0;                        ///< all that moved, for comparison

  /// What the joint gave and the network did not take.
  double gap() const { return joint - absorbed; }
  /// Work on the rod less what oil, gas, wheel and winding hold more, and what valves, bearing, rod, chambers, motor,
  /// copper and load took.
  double residual() const {
    double sum = absorbed - friction - oil - motor - copper - electrical;
    for (const auto& [part, energy] : stored) sum -= energy;
    for (const auto& [part, energy] : through) {
      if (part.rfind("valve", 0) == 0 || part == "relief") sum -= energy;  // all that flows in there is lost
    }
    return sum - (through.at("flywheel") - stored.at("flywheel"));  // its bearing
  }
  /// What gas and rotating mass took through their terminals and do not hold (nor lose): an error of the integration.
  double unaccounted() const {
    return std::abs(through.at("high") - stored.at("high")) + std::abs(through.at("low") - stored.at("low"));
  }
};

std::string shipped(const std::string& file) {
  std::stringstream text;
  text << std::ifstream(swell_test::source_folder() / "inputs" / file).rdbuf();
  return text.str();
}

void replace(std::string& text, const std::string& what, const std::string& with) {
  const auto at = text.find(what);
  ASSERT_NE(at, std::string::npos) << what;
  text.replace(at, what.size(), with);
}

Wire run(const std::string& text, const std::string& joint, double joint_stiffness) {
  Diagnostics diagnostics;
  const model::Model model = model::read_case_text(text, "wire.yaml", {}, diagnostics);
  diagnostics.throw_if_errors();
  run::CaseRun run(model, nullptr, {}, true);
  std::map<std::string, std::size_t> at;
  for (std::size_t i = 0; i < run.series().size(); ++i) at[run.series()[i].path] = i;
  const auto value = [&](const std::string& path) { return run.values(at.at(path))[0]; };
  const auto& work_labels = run.series()[at.at("/audit/work")].labels;
  const auto& parts = run.series()[at.at("/components/oil/part_stored_energy")].labels;
  std::vector<double> start;
  Wire wire;
  long row = 0;
  run.run([&](double) {
    const double* stored = run.values(at.at("/components/oil/part_stored_energy"));
    const double* through = run.values(at.at("/components/oil/part_absorbed_energy"));
    if (++row == 1) start.assign(stored, stored + parts.size());
    wire.throughput += row > 1 ? std::abs(value("/components/oil/absorbed_energy") - wire.absorbed) : 0.0;
    wire.absorbed = value("/components/oil/absorbed_energy");
    wire.electrical = value("/components/oil/electrical_energy");
    wire.motor = value("/components/oil/motor_loss");
    wire.copper = value("/components/oil/copper_loss");
    wire.friction = value("/components/oil/friction_loss");
    wire.oil = value("/components/oil/oil_loss");
    for (std::size_t i = 0; i < parts.size() && row > 1; ++i) {
      wire.stored[parts[i]] = stored[i] - start[i];
      wire.through[parts[i]] = through[i];
    }
    double work = 0.0;  // of all efforts at the joint on the device
    for (std::size_t i = 0; i < work_labels.size(); ++i) {
      if (work_labels[i].rfind(joint + ": ", 0) == 0) work += run.values(at.at("/audit/work"))[i];
    }
    const double q = value("/ptos/" + joint + "/position");
    wire.joint = -work - 0.5 * joint_stiffness * q * q;  // the joint's own spring is not the take-off
    return true;
  });
  return wire;
}

struct Case {
  std::string text, joint;
  double joint_stiffness;
  double coarse;  ///< [s] the longer of two steps
};

Wire at_step(const Case& c, double step) {
  std::string text = c.text;
  replace(text, "time_step: 0.02", "time_step: " + std::to_string(step));
  replace(text, "time_step: 0.1}", "time_step: " + std::to_string(step) + "}");
  return run(text, c.joint, c.joint_stiffness);
}

// Both methods are of second order (velocity linear, position cubic between accepted points; SDIRK2 inside), so that
// each defect falls by four with the step where nothing jumps. Valves bend the pressures' course where they open and
// close, which costs part of an order: 1.5 is asked. 1e-4 of what passed through is some five times the largest defect
// that was seen (2.2e-5).
void expect_closed(const Case& c) {
  const Wire coarse = at_step(c, c.coarse), fine = at_step(c, 0.5 * c.coarse);
  const auto expect_order = [&](const char* what, double before, double after) {
    ::testing::Test::RecordProperty(
        what, std::to_string(before / coarse.throughput) + " " + std::to_string(after / fine.throughput));
    EXPECT_LT(std::abs(after), 1e-4 * fine.throughput) << what;
    if (std::abs(before) < 1e-7 * coarse.throughput) return;  // the tolerance of Newton's method
    EXPECT_GT(std::log2(std::abs(before) / std::abs(after)), 1.5) << what << " " << before << " " << after;
  };
  expect_order("joint to rod", coarse.gap(), fine.gap());
  expect_order("rod to load", coarse.residual(), fine.residual());
  expect_order("accumulators", coarse.unaccounted(), fine.unaccounted());
  EXPECT_GT(fine.electrical, 0.0);
  EXPECT_GT(fine.absorbed, fine.electrical);
  // The generator's terminals are its winding and its load.
  EXPECT_NEAR(fine.through.at("generator"), fine.stored.at("generator") + fine.copper + fine.electrical,
              1e-4 * fine.throughput);
  EXPECT_NEAR(fine.through.at("motor"), fine.motor, 1e-4 * fine.throughput);
}

std::string shipped_rm3(const std::filesystem::path& data) {
  std::string text = shipped("rm3/hydraulic.yaml");
  const std::string shipped_data = "file: ../absorber/device.yaml";
  for (auto at = text.find(shipped_data); at != std::string::npos; at = text.find(shipped_data))
    text.replace(at, shipped_data.size(), "file: " + data.string());
  return text;
}

TEST(WaveToWire, Rm3WithAHydraulicTakeOffClosesFromTheJointToTheLoad) {
  SWELL_TEST_DATA(data, "rm3/rm3.h5", "WEC-Sim/WEC-Sim");
  std::string text = shipped_rm3(data);
  replace(text, "duration: 400", "duration: 40");
  replace(text, "ramp: 50", "ramp: 10");
  replace(text, "    motor: {", "    solver: {steps: 4}\n    motor: {");
  expect_closed({text, "PTO1", 0.0, 0.04});
}

/// What a user of a shipped case sees: means over its second half, and extremes.
struct Seen {
  double absorbed = 0.0, stored = 0.0, electrical = 0.0;               ///< [W] over the second half
  double slowest = 1e300, fastest = 0.0;                               ///< [rad/s] over the second half
  double fastest_ever = 0.0, highest_ever = 0.0, lowest_ever = 1e300;  ///< [rad/s, Pa]
};

Seen look_at(const std::string& text) {
  Diagnostics diagnostics;
  const model::Model model = model::read_case_text(text, "wire.yaml", {}, diagnostics);
  diagnostics.throw_if_errors();
  run::CaseRun run(model);
  std::map<std::string, std::size_t> at;
  for (std::size_t i = 0; i < run.series().size(); ++i) at[run.series()[i].path] = i;
  const auto value = [&](const std::string& port) { return run.values(at.at("/components/oil/" + port))[0]; };
  const std::size_t parts = run.series()[at.at("/components/oil/part_stored_energy")].labels.size();
  const auto held = [&] {
    const double* stored = run.values(at.at("/components/oil/part_stored_energy"));
    return std::accumulate(stored, stored + parts, 0.0);
  };
  Seen seen;
  double absorbed = 0.0, electrical = 0.0, stored = 0.0;
  const double half = 0.5 * model.simulation.duration;
  bool late = false;
  run.run([&](double time) {
    const double speed = value("shaft_speed");
    seen.fastest_ever = std::max(seen.fastest_ever, speed);
    seen.highest_ever = std::max(seen.highest_ever, value("high_pressure"));
    seen.lowest_ever = std::min(seen.lowest_ever, value("low_pressure"));
    if (time < half) return true;
    if (!late) {
      late = true;
      absorbed = value("absorbed_energy");
      electrical = value("electrical_energy");
      stored = held();
    }
    seen.slowest = std::min(seen.slowest, speed);
    seen.fastest = std::max(seen.fastest, speed);
    seen.absorbed = (value("absorbed_energy") - absorbed) / half;
    seen.electrical = (value("electrical_energy") - electrical) / half;
    seen.stored = (held() - stored) / half;
    return true;
  });
  for (const std::string& warning : texts(run.warnings()))
    EXPECT_EQ(warning.find(" at t = "), std::string::npos) << warning;
  return seen;
}

// Efficiency from parts: motor 0.9 x 0.85 = 0.765 of the oil's power; four valves at less than 0.3 MPa of some 18 lose
// 0.01 of it; bearing 0.5 N m s x (105 rad/s)^2 = 5.5 of 205 kW on the shaft; winding 0.04 of 0.04 + some 0.83 ohm:
// 0.765 x 0.99 x 0.973 x 0.954 = 0.70. A hydraulic take-off that a user can believe lies between 0.4 and 0.8.
TEST(WaveToWire, Rm3sShippedTakeOffMakesElectricityAtASpeedThatHolds) {
  SWELL_TEST_DATA(data, "rm3/rm3.h5", "WEC-Sim/WEC-Sim");
  const Seen seen = look_at(shipped_rm3(data));
  EXPECT_NEAR(seen.electrical / (seen.absorbed - seen.stored), 0.70, 0.02);
  EXPECT_GT(seen.electrical / seen.absorbed, 0.4);
  EXPECT_LT(seen.electrical / seen.absorbed, 0.8);
  EXPECT_NEAR(seen.absorbed, 286e3, 0.1 * 286e3);  // what the damper of regular.yaml takes in this wave
  const double reference = 1000.0 * 2.0 * kPi / 60.0;
  EXPECT_GT(seen.slowest, 0.98 * reference);
  EXPECT_LT(seen.fastest, 1.02 * reference);
  EXPECT_LT(seen.fastest_ever, 1.1 * reference);
  EXPECT_LT(seen.highest_ever, 3.2e7);  // the relief valve stays shut
  EXPECT_GT(seen.lowest_ever, 2.0e6);   // the low side never empties
}

// Motor 0.95 x 0.92 = 0.874; valves 0.17 of 9.2 kW; bearing 0.02 N m s x (84 rad/s)^2 = 0.14 of 7.9 kW; winding 0.05 of
// 0.05 + some 0.53 ohm, which hold 116 A: 0.874 x 0.981 x 0.982 x 0.913 = 0.77.
TEST(WaveToWire, TheShippedFlapsTakeOffMakesElectricityAtASpeedThatHolds) {
  const Seen seen = look_at(shipped("flap/crank.yaml"));
  EXPECT_NEAR(seen.electrical / (seen.absorbed - seen.stored), 0.77, 0.02);
  EXPECT_GT(seen.electrical / seen.absorbed, 0.4);
  EXPECT_LT(seen.electrical / seen.absorbed, 0.8);
  const double reference = 800.0 * 2.0 * kPi / 60.0;
  EXPECT_GT(seen.slowest, 0.98 * reference);
  EXPECT_LT(seen.fastest, 1.02 * reference);
  EXPECT_LT(seen.fastest_ever, 1.1 * reference);
  EXPECT_GT(seen.lowest_ever, 1.0e6);
}

TEST(WaveToWire, AFlapWithACrankClosesFromTheHingeToTheLoad) {
  std::string text = shipped("flap/crank.yaml");
  replace(text, "duration: 200", "duration: 40");
  replace(text, "generator: {", "solver: {steps: 4}\n    generator: {");
  // From 0.04 s on valves that open between steps hide the order: 1.4, and 1.8, 1.6, 1.9 from 0.03, 0.02, 0.01 s on.
  expect_closed({text, "hinge", 0.0, 0.02});
}

}  // namespace
}  // namespace swell::wire_test
