/// Coefficients from a plain table (CSV) to HydroData, for users whose BEM code has no converter.
///
/// One quantity per line, dimensional SI, `#` begins a comment, blank lines are skipped; i and j count from 1 through
/// all bodies (7 is surge of body 2); omega in rad/s or `inf` or 0 for the limits of added mass; directions in degrees:
///
///   density, 1000
///   gravity, 9.81
///   water_depth, infinite
///   body, float, cg_x, cg_y, cg_z, cb_x, cb_y, cb_z, displaced_volume
///   stiffness, i, j, value
///   added_mass, i, j, omega, value
///   radiation_damping, i, j, omega, value
///   excitation, i, direction, omega, real, imaginary
///   end
///
/// `end` closes the table; without it a note says that a table which was cut off cannot be distinguished from a whole
/// one. Entries never given are zero. An entry that is given at one frequency must be given at all, those of the limits
/// included where one is used, and a force for every direction: a line that was lost is no zero. Density and gravity
/// must be plausible (`plausible.h`; or density 1: coefficients that are normalised), volumes 0 or more; a
/// stiffness that no hull has is taken, with a note.
#pragma once

#include <iosfwd>
#include <string>

#include "swell/hydro/hydro_data.h"

namespace swell::hydro {

/// @param gaps  NonFinite::keep: added mass, damping and excitation that are nan, inf or stars are handed on as NaN
/// @throws InputError with every bad line (origin: file and line)
HydroData read_coefficient_table(const std::string& path, NonFinite gaps = NonFinite::refuse);
HydroData read_coefficient_table(std::istream& in, const std::string& name, NonFinite gaps = NonFinite::refuse);

}  // namespace swell::hydro
