#include "swell/hydro/power_bound.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <complex>
#include <map>

namespace swell::hydro {

namespace {

// Of damping that is scaled to a diagonal of 1: round-off of the data, by which a bound is too large, never too small.
constexpr double kOfDiagonal = 1e-6;
// Damping is smooth in frequency: that of the nearest of so many frequencies is taken.
constexpr std::size_t kMostFrequencies = 64;

struct Damping {
  VectorX scale;  // of the rows: 1/sqrt(B_ii), 0 without damping
  Eigen::LLT<MatrixX> matrix;
};

Damping damping_at(const RadiationCoefficients& radiation, const std::vector<int>& rows, double omega) {
  const MatrixX all = radiation.damping(omega);
  MatrixX own = all(rows, rows);
  own = (0.5 * (own + own.transpose())).eval();
  Damping damping;
  damping.scale = own.diagonal().unaryExpr([](double b) { return b > 0.0 ? 1.0 / std::sqrt(b) : 0.0; });
  own = (damping.scale.asDiagonal() * own * damping.scale.asDiagonal()).eval();
  own.diagonal().array() += kOfDiagonal;
  damping.matrix.compute(own);
  return damping;
}

}  // namespace

double greatest_power(const LinearExcitation& excitation, const RadiationCoefficients& radiation,
                      const std::vector<int>& rows, std::optional<double> at) {
  const Eigen::ArrayXd& omega = excitation.omega();
  if (rows.empty() || omega.size() == 0) return 0.0;
  std::map<double, Eigen::VectorXcd> forces;  // waves of one frequency act together
  for (Eigen::Index i = 0; i < omega.size(); ++i) {
    const Eigen::VectorXcd force = excitation.amplitudes(i)(rows);
    const auto [place, fresh] = forces.emplace(omega[i], force);
    if (!fresh) place->second += force;
  }
  const VectorX length = radiation.scale()(rows);
  const double first = forces.begin()->first, span = forces.rbegin()->first - first;
  const bool each = forces.size() <= kMostFrequencies;
  const double step = span / static_cast<double>(kMostFrequencies - 1);
  std::map<double, Damping> known;
  double power = 0.0;
  for (const auto& [frequency, force] : forces) {
    const double own = at ? *at : each ? frequency : first + step * std::round((frequency - first) / step);
    auto found = known.find(own);
    if (found == known.end()) found = known.emplace(own, damping_at(radiation, rows, own)).first;
    const Damping& damping = found->second;
    if (damping.matrix.info() != Eigen::Success) return HUGE_VAL;
    const VectorX size = force.cwiseAbs().cwiseProduct(length);
    for (Eigen::Index i = 0; i < size.size(); ++i)
      if (damping.scale[i] == 0.0 && size[i] > kOfDiagonal * size.maxCoeff()) return HUGE_VAL;
    const Eigen::VectorXcd scaled = damping.scale.asDiagonal() * force;
    const VectorX re = scaled.real(), im = scaled.imag();
    power += 0.125 * (re.dot(damping.matrix.solve(re)) + im.dot(damping.matrix.solve(im)));
  }
  return power;
}

}  // namespace swell::hydro
