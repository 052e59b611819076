// What the functions of both versions share: an instance behind a plain pointer.
#pragma once

#include <exception>
#include <memory>

#include "swell/fmi/c_interface.h"
#include "swell/fmu/exported_instance.h"

#define SWELL_EXPORT __attribute__((visibility("default")))

namespace swell::fmu {

struct Exported {
  std::unique_ptr<Instance> instance;
};

struct NullPointer {};

/// Returns `pointer` to `n` values.   @throws NullPointer where there are values and it is null
template <class T>
T* given(T* pointer, std::size_t n = 1) {
  if (pointer == nullptr && n > 0) throw NullPointer{};
  return pointer;
}

/// Returns the status of `call`; an error where the importer hands over a null pointer.
template <class T, class Call>
int guarded(void* c, const Call& call) {
  try {
    return call(*given(static_cast<T*>(c)));
  } catch (const NullPointer&) {
    return c == nullptr ? fmi::Status::error : static_cast<T*>(c)->instance->null_pointer();
  }
}

/// A new T around what `make` returns; null, and a message, where it throws.
template <class T, class Make>
void* made(const Logger& logger, const Make& make) {
  std::string why;
  try {
    auto exported = std::make_unique<T>();
    exported->instance = make();
    return exported.release();
  } catch (const std::exception& failed) {
    why = failed.what();
  } catch (...) {
    why = "an exception of an unknown kind";
  }
  if (logger) logger(fmi::Status::error, "logStatusError", why);
  return nullptr;
}

}  // namespace swell::fmu
