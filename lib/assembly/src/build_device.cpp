// The mechanism as one component, its added mass in either treatment, and where it starts.
#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <optional>

#include "stages.h"
#include "swell/base/motions.h"
#include "swell/base/refuse.h"
#include "swell/bodies/initial_state.h"
#include "swell/bodies/mobility.h"
#include "swell/device/added_mass.h"
#include "swell/device/body_loads.h"
#include "swell/device/given_motion.h"
#include "swell/device/multibody_component.h"
#include "swell/device/radiation_loads.h"
#include "swell/device/results_ports.h"
#include "swell/device/tilted_loads.h"
#include "swell/device/yaw_frame.h"

namespace swell::assembly {

namespace {

// Requests are those of the case, zeros included. Links, the last of `n_bodies`, have none.
std::vector<bodies::InitialBody> requested_initial_states(const Case& c, std::size_t n_bodies) {
  std::vector<bodies::InitialBody> requested;
  for (const model::Body* body : c.bodies) {
    const model::InitialPose& initial = body->initial;
    const auto given = [&](const char* key, bool nonzero) { return nonzero || initial.source.has(key); };
    c.uses(initial.displacement, initial.angle, initial.velocity, initial.angular_velocity);
    if (initial.angle != 0.0) c.uses(initial.axis);
    bodies::InitialBody request;
    if (given("displacement", initial.displacement.norm() > 0.0)) request.displacement = initial.displacement;
    if (given("angle", initial.angle != 0.0))
      request.rotation = bodies::rotation_about(initial.axis, initial.angle, initial.source.of("axis"));
    if (given("velocity", initial.velocity.norm() > 0.0)) request.velocity = initial.velocity;
    if (given("angular_velocity", initial.angular_velocity.norm() > 0.0))
      request.angular_velocity = initial.angular_velocity;
    requested.push_back(request);
  }
  requested.resize(n_bodies);
  return requested;
}

/// Refuses a body that can move and starts inside the ground, where foundations may stand.
/// @param z  [m] of its centre of gravity at the start, wherever its joints and other bodies have put it
void refuse_below_bed(const Case& c, const Sea& sea, double design_z, double z, const model::Body& body) {
  const std::optional<double> depth = sea ? sea->depth() : std::nullopt;
  if (!depth || !std::isfinite(*depth)) return;
  const auto holds = [&](const model::Joint& joint) {
    return joint.follower == body.name && joint.base == "world" && degrees_of_freedom(joint.type) == 0;
  };
  if (std::any_of(c.model.joints.begin(), c.model.joints.end(), holds)) return;
  if (!(z < -*depth * (1.0 + 1e-9))) return;
  const bool displaced = design_z >= -*depth && body.initial.source.has("displacement");
  code::refuse(c.diagnostics, "out-of-range",
               displaced                ? body.initial.source.of("displacement")
               : body.center_of_gravity ? body.source.of("center_of_gravity")
                                        : body.source.origin,
               fmt::format("bodies.{}: its centre of gravity starts at z = {:.6g} m, below the sea bed at z = {:g} m",
                           body.name, z, -*depth),
               "z is upwards from still water in m; the depth is environment.depth, or that of the hydro data");
}

/// Linear data hold for motions that are small against the body: what starts so far away runs off.
void warn_of_far_start(const Case& c, const hydro::HydroBodyRef& hydro, double design_z, double z,
                       const model::Body& body) {
  constexpr double kFar = 10.0;  // lengths; the draft of a slender spar is 7
  const double volume = body.volume.value_or(hydro.data ? hydro->displaced_volume : 0.0);
  const double heave = z - design_z, length = std::cbrt(volume);
  if (!(volume > 0.0) || !(std::abs(heave) > kFar * length)) return;
  c.diagnostics.warning(
      "far-start",
      body.initial.source.has("displacement") ? body.initial.source.of("displacement") : body.source.origin,
      fmt::format(
          "bodies.{}: its centre of gravity starts at z = {:.6g} m, {:.6g} m {} its design position; it displaces "
          "{:.3g} m^3, a cube of {:.3g} m, and linear hydrodynamics hold for motions that are small against that",
          body.name, z, std::abs(heave), heave < 0.0 ? "below" : "above", volume, length),
      "displacement and extension are in m from the design position");
}

/// Where the joints whose motion is given are at the start: coordinates, rates, accelerations. Those that follow a
/// signal are taken at 0, and no body that hangs on one may say otherwise.
VectorX motion_at_start(const Case& c, const bodies::Multibody& multibody) {
  const auto n = static_cast<Eigen::Index>(multibody.n_prescribed());
  VectorX motion = VectorX::Zero(3 * n);
  const auto place_of = [&](const std::string& name) -> const bodies::JointPlace& {
    return multibody.joints()[static_cast<std::size_t>(multibody.joint_index(name))];
  };
  const auto add = [&](const model::Joint& joint) {
    if (joint.motion) {
      const std::vector<device::GivenCoordinate> given = given_coordinates(joint);
      const int at = place_of(joint.name).prescribed_offset;
      for (std::size_t i = 0; i < given.size(); ++i) {
        const Vector3 value = given[i].at(c.model.simulation.start);
        for (int part = 0; part < 3; ++part) motion[part * n + at + static_cast<int>(i)] = value[part];
      }
    } else if (joint.prescribed) {
      for (const model::Body* body : c.bodies) {
        if (body->name != joint.follower ||
            !(body->initial.source.has("displacement") || body->initial.source.has("angle") ||
              body->initial.source.has("velocity")))
          continue;
        code::refuse(c.diagnostics, "contradiction", body->initial.source.origin,
                     fmt::format("bodies.{}.initial: joint {} follows a signal, which gives the place of the body",
                                 body->name, joint.name),
                     "leave `initial` out, or give the joint a `motion`");
      }
    }
  };
  for (const model::Joint& joint : c.model.joints) add(joint);
  for (const model::Pto& pto : c.model.ptos) add(pto);
  return motion;
}

/// Rows of all bodies: of those with several sets that of the initial one.
MatrixX added_mass_at_start(const Case& c, const Hydro& hydro, const Sea& sea, MatrixX added) {
  for (const auto& [i, sets] : hydro.sets) {
    const auto initial = static_cast<std::size_t>(c.bodies[i]->hydro_data->initial - 1);
    added.middleRows<6>(static_cast<Eigen::Index>(6 * i)) = added_mass_rows(c, sea, sets[initial]);
  }
  return added;
}

bodies::AddedMassSplit split_of(const Case& c, const Hydro& hydro, const Mechanism& mechanism, const MatrixX& added) {
  std::vector<double> factors;
  c.uses(c.model.hydrodynamics.wec_sim_axes);
  for (std::size_t i = 0; i < c.bodies.size(); ++i) {
    if (hydro.has(i)) c.uses(c.bodies[i]->added_mass_factor);
    factors.push_back(hydro.has(i) ? c.bodies[i]->added_mass_factor.value_or(c.choices.added_mass_factor) : 0.0);
  }
  return bodies::split_added_mass(mechanism.rigid, added, factors, c.choices.wec_sim_axes);
}

/// What `split` leaves to the delayed acceleration with each set of a body.
std::vector<device::SetResiduals> residuals_of_sets(const Case& c, const Hydro& hydro, const Sea& sea,
                                                    const Mechanism& mechanism, const AddedMass& nominal,
                                                    const MatrixX& added, const bodies::AddedMassSplit& split) {
  std::vector<device::SetResiduals> residuals;
  for (const auto& entry : hydro.sets) {
    c.uses(c.model.simulation.set_residual);
    const auto row = static_cast<Eigen::Index>(6 * entry.first);
    device::SetResiduals own{static_cast<int>(entry.first), {}};
    if (c.choices.set_residual == model::SetResidual::own) {
      for (const bodies::AddedMassSplit& each :
           splits_of_sets(c, hydro, sea, mechanism, nominal.matrix.whole(), entry.first))
        own.rows.emplace_back(each.residual.middleRows<6>(row));
    } else {
      const MatrixX moved = added.middleRows<6>(row) - split.residual.middleRows<6>(row);
      for (const MatrixX& rows : added_mass_of_sets(c, hydro, sea, entry.first)) own.rows.emplace_back(rows - moved);
    }
    residuals.push_back(std::move(own));
  }
  return residuals;
}

/// The body's own block of the added mass, where passive yaw turns it.
std::optional<Matrix6> yawed_block(const Case& c, const Hydro& hydro, const AddedMass& added, std::size_t i) {
  if (!c.bodies[i]->passive_yaw || !hydro.has(i) || c.split()) return {};
  const auto at = static_cast<Eigen::Index>(i);
  const Matrix6 own = added.matrix.block(at, at);
  return device::YawedAddedMass::turns(own) ? std::optional<Matrix6>(own) : std::nullopt;
}

/// Whether the body's data stand in axes that tilt with it: where it can leave a plane. By one rotation alone those
/// axes are the world's for all that moves. Bodies that interact have one kind of axes, or their data would no longer
/// be reciprocal: none tilts beside one with passive yaw or with several sets.
bool tilts(const Case& c, const Hydro& hydro, std::size_t i, const bodies::Multibody& multibody,
           const std::vector<bool>& moves) {
  if (c.wec_sim() || c.split() || !hydro.has(i)) return false;
  const auto stays = [&](std::size_t body) { return is_variable(c, hydro, body) || c.bodies[body]->passive_yaw; };
  if (stays(i)) return false;
  const auto keeps = [&](const CoupledBodies& group) {
    if (!c.choices.body_to_body) return false;
    const auto has = [&](auto which) { return std::any_of(group.bodies.begin(), group.bodies.end(), which); };
    return has([i](std::size_t body) { return body == i; }) && has(stays);
  };
  if (std::any_of(hydro.coupled.begin(), hydro.coupled.end(), keeps)) return false;
  for (const auto& [body, sets] : hydro.sets)
    if (std::any_of(sets.begin(), sets.end(), keeps)) return false;
  if (std::count(moves.begin() + 3, moves.end(), true) < 2) return false;
  if (multibody.n_prescribed() > 0) return multibody.rotates(static_cast<int>(i));
  const MatrixX turns =
      multibody.design_jacobian().rows<3>(static_cast<Eigen::Index>(6 * i + 3), multibody.columns(static_cast<int>(i)));
  return Eigen::FullPivLU<MatrixX>(turns).rank() > 1;
}

}  // namespace

MatrixX added_mass_rows(const Case& c, const Sea& sea, const CoupledBodies& coupled) {
  const SharedRadiation radiation = shared_radiation(c, coupled.refs);
  const hydro::RadiationCoefficients& coefficients = *radiation.coefficients;
  MatrixX rows =
      MatrixX::Zero(static_cast<Eigen::Index>(6 * coupled.acted_on), static_cast<Eigen::Index>(6 * c.bodies.size()));
  for (std::size_t i = 0; i < coupled.acted_on; ++i) {
    const model::Body& body = *c.bodies[coupled.bodies[i]];
    const auto at_frequency = [&]() -> MatrixX {
      const double omega = coefficient_frequency(c, sea, body);
      return *c.shared.get<MatrixX>(fmt::format("added mass at {} of {}", omega, radiation.key),
                                    [&] { return coefficients.added_mass(omega); });
    };
    const MatrixX whole =
        c.radiation_of(body) == model::Radiation::constant ? at_frequency() : coefficients.added_mass_infinite();
    for (std::size_t j = 0; j < coupled.bodies.size(); ++j) {
      rows.block<6, 6>(static_cast<Eigen::Index>(6 * i), static_cast<Eigen::Index>(6 * coupled.bodies[j])) =
          whole.block<6, 6>(coupled.first_row[i], coupled.first_row[j]);
    }
  }
  return rows;
}

std::vector<bodies::AddedMassSplit> splits_of_sets(const Case& c, const Hydro& hydro, const Sea& sea,
                                                   const Mechanism& mechanism, const MatrixX& nominal,
                                                   std::size_t body) {
  std::vector<bodies::AddedMassSplit> splits;
  MatrixX added = added_mass_at_start(c, hydro, sea, nominal);
  for (const MatrixX& rows : added_mass_of_sets(c, hydro, sea, body)) {
    added.middleRows<6>(static_cast<Eigen::Index>(6 * body)) = rows;
    splits.push_back(split_of(c, hydro, mechanism, added));
  }
  return splits;
}

AddedMass make_added_mass(const Case& c, const Hydro& hydro, const Sea& sea, const Mechanism& mechanism) {
  AddedMass added;
  if (!hydro.coupled.empty() || !hydro.sets.empty()) added.matrix = bodies::BodyMatrix(c.bodies.size());
  for (const CoupledBodies& coupled : hydro.coupled) {
    const MatrixX rows = added_mass_rows(c, sea, coupled);
    for (std::size_t i = 0; i < coupled.acted_on; ++i)
      added.matrix.set_rows(static_cast<Eigen::Index>(coupled.bodies[i]),
                            rows.middleRows<6>(static_cast<Eigen::Index>(6 * i)));
  }
  add_modal_mass(c, hydro, added.matrix);
  if (added.matrix.size() > 0) c.uses(c.model.simulation.added_mass);
  if (!c.split() || (hydro.coupled.empty() && hydro.sets.empty())) return added;
  const MatrixX start = added_mass_at_start(c, hydro, sea, added.matrix.whole());
  added.split = split_of(c, hydro, mechanism, start);
  added.residuals = residuals_of_sets(c, hydro, sea, mechanism, added, start, *added.split);
  return added;
}

namespace {

/// The velocity of a body with one freedom, at the design pose.
VectorX path_of(const bodies::Multibody& multibody, std::size_t body) {
  const auto& joints = multibody.joints();
  for (int child = static_cast<int>(body); child != bodies::kWorld;) {  // what carries it moves as it is given, too
    const auto place = std::find_if(joints.begin(), joints.end(),
                                    [&](const auto& joint) { return !joint.cut && joint.child == child; });
    if (place == joints.end() || place->joint.prescribed) return {};
    child = place->parent;
  }
  const MatrixX J = multibody.design_jacobian().rows<6>(static_cast<Eigen::Index>(6 * body),
                                                        multibody.columns(static_cast<int>(body)));
  Eigen::Index column = 0;
  if (J.cols() == 0 || J.colwise().norm().maxCoeff(&column) == 0.0 || Eigen::FullPivLU<MatrixX>(J).rank() != 1)
    return {};
  return J.col(column);
}

/// Refuses mass and added mass that are not positive definite: the motion would run away. Says no more than a warning
/// where inertia beside them, or the constraints of a loop, may make the whole positive.
void check_positive(const Case& c, const Hydro& hydro, const Sea& sea, const Mechanism& mechanism,
                    const AddedMass& added, const bodies::Multibody& multibody, bool certain) {
  constexpr Eigen::Index kMost = 120;  // speeds; beyond that the eigenvalues take seconds
  constexpr double kRoundOff = 1e-9;
  const bodies::Jacobian& design = multibody.design_jacobian();
  if (c.checks == Checks::none) return;
  if (hydro.coupled.empty() || !design.whole() || design.matrix().cols() == 0 || design.matrix().cols() > kMost) return;
  const MatrixX J = design.matrix().topRows(static_cast<Eigen::Index>(6 * c.bodies.size())), A = added.matrix.whole();
  const MatrixX rigid = bodies::rigid_inertia(mechanism.rigid), of_mass = J.transpose() * rigid * J,
                of_water = J.transpose() * A * J;
  const VectorX size = (of_mass.diagonal().cwiseAbs() + of_water.diagonal().cwiseAbs()).unaryExpr([](double x) {
    return x > 0.0 ? 1.0 / std::sqrt(x) : 1.0;
  });
  const MatrixX whole = size.asDiagonal() * (of_mass + 0.5 * (of_water + of_water.transpose())) * size.asDiagonal();
  const Eigen::SelfAdjointEigenSolver<MatrixX> solver(whole);
  if (!(solver.eigenvalues()[0] < -kRoundOff)) return;
  Eigen::Index row = 0;
  (J * (size.asDiagonal() * solver.eigenvectors().col(0))).cwiseAbs().maxCoeff(&row);
  const model::Body& body = *c.bodies[static_cast<std::size_t>(row / 6)];
  const bool constant = c.radiation_of(body) == model::Radiation::constant;
  const std::string text = fmt::format(
      "{}: mass and added mass {} are not positive definite (least eigenvalue {:.3g} of the matrix scaled to its "
      "diagonal): in {} they are {:.4g} and {:.4g} {}, and the motion would grow without end",
      model::label_of(body.source, "bodies", body.name),
      constant ? fmt::format("at {:.4g} rad/s", coefficient_frequency(c, sea, body)) : "at infinite frequency",
      solver.eigenvalues()[0], kMotions[static_cast<std::size_t>(row % 6)], rigid(row, row), A(row, row),
      row % 6 < 3 ? "kg" : "kg m^2");
  const char* const remedy = constant ? "radiation: convolution takes the added mass at infinity; `bemio check` finds "
                                        "irregular frequencies in the data; masses are in kg"
                                      : "`bemio check` examines the data; masses are in kg";
  const Origin& place = body.source.of("mass");
  if (certain)
    code::refuse(c.diagnostics, "inertia-not-positive", place, text, remedy);
  else
    c.diagnostics.warning("inertia-not-positive", place, text, remedy);
}

// A moment of inertia of zero is for bodies that never turn about that axis.
void check_inertia(const Case& c, const model::Body& body, const std::vector<bool>& moves) {
  for (Eigen::Index k = 0; k < 3 && body.inertia; ++k) {
    if ((*body.inertia)[k] != 0.0 || !moves[static_cast<std::size_t>(3 + k)]) continue;
    code::refuse(c.diagnostics, "out-of-range", body.source.of("inertia"),
                 fmt::format("bodies.{}.inertia.{} = 0 kg m^2 must be above 0: the body turns about that axis",
                             body.name, k + 1),
                 "give its moment of inertia about the centre of gravity");
  }
}

/// Motions of the bodies; without parts and Jacobian.
Device device_of(const Case& c, const Hydro& hydro, const bodies::Multibody& multibody) {
  Device device;
  device.turns_like = bodies::turns_like(multibody);
  const std::vector<bool> mobile = bodies::mobile_entries(multibody);
  for (std::size_t i = 0; i < c.bodies.size(); ++i) {
    const auto first = mobile.begin() + static_cast<std::ptrdiff_t>(6 * i);
    device.moves.emplace_back(first, first + 6);
    device.paths.push_back(path_of(multibody, i));
    if (tilts(c, hydro, i, multibody, device.moves.back())) device.tilting.push_back(c.bodies[i]->name);
  }
  return device;
}

bool closes_loop(const bodies::Multibody& multibody) {
  return std::any_of(multibody.joints().begin(), multibody.joints().end(),
                     [](const bodies::JointPlace& place) { return place.cut; });
}

}  // namespace

Device retune_device(const Case& c, const Hydro& hydro, const Sea& sea, const Mechanism& mechanism,
                     device::MultibodyComponent& component) {
  Device device = device_of(c, hydro, component.multibody());
  const AddedMass added = make_added_mass(c, hydro, sea, mechanism);
  if (hydro.coupled.empty()) return device;
  check_positive(c, hydro, sea, mechanism, added, component.multibody(),
                 !closes_loop(component.multibody()) && !component.takes_inertia());
  component.set_added_mass(added.matrix);
  device.parts.add<device::ReportedAddedMass>(c.names(), added.matrix, device.tilting);
  return device;
}

Device make_device(const Case& c, const Hydro& hydro, const Sea& sea, const Mechanism& mechanism,
                   const AddedMass& added) {
  const std::size_t n = c.bodies.size();
  const device::BodyNames names = c.names();
  Device device;
  device::DeviceSpec spec;
  spec.bodies = added.split ? added.split->bodies : mechanism.rigid;
  spec.bodies.insert(spec.bodies.end(), mechanism.links.begin(), mechanism.links.end());
  spec.joints = mechanism.joints;
  spec.ptos = mechanism.ptos;
  if (!added.split && !hydro.coupled.empty()) spec.added_mass = added.matrix;
  {  // the component has a mechanism of its own, and two of a thousand bodies take twice the memory
    const bodies::Multibody multibody(spec.bodies, spec.joints);
    device = device_of(c, hydro, multibody);
    auto tilting = device.tilting.begin();
    for (std::size_t i = 0; i < n; ++i) {
      const std::vector<bool>& moves = device.moves[i];
      spec.tilts.push_back(tilting != device.tilting.end() && *tilting == names[i]);
      if (spec.tilts.back()) ++tilting;
      check_inertia(c, *c.bodies[i], moves);
      if (std::count(moves.begin() + 3, moves.end(), true) > 0) c.uses(c.bodies[i]->inertia_products);
      spec.nominal_mass.push_back(mechanism.rigid[i].mass);
      spec.nominal_inertia.push_back(mechanism.rigid[i].inertia);
      const bool morison = !c.bodies[i]->morison.empty() || !c.bodies[i]->morison_members.empty();
      spec.body_inertia.push_back((!c.split() && (morison || is_variable(c, hydro, i) || holds_lines(c, names[i]) ||
                                                  yawed_block(c, hydro, added, i))) ||
                                  loads_of_sets(c, hydro, i).mass);
      spec.coupled_inertia.push_back(!c.split() && couples(hydro, i));
    }
    for (const bodies::Joint& joint : mechanism.joints) {
      // The port makes the inertia matrix vary, so it is there only where something feeds it.
      const bool fed = std::any_of(c.model.connections.begin(), c.model.connections.end(), [&](const auto& connection) {
        return connection.to == device::inertia_on(joint.name);
      });
      if (fed) spec.joint_inertia.push_back(joint.name);
    }

    const auto any = [](const std::vector<bool>& of) { return std::find(of.begin(), of.end(), true) != of.end(); };
    check_positive(c, hydro, sea, mechanism, added, multibody,
                   !closes_loop(multibody) && !any(spec.body_inertia) && spec.joint_inertia.empty());
    const bodies::Jacobian& J = multibody.design_jacobian();
    if (c.split() && J.whole()) device.jacobian = J.matrix().topRows(static_cast<Eigen::Index>(6 * n));
    const VectorX given_motion = motion_at_start(c, multibody);
    const bodies::InitialState start = bodies::initial_state(
        multibody, requested_initial_states(c, static_cast<std::size_t>(multibody.n_bodies())), given_motion);
    spec.q = start.q;
    spec.v = start.v;
    bodies::Kinematics at_start = multibody.make_kinematics();
    multibody.kinematics(start.q, start.v, given_motion, at_start);
    for (std::size_t i = 0; i < n; ++i) {
      const double design_z = mechanism.rigid[i].cg.z(), z = at_start.p_WC[i].z();
      refuse_below_bed(c, sea, design_z, z, *c.bodies[i]);
      warn_of_far_start(c, hydro.of[i], design_z, z, *c.bodies[i]);
    }
    for (const auto& place : multibody.joints()) {
      if (place.implicit)
        c.note("floats-freely", fmt::format("{} floats freely: no joint ties it to the world",
                                            multibody.bodies()[static_cast<std::size_t>(place.joint.follower)].name));
    }
    for (const auto& redundancy : multibody.redundancies()) {
      if (redundancy.redundant == 0) continue;
      c.note("redundant-loop",
             fmt::format(
                 "joint {} closes a loop: {} of its {} constraints are granted already (their share of the load is "
                 "the least-squares one)",
                 redundancy.joint, redundancy.redundant, redundancy.constraints));
    }
  }
  Parts& parts = device.parts;
  parts.add<device::MultibodyComponent>(std::move(spec));
  for (const std::string& name : names) parts.add<device::BodyForces>(name);
  if (added.split) {
    use_delay(c);
    c.uses(c.model.hydrodynamics.convolution.sampling);
    parts.add<device::DelayedAddedMass>(names, *added.split, c.choices.added_mass_delay, c.held(), added.residuals,
                                        c.choices.sampling == model::Sampling::stage);
  } else if (!hydro.coupled.empty()) {
    parts.add<device::ReportedAddedMass>(names, added.matrix, device.tilting);
  }
  for (std::size_t i = 0; i < n; ++i) {
    if (const auto own = yawed_block(c, hydro, added, i))
      parts.add<device::YawedAddedMass>(names[i], std::vector<Matrix6>{*own});
  }
  return device;
}

void check_split(const Case& c, const Mechanism& mechanism, const AddedMass& added, const MatrixX& J,
                 const MatrixX& morison) {
  if (!c.split() || (!added.split && morison.size() == 0)) return;
  constexpr Eigen::Index kMost = 120;  // speeds; beyond that the eigenvalues take seconds
  if (J.cols() == 0 || J.cols() > kMost) return;
  const Eigen::PartialPivLU<MatrixX> implicit(
      J.transpose() * bodies::rigid_inertia(added.split ? added.split->bodies : mechanism.rigid) * J);
  const auto projected = [&](const MatrixX& inertia) -> MatrixX { return implicit.solve(J.transpose() * inertia * J); };
  const MatrixX none = MatrixX::Zero(J.cols(), J.cols());
  const MatrixX of_elements = morison.size() > 0 ? projected(morison) : none;
  double worst = 0.0;
  const auto grow = [&](const MatrixX& delayed) {
    worst = std::max(worst, bodies::delayed_growth(delayed, of_elements, c.held(), c.choices.wec_sim_axes));
  };
  grow(added.split ? projected(added.split->residual) : none);
  for (const device::SetResiduals& sets : added.residuals) {  // the other bodies in their initial sets
    for (const MatrixX& rows : sets.rows) {
      MatrixX residual = added.split->residual;
      residual.middleRows<6>(6 * static_cast<Eigen::Index>(sets.body)) = rows;
      grow(projected(residual));
    }
  }
  if (!(worst > 1.0 + 1e-9)) return;
  const bool by_morison = morison.size() > 0;
  const model::Simulation& simulation = c.model.simulation;
  c.diagnostics.warning(
      "split-added-mass", simulation.source.of(simulation.source.has("added_mass") ? "added_mass" : "reproduce"),
      fmt::format(
          "added_mass: split leaves so much inertia{} to the delayed acceleration that the explicit loop grows {:.3g} "
          "times per step, whatever the step; set added_mass: exact{}",
          by_morison ? " (that of Morison elements with it)" : "", worst,
          by_morison ? "" : ", or an added_mass_factor of about 2"));
}

}  // namespace swell::assembly
