#include "formula.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <numeric>

#include "swell/base/constants.h"
#include "swell/base/error.h"
#include "swell/base/text.h"

namespace swell::components {

std::pair<std::string, std::string> misread(const std::string& text) {
  const auto part_of_name = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  std::vector<bool> calls;            // per open parenthesis: is it preceded by a name?
  std::vector<bool> compared{false};  // per parenthesis and for all: is there a comparison so far?
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const char next = i + 1 < text.size() ? text[i + 1] : ' ';
    if (static_cast<unsigned char>(c) >= 0x80) {  // muParser reads bytes
      std::size_t end = i + 1;
      while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) ++end;
      return {fmt::format("has {} at character {}", text.substr(i, end - i), i + 1),
              "formulas are ASCII: letters a to z, digits and _; signs + - * / ^"};
    }
    const bool word =
        text.compare(i, 5, " and ") == 0 || text.compare(i, 4, " or ") == 0;  // explained by muParser's error
    if (word || std::string("&|?:,").find(c) != std::string::npos) compared.back() = false;
    if (c == '<' || c == '>' || ((c == '=' || c == '!') && next == '=')) {
      if (compared.back())
        return {fmt::format("compares again at character {} what a comparison gave, 0 or 1", i + 1),
                "write a < x && x < b"};
      compared.back() = true;
    }
    if (c == '(') compared.push_back(false);
    if (c == ')' && compared.size() > 1) compared.pop_back();
    if (c == '(') {
      const std::size_t before = i == 0 ? std::string::npos : text.find_last_not_of(" \t", i - 1);
      calls.push_back(before != std::string::npos && part_of_name(text[before]));
    } else if (c == ')') {
      if (!calls.empty()) calls.pop_back();
    } else if (c == ',' && (calls.empty() || !calls.back())) {
      return {fmt::format("has a comma at character {} outside the parentheses of a function", i + 1),
              "write numbers with a decimal point and without marks between thousands: 1.5e5, 260000"};
    } else if (c == '=' && next == '=') {
      ++i;
    } else if (c == '=' && (i == 0 || std::string("<>!").find(text[i - 1]) == std::string::npos)) {
      return {fmt::format("assigns at character {}, and a formula has a value only", i + 1), "compare with =="};
    }
  }
  return {};
}

std::pair<std::string, std::string> explained(const mu::Parser& parser, const mu::Parser::exception_type& error,
                                              const std::string& text) {
  const auto at = static_cast<std::size_t>(std::max(0, static_cast<int>(error.GetPos())));
  std::size_t end = at;
  while (end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) != 0 || text[end] == '_')) ++end;
  const std::string word = at < text.size() ? text.substr(at, std::max<std::size_t>(1, end - at)) : "";
  std::vector<std::string> names = keys_of(parser.GetVar());
  for (const auto& known : parser.GetConst()) names.push_back(known.first);
  const std::string list = fmt::format(
      "known here: {}, functions such as abs, max, sqrt, sin, exp, sign; ^ is a power, "
      "&& and || join conditions",
      fmt::join(names, ", "));
  if (error.GetCode() != mu::ecUNASSIGNABLE_TOKEN)
    return {fmt::format("is not a formula at character {}: {}", at + 1, error.GetMsg()), list};
  for (const auto& known : parser.GetFunDef()) names.push_back(known.first);
  return {fmt::format("{} at character {} is not known", word, at + 1), did_you_mean(word, names, list)};
}

std::set<std::string> names_in(const std::string& text) {
  const auto of_name = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  std::set<std::string> names;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && of_name(text[end])) ++end;
    if (end > at && std::isdigit(static_cast<unsigned char>(text[at])) == 0) names.insert(text.substr(at, end - at));
    at = std::max(end, at + 1);
  }
  return names;
}

void prepare(mu::Parser& parser) {
  const auto sign = [](double x) { return x > 0.0 ? 1.0 : x < 0.0 ? -1.0 : 0.0; };
  const auto largest = [](const double* x, int n) {
    return std::accumulate(x, x + n, -HUGE_VAL, [](double a, double b) { return std::isnan(a) || a > b ? a : b; });
  };
  const auto smallest = [](const double* x, int n) {
    return std::accumulate(x, x + n, HUGE_VAL, [](double a, double b) { return std::isnan(a) || a < b ? a : b; });
  };
  parser.ClearConst();  // _pi and _e
  parser.DefineConst("pi", kPi);
  parser.DefineFun("sign", +sign);
  parser.DefineFun("max", +largest);
  parser.DefineFun("min", +smallest);
}

}  // namespace swell::components
