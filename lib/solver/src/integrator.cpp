#include "swell/solver/integrator.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "integrator_impl.h"
#include "swell/base/error.h"

namespace swell::solver {

namespace {
constexpr double kSafety = 0.9;  // of step control of the implicit method
// Remedy for unbounded growth: smaller step, or correction of the model.
const char* const kRemedy =
    "; try a smaller time step, and if that does not help check what drives the motion: a negative damping, a "
    "control force of the wrong sign";
const char* const kJump =
    "a force that jumps (a relay, dry friction, a valve) needs a slope of finite width, or integrator: rk4";
constexpr double kShortest = 1e-12;  // shorter attempts, relative to the duration, cannot succeed
// Times closer than this share of the shortest interval of the run are equal, and so are times within some round-off of
// each other (n periods summed against one multiplication).
constexpr double kInstant = 1e-9, kRoundings = 8.0 * std::numeric_limits<double>::epsilon();

/// Cubic Hermite polynomial through both ends of a step: the dense output of RK4 and of the implicit method.
void hermite(double theta, double h, const Vector& x0, const Vector& f0, const Vector& x1, const Vector& f1,
             Vector& x) {
  const double t2 = theta * theta, t3 = t2 * theta;
  const double a = 2.0 * t3 - 3.0 * t2 + 1.0, b = t3 - 2.0 * t2 + theta, c = -2.0 * t3 + 3.0 * t2, d = t3 - t2;
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = a * x0[i] + h * b * f0[i] + c * x1[i] + h * d * f1[i];
}
}  // namespace

void Integrator::Impl::resize() {
  const auto n = static_cast<std::size_t>(system.state_size());
  for (Vector* v : {&x, &rate, &x_new, &rate_new, &x_dense}) v->resize(n);
  event_old.assign(static_cast<std::size_t>(system.event_count()), 0.0);
  event_new = event_old;
  rk4.adjust_size(x);
}

// The next time that a step must not pass: fixed grid, sample times or `last`.
double Integrator::Impl::next_stop(double last) const {
  double stop = last;
  if (options.method == Method::rk4) {  // the grid's own time if `last` equals it within round-off: same bits
    const double grid = grid_time(grid_index + 1);
    if (grid < stop || same(grid, stop)) stop = grid;
  }
  for (const double period : periods) {
    const double k = std::floor((time - options.start + instant) / period) + 1.0;
    stop = std::min(stop, options.start + k * period);
  }
  if (same(stop, end())) return end();
  return stop;
}

void Integrator::Impl::diverged(const system::Diverged& found) const {
  const system::NonFinite& where = found.where();
  const bool grew = found.remedy().empty();
  std::string text =
      fmt::format("the simulation {} at t = {:.6g} s: {}", grew ? "diverged" : "ended", time, found.what());
  for (const std::string& sentence : system.diagnoses()) text += "; " + sentence;
  text += grew ? kRemedy : "; " + found.remedy();
  throw SimulationError(text, time, where.component, where.quantity, true, where.value);
}

namespace {
/// Clears the sign of a NaN, which has no meaning.
double word(double value) { return std::isnan(value) ? std::abs(value) : value; }
}  // namespace

void Integrator::Impl::stop_if_not_finite() const {
  double sum = 0.0;  // zero times a non-finite number is NaN
  for (std::size_t i = 0; i < x.size(); ++i) sum += 0.0 * (x[i] + rate[i]);
  const bool finite = sum == 0.0;
  const auto where = finite ? system.find_beyond_limit(x.data()) : system.find_non_finite(x.data(), rate.data());
  if (finite && !where) return;
  std::string text = fmt::format("the simulation diverged at t = {:.6g} s", time);
  if (where && finite) {
    text += fmt::format(": {} of {} reached {:.3g}", where->quantity, where->component, where->value);
    if (const auto effort = system.largest_effort())
      text += fmt::format(", the largest load is {} with {:.3g}", effort->first, effort->second);
  } else if (where) {
    text += fmt::format(": {} of {} is {} (entry {})", where->quantity, where->component, word(where->value),
                        where->entry + 1);
  }
  for (const std::string& sentence : system.diagnoses()) text += "; " + sentence;
  text += kRemedy;
  if (where) throw SimulationError(text, time, where->component, where->quantity, true, where->value);
  throw SimulationError(text, time, "", "", true);
}

// Recorded values without effect on states (a self-stepped network) are checked here only.
void Integrator::Impl::stop_if_row_is_not_finite(double row_time) const {
  if (system.recorded_is_finite()) return;
  for (int series = 0; series < system.recorded_count(); ++series) {
    const double* values = system.recorded(series);
    const int width = std::max(1, system.recorded_spec(series).width);
    for (int i = 0; i < width; ++i) {
      if (std::isfinite(values[i])) continue;
      const std::string& address = system.recorded_address(series);
      std::string text = fmt::format("the simulation diverged at t = {:.6g} s: {} is {} (entry {})", row_time, address,
                                     word(values[i]), i + 1);
      for (const std::string& sentence : system.diagnoses()) text += "; " + sentence;
      text +=
          "; look at the values that its component was given, try a smaller time step, or leave the output out by "
          "output.select";
      throw SimulationError(text, row_time, address.substr(0, address.rfind('.')), address, true, values[i]);
    }
  }
}

void Integrator::Impl::evaluate_point() {
  system.evaluate_major(time, x.data(), rate.data());
  stop_if_not_finite();
}

void Integrator::Impl::commit_point() {
  try {
    system.commit();
  } catch (const system::Diverged& error) {
    diverged(error);
  }
  fresh = open = false;
  committed = time;
}

// Major evaluation, outputs, commit. False if the observer stops the run.
bool Integrator::Impl::accept_point(const Observer& observe) {
  evaluate_point();
  return finish_point(observe);
}

bool Integrator::Impl::finish_point(const Observer& observe) {
  if (watcher) watcher(time);
  bool go_on = true;
  if (same(output_time(output_index), time)) {
    system.observe_major();
    stop_if_row_is_not_finite(time);
    if (observe) go_on = observe(output_time(output_index));
    ++output_index;
  }
  commit_point();
  return go_on;
}

// Observes output times strictly inside (t0, t1), on the dense output, with the memory of t0.
bool Integrator::Impl::observe_between(double t0, double t1, double h, const Observer& observe) {
  bool have_rate = options.method == Method::dopri5;
  while (output_time(output_index) < t1 && !same(output_time(output_index), t1)) {
    const double t = output_time(output_index);
    if (!have_rate) {
      system.evaluate(t1, x_new.data(), rate_new.data());
      have_rate = true;
    }
    if (options.method == Method::dopri5) {
      controlled.stepper().calc_state(t, x_dense, x, rate, t0, x_new, rate_new, t1);
    } else {
      hermite((t - t0) / h, h, x, rate, x_new, rate_new, x_dense);
    }
    system.project(x_dense.data());
    system.observe(t, x_dense.data());
    stop_if_row_is_not_finite(t);
    ++output_index;
    if (observe && !observe(t)) return false;
  }
  return true;
}

void Integrator::Impl::fixed_step(double h, Vector& to) {
  const auto f = [this](const Vector& state, Vector& derivative, double t) {
    system.evaluate(t, state.data(), derivative.data());
  };
  rk4.do_step(f, x, rate, time, to, h);
}

// Tries a step of length h; `cut` if the next stop shortened it. Returns true if accepted; otherwise h is the next
// length to try.
bool Integrator::Impl::try_step(const Rate& pure, double& h, bool cut) {
  if (options.method == Method::dopri5) {
    const auto f = [this](const Vector& state, Vector& derivative, double t) {
      system.evaluate(t, state.data(), derivative.data());
    };
    double t = time, next = h;
    bool accepted = controlled.try_step(f, x, rate, t, x_new, rate_new, next) == odeint::success;
    for (const double value : x_new) accepted = accepted && std::isfinite(value);
    if (accepted) {
      trial_step = cut ? std::max(trial_step, next) : next;
    } else {
      h = std::isfinite(next) && next < h ? next : 0.25 * h;
    }
    return accepted;
  }
  const double error = esdirk.attempt(pure, time, x, rate, h, options.tolerance, absolute(options), x_new);
  const bool accepted = error >= 0.0 && error <= 1.0;
  const double factor = error < 0.0 ? 0.25 : std::clamp(kSafety * std::pow(std::max(error, 1e-10), -0.25), 0.2, 4.0);
  if (accepted) {
    trial_step = cut ? std::max(trial_step, h * factor) : h * factor;
  } else {
    h *= factor;
  }
  return accepted;
}

// Length of the next attempt. A target within reach is hit exactly. A target within two steps is reached in two equal
// ones [HairerNorsettWanner1993, II.4], so that no step of round-off size remains.
double Integrator::Impl::length_towards(double target) const {
  constexpr double kReach = 1.0 + 1e-6;
  const double longest = std::min(trial_step, options.max_step), left = target - time;
  if (left <= kReach * longest) return left;
  return left < 2.0 * longest ? 0.5 * left : longest;
}

// Work limit, as CVODE's mxstep: with so many attempts in one interval the run would not end.
void Integrator::Impl::count_attempt(double step) {
  const double interval = std::min(options.output_step, 1.0);
  if (time - counted_from >= interval || time < counted_from) {
    counted_from = time;
    attempts = 0;
  }
  if (++attempts <= options.most_steps) return;
  const bool demanded = options.method != Method::rk4 && step >= options.max_step;
  throw SimulationError(
      fmt::format(
          "the simulation comes to a standstill at t = {:.9g} s: {} steps since t = {:.9g} s, the last of {:.3g} "
          "s; {}; where so many are meant, raise simulation.max_steps",
          time, options.most_steps, counted_from, step, demanded ? "simulation.max_step allows no longer ones" : kJump),
      time, "integrator", "step");
}

// One accepted adaptive step towards `target`; returns the time reached.
double Integrator::Impl::adaptive_step(double target) {
  const Rate pure = [this](double t, const double* state, double* derivative) {
    system.evaluate(t, state, derivative);
  };
  if (options.method == Method::implicit) esdirk.prepare(pure, time, x, rate);
  double h = length_towards(target);
  const bool cut = h < trial_step;
  // Only steps shortened by error control can be too short; the distance to a target may be any.
  const double shortest = std::max({kShortest * options.duration, kRoundings * std::abs(time), options.min_step});
  for (;;) {
    count_attempt(h);
    const double used = h;
    bool accepted = false;
    // A component that cannot evaluate a trial stage (a circuit whose Newton iteration fails) rejects the step. If the
    // shortest step fails as well, the run ends.
    try {
      accepted = try_step(pure, h, cut);
    } catch (const system::ComponentFailure&) {
      throw;
    } catch (const SimulationError&) {
      if (0.25 * h < shortest) throw;
      h *= 0.25;
    }
    if (accepted) {
      trial_step = std::min(trial_step, options.max_step);
      const double reached = time + used;
      return same(reached, target) || reached > target ? target : reached;
    }
    ++statistics.rejected;
    if (h < shortest) {
      diverged(
          {fmt::format("no step is short enough for the tolerance {:.3g}, the last of {:.3g} s{}", options.tolerance, h,
                       shortest == options.min_step
                           ? fmt::format(" (simulation.min_step = {:g} s allows none below)", options.min_step)
                           : ""),
           {"integrator", "step", 0, h},
           fmt::format("{}; a motion that grows without bound has a negative damping or a control force of the "
                       "wrong sign",
                       kJump)});
    }
  }
}

double Integrator::Impl::take_step(double target) {
  if (options.method == Method::rk4) {
    fixed_step(target - time, x_new);
    return target;
  }
  return adaptive_step(target);
}

// Value that marks the side of a function that is exactly zero (keep_event_values).
constexpr double kSide = std::numeric_limits<double>::min();

// Reaching zero is a crossing. Staying at zero, and returning to the side it came from, are not. A function that starts
// at zero (only then stored as zero) crosses when it leaves.
bool Integrator::Impl::crossed(int event, double before, double after) const {
  const int direction = system.event(event).direction;
  const bool resting = after == 0.0 && std::abs(before) <= kSide;
  const bool rising = !resting && (before < 0.0 ? after >= 0.0 : before == 0.0 && after > 0.0),
             falling = !resting && (before > 0.0 ? after <= 0.0 : before == 0.0 && after < 0.0);
  return (direction >= 0 && rising) || (direction <= 0 && falling);
}

// Stores the event values at the point reached, for comparison. A function at zero gets the sign of its side: the new
// side after a crossing, else the old one.
void Integrator::Impl::keep_event_values() {
  for (std::size_t i = 0; i < event_new.size(); ++i) {
    const double before = event_old[i], after = event_new[i];
    if (after != 0.0 || before == 0.0) {
      event_old[i] = after;
      continue;
    }
    const double side = crossed(static_cast<int>(i), before, after) ? -before : before;
    event_old[i] = std::copysign(kSide, side);
  }
}

// If an event function changed sign over the step just tried, finds the earliest crossing by repeating the step with
// shorter lengths (the event is located on the method itself, not on an interpolant) and leaves x_new there.
double Integrator::Impl::locate_events(double t1) {
  if (event_old.empty()) return t1;
  system.evaluate_events(t1, x_new.data(), event_new.data());
  const auto any = [&] {
    for (int e = 0; e < system.event_count(); ++e) {
      if (crossed(e, event_old[static_cast<std::size_t>(e)], event_new[static_cast<std::size_t>(e)])) return true;
    }
    return false;
  };
  if (!any()) return t1;
  // Bisection on "nothing has crossed yet"; the result is the first point after the crossing.
  double before = time, after = t1;
  const Rate pure = [this](double t, const double* state, double* derivative) {
    system.evaluate(t, state, derivative);
  };
  const auto f = [this](const Vector& state, Vector& derivative, double t) {
    system.evaluate(t, state.data(), derivative.data());
  };
  const auto step_to = [&](double t) {
    if (options.method == Method::implicit) {
      esdirk.attempt(pure, time, x, rate, t - time, options.tolerance, absolute(options), x_new);
    } else if (options.method == Method::dopri5) {  // its own stages, which the dense output up to the event needs
      controlled.stepper().do_step(f, x, rate, time, x_new, rate_new, t - time);
    } else {
      fixed_step(t - time, x_new);
    }
  };
  while (after - before > options.event_tolerance) {
    const double middle = 0.5 * (before + after);
    if (middle <= before || middle >= after) break;
    step_to(middle);
    system.evaluate_events(middle, x_new.data(), event_new.data());
    (any() ? after : before) = middle;
  }
  step_to(after);
  system.evaluate_events(after, x_new.data(), event_new.data());
  return after;
}

Integrator::Integrator(system::System& system, const Options& options)
    : impl_(std::make_unique<Impl>(system, options)) {
  Impl& impl = *impl_;
  SWELL_EXPECT(options.step > 0.0 && options.duration >= 0.0);
  if (impl.options.output_step <= 0.0) impl.options.output_step = options.step;
  if (impl.options.max_step <= 0.0) impl.options.max_step = std::max(options.duration, options.step);
  impl.periods = system.sample_periods();
  double shortest = std::min({options.step, impl.options.output_step, impl.options.max_step});
  for (const double period : impl.periods) shortest = std::min(shortest, period);
  impl.instant = std::max(kInstant * shortest,
                          kRoundings * std::max(std::abs(options.start), std::abs(options.start + options.duration)));
  impl.trial_step = std::min(options.step, impl.options.max_step);
  impl.resize();
}

Integrator::~Integrator() = default;

void Integrator::initialize() {
  Impl& impl = *impl_;
  impl.x = impl.system.initialize(impl.options.start);
  impl.time = impl.options.start;
  impl.grid_index = impl.output_index = 0;
  impl.statistics = {};
  impl.counted_from = impl.options.start;
  impl.attempts = 0;
  impl.begun = true;
  impl.committed = impl.options.start;
  impl.fresh = true;
  impl.open = impl.outdated = impl.shown = false;
  impl.stopped = false;
  impl.system.project(impl.x.data());
  if (impl.options.communication) {
    system::CommunicationControl& control = *impl.options.communication;
    control.next_step = control.first_step;
    control.steps = control.repeated = control.beyond = 0;
    control.shortest = control.longest = 0.0;
    control.due = true;
    impl.largest.clear();
  }
}

const std::vector<double>& Integrator::state() const { return impl_->x; }
double Integrator::time() const { return impl_->time; }
const Statistics& Integrator::statistics() const { return impl_->statistics; }
bool Integrator::finished() const { return impl_->stopped || impl_->time >= impl_->end(); }

void Integrator::run(const Observer& observe) { run(observe, impl_->end()); }

// One step towards `target`; sets x, the time and the event values of the point reached. Returns true at an event.
bool Integrator::Impl::take_event_step(double target, const Observer* rows) {
  if (interrupt != nullptr && *interrupt != 0) {
    throw SimulationError(fmt::format("interrupted at t = {:.6g} s", time), time, "user", "interrupt");
  }
  const double tried = take_step(target);
  const double reached = locate_events(tried);
  const bool at_event = reached != tried || [&] {
    for (int e = 0; e < system.event_count(); ++e) {
      if (crossed(e, event_old[static_cast<std::size_t>(e)], event_new[static_cast<std::size_t>(e)])) return true;
    }
    return false;
  }();
  if (at_event && options.method == Method::dopri5) {  // the dense output requires the end of the shortened step
    system.evaluate(reached, x_new.data(), rate_new.data());
  }
  if (rows != nullptr && !observe_between(time, reached, reached - time, *rows)) stopped = true;
  reach(reached);
  return at_event;
}

void Integrator::Impl::reach(double to) {
  system.project(x_new.data());
  x.swap(x_new);
  time = to;
  if (options.method == Method::rk4 && same(to, grid_time(grid_index + 1))) {
    ++grid_index;
    const double grid = grid_time(grid_index);
    time = same(grid, end()) ? end() : grid;
  }
  ++statistics.steps;
}

void Integrator::Impl::handle_events(double started, double reached) {
  for (int e = 0; e < system.event_count(); ++e) {
    const auto i = static_cast<std::size_t>(e);
    if (!crossed(e, event_old[i], event_new[i])) continue;
    ++statistics.events;
    count_attempt(reached - started);
    system.handle_event(e, time, x.data());
    if (system.event(e).stop) stopped = true;
  }
  // The handlers may have changed states: a new smooth piece starts.
  system.evaluate(time, x.data(), rate.data());
  trial_step = std::min(trial_step, options.step);
}

void Integrator::run(const Observer& observe, double until) {
  Impl& impl = *impl_;
  if (impl.fresh) {
    if (!impl.accept_point(observe)) impl.stopped = true;
    if (!impl.event_old.empty()) impl.system.evaluate_events(impl.time, impl.x.data(), impl.event_old.data());
  }
  while (!impl.stopped && impl.time < impl.end() && impl.time < until && !impl.same(impl.time, until)) {
    const double started = impl.time;
    if (impl.options.communication) {
      impl.communicate(impl.end(), &observe);
      if (impl.open && !impl.finish_point(observe)) impl.stopped = true;
      continue;
    }
    const bool at_event = impl.take_event_step(impl.next_stop(impl.end()), &observe);
    const double reached = impl.time;
    impl.show_watcher(impl.powers_jump);
    if (!impl.accept_point(observe)) impl.stopped = true;
    if (at_event) {
      impl.handle_events(started, reached);
      impl.show_watcher(true);
    }
    impl.keep_event_values();
  }
}

// Completes the present point: evaluated with the present inputs, and committed unless an event has done so.
void Integrator::Impl::close_point() {
  if (outdated) open ? evaluate_point() : system.evaluate(time, x.data(), rate.data());
  outdated = shown = false;
  if (!open) return;
  if (watcher) watcher(time);
  const bool starts = committed == time;
  commit_point();
  if (starts && !event_old.empty()) system.evaluate_events(time, x.data(), event_old.data());
}

// Computes recorded outputs at the present point.
void Integrator::Impl::show_point() {
  if (outdated) open ? evaluate_point() : system.evaluate(time, x.data(), rate.data());
  if (!outdated && shown) return;
  open ? system.observe_major() : system.observe(time, x.data());
  stop_if_row_is_not_finite(time);
  outdated = false;
  shown = true;
}

bool Integrator::step_to(double until, bool to_event) {
  Impl& impl = *impl_;
  if (impl.fresh) {
    impl.fresh = false;
    impl.open = impl.outdated = true;
  }
  while (!impl.stopped && impl.time < until && !impl.same(impl.time, until)) {
    impl.close_point();
    if (impl.options.communication) {
      const std::int64_t before = impl.statistics.events;
      impl.communicate(until, nullptr, to_event);
      if (to_event && impl.statistics.events > before) break;
      continue;
    }
    const double started = impl.time;
    const bool at_event = impl.take_event_step(impl.next_stop(until), nullptr);
    impl.evaluate_point();
    impl.open = true;
    if (at_event) {
      impl.commit_point();
      impl.handle_events(started, impl.time);
    }
    impl.keep_event_values();
    if (at_event && to_event) break;
  }
  impl.show_point();
  return !impl.stopped;
}

void Integrator::inputs_changed() { impl_->outdated = true; }
void Integrator::refresh() {
  impl_->outdated = true;
  impl_->show_point();
}

void Integrator::interrupt_by(const volatile std::sig_atomic_t* flag) { impl_->interrupt = flag; }

Checkpoint Integrator::checkpoint() const {
  const Impl& impl = *impl_;
  Checkpoint c;
  c.snapshot = impl.system.snapshot(impl.time, impl.x.data());
  c.grid_index = impl.grid_index;
  c.output_index = impl.output_index;
  c.trial_step = impl.trial_step;
  c.event_values = impl.event_old;
  c.stepper = impl.rate;  // derivative of the accepted point: its major evaluation must not run twice
  c.stopped = impl.stopped;
  c.open = impl.open;
  c.committed = impl.committed;
  if (impl.options.communication) {
    c.communication = impl.largest;
    c.communication.insert(c.communication.begin(), impl.options.communication->next_step);
  }
  return c;
}

void Integrator::restore(const Checkpoint& checkpoint) {
  Impl& impl = *impl_;
  // Once is enough, and foreign models would restart.
  if (!impl.begun) impl.system.initialize(impl.options.start);
  impl.begun = true;
  if (impl.options.communication && !checkpoint.communication.empty()) {
    impl.options.communication->due = true;
    impl.options.communication->next_step = checkpoint.communication.front();
    impl.largest.assign(checkpoint.communication.begin() + 1, checkpoint.communication.end());
  }
  if (checkpoint.open) {  // memory belongs to the point before
    system::Snapshot before = checkpoint.snapshot;
    before.time = checkpoint.committed;
    impl.system.restore(before);
  } else {
    impl.system.restore(checkpoint.snapshot);
  }
  impl.x = checkpoint.snapshot.state;
  impl.time = checkpoint.snapshot.time;
  impl.grid_index = checkpoint.grid_index;
  // The next output row after the checkpoint; the output step may have changed.
  const std::vector<double>& times = impl.options.output_times;
  impl.output_index =
      !times.empty() ? std::upper_bound(times.begin(), times.end(), impl.time + impl.instant) - times.begin()
                     : static_cast<std::int64_t>(
                           std::floor((impl.time - impl.options.start + impl.instant) / impl.options.output_step)) +
                           1;
  impl.trial_step = checkpoint.trial_step;
  impl.event_old = checkpoint.event_values;
  impl.rate = checkpoint.stepper;
  impl.stopped = checkpoint.stopped;
  impl.fresh = impl.outdated = impl.shown = false;
  impl.open = checkpoint.open;
  impl.committed = checkpoint.open ? checkpoint.committed : impl.time;
  impl.counted_from = impl.time;
  impl.attempts = 0;
  if (impl.open) impl.evaluate_point();  // samples of this time are taken already and held
}

}  // namespace swell::solver
