// The sum over the history that each commit of the convolution takes: how near to the machine's limits, and how it
// grows with an array (n bodies heaving, every one coupled to every other by a decaying kernel: synthetic).
#include <benchmark/benchmark.h>
#ifdef __x86_64__
#include <immintrin.h>
#endif

#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "swell/hydro/radiation_convolution.h"

namespace {

using namespace swell;

hydro::SampledKernel kernel(int n, int samples) {
  hydro::SampledKernel out{0.06, {}};
  for (int k = 0; k < samples; ++k) {
    const double t = 0.06 * k;
    MatrixX K(n, n);
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) {
        K(i, j) = std::exp(-0.1 * std::abs(i - j)) * std::exp(-0.5 * t) * std::cos(1.5 * t + 0.3 * (i - j));
      }
    }
    out.values.push_back(K);
  }
  return out;
}

/// Commits of n motions over `samples` lags; blocks -1: as the cost rule says, 0: all directly, otherwise their
/// lengths, four digits each.
void commit(benchmark::State& state) {
  const int n = static_cast<int>(state.range(0)), samples = static_cast<int>(state.range(1));
  std::optional<std::vector<std::size_t>> blocks;
  if (state.range(2) >= 0) blocks.emplace();
  for (long digits = state.range(2); digits > 0; digits /= 10000)
    blocks->insert(blocks->begin(), static_cast<std::size_t>(digits % 10000));
  const hydro::RadiationConvolution convolution(kernel(n, samples), 0.12, blocks);
  std::vector<double> memory(convolution.memory_size()), v(static_cast<std::size_t>(n), 0.5);
  convolution.reset(0.0, memory.data());
  double t = 0.0;
  for (auto _ : state) {
    for (double& value : v) value = std::sin(t += 0.01);
    convolution.commit(v.data(), v.data(), memory.data());
  }
  const double products = static_cast<double>(state.iterations()) * n * n * samples;
  state.counters["GB/s"] = benchmark::Counter(8e-9 * products, benchmark::Counter::kIsRate);
  state.counters["Gflop/s"] = benchmark::Counter(2e-9 * products, benchmark::Counter::kIsRate);
  state.counters["kernel_kB"] = 8e-3 * n * n * samples;
  std::string chosen;
  for (const std::size_t block : convolution.blocks()) chosen += " " + std::to_string(block);
  state.SetLabel(chosen);
}
// Lags: 20 s at 0.06 s (RM3's file), at 0.1 s and at 0.01 s.
BENCHMARK(commit)
    ->ArgNames({"n", "lags", "block"})
    ->ArgsProduct({{1, 2, 4, 12, 16, 64},
                   {200, 334, 2000},
                   {0, 8, 16, 32, 64, 128, 256, 80032, 80064, 160064, 160128, 320128, 320256, 1600640256, 1600640512,
                    800320256, 800640512, 800320128, -1}});

/// Two stages of one time, as RK4 asks for: the head of the kernel is shared.
void stages(benchmark::State& state) {
  const int n = static_cast<int>(state.range(0));
  const hydro::RadiationConvolution convolution(kernel(n, 334), 0.12);
  std::vector<double> memory(convolution.memory_size()), work(convolution.workspace_size()),
      v(static_cast<std::size_t>(n), 0.5), F(v);
  convolution.reset(0.0, memory.data());
  for (int k = 0; k < 400; ++k) convolution.commit(v.data(), v.data(), memory.data());
  double t = 399 * 0.06;
  long m = 0;
  for (auto _ : state) {
    const double stage = t + 0.005 * static_cast<double>(++m % 10);
    convolution.force(stage, v.data(), memory.data(), work.data(), F.data());
    convolution.force(stage, v.data(), memory.data(), work.data(), F.data());
    benchmark::DoNotOptimize(F.data());
  }
}
BENCHMARK(stages)->Arg(1)->Arg(12)->Arg(64);

/// What the core reads at best from the same array: a sum, eight lanes wide where the machine has them.
#ifdef __x86_64__
using Lanes = double __attribute__((vector_size(64), aligned(8), may_alias));
__attribute__((target("avx512f"))) double read_all(const std::vector<double>& data) {
  Lanes sum[8] = {};
  for (std::size_t k = 0; k + 64 <= data.size(); k += 64) {
    for (std::size_t p = 0; p < 8; ++p) sum[p] += *reinterpret_cast<const Lanes*>(data.data() + k + 8 * p);
  }
  double total = 0.0;
  for (const Lanes& s : sum) total += s[0] + s[1] + s[2] + s[3] + s[4] + s[5] + s[6] + s[7];
  return total;
}
void read_limit(benchmark::State& state) {
  if (!__builtin_cpu_supports("avx512f")) {
    state.SkipWithError("needs AVX-512");
    return;
  }
  const auto n = static_cast<std::size_t>(state.range(0));
  const std::vector<double> data(n * n * 334, 1.0);
  for (auto _ : state) benchmark::DoNotOptimize(read_all(data));
  state.counters["GB/s"] = benchmark::Counter(
      8e-9 * static_cast<double>(data.size()) * static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}
BENCHMARK(read_limit)->Arg(4)->Arg(12)->Arg(16)->Arg(64);

/// The triad of STREAM, a = b + 3 c, from memory: 3 x 64 MB.
__attribute__((target("avx512f"))) void triad_of(std::vector<double>& a, const std::vector<double>& b,
                                                 const std::vector<double>& c) {
  for (std::size_t k = 0; k + 8 <= a.size(); k += 8) {
    *reinterpret_cast<Lanes*>(a.data() + k) =
        *reinterpret_cast<const Lanes*>(b.data() + k) + 3.0 * *reinterpret_cast<const Lanes*>(c.data() + k);
  }
}
void triad(benchmark::State& state) {
  if (!__builtin_cpu_supports("avx512f")) {
    state.SkipWithError("needs AVX-512");
    return;
  }
  const std::size_t n = 8U << 20U;
  std::vector<double> a(n), b(n, 1.0), c(n, 2.0);
  for (auto _ : state) {
    triad_of(a, b, c);
    benchmark::ClobberMemory();
  }
  state.counters["GB/s"] = benchmark::Counter(24e-9 * static_cast<double>(n) * static_cast<double>(state.iterations()),
                                              benchmark::Counter::kIsRate);
}
BENCHMARK(triad);

/// The core's arithmetic: sixteen chains in registers, products and sums rounded apart (as everywhere here) or fused.
__attribute__((target("avx512f"))) void multiply_and_add(__m512d* x, long count) {
  const __m512d f = _mm512_set1_pd(0.999), d = _mm512_set1_pd(0.001);
  for (long n = 0; n < count; ++n) {
#pragma GCC unroll 16
    for (int k = 0; k < 16; ++k) x[k] = _mm512_add_pd(_mm512_mul_pd(x[k], f), d);
  }
}
__attribute__((target("avx512f"))) void fused_multiply_add(__m512d* x, long count) {
  const __m512d f = _mm512_set1_pd(0.999), d = _mm512_set1_pd(0.001);
  for (long n = 0; n < count; ++n) {
#pragma GCC unroll 16
    for (int k = 0; k < 16; ++k) x[k] = _mm512_fmadd_pd(x[k], f, d);
  }
}
void arithmetic(benchmark::State& state) {
  if (!__builtin_cpu_supports("avx512f")) {
    state.SkipWithError("needs AVX-512");
    return;
  }
  alignas(64) __m512d x[16] = {};
  constexpr long kCount = 10000;
  for (auto _ : state) {
    state.range(0) == 0 ? multiply_and_add(x, kCount) : fused_multiply_add(x, kCount);
    benchmark::ClobberMemory();
  }
  state.counters["Gflop/s"] = benchmark::Counter(
      1e-9 * 2.0 * 8.0 * 16.0 * kCount * static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}
BENCHMARK(arithmetic)->ArgName("fused")->Arg(0)->Arg(1);
#endif

}  // namespace
