// The one way to the terminal: names and texts of foreign files bring no escape sequences with them.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <utility>

#include "swell/base/visible.h"

namespace swell::command {

/// As fmt::print, with control characters made visible. @throws std::system_error where the stream cannot be written
template <class... Arguments>
void put(std::FILE* stream, fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  fmt::print(stream, "{}", visible(fmt::format(format, std::forward<Arguments>(arguments)...)));
}
template <class... Arguments>
void put(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  put(stdout, format, std::forward<Arguments>(arguments)...);
}

}  // namespace swell::command
