/// What holds a device together: joints, power take-off, components and their connections.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "swell/base/parameter.h"
#include "swell/base/vector.h"
#include "swell/bodies/joint.h"

namespace swell::model {

using bodies::JointType;

/// orientation: joint axes z and y in the world; x = y cross z.
struct JointOrientation {
  Vector3 z = Vector3::UnitZ();
  Vector3 y = Vector3::UnitY();
  Source source;
};

/// limits: hard stops, force -s (k d + c d_dot) against a penetration d with s rising smoothly over `transition`.
struct HardStops {
  std::optional<double> lower, upper;  ///< [m or rad] joint coordinate
  double stiffness = 1.0e6;            ///< [N/m or N m/rad]
  double damping = 1.0e3;              ///< [N s/m or N m s/rad]
  double transition = 1.0e-4;          ///< [m or rad]
  Source source;
};

/// motion: the joint's coordinates are given in time, offset + amplitude sin(2 pi t/period + phase) or a table.
struct PrescribedMotion {
  std::vector<double> amplitude, offset;      ///< [m or rad] per coordinate
  std::optional<double> period;               ///< [s]
  double phase = 0.0;                         ///< [rad] (YAML: degrees)
  std::optional<std::filesystem::path> file;  ///< columns: time [s], coordinates [m or rad]
  Source source;
};

/// A joint between two bodies, or a body and "world". Coordinate: follower minus base along the axis.
struct Joint {
  std::string name;
  JointType type = JointType::fixed;
  std::string base = "world";
  std::string follower;
  Vector3 location = Vector3::Zero();  ///< [m] world, design pose
  std::optional<Vector3> axis;         ///< world; absent: z (translational), y (rotational)
  std::optional<JointOrientation> orientation;
  std::optional<HardStops> limits;
  std::optional<PrescribedMotion> motion;
  std::vector<double> extension;  ///< [m or rad] coordinates at the start; empty: 0
  double stiffness = 0.0;         ///< [N/m or N m/rad] of every free coordinate
  double damping = 0.0;           ///< [N s/m or N m s/rad]
  bool prescribed = false;        ///< moved by what is connected to <name>.motion
  Source source;
};

/// A joint that takes power: F on the follower = -stiffness (q - equilibrium_position) - damping q_dot + force.
struct Pto : Joint {
  double pretension = 0.0;                     ///< [N or N m] at coordinate 0
  std::optional<double> equilibrium_position;  ///< [m or rad]; absent: -pretension/stiffness
};

/// A component from lib/components or a library of the user's own, where its type says what the parameters are.
struct Component {
  std::string name;
  std::string type;
  std::string library;   ///< shared library that holds the type; empty: Swell's own
  Parameter parameters;  ///< every other key
  Source source;
};

/// initial: states at the start, by component and state name. A file wins over values, values over what components set
/// up by themselves.
struct InitialStates {
  std::filesystem::path file;  ///< written by output.state of an earlier run; empty: none
  Parameter values;            ///< component.state: number or list
  Source source;
};

/// initialization: how states that components set up from each other are solved.
enum class InitializationMethod { sweeps, newton };
struct Initialization {
  InitializationMethod method = InitializationMethod::sweeps;
  double tolerance = 1e-10;           ///< relative
  double absolute_tolerance = 1e-12;  ///< in the unit of the state
  int max_iterations = 100;
  Source source;
};

/// {from, to}: an output port into an input port; {value, to}: a constant.
struct Connection {
  std::variant<std::string, std::vector<double>> from;
  std::string to;
  std::optional<Vector3> point;  ///< [m] of the body at one end: from its centre of gravity, body axes
  std::string group, with;       ///< two groups of ports, joined as wholes; else empty
  Source source;
};

/// groups: ports that belong together, by the roles of a group type: "Force" and "LinearVelocity" of a
/// LinearMechanicalPort, or the parts of a type of the user's own.
struct PortGroup {
  std::string name, type;
  Parameter members;  ///< role: port
  Source source;
};

}  // namespace swell::model
