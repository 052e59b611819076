#include "pressure_drift.h"

#include <array>
#include <cmath>

#include "gauss.h"
#include "swell/base/error.h"

namespace swell::bem {
namespace {

using Complex = std::complex<double>;
using Vector3c = Eigen::Matrix<Complex, 3, 1>;

// Slopes at t of the Lagrange polynomials of a rule, and of the polynomial that vanishes at all its nodes.
Eigen::RowVectorXd slopes_at(int n, double t) {
  const std::vector<double>& x = gauss_rule(n).x;
  Eigen::RowVectorXd out = Eigen::RowVectorXd::Zero(n + 1);
  for (Eigen::Index j = 0; j <= n; ++j)
    for (Eigen::Index m = 0; m < n; ++m) {
      if (m == j) continue;
      double product = 1.0;
      for (Eigen::Index k = 0; k < n; ++k) {
        if (k == j) continue;
        const double under = j < n ? x[static_cast<std::size_t>(j)] - x[static_cast<std::size_t>(k)] : 1.0;
        product *= (k == m ? 1.0 : t - x[static_cast<std::size_t>(k)]) / under;
      }
      out[j] += product;
    }
  return out;
}

// Slopes of these polynomials at the nodes: rows nodes, columns polynomials. At a sharp edge the derivative by the
// graded parameter vanishes; one more degree satisfies this condition too.
MatrixX slopes_of(int n, int edge) {
  MatrixX D(n, n + 1);
  for (Eigen::Index i = 0; i < n; ++i) D.row(i) = slopes_at(n, gauss_rule(n).x[static_cast<std::size_t>(i)]);
  if (edge == 0) return D.leftCols(n);
  const Eigen::RowVectorXd end = slopes_at(n, edge);
  return D.leftCols(n) - D.col(n) * end.head(n) / end[n];
}

// Eigen's cross product conjugates complex values.
Vector3c cross(const Vector3c& a, const Vector3c& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
double mean(const Complex& a, const Complex& b) { return 0.5 * (a * std::conj(b)).real(); }
Vector3 mean(const Complex& a, const Vector3c& b) { return 0.5 * (a * b.conjugate()).real(); }
Vector3 mean_cross(const Vector3c& a, const Vector3c& b) { return 0.5 * cross(a, b.conjugate()).real(); }

// One wave, one body: contributions of nodes and of points on the waterline.
class Sum {
 public:
  Sum(const FirstOrder& first, const Vector3& cg) : first_(first), cg_(cg) {
    shift_ = first.motion.head<3>();
    turn_ = first.motion.tail<3>();
    second_ = 0.25 * (turn_ * turn_.adjoint()).real() - 0.25 * turn_.squaredNorm() * Matrix3::Identity();
  }

  Vector3c displacement(const Vector3& lever) const { return shift_ + cross(turn_, lever.cast<Complex>()); }

  // Velocity [m/s] and pressures over rho g [m].
  void add_node(const Vector3& x, const Vector3& n, double area, const Complex& potential, const Vector3c& velocity) {
    const double g = first_.gravity;
    const Complex rate(0.0, first_.omega);
    const Vector3 lever = x - cg_;
    const Vector3c moved = displacement(lever), turned = cross(turn_, n.cast<Complex>());
    const Vector3 moved_2 = second_ * lever, turned_2 = second_ * n;
    const double p0 = -x.z();
    const Complex p1 = -(rate * potential / g + moved.z());
    double p2 = -0.25 * velocity.squaredNorm() / g - moved_2.z();
    for (Eigen::Index i = 0; i < 3; ++i) p2 -= mean(moved[i], rate * velocity[i]) / g;
    sum_.head<3>() -= area * (p2 * n + mean(p1, turned) + p0 * turned_2);
    const Vector3c arm = lever.cast<Complex>();
    sum_.tail<3>() -= area * (p2 * lever.cross(n) + mean(p1, cross(arm, turned) + cross(moved, n.cast<Complex>())) +
                              p0 * (lever.cross(turned_2) + moved_2.cross(n) + mean_cross(moved, turned)));
  }

  // Water between mean waterline and wave, over `length` of the body's side.
  void add_waterline(const Vector3& x, const Vector3& n, double length, const Complex& potential) {
    const Vector3 lever = x - cg_;
    const Complex wave = Complex(0.0, -first_.omega) * potential / first_.gravity - displacement(lever).z();
    const double weight = 0.5 * mean(wave, wave) * length / std::sqrt(1.0 - n.z() * n.z());
    sum_.head<3>() -= weight * n;
    sum_.tail<3>() -= weight * lever.cross(n);
  }

  const Vector6& value() const { return sum_; }

 private:
  const FirstOrder& first_;
  Vector3 cg_;
  Vector3c shift_, turn_;
  Matrix3 second_;  // mean second-order rotation
  Vector6 sum_ = Vector6::Zero();
};

}  // namespace

Vector6 pressure_drift(const Surface& s, int body, const Vector3& cg, const FirstOrder& first) {
  Sum sum(first, cg);
  for (const Element& e : s.elements) {
    if (e.body != body) continue;
    SWELL_EXPECT(!e.is_flat_panel);
    const GaussRule &ru = gauss_rule(e.nu), &rv = gauss_rule(e.nv);
    const Eigen::Map<const Eigen::MatrixXcd> phi(first.potential.data() + e.first, e.nu, e.nv);
    const Eigen::MatrixXcd phi_u = slopes_of(e.nu, e.edge_u) * phi, phi_v = phi * slopes_of(e.nv, e.edge_v).transpose();
    Vector3 x, x_u, x_v;
    for (Eigen::Index j = 0; j < e.nv; ++j) {
      for (Eigen::Index i = 0; i < e.nu; ++i) {
        e.at(ru.x[static_cast<std::size_t>(i)], rv.x[static_cast<std::size_t>(j)], x, x_u, x_v);
        const Eigen::Index node = e.first + j * e.nu + i;
        const Vector3 n = s.normals.col(node);
        // Tangential part from the slopes, normal part from the body's motion.
        const double uu = x_u.squaredNorm(), uv = x_u.dot(x_v), vv = x_v.squaredNorm(), det = uu * vv - uv * uv;
        const Complex a = (vv * phi_u(i, j) - uv * phi_v(i, j)) / det, b = (uu * phi_v(i, j) - uv * phi_u(i, j)) / det;
        const Complex across =
            Complex(0.0, first.omega) * (sum.displacement(x - cg).transpose() * n.cast<Complex>())(0);
        const Vector3c velocity = a * x_u.cast<Complex>() + b * x_v.cast<Complex>() + across * n.cast<Complex>();
        sum.add_node(x, n, s.weights[node], phi(i, j), velocity);
      }
    }
    // Sides of the element in the still water plane.
    for (const bool along_u : {true, false}) {
      for (const double side : {-1.0, 1.0}) {
        const auto at = [&](double t) { along_u ? e.at(t, side, x, x_u, x_v) : e.at(side, t, x, x_u, x_v); };
        bool is_waterline = true;
        for (const double t : {-1.0, 0.3, 1.0}) {
          at(t);
          is_waterline = is_waterline && std::abs(x.z()) < 1e-6 * e.radius;
        }
        if (!is_waterline) continue;
        const GaussRule& rule = along_u ? ru : rv;
        VectorX end(along_u ? e.nv : e.nu);
        lagrange_values(static_cast<int>(end.size()), side, end.data());
        for (std::size_t i = 0; i < rule.x.size(); ++i) {
          at(rule.x[i]);
          const auto k = static_cast<Eigen::Index>(i);
          const Complex value = along_u ? (phi.row(k) * end)(0) : (phi.col(k).transpose() * end)(0);
          const double length = rule.w[i] * (along_u ? x_u : x_v).norm();
          sum.add_waterline(x, x_u.cross(x_v).normalized(), length, value);
        }
      }
    }
  }
  return sum.value();
}

}  // namespace swell::bem
