// Lanes over cases, tried: would several cases of one topology, advanced together with one case per vector lane, gain?
//
// Four kernels of a time step, each written once over S = double (eight cases one after another), four lanes (two
// times) and eight lanes (once). Scalar code is what the compiler makes of one case, whose inner dimensions it
// vectorises where it can; the library's own product over the history (LagProduct) is not repeated here,
// convolution_bench has it. README.md says what came of it.
#include <benchmark/benchmark.h>

#include <array>
#include <cstddef>
#include <vector>

#include "swell/base/wide.h"

// A vector type wider than the unit is broken into very slow pieces, and compiles for minutes: one unit per width.
#ifdef __x86_64__
#pragma GCC diagnostic ignored "-Wignored-attributes"  // lanes as template arguments
#define LANES_1 __attribute__((target("avx2")))
#define LANES_4 __attribute__((target("avx2")))
#define LANES_8 __attribute__((target("avx512f")))

namespace {

using Lanes4 = swell::Wide4;
using Lanes8 = swell::Wide8;

constexpr std::size_t kCases = 8;
template <class S>
constexpr std::size_t kGroups = kCases * sizeof(double) / sizeof(S);

// The mechanism of RM3: seven speeds. Elimination without pivoting (the projected inertia is nearly symmetric and
// positive), so that lanes never part.
template <class S>
struct System {
  S a[7][8];
  S x[7];
};

template <class S>
[[gnu::always_inline]] inline void eliminate(System<S>& s) {
  for (int k = 0; k < 7; ++k) {
    const S inverse = (S{} + 1.0) / s.a[k][k];
    for (int i = k + 1; i < 7; ++i) {
      const S factor = s.a[i][k] * inverse;
      for (int j = k + 1; j < 8; ++j) s.a[i][j] -= factor * s.a[k][j];
    }
  }
  for (int i = 6; i >= 0; --i) {
    S sum = s.a[i][7];
    for (int j = i + 1; j < 7; ++j) sum -= s.a[i][j] * s.x[j];
    s.x[i] = sum / s.a[i][i];
  }
}

template <class S>
[[gnu::always_inline]] inline void eliminate_all(const std::vector<System<S>>& from, std::vector<System<S>>& to) {
  for (std::size_t g = 0; g < kGroups<S>; ++g) {
    to[g] = from[g];
    eliminate(to[g]);
  }
}
LANES_1 void eliminate_1(const std::vector<System<double>>& from, std::vector<System<double>>& to) {
  eliminate_all(from, to);
}
LANES_4 void eliminate_4(const std::vector<System<Lanes4>>& from, std::vector<System<Lanes4>>& to) {
  eliminate_all(from, to);
}
LANES_8 void eliminate_8(const std::vector<System<Lanes8>>& from, std::vector<System<Lanes8>>& to) {
  eliminate_all(from, to);
}

// Rotation of a free body from its quaternion, inertia in world axes, and the Jacobian of what slides on it.
template <class S>
struct Pose {
  S q[4], inertia[3][3], arm[3], slide, R[3][3], inertia_W[3][3], jacobian[6][7];
};

template <class S>
[[gnu::always_inline]] inline void place(Pose<S>& p) {
  const S w = p.q[0], x = p.q[1], y = p.q[2], z = p.q[3];
  const S two = S{} + 2.0, one = S{} + 1.0;
  S R[3][3] = {{one - two * (y * y + z * z), two * (x * y - w * z), two * (x * z + w * y)},
               {two * (x * y + w * z), one - two * (x * x + z * z), two * (y * z - w * x)},
               {two * (x * z - w * y), two * (y * z + w * x), one - two * (x * x + y * y)}};
  S turned[3][3], r[3];
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      turned[i][j] = R[i][0] * p.inertia[0][j] + R[i][1] * p.inertia[1][j] + R[i][2] * p.inertia[2][j];
      p.R[i][j] = R[i][j];
    }
    r[i] = R[i][0] * p.arm[0] + R[i][1] * p.arm[1] + R[i][2] * p.arm[2] + p.slide * R[i][2];
  }
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      p.inertia_W[i][j] = turned[i][0] * R[j][0] + turned[i][1] * R[j][1] + turned[i][2] * R[j][2];
      p.jacobian[i][j] = p.jacobian[i + 3][j + 3] = S{} + (i == j ? 1.0 : 0.0);
    }
    p.jacobian[i][6] = R[i][2];
  }
  const S zero = S{} + 0.0;
  const S cross[3][3] = {{zero, r[2], -r[1]}, {-r[2], zero, r[0]}, {r[1], -r[0], zero}};
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) p.jacobian[i][j + 3] = cross[i][j];
  }
}

template <class S>
[[gnu::always_inline]] inline void place_all(std::vector<Pose<S>>& poses) {
  for (std::size_t g = 0; g < kGroups<S>; ++g) place(poses[g]);
}
LANES_1 void place_1(std::vector<Pose<double>>& poses) { place_all(poses); }
LANES_4 void place_4(std::vector<Pose<Lanes4>>& poses) { place_all(poses); }
LANES_8 void place_8(std::vector<Pose<Lanes8>>& poses) { place_all(poses); }

// State space of the radiation: 36 oscillators of two states, one velocity into each, one force out.
struct Oscillators {
  std::array<double, 36> a, b, in, out;
};

template <class S>
struct Memory {
  S x[72], rate[72], v, force;
};

template <class S>
[[gnu::always_inline]] inline void oscillate(const Oscillators& o, std::vector<Memory<S>>& memory) {
  for (std::size_t g = 0; g < kGroups<S>; ++g) {
    Memory<S>& m = memory[g];
    S force = S{} + 0.0;
    for (std::size_t k = 0; k < 36; ++k) {
      m.rate[k] = o.a[k] * m.x[k] - o.b[k] * m.x[36 + k] + o.in[k] * m.v;
      m.rate[36 + k] = o.b[k] * m.x[k] + o.a[k] * m.x[36 + k];
      force += o.out[k] * m.x[k];
    }
    m.force = force;
  }
}
LANES_1 void oscillate_1(const Oscillators& o, std::vector<Memory<double>>& m) { oscillate(o, m); }
LANES_4 void oscillate_4(const Oscillators& o, std::vector<Memory<Lanes4>>& m) { oscillate(o, m); }
LANES_8 void oscillate_8(const Oscillators& o, std::vector<Memory<Lanes8>>& m) { oscillate(o, m); }

// Newest block of the history, 32 lags of 12 x 12 entries. One case: six rows at a time, lags across lanes (as the
// library). Lanes of cases: weights broadcast.
constexpr std::size_t kMotions = 12, kLags = 32;

LANES_1 void history_1(const double* weights, const double* past, double* force) {
  for (std::size_t g = 0; g < kCases; ++g, past += kMotions * kLags, force += kMotions) {
    const double* w = weights;
    for (std::size_t i = 0; i < kMotions; i += 6) {
      swell::Wide4 sum[6] = {};
      for (std::size_t k = 0; k < kMotions * kLags; k += 4) {
        const swell::Wide4 v = *reinterpret_cast<const swell::Wide4*>(past + k);
#pragma GCC unroll 6
        for (std::size_t r = 0; r < 6; ++r, w += 4) sum[r] += *reinterpret_cast<const swell::Wide4*>(w) * v;
      }
      for (std::size_t r = 0; r < 6; ++r) force[i + r] = (sum[r][0] + sum[r][2]) + (sum[r][1] + sum[r][3]);
    }
  }
}

template <class S>
[[gnu::always_inline]] inline void history(const double* weights, const S* past, S* force) {
  for (std::size_t g = 0; g < kGroups<S>; ++g, past += kMotions * kLags, force += kMotions) {
    const double* w = weights;
    for (std::size_t i = 0; i < kMotions; i += 6) {
      S sum[6] = {};
      for (std::size_t k = 0; k < kMotions * kLags; ++k) {
#pragma GCC unroll 6
        for (std::size_t r = 0; r < 6; ++r) sum[r] += *w++ * past[k];
      }
      for (std::size_t r = 0; r < 6; ++r) force[i + r] = sum[r];
    }
  }
}
LANES_4 void history_4(const double* w, const Lanes4* past, Lanes4* force) { history<Lanes4>(w, past, force); }
LANES_8 void history_8(const double* w, const Lanes8* past, Lanes8* force) { history<Lanes8>(w, past, force); }

template <class T>
std::vector<T> filled(std::size_t n) {
  std::vector<T> out(n);
  double* p = reinterpret_cast<double*>(out.data());
  for (std::size_t k = 0; k < n * sizeof(T) / sizeof(double); ++k) p[k] = 1.0 + 0.001 * static_cast<double>(k % 97);
  return out;
}

template <class S>
std::vector<System<S>> systems() {
  auto out = filled<System<S>>(kGroups<S>);
  for (auto& s : out) {
    for (int i = 0; i < 7; ++i) s.a[i][i] += 10.0;
  }
  return out;
}

template <class S>
bool missing(benchmark::State& state) {
  const bool there = sizeof(S) == sizeof(Lanes8) ? __builtin_cpu_supports("avx512f") : __builtin_cpu_supports("avx2");
  if (!there) state.SkipWithError("needs a wider vector unit");
  return !there;
}

template <class S, class F>
void elimination(benchmark::State& state, F f) {
  if (missing<S>(state)) return;
  const auto from = systems<S>();
  auto to = from;
  for (auto _ : state) {
    f(from, to);
    benchmark::DoNotOptimize(to.data());
    benchmark::ClobberMemory();
  }
}

template <class S, class F>
void kinematics(benchmark::State& state, F f) {
  if (missing<S>(state)) return;
  auto poses = filled<Pose<S>>(kGroups<S>);
  for (auto _ : state) {
    f(poses);
    benchmark::DoNotOptimize(poses.data());
    benchmark::ClobberMemory();
  }
}

template <class S, class F>
void state_space(benchmark::State& state, F f) {
  if (missing<S>(state)) return;
  const auto o = filled<Oscillators>(1);
  auto memory = filled<Memory<S>>(kGroups<S>);
  for (auto _ : state) {
    f(o[0], memory);
    benchmark::DoNotOptimize(memory.data());
    benchmark::ClobberMemory();
  }
}

template <class S, class F>
void newest_block(benchmark::State& state, F f) {
  if (missing<S>(state)) return;
  const auto weights = filled<double>(kMotions * kMotions * kLags);
  const auto past = filled<S>(kGroups<S> * kMotions * kLags);
  auto force = filled<S>(kGroups<S> * kMotions);
  for (auto _ : state) {
    f(weights.data(), past.data(), force.data());
    benchmark::DoNotOptimize(force.data());
    benchmark::ClobberMemory();
  }
}

const bool kRegistered = [] {
  const auto add = [](const char* name, auto f) { benchmark::RegisterBenchmark(name, f); };
  add("elimination, 1 lane", [](benchmark::State& state) { elimination<double>(state, eliminate_1); });
  add("elimination, 4 lanes", [](benchmark::State& state) { elimination<Lanes4>(state, eliminate_4); });
  add("elimination, 8 lanes", [](benchmark::State& state) { elimination<Lanes8>(state, eliminate_8); });
  add("kinematics, 1 lane", [](benchmark::State& state) { kinematics<double>(state, place_1); });
  add("kinematics, 4 lanes", [](benchmark::State& state) { kinematics<Lanes4>(state, place_4); });
  add("kinematics, 8 lanes", [](benchmark::State& state) { kinematics<Lanes8>(state, place_8); });
  add("state_space, 1 lane", [](benchmark::State& state) { state_space<double>(state, oscillate_1); });
  add("state_space, 4 lanes", [](benchmark::State& state) { state_space<Lanes4>(state, oscillate_4); });
  add("state_space, 8 lanes", [](benchmark::State& state) { state_space<Lanes8>(state, oscillate_8); });
  add("newest_block, 1 lane", [](benchmark::State& state) { newest_block<double>(state, history_1); });
  add("newest_block, 4 lanes", [](benchmark::State& state) { newest_block<Lanes4>(state, history_4); });
  add("newest_block, 8 lanes", [](benchmark::State& state) { newest_block<Lanes8>(state, history_8); });
  return true;
}();

}  // namespace
#endif
