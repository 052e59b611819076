// Linear restoring makes no energy: hydrostatics, mooring matrices, springs of joints that turn freely.
#include "swell/hydro/restoring.h"
#include "results_file.h"
#include "swell/bodies/joint_loads.h"
#include "swell/hydro/bemio_h5.h"
#include "swell_test/poses.h"
#include "swell_test/test.h"

namespace swell::restoring_test {
namespace {

using swell_test::read_dataset;
using swell_test::run_text;

/// A free body of 1 t without hydro data, tilted, turning, off its axis.
std::string top(const std::string& simulation, const std::string& body, const std::string& more = "") {
  return "simulation: {" + simulation +
         "}\nbodies:\n  - {name: top, mass: 1000, inertia: [4000, 6000, 9000], center_of_gravity: [0, 0, -0.5], "
         "volume: "
         "1, " +
         body + "initial: {axis: [1, 0.5, 0.2], angle: 15, angular_velocity: [0, 0, 0.1]}}\n" + more +
         "output: {time_step: 1}\n";
}

const char* const kFloats = "center_of_buoyancy: [0.05, -0.03, -0.2], stiffness: [0, 0, 9000, 7000, 5000, 0], ";

hydro::HydrostaticPotential potential_of_top() {
  MatrixX K = MatrixX::Zero(6, 6);
  K.diagonal() << 0, 0, 9000, 7000, 5000, 0;
  return hydro::make_hydrostatic_potential(K, 0.0, 1000.0 * 9.81 * Vector3(0.05, -0.03, 0.3));
}

swell_test::Form form_of(const MatrixX& position, Eigen::Index row, const Vector3& cg) {
  swell_test::Form form;
  form.displacement = position.row(row).head<6>();
  form.displacement.head<3>() -= cg;
  Eigen::Map<Matrix3>(form.rotation.data()) = rotation_from_roll_pitch_yaw(form.displacement.tail<3>());
  return form;
}

double kinetic(const MatrixX& position, const MatrixX& velocity, Eigen::Index row) {
  const Vector3 v = velocity.row(row).head<3>(), w = velocity.row(row).segment<3>(3);
  const Vector3 w_B = rotation_from_roll_pitch_yaw(position.row(row).segment<3>(3)).transpose() * w;
  return 500.0 * v.squaredNorm() + 0.5 * w_B.dot(Vector3(4000, 6000, 9000).cwiseProduct(w_B));
}

/// Largest departure of kinetic energy plus `potential(row)` from its start, over the start's energy above the least.
double drift(const std::filesystem::path& file, const std::function<double(Eigen::Index)>& potential) {
  const MatrixX position = read_dataset(file, "/bodies/top/position"),
                velocity = read_dataset(file, "/bodies/top/velocity");
  const double start = kinetic(position, velocity, 0) + potential(0);
  double worst = 0.0, swing = 0.0;
  for (Eigen::Index i = 1; i < position.rows(); ++i) {
    const double moving = kinetic(position, velocity, i);
    worst = std::max(worst, std::abs(moving + potential(i) - start));
    swing = std::max(swing, moving);
  }
  EXPECT_GT(swing, 10.0) << "J: it moves";
  return worst / swing;
}

// RK4 loses a share (omega h)^6/72 of a swing's energy per step: at 3 rad/s and 0.02 s 6.5e-10, in 180,000
// steps 1.2e-4; eight times that where the motion is no sine. By roll, pitch and yaw the same body is flung out within
// 500 s.
TEST(Restoring, AFreeBodyKeepsItsEnergyForAnHour) {
  const auto file = run_text(top("duration: 3600, time_step: 0.02", kFloats), "free");
  const MatrixX position = read_dataset(file, "/bodies/top/position");
  const auto potential = potential_of_top();
  EXPECT_LT(drift(file,
                  [&](Eigen::Index i) {
                    const auto form = form_of(position, i, {0, 0, -0.5});
                    return potential.energy(form.displacement.data(), form.rotation.data());
                  }),
            1e-3);
}

// The same bound; the fastest is sqrt(9000/1000) rad/s.
TEST(Restoring, AMooringMatrixKeepsTheEnergyForAnHour) {
  const auto file = run_text(top("duration: 3600, time_step: 0.02", "center_of_buoyancy: [0, 0, -0.5], ",
                                 "moorings: [{name: m, type: matrix, body: top, location: [1, 0, 0], stiffness: [2000, "
                                 "3000, 4000, 9000, 8000, 7000]}]\n"),
                             "matrix");
  const MatrixX stored = read_dataset(file, "/moorings/m/stored_energy");
  EXPECT_LT(drift(file, [&](Eigen::Index i) { return stored(i, 0); }), 1e-3);
}

// A body that spins within a net, two turns and back: yaw is coupled with surge and with roll, and where it was taken
// between -180 and 180 degrees the coupled energy jumped at each half turn. Eight times the bound above for the fastest
// motion, 5 rad/s against sqrt(9000/1000).
TEST(Restoring, OfABodyThatSpinsTheEnergyIsKeptBeyondHalfATurn) {
  const std::string K =
      "stiffness: [[2000, 0, 0, 0, 0, 1500], [0, 3000, 0, 0, 0, 0], [0, 0, 4000, 0, 0, 0], [0, 0, 0, 90000, 0, 900], "
      "[0, 0, 0, 0, 80000, 0], [1500, 0, 0, 900, 0, 2000]]";
  const std::string mooring = "moorings: [{name: m, type: matrix, body: top, location: [0, 0, -0.5], " + K + "}]\n";
  for (const bool moored : {true, false}) {
    const auto file = run_text(
        "simulation: {duration: 300, time_step: 0.01}\nbodies:\n  - {name: top, mass: 1000, inertia: [4000, 6000, "
        "9000], center_of_gravity: [0, 0, -0.5], center_of_buoyancy: [0, 0, -0.5], volume: 1, " +
            (moored ? "" : K + ", ") + "initial: {axis: [1, 0.5, 0], angle: 5, angular_velocity: [0, 0, 3]}}\n" +
            (moored ? mooring : "") + "output: {time_step: 0.1}\n",
        "spins");
    const MatrixX position = read_dataset(file, "/bodies/top/position"),
                  velocity = read_dataset(file, "/bodies/top/velocity");
    double yaw = 0.0, most = 0.0;  // counted here
    Matrix6 k = Matrix6::Zero();
    k.diagonal() << 2000, 3000, 4000, 90000, 80000, 2000;
    k(0, 5) = k(5, 0) = 1500;
    k(3, 5) = k(5, 3) = 900;
    EXPECT_LT(drift(file,
                    [&](Eigen::Index i) {
                      Vector6 x = position.row(i);
                      x[2] += 0.5;
                      yaw += std::remainder(x[5] - yaw, 2.0 * kPi);
                      most = std::max(most, std::abs(yaw));
                      x[5] = yaw;
                      return 0.5 * x.dot(k * x);
                    }),
              8e-3)
        << (moored ? "matrix mooring" : "stiffness of the body");
    EXPECT_GT(most, 1.5 * kPi) << "it does not turn far enough to test anything";
  }
}

// Turns of up to 120 degrees about any axis with speeds that reach 150: the pitch of the joint's angles, which has no
// place in the spring, passes near 90 degrees. The bound is that of the free body.
TEST(Restoring, SpringsOfJointsThatTurnFreelyKeepTheEnergyAtAnyTurn) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> one(-1.0, 1.0);
  const auto three = [&](double size) {
    return fmt::format("[{}, {}, {}]", size * one(random), size * one(random), size * one(random));
  };
  for (int n = 0; n < 24; ++n) {
    const char* type = n % 3 == 0 ? "spherical" : n % 3 == 1 ? "floating-6dof" : "universal";
    const bool universal = n % 3 == 2, large = n > 2 && !universal;
    const double rest = n > 11 && !universal ? 0.4 : 0.0;
    const auto file = run_text(
        fmt::format("simulation: {{duration: 300, time_step: 0.01}}\nbodies: [{{name: top, mass: 1000, volume: 1, "
                    "center_of_gravity: [0, 0, 0], center_of_buoyancy: [0, 0, 0], inertia: [4000, 6000, 9000], "
                    "initial: {{axis: {}, angle: {}, angular_velocity: {}}}}}]\nptos: [{{name: j, type: {}, base: "
                    "world, follower: top, stiffness: 9000, equilibrium_position: {}}}]\noutput: {{time_step: 0.5}}\n",
                    universal ? "[1, 0, 0]" : three(1.0), large ? 120.0 * one(random) : 0.0,
                    universal ? "[0.3, 0.2, 0]" : three(0.5), type, rest),
        "spring");
    const MatrixX at = read_dataset(file, "/ptos/j/position");
    const auto joint = n % 3 == 0 ? bodies::JointType::spherical : bodies::JointType::floating_6dof;
    const bodies::SpringDamper spring{9000.0, 0.0, rest};
    EXPECT_LT(drift(file,
                    [&](Eigen::Index i) {
                      if (universal) return 4500.0 * at.row(i).squaredNorm();
                      const auto slide = at.row(i).head(at.cols() - 3);
                      return 4500.0 * (slide.array() - rest).square().sum() +
                             bodies::stored_energy(spring, bodies::rotation_vector(joint, at.row(i).tail(3)));
                    }),
              1e-3)
        << type << ", case " << n;
  }
}

TEST(Restoring, ByAnglesItIsTheStaticLoadLessStiffnessTimesTheAngles) {
  const auto file = run_text(top("duration: 20, time_step: 0.02, restoring: euler-angles", kFloats), "angles");
  const MatrixX position = read_dataset(file, "/bodies/top/position"),
                force = read_dataset(file, "/bodies/top/force/restoring");
  Vector6 K, rest;
  K << 0, 0, 9000, 7000, 5000, 0;
  rest << 0, 0, 0, -0.03 * 9810.0, -0.05 * 9810.0, 0;
  for (Eigen::Index i = 0; i < position.rows(); ++i) {
    Vector6 x = position.row(i);
    x[2] += 0.5;
    EXPECT_LT((Vector6(force.row(i)) - (rest - K.cwiseProduct(x))).norm(), 1e-8);
  }
}

// RM3, spar tilted by 8 degrees and turning slowly, moored in surge: what restoring does over the run is the fall of
// its potential. By roll, pitch and yaw it differs by half a megajoule. The work is integrated beside the motion by
// RK4, to the share that the energy balance grants a fixed step (docs/conventions.md).
TEST(Restoring, OfRM3TheWorkIsTheFallOfThePotential) {
  SWELL_TEST_DATA(h5, "rm3/rm3.h5", "WEC-Sim/WEC-Sim (examples/RM3/hydroData)");
  const std::string data = "hydro_data: {file: " + h5.string() + ", body: ";
  const auto run = swell_test::run_audited(
      "simulation: {duration: 300, time_step: 0.05}\nenvironment: {water_density: 1000, gravity: 9.81}\nbodies:\n"
      "  - {name: float, " +
          data + "1}, mass: equilibrium, inertia: [20907301, 21306090.66, 37085481.11]}\n  - {name: spar, " + data +
          "2}, mass: equilibrium, inertia: [94419614.57, 94407091.24, 28542224.82], initial: {axis: [1, 0.5, 0], "
          "angle: "
          "8, angular_velocity: [0, 0, 0.005]}}\n"
          "ptos: [{name: PTO1, type: translational, base: spar, follower: float, location: [0, 0, 0], damping: "
          "1.2e6}]\n"
          "moorings: [{name: m, type: matrix, body: spar, stiffness: [1e5, 0, 0, 0, 0, 0]}]\n"
          "output: {time_step: 1}\n",
      "rm3-tilted");
  const auto file = run.results;
  const auto bem = hydro::read_bemio_h5(h5.string());
  const MatrixX work = read_dataset(file, "/audit/work"), exchanged = read_dataset(file, "/audit/exchanged");
  const std::vector<std::string> lines = {"float: restoring", "spar: restoring"};
  for (std::size_t b = 0; b < 2; ++b) {
    const hydro::HydroBody& body = bem.bodies[b];
    const double buoyancy = 9810.0 * body.displaced_volume;
    const auto potential =
        hydro::make_hydrostatic_potential(9810.0 * body.restoring_stiffness, 0.0, buoyancy * (body.cb - body.cg));
    const MatrixX position = read_dataset(file, b == 0 ? "/bodies/float/position" : "/bodies/spar/position");
    ASSERT_TRUE(run.audit);
    const auto energy = [&](Eigen::Index i) {
      const auto form = form_of(position, i, body.cg);
      return potential.energy(form.displacement.data(), form.rotation.data());
    };
    const Eigen::Index last = position.rows() - 1;
    double done = 0.0;
    for (const auto& line : run.audit->lines)
      if (line.name == lines[b]) done = line.energy;
    EXPECT_NEAR(done, energy(0) - energy(last), 1e-4 * exchanged(exchanged.rows() - 1, 0)) << lines[b];
  }
}

// A sphere that rides on a wave hardly changes its immersion, so that its restoring in pitch does not come and go with
// its heave: against the pressure on its surface, first-order pitch agrees to the square of the steepness, some per
// cent, and there is no pitch at twice the frequency beyond what second order leaves (0.5 of 3.5 degrees). With
// products of heave and tilt it pitched 7.7 degrees, of which 5 at twice the frequency.
TEST(Restoring, ASphereThatRidesOnAWavePitchesAsByThePressureOnItsSurface) {
  constexpr double kPeriod = 8.0;
  const auto amplitudes = [&](const std::string& hydro) {
    const std::string inputs = (swell_test::source_folder() / "inputs/sphere").string();
    const auto file = run_text(
        "simulation: {duration: 400, time_step: 0.05, ramp: 20}\nwaves: {type: regular, height: 2, period: "
        "8}\nbodies:\n"
        "  - {name: sphere, hydro_data: {file: " +
            inputs +
            "/hemisphere.h5, body: 1}, mass: equilibrium, inertia: "
            "[1690000, 1690000, 2606000]" +
            hydro +
            "}\nmoorings:\n  - {name: net, type: matrix, body: sphere, location: "
            "[0, 0, -3], stiffness: [20000, 20000, 5000, 0, 0, 200000], damping: [2000, 2000, 0, 0, 0, 10000]}\n"
            "output: {time_step: 0.1}\n",
        "rides");
    const VectorX pitch = read_dataset(file, "/bodies/sphere/position").col(4) / kDegree;
    const Eigen::Index rows = 800;  // ten periods
    Eigen::Vector2d found = Eigen::Vector2d::Zero();
    for (int harmonic = 1; harmonic <= 2; ++harmonic) {
      std::complex<double> sum = 0.0;
      for (Eigen::Index i = 0; i < rows; ++i)
        sum +=
            pitch[pitch.size() - rows + i] *
            std::polar(2.0 / static_cast<double>(rows), -2.0 * kPi * harmonic / kPeriod * 0.1 * static_cast<double>(i));
      found[harmonic - 1] = std::abs(sum);
    }
    return found;
  };
  const Eigen::Vector2d linear = amplitudes(""),
                        mesh = amplitudes(
                            ", geometry: " + (swell_test::source_folder() / "inputs/sphere/sphere.stl").string() +
                            ", nonlinear_hydro: instantaneous");
  EXPECT_NEAR(linear[0], mesh[0], 0.05 * mesh[0]);
  EXPECT_LT(linear[1], mesh[1]);
  EXPECT_LT(mesh[1], 0.2 * mesh[0]);
}

}  // namespace
}  // namespace swell::restoring_test
