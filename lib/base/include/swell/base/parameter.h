/// A component's own parameters as a tree of plain values that know where they were written.
///
/// The case reader makes the tree, a component checks it: which keys it knows, their units and bounds is the
/// component's business (requirement C1 of FhSim's model of composition). No YAML here.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "swell/base/error.h"

namespace swell {

/// Where a structure and each of its keys were written. Empty for a structure filled by hand.
struct Source {
  Origin origin;                       ///< of the structure itself
  std::map<std::string, Origin> keys;  ///< of each key that was given

  bool has(const std::string& key) const { return keys.count(key) != 0; }
  /// The key's own place, or the structure's when the key was not written.
  const Origin& of(const std::string& key) const;
};

/// One value: a number, a yes or no, a text, a list or a map.
struct Parameter {
  enum class Kind { none, number, flag, text, list, map };

  Kind kind = Kind::none;
  double number = 0.0;
  bool flag = false;
  std::string text;               ///< the value as written, for every scalar
  std::vector<std::string> keys;  ///< of a map, in the order of the file; same length as items
  std::vector<Parameter> items;   ///< of a list or a map
  Origin origin;
  Origin key_origin;    ///< of the key, for an entry of a map
  bool quoted = false;  ///< the text stood in quotes

  Parameter() = default;
  static Parameter of(double number);
  static Parameter of(bool flag);
  static Parameter of(std::string text);
  static Parameter of(const char* text) { return of(std::string(text)); }
  static Parameter list(std::vector<Parameter> items);
  static Parameter list(const std::vector<double>& numbers);
  static Parameter map(std::vector<std::pair<std::string, Parameter>> entries);

  bool is_map() const noexcept { return kind == Kind::map; }
  /// The entry of a map, or nullptr.
  const Parameter* find(const std::string& key) const;
  /// Adds an entry to a map (a tree of kind none becomes a map).
  void set(const std::string& key, Parameter value);
};

/// Limits of a number, each open or closed; the text of the rule is made from them.
struct Bounds {
  std::optional<double> lower, upper;
  bool lower_open = false, upper_open = false;

  bool contain(double value) const;
  /// "must be above 0", "must lie in [0, 1]", or "" without limits.
  std::string rule(const std::string& unit) const;
};
inline Bounds anything() { return {}; }
inline Bounds above(double lower) { return {lower, std::nullopt, true, false}; }
inline Bounds at_least(double lower) { return {lower, std::nullopt, false, false}; }
inline Bounds between(double lower, double upper) { return {lower, upper, false, false}; }

/// Reads a map of parameters, one call per key; every mistake goes to the diagnostics and reading goes on. `finish`
/// reports the keys that were not asked for, with the nearest that were.
///
///     ParameterReader read(spec.parameters, diagnostics);
///     gain = read.number("gain", "N s/m", anything(), 1.0);
///     read.finish();
class ParameterReader {
 public:
  /// @param map  a map or nothing (an empty map); must outlive the reader
  ParameterReader(const Parameter& map, Diagnostics& diagnostics);

  /// Without a default the key is required.
  double number(const std::string& key, const std::string& unit, const Bounds& bounds = {},
                std::optional<double> default_value = std::nullopt);
  int integer(const std::string& key, const Bounds& bounds = {}, std::optional<int> default_value = std::nullopt);
  bool flag(const std::string& key, std::optional<bool> default_value = std::nullopt);
  std::string text(const std::string& key, std::optional<std::string> default_value = std::nullopt);
  /// Index of the word in `words`.
  std::size_t choice(const std::string& key, const std::vector<std::string>& words,
                     std::optional<std::size_t> default_value = std::nullopt);
  /// A list of numbers. @param size  how many there must be, 0 for any number
  std::vector<double> numbers(const std::string& key, const std::string& unit, std::size_t size = 0,
                              const Bounds& bounds = {},
                              std::optional<std::vector<double>> default_value = std::nullopt);
  /// Rows of equal length. @param rows, columns  0 for any number
  std::vector<std::vector<double>> table(const std::string& key, const std::string& unit, std::size_t rows,
                                         std::size_t columns, bool required = true);
  /// The subtree itself, marked as read; nullptr when absent.
  const Parameter* tree(const std::string& key);
  bool has(const std::string& key) const { return map_.find(key) != nullptr; }
  /// Place of the key, or of the map.
  Origin origin(const std::string& key) const;
  Diagnostics& diagnostics() { return diagnostics_; }
  /// Unknown keys are errors.
  void finish();

 private:
  const Parameter* look(const std::string& key, bool required, const std::string& expected);
  void wrong_type(const std::string& key, const Parameter& value, const std::string& expected);
  std::optional<double> checked(const std::string& key, const Parameter& value, const std::string& unit,
                                const Bounds& bounds);

  const Parameter& map_;
  Diagnostics& diagnostics_;
  std::vector<std::string> known_;
};

/// "must be a number" gets a hint when the text looks like one: "1,5" gives "write 1.5 with a decimal point".
std::string number_hint(const std::string& text);

}  // namespace swell
