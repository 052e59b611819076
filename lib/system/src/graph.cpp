#include "swell/system/graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "compiler.h"
#include "impl.h"
#include "swell/system/communication.h"
#include "swell/system/wrapper.h"

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
  by_name_.emplace(component->name(), component.get());
  entries_.push_back({std::move(component), {}, std::move(origin), false, {}});
  return reference;
}

const Component* Graph::find(const std::string& name) const {
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? nullptr : found->second;
}

void Graph::connect(std::string from, std::string to, Origin origin, bool reported) {
  links_.push_back({std::move(from), {}, std::move(to), std::move(origin), reported});
}

void Graph::constant(std::vector<double> value, std::string to, Origin origin, bool reported) {
  links_.push_back({{}, std::move(value), std::move(to), std::move(origin), reported});
}

void Graph::initial(std::string state, std::vector<double> value, Origin origin, std::optional<int> column) {
  initials_.push_back({std::move(state), std::move(value), std::move(origin), column});
}

namespace {
std::string address_of(const Component& component, const PortSpec& spec) {
  return spec.name.find('.') != std::string::npos ? spec.name : component.name() + "." + spec.name;
}
}  // namespace

void Graph::declare_all() {
  for (Entry& entry : entries_) {
    if (entry.declared) continue;
    entry.declared = true;  // once, even if it fails: the compiler reports the errors with all others
    try {
      entry.component->declare(entry.declaration);
    } catch (const PortFaults& error) {
      entry.faults = error.diagnostics();
    } catch (const InputError& error) {
      entry.faults = error.diagnostics();
      faulty_owners_.push_back(entry.component->name());
    } catch (const std::exception& error) {
      Diagnostic fault;
      fault.origin = entry.origin;
      fault.message = fmt::format("component {} ({}) could not be set up: {}", entry.component->name(),
                                  entry.component->type(), error.what());
      entry.faults.push_back(std::move(fault));
      faulty_owners_.push_back(entry.component->name());
    }
    for (const Declaration::Join& join : entry.declaration.joins) {
      const auto own = [&](const auto& ports) { return address_of(*entry.component, ports[join.port].spec); };
      const std::string at = join.is_input ? own(entry.declaration.inputs) : own(entry.declaration.outputs);
      links_.push_back(
          {join.is_input ? join.other : at, {}, join.is_input ? at : join.other, entry.origin, join.reported});
    }
  }
}

namespace {
/// Lists the declarations of one kind, such as inputs, of all components.
template <class Records>
std::vector<Graph::Declared> declared(const std::vector<Graph::Entry>& entries, Records Declaration::*records) {
  std::vector<Graph::Declared> list;
  for (const Graph::Entry& entry : entries) {
    for (const auto& record : entry.declaration.*records)
      list.push_back({address_of(*entry.component, record.spec), entry.component->name(), record.spec, entry.origin});
  }
  return list;
}

std::vector<std::string> addresses_of(const std::vector<Graph::Declared>& ports) {
  std::vector<std::string> addresses;
  addresses.reserve(ports.size());
  for (const Graph::Declared& port : ports) addresses.push_back(port.address);
  return addresses;
}
}  // namespace

std::vector<std::string> Graph::output_addresses() { return addresses_of(outputs()); }
std::vector<std::string> Graph::input_addresses() { return addresses_of(inputs()); }

std::vector<Graph::Declared> Graph::outputs() {
  declare_all();
  return declared(entries_, &Declaration::outputs);
}

void Graph::rename_output(const std::string& address, const std::string& to) {
  declare_all();
  for (Entry& entry : entries_) {
    for (auto& record : entry.declaration.outputs) {
      if (address_of(*entry.component, record.spec) == address) record.spec.name = to;
    }
  }
}

std::vector<Graph::Declared> Graph::inputs() {
  declare_all();
  return declared(entries_, &Declaration::inputs);
}

std::vector<Graph::Declared> Graph::states() {
  declare_all();
  return declared(entries_, &Declaration::states);
}

std::vector<ForeignModel*> Graph::foreign() const {
  std::vector<ForeignModel*> found;
  for (const Entry& entry : entries_) {
    auto* wrapper = dynamic_cast<Wrapper*>(entry.component.get());
    Component* component = wrapper != nullptr ? &wrapper->wrapped() : entry.component.get();
    if (auto* model = dynamic_cast<ForeignModel*>(component)) found.push_back(model);
  }
  return found;
}

ComponentInfo described(const Component& component, const Declaration& declaration,
                        const std::function<std::vector<std::string>(const std::string& input)>& sources) {
  ComponentInfo info;
  info.name = component.name();
  info.type = component.type();
  info.parameters = declaration.parameters;
  for (const auto& input : declaration.inputs) {
    const std::string address = address_of(component, input.spec);
    info.inputs.push_back({input.spec, address, sources(address), {}});
  }
  for (const auto& output : declaration.outputs)
    info.outputs.push_back({output.spec, address_of(component, output.spec), {}, {}});
  for (const auto& state : declaration.states)
    info.states.push_back({state.spec, info.name + "." + state.spec.name, {}, state.initial});
  // Memory with labels is stored in state files, so its values are shown like those of a state.
  for (const auto& memory : declaration.memories)
    info.memories.push_back({memory.spec,
                             info.name + "." + memory.spec.name,
                             {},
                             memory.spec.labels.empty() ? std::vector<double>{} : memory.initial,
                             memory.kind});
  return info;
}

std::vector<ComponentInfo> Graph::describe() {
  declare_all();
  std::map<std::string, std::vector<std::string>> sources;
  for (const Link& link : links_) sources[link.to].push_back(link.from.empty() ? "constant" : link.from);
  std::vector<ComponentInfo> list;
  for (const Entry& entry : entries_)
    list.push_back(described(*entry.component, entry.declaration, [&](const std::string& input) {
      const auto found = sources.find(input);
      return found == sources.end() ? std::vector<std::string>{} : found->second;
    }));
  return list;
}

namespace {

std::size_t place_of(const std::string& unit, const std::vector<std::string>& choices) {
  return nth(std::find(choices.begin(), choices.end(), unit) - choices.begin());
}

/// Sets ports with equally many choices to the index of the first port with a unit. Returns true if one changed.
bool choose_together(Declaration& declaration) {
  std::vector<PortSpec*> ports;
  for (auto& input : declaration.inputs) {
    if (!input.spec.choices.empty()) ports.push_back(&input.spec);
  }
  for (auto& output : declaration.outputs) {
    if (!output.spec.choices.empty()) ports.push_back(&output.spec);
  }
  bool changed = false;
  for (const PortSpec* chosen : ports) {
    const std::size_t place = place_of(chosen->unit, chosen->choices);
    if (place == chosen->choices.size()) continue;
    for (PortSpec* port : ports) {
      if (!port->unit.empty() || port->choices.size() != chosen->choices.size()) continue;
      port->unit = port->choices[place];
      changed = true;
    }
  }
  return changed;
}

/// Unit and frame of some entries of a port; no unit if the entries differ in unit.
PortSpec part_of(const PortSpec& whole, const std::vector<int>& entries) {
  std::vector<std::string> units;
  for (std::size_t at = 0; at < whole.unit.size();) {
    const std::size_t end = std::min(whole.unit.find(", ", at), whole.unit.size());
    units.push_back(whole.unit.substr(at, end - at));
    at = end + 2;
  }
  PortSpec part;
  if (units.empty()) return part;
  const auto unit_at = [&](int entry) {
    const std::size_t each = std::max<std::size_t>(1, nth(whole.width) / units.size());
    return units[std::min(nth(entry) / each, units.size() - 1)];
  };
  const bool one = std::all_of(entries.begin(), entries.end(),
                               [&](int entry) { return unit_at(entry) == unit_at(entries.front()); });
  if (one) part.unit = unit_at(entries.front());
  // Three consecutive entries form a vector in the axes of the whole port.
  if (entries.size() == 3 && entries[0] % 3 == 0 && entries[1] == entries[0] + 1 && entries[2] == entries[0] + 2)
    part.frame = whole.frame;
  return part;
}

}  // namespace

void Graph::settle_ports() {
  declare_all();
  std::map<std::string, PortSpec*> outputs, inputs;
  std::vector<std::pair<PortSpec*, PortSpec*>> alike;
  for (Entry& entry : entries_) {
    std::map<std::string, PortSpec*> own;
    for (auto& input : entry.declaration.inputs) {
      inputs.emplace(address_of(*entry.component, input.spec), &input.spec);
      own.emplace(input.spec.name, &input.spec);
    }
    for (auto& output : entry.declaration.outputs) own.emplace(output.spec.name, &output.spec);
    for (auto& output : entry.declaration.outputs) {
      outputs.emplace(address_of(*entry.component, output.spec), &output.spec);
      if (const auto found = own.find(output.spec.like); found != own.end()) {
        alike.emplace_back(&output.spec, found->second);
      }
    }
    for (auto& input : entry.declaration.inputs) {
      if (const auto found = own.find(input.spec.like); found != own.end()) {
        alike.emplace_back(&input.spec, found->second);
      }
    }
  }
  // Inputs of each output. Constants are excluded: their unit is that of the input.
  std::vector<std::pair<PortSpec*, std::vector<PortSpec*>>> joined;
  std::map<PortSpec*, std::size_t> at;
  for (const Link& link : links_) {
    const auto from = outputs.find(link.from);
    const auto to = inputs.find(link.to);
    if (from == outputs.end() || to == inputs.end() || from->second->width != to->second->width) continue;
    const auto place = at.emplace(from->second, joined.size());
    if (place.second) joined.push_back({from->second, {}});
    joined[place.first->second].second.push_back(to->second);
  }
  bool changed = true;
  const auto take = [&changed](PortSpec& to, const PortSpec& from) {
    if (!to.unit.empty() || from.unit.empty()) return;
    // A unit outside the choices is not set; the connection rule reports it.
    if (!to.choices.empty() && place_of(from.unit, to.choices) == to.choices.size()) return;
    to.unit = from.unit;
    if (to.type.empty()) to.type = from.type;
    if (to.frame.empty()) to.frame = from.frame;
    changed = true;
  };
  // First, ports with `like` get their unit from that port alone, so that connections to them are checked against it.
  for (bool from_anywhere = false; changed || !from_anywhere;) {
    from_anywhere = from_anywhere || !changed;
    changed = false;
    for (auto& [output, readers] : joined) {
      for (PortSpec* reader : readers) {
        if (reader->like.empty() || from_anywhere) take(*reader, *output);
      }
      if (!output->like.empty() && !from_anywhere) continue;
      const PortSpec* one = nullptr;
      bool agree = true;
      for (const PortSpec* reader : readers) {
        if (reader->unit.empty()) continue;
        agree = agree && (one == nullptr || one->unit == reader->unit);
        one = reader;
      }
      if (one != nullptr && agree) take(*output, *one);
    }
    for (auto& [port, input] : alike) {
      if (!port->entries.empty()) {
        take(*port, part_of(*input, port->entries));
        continue;
      }
      if (port->width != input->width) continue;
      take(*port, *input);
      take(*input, *port);
    }
    for (Entry& entry : entries_) changed = choose_together(entry.declaration) || changed;
  }
}

System Graph::compile(const std::vector<std::string>& recorded, const ConnectionRule& rule) && {
  declare_all();
  return Compiler(*this, rule).compile(recorded);
}

}  // namespace swell::system
