// One object for all copies of this library in a process. Each FMU brings a copy of its own, with statics of its own,
// yet they share HDF5 and FFTW. Private to the library.
#pragma once

#include <fmt/format.h>
#include <sys/auxv.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace swell {

/// To be called in the initialisation of a static of a namespace: those of a program run before main, those of a
/// library while the loader holds its lock, so one after another. Where the object is, the environment says, which all
/// copies see; the system's random number of the program's start tells it from what a parent process has left there.
/// @param name  environment variable; another one when T changes
template <class T>
T& process_wide(const char* name) {
  std::uint64_t start = 0;
  if (const auto random = getauxval(AT_RANDOM); random != 0)
    // NOLINTNEXTLINE(performance-no-int-to-ptr): the system gives the address as a number
    std::memcpy(&start, reinterpret_cast<const void*>(random), sizeof(start));
  unsigned long long of = 0, at = 0;
  const char* text = std::getenv(name);
  if (text != nullptr && std::sscanf(text, "%llx %llx", &of, &at) == 2 && of == start && at != 0)
    // NOLINTNEXTLINE(performance-no-int-to-ptr): the environment holds text, so the address comes as a number
    return *reinterpret_cast<T*>(static_cast<std::uintptr_t>(at));
  auto* object = new T;  // for as long as the process lasts
  setenv(name, fmt::format("{:x} {:x}", start, reinterpret_cast<std::uintptr_t>(object)).c_str(), 1);
  return *object;
}

}  // namespace swell
