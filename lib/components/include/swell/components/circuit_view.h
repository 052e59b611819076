/// What a circuit shows of itself beside its ports: elements, nodes, and which outputs are states or parameters.
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
  /// What an output is; others are variables or signals.
  enum class Role { state, parameter };

  std::vector<Element> elements;
  std::vector<Node> nodes;
  std::vector<Driven> inputs;
  std::map<std::string, Role> roles;  ///< by the output's address
};

class ShowsCircuit {
 public:
  virtual ~ShowsCircuit() = default;
  /// Null where there is none.
  virtual const CircuitView* circuit_view() const = 0;
};

/// Of a component as Registry::make makes it, or null.
inline const CircuitView* circuit_of(const system::Component* component) {
  const auto* shows = dynamic_cast<const ShowsCircuit*>(component);
  return shows != nullptr ? shows->circuit_view() : nullptr;
}

/// Whether the output is a parameter of a circuit's element: handed out on request, not stored by itself.
inline bool is_parameter(const CircuitView* view, const std::string& address) {
  if (view == nullptr) return false;
  const auto role = view->roles.find(address);
  return role != view->roles.end() && role->second == CircuitView::Role::parameter;
}

}  // namespace swell::components
