// Controllers and sensors of lib/pto as components.
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "swell/components/declared.h"
#include "swell/pto/control.h"
#include "swell/pto/sensor.h"
#include "types.h"

namespace swell::components {

using system::Computed;
using system::Declaration;
using system::Evaluation;
using system::Input;
using system::Memory;
using system::MemoryKind;
using system::PortKind;
using system::Rate;
using system::Read;

namespace {

std::unique_ptr<system::Component> reactive(const std::string& name, Parameters& read, const Surroundings&) {
  pto::Reactive law;
  law.proportional = read.number("proportional", "N s/m or N m s/rad");
  law.integral = read.number("integral", "N/m or N m/rad", {}, 0.0);
  law.center = read.number("center", "m or rad", {}, 0.0);
  law.limit = read.number("limit", "N or N m", above(0.0), 1e300);
  return declared(name, "reactive", [=](Declaration& d) {
    const Input velocity = d.input(joint_port("input", "m/s", "rad/s", "rate of the joint", PortKind::flow));
    const Input position = d.input(joint_port("position", "m", "rad", "coordinate of the joint"));
    d.output(joint_port("output", "N", "N m", "effort on the follower", PortKind::effort), {velocity, position},
             [=](const Evaluation& e, double* out) {
               out[0] = pto::force(law, e.input(velocity)[0], e.input(position)[0]);
             });
  });
}

// The switch is memory. It changes where the velocity crosses zero and where a hold ends; both are events, so that
// no step of the integrator lies across a switch.
void declare_switched(Declaration& d, const pto::SwitchedDamping& law) {
  const Input velocity = d.input(joint_port("input", "m/s", "rad/s", "rate of the joint", PortKind::flow));
  std::vector<double> start(pto::kSwitchedDampingMemory);
  pto::initial_memory(law, start.data());
  const Memory memory = d.memory(port("switch", pto::kSwitchedDampingMemory), MemoryKind::mode, start);
  const Computed turning = d.compute("turning", 1, {velocity, memory}, [=](const Evaluation& e, double* out) {
    // Held: nothing to look for.
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

std::unique_ptr<system::Component> latching(const std::string& name, Parameters& read, const Surroundings&) {
  const double damping = read.number("damping", "N s/m or N m s/rad", at_least(0.0));
  const double held = read.number("held_damping", "N s/m or N m s/rad", above(0.0));
  const double hold = read.number("hold", "s", above(0.0), 1.0);
  const double pause = read.number("pause", "s", at_least(0.0), 0.0);
  if (!read.has("hold")) read.error("hold", "is missing", "give the time of latching in s");
  if (held > 0.0 && damping >= 0.0 && held < damping) {
    read.error(
        "held_damping",
        fmt::format("= {:g} N s/m is less than damping = {:g}: it would free the device, not hold it", held, damping),
        "a latch holds by a damping far above the other; `type: declutching` frees");
  }
  const pto::SwitchedDamping law = pto::latching(damping, held, hold, pause);
  return std::make_unique<Latch>(name, law, held);
}

std::unique_ptr<system::Component> declutching(const std::string& name, Parameters& read, const Surroundings&) {
  const double damping = read.number("damping", "N s/m or N m s/rad", at_least(0.0));
  const double free_time = read.number("free_time", "s", above(0.0), 1.0);
  if (!read.has("free_time")) read.error("free_time", "is missing", "give the time without damping in s");
  const pto::SwitchedDamping law = pto::declutching(damping, free_time);
  return declared(name, "declutching", [=](Declaration& d) { declare_switched(d, law); });
}

std::unique_ptr<system::Component> sensor(const std::string& name, Parameters& read, const Surroundings&) {
  pto::Sensor law;
  law.sample_time = read.number("sample_time", "s", above(0.0), 1.0);
  if (!read.has("sample_time")) read.error("sample_time", "is missing", "give the time between samples in s");
  law.delay = read.number("delay", "s", at_least(0.0), 0.0);
  // What is late is kept sample by sample; a million of them is a slip of units, not a sensor.
  constexpr double kMostSamples = 1e6;
  if (!(law.delay <= kMostSamples * law.sample_time)) {
    read.error("delay", fmt::format("= {:g} s is more than a million samples of {:g} s", law.delay, law.sample_time),
               "shorten the delay or lengthen sample_time");
    law.delay = 0.0;
  }
  law.noise = read.number("noise", "", at_least(0.0), 0.0);
  law.quantum = read.number("quantum", "", at_least(0.0), 0.0);
  law.seed = static_cast<std::uint64_t>(read.integer("seed", at_least(0.0), 1));
  pto::check(law);
  return declared(name, "sensor", [=](Declaration& d) {
    const Input in = d.input(port("input"));
    // A held computation keeps its block: the reading, then the sensor's own memory (all zeros at the start).
    const Computed block = d.compute(
        "sample", 1 + static_cast<int>(pto::memory_size(law)), {in},
        [=](const Evaluation& e, double* out) { out[0] = pto::update(law, e.input(in)[0], out + 1); },
        Rate::at_accepted_points(law.sample_time));
    d.output(like("input", port("output", 1, "", "reading, held until the next")), block, 0);
  });
}

}  // namespace

void add_control(Registry& r) {
  r.add("reactive", "reactive control: F = -proportional velocity - integral (position - center)", reactive);
  r.add("latching", "holds the device for a time whenever its velocity changes sign", latching);
  r.add("declutching", "frees the device for a time whenever its velocity changes sign", declutching);
  r.add("sensor", "sampling, delay, seeded noise and quantisation of a signal", sensor);
}

}  // namespace swell::components
