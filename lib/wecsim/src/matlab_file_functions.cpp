// Functions that read files, and those of bemio.m, which are noted in fields of hydro.
#include <algorithm>
#include <cmath>
#include <fstream>

#include "matlab_functions.h"
#include "swell/base/error_codes.h"
#include "swell/base/number.h"
#include "swell/base/regular_file.h"
#include "swell/base/text.h"
#include "swell/datafile/mat_file.h"
#include "swell/datafile/sheet.h"

namespace swell::wecsim {
namespace {

V from_mat(const datafile::MatValue& m) {
  using K = datafile::MatValue::Kind;
  std::size_t rows = m.shape.empty() ? 0 : m.shape[0], columns = 1;
  for (std::size_t i = 1; i < m.shape.size(); ++i) columns *= m.shape[i];
  if (m.shape.size() < 2) columns = m.shape.empty() ? 0 : 1;
  switch (m.kind) {
    case K::numbers: {
      V v;
      v.rows = rows;
      v.columns = columns;
      v.numbers = m.real;
      if (v.rows * v.columns != v.numbers.size()) {
        v.rows = v.numbers.size();
        v.columns = 1;
      }
      return v;
    }
    case K::text:
      return V::words(m.text);
    case K::structure: {
      V v = V::object("");
      v.elements.clear();
      for (const auto& element : m.structs) {
        V::Fields fields;
        for (const auto& f : element) fields[f.first] = from_mat(f.second);
        v.elements.emplace_back(std::move(fields), false);
      }
      v.columns = v.elements.size();
      return v;
    }
    case K::cells: {
      std::vector<V> cells;
      for (const auto& cell : m.cells) cells.push_back(from_mat(cell));
      V v = V::cell_row(std::move(cells));
      if (rows * columns == v.cells.size()) {
        v.rows = rows;
        v.columns = columns;
      }
      return v;
    }
    case K::other:
      break;
  }
  return V::object("other");
}

V text_matrix(Machine& machine, const std::filesystem::path& path) {
  require_regular_file(path, machine.here());
  std::ifstream in(path);
  if (!in) machine.refuse(code::kNoFile, fmt::format("{} cannot be opened", path.string()));
  std::vector<std::vector<double>> rows;
  std::string line;
  while (std::getline(in, line)) {
    for (char& ch : line) {
      if (ch == ',' || ch == ';' || ch == '\t' || ch == '\r') ch = ' ';
    }
    const std::size_t comment = line.find_first_of("%#");
    if (comment != std::string::npos) line.resize(comment);
    std::vector<double> row;
    const char* at = line.c_str();
    while (true) {
      char* end = nullptr;
      const double x = std::strtod(at, &end);
      if (end == at) break;
      row.push_back(x);
      at = end;
    }
    if (row.empty()) continue;
    if (!rows.empty() && row.size() != rows[0].size())
      machine.fail(fmt::format("{} has rows of different lengths", path.string()));
    rows.push_back(std::move(row));
    if (rows.size() % 10000 == 0 && rows.size() * rows[0].size() > 10'000'000)
      machine.budget(rows.size() * rows[0].size());
  }
  V v = V::matrix(rows.size(), rows.empty() ? 0 : rows[0].size());
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (std::size_t c = 0; c < v.columns; ++c) v.numbers[r + v.rows * c] = rows[r][c];
  }
  return v;
}

/// @param done  a field that is set to 1, or null
Values noted(const Call& c, const std::vector<std::pair<const char*, std::size_t>>& fields,
             const char* done = nullptr) {
  c.all();  // what BEMIO does otherwise is not repeated
  V hydro = c.raw(0).kind == Kind::structure && !c.raw(0).elements.empty() ? c.raw(0) : V::object("");
  for (const auto& f : fields) {
    if (c.count() > f.second && c.raw(f.second).is_numbers() && c.raw(f.second).size() == 1)
      (*hydro.elements[0])[f.first] = c.raw(f.second);
  }
  if (done != nullptr) (*hydro.elements[0])[done] = V::scalar(1.0);
  return one(std::move(hydro));
}
Values bem_source(const Call& c) {
  Values v = noted(c, {});
  V::Fields& hydro = *v[0].elements[0];
  for (const char* field : {"cg", "cb"}) hydro.try_emplace(field, V::matrix(3, 100, std::nan("")));  // where it is set
  V& sources = hydro["bemio_sources"];
  if (sources.kind != Kind::cells) sources = V::cell_row({});
  sources.cells.push_back(V::words(c.text(1)));
  sources.columns = sources.cells.size();
  return v;
}

}  // namespace

MatlabValue::Fields load_file(Machine& machine, const std::string& name) {
  std::filesystem::path path = machine.resolve(name);
  if (path.extension().empty() && !std::filesystem::exists(path)) path += ".mat";
  if (!std::filesystem::exists(path))
    machine.refuse(code::kNoFile, fmt::format("{} does not exist", path.string()),
                   "put the file there, or leave the line out");
  const std::string extension = extension_of(path);
  V::Fields out;
  if (extension == ".mat") {
    for (auto& variable : datafile::read_mat_file(path, machine.containment(), machine.here()))
      out[variable.first] = from_mat(variable.second);
    return out;
  }
  if (extension == ".xlsx") {
    const datafile::Sheet sheet = datafile::read_sheet(path, machine.here(), machine.containment());
    std::size_t columns = 0;
    for (const auto& row : sheet.rows) columns = std::max(columns, row.size());
    V v = V::matrix(sheet.rows.size(), columns, std::nan(""));
    for (std::size_t r = 0; r < sheet.rows.size(); ++r) {
      for (std::size_t c = 0; c < sheet.rows[r].size(); ++c) {
        if (const auto x = parse_number(sheet.rows[r][c])) v.numbers[r + v.rows * c] = *x;
      }
    }
    out[path.stem().string()] = std::move(v);
    return out;
  }
  V v = text_matrix(machine, path);
  v.type = "text file";
  out[path.stem().string()] = std::move(v);
  return out;
}

static Values no_values(const Call& c) {
  c.all();
  return {};
}
static Values matrix_of_file(const Call& c) {
  V::Fields f = load_file(c.machine, c.text(0));
  V v = f.empty() ? V::matrix(0, 0) : f.begin()->second;
  v.type.clear();
  return one(std::move(v));
}

const Functions& file_functions() {
  static const Functions all = [] {
    Functions f;
    f["isfile"] = [](const Call& c) { return yes(std::filesystem::is_regular_file(c.machine.resolve(c.text(0)))); };
    f["isfolder"] = [](const Call& c) { return yes(std::filesystem::is_directory(c.machine.resolve(c.text(0)))); };
    f["load"] = [](const Call& c) {
      c.all();
      V::Fields fields = load_file(c.machine, c.text(0));
      if (c.outputs > 0) {
        // text: the matrix itself
        if (fields.size() == 1 && fields.begin()->second.type == "text file") {
          V v = fields.begin()->second;
          v.type.clear();
          return one(std::move(v));
        }
        return one(V::object("", std::move(fields)));
      }
      for (auto& f : fields) {
        f.second.type = f.second.type == "text file" ? "" : f.second.type;
        if (c.count() == 1 ||
            std::any_of(c.all().begin() + 1, c.all().end(), [&](const V& a) { return a.text == f.first; }))
          c.machine.variables_[f.first] = f.second;
      }
      return Values{};
    };
    f["run"] = [](const Call& c) {
      std::filesystem::path path = c.machine.resolve(c.text(0));
      if (path.extension().empty()) path += ".m";
      if (!std::filesystem::exists(path))
        c.machine.refuse(code::kNoFile, fmt::format("{} does not exist", path.string()));
      c.machine.run_file(path);
      return Values{};
    };
    for (const char* name : {"readmatrix", "importdata", "csvread"}) f[name] = matrix_of_file;
    // BEMIO's functions of bemio.m: what they are asked for, in fields of hydro
    for (const char* name : {"readWAMIT", "readNEMOH", "readAQWA", "readCAPYTAINE"}) f[name] = bem_source;
    for (const char* name : {"combineBEM", "normalizeBEM", "addDefaultPlotVars", "readBEMIOH5"})
      f[name] = [](const Call& c) { return noted(c, {}); };
    for (const char* name : {"writeBEMIOH5", "plotBEMIO"}) f[name] = no_values;
    f["radiationIRF"] = [](const Call& c) { return noted(c, {{"bemio_radiation_time", 1}, {"bemio_omega_max", 5}}); };
    f["excitationIRF"] = [](const Call& c) { return noted(c, {{"bemio_excitation_time", 1}}); };
    f["radiationIRFSS"] = [](const Call& c) { return noted(c, {}, "bemio_state_space"); };
    f["cleanBEM"] = [](const Call& c) { return noted(c, {}, "bemio_cleaned"); };
    return f;
  }();
  return all;
}

}  // namespace swell::wecsim
