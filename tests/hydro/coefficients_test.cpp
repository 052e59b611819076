#include "swell/hydro/coefficients.h"

#include "h5_files.h"
#include "swell/hydro/bemio_h5.h"
#include "swell/hydro/radiation_convolution.h"
#include "swell_test/test.h"

namespace swell::hydro::coefficients_test {
namespace {

TEST(Coefficients, Rm3AtEightSecondsAreTheNumbersOfWecSim) {
  SWELL_TEST_DATA(path, "rm3/rm3.h5", "WEC-Sim/WEC-Sim");
  const auto bodies = bodies_of(path.string());
  const double omega = 2.0 * kPi / 8.0;
  const RadiationCoefficients radiation(bodies, 1000.0, false);
  const MatrixX A = radiation.added_mass(omega);
  const MatrixX B = radiation.damping(omega);
  EXPECT_NEAR(A(2, 2), 1446789.285, 1e-3);
  EXPECT_NEAR(A(8, 8), 8908653.154, 1e-3);
  EXPECT_NEAR(B(2, 2), 587279.673, 1e-3);
  EXPECT_NEAR(B(8, 8), 121439.920, 1e-3);
  EXPECT_EQ(A(2, 8), 0.0) << "body to body is off";
  EXPECT_NEAR(radiation.added_mass_infinite()(2, 2), 1232838.0, 1.0);
  EXPECT_NEAR(radiation.added_mass_infinite()(8, 8), 8918842.0, 1.0);
  const RadiationCoefficients coupled(bodies, 1000.0, true);
  EXPECT_NE(coupled.added_mass(omega)(2, 8), 0.0);
  EXPECT_EQ(coupled.added_mass(omega)(2, 2), A(2, 2));
  // Adjustment of section 4.1 as a check on surge and sway too: 2 (A11 + A22 + A33).
  EXPECT_NEAR(2.0 * A.diagonal().head<3>().sum(), 4072058.744, 1e-2);
  EXPECT_NEAR(2.0 * A.diagonal().segment<3>(6).sum(), 21030891.658, 1e-2);

  const ExcitationCoefficients float_waves(bodies[0], 1000.0, 9.81, Interpolation::wec_sim);
  const ExcitationCoefficients spar_waves(bodies[1], 1000.0, 9.81);
  const Eigen::VectorXcd X1 = float_waves.at(omega, 0.0);
  const Eigen::VectorXcd X2 = spar_waves.at(omega, 0.0);
  EXPECT_NEAR(X1(2).real(), 1444829.625, 2e-3);
  EXPECT_NEAR(X1(2).imag(), 447276.985, 2e-3);
  EXPECT_NEAR(X2(2).real(), -657946.928, 2e-3);
  EXPECT_NEAR(X2(2).imag(), -203681.277, 2e-3);
}

// The memory is an integral over the range: of one frequency there is none, and a kernel would be invented.
TEST(Coefficients, OfOneFrequencyWithoutAKernelAreRefusedByName) {
  HydroData data = read_bemio_h5((swell_test::source_folder() / "inputs/sphere/hemisphere.h5").string());
  HydroBody& body = data.bodies[0];
  data.omega.resize(1);
  body.added_mass.resize(1);
  body.radiation_damping.resize(1);
  body.radiation_irf.clear();
  body.radiation_irf_time.clear();
  {
    const std::string refused = swell_test::refusal_of([&] {
      const RadiationCoefficients radiation({{std::make_shared<const HydroData>(data), 0}}, 1000.0, false);
    });
    EXPECT_THAT(refused, HasSubstr("has no radiation damping at more than one frequency"));
    EXPECT_THAT(refused, HasSubstr("hemisphere.h5"));
  }
}

/// B and K of one exponential: K = exp(-a t) has int K cos = a / (a^2 + w^2).
HydroData exponential_body(double a) {
  HydroData data;
  data.file = "exponential.h5";
  for (int k = 1; k <= 400; ++k) data.omega.push_back(0.05 * k);
  data.direction = {0.0, 90.0, 180.0, 270.0};
  HydroBody body;
  body.name = "buoy";
  body.restoring_stiffness = MatrixX::Zero(6, 6);
  for (const double w : data.omega) {
    body.radiation_damping.push_back(MatrixX::Identity(6, 6) * w * w / (w * w + a * a) / (w * w + a * a) / w);
    body.added_mass.push_back(MatrixX::Identity(6, 6));
  }
  for (const double degrees : data.direction) {
    body.excitation.emplace_back();
    for (const double w : data.omega) {
      Eigen::VectorXcd X = Eigen::VectorXcd::Zero(6);
      X(0) = std::complex<double>(0.0, w * std::cos(degrees * kDegree));
      X(1) = std::complex<double>(0.0, w * std::sin(degrees * kDegree));
      body.excitation.back().push_back(X);
    }
  }
  data.bodies.push_back(body);
  return data;
}

TEST(Coefficients, AKernelThatTheFileLacksComesFromTheDamping) {
  const double a = 1.2;
  const auto data = std::make_shared<const HydroData>(exponential_body(a));
  const RadiationCoefficients radiation({{data, 0}}, 1.0, true);
  ASSERT_FALSE(radiation.notes().empty());
  // omega B' = w^2/(w^2 + a^2)^2 has the kernel exp(-a t)(1 - a t)/(2 a); truncated at 20 rad/s it misses 2/pi/20.
  const auto K = radiation.kernel(0.25, 40);
  for (std::size_t k = 4; k < K.size(); ++k) {
    const double t = 0.25 * static_cast<double>(k);
    EXPECT_NEAR(K[k](2, 2), std::exp(-a * t) * (1.0 - a * t) / (2.0 * a), 4e-3) << t;
  }
}

TEST(Coefficients, HeadingsThatGoAllRoundAreInterpolatedAcrossTheirEnds) {
  const auto data = std::make_shared<const HydroData>(exponential_body(1.0));
  const ExcitationCoefficients waves({data, 0}, 1.0, 1.0);
  EXPECT_TRUE(waves.all_round());
  EXPECT_NEAR(waves.at(2.0, 90.0 * kDegree)(1).imag(), 2.0, 1e-12);
  EXPECT_NEAR(waves.at(2.0, -90.0 * kDegree)(1).imag(), -2.0, 1e-12);
  // Four headings carry a cubic: cos 315 degrees within its interpolation error.
  EXPECT_NEAR(waves.at(2.0, -45.0 * kDegree)(0).imag(), 2.0 * std::cos(45.0 * kDegree), 0.3);
  EXPECT_NEAR(waves.at(2.0, -45.0 * kDegree)(0).imag(), waves.at(2.0, 315.0 * kDegree)(0).imag(), 1e-12);
  const ExcitationCoefficients bilinear({data, 0}, 1.0, 1.0, Interpolation::wec_sim);
  EXPECT_NEAR(bilinear.at(2.01, 45.0 * kDegree)(0).imag(), 2.01 * 0.5, 1e-12);
}

TEST(Coefficients, PeriodsAndDirectionsOutsideTheDataAreErrorsThatNameTheRange) {
  const HydroData data = exponential_body(1.0);
  EXPECT_THAT(swell_test::refusal_of([&] {
                check_frequency_range(data, 2.0 * kPi / 200.0, Origin{"case.yaml", 4, 20, "waves.period"});
              }),
              HasSubstr("case.yaml:4:20: wave period 200 s is outside the BEM range 0.3142 to 125.7 s of "
                        "exponential.h5"));
  EXPECT_NO_THROW(check_frequency_range(data, 1.0, {}));
  HydroData narrow = data;
  narrow.direction = {0.0, 10.0, 20.0, 30.0};
  const ExcitationCoefficients waves({std::make_shared<const HydroData>(narrow), 0}, 1.0, 1.0);
  EXPECT_THAT(swell_test::refusal_of([&] { waves.at(1.0, -20.0 * kDegree); }),
              HasSubstr("wave direction -20 degrees is outside the headings 0 to 30 degrees"));
}

}  // namespace
}  // namespace swell::hydro::coefficients_test
