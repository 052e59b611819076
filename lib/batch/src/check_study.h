// What of a study can only be judged against the cases that it makes. Private to the library.
#pragma once

#include "swell/assembly/shared_data.h"
#include "swell/batch/cases.h"
#include "swell/batch/study.h"
#include "swell/model/read_case.h"

namespace swell::batch {

/// Names of datasets, columns and PTOs, windows and blocks, against the first and the last case that can be built: what
/// suits neither is a mistake of the study. Where no case can be built there is nothing to compare with.
/// @throws InputError with every mistake
void check_against_cases(const Study& study, const model::CaseTemplate& base, const std::vector<Condition>& conditions,
                         assembly::SharedData& shared);

}  // namespace swell::batch
