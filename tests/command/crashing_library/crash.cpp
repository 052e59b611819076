// A component that writes where it must not, for the test of the command's report.
#include <csignal>
#include <memory>

#include "swell/components/declared.h"
#include "swell/components/library.h"

SWELL_COMPONENT_LIBRARY(registry) {
  namespace components = swell::components;
  namespace system = swell::system;
  registry.add("crash", "crashes at a time",
               [](const std::string& name, components::Parameters& read, const components::Surroundings&) {
                 const double at = read.number("time", "s");
                 return components::declared(name, "crash", [at](system::Declaration& d) {
                   d.output(components::port("output"), {system::Read::time()},
                            [at](const system::Evaluation& e, double* out) {
                              out[0] = 0.0;
                              if (e.time >= at) std::raise(SIGSEGV);
                            });
                 });
               });
}
