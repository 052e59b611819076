/// What the longest waves of a set say of the sense of its phases.
#pragma once

#include <complex>
#include <optional>

#include "swell/hydro/hydro_data.h"

namespace swell::hydro {

double gravity_of(const HydroData& data);
/// [1/m] of the k-th frequency.
double wave_of(const HydroData& data, std::size_t k);
/// The direction that runs most nearly along x, either way.
std::size_t along_x(const HydroData& data);
/// k (x cos b + y sin b): by which a force at the body lags that at the origin.
double place_of(const HydroData& data, std::size_t body, std::size_t direction, double wave);
/// Surge and sway in the waves' own direction / (rho g), at the k-th frequency.
std::complex<double> force_along_wave(const HydroData& data, std::size_t body, std::size_t direction, std::size_t k);
/// [m] The cube root of the body's volume, or, where the volume is missing or no volume, of its largest added mass
/// (A / rho) in a translation. 0 when it has neither.
double length_of(const HydroData& data, std::size_t body);
/// Largest dimension that the waves must be long against.
double reach_of(const HydroData& data, std::size_t body);
bool has_excitation(const HydroData& data);
/// Largest force over frequency; values that are no numbers aside.
double largest(const HydroBody& body, std::size_t direction, int dof);
/// Whether every body has a matrix at every frequency.
bool over_frequency(const HydroData& data, const MatrixPerFrequency HydroBody::*member);

/// A number that long waves ask of one body.
struct LongWave {
  double number = 0.0;
  std::size_t body = 0;
  double omega = 0.0;
};
/// [deg] by which the force along the waves leads the crest in the longest wave of the data: 90 for exp(+i omega t),
/// for the pressure's gradient leads its crest by that. Nothing where no wave is long against the body nearest to the
/// origin.
std::optional<LongWave> surge_lead(const HydroData& data);
/// The part of heave's force in step with the velocity of the water, over what the damping makes it: 1 in long waves,
/// -1 for the other sense of time (README, 7). Of the body where it is lowest.
std::optional<LongWave> heave_lead(const HydroData& data);

/// |X3| over C33 - omega^2 / g (V + sum A33), the force of long waves, in the longest wave of the data. Where that
/// inertia is no small part of C33, over C33 alone, and only where the force is more than thrice what the inertia asks
/// for: a body that cuts the surface, and whose stiffness is too small or 0 (infinite). Nothing where the wave is not
/// long against the body.
std::optional<double> heave_force_over_stiffness(const HydroData& data, std::size_t body);
/// Beyond this |log| of it a stiffness is another body's, or has another unit: half or twice.
constexpr double kOtherStiffness = 0.7;

/// What the surge force of long waves, X1 = k D (V + sum A), says of the volume.
struct SurgeVolume {
  double ratio = 0.0;         ///< median of the volume that the force asks for, over the file's
  double force = 0.0;         ///< median of the surge force, over that of the file's volume and added mass
  bool steady = false;        ///< whether three frequencies or more agree on that
  std::vector<double> depth;  ///< [m] that would make them equal, by frequency, where one does
};
/// @param cosine  of the direction along_x() to x. Nothing where no wave is long against the body
std::optional<SurgeVolume> volume_of_surge(const HydroData& data, std::size_t body, double cosine);
/// Part by which the two may differ: long waves are not infinitely long.
constexpr double kSameVolume = 0.12;

enum class PhaseSense { lead, lag, contradictory, unknown };
/// `lag` where surge lags by 90 degrees within 30, or where heave alone tells; `contradictory` where surge lags so and
/// heave leads.
PhaseSense phase_sense(const HydroData& data);

/// Excitation, its parts and its kernels for the other sense of time; the excitation alone where its parts add up to
/// its conjugate, and have that sense already.
void conjugate_forces(HydroData& data);

}  // namespace swell::hydro
