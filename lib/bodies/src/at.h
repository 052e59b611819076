/// Indices of bodies and joints are int, since -1 is the world; those of the standard library are unsigned.
#pragma once

#include <cstddef>

namespace swell::bodies {

constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace swell::bodies
