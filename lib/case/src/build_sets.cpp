// Bodies with several sets of hydrodynamic data.
#include <fmt/format.h>

#include <algorithm>

#include "build.h"
#include "swell/bodies/body_loads.h"
#include "swell/device/body_loads.h"
#include "swell/device/hydro_sets.h"
#include "swell/hydro/bemio_h5.h"
#include "swell/osp/ports.h"

namespace swell::model {

namespace {

using device::load_name;

/// The same coefficients about a point `arm` [m] away (new less old reference, design pose). Motions of the old point
/// are T times those of the new one; forces go back by T transposed.
void move_reference(hydro::HydroBody& body, const Vector3& arm, double buoyancy_per_rho_g) {
  const Vector3 old_from_new = -arm;
  Matrix6 T = Matrix6::Identity();
  T.topRightCorner<3, 3>() = -cross_matrix(old_from_new);
  const auto turn = [&T](MatrixX& m) {
    if (m.rows() >= 6 && m.cols() >= 6) m.topLeftCorner<6, 6>() = (T.transpose() * m.topLeftCorner<6, 6>() * T).eval();
  };
  turn(body.restoring_stiffness);
  // Weight acts at the centre of gravity: its share in roll and pitch moves with it.
  for (const Eigen::Index i : {Eigen::Index{3}, Eigen::Index{4}})
    body.restoring_stiffness(i, i) -= buoyancy_per_rho_g * arm.z();
  for (MatrixX& m : body.added_mass) turn(m);
  for (MatrixX& m : body.radiation_damping) turn(m);
  if (body.added_mass_infinite) turn(*body.added_mass_infinite);
  if (body.added_mass_zero) turn(*body.added_mass_zero);
  for (MatrixX& m : body.radiation_irf) turn(m);
  for (auto* parts : {&body.excitation, &body.froude_krylov, &body.scattering}) {
    for (auto& direction : *parts) {
      for (Eigen::VectorXcd& force : direction) force.head<6>() = (T.transpose() * force.head<6>()).eval();
    }
  }
  for (auto* drifts : {&body.mean_drift_control_surface, &body.mean_drift_momentum, &body.mean_drift_pressure}) {
    for (auto& direction : *drifts) {
      for (VectorX& force : direction) force.head<6>() = (T.transpose() * force.head<6>()).eval();
    }
  }
  body.excitation_irf.clear();
  body.radiation_state_space.clear();
  body.cg += arm;
}

/// The body's own block: a file with several bodies lends one of them.
void keep_own_columns(hydro::HydroData& data, std::size_t index) {
  const Eigen::Index first = data.first_dof(index);
  hydro::HydroBody body = data.bodies[index];
  const auto cut = [&](MatrixX& m) {
    if (m.cols() > body.dof) m = m.middleCols(first, body.dof).eval();
  };
  for (MatrixX& m : body.added_mass) cut(m);
  for (MatrixX& m : body.radiation_damping) cut(m);
  if (body.added_mass_infinite) cut(*body.added_mass_infinite);
  if (body.added_mass_zero) cut(*body.added_mass_zero);
  for (MatrixX& m : body.radiation_irf) cut(m);
  for (auto& row : body.radiation_state_space) {
    if (row.size() > static_cast<std::size_t>(body.dof)) {
      row = {row.begin() + first, row.begin() + first + body.dof};
    }
  }
  data.bodies = {std::move(body)};
}

/// Connects the signal; "sphere.position.heave" means one motion of a body's port.
void connect_signal(Building& b, const Body& body) {
  static const std::vector<std::string> motions = {"surge", "sway", "heave", "roll", "pitch", "yaw"};
  const std::string& signal = body.hydro_data->signal;
  const Origin& origin = body.hydro_data->source.of("signal");
  const std::string sets = load_name(body.name, "hydro_set") + ".signal";
  const std::size_t dot = signal.rfind('.');
  const auto motion =
      dot == std::string::npos ? motions.end() : std::find(motions.begin(), motions.end(), signal.substr(dot + 1));
  if (motion == motions.end()) {
    b.built.graph.connect(signal, sets, origin);
    return;
  }
  const std::string pick = load_name(body.name, "hydro_signal");
  const std::string port = signal.substr(0, dot);
  const int entry = static_cast<int>(motion - motions.begin());
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

/// Mass of set i at its place on the body; the body's own where the set has none.
device::SetMass mass_of_set(const Building& b, std::size_t index, std::size_t i) {
  const Body& body = *b.bodies[index];
  const HydroFile& spec = body.hydro_data->sets[i];
  const bodies::RigidBody& rigid = b.rigid[index];
  device::SetMass mass{rigid.mass, Vector3::Zero(), rigid.inertia};
  if (!spec.mass) return mass;
  mass.mass = *spec.mass;
  const auto& data = *b.files.at(spec.file.string());
  mass.cg_B = data.bodies[hydro::body_index(data, spec.body, spec.source.of("body"))].cg - rigid.cg;
  if (spec.inertia || spec.inertia_products)
    mass.inertia = bodies::inertia_tensor(spec.inertia.value_or(body.inertia.value_or(Vector3::Zero())),
                                          spec.inertia_products.value_or(body.inertia_products));
  return mass;
}

}  // namespace

SetLoads loads_of_sets(const Building& b, std::size_t index) {
  SetLoads loads;
  if (!is_variable(b, index)) return loads;
  for (const HydroFile& set : b.bodies[index]->hydro_data->sets) {
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

void prepare_sets(Building& b, std::size_t index, const std::vector<hydro::HydroBodyRef>& sets) {
  const Body& body = *b.bodies[index];
  const Vector3 cg = b.hydro[index]->cg;
  std::vector<hydro::HydroBodyRef> prepared;
  for (std::size_t i = 0; i < sets.size(); ++i) {
    if (sets[i]->dof != sets.front()->dof) {
      b.diagnostics.error(body.hydro_data->sets[i].source.of("file"),
                          fmt::format("bodies.{}.hydro_data.sets.{} has {} degrees of freedom and the first set {}",
                                      body.name, i + 1, sets[i]->dof, sets.front()->dof),
                          "all sets of a body need the same ones");
      return;
    }
    auto data = std::make_shared<hydro::HydroData>(*sets[i].data);
    keep_own_columns(*data, sets[i].body);
    const Vector3 arm = cg - data->bodies[0].cg;
    // A set with its own mass keeps it at its own centre.
    const double weight_moved = body.hydro_data->sets[i].mass ? 0.0 : data->bodies[0].displaced_volume;
    if (arm.norm() > 1e-9) move_reference(data->bodies[0], arm, weight_moved);
    prepared.push_back({std::move(data), 0});
  }
  const auto refuse = [&](bool wrong, const char* key, const std::string& what, const char* remedy) {
    if (wrong) b.diagnostics.error(body.source.of(key), fmt::format("bodies.{}: {}", body.name, what), remedy);
  };
  refuse(b.choices.added_mass == AddedMass::split, "hydro_data", "several sets need added_mass: exact",
         "write simulation: {added_mass: exact}");
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
  const auto others = std::count_if(b.bodies.begin(), b.bodies.end(),
                                    [&](const Body* other) { return other != &body && other->hydro_data; });
  if (others > 0)
    b.built.notes.push_back(
        fmt::format("{} has several sets of hydro data and feels no other body through the water", body.name));
  b.sets[index] = std::move(prepared);
  b.hydro[index] =
      b.sets[index][static_cast<std::size_t>(std::min(body.hydro_data->initial, static_cast<int>(sets.size())) - 1)];
}

void build_sets(Building& b, std::size_t index, const std::vector<bool>& moves) {
  const Body& body = *b.bodies[index];
  const HydroDataSpec& spec = *body.hydro_data;
  const std::vector<hydro::HydroBodyRef>& sets = b.sets[index];
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
  graph.emplace<device::HydroSets>(body.name, rule);
  const std::string choice = load_name(body.name, "hydro_set"), report = load_name(body.name, "forces");
  if (rule.has_signal) connect_signal(b, body);
  for (const char* port : {"velocity", "acceleration"}) graph.connect(body.name + "." + port, choice + "." + port);
  b.built.recorded.push_back(
      {choice + ".set", {"/bodies/" + body.name + "/hydro_set", 0, "1", "active set of hydro data, from 1", {}}});

  const auto take = [&](const std::string& load, const char* part) {
    graph.connect(choice + ".weights", load + ".weights");
    graph.connect(load + ".force", body.name + ".force");
    graph.connect(load + ".force", report + "." + part);
  };
  std::vector<Matrix6> added;
  std::vector<hydro::LinearRestoring> restoring;
  std::vector<device::SetMass> masses;
  std::vector<hydro::LinearExcitation> excitation;
  const bool waves = b.sea->components().size() > 0;
  for (const hydro::HydroBodyRef& set : sets) {
    const SharedRadiation radiation = shared_radiation(b, {set});
    const bool constant = b.radiation_of(body) == Radiation::constant;
    const MatrixX whole = constant ? radiation.coefficients->added_mass(coefficient_frequency(b, body))
                                   : radiation.coefficients->added_mass_infinite();
    added.emplace_back(whole.topLeftCorner<6, 6>());
    masses.push_back(mass_of_set(b, index, masses.size()));
    restoring.push_back(hydro::make_linear_restoring(*set, masses.back().mass, b.model.environment.water_density,
                                                     b.model.environment.gravity,
                                                     body.stiffness ? MatrixX(*body.stiffness) : MatrixX()));
    restoring.back().static_load.segment<3>(3) +=
        masses.back().cg_B.cross(Vector3(0.0, 0.0, -masses.back().mass * b.model.environment.gravity));
    if (waves) excitation.emplace_back(std::vector<hydro::HydroBodyRef>{set}, *b.sea, excitation_options(b));
  }
  const std::string added_name = load_name(body.name, "added_mass");
  graph.emplace<device::VariableAddedMass>(body.name, std::move(added));
  graph.connect(choice + ".weights", added_name + ".weights");
  graph.connect(body.name + ".acceleration", added_name + ".acceleration");
  graph.connect(added_name + ".inertia", body.name + ".inertia");
  graph.connect(added_name + ".reported", report + ".added_mass");
  graph.emplace<device::VariableRestoring>(body.name, std::move(restoring));
  graph.connect(body.name + ".displacement", load_name(body.name, "restoring") + ".displacement");
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
  for (const HydroFile& set : spec.sets) {
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
    graph.emplace<device::VariableMass>(
        body.name, device::SetMass{b.rigid[index].mass, Vector3::Zero(), b.rigid[index].inertia}, masses);
    graph.connect(choice + ".weights", name + ".weights");
    for (const char* port : {"rotation", "velocity", "acceleration"})
      graph.connect(body.name + "." + port, name + "." + port);
    graph.connect(name + ".inertia", body.name + ".inertia");
    graph.connect(name + ".force", body.name + ".force");
    graph.connect(name + ".reported", report + ".added_mass");
  }
}

}  // namespace swell::model
