// Formulas of the user's own, by muParser.
#include <fmt/format.h>
#include <muParser.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "swell/components/declared.h"
#include "types.h"

namespace swell::components {

using system::Declaration;
using system::Evaluation;
using system::Input;
using system::Rate;
using system::Read;
using system::Reads;

namespace {

/// A parsed formula and the memory that its variables stand in: the time, then the inputs.
struct Formula {
  mu::Parser parser;
  std::vector<double> values;
  std::vector<std::string> inputs;
  std::string text, place;
  std::vector<double> at;  ///< the values of the first result that was not finite
  double wrong = 0.0;      ///< that result
};

/// The formula says itself where it has no value: a run that diverges otherwise names the body that met the infinity.
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

/// muParser takes a comma outside of a call for two formulas, of which the last counts, and = for an assignment.
/// @returns what is wrong and the remedy, or two empty texts
std::pair<std::string, std::string> misread(const std::string& text) {
  const auto part_of_name = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  std::vector<bool> calls;  // of every open parenthesis: whether a name stands before it
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const char next = i + 1 < text.size() ? text[i + 1] : ' ';
    if (c == '(') {
      const std::size_t before = i == 0 ? std::string::npos : text.find_last_not_of(" \t", i - 1);
      calls.push_back(before != std::string::npos && part_of_name(text[before]));
    } else if (c == ')') {
      if (!calls.empty()) calls.pop_back();
    } else if (c == ',' && (calls.empty() || !calls.back())) {
      return {fmt::format("has a comma at character {} outside the parentheses of a function", i + 1),
              "write numbers with a decimal point and without marks between thousands: 1.5e5, 260000"};
    } else if (c == '*' && next == '*') {
      return {fmt::format("has ** at character {}", i + 1), "a power is written with ^: v^2"};
    } else if (c == '=' && next == '=') {
      ++i;
    } else if (c == '=' && (i == 0 || std::string("<>!").find(text[i - 1]) == std::string::npos)) {
      return {fmt::format("assigns at character {}, and a formula has a value only", i + 1), "compare with =="};
    }
  }
  return {};
}

/// What other languages write, and how it is written here.
const std::map<std::string, std::string>& foreign_words() {
  static const std::map<std::string, std::string> words = {{"and", "write &&"},
                                                           {"or", "write ||"},
                                                           {"&", "write &&"},
                                                           {"|", "write ||"},
                                                           {"not", "compare with 0: v == 0"},
                                                           {"!", "compare with 0: v == 0"},
                                                           {"pow", "write a^b"},
                                                           {"if", "write condition ? value : other value"},
                                                           {"e", "write exp(1)"},
                                                           {"mod", "there is no remainder; use rint"},
                                                           {"%", "there is no remainder; use rint"}};
  return words;
}

/// The parser's complaint with characters counted from 1, and what to try.
std::pair<std::string, std::string> explained(const mu::Parser& parser, const mu::Parser::exception_type& error,
                                              const std::string& text) {
  const auto at = static_cast<std::size_t>(std::max(0, static_cast<int>(error.GetPos())));
  const auto place = fmt::format("character {}", at + 1);
  // Of what begins there: the name, or the one sign.
  std::size_t end = at;
  while (end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) != 0 || text[end] == '_')) ++end;
  const std::string word = at < text.size() ? text.substr(at, std::max<std::size_t>(1, end - at)) : "";
  std::vector<std::string> names, functions;
  for (const auto& known : parser.GetVar()) names.push_back(known.first);
  for (const auto& known : parser.GetConst()) {
    if (known.first.front() != '_') names.push_back(known.first);
  }
  const std::string list =
      fmt::format("known here: {}, and functions such as abs, min, max, sqrt, sin, exp, sign", fmt::join(names, ", "));
  for (const auto& known : parser.GetFunDef()) functions.push_back(known.first);
  switch (error.GetCode()) {
    case mu::ecUNASSIGNABLE_TOKEN: {
      const auto foreign = foreign_words().find(word);
      names.insert(names.end(), functions.begin(), functions.end());
      const auto near = nearest(word, names);
      return {fmt::format("{} at {} is not known", word, place), foreign != foreign_words().end() ? foreign->second
                                                                 : near ? fmt::format("did you mean {}?", *near)
                                                                        : list};
    }
    case mu::ecUNEXPECTED_EOF:
      return {"ends where a value is expected", list};
    case mu::ecMISSING_PARENS:
      return {"has a parenthesis that is not closed", "close it"};
    case mu::ecUNEXPECTED_PARENS:
      return {fmt::format("has a parenthesis at {} that does not belong there", place), "open and close each once"};
    case mu::ecUNEXPECTED_VAR:
    case mu::ecUNEXPECTED_VAL:
    case mu::ecUNEXPECTED_FUN:
      return {fmt::format("has {} at {} where an operator is expected", word, place),
              "a product is written with *: 2*v"};
    case mu::ecUNEXPECTED_OPERATOR:
      return {fmt::format("has {} at {} where a value is expected", word, place), list};
    case mu::ecTOO_FEW_PARAMS:
    case mu::ecTOO_MANY_PARAMS:
      return {fmt::format("gives {} {} values", error.GetToken(),
                          error.GetCode() == mu::ecTOO_FEW_PARAMS ? "too few" : "too many"),
              "give those that the function takes, separated by commas"};
    case mu::ecMISSING_ELSE_CLAUSE:
      return {"has a ? without its :", "write condition ? value : other value"};
    case mu::ecEMPTY_EXPRESSION:
      return {"is empty", list};
    default:
      return {fmt::format("is no formula ({}, near {})", error.GetMsg(), place), list};
  }
}

double signum(double x) { return x > 0.0 ? 1.0 : x < 0.0 ? -1.0 : 0.0; }

/// A name that stands for two things would silently be one of them.
void refuse_clashes(Given& given, const std::vector<std::string>& inputs, const Parameter& constants) {
  std::map<std::string, std::string> meaning = {{"t", "the time"}, {"pi", "the number"}};
  const auto take = [&](const char* key, const std::string& name, const char* what) {
    const auto [taken, fresh] = meaning.emplace(name, what);
    if (!fresh) {
      given.error(key, fmt::format("= {}: {} names {} and {}", name, name, taken->second, what), "choose another name");
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
  if (text.empty()) return nullptr;
  if (const auto [wrong, remedy] = misread(text); !wrong.empty()) {
    given.error("expression", fmt::format("= {}: {}", text, wrong), remedy);
    return nullptr;
  }
  if (given.faulty()) return nullptr;  // a constant that was refused would be a name without meaning
  auto formula = std::make_shared<Formula>();
  formula->values.assign(inputs.size() + 1, 0.0);
  formula->at = formula->values;
  formula->inputs = inputs;
  formula->text = text;
  formula->place = given.origin("expression").place();
  try {
    formula->parser.DefineConst("pi", kPi);
    formula->parser.DefineFun("sign", signum);
    formula->parser.DefineVar("t", formula->values.data());
    for (std::size_t i = 0; i < inputs.size(); ++i) formula->parser.DefineVar(inputs[i], &formula->values[i + 1]);
    for (std::size_t i = 0; i < p.constants.keys.size(); ++i)
      formula->parser.DefineConst(p.constants.keys[i], p.constants.items[i].number);
    formula->parser.SetExpr(text);
    formula->parser.Eval();  // parses; the time loop then runs ready-made code
  } catch (const mu::Parser::exception_type& error) {
    const auto [wrong, remedy] = explained(formula->parser, error, text);
    given.error("expression", fmt::format("= {}: {}", text, wrong), remedy);
    return nullptr;
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
