/// Dispersion of linear waves at any depth, and group velocity.
///
///   omega^2 = g k tanh(k h)                                             (W1)
///   c_g     = omega/(2k) (1 + 2kh / sinh 2kh)                           (W2)
///
/// omega [rad/s], k [1/m], h still-water depth [m]; no depth means infinitely deep.
/// Source: [Faltinsen1990, table 2.1].
#pragma once

#include <optional>

namespace swell::waves {

/// Wavenumber [1/m] that satisfies (W1) to round-off, at any depth. 0 for omega = 0.
/// @pre omega >= 0, depth > 0 if present, gravity > 0
double wavenumber(double omega, std::optional<double> depth, double gravity);

/// Wavenumber [1/m] as in WEC-Sim: exactly 100 sweeps of k <- omega^2/(g tanh kh), no convergence test. Inaccurate in
/// shallow water, where sweeps converge slowly. Only for `reproduce: wec-sim`.
double wavenumber_wec_sim(double omega, std::optional<double> depth, double gravity);

/// Group velocity [m/s] (W2) of the wave (omega, k). sqrt(g h) for omega = 0 in finite depth.
/// @pre k solves (W1); omega > 0 when the depth is infinite
double group_velocity(double omega, double k, std::optional<double> depth, double gravity);

/// Wave power per metre of crest [W/m] of a regular wave of this amplitude [m]: 1/2 rho g a^2 c_g.
double regular_wave_power(double amplitude, double omega, std::optional<double> depth, double gravity, double density);

}  // namespace swell::waves
