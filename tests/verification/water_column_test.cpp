// Oscillating water columns in a run: against the frequency domain, the theoretical maximum of power, and energy.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "frequency_domain.h"
#include "results_file.h"
#include "swell/base/interpolation.h"
#include "swell/bem/cache.h"
#include "swell/bem/green_function.h"
#include "swell/hydro/bemio_h5.h"
#include "swell/model/read_case.h"
#include "swell_test/data.h"
#include "swell_test/measured.h"

namespace swell {
namespace {

using swell_test::harmonic;
using swell_test::read_dataset;
using swell_test::run_text;
using Complex = std::complex<double>;

constexpr double kWater = 1025.0, kAir = 1.225, kGravity = 9.81, kDepth = 30.0, kArea = 25.0 * kPi;
constexpr double kAtmosphere = 101325.0;

const std::string& data_file() {
  static const std::string file = [] {
    const auto folder = swell_test::source_folder() / "inputs/owc";
    const bem::TreeReader read = [](const std::filesystem::path& path) {
      return model::read_yaml_file(path, model::kDeviceFile);
    };
    return bem::computed_data(read(folder / "device.yaml"), folder, read).file.string();
  }();
  return file;
}

std::string text(double value) {
  std::ostringstream out;
  out.precision(17);
  out << value;
  return out.str();
}

/// A turbine that lets `conductance` m3/s through per Pa, under `volume` of air.
std::string column(double omega, double height, double conductance, double volume, double duration) {
  return "simulation: {duration: " + text(duration) + ", time_step: 0.05, ramp: 20}\n" +
         "environment: {water_density: 1025, gravity: 9.81, depth: 30}\nwaves: {type: regular, height: " +
         text(height) + ", period: " + text(2.0 * kPi / omega) + R"(}
bodies:
  - name: column
    hydro_data: {file: )" +
         data_file() + R"(, body: 1}
    mass: equilibrium
    inertia: [1.0e6, 1.0e6, 1.0e6]
    modes: {names: [air]}
joints:
  - {name: pile, type: fixed, base: world, follower: column}
components:
  - name: plant
    type: circuit
    elements:
      - {name: chamber, type: air-chamber, area: )" +
         text(kArea) + ", volume: " + text(volume) + R"(}
      - {name: turbine, type: resistance, domain: pneumatic, resistance: )" +
         text(1.0 / (kAir * conductance)) + R"(}
      - {name: atmosphere, type: over-source, domain: pneumatic, value: 101325}
    nodes: [[chamber.port, turbine.a], [turbine.b, atmosphere.port]]
    inputs: {velocity: chamber.velocity, position: chamber.position}
    outputs: {force: chamber.force}
    solver: {tolerance: 1.0e-6}
connections:
  - {from: column.air.velocity, to: plant.velocity}
  - {from: column.air.position, to: plant.position}
  - {from: plant.force, to: column.air.force}
)";
}

/// The column's hydrodynamics, linear between the frequencies of the data.
struct At {
  explicit At(double w) : omega(w) {
    static const hydro::HydroData data = hydro::read_bemio_h5(data_file());
    const hydro::HydroBody& body = data.bodies[0];
    const std::size_t k = find_piece(data.omega, w);
    const double share = (w - data.omega[k]) / (data.omega[k + 1] - data.omega[k]);
    const auto of = [&](const auto& value) { return (1.0 - share) * value(k) + share * value(k + 1); };
    mass = kWater * of([&](std::size_t i) { return body.added_mass[i](6, 6); });
    damping = kWater * w * of([&](std::size_t i) { return body.radiation_damping[i](6, 6); });
    stiffness = kWater * kGravity * body.restoring_stiffness(6, 6);
    excitation = kWater * kGravity * of([&](std::size_t i) { return body.excitation[0][i][6]; });
  }
  double reactance() const { return omega * mass - stiffness / omega; }
  double omega = 0.0, mass = 0.0, damping = 0.0, stiffness = 0.0;
  Complex excitation;
};

// (K - w^2 A + i w B) x + p S = X with the linear air of [FalcaoHenriques2016]: (C + i w V0 / (n p_a)) p = i w S x.
TEST(WaterColumn, LinearTurbineMeetsFrequencyDomain) {
  for (const double omega : {0.6, 0.9, 1.2}) {  // below, near and above resonance
    const At at(omega);
    const double conductance = 0.01, volume = 600.0;
    const Complex air = Complex(0.0, at.omega * kArea) / Complex(conductance, at.omega * volume / (1.4 * kAtmosphere));
    const Complex x = at.excitation / (at.stiffness - at.omega * at.omega * at.mass +
                                       Complex(0.0, at.omega * at.damping) + air * kArea);
    const double amplitude = 0.05;
    const auto results = run_text(column(at.omega, 2.0 * amplitude, conductance, volume, 120.0), "owc-linear");
    const MatrixX time = read_dataset(results, "/time");
    const double from = time(time.rows() - 1, 0) - 8.0 * kPi / at.omega;
    const Complex found =
        harmonic(time, read_dataset(results, "/ptos/column_air/position").col(0), at.omega, from) / amplitude;
    const Complex force =
        harmonic(time, read_dataset(results, "/ptos/column_air/force").col(0), at.omega, from) / amplitude;
    swell_test::measured("%.2f rad/s: water %.2g, pressure %.2g", at.omega, std::abs(found / x - 1.0),
                         std::abs(force / (-air * x * kArea) - 1.0));
    EXPECT_LT(std::abs(found - x), 5e-3 * std::abs(x)) << at.omega << ' ' << found << ' ' << x;
    EXPECT_LT(std::abs(force + air * x * kArea), 5e-3 * std::abs(air * x * kArea)) << at.omega;
  }
}

// At resonance with a turbine that takes as much as the column radiates, an axisymmetric chamber takes the power of a
// crest of lambda / (2 pi) [Evans1982].
TEST(WaterColumn, TakesPowerOfCrestOfWavelengthOverTwoPi) {
  double low = 0.8, high = 1.3;
  for (int i = 0; i < 40; ++i) (At(0.5 * (low + high)).reactance() < 0.0 ? low : high) = 0.5 * (low + high);
  const At at(low);
  const double amplitude = 0.02, k = bem::finite_depth_wavenumber(at.omega * at.omega / kGravity, kDepth);
  const auto results =
      run_text(column(at.omega, 2.0 * amplitude, kArea * kArea / at.damping, 100.0, 200.0), "owc-best");
  const MatrixX time = read_dataset(results, "/time"), power = read_dataset(results, "/ptos/column_air/power");
  const double period = 2.0 * kPi / at.omega, to = time(time.rows() - 1, 0), from = to - 10.0 * period;
  double sum = 0.0;
  for (Eigen::Index i = 1; i < time.rows(); ++i)
    if (time(i, 0) > from) sum += 0.5 * (power(i, 0) + power(i - 1, 0)) * (time(i, 0) - std::max(from, time(i - 1, 0)));
  const double group = 0.5 * at.omega / k * (1.0 + 2.0 * k * kDepth / std::sinh(2.0 * k * kDepth));
  const double flux = 0.5 * kWater * kGravity * amplitude * amplitude * group;
  const double width = sum / (10.0 * period) / flux * k;
  swell_test::measured("capture width %.4f of lambda / 2 pi at %.3f rad/s", width, low);
  EXPECT_NEAR(width, 1.0, 5e-3);
}

// Over whole periods: what the water gives the air goes through the turbine, but for flows of heat at half a hundredth
// of the pressure; what the turbine gives the shaft goes through the generator, but for the change of the wheel's
// energy.
TEST(WaterColumn, ShippedPlantClosesItsBalance) {
  std::ifstream in(swell_test::source_folder() / "inputs/owc/regular.yaml");
  std::string yaml((std::istreambuf_iterator<char>(in)), {});
  const std::string file = "file: device.yaml";
  yaml.replace(yaml.find(file), file.size(), "file: " + data_file());
  const auto summary = swell_test::run_audited(yaml, "owc-plant");
  ASSERT_TRUE(summary.audit);
  EXPECT_TRUE(summary.audit->closes) << summary.audit->residual << " of " << summary.audit->tolerance;
  const auto results = run_text(yaml, "owc-plant");
  const MatrixX time = read_dataset(results, "/time");
  const double period = 8.0, to = time(time.rows() - 1, 0), from = to - 10.0 * period;
  const auto mean = [&](const std::string& path) {
    const MatrixX value = read_dataset(results, path);
    double sum = 0.0;
    for (Eigen::Index i = 1; i < time.rows(); ++i)
      if (time(i - 1, 0) > from - 1e-9) sum += 0.5 * (value(i, 0) + value(i - 1, 0)) * (time(i, 0) - time(i - 1, 0));
    return sum / (to - from);
  };
  const std::string plant = "/components/plant/";
  const double taken = mean("/ptos/column_air/power"), air = mean(plant + "turbine.pneumatic_power"),
               shaft = mean(plant + "turbine.shaft_power"), electrical = mean(plant + "generator.electrical_power");
  swell_test::measured("taken %.0f W, air %.0f W, shaft %.0f W, electrical %.0f W", taken, air, shaft, electrical);
  EXPECT_GT(electrical, 1e4);
  EXPECT_NEAR(air, taken, 5e-3 * taken);
  EXPECT_NEAR(electrical, 0.94 * shaft, 5e-3 * shaft);
  EXPECT_LT(shaft, 0.785 * air);  // the best of the turbine's curve
}

}  // namespace
}  // namespace swell
