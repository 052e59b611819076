/// The source under the free surface, without its Rankine parts.
///
///   infinite depth   G = 1/r + s/r1 + W          s = 1, at infinite frequency s = -1 and W = 0; at frequency 0 W = 0
///   depth h          G = 1/r + 1/r2 + s/r1 + W   r2 to the image in the bottom
///
/// with factor exp(+i omega t), waves outgoing, K = omega^2/g, k tanh k h = K. In finite depth
///   1/r1 + W = PV int f(m) sum_i e^{-m V_i} J0(m R) dm - i pi C c(z) c(zeta) J0(k R),
///   f = (m + K)/((m - K) - (m + K) e^{-2 m h}),   V = -(z+zeta), 2h + z - zeta, 2h - z + zeta, 4h + z + zeta
/// [John1950], [WehausenLaitone1960, 13.18]. W = K L(KR, K V_1) + D(R, z + zeta) + B(R, z - zeta): D and B are
/// smooth and tabulated once per frequency (docs/theory/boundary-elements.md 3).
#pragma once

#include <optional>
#include <vector>

namespace swell::bem {

/// Piecewise polynomial of two variables, with its derivatives.
struct SmoothTable {
  int cells_x = 0, cells_y = 0;
  double size_x = 1.0, size_y = 1.0, low_y = 0.0;
  std::vector<double> coefficients;
  struct Value {
    double f = 0.0, x = 0.0, y = 0.0;
  };
  Value operator()(double x, double y) const noexcept;
};

/// Quantities that depend on the level of a point only.
struct WaveLevel {
  double z = 0.0;
  double decay = 1.0;      ///< e^{K z}
  double amplitude = 1.0;  ///< c(z) = e^{k z} + e^{-k(z + 2h)}; infinite depth: e^{K z}
  double slope = 0.0;      ///< dc/dz
};

struct WaveValue {
  double re = 0.0, im = 0.0;      ///< W [1/m]
  double re_R = 0.0, im_R = 0.0;  ///< its derivative with the horizontal distance R
  double re_z = 0.0, im_z = 0.0;  ///< its derivative with the level of the source
};

class GreenFunction {
 public:
  /// @param K  omega^2/g [1/m] above 0   @param depth  [m], absent: infinite
  /// @param reach  greatest horizontal distance of two points [m]   @param lowest  level of the lowest point [m], < 0
  GreenFunction(double K, std::optional<double> depth, double reach, double lowest);
  /// Limits. Zero frequency in finite depth: without a constant, which grows with the logarithm of K. Invalid for
  /// motions that displace water at the surface, complete for others (docs/theory/boundary-elements.md 3).
  static GreenFunction zero_frequency(std::optional<double> depth, double reach, double lowest);
  static GreenFunction infinite_frequency(std::optional<double> depth, double reach, double lowest);

  double image_sign() const noexcept { return image_sign_; }
  double K() const noexcept { return K_; }
  double wavenumber() const noexcept { return k_; }
  bool has_wave_part() const noexcept { return has_waves_ || has_tables_; }
  WaveLevel level(double z) const noexcept;
  /// @param R  horizontal distance; not 0 if both points are on the surface
  WaveValue operator()(double R, const WaveLevel& target, const WaveLevel& source) const noexcept;

 private:
  GreenFunction() = default;
  static GreenFunction limit(bool is_zero, double depth, double reach, double lowest);
  double K_ = 0.0, k_ = 0.0, strength_ = 0.0, depth_ = 0.0, image_sign_ = 1.0;
  bool has_waves_ = false, has_tables_ = false;
  SmoothTable sum_, difference_;  // D over (R, z + zeta), B over (R, |z - zeta|)
};

/// Wavenumber k > 0 of k tanh(k h) = K.
double finite_depth_wavenumber(double K, double depth);

}  // namespace swell::bem
