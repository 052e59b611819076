#include "signals.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace swell::wecsim {
namespace {

constexpr std::size_t kLongestFormula = 400;  // characters; what is longer becomes a component of its own
constexpr std::size_t kWidest = 4096;

const Scalar& wide(const Signal& s, std::size_t i) { return s.elements[s.elements.size() == 1 ? 0 : i]; }

bool is_formula_sign(char c) { return std::string("+-*/?:<>=&|!^ ").find(c) != std::string::npos; }
std::string in_brackets(const Scalar& s) {
  if (s.constant) return *s.constant < 0.0 ? fmt::format("({})", s.text()) : s.text();
  int depth = 0;
  for (const char c : s.formula) {
    if (c == '(') ++depth;
    if (c == ')') --depth;
    if (depth == 0 && is_formula_sign(c)) return fmt::format("({})", s.formula);
  }
  return s.formula;
}

Scalar plus(const Scalar& a, const Scalar& b, bool minus) {
  if (a.constant && b.constant) return Scalar::of(minus ? *a.constant - *b.constant : *a.constant + *b.constant);
  if (b.constant && *b.constant == 0.0) return a;
  if (a.constant && *a.constant == 0.0 && !minus) return b;
  Scalar out;
  if (a.constant && *a.constant == 0.0)
    out.formula = fmt::format("-{}", in_brackets(b));
  else
    out.formula = fmt::format("{} {} {}", in_brackets(a), minus ? "-" : "+", in_brackets(b));
  return out;
}
Scalar times(const Scalar& a, const Scalar& b, bool over) {
  if (a.constant && b.constant) return Scalar::of(over ? *a.constant / *b.constant : *a.constant * *b.constant);
  if (a.constant && *a.constant == 0.0) return Scalar::of(0.0);
  if (b.constant && *b.constant == 0.0 && !over) return Scalar::of(0.0);
  if (b.constant && *b.constant == 1.0) return a;
  if (a.constant && *a.constant == 1.0 && !over) return b;
  Scalar out;
  out.formula = fmt::format("{} {} {}", in_brackets(a), over ? "/" : "*", in_brackets(b));
  return out;
}
Scalar formula(std::string text) {
  Scalar s;
  s.formula = std::move(text);
  return s;
}

[[noreturn]] void unfollowed(const SlxBlock& b, const std::string& reason) { throw Unfollowed{b.path, reason}; }

}  // namespace

std::string yaml_number(double x) {
  if (std::isinf(x)) return x > 0 ? ".inf" : "-.inf";
  if (x == std::floor(x) && std::abs(x) < 1e15) return fmt::format("{:.0f}", x == 0.0 ? 0.0 : x);
  return fmt::format("{}", x);
}
std::string yaml_list(const std::vector<double>& x) {
  std::string out = "[";
  for (const double v : x) out += (out.size() > 1 ? ", " : "") + yaml_number(v);
  return out + "]";
}
std::string yaml_text(const std::string& text) {
  const bool plain = !text.empty() &&
                     text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_/.-") ==
                         std::string::npos &&
                     text.find_first_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") != std::string::npos &&
                     text[0] != '-' && text[0] != '.' && !(text[0] >= '0' && text[0] <= '9') && text != "true" &&
                     text != "false" && text != "null" && text != "yes" && text != "no" && text != "on" &&
                     text != "off";
  if (plain) return text;
  std::string out = "\"";
  for (const char c : text) {
    const auto u = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      out += std::string("\\") + c;
    else if (u < 0x20)
      out += fmt::format("\\x{:02x}", u);
    else
      out += c;
  }
  return out + "\"";
}
std::string plain_name(const std::string& name) {
  std::string out;
  for (const char c : name) {
    const bool fine = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (fine)
      out += c;
    else if (!out.empty() && out.back() != '_')
      out += '_';
  }
  while (!out.empty() && out.back() == '_') out.pop_back();
  if (out.empty() || (out[0] >= '0' && out[0] <= '9')) out = "x" + out;
  return out;
}

Scalar Scalar::of(double x) {
  Scalar s;
  s.constant = x;
  return s;
}
Scalar Scalar::port(const std::string& name) {
  Scalar s;
  s.formula = "$" + name + "$";
  return s;
}
std::string Scalar::text() const { return constant ? fmt::format("{}", *constant) : formula; }

SignalTracer::SignalTracer(const SlxModel& model, MatlabWorkspace& workspace, double step, Response response, Tag tag)
    : model_(model), workspace_(workspace), step_(step), response_(std::move(response)), tag_(std::move(tag)) {
  find_scopes(model.root, nullptr, "", "");
}

void SignalTracer::find_scopes(const SlxSystem& system, const SlxBlock* owner, const std::string& outer,
                               const std::string& scope) {
  places_[scope] = {&system, owner, outer};
  for (const SlxBlock& b : system.blocks) {
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
  return workspace_.evaluate(b.parameter(key, otherwise),
                             {model_.file.string(), 0, 0, fmt::format("{} {}", b.path, key)});
}
std::vector<double> SignalTracer::numbers(const SlxBlock& b, const std::string& key, const std::string& otherwise) {
  const MatlabValue v = value(b, key, otherwise);
  if (!v.is_numbers()) unfollowed(b, fmt::format("{} = {} is no number", key, b.parameter(key, otherwise)));
  return v.numbers;
}
double SignalTracer::number(const SlxBlock& b, const std::string& key, const std::string& otherwise) {
  const auto v = numbers(b, key, otherwise);
  if (v.empty()) unfollowed(b, fmt::format("{} is empty", key));
  return v[0];
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
    if (by_label ? control == label : false) return note_choice(variant, choice);
    if (by_label || control.empty() || control[0] == '(' || control[0] == '%') continue;
    try {
      const MatlabValue on =
          workspace_.evaluate(control, {model_.file.string(), 0, 0, fmt::format("{} VariantControl", choice.path)});
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

bool SignalTracer::has_input(const std::string& scope, const std::string& sid, int port) {
  const auto place = places_.find(scope);
  if (place == places_.end()) return false;
  const SlxEnd wanted{sid, "in", port};
  for (const SlxLine& line : place->second.system->lines) {
    if (!line.physical && std::find(line.ends.begin(), line.ends.end(), wanted) != line.ends.end()) return true;
  }
  return false;
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
  throw Unfollowed{block != nullptr ? block->path : sid, fmt::format("nothing is joined to its input {}", port)};
}

Signal SignalTracer::output(const std::string& scope, const SlxBlock& b, int port) {
  const std::string key = fmt::format("{}|{}|{}", scope, b.sid, port);
  const auto done = done_.find(key);
  if (done != done_.end()) return done->second;
  if (!open_.insert(key).second) unfollowed(b, "the signal depends on itself with no memory in between");
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

Signal SignalTracer::one_state(const std::string& scope, const SlxBlock& b,
                               const std::function<EmittedComponent(std::size_t)>& make, double initial, bool linear) {
  // the output exists before its input is followed: loops close here
  Signal out;
  const std::string name = unique(b.name);
  const std::string key = fmt::format("{}|{}|1", scope, b.sid);
  // the width is known from the input only; loops of vectors through one block are rare, so one number is assumed first
  done_[key] = Signal{{Scalar::port(name + ".output")}, {}};
  const Signal in = input(scope, b.sid, 1);
  const auto zero = [](const Scalar& e) { return e.constant && *e.constant == 0.0; };
  const auto reads_it = [&](const EmittedConnection& c) { return c.from == name + ".output"; };
  if (linear && initial == 0.0 && std::all_of(in.elements.begin(), in.elements.end(), zero) &&
      std::none_of(connections.begin(), connections.end(), reads_it))
    return in;  // at rest for ever
  for (std::size_t i = 0; i < in.elements.size(); ++i) {
    const std::string own = i == 0 ? name : unique(fmt::format("{}_{}", b.name, i + 1));
    EmittedComponent c = make(i);
    c.name = own;
    c.comment = b.path;
    const std::string port = port_of(in.elements[i], own + "_in", b.path);
    connect(port, own + ".input");
    add(std::move(c));
    out.elements.push_back(Scalar::port(own + ".output"));
  }
  if (initial != 0.0)
    notes.push_back(fmt::format("{}: its initial value {:g} is not taken over, it starts at 0", b.path, initial));
  return out;
}

Signal SignalTracer::compute(const std::string& scope, const SlxBlock& b, int port) {
  const auto in = [&](int i) { return input(scope, b.sid, i); };
  const auto count = [&] { return b.ports.empty() ? 1 : b.ports[0]; };
  const auto map1 = [&](const std::function<Scalar(const Scalar&)>& f) {
    Signal s = in(1);
    for (Scalar& e : s.elements) e = f(e);
    return s;
  };
  const auto sample_time = [&](const char* key = "SampleTime") {
    const double t = number(b, key, "-1");
    return t > 0.0 ? t : step_;
  };
  if (b.commented) {
    if (b.parameter("Commented") == "through") return in(port);
    unfollowed(b, "it is commented out");
  }
  if (auto response = response_(scope, b, port, *this)) return *response;
  const std::string& t = b.type;
  if (t == "SubSystem") {
    if (b.parameter("SFBlockType") == "MATLAB Function" || model_.scripts.count(b.path) != 0)
      return function_block(scope, b, port);
    if (!b.system) unfollowed(b, "its contents are missing");
    for (const SlxBlock& inner : b.system->blocks) {
      if (inner.type == "TriggerPort" || inner.type == "EnablePort")
        unfollowed(b, "a triggered or enabled subsystem is not taken over");
    }
    for (const SlxBlock& inner : b.system->blocks) {
      if (inner.type != "Outport" || std::atoi(inner.parameter("Port", "1").c_str()) != port) continue;
      const std::string within = scope + "/" + b.sid;
      if (b.parameter("Variant") != "on") return input(within, inner.sid, 1);
      // of a variant subsystem the ports of the choice are those of the same name; no lines are drawn
      const SlxBlock& choice = active_choice(b);
      for (const SlxBlock& own : choice.system->blocks) {
        if (own.type == "Outport" && own.name == inner.name)
          return output(within, choice, std::atoi(own.parameter("Port", "1").c_str()));
      }
      unfollowed(choice, fmt::format("it has no output {}", inner.name));
    }
    unfollowed(b, fmt::format("it has no output {}", port));
  }
  if (t == "Inport") {
    const Place& place = places_.at(scope);
    if (place.owner == nullptr) unfollowed(b, "an input of the whole model");
    const Place& around = places_.at(place.outer);
    if (around.owner != nullptr && around.owner->parameter("Variant") == "on") {
      for (const SlxBlock& outer : around.system->blocks) {
        if (outer.type == "Inport" && outer.name == b.name) return output(place.outer, outer, 1);
      }
      unfollowed(b, "the variant subsystem around it has no input of this name");
    }
    return input(place.outer, place.owner->sid, std::atoi(b.parameter("Port", "1").c_str()));
  }
  if (t == "From") {
    const std::string tag = b.parameter("GotoTag", "A");
    for (int pass = 0; pass < 2; ++pass) {
      for (const auto& place : places_) {
        if (pass == 0 && place.first != scope) continue;
        for (const SlxBlock& other : place.second.system->blocks) {
          if (other.type == "Goto" && !other.commented && other.parameter("GotoTag", "A") == tag &&
              (pass == 0 || other.parameter("TagVisibility", "local") != "local"))
            return input(place.first, other.sid, 1);
        }
      }
    }
    if (auto known = tag_(tag, *this)) return *known;
    unfollowed(b, fmt::format("no Goto has the tag {}", tag));
  }
  if (t == "Constant") {
    Signal s;
    for (const double x : numbers(b, "Value", "1")) s.elements.push_back(Scalar::of(x));
    return s;
  }
  if (t == "Ground") return Signal{{Scalar::of(0.0)}, {}};
  if (t == "Clock" || t == "DigitalClock") return Signal{{formula("t")}, {}};
  if (t == "Step") {
    const double at = number(b, "Time", "1"), before = number(b, "Before", "0"), after = number(b, "After", "1");
    return Signal{{formula(fmt::format("t >= {} ? {} : {}", at, after, before))}, {}};
  }
  if (t == "Sin") {
    return Signal{{formula(fmt::format("{} * sin({} * t + {}) + {}", number(b, "Amplitude", "1"),
                                       number(b, "Frequency", "1"), number(b, "Phase", "0"), number(b, "Bias", "0")))},
                  {}};
  }
  if (b.source == "simulink/Sources/Ramp") {
    const double start = number(b, "start", "0"), slope = number(b, "slope", "1"),
                 first = number(b, "InitialOutput", number(b, "X0", "0") == 0.0 ? "0" : b.parameter("X0"));
    return Signal{{formula(fmt::format("{} + {} * max(0, t - {})", first, slope, start))}, {}};
  }
  if (t == "Gain") {
    const MatlabValue k = value(b, "Gain", "1");
    if (!k.is_numbers()) unfollowed(b, "its gain is no number");
    if (k.size() == 1 && k.numbers[0] == 0.0) return Signal{{Scalar::of(0.0)}, {}};  // what is before it does not act
    const Signal u = in(1);
    Signal s;
    const bool matrix = b.parameter("Multiplication", "Element-wise(K.*u)").rfind("Matrix", 0) == 0 && k.size() > 1;
    if (matrix) {
      if (k.columns != u.elements.size())
        unfollowed(b, fmt::format("a {} x {} gain and a signal of {}", k.rows, k.columns, u.elements.size()));
      for (std::size_t r = 0; r < k.rows; ++r) {
        Scalar sum = Scalar::of(0.0);
        for (std::size_t c = 0; c < k.columns; ++c)
          sum = plus(sum, times(Scalar::of(k.at(r, c)), u.elements[c], false), false);
        s.elements.push_back(sum);
      }
      return s;
    }
    const std::size_t n = std::max(k.size(), u.elements.size());
    if ((k.size() != 1 && k.size() != n) || (u.elements.size() != 1 && u.elements.size() != n))
      unfollowed(b, "gain and signal have different widths");
    for (std::size_t i = 0; i < n; ++i)
      s.elements.push_back(times(Scalar::of(k.numbers[k.size() == 1 ? 0 : i]), wide(u, i), false));
    return s;
  }
  if (t == "Sum" || t == "Product" || t == "MinMax") {
    std::string signs = b.parameter("Inputs", t == "Sum" ? "++" : t == "MinMax" ? "1" : "2");
    signs.erase(std::remove_if(signs.begin(), signs.end(), [](char c) { return c == '|' || c == ' '; }), signs.end());
    if (!signs.empty() && signs[0] >= '0' && signs[0] <= '9')
      signs = std::string(static_cast<std::size_t>(std::min(1000, std::max(1, std::atoi(signs.c_str())))),
                          t == "Product" ? '*' : '+');
    if (t == "Product" && b.parameter("Multiplication", "Element-wise(.*)").rfind("Matrix", 0) == 0) {
      // scalars multiply alike; matrices would need their shapes, which a drawing does not hold
      for (int i = 1; i <= static_cast<int>(signs.size()); ++i) {
        if (in(i).elements.size() != 1) unfollowed(b, "a product of matrices");
      }
    }
    std::vector<Signal> parts;
    for (int i = 1; i <= static_cast<int>(signs.size()); ++i) parts.push_back(in(i));
    const auto joined = [&](const Scalar& x, const Scalar& y, char sign) {
      if (t == "Sum") return plus(x, y, sign == '-');
      if (t == "Product") return times(x, y, sign == '/');
      return formula(fmt::format("{}({}, {})", b.parameter("Function", "min"), x.text(), y.text()));
    };
    Signal s;
    if (parts.size() == 1) {  // over the elements
      Scalar all = parts[0].elements.empty() ? Scalar::of(0.0)
                   : t == "MinMax"           ? parts[0].elements[0]
                                   : joined(Scalar::of(t == "Sum" ? 0.0 : 1.0), parts[0].elements[0], signs[0]);
      for (std::size_t i = 1; i < parts[0].elements.size(); ++i) all = joined(all, parts[0].elements[i], signs[0]);
      s.elements.push_back(all);
      return s;
    }
    std::size_t n = 1;
    for (const Signal& p : parts) n = std::max(n, p.elements.size());
    for (const Signal& p : parts) {
      if (p.elements.size() != 1 && p.elements.size() != n) unfollowed(b, "its inputs have different widths");
    }
    for (std::size_t i = 0; i < n; ++i) {
      Scalar all =
          t == "MinMax" ? wide(parts[0], i) : joined(Scalar::of(t == "Sum" ? 0.0 : 1.0), wide(parts[0], i), signs[0]);
      for (std::size_t k = 1; k < parts.size(); ++k) all = joined(all, wide(parts[k], i), signs[k]);
      s.elements.push_back(all);
    }
    return s;
  }
  if (t == "Mux" || t == "Concatenate") {
    Signal s;
    for (int i = 1; i <= count(); ++i) {
      const Signal part = in(i);
      s.elements.insert(s.elements.end(), part.elements.begin(), part.elements.end());
    }
    return s;
  }
  if (t == "Demux") {
    const Signal u = in(1);
    const auto outputs = numbers(b, "Outputs", "2");
    std::vector<std::size_t> widths;
    if (outputs.size() > 1) {
      for (const double w : outputs) widths.push_back(static_cast<std::size_t>(std::min(std::max(0.0, w), 1e6)));
    } else {
      const auto n = static_cast<std::size_t>(std::min(1e6, std::max(1.0, outputs.empty() ? 1.0 : outputs[0])));
      for (std::size_t i = 0; i < n && n <= kWidest; ++i)
        widths.push_back(u.elements.size() / n + (i < u.elements.size() % n ? 1 : 0));
    }
    std::size_t from = 0;
    for (int i = 1; i < port && i <= static_cast<int>(widths.size()); ++i)
      from += widths[static_cast<std::size_t>(i - 1)];
    Signal s;
    if (port < 1 || port > static_cast<int>(widths.size()) ||
        from + widths[static_cast<std::size_t>(port - 1)] > u.elements.size())
      unfollowed(b, "its widths do not fit the signal");
    s.elements.assign(
        u.elements.begin() + static_cast<std::ptrdiff_t>(from),
        u.elements.begin() + static_cast<std::ptrdiff_t>(from + widths[static_cast<std::size_t>(port - 1)]));
    return s;
  }
  if (t == "Selector") {
    const Signal u = in(1);
    Signal s;
    if (b.parameter("NumberOfDimensions", "1") != "1") unfollowed(b, "a selection in several dimensions");
    for (const double i : numbers(b, "Indices", "1")) {
      const double at = b.parameter("IndexMode", "One-based") == "Zero-based" ? i : i - 1.0;
      if (!(at >= 0.0) || at >= static_cast<double>(u.elements.size()))
        unfollowed(b, fmt::format("there is no element {:g} of {}", i, u.elements.size()));
      s.elements.push_back(u.elements[static_cast<std::size_t>(at)]);
    }
    return s;
  }
  if (t == "Assignment") {
    Signal s = in(1);
    const Signal part = in(2);
    const auto where = numbers(b, "Indices", "1");
    for (std::size_t k = 0; k < where.size(); ++k) {
      const double at = where[k] - 1.0;
      if (!(at >= 0.0) || at >= static_cast<double>(s.elements.size()) || part.elements.empty() ||
          (part.elements.size() != 1 && k >= part.elements.size()))
        unfollowed(b, "the element to assign does not exist");
      s.elements[static_cast<std::size_t>(at)] = wide(part, k);
    }
    return s;
  }
  if (t == "BusSelector") {
    const Signal u = in(1);
    std::string all = b.parameter("OutputSignals");
    std::vector<std::string> names(1);
    for (const char c : all) {
      if (c == ',')
        names.emplace_back();
      else
        names.back() += c;
    }
    if (port < 1 || port > static_cast<int>(names.size())) unfollowed(b, "the output is none of its signals");
    Signal at = u;
    std::string left = names[static_cast<std::size_t>(port - 1)];
    while (!left.empty()) {
      const std::size_t dot = left.find('.');
      const std::string name = left.substr(0, dot);
      left = dot == std::string::npos ? "" : left.substr(dot + 1);
      const auto found = std::find_if(at.bus.begin(), at.bus.end(), [&](const auto& p) { return p.first == name; });
      std::size_t number = 0;
      if (found == at.bus.end() && name.rfind("signal", 0) == 0)
        number = static_cast<std::size_t>(std::atoi(name.c_str() + 6));
      if (found == at.bus.end() && (number == 0 || number > at.bus.size()))
        unfollowed(b, fmt::format("the bus has no signal {}", name));
      const Signal next = found == at.bus.end() ? at.bus[number - 1].second : found->second;
      at = next;
    }
    return at;
  }
  if (t == "BusCreator") {
    Signal s;
    const Place& place = places_.at(scope);
    for (int i = 1; i <= count(); ++i) {
      std::string name = fmt::format("signal{}", i);
      for (const SlxLine& line : place.system->lines) {
        if (line.physical || std::find(line.ends.begin(), line.ends.end(), SlxEnd{b.sid, "in", i}) == line.ends.end())
          continue;
        const SlxBlock* source = place.system->find(line.source.block);
        std::string own =
            source != nullptr ? source->parameter(fmt::format("out {}", line.source.number), line.name) : line.name;
        own.erase(std::remove_if(own.begin(), own.end(), [](char c) { return c == '<' || c == '>'; }), own.end());
        if (!own.empty()) name = own;
      }
      s.bus.emplace_back(name, in(i));
    }
    return s;
  }
  if (t == "RateTransition" || t == "SignalConversion" || t == "DataTypeConversion" || t == "Reshape" ||
      t == "SignalSpecification" || t == "BusToVector" || t == "Probe")
    return in(1);
  if (t == "Saturate") {
    const double low = number(b, "LowerLimit", "-0.5"), high = number(b, "UpperLimit", "0.5");
    return map1([&](const Scalar& x) {
      if (x.constant) return Scalar::of(std::min(std::max(*x.constant, low), high));
      std::string text = x.text();
      if (std::isfinite(low)) text = fmt::format("max({}, {})", text, low);
      if (std::isfinite(high)) text = fmt::format("min({}, {})", text, high);
      return formula(text);
    });
  }
  if (t == "DeadZone") {
    const double low = number(b, "LowerValue", "-0.5"), high = number(b, "UpperValue", "0.5");
    return map1([&](const Scalar& x) {
      return formula(fmt::format("{} - min(max({}, {}), {})", in_brackets(x), x.text(), low, high));
    });
  }
  if (t == "Abs")
    return map1([](const Scalar& x) {
      return x.constant ? Scalar::of(std::abs(*x.constant)) : formula(fmt::format("abs({})", x.text()));
    });
  if (t == "Signum") return map1([](const Scalar& x) { return formula(fmt::format("sign({})", x.text())); });
  if (t == "UnaryMinus") return map1([](const Scalar& x) { return times(Scalar::of(-1.0), x, false); });
  if (t == "Bias") {
    const double bias = number(b, "Bias", "0");
    return map1([&](const Scalar& x) { return plus(x, Scalar::of(bias), false); });
  }
  if (t == "Sqrt") {
    const std::string f = b.parameter("Operator", "sqrt");
    if (f == "sqrt") return map1([](const Scalar& x) { return formula(fmt::format("sqrt({})", x.text())); });
    if (f == "signedSqrt")
      return map1([](const Scalar& x) { return formula(fmt::format("sign({0}) * sqrt(abs({0}))", x.text())); });
    unfollowed(b, fmt::format("the function {}", f));
  }
  if (t == "Math") {
    const std::string f = b.parameter("Operator", "exp");
    if (f == "transpose" || f == "hermitian") return in(1);
    if (f == "pow") {
      const Signal x = in(1), y = in(2);
      Signal s;
      for (std::size_t i = 0; i < std::max(x.elements.size(), y.elements.size()); ++i)
        s.elements.push_back(formula(fmt::format("{} ^ {}", in_brackets(wide(x, i)), in_brackets(wide(y, i)))));
      return s;
    }
    static const std::map<std::string, std::string> words{
        {"exp", "exp({})"},     {"log", "ln({})"},           {"log10", "log10({})"}, {"10^u", "10 ^ ({})"},
        {"square", "({}) ^ 2"}, {"magnitude^2", "({}) ^ 2"}, {"sqrt", "sqrt({})"},   {"reciprocal", "1 / ({})"}};
    const auto word = words.find(f);
    if (word == words.end()) unfollowed(b, fmt::format("the function {}", f));
    return map1([&](const Scalar& x) { return formula(fmt::format(fmt::runtime(word->second), x.text())); });
  }
  if (t == "Trigonometry") {
    const std::string f = b.parameter("Operator", "sin");
    if (f == "atan2") {
      const Signal y = in(1), x = in(2);
      return Signal{{formula(fmt::format("atan2({}, {})", y.elements.at(0).text(), x.elements.at(0).text()))}, {}};
    }
    return map1([&](const Scalar& x) { return formula(fmt::format("{}({})", f, x.text())); });
  }
  if (t == "RelationalOperator" || t == "Logic") {
    std::string sign = b.parameter("Operator", t == "Logic" ? "AND" : ">=");
    if (sign == "NOT") return map1([](const Scalar& x) { return formula(fmt::format("{} == 0", in_brackets(x))); });
    static const std::map<std::string, std::string> words{{"~=", "!="}, {"AND", "&&"}, {"OR", "||"}};
    const auto word = words.find(sign);
    if (word != words.end()) sign = word->second;
    if (sign == "NAND" || sign == "NOR" || sign == "XOR" || sign == "NXOR")
      unfollowed(b, fmt::format("the operator {}", sign));
    Signal s = in(1);
    for (int k = 2; k <= std::max(2, count()); ++k) {
      const Signal other = in(k);
      for (std::size_t i = 0; i < s.elements.size(); ++i)
        s.elements[i] = formula(fmt::format("{} {} {}", in_brackets(s.elements[i]), sign, in_brackets(wide(other, i))));
    }
    return s;
  }
  if (t == "Switch") {
    const Signal yes = in(1), by = in(2), no = in(3);
    const std::string criterion = b.parameter("Criteria", "u2 >= Threshold");
    const double threshold = number(b, "Threshold", "0");
    Signal s;
    for (std::size_t i = 0; i < std::max(yes.elements.size(), no.elements.size()); ++i) {
      const Scalar& u = wide(by, i);
      if (u.constant) {
        const bool on = criterion.find("~= 0") != std::string::npos ? *u.constant != 0.0
                        : criterion.find(">=") != std::string::npos ? *u.constant >= threshold
                                                                    : *u.constant > threshold;
        s.elements.push_back(on ? wide(yes, i) : wide(no, i));
        continue;
      }
      const std::string test = criterion.find("~= 0") != std::string::npos
                                   ? fmt::format("{} != 0", in_brackets(u))
                                   : fmt::format("{} {} {}", in_brackets(u),
                                                 criterion.find(">=") != std::string::npos ? ">=" : ">", threshold);
      s.elements.push_back(
          formula(fmt::format("{} ? {} : {}", test, in_brackets(wide(yes, i)), in_brackets(wide(no, i)))));
    }
    return s;
  }
  if (t == "ManualSwitch") return in(b.parameter("sw", "1") == "1" ? 1 : 2);
  if (t == "MultiPortSwitch") {
    const Signal by = in(1);
    const int n = count() - 1;
    if (by.elements.size() == 1 && by.elements[0].constant) {
      const int at = static_cast<int>(*by.elements[0].constant) +
                     (b.parameter("DataPortOrder", "One-based contiguous").rfind("Zero", 0) == 0 ? 1 : 0);
      if (at < 1 || at > n) unfollowed(b, "its selector chooses no input");
      return in(at + 1);
    }
    const int base = b.parameter("DataPortOrder", "One-based contiguous").rfind("Zero", 0) == 0 ? 0 : 1;
    Signal s = in(n + 1);
    for (int k = n - 1; k >= 1; --k) {
      const Signal part = in(k + 1);
      for (std::size_t i = 0; i < s.elements.size(); ++i)
        s.elements[i] = formula(fmt::format("{} < {} ? {} : {}", in_brackets(by.elements.at(0)), k + base - 0.5,
                                            in_brackets(wide(part, i)), in_brackets(s.elements[i])));
    }
    return s;
  }
  if (t == "Lookup" || t == "Lookup_n-D") {
    if (t == "Lookup_n-D" && b.parameter("NumberOfTableDimensions", "2") != "1")
      unfollowed(b, "a table of several variables");
    const auto x = numbers(b, t == "Lookup" ? "InputValues" : "BreakpointsForDimension1", "[-5:5]"),
               y = numbers(b, "Table", "tanh([-5:5])");
    if (x.size() != y.size() || x.size() < 2) unfollowed(b, "its table has columns of different lengths");
    std::string table = "[";
    for (std::size_t i = 0; i < x.size(); ++i)
      table += fmt::format("{}[{}, {}]", i > 0 ? ", " : "", yaml_number(x[i]), yaml_number(y[i]));
    return one_state(
        scope, b,
        [&](std::size_t) {
          return EmittedComponent{{}, {}, {{"type", "lookup-table"}, {"table", table + "]"}}};
        },
        0.0, false);
  }
  if (t == "Memory" || t == "UnitDelay" || t == "Delay") {
    const double step = t == "Memory" ? step_ : sample_time();
    const double length = t == "Delay" ? number(b, "DelayLength", "2") : 1.0;
    if (!(length >= 0.0 && length < 1000.0)) unfollowed(b, "a delay of so many steps");
    if (length == 0.0) return in(1);
    std::vector<double> denominator(static_cast<std::size_t>(length) + 1, 0.0);
    denominator[0] = 1.0;
    double initial = 0.0;
    for (const double x : numbers(b, t == "Memory" && b.parameters.count("X0") != 0 ? "X0" : "InitialCondition", "0"))
      initial = x;
    return one_state(
        scope, b,
        [&](std::size_t) {
          return EmittedComponent{{},
                                  {},
                                  {{"type", "sampled-controller"},
                                   {"sample_time", yaml_number(step)},
                                   {"numerator", "[1]"},
                                   {"denominator", yaml_list(denominator)}}};
        },
        initial);
  }
  if (t == "TransportDelay") {
    const double time = number(b, "DelayTime", "1"), initial = number(b, "InitialOutput", "0");
    return one_state(
        scope, b,
        [&](std::size_t) {
          return EmittedComponent{
              {}, {}, {{"type", "delay"}, {"time", yaml_number(time)}, {"initial", yaml_number(initial)}}};
        },
        0.0, initial == 0.0);
  }
  if (t == "ZeroOrderHold") {
    const double step = sample_time();
    return one_state(scope, b, [&](std::size_t) {
      return EmittedComponent{{}, {}, {{"type", "sampler"}, {"sample_time", yaml_number(step)}}};
    });
  }
  if (t == "Integrator") {
    if (b.parameter("ExternalReset", "none") != "none" ||
        b.parameter("InitialConditionSource", "internal") != "internal" || b.parameter("LimitOutput", "off") == "on")
      unfollowed(b, "an integrator with reset, limits or an initial value from outside");
    return one_state(
        scope, b,
        [&](std::size_t) {
          return EmittedComponent{
              {}, {}, {{"type", "transfer-function"}, {"numerator", "[1]"}, {"denominator", "[1, 0]"}}};
        },
        number(b, "InitialCondition", "0"));
  }
  if (t == "DiscreteIntegrator") {
    const double step = sample_time(), gain = number(b, "gainval", "1");
    const std::string method = b.parameter("IntegratorMethod", "Integration: Forward Euler");
    std::vector<double> numerator{gain * step};
    if (method.find("Backward") != std::string::npos) numerator = {gain * step, 0.0};
    if (method.find("Trapezoidal") != std::string::npos) numerator = {0.5 * gain * step, 0.5 * gain * step};
    return one_state(
        scope, b,
        [&](std::size_t) {
          return EmittedComponent{{},
                                  {},
                                  {{"type", "sampled-controller"},
                                   {"sample_time", yaml_number(step)},
                                   {"numerator", yaml_list(numerator)},
                                   {"denominator", "[1, -1]"}}};
        },
        number(b, "InitialCondition", "0"));
  }
  if (t == "TransferFcn") {
    const auto numerator = numbers(b, "Numerator", "[1]"), denominator = numbers(b, "Denominator", "[1 1]");
    return one_state(scope, b, [&](std::size_t) {
      return EmittedComponent{{},
                              {},
                              {{"type", "transfer-function"},
                               {"numerator", yaml_list(numerator)},
                               {"denominator", yaml_list(denominator)}}};
    });
  }
  if (t == "DiscreteTransferFcn" || t == "DiscreteFilter" || t == "DiscreteFir") {
    const double step = sample_time();
    auto numerator = numbers(b, t == "DiscreteFir" ? "Coefficients" : "Numerator", "[1]");
    auto denominator = t == "DiscreteFir" ? std::vector<double>{1.0} : numbers(b, "Denominator", "[1 0.5]");
    if (t != "DiscreteTransferFcn") {  // in powers of 1/z: as long as each other they are powers of z
      const std::size_t n = std::max(numerator.size(), denominator.size());
      numerator.resize(n, 0.0);
      denominator.resize(n, 0.0);
    }
    return one_state(scope, b, [&](std::size_t) {
      return EmittedComponent{{},
                              {},
                              {{"type", "sampled-controller"},
                               {"sample_time", yaml_number(step)},
                               {"numerator", yaml_list(numerator)},
                               {"denominator", yaml_list(denominator)}}};
    });
  }
  if (b.source.rfind("pid_lib/PID Controller", 0) == 0 && b.source.find("2DOF") == std::string::npos) {
    const std::string kind = b.parameter("Controller", "PID");
    const double P = kind.find('P') != std::string::npos ? number(b, "P", "1") : 0.0,
                 I = kind.find('I') != std::string::npos ? number(b, "I", "1") : 0.0;
    const double D = kind.find('D') != std::string::npos ? number(b, "D", "0") : 0.0, N = number(b, "N", "100");
    const bool discrete = b.parameter("TimeDomain", "Continuous-time").rfind("Discrete", 0) == 0;
    return one_state(
        scope, b,
        [&](std::size_t) {
          // our pid works on setpoint - input; with setpoint 0 its gains are the negative of a block that is given the
          // error
          EmittedComponent c{{},
                             {},
                             {{"type", "pid"},
                              {"proportional", yaml_number(-P)},
                              {"integral", yaml_number(-I)},
                              {"derivative", yaml_number(-D)},
                              {"setpoint", "0"}}};
          if (D != 0.0 && N > 0.0) c.keys.emplace_back("derivative_filter", yaml_number(1.0 / N));
          if (discrete) c.keys.emplace_back("sample_time", yaml_number(sample_time()));
          if (b.parameter("LimitOutput", "off") == "on") {
            c.keys.emplace_back("lower", yaml_number(number(b, "LowerSaturationLimit", "-inf")));
            c.keys.emplace_back("upper", yaml_number(number(b, "UpperSaturationLimit", "inf")));
          }
          return c;
        },
        0.0, b.parameter("LimitOutput", "off") != "on");
  }
  if (t == "FromWorkspace") {
    const MatlabValue v = value(b, "VariableName", "simin");
    MatlabValue table = v;
    if (v.kind == MatlabValue::Kind::structure) {
      const MatlabValue* time = v.field("time");
      const MatlabValue* signals = v.field("signals");
      const MatlabValue* values = signals != nullptr ? signals->field("values") : nullptr;
      if (time == nullptr || values == nullptr || !time->is_numbers() || !values->is_numbers())
        unfollowed(b, "its variable holds no time and values");
      table = MatlabValue::matrix(time->size(), 1 + values->columns);
      if (values->rows != time->size()) unfollowed(b, "its times and values do not fit each other");
      for (std::size_t r = 0; r < table.rows; ++r) {
        table.numbers[r] = time->numbers[r];
        for (std::size_t c = 0; c < values->columns; ++c) table.numbers[r + table.rows * (c + 1)] = values->at(r, c);
      }
    }
    if (!table.is_numbers() || table.columns < 2 || table.rows < 2)
      unfollowed(b, "its variable is no table of time and values");
    Signal s;
    for (std::size_t c = 1; c < table.columns; ++c) {
      const std::string name = unique(b.name);
      if (table.rows > 50) {  // a file beside the case
        std::string rows;
        for (std::size_t r = 0; r < table.rows; ++r) rows += fmt::format("{} {}\n", table.at(r, 0), table.at(r, c));
        tables.emplace_back(name, std::move(rows));
        add({name, b.path, {{"type", "table"}, {"file", ""}}});
      } else {
        std::string rows = "[";
        for (std::size_t r = 0; r < table.rows; ++r)
          rows +=
              fmt::format("{}[{}, {}]", r > 0 ? ", " : "", yaml_number(table.at(r, 0)), yaml_number(table.at(r, c)));
        add({name, b.path, {{"type", "table"}, {"table", rows + "]"}}});
      }
      s.elements.push_back(Scalar::port(name + ".output"));
    }
    return s;
  }
  unfollowed(b, fmt::format("no component here does what the block {} does", b.source.empty() ? t : b.source));
}

namespace {

// The value of a word among a function's inputs.
const ExpressionPtr* first_assignment(const Block& block, const std::string& to) {
  for (const Statement& s : block) {
    if (s.kind == Statement::Kind::assign && s.targets.size() == 1 && s.targets[0] &&
        s.targets[0]->kind == Expression::Kind::word && s.targets[0]->text == to)
      return &s.value;
  }
  return nullptr;
}

// -a * b, a * -b: the two words; empty when it is not that
std::vector<std::string> negative_product(const Expression& e) {
  const Expression* p = &e;
  bool negative = false;
  if (p->kind == Expression::Kind::unary && p->text == "-") {
    negative = true;
    p = p->children[0].get();
  }
  if (p->kind != Expression::Kind::binary || (p->text != "*" && p->text != ".*")) return {};
  std::vector<std::string> words;
  for (const ExpressionPtr& side : p->children) {
    const Expression* s = side.get();
    if (s->kind == Expression::Kind::unary && s->text == "-") {
      negative = !negative;
      s = s->children[0].get();
    }
    if (s->kind != Expression::Kind::word) return {};
    words.push_back(s->text);
  }
  return negative ? words : std::vector<std::string>{};
}

bool contains_call(const Expression& e, const std::string& name) {
  if (e.kind == Expression::Kind::call && e.children[0]->kind == Expression::Kind::word && e.children[0]->text == name)
    return true;
  for (const ExpressionPtr& c : e.children) {
    if (contains_call(*c, name)) return true;
  }
  return false;
}
void comparisons(const Expression& e, const std::string& sign, std::vector<const Expression*>& out) {
  if (e.kind == Expression::Kind::binary && e.text == sign) out.push_back(&e);
  for (const ExpressionPtr& c : e.children) comparisons(*c, sign, out);
}

// Formulas out of a function of numbers: assignments and choices, no loops, no memory.
struct Symbolic {
  const SlxBlock& block;
  std::map<std::string, Scalar> variables;
  std::map<std::string, std::vector<Scalar>> vectors;  // inputs of several numbers
  std::function<Scalar(bool normal)> random;           // a number drawn at each step

  Scalar value(const Expression& e) const {
    switch (e.kind) {
      case Expression::Kind::number:
        return Scalar::of(e.number);
      case Expression::Kind::word: {
        const auto found = variables.find(e.text);
        if (found != variables.end()) return found->second;
        if (e.text == "pi") return formula("pi");
        if ((e.text == "rand" || e.text == "randn") && random) return random(e.text == "randn");
        unfollowed(block, fmt::format("{} in its function has no value", e.text));
      }
      case Expression::Kind::unary: {
        const Scalar a = value(*e.children[0]);
        if (e.text == "-") return times(Scalar::of(-1.0), a, false);
        if (e.text == "~") return formula(fmt::format("{} == 0", in_brackets(a)));
        return a;
      }
      case Expression::Kind::binary: {
        const Scalar a = value(*e.children[0]), b = value(*e.children[1]);
        std::string sign = e.text;
        if (sign == "+" || sign == "-") return plus(a, b, sign == "-");
        if (sign == "*" || sign == ".*") return times(a, b, false);
        if (sign == "/" || sign == "./") return times(a, b, true);
        if (sign == ".^") sign = "^";
        if (sign == "~=") sign = "!=";
        if (sign == "&") sign = "&&";
        if (sign == "|") sign = "||";
        if (sign == "\\" || sign == ".\\") unfollowed(block, "a left division in its function");
        return formula(fmt::format("{} {} {}", in_brackets(a), sign, in_brackets(b)));
      }
      case Expression::Kind::transpose:
        return value(*e.children[0]);  // of one number
      case Expression::Kind::call: {
        const auto vector =
            e.children[0]->kind == Expression::Kind::word ? vectors.find(e.children[0]->text) : vectors.end();
        if (vector != vectors.end() && e.children.size() == 2) {
          const Scalar at = value(*e.children[1]);
          if (!at.constant || *at.constant < 1.0 || *at.constant > static_cast<double>(vector->second.size()))
            unfollowed(block, fmt::format("its function reads an element of {} that is not there", vector->first));
          return vector->second[static_cast<std::size_t>(*at.constant) - 1];
        }
        static const std::map<std::string, std::string> known{
            {"abs", "abs"},     {"sign", "sign"}, {"sqrt", "sqrt"},   {"exp", "exp"},   {"log", "ln"},
            {"log10", "log10"}, {"sin", "sin"},   {"cos", "cos"},     {"tan", "tan"},   {"asin", "asin"},
            {"acos", "acos"},   {"atan", "atan"}, {"atan2", "atan2"}, {"tanh", "tanh"}, {"sinh", "sinh"},
            {"cosh", "cosh"},   {"min", "min"},   {"max", "max"}};
        const auto name = e.children[0]->kind == Expression::Kind::word ? known.find(e.children[0]->text) : known.end();
        if (name == known.end()) unfollowed(block, "a call in its function that is no formula");
        std::string args;
        for (std::size_t i = 1; i < e.children.size(); ++i) args += (i > 1 ? ", " : "") + value(*e.children[i]).text();
        return formula(fmt::format("{}({})", name->second, args));
      }
      default:
        unfollowed(block, "an expression in its function that is no formula of numbers");
    }
  }

  // [~, i] = min(abs(list - x)): the number of the nearest of evenly spaced constants.
  Scalar nearest(const Expression& e) const {
    const auto inside = [&](const Expression& call, const char* name) -> const Expression* {
      return call.kind == Expression::Kind::call && call.children.size() == 2 &&
                     call.children[0]->kind == Expression::Kind::word && call.children[0]->text == name
                 ? call.children[1].get()
                 : nullptr;
    };
    const Expression* difference = inside(e, "min");
    if (difference != nullptr) difference = inside(*difference, "abs");
    if (difference != nullptr && difference->kind == Expression::Kind::binary && difference->text == "-") {
      for (std::size_t side = 0; side < 2; ++side) {
        const Expression& list = *difference->children[side];
        const auto found = list.kind == Expression::Kind::word ? vectors.find(list.text) : vectors.end();
        if (found == vectors.end()) continue;
        std::vector<double> v;
        for (const Scalar& c : found->second) {
          if (c.constant) v.push_back(*c.constant);
        }
        const double step = v.size() > 1 ? v[1] - v[0] : 0.0;
        bool even = step > 0.0 && v.size() == found->second.size();
        for (std::size_t i = 1; i < v.size(); ++i) even = even && std::abs(v[i] - v[i - 1] - step) < 1e-9 * step;
        if (!even) break;
        const Scalar x = value(*difference->children[1 - side]);
        // formulas have no rounding: z - atan(tan(pi z)) / pi is the whole number nearest to z
        const std::string z = fmt::format("({} - {}) / {}", in_brackets(x), in_brackets(Scalar::of(v[0])), step);
        return formula(
            fmt::format("1 + min(max({0} - atan(tan(pi * {0})) / pi, 0), {1})", "(" + z + ")", v.size() - 1));
      }
    }
    unfollowed(block, "a function of two outputs that is no nearest value of an even list");
  }

  void run(const Block& body) {
    for (const Statement& s : body) {
      if (s.kind == Statement::Kind::assign && s.targets.size() == 1 && s.targets[0] &&
          s.targets[0]->kind == Expression::Kind::word) {
        Scalar v = value(*s.value);
        if (v.formula.size() > 4000) unfollowed(block, "its formula is too long");
        variables[s.targets[0]->text] = std::move(v);
      } else if (s.kind == Statement::Kind::assign && s.targets.size() == 2 && !s.targets[0] && s.targets[1] &&
                 s.targets[1]->kind == Expression::Kind::word) {
        variables[s.targets[1]->text] = nearest(*s.value);
      } else if (s.kind == Statement::Kind::if_) {
        choose(s, 0);
      } else {
        unfollowed(block, fmt::format("line {} of its function is no formula", s.line));
      }
    }
  }
  void choose(const Statement& s, std::size_t i) {
    if (i >= s.blocks.size()) return;
    if (!s.conditions[i]) return run(s.blocks[i]);
    const Scalar test = value(*s.conditions[i]);
    Symbolic yes = *this, no = *this;
    yes.run(s.blocks[i]);
    no.choose(s, i + 1);
    std::map<std::string, Scalar> joined = variables;
    for (const auto& v : yes.variables) {
      const auto other = no.variables.find(v.first);
      if (other == no.variables.end()) continue;
      joined[v.first] = v.second.text() == other->second.text()
                            ? v.second
                            : formula(fmt::format("{} ? {} : {}", in_brackets(test), in_brackets(v.second),
                                                  in_brackets(other->second)));
    }
    variables = std::move(joined);
  }
  Symbolic(const SlxBlock& b) : block(b) {}
  Symbolic(const Symbolic&) = default;
};

}  // namespace

std::optional<Signal> SignalTracer::recognised(const std::string& scope, const SlxBlock& b, const FunctionDefinition& f,
                                               int port) {
  if (f.outputs.empty() || f.body.size() != 1 || f.body[0].kind != Statement::Kind::if_ ||
      f.body[0].blocks.size() != 2 || f.body[0].conditions[1])
    return std::nullopt;
  const Statement& choice = f.body[0];
  const Expression& test = *choice.conditions[0];
  if (!contains_call(test, "sign")) return std::nullopt;  // a turn of the velocity
  const ExpressionPtr* held = first_assignment(choice.blocks[0], f.outputs[0]);
  const ExpressionPtr* free = first_assignment(choice.blocks[1], f.outputs[0]);
  if (held == nullptr || free == nullptr) return std::nullopt;
  const auto damping = negative_product(**free);
  if (damping.size() != 2) return std::nullopt;
  const auto constant_of = [&](const std::string& word) -> std::optional<double> {
    const auto at = std::find(f.inputs.begin(), f.inputs.end(), word);
    if (at == f.inputs.end()) return std::nullopt;
    const Signal s = argument(scope, b, f.inputs, static_cast<std::size_t>(at - f.inputs.begin()));
    return s.elements.size() == 1 ? s.elements[0].constant : std::nullopt;
  };
  // which word is the gain, which the velocity: the gain is a constant
  const bool first = constant_of(damping[0]).has_value();
  const auto gain = constant_of(first ? damping[0] : damping[1]);
  const std::string velocity = first ? damping[1] : damping[0];
  if (!gain) return std::nullopt;
  // the time: "counter < time"; the pause: "counter > number"
  std::vector<const Expression*> less, more;
  comparisons(test, "<", less);
  comparisons(test, ">", more);
  std::optional<double> time;
  for (const Expression* e : less) {
    if (e->children[1]->kind == Expression::Kind::word) time = constant_of(e->children[1]->text);
  }
  if (!time) return std::nullopt;
  double pause = 0.0;
  for (const Expression* e : more) {
    if (e->children[1]->kind == Expression::Kind::number) pause = std::max(pause, e->children[1]->number);
  }
  EmittedComponent c{{}, b.path, {}};
  const auto held_words = negative_product(**held);
  const bool declutching = (*held)->kind == Expression::Kind::number && (*held)->number == 0.0;
  if (declutching) {
    c.keys = {{"type", "declutching"}, {"damping", yaml_number(*gain)}, {"free_time", yaml_number(*time)}};
  } else {
    if (held_words.size() != 2) return std::nullopt;
    const auto held_damping = constant_of(held_words[0] == velocity ? held_words[1] : held_words[0]);
    if (!held_damping) return std::nullopt;
    c.keys = {{"type", "latching"},
              {"damping", yaml_number(*gain)},
              {"held_damping", yaml_number(*held_damping)},
              {"hold", yaml_number(*time)},
              {"pause", yaml_number(pause)}};
  }
  if (port != 1) unfollowed(b, "its counters are inside the component that took its place");
  const auto at = std::find(f.inputs.begin(), f.inputs.end(), velocity);
  if (at == f.inputs.end()) return std::nullopt;
  const Signal v = argument(scope, b, f.inputs, static_cast<std::size_t>(at - f.inputs.begin()));
  if (v.elements.size() != 1) return std::nullopt;
  c.name = unique(declutching ? "declutching" : "latching");
  connect(port_of(v.elements[0], c.name + "_velocity", b.path), c.name + ".input");
  notes.push_back(fmt::format(
      "{}: recognised as {}; the component finds the turn of the velocity in time, the function at its step", b.path,
      declutching ? "declutching" : "latching"));
  const Signal out{{Scalar::port(c.name + ".output")}, {}};
  add(std::move(c));
  return out;
}

Signal SignalTracer::argument(const std::string& scope, const SlxBlock& b, const std::vector<std::string>& arguments,
                              std::size_t at) {
  const std::string& name = arguments[at];
  bool has_ports = false;
  if (b.system) {
    for (const SlxBlock& inner : b.system->blocks) {
      if (inner.type != "Inport") continue;
      has_ports = true;
      if (plain_name(inner.name) == plain_name(name))
        return input(scope, b.sid, std::atoi(inner.parameter("Port", "1").c_str()));
    }
  }
  if (!has_ports) return input(scope, b.sid, static_cast<int>(at) + 1);
  // no port: a parameter, from the block's mask or the workspace
  const MatlabValue v =
      workspace_.evaluate(b.parameter(name, name), {model_.file.string(), 0, 0, fmt::format("{} {}", b.path, name)});
  if (!v.is_numbers() || v.numbers.empty()) unfollowed(b, fmt::format("its parameter {} is no number", name));
  Signal s;
  for (const double x : v.numbers) s.elements.push_back(Scalar::of(x));
  return s;
}

Signal SignalTracer::function_block(const std::string& scope, const SlxBlock& b, int port) {
  const auto script = model_.scripts.find(b.path);
  if (script == model_.scripts.end()) unfollowed(b, "its function is missing from the file");
  Script parsed;
  try {
    parsed = parse_script(script->second, b.path);
    if (parsed.functions.empty()) unfollowed(b, "its script holds no function");
    // a function that hands everything to a file of the same name
    const FunctionDefinition& outer = parsed.functions[0];
    if (outer.body.size() == 1 && outer.body[0].kind == Statement::Kind::assign &&
        outer.body[0].value->kind == Expression::Kind::call &&
        outer.body[0].value->children[0]->kind == Expression::Kind::word) {
      const std::string source = workspace_.source_of(outer.body[0].value->children[0]->text);
      if (!source.empty()) {
        Script other = parse_script(source, outer.body[0].value->children[0]->text + ".m");
        if (!other.functions.empty() && other.functions[0].inputs.size() == outer.inputs.size())
          parsed = std::move(other);
      }
    }
    const FunctionDefinition& f = parsed.functions[0];
    if (auto known = recognised(scope, b, f, port)) return *known;
    Symbolic symbolic(b);
    for (std::size_t i = 0; i < f.inputs.size(); ++i) {
      const Signal s = argument(scope, b, f.inputs, i);
      if (s.elements.size() == 1)
        symbolic.variables[f.inputs[i]] = s.elements[0];
      else
        symbolic.vectors[f.inputs[i]] = s.elements;
    }
    std::vector<EmittedComponent> noises;
    symbolic.random = [&](bool normal) {
      const auto gauss = [&] {
        const std::string name = unique(b.name + "_noise");
        noises.push_back({name,
                          b.path,
                          {{"type", "noise"},
                           {"sample_time", yaml_number(step_)},
                           {"deviation", "1"},
                           {"seed", std::to_string(names_.size())}}});
        return "$" + name + ".output$";
      };
      // the squares of two Gaussian numbers add up to an exponential one, whose survival is uniform (Box and Muller)
      return normal ? formula(gauss()) : formula(fmt::format("exp(-0.5 * ({} ^ 2 + {} ^ 2))", gauss(), gauss()));
    };
    symbolic.run(f.body);
    if (port < 1 || port > static_cast<int>(f.outputs.size())) unfollowed(b, "the output is none of its function's");
    const auto found = symbolic.variables.find(f.outputs[static_cast<std::size_t>(port - 1)]);
    if (found == symbolic.variables.end()) unfollowed(b, "its function does not always set the output");
    bool drawn = false;
    for (EmittedComponent& noise : noises) {
      if (found->second.formula.find("$" + noise.name + ".output$") == std::string::npos) continue;
      add(std::move(noise));
      drawn = true;
    }
    if (drawn)
      notes.push_back(
          fmt::format("{}: rand and randn draw other numbers than MATLAB's, the same in every run", b.path));
    return Signal{{found->second}, {}};
  } catch (const InputError& error) {
    stubs.emplace_back(b.path, script->second);
    unfollowed(b, error.diagnostics().front().text());
  } catch (const Unfollowed& u) {
    if (u.block == b.path) stubs.emplace_back(b.path, script->second);
    throw;
  }
}

}  // namespace swell::wecsim
