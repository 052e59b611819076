#include "swell/datafile/sheet.h"

#include <fmt/format.h>

#include <algorithm>

#include "swell/base/text.h"
#include "swell/datafile/mat_file.h"
#include "swell/datafile/xlsx.h"

namespace swell::datafile {
namespace {

bool is_matrix(const MatValue& v) {
  return v.kind == MatValue::Kind::numbers && v.shape.size() == 2 && v.imaginary.empty() && v.size() > 0;
}

void add_rows(const MatValue& matrix, Sheet& out) {
  const std::size_t rows = matrix.shape[0], columns = matrix.shape[1];
  for (std::size_t i = 0; i < rows; ++i) {
    out.rows.emplace_back();
    for (std::size_t j = 0; j < columns; ++j) out.rows.back().push_back(fmt::format("{}", matrix.real[i + rows * j]));
  }
}

// A cell array of texts and single numbers, row by row; false where it holds anything else.
bool add_cells(const MatValue& cells, Sheet& out) {
  if (cells.kind != MatValue::Kind::cells || cells.shape.size() != 2 || cells.cells.empty()) return false;
  const std::size_t rows = cells.shape[0], columns = cells.shape[1];
  if (cells.cells.size() != rows * columns) return false;
  std::vector<std::vector<std::string>> read(rows, std::vector<std::string>(columns));
  for (std::size_t k = 0; k < cells.cells.size(); ++k) {
    const MatValue& cell = cells.cells[k];
    const bool number = is_matrix(cell) && cell.real.size() == 1;
    if (!number && cell.kind != MatValue::Kind::text) return false;
    read[k % rows][k / rows] = number ? fmt::format("{}", cell.real[0]) : cell.text;
  }
  out.rows = std::move(read);
  return true;
}

Sheet table_of(const std::vector<std::pair<std::string, MatValue>>& variables, const std::filesystem::path& path,
               const Origin& asked_by) {
  Sheet out;
  std::string names;
  std::vector<const std::pair<std::string, MatValue>*> matrices, vectors;
  for (const auto& variable : variables) {
    const auto& [name, value] = variable;
    names += (names.empty() ? "" : ", ") + name;
    const MatValue* header = value.field("header");
    const MatValue* cases = value.field("cases");
    if (header && cases && cases->shape.size() == 2 && header->cells.size() == cases->shape[1] &&
        (is_matrix(*cases) || add_cells(*cases, out))) {
      for (const MatValue& cell : header->cells) out.headers.push_back(cell.text);
      if (is_matrix(*cases)) add_rows(*cases, out);
      return out;
    }
    if (!is_matrix(value) || value.size() < 2) continue;
    (value.shape[0] > 1 && value.shape[1] > 1 ? matrices : vectors).push_back(&variable);
  }
  if (matrices.size() == 1) {
    add_rows(matrices[0]->second, out);
    return out;
  }
  const bool columns = matrices.empty() && !vectors.empty() &&
                       std::all_of(vectors.begin(), vectors.end(),
                                   [&](const auto* v) { return v->second.size() == vectors[0]->second.size(); });
  if (!columns) {
    throw InputError(asked_by,
                     fmt::format("{} holds {} matrices of numbers ({}); one is expected", path.string(),
                                 matrices.size(), names.empty() ? "it is empty" : names),
                     "save one matrix alone: save('name.mat', 'matrix')");
  }
  out.rows.assign(vectors[0]->second.size(), {});
  for (const auto* v : vectors) {
    out.headers.push_back(v->first);
    for (std::size_t i = 0; i < out.rows.size(); ++i) out.rows[i].push_back(fmt::format("{}", v->second.real[i]));
  }
  return out;
}

}  // namespace

bool is_sheet(const std::filesystem::path& path) {
  const std::string extension = extension_of(path);
  return extension == ".xlsx" || extension == ".mat";
}

Sheet read_sheet(const std::filesystem::path& path, const Origin& asked_by, Containment containment) {
  if (extension_of(path) == ".mat") return table_of(read_mat_file(path, containment, asked_by), path, asked_by);
  Sheet out;
  for (auto& row : read_xlsx(path, {}, asked_by)) {
    if (std::any_of(row.begin(), row.end(), [](const std::string& cell) { return !cell.empty(); }))
      out.rows.push_back(std::move(row));
  }
  return out;
}

}  // namespace swell::datafile
