#include "swell/base/number.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <system_error>

namespace swell {

std::optional<double> parse_number(std::string_view text) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const bool plus = !text.empty() && text.front() == '+', minus = !text.empty() && text.front() == '-';
  if (plus) text.remove_prefix(1);  // from_chars takes a minus only
  const std::size_t sign = minus ? 1 : 0;
  if (text.size() <= sign || !(is_digit(text[sign]) || text[sign] == '.')) return std::nullopt;  // no nan, no inf
  double value = 0.0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  if (rest != end) return std::nullopt;
  if (error == std::errc()) return value;
  // Out of range: the sign of the exponent tells too small from too large.
  const std::size_t exponent = text.find_first_of("eE");
  const bool small = exponent != std::string_view::npos && text.substr(exponent + 1, 1) == "-";
  return small ? std::optional(minus ? -0.0 : 0.0) : std::nullopt;
}

std::optional<long> parse_integer(std::string_view text) {
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  long value = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && rest == end ? std::optional(value) : std::nullopt;
}

std::optional<double> parse_fortran_number(std::string_view text) {
  if (const auto value = parse_number(text)) return value;
  std::string letters(text);
  std::replace_if(
      letters.begin(), letters.end(), [](char c) { return c == 'd' || c == 'D'; }, 'e');
  const std::size_t sign = letters.find_last_of("+-");
  const bool bare = sign != std::string::npos && sign > 0 && letters.size() == sign + 4 && letters[sign - 1] != 'e';
  if (bare && letters.find_first_of("eE") == std::string::npos) letters.insert(sign, "e");
  return parse_number(letters);
}

}  // namespace swell
