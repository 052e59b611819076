/// The one lock of the process around HDF5, whose library (as Debian builds it) no two threads may be in together.
#pragma once

#include <mutex>

namespace swell {

/// Hold it from opening a file to closing it, or around each group of calls on a file that stays open. Recursive: a
/// reader may be called by someone who holds it.
std::recursive_mutex& hdf5_mutex();

}  // namespace swell
