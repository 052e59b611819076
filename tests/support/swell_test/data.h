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

/// Whether a program that the project installs is there: `command` succeeds. A missing one is listed as skipped, and a
/// failure where everything is required.
bool find_program(const std::string& command, const std::string& package);

}  // namespace swell_test

/// Skips the test, and says what it wants, where a program of Debian's `package` is missing.
#define SWELL_TEST_PROGRAM(command, package) \
  if (!::swell_test::find_program(command, package)) GTEST_SKIP() << "needs Debian's package " << (package)

// NOLINTBEGIN(bugprone-macro-parentheses): what is declared stands in none
/// Declares `name` as the path of a data file, or skips the test and says what it wants and where that can be had.
#define SWELL_TEST_DATA(name, relative, repository)                                                            \
  const auto name##_found = ::swell_test::find_data(relative, repository);                                     \
  if (!name##_found) GTEST_SKIP() << "needs " << (relative) << " from the public repository " << (repository); \
  const std::filesystem::path& name = *name##_found
// NOLINTEND(bugprone-macro-parentheses)
