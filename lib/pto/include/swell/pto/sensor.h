/// A sensor: sampling, delay, seeded noise and quantisation of one signal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace swell::pto {

/// y_k = quantise(x(t_k - delay) + noise_k). The delayed value is interpolated linearly between samples; before the
/// first sample it is the first sample. Noise is Gaussian and depends on seed and sample number only, so a repeated or
/// resumed run gives the same numbers.
struct Sensor {
  double sample_time = 0.0;  ///< T [s]
  double delay = 0.0;        ///< [s]
  double noise = 0.0;        ///< standard deviation, in units of the signal
  double quantum = 0.0;      ///< resolution; 0: continuous
  std::uint64_t seed = 0;
};
void check(const Sensor& sensor);  ///< throws InputError

/// Doubles of memory: the number of samples taken, the last reading, and the samples of the delay.
std::size_t memory_size(const Sensor& sensor);
void initial_memory(const Sensor& sensor, double* memory);
/// Adds a sample and returns the reading, held until the next sample.
double update(const Sensor& sensor, double value, double* memory);

/// Standard normal number k of a seed. [SplitMix64 and Box-Muller]
double gaussian(std::uint64_t seed, std::uint64_t k);
/// Returns the default seed of a component, from its name (FNV-1a), so that two sensors have different errors.
std::uint64_t seed_of(const std::string& name);

}  // namespace swell::pto
