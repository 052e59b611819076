// Mean power and what follows from it. Private to the library; power.h is what others call.
#pragma once

#include <vector>

#include "swell/batch/run_batch.h"

namespace swell::batch {

struct Interval {
  double mean = 0.0, half_width = 0.0, variance = 0.0;  ///< variance of the mean
};
/// Mean and Student's interval of independent values; half width NaN with fewer than two.
Interval interval_of(const std::vector<double>& values, double confidence);

/// Fills the numbers of a condition from its replicates.
void summarise(ConditionResult& result, double confidence);

}  // namespace swell::batch
