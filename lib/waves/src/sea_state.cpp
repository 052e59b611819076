#include "swell/waves/sea_state.h"

#include <algorithm>
#include <cmath>

#include "block_functions.h"
#include "swell/base/interpolation.h"

namespace swell::waves {

WaveChoices wec_sim_choices(RandomStream stream) {
  WaveChoices choices;
  choices.bins = BinMethod::wec_sim_equal_energy;
  choices.normalisation = Normalisation::wec_sim;
  choices.stream = stream;
  choices.single_summation = false;
  choices.wavenumber_by_sweeps = true;
  choices.wec_sim_widths = true;
  choices.depth_law = DepthLaw::wec_sim;
  choices.stretching = Stretching::none;
  choices.elevation_route = ElevationRoute::excitation_kernel;
  return choices;
}

double ElevationRecord::at(double t) const { return linear_interpolation(time, elevation, t); }

double SeaState::elevation_of(Eigen::Index first, Eigen::Index count, double time, double x, double y) const {
  const WaveComponents& c = components_;
  const Eigen::Index end = first + count;
  Block psi = Block::Zero();
  Block sine;
  Block cosine;
  double sum = 0.0;
  for (Eigen::Index start = first; start < end; start += kBlock) {
    const Eigen::Index n = std::min<Eigen::Index>(kBlock, end - start);
    for (Eigen::Index j = 0; j < n; ++j) {
      const Eigen::Index i = start + j;
      psi[j] = c.omega[i] * time - (kx_[i] * x + ky_[i] * y) + c.phase[i];
    }
    sine_cosine(psi, n, sine, cosine);
    for (Eigen::Index j = 0; j < n; ++j) sum += c.amplitude[start + j] * cosine[j];  // (W8)
  }
  return sum;
}

double SeaState::elevation(double time, double x, double y) const {
  if (!raw_records_) return ramp_(time) * (still_level_ + elevation_of(0, components_.size(), time, x, y));
  // A record that acts through the excitation kernel is, at its own gauge, the record itself; elsewhere the sum.
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
  const Eigen::Index end = first + count;
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
  double eta = 0.0;
  double pressure_head = 0.0;
  double u = 0.0;
  double v = 0.0;
  double w = 0.0;
  double du = 0.0;
  double dv = 0.0;
  double dw = 0.0;
  Block psi = Block::Zero();
  Block sine;
  Block cosine;
  for (Eigen::Index start = first; start < end; start += kBlock) {
    const Eigen::Index n = std::min<Eigen::Index>(kBlock, end - start);
    for (Eigen::Index j = 0; j < n; ++j) {
      const Eigen::Index i = start + j;
      psi[j] = c.omega[i] * time - (kx_[i] * p_W.x() + ky_[i] * p_W.y()) + c.phase[i];
    }
    sine_cosine(psi, n, sine, cosine);
    for (Eigen::Index j = 0; j < n; ++j) {
      const Eigen::Index i = start + j;
      // cosh k(z+h)/cosh kh and sinh k(z+h)/cosh kh from exponentials that neither overflow nor cancel.
      double horizontal = std::exp(c.wavenumber[i] * z);
      double vertical = horizontal;
      const double q = bottom_[i];
      if (q > 0.0) {
        const double reflected = std::exp(-c.wavenumber[i] * (z + 2.0 * law_depth_));
        vertical = (horizontal - reflected) / (1.0 + q);
        horizontal = (horizontal + reflected) / (1.0 + q);
      }
      const double along = speed_[i] * horizontal * cosine[j];  // (W9)
      const double along_rate = -c.omega[i] * speed_[i] * horizontal * sine[j];
      eta += c.amplitude[i] * cosine[j];                         // (W8)
      pressure_head += c.amplitude[i] * horizontal * cosine[j];  // (W10)
      u += along * cos_[i];
      v += along * sin_[i];
      w -= speed_[i] * vertical * sine[j];
      du += along_rate * cos_[i];
      dv += along_rate * sin_[i];
      dw -= c.omega[i] * speed_[i] * vertical * cosine[j];
    }
  }
  WaveKinematics result;
  result.elevation = ramp * eta;
  result.velocity = ramp * Vector3(u, v, w);
  result.acceleration = ramp * Vector3(du, dv, dw);
  result.pressure = ramp * water_.density * water_.gravity * pressure_head;
  return result;
}

Vector3 SeaState::current_velocity(double time, const Vector3& p_W) const {
  const Vector3 velocity = current_.velocity(p_W.z());
  return current_.ramped ? Vector3(ramp_(time) * velocity) : velocity;
}

}  // namespace swell::waves
