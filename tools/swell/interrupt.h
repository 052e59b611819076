/// Ctrl-C and a queue's SIGTERM: the run ends between two steps, the batch between two cases, with what there is until
/// then on disk.
#pragma once

#include <atomic>
#include <csignal>

namespace swell::command {

/// While one lives, the first SIGINT or SIGTERM sets its flags, and another half a second later or more ends the
/// process. Those that come sooner are the same request: GNU timeout sends its signal to the command and again to the
/// command's group.
class Interruptible {
 public:
  Interruptible();
  ~Interruptible();
  Interruptible(const Interruptible&) = delete;
  Interruptible& operator=(const Interruptible&) = delete;

  /// What a run looks at (RunOptions::interrupt).
  static const volatile std::sig_atomic_t* flag();
  /// What the threads of a batch look at (BatchOptions::cancel).
  static const std::atomic<bool>* shared_flag();
};

}  // namespace swell::command
