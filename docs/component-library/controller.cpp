// A component library: one controller and one element for circuits of the user's own. Copy this folder and change it.
#include <algorithm>
#include <memory>
#include <stdexcept>

#include "swell/components/element.h"
#include "swell/components/library.h"

namespace {

using swell::components::Given;
using swell::model::required;
using swell::model::Visitor;
using swell::system::Component;
using swell::system::Declaration;
using swell::system::Evaluation;
using swell::system::Input;
using swell::system::PortKind;
using swell::system::PortSpec;
using swell::system::Read;

/// What the case may say. One description serves the reader, `swell inspect` and `swell schema --library`; what is
/// wrong is reported with file and line, together with everything else.
struct Limits {
  double damping = 0.0, stiffness = 0.0, limit = 0.0, fail_at = 1e300;
};
void describe(Visitor& v, Limits& p) {
  v.number({"damping", "N s/m", "of the damper", swell::at_least(0.0), required}, p.damping);
  v.number({"stiffness", "N/m", "of the spring"}, p.stiffness);
  v.number({"limit", "N", "largest force", swell::above(0.0), required}, p.limit);
  v.number({"fail_at", "s", "when it gives up, to see how a run ends then"}, p.fail_at);
}

/// F = -damping v - stiffness x, no more than `limit`.
class LimitedSpringDamper : public Component {
 public:
  LimitedSpringDamper(const std::string& name, const Limits& limits)
      : Component(name, "limited-spring-damper"), p_(limits) {}

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
      if (e.time >= p_.fail_at) throw std::runtime_error("the controller gave up");
      const double wanted = -p_.damping * e.input(v)[0] - p_.stiffness * e.input(x)[0];
      out[0] = std::max(-p_.limit, std::min(p_.limit, wanted));
    });
  }

 private:
  Limits p_;
};

/// An element for circuits: a duckbill valve of rubber, Q = k dp^2 from a to b and nothing back.
struct Duckbill {
  double coefficient = 0.0;
};
void describe(Visitor& v, Duckbill& p) {
  v.number({"coefficient", "m^3/(s Pa^2)", "flow by pressure squared", swell::above(0.0), required}, p.coefficient);
}
class DuckbillValve : public swell::network::Component {
 public:
  explicit DuckbillValve(const Duckbill& p) : p_(p) {}
  swell::network::Spec spec() const override {
    swell::network::Spec s;
    s.terminals.resize(2);
    s.terminals[0].name = "a";
    s.terminals[1].name = "b";
    s.residuals = {"continuity", "valve"};  // derivatives that are not given come from differences
    return s;
  }
  // Through variables are positive into the element; every residual is zero at the solution.
  void evaluate(const swell::network::Point& at, double* residual, double* /*rate*/) const override {
    const double dp = std::max(0.0, at.over[0] - at.over[1]);
    residual[0] = at.through[0] + at.through[1];
    residual[1] = at.through[0] - p_.coefficient * dp * dp;
  }

 private:
  Duckbill p_;
};

}  // namespace

SWELL_COMPONENT_LIBRARY(registry) {
  registry.add<Limits>("limited-spring-damper", "spring and damper with a largest force", "damping: 1, limit: 1",
                       describe,
                       [](const std::string& name, const Limits& limits, Given&) -> std::unique_ptr<Component> {
                         return std::make_unique<LimitedSpringDamper>(name, limits);
                       });
  registry.add_element(swell::components::element_type<Duckbill>(
      "duckbill-valve", "of rubber, from a to b only; terminals a, b", describe,
      [](const swell::components::ElementPlace& at, const Duckbill& p) { at.add(DuckbillValve(p)); }));
}
