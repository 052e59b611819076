#include "swell/run/version.h"

namespace swell::run {

std::string version() { return SWELL_VERSION; }

}  // namespace swell::run
