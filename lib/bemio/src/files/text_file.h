/// A BEM output as lines and fields, with the faults that such files have: Windows line ends, Fortran exponents without
/// E, stars where a number did not fit, and ends cut off.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "swell/base/error.h"
#include "swell/base/number.h"
#include "swell/base/text.h"

namespace swell::bemio {

/// The whole file in memory; lines without their ends (LF, CR LF or CR CR LF).
struct TextFile {
  std::string name;  ///< as given by the user
  std::string text;
  std::vector<std::string_view> lines;  ///< views of text
  bool ends_with_newline = true;

  TextFile() = default;
  TextFile(const TextFile&) = delete;  // lines point into text
  TextFile& operator=(const TextFile&) = delete;
  TextFile(TextFile&&) = delete;
  TextFile& operator=(TextFile&&) = delete;
};

/// Reads the file into `file`. InputError when it cannot be opened, is a folder, is a git-lfs pointer or binary.
void load_text(const std::filesystem::path& path, TextFile& file);

/// A number as Fortran, C and people write it: 1.5, -.5D+03, 1.234-105 (exponent without E). NaN and Infinity come back
/// as such. Nothing for stars, words and numbers too large for a double; too small a number is 0.
std::optional<double> parse_number(std::string_view field);

/// A field that holds the place of a number and is none: NaN, infinity, or stars where the value did not fit.
bool is_gap(std::string_view field);

/// One unit of the last digit that a number is printed with: 0.001 for 1.234, 1e-5 for 1.23E-03.
double last_place(std::string_view field);

/// Fields between blanks (and commas, when `commas`); numbers printed without a blank between them
/// (1.0E+05-2.0E+05) are separated.
void split_fields(std::string_view line, std::vector<std::string_view>& fields, bool commas = false);
std::vector<std::string_view> split_fields(std::string_view line);

bool contains(std::string_view text, std::string_view part);
bool contains_ignoring_case(std::string_view text, std::string_view lower_part);

/// The file `name` in `folder` whatever the case of its letters; nothing when there is none.
std::optional<std::filesystem::path> find_ignoring_case(const std::filesystem::path& folder, const std::string& name);
/// The file beside `file` with the same stem and another extension (with its point), in any case of letters.
std::optional<std::filesystem::path> find_accompanying(const std::filesystem::path& file, const std::string& extension);

/// Throws the InputError of one mistake. line: index from 0; -1 for the file as a whole.
[[noreturn]] void fail_input(const std::string& file, long line, const std::string& message, const std::string& remedy);

/// Collects the mistakes of one reader and stops it when there are too many to be of use.
class Reporter {
 public:
  /// `keep_gaps`: coefficients() hands on values that are no numbers, for those who repair them.
  explicit Reporter(const TextFile& file, bool keep_gaps = false) : file_(file), keep_gaps_(keep_gaps) {}
  /// line: index from 0; -1 for the file as a whole.
  void error(long line, const std::string& message, const std::string& remedy = {}, const std::string& value = {},
             const std::string& expected = {});
  /// The numbers of fields first .. first + count - 1; reports and returns false when one is missing or no number.
  bool numbers(long line, const std::vector<std::string_view>& fields, std::size_t first, std::size_t count,
               const char* what, double* out, bool allow_nan = false);
  /// As numbers(), for values that have neighbours to be repaired from: with `keep_gaps` NaN, infinity and stars are
  /// NaN.
  bool coefficients(long line, const std::vector<std::string_view>& fields, std::size_t first, std::size_t count,
                    const char* what, double* out);
  /// An error when the file ends inside its last line: shorter than the line before it and without a line end.
  void check_last_line();
  void throw_if_errors() const { diagnostics_.throw_if_errors(); }
  [[noreturn]] void fail(long line, const std::string& message, const std::string& remedy = {});

 private:
  const TextFile& file_;
  bool keep_gaps_;
  Diagnostics diagnostics_;
};

/// A path as the user would write it: UTF-8, for messages.
std::string shown(const std::filesystem::path& path);

}  // namespace swell::bemio
