#include "swell/network/basic.h"

#include <fmt/format.h>

#include "swell/base/error.h"

namespace swell::network {

namespace {

Terminal terminal(std::string name, Domain domain) {
  Terminal t;
  t.name = std::move(name);
  t.domain = domain;
  return t;
}

}  // namespace

void require_positive(double value, const char* what, const char* unit, bool zero) {
  if (value > 0.0 || (zero && value == 0.0)) return;
  Diagnostics diagnostics;
  diagnostics
      .error({},
             fmt::format("{} = {}{}{} must {} 0", what, value, *unit != '\0' ? " " : "", unit,
                         zero ? "not be below" : "be above"),
             "", fmt::format("{}", value), zero ? ">= 0" : "> 0")
      .code = "out-of-range";
  diagnostics.throw_if_errors();
}

double SourceValue::at(const Point& point) const {
  const double value = driven ? point.input[0] : constant;
  return function ? value + function(point.t) : value;
}

Spec OverSource::spec() const {
  Spec s;
  Terminal t = terminal("port", domain_);
  t.anchored = true;
  t.imposes = Imposes::over;
  t.initial = value_.constant;
  s.terminals = {t};
  s.residuals = {"imposed level"};
  if (value_.driven) s.inputs = {{"value", info(domain_).over_unit, value_.constant}};
  s.derivatives = Derivatives::all;
  return s;
}
void OverSource::evaluate(const Point& at, double* residual, double* /*rate*/) const {
  residual[0] = at.over[0] - value_.at(at);
}
void OverSource::jacobian(const Point& /*at*/, Jacobian& out) const { out.over(0, 0) = 1.0; }

Spec ThroughSource::spec() const {
  Spec s;
  Terminal t = terminal("port", domain_);
  t.imposes = Imposes::through;
  s.terminals = {t};
  s.residuals = {"imposed flow"};
  if (value_.driven) s.inputs = {{"value", info(domain_).through_unit, value_.constant}};
  s.derivatives = Derivatives::all;
  return s;
}
void ThroughSource::evaluate(const Point& at, double* residual, double* /*rate*/) const {
  residual[0] = at.through[0] + value_.at(at);
}
void ThroughSource::jacobian(const Point& /*at*/, Jacobian& out) const { out.through(0, 0) = 1.0; }

Spec Closed::spec() const {
  Spec s;
  Terminal t = terminal("port", domain_);
  t.imposes = Imposes::through;
  s.terminals = {t};
  s.residuals = {"closed end"};
  s.derivatives = Derivatives::all;
  return s;
}
void Closed::evaluate(const Point& at, double* residual, double* /*rate*/) const { residual[0] = at.through[0]; }
void Closed::jacobian(const Point& /*at*/, Jacobian& out) const { out.through(0, 0) = 1.0; }

Resistance::Resistance(Domain domain, double resistance) : domain_(domain), resistance_(resistance) {
  require_positive(resistance, "network resistance", "", true);
}
Spec Resistance::spec() const {
  Spec s;
  s.terminals = {terminal("a", domain_), terminal("b", domain_)};
  s.residuals = {"continuity", "resistance"};
  s.derivatives = Derivatives::all;
  return s;
}
void Resistance::evaluate(const Point& at, double* residual, double* /*rate*/) const {
  residual[0] = at.through[0] + at.through[1];
  residual[1] = at.over[0] - at.over[1] - resistance_ * at.through[0];
}
void Resistance::jacobian(const Point& /*at*/, Jacobian& out) const {
  out.through(0, 0) = 1.0;
  out.through(0, 1) = 1.0;
  out.over(1, 0) = 1.0;
  out.over(1, 1) = -1.0;
  out.through(1, 0) = -resistance_;
}

Capacity::Capacity(Domain domain, double capacity, double initial, double lower)
    : domain_(domain), capacity_(capacity), initial_(initial), lower_(lower) {
  require_positive(capacity, "network capacity", "");
}
Spec Capacity::spec() const {
  Spec s;
  Terminal t = terminal("port", domain_);
  t.anchored = true;
  t.initial = initial_;
  t.lower = lower_;
  s.terminals = {t};
  const DomainInfo& d = info(domain_);
  s.states = {{"level", d.over_unit, d.over_nominal, initial_}};
  s.residuals = {"level"};
  s.derivatives = Derivatives::all;
  return s;
}
void Capacity::evaluate(const Point& at, double* residual, double* rate) const {
  residual[0] = at.over[0] - at.state[0];
  rate[0] = at.through[0] / capacity_;
}
void Capacity::jacobian(const Point& /*at*/, Jacobian& out) const {
  out.over(0, 0) = 1.0;
  out.state(0, 0) = -1.0;
  out.through(out.rate(0), 0) = 1.0 / capacity_;
}
double Capacity::stored_energy(const Point& at) const { return 0.5 * capacity_ * at.state[0] * at.state[0]; }

Inertance::Inertance(Domain domain, double inertance, double initial)
    : domain_(domain), inertance_(inertance), initial_(initial) {
  require_positive(inertance, "network inertance", "");
}
Spec Inertance::spec() const {
  Spec s;
  s.terminals = {terminal("a", domain_), terminal("b", domain_)};
  const DomainInfo& d = info(domain_);
  s.states = {{"flow", d.through_unit, d.through_nominal, initial_}};
  s.residuals = {"continuity", "flow"};
  s.derivatives = Derivatives::all;
  return s;
}
void Inertance::evaluate(const Point& at, double* residual, double* rate) const {
  residual[0] = at.through[0] + at.through[1];
  residual[1] = at.through[0] - at.state[0];
  rate[0] = (at.over[0] - at.over[1]) / inertance_;
}
void Inertance::jacobian(const Point& /*at*/, Jacobian& out) const {
  out.through(0, 0) = 1.0;
  out.through(0, 1) = 1.0;
  out.through(1, 0) = 1.0;
  out.state(1, 0) = -1.0;
  out.over(out.rate(0), 0) = 1.0 / inertance_;
  out.over(out.rate(0), 1) = -1.0 / inertance_;
}
double Inertance::stored_energy(const Point& at) const { return 0.5 * inertance_ * at.state[0] * at.state[0]; }

Transformer::Transformer(Domain a, Domain b, double ratio) : a_(a), b_(b), ratio_(ratio) {
  if (ratio == 0.0) require_positive(ratio, "network transformer ratio", "");
}
Spec Transformer::spec() const {
  Spec s;
  s.terminals = {terminal("a", a_), terminal("b", b_)};
  s.residuals = {"ratio of levels", "balance of power"};
  s.derivatives = Derivatives::all;
  return s;
}
void Transformer::evaluate(const Point& at, double* residual, double* /*rate*/) const {
  residual[0] = at.over[1] - ratio_ * at.over[0];
  residual[1] = at.through[0] + ratio_ * at.through[1];
}
void Transformer::jacobian(const Point& /*at*/, Jacobian& out) const {
  out.over(0, 1) = 1.0;
  out.over(0, 0) = -ratio_;
  out.through(1, 0) = 1.0;
  out.through(1, 1) = ratio_;
}

}  // namespace swell::network
