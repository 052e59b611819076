/// How much larger than a compressed file its contents may be.
#pragma once

namespace swell {

/// Deflate cannot do better than 1032 to 1: a damaged extent must not become an allocation.
constexpr double kMostInflation = 1100.0;

}  // namespace swell
