/// What the data-quality checks found, picked by name.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "swell/bemio/data_quality.h"

namespace swell::bemio {

/// The finding of that name; a failure of the test where there is none.
inline Finding test_named(const std::vector<Finding>& findings, const std::string& name) {
  for (const Finding& f : findings) {
    if (f.test == name) return f;
  }
  ADD_FAILURE() << "no test " << name;
  return {};
}

}  // namespace swell::bemio
