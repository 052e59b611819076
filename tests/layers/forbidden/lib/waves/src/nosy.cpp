#include "swell/hydro/hydro_data.h"
