// Running integrals of a spectrum and their inverse, used by the conserving bins and the moments.
#pragma once

#include <cstddef>
#include <vector>

#include "swell/waves/spectrum.h"

namespace swell::waves {

// Panel ends for quadrature over [omega_min, omega_max]: knots of tables, and the peak, where JONSWAP's sigma jumps.
std::vector<double> quadrature_panels(const Spectrum& spectrum, double omega_min, double omega_max);

class CumulativeSpectrum {
 public:
  CumulativeSpectrum(const Spectrum& spectrum, double omega_min, double omega_max);
  double total() const { return energy_.back(); }  // m0 of the range [m^2]
  double omega_at(double energy) const;            // inverse of the running energy
  double energy_over_omega(double omega) const;    // integral of S/omega from omega_min

 private:
  std::size_t panel_of(const std::vector<double>& ascending, double value) const;
  const Spectrum& spectrum_;
  std::vector<double> panels_, energy_, over_omega_;
};

}  // namespace swell::waves
