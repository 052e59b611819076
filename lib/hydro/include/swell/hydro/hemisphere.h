/// Radiation and diffraction of a floating hemisphere in infinite depth, semi-analytic: multipole expansion about the
/// centre on the free surface ([Ursell1949] in two dimensions; [Havelock1955]; [Hulme1982]).
#pragma once

#include <complex>

#include "swell/hydro/hydro_data.h"

namespace swell::hydro {

/// Heave and surge of the hemisphere at one frequency. With m_d = (2/3) pi rho a^3:
struct HemisphereCoefficients {
  double heave_added_mass = 0.0;          ///< / m_d
  double heave_damping = 0.0;             ///< / (omega m_d)
  std::complex<double> heave_excitation;  ///< / (rho g pi a^2) per amplitude, lead phase
  double surge_added_mass = 0.0;
  double surge_damping = 0.0;
  std::complex<double> surge_excitation;
};

/// @param Ka  omega^2 a / g, 1e-6 to 200   @param multipoles unknowns per mode
HemisphereCoefficients hemisphere(double Ka, int multipoles = 24);

/// Added mass at infinite frequency / m_d (the free surface is then phi = 0): heave 1/2, surge 0.27327...
double hemisphere_heave_added_mass_infinite();
double hemisphere_surge_added_mass_infinite(int multipoles = 200);

struct HemisphereOptions {
  double radius = 5.0;        ///< [m]
  double cg_z = -2.0;         ///< [m] centre at z = 0
  double density = 1000.0;    ///< [kg/m^3] only recorded
  double gravity = kGravity;  ///< [m/s^2]
  double omega_min = 0.05, omega_max = 12.0;
  std::size_t frequencies = 240;  ///< evenly spaced
  double irf_end = 20.0;          ///< [s]
  std::size_t irf_times = 1001;
  int headings = 1;  ///< 1: heading 0; more: so many equal turns from -180 to 180 deg, without excitation kernel
};

/// The complete set for one body, kernel with its high-frequency tail.
HydroData hemisphere_data(const HemisphereOptions& options = {});

}  // namespace swell::hydro
