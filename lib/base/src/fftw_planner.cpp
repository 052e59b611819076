#include "swell/base/fftw_planner.h"

namespace swell {

std::mutex& fftw_planner_mutex() {
  static std::mutex mutex;
  return mutex;
}

}  // namespace swell
