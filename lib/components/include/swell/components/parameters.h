/// Parameters of one component while it is made: read, checked and remembered for inspect.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "swell/base/parameter.h"
#include "swell/system/port.h"

namespace swell::components {

/// ParameterReader with a list of everything that was read, defaults included.
class Parameters {
 public:
  /// @param tree  a map or nothing; must outlive this object
  Parameters(const Parameter& tree, Diagnostics& diagnostics, std::string prefix = {});

  /// Without a default the key is required.
  double number(const std::string& key, const std::string& unit, const Bounds& bounds = {},
                std::optional<double> default_value = std::nullopt);
  std::optional<double> optional_number(const std::string& key, const std::string& unit, const Bounds& bounds = {});
  int integer(const std::string& key, const Bounds& bounds = {}, std::optional<int> default_value = std::nullopt);
  bool flag(const std::string& key, bool default_value);
  std::string text(const std::string& key, std::optional<std::string> default_value = std::nullopt);
  std::size_t choice(const std::string& key, const std::vector<std::string>& words,
                     std::optional<std::size_t> default_value = std::nullopt);
  /// A list of numbers, or one number for a list of one. @param size  0 for any number
  std::vector<double> numbers(const std::string& key, const std::string& unit, std::size_t size = 0,
                              std::optional<std::vector<double>> default_value = std::nullopt);
  /// A list of texts, or one text.
  std::vector<std::string> texts(const std::string& key,
                                 std::optional<std::vector<std::string>> default_value = std::nullopt);
  /// Rows of as many numbers. @return empty when absent and not required
  std::vector<std::vector<double>> table(const std::string& key, const std::string& unit, std::size_t columns,
                                         bool required);
  /// A map of its own: `read` gets its parameters, unknown keys in it are errors. Absent: `read` runs on an empty map
  /// when `required`, and not at all otherwise. @return whether it was there
  bool group(const std::string& key, bool required, const std::function<void(Parameters&)>& read);
  /// The subtree, marked as known; nullptr when absent.
  const Parameter* tree(const std::string& key) { return reader_.tree(key); }

  bool has(const std::string& key) const { return reader_.has(key); }
  Origin origin(const std::string& key) const { return reader_.origin(key); }
  /// A mistake that only the component sees. `message` follows the key's path.
  void error(const std::string& key, const std::string& message, const std::string& remedy = {});
  void warning(const std::string& key, const std::string& message, const std::string& remedy = {});
  Diagnostics& diagnostics() { return diagnostics_; }
  void finish() { reader_.finish(); }
  const std::vector<system::ParameterSpec>& list() const { return list_; }

 private:
  void remember(const std::string& key, std::string value, const std::string& unit, std::size_t width = 1);

  const Parameter& tree_;
  Diagnostics& diagnostics_;
  ParameterReader reader_;
  std::string prefix_;
  std::vector<system::ParameterSpec> list_;
};

}  // namespace swell::components
