#include "tables.h"

#include <H5Cpp.h>
#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "swell/base/hdf5_mutex.h"
#include "swell/base/number.h"
#include "swell/base/regular_file.h"
#include "swell/base/text.h"
#include "swell/datafile/sheet.h"

namespace swell::batch {

namespace {

[[noreturn]] void refuse(const Origin& origin, const std::filesystem::path& file, const std::string& why,
                         const std::string& remedy = {}) {
  throw InputError(origin, fmt::format("{} {}", file.string(), why), remedy);
}

std::vector<std::string> cells_of(const std::string& line) {
  const char separator = line.find(';') != std::string::npos ? ';' : line.find('\t') != std::string::npos ? '\t' : ',';
  std::vector<std::string> cells(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') {
      quoted = !quoted;
    } else if (c == separator && !quoted) {
      cells.emplace_back();
    } else {
      cells.back() += c;
    }
  }
  for (std::string& cell : cells) cell = trimmed(cell);
  return cells;
}

// The first sheet of a workbook, or the table of a .mat, whose columns may have names of their own.
TextTable sheet(const std::filesystem::path& file, bool header_line, const Origin& asked_by) {
  datafile::Sheet read = datafile::read_sheet(file, asked_by, Containment::child_process);
  TextTable table{std::move(read.headers), std::move(read.rows)};
  if (header_line && table.headers.empty() && !table.rows.empty()) {
    table.headers = std::move(table.rows.front());
    table.rows.erase(table.rows.begin());
  }
  if (table.rows.empty()) refuse(asked_by, file, "has no rows");
  std::size_t width = table.headers.size();
  for (const auto& row : table.rows) width = std::max(width, row.size());
  for (auto& row : table.rows) row.resize(width);  // a workbook's rows end with their last cell
  return table;
}

}  // namespace

TextTable read_csv(const std::filesystem::path& file, bool header_line, const Origin& asked_by) {
  require_regular_file(file, asked_by);
  if (datafile::is_sheet(file)) return sheet(file, header_line, asked_by);
  std::ifstream in(file);
  if (!in) refuse(asked_by, file, "cannot be read", "relative paths start at the folder of the study");
  TextTable table;
  std::string line;
  bool first = true;
  while (std::getline(in, line)) {
    if (first && line.compare(0, 3, "\xef\xbb\xbf") == 0) line.erase(0, 3);  // spreadsheets write a byte-order mark
    const std::string text(trimmed(line));
    if (text.empty() || text[0] == '#' || text[0] == '%') continue;
    if (first && header_line) {
      table.headers = cells_of(text);
    } else {
      table.rows.push_back(cells_of(text));
    }
    first = false;
  }
  if (table.rows.empty()) refuse(asked_by, file, "has no rows");
  return table;
}

TextTable read_h5_table(const std::filesystem::path& file, const std::string& dataset, const Origin& asked_by) {
  if (dataset.empty()) refuse(asked_by, file, "needs dataset: the path of the table in it");
  std::error_code error;
  if (!std::filesystem::exists(file, error))
    refuse(asked_by, file, "does not exist", "relative paths start at the folder of the study");
  const std::lock_guard<std::recursive_mutex> lock(hdf5_mutex());
  try {
    H5::Exception::dontPrint();
    const H5::H5File in(file.string(), H5F_ACC_RDONLY);
    const H5::DataSet set = in.openDataSet(dataset);
    const H5::DataSpace space = set.getSpace();
    if (space.getSimpleExtentNdims() != 2) refuse(asked_by, file, fmt::format("{} is not rows by columns", dataset));
    hsize_t size[2];
    space.getSimpleExtentDims(size);
    std::vector<double> values(size[0] * size[1]);
    set.read(values.data(), H5::PredType::NATIVE_DOUBLE);
    TextTable table;
    for (hsize_t i = 0; i < size[0]; ++i) {
      table.rows.emplace_back();
      for (hsize_t j = 0; j < size[1]; ++j) table.rows.back().push_back(fmt::format("{}", values[i * size[1] + j]));
    }
    if (set.attrExists("keys")) {
      std::string keys;
      const H5::Attribute attribute = set.openAttribute("keys");
      attribute.read(attribute.getStrType(), keys);
      table.headers = cells_of(keys);
    }
    if (table.rows.empty()) refuse(asked_by, file, fmt::format("{} has no rows", dataset));
    return table;
  } catch (const H5::Exception& e) {
    refuse(asked_by, file, fmt::format("{}: {}", dataset, e.getDetailMsg()), "look at the file with h5ls");
  }
}

std::vector<std::vector<double>> as_numbers(const TextTable& table, const Origin& asked_by) {
  std::vector<std::vector<double>> numbers;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    numbers.emplace_back();
    for (const std::string& cell : table.rows[i]) {
      const bool heading = i == 0 || numbers.back().empty(), corner = i == 0 && numbers.back().empty();
      const auto value = corner || (cell.empty() && !heading) ? 0.0 : parse_number(cell);
      if (!value)
        throw InputError(asked_by,
                         fmt::format("row {}, column {} of the table = '{}' is not a finite number", i + 1,
                                     numbers.back().size() + 1, cell),
                         heading ? "first row: periods; first column: heights" : "leave the cell empty, or write 0");
      numbers.back().push_back(*value);
    }
    if (numbers.back().size() != numbers.front().size())
      throw InputError(asked_by, fmt::format("row {} of the table has {} columns and row 1 has {}", i + 1,
                                             numbers.back().size(), numbers.front().size()));
  }
  return numbers;
}

}  // namespace swell::batch
