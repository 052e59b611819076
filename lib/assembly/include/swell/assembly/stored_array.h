/// What a run takes from its hydro data, as arrays with names and units: /hydro of the results file
/// (docs/conventions.md) and `swell inspect --component`.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace swell::assembly {

/// One array, its last index fastest.
struct StoredArray {
  std::string path;                ///< "/hydro/float/added_mass", of one of several sets "/hydro/float/set2/added_mass"
  std::vector<std::size_t> shape;  ///< empty: one number
  std::vector<double> values;
  std::string units;        ///< of translations, of their coupling with rotations, of rotations: "kg, kg m, kg m^2"
  std::string description;  ///< with what its dimensions are
  std::vector<std::string> rows, columns;  ///< of the last two dimensions: "float.surge"; or empty
  std::string body;                        ///< that it acts on; empty: several
  std::string component;                   ///< that uses it, as `swell inspect` names it
};

}  // namespace swell::assembly
