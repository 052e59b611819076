#include "small_system.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "at.h"
#include "poses.h"
#include "swell/base/wide.h"

namespace swell::bodies {

// base/wide.h has the reason for the separate clones.
SWELL_WIDE void project_inertia_clones(const JacobianPattern& pattern, int n, int nv, const double* J, const double* M,
                                       const double* b, const double* rhs, double* product, double* turned,
                                       double* system);
SWELL_WIDE void sum_columns_clones(int columns, int height, const double* A, const double* x, double* out);
SWELL_WIDE void solve_small_clones(int nv, double* system, double* x);

namespace {
constexpr std::size_t kLanes = kWide4;

// J^T M, row by row: `Vectors` vectors of each row stay in registers.
template <std::size_t Vectors>
[[gnu::always_inline]] inline void project_columns(const JacobianPattern& pattern, int nv, int depth, const double* J,
                                                   const double* M, double* product) {
  // Vector types may alias any type: values read in the loops are copied to locals.
  const int* first = pattern.first.data();
  const int* const end = first + nv;
  const JacobianPattern::Entry* entry = pattern.entries.data();
  for (const JacobianPattern::Entry* const begin = entry; first != end; product += depth) {
    Wide4 sum[Vectors];
#pragma GCC unroll 4
    for (std::size_t p = 0; p < Vectors; ++p) sum[p] = Wide4{};
    for (const JacobianPattern::Entry* const last = begin + *++first; entry != last; ++entry) {
      const double j = J[entry->in_J];
      const double* m = M + entry->in_M;
#pragma GCC unroll 4
      for (std::size_t p = 0; p < Vectors; ++p) sum[p] += j * four(m + p * kLanes);
    }
#pragma GCC unroll 4
    for (std::size_t p = 0; p < Vectors; ++p) four(product + p * kLanes) = sum[p];
  }
}

// out(k, r) = in(r, k) of padded matrices, four by four.
[[gnu::always_inline]] inline void transpose(int rows, int columns, const double* in, double* out) {
  for (int r = 0; r < rows; r += kWide4) {
    for (int c = 0; c < columns; c += kWide4) {
      const double* p = in + r * columns + c;
      const Wide4 a = four(p), b = four(p + columns), d = four(p + 2 * columns), e = four(p + 3 * columns);
      const Wide4 ab_low = __builtin_shufflevector(a, b, 0, 4, 2, 6),
                  ab_high = __builtin_shufflevector(a, b, 1, 5, 3, 7);
      const Wide4 de_low = __builtin_shufflevector(d, e, 0, 4, 2, 6),
                  de_high = __builtin_shufflevector(d, e, 1, 5, 3, 7);
      double* q = out + c * rows + r;
      four(q) = __builtin_shufflevector(ab_low, de_low, 0, 1, 4, 5);
      four(q + rows) = __builtin_shufflevector(ab_high, de_high, 0, 1, 4, 5);
      four(q + 2 * rows) = __builtin_shufflevector(ab_low, de_low, 2, 3, 6, 7);
      four(q + 3 * rows) = __builtin_shufflevector(ab_high, de_high, 2, 3, 6, 7);
    }
  }
}

// Columns of (J^T M) J and the right-hand side, from the transpose of J^T M.
template <std::size_t Vectors>
[[gnu::always_inline]] inline void combine(const JacobianPattern& pattern, int n, int nv, const double* J,
                                           const double* b, const double* rhs, const double* turned, double* system) {
  constexpr int kHeight = static_cast<int>(kLanes * Vectors);
  const int* first = pattern.first.data();
  const int* const end = first + nv;
  const JacobianPattern::Entry* entry = pattern.entries.data();
  double* column = system;
  for (const JacobianPattern::Entry* const begin = entry; first != end; column += kHeight) {
    Wide4 sum[Vectors];
#pragma GCC unroll 4
    for (std::size_t p = 0; p < Vectors; ++p) sum[p] = Wide4{};
    for (const JacobianPattern::Entry* const last = begin + *++first; entry != last; ++entry) {
      const double j = J[entry->in_J];
      const double* from = turned + entry->in_turned;
#pragma GCC unroll 4
      for (std::size_t p = 0; p < Vectors; ++p) sum[p] += j * four(from + p * kLanes);
    }
#pragma GCC unroll 4
    for (std::size_t p = 0; p < Vectors; ++p) four(column + p * kLanes) = sum[p];
  }
  double* last = system + nv * kHeight;
  std::fill_n(last, kHeight, 0.0);
  std::copy_n(rhs, nv, last);
  Wide4 sum[Vectors];
  for (std::size_t p = 0; p < Vectors; ++p) sum[p] = four(last + p * kLanes);
  for (int k = 0; k < n; ++k) {
    if (b[k] == 0.0) continue;  // bodies that float freely
    for (std::size_t p = 0; p < Vectors; ++p) sum[p] -= b[k] * four(turned + k * kHeight + p * kLanes);
  }
  for (std::size_t p = 0; p < Vectors; ++p) four(last + p * kLanes) = sum[p];
}

// Ones below row k of a column, zeros above: kBelow + kSmallSpeeds - 1 - k.
constexpr double kBelow[2 * kSmallSpeeds] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                                             1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};

// Largest factor of a row without a search for a better pivot, rows and columns scaled to a unit diagonal (threshold
// pivoting [DuffErismanReid2017, ch. 5]). A nearly symmetric, positive definite inertia stays below it.
constexpr double kMostFactor = 4.0;

// Elimination without row exchanges, in registers; false if digits would be lost or a value is not a number.
template <std::size_t Vectors, int Speeds>
[[gnu::always_inline]] inline bool eliminate_in_order(const double* system, double* x) {
  constexpr std::size_t kHeight = kLanes * Vectors, kSpeeds = static_cast<std::size_t>(Speeds);
  using Mask = decltype(Wide4{} <= Wide4{});
  Wide4 a[kSpeeds + 1][Vectors];
  double diagonal[kHeight] = {};
#pragma GCC unroll 9
  for (std::size_t k = 0; k <= kSpeeds; ++k) {
#pragma GCC unroll 2
    for (std::size_t p = 0; p < Vectors; ++p) a[k][p] = four(system + k * kHeight + p * kLanes);
    if (k < kSpeeds) diagonal[k] = system[k * kHeight + k];
  }
  Wide4 most[Vectors];
#pragma GCC unroll 2
  for (std::size_t p = 0; p < Vectors; ++p) most[p] = kMostFactor * kMostFactor * four(diagonal + p * kLanes);
  Mask fine = Wide4{} <= Wide4{};
  double inverse[kSpeeds] = {};
#pragma GCC unroll 8
  for (std::size_t k = 0; k < kSpeeds; ++k) {
    inverse[k] = 1.0 / a[k][k / kLanes][k % kLanes];
    const double* below = kBelow + kSmallSpeeds - 1 - k;
    for (std::size_t p = (k + 1) / kLanes; p < Vectors; ++p) {
      const Wide4 factor = a[k][p] * inverse[k] * four(below + p * kLanes);
      fine &= factor * factor * diagonal[k] <= most[p];
#pragma GCC unroll 8
      for (std::size_t c = k + 1; c <= kSpeeds; ++c) a[c][p] -= a[c][k / kLanes][k % kLanes] * factor;
    }
  }
  if ((fine[0] & fine[1] & fine[2] & fine[3]) == 0) return false;
#pragma GCC unroll 8
  for (int row = Speeds - 1; row >= 0; --row) {
    const auto i = static_cast<std::size_t>(row);
    x[i] = a[kSpeeds][i / kLanes][i % kLanes] * inverse[i];
#pragma GCC unroll 2
    for (std::size_t p = 0; p < Vectors; ++p) a[kSpeeds][p] -= x[i] * a[i][p];
  }
  return true;
}

// Speeds: their number if known at compile time, so that all loops are unrolled; 0: nv.
template <std::size_t Vectors, int Speeds>
[[gnu::always_inline]] inline void eliminate(int any_nv, double* system, double* x) {
  const int nv = Speeds > 0 ? Speeds : any_nv;
  if constexpr (Speeds > 0) {
    if (eliminate_in_order<Vectors, Speeds>(system, x)) return;
  }
  constexpr int kHeight = static_cast<int>(kLanes * Vectors);
  double* last = system + nv * kHeight;
  double inverse[kSmallSpeeds];
#pragma GCC unroll 8
  for (int k = 0; k < nv; ++k) {
    double* column_k = system + k * kHeight;
    int pivot = k;
    double largest = std::abs(column_k[k]);
#pragma GCC unroll 8
    for (int i = k + 1; i < nv; ++i) {
      const double size = std::abs(column_k[i]);
      if (size > largest) {
        largest = size;
        pivot = i;
      }
    }
    if (pivot != k) {
      for (int c = k; c <= nv; ++c) std::swap(system[c * kHeight + k], system[c * kHeight + pivot]);
    }
    inverse[k] = 1.0 / column_k[k];
    const double* below = kBelow + kSmallSpeeds - 1 - k;
    Wide4 factor[Vectors];
    for (std::size_t p = 0; p < Vectors; ++p) {
      factor[p] = four(column_k + p * kLanes) * inverse[k] * four(below + p * kLanes);
    }
#pragma GCC unroll 8
    for (int c = k + 1; c <= nv; ++c) {
      double* column = system + c * kHeight;
      const double head = column[k];
      for (std::size_t p = 0; p < Vectors; ++p) four(column + p * kLanes) -= head * factor[p];
    }
  }
  Wide4 rest[Vectors];
  for (std::size_t p = 0; p < Vectors; ++p) rest[p] = four(last + p * kLanes);
#pragma GCC unroll 8
  for (int i = nv - 1; i >= 0; --i) {
    x[i] = rest[static_cast<std::size_t>(i) / kLanes][static_cast<std::size_t>(i) % kLanes] * inverse[i];
    for (std::size_t p = 0; p < Vectors; ++p) rest[p] -= x[i] * four(system + i * kHeight + p * kLanes);
  }
}
}  // namespace

namespace {
void list_entries(const Eigen::Matrix<bool, Eigen::Dynamic, Eigen::Dynamic>& used, JacobianPattern& pattern) {
  const auto rows = static_cast<int>(used.rows()), columns = static_cast<int>(used.cols());
  const int depth = padded(rows, kWide4), height = padded(columns, kWide4);
  for (int c = 0; c < columns; ++c) {
    pattern.first.push_back(static_cast<int>(pattern.entries.size()));
    for (int i = 0; i < rows; ++i) {
      if (used(i, c)) pattern.entries.push_back({c * rows + i, i, i * depth, i * height});
    }
  }
  pattern.first.push_back(static_cast<int>(pattern.entries.size()));
}
}  // namespace

JacobianPattern jacobian_pattern(const Multibody& multibody, const std::vector<bool>& turned) {
  JacobianPattern pattern;
  Eigen::Matrix<bool, Eigen::Dynamic, Eigen::Dynamic> used = jacobian_entries(multibody);
  for (std::size_t b = 0; b < turned.size(); ++b) {
    if (!turned[b]) continue;
    const auto first = static_cast<Eigen::Index>(6 * b + 3);
    for (Eigen::Index c = 0; c < used.cols(); ++c) {
      if (!used.block<3, 1>(first, c).any()) continue;
      used.block<3, 1>(first, c).setConstant(true);
      pattern.turned.push_back({static_cast<int>(b), static_cast<int>(c * used.rows() + first)});
    }
  }
  list_entries(used, pattern);
  return pattern;
}

JacobianPattern tilted_pattern(const Multibody& multibody, const std::vector<bool>& turned) {
  JacobianPattern pattern;
  auto used = jacobian_entries(multibody);
  std::vector<bool> known(turned.size(), false);
  for (const int index : multibody.tree()) {
    const JointPlace& place = multibody.joints()[at(index)];
    if (!turned[at(place.child)]) continue;
    if (place.free_body) pattern.free.push_back({place.child, place.v_offset + 3, {}});
    known[at(place.child)] = place.free_body;
    for (JacobianPattern::Free& free : pattern.free) {
      if (place.carried_freely < 0 || free.column != place.carried_freely + 3) continue;
      free.arms.push_back(static_cast<int>(free.column * used.rows()) + 6 * place.child);
      used.block<3, 3>(6 * place.child, free.column).setConstant(true);
      known[at(place.child)] = true;
    }
  }
  bool all = known == turned;
  for (const JacobianPattern::Free& free : pattern.free) {  // no other body may move with those speeds
    for (int body = 0; body < multibody.n_bodies(); ++body)
      all = all && (turned[at(body)] || !used.block<6, 3>(6 * body, free.column).any());
  }
  if (!all) return jacobian_pattern(multibody, turned);
  list_entries(used, pattern);
  return pattern;
}

void add_transposed(const JacobianPattern& pattern, const double* J, const double* x, double* out) {
  const JacobianPattern::Entry* entry = pattern.entries.data();
  const JacobianPattern::Entry* const begin = entry;
  for (auto last = pattern.first.begin() + 1; last != pattern.first.end(); ++last, ++out) {
    double sum = 0.0;
    for (const JacobianPattern::Entry* const end = begin + *last; entry != end; ++entry)
      sum += J[entry->in_J] * x[entry->row];
    *out += sum;
  }
}

void add_product(const JacobianPattern& pattern, const double* J, const double* x, double* out) {
  const JacobianPattern::Entry* entry = pattern.entries.data();
  const JacobianPattern::Entry* const begin = entry;
  for (auto last = pattern.first.begin() + 1; last != pattern.first.end(); ++last, ++x) {
    for (const JacobianPattern::Entry* const end = begin + *last; entry != end; ++entry)
      out[entry->row] += J[entry->in_J] * *x;
  }
}

SWELL_WIDE void project_inertia_clones(const JacobianPattern& pattern, int n, int nv, const double* J, const double* M,
                                       const double* b, const double* rhs, double* product, double* turned,
                                       double* system) {
  const int depth = padded(n, kWide4), height = padded(nv, kWide4);
  int done = 0;
  for (; done + 3 * kWide4 <= depth; done += 3 * kWide4) {
    project_columns<3>(pattern, nv, depth, J, M + done, product + done);
  }
  for (; done < depth; done += kWide4) project_columns<1>(pattern, nv, depth, J, M + done, product + done);
  transpose(height, depth, product, turned);
  switch (height) {
    case 4:
      return combine<1>(pattern, n, nv, J, b, rhs, turned, system);
    case 8:
      return combine<2>(pattern, n, nv, J, b, rhs, turned, system);
    case 12:
      return combine<3>(pattern, n, nv, J, b, rhs, turned, system);
    default:
      return combine<4>(pattern, n, nv, J, b, rhs, turned, system);
  }
}

SWELL_WIDE void sum_columns_clones(int columns, int height, const double* A, const double* x, double* out) {
  for (int row = 0; row < height; row += kWide4) {
    Wide4 sum = {};
    for (int j = 0; j < columns; ++j) sum += x[j] * four(A + j * height + row);
    four(out + row) = sum;
  }
}

SWELL_WIDE void solve_small_clones(int nv, double* system, double* x) {
  switch (nv) {
    case 1:
      return eliminate<1, 1>(nv, system, x);
    case 2:
      return eliminate<1, 2>(nv, system, x);
    case 3:
      return eliminate<1, 3>(nv, system, x);
    case 4:
      return eliminate<1, 4>(nv, system, x);
    case 5:
      return eliminate<2, 5>(nv, system, x);
    case 6:
      return eliminate<2, 6>(nv, system, x);
    case 7:
      return eliminate<2, 7>(nv, system, x);
    case 8:
      return eliminate<2, 8>(nv, system, x);
    default:
      return nv <= 12 ? eliminate<3, 0>(nv, system, x) : eliminate<4, 0>(nv, system, x);
  }
}

void project_inertia(const JacobianPattern& pattern, int n, int nv, const double* J, const double* M, const double* b,
                     const double* rhs, double* product, double* turned, double* system) {
  project_inertia_clones(pattern, n, nv, J, M, b, rhs, product, turned, system);
}
void sum_columns(int columns, int height, const double* A, const double* x, double* out) {
  sum_columns_clones(columns, height, A, x, out);
}
void solve_small(int nv, double* system, double* x) { solve_small_clones(nv, system, x); }

}  // namespace swell::bodies
