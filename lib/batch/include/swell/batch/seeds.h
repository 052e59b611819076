/// Which cases of a study have random phases, and which draw them from the study's seeds.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "swell/batch/cases.h"
#include "swell/model/read_case.h"

namespace swell::batch {

/// Whether a sea of the case has random phases: those of spectra, unless the case or the table of the spectrum gives
/// the phases.
bool is_random(const model::Model& model);

/// The seeds that the case draws from: set in the model, and given as overrides so that it can be run alone. None of
/// seas whose phases are not random, or whose seed the study itself gives (set, an axis).
/// @param replicate  from 1
std::vector<std::string> derive_seeds(const Study& study, const Parameter& base, const Condition& condition,
                                      int replicate, model::Model& model);

/// Whether the replicates of a condition differ: equal runs are one sample, however many they are. Conditions whose
/// words about the waves are alike are read once.
class SeedUse {
 public:
  SeedUse(const Study& study, const model::CaseTemplate& base) : study_(study), base_(base) {}

  /// A case that cannot be read draws: what is wrong with it is found when its turn comes.
  bool draws(const Condition& condition);

 private:
  const Study& study_;
  const model::CaseTemplate& base_;
  std::map<std::string, bool> known_;
};

/// Replicates of a condition at the start: of seeds.until the least, and one where they would be equal.
int first_replicates(const Study& study, bool draws);

}  // namespace swell::batch
