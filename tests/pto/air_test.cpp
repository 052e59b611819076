// Air of water columns: first law of the chamber, similarity of the turbine.
#include "swell/pto/air.h"

#include "swell_test/test.h"

namespace swell::pto::air_test {
namespace {

// dE = -(p - p_a) dV + (int dp / rho) dm for any exponent: what the chamber holds is what went in.
TEST(AirChamber, StoredEnergyIsWorkAndFlowIn) {
  std::mt19937 random(1);
  const auto between = [&](double low, double high) { return std::uniform_real_distribution(low, high)(random); };
  for (int i = 0; i < 50; ++i) {
    AirChamberParameters p;
    p.area = between(1.0, 100.0);
    p.volume = between(100.0, 1000.0);
    p.exponent = i % 5 == 0 ? 1.0 : between(1.05, 1.6);
    const network::Element chamber = air_chamber(p);
    std::array<double, 2> input{0.0, between(-0.3, 0.3) * p.volume / p.area};
    std::array<double, 1> mass{p.volume * p.standard_density * between(0.8, 1.2)};
    const double zero = 0.0;
    const network::Point at{0.0, &zero, &zero, &zero, mass.data(), input.data()};
    std::array<double, 4> out{};
    chamber->outputs(at, out.data());
    const double over = out[2], pressure = over + network::kStandardPressure, n = p.exponent;
    const double ratio = pressure / network::kStandardPressure;
    const double flow_work = network::kStandardPressure / p.standard_density *
                             (n == 1.0 ? std::log(ratio) : n / (n - 1.0) * (std::pow(ratio, (n - 1.0) / n) - 1.0));
    const auto slope = [&](double& x, double step) {
      const double middle = x;
      x = middle + step;
      const double high = chamber->stored_energy(at);
      x = middle - step;
      const double low = chamber->stored_energy(at);
      x = middle;
      return (high - low) / (2.0 * step);
    };
    // Differences over 1e-4 of the volume: 1e-8 of the pressure.
    const double dx = 1e-4 * p.volume / p.area, dm = 1e-4 * mass[0];
    EXPECT_NEAR(slope(input[1], dx), over * p.area, 1e-5 * network::kStandardPressure * p.area);
    EXPECT_NEAR(slope(mass[0], dm), flow_work, 1e-5 * network::kStandardPressure / p.standard_density);
    EXPECT_NEAR(out[0], -over * p.area, 1e-9 * std::abs(out[0]));
  }
}

TEST(AirTurbine, FollowsItsCurveInBothDirections) {
  AirTurbineParameters p;
  p.diameter = 1.5;
  p.head = {0.0, 0.2, 0.8};
  p.flow = {0.0, 0.1, 0.2};
  p.power = {0.0, 0.01, 0.1};
  const network::Element turbine = air_turbine(p);
  const auto run = [&](double difference, double speed) {
    const std::array<double, 3> over{network::kStandardPressure + difference, network::kStandardPressure, speed},
        through{};
    const double zero = 0.0;
    std::array<double, 3> residual{};
    turbine->evaluate({0.0, over.data(), through.data(), &zero, &zero, &zero}, residual.data(), nullptr);
    return std::array<double, 2>{-residual[1], residual[2]};  // mass flow, torque
  };
  for (const double N : {20.0, 100.0}) {
    const double rho = p.standard_density, head = rho * N * N * 1.5 * 1.5, flow = rho * N * std::pow(1.5, 3),
                 torque = rho * N * N * std::pow(1.5, 5);
    EXPECT_NEAR(run(0.5 * head, N)[0], 0.15 * flow, 1e-9 * flow);
    EXPECT_NEAR(run(0.5 * head, N)[1], 0.0421875 * torque, 1e-9 * torque);
    EXPECT_NEAR(run(-0.5 * head, N)[0], -0.15 * flow, 1e-9 * flow);
    EXPECT_NEAR(run(-0.5 * head, N)[1], 0.0421875 * torque, 1e-9 * torque);
  }
  // At rest an orifice: flow with the root of the difference, torque with the difference, independent of the speed.
  EXPECT_NEAR(run(4000.0, 0.0)[0], 2.0 * run(1000.0, 0.0)[0], 1e-9);
  EXPECT_NEAR(run(4000.0, 1.0)[0], run(4000.0, 0.0)[0], 1e-9);
  EXPECT_NEAR(run(4000.0, 1.0)[1], 4.0 * run(1000.0, 0.0)[1], 1e-9);
}

}  // namespace
}  // namespace swell::pto::air_test
