/// OspSystemStructure.xml as plain data.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "swell/osp/semantics.h"

namespace swell::osp {

struct InitialValue {
  std::string variable;
  DataType data_type = DataType::real;
  std::string value;
  Origin origin;
};

struct Simulator {
  std::string name, source;  ///< source: URI, relative to the file
  std::optional<double> step_size;
  std::vector<InitialValue> initial_values;
  Origin origin;
};

/// A function between connections: out = offset + factor in, or a sum of scalars, or of vectors.
struct Function {
  enum class Kind { linear_transformation, sum, vector_sum };
  Kind kind = Kind::sum;
  std::string name;
  int inputs = 1;
  int dimension = 1;
  double factor = 1.0, offset = 0.0;
  Origin origin;
  std::vector<std::string> signals() const;  ///< "in", or "in[0]" and so on; "out" last
};

/// One end of a connection: of a simulator (variable or group) or of a function (signal or signal group).
struct Endpoint {
  bool of_function = false;
  std::string owner, name;
  Origin origin;
};

struct Connection {
  bool groups = false;  ///< joins variable groups, not single variables
  Endpoint a, b;
  std::string power_bond;
  Origin origin;
};

struct SystemStructure {
  std::string file;
  double start_time = 0.0;
  std::optional<double> end_time, base_step_size;
  std::string algorithm = "fixedStep";
  std::vector<Simulator> simulators;
  std::vector<Function> functions;
  std::vector<Connection> connections;
};

/// Reads the file. Faults (SCHEMA, VE_OSPSystemStructure) are appended; with a SCHEMA fault the structure is empty.
/// @throws InputError when the file cannot be opened
SystemStructure read_system_structure(const std::filesystem::path& path, std::vector<Diagnostic>& faults);

/// A source written as a URI, relative to the folder: "file:" taken off, percent escapes undone.
std::filesystem::path source_path(const std::filesystem::path& folder, std::string source);

/// Returns the fault X_MissingSource of a source without a file; a proxyfmu:// source is called by its name.
/// @param who  "simulator 'a'"   @param place  where the file was looked for
Diagnostic missing_source(const std::string& who, const std::string& source, const std::string& place, Origin origin);

}  // namespace swell::osp
