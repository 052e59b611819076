/// From the ports of lib/system to the semantic groups of OSP-IS and back to a rule for joining them.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "swell/base/error.h"
#include "swell/osp/port_groups.h"
#include "swell/osp/semantics.h"
#include "swell/system/graph.h"
#include "swell/system/port.h"
#include "swell/system/system.h"

namespace swell::osp {

/// The group that a port is. `spec.type` names its type; without one it is found from the unit ("N, N m" is a Generic
/// of Force and Torque), and a port whose unit tells nothing becomes a Generic of loose variables. Vectors of three
/// that carry a frame get the axes x, y, z; a mixed six-vector becomes a Generic of two such vectors, parted at the
/// middle. Variables are named by the labels, else name[1], name[2] ... Mistakes (unknown type, unit that cannot be
/// read, width against type) go to `diagnostics`.
Group group_of(const system::PortSpec& spec, Causality causality, const std::string& owner, const Origin& origin,
               Diagnostics& diagnostics);

/// The unit of each entry of a port as text, "" where none is declared.
std::vector<std::string> entry_units(const system::PortSpec& spec);

/// The axis of each entry of a port in its frame: vectors of three have some.
std::vector<Axis> entry_axes(const system::PortSpec& spec);

/// Its type for people: "Force", "Generic (Force, Torque)"; "undefined" for a port that takes any unit.
std::string type_text(const system::PortSpec& spec);

/// Whether what a port declares holds together: a type that exists and measures the unit, units that can be read and
/// fit the width. Mistakes go to `diagnostics` under `address`.
void check_port(const system::PortSpec& spec, Causality causality, const std::string& address, const Origin& origin,
                Diagnostics& diagnostics);

/// The same for all ports of a graph, and that the ports of a component which choose their unit together have chosen
/// the same. First before Graph::settle_ports and again after it: what a port has taken over from a faulty one is no
/// mistake of its own.
class PortCheck {
 public:
  void check(const std::vector<system::Graph::Declared>& outputs, const std::vector<system::Graph::Declared>& inputs,
             Diagnostics& diagnostics);
  /// Addresses of the ports whose own declaration does not hold together: no connection to them can be judged.
  const std::set<std::string>& faulty() const noexcept { return faulty_; }

 private:
  bool settled_ = false;  ///< the first check has been made
  std::set<std::string> faulty_, reported_;
};

/// The interface of a device: every output of its components, and every input that nothing feeds (places where loads
/// may be added). Groups and variables are named by their addresses. Inertia ports have no counterpart in OSP-IS and
/// stay out; a unit that cannot be read is dropped with a warning. Beside the single ports stand what belongs together:
/// natural_groups, and `declared` ones, each of which may name an output, an open input, or a component of type input.
std::vector<Group> interface_of(const std::vector<system::ComponentInfo>& components, Diagnostics& diagnostics,
                                const std::vector<DeclaredGroup>& declared = {},
                                const std::vector<GroupType>& own = {});

/// Rule for Graph::compile: the semantic types, units with factor, and frames of an output and an input. Ports that
/// declare no type, unit or frame fit any. Returns the factor to multiply by; a factor other than 1 is shown as a
/// warning. A unit with an offset cannot be converted by a factor and is an error.
double connection_rule(const system::Joined& joined, Diagnostics& diagnostics);

}  // namespace swell::osp
