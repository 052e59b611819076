/// What a HAMS run says twice: its own tables and the WAMIT-like ones, the stiffness put in and handed on.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "coefficients.h"

namespace swell::bemio {

constexpr double kHamsDensity = 1025.0, kHamsGravity = 9.80665;  ///< fixed in the program

/// Added mass (its limits too), damping and forces of Hams_format against `c`, and its wavenumbers against frequency
/// and depth (absent: infinite). @throws InputError with file, line and both values
void check_hams_native(const std::filesystem::path& folder, const Coefficients& c, const std::optional<double>& depth,
                       bool keep_gaps, std::vector<std::string>& notes);

/// Buoy.hst against Hydrostatic.in, where it may hold the external restoring too. Both matrices in SI.
void check_hams_stiffness(const std::filesystem::path& hst, const Matrix6& restoring, const Matrix6& external);

}  // namespace swell::bemio
