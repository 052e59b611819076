// A mass on a spring driven against an oil circuit: the network is self-stepped inside the outer step.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "swell/network/basic.h"
#include "swell/network/hydraulic.h"
#include "swell/network/solver.h"
#include "swell/pto/hydraulic_cylinder.h"

namespace swell::pto {
namespace {

using network::Circuit;
using network::Domain;
using network::Network;
using network::NetworkSolver;
using network::SolverOptions;
using network::Workspace;

constexpr double kMass = 1e5, kSpring = 1e6;

// A cylinder whose chambers meet a gas accumulator each through a line.
Network circuit(double chamber, double resistance, double precharge, double gas) {
  CylinderParameters p;
  p.area_a = p.area_b = 0.03;
  p.volume_a = p.volume_b = chamber;
  p.initial_pressure_a = p.initial_pressure_b = 1e7;
  network::GasAccumulatorParameters a;
  a.volume = gas;
  a.precharge = precharge;
  a.initial_pressure = 1e7;
  Circuit c;
  c.add("cylinder", CompressibleCylinder(p))
      .add("first", network::gas_accumulator(a))
      .add("second", network::gas_accumulator(a))
      .add("line1", network::resistance(Domain::hydraulic, resistance))
      .add("line2", network::resistance(Domain::hydraulic, resistance))
      .connect({"cylinder.a", "line1.a"})
      .connect({"line1.b", "first.port"})
      .connect({"cylinder.b", "line2.a"})
      .connect({"line2.b", "second.port"});
  return c.build();
}

struct Result {
  double x = 0.0, v = 0.0, largest = 0.0, work = 0.0;
};

// Outer method: constant mean force over the step, velocity linear in it. Two passes: the velocity at the end is
// predicted with the last force, then corrected with the mean force of the trial; the second trial is committed.
Result run(const Network& n, const SolverOptions& options, double t_end, int steps) {
  const NetworkSolver solver(n, options);
  Workspace work(n);
  const std::size_t iv = n.input("cylinder.velocity"), ix = n.input("cylinder.position");
  const std::size_t of = n.output("cylinder.force"), op = n.output("cylinder.absorbed_power");
  std::vector<double> begin(n.inputs().size()), end = begin, mean(n.outputs().size()), last = mean;
  std::vector<double> state(solver.state_size()), trial = state;
  const double h = t_end / steps;
  Result r;
  r.x = 0.5;
  begin[ix] = r.x;
  solver.initialise(0.0, begin.data(), state.data(), work);
  solver.outputs(0.0, begin.data(), state.data(), last.data(), work);
  double force = last[of];
  for (int i = 0; i < steps; ++i) {
    double v1 = r.v, x1 = r.x;
    for (int pass = 0; pass < 3; ++pass) {
      // m (v1 - v0) / h = F - k (x0 + x1) / 2 with x1 = x0 + h (v0 + v1) / 2.
      v1 = (r.v * (kMass - 0.25 * kSpring * h * h) + h * (force - kSpring * r.x)) / (kMass + 0.25 * kSpring * h * h);
      x1 = r.x + 0.5 * h * (r.v + v1);
      if (pass == 2) break;
      begin[iv] = r.v;
      begin[ix] = r.x;
      end[iv] = v1;
      end[ix] = x1;
      solver.advance(i * h, h, begin.data(), end.data(), state.data(), trial.data(), last.data(), mean.data(), work);
      force = mean[of];
    }
    state = trial;
    r.work += h * mean[op];
    r.v = v1;
    r.x = x1;
    force = last[of];
    r.largest = std::max(r.largest, std::abs(r.x));
  }
  return r;
}

SolverOptions inner(int steps) {
  SolverOptions o;
  o.adaptive = false;
  o.fixed_steps = steps;
  return o;
}

TEST(Coupling, IsSecondOrderInTheOuterStep) {
  const Network n = circuit(0.2, 2e8, 1e6, 0.05);
  const double t_end = 4.0;
  const Result exact = run(n, inner(2), t_end, 8192);
  double previous = 0.0;
  for (const int steps : {100, 200, 400}) {
    const Result r = run(n, inner(4), t_end, steps);
    const double error = std::hypot(r.x - exact.x, (r.v - exact.v) / std::sqrt(kSpring / kMass));
    if (previous > 0.0) {
      EXPECT_GT(std::log2(previous / error), 1.85);
      EXPECT_LT(std::log2(previous / error), 2.3);
    }
    previous = error;
  }
  EXPECT_LT(previous, 1e-3);
}

TEST(Coupling, IsStableForStiffAccumulatorsWithLongOuterSteps) {
  // Chambers of 20 litres behind a line: time constants of 1e-4 and 1e-5 s, up to 5,000 times shorter than the outer
  // step. The smaller gas is compressed to a fifth of its volume: a hardening spring.
  for (const double resistance : {1e7, 1e6}) {
    for (const double gas : {0.3, 0.04}) {
      const Network n = circuit(0.02, resistance, 5e6, gas);
      SolverOptions o;
      o.tolerance = 1e-2;
      const Result coarse = run(n, o, 20.0, 400);
      const Result fine = run(n, o, 20.0, 3200);
      EXPECT_LE(coarse.largest, 0.5 * 1.01) << resistance << " " << gas;
      // The energy taken out, to a few per cent of what the spring held at the start.
      EXPECT_NEAR(coarse.work, fine.work, 0.04 * 0.5 * kSpring * 0.25) << resistance << " " << gas;
    }
  }
}

// A closed cylinder is an oil spring K = 2 beta A^2 / V on the mass; the mean force of a linear velocity is stable for
// h sqrt(K / m) below sqrt(12) when iterated to the end, a little less here.
TEST(Coupling, TrappedOilIsStableUpToTheLimitOfTheMeanForce) {
  CylinderParameters p;
  p.area_a = p.area_b = 0.03;
  p.volume_a = p.volume_b = 1.0;
  p.initial_pressure_a = p.initial_pressure_b = 1e7;
  Circuit c;
  c.add("cylinder", CompressibleCylinder(p))
      .add("a", network::closed(Domain::hydraulic))
      .add("b", network::closed(Domain::hydraulic))
      .connect({"cylinder.a", "a.port"})
      .connect({"cylinder.b", "b.port"});
  const Network n = c.build();
  const double omega = std::sqrt((2.0 * 1.86e9 * 9e-4 + kSpring) / kMass);
  const double h = 1.0 / omega;
  // Two passes per step; at 3.3 it diverges.
  for (const double q : {0.5, 1.0, 2.0, 3.0}) {
    EXPECT_LT(run(n, inner(4), 2000.0 * q * h, 2000).largest, 0.5 + 1e-9) << q;
  }
}

}  // namespace
}  // namespace swell::pto
