// What each type answers to a known input, against the closed form; and that each can be made from its own example.
#include "swell/components/registry.h"

#include "part.h"
#include "swell/components/seabed.h"
#include "swell_test/test.h"

namespace swell::components::response_test {
namespace {

constexpr double kStep = 0.01, kDuration = 3.0;

std::unique_ptr<system::Component> make(const std::string& type, const std::string& parameters,
                                        Diagnostics& diagnostics) {
  Surroundings around = surroundings_of_examples();
  // sin(t - x) / 10: with gravity 1 a period of 2 pi has the wave number 1 in deep water.
  waves::SeaSettings settings;
  settings.water.gravity = 1.0;
  waves::RegularWave wave;
  wave.height = 0.2;
  wave.period = 2.0 * kPi;
  wave.phase = -0.5 * kPi;
  around.environment = std::make_shared<const Environment>(
      std::make_shared<const waves::SeaState>(waves::make_sea_state({wave}, settings)));
  return make_part(type, parameters, diagnostics, around);
}

Numbers sine(double t) { return {std::sin(t)}; }
Numbers cosine(double t) { return {std::cos(t)}; }
Numbers one(double) { return {1.0}; }
/// On a circle of radius 2 at depth 3, once in 2 pi s; and its velocity.
Numbers circle(double t) { return {2.0 * std::cos(t), 2.0 * std::sin(t), -3.0}; }
Numbers circle_rate(double t) { return {-2.0 * std::sin(t), 2.0 * std::cos(t), 0.0}; }
/// Along the z axis about z = -3; and its velocity.
Numbers bob(double t) { return {0.0, 0.0, -3.0 + std::sin(t)}; }
Numbers bob_rate(double t) { return {0.0, 0.0, std::cos(t)}; }
Numbers origin(double) { return {0.0, 0.0, 0.0}; }
/// The number of samples before t.
double samples(double t, double step) { return std::floor(t / step + 1e-9); }

struct Answer {
  const char* name;
  const char* type;
  const char* parameters;
  std::vector<Sent> inputs;
  std::function<Numbers(double time)> expected;
  double tolerance;  // of the arithmetic alone, unless a bound stands beside
  const char* output = "output";
};

const Answer kAnswers[] = {
    {"Gain",
     "gain",
     "factor: 2, offset: 1",
     {{"input", sine}},
     [](double t) -> Numbers { return {2.0 * std::sin(t) + 1.0}; },
     1e-14},
    {"Sum",
     "sum",
     "factors: [1, -2]",
     {{"input1", sine}, {"input2", cosine}},
     [](double t) -> Numbers { return {std::sin(t) - 2.0 * std::cos(t)}; },
     1e-14},
    {"Product",
     "product",
     "inputs: 2",
     {{"input1", sine}, {"input2", cosine}},
     [](double t) -> Numbers { return {std::sin(t) * std::cos(t)}; },
     1e-14},
    {"Saturation",
     "saturation",
     "lower: -0.2, upper: 0.5",
     {{"input", sine}},
     [](double t) -> Numbers { return {std::max(-0.2, std::min(0.5, std::sin(t)))}; },
     1e-14},
    {"LookupTable",
     "lookup-table",
     "table: [[-0.5, 1], [0.5, 3]]",
     {{"input", sine}},
     [](double t) -> Numbers { return {2.0 + 2.0 * std::max(-0.5, std::min(0.5, std::sin(t)))}; },
     1e-14},
    // Straight lines between accepted points: h^2/8 of the second derivative.
    {"Delay",
     "delay",
     "time: 0.5",
     {{"input", sine}},
     [](double t) -> Numbers { return {t < 0.5 ? 0.0 : std::sin(t - 0.5)}; },
     kStep* kStep / 8.0},
    {"Sampler",
     "sampler",
     "sample_time: 0.25",
     {{"input", sine}},
     [](double t) -> Numbers { return {std::sin(0.25 * std::floor(t / 0.25 + 1e-9))}; },
     1e-12},
    // RK4 on x' = u - 2 x: h^4/120 of the fifth derivative per unit of time, below (2 h)^4.
    {"FirstOrder",
     "transfer-function",
     "numerator: [3], denominator: [1, 2]",
     {{"input", one}},
     [](double t) -> Numbers { return {1.5 * (1.0 - std::exp(-2.0 * t))}; },
     16.0 * kStep* kStep* kStep* kStep},
    {"LeadLag",
     "transfer-function",
     "numerator: [1, 1], denominator: [1, 2]",
     {{"input", one}},
     [](double t) -> Numbers { return {0.5 + 0.5 * std::exp(-2.0 * t)}; },
     16.0 * kStep* kStep* kStep* kStep},
    // The error is -sin t: P e + I integral(e); Simpson of RK4.
    {"ProportionalIntegral",
     "pid",
     "proportional: 2, integral: 3, setpoint: 0",
     {{"input", sine}},
     [](double t) -> Numbers { return {-2.0 * std::sin(t) - 3.0 * (1.0 - std::cos(t))}; },
     kStep* kStep* kStep* kStep},
    {"Constant", "constant", "value: 4", {}, [](double) -> Numbers { return {4.0}; }, 0.0},
    {"Step",
     "step",
     "time: 1.005, before: 1, after: 2",
     {},
     [](double t) -> Numbers { return {t < 1.005 ? 1.0 : 2.0}; },
     0.0},
    {"Sine",
     "sine",
     "amplitude: 2, period: 4, phase: 90, offset: 1",
     {},
     [](double t) -> Numbers { return {1.0 + 2.0 * std::cos(kPi * t / 2.0)}; },
     1e-14},
    {"Ramp",
     "ramp",
     "start: 1, end: 2, from: 3, to: 5",
     {},
     [](double t) -> Numbers { return {3.0 + 2.0 * std::max(0.0, std::min(1.0, t - 1.0))}; },
     1e-14},
    {"Table",
     "table",
     "table: [[0, 1], [2, 5]]",
     {},
     [](double t) -> Numbers { return {1.0 + 2.0 * std::min(t, 2.0)}; },
     1e-14},
    {"WaveProbe",
     "wave-probe",
     "position: [0.7, 3]",
     {},
     [](double t) -> Numbers { return {0.1 * std::sin(t - 0.7)}; },
     1e-12},
    // position -> force of a joint's spring and damper: -(k x + k3 x^3 + c v)
    {"JointSpring",
     "joint-spring",
     "stiffness: 5, damping: 2",
     {{"position", sine}, {"velocity", cosine}},
     [](double t) -> Numbers { return {-5.0 * std::sin(t) - 2.0 * std::cos(t)}; },
     1e-13},
    // Vectors, and outputs of other names.
    {"PointMass",
     "point-mass",
     "mass: 2, gravity: 3, position: [1, 0, 0], velocity: [0, 1, 0]",
     {{"force",
       [](double) -> Numbers {
         return {4.0, 0.0, 0.0};
       }}},
     [](double t) -> Numbers {
       return {1.0 + t * t, t, -1.5 * t * t};
     },
     1e-12,
     "position"},
    {"Spring",
     "spring",
     "stiffness: 5, cubic_stiffness: 2, length: 1",
     {{"position_a", bob}, {"position_b", origin}},
     [](double t) -> Numbers {
       const double x = 2.0 - std::sin(t);
       return {0.0, 0.0, 5.0 * x + 2.0 * x * x * x};
     },
     1e-12,
     "force_a"},
    {"RopeIsSlackBelowItsLength",
     "spring",
     "stiffness: 5, length: 3, tension_only: true",
     {{"position_a", bob}, {"position_b", origin}},
     [](double t) -> Numbers {
       return {0.0, 0.0, 5.0 * std::min(0.0, std::sin(t))};
     },
     1e-12,
     "force_b"},
    {"NonlinearSpringGoesOnBeyondItsTable",
     "nonlinear-spring",
     "table: [[0, 0], [1, 1], [2, 4]], length: 1",
     {{"position_a", bob}, {"position_b", origin}},
     [](double t) -> Numbers {
       const double x = 2.0 - std::sin(t);
       return {0.0, 0.0, x < 1.0 ? x : 1.0 + 3.0 * (x - 1.0)};
     },
     1e-12,
     "force_a"},
    {"Damper",
     "damper",
     "damping: 5, quadratic_damping: 2",
     {{"position_a", bob}, {"velocity_a", bob_rate}, {"position_b", origin}, {"velocity_b", origin}},
     [](double t) -> Numbers {
       const double v = std::cos(t);
       return {0.0, 0.0, -(5.0 + 2.0 * std::abs(v)) * v};
     },
     1e-12,
     "force_a"},
    {"DistanceOnACircle",
     "distance",
     "point_b: [0, 0, 0], length: 1",
     {{"position_a", circle}, {"velocity_a", circle_rate}},
     [](double) -> Numbers { return {std::sqrt(13.0) - 1.0}; },
     1e-12,
     "elongation"},
    {"RateOfADistance",
     "distance",
     "point_b: [0, 0, 0]",
     {{"position_a", bob}, {"velocity_a", bob_rate}},
     [](double t) -> Numbers { return {-std::cos(t)}; },
     1e-12,
     "rate"},
    {"LineForce",
     "line-force",
     "point_b: [0, 0, 0]",
     {{"position_a", bob}, {"input", sine}},
     [](double t) -> Numbers {
       return {0.0, 0.0, -std::sin(t)};
     },
     1e-12,
     "force_a"},
    // Linear theory, k = 1: amplitude exp(-3) / 10, pressure rho g times it.
    {"PressureOfTheWave",
     "wave-probe",
     "position: [0.7, 3, -3]",
     {},
     [](double t) -> Numbers { return {1000.0 * std::exp(-3.0) * 0.1 * std::sin(t - 0.7)}; },
     1e-9,
     "dynamic_pressure"},
    {"VelocityOfTheWave",
     "wave-probe",
     "position: [0.7, 3, -3]",
     {},
     [](double t) -> Numbers {
       const double a = 0.1 * std::exp(-3.0);
       return {a * std::sin(t - 0.7), 0.0, a * std::cos(t - 0.7)};
     },
     1e-12,
     "velocity"},
    // rho V g upwards, and rho V (1 + Ca) times the water's acceleration.
    {"BuoyancyAndFroudeKrylov",
     "water-load",
     "volume: 2, added_mass_coefficient: 0.5",
     {{"position",
       [](double) -> Numbers {
         return {0.7, 0.0, -3.0};
       }},
      {"velocity", origin}},
     [](double t) -> Numbers {
       const double a = 3000.0 * 0.1 * std::exp(-3.0);
       return {a * std::cos(t - 0.7), 0.0, 2000.0 - a * std::sin(t - 0.7)};
     },
     1e-9,
     "force"},
    {"DragOfTheRelativeVelocity",
     "water-load",
     "drag_coefficient: 2, area: 3",
     {{"position",
       [](double) -> Numbers {
         return {0.0, 0.0, -100.0};
       }},
      {"velocity", bob_rate}},
     [](double t) -> Numbers {
       return {0.0, 0.0, -3000.0 * std::cos(t) * std::abs(std::cos(t))};
     },
     1e-9,  // exp(-100) of the wave
     "force"},
    {"Pick",
     "pick",
     "width: 3, entries: [3, 1]",
     {{"input", circle}},
     [](double t) -> Numbers {
       return {-3.0, 2.0 * std::cos(t)};
     },
     0.0},
    {"Place",
     "place",
     "width: 3, entries: [2]",
     {{"input", sine}},
     [](double t) -> Numbers {
       return {0.0, std::sin(t), 0.0};
     },
     0.0},
    {"PrescribedMotion",
     "prescribed-motion",
     "amplitude: 2, period: 4, phase: 90, offset: 1",
     {},
     [](double t) -> Numbers {
       const double w = 0.5 * kPi;
       return {1.0 + 2.0 * std::cos(w * t), -2.0 * w * std::sin(w * t), -2.0 * w * w * std::cos(w * t)};
     },
     1e-13},
    {"Input",
     "input",
     "value: [1, 2]",
     {},
     [](double) -> Numbers {
       return {1.0, 2.0};
     },
     0.0},
    // y_n = y_(n-1) / 2 + u_n / 2
    {"SampledController",
     "sampled-controller",
     "sample_time: 0.25, numerator: [0.5, 0], denominator: [1, -0.5], upper: 0.9",
     {{"input", one}},
     [](double t) -> Numbers { return {std::min(0.9, 1.0 - std::pow(0.5, samples(t, 0.25) + 1.0))}; },
     1e-13},
    // e = -1 from the first sample on: z_n = -n T, no derivative.
    {"SampledPid",
     "pid",
     "proportional: 2, integral: 3, derivative: 1, setpoint: 0, sample_time: 0.25, lower: -6",
     {{"input", one}},
     [](double t) -> Numbers { return {std::max(-6.0, -2.0 - 3.0 * 0.25 * samples(t, 0.25))}; },
     1e-13},
    {"Expression",
     "expression",
     "expression: k * a^2 + t, inputs: a, constants: {k: 3}",
     {{"a", sine}},
     [](double t) -> Numbers { return {3.0 * std::sin(t) * std::sin(t) + t}; },
     1e-14},
    {"Reactive",
     "reactive",
     "proportional: 2, integral: 3, center: 0.5, limit: 2",
     {{"input", cosine}, {"position", sine}},
     [](double t) -> Numbers {
       return {std::max(-2.0, std::min(2.0, -2.0 * std::cos(t) - 3.0 * (std::sin(t) - 0.5)))};
     },
     1e-14},
    // The velocity turns at pi/2; the switch lasts 0.7 s. Rows do not stand on either end.
    {"Latching",
     "latching",
     "damping: 2, held_damping: 50, hold: 0.7",
     {{"input", cosine}},
     [](double t) -> Numbers {
       const double since = t - 0.5 * kPi;
       return {-(since > 0.0 && since < 0.7 ? 50.0 : 2.0) * std::cos(t)};
     },
     1e-12},
    {"Declutching",
     "declutching",
     "damping: 2, free_time: 0.7",
     {{"input", cosine}},
     [](double t) -> Numbers {
       const double since = t - 0.5 * kPi;
       return {(since > 0.0 && since < 0.7 ? 0.0 : -2.0) * std::cos(t)};
     },
     1e-12},
    {"SensorIsLateAndCoarse",
     "sensor",
     "sample_time: 0.25, delay: 0.5, quantum: 0.1",
     {{"input", [](double t) -> Numbers { return {0.31 * t}; }}},
     [](double t) -> Numbers { return {0.1 * std::round(std::max(0.0, 0.25 * samples(t, 0.25) - 0.5) * 0.31 / 0.1)}; },
     1e-12},
    // gear^2 J at the joint, gear^2 times the bearings' friction.
    {"Flywheel",
     "flywheel",
     "gear: 3, inertia: 2, friction: 0.5",
     {{"velocity", cosine}},
     [](double t) -> Numbers { return {-4.5 * std::cos(t)}; },
     1e-13,
     "effort"},
    {"InertiaOfAFlywheel",
     "flywheel",
     "gear: 3, inertia: 2",
     {{"velocity", cosine}},
     [](double) -> Numbers { return {18.0}; },
     0.0,
     "inertia"},
    {"HardStopThatTakesOverAtOnce",
     "hard-stop",
     "upper: 0.5, stiffness: 100, damping: 0, transition: 0",
     {{"position", sine}, {"velocity", cosine}},
     [](double t) -> Numbers { return {-100.0 * std::max(0.0, std::sin(t) - 0.5)}; },
     1e-12},
    {"SpringEnergy",
     "joint-spring",
     "stiffness: 5, cubic_stiffness: 4, equilibrium_position: 0.5",
     {{"position", sine}, {"velocity", cosine}},
     [](double t) -> Numbers {
       const double x = std::sin(t) - 0.5;
       return {2.5 * x * x + x * x * x * x};
     },
     1e-13,
     "spring_energy"},
    // A rod of fixed length L on the line at offset e: r sin q + sqrt(L^2 - (r cos q - e)^2), less its value at 0.
    {"Crank",
     "crank",
     "crank: 1, rod: 3, offset: 0.5",
     {{"angle", sine}, {"angular_velocity", cosine}, {"force", one}},
     [](double t) -> Numbers {
       const double q = std::sin(t), side = std::cos(q) - 0.5;
       return {std::sin(q) + std::sqrt(9.0 - side * side) - std::sqrt(9.0 - 0.25)};
     },
     1e-13,
     "position"},
    // And its rate by q, times the force.
    {"TorqueOfACrank",
     "crank",
     "crank: 1, rod: 3, offset: 0.5",
     {{"angle", sine}, {"angular_velocity", cosine}, {"force", cosine}},
     [](double t) -> Numbers {
       const double q = std::sin(t), side = std::cos(q) - 0.5;
       return {(std::cos(q) + side * std::sin(q) / std::sqrt(9.0 - side * side)) * std::cos(t)};
     },
     1e-13,
     "torque"},
    {"VelocityOfAnAdjustableRod",
     "adjustable-rod",
     "crank: 1, rod: 3, offset: 0.5",
     {{"angle", sine}, {"angular_velocity", cosine}, {"force", one}},
     [](double t) -> Numbers {
       const double q = std::sin(t), x = std::cos(q) - 0.5, y = std::sin(q) - std::sqrt(9.0 - 0.25);
       return {(y * std::cos(q) - x * std::sin(q)) / std::hypot(x, y) * std::cos(t)};
     },
     1e-13,
     "velocity"},
    {"AdjustableRod",
     "adjustable-rod",
     "crank: 1, rod: 3, offset: 0.5",
     {{"angle", sine}, {"angular_velocity", cosine}, {"force", one}},
     [](double t) -> Numbers {
       const double q = std::sin(t), foot = std::sqrt(9.0 - 0.25);
       return {std::hypot(std::cos(q) - 0.5, std::sin(q) - foot) - 3.0};
     },
     1e-13,
     "position"},
    {"GeneratorByItsEfficiency",
     "electric-generator",
     "efficiency: 0.8",
     {{"speed", [](double) -> Numbers { return {3.0}; }}, {"torque", [](double) -> Numbers { return {5.0}; }}},
     [](double) -> Numbers { return {12.0}; },
     1e-13,
     "electrical_power"},
    // The lag L / R of the winding, here without one: the force is there at once; friction gear^2 b v against the
    // motion.
    {"DirectDriveWithoutInductance",
     "direct-drive",
     "torque_constant: 2, gear_ratio: 10, resistance: 1, friction: 0.01",
     {{"velocity", cosine}, {"command", sine}},
     [](double t) -> Numbers { return {std::sin(t) - std::cos(t)}; },
     1e-12},
};

class Response : public ::testing::TestWithParam<Answer> {};

TEST_P(Response, IsThatOfTheClosedForm) {
  const Answer& answer = GetParam();
  Diagnostics diagnostics;
  auto part = make(answer.type, answer.parameters, diagnostics);
  diagnostics.throw_if_errors();
  ASSERT_TRUE(part);
  double worst = 0.0;
  const int rows =
      run_part(std::move(part), answer.inputs, answer.output, kStep, kDuration, [&](double time, const double* row) {
        const Numbers expected = answer.expected(time);
        for (std::size_t i = 0; i < expected.size(); ++i) worst = std::max(worst, std::abs(row[i] - expected[i]));
      });
  EXPECT_EQ(rows, 301);
  EXPECT_LE(worst, answer.tolerance);
}

// What goes in by one side comes out by the other, at every instant: no linkage stores or makes energy.
TEST(Linkage, PassesThePowerOn) {
  for (const char* type : {"crank", "adjustable-rod"}) {
    const std::vector<Sent> inputs = {
        {"angle", sine}, {"angular_velocity", cosine}, {"force", [](double t) -> Numbers { return {7.0 + t}; }}};
    std::vector<double> velocity;
    for (const char* output : {"velocity", "torque"}) {
      Diagnostics diagnostics;
      std::size_t row = 0;
      run_part(make(type, "crank: 1, rod: 3, offset: 0.5", diagnostics), inputs, output, kStep, kDuration,
               [&](double t, const double* value) {
                 if (output == std::string("velocity")) return velocity.push_back(*value);
                 EXPECT_NEAR(*value * std::cos(t), (7.0 + t) * velocity.at(row++), 1e-12) << type << " at " << t;
               });
      EXPECT_TRUE(diagnostics.list().empty());
    }
  }
}

// Both springs and dampers are what Newton's third law wants.
TEST(TwoEnds, TakeOppositeForces) {
  const std::vector<Sent> moving = {
      {"position_a", bob}, {"velocity_a", bob_rate}, {"position_b", circle}, {"velocity_b", circle_rate}};
  const std::vector<Sent> still = {moving[0], moving[2]};
  struct Pair {
    const char *type, *parameters;
    const std::vector<Sent>& inputs;
  };
  for (const Pair& pair : {Pair{"spring", "stiffness: 5, length: 1", still}, Pair{"damper", "damping: 5", moving}}) {
    std::vector<Vector3> on_a;
    double largest = 0.0;
    for (const char* output : {"force_a", "force_b"}) {
      Diagnostics diagnostics;
      std::size_t row = 0;
      run_part(make(pair.type, pair.parameters, diagnostics), pair.inputs, output, kStep, kDuration,
               [&](double, const double* force) {
                 const Vector3 now = Eigen::Map<const Vector3>(force);
                 if (output == std::string("force_a")) return on_a.push_back(now);
                 largest = std::max(largest, now.norm());
                 EXPECT_EQ((now + on_a.at(row++)).norm(), 0.0);
               });
    }
    EXPECT_GT(largest, 1.0) << pair.type;
  }
}

// Standard deviation of the mean of n numbers: sigma / sqrt(n); four of them happen once in 16,000 seeds.
TEST(Noise, HasItsMeanAndDeviation) {
  Diagnostics diagnostics;
  double sum = 0.0, square = 0.0;
  const int n = run_part(make("noise", "sample_time: 0.01, deviation: 2, mean: 5, seed: 3", diagnostics), {}, "output",
                         kStep, 100.0, [&](double, const double* value) {
                           sum += *value - 5.0;
                           square += (*value - 5.0) * (*value - 5.0);
                         });
  ASSERT_GT(n, 10000);
  EXPECT_NEAR(sum / n, 0.0, 4.0 * 2.0 / std::sqrt(n));
  EXPECT_NEAR(std::sqrt(square / n), 2.0, 4.0 * 2.0 / std::sqrt(2.0 * n));
}

// On the ground the normal force is stiffness times depth less damping times the rate; friction mu N against the
// sliding.
TEST(SeabedContact, PushesUpAndRubs) {
  auto around = surroundings_of_examples();
  auto ground = std::make_shared<Seabed>();
  ground->level = -2.5;
  ground->stiffness = 1000.0;
  ground->damping = 10.0;
  ground->friction = 0.3;
  around.objects = std::make_shared<SharedObjects>();
  around.objects->add<Seabed>("floor", ground);
  Diagnostics diagnostics;
  auto part = make_part("seabed-contact", "seabed: floor, sliding_speed: 1.0e-4", diagnostics, around);
  diagnostics.throw_if_errors();
  run_part(std::move(part),
           {{"position", bob},
            {"velocity",
             [](double t) -> Numbers {
               return {1.0, 0.0, std::cos(t)};
             }}},
           "force", kStep, kDuration, [](double t, const double* force) {
             const double depth = 0.5 - std::sin(t);
             const double normal = depth > 0.0 ? std::max(0.0, 1000.0 * depth - 10.0 * std::cos(t)) : 0.0;
             EXPECT_NEAR(force[2], normal, 1e-9) << t;
             EXPECT_NEAR(force[0], -0.3 * normal, 1e-9) << t;
           });
}

INSTANTIATE_TEST_SUITE_P(Types, Response, ::testing::ValuesIn(kAnswers),
                         [](const auto& answer) { return std::string(answer.param.name); });

TEST(Registry, EveryTypeIsMadeFromItsOwnExample) {
  const Registry registry = Registry::built_in();
  EXPECT_GE(registry.types().size(), 30U);
  for (const Registry::Type& type : registry.types()) {
    if (type.name == "fmu") continue;  // made from a file: tests/fmi
    Diagnostics diagnostics;
    const auto part = make(type.name, type.example, diagnostics);
    EXPECT_TRUE(part) << type.name << ": " << type.example;
    EXPECT_TRUE(diagnostics.list().empty()) << type.name << ": " << diagnostics.list()[0].text();
  }
}

}  // namespace
}  // namespace swell::components::response_test
