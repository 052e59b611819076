// Components that act along a joint: flywheel, hard stop, spring, damper; linkages between a flap and a rod.
#include <cmath>

#include "swell/base/interpolation.h"
#include "swell/bodies/joint_loads.h"
#include "swell/components/declared.h"
#include "swell/device/joint_efforts.h"
#include "swell/pto/linkage.h"
#include "types.h"

namespace swell::components {

namespace {

constexpr const char* kCoordinate = "position";
struct JointPorts {
  Input position, velocity;
};
JointPorts joint_ports(Declaration& d) {
  JointPorts ports;
  ports.position = d.input(joint_port(kCoordinate, "m", "rad", "coordinate of the joint"));
  ports.velocity = d.input(joint_port("velocity", "m/s", "rad/s", "rate of the joint", PortKind::flow));
  return ports;
}

struct Flywheel {
  double gear = 1.0, inertia = 0.0, friction = 0.0;
};
void describe(Visitor& v, Flywheel& p) {
  v.number({"gear", "rad/m or rad/rad", "turns of the wheel by motion of the joint"}, p.gear);
  v.number({"inertia", "kg m^2", "of the wheel", at_least(0.0), required}, p.inertia);
  v.number({"friction", "N m s", "of its bearings", at_least(0.0)}, p.friction);
}
std::unique_ptr<system::Component> flywheel(const std::string& name, const Flywheel& p, Given&) {
  return std::make_unique<device::GearedFlywheel>(name, p.gear, p.inertia, p.friction);
}

struct HardStop {
  bodies::Stop side;
  std::optional<double> lower, upper;
};
void describe(Visitor& v, HardStop& p) {
  v.number({"lower", "m or rad", "least coordinate; one of the two bounds at least"}, p.lower);
  v.number({"upper", "m or rad", "greatest coordinate"}, p.upper);
  v.number({"stiffness", "N/m or N m/rad", "of the stop", at_least(0.0)}, p.side.stiffness);
  v.number({"damping", "N s/m or N m s/rad", "of the stop", at_least(0.0)}, p.side.damping);
  v.number({"transition", "m or rad", "penetration over which the stop's force rises to full", at_least(0.0)},
           p.side.transition_width);
}
std::unique_ptr<system::Component> hard_stop(const std::string& name, const HardStop& p, Given& given) {
  bodies::HardStop stop;
  const auto take = [&p](const std::optional<double>& bound, std::optional<bodies::Stop>& side) {
    if (!bound) return;
    side = p.side;
    side->bound = *bound;
  };
  take(p.lower, stop.lower);
  take(p.upper, stop.upper);
  if (!stop.lower && !stop.upper) given.refuse("missing", "lower", "or upper is missing", "give at least one bound");
  bodies::validate(stop, given.origin("upper"));
  return declared(name, "hard-stop",
                  [=](Declaration& d) {
                    const JointPorts in = joint_ports(d);
                    d.output(joint_port("output", "N", "N m", "effort on the follower", PortKind::effort),
                             {in.position, in.velocity}, [=](const Evaluation& e, double* out) {
                               out[0] = bodies::effort(stop, e.input(in.position)[0], e.input(in.velocity)[0]);
                             });
                  },
                  {},
                  {device::ForcePart::pto, device::Energy::dissipates, "", device::PowerPart::end_stop, false, false,
                   kCoordinate, stop});
}

struct JointSpring {
  double stiffness = 0.0, cubic_stiffness = 0.0, equilibrium_position = 0.0, damping = 0.0, quadratic_damping = 0.0;
};
void describe(Visitor& v, JointSpring& p) {
  v.number({"stiffness", "N/m or N m/rad", "of the linear spring"}, p.stiffness);
  v.number({"cubic_stiffness", "N/m^3 or N m/rad^3", "of the cubic spring"}, p.cubic_stiffness);
  v.number({"equilibrium_position", "m or rad", "coordinate at which the spring is free"}, p.equilibrium_position);
  v.number({"damping", "N s/m or N m s/rad", "of the linear damper"}, p.damping);
  v.number({"quadratic_damping", "N s^2/m^2 or N m s^2/rad^2", "of the quadratic damper"}, p.quadratic_damping);
}
/// Two separate loads, because each has its own energy traits.
class JointSpringLoad : public device::Load {
 public:
  JointSpringLoad(const std::string& name, const JointSpring& spring)
      : Load(name, "joint-spring", {device::ForcePart::pto}), p_(spring) {}
  device::LoadTraits traits(const std::string& port) const override {
    using device::Energy;
    using device::PowerPart;
    const auto of = [](Energy energy, const char* potential, PowerPart part) {
      return device::LoadTraits{device::ForcePart::pto, energy, potential, part, true, false, kCoordinate};
    };
    if (port == "spring") return of(Energy::conserves, "spring_energy", PowerPart::spring);
    if (port != "damper") return Load::traits(port);
    const bool takes = p_.damping >= 0.0 && p_.quadratic_damping >= 0.0;
    return of(takes ? Energy::dissipates : Energy::exchanges, "", PowerPart::damper);
  }
  std::vector<std::string> effects(const std::string& port) const override {
    std::vector<std::string> list;
    if (port != "output") return list;
    if (p_.stiffness != 0.0 || p_.cubic_stiffness != 0.0) list.emplace_back("spring");
    if (p_.damping != 0.0 || p_.quadratic_damping != 0.0) list.emplace_back("damper");
    return list;
  }
  void declare(Declaration& d) override {
    const JointPorts in = joint_ports(d);
    const auto spring = [this, in](const Evaluation& e) {
      const double x = e.input(in.position)[0] - p_.equilibrium_position;
      return -(p_.stiffness + p_.cubic_stiffness * x * x) * x;
    };
    const auto damper = [this, in](const Evaluation& e) {
      const double v = e.input(in.velocity)[0];
      return -(p_.damping + p_.quadratic_damping * std::abs(v)) * v;
    };
    d.output(joint_port("output", "N", "N m", "effort on the follower", PortKind::effort), {in.position, in.velocity},
             [=](const Evaluation& e, double* out) { out[0] = spring(e) + damper(e); });
    d.output(joint_port("spring", "N", "N m", "the springs' part of it", PortKind::effort), {in.position},
             [=](const Evaluation& e, double* out) { out[0] = spring(e); });
    d.output(joint_port("damper", "N", "N m", "the dampers' part of it", PortKind::effort), {in.velocity},
             [=](const Evaluation& e, double* out) { out[0] = damper(e); });
    d.output(port("spring_energy", 1, "J", "energy that the springs store"), {in.position},
             [this, in](const Evaluation& e, double* out) {
               const double x = e.input(in.position)[0] - p_.equilibrium_position, square = x * x;
               out[0] = (0.5 * p_.stiffness + 0.25 * p_.cubic_stiffness * square) * square;
             });
  }

 private:
  JointSpring p_;
};
std::unique_ptr<system::Component> joint_spring(const std::string& name, const JointSpring& p, Given& given) {
  if (p.stiffness == 0.0 && p.cubic_stiffness == 0.0)
    given.without_effect("equilibrium_position", "stiffness and cubic_stiffness are 0");
  return std::make_unique<JointSpringLoad>(name, p);
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

void describe_linkage(Visitor& v, double& crank, double& offset, double& rod, const char* help) {
  v.number({"crank", "m", "of the flap", above(0.0), required}, crank);
  v.number({"offset", "m", "of the rod's line from the axis of the flap"}, offset);
  v.number({"rod", "m", help, above(0.0), required}, rod);
}
void describe(Visitor& v, pto::Crank& p) { describe_linkage(v, p.crank, p.offset, p.rod, "length"); }
void describe(Visitor& v, pto::AdjustableRod& p) {
  describe_linkage(v, p.crank, p.offset, p.rod_length, "length at angle 0");
}
std::unique_ptr<system::Component> crank(const std::string& name, const pto::Crank& p, Given&) {
  return linkage_component(name, "crank", p);
}
std::unique_ptr<system::Component> adjustable_rod(const std::string& name, const pto::AdjustableRod& p, Given&) {
  return linkage_component(name, "adjustable-rod", p);
}

}  // namespace

void add_joint_components(Registry& r) {
  r.add<Flywheel>("flywheel", "a flywheel geared to a joint: inertia without a loop", "inertia: 1", describe, flywheel);
  r.add<HardStop>("hard-stop", "end stops of a joint", "upper: 1", describe, hard_stop);
  r.add<JointSpring>("joint-spring", "linear, cubic spring and linear, quadratic damper of a joint", "stiffness: 1",
                     describe, joint_spring);
  r.add<pto::Crank>("crank", "crank between a flap and a rod of fixed length", "crank: 1, rod: 3", describe, crank);
  r.add<pto::AdjustableRod>("adjustable-rod", "rod of variable length between a flap and the ground",
                            "crank: 1, rod: 3", describe, adjustable_rod);
}

}  // namespace swell::components
