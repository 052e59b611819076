// The progress bar of a run: on a terminal only, silent in a pipe.
#pragma once

#include <chrono>

namespace swell::command {

class Progress {
 public:
  /// @param wanted  false keeps it silent on a terminal too
  explicit Progress(bool wanted);
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Draws at most ten times a second.
  void update(double sim_time, double fraction);
  void clear();

 private:
  using Clock = std::chrono::steady_clock;
  bool shown_;
  bool drawn_ = false;
  Clock::time_point begin_ = Clock::now(), last_{};
};

}  // namespace swell::command
