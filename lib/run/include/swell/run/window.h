/// The part of a run that its averages are taken over: one rule for a single run's summary and for a batch.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>

namespace swell::run {

struct Window {
  double from = 0.0, to = 0.0;  ///< [s]
  long periods = 0;             ///< of the regular wave; 0: not counted in periods
  bool ramped = false;          ///< the ramp leaves nothing of the run: empty, for a sea that grows has no averages
  bool empty() const { return !(to > from); }
};

/// From the end of the ramp, which is at that time and not so long after the start (waves/ramp.h), to the end of the
/// run. In a single regular wave, whose answer is periodic once the start
/// has decayed, from the later of the end of the ramp and the middle of the run, and then as many whole periods as
/// fit, counted back from the end.
/// @param period  [s] of the only regular wave; nothing in other seas   @param from  [s] in place of that beginning
inline Window averaging_window(double start, double duration, double ramp, std::optional<double> period,
                               std::optional<double> from = std::nullopt) {
  Window window{ramp > 0.0 ? std::max(start, ramp) : start, start + duration, 0, false};
  window.ramped = !from && !(window.from < window.to);
  if (window.ramped) window.from = window.to;
  if (period) window.from = std::max(window.from, start + 0.5 * duration);
  if (from) window.from = *from;
  if (!period || window.empty()) return window;
  window.periods = static_cast<long>(std::floor((window.to - window.from) / *period * (1.0 + 1e-9)));
  if (window.periods > 0) window.from = window.to - static_cast<double>(window.periods) * *period;
  return window;
}

}  // namespace swell::run
