// The energy books: one line for every connection that puts a force, an effort or inertia on the mechanism.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "build.h"
#include "swell/bodies/multibody.h"
#include "swell/device/audit.h"
#include "swell/device/body_loads.h"
#include "swell/device/report.h"

namespace swell::model {

namespace {

using device::AuditEntry;

std::string component_of(const std::string& address) { return address.substr(0, address.rfind('.')); }

/// What a load counts as: the part of the force report that it, or its component, is connected to.
std::map<std::string, std::string> parts_by_source(const system::Graph& graph, const std::string& body) {
  std::map<std::string, std::string> parts;
  const std::string report = device::load_name(body, "forces") + ".";
  for (const auto& link : graph.links()) {
    if (link.from.empty() || link.to.compare(0, report.size(), report) != 0) continue;
    parts[link.from] = link.to.substr(report.size());
    parts.emplace(component_of(link.from), link.to.substr(report.size()));
  }
  return parts;
}

std::string part_of(const std::map<std::string, std::string>& parts, const std::string& source) {
  if (const auto found = parts.find(source); found != parts.end()) return found->second;
  if (const auto found = parts.find(component_of(source)); found != parts.end()) return found->second;
  return component_of(source);
}

void add_body(const Building& b, std::size_t i, std::vector<AuditEntry>& entries) {
  const std::string& name = b.bodies[i]->name;
  const auto parts = parts_by_source(b.built.graph, name);
  const bool split = b.choices.added_mass == AddedMass::split;
  bool added = false;
  for (const auto& link : b.built.graph.links()) {
    if (link.from.empty()) continue;
    if (link.to == name + ".force") {
      // The books are of the nominal body: what `split` moved into it belongs to the added mass.
      if (split && component_of(link.from) == "added_mass") continue;
      entries.push_back({AuditEntry::Kind::body_force, name + ": " + part_of(parts, link.from), link.from, name, 6});
    } else if (link.to == name + ".inertia") {
      entries.push_back(
          {AuditEntry::Kind::body_inertia, name + ": inertia of " + component_of(link.from), link.from, name, 36});
    } else if (link.to == name + ".coupled_inertia") {  // what the accelerations of the others cause
      entries.push_back({AuditEntry::Kind::body_force,
                         name + ": inertia of " + component_of(link.from) + " with other bodies",
                         component_of(link.from) + ".coupled_force", name, 6});
    } else if (link.to == device::load_name(name, "forces") + ".added_mass" &&
               component_of(link.from) == "added_mass" && !added) {  // that of several sets is inertia of the body
      added = true;
      entries.push_back({AuditEntry::Kind::body_force, name + ": added_mass", link.from, name, 6});
    }
  }
}

void add_joint(const Building& b, const bodies::Joint& joint, bool pto, std::vector<AuditEntry>& entries) {
  const int dof = static_cast<int>(bodies::free_motions(joint.type).size());
  if (dof == 0) return;
  const std::string kind = pto ? "pto" : "joint";
  if (joint.prescribed) {
    entries.push_back(
        {AuditEntry::Kind::joint_power, joint.name + ": prescribed motion", joint.name + ".power", joint.name, dof});
    return;
  }
  for (const auto& link : b.built.graph.links()) {
    if (link.from.empty()) continue;
    if (link.to == joint.name + ".force") {
      entries.push_back({AuditEntry::Kind::joint_effort, joint.name + ": " + kind, link.from, joint.name, dof});
    } else if (link.to == joint.name + ".inertia") {
      entries.push_back({AuditEntry::Kind::joint_inertia, joint.name + ": inertia of " + component_of(link.from),
                         link.from, joint.name, dof});
    }
  }
}

}  // namespace

void build_audit(Building& b) {
  std::vector<AuditEntry> entries;
  std::vector<device::AuditBody> bodies;
  double mass = 0.0;
  for (std::size_t i = 0; i < b.bodies.size(); ++i) {
    add_body(b, i, entries);
    device::AuditBody body{b.bodies[i]->name, b.rigid[i].mass, b.rigid[i].inertia, {}};
    for (int part = 0; part < device::kForceParts; ++part)
      body.force_parts.emplace_back(device::name_of(static_cast<device::ForcePart>(part)));
    mass += body.mass;
    bodies.push_back(std::move(body));
  }
  for (const bodies::Joint& joint : b.joints) {
    const auto& ptos = b.built.pto_names;
    add_joint(b, joint, std::find(ptos.begin(), ptos.end(), joint.name) != ptos.end(), entries);
  }
  std::sort(entries.begin(), entries.end(), [](const AuditEntry& x, const AuditEntry& y) {
    return x.label != y.label ? x.label < y.label : x.source < y.source;
  });
  auto audit = std::make_unique<device::Audit>(entries, bodies, std::max(mass, 1.0), b.added_mass);
  for (const auto& [from, to] : audit->connections()) b.built.graph.connect(from, to);
  b.built.graph.add(std::move(audit));

  std::vector<std::string> labels, names;
  for (const AuditEntry& entry : entries) labels.push_back(entry.label);
  for (const device::AuditBody& body : bodies) names.push_back(body.name);
  auto& recorded = b.built.recorded;
  recorded.push_back({"audit.work",
                      {"/audit/work", static_cast<int>(labels.size()), "J",
                       "work of each load on the motion since the start, positive into the motion", labels}});
  recorded.push_back({"audit.exchanged", {"/audit/exchanged", 0, "J", "half the absolute work of all loads", {}}});
  recorded.push_back({"audit.kinetic_energy", {"/audit/kinetic_energy", 0, "J", "of the rigid bodies", {}}});
  recorded.push_back({"audit.added_mass_energy", {"/audit/added_mass_energy", 0, "J", "of the added mass", {}}});
  recorded.push_back({"audit.force_defect",
                      {"/audit/force_defect", static_cast<int>(names.size()), "1",
                       "sum of the force's parts less the rate of change of momentum, over the largest part", names}});
}

}  // namespace swell::model
