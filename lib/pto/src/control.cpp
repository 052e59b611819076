#include "swell/pto/control.h"

#include <algorithm>
#include <cmath>

#include "swell/network/basic.h"

namespace swell::pto {

using network::require_positive;

double force(const Reactive& law, double velocity, double position) {
  const double f = -law.proportional * velocity - law.integral * (position - law.center);
  return std::clamp(f, -law.limit, law.limit);
}

SwitchedDamping latching(double damping, double held_damping, double hold, double pause) {
  require_positive(damping, "latching: damping", "N s/m", true);
  require_positive(held_damping, "latching: held_damping", "N s/m");
  require_positive(hold, "latching: hold", "s");
  require_positive(pause, "latching: pause", "s", true);
  return {damping, held_damping, hold, pause};
}

SwitchedDamping declutching(double damping, double free_time) {
  require_positive(damping, "declutching: damping", "N s/m");
  require_positive(free_time, "declutching: free_time", "s");
  return {damping, 0.0, free_time, 0.0};
}

namespace {
enum Memory { kHeld, kBegin, kRelease, kLast };
}  // namespace

void initial_memory(const SwitchedDamping& /*law*/, double* memory) {
  memory[kHeld] = 0.0;
  memory[kBegin] = 0.0;
  memory[kRelease] = -1e30;  // never
  memory[kLast] = 0.0;
}

void update(const SwitchedDamping& law, double t, double velocity, double* memory) {
  if (memory[kHeld] != 0.0 && t - next_switch(law, memory) >= 0.0) {
    memory[kHeld] = 0.0;
    memory[kRelease] = t;
  }
  const bool crossed = memory[kLast] * velocity < 0.0;
  if (memory[kHeld] == 0.0 && crossed && t - memory[kRelease] >= law.pause) {
    memory[kHeld] = 1.0;
    memory[kBegin] = t;
  }
  if (velocity != 0.0) memory[kLast] = velocity;
}

double force(const SwitchedDamping& law, double velocity, const double* memory) {
  return -(memory[kHeld] != 0.0 ? law.held_damping : law.damping) * velocity;
}

double next_switch(const SwitchedDamping& law, const double* memory) {
  // A point at the end of the hold, within round-off, counts as its end both for the event and for the update:
  // otherwise the switch would change without an event, and the next step would start with the old force.
  const double tiny = 1e-9 * law.hold;
  return memory[kHeld] != 0.0 ? memory[kBegin] + law.hold - tiny : std::numeric_limits<double>::infinity();
}

void check(const Pid& pid) {
  require_positive(pid.sample_time, "pid: sample_time", "s");
  require_positive(pid.derivative_filter, "pid: derivative_filter", "s", true);
  require_positive(pid.upper - pid.lower, "pid: upper - lower", "");
}

void initial_memory(const Pid& /*pid*/, double* memory) { std::fill(memory, memory + kPidMemory, 0.0); }

double update(const Pid& pid, double error, double* memory) {
  double& integral = memory[0];
  double& last = memory[1];
  double& filtered = memory[2];
  if (memory[3] != 0.0) {
    const double slope = (error - last) / pid.sample_time;
    const double share = pid.sample_time / (pid.sample_time + pid.derivative_filter);
    filtered += share * (slope - filtered);
  }
  const double free = pid.proportional * error + pid.integral * integral + pid.derivative * filtered;
  const double output = std::clamp(free, pid.lower, pid.upper);
  // Forward Euler: the sample acts on the integral at the next one. At a limit, only unwinding is integrated.
  const bool winds =
      (free > pid.upper && pid.integral * error > 0.0) || (free < pid.lower && pid.integral * error < 0.0);
  if (!winds) integral += pid.sample_time * error;
  last = error;
  memory[3] = 1.0;
  return output;
}

}  // namespace swell::pto
