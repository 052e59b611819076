// The mechanism as one component, its added mass in either treatment, and where it starts.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "build.h"
#include "swell/bodies/mobility.h"
#include "swell/device/added_mass.h"
#include "swell/device/body_loads.h"
#include "swell/device/given_motion.h"
#include "swell/device/multibody_component.h"
#include "swell/device/radiation_loads.h"
#include "swell/device/report.h"
#include "swell/device/yaw_frame.h"

namespace swell::model {

namespace {

using device::stacked_address;

// A wish is what the case says; a body that says nothing is asked to stay at its design place, if its joints allow.
std::vector<bodies::InitialBody> wishes_of(const Building& b, bool silent_ones_stay) {
  std::vector<bodies::InitialBody> wishes;
  for (const Body* body : b.bodies) {
    const InitialPose& initial = body->initial;
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
  const auto add = [&](const Joint& joint) {
    if (joint.motion) {
      const std::vector<device::GivenCoordinate> given = given_coordinates(joint);
      const int at = place_of(joint.name).prescribed_offset;
      for (std::size_t i = 0; i < given.size(); ++i) {
        const Vector3 value = given[i].at(b.model.simulation.start);
        for (int part = 0; part < 3; ++part) motion[part * n + at + static_cast<int>(i)] = value[part];
      }
    } else if (joint.prescribed) {
      for (const Body* body : b.bodies) {
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
  for (const Joint& joint : b.model.joints) add(joint);
  for (const Pto& pto : b.model.ptos) add(pto);
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

// Added mass of the sorted bodies: rows of bodies with constant coefficients at their frequency, others at infinity.
MatrixX added_mass_of(const Building& b, const SharedRadiation& radiation,
                      const std::vector<std::size_t>& hydro_bodies) {
  const hydro::RadiationCoefficients& coefficients = *radiation.coefficients;
  const auto n = static_cast<Eigen::Index>(6 * b.bodies.size());
  MatrixX added = MatrixX::Zero(n, n);
  for (std::size_t i = 0; i < hydro_bodies.size(); ++i) {
    const Body& body = *b.bodies[hydro_bodies[i]];
    const auto at_frequency = [&]() -> MatrixX {
      const double omega = coefficient_frequency(b, body);
      return *b.shared.get<MatrixX>(fmt::format("added mass at {} of {}", omega, radiation.key),
                                    [&] { return coefficients.added_mass(omega); });
    };
    const MatrixX whole =
        b.radiation_of(body) == Radiation::constant ? at_frequency() : coefficients.added_mass_infinite();
    Eigen::Index row = 0;
    for (std::size_t k = 0; k < i; ++k) row += coefficients.bodies()[k]->dof;
    Eigen::Index column = 0;
    for (std::size_t j = 0; j < hydro_bodies.size(); ++j) {
      added.block<6, 6>(static_cast<Eigen::Index>(6 * hydro_bodies[i]),
                        static_cast<Eigen::Index>(6 * hydro_bodies[j])) = whole.block<6, 6>(row, column);
      column += coefficients.bodies()[j]->dof;
    }
  }
  return added;
}

/// The body's own block of the added mass, where passive yaw turns it.
std::optional<Matrix6> yawed_block(const Building& b, std::size_t i) {
  if (!b.bodies[i]->passive_yaw || !b.has_hydro(i) || b.choices.added_mass != AddedMass::exact) return {};
  const auto at = static_cast<Eigen::Index>(6 * i);
  const Matrix6 own = b.added_mass.block<6, 6>(at, at);
  return device::YawedAddedMass::turns(own) ? std::optional<Matrix6>(own) : std::nullopt;
}

void add_yawed_added_mass(Building& b, std::size_t i) {
  const std::optional<Matrix6> own = yawed_block(b, i);
  if (!own) return;
  const std::string& body = b.bodies[i]->name;
  const std::string name = device::load_name(body, "yawed_added_mass");
  auto& graph = b.built.graph;
  graph.emplace<device::YawedAddedMass>(body, *own);
  for (const char* port : {"displacement", "acceleration"}) graph.connect(body + "." + port, name + "." + port);
  graph.connect(name + ".inertia", body + ".inertia");
  graph.connect(name + ".reported", device::load_name(body, "forces") + ".added_mass");
}

}  // namespace

void build_device(Building& b) {
  const std::size_t n = b.bodies.size();
  std::vector<hydro::HydroBodyRef> refs;
  std::vector<std::size_t> hydro_bodies;
  device::BodyNames names;
  for (std::size_t i = 0; i < n; ++i) {
    names.push_back(b.bodies[i]->name);
    if (!b.has_hydro(i) || is_variable(b, i)) continue;
    refs.push_back(b.hydro[i]);
    hydro_bodies.push_back(i);
  }
  b.added_mass = MatrixX::Zero(static_cast<Eigen::Index>(6 * n), static_cast<Eigen::Index>(6 * n));
  if (!refs.empty()) {
    b.added_mass = added_mass_of(b, shared_radiation(b, refs), hydro_bodies);
  }

  device::DeviceSpec spec;
  spec.bodies = b.rigid;
  spec.joints = b.joints;
  spec.ptos = b.built.pto_names;
  for (std::size_t i = 0; i < n; ++i) {
    spec.nominal_mass.push_back(b.rigid[i].mass);
    spec.nominal_inertia.push_back(b.rigid[i].inertia);
    const bool morison = !b.bodies[i]->morison.empty() || !b.bodies[i]->morison_members.empty();
    spec.body_inertia.push_back(
        (morison || is_variable(b, i) || holds_lines(b, b.bodies[i]->name) || yawed_block(b, i)) &&
        b.choices.added_mass == AddedMass::exact);
  }

  for (const bodies::Joint& joint : b.joints) {
    // The port makes the inertia matrix vary, so it is there only where something feeds it.
    const bool fed = std::any_of(b.model.connections.begin(), b.model.connections.end(),
                                 [&](const Connection& c) { return c.to == joint.name + ".inertia"; });
    if (fed) spec.joint_inertia.push_back(joint.name);
  }

  std::unique_ptr<device::DelayedAddedMass> delayed;
  if (refs.empty()) {
    // nothing to add
  } else if (b.choices.added_mass == AddedMass::split) {
    std::vector<double> factors;
    for (std::size_t i = 0; i < n; ++i) {
      factors.push_back(b.has_hydro(i) ? b.bodies[i]->added_mass_factor.value_or(b.choices.added_mass_factor) : 0.0);
    }
    bodies::AddedMassSplit split = bodies::split_added_mass(b.rigid, b.added_mass, factors, b.choices.wec_sim_axes);
    spec.bodies = split.bodies;
    delayed = std::make_unique<device::DelayedAddedMass>(names, std::move(split), b.choices.added_mass_delay,
                                                         b.choices.delayed_acceleration == DelayedAcceleration::held);
  } else {
    spec.added_mass = b.added_mass;
  }

  const bodies::Multibody multibody(spec.bodies, spec.joints);
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
  for (const std::string& name : names) {
    const std::string report = device::load_name(name, "forces");
    graph.connect(name + ".joint_force", report + ".joint");
    graph.connect(name + ".pto_force", report + ".pto");
  }
  if (!refs.empty()) {
    if (delayed) {
      graph.add(std::move(delayed));
      for (const std::string& name : names) {
        graph.connect(stacked_address("added_mass", "force", name), name + ".force");
        graph.connect(stacked_address("added_mass", "reported", name),
                      device::load_name(name, "forces") + ".added_mass");
        graph.connect(name + ".velocity", stacked_address("added_mass", "velocity", name));
        graph.connect(name + ".rotation", stacked_address("added_mass", "rotation", name));
      }
    } else {
      graph.emplace<device::ReportedAddedMass>(names, b.added_mass);
      for (const std::string& name : names) {
        graph.connect(stacked_address("added_mass", "force", name), device::load_name(name, "forces") + ".added_mass");
      }
    }
    for (const std::string& name : names)
      graph.connect(name + ".acceleration", stacked_address("added_mass", "acceleration", name));
  }

  // Entries of a body's velocity that its joints let move.
  const std::vector<bool> mobile = bodies::mobile_entries(multibody);
  std::vector<std::vector<bool>> moves(n);
  for (std::size_t i = 0; i < n; ++i) {
    const auto first = mobile.begin() + static_cast<std::ptrdiff_t>(6 * i);
    moves[i].assign(first, first + 6);
  }
  for (std::size_t i = 0; i < n; ++i) add_yawed_added_mass(b, i);
  build_radiation(b, moves);
  for (std::size_t i = 0; i < n; ++i) {
    if (is_variable(b, i)) collect(b.diagnostics, [&] { build_sets(b, i, moves[i]); });
  }
}

}  // namespace swell::model
