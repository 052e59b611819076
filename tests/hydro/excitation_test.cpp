#include "swell/hydro/excitation.h"
#include "swell/hydro/tabulated_excitation.h"

#include <gtest/gtest.h>
#include <optional>

#include <cmath>

#include "h5_files.h"
#include "swell/hydro/bemio_h5.h"
#include "swell_test/data.h"

namespace swell::hydro::excitation_test {
namespace {

waves::SeaState sea_of(waves::WaveSpec spec, const HydroData& data, const waves::WaveChoices& choices) {
  return waves::make_sea_state({std::move(spec)}, waves::WaterProperties{},
                               waves::FrequencyRange{data.omega.front(), data.omega.back(), false}, waves::Ramp{100.0},
                               {}, choices);
}

/// A body with made-up excitation: X_i = (i + 1) (1 + 0.5 i omega) in dofs 0, 2, 4; nothing in the others.
std::shared_ptr<const HydroData> sample_data() {
  HydroData data;
  data.file = "sample.h5";
  data.direction = {0.0, 30.0, 60.0};
  for (int k = 1; k <= 100; ++k) data.omega.push_back(0.05 * k);
  for (const double scale : {1.0, 3.0}) {
    HydroBody body;
    body.name = "buoy";
    body.excitation.assign(3, {});
    for (auto& per_direction : body.excitation) {
      for (const double w : data.omega) {
        Eigen::VectorXcd X = Eigen::VectorXcd::Zero(6);
        for (const int i : {0, 2, 4}) X(i) = scale * (i + 1.0) * std::complex<double>(1.0, 0.5 * w);
        per_direction.push_back(X);
      }
    }
    data.bodies.push_back(body);
  }
  return std::make_shared<const HydroData>(data);
}

TEST(Excitation, WecSimsStoredForcesOfRegularAndIrregularWaves) {
  SWELL_TEST_DATA(path, "rm3/rm3.h5", "WEC-Sim/WEC-Sim");
  SWELL_TEST_DATA(regular_path, "rm3/wecsim_regular.h5", "WEC-Sim/WEC-Sim");
  SWELL_TEST_DATA(irregular_path, "rm3/wecsim_irregularCIC.h5", "WEC-Sim/WEC-Sim");
  const auto bodies = bodies_of(path.string());
  ExcitationOptions options;
  options.interpolation = Interpolation::wec_sim;
  waves::IrregularWave irregular;
  irregular.significant_height = 2.5;
  irregular.peak_period = 8.0;
  irregular.seed = 1;
  irregular.count = 500;
  for (const bool is_regular : {true, false}) {
    const std::string stored = (is_regular ? regular_path : irregular_path).string();
    const waves::WaveSpec spec =
        is_regular ? waves::WaveSpec(waves::RegularWave{2.5, 8.0, 0.0, 0.0, {}}) : waves::WaveSpec(irregular);
    const waves::SeaState sea = sea_of(spec, *bodies[0].data, waves::wec_sim_choices());
    const LinearExcitation excitation(bodies, sea, options);
    const RowMatrixX F1 = table(stored, "/body1/force_excitation");
    const RowMatrixX F2 = table(stored, "/body2/force_excitation");
    VectorX F(12);
    double worst = 0.0;
    for (Eigen::Index n = 0; n < F1.rows(); ++n) {
      excitation.evaluate(0.1 * static_cast<double>(n), F.data());
      worst = std::max({worst, std::abs(F(2) - F1(n, 2)), std::abs(F(8) - F2(n, 2))});
    }
    EXPECT_LT(worst / F1.col(2).cwiseAbs().maxCoeff(), is_regular ? 2e-14 : 2e-13) << stored;
    RecordProperty(is_regular ? "regular" : "irregular",
                   std::to_string(1e15 * worst / F1.col(2).cwiseAbs().maxCoeff()));
  }
}

/// The sea of the tests that follow, and the largest force that its components could add up to.
struct Tabulated {
  explicit Tabulated(std::size_t count) : data(sample_data()) {
    waves::IrregularWave spec;
    spec.significant_height = 2.0;
    spec.peak_period = 7.0;
    spec.count = count;
    const waves::SeaState sea = sea_of(spec, *data, {});
    excitation.emplace(std::vector<HydroBodyRef>{{data, 0}, {data, 1}}, sea);
    largest = 9810.0 * 15.0 * (sea.components().amplitude * (1.0 + 0.5 * sea.components().omega)).sum();
  }
  std::shared_ptr<const HydroData> data;
  std::optional<LinearExcitation> excitation;
  double largest = 0.0;
};

double worst_of(const Tabulated& sea, const TabulatedExcitation& table, double from, double to, double step) {
  std::vector<double> workspace(table.workspace_size());
  table.reset(workspace.data());
  VectorX F(12), G(12);
  double worst = 0.0;
  for (int k = 0; from + k * step < to; ++k) {
    const double t = from + k * step;
    table.evaluate(t, workspace.data(), G.data());
    sea.excitation->evaluate(t, F.data());
    worst = std::max(worst, (F - G).cwiseAbs().maxCoeff());
  }
  return worst / sea.largest;
}

TEST(TabulatedExcitation, IsTheSumOverManyComponentsAtAnyTimeAsCloseAsPromised) {
  const Tabulated sea(150);
  EXPECT_EQ(sea.excitation->active_rows(), (std::vector<int>{0, 2, 4, 6, 8, 10}));
  const TabulatedExcitation table(*sea.excitation, 2.0, {});
  const double worst = worst_of(sea, table, 2.0, 900.0, 0.0371);
  EXPECT_LT(worst, 4.6e-11);
  EXPECT_GT(worst, 1e-15) << "compared with itself";
  EXPECT_LT(worst_of(sea, table, -30.0, 2.0, 0.0371), 4.6e-11) << "before the first time";
  EXPECT_LT(worst_of(sea, table, 1e5, 1e5 + 20.0, 0.05), 1e-10) << "late";
}

TEST(TabulatedExcitation, FewComponentsAreExactOnTheGridAndBesideIt) {
  const Tabulated sea(20);
  const TabulatedExcitation table(*sea.excitation, 2.0, 0.05), none(*sea.excitation, 2.0, {});
  EXPECT_LT(worst_of(sea, table, 2.0, 250.0, 0.05), 2e-14);
  EXPECT_LT(worst_of(sea, table, 2.013, 30.0, 0.05), 1e-15);
  EXPECT_LT(worst_of(sea, none, 2.0, 30.0, 0.05), 1e-15);
}

TEST(TabulatedExcitation, IsAFunctionOfTimeAloneWhateverWasAskedBefore) {
  for (const std::size_t count : {20U, 150U}) {
    const Tabulated sea(count);
    const TabulatedExcitation table(*sea.excitation, 0.0, 0.05);
    std::vector<double> workspace(table.workspace_size()), fresh(workspace);
    table.reset(workspace.data());
    VectorX F(12), G(12);
    for (const double t : {0.0, 300.05, 1.25, 1.25, 77.0, 77.01, 6.4, 300.05}) {
      table.reset(fresh.data());
      table.evaluate(t, workspace.data(), F.data());
      table.evaluate(t, fresh.data(), G.data());
      EXPECT_EQ(F, G) << count << " components at " << t;
    }
  }
}

TEST(Excitation, ABodyThatDriftsWithTheWaveSeesItsPhaseTurn) {
  const auto data = sample_data();
  const double direction = 30.0 * kDegree;
  const waves::SeaState sea = sea_of(waves::RegularWave{2.0, 6.0, direction, 0.3, {}}, *data, {});
  const LinearExcitation excitation({{data, 0}, {data, 1}}, sea);
  const double w = sea.components().omega(0);
  const double k = sea.components().wavenumber(0);
  const double offsets[4] = {0.0, 0.0, 12.0, -5.0};
  VectorX F(12), still(12);
  const double t = 130.0;
  excitation.evaluate_displaced(t, offsets, F.data());
  excitation.evaluate(t, still.data());
  EXPECT_NEAR(F(2), still(2), 1e-12);
  const double phase = w * t + 0.3 - k * (12.0 * std::cos(direction) - 5.0 * std::sin(direction));
  EXPECT_NEAR(F(8), 9.0 * 9810.0 * (std::cos(phase) - 0.5 * w * std::sin(phase)), 1e-7);
}

/// Kernel of a force that is the elevation itself: a hat of unit area around zero.
std::shared_ptr<const HydroData> data_of_a_hat() {
  HydroData data = *sample_data();
  HydroBody& body = data.bodies[0];
  for (int k = -20; k <= 20; ++k) body.excitation_irf_time.push_back(0.1 * k);
  body.excitation_irf.assign(3, std::vector<VectorX>(41, VectorX::Zero(6)));
  for (int k = -4; k <= 4; ++k)
    body.excitation_irf[0][static_cast<std::size_t>(20L + k)](2) = (1.0 - std::abs(k) / 5.0) / 0.5;
  return std::make_shared<const HydroData>(data);
}

// The force of rows of 0.78 s is that of rows of 0.05 s: a spline keeps 0.9984 of a wave of 5 s, lines 0.92.
TEST(Excitation, AnImportedElevationOfFewRowsKeepsItsWaves) {
  const auto shared = data_of_a_hat();
  const auto excitation = [&](double step) {
    waves::ElevationRecord record;
    for (int n = 0; n * step <= 110.0; ++n) {
      record.time.push_back(step * n);
      record.elevation.push_back(std::sin(2.0 * kPi / 5.0 * step * n));
    }
    record.join_by_splines();
    return RecordExcitation({{shared, 0}}, record, 1000.0, 9.81, waves::Ramp{0.0}, 0.0, 0.05, 2001, false);
  };
  const RecordExcitation fine = excitation(0.05), coarse = excitation(0.78125);
  VectorX F(6), G(6);
  for (double t = 10.0; t < 90.0; t += 0.37) {
    fine.evaluate(t, F.data());
    coarse.evaluate(t, G.data());
    EXPECT_NEAR(G(2), F(2), 0.006 * 9810.0) << t;  // the amplitude, and images of as much
  }
}

TEST(Excitation, AnImportedElevationThroughTheKernelRampsTwice) {
  waves::ElevationRecord record;
  for (int n = 0; n <= 2000; ++n) {
    record.time.push_back(0.05 * n);
    record.elevation.push_back(std::cos(0.2 * 0.05 * n));
  }
  const auto shared = data_of_a_hat();
  const waves::Ramp ramp{60.0};
  const RecordExcitation twice({{shared, 0}}, record, 1000.0, 9.81, ramp, 0.0, 0.05, 2001, true);
  const RecordExcitation once({{shared, 0}}, record, 1000.0, 9.81, ramp, 0.0, 0.05, 2001, false);
  VectorX F(6), G(6);
  const double t = 30.02;
  twice.evaluate(t, F.data());
  once.evaluate(t, G.data());
  EXPECT_NEAR(G(2), 9810.0 * ramp(t) * std::cos(0.2 * t), 0.002 * 9810.0);
  EXPECT_NEAR(F(2) / G(2), ramp(t), 2e-3);
  EXPECT_EQ(F(0), 0.0);
}

}  // namespace
}  // namespace swell::hydro::excitation_test
