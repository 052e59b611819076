#include "swell/osp/unit.h"

#include <cctype>
#include <cmath>
#include <map>

#include "swell/base/constants.h"

namespace swell::osp {

namespace {

bool close(double a, double b) { return std::abs(a - b) <= 1e-12 * std::max(std::abs(a), std::abs(b)); }

const std::map<std::string, Unit>& symbols() {
  //                                          kg  m  s  A  K mol cd rad %
  static const std::map<std::string, Unit> table = {
      {"1", {"", {}, 1.0, 0.0}},
      {"kg", {"", {1, 0, 0, 0, 0, 0, 0, 0, 0}, 1.0, 0.0}},
      {"g", {"", {1, 0, 0, 0, 0, 0, 0, 0, 0}, 1e-3, 0.0}},
      {"t", {"", {1, 0, 0, 0, 0, 0, 0, 0, 0}, 1e3, 0.0}},
      {"m", {"", {0, 1, 0, 0, 0, 0, 0, 0, 0}, 1.0, 0.0}},
      {"s", {"", {0, 0, 1, 0, 0, 0, 0, 0, 0}, 1.0, 0.0}},
      {"min", {"", {0, 0, 1, 0, 0, 0, 0, 0, 0}, 60.0, 0.0}},
      {"h", {"", {0, 0, 1, 0, 0, 0, 0, 0, 0}, 3600.0, 0.0}},
      {"A", {"", {0, 0, 0, 1, 0, 0, 0, 0, 0}, 1.0, 0.0}},
      {"K", {"", {0, 0, 0, 0, 1, 0, 0, 0, 0}, 1.0, 0.0}},
      {"degC", {"", {0, 0, 0, 0, 1, 0, 0, 0, 0}, 1.0, 273.15}},
      {"mol", {"", {0, 0, 0, 0, 0, 1, 0, 0, 0}, 1.0, 0.0}},
      {"cd", {"", {0, 0, 0, 0, 0, 0, 1, 0, 0}, 1.0, 0.0}},
      {"rad", {"", {0, 0, 0, 0, 0, 0, 0, 1, 0}, 1.0, 0.0}},
      {"deg", {"", {0, 0, 0, 0, 0, 0, 0, 1, 0}, kPi / 180.0, 0.0}},
      {"rev", {"", {0, 0, 0, 0, 0, 0, 0, 1, 0}, 2.0 * kPi, 0.0}},
      {"rpm", {"", {0, 0, -1, 0, 0, 0, 0, 1, 0}, kPi / 30.0, 0.0}},
      {"%", {"", {0, 0, 0, 0, 0, 0, 0, 0, 1}, 1.0, 0.0}},
      {"percent", {"", {0, 0, 0, 0, 0, 0, 0, 0, 1}, 1.0, 0.0}},
      {"N", {"", {1, 1, -2, 0, 0, 0, 0, 0, 0}, 1.0, 0.0}},
      {"Pa", {"", {1, -1, -2, 0, 0, 0, 0, 0, 0}, 1.0, 0.0}},
      {"bar", {"", {1, -1, -2, 0, 0, 0, 0, 0, 0}, 1e5, 0.0}},
      {"J", {"", {1, 2, -2, 0, 0, 0, 0, 0, 0}, 1.0, 0.0}},
      {"W", {"", {1, 2, -3, 0, 0, 0, 0, 0, 0}, 1.0, 0.0}},
      {"V", {"", {1, 2, -3, -1, 0, 0, 0, 0, 0}, 1.0, 0.0}},
      {"C", {"", {0, 0, 1, 1, 0, 0, 0, 0, 0}, 1.0, 0.0}},
      {"ohm", {"", {1, 2, -3, -2, 0, 0, 0, 0, 0}, 1.0, 0.0}},
      {"F", {"", {-1, -2, 4, 2, 0, 0, 0, 0, 0}, 1.0, 0.0}},
      {"H", {"", {1, 2, -2, -2, 0, 0, 0, 0, 0}, 1.0, 0.0}},
      {"Hz", {"", {0, 0, -1, 0, 0, 0, 0, 0, 0}, 1.0, 0.0}},
      {"l", {"", {0, 3, 0, 0, 0, 0, 0, 0, 0}, 1e-3, 0.0}},
      {"L", {"", {0, 3, 0, 0, 0, 0, 0, 0, 0}, 1e-3, 0.0}},
  };
  return table;
}

std::optional<Unit> symbol(const std::string& text) {
  const auto whole = symbols().find(text);
  if (whole != symbols().end()) return whole->second;
  static const std::map<char, double> prefixes = {{'G', 1e9},  {'M', 1e6},  {'k', 1e3},  {'h', 1e2}, {'d', 1e-1},
                                                  {'c', 1e-2}, {'m', 1e-3}, {'u', 1e-6}, {'n', 1e-9}};
  if (text.size() < 2) return {};
  const auto prefix = prefixes.find(text[0]);
  const auto rest = symbols().find(text.substr(1));
  if (prefix == prefixes.end() || rest == symbols().end() || text[1] == '1' || rest->second.offset != 0.0) return {};
  Unit unit = rest->second;
  unit.factor *= prefix->second;
  return unit;
}

}  // namespace

bool Unit::same_scale(const Unit& other) const { return close(factor, other.factor) && close(offset, other.offset); }

std::string Unit::dimension() const {
  std::string text;
  for (std::size_t i = 0; i < kBaseUnits; ++i) {
    if (exponents[i] == 0) continue;
    if (!text.empty()) text += ' ';
    text += kBaseUnitNames[i];
    if (exponents[i] != 1) text += "^" + std::to_string(exponents[i]);
  }
  return text.empty() ? "1" : text;
}

std::optional<UnitConversion> conversion(const Unit& from, const Unit& to) {
  if (!from.same_dimension(to)) return {};
  if (from.same_scale(to)) return UnitConversion{};
  return UnitConversion{from.factor / to.factor, (from.offset - to.offset) / to.factor};
}

std::optional<Unit> parse_unit(const std::string& text) {
  Unit unit;
  unit.name = text;
  std::size_t at = 0;
  bool divide = false, any = false;
  const auto letter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '%'; };
  while (at < text.size()) {
    const char c = text[at];
    if (c == ' ' || c == '*' || c == '.') {
      ++at;
      continue;
    }
    if (c == '/') {
      if (divide) return {};
      divide = true;
      ++at;
      continue;
    }
    std::string name;
    if (c == '1') {
      name = "1";
      ++at;
    } else {
      while (at < text.size() && letter(text[at])) name += text[at++];
    }
    const std::optional<Unit> one = symbol(name);
    if (!one) return {};
    int power = 1;
    std::size_t digits = at;
    if (digits < text.size() && text[digits] == '^') ++digits;
    const std::size_t sign = digits;
    if (digits < text.size() && text[digits] == '-') ++digits;
    const std::size_t first = digits;
    while (digits < text.size() && std::isdigit(static_cast<unsigned char>(text[digits])) != 0) ++digits;
    if (digits > first && digits - first < 3) {
      power = std::stoi(text.substr(sign, digits - sign));
      at = digits;
    } else if (sign != at || first != sign) {
      return {};
    }
    if (divide) power = -power;
    divide = false;
    for (std::size_t i = 0; i < kBaseUnits; ++i) unit.exponents[i] += power * one->exponents[i];
    unit.factor *= std::pow(one->factor, power);
    if (one->offset != 0.0) {
      if (any || power != 1 || at < text.size()) return {};  // a temperature with an offset stands alone
      unit.offset = one->offset;
    }
    any = true;
  }
  if (!any || divide) return {};
  return unit;
}

}  // namespace swell::osp
