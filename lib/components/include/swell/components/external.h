/// Values that come from outside the run: from a program that steps it, or from an FMU's importer.
///
/// `type: input` holds such a value. In a run alone it keeps the value of the case.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace swell::components {

/// value + rate (t - since); who writes it tells the integrator so (Integrator::inputs_changed).
struct ExternalValue {
  std::vector<double> value;  ///< in the port's unit
  std::vector<double> rate;   ///< per second, as wide
  double since = 0.0;         ///< [s]
};

/// Every external value of a case by its component's name, filled while the case is built (Surroundings::objects,
/// under kName).
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
  mutable std::map<std::string, std::shared_ptr<ExternalValue>> values_;  // what is shared is const for components
};

}  // namespace swell::components
