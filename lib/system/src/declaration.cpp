#include "swell/system/component.h"

namespace swell::system {

namespace {
template <class List>
int last_index(const List& list) {
  return static_cast<int>(list.size()) - 1;
}
}  // namespace

Input Declaration::input(PortSpec spec, Fan fan) {
  inputs.push_back({std::move(spec), fan, nullptr});
  return {last_index(inputs)};
}

Input Declaration::input(PortSpec spec, Fan fan, double* own) {
  SWELL_EXPECT(own != nullptr);
  inputs.push_back({std::move(spec), fan, own});
  return {last_index(inputs)};
}

void Declaration::from(Input input, std::string output, bool reported) {
  joins.push_back({static_cast<std::size_t>(input.index), true, reported, std::move(output)});
}

void Declaration::to(std::string input) { joins.push_back({outputs.size() - 1, false, false, std::move(input)}); }

void Declaration::parameter(std::string name, std::string value, std::string unit, Origin origin) {
  parameters.push_back({std::move(name), std::move(value), std::move(unit), std::move(origin)});
}

Computed Declaration::compute(std::string name, int width, Reads reads, Compute function, Rate rate) {
  computations.push_back({std::move(name), width, std::move(reads), std::move(function), rate, nullptr, {}, {}, {}});
  return {last_index(computations)};
}

Computed Declaration::compute(std::string name, double* own, int width, Reads reads, Compute function) {
  SWELL_EXPECT(own != nullptr);
  computations.push_back(
      {std::move(name), width, std::move(reads), std::move(function), Rate::continuous(), own, {}, {}, {}});
  return {last_index(computations)};
}

State Declaration::state(PortSpec spec, std::vector<double> initial, Reads reads, Compute derivative) {
  SWELL_EXPECT(static_cast<int>(initial.size()) == spec.width);
  states.push_back({std::move(spec), std::move(initial), std::move(reads), std::move(derivative), {}, {}, {}, 0.0});
  return {last_index(states)};
}

void Declaration::initialize(State state, Reads reads, Initialize function) {
  StateRecord& record = states[static_cast<std::size_t>(state.index)];
  record.initialize_reads = std::move(reads);
  record.initialize = std::move(function);
}

void Declaration::initialize(Computed sampled, Reads reads, Begin begin, Initialize function) {
  ComputedRecord& record = computations[static_cast<std::size_t>(sampled.index)];
  SWELL_EXPECT(record.rate.sampled && record.own == nullptr);
  record.initialize_reads = std::move(reads);
  record.begin = std::move(begin);
  record.initialize = std::move(function);
}

void Declaration::project(State state, Project function) {
  states[static_cast<std::size_t>(state.index)].project = std::move(function);
}

void Declaration::limit(State state, double magnitude) {
  states[static_cast<std::size_t>(state.index)].limit = magnitude;
}

Memory Declaration::memory(PortSpec spec, MemoryKind kind, std::vector<double> initial) {
  SWELL_EXPECT(static_cast<int>(initial.size()) == spec.width);
  memories.push_back({std::move(spec), kind, std::move(initial)});
  return {last_index(memories)};
}

void Declaration::commit(Reads reads, Commit function) { commits.push_back({std::move(reads), std::move(function)}); }

void Declaration::event(EventSpec spec, Computed value, Commit handler) {
  events.push_back({std::move(spec), value.index, std::move(handler)});
}

void Declaration::output(PortSpec spec, Computed source, int first) {
  outputs.push_back({std::move(spec), source, first, nullptr});
}
void Declaration::output(PortSpec spec, Computed source, const double* own) {
  outputs.push_back({std::move(spec), source, 0, own});
}
void Declaration::output(PortSpec spec, State source, int first) {
  outputs.push_back({std::move(spec), source, first, nullptr});
}
void Declaration::output(PortSpec spec, Memory source, int first) {
  outputs.push_back({std::move(spec), source, first, nullptr});
}

Computed Declaration::output(PortSpec spec, Reads reads, Compute function, Rate rate) {
  const Computed source = compute(spec.name, spec.width, std::move(reads), std::move(function), rate);
  output(std::move(spec), source);
  return source;
}

}  // namespace swell::system
