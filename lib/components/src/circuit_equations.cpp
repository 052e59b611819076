// A circuit element defined by equations of the user.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "circuit_parts.h"
#include "formula.h"
#include "swell/base/constants.h"
#include "swell/components/declared.h"
#include "swell/components/element.h"

namespace swell::components {

namespace {

using network::Point;

struct OwnTerminal {
  std::string name, domain = "hydraulic";
  std::optional<double> initial;
};
void describe(Visitor& v, OwnTerminal& p) {
  v.text({"name", "", "of the terminal; listed once for each of its domains, where it has several", {}, required},
         p.name);
  describe_domain(v, p.domain);
  v.number({"initial", "", "first guess of its across variable; 0 unless given, of gas 101325"}, p.initial);
}

/// A state, with the formula of its rate, or an unknown without memory.
struct OwnVariable {
  std::string name, unit, rate;
  double initial = 0.0, nominal = 1.0;
  std::optional<double> lower, upper;
  network::Variable variable() const {
    return {name, unit, nominal, initial, lower.value_or(-network::kInfinity), upper.value_or(network::kInfinity)};
  }
};
void describe_variable(Visitor& v, OwnVariable& p) {
  v.text({"name", "", "in formulas and results", {}, required}, p.name);
  v.text({"unit", "", "of it"}, p.unit);
  v.number({"initial", "", "at the start"}, p.initial);
  v.number({"nominal", "", "size to be expected: the tolerances are relative to it", above(0.0)}, p.nominal);
  v.number({"lower", "", "the solution stays above it"}, p.lower);
  v.number({"upper", "", "the solution stays below it"}, p.upper);
}
struct OwnState : OwnVariable {};
void describe(Visitor& v, OwnState& p) {
  describe_variable(v, p);
  v.text({"rate", "", "formula of its derivative, per second", {}, required}, p.rate);
}
struct OwnUnknown : OwnVariable {};
void describe(Visitor& v, OwnUnknown& p) { describe_variable(v, p); }

struct OwnOutput {
  std::string name, unit, formula;
};
void describe(Visitor& v, OwnOutput& p) {
  v.text({"name", "", "in the results", {}, required}, p.name);
  v.text({"unit", "", "of it"}, p.unit);
  v.text({"formula", "", "of its value", {}, required}, p.formula);
}

struct Equations {
  std::vector<OwnTerminal> terminals;
  std::vector<OwnState> states;
  std::vector<OwnUnknown> unknowns;
  std::vector<std::string> equations;
  std::vector<OwnOutput> outputs;
  Parameter parameters, inputs;
  std::string stored_energy;
};
void describe(Visitor& v, Equations& p) {
  v.structures({"terminals", "", "where it touches nodes", {}, required}, p.terminals);
  v.texts({"equations", "", "formulas that are zero, as many as terminals and unknowns", {}, required}, p.equations,
          true);
  v.structures({"states", "", "quantities with a rate"}, p.states);
  v.structures({"unknowns", "", "further unknowns, without memory"}, p.unknowns);
  v.raw({"parameters", "", "names in the formulas and their values"}, p.parameters,
        model::Shape::Kind::numbers_by_name);
  v.raw({"inputs", "", "names in the formulas that ports may drive, and their values without one"}, p.inputs,
        model::Shape::Kind::numbers_by_name);
  v.structures({"outputs", "", "further values for the results"}, p.outputs);
  v.text({"stored_energy", "", "formula of the energy held, J; 0 unless given"}, p.stored_energy);
}

/// Formulas and the memory of their variables: t, terminals (across, through), unknowns, states, inputs.
struct Formulas {
  std::vector<double> values;
  std::vector<mu::Parser> residuals, rates, outputs, energy;
};

/// One system runs in one thread and has its own network, so the formulas' memory is not shared.
class FormulaElement final : public network::Component {
 public:
  FormulaElement(network::Spec spec, std::shared_ptr<Formulas> formulas)
      : spec_(std::move(spec)), f_(std::move(formulas)) {}
  network::Spec spec() const override { return spec_; }
  void evaluate(const Point& at, double* residual, double* rate) const override {
    place(at);
    eval(f_->residuals, residual);
    eval(f_->rates, rate);
  }
  void outputs(const Point& at, double* value) const override {
    place(at);
    eval(f_->outputs, value);
  }
  double stored_energy(const Point& at) const override {
    if (f_->energy.empty()) return 0.0;
    place(at);
    double energy = 0.0;
    eval(f_->energy, &energy);
    return energy;
  }

 private:
  void place(const Point& at) const {
    double* value = f_->values.data();
    *value++ = at.t;
    for (std::size_t i = 0; i < spec_.terminals.size(); ++i) {
      *value++ = at.over[i];
      *value++ = at.through[i];
    }
    value = std::copy_n(at.internal, spec_.internals.size(), value);
    value = std::copy_n(at.state, spec_.states.size(), value);
    std::copy_n(at.input, spec_.inputs.size(), value);
  }
  static void eval(const std::vector<mu::Parser>& parsers, double* out) {
    for (std::size_t i = 0; i < parsers.size(); ++i) out[i] = parsers[i].Eval();
  }

  network::Spec spec_;
  std::shared_ptr<Formulas> f_;
};

/// Initial point of an element, with flows of nominal size so that no valve is at rest.
struct Start {
  explicit Start(const network::Spec& spec) {
    for (const auto& t : spec.terminals) {
      over.push_back(t.initial);
      through.push_back(1e-3 * network::info(t.domain).through_nominal);
    }
    for (const auto& v : spec.internals) internal.push_back(v.initial);
    for (const auto& v : spec.states) state.push_back(v.initial);
    for (const auto& s : spec.inputs) input.push_back(s.initial);
  }
  Point point() const { return {0.0, over.data(), through.data(), internal.data(), state.data(), input.data()}; }
  std::vector<double> over, through, internal, state, input;
};

/// Do the equations change when all across variables of the terminal's domain rise together? They then fix its level,
/// and no other element may. Evaluated at the start.
bool fixes_level(const network::Spec& spec, const FormulaElement& element, std::size_t terminal) {
  Start start(spec);
  std::vector<double> residual(spec.residuals.size()), raised(residual), rate(spec.states.size() + 1);
  element.evaluate(start.point(), residual.data(), rate.data());
  const network::Domain domain = spec.terminals[terminal].domain;
  for (std::size_t i = 0; i < start.over.size(); ++i) {
    if (spec.terminals[i].domain == domain) start.over[i] += network::info(domain).over_nominal;
  }
  element.evaluate(start.point(), raised.data(), rate.data());
  for (std::size_t r = 0; r < residual.size(); ++r) {
    if (!(std::abs(raised[r] - residual[r]) <= 1e-9 * (std::abs(raised[r]) + std::abs(residual[r])))) return true;
  }
  return false;
}

/// Rejects formulas not finite at the start: Newton's method would only name an equation.
void refuse_non_finite(const ElementPlace& at, const network::Spec& spec, const FormulaElement& element,
                       const Equations& p) {
  const Start start(spec);
  std::vector<double> residual(spec.residuals.size()), rate(spec.states.size());
  element.evaluate(start.point(), residual.data(), rate.data());
  const auto check = [&](const char* key, const std::string& formula, double value) {
    if (std::isfinite(value)) return;
    at.given.refuse("wrong-value", key, fmt::format("= {}: {} at the start", formula, value),
                    "look for a division by zero, or give initial values at which it is a number");
  };
  for (std::size_t i = 0; i < residual.size(); ++i) check("equations", p.equations[i], residual[i]);
  for (std::size_t i = 0; i < rate.size(); ++i) check("states", p.states[i].rate, rate[i]);
}

void add_equations(const ElementPlace& at, const Equations& p) {
  network::Spec spec;
  auto formulas = std::make_shared<Formulas>();
  std::vector<std::string> names = {"t"};
  std::map<std::string, std::string> meaning = {{"t", "the time"}, {"pi", "the number"}};
  const auto take = [&](const std::string& name, const char* key, const char* what, bool variable = true) {
    const bool word = !name.empty() &&
                      name.find_first_not_of(
                          "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"
                          "0123456789") == std::string::npos &&
                      (name[0] < '0' || name[0] > '9');
    if (!word)
      at.given.refuse("wrong-value", key, fmt::format("has '{}', which is not a name for a formula", name),
                      "letters, digits and _, not beginning with a digit");
    const auto [taken, fresh] = meaning.emplace(name, what);
    if (!fresh)
      at.given.refuse("duplicate-name", key, fmt::format("= {}: {} names {} and {}", name, name, taken->second, what),
                      "choose another name");
    if (variable) names.push_back(name);
  };
  const bool alone =
      std::all_of(p.terminals.begin(), p.terminals.end(), [](const OwnTerminal& own) { return own.name == "port"; });
  for (const OwnTerminal& own : p.terminals) {
    network::Terminal t;
    t.name = own.name;
    t.domain = at.domain(own.domain, "terminals");
    const network::DomainInfo& domain = network::info(t.domain);
    if (t.domain == network::Domain::pneumatic) t.initial = network::kStandardPressure;
    t.initial = own.initial.value_or(t.initial);
    const std::string prefix = alone ? "" : own.name + "_";
    take(prefix + domain.over_name, "terminals", "a variable of a terminal");
    take(prefix + domain.through_name, "terminals", "a variable of a terminal");
    spec.terminals.push_back(std::move(t));
  }
  for (const OwnUnknown& u : p.unknowns) {
    take(u.name, "unknowns", "an unknown");
    spec.internals.push_back(u.variable());
  }
  for (const OwnState& s : p.states) {
    take(s.name, "states", "a state");
    spec.states.push_back(s.variable());
  }
  for (std::size_t i = 0; i < p.inputs.keys.size(); ++i) {
    take(p.inputs.keys[i], "inputs", "an input");
    spec.inputs.push_back({p.inputs.keys[i], "", p.inputs.items[i].number});
  }
  for (const OwnOutput& output : p.outputs) take(output.name, "outputs", "an output", false);
  for (const std::string& key : p.parameters.keys) take(key, "parameters", "a parameter", false);
  std::set<std::string> used = names_in(p.stored_energy);
  for (const std::string& formula : p.equations) used.merge(names_in(formula));
  for (const OwnState& s : p.states) used.merge(names_in(s.rate));
  for (const OwnOutput& output : p.outputs) used.merge(names_in(output.formula));
  for (const auto& [key, names_of_key] : {std::pair{"parameters", &p.parameters.keys}, {"inputs", &p.inputs.keys}}) {
    for (const std::string& one : *names_of_key) {
      if (used.count(one) == 0) at.given.without_effect(key, one + " is in no formula");
    }
  }
  if (p.equations.size() != spec.terminals.size() + spec.internals.size()) {
    at.given.refuse("contradiction", "equations",
                    fmt::format("has {} formulas for {} terminals and {} unknowns", p.equations.size(),
                                spec.terminals.size(), spec.internals.size()),
                    "one equation for each of them; the rate of a state is not one of them");
  }
  const auto range = [&](const network::Variable& v, const char* key) {
    if (v.lower > v.upper)
      at.given.refuse("contradiction", key,
                      fmt::format("= {}: its range from {} to {} is empty", v.name, v.lower, v.upper),
                      "give lower below upper");
    else if (v.initial < v.lower || v.initial > v.upper)
      at.given.refuse(
          "out-of-range", key,
          fmt::format("= {}: starts at {}, outside its range from {} to {}", v.name, v.initial, v.lower, v.upper),
          "let the range hold the value at the start");
  };
  for (const network::Variable& v : spec.internals) range(v, "unknowns");
  for (const network::Variable& v : spec.states) range(v, "states");
  if (at.given.faulty()) return;
  formulas->values.assign(names.size(), 0.0);
  const auto parse = [&](std::vector<mu::Parser>& into, const std::string& text, const char* key,
                         const std::string& of) {
    if (const auto [wrong, remedy] = misread(text); !wrong.empty()) {
      at.given.refuse("wrong-value", key, fmt::format("= {}{}: {}", of, text, wrong), remedy);
      return;
    }
    mu::Parser& parser = into.emplace_back();
    try {
      prepare(parser);
      for (std::size_t i = 0; i < names.size(); ++i) parser.DefineVar(names[i], &formulas->values[i]);
      for (std::size_t i = 0; i < p.parameters.keys.size(); ++i)
        parser.DefineConst(p.parameters.keys[i], p.parameters.items[i].number);
      parser.SetExpr(text);
      parser.Eval();
    } catch (const mu::Parser::exception_type& error) {
      const auto [wrong, remedy] = explained(parser, error, text);
      at.given.refuse("wrong-value", key, fmt::format("= {}{}: {}", of, text, wrong), remedy);
    }
  };
  for (const std::string& text : p.equations) {
    parse(formulas->residuals, text, "equations", "");
    spec.residuals.push_back(text + " = 0");
  }
  for (const OwnState& s : p.states) parse(formulas->rates, s.rate, "states", s.name + " with the rate ");
  for (const OwnOutput& output : p.outputs) {
    parse(formulas->outputs, output.formula, "outputs", output.name + ": ");
    spec.outputs.push_back({output.name, output.unit});
  }
  if (!p.stored_energy.empty()) parse(formulas->energy, p.stored_energy, "stored_energy", "");
  if (at.given.faulty()) return;
  const FormulaElement element(spec, formulas);
  refuse_non_finite(at, spec, element, p);
  for (std::size_t i = 0; i < spec.terminals.size(); ++i) spec.terminals[i].anchored = fixes_level(spec, element, i);
  at.add(FormulaElement(spec, formulas));
}

}  // namespace

ElementType equations_element() {
  return element_type<Equations>(
      "equations",
      "of your own: formulas in t, the variables of its terminals (a_pressure, a_flow of a terminal a; pressure, flow "
      "of one alone that is called port), states, unknowns, inputs and parameters",
      describe, add_equations);
}

}  // namespace swell::components
