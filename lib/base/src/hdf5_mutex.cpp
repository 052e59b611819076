#include "swell/base/hdf5_mutex.h"

namespace swell {

std::recursive_mutex& hdf5_mutex() {
  static std::recursive_mutex mutex;
  return mutex;
}

}  // namespace swell
