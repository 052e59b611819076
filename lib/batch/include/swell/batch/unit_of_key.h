/// The unit of a key of the case.
#pragma once

#include <string>

namespace swell::batch {

/// Of the value in the case file, as the schema has it: "m" of "waves.height". "" where it has none, or several.
std::string unit_of_key(const std::string& key);

}  // namespace swell::batch
