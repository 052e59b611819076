/// Objects that components share beside ports (FhSim, "Shared objects"): what is asked with arguments, such as the sea
/// at a place or a law of force, instead of being connected.
///
/// An object has a type of C++, one owner (the component whose maker registers it, and under whose name others find
/// it), and lives as long as the run. It never changes once it is shared: what components compute must depend on ports,
/// states and time alone. What does change is a state or memory of its owner, and goes through a port.
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
  /// False when this owner shares an object of this type already.
  template <class T>
  bool add(const std::string& owner, std::shared_ptr<const T> object) {
    return objects_.emplace(std::pair{owner, std::type_index(typeid(T))}, std::move(object)).second;
  }
  template <class T>
  std::shared_ptr<const T> find(const std::string& owner) const {
    const auto found = objects_.find({owner, std::type_index(typeid(T))});
    return found == objects_.end() ? nullptr : std::static_pointer_cast<const T>(found->second);
  }
  /// Who shares an object of this type.
  template <class T>
  std::vector<std::string> owners() const {
    std::vector<std::string> names;
    for (const auto& [key, object] : objects_) {
      if (key.second == std::type_index(typeid(T))) names.push_back(key.first);
    }
    return names;
  }
  /// Everything of one owner, which keeps it.
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
