/// The cases of a study: every combination of the axes (a condition), and its replicates with other random phases.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "swell/base/hash.h"
#include "swell/batch/study.h"

namespace swell::batch {

struct Condition {
  std::size_t index = 0;
  std::vector<std::pair<std::string, std::string>> values;  ///< key and value, in the order of the axes
  double probability = 1.0;                                 ///< product over the axes that have one
  std::string identity;  ///< "key=value;..." sorted by key; "#2" marks the second of two equal ones
  std::string sea;       ///< the part of the identity whose keys begin with "waves"

  /// key=value of each value.
  std::vector<std::string> overrides() const;
};

/// Returns the assignments (key=value) of a case: those of the study's `set`, then those of the condition, which win.
std::vector<std::string> overrides_of(const Study& study, const Condition& condition);

/// Product of the lengths of the axes.
std::size_t number_of_conditions(const Study& study);

/// One condition without identity and sea, which depend on those before it.
Condition condition_at(const Study& study, std::size_t index);

/// In the order of the axes, the last running fastest.
std::vector<Condition> conditions_of(const Study& study);

/// Seed of the random phases: a function of the study's seed, of what the condition says of the sea (keys that begin
/// with "waves"), of the replicate (from 1) and of the sea's place among several (from 1). Not of any order, so that an
/// axis more leaves the others' seas as they are, and not of the device, so that two devices meet the same waves.
/// 64-bit FNV-1a of "seed|sea|replicate|place", finished by SplitMix64, modulo 2^32 - 1, plus 1.
std::uint32_t case_seed(std::uint64_t study_seed, const std::string& sea, int replicate, int place = 1);

}  // namespace swell::batch
