// Kinetic energy of a mechanism, and the power of its joints.
#include "swell/bodies/equation_of_motion.h"

#include "at.h"

namespace swell::bodies {

double EquationOfMotion::kinetic_energy(const Kinematics& k) const {
  double twice = 0.0;
  for (int i = 0; i < multibody_.n_bodies(); ++i) {
    const RigidBody& body = multibody_.bodies()[at(i)];
    const Vector3 omega_B = k.R_WB[at(i)].transpose() * k.velocity.segment<3>(6 * i + 3);
    twice += body.mass * k.velocity.segment<3>(6 * i).squaredNorm() + omega_B.dot(body.inertia * omega_B);
  }
  return 0.5 * twice;
}

void joint_power(const Multibody& multibody, const Kinematics& k, ConstVectorRef effort, VectorRef out) {
  for (std::size_t j = 0; j < multibody.joints().size(); ++j) {
    const JointPlace& place = multibody.joints()[j];
    double power = 0.0;
    for (int a = place.offset; a < place.offset + place.dof; ++a) power += effort[a] * k.rate[a];
    out[static_cast<Eigen::Index>(j)] = power;
  }
}

}  // namespace swell::bodies
