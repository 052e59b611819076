/// Surge of a vertical circular column that stands on the bottom, in closed form: first-order excitation
/// [MacCamyFuchs1954], radiation ([DeanDalrymple1984], the wavemaker's expansion outside a cylinder), and of the
/// second-order force at the differences of the wave frequencies what the first-order solution causes.
///
/// Incident wave a cos(omega t - k x); phi = (i g a / omega) f(z) E(theta) on the column with f = cosh k(z+h)/cosh kh
/// and E = sum e_n cos n theta the elevation around it, e_n = eps_n (-i)^n (-2i) / (pi kR H_n'(kR)), H of the second
/// kind.
///
///   X    = -rho g pi R e_1 tanh(kh)/k
///
///   T_ij = -(rho g R/4) int E_i E_j* cos
///          + (rho g^2 R)/(4 omega_i omega_j) [Z0 int E_i' E_j'* cos / R^2 + Z1 int E_i E_j* cos]
///
/// with Z0 = int f_i f_j dz and Z1 = int f_i' f_j' dz over the depth, the others over theta from 0 to 2 pi.
///
/// T_ij holds the waterline and the squares of the velocity, all of the mean drift (i = j). The potential of second
/// order is left out: it adds nothing for i = j and grows with the difference of the frequencies.
#pragma once

#include <complex>

#include "swell/hydro/hydro_data.h"

namespace swell::hydro {

struct ColumnOptions {
  double radius = 5.0;        ///< [m]
  double depth = 50.0;        ///< [m]
  double density = 1000.0;    ///< [kg/m^3] only recorded
  double gravity = kGravity;  ///< [m/s^2]
  double omega_min = 0.1, omega_max = 3.0;
  std::size_t frequencies = 59;  ///< evenly spaced
  double qtf_min = 0.3, qtf_max = 2.1;
  std::size_t qtf_frequencies = 37;  ///< evenly spaced, of the difference-frequency QTF
  double irf_end = 40.0;             ///< [s]
  std::size_t irf_times = 801;
};

/// [N/m] / (rho g), lead phase.
std::complex<double> column_surge_excitation(double omega, const ColumnOptions& options);
/// / (rho g): force per squared metre at the frequency omega_i - omega_j. T_ji = conj T_ij.
std::complex<double> column_surge_qtf(double omega_i, double omega_j, const ColumnOptions& options);

struct ColumnRadiation {
  double added_mass = 0.0;  ///< [m^3] / rho
  double damping = 0.0;     ///< [m^3] / (rho omega)
};
ColumnRadiation column_surge_radiation(double omega, const ColumnOptions& options);
double column_surge_added_mass_infinite(const ColumnOptions& options);  ///< [m^3] / rho

/// Surge of one body; everything else is zero: for a column that can only slide. Its reference point is in the middle
/// of its length.
HydroData column_data(const ColumnOptions& options = {});

}  // namespace swell::hydro
