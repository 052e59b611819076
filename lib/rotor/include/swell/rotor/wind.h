/// Wind at a rotor: horizontal mean with a profile over height, and a fluctuation convected by the mean.
///
///   u(t, p) = U (z / h)^alpha + u'(t - x / U)      x: along the wind from the origin (frozen turbulence)
/// u' is equal at all heights: the value at a point or the average over the rotor disc.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "swell/base/error.h"
#include "swell/base/vector.h"

namespace swell::rotor {

/// Extreme operating gust of IEC 61400-1 (6.3.2.2), from `start` on:
///   u' = -0.37 V_gust sin(3 pi t / T) (1 - cos(2 pi t / T)).
struct Gust {
  double start = 0.0, amplitude = 0.0, duration = 10.5;  ///< [s], V_gust [m/s], T [s]
  double at(double time) const;                          ///< [m/s]
};

/// Longitudinal turbulence of IEC 61400-1 (annex C): Kaimal's spectrum and exponential coherence.
struct Turbulence {
  double speed = 0.0, deviation = 0.0;  ///< U, sigma [m/s]
  double scale = 42.0;                  ///< Lambda_1 [m]
  double length() const { return 8.1 * scale; }

  /// One-sided spectrum 4 sigma^2 (L/U) / (1 + 6 f L/U)^(5/3) [m^2/s], and its integral from 0 to f [m^2/s^2].
  double spectrum(double frequency) const;
  double variance_below(double frequency) const;
  /// Coherence exp(-12 sqrt((f d / U)^2 + (0.12 d / L)^2)) of two points at a distance d [m] across the wind.
  double coherence(double frequency, double distance) const;
  /// Ratio of the spectrum of the disc average to that of a point: mean coherence of two points of the disc, with the
  /// distribution of their distance by [Solomon1978, 2.6].
  double disc_share(double frequency, double radius) const;
};

/// Samples at equal steps from time 0 on, linear between them.
struct Series {
  double step = 1.0;           ///< [s]
  std::vector<double> values;  ///< [m/s]
  bool repeats = false;        ///< else the end values continue
  double at(double time) const;
};

/// [s] Fixed for runs of any duration, so that a seed gives the same wind at the same time.
constexpr double kTurbulencePeriod = 3600.0;
/// Disc average: harmonics of `period` up to 1 Hz with amplitudes from the spectrum and random phases. Periodic. The
/// same seed gives the same series on every machine.
/// @param radius  [m]; 0: at a point
Series turbulent_series(const Turbulence& turbulence, double radius, double period, std::uint32_t seed);

/// A full-field file of TurbSim: the average of the longitudinal velocity over the points within a rotor.
struct FieldAverage {
  double mean = 0.0;   ///< [m/s]
  double end = 0.0;    ///< [s] end of the file
  Series fluctuation;  ///< about the mean
};
/// @param height, radius  of the rotor [m]
/// @throws InputError for a file that cannot be read, is damaged, or has no point within the rotor
FieldAverage read_turbsim(const std::filesystem::path& file, double height, double radius, const Origin& asked_by);

class Wind {
 public:
  Vector3 direction = Vector3::UnitX();           ///< horizontal, of travel
  double speed = 0.0, height = 1.0, shear = 0.0;  ///< U [m/s] at h [m], alpha
  double density = 1.225;                         ///< [kg/m^3]
  std::optional<Gust> gust;
  Series series;  ///< of the fluctuation; empty: none

  double mean(double z) const;  ///< [m/s] at z above still water; with shear, zero below it
  double fluctuation(double time) const;
  /// [m/s] along `direction` at a point [m].
  double at(double time, const Vector3& point) const;
};

}  // namespace swell::rotor
