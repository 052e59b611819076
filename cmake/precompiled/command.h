#pragma once
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "common.h"
