// A sea that is given by its energy period, and values that take each other's place.
#include "swell/model/read_case.h"
#include "swell/waves/spectrum.h"
#include "swell_test/test.h"

namespace swell::run::energy_period_test {
namespace {

model::IrregularWave sea(const std::string& keys, const std::vector<std::string>& overrides = {}) {
  Diagnostics diagnostics;
  const model::Model model =
      model::read_case_text("simulation: {duration: 10, time_step: 0.1}\nwaves: {type: irregular, " + keys +
                                "}\ncomponents: [{name: M, type: point-mass, mass: 2}]\n",
                            "case.yaml", overrides, diagnostics);
  diagnostics.throw_if_errors();
  return std::get<model::IrregularWave>(model.waves.front());
}

/// m-1/m0 of the sea that was read, by quadrature over all of the spectrum that matters.
double energy_period(const model::IrregularWave& w) {
  const auto* gamma = std::get_if<double>(&w.gamma);
  const waves::Spectrum spectrum = waves::ParametricSpectrum(
      w.spectrum, w.significant_height, w.peak_period, gamma != nullptr ? std::optional<double>(*gamma) : std::nullopt);
  const double low = 0.3 / w.peak_period, high = 6000.0 / w.peak_period;
  return 2.0 * kPi * waves::moment(spectrum, -1, low, high) / waves::moment(spectrum, 0, low, high);
}

// The reader's range ends at 60 times the peak frequency: 5/4 60^-4 = 1e-7 of m0 lies beyond.
TEST(EnergyPeriod, IsThatOfTheSeaForEverySpectrum) {
  for (const char* spectrum :
       {"spectrum: pierson-moskowitz", "spectrum: bretschneider", "spectrum: jonswap", "spectrum: jonswap, gamma: 1",
        "spectrum: jonswap, gamma: 7", "spectrum: jonswap, gamma: auto"}) {
    for (const double height : {0.5, 3.0, 9.0}) {
      for (const double period : {3.0, 7.5, 14.0}) {
        const model::IrregularWave w = sea("energy_period: " + std::to_string(period) +
                                           ", significant_height: " + std::to_string(height) + ", " + spectrum);
        EXPECT_NEAR(energy_period(w), period, 1e-6 * period) << spectrum << ", " << height << " m";
      }
    }
  }
  // Te = (5/4)^(-1/4) Gamma(5/4) Tp of a Bretschneider sea.
  EXPECT_NEAR(8.0 / sea("energy_period: 8, significant_height: 2").peak_period, 0.8572, 1e-4);
}

TEST(EnergyPeriod, ExcludesThePeakPeriodAndTakesItsPlaceWhereItIsSet) {
  EXPECT_THAT([] { sea("significant_height: 2, peak_period: 8, energy_period: 7"); },
              ::testing::ThrowsMessage<InputError>(HasSubstr("energy_period")));
  EXPECT_THAT([] { sea("significant_height: 2"); }, ::testing::ThrowsMessage<InputError>(HasSubstr("peak_period")));
  const model::IrregularWave set = sea("significant_height: 2, peak_period: 8", {"waves.energy_period=8"});
  EXPECT_NEAR(energy_period(set), 8.0, 1e-5);
  EXPECT_EQ(sea("significant_height: 2, energy_period: 8", {"waves.peak_period=9"}).peak_period, 9.0);
}

TEST(Yaml, ManyHonestRowsAreRead) {
  std::string rows = "rows: [";
  for (int i = 0; i < 120000; ++i) rows += i > 0 ? ",[1,2]" : "[1,2]";
  EXPECT_EQ(model::read_yaml_text(rows + "]", "table.yaml", model::kStudyFile).items.front().items.size(), 120000U);
  std::string bomb = "a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\n";
  for (int i = 1; i < 8; ++i) {
    bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [";
    for (int k = 0; k < 10; ++k) bomb += (k > 0 ? ", *a" : "*a") + std::to_string(i - 1);
    bomb += "]\n";
  }
  EXPECT_THAT([&] { model::read_yaml_text(bomb, "bomb.yaml", model::kStudyFile); },
              ::testing::ThrowsMessage<InputError>(HasSubstr("refers to itself so often")));
  EXPECT_THAT(
      [] {
        model::read_yaml_text("a: " + std::string(100, '[') + std::string(100, ']'), "deep.yaml", model::kStudyFile);
      },
      ::testing::ThrowsMessage<InputError>(HasSubstr("nested too deeply")));
}

}  // namespace
}  // namespace swell::run::energy_period_test
