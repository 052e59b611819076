#include "fuzz_format.h"

const char* fuzz_format() { return SWELL_FUZZ_FORMAT; }
