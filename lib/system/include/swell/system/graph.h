/// The graph before it is compiled: components and connections, by name.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "swell/base/error.h"
#include "swell/system/component.h"

namespace swell::system {

class ForeignModel;

class System;

/// A connection to be made, as the connection rule sees it.
struct Joined {
  const PortSpec& from;
  const PortSpec& to;
  std::string from_address, to_address;
  Origin origin;
  bool reported = false;  ///< already reported to the user: only the factor is needed
};

/// Thrown by declare() when all ports exist and only their meaning is wrong. After other exceptions of declare() ports
/// may be missing.
class PortFaults : public InputError {
 public:
  using InputError::InputError;
};

/// Checks unit and frame of one connection. The default compares text; lib/osp adds semantic rules and unit conversion.
/// Returns the conversion factor (1 if the units agree).
using ConnectionRule = std::function<double(const Joined&, Diagnostics&)>;

/// Same unit, same frame; an empty unit or frame matches any.
double plain_connection_rule(const Joined& joined, Diagnostics& diagnostics);

/// How set-up functions that depend on each other are solved (theory/components.md, "Initial conditions").
struct Initialization {
  /// Sweeps call each function with the newest values of the others, and converge only for a contraction. Newton solves
  /// a whole group at once, its Jacobian by differences.
  enum class Method { sweeps, newton };
  Method method = Method::sweeps;
  double tolerance = 1e-10;           ///< of each state, relative
  double absolute_tolerance = 1e-12;  ///< of each state, in its unit
  int max_iterations = 100;           ///< sweeps, or steps of Newton's method
};

/// One component, for `inspect`.
struct ComponentInfo {
  struct Port {
    PortSpec spec;
    std::string address;
    std::vector<std::string> sources;
    std::vector<double> value;
    MemoryKind kind{};  ///< of a memory
  };
  std::string name, type;
  std::vector<ParameterSpec> parameters;
  std::vector<Port> inputs, outputs, states, memories;
};

class Graph {
 public:
  /// Adds a component; names must be unique. Returns it.
  Component& add(std::unique_ptr<Component> component, Origin origin = {});

  template <class T, class... Args>
  T& emplace(Args&&... args) {
    auto owned = std::make_unique<T>(std::forward<Args>(args)...);
    T& reference = *owned;
    add(std::move(owned));
    return reference;
  }

  /// Joins an output to an input, both as "owner.port". The owner is a component, or the owner in the port's own name
  /// ("float.velocity" of the device).
  /// @param reported  an error of this connection is already reported: connect if possible, without a message
  void connect(std::string from, std::string to, Origin origin = {}, bool reported = false);

  /// Omits checks of connections to a component that could not be made: its ports are unknown.
  void ignore_faults_of(std::string owner) { faulty_owners_.push_back(std::move(owner)); }

  /// Connects a constant to an input; one value per entry of the input.
  void constant(std::vector<double> value, std::string to, Origin origin = {}, bool reported = false);

  /// Sets the initial value of a state (C10, way b), or of one of its columns, from 1.
  void initial(std::string state, std::vector<double> value, Origin origin = {}, std::optional<int> column = {});

  void initialization(const Initialization& options) { initialization_ = options; }

  /// Sorts computations into schedules. Reports all errors at once: unknown and duplicate names, unconnected inputs,
  /// widths, units, frames, algebraic loops (with their ports).
  /// @param recorded  addresses of outputs to compute at output times
  /// @throws InputError
  System compile(const std::vector<std::string>& recorded = {}, const ConnectionRule& rule = plain_connection_rule) &&;

  /// Addresses of every output that the components declare (for selection and messages). Declares them if needed.
  std::vector<std::string> output_addresses();
  /// Addresses of every input.
  std::vector<std::string> input_addresses();

  /// A port or state as its component declares it.
  struct Declared {
    std::string address, component;
    PortSpec spec;
    Origin origin;  ///< of the component
  };
  std::vector<Declared> outputs();
  /// Renames an output. Another output may then use the old address and takes over its connections.
  void rename_output(const std::string& address, const std::string& to);
  std::vector<Declared> inputs();
  std::vector<Declared> states();
  std::vector<ForeignModel*> foreign() const;
  /// Returns every component with ports, connections, and states at declared values; also for a graph that cannot be
  /// compiled.
  std::vector<ComponentInfo> describe();

  /// Gives unit, type and frame to ports without them: an input from its output, an output from its inputs if these
  /// agree, a port with `like` from that port. Call when all connections are made.
  void settle_ports();

  struct Entry {
    std::unique_ptr<Component> component;
    Declaration declaration;
    Origin origin;
    bool declared = false;
    std::vector<Diagnostic> faults;  ///< of declare()
  };
  struct Link {
    std::string from;           ///< empty for a constant
    std::vector<double> value;  ///< the constant
    std::string to;
    Origin origin;
    bool reported = false;
  };
  struct InitialValue {
    std::string state;
    std::vector<double> value;
    Origin origin;
    std::optional<int> column;
  };
  /// Component by name, or nullptr.
  const Component* find(const std::string& name) const;
  /// Every connection so far, in the order in which they were made.
  const std::vector<Link>& links() const noexcept { return links_; }
  /// Replaces the source of a connection, for example by a unit conversion.
  void redirect(std::size_t link, std::string from) { links_[link].from = std::move(from); }
  /// Marks a connection as reported: no further messages.
  void mark_reported(std::size_t link) { links_[link].reported = true; }

 private:
  friend class Compiler;
  void declare_all();
  std::vector<Entry> entries_;
  std::unordered_map<std::string, const Component*> by_name_;  ///< first component of each name
  std::vector<Link> links_;
  std::vector<InitialValue> initials_;
  std::vector<std::string> faulty_owners_;
  Initialization initialization_;
};

}  // namespace swell::system
