/// A component that stands for another one, in which the graph looks for what it is beside a component (ForeignModel).
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
