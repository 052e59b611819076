/// Units as OSP-IS and FMI have them: exponents of nine base units, a factor and an offset.
#pragma once

#include <array>
#include <optional>
#include <string>

namespace swell::osp {

/// kg m s A K mol cd rad percent; percent is OSP's addition to FMI's eight.
constexpr std::size_t kBaseUnits = 9;
using Exponents = std::array<int, kBaseUnits>;
constexpr std::array<const char*, kBaseUnits> kBaseUnitNames = {"kg",  "m",  "s",   "A",      "K",
                                                                "mol", "cd", "rad", "percent"};

/// value in base units = factor * value in this unit + offset
struct Unit {
  std::string name;
  Exponents exponents{};
  double factor = 1.0;
  double offset = 0.0;

  bool same_dimension(const Unit& other) const { return exponents == other.exponents; }
  /// Factor and offset agree (relative 1e-12).
  bool same_scale(const Unit& other) const;
  /// "kg m^2 s^-2", "1" without dimension.
  std::string dimension() const;
};

/// Turns values of one unit into another of the same dimension: y = factor x + offset.
struct UnitConversion {
  double factor = 1.0;
  double offset = 0.0;
  double operator()(double x) const { return factor * x + offset; }
  bool trivial() const { return factor == 1.0 && offset == 0.0; }
};

/// Nothing when the dimensions differ.
std::optional<UnitConversion> conversion(const Unit& from, const Unit& to);

/// Reads "kN", "m/s", "kg m^2/s^2", "N.m", "rad/s", "deg", "bar", "%", "degC", "rpm", "1". A slash divides by the next
/// factor only. Hz is s^-1 with factor 1. Nothing when a symbol is not known.
std::optional<Unit> parse_unit(const std::string& text);

}  // namespace swell::osp
