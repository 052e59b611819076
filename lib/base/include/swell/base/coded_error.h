/// An error with its code in one call.
#pragma once

#include <string>
#include <utility>

#include "swell/base/error.h"

namespace swell::code {

/// Adds an error of this kind (swell/base/error_codes.h).
inline void error(const char* code, Diagnostics& list, Origin origin, std::string message, std::string remedy = {}) {
  list.error(std::move(origin), std::move(message), std::move(remedy)).code = code;
}

}  // namespace swell::code
