#include "swell/waves/random.h"

#include <gtest/gtest.h>

namespace {

using swell::waves::RandomStream;
using swell::waves::Threefry;
using swell::waves::uniform_numbers;

// Values from theory/wec-sim.md, "Random phases", decoded from stored WEC-Sim results; all are exact doubles.
TEST(Random, ThreefrySubstreamsAreThoseOfWecSim7) {
  EXPECT_EQ(Threefry(1, 1).next_word(), 0x23f3db22c3f8c870ULL);
  const auto one = uniform_numbers(RandomStream::threefry, 1, 4);
  EXPECT_EQ(one,
            (std::vector<double>{0.1404396972538705, 0.8197445278891669, 0.1072742427475658, 0.41308943773363627}));
  const auto two = uniform_numbers(RandomStream::threefry, 2, 4);
  EXPECT_EQ(two, (std::vector<double>{0.9663515010872863, 0.3070249212283531, 0.3876864223574956, 0.9474921757121272}));
  EXPECT_EQ(uniform_numbers(RandomStream::threefry, 3, 1)[0], 0.41421540826276126);
}

TEST(Random, ThreefryWithAnotherGeneratorSeedIsMatlabsToo) {
  Threefry generator(0, 1);
  for (const double u : {0.3639546098780525, 0.5420827124743194, 0.6542840203956157, 0.7435711510923099}) {
    EXPECT_EQ(generator.next(), u);
  }
}

TEST(Random, MersenneTwisterIsThatOfWecSim6) {
  const auto u = uniform_numbers(RandomStream::mersenne, 1, 4);
  EXPECT_EQ(u,
            (std::vector<double>{0.417022004702574, 0.7203244934421581, 0.00011437481734488664, 0.30233257263183977}));
}

TEST(Random, NumbersAreUniform) {
  // Mean and variance of 10^5 uniform numbers, within four standard errors.
  const auto u = uniform_numbers(RandomStream::threefry, 7, 100000);
  double mean = 0.0;
  double square = 0.0;
  for (const double x : u) {
    mean += x / 1e5;
    square += x * x / 1e5;
  }
  EXPECT_NEAR(mean, 0.5, 4.0 * 0.2887 / 316.2);
  EXPECT_NEAR(square, 1.0 / 3.0, 4.0 * 0.2981 / 316.2);
}

}  // namespace
