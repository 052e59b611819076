#include "swell/network/solver.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "swell/base/refuse.h"

#include "assembly.h"

namespace swell::network {

namespace {

const double kGamma = 1.0 - 1.0 / std::sqrt(2.0);  // of the L-stable SDIRK2 [Alexander1977]

std::size_t at_least_one(std::size_t n) { return std::max<std::size_t>(n, 1); }

}  // namespace

Workspace::Workspace(const Network& network)
    : lu(static_cast<int>(network.unknowns()), network.column_start(), network.row_index()) {
  const std::size_t n = network.unknowns();
  for (auto* v : {&x, &trial, &base, &residual, &trial_residual, &correction, &row_scale, &stage}) v->assign(n, 0.0);
  values.assign(network.row_index().size(), 0.0);
  inputs.assign(at_least_one(network.inputs().size()), 0.0);
  output.assign(at_least_one(network.outputs().size()), 0.0);
  local.assign(local_size(network), 0.0);
  block.assign(block_size(network), 0.0);
  difference.assign(difference_size(network), 0.0);
  const std::size_t state = 3 + 3 * n + network.components().size();
  // Going back two steps must also restore the sums of the outputs.
  for (auto& s : saved) s.assign(state + network.outputs().size() + 1, 0.0);
  mean.assign(at_least_one(network.outputs().size()), 0.0);
}

// The outer step: inputs between its ends.
struct NetworkSolver::Outer {
  double t, dt;
  const double* begin;
  const double* end;
  const std::vector<Port>& ports;

  void inputs_at(double tau, double* u) const {
    const double s = dt > 0.0 ? tau / dt : 1.0;
    for (std::size_t i = 0; i < ports.size(); ++i) {
      u[i] = begin[i] + (end[i] - begin[i]) * s;
      if (ports[i].derivative < 0) continue;
      const auto d = static_cast<std::size_t>(ports[i].derivative);
      const double slope = end[i] - begin[i];  // Hermite's cubic: the line plus a correction from the derivatives
      u[i] += s * (1.0 - s) * ((1.0 - s) * (dt * begin[d] - slope) - s * (dt * end[d] - slope));
    }
  }
};

NetworkSolver::NetworkSolver(Network network, SolverOptions options) : network_(std::move(network)), options_(options) {
  check_options();
}

void NetworkSolver::check_options() const {
  Diagnostics diagnostics;
  const auto positive = [&](double value, const char* name) {
    if (!(value > 0.0))
      code::refuse(diagnostics, "out-of-range", {},
                   fmt::format("network solver: {} = {} must be above 0", name, value));
  };
  positive(options_.tolerance, "tolerance");
  positive(options_.initial_step, "initial_step");
  positive(options_.minimum_step, "minimum_step");
  positive(options_.maximum_step, "maximum_step");
  positive(options_.newton_tolerance, "newton_tolerance");
  positive(options_.newton_limit, "newton_limit");
  positive(options_.fixed_steps, "fixed_steps");
  diagnostics.throw_if_errors();
}

std::vector<std::string> NetworkSolver::state_labels() const {
  std::vector<std::string> names(network_.unknowns()), labels = {"points", "step", "step before"};
  for (const NamedVariable& v : network_.variables()) {
    if (v.kind != NamedVariable::Kind::output && names[v.index].empty()) names[v.index] = v.name;
  }
  for (const std::string& name : names) labels.push_back(name);
  for (const std::string& name : names) labels.push_back(name + " before");
  for (const std::string& name : names) labels.push_back("rate of " + name);
  for (const Placed& c : network_.components()) labels.push_back("work of " + c.name);
  return labels;
}

void NetworkSolver::initialise(double t0, const double* inputs, double* state, Workspace& w) const {
  const std::size_t n = network_.unknowns();
  std::fill(state, state + state_size(), 0.0);
  state[1] = options_.initial_step;
  std::copy(network_.initial().begin(), network_.initial().end(), w.x.begin());
  w.has_pivots = w.has_factors = false;
  // States held (gdt = 0): solve for the algebraic unknowns.
  bool consistent = solve(t0, inputs, network_.initial().data(), 0.0, w);
  // If equations have no slope (a quadratic loss at rest), Newton's method needs another, generic guess.
  for (const double size : {1e-3, 1.0, -1e-3, -1.0}) {
    if (consistent) break;
    for (std::size_t j = 0; j < n; ++j)
      w.x[j] = network_.initial()[j] +
               size * network_.nominal()[j] * (0.5 + std::fmod(0.618 * static_cast<double>(j + 1), 1.0));
    w.has_pivots = w.has_factors = false;
    consistent = solve(t0, inputs, network_.initial().data(), 0.0, w);
  }
  std::copy(consistent ? w.x.begin() : network_.initial().begin(), consistent ? w.x.end() : network_.initial().end(),
            state + kHeader);
  std::copy(state + kHeader, state + kHeader + n, state + kHeader + n);
  state[0] = consistent ? 0.0 : -1.0;  // a guess is not a point for the middle-point criterion
}

void NetworkSolver::account(double t, const double* inputs, double weight, double* state, Workspace& w) const {
  double* work = state + kHeader + 3 * network_.unknowns();
  for (std::size_t i = 0; i < network_.components().size(); ++i) {
    const Placed& c = network_.components()[i];
    double sum = 0.0;
    for (std::size_t k = 0; k < c.terminals(); ++k) {
      sum += power(c.spec.terminals[k].domain, w.x[c.nodes[k]], w.x[c.through + k], c.spec.terminals[k].gas_density);
    }
    work[i] += weight * sum;
    if (c.spec.outputs.empty() || !w.wants_mean) continue;
    const Point at = component_point(c, t, inputs, w.x.data(), w.local.data());
    c.component->outputs(at, w.output.data());
    for (std::size_t k = 0; k < c.spec.outputs.size(); ++k) w.mean[c.output + k] += weight * w.output[k];
  }
}

// One step of length h from tau. If it fails, the caller restores `state`.
bool NetworkSolver::step(Method method, const Outer& outer, double tau, double h, double* state, Workspace& w) const {
  const std::size_t n = network_.unknowns();
  double* x = state + kHeader;
  double* u = w.inputs.data();
  std::copy(x, x + n, w.x.begin());
  std::copy(x, x + n, w.base.begin());
  double* previous = x + n;
  double* rate = x + 2 * n;
  double of_rate = h;  // the last solve's states are base + of_rate times their rates
  if (method == Method::trapezoidal && state[0] > 0.0) {
    of_rate = 0.5 * h;
    for (std::size_t j = 0; j < n; ++j) w.base[j] = x[j] + of_rate * rate[j];
    outer.inputs_at(tau + h, u);
    if (!solve(outer.t + tau + h, u, w.base.data(), of_rate, w)) return false;
    // Energies by the same rule.
    account(outer.t + tau + h, u, of_rate, state, w);
    std::copy(w.x.begin(), w.x.end(), w.stage.begin());
    std::copy(x, x + n, w.x.begin());
    outer.inputs_at(tau, u);
    account(outer.t + tau, u, of_rate, state, w);
    w.x.swap(w.stage);
  } else if (method == Method::forward_euler) {
    outer.inputs_at(tau, u);
    account(outer.t + tau, u, h, state, w);
    // With x as base and weight 1 the rows of states are minus their rates.
    assemble(network_, outer.t + tau, u, x, 1.0, x, w.residual.data(), nullptr, {w.local, w.block, w.difference});
    for (const Placed& c : network_.components()) {
      for (std::size_t k = 0; k < c.spec.states.size(); ++k)
        w.base[c.state() + k] -= h * w.residual[c.residual + c.spec.residuals.size() + k];
    }
    outer.inputs_at(tau + h, u);
    if (!solve(outer.t + tau + h, u, w.base.data(), 0.0, w)) return false;
  } else if (method != Method::sdirk2) {  // the trapezoidal rule's first step: rates are not known yet
    outer.inputs_at(tau + h, u);
    if (!solve(outer.t + tau + h, u, w.base.data(), h, w)) return false;
    account(outer.t + tau + h, u, h, state, w);
  } else {
    const double gdt = of_rate = kGamma * h;
    outer.inputs_at(tau + gdt, u);
    if (!solve(outer.t + tau + gdt, u, w.base.data(), gdt, w)) return false;
    std::copy(w.x.begin(), w.x.end(), w.stage.begin());
    const double factor = (1.0 - kGamma) / kGamma;
    for (std::size_t j = 0; j < n; ++j) w.base[j] = x[j] + factor * (w.x[j] - x[j]);
    outer.inputs_at(tau + h, u);
    if (!solve(outer.t + tau + h, u, w.base.data(), gdt, w)) return false;
    // Energies of both stages, weights 1 - gamma and gamma, after success of the step.
    w.x.swap(w.stage);
    outer.inputs_at(tau + gdt, u);
    account(outer.t + tau + gdt, u, (1.0 - kGamma) * h, state, w);
    w.x.swap(w.stage);
    outer.inputs_at(tau + h, u);
    account(outer.t + tau + h, u, gdt, state, w);
  }
  for (std::size_t j = 0; j < n; ++j) rate[j] = (w.x[j] - w.base[j]) / of_rate;
  std::copy(x, x + n, previous);
  std::copy(w.x.begin(), w.x.end(), x);
  state[0] = std::min(state[0] + 1.0, 1.0);
  state[2] = h;
  return true;
}

// Middle point against the straight line between its neighbours, in units of the tolerance [FONSim's manual]. FONSim
// 0.4.0 uses a wrong point in place of k-1.
double NetworkSolver::deviation(const double* before, const double* now, double h) const {
  const std::size_t n = network_.unknowns();
  const double* middle = before + kHeader;
  const double* first = before + kHeader + n;
  const double* last = now + kHeader;
  const double weight = before[2] / (before[2] + h);
  double largest = 0.0;
  for (std::size_t j = 0; j < n; ++j) {
    const double line = first[j] + weight * (last[j] - first[j]);
    const double scale = std::max(network_.nominal()[j], std::abs(middle[j]));
    largest = std::max(largest, std::abs(middle[j] - line) / scale);
  }
  return largest / options_.tolerance;
}

void NetworkSolver::advance(double t, double dt, const double* begin, const double* end, const double* state_in,
                            double* state, double* at_end, double* mean, Workspace& w) const {
  const std::size_t size = state_size();
  if (state_in != state) std::copy(state_in, state_in + size, state);
  const Outer outer{t, dt, begin, end, network_.inputs()};
  const std::size_t n_outputs = network_.outputs().size();
  std::fill(w.mean.begin(), w.mean.end(), 0.0);
  w.wants_mean = mean != nullptr;
  w.has_pivots = w.has_factors = false;  // pivots from this step's own matrix: the result depends on the arguments only

  const auto save = [&](std::vector<double>& into, double tau) {
    std::copy(state, state + size, into.begin());
    std::copy(w.mean.begin(), w.mean.begin() + static_cast<std::ptrdiff_t>(n_outputs),
              into.begin() + static_cast<std::ptrdiff_t>(size));
    into[size + n_outputs] = tau;
  };
  const auto restore = [&](const std::vector<double>& from) {
    std::copy(from.begin(), from.begin() + static_cast<std::ptrdiff_t>(size), state);
    std::copy(from.begin() + static_cast<std::ptrdiff_t>(size),
              from.begin() + static_cast<std::ptrdiff_t>(size + n_outputs), w.mean.begin());
    return from[size + n_outputs];
  };

  double tau = 0.0;
  // If a state jumps (an ideal valve between unequal pressures) or the initial values are inconsistent, the second
  // stage of SDIRK2 would extrapolate the jump to 1 / gamma of itself. Backward Euler makes the jump once.
  if (options_.adaptive && state[0] < 0.0) {
    const double shortest = std::min(options_.minimum_step, dt);
    if (step(Method::backward_euler, outer, tau, shortest, state, w))
      tau = shortest;
    else
      w.has_pivots = w.has_factors = false;
  }
  double h = options_.adaptive ? std::min(state[1], options_.maximum_step) : dt / options_.fixed_steps;
  bool has_saved = false;  // w.saved[0] holds the point one step back
  int done = 0;
  int held = 0;  // number of steps that must not grow: both are repeated at half length, or the next would fail again
  while (options_.adaptive ? tau < dt * (1.0 - 1e-12) : done < options_.fixed_steps) {
    const double left = dt - tau;
    double now = h;
    if (options_.adaptive) {
      if (h >= left * (1.0 - 1e-9))
        now = left;
      else if (h > 0.5 * left)
        now = 0.5 * left;  // two equal steps instead of one long and one very short
    }
    const Method method = state[0] < 0.0 ? Method::backward_euler : options_.method;
    std::vector<double>& here = w.saved[1];
    save(here, tau);
    const bool smallest = now <= options_.minimum_step * (1.0 + 1e-9) || !options_.adaptive;
    if (!step(method, outer, tau, now, state, w)) {
      restore(here);
      ++w.statistics.rejected;
      if (smallest) {
        const std::size_t row = w.worst_row;
        throw SimulationError(
            fmt::format("network: Newton's method failed at t = {:.9g} s with a step of {:.3g} s: {} of {} is not met; "
                        "check the parameters there, or allow smaller steps",
                        t + tau, now, network_.equation_name(row), network_.equation_owner(row)),
            t + tau, network_.equation_owner(row), network_.equation_name(row));
      }
      h = std::max(0.5 * now, options_.minimum_step);
      w.has_pivots = w.has_factors = false;
      continue;
    }
    double error = 0.0;
    if (options_.adaptive && here[0] > 0.0) {
      error = deviation(here.data(), state, now);
      if (error > 1.0 && !smallest) {
        ++w.statistics.rejected;
        h = std::max(0.5 * now, options_.minimum_step);
        held = 2;
        // Back two steps, but not before the start of the outer step, which is committed.
        tau = restore(has_saved ? w.saved[0] : here);
        has_saved = false;
        continue;
      }
      if (error > 1.0) {
        ++w.statistics.accepted_at_minimum;
        if (method != Method::backward_euler) {
          save(w.saved[2], tau);
          restore(here);
          if (!step(Method::backward_euler, outer, tau, now, state, w)) restore(w.saved[2]);
        }
      }
    }
    w.saved[0].swap(w.saved[1]);
    has_saved = true;
    tau += now;
    ++done;
    ++w.statistics.steps;
    if (options_.adaptive) {
      const bool longer = held == 0 && error < 0.5;
      if (held > 0) --held;
      h = std::min(std::max(h, longer ? 1.5 * now : now), options_.maximum_step);
    }
  }
  state[1] = h;
  if (mean != nullptr) {
    for (std::size_t i = 0; i < n_outputs; ++i) mean[i] = w.mean[i] / dt;
  }
  if (at_end != nullptr) outputs(t + dt, end, state, at_end, w);
}

void NetworkSolver::outputs(double t, const double* inputs, const double* state, double* value, Workspace& w) const {
  for (const Placed& c : network_.components()) {
    if (c.spec.outputs.empty()) continue;
    const Point at = component_point(c, t, inputs, state + kHeader, w.local.data());
    c.component->outputs(at, value + c.output);
  }
}

void NetworkSolver::energies(double t, const double* inputs, const double* state, double* absorbed, double* stored,
                             Workspace& w) const {
  const double* work = state + kHeader + 3 * network_.unknowns();
  for (std::size_t i = 0; i < network_.components().size(); ++i) {
    const Placed& c = network_.components()[i];
    if (absorbed != nullptr) absorbed[i] = work[i];
    if (stored == nullptr) continue;
    stored[i] = c.component->stored_energy(component_point(c, t, inputs, state + kHeader, w.local.data()));
  }
}

std::vector<EnergyAccount> NetworkSolver::audit(double t, const double* inputs, const double* state) const {
  std::vector<EnergyAccount> accounts;
  std::vector<double> local(local_size(network_));
  const double* work = state + kHeader + 3 * network_.unknowns();
  for (std::size_t i = 0; i < network_.components().size(); ++i) {
    const Placed& c = network_.components()[i];
    const Point at = component_point(c, t, inputs, state + kHeader, local.data());
    accounts.push_back({c.name, work[i], c.component->stored_energy(at)});
  }
  return accounts;
}

}  // namespace swell::network
