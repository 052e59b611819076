// What a set says against itself: found in damaged sets, silent in sound ones.
#include "swell/hydro/contradictions.h"

#include "swell/hydro/bemio_h5.h"
#include "swell/hydro/impulse_response.h"
#include "swell/hydro/kernel_agreement.h"
#include "swell/hydro/long_waves.h"
#include "swell_test/test.h"

namespace swell::hydro::contradictions_test {
namespace {

HydroData hemisphere() { return read_bemio_h5((swell_test::source_folder() / "inputs/sphere/hemisphere.h5").string()); }

TEST(Contradictions, SoundSetsHaveNone) {
  for (const char* name : {"sphere/hemisphere.h5", "column/column.h5", "array/four.h5", "loads/headings.h5"}) {
    const HydroData data = read_bemio_h5((swell_test::source_folder() / "inputs" / name).string());
    EXPECT_THAT(contradictions(data), IsEmpty()) << name;
  }
}

TEST(Contradictions, AnAddedMassAtInfiniteFrequencyOfAnotherRunIsNamed) {
  for (const double factor : {0.0, 2.0}) {
    HydroData data = hemisphere();
    *data.bodies[0].added_mass_infinite *= factor;
    EXPECT_THAT(contradictions(data), ElementsAre(HasSubstr("times in heave)"))) << factor;
  }
}

TEST(Contradictions, StiffnessAndVolumeThatAreScaledAreNamed) {
  HydroData data = hemisphere();
  EXPECT_EQ(stiffness_contradiction(data, 0), "");
  EXPECT_EQ(volume_contradiction(data, 0), "");
  // 1e-3: once more divided by rho g, or millimetres for metres.
  for (const double factor : {10.0, 0.1, 1e-3, 1e-6}) {
    data = hemisphere();
    data.bodies[0].restoring_stiffness *= factor;
    EXPECT_THAT(stiffness_contradiction(data, 0), HasSubstr("times its hydrostatic stiffness")) << factor;
  }
  data = hemisphere();
  data.bodies[0].displaced_volume *= 10.0;
  EXPECT_THAT(volume_contradiction(data, 0), HasSubstr("as if it displaced 0.09"));
}

// Hydrostatics that are missing: the ratio is infinite for `bemio check`; a case may hold the body by other means.
TEST(Contradictions, AStiffnessOfZeroIsFoundAndLeftToTheCase) {
  HydroData data = hemisphere();
  data.bodies[0].restoring_stiffness.setZero();
  const auto found = heave_force_over_stiffness(data, 0);
  ASSERT_TRUE(found);
  EXPECT_TRUE(std::isinf(*found));
  EXPECT_EQ(stiffness_contradiction(data, 0), "");
}

// A sphere 20 m down has no heave stiffness, and is pushed by less than the water that it displaces and moves: |X3| <=
// omega^2 / g (V + A33) of the surface.
TEST(Contradictions, ASubmergedBodyNeedsNoStiffness) {
  HydroData data = hemisphere();
  HydroBody& body = data.bodies[0];
  body.restoring_stiffness.setZero();
  for (auto& direction : body.excitation) {
    for (std::size_t k = 0; k < direction.size(); ++k) {
      const double w = data.omega[k];
      direction[k][2] =
          w * w / 9.81 * (body.displaced_volume + body.added_mass[k](2, 2)) * std::exp(-w * w / 9.81 * 20.0);
    }
  }
  EXPECT_FALSE(heave_force_over_stiffness(data, 0));
}

// A plate under a thin column: A33 of the plate is many times the stiffness over k, and X3 = C33 - k (V + A33) of it a
// small part of C33 in waves of half a minute. It is no contradiction where that is what its own numbers ask for.
TEST(Contradictions, ASparWithAPlateIsPushedByLessThanItsStiffness) {
  HydroData data = hemisphere();
  HydroBody& body = data.bodies[0];
  const double per_gravity = data.omega[0] * data.omega[0] / 9.81;
  for (const double inertia : {0.2, 0.5, 0.8}) {
    for (MatrixX& A : body.added_mass)
      A(2, 2) = inertia * body.restoring_stiffness(2, 2) / per_gravity - body.displaced_volume;
    body.excitation[0][0][2] = (1.0 - inertia) * body.restoring_stiffness(2, 2);
    EXPECT_EQ(stiffness_contradiction(data, 0), "") << inertia;
  }
}

// 60 s in steps of 0.06, 0.3 and 6 s, and a surge that radiates up to 5.4 rad/s: Nyquist's step is 0.58 s.
TEST(Contradictions, AKernelThatSkipsItsMotionIsNamedAndOneThatHoldsItIsNot) {
  for (const auto& [times, aliased] : {std::pair<std::size_t, bool>{1001, false}, {201, false}, {11, true}}) {
    HydroData data = hemisphere();
    ImpulseResponseOptions options;
    options.end_time = 60.0;
    options.times = times;
    add_radiation_irf(data, options);
    const auto sampling = radiation_kernel_sampling(data, 0);
    ASSERT_TRUE(sampling);
    const double step = 60.0 / static_cast<double>(times - 1);
    EXPECT_NEAR(sampling->step, step, 1e-9);
    EXPECT_EQ(step > kPi / sampling->fastest, aliased) << "Nyquist";
    if (aliased) {
      EXPECT_THAT(contradictions(data), ElementsAre(HasSubstr("the stored radiation kernel has a sample each 6 s")));
    } else {
      EXPECT_THAT(contradictions(data), IsEmpty()) << times;
    }
  }
}

// The part of int (omega B)^2 above the limit, by hand: for a constant omega B = 1 from 0.1 to 4 rad/s and an integral
// to 3 rad/s it is 1 / 3.9.
TEST(Contradictions, TheEnergyOutsideTheLimitsIsThatOfParseval) {
  HydroData data;
  for (int k = 1; k <= 40; ++k) data.omega.push_back(0.1 * k);
  HydroBody body;
  body.name = "band";
  body.displaced_volume = 1.0;
  for (const double w : data.omega) body.radiation_damping.push_back(MatrixX::Identity(6, 6) / w);
  for (int n = 0; n <= 100; ++n) {
    body.radiation_irf_time.push_back(0.1 * n);
    body.radiation_irf.push_back(MatrixX::Zero(6, 6));
  }
  for (int k = 0; k <= 290; ++k) body.radiation_irf_omega.push_back(0.1 + 0.01 * k);
  data.bodies.push_back(body);
  const auto sampling = radiation_kernel_sampling(data, 0);
  ASSERT_TRUE(sampling);
  EXPECT_NEAR(sampling->outside, 1.0 / 3.9, 1e-9);
  EXPECT_NEAR(sampling->fastest, 0.1 + 0.99 * 2.9, 1e-9) << "99 % of what lies within";
  EXPECT_NEAR(sampling->samples(), 2.0 * kPi / (0.1 * sampling->fastest), 1e-6);
}

}  // namespace
}  // namespace swell::hydro::contradictions_test
