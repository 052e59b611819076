/// Component types by name: `type:` of a case's components.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "swell/base/vector.h"
#include "swell/components/environment.h"
#include "swell/components/shared.h"
#include "swell/model/visitor.h"
#include "swell/system/component.h"

namespace swell::components {

/// Data and objects that components share besides ports; components do not change them.
struct Surroundings {
  double start = 0.0;             ///< [s] start of the run
  double gravity = kGravity;      ///< [m/s^2]
  double water_density = 1000.0;  ///< [kg/m^3]
  std::filesystem::path folder;   ///< relative file names start here
  /// Numbers of a text file with at least min_columns columns; throws InputError.
  std::function<MatrixX(const std::filesystem::path&, int min_columns, const Origin&)> read_table;
  /// Waves, current, depth, density at any place and time; null only if the waves of the case are invalid.
  std::shared_ptr<const Environment> environment;
  /// Objects shared between components. Makers use Given::share and Given::shared.
  std::shared_ptr<SharedObjects> objects = std::make_shared<SharedObjects>();
  /// Makes the named component now unless made already, so that an object can be used before its owner in file order.
  /// False if there is no such component; empty outside a case.
  std::function<bool(const std::string& component)> make_first;
  /// Receives warnings of the run, such as a value outside its valid range; once each. May be empty.
  std::function<void(Diagnostic)> warn;
};

/// Still water and a seabed named ground, for examples of types outside a case.
Surroundings surroundings_of_examples();

/// Source places of one component's parameters, and its surroundings, while it is made.
class Given {
 public:
  /// @param tree  a map or nothing; like the other arguments it must outlive this object
  Given(const Parameter& tree, const Surroundings& surroundings, Diagnostics& diagnostics);

  /// Shares an object under this component's name (shared.h); one object per type and component.
  /// @param component  name passed to the maker
  template <class T>
  void share(const std::string& component, std::shared_ptr<const T> object) {
    if (!around.objects->add(component, std::move(object))) error("type", "shares two objects of one type");
  }
  /// Returns the object shared by another component, in any order in the case. Null after an error.
  /// @param key  key with the value `owner`, for the message   @param what  object sought: "a seabed"
  template <class T>
  std::shared_ptr<const T> shared(const std::string& key, const std::string& owner, const std::string& what) {
    const bool exists = around.make_first && around.make_first(owner);
    auto object = around.objects->find<T>(owner);
    if (!object) refuse_object(key, owner, what, exists, around.objects->owners<T>());
    return object;
  }

  const Surroundings& around;

  /// A key within a group is "group.key".
  bool has(const std::string& key) const { return find(key) != nullptr; }
  /// Place of the key, or of the component.
  Origin origin(const std::string& key) const;
  /// Reports an error that only the component can find. `message` follows the key's path. The returned diagnostic is
  /// valid until the next call.
  Diagnostic& error(const std::string& key, const std::string& message, const std::string& remedy = {});
  /// As error, with its code and, for an error within a value, its place; `value` is the value found.
  void refuse(const std::string& code, const std::string& key, const std::string& message,
              const std::string& remedy = {}) {
    error(key, message, remedy).code = code;
  }
  void refuse(const std::string& code, const Origin& place, const std::string& message, const std::string& remedy = {},
              const std::string& value = {}) {
    diagnostics_.error(place, message, remedy, value).code = code;
  }
  void warning(const char* code, const std::string& key, const std::string& message, const std::string& remedy = {});
  /// Reports a given key that is not used, with the reason: "integral is 0".
  void without_effect(const std::string& key, const std::string& why);
  Diagnostics& diagnostics() { return diagnostics_; }
  /// Does this component have errors so far?
  bool faulty() const;

 private:
  const Parameter* find(const std::string& key) const;
  void refuse_object(const std::string& key, const std::string& owner, const std::string& what, bool exists,
                     const std::vector<std::string>& owners);
  std::string path_of(const std::string& key) const;

  const Parameter& tree_;
  Diagnostics& diagnostics_;
  std::size_t before_;  // number of earlier errors
};

/// Parameters of a component: description, and a function that makes the component.
struct Recipe {
  std::function<void(model::Visitor&)> describe;
  /// Errors go to the diagnostics of `given`. After an error the result is discarded, so a maker need not check for
  /// errors.
  std::function<std::unique_ptr<system::Component>(const std::string& name, Given& given)> make;
};

struct ElementType;  // element.h

class Registry {
 public:
  Registry();
  struct Type {
    std::string name, description, example;
    std::function<Recipe()> recipe;  ///< with the parameters at their defaults
    std::string library;             ///< "" for built-in ones
  };

  /// Adds a type whose parameters are the members of `P`. Reader, schema, reference page and `swell inspect` follow
  /// from its description.
  /// @param example  parameters of a valid component, as YAML: "factor: 2"
  /// @throws InputError when the name exists already
  template <class P>
  void add(std::string type, std::string description, std::string example, void (*describe)(model::Visitor&, P&),
           std::unique_ptr<system::Component> (*maker)(const std::string& name, const P&, Given&)) {
    add({std::move(type),
         std::move(description),
         std::move(example),
         [describe, maker] {
           auto parameters = std::make_shared<P>();
           return Recipe{[=](model::Visitor& v) { describe(v, *parameters); },
                         [=](const std::string& name, Given& given) { return maker(name, *parameters, given); }};
         },
         {}});
  }
  void add(Type type);
  const std::vector<Type>& types() const { return types_; }
  /// Adds an element type for circuits (element.h). @throws InputError when the name exists already
  void add_element(ElementType type);
  std::shared_ptr<const std::vector<ElementType>> elements() const { return elements_; }
  /// Returns every type with all its keys, for model::case_schema.
  std::vector<model::DescribedType> described() const;
  /// docs/component-types.md: types with example, keys, ports.
  std::string reference() const;

  /// Returns the component, or nullptr after an error (see the diagnostics). In addition to the parameters of its type,
  /// every component has `ports: {<port>: {unit, frame, type, name}}`: unit and meaning of a general port, and a new
  /// name (a state of that name is renamed too).
  std::unique_ptr<system::Component> make(const std::string& type, const std::string& name, const Parameter& parameters,
                                          const Surroundings& surroundings, const Origin& type_origin,
                                          Diagnostics& diagnostics) const;

  /// Every type that comes with Swell.
  static Registry built_in();

 private:
  std::vector<Type> types_;
  std::shared_ptr<std::vector<ElementType>> elements_;
};

}  // namespace swell::components
