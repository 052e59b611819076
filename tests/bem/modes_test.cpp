// Generalised modes: a field that is a rigid motion has the rigid motion's coefficients; beams have their constants.
#include "swell/bem/modes.h"

#include "swell/bem/compute.h"
#include "swell/bem/shapes.h"
#include "swell_test/test.h"

namespace swell::bem::modes_test {
namespace {

using P = Parameter;

P mode(std::vector<std::pair<std::string, P>> entries) {
  entries.insert(entries.begin(), {"name", P::of("mode")});
  return P::list(std::vector<P>{P::map(std::move(entries))});
}

std::vector<Mode> read(const P& list, std::string* mistakes = nullptr) {
  Diagnostics diagnostics;
  std::vector<Mode> modes = read_modes(list, diagnostics);
  for (const Diagnostic& d : diagnostics.list())
    if (mistakes != nullptr) *mistakes += d.text() + "\n";
  return modes;
}

ComputeRequest barge() {
  Resolution r;
  r.order = 4;
  r.edge_levels = 1;
  ComputeBody body;
  body.name = "barge";
  body.elements = box(Vector3(8.0, 4.0, 4.0), Vector3::Zero(), 0.0, r);
  body.cg = Vector3(0.5, 0.0, -0.3);
  ComputeRequest request;
  request.bodies = {body};
  request.omega = {1.0, 2.0};
  request.heading = {0.0, 40.0};
  request.kernels = false;
  request.threads = 2;
  return request;
}

TEST(Modes, AFieldThatIsPitchHasThePitchsCoefficients) {
  ComputeRequest request = barge();
  // Rotation about y through the cg: u = e_y x (x - cg).
  request.bodies[0].modes = read(mode({{"type", P::of("field")}, {"x", P::of("z + 0.3")}, {"z", P::of("0.5 - x")}}));
  ASSERT_EQ(request.bodies[0].modes.size(), 1U);
  const hydro::HydroData data = compute(request);
  const hydro::HydroBody& body = data.bodies[0];
  ASSERT_EQ(body.dof, 7);
  for (std::size_t k = 0; k < 2; ++k) {
    const MatrixX &A = body.added_mass[k], &B = body.radiation_damping[k];
    ASSERT_EQ(A.rows(), 7);
    ASSERT_EQ(A.cols(), 7);
    // The same equations with the same right-hand side: rounding alone.
    EXPECT_LT((A.row(6) - A.row(4)).cwiseAbs().maxCoeff(), 1e-8 * A.cwiseAbs().maxCoeff());
    EXPECT_LT((B.col(6) - B.col(4)).cwiseAbs().maxCoeff(), 1e-8 * A.cwiseAbs().maxCoeff());
    for (std::size_t h = 0; h < 2; ++h)
      EXPECT_LT(std::abs(body.excitation[h][k][6] - body.excitation[h][k][4]),
                1e-8 * std::abs(body.excitation[h][k][4]));
  }
  // About the cg the weight has no moment: the whole of C55 is the pressure's. Differences for the divergence: 1e-8.
  const MatrixX& C = body.restoring_stiffness;
  ASSERT_EQ(C.rows(), 7);
  EXPECT_NEAR(C(6, 6), C(4, 4), 1e-6 * C(4, 4));
  EXPECT_NEAR(C(2, 6), C(2, 4), 1e-6 * C(4, 4));
  EXPECT_NEAR(C(6, 2), C(4, 2), 1e-6 * C(4, 4));
}

// Force by row, motion by column [Newman1994]: still water pushes no deformed body sideways. A shape that
// stays behind in space is loaded by surge.
TEST(Modes, ADeformedBodyIsNotPushedSidewaysByStillWater) {
  ComputeRequest request = barge();
  request.bodies[0].modes = read(mode({{"type", P::of("field")}, {"z", P::of("0.001*x^3")}}));
  const MatrixX C = compute(request).bodies[0].restoring_stiffness;
  const double size = std::abs(C(6, 6));
  EXPECT_LT(std::abs(C(0, 6)), 1e-6 * size);
  EXPECT_GT(std::abs(C(6, 0)), 1e-2 * size);
}

TEST(Modes, BeamsHaveTheConstantsOfTheTables) {
  // Blevins, table 8-1: beta L = 4.73004, 7.85320, 10.9956; int w^2 dx = L/4 with w = 1 at the ends, and
  // int w''^2 dx = beta^4 int w^2 dx.
  const std::vector<double> number{4.7300407, 7.8532046, 10.9956078};
  for (int order = 1; order <= 3; ++order) {
    const double b = number[static_cast<std::size_t>(order - 1)], length = 80.0;
    EXPECT_NEAR(beam_square(order, -40.0, 40.0), 0.25 * length, 1e-7 * length) << order;
    EXPECT_NEAR(beam_curvature(order, -40.0, 40.0), 0.25 * std::pow(b, 4) / std::pow(length, 3), 1e-6 * std::pow(b, 4))
        << order;
    const Displacement w = beam_mode(order, -40.0, 40.0, Vector3::UnitZ());
    EXPECT_NEAR(w(Vector3(40.0, 3.0, 1.0)).z(), 1.0, 1e-12);
    EXPECT_NEAR(w(Vector3(-40.0, 0.0, 0.0)).z(), order % 2 == 1 ? 1.0 : -1.0, 1e-12);
    // No net force and no moment: orthogonal to heave and pitch. Midpoints of 2000: (b/2000)^2.
    double force = 0.0, moment = 0.0;
    for (int i = 0; i < 2000; ++i) {
      const double x = -40.0 + 0.04 * (i + 0.5);
      force += 0.04 * w(Vector3(x, 0.0, 0.0)).z();
      moment += 0.04 * x * w(Vector3(x, 0.0, 0.0)).z();
    }
    EXPECT_NEAR(force, 0.0, 1e-3) << order;
    EXPECT_NEAR(moment, 0.0, 3e-2) << order;
  }
}

TEST(Modes, TwoHalvesOnAHingeAreTheRigidBodyWhenTheyTurnAgainstEachOtherByPitch) {
  // The half beyond turns by +theta, the other by +theta too: pitch about the hinge = pitch about the cg and a surge.
  ComputeRequest request = barge();
  const auto half = [&](double side) {
    return read(mode({{"type", P::of("hinge")},
                      {"point", P::list(std::vector<double>{0.0, 0.0, 0.0})},
                      {"axis", P::list(std::vector<double>{0.0, 1.0, 0.0})},
                      {"beyond", P::list(std::vector<double>{side, 0.0, 0.0})}}))[0];
  };
  request.bodies[0].modes = {half(1.0), half(-1.0)};
  const hydro::HydroData data = compute(request);
  const hydro::HydroBody& body = data.bodies[0];
  for (std::size_t k = 0; k < 2; ++k) {
    // u = e_y x x = e_y x (x - cg) + e_y x cg, cg = (0.5, 0, -0.3): e_y x cg = (-0.3, 0, -0.5).
    const VectorX X = body.excitation[0][k].real();
    EXPECT_NEAR(X[6] + X[7], X[4] - 0.3 * X[0] - 0.5 * X[2], 1e-9 * X.cwiseAbs().maxCoeff());
    const MatrixX& A = body.added_mass[k];
    EXPECT_NEAR(A(6, 2) + A(7, 2), A(4, 2) - 0.3 * A(0, 2) - 0.5 * A(2, 2), 1e-8 * A.cwiseAbs().maxCoeff());
    EXPECT_NEAR(A(6, 6), A(7, 7), 2e-2 * A(6, 6));  // mirror images, but for the elements that lie across the hinge
  }
}

TEST(Modes, WrongModesHaveTheirAnswer) {
  const std::vector<std::pair<P, const char*>> wrong{
      {P::of(1.0), "modes must be a list"},
      {mode({{"type", P::of("bend")}}), "beam"},
      {mode({{"type", P::of("beam")}, {"from", P::of(2.0)}, {"to", P::of(1.0)}}), "must be above from"},
      {mode({{"type", P::of("field")}, {"z", P::of("1 + * x")}}), "z = 1 + * x"},
      {mode({{"type", P::of("field")}, {"w", P::of("x")}}), "w"},
      {mode({{"type", P::of("hinge")},
             {"point", P::list(std::vector<double>{0.0, 0.0, 0.0})},
             {"axis", P::list(std::vector<double>{0.0, 0.0, 0.0})},
             {"beyond", P::list(std::vector<double>{1.0, 0.0, 0.0})}}),
       "must have a direction"}};
  for (const auto& [tree, text] : wrong) {
    std::string mistakes;
    read(tree, &mistakes);
    EXPECT_THAT(mistakes, testing::HasSubstr(text));
  }
}

}  // namespace
}  // namespace swell::bem::modes_test
