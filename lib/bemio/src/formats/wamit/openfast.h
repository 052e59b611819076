/// OpenFAST's inputs beside the WAMIT files that they name: what the numeric files alone do not say.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace swell::bemio {

struct OpenFastInput {
  std::string file;                               ///< the HydroDyn input that names the set
  std::optional<double> length;                   ///< WAMITULEN [m]
  std::optional<double> density, depth, gravity;  ///< WtrDens, WtrDpth, Gravity, where a number says so
  std::optional<double> volume, cb_x, cb_y;       ///< PtfmVol0 [m^3], PtfmCOBxt, PtfmCOByt [m]
};

/// The HydroDyn input (a .dat in the folder of `set` or in one of the two above it) whose PotFile is `set` without its
/// extension; density and depth from it, from SeaState's input or from the .fst of its folder or the one above.
/// Nothing when there is none. Files that cannot be read are passed over.
std::optional<OpenFastInput> find_openfast(const std::filesystem::path& set);

}  // namespace swell::bemio
