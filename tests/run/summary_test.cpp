// What the summary of a run adds to its means: the interval in a random sea, the electrical power of components.
#include "swell/model/read_case.h"
#include "swell/run/results_reader.h"
#include "swell/run/run.h"
#include "swell_test/test.h"

namespace swell::run::summary_test {
namespace {

RunSummary run_shipped(const std::string& name, const std::string& out, const std::vector<std::string>& overrides) {
  const model::Model model = model::read_case(std::filesystem::path(SWELL_SOURCE_DIR) / "inputs" / name, overrides);
  RunOptions options;
  options.output = (std::filesystem::path(::testing::TempDir()) / out).string();
  return run_case(model, options);
}

std::vector<double> column(const RunSummary& summary, const std::string& path) {
  return ResultsReader(summary.results.string()).read(path).values;
}

/// By the trapezoidal rule, between two rows.
double mean(const std::vector<double>& values, std::size_t from, std::size_t to) {
  return (std::accumulate(values.begin() + static_cast<std::ptrdiff_t>(from),
                          values.begin() + static_cast<std::ptrdiff_t>(to) + 1, 0.0) -
          0.5 * (values[from] + values[to])) /
         static_cast<double>(to - from);
}

// t of 9 degrees of freedom times the standard error of the ten means. Rows at every step: the rules differ by the
// cube of the step, and by less than 1e-3 of the power.
TEST(Summary, TheIntervalInARandomSeaIsThatOfTenBlocks) {
  const RunSummary summary = run_shipped("sphere/irregular.yaml", "interval.h5", {"output.time_step=0.05"});
  const std::vector<double> power = column(summary, "/ptos/PTO/power");
  ASSERT_EQ(power.size(), 12001U);
  std::vector<double> means;
  for (std::size_t i = 0; i < 10; ++i) means.push_back(mean(power, 800 + i * 1120, 800 + (i + 1) * 1120));
  const double of_all = std::accumulate(means.begin(), means.end(), 0.0) / 10.0;
  double squares = 0.0;
  for (const double m : means) squares += (m - of_all) * (m - of_all);
  ASSERT_TRUE(summary.ptos.at(0).half_width);
  EXPECT_NEAR(*summary.ptos[0].half_width, 2.262 * std::sqrt(squares / 90.0), 1e-3 * of_all);
  EXPECT_EQ(*summary.half_width, *summary.ptos[0].half_width);
}

TEST(Summary, NoIntervalInARegularWaveOrAShortRun) {
  EXPECT_FALSE(run_shipped("sphere/regular.yaml", "regular.h5", {}).half_width);
  EXPECT_FALSE(run_shipped("sphere/irregular.yaml", "short.h5", {"simulation.duration=200"}).half_width);
}

// The generator of the shipped flap: the mean over accepted points is that of dense rows.
TEST(Summary, ComponentsThatMakeElectricityHaveTheirMean) {
  const RunSummary summary = run_shipped("flap/crank.yaml", "crank.h5",
                                         {"simulation.duration=30", "simulation.ramp=5", "output.time_step=0.02"});
  ASSERT_EQ(summary.electrical.size(), 1U) << "the parts of a plant are in its sum";
  const std::vector<double> power = column(summary, "/components/" + summary.electrical[0].first + "/electrical_power");
  const auto begin = static_cast<std::size_t>(std::lround(summary.window.from / 0.02));
  const double expected = mean(power, begin, power.size() - 1);
  EXPECT_GT(std::abs(expected), 0.0);
  EXPECT_NEAR(summary.electrical[0].second, expected, 1e-3 * std::abs(expected));
  EXPECT_THAT(run_shipped("sphere/decay.yaml", "none.h5", {}).electrical, IsEmpty());
}

// Extremes are those of the cubics between accepted points: no less than those of the rows, and more by (omega h)^2 / 8
// of the amplitude at most.
TEST(Summary, AGeneralisedModeHasItsRange) {
  const std::string folder = ::testing::TempDir();
  std::ofstream(folder + "/bar.yaml")
      << "frequencies: {from: 0.5, to: 2, count: 4}\nresolution: {order: 4}\nbodies:\n  - {name: bar, geometry: "
         "{shape: "
         "barge, length: 20, width: 4, bottom: -2, top: 1}, center_of_gravity: [0, 0, -0.5], modes: [{name: bending, "
         "type: beam, order: 1, from: -10, to: 10, mass_per_length: 8200, bending_stiffness: 1.0e8}]}\n";
  std::ofstream(folder + "/bar-case.yaml")
      << "simulation: {duration: 40, time_step: 0.05, ramp: 10}\nwaves: {type: regular, height: 1, period: 4}\n"
         "bodies:\n  - {name: bar, hydro_data: {file: bar.yaml, body: 1}, mass: equilibrium, inertia: [2e5, 5e6, 5e6], "
         "modes: {damping_ratio: [0.01]}}\n";
  RunOptions options;
  options.output = folder + "/bar.h5";
  const RunSummary summary = run_case(model::read_case(folder + "/bar-case.yaml"), options);
  ASSERT_EQ(summary.bodies.size(), 2U);
  const BodySummary& mode = summary.bodies[1];
  EXPECT_EQ(mode.name, "bar.mode1");
  ASSERT_EQ(mode.minimum.size(), 1U);
  const std::vector<double> rows = column(summary, "/bodies/bar/mode1/position");
  const auto from = rows.begin() + std::lround(summary.window.from / 0.05);
  const auto [low, high] = std::minmax_element(from, rows.end());
  const double amplitude = 0.5 * (*high - *low), step = 2.0 * std::acos(-1.0) / 4.0 * 0.05;
  EXPECT_GT(amplitude, 1e-4);
  EXPECT_GE(mode.maximum[0], *high);
  EXPECT_LE(mode.minimum[0], *low);
  EXPECT_NEAR(0.5 * (mode.maximum[0] - mode.minimum[0]), amplitude, step * step / 8.0 * amplitude);
}

}  // namespace
}  // namespace swell::run::summary_test
