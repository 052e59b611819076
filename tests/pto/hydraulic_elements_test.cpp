// Oracles H6, H7 and H10, the cylinder's oil spring, motor and generator laws.
#include <Eigen/LU>

#include "swell/network/basic.h"
#include "swell/network/solver.h"
#include "swell/network/vessel.h"
#include "swell/pto/hydraulic_train.h"
#include "swell_test/test.h"

namespace swell::pto::hydraulic_elements_test {
namespace {

using network::Circuit;
using network::Domain;
using network::Method;
using network::Network;
using network::NetworkSolver;
using network::over_source;
using network::SolverOptions;
using network::Workspace;

constexpr double kPi = 3.14159265358979323846;

struct Runner {
  Runner(Network n, SolverOptions o) : solver(std::move(n), o), work(solver.network()), state(solver.state_size()) {
    for (const auto& p : solver.network().inputs()) inputs.push_back(p.initial);
    end.resize(solver.network().outputs().size());
    mean.resize(end.size());
    solver.initialise(0.0, inputs.data(), state.data(), work);
  }
  void step(double dt, const std::vector<double>& next) {
    solver.advance(t, dt, inputs.data(), next.data(), state.data(), state.data(), end.data(), mean.data(), work);
    inputs = next;
    t += dt;
  }
  double at(const std::string& name) const { return solver.value(state.data(), solver.network().unknown(name)); }
  double out(const std::string& name) const { return end[solver.network().output(name)]; }
  double average(const std::string& name) const { return mean[solver.network().output(name)]; }

  NetworkSolver solver;
  Workspace work;
  std::vector<double> state, inputs, end, mean;
  double t = 0.0;
};

SolverOptions fixed_steps(int n, Method method = Method::sdirk2) {
  SolverOptions o;
  o.adaptive = false;
  o.fixed_steps = n;
  o.method = method;
  return o;
}

Network motor_and_flywheel() {
  MotorParameters m;
  m.displacement = 1e-5;
  network::FlywheelParameters f;
  f.inertia = 2.0;
  f.damping = 0.5;
  Circuit c;
  c.add("pump", network::through_source(Domain::hydraulic, 1e-3))
      .add("line", network::capacity(Domain::hydraulic, 1e-10, 0.0))
      .add("motor", HydraulicMotor(m))
      .add("tank", over_source(Domain::hydraulic, 0.0))
      .add("wheel", network::flywheel(f))
      .connect({"pump.port", "line.port", "motor.high"})
      .connect({"motor.low", "tank.port"})
      .connect({"motor.shaft", "wheel.port"});
  return c.build();
}

TEST(MotorFlywheelCapacity, FollowsTheDampedOscillationWithOrderTwo) {
  struct Row {
    double t, speed, pressure;
  };
  for (const Row& row :
       {Row{1, 22.1123884, 9235212.615}, Row{5, 153.6832330, 5131977.414}, Row{10, 74.4379272, 6299245.266}}) {
    double previous = 0.0;
    for (const int n : {500, 1000}) {
      Runner run(motor_and_flywheel(), fixed_steps(n));
      run.step(row.t, run.inputs);
      const double error = std::abs(run.at("wheel.speed") - row.speed);
      EXPECT_LT(error, 2e-2 * std::pow(500.0 / n, 2));
      EXPECT_NEAR(run.at("line.level"), row.pressure, 2e3);
      if (previous > 0.0) {
        EXPECT_NEAR(std::log2(previous / error), 2.0, 0.1);
      }
      previous = error;
    }
  }
}

TEST(CylinderOnRectifier, IsACoulombDamper) {
  constexpr double area = 0.1, p_high = 1.1e7, p_low = 1e6, amplitude = 1.5, period = 8.0;
  CylinderParameters cylinder;
  cylinder.area_a = cylinder.area_b = area;
  Circuit c;
  c.add("cylinder", IncompressibleCylinder(cylinder))
      .add("high", over_source(Domain::hydraulic, p_high))
      .add("low", over_source(Domain::hydraulic, p_low));
  add_rectifier(c, "valve", network::CheckValveParameters{0.0, 1.0, 1e-16}, "cylinder.a", "cylinder.b", "high.port",
                "low.port");
  Runner run(c.build(), fixed_steps(1));
  const std::size_t velocity = run.solver.network().input("cylinder.velocity");
  const int n = 1000;
  double energy = 0.0, flow = 0.0;
  const double w = 2.0 * kPi / period;
  std::vector<double> next = run.inputs;
  run.inputs[velocity] = amplitude * w;
  for (int i = 1; i <= n; ++i) {
    const double t = period * i / n;
    next[velocity] = amplitude * w * std::cos(w * t);
    run.step(period / n, next);
    energy += period / n * run.average("cylinder.absorbed_power");
    flow -= run.at("high.port.through") < 0.0 ? 0.0 : -run.at("high.port.through") / n;
    if (std::abs(next[velocity]) > 0.05) {
      EXPECT_NEAR(run.out("cylinder.force"), -std::copysign(1e6, next[velocity]), 1.0);
    }
  }
  // Velocity interpolated linearly: the trapezoidal rule of |v|, good to (w h)^2 / 12 and one kink.
  EXPECT_NEAR(energy, 6e6, 6e6 * 1e-4);
  EXPECT_NEAR(energy / period, 7.5e5, 75.0);
  EXPECT_NEAR(flow, 0.075, 0.075 * 1e-3);
}

TEST(CompressibleCylinder, LockedInMidStrokeIsTheOilSpringOfTheReference) {
  CylinderParameters p = rm3_hydraulic_train().cylinder;
  Circuit c;
  c.add("cylinder", CompressibleCylinder(p))
      .add("a", network::closed(Domain::hydraulic))
      .add("b", network::closed(Domain::hydraulic))
      .connect({"cylinder.a", "a.port"})
      .connect({"cylinder.b", "b.port"});
  Runner run(c.build(), fixed_steps(10));
  const std::size_t v = run.solver.network().input("cylinder.velocity");
  const std::size_t x = run.solver.network().input("cylinder.position");
  std::vector<double> next = run.inputs;
  run.inputs[v] = 1e-3;
  next[v] = 1e-3;
  next[x] = 1e-3;
  run.step(1.0, next);
  EXPECT_NEAR(run.out("cylinder.force"), -4.0176e3, 1e-3 * 4.0176e3);
}

TEST(Cylinder, EndStopsPushBackAndNeverPull) {
  RodLimits rod;
  rod.x_min = -1.0;
  rod.x_max = 1.0;
  rod.stop_stiffness = 1e6;
  rod.stop_damping = 1e5;
  EXPECT_DOUBLE_EQ(rod_stop(rod, 0.5, 1.0), 0.0);
  EXPECT_DOUBLE_EQ(rod_stop(rod, 1.1, 0.0), 1e6 * (1.1 - 1.0));
  EXPECT_DOUBLE_EQ(rod_stop(rod, 1.01, -1.0), 0.0);
  EXPECT_LT(rod_stop(rod, -1.1, 0.0), 0.0);
}

TEST(Generator, CurrentRisesWithItsTimeConstant) {
  CircuitGeneratorParameters g;
  g.armature_resistance = 1.0;
  g.armature_inductance = 0.1;
  g.voltage_constant = 1.0;
  g.load_resistance = 9.0;
  Circuit c;
  c.add("generator", CircuitGenerator(g))
      .add("drive", over_source(Domain::rotational, 100.0))
      .connect({"generator.shaft", "drive.port"});
  double previous = 0.0;
  for (const int n : {20, 40}) {
    Runner run(c.build(), fixed_steps(n));
    run.step(0.01, run.inputs);
    const double error = std::abs(run.out("generator.current") - 6.321205588);
    EXPECT_LT(error, 5e-3);
    if (previous > 0.0) {
      EXPECT_NEAR(std::log2(previous / error), 2.0, 0.1);
    }
    previous = error;
    run.step(1.0, run.inputs);
    EXPECT_NEAR(run.out("generator.electrical_power"), 900.0, 1e-6);
  }
}

TEST(Generator, SpeedControlHoldsTheReference) {
  CircuitGeneratorParameters g;
  g.armature_resistance = g.armature_inductance = g.voltage_constant = 0.8;
  g.control = SpeedControl{};
  network::FlywheelParameters f;
  f.inertia = 0.8;
  f.damping = 0.1;
  Circuit c;
  c.add("generator", CircuitGenerator(g))
      .add("wheel", network::flywheel(f))
      .add("torque", network::through_source(Domain::rotational, 20.0))
      .connect({"generator.shaft", "wheel.port", "torque.port"});
  SolverOptions o;
  o.tolerance = 1e-2;
  Runner run(c.build(), o);
  for (int i = 0; i < 3000; ++i) run.step(0.1, run.inputs);
  EXPECT_NEAR(run.out("wheel.speed") * 60.0 / (2.0 * kPi), 1000.0, 1.0);
}

TEST(Motor, EfficienciesActAgainstThePowerFlowAndChangeSmoothly) {
  MotorParameters p;
  p.displacement = 1e-5;
  p.losses = EfficiencyMotor{Table2(0.9), Table2(0.8), 100.0};
  const MotorFlowTorque motoring = motor(p, 1.0, 1e7, 100.0);
  EXPECT_NEAR(motoring.flow, 1e-3 / 0.9, 1e-12);
  EXPECT_NEAR(motoring.torque, 80.0, 1e-9);
  const MotorFlowTorque pumping = motor(p, 1.0, 1e7, -100.0);
  EXPECT_NEAR(pumping.flow, -1e-3 * 0.9, 1e-12);
  EXPECT_NEAR(pumping.torque, 125.0, 1e-9);
  // The loss is never negative, on the way from one to the other neither.
  for (double w = -2.0; w <= 2.0; w += 0.01) {
    const MotorFlowTorque m = motor(p, 1.0, 1e7, w);
    EXPECT_GE(m.flow * 1e7 - m.torque * w, -1e-9) << w;
  }
}

// Jacobian of a component against central differences of its own residuals and rates.
void derivatives_agree(const network::Component& c, std::vector<double> over, std::vector<double> through,
                       std::vector<double> state, const std::vector<double>& input, double tolerance) {
  const network::Spec spec = c.spec();
  const std::size_t nt = over.size(), ns = state.size(), nr = spec.residuals.size(), rows = nr + ns,
                    width = 2 * nt + ns;
  const auto value = [&] {
    std::vector<double> out(rows);
    c.evaluate({0.0, over.data(), through.data(), nullptr, state.data(), input.data()}, out.data(), out.data() + nr);
    return out;
  };
  std::vector<double> block(rows * width, 0.0);
  network::Jacobian jacobian(block.data(), nt, 0, ns, nr);
  c.jacobian({0.0, over.data(), through.data(), nullptr, state.data(), input.data()}, jacobian);
  for (std::size_t j = 0; j < width; ++j) {
    double& x = j < nt ? over[j] : j < 2 * nt ? through[j - nt] : state[j - 2 * nt];
    const double kept = x, h = 1e-5 * std::max(1.0, std::abs(x));
    x = kept + h;
    const std::vector<double> up = value();
    x = kept - h;
    const std::vector<double> down = value();
    x = kept;
    for (std::size_t r = 0; r < rows; ++r) {
      const double slope = (up[r] - down[r]) / (2.0 * h);
      EXPECT_NEAR(block[r * width + j], slope, tolerance * std::abs(slope) + 1e-11) << "row " << r << ", column " << j;
    }
  }
}

TEST(Generator, DerivativesAreThoseOfDifferences) {
  CircuitGeneratorParameters g;
  g.armature_resistance = g.armature_inductance = g.voltage_constant = 0.8;
  g.load_resistance = 3.0;
  derivatives_agree(CircuitGenerator(g), {90.0}, {4.0}, {12.0}, {3.0}, 1e-6);
  for (const double integral : {500.0, -1e9, 1e10}) {  // within the limits of the load, below and above
    g.control = SpeedControl{};
    derivatives_agree(CircuitGenerator(g), {90.0}, {4.0}, {12.0, integral}, {}, 1e-6);
    derivatives_agree(CircuitGenerator(g), {120.0}, {4.0}, {12.0, integral}, {}, 1e-6);
  }
}

TEST(Motor, DerivativesAreThoseOfDifferences) {
  MotorParameters p;
  p.displacement = 2e-5;
  const auto check = [&](double high, double speed) {
    derivatives_agree(HydraulicMotor(p), {high, 3e6, speed}, {1e-3, -1e-3, -200.0}, {}, {0.7}, 2e-5);
  };
  check(1.5e7, 100.0);
  p.losses = EfficiencyMotor{Table2(0.9), Table2(0.85), 100.0};
  check(1.5e7, 100.0);
  check(3.1e6, 20.0);   // between motor and pump
  check(1.5e7, -40.0);  // pump
}

TEST(MapGenerator, TakesTheTorqueOfItsMapAndLimits) {
  MapGeneratorParameters g;
  g.efficiency = Table2({0.0, 100.0}, {0.0, 50.0}, {0.5, 0.7, 0.6, 0.9}, "efficiency");
  g.largest_torque = 40.0;
  Circuit c;
  c.add("generator", MapGenerator(g))
      .add("drive", over_source(Domain::rotational, 50.0))
      .connect({"generator.shaft", "drive.port"});
  Runner run(c.build(), fixed_steps(1));
  run.step(0.1, {25.0});
  EXPECT_NEAR(run.out("generator.electrical_power"), 25.0 * 50.0 * 0.675, 1e-9);
  EXPECT_NEAR(run.at("generator.shaft.through"), 25.0, 1e-9);
  run.step(0.1, {100.0});
  EXPECT_NEAR(run.out("generator.torque"), 40.0, 1e-12);
  EXPECT_NEAR(electrical_power(Table2(0.8), -10.0, 5.0), -62.5, 1e-12);
}

}  // namespace
}  // namespace swell::pto::hydraulic_elements_test
