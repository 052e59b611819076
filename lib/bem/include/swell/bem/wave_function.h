/// The wave part of the source in water of infinite depth, in two dimensionless variables.
///
///   G = 1/r + 1/r1 + K [L(h, y) - 2 pi i e^-y J0(h)],   L = 2 PV int_0^inf e^{-m y} J0(m h) / (m - 1) dm
///
/// h = K R, y = -K (z + zeta) >= 0, R the horizontal distance, r1 that to the image in the still water; factor
/// exp(+i omega t), outgoing waves. Source: [WehausenLaitone1960, 13.17], [Newman1985].
/// Computed from M = L + 2 e^-y J0(h) [log((d + y)/2) + gamma], d = hypot(h, y), which is analytic in d and c = y/d
/// (docs/theory/boundary-elements.md 2): polynomial tables for d < 20, asymptotic series beyond.
#pragma once

namespace swell::bem {

struct BesselJ {
  double j0 = 1.0, j1 = 0.0;
};
/// J0 and J1 for x >= 0, absolute error below 1e-11.
BesselJ bessel_j(double x) noexcept;

struct WaveFunction {
  double value = 0.0;  ///< L
  double slope = 0.0;  ///< dL/dh; dL/dy = -L - 2/d follows
};
/// L and its slope, h >= 0, y >= 0, not both 0. Errors below 1e-7 of max(1, 1/d). Thread-safe.
/// @param exp_y  e^-y   @param j  J0(h), J1(h)
WaveFunction wave_function(double h, double y, double exp_y, const BesselJ& j) noexcept;
WaveFunction wave_function(double h, double y) noexcept;

/// The same by quadrature, without tables or series: h > 0, y <= 30. Source of the tables.
WaveFunction wave_function_by_quadrature(double h, double y);

}  // namespace swell::bem
