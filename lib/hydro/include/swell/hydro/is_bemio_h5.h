/// The layout of a file, for programs that are about to write over it.
#pragma once

#include <filesystem>

namespace swell::hydro {

/// Whether the file has the layout of BEMIO's HDF5, looked into by a child process. Of no file: false.
bool is_bemio_h5(const std::filesystem::path& path);

}  // namespace swell::hydro
