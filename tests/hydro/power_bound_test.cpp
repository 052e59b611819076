// The most power that bodies can take from waves: closed forms, and the law that nothing exceeds it.
#include "swell/hydro/power_bound.h"

#include "swell/base/constants.h"
#include "swell/hydro/bemio_h5.h"
#include "swell_test/test.h"

namespace swell::hydro::power_bound_test {
namespace {

std::vector<HydroBodyRef> sphere() {
  static const auto data = std::make_shared<const HydroData>(
      read_bemio_h5((swell_test::source_folder() / "inputs/sphere/hemisphere.h5").string()));
  return {{data, 0, 0}};
}

waves::SeaState sea_of(waves::WaveSpec spec) {
  return waves::make_sea_state({std::move(spec)}, waves::WaterProperties{}, waves::FrequencyRange{0.3, 2.0, false},
                               waves::Ramp{0.0}, {}, {});
}

// A heaving body of revolution takes what waves carry over 1/k of their crest, surge and heave together three times
// that [Falnes2002, 6.1]. The data meet Haskind's relations to 3e-4, splines between their lines to 1e-3.
TEST(PowerBound, OfABodyOfRevolutionIsThatOfItsWavelength) {
  const auto bodies = sphere();
  const RadiationCoefficients radiation(bodies, 1000.0, true);
  for (const double period : {4.0, 6.0, 9.0}) {
    const waves::SeaState sea = sea_of(waves::RegularWave{2.0, period, 0.0, 0.0, {}});
    const LinearExcitation excitation(bodies, sea);
    const double over_k = sea.systems()[0].power / sea.components().wavenumber[0];
    EXPECT_NEAR(greatest_power(excitation, radiation, {2}) / over_k, 1.0, 4e-3) << period;
    EXPECT_NEAR(greatest_power(excitation, radiation, {0, 1, 2}) / over_k, 3.0, 1.2e-2) << period;
  }
}

// Absorbed are Re(F* v)/2 - v* B v/2 at each frequency: at most the bound, and the bound at v = B^-1 F/2.
TEST(PowerBound, NoVelocityTakesMore) {
  const auto bodies = sphere();
  const RadiationCoefficients radiation(bodies, 1000.0, true);
  waves::IrregularWave spec;
  spec.significant_height = 2.0;
  spec.peak_period = 7.0;
  spec.count = 40;
  const waves::SeaState sea = sea_of(spec);
  const LinearExcitation excitation(bodies, sea);
  const std::vector<int> rows = {0, 1, 2};
  const double bound = greatest_power(excitation, radiation, rows);
  std::mt19937 random(5);
  std::normal_distribution<double> any;
  for (int trial = 0; trial < 50; ++trial) {
    double best = 0.0, power = 0.0;
    for (Eigen::Index i = 0; i < excitation.omega().size(); ++i) {
      const MatrixX B = radiation.damping(excitation.omega()[i])(rows, rows);
      const Eigen::VectorXcd F = excitation.amplitudes(i)(rows), optimum = 0.5 * B.llt().solve(F);
      const auto absorbed = [&](const Eigen::VectorXcd& v) {
        return 0.5 * F.dot(v).real() - 0.5 * v.dot(B * v).real();
      };
      Eigen::VectorXcd v = optimum;
      for (auto& entry : v) entry *= std::complex<double>(1.0 + 0.3 * any(random), 0.3 * any(random));
      best += absorbed(optimum);
      power += absorbed(v);
    }
    EXPECT_LT(power, bound);
    EXPECT_NEAR(best, bound, 1e-5 * bound) << "1e-6 of the diagonal keeps the matrix positive";
  }
}

// Waves of one frequency act together: equal ones in phase give four times the power of one.
TEST(PowerBound, WavesOfOneFrequencyActTogether) {
  const auto bodies = sphere();
  const RadiationCoefficients radiation(bodies, 1000.0, true);
  const waves::RegularWave wave{2.0, 6.0, 0.0, 0.0, {}};
  const waves::SeaState one = sea_of(wave),
                        two = waves::make_sea_state({wave, wave}, waves::WaterProperties{},
                                                    waves::FrequencyRange{0.3, 2.0, false}, waves::Ramp{0.0}, {}, {});
  EXPECT_NEAR(greatest_power(LinearExcitation(bodies, two), radiation, {2}),
              4.0 * greatest_power(LinearExcitation(bodies, one), radiation, {2}), 1e-6);
}

TEST(PowerBound, IsInfiniteWhereNothingRadiates) {
  const auto bodies = sphere();
  HydroData still = *bodies[0].data;
  for (MatrixX& damping : still.bodies[0].radiation_damping) damping.setZero();
  for (MatrixX& kernel : still.bodies[0].radiation_irf) kernel.setZero();
  const std::vector<HydroBodyRef> copy = {{std::make_shared<const HydroData>(still), 0, 0}};
  const waves::SeaState sea = sea_of(waves::RegularWave{2.0, 6.0, 0.0, 0.0, {}});
  EXPECT_EQ(greatest_power(LinearExcitation(copy, sea), RadiationCoefficients(copy, 1000.0, true), {2}), HUGE_VAL);
  EXPECT_EQ(greatest_power(LinearExcitation(copy, sea), RadiationCoefficients(copy, 1000.0, true), {}), 0.0);
}

}  // namespace
}  // namespace swell::hydro::power_bound_test
