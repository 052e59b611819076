/// One component by itself, its inputs functions of time: what the tests of this folder have in common.
#pragma once

#include "swell/components/declared.h"
#include "swell/model/read_case.h"
#include "swell/solver/integrator.h"
#include "swell/system/system.h"
#include "swell_test/test.h"

namespace swell::components {

using Numbers = std::vector<double>;

struct Sent {
  const char* port;
  std::function<Numbers(double time)> signal;
};

/// As the case would make it, among the surroundings of the examples or those given.
inline std::unique_ptr<system::Component> make_part(const std::string& type, const std::string& parameters,
                                                    Diagnostics& diagnostics,
                                                    const Surroundings& around = surroundings_of_examples()) {
  static const Registry registry = Registry::built_in();
  const Parameter tree = model::read_yaml_text("{" + parameters + "}", "part.yaml", model::kCaseFile);
  return registry.make(type, "part", tree, around, {}, diagnostics);
}

inline std::unique_ptr<system::Component> source_of(const Sent& sent) {
  return declared(sent.port, "source", [sent](system::Declaration& d) {
    d.output(port("output", static_cast<int>(sent.signal(0.0).size())), {system::Read::time()},
             [sent](const system::Evaluation& e, double* out) {
               const Numbers now = sent.signal(e.time);
               std::copy(now.begin(), now.end(), out);
             });
  });
}

/// Runs the part with RK4 and hands every row of one of its outputs to `look`. @returns the number of rows
inline int run_part(std::unique_ptr<system::Component> part, const std::vector<Sent>& inputs, const std::string& output,
                    double step, double duration, const std::function<void(double time, const double* row)>& look) {
  system::Graph graph;
  graph.add(std::move(part));
  for (const Sent& sent : inputs) {
    graph.add(source_of(sent));
    graph.connect(std::string(sent.port) + ".output", std::string("part.") + sent.port);
  }
  system::System system = std::move(graph).compile({"part." + output});
  solver::Options options;
  options.step = options.output_step = step;
  options.duration = duration;
  solver::Integrator integrator(system, options);
  integrator.initialize();
  int rows = 0;
  integrator.run([&](double time) {
    look(time, &system.recorded(0)[0]);
    ++rows;
    return true;
  });
  return rows;
}

}  // namespace swell::components
