#include <cmath>

#include "kernel_tail.h"
#include "swell/base/error.h"
#include "swell/hydro/hemisphere.h"
#include "swell/hydro/impulse_response.h"

namespace swell::hydro {
namespace {

/// The 6 x 6 matrix of a body of revolution whose surface forces pass through a centre `lever` above the cg.
MatrixX six_by_six(double surge, double heave, double lever) {
  MatrixX M = MatrixX::Zero(6, 6);
  M(0, 0) = M(1, 1) = surge;
  M(2, 2) = heave;
  M(0, 4) = M(4, 0) = lever * surge;
  M(1, 3) = M(3, 1) = -lever * surge;
  M(3, 3) = M(4, 4) = lever * lever * surge;
  return M;
}

}  // namespace

namespace {

/// Excitation of an axisymmetric body from that at heading 0: its surge and pitch act along and across the wave.
void turn_all_round(HydroData& data, int headings) {
  HydroBody& body = data.bodies[0];
  const std::vector<Eigen::VectorXcd> ahead = body.excitation.front();
  data.direction.clear();
  body.excitation.clear();
  for (int k = 0; k <= headings; ++k) {
    data.direction.push_back(-180.0 + 360.0 * static_cast<double>(k) / static_cast<double>(headings));
    const double beta = data.direction.back() * kDegree, c = std::cos(beta), s = std::sin(beta);
    std::vector<Eigen::VectorXcd>& row = body.excitation.emplace_back(ahead);
    for (std::size_t i = 0; i < ahead.size(); ++i) {
      const Eigen::VectorXcd& X = ahead[i];
      row[i] << c * X(0), s * X(0), X(2), -s * X(4), c * X(4), 0.0;
    }
  }
}

}  // namespace

HydroData hemisphere_data(const HemisphereOptions& o) {
  SWELL_EXPECT(o.radius > 0.0 && o.headings > 0 && o.frequencies >= 8 && o.omega_min > 0.0 &&
               o.omega_max > o.omega_min);
  const double volume = 2.0 / 3.0 * kPi * o.radius * o.radius * o.radius;
  const double waterplane = kPi * o.radius * o.radius;
  const double lever = -o.cg_z;
  HydroData data;
  data.file = "hemisphere (semi-analytic)";
  data.code = "SWELL-HEMISPHERE";
  data.density = o.density;
  data.gravity = o.gravity;
  data.direction = {0.0};
  HydroBody body;
  body.name = "sphere";
  body.cg = Vector3(0.0, 0.0, o.cg_z);
  body.cb = Vector3(0.0, 0.0, -3.0 / 8.0 * o.radius);
  body.displaced_volume = volume;
  body.restoring_stiffness = MatrixX::Zero(6, 6);
  body.restoring_stiffness(2, 2) = waterplane;
  // Buoyancy acts through the centre whatever the angle: a pendulum of length `lever`, with mass rho V.
  body.restoring_stiffness(3, 3) = body.restoring_stiffness(4, 4) = volume * lever;
  body.added_mass_infinite =
      volume * six_by_six(hemisphere_surge_added_mass_infinite(), hemisphere_heave_added_mass_infinite(), lever);

  // The kernel wants the damping twice as finely as the file.
  const double d_omega = (o.omega_max - o.omega_min) / static_cast<double>(o.frequencies - 1);
  std::vector<double> fine_omega;
  MatrixPerFrequency fine_damping;
  body.excitation.emplace_back();
  for (std::size_t k = 0; k + 1 < 2 * o.frequencies; ++k) {
    const double omega = o.omega_min + 0.5 * d_omega * static_cast<double>(k);
    const HemisphereCoefficients h = hemisphere(omega * omega * o.radius / o.gravity);
    fine_omega.push_back(omega);
    fine_damping.push_back(volume * six_by_six(h.surge_damping, h.heave_damping, lever));
    if (k % 2 == 1) continue;
    data.omega.push_back(omega);
    body.added_mass.push_back(volume * six_by_six(h.surge_added_mass, h.heave_added_mass, lever));
    body.radiation_damping.push_back(fine_damping.back());
    Eigen::VectorXcd X = Eigen::VectorXcd::Zero(6);
    X(0) = waterplane * h.surge_excitation;
    X(2) = waterplane * h.heave_excitation;
    X(4) = lever * X(0);
    body.excitation.back().push_back(X);
  }
  const double step = o.irf_end / static_cast<double>(o.irf_times - 1);
  body.radiation_irf = radiation_kernel(fine_omega, fine_damping, step, o.irf_times);
  // omega B' falls like omega^-3 in surge (lambda ~ Ka^-2) and like omega^-7 in heave, where nothing is left to add.
  MatrixX beyond = fine_omega.back() * fine_damping.back();
  beyond(2, 2) = 0.0;
  for (std::size_t n = 0; n < o.irf_times; ++n) {
    const double t = step * static_cast<double>(n);
    body.radiation_irf_time.push_back(t);
    body.radiation_irf[n] += 2.0 / kPi * cubic_tail(fine_omega.back(), t) * beyond;
  }
  data.bodies.push_back(std::move(body));
  if (o.headings > 1) {
    turn_all_round(data, o.headings);
    return data;
  }

  // Excitation kernel from omega = 0, where the force is the hydrostatic one.
  HydroData from_zero = data;
  from_zero.omega.insert(from_zero.omega.begin(), 0.0);
  Eigen::VectorXcd limit = Eigen::VectorXcd::Zero(6);
  limit(2) = waterplane;
  auto& excitation = from_zero.bodies[0].excitation[0];
  excitation.insert(excitation.begin(), limit);
  ImpulseResponseOptions options;
  options.end_time = o.irf_end;
  options.times = o.irf_times;
  add_excitation_irf(from_zero, options);
  data.bodies[0].excitation_irf_time = from_zero.bodies[0].excitation_irf_time;
  data.bodies[0].excitation_irf = from_zero.bodies[0].excitation_irf;
  return data;
}

}  // namespace swell::hydro
