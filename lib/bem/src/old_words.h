#pragma once

#include "swell/base/error.h"
#include "swell/base/parameter.h"

namespace swell::bem {

/// Returns the tree with older words replaced by those of the case file; one warning if there are any.
Parameter in_present_words(Parameter tree, Diagnostics& diagnostics);

}  // namespace swell::bem
