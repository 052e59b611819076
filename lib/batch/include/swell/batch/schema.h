/// The study file for editors: docs/study-schema.json.
#pragma once

#include <string>

namespace swell::batch {

/// JSON Schema (draft 7) of the study file, ending in a newline. The reader's own rules that a schema cannot tell (keys
/// that exist in the case, lengths of zipped lists, files) are left to the reader.
std::string study_schema();

}  // namespace swell::batch
