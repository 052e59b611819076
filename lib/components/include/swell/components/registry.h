/// Component types by name: what stands behind `type:` of a case's components.
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

/// What components may share beside ports: plain data and objects that are asked with arguments. Never changed by a
/// component.
struct Surroundings {
  double start = 0.0;             ///< [s] start of the run
  double gravity = kGravity;      ///< [m/s^2]
  double water_density = 1000.0;  ///< [kg/m^3]
  std::filesystem::path folder;   ///< relative file names start here
  /// Numbers from a text file, at least so many columns; throws InputError.
  std::function<MatrixX(const std::filesystem::path&, int min_columns, const Origin&)> read_table;
  /// Waves, current, depth, density at any place and time; null only where the case's waves could not be made.
  std::shared_ptr<const Environment> environment;
  /// Of all components of the case. Makers use Given::share and Given::shared.
  std::shared_ptr<SharedObjects> objects = std::make_shared<SharedObjects>();
  /// Makes the component of this name now, if the case has it and it has not been made: whoever asks for its object
  /// may stand before it. False where there is none; empty outside a case.
  std::function<bool(const std::string& component)> make_first;
  /// Takes a warning of the run, such as that a value has left what a model describes; once each. Empty where nothing
  /// listens.
  std::function<void(Diagnostic)> warn;
};

/// Still water and a seabed named ground: what a type's example needs to be made outside a case.
Surroundings surroundings_of_examples();

/// Where the parameters of one component were written, and what it may share, while it is made.
class Given {
 public:
  /// @param tree  a map or nothing; must outlive this object, like the others
  Given(const Parameter& tree, const Surroundings& surroundings, Diagnostics& diagnostics);

  /// Shares an object under this component's name (shared.h); one of a type per component.
  /// @param component  the name that the maker was given
  template <class T>
  void share(const std::string& component, std::shared_ptr<const T> object) {
    if (!around.objects->add(component, std::move(object))) error("type", "shares two objects of one type");
  }
  /// The object that another component shares, whatever their order in the case. Null after a mistake.
  /// @param key  whose value is `owner`, for the message   @param what  "a seabed": what is looked for
  template <class T>
  std::shared_ptr<const T> shared(const std::string& key, const std::string& owner, const std::string& what) {
    const bool exists = around.make_first && around.make_first(owner);
    auto object = around.objects->find<T>(owner);
    if (!object) refuse_object(key, owner, what, exists, around.objects->owners<T>());
    return object;
  }

  const Surroundings& around;

  /// A key of a group is "group.key".
  bool has(const std::string& key) const { return find(key) != nullptr; }
  /// Place of the key, or of the component.
  Origin origin(const std::string& key) const;
  /// A mistake that only the component sees. `message` follows the key's path; the code may be set in what is returned,
  /// until the next call.
  Diagnostic& error(const std::string& key, const std::string& message, const std::string& remedy = {});
  /// The same with its code, at the key or, of a mistake inside of its value, at a place; `value` is what was found.
  void refuse(const std::string& code, const std::string& key, const std::string& message,
              const std::string& remedy = {}) {
    error(key, message, remedy).code = code;
  }
  void refuse(const std::string& code, const Origin& place, const std::string& message, const std::string& remedy = {},
              const std::string& value = {}) {
    diagnostics_.error(place, message, remedy, value).code = code;
  }
  void warning(const char* code, const std::string& key, const std::string& message, const std::string& remedy = {});
  /// Reports a key that was given and that nothing reads, with the reason: "integral is 0".
  void without_effect(const std::string& key, const std::string& why);
  Diagnostics& diagnostics() { return diagnostics_; }
  /// Whether this component has mistakes so far.
  bool faulty() const;

 private:
  const Parameter* find(const std::string& key) const;
  void refuse_object(const std::string& key, const std::string& owner, const std::string& what, bool exists,
                     const std::vector<std::string>& owners);
  std::string path_of(const std::string& key) const;

  const Parameter& tree_;
  Diagnostics& diagnostics_;
  std::size_t before_;  // mistakes of others
};

/// One set of parameters: described, to be read and listed, and made into a component.
struct Recipe {
  std::function<void(model::Visitor&)> describe;
  /// Mistakes go to the diagnostics of `given`; what is returned beside mistakes is thrown away, so that a maker need
  /// not look for them.
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

  /// A type whose parameters are the members of `P`. Its description says what the keys are; reader, schema, reference
  /// page and `swell inspect` follow from it.
  /// @param example  parameters that make one, as YAML: "factor: 2"
  /// @throws InputError when the name is defined already
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
  /// Adds a type of element for circuits (element.h). @throws InputError when the name is defined already
  void add_element(ElementType type);
  std::shared_ptr<const std::vector<ElementType>> elements() const { return elements_; }
  /// Every type with all its keys, for model::case_schema.
  std::vector<model::DescribedType> described() const;
  /// docs/component-types.md: types with example, keys, ports.
  std::string reference() const;

  /// The component, or nullptr when something is wrong with it (then the diagnostics say what). Beside the type's own
  /// parameters every component takes `ports: {<port>: {unit, frame, type, name}}`, which say what a general port
  /// carries and how it is called here (a state of that name is renamed with it).
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
