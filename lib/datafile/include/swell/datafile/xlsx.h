/// Sheets of a workbook (.xlsx).
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "swell/base/error.h"

namespace swell::datafile {

/// Rows of cells as the file has them: digits of numbers, texts, TRUE and FALSE; blank cells are empty. Rows end with
/// their last cell, blank rows are empty.
/// @param sheet  its name; empty: the first
/// @throws InputError when it is no workbook, damaged, or has no such sheet, or a cell is an error (#DIV/0!)
std::vector<std::vector<std::string>> read_xlsx(const std::filesystem::path& path, const std::string& sheet,
                                                const Origin& asked_by);

}  // namespace swell::datafile
