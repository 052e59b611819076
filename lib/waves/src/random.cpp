#include "swell/waves/random.h"

#include <random>

#include "swell/base/error.h"

namespace swell::waves {
namespace {

using Words = std::array<std::uint64_t, 4>;

constexpr double kTwoToMinus53 = 1.0 / 9007199254740992.0;

std::uint64_t rotate_left(std::uint64_t word, unsigned bits) { return (word << bits) | (word >> (64U - bits)); }

// Threefish's mixing with the key words (0, 0, 0, 0, parity) injected before the first and after every fourth round.
Words threefry_block(Words x) {
  constexpr std::array<std::array<unsigned, 2>, 8> kRotations{
      {{14, 16}, {52, 57}, {23, 40}, {5, 37}, {25, 33}, {46, 12}, {58, 22}, {32, 32}}};
  constexpr std::array<std::uint64_t, 5> kKey{0, 0, 0, 0, 0x1BD11BDAA9FC1A22ULL};
  constexpr std::size_t kRounds = 20;
  for (std::size_t i = 0; i < 4; ++i) x[i] += kKey[i];
  for (std::size_t round = 0; round < kRounds; ++round) {
    const auto& r = kRotations[round % 8];
    x[0] += x[1];
    x[1] = rotate_left(x[1], r[0]) ^ x[0];
    x[2] += x[3];
    x[3] = rotate_left(x[3], r[1]) ^ x[2];
    std::swap(x[1], x[3]);
    if (round % 4 == 3) {
      const std::size_t injection = round / 4 + 1;
      for (std::size_t i = 0; i < 4; ++i) x[i] += kKey[(injection + i) % 5];
      x[3] += injection;
    }
  }
  return x;
}

}  // namespace

Threefry::Threefry(std::uint32_t seed, std::uint64_t substream) : counter_{} {
  SWELL_EXPECT(substream >= 1);
  for (std::uint32_t i = 0; i < 4; ++i) {
    const std::uint32_t low = seed + 2U * i;
    const std::uint32_t high = low + 1U;
    counter_[i] = (static_cast<std::uint64_t>(high) << 32U) | low;
  }
  counter_[2] += substream - 1;
}

std::uint64_t Threefry::next_word() {
  if (lane_ == 4) {
    block_ = threefry_block(counter_);
    ++counter_[0];
    lane_ = 0;
  }
  return block_[lane_++];
}

double Threefry::next() { return static_cast<double>(next_word() >> 11U) * kTwoToMinus53; }

std::vector<double> uniform_numbers(RandomStream stream, std::uint32_t seed, std::size_t count) {
  SWELL_EXPECT(seed >= 1);
  std::vector<double> numbers(count);
  if (stream == RandomStream::threefry) {
    Threefry generator(1, seed);
    for (double& u : numbers) u = generator.next();
    return numbers;
  }
  std::mt19937 generator(seed);
  for (double& u : numbers) {
    const auto high = static_cast<double>(generator() >> 5U);
    const auto low = static_cast<double>(generator() >> 6U);
    u = (high * 67108864.0 + low) * kTwoToMinus53;
  }
  return numbers;
}

}  // namespace swell::waves
