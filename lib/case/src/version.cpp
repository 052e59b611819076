#include "swell/case/version.h"

namespace swell::model {

std::string version() { return SWELL_VERSION; }

}  // namespace swell::model
