/// Nemoh.cal: what NEMOH 2 and 3 were asked for.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "swell/base/vector.h"

namespace swell::bemio {

struct CalDof {
  int standard = -1;                ///< 0..5 when it is one of the six, -1: a generalised mode
  Vector3 point = Vector3::Zero();  ///< [m] about which it turns
};
struct CalBody {
  std::string name;
  std::vector<CalDof> motions, forces;
};
struct NemohCal {
  double density = 1000.0, gravity = kGravity, depth = 0.0;  ///< depth 0: infinite
  double x_eff = 0.0, y_eff = 0.0;                           ///< [m] where the wave is measured
  int frequencies = 0, directions = 0;
  std::vector<CalBody> bodies;
  std::size_t bytes = 0;  ///< of the file
};

/// Line by line as NEMOH reads it, where a line's place says what it is, whatever its comment (NEMOH 2 and 3 manuals,
/// "Nemoh.cal").
/// @throws InputError
NemohCal read_nemoh_cal(const std::filesystem::path& path);

}  // namespace swell::bemio
