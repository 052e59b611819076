#include "swell/mesh/wec_sim.h"

#include "swell/mesh/mesh_load.h"
#include "swell_test/primitives.h"
#include "swell_test/test.h"

namespace swell::mesh::wec_sim_test {
namespace {

constexpr double kWeight = 9810.0;

waves::SeaState regular(double height, double ramp = 0.0, std::optional<double> depth = {}) {
  waves::RegularWave wave;
  wave.height = height;
  wave.period = 6.0;
  waves::SeaSettings settings;
  settings.water.depth = depth;
  settings.ramp.duration = ramp;
  return waves::make_sea_state({wave}, settings);
}

Matrix3 pose() { return rotation_from_roll_pitch_yaw({0.1, -0.2, 0.3}); }

/// A small plate facing up with its centroid at c (body axes), as a mesh of one triangle.
TriangleMesh plate(const Vector3& c) {
  TriangleMesh mesh;
  mesh.vertices.resize(3, 3);
  mesh.vertices << 0, 2, 1, 0, 0, 1.5, 0, 0, 0;
  mesh.triangles.resize(3, 1);
  mesh.triangles << 0, 1, 2;
  return moved(mesh, c - Vector3(1.0, 0.5, 0.0));  // area 1.5
}

TEST(WecSimBuoyancy, CountsPanelsByTheirCentroid) {
  const WecSimMesh mesh(plate({1, 0, -2}));
  WecSimMeshScratch scratch(mesh);
  const waves::SeaState sea = regular(2.0);
  const Vector6 F = wec_sim_buoyancy(mesh, sea, 0.0, Matrix3::Identity(), {0, 0, 1.5}, Surface::mean, scratch);
  EXPECT_NEAR(F[2], -kWeight * 0.5 * 1.5, 1e-9);
  EXPECT_NEAR(F[4], kWeight * 0.5 * 1.5, 1e-9);  // arm 1 m along x
  EXPECT_EQ(wec_sim_buoyancy(mesh, sea, 0.0, Matrix3::Identity(), {0, 0, 2.5}, Surface::mean, scratch).norm(), 0.0);
  // Under a crest of 1 m a panel at z = 0.5 is in the water and pulls: negative pressure.
  EXPECT_NEAR(wec_sim_buoyancy(mesh, sea, 0.0, Matrix3::Identity(), {0, 0, 2.5}, Surface::instantaneous, scratch)[2],
              kWeight * 0.5 * 1.5, 1e-9);
}

TEST(WecSimBuoyancy, ConvergesToTheExactWrench) {
  const TriangleMesh body = icosphere(5.0, 5);
  const WecSimMesh mesh(body);
  WecSimMeshScratch scratch(mesh);
  const PressureMesh exact(body);
  MeshLoadScratch exact_scratch(exact);
  const Vector3 p(1, 2, -0.7);
  const Vector6 F = wec_sim_buoyancy(mesh, regular(0.0001), 0.0, pose(), p, Surface::mean, scratch);
  const Vector6 G = nonlinear_hydrostatics(exact, pose(), p, 1000.0, 9.81, exact_scratch);
  EXPECT_LT((F - G).norm(), 2e-3 * G.norm());
}

TEST(WecSimFroudeKrylov, VanishesInRegularWavesWithTheMeanSurface) {
  const WecSimMesh mesh(icosphere(3.0, 2));
  WecSimMeshScratch scratch(mesh);
  EXPECT_EQ(
      wec_sim_froude_krylov(mesh, regular(2.0), 1.0, pose(), {1, 0, -2}, {0, 0, -2}, Surface::mean, scratch).norm(),
      0.0);
}

TEST(WecSimFroudeKrylov, InARegularWaveCarriesTheRampTwiceAndTheDisplacedElevationInBothTerms) {
  const WecSimMesh mesh(plate({0, 0, -3}));
  WecSimMeshScratch scratch(mesh);
  for (const auto depth : {std::optional<double>(), std::optional<double>(10.0)}) {
    const waves::SeaState sea = regular(2.0, 20.0, depth);
    const double t = 5.0;
    const double R = sea.ramp(t);
    const double k = sea.components().wavenumber[0];
    const Vector3 p(2.0, 0, -1.5), p0(0, 0, -1.0);
    const double eta = R * std::cos(sea.components().omega[0] * t - k * 2.0);
    const auto D = [&](double z) { return depth ? std::cosh(k * (z + 10)) / std::cosh(k * 10) : std::exp(k * z); };
    const double z = depth ? (-4.5 - eta) * 10 / (10 + eta) : -4.5 - eta;
    const double expected = -R * kWeight * eta * (D(z) - D(-4.0)) * 1.5;
    const Vector6 F = wec_sim_froude_krylov(mesh, sea, t, Matrix3::Identity(), p, p0, Surface::instantaneous, scratch);
    EXPECT_NEAR(F[2], expected, 1e-9);
  }
}

TEST(WecSimFroudeKrylov, CountsEarlierDirectionsAgainInAnIrregularSea) {
  waves::IrregularWave wave;
  wave.significant_height = 2;
  wave.peak_period = 7;
  wave.count = 20;
  wave.seed = 2;
  wave.directions = waves::DirectionList{{0.0, 0.5, 1.0}, {0.5, 0.3, 0.2}};
  waves::SeaSettings settings;
  settings.choices = waves::wec_sim_choices();
  settings.range = waves::FrequencyRange{0.1, 5.0};
  settings.ramp.duration = 40.0;
  const waves::SeaState sea = waves::make_sea_state({wave}, settings);
  ASSERT_TRUE(sea.systems()[0].direction_fastest);
  const WecSimMesh mesh(plate({0, 0, -3}));
  WecSimMeshScratch scratch(mesh);
  const auto& c = sea.components();
  const Vector3 p(2.0, 1.0, -1.5), p0(0, 0, -1.0);
  const double t = 12.0;
  double sum = 0;
  for (Eigen::Index j = 0; j < c.size(); ++j) {
    const auto d = j % 3;
    const double k = c.wavenumber[j];
    const double times = 3.0 - static_cast<double>(d);
    const double phase = c.phase[j - d];
    const double X = 2.0 * std::cos(c.direction[j]) + std::sin(c.direction[j]);
    sum += times * c.amplitude[j] *
           (std::cos(k * X - c.omega[j] * t - phase) * std::exp(-4.5 * k) -
            std::cos(-c.omega[j] * t - phase) * std::exp(-4.0 * k));
  }
  const Vector6 F = wec_sim_froude_krylov(mesh, sea, t, Matrix3::Identity(), p, p0, Surface::mean, scratch);
  EXPECT_NEAR(F[2], -sea.ramp(t) * kWeight * 1.5 * sum, 1e-8);
}

TEST(WecSimFroudeKrylov, ConvergesToTheDifferenceOfTheExactSumsInSmallIrregularWaves) {
  waves::IrregularWave wave;
  wave.significant_height = 0.2;
  wave.peak_period = 7;
  wave.count = 15;
  wave.seed = 2;
  const waves::SeaState sea = waves::make_sea_state({wave}, waves::SeaSettings{});
  const TriangleMesh body = icosphere(3.0, 4);
  const WecSimMesh mesh(body);
  WecSimMeshScratch scratch(mesh);
  const PressureMesh exact(body);
  MeshLoadScratch exact_scratch(exact);
  const Vector3 p0(0, 0, -6), p(1.0, 0.5, -5.0);  // wholly wet, so that no panel is in or out
  const WaveField field(sea, exact.region(-6, 2), 1e-6);
  const Vector6 F = wec_sim_froude_krylov(mesh, sea, 9.0, Matrix3::Identity(), p, p0, Surface::mean, scratch);
  const Vector6 G = nonlinear_froude_krylov(exact, field, 9.0, Matrix3::Identity(), p, Surface::mean, exact_scratch) -
                    nonlinear_froude_krylov(exact, field, 9.0, Matrix3::Identity(), p0, Surface::mean, exact_scratch);
  EXPECT_LT((F - G).norm(), 1e-2 * G.norm());
}

}  // namespace
}  // namespace swell::mesh::wec_sim_test
