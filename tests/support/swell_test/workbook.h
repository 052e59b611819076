/// Small files of spreadsheets and MATLAB, made up: a workbook as programs write it, a matrix, structs.
#pragma once

#include <matio.h>

#include <filesystem>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "swell_test/zip_file.h"

namespace swell_test {

/// One sheet "Sea": `cells` is the inside of <sheetData>, `texts` the shared strings.
inline void write_xlsx(const std::filesystem::path& path, const std::string& cells,
                       const std::vector<std::string>& texts) {
  std::string shared = "<sst xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\">";
  for (const std::string& text : texts) shared += "<si><t>" + text + "</t></si>";
  write_zip(path,
            {{"xl/workbook.xml",
              "<workbook xmlns:r=\"r\"><sheets><sheet name=\"Sea\" sheetId=\"1\" r:id=\"rId7\"/></sheets></workbook>"},
             {"xl/_rels/workbook.xml.rels",
              "<Relationships><Relationship Id=\"rId7\" Target=\"worksheets/sheet1.xml\"/></Relationships>"},
             {"xl/sharedStrings.xml", shared + "</sst>"},
             {"xl/worksheets/sheet1.xml", "<worksheet><sheetData>" + cells + "</sheetData></worksheet>"}});
}

/// A file of variables, `version` MAT_FT_MAT5 or MAT_FT_MAT73. The variables are freed.
inline void write_mat(const std::filesystem::path& path, mat_ft version, const std::vector<matvar_t*>& variables,
                      matio_compression compression = MAT_COMPRESSION_ZLIB) {
  std::filesystem::remove(path);
  mat_t* file = Mat_CreateVer(path.c_str(), nullptr, version);
  if (!file) throw std::runtime_error("Mat_CreateVer");
  for (matvar_t* v : variables) {
    if (Mat_VarWrite(file, v, compression) != 0) throw std::runtime_error("Mat_VarWrite");
    Mat_VarFree(v);
  }
  Mat_Close(file);
}

/// Column-major.
inline matvar_t* mat_array(const char* name, const std::vector<std::size_t>& shape, const std::vector<double>& values) {
  std::vector<std::size_t> dims = shape;
  return Mat_VarCreate(name, MAT_C_DOUBLE, MAT_T_DOUBLE, static_cast<int>(dims.size()), dims.data(),
                       const_cast<double*>(values.data()), 0);
}
inline matvar_t* mat_text(const char* name, const std::string& text) {
  std::size_t dims[] = {1, text.size()};
  return Mat_VarCreate(name, MAT_C_CHAR, MAT_T_UTF8, 2, dims, const_cast<char*>(text.data()), 0);
}
inline matvar_t* mat_cells(const char* name, const std::vector<std::string>& texts) {
  std::vector<matvar_t*> cells;
  for (const std::string& text : texts) cells.push_back(mat_text(nullptr, text));
  std::size_t dims[] = {1, cells.size()};
  return Mat_VarCreate(name, MAT_C_CELL, MAT_T_CELL, 2, dims, cells.data(), 0);
}
inline matvar_t* mat_struct(const char* name, const std::vector<std::pair<const char*, matvar_t*>>& fields) {
  std::vector<const char*> names;
  for (const auto& field : fields) names.push_back(field.first);
  std::size_t dims[] = {1, 1};
  matvar_t* v = Mat_VarCreateStruct(name, 2, dims, names.data(), static_cast<unsigned>(names.size()));
  for (const auto& field : fields) Mat_VarSetStructFieldByName(v, field.first, 0, field.second);
  return v;
}

}  // namespace swell_test
