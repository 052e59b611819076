// Data of an integrator, shared by its stepping (integrator.cpp) and controlled communication (communication.cpp).
// Private to the library.
#pragma once

#include <boost/numeric/odeint/stepper/controlled_runge_kutta.hpp>
#include <boost/numeric/odeint/stepper/generation/generation_controlled_runge_kutta.hpp>
#include <boost/numeric/odeint/stepper/generation/generation_runge_kutta_dopri5.hpp>
#include <boost/numeric/odeint/stepper/generation/make_controlled.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta4.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_dopri5.hpp>
#include <cmath>

#include "swell/solver/implicit.h"
#include "swell/solver/integrator.h"

namespace swell::solver {

namespace odeint = boost::numeric::odeint;

using Vector = std::vector<double>;
using Rk4 = odeint::runge_kutta4<Vector>;
using Dopri5 = odeint::runge_kutta_dopri5<Vector>;
using Controlled = decltype(odeint::make_controlled(1e-6, 1e-6, Dopri5()));

struct Integrator::Impl {
  system::System& system;
  Options options;
  Statistics statistics;

  Vector x, rate, x_new, rate_new, x_dense;  // sized once
  Vector event_old, event_new;
  double time = 0.0;
  double trial_step = 0.0;
  double instant = 0.0;           // [s] times closer than this are equal
  double counted_from = 0.0;      // [s] start of the count of attempts
  std::int64_t attempts = 0;      // of adaptive steps since then
  std::int64_t grid_index = 0;    // of the last fixed grid point reached
  std::int64_t output_index = 0;  // of the next output time
  std::vector<double> periods;
  const volatile std::sig_atomic_t* interrupt = nullptr;
  std::function<void(double)> watcher;
  bool powers_jump = false;  // a recorded power depends on a sample
  bool fresh = true;         // the point (time, x) has had no major evaluation yet
  bool open = false;         // it has had one, and is not committed (step_to)
  bool outdated = false;     // its inputs have changed since
  bool shown = false;        // its recorded outputs are valid
  double committed = 0.0;    // [s] of the last committed point
  bool stopped = false;
  bool begun = false;  // the system has been initialized

  // Controlled communication: start of the step, and the results of one step and of two halves.
  struct Start {
    system::Snapshot snapshot;
    Vector rate, event_old;
    double time = 0.0, trial_step = 0.0;
    std::int64_t grid_index = 0;
    Statistics statistics;
  } start;
  double event_at = 0.0;  // [s] the first event since go_back(), HUGE_VAL before
  Vector whole, halves,
      largest;  // largest value so far of each, at least 1: scale of the error where a force passes zero

  Rk4 rk4;
  Controlled controlled;
  Esdirk4 esdirk;

  Impl(system::System& s, const Options& o)
      : system(s),
        options(o),
        controlled(odeint::make_controlled(absolute(o), o.tolerance, Dopri5())),
        esdirk(o.method == Method::implicit ? s.state_size() : 0) {}

  double end() const { return options.start + options.duration; }
  double grid_time(std::int64_t n) const { return options.start + static_cast<double>(n) * options.step; }
  static double absolute(const Options& o) { return o.absolute_tolerance > 0.0 ? o.absolute_tolerance : o.tolerance; }
  double output_time(std::int64_t k) const {
    const auto& times = options.output_times;
    if (times.empty()) return options.start + static_cast<double>(k) * options.output_step;
    return static_cast<std::size_t>(k) < times.size() ? times[static_cast<std::size_t>(k)] : HUGE_VAL;
  }
  bool same(double a, double b) const { return std::abs(a - b) <= instant; }

  void resize();
  double next_stop(double last) const;
  bool accept_point(const Observer& observe);
  bool finish_point(const Observer& observe);
  void communicate(double until, const Observer* observe, bool to_event = false);
  int pass(double target, const Observer* observe);
  void keep_start();
  void go_back();
  double error_of_whole();
  void evaluate_point();
  void commit_point();
  void close_point();
  bool take_event_step(double target, const Observer* rows);
  void show_point();
  void reach(double to);
  void handle_events(double started, double reached);
  void show_watcher(bool changes);
  bool observe_between(double t0, double t1, double h, const Observer& observe);
  double take_step(double target);
  double adaptive_step(double target);
  double length_towards(double target) const;
  void count_attempt(double step);
  bool try_step(const Rate& pure, double& h, bool cut);
  void fixed_step(double h, Vector& to);
  bool crossed(int event, double before, double after) const;
  void keep_event_values();
  double locate_events(double t1);
  void stop_if_not_finite() const;
  void stop_if_row_is_not_finite(double row_time) const;
  [[noreturn]] void diverged(const system::Diverged& found) const;
};

}  // namespace swell::solver
