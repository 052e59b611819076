#include "swell/hydro/point_absorber_array.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include "swell/base/error.h"
#include "swell/base/interpolation.h"
#include "swell/hydro/impulse_response.h"

namespace swell::hydro {
namespace {

[[noreturn]] void refuse(const HydroData& single, const std::string& what, const std::string& remedy) {
  throw InputError(Diagnostic{Severity::error, Origin{single.file, 0, 0, {}}, what, {}, {}, remedy});
}

/// omega B' of the heave over all frequencies of the single body, from 0.
CubicSpline heave_damping(const HydroData& single) {
  std::vector<double> omega{0.0}, value{0.0};
  for (std::size_t k = 0; k < single.omega.size(); ++k) {
    omega.push_back(single.omega[k]);
    value.push_back(single.omega[k] * single.bodies.front().radiation_damping[k](2, 2));
  }
  return {omega, value};
}

std::size_t heading_zero(const HydroData& single) {
  for (std::size_t d = 0; d < single.direction.size(); ++d) {
    if (std::abs(single.direction[d]) < 1e-9) return d;
  }
  refuse(single, "has no heading of 0 degrees", "the excitation of the array is made from it");
}

/// Coefficients are held several times over while they are made: 1e9 numbers are some tens of GB.
void check_size(const HydroData& single, const ArrayOptions& o, double samples) {
  const double size = 36.0 * std::pow(static_cast<double>(o.positions.size()), 2) * samples;
  if (!(size <= 1e9))
    refuse(
        single,
        fmt::format("{} bodies with {:g} frequencies and kernel samples need matrices of {:.2g} numbers, more than 1e9",
                    o.positions.size(), samples, size),
        "take fewer bodies, fewer frequencies, a longer irf_step or a shorter irf_end");
}

void check_numbers(const HydroData& single, const ArrayOptions& o) {
  if (o.positions.empty()) refuse(single, "no positions are given", "an array needs one for each body");
  for (std::size_t i = 0; i < o.positions.size(); ++i) {
    if (!o.positions[i].allFinite())
      refuse(single, fmt::format("body {} stands at {:g}, {:g} m", i + 1, o.positions[i].x(), o.positions[i].y()),
             "give finite coordinates");
  }
  for (const double direction : o.directions) {
    if (!std::isfinite(direction))
      refuse(single, fmt::format("heading = {:g} deg must be finite", direction), "give headings in degrees");
  }
  if (o.frequencies < 2)
    refuse(single, fmt::format("frequencies = {} must be at least 2", o.frequencies), "give their number");
  if (!(o.irf_step > 0.0) || !std::isfinite(o.irf_step))
    refuse(single, fmt::format("irf_step = {:g} s must be above 0", o.irf_step), "0.1 s is usual");
  if (!(o.irf_end >= 0.0) || !std::isfinite(o.irf_end))
    refuse(single, fmt::format("irf_end = {:g} s must be at least 0", o.irf_end), "0 takes what the waves need");
  check_size(single, o, static_cast<double>(o.frequencies));
}

void check(const HydroData& single, const ArrayOptions& o) {
  check_numbers(single, o);
  if (single.bodies.size() != 1 || single.bodies.front().dof != 6)
    refuse(single, fmt::format("holds {} bodies; an array is made from one rigid body", single.bodies.size()), "");
  const HydroBody& body = single.bodies.front();
  if (single.water_depth)
    refuse(single, fmt::format("is for {:g} m of water", *single.water_depth),
           "the point-absorber array is that of infinite depth");
  if (body.radiation_damping.empty() || body.added_mass.empty() || body.excitation.empty() ||
      body.radiation_irf.empty() || !body.added_mass_infinite)
    refuse(single, "lacks added mass, damping, excitation or the radiation kernel", "");
  if (std::hypot(body.cg.x(), body.cg.y()) > 1e-9) refuse(single, "does not stand on the z axis", "");
  for (const MatrixX& B : body.radiation_damping) {
    if (std::abs(B(0, 0) - B(1, 1)) > 1e-6 * B.diagonal().head<3>().maxCoeff())
      refuse(single, "is not a body of revolution: surge and sway have different damping", "");
  }
  const double radius = std::sqrt(std::max(0.0, body.restoring_stiffness(2, 2)) / kPi);
  for (std::size_t i = 0; i < o.positions.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const double d = (o.positions[i] - o.positions[j]).norm();
      if (d < 2.0 * radius)
        refuse(single,
               fmt::format("bodies {} and {} are {:g} m apart, and the waterline has a radius of {:g} m", j + 1, i + 1,
                           d, radius),
               "move them apart");
    }
  }
  if (o.omega_min < single.omega.front() * (1.0 - 1e-9) || o.omega_max >= single.omega.back() ||
      !(o.omega_min < o.omega_max))
    refuse(single,
           fmt::format("frequencies {:g} to {:g} rad/s are not within {:g} to {:g}", o.omega_min, o.omega_max,
                       single.omega.front(), single.omega.back()),
           "");
  if (o.directions.empty() ||
      std::adjacent_find(o.directions.begin(), o.directions.end(), std::greater_equal<>()) != o.directions.end())
    refuse(single, "the headings of an array must be given in ascending order", "");
}

/// Every entry of `samples` read by spline over x at the points of `at`; zero beyond the last x.
std::vector<MatrixX> resampled(const std::vector<double>& x, const std::vector<MatrixX>& samples,
                               const std::vector<double>& at) {
  const Eigen::Index n = samples.front().rows();
  std::vector<MatrixX> out(at.size(), MatrixX::Zero(n, n));
  std::vector<double> y(x.size());
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < n; ++j) {
      bool any = false;
      for (std::size_t k = 0; k < x.size(); ++k) {
        y[k] = samples[k](i, j);
        any = any || y[k] != 0.0;
      }
      if (!any) continue;
      const CubicSpline spline(x, y);
      for (std::size_t k = 0; k < at.size(); ++k) {
        if (at[k] <= x.back() * (1.0 + 1e-12)) out[k](i, j) = spline(at[k]);
      }
    }
  }
  return out;
}

/// The interaction of two bodies at one distance in heave, normalised as HydroData.
struct Pair {
  std::vector<double> added_mass, damping, kernel;
};

/// On a grid so fine that J0(omega^2 d/g) cos(omega t) turns by at most 0.2 rad from point to point.
Pair pair_at(const CubicSpline& heave, double omega_end, double distance, double gravity,
             const std::vector<double>& omega, double irf_step, std::size_t irf_count) {
  const double t_end = irf_step * static_cast<double>(irf_count);
  const double fine = 0.2 / (2.0 * omega_end * distance / gravity + t_end);
  const auto cells = static_cast<std::size_t>(std::ceil(omega_end / fine));
  const double d_omega = omega_end / static_cast<double>(cells);
  std::vector<double> g(cells + 1);  // omega B' J0: the damping / rho
  for (std::size_t k = 0; k <= cells; ++k) {
    const double w = static_cast<double>(k) * d_omega;
    g[k] = heave(w) * ::j0(w * w * distance / gravity);
  }
  Pair pair;
  std::vector<double> weighted = g, cosines, sines;
  for (std::size_t k = 0; k <= cells; ++k) weighted[k] *= (k == 0 || k == cells) ? 0.5 * d_omega : d_omega;
  cosine_sine_sums(weighted, 0.0, d_omega, 0.0, irf_step, irf_count, CosineSum::fftw, cosines, sines);
  for (const double c : cosines) pair.kernel.push_back(2.0 / kPi * c);
  for (const double w : omega) {
    const double b = heave(w) * ::j0(w * w * distance / gravity);
    pair.damping.push_back(b / w);
    // The principal value of int ds / (s^2 - w^2) over the half line is 0: b is taken off the integrand, which is then
    // smooth, and what this leaves beyond the last frequency is put back in closed form.
    double sum = 0.0;
    for (std::size_t k = 0; k <= cells; ++k) {
      const double s = static_cast<double>(k) * d_omega, below = s * s - w * w;
      double value = 0.0;
      if (std::abs(s - w) > 1e-6 * d_omega) {
        value = (g[k] - b) / below;
      } else {
        value = (g[k + 1] - g[k - 1]) / (2.0 * d_omega) / (2.0 * w);  // the limit: b'(w) / 2 w
      }
      sum += (k == 0 || k == cells) ? 0.5 * value : value;
    }
    const double beyond = -b / (2.0 * w) * std::log((omega_end + w) / (omega_end - w));
    pair.added_mass.push_back(2.0 / kPi * (sum * d_omega + beyond));
  }
  return pair;
}

}  // namespace

double array_kernel_end(const HydroData& single, double distance, double gravity) {
  const HydroBody& body = single.bodies.front();
  double peak = 0.0, last = 0.0;
  for (std::size_t k = 0; k < single.omega.size(); ++k)
    peak = std::max(peak, single.omega[k] * body.radiation_damping[k](2, 2));
  for (std::size_t k = 0; k < single.omega.size(); ++k) {
    if (single.omega[k] * body.radiation_damping[k](2, 2) > 1e-3 * peak) last = single.omega[k];
  }
  return body.radiation_irf_time.back() + 2.0 * last * distance / gravity;
}

HydroData point_absorber_array(const HydroData& single, const ArrayOptions& o) {
  check(single, o);
  const HydroBody& one = single.bodies.front();
  const double gravity = single.gravity.value_or(kGravity);
  const std::size_t n = o.positions.size();
  HydroData data;
  data.file = single.file + " (array)";
  data.code = "SWELL-POINT-ABSORBER-ARRAY";
  data.density = single.density;
  data.gravity = single.gravity;
  data.direction = o.directions;
  for (std::size_t k = 0; k < o.frequencies; ++k) {
    data.omega.push_back(o.omega_min +
                         (o.omega_max - o.omega_min) * static_cast<double>(k) / static_cast<double>(o.frequencies - 1));
  }
  double longest = 0.0;
  for (const Eigen::Vector2d& p : o.positions) {
    for (const Eigen::Vector2d& q : o.positions) longest = std::max(longest, (p - q).norm());
  }
  const double irf_end = o.irf_end > 0.0 ? o.irf_end : array_kernel_end(single, longest, gravity);
  check_size(single, o, static_cast<double>(o.frequencies) + irf_end / o.irf_step);
  const auto count = static_cast<std::size_t>(std::ceil(irf_end / o.irf_step - 1e-9)) + 1;
  std::vector<double> time(count);
  for (std::size_t k = 0; k < count; ++k) time[k] = o.irf_step * static_cast<double>(k);

  const std::vector<MatrixX> own_mass = resampled(single.omega, one.added_mass, data.omega);
  const std::vector<MatrixX> own_kernel = resampled(one.radiation_irf_time, one.radiation_irf, time);
  // omega B' is what varies smoothly.
  std::vector<MatrixX> damping = one.radiation_damping;
  for (std::size_t k = 0; k < damping.size(); ++k) damping[k] *= single.omega[k];
  std::vector<MatrixX> own_damping = resampled(single.omega, damping, data.omega);
  std::vector<CubicSpline> X;  // re and im of surge, heave, pitch at heading 0
  const std::size_t heading = heading_zero(single);
  for (const int mode : {0, 2, 4}) {
    for (const bool imaginary : {false, true}) {
      std::vector<double> y;
      for (const Eigen::VectorXcd& value : one.excitation[heading])
        y.push_back(imaginary ? value(mode).imag() : value(mode).real());
      X.emplace_back(single.omega, y);
    }
  }

  const CubicSpline heave = heave_damping(single);
  for (std::size_t k = 0; k < own_damping.size(); ++k) {
    own_damping[k](2, 2) = heave(data.omega[k]);  // of the same curve as the coupling: the sum stays semi-definite
    own_damping[k] /= data.omega[k];
  }
  std::map<long, Pair> pairs;  // by distance to a micrometre: a lattice has few different ones
  const auto total = static_cast<Eigen::Index>(6 * n);
  for (std::size_t i = 0; i < n; ++i) {
    HydroBody body;
    body.name = fmt::format("{}{}", one.name, i + 1);
    const Vector3 at(o.positions[i].x(), o.positions[i].y(), 0.0);
    body.cg = one.cg + at;
    body.cb = one.cb + at;
    body.displaced_volume = one.displaced_volume;
    body.restoring_stiffness = one.restoring_stiffness;
    const auto first = static_cast<Eigen::Index>(6 * i);
    const auto placed = [&](const MatrixX& own) {
      MatrixX wide = MatrixX::Zero(6, total);
      wide.middleCols<6>(first) = own;
      return wide;
    };
    body.added_mass_infinite = placed(*one.added_mass_infinite);
    for (const MatrixX& own : own_mass) body.added_mass.push_back(placed(own));
    for (const MatrixX& own : own_damping) body.radiation_damping.push_back(placed(own));
    for (const MatrixX& own : own_kernel) body.radiation_irf.push_back(placed(own));
    body.radiation_irf_time = time;
    for (std::size_t j = 0; j < n; ++j) {
      if (i == j) continue;
      const double distance = (o.positions[i] - o.positions[j]).norm();
      const long key = std::lround(1e6 * distance);
      auto found = pairs.find(key);
      if (found == pairs.end()) {
        found =
            pairs.emplace(key, pair_at(heave, single.omega.back(), distance, gravity, data.omega, o.irf_step, count))
                .first;
      }
      const auto column = static_cast<Eigen::Index>(6 * j + 2);
      for (std::size_t k = 0; k < data.omega.size(); ++k) {
        body.added_mass[k](2, column) = found->second.added_mass[k];
        body.radiation_damping[k](2, column) = found->second.damping[k];
      }
      for (std::size_t k = 0; k < count; ++k) body.radiation_irf[k](2, column) = found->second.kernel[k];
    }
    for (const double direction : o.directions) {
      const double c = std::cos(direction * kDegree), s = std::sin(direction * kDegree);
      body.excitation.emplace_back();
      for (const double w : data.omega) {
        const std::complex<double> phase = std::polar(1.0, -w * w / gravity * (at.x() * c + at.y() * s));
        const std::complex<double> surge = phase * std::complex<double>(X[0](w), X[1](w)),
                                   pitch = phase * std::complex<double>(X[4](w), X[5](w));
        Eigen::VectorXcd force = Eigen::VectorXcd::Zero(6);
        force << c * surge, s * surge, phase * std::complex<double>(X[2](w), X[3](w)), -s * pitch, c * pitch, 0.0;
        body.excitation.back().push_back(std::move(force));
      }
    }
    data.bodies.push_back(std::move(body));
  }
  return data;
}

}  // namespace swell::hydro
