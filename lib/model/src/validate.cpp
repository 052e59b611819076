#include "case_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "swell/base/refuse.h"
#include "swell/base/text.h"
#include "swell/model/choices.h"
#include "swell/model/read_case.h"
#include "tree_reader.h"
#include "tree_writer.h"

namespace swell::model {

namespace {

// The summary takes power and extremes of motions from the accepted points. Of the rows alone, whose power moves at
// twice the wave's frequency, the peak is missed by up to 1 - cos(2 pi / n) with n rows per wave, 5 % at twenty; from
// four on downwards the mean is that of an alias.
void warn_of_sparse_rows(const Model& model, Diagnostics& diagnostics) {
  const Output& o = model.output;
  const auto period = shortest_period(model);
  double step = o.time_step.value_or(0.0);
  for (std::size_t i = 1; i < o.times.size(); ++i) step = std::max(step, o.times[i] - o.times[i - 1]);
  if (!period || step <= *period / 8.0) return;
  diagnostics.warning(
      "few-output-rows", o.source.of(o.times.empty() ? "time_step" : "times"),
      fmt::format("{} {} s makes {:.2g} rows per wave of {:g} s: means and deviations of motions, "
                  "deviations of power, and all that is made of the results file, come from the rows; means and peaks "
                  "of power and extremes of motions in the summary do not",
                  o.times.empty() ? "output.time_step =" : "output.times of up to", step, *period / step, *period),
      fmt::format("give {:.2g} s or less", *period / 20.0));
}

}  // namespace

std::string label_of(const Source& source, const std::string& list, const std::string& name) {
  const std::string& path = source.origin.path;
  return path.empty() ? list + "." + name : path;
}

void validate_simulation(const Model& model, Diagnostics& diagnostics) {
  const Simulation& s = model.simulation;
  const Choices choices = resolve_choices(model);
  if (!s.time_step && choices.integrator == Integrator::rk4) {
    if (s.duration > 0.0 && !diagnostics.mentions("simulation.time_step")) {  // nor by a key that was meant for it
      diagnostics.error(s.source.origin, "simulation.time_step is missing",
                        "give the step in s, or an adaptive integrator: dopri5", "", "a number in s");
    }
  } else if (s.time_step && s.duration > 0.0 && *s.time_step > s.duration) {
    diagnostics.error(
        s.source.of("time_step"),
        fmt::format("simulation.time_step = {} s is longer than the duration of {} s", *s.time_step, s.duration));
  }
  if (s.duration > 0.0 && s.time_step && s.duration / *s.time_step > 1.0e9) {
    diagnostics.error(s.source.of("time_step"),
                      fmt::format("simulation.time_step = {} s makes {:.2g} steps in {} s", *s.time_step,
                                  s.duration / *s.time_step, s.duration),
                      "the most is 1e9");
  }
  // Times are numbers of 53 bits: far from 0 the next one is further than a step.
  const double latest = std::max(std::abs(s.start), std::abs(s.start + s.duration));
  if (s.time_step && 1e-3 * *s.time_step < latest * std::numeric_limits<double>::epsilon())
    diagnostics.error(s.source.of("start"),
                      fmt::format("simulation.start = {:g} s: steps of {:g} s are lost in the digits of such times",
                                  s.start, *s.time_step),
                      "begin nearer to 0");
  const bool is_calm = !diagnostics.has_errors() && !model.environment.current &&
                       std::all_of(model.waves.begin(), model.waves.end(),
                                   [](const Wave& w) { return std::holds_alternative<StillWater>(w); });
  if (is_calm && s.ramp > 0.0) {
    diagnostics.warning("no-effect", s.source.of("ramp"),
                        fmt::format("simulation.ramp = {:g} s has no effect, for the water is still; averages begin "
                                    "with the run",
                                    s.ramp),
                        "leave it out");
  } else if (s.duration > 0.0 && s.ramp > std::max(0.0, s.start + s.duration)) {
    diagnostics.warning(
        "long-ramp", s.source.of("ramp"),
        fmt::format("simulation.ramp = {} s ends after the run, at {} s: the waves never reach full height", s.ramp,
                    s.start + s.duration));
  }
  if (s.source.has("ramp") && s.ramp > 0.0 && s.start >= s.ramp && !is_calm)
    diagnostics.warning("no-effect", s.source.of("ramp"),
                        fmt::format("simulation.ramp = {} s ends before the run, which begins at {} s: the waves have "
                                    "full height from the first step on",
                                    s.ramp, s.start),
                        "the ramp counts from t = 0: leave it out, or begin earlier");
  const auto& current = model.environment.current;
  if (current && current->profile == CurrentProfile::table) {
    if (current->z.empty() || current->z.size() != current->speeds.size()) {
      diagnostics.error(current->source.origin,
                        fmt::format("environment.current has {} z and {} speeds, and a table needs as many of both",
                                    current->z.size(), current->speeds.size()));
    } else if (std::adjacent_find(current->z.begin(), current->z.end(), std::greater_equal<>()) != current->z.end()) {
      diagnostics.error(current->source.of("z"), "environment.current.z must ascend");
    }
    if (!current->z.empty() && current->z.back() > 0.0) {
      diagnostics.error(current->source.of("z"),
                        fmt::format("environment.current.z reaches {} m, above still water", current->z.back()),
                        "heights are 0 at the surface and negative below it");
    }
  } else if (current && (current->profile == CurrentProfile::power_law || current->profile == CurrentProfile::linear) &&
             !current->depth) {
    diagnostics.error(current->source.origin, "environment.current.depth is missing",
                      "give the depth in m at which the current vanishes");
  } else if (current && !current->z.empty()) {
    diagnostics.error(current->source.of("z"), "environment.current.z belongs to profile table",
                      "write profile: table");
  }
}

void validate_output(const Model& model, Diagnostics& diagnostics) {
  const Output& o = model.output;
  std::map<std::string, std::vector<std::string>> names = {{"bodies", {}},   {"joints", {}},     {"ptos", {}},
                                                           {"moorings", {}}, {"components", {}}, {"wave", {}}};
  for (const Body& b : model.bodies) names["bodies"].push_back(b.name);
  for (const Joint& j : model.joints) names["joints"].push_back(j.name);
  for (const Pto& p : model.ptos) names["ptos"].push_back(p.name);
  for (const Mooring& m : model.moorings) {
    names["moorings"].push_back(m.name);
    if (std::holds_alternative<TetherMooring>(m.law)) names["ptos"].push_back(m.name);  // they take power too
  }
  for (const Rotor& r : model.rotors) names["ptos"].push_back(r.name);
  for (const Component& c : model.components) names["components"].push_back(c.name);
  for (const std::string& pattern : o.select) {
    std::string path = pattern;
    std::replace(path.begin(), path.end(), '/', '.');
    if (!path.empty() && path[0] == '.') path.erase(0, 1);
    const std::size_t dot = path.find('.');
    const std::string group = path.substr(0, dot);
    const std::vector<std::string> groups = keys_of(names);
    if (group == "*" || group == "time" || group == "states" || group == "signals" || group == "audit") continue;
    if (names.count(group) == 0) {
      // Else a port by its owner, which may be anything that the case builds: judged when it is built.
      const bool owner = std::any_of(names.begin(), names.end(), [&group](const auto& list) {
        return std::find(list.second.begin(), list.second.end(), group) != list.second.end();
      });
      const auto near = owner ? std::nullopt : nearest(group, groups);
      if (near)
        code::refuse(diagnostics, code::kUnknownName, o.source.of("select"),
                     fmt::format("output.select = {} starts with no group of the results", pattern),
                     fmt::format("did you mean {}?", *near));
      continue;
    }
    if (dot == std::string::npos || group == "wave") continue;
    const std::string name = path.substr(dot + 1, path.find('.', dot + 1) - dot - 1);
    if (name.find('*') != std::string::npos) continue;
    const std::vector<std::string>& items = names[group];
    if (std::find(items.begin(), items.end(), name) == items.end()) {
      code::refuse(diagnostics, code::kUnknownName, o.source.of("select"),
                   fmt::format("output.select = {}: there is no {} in {}", pattern, name, group),
                   did_you_mean(name, items));
    }
  }
  const Simulation& s = model.simulation;
  if (!o.times.empty()) {
    const double end = s.start + s.duration;
    if (std::adjacent_find(o.times.begin(), o.times.end(), std::greater_equal<>()) != o.times.end())
      diagnostics.error(o.source.of("times"), "output.times must ascend");
    if (o.times.front() < s.start || (s.duration > 0.0 && o.times.back() > end + 1e-12 * std::abs(end)))
      diagnostics.error(o.source.of("times"),
                        fmt::format("output.times reaches from {} to {} s, the run from {} to {} s", o.times.front(),
                                    o.times.back(), s.start, end));
  }
  if (s.min_step && s.max_step && *s.min_step > *s.max_step)
    diagnostics.error(s.source.of("min_step"), fmt::format("simulation.min_step = {} s is longer than max_step = {} s",
                                                           *s.min_step, *s.max_step));
  if (o.time_step && s.duration > 0.0 && *o.time_step > s.duration) {
    diagnostics.error(o.source.of("time_step"),
                      fmt::format("output.time_step = {} s is longer than the run of {} s", *o.time_step, s.duration));
  }
  if (o.time_step && s.duration > 0.0 && s.duration / *o.time_step > 1.0e9) {
    diagnostics.error(o.source.of("time_step"),
                      fmt::format("output.time_step = {} s makes {:.2g} rows in {} s", *o.time_step,
                                  s.duration / *o.time_step, s.duration),
                      "the most is 1e9");
  }
}

void validate(const Model& model, Diagnostics& diagnostics) {
  // A case filled by hand passes through the reader as if it had been written: one set of rules.
  if (model.text.empty()) {
    Model scratch;
    const Parameter tree = case_tree(model);
    Reader reader(".", true, diagnostics);
    reader.read(tree, "", [&scratch](Visitor& v) { describe(v, scratch); });
  }
  // A mooring without bodies may be lines, rods and bodies of a file, a system of their own.
  if (model.bodies.empty() && model.components.empty() && model.moorings.empty() && !diagnostics.mentions("bodies")) {
    const int first = model.text.empty() || in_memory(model) ? 0 : 1;
    diagnostics.error(Origin{in_memory(model) ? "" : model.file.string(), first, first, ""},
                      "bodies is missing or empty: a case needs at least one body or component",
                      "for example bodies: [{name: float, hydro_data: {file: float.h5, body: 1}, mass: equilibrium, "
                      "inertia: [1.7e6, 1.7e6, 2.6e6]}]",
                      "", "a list");
  }
  validate_names(model, diagnostics);
  validate_simulation(model, diagnostics);
  validate_waves(model, diagnostics);
  validate_bodies(model, diagnostics);
  validate_joints(model, diagnostics);
  validate_output(model, diagnostics);
  warn_of_sparse_rows(model, diagnostics);
}

}  // namespace swell::model
