// The linear answer of one degree of freedom in the frequency domain, and the amplitude of a steady record.
#pragma once

#include "swell_test/test.h"

namespace swell_test {

/// Complex amplitude X of the harmonic part at omega in a record: least squares of Re{X exp(i omega t)} and a constant
/// over samples with t >= from.
std::complex<double> harmonic(const swell::VectorX& time, const swell::VectorX& value, double omega, double from);

/// X / (K - omega^2 M + i omega B).
inline std::complex<double> response(std::complex<double> excitation, double inertia, double damping, double stiffness,
                                     double omega) {
  return excitation / std::complex<double>(stiffness - omega * omega * inertia, omega * damping);
}

}  // namespace swell_test
