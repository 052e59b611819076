// What the FMU says of the case: its variables, states and capabilities.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "case_numbers.h"
#include "swell/base/error_codes.h"
#include "swell/osp/unit.h"
#include "writer.h"

namespace swell::fmu {

using Role = Manifest::Role;

namespace {

/// "float.position.surge", "chain.ends[2]": as the OspModelDescription calls the entries of a port.
std::string entry_name(const std::string& address, const system::PortSpec& spec, int entry) {
  const auto i = static_cast<std::size_t>(entry);
  if (i < spec.labels.size()) return address + "." + spec.labels[i];
  return spec.width == 1 ? address : fmt::format("{}[{}]", address, entry + 1);
}

/// FMI 2.0.5, 2.2.9: structured names need no quotes.
bool is_structured(const std::string& name) {
  const std::string::size_type bracket = name.find('[');
  bool begins = true;
  for (const char c : name.substr(0, bracket)) {
    const auto u = static_cast<unsigned char>(c);
    if (c == '.') {
      if (begins) return false;
      begins = true;
    } else if (std::isalpha(u) != 0 || c == '_' || (!begins && std::isdigit(u) != 0)) {
      begins = false;
    } else {
      return false;
    }
  }
  return !begins;
}

}  // namespace

/// The unit's name when FMI can have it; its definition is listed.
std::string Writer::known_unit(const std::string& text) {
  if (text.empty() || text == "1") return {};
  const std::optional<osp::Unit> unit = osp::parse_unit(text);
  if (!unit || unit->exponents[osp::kBaseUnits - 1] != 0) return {};  // FMI has no percent
  if (description_.unit(text) == nullptr) {
    fmi::UnitDefinition definition;
    definition.name = text;
    std::copy_n(unit->exponents.begin(), definition.exponents.size(), definition.exponents.begin());
    definition.factor = unit->factor;
    definition.offset = unit->offset;
    description_.units.push_back(std::move(definition));
  }
  return text;
}

void Writer::add_port(const std::string& name, const std::string& address, const system::PortSpec& spec, Role role,
                      bool tunable, const std::vector<double>& start) {
  const std::vector<std::string> units = osp::entry_units(spec);
  const std::vector<osp::Axis> axes = osp::entry_axes(spec);
  for (int i = 0; i < spec.width; ++i) {
    const auto at = static_cast<std::size_t>(i);
    fmi::Variable v;
    v.name = entry_name(name, spec, i);
    v.reference = static_cast<std::uint32_t>(manifest_.values.size());
    v.description = spec.description;
    if (!spec.frame.empty())
      v.description += (v.description.empty() ? "" : "; ") + osp::frame_note(spec.frame, axes[at]);
    v.unit = known_unit(at < units.size() ? units[at] : "");
    v.causality = role == Role::output ? fmi::Causality::output
                  : tunable            ? fmi::Causality::parameter
                                       : fmi::Causality::input;
    v.variability = tunable ? fmi::Variability::tunable : fmi::Variability::continuous;
    if (tunable) v.initial = "exact";
    if (role == Role::output) v.initial = "calculated";
    // An order of magnitude that scales differences: forces on a device are 1e5 N rather than 1.
    const std::optional<osp::Unit> unit = osp::parse_unit(v.unit);
    const bool mechanical = unit && unit->exponents[0] == 1 && unit->exponents[2] <= -2;
    const double nominal = mechanical ? 1e5 / unit->factor : 1.0;
    if (mechanical) v.nominal = nominal;
    if (role == Role::input) v.start = {fmt::format("{}", start[at])};
    if (role == Role::output) description_.outputs.push_back(description_.variables.size());
    manifest_.values.push_back({role, address, i, role == Role::input ? start[at] : 0.0, nominal});
    description_.variables.push_back(std::move(v));
  }
}

void Writer::describe_variables(run::Simulation& simulation) {
  fmi::Variable time;
  time.name = "time";
  time.unit = known_unit("s");
  time.causality = fmi::Causality::independent;
  time.description = "simulated time";
  description_.variables.push_back(time);
  manifest_.values.push_back({Role::time, "time", 0, 0.0, 1.0});
  ports_.emplace_back();
  ports_.back().name = description_.model;
  for (const Chosen& chosen : inputs_) {
    const run::Simulation::Port& port = simulation.inputs()[simulation.input(chosen.address)];
    add_port(chosen.name, chosen.address, port.spec, Role::input, chosen.tunable, port.start);
    summary_.inputs += static_cast<std::size_t>(port.spec.width);
    manifest_.inputs.push_back(chosen.address);
    if (!chosen.tunable) ports_.back().inputs.push_back({port.spec, chosen.name, {}, {}});
  }
  for (const Chosen& chosen : outputs_) {
    const run::Simulation::Port& port = simulation.outputs()[simulation.output(chosen.address)];
    add_port(chosen.name, chosen.address, port.spec, Role::output, false, {});
    summary_.outputs += static_cast<std::size_t>(port.spec.width);
    manifest_.outputs.push_back(chosen.address);
    ports_.back().outputs.push_back({port.spec, chosen.name, {}, {}});
  }
  std::set<std::string> names;
  for (const fmi::Variable& v : description_.variables) names.insert(v.name);
  for (const CaseNumber& number : parameters_of(model_)) {
    if (!names.insert(number.key).second) continue;
    fmi::Variable v;
    v.name = number.key;
    v.reference = static_cast<std::uint32_t>(manifest_.values.size());
    v.description = number.help;
    v.unit = known_unit(number.unit);
    v.causality = fmi::Causality::parameter;
    v.variability = fmi::Variability::fixed;
    v.initial = "exact";
    v.start = {fmt::format("{}", number.value)};
    if (number.bounds.lower && !number.bounds.lower_open) v.minimum = number.bounds.lower;
    if (number.bounds.upper && !number.bounds.upper_open) v.maximum = number.bounds.upper;
    manifest_.values.push_back({Role::parameter, number.key, 0, number.value, 1.0});
    description_.variables.push_back(std::move(v));
    ++summary_.parameters;
  }
  if (options_.model_exchange) describe_states(simulation.equations());
  describe_needs(simulation);
  const bool structured =
      std::all_of(description_.variables.begin(), description_.variables.end(), [](const fmi::Variable& v) {
        const bool rate = v.derivative.has_value();  // der(name)
        return is_structured(rate ? v.name.substr(4, v.name.size() - 5) : v.name);
      });
  description_.naming = structured ? "structured" : "flat";
}

// Outputs depend on time, on the states and on those inputs that no state keeps from them.
void Writer::describe_needs(const run::Simulation& simulation) {
  for (const std::size_t place : description_.outputs) {
    const std::size_t output = simulation.output(manifest_.values[place].address);
    std::set<std::string> inputs;
    for (const std::size_t i : simulation.followed_by(output)) inputs.insert(simulation.inputs()[i].address);
    std::vector<std::size_t> needs;
    for (std::size_t k = 0; k < manifest_.values.size(); ++k) {
      const Manifest::Value& v = manifest_.values[k];
      const bool input = v.role == Role::input && description_.variables[k].causality == fmi::Causality::input;
      if (v.role == Role::time || v.role == Role::state || (input && inputs.count(v.address) > 0)) needs.push_back(k);
    }
    description_.output_needs.emplace_back(std::move(needs));
  }
}

// Each entry of a state with its rate; of FMI 3.0 event functions too, which are variables there.
void Writer::describe_states(const system::System& system) {
  const auto add = [&](const std::string& name, const std::string& meaning, Role role, int entry,
                       const std::string& address) {
    fmi::Variable v;
    v.name = name;
    v.reference = static_cast<std::uint32_t>(manifest_.values.size());
    v.description = meaning;
    v.initial = "calculated";
    manifest_.values.push_back({role, address, entry, 0.0, 1.0});
    description_.variables.push_back(std::move(v));
    return description_.variables.size() - 1;
  };
  for (const system::System::StateEntry& state : system.states()) {
    const std::vector<std::string> units = osp::entry_units(*state.spec);
    for (int i = 0; i < state.spec->width; ++i) {
      const std::string name = "states." + entry_name(state.address, *state.spec, i);
      const std::size_t place = add(name, state.spec->description, Role::state, state.first + i, state.address);
      const auto at = static_cast<std::size_t>(i);
      description_.variables[place].unit = known_unit(at < units.size() ? units[at] : "");
      const std::size_t rate = add("der(" + name + ")", "", Role::rate, state.first + i, state.address);
      description_.variables[rate].derivative = place;
      rates_.emplace_back(state.first + i, rate);
      ++summary_.states;
    }
  }
  // The order of the state vector.
  std::sort(rates_.begin(), rates_.end());
  for (const auto& [entry, place] : rates_) description_.derivatives.push_back(place);
  description_.event_indicators = static_cast<std::size_t>(system.event_count());
  for (int i = 0; options_.version == 3 && i < system.event_count(); ++i) {
    const std::string of = system.event_owner(i) + "." + system.event(i).name;
    description_.indicators.push_back(
        add(fmt::format("events[{}]", i + 1), "event function " + of, Role::event, i, of));
  }
}

// What an importer that integrates the states cannot know.
void Writer::refuse_memory(const system::System& system) const {
  const std::vector<std::string> memory = system.memory_in_use();
  if (memory.empty()) return;
  const model::Radiation usual = model_.hydrodynamics.radiation.value_or(model::Radiation::convolution);
  const bool radiates = std::any_of(model_.bodies.begin(), model_.bodies.end(), [&](const model::Body& body) {
    return body.hydro_data && body.radiation.value_or(usual) == model::Radiation::convolution;
  });
  throw code::error(
      "contradiction", Origin{model_.file.string(), 0, 0, ""},
      fmt::format("the case cannot be an FMU for model exchange: it has memory other than states: {}",
                  fmt::join(memory, ", ")),
      fmt::format("{}samplers, delays and modes are for --kind co-simulation",
                  radiates ? "hydrodynamics: {radiation: state-space} makes states of the radiation memory; " : ""));
}

// What FMUs inside of the case do not give is in no snapshot, and one that is stepped stands at a communication point
// with the inputs that it was given there.
fmi::Interface Writer::stepped_interface(run::Simulation& simulation) {
  const bool stepped =
      std::any_of(model_.components.begin(), model_.components.end(), [](const model::Component& component) {
        return component.type == "fmu" && component.parameters.find("step") != nullptr;
      });
  fmi::Interface steps;
  steps.identifier = description_.model;
  steps.variable_step = steps.interpolates_inputs = true;
  steps.keeps_state = simulation.unkept(false).empty();
  steps.serializes_state = simulation.unkept(true).empty();
  steps.directional_derivative = !stepped;
  steps.event_mode = simulation.equations().event_count() > 0;
  if (model_.simulation.integrator == model::Integrator::rk4 && model_.simulation.time_step)
    steps.fixed_step = *model_.simulation.time_step;
  return steps;
}

}  // namespace swell::fmu
