// MATLAB Function blocks: recognised by what they compute, or as formulas of assignments and choices.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "scalars.h"

namespace swell::wecsim {
namespace {

// The value of a word among a function's inputs.
/// Null where there is none, or several, or anything but assignments.
const ExpressionPtr* only_assignment(const Block& block, const std::string& to) {
  const ExpressionPtr* value = nullptr;
  for (const Statement& s : block) {
    if (s.kind != Statement::Kind::assign) return nullptr;
    if (s.targets.size() != 1 || !s.targets[0] || s.targets[0]->kind != Expression::Kind::word ||
        s.targets[0]->text != to)
      continue;
    if (value != nullptr) return nullptr;
    value = &s.value;
  }
  return value;
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

// What a function takes from outside its text.
struct Surroundings {
  std::function<Scalar(bool normal)> random;  // a number drawn at each step
  std::function<std::optional<std::vector<double>>(const std::string& path)>
      constants;  // turb(1).psi; not numbers: none
  std::function<Scalar(std::vector<double> x, std::vector<double> y, const Scalar& at)> curve;
  std::function<const FunctionDefinition*(const std::string& name, std::size_t arguments)> function;  // null: none
};

// Formulas out of a function of numbers: assignments, choices and calls, no loops, no memory.
struct Symbolic {
  const SlxBlock& block;
  const Surroundings& outside;
  int depth = 0;  // of calls
  std::map<std::string, Scalar> variables;
  std::map<std::string, std::vector<Scalar>> vectors;  // inputs of several numbers
  std::map<std::string, std::string> structures;       // inputs that are structures, by their path in the workspace

  // turb(1).psi, as the workspace knows it; empty: not part of a structure.
  std::string path(const Expression& e) const {
    if (e.kind == Expression::Kind::word) {
      const auto found = structures.find(e.text);
      return found == structures.end() ? "" : found->second;
    }
    if (e.kind != Expression::Kind::field && e.kind != Expression::Kind::call) return {};
    std::string t = path(*e.children[0]);
    if (t.empty()) return {};
    if (e.kind == Expression::Kind::field) return t + "." + e.text;
    for (std::size_t i = 1; i < e.children.size(); ++i) {
      const Scalar index = value(*e.children[i]);
      if (!index.constant) return {};
      t += (i > 1 ? ", " : "(") + index.text();
    }
    return t + ")";
  }

  std::optional<std::vector<Scalar>> list(const Expression& e) const {
    const auto found = e.kind == Expression::Kind::word ? vectors.find(e.text) : vectors.end();
    if (found != vectors.end()) return found->second;
    const std::string from = path(e);
    const auto numbers = from.empty() ? std::nullopt : outside.constants(from);
    if (!numbers) return std::nullopt;
    std::vector<Scalar> out;
    for (const double x : *numbers) out.push_back(Scalar::of(x));
    return out;
  }
  // Empty where it is not a list of constants.
  std::vector<double> constants(const Expression& e) const {
    std::vector<double> out;
    for (const Scalar& s : list(e).value_or(std::vector<Scalar>{})) {
      if (!s.constant) return {};
      out.push_back(*s.constant);
    }
    return out;
  }

  static std::string called(const Expression& e) {
    return e.kind == Expression::Kind::call && e.children[0]->kind == Expression::Kind::word ? e.children[0]->text : "";
  }
  const FunctionDefinition* function(const Expression& e) const {
    return called(e).empty() ? nullptr : outside.function(called(e), e.children.size() - 1);
  }
  // Outputs of another function of numbers; one that is not always set is missing.
  std::vector<std::optional<Scalar>> call(const FunctionDefinition& f, const Expression& e) const {
    if (depth > 20) unfollowed(block, "its functions call one another too deeply");
    Symbolic inner(block, outside);
    inner.depth = depth + 1;
    for (std::size_t i = 0; i < f.inputs.size(); ++i) {
      const Expression& argument = *e.children[i + 1];
      const auto numbers = list(argument);
      if (numbers && numbers->size() == 1)
        inner.variables[f.inputs[i]] = numbers->front();
      else if (numbers)
        inner.vectors[f.inputs[i]] = *numbers;
      else if (const std::string from = path(argument); !from.empty())
        inner.structures[f.inputs[i]] = from;
      else
        inner.variables[f.inputs[i]] = value(argument);
    }
    inner.run(f.body);
    std::vector<std::optional<Scalar>> out;
    for (const std::string& name : f.outputs) {
      const auto found = inner.variables.find(name);
      out.push_back(found == inner.variables.end() ? std::nullopt : std::optional(found->second));
    }
    return out;
  }

  Scalar value(const Expression& e) const {
    if (const std::string from = path(e); !from.empty()) {
      const auto numbers = outside.constants(from);
      if (!numbers || numbers->size() != 1)
        unfollowed(block, fmt::format("{} in its function is not one number", from));
      return Scalar::of(numbers->front());
    }
    return computed(e);
  }
  Scalar computed(const Expression& e) const {
    switch (e.kind) {
      case Expression::Kind::number:
        return Scalar::of(e.number);
      case Expression::Kind::word: {
        const auto found = variables.find(e.text);
        if (found != variables.end()) return found->second;
        if (e.text == "pi") return formula("pi");
        if (e.text == "rand" || e.text == "randn") return outside.random(e.text == "randn");
        unfollowed(block, fmt::format("{} in its function has no value", e.text));
      }
      case Expression::Kind::unary: {
        Scalar a = value(*e.children[0]);
        if (e.text == "-") return times(Scalar::of(-1.0), a, false);
        if (e.text == "~") return formula("{} == 0", in_brackets(a));
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
        return formula("{} {} {}", in_brackets(a), sign, in_brackets(b));
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
        const auto name = known.find(called(e));
        if (name != known.end() && e.children.size() == 2 && (name->first == "min" || name->first == "max")) {
          const std::vector<double> all = constants(*e.children[1]);
          if (!all.empty())
            return Scalar::of(name->first == "min" ? *std::min_element(all.begin(), all.end())
                                                   : *std::max_element(all.begin(), all.end()));
        }
        if (called(e) == "interp1" &&
            (e.children.size() == 4 || (e.children.size() == 5 && e.children[4]->text == "linear"))) {
          std::vector<double> x = constants(*e.children[1]), y = constants(*e.children[2]);
          if (x.size() < 2 || x.size() != y.size() ||
              std::adjacent_find(x.begin(), x.end(), std::greater_equal<>()) != x.end())
            unfollowed(block, "interp1 in its function with a table that is not two lists of constants that rise");
          return outside.curve(std::move(x), std::move(y), value(*e.children[3]));
        }
        if (name == known.end()) {
          const FunctionDefinition* f = function(e);
          if (f == nullptr || f->outputs.empty()) unfollowed(block, "a call in its function that is not a formula");
          const auto outputs = call(*f, e);
          if (!outputs[0]) unfollowed(block, fmt::format("{} does not always set its output", f->name));
          return *outputs[0];
        }
        std::string args;
        for (std::size_t i = 1; i < e.children.size(); ++i) args += (i > 1 ? ", " : "") + value(*e.children[i]).text();
        return formula("{}({})", name->second, args);
      }
      default:
        unfollowed(block, "an expression in its function that is not a formula of numbers");
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
        return formula("1 + min(max({0} - atan(tan(pi * {0})) / pi, 0), {1})", "(" + z + ")", v.size() - 1);
      }
    }
    unfollowed(block, "a function of two outputs that is not a nearest value of an even list");
  }

  void run(const Block& body) {
    for (const Statement& s : body) {
      if (s.kind == Statement::Kind::assign && s.targets.size() == 1 && s.targets[0] &&
          s.targets[0]->kind == Expression::Kind::word) {
        Scalar v = value(*s.value);
        if (v.formula.size() > 4000) unfollowed(block, "its formula is too long");
        variables[s.targets[0]->text] = std::move(v);
      } else if (const FunctionDefinition* f =
                     s.kind == Statement::Kind::assign && s.targets.size() > 1 ? function(*s.value) : nullptr) {
        const auto outputs = call(*f, *s.value);
        for (std::size_t i = 0; i < s.targets.size(); ++i) {
          if (!s.targets[i]) continue;
          if (s.targets[i]->kind != Expression::Kind::word || i >= outputs.size() || !outputs[i])
            unfollowed(block,
                       fmt::format("line {} of its function takes an output that {} does not set", s.line, f->name));
          variables[s.targets[i]->text] = *outputs[i];
        }
      } else if (s.kind == Statement::Kind::assign && s.targets.size() == 2 && !s.targets[0] && s.targets[1] &&
                 s.targets[1]->kind == Expression::Kind::word) {
        variables[s.targets[1]->text] = nearest(*s.value);
      } else if (s.kind == Statement::Kind::if_) {
        choose(s, 0);
      } else {
        unfollowed(block, fmt::format("line {} of its function is not a formula", s.line));
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
      joined[v.first] =
          v.second.text() == other->second.text()
              ? v.second
              : formula("{} ? {} : {}", in_brackets(test), in_brackets(v.second), in_brackets(other->second));
    }
    variables = std::move(joined);
  }
  Symbolic(const SlxBlock& b, const Surroundings& around) : block(b), outside(around) {}
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
  // a turn of the velocity: diff(sign([velocity, before])) ~= 0
  if (!contains_call(test, "sign") || !contains_call(test, "diff")) return std::nullopt;
  const ExpressionPtr* held = only_assignment(choice.blocks[0], f.outputs[0]);
  const ExpressionPtr* free = only_assignment(choice.blocks[1], f.outputs[0]);
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
    if (e->children[1]->kind != Expression::Kind::number) return std::nullopt;
    pause = std::max(pause, e->children[1]->number);
  }
  // The function adds up steps and asks before each: rounding of the sum may give it one more (reference: the Controls
  // cases of WEC-Sim_Applications, 241 steps of 0.01 s for 2.4 s).
  if (count_steps && *time >= 0.0 && *time < 1e6 * step_) {
    double sum = step_;  // the first is not asked for
    int steps = 1;
    for (; sum < *time; ++steps) sum += step_;
    const double counted = steps * step_;
    if (std::abs(counted - *time) > 1e-9 * *time) {
      notes.push_back(
          fmt::format("{}: its {:g} s last {} steps of {:g} s by the function's own sum", b.path, *time, steps, step_));
      time = counted;
    }
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
  const MatlabValue v = value(b, name, name);
  if (v.kind == MatlabValue::Kind::structure) return {};
  if (!v.is_numbers() || v.numbers.empty()) unfollowed(b, fmt::format("its parameter {} is not a number", name));
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
        const auto& given = outer.body[0].value->children;  // the function, then its arguments
        bool is_same = given.size() == outer.inputs.size() + 1;
        for (std::size_t i = 1; is_same && i < given.size(); ++i)
          is_same = given[i]->kind == Expression::Kind::word && given[i]->text == outer.inputs[i - 1];
        if (is_same && !other.functions.empty() && other.functions[0].inputs.size() == outer.inputs.size())
          parsed = std::move(other);
      }
    }
    const FunctionDefinition& f = parsed.functions[0];
    if (auto known = recognised(scope, b, f, port)) return *known;
    struct Made {
      EmittedComponent component;
      Scalar input;
      std::string rows;  // of the file that it reads
    };
    std::vector<Made> made;
    std::map<std::string, std::vector<FunctionDefinition>> files;
    Surroundings around;
    Symbolic symbolic(b, around);
    for (std::size_t i = 0; i < f.inputs.size(); ++i) {
      const Signal s = argument(scope, b, f.inputs, i);
      if (s.elements.empty() && s.bus.empty())
        symbolic.structures[f.inputs[i]] = b.parameter(f.inputs[i], f.inputs[i]);
      else if (s.elements.size() == 1)
        symbolic.variables[f.inputs[i]] = s.elements[0];
      else
        symbolic.vectors[f.inputs[i]] = s.elements;
    }
    bool drawn = false, looked_up = false;
    around.random = [&](bool normal) {
      const auto gauss = [&] {
        const std::string name = unique(b.name + "_noise");
        made.push_back({{name,
                         b.path,
                         {{"type", "noise"},
                          {"sample_time", yaml_number(step_)},
                          {"deviation", "1"},
                          {"seed", std::to_string(names_.size())}}},
                        {},
                        {}});
        return "$" + name + ".output$";
      };
      // the squares of two Gaussian numbers add up to an exponential one, whose survival is uniform (Box and Muller)
      return normal ? formula(gauss()) : formula("exp(-0.5 * ({} ^ 2 + {} ^ 2))", gauss(), gauss());
    };
    around.constants = [&](const std::string& from) -> std::optional<std::vector<double>> {
      const MatlabValue v = evaluate(b, from, from);
      if (!v.is_numbers() || v.numbers.empty()) return std::nullopt;
      return v.numbers;
    };
    around.curve = [&](std::vector<double> x, std::vector<double> y, const Scalar& at) {
      const std::string name = unique(b.name + "_curve");
      Made curve{{name, b.path, {{"type", "lookup-table"}}}, at, {}};
      if (x.size() > 50) {
        for (std::size_t i = 0; i < x.size(); ++i) curve.rows += fmt::format("{} {}\n", x[i], y[i]);
        curve.component.keys.emplace_back("file", "");
      } else {
        curve.component.keys.emplace_back("table", yaml_rows(x, y));
      }
      made.push_back(std::move(curve));
      return Scalar::port(name + ".output");
    };
    around.function = [&](const std::string& name, std::size_t arguments) -> const FunctionDefinition* {
      const auto of = [&](const std::vector<FunctionDefinition>& all, std::size_t first) -> const FunctionDefinition* {
        for (std::size_t i = first; i < all.size(); ++i) {
          if (all[i].name == name && all[i].inputs.size() == arguments) return &all[i];
        }
        return nullptr;
      };
      if (const FunctionDefinition* own = of(parsed.functions, 1)) return own;
      if (files.count(name) == 0) files[name] = parse_script(workspace_.source_of(name), name + ".m").functions;
      return of(files[name], 0);
    };
    symbolic.run(f.body);
    if (port < 1 || port > static_cast<int>(f.outputs.size())) unfollowed(b, "the output is none of its function's");
    const auto found = symbolic.variables.find(f.outputs[static_cast<std::size_t>(port - 1)]);
    if (found == symbolic.variables.end()) unfollowed(b, "its function does not always set the output");
    std::string read = found->second.formula;
    for (auto m = made.rbegin(); m != made.rend(); ++m) {  // a curve reads what was made before it
      const std::string& name = m->component.name;
      if (read.find("$" + name + ".output$") == std::string::npos) continue;
      const bool noise = m->component.keys[0].second == "noise";
      (noise ? drawn : looked_up) = true;
      if (!noise) {
        read += m->input.formula;
        if (!m->rows.empty()) tables.emplace_back(name, m->rows);
        connect(port_of(m->input, name + "_in", b.path), name + ".input");
      }
      add(std::move(m->component));
    }
    if (looked_up)
      notes.push_back(fmt::format(
          "{}: interp1 is NaN outside its table; the component that took its place holds the last value", b.path));
    if (drawn)
      notes.push_back(
          fmt::format("{}: rand and randn draw other numbers than MATLAB's, the same in every run", b.path));
    return Signal{{found->second}, {}};
  } catch (const InputError& error) {
    stubs.emplace_back(b.path, script->second);
    unfollowed(b, error.diagnostics().front().text());
  } catch (const Unfollowed& u) {
    if (u.block == b.path || u.reason == kLoop) stubs.emplace_back(b.path, script->second);
    throw;
  }
}

}  // namespace swell::wecsim
