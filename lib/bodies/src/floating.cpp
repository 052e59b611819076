#include "floating.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>

#include <algorithm>

#include "at.h"
#include "swell/base/wide.h"
#include "swell/bodies/equation_of_motion.h"
#include "turned_inertia.h"

namespace swell::bodies {

// base/wide.h has the reason for the separate clones.
SWELL_WIDE void floating_momentum_clones(const FloatingMass& mass, const double* velocity, double* out);
SWELL_WIDE void move_floating_clones(const FloatingMass& mass, const FloatingInstant& now, double* speed_rate,
                                     double* acceleration);

namespace {

/// Computes masses from the bodies and joints of `m`. @return M is symmetric and positive definite in every pose
bool set_masses(const Multibody& multibody, const BodyMatrix& of_all, FloatingMass& m) {
  const int n = m.slider < 0 ? 1 : 2, bodies[2] = {m.body, m.slider};
  MatrixX added_mass(6 * n, 6 * n);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) added_mass.block<6, 6>(6 * i, 6 * j) = of_all.block(bodies[i], bodies[j]);
  }
  // M is positive definite in every pose if it is so with the smallest principal inertia of each body.
  MatrixX M = added_mass, least = added_mass;
  m.inertia.setZero();
  for (int i = 0; i < n; ++i) {
    const RigidBody& body = multibody.bodies()[at(bodies[i])];
    for (MatrixX* each : {&M, &least}) each->diagonal().segment<3>(6 * i).array() += body.mass;
    least.diagonal().segment<3>(6 * i + 3).array() +=
        Eigen::SelfAdjointEigenSolver<Matrix3>(body.inertia).eigenvalues().minCoeff();
    m.inertia += body.inertia;
  }
  if (M != M.transpose() || Eigen::LLT<MatrixX>(least).info() != Eigen::Success) return false;

  Matrix6 all = Matrix6::Zero(), added = Matrix6::Zero();
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      all += M.block<6, 6>(6 * i, 6 * j);
      added += added_mass.block<6, 6>(6 * i, 6 * j);
    }
  }
  const auto turns_by = [&](int j) -> Matrix3 {  // moment of added mass on all bodies per translation of body j
    Matrix3 sum = Matrix3::Zero();
    for (int i = 0; i < n && j < n; ++i) sum += added_mass.block<3, 3>(6 * i + 3, 6 * j);
    return sum;
  };
  const Matrix3 inverse = all.topLeftCorner<3, 3>().inverse(), by_body = turns_by(0), by_slider = turns_by(1);
  Matrix3 all_by_slider = Matrix3::Zero(), own = Matrix3::Zero();
  if (m.slider >= 0) {
    for (int i = 0; i < n; ++i) all_by_slider += M.block<3, 3>(6 * i, 6);
    own = M.block<3, 3>(6, 6);
  }
  for (int r = 0; r < 4; ++r) {
    for (int c = 0; c < 4; ++c) {
      const bool slide = r == 3 || c == 3;
      m.turns_by_turns[c][r] = slide ? (r == c && m.slider < 0 ? 1.0 : 0.0) : added(3 + r, 3 + c);
      if (c < 3) {
        m.turns_by_slider[c][r] = r == 3 ? 0.0 : by_slider(r, c);
        m.momentum[c][r] = r == 3 ? 0.0 : by_body(r, c);
        m.momentum[3 + c][r] = m.turns_by_slider[c][r];
        m.momentum[6 + c][r] = r == 3 ? 0.0 : added(3 + r, 3 + c);
        m.change[c][0][r] = r == 3 ? 0.0 : by_body(c, r);
        m.change[c][1][r] = r == 3 ? 0.0 : by_slider(c, r);
        m.change[c][2][r] = r == 3 ? 0.0 : added(3 + r, 3 + c);
      }
      if (r == 3) continue;
      m.translations_by_turns[r][c] = c == 3 ? 0.0 : all(r, 3 + c);
      if (c == 3) continue;
      m.free_translation[r][c] = inverse(r, c);
      m.all_by_slider[r][c] = all_by_slider(r, c);
      m.slider_by_slider[r][c] = own(r, c);
    }
  }
  return true;
}

}  // namespace

std::shared_ptr<const std::vector<FloatingMass>> floating_masses(const Multibody& multibody,
                                                                 const BodyMatrix& added_mass,
                                                                 const std::vector<bool>& tilts) {
  const auto& joints = multibody.joints();
  if (joints.size() != at(multibody.n_bodies()) || multibody.n_constraints() > 0 || multibody.n_prescribed() > 0 ||
      added_mass.size() != 6 * multibody.n_bodies() || std::find(tilts.begin(), tilts.end(), false) != tilts.end())
    return nullptr;
  std::vector<FloatingMass> masses(at(multibody.n_islands()));
  std::vector<int> floats(masses.size(), 0), slides(masses.size(), 0);
  for (std::size_t j = 0; j < joints.size(); ++j) {
    const JointPlace& place = joints[j];
    const auto island = at(multibody.island(place.child));
    FloatingMass& m = masses[island];
    if (place.free_body) {
      ++floats[island];
      m.body = place.child;
      m.joint = static_cast<int>(j);
      m.speed = place.v_offset;
    } else if (place.carried_freely >= 0) {
      ++slides[island];
      m.slider = place.child;
      m.slide = place.v_offset;
      m.effort = place.offset;
    } else {
      return nullptr;
    }
    for (const Eigen::Index cause : added_mass.causes(place.child))
      if (multibody.island(static_cast<int>(cause)) != multibody.island(place.child)) return nullptr;
  }
  for (std::size_t i = 0; i < masses.size(); ++i)
    if (floats[i] != 1 || slides[i] > 1 || !set_masses(multibody, added_mass, masses[i])) return nullptr;
  return std::make_shared<const std::vector<FloatingMass>>(std::move(masses));
}

SWELL_WIDE void floating_momentum_clones(const FloatingMass& m, const double* velocity, double* out) {
  const double *body = velocity + 6 * m.body, *slider = velocity + 6 * std::max(0, m.slider);
  Wide4 sum = body[0] * four(m.momentum[0]) + slider[0] * four(m.momentum[3]);
  Wide4 more = body[3] * four(m.momentum[6]);
#pragma GCC unroll 2
  for (int c = 1; c < 3; ++c) {
    sum += body[c] * four(m.momentum[c]);
    more += body[3 + c] * four(m.momentum[6 + c]);
    sum += slider[c] * four(m.momentum[3 + c]);
  }
  four(out) = sum + more;
}

SWELL_WIDE void move_floating_clones(const FloatingMass& m, const FloatingInstant& now, double* speed_rate,
                                     double* acceleration) {
  const bool slides = m.slider >= 0;
  const double* Q = now.axes;
  const Wide4 Qx = {Q[0], Q[3], Q[6], 0.0}, Qy = {Q[1], Q[4], Q[7], 0.0}, Qz = {Q[2], Q[5], Q[8], 0.0};  // rows

  // Translations of the slider per turn: -[r]x Q, then its axis.
  Wide4 G[3] = {};
  double b[3] = {};
  const double *wrench = now.wrench + 6 * m.body, *on_slider = wrench;
  if (slides) {
    const int row = 6 * m.slider;
    const double* axis = now.jacobian.column_of(m.slider, m.slide);
    const double x = now.jacobian.column_of(m.slider, m.speed + 5)[1],
                 y = now.jacobian.column_of(m.slider, m.speed + 3)[2],
                 z = now.jacobian.column_of(m.slider, m.speed + 4)[0];
    G[0] = z * Qy - y * Qz;
    G[1] = x * Qz - z * Qx;
    G[2] = y * Qx - x * Qy;
    for (int r = 0; r < 3; ++r) G[r][3] = axis[r];
    for (int r = 0; r < 3; ++r) b[r] = now.bias[row + r];
    on_slider = now.wrench + row;
  }

  // Loads minus added mass and rigid-body terms at zero speed rates.
  const double* w = now.turn;
  const double* I = now.inertia;
  Wide4 on_all = four(wrench), slider = four(on_slider), turn = {};
  double moment[3];
  for (int r = 0; r < 3; ++r) moment[r] = wrench[3 + r] - now.moment[r];
  if (slides) {
    on_all += four(on_slider);
    for (int r = 0; r < 3; ++r) moment[r] += on_slider[3 + r];
  }
  turn = moment[0] * Qx + moment[1] * Qy + moment[2] * Qz;
  turn[3] = now.effort;
  for (int c = 0; c < 3; ++c) {
    const Wide4 of_slider = now.change[c] * four(m.change[c][1]);
    on_all += now.change[c] * four(m.change[c][0]) + of_slider;
    slider += of_slider;
    turn += now.change[c] * four(m.change[c][2]);
  }
  double L[3];
  for (int r = 0; r < 3; ++r) L[r] = I[r] * w[0] + I[3 + r] * w[1] + I[6 + r] * w[2];
  turn -= Wide4{w[1] * L[2] - w[2] * L[1], w[2] * L[0] - w[0] * L[2], w[0] * L[1] - w[1] * L[0], 0.0};
  double force[3], pull[3];
  for (int r = 0; r < 3; ++r) {
    force[r] = on_all[r];
    pull[r] = slider[r];
    for (int c = 0; c < 3; ++c) {
      force[r] -= m.all_by_slider[r][c] * b[c];
      pull[r] -= m.slider_by_slider[r][c] * b[c];
    }
  }

  // System of the turns, after elimination of the translations.
  Wide4 B[3], U[3], Y[3];
  double free[3];
  for (int r = 0; r < 3; ++r) {
    B[r] = four(m.translations_by_turns[r]);
    U[r] = four(m.turns_by_slider[r]);
    for (int c = 0; c < 3; ++c) {
      B[r] += m.all_by_slider[r][c] * G[c];
      U[r] += m.slider_by_slider[r][c] * G[c];
    }
  }
  for (int r = 0; r < 3; ++r) {
    Y[r] = m.free_translation[r][0] * B[0] + m.free_translation[r][1] * B[1] + m.free_translation[r][2] * B[2];
    free[r] =
        m.free_translation[r][0] * force[0] + m.free_translation[r][1] * force[1] + m.free_translation[r][2] * force[2];
  }
  for (int r = 0; r < 3; ++r) turn += pull[r] * G[r] - free[r] * B[r] - b[r] * four(m.turns_by_slider[r]);
  double a[4][4];
#pragma GCC unroll 4
  for (int j = 0; j < 4; ++j) {
    Wide4 column = four(m.turns_by_turns[j]);
    if (j < 3) column += Wide4{I[3 * j], I[3 * j + 1], I[3 * j + 2], 0.0};
    for (int r = 0; r < 3; ++r) column += U[r][j] * G[r] - Y[r][j] * B[r] + G[r][j] * four(m.turns_by_slider[r]);
    four(a[j]) = column;
  }

  // Solved by Cholesky factors without square roots (L D L^T).
  double x[4], inverse[4];
  for (int j = 0; j < 4; ++j) x[j] = turn[j];
#pragma GCC unroll 4
  for (int k = 0; k < 4; ++k) {
    inverse[k] = 1.0 / a[k][k];
#pragma GCC unroll 4
    for (int c = k + 1; c < 4; ++c) {
      const double factor = a[k][c] * inverse[k];
#pragma GCC unroll 4
      for (int r = c; r < 4; ++r) a[c][r] -= factor * a[k][r];
      x[c] -= factor * x[k];
    }
  }
#pragma GCC unroll 4
  for (int k = 3; k >= 0; --k) {
    for (int r = k + 1; r < 4; ++r) x[k] -= a[k][r] * x[r];
    x[k] *= inverse[k];
  }

  double* rate = speed_rate + m.speed;
  double* out = acceleration + 6 * m.body;
  for (int r = 0; r < 3; ++r) {
    rate[r] = out[r] = free[r] - (Y[r][0] * x[0] + Y[r][1] * x[1] + Y[r][2] * x[2] + Y[r][3] * x[3]);
    rate[3 + r] = out[3 + r] = Q[r] * x[0] + Q[3 + r] * x[1] + Q[6 + r] * x[2];
  }
  if (!slides) return;
  speed_rate[m.slide] = x[3];
  double* of_slider = acceleration + 6 * m.slider;
  for (int r = 0; r < 3; ++r) {
    of_slider[r] = rate[r] + b[r] + (G[r][0] * x[0] + G[r][1] * x[1] + G[r][2] * x[2] + G[r][3] * x[3]);
    of_slider[3 + r] = rate[3 + r];
  }
}

void floating_momentum(const FloatingMass& mass, const double* velocity, double* out) {
  floating_momentum_clones(mass, velocity, out);
}
void move_floating(const FloatingMass& mass, const FloatingInstant& now, double* speed_rate, double* acceleration) {
  move_floating_clones(mass, now, speed_rate, acceleration);
}

// Accelerations with constant added mass in tilted axes, no other inertia.
void EquationOfMotion::solve_floating(const Kinematics& k, ConstVectorRef wrench, ConstVectorRef effort,
                                      Dynamics& out) const {
  for (const FloatingMass& m : *floating_) {
    const TiltedAxes& axes = axes_of(m.body, out);
    const Vector3 omega = k.velocity.segment<3>(6 * m.body + 3);
    auto change = out.tilted_change.segment<3>(turn_of_[at(m.body)]);
    change = -axes.carried_rate(omega);
    double momentum[4];
    floating_momentum(m, out.tilted_velocity.data(), momentum);
    const Vector3 moment = axes.moment_of(Eigen::Map<const Vector3>(momentum), omega);
    const Matrix3 inertia = by_tilted_axes(m.inertia, k.R_WB[at(m.body)], axes.in_world);
    const JointPlace& free = multibody_.joints()[at(m.joint)];
    const double* loads = wrench.data();
    if (!effort.segment<6>(free.offset).isZero(0.0)) {
      for (const int i : {m.body, m.slider < 0 ? m.body : m.slider})
        out.force.segment<6>(6 * i) = wrench.segment<6>(6 * i);
      add_row_efforts(k, free, effort, false, out, out.force);
      loads = out.force.data();
    }
    const double along = m.slider < 0 ? 0.0 : effort[m.effort];
    move_floating(m,
                  {k.jacobian, axes.in_world.data(), inertia.data(), &out.tilted_velocity[6 * m.body + 3],
                   change.data(), moment.data(), loads, k.bias.data(), along},
                  out.speed_rate.data(), out.acceleration.data());
  }
}

}  // namespace swell::bodies
