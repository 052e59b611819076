// Several random seas in one case draw phases of their own.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "results_file.h"

namespace swell::several_seas_test {
namespace {

using swell_test::read_dataset;
using swell_test::run_text;

VectorX elevation(const std::string& simulation, const std::string& seas) {
  return read_dataset(run_text("simulation: {duration: 20, time_step: 0.1" + simulation + "}\nwaves: " + seas +
                                   "\ncomponents: [{name: c, type: constant, value: 0}]\n",
                               "seas"),
                      "/wave/elevation")
      .col(0);
}

const std::string kSea = "type: irregular, significant_height: 2, peak_period: 6, bins: {count: 30, range: [0.4, 3]}";

TEST(SeveralSeas, WithoutSeedsTakeTheirPlaceInTheList) {
  const VectorX first = elevation("", "{" + kSea + "}"), second = elevation("", "{" + kSea + ", seed: 2}");
  const VectorX both = elevation("", "[{" + kSea + "}, {" + kSea + "}]");
  EXPECT_GT((first - second).norm(), 0.5 * first.norm());
  EXPECT_LT((both - first - second).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_TRUE(elevation("", "{" + kSea + ", seed: 1}") == first);
}

TEST(SeveralSeas, UnderReproduceAllTakeTheSeedOne) {
  const std::string wec_sim = ", reproduce: wec-sim";
  const VectorX one = elevation(wec_sim, "{" + kSea + "}"),
                both = elevation(wec_sim, "[{" + kSea + "}, {" + kSea + "}]");
  EXPECT_LT((both - 2.0 * one).cwiseAbs().maxCoeff(), 1e-12);
}

}  // namespace
}  // namespace swell::several_seas_test
