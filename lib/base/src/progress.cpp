#include "swell/base/progress.h"

#include <utility>

namespace swell {
namespace {
// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables): what is computed does not depend on it
thread_local const ProgressListener* listener_of_thread = nullptr;
}  // namespace

ListenToProgress::ListenToProgress(ProgressListener listener) : own_(std::move(listener)), outer_(listener_of_thread) {
  listener_of_thread = &own_;
}

ListenToProgress::~ListenToProgress() { listener_of_thread = outer_; }

void report_progress(double part, const std::string& what) {
  if (listener_of_thread != nullptr) (*listener_of_thread)(part, what);
}

ProgressListener progress_listener() {
  return listener_of_thread != nullptr ? *listener_of_thread : ProgressListener{};
}

}  // namespace swell
