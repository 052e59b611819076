#include "swell/base/fftw_planner.h"

#include "process_wide.h"

namespace swell {

std::mutex& fftw_planner_mutex() {
  // NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables): one lock for all copies in the process
  static std::mutex& mutex = process_wide<std::mutex>("SWELL_FFTW_MUTEX");
  return mutex;
}

namespace {
[[maybe_unused]] const std::mutex& fftw_at_load = fftw_planner_mutex();
}  // namespace

}  // namespace swell
