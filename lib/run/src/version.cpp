#include "swell/run/version.h"

namespace swell::run {

std::string version() { return SWELL_VERSION; }

std::string revision() { return version() + " laws 8"; }

}  // namespace swell::run
