#include "swell/device/watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "swell/base/angle_moment.h"
#include "swell/base/constants.h"
#include "swell/base/error.h"
#include "swell/base/step_rule.h"
#include "swell/device/stack.h"
#include "swell/system/system.h"
#include "system_words.h"

namespace swell::device {

namespace {

// Memory, in this order: time of the last point, whether there was one, and the lengths of the steps before; per group,
// finding, drift and rate the numbers below.
enum OfGroup : std::size_t {
  kPower,
  kSlope,
  kSecond,
  kWork,
  kExchanged,
  kStart,
  kSwing,
  kGain,
  kGainAt,
  kError,
  kLargestError,
  kGroup
};
enum OfFinding : std::size_t { kFirst, kWorst, kWorstAt, kFound, kFinding };
constexpr std::size_t kHead = 4, kJumps = 13, kTurns = 2;

// A step changes the velocity by its length times the mean of the accelerations at both ends, but for the trapezoidal
// rule's error, (omega h)^2/12 of it: some per cent. Where half of it is missing the force jumps within the step, as
// that of a relay does; a blow does so once, and is averaged away over fifty steps.
constexpr double kMissing = 0.5, kAverage = 1.0 / 50.0, kJumping = 0.5;
constexpr double kRest = 1e-9;  // [m/s, rad/s] below this a change is round-off

// What the sum of powers may err. At equal steps the rule errs at both ends only (Gregory's formula), by 19/720 h^4 of
// a third derivative: within a twentieth of the energy that is in play from six points a period of the power on, and it
// does not grow. At the unequal steps of error control it does, and the rule's own estimate, what the cubic adds to the
// parabola, grows before it. 1e-3 of what was exchanged is what power is stated to.
constexpr double kOfSwing = 0.05, kOfExchanged = 1e-3;
// [J, J/kg] What round-off at rest and the first of all steps do, which the rule has no points before to resolve.
constexpr double kNoEnergy = 1e-9;

/// Angle of Rz(z) Ry(y) Rx(x), 0 to pi: its half's cosine is the real part of the quaternion.
double turn_of(const double* angles) {
  const double x = 0.5 * angles[0], y = 0.5 * angles[1], z = 0.5 * angles[2];
  const double real = std::cos(x) * std::cos(y) * std::cos(z) + std::sin(x) * std::sin(y) * std::sin(z);
  return 2.0 * std::acos(std::min(1.0, std::abs(real)));
}

/// A value beyond its bound, by how much, and by how much the worst one so far.
inline void note(double* finding, double value, double time, double excess, double worst_excess) {
  if (finding[kFound] == 0.0) {
    finding[kFound] = 1.0;
    finding[kFirst] = time;
  } else if (excess <= worst_excess) {
    return;
  }
  finding[kWorst] = value;
  finding[kWorstAt] = time;
}

}  // namespace

Watch::Watch(WatchSpec spec) : Component(kName, "watch of energy and motion"), spec_(std::move(spec)) {
  largest_speed2_ = spec_.largest_speed * spec_.largest_speed;
  // cos(tilt) = cos(roll) cos(pitch): below this in both angles the tilt is below its bound.
  quick_tilt_ = std::acos(std::sqrt(std::cos(spec_.tilt)));
  // Group by group.
  std::stable_sort(spec_.entries.begin(), spec_.entries.end(),
                   [](const AuditEntry& a, const AuditEntry& b) { return a.group < b.group; });
}

void Watch::declare(Declaration& d) {
  Reads reads;
  std::vector<std::pair<std::string, Input>> signals;
  const auto signal = [&](const std::string& address, int width) {
    for (const auto& [known, input] : signals) {
      if (known == address) return input;
    }
    const Input input = watch_port(d, port(address_as_name(address), width), address);
    signals.emplace_back(address, input);
    reads.emplace_back(input);
    return input;
  };
  const std::set<std::string> sliding(spec_.sliding.begin(), spec_.sliding.end());
  for (const EnergyGroup& group : spec_.groups) groups_.push_back({0, {}, group.energy == Energy::conserves});
  for (std::size_t i = 0; i < spec_.entries.size(); ++i) {
    const AuditEntry& entry = spec_.entries[i];
    SWELL_EXPECT(entry.group >= 0 && entry.group < static_cast<int>(spec_.groups.size()));
    const Input load = watch_port(d, port("load" + std::to_string(i), entry.width, entry.unit), entry.source);
    reads.emplace_back(load);
    terms_.push_back({load, signal(of_mechanism(Motion::velocity, entry.owner), entry.width),
                      sliding.count(entry.owner) > 0 ? 3 : entry.width});  // no moment works on it
    ++groups_[static_cast<std::size_t>(entry.group)].terms;
  }
  for (std::size_t g = 0; g < spec_.groups.size(); ++g) {
    if (spec_.groups[g].potential.empty()) continue;
    groups_[g].potential = watch_port(d, port("potential" + std::to_string(g), 1, "J"), spec_.groups[g].potential);
    reads.emplace_back(groups_[g].potential);
  }
  for (const std::string& body : spec_.bodies)
    place_.push_back({signal(of_mechanism(Motion::displacement, body), 6),
                      signal(of_mechanism(Motion::velocity, body), 6),
                      signal(of_mechanism(Motion::acceleration, body), 6), sliding.count(body) == 0});
  for (const WatchedBound& bound : spec_.bounds) {
    bound_.push_back(signal(bound.address, bound.width));
    bound_force_.push_back(bound.force.empty() ? bound_.back() : signal(bound.force, 6));
  }
  for (const WatchedDrift& drift : spec_.drifts) {
    const auto at = std::find(spec_.bodies.begin(), spec_.bodies.end(), drift.body);
    drift_place_.push_back(static_cast<std::size_t>(at - spec_.bodies.begin()));
  }
  const std::size_t findings = spec_.bounds.size() + 3 * spec_.bodies.size() + spec_.drifts.size();
  const std::size_t size =
      kHead + kGroup * spec_.groups.size() + kFinding * findings + (kJumps + kTurns) * spec_.bodies.size();
  memory_ = keep(d, MemoryKind::discrete, "seen", size);
  reads.emplace_back(memory_);
  d.commit(std::move(reads), [this](const Evaluation& e) { commit(e); });
}

void Watch::commit(const Evaluation& e) {
  double* memory = e.change(memory_);
  seen_ = memory;
  const bool first = memory[1] == 0.0;
  const double h = first ? 0.0 : e.time - memory[0];
  memory[0] = e.time;
  memory[1] = 1.0;
  sum_energy(e, h, first, memory);
  look_at_motion(e, h, first, memory + kHead + kGroup * spec_.groups.size());
}

void Watch::sum_energy(const Evaluation& e, double h, bool first, double* memory) const {
  StepRule::Before before{memory[2], memory[3]};
  const bool step = h > 0.0;
  const StepRule rule(step ? h : 1.0, before);
  if (step) {
    memory[2] = before.h1;
    memory[3] = before.h2;
  }
  double* group = memory + kHead;
  const Term* term = terms_.data();
  for (const Group& of : groups_) {
    double power = 0.0;
    for (const Term* const end = term + of.terms; term != end; ++term) {
      const double *f = e.input(term->load), *v = e.input(term->velocity);
      double own = f[0] * v[0];
      for (int i = 1; i < term->width; ++i) own += f[i] * v[i];
      power += own;
    }
    group[kExchanged] += 0.5 * h * (std::abs(group[kPower]) + std::abs(power));
    if (step) {
      StepRule::Known known{group[kPower], group[kSlope], group[kSecond]};
      const StepRule::Cubic cubic = rule.take(power, known);
      group[kSlope] = known.slope;
      group[kSecond] = known.second;
      const double beyond = rule.beyond_parabola(cubic);
      group[kWork] += rule.parabola(cubic) + beyond;
      group[kError] += beyond;
      group[kLargestError] = std::max(group[kLargestError], std::abs(group[kError]));
    }
    group[kPower] = power;
    double gain = group[kWork];
    if (of.potential.index >= 0) {
      const double potential = e.input(of.potential)[0];
      if (first) group[kStart] = potential;
      const double rise = potential - group[kStart];
      group[kSwing] = std::max(group[kSwing], std::abs(rise));
      gain += rise;
    }
    if ((of.keeps ? std::abs(gain) : gain) > std::abs(group[kGain])) {
      group[kGain] = gain;
      group[kGainAt] = e.time;
    }
    group += kGroup;
  }
}

void Watch::look_at_motion(const Evaluation& e, double h, bool first, double* seen) const {
  for (std::size_t i = 0; i < bound_.size(); ++i, seen += kFinding) {
    const WatchedBound& bound = spec_.bounds[i];
    const double* values = e.input(bound_[i]);
    const double x = bound.entry == WatchedBound::kTurn
                         ? turn_of(values)
                         : values[bound.entry] + bound.per_unit * e.input(bound_force_[i])[bound.entry];
    if (x >= bound.lower && x <= bound.upper) continue;
    const auto excess = [&](double value) { return std::max(value - bound.upper, bound.lower - value); };
    note(seen, x, e.time, excess(x), excess(seen[kWorst]));
  }
  const std::size_t bodies = place_.size(), drifts = spec_.drifts.size();
  double *drift = seen + kFinding * bodies, *jumps = drift + kFinding * drifts, *turned = jumps + kFinding * bodies,
         *last = turned + kFinding * bodies, *turn = last + kJumps * bodies;
  for (const Place& place : place_) {
    const double *x = e.input(place.displacement), *v = e.input(place.velocity), *a = e.input(place.acceleration);
    const double speed2 = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
    if (std::abs(x[2]) > spec_.largest_heave || speed2 > largest_speed2_) {
      const std::string& body = spec_.bodies[static_cast<std::size_t>(&place - place_.data())];
      const bool far = std::abs(x[2]) > spec_.largest_heave;
      const double value = far ? x[2] : std::sqrt(speed2);
      const system::NonFinite where{body, far ? "position.heave" : "velocity", far ? 2 : 0, value};
      // Weight and buoyancy alone accelerate a body by 2 g at most (a sphere without mass, by its added mass); numbers
      // that grow without bound by far more.
      if (far && std::abs(a[2]) <= 2.0 * kGravity && x[2] * v[2] >= 0.0)
        throw system::Diverged(fmt::format("{} {}: it is {:.4g} m {} its place", body, x[2] < 0.0 ? "sinks" : "rises",
                                           std::abs(x[2]), x[2] < 0.0 ? "below" : "above"),
                               where,
                               "look at where it begins, at its mass against the water that it displaces (mass: "
                               "equilibrium), and at the stiffness, joint or mooring that holds it");
      throw system::Diverged(
          far ? fmt::format("{} has left its place by {:.4g} m in heave: no device in a sea does that", body, value)
              : fmt::format("{} moves at {:.4g} m/s: no device in a sea does that", body, value),
          where);
    }
    // Of translation or rotation, from entry `i` on; moves on.
    const auto force_jumps = [&](int i) {
      double missing = 0.0, change = 0.0;  // squares
      for (const int end = i + 3; i < end; ++i) {
        const double miss = v[i] - last[i] - 0.5 * h * (a[i] + last[6 + i]);
        missing += miss * miss;
        change += std::max(a[i] * a[i], last[6 + i] * last[6 + i]);
        last[i] = v[i];
        last[6 + i] = a[i];
      }
      change *= h * h;
      return change > kRest * kRest && missing > kMissing * kMissing * change;
    };
    bool jumped = force_jumps(0);
    if (place.turns) {
      jumped = force_jumps(3) || jumped;
      if (std::abs(x[3]) > quick_tilt_ || std::abs(x[4]) > quick_tilt_) {
        const double tilt = std::acos(std::cos(x[3]) * std::cos(x[4]));
        if (tilt > spec_.tilt) note(seen, tilt, e.time, tilt, seen[kWorst]);
      }
      // Last yaw, and how far it has turned since the start.
      double change = first ? 0.0 : x[5] - turn[0];
      turn[0] = x[5];
      if (std::abs(change) > 0.5 * kPi) {
        change = nearest_turn(change, 0.0);
        // Tumbling through a pitch of 90 degrees yaw jumps by half a turn, and nothing has turned.
        if (std::abs(change) > 0.5 * kPi && std::abs(x[4]) > 0.25 * kPi) change = 0.0;
      }
      turn[1] += change;
      if (std::abs(turn[1]) > 2.0 * kPi) note(turned, turn[1], e.time, std::abs(turn[1]), std::abs(turned[kWorst]));
    }
    if (h > 0.0) {
      double& share = last[12];
      share += kAverage * ((jumped ? 1.0 : 0.0) - share);
      if (share > kJumping) note(jumps, share, e.time, share, jumps[kWorst]);
    }
    seen += kFinding;
    jumps += kFinding;
    turned += kFinding;
    last += kJumps;
    turn += kTurns;
  }
  for (std::size_t i = 0; i < drifts; ++i, drift += kFinding) {
    const double* x = e.input(place_[drift_place_[i]].displacement);
    const double phase = std::abs(spec_.drifts[i].kx * x[0] + spec_.drifts[i].ky * x[1]);
    if (phase > spec_.drifts[i].phase) note(drift, phase, e.time, phase, drift[kWorst]);
  }
}

std::optional<Watch::Finding> Watch::found(std::size_t slot) const {
  if (seen_ == nullptr) return std::nullopt;
  const double* at = seen_ + kHead + kGroup * spec_.groups.size() + kFinding * slot;
  if (at[kFound] == 0.0) return std::nullopt;
  return Finding{at[kFirst], at[kWorst], at[kWorstAt]};
}

std::optional<Watch::Finding> Watch::bound(std::size_t i) const { return found(i); }
std::optional<Watch::Finding> Watch::tilt(std::size_t i) const { return found(spec_.bounds.size() + i); }
std::optional<Watch::Finding> Watch::drift(std::size_t i) const {
  return found(spec_.bounds.size() + spec_.bodies.size() + i);
}
std::optional<Watch::Finding> Watch::jumps(std::size_t i) const {
  return found(spec_.bounds.size() + spec_.bodies.size() + spec_.drifts.size() + i);
}
std::optional<Watch::Finding> Watch::turned(std::size_t i) const {
  return found(spec_.bounds.size() + 2 * spec_.bodies.size() + spec_.drifts.size() + i);
}

std::optional<Watch::Gain> Watch::gain(std::size_t group) const {
  if (seen_ == nullptr) return std::nullopt;
  const double* at = seen_ + kHead + kGroup * group;
  const double exchanged = 0.5 * at[kExchanged];
  const double allowed =
      kNoEnergy * (1.0 + spec_.largest_mass) + kOfExchanged * exchanged + kOfSwing * at[kSwing] + at[kLargestError];
  const Gain gain{at[kGain], allowed, exchanged, at[kGainAt]};
  const bool keeps = spec_.groups[group].energy == Energy::conserves;
  if ((keeps ? std::abs(gain.energy) : gain.energy) <= gain.allowed) return std::nullopt;
  return gain;
}

std::optional<std::size_t> Watch::largest_gain() const {
  std::optional<std::size_t> best;
  double most = 0.0;
  for (std::size_t g = 0; seen_ != nullptr && g < spec_.groups.size(); ++g) {
    const double gain = seen_[kHead + kGroup * g + kGain];
    if (gain <= most) continue;
    most = gain;
    best = g;
  }
  return best;
}

}  // namespace swell::device
