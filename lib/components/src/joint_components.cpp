// What acts along a joint: flywheel, hard stop, spring, damper; linkages between a flap and a rod.
#include <cmath>

#include "swell/base/interpolation.h"
#include "swell/bodies/joint_loads.h"
#include "swell/components/declared.h"
#include "swell/device/joint_loads.h"
#include "swell/pto/linkage.h"
#include "types.h"

namespace swell::components {

using system::Computed;
using system::Declaration;
using system::Evaluation;
using system::Input;
using system::PortKind;

namespace {

struct JointPorts {
  Input position, velocity;
};
JointPorts joint_ports(Declaration& d) {
  JointPorts ports;
  ports.position = d.input(joint_port("position", "m", "rad", "coordinate of the joint"));
  ports.velocity = d.input(joint_port("velocity", "m/s", "rad/s", "rate of the joint", PortKind::flow));
  return ports;
}

std::unique_ptr<system::Component> flywheel(const std::string& name, Parameters& read, const Surroundings&) {
  const double gear = read.number("gear", "rad/m or rad/rad", {}, 1.0);
  const double inertia = read.number("inertia", "kg m^2", at_least(0.0));
  const double friction = read.number("friction", "N m s", at_least(0.0), 0.0);
  return std::make_unique<device::GearedFlywheel>(name, gear, inertia, friction);
}

std::unique_ptr<system::Component> hard_stop(const std::string& name, Parameters& read, const Surroundings&) {
  bodies::HardStop stop;
  bodies::Stop side;
  side.stiffness = read.number("stiffness", "N/m or N m/rad", at_least(0.0), side.stiffness);
  side.damping = read.number("damping", "N s/m or N m s/rad", at_least(0.0), side.damping);
  side.transition_width = read.number("transition", "m or rad", at_least(0.0), side.transition_width);
  if (const auto lower = read.optional_number("lower", "m or rad")) {
    stop.lower = side;
    stop.lower->bound = *lower;
  }
  if (const auto upper = read.optional_number("upper", "m or rad")) {
    stop.upper = side;
    stop.upper->bound = *upper;
  }
  if (!stop.lower && !stop.upper) read.error("lower", "or upper is missing", "give at least one bound");
  bodies::validate(stop, read.origin("upper"));
  return declared(name, "hard-stop",
                  [=](Declaration& d) {
                    const JointPorts in = joint_ports(d);
                    d.output(joint_port("output", "N", "N m", "effort on the follower", PortKind::effort),
                             {in.position, in.velocity}, [=](const Evaluation& e, double* out) {
                               out[0] = bodies::effort(stop, e.input(in.position)[0], e.input(in.velocity)[0]);
                             });
                  },
                  {}, {device::ForcePart::pto, device::Energy::dissipates, "", device::PowerPart::end_stop, false});
}

std::unique_ptr<system::Component> joint_spring(const std::string& name, Parameters& read, const Surroundings&) {
  const double linear = read.number("stiffness", "N/m or N m/rad", {}, 0.0);
  const double cubic = read.number("cubic_stiffness", "N/m^3 or N m/rad^3", {}, 0.0);
  const double rest = read.number("equilibrium_position", "m or rad", {}, 0.0);
  const double damping = read.number("damping", "N s/m or N m s/rad", {}, 0.0);
  const double quadratic = read.number("quadratic_damping", "N s^2/m^2 or N m s^2/rad^2", {}, 0.0);
  return declared(name, "joint-spring", [=](Declaration& d) {
    const JointPorts in = joint_ports(d);
    d.output(joint_port("output", "N", "N m", "effort on the follower", PortKind::effort), {in.position, in.velocity},
             [=](const Evaluation& e, double* out) {
               const double x = e.input(in.position)[0] - rest, v = e.input(in.velocity)[0];
               out[0] = -(linear + cubic * x * x) * x - (damping + quadratic * std::abs(v)) * v;
             });
  });
}

template <class Linkage>
std::unique_ptr<system::Component> linkage_component(const std::string& name, const char* type, Linkage linkage) {
  pto::check(linkage);
  return declared(name, type, [=](Declaration& d) {
    const Input angle = d.input(port("angle", 1, "rad", "of the flap", "joint"));
    const Input speed = d.input(port("angular_velocity", 1, "rad/s", "of the flap", "joint", PortKind::flow));
    const Input force = d.input(port("force", 1, "N", "on the rod, along its position", "", PortKind::effort));
    const Computed rod = d.compute("rod", 3, {angle, speed}, [=](const Evaluation& e, double* out) {
      const pto::LinkagePoint at = pto::evaluate(linkage, e.input(angle)[0]);
      out[0] = at.position;
      out[1] = at.ratio * e.input(speed)[0];
      out[2] = at.ratio;
    });
    d.output(port("position", 1, "m", "of the rod"), rod, 0);
    d.output(port("velocity", 1, "m/s", "of the rod", "", PortKind::flow), rod, 1);
    d.output(port("torque", 1, "N m", "of the rod's force on the flap", "joint", PortKind::effort), {rod, force},
             [=](const Evaluation& e, double* out) { out[0] = e.computed(rod)[2] * e.input(force)[0]; });
  });
}

std::unique_ptr<system::Component> crank(const std::string& name, Parameters& read, const Surroundings&) {
  pto::Crank linkage;
  linkage.crank = read.number("crank", "m", above(0.0));
  linkage.offset = read.number("offset", "m", {}, 0.0);
  linkage.rod = read.number("rod", "m", above(0.0));
  return linkage_component(name, "crank", linkage);
}

std::unique_ptr<system::Component> adjustable_rod(const std::string& name, Parameters& read, const Surroundings&) {
  pto::AdjustableRod linkage;
  linkage.crank = read.number("crank", "m", above(0.0));
  linkage.offset = read.number("offset", "m", {}, 0.0);
  linkage.rod_length = read.number("rod", "m", above(0.0));
  return linkage_component(name, "adjustable-rod", linkage);
}

}  // namespace

void add_joint_components(Registry& r) {
  r.add("flywheel", "a flywheel geared to a joint: inertia without a loop", flywheel);
  r.add("hard-stop", "end stops of a joint", hard_stop);
  r.add("joint-spring", "linear, cubic spring and linear, quadratic damper of a joint", joint_spring);
  r.add("crank", "crank between a flap and a rod of fixed length", crank);
  r.add("adjustable-rod", "rod of variable length between a flap and the ground", adjustable_rod);
}

}  // namespace swell::components
