/// Results that WEC-Sim has stored, under the names, signs and units of Swell's results file.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "swell/base/contained.h"
#include "swell/base/error.h"

namespace swell::wecsim {

/// One quantity over time. Signs are Swell's (docs/conventions.md): forces are forces on the body, absorbed power is
/// positive.
struct StoredSeries {
  std::string group;     ///< bodies, joints, ptos, moorings, wave
  int number = 1;        ///< WEC-Sim's index in that group, from 1
  std::string name;      ///< WEC-Sim's name of the object; may be empty
  std::string quantity;  ///< dataset below the object: position, force/excitation, power
  std::size_t columns = 1;
  std::vector<double> time;    ///< [s]
  std::vector<double> values;  ///< rows by columns, row after row

  double at(std::size_t row, std::size_t column) const { return values[row * columns + column]; }
};

/// `output` of a .mat (-v5 to -v7.3) that WEC-Sim or its regression tests wrote as structs, or a body's text file of
/// `simu.saveText` (.txt, .csv: a heading `time position_1 ...`, one row per time).
/// Left out: what has no counterpart in a results file. Motions of joints have six columns as WEC-Sim has them; those
/// of a translational joint stand in the third, of a rotational one in the fifth.
/// @throws InputError when the file is damaged or holds no such structure
std::vector<StoredSeries> read_stored_output(const std::filesystem::path& path,
                                             Containment containment = Containment::in_process,
                                             const Origin& asked_by = {});

/// Whether the file is one that read_stored_output reads rather than a results file: by its ending.
bool is_stored_output(const std::filesystem::path& path);

/// Names that the import gave to WEC-Sim's objects, out of the comments of the case file that it wrote:
/// names["body(2)"] = "Spar". Empty for a case that was written by hand.
std::map<std::string, std::string> imported_names(const std::string& case_text);

/// Which of WEC-Sim's six columns stand in a dataset of `width` columns, from 0: of a joint with one coordinate heave
/// or pitch, by its unit (m, rad), of a planar joint surge, heave and pitch. Empty where they do not fit.
std::vector<std::size_t> columns_of(const StoredSeries& stored, std::size_t width, bool angle);

/// Largest difference of one column between a stored series and another, at the stored times that both cover; the other
/// is interpolated linearly.
struct StoredDifference {
  double largest = 0.0, at_time = 0.0;
  double scale = 0.0;    ///< largest absolute stored value
  std::size_t rows = 0;  ///< that were compared
};
StoredDifference largest_difference(const StoredSeries& stored, std::size_t column, const std::vector<double>& time,
                                    const std::vector<double>& values);

}  // namespace swell::wecsim
