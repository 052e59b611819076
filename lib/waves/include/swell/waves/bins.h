/// From a spectrum to a list of components.
#pragma once

#include <vector>

#include "swell/waves/spectrum.h"

namespace swell::waves {

/// How frequencies are chosen.
enum class BinMethod {
  conserving,            ///< equal energy, m0 and m-1 exact (the default)
  wec_sim_equal_energy,  ///< WEC-Sim's default, to the last bit of its grid
  wec_sim_traditional,   ///< equally spaced, S sampled, end bins not halved
  as_given               ///< imported tables only: one component per row
};

/// Frequency, width and energy density of each bin. Component energy: a^2/2 = density * width.
struct FrequencyBins {
  std::vector<double> omega;    ///< ascending [rad/s]
  std::vector<double> width;    ///< [rad/s]
  std::vector<double> density;  ///< S [m^2 s/rad]
};

/// Bins of equal energy; their edges solve integral S = j m0/count. Each bin becomes one component with the bin's
/// energy at the frequency E / integral(S/omega). So m0 and m-1 of [omega_min, omega_max] are exact for any count, and
/// with them significant height, energy period and, in deep water, wave power. No two frequency spacings are
/// commensurate, so the sea does not repeat.
/// @param shares  divides each bin into parts with these shares of its energy (directional seas), returned in order;
///                every other bin has the reverse order, so that no part always has the lowest frequency
FrequencyBins conserving_bins(const Spectrum& spectrum, double omega_min, double omega_max, std::size_t count,
                              const std::vector<double>& shares = {1.0});

/// WEC-Sim's 'EqualEnergy' (theory/wec-sim.md, "Spectra and bins"): a grid of 500001 points, cumulative trapezoid, the
/// sample after the one nearest to each k-th part, density at this sample; the first bin extends to omega_min. m0 is
/// not kept (RM3's 2.5 m becomes 2.5494 m).
FrequencyBins wec_sim_equal_energy_bins(const ParametricSpectrum& spectrum, double omega_min, double omega_max,
                                        std::size_t count = 500);

/// WEC-Sim's 'Traditional': count equally spaced frequencies, both ends included, width (max - min)/(count - 1).
FrequencyBins wec_sim_traditional_bins(const ParametricSpectrum& spectrum, double omega_min, double omega_max,
                                       std::size_t count = 1000);

/// Trapezoidal widths of ascending samples: half at the ends, so that sum S width is the trapezoidal rule.
std::vector<double> trapezoidal_widths(const std::vector<double>& x);

/// WEC-Sim's widths of imported tables: the whole first and last interval at the ends, half of both neighbours inside.
std::vector<double> wec_sim_widths(const std::vector<double>& x);

}  // namespace swell::waves
