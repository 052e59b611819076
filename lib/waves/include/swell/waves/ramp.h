/// Half-cosine ramp to start a run from rest.
#pragma once

namespace swell::waves {

/// R(t) = 1/2 (1 + cos(pi + pi t/T)) for t < T, 1 from there on; T = 0: no ramp. theory/wec-sim.md, "Ramp".
struct Ramp {
  double duration = 0.0;  ///< T [s]
  double operator()(double time) const;
};

}  // namespace swell::waves
