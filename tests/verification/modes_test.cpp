// Generalised modes in a run: against an oscillator by itself, the frequency domain, the rigid body, and energy.
#include <Eigen/Eigenvalues>
#include <Eigen/LU>

#include "frequency_domain.h"
#include "results_file.h"
#include "swell/bem/cache.h"
#include "swell/hydro/bemio_h5.h"
#include "swell/hydro/coefficients.h"
#include "swell/linear/linear.h"
#include "swell/model/read_case.h"
#include "swell_test/test.h"

namespace swell::modes_test {
namespace {

using swell_test::harmonic;
using swell_test::read_dataset;
using swell_test::run_audited;
using swell_test::run_text;

constexpr double kDensity = 1000.0, kGravity = 9.81;

/// inputs/barge: 80 m long with two bending modes.
const hydro::HydroData& barge() {
  static const hydro::HydroData data = [] {
    const auto folder = swell_test::source_folder() / "inputs/barge";
    const bem::TreeReader read = [](const std::filesystem::path& path) {
      return model::read_yaml_file(path, model::kDeviceFile);
    };
    return hydro::read_bemio_h5(bem::computed_data(read(folder / "device.yaml"), folder, read).file.string());
  }();
  return data;
}

/// The barge's data after a change, as a file.
std::string file_of(const std::string& name, const std::function<void(hydro::HydroData&)>& change = {}) {
  hydro::HydroData data = barge();
  if (change) change(data);
  const auto path = std::filesystem::temp_directory_path() / ("swell-modes-" + name + ".h5");
  hydro::write_bemio_h5(data, path.string());
  return path.string();
}

const std::string& plain_file() {
  static const std::string file = file_of("plain");
  return file;
}

/// Surge, sway and yaw, which no water restores, are damped within seconds.
constexpr const char* kDamping = "[4e5, 4e5, 0, 0, 0, 2e8]";

std::string text_of(const std::string& simulation, const std::string& waves, const std::string& modes,
                    const std::string& radiation = "convolution", const std::string& file = plain_file(),
                    const std::string& more = "") {
  return "simulation: {" + simulation + "}\nenvironment: {water_density: 1000, gravity: 9.81}\nwaves: " + waves +
         "\nhydrodynamics: {radiation: " + radiation + "}\nbodies:\n  - name: barge\n    hydro_data: {file: " + file +
         ", body: 1}\n    mass: equilibrium\n    inertia: [5e7, 2.13e9, 2.13e9]\n    linear_damping: " + kDamping +
         "\n    modes: {" + modes + "}\n" + more;
}

// A mode without hydrodynamic coefficients, with mass, damping and stiffness of its own: q'' + 2 z w q' + w^2 q = 0.
// RK4 leaves (w h)^4 w t / 120 of phase: 1e-7 after 60 s at 0.02 s.
TEST(GeneralisedModes, OneByItselfIsTheDampedOscillator) {
  const std::string file = file_of("alone", [](hydro::HydroData& data) {
    hydro::HydroBody& body = data.bodies[0];
    const auto clear = [](MatrixX& m) {
      m.rightCols(2).setZero();
      m.bottomRows(2).setZero();
    };
    for (auto* all : {&body.added_mass, &body.radiation_damping, &body.radiation_irf})
      for (MatrixX& m : *all) clear(m);
    for (auto* m : {&body.added_mass_infinite, &body.added_mass_zero})
      if (*m) clear(**m);
    clear(body.restoring_stiffness);
  });
  const double M = 1e6, K = 1.44e6, ratio = 0.05, w = std::sqrt(K / M), wd = w * std::sqrt(1.0 - ratio * ratio);
  const auto results =
      run_text(text_of("duration: 60, time_step: 0.02", "{type: none}",
                       "mass: [1e6, 1e6], stiffness: [1.44e6, 1e7], damping_ratio: [0.05, 0], displacement: [0.5, 0], "
                       "velocity: [0.1, 0]",
                       "convolution", file),
               "modes-alone");
  const MatrixX time = read_dataset(results, "/time"), q = read_dataset(results, "/bodies/barge/mode1/position"),
                v = read_dataset(results, "/bodies/barge/mode1/velocity");
  double worst = 0.0;
  for (Eigen::Index i = 0; i < time.rows(); ++i) {
    const double t = time(i, 0), b = (0.1 + ratio * w * 0.5) / wd;
    const double exact = std::exp(-ratio * w * t) * (0.5 * std::cos(wd * t) + b * std::sin(wd * t));
    worst = std::max(worst, std::abs(q(i, 0) - exact));
  }
  swell_test::measured("oscillator: off by at most %.2g m of 0.5 m", worst);
  EXPECT_LT(worst, 1e-6);
  EXPECT_NEAR(v(0, 0), 0.1, 1e-15);
  EXPECT_LT(read_dataset(results, "/bodies/barge/mode2/position").cwiseAbs().maxCoeff(), 1e-12);
  const MatrixX position = read_dataset(results, "/bodies/barge/position");
  EXPECT_LT((position.rowwise() - position.row(0)).cwiseAbs().maxCoeff(), 1e-9);
}

/// Mass, damping and stiffness of the barge with its modes, without what it radiates.
/// @param as_given  the stiffness of the data as it is, else that of the potential
struct Structure {
  explicit Structure(const hydro::HydroBody& body, bool as_given = false) {
    mass.diagonal().head<3>().setConstant(kDensity * body.displaced_volume);
    mass.diagonal().segment<3>(3) << 5e7, 2.13e9, 2.13e9;
    mass.bottomRightCorner(2, 2) = body.generalised_mass;
    damping.diagonal().head<6>() << 4e5, 4e5, 0, 0, 0, 2e8;
    const MatrixX water = kDensity * kGravity * body.restoring_stiffness;
    stiffness = water;
    if (!as_given) {  // by one potential: what the modes put on the body, in heave, roll and pitch
      stiffness.topRightCorner(6, 2).setZero();
      stiffness.bottomLeftCorner(2, 6).setZero();
      stiffness.block(2, 6, 3, 2) = water.block(2, 6, 3, 2);
      stiffness.block(6, 2, 2, 3) = water.block(2, 6, 3, 2).transpose();
    }
    stiffness.bottomRightCorner(2, 2) += body.generalised_stiffness;
  }
  MatrixX mass = MatrixX::Zero(8, 8), damping = mass, stiffness = mass;
};

/// (K + i w D - w^2 M + Z) x = F of the barge, per metre of amplitude, with Z = i w B - w^2 A of whatever radiates.
Eigen::VectorXcd frequency_domain(const hydro::HydroData& data, double omega, const Eigen::MatrixXcd& radiation,
                                  bool as_given = false) {
  const Structure s(data.bodies[0], as_given);
  auto shared = std::make_shared<const hydro::HydroData>(data);
  const hydro::ExcitationCoefficients excitation({shared, 0}, kDensity, kGravity);
  Eigen::MatrixXcd Z = radiation + (s.stiffness - omega * omega * s.mass).cast<std::complex<double>>();
  Z += std::complex<double>(0.0, omega) * s.damping.cast<std::complex<double>>();
  return Z.partialPivLu().solve(excitation.at(omega, 0.0));
}

/// Complex amplitudes of surge, heave, pitch and the modes in the last ten periods, per metre of amplitude.
Eigen::VectorXcd steady(const std::filesystem::path& results, double omega, double amplitude) {
  const MatrixX time = read_dataset(results, "/time"), x = read_dataset(results, "/bodies/barge/position");
  const double from = time(time.rows() - 1, 0) - 20.0 * kPi / omega;
  Eigen::VectorXcd out(5);
  int k = 0;
  for (const int column : {0, 2, 4}) out[k++] = harmonic(time, x.col(column), omega, from) / amplitude;
  for (const char* mode : {"mode1", "mode2"})
    out[k++] =
        harmonic(time, read_dataset(results, std::string("/bodies/barge/") + mode + "/position").col(0), omega, from) /
        amplitude;
  return out;
}

/// Largest difference of the five motions, each over the largest of its kind (rotation by half a length).
double difference(const Eigen::VectorXcd& run, const Eigen::VectorXcd& all) {
  double worst = 0.0, size = 0.0;
  const int rows[] = {0, 2, 4, 6, 7};
  for (int k = 0; k < 5; ++k) {
    const double scale = k == 2 ? 40.0 : 1.0;
    worst = std::max(worst, scale * std::abs(run[k] - all[rows[k]]));
    size = std::max(size, scale * std::abs(all[rows[k]]));
  }
  return worst / size;
}

// Constant coefficients are those of the frequency domain: RK4 leaves (w h)^4 / 120 per radian, 1e-6 over the decay of
// the transients; these have 400 s, ten times the slowest time constant. Central differences of a linear law: round-off
// over their step, 1e-16 / 1e-5, a hundred times over. The memories are within what their notes say: the kernel is made
// passive by 1.5 % of its peak, the state space follows it within 0.5 %.
TEST(GeneralisedModes, RegularWavesGiveTheResponseOfTheFrequencyDomain) {
  auto data = std::make_shared<const hydro::HydroData>(barge());
  const hydro::RadiationCoefficients radiation({{data, 0}}, kDensity, true, hydro::RadiationData::passive);
  const std::complex<double> i(0.0, 1.0);
  for (const double omega : {0.6, 0.9, 1.2}) {
    const std::string simulation = "duration: 400, time_step: 0.05, ramp: 40",
                      wave = "{type: regular, height: 0.01, period: " + std::to_string(2.0 * kPi / omega) + "}";
    const double w = 2.0 * kPi / std::stod(std::to_string(2.0 * kPi / omega));
    const Eigen::MatrixXcd constant = -w * w * radiation.added_mass(w).cast<std::complex<double>>() +
                                      i * w * radiation.damping(w).cast<std::complex<double>>();
    const auto of_data = frequency_domain(barge(), w, constant);
    const double with_constant =
        difference(steady(run_text(text_of(simulation, wave, "", "constant"), "modes-constant"), w, 0.005), of_data);
    std::string given = text_of(simulation + ", restoring: euler-angles", wave, "", "constant");
    const double with_given =
        difference(steady(run_text(given, "modes-given"), w, 0.005), frequency_domain(barge(), w, constant, true));
    Diagnostics diagnostics;
    linear::LinearCase linear(model::read_case_text(text_of(simulation, wave, ""), "case.yaml", {}, diagnostics));
    const linear::Response response = linear.response({w});
    Eigen::VectorXcd of_linear = Eigen::VectorXcd::Zero(5);
    const char* names[] = {"/bodies/barge/position surge", "/bodies/barge/position heave",
                           "/bodies/barge/position pitch", "/bodies/barge/mode1/position",
                           "/bodies/barge/mode2/position"};
    for (std::size_t o = 0; o < response.outputs.size(); ++o)
      for (int k = 0; k < 5; ++k)
        if (response.outputs[o].name() == names[k]) of_linear[k] = response.operators(static_cast<Eigen::Index>(o), 0);
    const double with_linear = difference(of_linear, of_data);
    // The memory: A(inf) and the transform of the kernel of the data, by the trapezium over its own samples.
    const double step = 0.05;
    const auto count = static_cast<std::size_t>(radiation.kernel_end() / step) + 1;
    const std::vector<MatrixX> K = radiation.kernel(step, count);
    Eigen::MatrixXcd memory = -w * w * radiation.added_mass_infinite().cast<std::complex<double>>();
    for (std::size_t k = 0; k < count; ++k)
      memory += i * w * (k == 0 || k + 1 == count ? 0.5 : 1.0) * step * K[k].cast<std::complex<double>>() *
                std::exp(-i * w * (static_cast<double>(k) * step));
    const auto of_kernel = frequency_domain(barge(), w, memory);
    const double with_memory =
        difference(steady(run_text(text_of(simulation, wave, ""), "modes-memory"), w, 0.005), of_kernel);
    const double with_states =
        difference(steady(run_text(text_of(simulation, wave, "", "state-space"), "modes-states"), w, 0.005), of_kernel);
    swell_test::measured(
        "%.1f rad/s: constant %.2g, with the stiffness as given %.2g, linear %.2g, convolution %.2g, state space %.2g",
        w, with_constant, with_given, with_linear, with_memory, with_states);
    EXPECT_LT(with_given, 2e-5);
    EXPECT_LT(with_linear, 1e-9);
    EXPECT_LT(with_constant, 2e-5);
    EXPECT_LT(with_memory, 2e-2);
    EXPECT_LT(with_states, 2e-2);
  }
}

// With constant coefficients every free motion of lambda^2 (M + A) + lambda (B + D) + K is Re{x exp(lambda t)}: period
// and damping of the bending with the body's heave under it. RK4: (|lambda| h)^4 |lambda| t / 120 = 3e-7 after 30 s.
TEST(GeneralisedModes, ACoupledEigenmodeKeepsItsShapePeriodAndDamping) {
  auto data = std::make_shared<const hydro::HydroData>(barge());
  const hydro::RadiationCoefficients radiation({{data, 0}}, kDensity, true, hydro::RadiationData::passive);
  const double omega = 1.9;
  const Structure s(barge().bodies[0]);
  const std::vector<int> rows = {0, 2, 4, 6, 7};
  const auto of = [&](const MatrixX& m) { return MatrixX(m(rows, rows)); };
  const MatrixX M = of(s.mass + radiation.added_mass(omega)), B = of(s.damping + radiation.damping(omega));
  MatrixX companion = MatrixX::Zero(10, 10);
  companion.topRightCorner(5, 5).setIdentity();
  companion.bottomLeftCorner(5, 5) = -M.partialPivLu().solve(of(s.stiffness));
  companion.bottomRightCorner(5, 5) = -M.partialPivLu().solve(B);
  const Eigen::EigenSolver<MatrixX> eigen(companion);
  Eigen::Index bending = 0;
  double share = 0.0;
  for (Eigen::Index i = 0; i < 10; ++i) {
    Eigen::VectorXcd x = eigen.eigenvectors().col(i).head(5);
    x[2] *= 40.0;
    if (eigen.eigenvalues()[i].imag() > 0.0 && std::abs(x[3]) / x.norm() > share) {
      share = std::abs(x[3]) / x.norm();
      bending = i;
    }
  }
  const std::complex<double> lambda = eigen.eigenvalues()[bending];
  const Eigen::VectorXcd x = (0.01 / eigen.eigenvectors()(3, bending)) * eigen.eigenvectors().col(bending).head(5);
  const VectorX x0 = x.real(), v0 = (lambda * x).real();
  const auto text = [](double value) {
    std::ostringstream out;
    out.precision(17);
    out << value;
    return out.str();
  };
  const auto file =
      run_text(text_of("duration: 30, time_step: 0.02", "{type: none, period: " + text(2.0 * kPi / omega) + "}",
                       "displacement: [" + text(x0[3]) + ", " + text(x0[4]) + "], velocity: [" + text(v0[3]) + ", " +
                           text(v0[4]) + "]",
                       "constant", plain_file(),
                       "    initial: {displacement: [" + text(x0[0]) + ", 0, " + text(x0[1]) +
                           "], axis: [0, 1, 0], angle: " + text(x0[2] / kDegree) + ", velocity: [" + text(v0[0]) +
                           ", 0, " + text(v0[1]) + "], angular_velocity: [0, " + text(v0[2]) + ", 0]}\n"),
               "modes-eigen");
  const MatrixX time = read_dataset(file, "/time"), q = read_dataset(file, "/bodies/barge/mode1/position"),
                heave = read_dataset(file, "/bodies/barge/position").col(2);
  double worst = 0.0;
  for (Eigen::Index i = 0; i < time.rows(); ++i) {
    const std::complex<double> turn = std::exp(lambda * time(i, 0));
    worst = std::max({worst, std::abs(q(i, 0) - (x[3] * turn).real()),
                      std::abs(heave(i, 0) - heave(0, 0) + x0[1] - (x[1] * turn).real())});
  }
  swell_test::measured("bending with heave: period %.4g s, damping %.3g, share %.3g; off by %.2g of its amplitude",
                       2.0 * kPi / lambda.imag(), -lambda.real() / std::abs(lambda), share, worst / 0.01);
  EXPECT_GT(share, 0.5);
  EXPECT_LT(worst, 1e-5 * 0.01);
}

TEST(GeneralisedModes, FreeDecayLosesEnergyAndTheBalanceCloses) {
  for (const char* radiation : {"convolution", "state-space"}) {
    const run::RunSummary summary =
        run_audited(text_of("duration: 60, time_step: 0.02", "{type: none}",
                            "displacement: [0.5, 0.2], damping_ratio: [0.01, 0.01]", radiation, plain_file(),
                            "    initial: {displacement: [0, 0, 0.5], axis: [0, 1, 0], angle: 2}\n"),
                    "modes-decay");
    ASSERT_TRUE(summary.audit);
    swell_test::measured("%s: residual %.2g of the exchanged energy", radiation,
                         summary.audit->residual / summary.audit->exchanged);
    EXPECT_TRUE(summary.audit->closes) << summary.audit->residual << " of " << summary.audit->tolerance;
    EXPECT_TRUE(summary.audit->lawful());
    EXPECT_LT(summary.audit->worst_force_defect, 1e-12);
    const auto has = [&](const std::string& name) {
      for (const auto& line : summary.audit->lines)
        if (line.name.find(name) != std::string::npos && line.energy != 0.0) return true;
      return false;
    };
    EXPECT_TRUE(has("barge/mode1: restoring") && has("barge/mode1: linear_damping") &&
                has("barge/mode1: radiation_damping") && has("barge: restoring"));
    const MatrixX q = read_dataset(summary.results, "/bodies/barge/mode1/position");
    EXPECT_LT(q.bottomRows(q.rows() / 6).cwiseAbs().maxCoeff(), 0.5 * q(0, 0));
  }
}

TEST(GeneralisedModes, TheBalanceClosesInALargeIrregularSea) {
  const run::RunSummary summary =
      run_audited(text_of("duration: 100, time_step: 0.02, ramp: 20",
                          "{type: irregular, spectrum: jonswap, significant_height: 3, peak_period: 8}", ""),
                  "modes-sea");
  EXPECT_TRUE(summary.audit->closes) << summary.audit->residual << " of " << summary.audit->tolerance;
  EXPECT_TRUE(summary.audit->lawful());
  EXPECT_LT(summary.audit->worst_force_defect, 1e-12);
}

// A mode of stiffness K gives way by F / K, and the body's motion differs by as much.
TEST(GeneralisedModes, AStiffModeTendsToTheRigidBody) {
  const std::string simulation = "duration: 60, time_step: 0.02, ramp: 30",
                    wave = "{type: regular, height: 1, period: 7}";
  const auto rigid =
      read_dataset(run_text(text_of(simulation, wave, "count: 0"), "modes-none"), "/bodies/barge/position");
  const auto with = [&](const std::string& stiffness) {
    const auto file =
        run_text(text_of(simulation, wave, "damping_ratio: [0.2, 0.2], stiffness: " + stiffness), "modes-stiff");
    return (read_dataset(file, "/bodies/barge/position") - rigid).col(2).cwiseAbs().maxCoeff();
  };
  const double soft = with("[5e8, 5e8]"), stiff = with("[5e9, 5e9]"), size = rigid.col(2).cwiseAbs().maxCoeff();
  swell_test::measured("heave of %.3g m differs by %.2g and %.2g m", size, soft, stiff);
  EXPECT_LT(stiff, 0.01 * size);
  EXPECT_NEAR(soft / stiff, 10.0, 2.0);
}

TEST(GeneralisedModes, AreKeptWhereBodiesDoNotInteract) {
  const std::string simulation = "duration: 30, time_step: 0.05", none = "{type: none}", q = "displacement: [0.5, 0]";
  std::string apart = text_of(simulation, none, q);
  const std::string key = "radiation: convolution";
  apart.replace(apart.find(key), key.size(), key + ", body_to_body: false");
  const auto one = run_text(text_of(simulation, none, q), "modes-b2b"), two = run_text(apart, "modes-no-b2b");
  for (const char* path : {"/bodies/barge/position", "/bodies/barge/mode1/position"})
    EXPECT_EQ(read_dataset(one, path), read_dataset(two, path)) << path;
}

/// What the check says of a text.
std::string message(const std::string& text) {
  return swell_test::refusal_of([&] { run_text(text, "modes-refused"); });
}

TEST(GeneralisedModes, WhatDoesNotGoTogetherIsRefusedAtItsPlace) {
  const auto one = [](const std::string& modes, const std::string& more = "", const std::string& simulation = "") {
    return message(text_of("duration: 1, time_step: 0.1" + simulation, "{type: regular, height: 1, period: 8}", modes,
                           "constant", plain_file(), more));
  };
  EXPECT_THAT(one("", "    passive_yaw: 1\n"), AllOf(HasSubstr("passive_yaw"), HasSubstr("count: 0")));
  EXPECT_THAT(one("", "    large_horizontal_motion: true\n"), HasSubstr("large_horizontal_motion"));
  EXPECT_THAT(one("", "", ", added_mass: split"), HasSubstr("set simulation.added_mass: exact"));
  EXPECT_THAT(one("count: 3"), HasSubstr("bodies.barge.modes.count = 3"));
  EXPECT_THAT(one("displacement: [1]"),
              HasSubstr("bodies.barge.modes.displacement has 1 entries, and 2 modes are used"));
  EXPECT_THAT(one("stiffness: [1, 2, 3]"), HasSubstr("give 2 numbers, one per mode, or the 4 of the whole matrix"));
  EXPECT_THAT(one("stiffness: [1e6, 2e5, 0, 1e6]"), HasSubstr("not symmetric"));
  EXPECT_THAT(one("mass: [1e6, 2e6, 2e6, 1e6]"), HasSubstr("not positive definite"));
  EXPECT_THAT(one("names: [bending, bending]"), HasSubstr("given twice"));
}

TEST(GeneralisedModes, WarnOfDampingThatDrives) {
  const auto warnings = [](const std::string& modes) {
    const run::RunSummary summary =
        run_audited(text_of("duration: 0.2, time_step: 0.1", "{type: none}", modes), "modes-driven");
    return std::count_if(summary.warnings.begin(), summary.warnings.end(),
                         [](const Diagnostic& d) { return d.code == "negative-damping"; });
  };
  EXPECT_EQ(warnings("damping: [1e5, 2e5, 2e5, 1e5]"), 1);  // eigenvalues 3e5, -1e5
  EXPECT_EQ(warnings("damping: [2e5, 1e5, 1e5, 2e5]"), 0);
}

}  // namespace
}  // namespace swell::modes_test
