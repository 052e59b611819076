/// A component that wraps another one, which may have further base classes (ForeignModel).
#pragma once

#include "swell/system/component.h"

namespace swell::system {

class Wrapper {
 public:
  Wrapper() = default;
  virtual ~Wrapper() = default;
  Wrapper(const Wrapper&) = delete;
  Wrapper& operator=(const Wrapper&) = delete;
  virtual Component& wrapped() = 0;
};

}  // namespace swell::system
