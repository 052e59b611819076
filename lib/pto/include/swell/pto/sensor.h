/// A sensor: sampling, delay, seeded noise and quantisation of one signal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace swell::pto {

/// y_k = quantise(x(t_k - delay) + noise_k). The delayed value is interpolated linearly between samples; before the
/// first sample it is the first sample. Noise is Gaussian and a function of seed and sample number alone, so that
/// repeating or resuming a run gives the same numbers.
struct Sensor {
  double sample_time = 0.0;  ///< T [s]
  double delay = 0.0;        ///< [s]
  double noise = 0.0;        ///< standard deviation, in units of the signal
  double quantum = 0.0;      ///< smallest difference that is distinguished; 0: none
  std::uint64_t seed = 0;
};
void check(const Sensor& sensor);  ///< throws InputError

/// Doubles of memory: the number of samples taken, the last reading, and the samples of the delay.
std::size_t memory_size(const Sensor& sensor);
void initial_memory(const Sensor& sensor, double* memory);
/// Takes the next sample and returns the reading, held until the next one.
double update(const Sensor& sensor, double value, double* memory);

/// Standard normal number k of a seed. [SplitMix64 and Box-Muller]
double gaussian(std::uint64_t seed, std::uint64_t k);
/// Returns the seed of a component that has none given: another for each name (FNV-1a), so that two sensors do not err
/// alike.
std::uint64_t seed_of(const std::string& name);

}  // namespace swell::pto
