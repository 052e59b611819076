/// Shared libraries that are loaded at their first use: few commands need them, and loading takes milliseconds of each.
#pragma once

namespace swell {

/// Returns the address of a function in a library that stays loaded from the first call on.
/// @param file  name for the loader, such as "libnetcdf.so.19"   @param required  else null when the library has none
/// @throws InputError when the library cannot be loaded, or lacks a function that is required
void* opened_entry(const char* file, const char* name, bool required = true);

}  // namespace swell
