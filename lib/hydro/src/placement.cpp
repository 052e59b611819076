#include "swell/hydro/placement.h"

#include <array>
#include <cmath>
#include <complex>
#include <map>

#include "swell/hydro/long_waves.h"
#include "swell/waves/dispersion.h"

namespace swell::hydro {

namespace {

/// Forces of pairs of waves with their moments, by T transposed.
void transform_pairs(std::vector<std::vector<QtfEntry>>& lists, const Matrix6& T) {
  using Vector6c = Eigen::Matrix<std::complex<double>, 6, 1>;
  std::map<std::array<double, 4>, Vector6c> pairs;
  for (std::size_t dof = 0; dof < std::min<std::size_t>(6, lists.size()); ++dof) {
    for (const QtfEntry& e : lists[dof]) {
      auto& force =
          pairs.try_emplace({e.period_i, e.period_j, e.heading_i, e.heading_j}, Vector6c::Zero()).first->second;
      force[static_cast<Eigen::Index>(dof)] = e.value;
    }
  }
  if (pairs.empty() || T.isIdentity(0.0)) return;
  lists.resize(std::max<std::size_t>(6, lists.size()));
  for (std::size_t dof = 0; dof < 6; ++dof) lists[dof].clear();
  for (const auto& [pair, force] : pairs) {
    const Vector6c moved = T.transpose() * force;
    for (std::size_t dof = 0; dof < 6; ++dof)
      lists[dof].push_back({pair[0], pair[1], pair[2], pair[3], moved[static_cast<Eigen::Index>(dof)]});
  }
}

/// Adds factor times the other realisation: side by side.
void add(EntryStateSpace& sum, double factor, const EntryStateSpace& other) {
  const Eigen::Index n = sum.A.rows(), m = other.A.rows();
  MatrixX A = MatrixX::Zero(n + m, n + m);
  VectorX B(n + m), C(n + m);
  if (n > 0) {
    A.topLeftCorner(n, n) = sum.A;
    B.head(n) = sum.B;
    C.head(n) = sum.C;
  }
  if (m > 0) {
    A.bottomRightCorner(m, m) = other.A;
    B.tail(m) = other.B;
    C.tail(m) = factor * other.C;
  }
  sum = {std::move(A), std::move(B), std::move(C), sum.D + factor * other.D};
}

/// Which old motions make up a new one: T of the rigid six, the modes themselves.
std::vector<std::pair<std::size_t, double>> parts_of(const Matrix6& T, int dof) {
  if (dof >= 6) return {{static_cast<std::size_t>(dof), 1.0}};
  std::vector<std::pair<std::size_t, double>> parts;
  for (Eigen::Index k = 0; k < 6; ++k)
    if (T(k, dof) != 0.0) parts.emplace_back(static_cast<std::size_t>(k), T(k, dof));
  return parts;
}

void transform_state_spaces(const HydroData& data, HydroBody& body, const Matrix6& own, const std::vector<Matrix6>& T) {
  const auto given = body.radiation_state_space;
  for (std::size_t row = 0; row < given.size(); ++row) {
    for (std::size_t j = 0; j < data.bodies.size(); ++j) {
      const auto first = static_cast<std::size_t>(data.first_dof(j));
      for (int column = 0; column < data.bodies[j].dof; ++column) {
        EntryStateSpace sum;
        for (const auto& [k, by_row] : parts_of(own, static_cast<int>(row))) {
          for (const auto& [l, by_column] : parts_of(T[j], column)) {
            const EntryStateSpace& entry = given[k][first + l];
            if (entry.A.rows() > 0 || entry.D != 0.0) add(sum, by_row * by_column, entry);
          }
        }
        body.radiation_state_space[row][first + static_cast<std::size_t>(column)] = std::move(sum);
      }
    }
  }
}

/// Old motions of the bodies as T times the new ones.
void transform(HydroData& data, const std::vector<Matrix6>& T) {
  for (std::size_t i = 0; i < data.bodies.size(); ++i) {
    HydroBody& body = data.bodies[i];
    const auto force = [&](auto& F) { F.template head<6>() = (T[i].transpose() * F.template head<6>()).eval(); };
    const auto rows = [&](MatrixX& m) {
      m.topRows<6>() = (T[i].transpose() * m.topRows<6>()).eval();
      for (std::size_t j = 0; j < data.bodies.size(); ++j) {
        const Eigen::Index first = data.first_dof(j);
        m.middleCols<6>(first) = (m.middleCols<6>(first) * T[j]).eval();
      }
    };
    for (MatrixPerFrequency* all : {&body.added_mass, &body.radiation_damping, &body.radiation_irf})
      for (MatrixX& m : *all) rows(m);
    for (std::optional<MatrixX>* m : {&body.added_mass_infinite, &body.added_mass_zero})
      if (*m) rows(**m);
    for (auto* parts : {&body.excitation, &body.froude_krylov, &body.scattering}) {
      for (auto& direction : *parts) {
        for (Eigen::VectorXcd& F : direction) force(F);
      }
    }
    for (auto* drifts : {&body.mean_drift_control_surface, &body.mean_drift_momentum, &body.mean_drift_pressure,
                         &body.excitation_irf}) {
      for (auto& direction : *drifts) {
        for (VectorX& F : direction) force(F);
      }
    }
    for (MatrixX* own : {&body.restoring_stiffness, &body.restoring_of_modes, &body.external_mass,
                         &body.external_stiffness, &body.external_damping}) {
      if (own->rows() < 6 || own->cols() < 6) continue;
      own->topRows<6>() = (T[i].transpose() * own->topRows<6>()).eval();
      own->leftCols<6>() = (own->leftCols<6>() * T[i]).eval();
    }
    transform_pairs(body.qtf_difference, T[i]);
    transform_pairs(body.qtf_sum, T[i]);
    transform_state_spaces(data, body, T[i], T);
  }
}

/// exp(-i k (x cos b + y sin b)), by which a wave of amplitude 1 at the world's origin arrives.
class Arrival {
 public:
  Arrival(const HydroData& data, const Vector3& position)
      : depth_(data.water_depth), gravity_(gravity_of(data)), position_(position) {}

  std::complex<double> operator()(double omega, double heading) {
    auto& k = wavenumber_.try_emplace(omega, 0.0).first->second;
    if (k == 0.0) k = waves::wavenumber(omega, depth_, gravity_);
    const double b = heading * kDegree;
    return std::polar(1.0, -k * (position_.x() * std::cos(b) + position_.y() * std::sin(b)));
  }

 private:
  std::optional<double> depth_;
  double gravity_;
  Vector3 position_;
  std::map<double, double> wavenumber_;
};

}  // namespace

Matrix3 Placement::rotation() const {
  // Quarter turns exchange axes without a trace of the others.
  const auto clean = [](double x) { return std::abs(x) < 1e-15 ? 0.0 : x; };
  const double c = clean(std::cos(yaw)), s = clean(std::sin(yaw));
  Matrix3 R;
  R << c, -s, 0.0, s, c, 0.0, 0.0, 0.0, 1.0;
  return R;
}

Vector3 Placement::operator()(const Vector3& p) const { return rotation() * p + position; }

HydroData placed(HydroData data, const Placement& to) {
  if (to.is_home()) return data;
  Matrix6 Q = Matrix6::Zero();
  Q.topLeftCorner<3, 3>() = Q.bottomRightCorner<3, 3>() = to.rotation().transpose();
  std::vector<Matrix6> T;
  for (const HydroBody& body : data.bodies) T.emplace_back(body.mode_of < 0 ? Q : Matrix6(Matrix6::Identity()));
  if (!Q.isIdentity(0.0)) transform(data, T);
  const double yaw = std::remainder(to.yaw, 2.0 * kPi) / kDegree;
  for (double& heading : data.direction) heading += yaw;
  data.gravity = gravity_of(data);  // with which the phases are made
  Arrival arrival(data, to.position);
  const bool moves = !to.position.isZero(0.0);
  for (HydroBody& body : data.bodies) {
    body.cg = to(body.cg);
    body.cb = to(body.cb);
    for (auto* lists : {&body.qtf_difference, &body.qtf_sum}) {
      for (auto& list : *lists) {
        for (QtfEntry& e : list) {
          e.heading_i += yaw;
          e.heading_j += yaw;
          const auto i = arrival(2.0 * kPi / e.period_i, e.heading_i), j = arrival(2.0 * kPi / e.period_j, e.heading_j);
          e.value *= i * (lists == &body.qtf_sum ? j : std::conj(j));
        }
      }
    }
    if (!moves) continue;
    for (auto* parts : {&body.excitation, &body.froude_krylov, &body.scattering}) {
      for (std::size_t d = 0; d < parts->size(); ++d) {
        for (std::size_t k = 0; k < (*parts)[d].size(); ++k)
          (*parts)[d][k] *= arrival(data.omega[k], data.direction[d]);
      }
    }
    body.excitation_irf.clear();
    body.excitation_irf_time.clear();
  }
  return data;
}

void move_references(HydroData& data, const std::vector<Vector3>& arms) {
  std::vector<Matrix6> T(arms.size(), Matrix6::Identity());
  for (std::size_t i = 0; i < arms.size(); ++i) T[i].topRightCorner<3, 3>() = cross_matrix(arms[i]);
  transform(data, T);
  for (std::size_t i = 0; i < data.bodies.size(); ++i) {
    HydroBody& body = data.bodies[i];
    body.cg += arms[i];
    for (const int mode : body.modes) data.bodies[static_cast<std::size_t>(mode)].cg = body.cg;
  }
}

void move_weight(HydroBody& body, const Vector3& arm) {
  for (MatrixX* K : {&body.restoring_stiffness, &body.restoring_of_modes}) {
    if (K->rows() < 6 || K->cols() < 6) continue;
    for (const Eigen::Index i : {Eigen::Index{3}, Eigen::Index{4}}) {
      (*K)(i, i) -= body.displaced_volume * arm.z();
      (*K)(i, 5) += body.displaced_volume * arm[i - 3];
    }
  }
}

}  // namespace swell::hydro
