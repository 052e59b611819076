// Small helpers for the Spec of a component.
#pragma once

#include <string>
#include <utility>

#include "swell/network/component.h"

namespace swell::pto {

inline network::Terminal make_terminal(std::string name, network::Domain domain) {
  network::Terminal t;
  t.name = std::move(name);
  t.domain = domain;
  return t;
}

}  // namespace swell::pto
