/// Which Swell this is.
#pragma once

#include <string>

namespace swell::run {

/// "0.2.0", as in the top CMakeLists.txt.
std::string version();

}  // namespace swell::run
