// The one list of what a case reads: batches, checkpoints and FMUs go by it.
#include "swell/model/files.h"

#include "swell_test/case_support.h"
#include "swell_test/test.h"

namespace swell::model::files_test {
namespace {

using ::testing::IsSupersetOf;
using ::testing::UnorderedElementsAre;

/// "key -> file" of each, relative to the folder.
std::vector<std::string> files_of(const CaseFolder& folder, const std::string& text) {
  Diagnostics ignored;  // the files here are names, and hold nothing
  std::vector<std::string> list;
  for (const InputFile& f : input_files(read_case_text(text, folder.path / "case.yaml", {}, ignored)))
    list.push_back(f.key + " -> " + f.path.lexically_relative(folder.path).string());
  return list;
}

TEST(InputFiles, EveryKindOfKeyThatNamesAFile) {
  const CaseFolder folder;
  for (const char* name : {"motion.txt", "table.csv", "state.yaml", "spectrum.txt", "elevation.txt", "signal.txt",
                           "unit.fmu", "types.yaml", "libown.so", "hull.gdf"})
    folder.touch(name);
  std::filesystem::create_directory(folder.path / "more");
  folder.touch("more/libother.so");
  setenv("SWELL_COMPONENT_PATH", (folder.path / "more").c_str(), 1);
  const auto files =
      files_of(folder, folder.small("waves:\n  - {type: imported-spectrum, file: spectrum.txt}\n"
                                    "  - {type: imported-elevation, file: elevation.txt}",
                                    "  - {name: plate, mass: 1, geometry: plate.stl}\n"
                                    "  - {name: hull, mass: 1, geometry: {mesh: hull.gdf}}\n"
                                    "joints: [{name: j, type: translational, base: world, follower: "
                                    "buoy, motion: {file: motion.txt}}]\n"
                                    "moorings: [{name: m, type: lookup-table, body: buoy, file: table.csv}]\n"
                                    "components:\n  - {name: t, type: table, file: signal.txt}\n"
                                    "  - {name: f, type: fmu, file: unit.fmu}\n"
                                    "  - {name: a, type: x, library: own}\n"
                                    "  - {name: b, type: y, library: other}\n"
                                    "group_types: types.yaml\ninitial: {file: state.yaml}\n"));
  unsetenv("SWELL_COMPONENT_PATH");
  EXPECT_THAT(files,
              UnorderedElementsAre("the case -> case.yaml", "waves.1.file -> spectrum.txt",
                                   "waves.2.file -> elevation.txt", "bodies.buoy.hydro_data.file -> rm3.h5",
                                   "bodies.plate.geometry -> plate.stl", "bodies.hull.geometry.mesh -> hull.gdf",
                                   "joints.j.motion.file -> motion.txt", "moorings.m.file -> table.csv",
                                   "components.t.file -> signal.txt", "components.f.file -> unit.fmu",
                                   "components.a.library -> libown.so", "components.b.library -> more/libother.so",
                                   "group_types -> types.yaml", "initial.file -> state.yaml"));
}

// A device names a shape, the shape a mesh: each with who named it, and loops come to an end.
TEST(InputFiles, FilesThatADeviceAndItsShapesName) {
  const CaseFolder folder;
  std::filesystem::create_directory(folder.path / "shapes");
  std::ofstream(folder.path / "device.yaml")
      << "bodies: [{name: a, geometry: {shape: shapes/two.yaml}}, {name: b, geometry: {mesh: float.stl}}]\n";
  std::ofstream(folder.path / "shapes/two.yaml")
      << "shape: union\nparts: [{mesh: ./hull.obj}, {shape: ../device.yaml}]\n";
  folder.touch("shapes/hull.obj");
  const std::string device = "bodies.buoy.hydro_data.file";
  const auto files =
      files_of(folder, "bodies: [{name: buoy, hydro_data: {file: device.yaml, body: 1}, mass: 1, inertia: [1, 1, 1]}]");
  EXPECT_THAT(files, AllOf(IsSupersetOf({device + " -> device.yaml", "two.yaml of " + device + " -> shapes/two.yaml",
                                         "hull.obj of two.yaml of " + device + " -> shapes/hull.obj",
                                         "float.stl of " + device + " -> float.stl"}),
                           Not(Contains("two.yaml of device.yaml of two.yaml of " + device + " -> shapes/two.yaml"))));
}

// A line file with mistakes too: who puts one right must get another answer.
TEST(InputFiles, FilesThatALineFileNames) {
  const CaseFolder folder;
  for (const char* name : {"ea.txt", "ba.txt", "ei.txt", "notes.txt"}) folder.touch(name);
  std::ofstream(folder.path / "lines.txt")
      << "from notes.txt\n--- LINE TYPES ---\nTypeName Diam Mass/m EA BA EI Cd Ca CdAx CaAx\n- - - - - - - - - -\n"
         "chain 0.1 60 ea.txt ba.txt ei.txt wrong 1 0.1 0\nrope 0.1 60 absent.txt -1 0 1 1 0 0\n--- POINTS ---\n";
  const auto files =
      files_of(folder, folder.small("", "moorings: [{name: m, type: lines, body: buoy, file: lines.txt}]\n"));
  const std::string lines = "moorings.m.file";
  EXPECT_THAT(files, UnorderedElementsAre("the case -> case.yaml", "bodies.buoy.hydro_data.file -> rm3.h5",
                                          lines + " -> lines.txt", "ea.txt of " + lines + " -> ea.txt",
                                          "ba.txt of " + lines + " -> ba.txt", "ei.txt of " + lines + " -> ei.txt"));
}

}  // namespace
}  // namespace swell::model::files_test
