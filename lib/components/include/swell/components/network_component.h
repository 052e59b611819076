/// A network of lib/network as a self-stepped component of the outer graph.
///
/// Every evaluation is a pure function of committed memory and the stage's inputs: a copy of the network is advanced
/// from the last accepted point to the time of the stage. Inputs are linear between these times, or cubic if the
/// network declares one input as the derivative of another. The commit at an accepted point keeps the copy. No rollback
/// is needed, and the coupling is of second order in the outer step.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "swell/components/circuit_view.h"
#include "swell/network/solver.h"
#include "swell/system/component.h"

namespace swell::components {

/// A port of the component and its signal in the network.
struct NetworkPort {
  system::PortSpec spec;
  std::size_t signal = 0;  ///< index into Network::inputs() or outputs()
};

/// A parameter of an element, available as "<circuit>.<element>.<key>".
struct ElementParameter {
  std::string element, key, unit;
  double value = 0.0;
};

/// Largest number of inner steps per outer step; more is an input error and would never end.
constexpr double kMostInnerSteps = 1e5;

/// In addition to its ports it outputs every variable of Network::variables() as "<name>.<variable>", computed only if
/// read: at output times for the results, at stages for a connection.
class NetworkComponent : public system::Component, public ShowsCircuit {
 public:
  /// Inputs of the network without a port keep their initial value.
  /// @param energies  outputs [W] whose integral is a port of that name
  NetworkComponent(std::string name, std::string type, network::Network network, network::SolverOptions options,
                   std::vector<NetworkPort> inputs, std::vector<NetworkPort> outputs,
                   std::vector<NetworkPort> energies);
  void declare(system::Declaration& declaration) override;
  /// Sets the receiver of warnings about values outside their valid range; one warning per run and part.
  void on_warning(std::function<void(Diagnostic)> warn) { warn_ = std::move(warn); }

  /// Call before declare(): data of the elements for `inspect` and results.
  void show(std::map<std::string, std::string> element_types, std::vector<ElementParameter> parameters);
  const CircuitView* circuit_view() const override { return &view_; }

  const network::NetworkSolver& solver() const { return solver_; }
  /// The solver's state array within the component's memory, for audits.
  const double* solver_state(const double* memory) const { return memory + kHeader + inputs_begin_.size(); }

 private:
  static constexpr std::size_t kHeader = 1;  // started (0 or 1)
  std::vector<std::string> memory_labels() const;
  void gather(const system::Evaluation& e, std::vector<double>& values) const;
  void advance(const system::Evaluation& e) const;
  /// Is trial_ the state for the inputs in inputs_end_ at e.time?
  bool at_trial(const system::Evaluation& e) const;

  network::NetworkSolver solver_;
  std::vector<NetworkPort> inputs_, outputs_, energies_;
  std::vector<system::Input> handles_;
  system::Memory memory_;

  // Scratch of one evaluation; a System is used by one thread at a time.
  mutable network::Workspace work_;
  mutable std::vector<double> inputs_begin_, inputs_end_, trial_, value_, mean_;
  // Arguments of trial_, so that the commit of an accepted point need not advance again.
  mutable double trial_from_ = 0.0, trial_to_ = 0.0;
  mutable bool trial_valid_ = false;
  mutable std::vector<double> trial_inputs_;

  CircuitView view_;
  std::vector<network::NamedVariable> variables_;
  std::vector<ElementParameter> parameters_;

  std::function<void(Diagnostic)> warn_;
  std::vector<network::ValidRange> ranges_;
  mutable std::vector<char> reported_;  // in this run: of ranges_, inputs_, bounds
  void check_ranges(double time) const;
  void report(std::size_t which, const std::string& variable, const std::string& message) const;
};

}  // namespace swell::components
