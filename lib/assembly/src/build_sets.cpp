// Bodies with several sets of hydrodynamic data.
#include <fmt/format.h>

#include <algorithm>

#include "stages.h"
#include "swell/base/motions.h"
#include "swell/bodies/body_loads.h"
#include "swell/device/body_loads.h"
#include "swell/device/hydro_sets.h"
#include "swell/device/yaw_frame.h"
#include "swell/hydro/bemio_h5.h"
#include "swell/hydro/placement.h"
#include "swell/mesh/check_mesh.h"
#include "swell/osp/ports.h"

namespace swell::assembly {

namespace {

constexpr double kSamePlace = 1e-9;  ///< [m]

using SetFiles = std::vector<std::vector<hydro::HydroBodyRef>>;  ///< Hydro::named

bool any_moves(const std::vector<Vector3>& arms) {
  return std::any_of(arms.begin(), arms.end(), [](const Vector3& arm) { return arm.norm() > kSamePlace; });
}

/// Where body j names this file, if it does: with its set of the same number rather than another.
const hydro::HydroBodyRef* named_in(const SetFiles& files, std::size_t j, const hydro::HydroBodyRef& file,
                                    std::size_t set) {
  if (set < files[j].size() && files[j][set].beside(file)) return &files[j][set];
  const auto found =
      std::find_if(files[j].begin(), files[j].end(), [&](const hydro::HydroBodyRef& ref) { return ref.beside(file); });
  return found == files[j].end() ? nullptr : &*found;
}

/// Body j in the file of a set of body i: where j names the file, or where it stands beside i in a file that both name.
std::optional<std::size_t> place_beside(const SetFiles& files, std::size_t i, std::size_t set, std::size_t j) {
  const hydro::HydroBodyRef& own = files[i][set];
  std::optional<std::size_t> place;
  if (const auto* named = named_in(files, j, own, set)) place = named->body;
  for (const hydro::HydroBodyRef& other : files[i]) {
    const auto* beside = place ? nullptr : named_in(files, j, other, set);
    if (beside == nullptr || beside->body >= own.data->bodies.size()) continue;
    bool taken = false;
    for (std::size_t k = 0; k < files.size(); ++k) {
      for (const hydro::HydroBodyRef& ref : files[k])
        taken = taken || (k != j && ref.beside(own) && ref.body == beside->body);
    }
    if (!taken) place = beside->body;
  }
  return place && *place != own.body ? place : std::nullopt;
}

void check_mass_of_set(const Case& c, const model::Body& body, std::size_t i, double displaced) {
  const model::HydroFile& spec = body.hydro_data->sets[i];
  const double mass = spec.mass.value_or(displaced);
  if (!(displaced > 0.0) || (mass >= 5e-3 * displaced && mass <= 200.0 * displaced)) return;
  c.diagnostics.warning(
      "odd-mass", spec.source.of("mass"),
      fmt::format("bodies.{}.hydro_data.sets.{}.mass = {:g} kg is {:.3g} of the displaced mass of {:.4g} kg; was "
                  "it meant in {}?",
                  body.name, i + 1, mass, mass / displaced, displaced, mass < displaced ? "tonnes" : "grams"));
}

/// Mass of set i at its place on the body; the body's own where the set has none.
device::SetMass mass_of_set(const Case& c, const Hydro& hydro, const bodies::RigidBody& rigid, std::size_t index,
                            std::size_t i) {
  const model::Body& body = *c.bodies[index];
  const model::HydroFile& spec = body.hydro_data->sets[i];
  device::SetMass mass{rigid.mass, Vector3::Zero(), rigid.inertia};
  if (!spec.mass) return mass;
  mass.mass = *spec.mass;
  if (c.choices.set_centers == model::SetCenters::moved) {
    const auto& data = *hydro.files.at(key_of(spec));
    mass.cg_B = data.bodies[hydro::body_index(data, spec.body, spec.source.of("body"))].cg - rigid.cg;
  }
  if (spec.inertia || spec.inertia_products)
    mass.inertia = bodies::inertia_tensor(spec.inertia.value_or(body.inertia.value_or(Vector3::Zero())),
                                          spec.inertia_products.value_or(body.inertia_products));
  return mass;
}

}  // namespace

SetLoads loads_of_sets(const Case& c, const Hydro& hydro, std::size_t index) {
  SetLoads loads;
  if (!is_variable(c, hydro, index)) return loads;
  for (const model::HydroFile& set : c.bodies[index]->hydro_data->sets) {
    loads.damping = loads.damping || set.linear_damping;
    loads.drag = loads.drag || set.quadratic_drag;
    loads.mass = loads.mass || set.mass;
  }
  return loads;
}

bool is_variable(const Case& c, const Hydro& hydro, std::size_t body) {
  const auto& spec = c.bodies[body]->hydro_data;
  return spec && spec->sets.size() > 1 && hydro.has(body);
}

namespace {

/// The sets of one body with the bodies that act on each of them, about the centres of gravity of the case's bodies.
std::vector<CoupledBodies> prepare_sets(const Case& c, const Hydro& hydro, std::size_t index) {
  const model::Body& body = *c.bodies[index];
  const std::vector<hydro::HydroBodyRef>& sets = hydro.named[index];
  const bool moved = c.choices.set_centers == model::SetCenters::moved;
  c.uses(c.model.hydrodynamics.set_centers);
  if (c.bodies.size() > 1) c.uses(c.model.hydrodynamics.body_to_body);
  std::vector<CoupledBodies> prepared;
  for (std::size_t s = 0; s < sets.size(); ++s) {
    std::vector<std::size_t> members = {index};
    std::vector<int> numbers = {static_cast<int>(sets[s].body) + 1};
    for (std::size_t j = 0; c.choices.body_to_body && j < c.bodies.size(); ++j) {
      if (j == index || !hydro.has(j)) continue;
      const auto place = place_beside(hydro.named, index, s, j);
      const int number = place ? static_cast<int>(*place) + 1 : 0;
      if (!place || std::find(numbers.begin(), numbers.end(), number) != numbers.end()) continue;
      members.push_back(j);
      numbers.push_back(number);
    }
    auto data = std::make_shared<hydro::HydroData>(hydro::select_bodies(*sets[s].data, numbers, {}));
    std::vector<Vector3> arms;
    for (std::size_t k = 0; k < members.size(); ++k)
      arms.emplace_back(moved ? Vector3(center_of(*c.bodies[members[k]], hydro.of[members[k]]) - data->bodies[k].cg)
                              : Vector3(Vector3::Zero()));
    if (any_moves(arms)) {
      hydro::move_references(*data, arms);
      // A set with its own mass keeps it at its own centre.
      if (!body.hydro_data->sets[s].mass) hydro::move_weight(data->bodies[0], arms[0]);
    }
    CoupledBodies set;
    for (std::size_t k = 0; k < members.size(); ++k) set.add(members[k], {data, k});
    set.acted_on = 1;
    prepared.push_back(std::move(set));
  }
  return prepared;
}

void refuse_beside_sets(const Case& c, std::size_t index) {
  const model::Body& body = *c.bodies[index];
  const auto refuse = [&](bool wrong, const char* key, const std::string& what, const char* remedy) {
    if (wrong)
      c.diagnostics.error(body.source.of(key), fmt::format("bodies.{}: {}", body.name, what), remedy).code =
          "contradiction";
  };
  refuse(body.volume.has_value(), "volume", "with several sets the displaced volume is that of each set's data",
         "leave out volume");
  refuse(body.center_of_buoyancy.has_value(), "center_of_buoyancy",
         "with several sets the centre of buoyancy is that of each set's data", "leave out center_of_buoyancy");
}

/// Who interacts with whom, where that is less than everybody.
void note_coupling(const Case& c, const Hydro& hydro, std::size_t index) {
  const std::vector<CoupledBodies>& sets = hydro.sets.at(index);
  const std::string& name = c.bodies[index]->name;
  bool any = false;
  for (std::size_t j = 0; j < c.bodies.size(); ++j) {
    if (j == index || !hydro.has(j)) continue;
    std::vector<std::string> without;
    for (std::size_t s = 0; s < sets.size(); ++s) {
      if (std::find(sets[s].bodies.begin(), sets[s].bodies.end(), j) == sets[s].bodies.end())
        without.push_back(std::to_string(s + 1));
    }
    if (without.size() == sets.size()) continue;
    any = true;
    if (!without.empty())
      c.note("no-interaction-with-set",
             fmt::format("with set {} {} does not interact with {}: its file holds no such body",
                         fmt::join(without, ", "), name, c.bodies[j]->name));
  }
  const auto others = std::count_if(c.bodies.begin(), c.bodies.end(), [&](const model::Body* other) {
    return other != c.bodies[index] && other->hydro_data;
  });
  if (!any && others > 0 && c.choices.body_to_body)
    c.note("no-interaction",
           fmt::format("{} has several sets of hydro data and interacts with no other body through the water: "
                       "no file of its sets is named by another body",
                       name));
}

/// The bodies with one set: all together, or by file where bodies with several sets stand beside them. Many bodies
/// stand apart where the water does not couple them: together their matrices would take the square of their number, for
/// each sample of the memory.
std::vector<CoupledBodies> bodies_with_one_set(const Case& c, const Hydro& hydro) {
  constexpr std::ptrdiff_t kTogether = 10;
  const bool many = hydro.sets.empty() && std::count_if(hydro.of.begin(), hydro.of.end(), [](const auto& ref) {
                                            return ref.data != nullptr;
                                          }) > kTogether;
  std::vector<CoupledBodies> list;
  const bool moved = c.choices.set_centers == model::SetCenters::moved;
  for (std::size_t i = 0; i < c.bodies.size(); ++i) {
    if (!hydro.has(i) || is_variable(c, hydro, i)) continue;
    const auto same_file = [&](const CoupledBodies& one) {
      const bool one_file = one.refs.front().beside(hydro.of[i]);
      const bool own =
          is_mode(*c.bodies[i]) && std::any_of(one.bodies.begin(), one.bodies.end(), [&](std::size_t j) {
            return c.bodies[j]->name == c.bodies[i]->mode_of || c.bodies[j]->mode_of == c.bodies[i]->mode_of;
          });
      return own || (many ? one_file && c.choices.body_to_body : hydro.sets.empty() || one_file);
    };
    auto found = std::find_if(list.begin(), list.end(), same_file);
    if (found == list.end()) found = list.insert(list.end(), CoupledBodies{});
    found->add(i, hydro.of[i]);
    ++found->acted_on;
  }
  for (CoupledBodies& coupled : list) {
    // A body alone has the coefficients and kernels of all that stand on the same data.
    if (many && coupled.refs.size() == 1) coupled.refs.front().copy = 0;
    if (!c.choices.body_to_body || hydro.sets.empty()) continue;
    const std::shared_ptr<const hydro::HydroData> data = coupled.refs.front().data;
    std::vector<Vector3> arms(data->bodies.size(), Vector3::Zero());
    for (const auto& entry : hydro.sets) {
      const std::size_t variable = entry.first;
      const auto initial = static_cast<std::size_t>(c.bodies[variable]->hydro_data->initial - 1);
      const auto* place = named_in(hydro.named, variable, coupled.refs.front(), initial);
      if (place == nullptr) continue;
      const hydro::HydroBodyRef ref = *place;
      if (moved) arms[ref.body] = center_of(*c.bodies[variable], hydro.of[variable]) - ref->cg;
      coupled.add(variable, ref);
      c.note("interacts-by-its-set",
             fmt::format("{} interacts with {} by its only set of hydro data, regardless of the set of {}",
                         c.bodies[coupled.bodies.front()]->name, c.bodies[variable]->name, c.bodies[variable]->name));
    }
    if (!any_moves(arms)) continue;
    auto turned = std::make_shared<hydro::HydroData>(*data);
    hydro::move_references(*turned, arms);
    for (hydro::HydroBodyRef& ref : coupled.refs) ref.data = turned;
  }
  return list;
}

}  // namespace

void couple(const Case& c, Hydro& hydro) {
  for (std::size_t i = 0; i < c.bodies.size(); ++i) {
    if (!is_variable(c, hydro, i) || hydro.named[i].empty()) continue;
    hydro.sets[i] = prepare_sets(c, hydro, i);
  }
  for (const auto& [index, sets] : hydro.sets) {
    refuse_beside_sets(c, index);
    note_coupling(c, hydro, index);
  }
  hydro.coupled = bodies_with_one_set(c, hydro);
  for (const auto& [index, sets] : hydro.sets) {
    const auto initial = static_cast<std::size_t>(c.bodies[index]->hydro_data->initial - 1);
    hydro.of[index] = sets[std::min(initial, sets.size() - 1)].refs.front();
  }
}

bool couples(const Hydro& hydro, std::size_t body) {
  const auto found = hydro.sets.find(body);
  return found != hydro.sets.end() && std::any_of(found->second.begin(), found->second.end(),
                                                  [](const CoupledBodies& set) { return set.bodies.size() > 1; });
}

std::vector<MatrixX> added_mass_of_sets(const Case& c, const Hydro& hydro, const Sea& sea, std::size_t body) {
  std::vector<MatrixX> rows;
  for (const CoupledBodies& set : hydro.sets.at(body)) rows.push_back(added_mass_rows(c, sea, set));
  return rows;
}

namespace {

/// "sphere.position.heave" means one motion of a body's port.
void connect_signal(const model::Body& body, system::Graph& graph) {
  const std::string& signal = body.hydro_data->signal;
  const Origin& origin = body.hydro_data->source.of("signal");
  const std::size_t dot = signal.rfind('.');
  const auto motion =
      dot == std::string::npos ? kMotions.end() : std::find(kMotions.begin(), kMotions.end(), signal.substr(dot + 1));
  if (motion == kMotions.end()) {
    graph.connect(signal, device::HydroSets::signal_of(body.name), origin);
    return;
  }
  const std::string port = signal.substr(0, dot);
  const int entry = static_cast<int>(motion - kMotions.begin());
  std::string unit, frame;
  for (const auto& output : graph.outputs()) {
    if (output.address != port || output.spec.width != 6) continue;
    unit = osp::entry_units(output.spec)[static_cast<std::size_t>(entry)];
    frame = output.spec.frame;
  }
  graph.add(std::make_unique<device::PickSignal>(body.name, port, entry, unit, frame), origin);
}

}  // namespace

void connect_set_signals(const Case& c, const Hydro& hydro, system::Graph& graph) {
  for (const auto& entry : hydro.sets) {
    if (!c.bodies[entry.first]->hydro_data->signal.empty()) connect_signal(*c.bodies[entry.first], graph);
  }
}

namespace {

/// The excitation of each set, at the place and heading that the body asks for.
void add_excitation_of_sets(const Case& c, const Sea& sea, const model::Body& body,
                            const std::vector<hydro::HydroBodyRef>& refs, const solver::Options& steps, Parts& parts) {
  use_waves(c, sea);
  c.uses(c.model.hydrodynamics.interpolation, c.model.hydrodynamics.mean_drift, body.large_horizontal_motion);
  if (body.passive_yaw) {
    std::vector<hydro::YawedExcitation> sets;
    sets.reserve(refs.size());
    for (const hydro::HydroBodyRef& ref : refs)
      sets.emplace_back(ref, *sea, c.choices.interpolation, c.model.hydrodynamics.mean_drift);
    return add_set_load(
        c, body, "excitation", parts,
        device::yawing_excitation(body.name, std::move(sets), *body.passive_yaw, body.large_horizontal_motion));
  }
  if (kernel_route(sea)) {
    std::vector<hydro::RecordExcitation> sets;
    sets.reserve(refs.size());
    for (const hydro::HydroBodyRef& ref : refs) sets.push_back(record_excitation(c, sea, {ref}, steps));
    return add_set_load(c, body, "excitation", parts, device::record_excitation_of_sets(body.name, std::move(sets)));
  }
  std::vector<hydro::LinearExcitation> sets;
  sets.reserve(refs.size());
  for (const hydro::HydroBodyRef& ref : refs)
    sets.emplace_back(std::vector<hydro::HydroBodyRef>{ref}, *sea, excitation_options(c));
  if (body.large_horizontal_motion)
    return add_set_load(c, body, "excitation", parts, device::displaced_excitation_of_sets(body.name, std::move(sets)));
  add_set_load(c, body, "excitation", parts,
               device::excitation_of_sets(body.name, sets, c.model.simulation.start, half_step(steps)));
}

}  // namespace

void show_forces_of_sets(const model::Body& body, const std::string& part,
                         const std::function<std::string(std::size_t set)>& address, Parts& parts) {
  for (std::size_t set = 1; set <= body.hydro_data->sets.size(); ++set) {
    parts.recorded.push_back({address(set),
                              {fmt::format("/bodies/{}/sets/{}/force/{}", body.name, set, part), 6, "N N N N m N m N m",
                               fmt::format("what set {} adds to the {} on the body", set, part), motion_labels()}});
  }
}

void add_set_load(const Case& c, const model::Body& body, const std::string& part, Parts& parts,
                  std::unique_ptr<device::SetLoad> load) {
  if (c.model.output.set_forces) {
    load->show_sets();
    show_forces_of_sets(
        body, part, [&](std::size_t set) { return fmt::format("{}.set{}", load->name(), set); }, parts);
  }
  parts.components.push_back(std::move(load));
}

Parts set_loads(const Case& c, const Hydro& hydro, const Sea& sea, const Mechanism& mechanism, const AddedMass& added,
                const Device& device, const solver::Options& steps, std::size_t index) {
  Parts parts;
  const model::Body& body = *c.bodies[index];
  const model::HydroDataSpec& spec = *body.hydro_data;
  const std::vector<CoupledBodies>& sets = hydro.sets.at(index);
  refuse_moving_in_record(body, sea);
  device::SetRule rule;
  rule.sets = static_cast<int>(sets.size());
  rule.initial = spec.initial - 1;
  rule.thresholds = spec.thresholds;
  rule.hysteresis = spec.hysteresis;
  rule.has_signal = !spec.signal.empty();
  for (const double set : spec.table) rule.table.push_back(static_cast<int>(set) - 1);
  rule.interpolate = spec.interpolate && rule.has_signal;
  rule.at_points = c.choices.sampling == model::Sampling::step;
  c.uses(c.model.hydrodynamics.convolution.sampling, body.stiffness, c.model.simulation.restoring,
         c.model.output.set_forces);
  device::BodyNames coupled;
  for (std::size_t j = 0; j < c.bodies.size(); ++j) {
    if (j != index && std::any_of(sets.begin(), sets.end(), [j](const CoupledBodies& set) {
          return std::find(set.bodies.begin(), set.bodies.end(), j) != set.bodies.end();
        }))
      coupled.push_back(c.bodies[j]->name);
  }
  parts.add<device::HydroSets>(body.name, rule, coupled);
  const std::string choice = device::HydroSets::name_of(body.name);
  parts.recorded.push_back(
      {choice + ".set", {"/bodies/" + body.name + "/hydro_set", 0, "1", "active set of hydro data, from 1", {}}});

  std::vector<hydro::LinearRestoring> restoring;
  std::vector<hydro::HydrostaticPotential> potentials;
  hydro::WithoutPotential removed;
  std::vector<device::SetMass> masses;
  std::vector<hydro::HydroBodyRef> excitation;
  std::vector<Matrix6> own_blocks;
  const bool waves = sea->components().size() > 0;
  const mesh::TriangleMesh* mesh = mechanism.meshes[index].get();
  for (const CoupledBodies& set : sets) {
    const hydro::HydroBodyRef& ref = set.refs.front();
    check_mass_of_set(c, body, masses.size(), c.model.environment.water_density * ref->displaced_volume);
    masses.push_back(mass_of_set(c, hydro, mechanism.rigid[index], index, masses.size()));
    const hydro::SetHydrostatics of_set{*ref,
                                        masses.back().mass,
                                        masses.back().cg_B,
                                        ref->cg - mechanism.rigid[index].cg,
                                        c.model.environment.water_density,
                                        c.model.environment.gravity,
                                        body.stiffness ? MatrixX(*body.stiffness) : MatrixX()};
    if (mesh != nullptr) {
      Diagnostics found;
      if (!ref.beside(hydro.of[index]))  // the initial one was looked at with the mesh
        mesh::check_displacement(*mesh, ref->cg, ref->displaced_volume, ref->cb, found);
      for (Diagnostic diagnostic : found.list()) {
        diagnostic.message =
            fmt::format("bodies.{}.hydro_data.sets.{}: {}", body.name, masses.size(), diagnostic.message);
        c.diagnostics.add(std::move(diagnostic));
      }
    } else if (c.potential()) {
      hydro::WithoutPotential without;
      potentials.push_back(of_set.potential(&without));
      if (without.share > removed.share) removed = without;
    } else {
      restoring.push_back(of_set.linear());
    }
    excitation.push_back(mesh == nullptr || c.wec_sim() ? ref : without_froude_krylov(sea, ref, *mesh));
  }
  std::vector<MatrixX> added_mass = added_mass_of_sets(c, hydro, sea, index);
  if (c.model.output.set_forces) {
    parts.add<device::AddedMassOfSets>(body.name, added_mass, c.names(), static_cast<int>(index),
                                       body.passive_yaw.has_value() && !c.split());
    const std::string by_set = device::AddedMassOfSets::name_of(body.name);
    show_forces_of_sets(
        body, "added_mass", [&](std::size_t set) { return fmt::format("{}.set{}", by_set, set); }, parts);
  }
  if (!c.split()) {
    for (const MatrixX& rows : added_mass)
      own_blocks.emplace_back(rows.middleCols<6>(static_cast<Eigen::Index>(6 * index)));
    if (body.passive_yaw && std::any_of(own_blocks.begin(), own_blocks.end(), device::YawedAddedMass::turns))
      parts.add<device::YawedAddedMass>(body.name, std::move(own_blocks));
    parts.add<device::VariableAddedMass>(body.name, std::move(added_mass), c.names(), static_cast<int>(index),
                                         couples(hydro, index));
  }
  if (mesh != nullptr) {
    add_mesh_loads(c, sea, mechanism, index, parts);
    if (loads_of_sets(c, hydro, index).mass)
      add_set_load(c, body, "set_weight", parts,
                   device::weight_of_sets(body.name, mechanism.rigid[index].mass, masses, c.model.environment.gravity));
  } else if (c.potential()) {
    add_set_load(c, body, "restoring", parts,
                 std::make_unique<device::VariableRestoring>(body.name, std::move(potentials)));
    note_removed(c, body.name, removed);
  } else {
    add_set_load(c, body, "restoring", parts,
                 device::angle_restoring(body.name, std::move(restoring), body.passive_yaw.has_value()));
  }
  if (waves) add_excitation_of_sets(c, sea, body, excitation, steps, parts);
  parts.take(radiation_of_sets(c, hydro, sea, device, steps, index));

  const SetLoads own = loads_of_sets(c, hydro, index);
  std::vector<bodies::LinearDamping> damping;
  std::vector<bodies::QuadraticDrag> drag;
  for (const model::HydroFile& set : spec.sets) {
    damping.push_back({set.linear_damping.value_or(body.linear_damping)});
    drag.push_back({drag_matrix(c, set.quadratic_drag.value_or(body.quadratic_drag))});
  }
  using device::ForcePart, device::velocity_load_of_sets;
  c.uses(body.linear_damping);
  if (own.damping)
    add_set_load(c, body, "linear_damping", parts,
                 velocity_load_of_sets(body.name, "linear_damping", "linear damping, several sets",
                                       ForcePart::linear_damping, std::move(damping)));
  if (own.drag)
    add_set_load(c, body, "quadratic_drag", parts,
                 velocity_load_of_sets(body.name, "quadratic_drag", "quadratic drag, several sets",
                                       ForcePart::morison_and_viscous, std::move(drag)));
  if (own.mass) {
    device::SetMass rigid{mechanism.rigid[index].mass, Vector3::Zero(), mechanism.rigid[index].inertia};
    if (c.split() && c.choices.set_residual == model::SetResidual::own) {
      // WEC-Sim's variable mass block: each set's mass with the added mass that has moved into it.
      const std::vector<bodies::AddedMassSplit> splits =
          splits_of_sets(c, hydro, sea, mechanism, added.matrix.whole(), index);
      for (std::size_t i = 0; i < masses.size(); ++i)
        masses[i] =
            device::together(masses[i], {splits[i].moved_mass[index], Vector3::Zero(), splits[i].moved_inertia[index]});
      const bodies::AddedMassSplit& first = splits[static_cast<std::size_t>(spec.initial - 1)];
      rigid = {first.bodies[index].mass, Vector3::Zero(), first.bodies[index].inertia};
    }
    add_set_load(c, body, "set_mass", parts, std::make_unique<device::VariableMass>(body.name, rigid, masses));
  }
  return parts;
}

}  // namespace swell::assembly
