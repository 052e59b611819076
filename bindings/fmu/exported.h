// What the functions of both versions share: an instance behind a plain pointer.
#pragma once

#include <exception>
#include <memory>

#include "swell/fmi/c_interface.h"
#include "swell/fmu/instance.h"

#define SWELL_EXPORT __attribute__((visibility("default")))

namespace swell::fmu {

struct Exported {
  std::unique_ptr<Instance> instance;
};

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
