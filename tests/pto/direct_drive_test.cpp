#include "swell/pto/direct_drive.h"

#include "swell_test/test.h"

namespace swell::pto::direct_drive_test {
namespace {

constexpr double kPi = 3.14159265358979323846;

LinearGenerator machine() {
  LinearGenerator g;
  g.pole_pitch = 0.072;
  g.magnet_flux = 8.0;
  g.winding_resistance = 4.58;
  g.inductance = 0.285;
  g.load_resistance = 117.6471;
  g.friction = 100.0;
  g.initial_flux_d = 8.0;
  return g;
}

// Classic Runge-Kutta over the generator's three states, with the energy balance beside.
struct Balance {
  double absorbed = 0.0, electrical = 0.0, copper = 0.0, friction = 0.0;
};
Balance drive(const LinearGenerator& g, double* x, double t_end, int n) {
  const auto velocity = [](double t) { return 0.5 * std::sin(t); };
  const double h = t_end / n;
  Balance balance;
  const auto add = [&](double t, double weight) {
    const LinearGeneratorOutput o = outputs(g, x, velocity(t));
    balance.absorbed += weight * o.absorbed_power;
    balance.electrical += weight * o.electrical_power;
    balance.copper += weight * o.copper_loss;
    balance.friction -= weight * o.friction_force * velocity(t);
  };
  for (int i = 0; i < n; ++i) {
    const double t = i * h;
    add(t, 0.5 * h);
    double k[4][3], y[3];
    rates(g, x, velocity(t), k[0]);
    for (int s = 1; s < 4; ++s) {
      const double c = s == 3 ? 1.0 : 0.5;
      for (int j = 0; j < 3; ++j) y[j] = x[j] + c * h * k[s - 1][j];
      rates(g, y, velocity(t + c * h), k[s]);
    }
    for (int j = 0; j < 3; ++j) x[j] += h / 6.0 * (k[0][j] + 2.0 * k[1][j] + 2.0 * k[2][j] + k[3][j]);
    add(t + h, 0.5 * h);
  }
  return balance;
}

TEST(LinearGenerator, ClosesItsEnergyBalance) {
  const LinearGenerator g = machine();
  double x[3];
  initial_state(g, x);
  const double before = outputs(g, x, 0.0).magnetic_energy;
  const Balance b = drive(g, x, 10.0, 100000);
  const double after = outputs(g, x, 0.5 * std::sin(10.0)).magnetic_energy;
  EXPECT_GT(b.electrical, 0.0);
  EXPECT_NEAR(b.absorbed, b.electrical + b.copper + b.friction + after - before, 1e-6 * b.absorbed);
}

TEST(LinearGenerator, AtConstantSpeedReachesTheStationaryCurrent) {
  const LinearGenerator g = machine();
  double x[3];
  initial_state(g, x);
  const double v = 0.3, h = 1e-4;
  for (int i = 0; i < 20000; ++i) {
    double r[3];
    rates(g, x, v, r);
    for (int j = 0; j < 3; ++j) x[j] += h * r[j];
  }
  // 0 = -R i_d + w L i_q, 0 = -R i_q - w (l_f + L i_d).
  const double w = kPi * v / g.pole_pitch, r = g.winding_resistance + g.load_resistance, l = g.inductance;
  const double i_q = -w * g.magnet_flux * r / (r * r + w * w * l * l);
  const LinearGeneratorOutput o = outputs(g, x, v);
  EXPECT_NEAR(o.force, -g.friction * v + kPi / g.pole_pitch * g.magnet_flux * i_q, 1e-6 * std::abs(o.force));
  EXPECT_LT(o.force, 0.0);
  // Phases: three currents that sum to zero and carry the same power.
  EXPECT_NEAR(o.current[0] + o.current[1] + o.current[2], 0.0, 1e-12);
  double power = 0.0;
  for (int k = 0; k < 3; ++k) power += o.current[k] * o.voltage[k];
  EXPECT_NEAR(power, o.electrical_power, 1e-9 * power);
}

TEST(RotaryGenerator, IsTheLinearOneOnARadius) {
  const RotaryGenerator g{2.0, machine()};
  double x[3];
  initial_state(g.linear, x);
  x[1] = -0.1;
  const LinearGeneratorOutput rotary = outputs(g, x, 0.25), linear = outputs(g.linear, x, 0.5);
  EXPECT_DOUBLE_EQ(rotary.force, 2.0 * linear.force);
  EXPECT_DOUBLE_EQ(rotary.absorbed_power, linear.absorbed_power);
}

TEST(SimpleDirectDrive, ClosesItsPowerBalance) {
  SimpleDirectDrive d;
  d.torque_constant = 6.17;
  d.gear_ratio = 12.5;
  d.inertia = 2.0;
  d.friction = 1.5;
  d.resistance = 0.5;
  d.inductance = 0.01;
  const double torque = -300.0, v = 0.8, a = 0.3;
  const SimpleDirectDriveOutput o = outputs(d, torque, -4000.0, v, a);
  EXPECT_DOUBLE_EQ(reflected_mass(d), 312.5);
  EXPECT_DOUBLE_EQ(o.generator_force, -3750.0);
  const double kinetic = reflected_mass(d) * v * a, friction = -o.friction_force * v;
  // Mechanical power = kinetic + friction - electrical at the terminals + copper loss.
  EXPECT_NEAR(o.absorbed_power, kinetic + friction - (o.electrical_power - o.copper_loss), 1e-9);
  EXPECT_DOUBLE_EQ(rate(d, torque, -4000.0), (-320.0 + 300.0) * 50.0);
  d.inductance = 0.0;
  EXPECT_DOUBLE_EQ(outputs(d, 0.0, -4000.0, v, a).generator_force, -4000.0);
}

}  // namespace
}  // namespace swell::pto::direct_drive_test
