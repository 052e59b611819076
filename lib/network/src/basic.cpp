#include "swell/network/basic.h"

#include <fmt/format.h>

#include "element_spec.h"
#include "swell/base/error.h"

namespace swell::network {

namespace {

/// Equations that are sums of factors times variables.
struct Linear final : Component {
  enum Of { over, through, state };
  struct Term {
    std::size_t row;  // residuals, then the rate
    Of of;
    std::size_t index;
    double factor;
  };

  Linear(std::vector<Terminal> terminals, std::vector<std::string> residuals, std::vector<Term> of_rows)
      : terms(std::move(of_rows)) {
    about.terminals = std::move(terminals);
    about.residuals = std::move(residuals);
    about.derivatives = Derivatives::all;
  }

  Spec spec() const override { return about; }
  void evaluate(const Point& at, double* residual, double* rate) const override {
    const double* const values[] = {at.over, at.through, at.state};
    const std::size_t n = about.residuals.size();
    for (std::size_t i = 0; i < terms.size(); ++i) {
      const Term& term = terms[i];
      double& row = term.row < n ? residual[term.row] : rate[0];
      const double part = term.factor * values[term.of][term.index];
      row = i > 0 && terms[i - 1].row == term.row ? row + part : part;
    }
    if (!about.states.empty()) rate[0] /= storage;
    if (source_factor == 0.0) return;
    const double value = source.driven ? at.input[0] : source.constant;
    residual[0] += source_factor * (source.function ? value + source.function(at.t) : value);
  }
  void jacobian(const Point& /*at*/, Jacobian& out) const override {
    for (const Term& term : terms) {
      double& entry = term.of == over      ? out.over(term.row, term.index)
                      : term.of == through ? out.through(term.row, term.index)
                                           : out.state(term.row, term.index);
      entry = term.row < about.residuals.size() ? term.factor : term.factor / storage;
    }
  }
  double stored_energy(const Point& at) const override {
    return about.states.empty() ? 0.0 : 0.5 * storage * at.state[0] * at.state[0];
  }

  void drive(const SourceValue& value, double factor, const char* unit) {
    source = value;
    source_factor = factor;
    if (value.driven) about.inputs = {{"value", unit, value.constant}};
  }

  Spec about;
  std::vector<Term> terms;  // of one row one after the other
  SourceValue source;
  double source_factor = 0.0;  // in the first residual
  double storage = 1.0;        // times the rate of the state
};

Element made(Linear part) { return std::make_shared<Linear>(std::move(part)); }
std::vector<Terminal> ends(Domain a, Domain b) { return {make_terminal("a", a), make_terminal("b", b)}; }

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

Element over_source(Domain domain, SourceValue value) {
  Linear part({make_terminal("port", domain)}, {"imposed level"}, {{0, Linear::over, 0, 1.0}});
  part.about.terminals[0].anchored = true;
  part.about.terminals[0].imposes = Imposes::over;
  part.about.terminals[0].initial = value.constant;
  part.drive(value, -1.0, info(domain).over_unit);
  return made(std::move(part));
}

Element through_source(Domain domain, SourceValue value) {
  Linear part({make_terminal("port", domain)}, {"imposed flow"}, {{0, Linear::through, 0, 1.0}});
  part.about.terminals[0].imposes = Imposes::through;
  part.drive(value, 1.0, info(domain).through_unit);
  return made(std::move(part));
}

Element closed(Domain domain) {
  Linear part({make_terminal("port", domain)}, {"closed end"}, {{0, Linear::through, 0, 1.0}});
  part.about.terminals[0].imposes = Imposes::through;
  return made(std::move(part));
}

Element resistance(Domain domain, double resistance) {
  require_positive(resistance, "network resistance", "", true);
  return made(Linear(ends(domain, domain), {"continuity", "resistance"},
                     {{0, Linear::through, 0, 1.0},
                      {0, Linear::through, 1, 1.0},
                      {1, Linear::over, 0, 1.0},
                      {1, Linear::over, 1, -1.0},
                      {1, Linear::through, 0, -resistance}}));
}

Element capacity(Domain domain, double capacity, double initial, double lower) {
  require_positive(capacity, "network capacity", "");
  Linear part({make_terminal("port", domain)}, {"level"},
              {{0, Linear::over, 0, 1.0}, {0, Linear::state, 0, -1.0}, {1, Linear::through, 0, 1.0}});
  part.about.terminals[0].anchored = true;
  part.about.terminals[0].initial = initial;
  part.about.terminals[0].lower = lower;
  part.about.states = {{"level", info(domain).over_unit, info(domain).over_nominal, initial}};
  part.storage = capacity;
  return made(std::move(part));
}

Element inertance(Domain domain, double inertance, double initial) {
  require_positive(inertance, "network inertance", "");
  Linear part(ends(domain, domain), {"continuity", "flow"},
              {{0, Linear::through, 0, 1.0},
               {0, Linear::through, 1, 1.0},
               {1, Linear::through, 0, 1.0},
               {1, Linear::state, 0, -1.0},
               {2, Linear::over, 0, 1.0},
               {2, Linear::over, 1, -1.0}});
  part.about.states = {{"flow", info(domain).through_unit, info(domain).through_nominal, initial}};
  part.storage = inertance;
  return made(std::move(part));
}

Element transformer(Domain a, Domain b, double ratio) {
  if (ratio == 0.0) require_positive(ratio, "network transformer ratio", "");
  return made(Linear(ends(a, b), {"ratio of levels", "balance of power"},
                     {{0, Linear::over, 1, 1.0},
                      {0, Linear::over, 0, -ratio},
                      {1, Linear::through, 0, 1.0},
                      {1, Linear::through, 1, ratio}}));
}

}  // namespace swell::network
