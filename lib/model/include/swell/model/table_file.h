/// Numbers from a text file: columns separated by blanks, tabs, commas or semicolons; '#', '%' and '!' start comments.
/// Or from the first sheet of a workbook (.xlsx), or the matrix of a MATLAB file (.mat).
#pragma once

#include <filesystem>

#include "swell/base/contained.h"
#include "swell/base/error.h"
#include "swell/base/vector.h"

namespace swell::model {

/// All rows have the same number of columns. A first line of words is taken as a heading.
/// @param min_columns, max_columns  how many columns make sense; max_columns 0: any number
/// @throws InputError with file and line: unreadable, not numbers, ragged rows, too few columns, no rows
MatrixX read_table_file(const std::filesystem::path& file, int min_columns, int max_columns, const Origin& asked_by,
                        Containment containment = Containment::in_process);

}  // namespace swell::model
