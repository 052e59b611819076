/// Which Swell this is.
#pragma once

#include <string>

namespace swell::model {

/// "0.1.0", as in the top CMakeLists.txt.
std::string version();

}  // namespace swell::model
