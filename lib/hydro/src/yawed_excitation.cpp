#include "swell/hydro/yawed_excitation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <numeric>

#include "radiation_kernels.h"
#include "wave_phases.h"

namespace swell::hydro {

YawedExcitation::YawedExcitation(const HydroBodyRef& body, const waves::SeaState& sea, Interpolation rule,
                                 MeanDrift mean_drift)
    : ramp_{sea.ramp_duration()} {
  const ExcitationCoefficients coefficients(body, sea.density(), sea.gravity(), rule);
  if (!coefficients.all_round()) {
    throw InputError(
        {}, fmt::format("body {} of {}: the headings of the data do not go all round", body->name, body.data->file),
        "passive_yaw needs excitation from -180 to 180 degrees");
  }
  const waves::WaveComponents& c = sea.components();
  std::vector<Eigen::Index> order(static_cast<std::size_t>(c.size()));
  std::iota(order.begin(), order.end(), Eigen::Index{0});
  std::stable_sort(order.begin(), order.end(),
                   [&c](Eigen::Index a, Eigen::Index b) { return c.direction[a] < c.direction[b]; });
  const Eigen::Index n = c.size();
  omega_.resize(n);
  kx_.resize(n);
  ky_.resize(n);
  re_.resize(6 * headings_, n);
  im_.resize(6 * headings_, n);
  drift_.setZero(6 * headings_, n);
  const double spacing = 2.0 * kPi / headings_;
  const double x = body->cg.x(), y = body->cg.y();
  for (Eigen::Index i = 0; i < n; ++i) {
    const Eigen::Index from = order[static_cast<std::size_t>(i)];
    if (runs_.empty() || runs_.back().direction != c.direction[from]) runs_.push_back({c.direction[from], i, 0});
    ++runs_.back().count;
    omega_[i] = c.omega[from];
    kx_[i] = c.wavenumber[from] * std::cos(c.direction[from]);
    ky_[i] = c.wavenumber[from] * std::sin(c.direction[from]);
    re_.col(i).setZero();
    im_.col(i).setZero();
    const bool record = sea.systems()[static_cast<std::size_t>(c.system[from])].record.has_value();
    if (record && c.omega[from] > body.data->omega.back()) continue;  // as in LinearExcitation
    // The body turns, its place does not: that has the phase of the wave's own direction. WEC-Sim turns it too.
    const double lag = rule == Interpolation::wec_sim ? 0.0 : kx_[i] * x + ky_[i] * y;
    for (int h = 0; h < headings_; ++h) {
      const double heading = std::remainder(h * spacing, 2.0 * kPi);
      const Eigen::Matrix<std::complex<double>, 6, 1> X =
          coefficients.at(c.omega[from], heading, 0.0).head<6>() * std::polar(c.amplitude[from], c.phase[from] - lag);
      re_.block<6, 1>(6 * h, i) = X.real();
      im_.block<6, 1>(6 * h, i) = X.imag();
      if (mean_drift == MeanDrift::none) continue;
      drift_.block<6, 1>(6 * h, static_cast<Eigen::Index>(runs_.size()) - 1) +=
          c.amplitude[from] * c.amplitude[from] * coefficients.mean_drift(mean_drift, c.omega[from], heading).head<6>();
    }
  }
  drift_.conservativeResize(Eigen::NoChange, static_cast<Eigen::Index>(runs_.size()));
}

void YawedExcitation::evaluate(double t, double yaw, double coefficient_yaw, const double* offset, double* out) const {
  constexpr Eigen::Index kChunk = 64;  // components whose sines stand on the stack together
  // Written before they are read, and clearing them would cost in the time loop.
  std::array<double, kChunk> c, s;  // NOLINT(cppcoreguidelines-pro-type-member-init)
  const double spacing = 2.0 * kPi / headings_;
  Vector6 local = Vector6::Zero();
  for (std::size_t r = 0; r < runs_.size(); ++r) {
    const Run& run = runs_[r];
    double place = (run.direction - coefficient_yaw) / spacing;
    place -= headings_ * std::floor(place / headings_);
    const int below = static_cast<int>(place) % headings_, above = (below + 1) % headings_;
    const double share = place - std::floor(place);
    const auto column = static_cast<Eigen::Index>(r);
    Vector6 at_below = drift_.block<6, 1>(6 * below, column), at_above = drift_.block<6, 1>(6 * above, column);
    for (Eigen::Index at = run.first; at < run.first + run.count; at += kChunk) {
      const auto n = static_cast<int>(std::min(kChunk, run.first + run.count - at));
      turn_phases(n, omega_.data() + at, kx_.data() + at, ky_.data() + at, t, offset[0], offset[1], c.data(), s.data());
      const auto add = [&](int heading, Vector6& sum) {
        const Eigen::Index entry = 6 * heading * omega_.size() + at;
        add_phasors(6, n, re_.data() + entry, im_.data() + entry, static_cast<int>(omega_.size()), c.data(), s.data(),
                    sum.data());
      };
      add(below, at_below);
      add(above, at_above);
    }
    local += (1.0 - share) * at_below + share * at_above;
  }
  const double R = ramp_(t), cosine = std::cos(yaw), sine = std::sin(yaw);
  for (const int at : {0, 3}) {
    out[at] = R * (cosine * local[at] - sine * local[at + 1]);
    out[at + 1] = R * (sine * local[at] + cosine * local[at + 1]);
    out[at + 2] = R * local[at + 2];
  }
}

}  // namespace swell::hydro
