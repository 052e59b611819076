#include "swell/components/network_component.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "swell/components/declared.h"

namespace swell::components {

NetworkComponent::NetworkComponent(std::string name, std::string type, network::Network network,
                                   network::SolverOptions options, std::vector<NetworkPort> inputs,
                                   std::vector<NetworkPort> outputs, std::vector<NetworkPort> energies)
    : Component(std::move(name), std::move(type)),
      solver_(std::move(network), options),
      inputs_(std::move(inputs)),
      outputs_(std::move(outputs)),
      energies_(std::move(energies)),
      work_(solver_.network()) {
  for (const network::Port& port : solver_.network().inputs()) inputs_begin_.push_back(port.initial);
  inputs_end_ = trial_inputs_ = inputs_begin_;
  trial_.resize(solver_.state_size());
  value_.resize(solver_.network().outputs().size());
  mean_.resize(value_.size());
  ranges_ = solver_.network().valid_ranges();
  reported_.assign(ranges_.size() + inputs_.size() + 1, 0);
  const network::Network& compiled = solver_.network();
  for (const network::Placed& part : compiled.components()) {
    CircuitView::Element element{part.name, "", {}, part.nodes};
    for (const network::Terminal& terminal : part.spec.terminals) element.terminals.push_back(terminal.name);
    view_.elements.push_back(std::move(element));
  }
  for (const network::Node& node : compiled.nodes()) view_.nodes.push_back({node.label, info(node.domain).name});
  for (const NetworkPort& input : inputs_)
    view_.inputs.push_back({input.spec.name, compiled.inputs()[input.signal].name});
  variables_ = compiled.variables();
  for (const network::NamedVariable& v : variables_) {
    if (v.kind == network::NamedVariable::Kind::state)
      view_.roles[this->name() + "." + v.name] = CircuitView::Role::state;
  }
}

void NetworkComponent::show(std::map<std::string, std::string> element_types,
                            std::vector<ElementParameter> parameters) {
  for (CircuitView::Element& element : view_.elements) element.type = element_types[element.name];
  for (ElementParameter& p : parameters) {
    const std::string address = name() + "." + p.element + "." + p.key;
    const bool taken = std::any_of(variables_.begin(), variables_.end(),
                                   [&](const auto& v) { return name() + "." + v.name == address; });
    if (taken) continue;  // a load_resistance that is an output already
    view_.roles[address] = CircuitView::Role::parameter;
    parameters_.push_back(std::move(p));
  }
}

// Checks the accepted point in trial_.
void NetworkComponent::check_ranges(double time) const {
  for (std::size_t i = 0; i < ranges_.size(); ++i) {
    const network::ValidRange& range = ranges_[i];
    const double value = solver_.value(trial_.data(), range.unknown);
    if ((value >= range.lower && value <= range.upper) || reported_[i] != 0 || !std::isfinite(value)) continue;
    report(i, solver_.network().unknown_name(range.unknown),
           fmt::format("{}: at t = {:.6g} s {} ({:.4g} {})", name(), time,
                       value < range.lower ? range.below : range.above, value, range.unit));
  }
  // A variable held at its bound, beyond which the equations have their solution. A variable outside its valid range is
  // reported already.
  const std::size_t held = work_.held_column;
  if (char& reported = reported_.back(); held < solver_.network().unknowns() && reported == 0) {
    bool known = false;
    for (std::size_t i = 0; i < ranges_.size(); ++i) known = known || (ranges_[i].unknown == held && reported_[i] != 0);
    const std::string variable = solver_.network().unknown_name(held);
    if (!known)
      report(
          reported_.size() - 1, variable,
          fmt::format("{}: at t = {:.6g} s the {} stands at {:.4g}, the end of its range, where its equations are not "
                      "met: what empties or fills it must end before, or its range must be wider",
                      name(), time, variable, solver_.value(trial_.data(), held)));
  }
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    const network::Port& input = solver_.network().inputs()[inputs_[i].signal];
    const double value = inputs_end_[inputs_[i].signal];
    // Ignore the round-off of a controller.
    const double range = input.upper - input.lower, rounding = std::isfinite(range) ? 1e-9 * range : 0.0;
    const bool inside = value >= input.lower - rounding && value <= input.upper + rounding;
    if (inside || reported_[ranges_.size() + i] != 0 || !std::isfinite(value)) continue;
    const std::string limits = std::isfinite(input.upper)
                                   ? fmt::format("outside [{:g}, {:g}]", input.lower, input.upper)
                                   : fmt::format("below {:g}", input.lower);
    report(ranges_.size() + i, input.name,
           fmt::format("{}: at t = {:.6g} s the signal {} is {:.4g}, {}: {}; limit it before, with a saturation",
                       name(), time, input.name, value, limits, input.beyond));
  }
}

void NetworkComponent::report(std::size_t which, const std::string& variable, const std::string& message) const {
  reported_[which] = 1;
  if (warn_) warn_(warning_of("outside-model", name() + "." + variable, message));
}

void NetworkComponent::gather(const Evaluation& e, std::vector<double>& values) const {
  for (std::size_t i = 0; i < inputs_.size(); ++i) values[inputs_[i].signal] = e.input(handles_[i])[0];
}

// Computes the state at e.time in trial_, outputs in value_, and their mean since the last accepted point in mean_.
void NetworkComponent::advance(const Evaluation& e) const {
  const double* memory = e.memory(memory_);
  gather(e, inputs_end_);
  trial_valid_ = false;  // until complete
  const double from = e.step_start;
  if (memory[0] == 0.0) {
    solver_.initialise(e.time, inputs_end_.data(), trial_.data(), work_);
    solver_.outputs(e.time, inputs_end_.data(), trial_.data(), value_.data(), work_);
    mean_ = value_;
  } else if (!(e.time > from)) {
    std::copy_n(solver_state(memory), trial_.size(), trial_.begin());
    solver_.outputs(e.time, inputs_end_.data(), trial_.data(), value_.data(), work_);
    mean_ = value_;
  } else {
    std::copy_n(memory + kHeader, inputs_begin_.size(), inputs_begin_.begin());
    try {
      solver_.advance(from, e.time - from, inputs_begin_.data(), inputs_end_.data(), solver_state(memory),
                      trial_.data(), value_.data(), energies_.empty() ? nullptr : mean_.data(), work_);
    } catch (const SimulationError& error) {  // trial_ is the last solved point
      std::string causes;
      for (const network::ValidRange& range : ranges_) {
        const double value = solver_.value(trial_.data(), range.unknown);
        if (value < range.lower || value > range.upper)
          causes += "; by then " + (value < range.lower ? range.below : range.above);
      }
      if (causes.empty()) throw;
      throw SimulationError(error.message() + causes, error.time(), error.component(), error.quantity(),
                            error.diverged(), error.value());
    }
  }
  trial_inputs_ = inputs_end_;
  trial_from_ = from;
  trial_to_ = e.time;
  trial_valid_ = memory[0] != 0.0;
}

bool NetworkComponent::at_trial(const Evaluation& e) const {
  const double* memory = e.memory(memory_);
  return trial_valid_ && memory[0] != 0.0 && trial_to_ == e.time && trial_from_ == e.step_start &&
         std::equal(trial_inputs_.begin(), trial_inputs_.end(), inputs_end_.begin());
}

// In the order of the memory: started, inputs, the solver's state, energies.
std::vector<std::string> NetworkComponent::memory_labels() const {
  std::vector<std::string> labels = {"started"};
  for (const network::Port& input : solver_.network().inputs()) labels.push_back("input " + input.name);
  for (std::string& label : solver_.state_labels()) labels.push_back(std::move(label));
  for (const NetworkPort& energy : energies_) labels.push_back("energy " + energy.spec.name);
  return labels;
}

void NetworkComponent::declare(Declaration& d) {
  Reads reads;
  for (const NetworkPort& input : inputs_) {
    handles_.push_back(d.input(input.spec));
    reads.emplace_back(handles_.back());
  }
  const std::size_t n_inputs = inputs_begin_.size(), n_state = trial_.size();
  const std::size_t size = kHeader + n_inputs + n_state + energies_.size();
  system::PortSpec kept = port("network", static_cast<int>(size));
  kept.labels = memory_labels();
  memory_ = d.memory(std::move(kept), MemoryKind::self_stepped, std::vector<double>(size, 0.0));
  Reads commit_reads = reads;
  reads.emplace_back(memory_);
  commit_reads.emplace_back(memory_);
  reads.emplace_back(Read::time());

  const Computed outputs =
      d.compute("network", static_cast<int>(outputs_.size()), reads, [this](const Evaluation& e, double* out) {
        advance(e);
        for (std::size_t i = 0; i < outputs_.size(); ++i) out[i] = value_[outputs_[i].signal];
      });
  d.commit(commit_reads, [this, n_inputs, n_state](const Evaluation& e) {
    gather(e, inputs_end_);
    double* memory = e.change(memory_);
    if (!at_trial(e)) advance(e);
    const double step = memory[0] != 0.0 ? e.time - e.step_start : 0.0;
    double* energy = memory + kHeader + n_inputs + n_state;
    for (std::size_t i = 0; i < energies_.size(); ++i) energy[i] += step * mean_[energies_[i].signal];
    if (memory[0] == 0.0) std::fill(reported_.begin(), reported_.end(), char{0});
    check_ranges(e.time);
    memory[0] = 1.0;
    std::copy(inputs_end_.begin(), inputs_end_.end(), memory + kHeader);
    std::copy(trial_.begin(), trial_.end(), memory + kHeader + n_inputs);
    trial_valid_ = false;
  });

  for (std::size_t i = 0; i < outputs_.size(); ++i) d.output(outputs_[i].spec, outputs, static_cast<int>(i));
  // A row of results is the state at its own time, before its commit: energies are those of the trial.
  const auto at_time = [this](const Evaluation& e) {
    gather(e, inputs_end_);
    if (!at_trial(e)) advance(e);
  };
  const std::size_t sums = kHeader + n_inputs + n_state;
  for (std::size_t i = 0; i < energies_.size(); ++i) {
    d.output(energies_[i].spec, reads, [this, at_time, i, sums](const Evaluation& e, double* out) {
      at_time(e);
      const double* memory = e.memory(memory_);
      out[0] = memory[sums + i] + (memory[0] != 0.0 ? (e.time - e.step_start) * mean_[energies_[i].signal] : 0.0);
    });
  }
  const Computed variables = d.compute(
      "variables", static_cast<int>(variables_.size()), reads, [this, at_time](const Evaluation& e, double* out) {
        at_time(e);
        for (std::size_t i = 0; i < variables_.size(); ++i) {
          const network::NamedVariable& v = variables_[i];
          out[i] =
              v.kind == network::NamedVariable::Kind::output ? value_[v.index] : solver_.value(trial_.data(), v.index);
        }
      });
  for (std::size_t i = 0; i < variables_.size(); ++i) {
    const network::NamedVariable& v = variables_[i];
    d.output(port(name() + "." + v.name, 1, v.unit.empty() || v.unit == "-" ? "1" : v.unit,
                  v.description.empty() ? v.name : v.description),
             variables, static_cast<int>(i));
  }
  for (const ElementParameter& p : parameters_) {
    const system::PortSpec shown = port(name() + "." + p.element + "." + p.key, 1, p.unit, "parameter");
    // A parameter driven by a port has the value of the port.
    const auto driven = std::find_if(inputs_.begin(), inputs_.end(), [&](const NetworkPort& input) {
      return solver_.network().inputs()[input.signal].name == p.element + "." + p.key.substr(p.key.rfind('.') + 1);
    });
    if (driven != inputs_.end()) {
      const Input signal = handles_[static_cast<std::size_t>(driven - inputs_.begin())];
      d.output(shown, Reads{signal}, [signal](const Evaluation& e, double* out) { out[0] = e.input(signal)[0]; });
      continue;
    }
    d.output(shown, Reads{}, [value = p.value](const Evaluation&, double* out) { out[0] = value; });
  }
  const auto parts = static_cast<int>(solver_.network().components().size());
  const auto energies = [this, at_time](bool absorbed) {
    return [this, at_time, absorbed](const Evaluation& e, double* out) {
      at_time(e);
      solver_.energies(e.time, inputs_end_.data(), trial_.data(), absorbed ? out : nullptr, absorbed ? nullptr : out,
                       work_);
    };
  };
  system::PortSpec each = port("part_absorbed_energy", parts, "J", "through the terminals of each part");
  for (const network::Placed& part : solver_.network().components()) each.labels.push_back(part.name);
  d.output(each, reads, energies(true));
  each.name = "part_stored_energy";
  each.description = "held by each part";
  const Computed stored = d.output(each, reads, energies(false));
  d.output(port("stored_energy", 1, "J", "held by the network"), {stored},
           [stored, parts](const Evaluation& e, double* out) {
             out[0] = 0.0;
             for (int i = 0; i < parts; ++i) out[0] += e.computed(stored)[i];
           });
}

}  // namespace swell::components
