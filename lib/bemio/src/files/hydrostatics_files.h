/// Hydrostatics*.dat and KH*.dat, which NEMOH and Capytaine write alike.
#pragma once

#include <filesystem>
#include <optional>

#include "swell/hydro/hydro_data.h"

namespace swell::bemio {

struct Hydrostatics {
  Vector3 cb = Vector3::Zero(), cg = Vector3::Zero();
  double volume = 0.0;
};

/// Lines "XF = a - XG = b" (x, y, z in this order, whatever the letters: Capytaine labels all three X) and
/// "Displacement = V".
Hydrostatics read_hydrostatics(const std::filesystem::path& path);

/// 6 x 6, dimensional.
Matrix6 read_stiffness(const std::filesystem::path& path);

/// The file of body `b` (from 0) in the folder: Hydrostatics.dat for one body, Hydrostatics_b.dat otherwise, in any
/// case of letters.
std::optional<std::filesystem::path> find_body_file(const std::filesystem::path& folder, const std::string& stem,
                                                    std::size_t b, std::size_t bodies);

}  // namespace swell::bemio
