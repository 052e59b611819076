// Mean drift, added mass at zero frequency in finite depth, and runs that were killed.
#include "swell/bem/compute.h"
#include "swell/bem/shapes.h"
#include "swell/waves/dispersion.h"
#include "swell_test/test.h"

namespace swell::bem::drift_test {
namespace {

ComputeBody revolved(const std::vector<ProfilePiece>& profile, double x, double y, const Vector3& cg,
                     const Resolution& r = {}) {
  ComputeBody body;
  body.name = "body";
  body.elements = revolution(below_water(profile), x, y, 1.0, r);
  body.cg = cg;
  return body;
}

ComputeRequest request_of(ComputeBody body, const std::vector<double>& omega) {
  ComputeRequest request;
  request.bodies = {std::move(body)};
  request.omega = omega;
  request.kernels = false;
  request.threads = 2;
  return request;
}

/// Mean force on a column of radius 1 by momentum far away, per rho g A^2, from MacCamy and Fuchs' phase shifts
/// tan delta_n = J_n'(k) / Y_n'(k): 1/2 c_g/c (4/k) sum sin^2(delta_n - delta_(n+1)).
double column_drift(double omega, double depth) {
  const double k = waves::wavenumber(omega, depth, 9.81);
  const auto shift = [k](int n) {
    const double J = n == 0 ? -std::cyl_bessel_j(1, k) : std::cyl_bessel_j(n - 1, k) - n / k * std::cyl_bessel_j(n, k);
    const double Y = n == 0 ? -std::cyl_neumann(1, k) : std::cyl_neumann(n - 1, k) - n / k * std::cyl_neumann(n, k);
    return std::atan(J / Y);
  };
  double sum = 0.0;
  for (int n = 0; n < 25; ++n) sum += std::pow(std::sin(shift(n) - shift(n + 1)), 2);
  return (1.0 + 2.0 * k * depth / std::sinh(2.0 * k * depth)) / k * sum;
}

TEST(MeanDrift, OfAFixedColumnIsThatOfTheClosedForm) {
  // A column that ends above the bottom lacks e^{-2 k d}: 4e-4 at k = 1.
  const double depth = 5.0, draft = 4.0, g = 9.81;
  ComputeBody body =
      revolved(polyline_profile({{0.0, -draft}, {1.0, -draft}, {1.0, 1.0}}), 3.0, 2.0, Vector3(3.0, 2.0, -1.0));
  ComputeRequest request = request_of(body, {std::sqrt(g), std::sqrt(1.6 * g), std::sqrt(2.2 * g)});
  request.depth = depth;
  request.heading = {0.0, 30.0};
  request.mean_drift = MeanDrift::fixed;
  ComputeReport report;
  const hydro::HydroData data = compute(request, &report);
  for (std::size_t k = 0; k < request.omega.size(); ++k) {
    const double expected = column_drift(request.omega[k], depth);
    for (std::size_t h = 0; h < 2; ++h) {
      const VectorX& drift = data.bodies[0].mean_drift_momentum[h][k];
      const double beta = request.heading[h] * kDegree;
      // 0.5 %: the end of the column, and the discretisation's 1e-3 twice, for drift is quadratic.
      EXPECT_NEAR(drift[0], expected * std::cos(beta), 5e-3 * expected) << k;
      EXPECT_NEAR(drift[1], expected * std::sin(beta), 5e-3 * expected) << k;
      // No moment about its own axis, wherever it stands.
      EXPECT_NEAR(drift[5], 0.0, 1e-2 * expected) << k;
    }
  }
  EXPECT_LT(report.optical, 2e-3);
}

TEST(MeanDrift, OfAFloatingHemisphereVanishesInLongWavesAndIsReflectionInShortOnes) {
  ComputeBody body = revolved(ellipse_profile(1.0, 1.0, 0.0), 0.0, 0.0, Vector3(0.0, 0.0, -0.3));
  body.inertia = Vector3(500.0, 500.0, 500.0);
  Resolution fine;
  fine.order = fine.around = 7;
  body.elements = revolution(below_water(ellipse_profile(1.0, 1.0, 0.0)), 0.0, 0.0, 1.0, fine);
  ComputeRequest request = request_of(body, {std::sqrt(0.05 * 9.81), std::sqrt(7.0 * 9.81)});
  request.mean_drift = MeanDrift::free;
  ComputeReport report;
  const hydro::HydroData data = compute(request, &report);
  const auto& drift = data.bodies[0].mean_drift_momentum[0];
  EXPECT_LT(std::abs(drift[0][0]), 1e-3);
  // Waves much shorter than the body are all reflected by its front: 2/3 rho g a A^2 (Maruo 1960, 1/2 int cos^3 over
  // the lit half). At Ka = 7 creeping waves still change it by (Ka)^(-2/3), a quarter.
  EXPECT_NEAR(drift[1][0], 2.0 / 3.0, 0.2);
  EXPECT_LT(report.optical, 1e-2);
}

// Two integrals over different surfaces, of one solution: far away, and on the body with its waterline.
TEST(MeanDrift, ByPressureIsThatByMomentum) {
  ComputeBody body;
  body.name = "ellipsoid";
  Resolution fine;
  fine.order = fine.around = 7;
  body.elements = revolution(below_water(ellipse_profile(1.6, 0.7, 0.0)), 2.0, -1.0, 0.6, fine);
  body.cg = Vector3(2.0, -1.0, -0.2);  // under the centre of buoyancy: else it would not float so
  body.inertia = Vector3(500.0, 900.0, 1100.0);
  for (const MeanDrift how : {MeanDrift::fixed, MeanDrift::free}) {
    for (const std::optional<double> depth : {std::optional<double>{}, std::optional<double>{1.5}}) {
      ComputeRequest request = request_of(body, {std::sqrt(0.5 * 9.81), std::sqrt(9.81), std::sqrt(2.0 * 9.81)});
      request.mean_drift = how;
      request.depth = depth;
      request.heading = {0.0, 35.0};
      const hydro::HydroBody got = compute(request).bodies[0];
      for (std::size_t h = 0; h < 2; ++h)
        for (std::size_t k = 0; k < 3; ++k)
          for (const int i : {0, 1, 5})
            // Of the force of a wave that is all reflected by the breadth: 7 nodes a side hold squares of slopes to 1
            // %.
            EXPECT_NEAR(got.mean_drift_pressure[h][k][i], got.mean_drift_momentum[h][k][i], 0.01)
                << static_cast<int>(how) << " " << depth.value_or(0.0) << " " << h << " " << k << " " << i;
    }
  }
}

// Velocities go as r^(-1/3) at an edge, their squares as r^(-2/3): half to two thirds of the force were lost there.
// Seven nodes a side hold it to 0.5 % of the largest; so do odd angles and a thin plate.
TEST(MeanDrift, ByPressureAtSharpEdgesIsThatByMomentum) {
  Resolution fine;
  fine.order = fine.around = 7;
  fine.edge_levels = 1;
  const std::vector<std::vector<Element>> shapes{
      revolution(below_water(polyline_profile({{0.0, -1.0}, {1.0, -1.0}, {1.0, 1.0}})), 0.0, 0.0, 1.0, fine),
      revolution(below_water(polyline_profile({{0.0, -1.4}, {0.7, -0.9}, {1.0, -0.6}, {1.0, 1.0}})), 0.0, 0.0, 1.0,
                 fine),
      revolution(below_water(polyline_profile({{0.0, -1.1}, {1.5, -1.1}, {1.5, -1.0}, {0.6, -1.0}, {0.6, 1.0}})), 0.0,
                 0.0, 1.0, fine),
      box(Vector3(3.0, 1.8, 2.0), Vector3::Zero(), 0.0, fine)};
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    ComputeBody body;
    body.name = "body";
    body.elements = shapes[i];
    body.cg = Vector3(0.0, 0.0, -0.3);
    body.inertia = Vector3(1500.0, 1500.0, 1500.0);
    ComputeRequest request = request_of(body, {std::sqrt(0.6 * 9.81)});
    request.heading = {0.0, 30.0};
    for (const MeanDrift how : {MeanDrift::fixed, MeanDrift::free}) {
      request.mean_drift = how;
      ComputeReport report;
      const hydro::HydroBody got = compute(request, &report).bodies[0];
      EXPECT_LT(report.drift, 0.005) << i << " " << static_cast<int>(how);
      for (std::size_t h = 0; h < 2; ++h)
        EXPECT_NEAR(got.mean_drift_pressure[h][0][0], got.mean_drift_momentum[h][0][0],
                    0.01 * std::abs(got.mean_drift_momentum[0][0][0]));
    }
  }
}

// Three nodes a side do not.
TEST(MeanDrift, WarnsWherePressureAndMomentumDiffer) {
  Resolution coarse;
  coarse.order = 3;
  ComputeRequest request =
      request_of(revolved(polyline_profile({{0.0, -1.0}, {1.0, -1.0}, {1.0, 1.0}}), 0.0, 0.0, Vector3::Zero(), coarse),
                 {std::sqrt(0.6 * 9.81)});
  request.mean_drift = MeanDrift::fixed;
  ComputeReport report;
  compute(request, &report);
  EXPECT_GT(report.drift, 0.03);
  Diagnostics doubts;
  check_identities(report, {}, doubts);
  ASSERT_EQ(doubts.list().size(), 1U);
  EXPECT_EQ(doubts.list()[0].code, "doubtful-drift");
}

TEST(MeanDrift, OfSeveralBodiesByPressureIsTogetherThatByMomentum) {
  Resolution fine;
  fine.order = fine.around = 6;
  ComputeBody left, right, both;
  left.name = "left";
  right.name = "right";
  both.name = "both";
  left.elements = revolution(below_water(ellipse_profile(1.0, 1.0, 0.0)), 0.0, 0.0, 1.0, fine);
  right.elements = revolution(below_water(ellipse_profile(0.8, 1.2, -0.3)), 3.0, 1.0, 1.0, fine);
  both.elements = left.elements;
  both.elements.insert(both.elements.end(), right.elements.begin(), right.elements.end());
  ComputeRequest request = request_of(both, {std::sqrt(0.8 * 9.81), std::sqrt(1.7 * 9.81)});
  request.mean_drift = MeanDrift::fixed;
  request.heading = {20.0};
  const hydro::HydroData together = compute(request);
  request.bodies = {left, right};
  const hydro::HydroData apart = compute(request);
  EXPECT_TRUE(apart.bodies[0].mean_drift_momentum.empty());
  for (std::size_t k = 0; k < 2; ++k)
    for (const int i : {0, 1}) {
      const double sum = apart.bodies[0].mean_drift_pressure[0][k][i] + apart.bodies[1].mean_drift_pressure[0][k][i];
      EXPECT_NEAR(sum, together.bodies[0].mean_drift_momentum[0][k][i], 0.01) << k << " " << i;
    }
}

TEST(ZeroFrequency, OfASubmergedSphereInFiniteDepthIsTheLimit) {
  const Vector3 centre(0.0, 0.0, -2.5);
  ComputeRequest request = request_of(revolved(ellipse_profile(1.0, 1.0, -2.5), 0.0, 0.0, centre), {0.02, 1.0});
  request.depth = 5.0;
  const hydro::HydroData data = compute(request);
  ASSERT_TRUE(data.bodies[0].added_mass_zero);
  // What is left at K h = 2e-4 is of order K h log K h.
  for (int i = 0; i < 3; ++i)
    EXPECT_NEAR((*data.bodies[0].added_mass_zero)(i, i), data.bodies[0].added_mass[0](i, i),
                2e-3 * data.bodies[0].added_mass[0](i, i));
  // In the middle between bottom and a rigid lid, whose images make the vertical motion heavier, Lamb 98.
  const double volume = 4.0 / 3.0 * kPi;
  EXPECT_GT((*data.bodies[0].added_mass_zero)(2, 2), 0.5 * volume);
  // Through the surface there is no limit in heave.
  ComputeRequest pierces = request_of(revolved(ellipse_profile(1.0, 1.0, 0.0), 0.0, 0.0, Vector3::Zero()), {1.0});
  pierces.depth = 5.0;
  EXPECT_FALSE(compute(pierces).bodies[0].added_mass_zero);
}

TEST(Fields, AroundAColumnAreThoseOfMacCamyAndFuchs) {
  // psi = sum e_n [J_n(k r) - J_n'(ka)/H_n'(ka) H_n(k r)] cos n theta, e_n = eps_n (-i)^n, H of the second kind; a
  // column that ends above the bottom at k d = 4.
  const double k = 1.0;
  ComputeRequest request =
      request_of(revolved(polyline_profile({{0.0, -4.0}, {1.0, -4.0}, {1.0, 1.0}}), 0.0, 0.0, Vector3(0.0, 0.0, -1.0)),
                 {std::sqrt(9.81 * k)});
  const Fields fields = compute_fields(request, request.omega[0], 3.0, 21);
  ASSERT_EQ(fields.columns.size(), 7U);
  EXPECT_EQ(fields.columns[2], "body heave");
  using Complex = std::complex<double>;
  const auto hankel = [](int n, double x) { return Complex(::jn(n, x), -::yn(n, x)); };
  const auto slope = [&](auto f, int n, double x) { return n == 0 ? -f(1, x) : 0.5 * (f(n - 1, x) - f(n + 1, x)); };
  int seen = 0, inside = 0;
  for (Eigen::Index i = 0; i < fields.water.cols(); ++i) {
    const double x = fields.water(0, i), y = fields.water(1, i), r = std::hypot(x, y), theta = std::atan2(y, x);
    if (r < 0.99) {
      EXPECT_TRUE(std::isnan(fields.elevation(i, 6).real()));
      ++inside;
      continue;
    }
    if (r < 1.05) continue;
    Complex sum = 0.0;
    for (int n = 0; n < 12; ++n) {
      const auto bessel = [](int m, double z) { return Complex(::jn(m, z)); };
      const Complex e = (n == 0 ? 1.0 : 2.0) * std::pow(Complex(0.0, -1.0), n);
      sum += e * (::jn(n, k * r) - slope(bessel, n, k) / slope(hankel, n, k) * hankel(n, k * r)) * std::cos(n * theta);
    }
    EXPECT_LT(std::abs(fields.elevation(i, 6) - sum), 5e-3) << x << " " << y;  // its largest is 1.6
    ++seen;
  }
  EXPECT_GT(seen, 200);
  EXPECT_GT(inside, 3);
  // Far away, behind it: a(theta) of the same series; and heave moves the water alike all round.
  for (Eigen::Index d = 0; d < fields.theta.size(); ++d) {
    Complex sum = 0.0;
    for (int n = 0; n < 12; ++n) {
      const auto bessel = [](int m, double z) { return Complex(::jn(m, z)); };
      const Complex e = (n == 0 ? 1.0 : 2.0) * std::pow(Complex(0.0, -1.0), n);
      sum -= e * slope(bessel, n, k) / slope(hankel, n, k) * std::pow(Complex(0.0, 1.0), n) *
             std::cos(n * fields.theta[d]);
    }
    EXPECT_LT(std::abs(fields.kochin(d, 6) - sum), 5e-3) << d;
    EXPECT_LT(std::abs(fields.kochin(d, 2) - fields.kochin(0, 2)), 1e-3 * std::abs(fields.kochin(0, 2)));
  }
  const std::filesystem::path file =
      std::filesystem::temp_directory_path() / ("swell_fields_" + std::to_string(getpid()) + ".xdmf");
  write_xdmf(fields, file);
  EXPECT_GT(std::filesystem::file_size(file), 10000U);
  std::filesystem::remove(file);
  // Pressure on the cells: that of the excitation. X = -int psi n dS.
  Complex force = 0.0;
  for (std::size_t c = 0; c < fields.cells.size(); ++c) {
    const auto& p = fields.cells[c];
    const Vector3 area = 0.5 * (p[2] - p[0]).cross(p[3] - p[1]);
    force -= fields.pressure(static_cast<Eigen::Index>(c), 6) * area.x();
  }
  const hydro::HydroData data = compute(request);
  EXPECT_LT(std::abs(force - data.bodies[0].excitation[0][0][0]), 0.03 * std::abs(force));  // cells are flat
}

TEST(Unfinished, AKilledRunGoesOnFromItsLastFrequencyWithTheSameBits) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("swell_unfinished_" + std::to_string(getpid()));
  ComputeRequest request =
      request_of(revolved(ellipse_profile(1.0, 1.0, 0.0), 0.0, 0.0, Vector3::Zero()), {0.5, 1.0, 1.5, 2.0, 2.5, 3.0});
  request.threads = 1;
  const hydro::HydroData whole = compute(request);
  request.unfinished = folder;
  request.worth_keeping = 0.0;
  struct Killed : std::runtime_error {
    using std::runtime_error::runtime_error;
  };
  int steps = 0;
  EXPECT_THROW(compute(request, nullptr,
                       [&](double, const std::string& what) {
                         if (what.rfind("frequency", 0) == 0 && ++steps == 3) throw Killed("killed");
                       }),
               Killed);
  ASSERT_TRUE(std::filesystem::exists(folder));
  ComputeReport report;
  const hydro::HydroData resumed = compute(request, &report);
  EXPECT_EQ(report.resumed, 3U);
  for (std::size_t k = 0; k < request.omega.size(); ++k) {
    EXPECT_EQ(whole.bodies[0].added_mass[k], resumed.bodies[0].added_mass[k]) << k;
    EXPECT_EQ(whole.bodies[0].excitation[0][k], resumed.bodies[0].excitation[0][k]) << k;
  }
  EXPECT_FALSE(std::filesystem::exists(folder));
  // Another request does not take them for its own.
  steps = 0;
  EXPECT_THROW(compute(request, nullptr,
                       [&](double, const std::string& what) {
                         if (what.rfind("frequency", 0) == 0 && ++steps == 3) throw Killed("killed");
                       }),
               Killed);
  request.gravity = 9.7;
  compute(request, &report);
  EXPECT_EQ(report.resumed, 0U);
}

}  // namespace
}  // namespace swell::bem::drift_test
