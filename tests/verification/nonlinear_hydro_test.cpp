// Pressure on the body's own surface: the OES Task 10 sphere let go from 3 and 5 m, and small motions, which must be
// those of linear theory.
#include "results_file.h"
#include "swell/mesh/read_mesh.h"
#include "swell_test/primitives.h"
#include "swell_test/test.h"

namespace swell::nonlinear_hydro_test {
namespace {

using swell_test::read_dataset;
using swell_test::run_text;

constexpr double kRadius = 5.0, kCg = -2.0, kRhoG = 1000.0 * 9.81;

/// The sphere, its origin at the centre of gravity 2 m under its centre.
std::string sphere_stl(int levels) {
  const auto path = std::filesystem::temp_directory_path() / ("swell-sphere-" + std::to_string(levels) + ".stl");
  std::ofstream out(path, std::ios::binary);
  mesh::write_stl(mesh::moved(mesh::icosphere(kRadius, levels), Vector3(0.0, 0.0, -kCg)), out);
  return path.string();
}

std::string sphere(const std::string& simulation, const std::string& waves, const std::string& keys) {
  return "simulation: {" + simulation + "}\nwaves: " + waves + "\nbodies:\n  - {name: sphere, hydro_data: {file: " +
         (swell_test::source_folder() / "inputs/sphere/hemisphere.h5").string() +
         ", body: 1}, mass: equilibrium, inertia: [1690000, 1690000, 2606000], " + keys +
         "}\njoints:\n  - {name: guide, type: translational, base: world, follower: sphere, location: [0, 0, 0]}\n";
}

/// Buoyancy of the sphere with its centre at z [N].
double buoyancy(double z) {
  const double depth = std::min(std::max(kRadius - z, 0.0), 2.0 * kRadius);
  return kRhoG * 3.14159265358979323846 * depth * depth * (kRadius - depth / 3.0);
}

TEST(NonlinearHydro, TheBuoyancyOfTheDecayingSphereIsThatOfItsWetCap) {
  for (const double height : {3.0, 5.0}) {
    const std::string start = "initial: {displacement: [0, 0, " + std::to_string(height) + "]}";
    const auto file = run_text(sphere("duration: 15, time_step: 0.05", "{type: none}",
                                      "nonlinear_hydro: instantaneous, geometry: " + sphere_stl(4) + ", " + start),
                               "nonlinear-decay");
    const MatrixX position = read_dataset(file, "/bodies/sphere/position"),
                  restoring = read_dataset(file, "/bodies/sphere/force/restoring");
    double worst = 0.0;
    for (Eigen::Index i = 0; i < position.rows(); ++i) {
      const double exact = buoyancy(position(i, 2) - kCg) - buoyancy(0.0);
      worst = std::max(worst, std::abs(restoring(i, 2) - exact));
    }
    swell_test::measured("decay from %.0f m: buoyancy within %.3g of the closed form", height, worst / buoyancy(0.0));
    EXPECT_LT(worst, 2.5e-3 * buoyancy(0.0));  // the polyhedron of level 4 lacks 0.2 % of the sphere's volume
    EXPECT_NEAR(position(0, 2), kCg + height, 1e-12);
  }
}

// Energy by the recorded series: what is lost of motion and position went into radiation.
TEST(NonlinearHydro, TheDecayFromThreeAndFiveMetresKeepsItsEnergyBalanceAndConverges) {
  for (const double height : {3.0, 5.0}) {
    const std::string keys = "nonlinear_hydro: instantaneous, geometry: " + sphere_stl(3) +
                             ", initial: {displacement: [0, 0, " + std::to_string(height) + "]}";
    double last[3] = {0.0, 0.0, 0.0};
    const double steps[3] = {0.04, 0.02, 0.01};
    for (int k = 0; k < 3; ++k) {
      const auto file = run_text(sphere("duration: 10, time_step: " + std::to_string(steps[k]), "{type: none}", keys),
                                 "nonlinear-energy");
      const MatrixX position = read_dataset(file, "/bodies/sphere/position"),
                    velocity = read_dataset(file, "/bodies/sphere/velocity"),
                    acceleration = read_dataset(file, "/bodies/sphere/acceleration"),
                    restoring = read_dataset(file, "/bodies/sphere/force/restoring"),
                    radiation = read_dataset(file, "/bodies/sphere/force/radiation_damping"),
                    added = read_dataset(file, "/bodies/sphere/force/added_mass"),
                    total = read_dataset(file, "/bodies/sphere/force/total");
      last[k] = position(position.rows() - 1, 2);
      if (k < 2) continue;
      const double mass = total(0, 2) / acceleration(0, 2);
      double work = 0.0, scale = 0.0;
      for (Eigen::Index i = 1; i < position.rows(); ++i) {  // trapezoid of the power of all forces
        const double now = (restoring(i, 2) + radiation(i, 2) + added(i, 2)) * velocity(i, 2);
        const double before = (restoring(i - 1, 2) + radiation(i - 1, 2) + added(i - 1, 2)) * velocity(i - 1, 2);
        work += 0.5 * steps[k] * (now + before);
        scale += 0.5 * steps[k] * (std::abs(now) + std::abs(before));
      }
      const Eigen::Index end = velocity.rows() - 1;
      EXPECT_NEAR(work, 0.5 * mass * velocity(end, 2) * velocity(end, 2), 1e-4 * scale);
    }
    const double ratio = std::abs(last[0] - last[1]) / std::abs(last[1] - last[2]);
    swell_test::measured(
        "decay from %.0f m: halving the step from 0.02 s moves the end by %.3g m; ratio of changes %.1f", height,
        std::abs(last[1] - last[2]), ratio);
    EXPECT_LT(std::abs(last[1] - last[2]), 1e-5);
  }
}

double amplitude(const std::string& keys, const std::string& waves) {
  const auto file = run_text(sphere("duration: 80, time_step: 0.05, ramp: 20", waves, keys), "nonlinear-small");
  const MatrixX position = read_dataset(file, "/bodies/sphere/position");
  const Eigen::Index n = position.rows() / 4;
  const VectorX tail = position.col(2).tail(n);
  return 0.5 * (tail.maxCoeff() - tail.minCoeff());
}

TEST(NonlinearHydro, SmallWavesMoveTheSphereAsLinearTheorySays) {
  const std::string small = "{type: regular, height: 0.02, period: 6}";
  const double linear = amplitude("radiation: convolution", small);
  for (const char* surface : {"mean", "instantaneous"}) {
    const double nonlinear =
        amplitude(std::string("nonlinear_hydro: ") + surface + ", geometry: " + sphere_stl(4), small);
    swell_test::measured("%s surface: heave of 1 cm waves %.5f of the linear one", surface, nonlinear / linear);
    EXPECT_NEAR(nonlinear, linear, 5e-3 * linear);
  }
  // And without the linear part taken out, the incident wave would act twice: far from this bound.
}

TEST(NonlinearHydro, AnIrregularSeaUsesTheTabulatedField) {
  const auto file = run_text(sphere("duration: 20, time_step: 0.05",
                                    "{type: irregular, spectrum: pierson-moskowitz, significant_height: 1, "
                                    "peak_period: 8, seed: 1}",
                                    "nonlinear_hydro: instantaneous, geometry: " + sphere_stl(2)),
                             "nonlinear-irregular");
  EXPECT_LT(read_dataset(file, "/bodies/sphere/position").col(2).cwiseAbs().maxCoeff(), 4.0);
}

TEST(NonlinearHydro, UnderReproduceTheRegularWaveOnTheMeanSurfaceHasNoCorrection) {
  // WEC-Sim's option 1 in a regular wave: buoyancy only, and the whole linear excitation (theory/wec-sim.md, "Nonlinear
  // Froude-Krylov").
  const std::string waves = "{type: regular, height: 1, period: 6}";
  const auto linear =
      run_text(sphere("duration: 20, time_step: 0.05, ramp: 10, reproduce: wec-sim", waves, "radiation: constant"),
               "nonlinear-wec-sim-linear");
  const auto file = run_text(sphere("duration: 20, time_step: 0.05, ramp: 10, reproduce: wec-sim", waves,
                                    "radiation: constant, nonlinear_hydro: mean, geometry: " + sphere_stl(3)),
                             "nonlinear-wec-sim");
  EXPECT_EQ(read_dataset(linear, "/bodies/sphere/force/excitation"),
            read_dataset(file, "/bodies/sphere/force/excitation"));
  EXPECT_NE(read_dataset(linear, "/bodies/sphere/force/restoring"),
            read_dataset(file, "/bodies/sphere/force/restoring"));
}

std::string errors_of(const std::string& keys) {
  return swell_test::refusal_of(
      [&] { run_text(sphere("duration: 1, time_step: 0.1", "{type: none}", keys), "nonlinear-wrong"); }, "no error");
}

TEST(NonlinearHydro, MistakesSayWhatIsWrongWithTheSurface) {
  EXPECT_THAT(errors_of("nonlinear_hydro: mean"),
              HasSubstr("geometry is missing; nonlinear_hydro needs the body's surface, an STL or OBJ file"));
  EXPECT_THAT(errors_of("nonlinear_hydro: mean, geometry: nothing.stl"),
              HasSubstr("geometry = nothing.stl does not exist"));
  EXPECT_THAT(errors_of("nonlinear_hydro: always, geometry: nothing.stl"), HasSubstr("mean, instantaneous"));
  const auto inside_out = std::filesystem::temp_directory_path() / "swell-inside-out.stl";
  {
    std::ofstream out(inside_out, std::ios::binary);
    mesh::write_stl(mesh::reversed(mesh::moved(mesh::icosphere(kRadius, 2), Vector3(0.0, 0.0, 2.0))), out);
  }
  EXPECT_THAT(errors_of("nonlinear_hydro: mean, geometry: " + inside_out.string()), HasSubstr("inside"));
}

}  // namespace
}  // namespace swell::nonlinear_hydro_test
