// Which port shows in which dataset of the results file (docs/conventions.md).
#include <fmt/format.h>

#include "building.h"
#include "swell/base/motions.h"
#include "swell/device/body_loads.h"
#include "swell/device/report.h"

namespace swell::assembly {

namespace {

std::string six_units(const char* linear, const char* angular) {
  const std::string l = linear, a = angular;
  return l + " " + l + " " + l + " " + a + " " + a + " " + a;
}

}  // namespace

void select_results(Building& b) {
  auto& recorded = b.built.recorded;
  const auto six = [&](const std::string& address, const std::string& path, const std::string& units,
                       const std::string& text) {
    recorded.push_back({address, {path, 6, units, text, motion_labels()}});
  };
  recorded.push_back(
      {"sea.elevation", {"/wave/elevation", 0, "m", "surface elevation at the origin, ramp included", {}}});
  if (!b.model.environment.gauges.empty()) {
    recorded.push_back({"sea.gauges",
                        {"/wave/gauges",
                         static_cast<int>(b.model.environment.gauges.size()),
                         "m",
                         "surface elevation at the gauges, in their order",
                         {}}});
  }
  const bool moored = !b.model.moorings.empty();
  for (const model::Body* body : b.bodies) {
    const std::string root = "/bodies/" + body->name + "/";
    six(body->name + ".position", root + "position", six_units("m", "rad"),
        "centre of gravity and roll, pitch, yaw, absolute, world frame");
    six(body->name + ".velocity", root + "velocity", six_units("m/s", "rad/s"),
        "velocity of the centre of gravity and angular velocity, world frame");
    six(body->name + ".acceleration", root + "acceleration", six_units("m/s^2", "rad/s^2"),
        "acceleration of the centre of gravity and angular acceleration, world frame");
    const std::string units = six_units("N", "N m");
    six(body->name + ".momentum_rate", root + "force/total", units,
        "rate of change of momentum: the sum of all parts; about the centre of gravity, world frame");
    const std::string report = device::load_name(body->name, "forces");
    six(report + ".hydrodynamic", root + "force/hydrodynamic", units,
        "sum of excitation to linear damping (what WEC-Sim calls total); on the body");
    for (int i = 0; i < device::kForceParts; ++i) {
      const auto part = static_cast<device::ForcePart>(i);
      if (part == device::ForcePart::mooring && !moored) continue;
      if (part == device::ForcePart::external && b.model.connections.empty()) continue;
      const std::string name = device::name_of(part);
      six(fmt::format("{}.{}", report, name), fmt::format("{}force/{}", root, name), units,
          fmt::format("{} on the body, about the centre of gravity, world frame", name));
    }
  }
  const auto joint = [&](const model::Joint& spec, const std::string& group, bool pto) {
    const std::string root = "/" + group + "/" + spec.name + "/";
    const int dof = degrees_of_freedom(spec.type);
    const auto units = [&](const char* translation, const char* rotation) {
      std::string text;
      for (const int motion : [&]() -> std::vector<int> {
             switch (spec.type) {
               case bodies::JointType::fixed:
                 return {};
               case bodies::JointType::translational:
                 return {2};
               case bodies::JointType::rotational:
                 return {4};
               case bodies::JointType::floating_3dof:
                 return {0, 2, 4};
               case bodies::JointType::floating_6dof:
                 return {0, 1, 2, 3, 4, 5};
               case bodies::JointType::universal:
                 return {3, 4};
               case bodies::JointType::spherical:
                 return {3, 4, 5};
             }
             return {};
           }()) {
        text += (text.empty() ? "" : " ") + std::string(motion < 3 ? translation : rotation);
      }
      return text;
    };
    if (dof > 0) {
      recorded.push_back(
          {spec.name + ".position",
           {root + "position", dof, units("m", "rad"), "follower minus base along the joint's axes", {}}});
      recorded.push_back(
          {spec.name + ".velocity", {root + "velocity", dof, units("m/s", "rad/s"), "rate of the position", {}}});
      recorded.push_back(
          {spec.name + ".force",
           {root + "force", dof, units("N", "N m"), "effort on the follower along the joint's axes", {}}});
      if (pto) {
        const PowerPorts& power = b.built.power.at(spec.name);
        recorded.push_back(
            {power.absorbed,
             {root + "power", dof, "W", "absorbed power: taken out of the device, without the end stops", {}}});
        for (const auto& [part, address] : power.parts)
          recorded.push_back({address,
                              {fmt::format("{}power_{}", root, device::name_of(part)),
                               dof,
                               "W",
                               fmt::format("power {}", device::description_of(part)),
                               {}}});
      }
    }
    recorded.push_back({spec.name + ".constraint_force",
                        {root + "constraint_force",
                         6,
                         six_units("N", "N m"),
                         "what the joint constrains: base on follower, at the joint, joint axes",
                         {}}});
  };
  for (const model::Joint& spec : b.model.joints) joint(spec, "joints", false);
  for (const model::Pto& spec : b.model.ptos) joint(spec, "ptos", true);
}

}  // namespace swell::assembly
