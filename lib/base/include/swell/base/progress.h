/// Reports of long computations to the program that waits for them.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "swell/base/error.h"

namespace swell {

/// Takes the part that is done (0 to 1) and what is being done. It may throw, which ends the computation.
using ProgressListener = std::function<void(double, const std::string&)>;

/// Takes warnings that a user wants to see before a long computation. It may throw, too.
using WarningListener = std::function<void(const std::vector<Diagnostic>&)>;

/// Receives the reports of this thread while it lives; a listener inside another takes its place.
class ListenToProgress {
 public:
  explicit ListenToProgress(ProgressListener progress, WarningListener warnings = {});
  ~ListenToProgress();
  ListenToProgress(const ListenToProgress&) = delete;
  ListenToProgress& operator=(const ListenToProgress&) = delete;

 private:
  ProgressListener progress_;
  WarningListener warnings_;
  const ListenToProgress* outer_;
  friend void report_progress(double part, const std::string& what);
  friend void report_early(const std::vector<Diagnostic>& warnings);
  friend ProgressListener progress_listener();
};

/// Reports to the listener of the calling thread, if there is one.
void report_progress(double part, const std::string& what);

/// Reports warnings ahead of a long computation; they are returned with its result as well.
void report_early(const std::vector<Diagnostic>& warnings);

/// Returns the listener to progress, for threads that work for this one and call it one at a time; empty if there is
/// none.
ProgressListener progress_listener();

}  // namespace swell
