// A component library: one controller of the user's own. Copy this folder and change it.
#include <algorithm>
#include <memory>
#include <stdexcept>

#include "swell/components/library.h"

namespace {

using swell::components::Parameters;
using swell::components::Surroundings;
using swell::system::Component;
using swell::system::Declaration;
using swell::system::Evaluation;
using swell::system::Input;
using swell::system::PortKind;
using swell::system::PortSpec;
using swell::system::Read;

/// F = -damping v - stiffness x, no more than `limit`.
class LimitedSpringDamper : public Component {
 public:
  // Parameters are read and checked here; what is wrong is reported with file and line, together with everything else.
  LimitedSpringDamper(const std::string& name, Parameters& read)
      : Component(name, "limited-spring-damper"),
        damping_(read.number("damping", "N s/m", swell::at_least(0.0))),
        stiffness_(read.number("stiffness", "N/m", {}, 0.0)),
        limit_(read.number("limit", "N", swell::above(0.0))),
        fail_at_(read.number("fail_at", "s", {}, 1e300)) {}

  // Ports, and what each computation reads: Swell sorts the rest.
  void declare(Declaration& d) override {
    PortSpec velocity, position, force;
    velocity.name = "input";
    velocity.unit = "m/s";
    position.name = "position";
    position.unit = "m";
    force.name = "output";
    force.unit = "N";
    force.kind = PortKind::effort;
    const Input v = d.input(velocity), x = d.input(position);
    d.output(force, {v, x, Read::time()}, [this, v, x](const Evaluation& e, double* out) {
      if (e.time >= fail_at_) throw std::runtime_error("the controller gave up");
      const double wanted = -damping_ * e.input(v)[0] - stiffness_ * e.input(x)[0];
      out[0] = std::max(-limit_, std::min(limit_, wanted));
    });
  }

 private:
  double damping_, stiffness_, limit_, fail_at_;
};

}  // namespace

SWELL_COMPONENT_LIBRARY(registry) {
  registry.add("limited-spring-damper", "spring and damper with a largest force",
               [](const std::string& name, Parameters& read, const Surroundings&) -> std::unique_ptr<Component> {
                 return std::make_unique<LimitedSpringDamper>(name, read);
               });
}
