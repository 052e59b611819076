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

/// An output and an input about to be joined, for the rule that judges their meaning.
struct Joined {
  const PortSpec& from;
  const PortSpec& to;
  std::string from_address, to_address;
  Origin origin;
  bool reported = false;  ///< the user has been informed of this connection: only the factor is wanted
};

/// What a component's declare() throws when all its ports are there and only what they should mean is wrong. Other
/// exceptions of declare() mean that ports may be missing.
class PortFaults : public InputError {
 public:
  using InputError::InputError;
};

/// Judges one connection beyond its width. The default compares units and frames as text; lib/osp brings the semantic
/// rules and unit conversion. Returns a factor to multiply the value by (1 where the units agree).
using ConnectionRule = std::function<double(const Joined&, Diagnostics&)>;

/// Same unit, same frame; an empty unit or frame matches any.
double plain_connection_rule(const Joined& joined, Diagnostics& diagnostics);

/// How set-up functions that depend on each other are solved (theory/components.md, "Initial conditions").
struct Initialization {
  /// Sweeps put the newest values of the others into each function in turn; they settle only where that contracts.
  /// Newton solves all of a group at once, its Jacobian from differences.
  enum class Method { sweeps, newton };
  Method method = Method::sweeps;
  double tolerance = 1e-10;           ///< of each state, relative
  double absolute_tolerance = 1e-12;  ///< of each state, in its unit
  int max_iterations = 100;           ///< sweeps, or steps of Newton's method
};

/// One component as inspect shows it.
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

  /// Joins an output to an input, both as "owner.port" where the owner is a component or the owner that a port's name
  /// carries itself ("float.velocity" of the device).
  /// @param reported  what is wrong with this connection is reported already: it is made if it can be, in silence
  void connect(std::string from, std::string to, Origin origin = {}, bool reported = false);

  /// A component that could not be made, and whose ports are therefore unknown: connections to it are not judged.
  void ignore_faults_of(std::string owner) { faulty_owners_.push_back(std::move(owner)); }

  /// Feeds a constant into an input; as many values as the input is wide.
  void constant(std::vector<double> value, std::string to, Origin origin = {}, bool reported = false);

  /// Gives a state its initial value (C10, way b), or one of its columns, from 1.
  void initial(std::string state, std::vector<double> value, Origin origin = {}, std::optional<int> column = {});

  void initialization(const Initialization& options) { initialization_ = options; }

  /// Sorts everything into schedules. All mistakes at once: unknown and duplicate names, unconnected inputs, widths,
  /// units, frames, algebraic loops (with the ports of the loop).
  /// @param recorded addresses of outputs that are wanted at output times
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
  /// From here on another output may have its address, and what was connected to that takes from it.
  void rename_output(const std::string& address, const std::string& to);
  std::vector<Declared> inputs();
  std::vector<Declared> states();
  std::vector<ForeignModel*> foreign() const;
  /// Every component with its ports, what they are joined to, and states at their declared values; also of a graph that
  /// cannot be compiled.
  std::vector<ComponentInfo> describe();

  /// Ports that take any unit get unit, type and frame from what they are joined to: an input from its output, an
  /// output from its inputs where these agree, a port that is like an input from that. Call when everything is joined.
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
  /// Feeds the input of a connection from another output, such as that of a conversion put in between.
  void redirect(std::size_t link, std::string from) { links_[link].from = std::move(from); }
  /// What is wrong with this connection is reported already.
  void mark_reported(std::size_t link) { links_[link].reported = true; }

 private:
  friend class Compiler;
  void declare_all();
  std::vector<Entry> entries_;
  std::unordered_map<std::string, const Component*> by_name_;  ///< the first of each name
  std::vector<Link> links_;
  std::vector<InitialValue> initials_;
  std::vector<std::string> faulty_owners_;
  Initialization initialization_;
};

}  // namespace swell::system
