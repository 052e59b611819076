// User-defined formulas, by muParser.
#include <fmt/format.h>
#include <muParser.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "formula.h"
#include "swell/components/declared.h"
#include "types.h"

namespace swell::components {

namespace {

/// A parsed formula and the memory of its variables: time, then inputs.
struct Formula {
  mu::Parser parser;
  std::vector<double> values;
  std::vector<std::string> inputs;
  std::string text, place;
  std::vector<double> at;  ///< the values of the first result that was not finite
  double wrong = 0.0;      ///< that result
};

/// The formula itself reports a value that is not finite; the divergence check would name the body that received it.
class Expression : public Declared {
 public:
  Expression(const std::string& name, std::shared_ptr<const Formula> formula, Declare declare)
      : Declared(name, "expression", std::move(declare)), formula_(std::move(formula)) {}

  std::string diagnose() const override {
    const Formula& f = *formula_;
    if (std::isfinite(f.wrong)) return {};
    std::string values;
    for (std::size_t i = 0; i < f.inputs.size(); ++i)
      values += fmt::format("{}{} = {:g}", i == 0 ? " and " : ", ", f.inputs[i], f.at[i + 1]);
    const bool divides = f.text.find('/') != std::string::npos;
    return fmt::format("{}: the formula {} of {} was {} at t = {:g} s{}: {}", f.place, f.text, name(),
                       std::isnan(f.wrong) ? "nan" : fmt::format("{}", f.wrong), f.at[0], values,
                       divides ? "a division by zero; keep what it divides by away from 0, as in v / max(abs(v), 1e-6)"
                               : "it has no value there");
  }

 private:
  std::shared_ptr<const Formula> formula_;
};

/// Rejects a name with two meanings, one of which would silently win.
void refuse_clashes(Given& given, const std::vector<std::string>& inputs, const Parameter& constants) {
  std::map<std::string, std::string> meaning = {{"t", "the time"}, {"pi", "the number"}};
  const auto take = [&](const char* key, const std::string& name, const char* what) {
    const auto [taken, fresh] = meaning.emplace(name, what);
    if (!fresh) {
      given.refuse("duplicate-name", key, fmt::format("= {}: {} names {} and {}", name, name, taken->second, what),
                   "choose another name");
    }
  };
  for (const std::string& input : inputs) take("inputs", input, "an input");
  for (const std::string& key : constants.keys) {
    const Parameter* value = constants.find(key);
    if (key == "pi" && value != nullptr && std::abs(value->number - kPi) < 1e-3) continue;
    take("constants", key, "a constant");
  }
}

struct ExpressionParameters {
  std::string expression;
  std::vector<std::string> inputs;
  Parameter constants;
  std::optional<double> sample_time;
};
void describe(Visitor& v, ExpressionParameters& p) {
  v.text({"expression", "", "the formula", {}, required}, p.expression);
  v.texts({"inputs", "", "names in it that are ports"}, p.inputs, true);
  v.raw({"constants", "", "names in it and their values"}, p.constants, model::Shape::Kind::numbers_by_name);
  v.number({"sample_time", "s", "between two samples; absent: continuous", above(0.0)}, p.sample_time);
}
std::unique_ptr<system::Component> expression(const std::string& name, const ExpressionParameters& p, Given& given) {
  const std::string& text = p.expression;
  const std::vector<std::string>& inputs = p.inputs;
  const auto sample_time = p.sample_time;
  refuse_clashes(given, inputs, p.constants);
  if (text.empty()) {
    if (!given.faulty())
      given.refuse("wrong-value", "expression", "is empty", "write a number where nothing is meant: 0");
    return nullptr;
  }
  if (const auto [wrong, remedy] = misread(text); !wrong.empty()) {
    given.refuse("wrong-value", "expression", fmt::format("= {}: {}", text, wrong), remedy);
    return nullptr;
  }
  if (given.faulty()) return nullptr;  // a rejected constant would be an unknown name
  auto formula = std::make_shared<Formula>();
  formula->values.assign(inputs.size() + 1, 0.0);
  formula->at = formula->values;
  formula->inputs = inputs;
  formula->text = text;
  formula->place = given.origin("expression").place();
  try {
    prepare(formula->parser);
    formula->parser.DefineVar("t", formula->values.data());
    for (std::size_t i = 0; i < inputs.size(); ++i) formula->parser.DefineVar(inputs[i], &formula->values[i + 1]);
    for (std::size_t i = 0; i < p.constants.keys.size(); ++i)
      formula->parser.DefineConst(p.constants.keys[i], p.constants.items[i].number);
    formula->parser.SetExpr(text);
    formula->parser.Eval();  // parses; the time loop runs the compiled code
  } catch (const mu::Parser::exception_type& error) {
    const auto [wrong, remedy] = explained(formula->parser, error, text);
    given.refuse("wrong-value", "expression", fmt::format("= {}: {}", text, wrong), remedy);
    return nullptr;
  }
  const std::set<std::string> used = names_in(text);
  for (const std::string& key : p.constants.keys) {
    if (used.count(key) == 0) given.without_effect("constants", fmt::format("{} is not in the formula {}", key, text));
  }
  for (const std::string& input : inputs) {
    if (used.count(input) == 0) given.without_effect("inputs", fmt::format("{} is not in the formula {}", input, text));
  }
  return std::make_unique<Expression>(name, formula, [formula, inputs, text, sample_time](Declaration& d) {
    std::vector<Input> ports;
    Reads reads;
    for (const std::string& input : inputs) {
      ports.push_back(d.input(port(input)));
      reads.emplace_back(ports.back());
    }
    reads.emplace_back(Read::time());
    d.output(
        port("output", 1, "", text), reads,
        [=](const Evaluation& e, double* out) {
          formula->values[0] = e.time;
          for (std::size_t i = 0; i < ports.size(); ++i) formula->values[i + 1] = e.input(ports[i])[0];
          out[0] = formula->parser.Eval();
          if (!std::isfinite(out[0]) && std::isfinite(formula->wrong)) {
            formula->wrong = out[0];
            formula->at = formula->values;
          }
        },
        sample_time ? Rate::at_accepted_points(*sample_time) : Rate::continuous());
  });
}

}  // namespace

void add_expression(Registry& r) {
  r.add<ExpressionParameters>("expression", "a formula in t, the inputs and constants; sampled with sample_time",
                              "expression: a + b, inputs: [a, b]", describe, expression);
}

}  // namespace swell::components
