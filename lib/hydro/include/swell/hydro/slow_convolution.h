/// WEC-Sim's convolution sampled more slowly than the integration step (its cicDt > dt; theory/wec-sim.md,
/// "Radiation").
///
/// At T_m = m n h (h the step, n steps per sample) F_m is the trapezoid of SampledConvolution. The last three forces
/// cross into the base rate one slow period late, and are continued from there by MATLAB's pchip: during [T_m, T_m+1)
/// the force at a step is the shape-preserving cubic through F_(m-1), F_(m-2), F_(m-3) (0 before the start)
/// extrapolated to its time, held over the step.
#pragma once

#include "swell/hydro/radiation_convolution.h"

namespace swell::hydro {

/// Immutable; what survives a step is the caller's array.
class SlowConvolution {
 public:
  /// @param steps_per_sample n >= 1; the kernel's step is n h
  SlowConvolution(const SampledKernel& kernel, int steps_per_sample);
  int rows() const noexcept { return convolution_.rows(); }
  int columns() const noexcept { return convolution_.columns(); }
  std::size_t memory_size() const noexcept;
  void reset(double* memory) const;  ///< the next call of step() is at the start, forces before it 0
  /// One integration step on. @param v velocity at it (columns)   @param force held until the next (rows)
  void step(const double* v, double* memory, double* force) const;

 private:
  SampledConvolution convolution_;
  int steps_;
};

/// MATLAB's pchip through (-2, y0), (-1, y1), (0, y2), its last piece continued to s >= -1.
double continue_pchip(double y0, double y1, double y2, double s);

}  // namespace swell::hydro
