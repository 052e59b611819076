// Blocks of Simscape Fluids (hydraulic) in a drawing, as one circuit.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "signals.h"
#include "topology.h"

namespace swell::wecsim {

/// Elements and nodes are made when a signal of the circuit is asked for first; what drives it is followed last.
class Fluids {
 public:
  explicit Fluids(const Topology& drawn) : drawn_(drawn) {}
  /// What a PS-Simulink Converter hands out; nothing where it measures no fluid. @throws Unfollowed
  std::optional<Signal> output(const std::string& scope, const SlxBlock& converter, SignalTracer& tracer);
  bool used() const { return !circuit_.empty(); }
  std::vector<std::string> notes;

 private:
  struct Placed {
    const SlxBlock* block;
    std::string scope, name;  // of the element
  };
  int net(const std::string& scope, const std::string& sid, const std::string& kind, int number) const;
  int net(const Placed& p, const std::string& kind, int number) const {
    return net(p.scope, p.block->sid, kind, number);
  }
  void build(SignalTracer& tracer);
  void element(const Placed& p, SignalTracer& tracer);
  void cylinder(const Placed& p, SignalTracer& tracer);
  void add(const Placed& p, const std::string& ending, const std::string& keys) {
    elements_ += "\n      - {name: " + p.name + ending + ", " + keys + "}";
  }
  void join(int net, const Placed& p, const char* terminal) { nodes_[net].push_back(p.name + "." + terminal); }
  // The physical signal on a net, followed to the converter that makes it.
  Scalar signal_on(int net, SignalTracer& tracer) const;
  void drive(const std::string& element, const char* signal, int net, SignalTracer& tracer, double factor = 1.0);

  const Topology& drawn_;
  std::string circuit_, elements_, inputs_;
  std::map<int, std::vector<std::string>> nodes_;
  std::map<int, Scalar> measured_;  // by net of the physical signal
};

}  // namespace swell::wecsim
