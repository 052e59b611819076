// An FMU as a component: parameters of the case, and code shared by both kinds.
#include "fmu.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "swell/base/contained.h"
#include "swell/base/error_codes.h"
#include "swell/base/number.h"
#include "swell/base/text.h"
#include "swell/components/declared.h"
#include "types.h"

namespace swell::components {

std::vector<FmuPort> ports_of(const fmi::Unit& unit, fmi::Causality causality) {
  std::vector<FmuPort> ports;
  const fmi::Description& d = unit.description();
  for (std::size_t i = 0; i < d.variables.size(); ++i) {
    const fmi::Variable& v = d.variables[i];
    if (v.causality != causality || !is_number(v)) continue;
    FmuPort one;
    one.variable = i;
    one.unit = fmi::port_unit(d, v);
    one.spec = port(fmi::port_name(v.name), static_cast<int>(unit.width(v)), one.unit.text, one.unit.description);
    one.spec.frame = one.unit.frame;
    one.first = ports.empty() ? 0 : ports.back().first + ports.back().width();
    ports.push_back(std::move(one));
  }
  return ports;
}

std::string cannot_keep(const fmi::Unit& unit) {
  return fmt::format("{}FMU{}tate is not true", unit.interface().keeps_state ? "canSerialize" : "canGetAndSet",
                     unit.description().version == 3 ? "S" : "s");
}

namespace {

double start_of(const fmi::Variable& v, std::size_t i) {
  if (v.start.empty()) return 0.0;
  const std::string& text = v.start.size() > i ? v.start[i] : v.start.front();
  return text == "true" ? 1.0 : parse_number(text).value_or(0.0);
}

/// A saved FMU state, with its instance and the component's own numbers at that time.
struct KeptState {
  KeptState(std::shared_ptr<fmi::Imported> fmu, int number, double time, std::vector<double> beside)
      : of(std::move(fmu)), state(number), at(time), numbers(std::move(beside)) {}
  ~KeptState() { of->forget(state); }
  KeptState(const KeptState&) = delete;
  KeptState& operator=(const KeptState&) = delete;

  std::shared_ptr<fmi::Imported> of;
  int state;
  double at;  // [s]
  std::vector<double> numbers;
};
const KeptState& kept_in(const std::shared_ptr<const void>& state) {
  return *static_cast<const KeptState*>(state.get());
}

}  // namespace

ImportedFmu::ImportedFmu(std::string name, TakenFmu taken)
    : Component(std::move(name), "fmu"),
      unit_(std::move(taken.unit)),
      settings_(std::move(taken.settings)),
      warn_(std::move(taken.warn)),
      inputs_(ports_of(unit_, fmi::Causality::input)),
      outputs_(ports_of(unit_, fmi::Causality::output)),
      isolate_(taken.isolate) {
  unit_.set_component(this->name());
  for (const FmuPort& port : inputs_) {
    for (std::size_t i = 0; i < port.width(); ++i)
      u_.push_back(start_of(unit_.description().variables[port.variable], i));
  }
}

std::shared_ptr<const void> ImportedFmu::save(double time) {
  std::vector<double> numbers;
  each_beside([&](double& one) { numbers.push_back(one); });
  return std::make_shared<KeptState>(fmu_, fmu_->save(time), time, std::move(numbers));
}

// Directly for the same instance, else through bytes.
void ImportedFmu::restore(const std::shared_ptr<const void>& state) {
  const KeptState& kept = kept_in(state);
  if (kept.of == fmu_) {
    fmu_->restore(kept.state, kept.at);
  } else if (writes()) {
    const int taken = fmu_->read(kept.of->write(kept.state, kept.at), kept.at);
    fmu_->restore(taken, kept.at);
    fmu_->forget(taken);
  } else {
    throw SimulationError(fmt::format("{}: the state is of an earlier instance of the FMU, which cannot write it for "
                                      "another (canSerializeFMUstate is not true)",
                                      title()),
                          kept.at, title(), "");
  }
  const double* next = kept.numbers.data();
  each_beside([&](double& one) { one = *next++; });
}

std::string ImportedFmu::write(const std::shared_ptr<const void>& state) const {
  const KeptState& kept = kept_in(state);
  ByteWriter out;
  out(kept.of->write(kept.state, kept.at), kept.at, kept.numbers);
  return out.take();
}

std::shared_ptr<const void> ImportedFmu::read(const std::string& bytes) {
  ByteReader in(bytes);
  std::string inside;
  double at = 0.0;
  std::vector<double> numbers;
  in(inside, at, numbers);
  std::size_t count = 0;
  each_beside([&](double&) { ++count; });
  if (!in.ok() || !in.done() || numbers.size() != count)
    throw SimulationError(fmt::format("{}: the bytes are not a state of it", title()), at, name(), "");
  return std::make_shared<KeptState>(fmu_, fmu_->read(inside, at), at, std::move(numbers));
}

Reads ImportedFmu::declare_inputs(Declaration& d) {
  Reads reads;
  for (const FmuPort& port : inputs_) {
    handles_.push_back(d.input(port.spec));
    reads.emplace_back(handles_.back());
  }
  return reads;
}

void ImportedFmu::declare_end(Declaration& d, Computed over) {
  d.event({"end", +1, true}, over, [this](const Evaluation& e) {
    if (warn_) warn_(warning_of("fmu-ended", title(), fmt::format("{} ends the run at t = {:.9g} s", title(), e.time)));
  });
}

void ImportedFmu::make(std::vector<std::vector<std::size_t>> groups) {
  if (fmu_ != nullptr) return;
  fmi::ImportOptions options;
  options.name = name();
  options.isolate = isolate_;
  for (const FmuPort& port : inputs_) options.inputs.push_back(port.variable);
  options.groups = std::move(groups);
  options.log = [warn = warn_, component = name(), file = unit_.file().filename().string()](int status,
                                                                                            const std::string& text) {
    if (warn && status == 1) warn(warning_of("fmu-warning", component, file + ": " + text));
  };
  fmu_ = fmi::make_imported(unit_, std::move(options));
}

void ImportedFmu::take(const FmuPort& port, const double* values) {
  for (std::size_t i = 0; i < port.width(); ++i) u_[port.first + i] = (values[i] - port.unit.offset) / port.unit.factor;
}

void ImportedFmu::show(const FmuPort& port, const double* own, double* out) {
  for (std::size_t i = 0; i < port.width(); ++i) out[i] = port.unit.factor * own[i] + port.unit.offset;
}

std::string ImportedFmu::cannot_go_on(double time) const {
  return fmt::format(
      "{}: the run resumes at t = {:.9g} s, and the FMU is at another time: its state cannot be restored "
      "({}); run from the start",
      title(), time, cannot_keep(unit_));
}

namespace {

struct FmuParameters {
  std::filesystem::path file;
  std::optional<fmi::Kind> kind;
  std::optional<double> step;
  Parameter parameters;
  bool isolate = false;
  std::vector<std::string> latest;
};
void describe(Visitor& v, FmuParameters& p) {
  v.file({"file", "", "the FMU", {}, required}, p.file, false);
  v.choice({"kind", "", "stepped by itself, or integrated with the case; default: the first of these that the FMU has"},
           p.kind,
           Visitor::Words<fmi::Kind>{{"co-simulation", fmi::Kind::co_simulation},
                                     {"model-exchange", fmi::Kind::model_exchange}});
  v.number({"step", "s", "communication step, but for model exchange: inputs are held in between", above(0.0)}, p.step);
  v.raw({"parameters", "", "values set before the start, by the FMU's own names and in its units"}, p.parameters,
        model::Shape::Kind::tree);
  v.flag({"isolate", "", "in a process of its own: a crash of the FMU ends the run as an error"}, p.isolate);
  v.texts({"latest", "",
           "inputs that are read at the end of a step, as others have just given them, instead of at its beginning; "
           "simulation.cosimulation: gauss-seidel finds them"},
          p.latest);
}

/// Names of variables may contain dots: a: {b: 1} sets a.b, as in --set; the last value of a name is used.
void flatten(const Parameter& tree, const std::string& prefix,
             std::vector<std::pair<std::string, const Parameter*>>& flat) {
  for (std::size_t k = 0; k < tree.keys.size(); ++k) {
    const std::string name = prefix + tree.keys[k];
    if (tree.items[k].is_map()) {
      flatten(tree.items[k], name + ".", flat);
      continue;
    }
    flat.erase(std::remove_if(flat.begin(), flat.end(), [&](const auto& each) { return each.first == name; }),
               flat.end());
    flat.emplace_back(name, &tree.items[k]);
  }
}

using Refuse = std::function<void(const char* code, const std::string& what, const std::string& remedy)>;

/// Converts an item to a number of the variable; nothing after an error.
std::optional<double> number_of(const fmi::Variable& v, const Parameter& item, const Refuse& refuse) {
  if (item.kind != Parameter::Kind::number) {
    if (const auto word = fmi::number_of_word(v, item.text)) return word;
    if (item.kind == Parameter::Kind::flag && v.type == fmi::Type::boolean) return item.flag ? 1.0 : 0.0;
    if (v.items.empty()) {
      refuse("wrong-value", fmt::format("= {}: a {} is wanted", item.text, fmi::name_of(v.type, 3)), "");
      return std::nullopt;
    }
    const std::vector<std::string> words = keys_of(v.items);
    const auto near = nearest(item.text, words);
    refuse(
        "wrong-value", fmt::format("= {} is not a word of the enumeration", item.text),
        (near ? "did you mean " + *near + "? " : std::string()) + fmt::format("its words: {}", fmt::join(words, ", ")));
    return std::nullopt;
  }
  if (!is_real(v) && item.number != std::floor(item.number)) {
    refuse("wrong-value", fmt::format("= {}: a whole number is wanted", item.text), "");
    return std::nullopt;
  }
  if ((v.minimum && item.number < *v.minimum) || (v.maximum && item.number > *v.maximum)) {
    refuse("out-of-range",
           fmt::format("= {} is outside the range of the FMU, {} to {}", item.text,
                       v.minimum ? fmt::format("{}", *v.minimum) : "any",
                       v.maximum ? fmt::format("{}", *v.maximum) : "any"),
           "");
    return std::nullopt;
  }
  return item.number;
}

/// Values given by the case, checked against the FMU's description.
std::vector<fmi::Setting> settings_of(const fmi::Unit& unit, const Parameter& tree, Given& given) {
  std::vector<fmi::Setting> settings;
  const fmi::Description& d = unit.description();
  if (tree.kind == Parameter::Kind::none) return settings;
  if (!tree.is_map()) {
    given.refuse("wrong-value", "parameters", "must be a map of the FMU's variables", "parameters: {mass: 2}");
    return settings;
  }
  std::vector<std::pair<std::string, const Parameter*>> flat;
  flatten(tree, "", flat);
  for (const auto& pair : flat) {
    const std::string& name = pair.first;
    const Parameter& value = *pair.second;
    const Refuse refuse = [&](const char* code, const std::string& what, const std::string& remedy) {
      given.refuse(code, value.origin, fmt::format("{}: {} {}", unit.file().filename().string(), name, what), remedy,
                   name);
    };
    const fmi::Variable* v = d.find(name);
    if (v == nullptr) {
      std::vector<std::string> known;
      for (const fmi::Variable& each : d.variables) {
        if (each.causality == fmi::Causality::parameter || each.causality == fmi::Causality::structural)
          known.push_back(each.name);
      }
      refuse(code::kUnknownName, "is not a variable of the FMU",
             did_you_mean(name, known,
                          known.empty() ? std::string("it has no parameters")
                                        : fmt::format("its parameters: {}", fmt::join(known, ", "))));
      continue;
    }
    const bool set_before =
        v->causality != fmi::Causality::input && v->causality != fmi::Causality::calculated &&
        v->causality != fmi::Causality::independent && v->variability != fmi::Variability::constant &&
        (v->causality == fmi::Causality::parameter || v->initial == "exact" || v->initial == "approx");
    if (!set_before) {
      refuse("contradiction",
             v->causality == fmi::Causality::input        ? "is an input: connect something to it"
             : v->causality == fmi::Causality::structural ? "is structural: sizes are taken as they are"
                                                          : "cannot be set: the FMU works it out",
             "");
      continue;
    }
    fmi::Setting setting;
    setting.variable = static_cast<std::size_t>(v - d.variables.data());
    const bool list = value.kind == Parameter::Kind::list;
    const std::size_t count = list ? value.items.size() : 1;
    if (v->type == fmi::Type::text) {
      if (list || value.is_map()) {
        refuse("wrong-value", "takes a text", "");
        continue;
      }
      setting.text = value.text;
    } else if (count != unit.width(*v)) {
      refuse("wrong-value", fmt::format("takes {} numbers, not {}", unit.width(*v), count), "");
      continue;
    } else {
      for (std::size_t i = 0; i < count && setting.numbers.size() == i; ++i) {
        if (const auto number = number_of(*v, list ? value.items[i] : value, refuse))
          setting.numbers.push_back(*number);
      }
      if (setting.numbers.size() != count) continue;
    }
    settings.push_back(std::move(setting));
  }
  return settings;
}

std::unique_ptr<system::Component> fmu(const std::string& name, const FmuParameters& p, Given& given) {
  std::filesystem::path file = p.file;
  if (file.is_relative()) file = given.around.folder / file;
  std::optional<fmi::Unit> unit;
  try {
    unit.emplace(file, p.kind);
  } catch (const InputError& error) {
    for (const Diagnostic& d : error.diagnostics()) {
      given.refuse(d.code, "file", d.message, d.remedy);
    }
    return nullptr;
  }
  const fmi::Interface& interface = unit->interface();
  const bool stepped = unit->kind() != fmi::Kind::model_exchange;
  if (interface.needs_tool)
    given.warning("needs-tool", "file", "needs a program of its maker to be installed",
                  "it stops at the start of the run without it");
  const bool misspelt = given.has("kind") && !p.kind;  // reported
  if (stepped && !p.step && !misspelt)
    given.refuse("missing", "step", "is missing: the communication step of co-simulation",
                 unit->description().model_exchange ? "step: 0.01, or kind: model-exchange" : "step: 0.01");
  if (!stepped && p.step)
    given.refuse("contradiction", "step",
                 "is of co-simulation: in model exchange the case's integrator takes the steps",
                 unit->description().co_simulation ? "kind: co-simulation, or leave it out" : "leave it out");
  if (stepped && p.step && interface.fixed_step > 0.0) {
    const double ratio = *p.step / interface.fixed_step;
    if (std::abs(ratio - std::round(ratio)) > 1e-6 || ratio < 0.5)
      given.refuse(
          "contradiction", "step",
          fmt::format("= {:g} s is not a multiple of the FMU's own step, {:g} s", *p.step, interface.fixed_step));
  }
  std::vector<fmi::Setting> settings = settings_of(*unit, p.parameters, given);
  const std::vector<FmuPort> inputs = ports_of(*unit, fmi::Causality::input);
  for (const std::string& input : p.latest) {
    if (std::none_of(inputs.begin(), inputs.end(), [&](const FmuPort& each) { return each.spec.name == input; }))
      given.refuse("unknown-name", "latest", fmt::format("= {}: the FMU has no such input", input));
  }
  const auto control = given.around.objects->find<system::CommunicationControl>(system::CommunicationControl::kName);
  if (stepped && control) {
    if (!interface.keeps_state)
      given.refuse("contradiction", "file",
                   fmt::format("{} cannot give its state ({}): simulation.cosimulation.tolerance repeats its steps",
                               unit->file().filename().string(), cannot_keep(*unit)),
                   "leave the tolerance out: steps are of fixed length then");
    if (!interface.variable_step)
      given.refuse(
          "contradiction", "file",
          fmt::format("{} takes steps of one length alone (canHandleVariableCommunicationStepSize is not true)",
                      unit->file().filename().string()),
          "leave simulation.cosimulation.tolerance out: steps are of fixed length then");
    if (!judged_variability(*unit) && !ports_of(*unit, fmi::Causality::output).empty())
      given.warning("not-judged", "file",
                    fmt::format("{} has no output by which the error of a step can be judged: none is a real number "
                                "that varies; simulation.cosimulation.tolerance bounds the errors of others alone",
                                unit->file().filename().string()),
                    "bound its steps by max_step, or leave the tolerance out: steps are of fixed length then");
  }
  if (given.faulty()) return nullptr;
  TakenFmu taken{std::move(*unit), p.isolate, std::move(settings), given.around.warn};
  if (!stepped) return exchanged_fmu(name, std::move(taken));
  return stepped_fmu(name, std::move(taken), *p.step, p.latest, control);
}

}  // namespace

void add_fmu(Registry& registry) {
  registry.add<FmuParameters>("fmu", "a foreign model: an FMU of FMI 2.0 or 3.0, its variables as ports", "", describe,
                              fmu);
}

}  // namespace swell::components
