/// Whose file it is, for programs that are about to write over it.
#pragma once

#include <filesystem>

namespace swell::hydro {

/// Whether Swell wrote the file in the layout of BEMIO's HDF5, looked into by a child process. Of no file: false.
bool is_own_bemio_h5(const std::filesystem::path& path);

}  // namespace swell::hydro
