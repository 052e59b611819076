// The one copy of what text_instances.h declares.
#include <fmt/format.h>
#include <string>
#include <vector>

#define SWELL_INSTANCE template
#include "text_instances.h"
