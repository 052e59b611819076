// Figures of several sets side by side: what stands where, in which colour and unit.
#include "swell/bemio/plots.h"

#include "swell/bemio/processing.h"
#include "swell/bemio/read.h"
#include "swell_test/test.h"

namespace swell::bemio::plots_test {
namespace {

const figures::Panel& panel(const figures::Figure& figure, const std::string& title, const std::string& y_label) {
  for (const figures::Panel& one : figure.panels) {
    if (one.title.rfind(title, 0) == 0 && one.y_label == y_label) return one;
  }
  ADD_FAILURE() << "no panel " << title << ", " << y_label;
  return figure.panels.front();
}

class Plots : public ::testing::Test {
 protected:
  void SetUp() override {
    SWELL_TEST_DATA(wamit, "bem/wamit/Sphere/sphere.out", "WEC-Sim/WEC-Sim");
    SWELL_TEST_DATA(aqwa, "bem/aqwa/Sphere/sphere.AH1", "WEC-Sim/WEC-Sim");
    ProcessingOptions fitted;
    fitted.radiation.end_time = fitted.excitation.end_time = 60.0;
    fitted.state_space = true;
    wamit_ = read_bem(wamit);
    process(wamit_, fitted);
    fitted.state_space = false;
    aqwa_ = read_bem(aqwa);
    process(aqwa_, fitted);
  }
  hydro::HydroData wamit_, aqwa_;
};

TEST_F(Plots, OneRowPerQuantityOneColumnPerDofOneLegend) {
  const figures::Figure figure = coefficient_figure({{"WAMIT", &wamit_}, {"AQWA", &aqwa_}}, {});
  EXPECT_EQ(figure.columns, 3);  // surge, heave, pitch: the others of a sphere are round-off
  ASSERT_EQ(figure.panels.size(), 18U);
  EXPECT_TRUE(figure.shared_legend);
  EXPECT_EQ(figure.title, "sphere, waves towards 0 deg, 1000 kg/m^3");
  EXPECT_EQ(figure.panels[0].y_label, "added mass [kg]");
  EXPECT_EQ(figure.panels[2].y_label, "added mass [kg m^2]");
  EXPECT_EQ(figure.panels[0].curves[0].label, "WAMIT");
  EXPECT_EQ(figure.panels[0].curves[1].label, "AQWA");
}

TEST_F(Plots, KernelsEndWhereTheyHaveDecayedOnBothSidesOfZero) {
  const figures::Figure figure = coefficient_figure({{"WAMIT", &wamit_}}, {});
  const auto range = panel(figure, "surge", "kernel [N/m]").x_range;
  ASSERT_TRUE(range.has_value());
  EXPECT_EQ(range->first, 0.0);
  EXPECT_GT(range->second, 5.0);
  EXPECT_LT(range->second, 30.0);
  const auto both = panel(figure, "surge", "kernel [N/m/s]").x_range;
  ASSERT_TRUE(both.has_value());
  EXPECT_EQ(both->first, -both->second);
}

}  // namespace
}  // namespace swell::bemio::plots_test
