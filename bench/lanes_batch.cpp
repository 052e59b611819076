// Lanes over cases, tried on a whole batch: RM3 in the plane in 210 regular seas, as run_batch runs them, and by a
// program that advances four or eight of them together, one case per vector lane. Both read the study, read, check and
// build every case, keep the same statistics, and write journal and results; one thread. README.md says what came of
// it.
//
//     lanes_batch <folder with rm3/rm3.h5>
//
// What the program can do is what this batch needs and nothing more: one mechanism (a body that floats in the plane y =
// 0 and one that slides along it), regular waves, convolution on a grid of the step, RK4, a linear damper.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "far_lags.h"
#include "history_product.h"
#include "swell/assembly/built_case.h"  // the graph of a case before anybody runs it
#include "swell/base/vector.h"
#include "swell/base/wide.h"
#include "swell/batch/collect.h"
#include "swell/batch/journal.h"
#include "swell/batch/run_batch.h"
#include "swell/device/multibody_component.h"
#include "swell/hydro/bemio_h5.h"
#include "swell/hydro/coefficients.h"
#include "swell/hydro/excitation.h"
#include "swell/hydro/radiation_convolution.h"
#include "swell/hydro/restoring.h"
#include "swell/run/run.h"
#include "write_results.h"

#if defined(__x86_64__) && !defined(SWELL_SANITIZED)
#pragma GCC diagnostic ignored "-Wignored-attributes"  // lanes as template arguments
#pragma GCC diagnostic ignored "-Wpsabi"               // all that takes lanes is inlined

namespace {

namespace assembly = swell::assembly;
namespace batch = swell::batch;
namespace bodies = swell::bodies;
namespace device = swell::device;
namespace hydro = swell::hydro;
namespace model = swell::model;
namespace run = swell::run;
using swell::kPi;
using swell::MatrixX;
using swell::Vector6;

constexpr double kStep = 0.1, kRamp = 100.0, kDuration = 400.0, kDamping = 1.2e6;
constexpr std::size_t kRows = 12;  // forces of the radiation: both bodies
constexpr std::size_t kColumns =
    5;  // velocities: surge and heave of the float, pitch of both, surge and heave of the spar
constexpr int kEntries[kColumns] = {0, 2, 4, 6, 8};
constexpr std::size_t kPlane[6] = {0, 2, 4, 6, 8, 10};  // the rows that move something
constexpr std::size_t kNodes = 6;                       // of the tail (theory/numerics/hydro.md 3): lead of two steps
constexpr std::size_t kWatched = 11;                    // columns of the results that vary

using Table = std::array<std::array<double, kRows>, kColumns>;

/// The memory's force at one time after the newest grid time: linear in what is kept and in the stage's velocity.
struct Place {
  Table by_velocity, by_acceleration, by_stage;
  std::array<double, kNodes> tail;
};

/// What all cases share.
struct Topology {
  std::array<std::array<double, 6>, 6> mass{};  ///< with the added mass: surge, heave, pitch of float, then of spar
  std::array<std::array<double, 3>, 2> rest{};  ///< restoring force in the design place, float, spar
  std::array<std::array<std::array<double, 3>, 3>, 2> stiffness{};
  std::array<double, 2> cg_float{}, cg_spar{};  ///< x, z
  std::array<Place, 2> first, later;            ///< half a step and a step after the newest grid time
  std::array<Table, kNodes - 1> near;           ///< to the sums of the coming grid times
  std::vector<Table> direct;                    ///< by lag
  std::vector<hydro::FarLags> far;              ///< in blocks, case by case
};

Place probe(const hydro::RadiationConvolution& convolution, double commits, double s) {
  Place place{};
  const std::size_t at_sums = 2 + 2 * kColumns;
  std::vector<double> memory(convolution.memory_size());
  const auto force = [&](std::size_t at, double stage_at) {
    std::fill(memory.begin(), memory.end(), 0.0);
    memory[0] = commits;
    if (at > 0) memory[at] = 1.0;
    std::array<double, kColumns> v{};
    if (stage_at >= 0.0) v[static_cast<std::size_t>(stage_at)] = 1.0;
    std::vector<double> workspace(convolution.workspace_size(), 0.0);
    std::array<double, kRows> out{};
    convolution.force((commits - 1.0) * convolution.step() + s, v.data(), memory.data(), workspace.data(), out.data());
    return out;
  };
  for (std::size_t j = 0; j < kColumns; ++j) {
    place.by_velocity[j] = force(2 + j, -1.0);
    place.by_acceleration[j] = force(2 + kColumns + j, -1.0);
    place.by_stage[j] = force(0, static_cast<double>(j));
  }
  for (std::size_t n = 0; n < kNodes; ++n) place.tail[n] = force(at_sums + n * kRows, -1.0)[0];
  return place;
}

Topology topology_of(const std::string& h5, const bodies::Multibody& multibody, const swell::waves::SeaState& sea) {
  Topology shared;
  const auto data = std::make_shared<const hydro::HydroData>(hydro::read_bemio_h5(h5));
  const std::vector<hydro::HydroBodyRef> refs = {{data, 0}, {data, 1}};
  const hydro::RadiationCoefficients coefficients(refs, sea.density(), true);
  const MatrixX& added = coefficients.added_mass_infinite();
  for (std::size_t i = 0; i < 6; ++i) {
    for (std::size_t j = 0; j < 6; ++j) {
      shared.mass[i][j] = added(static_cast<int>(kPlane[i]), static_cast<int>(kPlane[j]));
      if (i == j) {
        const bodies::RigidBody& body = multibody.bodies()[i / 3];
        shared.mass[i][j] += i % 3 == 2 ? body.inertia(1, 1) : body.mass;
      }
    }
  }
  for (std::size_t b = 0; b < 2; ++b) {
    const bodies::RigidBody& body = multibody.bodies()[b];
    (b == 0 ? shared.cg_float : shared.cg_spar) = {body.cg.x(), body.cg.z()};
    const auto restoring = hydro::make_linear_restoring(*refs[b], body.mass, sea.density(), sea.gravity());
    Vector6 displacement = Vector6::Zero(), rest, force;
    restoring.evaluate(displacement.data(), rest.data());
    for (int i = 0; i < 3; ++i) {
      shared.rest[b][static_cast<std::size_t>(i)] = rest[2 * i];
      for (int j = 0; j < 3; ++j) {
        displacement.setZero();
        displacement[2 * j] = 1.0;
        restoring.evaluate(displacement.data(), force.data());
        shared.stiffness[b][static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] = force[2 * i] - rest[2 * i];
      }
    }
  }

  hydro::SampledKernel kernel{kStep, coefficients.kernel(kStep, 201)};
  for (MatrixX& value : kernel.values) {
    MatrixX block(static_cast<int>(kRows), static_cast<int>(kColumns));
    for (std::size_t j = 0; j < kColumns; ++j) block.col(static_cast<int>(j)) = value.col(kEntries[j]);
    block.col(2) += value.col(10);  // both pitch alike
    value = block;
  }
  const hydro::RadiationConvolution convolution(kernel, 2.0 * kStep);
  for (std::size_t k = 0; k < 2; ++k) {
    const double s = k == 0 ? 0.5 * kStep : kStep;
    shared.first[k] = probe(convolution, 1.0, s);
    shared.later[k] = probe(convolution, 7.0, s);
  }
  const std::size_t last = kernel.values.size() - 1;
  const auto weighted = [&](std::size_t k) {  // Gregory's weights at the cut
    const double weight = k == last ? 3.0 / 8.0 : k + 1 == last ? 7.0 / 6.0 : k + 2 == last ? 23.0 / 24.0 : 1.0;
    Table table;
    for (std::size_t j = 0; j < kColumns; ++j) {
      for (std::size_t r = 0; r < kRows; ++r)
        table[j][r] = weight * kernel.values[k](static_cast<int>(r), static_cast<int>(j));
    }
    return table;
  };
  for (std::size_t n = 0; n + 1 < kNodes; ++n) shared.near[n] = weighted(n);
  std::vector<std::vector<double>> far(kRows * kColumns);
  for (std::size_t k = kNodes - 1; k <= last; ++k) {
    const Table table = weighted(k);
    for (std::size_t j = 0; j < kColumns; ++j) {
      for (std::size_t r = 0; r < kRows; ++r) far[r * kColumns + j].push_back(table[j][r]);
    }
  }
  const std::vector<std::size_t> blocks = convolution.blocks();
  const std::size_t lags = last + 2 - kNodes, direct = blocks.empty() ? lags : blocks.front();
  for (std::size_t k = 0; k < direct; ++k) shared.direct.push_back(weighted(kNodes - 1 + k));
  for (std::size_t i = 0; i < blocks.size(); ++i)
    shared.far.emplace_back(kRows, kColumns, blocks[i], i + 1 < blocks.size() ? blocks[i + 1] : lags, far);
  return shared;
}

/// What is a case's own.
struct Sea {
  double omega = 0.0, from = 0.0;                  ///< [rad/s]; [s] begin of the statistics
  std::array<double, 6> force_cos{}, force_sin{};  ///< of the excitation
  double elevation_cos = 0.0, elevation_sin = 0.0;
};

Sea sea_of(const hydro::LinearExcitation& excitation, const swell::waves::SeaState& sea) {
  Sea own;
  own.omega = sea.components().omega[0];
  const double period = 2.0 * kPi / own.omega;
  own.from = kDuration - std::floor((kDuration - kRamp) / period * (1.0 + 1e-9)) * period;
  const double t = (std::ceil(kRamp / period) + 1.0) * period;
  std::array<double, kRows> at_crest{}, quarter{};
  excitation.evaluate(t, at_crest.data());
  excitation.evaluate(t + 0.25 * period, quarter.data());
  for (std::size_t i = 0; i < 6; ++i) {
    own.force_cos[i] = at_crest[kPlane[i]];
    own.force_sin[i] = quarter[kPlane[i]];
  }
  own.elevation_cos = sea.elevation(t);
  own.elevation_sin = sea.elevation(t + 0.25 * period);
  return own;
}

template <class S>
constexpr std::size_t kLanes = sizeof(S) / sizeof(double);

template <class S>
[[gnu::always_inline]] inline S all(double x) {
  return S{} + x;
}

template <class S>
struct Excitation {
  S omega, cos, sin, turn_cos, turn_sin, force_cos[6], force_sin[6], elevation_cos, elevation_sin;
  void seed(double t) {
    for (std::size_t l = 0; l < kLanes<S>; ++l) {
      cos[l] = std::cos(omega[l] * t);
      sin[l] = std::sin(omega[l] * t);
    }
  }
};

template <class S>
struct Memory {
  S V[kColumns], A[kColumns], V0[kColumns], Y[kNodes][kRows];
  double commits = 0.0;
  std::vector<S> ring;  // newest velocities, lag by lag from `head`
  std::size_t head = 0;
  std::array<std::vector<std::vector<double>>, kLanes<S>> far;
};

/// Pose, motion and loads of one evaluation.
template <class S>
struct Motion {
  S position[6], velocity[kColumns], acceleration[kColumns], rate[4];
};

template <class S>
struct Statistics {
  S from, first[kWatched], sum[kWatched], squares[kWatched], least[kWatched], most[kWatched], weight, begun;
};

// The six rows of a radiation force that move something, and (like the library) the six that nothing but reports reads.
template <class S>
[[gnu::always_inline]] inline void radiation(const Place& place, const Memory<S>& m, const S* v, S* force) {
  for (std::size_t r = 0; r < kRows; ++r) {
    S sum = place.tail[0] * m.Y[0][r];
    for (std::size_t n = 1; n < 4; ++n) sum += place.tail[n] * m.Y[n][r];  // a step reaches the first four nodes
    for (std::size_t j = 0; j < kColumns; ++j) {
      sum += place.by_velocity[j][r] * m.V[j] + place.by_acceleration[j][r] * m.A[j] + place.by_stage[j][r] * v[j];
    }
    force[r] = sum;
  }
}

template <class S>
[[gnu::always_inline]] inline void push(const Topology& shared, const S* H, Memory<S>& m) {
  for (std::size_t n = 0; n + 1 < kNodes; ++n) {
    for (std::size_t r = 0; r < kRows; ++r) {
      S sum = m.Y[n + 1][r];
      for (std::size_t j = 0; j < kColumns; ++j) sum += shared.near[n][j][r] * H[j];
      m.Y[n][r] = sum;
    }
  }
  const std::size_t lags = shared.direct.size();
  m.head = m.head == 0 ? lags - 1 : m.head - 1;
  for (std::size_t j = 0; j < kColumns; ++j) m.ring[m.head * kColumns + j] = H[j];
  for (std::size_t part = 0; part < kRows; part += 6) {
    S sum[6] = {};
    for (std::size_t k = 0, at = m.head; k < lags; ++k, at = at + 1 == lags ? 0 : at + 1) {
      for (std::size_t j = 0; j < kColumns; ++j) {
        const S value = m.ring[at * kColumns + j];
#pragma GCC unroll 6
        for (std::size_t r = 0; r < 6; ++r) sum[r] += shared.direct[k][j][part + r] * value;
      }
    }
    for (std::size_t r = 0; r < 6; ++r) m.Y[kNodes - 1][part + r] = sum[r];
  }
  for (std::size_t l = 0; l < kLanes<S>; ++l) {
    std::array<double, kColumns> values{};
    std::array<double, kRows> sums{};
    for (std::size_t j = 0; j < kColumns; ++j) values[j] = H[j][l];
    for (std::size_t i = 0; i < shared.far.size(); ++i)
      shared.far[i].step(values.data(), m.far[l][i].data(), sums.data());
    for (std::size_t r = 0; r < kRows; ++r) m.Y[kNodes - 1][r][l] += sums[r];
  }
}

template <class S>
[[gnu::always_inline]] inline void commit(const Topology& shared, const S* v, const S* a, Memory<S>& m) {
  if (m.commits == 0.0) {  // motion begins: the corrections of docs/theory/numerics/hydro.md 3
    S H[kColumns];
    for (std::size_t j = 0; j < kColumns; ++j) H[j] = -v[j] / 24.0;
    push(shared, H, m);
    for (std::size_t j = 0; j < kColumns; ++j) H[j] = 0.5 * v[j] + kStep / 12.0 * a[j];
    push(shared, H, m);
  } else {
    S H[kColumns];
    for (std::size_t j = 0; j < kColumns; ++j) H[j] = m.commits == 1.0 ? v[j] + m.V0[j] / 24.0 : v[j];
    push(shared, H, m);
  }
  for (std::size_t j = 0; j < kColumns; ++j) {
    m.V[j] = v[j];
    m.A[j] = a[j];
    if (m.commits == 0.0) m.V0[j] = v[j];
  }
  m.commits += 1.0;
}

// The right-hand side. State: x, z, pitch and slide, then their rates. `place`: 0 half a step after the newest grid
// time, 1 a step.
template <class S>
[[gnu::always_inline]] inline void evaluate(const Topology& shared, const Excitation<S>& waves, double ramp,
                                            const Memory<S>& memory, std::size_t place, const S* x, Motion<S>& out) {
  S c{}, s{};
  for (std::size_t l = 0; l < kLanes<S>; ++l) {
    c[l] = std::cos(x[2][l]);
    s[l] = std::sin(x[2][l]);
  }
  const S* v = x + 4;
  // From the joint, at the origin, to the spar's cg, and from there to the float's.
  const double ax = shared.cg_spar[0], az = shared.cg_spar[1], bx = shared.cg_float[0] - ax,
               bz = shared.cg_float[1] - az;
  const S lever_x = c * ax + s * az, lever_z = c * az - s * ax;
  const S r_x = c * bx + s * bz + x[3] * s, r_z = c * bz - s * bx + x[3] * c;
  S* p = out.position;
  p[3] = x[0] + lever_x;
  p[4] = x[1] + lever_z;
  p[0] = p[3] + r_x;
  p[1] = p[4] + r_z;
  p[2] = p[5] = x[2];
  // y cross (x, z) = (z, -x)
  const S spar_x = lever_z, spar_z = -lever_x, float_x = spar_x + r_z, float_z = spar_z - r_x;
  S* w = out.velocity;
  w[3] = v[0] + v[2] * spar_x;
  w[4] = v[1] + v[2] * spar_z;
  w[0] = v[0] + v[2] * float_x + v[3] * s;
  w[1] = v[1] + v[2] * float_z + v[3] * c;
  w[2] = v[2];
  S bias[6] = {};
  const S turn = v[2] * v[2];
  bias[3] = turn * spar_z;
  bias[4] = -turn * spar_x;
  const S carried_x = v[2] * r_z + 2.0 * v[3] * s, carried_z = 2.0 * v[3] * c - v[2] * r_x;
  bias[0] = bias[3] + v[2] * carried_z;
  bias[1] = bias[4] - v[2] * carried_x;

  S memory_force[kRows] = {};
  if (memory.commits > 0.0)
    radiation(memory.commits == 1.0 ? shared.first[place] : shared.later[place], memory, w, memory_force);
  S F[6];
  for (std::size_t b = 0; b < 2; ++b) {
    const double* cg = b == 0 ? shared.cg_float.data() : shared.cg_spar.data();
    const S moved[3] = {p[3 * b] - cg[0], p[3 * b + 1] - cg[1], p[3 * b + 2]};
    for (std::size_t i = 0; i < 3; ++i) {
      S force = all<S>(shared.rest[b][i]);
      for (std::size_t j = 0; j < 3; ++j) force += shared.stiffness[b][i][j] * moved[j];
      const std::size_t row = 3 * b + i;
      F[row] = force + ramp * (waves.force_cos[row] * waves.cos + waves.force_sin[row] * waves.sin) -
               memory_force[kPlane[row]];
    }
  }
  // M J and M b: the first two columns of J carry both bodies along x and z.
  S MJ[6][4];
  for (std::size_t i = 0; i < 6; ++i) {
    const double* M = shared.mass[i].data();
    MJ[i][0] = all<S>(M[0] + M[3]);
    MJ[i][1] = all<S>(M[1] + M[4]);
    MJ[i][2] = M[0] * float_x + M[1] * float_z + M[3] * spar_x + M[4] * spar_z + (M[2] + M[5]);
    MJ[i][3] = M[0] * s + M[1] * c;
    F[i] -= M[0] * bias[0] + M[1] * bias[1] + M[3] * bias[3] + M[4] * bias[4];
  }
  S a[4][5];
  const auto project = [&](const S* column, std::size_t stride, std::size_t at) {
    const auto f = [&](std::size_t i) { return column[i * stride]; };
    a[0][at] = f(0) + f(3);
    a[1][at] = f(1) + f(4);
    a[2][at] = float_x * f(0) + float_z * f(1) + f(2) + spar_x * f(3) + spar_z * f(4) + f(5);
    a[3][at] = s * f(0) + c * f(1);
  };
  for (std::size_t k = 0; k < 4; ++k) project(&MJ[0][k], 4, k);
  project(F, 1, 4);
  a[3][4] -= kDamping * v[3];
  // Nearly symmetric and positive: no pivots, so that lanes never part.
#pragma GCC unroll 4
  for (std::size_t k = 0; k < 4; ++k) {
    const S inverse = 1.0 / a[k][k];
    for (std::size_t i = k + 1; i < 4; ++i) {
      const S factor = a[i][k] * inverse;
      for (std::size_t j = k + 1; j < 5; ++j) a[i][j] -= factor * a[k][j];
    }
  }
  for (int i = 3; i >= 0; --i) {
    const auto k = static_cast<std::size_t>(i);
    S sum = a[k][4];
    for (std::size_t j = k + 1; j < 4; ++j) sum -= a[k][j] * out.rate[j];
    out.rate[k] = sum / a[k][k];
  }
  const S* u = out.rate;
  S* g = out.acceleration;
  g[3] = u[0] + u[2] * spar_x + bias[3];
  g[4] = u[1] + u[2] * spar_z + bias[4];
  g[0] = u[0] + u[2] * float_x + u[3] * s + bias[0];
  g[1] = u[1] + u[2] * float_z + u[3] * c + bias[1];
  g[2] = u[2];
}

template <class S>
[[gnu::always_inline]] inline void observe(double time, double previous, const S* values, Statistics<S>& out) {
  const S begin = out.from > previous ? out.from : all<S>(previous);
  S weight = time - begin;
  weight = weight > 1e-9 * std::max(1.0, time) ? weight : S{};
  const auto counts = weight > 0.0;
  for (std::size_t c = 0; c < kWatched; ++c) {
    const S value = values[c];
    out.first[c] = (counts & (out.begun == 0.0)) ? value : out.first[c];
    const S shifted = value - out.first[c];
    out.sum[c] += weight * shifted;
    out.squares[c] += weight * shifted * shifted;
    out.least[c] = (counts & ((out.begun == 0.0) | (value < out.least[c]))) ? value : out.least[c];
    out.most[c] = (counts & ((out.begun == 0.0) | (value > out.most[c]))) ? value : out.most[c];
  }
  out.weight += weight;
  out.begun = counts ? all<S>(1.0) : out.begun;
}

template <class S>
[[gnu::always_inline]] inline void advance(const Topology& shared, const std::vector<Sea>& seas, std::size_t first,
                                           const double* start, std::vector<batch::CaseRecord>& records) {
  Excitation<S> waves;
  Statistics<S> statistics{};
  for (std::size_t l = 0; l < kLanes<S>; ++l) {  // lanes beyond the last case repeat it and are left out
    const Sea& sea = seas[std::min(first + l, seas.size() - 1)];
    waves.omega[l] = sea.omega;
    statistics.from[l] = sea.from;
    for (std::size_t i = 0; i < 6; ++i) {
      waves.force_cos[i][l] = sea.force_cos[i];
      waves.force_sin[i][l] = sea.force_sin[i];
    }
    waves.elevation_cos[l] = sea.elevation_cos;
    waves.elevation_sin[l] = sea.elevation_sin;
    waves.turn_cos[l] = std::cos(0.5 * kStep * sea.omega);
    waves.turn_sin[l] = std::sin(0.5 * kStep * sea.omega);
  }
  Memory<S> memory{};
  memory.ring.assign(shared.direct.size() * kColumns, S{});
  for (auto& far : memory.far) {
    for (const hydro::FarLags& lags : shared.far) far.emplace_back(lags.memory_size(), 0.0);
  }
  const auto turn = [&] {
    const S c = waves.cos * waves.turn_cos - waves.sin * waves.turn_sin;
    waves.sin = waves.sin * waves.turn_cos + waves.cos * waves.turn_sin;
    waves.cos = c;
  };
  const swell::waves::Ramp ramp{kRamp};
  S x[8], stage[8] = {};
  for (std::size_t i = 0; i < 8; ++i) x[i] = all<S>(start[i]);
  Motion<S> motion;
  const auto steps = static_cast<long>(std::lround(kDuration / kStep));
  double previous = 0.0;
  for (long n = 0; n <= steps; ++n) {
    const double t = static_cast<double>(n) * kStep;
    if (n % 32 == 0) waves.seed(t);
    evaluate(shared, waves, ramp(t), memory, 1, x, motion);
    const S elevation = ramp(t) * (waves.elevation_cos * waves.cos + waves.elevation_sin * waves.sin);
    const S* p = motion.position;
    const S row[kWatched] = {
        elevation, p[0], p[1], p[2], p[3], p[4], p[5], x[3], x[7], -kDamping * x[7], kDamping * x[7] * x[7]};
    observe(t, previous, row, statistics);
    previous = t;
    if (n == steps) break;
    commit(shared, motion.velocity, motion.acceleration, memory);
    S sum[8];
    for (std::size_t i = 0; i < 4; ++i) {
      sum[i] = x[4 + i];
      sum[4 + i] = motion.rate[i];
    }
    for (int k = 0; k < 3; ++k) {
      const double reach = k < 2 ? 0.5 * kStep : kStep;
      for (std::size_t i = 0; i < 4; ++i) {
        const S v = k == 0 ? x[4 + i] : stage[4 + i];
        stage[i] = x[i] + reach * v;
      }
      for (std::size_t i = 0; i < 4; ++i) stage[4 + i] = x[4 + i] + reach * motion.rate[i];
      if (k != 1) turn();
      evaluate(shared, waves, ramp(k < 2 ? t + 0.5 * kStep : t + kStep), memory, k < 2 ? 0 : 1, stage, motion);
      const double share = k < 2 ? 2.0 : 1.0;
      for (std::size_t i = 0; i < 4; ++i) {
        sum[i] += share * stage[4 + i];
        sum[4 + i] += share * motion.rate[i];
      }
    }
    for (std::size_t i = 0; i < 8; ++i) x[i] += kStep / 6.0 * sum[i];
  }
  // Columns as the batch has them; those that never move keep their one value.
  constexpr std::size_t kColumn[kWatched] = {0, 1, 3, 5, 7, 9, 11, 13, 14, 15, 16};
  for (std::size_t l = 0; l < kLanes<S> && first + l < seas.size(); ++l) {
    batch::CaseRecord& record = records[first + l];
    record.simulated = kDuration;
    record.window = statistics.weight[l];
    for (std::size_t c = 0; c < kWatched; ++c) {
      const double mean = statistics.sum[c][l] / record.window;
      record.statistics[kColumn[c]] = {statistics.first[c][l] + mean,
                                       std::sqrt(std::max(0.0, statistics.squares[c][l] / record.window - mean * mean)),
                                       statistics.least[c][l], statistics.most[c][l]};
    }
    record.power = record.statistics[kColumn[kWatched - 1]].mean;
    record.energy = record.power * record.window;
  }
}

// One case in a vector of one: what the program gains without lanes, by knowing its mechanism.
using Single = double __attribute__((vector_size(8)));
__attribute__((target("avx2"))) void advance_1(const Topology& shared, const std::vector<Sea>& seas, std::size_t first,
                                               const double* start, std::vector<batch::CaseRecord>& records) {
  advance<Single>(shared, seas, first, start, records);
}
__attribute__((target("avx2"))) void advance_4(const Topology& shared, const std::vector<Sea>& seas, std::size_t first,
                                               const double* start, std::vector<batch::CaseRecord>& records) {
  advance<swell::Wide4>(shared, seas, first, start, records);
}
__attribute__((target("avx512f"))) void advance_8(const Topology& shared, const std::vector<Sea>& seas,
                                                  std::size_t first, const double* start,
                                                  std::vector<batch::CaseRecord>& records) {
  advance<swell::Wide8>(shared, seas, first, start, records);
}

double seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

struct Times {
  double all = 0.0, build = 0.0, loop = 0.0;
};

/// The batch by lanes, results and journal written.
Times by_lanes(const std::filesystem::path& file, const std::string& h5, std::size_t lanes,
               std::vector<batch::ConditionResult>& results) {
  Times times;
  const double begin = seconds();
  const batch::Study study = batch::read_study(file);
  const model::CaseTemplate base = batch::base_case(study);
  const std::vector<batch::Condition> conditions = batch::conditions_of(study);
  const batch::CaseKeys keys(study, base);
  assembly::SharedData shared_data;
  std::unique_ptr<const Topology> shared;
  std::vector<double> start;
  std::vector<Sea> seas;
  std::vector<batch::CaseRecord> records;
  std::vector<std::string> select = study.keep.statistics;
  select.emplace_back("ptos.*.power");
  const auto data = std::make_shared<const hydro::HydroData>(hydro::read_bemio_h5(h5));
  for (const batch::Condition& condition : conditions) {
    swell::Diagnostics diagnostics;
    std::vector<std::string> overrides = study.set;
    for (std::string& assignment : condition.overrides()) overrides.push_back(std::move(assignment));
    const model::Model case_model = base.read(overrides, diagnostics);
    diagnostics.throw_if_errors();
    // Built and checked as every case is, though only the first one's mechanism is used.
    assembly::BuiltCase built = assembly::build_case(case_model, &shared_data);
    swell::system::System system = built.compile();
    seas.push_back(sea_of(hydro::LinearExcitation({{data, 0}, {data, 1}}, *built.sea), *built.sea));
    if (!shared) {
      start = system.initialize(0.0);
      const auto* component = dynamic_cast<const device::MultibodyComponent*>(system.find("device"));
      if (component == nullptr || start.size() != 8) throw std::runtime_error("not the device of this program");
      shared = std::make_unique<const Topology>(topology_of(h5, component->multibody(), *built.sea));
      swell::run::CaseRun run(case_model, &shared_data, select);
      records.emplace_back();
      batch::Collector(study, run, 0.0, kDuration, kRamp).finish(records.back());
      if (records.back().statistics.size() != 17) throw std::runtime_error("other columns than those of this program");
      run.run([&](double) { return false; });
      for (std::size_t c = 0, s = 0; s < run.series().size(); ++s) {
        const assembly::Series& series = run.series()[s];
        const auto width = static_cast<std::size_t>(std::max(series.width, 1));
        for (std::size_t i = 0; i < width && c < 17; ++i, ++c) {
          const double value = run.values(s)[i];
          records.back().statistics[c] = {value, 0.0, value, value};
        }
      }
    } else {
      records.push_back(records.front());
    }
    records.back().wave_power = built.sea->systems().front().power;
    records.back().key = keys.key(condition, 1);
  }
  times.build = seconds() - begin;
  for (std::size_t first = 0; first < seas.size(); first += lanes)
    (lanes == 1 ? advance_1 : lanes == 4 ? advance_4 : advance_8)(*shared, seas, first, start.data(), records);
  times.loop = seconds() - begin - times.build;
  const std::filesystem::path journal = file.parent_path() / "lanes.journal";
  std::filesystem::remove(journal);
  {
    batch::Journal out(journal, [](const std::uint8_t*, std::size_t) {});
    for (const batch::CaseRecord& record : records) out.append(batch::to_bytes(record));
    out.synchronise();
  }
  results.clear();
  for (std::size_t i = 0; i < conditions.size(); ++i) {
    batch::ConditionResult result;
    result.condition = conditions[i];
    result.wave_power = records[i].wave_power;
    result.power = records[i].power;
    result.power_half_width = std::numeric_limits<double>::quiet_NaN();
    result.count = 1;
    result.replicates.push_back(std::move(records[i]));
    results.push_back(std::move(result));
  }
  batch::write_results(study, "", results, {journal}, file.parent_path() / "lanes.h5");
  times.all = seconds() - begin;
  return times;
}

/// The largest difference of any statistic, over the largest deviation or mean of its column in the study.
double worst_difference(const std::vector<batch::ConditionResult>& a, const std::vector<batch::ConditionResult>& b) {
  double worst = 0.0;
  for (std::size_t c = 0; c < a.front().replicates.front().statistics.size(); ++c) {
    double scale = 0.0, difference = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) {
      const batch::ColumnStatistics &x = a[i].replicates.front().statistics[c],
                                    &y = b[i].replicates.front().statistics[c];
      scale = std::max({scale, std::abs(x.minimum), std::abs(x.maximum)});
      for (const double d : {x.mean - y.mean, x.deviation - y.deviation, x.minimum - y.minimum, x.maximum - y.maximum})
        difference = std::max(difference, std::abs(d));
    }
    if (scale > 1e-9) worst = std::max(worst, difference / scale);
  }
  return worst;
}

/// Whether every statistic has the same bits.
bool same_bits(const std::vector<batch::ConditionResult>& a, const std::vector<batch::ConditionResult>& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    const auto &x = a[i].replicates.front().statistics, &y = b[i].replicates.front().statistics;
    if (std::memcmp(x.data(), y.data(), x.size() * sizeof(x.front())) != 0) return false;
  }
  return true;
}

void write_study(const std::filesystem::path& folder, const std::string& h5) {
  std::ofstream(folder / "case.yaml")
      << "simulation: {duration: 400, time_step: 0.1, ramp: 100, restoring: euler-angles}\nwaves: {type: regular, "
         "height: 2.5, period: 8}\n"
         "hydrodynamics: {radiation: convolution, convolution: {duration: 20, time_step: 0.1}}\nbodies:\n"
         "  - {name: float, hydro_data: {file: "
      << h5 << ", body: 1}, mass: equilibrium, inertia: [20907301, 21306090.66, 37085481.11]}\n"
      << "  - {name: spar, hydro_data: {file: " << h5
      << ", body: 2}, mass: equilibrium, inertia: [94419614.57, 94407091.24, 28542224.82]}\n"
         "joints: [{name: Constraint1, type: floating-3dof, base: world, follower: spar, location: [0, 0, 0]}]\n"
         "ptos: [{name: PTO1, type: translational, base: spar, follower: float, location: [0, 0, 0], stiffness: 0, "
         "damping: 1.2e6}]\n";
  std::ofstream(folder / "study.yaml") << "base: case.yaml\naxes:\n"
                                          "  - {key: waves.height, range: {from: 0.5, to: 5, count: 10}}\n"
                                          "  - {key: waves.period, range: {from: 5, to: 15, count: 21}}\n";
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc != 2) {
    fmt::print(stderr, "lanes_batch <folder with rm3/rm3.h5>\n");
    return 2;
  }
  const std::string h5 = (std::filesystem::absolute(argv[1]) / "rm3" / "rm3.h5").string();
  std::string name = (std::filesystem::temp_directory_path() / "lanes-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
  const std::filesystem::path folder = name, file = folder / "study.yaml";
  write_study(folder, h5);
  std::vector<std::size_t> widths;
  if (__builtin_cpu_supports("avx2")) widths = {1, 4};
  if (__builtin_cpu_supports("avx512f")) widths.push_back(8);
  double one_by_one = 1e300;
  std::vector<Times> best(widths.size(), {1e300, 0.0, 0.0});
  batch::BatchSummary reference;
  std::vector<double> difference(widths.size(), 0.0);
  std::vector<batch::ConditionResult> single;
  bool alike = true;
  for (int round = 0; round < 4; ++round) {
    batch::BatchOptions options;
    options.threads = 1;
    options.fresh = true;
    const double begin = seconds();
    reference = batch::run_batch(batch::read_study(file), options);
    one_by_one = std::min(one_by_one, seconds() - begin);
    for (std::size_t w = 0; w < widths.size(); ++w) {
      std::vector<batch::ConditionResult> results;
      const Times times = by_lanes(file, h5, widths[w], results);
      if (times.all < best[w].all) best[w] = times;
      difference[w] = worst_difference(reference.conditions, results);
      if (w == 0) single = results;
      alike = alike && same_bits(single, results);
    }
  }
  fmt::print("one by one   {:6.3f} s of CPU, {} cases\n", one_by_one, reference.done);
  fmt::print("statistics of this program have {} bits for all numbers of lanes\n", alike ? "the same" : "different");
  for (std::size_t w = 0; w < widths.size(); ++w) {
    fmt::print(
        "{} lane{}     {:6.3f} s ({:.3f} read and built, {:.3f} advanced): {:.2f} times as fast; statistics differ by "
        "{:.1e} of their column\n",
        widths[w], widths[w] == 1 ? " " : "s", best[w].all, best[w].build, best[w].loop, one_by_one / best[w].all,
        difference[w]);
  }
  std::filesystem::remove_all(folder);
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "{}\n", error.what());
  return 1;
}
#else
int main() { return 0; }
#endif
