#include "swell/device/rotor_load.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "swell/device/stack.h"
#include "system_words.h"

namespace swell::device {

Rotor::Rotor(const std::string& name, RotorSetup setup)
    : Load(name, "rotor", {ForcePart::external, Energy::exchanges, "", PowerPart::actuator, false}),
      it_(std::move(setup)) {}

void Rotor::check_range(double time, double wind, double ratio, double pitch, double* reported) const {
  constexpr double kCalm = 1.0;  // [m/s] below it the loads are negligible and the ratio may be any
  if (!it_.warn || !(std::abs(wind) >= kCalm)) return;
  const auto check = [&](double& done, const char* what, const char* unit, double value,
                         const std::vector<double>& points, double scale) {
    const double rounding = 1e-9 * std::max(1.0, std::abs(value));
    const bool inside = value >= points.front() - rounding && value <= points.back() + rounding;
    if (inside || done != 0.0 || !std::isfinite(value)) return;
    done = 1.0;
    it_.warn(warning_of(
        "outside-model", fmt::format("{}.{}", name(), what),
        fmt::format("{}: at t = {:.6g} s the {} is {:.4g}{}, outside [{:g}, {:g}] of the table: its "
                    "coefficients are held; give a table with a wider range",
                    name(), time, what, scale * value, unit, scale * points.front(), scale * points.back())));
  };
  check(reported[0], "tip-speed ratio", "", ratio, it_.table.tip_speed_ratio, 1.0);
  check(reported[1], "pitch", " deg", pitch, it_.table.pitch, 1.0 / kDegree);
}

void Rotor::declare(Declaration& d) {
  const Input position = read_motion_of(d, Motion::position, it_.body);
  const Input velocity = read_motion_of(d, Motion::velocity, it_.body);
  const Input torque = d.input(port("torque", 1, "N m", "added to the torque of the generator"), Fan::sum_or_nothing);
  const Input pitch = d.input(port("pitch", 1, "rad", "added to the pitch of the blades"), Fan::sum_or_nothing);
  Reads reads = {system::Read::time(), position, velocity, torque, pitch};
  const bool turns = it_.inertia > 0.0, controlled = it_.control.has_value();
  // Handles of the states that are declared below, when there is something that they read.
  const State spin = {static_cast<int>(d.states.size())}, control = {spin.index + 1};
  if (turns) reads.emplace_back(spin);
  if (controlled) reads.emplace_back(control);

  enum { kWind = 6, kThrust, kAerodynamic, kGenerator, kPitch, kSpeed, kPower, kElectrical, kRatio, kSpinRate, kRates };
  const Computed load =
      d.compute("load", kRates + rotor::Control::kStates, std::move(reads), [=](const Evaluation& e, double* out) {
        const mooring::BodyMotion motion{as_six(e.input(position)), as_six(e.input(velocity))};
        const Matrix3 R = rotation_from_roll_pitch_yaw(motion.pose.tail<3>());
        const Vector3 place = motion.pose.head<3>(), moves = motion.velocity.head<3>(),
                      omega = motion.velocity.tail<3>();
        const Vector3 n = R * it_.axis, arm = R * it_.hub;
        const auto relative = [&](const Vector3& at) {
          return Vector3(it_.wind.at(e.time, place + at) * it_.wind.direction - moves - omega.cross(at));
        };
        const double wind = n.dot(relative(arm));
        const double s = turns ? e.state(spin)[0] : it_.speed, speed = turns ? s - omega.dot(n) : s;
        const double* state = controlled ? e.state(control) : nullptr;
        // Downwind is positive: about the horizontal across the shaft.
        const Vector3 across = Vector3::UnitZ().cross(n);
        const double nod = across.squaredNorm() > 0.0 ? omega.dot(across.normalized()) : 0.0;
        const rotor::Control::Measured measured{speed, wind, nod, e.input(torque)[0], e.input(pitch)[0]};
        const double blade = controlled ? state[rotor::Control::kPitch] : it_.pitch + measured.pitch;
        const rotor::Loads aero = rotor::loads(it_.table, it_.disc, wind, s, blade);
        const double generator = !turns       ? aero.torque
                                 : controlled ? it_.control->torque(state, measured)
                                              : measured.torque;
        Vector3 force = aero.thrust * n, moment = arm.cross(force) + generator * n;
        if (turns) moment -= it_.inertia * s * omega.cross(n);
        for (const TowerPiece& piece : it_.tower) {
          const Vector3 at = R * piece.arm, along = (R * piece.half).normalized();
          Vector3 across_it = relative(at);
          across_it -= along.dot(across_it) * along;
          const Vector3 drag = 0.5 * it_.disc.density * piece.area * across_it.norm() * across_it;
          force += drag;
          moment += at.cross(drag);
        }
        as_six(out) << force, moment;
        out[kWind] = wind;
        out[kThrust] = aero.thrust;
        out[kAerodynamic] = aero.torque;
        out[kGenerator] = generator;
        out[kPitch] = blade;
        out[kSpeed] = speed;
        out[kPower] = generator * speed;
        out[kElectrical] = std::max(0.0, it_.efficiency * out[kPower]) + std::min(0.0, out[kPower]);
        out[kRatio] = wind != 0.0 ? s * it_.disc.radius / std::abs(wind) : 0.0;
        out[kSpinRate] = turns ? (aero.torque - generator) / it_.inertia : 0.0;
        if (controlled) it_.control->rates(state, measured, out + kRates);
      });
  if (turns)
    d.state(port("spin", 1, "rad/s", "of the rotor about its shaft"), {it_.speed}, {load},
            [=](const Evaluation& e, double* out) { out[0] = e.computed(load)[kSpinRate]; });
  if (controlled)
    d.state(port("control", rotor::Control::kStates, "N m, N m, rad, rad, m/s", "integrators, pitch, filtered wind"),
            {it_.control_state.begin(), it_.control_state.end()}, {load}, [=](const Evaluation& e, double* out) {
              std::copy_n(e.computed(load) + kRates, static_cast<std::size_t>(rotor::Control::kStates), out);
            });

  const Memory outside =
      d.memory(port("outside", 2, "", "tip-speed ratio, pitch: has left the table"), MemoryKind::mode, {0.0, 0.0});
  d.commit({system::Read::time(), load, outside}, [=](const Evaluation& e) {
    const double* out = e.computed(load);
    check_range(e.time, out[kWind], out[kRatio], out[kPitch], e.change(outside));
  });

  declare_forces(d, {it_.body}, load, "thrust, torque and tower drag of the rotor", ForcePart::external);
  d.output(port("speed", 1, "rad/s", "of the rotor against the body", "", PortKind::flow), load, kSpeed);
  d.output(port("generator_torque", 1, "N m", "against the rotor", "", PortKind::effort), load, kGenerator);
  d.output(port("wind", 1, "m/s", "along the shaft, less the hub's own motion"), load, kWind);
  d.output(port("thrust", 1, "N", "along the shaft"), load, kThrust);
  d.output(port("aerodynamic_torque", 1, "N m", "of the wind on the rotor"), load, kAerodynamic);
  d.output(port("pitch", 1, "rad", "of the blades"), load, kPitch);
  d.output(port("power", 1, "W", "of the shaft, taken by the generator"), load, kPower);
  d.output(port("electrical_power", 1, "W", "of the generator"), load, kElectrical);
}

}  // namespace swell::device
