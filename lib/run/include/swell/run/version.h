/// Which Swell this is.
#pragma once

#include <string>

namespace swell::run {

/// "0.2.0", as in the top CMakeLists.txt.
std::string version();

/// The version with a number that is raised when results of the same case change: of journals and checkpoints.
std::string revision();

}  // namespace swell::run
