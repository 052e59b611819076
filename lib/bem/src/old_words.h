#pragma once

#include "swell/base/error.h"
#include "swell/base/parameter.h"

namespace swell::bem {

/// A device file's tree in the words of the case file; one warning where it has older ones.
Parameter in_present_words(Parameter tree, Diagnostics& diagnostics);

}  // namespace swell::bem
