/// The readers behind read_bem, one per code.
#pragma once

#include <filesystem>

#include "swell/bemio/read.h"

namespace swell::bemio {

hydro::HydroData read_wamit_out(const std::filesystem::path& path, const ReadOptions& options);
/// .1 and .3 without an .out.
hydro::HydroData read_wamit_numeric(const std::filesystem::path& path, const ReadOptions& options);
/// `path` is Nemoh.cal.
hydro::HydroData read_nemoh(const std::filesystem::path& path, const ReadOptions& options);
/// .AH1, or .LIS when there is no .AH1 beside it.
hydro::HydroData read_aqwa(const std::filesystem::path& path, const ReadOptions& options);
hydro::HydroData read_capytaine(const std::filesystem::path& path, const ReadOptions& options);
/// AQUA+ and Diodore.
hydro::HydroData read_hdb(const std::filesystem::path& path, const ReadOptions& options);
/// Vessel types of an OrcaFlex text data file.
hydro::HydroData read_orcaflex(const std::filesystem::path& path, const ReadOptions& options);
/// BEMIO's `hydro` as MATLAB saves it.
hydro::HydroData read_matlab(const std::filesystem::path& path, const ReadOptions& options);
/// `path` is ControlFile.in; `named` the numeric file of Wamit_format that was asked for, or empty: Output's Buoy.
hydro::HydroData read_hams(const std::filesystem::path& path, const std::filesystem::path& named,
                           const ReadOptions& options);

}  // namespace swell::bemio
