/// A tiny Capytaine dataset (three frequencies, heave only) and a tiny AQWA listing.
#pragma once

#include <filesystem>
#include <string>

namespace swell_test {

/// NetCDF-3 (64-bit offset) or NetCDF-4.
void write_small_netcdf(const std::filesystem::path& path, bool hdf5);

std::string small_listing();

}  // namespace swell_test
