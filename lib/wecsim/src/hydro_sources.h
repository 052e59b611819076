// Where hydro data come from when the .h5 that a case names is not there.
#pragma once

#include "swell/hydro/hydro_data.h"
#include "swell/wecsim/import.h"

namespace swell::wecsim {

/// Does the file exist and begin as HDF5 (no git-lfs pointer)?
bool is_hdf5(const std::filesystem::path& path);

/// Finds what makes `h5`: the bemio.m beside it, run with stand-ins for BEMIO's functions, or a BEM result of the same
/// name. `why`: line or file of bemio.m that failed; empty where none did.
std::optional<Conversion> hydro_source(const std::filesystem::path& h5, const std::filesystem::path& case_file,
                                       Containment containment, std::string& why);

/// BEM results as BEMIO reads them, with the changes of bemio.m. @throws InputError
hydro::HydroData read_sources(const Conversion& conversion, Containment containment);

}  // namespace swell::wecsim
