// Formulas of the user's own, by muParser.
#include <fmt/format.h>
#include <muParser.h>

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
};

double signum(double x) { return x > 0.0 ? 1.0 : x < 0.0 ? -1.0 : 0.0; }

/// A name that stands for two things would silently be one of them.
void refuse_clashes(Parameters& read, const std::vector<std::string>& inputs) {
  std::map<std::string, std::string> meaning = {{"t", "the time"}, {"pi", "the number"}};
  const auto take = [&](const char* key, const std::string& name, const char* what) {
    const auto [taken, fresh] = meaning.emplace(name, what);
    if (!fresh) {
      read.error(key, fmt::format("= {}: {} names {} and {}", name, name, taken->second, what), "choose another name");
    }
  };
  for (const std::string& input : inputs) take("inputs", input, "an input");
  const Parameter* constants = read.tree("constants");
  if (constants == nullptr || !constants->is_map()) return;
  for (const std::string& key : constants->keys) {
    if (key != "pi") take("constants", key, "a constant");
  }
}

std::unique_ptr<system::Component> expression(const std::string& name, Parameters& read, const Surroundings&) {
  const std::string text = read.text("expression");
  const std::vector<std::string> inputs = read.texts("inputs", std::vector<std::string>{});
  refuse_clashes(read, inputs);
  const auto sample_time = read.optional_number("sample_time", "s", above(0.0));
  auto formula = std::make_shared<Formula>();
  formula->values.assign(inputs.size() + 1, 0.0);
  try {
    formula->parser.DefineConst("pi", kPi);
    formula->parser.DefineFun("sign", signum);
    formula->parser.DefineVar("t", formula->values.data());
    for (std::size_t i = 0; i < inputs.size(); ++i) formula->parser.DefineVar(inputs[i], &formula->values[i + 1]);
    if (const Parameter* constants = read.tree("constants"); constants != nullptr && constants->is_map()) {
      Parameters values(*constants, read.diagnostics());
      for (const std::string& key : constants->keys) formula->parser.DefineConst(key, values.number(key, ""));
    } else if (constants != nullptr) {
      read.error("constants", "must be a map of names and numbers");
    }
    formula->parser.SetExpr(text);
    formula->parser.Eval();  // parses; the time loop then runs ready-made code
  } catch (const mu::Parser::exception_type& error) {
    read.error("expression", fmt::format("= {}: {}", text, error.GetMsg()),
               "variables are t, the inputs and the constants");
    return nullptr;
  }
  return declared(name, "expression", [=](Declaration& d) {
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
        },
        sample_time ? Rate::at_accepted_points(*sample_time) : Rate::continuous());
  });
}

}  // namespace

void add_expression(Registry& r) {
  r.add("expression", "a formula in t, the inputs and constants; sampled with sample_time", expression);
}

}  // namespace swell::components
