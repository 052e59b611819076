// Controlled communication: each step is computed once as a whole and once as two halves, from the same state.
//
// Inputs held between communication points cause an error C H^2 in a step of length H (order p = 1). Two halves cause
// C H^2 / 2 and differ from the whole step by as much: Richardson's error estimate of the halves, which are kept, is
// the difference over 2^p - 1 = 1 [HairerNorsettWanner1993, II.4]; [Schierz2012].
#include <algorithm>
#include <cmath>

#include "integrator_impl.h"
#include "swell/base/error.h"

namespace swell::solver {

namespace {
constexpr double kMargin = 0.9, kShrink = 0.2, kGrow = 2.0;  // of the next step
constexpr double kNearly = 1.0 + 1e-6;
}  // namespace

void Integrator::Impl::keep_start() {
  start.snapshot = system.snapshot(time, x.data());
  start.rate = rate;
  start.event_old = event_old;
  start.time = time;
  start.trial_step = trial_step;
  start.grid_index = grid_index;
  start.statistics = statistics;
}

void Integrator::Impl::go_back() {
  system.restore(start.snapshot);
  x = start.snapshot.state;
  rate = start.rate;
  event_old = start.event_old;
  time = committed = start.time;
  trial_step = start.trial_step;
  grid_index = start.grid_index;
  const Statistics tried = statistics;
  statistics = start.statistics;
  statistics.rejected = tried.rejected;
  stopped = open = outdated = shown = fresh = false;
  event_at = HUGE_VAL;
}

// Steps to the communication point `target`, which stays evaluated and open. Records nothing if `observe` is null.
// Returns the number of accepted points.
int Integrator::Impl::pass(double target, const Observer* observe) {
  int points = 0;
  while (!stopped && time < target && !same(time, target)) {
    if (open) {
      if (observe == nullptr) {
        commit_point();
      } else if (!finish_point(*observe)) {
        stopped = true;
        break;
      }
    }
    const double started = time;
    const bool at_event = take_event_step(next_stop(target), observe);
    show_watcher(observe != nullptr && powers_jump);
    options.communication->due = same(time, target);
    evaluate_point();
    open = true;
    ++points;
    if (at_event) {
      event_at = std::min(event_at, time);
      if (observe == nullptr) {
        commit_point();
      } else if (!finish_point(*observe)) {
        stopped = true;
      }
      handle_events(started, time);
      show_watcher(observe != nullptr);
    }
    keep_event_values();
  }
  return points;
}

double Integrator::Impl::error_of_whole() {
  const double tolerance = options.communication->tolerance;
  double error = 0.0;
  if (largest.size() != halves.size()) largest.assign(halves.size(), 1.0);
  for (std::size_t i = 0; i < halves.size(); ++i) {
    const double scale = std::max(largest[i], std::abs(halves[i]));
    const double one = std::abs(halves[i] - whole[i]) / (tolerance * scale);
    if (!(one <= error)) error = one;  // NaN counts as large
  }
  return std::isfinite(error) ? error : HUGE_VAL;
}

// One controlled step towards `until`. The last point stays open unless an event has ended the run. `to_event`: a step
// with an event is repeated up to the event, because FMUs exist at communication points only. Other inputs may then
// have moved the event; if it lies behind, the next step finds it.
void Integrator::Impl::communicate(double until, const Observer* observe, bool to_event) {
  system::CommunicationControl& control = *options.communication;
  const auto gather = [&](Vector& values) {
    values = x;
    for (const system::ForeignModel* model : system.foreign()) model->append_values(values);
  };
  keep_start();
  double left = until - time;
  int shortened = 0;
  double uncut = 0.0;  // [s] the step before shortening by an event
  double h = std::clamp(control.next_step, control.min_step, control.max_step);
  for (;;) {
    const double wanted = std::max(h, uncut);
    if (left <= kNearly * h) {
      h = left;
    } else if (left < 2.0 * h) {
      h = 0.5 * left;
    }
    const bool cut = h < wanted;
    const double middle = time + 0.5 * h, target = h == left ? until : time + h;
    const bool least = h <= kNearly * control.min_step;
    double error = HUGE_VAL;
    int points = 0;
    try {
      pass(target, nullptr);
      const bool ends = stopped;
      gather(whole);
      go_back();
      points = pass(middle, nullptr) + pass(target, nullptr);
      gather(halves);
      error = ends || stopped ? 0.0 : error_of_whole();
    } catch (const SimulationError&) {
      if (least || (interrupt != nullptr && *interrupt != 0)) throw;
    }
    const double factor = std::clamp(kMargin / std::sqrt(std::max(error, 1e-10)), kShrink, kGrow);
    if (error > 1.0 && !least) {
      go_back();
      ++control.repeated;
      ++statistics.rejected;
      h = std::max(h * factor, control.min_step);
      uncut = 0.0;
      continue;
    }
    constexpr int kMostShortened = 20;
    const double at = std::max(event_at, start.time + 4.0 * instant);
    if (to_event && !stopped && target - at > options.event_tolerance && ++shortened < kMostShortened) {
      go_back();
      uncut = wanted;
      until = at;
      h = left = at - time;
      continue;
    }
    if (error > 1.0 && control.beyond++ == 0) control.beyond_at = start.time;
    ++control.steps;
    for (std::size_t i = 0; i < std::min(largest.size(), halves.size()); ++i)
      largest[i] = std::max(largest[i], std::abs(halves[i]));
    if (!cut) {
      control.shortest = control.shortest > 0.0 ? std::min(control.shortest, h) : h;
      control.longest = std::max(control.longest, h);
    }
    control.next_step = std::clamp(cut ? std::max(wanted * std::min(factor, 1.0), h * factor) : h * factor,
                                   control.min_step, control.max_step);
    // Output rows within the step, and extremes if the device took steps of its own, need the halves once more.
    const double row = output_time(output_index);
    if (observe != nullptr && ((row < target && !same(row, target)) || (watcher && points > 2) || stopped)) {
      go_back();
      pass(middle, observe);
      pass(target, observe);
    }
    return;
  }
}

}  // namespace swell::solver
