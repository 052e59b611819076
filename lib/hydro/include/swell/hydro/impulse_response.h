/// Impulse responses from frequency-domain coefficients and back [Cummins1962], [Ogilvie1964]. Normalised as HydroData.
///
///   K(t)  = 2/pi int_0^inf omega B'(omega) cos(omega t) domega            B' = B / (rho omega)
///   A_inf = A(omega) + 1/omega int_0^inf K(t) sin(omega t) dt
///   f(t)  = 1/pi int_0^inf [Re X cos(omega t) - Im X sin(omega t)] domega
#pragma once

#include <optional>
#include <vector>

#include "swell/hydro/hydro_data.h"

namespace swell::hydro {

/// BEMIO's settings (theory/numerics/hydro.md 2): linear interpolation onto an even frequency grid, trapezoid, no
/// tails.
struct ImpulseResponseOptions {
  double end_time = 100.0;  ///< [s]
  std::size_t times = 1001;
  std::size_t frequencies = 1001;
  std::optional<double> omega_min, omega_max;  ///< [rad/s] limits of the data unless given
};

/// The quadrature behind the two functions below.
enum class CosineSum {
  direct,  ///< sum of cosines at every time
  fftw,    ///< discrete cosine/sine sums by chirp transform on FFTW: the same sums to round-off
};

/// Fills radiation_irf and radiation_irf_time of every body that has radiation damping; two frequencies at least.
void add_radiation_irf(HydroData& data, const ImpulseResponseOptions& options = {}, CosineSum sum = CosineSum::fftw);
/// Fills excitation_irf and excitation_irf_time (-end_time .. end_time) of every body and direction.
void add_excitation_irf(HydroData& data, const ImpulseResponseOptions& options = {}, CosineSum sum = CosineSum::fftw);

/// Fills added_mass_infinite of bodies that have none from their kernel; two frequencies at least.
/// @param bemio_mean_rule  mean over the first frequencies of BEMIO's fine grid (its own quirk) instead of the data's
void add_added_mass_infinite(HydroData& data, bool bemio_mean_rule = false, std::size_t fine_frequencies = 1001);

/// K(t_k) for one body without changing it: t = 0, step, ..., count samples, each dof x total_dof.
/// Spline of omega B' over omega, Filon-exact on the fine grid, zero below the data's first frequency by a line to 0.
std::vector<MatrixX> radiation_kernel(const std::vector<double>& omega, const MatrixPerFrequency& damping, double step,
                                      std::size_t count);

/// sum_k w_k g_k cos(omega_k t_n) and the sine, omega_k = omega_0 + k d_omega, t_n = t_0 + n dt; by chirp transform.
void cosine_sine_sums(const std::vector<double>& g, double omega_0, double d_omega, double t_0, double dt,
                      std::size_t times, CosineSum sum, std::vector<double>& cosines, std::vector<double>& sines);

}  // namespace swell::hydro
