// An FMU as a component: what both kinds share, and co-simulation, stepped at its communication step.
#include "fmu.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "swell/base/contained.h"
#include "swell/base/error_codes.h"
#include "swell/base/number.h"
#include "swell/components/declared.h"
#include "swell/system/communication.h"
#include "types.h"

namespace swell::components {

using system::Computed;
using system::Declaration;
using system::Evaluation;
using system::Input;
using system::Memory;
using system::MemoryKind;
using system::Rate;
using system::Read;
using system::Reads;

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
  v.choice(
      {"kind", "",
       "stepped by itself, integrated with the case, or run as its clocks tick; default: the first of these that the "
       "FMU has"},
      p.kind,
      Visitor::Words<fmi::Kind>{{"co-simulation", fmi::Kind::co_simulation},
                                {"model-exchange", fmi::Kind::model_exchange},
                                {"scheduled-execution", fmi::Kind::scheduled_execution}});
  v.number({"step", "s", "communication step, but for model exchange: inputs are held in between", above(0.0)}, p.step);
  v.raw({"parameters", "", "values set before the start, by the FMU's own names and in its units"}, p.parameters,
        model::Shape::Kind::tree);
  v.flag({"isolate", "", "in a process of its own: a crash of the FMU ends the run as an error"}, p.isolate);
  v.texts({"latest", "",
           "inputs that are read at the end of a step, as others have just given them, instead of at its beginning; "
           "simulation.cosimulation: gauss-seidel finds them"},
          p.latest);
}

}  // namespace

std::vector<FmuPort> ports_of(const fmi::Unit& unit, fmi::Causality causality) {
  std::vector<FmuPort> ports;
  const fmi::Description& d = unit.description();
  for (std::size_t i = 0; i < d.variables.size(); ++i) {
    const fmi::Variable& v = d.variables[i];
    const bool clock = unit.kind() == fmi::Kind::scheduled_execution && fmi::is_port_of_clock(v);
    if (v.causality != causality || !(is_number(v) || clock)) continue;
    FmuPort one;
    one.variable = i;
    one.unit = fmi::port_unit(d, v);
    one.spec = port(fmi::port_name(v.name), static_cast<int>(unit.width(v)), one.unit.text, one.unit.description);
    one.spec.frame = one.unit.frame;
    ports.push_back(std::move(one));
  }
  return ports;
}

namespace {

double start_of(const fmi::Variable& v, std::size_t i) {
  if (v.start.empty()) return 0.0;
  const std::string& text = v.start.size() > i ? v.start[i] : v.start.front();
  return text == "true" ? 1.0 : parse_number(text).value_or(0.0);
}

}  // namespace

std::vector<double> starts_of(const fmi::Unit& unit, const std::vector<FmuPort>& ports) {
  std::vector<double> values;
  for (const FmuPort& port : ports) {
    const fmi::Variable& v = unit.description().variables[port.variable];
    for (int i = 0; i < port.spec.width; ++i) values.push_back(start_of(v, static_cast<std::size_t>(i)));
  }
  return values;
}

std::function<void(int, const std::string&)> fmu_log(const std::function<void(Diagnostic)>& warn,
                                                     const std::string& component, const fmi::Unit& unit) {
  return [warn, component, file = unit.file().filename().string()](int status, const std::string& text) {
    if (warn && status == 1) warn(warning_of("fmu-warning", component, file + ": " + text));
  };
}

system::Commit tells_end(const std::function<void(Diagnostic)>& warn, const fmi::Unit& unit) {
  return [warn, title = unit.title()](const Evaluation& e) {
    if (warn) warn(warning_of("fmu-ended", title, fmt::format("{} ends the run at t = {:.9g} s", title, e.time)));
  };
}

std::string cannot_keep(const fmi::Unit& unit) {
  return fmt::format("{}FMU{}tate is not true", unit.interface().keeps_state ? "canSerialize" : "canGetAndSet",
                     unit.description().version == 3 ? "S" : "s");
}

void KeptState::restore(fmi::StateKeeper& keeper, double time, bool writes, const std::string& title) const {
  if (&keeper == of_.get()) {
    keeper.restore(number_, time);
    return;
  }
  if (!writes)
    throw SimulationError(fmt::format("{}: the state is of an earlier instance of the FMU, which cannot write it for "
                                      "another (canSerializeFMUstate is not true)",
                                      title),
                          time, title, "");
  const int number = keeper.read(write(time), time);
  keeper.restore(number, time);
  keeper.forget(number);
}

namespace {

/// Names of variables have dots: a: {b: 1} is that of a.b, as --set writes it, and the last of one name holds.
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

/// The values that the case gives, checked against what the FMU says of them.
std::vector<fmi::Setting> settings_of(const fmi::Unit& unit, const Parameter& tree, Given& given) {
  std::vector<fmi::Setting> settings;
  const fmi::Description& d = unit.description();
  if (tree.kind == Parameter::Kind::none) return settings;
  if (!tree.is_map()) {
    given.error("parameters", "must be a map of the FMU's variables", "parameters: {mass: 2}").code = "wrong-value";
    return settings;
  }
  std::vector<std::pair<std::string, const Parameter*>> flat;
  flatten(tree, "", flat);
  for (const auto& pair : flat) {
    const std::string& name = pair.first;
    const Parameter& value = *pair.second;
    const auto refuse = [&](const char* code, const std::string& what, const std::string& remedy = {}) {
      given.diagnostics()
          .error(value.origin, fmt::format("{}: {} {}", unit.file().filename().string(), name, what), remedy, name)
          .code = code;
    };
    const fmi::Variable* v = d.find(name);
    if (v == nullptr) {
      std::vector<std::string> known;
      for (const fmi::Variable& each : d.variables) {
        if (each.causality == fmi::Causality::parameter || each.causality == fmi::Causality::structural)
          known.push_back(each.name);
      }
      const auto near = nearest(name, known);
      refuse(code::kUnknownName, "is no variable of the FMU",
             near            ? "did you mean " + *near + "?"
             : known.empty() ? std::string("it has no parameters")
                             : fmt::format("its parameters: {}", fmt::join(known, ", ")));
      continue;
    }
    const bool set_before =
        v->causality != fmi::Causality::input && v->causality != fmi::Causality::calculated &&
        v->causality != fmi::Causality::independent && v->variability != fmi::Variability::constant &&
        (v->causality == fmi::Causality::parameter || v->initial == "exact" || v->initial == "approx");
    if (!set_before) {
      refuse("contradiction", v->causality == fmi::Causality::input ? "is an input: connect something to it"
                              : v->causality == fmi::Causality::structural
                                  ? "is structural: sizes are taken as they are"
                                  : "cannot be set: the FMU works it out");
      continue;
    }
    fmi::Setting setting;
    setting.variable = static_cast<std::size_t>(v - d.variables.data());
    if (v->type == fmi::Type::text) {
      if (value.kind == Parameter::Kind::list || value.is_map()) {
        refuse("wrong-value", "takes a text");
        continue;
      }
      setting.text = value.text;
      settings.push_back(std::move(setting));
      continue;
    }
    const std::vector<Parameter> items =
        value.kind == Parameter::Kind::list ? value.items : std::vector<Parameter>{value};
    bool good = items.size() == unit.width(*v);
    if (!good) refuse("wrong-value", fmt::format("takes {} numbers, not {}", unit.width(*v), items.size()));
    for (const Parameter& item : items) {
      if (!good) break;
      if (const auto number = fmi::number_of_word(*v, item.text); number && item.kind != Parameter::Kind::number) {
        setting.numbers.push_back(*number);
        continue;
      }
      if (!v->items.empty() && item.kind != Parameter::Kind::number) {
        std::vector<std::string> words;
        for (const auto& known : v->items) words.push_back(known.first);
        const auto near = nearest(item.text, words);
        refuse("wrong-value", fmt::format("= {} is no word of the enumeration", item.text),
               (near ? "did you mean " + *near + "? " : std::string()) +
                   fmt::format("its words: {}", fmt::join(words, ", ")));
        good = false;
        break;
      }
      const bool flag = item.kind == Parameter::Kind::flag && v->type == fmi::Type::boolean;
      if (!flag && item.kind != Parameter::Kind::number) {
        refuse("wrong-value", fmt::format("= {}: a {} is wanted", item.text, fmi::name_of(v->type, 3)));
        good = false;
        break;
      }
      const double number = flag ? (item.flag ? 1.0 : 0.0) : item.number;
      const bool real = v->type == fmi::Type::real || v->type == fmi::Type::float32;
      if (!real && number != std::floor(number)) {
        refuse("wrong-value", fmt::format("= {}: a whole number is wanted", item.text));
        good = false;
      } else if ((v->minimum && number < *v->minimum) || (v->maximum && number > *v->maximum)) {
        refuse("out-of-range", fmt::format("= {} lies outside of what the FMU allows, {} to {}", item.text,
                                           v->minimum ? fmt::format("{}", *v->minimum) : "any",
                                           v->maximum ? fmt::format("{}", *v->maximum) : "any"));
        good = false;
      }
      setting.numbers.push_back(number);
    }
    if (good) settings.push_back(std::move(setting));
  }
  return settings;
}

bool is_real(const fmi::Variable& v) { return v.type == fmi::Type::real || v.type == fmi::Type::float32; }

/// By which real outputs the error of a step is judged. What jumps has an error of its own size wherever the step ends,
/// so that discrete ones count only where the FMU has no others: many give all their outputs that name.
std::optional<fmi::Variability> judged_variability(const fmi::Unit& unit) {
  const auto& variables = unit.description().variables;
  for (const fmi::Variability one : {fmi::Variability::continuous, fmi::Variability::discrete}) {
    if (std::any_of(variables.begin(), variables.end(), [&](const fmi::Variable& v) {
          return v.causality == fmi::Causality::output && is_real(v) && v.variability == one;
        }))
      return one;
  }
  return std::nullopt;
}

// The FMU keeps its state inside: the component's memory has the time of the last sample and the inputs of then, and
// the FMU stands at that time or, once it has been stepped, at the next. Anything else is a run that was taken back.
class FmuComponent : public system::Component, public system::ForeignModel {
 public:
  FmuComponent(std::string name, fmi::Unit unit, double step, bool isolate, std::vector<fmi::Setting> settings,
               const std::vector<std::string>& latest, std::function<void(Diagnostic)> warn,
               std::shared_ptr<const system::CommunicationControl> control)
      : Component(std::move(name), "fmu"),
        unit_(std::move(unit)),
        step_(step),
        isolate_(isolate),
        settings_(std::move(settings)),
        warn_(std::move(warn)),
        control_(std::move(control)),
        inputs_(ports_of(unit_, fmi::Causality::input)),
        outputs_(ports_of(unit_, fmi::Causality::output)) {
    unit_.set_component(this->name());
    u_ = u_start_ = starts_of(unit_, inputs_);
    for (const FmuPort& port : inputs_) {
      latest_.push_back(std::count(latest.begin(), latest.end(), port.spec.name) != 0);
      first_.push_back(first_.empty() ? 0 : first_.back() + static_cast<std::size_t>((&port - 1)->spec.width));
    }
    const std::optional<fmi::Variability> judged = judged_variability(unit_);
    for (const FmuPort& port : outputs_) {
      const fmi::Variable& v = unit_.description().variables[port.variable];
      const std::size_t first = y_.size();
      y_.resize(first + static_cast<std::size_t>(port.spec.width));
      for (std::size_t at = first; at < y_.size() && is_real(v) && v.variability == judged; ++at)
        judged_.emplace_back(at, v.nominal.value_or(1.0));
    }
  }

  void declare(Declaration& d) override {
    Reads of_inputs;
    for (const FmuPort& port : inputs_) {
      handles_.push_back(d.input(port.spec));
      of_inputs.emplace_back(handles_.back());
    }
    memory_ = d.memory(port("kept", static_cast<int>(kHeader + u_.size()), "", "started, time, inputs of then"),
                       MemoryKind::self_stepped, std::vector<double>(kHeader + u_.size(), 0.0));
    const auto n = static_cast<int>(y_.size());
    // What it gives at a sample depends on the inputs of the one before: no algebraic loop can close through it, but
    // for those inputs that it shall read as they stand now.
    Reads of_result{memory_, Read::time()};
    for (std::size_t k = 0; k < inputs_.size(); ++k) {
      if (latest_[k]) of_result.emplace_back(handles_[k]);
    }
    result_ = d.compute(
        "result", n + 2, std::move(of_result), [this](const Evaluation& e, double* out) { advance(e, out); },
        Rate::at_accepted_points(control_ ? 0.0 : step_));
    d.initialize(
        result_, of_inputs, [this](double time, double* out) { begin(time, out); },
        [this](const Evaluation& e, double* out) { settle(e, out); });
    int first = 0;
    for (const FmuPort& port : outputs_) {
      d.output(port.spec, result_, first);
      first += port.spec.width;
    }
    const Computed over = d.compute("over", 1, {result_}, [this](const Evaluation& e, double* out) {
      out[0] = e.computed(result_)[y_.size() + 1] - 0.5;
    });
    d.event({"end", +1, true}, over, tells_end(warn_, unit_));
    of_inputs.emplace_back(result_);
    d.commit(std::move(of_inputs), [this](const Evaluation& e) { keep(e); });
  }

  void begin_to_end() noexcept override {  // kept states need it longer
    if (slave_.use_count() == 1) slave_->begin_to_end();
  }
  std::string title() const override { return unit_.title(); }
  bool keeps() const override { return unit_.interface().keeps_state; }
  bool writes() const override { return keeps() && unit_.interface().serializes_state; }
  std::shared_ptr<const void> save(double) override {  // it stands at the communication point before
    auto state = std::make_unique<KeptState>(slave_, slave_->save(at_));
    return std::make_shared<Kept>(Kept{std::move(state), u_, u_settled_, y_, at_, from_, waits_, over_});
  }
  void restore(const std::shared_ptr<const void>& state) override {
    const auto& kept = *static_cast<const Kept*>(state.get());
    kept.state->restore(*slave_, kept.at, writes(), title());
    u_ = kept.u;
    u_settled_ = kept.settled;
    y_ = kept.y;
    at_ = kept.at;
    from_ = kept.from;
    waits_ = kept.waits;
    over_ = kept.over;
  }
  std::string write(const std::shared_ptr<const void>& state) const override {
    const auto& kept = *static_cast<const Kept*>(state.get());
    ByteWriter out;
    out.text(kept.state->write(kept.at));
    for (const auto* numbers : {&kept.u, &kept.settled, &kept.y}) out.array(*numbers);
    for (const double number : {kept.at, kept.from}) out.value(number);
    for (const bool flag : {kept.waits, kept.over}) out.value<std::uint8_t>(flag ? 1 : 0);
    return out.take();
  }
  std::shared_ptr<const void> read(const std::string& bytes) override {
    ByteReader in(bytes);
    const std::string inside = in.text();
    std::vector<double> u = in.array<double>(), settled = in.array<double>(), y = in.array<double>();
    const auto at = in.value<double>(), from = in.value<double>();
    const bool waits = in.value<std::uint8_t>() != 0, over = in.value<std::uint8_t>() != 0;
    if (!in.ok() || !in.done() || u.size() != u_.size() || settled.size() != u.size() || y.size() != y_.size())
      throw SimulationError(fmt::format("{}: the bytes are no state of it", title()), at_, name(), "");
    auto state = std::make_unique<KeptState>(slave_, slave_->read(inside, at));
    return std::make_shared<Kept>(
        Kept{std::move(state), std::move(u), std::move(settled), std::move(y), at, from, waits, over});
  }
  void append_values(std::vector<double>& values) const override {
    for (const auto& [at, nominal] : judged_) values.push_back(y_[at] / nominal);
  }

 private:
  struct Kept {
    std::unique_ptr<KeptState> state;
    std::vector<double> u, settled, y;
    double at, from;
    bool waits, over;
  };
  static constexpr std::size_t kHeader = 2;

  void advance(const Evaluation& e, double* out) {
    const double* memory = e.memory(memory_);
    const double last = memory[1];
    if (memory[0] == 0.0) {
      if (waits_ || at_ != e.time) start(e);
    } else if (!(at_ == e.time && from_ == last) && (!control_ || control_->due)) {
      if (waits_ || at_ != last) {
        throw SimulationError(
            fmt::format(
                "{}: the run goes on from t = {:.9g} s, where the FMU does not stand: what it keeps inside cannot "
                "be taken back ({}); run from the start",
                unit_.title(), last, cannot_keep(unit_)),
            e.time, name(), "");
      }
      step(last, e, memory + kHeader);
    }
    show(out);
  }

  void show(double* out) const {
    std::size_t at = 0;
    for (const FmuPort& port : outputs_) {
      for (int i = 0; i < port.spec.width; ++i, ++at) out[at] = port.unit.factor * y_[at] + port.unit.offset;
    }
    out[at] = at_;
    out[at + 1] = over_ ? 1.0 : 0.0;
  }

  // Initialization mode: first with the start values of the inputs, then with what others give, until start().
  void begin(double time, double* out) {
    if (slave_ == nullptr) {
      fmi::SlaveOptions options;
      options.name = name();
      options.isolate = isolate_;
      for (const FmuPort& port : inputs_) options.inputs.push_back(port.variable);
      for (const FmuPort& port : outputs_) options.outputs.push_back(port.variable);
      options.log = fmu_log(warn_, name(), unit_);
      slave_ = fmi::make_slave(unit_, options);
    }
    over_ = false;
    u_settled_ = u_start_;
    begin_settled(time);
    show(out);
  }
  void begin_settled(double time) {
    u_ = u_settled_;
    at_ = from_ = time;
    waits_ = true;
    slave_->begin(time, settings_, u_, y_);
  }
  void settle(const Evaluation& e, double* out) {
    for (std::size_t k = 0; k < inputs_.size(); ++k) take(k, e.input(handles_[k]));
    u_settled_ = u_;
    slave_->settle(u_, y_);
    show(out);
  }
  void start(const Evaluation& e) {
    if (!waits_) begin_settled(e.time);  // the run was taken back to its start
    take_latest(e);
    slave_->start(u_, y_);
    waits_ = false;
  }

  void take(std::size_t k, const double* values) {
    const FmuPort& port = inputs_[k];
    for (std::size_t i = 0; i < static_cast<std::size_t>(port.spec.width); ++i)
      u_[first_[k] + i] = (values[i] - port.unit.offset) / port.unit.factor;
  }
  void take_latest(const Evaluation& e) {
    for (std::size_t k = 0; k < inputs_.size(); ++k) {
      if (latest_[k]) take(k, e.input(handles_[k]));
    }
  }

  void step(double from, const Evaluation& e, const double* kept) {
    const double to = e.time;
    for (std::size_t k = 0; k < inputs_.size(); ++k) take(k, kept + first_[k]);
    take_latest(e);
    if (!over_) over_ = !slave_->step(from, to - from, u_, y_);
    from_ = from;
    at_ = to;
  }

  void keep(const Evaluation& e) {
    if (e.computed(result_)[y_.size()] != e.time) return;  // no sample here
    double* memory = e.change(memory_);
    memory[0] = 1.0;
    memory[1] = e.time;
    std::size_t at = kHeader;
    for (std::size_t k = 0; k < inputs_.size(); ++k) {
      const double* from = e.input(handles_[k]);
      for (int i = 0; i < inputs_[k].spec.width; ++i) memory[at++] = from[i];
    }
  }

  fmi::Unit unit_;
  double step_;
  bool isolate_;
  std::vector<fmi::Setting> settings_;
  std::function<void(Diagnostic)> warn_;
  std::shared_ptr<const system::CommunicationControl> control_;  // null: every step_
  std::vector<FmuPort> inputs_, outputs_;
  std::vector<Input> handles_;
  std::vector<bool> latest_;                            // by input
  std::vector<std::size_t> first_;                      // of u_, by input
  std::vector<std::pair<std::size_t, double>> judged_;  // entries of y_ that tell the error of a step, their nominals
  Memory memory_;
  Computed result_;

  std::shared_ptr<fmi::Slave> slave_;
  std::vector<double> u_, u_start_, u_settled_, y_;  // in the FMU's units
  double at_ = 0.0, from_ = 0.0;                     // [s] where the FMU stands, and where its last step began
  bool waits_ = true;                                // in initialization mode
  bool over_ = false;
};

std::unique_ptr<system::Component> fmu(const std::string& name, const FmuParameters& p, Given& given) {
  std::filesystem::path file = p.file;
  if (file.is_relative()) file = given.around.folder / file;
  std::optional<fmi::Unit> unit;
  try {
    unit.emplace(file, p.kind);
  } catch (const InputError& error) {
    for (const Diagnostic& d : error.diagnostics()) {
      given.error("file", d.message, d.remedy).code = d.code;
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
    given
        .error("step",
               fmt::format("is missing: the communication step of {}",
                           unit->kind() == fmi::Kind::co_simulation ? "co-simulation" : "scheduled execution"),
               unit->description().model_exchange ? "step: 0.01, or kind: model-exchange" : "step: 0.01")
        .code = "missing";
  if (!stepped && p.step)
    given
        .error("step", "is of co-simulation: in model exchange the case's integrator takes the steps",
               unit->description().co_simulation ? "kind: co-simulation, or leave it out" : "leave it out")
        .code = "contradiction";
  if (stepped && p.step && interface.fixed_step > 0.0) {
    const double ratio = *p.step / interface.fixed_step;
    if (std::abs(ratio - std::round(ratio)) > 1e-6 || ratio < 0.5)
      given
          .error("step",
                 fmt::format("= {:g} s is no multiple of the FMU's own step, {:g} s", *p.step, interface.fixed_step))
          .code = "contradiction";
  }
  std::vector<fmi::Setting> settings = settings_of(*unit, p.parameters, given);
  const std::vector<FmuPort> inputs = ports_of(*unit, fmi::Causality::input);
  for (const std::string& input : p.latest) {
    if (std::none_of(inputs.begin(), inputs.end(), [&](const FmuPort& each) { return each.spec.name == input; }))
      given.error("latest", fmt::format("= {}: the FMU has no such input", input)).code = "unknown-name";
  }
  const auto control = given.around.objects->find<system::CommunicationControl>(system::CommunicationControl::kName);
  if (stepped && control) {
    if (!interface.keeps_state)
      given
          .error("file",
                 fmt::format("{} cannot give its state ({}): simulation.cosimulation.tolerance repeats its steps",
                             unit->file().filename().string(), cannot_keep(*unit)),
                 "leave the tolerance out: steps are of fixed length then")
          .code = "contradiction";
    if (!interface.variable_step)
      given
          .error("file",
                 fmt::format("{} takes steps of one length alone (canHandleVariableCommunicationStepSize is not true)",
                             unit->file().filename().string()),
                 "leave simulation.cosimulation.tolerance out: steps are of fixed length then")
          .code = "contradiction";
    if (!judged_variability(*unit) && !ports_of(*unit, fmi::Causality::output).empty())
      given.warning("not-judged", "file",
                    fmt::format("{} has no output by which the error of a step can be judged: none is a real number "
                                "that varies; simulation.cosimulation.tolerance bounds the errors of others alone",
                                unit->file().filename().string()),
                    "bound its steps by max_step, or leave the tolerance out: steps are of fixed length then");
  }
  if (given.faulty()) return nullptr;
  if (!stepped) return exchanged_fmu(name, std::move(*unit), p.isolate, std::move(settings), given.around.warn);
  return std::make_unique<FmuComponent>(name, std::move(*unit), *p.step, p.isolate, std::move(settings), p.latest,
                                        given.around.warn, control);
}

}  // namespace

void add_fmu(Registry& registry) {
  registry.add<FmuParameters>("fmu", "a foreign model: an FMU of FMI 2.0 or 3.0, its variables as ports", "", describe,
                              fmu);
}

}  // namespace swell::components
