// For tests of whole cases: what model and run declare is a quarter of such a unit.
#pragma once
#include "test.h"
//
#include "swell/hydro/bemio_h5.h"
#include "swell/model/read_case.h"
#include "swell/run/run.h"
