// Slow drift from a QTF, against its closed form.
#include "results_file.h"
#include "shipped_sphere.h"
#include "swell/bemio/read.h"
#include "swell/hydro/bemio_h5.h"
#include "swell_test/test.h"

namespace swell::second_order_test {
namespace {

using swell_test::changed_hemisphere;
using swell_test::hemisphere;
using swell_test::read_dataset;
using swell_test::run_text;

constexpr double kMean = 0.3, kRe = 0.1, kIm = 0.2;  // T_ii, T_12, / (rho g)

/// Surge QTF on the periods 6 and 8 s.
std::string with_qtf() {
  return changed_hemisphere("qtf", [](hydro::HydroData& data) {
    auto& qtf = data.bodies[0].qtf_difference;
    qtf.assign(6, {});
    const auto add = [&](double Ti, double Tj, std::complex<double> value) {
      hydro::QtfEntry entry;
      entry.period_i = Ti;
      entry.period_j = Tj;
      entry.value = value;
      qtf[0].push_back(entry);
    };
    add(6.0, 6.0, kMean);
    add(8.0, 8.0, kMean);
    add(6.0, 8.0, {kRe, kIm});
    add(8.0, 6.0, {kRe, -kIm});
  });
}

MatrixX excitation(const std::string& file, const std::string& order, MatrixX& time) {
  const auto result = run_text(
      "simulation: {duration: 60, time_step: 0.1}\nwaves:\n  - {type: regular, height: 2, period: 6}\n  - {type: "
      "regular, "
      "height: 1, period: 8}\nhydrodynamics: {second_order: " +
          order +
          "}\n"
          "bodies:\n  - {name: sphere, hydro_data: {file: " +
          file +
          ", body: 1}, mass: equilibrium, inertia: [1e6, 1e6, 1e6]}\n"
          "joints:\n  - {name: hold, type: fixed, base: world, follower: sphere, location: [0, 0, 0]}\n",
      "slow-drift");
  time = read_dataset(result, "/time");
  return read_dataset(result, "/bodies/sphere/force/excitation");
}

TEST(SecondOrder, TwoWavesBeatAsTheQtfSays) {
  MatrixX time;
  const std::string file = with_qtf();
  const MatrixX none = excitation(file, "none", time), full = excitation(file, "full", time),
                newman = excitation(file, "newman", time);
  const double w1 = 2.0 * kPi / 6.0, w2 = 2.0 * kPi / 8.0, a1 = 1.0, a2 = 0.5, rho_g = 9810.0;
  double worst_full = 0.0, worst_newman = 0.0;
  for (Eigen::Index i = 0; i < time.rows(); ++i) {
    const double t = time(i, 0), mean = kMean * (a1 * a1 + a2 * a2);
    const double c = std::cos((w1 - w2) * t), s = std::sin((w1 - w2) * t);
    worst_full =
        std::max(worst_full, std::abs(full(i, 0) - none(i, 0) - rho_g * (mean + 2 * a1 * a2 * (kRe * c - kIm * s))));
    worst_newman =
        std::max(worst_newman, std::abs(newman(i, 0) - none(i, 0) - rho_g * (mean + 2 * a1 * a2 * kMean * c)));
  }
  swell_test::measured("slow drift: full within %.2g, Newman within %.2g of the closed form", worst_full / rho_g,
                       worst_newman / rho_g);
  EXPECT_LT(worst_full, 1e-4 * rho_g);
  EXPECT_LT(worst_newman, 1e-4 * rho_g);
  EXPECT_EQ(full.col(2), none.col(2));
}

/// Slow drift over rho g with the body held: the difference that the key makes.
MatrixX drift(const std::string& data, const std::string& waves, const std::string& order, MatrixX& time,
              const std::string& keys = "") {
  const auto force = [&](const std::string& key) {
    const auto result = run_text("simulation: {duration: 40, time_step: 0.1}\nwaves: " + waves + "\nhydrodynamics: {" +
                                     key + "}\nbodies:\n  - {name: sphere, hydro_data: {file: " + data +
                                     ", body: 1}, mass: equilibrium, inertia: [1e6, 1e6, 1e6]" + keys +
                                     "}\njoints:\n  - {name: hold, type: fixed, base: world, follower: sphere}\n",
                                 "slow-drift");
    time = read_dataset(result, "/time");
    return read_dataset(result, "/bodies/sphere/force/excitation");
  };
  const MatrixX with = force(order);
  return (with - force("second_order: none")) / 9810.0;
}

TEST(SecondOrder, ARegularWaveIsPushedAtTwiceItsFrequency) {
  const std::complex<double> S(0.2, 0.1);  // / (rho g)
  const std::string file = changed_hemisphere("qtf-sum", [&](hydro::HydroData& data) {
    data.bodies[0].qtf_difference.assign(6, {});
    data.bodies[0].qtf_sum.assign(6, {});
    for (const double Ti : {6.0, 8.0}) {
      for (const double Tj : {6.0, 8.0}) {
        data.bodies[0].qtf_difference[0].push_back({Ti, Tj, 0.0, 0.0, kMean});
        data.bodies[0].qtf_sum[2].push_back({Ti, Tj, 0.0, 0.0, S});
      }
    }
  });
  MatrixX time;
  const std::string wave = "{type: regular, amplitude: 1.5, period: 7, phase: 30}";
  const MatrixX both = drift(file, wave, "second_order: full, sum_frequency: true", time),
                alone = drift(file, wave, "second_order: full", time);
  for (Eigen::Index i = 0; i < time.rows(); ++i) {
    const double psi = 2.0 * kPi / 7.0 * time(i, 0) + 30.0 * kDegree;
    EXPECT_NEAR(both(i, 2), 2.25 * (S * std::polar(1.0, 2.0 * psi)).real(), 2.25 * 4.3e-6 * std::abs(S));
    EXPECT_NEAR(both(i, 0), 2.25 * kMean, 1e-9);
    EXPECT_EQ(alone(i, 2), 0.0);
  }
}

TEST(SecondOrder, NemohsTablesReachTheForceWithTheirOwnSignAndPhase) {
  SWELL_TEST_DATA(folder, "bem/nemoh_v3.0.2/OC3-Hywind_FOWT", "WEC-Sim/WEC-Sim");
  const auto path = std::filesystem::temp_directory_path() / "swell-second-oc3.h5";
  hydro::write_bemio_h5(bemio::read_bem(folder), path.string());
  MatrixX time;
  const MatrixX force = drift(path.string(),
                              "[{type: regular, amplitude: 1.5, frequency: 0.3, phase: 20}, {type: regular, amplitude: "
                              "1, frequency: 0.25}]",
                              "second_order: full", time);
  // OUT_QTFM_N_0.dat, motion 1: (0.25, 0.25), (0.3, 0.3), (0.3, 0.25); NEMOH's factor is exp(-i w t).
  const double T11 = 0.3640602e-1, T22 = 0.1166913e-1;
  const std::complex<double> T12 = std::conj(std::polar(0.4675851e-1, -60.75548 * kDegree));
  for (Eigen::Index i = 0; i < time.rows(); ++i) {
    const std::complex<double> turn = std::polar(1.0, 0.05 * time(i, 0) + 20.0 * kDegree);
    EXPECT_NEAR(force(i, 0), 2.25 * T11 + T22 + 2.0 * 1.5 * (T12 * turn).real(), 2e-6);
  }
}

TEST(SecondOrder, OfOneWaveIsItsMeanDrift) {
  const std::string file = changed_hemisphere("mean", [](hydro::HydroData& data) {
    auto& drifts = data.bodies[0].mean_drift_momentum;
    drifts.assign(data.direction.size(), {});
    for (auto& heading : drifts) {
      for (const double omega : data.omega) heading.push_back(VectorX::Constant(6, 0.2 * omega));
    }
  });
  MatrixX time;
  const std::string wave = "{type: regular, amplitude: 0.7, period: 6, phase: 35}";
  const MatrixX constant = drift(file, wave, "mean_drift: momentum", time),
                newman = drift(file, wave, "second_order: newman", time);
  EXPECT_LT((newman - constant).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_NEAR(newman(17, 0), 0.49 * 0.2 * 2.0 * kPi / 6.0, 1e-6);
}

TEST(SecondOrder, WhatDoesNotGoTogetherIsRefused) {
  MatrixX time;
  const std::string file = with_qtf(), wave = "{type: regular, amplitude: 1, period: 6}";
  const auto message = [&](const std::string& order, const std::string& keys) {
    try {
      drift(file, wave, order, time, keys);
    } catch (const InputError& error) {
      std::string all;
      for (const Diagnostic& diagnostic : error.diagnostics()) all += diagnostic.message + "\n";
      return all;
    }
    return std::string();
  };
  EXPECT_NE(message("second_order: full, mean_drift: momentum", "").find("both hold the mean force"),
            std::string::npos);
  EXPECT_NE(message("second_order: full", ", passive_yaw: 1").find("do not go all round"), std::string::npos);
}

TEST(SecondOrder, WithoutDataTheErrorSaysWhatIsMissing) {
  MatrixX time;
  try {
    excitation(hemisphere(), "full", time);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("has no difference-frequency QTF"), std::string::npos);
  }
}

}  // namespace
}  // namespace swell::second_order_test
