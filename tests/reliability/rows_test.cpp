// A row is the state at its time.
#include "swell/model/read_case.h"
#include "swell/run/run.h"
#include "swell_test/test.h"

namespace swell::run::rows_test {
namespace {

const std::filesystem::path kSphere = std::filesystem::path(SWELL_SOURCE_DIR) / "inputs/sphere/case.yaml";

model::Model read(const std::string& text) {
  Diagnostics diagnostics;
  model::Model model = model::read_case_text(text, kSphere, {}, diagnostics);
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

}  // namespace
}  // namespace swell::run::rows_test
