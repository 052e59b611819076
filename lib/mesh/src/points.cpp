#include "points.h"

#include <algorithm>
#include <cmath>

#include "swell/base/wide_math.h"

namespace swell::mesh {
namespace {

[[gnu::always_inline]] inline void transpose(Wide4* a) {
  const Wide4 low = __builtin_shufflevector(a[0], a[1], 0, 4, 2, 6),
              high = __builtin_shufflevector(a[0], a[1], 1, 5, 3, 7);
  const Wide4 low2 = __builtin_shufflevector(a[2], a[3], 0, 4, 2, 6),
              high2 = __builtin_shufflevector(a[2], a[3], 1, 5, 3, 7);
  a[0] = __builtin_shufflevector(low, low2, 0, 1, 4, 5);
  a[1] = __builtin_shufflevector(high, high2, 0, 1, 4, 5);
  a[2] = __builtin_shufflevector(low, low2, 2, 3, 6, 7);
  a[3] = __builtin_shufflevector(high, high2, 2, 3, 6, 7);
}

/// The four weights of a uniform cubic B-spline at the fractions f of a cell.
[[gnu::always_inline]] inline void weigh(const Wide4& f, Wide4* w) {
  const Wide4 g = 1.0 - f;
  w[0] = g * g * g * (1.0 / 6.0);
  w[3] = f * f * f * (1.0 / 6.0);
  w[1] = 2.0 / 3.0 - f * f * (1.0 - 0.5 * f);
  w[2] = 2.0 / 3.0 - g * g * (1.0 - 0.5 * g);
}

/// Largest integers below x >= 0.
[[gnu::always_inline]] inline void cells_of(const Wide4& x, Wide4& whole) {
  const Wide4 nearest = (x + kRoundingShift) - kRoundingShift;
  whole = nearest > x ? nearest - 1.0 : nearest;
}

template <bool kCrosses>
[[gnu::always_inline]] inline void interpolate_four(const FieldTable& f, const double* x, const double* y,
                                                    const double* z, double* elevation, double* head) {
  Wide4 wu[4], wv[4] = {}, ws[4], each[4], cell = {};
  std::int64_t first[4];
  const Wide4 u = (f.cos * four(x) + f.sin * four(y)) * f.per_u - f.first_u;
  cells_of(u, cell);
  weigh(u - cell, wu);
  // The coefficient at grid point i belongs to weight 1 of the cell that begins there.
  for (int l = 0; l < kWide4; ++l) first[l] = static_cast<std::int64_t>(cell[l]) - 1;
  if (kCrosses) {
    const Wide4 v = (f.cos * four(y) - f.sin * four(x)) * f.per_v - f.first_v;
    cells_of(v, cell);
    weigh(v - cell, wv);
    for (int l = 0; l < kWide4; ++l) first[l] += (static_cast<std::int64_t>(cell[l]) - 1) * f.nx;
  }
  Wide4 of_point[4] = {wu[0], wu[1], wu[2], wu[3]};
  transpose(of_point);
  for (int l = 0; l < kWide4; ++l) {
    const double* e = f.surface + first[l];
    each[l] = four(e);
    if (kCrosses) {
      each[l] *= wv[0][l];
      for (int r = 1; r < 4; ++r) each[l] += wv[r][l] * four(e + r * f.nx);
    }
    each[l] *= of_point[l];
  }
  transpose(each);
  const Wide4 eta = f.ramp * ((each[0] + each[1]) + (each[2] + each[3])) + f.level * f.ramp;
  four(elevation) = eta;

  Wide4 below = four(z);
  if (f.wheeler) below -= eta;
  below = below < 0.0 ? below : Wide4{};
  if (f.wheeler && f.water_depth > 0.0) below = below * f.water_depth / (f.water_depth + eta);
  Wide4 s = -below * f.per_depth;
  for (int l = 0; l < kWide4; ++l) s[l] = std::sqrt(s[l]);
  s *= f.per_s;
  cells_of(s, cell);
  const Wide4 last = Wide4{} + static_cast<double>(f.nz - 4), one = Wide4{} + 1.0;
  cell = cell < last ? cell : last;
  const Wide4 share = s - cell;
  weigh(share < one ? share : one, ws);
  transpose(ws);
  for (int l = 0; l < kWide4; ++l) {
    const double* t = f.coefficients + first[l] * f.nz + static_cast<std::int64_t>(cell[l]);
    Wide4 column = {};
    const auto find_column = [&](const double* q) __attribute__((always_inline)) {
      column = (wu[0][l] * four(q) + wu[1][l] * four(q + f.nz)) +
               (wu[2][l] * four(q + 2 * f.nz) + wu[3][l] * four(q + 3 * f.nz));
    };
    find_column(t);
    each[l] = column;
    if (kCrosses) {
      each[l] *= wv[0][l];
      for (int r = 1; r < 4; ++r) {
        find_column(t + r * f.nx * f.nz);
        each[l] += wv[r][l] * column;
      }
    }
    each[l] *= ws[l];
  }
  transpose(each);
  four(head) = f.ramp * (((each[0] + each[1]) + (each[2] + each[3])) + f.level);
}

/// @param f  a copy, which no result can overwrite
template <bool kCrosses>
[[gnu::always_inline]] inline void interpolate_all(const FieldTable f, std::int64_t n, const double* x, const double* y,
                                                   const double* z, double* elevation, double* head) {
  std::int64_t i = 0;
  for (; i + kWide4 <= n; i += kWide4) interpolate_four<kCrosses>(f, x + i, y + i, z + i, elevation + i, head + i);
  if (i == n) return;
  double in[3][kWide4], out[2][kWide4];
  for (int l = 0; l < kWide4; ++l) {
    const std::int64_t from = std::min(i + l, n - 1);
    in[0][l] = x[from];
    in[1][l] = y[from];
    in[2][l] = z[from];
  }
  interpolate_four<kCrosses>(f, in[0], in[1], in[2], out[0], out[1]);
  for (int l = 0; i + l < n; ++l) {
    elevation[i + l] = out[0][l];
    head[i + l] = out[1][l];
  }
}

/// A corner of four polygons: places in body axes, hydrostatic and dynamic pressure.
struct Corners {
  Wide4 x[3], p[2];
};

/// 12 times int p dS and int p x dS of both pressures, over parts of four triangles of unit area.
struct Integrals {
  Wide4 p[2] = {}, px[2][3] = {};

  [[gnu::always_inline]] void add(const Corners& a, const Corners& b, const Corners& c, const Wide4& share) {
    for (int i = 0; i < 2; ++i) {
      const Wide4 pa = share * a.p[i], pb = share * b.p[i], pc = share * c.p[i], sum = pa + pb + pc;
      p[i] += 4.0 * sum;
      for (int d = 0; d < 3; ++d)
        px[i][d] += sum * (a.x[d] + b.x[d] + c.x[d]) + (pa * a.x[d] + pb * b.x[d] + pc * c.x[d]);
    }
  }
};

/// What stands at the corners of four panels: o differs from a and b in being wet or dry.
struct CutCorners {
  enum : int { kX, kHydrostatic = 3, kDynamic, kLevel, kElevation, kZ, kCount };
  double at[3][kCount][kWide4], area[3][kWide4], lone[kWide4];  // lone: 1 where o is the wet one

  [[gnu::always_inline]] void gather(const PressureMesh& mesh, const MeshLoadScratch& scratch, std::int64_t first,
                                     std::int64_t count) {
    for (int l = 0; l < kWide4; ++l) {
      const bool is_there = first + l < count;
      const std::int64_t t = scratch.cut.data()[is_there ? first + l : first];
      const int* corner = mesh.triangles().data() + 3 * t;
      const std::uint8_t* is_wet = scratch.wet.data();
      const int wet[3] = {is_wet[corner[0]], is_wet[corner[1]], is_wet[corner[2]]};
      const int o = wet[1] == wet[2] ? 0 : wet[0] == wet[2] ? 1 : 2;
      lone[l] = static_cast<double>(wet[o]);
      for (int d = 0; d < 3; ++d) area[d][l] = is_there ? mesh.areas().data()[3 * t + d] : 0.0;
      for (int k = 0; k < 3; ++k) {
        const std::int64_t v = corner[(o + k) % 3];
        for (int d = 0; d < 3; ++d) at[k][d][l] = mesh.vertices().data()[d * mesh.points() + v];
        at[k][kHydrostatic][l] = scratch.hydrostatic.data()[v];
        at[k][kDynamic][l] = scratch.dynamic.data()[v];
        at[k][kLevel][l] = scratch.level.data()[v];
        at[k][kElevation][l] = scratch.elevation.data()[v];
        at[k][kZ][l] = scratch.z.data()[v];
      }
    }
  }
  [[gnu::always_inline]] Corners corner(int k) const {
    Corners c;
    for (int d = 0; d < 3; ++d) c.x[d] = four(at[k][d]);
    for (int i = 0; i < 2; ++i) c.p[i] = four(at[k][kHydrostatic + i]);
    return c;
  }
  /// Where the level is 0 between o and corner k; share: of the way.
  [[gnu::always_inline]] Corners cut(int k, double weight, Wide4& share) const {
    share = four(at[0][kLevel]) / (four(at[0][kLevel]) - four(at[k][kLevel]));
    const auto between = [&](int what, Wide4& out) __attribute__((always_inline)) {
      out = four(at[0][what]) + share * (four(at[k][what]) - four(at[0][what]));
    };
    Corners c;
    for (int d = 0; d < 3; ++d) between(d, c.x[d]);
    between(kZ, c.p[0]);
    between(kElevation, c.p[1]);
    c.p[0] *= -weight;
    c.p[1] *= weight;
    return c;
  }
};

}  // namespace

// base/wide.h says why these are called by others.
SWELL_WIDE void interpolate_clones(const FieldTable& table, std::int64_t n, const double* x, const double* y,
                                   const double* z, double* elevation, double* head);
SWELL_WIDE void place_points_clones(const double* R, const double* p, std::int64_t n, const double* from, double* x,
                                    double* y, double* z);
SWELL_WIDE void weigh_clones(std::int64_t n, double rise, double weight, const double* z, const double* eta,
                             double* level, double* hydrostatic, double* dynamic, std::uint8_t* wet);
SWELL_WIDE void sum_loads_clones(std::int64_t n, std::int64_t points, const double* loads, const double* a,
                                 const double* b, double* out);
SWELL_WIDE void correct_clones(const PressureMesh& mesh, const MeshLoadScratch& scratch, std::int64_t count,
                               double weight, double* out);

SWELL_WIDE void interpolate_clones(const FieldTable& table, std::int64_t n, const double* x, const double* y,
                                   const double* z, double* elevation, double* head) {
  if (table.crosses) return interpolate_all<true>(table, n, x, y, z, elevation, head);
  interpolate_all<false>(table, n, x, y, z, elevation, head);
}

SWELL_WIDE void place_points_clones(const double* R, const double* p, std::int64_t n, const double* from, double* x,
                                    double* y, double* z) {
  double* const to[3] = {x, y, z};
  for (int axis = 0; axis < 3; ++axis) {
    const double a = R[axis], b = R[3 + axis], c = R[6 + axis], d = p[axis];
    double* out = to[axis];
    std::int64_t i = 0;
    for (; i + kWide4 <= n; i += kWide4)
      four(out + i) = a * four(from + i) + b * four(from + n + i) + c * four(from + 2 * n + i) + d;
    for (; i < n; ++i) out[i] = a * from[i] + b * from[n + i] + c * from[2 * n + i] + d;
  }
}

SWELL_WIDE void weigh_clones(std::int64_t n, double rise, double weight, const double* z, const double* eta,
                             double* __restrict level, double* __restrict hydrostatic, double* __restrict dynamic,
                             std::uint8_t* __restrict wet) {
  for (std::int64_t i = 0; i < n; ++i) {
    level[i] = z[i] - rise * eta[i];
    const double inside = level[i] <= 0.0 ? weight : 0.0;
    hydrostatic[i] = -inside * z[i];
    dynamic[i] *= inside;
  }
  for (std::int64_t i = 0; i < n; ++i) wet[i] = level[i] <= 0.0 ? 1 : 0;
}

SWELL_WIDE void correct_clones(const PressureMesh& mesh, const MeshLoadScratch& scratch, std::int64_t count,
                               double weight, double* out) {
  Wide4 sums[12] = {};
  CutCorners corners;
  const Wide4 whole = Wide4{} - 1.0;
  for (std::int64_t first = 0; first < count; first += kWide4) {
    corners.gather(mesh, scratch, first, count);
    const Corners o = corners.corner(0), a = corners.corner(1), b = corners.corner(2);
    Wide4 sa, sb;
    const Corners ca = corners.cut(1, weight, sa), cb = corners.cut(2, weight, sb);
    const Wide4 lone = four(corners.lone), pair = 1.0 - lone;
    Integrals sum;
    sum.add(o, a, b, whole);
    sum.add(o, ca, cb, lone * (sa * sb));
    sum.add(a, b, cb, pair * (1.0 - sb));
    sum.add(a, cb, ca, pair * (sb * (1.0 - sa)));
    const Wide4 area[3] = {four(corners.area[0]), four(corners.area[1]), four(corners.area[2])};
    for (int i = 0; i < 2; ++i) {
      for (int d = 0; d < 3; ++d) {
        const int e = (d + 1) % 3, f = (d + 2) % 3;
        sums[6 * i + d] += sum.p[i] * area[d];
        sums[6 * i + 3 + d] += sum.px[i][e] * area[f] - sum.px[i][f] * area[e];
      }
    }
  }
  for (int c = 0; c < 12; ++c) out[c] += sum_of(sums[c]) / 12.0;
}

SWELL_WIDE void sum_loads_clones(std::int64_t n, std::int64_t points, const double* loads, const double* a,
                                 const double* b, double* out) {
  Wide4 sums[12] = {};
  const std::int64_t whole = n - n % kWide4;
  for (std::int64_t i = 0; i < whole; i += kWide4) {
    const Wide4 p = four(a + i), q = four(b + i);
#pragma GCC unroll 6
    for (int c = 0; c < 6; ++c) {
      const Wide4 load = four(loads + c * points + i);
      sums[c] += load * p;
      sums[6 + c] += load * q;
    }
  }
  for (int c = 0; c < 12; ++c) {
    out[c] = sum_of(sums[c]);
    for (std::int64_t i = whole; i < n; ++i) out[c] += loads[c % 6 * points + i] * (c < 6 ? a : b)[i];
  }
}

void interpolate(const FieldTable& table, std::int64_t n, const double* x, const double* y, const double* z,
                 double* elevation, double* head) {
  interpolate_clones(table, n, x, y, z, elevation, head);
}
void place_points(const Matrix3& R, const Vector3& p, std::int64_t n, const double* from, double* x, double* y,
                  double* z) {
  place_points_clones(R.data(), p.data(), n, from, x, y, z);
}
void weigh_points(std::int64_t points, double rise, double weight, MeshLoadScratch& scratch) {
  weigh_clones(points, rise, weight, scratch.z.data(), scratch.elevation.data(), scratch.level.data(),
               scratch.hydrostatic.data(), scratch.dynamic.data(), scratch.wet.data());
}
void sum_loads(std::int64_t n, std::int64_t points, const double* loads, const double* a, const double* b,
               double* out) {
  sum_loads_clones(n, points, loads, a, b, out);
}
void correct_cut_panels(const PressureMesh& mesh, const MeshLoadScratch& scratch, std::int64_t count, double weight,
                        double* out) {
  correct_clones(mesh, scratch, count, weight, out);
}

}  // namespace swell::mesh
