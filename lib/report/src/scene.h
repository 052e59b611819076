// The device in 3-D: bodies, lines, sea.
#pragma once

#include <nlohmann/json.hpp>

#include "swell/model/model.h"
#include "swell/run/results_reader.h"

namespace swell::report {

using Json = nlohmann::ordered_json;

/// Null when nothing's position is in the results, unless the water alone will do. Bodies, point masses, and what joins
/// them: moorings, joints, take-offs, springs. @param model  of the case; bodies may lack their files
Json scene_of(const run::ResultsReader& results, const std::vector<double>& time, const model::Model& model,
              bool model_is_whole, bool even_without_bodies = false);

}  // namespace swell::report
