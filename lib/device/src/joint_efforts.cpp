#include "swell/device/joint_efforts.h"

#include <fmt/format.h>

#include "swell/device/stack.h"
#include "system_words.h"

namespace swell::device {

namespace {

PortSpec joint_port(std::string name, int width, std::string unit, std::string description, PortKind kind) {
  return port(std::move(name), width, std::move(unit), std::move(description), "joint", kind);
}

/// Of a joint that may slide or turn.
PortSpec either(std::string name, const char* sliding, const char* turning, std::string description, PortKind kind) {
  PortSpec spec = joint_port(std::move(name), 1, {}, std::move(description), kind);
  spec.choices = {sliding, turning};
  return spec;
}

/// Whether the last three coordinates are angles whose rates are an angular velocity.
bool has_free_rotation(bodies::JointType type) {
  return type == bodies::JointType::floating_6dof || type == bodies::JointType::spherical;
}

}  // namespace

JointLoad::JointLoad(const std::string& joint, bodies::JointType type, bodies::SpringDamper spring,
                     bodies::HardStop stop, bool potential, bool pto)
    : Load(joint + "/load", "spring, damper and end stops", {}),
      joint_(joint),
      type_(type),
      spring_(spring),
      stop_(stop),
      potential_(potential),
      part_(pto ? ForcePart::pto : ForcePart::joint),
      turns_(potential && has_free_rotation(type)),
      straight_(bodies::degrees_of_freedom(type) - (turns_ ? 3 : 0)) {
  SWELL_EXPECT(!has_free_rotation(type_) || !(stop_.lower || stop_.upper));  // stops are of joints of one coordinate
}

bool JointLoad::has_potential() const { return potential_ || !has_free_rotation(type_); }

LoadTraits JointLoad::traits(const std::string& port) const {
  const auto of = [&](Energy energy, const char* stored, PowerPart power) {
    return LoadTraits{part_, energy, energy == Energy::exchanges ? "" : stored, power, power != PowerPart::end_stop};
  };
  if (port == "spring")
    return of(has_potential() ? Energy::conserves : Energy::exchanges, "spring_energy", PowerPart::spring);
  if (port == "damper")
    return of(spring_.damping >= 0.0 ? Energy::dissipates : Energy::exchanges, "", PowerPart::damper);
  if (port == "end_stop")
    return of(has_potential() ? Energy::dissipates : Energy::exchanges, "end_stop_energy", PowerPart::end_stop);
  return {part_};
}

std::vector<std::string> JointLoad::effects(const std::string& port) const {
  std::vector<std::string> list;
  if (port != "effort") return list;
  if (spring_.stiffness != 0.0) list.emplace_back("spring");
  if (spring_.damping != 0.0) list.emplace_back("damper");
  if (stop_.lower || stop_.upper) list.emplace_back("end_stop");
  return list;
}

void JointLoad::spring(const double* at, double* out) const {
  for (int i = 0; i < straight_; ++i) out[i] = bodies::effort(spring_, at[i], 0.0);
  if (!turns_) return;
  const Vector3 theta = bodies::rotation_vector(type_, Eigen::Map<const Vector3>(at + straight_));
  Eigen::Map<Vector3>(out + straight_) = bodies::moment(spring_, theta);
}

double JointLoad::spring_energy(const double* at) const {
  double sum = 0.0;
  for (int i = 0; i < straight_; ++i) sum += bodies::stored_energy(spring_, at[i]);
  if (!turns_) return sum;
  const Vector3 theta = bodies::rotation_vector(type_, Eigen::Map<const Vector3>(at + straight_));
  return sum + bodies::stored_energy(spring_, theta);
}

void JointLoad::declare(Declaration& d) {
  const int n = bodies::degrees_of_freedom(type_);
  const Input q =
      d.input(joint_port("position", n, joint_unit(type_, "m", "rad"), "joint coordinates", PortKind::signal));
  const Input u = d.input(joint_port("velocity", n, joint_unit(type_, "m/s", "rad/s"), "their rates", PortKind::flow));
  d.from(q, of_mechanism(Motion::position, joint_));
  d.from(u, of_mechanism(Motion::velocity, joint_));
  d.parameter("stiffness", fmt::format("{:g}", spring_.stiffness), "N/m or N m/rad");
  d.parameter("damping", fmt::format("{:g}", spring_.damping), "N s/m or N m s/rad");
  d.parameter("equilibrium_position", fmt::format("{:g}", spring_.equilibrium), "m or rad");
  if (stop_.lower) d.parameter("limits.lower", fmt::format("{:g}", stop_.lower->bound), "m or rad");
  if (stop_.upper) d.parameter("limits.upper", fmt::format("{:g}", stop_.upper->bound), "m or rad");
  const bool stops = stop_.lower || stop_.upper;
  const PortSpec effort = joint_port("effort", n, joint_unit(type_, "N", "N m"),
                                     "spring, damper and end stops on the follower", PortKind::effort);
  if (n == 1 && !stops) {  // the commonest take-off
    d.output(effort, {q, u}, [spring = spring_, q, u](const Evaluation& e, double* out) {
      out[0] = bodies::effort(spring, e.input(q)[0], 0.0) - spring.damping * e.input(u)[0];
    });
  } else {
    d.output(effort, {q, u}, [this, q, u, n, stops](const Evaluation& e, double* out) {
      const double* at = e.input(q);
      const double* rate = e.input(u);
      spring(at, out);
      for (int i = 0; i < n; ++i) {
        out[i] -= spring_.damping * rate[i];
        if (stops) out[i] += bodies::effort(stop_, at[i], rate[i]);
      }
    });
  }
  d.to(effort_on(joint_));
  d.output(port("potential", 1, "J", "energy of springs and end stops"), {q},
           [this, q, n](const Evaluation& e, double* out) {
             out[0] = spring_energy(e.input(q));
             for (int i = 0; i < n; ++i) out[0] += bodies::stored_energy(stop_, e.input(q)[i]);
           });
  // The parts, for whoever asks.
  const auto part = [&](const char* name, const char* text, Compute law) {
    d.output(joint_port(name, n, joint_unit(type_, "N", "N m"), text, PortKind::effort), {q, u}, std::move(law));
  };
  const auto stored = [&](const char* name, const char* text, Compute law) {
    d.output(port(name, 1, "J", text), {q}, std::move(law));
  };
  if (spring_.stiffness != 0.0) {
    part("spring", "spring on the follower", [this, q](const Evaluation& e, double* out) { spring(e.input(q), out); });
    stored("spring_energy", "energy in the spring",
           [this, q](const Evaluation& e, double* out) { out[0] = spring_energy(e.input(q)); });
  }
  if (spring_.damping != 0.0) {
    part("damper", "damper on the follower", [this, u, n](const Evaluation& e, double* out) {
      for (int i = 0; i < n; ++i) out[i] = -spring_.damping * e.input(u)[i];
    });
  }
  if (stops) {
    part("end_stop", "end stops on the follower", [this, q, u, n](const Evaluation& e, double* out) {
      for (int i = 0; i < n; ++i) out[i] = bodies::effort(stop_, e.input(q)[i], e.input(u)[i]);
    });
    stored("end_stop_energy", "energy in the end stops", [this, q, n](const Evaluation& e, double* out) {
      out[0] = 0.0;
      for (int i = 0; i < n; ++i) out[0] += bodies::stored_energy(stop_, e.input(q)[i]);
    });
  }
}

GearedFlywheel::GearedFlywheel(std::string name, double gear, double inertia, double friction)
    : Load(std::move(name), "flywheel", {}), gear_(gear), inertia_(inertia), friction_(friction) {}

LoadTraits GearedFlywheel::traits(const std::string& port) const {
  if (port == "inertia") return {ForcePart::pto, Energy::inertia};
  return {ForcePart::pto, Energy::dissipates, "", PowerPart::friction};
}

void GearedFlywheel::declare(Declaration& d) {
  const Input velocity = d.input(either("velocity", "m/s", "rad/s", "rate of the joint's coordinate", PortKind::flow));
  d.parameter("gear", fmt::format("{:g}", gear_), "rad/m or rad/rad");
  d.parameter("inertia", fmt::format("{:g}", inertia_), "kg m^2");
  d.parameter("friction", fmt::format("{:g}", friction_), "N m s");
  d.output(either("inertia", "kg", "kg m^2", "inertia acting at the joint, gear^2 J", PortKind::inertia), {},
           [this](const Evaluation&, double* out) { out[0] = gear_ * gear_ * inertia_; });
  d.output(either("effort", "N", "N m", "bearing friction on the follower", PortKind::effort), {velocity},
           [this, velocity](const Evaluation& e, double* out) {
             out[0] = -gear_ * gear_ * friction_ * e.input(velocity)[0];
           });
  d.output(joint_port("speed", 1, "rad/s", "speed of the flywheel", PortKind::flow), {velocity},
           [this, velocity](const Evaluation& e, double* out) { out[0] = gear_ * e.input(velocity)[0]; });
}

}  // namespace swell::device
