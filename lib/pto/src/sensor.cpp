#include "swell/pto/sensor.h"

#include <algorithm>
#include <cmath>

#include "swell/base/constants.h"
#include "swell/network/basic.h"

namespace swell::pto {

using network::require_positive;

namespace {

std::uint64_t mix(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

// Uniform in (0, 1), never 0.
double uniform(std::uint64_t x) { return (static_cast<double>(mix(x) >> 11) + 0.5) * 0x1.0p-53; }

std::size_t ring_size(const Sensor& s) {
  return static_cast<std::size_t>(std::ceil(s.delay / s.sample_time - 1e-9)) + 1;
}

enum SensorMemory : std::size_t { kCount, kReading, kRing };

}  // namespace

double gaussian(std::uint64_t seed, std::uint64_t k) {
  const std::uint64_t stream = mix(seed) ^ (2 * k);
  const double radius = std::sqrt(-2.0 * std::log(uniform(stream)));
  return radius * std::cos(2.0 * kPi * uniform(stream ^ 1));
}

std::uint64_t seed_of(const std::string& name) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return hash;
}

void check(const Sensor& s) {
  require_positive(s.sample_time, "sensor: sample_time", "s");
  require_positive(s.delay, "sensor: delay", "s", true);
  require_positive(s.noise, "sensor: noise", "", true);
  require_positive(s.quantum, "sensor: quantum", "", true);
}

std::size_t memory_size(const Sensor& s) { return kRing + ring_size(s); }

void initial_memory(const Sensor& s, double* memory) { std::fill(memory, memory + memory_size(s), 0.0); }

double update(const Sensor& s, double value, double* memory) {
  const std::size_t ring = ring_size(s);
  const auto k = static_cast<std::size_t>(memory[kCount]);
  double* samples = memory + kRing;
  if (k == 0) std::fill(samples, samples + ring, value);
  samples[k % ring] = value;
  const double back = s.delay / s.sample_time;
  const std::size_t older = ring - 1;  // whole samples, rounded up
  const std::size_t newer = older > 0 ? older - 1 : 0;
  const auto at = [&](std::size_t age) { return samples[(k + ring - age) % ring]; };
  const double share = older > 0 ? back - static_cast<double>(newer) : 0.0;
  double reading = at(newer) + share * (at(older) - at(newer));
  if (s.noise > 0.0) reading += s.noise * gaussian(s.seed, k);
  if (s.quantum > 0.0) reading = s.quantum * std::round(reading / s.quantum);
  memory[kCount] += 1.0;
  memory[kReading] = reading;
  return reading;
}

}  // namespace swell::pto
