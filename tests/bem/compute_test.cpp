// Whole calculations against analytic results.
#include "swell/bem/compute.h"

#include "swell/bem/refine.h"
#include "swell/bem/shapes.h"
#include "swell_test/test.h"

namespace swell::bem::compute_test {
namespace {

ComputeBody sphere(const Resolution& resolution, double x = 0.0, double z = 0.0) {
  ComputeBody body;
  body.name = "sphere";
  std::vector<ProfilePiece> profile = ellipse_profile(1.0, 1.0, z);
  body.elements = revolution(below_water(profile), x, 0.0, 1.0, resolution);
  body.cg = Vector3(x, 0.0, z);
  return body;
}

ComputeRequest request_of(std::vector<ComputeBody> bodies, const std::vector<double>& K) {
  ComputeRequest request;
  request.bodies = std::move(bodies);
  request.gravity = 9.81;
  for (const double k : K) request.omega.push_back(std::sqrt(k * request.gravity));
  request.threads = 2;
  request.kernels = false;
  return request;
}

struct Hemisphere {
  double K, heave_mass, heave_damping, force, surge_mass, surge_damping;
};
// Hulme (1982), tables 1 and 2, worked out again to +-2e-5 (surge +-5e-5 from Ka = 2.5 on).
constexpr std::array<Hemisphere, 8> kHemisphere{{{0.05, 0.87636, 0.10365, 0.93798, 0.51024, 0.00014},
                                                 {0.2, 0.79383, 0.27930, 0.76987, 0.55153, 0.00815},
                                                 {0.5, 0.58608, 0.33905, 0.53647, 0.64390, 0.09867},
                                                 {1.0, 0.42843, 0.24840, 0.32469, 0.57395, 0.35349},
                                                 {1.4, 0.39235, 0.17562, 0.23074, 0.40375, 0.40609},
                                                 {2.0, 0.38838, 0.10306, 0.14788, 0.24928, 0.34241},
                                                 {4.0, 0.43221, 0.02189, 0.04819, 0.1620, 0.1511},
                                                 {5.0, 0.44710, 0.01161, 0.03139, 0.1679, 0.1073}}};

TEST(Compute, HemisphereMeetsHulmeInHeaveAndSurge) {
  std::vector<double> K;
  for (const Hemisphere& row : kHemisphere) K.push_back(row.K);
  Resolution fine;
  fine.order = fine.around = 6;
  ComputeReport report;
  const hydro::HydroData data = compute(request_of({sphere(fine)}, K), &report);
  const hydro::HydroBody& body = data.bodies[0];
  const double volume = 2.0 / 3.0 * kPi;
  EXPECT_NEAR(body.displaced_volume, volume, 1e-7 * volume);
  EXPECT_NEAR(body.cb.z(), -0.375, 1e-6);
  EXPECT_NEAR(body.restoring_stiffness(2, 2), kPi, 1e-6);
  EXPECT_NEAR(body.restoring_stiffness(3, 3), 0.0, 1e-6);  // a sphere rolls freely about its centre
  // The goal: 0.1 % of the largest value of each curve.
  for (std::size_t i = 0; i < K.size(); ++i) {
    const Hemisphere& row = kHemisphere[i];
    EXPECT_NEAR(body.added_mass[i](2, 2) / volume, row.heave_mass, 0.001 * 0.876) << K[i];
    EXPECT_NEAR(body.radiation_damping[i](2, 2) / volume, row.heave_damping, 0.001 * 0.341) << K[i];
    EXPECT_NEAR(body.added_mass[i](0, 0) / volume, row.surge_mass, 0.001 * 0.659) << K[i];
    EXPECT_NEAR(body.radiation_damping[i](0, 0) / volume, row.surge_damping, 0.001 * 0.406) << K[i];
    EXPECT_NEAR(std::abs(body.excitation[0][i][2]) / kPi, row.force, 0.001) << K[i];
    EXPECT_NEAR(body.added_mass[i](4, 4), 0.0, 1e-4 * volume) << K[i];
  }
  EXPECT_NEAR((*body.added_mass_infinite)(2, 2) / volume, 0.5, 0.001 * 0.5);
  EXPECT_NEAR((*body.added_mass_infinite)(0, 0) / volume, 0.2732, 0.002 * 0.2732);
  EXPECT_NEAR((*body.added_mass_zero)(2, 2) / volume, 0.8310, 0.001);
  EXPECT_NEAR((*body.added_mass_zero)(0, 0) / volume, 0.5, 0.001 * 0.5);
  // Identities hold as well as the curves.
  EXPECT_LT(report.haskind, 1e-3);
  EXPECT_LT(report.energy, 1e-3);
  EXPECT_LT(report.reciprocity, 1e-3);
}

TEST(Compute, ErrorsFallWithTheOrder) {
  double before = 1.0;
  for (const int order : {3, 5, 7}) {
    Resolution r;
    r.order = r.around = order;
    const hydro::HydroData data = compute(request_of({sphere(r)}, {1.0}));
    const double volume = 2.0 / 3.0 * kPi;
    const double error = std::abs(data.bodies[0].added_mass[0](2, 2) / volume - 0.42843) +
                         std::abs(data.bodies[0].radiation_damping[0](2, 2) / volume - 0.24840);
    // Spectral: each step gains a decade until the oracle's own 2e-5 is met.
    EXPECT_LT(error, std::max(0.3 * before, 4e-5)) << order;
    before = error;
  }
}

TEST(Compute, TruncatedCylinderInFiniteDepthMeetsYeung) {
  ComputeBody body;
  body.name = "cylinder";
  Resolution r;
  r.order = 4;
  r.size = 1.0;
  r.edge_levels = 3;
  body.elements = revolution(below_water(polyline_profile({{0.0, -0.5}, {1.0, -0.5}, {1.0, 0.5}})), 0.0, 0.0, 1.0, r);
  ComputeRequest request = request_of({body}, {0.1, 0.5, 1.0, 2.0});
  request.depth = 1.5;
  const hydro::HydroData data = compute(request);
  // (added mass, damping)/(rho pi a^2 T) after Yeung (1981), good to 1e-3 (edge); 0.3 % of the largest is the goal.
  const std::array<std::array<double, 2>, 4> oracle{{{1.687, 0.902}, {1.151, 0.604}, {1.002, 0.366}, {1.023, 0.106}}};
  for (std::size_t i = 0; i < oracle.size(); ++i) {
    EXPECT_NEAR(data.bodies[0].added_mass[i](2, 2) / (0.5 * kPi), oracle[i][0], 0.003 * 1.687) << i;
    EXPECT_NEAR(data.bodies[0].radiation_damping[i](2, 2) / (0.5 * kPi), oracle[i][1], 0.003 * 0.902) << i;
  }
}

TEST(Compute, IrregularFrequenciesAreRemoved) {
  // The interior problem of the unit hemisphere has its first eigenfrequencies at Ka = 2.5584 (heave) and 3.93 or so
  // (Hulme 1983): without points inside the added mass departs by several per cent there.
  const double K = 2.5584;
  Resolution r;
  ComputeRequest request = request_of({sphere(r)}, {K - 0.03, K, K + 0.03});
  const hydro::HydroData good = compute(request);
  request.remove_irregular = false;
  const hydro::HydroData bad = compute(request);
  const auto bend = [](const hydro::HydroData& data) {
    const hydro::MatrixPerFrequency& A = data.bodies[0].added_mass;
    return std::abs(A[0](2, 2) - 2.0 * A[1](2, 2) + A[2](2, 2)) / A[1](2, 2);
  };
  EXPECT_LT(bend(good), 1e-3);
  EXPECT_GT(bend(bad), 5.0 * bend(good));
}

TEST(Compute, DeepSphereHasHalfItsMassAndTwoOfThemReciprocate) {
  Resolution r;
  const ComputeRequest request = request_of({sphere(r, 0.0, -30.0)}, {1.0});
  const hydro::HydroData deep = compute(request);
  const double volume = 4.0 / 3.0 * kPi;
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(deep.bodies[0].added_mass[0](i, i), 0.5 * volume, 1e-3 * volume);
  // Two bodies: what one does to the other; mirror images of each other.
  ComputeBody first = sphere(r, -1.5), second = sphere(r, 1.5);
  second.name = "other";
  ComputeReport report;
  const hydro::HydroData pair = compute(request_of({first, second}, {0.7}), &report);
  ASSERT_EQ(pair.bodies[1].added_mass[0].cols(), 12);
  EXPECT_LT(report.reciprocity, 2e-3);
  EXPECT_LT(report.energy, 2e-3);
  // Heave pushes them apart by as much, and each adds the same mass.
  EXPECT_NEAR(pair.bodies[0].added_mass[0](0, 2), -pair.bodies[1].added_mass[0](0, 8), 2e-3);
  EXPECT_NEAR(pair.bodies[0].added_mass[0](2, 2), pair.bodies[1].added_mass[0](2, 8), 2e-3);
}

TEST(Compute, SymmetryChangesNothingButTheWork) {
  // A cylinder and a ring around it about one axis; as rings, by planes, and whole.
  Resolution r;
  ComputeBody inner, outer;
  inner.name = "spar";
  inner.elements = revolution(below_water(polyline_profile({{0.0, -1.0}, {0.6, -1.0}, {0.6, 0.5}})), 0.3, -0.2, 1.0, r);
  inner.cg = Vector3(0.5, -0.1, -0.4);  // off the axis: all modes couple
  outer.name = "float";
  outer.elements = revolution(
      below_water(polyline_profile({{1.0, 0.5}, {1.0, -0.5}, {2.0, -0.5}, {2.0, 0.5}, {1.0, 0.5}})), 0.3, -0.2, 1.0, r);
  // Away from the resonance of the water between them, near 1.3 1/m, which magnifies every difference.
  ComputeRequest request = request_of({inner, outer}, {0.3, 0.7});
  request.heading = {0.0, 35.0};
  request.depth = 4.0;
  ComputeReport rings, planes, whole;
  const hydro::HydroData a = compute(request, &rings);
  for (ComputeBody& body : request.bodies)
    for (Element& e : body.elements) e.is_revolved = false;
  const hydro::HydroData b = compute(request, &planes);
  request.use_symmetry = false;
  const hydro::HydroData c = compute(request, &whole);
  EXPECT_EQ(rings.symmetry, Symmetry::Kind::revolution);
  EXPECT_EQ(planes.symmetry, Symmetry::Kind::planes);
  EXPECT_EQ(whole.symmetry, Symmetry::Kind::none);
  EXPECT_EQ(planes.orbits * 4, whole.orbits);
  EXPECT_EQ(rings.orbits * 16, whole.orbits);
  const auto compare = [](const hydro::HydroData& x, const hydro::HydroData& y, double tolerance) {
    for (std::size_t body = 0; body < 2; ++body) {
      for (std::size_t k = 0; k < 2; ++k) {
        const MatrixX &A = x.bodies[body].added_mass[k], &B = x.bodies[body].radiation_damping[k];
        EXPECT_LT((A - y.bodies[body].added_mass[k]).cwiseAbs().maxCoeff(), tolerance * A.cwiseAbs().maxCoeff());
        EXPECT_LT((B - y.bodies[body].radiation_damping[k]).cwiseAbs().maxCoeff(), tolerance * A.cwiseAbs().maxCoeff());
        for (std::size_t h = 0; h < 2; ++h) {
          const Eigen::VectorXcd& X = x.bodies[body].excitation[h][k];
          EXPECT_LT((X - y.bodies[body].excitation[h][k]).cwiseAbs().maxCoeff(), tolerance * X.cwiseAbs().maxCoeff());
        }
      }
    }
  };
  // Planes are exact: what differs is where the interior points are, an error of the size of the discretisation's, as
  // is what rings leave out, orders 15, 17 and so on of sixteen points.
  compare(b, c, 2e-3);
  compare(a, b, 2e-3);
}

TEST(Compute, PanelsConvergeToTheSphere) {
  // Flat panels share the equations with curved elements and nothing of the integration; errors fall as their number
  // rises, 1/n, the geometry's too.
  double before = 1e9;
  for (const int n : {4, 8}) {
    ComputeBody body;
    body.name = "sphere";
    for (int i = 0; i < n; ++i) {
      for (int k = 0; k < 4 * n; ++k) {
        const auto at = [&](int a, int b) {
          const double theta = 0.5 * kPi * a / n, phi = 2.0 * kPi * b / (4 * n);
          return Vector3(std::sin(theta) * std::cos(phi), std::sin(theta) * std::sin(phi), -std::cos(theta));
        };
        Element e;
        e.is_flat_panel = true;
        e.corners = {at(i, k), at(i, k + 1), at(i + 1, k + 1), at(i + 1, k)};
        e.patch = std::make_shared<BilinearPatch>(e.corners);
        body.elements.push_back(e);
      }
    }
    const hydro::HydroData data = compute(request_of({body}, {1.0}));
    const double volume = 2.0 / 3.0 * kPi;
    const double error = std::abs(data.bodies[0].added_mass[0](2, 2) / volume - 0.42843) +
                         std::abs(data.bodies[0].radiation_damping[0](2, 2) / volume - 0.24840);
    EXPECT_LT(error, 0.5 * before) << n;
    before = error;
  }
  EXPECT_LT(before, 0.02);  // 256 panels; HAMS has 2 % in the added mass alone
}

TEST(Compute, IterationGivesWhatEliminationDoes) {
  // Two spheres without symmetry; the iteration stops at 1e-8 of the right-hand side, the equations' condition is some
  // tens. With points inside the two ways weigh equations that agree as far as the division does: against one of 512
  // nodes each has 3e-5 at Ka = 0.6 and 5e-4 at 2.5, next to the first irregular frequency.
  Resolution r;
  r.order = r.around = 5;
  ComputeRequest request = request_of({sphere(r, -1.5), sphere(r, 1.7)}, {0.6, 2.5});
  request.bodies[1].name = "other";
  request.use_symmetry = false;
  for (const bool remove : {false, true}) {
    request.remove_irregular = remove;
    request.iterative_above.reset();
    const hydro::HydroData direct = compute(request);
    request.iterative_above = 0;
    const hydro::HydroData iterative = compute(request);
    for (std::size_t body = 0; body < 2; ++body)
      for (std::size_t k = 0; k < 2; ++k) {
        const MatrixX &A = direct.bodies[body].added_mass[k], &B = direct.bodies[body].radiation_damping[k];
        const double tolerance = (remove ? (k == 0 ? 3e-5 : 5e-4) : 1e-6) * A.cwiseAbs().maxCoeff();
        EXPECT_LT((A - iterative.bodies[body].added_mass[k]).cwiseAbs().maxCoeff(), tolerance) << remove << k;
        EXPECT_LT((B - iterative.bodies[body].radiation_damping[k]).cwiseAbs().maxCoeff(), tolerance) << remove << k;
      }
  }
}

// Devices one by one with what passes between them, against all panels at once: cylinders of two sizes at irregular
// places, two of them so near each other that they are one device.
TEST(Compute, DevicesApartAreThoseOfOneSystem) {
  Resolution coarse;
  coarse.order = 3;
  coarse.around = 4;
  coarse.edge_levels = 1;
  ComputeRequest request;
  const std::vector<std::pair<double, double>> places{
      {0.0, 0.0}, {14.0, 3.0}, {-3.0, 17.0}, {-7.0, 17.5}, {13.0, 21.0}};
  for (std::size_t i = 0; i < places.size(); ++i) {
    const auto [x, y] = places[i];
    const double radius = i == 1 ? 2.0 : 1.5;
    ComputeBody body;
    body.name = "float " + std::to_string(i);
    body.elements = revolution(below_water(polyline_profile({{0.0, -2.0}, {radius, -2.0}, {radius, 1.0}, {0.0, 1.0}})),
                               x, y, 1.0, coarse);
    body.cg = Vector3(x, y, -1.0);
    request.bodies.push_back(body);
  }
  request.omega = {1.0, 2.4, 4.2};  // the last beyond the first irregular frequency of the larger
  request.heading = {0.0, 40.0};
  request.threads = 2;
  for (const std::optional<double> depth : {std::optional<double>{}, std::optional<double>{8.0}}) {
    request.depth = depth;
    request.remove_irregular = !depth;
    request.apart = false;
    const hydro::HydroData whole = compute(request);
    request.apart = true;
    ComputeReport report;
    const hydro::HydroData apart = compute(request, &report);
    EXPECT_EQ(report.devices, 4);
    std::string where;
    // What is dropped is 1e-7 of the strongest node. Least squares with each device's own points inside are not quite
    // those of all points: a part of what three nodes a side leave, 2e-3.
    const double small = request.remove_irregular ? 1e-4 : 5e-6;
    EXPECT_LT(largest_difference(apart, whole, &where), small) << where;
    for (std::size_t b = 0; b < 5; ++b) {
      const double scale = whole.bodies[b].added_mass[0].cwiseAbs().maxCoeff();
      for (std::size_t k = 0; k < 3; ++k)  // the coupling between devices too
        EXPECT_LT((apart.bodies[b].added_mass[k] - whole.bodies[b].added_mass[k]).cwiseAbs().maxCoeff(), small * scale);
      EXPECT_LT((*apart.bodies[b].added_mass_infinite - *whole.bodies[b].added_mass_infinite).cwiseAbs().maxCoeff(),
                1e-6 * scale);
    }
  }
}

TEST(Compute, SaysWhatIsWrongWithTheBodies) {
  Resolution r;
  const auto message = [](const ComputeRequest& request) -> std::string {
    return swell_test::refusal_of([&] { compute(request); });
  };
  ComputeBody high = sphere(r, 0.0, 3.0);
  EXPECT_THAT(message(request_of({high}, {1.0})), testing::HasSubstr("body sphere is above the water"));
  ComputeBody inner = sphere(r, 0.0, -0.3), outer = sphere(r);
  inner.name = "inner";
  EXPECT_THAT(message(request_of({outer, inner}, {1.0})), testing::HasSubstr("is inside body"));
  ComputeRequest shallow = request_of({sphere(r)}, {1.0});
  shallow.depth = 0.5;
  EXPECT_THAT(message(shallow), testing::HasSubstr("deep"));
  // A body on the sea bed had 60 % between force by pressure and by Haskind's relation, and no warning.
  ComputeBody column;
  column.name = "column";
  column.elements = revolution(below_water(polyline_profile({{0.0, -4.0}, {2.0, -4.0}, {2.0, 1.0}})), 0.0, 0.0, 1.0, r);
  ComputeRequest standing = request_of({column}, {0.1});
  standing.depth = 4.0;
  EXPECT_THAT(message(standing), testing::AllOf(testing::HasSubstr("body column stands on the sea bed"),
                                                testing::HasSubstr("end it 0.011 m above")));
  standing.depth = 4.02;
  ComputeReport report;
  compute(standing, &report);
  Diagnostics doubts;
  check_identities(report, {}, doubts);
  EXPECT_TRUE(doubts.list().empty());
  // A gap of 0 by the rounding of 0.1 + 0.2 is not below the sea bed.
  column.elements =
      revolution(below_water(polyline_profile({{0.0, -0.1 - 0.2}, {2.0, -0.1 - 0.2}, {2.0, 1.0}})), 0.0, 0.0, 1.0, r);
  standing = request_of({column}, {0.1});
  standing.depth = 0.3;
  EXPECT_THAT(message(standing), testing::HasSubstr("stands on the sea bed: 0 m are between them"));
  // Walls that lie on each other: neither is inside the other; forces were 18 % wrong, with a warning.
  ComputeBody left, right;
  r.order = 3;
  r.edge_levels = 1;
  left.name = "left";
  right.name = "right";
  left.elements = box(Vector3(2.0, 2.0, 2.0), Vector3(0.0, 0.0, 0.0), 0.0, r);
  right.elements = box(Vector3(2.0, 2.0, 2.0), Vector3(2.0, 0.0, 0.0), 0.0, r);
  EXPECT_THAT(message(request_of({left, right}, {0.1})),
              testing::AllOf(testing::HasSubstr("body left lies on body right at (1, "), testing::HasSubstr("gap")));
  // A plate of two sides without thickness.
  ComputeBody sheet;
  sheet.name = "sheet";
  for (const bool up : {true, false}) {
    Element e;
    e.is_flat_panel = true;
    e.corners = {Vector3(-1, -1, -1), Vector3(1, -1, -1), Vector3(1, 1, -1), Vector3(-1, 1, -1)};
    if (up) std::reverse(e.corners.begin(), e.corners.end());
    e.patch = std::make_shared<BilinearPatch>(e.corners);
    sheet.elements.push_back(e);
  }
  EXPECT_THAT(message(request_of({sheet}, {0.1})), testing::HasSubstr("give it its thickness"));
}

// A plate a 150th of its radius thick: halved 16 times, an element of its one side still was too coarse for the other,
// and finer divisions had larger errors, 0.7 % of the force on RM3's plate. The orders of the division leave 2e-6.
TEST(Compute, AThinPlateHasNoErrorThatGrowsWithItsDivision) {
  Resolution r;
  r.order = r.around = 8;
  ComputeBody plate;
  plate.name = "plate";
  plate.elements = revolution(below_water(polyline_profile({{0.0, -0.5067}, {1.0, -0.5067}, {1.0, -0.5}, {0.0, -0.5}})),
                              0.0, 0.0, 1.0, r);
  ComputeReport report;
  compute(request_of({plate}, {1.0}), &report);
  EXPECT_LT(report.haskind, 1e-5);  // 5e-4 before
}

// Its forces are less than the smallest numbers are exact: rounding, 84 % between the two ways, which was doubtful.
TEST(Compute, ABodyThatNoWaveReachesIsNotDoubtful) {
  Resolution r;
  ComputeReport report;
  for (const double K : {0.5, 11.8, 11.85, 11.894, 11.95}) {
    compute(request_of({sphere(r, 0.0, -60.0)}, {K}), &report);
    Diagnostics doubts;
    check_identities(report, {}, doubts);
    EXPECT_TRUE(doubts.list().empty()) << K << ": " << doubts.list()[0].text();
  }
}

}  // namespace
}  // namespace swell::bem::compute_test
