/// A mechanism under gravity with a classical Runge-Kutta step, for the tests of this library.
#pragma once

#include "swell/bodies/equation_of_motion.h"
#include "swell/bodies/initial_state.h"
#include "swell_test/test.h"

namespace swell::bodies::test {

inline RigidBody body(std::string name, double mass, const Vector3& inertia, const Vector3& cg) {
  RigidBody b;
  b.name = std::move(name);
  b.mass = mass;
  b.inertia = inertia.asDiagonal();
  b.cg = cg;
  return b;
}

inline Joint joint(std::string name, JointType type, int base, int follower, const Vector3& location = Vector3::Zero(),
                   const Matrix3& axes = Matrix3::Identity()) {
  Joint j;
  j.name = std::move(name);
  j.type = type;
  j.base = base;
  j.follower = follower;
  j.location = location;
  j.axes = axes;
  return j;
}

using Loads = std::function<void(double t, const Kinematics&, VectorX& wrench, VectorX& effort)>;
using Prescribed = std::function<VectorX(double t)>;

class Mechanism {
 public:
  explicit Mechanism(const Multibody& multibody, const MatrixX& added_mass = MatrixX(),
                     const VectorX& joint_inertia = VectorX(), const std::vector<bool>& tilts = {})
      : m(multibody),
        eom(multibody, added_mass, joint_inertia, false, tilts),
        k(m.make_kinematics()),
        d(eom.make_dynamics()) {
    q = m.design_coordinates();
    v = VectorX::Zero(m.nv());
    wrench = VectorX::Zero(6 * m.n_bodies());
    effort = VectorX::Zero(m.n_efforts());
    prescribed = [this](double) { return VectorX(VectorX::Zero(3 * m.n_prescribed())); };
  }

  /// Fills k and d at (time, q_, v_).
  void evaluate(double time, const VectorX& q_, const VectorX& v_) {
    m.kinematics(q_, v_, prescribed(time), k);
    effort.setZero();
    wrench.setZero();
    for (int i = 0; i < m.n_bodies(); ++i) {
      wrench[6 * i + 2] = -m.bodies()[static_cast<std::size_t>(i)].mass * gravity;
    }
    if (loads) loads(time, k, wrench, effort);
    eom.solve(k, wrench, effort, nullptr, d);
  }
  void evaluate() { evaluate(t, q, v); }

  void step(double h) {
    const VectorX q0 = q, v0 = v;
    VectorX dq[4], dv[4];
    const double node[4] = {0.0, 0.5, 0.5, 1.0};
    VectorX qs = q0, vs = v0;
    for (int i = 0; i < 4; ++i) {
      if (i > 0) {
        qs = q0 + node[i] * h * dq[i - 1];
        vs = v0 + node[i] * h * dv[i - 1];
      }
      evaluate(t + node[i] * h, qs, vs);
      dq[i].resize(m.nq());
      m.coordinate_rates(qs, vs, k, dq[i]);
      dv[i] = d.speed_rate;
    }
    q = q0 + h / 6.0 * (dq[0] + 2.0 * dq[1] + 2.0 * dq[2] + dq[3]);
    v = v0 + h / 6.0 * (dv[0] + 2.0 * dv[1] + 2.0 * dv[2] + dv[3]);
    t += h;
    residual = std::max(residual, m.project(q, v, prescribed(t), k));
  }
  void run(double duration, int steps) {
    for (int i = 0; i < steps; ++i) step(duration / steps);
    evaluate();
  }

  double energy() {
    m.kinematics(q, v, prescribed(t), k);
    double sum = eom.kinetic_energy(k) + eom.added_kinetic_energy(k);
    for (std::size_t i = 0; i < m.bodies().size(); ++i) sum += m.bodies()[i].mass * gravity * k.p_WC[i].z();
    return sum;
  }
  Vector3 angular_momentum_about_origin() {
    m.kinematics(q, v, prescribed(t), k);
    Vector3 L = Vector3::Zero();
    for (int i = 0; i < m.n_bodies(); ++i) {
      const auto s = static_cast<std::size_t>(i);
      const Matrix3 I = k.R_WB[s] * m.bodies()[s].inertia * k.R_WB[s].transpose();
      L += I * k.velocity.segment<3>(6 * i + 3) +
           k.p_WC[s].cross(Vector3(m.bodies()[s].mass * k.velocity.segment<3>(6 * i)));
    }
    return L;
  }

  Multibody m;
  EquationOfMotion eom;
  Kinematics k;
  Dynamics d;
  VectorX q, v, wrench, effort;
  double t = 0.0;
  double gravity = 9.81;
  double residual = 0.0;
  Loads loads;
  Prescribed prescribed;
};

/// Numbers in [-1, 1], the same on every machine.
class Random {
 public:
  explicit Random(unsigned seed) : generator_(seed) {}
  double operator()() { return 2.0 * static_cast<double>(generator_()) / 4294967295.0 - 1.0; }
  VectorX vector(Eigen::Index n, double scale = 1.0) {
    VectorX x(n);
    for (Eigen::Index i = 0; i < n; ++i) x[i] = scale * (*this)();
    return x;
  }
  Vector3 vector3(double scale = 1.0) { return vector(3, scale); }
  MatrixX matrix(Eigen::Index n) {
    MatrixX A(n, n);
    for (Eigen::Index i = 0; i < n; ++i) A.col(i) = vector(n);
    return A;
  }
  Matrix3 rotation() {
    const VectorX w = vector(4);
    return Quaternion(w[0], w[1], w[2], w[3]).normalized().toRotationMatrix();
  }
  RigidBody body(const std::string& name) {
    RigidBody b;
    b.name = name;
    b.mass = 2.0 + (*this)();
    const Matrix3 R = rotation();
    b.inertia = R * Vector3(2.0 + (*this)(), 2.5 + (*this)(), 3.0 + (*this)()).asDiagonal() * R.transpose();
    b.inertia = (0.5 * (b.inertia + b.inertia.transpose())).eval();
    b.cg = vector3();
    return b;
  }

 private:
  std::mt19937 generator_;
};

}  // namespace swell::bodies::test
