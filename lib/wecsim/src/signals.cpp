// The tracer of signals: places, names and ports; what each kind of block does stands in signal_*.cpp.
#include "signals.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "scalars.h"

namespace swell::wecsim {
namespace {

constexpr std::size_t kLongestFormula = 400;  // characters; what is longer becomes a component of its own

}  // namespace

SignalTracer::SignalTracer(const SlxModel& model, MatlabWorkspace& workspace, double step, Response response, Tag tag)
    : model_(model), workspace_(workspace), step_(step), response_(std::move(response)), tag_(std::move(tag)) {
  find_scopes(model.root, nullptr, "", "");
}

void SignalTracer::find_scopes(const SlxSystem& system, const SlxBlock* owner, const std::string& outer,
                               const std::string& scope) {
  places_[scope] = {&system, owner, outer};
  for (const SlxBlock& b : system.blocks) {
    owners_[&b] = owner;
    if (b.system) find_scopes(*b.system, &b, scope, scope + "/" + b.sid);
  }
}

std::string SignalTracer::unique(const std::string& wanted) {
  const std::string base = plain_name(wanted);
  std::string name = base;
  for (int i = 2; !names_.insert(name).second; ++i) name = fmt::format("{}_{}", base, i);
  return name;
}

MatlabValue SignalTracer::value(const SlxBlock& b, const std::string& key, const std::string& otherwise) {
  return evaluate(b, b.parameter(key, otherwise), key);
}
MatlabValue SignalTracer::evaluate(const SlxBlock& b, const std::string& expression, const std::string& key) {
  std::vector<std::map<std::string, std::string>> masks;
  for (auto at = owners_.find(&b); at != owners_.end() && at->second != nullptr; at = owners_.find(at->second)) {
    std::map<std::string, std::string> mask;
    for (const std::string& name : at->second->mask) mask[name] = at->second->parameter(name);
    masks.insert(masks.begin(), std::move(mask));
  }
  return workspace_.evaluate(expression, {model_.file.string(), 0, 0, fmt::format("{} {}", b.path, key)}, masks);
}
std::vector<double> SignalTracer::numbers(const SlxBlock& b, const std::string& key, const std::string& otherwise) {
  const MatlabValue v = value(b, key, otherwise);
  if (!v.is_numbers()) unfollowed(b, fmt::format("{} = {} is not a number", key, b.parameter(key, otherwise)));
  return v.numbers;
}
double SignalTracer::number(const SlxBlock& b, const std::string& key, const std::string& otherwise) {
  const auto v = numbers(b, key, otherwise);
  if (v.empty()) unfollowed(b, fmt::format("{} is empty", key));
  if (std::any_of(v.begin(), v.end(), [&](double x) { return x != v[0]; }))
    unfollowed(b, fmt::format("{} = {} has several values", key, b.parameter(key, otherwise)));
  return v[0];
}

// Settings whose other values are not modelled; the accepted values are given by their first letters.
void SignalTracer::check_settings(const SlxBlock& b) {
  struct Setting {
    const char *type, *key;
    std::vector<const char*> read;
  };
  static const std::vector<Setting> settings{
      {"Sin", "TimeSource", {"Use simulation time"}},
      {"Sin", "SineType", {"Time based"}},
      {"Gain", "Multiplication", {"Element-wise", "Matrix(K*u)"}},
      {"Delay", "DelayLengthSource", {"Dialog"}},
      {"Delay", "InitialConditionSource", {"Dialog"}},
      {"Delay", "ExternalReset", {"None"}},
      {"Integrator", "WrapState", {"off"}},
      {"Lookup", "LookUpMeth", {"Interpolation-Extrapolation", "Interpolation-Use End Values"}},
      {"Lookup_n-D", "InterpMethod", {"Linear"}},
      {"Lookup_n-D", "ExtrapMethod", {"Linear", "Clip"}},
      {"FromWorkspace", "OutputAfterFinalValue", {"Extrapolation", "Holding final value", "Setting to zero"}},
  };
  for (const Setting& setting : settings) {
    if (b.type != setting.type) continue;
    const std::string value = b.parameter(setting.key, setting.read.front());
    if (std::none_of(setting.read.begin(), setting.read.end(),
                     [&](const std::string& begin) { return value.rfind(begin, 0) == 0; }))
      unfollowed(b, fmt::format("{} = {}", setting.key, value));
  }
}

Scalar SignalTracer::element(const std::string& port, int width, int index) {
  const std::string key = fmt::format("pick {} {}", port, index);
  const auto found = expression_ports_.find(key);
  if (found != expression_ports_.end()) return Scalar::port(found->second);
  const std::string name = unique(fmt::format("{}_{}", port, index + 1));
  add({name,
       fmt::format("entry {} of {}", index + 1, port),
       {{"type", "pick"}, {"width", std::to_string(width)}, {"entries", fmt::format("[{}]", index + 1)}}});
  connect(port, name + ".input");
  return Scalar::port(expression_ports_[key] = name + ".output");
}

Signal SignalTracer::goto_signal(const std::string& tag) {
  for (const auto& place : places_) {
    for (const SlxBlock& b : place.second.system->blocks) {
      if (b.type == "Goto" && !b.commented && b.parameter("GotoTag", "A") == tag) return input(place.first, b.sid, 1);
    }
  }
  throw Unfollowed{tag, "no Goto has this tag"};
}

void SignalTracer::finish() {
  for (std::size_t i = 0; i < later.size(); ++i) {  // what is done may add more
    const auto next = later[i];
    next();
  }
  later.clear();
}

const SlxBlock& SignalTracer::active_choice(const SlxBlock& variant) {
  const std::string label = variant.parameter("LabelModeActiveChoice", variant.parameter("LabelModeActivechoice"));
  const bool by_label = variant.parameter("VariantControlMode") == "label" || !label.empty();
  const SlxBlock* otherwise = nullptr;
  for (const SlxBlock& choice : variant.system->blocks) {
    if (choice.type != "SubSystem" || choice.commented || !choice.system) continue;
    const std::string control = choice.parameter("VariantControl");
    if (control == "(default)") otherwise = &choice;
    if (by_label && control == label) return note_choice(variant, choice);
    if (by_label || control.empty() || control[0] == '(' || control[0] == '%') continue;
    try {
      const MatlabValue on = evaluate(choice, control, "VariantControl");
      if (on.is_numbers() && on.size() == 1 && on.numbers[0] != 0.0) return note_choice(variant, choice);
    } catch (const InputError&) {
      unfollowed(variant, fmt::format("its choice {} depends on {}, which has no value here", choice.name, control));
    }
  }
  if (otherwise != nullptr) return note_choice(variant, *otherwise);
  unfollowed(variant, "none of its variants is the active one");
}

const SlxBlock& SignalTracer::note_choice(const SlxBlock& variant, const SlxBlock& choice) {
  const std::string note = fmt::format("{}: its variant {} is the active one", variant.path, choice.name);
  if (std::find(notes.begin(), notes.end(), note) == notes.end()) notes.push_back(note);
  return choice;
}

Signal SignalTracer::input(const std::string& scope, const std::string& sid, int port) {
  const Place& place = places_.at(scope);
  const SlxEnd wanted{sid, "in", port};
  for (const SlxLine& line : place.system->lines) {
    if (line.physical || std::find(line.ends.begin(), line.ends.end(), wanted) == line.ends.end()) continue;
    const SlxBlock* source = place.system->find(line.source.block);
    if (source == nullptr) throw Unfollowed{sid, "a line comes from nowhere"};
    return output(scope, *source, line.source.number);
  }
  const SlxBlock* block = place.system->find(sid);
  if (block != nullptr && place.owner != nullptr && place.owner->parameter("Variant") == "on" && block->system) {
    // the ports of a choice are those of the variant subsystem by name; no lines are drawn
    for (const SlxBlock& own : block->system->blocks) {
      if (own.type != "Inport" || std::atoi(own.parameter("Port", "1").c_str()) != port) continue;
      for (const SlxBlock& outer : place.system->blocks) {
        if (outer.type == "Inport" && outer.name == own.name) return output(scope, outer, 1);
      }
      unfollowed(own, "the variant subsystem around it has no input of this name");
    }
  }
  if (block != nullptr && port <= (block->ports.empty() ? 1 : block->ports[0])) {
    notes.push_back(fmt::format("{}: no line leads to its input {}, which is 0", block->path, port));
    return Signal{{Scalar::of(0.0)}, {}};
  }
  throw Unfollowed{block != nullptr ? block->path : sid, fmt::format("nothing is joined to its input {}", port)};
}

Signal SignalTracer::output(const std::string& scope, const SlxBlock& b, int port) {
  const std::string key = fmt::format("{}|{}|{}", scope, b.sid, port);
  const auto done = done_.find(key);
  if (done != done_.end()) return done->second;
  // A subsystem only passes on: a loop through it may close at a memory inside.
  const bool passes = b.system && b.parameter("SFBlockType").empty() && model_.scripts.count(b.path) == 0;
  if (!passes && !open_.insert(key).second) unfollowed(b, kLoop);
  if (open_.size() > 500) unfollowed(b, "the signals are nested too deeply");
  Signal s;
  try {
    s = compute(scope, b, port);
  } catch (...) {
    open_.erase(key);
    throw;
  }
  open_.erase(key);
  if (s.elements.size() > kWidest) unfollowed(b, "the signal is too wide");
  // a long formula is computed once and not again by everyone who reads it
  for (std::size_t i = 0; i < s.elements.size(); ++i) {
    Scalar& e = s.elements[i];
    if (!e.constant && e.formula.size() > kLongestFormula)
      e = Scalar::port(port_of(e, s.elements.size() > 1 ? fmt::format("{}_{}", b.name, i + 1) : b.name, b.path));
  }
  done_[key] = s;
  return s;
}

std::string SignalTracer::port_of(const Scalar& scalar, const std::string& wanted_name, const std::string& comment) {
  if (!scalar.constant && scalar.formula.size() > 2 && scalar.formula.front() == '$' &&
      scalar.formula.find('$', 1) == scalar.formula.size() - 1)
    return scalar.formula.substr(1, scalar.formula.size() - 2);
  const std::string key = scalar.text();
  const auto found = expression_ports_.find(key);
  if (found != expression_ports_.end()) return found->second;
  const std::string name = unique(wanted_name);
  if (scalar.constant) {
    add({name, comment, {{"type", "constant"}, {"value", yaml_number(*scalar.constant)}}});
    return expression_ports_[key] = name + ".output";
  }
  // ports become names of inputs
  std::string text;
  std::vector<std::pair<std::string, std::string>> inputs;
  for (std::size_t at = 0; at < scalar.formula.size();) {
    if (scalar.formula[at] != '$') {
      text += scalar.formula[at++];
      continue;
    }
    const std::size_t end = scalar.formula.find('$', at + 1);
    const std::string port = scalar.formula.substr(at + 1, end - at - 1);
    at = end + 1;
    auto known = std::find_if(inputs.begin(), inputs.end(), [&](const auto& i) { return i.second == port; });
    if (known == inputs.end()) {
      inputs.emplace_back(plain_name(port), port);
      known = inputs.end() - 1;
    }
    text += known->first;
  }
  std::string list = "[";
  for (const auto& i : inputs) list += (list.size() > 1 ? ", " : "") + i.first;
  EmittedComponent c{name, comment, {{"type", "expression"}, {"expression", "\"" + text + "\""}}};
  if (!inputs.empty()) c.keys.emplace_back("inputs", list + "]");
  add(std::move(c));
  for (const auto& i : inputs) connect(i.second, name + "." + i.first);
  return expression_ports_[key] = name + ".output";
}

Signal SignalTracer::one_state(const std::string& scope, const SlxBlock& b, const Keys& keys, double initial,
                               bool linear, bool delay) {
  // the output exists before its input is followed: loops close here
  Signal out;
  const std::string name = unique(b.name);
  const std::string key = fmt::format("{}|{}|1", scope, b.sid);
  // the width is known from the input only; loops of vectors through one block are rare, so one number is assumed first
  const auto from_initial = [&](const std::string& own) {
    return plus(Scalar::of(initial), Scalar::port(own + ".output"), false);
  };
  done_[key] = Signal{{from_initial(name)}, {}};
  Signal in;
  try {
    in = input(scope, b.sid, 1);
  } catch (const Unfollowed& u) {
    if (u.reason != kLoop) throw;
    add({name, b.path, keys});  // its input asks for a block that asks for it: followed when that one is done
    later.push_back([=, &b] {
      const Scalar only = input(scope, b.sid, 1).elements.at(0);
      connect(port_of(delay ? plus(only, Scalar::of(initial), true) : only, name + "_in", b.path), name + ".input");
    });
    return Signal{{from_initial(name)}, {}};
  }
  const auto zero = [](const Scalar& e) { return e.constant && *e.constant == 0.0; };
  const auto reads_it = [&](const EmittedConnection& c) { return c.from == name + ".output"; };
  if (linear && initial == 0.0 && std::all_of(in.elements.begin(), in.elements.end(), zero) &&
      std::none_of(connections.begin(), connections.end(), reads_it))
    return in;  // at rest for ever
  for (std::size_t i = 0; i < in.elements.size(); ++i) {
    const std::string own = i == 0 ? name : unique(fmt::format("{}_{}", b.name, i + 1));
    const Scalar u = delay ? plus(in.elements[i], Scalar::of(initial), true) : in.elements[i];
    connect(port_of(u, own + "_in", b.path), own + ".input");
    add({own, b.path, keys});
    out.elements.push_back(from_initial(own));
  }
  return out;
}

Signal SignalTracer::compute(const std::string& scope, const SlxBlock& b, int port) {
  if (b.commented) {
    if (b.parameter("Commented") == "through") return input(scope, b.sid, port);
    unfollowed(b, "it is commented out");
  }
  if (auto response = response_(scope, b, port, *this)) return *response;
  if (auto signal = wiring(scope, b, port)) return *signal;
  check_settings(b);
  if (auto signal = without_memory(scope, b)) return *signal;
  if (auto signal = component(scope, b)) return *signal;
  unfollowed(b, fmt::format("no component here does what the block {} does", b.source.empty() ? b.type : b.source));
}

}  // namespace swell::wecsim
