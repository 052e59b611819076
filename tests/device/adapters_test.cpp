// A joint's load on its own: a stand-in gives the motion, the closed form of the law is what comes out.
#include "swell/device/joint_efforts.h"
#include "swell/device/stack.h"
#include "swell/system/system.h"
#include "swell_test/test.h"

namespace swell::device::adapters_test {
namespace {

using system::Fan;
using system::PortSpec;

/// Outputs of constant values, and inputs that take whatever comes.
class StandIn : public system::Component {
 public:
  struct Output {
    PortSpec spec;
    std::vector<double> value;
  };
  StandIn(const std::string& name, std::vector<Output> outputs, std::vector<PortSpec> inputs)
      : Component(name, "stand-in"), outputs_(std::move(outputs)), inputs_(std::move(inputs)) {}
  void declare(system::Declaration& d) override {
    for (const PortSpec& spec : inputs_) d.input(spec, Fan::sum_or_nothing);
    for (const Output& output : outputs_) {
      d.output(output.spec, {system::Read::time()}, [value = output.value](const system::Evaluation&, double* out) {
        std::copy(value.begin(), value.end(), out);
      });
    }
  }

 private:
  std::vector<Output> outputs_;
  std::vector<PortSpec> inputs_;
};

void add_joint(system::Graph& graph, double position, double rate) {
  graph.emplace<StandIn>("PTO",
                         std::vector<StandIn::Output>{{port("position", 1, "m", "", "joint"), {position}},
                                                      {port("velocity", 1, "m/s", "", "joint"), {rate}},
                                                      {port("power", 1, "W"), {0.0}}},
                         std::vector<PortSpec>{port("force", 1, "N", "", "joint")});
}

/// Values of the outputs, by address.
using Values = std::map<std::string, std::vector<double>>;
Values evaluate(system::Graph graph, const std::map<std::string, int>& widths) {
  std::vector<std::string> addresses;
  for (const auto& [address, width] : widths) addresses.push_back(address);
  system::System system = std::move(graph).compile(addresses);
  const std::vector<double> state = system.initialize(0.0);
  system.observe(0.0, state.data());
  Values values;
  int index = 0;
  for (const auto& [address, width] : widths) {
    const double* at = system.recorded(index++);
    values[address].assign(at, at + width);
  }
  return values;
}

// Sums of some ten products of numbers of order one, in another order than the code's.
constexpr double kRoundOff = 1e-14;

// effort = -k (q - q0) - c u, and beyond the transition of an end stop -(k_s d + c_s d') more.
TEST(Adapters, SpringDamperAndEndStopOfAJointAddUpFromTheirParts) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    std::mt19937 engine(seed);
    const auto random = [&](double low, double high) {
      return std::uniform_real_distribution<double>(low, high)(engine);
    };
    const bodies::SpringDamper spring{random(1.0, 5.0), random(0.1, 1.0), random(-0.2, 0.2)};
    bodies::HardStop stop;
    stop.upper = bodies::Stop{0.5, 100.0, 3.0, 1e-3};
    const double q = random(-1.0, 2.0), u = random(0.0, 1.0);
    system::Graph graph;
    add_joint(graph, q, u);
    graph.emplace<JointLoad>("PTO", bodies::JointType::translational, spring, stop, true, true);
    const Values v = evaluate(std::move(graph), {{"PTO/load.effort", 1},
                                                 {"PTO/load.spring", 1},
                                                 {"PTO/load.damper", 1},
                                                 {"PTO/load.end_stop", 1},
                                                 {"PTO/load.potential", 1}});
    const double past = std::max(0.0, q - 0.5), w = 1e-3;
    if (past > 0.0 && past < w) continue;  // the transition is tests/bodies' matter
    const double push = past > 0.0 ? 100.0 * past + 3.0 * u : 0.0;
    const double stretch = q - spring.equilibrium;
    EXPECT_NEAR(v.at("PTO/load.spring")[0], -spring.stiffness * stretch, 10.0 * kRoundOff);
    EXPECT_NEAR(v.at("PTO/load.damper")[0], -spring.damping * u, kRoundOff);
    EXPECT_NEAR(v.at("PTO/load.end_stop")[0], -push, 1e3 * kRoundOff);
    EXPECT_NEAR(v.at("PTO/load.effort")[0], -spring.stiffness * stretch - spring.damping * u - push, 1e3 * kRoundOff);
    // Of the stop the elastic part: 0.35 k w^2 in the transition, k (d^2 - w^2)/2 beyond.
    const double stored = past > 0.0 ? 100.0 * (0.35 * w * w + 0.5 * (past * past - w * w)) : 0.0;
    EXPECT_NEAR(v.at("PTO/load.potential")[0], 0.5 * spring.stiffness * stretch * stretch + stored, 1e3 * kRoundOff);
  }
}

}  // namespace
}  // namespace swell::device::adapters_test
