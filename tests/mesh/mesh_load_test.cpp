#include "swell/mesh/mesh_load.h"

#include <gtest/gtest.h>

#include <cmath>

#include "swell/mesh/hydrostatics.h"
#include "swell/waves/sea_state.h"
#include "swell_test/allocations.h"
#include "swell_test/primitives.h"

namespace swell::mesh::mesh_load_test {
namespace {

constexpr double kRho = 1000.0;
constexpr double kG = 9.81;

waves::SeaState regular(double height, double period, std::optional<double> depth = {}, double direction = 0.0) {
  waves::RegularWave wave;
  wave.height = height;
  wave.period = period;
  wave.direction = direction;
  waves::SeaSettings settings;
  settings.water.depth = depth;
  return waves::make_sea_state({wave}, settings);
}

Matrix3 turned(double angle, const Vector3& axis) {
  return Eigen::AngleAxisd(angle, axis.normalized()).toRotationMatrix();
}

TEST(NonlinearHydrostatics, IsTheWeightOfTheWetVolumeAtItsCentreForAnyPose) {
  const TriangleMesh body =
      joined(moved(box({4, 3, 5}, {3, 2, 3}), {0.5, 0.2, -0.4}), moved(icosphere(1.5, 2), {5, 0, 0}));
  const PressureMesh mesh(body);
  MeshLoadScratch scratch(mesh);
  for (int i = 0; i < 60; ++i) {
    const Matrix3 R = turned(0.37 * i, {std::sin(i), std::cos(2.0 * i), 0.3});
    const Vector3 p(0.3 * i, -i, -4 + 0.13 * i);
    const WetPart wet = wet_part(body, R, p);
    Vector6 expected = Vector6::Zero();
    expected[2] = kRho * kG * wet.volume;
    expected.tail<3>() = (wet.centroid - p).cross(Vector3(expected.head<3>()));
    const Vector6 F = nonlinear_hydrostatics(mesh, R, p, kRho, kG, scratch);
    EXPECT_LT((F - expected).norm(), 1e-12 * kRho * kG * 300) << i;
  }
}

TEST(NonlinearHydrostatics, IsContinuousAsPanelsEnterTheWater) {
  const PressureMesh mesh(icosphere(1.0, 2));
  MeshLoadScratch scratch(mesh);
  double last = 0;
  const double step = 1e-4;
  for (double z = 1.2; z > -1.2; z -= step) {
    const double F = nonlinear_hydrostatics(mesh, Matrix3::Identity(), {0, 0, z}, kRho, kG, scratch)[2];
    EXPECT_LE(std::abs(F - last), kRho * kG * kPi * step * 1.0001);  // no more than the largest waterplane
    last = F;
  }
}

TEST(NonlinearHydrostatics, DoNoWorkRoundAClosedPath) {
  // Buoyancy has a potential: integral of F dz + M_y dpitch over a loop in (heave, pitch), midpoint rule, is zero.
  const PressureMesh mesh(moved(box({4, 3, 5}, {2, 2, 2}), {0.6, 0, 0.5}));
  MeshLoadScratch scratch(mesh);
  const int n = 4000;
  double work = 0, gross = 0;
  for (int i = 0; i < n; ++i) {
    const double at = 2 * kPi * (i + 0.5) / n;
    const double z = 0.8 * std::cos(at), pitch = 0.3 * std::sin(at);
    const Vector6 F = nonlinear_hydrostatics(mesh, turned(pitch, Vector3::UnitY()), {0, 0, z}, kRho, kG, scratch);
    const double d = (F[2] * -0.8 * std::sin(at) + F[4] * 0.3 * std::cos(at)) * 2 * kPi / n;
    work += d;
    gross += std::abs(d);
  }
  EXPECT_LT(std::abs(work), 1e-6 * gross);  // second derivative of the force jumps when an edge wets: n^-2
}

/// Surge and heave of a box (lengths a, b, draft T) about x = 0 in a unit wave along x, deep water: closed forms.
std::complex<double> box_surge(double k, double a, double b, double T, std::optional<double> h) {
  // int p n_x: difference of the two faces; exp(-i k x): -(exp(-ika/2) - exp(ika/2)) = 2 i sin(ka/2).
  const double depth =
      h ? (std::sinh(k * *h) - std::sinh(k * (*h - T))) / (k * std::cosh(k * *h)) : (1 - std::exp(-k * T)) / k;
  return {0.0, kRho * kG * b * depth * 2 * std::sin(0.5 * k * a)};
}
std::complex<double> box_heave(double k, double a, double b, double T, std::optional<double> h) {
  const double D = h ? std::cosh(k * (*h - T)) / std::cosh(k * *h) : std::exp(-k * T);
  return {kRho * kG * b * D * 2 * std::sin(0.5 * k * a) / k, 0.0};
}

TEST(FroudeKrylovCoefficients, OfABoxConvergeToTheClosedForms) {
  const double a = 10, b = 6, T = 4;
  for (const std::optional<double> h : {std::optional<double>{}, std::optional<double>{15.0}}) {
    Eigen::ArrayXd k(3), direction(3);
    k << 0.05, 0.2, 0.5;
    direction.setZero();
    double last = 0;
    for (const int n : {4, 8, 16}) {
      // Height 6, draft 4: the waterline runs along panel edges or through panels.
      const PressureMesh mesh(box({a, b, 6}, {2 * n, n, n}));
      const auto X = froude_krylov_coefficients(mesh, Matrix3::Identity(), {0, 0, -1}, k, direction, h, kRho, kG);
      double error = 0;
      for (int j = 0; j < 3; ++j) {
        const double scale = kRho * kG * a * b;
        error = std::max(error, std::abs(X(0, j) - box_surge(k[j], a, b, T, h)) / scale);
        error = std::max(error, std::abs(X(2, j) - box_heave(k[j], a, b, T, h)) / scale);
      }
      // Linear between corners: (k dz)^2 / 12 of a force below 0.35 rho g a b for the shortest wave, dz = 6/n.
      EXPECT_LT(error, 0.35 * std::pow(0.5 * 6.0 / n, 2) / 12);
      if (last > 0) {
        EXPECT_NEAR(last / error, 4.0, 1.2);
      }
      last = error;
    }
  }
}

// exp(-k 60 m) is 0 from k = 12.4 on: the wave leaves no pressure there, and no 0 / 0.
TEST(FroudeKrylovCoefficients, OfADeepHullInShortWavesAreZero) {
  const PressureMesh mesh(box({10, 6, 6}, {4, 4, 4}));
  const auto X = froude_krylov_coefficients(mesh, Matrix3::Identity(), {0, 0, -60}, Eigen::ArrayXd::Constant(1, 20.0),
                                            Eigen::ArrayXd::Zero(1), {}, kRho, kG);
  EXPECT_EQ(X.cwiseAbs().maxCoeff(), 0.0);
}

TEST(NonlinearFroudeKrylov, InSmallWavesIsTheLinearCoefficientTimesTheWave) {
  const PressureMesh mesh(moved(icosphere(5.0, 3), {0, 0, 2}));
  const Vector3 p(3, 1, -2);
  MeshLoadScratch scratch(mesh);
  double last = 0;
  for (const double height : {0.02, 0.002}) {
    const waves::SeaState sea = regular(height, 6.0, {}, 0.4);
    const WaveField field(sea, mesh.region(p.z(), 1.0));
    const auto& c = sea.components();
    const Vector6 X = Vector6::Zero();
    const auto coefficient =
        froude_krylov_coefficients(mesh, Matrix3::Identity(), p, c.wavenumber, c.direction, {}, kRho, kG);
    double error = 0;
    for (double t = 0; t < 6; t += 0.5) {
      Vector6 linear = X;
      for (int i = 0; i < 6; ++i) {
        linear[i] = c.amplitude[0] * (coefficient(i, 0) * std::polar(1.0, c.omega[0] * t + c.phase[0])).real();
      }
      const Vector6 mean = nonlinear_froude_krylov(mesh, field, t, Matrix3::Identity(), p, Surface::mean, scratch);
      EXPECT_LT((mean - linear).norm(), 1e-11 * kRho * kG * 100 * height);  // the same sum, to round-off
      // On the instantaneous surface the difference is of second order in the wave, crest load included.
      const MeshWrench whole = nonlinear_loads(mesh, field, t, Matrix3::Identity(), p, Surface::instantaneous, scratch);
      const Vector6 still = nonlinear_hydrostatics(mesh, Matrix3::Identity(), p, kRho, kG, scratch);
      error = std::max(error, (whole.froude_krylov + whole.hydrostatic - still - linear).norm());
    }
    EXPECT_LT(error, kRho * kG * 80 * height * height);
    if (last > 0) {
      EXPECT_NEAR(last / error, 100.0, 10.0);
    }
    last = error;
  }
}

TEST(NonlinearFroudeKrylov, OnASubmergedSphereIsItsDisplacedMassTimesTheAccelerationAtItsCentre) {
  // The gradient of the dynamic pressure is harmonic, so that its mean over the sphere is its value at the centre.
  const double r = 3.0;
  const Vector3 p(4, 1, -5);
  for (const auto depth : {std::optional<double>(), std::optional<double>(11.0)}) {
    const waves::SeaState sea = regular(1.0, 4.0, depth, 0.7);
    const double mass = kRho * 4.0 / 3.0 * kPi * r * r * r;
    double last = 0;
    for (const int levels : {2, 3, 4}) {
      const PressureMesh mesh(icosphere(r, levels));
      MeshLoadScratch scratch(mesh);
      const WaveField field(sea, mesh.region(p.z(), 1.0));
      double error = 0;
      for (double t = 0; t < 4; t += 0.3) {
        const Vector6 F = nonlinear_froude_krylov(mesh, field, t, turned(0.4, {1, 2, 3}), p, Surface::mean, scratch);
        error = std::max(error, (F.head<3>() - mass * sea.acceleration(t, p)).norm());
        EXPECT_LT(F.tail<3>().norm(), 0.02 * r * F.head<3>().norm());
      }
      const double scale = mass * sea.acceleration(0.0, p).norm();
      EXPECT_LT(error, 10 * std::pow(4.0, -levels) * scale);
      if (last > 0) {
        EXPECT_NEAR(last / error, 4.0, 0.2);
      }
      last = error;
    }
  }
}

TEST(NonlinearLoads, AllocateNothingOnceTheScratchIsWarm) {
  if (!test::allocations_are_counted()) GTEST_SKIP() << "a sanitizer owns malloc";
  waves::IrregularWave wave;
  wave.significant_height = 2;
  wave.peak_period = 7;
  wave.count = 40;
  wave.seed = 1;
  const waves::SeaState sea = waves::make_sea_state({wave}, waves::SeaSettings{});
  const PressureMesh mesh(icosphere(3.0, 3));
  MeshLoadScratch scratch(mesh);
  const WaveField field(sea, mesh.region(0, 3));
  nonlinear_loads(mesh, field, 0.0, Matrix3::Identity(), {0, 0, 0}, Surface::instantaneous, scratch);
  const test::AllocationCounter counter;
  for (double t = 0; t < 20; t += 0.13) {
    nonlinear_loads(mesh, field, t, Matrix3::Identity(), {t, 0, 0}, Surface::instantaneous, scratch);
    nonlinear_hydrostatics(mesh, Matrix3::Identity(), {0, 0, 0}, kRho, kG, scratch);
  }
  EXPECT_EQ(counter.count(), 0);
}

TEST(NonlinearFroudeKrylov, LongWavesLiftTheSurfaceAndNothingElse) {
  // Period 60 s, 5.6 km long: under a crest the body stands in water that is higher by eta, pressure rho g (eta - z)
  // but for the decay of kz = 0.01 and a slope of k a.
  const PressureMesh mesh(icosphere(3.0, 4));
  MeshLoadScratch scratch(mesh);
  const waves::SeaState sea = regular(2.0, 60.0);
  const WaveField field(sea, mesh.region(0, 3.0));
  const MeshWrench F =
      nonlinear_loads(mesh, field, 0.0, Matrix3::Identity(), {0, 0, 0}, Surface::instantaneous, scratch);
  const Vector6 raised = nonlinear_hydrostatics(mesh, Matrix3::Identity(), {0, 0, -1.0}, kRho, kG, scratch);
  EXPECT_NEAR((F.hydrostatic + F.froude_krylov)[2] / raised[2], 1.0, 4e-3);
}

TEST(NonlinearLoads, DryPartsOfAMeshAddNothing) {
  waves::IrregularWave wave;
  wave.significant_height = 2;
  wave.peak_period = 7;
  wave.count = 40;
  wave.seed = 3;
  const waves::SeaState sea = waves::make_sea_state({wave}, waves::SeaSettings{});
  const TriangleMesh hull = icosphere(3.0, 2);
  const PressureMesh alone(hull);
  for (int i = 0; i < 24; ++i) {
    // The mast stands above the water in every pose, so it is anywhere in the order of body heights.
    const Matrix3 R = turned(0.4 * i, {std::sin(i), std::cos(2.0 * i), 0.3});
    const PressureMesh whole(joined(hull, moved(icosphere(1.0, 1), R.transpose() * Vector3(0.5, -1, 9))));
    MeshLoadScratch scratch(alone), more(whole);  // of one field each
    const WaveField field(sea, whole.region(0, 3));
    for (const Surface surface : {Surface::mean, Surface::instantaneous}) {
      const Vector3 p(0.7 * i, 0.2, -2.0 + 0.2 * i);
      const MeshWrench F = nonlinear_loads(alone, field, 0.9 * i, R, p, surface, scratch);
      const MeshWrench G = nonlinear_loads(whole, field, 0.9 * i, R, p, surface, more);
      EXPECT_LT((F.hydrostatic - G.hydrostatic).norm(), 1e-12 * kRho * kG * 300) << i;
      EXPECT_LT((F.froude_krylov - G.froude_krylov).norm(), 1e-12 * kRho * kG * 300) << i;
    }
  }
}

TEST(NonlinearLoads, OfABodyHighAboveTheWaterAreZero) {
  const PressureMesh mesh(icosphere(1.0, 2));
  MeshLoadScratch scratch(mesh);
  const WaveField field(regular(1.0, 6.0), mesh.region(0, 10));
  const MeshWrench F =
      nonlinear_loads(mesh, field, 3.0, Matrix3::Identity(), {0, 0, 5}, Surface::instantaneous, scratch);
  EXPECT_EQ(F.hydrostatic.norm(), 0.0);
  EXPECT_EQ(F.froude_krylov.norm(), 0.0);
}

TEST(NonlinearLoads, TurnWithBodyAndSea) {
  const PressureMesh mesh(moved(box({4, 2, 3}, {3, 2, 2}), {0.3, 0.1, 0}));
  MeshLoadScratch scratch(mesh);
  const Matrix3 R = turned(0.3, {1, 1, 0.5});
  const Matrix3 T = turned(0.9, Vector3::UnitZ());
  const WaveField one(regular(1.5, 5.0, 10.0, 0.2), mesh.region(0, 5));
  const WaveField two(regular(1.5, 5.0, 10.0, 1.1), mesh.region(0, 5));
  const Vector3 p(2, 3, -0.3);
  const MeshWrench F = nonlinear_loads(mesh, one, 1.7, R, p, Surface::instantaneous, scratch);
  const MeshWrench G = nonlinear_loads(mesh, two, 1.7, T * R, T * p, Surface::instantaneous, scratch);
  for (const int part : {0, 3}) {
    EXPECT_LT((T * F.froude_krylov.segment<3>(part) - G.froude_krylov.segment<3>(part)).norm(), 1e-8);
    EXPECT_LT((T * F.hydrostatic.segment<3>(part) - G.hydrostatic.segment<3>(part)).norm(), 1e-8);
  }
}

}  // namespace
}  // namespace swell::mesh::mesh_load_test
