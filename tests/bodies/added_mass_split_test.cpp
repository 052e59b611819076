#include "swell/bodies/added_mass_split.h"

#include "mechanism.h"
#include "swell_test/test.h"

namespace swell::bodies::added_mass_split_test {
namespace {

using test::body;
using test::Random;

TEST(AddedMassSplit, MovesWhatWecSimMoves) {
  Random random(1);
  const MatrixX A = random.matrix(12);
  RigidBody a = body("a", 10.0, Vector3(1, 2, 3), Vector3::Zero());
  a.inertia = inertia_tensor(Vector3(1, 2, 3), Vector3(0.1, 0.2, 0.3));
  const RigidBody b = body("b", 20.0, Vector3(4, 5, 6), Vector3::Zero());
  const AddedMassSplit s = split_added_mass({a, b}, A, {2.0, 0.5});
  const double Y = 2.0 * (A(0, 0) + A(1, 1) + A(2, 2));
  EXPECT_DOUBLE_EQ(s.bodies[0].mass, 10.0 + Y);
  EXPECT_DOUBLE_EQ(s.bodies[1].mass, 20.0 + 0.5 * (A(6, 6) + A(7, 7) + A(8, 8)));
  EXPECT_DOUBLE_EQ(s.bodies[0].inertia(1, 1), 2.0 + A(4, 4));
  EXPECT_DOUBLE_EQ(s.bodies[0].inertia(0, 1), 0.1 + A(3, 4));
  EXPECT_DOUBLE_EQ(s.bodies[0].inertia(0, 2), 0.2 + A(3, 5));
  EXPECT_DOUBLE_EQ(s.bodies[0].inertia(2, 1), 0.3 + A(4, 5));
  EXPECT_DOUBLE_EQ(s.residual(1, 1), A(1, 1) - Y);
  EXPECT_EQ(s.residual(4, 4), 0.0);
  EXPECT_EQ(s.residual(3, 5), 0.0);
  EXPECT_DOUBLE_EQ(s.residual(5, 3), A(5, 3) - A(3, 5));
  EXPECT_EQ(s.residual(0, 1), A(0, 1));
  EXPECT_EQ(s.residual(0, 4), A(0, 4));
  EXPECT_TRUE((s.residual.block<6, 6>(0, 6) == A.block<6, 6>(0, 6)));
  // Nothing is lost: the moved part and the residual are the whole.
  MatrixX whole = s.residual;
  for (int i = 0; i < 2; ++i) {
    whole.block<3, 3>(6 * i, 6 * i).diagonal().array() += s.moved_mass[static_cast<std::size_t>(i)];
    whole.block<3, 3>(6 * i + 3, 6 * i + 3) += s.moved_inertia[static_cast<std::size_t>(i)];
  }
  EXPECT_LT((whole - A).norm(), 1e-14);
}

TEST(AddedMassSplit, TheSlipOfOrderExchangesXyAndYz) {
  Random random(2);
  const MatrixX A = random.matrix(6);
  const RigidBody a = body("a", 10.0, Vector3(1, 2, 3), Vector3::Zero());
  const Matrix3 right = split_added_mass({a}, A, {2.0}).bodies[0].inertia;
  const Matrix3 slipped = split_added_mass({a}, A, {2.0}, true).bodies[0].inertia;
  EXPECT_EQ(slipped(0, 1), right(1, 2));
  EXPECT_EQ(slipped(1, 2), right(0, 1));
  EXPECT_EQ(slipped(0, 2), right(0, 2));
  EXPECT_TRUE(slipped == slipped.transpose());
}

TEST(AddedMassSplit, ReportsTheWholeMatrixWhenTheDelayVanishes) {
  // At the design pose, at rest, with the delayed acceleration equal to the present one, split and exact agree.
  Random random(3);
  MatrixX A = 0.3 * random.matrix(12);
  A = (A * A.transpose()).eval();
  const std::vector<RigidBody> bodies = {random.body("a"), random.body("b")};
  const AddedMassSplit split = split_added_mass(bodies, A, {2.0, 2.0});
  test::Mechanism exact(Multibody(bodies, {}), A), adjusted(Multibody(split.bodies, {}));
  const VectorX wrench = random.vector(12);
  const auto apply = [&](double, const Kinematics&, VectorX& w, VectorX&) { w = wrench; };
  exact.loads = apply;
  exact.evaluate();
  adjusted.loads = [&](double, const Kinematics&, VectorX& w, VectorX&) {
    w = wrench - split.residual * exact.d.acceleration;
  };
  adjusted.evaluate();
  EXPECT_LT((adjusted.d.acceleration - exact.d.acceleration).norm(), 1e-13);
  VectorX reported = -split.residual * exact.d.acceleration;
  for (std::size_t b = 0; b < 2; ++b) {
    const auto at = static_cast<Eigen::Index>(6 * b);
    reported.segment<6>(at) += moved_inertia_force(split, b, adjusted.k.R_WB[b], adjusted.d.acceleration.segment<6>(at),
                                                   adjusted.k.velocity.segment<3>(at + 3));
  }
  EXPECT_LT((reported + A * exact.d.acceleration).norm(), 1e-13);
  EXPECT_LT((reported - exact.d.added_inertia_wrench).norm(), 1e-13);
}

TEST(DelayedAcceleration, ExtrapolatesFromTheLastTwoAcceptedPoints) {
  const double h = 0.1;
  const DelayedAcceleration delay(1, 0.0);
  VectorX memory(delay.memory_size()), a(1), out(1);
  delay.start(memory);
  const auto at = [&](double t) {
    delay.evaluate(t, memory, out);
    return out[0];
  };
  EXPECT_EQ(at(0.0), 0.0);  // nothing stored yet
  a << 3.0;
  delay.commit(0.0, a, memory);
  EXPECT_EQ(at(0.05), 3.0);  // remaining stages of the first step
  EXPECT_EQ(at(0.1), 3.0);   // and the first stage of the second
  a << 5.0;
  delay.commit(h, a, memory);
  EXPECT_NEAR(at(0.15), 5.0 + 0.5 * 2.0, 1e-14);  // stages 2 and 3
  EXPECT_NEAR(at(0.2), 2 * 5.0 - 3.0, 1e-14);     // stage 4, and stage 1 of the next step before it is stored
  a << 4.0;
  delay.commit(h, a, memory);  // the same point again
  EXPECT_NEAR(at(0.2), 2 * 4.0 - 3.0, 1e-14);
  EXPECT_NEAR(at(0.1), 4.0, 1e-14);
}

TEST(DelayedAcceleration, TheDelayItselfShiftsByItsSlope) {
  const DelayedAcceleration delay(1, 1e-7);
  VectorX memory(delay.memory_size()), a(1), out(1);
  delay.start(memory);
  a << 3.0;
  delay.commit(0.0, a, memory);
  a << 5.0;
  delay.commit(0.1, a, memory);
  delay.evaluate(0.2, memory, out);
  EXPECT_NEAR(out[0], 7.0 - 20.0 * 1e-7, 1e-14);
}

// The acceleration rises evenly: a straight line is met exactly through steps that an event has cut in any way.
TEST(DelayedAcceleration, StepsThatAnEventHasCutLeaveTheSlope) {
  for (const double share : {0.1, 0.3, 0.5, 0.7, 0.9}) {
    const DelayedAcceleration delay(1, 0.0);
    VectorX memory(delay.memory_size()), a(1), out(1);
    delay.start(memory);
    const double h = 0.1, cut = (2.0 + share) * h;
    const std::vector<double> times = {0.0, h, 2.0 * h, cut, 3.0 * h, 4.0 * h, 5.0 * h};
    for (std::size_t k = 0; k + 1 < times.size(); ++k) {
      a << times[k];
      delay.commit(times[k], a, memory);
      if (k == 0) continue;  // one point has no slope yet
      delay.evaluate(times[k + 1], memory, out);
      EXPECT_NEAR(out[0], times[k + 1], 1e-14) << "cut at " << share << " of a step, after " << times[k];
    }
  }
}

TEST(DelayedGrowth, IsWhatTheLoopDoes) {
  for (const double d : {0.1, 0.3, 0.5, 1.2}) {
    for (const bool held : {false, true}) {
      double before = 0.3, now = -0.2, first = 0.0;
      for (int n = 0; n < 100; ++n) {  // the greatest root rules the size after a while
        const double next = held ? -d * now : -d * (2.0 * now - before);
        before = now;
        now = next;
        if (n == 49) first = std::hypot(now, before);
      }
      const double seen = std::pow(std::hypot(now, before) / first, 1.0 / 50.0);
      EXPECT_NEAR(delayed_growth(MatrixX::Constant(1, 1, d), {}, held, false), seen, 1e-9) << d;
    }
  }
}

TEST(DelayedGrowth, MorisonElementsWithOneDelayAreMoreOfTheSameAndWithTwoTheSquareRoot) {
  Random random(3);
  const MatrixX D = 0.2 * random.matrix(6), M = 0.1 * random.matrix(6), none = MatrixX::Zero(6, 6);
  for (const bool held : {false, true})
    EXPECT_NEAR(delayed_growth(D, M, held, false), delayed_growth(D + M, none, held, false), 1e-9);
  // Held, two delays: z^2 + m = 0.
  EXPECT_NEAR(delayed_growth(MatrixX::Zero(1, 1), MatrixX::Constant(1, 1, 0.49), true, true), 0.7, 1e-9);
}

}  // namespace
}  // namespace swell::bodies::added_mass_split_test
