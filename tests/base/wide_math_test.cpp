#include "swell/base/wide_math.h"

#include "swell_test/test.h"

namespace swell::wide_math_test {
namespace {

TEST(WideMath, SineAndCosineAreThoseOfTheLibraryToRoundOff) {
  double worst = 0.0;
  for (int i = -4000; i < 4000; ++i) {
    const double x = 0.37 * i + 1e-3 * i * i;  // to 16 000 rad
    const Wide4 angle = {x, x + 0.7853981633974483, -x, 100.0 * x};
    Wide4 sine = {}, cosine = {};
    sine_cosine(angle, sine, cosine);
    const Wide8 twice = {x, x + 0.7853981633974483, -x, 100.0 * x, x, x + 0.7853981633974483, -x, 100.0 * x};
    Wide8 sines = {}, cosines = {};
    sine_cosine(twice, sines, cosines);
    for (int k = 0; k < kWide4; ++k) {
      EXPECT_TRUE(sines[k] == sine[k] && sines[4 + k] == sine[k] && cosines[k] == cosine[k]);
      worst = std::max(worst, std::abs(sine[k] - std::sin(angle[k])));
      worst = std::max(worst, std::abs(cosine[k] - std::cos(angle[k])));
    }
  }
  EXPECT_LT(worst, 4e-16);
}

TEST(WideMath, TheExponentialIsThatOfTheLibraryToRoundOff) {
  double worst = 0.0;
  for (int i = -6990; i < 6990; ++i) {
    const double x = 0.1 * i + 0.003;
    const Wide4 exponent = {x, 0.01 * x, 1e-9 * x, 0.0};
    Wide4 value = {};
    exponential(exponent, value);
    for (int k = 0; k < kWide4; ++k) worst = std::max(worst, std::abs(value[k] / std::exp(exponent[k]) - 1.0));
  }
  EXPECT_LT(worst, 5e-16);
}

TEST(WideMath, PartsOfAVectorAreLoadedSummedAndBounded) {
  const double numbers[3] = {1.0, -2.0, 4.0};
  Wide4 x = {};
  load_some(numbers, 3, x);
  EXPECT_EQ(sum_of(x), 3.0);
  EXPECT_EQ(x[3], 0.0);
  at_least(x, -1.0);
  EXPECT_EQ(x[1], -1.0);
  EXPECT_EQ(x[2], 4.0);
}

}  // namespace
}  // namespace swell::wide_math_test
