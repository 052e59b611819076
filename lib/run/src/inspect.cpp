#include "swell/run/inspect.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "run_outputs.h"
#include "swell/assembly/built_case.h"
#include "swell/device/watch.h"
#include "swell/osp/ports.h"
#include "swell/run/run.h"

namespace swell::run {

namespace {
/// It is in every case, has nothing to connect, and reads half of the device.
void hide_watch(std::vector<system::ComponentInfo>& list) {
  list.erase(std::remove_if(list.begin(), list.end(),
                            [](const system::ComponentInfo& info) { return info.name == device::Watch::kName; }),
             list.end());
}
}  // namespace

std::vector<system::ComponentInfo> case_interface(const model::Model& model, bool audit) {
  assembly::BuiltCase built =
      assembly::build_case(model, nullptr, audit ? assembly::Checks::audit : assembly::Checks::watch);
  std::vector<system::ComponentInfo> list = built.compile().describe();
  hide_watch(list);
  return list;
}

std::vector<system::ComponentInfo> device_interface(const model::Model& model) {
  std::set<std::string> outputs = {"sea.elevation"}, sums, inputs;
  std::vector<std::string> owners;  // of whom every port counts
  for (const model::Body& body : model.bodies) {
    for (const char* what : {".position", ".velocity", ".acceleration"}) outputs.insert(body.name + what);
    sums.insert(body.name + ".force");
  }
  const auto add_joint = [&](const model::Joint& joint) {
    for (const char* what : {".position", ".velocity", ".acceleration", ".force", ".power"})
      outputs.insert(joint.name + what);
    sums.insert(joint.name + ".force");
    inputs.insert(joint.name + ".motion");
  };
  for (const model::Joint& joint : model.joints) add_joint(joint);
  for (const model::Pto& pto : model.ptos) add_joint(pto);
  for (const model::Mooring& mooring : model.moorings) owners.push_back(mooring.name);
  for (const model::Rotor& rotor : model.rotors) owners.push_back(rotor.name);
  for (const model::Component& component : model.components) owners.push_back(component.name);

  std::vector<system::ComponentInfo> list;
  assembly::BuiltCase built = assembly::build_case(model);
  std::map<std::string, components::CircuitView> circuits;
  for (const model::Component& component : model.components) {
    if (const auto* view = components::circuit_of(built.graph.find(component.name)))
      circuits.emplace(component.name, *view);
  }
  std::vector<system::ComponentInfo> whole_case = built.compile().describe();
  hide_watch(whole_case);
  for (system::ComponentInfo& component : whole_case) {
    const auto circuit = circuits.find(component.name);
    const bool whole = std::find(owners.begin(), owners.end(), component.name) != owners.end();
    system::ComponentInfo own;
    own.name = component.name;
    own.type = component.type;
    for (auto& port : component.outputs) {
      if (circuit != circuits.end() && components::is_parameter(&circuit->second, port.address)) continue;
      if (whole || outputs.count(port.address) > 0) own.outputs.push_back(std::move(port));
    }
    for (auto& port : component.inputs) {
      const bool sum = sums.count(port.address) > 0;
      if (!sum && (!port.sources.empty() || (!whole && inputs.count(port.address) == 0))) continue;
      port.sources.clear();
      if (outputs.count(port.address) > 0) {
        const bool taken = std::any_of(own.outputs.begin(), own.outputs.end(),
                                       [&](const auto& output) { return output.address == port.address; });
        if (taken) port.address += ".input";
      }
      own.inputs.push_back(std::move(port));
    }
    if (!own.inputs.empty() || !own.outputs.empty()) list.push_back(std::move(own));
  }
  return list;
}

Inspection inspect_case(const model::Model& given, bool coefficients) {
  model::Model model = given;
  model.output.hydro_coefficients = coefficients;
  assembly::BuiltCase built = assembly::build_case(model);
  Inspection inspection;
  inspection.coefficients = std::move(built.hydro);
  std::vector<system::ComponentInfo> list = built.graph.describe();
  hide_watch(list);
  std::map<std::string, components::CircuitView> circuits;
  for (const system::ComponentInfo& info : list) {
    if (const auto* view = components::circuit_of(built.graph.find(info.name))) circuits.emplace(info.name, *view);
  }
  std::optional<system::System> system;
  try {
    system.emplace(built.compile());
  } catch (const InputError& error) {
    inspection.faults = error.diagnostics();
  }
  std::vector<double> state;
  if (system) {
    state = system->initialize(model.simulation.start);
    std::vector<double> rate(state.size());
    system->evaluate(model.simulation.start, state.data(), rate.data());
    list = system->describe();
    hide_watch(list);
    Diagnostics unused;  // inspect writes nothing, so nothing is refused
    check_results_size(model, built, results_path(model, {}), model.simulation.start, false, unused);
  }
  inspection.notes = built.notes;
  for (const assembly::RecordedSeries& recorded : built.recorded) inspection.signals.push_back(recorded.series);
  const auto numbers = [](const std::vector<double>& values) {
    std::string text;
    for (std::size_t i = 0; i < values.size() && i < 12; ++i)
      text += fmt::format("{}{:.6g}", i == 0 ? "" : ", ", values[i]);
    return values.size() > 12 ? text + ", ..." : text;
  };
  for (const system::ComponentInfo& info : list) {
    InspectedComponent component{info.name, info.type, {}, {}};
    if (const auto found = circuits.find(info.name); found != circuits.end()) component.circuit = found->second;
    const components::CircuitView* circuit = component.circuit ? &*component.circuit : nullptr;
    for (const auto& parameter : info.parameters)
      component.items.push_back(
          {parameter.name, "parameter", parameter.width, parameter.unit, "", parameter.value, ""});
    const auto add = [&](const std::vector<system::ComponentInfo::Port>& ports, const char* kind) {
      for (const auto& port : ports) {
        std::string value = numbers(port.value);
        for (const std::string& source : port.sources) value += (value.empty() ? "from " : ", ") + source;
        const bool is_port = &ports == &info.inputs || &ports == &info.outputs;
        const std::string unit = port.spec.unit.empty() && !port.spec.choices.empty()
                                     ? fmt::format("{}", fmt::join(port.spec.choices, " or "))
                                     : port.spec.unit;
        const bool constant = components::is_parameter(circuit, port.address);
        component.items.push_back({port.address, constant ? "parameter" : kind, port.spec.width, unit, port.spec.frame,
                                   value, is_port ? osp::type_text(port.spec) : "", port.sources});
      }
    };
    add(info.inputs, "input");
    add(info.outputs, "output");
    add(info.states, "state");
    add(info.memories, "state");
    inspection.components.push_back(std::move(component));
  }
  return inspection;
}

}  // namespace swell::run
