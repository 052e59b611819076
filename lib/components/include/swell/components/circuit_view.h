/// Structure of a circuit besides its ports: elements, nodes, and which outputs are states or parameters.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "swell/system/component.h"

namespace swell::components {

struct CircuitView {
  struct Element {
    std::string name, type;
    std::vector<std::string> terminals;
    std::vector<std::size_t> nodes;  ///< of each terminal
  };
  struct Node {
    std::string label, domain;
  };
  /// A port of the circuit and the element.signal that it drives.
  struct Driven {
    std::string port, signal;
  };
  /// Kind of an output; outputs without an entry are variables or signals.
  enum class Role { state, parameter };

  std::vector<Element> elements;
  std::vector<Node> nodes;
  std::vector<Driven> inputs;
  std::map<std::string, Role> roles;  ///< by the output's address
};

class ShowsCircuit {
 public:
  virtual ~ShowsCircuit() = default;
  /// Null if there is none.
  virtual const CircuitView* circuit_view() const = 0;
};

/// View of a component made by Registry::make, or null.
inline const CircuitView* circuit_of(const system::Component* component) {
  const auto* shows = dynamic_cast<const ShowsCircuit*>(component);
  return shows != nullptr ? shows->circuit_view() : nullptr;
}

/// Is the output a parameter of a circuit's element? These are recorded on request only.
inline bool is_parameter(const CircuitView* view, const std::string& address) {
  if (view == nullptr) return false;
  const auto role = view->roles.find(address);
  return role != view->roles.end() && role->second == CircuitView::Role::parameter;
}

}  // namespace swell::components
