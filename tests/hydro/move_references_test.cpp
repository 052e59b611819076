#include "swell/hydro/move_references.h"

#include <gtest/gtest.h>

namespace swell::hydro {
namespace {

/// Two bodies, one frequency and direction, entries without symmetry.
HydroData two_bodies() {
  HydroData data;
  data.omega = {1.0};
  data.direction = {0.0};
  data.bodies.resize(2);
  for (std::size_t b = 0; b < 2; ++b) {
    HydroBody& body = data.bodies[b];
    const MatrixX matrix = MatrixX::NullaryExpr(6, 12, [&](Eigen::Index i, Eigen::Index j) {
      return 10.0 + std::sin(static_cast<double>(1 + i + 7 * j) * (1.0 + static_cast<double>(b)));
    });
    body.dof = 6;
    body.added_mass = {matrix};
    body.radiation_damping = {2.0 * matrix};
    body.restoring_stiffness = matrix.leftCols<6>();
    body.excitation = {{matrix.col(3).cast<std::complex<double>>()}};
    body.excitation_irf = {{matrix.col(4)}};
    body.qtf_difference.assign(6, {});
    for (std::size_t dof : {0U, 2U})
      body.qtf_difference[dof].push_back({8.0, 7.0, 0.0, 0.0, {2.0 + static_cast<double>(dof), -1.0}});
  }
  return data;
}

TEST(MoveReferences, AForceAndItsMomentGoToTheNewPointAndMotionsComeFromIt) {
  const HydroData before = two_bodies();
  HydroData moved = before;
  const std::vector<Vector3> arms = {{1.0, -2.0, 3.0}, {0.5, 0.0, -4.0}};
  move_references(moved, arms);
  for (std::size_t b = 0; b < 2; ++b) {
    const Vector6 old = before.bodies[b].excitation[0][0].real(), now = moved.bodies[b].excitation[0][0].real();
    EXPECT_TRUE(now.head<3>().isApprox(old.head<3>()));
    EXPECT_TRUE(now.tail<3>().isApprox(old.tail<3>() - arms[b].cross(old.head<3>()), 1e-14));
    const VectorX kernel = before.bodies[b].excitation_irf[0][0], its = moved.bodies[b].excitation_irf[0][0];
    EXPECT_TRUE(its.tail<3>().isApprox(kernel.tail<3>() - arms[b].cross(Vector3(kernel.head<3>())), 1e-14));
    const Vector3 drift(2.0, 0.0, 4.0), moment = -arms[b].cross(drift);  // the real parts of the pair
    for (std::size_t i = 0; i < 3; ++i) {
      const auto at = static_cast<Eigen::Index>(i);
      EXPECT_NEAR(moved.bodies[b].qtf_difference[i].at(0).value.real(), drift[at], 1e-14);
      EXPECT_NEAR(moved.bodies[b].qtf_difference[3 + i].at(0).value.real(), moment[at], 1e-14);
    }
    EXPECT_EQ(moved.bodies[b].cg, before.bodies[b].cg + arms[b]);
    // The power of damping is of no reference point: v . B v with v the old points' motion of the new points'.
    VectorX v = VectorX::LinSpaced(12, -1.0, 2.0), old_v = v;
    for (Eigen::Index k = 0; k < 2; ++k)
      old_v.segment<3>(6 * k) -= Vector3(v.segment<3>(6 * k + 3)).cross(arms[static_cast<std::size_t>(k)]);
    const auto at = static_cast<Eigen::Index>(6 * b);
    EXPECT_NEAR(v.segment<6>(at).dot(moved.bodies[b].radiation_damping[0] * v),
                old_v.segment<6>(at).dot(before.bodies[b].radiation_damping[0] * old_v), 1e-10);
  }
}

TEST(MoveReferences, ThereAndBackIsWhatItWas) {
  const HydroData before = two_bodies();
  HydroData moved = before;
  move_references(moved, {{1.0, -2.0, 3.0}, {0.5, 0.0, -4.0}});
  move_references(moved, {{-1.0, 2.0, -3.0}, {-0.5, 0.0, 4.0}});
  for (std::size_t b = 0; b < 2; ++b) {
    EXPECT_TRUE(moved.bodies[b].added_mass[0].isApprox(before.bodies[b].added_mass[0], 1e-13));
    EXPECT_TRUE(moved.bodies[b].restoring_stiffness.isApprox(before.bodies[b].restoring_stiffness, 1e-13));
  }
}

}  // namespace
}  // namespace swell::hydro
