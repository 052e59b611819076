/// Numbers from a text file: columns separated by blanks, tabs, commas or semicolons; '#', '%' and '!' start comments.
/// Or from the first sheet of a workbook (.xlsx), or the matrix of a MATLAB file (.mat).
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "swell/base/contained.h"
#include "swell/base/error.h"
#include "swell/base/vector.h"

namespace swell::model {

/// A unit that a heading may name and that the numbers of this file do not have, beside those of kNotSi.
struct OtherUnit {
  std::string unit, taken_in;  ///< "deg", "rad"
};
/// For tables of angles in rad, and of frequencies in Hz.
std::vector<OtherUnit> degrees_for_radians();
std::vector<OtherUnit> radians_for_hertz();

/// All rows have the same number of columns. A first line of words is taken as a heading, and so is a comment right
/// above the numbers that names each column and its unit; a heading that names another unit than that of the numbers is
/// refused.
/// @param min_columns, max_columns  how many columns make sense; max_columns 0: any number
/// @throws InputError with file and line: unreadable, not numbers, ragged rows, too few columns, no rows, another unit
MatrixX read_table_file(const std::filesystem::path& file, int min_columns, int max_columns, const Origin& asked_by,
                        Containment containment = Containment::in_process, const std::vector<OtherUnit>& others = {});

}  // namespace swell::model
