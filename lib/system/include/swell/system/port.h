/// Ports, states and parameters of a component, declared before a run.
#pragma once

#include <string>
#include <vector>

#include "swell/base/error.h"

namespace swell::system {

/// Content of a port. An inertia port provides coefficients of acceleration, row by row: a 6 x 6 block of one body, a
/// coupled 6N x 6N block, or one number per joint coordinate. Its bias force is a wrench of the same component. Effort
/// and flow are the halves of a power pair.
enum class PortKind { signal, effort, flow, inertia };

/// Name, width, unit and frame of a port or a state.
struct PortSpec {
  std::string name;  ///< "velocity"; with an owner ("float.velocity") that is its address
  int width = 1;     ///< number of doubles
  /// "m/s"; "1" if dimensionless; mixed vectors: one unit per equal part ("m/s, rad/s"). "": any unit; unit, type and
  /// frame are then those of the connected port (Graph::settle_ports).
  std::string unit;
  std::string frame;  ///< "world", "joint", "" where none applies
  PortKind kind = PortKind::signal;
  std::string description;  ///< one line for inspect and the results file
  std::string type;         ///< semantic type of OSP-IS ("LinearVelocity"); "": from the unit
  /// Allowed units if `unit` is empty. Ports of a component with equally many choices use the same index: a joint
  /// controller has m, m/s and N, or rad, rad/s and N m.
  std::vector<std::string> choices;
  std::string like;                 ///< name of a port of the same component that carries the same quantity
  std::vector<int> entries;         ///< entries of `like`, from 0, in this port; empty: all
  std::vector<std::string> labels;  ///< names of the entries, where they have some
};

/// Number of connections of an input.
enum class Fan {
  one,            ///< exactly one output or constant
  sum,            ///< one or more, added up in the order of their names
  sum_or_nothing  ///< any number, none counts as zero
};

/// Kinds of memory that survive an accepted step (theory/components.md, "Memory").
enum class MemoryKind { discrete, mode, history, self_stepped };

/// A parameter, for `inspect`; read and checked by the component.
struct ParameterSpec {
  std::string name;
  std::string value;  ///< as text
  std::string unit;
  Origin origin;
  int width = 1;  ///< how many numbers; rows of a table
};

}  // namespace swell::system
