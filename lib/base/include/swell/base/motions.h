/// Names of the six motions of a rigid body, in the order of every six-vector.
#pragma once

#include <array>
#include <string>
#include <vector>

namespace swell {

constexpr std::array<const char*, 6> kMotions = {"surge", "sway", "heave", "roll", "pitch", "yaw"};

/// The same as labels of a port or of a dataset's columns.
inline std::vector<std::string> motion_labels() { return {kMotions.begin(), kMotions.end()}; }

/// Returns the name of a body's degree of freedom, counted from 0: "surge" for 0, "mode 2" for 7.
inline std::string dof_name(int dof) {
  return dof < 6 ? kMotions[static_cast<std::size_t>(dof)] : "mode " + std::to_string(dof - 5);
}

}  // namespace swell
