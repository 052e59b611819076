#include "swell/bodies/joint_loads.h"

#include <fmt/format.h>

#include <cmath>

namespace swell::bodies {
namespace {

/// Fraction of the stop's force active at penetration d, and the integral of fraction times penetration.
double share(const Stop& stop, double d) {
  if (d >= stop.transition_width) return 1.0;
  const double x = d / stop.transition_width;
  return x * x * (3.0 - 2.0 * x);
}

double energy(const Stop& stop, double d) {
  if (d <= 0.0) return 0.0;
  const double w = stop.transition_width;
  if (d >= w) return stop.stiffness * (0.35 * w * w + 0.5 * (d * d - w * w));
  const double x = d / w;
  return stop.stiffness * w * w * x * x * x * x * (0.75 - 0.4 * x);
}

/// Effort of the stop, positive against the penetration.
double push(const Stop& stop, double d, double rate) {
  return d > 0.0 ? share(stop, d) * (stop.stiffness * d + stop.damping * rate) : 0.0;
}

}  // namespace

SpringDamper spring_damper(double stiffness, double damping, double equilibrium, double pretension,
                           const Origin& origin) {
  Diagnostics diagnostics;
  if (!std::isfinite(stiffness) || !std::isfinite(damping) || !std::isfinite(equilibrium) ||
      !std::isfinite(pretension)) {
    diagnostics.error(origin, "stiffness, damping, equilibrium and pretension must be finite");
  }
  if (pretension != 0.0 && equilibrium != 0.0) {
    diagnostics.error(
        origin, fmt::format("equilibrium = {} and pretension = {} contradict each other", equilibrium, pretension),
        "give one of them");
  } else if (pretension != 0.0 && stiffness == 0.0) {
    diagnostics.error(origin, fmt::format("pretension = {} needs a stiffness above 0", pretension),
                      "give a stiffness, or a constant force");
  }
  diagnostics.throw_if_errors();
  return {stiffness, damping, pretension != 0.0 ? -pretension / stiffness : equilibrium};
}

double stored_energy(const SpringDamper& load, double coordinate) {
  const double stretch = coordinate - load.equilibrium;
  return 0.5 * load.stiffness * stretch * stretch;
}

Vector3 rotation_vector(JointType type, const Vector3& angles) {
  const auto about = [&](int axis) { return Quaternion(Eigen::AngleAxisd(angles[axis], Vector3::Unit(axis))); };
  const Quaternion turn =
      type == JointType::spherical ? about(2) * about(1) * about(0) : about(0) * about(1) * about(2);
  const double sine = turn.vec().norm(), sign = std::copysign(1.0, turn.w());
  const double angle = 2.0 * std::atan2(sine, std::abs(turn.w()));
  return (sign * (sine > 1e-8 ? angle / sine : 2.0)) * turn.vec();
}

Vector3 moment(const SpringDamper& load, const Vector3& theta) {
  if (load.equilibrium == 0.0) return -load.stiffness * theta;
  const Vector3 slope = load.stiffness * (theta - Vector3::Constant(load.equilibrium));
  const double angle = theta.norm(), a = 0.5 * angle;
  // The series' next term is |theta|^4 / 30240.
  const double third = angle > 0.01 ? (1.0 - a / std::tan(a)) / (angle * angle) : 1.0 / 12.0 + angle * angle / 720.0;
  return -slope - theta.cross(0.5 * slope + third * theta.cross(slope));
}

double stored_energy(const SpringDamper& load, const Vector3& theta) {
  return 0.5 * load.stiffness * (theta - Vector3::Constant(load.equilibrium)).squaredNorm();
}

double dissipated_power(const SpringDamper& load, double rate) { return load.damping * rate * rate; }

void validate(const HardStop& stop, const Origin& origin) {
  Diagnostics diagnostics;
  const auto check = [&](const std::optional<Stop>& side, const char* name) {
    if (!side) return;
    if (!std::isfinite(side->bound)) diagnostics.error(origin, fmt::format("{} bound must be finite", name));
    const auto not_negative = [&](double value, const char* what) {
      if (value >= 0.0 && std::isfinite(value)) return;
      diagnostics.error(origin, fmt::format("{} {} = {} must not be negative", name, what, value));
    };
    not_negative(side->stiffness, "stiffness");
    not_negative(side->damping, "damping");
    not_negative(side->transition_width, "transition width");
  };
  check(stop.lower, "lower limit");
  check(stop.upper, "upper limit");
  if (stop.lower && stop.upper && !(stop.lower->bound < stop.upper->bound)) {
    diagnostics.error(
        origin, fmt::format("lower bound = {} must be below upper bound = {}", stop.lower->bound, stop.upper->bound),
        "exchange them");
  }
  diagnostics.throw_if_errors();
}

double effort(const HardStop& stop, double coordinate, double rate) {
  double force = 0.0;
  if (stop.upper) force -= push(*stop.upper, coordinate - stop.upper->bound, rate);
  if (stop.lower) force += push(*stop.lower, stop.lower->bound - coordinate, -rate);
  return force;
}

double stored_energy(const HardStop& stop, double coordinate) {
  double sum = 0.0;
  if (stop.upper) sum += energy(*stop.upper, coordinate - stop.upper->bound);
  if (stop.lower) sum += energy(*stop.lower, stop.lower->bound - coordinate);
  return sum;
}

double dissipated_power(const HardStop& stop, double coordinate, double rate) {
  double damping = 0.0;
  if (stop.upper && coordinate > stop.upper->bound) {
    damping += stop.upper->damping * share(*stop.upper, coordinate - stop.upper->bound);
  }
  if (stop.lower && coordinate < stop.lower->bound) {
    damping += stop.lower->damping * share(*stop.lower, stop.lower->bound - coordinate);
  }
  return damping * rate * rate;
}

}  // namespace swell::bodies
