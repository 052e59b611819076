/// AQWA's .QTF: quadratic transfer functions of every structure.
#pragma once

#include <filesystem>

#include "swell/bemio/read.h"

namespace swell::bemio {

/// Adds the sum and difference tables of the .QTF beside `main`, if there is one, to the bodies of `data`, whose
/// centres of gravity, depth, density and gravity are there. One heading is kept, that along x where it is among them.
/// A damaged file costs the tables and a note.
void add_aqwa_qtf_beside(const std::filesystem::path& main, const ReadOptions& options, hydro::HydroData& data);

}  // namespace swell::bemio
