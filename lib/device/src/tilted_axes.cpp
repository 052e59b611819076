#include "swell/device/tilted_axes.h"

#include <algorithm>
#include <utility>

#include "swell/bodies/tilted_axes.h"

namespace swell::device {

using bodies::TiltedAxes;
using system::Computed;
using system::Declaration;
using system::Evaluation;
using system::Input;
using system::Reads;

namespace {

bool contains(const BodyNames& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Q of a body, 9 numbers column by column.
system::PortSpec axes_port(const std::string& name) {
  return port(name, 9, "1", "axes that tilt with the body, in the world", "world");
}
Eigen::Map<const Matrix3> as_axes(const double* p) { return Eigen::Map<const Matrix3>(p); }

}  // namespace

TiltedMotion::TiltedMotion(const std::string& body)
    : Component(load_name(body, kTiltedAxes), "acceleration by axes that tilt with the body"), body_(body) {}

MotionSource TiltedMotion::motions(BodyNames tilting) {
  return [tilting = std::move(tilting)](Motion motion, const std::string& body) {
    if (!contains(tilting, body)) return of_mechanism(motion, body);
    return motion == Motion::velocity ? body + "." + kTiltedVelocity
                                      : load_name(body, kTiltedAxes) + "." + name_of(motion);
  };
}

void TiltedMotion::declare(Declaration& d) {
  const Input R = read_motion(d, Motion::rotation, body_), v = read_motion(d, Motion::velocity, body_);
  const Input a = read_motion(d, Motion::acceleration, body_);
  system::PortSpec spec = six_vector(name_of(Motion::acceleration), "m/s^2, rad/s^2",
                                     "rate of the velocity, angular velocity by the tilted axes");
  spec.frame = load_name(body_, kTiltedAxes);
  d.output(spec, {R, v, a}, [R, v, a](const Evaluation& e, double* out) {
    const TiltedAxes now(as_rotation(e.input(R)).col(2));
    std::copy_n(e.input(a), 3, out);
    Eigen::Map<Vector3>(out + 3) =
        now.in_world.transpose() * as_six(e.input(a)).tail<3>() + now.carried_rate(as_six(e.input(v)).tail<3>());
  });
}

void TiltedMotion::label(Declaration& d, const BodyNames& tilting) {
  for (auto& input : d.inputs) {
    for (const std::string& body : tilting) {
      for (const Motion motion : {Motion::velocity, Motion::acceleration})
        if (input.spec.name == motion_port(motion, body).name) input.spec.frame = load_name(body, kTiltedAxes);
    }
  }
}

Computed turned_to_world(Declaration& d, const BodyNames& rows, const BodyNames& tilting, Computed local) {
  std::vector<std::pair<std::size_t, Input>> turns;  // where a moment stands, and the axes
  Reads reads = {local};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!contains(tilting, rows[i])) continue;
    turns.emplace_back(6 * i + 3, d.input(axes_port("axes/" + rows[i])));
    d.from(turns.back().second, rows[i] + "." + kTiltedAxes);
    reads.emplace_back(turns.back().second);
  }
  if (turns.empty()) return local;
  const std::size_t n = 6 * rows.size();
  return d.compute("in_world", static_cast<int>(n), reads, [turns, local, n](const Evaluation& e, double* out) {
    std::copy_n(e.computed(local), n, out);
    for (const auto& [at, axes] : turns) {
      Eigen::Map<Vector3> moment(out + at);
      moment = (as_axes(e.input(axes)) * moment).eval();
    }
  });
}

}  // namespace swell::device
