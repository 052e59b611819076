/// Types of circuit elements by name: `type:` in the elements of a `circuit`. User libraries add types with
/// Registry::add_element.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "swell/components/registry.h"
#include "swell/network/network.h"

namespace swell::components {

/// Destination of an element while it is made.
struct ElementPlace {
  network::Circuit& circuit;
  const std::string& name;
  Given& given;
  const std::map<std::string, network::Domain>& own_domains;  ///< of the circuit, by name

  /// Returns the domain with this name: one of the five or one of the circuit's own. An unknown name is reported as an
  /// error of `key`.   @param fluid  only hydraulic and pneumatic are allowed
  network::Domain domain(const std::string& word, const char* key = "domain", bool fluid = false) const;
  /// Adds a network::Component, or a network::Element, under the name of the element.
  template <class T>
  void add(T component) const {
    circuit.add(name, std::move(component));
  }
};

/// Parameters of one element: description, and a function that adds the element to a circuit.
struct ElementRecipe {
  std::function<void(model::Visitor&)> describe;
  std::function<void(const ElementPlace&)> add;
};

struct ElementType {
  std::string word, help;
  std::function<ElementRecipe()> recipe;  ///< with the parameters at their defaults
};

/// A type whose parameters are the members of `P`.
/// @param add  errors go to the place's Given or are thrown as InputError
template <class P>
ElementType element_type(const char* word, const char* help, void (*describe)(model::Visitor&, P&),
                         void (*add)(const ElementPlace&, const P&)) {
  return {
      word, help, [=] {
        auto p = std::make_shared<P>();
        return ElementRecipe{[=](model::Visitor& v) { describe(v, *p); }, [=](const ElementPlace& at) { add(at, *p); }};
      }};
}

/// The key "domain" of an element; resolved by ElementPlace::domain.
inline void describe_domain(model::Visitor& v, std::string& word) {
  v.text({"domain", "",
          "of its terminals: hydraulic, pneumatic, electrical, rotational, translational, or one of the circuit's "
          "domains"},
         word);
}

}  // namespace swell::components
