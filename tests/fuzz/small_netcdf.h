/// A tiny Capytaine dataset (three frequencies, heave only).
#pragma once

#include <filesystem>
#include <string>

namespace swell_test {

/// NetCDF-3 (64-bit offset) or NetCDF-4, with the hydrostatic stiffness inside or left to KH.dat.
void write_small_netcdf(const std::filesystem::path& path, bool hdf5, bool with_stiffness = true);

}  // namespace swell_test
