// The mechanism as one component, its added mass in either treatment, and where it starts.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "building.h"
#include "swell/bodies/mobility.h"
#include "swell/device/added_mass.h"
#include "swell/device/body_loads.h"
#include "swell/device/given_motion.h"
#include "swell/device/multibody_component.h"
#include "swell/device/radiation_loads.h"
#include "swell/device/report.h"
#include "swell/device/yaw_frame.h"

namespace swell::assembly {

namespace {

// A wish is what the case says; a body that says nothing is asked to stay at its design place, if its joints allow.
std::vector<bodies::InitialBody> wishes_of(const Building& b, bool silent_ones_stay) {
  std::vector<bodies::InitialBody> wishes;
  for (const model::Body* body : b.bodies) {
    const model::InitialPose& initial = body->initial;
    const auto said = [&](const char* key, bool nonzero) { return nonzero || initial.source.has(key); };
    bodies::InitialBody wish;
    const bool displaced = said("displacement", initial.displacement.norm() > 0.0),
               turned = said("angle", initial.angle != 0.0);
    if (displaced || silent_ones_stay) wish.displacement = initial.displacement;
    if (turned || silent_ones_stay)
      wish.rotation = bodies::rotation_about(initial.axis, initial.angle, initial.source.of("axis"));
    const bool moving = said("velocity", initial.velocity.norm() > 0.0),
               spinning = said("angular_velocity", initial.angular_velocity.norm() > 0.0);
    if (moving || silent_ones_stay) wish.velocity = initial.velocity;
    if (spinning || silent_ones_stay) wish.angular_velocity = initial.angular_velocity;
    wishes.push_back(wish);
  }
  return wishes;
}

/// Where the joints whose motion is given are at the start: coordinates, rates, accelerations. Those that follow a
/// signal are taken at 0, and no body that hangs on one may say otherwise.
VectorX motion_at_start(const Building& b, const bodies::Multibody& multibody) {
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
        const Vector3 value = given[i].at(b.model.simulation.start);
        for (int part = 0; part < 3; ++part) motion[part * n + at + static_cast<int>(i)] = value[part];
      }
    } else if (joint.prescribed) {
      for (const model::Body* body : b.bodies) {
        if (body->name != joint.follower ||
            !(body->initial.source.has("displacement") || body->initial.source.has("angle") ||
              body->initial.source.has("velocity")))
          continue;
        b.diagnostics.error(body->initial.source.origin,
                            fmt::format("bodies.{}.initial: joint {} follows a signal, which says where the body is",
                                        body->name, joint.name),
                            "leave `initial` out, or give the joint a `motion`");
      }
    }
  };
  for (const model::Joint& joint : b.model.joints) add(joint);
  for (const model::Pto& pto : b.model.ptos) add(pto);
  return motion;
}

bodies::InitialState start_of(const Building& b, const bodies::Multibody& multibody) {
  const VectorX motion = motion_at_start(b, multibody);
  try {
    return bodies::initial_state(multibody, wishes_of(b, true), motion);
  } catch (const InputError&) {
    return bodies::initial_state(multibody, wishes_of(b, false), motion);
  }
}

/// Rows of all bodies: of those with several sets that of the initial one.
MatrixX added_mass_at_start(const Building& b) {
  MatrixX added = b.added_mass;
  for (const auto& [i, sets] : b.sets) {
    const auto initial = static_cast<std::size_t>(b.bodies[i]->hydro_data->initial - 1);
    added.middleRows<6>(static_cast<Eigen::Index>(6 * i)) = added_mass_rows(b, sets[initial]);
  }
  return added;
}

bodies::AddedMassSplit split_of(const Building& b, const MatrixX& added) {
  std::vector<double> factors;
  for (std::size_t i = 0; i < b.bodies.size(); ++i) {
    factors.push_back(b.has_hydro(i) ? b.bodies[i]->added_mass_factor.value_or(b.choices.added_mass_factor) : 0.0);
  }
  return bodies::split_added_mass(b.rigid, added, factors, b.choices.wec_sim_axes);
}

/// What `split` leaves to the delayed acceleration with each set of a body.
std::vector<device::SetResiduals> residuals_of_sets(const Building& b, const MatrixX& added,
                                                    const bodies::AddedMassSplit& split) {
  std::vector<device::SetResiduals> residuals;
  for (const auto& entry : b.sets) {
    const auto row = static_cast<Eigen::Index>(6 * entry.first);
    device::SetResiduals own{static_cast<int>(entry.first), {}};
    if (b.choices.set_residual == model::SetResidual::own) {
      for (const bodies::AddedMassSplit& each : splits_of_sets(b, entry.first))
        own.rows.emplace_back(each.residual.middleRows<6>(row));
    } else {
      const MatrixX moved = added.middleRows<6>(row) - split.residual.middleRows<6>(row);
      for (const MatrixX& rows : added_mass_of_sets(b, entry.first)) own.rows.emplace_back(rows - moved);
    }
    residuals.push_back(std::move(own));
  }
  return residuals;
}

/// The body's own block of the added mass, where passive yaw turns it.
std::optional<Matrix6> yawed_block(const Building& b, std::size_t i) {
  if (!b.bodies[i]->passive_yaw || !b.has_hydro(i) || b.choices.added_mass != model::AddedMass::exact) return {};
  const auto at = static_cast<Eigen::Index>(6 * i);
  const Matrix6 own = b.added_mass.block<6, 6>(at, at);
  return device::YawedAddedMass::turns(own) ? std::optional<Matrix6>(own) : std::nullopt;
}

void add_yawed_added_mass(Building& b, std::size_t i) {
  const std::optional<Matrix6> own = yawed_block(b, i);
  if (!own) return;
  b.built.graph.emplace<device::YawedAddedMass>(b.bodies[i]->name, *own);
}

MatrixX rigid_inertia(const std::vector<bodies::RigidBody>& bodies) {
  const auto n = static_cast<Eigen::Index>(6 * bodies.size());
  MatrixX inertia = MatrixX::Zero(n, n);
  Eigen::Index at = 0;
  for (const bodies::RigidBody& body : bodies) {
    inertia.block<3, 3>(at, at).diagonal().setConstant(body.mass);
    inertia.block<3, 3>(at + 3, at + 3) = body.inertia;
    at += 6;
  }
  return inertia;
}

/// Every set of each body, the other bodies in their initial ones.
void remember_split(Building& b, const bodies::AddedMassSplit& split, const std::vector<device::SetResiduals>& sets) {
  b.implicit = rigid_inertia(split.bodies);
  b.delayed = {split.residual};
  for (const device::SetResiduals& body : sets) {
    for (const MatrixX& rows : body.rows) {
      b.delayed.push_back(split.residual);
      b.delayed.back().middleRows<6>(6 * static_cast<Eigen::Index>(body.body)) = rows;
    }
  }
}

}  // namespace

MatrixX added_mass_rows(const Building& b, const CoupledBodies& coupled) {
  const SharedRadiation radiation = shared_radiation(b, coupled.refs);
  const hydro::RadiationCoefficients& coefficients = *radiation.coefficients;
  MatrixX rows =
      MatrixX::Zero(static_cast<Eigen::Index>(6 * coupled.feeling), static_cast<Eigen::Index>(6 * b.bodies.size()));
  for (std::size_t i = 0; i < coupled.feeling; ++i) {
    const model::Body& body = *b.bodies[coupled.bodies[i]];
    const auto at_frequency = [&]() -> MatrixX {
      const double omega = coefficient_frequency(b, body);
      return *b.shared.get<MatrixX>(fmt::format("added mass at {} of {}", omega, radiation.key),
                                    [&] { return coefficients.added_mass(omega); });
    };
    const MatrixX whole =
        b.radiation_of(body) == model::Radiation::constant ? at_frequency() : coefficients.added_mass_infinite();
    for (std::size_t j = 0; j < coupled.bodies.size(); ++j) {
      rows.block<6, 6>(static_cast<Eigen::Index>(6 * i), static_cast<Eigen::Index>(6 * coupled.bodies[j])) =
          whole.block<6, 6>(coupled.first_row[i], coupled.first_row[j]);
    }
  }
  return rows;
}

std::vector<bodies::AddedMassSplit> splits_of_sets(const Building& b, std::size_t body) {
  std::vector<bodies::AddedMassSplit> splits;
  MatrixX added = added_mass_at_start(b);
  for (const MatrixX& rows : added_mass_of_sets(b, body)) {
    added.middleRows<6>(static_cast<Eigen::Index>(6 * body)) = rows;
    splits.push_back(split_of(b, added));
  }
  return splits;
}

void build_device(Building& b) {
  const std::size_t n = b.bodies.size();
  device::BodyNames names;
  for (std::size_t i = 0; i < n; ++i) names.push_back(b.bodies[i]->name);
  b.added_mass = MatrixX::Zero(static_cast<Eigen::Index>(6 * n), static_cast<Eigen::Index>(6 * n));
  for (const CoupledBodies& coupled : b.coupled) {
    const MatrixX rows = added_mass_rows(b, coupled);
    for (std::size_t i = 0; i < coupled.feeling; ++i)
      b.added_mass.middleRows<6>(static_cast<Eigen::Index>(6 * coupled.bodies[i])) =
          rows.middleRows<6>(static_cast<Eigen::Index>(6 * i));
  }
  const bool split_form = b.choices.added_mass == model::AddedMass::split && !(b.coupled.empty() && b.sets.empty());

  device::DeviceSpec spec;
  spec.bodies = b.rigid;
  spec.joints = b.joints;
  spec.ptos = b.built.pto_names;
  for (std::size_t i = 0; i < n; ++i) {
    spec.nominal_mass.push_back(b.rigid[i].mass);
    spec.nominal_inertia.push_back(b.rigid[i].inertia);
    const bool morison = !b.bodies[i]->morison.empty() || !b.bodies[i]->morison_members.empty();
    const bool exact = b.choices.added_mass == model::AddedMass::exact;
    spec.body_inertia.push_back(
        (exact && (morison || is_variable(b, i) || holds_lines(b, b.bodies[i]->name) || yawed_block(b, i))) ||
        loads_of_sets(b, i).mass);
    spec.coupled_inertia.push_back(exact && couples(b, i));
  }

  for (const bodies::Joint& joint : b.joints) {
    // The port makes the inertia matrix vary, so it is there only where something feeds it.
    const bool fed = std::any_of(b.model.connections.begin(), b.model.connections.end(),
                                 [&](const model::Connection& c) { return c.to == joint.name + ".inertia"; });
    if (fed) spec.joint_inertia.push_back(joint.name);
  }

  std::unique_ptr<device::DelayedAddedMass> delayed;
  if (split_form) {
    const MatrixX added = added_mass_at_start(b);
    bodies::AddedMassSplit split = split_of(b, added);
    spec.bodies = split.bodies;
    std::vector<device::SetResiduals> sets = residuals_of_sets(b, added, split);
    remember_split(b, split, sets);
    delayed =
        std::make_unique<device::DelayedAddedMass>(names, std::move(split), b.choices.added_mass_delay,
                                                   b.choices.delayed_acceleration == model::DelayedAcceleration::held,
                                                   std::move(sets), b.choices.sampling == model::Sampling::stage);
  } else if (!b.coupled.empty()) {
    spec.added_mass = b.added_mass;
  }

  const bodies::Multibody multibody(spec.bodies, spec.joints);
  b.jacobian = multibody.design_jacobian();
  if (b.implicit.size() == 0) b.implicit = rigid_inertia(spec.bodies);
  const bodies::InitialState start = start_of(b, multibody);
  spec.q = start.q;
  spec.v = start.v;
  for (const auto& place : multibody.joints()) {
    if (place.implicit)
      b.built.notes.push_back(fmt::format("{} floats freely: no joint ties it to the world",
                                          multibody.bodies()[static_cast<std::size_t>(place.joint.follower)].name));
  }
  for (const auto& redundancy : multibody.redundancies()) {
    if (redundancy.redundant == 0) continue;
    b.built.notes.push_back(
        fmt::format("joint {} closes a loop: {} of its {} constraints are granted already (their share of the load is "
                    "the least-squares one)",
                    redundancy.joint, redundancy.redundant, redundancy.constraints));
  }
  auto& graph = b.built.graph;
  graph.emplace<device::MultibodyComponent>(std::move(spec));

  for (const std::string& name : names) graph.emplace<device::BodyForces>(name);
  if (delayed) {
    graph.add(std::move(delayed));
  } else if (!b.coupled.empty()) {
    graph.emplace<device::ReportedAddedMass>(names, b.added_mass);
  }

  // Entries of a body's velocity that its joints let move.
  const std::vector<bool> mobile = bodies::mobile_entries(multibody);
  std::vector<std::vector<bool>> moves(n);
  for (std::size_t i = 0; i < n; ++i) {
    const auto first = mobile.begin() + static_cast<std::ptrdiff_t>(6 * i);
    moves[i].assign(first, first + 6);
  }
  for (std::size_t i = 0; i < n; ++i) add_yawed_added_mass(b, i);
  warn_of_inertia(b, moves);
  build_radiation(b, moves, bodies::turns_like(multibody));
  for (std::size_t i = 0; i < n; ++i) {
    if (is_variable(b, i)) collect(b.diagnostics, [&] { build_sets(b, i, moves); });
  }
}

}  // namespace swell::assembly
