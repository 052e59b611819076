// Meshes: what is read, and what is reported about those that are wrong.
#include "swell/bem/panels.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <sstream>

#include "swell/base/error.h"
#include "swell/bem/mesh_checks.h"

namespace swell::bem {
namespace {

// A box of 2 x 2 x 1 m under the water as panels of 1 m, open at the top.
PanelMesh open_box() {
  PanelMesh mesh;
  mesh.file = "box";
  const auto add = [&](const Vector3& a, const Vector3& b, const Vector3& c, const Vector3& d) {
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

// Its volume counted as displaced, without a word.
TEST(Panels, AClosedSurfaceInsideAnotherIsRefused) {
  const auto with_tank = [](double scale, const Vector3& at) {
    PanelMesh mesh = placed(open_box(), 10.0, Vector3::Zero());
    for (const auto& panel : placed(open_box(), scale, at).panels) {
      mesh.panels.push_back(panel);
      mesh.lines.push_back(static_cast<int>(mesh.panels.size()));
    }
    return mesh;
  };
  const auto refused = testing::HasSubstr("is inside that of panel 1");
  EXPECT_THAT(judged(with_tank(4.0, Vector3::Zero())), testing::AllOf(refused, testing::HasSubstr("box:13:")));
  EXPECT_THAT(judged(with_tank(4.0, Vector3(30.0, 0.0, 0.0))), testing::Not(refused));
  EXPECT_THAT(judged(with_tank(4.0, Vector3(14.1, 0.0, 0.0))), testing::Not(refused));  // 0.1 m beside it
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
  // Panels count as in the file, dry ones too: once from the first that is wet.
  mesh = open_box();
  mesh.panels.insert(mesh.panels.begin(), 7, {Vector3(0, 0, 1), Vector3(1, 0, 1), Vector3(1, 1, 1), Vector3(0, 1, 1)});
  mesh.panels.push_back(mesh.panels[9]);
  mesh.lines.assign(mesh.panels.size(), 5);
  EXPECT_THAT(judged(mesh), testing::HasSubstr("is panel 10 once more"));
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
        EXPECT_NE(std::string(error.what()).find("has a value that is not a number"), std::string::npos)
            << error.what();
      }
    }
}

// It was called one that cannot be read, with the advice to check the path.
TEST_F(PanelFiles, AnEmptyFileIsCalledEmpty) {
  for (const char* name : {"zero.stl", "zero.obj"}) {
    try {
      read(name, "");
      ADD_FAILURE() << name;
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), testing::HasSubstr("is empty"));
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
