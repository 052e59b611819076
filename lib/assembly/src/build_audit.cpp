// The energy balance: every connection that puts a force, an effort or inertia on the mechanism, what its load promises
// of the energy, and the audit that integrates its power.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "building.h"
#include "swell/bodies/multibody.h"
#include "swell/device/body_loads.h"
#include "swell/device/joint_loads.h"
#include "swell/device/report.h"

namespace swell::assembly {

namespace {

using device::AuditEntry;
using device::Energy;
using device::LoadTraits;

std::string component_of(const std::string& address) { return address.substr(0, address.rfind('.')); }
std::string port_of(const std::string& address) { return address.substr(address.rfind('.') + 1); }

/// What a component of the user's own promises: nothing.
LoadTraits traits_of(const system::Graph& graph, const std::string& address) {
  const auto* load = dynamic_cast<const device::Load*>(graph.find(component_of(address)));
  return load != nullptr ? load->traits(port_of(address)) : LoadTraits{};
}

constexpr const char* kForceUnit = "N, N m";

class Plan {
 public:
  explicit Plan(const Building& b) : b_(b), graph_(b.built.graph) {}

  void body(std::size_t i) {
    const std::string& name = b_.bodies[i]->name;
    const bool split = b_.choices.added_mass == model::AddedMass::split;
    bool added = false;
    for (const auto& link : graph_.links()) {
      if (link.from.empty()) continue;
      const std::string component = component_of(link.from);
      LoadTraits traits = traits_of(graph_, link.from);
      const bool of_data = traits.energy == Energy::inertia && traits.part == device::ForcePart::added_mass;
      if (link.to == name + ".force") {
        // The balance is of the nominal body: what `split` moved into it belongs to the added mass.
        if (split && of_data && component == "added_mass") continue;
        // Memory of several sets: a velocity of the past goes with the set of then, and the force with that of now.
        if (traits.energy == Energy::radiates && is_variable(b_, i)) traits.energy = Energy::exchanges;
        add({AuditEntry::Kind::body_force, name + ": " + device::name_of(traits.part), link.from, name, 6, kForceUnit},
            traits);
      } else if (link.to == name + ".inertia") {
        add({AuditEntry::Kind::body_inertia, name + ": inertia of " + component, link.from, name, 36}, traits);
      } else if (link.to == name + ".coupled_inertia") {  // what the accelerations of the others cause
        add({AuditEntry::Kind::body_force, name + ": inertia of " + component + " with other bodies",
             component + ".coupled_force", name, 6},
            {traits.part, Energy::inertia});
      } else if (link.to == device::load_name(name, "forces") + "." + device::name_of(device::ForcePart::added_mass) &&
                 component == "added_mass" && of_data && !added) {  // that of several sets is inertia of the body
        added = true;
        AuditEntry entry{AuditEntry::Kind::body_force, name + ": added_mass", link.from, name, 6};
        entry.added_mass = true;
        add(std::move(entry), traits);
      }
    }
  }

  void joint(const bodies::Joint& joint) {
    const int dof = static_cast<int>(bodies::free_motions(joint.type).size());
    if (dof == 0) return;
    if (joint.prescribed) {
      add({AuditEntry::Kind::joint_power, joint.name + ": prescribed motion", joint.name + ".power", joint.name, dof},
          {});
      return;
    }
    const std::string unit = device::joint_unit(joint.type, "N", "N m");
    for (const auto& link : graph_.links()) {
      if (link.from.empty()) continue;
      if (link.to == joint.name + ".force") {
        const auto effort = [&](const std::string& source, const LoadTraits& traits) {
          add({AuditEntry::Kind::joint_effort, joint.name + ": " + words(traits.power), source, joint.name, dof, unit},
              traits);
        };
        const auto* own = dynamic_cast<const device::JointLoad*>(graph_.find(component_of(link.from)));
        if (own == nullptr) {
          effort(link.from, traits_of(graph_, link.from));
          continue;
        }
        for (const std::string& part : own->parts()) effort(component_of(link.from) + "." + part, own->traits(part));
      } else if (link.to == joint.name + ".inertia") {
        add({AuditEntry::Kind::joint_inertia, joint.name + ": inertia of " + component_of(link.from), link.from,
             joint.name, dof},
            {device::ForcePart::pto, Energy::inertia});
      }
    }
  }

  /// Sorted, so that the order of the case's list changes nothing.
  EnergyPlan finish() {
    std::sort(plan_.entries.begin(), plan_.entries.end(), [](const AuditEntry& x, const AuditEntry& y) {
      return x.label != y.label ? x.label < y.label : x.source < y.source;
    });
    std::map<std::string, std::size_t> groups;
    for (AuditEntry& entry : plan_.entries) {
      // Loads of one component on several bodies stand together.
      const std::string& key = keys_[entry.source];
      if (key.empty()) continue;
      const auto [at, fresh] = groups.emplace(key, plan_.groups.size());
      if (fresh) {
        const LoadTraits traits = traits_of(graph_, entry.source);
        plan_.groups.push_back({entry.label, entry.energy,
                                traits.potential.empty() ? "" : component_of(entry.source) + "." + traits.potential,
                                traits.watched});
      } else {
        std::string& name = plan_.groups[at->second].name;  // of the component where it acts on several bodies
        if (name != entry.label)
          name = component_of(entry.source) + ": " + device::name_of(traits_of(graph_, entry.source).part);
      }
      entry.group = static_cast<int>(at->second);
    }
    return std::move(plan_);
  }

 private:
  static std::string words(device::PowerPart part) {
    std::string text = device::name_of(part);
    std::replace(text.begin(), text.end(), '_', ' ');
    return text;
  }

  void add(AuditEntry entry, const LoadTraits& traits) {
    entry.energy = traits.energy;
    if (entry.energy == Energy::conserves || entry.energy == Energy::dissipates || entry.energy == Energy::radiates)
      keys_[entry.source] = component_of(entry.source) + "." + device::name_of(traits.energy) + "." + traits.potential;
    plan_.entries.push_back(std::move(entry));
  }

  const Building& b_;
  const system::Graph& graph_;
  EnergyPlan plan_;
  std::map<std::string, std::string> keys_;  // of a group, by source
};

}  // namespace

void plan_energy(Building& b) {
  Plan plan(b);
  for (std::size_t i = 0; i < b.bodies.size(); ++i) plan.body(i);
  for (const bodies::Joint& joint : b.joints) plan.joint(joint);
  b.built.energy = plan.finish();
}

void build_audit(Building& b) {
  const EnergyPlan& plan = b.built.energy;
  std::vector<device::AuditBody> bodies;
  double mass = 0.0;
  for (std::size_t i = 0; i < b.bodies.size(); ++i) {
    device::AuditBody body{b.bodies[i]->name, b.rigid[i].mass, b.rigid[i].inertia, {}};
    for (int part = 0; part < device::kForceParts; ++part)
      body.force_parts.emplace_back(device::name_of(static_cast<device::ForcePart>(part)));
    mass += body.mass;
    bodies.push_back(std::move(body));
  }
  auto audit = std::make_unique<device::Audit>(plan.entries, plan.groups, bodies, std::max(mass, 1.0), b.added_mass);
  for (const auto& [from, to] : audit->connections()) b.built.graph.connect(from, to, {}, true);
  b.built.graph.add(std::move(audit));

  std::vector<std::string> labels, names, groups;
  for (const AuditEntry& entry : plan.entries) labels.push_back(entry.label);
  for (const device::AuditBody& body : bodies) names.push_back(body.name);
  for (const device::EnergyGroup& group : plan.groups) groups.push_back(group.name);
  auto& recorded = b.built.recorded;
  recorded.push_back({"audit.work",
                      {"/audit/work", static_cast<int>(labels.size()), "J",
                       "work of each load on the motion since the start, positive into the motion", labels}});
  if (!groups.empty())
    recorded.push_back({"audit.potential",
                        {"/audit/potential", static_cast<int>(groups.size()), "J",
                         "potential of each load that keeps or takes energy, 0 where it stores nothing", groups}});
  recorded.push_back({"audit.exchanged", {"/audit/exchanged", 0, "J", "half the absolute work of all loads", {}}});
  recorded.push_back({"audit.kinetic_energy", {"/audit/kinetic_energy", 0, "J", "of the rigid bodies", {}}});
  recorded.push_back({"audit.added_mass_energy", {"/audit/added_mass_energy", 0, "J", "of the added mass", {}}});
  recorded.push_back({"audit.force_defect",
                      {"/audit/force_defect", static_cast<int>(names.size()), "1",
                       "sum of the force's parts less the rate of change of momentum, over the largest part", names}});
}

}  // namespace swell::assembly
