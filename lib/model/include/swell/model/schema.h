/// The case file for editors and for people, from the descriptions that the reader uses.
#pragma once

#include <string>
#include <vector>

#include "swell/model/visitor.h"

namespace swell::model {

/// docs/case-schema.json: JSON Schema (draft 7) of the case file, ending in a newline.
/// @param components  the types that `components` may have (components::Registry::described)
std::string case_schema(const std::vector<DescribedType>& components);

/// docs/case-file.md: every key with type, unit, default, bounds and meaning.
std::string case_reference();

/// A section on one type: its word as heading, `text`, its keys.
std::string reference_of(const DescribedType& type, const std::string& text);

}  // namespace swell::model
