// Systems of FMUs as cases: OspSystemStructure.xml, SSP packages, and the two masters.
#include "swell/cosim/system_case.h"

#include "swell/fmi/archive.h"
#include "swell/run/run.h"
#include "swell/run/simulation.h"
#include "swell_test/test.h"
#include "systems.h"

namespace swell::cosim::system_case_test {
namespace {

namespace fs = std::filesystem;

// x1' = (u1 - x1) / T1, x2' = (x1 - x2) / T2 from rest: the closed form of the two lags as one system.
Eigen::Vector2d monolithic(double t) {
  Eigen::Matrix2d a;
  a << -1.0 / kT1, kGain / kT1, 1.0 / kT2, -1.0 / kT2;
  const double x = kOffset / (1.0 - kGain);
  const Eigen::Vector2d rest(x, x);
  const double mean = 0.5 * a.trace(), determinant = a.determinant();
  const std::complex<double> half = std::sqrt(std::complex<double>(mean * mean - determinant, 0.0));
  // exp(A t) = exp(m t) (cosh(s t) I + sinh(s t) / s (A - m I)), s^2 = m^2 - det A
  const double c = (std::cosh(half * t)).real(), s = (std::sinh(half * t) / half).real();
  const Eigen::Matrix2d e =
      std::exp(mean * t) * (c * Eigen::Matrix2d::Identity() + s * (a - mean * Eigen::Matrix2d::Identity()));
  return rest - e * rest;
}

const std::vector<std::string> kGaussSeidel{"simulation.cosimulation=gauss-seidel"};

// A step is one exponential and a few sums of values up to 1: a few roundings per step.
TEST_F(Systems, BothMastersStepAsTheyAreDefined) {
  write_loop(0.05);
  const double round_off = 24 * 4 * 1e-16;
  EXPECT_LT((run() - stepped(0.05, false)).norm(), round_off);
  EXPECT_LT((run(kGaussSeidel) - stepped(0.05, true)).norm(), round_off);
  EXPECT_GT((stepped(0.05, true) - stepped(0.05, false)).norm(), 1e-3);
}

// Inputs are held: the error is C h + O(h^2). Between h and h/2 it falls by 2 (1 + O(h/T)), with h/T = 1/40 at most:
// within 10 %.
TEST_F(Systems, TheErrorAgainstTheWholeFallsWithTheStep) {
  for (const bool gauss_seidel : {false, true}) {
    std::vector<double> errors;
    for (const double step : {0.01, 0.005, 0.0025}) {
      write_loop(step);
      errors.push_back((run(gauss_seidel ? kGaussSeidel : std::vector<std::string>{}) - monolithic(kEnd)).norm());
    }
    for (std::size_t i = 1; i < errors.size(); ++i) EXPECT_NEAR(errors[i - 1] / errors[i], 2.0, 0.2) << gauss_seidel;
  }
  write_loop(0.05);
  EXPECT_LT((run(kGaussSeidel) - monolithic(kEnd)).norm(), (run() - monolithic(kEnd)).norm());
}

// Units of the OspModelDescription, where the FMU's own are the same.
TEST_F(Systems, UnitsOfOspAreConvertedAndReported) {
  write_loop(0.05);
  fs::copy_file(folder_.path / "lag2.fmu", folder_.path / "other.fmu");
  const auto units = [&](const char* file, double factor) {
    write(file,
          fmt::format("<OspModelDescription xmlns='https://open-simulation-platform.com/OspModelDescription/1.0.1' "
                      "version='1.0'><UnitDefinitions><Unit name='u'><BaseUnit kg='1' m='-1' s='-2' factor='{}'/>"
                      "</Unit></UnitDefinitions><VariableGroups><Generic name='in'><Variable ref='in.u' unit='u'/>"
                      "</Generic><Generic name='out'><Variable ref='out.x' unit='u'/></Generic></VariableGroups>"
                      "</OspModelDescription>",
                      factor));
  };
  units("lag2_OspModelDescription.xml", 1e5);
  units("other_OspModelDescription.xml", 2e5);
  std::string two = lag("two", kT2);
  two.replace(two.find("lag2.fmu"), 8, "other.fmu");
  write("OspSystemStructure.xml",
        osp(driven("one", kT1, 2.0) + two,
            "<Connections>" + wire(variable("one", "out.x"), variable("two", "in.u")) + "</Connections>",
            "<EndTime>1</EndTime><BaseStepSize>0.1</BaseStepSize>"));
  EXPECT_THAT(message(), AllOf(HasSubstr("warning"), HasSubstr("X_UnitScale"), HasSubstr("times 0.5")));
  run::Simulation sim(read());
  double x = 0.0, y = 0.0;
  for (int k = 1; k <= 10; ++k) {
    sim.step_to(0.1 * k);
    y += (1.0 - std::exp(-0.1 / kT2)) * (0.5 * x - y);
    x += (1.0 - std::exp(-0.1 / kT1)) * (2.0 - x);
    ASSERT_NEAR(sim.read("two.out_x").front(), y, 1e-14) << k;
  }
}

// A simulator with steps of its own holds its output in between; a sum adds; what nothing feeds keeps its given value.
TEST_F(Systems, StepsOfSimulatorsSumsAndInitialValues) {
  folder_.lag(2);
  write("OspSystemStructure.xml", osp(driven("fast", 0.5, 2.0) + lag("slow", 0.25, " stepSize='0.2'") + lag("sum", 0.4),
                                      "<Functions><Sum name='plus' inputCount='2'/></Functions><Connections>" +
                                          wire(variable("fast", "out.x"), variable("slow", "in.u")) +
                                          wire(variable("fast", "out.x"), signal("plus", "in[0]")) +
                                          wire(variable("slow", "out.x"), signal("plus", "in[1]")) +
                                          wire(signal("plus", "out"), variable("sum", "in.u")) + "</Connections>",
                                      "<EndTime>1</EndTime><BaseStepSize>0.1</BaseStepSize>"));
  run::Simulation sim(read());
  double fast = 0.0, slow = 0.0, sum = 0.0, of_slow = 0.0;
  for (int k = 1; k <= 10; ++k) {
    sim.step_to(0.1 * k);
    sum += (1.0 - std::exp(-0.1 / 0.4)) * (fast + slow - sum);
    if (k % 2 == 0) slow += (1.0 - std::exp(-0.2 / 0.25)) * (of_slow - slow);
    fast += (1.0 - std::exp(-0.1 / 0.5)) * (2.0 - fast);
    if (k % 2 == 0) of_slow = fast;
    ASSERT_NEAR(sim.read("fast.out_x").front(), fast, 1e-14) << k;
    ASSERT_NEAR(sim.read("slow.out_x").front(), slow, 1e-14) << k;
    ASSERT_NEAR(sim.read("sum.out_x").front(), sum, 2e-14) << k;
  }
  EXPECT_EQ(sim.read("slow.steps").front(), 5.0);
}

// The FMU's unit is one that Swell does not know by name: its ports are in base units, the arithmetic of the file is
// not.
TEST_F(Systems, FunctionsTakeTheNumbersOfTheFmus) {
  write_loop(0.05);
  fmi::Description description = swell_test::lag_description(2);
  description.units.front().name = "psi";
  description.units.front().factor = 6894.76;
  for (fmi::Variable& v : description.variables) {
    if (v.unit == "bar") v.unit = "psi";
  }
  fmi::write_archive(folder_.path / "lag2.fmu", {{"modelDescription.xml", write_description(description)},
                                                 {"binaries/linux64/lag.so", {}, SWELL_TEST_UNIT}});
  run::Simulation sim(read());
  sim.step_to(kEnd);
  const Eigen::Vector2d x(sim.read("one.out_x").front(), sim.read("two.out_x").front());
  EXPECT_LT((x / 6894.76 - stepped(0.05, false)).norm(), 24 * 8 * 1e-16);
}

TEST_F(Systems, SetReachesStepDurationAndParameters) {
  write_loop(0.1);
  EXPECT_LT((run({"simulation.time_step=0.05"}) - stepped(0.05, false)).norm(), 1e-14);
  EXPECT_EQ(read({"simulation.duration=5"}).simulation.duration, 5.0);
  run::Simulation sim(read({"components.one.parameters.T=0.001"}));
  sim.step_to(0.1);
  EXPECT_NEAR(sim.read("one.out_x").front(), kOffset, 1e-14);
}

// An output overridden and reset, an input moved by a bias: each from its time on.
TEST_F(Systems, AScenarioChangesInputsAndOutputsAtItsTimes) {
  write_loop(0.1);
  write("scenario.json",
        "{\"description\": \"d\", \"defaults\": {\"model\": \"two\", \"action\": \"override\"},\n\"events\": [\n"
        "{\"time\": 0.6, \"variable\": \"out.x\", \"action\": \"reset\"},\n"
        "{\"time\": 0.3, \"variable\": \"out.x\", \"value\": 0.5},\n"
        "{\"time\": 0.4, \"model\": \"two\", \"variable\": \"in.u\", \"action\": \"bias\", \"value\": 0.25}],\n"
        "\"end\": 1.1}\n");
  const auto read_with = [&](const std::string& scenario) {
    Diagnostics diagnostics;
    model::Model model = read_case(folder_.path, {}, diagnostics, folder_.path / scenario);
    diagnostics.throw_if_errors();
    return model;
  };
  const model::Model model = read_with("scenario.json");
  EXPECT_EQ(model.simulation.duration, 1.1);
  run::Simulation sim(model);
  Eigen::Vector2d x(0.0, 0.0);
  for (int k = 0; k < 11; ++k) {
    const Eigen::Vector2d last = x;
    const double of_two = k >= 3 && k < 6 ? 0.5 : last[1];
    x[0] += (1.0 - std::exp(-0.1 / kT1)) * (kOffset + kGain * of_two - last[0]);
    x[1] += (1.0 - std::exp(-0.1 / kT2)) * (last[0] + (k >= 4 ? 0.25 : 0.0) - last[1]);
    sim.step_to(0.1 * (k + 1));
    ASSERT_NEAR(sim.read("one.out_x").front(), x[0], 1e-14) << k;
    ASSERT_NEAR(sim.read("two.out_x").front(), x[1], 1e-14) << k;
  }
  write("wrong.json",
        "{\"events\": [\n{\"time\": 1, \"model\": \"tow\", \"variable\": \"in.u\", \"value\": 1},\n"
        "{\"time\": 1, \"model\": \"one\", \"variable\": \"T\", \"value\": 1},\n{\"tim\": 1}]}\n");
  Diagnostics diagnostics;
  read_case(folder_.path, {}, diagnostics, folder_.path / "wrong.json");
  EXPECT_THAT(texts(diagnostics.list()),
              AllOf(::testing::Contains(AllOf(HasSubstr("wrong.json:2:"), HasSubstr("did you mean two?"))),
                    ::testing::Contains(AllOf(HasSubstr("wrong.json:3:"), HasSubstr("only inputs and outputs"))),
                    ::testing::Contains(AllOf(HasSubstr("wrong.json:4:"), HasSubstr("tim")))));
}

TEST_F(Systems, SetReachesParametersWhoseNamesHaveDots) {
  write_loop(0.1);
  fmi::Description description = swell_test::lag_description(2);
  for (fmi::Variable& v : description.variables) {
    if (v.name == "T") v.name = "plant.T";
  }
  fmi::write_archive(folder_.path / "lag2.fmu", {{"modelDescription.xml", write_description(description)},
                                                 {"binaries/linux64/lag.so", {}, SWELL_TEST_UNIT}});
  std::string text = text_of(folder_.path / "OspSystemStructure.xml");
  for (std::size_t at = text.find("'T'"); at != std::string::npos; at = text.find("'T'"))
    text.replace(at, 3, "'plant.T'");
  write("OspSystemStructure.xml", text);
  EXPECT_LT((run() - stepped(0.1, false)).norm(), 1e-14);
  run::Simulation sim(read({"components.one.parameters.plant.T=0.001"}));
  sim.step_to(0.1);
  EXPECT_NEAR(sim.read("one.out_x").front(), kOffset, 1e-14);
}

TEST_F(Systems, MistakesAreRefusedWithTheirPlace) {
  write_loop(0.1);
  const std::string good = text_of(folder_.path / "OspSystemStructure.xml");
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    text.replace(text.find(from), from.size(), to);
    write("OspSystemStructure.xml", text);
    return message();
  };
  EXPECT_EQ(message().find("error"), std::string::npos);
  EXPECT_THAT(with("source='lag2.fmu'", "source='lag3.fmu'"),
              AllOf(HasSubstr("OspSystemStructure.xml:5:"), HasSubstr("there is no file"), HasSubstr("lag3.fmu")));
  EXPECT_THAT(with("name='out.x'", "name='out.y'"),
              AllOf(HasSubstr("OspSystemStructure.xml:12:"), HasSubstr("has no variable 'out.y'"), HasSubstr("out.x")));
  EXPECT_THAT(with("name='in.u'", "name='out.x'"), HasSubstr("VE_VariableConnection_2"));
  EXPECT_THAT(with("variable='T'", "variable='U'"), HasSubstr("has no variable 'U'"));
  EXPECT_THAT(with("Real value='0.7'", "Real value='0'"),
              AllOf(HasSubstr("OspSystemStructure.xml:6:"), HasSubstr("T = 0 is outside")));
  EXPECT_THAT(with("<EndTime>1.2</EndTime>", ""), HasSubstr("--set simulation.duration=100"));
  EXPECT_THAT(with("<BaseStepSize>0.1</BaseStepSize>", ""), HasSubstr("--set simulation.time_step=0.01"));
  EXPECT_THAT(with("<Simulators>", "<Simulators"), HasSubstr("OspSystemStructure.xml"));
}

// In a case of one's own: the velocity of the device at the end of the step is new, and the force of the FMU is held.
TEST_F(Systems, AnFmuAtADeviceReadsItsVelocityAsJustGiven) {
  const std::string file = folder_.lag(2).string();
  for (const bool gauss_seidel : {false, true}) {
    Diagnostics diagnostics;
    const model::Model model = model::read_case_text(
        fmt::format("simulation: {{duration: 2, time_step: 0.05, integrator: rk4, cosimulation: {}}}\n"
                    "bodies:\n"
                    "  - {{name: block, mass: 1000, inertia: [10, 10, 10], center_of_gravity: [0, 0, 0], "
                    "center_of_buoyancy: [0, 0, 0], volume: 1}}\n"
                    "ptos:\n"
                    "  - {{name: spring, type: translational, base: world, follower: block, stiffness: 4000, "
                    "extension: 0.5}}\n"
                    "components:\n"
                    "  - {{name: number, type: gain, factor: 1e5}}\n"
                    "  - {{name: lag, type: fmu, file: {}, step: 0.1, parameters: {{T: 0.3}}}}\n"
                    "  - {{name: force, type: gain, factor: -0.001}}\n"
                    "connections:\n"
                    "  - {{from: spring.velocity, to: number.input}}\n"
                    "  - {{from: number.output, to: lag.in_u}}\n"
                    "  - {{value: 1, to: lag.on}}\n"
                    "  - {{from: lag.out_x, to: force.input}}\n"
                    "  - {{from: force.output, to: spring.force}}\n",
                    gauss_seidel ? "gauss-seidel" : "jacobi", file),
        "inputs/", {}, diagnostics);
    diagnostics.throw_if_errors();
    run::Simulation sim(model);
    sim.step_to(0.0);
    double x = 0.0, before = sim.read("spring.velocity").front();
    for (int k = 1; k <= 20; ++k) {
      sim.step_to(0.1 * k);
      const double now = sim.read("spring.velocity").front();
      x += (1.0 - std::exp(-0.1 / 0.3)) * (1e5 * (gauss_seidel ? now : before) - x);
      before = now;
      ASSERT_NEAR(sim.read("lag.out_x").front(), x, 1e-14 * 2e5 * (k + 1)) << k << gauss_seidel;
    }
  }
}

TEST_F(Systems, AreTemplatesOfManyCases) {
  write_loop(0.1);
  const model::CaseTemplate base = case_template(folder_.path);
  Diagnostics diagnostics;
  EXPECT_EQ(base.read({"simulation.duration=3"}, diagnostics).simulation.duration, 3.0);
  EXPECT_EQ(base.tree().find("components")->items.size(), 3U);
}

TEST_F(Systems, AreKnownByTheirContent) {
  write_loop(0.1);
  EXPECT_EQ(system_at(folder_.path).file, folder_.path / "OspSystemStructure.xml");
  fs::rename(folder_.path / "OspSystemStructure.xml", folder_.path / "plant.txt");
  EXPECT_EQ(system_at(folder_.path / "plant.txt").kind, SystemKind::osp);
  EXPECT_EQ(system_at(folder_.path).kind, SystemKind::none);
  EXPECT_THAT(message({}, "lag2.fmu"), HasSubstr("is an FMU, not a case"));
}

}  // namespace
}  // namespace swell::cosim::system_case_test
