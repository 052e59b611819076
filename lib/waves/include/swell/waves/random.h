/// The two streams of uniform random numbers of published WEC-Sim results, number for number.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace swell::waves {

/// Which generator supplies the phases.
enum class RandomStream {
  threefry,  ///< WEC-Sim 7 (May 2025 and later) and Swell's default: one substream per seed
  mersenne   ///< WEC-Sim 6.1 and earlier: mt19937 seeded with the seed
};

/// Threefry-4x64 with 20 rounds, key zero, as MATLAB's RandStream('Threefry') uses it.
/// Source: [Salmon2011]; counter words theory/wec-sim.md,
/// "Random phases". A counter-based generator: number n of substream s is a function of (s, n), without a state.
class Threefry {
 public:
  /// @param seed of the generator (1 in WEC-Sim)   @param substream counted from 1
  Threefry(std::uint32_t seed, std::uint64_t substream);
  double next();  ///< uniform in [0, 1), 53 bits
  std::uint64_t next_word();

 private:
  std::array<std::uint64_t, 4> counter_;
  std::array<std::uint64_t, 4> block_{};
  std::size_t lane_ = 4;  // 4: the block is used up
};

/// The first `count` uniform numbers in [0, 1) of the stream for this seed. Threefry: generator seed 1, substream =
/// seed. Mersenne: std::mt19937(seed), two words per number, 53 bits.   @pre seed >= 1
std::vector<double> uniform_numbers(RandomStream stream, std::uint32_t seed, std::size_t count);

}  // namespace swell::waves
