#include "swell/mesh/check_mesh.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "swell_test/primitives.h"

namespace swell::mesh {
namespace {

using testing::HasSubstr;

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

class CheckDisplacement : public testing::Test {
 protected:
  std::string message(const TriangleMesh& mesh, const Vector3& cg = {0, 0, -2}) {
    Diagnostics diagnostics;
    check_displacement(mesh, cg, 261.0, {0, 0, -1.875}, diagnostics);
    return diagnostics.list().empty() ? "" : diagnostics.list()[0].text();
  }
  // Centre 2 m above the cg, half submerged.
  const TriangleMesh ball_ = moved(icosphere(5.0, 4), {0, 0, 2});
};

TEST_F(CheckDisplacement, PassesTheRightMesh) { EXPECT_EQ(message(ball_), ""); }

TEST_F(CheckDisplacement, NamesTheUnitThatWouldFit) {
  EXPECT_THAT(message(scaled(ball_, 1000)), HasSubstr("it seems to be in millimetres; scale it by 0.001"));
  EXPECT_THAT(message(scaled(ball_, 1 / 0.3048)), HasSubstr("it seems to be in feet; scale it by 0.3048"));
  EXPECT_THAT(message(scaled(ball_, 0.001)), HasSubstr("scale it by 1000"));
}

TEST_F(CheckDisplacement, NamesAnOriginInTheWorld) {
  EXPECT_THAT(message(icosphere(5.0, 4)),
              HasSubstr("seem to be in world coordinates; shift them by (0, 0, 2) m to the cg"));
}

TEST_F(CheckDisplacement, WarnsOfACentreElsewhere) {
  EXPECT_THAT(message(moved(ball_, {1, 0, 0})), HasSubstr("the mesh has its centre of buoyancy at (1, "));
}

}  // namespace
}  // namespace swell::mesh
