/// One table from a file of another program: the first sheet of an .xlsx, or the matrix of a .mat.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "swell/base/contained.h"
#include "swell/base/error.h"

namespace swell::datafile {

struct Sheet {
  /// Names of the columns, where the file itself gives them: a .mat of WEC-Sim's multiple conditions (`mcr.header`,
  /// `mcr.cases`), or of columns that are variables of their own. A workbook's headings are its first row.
  std::vector<std::string> headers;
  std::vector<std::vector<std::string>> rows;  ///< numbers so that they read back to the same double
};

/// By the extension: .xlsx or .mat, in any case of letters.
bool is_sheet(const std::filesystem::path& path);

/// @param containment  where MATLAB files are read; libmatio can crash on a forged structure
/// @throws InputError when the file is damaged, or a .mat holds no table or several
Sheet read_sheet(const std::filesystem::path& path, const Origin& asked_by,
                 Containment containment = Containment::in_process);

}  // namespace swell::datafile
