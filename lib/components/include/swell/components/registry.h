/// Component types by name: what stands behind `type:` of a case's components.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "swell/base/vector.h"
#include "swell/components/parameters.h"
#include "swell/system/component.h"

namespace swell::components {

/// What components may share beside ports: plain data and objects that are asked with arguments. Never changed by a
/// component.
struct Surroundings {
  double start = 0.0;             ///< [s] start of the run
  double gravity = 9.81;          ///< [m/s^2]
  double water_density = 1000.0;  ///< [kg/m^3]
  std::filesystem::path folder;   ///< relative file names start here
  /// Numbers from a text file, at least so many columns; throws InputError.
  std::function<MatrixX(const std::filesystem::path&, int min_columns, const Origin&)> read_table;
  /// Surface elevation [m] at a time and place (x, y); empty without a sea.
  std::function<double(double time, double x, double y)> elevation;
  /// Objects of any kind by name, for components that know each other.
  std::map<std::string, std::shared_ptr<const void>> objects;
  /// Takes a sentence about the run that people should read, such as that a value has left what a model describes; once
  /// each. Empty where nobody listens.
  std::function<void(const std::string&)> remark;
};

/// Makes a component from its parameters. Mistakes go to the parameters' diagnostics; what is returned beside mistakes
/// is thrown away, so a factory need not look for them.
using Factory =
    std::function<std::unique_ptr<system::Component>(const std::string& name, Parameters&, const Surroundings&)>;

class Registry {
 public:
  struct Type {
    std::string name, description;
    Factory factory;
    std::string library;  ///< "" for built-in ones
  };

  /// A name that is there already is an error. @throws InputError
  void add(std::string type, std::string description, Factory factory, std::string library = {});
  const std::vector<Type>& types() const { return types_; }

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
};

}  // namespace swell::components
