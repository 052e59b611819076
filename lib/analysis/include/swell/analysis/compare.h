/// Two recordings of the same thing, held against tolerances.
#pragma once

#include <string>
#include <vector>

namespace swell::analysis {

/// One column of a recording. Its name is that of the dataset in the results file, whoever recorded it.
struct Signal {
  std::string path;   ///< "/bodies/float/position"
  std::string label;  ///< of the column: "heave"; empty where there is one only
  std::string units;
  std::vector<double> values;  ///< one per time
  std::string port = {};       ///< the dataset as connections name it: "float.position"; empty where nobody says
};

struct Recording {
  std::string name;
  std::vector<double> time;  ///< [s] ascending
  std::vector<Signal> signals;
};

/// |a - b| <= absolute + relative * size: the largest magnitude in the reference (Difference::size).
struct Tolerance {
  double relative = 1e-6, absolute = 0.0;
};

struct Difference {
  std::string path, label, units;
  double largest = 0.0, at = 0.0;  ///< |a - b| and when [s]
  double rms = 0.0;
  double size = 0.0;     ///< largest magnitude in the reference of the dataset's columns of this unit
  double allowed = 0.0;  ///< |a - b| that the tolerance allows
  bool beyond = false;
  std::string other_units;         ///< of the second, where they are others: then nothing is compared, and it is beyond
  std::size_t without_number = 0;  ///< rows where neither has a number; of all rows: nothing is compared, and beyond
  double ratio() const;            ///< largest over allowed; infinite where nothing is allowed
};

struct Comparison {
  std::vector<Difference> differences;               ///< worst first
  std::vector<std::string> only_first, only_second;  ///< signals that the other has not
  double from = 0.0, to = 0.0;                       ///< [s] compared
  std::size_t rows = 0;
  bool interpolated = false;  ///< the times differ: the second is interpolated to those of the first
  std::size_t beyond() const;
};

/// @param tolerance  for a path; called once per signal
template <class F>
Comparison compare(const Recording& first, const Recording& second, F tolerance);

Comparison compare(const Recording& first, const Recording& second, const std::vector<Tolerance>& of_first);

template <class F>
Comparison compare(const Recording& first, const Recording& second, F tolerance) {
  std::vector<Tolerance> list;
  list.reserve(first.signals.size());
  for (const Signal& signal : first.signals) list.push_back(tolerance(signal.path));
  return compare(first, second, list);
}

}  // namespace swell::analysis
