/// Wave spectra: energy over frequency, with the significant wave height kept.
///
///   S_f = a f^-5 exp(-b f^-4),  b = 5/4 fp^4,  a = b (Hs/2)^2                              (W3) Bretschneider, PM
///   JONSWAP = C gamma^alpha (W3),  alpha = exp(-(f/fp - 1)^2 / (2 sigma^2)), sigma = 0.07 (f <= fp) or 0.09   (W4)
///   S(omega) = S_f / (2 pi)
///
/// Source: IEC TS 62600-2; theory/wec-sim.md, "Spectra and bins". With significant height and peak period both given,
/// Pierson-Moskowitz and Bretschneider are one formula.
#pragma once

#include <optional>
#include <variant>
#include <vector>

namespace swell::waves {

enum class SpectrumShape { pierson_moskowitz, bretschneider, jonswap };

/// Constant C in (W4).
enum class Normalisation {
  exact,   ///< m0 = Hs^2/16 (the default)
  wec_sim  ///< 1 - 0.287 ln gamma; m0 is 0.2 % off at gamma 3.3, 1.8 % at 7
};

/// Peak factor by WEC-Sim's rule: r = Tp/sqrt(Hs); r <= 3.6: 5; r > 5: 1; else exp(5.75 - 1.15 r).
double jonswap_gamma(double significant_height, double peak_period);

/// (W3) or (W4).
class ParametricSpectrum {
 public:
  /// @param gamma only for jonswap; absent: by jonswap_gamma()
  /// @pre significant_height > 0, peak_period > 0, gamma >= 1
  ParametricSpectrum(SpectrumShape shape, double significant_height, double peak_period,
                     std::optional<double> gamma = std::nullopt, Normalisation normalisation = Normalisation::exact);

  double density(double omega) const;        ///< S(omega) [m^2 s/rad], 0 for omega <= 0
  double density_per_hertz(double f) const;  ///< S_f [m^2/Hz]
  double significant_height() const noexcept { return significant_height_; }  ///< as requested [m]
  double peak_omega() const noexcept;                                         ///< [rad/s]
  double gamma() const noexcept { return gamma_; }                            ///< 1 unless jonswap

 private:
  double significant_height_, peak_frequency_, gamma_ = 1.0, factor_ = 1.0, log_gamma_ = 0.0;
};

/// Samples joined by straight lines, zero outside their range.
class TabulatedSpectrum {
 public:
  /// @param omega ascending [rad/s], at least two   @param density [m^2 s/rad], >= 0
  TabulatedSpectrum(std::vector<double> omega, std::vector<double> density);
  double density(double omega) const;
  const std::vector<double>& omega() const noexcept { return omega_; }

 private:
  std::vector<double> omega_, density_;
};

using Spectrum = std::variant<ParametricSpectrum, TabulatedSpectrum>;

double density(const Spectrum& spectrum, double omega);

/// Spectral moment over [omega_min, omega_max]: integral of omega^order S d omega, by Gauss quadrature to about 1e-12.
double moment(const Spectrum& spectrum, int order, double omega_min, double omega_max);

/// Wave power per metre of crest [W/m]: rho g integral of S c_g d omega.
double wave_power(const Spectrum& spectrum, double omega_min, double omega_max, std::optional<double> depth,
                  double gravity, double density);

}  // namespace swell::waves
