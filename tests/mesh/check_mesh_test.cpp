#include "swell/mesh/check_mesh.h"

#include "swell_test/primitives.h"
#include "swell_test/test.h"

namespace swell::mesh::check_mesh_test {
namespace {

std::vector<std::string> surface_messages(const TriangleMesh& mesh) {
  Diagnostics diagnostics;
  check_surface(mesh, diagnostics);
  std::vector<std::string> texts;
  for (const Diagnostic& d : diagnostics.list()) texts.push_back(d.text());
  return texts;
}

TEST(CheckSurface, PassesEveryPrimitive) {
  EXPECT_TRUE(surface_messages(icosphere(2.0, 3)).empty());
  EXPECT_TRUE(surface_messages(box({1, 2, 3}, {2, 3, 4})).empty());
  EXPECT_TRUE(surface_messages(cylinder(1, 3, 12, 4, 3)).empty());
  EXPECT_TRUE(surface_messages(joined(icosphere(1, 1), moved(icosphere(1, 1), {5, 0, 0}))).empty());
}

TEST(CheckSurface, FindsOneFaultAndNamesIt) {
  TriangleMesh hole = box({2, 2, 2}), turned = icosphere(1.0, 2), sheet = box({2, 2, 2});
  hole.file = "hull.stl";
  for (int i = 0; i < 12; ++i) hole.lines.push_back(2 + 7 * i);
  hole.triangles.conservativeResize(3, 11);
  std::swap(turned.triangles(0, 17), turned.triangles(1, 17));
  sheet.triangles.conservativeResize(3, 13);
  sheet.triangles.col(12) = sheet.triangles.col(0);
  for (const auto& [mesh, fault] :
       {std::pair<TriangleMesh, const char*>(hole, "not closed: 3 edges belong to one facet only, first at facet"),
        {turned, "turned against each other at 3 edges"},
        {reversed(box({2, 1, 1})), "inside out: its volume = -2 m3"},
        {sheet, "belong to three or more facets"}}) {
    const auto texts = surface_messages(mesh);
    ASSERT_EQ(texts.size(), 1U) << fault;
    EXPECT_THAT(texts[0], HasSubstr(fault));
  }
  EXPECT_THAT(surface_messages(hole)[0], HasSubstr("hull.stl:"));
}

// A ball whose centre is 2 m above the cg, half submerged; in millimetres; with its origin in the world; aside.
TEST(CheckDisplacement, PassesTheRightMeshAndNamesAnotherVolumeAndCentre) {
  const TriangleMesh ball = moved(icosphere(5.0, 4), {0, 0, 2});
  for (const auto& [mesh, fault] : {std::pair<TriangleMesh, const char*>(ball, ""),
                                    {scaled(ball, 1000), "in metres, with its origin at the cg?"},
                                    {icosphere(5.0, 4), "the hydrodynamic data 261 m3"},
                                    {moved(ball, {1, 0, 0}), "the mesh has its centre of buoyancy at (1, "}}) {
    Diagnostics diagnostics;
    check_displacement(mesh, {0, 0, -2}, 261.0, {0, 0, -1.875}, diagnostics);
    const std::string text = diagnostics.list().empty() ? "" : diagnostics.list()[0].text();
    EXPECT_THAT(text, HasSubstr(fault));
    EXPECT_EQ(text.empty(), *fault == '\0');
  }
}

}  // namespace
}  // namespace swell::mesh::check_mesh_test
