// What validation/energy shows for every set of data and three hours, here for some sets, poses and minutes.
#include "../../validation/energy/still_water.h"
#include "swell/hydro/bemio_h5.h"
#include "swell_test/test.h"

namespace swell_energy {
namespace {

Floaters floaters(const std::filesystem::path& file, const std::vector<int>& numbers) {
  const auto data = swell::hydro::read_bemio_h5(file.string());
  Floaters set{file.filename().string(), file, {}, numbers, data.water_depth};
  for (const int number : numbers) set.bodies.push_back(data.bodies[static_cast<std::size_t>(number) - 1]);
  return set;
}

// Bounds as in validation/energy/README.md: the energy balance of a fixed step grants 1e-4.
void expect_decay(const Floaters& set, const std::string& radiation, double minutes) {
  swell::assembly::SharedData shared;
  for (unsigned seed = 1; seed <= 5; ++seed) {
    Setting setting;
    setting.radiation = radiation;
    setting.duration = 60.0 * minutes;
    setting.seed = 100 + seed;
    if (radiation == "constant") setting.sea = "{type: none, period: 8}";
    const Energy energy = energy_of(set, setting, &shared);
    EXPECT_EQ(energy.failure, "");
    EXPECT_LT(energy.rise, 1e-4 * energy.start) << set.name << ", " << radiation << ", seed " << setting.seed;
    EXPECT_LT(energy.radiation_gain, 1e-4 * energy.start) << set.name << ", " << radiation;
    EXPECT_LT(energy.potential_defect, 1e-4 * energy.exchanged) << set.name << ", " << radiation;
    EXPECT_LT(energy.end, 0.95 * energy.start) << set.name << ", " << radiation << ", seed " << setting.seed;
  }
}

TEST(StillWater, TheHemisphereOnlyLosesEnergy) {
  const auto file = swell_test::source_folder() / "inputs/sphere/hemisphere.h5";
  for (const char* radiation : {"constant", "convolution", "state-space"})
    expect_decay(floaters(file, {1}), radiation, 5.0);
}

TEST(StillWater, FourHemispheresOnlyLoseEnergy) {
  const auto file = swell_test::source_folder() / "inputs/array/four.h5";
  // The state space of 24 rows takes more than a minute to fit: that of one body and of RM3 is tested.
  for (const char* radiation : {"constant", "convolution"}) expect_decay(floaters(file, {1, 2, 3, 4}), radiation, 3.0);
}

// RM3's data are neither reciprocal nor passive as stored.
TEST(StillWater, Rm3OnlyLosesEnergy) {
  SWELL_TEST_DATA(file, "rm3/rm3.h5", "WEC-Sim/WEC-Sim");
  for (const char* radiation : {"convolution", "state-space"}) {
    swell::assembly::SharedData shared;
    for (unsigned seed = 101; seed <= 103; ++seed) {
      Setting setting;
      setting.radiation = radiation;
      setting.duration = 180.0;
      setting.seed = seed;
      const Energy energy = energy_of(floaters(file, {1, 2}), setting, &shared);
      EXPECT_EQ(energy.failure, "");
      EXPECT_LT(energy.rise, 1e-4 * energy.start) << radiation << ", seed " << seed;
      EXPECT_LT(energy.radiation_gain, 1e-4 * energy.start) << radiation << ", seed " << seed;
    }
  }
}

// In a sea the work that is put in is that of the excitation: what remains after it and the radiation is the change of
// energy, to that share.
TEST(StillWater, InASeaTheInputIsWhatExcitationPutIn) {
  const auto file = swell_test::source_folder() / "inputs/sphere/hemisphere.h5";
  Setting setting;
  setting.duration = 600.0;
  setting.sea = "{type: irregular, spectrum: pierson-moskowitz, significant_height: 2, peak_period: 8, seed: 1}";
  const Energy energy = energy_of(floaters(file, {1}), setting);
  EXPECT_GT(energy.excitation, 0.0);
  EXPECT_LT(energy.radiation, 0.0);
  EXPECT_LT(std::abs(energy.unexplained), 1e-4 * energy.exchanged);
}

}  // namespace
}  // namespace swell_energy
