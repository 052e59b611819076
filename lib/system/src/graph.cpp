#include "swell/system/graph.h"

#include <fmt/format.h>

#include "compiler.h"

namespace swell::system {

double plain_connection_rule(const Joined& joined, Diagnostics& diagnostics) {
  const auto differ = [](const std::string& a, const std::string& b) { return !a.empty() && !b.empty() && a != b; };
  if (differ(joined.from.unit, joined.to.unit)) {
    diagnostics.error(joined.origin, fmt::format("{} ({}) cannot feed {} ({}): the units differ", joined.from_address,
                                                 joined.from.unit, joined.to_address, joined.to.unit));
  }
  if (differ(joined.from.frame, joined.to.frame)) {
    diagnostics.error(joined.origin,
                      fmt::format("{} (frame {}) cannot feed {} (frame {}): the frames differ", joined.from_address,
                                  joined.from.frame, joined.to_address, joined.to.frame));
  }
  return 1.0;
}

Component& Graph::add(std::unique_ptr<Component> component, Origin origin) {
  Component& reference = *component;
  entries_.push_back({std::move(component), {}, std::move(origin), false});
  return reference;
}

void Graph::connect(std::string from, std::string to, Origin origin) {
  links_.push_back({std::move(from), {}, std::move(to), std::move(origin)});
}

void Graph::constant(std::vector<double> value, std::string to, Origin origin) {
  links_.push_back({{}, std::move(value), std::move(to), std::move(origin)});
}

void Graph::initial(std::string state, std::vector<double> value, Origin origin) {
  initials_.push_back({std::move(state), std::move(value), std::move(origin)});
}

void Graph::declare_all() {
  for (Entry& entry : entries_) {
    if (entry.declared) continue;
    try {
      entry.component->declare(entry.declaration);
    } catch (const InputError&) {
      throw;
    } catch (const std::exception& error) {
      throw InputError(entry.origin, fmt::format("component {} ({}) could not be set up: {}", entry.component->name(),
                                                 entry.component->type(), error.what()));
    }
    entry.declared = true;
  }
}

namespace {
std::string address_of(const Component& component, const PortSpec& spec) {
  return spec.name.find('.') != std::string::npos ? spec.name : component.name() + "." + spec.name;
}
}  // namespace

std::vector<std::string> Graph::output_addresses() {
  declare_all();
  std::vector<std::string> addresses;
  for (const Entry& entry : entries_) {
    for (const auto& output : entry.declaration.outputs) addresses.push_back(address_of(*entry.component, output.spec));
  }
  return addresses;
}

std::vector<std::string> Graph::input_addresses() {
  declare_all();
  std::vector<std::string> addresses;
  for (const Entry& entry : entries_) {
    for (const auto& input : entry.declaration.inputs) addresses.push_back(address_of(*entry.component, input.spec));
  }
  return addresses;
}

std::vector<Graph::Declared> Graph::outputs() {
  declare_all();
  std::vector<Declared> list;
  for (const Entry& entry : entries_) {
    for (const auto& output : entry.declaration.outputs)
      list.push_back({address_of(*entry.component, output.spec), entry.component->name(), output.spec});
  }
  return list;
}

std::vector<Graph::Declared> Graph::inputs() {
  declare_all();
  std::vector<Declared> list;
  for (const Entry& entry : entries_) {
    for (const auto& input : entry.declaration.inputs)
      list.push_back({address_of(*entry.component, input.spec), entry.component->name(), input.spec});
  }
  return list;
}

std::vector<Graph::Declared> Graph::states() {
  declare_all();
  std::vector<Declared> list;
  for (const Entry& entry : entries_) {
    for (const auto& state : entry.declaration.states)
      list.push_back({entry.component->name() + "." + state.spec.name, entry.component->name(), state.spec});
  }
  return list;
}

System Graph::compile(const std::vector<std::string>& recorded, const ConnectionRule& rule) && {
  declare_all();
  return Compiler(*this, rule).compile(recorded);
}

}  // namespace swell::system
