// Oscillating water columns in a run: against the frequency domain, the theoretical maximum of power, and energy.
#include <tuple>

#include "frequency_domain.h"
#include "results_file.h"
#include "swell/assembly/built_case.h"
#include "swell/base/interpolation.h"
#include "swell/bem/cache.h"
#include "swell/bem/green_function.h"
#include "swell/hydro/bemio_h5.h"
#include "swell/model/read_case.h"
#include "swell_test/test.h"

namespace swell::water_column_test {
namespace {

using swell_test::harmonic;
using swell_test::read_dataset;
using swell_test::run_text;
using Complex = std::complex<double>;

constexpr double kWater = 1025.0, kAir = 1.225, kGravity = 9.81, kDepth = 30.0, kArea = 25.0 * kPi;
constexpr double kAtmosphere = 101325.0;

std::string data_of(const std::string& device) {
  const auto folder = swell_test::source_folder() / "inputs/owc";
  const bem::TreeReader read = [](const std::filesystem::path& path) {
    return model::read_yaml_file(path, model::kDeviceFile);
  };
  return bem::computed_data(read(folder / device), folder, read).file.string();
}

const std::string& data_file() {
  static const std::string file = data_of("device.yaml");
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

// A floating column that a guide lets heave: (K - w^2 (M + A) + i w B) x + (0, p S) = X for hull and water, with the
// air of the fixed one.
TEST(WaterColumn, FloatingColumnMeetsFrequencyDomain) {
  const std::string file = data_of("floating-device.yaml");
  const hydro::HydroData data = hydro::read_bemio_h5(file);
  const hydro::HydroBody& body = data.bodies[0];
  const double conductance = 0.005, volume = 120.0, amplitude = 0.02;
  const double area = body.restoring_stiffness(6, 6), mass = kWater * body.displaced_volume;
  for (const std::size_t k : {13U, 17U, 21U}) {  // 7 s, where the hull is near its own period, and both sides of it
    const double w = data.omega[k];
    Eigen::Matrix2cd Z;
    Eigen::Vector2cd X;
    const std::array<Eigen::Index, 2> row{2, 6};
    for (std::size_t i = 0; i < 2; ++i) {
      X[static_cast<Eigen::Index>(i)] = kWater * kGravity * body.excitation[0][k][row[i]];
      for (std::size_t j = 0; j < 2; ++j)
        Z(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) =
            kWater *
            Complex(kGravity * body.restoring_stiffness(row[i], row[j]) - w * w * body.added_mass[k](row[i], row[j]),
                    w * w * body.radiation_damping[k](row[i], row[j]));
    }
    Z(0, 0) -= w * w * mass;
    const Complex air = Complex(0.0, w * area) / Complex(conductance, w * volume / (1.4 * kAtmosphere));
    Z(1, 1) += air * area;
    const Eigen::Vector2cd x = Z.partialPivLu().solve(X);
    std::string yaml = column(w, 2.0 * amplitude, conductance, volume, 160.0);
    const auto put = [&](const std::string& from, const std::string& to) {
      const std::size_t at = yaml.find(from);
      ASSERT_NE(at, std::string::npos) << from;
      yaml.replace(at, from.size(), to);
    };
    put(data_file(), file);
    put(", depth: 30", "");
    put("type: fixed", "type: translational");
    put("area: " + text(kArea), "area: " + text(area));
    const auto results = run_text(yaml, "owc-floating");
    const MatrixX time = read_dataset(results, "/time");
    const double from = time(time.rows() - 1, 0) - 8.0 * kPi / w;
    const auto found = [&](const std::string& path) {
      return Complex(harmonic(time, read_dataset(results, path).col(0), w, from) / amplitude);
    };
    const Complex heave = found("/joints/pile/position"), water = found("/ptos/column_air/position");
    swell_test::measured("%.2f rad/s: hull %.2g, water %.2g", w, std::abs(heave / x[0] - 1.0),
                         std::abs(water / x[1] - 1.0));
    EXPECT_LT(std::abs(heave - x[0]), 5e-3 * x.cwiseAbs().maxCoeff()) << w << heave << x[0];
    EXPECT_LT(std::abs(water - x[1]), 5e-3 * x.cwiseAbs().maxCoeff()) << w << water << x[1];
  }
}

// Over whole periods: what the water gives the air goes through the turbine, but for flows of heat at half a hundredth
// of the pressure; what the turbine gives the shaft goes through the generator, but for the change of the wheel's
// energy.
TEST(WaterColumn, ShippedPlantsCloseTheirBalance) {
  for (const auto& [name, device, water, period, least] :
       {std::tuple{"regular.yaml", "device.yaml", "column_air", 8.0, 1e4},
        std::tuple{"floating.yaml", "floating-device.yaml", "spar_air", 7.0, 4e4}}) {
    std::ifstream in(swell_test::source_folder() / "inputs/owc" / name);
    std::string yaml((std::istreambuf_iterator<char>(in)), {});
    const std::string file = std::string("file: ") + device;
    yaml.replace(yaml.find(file), file.size(), "file: " + data_of(device));
    const auto summary = swell_test::run_audited(yaml, "owc-plant");
    ASSERT_TRUE(summary.audit);
    EXPECT_TRUE(summary.audit->closes) << name << ' ' << summary.audit->residual << " of " << summary.audit->tolerance;
    const auto results = run_text(yaml, "owc-plant");
    const MatrixX time = read_dataset(results, "/time");
    const double to = time(time.rows() - 1, 0), from = to - 10.0 * period;
    const auto mean = [&](const std::string& path) {
      const MatrixX value = read_dataset(results, path);
      double sum = 0.0;
      for (Eigen::Index i = 1; i < time.rows(); ++i)
        if (time(i - 1, 0) > from - 1e-9) sum += 0.5 * (value(i, 0) + value(i - 1, 0)) * (time(i, 0) - time(i - 1, 0));
      return sum / (to - from);
    };
    const std::string plant = "/components/plant/";
    const double taken = mean("/ptos/" + std::string(water) + "/power"), air = mean(plant + "turbine.pneumatic_power"),
                 shaft = mean(plant + "turbine.shaft_power"), electrical = mean(plant + "generator.electrical_power");
    swell_test::measured("%s: taken %.0f W, air %.0f W, shaft %.0f W, electrical %.0f W", name, taken, air, shaft,
                         electrical);
    EXPECT_GT(electrical, least) << name;
    EXPECT_NEAR(air, taken, 5e-3 * taken) << name;
    EXPECT_NEAR(electrical, 0.94 * shaft, 5e-3 * shaft) << name;
    EXPECT_LT(shaft, 0.785 * air) << name;  // the best of the turbine's curve
  }
}

// Air with another area than its water, no air at all, and an atmosphere that presses on the water at rest.
TEST(WaterColumn, ReportsPlantThatDoesNotFitItsWater) {
  const auto codes = [](const std::string& from, const std::string& to) {
    std::string yaml = column(1.0, 0.1, 0.01, 600.0, 1.0);
    const std::size_t at = yaml.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    yaml.replace(at, from.size(), to);
    std::set<std::string> found;
    try {
      Diagnostics read;
      const model::Model model = model::read_case_text(yaml, "owc.yaml", {}, read);
      for (const Diagnostic& d : read.list()) found.insert(d.code);
      for (const Diagnostic& d : assembly::build_case(model).all_warnings()) found.insert(d.code);
    } catch (const InputError& error) {
      for (const Diagnostic& d : error.diagnostics()) found.insert(d.code);
    }
    return found;
  };
  using testing::Contains;
  using testing::Not;
  EXPECT_THAT(codes("area: " + text(kArea), "area: " + text(1.02 * kArea)), Contains("contradiction"));
  EXPECT_THAT(codes("area: " + text(kArea), "area: " + text(1.005 * kArea)), Not(Contains("contradiction")));
  EXPECT_THAT(codes("  - {from: plant.force, to: column.air.force}\n", ""), Contains("chamber-without-air"));
  EXPECT_THAT(codes("  - {from: column.air.velocity, to: plant.velocity}\n  - {from: column.air.position, to: "
                    "plant.position}\n",
                    ""),
              Contains("chamber-without-air"));
  EXPECT_THAT(codes("value: 101325", "value: 100000"), Contains("atmosphere"));
  const std::set<std::string> plain = codes("value: 101325", "value: 101325.0");
  EXPECT_THAT(plain, Not(Contains("atmosphere")));
  EXPECT_THAT(plain, Not(Contains("chamber-without-air")));
  EXPECT_THAT(codes("    mass: equilibrium\n", "    mass: equilibrium\n    chambers: [{name: air, radius: 5}]\n"),
              Contains("unknown-key"));
}

}  // namespace
}  // namespace swell::water_column_test
