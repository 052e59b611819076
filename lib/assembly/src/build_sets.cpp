// Bodies with several sets of hydrodynamic data.
#include <fmt/format.h>

#include <algorithm>

#include "building.h"
#include "swell/base/motions.h"
#include "swell/bodies/body_loads.h"
#include "swell/device/body_loads.h"
#include "swell/device/hydro_sets.h"
#include "swell/hydro/bemio_h5.h"
#include "swell/osp/ports.h"

namespace swell::assembly {

namespace {

using device::load_name;

/// The same coefficients about points `arms` [m] away (new less old reference of each body, design pose). Motions of
/// the old points are T times those of the new ones; forces go back by T transposed.
void move_references(hydro::HydroData& data, const std::vector<Vector3>& arms) {
  std::vector<Matrix6> T(arms.size(), Matrix6::Identity());
  for (std::size_t i = 0; i < arms.size(); ++i) T[i].topRightCorner<3, 3>() = cross_matrix(arms[i]);
  for (std::size_t i = 0; i < data.bodies.size(); ++i) {
    hydro::HydroBody& body = data.bodies[i];
    const auto turn = [&](MatrixX& m) {
      m.topRows<6>() = (T[i].transpose() * m.topRows<6>()).eval();
      for (std::size_t j = 0; j < data.bodies.size(); ++j) {
        const Eigen::Index first = data.first_dof(j);
        m.middleCols<6>(first) = (m.middleCols<6>(first) * T[j]).eval();
      }
    };
    for (MatrixX& m : body.added_mass) turn(m);
    for (MatrixX& m : body.radiation_damping) turn(m);
    if (body.added_mass_infinite) turn(*body.added_mass_infinite);
    if (body.added_mass_zero) turn(*body.added_mass_zero);
    for (MatrixX& m : body.radiation_irf) turn(m);
    for (auto* parts : {&body.excitation, &body.froude_krylov, &body.scattering}) {
      for (auto& direction : *parts) {
        for (Eigen::VectorXcd& force : direction) force.head<6>() = (T[i].transpose() * force.head<6>()).eval();
      }
    }
    for (auto* drifts : {&body.mean_drift_control_surface, &body.mean_drift_momentum, &body.mean_drift_pressure}) {
      for (auto& direction : *drifts) {
        for (VectorX& force : direction) force.head<6>() = (T[i].transpose() * force.head<6>()).eval();
      }
    }
    MatrixX& K = body.restoring_stiffness;
    if (K.rows() >= 6 && K.cols() >= 6)
      K.topLeftCorner<6, 6>() = (T[i].transpose() * K.topLeftCorner<6, 6>() * T[i]).eval();
    body.excitation_irf.clear();
    body.radiation_state_space.clear();
    body.cg += arms[i];
  }
}

constexpr double kSamePlace = 1e-9;  ///< [m]

bool any_moves(const std::vector<Vector3>& arms) {
  return std::any_of(arms.begin(), arms.end(), [](const Vector3& arm) { return arm.norm() > kSamePlace; });
}

using Files = std::vector<std::vector<hydro::HydroBodyRef>>;

/// Where body j names this file, if it does: with its set of the same number rather than another.
const hydro::HydroBodyRef* named_in(const Files& files, std::size_t j, const hydro::HydroData* data, std::size_t set) {
  if (set < files[j].size() && files[j][set].data.get() == data) return &files[j][set];
  const auto found = std::find_if(files[j].begin(), files[j].end(),
                                  [&](const hydro::HydroBodyRef& ref) { return ref.data.get() == data; });
  return found == files[j].end() ? nullptr : &*found;
}

/// Body j in the file of a set of body i: where j names the file, or where it stands beside i in a file that both name.
std::optional<std::size_t> place_beside(const Files& files, std::size_t i, std::size_t set, std::size_t j) {
  const hydro::HydroBodyRef& own = files[i][set];
  std::optional<std::size_t> place;
  if (const auto* named = named_in(files, j, own.data.get(), set)) place = named->body;
  for (const hydro::HydroBodyRef& other : files[i]) {
    const auto* beside = place ? nullptr : named_in(files, j, other.data.get(), set);
    if (beside == nullptr || beside->body >= own.data->bodies.size()) continue;
    bool taken = false;
    for (std::size_t k = 0; k < files.size(); ++k) {
      for (const hydro::HydroBodyRef& ref : files[k])
        taken = taken || (k != j && ref.data == own.data && ref.body == beside->body);
    }
    if (!taken) place = beside->body;
  }
  return place && *place != own.body ? place : std::nullopt;
}

/// Connects the signal; "sphere.position.heave" means one motion of a body's port.
void connect_signal(Building& b, const model::Body& body) {
  const std::string& signal = body.hydro_data->signal;
  const Origin& origin = body.hydro_data->source.of("signal");
  const std::string sets = load_name(body.name, "hydro_set") + ".signal";
  const std::size_t dot = signal.rfind('.');
  const auto motion =
      dot == std::string::npos ? kMotions.end() : std::find(kMotions.begin(), kMotions.end(), signal.substr(dot + 1));
  if (motion == kMotions.end()) {
    b.built.graph.connect(signal, sets, origin);
    return;
  }
  const std::string pick = load_name(body.name, "hydro_signal");
  const std::string port = signal.substr(0, dot);
  const int entry = static_cast<int>(motion - kMotions.begin());
  std::string unit, frame;
  for (const auto& output : b.built.graph.outputs()) {
    if (output.address != port || output.spec.width != 6) continue;
    unit = osp::entry_units(output.spec)[static_cast<std::size_t>(entry)];
    frame = output.spec.frame;
  }
  b.built.graph.emplace<device::Pick>(pick, 6, entry, unit, frame);
  b.built.graph.connect(port, pick + ".from", origin);
  b.built.graph.connect(pick + ".signal", sets);
}

void check_mass_of_set(Building& b, const model::Body& body, std::size_t i, double displaced) {
  const model::HydroFile& spec = body.hydro_data->sets[i];
  const double mass = spec.mass.value_or(displaced);
  if (!(displaced > 0.0) || (mass >= 5e-3 * displaced && mass <= 200.0 * displaced)) return;
  b.diagnostics.warning(
      spec.source.of("mass"),
      fmt::format("bodies.{}.hydro_data.sets.{}.mass = {:g} kg is {:.3g} of the displaced mass of {:.4g} kg; was "
                  "it meant in {}?",
                  body.name, i + 1, mass, mass / displaced, displaced, mass < displaced ? "tonnes" : "grams"));
}

/// Mass of set i at its place on the body; the body's own where the set has none.
device::SetMass mass_of_set(const Building& b, std::size_t index, std::size_t i) {
  const model::Body& body = *b.bodies[index];
  const model::HydroFile& spec = body.hydro_data->sets[i];
  const bodies::RigidBody& rigid = b.rigid[index];
  device::SetMass mass{rigid.mass, Vector3::Zero(), rigid.inertia};
  if (!spec.mass) return mass;
  mass.mass = *spec.mass;
  if (b.choices.set_centers == model::SetCenters::moved) {
    const auto& data = *b.files.at(spec.file.string());
    mass.cg_B = data.bodies[hydro::body_index(data, spec.body, spec.source.of("body"))].cg - rigid.cg;
  }
  if (spec.inertia || spec.inertia_products)
    mass.inertia = bodies::inertia_tensor(spec.inertia.value_or(body.inertia.value_or(Vector3::Zero())),
                                          spec.inertia_products.value_or(body.inertia_products));
  return mass;
}

/// The potential of one set. Weight and buoyancy act at their places on the body whatever the set.
hydro::HydrostaticPotential potential_of_set(const Building& b, const model::Body& body, const hydro::HydroBody& data,
                                             const device::SetMass& mass, const MatrixX& stiffness, const Vector3& away,
                                             hydro::WithoutPotential& removed) {
  const double gravity = b.model.environment.gravity;
  const double buoyancy = b.model.environment.water_density * gravity * data.displaced_volume;
  const Vector3 moment = buoyancy * (data.cb - data.cg) - mass.mass * gravity * mass.cg_B;
  MatrixX K = stiffness;
  // The data's stiffness has the weight of the displaced water at the set's own centre of gravity.
  if (!body.stiffness || body.stiffness->isZero(0.0)) {
    const double weight_error = (buoyancy - mass.mass * gravity) * mass.cg_B.z();
    K(3, 3) += weight_error;
    K(4, 4) += weight_error;
  }
  hydro::WithoutPotential of_set;
  const auto potential =
      hydro::make_hydrostatic_potential(K, buoyancy - mass.mass * gravity, moment, data.cg.z(), away, &of_set);
  if (of_set.share > removed.share) removed = of_set;
  return potential;
}

}  // namespace

SetLoads loads_of_sets(const Building& b, std::size_t index) {
  SetLoads loads;
  if (!is_variable(b, index)) return loads;
  for (const model::HydroFile& set : b.bodies[index]->hydro_data->sets) {
    loads.damping = loads.damping || set.linear_damping;
    loads.drag = loads.drag || set.quadratic_drag;
    loads.mass = loads.mass || set.mass;
  }
  return loads;
}

bool is_variable(const Building& b, std::size_t body) {
  const auto& spec = b.bodies[body]->hydro_data;
  return spec && spec->sets.size() > 1 && b.has_hydro(body);
}

namespace {

/// The sets of one body with the bodies that each of them feels, about the centres of gravity of the case's bodies.
void prepare_sets(Building& b, std::size_t index, const Files& files) {
  const model::Body& body = *b.bodies[index];
  const std::vector<hydro::HydroBodyRef>& sets = files[index];
  const bool moved = b.choices.set_centers == model::SetCenters::moved;
  std::vector<CoupledBodies> prepared;
  for (std::size_t s = 0; s < sets.size(); ++s) {
    if (sets[s]->dof != sets.front()->dof) {
      b.diagnostics.error(body.hydro_data->sets[s].source.of("file"),
                          fmt::format("bodies.{}.hydro_data.sets.{} has {} degrees of freedom and the first set {}",
                                      body.name, s + 1, sets[s]->dof, sets.front()->dof),
                          "all sets of a body need the same ones");
      return;
    }
    std::vector<std::size_t> members = {index};
    std::vector<int> numbers = {static_cast<int>(sets[s].body) + 1};
    for (std::size_t j = 0; b.choices.body_to_body && j < b.bodies.size(); ++j) {
      if (j == index || !b.has_hydro(j)) continue;
      const auto place = place_beside(files, index, s, j);
      const int number = place ? static_cast<int>(*place) + 1 : 0;
      if (!place || std::find(numbers.begin(), numbers.end(), number) != numbers.end()) continue;
      members.push_back(j);
      numbers.push_back(number);
    }
    auto data = std::make_shared<hydro::HydroData>(hydro::select_bodies(*sets[s].data, numbers, {}));
    std::vector<Vector3> arms;
    for (std::size_t k = 0; k < members.size(); ++k)
      arms.emplace_back(moved ? Vector3(b.hydro[members[k]]->cg - data->bodies[k].cg) : Vector3(Vector3::Zero()));
    if (any_moves(arms)) {
      move_references(*data, arms);
      // Weight acts at the centre of gravity: its share in roll and pitch moves with it. A set with its own mass keeps
      // it at its own centre.
      if (!body.hydro_data->sets[s].mass) {
        for (const Eigen::Index i : {Eigen::Index{3}, Eigen::Index{4}})
          data->bodies[0].restoring_stiffness(i, i) -= data->bodies[0].displaced_volume * arms[0].z();
      }
    }
    CoupledBodies set;
    for (std::size_t k = 0; k < members.size(); ++k) set.add(members[k], {data, k});
    set.feeling = 1;
    prepared.push_back(std::move(set));
  }
  b.sets[index] = std::move(prepared);
}

void refuse_beside_sets(Building& b, std::size_t index) {
  const model::Body& body = *b.bodies[index];
  const auto refuse = [&](bool wrong, const char* key, const std::string& what, const char* remedy) {
    if (wrong) b.diagnostics.error(body.source.of(key), fmt::format("bodies.{}: {}", body.name, what), remedy);
  };
  refuse(body.nonlinear_hydro.has_value(), "nonlinear_hydro", "nonlinear_hydro takes one set of hydro data",
         "leave out sets or nonlinear_hydro");
  refuse(body.passive_yaw.has_value(), "passive_yaw", "passive_yaw takes one set of hydro data",
         "leave out sets or passive_yaw");
  refuse(body.large_horizontal_motion, "large_horizontal_motion", "large_horizontal_motion takes one set of hydro data",
         "leave out sets or large_horizontal_motion");
  refuse(body.volume.has_value(), "volume", "with several sets the displaced volume is that of each set's data",
         "leave out volume");
  refuse(body.center_of_buoyancy.has_value(), "center_of_buoyancy",
         "with several sets the centre of buoyancy is that of each set's data", "leave out center_of_buoyancy");
}

/// Who feels whom, where that is less than everybody.
void note_coupling(Building& b, std::size_t index) {
  const std::vector<CoupledBodies>& sets = b.sets[index];
  const std::string& name = b.bodies[index]->name;
  bool any = false;
  for (std::size_t j = 0; j < b.bodies.size(); ++j) {
    if (j == index || !b.has_hydro(j)) continue;
    std::vector<std::string> without;
    for (std::size_t s = 0; s < sets.size(); ++s) {
      if (std::find(sets[s].bodies.begin(), sets[s].bodies.end(), j) == sets[s].bodies.end())
        without.push_back(std::to_string(s + 1));
    }
    if (without.size() == sets.size()) continue;
    any = true;
    if (!without.empty())
      b.built.notes.push_back(fmt::format("with set {} {} does not feel {}: its file holds no such body",
                                          fmt::join(without, ", "), name, b.bodies[j]->name));
  }
  const auto others = std::count_if(b.bodies.begin(), b.bodies.end(), [&](const model::Body* other) {
    return other != b.bodies[index] && other->hydro_data;
  });
  if (!any && others > 0 && b.choices.body_to_body)
    b.built.notes.push_back(
        fmt::format("{} has several sets of hydro data and feels no other body through the water: "
                    "no file of its sets is named by another body",
                    name));
}

/// The bodies with one set: all together, or by file where bodies with several sets stand beside them.
std::vector<CoupledBodies> bodies_with_one_set(Building& b, const Files& files) {
  std::vector<CoupledBodies> list;
  const bool moved = b.choices.set_centers == model::SetCenters::moved;
  for (std::size_t i = 0; i < b.bodies.size(); ++i) {
    if (!b.has_hydro(i) || is_variable(b, i)) continue;
    const auto same_file = [&](const CoupledBodies& c) {
      return b.sets.empty() || c.refs.front().data == b.hydro[i].data;
    };
    auto found = std::find_if(list.begin(), list.end(), same_file);
    if (found == list.end()) found = list.insert(list.end(), CoupledBodies{});
    found->add(i, b.hydro[i]);
    ++found->feeling;
  }
  for (CoupledBodies& coupled : list) {
    if (!b.choices.body_to_body || b.sets.empty()) continue;
    const std::shared_ptr<const hydro::HydroData> data = coupled.refs.front().data;
    std::vector<Vector3> arms(data->bodies.size(), Vector3::Zero());
    for (const auto& entry : b.sets) {
      const std::size_t variable = entry.first;
      const auto initial = static_cast<std::size_t>(b.bodies[variable]->hydro_data->initial - 1);
      const auto* place = named_in(files, variable, data.get(), initial);
      if (place == nullptr) continue;
      const hydro::HydroBodyRef ref = *place;
      if (moved) arms[ref.body] = b.hydro[variable]->cg - ref->cg;
      coupled.add(variable, ref);
      b.built.notes.push_back(fmt::format("{} feels {} as its one set of hydro data says, whatever the set of {}",
                                          b.bodies[coupled.bodies.front()]->name, b.bodies[variable]->name,
                                          b.bodies[variable]->name));
    }
    if (!any_moves(arms)) continue;
    auto turned = std::make_shared<hydro::HydroData>(*data);
    move_references(*turned, arms);
    for (hydro::HydroBodyRef& ref : coupled.refs) ref.data = turned;
  }
  return list;
}

}  // namespace

void prepare_coupling(Building& b, const Files& files) {
  for (std::size_t i = 0; i < b.bodies.size(); ++i) {
    if (is_variable(b, i) && !files[i].empty()) prepare_sets(b, i, files);
  }
  for (const auto& [index, sets] : b.sets) {
    refuse_beside_sets(b, index);
    note_coupling(b, index);
  }
  b.coupled = bodies_with_one_set(b, files);
  for (const auto& [index, sets] : b.sets) {
    const auto initial = static_cast<std::size_t>(b.bodies[index]->hydro_data->initial - 1);
    b.hydro[index] = sets[std::min(initial, sets.size() - 1)].refs.front();
  }
}

bool couples(const Building& b, std::size_t body) {
  const auto found = b.sets.find(body);
  return found != b.sets.end() && std::any_of(found->second.begin(), found->second.end(),
                                              [](const CoupledBodies& set) { return set.bodies.size() > 1; });
}

std::vector<MatrixX> added_mass_of_sets(const Building& b, std::size_t body) {
  std::vector<MatrixX> rows;
  for (const CoupledBodies& set : b.sets.at(body)) rows.push_back(added_mass_rows(b, set));
  return rows;
}

void build_sets(Building& b, std::size_t index, const std::vector<std::vector<bool>>& moves) {
  const model::Body& body = *b.bodies[index];
  const model::HydroDataSpec& spec = *body.hydro_data;
  const std::vector<CoupledBodies>& sets = b.sets.at(index);
  if (kernel_route(b)) {
    throw InputError(
        body.source.of("hydro_data"),
        fmt::format("bodies.{}: an imported elevation by the excitation kernel takes one set of hydro data", body.name),
        "let the record run as components");
  }
  auto& graph = b.built.graph;
  device::SetRule rule;
  rule.sets = static_cast<int>(sets.size());
  rule.initial = spec.initial - 1;
  rule.thresholds = spec.thresholds;
  rule.hysteresis = spec.hysteresis;
  rule.has_signal = !spec.signal.empty();
  for (const double set : spec.table) rule.table.push_back(static_cast<int>(set) - 1);
  rule.interpolate = spec.interpolate && rule.has_signal;
  rule.at_points = b.choices.sampling == model::Sampling::step;
  device::BodyNames felt;
  for (std::size_t j = 0; j < b.bodies.size(); ++j) {
    if (j != index && std::any_of(sets.begin(), sets.end(), [j](const CoupledBodies& set) {
          return std::find(set.bodies.begin(), set.bodies.end(), j) != set.bodies.end();
        }))
      felt.push_back(b.bodies[j]->name);
  }
  graph.emplace<device::HydroSets>(body.name, rule, felt);
  const std::string choice = load_name(body.name, "hydro_set"), report = load_name(body.name, "forces");
  if (rule.has_signal) connect_signal(b, body);
  for (const char* port : {"velocity", "acceleration"}) {
    graph.connect(body.name + "." + port, choice + "." + port);
    for (const std::string& other : felt)
      graph.connect(other + "." + port, device::stacked_address(choice, port, other));
  }
  b.built.recorded.push_back(
      {choice + ".set", {"/bodies/" + body.name + "/hydro_set", 0, "1", "active set of hydro data, from 1", {}}});

  const auto take = [&](const std::string& load, const char* part) {
    graph.connect(choice + ".weights", load + ".weights");
    graph.connect(load + ".force", body.name + ".force");
    graph.connect(load + ".force", report + "." + part);
  };
  const bool potential = b.choices.restoring == model::Restoring::potential;
  std::vector<hydro::LinearRestoring> restoring;
  std::vector<hydro::HydrostaticPotential> potentials;
  hydro::WithoutPotential removed;
  std::vector<device::SetMass> masses;
  std::vector<hydro::LinearExcitation> excitation;
  const bool waves = b.sea->components().size() > 0;
  for (const CoupledBodies& set : sets) {
    const hydro::HydroBodyRef& ref = set.refs.front();
    check_mass_of_set(b, body, masses.size(), b.model.environment.water_density * ref->displaced_volume);
    masses.push_back(mass_of_set(b, index, masses.size()));
    restoring.push_back(hydro::make_linear_restoring(*ref, masses.back().mass, b.model.environment.water_density,
                                                     b.model.environment.gravity,
                                                     body.stiffness ? MatrixX(*body.stiffness) : MatrixX()));
    VectorX& load = restoring.back().static_load;
    load.segment<3>(3) +=
        masses.back().cg_B.cross(Vector3(0.0, 0.0, -masses.back().mass * b.model.environment.gravity));
    // A set of a displaced body: at rest where its centre of gravity is that of the set's data.
    const Vector3 away = ref->cg - b.rigid[index].cg;
    if (away.norm() > kSamePlace) load.head<6>() += restoring.back().stiffness.topLeftCorner<6, 3>() * away;
    if (potential) {
      potentials.push_back(potential_of_set(b, body, *ref, masses.back(), restoring.back().stiffness,
                                            ref->cg - b.rigid[index].cg, removed));
    }
    if (waves) excitation.emplace_back(std::vector<hydro::HydroBodyRef>{ref}, *b.sea, excitation_options(b));
  }
  if (b.choices.added_mass == model::AddedMass::exact) {
    const std::string name = load_name(body.name, "added_mass");
    device::BodyNames all;
    for (const model::Body* each : b.bodies) all.push_back(each->name);
    const bool coupled = couples(b, index);
    graph.emplace<device::VariableAddedMass>(body.name, added_mass_of_sets(b, index), all, static_cast<int>(index),
                                             coupled);
    graph.connect(choice + ".weights", name + ".weights");
    graph.connect(name + ".inertia", body.name + ".inertia");
    graph.connect(name + ".reported", report + ".added_mass");
    if (coupled) graph.connect(name + ".coupled_inertia", body.name + ".coupled_inertia");
    for (const std::string& each : coupled ? all : device::BodyNames{body.name})
      graph.connect(each + ".acceleration", device::stacked_address(name, "acceleration", each));
  }
  if (potential) {
    graph.emplace<device::VariableRestoring>(body.name, std::move(potentials));
    note_removed(b, body.name, removed);
  } else {
    graph.emplace<device::VariableAngleRestoring>(body.name, std::move(restoring));
  }
  connect_restoring(b, body.name);
  take(load_name(body.name, "restoring"), "restoring");
  if (waves) {
    const std::optional<double> half_step =
        b.built.solver.method == solver::Method::rk4 ? std::optional<double>(0.5 * b.built.solver.step) : std::nullopt;
    graph.emplace<device::VariableExcitation>(body.name, std::move(excitation), b.model.simulation.start, half_step);
    take(load_name(body.name, "excitation"), "excitation");
  }
  build_radiation_of_sets(b, index, moves);

  const SetLoads own = loads_of_sets(b, index);
  const auto add_damping = [&](device::VariableDamping::Law law, const std::vector<Matrix6>& matrices,
                               const std::string& name, const char* part) {
    graph.emplace<device::VariableDamping>(body.name, law, matrices);
    graph.connect(body.name + ".velocity", name + ".velocity");
    take(name, part);
  };
  std::vector<Matrix6> damping, drag;
  for (const model::HydroFile& set : spec.sets) {
    damping.push_back(set.linear_damping.value_or(body.linear_damping));
    drag.push_back(drag_matrix(b, set.quadratic_drag.value_or(body.quadratic_drag)));
  }
  if (own.damping)
    add_damping(device::VariableDamping::Law::linear, damping, load_name(body.name, "linear_damping"),
                "linear_damping");
  if (own.drag)
    add_damping(device::VariableDamping::Law::quadratic, drag, load_name(body.name, "quadratic_drag"),
                "morison_and_viscous");
  if (own.mass) {
    const std::string name = load_name(body.name, "set_mass");
    device::SetMass rigid{b.rigid[index].mass, Vector3::Zero(), b.rigid[index].inertia};
    if (b.choices.added_mass == model::AddedMass::split && b.choices.set_residual == model::SetResidual::own) {
      // WEC-Sim's variable mass block: each set's mass with the added mass that has moved into it.
      const std::vector<bodies::AddedMassSplit> splits = splits_of_sets(b, index);
      for (std::size_t i = 0; i < masses.size(); ++i)
        masses[i] =
            device::together(masses[i], {splits[i].moved_mass[index], Vector3::Zero(), splits[i].moved_inertia[index]});
      const bodies::AddedMassSplit& first = splits[static_cast<std::size_t>(spec.initial - 1)];
      rigid = {first.bodies[index].mass, Vector3::Zero(), first.bodies[index].inertia};
    }
    graph.emplace<device::VariableMass>(body.name, rigid, masses);
    graph.connect(choice + ".weights", name + ".weights");
    for (const char* port : {"rotation", "velocity", "acceleration"})
      graph.connect(body.name + "." + port, name + "." + port);
    graph.connect(name + ".inertia", body.name + ".inertia");
    graph.connect(name + ".force", body.name + ".force");
    graph.connect(name + ".reported", report + ".added_mass");
  }
}

}  // namespace swell::assembly
