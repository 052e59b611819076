#include "swell/device/results_ports.h"

#include <gtest/gtest.h>

#include "swell/system/system.h"

namespace swell::device::report_test {
namespace {

constexpr double kStart = 3.0, kRow = 0.1;

std::shared_ptr<const waves::SeaState> irregular() {
  waves::IrregularWave spec;
  spec.significant_height = 2.0;
  spec.peak_period = 7.0;
  spec.count = 90;
  return std::make_shared<const waves::SeaState>(
      waves::make_sea_state({spec}, waves::WaterProperties{}, waves::FrequencyRange{0.05, 4.0, false}));
}

std::vector<double> elevations(const std::shared_ptr<const waves::SeaState>& sea, const std::vector<double>& times) {
  system::Graph graph;
  graph.emplace<Sea>(sea, Eigen::Matrix2Xd(2, 0), kStart, kRow);
  system::System system = std::move(graph).compile({"sea.elevation"});
  const std::vector<double> state = system.initialize(kStart);
  std::vector<double> out;
  for (const double t : times) {
    system.observe(t, state.data());
    out.push_back(*system.value("sea.elevation"));
  }
  return out;
}

TEST(Sea, ElevationOfTheRowsIsTheSumOfTheComponents) {
  const auto sea = irregular();
  std::vector<double> times;
  for (int row = 0; row < 700; ++row) times.push_back(kStart + row * kRow);
  const std::vector<double> out = elevations(sea, times);
  const double most = sea->components().amplitude.sum();
  for (std::size_t row = 0; row < times.size(); ++row) {
    EXPECT_NEAR(out[row], sea->elevation(times[row]), 3e-13 * most) << "row " << row;
  }
}

TEST(Sea, ElevationOfARowDoesNotDependOnWhatWasAskedBefore) {
  const auto sea = irregular();
  const double row = kStart + 517 * kRow;
  const double alone = elevations(sea, {row})[0];
  EXPECT_EQ(elevations(sea, {kStart, kStart + 516 * kRow, row})[2], alone);
  EXPECT_EQ(elevations(sea, {kStart + 600 * kRow, row})[1], alone);
}

TEST(Sea, ElevationBetweenRowsIsSummedDirectly) {
  const auto sea = irregular();
  const double between = kStart + 12.34 * kRow;
  EXPECT_EQ(elevations(sea, {kStart, between})[1], sea->elevation(between));
}

}  // namespace
}  // namespace swell::device::report_test
