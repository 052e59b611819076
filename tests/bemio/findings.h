/// What the data-quality checks found, picked by code.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "swell/bemio/data_quality.h"

namespace swell::bemio {

/// The finding of the check with that code; a failure of the test where there is none.
inline Finding finding_of(const std::vector<Finding>& findings, const std::string& code) {
  for (const Finding& f : findings) {
    if (f.check->code == code) return f;
  }
  ADD_FAILURE() << "no check " << code;
  return {};
}

}  // namespace swell::bemio
