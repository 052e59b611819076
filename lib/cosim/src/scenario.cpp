#include "scenario.h"

#include <algorithm>

#include "swell/base/parameter.h"
#include "swell/base/refuse.h"
#include "swell/model/read_case.h"

namespace swell::cosim {

Scenario read_scenario(const std::filesystem::path& file, Diagnostics& diagnostics) {
  // JSON is YAML.
  const Parameter tree = model::read_yaml_file(file, {"scenario", "events", "see docs/fmi.md"});
  Scenario scenario;
  ParameterReader read(tree, diagnostics);
  read.text("description", std::string());
  if (read.has("end")) {
    scenario.end = read.number("end", "s", anything());
    scenario.end_origin = read.origin("end");
  }
  const std::vector<std::string> actions{"override", "bias", "reset"};
  std::string unit, variable;
  std::size_t action = 0;
  if (const Parameter* defaults = read.tree("defaults")) {
    ParameterReader of(*defaults, diagnostics);
    unit = of.text("model", std::string());
    variable = of.text("variable", std::string());
    action = of.choice("action", actions, 0);
    of.finish();
  }
  const Parameter* events = read.tree("events");
  read.finish();
  if (events == nullptr || events->kind != Parameter::Kind::list) {
    code::refuse(diagnostics, "bad-file", {file.string(), 1, 1, ""}, "a scenario has a list of events",
                 "\"events\": [{\"time\": 1, ...}]");
    return scenario;
  }
  const auto or_required = [](const std::string& text) {
    return text.empty() ? std::nullopt : std::optional<std::string>(text);
  };
  for (const Parameter& item : events->items) {
    ParameterReader of(item, diagnostics);
    ScenarioEvent event;
    event.origin = item.origin;
    event.time = of.number("time", "s", anything());
    event.unit = of.text("model", or_required(unit));
    event.variable = of.text("variable", or_required(variable));
    event.action = static_cast<ScenarioEvent::Action>(of.choice("action", actions, action));
    const Parameter* value = item.find("value");
    if (value != nullptr && value->kind == Parameter::Kind::flag) {
      of.flag("value");
      event.value = value->flag ? 1.0 : 0.0;
    } else if (value != nullptr || event.action != ScenarioEvent::Action::reset) {
      event.value = of.number("value", "", anything());
    }
    of.finish();
    scenario.events.push_back(std::move(event));
  }
  std::stable_sort(scenario.events.begin(), scenario.events.end(),
                   [](const ScenarioEvent& a, const ScenarioEvent& b) { return a.time < b.time; });
  return scenario;
}

}  // namespace swell::cosim
