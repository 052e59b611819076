// Oscillating water columns: against matched eigenfunctions, and against the same hull whose water moves freely.
#include "swell/bem/device.h"
#include "swell/bem/green_function.h"
#include "swell/bem/refine.h"
#include "swell_test/test.h"

namespace swell::bem::chambers_test {
namespace {

using P = Parameter;
using Complex = std::complex<double>;
constexpr Complex kI(0.0, 1.0);

P numbers(const std::vector<double>& x) { return P::list(x); }

/// A ring from `inner` to `outer`, `draft` deep.
P ring(double inner, double outer, double draft) {
  std::vector<P> profile;
  for (const auto& [r, z] : std::vector<std::pair<double, double>>{
           {inner, -draft}, {outer, -draft}, {outer, 2.0}, {inner, 2.0}, {inner, -draft}})
    profile.push_back(numbers({r, z}));
  return P::map({{"shape", P::of("revolution")}, {"profile", P::list(profile)}});
}

P round_chamber(double radius, double x, const char* name = "air") {
  return P::map({{"name", P::of(name)}, {"radius", P::of(radius)}, {"center", numbers({x, 0.0})}});
}

Device read(const P& geometry, const std::vector<P>& chambers, const std::vector<double>& omega, const P& resolution,
            std::string* mistakes = nullptr, double yaw = 0.0, const std::vector<double>& headings = {0.0, 30.0}) {
  const std::vector<double> cg{0.4 * std::cos(kDegree * yaw), 0.4 * std::sin(kDegree * yaw), -2.0};
  P body = P::map({{"name", P::of("column")}, {"geometry", geometry}, {"center_of_gravity", numbers(cg)}});
  if (yaw != 0.0) body.set("yaw", P::of(yaw));
  if (!chambers.empty()) body.set("chambers", P::list(chambers));
  P tree = P::map({{"environment", P::map({{"depth", P::of(30.0)}})},
                   {"frequencies", numbers(omega)},
                   {"headings", numbers(headings)},
                   {"resolution", resolution},
                   {"bodies", P::list(std::vector<P>{body})}});
  Diagnostics diagnostics;
  Device device = read_device(
      tree, ".", [](const std::filesystem::path&) { return P{}; }, diagnostics);
  for (const Diagnostic& d : diagnostics.list())
    if (mistakes != nullptr) *mistakes += d.text() + "\n";
  return device;
}

hydro::HydroData computed(Device device, ComputeReport* report = nullptr) {
  divide(device, device.resolution);
  // Points inside the hull against irregular frequencies lie on a grid of the world: turned hulls have others.
  device.request.remove_irregular = device.is_mesh[0] ? false : device.request.remove_irregular;
  device.request.kernels = false;
  device.request.threads = 2;
  return compute(device.request, report);
}

/// Flow through the surface of a fixed chamber of thick wall, of a pressure that makes phi_z - K phi = 1 there: matched
/// eigenfunctions of the water inside (r < b), under the wall and outside (r > a) [EvansPorter1997, for a thin wall].
/// Unknown are the potentials at both ends of the gap under the wall, by cosines of it.
Complex flow_of_pressure(double K, double h, double b, double a, double draft, int waves, int cosines) {
  const double gap = h - draft, k0 = finite_depth_wavenumber(K, h);
  const auto N = static_cast<Eigen::Index>(waves), S = static_cast<Eigen::Index>(cosines);
  Eigen::VectorXd k(N);
  k[0] = k0;
  for (Eigen::Index n = 1; n < N; ++n) {  // k tan kh = -K, between (n - 1/2) pi and n pi
    double low = (static_cast<double>(n) - 0.5) * kPi + 1e-12, high = static_cast<double>(n) * kPi;
    for (int i = 0; i < 60; ++i) {
      const double x = 0.5 * (low + high);
      (x * std::sin(x) + K * h * std::cos(x) > 0.0) == (low * std::sin(low) + K * h * std::cos(low) > 0.0) ? low = x
                                                                                                           : high = x;
    }
    k[n] = low / h;
  }
  Eigen::MatrixXd M(N, S);  // int f_n g_s dz over the gap
  Eigen::VectorXcd inside(N), outside(N);
  for (Eigen::Index n = 0; n < N; ++n) {
    const double kh = k[n] * h;
    const double norm = n == 0 ? std::sqrt(0.5 * h * (1.0 + std::sinh(2.0 * kh) / (2.0 * kh)))
                               : std::sqrt(0.5 * h * (1.0 + std::sin(2.0 * kh) / (2.0 * kh)));
    for (Eigen::Index s = 0; s < S; ++s) {
      const double m = static_cast<double>(s) * kPi / gap, sign = s % 2 == 0 ? 1.0 : -1.0;
      const double scale = std::sqrt((s == 0 ? 1.0 : 2.0) / gap) * sign * k[n] / norm;
      M(n, s) = n == 0 ? scale * std::sinh(k0 * gap) / (k0 * k0 + m * m)
                       : scale * std::sin(k[n] * gap) / (k[n] * k[n] - m * m);
    }
    if (n == 0) {
      inside[0] = -std::cyl_bessel_j(0.0, k0 * b) / (k0 * std::cyl_bessel_j(1.0, k0 * b));
      const auto hankel = [&](double order) {
        return Complex(std::cyl_bessel_j(order, k0 * a), -std::cyl_neumann(order, k0 * a));
      };
      outside[0] = -hankel(0.0) / (k0 * hankel(1.0));
    } else {
      inside[n] = std::cyl_bessel_i(0.0, k[n] * b) / (k[n] * std::cyl_bessel_i(1.0, k[n] * b));
      outside[n] = -std::cyl_bessel_k(0.0, k[n] * a) / (k[n] * std::cyl_bessel_k(1.0, k[n] * a));
    }
  }
  const Eigen::MatrixXcd W = M.cast<Complex>();
  const Eigen::MatrixXcd at_b = W.transpose() * inside.asDiagonal() * W,
                         at_a = W.transpose() * outside.asDiagonal() * W;
  // Slopes of the water under the wall from its values at both ends.
  Eigen::MatrixXcd slopes = Eigen::MatrixXcd::Zero(2 * S, 2 * S), responses = slopes;
  for (Eigen::Index s = 0; s < S; ++s) {
    Eigen::Matrix2d value, slope;
    const double m = static_cast<double>(s) * kPi / gap;
    if (s == 0) {
      value << 1.0, std::log(b), 1.0, std::log(a);
      slope << 0.0, 1.0 / b, 0.0, 1.0 / a;
    } else {  // I and K by their values at b
      const double i = std::cyl_bessel_i(0.0, m * b), o = std::cyl_bessel_k(0.0, m * b);
      value << 1.0, 1.0, std::cyl_bessel_i(0.0, m * a) / i, std::cyl_bessel_k(0.0, m * a) / o;
      slope << m * std::cyl_bessel_i(1.0, m * b) / i, -m * std::cyl_bessel_k(1.0, m * b) / o,
          m * std::cyl_bessel_i(1.0, m * a) / i, -m * std::cyl_bessel_k(1.0, m * a) / o;
    }
    const Eigen::Matrix2d of = slope * value.inverse();
    for (Eigen::Index x = 0; x < 2; ++x)
      for (Eigen::Index y = 0; y < 2; ++y) slopes(x * S + s, y * S + s) = of(x, y);
  }
  responses.topLeftCorner(S, S) = at_b;
  responses.bottomRightCorner(S, S) = at_a;
  Eigen::VectorXcd pressure = Eigen::VectorXcd::Zero(2 * S);
  pressure[0] = -std::sqrt(gap) / K;
  const Eigen::VectorXcd values =
      (Eigen::MatrixXcd::Identity(2 * S, 2 * S) - responses * slopes).partialPivLu().solve(pressure);
  return -2.0 * kPi * b * std::sqrt(gap) * (slopes * values)[0];
}

P order(double nodes, double around) { return P::map({{"order", P::of(nodes)}, {"around", P::of(around)}}); }

TEST(Chambers, FixedColumnMeetsMatchedEigenfunctions) {
  const double b = 5.0, a = 5.5, draft = 6.0, g = kGravity, S = kPi * b * b;
  const std::vector<double> omega{0.3, 0.7, 0.9, 1.0, 1.1, 1.3, 1.7};  // the column resonates near 1 rad/s
  ComputeReport report;
  const hydro::HydroData data = computed(read(ring(b, a, draft), {round_chamber(b, 0.0)}, omega, order(6, 6)), &report);
  EXPECT_LT(report.haskind, 1e-3);
  EXPECT_LT(report.energy, 1e-3);
  EXPECT_LT(report.reciprocity, 1e-3);
  for (std::size_t i = 0; i < omega.size(); ++i) {
    const double w = omega[i], K = w * w / g;
    // Two numbers of terms, each error a known power of it at the corners of the wall.
    const Complex D = flow_of_pressure(K, 30.0, b, a, draft, 160, 120);
    const Complex coarse = flow_of_pressure(K, 30.0, b, a, draft, 80, 60);
    ASSERT_LT(std::abs(D - coarse), 3e-3 * std::abs(D)) << w;
    const Complex Z = S * S / D;  // by rho g / (i omega): -K (A - i B) + S
    const Complex found =
        S - K * Complex(data.bodies[0].added_mass[i](6, 6), -data.bodies[0].radiation_damping[i](6, 6));
    EXPECT_LT(std::abs(found - Z), 5e-3 * std::max(std::abs(Z), 0.1 * S)) << w << ' ' << found << ' ' << Z;
    // Conductance by the excitation of an axisymmetric chamber: B = k |X|^2 / (4 rho g c_g).
    const double k = finite_depth_wavenumber(K, 30.0), group = 0.5 * w / k * (1.0 + 60.0 * k / std::sinh(60.0 * k));
    const double X = std::abs(data.bodies[0].excitation[0][i][6]);
    const double B = data.bodies[0].radiation_damping[i](6, 6) * w;  // by rho
    EXPECT_NEAR(k * X * X * g / (4.0 * group), B, 5e-3 * B) << w;
  }
}

// Chambers whose water moves against no air are the hull alone, whatever the mode is about.
TEST(Chambers, WithoutAirTheHullIsAsWithoutChambers) {
  const auto placed = [](double x) {
    P part = ring(2.0, 3.0, 3.0);
    part.set("position", numbers({x, 0.0, 0.0}));
    return part;
  };
  const P pair = P::map({{"shape", P::of("union")}, {"parts", P::list(std::vector<P>{placed(-5.0), placed(5.0)})}});
  const std::vector<double> omega{0.5, 1.4, 2.2};
  ComputeReport report;
  const hydro::HydroBody free = computed(read(pair, {}, omega, order(4, 4))).bodies[0];
  const hydro::HydroBody lids =
      computed(read(pair, {round_chamber(2.0, -5.0), round_chamber(2.0, 5.0, "second")}, omega, order(4, 4)), &report)
          .bodies[0];
  ASSERT_EQ(lids.dof, 8);
  EXPECT_LT(report.reciprocity, 1e-2);
  const double g = kGravity;
  const auto impedance = [&](const hydro::HydroBody& body, std::size_t i) {
    const double w2 = omega[i] * omega[i];
    return Eigen::MatrixXcd(g * body.restoring_stiffness.cast<Complex>() - w2 * body.added_mass[i].cast<Complex>() +
                            kI * w2 * body.radiation_damping[i].cast<Complex>());
  };
  for (std::size_t i = 0; i < omega.size(); ++i) {
    const Eigen::MatrixXcd Z = impedance(lids, i), alone = impedance(free, i);
    const Eigen::MatrixXcd share = Z.topRightCorner(6, 2) * Z.bottomRightCorner(2, 2).inverse();
    const Eigen::MatrixXcd left = Z.topLeftCorner(6, 6) - share * Z.bottomLeftCorner(2, 6);
    const Eigen::VectorXd size = alone.diagonal().cwiseAbs().cwiseSqrt();
    for (Eigen::Index r = 0; r < 5; ++r)
      for (Eigen::Index c = 0; c < 5; ++c)
        EXPECT_LT(std::abs(left(r, c) - alone(r, c)), 2e-3 * size[r] * size[c]) << r << c << ' ' << omega[i];
    for (std::size_t heading = 0; heading < 2; ++heading) {
      const Eigen::VectorXcd X = lids.excitation[heading][i], whole = free.excitation[heading][i];
      const Eigen::VectorXcd rest = X.head(6) - share * X.tail(2);
      for (Eigen::Index r = 0; r < 5; ++r)
        EXPECT_LT(std::abs(rest[r] - whole[r]), 2e-3 * whole.cwiseAbs().maxCoeff()) << r << ' ' << omega[i];
    }
  }
}

/// A rectangular hull of 6 m by 5 m, 2 m deep, with a well of 3.5 m by 2.5 m around (0.25, -0.25 side) m, as panels.
std::string hull_with_well(double side) {
  std::vector<std::array<Vector3, 4>> panels;
  constexpr double kStep = 0.5;
  const auto wall = [&](const Vector3& from, const Vector3& to) {
    for (double z = 0.0; z > -2.0 + 1e-9; z -= kStep) {
      const Vector3 up(0.0, 0.0, z), down(0.0, 0.0, z - kStep);
      panels.push_back({from + up, from + down, to + down, to + up});
    }
  };
  const auto in_well = [](double x, double y) { return x > -1.5 && x < 2.0 && y > -1.5 && y < 1.0; };
  for (int i = 0; i < 12; ++i) {
    for (int j = 0; j < 10; ++j) {
      const double x = -3.0 + kStep * i, y = -2.5 + kStep * j, u = x + kStep, v = y + kStep;
      const bool is_water = in_well(x + 0.25, y + 0.25);
      const auto is_dry = [&](double dx, double dy) {
        const double a = x + 0.25 + dx, b = y + 0.25 + dy;
        return std::abs(a) < 3.0 && std::abs(b) < 2.5 && !in_well(a, b);
      };
      if (!is_water) panels.push_back({Vector3(x, y, -2.0), {x, v, -2.0}, {u, v, -2.0}, {u, y, -2.0}});
      // Walls between a cell of the hull and water beside it; the water is to their right.
      if (is_water) continue;
      if (!is_dry(kStep, 0.0)) wall({u, y, 0.0}, {u, v, 0.0});
      if (!is_dry(-kStep, 0.0)) wall({x, v, 0.0}, {x, y, 0.0});
      if (!is_dry(0.0, kStep)) wall({u, v, 0.0}, {x, v, 0.0});
      if (!is_dry(0.0, -kStep)) wall({x, y, 0.0}, {u, y, 0.0});
    }
  }
  const std::string file = testing::TempDir() + "well" + std::to_string(::getpid()) + (side > 0.0 ? "a" : "b") + ".gdf";
  std::ofstream out(file);
  out << "well\n1 9.81\n0 0\n" << panels.size() << '\n';
  for (std::array<Vector3, 4> panel : panels) {
    if (side < 0.0) std::reverse(panel.begin(), panel.end());
    for (const Vector3& x : panel) out << x.x() << ' ' << side * x.y() << ' ' << x.z() << '\n';
  }
  return file;
}

P rectangular_chamber(double side) {
  return P::map({{"name", P::of("air")},
                 {"length", P::of(3.5)},
                 {"width", P::of(2.5)},
                 {"center", numbers({0.25, -0.25 * side})}});
}

// A rectangular chamber off the axis: the hull mirrored in y, and turned with the waves, is the same hull; what the
// waves carry is the damping; without air it is the open hull.
TEST(Chambers, RectangleKeepsMirrorTurnAndEnergy) {
  const auto hull = [](double side) { return P::map({{"mesh", P::of(hull_with_well(side))}}); };
  // Round-off of the turn decides which panels at 5 radii are near (kNearFlat): there the rules differ by the square of
  // 1/5 of one of some 350 panels.
  constexpr double kTurned = 2e-4;
  const std::vector<double> omega{1.0, 2.6};  // the water's own period is at 1.9
  ComputeReport report;
  const auto of = [&](double side, double yaw, const std::vector<double>& headings, bool has_chamber) {
    const std::vector<P> chambers{rectangular_chamber(side)};
    return computed(
               read(hull(side), has_chamber ? chambers : std::vector<P>{}, omega, order(4, 4), nullptr, yaw, headings),
               &report)
        .bodies[0];
  };
  const hydro::HydroBody free = of(1.0, 0.0, {-30.0, 30.0}, false), plain = of(1.0, 0.0, {-30.0, 30.0}, true);
  EXPECT_LT(report.haskind, 0.03);
  EXPECT_LT(report.energy, 0.03);
  EXPECT_LT(report.reciprocity, 0.03);
  const hydro::HydroBody mirrored = of(-1.0, 0.0, {-30.0, 30.0}, true), turned = of(1.0, 90.0, {60.0, 120.0}, true);
  EXPECT_NEAR(plain.restoring_stiffness(6, 6), 3.5 * 2.5, 1e-9);
  for (std::size_t i = 0; i < omega.size(); ++i) {
    const double A = plain.added_mass[i](6, 6), B = plain.radiation_damping[i](6, 6);
    EXPECT_NEAR(mirrored.added_mass[i](6, 6), A, 1e-6 * std::abs(A));
    EXPECT_NEAR(turned.added_mass[i](6, 6), A, kTurned * std::abs(A));
    EXPECT_NEAR(mirrored.radiation_damping[i](6, 6), B, 1e-6 * std::abs(A));
    EXPECT_NEAR(turned.radiation_damping[i](6, 6), B, kTurned * std::abs(A));
    // With the centre of gravity on the axis of the mirror, roll changes its sign.
    EXPECT_NEAR(mirrored.added_mass[i](3, 6), -plain.added_mass[i](3, 6), 1e-6 * std::abs(A));
    EXPECT_NEAR(mirrored.added_mass[i](4, 6), plain.added_mass[i](4, 6), 1e-6 * std::abs(A));
    for (std::size_t h = 0; h < 2; ++h) {
      const Complex X = plain.excitation[h][i][6];
      EXPECT_LT(std::abs(mirrored.excitation[1 - h][i][6] - X), 1e-6 * std::abs(X));
      EXPECT_LT(std::abs(turned.excitation[h][i][6] - X), kTurned * std::abs(plain.excitation[h][0][6]));
    }
    // Panels of half a metre: 2 % of the hull's heave.
    const double w2 = omega[i] * omega[i], g = kGravity;
    const auto impedance = [&](const hydro::HydroBody& body) {
      return Eigen::MatrixXcd(g * body.restoring_stiffness.cast<Complex>() - w2 * body.added_mass[i].cast<Complex>() +
                              kI * w2 * body.radiation_damping[i].cast<Complex>());
    };
    const Eigen::MatrixXcd Z = impedance(plain), alone = impedance(free);
    const Complex left = Z(2, 2) - Z(2, 6) * Z(6, 2) / Z(6, 6);
    EXPECT_LT(std::abs(left - alone(2, 2)), 0.02 * std::abs(Z(2, 2))) << omega[i] << left << alone(2, 2);
  }
}

// Surge of a deep pipe sloshes its water as in a tank: x + sum c_n J_1(k_n r) e^{k_n z} cos theta with
// c_n (k_n (1 + i eps) - K) = K 2 R / (j_n^2 - 1), j_n the zeros of J_1'; at K = k_1 it goes as
// 1/eps.
TEST(Chambers, LidDampsSloshingOfDeepPipe) {
  constexpr double kFirst = 1.8411837813406593;
  const std::vector<double> share{0.6, 1.0, 1.3};  // of the first sloshing's K
  std::vector<double> omega;
  for (const double x : share) omega.push_back(std::sqrt(x * kFirst * kGravity));
  const auto of = [&](double lid) {
    P chamber = round_chamber(1.0, 0.0);
    if (lid > 0.0) chamber.set("lid_damping", P::of(lid));
    ComputeReport report;
    const hydro::HydroBody body = computed(read(ring(1.0, 1.2, 4.0), {chamber}, omega, order(6, 6)), &report).bodies[0];
    // Identities with the work of the lid, of all motions; at the resonance without one digits are lost.
    if (lid > 0.01) {
      EXPECT_LT(report.haskind, 5e-3) << lid;
      EXPECT_LT(report.energy, 5e-3) << lid;
      EXPECT_LT(report.reciprocity, 5e-3) << lid;
    }
    return body;
  };
  const auto slosh = [&](double K, double lid) {
    const Complex by = 1.0 + kI * lid * std::sqrt(K / kFirst);
    Complex sum = 0.0;
    for (const double j : {kFirst, 5.331442773525, 8.536316366346, 11.706004902592})
      sum += 2.0 * kPi * K / ((j * j - 1.0) * (j * by - K) * j);
    return sum;  // A - i B / omega, by rho
  };
  const auto surge = [](const hydro::HydroBody& body, std::size_t i) {
    return Complex(body.added_mass[i](0, 0), -body.radiation_damping[i](0, 0));
  };
  const hydro::HydroBody stiff = of(1e6), open = of(0.0), loose = of(1e-8);
  for (const double lid : {0.05, 0.2, 2.0}) {
    const hydro::HydroBody body = of(lid);
    for (std::size_t i = 0; i < omega.size(); ++i) {
      const double K = share[i] * kFirst;
      const Complex expected = slosh(K, lid) - slosh(K, 1e6), found = surge(body, i) - surge(stiff, i);
      // The end of the pipe is felt by exp(-1.84 4) = 6e-4 of the motion.
      EXPECT_LT(std::abs(found - expected), 5e-3 * std::abs(expected)) << lid << ' ' << share[i] << found << expected;
    }
  }
  for (const std::size_t i : {0U, 2U})
    EXPECT_LT((open.added_mass[i] - loose.added_mass[i]).cwiseAbs().maxCoeff(),
              1e-6 * open.added_mass[i].cwiseAbs().maxCoeff());
}

TEST(Chambers, RefusesLidThatIsNotTheWaterInsideTheWalls) {
  const auto refused = [](const P& hull, const std::vector<P>& chambers) {
    std::string mistakes;
    read(hull, chambers, {1.0}, order(4, 4), &mistakes);
    return mistakes;
  };
  const P column = ring(2.0, 3.0, 3.0);
  EXPECT_EQ(refused(column, {round_chamber(2.0, 0.0)}), "");
  // A hundredth of the radius is 3 % of a column's power; the outer wall encloses no water.
  for (const double radius : {1.5, 1.98, 2.02, 3.0})
    EXPECT_THAT(refused(column, {round_chamber(radius, 0.0)}), testing::HasSubstr("its rim at")) << radius;
  EXPECT_THAT(refused(column, {round_chamber(2.0, 0.02)}), testing::HasSubstr("m from the hull"));
  EXPECT_THAT(refused(column, {round_chamber(2.0, 0.0), round_chamber(2.0, 0.0)}),
              testing::HasSubstr("is that of another mode"));
  EXPECT_THAT(refused(column, {round_chamber(2.0, 0.0), round_chamber(2.0, 0.0, "second")}),
              testing::HasSubstr("is on the water of chamber air"));
  const P shaft = P::map({{"shape", P::of("cylinder")}, {"radius", P::of(0.5)}, {"bottom", P::of(-3.0)}});
  EXPECT_THAT(refused(P::map({{"shape", P::of("union")}, {"parts", P::list(std::vector<P>{column, shaft})}}),
                      {round_chamber(2.0, 0.0)}),
              testing::HasSubstr("a hull pierces its water"));
  const P mesh = P::map({{"mesh", P::of(hull_with_well(1.0))}});
  EXPECT_EQ(refused(mesh, {rectangular_chamber(1.0)}), "");
  EXPECT_THAT(refused(mesh, {rectangular_chamber(-1.0)}), testing::HasSubstr("m from the hull"));
}

}  // namespace
}  // namespace swell::bem::chambers_test
