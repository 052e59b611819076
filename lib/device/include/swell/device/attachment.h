/// How loads join the mechanism: a load declares in one what it reads or gives, and by which role. Which ports play the
/// roles is known here and in MultibodyComponent, and nowhere else; what acts on the mechanism is read from the
/// links.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "swell/device/load.h"

namespace swell::system {
class Graph;
}

namespace swell::device {

/// What the mechanism says of a body: place of the centre of gravity, its shift from the design pose with roll, pitch
/// and yaw or alone, body axes row by row or, as the mechanism has them, column by column, rates. Angles take half of a
/// load's time: who needs none reads the shift.
enum class Motion { position, displacement, shift, rotation, axes, velocity, acceleration };
const char* name_of(Motion motion);

/// Name of a body's own load: "float/restoring".
inline std::string load_name(const std::string& body, const std::string& load) { return body + "/" + load; }
/// Address of a stacked port: "radiation.velocity/float".
inline std::string stacked_address(const std::string& component, const std::string& quantity, const std::string& body) {
  return component + "." + quantity + "/" + body;
}

/// Address of the output that holds a body's motion: the mechanism's own, that of turned axes or of one of several
/// sets.
using MotionSource = std::function<std::string(Motion, const std::string& body)>;
inline std::string of_mechanism(Motion motion, const std::string& owner) { return owner + "." + name_of(motion); }
/// Which motion of a body or joint the output of this address is, where it is one of the mechanism's.
std::optional<Motion> motion_at(const std::string& address);

// Addresses of the inputs that take what loads give: wrench about the cg in world axes (6), inertia (36, of a joint
// dof; 36 N), effort on the follower (dof), motion of a joint where it is given (3 dof), the report of a body's forces.
inline std::string force_on(const std::string& body) { return body + ".force"; }
inline std::string inertia_on(const std::string& owner) { return owner + ".inertia"; }
inline std::string coupled_inertia_on(const std::string& body) { return body + ".coupled_inertia"; }
inline std::string effort_on(const std::string& joint) { return joint + ".force"; }
inline std::string motion_of(const std::string& joint) { return joint + ".motion"; }
inline std::string report_of(const std::string& body) { return load_name(body, "forces"); }
inline std::string report_of(const std::string& body, ForcePart part) { return report_of(body) + "." + name_of(part); }

/// Input "velocity" of a load on one body, "velocity/<body>" of a load on several; joined to its source.
system::PortSpec motion_port(Motion motion, const std::string& body = {});
system::Input read_motion(system::Declaration& d, Motion motion, const std::string& body);
system::Input read_motion_of(system::Declaration& d, Motion motion, const std::string& body,
                             const MotionSource& source = of_mechanism);

// What the output declared last does. Forces act and are reported; where a report needs an acceleration, apart.
inline void acts_on(system::Declaration& d, const std::string& body) { d.to(force_on(body)); }
inline void reported_as(system::Declaration& d, const std::string& body, ForcePart part) {
  d.to(report_of(body, part));
}
inline void acts_as(system::Declaration& d, const std::string& body, ForcePart part) {
  acts_on(d, body);
  reported_as(d, body, part);
}

/// An input that observes any output, whatever its unit and frame.
system::Input watch_port(system::Declaration& d, system::PortSpec spec, const std::string& address);
/// "float:velocity": a dot in a port's name would make it an address of its own.
std::string address_as_name(std::string address);

/// A load on one body.
class BodyLoad : public Load {
 protected:
  BodyLoad(const std::string& body, const char* load, std::string type, LoadTraits traits)
      : Load(load_name(body, load), std::move(type), std::move(traits)), body_(body) {}
  const std::string& body() const { return body_; }
  system::Input read(system::Declaration& d, Motion motion) const { return read_motion(d, motion, body_); }
  /// Output `force`, on the body and in its report as the part that the traits name.
  void give_force(system::Declaration& d, const char* description, system::Reads reads, system::Compute law,
                  system::Rate rate = system::Rate::continuous()) const;
  /// Outputs `force` and `inertia` (36), which act, and `reported`: force - inertia acceleration.
  /// @param first  of the inertia in its computation
  void give_inertia(system::Declaration& d, const char* description, system::Computed force, system::Computed inertia,
                    int first = 0) const;

 private:
  std::string body_;
};

/// What a connection puts on the mechanism, or into the report of a body.
struct Action {
  enum class Kind { force, inertia, coupled_inertia, report, effort, joint_inertia };
  Kind kind = Kind::force;
  std::string owner;           ///< body or joint
  std::string component;       ///< that acts
  std::string port;            ///< its output
  const Load* load = nullptr;  ///< null: a component of the user's own, which promises nothing
  LoadTraits traits{};

  std::string source() const { return component + "." + port; }
};

/// Every action of a graph whose components are declared, by the case's own connections too. Where a load says what its
/// output does by other ones (Load::effects), these stand instead.
std::vector<Action> actions_in(const system::Graph& graph, const std::vector<std::string>& bodies,
                               const std::vector<std::string>& joints);

}  // namespace swell::device
