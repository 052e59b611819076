/// What WAMIT's .out says again in the files beside it.
#pragma once

#include <filesystem>

#include "swell/bemio/read.h"
#include "wamit_out.h"

namespace swell::bemio {

/// Compares A and B with .1, volumes and centres with .mmx, XBODY and depth with .pot. Files of which
/// options.ignore speaks are not looked at; a .1 of other periods altogether is another run's: a note.
/// @throws InputError when one of them contradicts the .out
void check_wamit_twice(const std::filesystem::path& main, const ReadOptions& options, const WamitOut& out,
                       hydro::HydroData& data);

}  // namespace swell::bemio
