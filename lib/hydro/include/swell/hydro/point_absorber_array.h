/// Hydrodynamics of an array of equal axisymmetric bodies from those of one, by the point-absorber approximation: each
/// body meets the waves that the heave of the others radiates as if it did not scatter them. For want of public data
/// that couple tens of bodies, and as a first estimate of a farm of small buoys.
///
/// Sources: [Budal1977], [Evans1980], [Falnes2002, ch. 8].
/// With X the heave excitation of one body, k = omega^2/g, d the distance of i
/// and j:
///
///   X_i(beta) = X exp(-i k (x_i cos beta + y_i sin beta))                        every mode, turned into the heading
///   B_ij      = k omega / (4 pi rho g^2) int_0^2pi X_i X_j^* dbeta = B J0(k d)   positive semi-definite
///   K_ij(t)   = 2/pi int_0^inf B_ij cos(omega t) domega
///   A_ij      = A_inf,ij + 2/pi PV int_0^inf B_ij(s) / (s^2 - omega^2) ds        Ogilvie's relation
///
/// so that far away A_ij -> -B Y0(k d) / omega, the other half of the outgoing wave H0. What is neglected: scattering,
/// of the order of (a/d)^2; motions other than heave between bodies; A_inf,ij, of the order of (a/d)^3 of the own.
#pragma once

#include <cstddef>
#include <vector>

#include "swell/hydro/hydro_data.h"

namespace swell::hydro {

struct ArrayOptions {
  std::vector<Eigen::Vector2d> positions;   ///< [m] world x, y of each body, at least one
  std::vector<double> directions = {0.0};   ///< [deg] headings of the excitation, ascending
  double omega_min = 0.1, omega_max = 2.5;  ///< [rad/s] of the coefficients, evenly spaced
  std::size_t frequencies = 97;             ///< their number
  double irf_step = 0.1;                    ///< [s] of the kernels
  double irf_end = 0.0;                     ///< [s]; 0: when the slowest wave that counts has passed
};

/// The time [s] after which a kernel over the distance d [m] is nothing: the end of the body's own, and the passage
/// 2 omega d / g of the highest frequency at which omega B exceeds 1e-3 of its peak.
double array_kernel_end(const HydroData& single, double distance, double gravity);

/// @param single  one body (the first) on the z axis, heading 0 among its directions, infinite depth, with damping,
///                excitation, kernel and A_inf; the kernels between bodies use all its frequencies
/// @throws InputError when `single` lacks one of these or is no body of revolution to 1e-6, when two positions are
///         closer than twice the waterline's radius, or when frequencies lie outside those of `single`
HydroData point_absorber_array(const HydroData& single, const ArrayOptions& options);

}  // namespace swell::hydro
