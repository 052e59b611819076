/// Rows of quadratic transfer functions, which WAMIT (.10 .11 .12 d and s) and NEMOH (OUT_QTF*) print alike:
/// first, second (periods or frequencies), heading, heading, dof, Mod, Pha, Re, Im.
#pragma once

#include <complex>
#include <filesystem>
#include <string>
#include <vector>

namespace swell::bemio {

struct QtfRow {
  double first = 0.0, second = 0.0;         ///< as in the file, above 0
  double heading_i = 0.0, heading_j = 0.0;  ///< [deg]
  int dof = 0;                              ///< from 0
  std::complex<double> value;
};
struct QtfRows {
  std::string file;   ///< for messages
  std::string title;  ///< the lines before the first number
  std::vector<QtfRow> rows;
};

/// @param dofs  largest number of a dof
/// @throws InputError when a row is no row, Mod and Pha are not those of Re and Im, a pair occurs twice, dofs differ in
///         their pairs, or there is none
QtfRows read_qtf_rows(const std::filesystem::path& path, int dofs);

}  // namespace swell::bemio
