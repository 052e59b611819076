/// Comparison of two recordings of the same signals with tolerances.
#pragma once

#include <string>
#include <vector>

namespace swell::analysis {

/// One column of a recording, named as the dataset in the results file for any source.
struct Signal {
  std::string path;   ///< "/bodies/float/position"
  std::string label;  ///< of the column: "heave"; empty if there is only one
  std::string units;
  std::vector<double> values;  ///< one per time
  std::string port = {};       ///< the dataset's name in connections: "float.position"; empty if unknown
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
  std::string other_units;         ///< of the second, if they differ: not compared, and beyond tolerance
  std::size_t without_number = 0;  ///< rows without a number in both; if all: not compared, and beyond tolerance
  double ratio() const;            ///< largest over allowed; infinite if nothing is allowed
};

struct Comparison {
  std::vector<Difference> differences;               ///< worst first
  std::vector<std::string> only_first, only_second;  ///< signals missing in the other
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
