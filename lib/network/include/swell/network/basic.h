/// Linear elements and ideal sources for any domain.
///
/// With e the over and f the through variable (positive into the component):
///   over_source      e = value            (pressure, voltage, speed source)
///   through_source   f + value = 0        (a positive value leaves the source)
///   closed           f = 0                (plugged end, open circuit)
///   resistance       f_0 + f_1 = 0,  e_0 - e_1 = R f_0
///   capacity         C de/dt = f          (oil volume V/beta, capacitor to ground, mass, inertia)
///   inertance        f_0 + f_1 = 0,  L df_0/dt = e_0 - e_1   (oil column, inductor, spring with L = 1/k)
///   transformer      e_1 = n e_0,  f_0 = -n f_1              (gear, lever; lossless)
#pragma once

#include <functional>

#include "swell/network/component.h"

namespace swell::network {

/// Value of a source: a constant plus, if set, a function of time. If `driven`, the input "value" replaces the
/// constant; an unconnected input keeps it.
struct SourceValue {
  double constant = 0.0;
  std::function<double(double)> function = {};  ///< of t [s]; must be pure
  bool driven = false;
};

/// Terminal "port". Ideal: fixes the over variable. A reservoir, a ground, a pressure source.
Element over_source(Domain domain, SourceValue value);
inline Element over_source(Domain domain, double value) { return over_source(domain, SourceValue{value}); }

/// Terminal "port". Ideal: fixes the through variable; a positive value leaves the source.
Element through_source(Domain domain, SourceValue value);
inline Element through_source(Domain domain, double value) { return through_source(domain, SourceValue{value}); }

/// Terminal "port": a plugged end.
Element closed(Domain domain);

/// Terminals "a", "b". @param resistance  [over/through], not negative; 0 joins ideally
Element resistance(Domain domain, double resistance);

/// Terminal "port", state "level" (the over variable). Stored energy C e^2 / 2, from level zero (other than pneumatic).
/// @param capacity [through s / over], above 0   @param initial over variable at the start
Element capacity(Domain domain, double capacity, double initial, double lower = -kInfinity);

/// Terminals "a", "b", state "flow" (the through variable from a to b). Stores L f^2 / 2.
/// @param inertance  [over s / through], above 0
Element inertance(Domain domain, double inertance, double initial);

/// Terminals "a", "b", both against the reference of the domain: a gear of ratio n = e_b / e_a.
Element transformer(Domain a, Domain b, double ratio);

/// Throws InputError unless value > 0 (or >= 0, with `zero`). `what` contains component and parameter.
void require_positive(double value, const char* what, const char* unit, bool zero = false);

}  // namespace swell::network
