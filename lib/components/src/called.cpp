// Components that call functions of the program.
#include "swell/components/called.h"

#include <fmt/format.h>

#include <exception>
#include <vector>

#include "swell/components/declared.h"
#include "types.h"

namespace swell::components {

namespace {

FunctionFinder& finder() {
  static FunctionFinder one;
  return one;
}

struct PythonFunction {
  std::string function;
  std::vector<std::string> inputs, outputs;
  double sample_time = 0.0;
};
void describe(Visitor& v, PythonFunction& p) {
  v.text({"function",
          "",
          "of Python, as module:name; the module lies beside the case or where Python looks",
          {},
          required},
         p.function);
  v.texts({"inputs", "", "names of the ports whose values the function takes after the time, one number each"},
          p.inputs);
  v.texts({"outputs", "", "names of the ports that it returns, one number each", {}, required}, p.outputs);
  v.number({"sample_time", "s", "of the calls, held in between; 0: every step", at_least(0.0)}, p.sample_time);
}

std::unique_ptr<system::Component> python_function(const std::string& name, const PythonFunction& p, Given& given) {
  CalledFunction called;
  if (!finder()) {
    // The component is made in any case: `swell inspect` shows its ports.
    const std::string text = fmt::format(
        "{} is a function of Python, and this program has no Python; run the case from Python: "
        "swell.load(\"case.yaml\").run()",
        p.function);
    if (given.around.warn) given.warning("no-python", "function", text);
    called = [name, text](double time, const double*, double*) { throw SimulationError(text, time, name, "function"); };
  } else {
    try {
      called = finder()(p.function, given.around.folder, p.inputs.size(), p.outputs.size());
    } catch (const std::exception& error) {
      given.refuse("wrong-value", "function", error.what());
      return nullptr;
    }
  }
  return declared(name, "python", [called, p](Declaration& d) {
    std::vector<Input> inputs;
    Reads reads{Read::time()};
    for (const std::string& input : p.inputs) {
      inputs.push_back(d.input(port(input)));
      reads.push_back(inputs.back());
    }
    const auto values = std::make_shared<std::vector<double>>(p.inputs.size());
    const auto computed = d.compute(
        "function", static_cast<int>(p.outputs.size()), reads,
        [called, inputs, values](const Evaluation& e, double* out) {
          for (std::size_t i = 0; i < inputs.size(); ++i) (*values)[i] = e.input(inputs[i])[0];
          called(e.time, values->data(), out);
        },
        Rate::calling_out(p.sample_time));
    for (std::size_t i = 0; i < p.outputs.size(); ++i) d.output(port(p.outputs[i]), computed, static_cast<int>(i));
  });
}

}  // namespace

void find_functions_with(FunctionFinder of_program) { finder() = std::move(of_program); }

bool finds_functions() { return static_cast<bool>(finder()); }

void add_called(Registry& registry) {
  registry.add<PythonFunction>("python", "a function of Python, called at a sample time; the case is run from Python",
                               "function: controllers:damper, inputs: [velocity], outputs: [force]", describe,
                               python_function);
}

}  // namespace swell::components
