#include "swell/device/modal_loads.h"

#include <utility>

#include "swell/device/body_loads.h"
#include "system_words.h"

namespace swell::device {

ModalStiffness::ModalStiffness(std::string body, BodyNames modes, MatrixX coupling, MatrixX stiffness)
    : Load(load_name(body, "modal_stiffness"), "stiffness of generalised modes",
           {ForcePart::restoring, Energy::conserves, "potential"}),
      bodies_(std::move(modes)),
      coupling_(std::move(coupling)),
      stiffness_(std::move(stiffness)),
      q_(VectorX::Zero(stiffness_.rows())),
      force_(VectorX::Zero(stiffness_.rows())) {
  bodies_.insert(bodies_.begin(), std::move(body));
}

void ModalStiffness::declare(Declaration& d) {
  std::vector<Input> x;
  const Input rotation = read_motion_of(d, Motion::rotation, bodies_.front());
  Reads reads = {rotation};
  for (const std::string& body : bodies_) {
    x.push_back(read_motion_of(d, Motion::displacement, body));
    reads.emplace_back(x.back());
  }
  const auto rows = static_cast<int>(6 * bodies_.size());
  const Computed load = d.compute("load", rows + 1, reads, [this, x, rotation, rows](const Evaluation& e, double* out) {
    for (std::size_t i = 1; i < x.size(); ++i) q_[static_cast<Eigen::Index>(i) - 1] = e.input(x[i])[0];
    const auto R = as_rotation(e.input(rotation));
    const Vector3 w(e.input(x.front())[2], R(2, 1), -R(2, 0));  // n = R'e_z
    Vector3 s;                                                  // dV/dw
    s.noalias() = coupling_ * q_;
    force_.noalias() = -stiffness_ * q_;
    const double own = -0.5 * q_.dot(force_);
    force_.noalias() -= coupling_.transpose() * w;
    as_vector(out, rows).setZero();
    out[2] = -s[0];
    // dn = R'(e_z x dtheta): the moment -dV/dtheta is e_z x R dV/dn.
    const Vector3 slope = R * Vector3(-s[2], s[1], 0.0);
    out[3] = -slope.y();
    out[4] = slope.x();
    for (Eigen::Index i = 0; i < force_.size(); ++i) out[6 * (i + 1)] = force_[i];
    out[rows] = s.dot(w) + own;
  });
  declare_forces(d, bodies_, load, "stiffness of generalised modes", ForcePart::restoring);
  d.output(potential_port("of the structure and of the water under it"), load, rows);
}

ModalMatrix::ModalMatrix(std::string body, BodyNames modes, MatrixX stiffness)
    : Load(load_name(body, "modal_stiffness"), "stiffness of generalised modes, as given", {ForcePart::restoring}),
      bodies_(std::move(modes)),
      stiffness_(std::move(stiffness)),
      x_(VectorX::Zero(stiffness_.rows())),
      force_(VectorX::Zero(stiffness_.rows())) {
  bodies_.insert(bodies_.begin(), std::move(body));
  stiffness_.topLeftCorner<6, 6>().setZero();
}

void ModalMatrix::declare(Declaration& d) {
  std::vector<Input> x;
  Reads reads;
  for (const std::string& body : bodies_) {
    x.push_back(read_motion_of(d, Motion::displacement, body));
    reads.emplace_back(x.back());
  }
  const auto rows = static_cast<int>(6 * bodies_.size());
  const Computed load = d.compute("load", rows, reads, [this, x, rows](const Evaluation& e, double* out) {
    x_.head<6>() = as_six(e.input(x.front()));
    for (std::size_t i = 1; i < x.size(); ++i) x_[static_cast<Eigen::Index>(i) + 5] = e.input(x[i])[0];
    force_.noalias() = -stiffness_ * x_;
    as_vector(out, rows).setZero();
    as_six(out) = force_.head<6>();
    for (Eigen::Index i = 6; i < force_.size(); ++i) out[6 * (i - 5)] = force_[i];
  });
  declare_forces(d, bodies_, load, "stiffness of generalised modes", ForcePart::restoring);
}

ModalDamping::ModalDamping(const std::string& body, BodyNames modes, MatrixX damping, bool takes)
    : Load(load_name(body, "modal_damping"), "damping of generalised modes",
           {ForcePart::linear_damping, takes ? Energy::dissipates : Energy::exchanges}),
      modes_(std::move(modes)),
      damping_(std::move(damping)),
      rate_(VectorX::Zero(damping_.rows())),
      force_(VectorX::Zero(damping_.rows())) {}

void ModalDamping::declare(Declaration& d) {
  std::vector<Input> v;
  Reads reads;
  for (const std::string& mode : modes_) {
    v.push_back(read_motion_of(d, Motion::velocity, mode));
    reads.emplace_back(v.back());
  }
  const auto rows = static_cast<int>(6 * modes_.size());
  const Computed load = d.compute("load", rows, reads, [this, v, rows](const Evaluation& e, double* out) {
    for (std::size_t i = 0; i < v.size(); ++i) rate_[static_cast<Eigen::Index>(i)] = e.input(v[i])[0];
    force_.noalias() = -damping_ * rate_;
    as_vector(out, rows).setZero();
    for (Eigen::Index i = 0; i < force_.size(); ++i) out[6 * i] = force_[i];
  });
  declare_forces(d, modes_, load, "damping of generalised modes", ForcePart::linear_damping);
}

ModeForces::ModeForces(const std::string& joint, std::string mode)
    : Component(name_of(joint), "force report of a mode"), mode_(std::move(mode)) {}

std::string ModeForces::name_of(const std::string& joint) { return load_name(joint, "forces"); }

bool ModeForces::has(ForcePart part) {
  using P = ForcePart;
  return part != P::pto && part != P::mooring && part != P::morison_and_viscous;
}

void ModeForces::declare(Declaration& d) {
  const auto show = [&](const std::string& name, const std::string& address) {
    const Input whole = d.input(six_vector(name, "N, N m", "on the mode's body", PortKind::signal));
    d.from(whole, address, true);
    d.output(port(name, 1, "N", "force on the mode: " + name), {whole},
             [whole](const Evaluation& e, double* out) { out[0] = e.input(whole)[0]; });
  };
  show("total", mode_ + ".momentum_rate");
  for (int i = 0; i < kForceParts; ++i) {
    const auto part = static_cast<ForcePart>(i);
    if (!has(part)) continue;
    show(device::name_of(part), report_of(mode_, part));
  }
}

}  // namespace swell::device
