/// The one lock of the process around FFTW's planner, the only part of FFTW that threads may not enter together.
#pragma once

#include <mutex>

namespace swell {

/// Hold it while making or destroying a plan, not while executing one.
std::mutex& fftw_planner_mutex();

}  // namespace swell
