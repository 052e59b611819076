// Nothing is allocated between two rows of a run, whatever radiation model, joint and sea.
#include "swell/model/read_case.h"
#include "swell/run/run.h"
#include "swell_test/allocations.h"
#include "swell_test/test.h"

namespace swell::run::time_loop_test {
namespace {

/// Allocations between the second and the last row of a run.
long allocations_of(const model::Model& model) {
  CaseRun run(model);
  long at_second = 0, at_last = 0;
  int rows = 0;
  run.run([&](double) {
    at_last = swell::test::allocation_count();
    if (++rows == 2) at_second = at_last;
    return true;
  });
  EXPECT_GT(rows, 20);
  return at_last - at_second;
}

long allocations_of(const std::string& text, const std::string& folder) {
  Diagnostics diagnostics;
  const model::Model model =
      model::read_case_text(text, swell_test::source_folder() / folder / "time_loop.yaml", {}, diagnostics);
  diagnostics.throw_if_errors();
  return allocations_of(model);
}

long allocations(const std::string& simulation, const std::string& radiation, const std::string& waves,
                 const std::string& joint) {
  return allocations_of(
      "simulation: {duration: 30, " + simulation + "}\nwaves: " + waves + "\nhydrodynamics: {radiation: " + radiation +
          "}\nbodies:\n  - {name: sphere, hydro_data: {file: hemisphere.h5, body: 1}, mass: equilibrium, inertia: "
          "[1690000, 1690000, 2606000], initial: {displacement: [0, 0, 1]}}\n" +
          joint + "output: {time_step: 0.1}\n",
      "inputs/sphere");
}

const std::string kGuide = "joints:\n  - {name: guide, type: translational, base: world, follower: sphere}\n";
const std::string kDamper =
    "ptos:\n  - {name: PTO, type: translational, base: world, follower: sphere, damping: 3e5}\n";
const std::string kIrregular = "{type: irregular, spectrum: jonswap, significant_height: 2, peak_period: 7, seed: 1}";

TEST(TimeLoop, OfABuiltCaseAllocatesNothing) {
  if (!swell::test::allocations_are_counted()) GTEST_SKIP() << "a sanitizer owns malloc";
  EXPECT_EQ(allocations("time_step: 0.01", "convolution", "{type: none}", kGuide), 0);
  EXPECT_EQ(allocations("time_step: 0.02", "state-space", kIrregular, kDamper), 0);
  EXPECT_EQ(allocations("time_step: 0.02", "convolution", kIrregular, ""), 0);
  EXPECT_EQ(allocations("time_step: 0.05", "convolution", "{type: regular, height: 1, period: 6}", kDamper), 0);
}

// Lines, meshes, Morison members, circuits, several sets, second order, rotors: whatever a shipped case has.
TEST(TimeLoop, OfShippedCasesAllocatesNothing) {
  if (!swell::test::allocations_are_counted()) GTEST_SKIP() << "a sanitizer owns malloc";
  for (const char* name : {"circuits/compressor", "circuits/gripper",   "circuits/power-unit",
                           "column/full-qtf",     "control/expression", "control/ram",
                           "drift/mean-drift",    "drift/slow-drift",   "fhsim/mass-spring",
                           "fhsim/two-masses",    "flap/crank",         "flap/gimbal",
                           "loads/cable",         "loads/drag-body",    "loads/large-motion",
                           "loads/lines",         "loads/lookup-table", "loads/mooring-matrix",
                           "loads/passive-yaw",   "loads/ropes",        "osp/pair",
                           "rotor/operation",     "sphere/moored",      "sphere/nonlinear-decay",
                           "sphere/variable"}) {
    const auto file = swell_test::source_folder() / "inputs" / (std::string(name) + ".yaml");
    const double step = model::read_case(file).simulation.time_step.value_or(0.1);
    const std::string every = std::to_string(step);
    EXPECT_EQ(allocations_of(
                  model::read_case(file, {"simulation.duration=" + std::to_string(60.0 * step), "simulation.ramp=0",
                                          "output.set_forces=true", "output.time_step=" + every})),
              0)
        << name;
  }
}

TEST(TimeLoop, OfGeneralisedModesAllocatesNothing) {
  if (!swell::test::allocations_are_counted()) GTEST_SKIP() << "a sanitizer owns malloc";
  for (const char* restoring : {"potential", "euler-angles"})
    EXPECT_EQ(allocations_of(std::string("simulation: {duration: 30, time_step: 0.02, restoring: ") + restoring +
                                 "}\nwaves: " + kIrregular +
                                 "\nbodies:\n  - {name: barge, hydro_data: {file: device.yaml, body: 1}, mass: "
                                 "equilibrium, inertia: [5e7, 2e9, 2e9], modes: {damping: [1e4, 1e4]}}\noutput: "
                                 "{time_step: 0.1}\n",
                             "inputs/barge"),
              0)
        << restoring;
}

}  // namespace
}  // namespace swell::run::time_loop_test
