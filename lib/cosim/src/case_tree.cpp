#include "case_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "swell/base/number.h"
#include "swell/base/text.h"
#include "swell/fmi/fmu_file.h"
#include "swell/osp/unit.h"

namespace swell::cosim {

namespace {

using osp::Wiring;

Parameter at(Parameter value, const Origin& origin) {
  value.origin = value.key_origin = origin;
  for (Parameter& item : value.items) {
    if (item.origin.file.empty()) item = at(std::move(item), origin);
  }
  return value;
}

/// A map of the case that stands at one place.
Parameter part(const Origin& origin, std::initializer_list<std::pair<const char*, Parameter>> items) {
  Parameter map;
  for (const auto& [key, value] : items) map.set(key, value);
  return at(std::move(map), origin);
}

std::optional<double> number_of(const std::string& text) {
  if (text == "true") return 1.0;
  if (text == "false") return 0.0;
  return parse_number(trimmed(text));
}

/// The number that --set gives to a key, where it gives one.
std::optional<std::string> override_of(const std::vector<std::string>& overrides, const std::string& key) {
  std::optional<std::string> value;
  for (const std::string& each : overrides) {
    if (each.rfind(key + "=", 0) == 0) value = each.substr(key.size() + 1);
  }
  return value;
}

class Tree {
 public:
  Tree(const Wiring& wiring, const Scenario& scenario, const std::vector<std::string>& overrides, bool needs_end,
       Diagnostics& diagnostics)
      : wiring_(wiring), scenario_(scenario), overrides_(overrides), needs_end_(needs_end), diagnostics_(diagnostics) {
    for (const ScenarioEvent& event : scenario.events) events_[{event.unit, event.variable}].push_back(&event);
  }

  Parameter make() {
    if (!load()) return {};
    simulation();
    for (const Wiring::Unit& unit : wiring_.units) add(unit);
    for (const Wiring::Block& block : wiring_.blocks) add(block);
    for (const Wiring::Wire& wire : wiring_.wires) add(wire);
    for (const Wiring::Unit& unit : wiring_.units) feed_the_rest(unit);
    refuse_unused_events();
    Parameter tree;
    tree.set("simulation", at(simulation_, wiring_.origin));
    tree.set("components", at(Parameter::list(components_), wiring_.origin));
    if (!connections_.empty()) tree.set("connections", at(Parameter::list(connections_), wiring_.origin));
    return at(std::move(tree), wiring_.origin);
  }

 private:
  struct Loaded {
    std::optional<fmi::Unit> unit;
    std::string name;  ///< of the component
    std::map<std::string, osp::GivenValue> values;
    std::set<std::string> fed;
  };

  /// A name that components may have, and nobody else here has.
  std::string legal(const std::string& name, const Origin& origin) {
    std::string plain = name;
    for (char& c : plain) {
      if (std::string("./*,= \t\n").find(c) != std::string::npos) c = '_';
    }
    if (!names_.insert(plain).second)
      refuse("duplicate-name", origin, fmt::format("'{}': another part of the system is named {} too", name, plain),
             "rename one of them: . / * , = and blanks become underscores");
    return plain;
  }

  void refuse(const char* code, const Origin& origin, std::string message, std::string remedy = {}) {
    diagnostics_.error(origin, std::move(message), std::move(remedy)).code = code;
  }

  bool load() {
    std::map<std::string, fmi::Unit> by_file;
    bool good = true;
    for (const Wiring::Unit& unit : wiring_.units) {
      Loaded& loaded = loaded_[unit.name];
      loaded.name = legal(unit.name, unit.origin);
      const std::string file = unit.file.string();
      try {
        auto known = by_file.find(file);
        if (known == by_file.end()) known = by_file.emplace(file, fmi::Unit(unit.file)).first;
        loaded.unit = known->second;
      } catch (const InputError& error) {
        good = false;
        for (const Diagnostic& d : error.diagnostics())
          refuse("bad-file", unit.origin, fmt::format("'{}': {}", unit.name, d.message), d.remedy);
      }
      for (const osp::GivenValue& value : unit.values) loaded.values[value.variable] = value;  // later ones win
    }
    return good;
  }

  void simulation() {
    if (wiring_.start != 0.0) simulation_.set("start", at(Parameter::of(wiring_.start), wiring_.stop_origin));
    if (scenario_.end) {
      simulation_.set("duration", at(Parameter::of(*scenario_.end - wiring_.start), scenario_.end_origin));
    } else if (wiring_.stop) {
      simulation_.set("duration", at(Parameter::of(*wiring_.stop - wiring_.start), wiring_.stop_origin));
    } else if (needs_end_ && !override_of(overrides_, "simulation.duration")) {
      Diagnostic& missing = diagnostics_.error(wiring_.origin, "the system has no time at which it ends",
                                               "--set simulation.duration=100");
      missing.code = "missing";
      missing.subject = "simulation.duration";
    }
    std::optional<double> shortest;
    const auto take = [&](const std::optional<double>& step) {
      if (step && *step > 0.0 && (!shortest || *step < *shortest)) shortest = step;
    };
    const auto given = override_of(overrides_, "simulation.time_step");
    base_ = wiring_.step;
    if (given) base_ = number_of(*given);
    if (!base_) {
      for (const Wiring::Unit& unit : wiring_.units) take(unit.step);
      base_ = shortest;
    }
    if (!base_) {
      for (const auto& [name, loaded] : loaded_) take(loaded.unit->description().experiment.step);
      base_ = shortest;
    }
    if (!base_ || !(*base_ > 0.0)) {
      refuse("missing", wiring_.origin, "neither the system nor its FMUs give a step",
             "--set simulation.time_step=0.01");
      base_ = 1.0;
    }
    simulation_.set("time_step", at(Parameter::of(*base_), wiring_.step_origin));
    simulation_.set("integrator", at(Parameter::of("rk4"), wiring_.origin));
  }

  double step_of(const Wiring::Unit& unit) {
    if (!unit.step || *unit.step <= 0.0) return *base_;
    const double times = std::max(1.0, std::round(*unit.step / *base_));
    const double step = times * *base_;
    if (std::abs(step - *unit.step) > 1e-6 * *unit.step)
      diagnostics_.warning("step-rounded", unit.step_origin,
                           fmt::format("'{}' has a step of {:g} s and is stepped every {:g} s, a multiple of the "
                                       "base step",
                                       unit.name, *unit.step, step));
    return step;
  }

  /// The value in the FMU's own unit; nothing after a mistake.
  std::optional<Parameter> value_of(const osp::GivenValue& given, const fmi::Variable& v, const std::string& owner) {
    const auto wrong = [&](const std::string& what, const std::string& remedy) {
      refuse("wrong-value", given.origin, fmt::format("{}.{} = {}: {}", owner, given.variable, given.value, what),
             remedy);
      return std::nullopt;
    };
    if (v.type == fmi::Type::text) return at(Parameter::of(given.value), given.origin);
    std::optional<double> number = number_of(given.value);
    if (const auto word = fmi::number_of_word(v, given.value)) number = word;
    if (!number && !v.items.empty()) {
      const std::vector<std::string> words = keys_of(v.items);
      return wrong("no word of the enumeration", fmt::format("its words: {}", fmt::join(words, ", ")));
    }
    if (!number || given.data_type == osp::DataType::string)
      return wrong(fmt::format("a {} is wanted", fmi::name_of(v.type, 3)), "");
    if (!given.unit.empty() && !v.unit.empty() && given.unit != v.unit) {
      const auto from = osp::parse_unit(given.unit), to = osp::parse_unit(v.unit);
      const auto change = from && to ? osp::conversion(*from, *to) : std::nullopt;
      if (!change) return wrong(fmt::format("{} cannot be turned into {}", given.unit, v.unit), "give it in " + v.unit);
      number = (*change)(*number);
    } else if (!given.unit.empty() && v.unit.empty()) {
      diagnostics_.warning(
          "unit-unknown", given.origin,
          fmt::format("{}.{} = {} {}: the FMU gives this variable no unit; the number is taken as it is", owner,
                      given.variable, given.value, given.unit));
    }
    number = given.factor * *number + given.offset;
    if (v.type == fmi::Type::boolean) return at(Parameter::of(*number != 0.0), given.origin);
    return at(Parameter::of(*number), given.origin);
  }

  void add(const Wiring::Unit& unit) {
    const Loaded& loaded = loaded_.at(unit.name);
    Parameter component = part(unit.origin, {{"name", Parameter::of(loaded.name)},
                                             {"type", Parameter::of("fmu")},
                                             {"file", Parameter::of(std::filesystem::absolute(unit.file).string())}});
    if (loaded.unit->description().co_simulation)
      component.set("step", at(Parameter::of(step_of(unit)), unit.step_origin));
    Parameter parameters;
    for (const auto& [name, value] : loaded.values) {
      const fmi::Variable* v = loaded.unit->description().find(name);
      if (v == nullptr) {
        refuse("unknown-name", value.origin, fmt::format("{} has no variable '{}'", unit.name, name),
               near(name, loaded.unit->description(), {}));
        continue;
      }
      if (v->causality == fmi::Causality::input && is_number(*v)) continue;
      if (auto converted = value_of(value, *v, unit.name)) parameters.set(name, std::move(*converted));
    }
    if (parameters.is_map()) component.set("parameters", at(std::move(parameters), unit.origin));
    components_.push_back(at(std::move(component), unit.origin));
  }

  static std::string near(const std::string& name, const fmi::Description& d, std::optional<fmi::Causality> causality) {
    std::vector<std::string> known;
    for (const fmi::Variable& v : d.variables) {
      if (!causality || v.causality == *causality) known.push_back(v.name);
    }
    return did_you_mean(name, known, known.empty() || known.size() > 20 ? "" : "it has {}");
  }

  /// @param unit  of what goes in and comes out, where it matters
  void add(const Wiring::Block& block, const std::string& unit = {}) {
    Parameter component, name = Parameter::of(block_names_[block.name] = legal(block.name, block.origin));
    if (block.inputs == 0) {
      component = part(block.origin, {{"name", name},
                                      {"type", Parameter::of("gain")},
                                      {"factor", Parameter::of(block.factor)},
                                      {"offset", Parameter::of(block.offset)}});
    } else {
      const std::vector<double> ones(static_cast<std::size_t>(block.inputs), 1.0);
      component =
          part(block.origin, {{"name", name}, {"type", Parameter::of("sum")}, {"factors", Parameter::list(ones)}});
    }
    const Parameter port = part(block.origin, {{"unit", Parameter::of(unit)}});
    if (!unit.empty()) component.set("ports", part(block.origin, {{"input", port}, {"output", port}}));
    components_.push_back(std::move(component));
  }

  /// The signal as the scenario changes it: a formula behind it, where it is one of the scenario's.
  std::string changed(std::string from, const Wiring::End& end, bool source) {
    const auto found = end.of_block ? events_.end() : events_.find({end.owner, end.name});
    if (found == events_.end()) return from;
    const std::string name = fmt::format("{}_{}_scenario", loaded_.at(end.owner).name, fmi::port_name(end.name));
    const std::string legal_name =
        changed_.count(found->first) != 0 ? name : legal(name, found->second.front()->origin);
    if (source && changed_.count(found->first) != 0) return legal_name + ".output";
    changed_.insert(found->first);
    const fmi::Description& d = loaded_.at(end.owner).unit->description();
    const fmi::PortUnit scale = fmi::port_unit(d, *d.find(end.name));
    // Events count from the communication point at which they are due, whatever its rounding.
    std::string text = "u", close;
    std::string formula;
    for (const ScenarioEvent* event : found->second) {
      formula += fmt::format("t < {:.17g} ? {} : (", event->time - 1e-6 * *base_, text);
      close += ")";
      text = event->action == ScenarioEvent::Action::reset ? "u"
             : event->action == ScenarioEvent::Action::bias
                 ? fmt::format("u + {:.17g}", scale.factor * event->value)
                 : fmt::format("{:.17g}", scale.factor * event->value + scale.offset);
    }
    const Origin& origin = found->second.front()->origin;
    components_.push_back(part(origin, {{"name", Parameter::of(legal_name)},
                                        {"type", Parameter::of("expression")},
                                        {"expression", Parameter::of(formula + text + close)},
                                        {"inputs", Parameter::list({Parameter::of("u")})}}));
    connect(from, legal_name + ".u", origin);
    return legal_name + ".output";
  }

  void refuse_unused_events() {
    for (const auto& [variable, list] : events_) {
      if (changed_.count(variable) != 0) continue;
      const auto& [unit, name] = variable;
      const auto found = loaded_.find(unit);
      std::string why = "there is no such simulator", remedy;
      if (found != loaded_.end()) {
        const fmi::Description& d = found->second.unit->description();
        const fmi::Variable* v = d.find(name);
        const bool output = v != nullptr && v->causality == fmi::Causality::output;
        why = v == nullptr ? "the simulator has no such variable"
              : output     ? "nothing reads this output"
                           : "only inputs and outputs that are numbers change in time";
        if (v == nullptr) remedy = near(name, d, {});
      } else {
        remedy = did_you_mean(unit, keys_of(loaded_));
      }
      diagnostics_.error(list.front()->origin, fmt::format("event of {}.{}: {}", unit, name, why), remedy);
    }
  }

  void connect(const std::string& from, const std::string& to, const Origin& origin) {
    connections_.push_back(part(origin, {{"from", Parameter::of(from)}, {"to", Parameter::of(to)}}));
  }

  /// The port behind an end; nothing after a mistake.
  std::optional<std::string> port_of(const Wiring::End& end, fmi::Causality causality, const Origin& origin) {
    if (end.of_block) {
      if (end.name == "out" || end.name == "in") return block_names_.at(end.owner) + "." + end.name + "put";
      const std::size_t first = end.name.find('[') + 1;
      return fmt::format("{}.input{}", block_names_.at(end.owner), std::atoi(end.name.c_str() + first) + 1);
    }
    const auto found = loaded_.find(end.owner);
    if (found == loaded_.end()) return std::nullopt;  // reported by the reader
    Loaded& loaded = found->second;
    const bool source = causality == fmi::Causality::output;
    const fmi::Variable* v = loaded.unit->description().find(end.name);
    if (v == nullptr || v->causality != causality) {
      refuse("unknown-name", origin,
             v == nullptr ? fmt::format("{} has no variable '{}'", end.owner, end.name)
                          : fmt::format("{}.{} is no {} of its FMU", end.owner, end.name, source ? "output" : "input"),
             near(end.name, loaded.unit->description(), causality));
      return std::nullopt;
    }
    if (!is_number(*v)) {
      refuse(
          "wrong-connection", origin,
          fmt::format("{}.{} is a {}: only numbers pass between FMUs", end.owner, end.name, fmi::name_of(v->type, 3)),
          source ? "" : "give it by a parameter");
      return std::nullopt;
    }
    if (!source) loaded.fed.insert(end.name);
    return loaded.name + "." + fmi::port_name(end.name);
  }

  void add(const Wiring::Wire& wire) {
    const Loaded* to_unit = wire.to.of_block ? nullptr : &loaded_.at(wire.to.owner);
    // A parameter that another's parameter or calculated one feeds is no signal.
    auto from = port_of(wire.from, fmi::Causality::output, wire.origin);
    const auto to = port_of(wire.to, fmi::Causality::input, wire.origin);
    if (!from || !to) return;
    from = changed(*from, wire.from, true);
    if (to_unit != nullptr && to_unit->values.count(wire.to.name) != 0)
      diagnostics_.warning(
          "no-effect", to_unit->values.at(wire.to.name).origin,
          fmt::format("{}.{} is connected: its value here has no effect", wire.to.owner, wire.to.name));
    // Arithmetic is of the FMUs' own numbers, ports may be in base units of theirs.
    const fmi::PortUnit a = scale_of(wire.from), b = scale_of(wire.to);
    const bool converted = wire.converts && !a.text.empty() && !b.text.empty();  // by the unit of the gain
    const double factor = converted ? wire.factor : b.factor * wire.factor / a.factor;
    const double offset = converted ? b.factor * wire.offset + b.offset * (1.0 - wire.factor)
                                    : b.factor * (wire.offset - wire.factor * a.offset / a.factor) + b.offset;
    const bool arithmetic = wire.from.of_block || wire.to.of_block || wire.factor != 1.0 || wire.offset != 0.0;
    if (!wire.turned && (arithmetic ? factor == 1.0 && offset == 0.0 : !wire.as_number)) {
      connect(changed(*from, wire.to, false), *to, wire.origin);
      return;
    }
    std::string name = *to + "_scaled";
    std::replace(name.begin(), name.end(), '.', '_');
    Wiring::Block gain;
    gain.name = name;
    gain.factor = factor;
    gain.offset = offset;
    gain.origin = wire.origin;
    add(gain, converted ? b.text : "");
    connect(*from, block_names_.at(name) + ".input", wire.origin);
    connect(changed(block_names_.at(name) + ".output", wire.to, false), *to, wire.origin);
  }

  fmi::PortUnit scale_of(const Wiring::End& end) const {
    if (end.of_block) return {};
    const fmi::Description& d = loaded_.at(end.owner).unit->description();
    return fmi::port_unit(d, *d.find(end.name));
  }

  /// What nothing feeds keeps the value that the system gives, or the FMU's own start value.
  void feed_the_rest(const Wiring::Unit& unit) {
    const Loaded& loaded = loaded_.at(unit.name);
    const fmi::Description& d = loaded.unit->description();
    for (const fmi::Variable& v : d.variables) {
      if (v.causality != fmi::Causality::input || !is_number(v) || loaded.fed.count(v.name) != 0) continue;
      const fmi::PortUnit scale = fmi::port_unit(d, v);
      std::vector<double> numbers;
      Origin origin = unit.origin;
      for (std::size_t i = 0; i < loaded.unit->width(v); ++i) {
        const std::string text = v.start.empty() ? "0" : v.start.size() > i ? v.start[i] : v.start.front();
        numbers.push_back(number_of(text).value_or(0.0));
      }
      if (const auto given = loaded.values.find(v.name); given != loaded.values.end()) {
        origin = given->second.origin;
        const auto value = value_of(given->second, v, unit.name);
        if (!value) continue;
        std::fill(numbers.begin(), numbers.end(),
                  value->kind == Parameter::Kind::flag ? (value->flag ? 1.0 : 0.0) : value->number);
      }
      for (double& x : numbers) x = scale.factor * x + scale.offset;
      const std::string to = loaded.name + "." + fmi::port_name(v.name);
      if (numbers.size() == 1 && events_.count({unit.name, v.name}) != 0) {
        const std::string name = legal(fmt::format("{}_{}_start", loaded.name, fmi::port_name(v.name)), origin);
        components_.push_back(part(origin, {{"name", Parameter::of(name)},
                                            {"type", Parameter::of("constant")},
                                            {"value", Parameter::of(numbers.front())}}));
        connect(changed(name + ".output", {unit.name, v.name, false}, false), to, origin);
        continue;
      }
      const Parameter value = numbers.size() == 1 ? Parameter::of(numbers.front()) : Parameter::list(numbers);
      connections_.push_back(part(origin, {{"value", value}, {"to", Parameter::of(to)}}));
    }
  }

  const Wiring& wiring_;
  const Scenario& scenario_;
  std::map<std::pair<std::string, std::string>, std::vector<const ScenarioEvent*>> events_;  // by unit and variable
  std::set<std::pair<std::string, std::string>> changed_;
  const std::vector<std::string>& overrides_;
  bool needs_end_;
  Diagnostics& diagnostics_;
  std::map<std::string, Loaded> loaded_;
  std::map<std::string, std::string> block_names_;
  std::set<std::string> names_;
  std::optional<double> base_;
  Parameter simulation_;
  std::vector<Parameter> components_, connections_;
};

}  // namespace

Parameter case_tree(const Wiring& wiring, const Scenario& scenario, const std::vector<std::string>& overrides,
                    bool needs_end, Diagnostics& diagnostics) {
  return Tree(wiring, scenario, overrides, needs_end, diagnostics).make();
}

}  // namespace swell::cosim
