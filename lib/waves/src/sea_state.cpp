#include "swell/waves/sea_state.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "swell/base/interpolation.h"
#include "wave_sums.h"

namespace swell::waves {

WaveChoices wec_sim_choices(RandomStream stream) {
  WaveChoices choices;
  choices.bins = BinMethod::wec_sim_equal_energy;
  choices.normalisation = Normalisation::wec_sim;
  choices.stream = stream;
  choices.single_summation = false;
  choices.wavenumber_by_sweeps = true;
  choices.wec_sim_widths = true;
  choices.record_by_lines = true;
  choices.depth_law = DepthLaw::wec_sim;
  choices.stretching = Stretching::none;
  choices.elevation_route = ElevationRoute::excitation_kernel;
  return choices;
}

void ElevationRecord::join_by_splines() {
  constexpr double kGap = 4.0;
  stretches.clear();
  const std::size_t n = time.size();
  const auto step = [&](std::size_t i) { return time[i + 1] - time[i]; };  // of n - 1
  // Compared with the widest of the eight surrounding steps: instruments that alternate between two steps have no gaps.
  constexpr std::size_t kAround = 4;
  const auto is_gap = [&](std::size_t i) {
    double around = 0.0;
    for (std::size_t k = i - std::min(i, kAround); k < std::min(n - 1, i + kAround + 1); ++k)
      if (k != i) around = std::max(around, step(k));
    return around > 0.0 && step(i) > kGap * around;
  };
  std::size_t first = 0;
  for (std::size_t i = 0; i < n; ++i) {
    if (i + 1 < n && !is_gap(i)) continue;
    if (i > first) {
      const auto from = static_cast<std::ptrdiff_t>(first), to = static_cast<std::ptrdiff_t>(i + 1);
      stretches.emplace_back(std::vector<double>(time.begin() + from, time.begin() + to),
                             std::vector<double>(elevation.begin() + from, elevation.begin() + to));
    }
    first = i + 1;
  }
}

double ElevationRecord::at(double t) const {
  if (t > time.front() && t < time.back()) {
    const auto behind = std::upper_bound(stretches.begin(), stretches.end(), t,
                                         [](double value, const CubicSpline& s) { return value < s.knots().front(); });
    if (behind != stretches.begin() && t <= std::prev(behind)->knots().back()) return (*std::prev(behind))(t);
  }
  return linear_interpolation(time, elevation, t);
}

double line_response(double x) {
  const double sinc = x == 0.0 ? 1.0 : std::sin(0.5 * x) / (0.5 * x);
  return sinc * sinc;
}

double spline_response(double x) { return line_response(x) * line_response(x) * 3.0 / (2.0 + std::cos(x)); }

double SeaState::elevation_of(Eigen::Index first, Eigen::Index count, double time, double x, double y) const {
  const WaveComponents& c = components_;
  SummedWaves waves;
  waves.count = count;
  waves.omega = c.omega.data() + first;
  waves.kx = kx_.data() + first;
  waves.ky = ky_.data() + first;
  waves.phase = c.phase.data() + first;
  waves.amplitude = c.amplitude.data() + first;
  return sum_elevation(waves, time, x, y);
}

double SeaState::elevation(double time, double x, double y) const {
  if (!raw_records_) return ramp_(time) * (still_level_ + elevation_of(0, components_.size(), time, x, y));
  // A record that acts through the excitation kernel is exact at its own gauge; elsewhere the sum is used.
  double sum = 0.0;
  for (const WaveSystem& system : systems_) {
    if (system.record && system.record->route == ElevationRoute::excitation_kernel && x == system.record->x &&
        y == system.record->y) {
      sum += system.record->at(time);
      continue;
    }
    if (system.record) sum += system.record->mean;
    sum += elevation_of(system.first, system.count, time, x, y);
  }
  return ramp_(time) * sum;
}

void SeaState::elevations(double time, const Eigen::Ref<const Eigen::Matrix2Xd>& points,
                          Eigen::Ref<VectorX> out) const {
  SWELL_EXPECT(points.cols() == out.size());
  for (Eigen::Index i = 0; i < points.cols(); ++i) out[i] = elevation(time, points(0, i), points(1, i));
}

WaveKinematics SeaState::kinematics(double time, const Vector3& p_W) const {
  return kinematics(time, p_W, choices_.stretching);
}

WaveKinematics SeaState::kinematics(double time, const Vector3& p_W, Stretching stretching) const {
  WaveKinematics result = kinematics_of(0, components_.size(), time, p_W, stretching);
  if (raw_records_) {
    result.elevation = elevation(time, p_W.x(), p_W.y());
  } else {
    result.elevation += ramp_(time) * still_level_;
  }
  return result;
}

WaveKinematics SeaState::kinematics_of(Eigen::Index first, Eigen::Index count, double time, const Vector3& p_W,
                                       Stretching stretching) const {
  const WaveComponents& c = components_;
  const double ramp = ramp_(time);
  double z = p_W.z();
  if (stretching == Stretching::constant) z = std::min(z, 0.0);
  if (stretching == Stretching::wheeler) {
    double eta = elevation_of(first, count, time, p_W.x(), p_W.y());
    eta = ramp * (eta + still_level_);
    z -= eta;
    if (water_.depth) z *= *water_.depth / (*water_.depth + eta);
    z = std::min(z, 0.0);  // above the surface: the value at the surface
  }
  if (water_.depth) z = std::max(z, -*water_.depth);
  const auto from = [first](const Eigen::ArrayXd& values) { return values.data() + first; };
  const SummedWaves waves{count,         from(c.omega),     from(kx_),          from(ky_),
                          from(c.phase), from(c.amplitude), from(c.wavenumber), from(cos_),
                          from(sin_),    from(speed_),      from(bottom_)};
  const WaveSums sums = sum_kinematics(waves, time, p_W.x(), p_W.y(), z, law_depth_);
  WaveKinematics result;
  result.elevation = ramp * sums.eta;
  result.velocity = ramp * Vector3(sums.u, sums.v, sums.w);
  result.acceleration = ramp * Vector3(sums.du, sums.dv, sums.dw);
  result.pressure = ramp * water_.density * water_.gravity * sums.head;
  return result;
}

SeaState SeaState::filtered(const Eigen::ArrayXcd& transfer) const {
  SWELL_EXPECT(transfer.size() == components_.size());
  SeaState sea = *this;
  sea.components_.amplitude *= transfer.abs();
  sea.components_.phase += transfer.arg();
  sea.speed_ *= transfer.abs();
  return sea;
}

Vector3 SeaState::current_velocity(double time, const Vector3& p_W) const {
  const Vector3 velocity = current_.velocity(p_W.z());
  return current_.ramped ? Vector3(ramp_(time) * velocity) : velocity;
}

}  // namespace swell::waves
