#pragma once
#include "library.h"
