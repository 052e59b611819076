/// AQWA's listing .LIS: three digits, but the Froude-Krylov and diffraction parts that .AH1 lacks.
#pragma once

#include <filesystem>

#include "files/read_coefficients.h"
#include "swell/bemio/read.h"

namespace swell::bemio {

/// Adds Froude-Krylov and scattering force from the listing to what .AH1 gave. A listing that cannot be read, or of
/// other structures, headings or frequencies, is left out with a note.
void add_aqwa_lis(const std::filesystem::path& path, const ReadOptions& options, Coefficients& c,
                  hydro::HydroData& data);

/// A listing alone (one structure or several without interaction).
hydro::HydroData read_aqwa_lis(const std::filesystem::path& path, const ReadOptions& options);

/// AQWA's phase [rad], counted from the crest at the structure's own cg and in the other sense, as lead over the
/// elevation at the origin.
double phase_from_aqwa(double phase, const Vector3& cg, double direction_deg, double wavenumber);

}  // namespace swell::bemio
