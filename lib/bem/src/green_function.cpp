#include "swell/bem/green_function.h"

#include <algorithm>
#include <cmath>

#include "gauss.h"
#include "polynomial_cells.h"
#include "swell/base/error.h"
#include "swell/bem/wave_function.h"

namespace swell::bem {
namespace {

constexpr std::size_t kOrder = 8;
constexpr double kVanished = 40.0;  // e^-40
// Bound of e^{K(z + zeta)}: below, waves vanish within the digits of the tables and the source is not near.
constexpr double kGone = 2e-9;
// Value of K h above which the poles of f - f_inf at K and k, of size e^{-2 K h}, are below round-off. The remaining
// images in the bottom, e^{-2 m h}, stay.
constexpr double kPolesVanished = 16.0;

// Nodes of the integrals over the wavenumber m.
struct Spectrum {
  std::vector<double> m, w;
};

// Panels end at the poles, where the integrand is analytic only after subtraction, and are no wider than the distance
// to the poles at -k and +-i pi/(2h) and a few oscillations of J0(m R).
Spectrum spectrum(std::vector<double> marks, double end, double depth, double reach) {
  std::sort(marks.begin(), marks.end());
  Spectrum s;
  const GaussRule& rule = gauss_rule(16);
  double from = 0.0;
  const double widest = std::min(1.5 / depth, 8.0 / std::max(reach, 1e-3 * depth));
  const auto fill = [&](double to) {
    while (to - from > 1e-12 * to) {
      double width = std::min(widest, to - from);
      if (from > 0.0) width = std::min(width, from);
      // Avoid a very short last panel.
      if (to - from - width < 0.3 * width) width = to - from;
      for (std::size_t i = 0; i < rule.x.size(); ++i) {
        s.m.push_back(from + 0.5 * width * (1.0 + rule.x[i]));
        s.w.push_back(0.5 * width * rule.w[i]);
      }
      from += width;
    }
  };
  // Of two adjacent poles one is enough to keep nodes away; between them digits would be lost.
  for (const double mark : marks)
    if (mark > 1e-9 * end && mark < end && (from == 0.0 || mark - from > 1e-3 * widest)) fill(mark);
  fill(end);
  return s;
}

// Grid of Chebyshev points, cells side by side.
std::vector<double> cell_points(const Interpolation<kOrder>& fit, double low, double size, int cells) {
  std::vector<double> x;
  for (int c = 0; c < cells; ++c)
    for (const double t : fit.points) x.push_back(low + size * (c + 0.5 + 0.5 * t));
  return x;
}

// values(x, y) at the points of the cells -> coefficients.
void fit_table(SmoothTable& table, const Interpolation<kOrder>& fit, const MatrixX& values) {
  table.coefficients.assign(static_cast<std::size_t>(table.cells_x * table.cells_y) * kOrder * kOrder, 0.0);
  Eigen::Matrix<double, kOrder, kOrder> L;  // rows coefficients, columns points
  for (std::size_t i = 0; i < kOrder; ++i)
    for (std::size_t k = 0; k < kOrder; ++k)
      L(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(i)) = fit.matrix[i][k];
  const auto n = static_cast<Eigen::Index>(kOrder);
  for (int a = 0; a < table.cells_x; ++a) {
    for (int b = 0; b < table.cells_y; ++b) {
      const Eigen::Matrix<double, kOrder, kOrder> c = L * values.block(a * n, b * n, n, n) * L.transpose();
      double* cell = &table.coefficients[static_cast<std::size_t>(a * table.cells_y + b) * kOrder * kOrder];
      for (Eigen::Index i = 0; i < n; ++i)
        for (Eigen::Index k = 0; k < n; ++k) cell[i * n + k] = c(i, k);
    }
  }
}

// e^{-m V} J0(m R) summed over the spectrum with weights g: rows R, columns V.
MatrixX transform(const Spectrum& s, const std::vector<double>& g, const MatrixX& bessel,
                  const std::vector<std::vector<double>>& heights) {
  MatrixX E = MatrixX::Zero(static_cast<Eigen::Index>(s.m.size()), static_cast<Eigen::Index>(heights[0].size()));
  for (const std::vector<double>& V : heights)
    for (Eigen::Index j = 0; j < E.cols(); ++j)
      for (Eigen::Index q = 0; q < E.rows(); ++q) {
        const auto at = static_cast<std::size_t>(q);
        E(q, j) += s.w[at] * g[at] * std::exp(-s.m[at] * V[static_cast<std::size_t>(j)]);
      }
  return bessel * E;
}

}  // namespace

SmoothTable::Value SmoothTable::operator()(double x, double y) const noexcept {
  const double tx = x / size_x, ty = (y - low_y) / size_y;
  const int ix = std::clamp(static_cast<int>(tx), 0, cells_x - 1),
            iy = std::clamp(static_cast<int>(ty), 0, cells_y - 1);
  const double u = 2.0 * (tx - ix) - 1.0, v = 2.0 * (ty - iy) - 1.0;
  const double* a = &coefficients[static_cast<std::size_t>(ix * cells_y + iy) * kOrder * kOrder];
  std::array<double, kOrder> f{}, fx{};
  for (std::size_t k = 0; k < kOrder; ++k) f[k] = a[(kOrder - 1) * kOrder + k];
  for (std::size_t i = kOrder - 1; i-- > 0;) {
    for (std::size_t k = 0; k < kOrder; ++k) {
      fx[k] = fx[k] * u + f[k];
      f[k] = f[k] * u + a[i * kOrder + k];
    }
  }
  Value out{f[kOrder - 1], fx[kOrder - 1], 0.0};
  for (std::size_t k = kOrder - 1; k-- > 0;) {
    out.y = out.y * v + out.f;
    out.f = out.f * v + f[k];
    out.x = out.x * v + fx[k];
  }
  out.x *= 2.0 / size_x;
  out.y *= 2.0 / size_y;
  return out;
}

double finite_depth_wavenumber(double K, double depth) {
  SWELL_EXPECT(K > 0.0 && depth > 0.0);
  const double a = K * depth;
  double x = a > 1.0 ? a : std::sqrt(a);  // of x tanh x = a; Newton from a side where the function is convex
  for (int i = 0; i < 50; ++i) {
    const double t = std::tanh(x), step = (x * t - a) / (t + x * (1.0 - t * t));
    x -= step;
    if (std::abs(step) < 1e-15 * x) break;
  }
  return x / depth;
}

GreenFunction GreenFunction::zero_frequency(std::optional<double> depth, double reach, double lowest) {
  return depth ? limit(true, *depth, reach, lowest) : GreenFunction();
}

GreenFunction GreenFunction::infinite_frequency(std::optional<double> depth, double reach, double lowest) {
  GreenFunction G = depth ? limit(false, *depth, reach, lowest) : GreenFunction();
  G.image_sign_ = -1.0;
  return G;
}

// f = -1/(1 + e^{-2mh}) at infinite, 1/(1 - e^{-2mh}) at zero frequency; without the image -+1/r1 all is smooth. At
// zero frequency each of the four parts is 1/(2mh) near m = 0; after subtraction of e^{-2mh} J0(0)/(2mh) it is
// integrable, and the subtracted term is a constant.
GreenFunction GreenFunction::limit(bool is_zero, double h, double reach, double lowest) {
  GreenFunction G;
  G.depth_ = h;
  G.has_tables_ = true;
  const Interpolation<kOrder> fit;
  const Spectrum s = spectrum({}, kVanished / h, h, reach);
  const double cell = 0.7 * h;
  G.sum_.cells_x = G.difference_.cells_x = std::max(1, static_cast<int>(std::ceil(reach / cell)));
  G.sum_.size_x = G.difference_.size_x = std::max(reach, 1e-6 * h) / G.sum_.cells_x;
  const std::vector<double> R = cell_points(fit, 0.0, G.sum_.size_x, G.sum_.cells_x);
  MatrixX bessel(static_cast<Eigen::Index>(R.size()), static_cast<Eigen::Index>(s.m.size()));
  for (Eigen::Index i = 0; i < bessel.rows(); ++i)
    for (Eigen::Index q = 0; q < bessel.cols(); ++q)
      bessel(i, q) = bessel_j(s.m[static_cast<std::size_t>(q)] * R[static_cast<std::size_t>(i)]).j0;
  std::vector<double> f, beyond;  // f, and f less that of the image
  double constant = 0.0;          // of one part
  for (std::size_t q = 0; q < s.m.size(); ++q) {
    const double e = std::exp(-2.0 * s.m[q] * h);
    f.push_back(is_zero ? -1.0 / std::expm1(-2.0 * s.m[q] * h) : -1.0 / (1.0 + e));
    beyond.push_back(is_zero ? e * f.back() : e / (1.0 + e));
    if (is_zero) constant += s.w[q] * f.back() * e;
  }
  const auto heights = [&](const std::vector<double>& at, double offset, double sign) {
    std::vector<double> V;
    V.reserve(at.size());
    for (const double x : at) V.push_back(offset + sign * x);
    return V;
  };
  for (const bool is_sum : {true, false}) {
    SmoothTable& table = is_sum ? G.sum_ : G.difference_;
    const double low = is_sum ? 2.0 * lowest : 0.0, high = is_sum ? 0.0 : -lowest;
    table.low_y = low;
    table.cells_y = std::max(1, static_cast<int>(std::ceil((high - low) / cell)));
    table.size_y = (high - low) / table.cells_y;
    const std::vector<double> y = cell_points(fit, low, table.size_y, table.cells_y);
    MatrixX values = is_sum ? MatrixX(transform(s, beyond, bessel, {heights(y, 0.0, -1.0)}) +
                                      transform(s, f, bessel, {heights(y, 4.0 * h, 1.0)}))
                            : transform(s, f, bessel, {heights(y, 2.0 * h, 1.0), heights(y, 2.0 * h, -1.0)});
    values.array() -= 2.0 * constant;
    fit_table(table, fit, values);
  }
  return G;
}

GreenFunction::GreenFunction(double K, std::optional<double> depth, double reach, double lowest)
    : K_(K), k_(K), strength_(2.0 * K), has_waves_(true) {
  SWELL_EXPECT(K > 0.0 && reach >= 0.0 && lowest < 0.0);
  if (!depth) return;
  const double h = *depth;
  depth_ = h;
  has_tables_ = true;
  const double k = finite_depth_wavenumber(K, h), q = std::exp(-2.0 * k * h);
  k_ = k;
  // 1 - q + 2h(k - K), with k - K = (k + K) q: no cancellation in deep water.
  const double C = (k + K) / (1.0 - q + 2.0 * h * (k + K) * q);
  strength_ = C;
  const Interpolation<kOrder> fit;
  // Integrands fall like e^{-m h}, D's first part like e^{-2 m h} and, if its poles count, e^{-a m}. The part removed
  // there returns multiplied by e^{a K}, with errors of the wave function.
  const bool has_poles = K * h < kPolesVanished;
  const double a = std::min(2.0 * h, 1.5 / K);
  const double end = std::max(kVanished / h, has_poles ? 0.9 * kVanished / a : 0.0);
  const Spectrum s = spectrum({K, k}, end, h, reach);
  const double cell = std::min(0.7 * h, 1.6 / k);
  sum_.cells_x = difference_.cells_x = std::max(1, static_cast<int>(std::ceil(reach / cell)));
  sum_.size_x = difference_.size_x = std::max(reach, 1e-6 * h) / sum_.cells_x;
  const std::vector<double> R = cell_points(fit, 0.0, sum_.size_x, sum_.cells_x);
  MatrixX bessel(static_cast<Eigen::Index>(R.size()), static_cast<Eigen::Index>(s.m.size()));
  for (Eigen::Index i = 0; i < bessel.rows(); ++i)
    for (Eigen::Index n = 0; n < bessel.cols(); ++n)
      bessel(i, n) = bessel_j(s.m[static_cast<std::size_t>(n)] * R[static_cast<std::size_t>(i)]).j0;
  std::vector<double> regular, first;  // f - 1 - C/(m - k); f - f_inf without its poles
  for (const double m : s.m) {
    const double e = std::exp(-2.0 * m * h), under = (m - K) - (m + K) * e;
    regular.push_back((2.0 * K + (m + K) * e) / under - C / (m - k));
    first.push_back((m + K) * (m + K) * e / (under * (m - K)));
    if (has_poles) first.back() += 2.0 * K * std::exp(-a * (m - K)) / (m - K) - C * std::exp(-a * (m - k)) / (m - k);
  }
  const auto heights = [](const std::vector<double>& at, double offset, double sign) {
    std::vector<double> V;
    V.reserve(at.size());
    for (const double x : at) V.push_back(offset + sign * x);
    return V;
  };
  // PV int C e^{-m V}/(m - k) J0(m R) dm = C L(k R, k V)/2, and int e^{-m V} J0(m R) dm = 1/hypot(R, V).
  const auto closed = [&](double r, double V) {
    return 0.5 * C * wave_function(k * r, k * V).value + 1.0 / std::hypot(r, V);
  };
  for (const bool is_sum : {true, false}) {
    SmoothTable& table = is_sum ? sum_ : difference_;
    const double low = is_sum ? 2.0 * lowest : 0.0, high = is_sum ? 0.0 : -lowest;
    table.low_y = low;
    table.cells_y = std::max(1, static_cast<int>(std::ceil((high - low) / cell)));
    table.size_y = (high - low) / table.cells_y;
    const std::vector<double> y = cell_points(fit, low, table.size_y, table.cells_y);
    MatrixX values = is_sum ? MatrixX(transform(s, regular, bessel, {heights(y, 4.0 * h, 1.0)}) +
                                      transform(s, first, bessel, {heights(y, 0.0, -1.0)}))
                            : transform(s, regular, bessel, {heights(y, 2.0 * h, 1.0), heights(y, 2.0 * h, -1.0)});
    for (std::size_t i = 0; i < R.size(); ++i) {
      for (std::size_t j = 0; j < y.size(); ++j) {
        double add = 0.0;
        if (is_sum) {
          add = closed(R[i], 4.0 * h + y[j]);
          if (has_poles)
            add += 0.5 * C * std::exp(a * k) * wave_function(k * R[i], k * (a - y[j])).value -
                   K * std::exp(a * K) * wave_function(K * R[i], K * (a - y[j])).value;
        } else {
          add = closed(R[i], 2.0 * h + y[j]) + closed(R[i], 2.0 * h - y[j]);
        }
        values(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) += add;
      }
    }
    fit_table(table, fit, values);
  }
}

WaveLevel GreenFunction::level(double z) const noexcept {
  WaveLevel level;
  level.z = z;
  if (!has_waves_) return level;
  level.decay = std::exp(K_ * z);
  const double up = std::exp(k_ * z), down = depth_ > 0.0 ? std::exp(-k_ * (z + 2.0 * depth_)) : 0.0;
  level.amplitude = up + down;
  level.slope = k_ * (up - down);
  return level;
}

WaveValue GreenFunction::operator()(double R, const WaveLevel& target, const WaveLevel& source) const noexcept {
  WaveValue W;
  if (has_waves_) {
    const double h = K_ * R, y = std::max(0.0, -K_ * (target.z + source.z));
    const double decay = target.decay * source.decay;
    const bool is_deep = decay < kGone && target.amplitude * source.amplitude < kGone;
    const BesselJ j = is_deep ? BesselJ{0.0, 0.0} : bessel_j(h);
    const WaveFunction L = wave_function(h, y, decay, j);
    W.re = K_ * L.value;
    W.re_R = K_ * K_ * L.slope;
    W.re_z = K_ * K_ * (L.value + 2.0 / std::sqrt(h * h + y * y));
    const BesselJ jk = depth_ > 0.0 && !is_deep ? bessel_j(k_ * R) : j;
    const double f = -kPi * strength_ * target.amplitude;
    W.im = f * source.amplitude * jk.j0;
    W.im_R = -f * source.amplitude * k_ * jk.j1;
    W.im_z = f * source.slope * jk.j0;
  }
  if (has_tables_) {
    const double s = target.z + source.z, t = source.z - target.z;
    const SmoothTable::Value D = sum_(R, s), B = difference_(R, std::abs(t));
    W.re += D.f + B.f;
    W.re_R += D.x + B.x;
    W.re_z += D.y + (t < 0.0 ? -B.y : B.y);
  }
  return W;
}

}  // namespace swell::bem
