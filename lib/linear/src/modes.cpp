// Eigenmodes of a linearised case, and whether one of them grows.
#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "linear_case.h"

namespace swell::linear {

std::optional<std::string> LinearCase::instability(const std::vector<Mode>& modes, double lowest) {
  // Growth visible within hours; zero eigenvalues of drift are below (central differences leave 1e-5).
  constexpr double kGrowth = 1e-3;  // [rad/s]
  double growth = 0.0;
  for (const Mode& m : modes) growth = std::max(growth, -m.damping * m.omega);
  const Eigen::VectorXcd values = impl_->at(lowest, impl_->direction).a.eigenvalues();
  for (const Complex value : values) {
    if (std::abs(value.imag()) < 1e-6) growth = std::max(growth, value.real());
  }
  if (growth < kGrowth) return std::nullopt;
  return fmt::format(
      "unstable about its design position: a motion grows e-fold in {:.3g} s, so that there is no response "
      "to waves and no mean power; look at the sign of stiffness, damping and control, and at centres "
      "of gravity and buoyancy",
      1.0 / growth);
}

std::vector<Mode> LinearCase::modes(const std::vector<double>& omega) {
  struct Eigen_ {
    Complex value;
    Eigen::VectorXcd vector;
  };
  const auto look = [&](double w) {
    const At& s = impl_->at(w, impl_->direction);
    const Eigen::EigenSolver<MatrixX> solver(s.a);
    std::vector<Eigen_> list;
    for (Eigen::Index i = 0; i < s.a.rows(); ++i) {
      if (solver.eigenvalues()[i].imag() > 1e-6)
        list.push_back({solver.eigenvalues()[i], solver.eigenvectors().col(i)});
    }
    return list;
  };
  // Continues an eigenvalue at the next frequency: the same shape (modal assurance), then the nearest.
  const auto goes_on = [](const Eigen_& from, const std::vector<Eigen_>& list) -> const Eigen_* {
    const Eigen_* best = nullptr;
    double most = 0.0;
    for (const Eigen_& e : list) {
      const double likeness = std::abs(from.vector.dot(e.vector)) / (from.vector.norm() * e.vector.norm()) /
                              (1.0 + std::abs(e.value - from.value) / std::abs(from.value));
      if (likeness > most) {
        most = likeness;
        best = &e;
      }
    }
    return best;
  };
  std::vector<Mode> modes;
  std::vector<Eigen_> before;
  for (std::size_t i = 0; i < omega.size(); ++i) {
    const std::vector<Eigen_> now = look(omega[i]);
    for (const Eigen_& start : before) {
      const Eigen_* end = goes_on(start, now);
      if (end == nullptr || !(start.value.imag() >= omega[i - 1]) || !(end->value.imag() < omega[i])) continue;
      double low = omega[i - 1], high = omega[i], f_low = start.value.imag() - low, f_high = end->value.imag() - high;
      Eigen_ at = start;
      double w = low;
      for (int k = 0; k < 8 && high - low > 1e-9 * high; ++k) {  // Illinois: the retained end counts half
        w = f_low == f_high ? 0.5 * (low + high) : (low * f_high - high * f_low) / (f_high - f_low);
        const std::vector<Eigen_> list = look(w);
        const Eigen_* next = goes_on(at, list);
        if (next == nullptr) break;
        at = *next;
        const double f = at.value.imag() - w;
        if (std::abs(f) < 1e-10 * w) break;
        if (f > 0.0) {
          low = w;
          f_low = f;
          f_high *= 0.5;
        } else {
          high = w;
          f_high = f;
          f_low *= 0.5;
        }
      }
      Mode mode;
      mode.omega = at.value.imag();
      mode.damping = -at.value.real() / std::abs(at.value);
      const Eigen::VectorXcd y = impl_->at(w, impl_->direction).c.cast<Complex>() * at.vector;
      double largest = 0.0;
      Complex reference = 1.0;
      const auto is_position = [&](std::size_t k) { return impl_->outputs[k].path.rfind("/bodies/", 0) == 0; };
      for (std::size_t k = 0; k < impl_->outputs.size(); ++k) {
        const Complex value = y[static_cast<Eigen::Index>(k)];
        if (!is_position(k) || !(std::abs(value) > largest)) continue;
        largest = std::abs(value);
        reference = value;
      }
      for (std::size_t k = 0; k < impl_->outputs.size(); ++k) {
        const Complex value = y[static_cast<Eigen::Index>(k)];
        const double part = largest > 0.0 ? std::abs(value) / largest : 0.0;
        if (is_position(k) && part > 0.05)
          mode.shape.push_back({impl_->outputs[k].name(), part, std::arg(value * std::conj(reference))});
      }
      std::stable_sort(mode.shape.begin(), mode.shape.end(),
                       [](const Mode::Part& a, const Mode::Part& b) { return a.amplitude > b.amplitude; });
      modes.push_back(std::move(mode));
    }
    before = now;
  }
  std::sort(modes.begin(), modes.end(), [](const Mode& a, const Mode& b) { return a.omega < b.omega; });
  return modes;
}

}  // namespace swell::linear
