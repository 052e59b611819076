/// Objects that components share besides ports (FhSim, "Shared objects"): functions of arguments, such as the sea at a
/// place or a law of force.
///
/// An object has a C++ type, one owner (the component whose maker registers it and whose name is the key), and lives as
/// long as the run. It is constant once shared: results of components must depend on ports, states and time alone.
/// Varying data must be a state or memory of the owner, connected by a port.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <typeindex>
#include <utility>
#include <vector>

#include "swell/base/parameter.h"

namespace swell::components {

class SharedObjects {
 public:
  /// Returns false if this owner already shares an object of this type.
  template <class T>
  bool add(const std::string& owner, std::shared_ptr<const T> object) {
    return objects_.emplace(std::pair{owner, std::type_index(typeid(T))}, std::move(object)).second;
  }
  template <class T>
  std::shared_ptr<const T> find(const std::string& owner) const {
    const auto found = objects_.find({owner, std::type_index(typeid(T))});
    return found == objects_.end() ? nullptr : std::static_pointer_cast<const T>(found->second);
  }
  /// Owners of objects of this type.
  template <class T>
  std::vector<std::string> owners() const {
    std::vector<std::string> names;
    for (const auto& [key, object] : objects_) {
      if (key.second == std::type_index(typeid(T))) names.push_back(key.first);
    }
    return names;
  }
  /// All objects of one owner, which keeps them alive.
  std::vector<std::shared_ptr<const void>> of(const std::string& owner) const {
    std::vector<std::shared_ptr<const void>> all;
    for (const auto& [key, object] : objects_) {
      if (key.first == owner) all.push_back(object);
    }
    return all;
  }

 private:
  std::map<std::pair<std::string, std::type_index>, std::shared_ptr<const void>> objects_;
};

}  // namespace swell::components
