/// Choices about hydro data that the case names and the loads take.
#pragma once

namespace swell::hydro {

/// Which mean drift force of the data is meant, by the way it was integrated.
enum class MeanDrift { none, control_surface, momentum, pressure };

/// Whether the data keep the laws that the water obeys. Real data do so but for panels, irregular frequencies and
/// round-off.
enum class RadiationData {
  as_given,
  /// Added mass, damping and kernels symmetric between coupled rows; A_inf and damping without negative eigenvalues
  passive,
};

/// How values between the samples are read.
enum class Interpolation {
  spline,   ///< not-a-knot spline over omega; cubic through the four nearest headings (all round where they close)
  linear,   ///< linear over omega, linear over direction
  wec_sim,  ///< one heading: spline over omega; several: bilinear
};

}  // namespace swell::hydro
