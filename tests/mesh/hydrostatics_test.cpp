#include "swell/mesh/hydrostatics.h"

#include "swell_test/primitives.h"
#include "swell_test/test.h"

namespace swell::mesh::hydrostatics_test {
namespace {

/// A box cut by z = 0 when no corner of top or bottom is reached: closed form for small tilt about y.
TEST(Hydrostatics, ABoxAtAnyDraftAndPitchHasTheClosedFormOfAPrism) {
  const double a = 4, b = 3, c = 5;
  const TriangleMesh mesh = box({a, b, c}, {3, 2, 4});
  for (const double draft : {0.8, 1.5, 2.5, 3.7}) {
    for (const double pitch : {-0.2, 0.0, 0.1, 0.3}) {
      // Mean draft along the body's axis: the trapezium below the surface has heights draft -/+ a/2 tan(pitch).
      const double T = std::tan(pitch);
      if (draft < a / 2 * std::abs(T) || draft > c - a / 2 * std::abs(T)) continue;
      const Matrix3 R = Eigen::AngleAxisd(pitch, Vector3::UnitY()).toRotationMatrix();
      // Centre of the box placed so that the surface meets its axis at `draft` above the bottom.
      const Vector3 p = R * Vector3(0, 0, c / 2 - draft) + Vector3(7, -3, 0);
      const WetPart wet = wet_part(mesh, R, p);
      EXPECT_NEAR(wet.volume, a * b * draft, 1e-12 * 60);
      // Body axes: surface at zeta = draft + x tan(pitch) above the bottom (z_W = 0 there).
      const double xc = T * a * a / (12 * draft);
      const double zc = draft / 2 + T * T * a * a / (24 * draft);
      const Vector3 centre = p + R * Vector3(xc, 0, zc - c / 2);
      EXPECT_LT((wet.centroid - centre).norm(), 1e-12) << draft << ' ' << pitch;
      EXPECT_NEAR(wet.waterplane, a * b / std::cos(pitch), 1e-12 * 20);
      EXPECT_NEAR(wet.floatation.x(), 7, 1e-12);
      EXPECT_NEAR(wet.floatation.y(), -3, 1e-12);
    }
  }
}

TEST(Hydrostatics, ASphereAtAnyDraftConvergesToTheCapWithTheSquareOfThePanelSize) {
  const double r = 5;
  for (const double z : {-6.0, -3.0, -0.7, 0.0, 1.9, 4.0, 5.5}) {
    const double h = std::min(std::max(r - z, 0.0), 2 * r);  // height of the cap under water
    const double volume = kPi * h * h * (r - h / 3);
    const double first = volume > 0 ? -0.75 * std::pow(2 * r - h, 2) / (3 * r - h) : 0;  // centroid from the centre
    double last = 0;
    for (const int levels : {2, 3, 4}) {
      const Matrix3 R = Eigen::AngleAxisd(0.7, Vector3(1, 2, 3).normalized()).toRotationMatrix();
      const WetPart wet = wet_part(icosphere(r, levels), R, {1, 2, z});
      const double error = std::abs(wet.volume - volume);
      const double size = std::pow(4.0, -levels);
      EXPECT_LE(error, 8.0 * volume * size + 0.5 * size * (volume > 0));
      if (volume > 0) {
        EXPECT_LT((wet.centroid - Vector3(1, 2, z + first)).norm(), 12 * size);
      }
      if (levels == 4 && last > 0) {
        EXPECT_NEAR(last / error, 4.0, 0.8) << z;
      }
      last = error;
    }
  }
}

TEST(Hydrostatics, StiffnessIsTheDerivativeOfTheBuoyancyWrench) {
  const TriangleMesh mesh =
      joined(moved(box({4, 3, 5}, {2, 2, 2}), {1, 0.5, -0.3}), moved(cylinder(1, 6, 20, 3, 1), {6, 0, 0}));
  const Matrix3 R = Eigen::AngleAxisd(0.1, Vector3(1, 1, 0).normalized()).toRotationMatrix();
  const Vector3 p(3, -2, -0.4);
  const double rho_g = 1000 * 9.81;
  const auto wrench = [&](const Matrix3& R1, const Vector3& p1) {
    const WetPart wet = wet_part(mesh, R1, p1);
    Vector6 F = Vector6::Zero();
    F[2] = rho_g * wet.volume;
    F.tail<3>() = (wet.centroid - p1).cross(Vector3(F.head<3>()));
    return F;
  };
  const Matrix6 C = hydrostatic_stiffness(wet_part(mesh, R, p), p, p, 1000, 9.81);
  const double e = 1e-5;
  for (int i = 0; i < 6; ++i) {
    Vector3 d = Vector3::Zero(), turn = Vector3::Zero();
    (i < 3 ? d : turn)[i % 3] = e;
    const Matrix3 T =
        Eigen::AngleAxisd(turn.norm(), i < 3 ? Vector3(Vector3::UnitX()) : Vector3(turn / e)).toRotationMatrix();
    const Vector6 slope = (wrench(T * R, p + d) - wrench(T.transpose() * R, p - d)) / (2 * e);
    // Difference error e^2 times third derivatives, and where the waterline passes a vertex.
    EXPECT_LT((slope + C.col(i)).norm(), 2e-5 * C.norm()) << i;
  }
}

TEST(Hydrostatics, OfABodyUnderWaterAreItsVolumeAndNoWaterplane) {
  const TriangleMesh mesh = cylinder(1, 3, 16, 3, 2);
  const WetPart wet = wet_part(mesh, Matrix3::Identity(), {0, 0, -10});
  const MeshProperties whole = properties(mesh);
  EXPECT_NEAR(wet.volume, whole.volume, 1e-12 * whole.volume);
  EXPECT_NEAR(wet.area, whole.area, 1e-12 * whole.area);
  EXPECT_EQ(wet.waterplane, 0.0);
  EXPECT_LT((wet.centroid - Vector3(0, 0, -10)).norm(), 1e-12);
  EXPECT_EQ(wet_part(mesh, Matrix3::Identity(), {0, 0, 10}).volume, 0.0);
}

TEST(MeshProperties, OfABoxAreExact) {
  const MeshProperties p = properties(moved(box({2, 3, 4}, {2, 1, 3}), {5, 6, 7}));
  EXPECT_NEAR(p.volume, 24, 1e-12);
  EXPECT_NEAR(p.area, 52, 1e-12);
  EXPECT_LT((p.centroid - Vector3(5, 6, 7)).norm(), 1e-13);
  EXPECT_LT((p.inertia() - Matrix3(Vector3(24 * 25 / 12.0, 24 * 20 / 12.0, 24 * 13 / 12.0).asDiagonal())).norm(),
            1e-11);
}

}  // namespace
}  // namespace swell::mesh::hydrostatics_test
