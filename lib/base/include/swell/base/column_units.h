/// Units of the columns of a dataset, as the results file writes them in one text.
#pragma once

#include <string>
#include <vector>

namespace swell {

/// "m m m rad rad rad" has a unit per column, "N N N N m N m N m" too; "N s/m" is one unit of two words, for all.
std::vector<std::string> units_of_columns(const std::string& units, std::size_t columns);

}  // namespace swell
