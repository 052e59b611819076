/// What a sea state is built from beside the waves themselves: water, frequency range, ramp, current, and the choices
/// that separate Swell's defaults from `reproduce: wec-sim`.
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

/// Where hydrodynamic coefficients exist. Use the file's own doubles: WEC-Sim's bins depend on 1e-8 of omega_max.
struct FrequencyRange {
  double omega_min = 0.0;    ///< [rad/s]
  double omega_max = 0.0;    ///< [rad/s]
  bool extrapolate = false;  ///< a regular wave may lie outside
};

/// Kinematics above the still water level, where linear theory says nothing.
enum class Stretching {
  constant,  ///< the value at z = 0 (default)
  wheeler,   ///< z' = (z - eta) h/(h + eta): the profile hangs on the instantaneous surface
  none       ///< the exponential goes on upwards
};

/// How depth enters (W9) and (W10).
enum class DepthLaw {
  exact,
  /// exponential when kh > pi, with h = 200 m for infinite depth (theory/wec-sim.md, "Kinematics for Morison elements")
  wec_sim
};

/// The choices behind a sea. The defaults are the accurate ones; wec_sim_choices() those of WEC-Sim.
struct WaveChoices {
  BinMethod bins = BinMethod::conserving;
  Normalisation normalisation = Normalisation::exact;
  RandomStream stream = RandomStream::threefry;
  bool single_summation = true;       ///< every direction has frequencies of its own: ergodic, even in space
  bool wavenumber_by_sweeps = false;  ///< wavenumber_wec_sim()
  bool wec_sim_widths = false;        ///< of imported tables
  bool record_by_lines = false;       ///< rows of an imported elevation joined by straight lines, not by a spline
  DepthLaw depth_law = DepthLaw::exact;
  Stretching stretching = Stretching::constant;
  ElevationRoute elevation_route = ElevationRoute::components;
};
WaveChoices wec_sim_choices(RandomStream stream = RandomStream::threefry);

/// All of it.
struct SeaSettings {
  WaterProperties water{};
  std::optional<FrequencyRange> range{};  ///< absent: 1/4 to 6 times each sea's peak, regular waves not checked
  Ramp ramp{};
  Current current{};
  WaveChoices choices{};
};

}  // namespace swell::waves
