// A hydraulic take-off as a self-stepped component: order of the coupling, energy from the device to the wire.
#include "swell/components/network_component.h"

#include "swell/components/declared.h"
#include "swell/components/registry.h"
#include "swell/network/basic.h"
#include "swell/network/gas_accumulator.h"
#include "swell/pto/hydraulic_cylinder.h"
#include "swell/solver/integrator.h"
#include "swell/system/system.h"
#include "swell_test/test.h"

namespace swell::components::network_component_test {
namespace {

using system::Declaration;
using system::Evaluation;
using system::Input;
using system::Read;
using system::State;

constexpr double kMass = 1e5, kSpring = 1e6;

/// Mass on a spring, pushed by a harmonic force; the third state is the work done against `force`.
std::unique_ptr<system::Component> mass(double push) {
  return declared("mass", "mass", [push](Declaration& d) {
    const Input force = d.input(port("force"));
    const State x =
        d.state(port("x", 3), {0.5, 0.0, 0.0}, {force, State{0}, Read::time()}, [=](const Evaluation& e, double* rate) {
          const double* s = e.state(State{0});
          rate[0] = s[1];
          rate[1] = (e.input(force)[0] - kSpring * s[0] + push * std::sin(e.time)) / kMass;
          rate[2] = -e.input(force)[0] * s[1];
        });
    d.output(port("position"), x, 0);
    d.output(port("velocity"), x, 1);
    d.output(port("work"), x, 2);
  });
}

struct End {
  double position = 0.0, work = 0.0;
  std::vector<double> outputs;
};

End run(std::unique_ptr<system::Component> oil, double push, double step, double duration,
        const std::vector<std::string>& wanted) {
  system::Graph graph;
  graph.add(mass(push));
  graph.add(std::move(oil));
  graph.connect("mass.velocity", "oil.velocity");
  graph.connect("mass.position", "oil.position");
  graph.connect("oil.output", "mass.force");
  std::vector<std::string> recorded = {"mass.position", "mass.work"};
  recorded.insert(recorded.end(), wanted.begin(), wanted.end());
  system::System system = std::move(graph).compile(recorded);
  solver::Options options;
  options.step = step;
  options.duration = duration;
  options.output_step = duration;
  solver::Integrator integrator(system, options);
  integrator.initialize();
  End end;
  integrator.run([&](double) {
    end.position = system.recorded(0)[0];
    end.work = system.recorded(1)[0];
    end.outputs.clear();
    for (std::size_t i = 0; i < wanted.size(); ++i) end.outputs.push_back(system.recorded(2 + static_cast<int>(i))[0]);
    return true;
  });
  return end;
}

// A cylinder whose chambers meet a gas accumulator each through a line: smooth, so that an order can be measured.
std::unique_ptr<system::Component> smooth_circuit(double gas) {
  pto::CylinderParameters p;
  p.area_a = p.area_b = 0.03;
  p.volume_a = p.volume_b = 0.1;
  p.initial_pressure_a = p.initial_pressure_b = 1e7;
  network::GasAccumulatorParameters a;
  a.volume = gas;
  a.precharge = 2e6;
  a.initial_pressure = 1e7;
  network::Circuit c;
  c.add("cylinder", pto::CompressibleCylinder(p))
      .add("first", network::gas_accumulator(a))
      .add("second", network::gas_accumulator(a))
      .add("line1", network::resistance(network::Domain::hydraulic, 1e8))
      .add("line2", network::resistance(network::Domain::hydraulic, 1e8))
      .connect({"cylinder.a", "line1.a"})
      .connect({"line1.b", "first.port"})
      .connect({"cylinder.b", "line2.a"})
      .connect({"line2.b", "second.port"});
  network::Network n = c.build();
  network::SolverOptions options;
  options.adaptive = false;
  options.fixed_steps = 8;
  const std::size_t v = n.input("cylinder.velocity"), x = n.input("cylinder.position"), f = n.output("cylinder.force");
  return std::make_unique<NetworkComponent>("oil", "circuit", std::move(n), options,
                                            std::vector<NetworkPort>{{port("velocity"), v}, {port("position"), x}},
                                            std::vector<NetworkPort>{{port("output"), f}}, std::vector<NetworkPort>{});
}

TEST(NetworkComponent, ItsCouplingIsOfSecondOrderInTheOuterStep) {
  std::vector<double> positions;
  for (const double step : {0.08, 0.04, 0.02, 0.01})
    positions.push_back(run(smooth_circuit(1.0), 0.0, step, 4.0, {}).position);
  const double first = std::abs(positions[0] - positions[1]), second = std::abs(positions[1] - positions[2]),
               third = std::abs(positions[2] - positions[3]);
  RecordProperty("orders", std::to_string(std::log2(first / second)) + " " + std::to_string(std::log2(second / third)));
  EXPECT_GT(std::log2(first / second), 1.8);
  EXPECT_GT(std::log2(second / third), 1.8);
}

TEST(NetworkComponent, AStiffAccumulatorDoesNotUpsetIt) {
  // A litre of gas at 100 bar against 0.03 m^2: stiff, but the mass stays within its start.
  const End end = run(smooth_circuit(1e-3), 0.0, 0.02, 20.0, {});
  EXPECT_LT(std::abs(end.position), 0.5);
}

TEST(HydraulicPto, TheEnergyThatTheDeviceGivesIsTheEnergyThatTheOilTakes) {
  Diagnostics diagnostics;
  const Parameter parameters = Parameter::map({{"example", Parameter::of("rm3")}});
  const auto make = [&] {
    auto oil = Registry::built_in().make("hydraulic-pto", "oil", parameters, {}, {}, diagnostics);
    diagnostics.throw_if_errors();
    return oil;
  };
  double last = 0.0;
  std::vector<double> gaps;
  for (const double step : {0.02, 0.01}) {
    const End end = run(make(), 1.5e6, step, 30.0, {"oil.absorbed_energy", "oil.electrical_energy"});
    gaps.push_back(std::abs(end.work - end.outputs[0]) / std::abs(end.work));
    last = end.outputs[1];
    EXPECT_GT(end.work, 0.0);
  }
  RecordProperty("gaps", std::to_string(gaps[0]) + " " + std::to_string(gaps[1]));
  // What is left is the tolerance of the inner steps (1e-3 of the pressures' scale), not the coupling.
  EXPECT_LT(gaps[0], 1e-4);
  EXPECT_LT(gaps[1], 1e-4);
  EXPECT_GT(last, 0.0);
}

}  // namespace
}  // namespace swell::components::network_component_test
