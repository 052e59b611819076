#include "progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

namespace swell::command {

Progress::Progress(bool wanted) : shown_(wanted && isatty(STDERR_FILENO) != 0) {}

void Progress::update(double sim_time, double fraction) {
  if (!shown_) return;
  const Clock::time_point now = Clock::now();
  if (now - last_ < std::chrono::milliseconds(100)) return;
  last_ = now;
  const double elapsed = std::chrono::duration<double>(now - begin_).count();
  if (elapsed < 0.3) return;  // a short run needs no bar
  fraction = std::clamp(fraction, 0.0, 1.0);
  constexpr int kWidth = 32;
  const int full = static_cast<int>(fraction * kWidth);
  std::string left = "...";
  if (fraction > 0.005) {
    const long seconds = std::lround(elapsed * (1.0 - fraction) / fraction);
    left = seconds >= 3600 ? fmt::format("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
                           : fmt::format("{}:{:02}", seconds / 60, seconds % 60);
  }
  fmt::print(stderr, "\r[{:#<{}}{:-<{}}] {:3.0f} %   t = {:.1f} s   {} left \x1b[K", "", full, "", kWidth - full,
             100.0 * fraction, sim_time, left);
  std::fflush(stderr);
  drawn_ = true;
}

void Progress::clear() {
  if (!drawn_) return;
  fmt::print(stderr, "\r\x1b[K");
  std::fflush(stderr);
  drawn_ = false;
}

}  // namespace swell::command
