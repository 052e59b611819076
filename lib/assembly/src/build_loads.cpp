// Loads on single bodies and along joints.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "building.h"
#include "swell/bodies/body_loads.h"
#include "swell/bodies/joint_loads.h"
#include "swell/device/body_loads.h"
#include "swell/device/given_motion.h"
#include "swell/device/joint_loads.h"
#include "swell/device/report.h"
#include "swell/device/yaw_frame.h"
#include "swell/hydro/restoring.h"
#include "swell/model/table_file.h"
#include "swell/morison/sea.h"
#include "swell/morison/strips.h"

namespace swell::assembly {

namespace {

using device::load_name;

// Connects a load's force to the body and to a part of its report.
void connect_load(system::Graph& graph, const std::string& body, const std::string& load, const char* part) {
  graph.connect(load + ".force", body + ".force");
  graph.connect(load + ".force", load_name(body, "forces") + "." + part);
}

/// Vertical forces of a body at rest: buoyancy at its centre, weight at the centre of gravity
/// (theory/wec-sim.md, "Hydrostatics").
struct StaticForces {
  double buoyancy = 0.0, weight = 0.0;  ///< [N]
  Vector3 arm = Vector3::Zero();        ///< centre of buoyancy from that of gravity [m]
};

StaticForces static_forces(const Building& b, std::size_t i) {
  const model::Body& body = *b.bodies[i];
  const bodies::RigidBody& rigid = b.rigid[i];
  const double gravity = b.model.environment.gravity;
  const bool data = b.has_hydro(i);
  StaticForces out;
  out.buoyancy =
      b.model.environment.water_density * gravity * body.volume.value_or(data ? b.hydro[i]->displaced_volume : 0.0);
  out.weight = rigid.mass * gravity;
  out.arm = body.center_of_buoyancy.value_or(data ? b.hydro[i]->cb : rigid.cg) - rigid.cg;
  return out;
}

void add_angle_restoring(Building& b, std::size_t i) {
  const model::Body& body = *b.bodies[i];
  hydro::LinearRestoring restoring;
  const StaticForces forces = static_forces(b, i);
  if (b.has_hydro(i)) {
    restoring = hydro::make_linear_restoring(*b.hydro[i], b.rigid[i].mass, b.model.environment.water_density,
                                             b.model.environment.gravity,
                                             body.stiffness ? MatrixX(*body.stiffness) : MatrixX());
  } else {
    restoring.stiffness = body.stiffness.value_or(Matrix6::Zero());
    restoring.static_load = VectorX::Zero(6);
  }
  if (!b.has_hydro(i) || body.volume || body.center_of_buoyancy) {  // what the case says wins over the data
    restoring.static_load[2] = forces.buoyancy - forces.weight;
    restoring.static_load.segment<3>(3) = forces.arm.cross(Vector3(0.0, 0.0, forces.buoyancy));
  }
  if (body.passive_yaw && b.has_hydro(i)) {
    b.built.graph.emplace<device::YawedRestoring>(body.name, restoring);
  } else {
    b.built.graph.emplace<device::AngleRestoring>(body.name, restoring);
  }
}

void add_restoring_from_potential(Building& b, std::size_t i) {
  const model::Body& body = *b.bodies[i];
  const StaticForces forces = static_forces(b, i);
  const Vector3 moment = forces.buoyancy * forces.arm;
  const bool given = body.stiffness && !body.stiffness->isZero(0.0);
  MatrixX stiffness = MatrixX::Zero(6, 6);
  if (given) {
    stiffness = *body.stiffness;
  } else if (b.has_hydro(i)) {
    stiffness = b.model.environment.water_density * b.model.environment.gravity * b.hydro[i]->restoring_stiffness;
  } else {  // weight and buoyancy are all there is
    stiffness(3, 3) = stiffness(4, 4) = moment.z();
  }
  hydro::WithoutPotential removed;
  b.built.graph.emplace<device::Restoring>(
      body.name, hydro::make_hydrostatic_potential(stiffness, forces.buoyancy - forces.weight, moment,
                                                   b.rigid[i].cg.z(), Vector3::Zero(), &removed));
  note_removed(b, body.name, removed);
}

/// What neither floats nor hangs on anything falls, or rises, without end.
void warn_of_sinking(Building& b, std::size_t i) {
  constexpr double kShare = 0.01;
  const model::Body& body = *b.bodies[i];
  const StaticForces forces = static_forces(b, i);
  double waterplane = 0.0;
  if (body.stiffness) {
    waterplane = (*body.stiffness)(2, 2);
  } else if (b.has_hydro(i)) {
    waterplane = b.hydro[i]->restoring_stiffness(2, 2);
  }
  const double lift = forces.buoyancy - forces.weight;
  if (waterplane > 0.0 || !(std::abs(lift) > kShare * forces.weight) || !body.morison.empty()) return;
  const auto is_held = [&](const auto& list) {
    return std::any_of(list.begin(), list.end(),
                       [&](const auto& one) { return one.base == body.name || one.follower == body.name; });
  };
  if (is_held(b.model.joints) || is_held(b.model.ptos) || !b.model.moorings.empty() || !b.model.connections.empty())
    return;
  b.diagnostics.warning(
      body.source.of("mass"),
      fmt::format(
          "{}: nothing holds it and it has no waterplane: with {:.4g} N of weight and {:.4g} N of buoyancy it {}",
          model::label_of(body.source, "bodies", body.name), forces.weight, forces.buoyancy,
          lift < 0.0 ? "sinks" : "rises"),
      "mass: equilibrium weighs what it displaces; stiffness, a joint or a mooring holds it");
}

void add_restoring(Building& b, std::size_t i) {
  const model::Body& body = *b.bodies[i];
  warn_of_sinking(b, i);
  const bool potential = b.choices.restoring == model::Restoring::potential;
  potential ? add_restoring_from_potential(b, i) : add_angle_restoring(b, i);
  connect_restoring(b, body.name);
  connect_load(b.built.graph, body.name, load_name(body.name, "restoring"), "restoring");
}

morison::Element element_of(const model::MorisonElementSpec& spec, Diagnostics& diagnostics) {
  morison::Element element;
  element.option = spec.option == 2 ? morison::Option::normal_tangential : morison::Option::body_axes;
  const auto fill = [](const std::vector<double>& from, Vector3& to) {
    for (std::size_t i = 0; i < from.size() && i < 3; ++i) to[static_cast<Eigen::Index>(i)] = from[i];
  };
  fill(spec.cd, element.drag);
  fill(spec.ca, element.added_mass);
  fill(spec.area, element.area);
  element.volume = spec.volume;
  element.position = spec.position;
  if (spec.axis) element.axis = *spec.axis;
  return morison::checked(element, spec.source.origin, diagnostics);
}

void add_morison(Building& b, const model::Body& body, const bodies::RigidBody& rigid) {
  std::vector<morison::Element> elements;
  for (const model::MorisonElementSpec& spec : body.morison) elements.push_back(element_of(spec, b.diagnostics));
  for (const model::MorisonMemberSpec& spec : body.morison_members) {
    morison::Member member;
    member.end_a = spec.start;
    member.end_b = spec.end;
    member.diameter_a = spec.start_diameter;
    member.diameter_b = spec.end_diameter;
    member.drag_normal = spec.cd_normal;
    member.drag_tangential = spec.cd_tangential;
    member.added_mass_normal = spec.ca_normal;
    member.added_mass_tangential = spec.ca_tangential;
    member.count = spec.elements;
    member.cut_at_surface = !b.choices.wec_sim_axes;  // WEC-Sim's elements are points
    if (spec.cut_at_surface) member.waterline = -rigid.cg.z();
    const auto cut = morison::strips(member, spec.source.origin, b.diagnostics);
    elements.insert(elements.end(), cut.begin(), cut.end());
  }
  if (elements.empty()) return;
  auto& graph = b.built.graph;
  const std::string name = load_name(body.name, "morison");
  const bool split = b.choices.added_mass == model::AddedMass::split;
  if (split) {
    const auto n = static_cast<Eigen::Index>(6 * b.bodies.size());
    const auto at = 6 * (std::find(b.bodies.begin(), b.bodies.end(), &body) - b.bodies.begin());
    if (b.delayed_morison.size() == 0) b.delayed_morison = MatrixX::Zero(n, n);
    morison::BodyMotion at_rest;
    at_rest.p_WC = rigid.cg;
    b.delayed_morison.block<6, 6>(at, at) = morison::body_load(elements, at_rest, *b.sea, 0.0).inertia;
    graph.emplace<device::DelayedMorison>(body.name, std::move(elements), b.sea, b.choices.added_mass_delay,
                                          b.choices.delayed_acceleration == model::DelayedAcceleration::held,
                                          b.choices.wec_sim_axes);
  } else {
    graph.emplace<device::MorisonElements>(body.name, std::move(elements), b.sea);
    graph.connect(name + ".inertia", body.name + ".inertia");
  }
  for (const char* port : {"position", "rotation", "velocity", "acceleration"})
    graph.connect(body.name + "." + port, name + "." + port);
  graph.connect(name + ".force", body.name + ".force");
  graph.connect(name + ".reported", load_name(body.name, "forces") + ".morison_and_viscous");
}

/// A record that the run leaves, and rows that a curve has to guess between, are reported.
void judge_motion(Building& b, const model::Joint& joint) {
  if (!joint.motion->file) return;
  const MatrixX table =
      model::read_table_file(*joint.motion->file, 2, 0, joint.motion->source.of("file"), b.model.containment);
  const Origin& place = joint.motion->source.of("file");
  const Eigen::Index n = table.rows();
  const double first = table(0, 0), last = table(n - 1, 0), start = b.model.simulation.start,
               end = start + b.model.simulation.duration;
  if (first > start + 1e-9 || last < end - 1e-9 * std::abs(end)) {
    b.diagnostics.warning(
        place, fmt::format(
                   "the motion lasts from {:g} to {:g} s and the run from {:g} to {:g} s: beyond its ends the joint {} "
                   "stands still at the {} row",
                   first, last, start, end, joint.name,
                   last < end ? (first > start ? "first and the last" : "last") : "first"));
  }
  std::vector<double> steps;
  for (Eigen::Index i = 1; i < n; ++i) steps.push_back(table(i, 0) - table(i - 1, 0));
  std::vector<double> sorted = steps;
  std::nth_element(sorted.begin(), sorted.begin() + static_cast<long>(sorted.size() / 2), sorted.end());
  const double usual = sorted[sorted.size() / 2];
  const auto widest = std::max_element(steps.begin(), steps.end());
  constexpr double kGap = 10.0;
  if (*widest > kGap * usual) {
    b.diagnostics.warning(
        place,
        fmt::format("rows of the motion are {:g} s apart at t = {:g} s and mostly {:g} s: a cubic spline joins them",
                    *widest, table(widest - steps.begin(), 0), usual));
  }
}

void add_motion(Building& b, const model::Joint& joint) {
  std::vector<device::GivenCoordinate> given = given_coordinates(joint);
  judge_motion(b, joint);
  b.built.graph.emplace<device::GivenMotion>(joint.name, std::move(given));
  b.built.graph.connect(joint.name + "/motion.motion", joint.name + ".motion");
}

void add_joint_load(Building& b, const model::Joint& joint, double pretension, double equilibrium, bool pto) {
  if (joint.motion) {
    collect(b.diagnostics, [&] { add_motion(b, joint); });
    return;
  }
  bodies::SpringDamper spring;
  if (!collect(b.diagnostics, [&] {
        spring = bodies::spring_damper(joint.stiffness, joint.damping, equilibrium, pretension, joint.source.origin);
      }))
    return;
  bodies::HardStop stop;
  if (joint.limits) {
    const auto side = [&](double bound) {
      return bodies::Stop{bound, joint.limits->stiffness, joint.limits->damping, joint.limits->transition};
    };
    if (joint.limits->lower) stop.lower = side(*joint.limits->lower);
    if (joint.limits->upper) stop.upper = side(*joint.limits->upper);
    if (!collect(b.diagnostics, [&] { bodies::validate(stop, joint.limits->source.origin); })) return;
  }
  if (degrees_of_freedom(joint.type) == 0) return;
  if (spring.stiffness == 0.0 && spring.damping == 0.0 && !stop.lower && !stop.upper) return;
  const bodies::Joint* built = nullptr;
  for (const bodies::Joint& candidate : b.joints) {
    if (candidate.name == joint.name) built = &candidate;
  }
  if (built == nullptr) return;  // refused already
  auto& graph = b.built.graph;
  graph.emplace<device::JointLoad>(joint.name, built->type, spring, stop,
                                   b.choices.restoring == model::Restoring::potential, pto);
  graph.connect(joint.name + ".position", joint.name + "/load.position");
  graph.connect(joint.name + ".velocity", joint.name + "/load.velocity");
  graph.connect(joint.name + "/load.effort", joint.name + ".force");
}

}  // namespace

void connect_restoring(Building& b, const std::string& body) {
  const std::string name = load_name(body, "restoring");
  b.built.graph.connect(body + ".displacement", name + ".displacement");
  if (b.choices.restoring == model::Restoring::potential) b.built.graph.connect(body + ".rotation", name + ".rotation");
}

void note_removed(Building& b, const std::string& owner, const hydro::WithoutPotential& removed) {
  if (removed.share < kSymmetric) return;
  b.built.notes.push_back(
      fmt::format("{}: the antisymmetric part of its stiffness is left out, for it has no potential and would make "
                  "energy: {} ({:.2g} of the diagonal); simulation.restoring: euler-angles keeps it",
                  owner, removed.entries, removed.share));
}

namespace {

/// Across a gap the cubic goes on with the slopes at its edges and may leave the rows by any distance: that is no
/// motion that anybody gave.
void refuse_overshoot(const CubicSpline& spline, const Eigen::Ref<const VectorX>& rows, const Origin& origin,
                      const std::filesystem::path& file) {
  const double low = rows.minCoeff(), high = rows.maxCoeff(), range = high - low;
  const double most = range + 1e-9 * (1.0 + std::max(std::abs(low), std::abs(high)));
  const std::vector<double>& time = spline.knots();
  for (std::size_t i = 0; i + 1 < time.size(); ++i) {
    for (const double share : {0.2, 0.4, 0.6, 0.8}) {
      const double at = time[i] + share * (time[i + 1] - time[i]), value = spline(at);
      if (value >= low - most && value <= high + most) continue;
      throw InputError(
          origin,
          fmt::format("{}: between the rows at {:g} and {:g} s the cubic spline through them reaches {:.4g} "
                      "at {:g} s, and all rows lie within {:g} and {:g}",
                      file.string(), time[i], time[i + 1], value, at, low, high),
          "fill the gap with rows");
    }
  }
}

}  // namespace

std::vector<device::GivenCoordinate> given_coordinates(const model::Joint& joint) {
  const model::PrescribedMotion& given = *joint.motion;
  const auto dof = static_cast<std::size_t>(degrees_of_freedom(joint.type));
  std::vector<device::GivenCoordinate> coordinates(dof);
  if (given.file) {
    const int columns = static_cast<int>(dof) + 1;
    const MatrixX table = model::read_table_file(*given.file, columns, columns, given.source.of("file"));
    std::vector<double> time(table.col(0).data(), table.col(0).data() + table.rows());
    if (time.size() < 4 || std::adjacent_find(time.begin(), time.end(), std::greater_equal<>()) != time.end()) {
      throw InputError(
          given.source.of("file"),
          fmt::format("{}: a motion needs at least four times, and they must ascend", given.file->string()));
    }
    for (std::size_t i = 0; i < dof; ++i) {
      const auto column = table.col(static_cast<Eigen::Index>(i) + 1);
      coordinates[i].table.emplace(time, std::vector<double>(column.data(), column.data() + column.size()));
      refuse_overshoot(*coordinates[i].table, column, given.source.of("file"), *given.file);
    }
  } else {
    for (std::size_t i = 0; i < dof; ++i) {
      coordinates[i].amplitude = given.amplitude[i];
      coordinates[i].offset = given.offset.empty() ? 0.0 : given.offset[i];
      coordinates[i].omega = 2.0 * kPi / given.period.value_or(1.0);
      coordinates[i].phase = given.phase;
    }
  }
  return coordinates;
}

Matrix6 drag_matrix(const Building& b, const model::QuadraticDrag& drag) {
  if (drag.drag) return *drag.drag;
  if (!drag.cd || !drag.area) return Matrix6::Zero();
  return bodies::drag_coefficients(b.model.environment.water_density, *drag.cd, *drag.area);
}

void build_body_loads(Building& b) {
  auto& graph = b.built.graph;
  for (std::size_t i = 0; i < b.bodies.size(); ++i) {
    const model::Body& body = *b.bodies[i];
    if (is_variable(b, i)) {
      // the sets bring their own hydrostatics
    } else if (b.meshes[i]) {
      build_mesh_loads(b, i);
    } else {
      add_restoring(b, i);
    }
    const SetLoads in_sets = loads_of_sets(b, i);  // these come with the sets
    if (!body.linear_damping.isZero(0.0) && !in_sets.damping) {
      const std::string damping = load_name(body.name, "linear_damping");
      graph.emplace<device::LinearDamping>(body.name, body.linear_damping);
      graph.connect(body.name + ".velocity", damping + ".velocity");
      connect_load(graph, body.name, damping, "linear_damping");
    }
    if (const Matrix6 drag = drag_matrix(b, body.quadratic_drag); !drag.isZero(0.0) && !in_sets.drag) {
      const std::string name_of_drag = load_name(body.name, "quadratic_drag");
      graph.emplace<device::QuadraticDrag>(body.name, drag);
      graph.connect(body.name + ".velocity", name_of_drag + ".velocity");
      connect_load(graph, body.name, name_of_drag, "morison_and_viscous");
    }
    add_morison(b, body, b.rigid[i]);
  }
}

void build_joint_loads(Building& b) {
  for (const model::Joint& joint : b.model.joints) add_joint_load(b, joint, 0.0, 0.0, false);
  for (const model::Pto& pto : b.model.ptos)
    add_joint_load(b, pto, pto.pretension, pto.equilibrium_position.value_or(0.0), true);
}

}  // namespace swell::assembly
