/// The case file for editors and for people, from the descriptions that the reader uses.
#pragma once

#include <string>

namespace swell::model {

/// docs/case-schema.json: JSON Schema (draft 7) of the case file, ending in a newline.
std::string case_schema();

/// docs/case-file.md: every key with type, unit, default, bounds and meaning.
std::string case_reference();

}  // namespace swell::model
