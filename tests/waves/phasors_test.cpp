#include "swell/waves/phasors.h"

#include "swell_test/test.h"

namespace {

using swell::waves::Phasors;

struct Case {
  Eigen::ArrayXd omega = Eigen::ArrayXd::LinSpaced(37, 0.3, 5.3);
  Eigen::ArrayXd phase = Eigen::ArrayXd::LinSpaced(37, 0.0, 6.0);
  Phasors phasors{omega, phase, 3.0, 0.05, 256};
  Eigen::ArrayXd memory = Eigen::ArrayXd::Zero(phasors.memory_size());
};

TEST(Phasors, StayWithinTheirBoundOfSineAndCosine) {
  Case c;
  c.phasors.initialise(c.memory.data());
  for (int n = 0; n <= 4000; ++n) {
    c.phasors.advance(n, c.memory.data());
    const double t = 3.0 + n * 0.05;
    const Eigen::ArrayXd psi = c.omega * t + c.phase;
    // Drift of 256 rotations, and the rounding of psi (2^-53 of up to 1100 rad, twice).
    const double bound = 4.0 * 256.0 * 1.2e-16 + 2.0 * 1.2e-16 * psi.maxCoeff();
    ASSERT_LT((c.phasors.cosines(c.memory.data()) - psi.cos()).abs().maxCoeff(), bound) << n;
    ASSERT_LT((c.phasors.sines(c.memory.data()) - psi.sin()).abs().maxCoeff(), bound) << n;
  }
}

TEST(Phasors, AreAFunctionOfTheStepAlone) {
  Case straight;
  straight.phasors.initialise(straight.memory.data());
  for (int n = 0; n <= 700; ++n) straight.phasors.advance(n, straight.memory.data());
  for (const auto& path : {std::vector<int>{700}, {650, 700}, {3000, 700}, {511, 512, 513, 700}, {699, 700, 700}}) {
    Case other;
    other.phasors.initialise(other.memory.data());
    for (const int n : path) other.phasors.advance(n, other.memory.data());
    EXPECT_TRUE((other.memory == straight.memory).all()) << "after a path of " << path.size();
  }
}

}  // namespace
