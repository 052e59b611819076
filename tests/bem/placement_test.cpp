// Data of a body computed elsewhere, against the same data placed there.
#include "swell/hydro/placement.h"

#include "swell/bem/compute.h"
#include "swell/bem/shapes.h"
#include "swell_test/test.h"

namespace swell::bem::placement_test {
namespace {

constexpr double kYaw = 30.0;  // deg

/// Of a box, in waves from the same side of it.
hydro::HydroData box_at(const Vector3& origin, double yaw, const Vector3& cg_of_box) {
  ComputeBody body;
  body.name = "box";
  Resolution fine;
  fine.order = 5;
  fine.edge_levels = 1;
  body.elements = box({2.0, 1.2, 1.0}, origin + Vector3(0.0, 0.0, -0.1), yaw * kDegree, fine);
  body.cg = hydro::Placement{origin, yaw * kDegree}(cg_of_box);
  ComputeRequest request;
  request.bodies = {body};
  request.omega = {1.5, 2.7};
  request.heading = {yaw + 10.0};
  request.depth = 6.0;
  request.gravity = 9.81;
  request.threads = 2;
  request.kernels = false;
  request.mean_drift = MeanDrift::fixed;
  return compute(request);
}

void expect_same(const hydro::HydroData& a, const hydro::HydroData& b) {
  // Green functions are tabulated to 1e-7 of the source's near field, and sum up over the surface.
  constexpr double kSame = 1e-5;
  const hydro::HydroBody &x = a.bodies[0], &y = b.bodies[0];
  ASSERT_EQ(a.direction.size(), b.direction.size());
  EXPECT_NEAR(a.direction[0], b.direction[0], 1e-9);
  const auto near = [&](const auto& one, const auto& other, const char* what, double same = kSame) {
    ASSERT_EQ(one.size(), other.size()) << what;
    EXPECT_LT((one - other).norm(), same * other.norm()) << what << "\n" << one << "\n" << other;
  };
  near(x.cg, y.cg, "cg");
  near(x.cb, y.cb, "cb");
  near(x.restoring_stiffness, y.restoring_stiffness, "stiffness");
  for (std::size_t k = 0; k < 2; ++k) {
    near(x.added_mass[k], y.added_mass[k], "added mass");
    near(x.radiation_damping[k], y.radiation_damping[k], "damping");
    near(x.excitation[0][k], y.excitation[0][k], "excitation");
    // Of second order in potentials that are as near as the excitation.
    const std::vector<Eigen::Index> known = {0, 1, 5};  // the momentum of waves far away tells no more
    near(VectorX(x.mean_drift_momentum[0][k](known)), VectorX(y.mean_drift_momentum[0][k](known)), "drift",
         2.0 * kSame);
  }
}

TEST(Placement, IsWhatIsComputedThere) {
  const Vector3 cg(0.1, 0.0, -0.2), there(20.0, -7.0, 0.0);
  // Turned at home too: a box along the axes is solved by its planes of symmetry, which is another quadrature.
  constexpr double kAtHome = 17.0;
  expect_same(hydro::placed(box_at(Vector3::Zero(), kAtHome, cg), {there, (kYaw - kAtHome) * kDegree}),
              box_at(there, kYaw, cg));
}

TEST(Placement, AboutAnotherCentreOfGravityIsWhatIsComputedAboutIt) {
  const Vector3 from(0.0, 0.0, -0.1), to(0.15, -0.05, -0.3);
  hydro::HydroData data = box_at(Vector3::Zero(), 0.0, from);
  hydro::move_references(data, {to - from});
  hydro::move_weight(data.bodies[0], to - from);
  expect_same(data, box_at(Vector3::Zero(), 0.0, to));
}

}  // namespace
}  // namespace swell::bem::placement_test
