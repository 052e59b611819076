// Every row of the supplied table of expected values: 3695 numbers read out of the files by an independent program.
#include "swell/bemio/read.h"
#include "swell_test/test.h"

namespace swell::bemio::expected_values_test {
namespace {

struct Row {
  std::string dataset, quantity;
  int i = 0, j = 0;
  double heading = 0.0;
  int frequency = -1;
  double omega = 0.0, value = 0.0;
};

std::vector<Row> read_rows(const std::filesystem::path& path) {
  std::vector<Row> rows;
  std::ifstream in(path);
  std::string line;
  std::getline(in, line);
  while (std::getline(in, line)) {
    std::vector<std::string> cells;
    std::stringstream stream(line);
    for (std::string cell; std::getline(stream, cell, ',');) cells.push_back(cell);
    if (cells.size() < 8) continue;
    Row row;
    row.dataset = cells[0];
    row.quantity = cells[1];
    if (!cells[2].empty()) row.i = std::stoi(cells[2]);
    if (!cells[3].empty()) row.j = std::stoi(cells[3]);
    if (!cells[4].empty()) row.heading = std::stod(cells[4]);
    if (!cells[5].empty()) row.frequency = std::stoi(cells[5]);
    if (!cells[6].empty()) row.omega = std::stod(cells[6]);
    row.value = std::stod(cells[7]);
    rows.push_back(row);
  }
  return rows;
}

// The .out rows were read with the phases of the .out, the row "+ .3" with the numeric file; both with the stiffness of
// the .out (five digits), so the .hst (seven) stays out except where the row asks for it.
hydro::HydroData read_dataset(const std::filesystem::path& folder, const std::string& name, bool hst) {
  ReadOptions options;
  std::string file = name;
  if (name.rfind("wamit/", 0) == 0) {
    const std::size_t plus = name.find(" + .3");
    if (plus != std::string::npos)
      file = name.substr(0, plus);
    else
      options.ignore = {".3", ".2", ".7", ".8", ".9"};
    if (!hst) options.ignore.push_back(".hst");
  }
  return read_bem(folder / file, options);
}

std::size_t body_of(const hydro::HydroData& data, int dof) {
  std::size_t b = data.bodies.size() - 1;
  while (b > 0 && data.first_dof(b) > dof) --b;
  return b;
}

double measured(const hydro::HydroData& data, const Row& row) {
  const std::string& q = row.quantity;
  const auto body = [&]() -> const hydro::HydroBody& { return data.bodies.at(static_cast<std::size_t>(row.i - 1)); };
  if (q == "h") return data.water_depth.value_or(std::numeric_limits<double>::infinity());
  if (q == "rho") return data.density.value_or(1000.0);
  if (q == "g") return data.gravity.value();
  if (q == "n_freq") return static_cast<double>(data.omega.size());
  if (q == "n_heading") return static_cast<double>(data.direction.size());
  if (q == "n_dof") return data.total_dof();
  if (q == "disp_vol") return body().displaced_volume;
  if (q.rfind("cg_", 0) == 0) return body().cg[q[3] - 'x'];
  if (q.rfind("cb_", 0) == 0) return body().cb[q[3] - 'x'];
  const int dof = row.i - 1;
  const std::size_t b = body_of(data, dof);
  const hydro::HydroBody& own = data.bodies.at(b);
  const int i = dof - data.first_dof(b), j = row.j - 1;
  if (q == "C" || q == "gbm_hydrostatic") {
    const int column = j - data.first_dof(b);
    return column < 0 || column >= own.dof ? 0.0 : own.restoring_stiffness(i, column);
  }
  if (q == "Ainf") return own.added_mass_infinite.value()(i, j);
  if (q == "gbm_mass") return own.external_mass(i, j);
  if (q == "gbm_damping") return own.external_damping(i, j);
  if (q == "gbm_stiffness") return own.external_stiffness(i, j);
  const auto k = static_cast<std::size_t>(row.frequency);
  EXPECT_NEAR(data.omega.at(k), row.omega, 1e-6 * row.omega);
  if (q == "A") return own.added_mass.at(k)(i, j);
  if (q == "B") return own.radiation_damping.at(k)(i, j);
  std::size_t d = 0;
  while (d < data.direction.size() && std::abs(data.direction[d] - row.heading) > 1e-9) ++d;
  if (q == "mean_drift/momentum_conservation") return own.mean_drift_momentum.at(d).at(k)[i];
  if (q == "mean_drift/control_surface") return own.mean_drift_control_surface.at(d).at(k)[i];
  if (q == "mean_drift/pressure_integration") return own.mean_drift_pressure.at(d).at(k)[i];
  const auto& table = q[0] == 'X' ? own.excitation : q[0] == 'F' ? own.froude_krylov : own.scattering;
  const std::complex<double> value = table.at(d).at(k)[i];
  return q.substr(q.size() - 2) == "re" ? value.real() : value.imag();
}

// The modulus that a real or imaginary part belongs to: a part that is round-off of it has no digits of its own.
double modulus(const hydro::HydroData& data, const Row& row) {
  const std::string& q = row.quantity;
  if (q.size() < 4 || (q.substr(q.size() - 3) != "_re" && q.substr(q.size() - 3) != "_im")) return 0.0;
  Row re = row, im = row;
  re.quantity = q.substr(0, q.size() - 2) + "re";
  im.quantity = q.substr(0, q.size() - 2) + "im";
  return std::hypot(measured(data, re), measured(data, im));
}

TEST(ExpectedValues, EveryRowOfTheTableIsMetWithinTheDigitsOfTheFiles) {
  SWELL_TEST_DATA(table, "bem/expected_values.csv", "WEC-Sim/WEC-Sim");
  const std::vector<Row> rows = read_rows(table);
  std::map<std::string, hydro::HydroData> data;
  int checked = 0;
  for (const Row& row : rows) {
    SCOPED_TRACE(row.dataset + " " + row.quantity + " " + std::to_string(row.i) + " " + std::to_string(row.j) + " f" +
                 std::to_string(row.frequency) + " dir " + std::to_string(row.heading));
    const bool hst = row.quantity == "gbm_hydrostatic";
    const std::string key = row.dataset + (hst ? " + .hst" : "");
    auto found = data.find(key);
    if (found == data.end()) found = data.emplace(key, read_dataset(table.parent_path(), row.dataset, hst)).first;
    const double value = measured(found->second, row);
    if (std::isinf(row.value)) {
      EXPECT_EQ(value, row.value);
    } else {
      // The table asks for 1e-6 (its frequencies and the files' stiffness have seven digits). A part that is the
      // round-off of cos 90 degrees has no digits of its own: 1e-12 of the modulus. AQWA's phases are moved to the
      // origin, here and in the table by wavenumbers whose phases differ by 4e-9 rad: 1e-8 of the modulus.
      const double part = row.dataset.rfind("aqwa/", 0) == 0 ? 1e-8 : 1e-12;
      const double tolerance = 1e-6 * std::abs(row.value) + part * modulus(found->second, row);
      EXPECT_NEAR(value, row.value, tolerance);
    }
    ++checked;
  }
  RecordProperty("rows", checked);
  EXPECT_EQ(checked, 3695);
}

}  // namespace
}  // namespace swell::bemio::expected_values_test
