// Mean power and what follows from it. Private to the library; power.h is what others call.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "swell/batch/run_batch.h"

namespace swell::batch {

struct Interval {
  double mean = 0.0, half_width = 0.0, variance = 0.0;  ///< variance of the mean
};
/// Mean and Student's interval of independent values; half width NaN with fewer than two.
Interval interval_of(const std::vector<double>& values, double confidence);

struct SeaKeys {
  std::string height, period;
  std::set<std::string> sea;  ///< these and every key of an axis with probabilities
};
SeaKeys sea_keys(const Study& study);
/// Whether an axis has probabilities, so that a year is made of the cases.
bool has_year(const Study& study);

/// Electrical from absorbed power, case by case.
class Conversion {
 public:
  explicit Conversion(const Study& study) : power_(study.power), keys_(sea_keys(study)) {}
  /// Whether the study has a rated power or an efficiency.
  bool given() const { return power_.rated_power || power_.efficiency; }
  /// [W] min(efficiency x absorbed, rated power) of mean powers. What a take-off draws in the mean counts as it is.
  double of(double absorbed, double height, double period) const;
  /// Over the replicates, as those of the absorbed power are formed.
  Interval of(const ConditionResult& result) const;

 private:
  const PowerSpec& power_;
  SeaKeys keys_;
};

/// The value of a key as a number; NaN where there is none.
double number_at(const Condition& condition, const std::string& key);

/// A number, a table over shares of the rated power, or one over heights and periods, from a file too. The axes and the
/// rated power of `study` are known.
Efficiency read_efficiency(const Parameter& tree, const std::filesystem::path& folder, const Study& study,
                           Diagnostics& diagnostics);

/// Fills the numbers of a condition from its replicates.
void summarise(ConditionResult& result, double confidence);

}  // namespace swell::batch
