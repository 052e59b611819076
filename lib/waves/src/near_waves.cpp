#include "swell/waves/near_waves.h"

#include <algorithm>
#include <cmath>

#include "swell/base/wide_math.h"

namespace swell::waves {

struct Expansion {
  Eigen::Index count = 0;
  const double *omega = nullptr, *wavenumber = nullptr, *phase = nullptr, *amplitude = nullptr;
  double time = 0.0, ahead = 0.0, z = 0.0, radius = 0.0;  ///< of the centre; [s, m]
  double gravity = 0.0, depth = 0.0, shortest = 0.0;      ///< depth 0: infinite; for k above `shortest` deep water
  int terms = 0;
};

// Functions with external linkage: target_clones needs them.
SWELL_WIDE void expand_clones(const Expansion& e, double* down, double* up);
SWELL_WIDE void add_powers_clones(int terms, const double* coefficients, const double* point, double* sums);

/// Coefficients sum_j c_j (k_j radius)^n / n! of the series in (z - i s) / radius, and of the mirrored waves.
SWELL_WIDE void expand_clones(const Expansion& e, double* down, double* up) {
  const bool has_bottom = e.depth > 0.0;
  const Eigen::Index size = 8 * e.terms;
  Wide4 sums[8 * 64], mirrored[8 * 64];
  std::fill(sums, sums + size, Wide4{});
  if (has_bottom) std::fill(mirrored, mirrored + size, Wide4{});
  Wide4 sine = {}, cosine = {}, decay = {}, q = {}, reflected = {};
  for (Eigen::Index j = 0; j < e.count; j += kWide4) {
    const int n = static_cast<int>(std::min<Eigen::Index>(kWide4, e.count - j));
    Wide4 omega = {}, k = {}, phase = {}, amplitude = {};
    load_some(e.omega + j, n, omega);
    load_some(e.wavenumber + j, n, k);
    load_some(e.phase + j, n, phase);
    load_some(e.amplitude + j, n, amplitude);
    omega = omega > 0.0 ? omega : Wide4{} + 1.0;  // for lanes without a component
    sine_cosine(omega * e.time - k * e.ahead + phase, sine, cosine);
    Wide4 exponent = k * e.z;
    at_least(exponent, -700.0);
    exponential(exponent, decay);
    const Wide4 speed = amplitude * e.gravity * k / omega;
    if (has_bottom) {
      exponent = -2.0 * e.depth * k;
      at_least(exponent, -700.0);
      exponential(exponent, q);
      q = k <= e.shortest ? q : Wide4{};
      exponent = -k * (e.z + 2.0 * e.depth);
      at_least(exponent, -700.0);
      exponential(exponent, reflected);
      const Wide4 share = 1.0 / (1.0 + q);
      reflected = q > 0.0 ? reflected * share : Wide4{};
      decay *= share;
    }
    const Wide4 kinds[4] = {amplitude, amplitude * decay, speed * decay, omega * speed * decay};
    const Wide4 mirrors[4] = {Wide4{}, amplitude * reflected, speed * reflected, omega * speed * reflected};
    Wide4 power = Wide4{} + 1.0;
    for (int term = 0; term < e.terms; ++term) {
      const Wide4 re = power * cosine, im = power * sine;
      for (int s = 0; s < 4; ++s) {
        sums[8 * term + s] += kinds[s] * re;
        sums[8 * term + 4 + s] += kinds[s] * im;
        if (!has_bottom) continue;
        mirrored[8 * term + s] += mirrors[s] * re;
        mirrored[8 * term + 4 + s] += mirrors[s] * im;
      }
      power *= k * (e.radius / (term + 1));
    }
  }
  for (Eigen::Index i = 0; i < size; ++i) {
    down[i] = sum_of(sums[i]);
    if (has_bottom) up[i] = sum_of(mirrored[i]);
  }
}

/// Four series at four points: real parts, then imaginary parts; sums likewise.
SWELL_WIDE void add_powers_clones(int terms, const double* coefficients, const double* point, double* sums) {
  const Wide4 x = four(point), y = four(point + kWide4);
  Wide4 re = {}, im = {};
  for (int term = terms; term-- > 0;) {
    const Wide4 next = re * x - im * y + four(coefficients + 8 * term);
    im = re * y + im * x + four(coefficients + 8 * term + kWide4);
    re = next;
  }
  four(sums) += re;
  four(sums + kWide4) += im;
}

NearWaves::NearWaves(const SeaState& sea, double time, const Vector3& centre, double radius) : NearWaves(sea, time) {
  constexpr Eigen::Index kFew = 16;      // components: their direct sums are as fast
  constexpr double kMostRadians = 12.0;  // of the shortest wave; beyond, terms of e^12 cancel
  constexpr double kNeglected = 1e-12;   // of each component
  constexpr double kDeepOfWecSim = 200.0;
  const WaveComponents& c = sea.components();
  const auto with_record = [](const WaveSystem& system) { return system.record.has_value(); };
  if (c.size() < kFew || (c.direction != c.direction[0]).any() ||
      std::any_of(sea.systems().begin(), sea.systems().end(), with_record))
    return;
  radius_ = radius;
  if (sea.choices().stretching == Stretching::wheeler) radius_ += std::sqrt(2.0 * c.amplitude.square().sum());
  const double radians = radius_ * c.wavenumber.maxCoeff();
  if (!(radians > 0.0 && radians <= kMostRadians)) return;
  double term = 1.0;
  while (term > kNeglected || terms_ < radians) term *= radians / ++terms_;
  terms_ = std::min(terms_, static_cast<int>(kMostTerms));
  cos_ = std::cos(c.direction[0]);
  sin_ = std::sin(c.direction[0]);
  ahead_ = centre.x() * cos_ + centre.y() * sin_;
  z_ = std::min(centre.z(), 0.0);
  const bool by_wec_sim = sea.choices().depth_law == DepthLaw::wec_sim;
  const double depth = sea.depth().value_or(by_wec_sim ? kDeepOfWecSim : 0.0);
  has_bottom_ = depth > 0.0;
  expand_clones({c.size(), c.omega.data(), c.wavenumber.data(), c.phase.data(), c.amplitude.data(), time, ahead_, z_,
                 radius_, sea.gravity(), depth, by_wec_sim ? kPi / depth : HUGE_VAL, terms_},
                down_.data(), up_.data());
}

WaveKinematics NearWaves::kinematics(const Vector3& p_W) const {
  const double s = p_W.x() * cos_ + p_W.y() * sin_ - ahead_, ramp = sea_.ramp(time_);
  double z = p_W.z();
  const auto at = [&](double* sums) {
    const double re = (z - z_) / radius_, im = -s / radius_;
    const double point[8] = {0.0, re, re, re, im, im, im, im};
    std::fill_n(sums, 8, 0.0);
    add_powers_clones(terms_, down_.data(), point, sums);
  };
  double sums[8], mirrored[8] = {};
  const bool is_near = terms_ > 0 && std::abs(s) <= radius_;
  const Stretching stretching = sea_.choices().stretching;
  if (is_near && stretching == Stretching::wheeler) {
    z = z_;
    at(sums);
    z = p_W.z() - ramp * sums[0];
    if (sea_.depth()) z *= *sea_.depth() / (*sea_.depth() + ramp * sums[0]);
  }
  if (stretching != Stretching::none) z = std::min(z, 0.0);
  if (sea_.depth()) z = std::max(z, -*sea_.depth());
  if (!is_near || std::hypot(z - z_, s) > radius_) return sea_.kinematics(time_, p_W);
  at(sums);
  if (has_bottom_) {
    const double re = (z_ - z) / radius_, im = -s / radius_;
    const double point[8] = {re, re, re, re, im, im, im, im};
    add_powers_clones(terms_, up_.data(), point, mirrored);
  }
  WaveKinematics out;  // (W8) to (W10)
  out.elevation = ramp * sums[0];
  out.pressure = ramp * sea_.density() * sea_.gravity() * (sums[1] + mirrored[1]);
  const double along = ramp * (sums[2] + mirrored[2]), rate = -ramp * (sums[7] + mirrored[7]);
  out.velocity = {along * cos_, along * sin_, -ramp * (sums[6] - mirrored[6])};
  out.acceleration = {rate * cos_, rate * sin_, -ramp * (sums[3] - mirrored[3])};
  return out;
}

}  // namespace swell::waves
