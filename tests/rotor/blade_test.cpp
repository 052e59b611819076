// Blade elements against the actuator disc and the closed forms of an ideal rotor.
#include "swell/rotor/blade.h"

#include "swell_test/test.h"

namespace swell::blade_test {
namespace {

using rotor::Blade;

/// A profile without drag whose lift is 2 pi sin(attack), in fine steps.
rotor::Polar ideal_polar() {
  rotor::Polar polar;
  for (int i = -1800; i <= 1800; ++i) {
    polar.angle.push_back(0.1 * i * kDegree);
    polar.lift.push_back(2.0 * kPi * std::sin(polar.angle.back()));
    polar.drag.push_back(0.0);
  }
  return polar;
}

/// Very many narrow blades (no loss at tip and hub) that take the optimum at this tip-speed ratio: axial induction a,
/// tangential a' from the energy equation a (1 - a) = a' (1 + a') x^2 of a rotor without drag, attack of 5 deg.
Blade ideal_blade(double tip_speed_ratio, double a) {
  Blade blade;
  blade.count = 100000;
  blade.tip_radius = 1.0;
  blade.polars = {ideal_polar()};
  const double attack = 5.0 * kDegree, lift = 2.0 * kPi * std::sin(attack);
  for (int i = 1; i <= 400; ++i) {
    const double r = i / 400.0, x = tip_speed_ratio * r;
    const double b = 0.5 * (std::sqrt(1.0 + 4.0 * a * (1.0 - a) / (x * x)) - 1.0);
    const double inflow = std::atan2(1.0 - a, x * (1.0 + b));
    const double solidity = 4.0 * a / (1.0 - a) * std::sin(inflow) * std::sin(inflow) / (lift * std::cos(inflow));
    blade.radius.push_back(r);
    blade.chord.push_back(solidity * 2.0 * kPi * r / blade.count);
    blade.twist.push_back(inflow - attack);
    blade.polar.push_back(0);
  }
  return blade;
}

TEST(Blade, AnIdealElementHasBetzsThrustAndInduction) {
  const double a = 1.0 / 3.0, ratio = 8.0;
  const Blade blade = ideal_blade(ratio, a);
  for (const double r : {0.25, 0.5, 0.75}) {  // at stations, where nothing is interpolated
    const rotor::Element e = rotor::solve_element(blade, r, ratio * r, 0.0);
    EXPECT_NEAR(e.axial, a, 1e-6);
    const double x = ratio * r;
    EXPECT_NEAR(e.axial * (1.0 - e.axial), e.tangential * (1.0 + e.tangential) * x * x, 1e-6);
    // Momentum of the ring: thrust per area over 1/2 rho U^2 is 4 a (1 - a) = 8/9.
    const double chord = blade.chord[static_cast<std::size_t>(400.0 * r) - 1];
    const double thrust = e.speed_ratio * e.speed_ratio * e.normal * blade.count * chord / (2.0 * kPi * r);
    EXPECT_NEAR(thrust, 8.0 / 9.0, 1e-6);
  }
}

TEST(Blade, AFastIdealRotorReachesBetzsLimit) {
  // The wake's rotation costs a share of order a / lambda^2 ln(lambda); elements at the hub, where it is large, are
  // 1/60 of the radius.
  const double ratio = 30.0;
  const rotor::Coefficients c = rotor::coefficients(ideal_blade(ratio, 1.0 / 3.0), 1.0, ratio, 0.0);
  swell_test::measured("ideal rotor at 30: C_T %.5f, C_P %.5f", c.thrust, c.torque * ratio);
  EXPECT_NEAR(c.thrust, 8.0 / 9.0, 3e-3);
  EXPECT_LT(c.torque * ratio, 16.0 / 27.0);
  EXPECT_GT(c.torque * ratio, 0.99 * 16.0 / 27.0);
}

TEST(Blade, NoRotorTakesMoreThanBetzsLimitAndLossesOnlyTake) {
  Blade blade = ideal_blade(7.0, 1.0 / 3.0);
  const int many = blade.count;
  for (const double ratio : {3.0, 7.0, 11.0}) {
    for (const double pitch : {-3.0, 0.0, 5.0}) {
      const double whole = rotor::coefficients(blade, 1.0, ratio, pitch * kDegree).torque * ratio;
      EXPECT_LT(whole, 16.0 / 27.0);
      Blade three = blade;
      three.count = 3;
      for (double& chord : three.chord) chord *= many / 3.0;
      const double lossy = rotor::coefficients(three, 1.0, ratio, pitch * kDegree).torque * ratio;
      EXPECT_LT(lossy, 16.0 / 27.0);
      if (ratio == 7.0 && pitch == 0.0) EXPECT_LT(lossy, whole);
    }
  }
}

// Buhl's thrust meets the momentum theory at an induction of 0.4 with the same slope, and goes on to 2 at 1.
TEST(Blade, ThrustGoesOnSmoothlyIntoTheTurbulentWake) {
  double last = 0.0, last_slope = 0.0;
  for (double a = 0.3; a < 0.6; a += 0.01) {
    const Blade blade = ideal_blade(6.0, a);  // its solidity is that of momentum theory at a
    const rotor::Element e = rotor::solve_element(blade, 0.5, 3.0, 0.0);
    const double chord = blade.chord[199];
    const double thrust = e.speed_ratio * e.speed_ratio * e.normal * blade.count * chord / kPi;
    const double expected = e.axial <= 0.4
                                ? 4.0 * e.axial * (1.0 - e.axial)
                                : 8.0 / 9.0 + (4.0 - 40.0 / 9.0) * e.axial + (50.0 / 9.0 - 4.0) * e.axial * e.axial;
    EXPECT_NEAR(thrust, expected, 1e-5) << a;
    if (last > 0.0) EXPECT_GT(thrust, last);
    if (last_slope > 0.0) EXPECT_LT(std::abs(thrust - last - last_slope), 0.01);
    last_slope = last > 0.0 ? thrust - last : 0.0;
    last = thrust;
  }
}

TEST(Blade, RefusesPolarThatEndsEarly) {
  const auto path = std::filesystem::temp_directory_path() / "swell-rotor-polar.txt";
  const auto refused = [&](const char* rows) {
    std::ofstream(path) << rows;
    try {
      rotor::read_polar(path, Origin{});
    } catch (const InputError& error) {
      return error.diagnostics().front().text().find("Viterna") != std::string::npos;
    }
    return false;
  };
  EXPECT_TRUE(refused("-20 -1 0.1\n0 0 0.01\n20 1 0.1\n"));
  EXPECT_TRUE(refused("-180 0 0.1\n0 0 0.01\n90 0 1.2\n"));
  EXPECT_FALSE(refused("-180 0 0.1\n0 0 0.01\n180 0 0.1\n"));
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace swell::blade_test
