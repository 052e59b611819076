#include "swell/components/registry.h"

#include "swell/device/load.h"

#include <fmt/format.h>

#include <algorithm>

#include "swell/system/graph.h"
#include "types.h"

namespace swell::components {

namespace {

/// What `ports:` says of one port.
struct PortMeaning {
  std::string name, unit, frame, type;
  std::string called;  ///< another name; "" keeps it
  Origin origin;
};

/// A component with its recorded parameters and the meaning that the case gives to its ports.
class Decorated : public device::Load {
 public:
  Decorated(std::unique_ptr<system::Component> inner, std::vector<system::ParameterSpec> parameters,
            std::vector<PortMeaning> meanings)
      : Load(inner->name(), inner->type(), {}),
        inner_(std::move(inner)),
        parameters_(std::move(parameters)),
        meanings_(std::move(meanings)) {}

  void declare(system::Declaration& d) override {
    inner_->declare(d);
    d.parameters = parameters_;
    Diagnostics faults;
    for (const PortMeaning& meaning : meanings_) {
      std::vector<std::string> known;
      bool found = false;
      const auto set = [&](system::PortSpec& spec) {
        known.push_back(spec.name);
        if (spec.name != meaning.name) return;
        found = true;
        if (means_another(spec, meaning, faults)) return;
        if (!meaning.unit.empty()) spec.unit = meaning.unit;
        if (!meaning.frame.empty()) spec.frame = meaning.frame;
        if (!meaning.type.empty()) spec.type = meaning.type;
        if (!meaning.called.empty()) spec.name = meaning.called;
      };
      for (auto& input : d.inputs) set(input.spec);
      for (auto& output : d.outputs) set(output.spec);
      for (auto& state : d.states) {
        if (!meaning.called.empty() && state.spec.name == meaning.name) state.spec.name = meaning.called;
      }
      if (found) continue;
      const auto near = nearest(meaning.name, known);
      faults.error(meaning.origin, fmt::format("{} has no port {}", name(), meaning.name),
                   near ? "did you mean " + *near + "?" : fmt::format("its ports are {}", fmt::join(known, ", ")));
    }
    if (faults.has_errors()) throw system::PortFaults(faults.list());
  }
  std::string diagnose() const override { return inner_->diagnose(); }
  device::LoadTraits traits(const std::string& port) const override {
    const auto inner_name = std::find_if(meanings_.begin(), meanings_.end(),
                                         [&](const PortMeaning& meaning) { return meaning.called == port; });
    const auto* load = dynamic_cast<const device::Load*>(inner_.get());
    if (load == nullptr) return {};
    return load->traits(inner_name == meanings_.end() ? port : inner_name->name);
  }

 private:
  /// What a component computes in newtons does not become kN by another name.
  bool means_another(const system::PortSpec& spec, const PortMeaning& meaning, Diagnostics& faults) const {
    bool refused = false;
    const auto refuse = [&](const char* what, const std::string& asked, const std::string& has) {
      refused = true;
      faults.error(meaning.origin,
                   fmt::format("{}.{}: {} = {}, but this port is in {}", name(), spec.name, what, asked, has),
                   "leave it out; a connection converts what it can");
    };
    const auto& choices = spec.choices;
    const bool chosen = choices.empty() || std::find(choices.begin(), choices.end(), meaning.unit) != choices.end();
    if (!meaning.unit.empty() && !spec.unit.empty() && meaning.unit != spec.unit) {
      refuse("unit", meaning.unit, spec.unit);
    }
    if (!meaning.unit.empty() && !chosen) refuse("unit", meaning.unit, fmt::format("{}", fmt::join(choices, " or ")));
    if (!meaning.frame.empty() && !spec.frame.empty() && meaning.frame != spec.frame) {
      refuse("frame", meaning.frame, "frame " + spec.frame);
    }
    return refused;
  }

  std::unique_ptr<system::Component> inner_;
  std::vector<system::ParameterSpec> parameters_;
  std::vector<PortMeaning> meanings_;
};

std::vector<PortMeaning> read_meanings(Parameters& read) {
  std::vector<PortMeaning> meanings;
  const Parameter* ports = read.tree("ports");
  if (ports == nullptr) return meanings;
  if (!ports->is_map()) {
    read.error("ports", "must be a map from a port to {unit, frame, type, name}");
    return meanings;
  }
  for (std::size_t i = 0; i < ports->keys.size(); ++i) {
    Parameters one(ports->items[i], read.diagnostics());
    PortMeaning meaning;
    meaning.name = ports->keys[i];
    meaning.unit = one.text("unit", "");
    meaning.frame = one.text("frame", "");
    meaning.type = one.text("type", "");
    meaning.called = one.text("name", "");
    meaning.origin = ports->items[i].origin;
    one.finish();
    meanings.push_back(std::move(meaning));
  }
  return meanings;
}

}  // namespace

std::size_t errors_in(const Diagnostics& diagnostics) {
  return static_cast<std::size_t>(std::count_if(diagnostics.list().begin(), diagnostics.list().end(),
                                                [](const Diagnostic& d) { return d.severity == Severity::error; }));
}

void Registry::add(std::string type, std::string description, Factory factory, std::string library) {
  for (const Type& known : types_) {
    if (known.name != type) continue;
    throw InputError({}, fmt::format("component type {} of {} is there already, from {}", type,
                                     library.empty() ? "Swell" : "library " + library,
                                     known.library.empty() ? "Swell" : "library " + known.library));
  }
  types_.push_back({std::move(type), std::move(description), std::move(factory), std::move(library)});
}

std::unique_ptr<system::Component> Registry::make(const std::string& type, const std::string& name,
                                                  const Parameter& parameters, const Surroundings& surroundings,
                                                  const Origin& type_origin, Diagnostics& diagnostics) const {
  const auto found = std::find_if(types_.begin(), types_.end(), [&](const Type& t) { return t.name == type; });
  if (found == types_.end()) {
    std::vector<std::string> known;
    for (const Type& t : types_) known.push_back(t.name);
    const auto near = nearest(type, known);
    diagnostics.error(type_origin, fmt::format("components.{}.type = {}: no such component", name, type),
                      near ? "did you mean " + *near + "?" : fmt::format("known types: {}", fmt::join(known, ", ")),
                      type);
    return nullptr;
  }
  const std::size_t before = errors_in(diagnostics);
  Parameters read(parameters, diagnostics);
  std::unique_ptr<system::Component> component;
  try {
    component = found->factory(name, read, surroundings);
    const std::vector<PortMeaning> meanings = read_meanings(read);
    read.finish();
    if (errors_in(diagnostics) > before || !component) return nullptr;
    return std::make_unique<Decorated>(std::move(component), read.list(), meanings);
  } catch (const InputError& error) {
    // What a physics library says of the values that stood in for refused ones is no mistake of the file.
    if (errors_in(diagnostics) > before) return nullptr;
    // A physics library refused a value. It knows no file; the component's own place stands for it.
    for (Diagnostic diagnostic : error.diagnostics()) {
      if (diagnostic.origin.place().empty()) {
        diagnostic.origin = type_origin;
        diagnostic.message = fmt::format("components.{}: {}", name, diagnostic.message);
      }
      diagnostics.add(std::move(diagnostic));
    }
  } catch (const std::exception& error) {
    diagnostics.error(
        type_origin, fmt::format("components.{}: {}{} could not be set up: {}", name,
                                 found->library.empty() ? "" : "library " + found->library + ": ", type, error.what()));
  }
  return nullptr;
}

Registry Registry::built_in() {
  Registry registry;
  add_mechanics(registry);
  add_signals(registry);
  add_sources(registry);
  add_dynamics(registry);
  add_expression(registry);
  add_control(registry);
  add_joint_components(registry);
  add_drives(registry);
  add_hydraulic(registry);
  add_circuit(registry);
  return registry;
}

}  // namespace swell::components
