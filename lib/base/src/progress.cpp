#include "swell/base/progress.h"

#include <utility>

namespace swell {
namespace {
// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables): what is computed does not depend on it
thread_local const ListenToProgress* listener_of_thread = nullptr;
}  // namespace

ListenToProgress::ListenToProgress(ProgressListener progress, WarningListener warnings)
    : progress_(std::move(progress)), warnings_(std::move(warnings)), outer_(listener_of_thread) {
  listener_of_thread = this;
}

ListenToProgress::~ListenToProgress() { listener_of_thread = outer_; }

void report_progress(double part, const std::string& what) {
  if (listener_of_thread != nullptr) listener_of_thread->progress_(part, what);
}

void report_early(const std::vector<Diagnostic>& warnings) {
  if (listener_of_thread != nullptr && listener_of_thread->warnings_) listener_of_thread->warnings_(warnings);
}

ProgressListener progress_listener() {
  return listener_of_thread != nullptr ? listener_of_thread->progress_ : ProgressListener{};
}

}  // namespace swell
