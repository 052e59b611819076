/// Made data: hemispheres that only heave and that respond to each other's radiated waves without scattering them
/// (point absorbers [Budal1977], [Evans1980]): B_ij = B J0(k d), positive semi-definite as the Haskind integral over
/// all headings, K_ij its cosine transform.
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <map>
#include <string>
#include <vector>

#include "swell/base/interpolation.h"
#include "swell/hydro/impulse_response.h"

namespace swell_test {

/// omega B' of the heave over all frequencies of `single`, from 0.
inline swell::CubicSpline heave_damping(const swell::hydro::HydroData& single) {
  std::vector<double> omega{0.0}, value{0.0};
  for (std::size_t k = 0; k < single.omega.size(); ++k) {
    omega.push_back(single.omega[k]);
    value.push_back(single.omega[k] * single.bodies[0].radiation_damping[k](2, 2));
  }
  return {omega, value};
}

/// @param single  one body of revolution on the z axis in infinite depth; its frequencies up to 3 rad/s are kept
/// @param at      [m] x and y of each body
/// @param end     [s] length of the kernels at steps of 0.1 s; 0: until the slowest wave that counts has passed
/// The added mass has no coupled part except in the kernel: that of the finite frequencies is not used in time.
inline swell::hydro::HydroData absorber_array(const swell::hydro::HydroData& single,
                                              const std::vector<Eigen::Vector2d>& at, double end = 0.0) {
  using swell::MatrixX;
  constexpr double kG = 9.81, kStep = 0.1, kLast = 6.6;  // [rad/s]: 1e-3 of the peak of the damping is left
  const swell::hydro::HydroBody& one = single.bodies[0];
  const swell::CubicSpline heave = heave_damping(single);
  const auto n = static_cast<Eigen::Index>(at.size());
  double longest = 0.0;
  for (const auto& p : at) {
    for (const auto& q : at) longest = std::max(longest, (p - q).norm());
  }
  if (end == 0.0) end = 20.0 + 2.0 * kLast * longest / kG;
  const auto times = static_cast<std::size_t>(std::ceil(end / kStep - 1e-9)) + 1;
  // J0(omega^2 d/g) cos(omega t) turns by at most 0.2 rad from point to point.
  const auto kernel = [&](double distance) {
    const double last = single.omega.back();
    const auto cells = static_cast<std::size_t>(std::ceil(last * (2.0 * last * distance / kG + end) / 0.2));
    const double step = last / static_cast<double>(cells);
    std::vector<double> g(cells), cosines, sines;
    for (std::size_t k = 1; k < cells; ++k) {
      const double w = static_cast<double>(k) * step;
      g[k] = 2.0 / swell::kPi * step * heave(w) * ::j0(w * w * distance / kG);
    }
    swell::hydro::cosine_sine_sums(g, 0.0, step, 0.0, kStep, times, swell::hydro::CosineSum::fftw, cosines, sines);
    return cosines;
  };
  swell::hydro::HydroData data;
  data.density = single.density;
  data.gravity = single.gravity;
  data.direction = {0.0};
  std::copy_if(single.omega.begin(), single.omega.end(), std::back_inserter(data.omega),
               [](double w) { return w < 3.0; });
  std::map<long, std::vector<double>> kernels;  // by distance to a micrometre: a lattice has few different ones
  for (Eigen::Index i = 0; i < n; ++i) {
    const Eigen::Vector2d here = at[static_cast<std::size_t>(i)];
    swell::hydro::HydroBody body;
    body.name = one.name + std::to_string(i + 1);
    body.cg = one.cg + swell::Vector3(here.x(), here.y(), 0.0);
    body.cb = one.cb + swell::Vector3(here.x(), here.y(), 0.0);
    body.displaced_volume = one.displaced_volume;
    body.restoring_stiffness = one.restoring_stiffness;
    const MatrixX nothing = MatrixX::Zero(6, 6 * n);
    body.added_mass_infinite = nothing;
    (*body.added_mass_infinite)(2, 6 * i + 2) = (*one.added_mass_infinite)(2, 2);
    body.added_mass.assign(data.omega.size(), nothing);
    body.radiation_damping = body.added_mass;
    body.excitation.emplace_back();
    for (std::size_t t = 0; t < times; ++t) body.radiation_irf_time.push_back(kStep * static_cast<double>(t));
    body.radiation_irf.assign(times, nothing);
    for (Eigen::Index j = 0; j < n; ++j) {
      const double d = (here - at[static_cast<std::size_t>(j)]).norm();
      std::vector<double>& K = kernels[std::lround(1e6 * d)];
      if (K.empty()) K = kernel(d);
      for (std::size_t t = 0; t < times; ++t) body.radiation_irf[t](2, 6 * j + 2) = K[t];
      for (std::size_t k = 0; k < data.omega.size(); ++k) {
        const double w = data.omega[k];
        body.radiation_damping[k](2, 6 * j + 2) = heave(w) / w * ::j0(w * w * d / kG);
      }
    }
    for (std::size_t k = 0; k < data.omega.size(); ++k) {
      const double w = data.omega[k];
      body.added_mass[k](2, 6 * i + 2) = one.added_mass[k](2, 2);
      body.excitation[0].emplace_back(Eigen::VectorXcd::Zero(6));
      body.excitation[0][k](2) = one.excitation[0][k](2) * std::polar(1.0, -w * w / kG * here.x());
    }
    data.bodies.push_back(std::move(body));
  }
  return data;
}

}  // namespace swell_test
