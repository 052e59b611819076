// Small helpers for the Spec of a component.
#pragma once

#include <string>
#include <utility>

#include "swell/network/component.h"

namespace swell::network {

inline Terminal make_terminal(std::string name, Domain domain) {
  Terminal t;
  t.name = std::move(name);
  t.domain = domain;
  return t;
}

// A two-terminal element "a", "b" whose first residual is continuity and whose second is `law`.
inline Spec two_port(Domain domain, std::string law, Derivatives derivatives) {
  Spec s;
  s.terminals = {make_terminal("a", domain), make_terminal("b", domain)};
  s.residuals = {"continuity", std::move(law)};
  s.derivatives = derivatives;
  return s;
}

// An element of one terminal "port" whose state fixes the level there.
inline Spec one_port(Domain domain, double initial, Variable state, std::string law, Derivatives derivatives) {
  Spec s;
  s.terminals = {make_terminal("port", domain)};
  s.terminals[0].anchored = true;
  s.terminals[0].initial = initial;
  s.states = {std::move(state)};
  s.residuals = {std::move(law)};
  s.derivatives = derivatives;
  return s;
}

inline double continuity(const Point& at) { return at.through[0] + at.through[1]; }
inline void continuity(Jacobian& out) {
  out.through(0, 0) = 1.0;
  out.through(0, 1) = 1.0;
}

// Row 1 of a two-port with the law Q_a = f(dp): derivatives for df/d(dp) = slope.
inline void flow_law(Jacobian& out, double slope) {
  continuity(out);
  out.through(1, 0) = 1.0;
  out.over(1, 0) = -slope;
  out.over(1, 1) = slope;
}

}  // namespace swell::network
