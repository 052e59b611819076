// A row is the state at its time, and the summary's extremes are those of the motion and not of its rows.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "swell/case/read_case.h"
#include "swell/case/run.h"

namespace swell::model {
namespace {

const std::filesystem::path kSphere = std::filesystem::path(SWELL_SOURCE_DIR) / "inputs/sphere/case.yaml";

Model read(const std::string& text) {
  Diagnostics diagnostics;
  Model model = read_case_text(text, kSphere, {}, diagnostics);
  diagnostics.throw_if_errors();
  return model;
}

/// Every entry of every dataset, row by row.
std::map<std::string, std::vector<double>> rows_of(const std::string& text) {
  CaseRun run(read(text));
  std::map<std::string, std::vector<double>> rows;
  run.run([&](double) {
    for (std::size_t i = 0; i < run.series().size(); ++i) {
      for (int k = 0; k < std::max(1, run.series()[i].width); ++k)
        rows[run.series()[i].path + " " + std::to_string(k + 1)].push_back(run.values(i)[k]);
    }
    return true;
  });
  return rows;
}

const std::string kSphereBody =
    "bodies:\n  - {name: sphere, hydro_data: {file: hemisphere.h5, body: 1}, mass: equilibrium, inertia: "
    "[1690000, 1690000, 2606000], initial: {displacement: [0, 0, 1]}}\n";

// What a run with a quarter of the step shows at the same times is the independent calculation: a row that is one step
// late is a quarter step late there. All recorded ports were looked at by one person, once; no test had compared their
// times.
TEST(Rows, AreTheStateAtTheirTime) {
  const std::string wave = "waves: {type: regular, height: 1, period: 6}\n";
  const std::string cylinder =
      "components:\n  - name: oil\n    type: circuit\n    elements:\n"
      "      - {name: cylinder, type: cylinder, area_a: 0.03, area_b: 0.03, volume_a: 0.1, volume_b: 0.1, "
      "initial_pressure_a: 1.0e7, initial_pressure_b: 1.0e7}\n"
      "      - {name: throttle, type: resistance, resistance: 1.0e9}\n"
      "    nodes: [[cylinder.a, throttle.a], [throttle.b, cylinder.b]]\n"
      "    inputs: {velocity: cylinder.velocity, position: cylinder.position}\n"
      "    outputs: {output: cylinder.force}\n    solver: {tolerance: 1.0e-6}\n"
      "  - {name: hydraulics, type: hydraulic-pto, example: rm3}\n"
      "  - {name: past, type: delay, time: 0.35}\n  - {name: held, type: sampler, sample_time: 0.2}\n"
      "connections:\n  - {from: PTO.velocity, to: oil.velocity}\n  - {from: PTO.position, to: oil.position}\n"
      "  - {from: PTO.velocity, to: hydraulics.velocity}\n  - {from: PTO.position, to: hydraulics.position}\n"
      "  - {from: oil.output, to: PTO.force}\n  - {from: PTO.velocity, to: past.input}\n"
      "  - {from: PTO.velocity, to: held.input}\n";
  const std::string pto =
      "ptos:\n  - {name: PTO, type: translational, base: world, follower: sphere, damping: 1.0e5}\n";
  const std::string lines =
      "environment: {depth: 50}\nmoorings:\n  - {name: chains, type: lines, body: sphere, file: "
      "../loads/chains.txt}\n";
  for (const std::string& parts : {wave + kSphereBody + pto + cylinder, wave + kSphereBody + lines}) {
    const auto run = [&](double step) {
      return rows_of("simulation: {duration: 4, time_step: " + std::to_string(step) + "}\noutput: {time_step: 0.1}\n" +
                     parts);
    };
    const auto coarse = run(0.1), fine = run(0.025);
    for (const auto& [name, values] : fine) {
      const std::vector<double>& row = coarse.at(name);
      ASSERT_EQ(row.size(), values.size()) << name;
      double here = 0.0, before = 0.0, largest = 0.0;
      for (std::size_t k = 11; k < row.size(); ++k) {
        here += std::abs(row[k] - values[k]);
        before += std::abs(row[k] - values[k - 1]);
        largest = std::max(largest, std::abs(row[k]));
      }
      // Late by a step of 0.1 s, less the quarter step that the other is late: 0.075 s from the time of its row.
      // Round-off aside, anything on time is nearer than a third of a step.
      EXPECT_LT(here, before / 3.0 + 1e-6 * largest)
          << name << ": " << here << " from its time, " << before << " from the row before";
    }
  }
}

// A condenser of 0.5 F behind 1 ohm at 10 V: C (V (1 - exp(-t / RC)))^2 / 2, 25 J in the end.
TEST(Rows, EnergyInACondenserIsThatOfItsVoltage) {
  const auto rows = rows_of(
      "simulation: {duration: 5, time_step: 0.05}\ncomponents:\n  - name: rc\n    type: circuit\n    elements:\n"
      "      - {name: source, type: over-source, domain: electrical, value: 10}\n"
      "      - {name: resistor, type: resistance, domain: electrical, resistance: 1}\n"
      "      - {name: condenser, type: capacity, domain: electrical, capacity: 0.5}\n"
      "    nodes: [[source.port, resistor.a], [resistor.b, condenser.port]]\n    solver: {steps: 200}\n");
  const std::vector<double>& energy = rows.at("/components/rc/part_stored_energy 3");
  for (std::size_t k = 0; k < energy.size(); ++k) {
    const double voltage = 10.0 * (1.0 - std::exp(-0.05 * static_cast<double>(k) / 0.5));
    // Backward Euler at 0.05 s / 200: an error of v of h / (2 RC) V t / RC exp(-t / RC) < 0.92e-3 V, of W of C v times
    // that.
    EXPECT_NEAR(energy[k], 0.25 * voltage * voltage, 5e-3) << 0.05 * static_cast<double>(k) << " s";
  }
}

// The sphere free in an oblique wave, all six motions: rows 12 times a wave show extremes of 1 - cos(pi / 12) = 3 % too
// little, the accepted points with their velocities those of rows twenty times as dense.
TEST(Summary, ExtremesAreThoseOfTheMotionBetweenRows) {
  const auto text = [](const std::string& output) {
    return "simulation: {duration: 36, time_step: 0.1}\nwaves: {type: regular, height: 1, period: 6, direction: 30}\n" +
           kSphereBody + "hydrodynamics: {radiation: constant}\noutput: {time_step: " + output + "}\n";
  };
  const auto rows = rows_of(text("0.005"));
  const std::filesystem::path file = std::filesystem::temp_directory_path() / "swell_extremes_of_a_summary.h5";
  RunOptions options;
  options.output = file;
  const RunSummary summary = run_case(read(text("0.5")), options);
  std::filesystem::remove(file);
  for (std::size_t i = 0; i < 6; ++i) {
    const std::vector<double>& x = rows.at("/bodies/sphere/position " + std::to_string(i + 1));
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (std::size_t k = x.size() / 2; k < x.size(); ++k) {
      low = std::min(low, x[k]);
      high = std::max(high, x[k]);
    }
    // A row in 0.005 s misses (omega 0.0025 s)^2 / 2 = 3.4e-6 of the amplitude; the cubic (omega 0.1 s)^4 / 384 = 3e-7.
    const double amplitude = 0.5 * (high - low);
    EXPECT_NEAR(summary.bodies.front().maximum[i], high, 1e-5 * amplitude + 1e-12) << i;
    EXPECT_NEAR(summary.bodies.front().minimum[i], low, 1e-5 * amplitude + 1e-12) << i;
  }
}

}  // namespace
}  // namespace swell::model
