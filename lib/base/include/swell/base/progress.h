/// Reports of long computations to the program that waits for them.
#pragma once

#include <functional>
#include <string>

namespace swell {

/// Takes the part that is done (0 to 1) and what is being done. It may throw, which ends the computation.
using ProgressListener = std::function<void(double, const std::string&)>;

/// Receives the reports of this thread while it lives; a listener inside another takes its place.
class ListenToProgress {
 public:
  explicit ListenToProgress(ProgressListener listener);
  ~ListenToProgress();
  ListenToProgress(const ListenToProgress&) = delete;
  ListenToProgress& operator=(const ListenToProgress&) = delete;

 private:
  ProgressListener own_;
  const ProgressListener* outer_;
};

/// Reports to the listener of the calling thread, if there is one.
void report_progress(double part, const std::string& what);

/// Returns that listener, for threads that work for this one and call it one at a time; empty if there is none.
ProgressListener progress_listener();

}  // namespace swell
