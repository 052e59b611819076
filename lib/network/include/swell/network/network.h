/// A network: components joined at nodes, checked and compiled once, immutable afterwards.
///
/// Unknowns: one over variable per node, one through variable per terminal, the internal unknowns and the states of
/// every component. Equations: one balance of through variables per node, the residuals, one update per state.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "swell/base/error.h"
#include "swell/network/component.h"

namespace swell::network {

/// One component inside a compiled network.
struct Placed {
  std::string name;
  Element component;
  Spec spec;
  std::vector<std::size_t> nodes;  ///< node of each terminal
  std::size_t through = 0;         ///< first unknown: through variables, internals, states
  std::size_t residual = 0;        ///< first row: residuals, then state updates
  std::size_t input = 0, output = 0;
  /// Local derivatives that may be non-zero, row by row: index in the local block and among the non-zeros of the
  /// matrix.
  struct Entry {
    std::size_t local, place;
  };
  std::vector<Entry> entries;
  std::size_t terminals() const { return spec.terminals.size(); }
  std::size_t rows() const { return spec.residuals.size() + spec.states.size(); }
  std::size_t columns() const { return 2 * spec.terminals.size() + spec.internals.size() + spec.states.size(); }
  std::size_t internal() const { return through + spec.terminals.size(); }
  std::size_t state() const { return internal() + spec.internals.size(); }
};

struct Node {
  std::string label;  ///< "valve.out, tank.port"
  Domain domain = Domain::hydraulic;
};

/// An input or output of the network, named component.signal.
struct Port {
  std::string name;
  std::string unit;
  double initial = 0.0;
  std::ptrdiff_t derivative = -1;  ///< input that is the derivative of this one, or -1
  double lower = -kInfinity, upper = kInfinity;
  std::string beyond = {};  ///< what the component does with values outside these limits
};

/// A variable of an element, with its name in results, plots and connections: "tank.pressure" if the only terminal is
/// called port, else "tube.a.pressure"; "tank.mass" for a state, "cylinder.force" for an output.
struct NamedVariable {
  enum class Kind { over, through, internal, state, output };
  std::string name, unit, description;
  Kind kind = Kind::over;
  std::size_t index = 0;  ///< of the unknown, or of Network::outputs()
};

/// Scale, bounds and initial value that replace those of the element.
struct VariableScale {
  std::string variable;  ///< as in NamedVariable
  std::optional<double> nominal, lower, upper;
  std::optional<double> initial;  ///< state: initial value; other variables: first guess of the first solution
  Origin origin = {};             ///< for messages, if known
};

/// An unknown and its valid range.
struct ValidRange {
  std::size_t unknown = 0;
  double lower = -kInfinity, upper = kInfinity;
  std::string unit, below, above;  ///< texts: element, problem, remedy
};

/// The compiled network. Made by Circuit::build.
class Network {
 public:
  const std::vector<Placed>& components() const noexcept { return components_; }
  const std::vector<Node>& nodes() const noexcept { return nodes_; }
  const std::vector<Port>& inputs() const noexcept { return inputs_; }
  const std::vector<Port>& outputs() const noexcept { return outputs_; }
  std::size_t unknowns() const noexcept { return nominal_.size(); }

  /// Index of input or output `component.signal`; throws InputError with the nearest name when there is none.
  std::size_t input(const std::string& name) const;
  std::size_t output(const std::string& name) const;
  /// Index in the vector of unknowns: "component.terminal.over", "component.terminal.through", "component.<internal or
  /// state>", or a name of variables(). Throws InputError if unknown.
  std::size_t unknown(const std::string& name) const;
  /// All variables: outputs, states, internal unknowns, then both variables of each terminal, element by element. Names
  /// are unique: if a short name is taken, the terminal is included ("tank.port.pressure").
  std::vector<NamedVariable> variables() const;

  /// Pressures above vacuum, and the valid ranges of component states.
  std::vector<ValidRange> valid_ranges() const;

  std::string unknown_name(std::size_t column) const;
  std::string equation_name(std::size_t row) const;   ///< within its component
  std::string equation_owner(std::size_t row) const;  ///< the component, or the components at the node

  const std::vector<double>& nominal() const noexcept { return nominal_; }
  const std::vector<double>& initial() const noexcept { return initial_; }
  const std::vector<double>& lower() const noexcept { return lower_; }
  const std::vector<double>& upper() const noexcept { return upper_; }
  const std::vector<int>& column_start() const noexcept { return start_; }
  const std::vector<int>& row_index() const noexcept { return row_; }
  /// Constant entries: node balances and the identity of the state updates.
  const std::vector<double>& constant_entries() const noexcept { return constant_; }

 private:
  friend class Circuit;
  Network() = default;
  void compile();
  void check_solvable() const;
  void rescale(const std::vector<VariableScale>& scales);

  std::vector<Placed> components_;
  std::vector<Node> nodes_;
  std::vector<Port> inputs_, outputs_;
  std::vector<double> nominal_, initial_, lower_, upper_, constant_;
  std::vector<int> start_, row_;
};

/// Collects components and connections; `build` checks them.
class Circuit {
 public:
  /// Adds a component under a unique name.
  Circuit& add(std::string name, Element component);
  template <class T, class = std::enable_if_t<std::is_base_of_v<Component, T>>>
  Circuit& add(const std::string& name, T component) {
    return add(name, Element(std::make_shared<const T>(std::move(component))));
  }
  /// Joins terminals "component.terminal" into one node; nodes that share a terminal become one.
  Circuit& connect(std::vector<std::string> terminals);

  /// Replaces the scale, the bounds or the start of a variable; checked by build.
  Circuit& scale(VariableScale scale);

  /// Throws InputError that lists all mistakes: unknown or repeated names, mixed domains, unconnected terminals,
  /// floating groups, flow sources in series, pressure sources in parallel, a count that is not square, over-determined
  /// parts.
  Network build() const;

  /// A component's declaration, in the order of adding (as in Network::inputs and outputs).
  struct Declared {
    std::string name;
    Spec spec;
  };
  std::vector<Declared> components() const;

 private:
  struct Entry {
    std::string name;
    Element component;
  };
  std::vector<Entry> entries_;
  std::vector<std::vector<std::string>> joints_;
  std::vector<VariableScale> scales_;
};

}  // namespace swell::network
