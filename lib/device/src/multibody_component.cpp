#include "swell/device/multibody_component.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <set>

#include "swell/base/error.h"
#include "swell/base/motions.h"
#include "swell/bodies/mobility.h"
#include "swell/device/stack.h"
#include "swell/device/tilted_loads.h"
#include "system_words.h"

namespace swell::device {

namespace {

// Per body in the block of reactions.
constexpr int kJointForce = 0, kPtoForce = 6, kMomentumRate = 12, kBodyReactions = 18;

PortSpec spec_of(std::string name, int width, std::string unit, std::string frame, std::string description,
                 PortKind kind = PortKind::signal, std::vector<std::string> labels = {}) {
  PortSpec spec = port(std::move(name), width, std::move(unit), std::move(description), std::move(frame), kind);
  spec.labels = std::move(labels);
  return spec;
}

PortSpec six(const std::string& owner, const char* port, const char* unit, std::string description,
             PortKind kind = PortKind::signal) {
  return spec_of(owner + "." + port, 6, unit, "world", std::move(description), kind, motion_labels());
}

}  // namespace

std::vector<std::string> joint_labels(bodies::JointType type) {
  static const std::vector<std::string> axes = {"x", "y", "z", "rx", "ry", "rz"};
  std::vector<std::string> labels;
  for (const int motion : bodies::free_motions(type)) labels.push_back(axes[static_cast<std::size_t>(motion)]);
  return labels;
}

MultibodyComponent::MultibodyComponent(DeviceSpec spec)
    : Component(kName, "multibody"),
      spec_(std::move(spec)),
      multibody_(spec_.bodies, spec_.joints),
      n_bodies_(static_cast<int>(std::count_if(spec_.bodies.begin(), spec_.bodies.end(),
                                               [](const bodies::RigidBody& body) { return !body.link; }))),
      motion_(make_motion(spec_.added_mass)),
      kinematics_(multibody_.make_kinematics()),
      projection_(multibody_.make_kinematics()),
      dynamics_(motion_.make_dynamics()),
      displacement_(VectorX::Zero(6 * multibody_.n_bodies())),
      wrench_(VectorX::Zero(6 * multibody_.n_bodies())),
      effort_(VectorX::Zero(multibody_.n_efforts())),
      prescribed_(VectorX::Zero(3 * multibody_.n_prescribed())),
      joint_inertia_(VectorX::Zero(multibody_.n_efforts())),
      inertia_(static_cast<std::size_t>(multibody_.n_bodies()), Matrix6::Zero()) {
  spec_.added_mass = {};  // the equation of motion has it
  const auto n = static_cast<std::size_t>(n_bodies_);
  SWELL_EXPECT(spec_.nominal_mass.size() == n && spec_.nominal_inertia.size() == n && spec_.body_inertia.size() == n);
  const std::set<std::string> ptos(spec_.ptos.begin(), spec_.ptos.end());
  ptos_of_.resize(static_cast<std::size_t>(multibody_.n_bodies()));
  for (std::size_t j = 0; j < multibody_.joints().size(); ++j) {
    const bodies::Joint& joint = multibody_.joints()[j].joint;
    for (const int body : {joint.base, joint.follower})
      if (body != bodies::kWorld && ptos.count(joint.name) > 0) ptos_of_[static_cast<std::size_t>(body)].push_back(j);
  }
  const std::vector<int> turns_like = bodies::turns_like(multibody_);
  for (int b = 0; b < multibody_.n_bodies(); ++b) {
    if (!multibody_.rotates(b)) continue;
    const int like = turns_like[static_cast<std::size_t>(b)];
    if (like == b) turning_.push_back(b);
    if (like != b) turning_alike_.emplace_back(b, like);
  }
}

bodies::EquationOfMotion MultibodyComponent::make_motion(const bodies::BodyMatrix& added_mass) const {
  const std::vector<bool>& coupled = spec_.coupled_inertia;
  return {multibody_, added_mass, VectorX(), std::find(coupled.begin(), coupled.end(), true) != coupled.end(),
          spec_.tilts};
}

bool MultibodyComponent::takes_inertia() const {
  const auto any = [](const std::vector<bool>& of) { return std::find(of.begin(), of.end(), true) != of.end(); };
  return any(spec_.body_inertia) || any(spec_.coupled_inertia) || !spec_.joint_inertia.empty();
}

void MultibodyComponent::set_added_mass(const bodies::BodyMatrix& added_mass) {
  motion_ = make_motion(added_mass);
  const bodies::Dynamics fresh = motion_.make_dynamics();
  dynamics_ = fresh;  // a copy stays in place: outputs point into it
}

void MultibodyComponent::declare(Declaration& d) {
  const int n = n_bodies_, all = multibody_.n_bodies(), nq = multibody_.nq(), nv = multibody_.nv(),
            ne = multibody_.n_efforts();
  const auto& joints = multibody_.joints();

  std::vector<double> initial(spec_.q.data(), spec_.q.data() + nq);
  initial.insert(initial.end(), spec_.v.data(), spec_.v.data() + nv);
  PortSpec state_spec =
      spec_of("motion", nq + nv, "m, rad, m/s, rad/s", "joint", "joint coordinates, then joint speeds");
  state_spec.labels = multibody_.coordinate_names();
  for (const std::string& name : multibody_.speed_names()) state_spec.labels.push_back("rate of " + name);

  Reads force_reads, motion_reads = {State{0}}, effort_reads;
  for (int b = 0; b < n; ++b) {
    const std::string& name = multibody_.bodies()[static_cast<std::size_t>(b)].name;
    force_reads.emplace_back(
        d.input(spec_of(force_on(name), 6, "N, N m", "world", "loads on the body about its centre of gravity",
                        PortKind::effort, motion_labels()),
                Fan::sum_or_nothing, wrench_.data() + 6 * b));
    inertia_inputs_.push_back(Input{});
    if (spec_.body_inertia[static_cast<std::size_t>(b)]) {
      inertia_inputs_.back() = d.input(spec_of(inertia_on(name), 36, "kg, kg m, kg m^2", "world",
                                               "inertia beyond the rigid body's own, row by row", PortKind::inertia),
                                       Fan::sum_or_nothing);
      force_reads.emplace_back(inertia_inputs_.back());
    }
    coupled_inputs_.push_back(Input{});
    if (!spec_.coupled_inertia.empty() && spec_.coupled_inertia[static_cast<std::size_t>(b)]) {
      coupled_inputs_.back() =
          d.input(spec_of(coupled_inertia_on(name), 36 * n, "kg, kg m, kg m^2", "world",
                          "inertia against the accelerations of all bodies, row by row", PortKind::inertia),
                  Fan::sum_or_nothing);
      force_reads.emplace_back(coupled_inputs_.back());
      coupled_.setZero(6 * all, 6 * all);
      coupled_now_ = &coupled_;
    }
  }
  for (const auto& place : joints) {
    const auto& joint = place.joint;
    if (place.dof == 0 || place.implicit) continue;  // a body that floats freely has no joint of its own
    effort_reads.emplace_back(d.input(
        spec_of(effort_on(joint.name), place.dof, joint_unit(joint.type, "N", "N m"), "joint",
                "effort on the follower along the joint's coordinates", PortKind::effort, joint_labels(joint.type)),
        Fan::sum_or_nothing, effort_.data() + place.offset));
    force_reads.push_back(effort_reads.back());
    if (place.free_body) free_efforts_.push_back(place.offset);
    if (std::find(spec_.joint_inertia.begin(), spec_.joint_inertia.end(), joint.name) != spec_.joint_inertia.end()) {
      force_reads.emplace_back(
          d.input(spec_of(inertia_on(joint.name), place.dof, joint_unit(joint.type, "kg", "kg m^2"), "joint",
                          "inertia acting along the joint's coordinates", PortKind::inertia, joint_labels(joint.type)),
                  Fan::sum_or_nothing, joint_inertia_.data() + place.offset));
      joint_inertia_now_ = joint_inertia_.data();
      free_joint_inertia_ = free_joint_inertia_ || place.free_body;
    }
    if (joint.prescribed) {
      const Input input = d.input(spec_of(motion_of(joint.name), 3 * place.dof, joint_motion_unit(joint.type), "joint",
                                          "coordinates, rates, accelerations of the prescribed motion"));
      prescribed_inputs_.push_back({input, place.prescribed_offset, place.dof});
      motion_reads.emplace_back(input);
    }
  }
  const bool any_inertia =
      std::find(spec_.body_inertia.begin(), spec_.body_inertia.end(), true) != spec_.body_inertia.end();
  inertia_now_ = any_inertia ? inertia_.data() : nullptr;

  // Velocities and joint coordinates stay where the mechanism writes them.
  const Computed kinematics =
      d.compute("kinematics", kinematics_.velocity.data(), 6 * all, motion_reads, [this](const Evaluation& e, double*) {
        const int q = multibody_.nq(), v = multibody_.nv();
        const double* x = e.state(State{0});
        for (const PrescribedInput& motion : prescribed_inputs_) {
          const double* values = e.input(motion.input);
          for (int part = 0; part < 3; ++part) {
            prescribed_.segment(part * multibody_.n_prescribed() + motion.offset, motion.dof) =
                Eigen::Map<const VectorX>(values + part * motion.dof, motion.dof);
          }
        }
        multibody_.body_kinematics(Eigen::Map<const VectorX>(x, q), Eigen::Map<const VectorX>(x + q, v), prescribed_,
                                   kinematics_);
        find_shift();
        motion_.find_axes(kinematics_, dynamics_);
      });
  // Angles behind the shift, in the same memory.
  const Computed displacement = d.compute("displacement", displacement_.data(), 6 * all, {kinematics},
                                          [this](const Evaluation&, double*) { find_angles(); });
  const Computed position = d.compute("position", 6 * all, {displacement}, [this](const Evaluation&, double* out) {
    Eigen::Map<VectorX>(out, displacement_.size()) = displacement_;
    for (int b = 0; b < multibody_.n_bodies(); ++b)
      Eigen::Map<Vector3>(out + 6 * b) = kinematics_.p_WC[static_cast<std::size_t>(b)];
  });
  const Computed rotation = d.compute("rotation", 9 * all, {kinematics}, [this](const Evaluation&, double* out) {
    for (int b = 0; b < multibody_.n_bodies(); ++b)
      Eigen::Map<Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(out + 9 * b) =
          kinematics_.R_WB[static_cast<std::size_t>(b)];
  });
  force_reads.emplace_back(kinematics);
  // Stages need accelerations only.
  const Computed dynamics = d.compute("dynamics", dynamics_.acceleration.data(), 6 * all, force_reads,
                                      [this](const Evaluation& e, double*) { find_accelerations(e); });
  Computed tilted = dynamics;  // wanted at accepted points
  if (motion_.tilts_any())
    tilted = d.compute("tilted_acceleration", dynamics_.tilted_acceleration.data(), 6 * all, {dynamics},
                       [this](const Evaluation&, double*) { motion_.tilt_accelerations(dynamics_); });
  // The rest is for outputs, and for whoever reads it: forces on the bodies | accelerations, efforts and power of the
  // joints | constraint wrenches.
  const int at_joints = n * kBodyReactions, at_effort = at_joints + ne, at_power = at_effort + ne,
            at_constraint = at_power + ne;
  Reads reaction_reads = force_reads;
  reaction_reads.emplace_back(dynamics);
  const Computed reactions =
      d.compute("reactions", at_constraint + 6 * static_cast<int>(joints.size()), std::move(reaction_reads),
                [this](const Evaluation& e, double* out) { write_reactions(e, out); });
  // Effort and power of the joints are wanted at every accepted point; where no joint is driven and none carries a
  // flywheel, they are those of the loads and need no reactions.
  const bool of_loads = prescribed_inputs_.empty() && joint_inertia_now_ == nullptr;
  Computed efforts = reactions;
  if (of_loads && ne > 0) {
    effort_reads.emplace_back(kinematics);
    efforts = d.compute("efforts", 2 * ne, std::move(effort_reads), [this, ne](const Evaluation&, double* out) {
      if (free_joint_is_loaded()) multibody_.free_joint_kinematics(kinematics_);  // their rate counts nothing otherwise
      for (int i = 0; i < ne; ++i) {
        out[i] = effort_[i];
        out[ne + i] = -effort_[i] * kinematics_.rate[i];
      }
    });
  }

  const State motion =
      d.state(state_spec, initial, {kinematics, dynamics, State{0}}, [this](const Evaluation& e, double* rate) {
        const int q = multibody_.nq(), v = multibody_.nv();
        const double* x = e.state(State{0});
        multibody_.coordinate_rates(Eigen::Map<const VectorX>(x, q), Eigen::Map<const VectorX>(x + q, v), kinematics_,
                                    Eigen::Map<VectorX>(rate, q));
        std::copy_n(dynamics_.speed_rate.data(), v, rate + q);
      });
  // No device leaves a square of a thousand kilometres, nor moves or turns faster than that in a second.
  d.limit(motion, 1e6);
  d.project(motion, [this](double* x) {
    const int q = multibody_.nq(), v = multibody_.nv();
    multibody_.project(Eigen::Map<VectorX>(x, q), Eigen::Map<VectorX>(x + q, v), prescribed_, projection_);
  });

  for (int b = 0; b < n; ++b) {
    const auto& body = multibody_.bodies()[static_cast<std::size_t>(b)];
    d.parameter(body.name + ".mass", fmt::format("{:.8g}", spec_.nominal_mass[static_cast<std::size_t>(b)]), "kg",
                body.origin);
    d.parameter(body.name + ".center_of_gravity",
                fmt::format("[{:.6g}, {:.6g}, {:.6g}]", body.cg.x(), body.cg.y(), body.cg.z()), "m", body.origin);
    const int f = b * kBodyReactions;
    d.output(six(body.name, "position", "m, rad", "centre of gravity and roll, pitch, yaw, absolute"), position, 6 * b);
    d.output(six(body.name, "displacement", "m, rad", "position from the design pose"), displacement, 6 * b);
    d.output(spec_of(body.name + ".shift", 3, "m", "world", "centre of gravity from the design pose"), kinematics,
             displacement_.data() + 6 * b);
    d.output(spec_of(body.name + ".rotation", 9, "1", "world", "body axes to world axes, row by row"), rotation, 9 * b);
    d.output(spec_of(body.name + ".axes", 9, "1", "world", "body axes to world axes, column by column"), kinematics,
             kinematics_.R_WB[static_cast<std::size_t>(b)].data());
    d.output(
        six(body.name, "velocity", "m/s, rad/s", "velocity of the centre of gravity, angular velocity", PortKind::flow),
        kinematics, 6 * b);
    if (motion_.tilts(b)) {
      d.output(spec_of(body.name + "." + kTiltedAxes, 9, "1", "world",
                       "axes that tilt with the body, in the world, column by column"),
               kinematics, motion_.axes_of(b, dynamics_).in_world.data());
      PortSpec velocity = six(body.name, kTiltedVelocity, "m/s, rad/s",
                              "velocity of the centre of gravity, angular velocity by the tilted axes", PortKind::flow);
      PortSpec rate = six(body.name, kTiltedAcceleration, "m/s^2, rad/s^2",
                          "rate of the velocity, angular velocity by the tilted axes");
      velocity.frame = rate.frame = load_name(body.name, kTiltedAxes);
      d.output(velocity, kinematics, dynamics_.tilted_velocity.data() + 6 * b);
      d.output(rate, tilted, 6 * b);
    }
    d.output(
        six(body.name, "acceleration", "m/s^2, rad/s^2", "acceleration of the centre of gravity, angular acceleration"),
        dynamics, 6 * b);
    d.output(six(body.name, "joint_force", "N, N m", "what the joints constrain, about the centre of gravity"),
             reactions, f + kJointForce);
    d.output(six(body.name, "pto_force", "N, N m", "efforts of the PTOs, about the centre of gravity"), reactions,
             f + kPtoForce);
    d.output(six(body.name, "momentum_rate", "N, N m", "rate of change of momentum: the sum of all forces"), reactions,
             f + kMomentumRate);
  }
  for (std::size_t j = 0; j < joints.size(); ++j) {
    const auto& place = joints[j];
    if (place.implicit) continue;
    const auto& joint = place.joint;
    const auto labels = joint_labels(joint.type);
    const auto port = [&](const char* name, const std::string& unit, const char* text,
                          PortKind kind = PortKind::signal) {
      return spec_of(joint.name + "." + name, place.dof, unit, "joint", text, kind, labels);
    };
    d.parameter(joint.name + ".type", bodies::name_of(joint.type), "", joint.origin);
    if (place.dof > 0) {
      // Where a joint ties a free body to the world, its coordinates are not the mechanism's: for outputs and loads.
      const PortSpec at =
          port("position", joint_unit(joint.type, "m", "rad"), "follower minus base along the joint's axes");
      const PortSpec rate =
          port("velocity", joint_unit(joint.type, "m/s", "rad/s"), "rate of the joint's coordinates", PortKind::flow);
      if (place.free_body) {
        const Computed motion_of_joint =
            d.compute(joint.name + " motion", 2 * place.dof, {kinematics},
                      [this, j](const Evaluation&, double* out) { write_free_joint(j, out); });
        d.output(at, motion_of_joint);
        d.output(rate, motion_of_joint, place.dof);
      } else {
        d.output(at, kinematics, kinematics_.coordinate.data() + place.offset);
        d.output(rate, kinematics, kinematics_.rate.data() + place.offset);
      }
      d.output(
          port("acceleration", joint_unit(joint.type, "m/s^2", "rad/s^2"), "acceleration of the joint's coordinates"),
          reactions, at_joints + place.offset);
      d.output(port("force", joint_unit(joint.type, "N", "N m"), "effort on the follower, its reaction on the base",
                    PortKind::effort),
               efforts, (of_loads ? 0 : at_effort) + place.offset);
      d.output(port("power", "W", "power taken out of the device"), efforts, (of_loads ? ne : at_power) + place.offset);
    }
    d.output(spec_of(joint.name + ".constraint_force", 6, "N, N m", "joint",
                     "what the joint constrains: base on follower, at the joint"),
             reactions, at_constraint + 6 * static_cast<int>(j));
  }
}

void MultibodyComponent::find_shift() const {
  double* displacement = displacement_.data();
  const bodies::RigidBody* body = multibody_.bodies().data();
  for (const Vector3& p : kinematics_.p_WC) {
    Eigen::Map<Vector3> moved(displacement);
    moved = p - body->cg;
    displacement += 6;
    ++body;
  }
}

void MultibodyComponent::find_angles() const {
  double* angles = displacement_.data() + 3;  // of bodies that never turn: zero as they were
  for (const int b : turning_) {
    Eigen::Map<Vector3>(angles + 6 * b) = roll_pitch_yaw(kinematics_.R_WB[static_cast<std::size_t>(b)]);
  }
  for (const auto& [b, like] : turning_alike_) {
    Eigen::Map<Vector3>(angles + 6 * b) = Eigen::Map<const Vector3>(angles + 6 * like);
  }
}

void MultibodyComponent::write_free_joint(std::size_t joint, double* out) const {
  const auto& place = multibody_.joints()[joint];
  multibody_.free_joint_kinematics(kinematics_);
  std::copy_n(kinematics_.coordinate.data() + place.offset, place.dof, out);
  std::copy_n(kinematics_.rate.data() + place.offset, place.dof, out + place.dof);
}

// At every stage: the bits of the six numbers of each such joint, but for their signs.
bool MultibodyComponent::free_joint_is_loaded() const {
  std::uint64_t any = 0;
  for (const int offset : free_efforts_) {
    std::array<std::uint64_t, 6> bits{};
    std::memcpy(bits.data(), effort_.data() + offset, sizeof(bits));
    any |= bits[0] | bits[1] | bits[2] | bits[3] | bits[4] | bits[5];
  }
  return any << 1U != 0;
}

void MultibodyComponent::find_accelerations(const Evaluation& e) const {
  if (inertia_now_ != nullptr) {
    for (std::size_t b = 0; b < inertia_inputs_.size(); ++b) {
      if (inertia_inputs_[b].index < 0) continue;
      inertia_[b] = Eigen::Map<const Eigen::Matrix<double, 6, 6, Eigen::RowMajor>>(e.input(inertia_inputs_[b]));
    }
  }
  for (std::size_t b = 0; coupled_now_ != nullptr && b < coupled_inputs_.size(); ++b) {
    if (coupled_inputs_[b].index < 0) continue;
    const Eigen::Index n = 6 * n_bodies_;
    coupled_.block(static_cast<Eigen::Index>(6 * b), 0, 6, n) =
        Eigen::Map<const Eigen::Matrix<double, 6, Eigen::Dynamic, Eigen::RowMajor>>(e.input(coupled_inputs_[b]), 6, n);
  }
  if (free_joint_inertia_ || free_joint_is_loaded()) multibody_.free_joint_kinematics(kinematics_);
  motion_.accelerations(kinematics_, wrench_, effort_, inertia_now_, dynamics_, joint_inertia_now_, coupled_now_);
}

// From the workspace that find_accelerations of the same evaluation has left.
void MultibodyComponent::write_reactions(const Evaluation&, double* out) const {
  const int n = n_bodies_, ne = multibody_.n_efforts();
  const auto& joints = multibody_.joints();
  multibody_.free_joint_kinematics(kinematics_);
  motion_.reactions(kinematics_, wrench_, effort_, inertia_now_, dynamics_, joint_inertia_now_, coupled_now_);

  for (int b = 0; b < n; ++b) {
    const auto i = static_cast<std::size_t>(b);
    double* block = out + b * kBodyReactions;
    const Vector6 acceleration = dynamics_.acceleration.segment<6>(6 * b);
    Eigen::Map<Vector6> pto(block + kPtoForce);
    pto_forces(b, block + kPtoForce);
    Eigen::Map<Vector6>(block + kJointForce) = dynamics_.joint_wrench_on_body.segment<6>(6 * b) - pto;
    // Newton and Euler about the cg: m a; I alpha + omega x I omega.
    const Matrix3 inertia = kinematics_.R_WB[i] * spec_.nominal_inertia[i] * kinematics_.R_WB[i].transpose();
    const Vector3 omega = kinematics_.velocity.segment<3>(6 * b + 3);
    Eigen::Map<Vector6> rate(block + kMomentumRate);
    rate.head<3>() = spec_.nominal_mass[i] * acceleration.head<3>();
    rate.tail<3>() = inertia * acceleration.tail<3>() + omega.cross(inertia * omega);
  }
  double* at = out + n * kBodyReactions;
  at = std::copy_n(dynamics_.joint_acceleration.data(), ne, at);
  for (int i = 0; i < ne; ++i) at[i] = effort_[i] + dynamics_.actuation[i];
  if (joint_inertia_now_ != nullptr) {  // what accelerates the flywheel does not reach the follower
    for (int i = 0; i < ne; ++i) at[i] -= joint_inertia_[i] * dynamics_.joint_acceleration[i];
  }
  for (int i = 0; i < ne; ++i) at[ne + i] = -at[i] * kinematics_.rate[i];
  at += 2 * ne;
  std::copy_n(dynamics_.constraint_wrench.data(), 6 * static_cast<int>(joints.size()), at);
}

// Efforts of the power take-offs that end at this body, moved from the joint to the cg.
void MultibodyComponent::pto_forces(int body, double* out) const {
  Eigen::Map<Vector6> sum(out);
  sum.setZero();
  const auto& joints = multibody_.joints();
  for (const std::size_t j : ptos_of_[static_cast<std::size_t>(body)]) {
    const bool follows = joints[j].joint.follower == body;
    const auto at = static_cast<Eigen::Index>(6 * j);
    const Vector6 effort_J = dynamics_.joint_wrench.segment<6>(at) - dynamics_.constraint_wrench.segment<6>(at);
    Vector6 effort_W;
    effort_W.head<3>() = kinematics_.R_WJ[j] * effort_J.head<3>();
    effort_W.tail<3>() = kinematics_.R_WJ[j] * effort_J.tail<3>();
    const Vector6 about_cg =
        shift_wrench(effort_W, kinematics_.p_WC[static_cast<std::size_t>(body)] - kinematics_.p_WJ[j]);
    sum += follows ? about_cg : Vector6(-about_cg);
  }
}

}  // namespace swell::device
