// Device files and meshes: what is read, and what is reported about those that are wrong.
#include "swell/bem/device.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <sstream>

#include "swell/bem/cache.h"
#include "swell/bem/mesh_checks.h"
#include "swell/bem/panels.h"
#include "swell/bem/refine.h"
#include "swell/hydro/bemio_h5.h"

namespace swell::bem {
namespace {

using P = Parameter;

P point(double x, double y, double z) { return P::list(std::vector<double>{x, y, z}); }

P device(const P& geometry, std::vector<std::pair<std::string, P>> more = {}) {
  P body = P::map({{"name", P::of("float")}, {"geometry", geometry}, {"cg", point(0.0, 0.0, 0.0)}});
  P tree = P::map({});
  for (auto& [key, value] : more) tree.set(key, std::move(value));
  if (tree.find("frequencies") == nullptr) tree.set("frequencies", P::list(std::vector<double>{1.0}));
  if (tree.find("bodies") == nullptr) tree.set("bodies", P::list(std::vector<P>{body}));
  return tree;
}

P sphere() { return P::map({{"shape", P::of("sphere")}, {"radius", P::of(1.0)}}); }

std::string mistakes(const P& tree, Device* out = nullptr) {
  Diagnostics diagnostics;
  const Device made = read_device(
      tree, ".", [](const std::filesystem::path&) { return P{}; }, diagnostics);
  if (out != nullptr) *out = made;
  std::string all;
  for (const Diagnostic& d : diagnostics.list())
    if (d.severity == Severity::error) all += d.text() + "\n";
  return all;
}

TEST(Device, EveryShapeDisplacesWhatItShould) {
  const auto map = [](std::vector<std::pair<std::string, P>> entries) { return P::map(std::move(entries)); };
  const auto numbers = [](std::vector<double> x) { return P::list(x); };
  const P ring = P::list(std::vector<P>{numbers({1.0, 1.0}), numbers({1.0, -1.0}), numbers({2.0, -1.0}),
                                        numbers({2.0, 1.0}), numbers({1.0, 1.0})});
  const std::vector<std::pair<P, double>> shapes{
      {sphere(), 2.0 / 3.0 * kPi},
      {map({{"shape", P::of("ellipsoid")}, {"half_axes", point(2.0, 1.0, 0.5)}}), 2.0 / 3.0 * kPi},
      {map({{"shape", P::of("torus")}, {"ring", P::of(3.0)}, {"radius", P::of(1.0)}}), 3.0 * kPi * kPi},
      {map({{"shape", P::of("cylinder")}, {"radius", P::of(2.0)}, {"bottom", P::of(-1.5)}}), 6.0 * kPi},
      {map({{"shape", P::of("cone")}, {"top_radius", P::of(2.0)}, {"bottom", P::of(-1.0)}, {"top", P::of(1.0)}}),
       kPi / 3.0},
      {map({{"shape", P::of("revolution")}, {"profile", ring}}), 3.0 * kPi},
      {map({{"shape", P::of("box")}, {"length", P::of(4.0)}, {"width", P::of(2.0)}, {"bottom", P::of(-1.0)}}), 8.0},
      {map({{"shape", P::of("flap")}, {"thickness", P::of(1.0)}, {"width", P::of(8.0)}, {"bottom", P::of(-3.0)}}),
       24.0},
      {map({{"shape", P::of("union")},
            {"parts",
             P::list(std::vector<P>{
                 map({{"shape", P::of("sphere")}, {"radius", P::of(1.0)}, {"position", point(-3.0, 0.0, 0.0)}}),
                 map({{"shape", P::of("plate")},
                      {"length", P::of(1.0)},
                      {"width", P::of(2.0)},
                      {"thickness", P::of(0.5)},
                      {"position", point(3.0, 0.0, -2.0)}})})}}),
       2.0 / 3.0 * kPi + 1.0}};
  for (const auto& [shape, volume] : shapes) {
    Device made;
    ASSERT_EQ(mistakes(device(shape), &made), "");
    divide(made, made.resolution);
    const Hydrostatics h = hydrostatics(make_surface(made.request.bodies[0].elements), 0, Vector3::Zero());
    // Curved shapes by Gauss's quadrature: five points of 90 degrees leave 1e-5.
    EXPECT_NEAR(h.volumes.x(), volume, 1e-4 * volume);
    EXPECT_NEAR(h.volumes.y(), volume, 1e-4 * volume);
    EXPECT_NEAR(h.volumes.z(), volume, 1e-4 * volume);
  }
}

TEST(Device, WrongRequestsHaveTheirAnswer) {
  const std::vector<std::pair<P, const char*>> wrong{
      {device(P::map({{"shape", P::of("spere")}, {"radius", P::of(1.0)}})), "sphere"},
      {device(P::map({{"shape", P::of("sphere")}, {"radius", P::of(-1.0)}})), "must be above 0"},
      {device(P::map({{"shape", P::of("sphere")}, {"radius", P::of(1.0)}, {"radios", P::of(1.0)}})), "radios"},
      {device(P::map({{"mesh", P::of("nowhere.gdf")}})), "cannot be read"},
      {device(P::map({{"radius", P::of(1.0)}})), "must have a shape or a mesh"},
      {device(P::map({{"shape", P::of("torus")}, {"radius", P::of(2.0)}, {"ring", P::of(1.0)}})),
       "must be above radius"},
      {device(P::map({{"shape", P::of("cylinder")}, {"radius", P::of(2.0)}, {"bottom", P::of(2.0)}})),
       "must be above bottom"},
      {device(P::map({{"shape", P::of("revolution")},
                      {"profile", P::list(std::vector<P>{P::list(std::vector<double>{1.0, -1.0}),
                                                         P::list(std::vector<double>{1.0, 1.0})})}})),
       "the bottom is open"},
      {device(sphere(), {{"frequencies", P::list(std::vector<double>{0.0, 1.0})}}), "above 0"},
      {device(sphere(), {{"frequencies", P::list(std::vector<double>{2.0, 1.0})}}), "must be higher"},
      {device(sphere(), {{"headings", P::list(std::vector<double>{})}}), "one value at least"},
      {device(sphere(), {{"water", P::map({{"depth", P::of(-5.0)}})}}), "above 0"},
      {device(sphere(), {{"mean_drift", P::of("free")}}), "inertia"},
      {device(sphere(), {{"mean_drift", P::of("momentum")}}), "fixed"},
      {device(sphere(), {{"bodies", P::list(std::vector<P>{})}}), "must be a list of one body"}};
  for (const auto& [tree, text] : wrong) EXPECT_THAT(mistakes(tree), testing::HasSubstr(text));
}

TEST(Device, WhatTheMachineCannotHoldIsRefusedBeforeItTakesTime) {
  P tree =
      device(P::map({{"shape", P::of("box")}, {"length", P::of(4.0)}, {"width", P::of(4.0)}, {"bottom", P::of(-4.0)}}),
             {{"resolution", P::map({{"order", P::of(12.0)}, {"size", P::of(0.05)}})}});
  Device made;
  ASSERT_EQ(mistakes(tree, &made), "");
  divide(made, made.resolution);
  try {
    compute(made.request);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), testing::AllOf(testing::HasSubstr("nodes need"), testing::HasSubstr("the machine has")));
  }
}

TEST(Device, DataAreComputedOnceForTheSameContents) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("swell_bem_cache_" + std::to_string(getpid()));
  setenv("SWELL_CACHE", folder.c_str(), 1);
  const auto no_file = [](const std::filesystem::path&) { return P{}; };
  const P tree = device(sphere());
  const Computed first = computed_data(tree, ".", no_file), again = computed_data(tree, ".", no_file);
  EXPECT_TRUE(first.is_new);
  EXPECT_FALSE(again.is_new);
  EXPECT_EQ(first.file, again.file);
  const P other = device(P::map({{"shape", P::of("sphere")}, {"radius", P::of(1.5)}}));
  const Computed changed = computed_data(other, ".", no_file);
  EXPECT_TRUE(changed.is_new);
  EXPECT_NE(changed.file, first.file);
  const hydro::HydroData data = hydro::read_bemio_h5(first.file.string());
  // K = 1/9.81: heave added mass between that of Ka = 0.1 and 0.2 of Hulme's table.
  const double mass = data.bodies[0].added_mass[0](2, 2) / (2.0 / 3.0 * kPi);
  EXPECT_GT(mass, 0.794);
  EXPECT_LT(mass, 0.864);
  EXPECT_THROW(computed_data(P::map({}), ".", no_file), InputError);
  // A shape in a file of its own that names a mesh: other contents of the mesh are other data.
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "float.yaml") << "shape: union";
  const P part =
      P::map({{"shape", P::of("union")}, {"parts", P::list(std::vector<P>{P::map({{"mesh", P::of("hull.gdf")}})})}});
  const P named = device(P::map({{"shape", P::of("float.yaml")}}));
  const auto read_shape = [&](const std::filesystem::path&) { return part; };
  std::ofstream(folder / "hull.gdf") << "one";
  const std::string before = cache_name(named, folder, read_shape);
  std::ofstream(folder / "hull.gdf") << "another";
  EXPECT_NE(cache_name(named, folder, read_shape), before);
  unsetenv("SWELL_CACHE");
  std::filesystem::remove_all(folder);
}

TEST(Device, DryBodiesAreRefusedHoweverFrequenciesAndErrorAreChosen) {
  for (const bool is_auto : {true, false})
    for (const bool has_error : {true, false}) {
      const P high = P::map({{"name", P::of("float")},
                             {"geometry", sphere()},
                             {"position", point(0.0, 0.0, 9.0)},
                             {"cg", point(0.0, 0.0, 9.0)}});
      std::vector<std::pair<std::string, P>> keys{{"bodies", P::list(std::vector<P>{high})}};
      if (is_auto) keys.emplace_back("frequencies", P::of("auto"));
      if (has_error) keys.emplace_back("error", P::of("1 %"));
      Device made;
      ASSERT_EQ(mistakes(device(sphere(), keys), &made), "");
      std::string message;
      try {
        if (has_error)
          refine(made, *made.error);
        else
          divide(made, made.resolution);
        compute(made.request);
      } catch (const InputError& error) {
        message = error.what();
      }
      EXPECT_THAT(message, testing::HasSubstr("no body is in the water")) << is_auto << has_error;
    }
}

TEST(Device, RefinesUntilTheErrorIsReached) {
  P tree = device(
      sphere(),
      {{"error", P::of("0.5 %")},
       {"frequencies", P::list(std::vector<double>{std::sqrt(0.5 * 9.81), std::sqrt(9.81), std::sqrt(2.0 * 9.81)})}});
  Device made;
  ASSERT_EQ(mistakes(tree, &made), "");
  const Refinement refined = refine(made, *made.error);
  EXPECT_TRUE(refined.reached) << refined.where;
  EXPECT_LE(refined.error, 0.005);
  EXPECT_EQ(made.request.omega.size(), 3U);
  // The estimate is that of the coarser of two: Hulme's values at Ka = 0.5, 1 and 2 are met within it.
  const hydro::HydroData data = compute(made.request);
  const std::vector<double> hulme{0.58608, 0.42843, 0.38838};
  for (std::size_t k = 0; k < 3; ++k)
    EXPECT_NEAR(data.bodies[0].added_mass[k](2, 2) / (2.0 / 3.0 * kPi), hulme[k], 0.005 * 0.68) << k;
  EXPECT_THAT(mistakes(device(sphere(), {{"error", P::of("0.5")}})), testing::HasSubstr("write error: 0.5 %"));
}

TEST(Device, AsManyPanelsAsAsked) {
  const P cylinder = P::map({{"shape", P::of("cylinder")}, {"radius", P::of(1.0)}, {"bottom", P::of(-0.5)}});
  const P box =
      P::map({{"shape", P::of("box")}, {"length", P::of(4.0)}, {"width", P::of(2.0)}, {"bottom", P::of(-1.0)}});
  for (const P& shape : {sphere(), cylinder, box}) {
    for (const int wanted : {200, 1000, 4000}) {
      Device made;
      ASSERT_EQ(mistakes(device(shape, {{"panels", P::of(static_cast<double>(wanted))}}), &made), "");
      EXPECT_FALSE(divide_as_asked(made));
      const auto nodes = static_cast<double>(make_surface(made.request.bodies[0].elements).size());
      EXPECT_NEAR(std::log(nodes / wanted), 0.0, 0.3) << wanted << " " << nodes;
    }
  }
  EXPECT_THAT(mistakes(device(sphere(), {{"panels", P::of(200.0)}, {"error", P::of("1 %")}})),
              testing::HasSubstr("exclude each other"));
}

// Interpolated between solved ones at uneven distances (a cylinder's heave was 3 % off where all six lay on one side);
// a ring has narrow resonances of the water within.
TEST(Device, FewFrequenciesGiveWhatAllDo) {
  const P cylinder = P::map({{"shape", P::of("cylinder")}, {"radius", P::of(1.0)}, {"bottom", P::of(-0.8)}});
  const P ring = P::map({{"shape", P::of("torus")}, {"radius", P::of(0.25)}, {"ring", P::of(1.0)}});
  for (const P& shape : {sphere(), cylinder, ring}) {
    Device made;
    ASSERT_EQ(
        mistakes(device(shape, {{"frequencies", P::of("auto")}, {"water", P::map({{"depth", P::of(8.0)}})}}), &made),
        "");
    divide(made, {});
    made.request.kernels = false;
    ComputeReport report;
    const hydro::HydroData few = compute(made.request, &report);
    EXPECT_GE(few.omega.size(), 49U);
    EXPECT_LT(report.solved, few.omega.size());
    made.request.choose_frequencies = false;
    made.request.omega = few.omega;
    std::string where;
    EXPECT_LT(largest_difference(few, compute(made.request), &where), 0.002) << where << " " << report.solved;
    // Forces split as they do where they are solved.
    for (std::size_t k = 0; k < few.omega.size(); ++k)
      EXPECT_LT((few.bodies[0].excitation[0][k] - few.bodies[0].froude_krylov[0][k] - few.bodies[0].scattering[0][k])
                    .cwiseAbs()
                    .maxCoeff(),
                1e-12);
  }
}

// The estimate is no lower than what a much finer division says: bodies whose error lies along the generatrix, around
// it and at edges.
TEST(Device, TheEstimateOfTheErrorBoundsIt) {
  const std::vector<P> shapes{
      P::map({{"shape", P::of("cone")}, {"top_radius", P::of(1.2)}, {"bottom", P::of(-0.8)}}),
      P::map({{"shape", P::of("torus")}, {"radius", P::of(0.4)}, {"ring", P::of(1.6)}}),
      P::map({{"shape", P::of("ellipsoid")}, {"half_axes", P::list(std::vector<double>{2.0, 0.8, 0.6})}})};
  for (const P& shape : shapes) {
    Device made;
    ASSERT_EQ(mistakes(device(shape, {{"error", P::of("0.5 %")},
                                      {"frequencies", P::list(std::vector<double>{0.7, 2.0, 3.3, 4.5})},
                                      {"headings", P::list(std::vector<double>{0.0, 30.0})}}),
                       &made),
              "");
    const Refinement refined = refine(made, *made.error);
    EXPECT_TRUE(refined.reached);
    const hydro::HydroData data = compute(made.request);
    Resolution fine = refined.resolution;
    fine.order += 3;
    fine.around += 3;
    fine.edge_levels += 1;
    divide(made, fine);
    std::string where;
    EXPECT_LT(largest_difference(data, compute(made.request), &where), refined.error) << where;
  }
}

// A box of 2 x 2 x 1 m under the water as panels of 1 m, open at the top.
PanelMesh open_box() {
  PanelMesh mesh;
  mesh.file = "box";
  const auto add = [&](Vector3 a, Vector3 b, Vector3 c, Vector3 d) {
    mesh.panels.push_back({a, b, c, d});
    mesh.lines.push_back(static_cast<int>(mesh.panels.size()));
  };
  for (int i = -1; i < 1; ++i) {
    const double x = i, y = i + 1.0;
    add({1.0, x, -1.0}, {1.0, y, -1.0}, {1.0, y, 0.0}, {1.0, x, 0.0});
    add({-1.0, y, -1.0}, {-1.0, x, -1.0}, {-1.0, x, 0.0}, {-1.0, y, 0.0});
    add({y, 1.0, -1.0}, {x, 1.0, -1.0}, {x, 1.0, 0.0}, {y, 1.0, 0.0});
    add({x, -1.0, -1.0}, {y, -1.0, -1.0}, {y, -1.0, 0.0}, {x, -1.0, 0.0});
    for (int k = -1; k < 1; ++k) {
      const double u = k, v = k + 1.0;
      add({x, v, -1.0}, {y, v, -1.0}, {y, u, -1.0}, {x, u, -1.0});
    }
  }
  return mesh;
}

std::string judged(const PanelMesh& mesh) {
  Diagnostics diagnostics;
  note_lids(mesh, diagnostics);
  const PanelMesh wet = clipped(mesh);
  check_panels(wet, diagnostics);
  check_crossing(wet, diagnostics);
  check_wavelength(wet, 2.0, 9.81, diagnostics);  // waves of 15 m
  std::string all;
  for (const Diagnostic& d : diagnostics.list()) all += d.text() + "\n";
  return all;
}

TEST(Panels, BadMeshesAreNamedWithPanelAndRemedy) {
  EXPECT_EQ(judged(open_box()), "");
  PanelMesh mesh = open_box();
  mesh.panels.erase(mesh.panels.begin() + 4);
  mesh.lines.erase(mesh.lines.begin() + 4);
  EXPECT_THAT(judged(mesh), testing::HasSubstr("open edges"));
  mesh = open_box();
  std::reverse(mesh.panels[3].begin(), mesh.panels[3].end());
  EXPECT_THAT(judged(mesh),
              testing::AllOf(testing::HasSubstr("panel"), testing::HasSubstr("turned against its neighbour")));
  mesh = open_box();
  for (auto& panel : mesh.panels) std::reverse(panel.begin(), panel.end());
  EXPECT_THAT(judged(mesh), testing::HasSubstr("inside out"));
  mesh = open_box();
  mesh.panels.push_back(mesh.panels[2]);
  mesh.lines.push_back(99);
  EXPECT_THAT(judged(mesh), testing::AllOf(testing::HasSubstr("99"), testing::HasSubstr("is panel 3 once more")));
  EXPECT_THAT(judged(placed(open_box(), 1000.0, Vector3::Zero())), testing::HasSubstr("millimetres"));
  // Long panels: of 5 m in waves of 15 m, and how far the mesh would go.
  EXPECT_THAT(judged(placed(open_box(), 5.0, Vector3::Zero())),
              testing::AllOf(testing::HasSubstr("longer than a sixth"), testing::HasSubstr("frequencies up to 1.43")));
  mesh = open_box();
  mesh.panels.push_back(
      {Vector3(0.0, 0.0, 0.0), Vector3(1.0, 0.0, 0.0), Vector3(1.0, 1.0, 0.0), Vector3(0.0, 1.0, 0.0)});
  mesh.lines.push_back(77);
  EXPECT_THAT(judged(mesh), testing::AllOf(testing::HasSubstr("77"), testing::HasSubstr("lies in the still water")));
  // Another box that stands halfway in the wall of the first.
  mesh = open_box();
  const PanelMesh other = placed(open_box(), 0.7, Vector3(1.1, 0.13, -0.12));
  mesh.panels.insert(mesh.panels.end(), other.panels.begin(), other.panels.end());
  mesh.lines.insert(mesh.lines.end(), other.lines.begin(), other.lines.end());
  EXPECT_THAT(judged(mesh), testing::HasSubstr("passes through panel"));
  mesh = open_box();
  mesh.panels.push_back(
      {Vector3(2.0, 0.0, -0.5), Vector3(3.0, 0.0, -0.5), Vector3(3.0, 0.0002, -0.5), Vector3(2.0, 0.0002, -0.5)});
  mesh.lines.push_back(88);
  EXPECT_THAT(judged(mesh), testing::AllOf(testing::HasSubstr("88"), testing::HasSubstr("is a sliver")));
  EXPECT_THAT(judged(placed(open_box(), 1.0, Vector3(0.0, 0.0, 2.0))), testing::HasSubstr("no panel is below"));
}

TEST(Panels, ClippingKeepsWhatIsWet) {
  // A box half out of the water: the same as one of half the height.
  const PanelMesh wet = clipped(placed(open_box(), 1.0, Vector3(0.0, 0.0, 0.25)));
  const Hydrostatics h = hydrostatics(make_surface(panel_elements(wet)), 0, Vector3::Zero());
  EXPECT_NEAR(h.volume, 3.0, 1e-12);
  EXPECT_NEAR(h.waterplane, 4.0, 1e-12);
  EXPECT_NEAR(h.centre.z(), -0.375, 0.02);  // one point per panel
}

// A box as WAMIT, NEMOH and HAMS write it, comments and headings included (lines of public files).
std::map<std::string, std::string> files_of(const PanelMesh& box) {
  std::ostringstream gdf, dat, pnl;
  gdf << "a box\n1.0 9.81 ULEN GRAV\n0 0 ISX ISY\n" << box.panels.size() << "\n";
  dat << "2 0\n";
  pnl << "    --------------Hull Mesh File---------------\n\n    # Number of Panels, Nodes, X-Symmetry and Y-Symmetry\n"
      << box.panels.size() << " " << 4 * box.panels.size()
      << " 0 0\n\n    #Start Definition of Node Coordinates     ! node_number   x   y   z\n";
  int node = 0;
  for (const auto& panel : box.panels)
    for (const Vector3& x : panel) {
      gdf << x.transpose() << "\n";
      dat << ++node << " " << x.transpose() << "\n";
      pnl << node << " " << x.transpose() << "\n";
    }
  dat << "0 0 0 0\n";
  pnl << "   #End Definition of Node Coordinates\n\n"
         "   #Start Definition of Node Relations   ! panel_number number_of_vertices   Vertex1_ID   Vertex2_ID   "
         "Vertex3_ID\n";
  for (std::size_t i = 0; i < box.panels.size(); ++i) {
    dat << 4 * i + 1 << " " << 4 * i + 2 << " " << 4 * i + 3 << " " << 4 * i + 4 << "\n";
    pnl << i + 1 << " 4 " << 4 * i + 1 << " " << 4 * i + 2 << " " << 4 * i + 3 << " " << 4 * i + 4 << "\n";
  }
  dat << "0 0 0 0\n";
  pnl << "   #End Definition of Node Relations\n\n    --------------End Hull Mesh File---------------\n";
  return {{"box.gdf", gdf.str()}, {"box.dat", dat.str()}, {"box.pnl", pnl.str()}};
}

class PanelFiles : public testing::Test {
 protected:
  PanelFiles() { std::filesystem::create_directories(folder_); }
  ~PanelFiles() override { std::filesystem::remove_all(folder_); }
  PanelMesh read(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name) << text;
    Diagnostics diagnostics;
    return read_panels(folder_ / name, diagnostics);
  }
  std::filesystem::path folder_ = std::filesystem::temp_directory_path() / ("swell_bem_" + std::to_string(getpid()));
};

TEST_F(PanelFiles, GdfNemohAndHamsGiveOneMesh) {
  const PanelMesh box = open_box();
  for (const auto& [name, text] : files_of(box)) {
    const PanelMesh got = read(name, text);
    ASSERT_EQ(got.panels.size(), box.panels.size()) << name;
    for (std::size_t i = 0; i < got.panels.size(); ++i)
      for (std::size_t k = 0; k < 4; ++k) EXPECT_LT((got.panels[i][k] - box.panels[i][k]).norm(), 1e-6) << name;
  }
  EXPECT_THROW(read("short.gdf", "t\n1 9.81\n0 0\n3\n0 0 0\n"), InputError);
}

// Lines lost, given again, cut off, and words that are no numbers: refused, or the mesh as it was. A row of the last
// panels may be lost from files that do not say how many there are (NEMOH): the hole is found by check_panels.
TEST_F(PanelFiles, DamageIsRefusedOrChangesNothing) {
  const PanelMesh box = open_box();
  std::mt19937 chance(15);
  int refused = 0;
  for (const auto& [name, text] : files_of(box)) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    for (int trial = 0; trial < 150; ++trial) {
      std::vector<std::string> damaged = lines;
      const std::size_t at = chance() % lines.size();
      const int kind = trial % 4;
      if (kind == 0) damaged.erase(damaged.begin() + static_cast<std::ptrdiff_t>(at));
      if (kind == 1) damaged.insert(damaged.begin() + static_cast<std::ptrdiff_t>(at), lines[at]);
      if (kind == 2) damaged.resize(at);
      if (kind == 3) {
        const std::size_t digit = damaged[at].find_last_of("0123456789");
        if (digit != std::string::npos) damaged[at].insert(digit + 1, "x");
      }
      std::string all;
      for (const std::string& line : damaged) all += line + "\n";
      try {
        const PanelMesh got = read(name, all);
        bool same = got.panels.size() == box.panels.size();
        for (std::size_t i = 0; same && i < got.panels.size(); ++i)
          for (std::size_t k = 0; k < 4; ++k) same = same && (got.panels[i][k] - box.panels[i][k]).norm() < 1e-6;
        const bool whole_rows = name == "box.dat" && got.panels.size() != box.panels.size();
        EXPECT_TRUE(same || whole_rows) << name << " kind " << kind << " line " << at + 1;
      } catch (const InputError&) {
        ++refused;
      }
    }
  }
  EXPECT_GT(refused, 200);
}

// Once passed over as a word: the message was that the file ends too early.
TEST_F(PanelFiles, WhatIsPrintedForNoNumberIsNamed) {
  for (const auto& [name, text] : files_of(open_box()))
    for (const std::string word : {"nan", "-Infinity", "********"}) {
      std::string damaged = text;
      const std::size_t end = damaged.rfind('0'), begin = damaged.find_last_of(" \n", end) + 1;
      damaged.replace(begin, end + 1 - begin, word);
      try {
        read(name, damaged);
        ADD_FAILURE() << name << " " << word;
      } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find("has a number that is none"), std::string::npos) << error.what();
      }
    }
}

TEST_F(PanelFiles, AnEndlessFileIsRefused) {
  for (const char* name : {"zero.gdf", "zero.dat", "zero.pnl"}) {
    std::filesystem::create_symlink("/dev/zero", folder_ / name);
    Diagnostics diagnostics;
    EXPECT_THROW(read_panels(folder_ / name, diagnostics), InputError) << name;
  }
}

}  // namespace
}  // namespace swell::bem
