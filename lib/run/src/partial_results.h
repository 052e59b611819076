// Results that runs left unfinished: which of them stay, and under which name.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace swell::run {

/// What an earlier, failed run left and these results have too would now mislead; rows that they have not are not lost.
void settle_partial(const std::filesystem::path& results, std::vector<std::string>& notes);
/// A file of results that will not grow any more, as that of a run that failed: <results>.partial.h5, or
/// <results>.partial-2.h5 where that is taken by what this file does not have.
std::filesystem::path keep_as_partial(const std::filesystem::path& temporary, const std::filesystem::path& results);
/// Files that runs of the same results left when they were killed: kept as partial results, or removed where they
/// have no row.
void adopt_stale_parts(const std::filesystem::path& target, const std::filesystem::path& results,
                       std::vector<std::string>& notes);

}  // namespace swell::run
