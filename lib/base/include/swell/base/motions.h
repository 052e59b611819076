/// Names of the six motions of a rigid body, in the order of every six-vector.
#pragma once

#include <array>
#include <string>
#include <vector>

namespace swell {

constexpr std::array<const char*, 6> kMotions = {"surge", "sway", "heave", "roll", "pitch", "yaw"};

/// The same as labels of a port or of a dataset's columns.
inline std::vector<std::string> motion_labels() { return {kMotions.begin(), kMotions.end()}; }

}  // namespace swell
