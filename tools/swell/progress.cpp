#include "progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "report.h"
#include "swell/base/visible.h"

namespace swell::command {

using std::chrono::milliseconds;

Progress::Progress(bool wanted)
    : wanted_(wanted),
      terminal_(isatty(STDERR_FILENO) != 0),
      next_(begin_ + milliseconds(terminal_ ? 300 : 2000)),
      wait_(terminal_ ? 100 : 2000),
      listen_([this](double part, const std::string& what) { update(part, what); },
              [this](const std::vector<Diagnostic>& warnings) {
                clear();
                report_warnings(warnings);
              }) {}

void Progress::update(double part, const std::string& what, double left) {
  if (!wanted_) return;
  const Clock::time_point now = Clock::now();
  if (part < part_) begin_ = now;  // another computation
  part_ = std::clamp(part, 0.0, 1.0);
  if (now < next_) return;
  if (!terminal_) wait_ = std::min(2 * wait_, milliseconds(60000));
  next_ = now + wait_;
  if (left < 0.0 && part_ > 0.005) left = std::chrono::duration<double>(now - begin_).count() * (1.0 - part_) / part_;
  std::string rest;
  if (left >= 0.0) {
    const long seconds = std::lround(left);
    rest = seconds >= 3600 ? fmt::format(", {}:{:02}:{:02} left", seconds / 3600, seconds / 60 % 60, seconds % 60)
                           : fmt::format(", {}:{:02} left", seconds / 60, seconds % 60);
  }
  if (terminal_) {
    constexpr int kWidth = 32;
    const int full = static_cast<int>(part_ * kWidth);
    fmt::print(stderr, "\r[{:#<{}}{:-<{}}] {:3.0f} %   {}{} \x1b[K", "", full, "", kWidth - full, 100.0 * part_,
               visible(what), rest);
    drawn_ = true;
  } else {
    fmt::print(stderr, "{}: {:.0f} %{}\n", visible(what), 100.0 * part_, rest);
  }
  std::fflush(stderr);
}

void Progress::clear() {
  if (!drawn_) return;
  fmt::print(stderr, "\r\x1b[K");
  std::fflush(stderr);
  drawn_ = false;
}

}  // namespace swell::command
