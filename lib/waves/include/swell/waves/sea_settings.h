/// Settings of a sea state besides the waves: water, frequency range, ramp, current, and the choices that differ
/// between Swell's defaults and `reproduce: wec-sim`.
#pragma once

#include <optional>

#include "swell/waves/bins.h"
#include "swell/waves/current.h"
#include "swell/waves/ramp.h"
#include "swell/waves/random.h"
#include "swell/waves/spectrum.h"
#include "swell/waves/wave_spec.h"

namespace swell::waves {

struct WaterProperties {
  double density = 1000.0;      ///< [kg/m^3]
  double gravity = kGravity;    ///< [m/s^2]
  std::optional<double> depth;  ///< [m], absent: infinite
};

/// Range of the hydrodynamic data. Use the file's own doubles: WEC-Sim's bins depend on 1e-8 of omega_max.
struct FrequencyRange {
  double omega_min = 0.0;    ///< [rad/s]
  double omega_max = 0.0;    ///< [rad/s]
  bool extrapolate = false;  ///< a regular wave may lie outside
};

/// Kinematics above the still water level, where linear theory is not defined.
enum class Stretching {
  constant,  ///< the value at z = 0 (default)
  wheeler,   ///< z' = (z - eta) h/(h + eta): the profile is stretched to the instantaneous surface
  none       ///< the exponential continues above
};

/// Depth dependence in (W9) and (W10).
enum class DepthLaw {
  exact,
  /// exponential when kh > pi, with h = 200 m for infinite depth (theory/wec-sim.md, "Kinematics for Morison elements")
  wec_sim
};

/// Choices of the wave model. The defaults are accurate; wec_sim_choices() are those of WEC-Sim.
struct WaveChoices {
  BinMethod bins = BinMethod::conserving;
  Normalisation normalisation = Normalisation::exact;
  RandomStream stream = RandomStream::threefry;
  bool single_summation = true;       ///< each direction has its own frequencies: ergodic, also in space
  bool wavenumber_by_sweeps = false;  ///< wavenumber_wec_sim()
  bool wec_sim_widths = false;        ///< of imported tables
  bool record_by_lines = false;       ///< rows of an imported elevation are joined by straight lines, not a spline
  DepthLaw depth_law = DepthLaw::exact;
  Stretching stretching = Stretching::constant;
  ElevationRoute elevation_route = ElevationRoute::components;
};
WaveChoices wec_sim_choices(RandomStream stream = RandomStream::threefry);

/// All settings of a sea.
struct SeaSettings {
  WaterProperties water{};
  std::optional<FrequencyRange> range{};  ///< absent: 1/4 to 6 times each sea's peak, regular waves not checked
  Ramp ramp{};
  Current current{};
  WaveChoices choices{};
};

}  // namespace swell::waves
