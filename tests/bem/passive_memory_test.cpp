#include "swell/bem/passive_memory.h"

#include <Eigen/Eigenvalues>

#include "swell/bem/compute.h"
#include "swell/bem/shapes.h"
#include "swell/hydro/state_space.h"
#include "swell_test/test.h"

namespace swell::bem::passive_memory_test {
namespace {

// It was a fault in Swell itself, after the calculation.
TEST(PassiveMemory, OfOneFrequencyIsRefused) {
  ComputeRequest request;
  request.omega = {1.0};
  Diagnostics mistakes;
  check_state_space(request, Origin{"device.yaml", 2, 14, {}}, mistakes);
  ASSERT_EQ(mistakes.list().size(), 1U);
  EXPECT_EQ(mistakes.list()[0].text(),
            "device.yaml:2:14: frequencies: 1 rad/s alone gives no memory to make a state space of; write frequencies: "
            "auto, or leave --state-space out");
  request.omega.clear();  // auto
  Diagnostics none;
  check_state_space(request, {}, none);
  EXPECT_TRUE(none.list().empty());
}

// As `swell run` and WEC-Sim read the file: entries side by side. Passive, and the damping of the data.
TEST(PassiveMemory, OfTwoBodiesIsPassiveAsTheFilesEntries) {
  ComputeRequest request;
  for (const double x : {-1.6, 1.6}) {
    ComputeBody body;
    body.name = x < 0.0 ? "left" : "right";
    body.elements = revolution(below_water(ellipse_profile(1.0, 0.8, 0.0)), x, 0.0, 1.0, {});
    body.cg = Vector3(x, 0.0, -0.2);
    request.bodies.push_back(std::move(body));
  }
  for (int k = 1; k <= 30; ++k) request.omega.push_back(0.25 * k);
  hydro::HydroData data = compute(request);
  const PassiveMemory made = add_passive_state_space(data);
  EXPECT_LT(made.error, PassiveMemory::kAsked);
  EXPECT_GE(made.passivity.lowest, -PassiveMemory::kRoundOff);
  const std::shared_ptr<const hydro::HydroData> borrowed(std::shared_ptr<void>(), &data);
  const hydro::RadiationCoefficients coefficients({{borrowed, 0}, {borrowed, 1}}, 1025.0, true);
  const hydro::StateSpaceModel model = hydro::state_space_from_file(coefficients);
  // Up to far beyond the data, where C B / (i w) is left.
  for (int k = 0; k <= 50; ++k) {
    const double w = 0.1 * std::pow(60.0 * request.omega.back() / 0.1, k / 50.0);
    const Eigen::MatrixXcd G = model.scale.asDiagonal() * model.transfer(w) * model.scale.asDiagonal();
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXcd> eigen(0.5 * (G + G.adjoint()), Eigen::EigenvaluesOnly);
    EXPECT_GT(eigen.eigenvalues()(0), -1e-12 * G.cwiseAbs().maxCoeff()) << w;
  }
  const MatrixX& B = data.bodies[0].radiation_damping[11];
  const double omega = request.omega[11];
  for (const int j : {2, 8})
    EXPECT_NEAR(model.transfer(omega)(2, j).real(), 1025.0 * omega * B(2, j), 0.02 * 1025.0 * omega * B(2, 2)) << j;
}

}  // namespace
}  // namespace swell::bem::passive_memory_test
