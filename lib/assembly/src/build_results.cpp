// Which port shows in which dataset of the results file (docs/conventions.md), and the power of take-offs by parts.
#include <fmt/format.h>

#include <algorithm>

#include "stages.h"
#include "swell/base/motions.h"
#include "swell/device/modal_loads.h"
#include "swell/device/multibody_component.h"
#include "swell/device/results_ports.h"
#include "swell/device/tether_load.h"

namespace swell::assembly {

namespace {

/// A unit for each motion of a joint: "m m rad".
std::string units_of(bodies::JointType type, const char* translation, const char* rotation) {
  std::string text;
  for (const int motion : bodies::free_motions(type))
    text += (text.empty() ? "" : " ") + std::string(motion < 3 ? translation : rotation);
  return text;
}

}  // namespace

std::map<std::string, PowerPorts> add_power(const Case& c, const Mechanism& mechanism, system::Graph& graph) {
  std::map<std::string, PowerPorts> power;
  std::vector<std::pair<std::string, int>> at_points;
  using device::PowerPart;
  for (const model::Pto& pto : c.model.ptos) {
    PowerPorts& ports = power[pto.name];
    ports.absorbed = pto.name + ".power";
    device::PtoPower::Efforts efforts;
    for (const device::Action& action : device::actions_in(graph, {}, {pto.name})) {
      if (action.kind == device::Action::Kind::effort) efforts[action.traits.power].push_back(action.source());
    }
    const bool stops = efforts.count(PowerPart::end_stop) > 0;
    const int dof = degrees_of_freedom(pto.type);
    if (efforts.size() < 2 && !stops) {
      if (dof > 0) at_points.emplace_back(ports.absorbed, dof);
      continue;
    }
    const auto joint = std::find_if(mechanism.joints.begin(), mechanism.joints.end(),
                                    [&](const bodies::Joint& j) { return j.name == pto.name; });
    if (joint == mechanism.joints.end()) continue;  // refused already
    const std::string name = device::load_name(pto.name, "power");
    if (stops) graph.rename_output(ports.absorbed, pto.name + "." + device::kWholePower);
    for (const auto& effort : efforts)
      ports.parts.emplace_back(effort.first, name + "." + device::name_of(effort.first));
    graph.emplace<device::PtoPower>(pto.name, joint->type, std::move(efforts));
    at_points.emplace_back(ports.absorbed, dof);
    for (const auto& part : ports.parts) at_points.emplace_back(part.second, dof);
  }
  for (const model::Mooring& mooring : c.model.moorings) {
    const auto* tether = std::get_if<model::TetherMooring>(&mooring.law);
    if (tether == nullptr) continue;
    PowerPorts& ports = power[mooring.name];
    ports.absorbed = mooring.name + ".power";
    for (const PowerPart part : device::tether_power(tether->limits.has_value()))
      ports.parts.emplace_back(part, mooring.name + "." + device::power_of(part));
    at_points.emplace_back(ports.absorbed, 1);
    for (const auto& part : ports.parts) at_points.emplace_back(part.second, 1);
  }
  for (const model::Rotor& rotor : c.model.rotors) {
    power[rotor.name].absorbed = rotor.name + ".power";
    at_points.emplace_back(rotor.name + ".power", 1);
  }
  if (!at_points.empty()) graph.emplace<device::PowerAtPoints>(std::move(at_points));
  return power;
}

std::vector<RecordedSeries> results_of(const Case& c, const std::map<std::string, PowerPorts>& power) {
  std::vector<RecordedSeries> recorded;
  const auto show = [&](const std::string& address, const std::string& path, int width, const std::string& units,
                        const std::string& text) {
    recorded.push_back({address, {path, width, units, text, {}, address}});
  };
  show("sea.elevation", "/wave/elevation", 0, "m", "surface elevation at the origin, ramp included");
  if (const auto gauges = static_cast<int>(c.model.environment.gauges.size()); gauges > 0)
    show("sea.gauges", "/wave/gauges", gauges, "m", "surface elevation at the gauges, in their order");
  const auto six_units = [](const char* translation, const char* rotation) {
    return units_of(bodies::JointType::floating_6dof, translation, rotation);
  };
  for (const model::Body* body : c.bodies) {
    if (is_mode(*body)) continue;
    const auto six = [&](const std::string& address, const std::string& path, const std::string& units,
                         const std::string& text) {
      show(address, "/bodies/" + body->name + "/" + path, 6, units, text);
      recorded.back().series.labels = motion_labels();
    };
    six(body->name + ".position", "position", six_units("m", "rad"),
        "centre of gravity and roll, pitch, yaw, absolute, world frame");
    six(body->name + ".velocity", "velocity", six_units("m/s", "rad/s"),
        "velocity of the centre of gravity and angular velocity, world frame");
    six(body->name + ".acceleration", "acceleration", six_units("m/s^2", "rad/s^2"),
        "acceleration of the centre of gravity and angular acceleration, world frame");
    const std::string units = six_units("N", "N m");
    six(body->name + ".momentum_rate", "force/total", units,
        "rate of change of momentum: the sum of all parts; about the centre of gravity, world frame");
    six(device::report_of(body->name) + ".hydrodynamic", "force/hydrodynamic", units,
        "sum of excitation to linear damping (what WEC-Sim calls total); on the body");
    for (int i = 0; i < device::kForceParts; ++i) {
      const auto part = static_cast<device::ForcePart>(i);
      if (part == device::ForcePart::mooring && c.model.moorings.empty()) continue;
      if (part == device::ForcePart::external && c.model.connections.empty() && c.model.rotors.empty()) continue;
      const std::string name = device::name_of(part);
      six(device::report_of(body->name, part), "force/" + name, units,
          name + " on the body, about the centre of gravity, world frame");
    }
  }
  const auto joint = [&](const model::Joint& spec, const std::string& group, bool pto) {
    std::string name = spec.name;  // "column.air" is column_air there: a dot parts the words of patterns
    std::replace(name.begin(), name.end(), '.', '_');
    const std::string root = "/" + group + "/" + name + "/";
    const int dof = degrees_of_freedom(spec.type);
    const auto units = [&](const char* translation, const char* rotation) {
      return units_of(spec.type, translation, rotation);
    };
    const auto along = [&](const std::string& address, const std::string& name, const std::string& unit,
                           const std::string& text) {
      show(address, root + name, dof, unit, text);
      if (dof > 1) recorded.back().series.labels = device::joint_labels(spec.type);
    };
    if (dof > 0) {
      along(spec.name + ".position", "position", units("m", "rad"), "follower minus base along the joint's axes");
      along(spec.name + ".velocity", "velocity", units("m/s", "rad/s"), "rate of the position");
      along(spec.name + ".force", "force", units("N", "N m"), "effort on the follower along the joint's axes");
    }
    if (dof > 0 && pto) {
      const PowerPorts& ports = power.at(spec.name);
      along(ports.absorbed, "power", "W", "absorbed power: taken out of the device, without the end stops");
      for (const auto& [part, address] : ports.parts)
        along(address, std::string("power_") + device::name_of(part), "W",
              fmt::format("power {}", device::description_of(part)));
    }
    if (name != spec.name) return;  // the water of a chamber hangs on no joint
    show(spec.name + ".constraint_force", root + "constraint_force", 6, six_units("N", "N m"),
         "what the joint constrains: base on follower, at the joint, joint axes");
    recorded.back().series.labels = device::joint_labels(bodies::JointType::floating_6dof);
  };
  const auto mode = [&](const model::Joint& spec) {  // "barge.mode1" carries the body "barge/mode1"
    const std::string root = "/bodies/" + spec.follower + "/";
    show(spec.name + ".position", root + "position", 0, "m", "amplitude of the generalised mode");
    show(spec.name + ".velocity", root + "velocity", 0, "m/s", "rate of the amplitude");
    show(spec.name + ".acceleration", root + "acceleration", 0, "m/s^2", "of the amplitude");
    const std::string forces = device::ModeForces::name_of(spec.name) + ".";
    show(forces + "total", root + "force/total", 0, "N", "structural mass times acceleration: the sum of all parts");
    for (int i = 0; i < device::kForceParts; ++i) {
      const auto part = static_cast<device::ForcePart>(i);
      if (!device::ModeForces::has(part) ||
          (c.model.connections.empty() && (part == device::ForcePart::external || part == device::ForcePart::joint)))
        continue;
      const std::string name = device::name_of(part);
      show(forces + name, fmt::format("{}force/{}", root, name), 0, "N", name + " on the mode");
    }
  };
  for (const model::Joint& spec : c.model.joints) {
    const bool of_mode = std::any_of(c.bodies.begin(), c.bodies.end(), [&spec](const model::Body* body) {
      return body->name == spec.follower && is_mode(*body);
    });
    of_mode ? mode(spec) : joint(spec, "joints", false);
  }
  for (const model::Pto& spec : c.model.ptos) joint(spec, "ptos", true);
  return recorded;
}

}  // namespace swell::assembly
