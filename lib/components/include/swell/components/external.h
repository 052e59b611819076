/// Values from outside the run: from a program that steps the case, or from an FMU's importer.
///
/// `type: input` has such a value. A run without an external program keeps the value of the case.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace swell::components {

/// value + rate (t - since). After a write, call Integrator::inputs_changed.
struct ExternalValue {
  std::vector<double> value;  ///< in the port's unit
  std::vector<double> rate;   ///< per second, as wide
  double since = 0.0;         ///< [s]
};

/// All external values of a case by component name, collected while the case is built (Surroundings::objects, under
/// kName).
class ExternalValues {
 public:
  static constexpr const char* kName = "external values";
  void keep(const std::string& component, std::shared_ptr<ExternalValue> value) const {
    values_[component] = std::move(value);
  }
  std::shared_ptr<ExternalValue> find(const std::string& component) const {
    const auto found = values_.find(component);
    return found == values_.end() ? nullptr : found->second;
  }
  const std::map<std::string, std::shared_ptr<ExternalValue>>& all() const { return values_; }

 private:
  mutable std::map<std::string, std::shared_ptr<ExternalValue>> values_;  // components share it as const
};

}  // namespace swell::components
