#include "swell/base/hdf5_mutex.h"

#include "process_wide.h"

namespace swell {

std::recursive_mutex& hdf5_mutex() {
  // NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables): one lock for all copies in the process
  static std::recursive_mutex& mutex = process_wide<std::recursive_mutex>("SWELL_HDF5_MUTEX");
  return mutex;
}

namespace {
[[maybe_unused]] const std::recursive_mutex& hdf5_at_load = hdf5_mutex();
}  // namespace

}  // namespace swell
