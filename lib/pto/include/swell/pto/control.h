/// Control laws of power take-offs as plain structs. The caller owns their memory, an array that only `update` changes,
/// once per accepted point or sample. Forces act on the device along the joint coordinate; velocity and position are
/// those of the coordinate (torque and angle for rotations).
#pragma once

#include <limits>

namespace swell::pto {

/// Reactive control: F = -K_p v - K_i (x - x_0), limited.
struct Reactive {
  double proportional = 0.0;                               ///< K_p [N s/m]
  double integral = 0.0;                                   ///< K_i [N/m]; negative for reactive power flow
  double center = 0.0;                                     ///< x_0 [m]
  double limit = std::numeric_limits<double>::infinity();  ///< |F| [N]
};
double force(const Reactive& law, double velocity, double position);

/// Latching: after a change of sign of the velocity the force is F = -G v for `hold` seconds, unless the last release
/// was less than `pause` seconds ago; otherwise F = -K_p v. Declutching uses the same law with G = 0: free for `hold`
/// seconds.
struct SwitchedDamping {
  double damping = 0.0;       ///< K_p [N s/m]
  double held_damping = 0.0;  ///< G [N s/m]
  double hold = 0.0;          ///< [s]
  double pause = 0.0;         ///< [s]
};
/// WEC-Sim's sphere: G = 3.7308e7, hold 2.4 s, pause 0.2 s, K_p to be given.
SwitchedDamping latching(double damping, double held_damping, double hold, double pause);
SwitchedDamping declutching(double damping, double free_time);

constexpr int kSwitchedDampingMemory = 4;  ///< held (0 or 1), begin of the hold, last release [s], last velocity
void initial_memory(const SwitchedDamping& law, double* memory);
/// Called at accepted points in order of time.
void update(const SwitchedDamping& law, double t, double velocity, double* memory);
double force(const SwitchedDamping& law, double velocity, const double* memory);
/// Time after which update() ends a hold (1e-9 of the hold before its end), or infinity; the solver should hit it.
double next_switch(const SwitchedDamping& law, const double* memory);

/// Sampled PID with forward-Euler integral and filtered derivative; the integral stops at the limits.
///   u = P e + I sum(e) T + D (filtered de/dt)
struct Pid {
  double proportional = 0.0, integral = 0.0, derivative = 0.0;
  double sample_time = 0.0;        ///< T [s]
  double derivative_filter = 0.0;  ///< time constant [s]; 0: plain difference
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
};
constexpr int kPidMemory = 4;  ///< integral of e, last e, filtered derivative, samples so far (0 or 1)
void check(const Pid& pid);    ///< throws InputError
void initial_memory(const Pid& pid, double* memory);
/// Computes the output for the sample `error`, held until the next sample.
double update(const Pid& pid, double error, double* memory);

}  // namespace swell::pto
