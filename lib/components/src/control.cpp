// Controllers and sensors of lib/pto as components.
#include <cmath>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "swell/components/declared.h"
#include "swell/pto/control.h"
#include "swell/pto/sensor.h"
#include "types.h"

namespace swell::components {

namespace {

void describe(Visitor& v, pto::Reactive& p) {
  v.number({"proportional", "N s/m or N m s/rad", "times the velocity", {}, required}, p.proportional);
  v.number({"integral", "N/m or N m/rad", "times the distance from the center"}, p.integral);
  v.number({"center", "m or rad", "coordinate without integral part"}, p.center);
  v.number({"limit", "N or N m", "largest effort; none unless given", above(0.0)}, p.limit);
}
std::unique_ptr<system::Component> reactive(const std::string& name, const pto::Reactive& law, Given& given) {
  if (law.integral == 0.0) given.without_effect("center", "integral is 0");
  return declared(name, "reactive", [law](Declaration& d) {
    const Input velocity = d.input(joint_port("input", "m/s", "rad/s", "rate of the joint", PortKind::flow));
    const Input position = d.input(joint_port("position", "m", "rad", "coordinate of the joint"));
    d.output(joint_port("output", "N", "N m", "effort on the follower", PortKind::effort), {velocity, position},
             [=](const Evaluation& e, double* out) {
               out[0] = pto::force(law, e.input(velocity)[0], e.input(position)[0]);
             });
  });
}

// The switch is memory. It changes at a zero crossing of the velocity and at the end of a hold; both are events, so no
// step of the integrator contains a switch.
void declare_switched(Declaration& d, const pto::SwitchedDamping& law) {
  const Input velocity = d.input(joint_port("input", "m/s", "rad/s", "rate of the joint", PortKind::flow));
  std::vector<double> start(pto::kSwitchedDampingMemory);
  pto::initial_memory(law, start.data());
  const Memory memory = d.memory(port("switch", pto::kSwitchedDampingMemory), MemoryKind::mode, start);
  const Computed turning = d.compute("turning", 1, {velocity, memory}, [=](const Evaluation& e, double* out) {
    // During a hold no crossing is sought.
    out[0] = e.memory(memory)[0] != 0.0 ? 1.0 : e.input(velocity)[0];
  });
  const Computed ending = d.compute("ending", 1, {memory, Read::time()}, [=](const Evaluation& e, double* out) {
    const double next = pto::next_switch(law, e.memory(memory));
    out[0] = std::isfinite(next) ? e.time - next : -1.0;
  });
  const auto update = [=](const Evaluation& e) { pto::update(law, e.time, e.input(velocity)[0], e.change(memory)); };
  d.event({"turning", 0, false}, turning, update);
  d.event({"end of hold", +1, false}, ending, update);
  d.commit({velocity, memory}, update);
  d.output(joint_port("output", "N", "N m", "effort on the follower", PortKind::effort), {velocity, memory},
           [=](const Evaluation& e, double* out) { out[0] = pto::force(law, e.input(velocity)[0], e.memory(memory)); });
  d.output(port("held", 1, "1", "1 while the switch holds"), memory, 0);
}

class Latch : public system::Component {
 public:
  Latch(const std::string& name, const pto::SwitchedDamping& law, double held)
      : Component(name, "latching"), law_(law), held_(held) {}
  void declare(Declaration& d) override { declare_switched(d, law_); }
  std::string diagnose() const override {
    return fmt::format(
        "{} holds with a damping of {:g}: steps of rk4 must then be shorter than 2.7 mass / {:g}; use "
        "simulation.integrator: implicit",
        name(), held_, held_);
  }

 private:
  pto::SwitchedDamping law_;
  double held_;
};

constexpr const char* kDamping = "N s/m or N m s/rad";

struct Latching {
  double damping = 0.0, held_damping = 0.0, hold = 1.0, pause = 0.0;
};
void describe(Visitor& v, Latching& p) {
  v.number({"damping", kDamping, "while it moves", at_least(0.0), required}, p.damping);
  v.number({"held_damping", kDamping, "while it is held: far above the other", above(0.0), required}, p.held_damping);
  v.number({"hold", "s", "how long it is held", above(0.0), required}, p.hold);
  v.number({"pause", "s", "least time from a release to the next hold", at_least(0.0)}, p.pause);
}
std::unique_ptr<system::Component> latching(const std::string& name, const Latching& p, Given& given) {
  if (p.held_damping > 0.0 && p.held_damping < p.damping) {
    given.refuse("contradiction", "held_damping",
                 fmt::format("= {:g} N s/m is less than damping = {:g}: it would free the device, not hold it",
                             p.held_damping, p.damping),
                 "a latch holds by a damping far above the other; `type: declutching` frees");
  }
  const pto::SwitchedDamping law = pto::latching(p.damping, p.held_damping, p.hold, p.pause);
  return std::make_unique<Latch>(name, law, p.held_damping);
}

struct Declutching {
  double damping = 0.0, free_time = 1.0;
};
void describe(Visitor& v, Declutching& p) {
  v.number({"damping", kDamping, "while it is coupled", at_least(0.0), required}, p.damping);
  v.number({"free_time", "s", "without damping after each turn", above(0.0), required}, p.free_time);
}
std::unique_ptr<system::Component> declutching(const std::string& name, const Declutching& p, Given&) {
  const pto::SwitchedDamping law = pto::declutching(p.damping, p.free_time);
  return declared(name, "declutching", [=](Declaration& d) { declare_switched(d, law); });
}

struct Sensor {
  pto::Sensor law;
  std::optional<int> seed;
};
void describe(Visitor& v, Sensor& p) {
  v.number({"sample_time", "s", "between two samples", above(0.0), required}, p.law.sample_time);
  v.number({"delay", "s", "of the reading", at_least(0.0)}, p.law.delay);
  v.number({"noise", "", "standard deviation", at_least(0.0)}, p.law.noise);
  v.number({"quantum", "", "smallest difference; 0: none", at_least(0.0)}, p.law.quantum);
  v.integer({"seed", "", "of the noise; without: of the component's name", at_least(0.0)}, p.seed);
}
std::unique_ptr<system::Component> sensor(const std::string& name, const Sensor& p, Given& given) {
  pto::Sensor law = p.law;
  law.seed = p.seed ? static_cast<std::uint64_t>(*p.seed) : pto::seed_of(name);
  if (law.noise == 0.0) given.without_effect("seed", "noise is 0");
  // The delay line stores one value per sample; more than a million indicate a wrong unit.
  constexpr double kMostSamples = 1e6;
  if (law.sample_time > 0.0 && !(law.delay <= kMostSamples * law.sample_time)) {
    given.refuse("out-of-range", "delay",
                 fmt::format("= {:g} s is more than a million samples of {:g} s", law.delay, law.sample_time),
                 "shorten the delay or lengthen sample_time");
    law.delay = 0.0;
  }
  pto::check(law);
  return declared(name, "sensor", [=](Declaration& d) {
    const Input in = d.input(port("input"));
    // A sampled computation keeps its block: the reading, then the sensor's own memory (zeros at the start).
    const Computed block = d.compute(
        "sample", 1 + static_cast<int>(pto::memory_size(law)), {in},
        [=](const Evaluation& e, double* out) { out[0] = pto::update(law, e.input(in)[0], out + 1); },
        Rate::at_accepted_points(law.sample_time));
    d.output(like("input", port("output", 1, "", "reading, held until the next")), block, 0);
  });
}

}  // namespace

void add_control(Registry& r) {
  r.add<pto::Reactive>("reactive", "reactive control: F = -proportional velocity - integral (position - center)",
                       "proportional: 1", describe, reactive);
  r.add<Latching>("latching", "holds the device for a time whenever its velocity changes sign",
                  "damping: 1, held_damping: 2, hold: 1", describe, latching);
  r.add<Declutching>("declutching", "frees the device for a time whenever its velocity changes sign",
                     "damping: 1, free_time: 1", describe, declutching);
  r.add<Sensor>("sensor", "sampling, delay, seeded noise and quantisation of a signal", "sample_time: 0.1", describe,
                sensor);
}

}  // namespace swell::components
