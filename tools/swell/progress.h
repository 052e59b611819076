// Shows the progress of a command and the time left: a bar on a terminal, lines in a pipe.
#pragma once

#include <chrono>
#include <string>

#include "swell/base/progress.h"

namespace swell::command {

/// Shows progress on stderr from 0.3 s on, in a pipe from 2 s on and then after twice the time, a minute at most.
/// Reports of this thread (base/progress.h) are shown too.
class Progress {
 public:
  /// @param wanted  false keeps it silent
  explicit Progress(bool wanted);
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Is it time to show something? Callers on a hot path ask before they make a text.
  bool is_due() const { return wanted_ && Clock::now() >= next_; }
  /// @param left  [s] estimated; negative: from the time since the part last fell
  void update(double part, const std::string& what, double left = -1.0);
  void clear();

 private:
  using Clock = std::chrono::steady_clock;
  bool wanted_, terminal_, drawn_ = false;
  double part_ = 0.0;
  Clock::time_point begin_ = Clock::now(), next_;
  std::chrono::milliseconds wait_;
  ListenToProgress listen_;
};

}  // namespace swell::command
