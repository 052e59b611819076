// Each adapter on its own: random motions at its ports, the closed form of its law at its outputs. The bodies and the
// joint are stand-ins that say what a test wants; no mechanism and no case.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "swell/bodies/body_loads.h"
#include "swell/bodies/initial_state.h"
#include "swell/device/body_loads.h"
#include "swell/device/given_motion.h"
#include "swell/device/hydro_sets.h"
#include "swell/device/joint_efforts.h"
#include "swell/device/mooring_loads.h"
#include "swell/device/radiation_loads.h"
#include "swell/device/results_ports.h"
#include "swell/system/system.h"

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

std::vector<double> numbers(const VectorX& x) { return {x.data(), x.data() + x.size()}; }

struct Motions {
  Vector6 position = Vector6::Zero(), displacement = Vector6::Zero(), velocity = Vector6::Zero(),
          acceleration = Vector6::Zero();
  Matrix3 rotation = Matrix3::Identity();
};

void add_body(system::Graph& graph, const std::string& name, const Motions& m) {
  const RowMatrix3 R = m.rotation;
  graph.emplace<StandIn>(
      name,
      std::vector<StandIn::Output>{{motion_port(Motion::position), numbers(m.position)},
                                   {motion_port(Motion::displacement), numbers(m.displacement)},
                                   {motion_port(Motion::velocity), numbers(m.velocity)},
                                   {motion_port(Motion::acceleration), numbers(m.acceleration)},
                                   {motion_port(Motion::shift), numbers(m.displacement.head<3>())},
                                   {motion_port(Motion::rotation), std::vector<double>(R.data(), R.data() + 9)},
                                   {motion_port(Motion::axes), numbers(m.rotation.reshaped())},
                                   {six_vector("joint_force", "N, N m", "of joints"), std::vector<double>(6, 0.0)},
                                   {six_vector("pto_force", "N, N m", "of take-offs"), std::vector<double>(6, 0.0)}},
      std::vector<PortSpec>{six_vector("force", "N, N m", "of loads"), inertia_port("inertia", "of loads")});
  graph.emplace<BodyForces>(name);
}

void add_joint(system::Graph& graph, double position, double rate, double power = 0.0) {
  graph.emplace<StandIn>("PTO",
                         std::vector<StandIn::Output>{{port("position", 1, "m", "", "joint"), {position}},
                                                      {port("velocity", 1, "m/s", "", "joint"), {rate}},
                                                      {port("power", 1, "W"), {power}}},
                         std::vector<PortSpec>{port("force", 1, "N", "", "joint")});
}

/// Values of the outputs, by address.
using Values = std::map<std::string, std::vector<double>>;
Values evaluate(system::Graph graph, const std::map<std::string, int>& widths, double time = 0.0) {
  std::vector<std::string> addresses;
  for (const auto& [address, width] : widths) addresses.push_back(address);
  system::System system = std::move(graph).compile(addresses);
  const std::vector<double> state = system.initialize(time);
  system.observe(time, state.data());
  Values values;
  int index = 0;
  for (const auto& [address, width] : widths) {
    const double* at = system.recorded(index++);
    values[address].assign(at, at + width);
  }
  return values;
}

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  double operator()(double low = -1.0, double high = 1.0) {
    return std::uniform_real_distribution<double>(low, high)(engine_);
  }
  Vector6 six() {
    Vector6 v;
    for (int i = 0; i < 6; ++i) v[i] = (*this)();
    return v;
  }
  Matrix6 matrix() {
    Matrix6 m;
    for (int i = 0; i < 36; ++i) m.data()[i] = (*this)();
    return m;
  }

 private:
  std::mt19937 engine_;
};

constexpr unsigned kSamples = 20;
// Sums of some ten products of numbers of order one, in another order than the code's.
constexpr double kRoundOff = 1e-14;

void expect_near(const std::vector<double>& value, const VectorX& expected, double tolerance, unsigned seed) {
  ASSERT_EQ(static_cast<Eigen::Index>(value.size()), expected.size());
  for (Eigen::Index i = 0; i < expected.size(); ++i)
    EXPECT_NEAR(value[static_cast<std::size_t>(i)], expected[i], tolerance) << "entry " << i << ", seed " << seed;
}

TEST(Adapters, LoadsOfTheVelocityActAndAreReportedAsTheirPart) {
  for (unsigned seed = 0; seed < kSamples; ++seed) {
    Random random(seed);
    Motions m;
    m.velocity = random.six();
    const Matrix6 C = random.matrix(), D = random.matrix();
    system::Graph graph;
    add_body(graph, "a", m);
    graph.emplace<VelocityLoad<bodies::LinearDamping>>("a", "linear_damping", "damping", ForcePart::linear_damping,
                                                       bodies::LinearDamping{C});
    graph.emplace<VelocityLoad<bodies::QuadraticDrag>>("a", "drag", "drag", ForcePart::morison_and_viscous,
                                                       bodies::QuadraticDrag{D});
    const Values v = evaluate(std::move(graph), {{"a/linear_damping.force", 6},
                                                 {"a/forces.linear_damping", 6},
                                                 {"a/forces.morison_and_viscous", 6},
                                                 {"a/forces.hydrodynamic", 6}});
    Vector6 linear, quadratic;
    for (int i = 0; i < 6; ++i) {
      linear[i] = quadratic[i] = 0.0;
      for (int j = 0; j < 6; ++j) {
        linear[i] -= C(i, j) * m.velocity[j];
        quadratic[i] -= D(i, j) * m.velocity[j] * std::abs(m.velocity[j]);
      }
    }
    expect_near(v.at("a/linear_damping.force"), linear, kRoundOff, seed);
    expect_near(v.at("a/forces.linear_damping"), linear, kRoundOff, seed);
    expect_near(v.at("a/forces.morison_and_viscous"), quadratic, kRoundOff, seed);
    expect_near(v.at("a/forces.hydrodynamic"), linear + quadratic, kRoundOff, seed);
  }
}

TEST(Adapters, RestoringByAnglesIsTheStiffnessTimesThem) {
  for (unsigned seed = 0; seed < kSamples; ++seed) {
    Random random(seed);
    Motions m;
    m.displacement = random.six();
    hydro::LinearRestoring law;
    law.stiffness = random.matrix();
    law.static_load = random.six();
    system::Graph graph;
    add_body(graph, "a", m);
    graph.add(angle_restoring("a", {law}), {});
    const Values v = evaluate(std::move(graph), {{"a/restoring.force", 6}, {"a/forces.restoring", 6}});
    const Vector6 expected = law.static_load - law.stiffness * m.displacement;
    expect_near(v.at("a/restoring.force"), expected, kRoundOff, seed);
    expect_near(v.at("a/forces.restoring"), expected, kRoundOff, seed);
  }
}

// A power of the load over a small motion is the fall of its potential. Central differences over 2e-4 of motions of
// order one err by h^2/6 of the third derivative (1e-8 times numbers of order ten) and by round-off / h, 1e-12.
TEST(Adapters, RestoringFromAPotentialIsMinusItsGradient) {
  constexpr double kStep = 1e-4, kTolerance = 1e-6;
  for (unsigned seed = 0; seed < kSamples; ++seed) {
    Random random(seed);
    hydro::HydrostaticPotential law;
    law.lift = random();
    law.first_moment = Vector3(random(), random(), random());
    const Matrix3 K = Matrix3::NullaryExpr([&](Eigen::Index, Eigen::Index) { return random(); });
    law.waterplane = K + K.transpose();
    const double roll = random(-0.5, 0.5), pitch = random(-0.5, 0.5), heave = random();
    const Matrix3 R0 = bodies::rotation_about(Vector3::UnitY(), pitch) * bodies::rotation_about(Vector3::UnitX(), roll);
    const auto at = [&](int motion, double step) {
      Motions m;
      m.displacement[2] = heave + (motion == 2 ? step : 0.0);
      m.rotation = motion < 3 ? R0 : Matrix3(bodies::rotation_about(Vector3::Unit(motion - 3), step) * R0);
      system::Graph graph;
      add_body(graph, "a", m);
      graph.emplace<Restoring>("a", law);
      return evaluate(std::move(graph), {{"a/restoring.force", 6}, {"a/restoring.potential", 1}});
    };
    const Values here = at(0, 0.0);
    for (int motion = 2; motion < 6; ++motion) {
      const double slope =
          (at(motion, kStep).at("a/restoring.potential")[0] - at(motion, -kStep).at("a/restoring.potential")[0]) /
          (2.0 * kStep);
      EXPECT_NEAR(here.at("a/restoring.force")[static_cast<std::size_t>(motion)], -slope, kTolerance)
          << "motion " << motion << ", seed " << seed;
    }
  }
}

TEST(Adapters, AMorisonElementInStillWaterIsDragAndAddedMass) {
  const double rho = 1000.0, volume = 0.3;
  const auto sea = std::make_shared<const waves::SeaState>(
      waves::make_sea_state({waves::StillWater{}}, waves::SeaSettings{{rho, 9.81, 50.0}, {}, {}, {}, {}}));
  for (unsigned seed = 0; seed < kSamples; ++seed) {
    Random random(seed);
    Motions m;
    m.position << 0.0, 0.0, -10.0, 0.0, 0.0, 0.0;
    m.velocity.head<3>() << random(), random(), random();
    m.acceleration.head<3>() << random(), random(), random();
    morison::Element element;
    element.drag = Vector3(random(0.0, 2.0), random(0.0, 2.0), random(0.0, 2.0));
    element.added_mass = Vector3(random(0.0, 1.0), random(0.0, 1.0), random(0.0, 1.0));
    element.area = Vector3(random(0.0, 3.0), random(0.0, 3.0), random(0.0, 3.0));
    element.volume = volume;
    system::Graph graph;
    add_body(graph, "a", m);
    graph.emplace<MorisonElements>("a", std::vector<morison::Element>{element}, sea);
    const Values v = evaluate(std::move(graph),
                              {{"a/morison.force", 6}, {"a/morison.inertia", 36}, {"a/forces.morison_and_viscous", 6}});
    Vector6 force = Vector6::Zero(), reported = Vector6::Zero();
    for (int i = 0; i < 3; ++i) {
      force[i] = -0.5 * rho * element.drag[i] * element.area[i] * m.velocity[i] * std::abs(m.velocity[i]);
      reported[i] = force[i] - rho * volume * element.added_mass[i] * m.acceleration[i];
      EXPECT_NEAR(v.at("a/morison.inertia")[static_cast<std::size_t>(7 * i)], rho * volume * element.added_mass[i],
                  1e3 * kRoundOff);
    }
    expect_near(v.at("a/morison.force"), force, 1e4 * kRoundOff, seed);
    expect_near(v.at("a/forces.morison_and_viscous"), reported, 1e4 * kRoundOff, seed);
  }
}

TEST(Adapters, RadiationAtOneFrequencyIsTheDampingOfEveryCausingMotion) {
  for (unsigned seed = 0; seed < kSamples; ++seed) {
    Random random(seed);
    Motions a, b;
    a.velocity = random.six();
    b.velocity = random.six();
    const std::vector<int> active = {2, 4, 8};  // heave and pitch of a, heave of b
    const MatrixX B = MatrixX::NullaryExpr(12, 3, [&](Eigen::Index, Eigen::Index) { return random(); });
    system::Graph graph;
    add_body(graph, "a", a);
    add_body(graph, "b", b);
    RadiationPorts ports;
    ports.rows = ports.columns = {"a", "b"};
    ports.active = active;
    graph.emplace<ConstantRadiation>("radiation", ports, B);
    const Values v = evaluate(std::move(graph), {{"a/forces.radiation_damping", 6}, {"b/forces.radiation_damping", 6}});
    const VectorX F = -B * Vector3(a.velocity[2], a.velocity[4], b.velocity[2]);
    expect_near(v.at("a/forces.radiation_damping"), F.head<6>(), kRoundOff, seed);
    expect_near(v.at("b/forces.radiation_damping"), F.tail<6>(), kRoundOff, seed);
  }
}

TEST(Adapters, ASpringBetweenTwoBodiesPullsBothEquallyAndShowsItsEnergy) {
  for (unsigned seed = 0; seed < kSamples; ++seed) {
    Random random(seed);
    const double k = random(1.0, 2.0), c = random(0.0, 1.0);
    Motions a, b;
    a.position = random.six();
    b.position = random.six();
    a.velocity = random.six();
    b.velocity = random.six();
    const auto law = [&](double, const mooring::BodyMotion* bodies, double* out) {
      const Vector3 stretch = bodies[1].pose.head<3>() - bodies[0].pose.head<3>(),
                    rate = bodies[1].velocity.head<3>() - bodies[0].velocity.head<3>(), pull = k * stretch + c * rate;
      VectorX::Map(out, 15) << pull, Vector3::Zero(), -pull, Vector3::Zero(), pull.norm(),
          0.5 * k * stretch.squaredNorm(), c * rate.squaredNorm();
    };
    system::Graph graph;
    add_body(graph, "a", a);
    add_body(graph, "b", b);
    graph.emplace<StaticMooring>("line", "spring", BodyNames{"a", "b"}, std::vector<std::string>{"only"},
                                 Energy::dissipates, true, false, law);
    const Values v = evaluate(std::move(graph), {{"a/forces.mooring", 6},
                                                 {"b/forces.mooring", 6},
                                                 {"line.tension", 1},
                                                 {"line.stored_energy", 1},
                                                 {"line.dissipated_power", 1}});
    const Vector3 stretch = (b.position - a.position).head<3>(), rate = (b.velocity - a.velocity).head<3>();
    Vector6 on_a = Vector6::Zero();
    on_a.head<3>() = k * stretch + c * rate;
    expect_near(v.at("a/forces.mooring"), on_a, kRoundOff, seed);
    expect_near(v.at("b/forces.mooring"), -on_a, kRoundOff, seed);
    EXPECT_NEAR(v.at("line.tension")[0], on_a.norm(), kRoundOff);
    EXPECT_NEAR(v.at("line.stored_energy")[0], 0.5 * k * stretch.squaredNorm(), 10.0 * kRoundOff);
    EXPECT_NEAR(v.at("line.dissipated_power")[0], c * rate.squaredNorm(), 10.0 * kRoundOff);
  }
}

// effort = -k (q - q0) - c u, and beyond the transition of an end stop -(k_s d + c_s d') more.
TEST(Adapters, SpringDamperAndEndStopOfAJointAddUpFromTheirParts) {
  for (unsigned seed = 0; seed < kSamples; ++seed) {
    Random random(seed);
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

TEST(Adapters, PowerOfATakeOffIsMinusEffortTimesRateByPartsWithoutTheEndStops) {
  for (unsigned seed = 0; seed < kSamples; ++seed) {
    Random random(seed);
    const double u = random(), damper = random(), motor = random(), stop = random();
    system::Graph graph;
    add_joint(graph, 0.0, u, -(damper + motor + stop) * u);
    graph.rename_output("PTO.power", "PTO.mechanical_power");
    const auto effort = [&](const char* name, double value) {
      graph.emplace<StandIn>(name, std::vector<StandIn::Output>{{port("effort", 1, "N", "", "joint"), {value}}},
                             std::vector<PortSpec>{});
    };
    effort("damper", damper);
    effort("motor", motor);
    effort("stop", stop);
    graph.emplace<PtoPower>("PTO", bodies::JointType::translational,
                            PtoPower::Efforts{{PowerPart::damper, {"damper.effort"}},
                                              {PowerPart::actuator, {"motor.effort"}},
                                              {PowerPart::end_stop, {"stop.effort"}}});
    const Values v =
        evaluate(std::move(graph),
                 {{"PTO.power", 1}, {"PTO/power.damper", 1}, {"PTO/power.actuator", 1}, {"PTO/power.end_stop", 1}});
    EXPECT_NEAR(v.at("PTO/power.damper")[0], -damper * u, kRoundOff);
    EXPECT_NEAR(v.at("PTO/power.actuator")[0], -motor * u, kRoundOff);
    EXPECT_NEAR(v.at("PTO/power.end_stop")[0], -stop * u, kRoundOff);
    EXPECT_NEAR(v.at("PTO.power")[0], -(damper + motor) * u, kRoundOff);
  }
}

TEST(Adapters, AGivenMotionHasTheRatesOfItsSineAndOfItsTable) {
  std::vector<double> time, value;
  for (int i = 0; i <= 20; ++i) {
    time.push_back(0.5 * i);
    value.push_back(std::pow(time.back() - 3.0, 3));  // a cubic: the not-a-knot spline is the curve itself
  }
  GivenCoordinate table;
  table.table = CubicSpline(time, value);
  for (unsigned seed = 0; seed < kSamples; ++seed) {
    Random random(seed);
    const GivenCoordinate sine{random(), random(), random(0.5, 2.0), random()};
    const double t = random(0.1, 9.9), angle = sine.omega * t + sine.phase;
    system::Graph graph;
    graph.emplace<StandIn>("J", std::vector<StandIn::Output>{}, std::vector<PortSpec>{port("motion", 6)});
    graph.emplace<GivenMotion>("J", std::vector<GivenCoordinate>{sine, table}, false);
    const Values v = evaluate(std::move(graph), {{"J/motion.motion", 6}}, t);
    VectorX expected(6);
    expected << sine.offset + sine.amplitude * std::sin(angle), std::pow(t - 3.0, 3),
        sine.amplitude * sine.omega * std::cos(angle), 3.0 * std::pow(t - 3.0, 2),
        -sine.amplitude * sine.omega * sine.omega * std::sin(angle), 6.0 * (t - 3.0);
    // Values up to 343 from second differences of 1e-12 of them; the acceleration from slopes over 1e-4 / 21 of the
    // range: round-off of 147 / 5e-5.
    expect_near(v.at("J/motion.motion"), expected, 1e-7, seed);
  }
}

}  // namespace
}  // namespace swell::device::adapters_test
