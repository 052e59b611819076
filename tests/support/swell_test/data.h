/// Reference data that the project does not ship. Tests ask for a file by its path below the data folder (environment
/// variable SWELL_DATA, by default ../shared/data beside the source tree).
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include <gtest/gtest.h>

namespace swell_test {

/// The folder with the reference data, whether or not it exists.
std::filesystem::path data_folder();

/// The project's source folder (for shipped inputs).
std::filesystem::path source_folder();

/// The file, or nothing. A missing file is written to the list of skipped tests (SWELL_SKIPPED_LIST) with the public
/// repository that has it; where the data are required (SWELL_DATA_REQUIRED=1, as in CI) it is a failure instead.
std::optional<std::filesystem::path> find_data(const std::string& relative, const std::string& repository);

}  // namespace swell_test

/// Declares `name` as the path of a data file, or skips the test and says what it wants and where that can be had.
#define SWELL_TEST_DATA(name, relative, repository)                                                            \
  const auto name##_found = ::swell_test::find_data(relative, repository);                                     \
  if (!name##_found) GTEST_SKIP() << "needs " << (relative) << " from the public repository " << (repository); \
  const std::filesystem::path& name = *name##_found
