// What the tests of this library share: running a network over a time with given steps.
#pragma once

#include "swell/network/basic.h"
#include "swell/network/hydraulic.h"
#include "swell/network/solver.h"
#include "swell/network/valves.h"
#include "swell_test/test.h"

namespace swell::network::testing {

/// A sharp-edged opening of oil.
inline Element orifice(double discharge_coefficient, double area, double density, double laminar_pressure) {
  OpeningParameters p;
  p.discharge_coefficient = discharge_coefficient;
  p.area = area;
  p.density = density;
  p.laminar_pressure = laminar_pressure;
  return controlled_orifice(p);
}

inline SolverOptions fixed(Method method, int steps = 1) {
  SolverOptions o;
  o.method = method;
  o.adaptive = false;
  o.fixed_steps = steps;
  return o;
}

inline SolverOptions adaptive(double tolerance, Method method = Method::backward_euler) {
  SolverOptions o;
  o.method = method;
  o.tolerance = tolerance;
  return o;
}

// A network with its memory.
class Runner {
 public:
  Runner(Network network, SolverOptions options)
      : solver(std::move(network), options), work(solver.network()), state(solver.state_size()) {
    for (const Port& p : solver.network().inputs()) inputs.push_back(p.initial);
    end.resize(solver.network().outputs().size());
    mean.resize(end.size());
    solver.initialise(0.0, inputs.data(), state.data(), work);
  }
  // Outer steps of dt until t_end, with constant inputs.
  void to(double t_end, double dt) {
    const int n = static_cast<int>(std::lround((t_end - t) / dt));
    const double t0 = t;
    for (int i = 0; i < n; ++i) {
      solver.advance(t0 + i * dt, dt, inputs.data(), inputs.data(), state.data(), state.data(), end.data(), mean.data(),
                     work);
    }
    t = t0 + n * dt;
  }
  // One outer step with inputs that change.
  void step(double dt, const std::vector<double>& next) {
    solver.advance(t, dt, inputs.data(), next.data(), state.data(), state.data(), end.data(), mean.data(), work);
    inputs = next;
    t += dt;
  }
  double at(const std::string& name) const { return solver.value(state.data(), solver.network().unknown(name)); }
  double out(const std::string& name) const { return end[solver.network().output(name)]; }
  EnergyAccount account(const std::string& name) const {
    for (const EnergyAccount& one : solver.audit(t, inputs.data(), state.data())) {
      if (one.component == name) return one;
    }
    return {};
  }

  NetworkSolver solver;
  Workspace work;
  std::vector<double> state, inputs, end, mean;
  double t = 0.0;
};

}  // namespace swell::network::testing
