// Steps of the lines in time.
#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "swell/mooring/lumped_mass.h"

namespace swell::mooring {

namespace {

// RK4 is stable up to 2.78 over the fastest rate; a kink may end the halving.
constexpr double kFastest = 2.6, kShortestShare = 1e-3;
constexpr double kNoise = 1e-6;  // [m/s] in a step: round-off has no rate
// Of the largest tension of the same line: its change in an implicit step, and the force that stops a landing node
// within one. The tension of a slack line has the size of a small strain.
constexpr double kChange = 0.02, kHardLanding = 0.1, kLeastStrain = 1e-6;

// Cubic Hermite through both ends, at the part tau of dt.
PointMotion between(const PointMotion& begin, const PointMotion& end, double dt, double tau) {
  const Vector3 span = end.position - begin.position, m0 = dt * begin.velocity, m1 = dt * end.velocity;
  const Vector3 c2 = 3.0 * span - 2.0 * m0 - m1, c3 = m0 + m1 - 2.0 * span;
  PointMotion motion;
  motion.position = begin.position + tau * (m0 + tau * (c2 + tau * c3));
  motion.velocity = (m0 + tau * (2.0 * c2 + tau * 3.0 * c3)) / dt;
  motion.acceleration = (2.0 * c2 + 6.0 * tau * c3) / (dt * dt);
  return motion;
}

}  // namespace

// The matrix of the segments has an entry where two share a moving node; its rows are kept from their first entry on.
void LumpedMass::build_rows() {
  std::vector<std::vector<std::size_t>> at(n_moving_);
  std::size_t start = 0;
  for (std::size_t r = 0; r < segments_.size(); ++r) {
    Row row;
    row.first = r;
    for (const std::size_t node : {segments_[r].i, segments_[r].j}) {
      if (node >= n_moving_) continue;
      for (const std::size_t earlier : at[node]) {
        const bool at_i = segments_[earlier].i == node;
        row.shared.push_back({earlier, at_i ? 0u : 1u, (segments_[r].i == node) == at_i ? 1.0 : -1.0});
        row.first = std::min(row.first, earlier);
      }
      at[node].push_back(r);
    }
    row.start = start;
    start += r + 1 - row.first;
    rows_.push_back(std::move(row));
  }
}

// An implicit step takes two things as they are at its middle: the tension that turns the segments, and bending. Its
// error is the square of what changes within it, so that a tension that rings and a node that lands shorten it.
double LumpedMass::longest_step(LineScratch& scratch) const {
  std::fill(scratch.pull.begin(), scratch.pull.end(), 0.0);
  std::fill(scratch.largest.begin(), scratch.largest.end(), 0.0);
  std::fill(scratch.rise.begin(), scratch.rise.end(), 0.0);
  bool event = scratch.snatches;
  for (std::size_t k = 0; k < segments_.size(); ++k) {
    const Segment& s = segments_[k];
    const auto [strain, rate] = stretch_now(k, scratch);
    scratch.tension[k] = pull(k, strain, rate, scratch, 0.0).elastic;
    double &largest = scratch.largest[s.line], &rise = scratch.rise[s.line];
    largest = std::max({largest, scratch.tension[k], kLeastStrain * s.stiffness});
    rise = std::max(rise, s.stiffness * std::abs(rate));
    event = event || (s.slow == npos && (strain > 0.0) != (strain + implicit_step_ * rate > 0.0));
    const double stiffness = std::max(scratch.tension[k], 0.0) / (scratch.factor[s.line] * s.length);
    scratch.pull[s.i] += stiffness;
    scratch.pull[s.j] += stiffness;
  }
  double fastest = bending_rate_;
  for (std::size_t i = 0; i < n_moving_; ++i) fastest = std::max(fastest, 2.0 * scratch.pull[i] / least_mass_[i]);
  for (const Share& s : shares_) {
    if (!model_.seabed || event) break;
    const double speed = scratch.velocity[s.node].z(), way = implicit_step_ * std::abs(speed);
    event = s.node < n_moving_ &&
            least_mass_[s.node] * std::abs(speed) > kHardLanding * scratch.largest[s.line] * implicit_step_ &&
            std::abs(scratch.position[s.node].z() - model_.seabed->at(scratch.position[s.node]).z) < way;
  }
  // A kink costs an order of accuracy: while there are some, a stretch takes half a step through the shortest segment.
  double longest = implicit_step_, fastest_change = 0.0;  // [s], [1/s] of the line's tension
  for (std::size_t l = 0; l < scratch.rise.size(); ++l)
    if (scratch.rise[l] > 0.0) fastest_change = std::max(fastest_change, scratch.rise[l] / scratch.largest[l]);
  while (longest > event_step_ && fastest_change * longest > kChange) longest = std::max(0.5 * longest, event_step_);
  if (event) longest = std::min(event_step_, snatch_step_);
  // Stable to 2 over the frequency; no tension needs steps shorter than the stiffness itself does.
  return fastest > 0.0 ? std::min(longest, std::max(1.4 / std::sqrt(fastest), max_step_)) : longest;
}

// Half a drift, the change of velocity by the loads at the middle, half a drift: the linearly implicit midpoint rule
// [HairerWanner1996, IV.7]. With M the inertia, drag and seabed
// implicit in it, B the rates of the segments, s = Y B dv their gain in the step:
//   M dv = h F - B^T s,  (1 + sqrt(Y) B M^-1 B^T sqrt(Y)) s / sqrt(Y) = sqrt(Y) B M^-1 h F.
void LumpedMass::implicit_step(double t, double h, const WaterSample* sample, double* state,
                               LineScratch& scratch) const {
  double *x = state, *v = state + 3 * n_moving_;
  for (std::size_t i = 0; i < 3 * n_moving_; ++i) x[i] += 0.5 * h * v[i];
  scatter(state, scratch.motion.data(), scratch);
  loads(t + 0.5 * h, nullptr, sample, scratch, nullptr, 0.5 * h);
  for (std::size_t i = 0; i < n_moving_; ++i) {
    const Matrix3 inverse = scratch.inertia[i].inverse();
    scratch.inertia[i] = inverse;
    scratch.acceleration[i] = h * (inverse * scratch.force[i]);
  }
  for (std::size_t i = 0; i < coupled_.size(); ++i) scratch.acceleration[n_moving_ + i] = scratch.turn[i];
  for (std::size_t i = n_moving_ + coupled_.size(); i < n_nodes_; ++i) scratch.acceleration[i].setZero();
  scratch.unbound = scratch.acceleration;
  scratch.snatches = false;
  constexpr int kRounds = 12;
  for (int round = 0; round < kRounds; ++round) {
    if (round > 0) scratch.acceleration = scratch.unbound;
    tie_segments(scratch);
    for (std::size_t r = 0; r < segments_.size(); ++r) {
      const Segment& s = segments_[r];
      scratch.acceleration[s.i] += scratch.gain[r] * scratch.reach[0][r];
      scratch.acceleration[s.j] -= scratch.gain[r] * scratch.reach[1][r];
    }
    if (!renew_segments(h, scratch)) break;
  }
  for (std::size_t i = 0; i < n_moving_; ++i) {
    for (std::size_t k = 0; k < 3; ++k) v[3 * i + k] += scratch.acceleration[i][static_cast<Eigen::Index>(k)];
  }
  for (std::size_t i = 0; i < 3 * n_moving_; ++i) x[i] += 0.5 * h * v[i];
  // The slow strains with the change of velocity that their segments have found.
  for (std::size_t k = 0; n_slow_ > 0 && k < segments_.size(); ++k) {
    const Segment& s = segments_[k];
    if (s.slow == npos) continue;
    const double l = scratch.factor[s.line] * s.length, half = 0.5 * h;
    const double more = 0.5 * scratch.along[k].dot(scratch.acceleration[s.j] - scratch.acceleration[s.i]) / l;
    scratch.creep[s.slow] = slow_pull(s, strain_of(s, scratch) + half * more, scratch.strain_rate[s.slow] + more,
                                      scratch.slow[s.slow], half)
                                .creep;
    state[slow_at() + s.slow] += h * scratch.creep[s.slow];
  }
  for (std::size_t k = 0; k < 4 * n_wakes_; ++k) state[wake_at() + k] += h * scratch.wake_rate[k / 4][k % 4];
}

// Takes the segments for what the step makes of them: slack, taut, or one after the other. The force of those last is
// the change of elastic energy over the way [Gonzalez1996]: a stiff segment that is stretched within the step, unheld,
// would throw its ends apart several times as fast as they came. False: all segments are what they were taken for.
bool LumpedMass::renew_segments(double h, LineScratch& scratch) const {
  constexpr double kSame = 1e-3;
  bool changed = false;
  for (std::size_t k = 0; k < segments_.size(); ++k) {
    const Segment& s = segments_[k];
    SegmentLaw& law = scratch.law[k];
    const Vector3& e = scratch.along[k];
    const double change = e.dot(scratch.acceleration[s.j] - scratch.acceleration[s.i]);
    const double before = law.now, from = law.margin, way = law.way + 0.5 * h * change, to = from + way;
    const bool slow = s.slow != npos;
    if (slow || (from > 0.0) == (to > 0.0)) {
      const double force = law.force[1] + law.yield[1] / h * change;
      const int kind = (slow ? force > 0.0 : to > 0.0) ? 1 : 0;
      if (kind == law.kind) continue;
      law.kind = kind;
      law.now = law.force[kind];
      scratch.yield[k] = law.yield[kind];
    } else {
      scratch.snatches = true;
      const double l = law.length;
      const double work = l * (stored(s, to / l, 0.0, true) - stored(s, from / l, 0.0, true)) / way;
      const double slope = 0.5 * h * (elastic(s, to / l) - work) / way, yield = law.yield[0] + h * slope;
      const double taken = law.now - law.damped + (scratch.yield[k] - law.yield[0]) / h * change;
      if (law.kind == 2 && std::abs(work - taken) <= kSame * work) continue;
      law.kind = 2;
      law.now = law.damped + work - slope * change;
      scratch.yield[k] = yield;
    }
    changed = true;
    const double more = law.now - before;
    if (s.i < n_moving_) scratch.unbound[s.i] += h * more * (scratch.inertia[s.i] * e);
    if (s.j < n_moving_) scratch.unbound[s.j] -= h * more * (scratch.inertia[s.j] * e);
  }
  return changed;
}

// Solves for the gains with Cholesky factors, row by row. Leaves s / sqrt(Y) in `gain`, sqrt(Y) M^-1 B^T in `reach`.
void LumpedMass::tie_segments(LineScratch& scratch) const {
  std::vector<double>& L = scratch.tie;
  std::fill(L.begin(), L.end(), 0.0);
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    const Row& row = rows_[r];
    const Segment& s = segments_[r];
    double* own = L.data() + row.start - row.first;  // own[c]: entry of column c
    const Vector3 e = std::sqrt(scratch.yield[r]) * scratch.along[r];
    for (const std::size_t end : {0u, 1u}) {
      const std::size_t node = end == 0 ? s.i : s.j;
      scratch.reach[end][r] = node < n_moving_ ? Vector3(scratch.inertia[node] * e) : Vector3(Vector3::Zero());
    }
    own[r] = 1.0 + e.dot(scratch.reach[0][r] + scratch.reach[1][r]);
    for (const Shared& other : row.shared) {
      own[other.earlier] += other.sign * e.dot(scratch.reach[other.end][other.earlier]);
    }
    double sum = e.dot(scratch.acceleration[s.j] - scratch.acceleration[s.i]);
    for (std::size_t c = row.first; c < r; ++c) {
      const double* up = L.data() + rows_[c].start - rows_[c].first;
      for (std::size_t k = std::max(row.first, rows_[c].first); k < c; ++k) own[c] -= own[k] * up[k];
      own[c] /= up[c];
      own[r] -= own[c] * own[c];
      sum -= own[c] * scratch.gain[c];
    }
    own[r] = std::sqrt(own[r]);
    scratch.gain[r] = sum / own[r];
  }
  for (std::size_t r = rows_.size(); r-- > 0;) {
    const double* own = L.data() + rows_[r].start - rows_[r].first;
    scratch.gain[r] /= own[r];
    for (std::size_t c = rows_[r].first; c < r; ++c) scratch.gain[c] -= own[c] * scratch.gain[r];
  }
}

void LumpedMass::advance(double t, double dt, const PointMotion* begin, const PointMotion* end,
                         const WaterMotion* water, double* state, LineScratch& scratch) const {
  const auto move = [&](double at) {
    for (std::size_t i = 0; i < coupled_.size(); ++i) {
      scratch.motion[i] = between(begin[i], end[i], dt, (at - t) / dt);
    }
  };
  const WaterSample sample{t, dt};
  const WaterSample* sampled = water != nullptr ? &sample : nullptr;
  reel(0.0, scratch);
  scatter(state, begin, scratch);  // where the water is taken
  const auto wound = [&] {
    for (std::size_t w = 0; w < scratch.wound.size(); ++w) scratch.wound[w] += dt * scratch.winding[w];
    reel(0.0, scratch);
  };
  if (water != nullptr) {
    sample_water(t, *water, 0.0, 0, scratch);
    sample_water(t + dt, *water, dt, 1, scratch);
  }
  if (rigids_.empty()) {
    scratch.snatches = false;
    // Equal steps, halved where one must be shorter and begun anew where a longer one would begin: an interval in two
    // pieces has the steps of the whole.
    constexpr int kHalvings = 10;
    const long steps = std::max(1L, static_cast<long>(std::ceil(dt / implicit_step_ - 1e-9)));
    const double tick = std::ldexp(dt / static_cast<double>(steps), -kHalvings);
    for (long ticks = 0; ticks < steps << kHalvings;) {
      const double done = static_cast<double>(ticks) * tick;
      for (std::size_t i = 0; i < coupled_.size(); ++i) scratch.motion[i] = between(begin[i], end[i], dt, done / dt);
      reel(done, scratch);
      scatter(state, scratch.motion.data(), scratch);
      const double longest = (1.0 + 1e-9) * longest_step(scratch);
      int size = kHalvings;
      while (size > 0 && (std::ldexp(tick, size) > longest || ticks % (1L << size) != 0)) --size;
      const double h = std::ldexp(tick, size);
      for (std::size_t i = 0; i < coupled_.size(); ++i) {
        PointMotion& from = scratch.motion[i];
        scratch.turn[i] = between(begin[i], end[i], dt, (done + h) / dt).velocity - from.velocity;
        from = {from.position + 0.5 * h * from.velocity, from.velocity, Vector3::Zero()};
      }
      reel(done + 0.5 * h, scratch);
      implicit_step(t + done, h, sampled, state, scratch);
      ticks += 1L << size;
    }
    return wound();
  }
  // A shorter line is stiffer and lighter.
  double shortest = 1.0;
  for (const double factor : scratch.factor) shortest = std::min(shortest, factor);
  const int steps = std::max(1, static_cast<int>(std::ceil(dt / (shortest * max_step_) - 1e-9)));
  const std::size_t n = state_size();
  std::vector<double>&trial = scratch.stage[0], &k1 = scratch.stage[1], &k2 = scratch.stage[2], &k3 = scratch.stage[3],
  &k4 = scratch.stage[4];
  const auto slope = [&](double at, const double* x, std::vector<double>& k) {
    move(at);
    reel(at - t, scratch);
    rates(at, x, scratch.motion.data(), nullptr, sampled, k.data(), nullptr, nullptr, scratch);
  };
  const auto apart = [&](const std::vector<double>& a, const std::vector<double>& b) {
    double sum = 0.0;
    for (std::size_t i = 0; i < n; ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
    return std::sqrt(sum);
  };
  const double longest = dt / steps;
  double h = longest;
  for (double done = 0.0; done < dt;) {
    const double at = t + done;
    slope(at, state, k1);
    for (std::size_t i = 0; i < n; ++i) trial[i] = state[i] + 0.5 * h * k1[i];
    slope(at + 0.5 * h, trial.data(), k2);
    for (std::size_t i = 0; i < n; ++i) trial[i] = state[i] + 0.5 * h * k2[i];
    slope(at + 0.5 * h, trial.data(), k3);
    // 2 |k3 - k2| / |k2 - k1| is h times the rate of what moves fastest [HairerNorsettWanner1993]: what the bound of
    // the step does not know, as drag on a light body, shortens it.
    const double change = apart(k3, k2);
    if (h > kShortestShare * longest && !(h * change < kNoise || 2.0 * change <= kFastest * apart(k2, k1))) {
      h *= 0.5;
      continue;
    }
    for (std::size_t i = 0; i < n; ++i) trial[i] = state[i] + h * k3[i];
    slope(at + h, trial.data(), k4);
    for (std::size_t i = 0; i < n; ++i) state[i] += h / 6.0 * (k1[i] + 2.0 * (k2[i] + k3[i]) + k4[i]);
    done += h;
    const double left = dt - done;
    h = std::min(2.0 * h, longest);
    if (left < 1e-9 * dt) break;
    if (left < 1.000001 * h) h = left;
  }
  wound();
}

}  // namespace swell::mooring
