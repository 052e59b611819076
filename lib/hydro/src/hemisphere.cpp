#include "swell/hydro/hemisphere.h"

#include <Eigen/QR>
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "complex.h"
#include "exponential_integral.h"
#include "swell/base/error.h"
#include "swell/base/gauss_legendre.h"

// Polar angle theta from the downward vertical, mu = cos theta, y = r mu downwards, R = r sin theta, K = omega^2/g.
// Radius 1 here, so K stands for Ka. Mode m = 0 is heave (downward), m = 1 surge (times cos of the azimuth).
//
// Wave-free potentials (q = 1, 2, ...; they meet K phi + dphi/dy = 0 on y = 0 and carry no wave):
//   P^m_n(mu)/r^{n+1} + K/(n - m) P^m_{n-1}(mu)/r^n,   n = m + 2q
// Wave source and dipole on the surface, with I_m = int k-kernel e^{-ky} J_m(kR)/(k - K) dk taken below the pole:
//   m = 0:  1/r + K I_0          m = 1:  R/r^3 + K (r - y)/(r R) + K^2 I_1
// The coefficients follow from the body condition dphi/dr = mu (heave), sin theta (surge) by least squares.
namespace swell::hydro {
namespace {

/// Gauss-Legendre nodes and weights on (0, 1).
void gauss_on_unit(int n, std::vector<double>& x, std::vector<double>& w) {
  GaussRule rule = gauss_legendre(n);
  for (double& at : rule.x) at = 0.5 * (1.0 + at);
  for (double& weight : rule.w) weight *= 0.5;
  x = std::move(rule.x);
  w = std::move(rule.w);
}

/// P^m_n(mu) for n = 0..last, m = 0 or 1, without the Condon-Shortley sign.
std::vector<double> legendre(int m, int last, double mu) {
  std::vector<double> P(static_cast<std::size_t>(last) + 1, 0.0);
  const double s = std::sqrt(std::max(0.0, 1.0 - mu * mu));
  P[static_cast<std::size_t>(m)] = m == 0 ? 1.0 : s;
  if (last > m) P[static_cast<std::size_t>(m) + 1] = (2.0 * m + 1.0) * mu * P[static_cast<std::size_t>(m)];
  for (int n = m + 2; n <= last; ++n) {
    P[static_cast<std::size_t>(n)] = ((2.0 * n - 1.0) * mu * P[static_cast<std::size_t>(n) - 1] -
                                      (n + m - 1.0) * P[static_cast<std::size_t>(n) - 2]) /
                                     (n - m);
  }
  return P;
}

/// Value and radial derivative (times r = 1) of the wave potentials of modes 0 and 1 at one polar angle.
struct WavePotential {
  std::array<Complex, 2> value, slope;
};
WavePotential wave_potential(double K, double theta, const std::vector<double>& node,
                             const std::vector<double>& weight) {
  const double y = std::cos(theta);
  const double R = std::sin(theta);
  // I_m by Bessel's integral over alpha; near alpha = pi/2 zeta is small, so the nodes crowd there (beta = x^3 pi/2).
  double value_0 = 0.0, slope_0 = 0.0, value_1 = 0.0, slope_1 = 0.0;
  for (std::size_t k = 0; k < node.size(); ++k) {
    const double share = weight[k] * 3.0 * node[k] * node[k];  // of the mean over the quarter circle
    const double c = std::sin(kPi / 2.0 * node[k] * node[k] * node[k]);
    const Complex zeta(y, R * c);
    const Complex W = wave_integral(-K * zeta);
    const Complex S = -K * zeta * W - 1.0;
    value_0 += share * W.real();
    slope_0 += share * S.real();
    value_1 -= share * W.imag() * c;
    slope_1 -= share * S.imag() * c;
  }
  // The pole, -i pi e^{-Ky} J_m(KR), makes the waves go out.
  const double decay = kPi * std::exp(-K * y);
  const double J0 = std::cyl_bessel_j(0.0, K * R);
  const double J1 = std::cyl_bessel_j(1.0, K * R);
  const Complex I_0(value_0, -decay * J0);
  const Complex dI_0(slope_0, decay * (K * y * J0 + K * R * J1));
  const Complex I_1(value_1, -decay * J1);
  const Complex dI_1(slope_1, decay * (K * y * J1 - K * R * J0 + J1));
  const double side = (1.0 - y) / R;
  WavePotential out;
  out.value = {1.0 + K * I_0, R + K * side + K * K * I_1};
  out.slope = {-1.0 + K * dI_0, -2.0 * R - K * side + K * K * dI_1};
  return out;
}

/// Collocation points over the wetted half: theta = pi/2 (1 - x^2) crowds at the waterline, where the potential is
/// least smooth.
struct Points {
  std::vector<double> theta, weight;  // weights of int dtheta
  std::vector<WavePotential> wave;
};
Points make_points(double K, int count) {
  std::vector<double> node, weight;
  gauss_on_unit(96, node, weight);
  Points points;
  gauss_on_unit(count, points.theta, points.weight);
  for (std::size_t p = 0; p < points.theta.size(); ++p) {
    const double x = points.theta[p];
    points.theta[p] = kPi / 2.0 * (1.0 - x * x);
    points.weight[p] *= kPi * x;
    points.wave.push_back(wave_potential(K, points.theta[p], node, weight));
  }
  return points;
}

/// Added mass and damping, as mu - i lambda over m_d, and excitation over rho g pi a^2, of one mode.
struct ModeResult {
  Complex inertia, excitation;
};
ModeResult solve_mode(int m, double K, int multipoles, const Points& at) {
  const auto points = static_cast<Eigen::Index>(at.theta.size());
  const Eigen::Index unknowns = multipoles + 1;
  const auto mode = static_cast<std::size_t>(m);
  Eigen::MatrixXcd slope(points, unknowns);
  Eigen::MatrixXcd value(points, unknowns);
  Eigen::VectorXcd wanted(points);
  for (Eigen::Index p = 0; p < points; ++p) {
    const auto i = static_cast<std::size_t>(p);
    const double mu = std::cos(at.theta[i]);
    const double s = std::sin(at.theta[i]);
    const double area = std::sqrt(at.weight[i] * s);
    value(p, 0) = at.wave[i].value[mode];
    slope(p, 0) = area * at.wave[i].slope[mode];
    const std::vector<double> P = legendre(m, m + 2 * multipoles, mu);
    for (int q = 1; q <= multipoles; ++q) {
      const int n = m + 2 * q;
      const double upper = P[static_cast<std::size_t>(n)];
      const double lower = K / (n - m) * P[static_cast<std::size_t>(n) - 1];
      value(p, q) = upper + lower;
      slope(p, q) = area * (-(n + 1.0) * upper - n * lower);
    }
    wanted(p) = area * (m == 0 ? mu : s);
  }
  // Columns of one size, so that the least squares are well scaled.
  const Eigen::VectorXd size = slope.colwise().norm();
  slope.array().rowwise() /= size.transpose().array();
  const Eigen::VectorXcd c =
      (slope.colPivHouseholderQr().solve(wanted).array() / size.array().cast<Complex>()).matrix();
  const Eigen::VectorXcd phi = value * c;

  ModeResult result{};
  const double normal_share = m == 0 ? 3.0 : 1.5;
  for (Eigen::Index p = 0; p < points; ++p) {
    const auto i = static_cast<std::size_t>(p);
    const double mu = std::cos(at.theta[i]);
    const double s = std::sin(at.theta[i]);
    const double area = at.weight[i] * s;
    const double normal = m == 0 ? mu : s;
    result.inertia -= normal_share * area * phi(p) * normal;
    // Haskind: X_j = i omega rho int (phi_I n_j - phi_j dphi_I/dn) dS with phi_I = (i g/omega) e^{-Ky - iKx}. The mean
    // over the azimuth turns e^{-iKR cos} into J_0 (heave) or, with the cosine of surge, -i J_1.
    const double decay = std::exp(-K * mu);
    const double J0 = std::cyl_bessel_j(0.0, K * s);
    const double J1 = std::cyl_bessel_j(1.0, K * s);
    const double dJ1 = K * s * J0 - J1;
    const Complex incident = m == 0 ? Complex(decay * J0) : Complex(0.0, -decay * J1);
    const Complex incident_slope =
        m == 0 ? Complex(decay * (-K * mu * J0 - K * s * J1)) : Complex(0.0, -decay * (-K * mu * J1 + dJ1));
    result.excitation += -2.0 * area * (incident * normal - phi(p) * incident_slope);
  }
  if (m == 0) result.excitation = -result.excitation;  // solved for downward motion
  return result;
}

}  // namespace

HemisphereCoefficients hemisphere(double Ka, int multipoles) {
  SWELL_EXPECT(Ka >= 1e-6 && Ka <= 200.0 && multipoles >= 4);
  const Points points = make_points(Ka, 3 * multipoles + 16);
  const ModeResult heave = solve_mode(0, Ka, multipoles, points);
  const ModeResult surge = solve_mode(1, Ka, multipoles, points);
  HemisphereCoefficients out;
  out.heave_added_mass = heave.inertia.real();
  out.heave_damping = -heave.inertia.imag();
  out.heave_excitation = heave.excitation;
  out.surge_added_mass = surge.inertia.real();
  out.surge_damping = -surge.inertia.imag();
  out.surge_excitation = surge.excitation;
  return out;
}

double hemisphere_heave_added_mass_infinite() { return 0.5; }

double hemisphere_surge_added_mass_infinite(int multipoles) {
  // phi = 0 on the surface: odd P^1_n with n - 1 odd, n = 2, 4, ...; d/dr = sin theta = P^1_1 on the half sphere.
  // In n = 2q the P^1_n are orthogonal over (0, 1): int P^1_n P^1_n = n (n + 1)/(2n + 1).
  double mu = 0.0;
  std::vector<double> x, w;
  gauss_on_unit(4 * multipoles + 16, x, w);
  std::vector<double> overlap(static_cast<std::size_t>(multipoles) + 1, 0.0);
  for (std::size_t k = 0; k < x.size(); ++k) {
    const std::vector<double> P = legendre(1, 2 * multipoles, x[k]);
    const double s = std::sqrt(1.0 - x[k] * x[k]);
    for (int q = 1; q <= multipoles; ++q)
      overlap[static_cast<std::size_t>(q)] += w[k] * P[2 * static_cast<std::size_t>(q)] * s;
  }
  for (int q = 1; q <= multipoles; ++q) {
    const double n = 2.0 * q;
    const double norm = n * (n + 1.0) / (2.0 * n + 1.0);
    mu += 1.5 * overlap[static_cast<std::size_t>(q)] * overlap[static_cast<std::size_t>(q)] / norm / (n + 1.0);
  }
  return mu;
}

}  // namespace swell::hydro
