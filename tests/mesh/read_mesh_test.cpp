#include "swell/mesh/read_mesh.h"

#include "swell/mesh/check_mesh.h"
#include "swell/mesh/hydrostatics.h"
#include "swell_test/primitives.h"
#include "swell_test/test.h"

namespace swell::mesh::read_mesh_test {
namespace {

using swell_test::replaced;

const char* const kTetrahedron = R"(solid tetra
facet normal 0 0 -1
  outer loop
    vertex 0 0 0
    vertex 0 1 0
    vertex 1 0 0
  endloop
endfacet
facet normal 0 -1 0
  outer loop
    vertex 0 0 0
    vertex 1 0 0
    vertex 0 0 1
  endloop
endfacet
facet normal -1 0 0
  outer loop
    vertex 0 0 0
    vertex 0 0 1
    vertex 0 1 0
  endloop
endfacet
facet normal 0.57735 0.57735 0.57735
  outer loop
    vertex 1 0 0
    vertex 0 1 0
    vertex 0 0 1
  endloop
endfacet
endsolid tetra
)";

/// All messages of a text that must be refused.
std::string refusal(const std::string& content, bool obj = false) {
  Diagnostics warnings;
  return swell_test::refusal_of(
      [&] {
        if (obj) {
          parse_obj(content, "a.obj", warnings);
        } else {
          parse_stl(content, "a.stl", warnings);
        }
      },
      "accepted");
}

TEST(ReadMesh, ReadsAnAsciiStlAndJoinsItsPoints) {
  Diagnostics diagnostics;
  const TriangleMesh mesh = parse_stl(kTetrahedron, "a.stl", diagnostics);
  EXPECT_EQ(mesh.size(), 4);
  EXPECT_EQ(mesh.vertices.cols(), 4);
  EXPECT_EQ(mesh.lines[1], 9);
  EXPECT_NEAR(properties(mesh).volume, 1.0 / 6.0, 1e-15);
  check_surface(mesh, diagnostics);
  EXPECT_TRUE(diagnostics.list().empty());
}

TEST(ReadMesh, ReadsWhatItWritesAsBinaryStl) {
  const TriangleMesh ball = icosphere(5.0, 3);
  std::ostringstream out;
  write_stl(ball, out);
  Diagnostics diagnostics;
  const TriangleMesh mesh = parse_stl(out.str(), "ball.stl", diagnostics);
  EXPECT_EQ(mesh.size(), ball.size());
  EXPECT_EQ(mesh.vertices.cols(), ball.vertices.cols());
  EXPECT_NEAR(properties(mesh).volume, properties(ball).volume, 1e-5 * 500);  // single precision
  check_surface(mesh, diagnostics);
  EXPECT_TRUE(diagnostics.list().empty());
}

TEST(ReadMesh, TakesBinaryFilesThatBeginWithSolid) {
  std::ostringstream out;
  write_stl(icosphere(1.0, 0), out);
  std::string content = out.str();
  std::memcpy(content.data(), "solid ball", 10);
  Diagnostics diagnostics;
  EXPECT_EQ(parse_stl(content, "ball.stl", diagnostics).size(), 20);
}

// A fan from a neighbour of the concave corner folds back: one triangle lies upon another.
TEST(ReadMesh, AConcaveObjPolygonIsDividedWithinItself) {
  for (const char* face : {"1 2 3 4", "2 3 4 1", "3 4 1 2", "4 1 2 3"}) {
    Diagnostics diagnostics;
    const TriangleMesh mesh =
        parse_obj(std::string("v 0 0 0\nv 2 0 0\nv 0.6 0.6 0\nv 0 2 0\nf ") + face, "arrow.obj", diagnostics);
    ASSERT_EQ(mesh.triangles.cols(), 2) << face;
    for (Eigen::Index t = 0; t < 2; ++t) {
      const Vector3 a = mesh.vertices.col(mesh.triangles(0, t)), b = mesh.vertices.col(mesh.triangles(1, t)),
                    c = mesh.vertices.col(mesh.triangles(2, t));
      EXPECT_GT((b - a).cross(c - a).z(), 0.0) << face;
    }
  }
}

TEST(ReadMesh, ReadsObjPolygonsWithTexturesAndRelativeIndices) {
  const std::string cube =
      "# cube\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n"
      "f 4/1/1 3/1/1 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf -5 -8 -4 -1\n";
  Diagnostics diagnostics;
  const TriangleMesh mesh = parse_obj(cube, "cube.obj", diagnostics);
  EXPECT_EQ(mesh.size(), 12);
  check_surface(mesh, diagnostics);
  EXPECT_TRUE(diagnostics.list().empty());
  EXPECT_NEAR(properties(mesh).volume, 1.0, 1e-15);
}

TEST(ReadMesh, NamesTheLineOfEachMistakeInAnAsciiStl) {
  std::string text = replaced(kTetrahedron, "vertex 0 1 0", "vertex 0 one 0");
  text = replaced(text, "facet normal 0 -1 0", "facet normal 0 1 0");
  const std::string message = refusal(text);
  EXPECT_THAT(message, HasSubstr("a.stl:5: vertex must be followed by three finite numbers"));
  EXPECT_THAT(message, HasSubstr("a.stl:9: facet 2: stored normal (0, 1, 0) is 180 degrees from that of its vertices"));
  EXPECT_THAT(refusal(replaced(kTetrahedron, "    vertex 0 0 1\n", "")),
              HasSubstr("a.stl:9: facet 2 has 2 vertices, must have 3"));
  EXPECT_THAT(refusal(replaced(kTetrahedron, "vertex 1 0 0", "vertex nan 0 0")), HasSubstr("a.stl:6"));
  // A facet without its line number was one line short of the facets, and read beyond them.
  EXPECT_THAT(refusal("solid a\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendfacet\nendsolid a\n"),
              HasSubstr("a.stl:5: endfacet without its facet"));
}

TEST(ReadMesh, SaysThatAFileIsTruncated) {
  const std::string text(kTetrahedron);
  EXPECT_THAT(refusal(text.substr(0, text.size() - 60)),
              HasSubstr("the file ends after 3 facets without endsolid: it is truncated"));
  std::ostringstream out;
  write_stl(icosphere(1.0, 0), out);
  EXPECT_THAT(refusal(out.str().substr(0, 500)),
              HasSubstr("binary STL announces 20 facets but holds 8: it is truncated"));
}

TEST(ReadMesh, RefusesWhatIsNoMesh) {
  EXPECT_THAT(refusal("hello"), HasSubstr("5 bytes are not an STL file"));
  EXPECT_THAT(refusal("solid empty\nendsolid\n"), HasSubstr("the file holds no triangles"));
  EXPECT_THAT(refusal("v 0 0 0\nf 1 2 3\n", true), HasSubstr("a.obj:2: vertex 2 of the face must be between 1 and 1"));
  EXPECT_THAT(refusal("v 0 0\n", true), HasSubstr("a.obj:1: v must be followed by three finite numbers"));
  Diagnostics diagnostics;
  EXPECT_THAT(swell_test::refusal_of([&] { read_mesh("hull.gdf", diagnostics); }),
              HasSubstr("hull.gdf: mesh files end in .stl or .obj, not in '.gdf'"));
  EXPECT_THROW(read_mesh("no such file.stl", diagnostics), InputError);
}

TEST(ReadMesh, LeavesOutFacetsWithoutAreaAndSaysSo) {
  std::string text =
      replaced(kTetrahedron, "endsolid",
               "facet normal 0 0 0\nouter loop\nvertex 0 0 0\nvertex 0 0 0\nvertex 1 0 0\nendloop\nendfacet\nendsolid");
  Diagnostics diagnostics;
  EXPECT_EQ(parse_stl(text, "a.stl", diagnostics).size(), 4);
  ASSERT_EQ(diagnostics.warnings().size(), 1u);
  EXPECT_THAT(diagnostics.warnings()[0].text(), HasSubstr("1 of 5 facets have no area and are left out"));
}

TEST(ReadMesh, ReadsThePublishedSphereInBothFormats) {
  SWELL_TEST_DATA(stl, "sphere/oes_task10_sphere.stl", "NREL/HydroChrono");
  SWELL_TEST_DATA(obj, "sphere/oes_task10_sphere.obj", "NREL/HydroChrono");
  Diagnostics diagnostics;
  for (const auto& file : {stl, obj}) {
    const TriangleMesh mesh = read_mesh(file, diagnostics);
    check_surface(mesh, diagnostics);
    const double volume = 4.0 / 3.0 * kPi * 125;
    EXPECT_NEAR(properties(mesh).volume / volume, 1.0, 0.003);  // inscribed polyhedron of 8000 facets
    // Centre at z = 0: the wet half displaces what the BEM run did.
    check_displacement(mesh, Vector3::Zero(), 261.72, {0, 0, -1.875}, diagnostics, 0.01);
  }
  for (const auto& d : diagnostics.list()) ADD_FAILURE() << d.text();
}

TEST(ReadMesh, ReadsTheTwoBodiesOfRm3AndTheirDisplacement) {
  SWELL_TEST_DATA(hull, "rm3/float.stl", "WEC-Sim/WEC-Sim");
  SWELL_TEST_DATA(plate, "rm3/plate.stl", "WEC-Sim/WEC-Sim");
  Diagnostics diagnostics;
  const TriangleMesh a = read_mesh(hull, diagnostics);
  check_surface(a, diagnostics);
  check_displacement(a, {0, 0, -0.72}, 725.833, {0, 0, -1.29}, diagnostics, 0.03);
  const TriangleMesh b = read_mesh(plate, diagnostics);
  check_surface(b, diagnostics);
  check_displacement(b, {0, 0, -21.29}, 886.687, {0, 0, -15.7}, diagnostics, 0.05);
  for (const auto& d : diagnostics.list()) ADD_FAILURE() << d.text();
}

}  // namespace
}  // namespace swell::mesh::read_mesh_test
