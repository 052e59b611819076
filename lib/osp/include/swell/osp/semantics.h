/// What a port means, and whether two of them may be joined: the rules of OSP-IS and this project's own, apart from
/// XML.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "swell/base/error.h"
#include "swell/osp/port_type.h"
#include "swell/osp/unit.h"

namespace swell::osp {

enum class Causality { undefined, input, output };
enum class DataType { undefined, real, integer, boolean, string, enumeration, binary };
enum class Axis { none, x, y, z };
const char* name(Causality causality);
const char* name(DataType type);
const char* name(Axis axis);  ///< "none", "x", "y", "z"

/// One scalar of a port.
struct Variable {
  std::string name;
  Causality causality = Causality::undefined;
  DataType data_type = DataType::real;
  std::optional<Unit> unit;  ///< absent counts as without dimension
  Axis axis = Axis::none;
  Origin origin;
  std::string frame{};  ///< of a variable joined by itself; those of a group have the group's
};

/// A port: variables and nested groups of one type.
struct Group {
  PortType type = PortType::Generic;
  std::string name;
  std::vector<Variable> variables;
  std::vector<Group> groups;
  std::string custom{};  ///< a Generic's type of the user's own (port_groups.h)
  std::string frame;     ///< of its vectors, reference point included; "" where none is declared
  Origin origin;
};

/// Returns the text by which descriptions of variables and OSP files name a frame: "frame: world-down, axis z".
std::string frame_note(const std::string& frame, Axis axis = Axis::none);
struct FrameNote {
  std::string frame;  ///< "" where the text names none
  Axis axis = Axis::none;
  std::string rest;  ///< the text before the note
};
/// Reads frame_note at the end of a text, alone or behind "; ".
FrameNote read_frame_note(const std::string& text);

/// Returns the factor that carries one number along `axis` from frame to frame (1 or -1); nothing where the frames move
/// to one another, or the quantity does not turn with its axes.
std::optional<double> frame_factor(const std::string& from, const std::string& to, Axis axis,
                                   const std::optional<Unit>& unit);

/// Code of two ends in different frames at rest to one another: a run of Swell turns the numbers, no other client does.
inline constexpr const char* kFrameTurned = "frame-turned";

/// Code of a file of an earlier version: not valid, and read all the same.
inline constexpr const char* kOldSchema = "old-schema";

/// Code of two variables that cannot be joined because one of them has no unit: a run takes them all the same.
inline constexpr const char* kUnitMissing = "unit-missing";

/// One thing that is wrong with what OSP-IS rules. An error has the rule as its code, a warning "system-structure".
/// @param rule  class of the OSP ontology (VE_...) or of this project (X_...), or SCHEMA; may be empty
/// @param message  plain words, with the names
Diagnostic fault(std::string rule, std::string message, std::string remedy = {}, Origin origin = {},
                 Severity severity = Severity::error);
/// file:line:column: error CLASS: message; remedy
std::string verdict_of(const Diagnostic& fault);

/// The group by itself: causality, data type, unit, axes, parts and quantity, nested groups included.
std::vector<Diagnostic> check_group(const Group& group, const std::string& owner = {});

/// Two groups to be joined; both are taken to be valid by themselves. Pairs variables by axis (none before x, y, z), in
/// their order where axes are equal; nested groups by place. `a_owner` and `b_owner` stand before the names in
/// messages.
/// @param converts_units  a unit of the same dimension, of another factor or offset, is no fault
std::vector<Diagnostic> check_connection(const Group& a, const Group& b, const std::string& a_owner = {},
                                         const std::string& b_owner = {}, bool converts_units = false);

/// Two variables to be joined; names as they shall stand in messages.
std::vector<Diagnostic> check_connection(const Variable& a, const Variable& b, const std::string& a_name,
                                         const std::string& b_name, bool converts_units = false);

/// Variables in the order in which they are joined.
std::vector<const Variable*> by_axis(const Group& group);

}  // namespace swell::osp
