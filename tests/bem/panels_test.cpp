// Meshes: what is read, and what is reported about those that are wrong.
#include "swell/bem/panels.h"

#include <cctype>

#include "swell/bem/mesh_checks.h"
#include "swell/mesh/hydrostatics.h"
#include "swell_test/test.h"

namespace swell::bem::panels_test {
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
  EXPECT_THAT(judged(mesh), testing::HasSubstr("box:1: warning: panel 1 at (1, -0.5, -0.5) m passes through panel"));
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
  EXPECT_NEAR(h.centre.z(), -0.375, 1e-12);
}

// Volume, centre and stiffness of tetrahedra anywhere through the water, one panel a face, are those of lib/mesh: one
// point per panel left the moments of the waterplane out.
TEST(Panels, HydrostaticsOfFlatPanelsAreExact) {
  std::mt19937 chance(7);
  std::uniform_real_distribution<double> any(-3.0, 3.0);
  for (int trial = 0; trial < 50; ++trial) {
    mesh::TriangleMesh solid;
    solid.vertices.resize(3, 4);
    solid.triangles.resize(3, 4);
    for (Eigen::Index i = 0; i < 4; ++i) solid.vertices.col(i) << any(chance), any(chance), any(chance) - 0.5;
    solid.vertices(2, 0) = -2.0 - std::abs(any(chance));
    solid.triangles << 0, 0, 0, 1, 1, 2, 3, 3, 2, 3, 1, 2;
    Eigen::Matrix3d edges;
    for (Eigen::Index i = 0; i < 3; ++i) edges.col(i) = solid.vertices.col(i + 1) - solid.vertices.col(0);
    if (edges.determinant() > 0.0) solid.triangles.row(0).swap(solid.triangles.row(1));
    PanelMesh faces;
    for (Eigen::Index i = 0; i < 4; ++i) {
      faces.panels.push_back({solid.corner(i, 0), solid.corner(i, 1), solid.corner(i, 2), solid.corner(i, 2)});
      faces.lines.push_back(0);
    }
    const Vector3 cg(any(chance), any(chance), any(chance));
    const mesh::WetPart wet = mesh::wet_part(solid, Matrix3::Identity(), Vector3::Zero());
    const Matrix6 expected = mesh::hydrostatic_stiffness(wet, Vector3::Zero(), cg, 1.0, 1.0);
    const Hydrostatics h = hydrostatics(make_surface(panel_elements(clipped(faces))), 0, cg);
    // Integrals of the third degree in lengths of 6 m, rounded.
    EXPECT_NEAR(h.volume, wet.volume, 1e-9) << trial;
    EXPECT_LT((h.volume * h.centre - wet.volume * wet.centroid).norm(), 1e-8) << trial;
    EXPECT_LT((h.stiffness - expected).cwiseAbs().maxCoeff(), 1e-8) << trial;
  }
}

// A box as WAMIT, NEMOH, HAMS and Gmsh (versions 2.2, 4.0 and 4.1) write it, comments and headings included (lines of
// public files).
std::map<std::string, std::string> files_of(const PanelMesh& box) {
  std::ostringstream gdf, dat, pnl, msh2, msh40, msh41, ids, points;
  gdf << "a box\n2.5 9.81 ULEN GRAV\n0 0 ISX ISY\n" << box.panels.size() << "\n";
  dat << "2 0\n";
  pnl << "    --------------Hull Mesh File---------------\n\n    # Number of Panels, Nodes, X-Symmetry and Y-Symmetry\n"
      << box.panels.size() << " " << 4 * box.panels.size()
      << " 0 0\n\n    #Start Definition of Node Coordinates     ! node_number   x   y   z\n";
  int node = 0;
  for (const auto& panel : box.panels)
    for (const Vector3& x : panel) {
      gdf << x.transpose() << "\n";
      ids << node + 101 << "\n";  // numbers with gaps before them
      points << x.transpose() << "\n";
      msh2 << node + 101 << " " << x.transpose() << "\n";
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
  const std::string rows = msh2.str(), nodes = std::to_string(node), faces = std::to_string(box.panels.size());
  const auto begin = [](const char* version) {
    return std::string("$MeshFormat\n") + version + " 0 8\n$EndMeshFormat\n";
  };
  std::string elements2, elements4;
  for (std::size_t i = 0; i < box.panels.size(); ++i) {
    std::string corners;
    for (std::size_t k = 1; k <= 4; ++k) corners += " " + std::to_string(100 + 4 * i + k);
    elements2 += std::to_string(i + 2) + " 3 2 1 5" + corners + "\n";
    elements4 += std::to_string(i + 1) + corners + "\n";
  }
  msh2.str("");
  msh2 << begin("2.2") << "$Nodes\n"
       << nodes << "\n"
       << rows << "$EndNodes\n$Elements\n"
       << box.panels.size() + 1 << "\n1 15 2 1 5 101\n"
       << elements2 << "$EndElements\n";
  msh40 << begin("4") << "$Nodes\n1 " << nodes << "\n7 2 0 " << nodes << "\n"
        << rows << "$EndNodes\n$Elements\n1 " << faces << "\n7 2 3 " << faces << "\n"
        << elements4 << "$EndElements\n";
  msh41 << begin("4.1") << "$Nodes\n1 " << nodes << " 101 " << node + 100 << "\n2 7 0 " << nodes << "\n"
        << ids.str() << points.str() << "$EndNodes\n$Elements\n2 " << box.panels.size() + 1
        << " 1 99\n0 7 15 1\n99 101\n2 7 3 " << faces << "\n"
        << elements4 << "$EndElements\n";
  pnl << "   #End Definition of Node Relations\n\n    --------------End Hull Mesh File---------------\n";
  return {{"box.gdf", gdf.str()},   {"box.dat", dat.str()},     {"box.pnl", pnl.str()},
          {"box2.msh", msh2.str()}, {"box40.msh", msh40.str()}, {"box41.msh", msh41.str()}};
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

TEST_F(PanelFiles, GiveOneMesh) {
  const PanelMesh box = open_box();
  for (const auto& [name, text] : files_of(box)) {
    const PanelMesh got = read(name, text);
    ASSERT_EQ(got.panels.size(), box.panels.size()) << name;
    for (std::size_t i = 0; i < got.panels.size(); ++i)
      for (std::size_t k = 0; k < 4; ++k) EXPECT_LT((got.panels[i][k] - box.panels[i][k]).norm(), 1e-6) << name;
  }
  EXPECT_THROW(read("short.gdf", "t\n1 9.81\n0 0\n3\n0 0 0\n"), InputError);
  EXPECT_THROW(read("binary.msh", "$MeshFormat\n4.1 1 8\n$EndMeshFormat\n"), InputError);
}

// WAMIT reads twelve numbers from a new line on and passes over what stands behind them and after the last panel.
TEST_F(PanelFiles, TextOfGdfIsPassedOver) {
  const PanelMesh box = open_box();
  for (const std::string behind : {" 4th corner", " 17", " 1 2 3", ""}) {
    std::istringstream in(files_of(box).at("box.gdf"));
    std::string all;
    int line = 0;
    for (std::string text; std::getline(in, text);) all += text + (++line > 4 && line % 4 == 0 ? behind : "") + "\n";
    std::ofstream(folder_ / "text.gdf") << all << "2026 panels by a program, 3rd edition\n";
    Diagnostics diagnostics;
    const PanelMesh got = read_panels(folder_ / "text.gdf", diagnostics);
    ASSERT_EQ(got.panels.size(), box.panels.size()) << behind;
    for (std::size_t i = 0; i < got.panels.size(); ++i)
      for (std::size_t k = 0; k < 4; ++k) EXPECT_LT((got.panels[i][k] - box.panels[i][k]).norm(), 1e-6) << behind;
    ASSERT_EQ(diagnostics.list().size(), 1U);
    EXPECT_EQ(diagnostics.list()[0].code, "mesh-text");
  }
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

TEST_F(PanelFiles, AnEndlessFileIsRefused) {
  for (const char* name : {"zero.gdf", "zero.dat", "zero.pnl"}) {
    std::filesystem::create_symlink("/dev/zero", folder_ / name);
    Diagnostics diagnostics;
    EXPECT_THROW(read_panels(folder_ / name, diagnostics), InputError) << name;
  }
}

}  // namespace
}  // namespace swell::bem::panels_test
