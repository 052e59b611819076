/// A port of a component as tests write it: in one line.
#pragma once

#include <string>
#include <utility>

#include "swell/system/component.h"

namespace swell_test {

inline swell::system::PortSpec port(std::string name, int width = 1, std::string unit = {}, std::string frame = {},
                                    std::string type = {}) {
  swell::system::PortSpec spec;
  spec.name = std::move(name);
  spec.width = width;
  spec.unit = std::move(unit);
  spec.frame = std::move(frame);
  spec.type = std::move(type);
  return spec;
}

}  // namespace swell_test
