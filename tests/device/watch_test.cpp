// The watch of every run: loads that break their promise of energy are named, those that keep it are not; whatever the
// law, amplitude, period and step.
#include "swell/device/watch.h"
#include "swell/device/stack.h"
#include "swell/system/system.h"
#include "swell_test/test.h"

namespace swell::device::watch_test {
namespace {

using system::Computed;
using system::Declaration;
using system::Evaluation;
using system::PortKind;
using system::PortSpec;
using system::Read;

/// A body "a" that heaves z = A sin(w t) exp(s t), and a load -k z - c v on it with the potential of its spring.
struct Heave {
  double amplitude = 1.0, omega = 1.0, growth = 0.0, stiffness = 0.0, damping = 0.0;
};
class Moving : public system::Component {
 public:
  explicit Moving(Heave heave) : Component("load", "test"), heave_(heave) {}
  void declare(Declaration& d) override {
    PortSpec clock;
    clock.name = "clock";
    d.state(clock, {0.0}, {}, [](const Evaluation&, double* rate) { rate[0] = 1.0; });
    const auto output = [&](const char* name, const char* unit, auto value) {
      d.output(six_vector(name, unit, ""), {Read::time()}, [value](const Evaluation& e, double* out) {
        as_six(out).setZero();
        out[2] = value(e.time);
      });
    };
    const Heave h = heave_;
    const auto z = [h](double t) { return h.amplitude * std::sin(h.omega * t) * std::exp(h.growth * t); };
    const auto v = [h, z](double t) {
      return h.amplitude * h.omega * std::cos(h.omega * t) * std::exp(h.growth * t) + h.growth * z(t);
    };
    const auto a = [h, z, v](double t) {
      return 2.0 * h.growth * v(t) - (h.omega * h.omega + h.growth * h.growth) * z(t);
    };
    output("a.displacement", "m, rad", z);
    output("a.velocity", "m/s, rad/s", v);
    output("a.acceleration", "m/s^2, rad/s^2", a);
    output("force", "N, N m", [h, z, v](double t) { return -h.stiffness * z(t) - h.damping * v(t); });
    PortSpec potential;
    potential.name = "potential";
    potential.unit = "J";
    d.output(potential, {Read::time()},
             [h, z](const Evaluation& e, double* out) { out[0] = 0.5 * h.stiffness * z(e.time) * z(e.time); });
  }

 private:
  Heave heave_;
};

std::optional<Watch::Gain> gain_of(const Heave& heave, Energy energy, double step, double duration,
                                   bool slides = false) {
  WatchSpec spec;
  AuditEntry entry{AuditEntry::Kind::body_force, "a: load", "load.force", "a", 6, "N, N m", energy};
  entry.group = 0;
  spec.entries = {entry};
  spec.groups = {{"a: load", energy, energy == Energy::radiates ? "" : "load.potential"}};
  spec.bodies = {"a"};
  if (slides) spec.sliding = {"a"};
  spec.tilt = 15.0 * kDegree;
  spec.largest_heave = 1000.0;
  system::Graph graph;
  graph.emplace<Moving>(heave);
  auto watch = std::make_unique<Watch>(spec);
  graph.add(std::move(watch));
  system::System system = std::move(graph).compile();
  std::vector<double> state = system.initialize(0.0), rate(state.size());
  for (int n = 0; n * step <= duration; ++n) {
    system.evaluate_major(n * step, state.data(), rate.data());
    system.commit();
  }
  return dynamic_cast<const Watch&>(*system.find(Watch::kName)).gain(0);
}

TEST(WatchOfEnergy, OfABodyThatOnlySlidesIsThatOfAnyBody) {
  const Heave driven{1.0, 1.0, 0.0, 1e5, -1e4};
  const auto any = gain_of(driven, Energy::dissipates, 0.1, 30.0),
             sliding = gain_of(driven, Energy::dissipates, 0.1, 30.0, true);
  ASSERT_TRUE(any && sliding);
  EXPECT_GT(any->energy, 0.0);
  EXPECT_EQ(any->energy, sliding->energy);
  EXPECT_EQ(any->exchanged, sliding->exchanged);
  EXPECT_EQ(any->at, sliding->at);
}

TEST(WatchOfEnergy, OfAnySpringAndDamperSaysNothingAndOfAnyDriveNamesIt) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> any(0.0, 1.0);
  for (int trial = 0; trial < 100; ++trial) {
    Heave heave;
    heave.amplitude = std::pow(10.0, 2.0 * any(random) - 1.0);
    heave.omega = 0.3 + 2.0 * any(random);
    heave.stiffness = std::pow(10.0, 2.0 + 5.0 * any(random));
    heave.growth = 0.004 * (any(random) - 0.5);
    const double step = 2.0 * kPi / heave.omega / (20.0 + 80.0 * any(random)),
                 duration = 100.0 * 2.0 * kPi / heave.omega;
    EXPECT_FALSE(gain_of(heave, Energy::conserves, step, duration)) << trial;
    heave.damping = 0.05 * heave.stiffness / heave.omega;
    EXPECT_FALSE(gain_of(heave, Energy::dissipates, step, duration)) << trial;
    EXPECT_TRUE(gain_of(heave, Energy::conserves, step, duration)) << trial << ": it loses energy";
    heave.damping = -heave.damping;
    for (const Energy energy : {Energy::conserves, Energy::dissipates, Energy::radiates}) {
      const auto gain = gain_of(heave, energy, step, duration);
      ASSERT_TRUE(gain) << trial;
      EXPECT_GT(gain->energy, 0.0);
      // The work of -c v over the run, c A^2 w^2 / 2 in the mean, while the amplitude grows or decays slowly.
      if (heave.growth == 0.0) continue;
      const double mean = -0.5 * heave.damping * std::pow(heave.amplitude * heave.omega, 2);
      const double of_growth = (std::exp(2.0 * heave.growth * duration) - 1.0) / (2.0 * heave.growth);
      EXPECT_NEAR(gain->energy, mean * of_growth, 0.06 * mean * of_growth) << trial;
    }
  }
}

TEST(WatchOfMotion, EndsARunThatLeavesItsPlace) {
  try {
    gain_of({1.0, 1.0, 1.0, 0.0, 0.0}, Energy::dissipates, 0.05, 20.0);
    FAIL();
  } catch (const system::Diverged& error) {
    EXPECT_EQ(error.where().component, "a");
    EXPECT_EQ(error.where().quantity,
              "position.heave");  // it grows as exp(t): beyond 1000 m by 7 s, at 1.4 km/s or less
    EXPECT_GT(std::abs(error.where().value), 1000.0);
  }
}

}  // namespace
}  // namespace swell::device::watch_test
