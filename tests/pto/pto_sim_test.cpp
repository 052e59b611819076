// WEC-Sim's PTO-Sim blocks as built, and the network against them where they mean the same: forward-Euler integrators
// at the base rate, no empty accumulators, valves whose closed leakage flows uphill.
#include "swell/base/constants.h"
#include "swell/network/solver.h"
#include "swell/pto/hydraulic_motor.h"
#include "swell/pto/hydraulic_train.h"
#include "swell_test/test.h"

namespace swell::pto::pto_sim_test {
namespace {

namespace ptosim {

/// Q = C_d A_v sqrt(2 dp tanh(k_1 dp) / rho), A_v = A_min + (A_max - A_min)(1 + tanh(k_2 (dp - p_mid))) / 2. The root
/// is positive for negative dp too.
struct CheckValve {
  double discharge_coefficient, maximum_area, minimum_area, maximum_pressure, minimum_pressure, density, k1, k2;
};
double flow(const CheckValve& v, double dp) {
  const double middle = 0.5 * (v.maximum_pressure + v.minimum_pressure);
  const double area =
      v.minimum_area + 0.5 * (v.maximum_area - v.minimum_area) * (1.0 + std::tanh(v.k2 * (dp - middle)));
  return v.discharge_coefficient * area * std::sqrt(2.0 * dp * std::tanh(v.k1 * dp) / v.density);
}

/// p_0 (V_0 / (V_0 - volume))^1.4, volume = integral of the inflow.
double accumulator_pressure(double precharge, double gas_volume, double volume) {
  return precharge * std::pow(gas_volume / (gas_volume - volume), 1.4);
}

// RM3_cHydraulic_PTO.
constexpr double kPosition = 35.0, kStroke = 70.0, kArea = 0.0378, kBulk = 1.86e9, kPressure = 2.1333e7;
constexpr double kHigh = 2784.7 * 6894.75, kLow = 1392.4 * 6894.75, kGas = 8.5;
constexpr double kVolumetric = 0.9, kMechanical = 0.85, kElectrical = 0.8, kReference = 1000.0, kGain = 1e-3;
CheckValve rm3_valve() {
  const double least = 1e-8, range = 0.002 - least, middle = 0.75e6;
  return {0.61, 0.002, least, 1.5e6, 0.0, 850.0, 200.0, std::atanh((least - 0.5 * range) * 2.0 / range) / -middle};
}

/// Memory: p_A, p_B, oil in high, oil in low, current, speed [rad/s], integral of the error.
struct Train {
  double m[7] = {kPressure, kPressure, 0.0, 0.0, 0.0, 0.0, 0.0};
  double force() const { return kArea * (m[1] - m[0]); }
  double high() const { return accumulator_pressure(kHigh, kGas, m[2]); }
  double low() const { return accumulator_pressure(kLow, kGas, m[3]); }
  double speed() const { return m[5]; }

  /// One forward-Euler step of dt.
  void step(double dt, double position, double velocity) {
    const CheckValve valve = rm3_valve();
    const double displacement = displacement_from_cc_per_rev(120.0), p_c = high(), p_d = low();
    const double motor_flow = displacement * m[5] / kVolumetric;
    const double error = kReference - 60.0 / (2.0 * kPi) * m[5], load = kGain * (error + m[6]);
    const double q1 = flow(valve, m[0] - p_c), q2 = flow(valve, m[1] - p_c), q3 = flow(valve, p_d - m[1]),
                 q4 = flow(valve, p_d - m[0]);
    const double length_a = kPosition - position, length_b = position - kPosition + kStroke;
    const double rate[] = {kBulk / kArea * (kArea * velocity + q4 - q1) / length_a,
                           kBulk / kArea * (q3 - q2 - kArea * velocity) / length_b,
                           q1 + q2 - motor_flow,
                           motor_flow - q3 - q4,
                           (-kElectrical * m[5] - (kElectrical + load) * m[4]) / kElectrical,
                           (kElectrical * (m[4] - m[5]) + kMechanical * displacement * (p_c - p_d)) / kElectrical,
                           error};
    for (int i = 0; i < 7; ++i) m[i] += dt * rate[i];
  }
};

}  // namespace ptosim

TEST(PtoSim, ValveConstantIsThatOfTheRm3Example) {
  const ptosim::CheckValve valve = ptosim::rm3_valve();
  EXPECT_NEAR(valve.k2, 8.1374e-6, 1e-10);
  // Then the opening at p_min is twice A_min, and a closed valve leaks uphill.
  EXPECT_NEAR(ptosim::flow(valve, -1e6), 3e-7, 0.05e-7);
}

TEST(PtoSim, ForwardEulerConvergesToTheNetworkOfTheSameLaws) {
  HydraulicTrainParameters p = rm3_hydraulic_train();
  auto& valve = std::get<network::AreaCheckValveParameters>(p.valve);
  valve.tanh_gain = ptosim::rm3_valve().k2;
  valve.laminar_pressure = 100.0;
  p.generator.control->lower = -1e6;  // PTO-Sim does not limit the load
  const HydraulicTrain train = build_hydraulic_train(p);
  network::SolverOptions options;
  options.tolerance = 1e-3;
  const network::NetworkSolver solver(train.network, options);
  network::Workspace work(train.network);
  const double amplitude = 1.0, w = 2.0 * kPi / 8.0, t_end = 20.0;
  const auto v = [&](double t) { return amplitude * w * std::sin(w * t); };
  const auto x = [&](double t) { return amplitude * (1.0 - std::cos(w * t)); };

  std::vector<double> a, state(solver.state_size()), end(train.network.outputs().size());
  for (const auto& port : train.network.inputs()) a.push_back(port.initial);
  std::vector<double> b = a;
  solver.initialise(0.0, a.data(), state.data(), work);
  const double dt = 0.02;
  for (int i = 0; i < std::lround(t_end / dt); ++i) {
    b[train.velocity] = v((i + 1) * dt);
    b[train.position] = x((i + 1) * dt);
    solver.advance(i * dt, dt, a.data(), b.data(), state.data(), state.data(), end.data(), nullptr, work);
    a = b;
  }
  double previous = 0.0;
  for (const double h : {2e-3, 1e-3}) {
    ptosim::Train t;
    const long steps = std::lround(t_end / h);
    for (long i = 0; i < steps; ++i) t.step(h, x(static_cast<double>(i) * h), v(static_cast<double>(i) * h));
    EXPECT_NEAR(end[train.high_pressure], t.high(), 1e-3 * t.high());
    EXPECT_NEAR(end[train.low_pressure], t.low(), 1e-3 * t.low());
    EXPECT_NEAR(end[train.force], t.force(), 0.02 * std::abs(t.force()));
    EXPECT_NEAR(end[train.shaft_speed], t.speed(), 0.01 * t.speed());
    const double gap = std::abs(end[train.shaft_speed] - t.speed());
    if (previous > 0.0) {
      EXPECT_LT(gap, previous);
    }
    previous = gap;
  }
}

}  // namespace
}  // namespace swell::pto::pto_sim_test
