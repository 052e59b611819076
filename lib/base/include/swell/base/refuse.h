/// Mistakes with their code.
#pragma once

#include <utility>

#include "swell/base/error_codes.h"

namespace swell::code {

/// Adds a mistake of the kind `code` to the list, and returns it as Diagnostics::error does.
inline Diagnostic& refuse(Diagnostics& list, const char* code, Origin origin, std::string message,
                          std::string remedy = {}) {
  Diagnostic& added = list.error(std::move(origin), std::move(message), std::move(remedy));
  added.code = code;
  return added;
}

}  // namespace swell::code
