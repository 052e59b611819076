// Conservation over random circuits and steps: mass, energy at the nodes, and no element that makes energy.
#include "support.h"
#include "swell/network/tube.h"
#include "swell/network/valves.h"
#include "swell/network/vessel.h"
#include "swell_test/test.h"

namespace swell::network::testing::random_circuits_test {
namespace {

struct Random {
  explicit Random(unsigned seed) : engine(seed) {}
  std::mt19937 engine;
  double log(double low, double high) { return low * std::pow(high / low, uniform()); }
  double uniform() { return std::uniform_real_distribution<double>(0.0, 1.0)(engine); }
  int pick(int n) { return std::uniform_int_distribution<int>(0, n - 1)(engine); }
};

void add_passive(Circuit& c, const std::string& name, Domain domain, Random& r) {
  const bool gas = domain == Domain::pneumatic;
  OpeningParameters hole;
  hole.domain = domain;
  hole.area = r.log(1e-7, 1e-5);
  if (gas) hole.density = kStandardAirDensity;
  TubeParameters line;
  line.length = r.log(0.1, 10.0);
  line.diameter = r.log(1e-3, 1e-2);
  if (gas) {
    line.viscosity = 1.8e-5;
    line.density = kStandardAirDensity;
  }
  CheckValveParameters check;
  check.domain = domain;
  check.opening_pressure = r.log(1e3, 1e4);
  check.on_resistance = r.log(1e8, 1e10);
  ReliefValveParameters relief;
  relief.domain = domain;
  relief.crack_pressure = r.log(1e3, 1e5);
  relief.full_pressure = relief.crack_pressure * r.log(1.1, 3.0);
  relief.full_flow = r.log(1e-5, 1e-3);
  SpoolParameters spool;
  spool.full = hole;
  spool.position = r.uniform();
  switch (r.pick(6)) {
    case 0:
      c.add(name, resistance(domain, r.log(1e8, 1e11)));
      break;
    case 1:
      c.add(name, tube(domain, line));
      break;
    case 2:
      c.add(name, controlled_orifice(hole));
      break;
    case 3:
      c.add(name, check_valve(check));
      break;
    case 4:
      c.add(name, relief_valve(relief));
      break;
    default:
      c.add(name, controlled_valve(spool));
  }
}

class RandomCircuits : public ::testing::TestWithParam<int> {};

TEST_P(RandomCircuits, KeepMassAndMakeNoEnergy) {
  Random r(static_cast<unsigned>(GetParam()));
  for (int trial = 0; trial < 6; ++trial) {
    const Domain domain = r.pick(2) == 0 ? Domain::hydraulic : Domain::pneumatic;
    const bool gas = domain == Domain::pneumatic;
    Circuit c;
    const int n = 2 + r.pick(4);
    std::vector<std::vector<std::string>> nodes;
    for (int i = 0; i < n; ++i) {
      const std::string name = "tank" + std::to_string(i);
      if (gas) {
        GasVesselParameters p;
        p.volume = r.log(1e-4, 1e-2);
        p.initial_pressure = r.log(1e5, 1e6);
        c.add(name, gas_vessel(p));
      } else {
        c.add(name, linear_accumulator(domain, {r.log(1e8, 1e10), 1e-2, 1e5, 1e-2 + 1e-4 * r.uniform()}));
      }
      nodes.push_back({name + ".port"});
    }
    const int edges = n + r.pick(4);
    for (int i = 0; i < edges; ++i) {
      const std::string name = "link" + std::to_string(i);
      add_passive(c, name, domain, r);
      const int from = i < n - 1 ? i : r.pick(n);  // a chain first, so that it hangs together
      const int to = i < n - 1 ? i + 1 : (from + 1 + r.pick(n - 1)) % n;
      nodes[static_cast<std::size_t>(from)].push_back(name + ".a");
      nodes[static_cast<std::size_t>(to)].push_back(name + ".b");
    }
    for (const auto& node : nodes) c.connect(node);
    const bool adapt = r.pick(2) == 0;
    const Method method = r.pick(2) == 0 ? Method::backward_euler : Method::sdirk2;
    Runner run(c.build(), adapt ? adaptive(1e-2, method) : fixed(method, 1 + r.pick(3)));
    const char* state = gas ? ".mass" : ".volume";
    const auto held = [&] {
      double sum = 0.0;
      for (int i = 0; i < n; ++i) sum += run.at("tank" + std::to_string(i) + state);
      return sum;
    };
    const double before = held();
    for (int step = 0; step < 40; ++step) run.step(r.log(1e-4, 0.1), run.inputs);
    // Each step leaves a flow of 1e-8 (nominal + |flow|) or less unbalanced, for its length: 4 s in all, a few kg/s.
    EXPECT_NEAR(held(), before, 1e-8 * (before + 4.0 * 1e-3 * n)) << "seed " << GetParam() << " trial " << trial;
    double sum = 0.0, largest = 0.0;
    for (const EnergyAccount& account : run.solver.audit(run.t, run.inputs.data(), run.state.data())) {
      sum += account.absorbed;
      largest = std::max(largest, std::abs(account.absorbed));
      if (account.component.rfind("link", 0) == 0) {
        EXPECT_GE(account.absorbed, -1e-9 * (1.0 + largest))
            << account.component << " makes energy, seed " << GetParam();
      }
    }
    EXPECT_NEAR(sum, 0.0, 1e-7 * (1.0 + largest)) << "seed " << GetParam() << " trial " << trial;
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomCircuits, ::testing::Range(1, 21));

}  // namespace
}  // namespace swell::network::testing::random_circuits_test
