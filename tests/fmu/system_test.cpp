// A device as an FMU in a system of OSP-IS, beside arithmetic of the system, against the case that has both.
#include "swell/cosim/system_case.h"
#include "swell/fmu/export_fmu.h"
#include "swell/model/read_case.h"
#include "swell/run/simulation.h"
#include "swell_test/test.h"

#ifdef SWELL_FMU_MODULE
namespace swell::fmu::system_test {
namespace {

namespace fs = std::filesystem;

constexpr double kDuration = 12.0, kRow = 0.4;  // [s]

std::string case_text(double damping, const std::string& rest) {
  return fmt::format(
      "simulation: {{duration: {}, time_step: 0.05, integrator: rk4}}\n"
      "waves: {{type: regular, height: 1, period: 6}}\n"
      "hydrodynamics: {{convolution: {{duration: 4}}}}\n"
      "bodies: [{{name: sphere, hydro_data: {{file: {}, body: 1}}, mass: equilibrium, inertia: [1e6, 1e6, 1e6]}}]\n"
      "ptos: [{{name: PTO, type: translational, base: world, follower: sphere, damping: {}}}]\n{}",
      kDuration, (swell_test::source_folder() / "inputs/sphere/hemisphere.h5").string(), damping, rest);
}

model::Model read(const std::string& text) {
  Diagnostics diagnostics;
  model::Model model = model::read_case_text(text, "buoy.yaml", {}, diagnostics);
  diagnostics.throw_if_errors();
  return model;
}

std::vector<double> heave(const model::Model& model, const std::string& port, std::size_t entry) {
  run::Simulation sim(model);
  std::vector<double> rows;
  for (int k = 1; k <= std::lround(kDuration / kRow); ++k) {
    sim.step_to(kRow * k);
    rows.push_back(sim.read(port).at(entry));
  }
  return rows;
}

double rms(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return std::sqrt(sum / static_cast<double>(a.size()));
}

class DeviceInASystem : public ::testing::TestWithParam<int> {
 protected:
  DeviceInASystem() {
    ExportOptions options;
    options.version = GetParam();
    options.module = SWELL_FMU_MODULE;
    export_fmu(read(case_text(3e5, "")), folder_ / "buoy.fmu", options);
  }
  std::vector<double> in_a_system(double step, const std::string& rest, const std::string& master = "jacobi") const {
    std::ofstream(folder_ / "OspSystemStructure.xml")
        << "<OspSystemStructure xmlns='http://opensimulationplatform.com/MSMI/OSPSystemStructure' version='0.1'>"
        << fmt::format("<EndTime>{}</EndTime><BaseStepSize>{}</BaseStepSize>", kDuration, step)
        << "<Simulators><Simulator name='buoy' source='buoy.fmu'><InitialValues><InitialValue "
           "variable='ptos.PTO.damping'><Real value='2e5'/></InitialValue></InitialValues></Simulator></Simulators>"
        << rest << "</OspSystemStructure>";
    Diagnostics diagnostics;
    const model::Model model = cosim::read_case(folder_, {"simulation.cosimulation=" + master}, diagnostics);
    diagnostics.throw_if_errors();
    return heave(model, "buoy.sphere_position_heave", 0);
  }
  const fs::path folder_ = swell_test::fresh_folder("fmu");
};
INSTANTIATE_TEST_SUITE_P(Fmi, DeviceInASystem, ::testing::Values(2, 3));

// Communication points on the steps of the case leave its numbers alone.
TEST_P(DeviceInASystem, RunsAsByItself) {
  EXPECT_EQ(in_a_system(0.1, ""), heave(read(case_text(2e5, "")), "sphere.position", 2));
}

// The same law as FMU and as component: in model exchange its states are the case's, and the numbers the same. In
// co-simulation its answer is one and a half steps late in the mean (a whole one, and half of what it is held), or half
// a step where it reads the velocity as just given: errors of first order, three to one.
TEST_P(DeviceInASystem, AControllerFmuInTheLoopIsTheComponent) {
  const std::string law = "{name: law, type: pid, proportional: 1e5, integral: 2e4, setpoint: 0}";
  ExportOptions options;
  options.version = GetParam();
  options.module = SWELL_FMU_MODULE;
  options.model_exchange = true;
  options.outputs = {"law.output"};
  export_fmu(read("simulation: {duration: 20, time_step: 0.025, integrator: rk4}\n"
                  "components: [{name: velocity, type: input, value: 0}, " +
                  law + "]\nconnections: [{from: velocity.output, to: law.input}]\n"),
             folder_ / "law.fmu", options);
  const auto with = [&](const std::string& component, const std::string& in, const std::string& out) {
    return heave(
        read(case_text(2e5, fmt::format("components: [{}]\nconnections: [{{from: PTO.velocity, to: {}}}, {{from: "
                                        "{}, to: PTO.force}}]\n",
                                        component, in, out))),
        "sphere.position", 2);
  };
  const auto fmu = [&](const std::string& how) {
    return with(fmt::format("{{name: drive, type: fmu, file: {}, {}}}", (folder_ / "law.fmu").string(), how),
                "drive.velocity", "drive.law_output");
  };
  const std::vector<double> whole = with(law, "law.input", "law.output");
  EXPECT_EQ(fmu("kind: model-exchange"), whole);
  const double late = rms(fmu("kind: co-simulation, step: 0.05"), whole),
               later = rms(fmu("kind: co-simulation, step: 0.1"), whole),
               given = rms(fmu("kind: co-simulation, step: 0.05, latest: [velocity]"), whole);
  EXPECT_NEAR(later / late, 2.0, 0.2);
  EXPECT_NEAR(late / given, 3.0, 0.3);
}

}  // namespace
}  // namespace swell::fmu::system_test
#endif
