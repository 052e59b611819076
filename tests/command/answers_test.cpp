// swell stats and compare as processes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "command_folder.h"

namespace {

using nlohmann::json;
using swell_test::Outcome;
using ::testing::AllOf;
using ::testing::HasSubstr;

class Answers : public swell_test::CommandFolder {
 protected:
  Answers() {
    write(
        "mass.yaml",
        "simulation: {duration: 40, time_step: 0.01}\n"
        "bodies:\n"
        "  - {name: block, mass: 1000, inertia: [10, 10, 10], center_of_gravity: [0, 0, 0], center_of_buoyancy: [0, 0, "
        "0], volume: 1}\n"
        "ptos:\n"
        "  - {name: spring, type: translational, base: world, follower: block, stiffness: 4000, damping: 0, extension: "
        "0.5}\n");
  }
  void make(const std::string& name, const std::string& more = "") const {
    const Outcome o = run("run mass.yaml -q -o " + name + " " + more);
    ASSERT_EQ(o.status, 0) << o.err;
  }
};

// x = 0.5 cos 2t: amplitude, period and force in closed form.
TEST_F(Answers, stats_of_an_oscillation_are_those_of_its_sine) {
  make("out.h5");
  const Outcome o = run("stats out.h5 --json --from 0");
  ASSERT_EQ(o.status, 0) << o.err;
  bool found = false;
  const json answer = json::parse(o.out);
  for (const json& s : answer["signals"]) {
    if (s["path"] != "/bodies/block/position" || s["label"] != "heave") continue;
    found = true;
    EXPECT_NEAR(s["maximum"].get<double>(), 0.5, 1e-6);
    EXPECT_NEAR(s["zero_crossings"]["mean_period"].get<double>(), std::acos(-1.0), 1e-4);
    EXPECT_NEAR(s["zero_crossings"]["third_height"].get<double>(), 1.0, 1e-4);
  }
  EXPECT_TRUE(found);
  const Outcome force = run("stats out.h5 --select 'ptos.*.force' --slope 4 --json --from 0");
  ASSERT_EQ(force.status, 0) << force.err;
  const json fatigue = json::parse(force.out)["signals"][0]["fatigue"];
  // 40 s hold 40/pi cycles of 4000 N; those of 1 Hz that do the same damage: 4000 (1/pi)^(1/4). The ends: half a cycle.
  EXPECT_NEAR(fatigue["damage_equivalent"][0]["range"].get<double>(), 4000.0 * std::pow(1.0 / std::acos(-1.0), 0.25),
              4000.0 * 0.02);
  EXPECT_NEAR(fatigue["largest_range"].get<double>(), 4000.0, 1.0);
  // A port, and behind it a column, name the same numbers as the dataset.
  const auto heave = [this](const std::string& name) {
    const Outcome outcome = run("stats out.h5 --json --select " + name);
    const json signals = json::parse(outcome.out)["signals"];
    return std::pair(signals.size(),
                     signals.back()["path"].get<std::string>() + signals.front()["label"].get<std::string>());
  };
  EXPECT_EQ(heave("block.position.heave"), std::pair(std::size_t{1}, std::string("/bodies/block/positionheave")));
  EXPECT_EQ(heave("bodies.block.position.3"), heave("block.position.heave"));
  EXPECT_EQ(heave("block.position").first, 6U);
  EXPECT_THAT(run("stats out.h5").out,
              AllOf(HasSubstr("bodies/block/position heave"), HasSubstr("rainflow"), HasSubstr("Weibull")));
}

TEST_F(Answers, stats_says_what_is_wrong_with_its_input) {
  make("out.h5");
  EXPECT_EQ(run("stats none.h5").status, 2);
  const Outcome pattern = run("stats out.h5 --select bodies.*.postion");
  EXPECT_EQ(pattern.status, 2);
  EXPECT_THAT(pattern.err, HasSubstr("no dataset matches bodies.*.postion; did you mean bodies.*.position?"));
  EXPECT_EQ(run("stats out.h5 --from 50").status, 2);
  EXPECT_EQ(run("stats out.h5 --from 5 --to 2").status, 2);
  EXPECT_EQ(run("stats mass.yaml").status, 2);
}

TEST_F(Answers, compare_is_the_users_own_regression_test) {
  make("a.h5");
  make("b.h5");
  make("c.h5", "--set ptos.spring.stiffness=4001");
  EXPECT_EQ(run("compare a.h5 b.h5 --relative 0").status, 0);
  const Outcome apart = run("compare a.h5 c.h5");
  EXPECT_EQ(apart.status, 1) << apart.out;
  EXPECT_THAT(apart.out, AllOf(HasSubstr("worst first"), HasSubstr("beyond"), HasSubstr("different")));
  EXPECT_EQ(run("compare a.h5 c.h5 --relative 0.05").status, 0);
  EXPECT_EQ(run("compare a.h5 c.h5 --relative 0.05 --tolerance 'bodies.*.position=1e-6'").status, 1);
  const json answer = json::parse(run("compare a.h5 c.h5 --json").out);
  EXPECT_EQ(answer["status"], "different");
  double before = HUGE_VAL;
  for (const json& d : answer["differences"]) {
    const double allowed = d["allowed"].get<double>(),
                 ratio = allowed > 0.0 ? d["largest"].get<double>() / allowed : 0.0;
    EXPECT_LE(ratio, before) << "worst first";
    before = ratio;
  }
  make("short.h5", "--set simulation.duration=20");
  EXPECT_EQ(run("compare a.h5 short.h5").status, 1);
  EXPECT_EQ(run("compare a.h5 short.h5 --common").status, 0);
  EXPECT_EQ(run("compare a.h5 none.h5").status, 2);
  EXPECT_EQ(run("compare a.h5 b.h5 --tolerance bodies=x").status, 2);
}

}  // namespace
