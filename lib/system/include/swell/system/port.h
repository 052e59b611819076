/// Ports, states and parameters: what a component tells about itself before anything runs.
#pragma once

#include <string>
#include <vector>

#include "swell/base/error.h"

namespace swell::system {

/// What a port carries. An inertia port hands over coefficients of acceleration (a 6 x 6 block of one body, a coupled
/// 6N x 6N block, or one number per joint coordinate), row by row; the bias force that goes with it is a wrench of the
/// same component. One half of a power pair is an effort or a flow.
enum class PortKind { signal, effort, flow, inertia };

/// Name, width, unit and frame of a value that crosses a component's border, or that it keeps.
struct PortSpec {
  std::string name;  ///< "velocity"; with an owner in front ("float.velocity") it is addressed as that
  int width = 1;     ///< number of doubles
  /// "m/s"; "1" without dimension; mixed vectors: one for each of as many equal parts ("m/s, rad/s"). "" is any unit:
  /// such a port takes unit, type and frame of what it is joined to (Graph::settle_ports).
  std::string unit;
  std::string frame;  ///< "world", "joint", "" where none applies
  PortKind kind = PortKind::signal;
  std::string description;  ///< one line for inspect and the results file
  std::string type;         ///< semantic type after OSP-IS ("LinearVelocity"), "": what the unit says
  /// Units of which an empty `unit` may become one. All ports of a component with as many choices take the one at the
  /// same place: a controller of a joint has m, m/s and N, or rad, rad/s and N m.
  std::vector<std::string> choices;
  std::string like;                 ///< name of a port of the same component that carries the same quantity
  std::vector<int> entries;         ///< of `like`, from 0, that this port carries; empty: all of them
  std::vector<std::string> labels;  ///< names of the entries, where they have some
};

/// How an input takes its connections.
enum class Fan {
  one,            ///< exactly one output or constant
  sum,            ///< one or more, added up in the order of their names
  sum_or_nothing  ///< any number, none counts as zero
};

/// Kinds of memory that survive an accepted step (theory/components.md, "Memory").
enum class MemoryKind { discrete, mode, history, self_stepped };

/// A parameter as inspect shows it; the component has already read and checked it.
struct ParameterSpec {
  std::string name;
  std::string value;  ///< as text
  std::string unit;
  Origin origin;
  int width = 1;  ///< how many numbers; rows of a table
};

}  // namespace swell::system
