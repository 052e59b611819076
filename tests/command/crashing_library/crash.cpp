// A component that writes where it must not, never returns from itself, or ends the program, for the test of the
// command's report.
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <string>

#include "swell/components/declared.h"
#include "swell/components/library.h"

namespace {

// Every call needs its own array: no optimiser makes a loop of it. It would end, after more calls than any stack holds.
double deep(volatile const double* from, long calls) {
  if (calls == 0) return from[0];
  volatile double here[64] = {from[0]};
  return deep(here, calls - 1) + here[1];
}

void fail(const std::string& how) {
  if (how == "exit") std::exit(0);
  volatile double start = 1.0;
  if (how == "recursion") start = deep(&start, 1000000000L);
  std::raise(SIGSEGV);
}

// That it was loaded, for the test of what may be.
struct Mark {
  Mark() {
    if (const char* file = std::getenv("SWELL_TEST_LOADED")) std::ofstream(file) << "loaded";
  }
};
const Mark kMark;

struct Crash {
  double time = 0.0;
  std::string how = "signal";
};
void describe(swell::model::Visitor& v, Crash& p) {
  v.number({"time", "s", "of the crash", {}, swell::model::required}, p.time);
  v.text({"how", "", "signal, recursion or exit"}, p.how);
}

}  // namespace

SWELL_COMPONENT_LIBRARY(registry) {
  namespace components = swell::components;
  namespace system = swell::system;
  registry.add<Crash>(
      "crash", "crashes at a time", "time: 1", describe,
      [](const std::string& name, const Crash& p, components::Given&) -> std::unique_ptr<system::Component> {
        return components::declared(name, "crash", [p](system::Declaration& d) {
          d.output(components::port("output"), {system::Read::time()}, [p](const system::Evaluation& e, double* out) {
            out[0] = 0.0;
            if (e.time >= p.time) fail(p.how);
          });
        });
      });
}
