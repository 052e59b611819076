#include "swell/components/registry.h"

#include "swell/base/refuse.h"
#include "swell/base/text.h"
#include "swell/components/circuit_view.h"
#include "swell/components/element.h"
#include "swell/device/load.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "swell/model/read_case.h"
#include "swell/model/schema.h"
#include "swell/system/graph.h"
#include "swell/system/wrapper.h"
#include "types.h"

namespace swell::components {

namespace {

/// Settings of one port in `ports:`.
struct PortMeaning {
  std::string name, unit, frame, type;
  std::string called;  ///< another name; "" keeps it
  Origin origin;
};

/// A component with its recorded parameters and the port settings of the case.
class Decorated : public device::Load, public ShowsCircuit, public system::Wrapper {
 public:
  Decorated(std::unique_ptr<system::Component> inner, std::vector<system::ParameterSpec> parameters,
            std::vector<PortMeaning> meanings, std::vector<std::shared_ptr<const void>> shares)
      : Load(inner->name(), inner->type(), {}),
        shares_(std::move(shares)),
        inner_(std::move(inner)),
        parameters_(std::move(parameters)),
        meanings_(std::move(meanings)) {}

  system::Component& wrapped() override { return *inner_; }
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
      code::refuse(faults, "unknown-name", meaning.origin, fmt::format("{} has no port {}", name(), meaning.name),
                   did_you_mean(meaning.name, known, "its ports are {}"));
    }
    if (faults.has_errors()) throw system::PortFaults(faults.list());
  }
  std::string diagnose() const override { return inner_->diagnose(); }
  const CircuitView* circuit_view() const override { return circuit_of(inner_.get()); }
  std::vector<std::string> effects(const std::string& port) const override {
    const auto* load = dynamic_cast<const device::Load*>(inner_.get());
    return load != nullptr ? load->effects(port) : std::vector<std::string>{};
  }
  device::LoadTraits traits(const std::string& port) const override {
    const auto inner_name = std::find_if(meanings_.begin(), meanings_.end(),
                                         [&](const PortMeaning& meaning) { return meaning.called == port; });
    const auto* load = dynamic_cast<const device::Load*>(inner_.get());
    if (load == nullptr) return {};
    device::LoadTraits traits = load->traits(inner_name == meanings_.end() ? port : inner_name->name);
    for (const PortMeaning& meaning : meanings_) {
      if (meaning.name == traits.coordinate && !meaning.called.empty()) traits.coordinate = meaning.called;
    }
    return traits;
  }

 private:
  /// Rejects another unit or frame for a port that has one: newtons do not become kN.
  bool means_another(const system::PortSpec& spec, const PortMeaning& meaning, Diagnostics& faults) const {
    bool refused = false;
    const auto refuse = [&](const char* what, const std::string& asked, const std::string& has) {
      refused = true;
      code::refuse(faults, "contradiction", meaning.origin,
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

  std::vector<std::shared_ptr<const void>> shares_;  // the owner keeps its shared objects alive
  std::unique_ptr<system::Component> inner_;
  std::vector<system::ParameterSpec> parameters_;
  std::vector<PortMeaning> meanings_;
};

void describe(model::Visitor& v, PortMeaning& p) {
  v.text({"unit", "", "what it carries"}, p.unit);
  v.text({"frame", "", "world, world-down, joint or the name of a body"}, p.frame);
  v.text({"type", "", "semantic type, such as Force"}, p.type);
  v.text({"name", "", "another name; a state of the port's name is renamed with it"}, p.called);
}

void describe(model::Visitor& v, std::vector<PortMeaning>& ports) {
  v.list({"ports", "", "from a port to {unit, frame, type, name}"},
         {[&] { return ports.size(); },
          [&] {
            ports.emplace_back();
            return ports.size() - 1;
          },
          [&](model::Visitor& inner, std::size_t i) { describe(inner, ports[i]); }, false,
          [&](std::size_t i, const std::string& name) { ports[i].name = name; }});
}

std::string text_of(const Parameter& value, const model::Shape& shape) {
  if (value.kind == Parameter::Kind::number) return fmt::format("{:g}", value.number);
  if (value.kind != Parameter::Kind::list) return value.text;
  if (shape.kind == model::Shape::Kind::table) return fmt::format("{} rows", value.items.size());
  const bool numbers = shape.kind == model::Shape::Kind::numbers;
  if (numbers && value.items.size() == 1) return fmt::format("{:g}", value.items.front().number);
  std::string text;
  for (std::size_t i = 0; i < value.items.size() && (i < 8 || !numbers); ++i) {
    const Parameter& item = value.items[i];
    text += (i == 0 ? "" : ", ") + (numbers ? fmt::format("{:g}", item.number) : item.text);
  }
  return numbers ? fmt::format("[{}{}]", text, value.items.size() > 8 ? ", ..." : "") : text;
}

/// Parameters of a description for `inspect`; keys without a value are omitted.
std::vector<system::ParameterSpec> listed(const Recipe& recipe, const Given& given) {
  std::vector<system::ParameterSpec> list;
  ValueWalker walker([&](const std::string& name, const model::Key& key, const model::Leaf& leaf) {
    const Parameter value = leaf.get();
    const bool many = value.kind == Parameter::Kind::list;
    if (value.kind == Parameter::Kind::none || value.is_map() || leaf.shape.kind == model::Shape::Kind::tree) return;
    list.push_back({name, text_of(value, leaf.shape), key.unit, given.origin(name),
                    many ? static_cast<int>(value.items.size()) : 1});
  });
  recipe.describe(walker);
  return list;
}

}  // namespace

Given::Given(const Parameter& tree, const Surroundings& surroundings, Diagnostics& diagnostics)
    : around(surroundings), tree_(tree), diagnostics_(diagnostics), before_(errors_in(diagnostics)) {}

bool Given::faulty() const { return errors_in(diagnostics_) > before_; }

const Parameter* Given::find(const std::string& key) const {
  const std::size_t dot = key.find('.');
  const Parameter* found = tree_.find(key.substr(0, dot));
  return found == nullptr || dot == std::string::npos ? found : found->find(key.substr(dot + 1));
}

Origin Given::origin(const std::string& key) const {
  const Parameter* value = find(key);
  return value != nullptr ? value->origin : tree_.origin;
}

void Given::refuse_object(const std::string& key, const std::string& owner, const std::string& what, bool exists,
                          const std::vector<std::string>& owners) {
  // An owner with errors shares nothing and is reported already.
  const std::string place = "components." + owner;
  const auto& list = diagnostics_.list();
  if (exists && std::any_of(list.begin(), list.end(), [&](const Diagnostic& d) {
        return d.severity == Severity::error && (d.subject == place || d.subject.rfind(place + ".", 0) == 0);
      }))
    return;
  error(
      key,
      fmt::format("= {}: {}", owner,
                  exists ? "that component shares no object of this type, or waits for this one" : "no such component"),
      did_you_mean(owner, owners,
                   owners.empty() ? fmt::format("add a component that shares {}", what)
                                  : fmt::format("{} is shared by {}", what, fmt::join(owners, ", "))))
      .code = code::kUnknownName;
}

std::string Given::path_of(const std::string& key) const {
  return tree_.origin.path.empty() ? key : tree_.origin.path + "." + key;
}

Diagnostic& Given::error(const std::string& key, const std::string& message, const std::string& remedy) {
  Diagnostic& out = diagnostics_.error(origin(key), path_of(key) + " " + message, remedy);
  out.subject = path_of(key);
  return out;
}

void Given::warning(const char* code, const std::string& key, const std::string& message, const std::string& remedy) {
  diagnostics_.warning(code, origin(key), path_of(key) + " " + message, remedy).subject = path_of(key);
}

void Given::without_effect(const std::string& key, const std::string& why) {
  if (has(key)) warning("no-effect", key, "has no effect: " + why, "leave it out");
}

std::size_t errors_in(const Diagnostics& diagnostics) {
  return static_cast<std::size_t>(std::count_if(diagnostics.list().begin(), diagnostics.list().end(),
                                                [](const Diagnostic& d) { return d.severity == Severity::error; }));
}

Registry::Registry() : elements_(std::make_shared<std::vector<ElementType>>()) {}

void Registry::add_element(ElementType type) {
  for (const ElementType& known : *elements_) {
    if (known.word == type.word)
      throw code::error(code::kDuplicateName, {},
                        fmt::format("element type {} of circuits is defined already", type.word));
  }
  elements_->push_back(std::move(type));
}

void Registry::add(Type type) {
  for (const Type& known : types_) {
    if (known.name != type.name) continue;
    throw code::error(code::kDuplicateName, {},
                      fmt::format("component type {} of {} is defined already, from {}", type.name,
                                  type.library.empty() ? "Swell" : "library " + type.library,
                                  known.library.empty() ? "Swell" : "library " + known.library));
  }
  types_.push_back(std::move(type));
}

std::unique_ptr<system::Component> Registry::make(const std::string& type, const std::string& name,
                                                  const Parameter& parameters, const Surroundings& surroundings,
                                                  const Origin& type_origin, Diagnostics& diagnostics) const {
  const auto found = std::find_if(types_.begin(), types_.end(), [&](const Type& t) { return t.name == type; });
  if (found == types_.end() && type.rfind("missing-", 0) == 0) {  // of an imported case
    diagnostics
        .error(type_origin, fmt::format("components.{}.type = {}: this part of the model was not imported", name, type),
               "write a component that does the same, or take the entry out to run without it", type)
        .code = code::kUnknownName;
    return nullptr;
  }
  if (found == types_.end()) {
    const std::vector<std::string> known = names_of(types_);
    diagnostics
        .error(type_origin, fmt::format("components.{}.type = {}: no such component", name, type),
               did_you_mean(type, known, "known types: {}"), type)
        .code = code::kUnknownName;
    return nullptr;
  }
  Given given(parameters, surroundings, diagnostics);
  try {
    const Recipe recipe = found->recipe();
    std::vector<PortMeaning> meanings;
    const auto describe_all = [&](model::Visitor& v) {
      recipe.describe(v);
      describe(v, meanings);
    };
    model::read(parameters, describe_all, diagnostics);
    for (PortMeaning& meaning : meanings) meaning.origin = given.origin("ports." + meaning.name);
    std::unique_ptr<system::Component> component = recipe.make(name, given);
    if (given.faulty() || !component) return nullptr;
    return std::make_unique<Decorated>(std::move(component), listed(recipe, given), meanings,
                                       surroundings.objects->of(name));
  } catch (const InputError& error) {
    // Errors of a physics library about substitutes of refused values are not errors of the file.
    if (given.faulty()) return nullptr;
    // A physics library has refused a value; its error has no place, so that of the component is used.
    for (Diagnostic diagnostic : error.diagnostics()) {
      if (diagnostic.origin.place().empty()) {
        diagnostic.origin = type_origin;
        diagnostic.message = fmt::format("components.{}: {}", name, diagnostic.message);
        diagnostic.subject = "components." + name;
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

std::vector<model::DescribedType> Registry::described() const {
  std::vector<model::DescribedType> all;
  for (const Type& type : types_) {
    all.push_back({type.name, type.description, [&type](model::Visitor& v) {
                     const Recipe recipe = type.recipe();
                     recipe.describe(v);
                     std::vector<PortMeaning> meanings;
                     describe(v, meanings);
                   }});
  }
  return all;
}

std::string Registry::reference() const {
  std::string page =
      "# Component types\n\n"
      "What `components: - {name: ..., type: ..., ...}` may be; [components.md](components.md) has the laws. A port "
      "without "
      "unit takes any,\nand its width may follow from the parameters. Every type also takes `ports: {<port>: {unit, "
      "frame, "
      "type, name}}`, which says\nwhat a port carries or how it is called. This page is generated by `swell schema "
      "--components` and compared with the code by a\ntest.\n";
  const Surroundings around = surroundings_of_examples();
  for (const Type& type : types_) {
    std::string text = fmt::format("\n{}.\n", type.description), ports;
    text[1] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[1])));
    const Recipe recipe = type.recipe();
    if (!type.example.empty()) {
      text += fmt::format("\n    - {{name: x, type: {}, {}}}\n", type.name, type.example);
      Diagnostics diagnostics;
      const Parameter tree =
          model::read_yaml_text("{" + type.example + "}", "example of " + type.name, model::kCaseFile);
      const auto component = make(type.name, "x", tree, around, {}, diagnostics);
      diagnostics.throw_if_errors();
      system::Declaration d;
      component->declare(d);
      const auto row = [&](const system::PortSpec& spec, const char* way) {
        const std::string unit = spec.choices.empty() ? spec.unit : fmt::format("{}", fmt::join(spec.choices, " or "));
        const std::string name = spec.name.rfind("x.", 0) == 0 ? spec.name.substr(2) : spec.name;
        ports += fmt::format("| `{}` | {} | {} | {} | {} |\n", name, way, spec.width, unit, spec.description);
      };
      for (const auto& input : d.inputs) row(input.spec, "in");
      for (const auto& output : d.outputs) {
        if (!is_parameter(circuit_of(component.get()), output.spec.name)) row(output.spec, "out");
      }
      text += "\n| port of this one | | width | unit | meaning |\n|---|---|---|---|---|\n" + ports;
    }
    page += model::reference_of({type.name, type.description, recipe.describe}, text);
  }
  return page;
}

Registry Registry::built_in() {
  Registry registry;
  add_mechanics(registry);
  add_two_points(registry);
  add_water(registry);
  add_signals(registry);
  add_sources(registry);
  add_external(registry);
  add_fmu(registry);
  add_called(registry);
  add_nmea(registry);
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
