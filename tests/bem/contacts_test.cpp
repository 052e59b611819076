// Bodies and parts that meet where they must not, and those that are only near.
#include "swell/bem/contacts.h"

#include "swell/bem/panels.h"
#include "swell/bem/shapes.h"
#include "swell_test/test.h"

namespace swell::bem::contacts_test {
namespace {

using Elements = std::vector<Element>;
using How = Contact::How;

std::vector<Contact> between(const std::vector<Elements>& bodies) {
  Elements all;
  for (std::size_t b = 0; b < bodies.size(); ++b)
    for (Element e : bodies[b]) {
      e.body = static_cast<int>(b);
      all.push_back(e);
    }
  return contacts(make_surface(std::move(all)));
}

std::string answer(const std::vector<Elements>& bodies) {
  std::string out;
  for (const Contact& c : between(bodies))
    out += (out.empty() ? "" : ", ") + std::to_string(c.first) + " " + words_of(c.how) + " " + std::to_string(c.second);
  return out;
}

Elements box_at(const Vector3& centre, const Vector3& lengths, double yaw = 0.0) {
  return box(lengths, centre, yaw, {});
}
Elements revolved(const std::vector<std::pair<double, double>>& profile, double x = 0.0) {
  return revolution(below_water(polyline_profile(profile)), x, 0.0, 1.0, {});
}
Elements cylinder(double radius, double bottom, double top, double x = 0.0) {
  return revolved({{0.0, bottom}, {radius, bottom}, {radius, top}, {0.0, top}}, x);
}
Elements sphere(double radius, const Vector3& at) {
  return revolution(below_water(ellipse_profile(radius, radius, at.z())), at.x(), at.y(), 1.0, {});
}
// A ring around a moonpool.
Elements ring(double inner, double outer, double bottom, double top) {
  return revolved({{inner, bottom}, {outer, bottom}, {outer, top}, {inner, top}, {inner, bottom}});
}
// The box's faces as n x n flat panels each.
Elements panelled(const Elements& smooth, int n) {
  Elements out;
  for (const Element& e : smooth) {
    Vector3 x_u, x_v;
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) {
        Element p;
        p.is_flat_panel = true;
        const double u0 = -1.0 + 2.0 * i / n, u1 = -1.0 + 2.0 * (i + 1) / n, v0 = -1.0 + 2.0 * j / n,
                     v1 = -1.0 + 2.0 * (j + 1) / n;
        e.at(u0, v0, p.corners[0], x_u, x_v);
        e.at(u1, v0, p.corners[1], x_u, x_v);
        e.at(u1, v1, p.corners[2], x_u, x_v);
        e.at(u0, v1, p.corners[3], x_u, x_v);
        p.patch = std::make_shared<BilinearPatch>(p.corners);
        out.push_back(p);
      }
  }
  return out;
}

// Nodes of one are in the other only where it is as thick as their distance: these crossed without a word.
TEST(Contacts, ThinBoxesThatCrossAreSeenWhereverTheirNodesAre) {
  const Elements along = box_at({0, 0, 0}, {40, 1, 4}), across = box_at({0, 0, 0}, {1, 40, 4});
  EXPECT_THAT(answer({along, across}), testing::AnyOf("0 passes through 1", "0 is inside 1", "1 is inside 0"));
  EXPECT_NE(answer({panelled(along, 3), panelled(across, 3)}), "");
  EXPECT_NE(answer({along, box_at({3.3, 1.1, -0.4}, {1, 40, 2}, 0.3)}), "");
  // A plate through a column, which no node of either is in.
  EXPECT_EQ(answer({cylinder(0.2, -10.0, 1.0), box_at({0, 0, -5}, {30, 30, 0.01})}), "0 passes through 1");
}

TEST(Contacts, TheSameBodyTwiceLiesUponItself) {
  for (const Elements& body : {box_at({0, 0, 0}, {4, 4, 4}), cylinder(2.0, -3.0, 1.0), sphere(2.0, {0, 0, 0}),
                               ring(2.0, 3.0, -2.0, 1.0), panelled(box_at({0, 0, -5}, {4, 4, 4}), 2)})
    EXPECT_NE(answer({body, body}), "");
}

// Neither is inside the other, and no edge passes through a face: 18 % wrong forces.
TEST(Contacts, FacesOnEachOtherAreSeen) {
  const Elements plate = box_at({0, 0, -11}, {30, 30, 2});
  EXPECT_EQ(answer({cylinder(3.0, -10.0, 1.0), plate}), "0 lies on 1");
  EXPECT_EQ(answer({box_at({0, 0, -5}, {2, 2, 10}), plate}), "0 lies on 1");
  EXPECT_EQ(answer({box_at({0, 0, 0}, {2, 2, 2}), box_at({2, 0, 0}, {2, 2, 2})}), "0 lies on 1");
  // Over a corner of a tenth of their breadth, between the nodes.
  EXPECT_EQ(answer({box_at({0, 0, 0}, {2, 2, 2}), box_at({2, 1.8, -0.8}, {2, 2, 2})}), "0 lies on 1");
  EXPECT_EQ(answer({cylinder(2.0, -3.0, 1.0), ring(2.0, 3.0, -2.0, 1.0)}), "0 lies on 1");
  EXPECT_EQ(answer({panelled(box_at({0, 0, 0}, {2, 2, 2}), 3), panelled(box_at({2, 0.1, 0}, {2, 2, 2}), 2)}),
            "0 lies on 1");
}

// A false alarm is worse than a miss.
TEST(Contacts, WhatIsOnlyNearIsNot) {
  EXPECT_EQ(answer({cylinder(2.0, -5.0, 1.0), ring(2.02, 4.0, -3.0, 1.0)}), "");     // a moonpool's gap of 1 %
  EXPECT_EQ(answer({cylinder(3.0, -10.0, 1.0), cylinder(15.0, -10.6, -10.1)}), "");  // a plate 0.1 m below
  EXPECT_EQ(answer({box_at({0, 0, 0}, {6, 6, 20}), box_at({0, 0, -10.6}, {30, 30, 1.0})}), "");
  EXPECT_EQ(answer({cylinder(3.0, -30.0, 1.0), cylinder(3.0, -30.0, 1.0, 6.1)}), "");   // spars side by side
  EXPECT_EQ(answer({box_at({0, 0, 0}, {2, 2, 2}), box_at({2, 2, 0}, {2, 2, 2})}), "");  // one common edge
  EXPECT_EQ(answer({box_at({0, 0, 3}, {4, 4, 2}), box_at({0, 0, 1}, {4, 4, 4})}), "");  // all above the water
  EXPECT_EQ(answer({sphere(2.0, {0, 0, -2.5}), box_at({0, 0, -5}, {3, 3, 0.9})}), "");
  // A float and a spar without water between them: each closes the other, and they share the ring where they meet.
  EXPECT_EQ(answer({revolved({{3, -3}, {5, -3}, {10, -2}, {10, 2}}),
                    revolved({{0, -29}, {15, -29}, {15, -28.9}, {3, -28.9}, {3, -3}})}),
            "");
  EXPECT_EQ(answer({revolved({{3, -3}, {3, 2}}), revolved({{0, -9}, {3, -9}, {3, -3}})}), "");  // one smooth wall
}

// A tank in a hull: its inner surface is wet on no side.
TEST(Contacts, ShellsInsideEachOtherAreSeen) {
  EXPECT_EQ(answer({box_at({0, 0, 0}, {20, 8, 6}), box_at({2, 0, -1}, {4, 4, 2})}), "1 is inside 0");
  EXPECT_EQ(answer({sphere(1.0, {0, 0, -5}), sphere(3.0, {0, 0, -5})}), "0 is inside 1");
  EXPECT_EQ(answer({cylinder(1.0, -2.0, 1.0), cylinder(1.1, -2.1, 1.0)}), "0 is inside 1");
}

// Against what is exact: boxes in one direction share a volume, an area or nothing, by their ranges; balls by distance.
class RandomBoxes : public ::testing::TestWithParam<unsigned> {};
INSTANTIATE_TEST_SUITE_P(Contacts, RandomBoxes, ::testing::Values(18U, 19U));  // minutes each under a sanitizer

TEST_P(RandomBoxes, MeetByTheExactCriterion) {
  std::mt19937 random(GetParam());
  const auto uniform = [&](double a, double b) { return std::uniform_real_distribution<double>(a, b)(random); };
  const auto vector = [&](double a, double b) { return Vector3(uniform(a, b), uniform(a, b), uniform(a, b)); };
  std::array<int, 3> seen{};  // none, upon, volume
  for (int n = 0; n < 300; ++n) {
    const double yaw = uniform(-3.0, 3.0);
    const Eigen::AngleAxisd turn(yaw, Vector3::UnitZ());
    Vector3 size = vector(0.3, 4.0), other = vector(0.3, 4.0), place = vector(-3.0, 3.0);
    const Vector3 from(uniform(-20.0, 20.0), uniform(-20.0, 20.0), uniform(-9.0, 0.5));
    const bool flush = n % 3 == 0;  // faces in one plane, to the rounding of the turn
    if (flush) place[n % 2] = 0.5 * (size[n % 2] + other[n % 2]);
    // Below the water.
    const double low = std::max(from.z() - 0.5 * size.z(), from.z() + place.z() - 0.5 * other.z());
    const double high = std::min({from.z() + 0.5 * size.z(), from.z() + place.z() + 0.5 * other.z(), 0.0});
    Vector3 common = (0.5 * (size + other) - place.cwiseAbs()).cwiseMin(size).cwiseMin(other);
    common.z() = high - low;
    const double shared = common.minCoeff(), apart = flush ? common[n % 2] : shared;
    Vector3 rest = common;
    if (flush) rest[n % 2] = 1e9;
    if (std::abs(flush ? rest.minCoeff() : shared) < 0.05) continue;  // nearer than what counts as touching
    const int expected = flush ? (rest.minCoeff() > 0.0 ? 1 : 0) : (apart > 0.0 ? 2 : 0);
    if (low > -0.05) continue;
    const std::vector<Contact> found = between({box_at(from, size, yaw), box_at(from + turn * place, other, yaw)});
    ++seen[static_cast<std::size_t>(expected)];
    ASSERT_EQ(found.size(), expected > 0 ? 1U : 0U) << n << ": " << from.transpose() << ", " << size.transpose() << ", "
                                                    << place.transpose() << ", " << other.transpose() << ", " << yaw;
    if (expected > 0) {
      EXPECT_EQ(found[0].how == How::upon, expected == 1) << n;
    }
  }
  EXPECT_GT(*std::min_element(seen.begin(), seen.end()), 20);
}

TEST(Contacts, OfRandomBallsAreThoseOfTheExactCriterion) {
  std::mt19937 random(18);
  const auto uniform = [&](double a, double b) { return std::uniform_real_distribution<double>(a, b)(random); };
  const auto vector = [&](double a, double b) { return Vector3(uniform(a, b), uniform(a, b), uniform(a, b)); };
  for (int n = 0; n < 40; ++n) {
    const double a = uniform(0.3, 2.0), b = uniform(0.3, 2.0);
    const Vector3 from = vector(-5.0, 5.0) - Vector3(0.0, 0.0, 10.0), to = from + vector(-2.0, 2.0);
    const double gap = (to - from).norm() - a - b;
    if (std::abs(gap) < 0.01 * std::min(a, b)) continue;
    EXPECT_EQ(between({sphere(a, from), sphere(b, to)}).size(), gap < 0.0 ? 1U : 0U) << n << ": " << gap;
    // A box in place of one ball: its nearest point decides.
    const Vector3 size = vector(0.3, 4.0), centre = to + 0.5 * size;
    const double away = ((from - centre).cwiseAbs() - 0.5 * size).cwiseMax(0.0).norm() - a;
    if (std::abs(away) < 0.01 * a) continue;
    EXPECT_EQ(between({sphere(a, from), box_at(centre, size)}).size(), away < 0.0 ? 1U : 0U) << n << ": " << away;
  }
}

// One corner of a flat quadrilateral may be concave, whichever is named first: a diagonal from its neighbours lies upon
// the panel that fills the notch.
TEST(Contacts, AConcaveQuadrilateralLiesOnNoNeighbour) {
  const std::array<Vector3, 4> arrow{Vector3(0, 0, -1), Vector3(2, 0, -1), Vector3(0.6, 0.6, -1), Vector3(0, 2, -1)};
  for (std::size_t first = 0; first < 4; ++first) {
    PanelMesh mesh;
    mesh.panels.push_back({Vector3(2, 0, -1), Vector3(2, 2, -1), Vector3(0, 2, -1), Vector3(0.6, 0.6, -1)});
    mesh.panels.push_back({arrow[first], arrow[(first + 1) % 4], arrow[(first + 2) % 4], arrow[(first + 3) % 4]});
    std::vector<Element> elements = panel_elements(mesh);
    for (std::size_t k = 0; k < elements.size(); ++k) elements[k].body = static_cast<int>(k);
    EXPECT_TRUE(contacts(make_surface(std::move(elements)), false).empty()) << first;
  }
}

}  // namespace
}  // namespace swell::bem::contacts_test
