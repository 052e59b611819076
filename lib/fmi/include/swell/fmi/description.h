/// modelDescription.xml of FMI 2.0 and 3.0: what an FMU says of itself (FMI Specification 2.0.5, 2.2; 3.0.2, 2.4).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "swell/base/error.h"

namespace swell::fmi {

/// FMI 2.0 has real, int32 (Integer), boolean, text (String) and enumeration.
enum class Type {
  real,
  float32,
  int8,
  uint8,
  int16,
  uint16,
  int32,
  uint32,
  int64,
  uint64,
  boolean,
  text,
  binary,
  enumeration,
  clock
};
enum class Causality { structural, parameter, calculated, input, output, local, independent };
enum class Variability { constant, fixed, tunable, discrete, continuous };

/// What an FMU is run as.
enum class Kind { co_simulation, model_exchange };

/// kg m s A K mol cd rad; value in base units = factor value + offset.
struct UnitDefinition {
  std::string name;
  std::array<int, 8> exponents{};
  double factor = 1.0, offset = 0.0;
  bool has_base = true;  ///< the definition says what it is made of
};

/// One size of an array: a number, or the value of a variable.
struct Dimension {
  std::optional<std::uint64_t> size;
  std::uint32_t reference = 0;
};

struct Variable {
  std::string name;
  std::uint32_t reference = 0;
  Type type = Type::real;
  Causality causality = Causality::local;
  Variability variability = Variability::continuous;
  std::string initial;  ///< "exact", "approx", "calculated" or ""
  std::string description, unit;
  std::vector<std::string> start;  ///< as written; of an array all its values
  std::optional<double> minimum, maximum, nominal;
  std::vector<Dimension> dimensions;      ///< FMI 3.0
  std::optional<std::size_t> derivative;  ///< place in Description::variables of the state that this is the rate of
  std::vector<std::pair<std::string, std::int64_t>> items;  ///< of an enumeration: words and their numbers
  int line = 0;                                             ///< in the file
};
/// The number that the word stands for; nothing where `v` is no enumeration or does not know it.
std::optional<double> number_of_word(const Variable& v, const std::string& word);
/// No text, binary or clock.
inline bool is_number(const Variable& v) {
  return v.type != Type::text && v.type != Type::binary && v.type != Type::clock;
}

/// Of one kind.
struct Interface {
  std::string identifier;  ///< name of the library, without ending
  bool needs_tool = false, once_per_process = false, keeps_state = false, serializes_state = false,
       directional_derivative = false;
  bool variable_step = false, interpolates_inputs = false, event_mode = false;  ///< co-simulation
  double fixed_step = 0.0;                                                      ///< [s] FMI 3.0; 0: not given
  bool completed_step_needed = true;                                            ///< model exchange
};

struct Experiment {
  std::optional<double> start, stop, tolerance, step;
};

struct Description {
  int version = 2;  ///< 2 or 3
  std::string model, token, description, author, copyright, license, tool, date, model_version;
  std::string naming = "structured";
  std::optional<Interface> co_simulation, model_exchange;
  std::vector<UnitDefinition> units;
  std::vector<std::pair<std::string, std::string>> log_categories;  ///< name and description
  Experiment experiment;
  std::vector<Variable> variables;
  std::vector<std::size_t> outputs, derivatives;  ///< places in `variables`
  /// Places of what each of these depends on; none where the file does not say it, which means on everything.
  using Needs = std::vector<std::optional<std::vector<std::size_t>>>;
  Needs output_needs, derivative_needs;
  std::size_t event_indicators = 0;     ///< FMI 2.0; of 3.0 their number in ModelStructure
  std::vector<std::size_t> indicators;  ///< FMI 3.0: places in `variables`

  const Variable* find(const std::string& name) const;
  const std::optional<Interface>& interface(Kind kind) const {
    return kind == Kind::model_exchange ? model_exchange : co_simulation;
  }
  const UnitDefinition* unit(const std::string& name) const;
};

/// The document as its schema wants it. Outputs are listed as depending on every input unless `output_needs` says on
/// which, in initialization on every one.
std::string write_description(const Description& description);

/// @param file  what the text stands in, for messages
/// @throws InputError with what is wrong, with lines: no XML, another document, FMI 1.0, names used twice, references
/// to variables that are not there, values that are no numbers
Description read_description(const std::string& text, const std::string& file);

const char* name_of(Type type, int version);

}  // namespace swell::fmi
