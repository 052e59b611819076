#include "swell/batch/collect.h"

#include "swell/batch/axes.h"
#include "swell/batch/read_power.h"
#include "swell_test/test.h"

namespace swell::batch::collect_test {
namespace {

// Abramowitz & Stegun, table 26.10: two-sided 95 % and 99 %.
TEST(StudentT, AgreesWithThePrintedTable) {
  EXPECT_NEAR(student_t(0.95, 4.0), 2.776, 5e-4);
  EXPECT_NEAR(student_t(0.99, 10.0), 3.169, 5e-4);
  EXPECT_NEAR(student_t(0.95, 1e6), 1.960, 5e-4);
}

TEST(Welch, IntegratesToTheVariance) {
  // White noise of unit variance: the integral is the mean square of the windowed, demeaned segments.
  const auto noise = sample_unit_cube(20000, 1, false, 3);
  std::vector<double> values, frequency, density;
  for (const auto& point : noise) values.push_back(std::sqrt(12.0) * (point[0] - 0.5));
  welch(values, 0.1, 51.2, frequency, density);
  double integral = 0.0, mean = 0.0, variance = 0.0;
  for (const double line : density) integral += line * (frequency[1] - frequency[0]);
  for (const double value : values) mean += value / 20000.0;
  for (const double value : values) variance += (value - mean) * (value - mean) / 20000.0;
  EXPECT_NEAR(integral, variance, 1e-12);
  // Flat: density = variance / Nyquist frequency.
  double middle = 0.0;
  for (std::size_t k = 50; k < 150; ++k) middle += density[k] / 100.0;
  EXPECT_NEAR(middle, 1.0 / 5.0, 0.01);
}

TEST(Welch, ASineStandsAtItsFrequencyWithItsVariance) {
  std::vector<double> values, frequency, density;
  for (int i = 0; i < 4000; ++i) values.push_back(3.0 + 2.0 * std::sin(2.0 * kPi * 0.125 * 0.1 * i));
  welch(values, 0.1, 80.0, frequency, density);
  const auto peak = static_cast<std::size_t>(std::max_element(density.begin(), density.end()) - density.begin());
  EXPECT_DOUBLE_EQ(frequency[peak], 0.125);
  double integral = 0.0;
  for (const double d : density) integral += d * frequency[1];
  EXPECT_NEAR(integral, 2.0, 1e-9);  // amplitude^2 / 2; whole periods, so nothing leaks
}

TEST(Welch, TooShortARecordHasNoSpectrum) {
  std::vector<double> frequency, density;
  welch({1.0, 2.0, 3.0}, 0.1, 10.0, frequency, density);
  EXPECT_TRUE(density.empty());
}

TEST(PowerFigure, WithoutAPowerNothingIsDrawnAndThatIsSaid) {
  const std::filesystem::path file = std::filesystem::temp_directory_path() / "swell_no_matrix.svg";
  StoredStudy study;
  EXPECT_NE(draw_study(study, file).reason, "");
  study.devices.resize(1);
  study.power = {std::nan("")};
  const DrawnPower drawn = draw_study(study, file);
  EXPECT_EQ(drawn.panels, 0U);
  EXPECT_NE(drawn.reason, "");
  EXPECT_FALSE(std::filesystem::exists(file));
}

TEST(PowerFigure, SaysHowManyPanelsItLeavesOut) {
  SWELL_TEST_PROGRAM("gnuplot --version", "gnuplot-nox");
  const std::filesystem::path file = std::filesystem::temp_directory_path() / "swell_many_devices.svg";
  StoredPower device;
  device.heights = {1.0, 2.0};
  device.periods = {6.0, 8.0};
  device.power = {1e5, 1e5, 1e5, 4e5};
  StoredStudy study;
  study.devices.assign(15, device);
  const DrawnPower drawn = draw_study(study, file);
  EXPECT_EQ(drawn.panels, 12U);
  EXPECT_EQ(drawn.left_out, 3U);
  EXPECT_NE(swell_test::contents(file).find("the first 12 panels of 15"), std::string::npos);
}

}  // namespace
}  // namespace swell::batch::collect_test
