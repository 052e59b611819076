// The energy balance: every connection that puts a force, an effort or inertia on the mechanism, what its load promises
// of the energy, and the audit that integrates its power.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "stages.h"
#include "swell/base/text.h"
#include "swell/bodies/multibody.h"
#include "swell/device/attachment.h"
#include "swell/device/results_ports.h"
#include "swell/device/stack.h"

namespace swell::assembly {

namespace {

using device::AuditEntry;
using device::Energy;
using device::LoadTraits;

constexpr const char* kForceUnit = "N, N m";

class Plan {
 public:
  /// Restoring without a potential makes energy at second order only; take-offs say themselves what they bring.
  void look_for_source(const device::Action& action, bool of_pto) {
    using Kind = device::Action::Kind;
    const bool waves = action.traits.part == device::ForcePart::excitation && action.load != nullptr,
               restoring = action.traits.part == device::ForcePart::restoring && action.load != nullptr;
    if ((action.kind == Kind::force || action.kind == Kind::effort) && action.traits.energy == Energy::exchanges &&
        !waves && !restoring && !of_pto)
      plan_.other_sources = true;
  }

  void action(const device::Action& action) {
    using Kind = device::Action::Kind;
    const std::string& owner = action.owner;
    const LoadTraits& traits = action.traits;
    const std::string of_inertia = owner + ": inertia of " + action.component;
    switch (action.kind) {
      case Kind::force:
        // The balance is of the nominal body: what `split` moved into it belongs to the added mass.
        if (!traits.of_data)
          add({AuditEntry::Kind::body_force, owner + ": " + device::name_of(traits.part), {}, owner, 6, kForceUnit},
              action);
        break;
      case Kind::report:
        if (traits.of_data) add({AuditEntry::Kind::body_force, owner + ": added_mass", {}, owner, 6}, action);
        break;
      case Kind::inertia:
        add({AuditEntry::Kind::body_inertia, of_inertia, {}, owner, 36}, action);
        break;
      case Kind::coupled_inertia:  // what the accelerations of the others cause
        add({AuditEntry::Kind::body_force, of_inertia + " with other bodies", {}, owner, 6}, action);
        break;
      case Kind::effort:
      case Kind::joint_inertia:
        break;
    }
  }

  /// @param power  its whole power
  void joint(const bodies::Joint& joint, const std::string& power, const std::vector<device::Action>& actions) {
    using Kind = device::Action::Kind;
    const int dof = static_cast<int>(bodies::free_motions(joint.type).size());
    if (dof == 0) return;
    if (joint.prescribed) {
      plan_.other_sources = true;
      add({AuditEntry::Kind::joint_power, joint.name + ": prescribed motion", {}, joint.name, dof},
          {Kind::effort, joint.name, joint.name, power});
      return;
    }
    const std::string unit = device::joint_unit(joint.type, "N", "N m");
    for (const device::Action& action : actions) {
      if (action.owner != joint.name) continue;
      if (action.kind == Kind::effort)
        add({AuditEntry::Kind::joint_effort, joint.name + ": " + words(action.traits.power), {}, joint.name, dof, unit},
            action);
      if (action.kind == Kind::joint_inertia)
        add({AuditEntry::Kind::joint_inertia, joint.name + ": inertia of " + action.component, {}, joint.name, dof},
            action);
    }
  }

  /// Sorted, so that the order of the case's list changes nothing.
  /// @param together  by body: those that the water couples have one number, and radiate as one
  EnergyPlan finish(const std::map<std::string, int>& together) {
    std::sort(plan_.entries.begin(), plan_.entries.end(), [](const AuditEntry& x, const AuditEntry& y) {
      return x.label != y.label ? x.label < y.label : x.source < y.source;
    });
    std::map<std::string, std::size_t> groups;
    struct Members {
      std::set<std::string> labels, components, owners;
    };
    std::vector<Members> members;  // of the groups
    for (AuditEntry& entry : plan_.entries) {
      const device::Action& action = actions_.at(entry.source);
      const LoadTraits& traits = action.traits;
      if (entry.energy != Energy::conserves && entry.energy != Energy::dissipates && entry.energy != Energy::radiates)
        continue;
      // Loads of one component on several bodies stand together; so does what several components radiate from bodies
      // that the water couples (passive_yaw has one each): what is put in at one body may be taken at the other.
      const auto coupled = together.find(action.owner);
      const std::string key = traits.energy == Energy::radiates && coupled != together.end()
                                  ? fmt::format(" coupled {}", coupled->second)
                                  : action.component + "." + device::name_of(traits.energy) + "." + traits.potential;
      const auto [at, fresh] = groups.emplace(key, plan_.groups.size());
      if (fresh) {
        plan_.groups.push_back({entry.label, entry.energy,
                                traits.potential.empty() ? "" : action.component + "." + traits.potential,
                                traits.watched});
        members.emplace_back();
      }
      Members& of = members[at->second];
      of.labels.insert(entry.label);
      of.components.insert(action.component);
      of.owners.insert(action.owner);
      if (of.labels.size() > 1)
        plan_.groups[at->second].name = fmt::format(
            "{}: {}", of.components.size() == 1 ? action.component : fmt::format("{}", fmt::join(of.owners, ", ")),
            device::name_of(traits.part));
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

  void add(AuditEntry entry, device::Action action) {
    entry.source = action.source();
    entry.added_mass = action.traits.of_data;
    entry.energy = action.traits.energy;
    plan_.entries.push_back(std::move(entry));
    actions_.insert_or_assign(action.source(), std::move(action));
  }

  EnergyPlan plan_;
  std::map<std::string, device::Action> actions_;  // by source
};

}  // namespace

EnergyPlan plan_energy(const Case& c, const Hydro& hydro, const Mechanism& mechanism, const system::Graph& graph) {
  const std::vector<std::string> bodies = c.names();
  const std::vector<std::string> joints = names_of(mechanism.joints);
  std::vector<device::Action> actions = device::actions_in(graph, bodies, joints);
  const auto is_pto = [&](const std::string& name) {
    return std::any_of(c.model.ptos.begin(), c.model.ptos.end(),
                       [&](const model::Pto& each) { return each.name == name; });
  };
  Plan plan;
  for (device::Action& action : actions) {
    // Memory of several sets: a velocity of the past goes with the set of then, and the force with that of now.
    const auto body = std::find(bodies.begin(), bodies.end(), action.owner);
    if (action.traits.energy == Energy::radiates && body != bodies.end() &&
        is_variable(c, hydro, static_cast<std::size_t>(body - bodies.begin())))
      action.traits.energy = Energy::exchanges;
    // A spring of the user's own promises only where it reads the joint that it acts on.
    const std::string own = device::of_mechanism(device::Motion::position, action.owner);
    const auto reads_another = [&, input = action.component + "." + action.traits.coordinate](const auto& link) {
      return link.to == input && link.from != own;
    };
    if (!action.traits.coordinate.empty() && std::any_of(graph.links().begin(), graph.links().end(), reads_another))
      action.traits.energy = Energy::exchanges;
    plan.look_for_source(action, is_pto(action.owner));
    plan.action(action);
  }
  for (const bodies::Joint& joint : mechanism.joints) {
    const bool pto = is_pto(joint.name);
    const bool stops = std::any_of(actions.begin(), actions.end(), [&joint](const device::Action& action) {
      return action.owner == joint.name && action.kind == device::Action::Kind::effort &&
             action.traits.power == device::PowerPart::end_stop;
    });
    plan.joint(joint, pto && stops ? device::kWholePower : "power", actions);
  }
  std::map<std::string, int> together;
  for (std::size_t k = 0; k < hydro.coupled.size(); ++k) {
    for (const std::size_t body : hydro.coupled[k].bodies) together.emplace(bodies[body], static_cast<int>(k));
  }
  return plan.finish(together);
}

Parts audit_of(const Case& c, const Mechanism& mechanism, const AddedMass& added, const EnergyPlan& plan) {
  Parts parts;
  std::vector<device::AuditBody> bodies;
  double mass = 0.0;
  for (std::size_t i = 0; i < c.bodies.size(); ++i) {
    const bool tilts = std::find(added.tilting.begin(), added.tilting.end(), c.bodies[i]->name) != added.tilting.end();
    bodies.push_back({c.bodies[i]->name, mechanism.rigid[i].mass, mechanism.rigid[i].inertia, tilts});
    mass += mechanism.rigid[i].mass;
  }
  parts.add<device::Audit>(plan.entries, plan.groups, bodies, std::max(mass, 1.0), added.matrix);

  std::vector<std::string> labels, names, groups;
  for (const AuditEntry& entry : plan.entries) labels.push_back(entry.label);
  for (const device::AuditBody& body : bodies) names.push_back(body.name);
  for (const device::EnergyGroup& group : plan.groups) groups.push_back(group.name);
  auto& recorded = parts.recorded;
  recorded.push_back({"audit.work",
                      {"/audit/work", static_cast<int>(labels.size()), "J",
                       "work of each load on the motion since the start, positive into the motion", labels}});
  if (!groups.empty())
    recorded.push_back({"audit.potential",
                        {"/audit/potential", static_cast<int>(groups.size()), "J",
                         "potential energy of each conservative or dissipative load, 0 if it stores none", groups}});
  recorded.push_back({"audit.exchanged", {"/audit/exchanged", 0, "J", "half the absolute work of all loads", {}}});
  recorded.push_back({"audit.kinetic_energy", {"/audit/kinetic_energy", 0, "J", "of the rigid bodies", {}}});
  recorded.push_back({"audit.added_mass_energy", {"/audit/added_mass_energy", 0, "J", "of the added mass", {}}});
  recorded.push_back({"audit.force_defect",
                      {"/audit/force_defect", static_cast<int>(names.size()), "1",
                       "sum of the force's parts less the rate of change of momentum, over the largest part", names}});
  return parts;
}

}  // namespace swell::assembly
