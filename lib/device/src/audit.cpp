#include "swell/device/audit.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "swell/bodies/tilted_axes.h"
#include "system_words.h"

namespace swell::device {

using Kind = AuditEntry::Kind;

namespace {

bool has_inertia(Kind kind) { return kind == Kind::body_inertia || kind == Kind::joint_inertia; }

}  // namespace

Audit::Audit(std::vector<AuditEntry> entries, std::vector<EnergyGroup> groups, std::vector<AuditBody> bodies,
             double energy_scale, bodies::BodyMatrix added_mass)
    : Component("audit", "energy balance"),
      entries_(std::move(entries)),
      groups_(std::move(groups)),
      bodies_(std::move(bodies)),
      scale_(energy_scale),
      added_mass_(std::move(added_mass)),
      v_(VectorX::Zero(static_cast<Eigen::Index>(6 * bodies_.size()))),
      momentum_(v_) {
  const auto index = [&](const std::string& address) {
    const auto found = std::find(signals_.begin(), signals_.end(), address);
    if (found != signals_.end()) return static_cast<int>(found - signals_.begin());
    signals_.push_back(address);
    return static_cast<int>(signals_.size()) - 1;
  };
  for (const AuditEntry& entry : entries_) {
    MotionInputs motion{-1, -1};
    if (entry.kind != Kind::joint_power) motion.velocity = index(of_mechanism(Motion::velocity, entry.owner));
    if (has_inertia(entry.kind)) motion.acceleration = index(of_mechanism(Motion::acceleration, entry.owner));
    motion_of_entry_.push_back(motion);
  }
  for (const AuditBody& body : bodies_) {
    velocity_of_body_.push_back(index(of_mechanism(Motion::velocity, body.name)));
    rotation_of_body_.push_back(index(of_mechanism(Motion::rotation, body.name)));
  }
}

void Audit::powers(const Evaluation& e, double* out) const {
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const AuditEntry& entry = entries_[i];
    const double* load = e.input(load_[i]);
    if (entry.kind == Kind::joint_power) {
      out[i] = 0.0;
      for (int k = 0; k < entry.width; ++k) out[i] -= load[k];
      continue;
    }
    const double* v = e.input(motion_input_[static_cast<std::size_t>(motion_of_entry_[i].velocity)]);
    if (!has_inertia(entry.kind)) {
      out[i] = 0.0;
      for (int k = 0; k < entry.width; ++k) out[i] += load[k] * v[k];
      continue;
    }
    const double* a = e.input(motion_input_[static_cast<std::size_t>(motion_of_entry_[i].acceleration)]);
    if (entry.kind == Kind::body_inertia) {
      out[i] = -as_six(v).dot(as_inertia(load) * as_six(a));
    } else {
      out[i] = 0.0;
      for (int k = 0; k < entry.width; ++k) out[i] -= v[k] * load[k] * a[k];
    }
  }
}

void Audit::declare(Declaration& d) {
  Reads reads;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    PortSpec spec = port("load" + std::to_string(i), entries_[i].width, entries_[i].unit);
    const bool on_body = entries_[i].kind == Kind::body_force || entries_[i].kind == Kind::body_inertia;
    spec.frame = on_body ? "world" : "joint";
    load_.push_back(watch_port(d, spec, entries_[i].source));
    reads.emplace_back(load_.back());
  }
  const auto width_of = [&](const std::string& address) {
    for (const AuditEntry& entry : entries_) {
      const bool joint = entry.kind == Kind::joint_effort || entry.kind == Kind::joint_inertia;
      if (joint && (address == of_mechanism(Motion::velocity, entry.owner) ||
                    address == of_mechanism(Motion::acceleration, entry.owner)))
        return entry.width;
    }
    const auto turns = [&](const AuditBody& body) { return address == of_mechanism(Motion::rotation, body.name); };
    return std::any_of(bodies_.begin(), bodies_.end(), turns) ? 9 : 6;
  };
  Reads motion;
  for (const std::string& address : signals_) {
    motion_input_.push_back(watch_port(d, port(address_as_name(address), width_of(address)), address));
    motion.emplace_back(motion_input_.back());
  }
  reads.insert(reads.end(), motion.begin(), motion.end());

  const int n = static_cast<int>(entries_.size());
  const Computed power = d.compute("power", n, reads, [this](const Evaluation& e, double* out) { powers(e, out); });
  // Work of every line, then what all of them exchanged: the yardstick of the judgement.
  const State work = d.state(port("work", n + 1, "", "work of each load, scaled"),
                             std::vector<double>(static_cast<std::size_t>(n) + 1, 0.0), {power},
                             [this, power, n](const Evaluation& e, double* rate) {
                               double exchanged = 0.0;
                               for (int i = 0; i < n; ++i) {
                                 rate[i] = e.computed(power)[i] / scale_;
                                 exchanged += std::abs(rate[i]);
                               }
                               rate[n] = 0.5 * exchanged;
                             });
  PortSpec output = port("work", n, "J", "work of each load on the motion since the start");
  for (const AuditEntry& entry : entries_) output.labels.push_back(entry.label);
  d.output(output, {work}, [this, work, n](const Evaluation& e, double* out) {
    for (int i = 0; i < n; ++i) out[i] = scale_ * e.state(work)[i];
  });
  d.output(port("exchanged", 1, "J", "half the sum of the absolute work of all loads"), {work},
           [this, work, n](const Evaluation& e, double* out) { out[0] = scale_ * e.state(work)[n]; });
  d.output(port("kinetic_energy", 1, "J", "of the rigid bodies"), motion, [this](const Evaluation& e, double* out) {
    out[0] = 0.0;
    for (std::size_t b = 0; b < bodies_.size(); ++b) {
      const double* v = e.input(motion_input_[static_cast<std::size_t>(velocity_of_body_[b])]);
      const Matrix3 R = as_rotation(e.input(motion_input_[static_cast<std::size_t>(rotation_of_body_[b])]));
      const Vector3 omega_B = R.transpose() * Eigen::Map<const Vector3>(v + 3);
      out[0] += 0.5 * bodies_[b].mass * Eigen::Map<const Vector3>(v).squaredNorm() +
                0.5 * omega_B.dot(bodies_[b].inertia * omega_B);
    }
  });
  d.output(port("added_mass_energy", 1, "J", "kinetic energy of the symmetric part of the added mass"), motion,
           [this](const Evaluation& e, double* out) {
             out[0] = 0.0;
             if (added_mass_.empty()) return;
             for (std::size_t b = 0; b < bodies_.size(); ++b) {
               auto v = v_.segment<6>(static_cast<Eigen::Index>(6 * b));
               v = as_six(e.input(motion_input_[static_cast<std::size_t>(velocity_of_body_[b])]));
               if (!bodies_[b].tilts) continue;
               const auto R = as_rotation(e.input(motion_input_[static_cast<std::size_t>(rotation_of_body_[b])]));
               v.tail<3>() = (bodies::TiltedAxes(R.col(2)).in_world.transpose() * v.tail<3>()).eval();
             }
             momentum_.setZero();
             added_mass_.add_product(1.0, v_, momentum_);
             out[0] = 0.5 * v_.dot(momentum_);
           });

  if (!groups_.empty()) {
    std::vector<Input> potentials(groups_.size());
    Reads of_groups;
    PortSpec potential = port("potential", static_cast<int>(groups_.size()), "J",
                              "potential of each conservative or dissipative load, 0 where it stores nothing");
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      potential.labels.push_back(groups_[g].name);
      if (groups_[g].potential.empty()) continue;
      potentials[g] = watch_port(d, port("potential" + std::to_string(g), 1, "J"), groups_[g].potential);
      of_groups.emplace_back(potentials[g]);
    }
    d.output(potential, of_groups, [potentials](const Evaluation& e, double* out) {
      for (std::size_t g = 0; g < potentials.size(); ++g)
        out[g] = potentials[g].index < 0 ? 0.0 : e.input(potentials[g])[0];
    });
  }

  // Forces: the parts of each body against its rate of change of momentum, as a share of the largest part.
  std::vector<std::vector<Input>> parts(bodies_.size());
  std::vector<Input> total;
  Reads forces;
  for (std::size_t b = 0; b < bodies_.size(); ++b) {
    const std::string& body = bodies_[b].name;
    for (int i = 0; i < kForceParts; ++i) {
      const auto part = static_cast<ForcePart>(i);
      parts[b].push_back(watch_port(d, port(load_name(body, name_of(part)), 6), report_of(body, part)));
      forces.emplace_back(parts[b].back());
    }
    total.push_back(watch_port(d, port(load_name(body, "momentum_rate"), 6), body + ".momentum_rate"));
    forces.emplace_back(total.back());
  }
  d.output(port("force_defect", static_cast<int>(bodies_.size()), "1",
                "parts of the force less the rate of change of momentum, over the largest part"),
           forces, [parts, total](const Evaluation& e, double* out) {
             for (std::size_t b = 0; b < parts.size(); ++b) {
               Vector6 sum = -as_six(e.input(total[b]));
               double force = 0.0, moment = 0.0;
               for (const Input& part : parts[b]) {
                 const Vector6 value = as_six(e.input(part));
                 sum += value;
                 force = std::max(force, value.head<3>().cwiseAbs().maxCoeff());
                 moment = std::max(moment, value.tail<3>().cwiseAbs().maxCoeff());
               }
               out[b] = std::max(sum.head<3>().cwiseAbs().maxCoeff() / std::max(force, 1.0),
                                 sum.tail<3>().cwiseAbs().maxCoeff() / std::max({moment, force, 1.0}));
             }
           });
}

}  // namespace swell::device
