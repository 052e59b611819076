// Tables of values from files. Private to the library.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "swell/base/error.h"

namespace swell::batch {

struct TextTable {
  std::vector<std::string> headers;
  std::vector<std::vector<std::string>> rows;
};

/// An .xlsx (its first sheet) or .mat, or values separated by commas, semicolons or tabs; "..." may hold separators;
/// '#' starts a comment line.
/// @param header_line  whether the first line names the columns
/// @throws InputError unreadable, or without rows
TextTable read_csv(const std::filesystem::path& file, bool header_line, const Origin& asked_by);

/// A dataset of numbers, rows x columns. Headers from its attribute `keys`, if there is one.
/// @throws InputError
TextTable read_h5_table(const std::filesystem::path& file, const std::string& dataset, const Origin& asked_by);

/// Every cell as a number; empty and "nan" as 0. @throws InputError
std::vector<std::vector<double>> as_numbers(const TextTable& table, const Origin& asked_by);

}  // namespace swell::batch
