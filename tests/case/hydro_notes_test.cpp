// What the reader of hydrodynamic data has to say reaches the user of a case.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "swell/case/read_case.h"
#include "swell/case/run.h"
#include "swell/hydro/bemio_h5.h"
#include "swell_test/data.h"

namespace swell::model {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

std::vector<std::string> warnings_with_kernel(double factor) {
  const std::filesystem::path folder = std::filesystem::path(::testing::TempDir()) / "hydro_notes";
  std::filesystem::create_directories(folder);
  hydro::HydroData data = hydro::read_bemio_h5((swell_test::source_folder() / "inputs/sphere/hemisphere.h5").string());
  for (MatrixX& K : data.bodies[0].radiation_irf) K *= factor;
  hydro::write_bemio_h5(data, (folder / "sphere.h5").string());
  Diagnostics diagnostics;
  const Model model = read_case_text(
      "simulation: {duration: 1, time_step: 0.02}\nwaves: {type: none}\nbodies:\n  - {name: sphere, hydro_data: {file: "
      "sphere.h5, body: 1}, mass: equilibrium, inertia: [1690000, 1690000, 2606000]}\njoints:\n  - {name: guide, type: "
      "translational, base: world, follower: sphere}\n",
      folder / "case.yaml", {}, diagnostics);
  diagnostics.throw_if_errors();
  CaseRun run(model);
  run.run([](double) { return true; });
  return run.warnings();
}

// A kernel of a hundredth gave 281 kW instead of 247 kW on RM3, without a word.
TEST(HydroNotes, AKernelThatContradictsTheDampingWarns) {
  EXPECT_THAT(
      warnings_with_kernel(0.01),
      Contains(AllOf(HasSubstr("sphere.h5: warning: body sphere: the stored radiation kernel is not the cosine"),
                     HasSubstr("bemio convert makes it anew"))));
  EXPECT_THAT(warnings_with_kernel(1.0), Not(Contains(HasSubstr("kernel"))));
}

}  // namespace
}  // namespace swell::model
