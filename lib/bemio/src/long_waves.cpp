#include "long_waves.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <Eigen/LU>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>

#include "swell/waves/dispersion.h"

namespace swell::bemio {
namespace {

constexpr double kLong = 0.15, kDeep = 1.0;  // k times the body's size; the largest k times the depth
constexpr Eigen::Index kLeastWaves = 4;

// Long waves that one body meets along an axis.
class LongWaves {
 public:
  LongWaves(const hydro::HydroData& data, const hydro::HydroBody& body, bool along_x) {
    const auto along = [&](double degrees) {
      return along_x ? std::cos(degrees * kDegree) : std::sin(degrees * kDegree);
    };
    for (std::size_t d = 0; d < data.direction.size(); ++d) {
      if (std::abs(along(data.direction[d])) > std::abs(along_)) {
        direction_ = d;
        along_ = along(data.direction[d]);
      }
    }
    if (!(std::abs(along_) > 0.5)) return;
    const double g = data.gravity.value_or(9.81), b = data.direction[direction_] * kDegree;
    for (std::size_t n = 0; n < data.omega.size(); ++n) {
      const double k = waves::wavenumber(data.omega[n], data.water_depth, g);
      const Eigen::VectorXcd& X = body.froude_krylov[direction_][n];
      if (!X.allFinite()) continue;
      // The first force gives the size by its volume.
      if (size_ == 0.0) size_ = std::cbrt(std::abs(X[along_x ? 0 : 1]) / (k * std::abs(along_)));
      if (!(k * size_ < kLong)) break;
      deep_ = !data.water_depth || k * *data.water_depth > kDeep;
      k_.push_back(k);
      q_.push_back(data.omega[n] * data.omega[n] / g);
      X_.emplace_back(X * std::polar(1.0, k * (body.cg.x() * std::cos(b) + body.cg.y() * std::sin(b))));
    }
  }

  bool enough() const { return static_cast<Eigen::Index>(k_.size()) >= kLeastWaves && size_ > 0.0; }
  bool deep() const { return deep_; }
  double size() const { return size_; }

  /// Of c0 + c1 q + c2 k^2 through Re X_dof, or Im X_dof / (k along) when `odd`; the standard error of c1 by what is
  /// left.
  struct Fit {
    double value = 0.0, slope = 0.0, slope_error = 0.0;
  };
  Fit limit(int dof, bool odd) const {
    const auto n = static_cast<Eigen::Index>(k_.size());
    MatrixX A(n, 3);
    VectorX y(n);
    for (Eigen::Index r = 0; r < n; ++r) {
      const auto at = static_cast<std::size_t>(r);
      A.row(r) << 1.0, q_[at] / q_.back(), std::pow(k_[at] / k_.back(), 2);
      y[r] = odd ? X_[at][dof].imag() / (k_[at] * along_) : X_[at][dof].real();
    }
    const Vector3 c = A.colPivHouseholderQr().solve(y);  // in shallow water the columns are nearly the same
    const double variance = (y - A * c).squaredNorm() / static_cast<double>(n - 3);
    const Matrix3 spread = (A.transpose() * A).inverse();
    return {c[0], c[1] / q_.back(), std::sqrt(variance * std::abs(spread(1, 1))) / q_.back()};
  }

 private:
  bool deep_ = true;
  std::size_t direction_ = 0;
  double along_ = 0.0, size_ = 0.0;
  std::vector<double> k_, q_;
  std::vector<Eigen::VectorXcd> X_;
};

void note_body(const hydro::HydroData& data, const hydro::HydroBody& body, std::vector<std::string>& notes) {
  constexpr double kVolume = 0.02, kStiffness = 0.05, kCentre = 0.05;
  std::vector<std::string> odd;
  const auto told = [&](const char* what, const char* unit, double own, double waves, double most) {
    if (std::abs(own - waves) > most)
      odd.push_back(fmt::format("{} = {:.6g} {} where they make it {:.6g}", what, own, unit, waves));
  };
  const MatrixX& C = body.restoring_stiffness;
  const bool stiffness = C.rows() >= 6 && C.topLeftCorner<6, 6>().norm() > 0.0;
  // The stiffness holds -V z_g; the moment of the pressure does not, where it is about another point.
  const bool rotation = stiffness && body.moments_about_cg;
  for (const bool along_x : {true, false}) {
    const LongWaves waves(data, body, along_x);
    if (!waves.enough()) continue;
    const LongWaves::Fit drive = waves.limit(along_x ? 0 : 1, true);
    const double L = waves.size();
    if (along_x) {
      if (body.displaced_volume > 0.0)
        told("displaced volume", "m^3", body.displaced_volume, drive.value, kVolume * std::abs(drive.value));
      if (body.displaced_volume > 0.0 && waves.deep())
        told("z of the centre of buoyancy", "m", body.cb.z(), drive.slope / drive.value,
             kCentre * L + 4.0 * std::abs(drive.slope_error / drive.value));
      if (stiffness) {
        const double C33 = waves.limit(2, false).value;
        told("C33 / rho g", "m^2", C(2, 2), C33, kStiffness * std::max(std::abs(C33), L * L));
      }
    }
    if (rotation) {
      const int dof = along_x ? 4 : 3;
      const double own = (along_x ? 1.0 : -1.0) * waves.limit(dof, true).value;
      told(along_x ? "C55 / rho g" : "C44 / rho g", "m^4", C(dof, dof), own,
           kStiffness * std::max(std::abs(own), std::pow(L, 4)));
    }
  }
  if (odd.empty()) return;
  notes.push_back(
      fmt::format("body {}: hydrostatics and Froude-Krylov forces in long waves differ: {}; one of the two is "
                  "of another body, of the whole system, about another point, or damaged",
                  body.name, fmt::join(odd, ", ")));
}

}  // namespace

void note_long_waves(hydro::HydroData& data) {
  for (const hydro::HydroBody& body : data.bodies) {
    if (!body.froude_krylov.empty()) note_body(data, body, data.notes);
  }
}

}  // namespace swell::bemio
