/// A system as a master runs it: units, blocks of arithmetic between them, and one wire per scalar, whatever form the
/// file gave them (variables, groups, signal groups of OSP-IS; connectors of nested systems of SSP).
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "swell/osp/system_structure.h"

namespace swell::osp {

/// A value that a variable is given before the start, in `unit` ("": the variable's own).
struct GivenValue {
  std::string variable;
  DataType data_type = DataType::real;
  std::string value, unit;
  Origin origin;
  double factor = 1.0, offset = 0.0;  ///< of the number in the variable's own unit
};

struct Wiring {
  struct Unit {
    std::string name;
    std::filesystem::path file;  ///< of an SSP package: within it
    std::string source{};        ///< as the system names it
    std::optional<double> step;  ///< [s]
    std::vector<GivenValue> values;
    Origin origin, step_origin;
  };
  /// out = offset + factor in (`inputs` 0), or the sum of `inputs` scalars.
  struct Block {
    std::string name;
    int inputs = 0;
    double factor = 1.0, offset = 0.0;
    Origin origin;
  };
  struct End {
    std::string owner, name;  ///< of a block: "in" or "in[0]" and so on, "out"
    bool of_block = false;
  };
  /// `to` gets factor * `from` + offset, of the numbers that the units themselves use. Where that is `from` alone the
  /// units of the FMUs are converted, but not with `as_number`.
  struct Wire {
    End from, to;
    double factor = 1.0, offset = 0.0;
    bool as_number = false;
    Origin origin;
    bool turned = false;    ///< between two frames: the factor is the sign of the axis, 1 included
    bool converts = false;  ///< factor and offset are of the number in the unit of `to` (SSP 1.0, LinearTransformation)
  };

  std::string file, name;
  double start = 0.0;          ///< [s]
  std::optional<double> stop;  ///< [s]
  std::optional<double> step;  ///< [s] base step
  Origin origin, stop_origin, step_origin;
  std::vector<Unit> units;
  std::vector<Block> blocks;
  std::vector<Wire> wires;
};

/// Reads an OspSystemStructure and judges it as validate() does. What is wrong is appended to `faults`; after an error
/// the wiring is empty.   @throws InputError when the file cannot be opened
Wiring wiring_of_osp(const std::filesystem::path& path, std::vector<Diagnostic>& faults);

/// Reads a SystemStructureDescription (SSP 1.0): components that are FMUs, connectors, connections with linear
/// transformations, parameter bindings with mappings, nested systems (flattened: "inner_pump"), the default experiment.
/// What else it may hold is refused by name.
/// @param file  for messages   @param resource  the text of a file of the package; nothing when it is not there
Wiring wiring_of_ssp(const std::string& text, const std::string& file,
                     const std::function<std::optional<std::string>(const std::string&)>& resource,
                     std::vector<Diagnostic>& faults);

/// Local name of the root element of an XML text, "" when it is none.
std::string root_of_xml(const std::string& text);

}  // namespace swell::osp
