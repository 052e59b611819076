/// What nearly every test includes: GoogleTest with its matchers, the standard library, errors, the data and refusals.
#pragma once

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <random>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "swell/base/error.h"
#include "swell/base/vector.h"
#include "swell_test/data.h"
#include "swell_test/files.h"
#include "swell_test/measured.h"
#include "swell_test/refusal.h"

namespace swell {

using ::testing::AllOf, ::testing::Contains, ::testing::Each, ::testing::ElementsAre, ::testing::HasSubstr,
    ::testing::IsEmpty, ::testing::Not;

}  // namespace swell
