#include "swell/hydro/placement.h"

#include <Eigen/Eigenvalues>

#include "swell/hydro/bemio_h5.h"
#include "swell/hydro/coefficients.h"
#include "swell/hydro/long_waves.h"
#include "swell/waves/dispersion.h"
#include "swell_test/test.h"

namespace swell::hydro::placement_test {
namespace {

/// Two bodies, one frequency and direction, entries without symmetry.
HydroData two_bodies() {
  HydroData data;
  data.omega = {1.0};
  data.direction = {0.0};
  data.bodies.resize(2);
  for (std::size_t b = 0; b < 2; ++b) {
    HydroBody& body = data.bodies[b];
    const MatrixX matrix = MatrixX::NullaryExpr(6, 12, [&](Eigen::Index i, Eigen::Index j) {
      return 10.0 + std::sin(static_cast<double>(1 + i + 7 * j) * (1.0 + static_cast<double>(b)));
    });
    body.dof = 6;
    body.added_mass = {matrix};
    body.radiation_damping = {2.0 * matrix};
    body.restoring_stiffness = matrix.leftCols<6>();
    body.excitation = {{matrix.col(3).cast<std::complex<double>>()}};
    body.excitation_irf = {{matrix.col(4)}};
    body.qtf_difference.assign(6, {});
    for (std::size_t dof : {0U, 2U})
      body.qtf_difference[dof].push_back({8.0, 7.0, 0.0, 0.0, {2.0 + static_cast<double>(dof), -1.0}});
  }
  return data;
}

TEST(MoveReferences, AForceAndItsMomentGoToTheNewPointAndMotionsComeFromIt) {
  const HydroData before = two_bodies();
  HydroData moved = before;
  const std::vector<Vector3> arms = {{1.0, -2.0, 3.0}, {0.5, 0.0, -4.0}};
  move_references(moved, arms);
  for (std::size_t b = 0; b < 2; ++b) {
    const Vector6 old = before.bodies[b].excitation[0][0].real(), now = moved.bodies[b].excitation[0][0].real();
    EXPECT_TRUE(now.head<3>().isApprox(old.head<3>()));
    EXPECT_TRUE(now.tail<3>().isApprox(old.tail<3>() - arms[b].cross(old.head<3>()), 1e-14));
    const VectorX kernel = before.bodies[b].excitation_irf[0][0], its = moved.bodies[b].excitation_irf[0][0];
    EXPECT_TRUE(its.tail<3>().isApprox(kernel.tail<3>() - arms[b].cross(Vector3(kernel.head<3>())), 1e-14));
    const Vector3 drift(2.0, 0.0, 4.0), moment = -arms[b].cross(drift);  // the real parts of the pair
    for (std::size_t i = 0; i < 3; ++i) {
      const auto at = static_cast<Eigen::Index>(i);
      EXPECT_NEAR(moved.bodies[b].qtf_difference[i].at(0).value.real(), drift[at], 1e-14);
      EXPECT_NEAR(moved.bodies[b].qtf_difference[3 + i].at(0).value.real(), moment[at], 1e-14);
    }
    EXPECT_EQ(moved.bodies[b].cg, before.bodies[b].cg + arms[b]);
    // The power of damping is of no reference point: v . B v with v the old points' motion of the new points'.
    VectorX v = VectorX::LinSpaced(12, -1.0, 2.0), old_v = v;
    for (Eigen::Index k = 0; k < 2; ++k)
      old_v.segment<3>(6 * k) -= Vector3(v.segment<3>(6 * k + 3)).cross(arms[static_cast<std::size_t>(k)]);
    const auto at = static_cast<Eigen::Index>(6 * b);
    EXPECT_NEAR(v.segment<6>(at).dot(moved.bodies[b].radiation_damping[0] * v),
                old_v.segment<6>(at).dot(before.bodies[b].radiation_damping[0] * old_v), 1e-10);
  }
}

/// Numbers between -1 and 1.
class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  double operator()() { return between_(engine_); }
  MatrixX matrix(Eigen::Index rows, Eigen::Index columns) {
    return MatrixX::NullaryExpr(rows, columns, [&](Eigen::Index, Eigen::Index) { return (*this)(); });
  }
  VectorX vector(Eigen::Index n) { return matrix(n, 1); }
  Vector3 place() { return {80.0 * (*this)(), 80.0 * (*this)(), 5.0 * (*this)()}; }

 private:
  std::mt19937 engine_;
  std::uniform_real_distribution<double> between_{-1.0, 1.0};
};

EntryStateSpace one_state(Random& random) {
  return {MatrixX::Constant(1, 1, -1.0 + 0.5 * random()), random.vector(1), random.vector(1), 0.0};
}

/// Two bodies, the second with a generalised mode, everything that a file may hold, without symmetry.
HydroData random_data(Random& random) {
  HydroData data;
  data.omega = {0.5, 0.9};
  data.direction = {-20.0, 50.0};
  if (random() > 0.0) data.water_depth = 25.0;
  data.gravity = kGravity;
  for (const int dof : {6, 7}) {
    HydroBody body;
    body.dof = dof;
    body.cg = random.place();
    body.cb = random.place();
    body.displaced_volume = 2.0 + random();
    body.restoring_stiffness = random.matrix(dof, dof);
    body.added_mass = {random.matrix(dof, 13), random.matrix(dof, 13)};
    body.radiation_damping = {random.matrix(dof, 13), random.matrix(dof, 13)};
    body.added_mass_infinite = random.matrix(dof, 13);
    body.radiation_irf = {random.matrix(dof, 13)};
    for (auto* parts : {&body.excitation, &body.froude_krylov, &body.scattering}) {
      parts->resize(2);
      for (auto& direction : *parts) {
        for (int k = 0; k < 2; ++k)
          direction.emplace_back(random.vector(dof) + std::complex<double>(0.0, 1.0) * random.vector(dof));
      }
    }
    body.mean_drift_momentum = {{random.vector(dof), random.vector(dof)}, {random.vector(dof), random.vector(dof)}};
    for (auto* lists : {&body.qtf_difference, &body.qtf_sum}) {
      lists->resize(6);
      for (auto& list : *lists) list.push_back({9.0, 7.0, -20.0, 50.0, {random(), random()}});
    }
    body.radiation_state_space.resize(static_cast<std::size_t>(dof));
    for (auto& row : body.radiation_state_space)
      for (int j = 0; j < 13; ++j) row.push_back(one_state(random));
    data.bodies.push_back(std::move(body));
  }
  return data;
}

void expect_same(const HydroData& a, const HydroData& b, double tolerance) {
  for (std::size_t d = 0; d < 2; ++d) EXPECT_NEAR(a.direction[d], b.direction[d], 1e-12);
  for (std::size_t i = 0; i < a.bodies.size(); ++i) {
    const HydroBody &x = a.bodies[i], &y = b.bodies[i];
    const auto near = [&](const auto& one, const auto& other, const char* what) {
      EXPECT_LT((one - other).norm(), tolerance * (1.0 + other.norm())) << what << " of " << i;
    };
    near(x.cg, y.cg, "cg");
    near(x.cb, y.cb, "cb");
    near(x.restoring_stiffness, y.restoring_stiffness, "stiffness");
    near(*x.added_mass_infinite, *y.added_mass_infinite, "A_inf");
    near(x.radiation_irf[0], y.radiation_irf[0], "K");
    for (std::size_t k = 0; k < 2; ++k) {
      near(x.added_mass[k], y.added_mass[k], "A");
      near(x.radiation_damping[k], y.radiation_damping[k], "B");
      for (std::size_t d = 0; d < 2; ++d) {
        near(x.excitation[d][k], y.excitation[d][k], "X");
        near(x.froude_krylov[d][k], y.froude_krylov[d][k], "FK");
        near(x.scattering[d][k], y.scattering[d][k], "S");
        near(x.mean_drift_momentum[d][k], y.mean_drift_momentum[d][k], "drift");
      }
    }
    for (std::size_t dof = 0; dof < 6; ++dof) {
      EXPECT_LT(std::abs(x.qtf_difference[dof].at(0).value - y.qtf_difference[dof].at(0).value), tolerance) << dof;
      EXPECT_LT(std::abs(x.qtf_sum[dof].at(0).value - y.qtf_sum[dof].at(0).value), tolerance) << dof;
      EXPECT_NEAR(x.qtf_sum[dof].at(0).heading_j, y.qtf_sum[dof].at(0).heading_j, 1e-12);
      for (std::size_t j = 0; j < 13; ++j)
        near(x.radiation_state_space[dof][j].kernel(0.7, 3), y.radiation_state_space[dof][j].kernel(0.7, 3), "ABCD");
    }
  }
}

TEST(Placement, ThereAndBackChangesNothing) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    Random random(seed);
    const HydroData data = random_data(random);
    Vector3 p = random.place();
    p.z() = 0.0;
    const Placement to{p, 4.0 * random()};
    const Placement back{-(to.rotation().transpose() * p), -to.yaw};
    expect_same(placed(placed(data, to), back), data, 1e-11);
    std::vector<Vector3> arms = {random.place(), random.place()}, home = {-arms[0], -arms[1]};
    HydroData moved = data;
    move_references(moved, arms);
    for (std::size_t b = 0; b < 2; ++b) move_weight(moved.bodies[b], arms[b]);
    move_references(moved, home);
    for (std::size_t b = 0; b < 2; ++b) move_weight(moved.bodies[b], home[b]);
    expect_same(moved, data, 1e-11);
  }
}

// A force of the data turns with the body and answers to waves that come from as far aside; it has the phase with which
// a wave of the world reaches the data's origin.
TEST(Placement, ForcesTurnAndAreLate) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    Random random(seed);
    const HydroData data = random_data(random);
    Vector3 p = random.place();
    p.z() = 0.0;
    const double degrees = 170.0 * random(), c = std::cos(degrees * kDegree), s = std::sin(degrees * kDegree);
    const HydroData there = placed(data, {p, degrees * kDegree});
    const auto turned = [&](const auto& F, Eigen::Index first) {
      return Eigen::Vector3cd(c * F[first] - s * F[first + 1], s * F[first] + c * F[first + 1], F[first + 2]);
    };
    const auto arrival = [&](double omega, double heading) {
      const double k = waves::wavenumber(omega, data.water_depth, kGravity), b = heading * kDegree;
      return std::polar(1.0, -k * (p.x() * std::cos(b) + p.y() * std::sin(b)));
    };
    for (std::size_t b = 0; b < 2; ++b) {
      const HydroBody &home = data.bodies[b], &away = there.bodies[b];
      EXPECT_LT((away.cg - Vector3(c * home.cg.x() - s * home.cg.y() + p.x(), s * home.cg.x() + c * home.cg.y() + p.y(),
                                   home.cg.z()))
                    .norm(),
                1e-11);
      for (std::size_t d = 0; d < 2; ++d) {
        EXPECT_NEAR(there.direction[d], data.direction[d] + degrees, 1e-11);
        for (std::size_t k = 0; k < 2; ++k) {
          for (const Eigen::Index first : {0, 3}) {
            EXPECT_LT((away.excitation[d][k].segment<3>(first) -
                       turned(home.excitation[d][k], first) * arrival(data.omega[k], data.direction[d] + degrees))
                          .norm(),
                      1e-12);
            EXPECT_LT((away.mean_drift_momentum[d][k].segment<3>(first) -
                       turned(home.mean_drift_momentum[d][k], first).real())
                          .norm(),
                      1e-12);
          }
        }
      }
      const std::complex<double> i = arrival(2.0 * kPi / 9.0, -20.0 + degrees),
                                 j = arrival(2.0 * kPi / 7.0, 50.0 + degrees);
      EXPECT_LT(std::abs(away.qtf_difference[2].at(0).value - home.qtf_difference[2].at(0).value * i * std::conj(j)),
                1e-12);
      EXPECT_LT(std::abs(away.qtf_sum[2].at(0).value - home.qtf_sum[2].at(0).value * i * j), 1e-12);
    }
    EXPECT_LT(std::abs(there.bodies[1].excitation[0][0][6] / data.bodies[1].excitation[0][0][6] -
                       arrival(data.omega[0], there.direction[0])),
              1e-11)
        << "of a mode";
  }
}

// The whole matrix as symmetric as before and with the same eigenvalues: as passive.
TEST(Placement, PowerIsThatOfTheGivenData) {
  Random random(3);
  HydroData data = random_data(random);
  data.bodies[1].dof = 6;
  MatrixX root = random.matrix(12, 9), B = root * root.transpose();  // rank 9: three motions radiate nothing
  for (std::size_t b = 0; b < 2; ++b) {
    HydroBody fresh;
    fresh.radiation_damping = {B.middleRows(static_cast<Eigen::Index>(6 * b), 6)};
    data.bodies[b] = fresh;
  }
  const auto whole = [](const HydroData& of) {
    MatrixX m(12, 12);
    m << of.bodies[0].radiation_damping[0], of.bodies[1].radiation_damping[0];
    return m;
  };
  const MatrixX away = whole(placed(data, {{3.0, -8.0, 0.0}, 0.4}));
  EXPECT_LT((away - away.transpose()).norm(), 1e-13);
  const VectorX old = Eigen::SelfAdjointEigenSolver<MatrixX>(B).eigenvalues(),
                now = Eigen::SelfAdjointEigenSolver<MatrixX>(away).eigenvalues();
  EXPECT_LT((old - now).norm(), 1e-12);
  HydroData moved = data;
  move_references(moved, {{1.0, 2.0, -3.0}, {-2.0, 0.0, 1.0}});
  EXPECT_GT(Eigen::SelfAdjointEigenSolver<MatrixX>(whole(moved)).eigenvalues()[0], -1e-12);
}

// Afloat in equilibrium the restoring moment about the cg is what it is, whoever asks about which point: of a box with
// weight and buoyancy rho g V, C44 = S22 + V (z_b - z_g) about any cg.
TEST(Placement, StiffnessOfABoxAboutAnotherCentreOfGravity) {
  const double L = 8.0, B = 4.0, T = 1.5, V = L * B * T;
  const auto box = [&](const Vector3& cg) {  // C_ij about cg [Newman1977, 6.16], WAMIT's C46 and C56
    HydroBody body;
    body.cg = cg;
    body.cb = Vector3(0.0, 0.0, -0.5 * T);
    body.displaced_volume = V;
    MatrixX C = MatrixX::Zero(6, 6);
    const double S = L * B, x = -cg.x(), y = -cg.y();  // of the waterplane's centre
    C(2, 2) = S;
    C(2, 3) = C(3, 2) = S * y;
    C(2, 4) = C(4, 2) = -S * x;
    C(3, 3) = S * (B * B / 12.0 + y * y) + V * (body.cb.z() - cg.z());
    C(4, 4) = S * (L * L / 12.0 + x * x) + V * (body.cb.z() - cg.z());
    C(3, 4) = C(4, 3) = -S * x * y;
    C(3, 5) = -V * x;
    C(4, 5) = -V * y;
    body.restoring_stiffness = C;
    return body;
  };
  Random random(11);
  for (int n = 0; n < 10; ++n) {
    const Vector3 from = 0.02 * random.place(), to = 0.02 * random.place();
    HydroData data;
    data.bodies = {box(from)};
    move_references(data, {to - from});
    move_weight(data.bodies[0], to - from);
    EXPECT_LT((data.bodies[0].restoring_stiffness - box(to).restoring_stiffness).norm(), 1e-11);
  }
}

// Turned with its waves, a device has the phases that it had: beam seas tell the sense of time as head seas do.
TEST(PhaseSense, IsThatOfTurnedData) {
  HydroData data = read_bemio_h5((swell_test::source_folder() / "inputs/sphere/hemisphere.h5").string());
  for (const bool lags : {false, true}) {
    if (lags) conjugate_forces(data);
    const auto lead = surge_lead(data);
    ASSERT_TRUE(lead);
    EXPECT_NEAR(lead->number, lags ? -90.0 : 90.0, 5.0);
    for (const double degrees : {50.0, -137.0}) {
      const auto turned = surge_lead(placed(data, {Vector3::Zero(), degrees * kDegree}));
      ASSERT_TRUE(turned) << degrees;
      EXPECT_NEAR(turned->number, lead->number, 1e-9) << degrees;
    }
  }
}

}  // namespace
}  // namespace swell::hydro::placement_test
