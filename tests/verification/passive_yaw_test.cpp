// Excitation at the instantaneous heading.
#include "results_file.h"
#include "shipped_sphere.h"
#include "swell/hydro/bemio_h5.h"
#include "swell/model/read_case.h"
#include "swell/run/run.h"
#include "swell_test/test.h"

namespace swell::passive_yaw_test {
namespace {

using swell_test::changed_hemisphere;
using swell_test::read_dataset;
using swell_test::run_text;

/// Excitation that depends on the heading: that of an axisymmetric body times 1 + cos(2 beta)/2, all round.
std::string all_round(bool drifts = false) {
  return changed_hemisphere(drifts ? "drifts" : "headings", [drifts](hydro::HydroData& data) {
    const auto first = data.bodies[0].excitation.front();
    data.direction.clear();
    data.bodies[0].excitation.clear();
    for (double heading = -180.0; heading <= 180.0; heading += 10.0) {
      const double beta = heading * kDegree, factor = 1.0 + 0.5 * std::cos(2.0 * beta);
      auto row = first;
      for (auto& force : row) {
        const Eigen::VectorXcd X = force;
        force << X[0] * std::cos(beta), X[0] * std::sin(beta), X[2], -X[4] * std::sin(beta), X[4] * std::cos(beta), 0.0;
        force *= factor;
      }
      data.direction.push_back(heading);
      data.bodies[0].excitation.push_back(row);
    }
    data.bodies[0].froude_krylov.clear();
    data.bodies[0].scattering.clear();
    data.bodies[0].mean_drift_control_surface.clear();
    data.bodies[0].mean_drift_momentum.clear();
    data.bodies[0].mean_drift_pressure.clear();
    for (const double heading : drifts ? data.direction : std::vector<double>()) {
      const double beta = heading * kDegree;
      Vector6 drift;
      drift << std::cos(beta), std::sin(beta), 0.2, 0.0, 0.0, 0.3 * std::sin(2.0 * beta);
      data.bodies[0].mean_drift_momentum.emplace_back(data.omega.size(),
                                                      VectorX(drift * (1.0 + 0.5 * std::cos(2.0 * beta))));
    }
    data.bodies[0].excitation_irf.clear();
    data.bodies[0].excitation_irf_time.clear();
  });
}

Vector6 first_excitation(const std::string& file, double yaw, double direction, const std::string& keys,
                         const std::string& hydrodynamics = "{}") {
  std::ostringstream text;
  text << "simulation: {duration: 0.1, time_step: 0.05}\nwaves: {type: regular, height: 2, period: 6, phase: 40, "
          "direction: "
       << direction << "}\nhydrodynamics: " << hydrodynamics
       << "\nbodies:\n  - {name: sphere, hydro_data: {file: " << file
       << ", body: 1}, mass: equilibrium, inertia: [1e6, 1e6, 1e6], initial: {axis: [0, 0, 1], angle: " << yaw << "}"
       << keys << "}\n";
  const auto result = run_text(text.str(), "yaw");
  return read_dataset(result, "/bodies/sphere/force/excitation").row(0).transpose();
}

TEST(PassiveYaw, ABodyTurnedWithTheWaveFeelsTheSameForceInItsOwnAxes) {
  const std::string file = all_round();
  const Vector6 ahead = first_excitation(file, 0.0, 0.0, "");
  for (const double turn : {30.0, -100.0}) {
    const Vector6 turned = first_excitation(file, turn, turn, ", passive_yaw: 0");
    const double c = std::cos(turn * kDegree), s = std::sin(turn * kDegree);
    EXPECT_NEAR(turned[0], c * ahead[0], 1e-6 * ahead.norm());
    EXPECT_NEAR(turned[1], s * ahead[0], 1e-6 * ahead.norm());
    EXPECT_NEAR(turned[2], ahead[2], 1e-6 * ahead.norm());
  }
  // A body that keeps its heading in a wave from the side is another matter.
  EXPECT_GT(std::abs(first_excitation(file, 0.0, 90.0, ", passive_yaw: 0")[2] - ahead[2]), 0.1 * std::abs(ahead[2]));
}

// The drift force of the relative heading, in axes that turn with the body: constant in a wave of one frequency.
TEST(PassiveYaw, DriftTurnsWithTheBody) {
  const std::string file = all_round(true);
  const double rho_g = 1000.0 * 9.81;
  for (const char* order : {"{mean_drift: momentum}", "{second_order: newman}", "{second_order: standing}"}) {
    for (const auto& [yaw, direction] :
         std::vector<std::pair<double, double>>{{30.0, 30.0}, {-100.0, 20.0}, {47.0, 0.0}}) {
      const Vector6 drift = first_excitation(file, yaw, direction, ", passive_yaw: 0", order) -
                            first_excitation(file, yaw, direction, ", passive_yaw: 0");
      const double psi = yaw * kDegree, beta = direction * kDegree - psi,
                   factor = rho_g * (1.0 + 0.5 * std::cos(2.0 * beta));
      Vector6 known;
      known << std::cos(beta + psi), std::sin(beta + psi), 0.2, 0.0, 0.0, 0.3 * std::sin(2.0 * beta);
      // Headings 10 degrees apart: 9/16 h^4 / 24 of the fourth derivative, 4^4 of the highest harmonic's 0.15.
      const double h = 10.0 * kDegree;
      EXPECT_LT((drift - factor * known).cwiseAbs().maxCoeff(),
                rho_g * 0.15 * 256.0 * 9.0 / 16.0 * h * h * h * h / 24.0)
          << order << yaw;
    }
  }
}

/// A round body at x = 20 m, headings all round, 30 degrees apart.
std::string round_body_aside() {
  return changed_hemisphere("aside", [](hydro::HydroData& data) {
    hydro::HydroBody& body = data.bodies[0];
    const auto first = body.excitation.front();
    body.cg.x() = body.cb.x() = 20.0;
    data.direction.clear();
    body.excitation.clear();
    for (double heading = -180.0; heading <= 180.0; heading += 30.0) {
      const double beta = heading * kDegree;
      auto row = first;
      for (std::size_t k = 0; k < row.size(); ++k) {
        const Eigen::VectorXcd X = row[k];
        row[k] << X[0] * std::cos(beta), X[0] * std::sin(beta), X[2], -X[4] * std::sin(beta), X[4] * std::cos(beta),
            0.0;
        row[k] *= std::polar(1.0, -data.omega[k] * data.omega[k] / kGravity * 20.0 * std::cos(beta));  // deep water
      }
      data.direction.push_back(heading);
      body.excitation.push_back(row);
    }
    body.froude_krylov.clear();
    body.scattering.clear();
    body.excitation_irf.clear();
    body.excitation_irf_time.clear();
  });
}

// The force on a round body depends on its place and the wave's direction, not on its yaw.
TEST(PassiveYaw, TheForceOnARoundBodyAwayFromTheOriginIsThatOfAnyYaw) {
  const std::string file = round_body_aside();
  const Vector6 ahead = first_excitation(file, 0.0, 20.0, ", passive_yaw: 0"),
                turned = first_excitation(file, 70.0, 20.0, ", passive_yaw: 0"),
                fixed = first_excitation(file, 0.0, 20.0, "");
  swell_test::measured("heave %.4g N ahead, %.4g N turned by 70 degrees, %.4g N fixed", ahead[2], turned[2], fixed[2]);
  // Headings 30 degrees apart, cubics: 9/16 h^4/24; lines 2 degrees apart: h^2/8; both twice. Splines over frequencies
  // dw apart that the phase of 20 m turns by 2 w dw 20 m/g: 5/384 of its fourth power.
  const double h = 30.0 * kDegree, l = 2.0 * kDegree, step = 2.0 * (2.0 * kPi / 6.0) * 0.05 * 20.0 / kGravity;
  const double over_omega = 2.0 * 5.0 / 384.0 * std::pow(step, 4.0),
               over_heading = 2.0 * (9.0 / 16.0 * std::pow(h, 4.0) / 24.0 + l * l / 8.0);
  // Of both motions less than the hydrostatic stiffness in heave, 0.77 MN per metre of the wave's amplitude.
  const double size = 1000.0 * 9.81 * kPi * 25.0;
  EXPECT_NEAR(turned[2], ahead[2], over_omega * size);
  EXPECT_NEAR(fixed[2], ahead[2], over_omega * size);
  EXPECT_LT((turned.head<2>() - ahead.head<2>()).norm(), (over_omega + over_heading) * size);
  EXPECT_LT((fixed.head<2>() - ahead.head<2>()).norm(), (over_omega + over_heading) * size);
}

TEST(PassiveYaw, BelowTheThresholdTheCoefficientsAreHeld) {
  const std::string file = all_round();
  const Vector6 design = first_excitation(file, 0.0, 45.0, ", passive_yaw: 0");
  const Vector6 held = first_excitation(file, 4.0, 45.0, ", passive_yaw: 5"),
                free = first_excitation(file, 4.0, 45.0, ", passive_yaw: 0");
  EXPECT_DOUBLE_EQ(held[2], design[2]);
  EXPECT_NE(free[2], design[2]);
  EXPECT_DOUBLE_EQ(first_excitation(file, 6.0, 45.0, ", passive_yaw: 5")[2],
                   first_excitation(file, 6.0, 45.0, ", passive_yaw: 0")[2]);
}

// --- radiation, added mass and hydrostatics turn too ---

Matrix6 turn_of(double angle) {
  Matrix6 Y = Matrix6::Zero();
  Y.topLeftCorner<3, 3>() = Y.bottomRightCorner<3, 3>() =
      Eigen::AngleAxisd(angle * kDegree, Vector3::UnitZ()).toRotationMatrix();
  return Y;
}

/// A body that is not axisymmetric (surge and pitch against sway and roll), turned by `angle` about the vertical: its
/// matrices are Y M Y^T, its excitation at heading h is Y X(h - angle).
std::string lengthened(double angle) {
  return changed_hemisphere("long-" + std::to_string(static_cast<int>(angle)), [angle](hydro::HydroData& data) {
    hydro::HydroBody& body = data.bodies[0];
    Vector6 factor;
    factor << 1.0, 2.0, 1.0, 1.7, 1.0, 1.0;
    const Matrix6 S = factor.asDiagonal(), Y = turn_of(angle);
    const auto change = [&](MatrixX& m) { m = (Y * (S * m * S) * Y.transpose()).eval(); };
    for (auto* list : {&body.added_mass, &body.radiation_damping, &body.radiation_irf}) {
      for (MatrixX& m : *list) change(m);
    }
    if (body.added_mass_infinite) change(*body.added_mass_infinite);
    body.added_mass_zero.reset();
    change(body.restoring_stiffness);
    const auto first = body.excitation.front();
    data.direction.clear();
    body.excitation.clear();
    for (double heading = -180.0; heading <= 180.0; heading += 10.0) {
      const double beta = (heading - angle) * kDegree;
      auto row = first;
      for (auto& force : row) {
        const Eigen::VectorXcd X = force;
        force << X[0] * std::cos(beta), X[0] * std::sin(beta), X[2], -X[4] * std::sin(beta), X[4] * std::cos(beta), 0.0;
        force = (Y * S * force).eval();
      }
      data.direction.push_back(heading);
      body.excitation.push_back(row);
    }
    body.froude_krylov.clear();
    body.scattering.clear();
    body.mean_drift_control_surface.clear();
    body.mean_drift_momentum.clear();
    body.mean_drift_pressure.clear();
    body.excitation_irf.clear();
    body.excitation_irf_time.clear();
    body.radiation_state_space.clear();
  });
}

std::string yawed_case(const std::string& file, double direction, const std::string& radiation, const std::string& keys,
                       const std::string& inertia) {
  std::ostringstream text;
  text << "simulation: {duration: 30, time_step: 0.05, ramp: 5}\nwaves: {type: regular, height: 0.2, period: 6, "
          "direction: "
       << direction << "}\nhydrodynamics: {radiation: " << radiation
       << "}\nbodies:\n  - {name: sphere, hydro_data: {file: " << file
       << ", body: 1}, mass: equilibrium, inertia: " << inertia << keys << "}\n";
  return text.str();
}

// The body turned by 40 degrees at the start, with the data of its design heading, against the data computed for the
// turned body. Waves come along an axis of the body, so that it keeps its heading.
// The two realisations of the state space are fits of two matrices; neither brakes a steady drift.
TEST(PassiveYaw, ATurnedBodyMovesAsTheDataOfTheTurnedBodySay) {
  for (const char* radiation : {"constant", "convolution", "state-space"}) {
    const auto turned =
        run_text(yawed_case(lengthened(0.0), 40.0, radiation, ", passive_yaw: 0, initial: {axis: [0, 0, 1], angle: 40}",
                            "[1.5e6, 1.5e6, 2.6e6]"),
                 "yaw-turned");
    const auto computed =
        run_text(yawed_case(lengthened(40.0), 40.0, radiation, "", "[1.5e6, 1.5e6, 2.6e6]"), "yaw-computed");
    const MatrixX a = read_dataset(turned, "/bodies/sphere/position"),
                  b = read_dataset(computed, "/bodies/sphere/position");
    // Roll and pitch are about different axes in the two descriptions; the places are the same.
    const double size = b.leftCols(2).cwiseAbs().maxCoeff(), error = (a - b).leftCols(3).cwiseAbs().maxCoeff();
    swell_test::measured("%s: surge and sway %.3g m, apart %.2g", radiation, size, error);
    EXPECT_GT(size, 0.02) << radiation;
    EXPECT_LT(error, 2e-3 * size) << radiation;
    for (const char* part : {"radiation_damping", "added_mass", "restoring"}) {
      const std::string path = std::string("/bodies/sphere/force/") + part;
      const MatrixX x = read_dataset(turned, path), y = read_dataset(computed, path);
      EXPECT_LT((x - y).cwiseAbs().maxCoeff(), 1e-2 * y.cwiseAbs().maxCoeff()) << radiation << " " << part;
    }
  }
}

TEST(PassiveYaw, TheEnergyBalanceClosesWhileTheBodyTurns) {
  const std::string yaml =
      yawed_case(lengthened(0.0), 30.0, "convolution", ", passive_yaw: 0, initial: {angular_velocity: [0, 0, 0.05]}",
                 "[1.5e6, 1.5e6, 2.6e6]");
  const run::RunSummary summary = swell_test::run_audited(yaml, "yaw-balance");
  swell_test::measured("residual %.3g of the exchanged energy", summary.audit->residual / summary.audit->exchanged);
  EXPECT_TRUE(summary.audit->closes);
  EXPECT_LT(summary.audit->worst_force_defect, 1e-9);
  const MatrixX position = read_dataset(summary.results, "/bodies/sphere/position");
  EXPECT_GT(std::abs(position(position.rows() - 1, 5)), 0.5);
}

// Added mass that turns with the body is a conservative system: without radiation and stiffness the kinetic energy of
// body and water stays, that of the water in axes that turn (Lamb 1932, 124). RK4's own error is some 1e-6 here.
TEST(PassiveYaw, AddedMassThatTurnsKeepsItsKineticEnergy) {
  Matrix6 A;
  double m = 0.0;
  const std::string file = changed_hemisphere("yaw-energy", [&](hydro::HydroData& data) {
    hydro::HydroBody& body = data.bodies[0];
    for (auto* list : {&body.radiation_damping, &body.radiation_irf}) {
      for (MatrixX& values : *list) values.setZero();
    }
    MatrixX& added = *body.added_mass_infinite;
    added(0, 0) *= 2.0;
    added(0, 4) = added(4, 0) = added(1, 3) = added(3, 1) = 0.0;
    added(1, 5) = added(5, 1) = 0.3 * added(1, 1);
    added(5, 5) = added(1, 1);
    A = 1000.0 * added;
    m = 1000.0 * body.displaced_volume;
    body.restoring_stiffness.setZero();
    body.cb = body.cg;
    data.direction.clear();
    const auto first = body.excitation.front();
    body.excitation.clear();
    for (double heading = -180.0; heading <= 180.0; heading += 10.0) {
      data.direction.push_back(heading);
      body.excitation.push_back(first);
    }
    body.froude_krylov.clear();
    body.scattering.clear();
    body.mean_drift_control_surface.clear();
    body.mean_drift_momentum.clear();
    body.mean_drift_pressure.clear();
    body.excitation_irf.clear();
    body.excitation_irf_time.clear();
    body.radiation_state_space.clear();
  });
  const double I = 2.6e6;
  std::ostringstream text;
  text << "simulation: {duration: 60, time_step: 0.05}\nwaves: {type: none}\nbodies:\n  - {name: sphere, hydro_data: "
          "{file: "
       << file << ", body: 1}, mass: equilibrium, inertia: [" << I << ", " << I << ", " << I
       << "], passive_yaw: 0, initial: {velocity: [1, 0.3, 0], angular_velocity: [0, 0, 0.2]}}\n";
  const auto result = run_text(text.str(), "yaw-energy");
  const MatrixX x = read_dataset(result, "/bodies/sphere/position"),
                v = read_dataset(result, "/bodies/sphere/velocity");
  const auto energy = [&](Eigen::Index row) {
    Vector6 local = v.row(row).transpose();
    const Matrix3 R = Eigen::AngleAxisd(-x(row, 5), Vector3::UnitZ()).toRotationMatrix();
    local.head<3>() = (R * local.head<3>()).eval();
    local.tail<3>() = (R * local.tail<3>()).eval();
    return 0.5 * (m * local.head<3>().squaredNorm() + I * local.tail<3>().squaredNorm() + local.dot(A * local));
  };
  double worst = 0.0;
  for (Eigen::Index row = 0; row < v.rows(); ++row) worst = std::max(worst, std::abs(energy(row) / energy(0) - 1.0));
  swell_test::measured("turned by %.3g rad, energy within %.2g", x.col(5).cwiseAbs().maxCoeff(), worst);
  EXPECT_GT(x.col(5).cwiseAbs().maxCoeff(), 1.0);
  EXPECT_LT(worst, 1e-5);
}

// The velocity that the memory stores changes with its axes too; an acceleration without that share leaves second
// order.
TEST(PassiveYaw, TheMemoryKeepsItsFourthOrderWhileTheBodyTurns) {
  const auto force = [](const std::string& kernel_step) {
    const auto file = run_text(
        "simulation: {duration: 12, time_step: 0.0125, ramp: 5}\nwaves: {type: regular, height: 2, period: 6, "
        "direction: 20}\nhydrodynamics: {radiation: convolution, convolution: {time_step: " +
            kernel_step + "}}\nbodies:\n  - {name: sphere, hydro_data: {file: " +
            (swell_test::source_folder() / "inputs/loads/headings.h5").string() +
            ", body: 1}, mass: equilibrium, inertia: [1690000, 1690000, 2606000], passive_yaw: 0, initial: "
            "{angular_velocity: [0, 0, 0.5]}}\noutput: {time_step: 0.4}\n",
        "yaw-order");
    return MatrixX(read_dataset(file, "/bodies/sphere/force/radiation_damping").leftCols(2));
  };
  const MatrixX finest = force("0.0125");
  const auto error = [&](const std::string& step) {
    return (force(step) - finest).cwiseAbs().maxCoeff() / finest.cwiseAbs().maxCoeff();
  };
  const double coarse = error("0.1"), fine = error("0.05");
  swell_test::measured("error %.3g at 0.1 s, %.3g at 0.05 s", coarse, fine);
  EXPECT_LT(coarse, 6e-4);
  EXPECT_GT(coarse / fine, 10.0);
}

TEST(PassiveYaw, DataThatDoNotGoAllRoundAreRefused) {
  EXPECT_THROW(first_excitation(changed_hemisphere("half",
                                                   [](hydro::HydroData& data) {
                                                     data.direction.resize(1);
                                                     data.bodies[0].excitation.resize(1);
                                                     data.bodies[0].froude_krylov.clear();
                                                     data.bodies[0].scattering.clear();
                                                     data.bodies[0].excitation_irf.clear();
                                                     data.bodies[0].excitation_irf_time.clear();
                                                   }),
                                0.0, 0.0, ", passive_yaw: 1"),
               InputError);
}

}  // namespace
}  // namespace swell::passive_yaw_test
