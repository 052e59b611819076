/// Vector arithmetic for the few loops where the time goes, with the widest unit that the machine has.
///
/// A Wide value is a fixed number of doubles whatever the machine; how many instructions one operation takes depends on
/// it, the result does not: every lane is IEEE double, products and sums are rounded apart (no contraction), and sums
/// over lanes have one order. So results are bit-identical with SSE2, AVX2 and AVX-512, with GCC and clang.
#pragma once

namespace swell {

/// Two, four and eight doubles, loaded from and stored to any address of doubles. A compiler breaks a vector wider than
/// the machine's into very slow pieces: the innermost loops choose the width with the unit.
using Wide2 = double __attribute__((vector_size(16), aligned(8), may_alias));
using Wide4 = double __attribute__((vector_size(32), aligned(8), may_alias));
using Wide8 = double __attribute__((vector_size(64), aligned(8), may_alias));

constexpr int kWide4 = 4;
constexpr int kWide8 = 8;

/// Four doubles from this address on; lanes are read and written through it.
[[gnu::always_inline]] inline const Wide4& four(const double* p) { return *reinterpret_cast<const Wide4*>(p); }
[[gnu::always_inline]] inline Wide4& four(double* p) { return *reinterpret_cast<Wide4*>(p); }

/// n rounded up to whole vectors.
constexpr int padded(int n, int lanes) { return (n + lanes - 1) / lanes * lanes; }

}  // namespace swell

/// Before a function with external linkage: compiled for each vector unit, chosen once when the program starts.
/// Its first declaration must have it too and stand in the same source as all its calls: clang compiles what a header
/// declares without it for the widest unit alone, and does not find from elsewhere what a header declares with it. So
/// others call a plain function around it (tests/reliability/vector_units.py).
/// Sanitizers meet the choice before they are ready, so they get the plain one.
#if defined(__x86_64__) && !defined(SWELL_SANITIZED)
#define SWELL_WIDE __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define SWELL_WIDE
#endif
